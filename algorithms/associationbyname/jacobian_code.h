/**
 * @file
 * Code of routines that compute Jacobians, by pieces.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_CODE_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_JACOBIAN_CODE_H

#include "algorithms/associationbyname/jacobian.h"
#include "analysis/footprints.h"
#include "ir/body.h"

/** A routine that computes a Jacobian, under construction. */
typedef struct xb_jacobian_code {
    const xb_whole_jacobian *request;
    xb_program *program;
    xb_routine *original;          /**< as read */
    xb_jacobian_shape shape;       /**< that it is of, and what the sides are */
    xb_routine *version;           /**< the new routine */
    const xb_footprint *footprint; /**< of the original */
    xb_list formals;               /**< xb_formal of the original, by position */
    xb_list outside;         /**< variables from outside: those that the original may modify, then others
                                  that it may read before it assigns them, or that have rows or columns */
    size_t modified_count;   /**< of the former */
    xb_list shared;          /**< of them, what may be read and modified, if under another name */
    xb_symbol *row, *column; /**< counters */
    xb_symbol *matrix;       /**< the Jacobian */
    xb_vector saved;         /**< private: what is restored before each run */
} xb_jacobian_code;

/** How many elements variables of the original have, as an expression. */
xb_expression *xb_jacobian_extent(const xb_jacobian_code *m, const xb_list *symbols);

/** How many directions a run takes. */
uint32_t xb_jacobian_directions(const xb_jacobian_code *m);

/** A variable of the new routine for one of the original, and for its derivative in a direction, from 0. */
xb_symbol *xb_jacobian_variable(const xb_jacobian_code *m, const xb_symbol *symbol);
xb_symbol *xb_jacobian_derivative(const xb_jacobian_code *m, const xb_symbol *symbol, uint32_t direction);

/** A new variable for the Jacobian, with bounds if they are known. */
xb_symbol *xb_jacobian_matrix(const xb_jacobian_code *m);

/** Has a variable saved at first, and restored before each run. */
void xb_jacobian_save(xb_jacobian_code *m, xb_symbol *variable);

/** Statements: target = value; target = a number; counter = counter + 1. */
void xb_jacobian_assign(const xb_jacobian_code *m, xb_body *code, xb_reference *target, xb_expression *value);
void xb_jacobian_set_real(const xb_jacobian_code *m, xb_body *code, xb_reference *target, double value);
void xb_jacobian_count(const xb_jacobian_code *m, xb_body *code, xb_symbol *counter);

/** Appends a subscript to a reference. */
void xb_jacobian_subscribe(const xb_jacobian_code *m, xb_reference *reference, xb_expression *index);

/** Adds loops over all elements of a variable, the first subscript innermost. @param element receives a
 * reference to the element @return how many constructs have been begun before */
size_t xb_jacobian_over_elements(const xb_jacobian_code *m, xb_body *code, xb_symbol *array,
                                 xb_reference **element);

/** Takes what a run has computed in a direction: a column, in reverse mode a row, at the counter for it. */
void xb_jacobian_take(const xb_jacobian_code *m, xb_body *code, uint32_t direction);

/** What comes before all runs, and a call for values after them. */
void xb_jacobian_begin(const xb_jacobian_code *m, xb_body *code);
void xb_jacobian_end(const xb_jacobian_code *m, xb_body *code);

/** What comes before derivatives are set for a run. */
void xb_jacobian_prepare_run(const xb_jacobian_code *m, xb_body *code);

/** A run: afterwards derivatives are propagated. */
void xb_jacobian_run(const xb_jacobian_code *m, xb_body *code);

#endif
