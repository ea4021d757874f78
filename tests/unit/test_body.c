/*
 * Bodies of code that is made: constructs, jumps, parts, and graphs that there are.
 */
#include "ir_fixture.h"

#include "ir/body.h"

/* ---- what was made ---- */

static const char *word_of(xb_kind kind)
{
    static const char *const words[XB_KIND_COUNT] = {
        [XB_KIND_ENTRY] = "entry",          [XB_KIND_EXIT] = "exit",
        [XB_KIND_BASIC_BLOCK] = "block",    [XB_KIND_BRANCH] = "branch",
        [XB_KIND_END_BRANCH] = "endbranch", [XB_KIND_FOR_LOOP] = "for",
        [XB_KIND_PRE_LOOP] = "while",       [XB_KIND_END_LOOP] = "endloop",
        [XB_KIND_LABEL] = "label",          [XB_KIND_GOTO] = "goto"};
    return words[kind];
}

static const char *value_of(const xb_flow_edge *edge)
{
    return edge->has_condition_value ? xb_arena_format(arena, "=%d", (int)edge->condition_value) : "";
}

/* The vertices by number, with the numbers of statements of blocks, each with where it leads to. */
static const char *text_of(const xb_flow_graph *flow)
{
    const char *text = "";
    for (uint32_t v = 0; v < flow->graph.vertex_count; v++) {
        const xb_flow_vertex *vertex = flow->vertices.items[v];
        text = xb_arena_format(arena, "%s%s%s", text, v > 0 ? "; " : "", word_of(vertex->node.kind));
        if (vertex->statements.count > 0)
            text = xb_arena_format(arena, "%s(%u)", text, (unsigned)vertex->statements.count);
        for (uint32_t e = xb_graph_first_out(&flow->graph, v); e != XB_GRAPH_NONE;
             e = xb_graph_next_out(&flow->graph, e))
            text = xb_arena_format(arena, "%s %u%s", text, (unsigned)xb_graph_target(&flow->graph, e),
                                   value_of(flow->edges.items[e]));
    }
    return text;
}

static void check_finished(xb_body *code, const char *expected)
{
    const xb_flow_graph flow = xb_body_finish(code, arena);
    ck_assert_str_eq(text_of(&flow), expected);
}

static xb_expression *condition(void)
{
    return leaf(whole("c", 0));
}

static void set(xb_body *code, int64_t number)
{
    xb_body_set_number(code, "set", variable("x", 0), number);
}

/* ---- tests ---- */

START_TEST(constructs_stand_in_the_order_of_the_text)
{
    xb_body code = xb_body_begin_made(program, inner);
    xb_body_for(&code, variable("i", 0), integer(0), variable("n", 0), 2);
    xb_body_if(&code, condition());
    set(&code, 1);
    xb_body_else(&code);
    set(&code, 2);
    set(&code, 3);
    xb_body_end(&code);
    const xb_flow_vertex *loop = code.flow.vertices.items[1];
    xb_body_end(&code);
    check_finished(&code,
                   "entry 1; for 2=1 7; branch 3=1 4; block(1) 5; block(2) 5; endbranch 6; endloop 1; exit");
    ck_assert_uint_eq(loop->node.annotation, xb_program_name(program, "_cfr_")->index);
    ck_assert_ptr_eq(loop->initialization->target->symbol, variable("i", 0));
    ck_assert_uint_eq(loop->update->value->graph.vertex_count, 3);
    ck_assert_uint_eq(loop->condition->graph.vertex_count, 3);
}
END_TEST

START_TEST(branches_have_another_arm_unless_it_is_said)
{
    for (int all = 0; all < 2; all++) {
        xb_body code = xb_body_begin_made(program, inner);
        xb_body_branch(&code, condition());
        for (int64_t way = 1; way <= 2; way++) {
            xb_body_arm(&code, &way, 1);
            set(&code, way);
        }
        if (all)
            xb_body_no_else(&code);
        xb_body_end(&code);
        check_finished(&code, all ? "entry 1; branch 2=1 3=2; block(1) 4; block(1) 4; endbranch 5; exit"
                                  : "entry 1; branch 2=1 3=2 4; block(1) 4; block(1) 4; endbranch 5; exit");
    }
}
END_TEST

