/*
 * The statements of a unit as those of scalars, for languages without arrays, one after the other. Conditions
 * of loops for which something has to be computed before become tests within.
 */
#include "languages/code/loops.h"

#include <string.h>

/* ---- statements -----------------------------------------------------------------------------------------
 */

/* What a tape or the checkpoints take are elements that lie one after the other: the first, and how many. */
static void access_array(xb_loops *loops, xb_source_statement *statement)
{
    xb_arena *arena = loops->maker->arena;
    const xb_source_expression *part = xb_loops_prepare(loops, statement->target), *held = part;
    bool takes = statement->kind == XB_SOURCE_POP;
    if (!xb_source_is_contiguous(part))
        held = takes ? xb_loops_like(loops, part, part->type, part->bytes) : xb_loops_copy(loops, part);
    const xb_source_expression *count = xb_source_integer(arena, 1);
    for (int d = 0; d < held->rank; d++)
        count = xb_source_times(arena, count, xb_source_room(arena, held, d));
    const xb_source_expression **counts = xb_arena_array(arena, 1, sizeof *counts);
    counts[0] = count;
    statement->target =
        xb_source_is_whole(held) ? xb_source_whole(arena, held->variable) : xb_source_first(arena, held);
    statement->arguments = counts;
    statement->count = 1;
    *xb_maker_add(loops->maker, statement->kind) = *statement;
    if (takes && held != part)
        xb_loops_assign_elements(loops, part, held, held);
}

static void allocate_like(xb_loops *loops, const xb_source_statement *statement)
{
    if (!statement->target->variable->allocatable && !statement->target->variable->pointer)
        return;
    xb_loops_take_shape(loops, statement->target, xb_loops_prepare(loops, statement->value));
}

/* Conditions of loops, if something has to be computed before they are, are tests within an endless loop.
 * @param from the number of statements before that */
static void test_within(xb_loops *loops, uint32_t from, const xb_source_expression *condition)
{
    xb_source_maker *l = loops->maker;
    xb_vector *all = &l->unit->statements;
    xb_source_expression *always = xb_source_new(l->arena, XB_SOURCE_CONSTANT, XB_TYPE_BOOL, 0, 0);
    always->text = "1";
    xb_maker_add(l, XB_SOURCE_WHILE);
    xb_source_statement *statements = all->items, head = statements[all->count - 1];
    head.value = always;
    memmove(statements + from + 1, statements + from, (all->count - 1 - from) * sizeof *statements);
    statements[from] = head;
    xb_maker_add(l, XB_SOURCE_LEAVE_IF)->value = xb_source_negation(l->arena, condition);
}

/* A loop that is open: counted, or a head that became a test within. */
typedef struct open_loop {
    const xb_source_statement *within;
    xb_counting counting;
} open_loop;

static open_loop *push_loop(xb_loops *loops, xb_list *open)
{
    open_loop *made = xb_arena_alloc(loops->maker->arena, sizeof *made);
    *made = (open_loop){0};
    xb_list_append(loops->maker->arena, open, made);
    return made;
}

static void begin_loop(xb_loops *loops, const xb_source_statement *loop, xb_list *open)
{
    xb_source_maker *l = loops->maker;
    const xb_source_expression *test = loop->kind == XB_SOURCE_FOR ? loop->condition : loop->value;
    const xb_source_expression *first = xb_loops_prepare(loops, loop->first);
    uint32_t before = l->unit->statements.count;
    const xb_source_expression *condition = xb_loops_prepare(loops, test);
    bool plain = l->unit->statements.count == before;
    if (loop->kind == XB_SOURCE_FOR && plain) {
        const xb_source_expression *update = xb_loops_prepare(loops, loop->update);
        plain = l->unit->statements.count == before && update == loop->update &&
                xb_source_mentions(condition, loop->target->variable);
        l->unit->statements.count = before;
    }
    push_loop(loops, open)->within = plain ? NULL : loop;
    if (plain) {
        xb_source_statement *head = xb_maker_add(l, loop->kind);
        *head = *loop;
        head->first = first;
        head->value = loop->kind == XB_SOURCE_WHILE ? condition : NULL;
        head->condition = condition;
        return;
    }
    l->unit->statements.count = before;
    if (loop->kind == XB_SOURCE_FOR)
        xb_loops_set(loops, loop->target, first);
    before = l->unit->statements.count;
    test_within(loops, before, xb_loops_prepare(loops, test));
}

