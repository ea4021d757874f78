/*
 * A routine that computes the partial derivatives is called before the values are overwritten. It gets
 * passive copies of active arguments, since hand-written routines work on plain values, and variables for the
 * partial derivatives at the positions that the catalogue says. The local Jacobian has these variables as
 * labels.
 *
 * For a function, argument position 1 of the catalogue's dep and indep is the result and operand k is at
 * position k + 1; the Jacobian routine is called with the operands alone. For a subroutine, positions are
 * those of its arguments.
 *
 * Arguments that are the same location are one vertex, and their partial derivatives are added: a target that
 * overwrites that location may read it once only.
 */
#include "algorithms/preaccumulation/explicit.h"

#include "analysis/footprints.h"
#include "analysis/locations.h"
#include "algorithms/support/names.h"
#include "algorithms/support/save_subscripts.h"
#include "algorithms/typechange/typechange.h"
#include "analysis/overlap.h"
#include "analysis/summaries.h"
#include "ir/build.h"

typedef struct maker {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    xb_block_place place;
    xb_statement *statement;
    xb_local_jacobian *jacobian;
} maker;

static void append(maker *g, void *statement)
{
    xb_jacobian_statement *new = xb_vector_push(g->program->arena, &g->jacobian->statements, sizeof *new);
    *new = (xb_jacobian_statement){.position = XB_POSITION_NONE, .statement = statement};
}

static bool refuse(maker *g, const char *hint, const char *name, const char *what)
{
    xb_error(g->program->diagnostics, XB_STATUS_UNSUPPORTED, xb_place_of(g->run, g->place, g->statement),
             hint, "'%s' %s", name, what);
    return false;
}

/* An argument of a function or subroutine with explicit Jacobian. */
typedef struct actual {
    const xb_reference *reference; /* or NULL for a constant */
    const xb_constant *constant;
    const xb_reference *passive; /* what the routines get in the place of an active reference */
    bool dependent;
} actual;

static void *copy_of_actual(maker *g, const actual *a)
{
    if (a->constant)
        return xb_copy_vertex(g->program, &a->constant->vertex);
    return xb_copy_reference(g->program, a->passive ? a->passive : a->reference);
}

/* A conversion, not an assignment: an argument that is set by the routine may be undefined before. */
static void copy_value(maker *g, const char *id, const xb_reference *target, const xb_reference *value)
{
    xb_inlinable_call *call = xb_build_inlinable_call(g->program, XB_RUNTIME_CONVERT, id);
    xb_build_argument(g->program, &call->arguments, xb_copy_reference(g->program, target));
    xb_build_argument(g->program, &call->arguments, xb_copy_reference(g->program, value));
    append(g, call);
}

/* A Jacobian routine as the program has it, NULL if it is elsewhere. */
static const xb_routine *jacobian_routine(const maker *g, const xb_noninlinable *intrinsic)
{
    const xb_symbol *symbol = xb_subroutine_named(g->program, g->place.routine->scope, intrinsic->jacobian);
    return symbol ? xb_program_routine(g->program, symbol) : NULL;
}

/* Passive copies of active arguments. */
static bool make_passive(maker *g, const xb_noninlinable *intrinsic, actual *actuals, size_t count)
{
    const xb_routine *routine = jacobian_routine(g, intrinsic);
    for (size_t i = 0; i < count; i++) {
        actual *a = &actuals[i];
        if (!a->reference || !xb_symbol_is_active(a->reference->symbol))
            continue;
        if (xb_reference_rank(a->reference) > 0)
            return refuse(g, "call it for scalars, or differentiate its body", a->reference->symbol->id->text,
                          "is an array argument of a routine with explicit Jacobian");
        xb_statement *allocation;
        xb_shape shape = xb_shape_of_reference(g->program->arena, a->reference);
        xb_symbol *symbol =
            xb_shape_temporary(g->program, g->place.routine->scope, "aux", shape, false, &allocation);
        a->passive = xb_build_reference(g->program, symbol);
        xb_conversion_note(g->program, symbol, a->reference,
                           routine ? xb_routine_formal(routine, (uint32_t)i + 1) : NULL);
        copy_value(g, "_jacobian_argument", a->passive, a->reference);
    }
    return true;
}

