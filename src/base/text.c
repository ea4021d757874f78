/*
 * Full buffers are copied to the arena as pieces of just their size and joined on request, so that no memory
 * is lost to growing.
 */
#include "base/text.h"

#include <errno.h>
#include <string.h>

#include "base/vector.h"

enum { BUFFER = 2048 };

typedef struct piece {
    const char *bytes;
    size_t length;
} piece;

struct xb_text {
    xb_arena *arena;
    xb_output output;
    xb_vector pieces;
    size_t length; /* of all pieces */
    char buffer[BUFFER];
};

typedef struct addition {
    xb_text *text;
    piece piece;
} addition;

static void add_piece(void *argument)
{
    addition *new = argument;
    xb_text *text = new->text;
    new->piece.bytes = xb_arena_copy_text(text->arena, new->piece.bytes, new->piece.length);
    *(piece *)xb_vector_push(text->arena, &text->pieces, sizeof(piece)) = new->piece;
    text->length += new->piece.length;
}

static int keep(void *sink, const char *bytes, size_t count)
{
    xb_text *text = sink;
    addition new = {text, {bytes, count}};
    return xb_protect(xb_arena_failure(text->arena), add_piece, &new) ? 0 : ENOMEM;
}

xb_text *xb_text_create(xb_arena *arena)
{
    xb_text *text = xb_arena_alloc(arena, sizeof *text);
    text->arena = arena;
    xb_output_init(&text->output, text->buffer, BUFFER, keep, text);
    return text;
}

xb_output *xb_text_output(xb_text *text)
{
    return &text->output;
}

const char *xb_text_peek(xb_text *text, size_t *length)
{
    if (text->pieces.count > 0 || text->output.used == BUFFER)
        return xb_text_join(text, length);
    text->buffer[text->output.used] = '\0';
    *length = text->output.used;
    return text->buffer;
}

void xb_text_clear(xb_text *text)
{
    text->output.used = 0;
    text->pieces = (xb_vector){0}; /* what it has grown into may be gone */
    text->length = 0;
}

const char *xb_text_join(xb_text *text, size_t *length)
{
    if (xb_output_flush(&text->output) != 0)
        xb_fail(xb_arena_failure(text->arena));
    char *joined = xb_arena_alloc(text->arena, text->length + 1);
    size_t done = 0;
    const piece *pieces = text->pieces.items;
    for (size_t i = 0; i < text->pieces.count; i++) {
        memcpy(joined + done, pieces[i].bytes, pieces[i].length);
        done += pieces[i].length;
    }
    if (length)
        *length = done;
    return joined;
}
