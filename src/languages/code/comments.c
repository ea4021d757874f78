/*
 * What is known of arguments follows from all statements, and from what calls do with what they are passed.
 * Comments are made when they are asked for: of routines from their tags, of statements from their
 * provenance, which programs keep if comments are to be full.
 */
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/text.h"
#include "ir/decoration.h"
#include "ir/tags.h"
#include "languages/code/loops.h"
#include "languages/code/printing.h"
#include "languages/code/tidying.h"

/* ---- what is done with arguments ------------------------------------------------------------------------
 */

static void note(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    (void)context;
    reference->variable->access |= (reads ? XB_SOURCE_READ : 0u) | (writes ? XB_SOURCE_WRITTEN : 0u);
}

/* x = x + y, y + x, or x - y. @return y; NULL: it has another form */
static const xb_source_expression *increment_of(const xb_source_statement *s)
{
    const xb_source_expression *value = s->value;
    bool adds = value->kind == XB_SOURCE_OPERATION && value->count == 2 &&
                (value->intrinsic == XB_INTRINSIC_ADD || value->intrinsic == XB_INTRINSIC_SUB);
    if (!adds)
        return NULL;
    if (xb_source_is_equal(value->operands[0], s->target))
        return value->operands[1];
    return value->intrinsic == XB_INTRINSIC_ADD && xb_source_is_equal(value->operands[1], s->target)
               ? value->operands[0]
               : NULL;
}

static bool is_zero(const xb_source_expression *value)
{
    return value->kind == XB_SOURCE_CONSTANT && xb_constant_real(value->text) == 0;
}

static void note_assignment(xb_arena *arena, const xb_source_statement *s)
{
    const xb_source_expression *by = increment_of(s);
    xb_source_variable *variable = s->target->variable;
    for (size_t i = 0; i < s->target->count; i++)
        xb_source_access_parts(arena, s->target->operands[i], note, NULL);
    xb_source_access_parts(arena, by ? by : s->value, note, NULL);
    variable->access |= by                                             ? XB_SOURCE_INCREMENTED
                        : variable->is_derivative && is_zero(s->value) ? XB_SOURCE_RESET
                                                                       : XB_SOURCE_WRITTEN;
}

/* What is passed is looked at with the routine that it is passed to. */
static void note_statement(xb_arena *arena, const xb_source_statement *s)
{
    if (s->kind == XB_SOURCE_ASSIGN && s->target->kind == XB_SOURCE_VARIABLE) {
        note_assignment(arena, s);
        return;
    }
    xb_source_statement own = *s;
    own.count = s->kind == XB_SOURCE_CALL ? 0 : s->count;
    xb_source_accesses(arena, &own, note, NULL);
    for (size_t i = 0; s->kind == XB_SOURCE_CALL && i < s->count; i++)
        for (size_t k = 0; s->arguments[i] && k < s->arguments[i]->count; k++)
            xb_source_access_parts(arena, s->arguments[i]->operands[k], note, NULL);
}

static bool note_passed(xb_source_unit *unit)
{
    const xb_source_pass *passes = unit->passes.items;
    bool found = false;
    for (size_t i = 0; i < unit->passes.count; i++) {
        const xb_source_variable *formal = unit->formals.items[passes[i].position];
        const xb_source_expression *actual = passes[i].actual;
        if (!actual || actual->kind != XB_SOURCE_VARIABLE)
            continue;
        unsigned before = actual->variable->access;
        actual->variable->access |= formal->access;
        found = found || actual->variable->access != before;
    }
    return found;
}

/* What has no body here does what its interface lets it do. */
static void note_external(const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->formals.count; i++) {
        xb_source_variable *formal = unit->formals.items[i];
        formal->access |= (formal->intent != XB_INTENT_OUT ? XB_SOURCE_READ : 0u) |
                          (formal->intent != XB_INTENT_IN ? XB_SOURCE_WRITTEN : 0u);
    }
}

void xb_source_find_accesses(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units, *externals = &maker->source->externals;
    for (size_t i = 0; i < externals->count; i++)
        note_external(externals->items[i]);
    for (size_t u = 0; u < units->count; u++) {
        const xb_vector *all = &((const xb_source_unit *)units->items[u])->statements;
        for (size_t i = 0; i < all->count; i++)
            note_statement(maker->arena, &((const xb_source_statement *)all->items)[i]);
    }
    xb_source_spread(maker, note_passed);
}

/* ---- routines -------------------------------------------------------------------------------------------
 */

static bool tag_is(const xb_tag *tag, const char *value)
{
    return tag->value && tag->value_length == strlen(value) &&
           strncmp(tag->value, value, tag->value_length) == 0;
}

