/*
 * What routines and parts of them read and change, and the form of loops, of a program with the front end's
 * information and without it.
 */
#include <string.h>

#include "analysis/changes.h"
#include "analysis/dataflow.h"
#include "analysis/exposure.h"
#include "analysis/locations.h"
#include "analysis/loop_form.h"
#include "analysis/summaries.h"
#include "documents.h"
#include "ir/build.h"
#include "suite.h"

static xb_failure *failure;
static xb_arena *arena;
static xb_program *program;
static xb_analyses *analyses;
static bool informed; /* the front end's information is there */

static void set_up(void)
{
    informed = true;
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
}

static void set_up_without(void)
{
    set_up();
    informed = false;
}

static void tear_down(void)
{
    xb_analyses_destroy(analyses);
    analyses = NULL;
    documents_forget();
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* Says that nothing is known of some keys: a key of spaces and zeros in their place. */
static void forget(char *text, const char *attribute)
{
    for (char *at = strstr(text, attribute); at; at = strstr(at, attribute))
        for (at += strlen(attribute); *at != '"'; at++)
            *at = '0';
}

static void load(bool with)
{
    const char *text = documents_file(arena, "tests/data/analyses/facts.xaif");
    char *copy = xb_arena_copy_text(arena, text, strlen(text));
    if (!with) {
        forget(copy, " alias=\"");
        forget(copy, " du_ud=\"");
    }
    program = documents_load(arena, copy);
    for (size_t i = 0; !with && i < program->routines.count; i++)
        ((xb_routine *)program->routines.items[i])->has_side_effects[XB_SIDE_EFFECT_MOD] = false;
    analyses = xb_analyses_create(arena, program, xb_catalogue_create(arena));
}

static const xb_routine *routine(const char *name)
{
    for (size_t i = 0; i < program->routines.count; i++)
        if (strcmp(((const xb_routine *)program->routines.items[i])->symbol->id->text, name) == 0)
            return program->routines.items[i];
    ck_abort_msg("there is no routine %s", name);
    return NULL;
}

static bool contains(const xb_list *symbols, const char *name)
{
    for (size_t i = 0; i < symbols->count; i++)
        if (strcmp(((const xb_symbol *)symbols->items[i])->id->text, name) == 0)
            return true;
    return false;
}

static const xb_reference *reference(const char *owner, const char *name)
{
    const xb_scope *scope = routine(owner)->scope;
    xb_symbol *symbol = xb_symbol_find(scope, xb_program_name(program, name));
    if (!symbol)
        symbol = xb_symbol_find(scope->parent, xb_program_name(program, name));
    ck_assert_msg(symbol != NULL, "there is no %s in %s", name, owner);
    return xb_build_reference(program, symbol);
}

/* ---- footprints ---- */

static const xb_footprint *footprint(const char *name)
{
    return xb_footprint_of(xb_footprints_of(analyses), routine(name));
}

static xb_formal_use formal(const char *name, uint32_t position)
{
    return xb_formal_use_of(xb_footprints_of(analyses), xb_routine_formal(routine(name), position));
}

START_TEST(footprints_are_closed_over_calls)
{
    load(informed);
    ck_assert(contains(&footprint("sets")->modified, "h"));
    ck_assert(!contains(&footprint("sets")->modified, "g"));
    ck_assert(contains(&footprint("sets")->exposed, "g"));
    ck_assert(!contains(&footprint("sets")->read, "h"));
    ck_assert(contains(&footprint("sets")->written, "h"));
    ck_assert(contains(&footprint("passes")->modified, "h"));
    ck_assert(contains(&footprint("passes")->modified, "g"));
    ck_assert(contains(&footprint("passes")->exposed, "g"));
    ck_assert(contains(&footprint("passes")->written, "g"));
    ck_assert(contains(&footprint("passes")->written, "h"));
    ck_assert(contains(&footprint("pong")->exposed, "h"));
    ck_assert(!footprint("pong")->reads_unknown);
    ck_assert(footprint("box")->reads_unknown);
    ck_assert(footprint("box")->modifies_unknown == !informed);
}
END_TEST

START_TEST(formals_are_followed_through_calls)
{
    load(informed);
    xb_formal_use a = formal("sets", 1), b = formal("passes", 1), p = formal("ping", 1);
    ck_assert(a.modified && !a.exposed && a.written);
    ck_assert(b.modified && !b.exposed && b.written);
    ck_assert(p.modified && p.exposed && p.written);
    ck_assert(!formal("sets", 2).modified && !formal("sets", 2).exposed);
    ck_assert(formal("pong", 2).exposed && !formal("pong", 2).modified);
    ck_assert(formal("box", 1).modified && formal("box", 1).exposed && !formal("box", 1).written);
    ck_assert(formal("fills_all", 1).written && !formal("fills_all", 1).exposed);
    ck_assert(!formal("fills_parts", 1).written && !formal("fills_parts", 2).written);
    ck_assert(formal("fills_sized", 1).written && !formal("fills_sized", 2).written);
}
END_TEST

/* The statement of a block, from 0 on, of the first block of a routine. */
static const xb_node *statement(const char *owner, size_t number)
{
    const xb_flow_graph *flow = &routine(owner)->flow;
    for (size_t v = 0; v < flow->vertices.count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        if (vertex->node.kind == XB_KIND_BASIC_BLOCK)
            return vertex->statements.items[number];
    }
    return NULL;
}

/* Whether accesses concern a reference. */
typedef struct concern {
    const xb_reference *reference;
    bool read, written;
} concern;

static void note_access(void *context, const xb_access *access)
{
    concern *c = context;
    if (!xb_access_concerns(xb_footprints_of(analyses), access, c->reference))
        return;
    c->read = c->read || access->read;
    c->written = c->written || access->written;
}

static concern concern_of(const char *owner, size_t number, const char *name)
{
    concern c = {.reference = reference(owner, name)};
    xb_accesses_each(xb_footprints_of(analyses), XB_VIEW_READ, statement(owner, number), note_access, &c);
    return c;
}

static bool modifies(const char *owner, size_t number, const char *name)
{
    return concern_of(owner, number, name).written;
}

START_TEST(calls_modify_what_their_routines_do)
{
    load(informed);
    ck_assert(modifies("passes", 1, "b"));
    ck_assert(modifies("passes", 1, "h"));
    ck_assert(!modifies("passes", 1, "i"));
    ck_assert(!modifies("passes", 1, "m"));
    /* without alias sets they may be equivalent to h */
    ck_assert(modifies("passes", 1, "g") == !informed);
    ck_assert(modifies("passes", 1, "c") == !informed);
    ck_assert(concern_of("passes", 1, "g").read);
    ck_assert(!concern_of("passes", 1, "b").read);
}
END_TEST

START_TEST(black_boxes_may_modify_what_is_outside)
{
    load(informed);
    ck_assert(modifies("box", 0, "r"));
    ck_assert(modifies("box", 0, "g"));
}
END_TEST

/* ---- changes ---- */

static uint32_t loop_of(const char *variable)
{
    const xb_flow_graph *flow = &routine("loops")->flow;
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        if (vertex->node.kind == XB_KIND_FOR_LOOP &&
            strcmp(vertex->initialization->target->symbol->id->text, variable) == 0)
            return v;
    }
    ck_abort_msg("there is no loop over %s", variable);
    return 0;
}

