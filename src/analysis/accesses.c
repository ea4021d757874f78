/*
 * Calls are taken apart twice, first for what they read, then for what they write. Variables within the
 * subscripts of arguments are read in any case. An element that is passed to an array stands for elements
 * after it, too.
 */
#include "analysis/accesses.h"

#include <string.h>

#include "analysis/calls.h"
#include "analysis/overlap.h"
#include "ir/declaration.h"
#include "ir/runtime_call.h"
#include "traverse/traverse.h"

typedef struct visit {
    const xb_footprints *footprints;
    xb_view view;
    xb_program *program;
    xb_arena *scratch;
    xb_accessed *accessed;
    void *context;
    bool assumed;        /* the callee has no body, and no explicit Jacobian */
    const xb_node *call; /* the call whose arguments are gone over */
    bool writing;        /* they are gone over for what is written */
} visit;

static void report(const visit *v, xb_access access)
{
    v->accessed(v->context, &access);
}

static void visit_node(visit *v, const xb_node *node);

static void read_subscripts(visit *v, const xb_reference *reference)
{
    for (size_t i = 0; i < reference->subscripts.count; i++)
        visit_node(v, reference->subscripts.items[i]);
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static bool is_element(const xb_reference *reference)
{
    return reference->subscripts.count > 0 && xb_reference_rank(reference) == 0;
}

/* What an interface says of what is passed; NULL: nothing. */
static const xb_formal *declared_formal(const visit *v, const xb_reference *actual)
{
    const xb_call *call = v->call->kind == XB_KIND_SUBROUTINE_CALL ? (const xb_call *)v->call : NULL;
    const xb_interface *interface = call && !call->symbol->routine ? xb_symbol_interface(call->symbol) : NULL;
    for (size_t i = 0; interface && i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->reference == actual && argument->position <= interface->formals.count)
            return interface->formals.items[argument->position - 1];
    }
    return NULL;
}

/* What is of intent out has no value before, and all of it gets one. */
static xb_formal_use use_of(const visit *v, const xb_reference *actual, const xb_formal **formal)
{
    if (*formal)
        return xb_formal_use_of(v->footprints, *formal);
    *formal = declared_formal(v, actual);
    const xb_intent intent = *formal ? (*formal)->intent : XB_INTENT_INOUT;
    return (xb_formal_use){.modified = intent != XB_INTENT_IN,
                           .exposed = intent != XB_INTENT_OUT,
                           .written = intent == XB_INTENT_OUT};
}

static void visit_actual(void *context, const xb_reference *actual, const xb_formal *formal)
{
    visit *v = context;
    const xb_formal_use use = use_of(v, actual, &formal);
    bool array = !formal || formal->symbol->rank != 0;
    xb_access access = {.extent = is_element(actual) && array ? XB_EXTENT_VARIABLE : XB_EXTENT_REFERENCE,
                        .symbol = actual->symbol,
                        .reference = actual,
                        .read = !v->writing && use.exposed,
                        .written = v->writing && use.modified,
                        .assumed = v->assumed,
                        .updated = use.modified,
                        .certain = v->writing && use.written &&
                                   xb_passes_whole(v->footprints, v->call, actual, formal)};
    if (!v->writing)
        read_subscripts(v, actual);
    if (access.read || access.written)
        report(v, access);
}

static void visit_outside(const visit *v, const xb_footprint *footprint)
{
    const xb_list *list = v->writing ? &footprint->modified : &footprint->exposed;
    for (size_t i = 0; i < list->count; i++)
        report(v, (xb_access){.extent = XB_EXTENT_VARIABLE,
                              .symbol = list->items[i],
                              .read = !v->writing,
                              .written = v->writing});
    for (size_t i = 0; v->writing && i < footprint->written.count; i++)
        report(v, (xb_access){.extent = XB_EXTENT_VARIABLE,
                              .symbol = footprint->written.items[i],
                              .written = true,
                              .certain = true});
}

static bool has_jacobian(const visit *v, const xb_node *call)
{
    return call->kind == XB_KIND_SUBROUTINE_CALL &&
           xb_jacobian_of_call(v->footprints->analyses, (const xb_call *)call);
}

/* @param symbol may be a new name of the routine, which names it all the same */
static void visit_called(visit *v, const xb_node *call, const xb_symbol *symbol)
{
    const xb_routine *routine = symbol->routine;
    const xb_footprint *footprint = routine ? xb_footprint_of(v->footprints, routine) : NULL;
    bool assumed = !footprint && !has_jacobian(v, call);
    const visit before = *v;
    v->call = call;
    v->assumed = assumed;
    for (int i = 0; i < 2; i++) {
        v->writing = i == 1;
        xb_call_passes(v->program, call, visit_actual, v);
        bool unknown = !footprint || (i == 0 ? footprint->reads_unknown : footprint->modifies_unknown);
        if (footprint)
            visit_outside(v, footprint);
        if (unknown)
            report(v, (xb_access){.extent = XB_EXTENT_OUTSIDE, .read = i == 0, .written = i == 1});
    }
    *v = before;
}

