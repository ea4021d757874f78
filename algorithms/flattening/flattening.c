/*
 * One pass over the statements of each block. Everything that is not an assignment, and an assignment of a
 * non-inlinable intrinsic, is an item of its own and ends the sequence; so do markers, unless they are
 * known to stand for nothing that is executed. An assignment of what a function gives is a sequence of its
 * own, and so is a reduction.
 */
#include "algorithms/flattening/flattening.h"

#include <string.h>

#include "algorithms/flattening/grouping.h"
#include "algorithms/flattening/refusals.h"
#include "algorithms/flattening/subscripts.h"
#include "analysis/accesses.h"
#include "ir/build.h"

typedef struct flattener {
    xb_run *run;
    xb_program *program;
    xb_block_place place;
    xb_flat_block *flat;
    xb_grouping *grouping; /* NULL: no sequence is open */
    xb_arena_mark mark;    /* of the scratch memory before it was opened */
    bool per_statement;
    xb_status status;
} flattener;

const xb_flat_block *xb_flat_block_of(xb_run *run, const xb_flow_vertex *block)
{
    return xb_slot_get(&block->node, xb_run_slot(run, XB_FLATTENING_BLOCK));
}

const xb_flat_block *xb_flat_block_needed(xb_run *run, xb_block_place place)
{
    const xb_flat_block *flat = xb_flat_block_of(run, place.block);
    if (!flat)
        xb_error(xb_run_program(run)->diagnostics, XB_STATUS_UNSUPPORTED,
                 xb_program_place(xb_run_program(run), &place.routine->node, NULL),
                 "let the algorithm that made it come before flattening",
                 "a block of %s was made after blocks were flattened", place.routine->symbol->id->text);
    return flat;
}

xb_flat_assignment *xb_flat_assignment_of(xb_run *run, const xb_assignment *assignment)
{
    return xb_slot_get(&assignment->statement.node, xb_run_slot(run, XB_FLATTENING_ASSIGNMENT));
}

static xb_flat_item *add_item(flattener *f, xb_flat_kind kind)
{
    xb_flat_item *item = xb_vector_push(f->program->arena, &f->flat->items, sizeof *item);
    item->kind = kind;
    return item;
}

static void close_sequence(flattener *f)
{
    if (!f->grouping)
        return;
    xb_grouping_close(f->grouping);
    xb_arena_release(xb_run_scratch(f->run), f->mark);
    f->grouping = NULL;
}

static void open_sequence(flattener *f)
{
    close_sequence(f);
    f->mark = xb_arena_mark_now(xb_run_scratch(f->run));
    f->grouping = xb_grouping_open(f->run, f->place);
    xb_sequence *sequence = xb_grouping_sequence(f->grouping);
    sequence->number = (uint32_t)xb_program_count(f->program, "flattening.sequence");
    add_item(f, XB_FLAT_SEQUENCE)->sequence = sequence;
}

static void add_statement(flattener *f, xb_statement *statement)
{
    close_sequence(f);
    add_item(f, XB_FLAT_STATEMENT)->statement = statement;
}

/* What a statement that is kept by its front end writes has no derivative. */
static void check_written(flattener *f, const xb_marker *marker)
{
    for (size_t i = 0; i < marker->writes.count; i++) {
        const xb_symbol *symbol = ((const xb_reference *)marker->writes.items[i])->symbol;
        if (xb_symbol_is_active(symbol))
            f->status = xb_error(f->program->diagnostics, XB_STATUS_UNSUPPORTED,
                                 xb_place_of(f->run, f->place, &marker->statement),
                                 "declare it passive, or assign it from a variable that is",
                                 "%s is active, and a statement that the document does not have writes it",
                                 symbol->id->text);
    }
}

static void place_marker(flattener *f, xb_statement *marker)
{
    check_written(f, (const xb_marker *)marker);
    if (f->grouping && xb_marker_is_harmless((const xb_marker *)marker))
        xb_grouping_take_marker(f->grouping, marker);
    else
        add_statement(f, marker);
}

/* What an inlinable intrinsic is to a complex variable with a derivative, if it is not complex differentiable
 * but linear over the reals; else NULL. */
static const xb_noninlinable *complex_action(const flattener *f, const xb_expression *expression,
                                             const xb_inlinable *item)
{
    uint32_t operand =
        item->complex_action ? xb_expression_operand(expression, expression->root, 1) : XB_GRAPH_NONE;
    if (operand == XB_GRAPH_NONE)
        return NULL;
    const xb_reference *reference = (const xb_reference *)xb_expression_vertex(expression, operand);
    if (reference->vertex.node.kind != XB_KIND_VARIABLE_REFERENCE ||
        reference->symbol->type != XB_TYPE_COMPLEX || !xb_symbol_is_active(reference->symbol))
        return NULL;
    xb_noninlinable *action = xb_arena_alloc(f->program->arena, sizeof *action);
    *action = (xb_noninlinable){.name = item->name, .derivative_action = item->complex_action};
    return action;
}