/* Whether a Jacobian routine that the program shows has an active argument: what it gets is passive. */
static bool has_active_formals(const xb_routine *routine)
{
    for (size_t i = 0; routine && i < routine->formals.count; i++)
        if (xb_symbol_is_active(((const xb_formal *)routine->formals.items[i])->symbol))
            return true;
    return false;
}

/* Calls the Jacobian routine. Returns the variables that hold the partial derivatives, in the order of the
 * catalogue; NULL after an error. */
static const xb_reference **call_jacobian(maker *g, const xb_noninlinable *intrinsic, const actual *actuals,
                                          size_t count)
{
    xb_symbol *called = xb_subroutine_named(g->program, g->place.routine->scope, intrinsic->jacobian);
    if (!called) {
        refuse(g, "rename the variable", intrinsic->jacobian,
               "is to be called as a Jacobian routine but is a variable here");
        return NULL;
    }
    const xb_routine *routine = xb_program_routine(g->program, called);
    if (has_active_formals(routine)) {
        refuse(g, "declare its arguments passive", intrinsic->jacobian,
               "computes an explicit Jacobian, which needs no derivatives, but has active arguments");
        return NULL;
    }
    if (routine) /* it may have been renamed */
        called = ((const xb_routine *)xb_current(routine))->symbol;
    xb_call *call = xb_build_call(g->program, "_jacobian_call", called, 0);
    for (size_t i = 0; i < count; i++)
        if (actuals[i].reference || actuals[i].constant)
            xb_build_argument_at(g->program, call, (unsigned)i + 1, copy_of_actual(g, &actuals[i]));
    const xb_reference **partials =
        xb_arena_array(g->scratch, intrinsic->partial_count, sizeof(const xb_reference *));
    for (size_t i = 0; i < intrinsic->partial_count; i++) {
        xb_statement *allocation;
        xb_symbol *symbol = xb_shape_temporary(g->program, g->place.routine->scope, "lin", xb_shape_scalar(),
                                               false, &allocation);
        partials[i] = xb_build_reference(g->program, symbol);
        xb_build_argument_at(g->program, call, intrinsic->partials[i].partial,
                             xb_copy_reference(g->program, partials[i]));
    }
    append(g, call);
    return partials;
}

/* Whether an independent's location may be overwritten by a dependent; exactly so if it is the same location.
 */
static void find_conflicts(maker *g, xb_jacobian_vertex *sources, size_t source_count,
                           xb_jacobian_vertex *targets, size_t target_count)
{
    xb_location_table *table = xb_location_table_create(g->scratch, xb_run_analyses(g->run));
    for (size_t i = 0; i < source_count; i++)
        for (size_t k = 0; k < target_count; k++) {
            if (!sources[i].reference || !targets[k].reference)
                continue;
            if (targets[k].position < sources[i].clobbered &&
                xb_overlap_of(xb_run_analyses(g->run), sources[i].reference, targets[k].reference, true) !=
                    XB_OVERLAP_NEVER) {
                sources[i].clobbered = targets[k].position;
                sources[i].clobbered_by =
                    xb_location_of(table, sources[i].reference) == xb_location_of(table, targets[k].reference)
                        ? targets[k].reference
                        : NULL;
            }
        }
}

/* The vertices: independents by catalogue position minus 1, dependents in the same way after them. Those that
 * are not active are joined by nothing. */
