/*
 * What ends a run: the message, the statement, and that the evaluator can be used afterwards.
 */
#include <stdio.h>
#include <string.h>

#include "documents.h"
#include "evaluate_fixture.h"
#include "suite.h"

/* The errors of the routines of tests/data/evaluate/errors.f. The place begins with the routine that is run
 * then, where it is not the one that is called. */
static const struct failure_case {
    const char *routine, *place, *message;
    xb_status status;
} cases[] = {
    {"unset_scalar", "BasicBlock[2]/Assignment[1]", "t is read but was never set", XB_STATUS_INVALID},
    {"unset_element", "BasicBlock[2]/Assignment[2]", "t(3) is read but was never set", XB_STATUS_INVALID},
    {"unset_section", "BasicBlock[2]/Assignment[5]", "t(3) is read but was never set", XB_STATUS_INVALID},
    {"unset_part", "BasicBlock[2]/Assignment[5]", "t(1,-1) is read but was never set", XB_STATUS_INVALID},
    {"unset_formal", "[reads_formal]/BasicBlock[2]/Assignment[1]", "p(2) is read but was never set",
     XB_STATUS_INVALID},
    {"unset_scalar_formal", "[reads_second]/BasicBlock[2]/Assignment[1]", "x is read but was never set",
     XB_STATUS_INVALID},
    {"unset_locals", "[sets_local]/BasicBlock[5]/Assignment[3]", "t is read but was never set",
     XB_STATUS_INVALID},
    {"above", "BasicBlock[2]/Assignment[2]", "subscript 1 of y is 4, outside 1:3", XB_STATUS_INVALID},
    {"below", "BasicBlock[2]/Assignment[2]", "subscript 2 of a is 0, outside 1:3", XB_STATUS_INVALID},
    {"section_outside", "BasicBlock[2]/Assignment[1]", "subscript 1 of y is 4, outside 1:3",
     XB_STATUS_INVALID},
    {"vector_outside", "BasicBlock[2]/Assignment[3]", "subscript 1 of y is 0, outside 1:3",
     XB_STATUS_INVALID},
    {"vector_repeated", "BasicBlock[2]/Assignment[4]",
     "an element of y is assigned twice by one assignment: the vector that is subscript 1 has 1 more than "
     "once",
     XB_STATUS_INVALID},
    {"stride_zero", "BasicBlock[2]/Assignment[2]", "a section has the stride 0", XB_STATUS_INVALID},
    {"real_subscript", "BasicBlock[2]/Assignment[2]", "a subscript is not an integer", XB_STATUS_INVALID},
    {"shapes_of_operands", "BasicBlock[2]/Assignment[3]", "add_scal_scal: operands of different shapes",
     XB_STATUS_INVALID},
    {"shapes_of_assignment", "BasicBlock[2]/Assignment[3]",
     "an array of shape (2) is stored to y, which is an array of shape (3)", XB_STATUS_INVALID},
    {"array_to_scalar", "BasicBlock[2]/Assignment[2]", "an array is stored to y, which is a scalar",
     XB_STATUS_INVALID},
    {"not_allocated", "BasicBlock[2]/Assignment[1]", "a is used before it is allocated", XB_STATUS_INVALID},
    {"not_allocated_scalar", "BasicBlock[2]/Assignment[1]", "a is used before it is allocated",
     XB_STATUS_INVALID},
    {"absent", "[reads_second]/BasicBlock[2]/Assignment[1]", "the optional argument x is absent",
     XB_STATUS_INVALID},
    {"too_small", "[passes_all]/BasicBlock[2]/SubroutineCall[1]",
     "the formal argument x of rank 1 cannot be p, which is an array of shape (2)", XB_STATUS_INVALID},
    {"too_late", "BasicBlock[2]/SubroutineCall[1]",
     "the formal argument x has 3 elements, but the array has only 2 from t(0) on", XB_STATUS_INVALID},
    {"rank_differs", "BasicBlock[2]/SubroutineCall[1]",
     "the formal argument x of rank 2 cannot be y, which is an array of shape (2)", XB_STATUS_INVALID},
    {"type_differs", "BasicBlock[2]/SubroutineCall[1]",
     "x of type integer cannot be y, which is of type real", XB_STATUS_INVALID},
    {"loop_changed", "ForLoop[2]", "the loop variable i was changed inside the loop", XB_STATUS_INVALID},
    {"loop_away", "ForLoop[3]", "the loop runs away from its bound", XB_STATUS_INVALID},
    {"loop_step_zero", "ForLoop[3]", "the loop has the step 0", XB_STATUS_INVALID},
    {"endless", "", "more than 5000 statements are run", XB_STATUS_FAILED},
    {"bottomless", "BasicBlock[2]/SubroutineCall[1]", "calls are nested more than 1000 deep",
     XB_STATUS_FAILED},
    {"hungry", "[eats]/BasicBlock[2]/Assignment[1]",
     "the program needs more than 3000000 bytes for variables and tapes", XB_STATUS_FAILED},
    {"outside_world", "BasicBlock[2]/SubroutineCall[1]", "nowhere is called, which has no body",
     XB_STATUS_UNSUPPORTED},
    {"division", "BasicBlock[2]/Assignment[2]", "div_scal_scal: a division of an integer by 0",
     XB_STATUS_INVALID},
    {"opaque", "BasicBlock[2]/Marker[1]", "the statement is opaque: [passive: OPR_ISTORE]",
     XB_STATUS_UNSUPPORTED},
    {"text", "BasicBlock[2]/Assignment[2]", "what the intrinsic not_an_intrinsic computes is not known here",
     XB_STATUS_UNSUPPORTED},
    {"wrong_condition", "Branch[3]", "the condition is neither a truth value nor an integer",
     XB_STATUS_INVALID},
    {"too_many_functions", "[endlessly]/BasicBlock[2]/Assignment[1]",
     "calls of functions within expressions are nested more than 400 deep", XB_STATUS_FAILED},
    {"no_function", "BasicBlock[2]/Assignment[1]", "harmless can't be called as a function with 1 argument",
     XB_STATUS_UNSUPPORTED},
    {"unknown_function", "BasicBlock[2]/Assignment[1]", "the function nowhere is called, which has no body",
     XB_STATUS_UNSUPPORTED},
    {"unset_result", "BasicBlock[2]/Assignment[2]", "r is read but was never set", XB_STATUS_INVALID},
};

