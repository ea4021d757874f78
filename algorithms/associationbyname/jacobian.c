/*
 * Forward mode, for each element of each input:
 *
 *     column = column + 1; x_d = 0; y_d = 0; x_d(i) = 1
 *     call NAME(x, x_d, y, y_d)
 *     row = 0; for each element of each result: row = row + 1; jacobian(row, column) = y_d(j)
 *
 * Reverse mode likewise by rows, with a call that records and one that returns; a call for values comes last,
 * since what returns may leave other values. What a call reads and changes is saved at first, and restored
 * before each call. Derivatives of variables from outside are 0 in each run. Where several directions are
 * propagated at once, a run takes as many columns, or rows.
 */
#include "algorithms/associationbyname/jacobian.h"

#include <string.h>

#include "algorithms/associationbyname/compression.h"
#include "algorithms/associationbyname/jacobian_code.h"
#include "algorithms/associationbyname/jacobian_groups.h"
#include "algorithms/support/absence.h"
#include "algorithms/support/hosts.h"
#include "algorithms/support/insertion.h"
#include "algorithms/support/kept_variables.h"
#include "algorithms/support/markers.h"
#include "algorithms/support/names.h"
#include "analysis/calls.h"
#include "analysis/omission.h"
#include "analysis/overlap.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "ir/copy_internal.h"
#include "ir/declaration.h"
#include "ir/tags.h"
#include "ir/version.h"

static const char version_name[] = "jacobian";

typedef xb_jacobian_code maker;

/* ---- the routine -------------------------------------------------------------------------------------- */

void xb_jacobian_take(const maker *m, xb_body *code, uint32_t direction)
{
    xb_symbol *counter = m->request->reverse ? m->column : m->row;
    xb_body_set_number(code, "_jacobian", counter, 0);
    const xb_list *taken = m->request->reverse ? &m->shape.inputs : &m->shape.results;
    for (size_t i = 0; i < taken->count; i++) {
        xb_reference *derivative, *entry = xb_build_reference(m->program, m->matrix);
        const size_t depth = xb_jacobian_over_elements(
            m, code, xb_jacobian_derivative(m, taken->items[i], direction), &derivative);
        xb_jacobian_count(m, code, counter);
        xb_jacobian_subscribe(m, entry, xb_build_leaf(m->program, xb_build_reference(m->program, m->row)));
        xb_jacobian_subscribe(m, entry, xb_build_leaf(m->program, xb_build_reference(m->program, m->column)));
        xb_jacobian_assign(m, code, entry, xb_build_leaf(m->program, derivative));
        xb_body_end_to(code, depth);
    }
}

static void run_all(const maker *m, xb_body *code)
{
    xb_symbol *counter = m->request->reverse ? m->row : m->column;
    xb_body_set_number(code, "_jacobian", counter, 0);
    const xb_list *seeded = m->request->reverse ? &m->shape.results : &m->shape.inputs;
    for (size_t i = 0; i < seeded->count; i++) {
        xb_reference *seed;
        const size_t depth =
            xb_jacobian_over_elements(m, code, xb_jacobian_derivative(m, seeded->items[i], 0), &seed);
        xb_jacobian_count(m, code, counter);
        xb_jacobian_prepare_run(m, code);
        xb_jacobian_set_real(m, code, seed, 1);
        xb_jacobian_run(m, code);
        xb_jacobian_take(m, code, 0);
        xb_body_end_to(code, depth);
    }
}

/* What returns may leave other values. In forward mode each run leaves them, but there may be none. */
static void add_values(const maker *m, xb_body *code)
{
    const xb_compression *pattern = m->request->pattern;
    if (m->request->reverse || (pattern && pattern->groups.count == 0)) {
        xb_jacobian_end(m, code);
    } else if (!pattern && xb_jacobian_elements(&m->shape.inputs) <= 0) {
        xb_body_if(code, xb_build_with_number(m->program, XB_INTRINSIC_EQUAL, m->column, 0));
        xb_jacobian_end(m, code);
        xb_body_end(code);
    }
}

static xb_flow_graph make_flow(const maker *m)
{
    xb_body code = xb_body_begin_made(m->program, m->version->scope);
    xb_jacobian_begin(m, &code);
    if (m->request->pattern)
        xb_compressed_runs(m, m->request->pattern, &code);
    else if (xb_jacobian_directions(m) > 1)
        xb_grouped_runs(m, &code);
    else
        run_all(m, &code);
    add_values(m, &code);
    return xb_body_finish(&code, xb_run_scratch(m->request->run));
}

