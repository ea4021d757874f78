/*
 * Assignments whose values are not used. From the end to the beginning, it is known of each variable of the
 * unit what refers to it next in the text. An assignment is idle if that is another one, which comes after it
 * whatever happens: it stands in the same block, or in one around it, and no loop is between; or if there is
 * nothing more, and no loop is around it. Statements that change nothing go, too: x = x, y = x after x = y,
 * and an assignment after which a constant is put in the same place at once.
 */
#include "languages/code/loops.h"
#include "languages/code/tidying.h"

enum { LEVELS = 64 /* that are looked at */ };

/* A stretch of statements within a construct. */
typedef struct block {
    uint32_t parent;
    bool is_loop;
} block;

typedef struct finder {
    xb_source_tidying *tidying;
    xb_arena *arena;
    xb_vector blocks;   /* block */
    uint32_t *block_of; /* by statement */
    uint32_t at;
} finder;

/* ---- blocks ---------------------------------------------------------------------------------------------
 */

static bool is_loop(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_DO || kind == XB_SOURCE_FOR || kind == XB_SOURCE_WHILE ||
           kind == XB_SOURCE_REPEAT;
}

static bool ends(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_END_IF || kind == XB_SOURCE_END_SELECT || kind == XB_SOURCE_END_DO ||
           kind == XB_SOURCE_END_FOR || kind == XB_SOURCE_END_REPEAT;
}

static bool begins_arm(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_ELSE || kind == XB_SOURCE_CASE || kind == XB_SOURCE_DEFAULT;
}

static uint32_t add_block(finder *f, uint32_t parent, bool loops)
{
    block *made = xb_vector_push(f->arena, &f->blocks, sizeof *made);
    *made = (block){parent, loops};
    return f->blocks.count - 1;
}

static block *block_at(const finder *f, uint32_t number)
{
    return &((block *)f->blocks.items)[number];
}

/* The condition at the end of a loop is part of it. */
static void find_blocks(finder *f)
{
    const xb_vector *all = &f->tidying->unit->statements;
    uint32_t now = add_block(f, 0, false);
    f->block_of = xb_arena_array(f->arena, all->count, sizeof *f->block_of);
    for (uint32_t i = 0; i < all->count; i++) {
        xb_source_statement_kind kind = ((const xb_source_statement *)all->items)[i].kind;
        f->block_of[i] = now;
        if (ends(kind))
            now = block_at(f, now)->parent;
        if (begins_arm(kind))
            now = add_block(f, block_at(f, now)->parent, false);
        if (is_loop(kind) || kind == XB_SOURCE_IF || kind == XB_SOURCE_SELECT)
            now = add_block(f, now, is_loop(kind));
    }
}

/* Whether control goes from a block to what follows in another one, and not back before. */
static bool leads_to(const finder *f, uint32_t from, uint32_t to)
{
    for (int level = 0; level < LEVELS; level++) {
        if (from == to)
            return true;
        if (from == 0 || block_at(f, from)->is_loop)
            return false;
        from = block_at(f, from)->parent;
    }
    return false;
}

/* Whether no loop is around a block. */
static bool leads_to_end(const finder *f, uint32_t from)
{
    return leads_to(f, from, 0);
}

/* ---- what comes next ------------------------------------------------------------------------------------
 */

static bool is_plain(const xb_source_variable *variable, const xb_source_unit *unit)
{
    return variable->home == unit && xb_source_is_own(variable) && !variable->allocatable;
}

static void note_use(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    const finder *f = context;
    xb_source_usage *usage = xb_source_usage_of(reference->variable);
    (void)writes;
    if (!usage || reference->variable->home != f->tidying->unit)
        return;
    usage->is_next = true;
    usage->is_set = !reads && reference->count == 0;
    usage->block = f->block_of[f->at];
}

static bool is_idle(const finder *f, const xb_source_statement *s)
{
    if (s->kind != XB_SOURCE_ASSIGN || s->target->kind != XB_SOURCE_VARIABLE || s->target->count > 0 ||
        !is_plain(s->target->variable, f->tidying->unit) || xb_source_calls(f->arena, s->value))
        return false;
    const xb_source_usage *usage = xb_source_usage_of(s->target->variable);
    const uint32_t here = f->block_of[f->at];
    return usage->is_next ? usage->is_set && leads_to(f, here, usage->block) : leads_to_end(f, here);
}

