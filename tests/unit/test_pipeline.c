/*
 * Registry and pipelines: algorithms made up for the purpose.
 */
#include <string.h>

#include "algorithm/builtin.h"
#include "algorithm/pipeline.h"
#include "algorithm_fixture.h"
#include "base/text.h"
#include "suite.h"

/* ---- pipelines ---- */

static const char *const needs_a[] = {"a", NULL};
static const char *const needs_b[] = {"b", NULL};
static const char *const needs_c[] = {"c", NULL};
static const char *const needs_b_and_c[] = {"b", "c", NULL};
static const char *const needs_itself[] = {"self", NULL};
static const char *const needs_nobody[] = {"bb", NULL};

static const char *const flattened[] = {XB_PROPERTY_FLATTENED, NULL};
static const char *const salted[] = {"salted", NULL};

static const xb_algorithm a = {.name = "a", .summary = "-"};
static const xb_algorithm b = {.name = "b", .summary = "-", .prerequisites = needs_a};
static const xb_algorithm c = {.name = "c", .summary = "-", .prerequisites = needs_a};
static const xb_algorithm d = {.name = "d", .summary = "-", .prerequisites = needs_b_and_c};
static const xb_algorithm self = {.name = "self", .summary = "-", .prerequisites = needs_itself};
static const xb_algorithm x = {.name = "x", .summary = "-", .prerequisites = needs_nobody};
static const xb_algorithm flat = {.name = "flat", .summary = "-", .gives = flattened};
static const xb_algorithm user = {.name = "user", .summary = "-", .needs = flattened};
static const xb_algorithm again = {.name = "again", .summary = "-", .needs = flattened, .gives = flattened};
static const xb_algorithm flatter = {
    .name = "flatter", .summary = "-", .prerequisites = needs_a, .gives = flattened};
static const xb_algorithm eater = {.name = "eater", .summary = "-", .needs = salted};
static const xb_algorithm bread = {.name = "bread", .summary = "-", .needs = flattened, .product = "food"};
static const xb_algorithm soup = {.name = "soup", .summary = "-", .product = "food"};
static const char *const rewritten[] = {XB_PROPERTY_REWRITTEN, NULL};
static const char *const needs_mill[] = {"mill", NULL};
static const xb_algorithm mill = {.name = "mill", .summary = "-", .gives = rewritten};
static const xb_algorithm miller = {.name = "miller", .summary = "-", .prerequisites = needs_mill};
static const xb_algorithm cyclic_b = {.name = "b", .summary = "-", .prerequisites = needs_c};
static const xb_algorithm cyclic_c = {.name = "c", .summary = "-", .prerequisites = needs_b};

static const xb_algorithm *const well[] = {&a,     &b,       &c,     &d,     &self, &x,    &flat,   &user,
                                           &again, &flatter, &eater, &bread, &soup, &mill, &miller, NULL};

/* The names of a pipeline in order; an asterisk marks those that are needed, a plus those that were named. */
static const char *resolve(const xb_algorithm *const *algorithms, const char *names)
{
    const char *list[10];
    size_t count = 0;
    for (char *word = strtok(xb_arena_copy_text(arena, names, strlen(names)), " "); word;
         word = strtok(NULL, " "))
        list[count++] = word;
    xb_pipeline pipeline = {0};
    const xb_registry *registry = xb_registry_create(arena, algorithms);
    if (xb_pipeline_resolve(arena, registry, diagnostics, list, count, &pipeline))
        return reported();
    xb_text *text = xb_text_create(arena);
    for (size_t i = 0; i < pipeline.count; i++) {
        const xb_stage *stage = &pipeline.stages[i];
        ck_assert_ptr_eq(xb_pipeline_find(&pipeline, stage->algorithm->name), stage);
        xb_output_format(xb_text_output(text), "%s%s%s ", stage->algorithm->name, stage->needed ? "*" : "",
                         stage->named ? "+" : "");
    }
    return xb_text_join(text, NULL);
}

START_TEST(requirements_come_first_and_once)
{
    ck_assert_str_eq(resolve(well, "d"), "a* b* c* d+ ");
    ck_assert_str_eq(resolve(well, "d a d"), "a*+ b* c* d+ ");
    ck_assert_str_eq(resolve(well, ""), "");
}
END_TEST

START_TEST(otherwise_the_order_is_the_users)
{
    ck_assert_str_eq(resolve(well, "flat a"), "flat+ a+ ");
    ck_assert_str_eq(resolve(well, "c b"), "a* c+ b+ ");
}
END_TEST

START_TEST(who_gives_a_property_comes_before_who_needs_it)
{
    ck_assert_str_eq(resolve(well, "user flat"), "flat*+ user+ ");
    ck_assert_str_eq(resolve(well, "again user flat"), "flat*+ again+ user+ ");
}
END_TEST

START_TEST(what_gives_a_property_is_added)
{
    ck_assert_str_eq(resolve(well, "a user"), "a+ flat* user+ ");
}
END_TEST