static xb_changes *changes_of(const char *name)
{
    return xb_changes_of(analyses, arena, routine(name), XB_VIEW_READ);
}

static bool changed_under(const char *loop, const char *name)
{
    const xb_flow_graph *flow = &routine("loops")->flow;
    bool *inside = xb_arena_array(arena, flow->graph.vertex_count, sizeof *inside);
    ck_assert(xb_loop_inside(arena, flow, loop_of(loop), inside));
    const xb_flow_part part = {.inside = inside, .head = loop_of(loop)};
    return xb_changes_within(changes_of("loops"), &part, reference("loops", name));
}

START_TEST(loops_change_what_is_assigned_in_them)
{
    load(informed);
    ck_assert(changed_under("i", "t") && changed_under("i", "s") && changed_under("i", "j"));
    ck_assert(changed_under("i", "i") && changed_under("i", "x"));
    ck_assert(!changed_under("i", "n"));
    ck_assert(changed_under("i", "u") == !informed);
    ck_assert(changed_under("i", "last") == !informed);
    ck_assert(changed_under("j", "x") && changed_under("j", "s"));
    ck_assert(!changed_under("j", "n") && !changed_under("j", "t"));
    ck_assert(!changed_under("k", "x"));
}
END_TEST

/* The vertex with a statement that assigns a variable, the n-th of them. */
static xb_flow_point assignment_to(const char *name, unsigned n)
{
    const xb_flow_graph *flow = &routine("loops")->flow;
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        for (size_t i = 0; i < vertex->statements.count; i++) {
            const xb_assignment *assignment = vertex->statements.items[i];
            if (strcmp(assignment->target->symbol->id->text, name) == 0 && n-- == 0)
                return (xb_flow_point){v, i};
        }
    }
    ck_abort_msg("%s is not assigned", name);
    return (xb_flow_point){0, 0};
}