START_TEST(jumps_and_labels_are_vertices)
{
    xb_body code = xb_body_begin_made(program, inner);
    xb_body_if(&code, condition());
    set(&code, 1);
    xb_body_jump(&code, 7);
    xb_body_end(&code);
    set(&code, 2);
    xb_body_label(&code, 7);
    check_finished(&code,
                   "entry 1; branch 2=1 4; block(1) 3; goto 6; endbranch 5; block(1) 6; label 7; exit");
}
END_TEST

/* while (c) x = 1 */
static xb_body loop_part(void)
{
    xb_body part = xb_body_begin_part(program, inner);
    xb_body_loop(&part, XB_KIND_PRE_LOOP, condition());
    set(&part, 1);
    xb_body_end(&part);
    set(&part, 2);
    return part;
}

START_TEST(parts_go_on_in_what_they_are_added_to)
{
    xb_body code = xb_body_begin_made(program, inner);
    const xb_body part = loop_part(), nothing = xb_body_begin_part(program, inner);
    set(&code, 0);
    xb_body_add_part(&code, &part);
    xb_body_add_part(&code, &nothing);
    set(&code, 3);
    check_finished(&code,
                   "entry 1; block(1) 2; block 3; while 4=1 6; block(1) 5; endloop 3; block(2) 7; exit");
}
END_TEST

/* Control comes to one vertex of a graph, and from two. */
START_TEST(graphs_are_entered_and_left)
{
    const xb_body part = loop_part();
    const xb_flow_edge edge = {.has_condition_value = true, .condition_value = 5};
    xb_body code = xb_body_begin_made(program, inner);
    uint32_t first = xb_body_add_flow(&code, &part.flow);
    ck_assert_uint_eq(first, 1);
    xb_body_enter(&code, first);
    xb_body_come_from(&code, first + 2, &edge);
    set(&code, 4);
    xb_body_come_from(&code, first + 4, NULL);
    set(&code, 5);
    check_finished(&code, "entry 1; block 2; while 3=1 5; block(1) 4 6=5; endloop 2; block(1) 7; block(1) 7; "
                          "block(1) 8; exit");
}
END_TEST

START_TEST(code_goes_on_within_a_graph)
{
    const xb_body part = loop_part();
    xb_body code = xb_body_begin_within(program, inner, &part.flow);
    const char *before = text_of(&part.flow);
    xb_body_go_on(&code, 0);
    ck_assert_uint_eq(xb_body_last(&code), 0);
    set(&code, 6);
    ck_assert_uint_eq(xb_body_last(&code), 0);
    xb_body_go_on(&code, 1);
    set(&code, 7);
    ck_assert_uint_eq(xb_body_last(&code), 5);
    ck_assert_str_eq(before, "block 1; while 2=1 4; block(1) 3; endloop 1; block(1)");
    ck_assert_str_eq(text_of(&code.flow),
                     "block(1) 1; while 2=1 4 5; block(1) 3; endloop 1; block(1); block(1)");
}
END_TEST

START_TEST(shapes_are_compared_in_all_dimensions)
{
    const xb_expression *differ = xb_build_other_shape(program, variable("a", 2), variable("b", 2));
    const xb_intrinsic *root = (const xb_intrinsic *)xb_expression_root(differ);
    ck_assert_uint_eq(differ->graph.vertex_count, 15);
    ck_assert_int_eq(root->vertex.node.kind, XB_KIND_BOOLEAN_OPERATION);
    ck_assert_uint_eq(xb_graph_in_degree(&differ->graph, differ->root), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bodies");
    ADD_CASE(suite, "text", constructs_stand_in_the_order_of_the_text,
             branches_have_another_arm_unless_it_is_said, jumps_and_labels_are_vertices);
    ADD_CASE(suite, "graphs", parts_go_on_in_what_they_are_added_to, graphs_are_entered_and_left,
             code_goes_on_within_a_graph);
    ADD_CASE(suite, "conditions", shapes_are_compared_in_all_dimensions);
    return ir_run(suite);
}