/* Also where the other giver is only named later, or required. */
START_TEST(who_was_named_gives_a_property)
{
    ck_assert_str_eq(resolve(well, "user flatter"), "a* flatter*+ user+ ");
    ck_assert_str_eq(resolve(well, "flatter user"), "a* flatter*+ user+ ");
    ck_assert_str_eq(resolve(well, "again"), "flat* again+ ");
}
END_TEST

/* Not where only what it gives is needed. */
START_TEST(who_is_required_by_name_is_marked)
{
    const char *names[] = {"flatter", "user", "a"};
    xb_pipeline pipeline = {0};
    ck_assert_int_eq(xb_pipeline_resolve(arena, xb_registry_create(arena, well), diagnostics, names,
                                         sizeof names / sizeof *names, &pipeline),
                     XB_STATUS_OK);
    ck_assert(xb_pipeline_find(&pipeline, "a")->required);
    ck_assert(!xb_pipeline_find(&pipeline, "flatter")->required);
    ck_assert(xb_pipeline_find(&pipeline, "flatter")->needed);
}
END_TEST

START_TEST(missing_properties_are_named)
{
    ck_assert_str_eq(resolve(well, "a eater"),
                     "xaifbooster: error: algorithm eater needs a program that is salted\n"
                     "  hint: no algorithm gives it\n");
}
END_TEST

START_TEST(two_algorithms_do_not_make_one_product)
{
    ck_assert_str_eq(resolve(well, "soup bread"),
                     "xaifbooster: error: algorithms soup and bread both make food\n"
                     "  hint: run one after the other, or choose\n");
}
END_TEST

START_TEST(what_rewrites_comes_before_attached_work)
{
    ck_assert_str_eq(resolve(well, "a user miller"), "a+ mill* flat* user+ miller+ ");
    ck_assert_str_eq(resolve(well, "a mill user"), "a+ mill+ flat* user+ ");
    ck_assert_str_eq(resolve(well, "user mill"),
                     "xaifbooster: error: algorithm mill rewrites the program, but comes after user, whose "
                     "work would be lost\n  hint: name it first, as in -a mill,user\n");
}
END_TEST

START_TEST(unknown_names_are_all_reported)
{
    ck_assert_str_eq(resolve(well, "usr a nothing"),
                     "xaifbooster: error: there is no algorithm usr\n  hint: did you mean user?\n"
                     "xaifbooster: error: there is no algorithm nothing\n"
                     "  hint: there are a, b, c, d, self, x, flat, user, again, flatter, eater, bread, soup, "
                     "mill, miller; "
                     "--plugin=FILE loads others\n");
}
END_TEST

START_TEST(unknown_requirements_name_who_has_them)
{
    ck_assert_ptr_nonnull(strstr(resolve(well, "x"), "error: algorithm x requires bb, which is unknown\n"));
}
END_TEST

START_TEST(cycles_are_shown)
{
    static const xb_algorithm *const ill[] = {&cyclic_b, &cyclic_c, &d, NULL};
    ck_assert_str_eq(resolve(ill, "d"),
                     "xaifbooster: error: algorithms need each other: b, which needs c, which needs b\n");
}
END_TEST

START_TEST(an_algorithm_that_needs_itself)
{
    ck_assert_str_eq(resolve(well, "self"),
                     "xaifbooster: error: algorithms need each other: self, which needs self\n");
}
END_TEST

/* ---- the registry ---- */

static const xb_option reserved[] = {{"output", 'o', "FILE", "where to", NULL, NULL}, {.name = NULL}};

/* What is reported if this algorithm is added to one with an option -w, --width and a picture. */
static const char *add(const xb_algorithm *algorithm)
{
    static const xb_algorithm *const first[] = {&known, NULL};
    xb_registry *registry = xb_registry_create(arena, first);
    xb_registry_reserve(registry, reserved);
    diagnostics = xb_diagnostics_create(arena);
    xb_status status = xb_registry_add(registry, diagnostics, algorithm, "p.so");
    ck_assert_uint_eq(xb_registry_count(registry), status ? 1 : 2);
    ck_assert(!status || status == XB_STATUS_USAGE);
    return reported();
}

static const char *add_with_option(xb_option first, xb_option second)
{
    xb_option options[] = {first, second, {.name = NULL}};
    xb_algorithm new = {.name = "new", .summary = "-", .options = options};
    return add(&new);
}

START_TEST(good_algorithms_are_taken)
{
    xb_option one = {"height", 'h', "N", "height", NULL, NULL}, two = {"depth", 0, NULL, "depth", NULL, NULL};
    ck_assert_str_eq(add_with_option(one, two), "");
}
END_TEST

