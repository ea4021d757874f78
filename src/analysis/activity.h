/**
 * @file
 * Activity: which variables are on a path from independent variables to dependent ones.
 *
 * A value varies if it depends, differentiably, on that of an independent variable where the entry begins; it
 * is useful if that of a dependent one, where the entry ends, depends on it. A variable is active if it has,
 * somewhere, a value that is both (Hascoët, Naumann, Pascual: "To be recorded" analysis in reverse-mode
 * automatic differentiation, 2005). The order of statements counts, and what each call is given and asked
 * for, but within a routine all its calls are one.
 */
#ifndef XB_ANALYSIS_ACTIVITY_H
#define XB_ANALYSIS_ACTIVITY_H

#include "analysis/passages.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is asked for. */
typedef struct xb_activity_question {
    const xb_routine *entry;
    const xb_list *independents, *dependents; /**< xb_symbol: arguments of the entry, or from outside */
} xb_activity_question;

/** What of a routine's flows varies, or is active, in some call of it: bits. */
typedef struct xb_noted_flows {
    uint64_t *targets;        /**< after their flows */
    uint64_t *before, *after; /**< bindings, before the call and after it */
} xb_noted_flows;

/** A pattern of calls of a routine, and the call that it was first found at. Sets are of values of the
 * routine, members those of its interface. */
typedef struct xb_activity_pattern {
    uint64_t *varied; /**< where the routine begins */
    uint64_t *useful; /**< at its end */
    bool open;        /**< private: to be looked at, again */
    const struct xb_activity_pattern
        *caller;                     /**< pattern of the calling routine; NULL: it is the entry's own */
    const xb_routine_flows *calling; /**< the calling routine */
    const xb_flow *call;             /**< of the calling routine */
} xb_activity_pattern;

/** What is on such paths. */
typedef struct xb_program_activity {
    xb_arena *arena;
    const xb_flows *flows;
    const xb_routine_flows *entry;
    xb_activity_question question;
    xb_node_set symbols;             /**< private: those that are active */
    xb_noted_flows *varied, *active; /**< by vertex of the call graph */
    xb_node_set calls;               /**< private: those of which something is active */
    xb_list *patterns;               /**< xb_activity_pattern: by vertex of the call graph */
    uint64_t *at_end, *at_beginning; /**< private: of the entry: what varies at its end; what is useful where
                                        it begins */
} xb_program_activity;

/**
 * The activity of a program, as it was read. Time as passages.h says.
 * @param arena where the result lives
 */
xb_program_activity *xb_activity_of(xb_analyses *analyses, xb_arena *arena,
                                    const xb_activity_question *question);

/** Whether a variable is active; so are those that are named, what may share storage with one that is, but
 * for arguments, and what is passed for arguments that may be absent, or the other way round. */
bool xb_activity_has(const xb_program_activity *activity, const xb_symbol *symbol);

/** Whether anything of a routine is active in some call. @param routine vertex of the call graph */
bool xb_activity_has_routine(const xb_program_activity *activity, uint32_t routine);

/** Whether anything of a call of a routine with a body is active. */
bool xb_activity_has_call(const xb_program_activity *activity, const xb_node *call);

/** Whether a dependent variable depends on an independent one of the entry. */
bool xb_activity_is_useful(const xb_program_activity *activity, const xb_symbol *independent);

/** Whether a dependent variable of the entry depends on an independent one. */
bool xb_activity_is_varied(const xb_program_activity *activity, const xb_symbol *dependent);

/**
 * Explains in remarks whether a variable is active: by a path from an independent variable through it to a
 * dependent one, or, where there is none, how far it leads, and what gives the variable a value, or uses it.
 * Time: for each routine and pattern of its calls, its flows times the values that vary, up to some amount of
 * work; beyond that, no path is shown.
 */
void xb_activity_explain(const xb_program_activity *activity, const xb_symbol *symbol);

#ifdef __cplusplus
}
#endif

#endif
