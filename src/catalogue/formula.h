/**
 * @file
 * Formulas of a catalogue under construction; internal to the catalogue reader.
 *
 * Vertices and edges come in any order, as in the document; building orders the vertices so that operands
 * come before operators and checks that they make one expression.
 */
#ifndef XB_CATALOGUE_FORMULA_H
#define XB_CATALOGUE_FORMULA_H

#include "base/names.h"
#include "catalogue/catalogue.h"

/** A formula under construction. All zero is an empty one. */
typedef struct xb_formula {
    xb_vector vertices; /**< private */
    xb_vector edges;    /**< private */
    xb_map by_id;       /**< private */
} xb_formula;

/** The first thing wrong with a formula. */
typedef struct xb_formula_problem {
    size_t line;         /**< of the vertex or edge concerned, 0 for the formula as a whole */
    const char *message; /**< NULL if nothing is wrong */
    const char *hint;    /**< or NULL */
} xb_formula_problem;

/**
 * Adds a vertex; its operands come from edges.
 * @param id vertex_id
 * @return false if the formula has a vertex of this id already
 */
bool xb_formula_add_vertex(xb_arena *arena, xb_formula *formula, const xb_name *id, xb_partial_vertex vertex,
                           size_t line);

/** Adds an edge from an operand to an operator. @param position number of the operand, from 1 */
void xb_formula_add_edge(xb_arena *arena, xb_formula *formula, const xb_name *source, const xb_name *target,
                         unsigned position, size_t line);

/** Number of vertices so far. */
size_t xb_formula_vertex_count(const xb_formula *formula);

/** Line of vertex number i, in the order in which they were added. */
size_t xb_formula_line(const xb_formula *formula, size_t i);

/**
 * Puts the vertices into order.
 * @param vertices set to xb_formula_vertex_count() vertices in the arena
 * @param origin set to the number of each vertex in the order in which they were added
 * @return what is wrong, if anything
 */
xb_formula_problem xb_formula_build(xb_arena *arena, const xb_formula *formula,
                                    const xb_partial_vertex **vertices, const uint32_t **origin);

#endif
