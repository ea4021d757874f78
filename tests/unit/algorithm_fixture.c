/*
 * One failure point, one arena and one program a test.
 */
#include "algorithm_fixture.h"

#include <check.h>
#include <string.h>

#include "base/text.h"

xb_failure *failure;
xb_arena *arena;
xb_diagnostics *diagnostics;
xb_program *program;

void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    ck_assert_ptr_nonnull(arena);
    diagnostics = xb_diagnostics_create(arena);
    program = xb_program_create(failure, diagnostics, "test.xaif");
    ck_assert_ptr_nonnull(program);
}

void tear_down(void)
{
    xb_program_destroy(program);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

const char *reported(void)
{
    xb_text *text = xb_text_create(arena);
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++)
        xb_output_put(xb_text_output(text), xb_diagnostic_text(arena, xb_diagnostics_at(diagnostics, i)));
    return xb_text_join(text, NULL);
}

static xb_status draw_flower(xb_run *run, const char *detail, xb_output *output)
{
    (void)run;
    xb_output_format(output, "%s flower", detail ? detail : "any");
    return XB_STATUS_OK;
}

static const xb_option some_options[] = {{"width", 'w', "N", "width", "3", NULL}, {.name = NULL}};
static const xb_picture some_pictures[] = {{"flower", "a flower", draw_flower}, {.kind = NULL}};

static xb_status make_wishes(const xb_options *options, void *settings)
{
    wishes *w = settings;
    w->width = xb_option_value(options, "width");
    w->height = xb_option_value(options, "height");
    w->flag = xb_option_given(options, "flag");
    return strcmp(w->width, "0") == 0
               ? xb_option_error(options, "a number", "--width: '%s' is no width", w->width)
               : XB_STATUS_OK;
}

const xb_algorithm known = {.name = "known",
                            .summary = "-",
                            .options = some_options,
                            .pictures = some_pictures,
                            .settings_size = sizeof(wishes),
                            .configure = make_wishes};