/* What a statement reads comes before what it sets: it is noted last. */
static void note_all(finder *f, const xb_source_statement *s)
{
    bool takes = s->kind == XB_SOURCE_ASSIGN || s->kind == XB_SOURCE_POP;
    xb_source_statement rest = *s;
    if (takes && s->target->count == 0) {
        note_use(f, s->target, false, true);
        rest.target = NULL;
    }
    xb_source_accesses(f->arena, &rest, note_use, f);
}

/* ---- what changes nothing -------------------------------------------------------------------------------
 */

static bool is_assignment(const xb_source_statement *s)
{
    return s->kind == XB_SOURCE_ASSIGN && s->target->kind == XB_SOURCE_VARIABLE;
}

static bool is_of_scalars(const xb_source_statement *s)
{
    return s->target->rank == 0 && s->value->rank == 0;
}

/* Whether a place is another one after an assignment to a variable. */
static bool moves_with(const xb_source_expression *place, const xb_source_variable *variable)
{
    for (size_t i = 0; i < place->count; i++)
        if (xb_source_mentions(place->operands[i], variable))
            return true;
    return false;
}

static bool undoes(const xb_source_statement *s, const xb_source_statement *before)
{
    const xb_source_expression *a = s->target, *b = s->value;
    bool is_alike =
        a->type == b->type && xb_source_kind_of(a->type, a->bytes) == xb_source_kind_of(b->type, b->bytes);
    return is_alike && is_of_scalars(s) && is_of_scalars(before) && s->value->kind == XB_SOURCE_VARIABLE &&
           xb_source_is_equal(s->target, before->value) && xb_source_is_equal(s->value, before->target) &&
           !moves_with(s->target, before->target->variable) &&
           !moves_with(before->target, before->target->variable);
}

/* Whether a constant is put in the place of what an assignment has just put there. */
static bool is_overwritten(const finder *f, const xb_source_statement *s, const xb_source_statement *after)
{
    bool keeps_shape = !s->target->variable->allocatable || s->value->rank == 0;
    return keeps_shape && after->value->kind == XB_SOURCE_CONSTANT &&
           xb_source_is_equal(s->target, after->target) && !xb_source_calls(f->arena, s->value) &&
           !xb_source_calls(f->arena, s->target) && !moves_with(s->target, s->target->variable);
}

static void drop_undone(const finder *f)
{
    xb_source_statement *statements = f->tidying->unit->statements.items;
    const xb_source_statement *before = NULL;
    for (uint32_t i = 0; i < f->tidying->unit->statements.count; i++) {
        xb_source_statement *s = &statements[i];
        if (s->is_dropped)
            continue;
        if (!is_assignment(s))
            before = NULL;
        else if (xb_source_is_equal(s->target, s->value) || (before && undoes(s, before)))
            xb_source_drop(f->tidying, s);
        else
            before = s;
    }
}

/* After the last statement of an arm comes what follows the branch. */
static void drop_overwritten(const finder *f)
{
    xb_source_statement *statements = f->tidying->unit->statements.items;
    const xb_source_statement *after = NULL;
    xb_list open = {0}; /* what comes after the branches that are open */
    for (uint32_t i = f->tidying->unit->statements.count; i-- > 0;) {
        xb_source_statement *s = &statements[i];
        xb_source_statement_kind kind = s->kind;
        if (s->is_dropped)
            continue;
        if (is_assignment(s) && after && is_assignment(after) && is_overwritten(f, s, after)) {
            xb_source_drop(f->tidying, s);
            continue;
        }
        if (kind == XB_SOURCE_END_IF || kind == XB_SOURCE_END_SELECT)
            xb_list_append(f->arena, &open, after);
        else if (begins_arm(kind))
            after = open.items[open.count - 1];
        else
            after = s;
        open.count -= kind == XB_SOURCE_IF || kind == XB_SOURCE_SELECT;
    }
}

void xb_source_drop_idle(xb_source_tidying *tidying)
{
    finder f = {.tidying = tidying, .arena = tidying->arena};
    xb_source_statement *statements = tidying->unit->statements.items;
    find_blocks(&f);
    for (uint32_t i = tidying->unit->statements.count; i-- > 0 && !tidying->has_jumps;) {
        f.at = i;
        if (is_idle(&f, &statements[i]))
            xb_source_drop(tidying, &statements[i]);
        else
            note_all(&f, &statements[i]);
    }
    drop_undone(&f);
    drop_overwritten(&f);
    xb_source_take_out_dropped(tidying->unit);
}
