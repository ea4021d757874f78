/*
 * Heads of ForLoops. Those that count (xb_loop_head_of()) become counted loops of the language where these do
 * the same. Among jumps, and where bound or step depend on the variable, where that is an element or a
 * pointer, or where it may leave its range, variables count the iterations.
 */
#include "languages/code/loops.h"

#include "analysis/loop_form.h"

static const xb_source_expression *part_of(xb_source_maker *maker, const xb_loop_part *part)
{
    if (part->constant)
        return xb_source_integer(maker->arena, part->value);
    return xb_maker_vertex(maker, part->expression, part->vertex);
}

/* The last value that a loop variable may have: one off the bound if that does not count. */
static const xb_source_expression *last_of(xb_source_maker *maker, const xb_loop_head *head)
{
    const xb_source_expression *bound = part_of(maker, &head->bound);
    bool is_above = head->relation == XB_INTRINSIC_LESS_THAN;
    if (!is_above && head->relation != XB_INTRINSIC_GREATER_THAN)
        return bound;
    int64_t value, last;
    if (xb_source_is_integer(bound, &value) && !__builtin_add_overflow(value, is_above ? -1 : 1, &last))
        return xb_source_integer(maker->arena, last);
    return xb_source_operation(maker->arena, is_above ? XB_INTRINSIC_SUB : XB_INTRINSIC_ADD, bound,
                               xb_source_integer(maker->arena, 1));
}

static const xb_source_expression *step_of(xb_source_maker *maker, const xb_increment *increment)
{
    const xb_loop_part *part = &increment->step;
    if (part->constant)
        return xb_source_integer(maker->arena, increment->subtracted ? -part->value : part->value);
    const xb_source_expression *step = part_of(maker, part);
    return increment->subtracted
               ? xb_source_operation(maker->arena, XB_INTRINSIC_SUB, xb_source_integer(maker->arena, 0), step)
               : step;
}

static bool is_integer(const xb_source_expression *expression)
{
    return expression->type == XB_TYPE_INTEGER;
}

/* Whether an integer counts to a real bound, or by a real step: how often is said by a formula of its own,
 * not by the condition. */
static bool counts_by_reals(const xb_source_expression *target, const xb_source_expression *condition,
                            const xb_source_expression *next)
{
    bool compares_reals = condition->count == 2 && (condition->operands[0]->type == XB_TYPE_REAL ||
                                                    condition->operands[1]->type == XB_TYPE_REAL);
    return is_integer(target) && (compares_reals || !is_integer(next));
}

/* Whether two scalars certainly have no storage in common. */
static bool are_apart(const xb_source_expression *a, const xb_source_expression *b)
{
    if (a->variable != b->variable)
        return !a->variable->pointer && !b->variable->pointer && !xb_source_overlap(a->variable, b->variable);
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (xb_source_differs(a->operands[i], b->operands[i]))
            return true;
    return false;
}

/* What is initialized is updated. */
static void check_update(xb_source_maker *maker, const xb_reference *begins,
                         const xb_source_expression *target, const xb_reference *goes_on)
{
    const xb_source_expression *updated = xb_maker_reference(maker, goes_on);
    if (begins->symbol != goes_on->symbol || begins->subscripts.count != goes_on->subscripts.count ||
        (!xb_source_is_equal(target, updated) && !xb_source_calls(maker->arena, target)))
        xb_maker_refuse(maker, "let both assign to the variable that counts",
                        "the Update of a loop assigns to %s, but its Initialization to %s",
                        goes_on->symbol->id->text, begins->symbol->id->text);
}

/* Whether a reference of the head of a loop is to what is initialized. */
static bool is_target(xb_source_maker *maker, const xb_source_expression *target,
                      const xb_reference *reference)
{
    const xb_source_expression *other = xb_maker_reference(maker, reference);
    if (xb_source_is_equal(target, other))
        return true;
    if (is_integer(other) && !are_apart(target, other))
        xb_maker_refuse(maker, "name it alike in the condition and in the update",
                        "whether %s is what counts in a loop depends on where it is in storage",
                        reference->symbol->id->text);
    return false;
}

/* Whether a loop counts; if so, its last value and its step are set. */
static bool find_count(xb_source_maker *maker, const xb_expression *condition, const xb_assignment *update,
                       xb_source_statement *loop)
{
    xb_loop_head head;
    const xb_source_expression *target = loop->target;
    if (!is_integer(target) || target->rank > 0 || !is_integer(loop->update) ||
        !xb_loop_head_of(condition, update, &head) || !is_target(maker, target, head.compared) ||
        !is_target(maker, target, head.increased))
        return false;
    loop->last = last_of(maker, &head);
    loop->step = step_of(maker, &head.increment);
    if (!is_integer(loop->last) || !is_integer(loop->step))
        return false;
    int64_t step;
    if (xb_source_is_integer(loop->step, &step) && step == 0)
        xb_maker_refuse(maker, "let it have another one, or none", "a loop of %s has the step 0",
                        target->variable->symbol->id->text);
    for (size_t i = 0; i < target->count; i++)
        if (xb_source_mentions(target->operands[i], target->variable))
            xb_maker_refuse(maker, "let another variable count",
                            "an element of %s counts whose subscript is one",
                            target->variable->symbol->id->text);
    return true;
}