/* The name that a routine of the document has in code. */
static const char *name_of(xb_arena *arena, const xb_source *source, const xb_tag *of)
{
    const xb_name *id = xb_names_find(source->program->names, of->value, of->value_length);
    const char *name = id ? xb_map_get(&source->unit_names, id->index, 0) : NULL;
    return name ? name : xb_plain_text(arena, xb_arena_copy_text(arena, of->value, of->value_length));
}

/* What a motion does. */
static const char *motion_text(const xb_tag *motion)
{
    static const char *const texts[][2] = {
        {XB_TAG_COMBINED, "Adjoint of %s: computes what that does, and increments adjoints."},
        {XB_TAG_RECORDING,
         "Taping sweep of %s: computes what that does, and tapes what the adjoint sweep needs."},
        {XB_TAG_RETURNING, "Adjoint sweep of %s, after its taping sweep: increments adjoints."},
        {XB_TAG_JOINT,
         "Joint reversal of %s: the first argument is 1 for the values, 2 for the adjoint sweep."}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (tag_is(motion, texts[i][0]))
            return texts[i][1];
    return NULL;
}

static bool has_derivatives(const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->formals.count; i++)
        if (((const xb_source_variable *)unit->formals.items[i])->is_derivative)
            return true;
    return false;
}

static void put_purpose(xb_arena *arena, const xb_source *source, const xb_source_unit *unit, xb_output *out)
{
    xb_tag of, motion, jacobian;
    const xb_node *node = &unit->routine->node;
    if (xb_tags_find(source->program, node, XB_TAG_JACOBIAN, &jacobian) && jacobian.value) {
        xb_output_format(out, "Jacobian of %s.\n", name_of(arena, source, &jacobian));
        return;
    }
    if (!xb_tags_find(source->program, node, XB_TAG_ROUTINE, &of) || !of.value)
        return;
    const char *name = name_of(arena, source, &of);
    bool moves = xb_tags_find(source->program, node, XB_TAG_MOTION, &motion);
    const char *text = moves ? motion_text(&motion) : NULL;
    const char *mark = text ? strstr(text, "%s") : NULL;
    if (mark)
        xb_output_format(out, "%.*s%s%s\n", (int)(mark - text), text, name, mark + 2);
    else if (!moves && has_derivatives(unit))
        xb_output_format(out, "Tangent of %s: computes what that does, and its derivatives.\n", name);
}

/* ---- arguments ------------------------------------------------------------------------------------------
 */

/* The extent of a dimension, if it is short; NULL: it is not, or is not known. */
static const char *extent_of(xb_arena *arena, const xb_source_variable *formal, int dimension)
{
    bool is_open = !xb_source_is_flat(formal) ||
                   (formal->dimensions && !formal->dimensions[formal->rank - 1 - dimension].upper);
    if (is_open)
        return NULL;
    const xb_source_expression *extent =
        xb_source_extent(arena, xb_source_whole(arena, (xb_source_variable *)formal), dimension);
    if (extent->kind == XB_SOURCE_CONSTANT)
        return extent->text;
    bool is_named = extent->kind == XB_SOURCE_VARIABLE && extent->count == 0 &&
                    (extent->variable->position > 0 || extent->variable->parameter);
    return is_named ? extent->variable->name : NULL;
}

static void put_shape(xb_arena *arena, const xb_source_variable *formal, xb_output *out)
{
    bool is_known = formal->rank > 0;
    for (int d = 0; d < formal->rank; d++)
        is_known = is_known && extent_of(arena, formal, d);
    for (int d = 0; d < formal->rank && is_known; d++)
        xb_output_format(out, "%s%s", d == 0 ? " (" : " by ", extent_of(arena, formal, d));
    if (formal->rank > 0 && !is_known)
        xb_output_format(out, " (%d dimension%s", formal->rank, formal->rank > 1 ? "s" : "");
    xb_output_put(out, formal->rank > 0 ? ")" : "");
}

static void put_access(const xb_source_variable *formal, xb_output *out)
{
    static const struct access {
        unsigned bit;
        const char *text;
    } all[] = {{XB_SOURCE_READ, "read"},
               {XB_SOURCE_WRITTEN, "written"},
               {XB_SOURCE_INCREMENTED, "incremented"},
               {XB_SOURCE_RESET, "set to 0"}};
    unsigned left = formal->access;
    const char *before = ": ";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!(left & all[i].bit))
            continue;
        left &= ~all[i].bit;
        xb_output_format(out, "%s%s", before, all[i].text);
        before = left & (left - 1) ? ", " : " and ";
    }
    if (formal->access == 0)
        xb_output_put(out, ": not used");
}

