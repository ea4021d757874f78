/**
 * @file
 * Statements and expressions in a short notation for people, as labels of pictures.
 */
#ifndef XB_ALGORITHM_NOTATION_H
#define XB_ALGORITHM_NOTATION_H

#include "base/output.h"
#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Puts a reference with its subscripts, as x(i,1:n); an apostrophe marks the derivative component. */
void xb_notation_reference(xb_output *output, const xb_reference *reference);

/** Puts an expression in functional notation, as add(x,sin(y)); what is nested very deeply becomes "...". */
void xb_notation_expression(xb_output *output, const xb_expression *expression);

/** Puts one vertex of an expression without its operands: a name, a constant, a reference. */
void xb_notation_vertex(xb_output *output, const xb_vertex *vertex);

/** Puts a statement without line break; a propagator has a line an entry, separated by newlines. */
void xb_notation_statement(xb_output *output, const xb_node *statement);

#ifdef __cplusplus
}
#endif

#endif
