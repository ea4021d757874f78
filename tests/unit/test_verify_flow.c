/*
 * The verifier on control flow as a whole: what never ends, what is not structured, loops that are left by
 * jumps. Graphs are written as texts: the kinds of their vertices, then their edges.
 */
#include <stdlib.h>
#include <string.h>

#include "verify_fixture.h"

static const struct letter {
    char letter;
    xb_kind kind;
} letters[] = {{'n', XB_KIND_ENTRY},    {'x', XB_KIND_EXIT},       {'b', XB_KIND_BASIC_BLOCK},
               {'r', XB_KIND_BRANCH},   {'R', XB_KIND_END_BRANCH}, {'i', XB_KIND_IF},
               {'w', XB_KIND_PRE_LOOP}, {'u', XB_KIND_POST_LOOP},  {'W', XB_KIND_END_LOOP},
               {'l', XB_KIND_LABEL},    {'g', XB_KIND_GOTO}};

static xb_kind kind_of(char letter)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == letter)
            return letters[i].kind;
    ck_abort_msg("%c", letter);
}

static void add_vertices(xb_flow_graph *flow, const char *kinds)
{
    for (size_t i = 0; kinds[i]; i++) {
        xb_flow_vertex *vertex;
        xb_kind kind = kind_of(kinds[i]);
        add_vertex(flow, kind, xb_arena_format(arena, "%zu", i), &vertex);
        if (kind == XB_KIND_BASIC_BLOCK)
            vertex->scope = p.scope;
        if (strchr("riwu", kinds[i]))
            vertex->condition = leaf(refer(p.i));
    }
}

/* Edges: source>target, with =value if they have a condition value, separated by blanks. */
static void add_edges(xb_flow_graph *flow, const char *edges)
{
    for (unsigned number = 1; *edges; number++) {
        char *at;
        uint32_t source = (uint32_t)strtoul(edges, &at, 10);
        uint32_t target = (uint32_t)strtoul(at + 1, &at, 10);
        xb_flow_edge *edge = add_edge(flow, xb_arena_format(arena, "e%u", number), source, target);
        edge->has_condition_value = *at == '=';
        if (edge->has_condition_value)
            edge->condition_value = strtol(at + 1, &at, 10);
        edges = at + (*at == ' ');
    }
}

static void set_flow(const char *kinds, const char *edges, bool structured)
{
    p.routine->flow = (xb_flow_graph){0};
    p.routine->structured = structured;
    add_vertices(&p.routine->flow, kinds);
    add_edges(&p.routine->flow, edges);
}

/* Exactly one warning is found, with this place and message; NULL: nothing is. */
static void expect_warning(const char *vertex, const char *message)
{
    if (!message) {
        expect_nothing();
        return;
    }
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_OK);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 1);
    const xb_diagnostic *diagnostic = xb_diagnostics_at(p.diagnostics, 0);
    ck_assert_str_eq(diagnostic->message, message);
    ck_assert_str_eq(diagnostic->place.path, xb_arena_format(arena, FLOW "/%s", vertex));
    ck_assert_ptr_nonnull(diagnostic->hint);
    build();
}

#define SAID "the control flow is said to be structured, but "

