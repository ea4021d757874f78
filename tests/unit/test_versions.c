/*
 * Versions of routines: those that an example plugin derives are run, as routines of their own and as parts
 * of a replacement list, in the program that has them and in the document that is written; and routines
 * within others.
 */
#include "evaluate_fixture.h"

#include <string.h>

#include "algorithm/plugin.h"
#include "algorithm/run.h"
#include "documents.h"
#include "ir/build.h"
#include "ir/verify.h"
#include "ir/version.h"
#include "suite.h"

const xb_plugin *xaifbooster_plugin(void); /* of examples/plugin/twoversions.c */

static void derive(void *form)
{
    static const xb_algorithm *algorithms[2];
    algorithms[0] = xaifbooster_plugin()->algorithm;
    const xb_registry *registry = xb_registry_create(arena, algorithms);
    const xb_setting setting = {"written", form};
    xb_pipeline pipeline = {0};
    ck_assert_int_eq(
        xb_pipeline_resolve(arena, registry, program->diagnostics, &algorithms[0]->name, 1, &pipeline),
        XB_STATUS_OK);
    const xb_options *chosen = NULL;
    ck_assert_int_eq(xb_options_read(arena, program->diagnostics, registry, &pipeline, &setting, 1, &chosen),
                     XB_STATUS_OK);
    const xb_run_plan plan = {.program = program, .pipeline = &pipeline, .options = chosen};
    xb_run *run = xb_run_create(arena, &plan);
    ck_assert_int_eq(xb_run_stage(run, &pipeline.stages[0]), XB_STATUS_OK);
    ck_assert_int_eq(xb_run_finish(run), XB_STATUS_OK);
    xb_run_destroy(run);
    ck_assert_int_eq(xb_verify_derived(program, arena), XB_STATUS_OK);
    ck_assert_int_eq(xb_verify(program, arena), XB_STATUS_OK);
}

/* Writes the program and reads what was written. */
static void read_back(void *written)
{
    *(const char **)written = documents_write(arena, program, NULL);
    program = documents_load(arena, *(const char **)written);
    ck_assert_int_eq(xb_verify(program, arena), XB_STATUS_OK);
}

static void write_original(void *text)
{
    const xb_write_options original = {.view = XB_VIEW_READ};
    *(const char **)text = documents_write(arena, program, &original);
}

/* The value of y for x = 2. */
static double result_of(const xb_routine *routine)
{
    xb_variable *arguments[] = {evaluate_argument(routine, 1, (const double[]){2}, 1),
                                evaluate_argument(routine, 2, NULL, 0)};
    xb_status status = xb_evaluator_call(evaluator, routine, arguments, 2);
    ck_assert_msg(status == XB_STATUS_OK, "%s", evaluate_reported());
    return evaluate_value(arguments[1], 0);
}

START_TEST(routines_of_their_own)
{
    evaluate_load("versions");
    const char *before, *after, *written;
    evaluate_protected(write_original, &before);
    evaluate_protected(derive, "routines");
    evaluate_protected(write_original, &after);
    ck_assert_str_eq(before, after);
    evaluate_again();
    const xb_routine *head = evaluate_routine("head");
    ck_assert(result_of(head) == 18);
    ck_assert(result_of(xb_version_find(program, head, "doubled")) == 280);
    ck_assert(result_of(xb_version_find(program, head, "shifted")) == 28);
    ck_assert_ptr_null(xb_version_find(program, head, "halved"));
    options.view = XB_VIEW_READ;
    evaluate_again();
    ck_assert(result_of(head) == 18);
    options.view = XB_VIEW_DERIVED;
    evaluate_protected(read_back, &written);
    evaluate_again();
    ck_assert_uint_eq(program->call_edges.count, 3);
    ck_assert(result_of(evaluate_routine("head")) == 18);
    ck_assert(result_of(evaluate_routine("head_doubled")) == 280);
    ck_assert(result_of(evaluate_routine("head_shifted")) == 28);
}
END_TEST

