/*
 * Direct action: y = f(x) is followed by y' = g(x'), where g is the catalogue's intrinsic for derivatives,
 * applied to the derivative of each active operand and to the value of each other one. An operand whose
 * elements end up in the result as they are, such as the padding of a reshape, must not be one of the others.
 * By the product rule, y' is a sum of such terms, one for each active operand, and comes before y = f(x),
 * which may overwrite an operand's value.
 *
 * Explicit Jacobian: a routine that computes the partial derivatives is called before the values are
 * overwritten. It gets passive copies of active arguments, since hand-written routines work on plain values,
 * and variables for the partial derivatives at the positions that the catalogue says. The propagation is that
 * of a remainder graph whose edges have these variables as labels. For a function, argument position 1 of the
 * catalogue's dep and indep is the result and operand k is at position k + 1; the Jacobian routine is called
 * with the operands alone. For a subroutine, positions are those of its arguments.
 */
#include <string.h>

#include "algorithms/basicblockpreaccumulation/propagation.h"
#include "algorithms/basicblockpreaccumulation/selection.h"
#include "algorithms/basicblockpreaccumulation/sequence.h"
#include "algorithms/flattening/locations.h"
#include "algorithms/support/names.h"
#include "algorithms/support/saved.h"
#include "ir/build.h"

typedef struct generator {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    xb_block_place place;
    xb_statement *statement;
    xb_list *statements;
} generator;

static void append(generator *g, void *statement)
{
    xb_list_append(g->program->arena, g->statements, statement);
}

static xb_status refuse(generator *g, const char *hint, const char *name, const char *what)
{
    return xb_error(g->program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_place_of(g->run, g->place, g->statement), hint, "'%s' %s", name, what);
}

/* ---- direct action ------------------------------------------------------------------------------------ */

static bool is_active_reference(const xb_vertex *vertex)
{
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
           xb_symbol_is_active(((const xb_reference *)vertex)->symbol);
}

static bool has_active_operand(const xb_expression *expression)
{
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++)
        if (v != expression->root && is_active_reference(xb_expression_vertex(expression, v)))
            return true;
    return false;
}

static xb_status passive_assignment(generator *g, xb_assignment *assignment)
{
    append(g, assignment);
    xb_list zero = xb_propagate_zero(g->run, assignment->target);
    xb_list_append_all(g->program->arena, g->statements, &zero);
    return XB_STATUS_OK;
}

/* Operands whose elements end up in the result beside those of operand 1. */
static const struct {
    const char *name;
    uint32_t position;
} paddings[] = {{"reshape_arr", 3}, {"eoshift_arr", 3}, {"pack_arr", 3}, {"unpack_arr", 3}};

static bool is_zero(const xb_vertex *vertex)
{
    double value;
    return vertex->node.kind == XB_KIND_CONSTANT && xb_constant_value((const xb_constant *)vertex, &value) &&
           value == 0.0;
}

/* Whether a value would end up in the derivative. */
static bool has_passive_padding(const xb_expression *expression)
{
    const char *name = ((const xb_intrinsic *)xb_expression_root(expression))->name->text;
    for (size_t i = 0; i < sizeof paddings / sizeof *paddings; i++) {
        uint32_t padding = strcmp(name, paddings[i].name) == 0
                               ? xb_expression_operand(expression, expression->root, paddings[i].position)
                               : XB_GRAPH_NONE;
        if (padding == XB_GRAPH_NONE)
            continue;
        const xb_vertex *vertex = xb_expression_vertex(expression, padding);
        return !is_active_reference(vertex) && !is_zero(vertex);
    }
    return false;
}

static xb_status direct_action(generator *g, xb_assignment *assignment, const char *action)
{
    if (has_passive_padding(assignment->value))
        return refuse(g, "declare the padding active, or assign the padded elements on their own",
                      ((const xb_intrinsic *)xb_expression_root(assignment->value))->name->text,
                      "pads active values with passive ones, whose derivative would not be zero");
    append(g, assignment);
    xb_expression *derivative = xb_copy_expression(g->program, assignment->value);
    ((xb_intrinsic *)xb_expression_root(derivative))->name = xb_program_name(g->program, action);
    for (uint32_t v = 0; v < derivative->graph.vertex_count; v++)
        if (is_active_reference(xb_expression_vertex(derivative, v)))
            ((xb_reference *)xb_expression_vertex(derivative, v))->deriv = true;
    xb_reference *target = xb_copy_reference(g->program, assignment->target);
    target->deriv = true;
    const char *id = xb_arena_format(g->program->arena, "_derivative_of_%s", assignment->statement.id->text);
    append(g, xb_build_assignment(g->program, id, target, derivative));
    return XB_STATUS_OK;
}

