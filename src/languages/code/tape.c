/*
 * The tape and the checkpoints: stacks. Scalars that are pushed in straight-line code, with nothing between
 * them that may use the same stack, are a group: room for all of them is reserved before the first, and the
 * top is moved after the last one, so that each push is a store. Groups of pops are alike; they need not be
 * the same as those of the pushes, but may not be longer than RUN elements. Where something is taken for the
 * first time after something may have been put there, the stack is at its largest: the run time is told, but
 * not within a loop that puts nothing there.
 */
#include "languages/code/maker.h"

enum { RUN = 64 /* at most half of what the run time keeps of the segment below */ };

unsigned xb_source_width(const xb_source_expression *scalar)
{
    return scalar->type == XB_TYPE_COMPLEX ? 2 : 1;
}

static bool is_loop(const xb_source_statement *statement)
{
    return statement->kind == XB_SOURCE_DO || statement->kind == XB_SOURCE_FOR ||
           statement->kind == XB_SOURCE_WHILE || statement->kind == XB_SOURCE_REPEAT;
}

static bool is_end_of_loop(const xb_source_statement *statement)
{
    return statement->kind == XB_SOURCE_END_DO || statement->kind == XB_SOURCE_END_FOR ||
           statement->kind == XB_SOURCE_END_REPEAT;
}

/* ---- what puts something on a stack ---------------------------------------------------------------------
 */

static bool calls_any(xb_source_maker *maker, const xb_source_statement *s)
{
    const xb_source_expression *parts[] = {s->target, s->value,     s->first, s->last,
                                           s->step,   s->condition, s->update};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (xb_source_calls(maker->arena, parts[i]))
            return true;
    for (size_t i = 0; s->arguments && i < s->count; i++)
        if (xb_source_calls(maker->arena, s->arguments[i]))
            return true;
    return false;
}

static bool pushes(const xb_source_unit *unit)
{
    const xb_source_statement *statements = unit->statements.items;
    for (size_t i = 0; i < unit->statements.count; i++)
        if (statements[i].kind == XB_SOURCE_PUSH)
            return true;
    return false;
}

static bool calls_one_that_puts(const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->calls.count; i++)
        if (((const xb_source_unit *)unit->calls.items[i])->puts)
            return true;
    return false;
}

/* Callees stand after their callers, mostly. */
static void find_what_puts(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    for (size_t i = 0; i < units->count; i++)
        ((xb_source_unit *)units->items[i])->puts = pushes(units->items[i]);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = units->count; i-- > 0;) {
            xb_source_unit *unit = units->items[i];
            if (!unit->puts && calls_one_that_puts(unit))
                again = unit->puts = true;
        }
    }
}

/* ---- turns ----------------------------------------------------------------------------------------------
 */

/* Facts about each statement of a unit. */
typedef struct fact {
    size_t puts;   /* statements up to this one that may put something */
    size_t end;    /* of a loop: where it ends */
    bool calls;    /* a function of the program */
    bool turns[2]; /* the tape, the checkpoints: TURN stands before it */
} fact;

static bool may_put(const xb_source_statement *statement, const fact *f)
{
    return statement->kind == XB_SOURCE_PUSH || statement->kind == XB_SOURCE_LABEL || f->calls ||
           (statement->kind == XB_SOURCE_CALL && statement->callee->puts);
}

static void find_facts(xb_source_maker *maker, const xb_source_unit *unit, fact *facts)
{
    const xb_source_statement *statements = unit->statements.items;
    xb_list open = {0};
    size_t puts = 0;
    for (size_t i = 0; i < unit->statements.count; i++) {
        facts[i].calls = calls_any(maker, &statements[i]);
        puts += may_put(&statements[i], &facts[i]);
        facts[i].puts = puts;
        if (is_loop(&statements[i]))
            xb_list_append(maker->arena, &open, &facts[i]);
        if (is_end_of_loop(&statements[i]))
            ((fact *)open.items[--open.count])->end = i;
    }
}

/* The statement before which a stack turns that is popped at one: the head of the outermost loop around it
 * that puts nothing. */
static fact *turn_of(const xb_list *open, fact *facts, size_t popped)
{
    for (size_t i = 0; i < open->count; i++) {
        fact *head = open->items[i];
        if (facts[head->end].puts == head->puts)
            return head;
    }
    return &facts[popped];
}

