/*
 * An element of an array expression is the same expression of elements. What is not applied element by
 * element (a function with an array as its result, a transformational intrinsic) is computed before the
 * loops.
 */
#include "elementwise.h"

#include <algorithm>

namespace reader
{

namespace
{

const Kind default_integer = {XB_TYPE_INTEGER, 4};
const Kind truth = {XB_TYPE_BOOL, 0};

bool applies_by_elements(Expression e)
{
    if (e->kind == XB_SOURCE_OPERATION)
        return xb_intrinsic_facts_of(e->intrinsic)->form == XB_FORM_ELEMENTAL;
    if (e->kind != XB_SOURCE_FUNCTION || e->callee->formals.count == 0)
        return false;
    const auto *result =
        static_cast<const xb_source_variable *>(e->callee->formals.items[e->callee->formals.count - 1]);
    return result->rank == 0;
}

/* Whether a function of the program is applied to the elements of an array. */
bool has_elemental_function(Expression e)
{
    if (!e || e->rank == 0)
        return false;
    if (e->kind == XB_SOURCE_FUNCTION && applies_by_elements(e))
        return true;
    for (size_t i = 0; e->kind == XB_SOURCE_OPERATION && i < e->count; i++)
        if (has_elemental_function(e->operands[i]))
            return true;
    return false;
}

bool mentions(Expression e, const xb_source_variable *variable)
{
    if (!e)
        return false;
    if (e->kind == XB_SOURCE_VARIABLE &&
        (e->variable == variable || e->variable->pointer || e->variable->in_common))
        return true;
    for (size_t i = 0; i < e->count; i++)
        if (mentions(e->operands[i], variable))
            return true;
    return false;
}

bool is_same(Expression a, Expression b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->variable != b->variable || a->count != b->count ||
        a->intrinsic != b->intrinsic || a->callee != b->callee)
        return false;
    if (a->kind == XB_SOURCE_CONSTANT && std::string(a->text) != b->text)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!is_same(a->operands[i], b->operands[i]))
            return false;
    return true;
}

/* Whether other elements of what is assigned may be read. */
bool reads_others(Expression e, Expression target)
{
    if (!e || is_same(e, target))
        return false;
    if (e->kind == XB_SOURCE_VARIABLE && mentions(e, target->variable))
        return true;
    if (e->kind == XB_SOURCE_FUNCTION)
        return mentions(e, target->variable);
    for (size_t i = 0; i < e->count; i++)
        if (reads_others(e->operands[i], target))
            return true;
    return false;
}

class Elements
{
  public:
    explicit Elements(Reader &reader) : r{reader}
    {
    }

    /* The expression without what is not applied by elements. */
    Expression prepared(Expression e)
    {
        if (e->rank == 0 || e->kind == XB_SOURCE_CONSTANT || e->kind == XB_SOURCE_VARIABLE)
            return e;
        if (!applies_by_elements(e))
            return kept(e);
        xb_source_expression *made = copy_of(e, e->rank);
        for (size_t i = 0; i < e->count; i++)
            xb_source_set_operand(made, i, e->operands[i] ? prepared(e->operands[i]) : nullptr);
        return made;
    }

    /* The value of an array, in a variable. */
    Expression kept(Expression e)
    {
        xb_source_variable *variable = r.temporary("array", {e->type, e->bytes}, e->rank);
        variable->allocatable = true;
        r.assign(r.whole(variable), e);
        return r.whole(variable);
    }

    /* An element of what was prepared. @param places from 1 */
    Expression element(Expression e, const std::vector<Expression> &places)
    {
        if (e->rank == 0)
            return e;
        if (e->kind == XB_SOURCE_VARIABLE)
            return element_of(e, places);
        xb_source_expression *made = copy_of(e, 0);
        for (size_t i = 0; i < e->count; i++)
            xb_source_set_operand(made, i, e->operands[i] ? element(e->operands[i], places) : nullptr);
        return made;
    }

