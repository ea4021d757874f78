/*
 * A list of descriptors. Look-ups are scans: there are some ten algorithms with some ten options each, and
 * each is looked up once a run.
 */
#include "algorithm/registry.h"

#include <string.h>

#include "base/text.h"

struct xb_registry {
    xb_arena *arena;
    xb_list algorithms; /* const xb_algorithm */
    xb_list reserved;   /* const xb_option */
    xb_list offers;     /* const xb_offer */
};

xb_registry *xb_registry_create(xb_arena *arena, const xb_algorithm *const *algorithms)
{
    xb_registry *registry = xb_arena_alloc(arena, sizeof *registry);
    registry->arena = arena;
    for (size_t i = 0; algorithms && algorithms[i]; i++)
        xb_list_append(arena, &registry->algorithms, algorithms[i]);
    return registry;
}

size_t xb_registry_count(const xb_registry *registry)
{
    return registry->algorithms.count;
}

const xb_algorithm *xb_registry_at(const xb_registry *registry, size_t i)
{
    return registry->algorithms.items[i];
}

const xb_algorithm *xb_registry_find(const xb_registry *registry, const char *name)
{
    for (size_t i = 0; i < xb_registry_count(registry); i++)
        if (strcmp(xb_registry_at(registry, i)->name, name) == 0)
            return xb_registry_at(registry, i);
    return NULL;
}