/* The intrinsic, with the derivative of one operand in its place. @return the root */
static uint32_t add_product(generator *g, const xb_expression *value, uint32_t position, const char *action,
                            xb_expression *sum)
{
    uint32_t root = xb_expression_add(g->program, sum, xb_build_intrinsic(g->program, action));
    for (uint32_t k = 1; k <= xb_expression_operand_count(value, value->root); k++) {
        const xb_vertex *operand = xb_expression_vertex(value, xb_expression_operand(value, value->root, k));
        xb_vertex *copy = xb_copy_vertex(g->program, operand);
        if (k == position)
            ((xb_reference *)copy)->deriv = true;
        xb_expression_connect(g->program, sum, xb_expression_add(g->program, sum, copy), root, k);
    }
    return root;
}

static xb_status product_rule(generator *g, xb_assignment *assignment, const char *action)
{
    const xb_expression *value = assignment->value;
    xb_expression *sum = xb_build_expression(g->program);
    uint32_t root = XB_GRAPH_NONE;
    for (uint32_t k = 1; k <= xb_expression_operand_count(value, value->root); k++) {
        if (!is_active_reference(xb_expression_vertex(value, xb_expression_operand(value, value->root, k))))
            continue;
        uint32_t term = add_product(g, value, k, action, sum);
        if (root == XB_GRAPH_NONE) {
            root = term;
            continue;
        }
        uint32_t both = xb_expression_add(g->program, sum, xb_build_intrinsic(g->program, "add_scal_scal"));
        xb_expression_connect(g->program, sum, root, both, 1);
        xb_expression_connect(g->program, sum, term, both, 2);
        root = both;
    }
    sum->root = root;
    xb_reference *target = xb_copy_reference(g->program, assignment->target);
    target->deriv = true;
    const char *id = xb_arena_format(g->program->arena, "_derivative_of_%s", assignment->statement.id->text);
    append(g, xb_build_assignment(g->program, id, target, sum));
    append(g, assignment);
    return XB_STATUS_OK;
}

static void warn_non_smooth(generator *g, const xb_noninlinable *intrinsic)
{
    if (intrinsic->non_smooth)
        xb_warning(g->program->diagnostics, xb_place_of(g->run, g->place, g->statement), NULL,
                   "'%s' is not differentiable everywhere; where it is not, a one-sided derivative is taken",
                   intrinsic->name);
}

/* ---- explicit Jacobian -------------------------------------------------------------------------------- */

/* An argument of a function or subroutine with explicit Jacobian. */
typedef struct actual {
    const xb_reference *reference; /* or NULL for a constant */
    const xb_constant *constant;
    const xb_reference *passive; /* what the routines get in the place of an active reference */
    bool dependent;
} actual;

static void *copy_of_actual(generator *g, const actual *a)
{
    if (a->constant)
        return xb_copy_vertex(g->program, &a->constant->vertex);
    return xb_copy_reference(g->program, a->passive ? a->passive : a->reference);
}

/* A conversion, not an assignment: an argument that is set by the routine may be undefined before. */
static void copy_value(generator *g, const char *id, const xb_reference *target, const xb_reference *value)
{
    xb_inlinable_call *call = xb_build_inlinable_call(g->program, "oad_convert", id);
    xb_build_argument(g->program, &call->arguments, xb_copy_reference(g->program, target));
    xb_build_argument(g->program, &call->arguments, xb_copy_reference(g->program, value));
    append(g, call);
}

/* Passive copies of active arguments. */
static bool make_passive(generator *g, actual *actuals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        actual *a = &actuals[i];
        if (!a->reference || !xb_symbol_is_active(a->reference->symbol))
            continue;
        if (xb_reference_rank(a->reference) > 0) {
            refuse(g, "call it for scalars, or differentiate its body", a->reference->symbol->id->text,
                   "is an array argument of a routine with explicit Jacobian");
            return false;
        }
        xb_statement *allocation;
        xb_shape shape = xb_shape_of_reference(g->program->arena, a->reference);
        xb_symbol *symbol =
            xb_shape_temporary(g->program, g->place.routine->scope, "aux", shape, false, &allocation);
        a->passive = xb_build_reference(g->program, symbol);
        copy_value(g, "_jacobian_argument", a->passive, a->reference);
    }
    return true;
}

static void add_argument_at(generator *g, xb_call *call, unsigned position, void *vertex)
{
    xb_build_argument(g->program, &call->arguments, vertex);
    ((xb_argument *)call->arguments.items[call->arguments.count - 1])->position = position;
    if (position > call->formal_count)
        call->formal_count = position;
}

/* Calls the Jacobian routine. Returns the variables that hold the partial derivatives, in the order of the
 * catalogue; NULL after an error. */
