/*
 * The pieces of a statement form, as readers of languages put them together.
 */
#include <string.h>

#include "languages/code/maker.h"

static const char *copy(xb_arena *arena, const char *text)
{
    return text ? xb_arena_copy_text(arena, text, strlen(text)) : NULL;
}

xb_source *xb_source_begin(xb_arena *arena, const char *name, const char *file)
{
    xb_source *source = xb_arena_alloc(arena, sizeof *source);
    *source = (xb_source){.name = copy(arena, name), .file = copy(arena, file)};
    return source;
}

static xb_source_unit *new_unit(xb_arena *arena, xb_source *source, const char *name, uint64_t line)
{
    xb_source_unit *unit = xb_arena_alloc(arena, sizeof *unit);
    *unit = (xb_source_unit){.name = copy(arena, name),
                             .line = line,
                             .number = (uint32_t)(source->units.count + source->externals.count)};
    return unit;
}

xb_source_unit *xb_source_add_unit(xb_arena *arena, xb_source *source, xb_source_unit *host, const char *name,
                                   uint64_t line)
{
    xb_source_unit *unit = new_unit(arena, source, name, line);
    unit->host = host;
    if (host)
        xb_list_append(arena, &host->inner, unit);
    xb_list_append(arena, &source->units, unit);
    return unit;
}

xb_source_unit *xb_source_add_external(xb_arena *arena, xb_source *source, const char *name, uint64_t line)
{
    xb_source_unit *unit = new_unit(arena, source, name, line);
    unit->is_external = true;
    xb_list_append(arena, &source->externals, unit);
    return unit;
}

xb_source_variable *xb_source_add_variable(xb_arena *arena, xb_source *source, xb_source_unit *home,
                                           const char *name, xb_type type, unsigned bytes)
{
    xb_source_variable *variable = xb_arena_alloc(arena, sizeof *variable);
    *variable = (xb_source_variable){.home = home, .name = copy(arena, name), .type = type, .bytes = bytes};
    xb_list_append(arena, home ? &home->declared : &source->globals, variable);
    return variable;
}

void xb_source_add_formal(xb_arena *arena, xb_source_unit *unit, xb_source_variable *variable,
                          xb_intent intent)
{
    xb_list_append(arena, &unit->formals, variable);
    variable->position = unit->formals.count;
    variable->intent = intent;
}

xb_source_statement *xb_source_add(xb_arena *arena, xb_source_unit *unit, xb_source_statement_kind kind,
                                   uint64_t line)
{
    xb_source_statement *statement = xb_vector_push(arena, &unit->statements, sizeof *statement);
    *statement = (xb_source_statement){.kind = kind, .line = line};
    return statement;
}

xb_source_expression *xb_source_operate(xb_arena *arena, xb_intrinsic_code code, xb_type type, int rank,
                                        const xb_source_expression *const *operands, size_t count)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_OPERATION, type, 0, rank);
    made->intrinsic = code;
    made->text = xb_intrinsic_facts_of(code)->name;
    xb_source_take_operands(arena, made, count);
    for (size_t i = 0; i < count; i++)
        xb_source_set_operand(made, i, operands[i]);
    xb_source_settle_kind(made);
    return made;
}