START_TEST(parts_of_a_replacement_list)
{
    options.template_kind = XB_TEMPLATE_SPLIT;
    evaluate_load("versions");
    const char *before, *after, *written;
    evaluate_protected(write_original, &before);
    evaluate_protected(derive, "list");
    evaluate_protected(write_original, &after);
    ck_assert_str_eq(before, after);
    for (int i = 0; i < 2; i++) {
        evaluate_again();
        xb_evaluator_set_mode(evaluator, XB_MODE_PLAIN); /* placeholder 1 */
        ck_assert(result_of(evaluate_routine("head")) == 280);
        xb_evaluator_set_mode(evaluator, XB_MODE_TAPE); /* placeholder 2 */
        ck_assert(result_of(evaluate_routine("head")) == 28);
        if (i == 0)
            evaluate_protected(read_back, &written);
    }
    ck_assert_uint_eq(program->call_edges.count, 1);
    ck_assert_int_eq(evaluate_routine("inner")->node.kind, XB_KIND_REPLACEMENT_LIST);
}
END_TEST

/* ---- routines within others ----------------------------------------------------------------------- */

static xb_symbol *version_symbol(const char *id)
{
    xb_symbol *symbol = xb_symbol_create(program, program->root, xb_program_name(program, id), true);
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    return symbol;
}

/* A local variable of head that inner refers to is the variable of the version of head. */
static void derive_within(void *argument)
{
    (void)argument;
    xb_routine *head = evaluate_routine("head"), *inner = evaluate_routine("inner");
    inner->scope->parent = head->scope;
    xb_symbol *t = evaluate_symbol("t", head);
    const xb_flow_vertex *block = inner->flow.vertices.items[1];
    xb_assignment *first = block->statements.items[0];
    first->target->symbol = t;
    xb_routine *outer = xb_version_declare(program, head, "again", version_symbol("head_again"));
    xb_routine *within = xb_version_declare(program, inner, "again", version_symbol("inner_again"));
    ck_assert_ptr_eq(within->scope->parent, outer->scope);
    xb_version_complete(program, outer);
    xb_version_complete(program, within);
    block = within->flow.vertices.items[1];
    const xb_assignment *copy = block->statements.items[0];
    const xb_symbol *own = xb_version_symbol(program, outer, t);
    ck_assert_ptr_ne(own, t);
    ck_assert_ptr_eq(own->scope, outer->scope);
    ck_assert_ptr_eq(copy->target->symbol, own);
    ck_assert_ptr_eq(first->target->symbol, t);
    ck_assert_ptr_eq(xb_version_symbol(program, outer, inner->symbol), within->symbol);
    ck_assert_ptr_eq(xb_routine_formal(within, 1)->symbol->scope, within->scope);
}

START_TEST(within_others)
{
    evaluate_load("versions");
    evaluate_protected(derive_within, NULL);
}
END_TEST

/* ---- copies ---------------------------------------------------------------------------------------- */

/* A deep copy shares nothing with its original: whatever is changed in one, the other stays. */
static void copy_all(void *name)
{
    (void)name;
    for (size_t i = 0; i < program->routines.count; i++)
        xb_version_declare(program, program->routines.items[i], "copy", NULL);
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        xb_routine *copy = xb_version_find(program, routine, "copy");
        if (!xb_routine_is_procedure(routine) || routine->node.kind == XB_KIND_REPLACEMENT_LIST)
            continue;
        xb_version_complete(program, copy);
        copy->id = routine->id;
        copy->node.line = routine->node.line;
        xb_derive_one(program, &routine->node, &copy->node);
    }
}

static void write_derived(void *text)
{
    *(const char **)text = documents_write(arena, program, NULL);
}

START_TEST(deep_copies_are_written_alike)
{
    static const char *const names[] = {"values",   "errors",       "derivatives", "derivatives_complex",
                                        "unsteady", "propagations", "versions"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        evaluate_load(names[i]);
        const char *before, *after;
        evaluate_protected(write_derived, &before);
        evaluate_protected(copy_all, NULL);
        evaluate_protected(write_derived, &after);
        ck_assert_str_eq(before, after);
    }
}
END_TEST

