/**
 * @file
 * Homes of values: where a value that the adjoint sweep needs is pushed, once for as many uses as possible
 * (the to-be-recorded analysis).
 *
 * A value that a variable still has at the end of the routine is pushed there, and is known in all of the
 * adjoint sweep; one that does not change in a loop is pushed after the loop, and is known while the loop is
 * run backward. A variable that counts an explicitly reversed loop is known in it without any push, and so
 * are those that follow from it and from others that are known (inductions.h). All other values are pushed
 * where they are needed.
 *
 * Where the adjoint sweep follows the taping sweep in one routine, what a variable, or an element of an
 * array, still has at the end of the taping sweep is at hand: nothing is pushed. Weak calls, which restore
 * values on the way back, restore what was there: as long as the way back has not come to where the variable
 * is changed, it has its value.
 */
#ifndef XB_ALGORITHMS_TAPING_HOMES_H
#define XB_ALGORITHMS_TAPING_HOMES_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"
#include "algorithms/taping/settings.h"
#include "algorithms/taping/tape.h"
#include "analysis/changes.h"
#include "analysis/constructs.h"
#include "analysis/loop_form.h"
#include "ir/body.h"

/** A loop of the taping version. */
typedef struct xb_taped_loop {
    bool is_explicit;        /**< reversed by arithmetic */
    xb_loop_form form;       /**< if so */
    xb_symbol *variable;     /**< if so: what has the loop variable's value in the adjoint sweep */
    xb_tape_segment segment; /**< what is pushed after the loop */
    xb_list before;          /**< xb_statement: before the loop back, after the pops */
    xb_body first;           /**< at the beginning of each round back */
} xb_taped_loop;

/** Variables that follow from others in each round of a loop. */
typedef struct xb_inductions xb_inductions;

/** The homes of a routine's values. */
typedef struct xb_homes {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    const xb_tape *tape;
    const xb_routine *routine; /**< the taping version, before anything in it is changed */
    xb_changes *changes;
    const xb_constructs *constructs; /**< NULL: control flow is not structured; only the routine is a home */
    xb_taped_loop *loops;            /**< by vertex */
    xb_tape_segment segment;         /**< what is pushed at the end of the routine */
    const xb_callees *callees;
    bool everything;           /**< no value has a home, and no loop is reversed explicitly */
    bool at_hand;              /**< the adjoint sweep follows in the same routine */
    xb_inductions *inductions; /**< NULL if there are none */
    xb_map entries;            /**< private: xb_tape_entry by node index of a symbol and home */
    xb_node_set lasting;       /**< private: temporaries that last to the end */
    xb_node_set known;         /**< private: temporaries that are known in the adjoint sweep */
    const xb_symbol *followed; /**< private: a variable that has a home for now, and that */
    xb_symbol *follower;
    xb_map defined; /**< private: by node index of a symbol and level, place + 1 where it has a value for
                       certain */
} xb_homes;

/** Finds out which loops are reversed explicitly, and makes what the adjoint sweep needs for it known.
 * @param settings whether all that is needed is pushed where it is needed; whether values are at hand */
xb_homes *xb_homes_find(xb_run *run, const xb_tape *tape, const xb_routine *routine,
                        const xb_callees *callees, const xb_tape_settings *settings);

/**
 * What has the value of a variable in the adjoint sweep at the place that mirrors another one.
 * @param reference of a scalar variable or a whole array
 * @param place in the taping version
 * @param use why it is needed
 * @return NULL if it must be pushed where it is needed
 */
xb_symbol *xb_home_of(xb_homes *homes, const xb_reference *reference, xb_flow_point place, xb_tape_use use);

/** What has the value that a variable still has after a loop, while that is run backward: it is pushed there.
 */
xb_symbol *xb_home_after(xb_homes *homes, const xb_reference *reference, uint32_t loop, xb_tape_use use);

/** Whether a variable has a value after a loop for certain; XB_GRAPH_NONE: at the end of the routine. */
bool xb_has_value_after(const xb_homes *homes, const xb_symbol *symbol, uint32_t loop);

/** Whether a variable has a value for certain where control comes to a vertex. */
bool xb_has_value_at(const xb_homes *homes, const xb_symbol *symbol, uint32_t vertex);

/**
 * Whether xb_home_of() gives a variable for an array as a whole, which may have a value without having been
 * referred to as a whole.
 * @param rounds receives how often control comes to the place for each push that has to be made; 0: none has
 * @return false, too, if it is not known how often
 */
bool xb_array_has_home(xb_homes *homes, const xb_reference *array, xb_flow_point place, uint64_t *rounds);

/** Whether the adjoint sweep can refer to a variable, an element of an array, or a section as the taping
 * sweep does at a place: it is at hand, and so is, or has a home, what its subscripts are made of. */
bool xb_is_at_hand(xb_homes *homes, const xb_reference *reference, xb_flow_point place);

/** A copy of such a reference that denotes the same in the adjoint sweep. */
xb_reference *xb_reference_at_hand(xb_homes *homes, const xb_reference *reference, xb_flow_point place);

/** A loop as a part of the control flow. */
xb_flow_part xb_home_loop(const xb_homes *homes, uint32_t loop);

/** Says of a temporary that what it has at the end of the routine is its value wherever it is needed. */
void xb_home_lasts(xb_homes *homes, const xb_symbol *temporary);

/** Says of a variable, such as a temporary of a routine around this one, that it has its value itself in the
 * adjoint sweep, without any push here. Parameters have theirs. */
void xb_home_is_itself(xb_homes *homes, const xb_symbol *symbol);

/** Says of a scalar variable that another one has its value in the adjoint sweep, until this is called again.
 * @param variable NULL: of none */
void xb_home_follow(xb_homes *homes, const xb_symbol *variable, xb_symbol *home);

/** The push at the end of the routine of such a temporary. */
xb_tape_entry *xb_home_entry(xb_homes *homes, xb_symbol *temporary);

/** Whether xb_home_of() gives a variable. */
bool xb_has_home(xb_homes *homes, const xb_reference *reference, xb_flow_point place);

/** Of a variable that has a home: whether no push is made for this use alone, since something is there
 * already, or the place is in a loop, and the home is not. */
bool xb_home_is_free(xb_homes *homes, const xb_reference *reference, xb_flow_point place);

/** Whether all variables in an expression have homes, and it is made of these and of constants by intrinsics.
 * Only scalar passive variables count. @param vertex the part that leads to it is meant @param place where it
 * has its value */
bool xb_expression_has_homes(xb_homes *homes, const xb_expression *expression, uint32_t vertex,
                             xb_flow_point place);

/** A copy of such an expression that has the same value in the adjoint sweep. */
xb_expression *xb_home_expression(xb_homes *homes, const xb_expression *expression, uint32_t vertex,
                                  xb_flow_point place);

/** How a loop is run backward. */
typedef struct xb_loop_back {
    xb_list before; /**< xb_statement: before the loop */
    xb_assignment *initialization, *update;
    xb_expression *condition;
} xb_loop_back;

/** How an explicitly reversed loop is run backward. To be called once; adds to what is done at the beginning
 * of each round back. @param head its vertex */
xb_loop_back xb_explicit_loop_back(xb_homes *homes, uint32_t head);

#endif