static xb_flow_point after(xb_flow_point point)
{
    point.statement++;
    return point;
}

START_TEST(changes_are_on_ways)
{
    load(true);
    xb_changes *c = changes_of("loops");
    const xb_reference *last = reference("loops", "last"), *t = reference("loops", "t"),
                       *x = reference("loops", "x");
    xb_flow_point of_t = assignment_to("t", 1), of_s = assignment_to("s", 0), to_one = assignment_to("u", 1),
                  to_two = assignment_to("last", 2), end = assignment_to("x", 1);
    ck_assert(xb_changes_after(c, after(of_t), t)); /* in the next round */
    ck_assert(!xb_changes_after(c, assignment_to("u", 0), t));
    ck_assert(xb_changes_after(c, of_s, last));
    ck_assert(!xb_changes_after(c, to_one, last)); /* the other arm */
    ck_assert(xb_changes_after(c, to_two, last) && !xb_changes_after(c, after(to_two), last));
    ck_assert(xb_changes_after(c, end, x) && !xb_changes_after(c, after(end), x));
}
END_TEST

START_TEST(what_is_changed_can_be_listed)
{
    load(true);
    const xb_flow_graph *flow = &routine("loops")->flow;
    bool *inside = xb_arena_array(arena, flow->graph.vertex_count, sizeof *inside);
    ck_assert(xb_loop_inside(arena, flow, loop_of("j"), inside));
    xb_list list =
        xb_changes_list(changes_of("loops"), arena, &(xb_flow_part){.inside = inside, .head = loop_of("j")});
    static const char *const expected[] = {"j", "x", "s"};
    ck_assert_uint_eq(list.count, 3);
    for (size_t i = 0; i < list.count; i++)
        ck_assert_str_eq(((const xb_access *)list.items[i])->symbol->id->text, expected[i]);
}
END_TEST

/* ---- exposure ---- */

START_TEST(what_is_read_first_is_exposed)
{
    load(informed);
    xb_region all = xb_region_of(routine("loops"), XB_VIEW_READ);
    xb_exposure exposure = xb_exposure_of(xb_footprints_of(analyses), arena, &all);
    static const char *const exposed[] = {"n", "x", "u"};
    ck_assert_uint_eq(exposure.exposed.count, sizeof exposed / sizeof *exposed);
    for (size_t i = 0; i < sizeof exposed / sizeof *exposed; i++)
        ck_assert_msg(contains(&exposure.exposed, exposed[i]), "%s", exposed[i]);
    static const char *const written[] = {"last", "s", "t", "i", "k", "u"};
    ck_assert_uint_eq(exposure.written.count, sizeof written / sizeof *written);
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        ck_assert_msg(contains(&exposure.written, written[i]), "%s", written[i]);
    ck_assert(!exposure.everything && !exposure.anything);
}
END_TEST

START_TEST(loops_assign_arrays_element_by_element)
{
    load(informed);
    uint32_t nested = informed ? 3 : 1; /* else a loop variable may share the storage of another one */
    for (uint32_t position = 1; position <= nested; position++)
        ck_assert_msg(formal("covers", position).written && !formal("covers", position).exposed, "%u",
                      position);
    for (uint32_t position = 1; position <= 6; position++)
        ck_assert_msg(!formal("covers_parts", position).written, "%u", position);
}
END_TEST

START_TEST(a_loop_is_a_region)
{
    load(true);
    xb_region region = xb_region_of(routine("loops"), XB_VIEW_READ);
    bool *inside = xb_arena_array(arena, region.routine->flow.graph.vertex_count, sizeof *inside);
    region.entry = loop_of("j");
    region.inside = inside;
    ck_assert(xb_loop_inside(arena, &region.routine->flow, region.entry, inside));
    xb_exposure exposure = xb_exposure_of(xb_footprints_of(analyses), arena, &region);
    static const char *const exposed[] = {"i", "n", "t", "u", "s"};
    ck_assert_uint_eq(exposure.exposed.count, sizeof exposed / sizeof *exposed);
    for (size_t i = 0; i < sizeof exposed / sizeof *exposed; i++)
        ck_assert_msg(contains(&exposure.exposed, exposed[i]), "%s", exposed[i]);
    ck_assert_uint_eq(exposure.written.count, 1);
    ck_assert(contains(&exposure.written, "j"));
}
END_TEST

