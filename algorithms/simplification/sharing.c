/*
 * Three passes. The first one numbers the values of all that is computed by pure operations on scalars and
 * assigned to temporaries (numbering.h). The second one finds the numbers that are evaluated more often than
 * once; what is part of such a value is not evaluated again. The third one writes the statements: a value
 * that a temporary has is replaced by it, a value that is wanted again gets a temporary.
 *
 * A temporary that is assigned once in the statements keeps its value, whatever happens to the variables
 * that it was computed from; others stand for nothing.
 */
#include "algorithms/simplification/sharing.h"

#include "algorithms/simplification/numbering.h"
#include "ir/build.h"
#include "ir/provenance.h"

/* A statement and the values in it. */
typedef struct item {
    xb_statement *statement;
    xb_assignment *assignment; /* whose values are numbered; else NULL */
    bool generated;            /* it may be changed, or left out */
    bool lasts;                /* its target keeps its value */
    uint32_t *order;
    uint32_t *numbers; /* by vertex */
    xb_shape *shapes;  /* by vertex */
    uint32_t stored;   /* number of what the target gets */
    uint64_t time;
} item;

/* What is known of a number. */
typedef struct value {
    bool held;         /* second pass: a temporary has it by now */
    bool evaluated;    /* second pass */
    bool wanted;       /* it is evaluated again */
    xb_symbol *holder; /* third pass */
} value;

typedef struct stretch {
    xb_sharing *sharing;
    xb_program *program;
    xb_arena *scratch;
    xb_numbering numbering;
    item *items;
    size_t count;
    value *values; /* by number */
} stretch;

/* ---- what can be shared ------------------------------------------------------------------------------- */

bool xb_is_derivative_code(const xb_statement *statement)
{
    const xb_assignment *assignment = (const xb_assignment *)statement;
    return statement->node.kind == XB_KIND_ASSIGNMENT && assignment->id_form == XB_ID_NUMBERED &&
           assignment->target->symbol->temporary && !assignment->target->deriv;
}

static bool is_operation(const xb_expression *expression, uint32_t v)
{
    xb_kind kind = xb_expression_vertex(expression, v)->node.kind;
    return kind == XB_KIND_INTRINSIC || kind == XB_KIND_BOOLEAN_OPERATION;
}

size_t xb_operations_of(const xb_expression *expression)
{
    size_t count = 0;
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++)
        count += is_operation(expression, v);
    return count;
}

static bool is_scalar_variable(const xb_reference *reference)
{
    return xb_reference_rank(reference) == 0 && !reference->deriv;
}

static bool is_pure(const xb_expression *expression)
{
    for (uint32_t v = 0; v < expression->graph.vertex_count; v++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, v);
        if (vertex->node.kind == XB_KIND_VARIABLE_REFERENCE
                ? !is_scalar_variable((const xb_reference *)vertex)
            : is_operation(expression, v) ? !xb_intrinsic_is_pure(xb_vertex_intrinsic(vertex))
                                          : vertex->node.kind != XB_KIND_CONSTANT)
            return false;
    }
    return true;
}

static bool has_values(const xb_statement *statement)
{
    const xb_assignment *assignment = (const xb_assignment *)statement;
    if (statement->node.kind != XB_KIND_ASSIGNMENT)
        return false;
    const xb_symbol *target = assignment->target->symbol;
    return target->temporary && target->rank == 0 && !target->active && !assignment->target->deriv &&
           is_pure(assignment->value);
}

/* ---- numbers ------------------------------------------------------------------------------------------ */

static uint32_t root_of(const item *i)
{
    return i->assignment->value->root;
}

static void number_item(stretch *s, item *i)
{
    if (has_values(i->statement)) {
        i->assignment = (xb_assignment *)i->statement;
        i->generated = xb_is_derivative_code(i->statement);
        const xb_expression *expression = i->assignment->value;
        i->order = xb_expression_order(s->scratch, expression);
        i->shapes = xb_shapes_of(xb_run_analyses(s->sharing->run), s->scratch, expression, NULL, NULL);
        i->numbers = xb_numbering_of(&s->numbering, expression, i->order);
        i->stored = xb_numbering_stored(&s->numbering, i->numbers[root_of(i)], &i->shapes[root_of(i)],
                                        i->assignment->target->symbol);
    }
    xb_numbering_note(&s->numbering, i->statement, i->stored);
    i->time = s->numbering.stamps.time;
}