static void visit_inlinable_call(visit *v, const xb_inlinable_call *call)
{
    xb_runtime_call named;
    size_t count = call->arguments.count;
    bool known =
        xb_runtime_call_read(v->scratch, call->name->text, &named) && xb_runtime_takes(named.code, count);
    for (size_t i = 0; i < count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (!argument->reference)
            continue;
        xb_runtime_access access = known ? xb_runtime_access_of(&named, count, argument->position - 1)
                                         : XB_ACCESS_DERIVATIVE_UPDATED;
        bool overwritten = access == XB_ACCESS_WRITTEN || access == XB_ACCESS_ALLOCATED;
        read_subscripts(v, argument->reference);
        report(v, (xb_access){.extent = XB_EXTENT_REFERENCE,
                              .symbol = argument->reference->symbol,
                              .reference = argument->reference,
                              .read = !overwritten && access != XB_ACCESS_SHAPE,
                              .written = overwritten || access == XB_ACCESS_DERIVATIVE_WRITTEN ||
                                         access == XB_ACCESS_DERIVATIVE_UPDATED,
                              .certain = access == XB_ACCESS_WRITTEN});
    }
}

/* ---- other nodes --------------------------------------------------------------------------------------- */

static void visit_assignment(visit *v, const xb_assignment *assignment)
{
    const xb_reference *target = assignment->target;
    visit_node(v, &assignment->value->node);
    read_subscripts(v, target);
    report(v, (xb_access){.extent = XB_EXTENT_REFERENCE,
                          .symbol = target->symbol,
                          .reference = target,
                          .written = true,
                          .certain = true});
}

/* Derivatives are propagated: what is set is not known to be anything, and what is read is all. */
static void visit_propagation(visit *v, const xb_propagation *propagation)
{
    const xb_reference *target = propagation->target;
    if (propagation->source)
        visit_node(v, &propagation->source->vertex.node);
    for (size_t i = 0; i < propagation->terms.count; i++) {
        const xb_term *term = (const xb_term *)propagation->terms.items + i;
        visit_node(v, &term->factor->node);
        visit_node(v, &term->source->vertex.node);
    }
    read_subscripts(v, target);
    report(v, (xb_access){.extent = XB_EXTENT_REFERENCE,
                          .symbol = target->symbol,
                          .reference = target,
                          .read = true,
                          .written = true});
}

static xb_visit enter_reference(xb_walk *walk, xb_node *node, void *context)
{
    const xb_reference *reference = (const xb_reference *)node;
    (void)walk;
    if (reference->symbol->kind != XB_SYMBOL_SUBROUTINE)
        report(context, (xb_access){.extent = XB_EXTENT_REFERENCE,
                                    .symbol = reference->symbol,
                                    .reference = reference,
                                    .read = true});
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_function(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    visit_called(context, node, ((const xb_function_call *)node)->symbol);
    return XB_VISIT_SKIP;
}

static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    visit_assignment(context, (const xb_assignment *)node);
    return XB_VISIT_SKIP;
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    visit_called(context, node, ((const xb_call *)node)->symbol);
    return XB_VISIT_SKIP;
}

static xb_visit enter_inlinable_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    visit_inlinable_call(context, (const xb_inlinable_call *)node);
    return XB_VISIT_SKIP;
}

/* Elements of arrays are written for all that is known: not certainly, unless it is said. */
static void visit_known(visit *v, const xb_marker *marker)
{
    for (size_t i = 0; i < marker->reads.count; i++)
        visit_node(v, marker->reads.items[i]);
    for (size_t i = 0; i < marker->writes.count; i++) {
        const xb_reference *target = marker->writes.items[i];
        for (size_t k = 0; k < target->subscripts.count; k++)
            visit_node(v, target->subscripts.items[k]);
        report(v, (xb_access){.extent = XB_EXTENT_REFERENCE,
                              .symbol = target->symbol,
                              .reference = target,
                              .written = true,
                              .certain = marker->is_constant});
    }
}

static xb_visit enter_marker(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    if (((const xb_marker *)node)->is_known)
        visit_known(context, (const xb_marker *)node);
    else if (!xb_marker_is_harmless((const xb_marker *)node))
        report(context, (xb_access){.extent = XB_EXTENT_ANYTHING, .read = true, .written = true});
    return XB_VISIT_SKIP;
}