START_TEST(options_must_be_new)
{
    static const char start[] = "p.so: error: algorithm new can't be used: ";
    static const xb_option none = {.name = NULL};
    static const struct {
        xb_option one, two;
        const char *wrong;
    } cases[] = {
        {{"width", 0, NULL, "-", NULL, NULL}, none, "its option --width is one of algorithm known already\n"},
        {{"output", 0, NULL, "-", NULL, NULL}, none, "its option --output is one of the program already\n"},
        {{"new", 'w', NULL, "-", NULL, NULL}, none, "its option -w is one of algorithm known already\n"},
        {{"new", 'o', NULL, "-", NULL, NULL}, none, "its option -o is one of the program already\n"},
        {{"new", '?', NULL, "-", NULL, NULL}, none, "its option --new has a short name that is no letter\n"},
        {{"new", 0, NULL, NULL, NULL, NULL}, none, "its option --new has no help text\n"},
        {{"n w", 0, NULL, "-", NULL, NULL}, none, "an option's name is 'n w', which can't be typed\n"},
        {{"n", 0, NULL, "-", NULL, NULL}, {"n", 0, NULL, "-", NULL, NULL}, "its option --n occurs twice\n"},
        {{"n", 'x', NULL, "-", NULL, NULL},
         {"m", 'x', NULL, "-", NULL, NULL},
         "its option -x occurs twice\n"},
    };
    static const char hint[] = "  hint: mend its descriptor: ";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = add_with_option(cases[i].one, cases[i].two);
        size_t length = strlen(cases[i].wrong);
        ck_assert_int_eq(strncmp(text, start, strlen(start)), 0);
        ck_assert_int_eq(strncmp(text + strlen(start), cases[i].wrong, length), 0);
        ck_assert_int_eq(strncmp(text + strlen(start) + length, hint, strlen(hint)), 0);
    }
}
END_TEST

START_TEST(algorithms_must_be_complete)
{
    const xb_picture pictures[] = {{"flower", "-", known.pictures[0].draw}, {.kind = NULL}};
    static const xb_picture empty[] = {{"tree", NULL, NULL}, {.kind = NULL}};
    static const xb_factory factories[] = {{XB_KIND_COUNT, "slot", 1, NULL}, {.slot = NULL}};
    static const xb_action actions[] = {{"idle", NULL, NULL}, {.name = NULL}};
    static const xb_visitor visitor = {.view = XB_VIEW_READ};
    static const xb_action nameless_actions[] = {{NULL, &visitor, NULL}, {.name = NULL}};
    static const xb_option nameless_options[] = {{.help = "-"}, {.name = NULL}};
    static const xb_setting nameless_presets[] = {{NULL, "-"}, {.name = NULL}};
    const struct {
        xb_algorithm algorithm;
        const char *wrong;
    } cases[] = {
        {{.name = NULL, .summary = "-"}, "it has no name that can be typed"},
        {{.name = "", .summary = "-"}, "it has no name that can be typed"},
        {{.name = "-x", .summary = "-"}, "it has no name that can be typed"},
        {{.name = "a,b", .summary = "-"}, "it has no name that can be typed"},
        {{.name = "new"}, "it has no summary"},
        {{.name = "known", .summary = "-"}, "there is an algorithm of this name already"},
        {{.name = "new", .summary = "-", .pictures = pictures},
         "its picture flower is one of algorithm known already"},
        {{.name = "new", .summary = "-", .pictures = empty},
         "its picture tree has no summary or no function"},
        {{.name = "new", .summary = "-", .factories = factories},
         "its factory for slot has no valid kind or no size"},
        {{.name = "new", .summary = "-", .actions = actions}, "its action idle does nothing"},
        {{.name = "new", .summary = "-", .actions = nameless_actions},
         "an action of it has no name, which only the end of a list has"},
        {{.name = "new", .summary = "-", .options = nameless_options},
         "an option of it has no name, which only the end of a list has"},
        {{.name = "new", .summary = "-", .presets = nameless_presets},
         "a preset of it has no name, which only the end of a list has"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = add(&cases[i].algorithm);
        ck_assert_msg(strstr(text, cases[i].wrong), "expected '%s', got '%s'", cases[i].wrong, text);
    }
}
END_TEST

/* What is built in must be as well-formed as what is not, and hang together. */
START_TEST(built_in_algorithms_are_well_formed)
{
    const xb_registry *all = xb_registry_create(arena, xb_builtin_algorithms);
    xb_registry *registry = xb_registry_create(arena, NULL);
    for (size_t i = 0; i < xb_registry_count(all); i++)
        xb_registry_add(registry, diagnostics, xb_registry_at(all, i), NULL);
    ck_assert_str_eq(reported(), "");
    for (size_t i = 0; i < xb_registry_count(all); i++) {
        xb_pipeline pipeline = {0};
        const char *name = xb_registry_at(all, i)->name;
        xb_pipeline_resolve(arena, registry, diagnostics, &name, 1, &pipeline);
        ck_assert_str_eq(reported(), "");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pipeline");
    SUITE_ADD(suite, "all", requirements_come_first_and_once, otherwise_the_order_is_the_users,
              who_gives_a_property_comes_before_who_needs_it, what_gives_a_property_is_added,
              who_was_named_gives_a_property, who_is_required_by_name_is_marked, missing_properties_are_named,
              two_algorithms_do_not_make_one_product, what_rewrites_comes_before_attached_work,
              unknown_names_are_all_reported, unknown_requirements_name_who_has_them, cycles_are_shown,
              an_algorithm_that_needs_itself, good_algorithms_are_taken, options_must_be_new,
              algorithms_must_be_complete, built_in_algorithms_are_well_formed);
    return suite_run(suite);
}
