/*
 * The tags are those of a subroutine's symbol; versions of the routine have copies of them, so that it is the
 * symbol that the original has, too, which is looked for.
 */
#include "verify/made_for.h"

#include <string.h>

#include "algorithm/named_variables.h"
#include "ir/tags.h"
#include "verify/layout.h"

/* What is known of both programs. */
typedef struct taking {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_program *original, *transformed;
    const xb_routine *entry; /* as the original has it; NULL: it is no procedure */
} taking;

/* The value of a tag of a symbol; NULL: there is none. */
static const char *value_of(xb_arena *arena, const xb_program *program, const xb_symbol *symbol,
                            const char *name)
{
    xb_tag tag;
    return xb_tags_find(program, &symbol->node, name, &tag) && tag.value
               ? xb_arena_copy_text(arena, tag.value, tag.value_length)
               : NULL;
}

/* What the transformed program says, but not the original. */
static const char *new_value(const taking *t, const xb_symbol *symbol, const char *name)
{
    const char *value = value_of(t->arena, t->transformed, symbol, name);
    const xb_symbol *same = value ? xb_layout_counterpart(t->original, symbol) : NULL;
    if (!same || same->overlay)
        return NULL;
    const char *former = value_of(t->arena, t->original, same, name);
    return former && strcmp(former, value) == 0 ? NULL : value;
}

static xb_list split(xb_arena *arena, const char *names)
{
    xb_list list = {.count = 0};
    for (names += strspn(names, ","); *names; names += strspn(names, ",")) {
        const size_t length = strcspn(names, ",");
        xb_list_append(arena, &list, xb_arena_copy_text(arena, names, length));
        names += length;
    }
    return list;
}

/* Whether a name means one of the variables that others mean, or nothing that is known here. */
static bool is_among(const taking *t, const xb_list *names, const char *name)
{
    const xb_symbol *variable = t->entry ? xb_named_variable(t->original, t->entry, name) : NULL;
    bool found = !variable;
    for (size_t i = 0; i < names->count && !found; i++)
        found = xb_named_variable(t->original, t->entry, names->items[i]) == variable;
    return found;
}

/* Names that the case has count; others than those that the document is made for can't be right. */
static void complete(const taking *t, const char *value, const char *what, xb_case_names *names)
{
    const xb_list wanted = split(t->arena, value);
    for (size_t i = 0; names->given && i < names->names.count; i++)
        if (!is_among(t, &wanted, names->names.items[i]))
            xb_warning(t->diagnostics, (xb_place){.file = t->transformed->file},
                       "leave it out, or name it when the document is made (--activity)",
                       "the document was made for the %s %s, not for %s", what, value,
                       (const char *)names->names.items[i]);
    if (!names->given)
        *names = (xb_case_names){.given = true, .names = wanted};
}

static bool take_from(taking *t, const xb_symbol *symbol, xb_case *description)
{
    const char *independents = new_value(t, symbol, XB_TAG_INDEPENDENTS);
    const char *dependents = new_value(t, symbol, XB_TAG_DEPENDENTS);
    if (!independents && !dependents)
        return false;
    t->entry = xb_program_routine(t->original, xb_layout_counterpart(t->original, symbol));
    if (independents)
        complete(t, independents, "independents", &description->independents);
    if (dependents)
        complete(t, dependents, "dependents", &description->dependents);
    if (!description->entry)
        xb_case_name_entry(description, xb_arena_copy_text(t->arena, symbol->id->text, symbol->id->length));
    return true;
}

bool xb_made_for(xb_arena *arena, xb_diagnostics *diagnostics, const xb_program *original,
                 const xb_program *transformed, xb_case *description)
{
    taking t = {arena, diagnostics, original, transformed, NULL};
    for (size_t i = 0; i < transformed->scopes.count; i++) {
        const xb_scope *scope = transformed->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            if (symbol->kind == XB_SYMBOL_SUBROUTINE && take_from(&t, symbol, description))
                return true;
        }
    }
    return false;
}