static void add_formal(const maker *m, xb_symbol *symbol, xb_intent intent)
{
    xb_formal *formal = xb_node_create(m->program, XB_KIND_FORMAL, sizeof *formal, 0);
    formal->symbol = symbol;
    formal->intent = intent;
    formal->position = (uint32_t)m->version->formals.count + 1;
    xb_list_append(m->program->arena, &m->version->formals, formal);
}

/* Whether a motion that is called has an argument that may be modified in the place of one of the routine. */
static bool is_opened(const maker *m, const xb_formal *formal)
{
    static const char *const called[] = {"recording", "returning"};
    for (size_t k = 0; m->request->reverse && k < sizeof called / sizeof *called; k++) {
        const xb_routine *motion = xb_version_find(m->program, m->original, called[k]);
        for (size_t i = 0; motion && i < motion->formals.count; i++) {
            const xb_formal *found = motion->formals.items[i];
            if (found->intent != XB_INTENT_IN &&
                xb_version_origin(m->program, motion, found->symbol) == formal->symbol)
                return true;
        }
    }
    return false;
}

/* What is modified although its intent is in is restored; what is passed on has to allow what the callee
 * does. */
static xb_intent intent_of(const maker *m, const xb_formal *formal)
{
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(m->request->run));
    const bool is_open = formal->intent == XB_INTENT_IN &&
                         (xb_formal_use_of(footprints, formal).modified || is_opened(m, formal));
    return is_open ? XB_INTENT_INOUT : formal->intent;
}

static void make_interface(const maker *m)
{
    m->version->has_formals = true;
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        add_formal(m, xb_jacobian_variable(m, formal->symbol), intent_of(m, formal));
    }
    add_formal(m, m->matrix, XB_INTENT_OUT);
}

/* The variables of one side of the matrix, unless their names can't be told apart in a list. */
static const char *names_of(const maker *m, const xb_list *side)
{
    const char *names = "";
    for (size_t i = 0; i < side->count; i++) {
        const char *name = ((const xb_symbol *)side->items[i])->id->text;
        if (strpbrk(name, ", \t\r\n"))
            return NULL;
        names = xb_arena_format(m->program->arena, "%s%s%s", names, i > 0 ? "," : "", name);
    }
    return names;
}

/* Says what the routine computes, to who verifies it. */
static void add_tags(const maker *m)
{
    static const char *const all[] = {XB_TAG_JACOBIAN, XB_TAG_ROWS, XB_TAG_COLUMNS};
    const char *const values[] = {m->original->symbol->id->text, names_of(m, &m->shape.results),
                                  names_of(m, &m->shape.inputs)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        xb_tags_remove(m->program, &m->version->node, all[i]);
    for (size_t i = 0; values[1] && values[2] && i < sizeof all / sizeof *all; i++)
        xb_tags_add(m->program, &m->version->node, all[i], values[i]);
}

/* ---- what is asked for --------------------------------------------------------------------------------- */

/* Whether it can be named: variables of routines stand for others that they may share storage with. */
static bool is_seen(const maker *m, const xb_symbol *symbol)
{
    return xb_scope_is_within(m->original->scope->parent, symbol->scope);
}

static void add_outside(maker *m, const xb_list *symbols, xb_node_set *known)
{
    xb_arena *arena = m->program->arena;
    for (size_t i = 0; i < symbols->count; i++) {
        xb_symbol *symbol = symbols->items[i];
        if (!is_seen(m, symbol) || !xb_node_set_add(arena, known, &symbol->node))
            continue;
        xb_list_append(arena, &m->outside, symbol);
    }
}

static void find_outside(maker *m)
{
    xb_node_set known = {0};
    add_outside(m, &m->footprint->modified, &known);
    m->modified_count = m->outside.count;
    add_outside(m, &m->footprint->exposed, &known);
    add_outside(m, &m->shape.inputs, &known);
    add_outside(m, &m->shape.results, &known);
}

static bool may_share(const maker *m, const xb_sharing *set, xb_symbol *symbol)
{
    return xb_sharing_overlaps(set, xb_build_reference(m->program, symbol), NULL);
}

static xb_sharing sharing_of(const maker *m, const xb_list *symbols)
{
    xb_sharing set = {.analyses = xb_run_analyses(m->request->run)};
    for (size_t i = 0; i < symbols->count; i++)
        xb_sharing_add_variable(m->program->arena, &set, symbols->items[i]);
    return set;
}

/* What is read may be what is modified under another name. */
static void find_shared(maker *m)
{
    const xb_sharing modified = sharing_of(m, &m->footprint->modified),
                     exposed = sharing_of(m, &m->footprint->exposed);
    for (size_t i = 0; i < m->outside.count; i++) {
        xb_symbol *symbol = m->outside.items[i];
        if (may_share(m, &modified, symbol) && may_share(m, &exposed, symbol))
            xb_list_append(m->program->arena, &m->shared, symbol);
    }
}

/* Whether the storage of a variable has a name here. */
static bool has_name(const maker *m, const xb_symbol *symbol)
{
    const xb_storage *storage = xb_storage_of(xb_run_analyses(m->request->run));
    for (size_t i = 0; i < m->outside.count; i++)
        if (xb_storage_class(storage, m->outside.items[i]) == xb_storage_class(storage, symbol))
            return true;
    return false;
}

/* A variable that lasts, of a module or of another routine, that is not visible here: what is called reads
 * and modifies it. */
static xb_symbol *find_hidden(const maker *m)
{
    const xb_sharing modified = sharing_of(m, &m->footprint->modified);
    for (size_t i = 0; i < m->footprint->exposed.count; i++) {
        xb_symbol *symbol = m->footprint->exposed.items[i];
        bool lasts = !xb_program_has_procedure(m->program, symbol->scope) || xb_symbol_is_static(symbol);
        if (lasts && !is_seen(m, symbol) && may_share(m, &modified, symbol) && !has_name(m, symbol))
            return symbol;
    }
    return NULL;
}

static void find_saved(maker *m)
{
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(m->request->run));
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        const xb_formal_use use = xb_formal_use_of(footprints, formal);
        if (use.modified && use.exposed && formal->intent != XB_INTENT_OUT)
            xb_jacobian_save(m, xb_jacobian_variable(m, formal->symbol));
    }
    for (size_t i = 0; i < m->shared.count; i++)
        xb_jacobian_save(m, m->shared.items[i]);
}

