/**
 * @file
 * Expressions in Fortran. Not installed.
 */
#ifndef XB_LANGUAGES_FORTRAN_EXPRESSION_H
#define XB_LANGUAGES_FORTRAN_EXPRESSION_H

#include "base/output.h"
#include "languages/code/source.h"

/** A type, such as real(8). */
void xb_fortran_type(xb_output *output, xb_type type, unsigned bytes);

/** A program that is being written. */
typedef struct xb_fortran {
    xb_output *output;
    const xb_source *source;
    xb_arena *arena;
    const xb_node *at; /**< statement at hand, for diagnostics */
    xb_status status;
} xb_fortran;

/** An expression. */
void xb_fortran_expression(xb_fortran *fortran, const xb_source_expression *expression);

/** An expression that is assigned to a variable of a type: converted, if compilers would warn otherwise. */
void xb_fortran_converted(xb_fortran *fortran, const xb_source_expression *expression, xb_type type,
                          unsigned bytes);

/** The arguments of a call, in parentheses; after one that is absent, by keyword. @param count without a
 * result */
void xb_fortran_arguments(xb_fortran *fortran, const xb_source_unit *callee,
                          const xb_source_expression *const *arguments, size_t count);

/** Whether a name, in lower case, is that of an intrinsic that may be written. */
bool xb_fortran_is_intrinsic(const char *name);

#endif