xb_source_statement *xb_maker_for_loop(xb_source_maker *maker, const xb_flow_vertex *vertex)
{
    const xb_assignment *begin = xb_view_single(XB_VIEW_DERIVED, vertex->initialization);
    const xb_assignment *update = xb_view_single(XB_VIEW_DERIVED, vertex->update);
    xb_source_statement loop = {.target = xb_maker_reference(maker, begin->target)};
    check_update(maker, begin->target, loop.target, update->target);
    loop.first = xb_maker_expression(maker, begin->value);
    loop.condition = xb_maker_expression(maker, vertex->condition);
    loop.update = xb_maker_expression(maker, update->value);
    bool counts = find_count(maker, vertex->condition, update, &loop);
    if (!counts && counts_by_reals(loop.target, loop.condition, loop.update))
        xb_maker_refuse(maker, "convert the bound and the step to integers",
                        "%s counts to a bound, or by a step, that is no integer",
                        loop.target->variable->symbol->id->text);
    loop.target->variable->written = true;
    xb_source_statement *made = xb_maker_add(maker, counts ? XB_SOURCE_DO : XB_SOURCE_FOR);
    made->target = loop.target;
    made->first = loop.first;
    made->last = counts ? loop.last : NULL;
    made->step = counts ? loop.step : NULL;
    made->condition = loop.condition;
    made->update = loop.update;
    return made;
}

/* ---- counting ------------------------------------------------------------------------------------------ */

void xb_maker_assign(xb_source_maker *maker, const xb_source_expression *target,
                     const xb_source_expression *value)
{
    xb_source_statement *statement = xb_maker_add(maker, XB_SOURCE_ASSIGN);
    statement->target = target;
    statement->value = value;
}

static const xb_source_expression *kept(xb_source_maker *maker, const char *stem, unsigned bytes,
                                        const xb_source_expression *value)
{
    xb_source_variable *variable = xb_maker_temporary(maker, stem, XB_TYPE_INTEGER, bytes);
    const xb_source_expression *made = xb_source_whole(maker->arena, variable);
    xb_maker_assign(maker, made, value);
    return made;
}

/* Whether bound and step are the same before and after a loop variable is set. */
static bool is_independent(const xb_source_maker *maker, const xb_source_variable *variable,
                           const xb_source_expression *value)
{
    bool is_seen = variable->home != maker->unit || variable->shared || maker->unit->inner.count > 0;
    return !xb_source_mentions(value, variable) && !(is_seen && xb_source_calls(maker->arena, value));
}

/* Whether numbers say that there is no iteration, as they do where the step leads away from the bound. */
static bool is_empty(const xb_source_statement *loop)
{
    int64_t first, last, step;
    return xb_source_is_integer(loop->first, &first) && xb_source_is_integer(loop->last, &last) &&
           xb_source_is_integer(loop->step, &step) && (step > 0 ? last < first : last > first);
}

/* Compilers warn of empty loops, and take for granted that a step of 1 or -1 does not lead out of the range
 * of the variable. */
bool xb_maker_has_counted_loop(const xb_source_maker *maker, const xb_source_statement *loop)
{
    const xb_source_variable *variable = loop->target->variable;
    int64_t step;
    bool by_one = xb_source_is_integer(loop->step, &step) && (step == 1 || step == -1);
    return !is_empty(loop) && loop->target->count == 0 && !variable->pointer && is_integer(loop->first) &&
           is_independent(maker, variable, loop->last) && is_independent(maker, variable, loop->step) &&
           (!by_one || xb_loops_stays_in_range(loop, step));
}

/* What counts stays the same element whatever its subscripts become. */
static const xb_source_expression *fixed(xb_source_maker *maker, const xb_source_expression *target)
{
    const xb_source_expression **operands = xb_arena_array(maker->arena, target->count, sizeof *operands);
    if (target->count == 0)
        return target;
    for (size_t i = 0; i < target->count; i++) {
        const xb_source_expression *subscript = target->operands[i];
        bool is_constant = subscript->kind == XB_SOURCE_CONSTANT;
        operands[i] = is_constant ? subscript : kept(maker, "place", subscript->bytes, subscript);
    }
    return xb_source_rebuilt(maker->arena, target, operands);
}

const xb_source_expression *xb_maker_begin_counting(xb_source_maker *maker, const xb_source_statement *loop,
                                                    xb_counting *counting)
{
    const xb_source_expression *target = fixed(maker, loop->target);
    unsigned bytes = target->bytes >= XB_SOURCE_UNSIGNED ? 8 : target->bytes;
    bool is_constant = loop->step->kind == XB_SOURCE_CONSTANT;
    *counting = (xb_counting){.target = target};
    xb_maker_assign(maker, target, loop->first);
    counting->step = is_constant ? loop->step : kept(maker, "step", bytes, loop->step);
    counting->left = kept(maker, "left", 8, xb_loops_trips(maker->arena, loop->last, target, counting->step));
    return xb_source_relation(maker->arena, XB_INTRINSIC_GREATER_THAN, counting->left,
                              xb_source_integer(maker->arena, 0));
}

/* The sum is converted where the variable may leave its range at the end. */
void xb_maker_count_on(xb_source_maker *maker, const xb_source_statement *loop, const xb_counting *counting)
{
    xb_arena *arena = maker->arena;
    int64_t step = 0;
    bool is_constant = xb_source_is_integer(counting->step, &step);
    bool may_leave = is_constant && !xb_loops_stays_in_range(loop, step);
    bool is_small = xb_source_size(xb_source_kind_of(XB_TYPE_INTEGER, loop->target->bytes)) < 4;
    const xb_source_expression *target =
        may_leave || is_small ? xb_source_widened(arena, counting->target) : counting->target;
    xb_maker_assign(maker, counting->target,
                    xb_source_binary(arena, XB_INTRINSIC_ADD, target, counting->step));
    xb_maker_assign(maker, counting->left,
                    xb_source_binary(arena, XB_INTRINSIC_SUB, counting->left, xb_source_integer(arena, 1)));
}
