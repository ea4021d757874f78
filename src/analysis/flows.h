/**
 * @file
 * Flows: which values become part of which others, differentiably, step by step in each routine.
 *
 * The values of a routine are numbered: first those that outlive it, its interface, then its own. What
 * statements do with them is a flow: each target gets of all sources, or, by a call, of those that the callee
 * lets it depend on. Sets of values go through flows forward (which vary?) and backward (which are of use?).
 * What conditions, subscripts and conversions to integers alone read goes nowhere.
 */
#ifndef XB_ANALYSIS_FLOWS_H
#define XB_ANALYSIS_FLOWS_H

#include "analysis/dataflow.h"
#include "analysis/steps.h"
#include "ir/node_map.h"

/** What a flow gives a value to. */
typedef struct xb_flow_target {
    uint32_t value;
    bool whole; /**< what it was before is gone */
} xb_flow_target;

/** A value that a call passes, or that the callee knows from outside. */
typedef struct xb_flow_binding {
    uint32_t value, inner; /**< of the caller, of the callee's interface */
    bool modified;         /**< by the callee */
    bool whole;            /**< the inner one is all of it */
} xb_flow_binding;

/** What a statement, a call or a marker does. */
typedef struct xb_flow {
    const xb_node *node;
    const struct xb_routine_flows *callee; /**< NULL: sources and targets say it; else bindings do */
    uint32_t first_source, sources;
    uint32_t first_target, targets;
    uint32_t first_binding, bindings;
} xb_flow;

/** The flows of a routine. */
typedef struct xb_routine_flows {
    const xb_routine *routine;
    xb_list values;     /**< xb_symbol by number; NULL: what is outside, or what a function returns */
    uint32_t interface; /**< how many of them outlive the routine; number 0 is all that is not known */
    uint32_t arguments; /**< those before it are number 0 and arguments */
    xb_steps steps;
    xb_vector flows;          /**< xb_flow, of step after step */
    uint32_t *first;          /**< by step, and one more: its first flow */
    xb_vector sources;        /**< uint32_t */
    xb_vector targets;        /**< xb_flow_target */
    xb_vector bindings;       /**< xb_flow_binding */
    bool is_open;             /**< it, or what it calls, does more than is known */
    uint64_t **sharing;       /**< by value: those that may share its storage; NULL: none */
    uint64_t **covered;       /**< by value: others of which nothing is left if all of it is overwritten;
                                 NULL: none */
    const uint64_t **origins; /**< by value of the interface, at the end: those of it, on entry, that it
                                 depends on; NULL: on itself, and on what may share its storage. NULL as long
                                 as nobody has asked (passages.h, origins.h) */
    xb_node_numbers numbers;  /**< private: of symbols */
} xb_routine_flows;

/** The flows of a program, as it was read. */
typedef struct xb_flows {
    xb_analyses *analyses;
    const xb_storage *storage;
    const xb_call_graph *calls;
    xb_routine_flows *routines; /**< by vertex of the call graph */
    const uint32_t *order;      /**< of these vertices: callees first */
    xb_node_map occurrences;    /**< private: by symbol, references to it with different alias sets */
} xb_flows;

/** No value. */
#define XB_FLOW_NONE UINT32_MAX

/** The sources of a flow. */
static inline const uint32_t *xb_flow_sources(const xb_routine_flows *flows, const xb_flow *flow)
{
    return (const uint32_t *)flows->sources.items + flow->first_source;
}

/** Its targets. */
static inline const xb_flow_target *xb_flow_targets(const xb_routine_flows *flows, const xb_flow *flow)
{
    return (const xb_flow_target *)flows->targets.items + flow->first_target;
}

/** Its bindings. */
static inline const xb_flow_binding *xb_flow_bindings(const xb_routine_flows *flows, const xb_flow *flow)
{
    return (const xb_flow_binding *)flows->bindings.items + flow->first_binding;
}

/** The flows of a program. Linear time, but for variables of one storage class that are compared with each
 * other, up to some number. @param arena where they live */
xb_flows *xb_flows_of(xb_analyses *analyses, xb_arena *arena);

/** The number of a variable in a routine; XB_FLOW_NONE: it has none there, or is no real number. */
uint32_t xb_flows_value(const xb_routine_flows *flows, const xb_symbol *symbol);

/** Whether two variables may share storage: their classes say so, and alias sets of all references to them
 * don't say otherwise. */
bool xb_flows_may_share(const xb_flows *flows, const xb_symbol *a, const xb_symbol *b);

#endif