/* What an argument holds the derivatives of. */
static const char *base_of(const xb_source *source, const xb_source_unit *unit,
                           const xb_source_variable *formal)
{
    xb_tag of;
    if (!formal->symbol || !xb_tags_find(source->program, &formal->symbol->node, XB_TAG_DERIVATIVE, &of))
        return NULL;
    for (size_t i = 0; i < unit->formals.count; i++) {
        const xb_source_variable *other = unit->formals.items[i];
        const xb_name *id = other->symbol ? other->symbol->id : NULL;
        if (id && id->length == of.value_length && strncmp(id->text, of.value, of.value_length) == 0)
            return other->name;
    }
    return NULL;
}

static void put_argument(xb_arena *arena, const xb_source *source, const xb_source_unit *unit,
                         const xb_source_variable *formal, xb_output *out)
{
    xb_tag motion;
    bool goes_back = xb_tags_find(source->program, &unit->routine->node, XB_TAG_MOTION, &motion);
    const char *base = base_of(source, unit, formal);
    xb_output_put(out, formal->name);
    put_shape(arena, formal, out);
    if (base)
        xb_output_format(out, ", %s of %s", goes_back ? "adjoint" : "derivative", base);
    put_access(formal, out);
    xb_output_char(out, '\n');
}

const char *xb_source_unit_comment(xb_arena *arena, const xb_source *source, const xb_source_unit *unit)
{
    xb_text *text = xb_text_create(arena);
    xb_output *out = xb_text_output(text);
    if (source->options.comments == XB_COMMENTS_NONE)
        return NULL;
    if (unit->whole)
        return xb_arena_format(arena, "A piece of %s.", unit->whole->name);
    put_purpose(arena, source, unit, out);
    for (size_t i = 0; i < unit->formals.count; i++)
        if (!((const xb_source_variable *)unit->formals.items[i])->is_result)
            put_argument(arena, source, unit, unit->formals.items[i], out);
    size_t length = 0;
    const char *made = xb_text_join(text, &length);
    return length > 0 ? made : NULL;
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

static bool is_bookkeeping(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_RESERVE || kind == XB_SOURCE_ADVANCE || kind == XB_SOURCE_TURN ||
           kind == XB_SOURCE_END_IF || kind == XB_SOURCE_END_DO || kind == XB_SOURCE_END_FOR ||
           kind == XB_SOURCE_END_SELECT || kind == XB_SOURCE_ELSE || kind == XB_SOURCE_CASE ||
           kind == XB_SOURCE_DEFAULT || kind == XB_SOURCE_LABEL || kind == XB_SOURCE_OPAQUE;
}

static void put_lines(const xb_source *source, const xb_source_statement *s, xb_output *out)
{
    xb_tag line;
    if (s->line > 0)
        xb_output_format(out, "line %llu", (unsigned long long)s->line);
    else if (xb_tags_find(source->program, s->from, "line", &line) && line.value)
        xb_output_format(out, "for line%s %.*s", memchr(line.value, '-', line.value_length) ? "s" : "",
                         (int)line.value_length, line.value);
}

/* What a statement that was made is for. */
static void put_role(xb_arena *arena, const xb_source *source, const xb_source_statement *s, xb_output *out)
{
    xb_tag tag;
    const char *before = xb_output_count(out) > 0 ? ", " : "";
    if (xb_tags_find(source->program, s->from, "tape", &tag) && tag.value) {
        const char *id = xb_arena_copy_text(arena, tag.value, tag.value_length);
        const xb_name *prefix = source->program->prefix;
        size_t skipped = prefix && strncmp(id, prefix->text, prefix->length) == 0 ? prefix->length : 0;
        bool pushes = s->kind == XB_SOURCE_PUSH;
        xb_output_format(out, "%s%s %s", before, pushes ? "taken back as" : "answers the push for",
                         id + skipped);
    } else if (xb_tags_find(source->program, s->from, "partial", &tag) && tag.value) {
        const char *id = xb_arena_copy_text(arena, tag.value, strcspn(tag.value, ": "));
        xb_output_format(out, "%spartial derivative of %.*s", before, (int)strcspn(id, "_"), id);
    }
}

const char *xb_source_statement_comment(xb_arena *arena, const xb_source *source,
                                        const xb_source_statement *s)
{
    xb_text *text = xb_text_create(arena);
    xb_output *out = xb_text_output(text);
    if (source->options.comments != XB_COMMENTS_FULL || !s->from || is_bookkeeping(s->kind))
        return NULL;
    put_lines(source, s, out);
    put_role(arena, source, s, out);
    size_t length = 0;
    const char *made = xb_text_join(text, &length);
    return length > 0 ? made : NULL;
}
