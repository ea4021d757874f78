/*
 * Each scope finds symbols by their ids, in a hash table with linear probing that is at most half full: of
 * places in the list of symbols. Temporaries, of which programs have hundreds of thousands, are in no table:
 * hardly anybody asks for one by its name, which is the last that is looked at. That generated names are new
 * is for taken_names.c to see to.
 */
#include "ir/symbol.h"

#include <ctype.h>
#include <string.h>

#include "ir/declaration.h"
#include "ir/program.h"
#include "ir/taken_names.h"

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

size_t xb_type_bytes(xb_type type)
{
    switch (type) {
    case XB_TYPE_COMPLEX:
    case XB_TYPE_STRING: return 16;
    case XB_TYPE_REAL: return 8;
    default: return 4;
    }
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

int64_t xb_bounds_elements(const xb_bounds *bounds, size_t rank)
{
    int64_t count = 1, extent;
    for (size_t d = 0; d < rank; d++)
        if (bounds[d].upper < bounds[d].lower ||
            __builtin_sub_overflow(bounds[d].upper, bounds[d].lower, &extent) ||
            __builtin_add_overflow(extent, 1, &extent) || __builtin_mul_overflow(count, extent, &count))
            return 0;
    return count;
}

bool xb_symbol_is_active(const xb_symbol *symbol)
{
    return symbol->active && symbol->kind != XB_SYMBOL_SUBROUTINE && !xb_symbol_is_parameter(symbol) &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX ||
            symbol->type == XB_TYPE_OPAQUE);
}

xb_scope *xb_scope_create(xb_program *program, const xb_name *id)
{
    xb_scope *scope = xb_node_create(program, XB_KIND_SCOPE, sizeof *scope, 0);
    scope->id = id;
    scope->overlay = !id;
    xb_list_append(program->arena, &program->scopes, scope);
    if (id && !xb_map_get(&program->scope_by_id, id->index, 0))
        xb_map_put(program->arena, &program->scope_by_id, id->index, 0, scope);
    if (!program->root)
        program->root = scope;
    return scope;
}

const char *xb_scope_text(const xb_scope *scope)
{
    return scope->id ? scope->id->text : "(generated)";
}

const xb_scope *xb_scope_around(const xb_scope *scope)
{
    do
        scope = scope->parent;
    while (scope && scope->parent && !scope->routine);
    return scope;
}

bool xb_scope_is_within(const xb_scope *scope, const xb_scope *outer)
{
    while (scope && scope != outer)
        scope = scope->parent;
    return scope != NULL;
}

xb_scope *xb_scope_find(const xb_program *program, const xb_name *id)
{
    return xb_map_get(&program->scope_by_id, id->index, 0);
}

/* ---- symbols by id ------------------------------------------------------------------------------------- */

enum { FIRST_TABLE = 16 };

/* Where an id stands in the table, or the free place where it belongs. */
static uint32_t *place_of(const xb_scope *scope, const xb_name *id)
{
    uint32_t mask = scope->by_id_size - 1;
    for (uint32_t i = id->hash & mask;; i = (i + 1) & mask) {
        uint32_t *place = &scope->by_id[i];
        if (*place == 0 || ((const xb_symbol *)scope->symbols.items[*place - 1])->id == id)
            return place;
    }
}

static void make_table(xb_program *program, xb_scope *scope, uint32_t size)
{
    xb_arena_give_back(program->arena, scope->by_id, scope->by_id_size * sizeof *scope->by_id);
    scope->by_id_size = 0; /* as long as there is no table, should memory run out */
    scope->by_id = xb_arena_array(program->arena, size, sizeof *scope->by_id);
    scope->by_id_size = size;
    for (uint32_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        if (symbol->id->index != XB_NAME_OUTSIDE)
            *place_of(scope, symbol->id) = i + 1;
    }
}

/* A symbol that is the last of its scope. */
static void enter(xb_program *program, xb_scope *scope, const xb_symbol *symbol)
{
    if (++scope->by_id_count > scope->by_id_size / 2)
        make_table(program, scope, scope->by_id_size ? scope->by_id_size * 2 : FIRST_TABLE);
    else
        *place_of(scope, symbol->id) = scope->symbols.count;
}

static xb_symbol *find_entered(const xb_scope *scope, const xb_name *id)
{
    uint32_t place = scope->by_id_size ? *place_of(scope, id) : 0;
    return place ? scope->symbols.items[place - 1] : NULL;
}

static bool has_name(const xb_symbol *temporary, const xb_name *id)
{
    const xb_name *name = temporary->id;
    return name->hash == id->hash && name->length == id->length &&
           memcmp(name->text, id->text, name->length) == 0;
}

static xb_symbol *find_temporary(const xb_scope *scope, const xb_name *id)
{
    for (size_t i = scope->read_count; i < scope->symbols.count; i++) {
        xb_symbol *symbol = scope->symbols.items[i];
        if (symbol->id->index == XB_NAME_OUTSIDE && has_name(symbol, id))
            return symbol;
    }
    return NULL;
}