static xb_status refuse(const maker *m, const xb_node *node, const char *hint, const char *what,
                        const xb_symbol *symbol)
{
    return xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(m->program, node, NULL),
                    hint, "the Jacobian of %s: %s %s", m->original->symbol->id->text, symbol->id->text, what);
}

static xb_status check_formal(const maker *m, const xb_formal *formal)
{
    const xb_symbol *symbol = formal->symbol;
    if (xb_symbol_is_active(symbol) && symbol->type != XB_TYPE_REAL)
        return refuse(m, &symbol->node, "pass real and imaginary parts as real arguments", "is not real",
                      symbol);
    return XB_STATUS_OK;
}

/* What each run modifies. */
static xb_status check_modified(const maker *m, const xb_symbol *symbol)
{
    if (symbol->type != XB_TYPE_OPAQUE && symbol->type != XB_TYPE_VOID)
        return XB_STATUS_OK;
    return refuse(m, &symbol->node, "pass it as an argument", "is modified, and of a type that is not known",
                  symbol);
}

/* What is shared by all runs, and restored before each. */
static xb_status check_shared(const maker *m, const xb_symbol *symbol)
{
    if (symbol->rank <= 0 || symbol->bounds_count > 0)
        return XB_STATUS_OK;
    return refuse(m, &symbol->node, "declare its bounds, or pass it as an argument",
                  "is read and modified, and has no bounds by which it could be restored", symbol);
}

/* What has rows or columns. */
static xb_status check_seen(const maker *m, const xb_symbol *symbol)
{
    if (symbol->type != XB_TYPE_REAL)
        return refuse(m, &symbol->node, "let real and imaginary parts be real variables", "is not real",
                      symbol);
    if (symbol->rank > 0 && symbol->bounds_count == 0)
        return refuse(m, &symbol->node, "declare its bounds, or pass it as an argument",
                      "has no bounds by which its derivatives could be set", symbol);
    return XB_STATUS_OK;
}

static xb_status check_side(const maker *m, const xb_list *side)
{
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < side->count; i++)
        if (is_seen(m, side->items[i]))
            status = check_seen(m, side->items[i]);
    return status;
}

