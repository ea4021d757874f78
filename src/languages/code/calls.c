/*
 * Calls of functions that have to be made. Languages need not evaluate an operand of a junction, or of a
 * choice, that the result does not depend on, and compilers make use of that. In documents all operands are
 * evaluated. So a function that changes more than its result is called by a statement of its own before; for
 * the condition of a loop, that is before the loop and at the end of its body. The condition of a loop that
 * counts comes after an assignment that has no statement of its own: such a program is refused.
 *
 * What a unit changes is found from its statements, and spreads from callees to callers.
 */
#include "languages/code/maker.h"

/* ---- what units change ----------------------------------------------------------------------------------
 */

static bool outlives(const xb_source_unit *unit, const xb_source_variable *variable)
{
    return variable->home != unit || variable->saved || variable->pointer;
}

/* Whether a statement changes what is neither an argument nor goes with the end of the unit. */
static bool changes(const xb_source_unit *unit, const xb_source_statement *s)
{
    if (s->kind == XB_SOURCE_OPAQUE || s->kind == XB_SOURCE_PUSH || s->kind == XB_SOURCE_POP)
        return true;
    if (s->target && s->target->kind == XB_SOURCE_VARIABLE && outlives(unit, s->target->variable))
        return true;
    for (size_t i = 0; s->callee && i < s->count; i++) {
        const xb_source_expression *actual = s->arguments[i];
        if (actual && actual->kind == XB_SOURCE_VARIABLE && outlives(unit, actual->variable) &&
            ((const xb_source_variable *)s->callee->formals.items[i])->written)
            return true;
    }
    return false;
}

static bool changes_any(const xb_source_unit *unit)
{
    const xb_source_statement *statements = unit->statements.items;
    for (size_t i = 0; i < unit->statements.count; i++)
        if (changes(unit, &statements[i]))
            return true;
    return false;
}

static bool spread_changes(xb_source_unit *unit)
{
    bool found = false;
    for (size_t i = 0; i < unit->calls.count && !unit->changes_others; i++)
        found = unit->changes_others = ((const xb_source_unit *)unit->calls.items[i])->changes_others;
    return found;
}

void xb_source_find_changes(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units, *externals = &maker->source->externals;
    for (size_t i = 0; i < externals->count; i++)
        ((xb_source_unit *)externals->items[i])->changes_others = true;
    for (size_t i = 0; i < units->count; i++)
        ((xb_source_unit *)units->items[i])->changes_others = changes_any(units->items[i]);
    xb_source_spread(maker, spread_changes);
}

/* Whether a call changes more than what it returns. */
static bool has_effects(const xb_source_unit *callee)
{
    for (size_t i = 0; i + 1 < callee->formals.count; i++)
        if (((const xb_source_variable *)callee->formals.items[i])->written)
            return true;
    return callee->changes_others;
}

/* ---- calls ----------------------------------------------------------------------------------------------
 */

/* Statements that call what a condition needs, as they stand before its loop. */
typedef struct calls_before {
    uint32_t begin, end;
} calls_before;

/* The statements of a unit, as they become. */
typedef struct calling {
    xb_source_maker *maker;
    xb_vector made;  /* xb_source_statement */
    xb_vector loops; /* calls_before of those that are open and not ended by their conditions */
    const xb_source_statement *at;
} calling;

static void add(calling *c, const xb_source_statement *statement)
{
    *(xb_source_statement *)xb_vector_push(c->maker->arena, &c->made, sizeof *statement) = *statement;
}

static bool may_leave_out(const xb_source_expression *e)
{
    return e->kind == XB_SOURCE_OPERATION &&
           (e->intrinsic == XB_INTRINSIC_AND || e->intrinsic == XB_INTRINSIC_OR ||
            e->intrinsic == XB_INTRINSIC_MERGE);
}