static xb_jacobian_vertex *make_vertices(maker *g, const xb_noninlinable *intrinsic,
                                         const xb_reference *const *by_position, size_t count)
{
    xb_arena *arena = g->program->arena;
    xb_jacobian_vertex *sources = xb_arena_array(arena, 2 * count, sizeof *sources),
                       *targets = sources + count;
    for (size_t i = 0; i < count; i++) {
        if (!by_position[i])
            continue;
        sources[i] = (xb_jacobian_vertex){.reference = by_position[i],
                                          .outside = true,
                                          .clobbered = XB_POSITION_NONE,
                                          .shape = xb_shape_of_reference(arena, by_position[i])};
        targets[i] = (xb_jacobian_vertex){.position = (uint32_t)i, .shape = sources[i].shape};
    }
    for (size_t i = 0; i < intrinsic->partial_count; i++) {
        const xb_jacobian_partial *p = &intrinsic->partials[i];
        if (p->dependent > count || !by_position[p->dependent - 1])
            continue;
        targets[p->dependent - 1].wanted = true;
        targets[p->dependent - 1].reference = by_position[p->dependent - 1];
    }
    find_conflicts(g, sources, count, targets, count);
    return sources;
}

/* By position - 1: the first one that is the same location. */
static const uint32_t *find_first_positions(maker *g, const xb_reference *const *by_position, size_t count)
{
    xb_location_table *table = xb_location_table_create(g->scratch, xb_run_analyses(g->run));
    const xb_location **locations = xb_arena_array(g->scratch, count, sizeof(const xb_location *));
    uint32_t *first = xb_arena_array(g->scratch, count, sizeof *first);
    for (uint32_t i = 0; i < count; i++) {
        locations[i] = by_position[i] ? xb_location_of(table, by_position[i]) : NULL;
        first[i] = 0;
        while (locations[first[i]] != locations[i])
            first[i]++;
    }
    return first;
}

static const xb_reference *sum_of(maker *g, const xb_reference *a, const xb_reference *b)
{
    xb_program *program = g->program;
    xb_expression *sum = xb_build_expression(program);
    const uint32_t first = xb_expression_add(program, sum, xb_copy_vertex(program, &a->vertex)),
                   second = xb_expression_add(program, sum, xb_copy_vertex(program, &b->vertex));
    xb_statement *allocation;
    xb_reference *target =
        xb_build_reference(program, xb_shape_temporary(program, g->place.routine->scope, "acc",
                                                       xb_shape_scalar(), false, &allocation));
    sum->root = xb_build_binary(program, sum, XB_INTRINSIC_ADD, first, second);
    xb_list_append(program->arena, &g->jacobian->accumulation,
                   xb_build_assignment(program, "_jacobian_sum", target, sum));
    return target;
}

static void add_edge(maker *g, xb_jacobian_edge *edges, const xb_jacobian_edge *edge)
{
    for (size_t i = 0; i < g->jacobian->edge_count; i++)
        if (edges[i].source == edge->source && edges[i].target == edge->target) {
            edges[i].factor.reference = sum_of(g, edges[i].factor.reference, edge->factor.reference);
            return;
        }
    edges[g->jacobian->edge_count++] = *edge;
}

static void make_graph(maker *g, const xb_noninlinable *intrinsic, const xb_reference *const *by_position,
                       size_t count, const xb_reference *const *partials)
{
    xb_jacobian_edge *edges = xb_arena_array(g->program->arena, intrinsic->partial_count, sizeof *edges);
    const uint32_t *first = find_first_positions(g, by_position, count);
    for (size_t i = 0; i < intrinsic->partial_count; i++) {
        const xb_jacobian_partial *p = &intrinsic->partials[i];
        if (p->dependent > count || !by_position[p->dependent - 1] || p->independent > count ||
            !by_position[p->independent - 1])
            continue;
        const xb_jacobian_edge edge = {first[p->independent - 1],
                                       (uint32_t)count + p->dependent - 1,
                                       {.reference = partials[i], .shape = xb_shape_scalar()}};
        add_edge(g, edges, &edge);
    }
    g->jacobian->edges = edges;
    g->jacobian->vertices = make_vertices(g, intrinsic, by_position, count);
    g->jacobian->vertex_count = (uint32_t)(2 * count);
}

