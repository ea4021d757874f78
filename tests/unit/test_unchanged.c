/*
 * What was read is never modified: every document that there is (examples, test data, and the corpus where
 * XAIF_CORPUS names one) is written as it was read before and after whole pipelines of either mode, with
 * different options, and must be the same bytes. What was derived is written, too: under valgrind, this looks
 * at the whole way of each document in one process. There, and with sanitizers, a document takes one of the
 * ways.
 */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "algorithm/builtin.h"
#include "algorithm/run.h"
#include "base/text.h"
#include "ir/verify.h"
#include "suite.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/writer.h"

/* Algorithms, and a set of options. */
typedef struct choice {
    const char *names[2];
    size_t name_count;
    xb_setting settings[4];
    size_t count;
} choice;

#define FORWARD "basicblockpreaccumulation"
#define REVERSE "basicblockpreaccumulationreverse"

static const choice choices[] = {
    {{FORWARD}, 1, {{NULL, NULL}}, 0},
    {{FORWARD, "associationbyname"}, 2, {{NULL, NULL}}, 0},
    {{FORWARD}, 1, {{"per-statement", NULL}, {"rename", NULL}, {"initialise", NULL}}, 3},
    {{FORWARD}, 1, {{"nary", NULL}, {"objective", "operations"}, {"black-box", "pessimistic"}}, 3},
    {{FORWARD}, 1, {{"inlinable-propagation", NULL}, {"count-operations", NULL}}, 2},
    {{REVERSE}, 1, {{"reversal", "split"}}, 1},
    {{REVERSE}, 1, {{"reversal", "joint"}, {"motions", "routines"}, {"tape", "jacobian"}}, 3},
    {{REVERSE, "associationbyname"}, 2, {{"reversal", "joint"}, {"motions", "routines"}}, 2},
    {{"tracediff"}, 1, {{NULL, NULL}}, 0},
};

enum { CHOICE_COUNT = sizeof choices / sizeof *choices };

/* One document under test. */
typedef struct trial {
    xb_failure *failure;
    xb_arena *arena;
    const char *file;
    const choice *options;
    xb_program *program;
    xb_run *run;
    bool compared;
} trial;

static const char *text_of(trial *test, xb_view view)
{
    xb_text *text = xb_text_create(test->arena);
    const xb_write_options options = {.view = view};
    ck_assert_int_eq(xb_write(test->program, xb_text_output(text), &options), XB_STATUS_OK);
    return xb_text_join(text, NULL);
}

static void run_pipeline(trial *test, xb_diagnostics *diagnostics)
{
    const xb_registry *registry = xb_registry_create(test->arena, xb_builtin_algorithms);
    xb_pipeline pipeline = {0};
    ck_assert_int_eq(xb_pipeline_resolve(test->arena, registry, diagnostics, test->options->names,
                                         test->options->name_count, &pipeline),
                     XB_STATUS_OK);
    const xb_options *options = NULL;
    ck_assert_int_eq(xb_options_read(test->arena, diagnostics, registry, &pipeline, test->options->settings,
                                     test->options->count, &options),
                     XB_STATUS_OK);
    const xb_run_plan plan = {.program = test->program,
                              .catalogue = xb_catalogue_create(test->arena),
                              .pipeline = &pipeline,
                              .options = options};
    test->run = xb_run_create(test->arena, &plan);
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < pipeline.count; i++)
        status = xb_run_stage(test->run, &pipeline.stages[i]);
    if (!status)
        status = xb_run_finish(test->run);
    if (!status)
        text_of(test, XB_VIEW_DERIVED);
}

static void compare(void *argument)
{
    trial *test = argument;
    xb_diagnostics *diagnostics = xb_diagnostics_create(test->arena);
    if (xb_read_file(test->failure, diagnostics, test->file, NULL, &test->program) ||
        xb_verify(test->program, test->arena))
        return; /* data of tests that are about wrong documents */
    const char *before = text_of(test, XB_VIEW_READ);
    uint32_t nodes = test->program->node_count;
    run_pipeline(test, diagnostics);
    const char *after = text_of(test, XB_VIEW_READ);
    ck_assert_msg(strcmp(before, after) == 0, "%s was modified", test->file);
    test->compared = test->program->node_count > nodes;
}

/* Tries a document; returns whether something was derived from it. */
static bool try_document(const char *file, const choice *options)
{
    trial test = {.failure = xb_failure_create(), .file = file, .options = options};
    test.arena = xb_arena_create(test.failure);
    ck_assert(xb_protect(test.failure, compare, &test));
    xb_run_destroy(test.run);
    xb_program_destroy(test.program);
    xb_arena_destroy(test.arena);
    xb_failure_destroy(test.failure);
    return test.compared;
}

static bool is_document(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".xaif") == 0;
}

/* Whether a document is tried with these options: with all, or with those that its name selects. */
static bool is_chosen(const char *name, const choice *options)
{
    unsigned sum = 0;
    for (; *name; name++)
        sum += (unsigned char)*name;
    return has_all_samples() || &choices[sum % CHOICE_COUNT] == options;
}

/* Tries the documents in a folder and in those within it; returns how many had something derived from them.
 */
static size_t try_folder(xb_arena *arena, const char *folder, const choice *options)
{
    size_t compared = 0;
    DIR *directory = opendir(folder);
    if (!directory)
        return 0;
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        struct stat status;
        const char *path = xb_arena_format(arena, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || stat(path, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode))
            compared += try_folder(arena, path, options);
        else if (is_document(entry->d_name) && is_chosen(entry->d_name, options))
            compared += try_document(path, options);
    }
    closedir(directory);
    return compared;
}

typedef struct search {
    xb_arena *arena;
    const choice *options;
    size_t compared;
} search;

static void try_everything(void *argument)
{
    search *all = argument;
    const char *top = getenv("XB_TOP_SRCDIR"), *corpus = getenv("XAIF_CORPUS");
    ck_assert_ptr_nonnull(top);
    all->compared = try_folder(all->arena, xb_arena_format(all->arena, "%s/examples", top), all->options);
    all->compared += try_folder(all->arena, xb_arena_format(all->arena, "%s/tests/data", top), all->options);
    if (corpus)
        all->compared += try_folder(all->arena, corpus, all->options);
}

START_TEST(what_was_read_is_never_modified)
{
    xb_failure *failure = xb_failure_create();
    search all = {xb_arena_create(failure), &choices[_i], 0};
    ck_assert(xb_protect(failure, try_everything, &all));
    ck_assert_uint_gt(all.compared, 0);
    xb_arena_destroy(all.arena);
    xb_failure_destroy(failure);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("unchanged");
    TCase *cases = tcase_create("all");
    tcase_set_timeout(cases, 300);
    tcase_add_loop_test(cases, what_was_read_is_never_modified, 0, CHOICE_COUNT);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
