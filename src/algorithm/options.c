/*
 * What an algorithm presets for the others is looked for when nothing was given. Look-ups are scans: there
 * are few options, and each is looked up once.
 */
#include "algorithm/options.h"

#include <stdarg.h>
#include <string.h>

struct xb_options {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_registry *registry;
    xb_pipeline pipeline; /* as it was when they were read */
    const xb_setting *given;
    size_t given_count;
    void **settings; /* by stage of the pipeline */
};

xb_arena *xb_options_arena(const xb_options *options)
{
    return options->arena;
}

static const xb_setting *given(const xb_options *options, const char *name)
{
    for (size_t i = options->given_count; i-- > 0;)
        if (strcmp(options->given[i].name, name) == 0)
            return &options->given[i];
    return NULL;
}

/* What an algorithm of the pipeline sets an option to, or NULL; later ones count more. */
static const xb_setting *preset(const xb_options *options, const char *name)
{
    for (size_t i = options->pipeline.count; i-- > 0;) {
        const xb_setting *at = options->pipeline.stages[i].algorithm->presets;
        for (; at && at->name; at++)
            if (strcmp(at->name, name) == 0)
                return at;
    }
    return NULL;
}

static const xb_setting *setting(const xb_options *options, const char *name)
{
    const xb_setting *found = given(options, name);
    return found ? found : preset(options, name);
}

const char *xb_option_value(const xb_options *options, const char *name)
{
    const xb_setting *found = setting(options, name);
    if (found)
        return found->value;
    const xb_option *option = xb_registry_option(options->registry, name, NULL);
    return option ? option->default_value : NULL;
}

bool xb_option_given(const xb_options *options, const char *name)
{
    return setting(options, name) != NULL;
}

size_t xb_option_choice(const xb_options *options, const char *name)
{
    const xb_option *option = xb_registry_option(options->registry, name, NULL);
    const char *value = xb_option_value(options, name);
    size_t i = 0;
    while (option->values[i] && strcmp(option->values[i], value) != 0)
        i++;
    return i;
}

const void *xb_option_offer(const xb_options *options, const char *kind, size_t number)
{
    return xb_registry_offer(options->registry, kind, number);
}

xb_status xb_option_error(const xb_options *options, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(options->arena, format, arguments);
    va_end(arguments);
    return xb_error(options->diagnostics, XB_STATUS_USAGE, (xb_place){0}, hint, "%s", message);
}

xb_status xb_options_read(xb_arena *arena, xb_diagnostics *diagnostics, const xb_registry *registry,
                          const xb_pipeline *pipeline, const xb_setting *given, size_t given_count,
                          const xb_options **options)
{
    xb_options *read = xb_arena_alloc(arena, sizeof *read);
    *read = (xb_options){arena, diagnostics, registry, *pipeline, given, given_count, NULL};
    read->settings = xb_arena_array(arena, pipeline->count, sizeof *read->settings);
    *options = read;
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < pipeline->count; i++) {
        const xb_algorithm *algorithm = pipeline->stages[i].algorithm;
        if (!algorithm->configure)
            continue;
        read->settings[i] = xb_arena_alloc(arena, algorithm->settings_size);
        xb_status status = algorithm->configure(read, read->settings[i]);
        if (!worst)
            worst = status;
    }
    return worst;
}

void xb_options_keep(const xb_options *options, const xb_options *former)
{
    for (size_t i = 0; i < options->pipeline.count; i++) {
        const xb_algorithm *algorithm = options->pipeline.stages[i].algorithm;
        void *settings = algorithm->choose ? xb_options_settings(former, algorithm) : NULL;
        if (settings)
            options->settings[i] = settings;
    }
}

void *xb_options_settings(const xb_options *options, const xb_algorithm *algorithm)
{
    for (size_t i = 0; i < options->pipeline.count; i++)
        if (options->pipeline.stages[i].algorithm == algorithm)
            return options->settings[i];
    return NULL;
}
