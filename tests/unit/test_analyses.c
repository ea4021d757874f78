/*
 * Analyses of programs: when they are computed and dropped, and what each of them answers.
 */
#include <string.h>

#include "analysis/calls.h"
#include "analysis/regions.h"
#include "analysis/uses.h"
#include "documents.h"
#include "ir/build.h"
#include "suite.h"

static xb_failure *failure;
static xb_arena *arena;
static xb_program *program;
static xb_analyses *analyses;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
}

static void tear_down(void)
{
    xb_analyses_destroy(analyses);
    analyses = NULL;
    documents_forget();
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* Reads a document of the tests. */
static void load(const char *name)
{
    program = documents_load(arena, documents_file(arena, name));
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

/* ---- keeping and dropping ---- */

static int computed;

static void *count_computations(xb_analyses *of, xb_arena *where)
{
    int *number = xb_arena_alloc(where, sizeof *number);
    ck_assert_ptr_eq(xb_analyses_program(of), program);
    *number = ++computed;
    return number;
}

START_TEST(results_are_kept_until_the_program_changes)
{
    static const xb_analysis read = {XB_VIEW_READ, count_computations},
                             derived = {XB_VIEW_DERIVED, count_computations};
    load("examples/spring.xaif");
    computed = 0;
    ck_assert_int_eq(*(int *)xb_analyses_get(analyses, &read), 1);
    ck_assert_int_eq(*(int *)xb_analyses_get(analyses, &derived), 2);
    ck_assert_int_eq(*(int *)xb_analyses_get(analyses, &read), 1);
    ck_assert_int_eq(*(int *)xb_analyses_get(analyses, &derived), 2);
    xb_node *node = program->routines.items[0];
    xb_derive_one(program, node, node);
    ck_assert_int_eq(*(int *)xb_analyses_get(analyses, &read), 1);
    ck_assert_int_eq(*(int *)xb_analyses_get(analyses, &derived), 3);
    xb_analyses_drop_derived(analyses);
    ck_assert_int_eq(*(int *)xb_analyses_get(analyses, &read), 1);
    ck_assert_int_eq(*(int *)xb_analyses_get(analyses, &derived), 4);
}
END_TEST

/* ---- calls ---- */

START_TEST(recursion_is_a_cycle_of_calls)
{
    load("tests/data/derivatives/recursion.xaif");
    const xb_call_graph *calls = xb_calls_of(analyses);
    ck_assert_uint_eq(calls->graph.vertex_count, program->routines.count);
    ck_assert_uint_eq(xb_calls_vertex(calls, NULL), XB_GRAPH_NONE);
    const bool *recursive = xb_calls_recursive(analyses);
    size_t count = 0;
    for (uint32_t v = 0; v < calls->graph.vertex_count; v++) {
        ck_assert_uint_eq(xb_calls_vertex(calls, program->routines.items[v]), v);
        count += recursive[v];
    }
    ck_assert_uint_gt(count, 0);
    ck_assert(!recursive[xb_calls_vertex(calls, routine("head"))]);
}
END_TEST

/* ---- effects ---- */

START_TEST(what_a_callee_modifies_is_modified)
{
    load("examples/spring.xaif");
    const xb_footprints *effects = xb_effects_of(analyses);
    const xb_routine *energy = routine("energy");
    ck_assert(!xb_effects_modifies(effects, xb_routine_formal(energy, 1)));
    ck_assert(!xb_effects_modifies(effects, xb_routine_formal(energy, 2)));
    ck_assert(xb_effects_modifies(effects, xb_routine_formal(energy, 3)));
    ck_assert(!xb_effects_modifies(effects, xb_routine_formal(routine("spring"), 1)));
    ck_assert(xb_effects_modifies(effects, xb_routine_formal(routine("spring"), 2)));
}
END_TEST

/* Appends a call that passes the first two arguments of a routine to its last block. */
static xb_inlinable_call *append_call(const xb_routine *of, xb_runtime_code code)
{
    xb_inlinable_call *call = xb_build_inlinable_call(program, code, "call");
    for (uint32_t position = 1; position <= 2; position++)
        xb_build_argument(program, &call->arguments,
                          xb_build_reference(program, xb_routine_formal(of, position)->symbol));
    xb_flow_vertex *block = NULL;
    for (size_t i = 0; i < of->flow.vertices.count; i++) {
        xb_flow_vertex *vertex = of->flow.vertices.items[i];
        if (vertex->node.kind == XB_KIND_BASIC_BLOCK)
            block = vertex;
    }
    xb_list_append(program->arena, &block->statements, call);
    return call;
}

static const struct setting {
    xb_runtime_code code;
    const char *name; /* if it is another one */
    bool set[2];
} settings[] = {
    {XB_RUNTIME_CONVERT, NULL, {true, false}},        {XB_RUNTIME_REVERSE_INC_DERIV, NULL, {false, true}},
    {XB_RUNTIME_SET_DERIV, NULL, {true, false}},      {XB_RUNTIME_SHAPE_TEST, NULL, {false, false}},
    {XB_RUNTIME_CONVERT, "unheard_of", {true, true}}, {XB_RUNTIME_CONVERT, "zero_deriv", {true, true}},
};

START_TEST(runtime_calls_modify_what_they_set)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        load("examples/spring.xaif");
        xb_routine *energy = (xb_routine *)routine("energy");
        energy->has_side_effects[XB_SIDE_EFFECT_MOD] = false;
        for (size_t k = 0; k < energy->formals.count; k++)
            ((xb_formal *)energy->formals.items[k])->intent = XB_INTENT_INOUT;
        xb_inlinable_call *call = append_call(energy, settings[i].code);
        if (settings[i].name)
            call->name = xb_program_name(program, settings[i].name);
        const xb_footprints *effects = xb_effects_of(analyses);
        for (uint32_t k = 0; k < 2; k++)
            ck_assert_msg(xb_effects_modifies(effects, xb_routine_formal(energy, k + 1)) ==
                              settings[i].set[k],
                          "%s, argument %u", call->name->text, k + 1);
        xb_analyses_destroy(analyses);
    }
    analyses = NULL;
}
END_TEST

/* ---- regions ---- */

START_TEST(loops_are_edges_to_what_dominates_them)
{
    load("tests/data/derivatives/control_loops_in_a_row.xaif");
    const xb_regions *regions = xb_regions_of(analyses, 0);
    ck_assert_ptr_nonnull(regions);
    const xb_graph *graph = &regions->routine->flow.graph;
    ck_assert_uint_eq(regions->loop_count, 2);
    ck_assert(regions->reducible);
    ck_assert_uint_eq(regions->dominator[regions->entry], regions->entry);
    ck_assert_uint_eq(xb_regions_tree(arena, regions).edge_count, graph->vertex_count - 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analyses");
    SUITE_ADD(suite, "keeping", results_are_kept_until_the_program_changes);
    SUITE_ADD(suite, "calls", recursion_is_a_cycle_of_calls);
    SUITE_ADD(suite, "effects", what_a_callee_modifies_is_modified, runtime_calls_modify_what_they_set);
    SUITE_ADD(suite, "regions", loops_are_edges_to_what_dominates_them);
    return suite_run(suite);
}
