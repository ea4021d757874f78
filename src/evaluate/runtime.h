/**
 * @file
 * The run time of transformed programs: what inlinable calls and templates do. Not installed.
 *
 * The evaluator resolves the arguments of an inlinable call and leaves the rest to this module; and it asks
 * it, at the entry of each routine that is a ReplacementList, which placeholder is to be run next.
 */
#ifndef XB_EVALUATE_RUNTIME_H
#define XB_EVALUATE_RUNTIME_H

#include "evaluate/storage.h"

/** Tapes, checkpoint stacks; one of each evaluator. */
typedef struct xb_runtime xb_runtime;

/** Makes a run time with empty stacks. Must be protected. @return it; never NULL */
xb_runtime *xb_runtime_create(xb_evaluator *evaluator);

/** Frees a run time and what it holds that is not in the evaluator's arena; NULL is allowed. */
void xb_runtime_destroy(xb_runtime *runtime);

/** Empties all stacks, and the memory that they use. */
void xb_runtime_reset(xb_runtime *runtime);

/** Does what xb_evaluator_check_stacks() says. */
xb_status xb_runtime_check_stacks(xb_evaluator *evaluator, xb_runtime *runtime);

/** An argument of an inlinable call. */
typedef struct xb_actual {
    xb_variable *variable;         /**< a view, in scratch memory unless it is a whole variable; constants are
                                        read-only variables; NULL: an optional argument that is absent, or a
                                        position without argument */
    const xb_symbol *symbol;       /**< of the reference; NULL: a constant */
    const xb_reference *reference; /**< NULL: a constant */
} xb_actual;

/** An inlinable call that is being run. */
typedef struct xb_inlinable_site {
    const xb_inlinable_call *call;
    size_t count;         /**< the highest position of an argument */
    xb_actual *arguments; /**< by position - 1 */
} xb_inlinable_site;

/** How inlinable calls of one name are run. */
typedef struct xb_inlinable_runner {
    /**
     * Runs a call; errors end the run (xb_evaluator_fail()). The number of arguments is for it to check.
     * Derivatives are to be left alone unless xb_evaluator_propagates().
     */
    void (*run)(xb_evaluator *evaluator, const struct xb_inlinable_runner *inlinable,
                const xb_inlinable_site *site);
    const void *data; /**< what run wants to know, such as the parts of the name */
} xb_inlinable_runner;

/** The way to run calls of a name; NULL if it is unknown. Asked once a call site, when the program is
 * prepared. @param arena where it may allocate; lives as long as the evaluator */
const xb_inlinable_runner *xb_inlinable_find(xb_arena *arena, const char *name);

/** What to say to one who writes a name that is unknown: "did you mean …?", or NULL. @param arena where the
 * text goes */
const char *xb_inlinable_hint(xb_arena *arena, const char *name);

/** How far an activation of a routine with placeholders is; all zero at its entry. */
typedef struct xb_template_state {
    unsigned step; /**< private to the templates, as all of it */
    unsigned saved_mode;
} xb_template_state;

/**
 * The placeholder that an activation runs next, by the template of the options; called at the entry and
 * whenever a placeholder has been run. Changes the evaluator's mode, and calls what
 * xb_evaluator_after_taping() set.
 * @param outermost whether the activation was called from outside
 * @return the number of the placeholder; 0: the activation ends
 */
unsigned xb_template_next(xb_evaluator *evaluator, xb_template_state *state, bool outermost);

/** Whether the evaluator's template runs a placeholder at all. */
bool xb_template_has(const xb_evaluator *evaluator, unsigned placeholder);

#endif