static const xb_reference **call_jacobian(generator *g, const xb_noninlinable *intrinsic,
                                          const actual *actuals, size_t count)
{
    xb_symbol *routine = xb_subroutine_named(g->program, g->place.routine->scope, intrinsic->jacobian);
    if (!routine) {
        refuse(g, "rename the variable", intrinsic->jacobian,
               "is to be called as a Jacobian routine but is a variable here");
        return NULL;
    }
    xb_call *call = xb_node_create(g->program, XB_KIND_SUBROUTINE_CALL, sizeof *call, 0);
    call->statement.id = xb_program_name(g->program, "_jacobian_call");
    call->symbol = routine;
    for (size_t i = 0; i < count; i++)
        if (actuals[i].reference || actuals[i].constant)
            add_argument_at(g, call, (unsigned)i + 1, copy_of_actual(g, &actuals[i]));
    const xb_reference **partials =
        xb_arena_array(g->scratch, intrinsic->partial_count, sizeof(const xb_reference *));
    for (size_t i = 0; i < intrinsic->partial_count; i++) {
        xb_statement *allocation;
        xb_symbol *symbol = xb_shape_temporary(g->program, g->place.routine->scope, "lin", xb_shape_scalar(),
                                               false, &allocation);
        partials[i] = xb_build_reference(g->program, symbol);
        add_argument_at(g, call, intrinsic->partials[i].partial, xb_copy_reference(g->program, partials[i]));
    }
    append(g, call);
    return partials;
}

/* Whether an independent's location may be overwritten by a dependent; exactly so if it is the same location.
 */
static void find_conflicts(generator *g, xb_carrier *sources, size_t source_count, xb_carrier *targets,
                           size_t target_count)
{
    xb_location_table *table = xb_location_table_create(g->scratch, g->program);
    for (size_t i = 0; i < source_count; i++)
        for (size_t k = 0; k < target_count; k++) {
            if (!sources[i].reference || !targets[k].reference)
                continue;
            const xb_location *source = xb_location_of(table, sources[i].reference);
            const xb_location *target = xb_location_of(table, targets[k].reference);
            if (targets[k].position < sources[i].clobbered &&
                xb_location_overlaps(g->program, source, target)) {
                sources[i].clobbered = targets[k].position;
                sources[i].clobbered_by = source == target ? targets[k].reference : NULL;
            }
        }
}

/*
 * Carriers: the independents are numbered by catalogue position minus 1, the dependents follow in the same
 * way. Positions that are not active drop out.
 */
static void propagate(generator *g, const xb_noninlinable *intrinsic, const xb_reference *const *by_position,
                      size_t count, const xb_reference *const *partials)
{
    xb_carrier *carriers = xb_arena_array(g->scratch, 2 * count, sizeof *carriers);
    for (size_t i = 0; i < count; i++) {
        carriers[i] = (xb_carrier){.reference = by_position[i], .outside = true, .clobbered = UINT32_MAX};
        carriers[count + i] = (xb_carrier){.reference = by_position[i], .position = (uint32_t)i};
        if (by_position[i])
            carriers[i].shape = carriers[count + i].shape = xb_shape_of_reference(g->scratch, by_position[i]);
    }
    xb_carried_edge *edges = xb_arena_array(g->scratch, intrinsic->partial_count, sizeof *edges);
    size_t edge_count = 0;
    for (size_t i = 0; i < intrinsic->partial_count; i++) {
        const xb_jacobian_partial *p = &intrinsic->partials[i];
        if (p->dependent > count || !by_position[p->dependent - 1])
            continue;
        carriers[count + p->dependent - 1].wanted = true;
        if (p->independent > count || !by_position[p->independent - 1])
            continue;
        edges[edge_count++] = (xb_carried_edge){p->independent - 1,
                                                (uint32_t)count + p->dependent - 1,
                                                {.reference = partials[i], .shape = xb_shape_scalar()}};
    }
    for (size_t i = 0; i < count; i++)
        if (!carriers[count + i].wanted)
            carriers[count + i].reference = NULL;
    find_conflicts(g, carriers, count, carriers + count, count);
    xb_propagation_code code =
        xb_propagate(g->run, g->place, carriers, (uint32_t)(2 * count), edges, edge_count);
    xb_list_append_all(g->program->arena, g->statements, &code.allocations);
    xb_list_append_all(g->program->arena, g->statements, &code.statements);
}

static const xb_reference *active_or_null(const xb_reference *reference)
{
    return reference && xb_symbol_is_active(reference->symbol) ? reference : NULL;
}