    /* Opens loops over all elements. @return their places */
    std::vector<Expression> begin_loops(Expression array)
    {
        std::vector<Expression> places(size_t(array->rank)), extents;
        for (int d = 1; d <= array->rank; d++)
            extents.push_back(extent(array, d));
        for (int d = array->rank; d >= 1; d--) {
            Expression counter = r.whole(r.temporary("i", default_integer, 0));
            r.begin_do(counter, r.number(1), extents[size_t(d) - 1], nullptr);
            places[size_t(d) - 1] = counter;
        }
        return places;
    }
    void end_loops(const std::vector<Expression> &places)
    {
        for (size_t i = 0; i < places.size(); i++)
            r.end_do();
    }

    /* An array that gives the shape of an expression: one of its operands. */
    static Expression array_in(Expression e)
    {
        if (e->kind == XB_SOURCE_VARIABLE)
            return e;
        for (size_t i = 0; i < e->count; i++)
            if (e->operands[i] && e->operands[i]->rank == e->rank)
                return array_in(e->operands[i]);
        return e;
    }

    /* The number of elements along a dimension, from 1. */
    Expression extent(Expression array, int dimension)
    {
        Expression from = array_in(array);
        if (from->kind != XB_SOURCE_VARIABLE || from->count == 0)
            return whole_extent(from, dimension);
        for (size_t i = 0; i < from->count; i++) {
            Expression subscript = from->operands[i];
            if (subscript->kind != XB_SOURCE_RANGE && subscript->rank == 0)
                continue;
            if (--dimension > 0)
                continue;
            return subscript->kind == XB_SOURCE_RANGE ? range_extent(from, subscript, int(i) + 1)
                                                      : extent(subscript, 1);
        }
        return r.number(0);
    }

  private:
    xb_source_expression *copy_of(Expression e, int rank)
    {
        xb_source_expression *made = xb_source_new(r.arena, e->kind, e->type, e->bytes, rank);
        made->intrinsic = e->intrinsic;
        made->text = e->text;
        made->callee = e->callee;
        made->variable = e->variable;
        xb_source_take_operands(r.arena, made, e->count);
        return made;
    }

    Expression whole_extent(Expression array, int dimension)
    {
        const xb_source_variable *variable = array->kind == XB_SOURCE_VARIABLE ? array->variable : nullptr;
        if (variable && variable->bounds) {
            const xb_bounds &bounds = variable->bounds[variable->rank - dimension];
            return r.number(std::max<int64_t>(0, bounds.upper - bounds.lower + 1));
        }
        return r.inquire(XB_INTRINSIC_SIZE, array, array->rank > 1 ? dimension : 0);
    }

    Expression range_extent(Expression section, Expression range, int dimension)
    {
        Expression whole = r.whole(section->variable);
        Expression lower = range->operands[0] ? range->operands[0] : r.lower_bound(whole, dimension);
        Expression upper = range->operands[1] ? range->operands[1] : r.upper_bound(whole, dimension);
        Expression stride = range->operands[2];
        int64_t a, b;
        if (!stride && xb_source_is_integer(lower, &a) && a == 1)
            return xb_source_is_integer(upper, &b) ? r.number(std::max<int64_t>(0, b)) : upper;
        Expression span = r.operate(XB_INTRINSIC_SUB, default_integer, {upper, lower});
        if (!stride)
            return r.operate(XB_INTRINSIC_ADD, default_integer, {span, r.number(1)});
        Expression sum = r.operate(XB_INTRINSIC_ADD, default_integer, {span, stride});
        return r.operate(XB_INTRINSIC_DIV, default_integer, {sum, stride});
    }

    Expression shifted(Expression first, Expression stride, Expression place)
    {
        int64_t a;
        if (!stride && xb_source_is_integer(first, &a) && a == 1)
            return place;
        Expression steps = r.operate(XB_INTRINSIC_SUB, default_integer, {place, r.number(1)});
        if (stride)
            steps = r.operate(XB_INTRINSIC_MUL, default_integer, {steps, stride});
        return r.operate(XB_INTRINSIC_ADD, default_integer, {first, steps});
    }

