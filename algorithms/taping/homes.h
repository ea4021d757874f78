/**
 * @file
 * Homes of values: where the adjoint sweep has a value from that it needs. It is pushed once for as many uses
 * as possible (the to-be-recorded analysis).
 *
 * A value that a variable still has at the end of the routine is pushed there, and is known in all of the
 * adjoint sweep; one that does not change in a loop is pushed after the loop, and is known while the loop is
 * run backward; so is an element of an array (elements.h). A variable that counts an explicitly reversed loop
 * is known in it without any push, and so are those that follow from it and from others that are known
 * (inductions.h). All other values are pushed where they are needed.
 *
 * Where the adjoint sweep follows the taping sweep in one routine, what a variable, or an element of an
 * array, still has at the end of the taping sweep is at hand: nothing is pushed. Weak calls, which restore
 * values on the way back, restore what was there: as long as the way back has not come to where the variable
 * is changed, it has its value.
 *
 * xb_find_home() decides all of this, for factors, subscripts, whole arrays, bounds of loops and conditions
 * alike; who needs a value says what it takes with the answer, and who knows more tells it beforehand.
 */
#ifndef XB_ALGORITHMS_TAPING_HOMES_H
#define XB_ALGORITHMS_TAPING_HOMES_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"
#include "algorithms/taping/settings.h"
#include "algorithms/taping/tape.h"
#include "analysis/changes.h"
#include "analysis/constructs.h"
#include "analysis/locations.h"
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
    bool everything;              /**< no value has a home, and no loop is reversed explicitly */
    bool at_hand;                 /**< the adjoint sweep follows in the same routine */
    xb_inductions *inductions;    /**< NULL if there are none */
    xb_map entries;               /**< private: xb_tape_entry by node index of a symbol and home */
    xb_map elements;              /**< private: likewise by number of a location and home */
    xb_location_table *locations; /**< private: of elements */
    xb_node_map told;             /**< private: xb_home by symbol */
    xb_map defined; /**< private: by node index of a symbol and level, place + 1 where it has a value for
                       certain */
} xb_homes;

/** Finds out which loops are reversed explicitly, and makes what the adjoint sweep needs for it known.
 * @param settings whether all that is needed is pushed where it is needed; whether values are at hand */
xb_homes *xb_homes_find(xb_run *run, const xb_tape *tape, const xb_routine *routine,
                        const xb_callees *callees, const xb_tape_settings *settings);

/** What kind of place the adjoint sweep has a value from. */
typedef enum xb_home_kind {
    XB_HOME_NONE,    /**< the value lasts nowhere: it is pushed where it is needed */
    XB_HOME_KNOWN,   /**< a variable of the adjoint sweep, without a push */
    XB_HOME_AT_HAND, /**< where it was: the reference denotes it in the adjoint sweep, too */
    XB_HOME_INDUCED, /**< an induction variable, see inductions.h */
    XB_HOME_PUSHED   /**< a push at the end of the routine or after a loop */
} xb_home_kind;

/** The home of a value. */
typedef struct xb_home {
    xb_home_kind kind;
    xb_symbol *variable; /**< if it is known */
    uint32_t loop;       /**< if it is pushed: after this one; XB_GRAPH_NONE: at the end of the routine */
} xb_home;

/** The home that a variable of the adjoint sweep is. */
static inline xb_home xb_home_known(xb_symbol *variable)
{
    return (xb_home){.kind = XB_HOME_KNOWN, .variable = variable};
}

/** A push after a loop, or at the end of the routine. */
static inline xb_home xb_home_pushed(uint32_t loop)
{
    return (xb_home){.kind = XB_HOME_PUSHED, .loop = loop};
}

/**
 * The home of the value that a reference has at a place: the outermost one where the value lasts from there
 * until the adjoint sweep uses it. Nothing is made before xb_home_reference() is called.
 * @param place in the taping version
 */
xb_home xb_find_home(xb_homes *homes, const xb_reference *reference, xb_flow_point place);

/**
 * A new reference that has the value in the adjoint sweep at the place that mirrors the other one.
 * @param use why it is needed
 * @return NULL if there is no home
 */
xb_reference *xb_home_reference(xb_homes *homes, xb_home home, const xb_reference *reference,
                                xb_flow_point place, xb_tape_use use);

/** Whether a vertex is within an arm of a branch in a loop, or in the routine (XB_GRAPH_NONE), and may rarely
 * be come to. Without structure, it is. */
bool xb_is_in_arm(const xb_homes *homes, uint32_t vertex, uint32_t loop);

/** Whether a use of a home takes no push, since no use does, or since it has been made for another one. */
bool xb_home_is_there(const xb_homes *homes, xb_home home, const xb_reference *reference);

/** Whether no push is made for this use of a home alone, since something is there already, or the place is in
 * a loop, and the home is not. */
bool xb_home_is_free(const xb_homes *homes, xb_home home, const xb_reference *reference, xb_flow_point place);

/**
 * How often control comes to a place for each push that its use of a home takes.
 * @param rounds receives it; 0: no push has to be made
 * @return false if it is not known
 */
bool xb_home_rounds(const xb_homes *homes, xb_home home, const xb_reference *reference, xb_flow_point place,
                    uint64_t *rounds);

/** Whether a variable has a value after a loop for certain; XB_GRAPH_NONE: at the end of the routine. */
bool xb_has_value_after(const xb_homes *homes, const xb_symbol *symbol, uint32_t loop);

/** Whether a variable has a value for certain where control comes to a vertex. */
bool xb_has_value_at(const xb_homes *homes, const xb_symbol *symbol, uint32_t vertex);

/** A loop as a part of the control flow. */
xb_flow_part xb_home_loop(const xb_homes *homes, uint32_t loop);

/** Tells where a variable as a whole has its value wherever it is needed, until something else is told.
 * Parameters are known. */
void xb_home_tell(xb_homes *homes, const xb_symbol *symbol, xb_home home);

/** The push of a temporary at the end of the routine. */
xb_tape_entry *xb_home_entry(xb_homes *homes, xb_symbol *temporary);

/** Whether all variables in an expression have homes, and it is made of these and of constants by intrinsics.
 * Only scalar passive variables count. @param vertex the part that leads to it is meant @param place where it
 * has its value */
bool xb_expression_has_homes(xb_homes *homes, const xb_expression *expression, uint32_t vertex,
                             xb_flow_point place);

/** Whether all subscripts of a reference are such expressions. */
bool xb_subscripts_have_homes(xb_homes *homes, const xb_reference *reference, xb_flow_point place);

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
