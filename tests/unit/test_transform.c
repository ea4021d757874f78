/*
 * Whole transformations from and to memory; settings that did not go through a command line.
 */
#include <string.h>

#include "algorithm/builtin.h"
#include "algorithm/transform.h"
#include "base/diagnostic_text.h"
#include "documents.h"
#include "suite.h"

static xb_failure *failure;
static xb_arena *arena;
static xb_diagnostics *diagnostics;
static xb_transform_report report;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    diagnostics = xb_diagnostics_create(arena);
}

static void tear_down(void)
{
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* Transforms the small document. */
static xb_status transform(const xb_transform_mode *mode, const xb_setting *setting)
{
    const char *roundtrip = "roundtrip";
    const xb_transform_settings settings = {.input = "in.xaif",
                                            .text = documents_small,
                                            .length = strlen(documents_small),
                                            .to_memory = true,
                                            .mode = mode,
                                            .algorithms = &roundtrip,
                                            .algorithm_count = !mode,
                                            .settings = setting,
                                            .setting_count = setting != NULL};
    const xb_registry *registry = xb_registry_create(arena, xb_builtin_algorithms);
    return xb_transform(arena, registry, diagnostics, &settings, &report);
}

START_TEST(memory_to_memory)
{
    ck_assert_int_eq(transform(NULL, NULL), XB_STATUS_OK);
    ck_assert_uint_eq(report.length, strlen(report.text));
    ck_assert_ptr_nonnull(strstr(report.text, "</xaif:CallGraph>"));
    for (const xb_transform_mode *mode = xb_builtin_modes; mode->name; mode++)
        ck_assert_ptr_nonnull(mode->passes[0].algorithms);
}
END_TEST

START_TEST(wrong_settings)
{
    static const struct {
        xb_setting setting;
        const char *said;
    } cases[] = {{{"objectve", "tape"}, "did you mean objective?"},
                 {{"qqqqqqqq", "tape"}, "there is no option 'qqqqqqqq'"},
                 {{NULL, NULL}, "there is no option ''"},
                 {{"objective", "speed"}, "option 'objective' can't be 'speed'"},
                 {{"passivate", NULL}, "option 'passivate' can't be ''"},
                 {{"nary", "yes"}, "option 'nary' can't be 'yes'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t before = xb_diagnostics_count(diagnostics);
        ck_assert_int_eq(transform(NULL, &cases[i].setting), XB_STATUS_USAGE);
        ck_assert_uint_gt(xb_diagnostics_count(diagnostics), before);
        const char *said = xb_diagnostic_text(arena, xb_diagnostics_at(diagnostics, before));
        ck_assert_msg(strstr(said, cases[i].said) != NULL, "%s", said);
        ck_assert_ptr_null(report.text);
    }
}
END_TEST

START_TEST(right_settings)
{
    static const xb_setting settings[] = {{"name-prefix", "My_"}, {"black-box", NULL}, {"entry", "head"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        ck_assert_int_eq(transform(NULL, &settings[i]), XB_STATUS_OK);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("transform");
    TCase *settings = tcase_create("transform");
    tcase_add_checked_fixture(settings, set_up, tear_down);
    tcase_add_test(settings, memory_to_memory);
    tcase_add_test(settings, wrong_settings);
    tcase_add_test(settings, right_settings);
    suite_add_tcase(suite, settings);
    return suite_run(suite);
}
