/*
 * Texts made of tables: the program's own options and the descriptors of algorithms.
 */
#include "driver/command_line.h"

#include <string.h>

#include <libxml/parser.h>

#include "algorithm/picture.h"
#include "driver/option_text.h"

static void put_pictures_of(xb_arena *arena, xb_output *output, const xb_algorithm *algorithm)
{
    for (const xb_picture *picture = algorithm->pictures; picture && picture->kind; picture++)
        put_entry(arena, output, picture->kind, picture->summary);
}

static void put_pictures(xb_arena *arena, xb_output *output, const xb_registry *registry)
{
    xb_output_put(output, "\nPictures\n");
    for (const xb_picture_kind *kind = xb_picture_kinds; kind->name; kind++)
        put_entry(arena, output, kind->name, kind->summary);
    for (size_t i = 0; i < xb_registry_count(registry); i++)
        put_pictures_of(arena, output, xb_registry_at(registry, i));
}

/* Those with options are in the sections of these. */
static void put_others(xb_arena *arena, xb_output *output, const xb_registry *registry)
{
    xb_output_put(output, "\nAlgorithms without options\n");
    for (size_t i = 0; i < xb_registry_count(registry); i++) {
        const xb_algorithm *algorithm = xb_registry_at(registry, i);
        if (!algorithm->options || !algorithm->options->name)
            put_entry(arena, output, algorithm->name, algorithm->summary);
    }
}

/* --NAME=VALUE of some settings, after a text or NULL. */
static const char *setting_texts(xb_arena *arena, const char *text, const xb_setting *settings)
{
    for (; settings && settings->name; settings++)
        text = xb_arena_format(arena, "%s%s--%s%s%s", text ? text : "", text ? " " : "", settings->name,
                               settings->value ? "=" : "", settings->value ? settings->value : "");
    return text;
}

static const char *joined(xb_arena *arena, const char *const *names, const char *separator)
{
    const char *text = NULL;
    for (; names && *names; names++)
        text = text ? xb_arena_format(arena, "%s%s%s", text, separator, *names) : *names;
    return text;
}

/* The options that a mode stands for. */
static const char *mode_text(xb_arena *arena, const xb_transform_mode *mode)
{
    const char *text = "";
    for (const xb_transform_pass *pass = mode->passes; pass->algorithms; pass++) {
        const char *names = joined(arena, pass->algorithms, ",");
        if (!names)
            return "no algorithm runs";
        text = xb_arena_format(arena, "%s%s-a %s", text, *text ? ", and of that " : "", names);
        text = setting_texts(arena, text, pass->presets);
        text = setting_texts(arena, text, pass->own);
    }
    return text;
}

static void put_modes(xb_arena *arena, xb_output *output)
{
    xb_output_put(output, "\nModes\n");
    for (const xb_transform_mode *mode = xb_builtin_modes; mode->name; mode++)
        put_entry(arena, output, mode->name,
                  xb_arena_format(arena, "%s: %s", mode->summary, mode_text(arena, mode)));
}

void put_help(const command_line *line, xb_output *output, const xb_registry *registry)
{
    xb_output_put(output, line->command.usage);
    words_put_options(&line->command, output);
    xb_output_put(output, "\nLetters of other programs, where sources are read\n");
    words_put_synonyms(&line->command, output);
    put_modes(line->arena, output);
    put_others(line->arena, output, registry);
    put_pictures(line->arena, output, registry);
    xb_output_put(output, line->command.statuses);
}

void put_versions(const command_line *line, xb_output *output)
{
    put_version(output, line->command.name);
    xb_output_format(output, "interface of algorithms: version %d\n", XB_ALGORITHM_ABI);
    xb_output_format(output, "libxml2: version %s, compiled with %d\n", xmlParserVersion, LIBXML_VERSION);
}

static const char *option_names(xb_arena *arena, const xb_algorithm *algorithm)
{
    const char *text = NULL;
    for (const xb_option *option = algorithm->options; option && option->name; option++)
        text = xb_arena_format(arena, "%s%s%s", text ? text : "", text ? ", " : "",
                               option_spelling(arena, option));
    return text;
}

