/*
 * Numbers that do not fit, which no program has memory for, are put into a name. So are ids of replacements
 * whose statement has a made id itself.
 */
#include "ir/statement_id.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

static const char replacement[] = "_replacement_", infix[] = "_for_";

static char *put(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

size_t xb_id_room(xb_made_id id)
{
    return sizeof replacement + XB_DECIMAL_DIGITS + sizeof infix + id.name->length;
}

size_t xb_id_put(xb_made_id id, char *text)
{
    char *end = text;
    if (id.form == XB_ID_REPLACEMENT) {
        end = put(end, replacement, strlen(replacement));
        end += xb_decimal(end, id.number);
        end = put(end, infix, strlen(infix));
    }
    end = put(end, id.name->text, id.name->length);
    if (id.form == XB_ID_NUMBERED)
        end += xb_decimal(end, id.number);
    *end = '\0';
    return (size_t)(end - text);
}

static char *text_of(xb_arena *arena, xb_made_id id)
{
    char *text = xb_arena_alloc(arena, xb_id_room(id));
    xb_id_put(id, text);
    return text;
}

xb_made_id xb_id_of(const xb_statement *statement)
{
    if (statement->node.kind != XB_KIND_ASSIGNMENT)
        return (xb_made_id){XB_ID_NAME, statement->id, 0};
    const xb_assignment *assignment = (const xb_assignment *)statement;
    return (xb_made_id){assignment->id_form, statement->id, assignment->id_number};
}

const char *xb_statement_text(xb_arena *arena, const xb_statement *statement)
{
    xb_made_id id = xb_id_of(statement);
    if (id.form != XB_ID_NAME)
        return text_of(arena, id);
    return id.name ? id.name->text : NULL;
}

xb_made_id xb_id_numbered(xb_program *program, const char *stem)
{
    const xb_name *name = xb_program_name(program, stem);
    uint64_t number = (*xb_program_counter(program, name))++;
    if (number < XB_ID_NUMBER_LIMIT)
        return (xb_made_id){XB_ID_NUMBERED, name, (uint32_t)number};
    const char *text = xb_arena_format(program->arena, "%s%" PRIu64, stem, number);
    return (xb_made_id){XB_ID_NAME, xb_program_name(program, text), 0};
}

xb_made_id xb_id_of_replacement(xb_program *program, const xb_statement *statement, uint32_t number)
{
    xb_made_id id = {XB_ID_REPLACEMENT, statement->id, number};
    if (xb_id_of(statement).form != XB_ID_NAME)
        id.name = xb_program_name(program, xb_statement_text(program->arena, statement));
    if (number < XB_ID_NUMBER_LIMIT)
        return id;
    return (xb_made_id){XB_ID_NAME, xb_program_name(program, text_of(program->arena, id)), 0};
}

void xb_id_set(xb_assignment *assignment, xb_made_id id)
{
    assignment->statement.id = id.name;
    assignment->id_form = id.form;
    assignment->id_number = id.number & (XB_ID_NUMBER_LIMIT - 1);
}

/* ---- texts --------------------------------------------------------------------------------------------- */

static size_t digits_at_end(const char *text, size_t length)
{
    size_t digits = 0;
    while (digits < length && text[length - digits - 1] >= '0' && text[length - digits - 1] <= '9')
        digits++;
    return digits;
}

static bool may_be_numbered(const xb_program *program, const char *text)
{
    size_t length = strlen(text), stem = length - digits_at_end(text, length);
    const xb_name *name = stem < length ? xb_names_find(program->names, text, stem) : NULL;
    const uint64_t *counter = name ? xb_map_get(&program->counters, name->index, 0) : NULL;
    return counter && strtoull(text + stem, NULL, 10) < *counter;
}

static bool may_be_replacement(const xb_program *program, const char *text)
{
    if (strncmp(text, replacement, strlen(replacement)) != 0)
        return false;
    const char *rest = text + strlen(replacement) + strspn(text + strlen(replacement), "0123456789");
    if (strncmp(rest, infix, strlen(infix)) != 0)
        return false;
    rest += strlen(infix);
    return xb_names_find(program->names, rest, strlen(rest)) != NULL;
}

bool xb_id_may_be_made(const xb_program *program, const char *text)
{
    return may_be_numbered(program, text) || may_be_replacement(program, text);
}
