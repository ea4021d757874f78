/*
 * Which names of the run time a program uses: units import these and no others, and modules keep them to
 * themselves.
 */
#include <string.h>

#include "languages/fortran/fortran.h"

static void add(xb_fortran *f, xb_list *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return;
    xb_list_append(f->arena, names, name);
}

static void add_stack(xb_fortran *f, xb_list *names, const xb_source_statement *s)
{
    if (!f->source->options.has_tape_argument)
        add(f, names, xb_fortran_stack(f, s));
}

static void add_access(xb_fortran *f, xb_list *names, const xb_source_statement *access)
{
    const char *verb = access->kind == XB_SOURCE_PUSH ? "put" : "take";
    add_stack(f, names, access);
    if (f->source->options.checks_tape)
        add(f, names, access->kind == XB_SOURCE_PUSH ? "tape_check_put" : "tape_check_take");
    if (access->target->rank > 0 || access->target->type == XB_TYPE_STRING)
        add(f, names,
            xb_arena_format(f->arena, "tape_%s_%s", verb, xb_fortran_tape_suffix(f, access->target)));
}

static void add_statement(xb_fortran *f, xb_list *names, const xb_source_statement *s)
{
    f->at = s->from;
    switch (s->kind) {
    case XB_SOURCE_PUSH:
    case XB_SOURCE_POP: add_access(f, names, s); break;
    case XB_SOURCE_RESERVE:
        add_stack(f, names, s);
        add(f, names, "tape_grow");
        break;
    case XB_SOURCE_ADVANCE:
        add_stack(f, names, s);
        if (s->number <= 0)
            add(f, names, "tape_shrink");
        break;
    case XB_SOURCE_TURN:
        add_stack(f, names, s);
        add(f, names, "tape_turn");
        break;
    default: break;
    }
}

void xb_fortran_find_tape_names(xb_fortran *f, const xb_source_unit *unit, xb_list *names)
{
    if (!unit->has_tape)
        return;
    if (xb_fortran_has_context(f, unit))
        add(f, names, "tape_context");
    for (size_t i = 0; i < unit->statements.count; i++)
        add_statement(f, names, &((const xb_source_statement *)unit->statements.items)[i]);
    for (size_t i = 0; i < unit->inner.count; i++)
        xb_fortran_find_tape_names(f, unit->inner.items[i], names);
}

void xb_fortran_import_tape(xb_fortran *f, const xb_list *names)
{
    for (size_t i = 0; i < names->count; i++)
        xb_lines_put(&f->lines, "%s%s",
                     i > 0 ? ", " : "use xaif_tape, only: ", (const char *)names->items[i]);
    if (names->count > 0)
        xb_fortran_end_line(f);
}

void xb_fortran_hide_tape(xb_fortran *f, const xb_list *names)
{
    size_t hidden = 0;
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], "tape_context") != 0)
            xb_lines_put(&f->lines, "%s%s",
                         hidden++ > 0 ? ", " : "private :: ", (const char *)names->items[i]);
    if (hidden > 0)
        xb_fortran_end_line(f);
}
