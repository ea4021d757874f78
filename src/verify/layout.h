/**
 * @file
 * Layouts: which elements of which variables are the independent numbers x and the dependent numbers y of a
 * program, by a case, or by intent and activity of the entry routine's formal arguments.
 */
#ifndef XB_VERIFY_LAYOUT_H
#define XB_VERIFY_LAYOUT_H

#include "ir/program.h"
#include "verify/cases/case.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A variable that is passed to the entry routine, or a global variable that holds x or y. */
typedef struct xb_layout_storage {
    const xb_symbol *symbol; /**< the formal argument, or the global variable, of the program laid out; NULL:
                                a place between formal arguments, which is absent */
    bool global;
    xb_type type; /**< that it is stored as, see xb_storage_type() */
    int rank;
    xb_bounds bounds[XB_RANK_LIMIT];
    size_t count;                /**< elements */
    const xb_number *values;     /**< count values; NULL: undefined, or x or y */
    bool constant;               /**< must not be written to */
    bool independent, dependent; /**< whether it holds numbers of x, of y */
    bool absent;                 /**< an optional argument that is not there */
} xb_layout_storage;

/** Where a number of x or y is. */
typedef struct xb_layout_number {
    size_t storage;
    size_t element;
    bool imaginary; /**< the imaginary part of a complex element */
} xb_layout_number;

/** A layout. All in the arena that it was made in. */
typedef struct xb_layout {
    const xb_routine *entry;
    const xb_layout_storage *storages; /**< storage_count: those of arguments by position, then globals */
    size_t storage_count;
    size_t argument_count;
    size_t n, m;
    const xb_layout_number *x, *y;
    const double *x0; /**< n numbers: those of the case, or 0.5, 1, 1.5, … */
} xb_layout;

/**
 * Lays out a program. Without an entry of the case, the routine named "head", or whose name begins so, is the
 * entry, else the only procedure that no other one calls.
 * @return XB_STATUS_OK; XB_STATUS_INVALID or XB_STATUS_UNSUPPORTED, reported
 */
xb_status xb_layout_create(xb_arena *arena, xb_diagnostics *diagnostics, xb_program *program,
                           const xb_case *description, xb_layout *layout);

/**
 * Makes the case of a laid-out program one of what associationbyname has made of it, which is differentiated
 * again: arguments are as in the layout, and the derivative that follows one of them is independent and
 * dependent.
 * @param derived with an entry of the same name; otherwise the case stays as it is
 */
void xb_layout_derive_case(xb_arena *arena, const xb_layout *layout, const xb_program *derived,
                           xb_case *description);

/** The symbol of another version of the program that has the same scope and id; NULL if there is none. */
const xb_symbol *xb_layout_counterpart(const xb_program *program, const xb_symbol *symbol);

/** The variables of modules and of the root: const xb_symbol, in the order of the program. */
xb_list xb_layout_globals(xb_arena *arena, const xb_program *program);

/** The name of a number, such as "X_1(2)". */
const char *xb_layout_name(xb_arena *arena, const xb_layout *layout, const xb_layout_number *number);

#ifdef __cplusplus
}
#endif

#endif
