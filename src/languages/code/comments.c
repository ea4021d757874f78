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
#include "ir/version.h"
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

static bool is_sum(const xb_source_expression *e)
{
    return e->kind == XB_SOURCE_OPERATION && e->count == 2 &&
           (e->intrinsic == XB_INTRINSIC_ADD || e->intrinsic == XB_INTRINSIC_SUB);
}

/* x = y + x, x + y, x - y, x + y - z and so on. @return the first x; NULL: it has another form */
static const xb_source_expression *incremented_in(const xb_source_statement *s)
{
    const xb_source_expression *e = s->value;
    if (is_sum(e) && e->intrinsic == XB_INTRINSIC_ADD && xb_source_is_equal(e->operands[1], s->target))
        return e->operands[1];
    while (is_sum(e))
        e = e->operands[0];
    return e != s->value && xb_source_is_equal(e, s->target) ? e : NULL;
}

/* What is added to a variable. */
static void note_terms(xb_arena *arena, const xb_source_statement *s, const xb_source_expression *incremented)
{
    const xb_source_expression *e = s->value;
    if (e->operands[1] == incremented)
        xb_source_access_parts(arena, e->operands[0], note, NULL);
    else
        for (; e != incremented; e = e->operands[0])
            xb_source_access_parts(arena, e->operands[1], note, NULL);
}

static bool is_zero(const xb_source_expression *value)
{
    return value->kind == XB_SOURCE_CONSTANT && xb_constant_real(value->text) == 0;
}

static void note_assignment(xb_arena *arena, const xb_source_statement *s)
{
    const xb_source_expression *incremented = incremented_in(s);
    xb_source_variable *variable = s->target->variable;
    for (size_t i = 0; i < s->target->count; i++)
        xb_source_access_parts(arena, s->target->operands[i], note, NULL);
    if (incremented)
        note_terms(arena, s, incremented);
    else
        xb_source_access_parts(arena, s->value, note, NULL);
    variable->access |= incremented                                    ? XB_SOURCE_INCREMENTED
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

/* What a caller sees of what is done with an argument. */
static unsigned access_of(const xb_source_variable *formal)
{
    unsigned changes = formal->access & ~(unsigned)XB_SOURCE_READ;
    bool is_reset = changes == XB_SOURCE_RESET && !(formal->access & XB_SOURCE_READ);
    return formal->overwritten && !is_reset ? XB_SOURCE_WRITTEN : formal->access;
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
        actual->variable->access |= access_of(formal) & XB_SOURCE_ANY;
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
        formal->overwritten = formal->intent == XB_INTENT_OUT;
    }
}

/* ---- what is overwritten --------------------------------------------------------------------------------
 * An argument is overwritten if the first statement that has to do with it always assigns all of it, or
 * passes it to where it is overwritten.
 */

/* A variable that has first been passed to an argument. */
typedef struct first_pass {
    xb_source_variable *variable;
    const xb_source_variable *formal;
} first_pass;

static void meet(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    (void)context, (void)reads, (void)writes;
    reference->variable->met = true;
}

/* The variable that a reference is all of; NULL: it is none, or something has to do with it already. */
static xb_source_variable *unmet(const xb_source_expression *reference)
{
    bool is_whole = reference && reference->kind == XB_SOURCE_VARIABLE && reference->count == 0;
    return is_whole && !reference->variable->met ? reference->variable : NULL;
}

/* The passes of a call. */
typedef struct call_passes {
    xb_vector *all;
    uint32_t first;
} call_passes;

/* What a call is passed more than once is not known to be overwritten. */
static void meet_in_call(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    const call_passes *p = context;
    first_pass *all = p->all->items;
    meet(NULL, reference, reads, writes);
    for (uint32_t i = p->first; i < p->all->count; i++)
        if (all[i].variable == reference->variable)
            all[i].formal = NULL;
}

static void add_passes(xb_arena *arena, const xb_source_statement *call, xb_vector *passes)
{
    call_passes p = {passes, passes->count};
    for (size_t i = 0; i < call->count; i++) {
        xb_source_variable *variable = unmet(call->arguments[i]);
        if (!variable) {
            if (call->arguments[i])
                xb_source_access_parts(arena, call->arguments[i], meet_in_call, &p);
            continue;
        }
        variable->met = true;
        first_pass *pass = xb_vector_push(arena, passes, sizeof *pass);
        *pass = (first_pass){variable, call->callee->formals.items[i]};
    }
}