const char *xb_registry_hint(const xb_registry *registry, xb_arena *arena, const char *name)
{
    size_t count = xb_registry_count(registry);
    const char **names = xb_arena_array(arena, count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = xb_registry_at(registry, i)->name;
    const char *nearest = xb_nearest(arena, name, names, count);
    if (nearest)
        return xb_arena_format(arena, "did you mean %s?", nearest);
    xb_text *text = xb_text_create(arena);
    xb_output_put(xb_text_output(text), "there are");
    for (size_t i = 0; i < count; i++)
        xb_output_format(xb_text_output(text), "%s %s", i > 0 ? "," : "", names[i]);
    xb_output_put(xb_text_output(text), "; --plugin=FILE loads others");
    return xb_text_join(text, NULL);
}

static const xb_option *option_of(const xb_algorithm *algorithm, const char *name)
{
    for (const xb_option *option = algorithm->options; option && option->name; option++)
        if (strcmp(option->name, name) == 0)
            return option;
    return NULL;
}

static const xb_option *reserved_option(const xb_registry *registry, const char *name)
{
    for (size_t i = 0; i < registry->reserved.count; i++) {
        const xb_option *option = registry->reserved.items[i];
        if (strcmp(option->name, name) == 0)
            return option;
    }
    return NULL;
}

const xb_option *xb_registry_option(const xb_registry *registry, const char *name, const xb_algorithm **owner)
{
    for (size_t i = 0; i < xb_registry_count(registry); i++) {
        const xb_algorithm *algorithm = xb_registry_at(registry, i);
        const xb_option *option = option_of(algorithm, name);
        if (option && owner)
            *owner = algorithm;
        if (option)
            return option;
    }
    if (owner)
        *owner = NULL;
    return reserved_option(registry, name);
}

void xb_registry_reserve(xb_registry *registry, const xb_option *options)
{
    for (; options->name; options++)
        xb_list_append(registry->arena, &registry->reserved, options);
}

static const xb_picture *picture_of(const xb_algorithm *algorithm, const char *kind)
{
    for (const xb_picture *picture = algorithm->pictures; picture && picture->kind; picture++)
        if (strcmp(picture->kind, kind) == 0)
            return picture;
    return NULL;
}

const xb_picture *xb_registry_picture(const xb_registry *registry, const char *kind,
                                      const xb_algorithm **owner)
{
    for (size_t i = 0; i < xb_registry_count(registry); i++) {
        const xb_algorithm *algorithm = xb_registry_at(registry, i);
        const xb_picture *picture = picture_of(algorithm, kind);
        if (picture && owner)
            *owner = algorithm;
        if (picture)
            return picture;
    }
    return NULL;
}

/* ---- algorithms that are added ---- */

/* Names are typed on command lines, in lists and before colons: letters, digits, hyphens and underscores. */
static bool is_word(const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return text && *text && *text != '-' && text[strspn(text, allowed)] == '\0';
}

static bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/* The name of whoever has an option with this letter, or NULL. */
static const char *owner_of_letter(const xb_registry *registry, char letter)
{
    for (size_t i = 0; i < xb_registry_count(registry); i++)
        for (const xb_option *option = xb_registry_at(registry, i)->options; option && option->name; option++)
            if (option->letter == letter)
                return xb_arena_format(registry->arena, "algorithm %s", xb_registry_at(registry, i)->name);
    for (size_t i = 0; i < registry->reserved.count; i++)
        if (((const xb_option *)registry->reserved.items[i])->letter == letter)
            return "the program";
    return NULL;
}

/* The name of whoever has an option of this name, or NULL. */
static const char *owner_of_name(const xb_registry *registry, const char *name)
{
    const xb_algorithm *owner = NULL;
    if (!xb_registry_option(registry, name, &owner))
        return NULL;
    return owner ? xb_arena_format(registry->arena, "algorithm %s", owner->name) : "the program";
}

static const char *letter_problem(const xb_registry *registry, const xb_algorithm *algorithm,
                                  const xb_option *option)
{
    xb_arena *arena = registry->arena;
    if (!is_letter(option->letter))
        return xb_arena_format(arena, "its option --%s has a short name that is no letter", option->name);
    for (const xb_option *other = algorithm->options; other != option; other++)
        if (other->letter == option->letter)
            return xb_arena_format(arena, "its option -%c occurs twice", option->letter);
    const char *owner = owner_of_letter(registry, option->letter);
    return owner ? xb_arena_format(arena, "its option -%c is one of %s already", option->letter, owner)
                 : NULL;
}

/* What is wrong with an option, or NULL. */
static const char *option_problem(const xb_registry *registry, const xb_algorithm *algorithm,
                                  const xb_option *option)
{
    xb_arena *arena = registry->arena;
    if (!is_word(option->name))
        return xb_arena_format(arena, "an option's name is '%s', which can't be typed", option->name);
    if (option_of(algorithm, option->name) != option)
        return xb_arena_format(arena, "its option --%s occurs twice", option->name);
    const char *owner = owner_of_name(registry, option->name);
    if (owner)
        return xb_arena_format(arena, "its option --%s is one of %s already", option->name, owner);
    if (!option->help)
        return xb_arena_format(arena, "its option --%s has no help text", option->name);
    return option->letter ? letter_problem(registry, algorithm, option) : NULL;
}

static const char *picture_problem(const xb_registry *registry, const xb_algorithm *algorithm,
                                   const xb_picture *picture)
{
    xb_arena *arena = registry->arena;
    const xb_algorithm *owner = NULL;
    if (!is_word(picture->kind))
        return xb_arena_format(arena, "a kind of picture is '%s', which can't be typed", picture->kind);
    if (picture_of(algorithm, picture->kind) != picture)
        return xb_arena_format(arena, "its picture %s occurs twice", picture->kind);
    if (xb_registry_picture(registry, picture->kind, &owner))
        return xb_arena_format(arena, "its picture %s is one of algorithm %s already", picture->kind,
                               owner->name);
    if (!picture->summary || !picture->draw)
        return xb_arena_format(arena, "its picture %s has no summary or no function", picture->kind);
    return NULL;
}

bool xb_option_takes(const xb_option *option, const char *value)
{
    if (option->argument && option->argument[0] == '[' && !value)
        return true;
    if (!option->argument || !value)
        return !option->argument == !value;
    for (size_t i = 0; option->values && option->values[i]; i++)
        if (strcmp(option->values[i], value) == 0)
            return true;
    return !option->values;
}

static const char *preset_problem(const xb_registry *registry, const xb_algorithm *algorithm,
                                  const xb_setting *preset)
{
    const xb_option *option = option_of(algorithm, preset->name);
    if (!option)
        option = xb_registry_option(registry, preset->name, NULL);
    if (option && xb_option_takes(option, preset->value))
        return NULL;
    return xb_arena_format(registry->arena, "it presets --%s, which is no option or does not take this",
                           preset->name);
}

/* What a list has that seems to be one more element: one without a name ends it, and is all zero. NULL: it
 * ends as it should. */
static const char *nameless(const xb_algorithm *algorithm)
{
    const xb_option *option = algorithm->options;
    const xb_factory *factory = algorithm->factories;
    const xb_action *action = algorithm->actions;
    const xb_picture *picture = algorithm->pictures;
    const xb_setting *preset = algorithm->presets;
    while (option && option->name)
        option++;
    while (factory && factory->slot)
        factory++;
    while (action && action->name)
        action++;
    while (picture && picture->kind)
        picture++;
    while (preset && preset->name)
        preset++;
    if (option && (option->help || option->argument || option->default_value || option->letter))
        return "an option";
    if (factory && (factory->size || factory->initialise))
        return "a factory";
    if (action && (action->visitor || action->perform))
        return "an action";
    if (picture && (picture->summary || picture->draw))
        return "a picture";
    return preset && preset->value ? "a preset" : NULL;
}

/* What is wrong with the parts of an algorithm that the engine relies on, or NULL. */
static const char *parts_problem(const xb_registry *registry, const xb_algorithm *algorithm)
{
    xb_arena *arena = registry->arena;
    const char *part = nameless(algorithm);
    if (part)
        return xb_arena_format(arena, "%s of it has no name, which only the end of a list has", part);
    for (const xb_factory *factory = algorithm->factories; factory && factory->slot; factory++)
        if (factory->kind >= XB_KIND_COUNT || factory->size == 0)
            return xb_arena_format(arena, "its factory for %s has no valid kind or no size", factory->slot);
    for (const xb_action *action = algorithm->actions; action && action->name; action++)
        if (!action->visitor && !action->perform)
            return xb_arena_format(arena, "its action %s does nothing", action->name);
    for (const xb_unparse_override *override = algorithm->overrides; override && override->unparse;
         override++)
        if (override->kind >= XB_KIND_COUNT)
            return "it overrides how nodes of an unknown kind are written";
    for (const xb_setting *preset = algorithm->presets; preset && preset->name; preset++) {
        const char *wrong = preset_problem(registry, algorithm, preset);
        if (wrong)
            return wrong;
    }
    return NULL;
}

static const char *problem(const xb_registry *registry, const xb_algorithm *algorithm)
{
    if (!is_word(algorithm->name))
        return "it has no name that can be typed";
    if (!algorithm->summary)
        return "it has no summary";
    if (xb_registry_find(registry, algorithm->name))
        return "there is an algorithm of this name already";
    for (const xb_option *option = algorithm->options; option && option->name; option++) {
        const char *wrong = option_problem(registry, algorithm, option);
        if (wrong)
            return wrong;
    }
    for (const xb_picture *picture = algorithm->pictures; picture && picture->kind; picture++) {
        const char *wrong = picture_problem(registry, algorithm, picture);
        if (wrong)
            return wrong;
    }
    return parts_problem(registry, algorithm);
}

xb_status xb_registry_add(xb_registry *registry, xb_diagnostics *diagnostics, const xb_algorithm *algorithm,
                          const char *file)
{
    const char *wrong = problem(registry, algorithm);
    if (wrong)
        return xb_error(
            diagnostics, XB_STATUS_USAGE, (xb_place){.file = file},
            "mend its descriptor: algorithm/algorithm.h and the page on plugins say what it needs",
            "algorithm %s can't be used: %s", algorithm->name ? algorithm->name : "without a name", wrong);
    xb_list_append(registry->arena, &registry->algorithms, algorithm);
    return XB_STATUS_OK;
}

/* ---- offers ---- */

static const xb_offer *offer_of(const xb_registry *registry, const xb_offer *like)
{
    for (size_t i = 0; i < registry->offers.count; i++) {
        const xb_offer *offer = registry->offers.items[i];
        if (strcmp(offer->kind, like->kind) == 0 && strcmp(offer->name, like->name) == 0)
            return offer;
    }
    return NULL;
}

static const char *offer_problem(const xb_registry *registry, const xb_offer *offer)
{
    if (!is_word(offer->name))
        return "it has no name that can be typed";
    if (!offer->what)
        return "it offers nothing";
    const xb_offer *known = offer_of(registry, offer);
    return known && known != offer ? "there is one of this name already" : NULL;
}

xb_status xb_registry_add_offers(xb_registry *registry, xb_diagnostics *diagnostics, const xb_offer *offers,
                                 const char *file)
{
    for (; offers && offers->kind; offers++) {
        const char *wrong = offer_problem(registry, offers);
        if (wrong)
            return xb_error(
                diagnostics, XB_STATUS_USAGE, (xb_place){.file = file},
                "mend the offers of the plugin: algorithm/algorithm.h and the page on plugins say what "
                "they need",
                "the %s '%s' can't be used: %s", offers->kind, offers->name ? offers->name : "", wrong);
        if (!offer_of(registry, offers)) /* a plugin may be loaded twice */
            xb_list_append(registry->arena, &registry->offers, offers);
    }
    if (offers && (offers->name || offers->what))
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){.file = file},
                        "say in `kind` what it is: only the end of a list has none",
                        "an offer of the plugin, '%s', has no kind", offers->name ? offers->name : "");
    return XB_STATUS_OK;
}

const void *xb_registry_offer(const xb_registry *registry, const char *kind, size_t number)
{
    for (size_t i = 0; i < registry->offers.count; i++) {
        const xb_offer *offer = registry->offers.items[i];
        if (strcmp(offer->kind, kind) == 0 && number-- == 0)
            return offer->what;
    }
    return NULL;
}
