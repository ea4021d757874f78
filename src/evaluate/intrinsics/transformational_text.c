/*
 * Functions of strings whose results need memory, and the length of strings. They work element by element.
 */
#include "evaluate/intrinsics/transformational.h"

#include <string.h>

/* The bytes of a string of `length` blanks, to be overwritten. */
static char *blanks(xb_arena *arena, size_t length)
{
    char *bytes = xb_arena_array(arena, length + 1, 1);
    memset(bytes, ' ', length);
    return bytes;
}

static const char *text_result(xb_arena *arena, const xb_array *x, xb_type type, xb_array *y)
{
    size_t extents[XB_RANK_LIMIT];
    if (x->type != XB_TYPE_STRING)
        return xb_wrong_operand_type();
    for (int d = 0; d < x->rank; d++)
        extents[d] = xb_array_extent(x, d);
    *y = xb_array_result(arena, type, x->rank, extents, NULL, 0);
    return NULL;
}

/* Blanks of one end go to the other. */
static const char *adjust(xb_arena *arena, const xb_array *x, bool left, xb_array *y)
{
    const char *wrong = text_result(arena, x, XB_TYPE_STRING, y);
    for (size_t i = 0; !wrong && i < x->count; i++) {
        xb_string text = x->texts[i];
        size_t leading = 0, trailing = 0;
        while (leading < text.length && text.bytes[leading] == ' ')
            leading++;
        while (trailing < text.length - leading && text.bytes[text.length - 1 - trailing] == ' ')
            trailing++;
        char *bytes = blanks(arena, text.length);
        if (left)
            memcpy(bytes, text.bytes + leading, text.length - leading);
        else
            memcpy(bytes + trailing, text.bytes, text.length - trailing);
        y->texts[i] = (xb_string){bytes, text.length};
    }
    return wrong;
}

static const char *adjustl_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return adjust(arena, x, true, y);
}

static const char *adjustr_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return adjust(arena, x, false, y);
}

static const char *repeat_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    int64_t copies;
    const char *wrong = xb_array_integer(&x[1], &copies);
    if (!wrong)
        wrong = text_result(arena, x, XB_TYPE_STRING, y);
    if (wrong)
        return wrong;
    if (copies < 0)
        return "a negative number of copies";
    for (size_t i = 0; i < x->count; i++) {
        xb_string text = x->texts[i];
        size_t length;
        if (__builtin_mul_overflow(text.length, (size_t)copies, &length) || length == SIZE_MAX)
            return "a string that is too long";
        char *bytes = blanks(arena, length);
        for (size_t at = 0; at < length; at += text.length)
            memcpy(bytes + at, text.bytes, text.length);
        y->texts[i] = (xb_string){bytes, length};
    }
    return NULL;
}

/* All elements of an array of strings are of one length. */
static const char *len_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    if (x->type != XB_TYPE_STRING)
        return xb_wrong_operand_type();
    *y = xb_array_create(arena, XB_TYPE_INTEGER, 0, NULL, 0);
    y->integers[0] = x->count > 0 ? (int64_t)x->texts[0].length : 0;
    return NULL;
}

static const xb_transformational rows[] = {
    {XB_INTRINSIC_ADJUSTL, adjustl_apply},
    {XB_INTRINSIC_ADJUSTR, adjustr_apply},
    {XB_INTRINSIC_LEN, len_apply},
    {XB_INTRINSIC_REPEAT, repeat_apply},
};

const xb_transformational_family xb_transformational_text = {rows, sizeof rows / sizeof rows[0]};