xb_symbol *xb_symbol_find(const xb_scope *scope, const xb_name *id)
{
    xb_symbol *found = find_entered(scope, id);
    return found ? found : find_temporary(scope, id);
}

/* ---- making symbols ------------------------------------------------------------------------------------ */

void xb_symbol_fold(char *to, const char *from, size_t length)
{
    for (size_t i = 0; i < length; i++)
        to[i] = from[i] >= 'A' && from[i] <= 'Z' ? (char)(from[i] - 'A' + 'a') : from[i];
}

/* A symbol at the end of the list of its scope. */
static xb_symbol *new_symbol(xb_program *program, xb_scope *scope, const xb_name *id, bool overlay)
{
    xb_symbol *symbol = xb_node_create(program, XB_KIND_SYMBOL, sizeof *symbol, 0);
    symbol->scope = scope;
    symbol->id = id;
    symbol->kind = XB_SYMBOL_VARIABLE;
    symbol->type = XB_TYPE_REAL;
    symbol->overlay = overlay;
    xb_list_append(program->arena, &scope->symbols, symbol);
    if (!overlay)
        scope->read_count++;
    return symbol;
}

xb_symbol *xb_symbol_create(xb_program *program, xb_scope *scope, const xb_name *id, bool overlay)
{
    bool may_be_temporary = xb_name_is_temporary(program, id->text, id->length);
    if (find_entered(scope, id) || (may_be_temporary && find_temporary(scope, id)))
        return NULL;
    xb_symbol *symbol = new_symbol(program, scope, id, overlay);
    enter(program, scope, symbol);
    xb_name_take(program, symbol);
    return symbol;
}

void xb_symbol_move(xb_program *program, xb_symbol *symbol, xb_scope *scope, const xb_name *id)
{
    xb_scope *from = symbol->scope;
    uint32_t left = 0;
    for (uint32_t i = 0; i < from->symbols.count; i++)
        if (from->symbols.items[i] != symbol)
            from->symbols.items[left++] = from->symbols.items[i];
    from->symbols.count = left;
    from->read_count--;
    from->by_id_count--;
    make_table(program, from, from->by_id_size);
    symbol->scope = scope;
    symbol->id = id;
    xb_list_append(program->arena, &scope->symbols, symbol);
    scope->read_count++;
    enter(program, scope, symbol);
    xb_name_take(program, symbol);
}

xb_symbol *xb_symbol_like(xb_program *program, xb_scope *scope, const xb_name *id, const xb_symbol *like)
{
    bool is_temporary = id->index == XB_NAME_OUTSIDE;
    xb_symbol *symbol =
        is_temporary ? new_symbol(program, scope, id, true) : xb_symbol_create(program, scope, id, true);
    if (!symbol)
        return NULL;
    xb_node node = symbol->node;
    *symbol = *like;
    symbol->node = node;
    symbol->scope = scope;
    symbol->id = id;
    symbol->overlay = true;
    symbol->single = false;
    return symbol;
}

const xb_name *xb_symbol_length(const xb_symbol *symbol)
{
    const xb_name *length = symbol->declaration ? symbol->declaration->length : NULL;
    return length && isdigit((unsigned char)length->text[0]) ? length : NULL;
}

xb_symbol *xb_temporary_create(xb_program *program, xb_scope *scope, const char *stem, xb_temporary_type type)
{
    xb_symbol *symbol = new_symbol(program, scope, xb_name_of_temporary(program, stem), true);
    symbol->fe_type = type.fe_type;
    symbol->type = type.type;
    symbol->rank = type.rank;
    symbol->active = type.active;
    symbol->temp = true;
    symbol->temporary = true;
    if (type.bounds && type.rank > 0) {
        symbol->bounds_count = (uint8_t)type.rank;
        symbol->bounds = xb_arena_array(program->arena, symbol->bounds_count, sizeof *symbol->bounds);
        memcpy(symbol->bounds, type.bounds, symbol->bounds_count * sizeof *symbol->bounds);
    }
    const xb_name *length = type.length;
    if (!length && type.type == XB_TYPE_STRING && type.rank == 0)
        length = xb_program_name(program, ":");
    if (length)
        xb_symbol_declare(program, symbol)->length = length;
    return symbol;
}

xb_symbol *xb_temporary_integer(xb_program *program, xb_scope *scope, const char *stem)
{
    return xb_temporary_create(program, scope, stem, (xb_temporary_type){.type = XB_TYPE_INTEGER});
}

xb_symbol *xb_temporary_long_integer(xb_program *program, xb_scope *scope, const char *stem)
{
    return xb_temporary_create(
        program, scope, stem,
        (xb_temporary_type){.type = XB_TYPE_INTEGER, .fe_type = xb_program_name(program, "I8")});
}