/* ---- taking ---------------------------------------------------------------------------------------- */

/* The first block of a routine that has statements. */
static const xb_flow_vertex *first_block(const xb_routine *routine)
{
    for (size_t v = 0; v < routine->flow.vertices.count; v++) {
        const xb_flow_vertex *vertex = routine->flow.vertices.items[v];
        if (vertex->statements.count > 0)
            return vertex;
    }
    ck_abort_msg("no statements");
    return NULL;
}

/* v = v */
static xb_assignment *make_assignment(xb_symbol *variable)
{
    xb_reference *value = xb_build_reference(program, variable);
    return xb_build_assignment(program, "_made", xb_build_reference(program, variable),
                               xb_build_leaf(program, value));
}

/* After a statement that was read, one is made, and one of which only half is: the version takes the former
 * of these two. */
static void take_made(void *name)
{
    xb_routine *routine = (xb_routine *)evaluate_routine(name);
    xb_assignment *read = first_block(routine)->statements.items[0];
    program->first_made = program->node_count;
    xb_assignment *made = make_assignment(read->target->symbol),
                  *half = make_assignment(read->target->symbol);
    half->target = read->target;
    xb_list list = {0};
    xb_list_append(program->arena, &list, read);
    xb_list_append(program->arena, &list, made);
    xb_list_append(program->arena, &list, half);
    xb_derive(program, &read->statement.node, &list);
    xb_routine *copy = xb_version_declare(program, routine, "copy", NULL),
               *version = xb_version_declare(program, routine, "version", NULL);
    xb_version_complete(program, copy);
    xb_version_complete_and_take(program, version);
    const xb_list *copied = &first_block(copy)->statements, *taken = &first_block(version)->statements;
    ck_assert_uint_eq(copied->count, taken->count);
    ck_assert_ptr_ne(copied->items[1], made);
    ck_assert_ptr_eq(taken->items[1], made);
    ck_assert_ptr_ne(taken->items[0], read);
    ck_assert_ptr_ne(taken->items[2], half);
    ck_assert_ptr_ne(((const xb_assignment *)taken->items[2])->target, read->target);
}

START_TEST(what_was_made_is_taken)
{
    evaluate_load("versions");
    evaluate_protected(take_made, "head");
}
END_TEST

/* Copies temporaries, as many as a long routine has, to a version of it. */
static void copy_temporaries(void *name)
{
    enum { COUNT = 200000 };
    static xb_symbol *temporaries[COUNT];
    xb_routine *routine = (xb_routine *)evaluate_routine(name);
    xb_symbol *symbol = xb_symbol_create(program, program->root, xb_program_name(program, "other"), true);
    const xb_routine *version = xb_version_declare(program, routine, "version", symbol);
    for (size_t i = 0; i < COUNT; i++)
        temporaries[i] =
            xb_temporary_create(program, routine->scope, "t", (xb_temporary_type){.type = XB_TYPE_REAL});
    for (size_t i = 0; i < COUNT; i++) {
        const xb_symbol *copy = xb_version_symbol(program, version, temporaries[i]);
        ck_assert_ptr_ne(copy, temporaries[i]);
        ck_assert_ptr_eq(copy->id, temporaries[i]->id);
        ck_assert_ptr_eq(copy, xb_version_symbol(program, version, temporaries[i]));
    }
    ck_assert_ptr_ne(xb_symbol_find(version->scope, temporaries[COUNT - 1]->id), NULL);
}

START_TEST(many_temporaries_are_copied_in_time)
{
    evaluate_load("versions");
    evaluate_protected(copy_temporaries, "head");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("versions");
    suite_add(suite, "versions", evaluate_set_up, evaluate_tear_down,
              (const TTest *const[]){routines_of_their_own, parts_of_a_replacement_list, within_others,
                                     deep_copies_are_written_alike, what_was_made_is_taken,
                                     many_temporaries_are_copied_in_time},
              6);
    return suite_run(suite);
}
