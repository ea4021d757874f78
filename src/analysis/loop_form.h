/**
 * @file
 * The form of ForLoops: what counts, from where, how far and in which steps.
 */
#ifndef XB_ANALYSIS_LOOP_FORM_H
#define XB_ANALYSIS_LOOP_FORM_H

#include "analysis/changes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which way a loop variable counts. */
typedef enum xb_loop_direction {
    XB_LOOP_UP,       /**< the condition is <, <= */
    XB_LOOP_DOWN,     /**< it is >, >= */
    XB_LOOP_UNDECIDED /**< it is !=: the sign of the step decides, which front ends don't know when they write
                         so */
} xb_loop_direction;

/** A part of an expression whose value a loop depends on. */
typedef struct xb_loop_part {
    const xb_expression *expression;
    uint32_t vertex; /**< the part is all that leads to this vertex */
    bool constant;   /**< its value is known */
    int64_t value;   /**< if so */
} xb_loop_part;

/** What is added to an integer variable: v = v + step, or step + v, or v - step, where the step is an
 * integer, too, as far as types tell. */
typedef struct xb_increment {
    xb_loop_part step;
    bool subtracted;
} xb_increment;

/** Finds what a value adds to a variable. @return false if it has another form */
bool xb_increment_of(const xb_expression *value, const xb_symbol *symbol, xb_increment *increment);

/** The head of a ForLoop that counts. */
typedef struct xb_loop_head {
    const xb_reference *compared;  /**< the left operand of the condition */
    const xb_reference *increased; /**< what the update adds a step to */
    xb_intrinsic_code relation;    /**< <, <=, >, >=, != */
    xb_loop_part bound;            /**< the right operand of the condition */
    xb_increment increment;        /**< of any type */
} xb_loop_head;

/**
 * Whether the head of a ForLoop is written as that of one that counts, with a number of iterations that is
 * settled at its entry (doc/format.md, section 7). It does count if what the initialization and the update
 * assign to, what is compared, and what is increased are the same scalar integer in storage when the
 * initialization has been made, and bound and step are integers then.
 * @return false: it is run as it stands
 */
bool xb_loop_head_of(const xb_expression *condition, const xb_assignment *update, xb_loop_head *head);

/**
 * The form of a loop: for (v = first; v REL bound; v = v + step), or v - step, or step + v, all of them
 * integers.
 *
 * The bound may also be on the left, bound REL v: such a loop is run as it stands. As long as nothing of it
 * changes under way, that makes no difference, but for an undecided direction, which only loops that count
 * have: there the bound is inclusive and need not be met.
 */
typedef struct xb_loop_form {
    const xb_flow_vertex *loop;
    const xb_reference *variable; /**< as the initialization has it: a scalar of type integer */
    xb_loop_part first;           /**< all of the right-hand side of the initialization */
    xb_loop_part bound;           /**< operand of the condition */
    xb_loop_part step;            /**< operand of the update; its value is negated if it is subtracted */
    bool subtracted;              /**< the step is subtracted */
    xb_loop_direction direction;  /**< as the condition says; if it does not, as a step says that is known */
    bool inclusive;               /**< the bound itself counts; so it does where the condition is != */
    bool counted;                 /**< the condition is != */
    bool settled;     /**< the number of iterations is settled at the entry, whatever changes under
                         way; otherwise the bound is on the left, and is looked at in each one */
    bool trips_known; /**< the number of iterations is known, if nothing changes under way */
    uint64_t trips;   /**< if so */
} xb_loop_form;

/**
 * Finds the form of a ForLoop.
 * @return false if it is none, or has another form
 */
bool xb_loop_form_of(const xb_flow_vertex *vertex, xb_loop_form *form);

/** What of a loop may change while it runs. */
typedef struct xb_loop_stability {
    bool variable; /**< never changed in the body, only by the head */
    bool first;    /**< its value is the same before each iteration and after the last one */
    bool bound;    /**< likewise */
    bool step;     /**< likewise */
} xb_loop_stability;

/**
 * Finds out what may change: true only if it certainly does not.
 * @param changes of the routine
 * @param loop the loop, its head included (xb_loop_inside(), constructs.h)
 */
xb_loop_stability xb_loop_stability_of(xb_changes *changes, const xb_loop_form *form,
                                       const xb_flow_part *loop);

/**
 * Finds the vertices of a loop: the head, and what leads to its EndLoop without passing the head. Takes time
 * linear in the control flow.
 * @param head number of a loop's vertex
 * @param inside by vertex; set
 * @return false if no EndLoop leads back
 */
bool xb_loop_inside(xb_arena *scratch, const xb_flow_graph *flow, uint32_t head, bool *inside);

#ifdef __cplusplus
}
#endif

#endif
