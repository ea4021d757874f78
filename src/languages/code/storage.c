/*
 * Storage that variables share. Alias sets say which addresses a variable has; if two variables of units or
 * of the program have some in common, the document would have to say how storage is laid out. Versions of a
 * routine, and of parts of it, have variables of their own at the addresses of those of the original.
 * Arguments share what is passed, and pointers what they point to; these are left alone.
 */
#include "languages/code/maker.h"

#include <stdlib.h>
#include <string.h>

#include "ir/tags.h"

/* Part of the storage of a variable. */
typedef struct stretch {
    uint64_t from, to;
    xb_source_variable *variable;
} stretch;

static int compare(const void *a, const void *b)
{
    const stretch *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? 1 : x->to > y->to ? -1 : 0;
}

static bool is_alike(const xb_source_variable *a, const xb_source_variable *b)
{
    if (a->type != b->type || a->bytes != b->bytes || a->rank != b->rank || !a->bounds != !b->bounds)
        return false;
    for (int i = 0; a->bounds && i < a->rank; i++)
        if (a->bounds[i].lower != b->bounds[i].lower || a->bounds[i].upper != b->bounds[i].upper)
            return false;
    return true;
}

void xb_maker_places(xb_source_maker *maker, xb_source_variable *variable, const xb_reference *reference)
{
    const xb_alias_set *set = xb_alias_map_find(&maker->program->aliases, reference->alias);
    if (!set || variable->position > 0 || variable->pointer || variable->symbol->temporary)
        return;
    for (size_t i = 0; i < set->merged_count; i++) {
        stretch *made = xb_vector_push(maker->arena, &maker->stretches, sizeof *made);
        *made = (stretch){set->merged[i].from, set->merged[i].to, variable};
    }
}

/* The routine that a unit is a version of, or of a part, by its name in the source: routines may have got the
 * prefix since. */
static const char *origin_of(const xb_source_maker *maker, const xb_source_unit *unit)
{
    xb_tag tag;
    if (!unit)
        return "";
    if (xb_tags_find(maker->program, &unit->routine->node, XB_TAG_PART, &tag) ||
        xb_tags_find(maker->program, &unit->routine->node, XB_TAG_PASSIVE, &tag) ||
        xb_tags_find(maker->program, &unit->routine->node, XB_TAG_ROUTINE, &tag))
        return xb_arena_copy_text(maker->arena, tag.value, tag.value_length);
    const xb_name *prefix = maker->program->prefix;
    const char *id = unit->routine->symbol->id->text;
    bool is_renamed = prefix && prefix->length > 0 && strncmp(id, prefix->text, prefix->length) == 0;
    return is_renamed ? id + prefix->length : id;
}

/* Whether two local variables are one and the same of a routine, in versions of it: each has one of its own.
 */
static bool are_copies(const xb_source_maker *maker, const xb_source_variable *a, const xb_source_variable *b)
{
    return a->home && b->home && a->home != b->home && a->symbol->id == b->symbol->id && is_alike(a, b) &&
           strcmp(origin_of(maker, a->home), origin_of(maker, b->home)) == 0;
}

static bool is_in_block(const xb_source_variable *variable)
{
    const xb_declaration *facts = variable->symbol->declaration;
    return facts && facts->block_kind != XB_BLOCK_NONE;
}

void xb_source_check_storage(xb_source_maker *maker)
{
    stretch *all = maker->stretches.items;
    size_t count = maker->stretches.count, widest = 0;
    if (count > 1)
        qsort(all, count, sizeof *all, compare);
    for (size_t i = 1; i < count && !maker->status; i++) {
        xb_source_variable *a = all[widest].variable, *b = all[i].variable;
        bool is_said = is_in_block(a) && is_in_block(b);
        if (all[i].from <= all[widest].to && a != b && !is_said && !are_copies(maker, a, b)) {
            maker->at = &b->symbol->node;
            xb_maker_refuse(maker, "the attributes storage, block and offset of their Symbols say it",
                            "%s and %s share storage, and the document does not say how", a->symbol->id->text,
                            b->symbol->id->text);
        }
        if (all[i].to >= all[widest].to)
            widest = i;
    }
}