static void number_items(stretch *s, xb_statement *const *statements)
{
    for (size_t i = 0; i < s->count; i++) {
        s->items[i].statement = statements[i];
        number_item(s, &s->items[i]);
    }
    for (size_t i = 0; i < s->count; i++)
        s->items[i].lasts =
            s->items[i].assignment &&
            xb_stamp_of_reference(&s->numbering.stamps, s->items[i].assignment->target) == s->items[i].time;
}

/* Whether a vertex may be replaced by a temporary: an operation of the type of the target, since what is
 * computed in between may be more precise than a variable of its type. */
static bool is_shareable(const item *i, uint32_t v)
{
    const xb_shape *shape = &i->shapes[v];
    const xb_symbol *target = i->assignment->target->symbol;
    return is_operation(i->assignment->value, v) && shape->rank == 0 && shape->type == target->type &&
           shape->fe_type == target->fe_type;
}

/* A sign costs less than to store a value and to load it again. */
static bool is_worth_a_temporary(const item *i, uint32_t v)
{
    return is_shareable(i, v) &&
           xb_vertex_intrinsic(xb_expression_vertex(i->assignment->value, v)) != XB_INTRINSIC_MINUS;
}

/* ---- what is evaluated again -------------------------------------------------------------------------- */

static value *value_of(const stretch *s, const item *i, uint32_t v)
{
    return &s->values[i->numbers[v]];
}

static bool is_replaced(const stretch *s, const item *i, uint32_t v)
{
    return is_shareable(i, v) && value_of(s, i, v)->held;
}

/* @return whether its operands are evaluated, too */
static bool evaluate(const stretch *s, const item *i, uint32_t v)
{
    value *known = value_of(s, i, v);
    if (is_replaced(s, i, v))
        return false;
    if (known->evaluated && is_worth_a_temporary(i, v)) {
        known->wanted = true;
        return false;
    }
    return known->evaluated = true;
}

static void mark_operands(const xb_expression *expression, uint32_t v, bool *reached)
{
    const xb_graph *graph = &expression->graph;
    for (uint32_t e = xb_graph_first_in(graph, v); e != XB_GRAPH_NONE; e = xb_graph_next_in(graph, e))
        reached[xb_graph_source(graph, e)] = true;
}

typedef bool descend(const stretch *s, const item *i, uint32_t v);

/* Goes down from the root as long as a function says so. @return by vertex: whether it was met */
static bool *reach(const stretch *s, const item *i, descend *goes_on)
{
    const xb_expression *expression = i->assignment->value;
    bool *reached = xb_arena_array(s->scratch, expression->graph.vertex_count, sizeof *reached);
    reached[expression->root] = true;
    for (uint32_t k = expression->graph.vertex_count; k-- > 0;)
        if (reached[i->order[k]] && goes_on(s, i, i->order[k]))
            mark_operands(expression, i->order[k], reached);
    return reached;
}

static void find_common(const stretch *s)
{
    for (size_t k = 0; k < s->count; k++) {
        const item *i = &s->items[k];
        if (!i->assignment)
            continue;
        if (i->generated)
            reach(s, i, evaluate);
        if (i->lasts)
            s->values[i->stored].held = true;
    }
}

/* ---- statements --------------------------------------------------------------------------------------- */

static void append(const stretch *s, void *statement)
{
    xb_list_append(s->program->arena, &s->sharing->statements, statement);
}

static xb_visit rename_reference(xb_walk *walk, xb_node *node, void *context)
{
    const xb_sharing *sharing = context;
    xb_reference *reference = (xb_reference *)node;
    xb_symbol *other = xb_node_map_get(&sharing->replaced, &reference->symbol->node);
    (void)walk;
    if (other)
        reference->symbol = other;
    return XB_VISIT_CONTINUE;
}

/* Only what has been made refers to temporaries that are replaced. */
static void rename_all(const stretch *s, xb_statement *statement)
{
    static const xb_visitor renaming = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = rename_reference}};
    if (!xb_node_map_is_empty(&s->sharing->replaced))
        xb_traverse(s->program, s->scratch, &statement->node, &renaming, s->sharing);
}