/* Which arguments are overwritten by a statement that is always executed. */
static void overwrite(xb_arena *arena, const xb_source_statement *s, xb_vector *passes)
{
    if (s->kind == XB_SOURCE_CALL) {
        add_passes(arena, s, passes);
        return;
    }
    xb_source_statement others = *s;
    bool takes = s->kind == XB_SOURCE_ASSIGN || s->kind == XB_SOURCE_POP;
    xb_source_variable *target = NULL;
    if (takes && unmet(s->target)) {
        target = s->target->variable;
        others.target = NULL;
    }
    xb_source_accesses(arena, &others, meet, NULL);
    if (target && !target->met)
        target->met = target->overwritten = true;
}

static int steps_into(xb_source_statement_kind kind)
{
    switch (kind) {
    case XB_SOURCE_IF:
    case XB_SOURCE_SELECT:
    case XB_SOURCE_DO:
    case XB_SOURCE_FOR:
    case XB_SOURCE_WHILE:
    case XB_SOURCE_REPEAT: return 1;
    case XB_SOURCE_END_IF:
    case XB_SOURCE_END_SELECT:
    case XB_SOURCE_END_DO:
    case XB_SOURCE_END_FOR:
    case XB_SOURCE_END_REPEAT: return -1;
    default: return 0;
    }
}

/* Looks at statements up to the first jump. Nothing is known of what units within others have to do with. */
static void look_for_overwritten(xb_arena *arena, const xb_source_unit *unit, xb_vector *passes)
{
    int depth = unit->host || unit->inner.count > 0 ? 1 : 0;
    for (size_t i = 0; i < unit->statements.count; i++) {
        const xb_source_statement *s = &((const xb_source_statement *)unit->statements.items)[i];
        bool leaves = s->kind == XB_SOURCE_RETURN && depth == 0;
        if (leaves || s->kind == XB_SOURCE_JUMP || s->kind == XB_SOURCE_JUMP_IF)
            return;
        int step = steps_into(s->kind);
        if (depth == 0 && step == 0)
            overwrite(arena, s, passes);
        else
            xb_source_accesses(arena, s, meet, NULL);
        depth += step;
    }
}

