/*
 * Tags tell it, by the name that the original had when it was read: it may have the prefix by now.
 * Replacement lists have none: there the names do, which are that of the original after the prefix and a
 * word.
 */
#include "verify/origins.h"

#include <string.h>

#include "ir/tags.h"

/* The rest of a text that begins with another one, or NULL. */
static const char *after(const char *text, const char *beginning)
{
    size_t length = strlen(beginning);
    return strncmp(text, beginning, length) == 0 ? text + length : NULL;
}

static bool is(const char *id, const char *text, size_t length)
{
    return id && strlen(id) == length && memcmp(id, text, length) == 0;
}

static const xb_routine *routine_named(const xb_program *program, const char *text, size_t length)
{
    const xb_routine *renamed = NULL;
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        const char *id = routine->symbol->id->text;
        if (is(id, text, length))
            return routine;
        if (program->prefix->length > 0 && is(after(id, program->prefix->text), text, length))
            renamed = routine;
    }
    return renamed;
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

const xb_routine *xb_routine_origin(const xb_program *program, const xb_routine *routine)
{
    xb_tag tag = {.value = NULL};
    const char *name = name_in(program, routine->symbol->id->text);
    const xb_routine *origin = NULL;
    if (xb_tags_find(program, &routine->node, XB_TAG_ROUTINE, &tag))
        origin = routine_named(program, tag.value, tag.value_length);
    else if (name && routine->node.kind == XB_KIND_REPLACEMENT_LIST)
        origin = routine_named(program, name, strlen(name));
    return origin ? origin : routine;
}
