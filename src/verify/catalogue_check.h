/**
 * @file
 * A rule test under way, and what its parts ask of each other. Not installed.
 */
#ifndef XB_VERIFY_CATALOGUE_CHECK_H
#define XB_VERIFY_CATALOGUE_CHECK_H

#include "base/names.h"
#include "base/vector.h"
#include "evaluate/evaluate.h"
#include "evaluate/intrinsics/intrinsics.h"
#include "verify/catalogue_rules.h"
#include "verify/environment.h"

/** Points nearer to a kink than this, as the evaluator measures it, are left out. */
#define XB_RULE_KINK 1e-6

/** The global variables of the program with the routines of rules. */
typedef struct xb_rule_globals {
    xb_list active; /**< xb_symbol: active ones */
    xb_list shared; /**< xb_symbol: passive ones that the rest of the program uses */
    xb_list given;  /**< xb_symbol: these, and those that routines with rules use */
} xb_rule_globals;

/** A rule test. */
typedef struct xb_rule_check {
    xb_arena *arena;   /**< of the report */
    xb_arena *scratch; /**< lives for one point */
    xb_names *names;   /**< in arena */
    const xb_catalogue *catalogue;
    xb_rule_options options;        /**< with defaults set */
    uint64_t state;                 /**< of the generator of random numbers; set anew for each intrinsic */
    xb_vector rows;                 /**< xb_rule_row */
    xb_list jacobians;              /**< xb_noninlinable, to be checked by running routines */
    xb_list routines;               /**< xb_routine_rule, likewise */
    const xb_rule_globals *globals; /**< found for the first of these; NULL: not yet */
    xb_status status;               /**< of what is reported */
} xb_rule_check;

/** What has been found out about one thing. */
typedef struct xb_rule_tally {
    size_t points;
    double deviation;
    const char *worst;   /**< operands */
    const char *wrong;   /**< other than by deviation; NULL: nothing */
    const char *limit;   /**< a condition under which it is wrong; NULL: none */
    const char *unknown; /**< what is not known that would be needed; NULL: nothing */
    const char *skipped; /**< why points were left out, which is said if all were; NULL: it is not known */
} xb_rule_tally;

/** Adds a row without results. @return the row, valid until the next is added */
xb_rule_row *xb_rule_add(xb_rule_check *check, const char *name, const char *kind, unsigned position);

/** Fills in a row by a tally: unchecked if something is not known or nothing was compared. */
void xb_rule_conclude(xb_rule_check *check, xb_rule_row *row, const xb_rule_tally *tally);

/** Counts a comparison at count operands. */
void xb_rule_compare(xb_rule_check *check, xb_rule_tally *tally, double complex got, double complex expected,
                     const xb_number *x, size_t count);

/** Seeds the generator for an intrinsic, so that its points don't depend on what else there is. */
void xb_rule_seed(xb_rule_check *check, const char *name);

/** Operands as text: "2, 0.5, (1,2)". */
const char *xb_rule_describe(xb_arena *arena, const xb_number *x, size_t count);

/** The value of a formula's constant. @return NULL, or what is wrong */
const char *xb_rule_constant(xb_rule_check *check, const xb_partial_vertex *vertex, xb_number *value);

/** The rule of an intrinsic of numbers that only the catalogue knows, by the formula of its value. */
typedef struct xb_rule_value {
    xb_elemental rule; /**< the first member: its functions find the others by it */
    xb_rule_check *check;
    const xb_inlinable *item;
} xb_rule_value;

/** Makes such a rule (catalogue_values.c); the formula's operators have to be known. */
xb_rule_value xb_rule_value_of(xb_rule_check *check, const xb_inlinable *item);

/** The first operator of the formula of a value that the evaluator does not know as one of numbers; NULL: it
 * knows all. */
const char *xb_rule_unknown_operator(const xb_inlinable *item);

/** The world around routines that are run, see xb_environment_create(). If the case is not one of the
 * program, that is the status of the check. */
xb_environment xb_rule_environment(xb_rule_check *check, size_t directions);

/** An array of rank 0 that holds a number. */
xb_array xb_rule_scalar(xb_arena *arena, const xb_number *x);

/** Checks an inlinable intrinsic (catalogue_partials.c). */
void xb_rule_check_inlinable(xb_rule_check *check, const xb_inlinable *item);

/** Checks an inlinable intrinsic that the evaluator knows as a function of arrays (catalogue_arrays.c). */
void xb_rule_check_arrays(xb_rule_check *check, const xb_inlinable *item);

/** Checks a direct action or a selection (catalogue_arrays.c). */
void xb_rule_check_action(xb_rule_check *check, const xb_noninlinable *item);

/** Checks the rule of a routine (catalogue_routines.c); not within xb_protect(). @return false if memory ran
 * out */
bool xb_rule_check_routine(xb_rule_check *check, const xb_routine_rule *rule);

/** Checks a Jacobian routine (catalogue_jacobians.c); not within xb_protect().
 * @return false if memory ran out */
bool xb_rule_check_jacobian(xb_rule_check *check, const xb_noninlinable *item);

/** The derivative that active global variables have in one direction while something is run. */
typedef struct xb_rule_slope {
    size_t direction; /**< that the evaluator has */
    double value;
} xb_rule_slope;

/** Finds the global variables of the program, once for all rules and Jacobian routines (catalogue_globals.c).
 */
void xb_rule_globals_find(xb_rule_check *check);

/** Gives them values, and active ones a derivative, before something is run. */
void xb_rule_globals_fill(const xb_rule_globals *globals, xb_evaluator *evaluator, xb_rule_slope slope);

/** An active one that has changed since; NULL: there is none. */
const xb_symbol *xb_rule_globals_changed(const xb_rule_globals *globals, xb_evaluator *evaluator,
                                         xb_rule_slope slope);

#endif
