/*
 * Runs: options, pictures, extensions, actions, overrides, metrics; and passivation.
 */
#include <string.h>

#include "algorithm/passivation.h"
#include "algorithm/picture.h"
#include "algorithm/run.h"
#include "algorithm_fixture.h"
#include "base/text.h"
#include "ir/build.h"
#include "suite.h"

/* ---- runs ---- */

/* A run of one algorithm over the test's program. */
static xb_run *run_of(const xb_algorithm *algorithm, const xb_setting *settings, size_t count)
{
    const xb_algorithm **list = xb_arena_array(arena, 2, sizeof *list);
    xb_pipeline *pipeline = xb_arena_alloc(arena, sizeof *pipeline);
    list[0] = algorithm;
    const xb_registry *registry = xb_registry_create(arena, list);
    ck_assert_int_eq(xb_pipeline_resolve(arena, registry, diagnostics, &algorithm->name, 1, pipeline),
                     XB_STATUS_OK);
    const xb_options *options = NULL;
    ck_assert_int_eq(xb_options_read(arena, diagnostics, registry, pipeline, settings, count, &options),
                     XB_STATUS_OK);
    const xb_run_plan plan = {
        .program = program, .pipeline = pipeline, .options = options, .picture = "flower"};
    return xb_run_create(arena, &plan);
}

static xb_status perform(xb_run *run, const xb_algorithm *algorithm)
{
    xb_stage stage = {.algorithm = algorithm, .named = true};
    xb_status status = xb_run_stage(run, &stage);
    return status ? status : xb_run_finish(run);
}

START_TEST(options_have_values_and_defaults)
{
    const xb_setting settings[] = {{"width", "5"}, {"width", "7"}, {"flag", NULL}};
    xb_run *run = run_of(&known, NULL, 0);
    const wishes *w = xb_run_settings(run, &known);
    ck_assert_str_eq(w->width, "3");
    ck_assert_ptr_null(w->height);
    ck_assert(!w->flag);
    ck_assert_ptr_null(xb_run_settings(run, &(const xb_algorithm){.name = "another"}));
    ck_assert(xb_run_wants_picture(run, "flower"));
    ck_assert(!xb_run_wants_picture(run, "tree"));
    xb_run_destroy(run);
    run = run_of(&known, settings, 3);
    w = xb_run_settings(run, &known);
    ck_assert_str_eq(w->width, "7");
    ck_assert(w->flag);
    xb_run_destroy(run);
}
END_TEST

START_TEST(options_that_are_wrong_are_reported)
{
    const xb_setting none[] = {{"width", "0"}};
    const xb_algorithm *const list[] = {&known, NULL};
    xb_pipeline pipeline = {&(xb_stage){.algorithm = &known, .named = true}, 1};
    const xb_options *options = NULL;
    ck_assert_int_eq(
        xb_options_read(arena, diagnostics, xb_registry_create(arena, list), &pipeline, none, 1, &options),
        XB_STATUS_USAGE);
    ck_assert_str_eq(reported(), "xaifbooster: error: --width: '0' is no width\n  hint: a number\n");
}
END_TEST

static const char *draw(xb_run *run, const xb_registry *registry, const char *wanted)
{
    xb_text *text = xb_text_create(arena);
    xb_picture_put(run, registry, wanted, xb_text_output(text));
    return xb_text_join(text, NULL);
}

START_TEST(pictures_belong_to_algorithms_or_to_nobody)
{
    static const xb_algorithm *const algorithms[] = {&known, NULL};
    const xb_registry *registry = xb_registry_create(arena, algorithms);
    xb_run *run = run_of(&known, NULL, 0);
    const char *kind = NULL;
    const xb_algorithm *owner = NULL;
    ck_assert(!xb_picture_find(arena, registry, diagnostics, "flower:red", &kind, &owner));
    ck_assert_str_eq(kind, "flower");
    ck_assert_ptr_eq(owner, &known);
    ck_assert_str_eq(draw(run, registry, "flower:red"), "red flower");
    ck_assert_str_eq(draw(run, registry, "flower"), "any flower");
    ck_assert(!xb_picture_find(arena, registry, diagnostics, "callgraph", &kind, &owner));
    ck_assert_ptr_null(owner);
    ck_assert_ptr_nonnull(strstr(draw(run, registry, "callgraph"), "digraph"));
    ck_assert_int_eq(xb_picture_find(arena, registry, diagnostics, "tree", &kind, &owner), XB_STATUS_USAGE);
    ck_assert_str_eq(reported(), "xaifbooster: error: there is no picture tree\n"
                                 "  hint: there are callgraph, cfg, expression, activity, flower\n");
    xb_run_destroy(run);
}
END_TEST

typedef struct extension {
    int number;
} extension;