static void end_loop(xb_loops *loops, const xb_source_statement *end, xb_list *open)
{
    const open_loop *loop = open->items[--open->count];
    if (loop->counting.target) {
        xb_loops_end_counting(loops, &loop->counting);
        return;
    }
    if (!loop->within) {
        *xb_maker_add(loops->maker, end->kind) = *end;
        return;
    }
    if (end->kind == XB_SOURCE_END_FOR)
        xb_loops_assign(loops, end->target, end->update);
    xb_maker_add(loops->maker, XB_SOURCE_END_DO);
}

static void keep(xb_loops *loops, const xb_source_statement *statement)
{
    xb_source_statement prepared = *statement;
    prepared.value = xb_loops_prepare(loops, statement->value);
    prepared.target = xb_loops_prepare(loops, statement->target);
    prepared.first = xb_loops_prepare(loops, statement->first);
    prepared.last = xb_loops_prepare(loops, statement->last);
    prepared.step = xb_loops_prepare(loops, statement->step);
    for (size_t i = 0; i < statement->count && statement->arguments; i++)
        prepared.arguments[i] = xb_loops_prepare(loops, statement->arguments[i]);
    *xb_maker_add(loops->maker, statement->kind) = prepared;
}

/* @param ends of counted loops, by where they begin */
static void translate(xb_loops *loops, const xb_source_statement *statements, uint32_t at,
                      const uint32_t *ends, xb_list *open)
{
    const xb_source_statement *statement = &statements[at];
    xb_source_statement copy = *statement;
    loops->maker->at = statement->from;
    loops->maker->line = statement->line;
    switch (statement->kind) {
    case XB_SOURCE_ASSIGN: xb_loops_assign(loops, statement->target, statement->value); break;
    case XB_SOURCE_CALL: xb_loops_call(loops, statement); break;
    case XB_SOURCE_FOR:
    case XB_SOURCE_WHILE: begin_loop(loops, statement, open); break;
    case XB_SOURCE_DO:
        xb_loops_begin_counting(loops, statement, at, ends[at], &push_loop(loops, open)->counting);
        break;
    case XB_SOURCE_END_FOR:
    case XB_SOURCE_END_DO: end_loop(loops, statement, open); break;
    case XB_SOURCE_PUSH:
    case XB_SOURCE_POP:
        if (statement->target->rank > 0)
            access_array(loops, &copy);
        else
            keep(loops, statement);
        break;
    case XB_SOURCE_ALLOCATE:
        if (statement->number > 0)
            xb_maker_refuse(loops->maker, "let it begin at 1, or write Fortran",
                            "an allocation of %s with lower bounds",
                            statement->target->variable->symbol->id->text);
        if (statement->target->variable->allocatable || statement->target->variable->pointer)
            keep(loops, statement);
        break;
    case XB_SOURCE_ALLOCATE_LIKE: allocate_like(loops, statement); break;
    default: keep(loops, statement);
    }
}

/* Where loops end, by where they begin. */
static const uint32_t *ends_of(xb_arena *arena, const xb_source_statement *statements, uint32_t count)
{
    uint32_t *ends = xb_arena_array(arena, count, sizeof *ends),
             *open = xb_arena_array(arena, count, sizeof *open);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < count; i++) {
        xb_source_statement_kind kind = statements[i].kind;
        if (kind == XB_SOURCE_DO || kind == XB_SOURCE_FOR || kind == XB_SOURCE_WHILE)
            open[depth++] = i;
        if (kind == XB_SOURCE_END_DO || kind == XB_SOURCE_END_FOR)
            ends[open[--depth]] = i;
    }
    return ends;
}

void xb_source_loop(xb_source_maker *maker)
{
    xb_loops loops = {.maker = maker};
    xb_list open = {0};
    const xb_vector before = maker->unit->statements;
    maker->unit->statements = (xb_vector){0};
    xb_vector_reserve(maker->arena, &maker->unit->statements, before.count, sizeof(xb_source_statement));
    const uint32_t *ends = ends_of(maker->arena, before.items, before.count);
    xb_loops_note_writes(&loops, before.items, before.count);
    for (uint32_t i = 0; i < before.count && !maker->status; i++)
        translate(&loops, before.items, i, ends, &open);
}