/* ---- loops ---- */

static xb_loop_form form_of(const char *variable)
{
    xb_loop_form form;
    ck_assert(xb_loop_form_of(routine("loops")->flow.vertices.items[loop_of(variable)], &form));
    ck_assert_str_eq(form.variable->symbol->id->text, variable);
    return form;
}

static xb_loop_stability stability_of(const char *variable)
{
    const xb_flow_graph *flow = &routine("loops")->flow;
    bool *inside = xb_arena_array(arena, flow->graph.vertex_count, sizeof *inside);
    ck_assert(xb_loop_inside(arena, flow, loop_of(variable), inside));
    xb_loop_form form = form_of(variable);
    const xb_flow_part loop = {.inside = inside, .head = loop_of(variable)};
    return xb_loop_stability_of(changes_of("loops"), &form, &loop);
}

START_TEST(loops_have_forms)
{
    load(true);
    xb_loop_form i = form_of("i"), j = form_of("j"), k = form_of("k");
    ck_assert(i.direction == XB_LOOP_UP && i.inclusive && !i.trips_known && !i.subtracted);
    ck_assert(i.first.constant && i.first.value == 1 && i.step.constant && i.step.value == 1);
    ck_assert(!i.bound.constant);
    ck_assert(!j.first.constant && !j.step.constant);
    ck_assert(k.direction == XB_LOOP_DOWN && !k.inclusive && k.subtracted && k.step.value == -3);
    ck_assert(k.trips_known && k.trips == 3);
}
END_TEST

START_TEST(loops_are_stable_or_not)
{
    load(true);
    xb_loop_stability i = stability_of("i"), j = stability_of("j"), k = stability_of("k");
    ck_assert(i.variable && i.first && i.bound && i.step);
    ck_assert(j.variable && j.first && j.bound && !j.step);
    ck_assert(k.variable && k.first && k.bound && k.step);
}
END_TEST

START_TEST(undecided_loops_count)
{
    load(true);
    xb_flow_vertex *loop = routine("loops")->flow.vertices.items[loop_of("k")];
    ((xb_intrinsic *)xb_expression_root(loop->condition))->name = xb_program_name(program, "not_equal");
    xb_loop_form k = form_of("k");
    ck_assert(k.counted && k.inclusive && k.direction == XB_LOOP_DOWN && k.trips == 4);
    ((xb_intrinsic *)xb_expression_root(loop->condition))->name = xb_program_name(program, "less_than");
    k = form_of("k");
    ck_assert(!k.trips_known && k.direction == XB_LOOP_UP);
    ((xb_intrinsic *)xb_expression_root(loop->condition))->name = xb_program_name(program, "equal");
    ck_assert(!xb_loop_form_of(loop, &k));
}
END_TEST

/* A member of structured data counts, or numbers that are converted. */
START_TEST(some_loops_have_no_form)
{
    load(true);
    xb_flow_vertex *loop = routine("loops")->flow.vertices.items[loop_of("k")];
    xb_reference *variable = loop->initialization->target;
    xb_reference_parts parts = *xb_reference_parts_of(variable);
    const xb_reference_parts *before = variable->parts;
    xb_property *member = xb_vector_push(arena, &parts.properties, sizeof *member);
    *member = (xb_property){xb_program_name(program, "member"), xb_program_name(program, "m")};
    xb_loop_form k;
    variable->parts = &parts;
    ck_assert(!xb_loop_form_of(loop, &k));
    variable->parts = before;
    ck_assert(xb_loop_form_of(loop, &k));
    xb_expression *first = loop->initialization->value;
    loop->initialization->value = xb_build_leaf(program, xb_build_real(program, 8.5));
    ck_assert(!xb_loop_form_of(loop, &k));
    loop->initialization->value = first;
    ck_assert(xb_loop_form_of(loop, &k));
}
END_TEST

/* ---- intrinsics ---- */

START_TEST(boolean_operations_are_those_of_the_table)
{
    size_t count = 0;
    for (size_t i = 0; i < XB_BOOLEAN_OPERATIONS; i++)
        ck_assert(xb_intrinsic_facts_of(xb_intrinsic_find(xb_boolean_operations[i]))->is_operation);
    for (int code = 0; code < XB_INTRINSIC_COUNT; code++)
        count += xb_intrinsic_facts_of((xb_intrinsic_code)code)->is_operation;
    ck_assert_uint_eq(count, XB_BOOLEAN_OPERATIONS);
    ck_assert_ptr_null(xb_boolean_operations[XB_BOOLEAN_OPERATIONS]);
}
END_TEST