static void find_turns(xb_source_maker *maker, const xb_source_unit *unit, fact *facts)
{
    const xb_source_statement *statements = unit->statements.items;
    xb_list open = {0};
    bool may_turn[2] = {true, true};
    for (size_t i = 0; i < unit->statements.count; i++) {
        bool stack = statements[i].checkpoint;
        if (may_put(&statements[i], &facts[i]))
            may_turn[0] = may_turn[1] = true;
        if (is_loop(&statements[i]))
            xb_list_append(maker->arena, &open, &facts[i]);
        if (is_end_of_loop(&statements[i]))
            open.count--;
        if (statements[i].kind != XB_SOURCE_POP || !may_turn[stack])
            continue;
        turn_of(&open, facts, i)->turns[stack] = true;
        may_turn[stack] = false;
    }
}

/* ---- groups ---------------------------------------------------------------------------------------------
 */

/* The statements of a unit as they become, and the group at hand. */
typedef struct grouping {
    xb_arena *arena;
    xb_vector made; /* xb_source_statement */
    bool is_open, pushes, checkpoint;
    size_t reserve; /* where RESERVE stands in what is made */
    unsigned count; /* elements so far */
    xb_source_statement last;
} grouping;

static xb_source_statement *add(grouping *g, const xb_source_statement *statement)
{
    xb_source_statement *made = xb_vector_push(g->arena, &g->made, sizeof *made);
    *made = *statement;
    return made;
}

static xb_source_statement *add_of_stack(grouping *g, xb_source_statement_kind kind,
                                         const xb_source_statement *at, bool checkpoint)
{
    return add(g, &(xb_source_statement){
                      .kind = kind, .line = at->line, .from = at->from, .checkpoint = checkpoint});
}

static void end_group(grouping *g)
{
    if (!g->is_open)
        return;
    g->is_open = false;
    add_of_stack(g, XB_SOURCE_ADVANCE, &g->last, g->checkpoint)->number =
        g->pushes ? (int64_t)g->count : -(int64_t)g->count;
    if (g->pushes)
        ((xb_source_statement *)g->made.items)[g->reserve].number = g->count;
}

static void begin_group(grouping *g, const xb_source_statement *statement)
{
    g->is_open = true;
    g->pushes = statement->kind == XB_SOURCE_PUSH;
    g->checkpoint = statement->checkpoint;
    g->count = 0;
    g->reserve = g->made.count;
    if (g->pushes)
        add_of_stack(g, XB_SOURCE_RESERVE, statement, g->checkpoint);
}

static void take_access(grouping *g, const xb_source_statement *statement)
{
    unsigned width = xb_source_width(statement->target);
    bool pushes = statement->kind == XB_SOURCE_PUSH;
    if (g->is_open &&
        (g->pushes != pushes || g->checkpoint != statement->checkpoint || g->count + width > RUN))
        end_group(g);
    if (!g->is_open)
        begin_group(g, statement);
    add(g, statement)->number = pushes ? (int64_t)g->count + 1 : -(int64_t)g->count - (int64_t)width + 1;
    g->count += width;
    g->last = *statement;
}

static void take(grouping *g, const xb_source_statement *statement, const fact *f)
{
    bool is_access = statement->kind == XB_SOURCE_PUSH || statement->kind == XB_SOURCE_POP;
    bool is_scalar = is_access && statement->target->rank == 0 && statement->target->type != XB_TYPE_STRING &&
                     statement->count == 0 && !f->calls;
    if (f->turns[0] || f->turns[1] || !(is_scalar || (statement->kind == XB_SOURCE_ASSIGN && !f->calls)))
        end_group(g);
    for (int stack = 0; stack < 2; stack++)
        if (f->turns[stack])
            add_of_stack(g, XB_SOURCE_TURN, statement, stack);
    if (is_scalar)
        take_access(g, statement);
    else
        add(g, statement);
}

void xb_source_group_tape(xb_source_maker *maker)
{
    find_what_puts(maker);
    for (size_t u = 0; u < maker->source->units.count && maker->source->has_tape; u++) {
        xb_source_unit *unit = maker->source->units.items[u];
        fact *facts = xb_arena_array(maker->arena, unit->statements.count, sizeof *facts);
        grouping g = {.arena = maker->arena};
        find_facts(maker, unit, facts);
        find_turns(maker, unit, facts);
        for (size_t i = 0; i < unit->statements.count; i++)
            take(&g, &((const xb_source_statement *)unit->statements.items)[i], &facts[i]);
        end_group(&g);
        unit->statements = g.made;
    }
}
