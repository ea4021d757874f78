/*
 * The statements of each unit, as a careful person would have written them: temporaries that are used once
 * go, and assignments whose values are not used; then constructs in which nothing is left, from the innermost
 * on; then local variables to which nothing refers any more. A construct goes only if nothing happens when
 * its head is evaluated: of loops, those that count.
 */
#include "languages/code/loops.h"
#include "languages/code/tidying.h"

/* ---- what is known of variables -------------------------------------------------------------------------
 */

xb_source_usage *xb_source_usage_of(const xb_source_variable *variable)
{
    return variable->note;
}

bool xb_source_is_own(const xb_source_variable *variable)
{
    const xb_source_usage *usage = xb_source_usage_of(variable);
    return xb_source_is_private(variable) && usage && !usage->is_elsewhere;
}

static xb_source_usage *note(xb_arena *arena, xb_source_variable *variable)
{
    if (!variable->note)
        variable->note = xb_arena_alloc(arena, sizeof(xb_source_usage));
    return variable->note;
}

static void count(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    const xb_source_tidying *t = context;
    xb_source_usage *usage = note(t->arena, reference->variable);
    (void)reads;
    (void)writes;
    usage->mentions++;
    usage->is_elsewhere |= reference->variable->home != t->unit;
}

static void uncount(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    (void)context;
    (void)reads;
    (void)writes;
    xb_source_usage_of(reference->variable)->mentions--;
}

void xb_source_drop(xb_source_tidying *tidying, xb_source_statement *statement)
{
    statement->is_dropped = true;
    xb_source_accesses(tidying->arena, statement, uncount, tidying);
}

static void count_all(xb_source_tidying *t)
{
    const xb_vector *all = &t->unit->statements;
    for (size_t i = 0; i < all->count; i++)
        xb_source_accesses(t->arena, &((const xb_source_statement *)all->items)[i], count, t);
}

static void note_shares(xb_source_tidying *t)
{
    const xb_source_share *shares = t->unit->shares.items;
    for (size_t i = 0; i < t->unit->shares.count; i++) {
        note(t->arena, (xb_source_variable *)shares[i].whole)->is_elsewhere = true;
        note(t->arena, (xb_source_variable *)shares[i].part)->is_elsewhere = true;
    }
}

/* What declarations refer to is not touched. */
static void note_early(xb_source_tidying *t)
{
    const xb_list *all = &t->maker->all;
    for (size_t i = 0; i < all->count; i++)
        if (((const xb_source_variable *)all->items[i])->is_early)
            note(t->arena, all->items[i])->is_elsewhere = true;
}

/* ---- constructs -----------------------------------------------------------------------------------------
 */

void xb_source_take_out_dropped(xb_source_unit *unit)
{
    xb_source_statement *statements = unit->statements.items;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < unit->statements.count; i++)
        if (!statements[i].is_dropped)
            statements[kept++] = statements[i];
    unit->statements.count = kept;
}

/* Statements from one place on, up to the next arm or the end. */
typedef struct arm {
    uint32_t begin; /* where ELSE, CASE or DEFAULT is in what is kept; of a first arm, where the head is */
    uint32_t count; /* statements in it */
} arm;

/* A construct that is open. */
typedef struct construct {
    uint32_t head;  /* where it is in what is kept */
    xb_vector arms; /* arm; those of a choice begin with the second one */
} construct;

typedef struct folding {
    xb_source_tidying *tidying;
    xb_source_statement *statements;
    uint32_t kept;
    xb_vector open; /* construct */
} folding;