/* The variables for partial derivatives follow the arguments: none may take the place of one. */
static bool positions_are_free(generator *g, const xb_noninlinable *intrinsic, size_t count)
{
    for (size_t i = 0; i < intrinsic->partial_count; i++)
        if (intrinsic->partials[i].partial <= count) {
            refuse(g, "number the partial derivatives from after the arguments in the catalogue",
                   intrinsic->name,
                   "has an explicit Jacobian that names an argument's position for a partial derivative");
            return false;
        }
    return true;
}

static xb_status function_with_jacobian(generator *g, xb_assignment *assignment,
                                        const xb_noninlinable *intrinsic)
{
    const xb_expression *expression = assignment->value;
    size_t count = xb_expression_operand_count(expression, expression->root);
    actual *actuals = xb_arena_array(g->scratch, count, sizeof *actuals);
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
    if (xb_reference_rank(assignment->target) > 0)
        return refuse(g, "assign its elements one by one", assignment->target->symbol->id->text,
                      "is an array that is assigned a function with explicit Jacobian");
    if (!positions_are_free(g, intrinsic, count) || !make_passive(g, actuals, count))
        return XB_STATUS_UNSUPPORTED;
    const xb_reference **partials = call_jacobian(g, intrinsic, actuals, count);
    if (!partials)
        return XB_STATUS_UNSUPPORTED;
    append(g, assignment);
    propagate(g, intrinsic, by_position, count + 1, partials);
    return XB_STATUS_OK;
}

xb_status xb_noninlinable_generate(xb_run *run, xb_block_place place, xb_assignment *assignment,
                                   const xb_noninlinable *intrinsic, xb_list *statements)
{
    generator g = {run, xb_run_program(run), xb_run_scratch(run), place, &assignment->statement, statements};
    if (!has_active_operand(assignment->value) || assignment->target->active == XB_ACTIVITY_FALSE)
        return passive_assignment(&g, assignment);
    warn_non_smooth(&g, intrinsic);
    if (intrinsic->location)
        return xb_selection_generate(run, place, assignment, intrinsic, statements);
    if (intrinsic->product_rule)
        return product_rule(&g, assignment, intrinsic->derivative_action);
    if (intrinsic->derivative_action)
        return direct_action(&g, assignment, intrinsic->derivative_action);
    return function_with_jacobian(&g, assignment, intrinsic);
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
    const xb_program *program;
    const actual *items;
    size_t count;
} actuals_of_call;

/* Whether a variable may be an argument that the routine changes. */
static bool is_dependent(const void *context, const xb_reference *variable)
{
    const actuals_of_call *all = context;
    for (size_t i = 0; i < all->count; i++) {
        const xb_reference *reference = all->items[i].reference;
        if (reference && all->items[i].dependent &&
            (reference->symbol == variable->symbol ||
             (reference->symbol->type == variable->symbol->type &&
              xb_may_alias(&all->program->aliases, reference, variable))))
            return true;
    }
    return false;
}

/* Makes the arguments denote behind the call what they denote before it. */
static void save_subscripts(generator *g, actual *actuals, size_t count)
{
    const actuals_of_call all = {g->program, actuals, count};
    const xb_saving saving = {g->run, g->place.routine->scope, is_dependent, &all, g->statements};
    for (size_t i = 0; i < count; i++)
        if (actuals[i].reference)
            actuals[i].reference = xb_save_subscripts(&saving, actuals[i].reference);
}

/* The call itself, on passive copies, which are copied back where the routine may have changed them. */
static void call_original(generator *g, const xb_call *call, const actual *actuals)
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

bool xb_jacobian_call_generate(xb_run *run, xb_block_place place, xb_call *call, xb_list *statements,
                               xb_status *status)
{
    const xb_noninlinable *intrinsic = xb_jacobian_of_call(run, call);
    if (!intrinsic)
        return false;
    generator g = {run, xb_run_program(run), xb_run_scratch(run), place, &call->statement, statements};
    size_t count = highest_position(call);
    actual *actuals = xb_arena_array(g.scratch, count, sizeof *actuals);
    const xb_reference **by_position = xb_arena_array(g.scratch, count, sizeof(const xb_reference *));
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        actuals[argument->position - 1].reference = argument->reference;
        actuals[argument->position - 1].constant = argument->constant;
    }
    mark_dependents(intrinsic, actuals, count);
    save_subscripts(&g, actuals, count);
    for (size_t i = 0; i < count; i++)
        by_position[i] = active_or_null(actuals[i].reference);
    *status = XB_STATUS_UNSUPPORTED;
    if (!positions_are_free(&g, intrinsic, count) || !make_passive(&g, actuals, count))
        return true;
    const xb_reference **partials = call_jacobian(&g, intrinsic, actuals, count);
    if (!partials)
        return true;
    call_original(&g, call, actuals);
    propagate(&g, intrinsic, by_position, count, partials);
    *status = XB_STATUS_OK;
    return true;
}