static void find_overwritten(const xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    xb_vector passes = {0};
    for (size_t i = 0; i < units->count; i++)
        look_for_overwritten(maker->arena, units->items[i], &passes);
    const first_pass *all = passes.items;
    bool is_forward = false;
    for (bool again = true; again; is_forward = !is_forward) {
        again = false;
        for (uint32_t i = 0; i < passes.count; i++) {
            const first_pass *pass = &all[is_forward ? i : passes.count - 1 - i];
            if (pass->formal && pass->formal->overwritten && !pass->variable->overwritten)
                again = pass->variable->overwritten = true;
        }
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
    find_overwritten(maker);
    xb_source_spread(maker, note_passed);
}

/* ---- files ----------------------------------------------------------------------------------------------
 */

const char *xb_source_origin(const xb_source *source)
{
    return source->options.comments == XB_COMMENTS_NONE ? NULL : source->options.origin;
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

/* What a motion is, and what it does. */
typedef struct purpose {
    const char *motion, *is, *does;
    bool computes; /* the routine itself, before that */
} purpose;

static const purpose *purpose_of(const xb_tag *motion)
{
    static const purpose all[] = {
        {XB_TAG_COMBINED, "adjoint of", "adds to the adjoints of its arguments", true},
        {XB_TAG_RECORDING, "taping sweep of", "tapes what the adjoint sweep needs", true},
        {XB_TAG_RETURNING, "adjoint sweep of", "adds to adjoints, after the taping sweep", false},
        {XB_TAG_JOINT, "joint reversal of", "the first argument is 1 for the values, 2 for the adjoint sweep",
         false}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (tag_is(motion, all[i].motion))
            return &all[i];
    return NULL;
}

/* Whether a unit is the tangent of a motion, which it is a version of. */
static bool is_second(const xb_source *source, const xb_source_unit *unit)
{
    xb_tag motion;
    const xb_version *version = unit->routine->version;
    return version && xb_tags_find(source->program, &version->original->node, XB_TAG_MOTION, &motion);
}

/* @param name of the routine that the unit is a motion of */
static void put_motion(const xb_source *source, const xb_source_unit *unit, const purpose *of,
                       const char *name, xb_output *out)
{
    bool second = is_second(source, unit);
    xb_output_format(out, "%s%c%s %s: ", second ? "Tangent of the " : "",
                     second ? of->is[0] : of->is[0] - 'a' + 'A', of->is + 1, name);
    if (of->computes)
        xb_output_format(out, "computes %s, and ", name);
    xb_output_format(out, "%s%s.\n", of->does, second ? "; and the tangents of all that" : "");
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
    const purpose *known = moves ? purpose_of(&motion) : NULL;
    if (known)
        put_motion(source, unit, known, name, out);
    else if (!moves && has_derivatives(unit))
        xb_output_format(out, "Tangent of %s: computes %s, and its derivatives.\n", name, name);
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
    unsigned left = access_of(formal);
    const char *before = ": ";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!(left & all[i].bit))
            continue;
        left &= ~all[i].bit;
        xb_output_format(out, "%s%s", before, all[i].text);
        before = left & (left - 1) ? ", " : " and ";
    }
    if (access_of(formal) == 0)
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

/* The tangent of a motion has adjoints that the motion has, too. */
static bool is_adjoint(const xb_source *source, const xb_source_unit *unit, const xb_symbol *symbol)
{
    xb_tag motion;
    bool goes_back = xb_tags_find(source->program, &unit->routine->node, XB_TAG_MOTION, &motion);
    return goes_back &&
           (!is_second(source, unit) || xb_formals_find(&unit->routine->version->original->formals, symbol));
}

static void put_argument(xb_arena *arena, const xb_source *source, const xb_source_unit *unit,
                         const xb_source_variable *formal, xb_output *out)
{
    const char *base = base_of(source, unit, formal);
    xb_output_put(out, formal->name);
    put_shape(arena, formal, out);
    if (base)
        xb_output_format(out, ", %s of %s", is_adjoint(source, unit, formal->symbol) ? "adjoint" : "tangent",
                         base);
    put_access(formal, out);
    xb_output_char(out, '\n');
}

static bool is_described(const xb_source_variable *formal)
{
    return !formal->is_result && !formal->implied;
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
        if (is_described(unit->formals.items[i]))
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

/* Calls that lead to what was made have the line of the call that they stand for. */
static bool is_made(const xb_source *source, const xb_source_statement *s)
{
    xb_tag tag;
    return s->kind == XB_SOURCE_CALL && (xb_tags_find(source->program, s->from, XB_TAG_CALL, &tag) ||
                                         xb_tags_find(source->program, s->from, "pass", &tag));
}

static void put_lines(const xb_source *source, const xb_source_statement *s, xb_output *out)
{
    xb_tag line;
    if (s->line > 0)
        xb_output_format(out, "%sline %llu", is_made(source, s) ? "for " : "", (unsigned long long)s->line);
    else if (xb_tags_find(source->program, s->from, "line", &line) && line.value)
        xb_output_format(out, "for line%s %.*s", memchr(line.value, '-', line.value_length) ? "s" : "",
                         (int)line.value_length, line.value);
}

/* Whether a statement may take what was pushed, or go by it: jumps that a vertex becomes do not. */
static bool answers_push(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_POP || kind == XB_SOURCE_IF || kind == XB_SOURCE_SELECT ||
           kind == XB_SOURCE_DO || kind == XB_SOURCE_FOR || kind == XB_SOURCE_WHILE;
}

/* What a statement that was made is for. */
static void put_role(xb_arena *arena, const xb_source *source, const xb_source_statement *s, xb_output *out)
{
    xb_tag tag;
    const char *before = xb_output_count(out) > 0 ? ", " : "";
    bool pushes = s->kind == XB_SOURCE_PUSH;
    if (xb_tags_find(source->program, s->from, "tape", &tag) && tag.value) {
        if (!pushes && !answers_push(s->kind))
            return;
        const char *id = xb_arena_copy_text(arena, tag.value, tag.value_length);
        const xb_name *prefix = source->program->prefix;
        size_t skipped = prefix && strncmp(id, prefix->text, prefix->length) == 0 ? prefix->length : 0;
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