static bool begins(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_IF || kind == XB_SOURCE_SELECT || kind == XB_SOURCE_DO ||
           kind == XB_SOURCE_FOR || kind == XB_SOURCE_WHILE || kind == XB_SOURCE_REPEAT;
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

static bool has_effects(const folding *f, const xb_source_expression *e)
{
    return e && xb_source_calls(f->tidying->arena, e);
}

/* What is kept now of a construct: nothing. */
static bool leave_out(folding *f, const construct *c)
{
    f->kept = c->head;
    return false;
}

static arm *arm_at(const construct *c, size_t i)
{
    return &((arm *)c->arms.items)[i];
}

/* Arms that are empty go. @param second NULL: there is no ELSE @return whether something is left */
static bool fold_arms(folding *f, const construct *c, const arm *first, const arm *second)
{
    xb_source_statement *head = &f->statements[c->head];
    uint32_t in_then = first->count, in_else = second ? second->count : 0;
    if (in_then == 0 && in_else == 0 && !has_effects(f, head->value))
        return leave_out(f, c);
    if (in_then == 0 && in_else > 0)
        head->value = xb_source_negation(f->tidying->arena, head->value);
    if (second && (in_then == 0 || in_else == 0))
        f->statements[second->begin].is_dropped = true;
    return true;
}

static bool fold_if(folding *f, const construct *c)
{
    return fold_arms(f, c, arm_at(c, 0), c->arms.count > 1 ? arm_at(c, 1) : NULL);
}

/* A loop that only counts goes, if nothing outside of loops by its variable knows that. */
static bool fold_loop(folding *f, const construct *c)
{
    const xb_source_statement *head = &f->statements[c->head];
    int64_t step;
    if (head->kind != XB_SOURCE_DO || arm_at(c, 0)->count > 0 || has_effects(f, head->first) ||
        has_effects(f, head->last) || !xb_source_is_integer(head->step, &step) || step == 0 ||
        !xb_source_is_own(head->target->variable) || xb_source_usage_of(head->target->variable)->is_loose)
        return true;
    return leave_out(f, c);
}

static bool is_for_one(const xb_source_statement *statement)
{
    return statement->kind == XB_SOURCE_CASE && statement->count == 1;
}

/* Arms of a choice in which nothing is left go, unless others would be taken instead. @return those that are
 * kept */
static xb_list keep_arms(folding *f, const construct *c)
{
    bool others_do_nothing = true;
    xb_list kept = {0};
    for (size_t i = 1; i < c->arms.count; i++)
        if (f->statements[arm_at(c, i)->begin].kind == XB_SOURCE_DEFAULT && arm_at(c, i)->count > 0)
            others_do_nothing = false;
    for (size_t i = 1; i < c->arms.count; i++)
        if (arm_at(c, i)->count > 0 || !others_do_nothing)
            xb_list_append(f->tidying->arena, &kept, arm_at(c, i));
        else
            f->statements[arm_at(c, i)->begin].is_dropped = true;
    return kept;
}

/* Of two arms, that which is for one number, if the other one is for all others. @param other NULL: there is
 * none */
static const xb_source_statement *single_of(const xb_source_statement *one, const xb_source_statement *other)
{
    if (is_for_one(one) && (!other || other->kind == XB_SOURCE_DEFAULT))
        return one;
    return other && one->kind == XB_SOURCE_DEFAULT && is_for_one(other) ? other : NULL;
}

/* A choice between one number and all others is an IF. */
static bool fold_choice(folding *f, const construct *c, xb_source_statement *end)
{
    xb_arena *arena = f->tidying->arena;
    xb_source_statement *head = &f->statements[c->head];
    const xb_list kept = keep_arms(f, c);
    if (kept.count == 0)
        return has_effects(f, head->value) || leave_out(f, c);
    const arm *first = kept.items[0], *second = kept.count > 1 ? kept.items[1] : NULL;
    xb_source_statement *one = &f->statements[first->begin],
                        *other = second ? &f->statements[second->begin] : NULL;
    const xb_source_statement *single = single_of(one, other);
    if (kept.count > 2 || !single)
        return true;
    head->kind = XB_SOURCE_IF;
    head->value = xb_source_relation(arena, single == one ? XB_INTRINSIC_EQUAL : XB_INTRINSIC_NOT_EQUAL,
                                     head->value, xb_source_integer(arena, single->values[0]));
    one->is_dropped = true;
    end->kind = XB_SOURCE_END_IF;
    if (other)
        other->kind = XB_SOURCE_ELSE;
    return fold_arms(f, c, first, second);
}

/* @return whether something is left */
static bool end_construct(folding *f, const construct *c, xb_source_statement *end)
{
    switch (end->kind) {
    case XB_SOURCE_END_IF: return fold_if(f, c);
    case XB_SOURCE_END_SELECT: return fold_choice(f, c, end);
    case XB_SOURCE_END_DO: return fold_loop(f, c);
    default: return true;
    }
}

static construct *innermost(const folding *f)
{
    return f->open.count ? &((construct *)f->open.items)[f->open.count - 1] : NULL;
}

static void add_arm(folding *f, construct *c)
{
    *(arm *)xb_vector_push(f->tidying->arena, &c->arms, sizeof(arm)) = (arm){.begin = f->kept};
}

static void keep(folding *f, const xb_source_statement *s)
{
    construct *around = innermost(f);
    if (begins_arm(s->kind))
        add_arm(f, around);
    else if (around && !begins(s->kind)) /* a construct counts when it ends */
        arm_at(around, around->arms.count - 1)->count++;
    if (begins(s->kind)) {
        construct *made = xb_vector_push(f->tidying->arena, &f->open, sizeof *made);
        *made = (construct){.head = f->kept};
        add_arm(f, made);
    }
    f->statements[f->kept++] = *s;
}

static void fold(xb_source_tidying *t)
{
    folding f = {.tidying = t, .statements = t->unit->statements.items};
    for (uint32_t i = 0; i < t->unit->statements.count; i++) {
        xb_source_statement s = f.statements[i];
        if (ends(s.kind)) {
            const construct c = ((const construct *)f.open.items)[--f.open.count];
            if (!end_construct(&f, &c, &s))
                continue;
        }
        keep(&f, &s);
    }
    t->unit->statements.count = f.kept;
    xb_source_take_out_dropped(t->unit);
}

/* ---- loops that only count ------------------------------------------------------------------------------
 */

static void note_loose(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    xb_source_usage *usage = xb_source_usage_of(reference->variable);
    (void)context;
    (void)reads;
    (void)writes;
    if (usage && !usage->is_open)
        usage->is_loose = true;
}

static xb_source_usage *counter_of(const xb_source_statement *loop)
{
    return loop->kind == XB_SOURCE_DO ? xb_source_usage_of(loop->target->variable) : NULL;
}

/* The condition of a counted loop is what it was made of. */
static void look_at_head(xb_source_tidying *t, const xb_source_statement *loop)
{
    const xb_source_expression *parts[] = {loop->first, loop->last, loop->step};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        xb_source_access_parts(t->arena, parts[i], note_loose, t);
}

static void find_loose(xb_source_tidying *t)
{
    const xb_source_statement *statements = t->unit->statements.items;
    xb_list open = {0};
    for (uint32_t i = 0; i < t->unit->statements.count; i++) {
        const xb_source_statement *s = &statements[i];
        if (s->kind == XB_SOURCE_DO)
            look_at_head(t, s);
        else
            xb_source_accesses(t->arena, s, note_loose, t);
        if (counter_of(s))
            counter_of(s)->is_open = true;
        if (begins(s->kind))
            xb_list_append(t->arena, &open, s);
        if (ends(s->kind) && counter_of(open.items[--open.count]))
            counter_of(open.items[open.count])->is_open = false;
    }
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static void keep_mentioned(xb_list *variables)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < variables->count; i++) {
        const xb_source_variable *variable = variables->items[i];
        const xb_source_usage *usage = xb_source_usage_of(variable);
        bool is_idle = xb_source_is_private(variable) && !variable->is_early &&
                       (!usage || (usage->mentions == 0 && !usage->is_elsewhere));
        if (!is_idle)
            variables->items[kept++] = variables->items[i];
    }
    variables->count = kept;
}

