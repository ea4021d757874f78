/*
 * Each scope maps ids to symbols. Beside that, the program keeps all ids of all scopes in lower case: a
 * generated name that avoids these can neither hide nor be hidden by anything, in any language.
 */
#include "ir/symbol.h"

#include <inttypes.h>
#include <string.h>

#include "ir/program.h"

static const char *const type_names[] = {
    [XB_TYPE_VOID] = "void",       [XB_TYPE_INTEGER] = "integer", [XB_TYPE_REAL] = "real",
    [XB_TYPE_COMPLEX] = "complex", [XB_TYPE_BOOL] = "bool",       [XB_TYPE_CHAR] = "char",
    [XB_TYPE_STRING] = "string",   [XB_TYPE_OPAQUE] = "opaque",   [XB_TYPE_DOUBLE] = "double",
};

static const char *const shape_names[] = {
    "void",        "scalar",      "vector",     "matrix",       "three_tensor",
    "four_tensor", "five_tensor", "six_tensor", "seven_tensor",
};

const char *xb_type_name(xb_type type)
{
    return (unsigned)type <= XB_TYPE_DOUBLE ? type_names[type] : "?";
}

const char *xb_shape_name(int rank)
{
    return rank >= XB_RANK_VOID && rank <= XB_RANK_LIMIT ? shape_names[rank - XB_RANK_VOID] : "?";
}

const xb_bounds *xb_symbol_bounds(const xb_symbol *symbol, size_t dimension)
{
    if (dimension >= symbol->bounds_count)
        return NULL;
    return &symbol->bounds[symbol->bounds_count - 1 - dimension];
}

bool xb_symbol_is_active(const xb_symbol *symbol)
{
    return symbol->active && symbol->kind != XB_SYMBOL_SUBROUTINE &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX ||
            symbol->type == XB_TYPE_OPAQUE);
}

xb_scope *xb_scope_create(xb_program *program, const xb_name *id)
{
    xb_scope *scope = xb_node_create(program, XB_KIND_SCOPE, sizeof *scope, 0);
    scope->id = id;
    xb_list_append(program->arena, &program->scopes, scope);
    if (!xb_map_get(&program->scope_by_id, id->index, 0))
        xb_map_put(program->arena, &program->scope_by_id, id->index, 0, scope);
    if (!program->root)
        program->root = scope;
    return scope;
}

xb_scope *xb_scope_find(const xb_program *program, const xb_name *id)
{
    return xb_map_get(&program->scope_by_id, id->index, 0);
}

xb_symbol *xb_symbol_find(const xb_scope *scope, const xb_name *id)
{
    return xb_map_get(&scope->by_id, id->index, 0);
}

/* The name in lower case; only ASCII letters have cases in the identifiers of front ends. */
static const xb_name *folded(xb_program *program, const xb_name *name)
{
    size_t i = 0;
    while (i < name->length && !(name->text[i] >= 'A' && name->text[i] <= 'Z'))
        i++;
    if (i == name->length)
        return name;
    char *text = xb_arena_copy_text(program->arena, name->text, name->length);
    for (; i < name->length; i++)
        if (text[i] >= 'A' && text[i] <= 'Z')
            text[i] = (char)(text[i] - 'A' + 'a');
    return xb_names_intern(program->names, text, name->length);
}

xb_symbol *xb_symbol_create(xb_program *program, xb_scope *scope, const xb_name *id, bool overlay)
{
    if (xb_symbol_find(scope, id))
        return NULL;
    xb_symbol *symbol = xb_node_create(program, XB_KIND_SYMBOL, sizeof *symbol, 0);
    symbol->scope = scope;
    symbol->id = id;
    symbol->kind = XB_SYMBOL_VARIABLE;
    symbol->type = XB_TYPE_REAL;
    symbol->overlay = overlay;
    xb_list_append(program->arena, &scope->symbols, symbol);
    if (!overlay)
        scope->read_count++;
    xb_map_put(program->arena, &scope->by_id, id->index, 0, symbol);
    xb_map_put(program->arena, &program->folded_ids, folded(program, id)->index, 0, symbol);
    return symbol;
}

/* The first of the names PREFIX STEM _ NUMBER, from the stem's counter on, that no scope has. */
static const xb_name *free_name(xb_program *program, const char *stem)
{
    for (;;) {
        uint64_t number = xb_program_count(program, stem);
        const xb_name *name = xb_program_name(
            program, xb_arena_format(program->arena, "%s%s_%" PRIu64, program->prefix->text, stem, number));
        if (!xb_map_get(&program->folded_ids, folded(program, name)->index, 0))
            return name;
    }
}

xb_symbol *xb_temporary_create(xb_program *program, xb_scope *scope, const char *stem, xb_temporary_type type)
{
    xb_symbol *symbol = xb_symbol_create(program, scope, free_name(program, stem), true);
    symbol->fe_type = type.fe_type;
    symbol->type = type.type;
    symbol->rank = type.rank;
    symbol->active = type.active;
    symbol->temp = true;
    symbol->temporary = true;
    if (type.bounds && type.rank > 0) {
        symbol->bounds_count = (size_t)type.rank;
        symbol->bounds = xb_arena_array(program->arena, symbol->bounds_count, sizeof *symbol->bounds);
        memcpy(symbol->bounds, type.bounds, symbol->bounds_count * sizeof *symbol->bounds);
    }
    return symbol;
}