enum { CASES = sizeof cases / sizeof *cases };

/* The line of the document with this number. */
static void get_line(void *argument)
{
    const char **line = argument;
    const xb_diagnostics *reported = program->diagnostics;
    size_t number = xb_diagnostics_at(reported, xb_diagnostics_count(reported) - 1)->place.line;
    const char *text = documents_file(arena, "tests/data/evaluate/errors.xaif");
    while (--number > 0)
        text = strchr(text, '\n') + 1;
    *line = xb_arena_copy_text(arena, text, strcspn(text, "\n"));
}

/* The last step of a path, KIND[ID], is the element at the line that was reported. */
static void check_line(const char *path)
{
    const char *line;
    evaluate_protected(get_line, &line);
    const char *step = strrchr(path, '/') + 1, *id = strchr(step, '[');
    char kind[40], attribute[60];
    snprintf(kind, sizeof kind, "<xaif:%.*s ", (int)(id - step), step);
    snprintf(attribute, sizeof attribute, "_id=\"%.*s\"", (int)strlen(id) - 2, id + 1);
    ck_assert_msg(strstr(line, kind) && strstr(line, attribute), "%s is not at: %s", step, line);
}

static void check_failure(const struct failure_case *failure)
{
    const xb_routine *routine = evaluate_routine(failure->routine);
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    size_t before = xb_diagnostics_count(program->diagnostics);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), failure->status);
    ck_assert_uint_eq(xb_diagnostics_count(program->diagnostics), before + 1);
    const xb_diagnostic *diagnostic = xb_diagnostics_at(program->diagnostics, before);
    ck_assert_str_eq(diagnostic->message, failure->message);
    ck_assert_int_eq(diagnostic->status, failure->status);
    char path[200];
    bool other = failure->place[0] == '[';
    snprintf(path, sizeof path, "CallGraph/ControlFlowGraph%s%s%s%s%s", other ? "" : "[",
             other ? "" : failure->routine, other ? "" : "]", other ? "" : "/", failure->place);
    ck_assert_msg(strncmp(diagnostic->place.path, path, failure->place[0] ? 200 : strlen(path)) == 0,
                  "%s, not %s", diagnostic->place.path, path);
    check_line(diagnostic->place.path);
}