static bool has_jumps(const xb_source_unit *unit)
{
    const xb_source_statement *statements = unit->statements.items;
    for (size_t i = 0; i < unit->statements.count; i++)
        if (statements[i].kind == XB_SOURCE_LABEL)
            return true;
    return false;
}

static void tidy(xb_source_tidying *t)
{
    t->has_jumps = has_jumps(t->unit);
    xb_source_drop_idle(t);
    xb_source_inline_temporaries(t);
    find_loose(t);
    fold(t);
    xb_source_share_counters(t);
    xb_vector *all = &t->unit->statements;
    while (all->count > 0 &&
           ((const xb_source_statement *)all->items)[all->count - 1].kind == XB_SOURCE_RETURN)
        all->count--;
}

/* What was counted before statements went is counted again. */
static void forget(const xb_list *variables)
{
    for (size_t i = 0; i < variables->count; i++)
        ((xb_source_variable *)variables->items[i])->note = NULL;
}

static void look_at_all(xb_source_tidying *t, const xb_list *units)
{
    forget(&t->maker->all);
    note_early(t);
    for (size_t i = 0; i < units->count; i++) {
        t->unit = units->items[i];
        count_all(t);
        note_shares(t);
    }
}

void xb_source_tidy(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    xb_source_tidying t = {.maker = maker, .arena = maker->arena};
    look_at_all(&t, units);
    for (size_t i = 0; i < units->count; i++) {
        t.unit = units->items[i];
        tidy(&t);
    }
    look_at_all(&t, units);
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        keep_mentioned(&unit->locals);
        keep_mentioned(&unit->declared);
    }
    forget(&maker->all);
}
