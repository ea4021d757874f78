/*
 * Layouts under construction.
 */
#ifndef XB_VERIFY_LAYOUT_INTERNAL_H
#define XB_VERIFY_LAYOUT_INTERNAL_H

#include "verify/layout.h"

/* The most numbers of x, of y, and of another argument. */
#define XB_LAYOUT_LIMIT ((size_t)10000000)

/* A layout under construction. */
typedef struct xb_layout_builder {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_program *program;
    const xb_case *description;
    xb_layout *layout;
    xb_list global_x, global_y; /* const char: names of global variables that are x, y */
    xb_vector storages;         /* xb_layout_storage */
    xb_layout_number *x, *y;
    size_t made_values;                /* of arguments that are neither */
    const char **x_owners, **y_owners; /* names of arguments; NULL: none yet */
} xb_layout_builder;

/* The variable that a name means which is x, or y; where independents, or dependents, are named, it may be an
 * argument. NULL: there is none. */
const xb_symbol *xb_layout_global(const xb_layout_builder *state, const char *name, bool of_x);

/* Whether a text names a symbol: its id, or the name that it has in the source; perhaps with the scope's id
 * and a slash in front. */
bool xb_layout_is_named(xb_arena *arena, const xb_symbol *symbol, const char *name);

/* A hint for who misspelt the name of a global variable, or also that of an argument of the entry. */
const char *xb_layout_suggest(const xb_layout_builder *state, const char *name, bool arguments);

/* Finds the entry routine as xb_layout_create() says; reports if there is none. */
xb_status xb_layout_entry(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                          const xb_case *description, const xb_routine **routine);

/*
 * What the arguments of the entry routine are: those of the case, or made up from intent and activity;
 * variables that the case names win over both. Global variables among these go to the builder.
 * @param arguments receives count descriptions by position
 */
xb_status xb_layout_describe(xb_layout_builder *state, const xb_case_argument **arguments, size_t *count);

/* How many real numbers a symbol holds; 0 if that isn't known. */
size_t xb_layout_numbers(const xb_layout_builder *state, const xb_symbol *symbol);

/* Whether that is known. */
bool xb_layout_is_sized(const xb_layout_builder *state, const xb_symbol *symbol);

/* Whether a scalar argument gets the usual value of integers, since the case says nothing of arguments. */
bool xb_layout_makes_integer(const xb_layout_builder *state, const xb_symbol *symbol);

/* Whether a symbol can hold x or y. */
static inline bool xb_layout_is_numeric(const xb_symbol *symbol)
{
    return symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX;
}

#endif
