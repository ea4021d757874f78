/**
 * @file
 * What statements do that a document has only as markers: small formulas over variables, as case files have
 * them.
 *
 * A formula has integers, real numbers, texts in quotes, True and False, names of variables (symbol_id),
 * + - * / // % **, comparisons, and, or, not, parentheses, and the functions abs, float, int, max, min of
 * numbers and argmax, argmin of an array variable (the position of its largest, smallest element, from 1).
 * Their meaning is that of Python.
 */
#ifndef XB_VERIFY_CASES_MARKER_H
#define XB_VERIFY_CASES_MARKER_H

#include "evaluate/values/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A formula. */
typedef struct xb_marker_formula xb_marker_formula;

/** Sets a variable, or an element of it. */
typedef struct xb_marker_action {
    const char *target;                     /**< symbol_id */
    const xb_marker_formula *const *places; /**< count subscripts; none: the whole variable */
    size_t count;
    const xb_marker_formula *value;
} xb_marker_action;

/** Where formulas get the values of variables from. */
typedef struct xb_marker_world {
    /** The values of a variable; or false, with what is wrong, in any memory that lasts. */
    bool (*get)(void *context, const char *id, xb_array *values, const char **problem);
    void *context;
} xb_marker_world;

/**
 * Parses a formula.
 * @param problem receives what is wrong, in the arena, if the result is NULL
 * @return the formula, in the arena; NULL if the text is none
 */
const xb_marker_formula *xb_marker_parse(xb_arena *arena, const char *text, const char **problem);

/** A formula that is one value. The bytes of a string are not copied. */
const xb_marker_formula *xb_marker_constant(xb_arena *arena, const xb_number *value);

/** Calls a function for each name of a variable in a formula. */
void xb_marker_names(const xb_marker_formula *formula, void (*visit)(void *context, const char *name),
                     void *context);

/**
 * Computes a formula.
 * @param arena scratch memory
 * @return NULL, or what is wrong, in the arena
 */
const char *xb_marker_compute(xb_arena *arena, const xb_marker_formula *formula, const xb_marker_world *world,
                              xb_number *value);

#ifdef __cplusplus
}
#endif

#endif