static const xb_reference *active_or_null(const xb_reference *reference)
{
    return reference && xb_symbol_is_active(reference->symbol) ? reference : NULL;
}

/* The variables for partial derivatives follow the arguments: none may take the place of one. */
static bool positions_are_free(maker *g, const xb_noninlinable *intrinsic, size_t count)
{
    for (size_t i = 0; i < intrinsic->partial_count; i++)
        if (intrinsic->partials[i].partial <= count)
            return refuse(
                g, "number the partial derivatives from after the arguments in the catalogue",
                intrinsic->name,
                "has an explicit Jacobian that names an argument's position for a partial derivative");
    return true;
}

/* What the catalogue's positions of a function stand for: the result, then its operands, NULL for those that
 * are not active. */
static const xb_reference **read_function(maker *g, const xb_assignment *assignment, actual *actuals,
                                          size_t count)
{
    const xb_expression *expression = assignment->value;
    const xb_reference **by_position = xb_arena_array(g->scratch, count + 1, sizeof(const xb_reference *));
    by_position[0] = active_or_null(assignment->target);
    for (uint32_t i = 0; i < count; i++) {
        const xb_vertex *operand =
            xb_expression_vertex(expression, xb_expression_operand(expression, expression->root, i + 1));
        if (operand->node.kind == XB_KIND_CONSTANT)
            actuals[i].constant = (const xb_constant *)operand;
        else
            actuals[i].reference = (const xb_reference *)operand;
        by_position[i + 1] = active_or_null(actuals[i].reference);
    }
    return by_position;
}

static bool take_function(maker *g, xb_assignment *assignment, const xb_noninlinable *intrinsic)
{
    size_t count = xb_expression_operand_count(assignment->value, assignment->value->root);
    actual *actuals = xb_arena_array(g->scratch, count, sizeof *actuals);
    const xb_reference **by_position = read_function(g, assignment, actuals, count);
    if (xb_reference_rank(assignment->target) > 0)
        return refuse(g, "assign its elements one by one", assignment->target->symbol->id->text,
                      "is an array that is assigned a function with explicit Jacobian");
    if (!positions_are_free(g, intrinsic, count) || !make_passive(g, intrinsic, actuals, count))
        return false;
    const xb_reference **partials = call_jacobian(g, intrinsic, actuals, count);
    if (!partials)
        return false;
    append(g, assignment);
    make_graph(g, intrinsic, by_position, count + 1, partials);
    return true;
}

/* ---- subroutines with explicit Jacobian --------------------------------------------------------------- */

static size_t highest_position(const xb_call *call)
{
    size_t highest = 0;
    for (size_t i = 0; i < call->arguments.count; i++)
        if (((const xb_argument *)call->arguments.items[i])->position > highest)
            highest = ((const xb_argument *)call->arguments.items[i])->position;
    return highest;
}

static void mark_dependents(const xb_noninlinable *intrinsic, actual *actuals, size_t count)
{
    for (size_t i = 0; i < intrinsic->partial_count; i++)
        if (intrinsic->partials[i].dependent <= count)
            actuals[intrinsic->partials[i].dependent - 1].dependent = true;
}

typedef struct actuals_of_call {
    xb_analyses *analyses;
    const xb_routine *caller;
    const xb_footprints *footprints;
    const actual *items;
    size_t count;
} actuals_of_call;

/* Whether the routine may change an argument. The catalogue says nothing of those that have no derivative. */
static bool may_be_set(const actual *a)
{
    return a->reference && (a->dependent || !xb_symbol_is_active(a->reference->symbol));
}

