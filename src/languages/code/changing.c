/*
 * Counted loops whose variable may be changed under way: by a statement of the body, or by what is called
 * there, as a callee may that restores variables from checkpoints. Languages have no such counted loops. If
 * bound and step stay the same, such a loop becomes one of assignments, whose condition is computed in each
 * iteration; otherwise its iterations are counted beforehand.
 */
#include "languages/code/loops.h"

/* A unit whose loops are looked at. */
typedef struct looking {
    xb_source_maker *maker;
    xb_list heads; /* of loops that are open */
    xb_map open;   /* counted ones of them by variable */
    bool found;    /* one of them changes its variable */
} looking;

static void note_head(looking *l, xb_source_statement *head)
{
    if (head->kind == XB_SOURCE_DO) {
        head->kind = XB_SOURCE_FOR;
        l->found = true;
    }
}

static void note_write(looking *l, const xb_source_expression *target)
{
    if (target && target->kind == XB_SOURCE_VARIABLE && target->variable->is_counting)
        note_head(l, xb_map_get(&l->open, (uintptr_t)target->variable, 0));
}

/* A callee may change, or restore, the variable of a loop around the call if that is not the unit's own, or
 * if it lies within the unit. */
static void note_callee(looking *l, const xb_source_unit *callee)
{
    const xb_source_unit *unit = l->maker->unit;
    for (size_t i = 0; callee->changes_others && i < l->heads.count; i++) {
        xb_source_statement *head = l->heads.items[i];
        if (head->kind == XB_SOURCE_DO && (head->target->variable->home != unit || callee->host == unit))
            note_head(l, head);
    }
}

static void note_arguments(looking *l, const xb_source_unit *callee,
                           const xb_source_expression *const *arguments, size_t count)
{
    note_callee(l, callee);
    for (size_t i = 0; i < count; i++)
        if (((const xb_source_variable *)callee->formals.items[i])->written)
            note_write(l, arguments[i]);
}

static void look_later(looking *l, xb_list *parts, const xb_source_expression *e)
{
    if (e && (e->count > 0 || e->kind == XB_SOURCE_FUNCTION))
        xb_list_append(l->maker->arena, parts, (void *)e);
}

/* Functions that expressions call. */
static void note_functions(looking *l, const xb_source_statement *s)
{
    const xb_source_expression *all[] = {s->target, s->value,     s->first, s->last,
                                         s->step,   s->condition, s->update};
    xb_list parts = {0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        look_later(l, &parts, all[i]);
    for (size_t i = 0; i < s->count && s->arguments; i++)
        look_later(l, &parts, s->arguments[i]);
    while (parts.count > 0) {
        const xb_source_expression *e = parts.items[--parts.count];
        if (e->kind == XB_SOURCE_FUNCTION)
            note_arguments(l, e->callee, e->operands, e->count);
        for (size_t i = 0; i < e->count; i++)
            look_later(l, &parts, e->operands[i]);
    }
}

static void note_statement(looking *l, const xb_source_statement *s)
{
    if (s->kind != XB_SOURCE_PUSH)
        note_write(l, s->target);
    if (s->callee)
        note_arguments(l, s->callee, s->arguments, s->count);
    for (int64_t i = 0; s->kind == XB_SOURCE_OPAQUE && i < s->number; i++)
        note_write(l, s->arguments[i]);
    note_functions(l, s);
}

static void begin_loop(looking *l, xb_source_statement *head)
{
    xb_list_append(l->maker->arena, &l->heads, head);
    if (head->kind != XB_SOURCE_DO)
        return;
    head->target->variable->is_counting = true;
    xb_map_put(l->maker->arena, &l->open, (uintptr_t)head->target->variable, 0, head);
}

static void end_loop(looking *l, xb_source_statement *end)
{
    const xb_source_statement *head = l->heads.items[--l->heads.count];
    end->kind = head->kind == XB_SOURCE_FOR ? XB_SOURCE_END_FOR : XB_SOURCE_END_DO;
    end->target = head->target;
    end->update = head->update;
    if (head->target)
        head->target->variable->is_counting = false;
}

static bool is_head(const xb_source_statement *s)
{
    return s->kind == XB_SOURCE_DO || s->kind == XB_SOURCE_FOR || s->kind == XB_SOURCE_WHILE;
}

/* ---- counting -------------------------------------------------------------------------------------------
 */

/* Whether an expression is a number that nothing changes as long as the unit runs. */
static bool is_fixed(const xb_source_unit *unit, const xb_source_expression *e)
{
    if (e->kind == XB_SOURCE_CONSTANT)
        return true;
    const xb_source_variable *variable = e->kind == XB_SOURCE_VARIABLE && e->count == 0 ? e->variable : NULL;
    return variable &&
           (variable->parameter || (variable->home == unit && variable->position > 0 && !variable->written));
}

/* What lies within a unit changes its variables without being passed them. */
static bool stays(const xb_loops *loops, const xb_source_expression *e, uint32_t head, uint32_t end)
{
    const xb_source_unit *unit = loops->maker->unit;
    return is_fixed(unit, e) || (unit->inner.count == 0 && xb_loops_is_steady(loops, e, head, end));
}

/* Each loop's end, by its head. */
static uint32_t *find_ends(const xb_source_maker *maker, const xb_vector *all)
{
    uint32_t *ends = xb_arena_array(maker->arena, all->count, sizeof *ends);
    uint32_t *open = xb_arena_array(maker->arena, all->count, sizeof *open);
    size_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const xb_source_statement *s = &((const xb_source_statement *)all->items)[i];
        if (is_head(s))
            open[count++] = i;
        else if (s->kind == XB_SOURCE_END_DO || s->kind == XB_SOURCE_END_FOR)
            ends[open[--count]] = i;
    }
    return ends;
}

