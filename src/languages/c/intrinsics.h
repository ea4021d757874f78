/**
 * @file
 * Intrinsics in C whose text depends on the types of their operands. Not installed.
 */
#ifndef XB_LANGUAGES_C_INTRINSICS_H
#define XB_LANGUAGES_C_INTRINSICS_H

#include "languages/c/expression.h"

/** An operation that has no row of its own among operators and functions. */
void xb_c_special(xb_c *c, const xb_source_expression *operation);

/** Its precedence. */
xb_c_precedence xb_c_precedence_of_special(const xb_source_expression *operation);

/** An expression of a type: the conversion is said even where C would do it by itself, but not where nothing
 * changes. */
void xb_c_cast(xb_c *c, const xb_source_expression *operand, xb_type type, unsigned bytes);

/* ---- what both kinds of intrinsics need (expression.c) ---- */

/** The kind of a number, in bytes. */
unsigned xb_c_bytes(const xb_source_expression *expression);

/** Whether it is one of single precision. */
bool xb_c_is_single(const xb_source_expression *expression);

/** Whether it is an integer that C computes as a wider one. */
bool xb_c_is_narrow(const xb_source_expression *operation);

/** Whether C converts an expression without loss, and without being told. */
bool xb_c_is_implicit(const xb_source_expression *expression, xb_type type, unsigned bytes);

/** Whether an expression is a scalar behind a pointer. */
bool xb_c_is_deref(const xb_c *c, const xb_source_expression *expression);

/** A constant. */
void xb_c_constant(xb_c *c, const xb_source_expression *constant);

/** Two operands with an operator between them. */
void xb_c_binary(xb_c *c, const xb_source_expression *operation, const char *text,
                 xb_c_precedence precedence);

/** A function of math.h, or of complex.h, of all operands. */
void xb_c_math(xb_c *c, const xb_source_expression *operation, const char *name);

/** The name of a function of helpers.c for the type of an operation, and a parenthesis. */
void xb_c_call(xb_c *c, const xb_source_expression *operation, xb_c_helper helper);

#endif
