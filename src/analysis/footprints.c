/*
 * Variables from outside are numbered. Those of a routine itself that may share storage with others count by
 * their storage class; they may if alias sets say so, or don't tell. That other variables connect their
 * classes is not enough.
 */
#include "analysis/footprints.h"

#include "base/bits.h"

/* ---- variables that others know ------------------------------------------------------------------------ */

/* Variables that were made later have no node index that is known. */
static bool is_met(const xb_footprints *f, const xb_symbol *symbol)
{
    return symbol->node.index >= f->node_count || xb_bits_has(f->met, symbol->node.index);
}

bool xb_footprints_share(const xb_footprints *footprints, const xb_symbol *symbol)
{
    if (symbol->temporary)
        return false;
    if (xb_storage_class(footprints->storage, symbol) == XB_STORAGE_ANYWHERE || footprints->anywhere)
        return true;
    return xb_storage_set_has(&footprints->shared, symbol) &&
           (xb_storage_is_vague(footprints->storage, symbol) || is_met(footprints, symbol));
}

static uint32_t number_at(const xb_footprints *f, uint64_t key, bool class)
{
    /* What the map has not is 0, and 0 - 1 is XB_FOOTPRINT_NONE. */
    return (uint32_t)(uintptr_t)xb_map_get(&f->numbers, key, class) - 1;
}

uint32_t xb_footprints_number(const xb_footprints *footprints, const xb_routine *routine,
                              const xb_symbol *symbol)
{
    uint32_t by_name = number_at(footprints, symbol->node.index, false);
    if (xb_is_from_outside(routine, symbol) && by_name != XB_FOOTPRINT_NONE)
        return by_name;
    return xb_footprints_share(footprints, symbol)
               ? number_at(footprints, xb_storage_class(footprints->storage, symbol), true)
               : XB_FOOTPRINT_NONE;
}

uint32_t xb_footprints_give_number(xb_footprints *footprints, const xb_routine *routine,
                                   const xb_symbol *symbol)
{
    bool outside = xb_is_from_outside(routine, symbol);
    if (symbol->kind == XB_SYMBOL_SUBROUTINE || symbol->temporary ||
        (!outside &&
         (xb_storage_is_formal(footprints->storage, symbol) || !xb_footprints_share(footprints, symbol))))
        return XB_FOOTPRINT_NONE;
    uint64_t key = outside ? symbol->node.index : xb_storage_class(footprints->storage, symbol);
    if (number_at(footprints, key, !outside) == XB_FOOTPRINT_NONE) {
        xb_list_append(footprints->arena, &footprints->items, (xb_symbol *)symbol);
        xb_map_put(footprints->arena, &footprints->numbers, key, !outside,
                   (const void *)(uintptr_t)footprints->items.count);
    }
    return number_at(footprints, key, !outside);
}

xb_list xb_footprints_members(const xb_footprints *footprints, const xb_routine *routine, const uint64_t *set)
{
    xb_list list = {.count = 0};
    for (uint32_t i = 0; i < footprints->items.count; i++) {
        const xb_symbol *symbol = footprints->items.items[i];
        if (xb_bits_has(set, i) &&
            (xb_is_from_outside(routine, symbol) || xb_footprints_share(footprints, symbol)))
            xb_list_append(footprints->arena, &list, (xb_symbol *)symbol);
    }
    return list;
}

/* ---- questions ----------------------------------------------------------------------------------------- */

const xb_footprint *xb_footprint_of(const xb_footprints *footprints, const xb_routine *routine)
{
    uint32_t v = xb_calls_vertex(footprints->calls, routine);
    return v == XB_GRAPH_NONE || !xb_routine_is_procedure(routine) ? NULL : &footprints->entries[v].footprint;
}

bool xb_footprint_knows(const xb_footprints *footprints, const xb_routine *routine, const xb_symbol *symbol)
{
    const xb_program *program = xb_analyses_program(footprints->analyses);
    if (!xb_is_from_outside(routine, symbol))
        return false;
    for (const xb_scope *scope = routine->scope; scope; scope = scope->parent)
        if (scope == symbol->scope)
            return true;
    return !xb_program_has_procedure(program, symbol->scope);
}

xb_formal_use xb_formal_use_of(const xb_footprints *footprints, const xb_formal *formal)
{
    const xb_formal_use *use = xb_node_map_get(&footprints->formals, &formal->symbol->node);
    return use ? *use : (xb_formal_use){.modified = true, .exposed = true};
}

static const xb_symbol *modified_formal(const xb_footprints *footprints, const xb_routine *function,
                                        size_t arguments)
{
    for (size_t i = 0; i < arguments && i < function->formals.count; i++) {
        const xb_formal *formal = xb_routine_formal(function, (uint32_t)i + 1);
        if (formal && xb_symbol_is_active(formal->symbol) && xb_formal_use_of(footprints, formal).modified)
            return formal->symbol;
    }
    return NULL;
}

const xb_symbol *xb_function_changes_active(const xb_footprints *footprints, const xb_routine *function,
                                            size_t arguments)
{
    const xb_footprint *footprint = xb_footprint_of(footprints, function);
    for (size_t i = 0; footprint && i < footprint->modified.count; i++)
        if (xb_symbol_is_active(footprint->modified.items[i]))
            return footprint->modified.items[i];
    return modified_formal(footprints, function, arguments);
}