static xb_status check_all(const maker *m)
{
    xb_status status = check_side(m, &m->shape.inputs);
    const xb_symbol *hidden = find_hidden(m);
    if (!status)
        status = check_side(m, &m->shape.results);
    if (!status && hidden)
        status = refuse(m, &hidden->node, "let it be visible around the routine",
                        "is read and modified, and not visible there to be restored", hidden);
    for (size_t i = 0; !status && i < m->formals.count; i++)
        status = check_formal(m, m->formals.items[i]);
    for (size_t i = 0; !status && i < m->modified_count; i++)
        status = check_modified(m, m->outside.items[i]);
    for (size_t i = 0; !status && i < m->shared.count; i++)
        status = check_shared(m, m->shared.items[i]);
    return status;
}

static xb_status check_arguments(const maker *m)
{
    const bool has_inputs = m->shape.inputs.count > 0;
    if (has_inputs && m->shape.results.count > 0)
        return check_all(m);
    return xb_error(m->program->diagnostics, XB_STATUS_INVALID,
                    xb_program_place(m->program, &m->original->node, NULL),
                    "the Jacobian is that of results by inputs among the arguments, unless "
                    "--dependents and --independents name others",
                    "%s has no active argument that is %s", m->original->symbol->id->text,
                    has_inputs ? "modified" : "read");
}

static int64_t runs_for(const maker *m, int64_t sides)
{
    const int64_t directions = xb_jacobian_directions(m);
    return (sides + directions - 1) / directions;
}

/* What the sides of the matrix tell, if they are known. */
static void advise(const maker *m)
{
    const int64_t columns = xb_jacobian_elements(&m->shape.inputs),
                  rows = xb_jacobian_elements(&m->shape.results);
    const int64_t by_columns = runs_for(m, columns), by_rows = runs_for(m, rows);
    const bool reverse = m->request->reverse;
    if (rows <= 0 || columns <= 0 || (reverse ? by_rows <= by_columns : by_columns <= by_rows))
        return;
    xb_warning(m->program->diagnostics, xb_program_place(m->program, &m->original->node, NULL),
               "name associationbyname alone after -a: it chooses the mode",
               "the Jacobian of %s has %lld %s and %lld %s: %s mode would take fewer runs",
               m->original->symbol->id->text, (long long)rows, xb_plural((size_t)rows, "row", "rows"),
               (long long)columns, xb_plural((size_t)columns, "column", "columns"),
               reverse ? "forward" : "reverse");
}

/* Numbers that are known. */
static void measure(const maker *m)
{
    const xb_compression *pattern = m->request->pattern;
    const int64_t columns = xb_jacobian_elements(&m->shape.inputs),
                  rows = xb_jacobian_elements(&m->shape.results),
                  sides = pattern               ? pattern->groups.count
                          : m->request->reverse ? rows
                                                : columns;
    const char *scope = m->original->symbol->id->text;
    if (rows >= 0)
        xb_run_metric(m->request->run, scope, "Jacobian rows", (double)rows);
    if (columns >= 0)
        xb_run_metric(m->request->run, scope, "Jacobian columns", (double)columns);
    if (sides >= 0)
        xb_run_metric(m->request->run, scope, m->request->reverse ? "reverse runs" : "forward runs",
                      (double)runs_for(m, sides));
}

static void warn_of_unknown(const maker *m)
{
    if (m->footprint->modifies_unknown)
        xb_warning(m->program->diagnostics, xb_program_place(m->program, &m->original->node, NULL),
                   "give what it calls a body, or restore by hand what it reads and modifies",
                   "the Jacobian of %s: what it modifies is not all known, and not restored between runs",
                   m->original->symbol->id->text);
}

/* In reverse mode the derivatives of all that is modified are set to zero, if they can be named. */
static void warn_of_hidden_derivatives(const maker *m)
{
    for (size_t i = 0; m->request->reverse && i < m->footprint->modified.count; i++) {
        const xb_symbol *symbol = m->footprint->modified.items[i];
        if (xb_symbol_is_active(symbol) && !is_seen(m, symbol) &&
            !xb_program_has_procedure(m->program, symbol->scope) && !has_name(m, symbol))
            xb_warning(m->program->diagnostics, xb_program_place(m->program, &symbol->node, NULL),
                       "let it be visible around the routine, or set its derivative to zero by hand",
                       "the Jacobian of %s: the derivative of %s is not visible there to be set to zero",
                       m->original->symbol->id->text, symbol->id->text);
        xb_warn_of_passed_on(m->request->run, symbol, "is stored for the Jacobian");
    }
}

