/**
 * @file
 * A rule of a routine under test: what is run at one point, and what came out. Not installed.
 *
 * The arguments that are one variable have one home. The elements of all homes are numbered together.
 */
#ifndef XB_VERIFY_CATALOGUE_ROUTINES_H
#define XB_VERIFY_CATALOGUE_ROUTINES_H

#include "verify/catalogue_check.h"

/** Parts of a rule. */
typedef enum xb_rule_part {
    XB_RULE_ROUTINE,
    XB_RULE_TANGENT,
    XB_RULE_RECORDING,
    XB_RULE_ADJOINT,
    XB_RULE_PARTS /**< number of parts */
} xb_rule_part;

/** Calls whose records are kept beside that of the call that is judged. */
enum { XB_RULE_OTHERS = 2 };

/** An argument. */
typedef struct xb_rule_place {
    xb_type type;
    int rank;
    xb_bounds bounds[XB_RANK_LIMIT];
    size_t count; /**< elements */
    size_t home;  /**< the first argument that is the same variable */
    size_t first; /**< number of the first element of its home */
    bool active;  /**< has a derivative */
    bool read;    /**< of a home: one of its arguments is read */
    bool written; /**< of a home: one of its arguments is modified */
    bool before;  /**< of a home: the adjoint routine needs the value before the call */
    bool after;   /**< of a home: it needs the value after the call */
} xb_rule_place;

/** Values and derivatives of all elements. */
typedef struct xb_rule_numbers {
    double *values, *slopes;
    bool *defined;
} xb_rule_numbers;

/** What a part has left. */
typedef struct xb_rule_outcome {
    bool ran;
    const xb_diagnostic *error; /**< why it did not run; NULL: it did, or nothing was said */
    const xb_symbol *touches;   /**< an active global variable that it changes; NULL: none */
    const xb_symbol *different; /**< a global variable that it leaves otherwise; NULL: none */
    bool leaves;                /**< there is something left on a stack */
    xb_rule_numbers in;         /**< what it was given */
    xb_rule_numbers out;        /**< what it left */
} xb_rule_outcome;

/** The test of a rule. */
typedef struct xb_rule_trial {
    xb_rule_check *check;
    const xb_routine_rule *rule;
    const xb_routine *parts[XB_RULE_PARTS]; /**< NULL: not there */
    size_t count;                           /**< arguments */
    size_t elements;
    xb_rule_place *places;                     /**< by argument */
    size_t same, other;                        /**< arguments that are one variable; equal: none are */
    xb_environment around_exact, around_plain; /**< of the case */
    xb_evaluator *exact, *plain;
    xb_variable **arguments; /**< of what is run */
    xb_rule_outcome outcomes[XB_RULE_PARTS];
    xb_rule_outcome others[XB_RULE_OTHERS]; /**< of other calls, each between the recording and the returning
                                               routine of the one before it */
    double *jacobian;    /**< elements by elements: of each after the call by each before it */
    bool special;        /**< the point is a special one (draw.h) */
    size_t point;        /**< number of the point, or of the special one */
    bool depends;        /**< the routine depends on an active global variable */
    bool reads_out;      /**< the routine only runs if arguments of intent out have values */
    const char *why_not; /**< why nothing can be checked; NULL: it can */
    xb_rule_tally tallies[XB_RULE_PARTS];
} xb_rule_trial;

/** Gives arguments their homes, and numbers elements; for each pair of arguments that are one variable. */
void xb_rule_trial_lay_out(xb_rule_trial *trial);

/** Draws a point, and runs all parts there. Allocates nothing in arenas; not within xb_protect().
 * @return whether there is something to judge: the routine ran at a point that counts, or has to be able to
 */
bool xb_rule_trial_run(xb_rule_trial *trial);

/** A passive global variable that a part has left otherwise than the routine; NULL: there is none. */
const xb_symbol *xb_rule_globals_different(const xb_rule_trial *trial);

/** Leaves passive ones as the routine did, for its adjoint routine. */
void xb_rule_globals_leave(const xb_rule_trial *trial);

/** Judges what was run. */
void xb_rule_trial_judge(xb_rule_trial *trial);

#endif