/* x(f(i)) */
static const xb_reference *element_by(const char *intrinsic)
{
    xb_reference *element = xb_copy_reference(program, reference("loops", "x"));
    xb_expression *index = xb_build_leaf(program, xb_copy_reference(program, reference("loops", "i")));
    uint32_t operand = index->root;
    uint32_t vertex = xb_expression_add(program, index, xb_build_intrinsic(program, intrinsic));
    xb_expression_connect(program, index, operand, vertex, 1);
    xb_list_append(program->arena, &element->subscripts, xb_build_triplet(program, index, NULL, NULL));
    return element;
}

START_TEST(what_an_unknown_intrinsic_gives_is_not_the_same_again)
{
    load(true);
    xb_location_table *table = xb_location_table_create(arena, analyses);
    ck_assert_ptr_eq(xb_location_of(table, element_by("minus_scal")),
                     xb_location_of(table, element_by("minus_scal")));
    ck_assert_ptr_ne(xb_location_of(table, element_by("dice")), xb_location_of(table, element_by("dice")));
}
END_TEST

/* ---- data flow ---- */

static void add_own_number(void *context, uint32_t vertex, uint64_t *set)
{
    (void)context;
    xb_bits_add(set, vertex);
}

/* 0 -> 1 -> 3, 0 -> 2 -> 3, 3 -> 1: what has been passed on some path, and on all of them. */
START_TEST(sets_meet_on_any_path_and_on_all)
{
    static const uint32_t edges[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 1}};
    xb_graph graph = {.vertex_count = 0};
    for (int v = 0; v < 5; v++)
        xb_graph_add_vertex(arena, &graph);
    for (size_t e = 0; e < sizeof edges / sizeof *edges; e++)
        xb_graph_add_edge(arena, &graph, edges[e][0], edges[e][1]);
    const bool starts[] = {true, false, false, false, false};
    xb_dataflow flow = {.graph = &graph, .count = 5, .starts = starts, .pass = add_own_number};
    uint64_t set = 0;
    ck_assert(!xb_dataflow_before(&flow, 1, &set));
    xb_dataflow_solve(arena, &flow);
    ck_assert(xb_dataflow_before(&flow, 1, &set) && set == 0xf);
    ck_assert(!xb_dataflow_before(&flow, 4, &set));
    flow.all = true;
    xb_dataflow_solve(arena, &flow);
    ck_assert(xb_dataflow_before(&flow, 1, &set) && set == 0x1);
    ck_assert(xb_dataflow_before(&flow, 3, &set) && set == 0x1);
    ck_assert_uint_eq(*flow.after[3], 0x9);
    const bool ends[] = {false, false, false, true, false};
    flow =
        (xb_dataflow){.graph = &graph, .backward = true, .count = 5, .starts = ends, .pass = add_own_number};
    xb_dataflow_solve(arena, &flow);
    ck_assert(xb_dataflow_before(&flow, 0, &set) && set == 0xe);
    ck_assert(xb_dataflow_before(&flow, 3, &set) && set == 0xa);
}
END_TEST

int main(void)
{
    static const TTest *both[7];
    size_t count = 0;
    both[count++] = footprints_are_closed_over_calls;
    both[count++] = formals_are_followed_through_calls;
    both[count++] = calls_modify_what_their_routines_do;
    both[count++] = black_boxes_may_modify_what_is_outside;
    both[count++] = loops_change_what_is_assigned_in_them;
    both[count++] = what_is_read_first_is_exposed;
    both[count++] = loops_assign_arrays_element_by_element;
    Suite *suite = suite_create("facts");
    suite_add(suite, "with information", set_up, tear_down, both, count);
    suite_add(suite, "without", set_up_without, tear_down, both, count);
    SUITE_ADD(suite, "ways", changes_are_on_ways, what_is_changed_can_be_listed, a_loop_is_a_region);
    SUITE_ADD(suite, "loops", loops_have_forms, loops_are_stable_or_not, undecided_loops_count,
              some_loops_have_no_form);
    SUITE_ADD(suite, "intrinsics", boolean_operations_are_those_of_the_table,
              what_an_unknown_intrinsic_gives_is_not_the_same_again);
    SUITE_ADD(suite, "data flow", sets_meet_on_any_path_and_on_all);
    return suite_run(suite);
}