/* Whether the routine may change a variable: it is one of the arguments, or from outside. */
static bool may_be_changed(const void *context, const xb_reference *variable)
{
    const actuals_of_call *all = context;
    if (xb_is_from_outside(all->caller, variable->symbol) ||
        xb_footprints_share(all->footprints, variable->symbol))
        return true;
    for (size_t i = 0; i < all->count; i++) {
        const xb_reference *reference = all->items[i].reference;
        if (may_be_set(&all->items[i]) &&
            xb_overlap_of(all->analyses, reference, variable, true) != XB_OVERLAP_NEVER)
            return true;
    }
    return false;
}

/* Makes the arguments denote after the call what they denote before it. */
static void save_subscripts(maker *g, actual *actuals, size_t count)
{
    xb_list saves = {.count = 0};
    const actuals_of_call all = {.analyses = xb_run_analyses(g->run),
                                 .caller = g->place.routine,
                                 .footprints = xb_footprints_of(xb_run_analyses(g->run)),
                                 .items = actuals,
                                 .count = count};
    const xb_subscript_saver saving = {g->run, g->place.routine->scope, may_be_changed, &all, &saves};
    for (size_t i = 0; i < count; i++)
        if (actuals[i].reference)
            actuals[i].reference = xb_save_subscripts(&saving, actuals[i].reference);
    for (size_t i = 0; i < saves.count; i++)
        append(g, saves.items[i]);
}

/* The call itself, on passive copies, which are copied back where the routine may have changed them. */
static void call_original(maker *g, const xb_call *call, const actual *actuals)
{
    xb_call *copy = xb_copy_call(g->program, call);
    for (size_t i = 0; i < copy->arguments.count; i++) {
        xb_argument *argument = copy->arguments.items[i];
        const actual *a = &actuals[argument->position - 1];
        if (a->passive)
            argument->reference = xb_copy_reference(g->program, a->passive);
    }
    append(g, copy);
    for (size_t i = 0; i < copy->arguments.count; i++) {
        const actual *a = &actuals[((const xb_argument *)copy->arguments.items[i])->position - 1];
        if (a->passive && a->dependent)
            copy_value(g, "_jacobian_result", a->reference, a->passive);
    }
}

static bool take_call(maker *g, const xb_call *call, const xb_noninlinable *intrinsic)
{
    size_t count = highest_position(call);
    actual *actuals = xb_arena_array(g->scratch, count, sizeof *actuals);
    const xb_reference **by_position = xb_arena_array(g->scratch, count, sizeof(const xb_reference *));
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        actuals[argument->position - 1].reference = argument->reference;
        actuals[argument->position - 1].constant = argument->constant;
    }
    mark_dependents(intrinsic, actuals, count);
    save_subscripts(g, actuals, count);
    for (size_t i = 0; i < count; i++)
        by_position[i] = active_or_null(actuals[i].reference);
    if (!positions_are_free(g, intrinsic, count) || !make_passive(g, intrinsic, actuals, count))
        return false;
    const xb_reference **partials = call_jacobian(g, intrinsic, actuals, count);
    if (!partials)
        return false;
    call_original(g, call, actuals);
    make_graph(g, intrinsic, by_position, count, partials);
    return true;
}

/* ---- both ---------------------------------------------------------------------------------------------- */

const xb_local_jacobian *xb_explicit_jacobian(xb_run *run, xb_block_place place, xb_statement *statement,
                                              const xb_noninlinable *intrinsic)
{
    xb_program *program = xb_run_program(run);
    maker g = {run, program, xb_run_scratch(run), place, statement, NULL};
    g.jacobian = xb_arena_alloc(program->arena, sizeof *g.jacobian);
    bool made = statement->node.kind == XB_KIND_ASSIGNMENT
                    ? take_function(&g, (xb_assignment *)statement, intrinsic)
                    : take_call(&g, (const xb_call *)statement, intrinsic);
    return made ? g.jacobian : NULL;
}