static void call_before(calling *c, xb_source_expression *call)
{
    xb_arena *arena = c->maker->arena;
    xb_source_expression *value = xb_arena_alloc(arena, sizeof *value);
    *value = *call;
    *call = *xb_source_whole(arena, xb_maker_temporary(c->maker, "part", call->type, call->bytes));
    add(c, &(xb_source_statement){.kind = XB_SOURCE_ASSIGN,
                                  .line = c->at->line,
                                  .from = c->at->from,
                                  .target = call,
                                  .value = value});
}

static void take_call(calling *c, xb_source_expression *call, bool has_place)
{
    if (has_place && call->rank == 0) {
        call_before(c, call);
        return;
    }
    c->maker->at = c->at->from;
    xb_maker_refuse(c->maker, "assign what the function returns to a variable first",
                    "a call of %s, which changes other variables, and whose result is not always needed",
                    call->callee->routine->symbol->id->text);
}

/* Whether an expression is more than a variable or a constant. */
static bool is_more(const xb_source_expression *e)
{
    return e->size > 1 || e->kind == XB_SOURCE_FUNCTION;
}

/* An operand that is to be looked at. */
typedef struct pending {
    const xb_source_expression *e;
    bool may_be_left_out;
} pending;

static void look_later(calling *c, xb_vector *open, const xb_source_expression *e, bool may_be_left_out)
{
    if (e && is_more(e))
        *(pending *)xb_vector_push(c->maker->arena, open, sizeof(pending)) = (pending){e, may_be_left_out};
}

/* Calls are taken in the order of the text. @param has_place whether there is one for statements before */
static void take_calls(calling *c, const xb_source_expression *root, bool has_place)
{
    xb_vector open = {0};
    look_later(c, &open, root, false);
    while (open.count > 0) {
        const pending p = ((const pending *)open.items)[--open.count];
        if (p.may_be_left_out && p.e->kind == XB_SOURCE_FUNCTION && has_effects(p.e->callee)) {
            take_call(c, (xb_source_expression *)p.e, has_place);
            continue;
        }
        const bool may_be_left_out = p.may_be_left_out || may_leave_out(p.e);
        for (size_t i = p.e->count; i-- > 0;)
            look_later(c, &open, p.e->operands[i], may_be_left_out);
    }
}

static void take_from(calling *c, const xb_source_statement *s)
{
    const xb_source_expression *parts[] = {s->target, s->value, s->first, s->last, s->step};
    c->at = s;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        take_calls(c, parts[i], true);
    if (s->kind == XB_SOURCE_FOR)
        take_calls(c, s->condition, false);
    if (s->kind == XB_SOURCE_END_FOR)
        take_calls(c, s->update, true);
    for (size_t i = 0; s->arguments && i < s->count; i++)
        take_calls(c, s->arguments[i], true);
}

static void begin_loop(calling *c, xb_source_statement_kind kind, uint32_t begin)
{
    calls_before *calls = xb_vector_push(c->maker->arena, &c->loops, sizeof *calls);
    *calls = (calls_before){begin, kind == XB_SOURCE_WHILE ? c->made.count : begin};
}

/* What a condition needs is called again. */
static void end_loop(calling *c)
{
    const calls_before calls = ((const calls_before *)c->loops.items)[--c->loops.count];
    for (uint32_t i = calls.begin; i < calls.end; i++) {
        const xb_source_statement call = ((const xb_source_statement *)c->made.items)[i];
        add(c, &call);
    }
}

void xb_source_make_calls(xb_source_maker *maker)
{
    const xb_source_unit *unit = maker->unit;
    calling c = {.maker = maker};
    for (size_t i = 0; i < unit->statements.count; i++) {
        const xb_source_statement *s = &((const xb_source_statement *)unit->statements.items)[i];
        const uint32_t begin = c.made.count;
        take_from(&c, s);
        if (s->kind == XB_SOURCE_DO || s->kind == XB_SOURCE_FOR || s->kind == XB_SOURCE_WHILE)
            begin_loop(&c, s->kind, begin);
        else if (s->kind == XB_SOURCE_END_DO || s->kind == XB_SOURCE_END_FOR)
            end_loop(&c);
        add(&c, s);
    }
    maker->unit->statements = c.made;
}
