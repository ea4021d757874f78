/*
 * Ids are interned in lower case, as they are and without decoration; each of these names has the list of its
 * symbols. Those of temporaries are not: they do not get in each other's way, since their names end in a
 * number after the last underscore, which for equal stems, whatever their case, comes from one counter; and
 * whether a name of that form has been given is known from the counter.
 */
#include "ir/taken_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "ir/decoration.h"

/* A buffer for a text that is used at once. */
static char *text_buffer(xb_program *program, size_t size)
{
    xb_vector_reserve(program->arena, &program->text_buffer, size, 1);
    return program->text_buffer.items;
}

static void enter(xb_program *program, const char *folded, size_t length, xb_symbol *symbol)
{
    const xb_name *name = xb_names_intern(program->taken_names, folded, length);
    while (program->name_takers.count <= name->index)
        xb_vector_push(program->arena, &program->name_takers, sizeof(xb_list));
    xb_list_append(program->arena, (xb_list *)program->name_takers.items + name->index, symbol);
}

void xb_name_take(xb_program *program, xb_symbol *symbol)
{
    const xb_name *id = symbol->id;
    char *folded = text_buffer(program, id->length);
    size_t plain = xb_plain_length(id->text, id->length, SIZE_MAX);
    xb_symbol_fold(folded, id->text, id->length);
    enter(program, folded, id->length, symbol);
    if (plain < id->length)
        enter(program, folded, plain, symbol);
}

static const xb_list *takers(const xb_program *program, const char *folded, size_t length)
{
    const xb_name *name = xb_names_find(program->taken_names, folded, length);
    return name ? (const xb_list *)program->name_takers.items + name->index : NULL;
}

const xb_list *xb_name_takers(const xb_program *program, const char *name, size_t length)
{
    char *folded = xb_arena_array(program->arena, length + 1, 1);
    xb_symbol_fold(folded, name, length);
    return takers(program, folded, length);
}

/* ---- temporaries --------------------------------------------------------------------------------------- */

/* The counter of a stem, whatever its case. */
static uint64_t *counter_of(xb_program *program, const char *stem, size_t length)
{
    char *folded = text_buffer(program, length);
    xb_symbol_fold(folded, stem, length);
    const xb_name *key = xb_names_intern(program->names, folded, length);
    return xb_program_counter(program, key);
}

bool xb_name_is_temporary(xb_program *program, const char *name, size_t length)
{
    size_t prefix = program->prefix->length, stem = xb_plain_length(name, length, 1);
    if (stem == length || stem <= prefix)
        return false;
    char *folded = text_buffer(program, 2 * prefix + 1);
    xb_symbol_fold(folded, program->prefix->text, prefix);
    xb_symbol_fold(folded + prefix, name, prefix);
    return memcmp(folded, folded + prefix, prefix) == 0 &&
           strtoull(name + stem + 1, NULL, 10) < *counter_of(program, name + prefix, stem - prefix);
}

bool xb_name_is_free(xb_program *program, const char *name)
{
    const xb_list *takers = xb_name_takers(program, name, strlen(name));
    return (!takers || takers->count == 0) && !xb_name_is_temporary(program, name, strlen(name));
}

bool xb_name_may_begin(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (const char *at = text; *at; at++) {
        bool is_letter = (unsigned char)*at >= 0x80 || strchr(letters, *at);
        if (!is_letter && (at == text || !strchr("0123456789_$", *at)))
            return false;
    }
    return true;
}

const xb_name *xb_name_of_temporary(xb_program *program, const char *stem)
{
    const xb_name *prefix = program->prefix;
    size_t length = strlen(stem), plain = prefix->length + length + 1, room = plain + XB_DECIMAL_DIGITS;
    uint64_t *counter = counter_of(program, stem, length);
    char *text = text_buffer(program, 2 * room), *folded = text + room;
    memcpy(text, prefix->text, prefix->length);
    memcpy(text + prefix->length, stem, length);
    text[plain - 1] = '_';
    for (;;) {
        size_t written = plain + xb_decimal(text + plain, (*counter)++);
        xb_symbol_fold(folded, text, written);
        if (!takers(program, folded, written))
            return xb_name_outside(program->arena, text, written);
    }
}