static void initialise(xb_run *run, xb_node *node, void *memory)
{
    (void)run;
    ck_assert_int_eq(node->kind, XB_KIND_MARKER);
    ((extension *)memory)->number = 42;
}

static const xb_factory marker_factories[] = {{XB_KIND_MARKER, "test", sizeof(extension), initialise},
                                              {XB_KIND_ASSIGNMENT, "test", sizeof(extension), NULL},
                                              {.slot = NULL}};
static const xb_algorithm extending = {.name = "extending", .summary = "-", .factories = marker_factories};

START_TEST(factories_make_extensions_once)
{
    xb_run *run = run_of(&extending, NULL, 0);
    ck_assert_int_eq(perform(run, &extending), XB_STATUS_OK);
    unsigned slot = xb_run_slot(run, "test");
    ck_assert_uint_lt(slot, XB_SLOT_LIMIT);
    ck_assert_uint_eq(xb_run_slot(run, "other"), XB_SLOT_LIMIT);
    xb_node *marker = &xb_build_marker(program, "1", "text")->statement.node;
    extension *made = xb_run_extension(run, marker, slot);
    ck_assert_int_eq(made->number, 42);
    ck_assert_ptr_eq(xb_run_extension(run, marker, slot), made);
    ck_assert_ptr_null(xb_run_extension(run, &program->node, slot));
    ck_assert_ptr_null(xb_run_extension(run, marker, XB_SLOT_LIMIT));
    xb_run_destroy(run);
}
END_TEST

START_TEST(too_many_slots_are_refused)
{
    xb_factory factories[XB_SLOT_LIMIT + 1] = {{.slot = NULL}};
    for (int i = 0; i < XB_SLOT_LIMIT; i++)
        factories[i] = (xb_factory){XB_KIND_MARKER, xb_arena_format(arena, "s%d", i), 1, NULL};
    const xb_algorithm greedy = {.name = "greedy", .summary = "-", .factories = factories};
    xb_run *run = run_of(&greedy, NULL, 0);
    ck_assert_int_eq(perform(run, &greedy), XB_STATUS_USAGE);
    ck_assert_ptr_nonnull(strstr(reported(), "there is no room for extension s31 of algorithm greedy"));
    xb_run_destroy(run);
}
END_TEST

/* An algorithm that walks, performs, presents, counts, and is not afraid of resetting its scratch memory in a
 * walk. */
typedef struct diary {
    char text[80];
} diary;

static void write_diary(xb_run *run, const char *word)
{
    diary *mine = xb_run_state(run, "busy", sizeof *mine);
    strncat(mine->text, word, sizeof mine->text - strlen(mine->text) - 1);
}

static xb_visit visit_symbol(xb_walk *walk, xb_node *node, void *context)
{
    xb_run *run = context;
    (void)walk;
    (void)node;
    xb_arena_alloc(xb_run_scratch(run), 100);
    xb_arena_reset(xb_run_scratch(run));
    write_diary(run, "symbol ");
    return XB_VISIT_CONTINUE;
}

static xb_status act(xb_run *run)
{
    write_diary(run, "act ");
    return XB_STATUS_OK;
}

static xb_status present(xb_run *run)
{
    write_diary(run, "present ");
    return XB_STATUS_OK;
}

static void count(xb_run *run)
{
    write_diary(run, "count ");
    xb_run_metric(run, "", "words", 3);
}

static const xb_visitor symbols = {.enter = {[XB_KIND_SYMBOL] = visit_symbol}};
static const xb_action busy_actions[] = {{"look", &symbols, act}, {"act", NULL, act}, {.name = NULL}};
static const xb_algorithm busy = {
    .name = "busy", .summary = "-", .actions = busy_actions, .present = present, .metrics = count};

static const char *metrics_text(const xb_metrics *metrics, xb_metrics_format format)
{
    xb_text *text = xb_text_create(arena);
    xb_metrics_put(metrics, arena, xb_text_output(text), format);
    return xb_text_join(text, NULL);
}

START_TEST(actions_run_in_order)
{
    xb_scope *scope = xb_scope_create(program, xb_program_name(program, "1"));
    xb_symbol_create(program, scope, xb_program_name(program, "x"), false);
    xb_symbol_create(program, scope, xb_program_name(program, "y"), false);
    xb_run *run = run_of(&busy, NULL, 0);
    ck_assert_int_eq(perform(run, &busy), XB_STATUS_OK);
    const diary *mine = xb_run_state(run, "busy", sizeof *mine);
    ck_assert_str_eq(mine->text, "symbol symbol act act count present ");
    ck_assert_str_eq(metrics_text(xb_run_metrics(run), XB_METRICS_JSON),
                     "{\"total\": {\"words\": 3}, \"scopes\": []}\n");
    xb_run_destroy(run);
}
END_TEST

