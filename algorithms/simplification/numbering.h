/**
 * @file
 * Numbers of values in straight-line code.
 *
 * Two expressions, or parts of them, that have one number have the same value when they are executed: the
 * same operations of the same constants and variables, which have not changed in between. Sums and products
 * of two operands have one number in either order. A temporary has the number of what it was assigned.
 */
#ifndef XB_ALGORITHMS_SIMPLIFICATION_NUMBERING_H
#define XB_ALGORITHMS_SIMPLIFICATION_NUMBERING_H

#include "algorithms/support/stamps.h"
#include "analysis/locations.h"
#include "analysis/shape.h"

/** What is known so far. */
typedef struct xb_numbering {
    xb_arena *arena;
    xb_location_table *locations;
    xb_stamps stamps;
    uint32_t count;           /**< numbers are from 1 to this */
    xb_map numbers;           /**< private: by what the value is made of */
    xb_node_map of_temporary; /**< private: by symbol */
} xb_numbering;

/** Starts with nothing known. @param arena where maps live */
xb_numbering xb_numbering_start(xb_run *run, xb_arena *arena);

/**
 * Numbers the values of all vertices of an expression, as variables are now.
 * @param order topological
 * @return an array by vertex number
 */
uint32_t *xb_numbering_of(xb_numbering *numbering, const xb_expression *expression, const uint32_t *order);

/** The number of a value of a shape when it has been assigned to a variable of a type, perhaps another one.
 */
uint32_t xb_numbering_stored(xb_numbering *numbering, uint32_t value, const xb_shape *shape,
                             const xb_symbol *variable);

/** Notes that a statement is executed. @param stored number of what it assigns to a temporary; 0: it does
 * something else */
void xb_numbering_note(xb_numbering *numbering, const xb_statement *statement, uint32_t stored);

#endif