    Expression element_of(Expression e, const std::vector<Expression> &places)
    {
        std::vector<Expression> subscripts;
        Expression whole = r.whole(e->variable);
        size_t next = 0;
        for (int d = 1; e->count == 0 && d <= e->rank; d++)
            subscripts.push_back(shifted(r.lower_bound(whole, d), nullptr, places[next++]));
        for (size_t i = 0; i < e->count; i++) {
            Expression own = e->operands[i];
            if (own->kind == XB_SOURCE_RANGE)
                subscripts.push_back(
                    shifted(own->operands[0] ? own->operands[0] : r.lower_bound(whole, int(i) + 1),
                            own->operands[2], places[next++]));
            else
                subscripts.push_back(own->rank > 0 ? element(own, {places[next++]}) : own);
        }
        return r.part_of(e->variable, subscripts);
    }

    Reader &r;
};

/* Subscripts of a target do not change while it is assigned: vectors in them are kept if the target is among
 * them. */
void assign_by_loops(Reader &r, Expression target, Expression value, Expression mask)
{
    Elements elements{r};
    if (value->rank > 0)
        value = elements.prepared(value);
    if (reads_others(value, target)) {
        xb_source_variable *between = r.temporary("array", {value->type, value->bytes}, target->rank);
        between->allocatable = true;
        xb_source_statement *made = r.add(XB_SOURCE_ALLOCATE_LIKE);
        made->target = r.whole(between);
        made->value = target;
        assign_by_loops(r, r.whole(between), value, mask);
        assign_by_loops(r, target, r.whole(between), mask);
        return;
    }
    auto places = elements.begin_loops(target);
    if (mask)
        r.begin_if(elements.element(mask, places));
    r.assign(elements.element(target, places), elements.element(value, places));
    if (mask)
        r.end_if();
    elements.end_loops(places);
}

} // namespace

void assign_elementwise(Reader &r, Expression target, Expression value)
{
    if (target->rank > 0 && has_elemental_function(value))
        assign_by_loops(r, target, value, nullptr);
    else
        r.assign(target, value);
}

void call_elementwise(Reader &r, xb_source_unit *callee, const std::vector<Expression> &arguments,
                      bool is_elemental)
{
    Expression array = nullptr;
    for (Expression argument : arguments)
        if (is_elemental && argument && argument->rank > 0)
            array = argument;
    if (!array) {
        r.call(callee, arguments);
        return;
    }
    Elements elements{r};
    std::vector<Expression> prepared, now;
    for (Expression argument : arguments)
        prepared.push_back(argument && argument->rank > 0 ? elements.prepared(argument) : argument);
    auto places = elements.begin_loops(array);
    for (Expression argument : prepared)
        now.push_back(argument ? elements.element(argument, places) : nullptr);
    r.call(callee, now);
    elements.end_loops(places);
}

/* ---- masks ----------------------------------------------------------------------------------------------
 */

Expression Where::kept(Expression mask)
{
    xb_source_variable *variable = r.temporary("mask", truth, mask->rank);
    variable->allocatable = true;
    assign_elementwise(r, r.whole(variable), mask);
    return r.whole(variable);
}

void Where::begin(Expression mask)
{
    Expression outer = levels.empty() ? nullptr : levels.back().now;
    Expression own = kept(mask);
    Expression now = outer ? kept(r.operate(XB_INTRINSIC_AND, truth, {outer, own})) : own;
    levels.push_back({outer, now, nullptr});
}

void Where::otherwise(Expression mask)
{
    Level &level = levels.back();
    Expression rest = r.not_of(level.now);
    Expression before = level.left ? level.left : level.outer;
    level.left = kept(before ? r.operate(XB_INTRINSIC_AND, truth, {before, rest}) : rest);
    level.now = mask ? kept(r.operate(XB_INTRINSIC_AND, truth, {level.left, mask})) : level.left;
}

void Where::end()
{
    levels.pop_back();
}

void Where::assign(Expression target, Expression value)
{
    assign_by_loops(r, target, value, levels.back().now);
}

} // namespace reader