/* What a loop that has become one of assignments counts by; none if it may stay that. */
static void begin(xb_loops *loops, const xb_source_statement *head, uint32_t at, uint32_t end,
                  xb_counting *counting)
{
    bool was_counted = head->kind == XB_SOURCE_FOR && head->last && head->step;
    *counting = (xb_counting){.target = head->target};
    if (was_counted && !(stays(loops, head->last, at, end) && stays(loops, head->step, at, end)))
        xb_loops_count(loops, head, counting);
    else
        *(xb_source_statement *)xb_vector_push(loops->maker->arena, &loops->maker->unit->statements,
                                               sizeof *head) = *head;
}

static void count_loops(xb_source_maker *maker)
{
    const xb_vector all = maker->unit->statements;
    const xb_source_statement *statements = all.items;
    const uint32_t *ends = find_ends(maker, &all);
    xb_loops loops = {.maker = maker};
    xb_vector open = {0}; /* xb_counting */
    xb_loops_note_writes(&loops, statements, all.count);
    maker->unit->statements = (xb_vector){0};
    for (uint32_t i = 0; i < all.count; i++) {
        const xb_source_statement *s = &statements[i];
        bool ends_loop = s->kind == XB_SOURCE_END_DO || s->kind == XB_SOURCE_END_FOR;
        maker->at = s->from;
        maker->line = s->line;
        if (is_head(s))
            begin(&loops, s, i, ends[i], xb_vector_push(maker->arena, &open, sizeof(xb_counting)));
        else if (ends_loop && ((const xb_counting *)open.items)[--open.count].left)
            xb_loops_end_counting(&loops, &((const xb_counting *)open.items)[open.count]);
        else
            *(xb_source_statement *)xb_vector_push(maker->arena, &maker->unit->statements, sizeof *s) = *s;
    }
}

void xb_source_settle_loops(xb_source_maker *maker)
{
    xb_vector *all = &maker->unit->statements;
    looking l = {.maker = maker};
    for (size_t i = 0; i < all->count; i++) {
        xb_source_statement *s = &((xb_source_statement *)all->items)[i];
        if (s->kind == XB_SOURCE_END_DO) {
            end_loop(&l, s);
            continue;
        }
        if (l.heads.count > 0)
            note_statement(&l, s);
        if (is_head(s))
            begin_loop(&l, s);
    }
    if (l.found)
        count_loops(maker);
}
