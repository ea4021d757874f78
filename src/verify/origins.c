/*
 * Tags tell it, by the name that the original had when it was read: it may have the prefix by now.
 * Replacement lists have none: there the names do, which are that of the original after the prefix and a
 * word.
 */
#include "verify/origins.h"

#include <string.h>

#include "ir/tags.h"
#include "ir/taken_names.h"

/* The rest of a text that begins with another one, or NULL. */
static const char *after(const char *text, const char *beginning)
{
    size_t length = strlen(beginning);
    return strncmp(text, beginning, length) == 0 ? text + length : NULL;
}

/* The first routine with a name; NULL: there is none. */
static const xb_routine *first_named(const xb_program *program, const char *name, size_t length)
{
    const xb_list *takers = xb_name_takers(program, name, length);
    const xb_routine *first = NULL;
    for (size_t i = 0; takers && i < takers->count; i++) {
        const xb_symbol *symbol = takers->items[i];
        const xb_routine *routine =
            symbol->id->length == length && memcmp(symbol->id->text, name, length) == 0
                ? xb_program_routine(program, symbol)
                : NULL;
        if (routine && (!first || routine->node.index < first->node.index))
            first = routine;
    }
    return first;
}

static const xb_routine *routine_named(const xb_program *program, const char *text, size_t length)
{
    const xb_routine *routine = first_named(program, text, length);
    if (routine || program->prefix->length == 0)
        return routine;
    const char *renamed = xb_arena_format(program->arena, "%s%.*s", program->prefix->text, (int)length, text);
    return first_named(program, renamed, program->prefix->length + length);
}

/* The original's name within that of a motion, or NULL. */
static const char *name_in(const xb_program *program, const char *id)
{
    static const char *const words[] = {"advance_", "record_", "return_", "joint_"};
    const char *rest = program->prefix->length > 0 ? after(id, program->prefix->text) : NULL;
    for (size_t i = 0; rest && i < sizeof words / sizeof *words; i++) {
        const char *name = after(rest, words[i]);
        if (name)
            return name;
    }
    return NULL;
}

/* Whether a tag names a routine, which may have got the prefix since. */
static bool names(const xb_program *program, const xb_tag *tag, const xb_tag *name)
{
    size_t added = tag->value_length - name->value_length;
    if (tag->value_length < name->value_length || (added > 0 && added != program->prefix->length))
        return false;
    return memcmp(tag->value, program->prefix->text, added) == 0 &&
           memcmp(tag->value + added, name->value, name->value_length) == 0;
}

/* The routine that took the place of the original of a motion, under another name, as in forward mode. */
static const xb_routine *renamed_original(const xb_program *program, const xb_routine *motion,
                                          const xb_tag *name)
{
    xb_tag kind;
    if (!xb_tags_find(program, &motion->node, XB_TAG_MOTION, &kind))
        return motion;
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        xb_tag tag;
        if (!xb_tags_find(program, &routine->node, XB_TAG_MOTION, &tag) &&
            xb_tags_find(program, &routine->node, XB_TAG_ROUTINE, &tag) && names(program, &tag, name))
            return routine;
    }
    return NULL;
}

const xb_routine *xb_routine_origin(const xb_program *program, const xb_routine *routine)
{
    xb_tag tag = {.value = NULL};
    const char *name = name_in(program, routine->symbol->id->text);
    const xb_routine *origin = NULL;
    if (xb_tags_find(program, &routine->node, XB_TAG_ROUTINE, &tag)) {
        origin = routine_named(program, tag.value, tag.value_length);
        origin = origin ? origin : renamed_original(program, routine, &tag);
    } else if (name && routine->node.kind == XB_KIND_REPLACEMENT_LIST)
        origin = routine_named(program, name, strlen(name));
    return origin ? origin : routine;
}
