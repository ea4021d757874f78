/*
 * A document is read as a whole before anything of it is added; its formulas may use what the catalogue has.
 */
#include "languages/xaif/catalogue.h"

#include <string.h>

#include "base/text.h"
#include "languages/xaif/catalogue_reader.h"

static const xb_inlinable *find_known(const void *context, const char *name)
{
    return xb_catalogue_inlinable_called(context, name);
}

xb_status xb_catalogue_read(xb_catalogue *catalogue, xb_diagnostics *diagnostics, const char *file)
{
    xb_catalogue_items items;
    xb_catalogue_known known = {find_known, catalogue};
    xb_status status =
        xb_catalogue_parse(xb_catalogue_arena(catalogue), diagnostics, file, NULL, 0, &known, &items);
    if (status == XB_STATUS_OK)
        xb_catalogue_add(catalogue, &items);
    return status;
}

/* ---- what comes with us ----------------------------------------------------------------------------------
 */

typedef struct comparison {
    const char *name;
    bool is_known;
} comparison;

static void compare(void *context, const xb_routine_rule *rule)
{
    comparison *c = context;
    c->is_known = c->is_known || strcmp(rule->name, c->name) == 0;
}

static bool has_rule(const xb_catalogue *catalogue, const char *name)
{
    comparison c = {name, false};
    xb_catalogue_each_rule(catalogue, compare, &c);
    return c.is_known;
}

xb_status xb_catalogue_add_library(xb_catalogue *catalogue, xb_diagnostics *diagnostics,
                                   bool (*is_wanted)(void *context, const char *name), void *context,
                                   xb_list *added)
{
    xb_arena *arena = xb_catalogue_arena(catalogue);
    xb_text *text = xb_text_create(arena);
    size_t length = 0;
    for (const char *const *line = xb_library_rules; *line; line++)
        xb_output_put(xb_text_output(text), *line);
    const char *bytes = xb_text_join(text, &length);
    xb_catalogue_known known = {find_known, catalogue};
    xb_catalogue_items all, wanted = {0};
    xb_status status =
        xb_catalogue_parse(arena, diagnostics, "(rules of libraries)", bytes, length, &known, &all);
    for (size_t i = 0; !status && i < all.rules.count; i++) {
        const xb_routine_rule *rule = all.rules.items[i];
        if (is_wanted(context, rule->name) && !has_rule(catalogue, rule->name))
            xb_list_append(arena, &wanted.rules, all.rules.items[i]);
    }
    *added = wanted.rules;
    if (!status && wanted.rules.count > 0)
        xb_catalogue_add(catalogue, &wanted);
    return status;
}