START_TEST(what_others_need_is_not_presented)
{
    xb_run *run = run_of(&busy, NULL, 0);
    xb_pipeline pipeline = {&(xb_stage){.algorithm = &busy, .named = true, .needed = true}, 1};
    const xb_run_plan plan = {.program = program, .pipeline = &pipeline};
    xb_run_destroy(run);
    run = xb_run_create(arena, &plan);
    ck_assert_int_eq(xb_run_finish(run), XB_STATUS_OK);
    ck_assert_str_eq(((const diary *)xb_run_state(run, "busy", sizeof(diary)))->text, "");
    xb_run_destroy(run);
}
END_TEST

static xb_status only_report(xb_run *run)
{
    xb_error(xb_run_program(run)->diagnostics, XB_STATUS_UNSUPPORTED, (xb_place){0}, NULL, "no");
    return XB_STATUS_OK;
}

START_TEST(reported_errors_stop_the_run)
{
    static const xb_action actions[] = {{"fail", NULL, only_report}, {"act", NULL, act}, {.name = NULL}};
    static const xb_algorithm failing = {.name = "failing", .summary = "-", .actions = actions};
    xb_run *run = run_of(&failing, NULL, 0);
    ck_assert_int_eq(perform(run, &failing), XB_STATUS_UNSUPPORTED);
    ck_assert_str_eq(((const diary *)xb_run_state(run, "busy", sizeof(diary)))->text, "");
    xb_run_destroy(run);
}
END_TEST

/* ---- overrides ---- */

static const xb_list *louder(xb_run *run, xb_node *node)
{
    static void *items[2]; /* used again for each node: lists are copied */
    static const xb_list list = {items, 2, 2};
    items[0] = node;
    items[1] = xb_build_marker(xb_run_program(run), "", "!");
    return &list;
}

static const xb_list *indifferent(xb_run *run, xb_node *node)
{
    (void)run;
    (void)node;
    return NULL;
}

static xb_node *marker_of(const char *text)
{
    return &xb_build_marker(program, "m", text)->statement.node;
}

/* A routine with a block of markers. */
static xb_flow_vertex *block_of(xb_node *const *markers, size_t marker_count)
{
    xb_routine *routine = xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *routine, 0);
    xb_scope *scope = xb_scope_create(program, xb_program_name(program, "s"));
    routine->symbol = xb_symbol_create(program, scope, xb_program_name(program, "f"), false);
    xb_program_add_routine(program, routine);
    xb_flow_vertex *block = xb_node_create(program, XB_KIND_BASIC_BLOCK, sizeof *block, 0);
    xb_list_append(program->arena, &routine->flow.vertices, block);
    for (size_t i = 0; i < marker_count; i++)
        xb_list_append(program->arena, &block->statements, markers[i]);
    return block;
}

/* The texts of what stands for the markers of a block. */
static const char *texts_of(const xb_flow_vertex *block)
{
    xb_text *text = xb_text_create(arena);
    const xb_list *list = xb_view_list(arena, XB_VIEW_DERIVED, &block->statements);
    for (size_t i = 0; i < list->count; i++)
        xb_output_format(xb_text_output(text), "%s ", ((const xb_marker *)list->items[i])->text->text);
    return xb_text_join(text, NULL);
}

START_TEST(overrides_are_asked_once_and_not_about_their_own)
{
    static const xb_unparse_override overrides[] = {
        {XB_KIND_MARKER, louder}, {XB_KIND_ASSIGNMENT, indifferent}, {.unparse = NULL}};
    static const xb_algorithm loud = {.name = "loud", .summary = "-", .overrides = overrides};
    xb_run *run = run_of(&loud, NULL, 0);
    xb_node *read[] = {marker_of("a"), marker_of("b"), marker_of("c"), marker_of("d"), marker_of("e")};
    xb_flow_vertex *block = block_of(read, 5);
    xb_derive_one(program, read[1], marker_of("B"));
    void *both[] = {marker_of("before"), read[2]}; /* what is written beside a node stays */
    xb_derive(program, read[2], &(xb_list){both, 2, 2});
    xb_derive(program, read[3], &(xb_list){NULL, 0, 0});
    xb_node *between = marker_of("between"); /* also if another derived node lies between */
    void *far[] = {marker_of("far"), read[4]};
    xb_derive_one(program, read[4], between);
    xb_derive(program, between, &(xb_list){far, 2, 2});
    ck_assert_str_eq(texts_of(block), "a B before c far e ");
    ck_assert_int_eq(xb_run_finish(run), XB_STATUS_OK);
    ck_assert_str_eq(texts_of(block), "a ! B ! before ! c ! far ! e ! ");
    xb_run_destroy(run);
}
END_TEST

/* ---- metrics ---- */