static bool is_known(const xb_inlinable *item)
{
    const xb_partial *partial = xb_inlinable_partial(item, 1);
    for (size_t i = 0; i < item->partial_count; i++)
        if (item->partials[i].position > 1 && item->partials[i].kind != XB_PARTIAL_PASSIVE)
            return false;
    return partial && partial->vertex_count > 0;
}

static bool is_complex(const xb_vertex *vertex)
{
    return vertex->node.kind == XB_KIND_VARIABLE_REFERENCE &&
           ((const xb_reference *)vertex)->symbol->type == XB_TYPE_COMPLEX;
}

/* What a reduction of an array is along a dimension or under a mask, or both; else NULL. */
static const xb_noninlinable *weighted_reduction(const flattener *f, const xb_expression *expression,
                                                 const xb_inlinable *item)
{
    enum { DIMENSION_AND_MASK = 2 };
    size_t count = xb_expression_operand_count(expression, expression->root);
    if (!is_known(item) || item->required_count != 1 || count > 1 + DIMENSION_AND_MASK ||
        !xb_reduces_partly(expression, expression->root, item))
        return NULL;
    const xb_vertex *x =
        xb_expression_vertex(expression, xb_expression_operand(expression, expression->root, 1));
    if (is_complex(x) && item->complex_rule != XB_COMPLEX_HOLOMORPHIC)
        return NULL;
    xb_noninlinable *weighted = xb_arena_alloc(f->program->arena, sizeof *weighted);
    *weighted = (xb_noninlinable){.name = item->name, .non_smooth = item->non_smooth};
    return weighted;
}

static const xb_noninlinable *noninlinable_of(const flattener *f, const xb_assignment *assignment)
{
    const xb_vertex *root = xb_expression_root(assignment->value);
    if (root->node.kind != XB_KIND_INTRINSIC || !xb_symbol_is_active(assignment->target->symbol))
        return NULL;
    const xb_name *name = ((const xb_intrinsic *)root)->name;
    const xb_inlinable *item = xb_catalogue_inlinable(xb_run_catalogue(f->run), name);
    if (!item)
        return xb_catalogue_noninlinable(xb_run_catalogue(f->run), name);
    const xb_noninlinable *weighted = weighted_reduction(f, assignment->value, item);
    return weighted ? weighted : complex_action(f, assignment->value, item);
}

/* The derivative of a reduction adds up over elements: no label of an elementwise operation is multiplied
 * with its labels, or added to them, if it is a sequence of its own. */
static bool is_reduction(const flattener *f, const xb_assignment *assignment)
{
    const xb_vertex *root = xb_expression_root(assignment->value);
    if (root->node.kind != XB_KIND_INTRINSIC || !xb_symbol_is_active(assignment->target->symbol))
        return false;
    const xb_inlinable *item =
        xb_catalogue_inlinable(xb_run_catalogue(f->run), ((const xb_intrinsic *)root)->name);
    return item && xb_inlinable_is_reduction(item);
}

/* Functions stand alone on right-hand sides. What one of them changes, nobody knows here. */
static bool calls_function(const xb_assignment *assignment)
{
    return xb_expression_root(assignment->value)->node.kind == XB_KIND_FUNCTION_CALL;
}

static void place_assignment(flattener *f, xb_assignment *assignment);

/* Saves the subscripts that an assignment changes, as the grouping sees it. Returns what then takes its
 * place. */
static xb_assignment *place_saves(flattener *f, const xb_grouping *grouping, const xb_assignment *assignment)
{
    xb_list saves = {.count = 0};
    xb_assignment *rest =
        xb_save_own_subscripts(f->run, f->place, xb_grouping_table(grouping), assignment, &saves);
    for (size_t i = 0; i < saves.count; i++) {
        xb_statement *save = saves.items[i];
        if (save->node.kind == XB_KIND_ASSIGNMENT)
            place_assignment(f, (xb_assignment *)save);
        else
            add_statement(f, save);
    }
    return rest;
}

static void place_noninlinable(flattener *f, xb_assignment *assignment, const xb_noninlinable *intrinsic)
{
    close_sequence(f);
    xb_grouping *alone = xb_grouping_open(f->run, f->place);
    if (!xb_grouping_can_stand_alone(alone, assignment))
        assignment = place_saves(f, alone, assignment);
    close_sequence(f);
    xb_flat_item *item = add_item(f, XB_FLAT_NONINLINABLE);
    item->statement = &assignment->statement;
    item->intrinsic = intrinsic;
}

static void place_assignment(flattener *f, xb_assignment *assignment)
{
    const xb_noninlinable *intrinsic = noninlinable_of(f, assignment);
    if (intrinsic) {
        place_noninlinable(f, assignment, intrinsic);
        return;
    }
    bool alone = calls_function(assignment) || is_reduction(f, assignment);
    if (!f->grouping || f->per_statement || alone)
        open_sequence(f);
    xb_grouping_outcome outcome = xb_grouping_take(f->grouping, assignment);
    if (outcome == XB_GROUPING_NEW_SEQUENCE) {
        open_sequence(f);
        outcome = xb_grouping_take(f->grouping, assignment);
    }
    /* This ends: each time at least one variable in the subscripts gives way to a temporary. */
    if (outcome == XB_GROUPING_SAVE_SUBSCRIPTS)
        place_assignment(f, place_saves(f, f->grouping, assignment));
    if (outcome == XB_GROUPING_REFUSED)
        f->status = XB_STATUS_UNSUPPORTED;
    if (alone)
        close_sequence(f);
}