static xb_visit enter_propagator(xb_walk *walk, xb_node *node, void *context)
{
    const xb_propagator *propagator = (const xb_propagator *)node;
    (void)walk;
    for (size_t i = 0; i < propagator->entries.count; i++)
        visit_propagation(context, propagator->entries.items[i]);
    return XB_VISIT_SKIP;
}

#define OF_VISITOR(v)                                                 \
    {                                                                 \
        .enter = {[XB_KIND_ASSIGNMENT] = enter_assignment,            \
                  [XB_KIND_INITIALIZATION] = enter_assignment,        \
                  [XB_KIND_UPDATE] = enter_assignment,                \
                  [XB_KIND_SUBROUTINE_CALL] = enter_call,             \
                  [XB_KIND_INLINABLE_CALL] = enter_inlinable_call,    \
                  [XB_KIND_MARKER] = enter_marker,                    \
                  [XB_KIND_DERIVATIVE_PROPAGATOR] = enter_propagator, \
                  [XB_KIND_FUNCTION_CALL] = enter_function,           \
                  [XB_KIND_VARIABLE_REFERENCE] = enter_reference},    \
        .view = (v)                                                   \
    }

static void visit_node(visit *v, const xb_node *node)
{
    static const xb_visitor visitors[] = {
        [XB_VIEW_DERIVED] = OF_VISITOR(XB_VIEW_DERIVED), [XB_VIEW_READ] = OF_VISITOR(XB_VIEW_READ)};
    xb_traverse(v->program, v->scratch, (xb_node *)node, &visitors[v->view], v);
}

void xb_accesses_each(const xb_footprints *footprints, xb_view view, const xb_node *node,
                      xb_accessed *accessed, void *context)
{
    xb_analyses *analyses = footprints->analyses;
    visit v = {.footprints = footprints,
               .view = view,
               .program = xb_analyses_program(analyses),
               .scratch = xb_analyses_scratch(analyses),
               .accessed = accessed,
               .context = context};
    visit_node(&v, node);
}

/* The bounds of one variable. */
static void visit_bound(void *context, xb_expression *bound)
{
    visit_node(context, &bound->node);
}

void xb_accesses_each_declared(const xb_footprints *footprints, xb_view view, const xb_routine *routine,
                               xb_accessed *accessed, void *context)
{
    visit v = {.footprints = footprints,
               .view = view,
               .program = xb_analyses_program(footprints->analyses),
               .scratch = xb_analyses_scratch(footprints->analyses),
               .accessed = accessed,
               .context = context};
    for (size_t i = 0; i < routine->scope->symbols.count; i++) {
        const xb_symbol *symbol = routine->scope->symbols.items[i];
        if (symbol->declaration && symbol->bounds_count == 0)
            xb_declaration_each(symbol->declaration, visit_bound, &v);
    }
}

/* ---- markers ------------------------------------------------------------------------------------------- */

static bool contains_any(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

/* Labels and jumps are in the edges of the control flow; what is in brackets is a statement at a label. */
bool xb_marker_is_harmless(const xb_marker *marker)
{
    static const char *const notes[] = {"OPR_PRAGMA", "OPR_XPRAGMA", "OPR_USE", "OPR_COMMENT", NULL};
    static const char *const jumps[] = {"StmtLabel", "StmtGoto", "StmtReturn", NULL};
    const char *text = marker->text ? marker->text->text : "";
    if (marker->is_known && marker->reads.count + marker->writes.count == 0)
        return true;
    return contains_any(text, notes) || (contains_any(text, jumps) && !strchr(text, '['));
}

bool xb_marker_is_unknown(const xb_marker *marker)
{
    return !marker->is_known && !xb_marker_is_harmless(marker);
}

/* ---- questions ----------------------------------------------------------------------------------------- */

bool xb_access_is_whole(const xb_access *access)
{
    const xb_reference *reference = access->reference;
    bool fixed = access->certain && access->symbol->kind != XB_SYMBOL_POINTER && !access->symbol->pointer;
    return fixed && (!reference || xb_reference_is_whole(reference));
}

bool xb_access_concerns(const xb_footprints *footprints, const xb_access *access,
                        const xb_reference *reference)
{
    xb_analyses *analyses = footprints->analyses;
    switch (access->extent) {
    case XB_EXTENT_ANYTHING: return !reference->symbol->temporary;
    case XB_EXTENT_OUTSIDE: return xb_footprints_share(footprints, reference->symbol);
    case XB_EXTENT_VARIABLE:
        return xb_overlap_of_variables(xb_storage_of(analyses), access->symbol, reference->symbol) !=
               XB_OVERLAP_NEVER;
    default: return xb_overlap_of(analyses, access->reference, reference, false) != XB_OVERLAP_NEVER;
    }
}