START_TEST(metrics_are_aligned_and_totals_last)
{
    xb_metrics *metrics = xb_metrics_create(arena);
    xb_metrics_add(metrics, "", "multiplications", 12);
    xb_metrics_add(metrics, "head", "multiplications", 5);
    xb_metrics_add(metrics, "head", "multiplications", 6);
    xb_metrics_add(metrics, "say \"x\"", "ratio", 0.5);
    ck_assert_str_eq(metrics_text(metrics, XB_METRICS_TEXT), "         multiplications  ratio\n"
                                                             "head                  11       \n"
                                                             "say \"x\"                     0.5\n"
                                                             "total                 12       \n");
    ck_assert_str_eq(metrics_text(metrics, XB_METRICS_JSON),
                     "{\"total\": {\"multiplications\": 12}, \"scopes\": [\n"
                     "  {\"scope\": \"head\", \"multiplications\": 11},\n"
                     "  {\"scope\": \"say \\\"x\\\"\", \"ratio\": 0.5}]}\n");
}
END_TEST

START_TEST(empty_metrics)
{
    ck_assert_str_eq(metrics_text(xb_metrics_create(arena), XB_METRICS_JSON),
                     "{\"total\": {}, \"scopes\": []}\n");
    ck_assert_str_eq(metrics_text(xb_metrics_create(arena), XB_METRICS_TEXT), "");
}
END_TEST

/* ---- passivation ---- */

static xb_symbol *variable(xb_scope *scope, const char *id)
{
    xb_symbol *symbol = xb_symbol_create(program, scope, xb_program_name(program, id), false);
    symbol->active = true;
    return symbol;
}

START_TEST(names_without_decoration)
{
    xb_scope *scope = xb_scope_create(program, xb_program_name(program, "1"));
    xb_symbol *plain = variable(scope, "X"), *decorated = variable(scope, "LONG_NAME_12");
    xb_symbol *routine = variable(scope, "head__24"), *number = variable(scope, "_5");
    routine->kind = XB_SYMBOL_SUBROUTINE;
    ck_assert_str_eq(xb_plain_name(arena, plain, XB_NAME_STYLE_OPEN64), "X");
    ck_assert_str_eq(xb_plain_name(arena, decorated, XB_NAME_STYLE_OPEN64), "LONG_NAME");
    ck_assert_str_eq(xb_plain_name(arena, decorated, XB_NAME_STYLE_NONE), "LONG_NAME_12");
    ck_assert_str_eq(xb_plain_name(arena, routine, XB_NAME_STYLE_OPEN64), "head");
    ck_assert_str_eq(xb_plain_name(arena, number, XB_NAME_STYLE_OPEN64), "_5");
}
END_TEST

START_TEST(passivation_takes_all_matches)
{
    xb_scope *outer = xb_scope_create(program, xb_program_name(program, "1"));
    xb_scope *inner = xb_scope_create(program, xb_program_name(program, "2"));
    inner->parent = outer;
    xb_symbol *one = variable(outer, "X_1"), *two = variable(inner, "x_2"), *temp = variable(inner, "X_3"),
              *other = variable(inner, "XX_4"), *routine = variable(outer, "X_5");
    temp->temp = true;
    routine->kind = XB_SYMBOL_SUBROUTINE;
    xb_passivate(program, arena, " x,  ", XB_NAME_STYLE_OPEN64);
    ck_assert(!one->active && !two->active);
    ck_assert(temp->active && other->active && routine->active);
    ck_assert_str_eq(reported(), "");
}
END_TEST

START_TEST(passivation_warns)
{
    xb_scope *outer = xb_scope_create(program, xb_program_name(program, "1"));
    for (int i = 0; i < 2; i++) {
        xb_scope *inner = xb_scope_create(program, xb_program_name(program, i ? "3" : "2"));
        inner->parent = outer;
        variable(inner, "Y_1");
    }
    xb_passivate(program, arena, "Z y Z Y_1", XB_NAME_STYLE_OPEN64);
    ck_assert_str_eq(reported(),
                     "test.xaif: warning: no variable is named Z: nothing to passivate\n"
                     "  hint: see the options --passivate and --name-style\n"
                     "test.xaif: warning: variables named y in unrelated scopes are passivated, all of them\n"
                     "  hint: rename those that should stay active\n"
                     "test.xaif: warning: no variable is named Y_1: nothing to passivate\n"
                     "  hint: see the options --passivate and --name-style\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("run");
    SUITE_ADD(suite, "all", options_have_values_and_defaults, options_that_are_wrong_are_reported,
              pictures_belong_to_algorithms_or_to_nobody, factories_make_extensions_once,
              too_many_slots_are_refused, actions_run_in_order, what_others_need_is_not_presented,
              reported_errors_stop_the_run, overrides_are_asked_once_and_not_about_their_own,
              metrics_are_aligned_and_totals_last, empty_metrics, names_without_decoration,
              passivation_takes_all_matches, passivation_warns);
    return suite_run(suite);
}