static void set_limits(void)
{
    options.step_limit = 5000;
    options.memory_limit = 3000000;
    options.depth_limit = 1000;
}

START_TEST(errors_have_places)
{
    set_limits();
    evaluate_load("errors");
    check_failure(&cases[_i]);
}
END_TEST

/* One after the other in one evaluator, in a run with derivatives. */
START_TEST(evaluators_survive_errors)
{
    set_limits();
    options.directions = 2;
    options.exact = true;
    evaluate_load("errors");
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < CASES; i++)
            check_failure(&cases[i]);
        const xb_routine *routine = evaluate_routine("harmless");
        xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
        ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_OK);
        xb_evaluator_reset(evaluator);
    }
}
END_TEST

/* The step limit is one of each call. */
START_TEST(limits_are_of_one_call)
{
    options.step_limit = 5;
    evaluate_load("errors");
    const xb_routine *routine = evaluate_routine("harmless");
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    for (int i = 0; i < 10; i++)
        ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_OK);
    options.step_limit = 4;
    evaluate_again();
    y = evaluate_argument(routine, 1, NULL, 0);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_FAILED);
}
END_TEST

START_TEST(arguments_are_checked)
{
    evaluate_load("errors");
    const xb_routine *routine = evaluate_routine("writes");
    xb_variable *x = evaluate_argument(routine, 1, NULL, 0);
    xb_variable *both[] = {x, x};
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, both, 2), XB_STATUS_INVALID);
    ck_assert(strstr(evaluate_reported(), "writes has no formal argument 2"));
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, both, 1), XB_STATUS_OK);
    xb_variable_set_constant(x, true);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, both, 1), XB_STATUS_INVALID);
    ck_assert(strstr(evaluate_reported(), "x is written, but the caller passes a constant"));
    xb_variable_set_constant(x, false);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, both, 1), XB_STATUS_OK);
    both[0] = NULL;
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, both, 1), XB_STATUS_INVALID);
    ck_assert(strstr(evaluate_reported(), "the optional argument x is absent"));
}
END_TEST

/* An edge that no condition value leads along, and one that two do. */
static void change_condition_value(void *argument)
{
    const int64_t *values = argument;
    xb_flow_graph *flow = &evaluate_routine("choices")->flow;
    for (size_t i = 0; i < flow->edges.count; i++) {
        xb_flow_edge *edge = flow->edges.items[i];
        const xb_flow_vertex *source = flow->vertices.items[xb_graph_source(&flow->graph, (uint32_t)i)];
        if (source->node.kind != XB_KIND_BRANCH)
            continue;
        edge->has_condition_value = true;
        edge->condition_value = *values++;
    }
}

static void check_choice(const int64_t *values, const char *message)
{
    evaluate_load("values");
    evaluate_protected(change_condition_value, (void *)values);
    evaluate_again();
    const xb_routine *routine = evaluate_routine("choices");
    xb_variable *y = evaluate_argument(routine, 1, NULL, 0);
    ck_assert_int_eq(xb_evaluator_call(evaluator, routine, &y, 1), XB_STATUS_INVALID);
    ck_assert_msg(strstr(evaluate_reported(), message), "%s", evaluate_reported());
    ck_assert_msg(strstr(evaluate_reported(), "/Branch["), "%s", evaluate_reported());
}

START_TEST(conditions_choose_one_edge)
{
    check_choice((const int64_t[]){1, 3, 5}, "0 edges go on if the condition is 2");
    check_choice((const int64_t[]){1, 2, 2}, "2 edges go on if the condition is 2");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("evaluate_errors");
    TCase *errors = tcase_create("errors");
    tcase_add_checked_fixture(errors, evaluate_set_up, evaluate_tear_down);
    tcase_add_loop_test(errors, errors_have_places, 0, CASES);
    tcase_add_test(errors, evaluators_survive_errors);
    tcase_add_test(errors, limits_are_of_one_call);
    tcase_add_test(errors, arguments_are_checked);
    tcase_add_test(errors, conditions_choose_one_edge);
    suite_add_tcase(suite, errors);
    return suite_run(suite);
}