/* Functions within expressions have no motions. */
static xb_status refuse_unrecorded(const maker *m)
{
    if (m->request->has_lists)
        return xb_error(m->program->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "add --motions=routines, an option of basicblockpreaccumulationreverse",
                        "--jacobian needs routines that record and return, in reverse mode");
    return xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(m->program, &m->original->node, NULL),
                    "compute it in forward mode: --jacobian-mode=forward, without "
                    "basicblockpreaccumulationreverse",
                    "%s is only called where values are computed: nothing records it",
                    m->original->symbol->id->text);
}

/* What records a routine within another one lies within what records that one. */
static xb_status check_host(const maker *m)
{
    xb_hosts hosts = {0};
    xb_hosts_add(&hosts, xb_run_scratch(m->request->run), &m->program->routines);
    const xb_routine *host = xb_host_of(&hosts, m->original);
    if (!host)
        return XB_STATUS_OK;
    return xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(m->program, &m->original->node, NULL),
                    "compute it in forward mode: --jacobian-mode=forward, without "
                    "basicblockpreaccumulationreverse",
                    "the Jacobian of %s would call what is within that which records %s, around it",
                    m->original->symbol->id->text, host->symbol->id->text);
}

/* A function that is only called where no derivatives are has no version that computes any. */
static xb_status check_version(const maker *m)
{
    if (xb_version_find(m->program, m->original, m->request->version))
        return XB_STATUS_OK;
    return xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(m->program, &m->original->node, NULL),
                    "ask for the Jacobian of a subroutine that calls it",
                    "%s is only called where values are computed: nothing computes its derivatives",
                    m->original->symbol->id->text);
}

static xb_status check_motions(const maker *m)
{
    if (!m->request->reverse)
        return check_version(m);
    return xb_version_find(m->program, m->original, "recording") ? check_host(m) : refuse_unrecorded(m);
}

static xb_status check_scope(const maker *m)
{
    const char *obstacle = xb_siblings_obstacle(m->original);
    if (!obstacle)
        return XB_STATUS_OK;
    return xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(m->program, &m->original->node, NULL),
                    "declare it where its scope is, which is within another one", "the Jacobian of %s: it %s",
                    m->original->symbol->id->text, obstacle);
}

/* What a rule names computes values only. */
static xb_status check_rule(const maker *m)
{
    if (!m->original->kept)
        return XB_STATUS_OK;
    return xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(m->program, &m->original->node, NULL),
                    "ask for the Jacobian of a routine that calls it",
                    "the Jacobian of %s: it has a rule, or is called for one, and stays as it is",
                    m->original->symbol->id->text);
}

/* All runs have the value that the run before has left. */
static void warn_of_kept(const maker *m)
{
    const xb_call_graph *calls = xb_calls_of(xb_run_analyses(m->request->run));
    const uint32_t vertex = xb_calls_vertex(calls, m->original);
    if (vertex == XB_GRAPH_NONE)
        return;
    xb_arena *scratch = xb_run_scratch(m->request->run);
    bool *reached = xb_arena_array(scratch, calls->graph.vertex_count, sizeof *reached);
    xb_graph_reachable(scratch, &calls->graph, vertex, reached);
    for (uint32_t v = 0; v < calls->graph.vertex_count; v++)
        if (reached[v])
            xb_warn_of_kept_variables(m->request->run, m->program->routines.items[v],
                                      "each run for the Jacobian begins with what the one before it has "
                                      "left, and the Jacobian is wrong");
}

/* The routine stores arguments, and makes derivatives of their extents. */
static void warn_of_absent(const maker *m)
{
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)m->formals.items[i])->symbol;
        if (xb_may_be_absent(xb_run_analyses(m->request->run), symbol))
            xb_warning(m->program->diagnostics, xb_program_place(m->program, &symbol->node, NULL),
                       "pass it, or ask for the Jacobian of a routine that leaves it out",
                       "the Jacobian of %s: '%s' must not be left out, as it is in a call",
                       m->original->symbol->id->text, symbol->id->text);
    }
}

/* Whether an argument may have no extents before the routine is called: those of one that it reads are there.
 * Variables from outside have bounds. */
static bool may_be_unallocated(const maker *m, const xb_symbol *symbol)
{
    if (symbol->rank <= 0 || symbol->bounds_count > 0)
        return false;
    const xb_formal *formal = xb_formals_find(&m->formals, symbol);
    return formal && formal->intent == XB_INTENT_OUT;
}