static const struct flow_case {
    const char *kinds, *edges, *vertex, *message;
} structured[] = {
    {"nx", "0>1", NULL, NULL},
    /* a branch with an empty arm; arms with several values; nested in a loop */
    {"nrbRx", "0>1 1>2=1 1>3 2>3 3>4", NULL, NULL},
    {"nrbRx", "0>1 1>2=1 1>2=2 1>3 2>3 3>4", NULL, NULL},
    {"nwrbRWx", "0>1 1>2=1 2>3=1 2>4 3>4 4>5 5>1 1>6=0", NULL, NULL},
    {"nuwbWWx", "0>1 1>2=1 2>3=1 3>4 4>2 2>5 5>1 1>6=0", NULL, NULL},
    /* loops in a row in an arm */
    {"nrwbWubWRx", "0>1 1>2=1 2>3=1 3>4 4>2 2>5 5>6=1 6>7 7>5 5>8 1>8 8>9", NULL, NULL},
    /* no end */
    {"nrbbx", "0>1 1>2=1 1>3 2>4 3>4", "Exit[4]", SAID "the Exit is reached from within Branch[1]"},
    {"nrbbbx", "0>1 1>2=1 1>3 2>4 3>4 4>5", "BasicBlock[4]",
     SAID "BasicBlock[4] is reached both from BasicBlock[2] and from BasicBlock[3]"},
    {"nirbRbx", "0>1 1>2=1 1>4 2>3=1 2>4 3>4 4>5 5>6", "EndBranch[4]",
     SAID "EndBranch[4] ends both If[1] and Branch[2]"},
    /* constructs that cross */
    {"nrwbRWx", "0>1 1>2=1 2>3=1 3>4 1>4 4>5 5>2 2>6=0", "Exit[6]",
     SAID "the Exit is reached from within Branch[1]"},
    {"nwrbWRx", "0>1 1>2=1 2>3=1 3>4 4>1 2>5 5>4 1>6=0", "EndLoop[4]",
     SAID "EndLoop[4] is reached from within Branch[2]"},
    {"nwwbWWx", "0>1 1>2=1 2>3=1 3>4 4>1 2>5 5>2 1>6=0", "EndLoop[5]",
     SAID "EndLoop[5] is reached from within PreLoop[1]"},
    {"nbRx", "0>1 1>2 2>3", "EndBranch[2]", SAID "EndBranch[2] is reached from outside of a branch"},
    {"nrbRbRx", "0>1 1>2=1 1>4 2>3 3>6 4>5 5>6", "EndBranch[5]",
     SAID "Branch[1] ends in EndBranch[3] and in EndBranch[5]"},
    /* a jump out of a loop, and one past a block */
    {"nwrbRWx", "0>1 1>2=1 2>3=1 2>4 3>6 4>5 5>1 1>6=0", "Exit[6]",
     SAID "Exit[6] is reached both from PreLoop[1] and from BasicBlock[3]"},
    {"nrglRx", "0>1 1>2=1 1>3 2>3 3>4 4>5", "Label[3]",
     SAID "Label[3] is reached both from Branch[1] and from Goto[2]"},
};

START_TEST(structured_control_flow)
{
    const struct flow_case *c = &structured[_i];
    set_flow(c->kinds, c->edges, false);
    expect_nothing();
    set_flow(c->kinds, c->edges, true);
    expect_warning(c->vertex, c->message);
}
END_TEST

#define CAUGHT "no path leads from it to the Exit: a run that comes here never ends"

static const struct flow_case endless[] = {
    {"nbx", "0>1 1>1", "Entry[0]", CAUGHT},
    {"nblgx", "0>1 1>2 2>3 3>2", "Entry[0]", CAUGHT},
    {"nibbx", "0>1 1>2=1 1>3 2>2 3>4", "BasicBlock[2]", CAUGHT},
};

START_TEST(endless_control_flow)
{
    set_flow(endless[_i].kinds, endless[_i].edges, false);
    expect_warning(endless[_i].vertex, endless[_i].message);
}
END_TEST

START_TEST(loops_that_are_left_by_jumps)
{
    static const char kinds[] = "nwbglx", edges[] = "0>1 1>2=1 2>3 3>4 4>5 1>5=0";
    set_flow(kinds, edges, false);
    expect_nothing();
    set_flow(kinds, edges, true);
    expect(FLOW "/PreLoop[1]", "PreLoop has no EndLoop");
}
END_TEST

START_TEST(empty_arrays)
{
    xb_bounds bounds = {1, 0};
    p.v->bounds = &bounds;
    p.v->bounds_count = 1;
    ck_assert_int_eq(xb_verify(p.program, arena), XB_STATUS_OK);
    ck_assert_uint_eq(xb_diagnostics_count(p.diagnostics), 1);
    const xb_diagnostic *diagnostic = xb_diagnostics_at(p.diagnostics, 0);
    ck_assert_str_eq(diagnostic->message,
                     "symbol v has no elements: the upper bound 0 is below the lower bound 1");
    ck_assert_str_eq(diagnostic->place.path, "CallGraph/Scope[2]/Symbol[v]");
    build();
    bounds = (xb_bounds){-3, -3};
    p.v->bounds = &bounds;
    p.v->bounds_count = 1;
    expect_nothing();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify flow");
    ADD_CASE(suite, "flow", loops_that_are_left_by_jumps, empty_arrays);
    TCase *tables = tcase_create("tables");
    tcase_add_checked_fixture(tables, verify_set_up, verify_tear_down);
    tcase_add_loop_test(tables, structured_control_flow, 0, (int)(sizeof structured / sizeof *structured));
    tcase_add_loop_test(tables, endless_control_flow, 0, (int)(sizeof endless / sizeof *endless));
    suite_add_tcase(suite, tables);
    return verify_run(suite);
}