/* What is asked for of an algorithm, if there is something, in lines that are indented. */
static void put_fact(xb_output *output, const char *title, const char *text)
{
    if (!text)
        return;
    xb_output_format(output, "    %s ", title);
    put_indented(output, text, 6, 5 + strlen(title));
}

static void put_requirements(xb_arena *arena, xb_output *output, const xb_algorithm *algorithm)
{
    put_fact(output, "requires", joined(arena, algorithm->prerequisites, ", "));
    put_fact(output, "needs a program that is", joined(arena, algorithm->needs, ", "));
    put_fact(output, "gives one that is", joined(arena, algorithm->gives, ", "));
}

void put_list(xb_arena *arena, xb_output *output, const xb_registry *registry)
{
    for (size_t i = 0; i < xb_registry_count(registry); i++) {
        const xb_algorithm *algorithm = xb_registry_at(registry, i);
        xb_output_format(output, "%s\n    ", algorithm->name);
        put_indented(output, algorithm->summary, 4, 4);
        put_requirements(arena, output, algorithm);
        put_fact(output, "options:", option_names(arena, algorithm));
    }
    xb_output_put(output, "--help=NAME describes one of them; --plugin=FILE loads another one.\n");
}

/* ---- intrinsics ---- */

typedef struct intrinsic_list {
    xb_arena *arena;
    xb_output *output;
} intrinsic_list;

static void put_intrinsic(const intrinsic_list *list, const char *name, const char *operands,
                          const char *rule)
{
    xb_output_format(list->output, "%-24s %-8s %s\n", name, operands, rule);
}

static bool has_derivative(const xb_inlinable *item)
{
    for (size_t i = 0; i < item->partial_count; i++)
        if (item->partials[i].kind != XB_PARTIAL_PASSIVE)
            return true;
    return false;
}

static void put_inlinable(void *context, const xb_inlinable *item)
{
    const intrinsic_list *list = context;
    const char *operands =
        item->required_count == item->argument_count
            ? xb_arena_format(list->arena, "%u", item->argument_count)
            : xb_arena_format(list->arena, "%u to %u", item->required_count, item->argument_count);
    put_intrinsic(list, item->name, operands,
                  !has_derivative(item) ? "no derivative"
                  : item->non_smooth    ? "partial derivatives, but for some points"
                                        : "partial derivatives");
}

static void put_noninlinable(void *context, const xb_noninlinable *item)
{
    const intrinsic_list *list = context;
    const char *rule = item->jacobian   ? xb_arena_format(list->arena, "explicit Jacobian %s", item->jacobian)
                       : item->location ? xb_arena_format(list->arena, "selection by %s", item->location)
                                        : xb_arena_format(list->arena, "action %s", item->derivative_action);
    put_intrinsic(list, item->name, "", rule);
}

void put_intrinsics(xb_arena *arena, xb_output *output, const xb_catalogue *catalogue)
{
    intrinsic_list list = {arena, output};
    put_intrinsic(&list, "intrinsic", "operands", "derivative");
    xb_catalogue_each_inlinable(catalogue, put_inlinable, &list);
    xb_catalogue_each_noninlinable(catalogue, put_noninlinable, &list);
}

/* How an algorithm sets an option where the user does not. */
static const char *presets(xb_arena *arena, const xb_algorithm *algorithm)
{
    const char *text = NULL;
    for (const xb_setting *preset = algorithm->presets; preset && preset->name; preset++)
        text = xb_arena_format(arena, "%s%s--%s%s%s", text ? text : "", text ? ", " : "", preset->name,
                               preset->value ? "=" : "", preset->value ? preset->value : "");
    return text;
}

void put_description(xb_arena *arena, xb_output *output, const xb_algorithm *algorithm)
{
    xb_output_format(output, "%s\n    ", algorithm->name);
    put_indented(output, algorithm->summary, 4, 4);
    put_requirements(arena, output, algorithm);
    put_fact(output, "presets", presets(arena, algorithm));
    if (algorithm->options && algorithm->options->name)
        xb_output_put(output, "\nOptions\n");
    for (const xb_option *option = algorithm->options; option && option->name; option++)
        put_option(arena, output, option);
    if (algorithm->pictures && algorithm->pictures->kind)
        xb_output_put(output, "\nPictures\n");
    put_pictures_of(arena, output, algorithm);
}