static xb_status flatten_block(xb_run *run, xb_block_place place)
{
    flattener f = {.run = run, .program = xb_run_program(run), .place = place};
    f.per_statement = xb_flattening_settings_of(run)->per_statement;
    f.flat = xb_run_extension(run, &place.block->node, xb_run_slot(run, XB_FLATTENING_BLOCK));
    for (size_t i = 0; i < place.block->statements.count; i++) {
        xb_statement *statement = place.block->statements.items[i];
        if (statement->node.kind == XB_KIND_ASSIGNMENT)
            place_assignment(&f, (xb_assignment *)statement);
        else if (statement->node.kind == XB_KIND_MARKER)
            place_marker(&f, statement);
        else
            add_statement(&f, statement);
    }
    close_sequence(&f);
    return f.status;
}

static xb_status flatten(xb_run *run)
{
    xb_status status = xb_blocks_each(run, flatten_block);
    xb_analyses_drop_derived(xb_run_analyses(run)); /* definitions and uses take much memory */
    return status;
}

/* ---- presentation ------------------------------------------------------------------------------------ */

static xb_statement *describe(xb_run *run, const xb_sequence *sequence)
{
    xb_program *program = xb_run_program(run);
    size_t active = 0, outside = 0, live = 0;
    for (size_t i = 0; i < sequence->assignments.count; i++)
        active += xb_flat_assignment_of(run, sequence->assignments.items[i])->activity.active;
    for (size_t i = 0; i < sequence->values.count; i++) {
        const xb_value *value = sequence->values.items[i];
        outside += value->definition == NULL;
        live += value->live;
    }
    const char *id = xb_arena_format(program->arena, "_sequence_%u", sequence->number);
    const char *text = xb_arena_format(
        program->arena, "sequence %u: assignments=%u active=%zu values_from_outside=%zu live_targets=%zu",
        sequence->number, sequence->assignments.count, active, outside, live);
    return &xb_build_marker(program, id, text)->statement;
}

static xb_status present_block(xb_run *run, xb_block_place place)
{
    xb_arena *arena = xb_run_program(run)->arena;
    const xb_flat_block *flat = xb_flat_block_of(run, place.block);
    xb_list statements = {.count = 0};
    if (!flat)
        return XB_STATUS_OK; /* it was made by others after that */
    for (size_t i = 0; i < flat->items.count; i++) {
        const xb_flat_item *item = (const xb_flat_item *)flat->items.items + i;
        if (item->kind != XB_FLAT_SEQUENCE) {
            xb_list_append(arena, &statements, item->statement);
            continue;
        }
        xb_list_append(arena, &statements, describe(run, item->sequence));
        xb_list_append_all(arena, &statements, &item->sequence->elements);
    }
    xb_block_replace_statements(run, place.block, statements);
    return XB_STATUS_OK;
}

static xb_status present(xb_run *run)
{
    return xb_blocks_each(run, present_block);
}

static xb_status configure(const xb_options *options, void *memory)
{
    xb_flattening_settings *settings = memory;
    settings->per_statement = xb_option_given(options, "per-statement");
    settings->no_alias_split = xb_option_given(options, "no-alias-split");
    return XB_STATUS_OK;
}

const xb_flattening_settings *xb_flattening_settings_of(const xb_run *run)
{
    return xb_run_settings(run, &xb_algorithm_flattening);
}

static const char *const needs[] = {XB_PROPERTY_CANONICAL, XB_PROPERTY_TYPES_MATCH, NULL};
static const char *const gives[] = {XB_PROPERTY_FLATTENED, NULL};

static const xb_option options[] = {
    {"per-statement", 'S', NULL, "differentiate each assignment on its own", NULL, NULL},
    {"no-alias-split", 'Q', NULL,
     "trust that different targets of a block don't overlap (wrong derivatives if they do)", NULL, NULL},
    {.name = NULL}};

static const xb_factory factories[] = {
    {XB_KIND_BASIC_BLOCK, XB_FLATTENING_BLOCK, sizeof(xb_flat_block), NULL},
    {XB_KIND_ASSIGNMENT, XB_FLATTENING_ASSIGNMENT, sizeof(xb_flat_assignment), NULL},
    {.slot = NULL}};

static const xb_action actions[] = {
    {"refusals", &xb_refusals_visitor, xb_refusals_found}, {"grouping", NULL, flatten}, {.name = NULL}};

const xb_algorithm xb_algorithm_flattening = {
    .name = "flattening",
    .summary = "group the assignments of basic blocks into sequences that are differentiated as one graph",
    .options = options,
    .factories = factories,
    .actions = actions,
    .needs = needs,
    .gives = gives,
    .settings_size = sizeof(xb_flattening_settings),
    .configure = configure,
    .present = present,
};
