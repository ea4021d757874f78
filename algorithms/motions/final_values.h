/**
 * @file
 * The values that a routine gives to variables from outside, kept while it is run backward.
 *
 * A weak call restores what its callee reads, and runs it once more. Variables from outside may have values
 * from the middle of the run after that, not those that the routine gave them. Which ones these are is known
 * by storage classes (analysis/storage.h): those that some routine which is called weakly restores or
 * modifies, and what is passed to it for that, from call to call. A routine that calls record and return of
 * another one, or does both itself, keeps copies of those that it modifies in between, and puts them back.
 *
 * What a routine that is called from outside can't copy, since it does not see it, is kept in the same way by
 * the joint motions of the routines that do.
 */
#ifndef XB_ALGORITHMS_MOTIONS_FINAL_VALUES_H
#define XB_ALGORITHMS_MOTIONS_FINAL_VALUES_H

#include "algorithm/algorithm.h"
#include "algorithms/checkpoints/checkpoints.h"
#include "ir/body.h"

/** What weak calls change in a program. */
typedef struct xb_final_values xb_final_values;

/** Starts with nothing that is called weakly.
 * @param entries routines, as read, that give their values when they are called from outside
 */
xb_final_values *xb_final_values_start(xb_run *run, const xb_checkpoints *checkpoints,
                                       const xb_node_set *entries);

/** Why the values that a routine gives to variables from outside could be lost for good if it were called
 * weakly: neither it nor an entry can put them back. */
xb_obstacle xb_final_values_obstacle(xb_final_values *finals, const xb_routine *routine);

/** Says which routines are called weakly, once for all of them. @param weakly as read */
void xb_final_values_know(xb_final_values *finals, const xb_node_set *weakly);

/** Variables of the program, in the order in which they are found, of which copies are kept while an entry is
 * run backward. */
xb_list xb_final_values_of_entry(const xb_final_values *finals, const xb_routine *routine);

/** The same for a routine that is called weakly: what entries can't copy. */
xb_list xb_final_values_of_weak(const xb_final_values *finals, const xb_routine *routine);

/** Copies that are kept. */
typedef struct xb_kept_values {
    xb_run *run;
    xb_scope *scope;   /**< of the copies */
    xb_list variables; /**< xb_symbol */
    xb_list copies;    /**< private: xb_symbol, in the same order */
    xb_list there;     /**< private: xb_symbol that tells whether the variable was there, or NULL */
} xb_kept_values;

/** Adds code that makes the copies. */
void xb_values_keep(xb_kept_values *kept, xb_body *code);

/** Adds code that puts them back. */
void xb_values_put_back(const xb_kept_values *kept, xb_body *code);

#endif