static bool is_without_holder(const stretch *s, const item *i, uint32_t v)
{
    return !is_shareable(i, v) || !value_of(s, i, v)->holder;
}

/* An expression under way. */
typedef struct writing {
    const stretch *s;
    const item *i;
} writing;

static void *replacement(void *context, uint32_t v)
{
    const writing *w = context;
    if (is_without_holder(w->s, w->i, v))
        return NULL;
    return xb_build_reference(w->s->program, value_of(w->s, w->i, v)->holder);
}

static xb_expression *write_part(const stretch *s, const item *i, uint32_t v)
{
    xb_expression *part = xb_build_expression(s->program);
    writing w = {s, i};
    part->root = xb_copy_subexpression(s->program, i->assignment->value, v, part, replacement, &w);
    s->sharing->operations -= xb_operations_of(part);
    return part;
}

static void make_temporary(const stretch *s, const item *i, uint32_t v)
{
    xb_statement *allocation;
    xb_symbol *symbol = xb_shape_temporary(s->program, s->sharing->place.routine->scope, "cse", i->shapes[v],
                                           false, &allocation);
    append(s, xb_build_assignment_as(s->program, xb_id_numbered(s->program, "_common_subexpression_"),
                                     xb_build_reference(s->program, symbol), write_part(s, i, v)));
    value_of(s, i, v)->holder = symbol;
}

/* Temporaries for values that are wanted again, operands first. */
static void make_temporaries(const stretch *s, const item *i)
{
    const bool *reached = reach(s, i, is_without_holder);
    for (uint32_t k = 0; k < i->assignment->value->graph.vertex_count; k++) {
        uint32_t v = i->order[k];
        if (reached[v] && v != root_of(i) && value_of(s, i, v)->wanted && is_without_holder(s, i, v) &&
            is_worth_a_temporary(i, v))
            make_temporary(s, i, v);
    }
}

static bool refers_to_holders(const stretch *s, const item *i)
{
    const bool *reached = reach(s, i, is_without_holder);
    for (uint32_t v = 0; v < i->assignment->value->graph.vertex_count; v++)
        if (reached[v] && !is_without_holder(s, i, v))
            return true;
    return false;
}

static void write_value(const stretch *s, const item *i)
{
    make_temporaries(s, i);
    if (refers_to_holders(s, i))
        i->assignment->value = write_part(s, i, root_of(i));
    else
        s->sharing->operations -= xb_operations_of(i->assignment->value);
}

/* Another temporary has the value, and will have it. */
static bool is_superfluous(const stretch *s, const item *i)
{
    const xb_symbol *holder = s->values[i->stored].holder, *target = i->assignment->target->symbol;
    return holder && i->lasts && holder->type == target->type && holder->fe_type == target->fe_type;
}

static void write_generated(const stretch *s, const item *i)
{
    s->sharing->operations += xb_operations_of(i->assignment->value);
    if (is_superfluous(s, i)) {
        xb_node_map_put(s->program->arena, &s->sharing->replaced, &i->assignment->target->symbol->node,
                        s->values[i->stored].holder);
        return;
    }
    xb_provenance_of(s->program, i->statement);
    write_value(s, i);
    append(s, i->statement);
}

static void write_item(const stretch *s, const item *i)
{
    rename_all(s, i->statement);
    if (i->generated)
        write_generated(s, i);
    else
        append(s, i->statement);
    if (i->lasts && !s->values[i->stored].holder)
        s->values[i->stored].holder = i->assignment->target->symbol;
}

void xb_share(xb_sharing *sharing, xb_statement *const *statements, size_t count)
{
    xb_arena *scratch = xb_run_scratch(sharing->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    stretch s = {.sharing = sharing, .program = xb_run_program(sharing->run), .scratch = scratch};
    s.count = count;
    s.numbering = xb_numbering_start(sharing->run, scratch);
    s.items = xb_arena_array(scratch, count, sizeof *s.items);
    number_items(&s, statements);
    s.values = xb_arena_array(scratch, (size_t)s.numbering.count + 1, sizeof *s.values);
    find_common(&s);
    for (size_t i = 0; i < count; i++)
        write_item(&s, &s.items[i]);
    xb_arena_release(scratch, mark);
}