/* The first marker of the routine, or of what it calls. */
static const xb_marker *marker_within(const maker *m)
{
    const xb_call_graph *calls = xb_calls_of(xb_run_analyses(m->request->run));
    const uint32_t vertex = xb_calls_vertex(calls, m->original);
    const xb_marker *marker = NULL;
    if (vertex == XB_GRAPH_NONE)
        return NULL;
    xb_arena *scratch = xb_run_scratch(m->request->run);
    bool *reached = xb_arena_array(scratch, calls->graph.vertex_count, sizeof *reached);
    xb_graph_reachable(scratch, &calls->graph, vertex, reached);
    for (uint32_t v = 0; v < calls->graph.vertex_count && !marker; v++)
        if (reached[v])
            marker = xb_first_marker(m->request->run, m->program->routines.items[v]);
    return marker;
}

/* Derivatives are made in the shape of results before the routine is called. */
static void warn_of_allocated(const maker *m)
{
    const xb_marker *marker = marker_within(m);
    for (size_t i = 0; marker && i < m->shape.results.count; i++) {
        const xb_symbol *symbol = m->shape.results.items[i];
        if (may_be_unallocated(m, symbol))
            xb_warning(m->program->diagnostics, xb_program_place(m->program, &marker->statement.node, NULL),
                       "allocate it before the routine of the Jacobian is called",
                       "the Jacobian of %s: the result '%s' must be allocated before, but may be what is "
                       "allocated here",
                       m->original->symbol->id->text, symbol->id->text);
    }
}

/* An edge of the call graph can't end at what several routines stand for. */
static void lead_edge(const maker *m, xb_call_graph_edge *edge, xb_routine *form)
{
    bool ends = edge->source == m->original || edge->target == m->original;
    if (edge->overlay || !ends || xb_derived(&edge->node))
        return;
    xb_call_graph_edge *copied = xb_copy_node(m->program, edge, sizeof *copied);
    copied->source = edge->source == m->original ? form : edge->source;
    copied->target = edge->target == m->original ? form : edge->target;
    copied->overlay = true;
    copied->id = NULL;
    xb_derive_one(m->program, &edge->node, &copied->node);
}

/* The routine stands after the first one of those that stand for the original. */
static void put_in_place(const maker *m)
{
    xb_list forms = {.count = 0}, both = {.count = 0};
    xb_view_append(m->program->arena, XB_VIEW_DERIVED, m->original, &forms);
    xb_routine *last = forms.items[forms.count - 1];
    xb_list_append(m->program->arena, &both, last);
    xb_list_append(m->program->arena, &both, m->version);
    for (size_t i = 0; i < m->program->call_edges.count; i++)
        lead_edge(m, m->program->call_edges.items[i], last);
    xb_derive(m->program, &last->node, &both);
    for (size_t i = 0; i < forms.count; i++)
        xb_build_call_edge(m->program, m->version, forms.items[i]);
}

xb_status xb_whole_jacobian_add(const xb_whole_jacobian *jacobian)
{
    maker m = {.request = jacobian, .program = xb_run_program(jacobian->run)};
    xb_status status = xb_jacobian_shape_find(jacobian->run, jacobian->names, &m.shape);
    m.original = m.shape.routine;
    if (!status)
        status = check_rule(&m);
    if (!status)
        status = check_scope(&m);
    if (!status)
        status = check_motions(&m);
    if (status)
        return status;
    m.formals = xb_jacobian_formals(m.program, m.original);
    m.footprint = xb_footprint_of(xb_footprints_of(xb_run_analyses(jacobian->run)), m.original);
    find_outside(&m);
    find_shared(&m);
    status = check_arguments(&m);
    if (!status && jacobian->pattern)
        status = xb_compression_check(&m, jacobian->pattern);
    if (status)
        return status;
    if (!jacobian->pattern && jacobian->is_named)
        advise(&m);
    measure(&m);
    warn_of_unknown(&m);
    warn_of_hidden_derivatives(&m);
    warn_of_kept(&m);
    warn_of_absent(&m);
    warn_of_allocated(&m);
    m.version = xb_version_declare(m.program, m.original, version_name,
                                   xb_version_subroutine(m.program, m.original->symbol, version_name));
    m.version->active = false;
    m.version->structured = true;
    m.row = xb_temporary_integer(m.program, m.version->scope, "row");
    m.column = xb_temporary_integer(m.program, m.version->scope, "col");
    m.matrix = xb_jacobian_matrix(&m);
    find_saved(&m);
    make_interface(&m);
    add_tags(&m);
    m.version->flow = make_flow(&m);
    put_in_place(&m);
    return XB_STATUS_OK;
}
