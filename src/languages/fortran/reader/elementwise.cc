/*
 * An element of an array expression is the same expression of elements. What is not applied element by
 * element (a function with an array as its result, a transformational intrinsic) is computed before the
 * loops.
 */
#include "elementwise.h"

#include <algorithm>
#include <cstring>

namespace reader
{

namespace
{

const Kind default_integer = {XB_TYPE_INTEGER, 4};

/* Whether a function of the program is applied to the elements of an array. */
bool has_elemental_function(Expression e)
{
    if (!e || e->rank == 0)
        return false;
    if (e->kind == XB_SOURCE_FUNCTION && applies_by_elements(e))
        return true;
    for (size_t i = 0; e->kind != XB_SOURCE_VARIABLE && i < e->count; i++)
        if (has_elemental_function(e->operands[i]))
            return true;
    return false;
}

bool may_share(const xb_source_variable *a, const xb_source_variable *b)
{
    if (a == b)
        return true;
    if ((a->pointer && (b->pointer || b->target)) || (b->pointer && a->target))
        return true;
    return a->shared && b->shared;
}

} // namespace

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

int inner_rank(Expression e, size_t i)
{
    return e->kind == XB_SOURCE_FUNCTION && i < e->callee->formals.count
               ? static_cast<const xb_source_variable *>(e->callee->formals.items[i])->rank
               : 0;
}

bool is_all_elemental(Expression e)
{
    if (!e || e->kind == XB_SOURCE_CONSTANT || e->kind == XB_SOURCE_VARIABLE)
        return true;
    if (e->rank > 0 && !applies_by_elements(e))
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!is_all_elemental(e->operands[i]))
            return false;
    return true;
}

bool mentions(Expression e, const xb_source_variable *variable)
{
    if (!e)
        return false;
    if (e->kind == XB_SOURCE_VARIABLE && may_share(e->variable, variable))
        return true;
    for (size_t i = 0; i < e->count; i++)
        if (mentions(e->operands[i], variable))
            return true;
    return false;
}

bool is_same(Expression a, Expression b)
{
    if (!a || !b || a == b)
        return a == b;
    if (a->kind != b->kind || a->variable != b->variable || a->count != b->count ||
        a->intrinsic != b->intrinsic || a->callee != b->callee)
        return false;
    int64_t x, y;
    if (xb_source_is_integer(a, &x) && xb_source_is_integer(b, &y))
        return x == y;
    if (a->kind == XB_SOURCE_CONSTANT)
        return a->type == b->type && a->bytes == b->bytes && std::strcmp(a->text, b->text) == 0;
    for (size_t i = 0; i < a->count; i++)
        if (!is_same(a->operands[i], b->operands[i]))
            return false;
    return true;
}

bool reads_others(Expression e, Expression target)
{
    if (!e)
        return false;
    if (is_same(e, target)) {
        for (size_t i = 0; i < e->count; i++)
            if (mentions(e->operands[i], target->variable))
                return true;
        return false;
    }
    if (e->kind == XB_SOURCE_VARIABLE)
        return mentions(e, target->variable);
    if (e->kind == XB_SOURCE_FUNCTION && !applies_by_elements(e))
        return mentions(e, target->variable);
    for (size_t i = 0; i < e->count; i++)
        if (reads_others(e->operands[i], target))
            return true;
    return false;
}

/* ---- elements -------------------------------------------------------------------------------------------
 */

Expression Elements::prepared(Expression e)
{
    if (e->rank == 0 || e->kind == XB_SOURCE_CONSTANT || e->kind == XB_SOURCE_VARIABLE)
        return e;
    if (!applies_by_elements(e))
        return r.kept("array", e);
    xb_source_expression *made = copy_of(e, e->rank);
    for (size_t i = 0; i < e->count; i++)
        xb_source_set_operand(made, i, e->operands[i] ? prepared(e->operands[i]) : nullptr);
    return made;
}

Expression Elements::element(Expression e, const std::vector<Place> &places, int inner)
{
    if (e->rank == inner)
        return e;
    if (e->kind == XB_SOURCE_VARIABLE)
        return element_of(e, places, inner);
    xb_source_expression *made = copy_of(e, 0);
    for (size_t i = 0; i < e->count; i++)
        xb_source_set_operand(made, i,
                              e->operands[i] ? element(e->operands[i], places, inner_rank(e, i)) : nullptr);
    return made;
}

/* The first subscript of a dimension that has a range without a stride; 1 of others. */
Expression Elements::first_of(Expression array, int dimension)
{
    Expression first = nullptr;
    if (array->kind == XB_SOURCE_VARIABLE && array->count == 0)
        first = r.lower_bound(array, dimension);
    for (size_t i = 0; array->kind == XB_SOURCE_VARIABLE && i < array->count; i++) {
        Expression own = array->operands[i];
        if (own->kind != XB_SOURCE_RANGE && own->rank == 0)
            continue;
        if (--dimension == 0 && own->kind == XB_SOURCE_RANGE && !own->operands[2])
            first = own->operands[0] ? own->operands[0] : r.lower_bound(r.whole(array->variable), int(i) + 1);
    }
    bool is_plain = first && (first->kind == XB_SOURCE_CONSTANT || r.is_constant_here(first));
    return is_plain ? first : r.number(1);
}

std::vector<Elements::Place> Elements::begin_loops(Expression array, int inner)
{
    const int count = array->rank - inner;
    std::vector<Place> places(static_cast<size_t>(count));
    std::vector<Expression> lasts;
    for (int d = 1; d <= count; d++) {
        Expression extent = r.extent(array, inner + d), first = first_of(array, inner + d);
        places[size_t(d) - 1].first = first;
        if (!extent)
            r.refuse("assign it to a variable first", "the extents of an array are not known here");
        lasts.push_back(r.difference_of(r.sum_of(first, extent ? extent : r.number(0)), r.number(1)));
    }
    for (int d = count; d >= 1; d--) {
        Place &place = places[size_t(d) - 1];
        place.counter = r.whole(r.counter(r.open_loops++));
        r.begin_do(place.counter, place.first, lasts[size_t(d) - 1], nullptr);
    }
    return places;
}

void Elements::end_loops(size_t count)
{
    for (size_t i = 0; i < count; i++)
        r.end_do();
    r.open_loops -= count;
}

xb_source_expression *Elements::copy_of(Expression e, int rank)
{
    xb_source_expression *made = xb_source_new(r.arena, e->kind, e->type, e->bytes, rank);
    made->intrinsic = e->intrinsic;
    made->text = e->text;
    made->callee = e->callee;
    made->variable = e->variable;
    xb_source_take_operands(r.arena, made, e->count);
    return made;
}

Expression Elements::shifted(Expression first, Expression stride, const Place &place)
{
    if (!stride && is_same(first, place.first))
        return place.counter;
    if (!stride)
        return r.sum_of(place.counter, r.difference_of(first, place.first));
    Expression steps = r.difference_of(place.counter, place.first);
    return r.operate(XB_INTRINSIC_ADD, default_integer,
                     {first, r.operate(XB_INTRINSIC_MUL, default_integer, {steps, stride})});
}

Expression Elements::element_of(Expression e, const std::vector<Place> &places, int inner)
{
    std::vector<Expression> subscripts;
    Expression whole = r.whole(e->variable);
    size_t next = 0;
    for (int d = 1; e->count == 0 && d <= e->rank; d++)
        subscripts.push_back(d <= inner ? r.range(nullptr, nullptr, nullptr)
                                        : shifted(r.lower_bound(whole, d), nullptr, places[next++]));
    for (size_t i = 0; i < e->count; i++) {
        Expression own = e->operands[i];
        if (own->rank > 0 || own->kind == XB_SOURCE_RANGE)
            inner--;
        if (inner >= 0 && (own->rank > 0 || own->kind == XB_SOURCE_RANGE))
            subscripts.push_back(own);
        else if (own->kind == XB_SOURCE_RANGE)
            subscripts.push_back(
                shifted(own->operands[0] ? own->operands[0] : r.lower_bound(whole, int(i) + 1),
                        own->operands[2], places[next++]));
        else
            subscripts.push_back(own->rank > 0 ? element(own, {places[next++]}) : own);
    }
    return r.part_of(e->variable, subscripts);
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

/* The loops themselves; what is assigned is allocated, and nothing of it is read. */
static void fill_by_loops(Reader &r, Expression target, Expression value, Expression mask)
{
    Elements elements{r};
    auto places = elements.begin_loops(target);
    if (mask)
        r.begin_if(elements.element(mask, places));
    r.assign(elements.element(target, places), elements.element(value, places));
    if (mask)
        r.end_if();
    elements.end_loops(places.size());
}

/* What is read is not changed under way: values are kept if other elements of the target are among them. */
void assign_by_loops(Reader &r, Expression target, Expression value, Expression mask)
{
    Elements elements{r};
    if (value->rank > 0)
        value = elements.prepared(value);
    bool may_move = target->kind == XB_SOURCE_VARIABLE && target->count == 0 &&
                    target->variable->allocatable && !mask && value->rank > 0;
    if (reads_others(value, target) || may_move) {
        Expression between =
            r.whole(r.array_like("array", {target->type, target->bytes}, may_move ? value : target));
        fill_by_loops(r, between, value, mask);
        if (mask)
            assign_by_loops(r, target, between, mask);
        else
            assign_elementwise(r, target, between);
        return;
    }
    fill_by_loops(r, target, value, mask);
}

Expression Reader::settled(Expression e)
{
    if (!has_elemental_function(e))
        return e;
    Expression value = Elements{*this}.prepared(e);
    Expression made = whole(array_like("array", {e->type, e->bytes}, value));
    fill_by_loops(*this, made, value, nullptr);
    return made;
}

void assign_elementwise(Reader &r, Expression target, Expression value)
{
    /* A part of a text is no variable. */
    const xb_source_variable *made =
        target->kind == XB_SOURCE_VARIABLE && target->variable->allocatable ? target->variable : nullptr;
    if (target->rank > 0 && has_elemental_function(value)) {
        assign_by_loops(r, target, value, nullptr);
    } else if (made && target->rank > 0 && target->count == 0 && value->rank > 0) {
        r.assign_whole(target, value);
    } else {
        if (made)
            r.settle_scalar(target);
        r.assign(target, value);
    }
}

void call_elementwise(Reader &r, xb_source_unit *callee, const std::vector<Expression> &arguments,
                      bool is_elemental)
{
    Expression array = nullptr;
    int inner = 0;
    auto rank_of_formal = [callee](size_t i) {
        return i < callee->formals.count
                   ? static_cast<const xb_source_variable *>(callee->formals.items[i])->rank
                   : 0;
    };
    for (size_t i = 0; is_elemental && i < arguments.size(); i++) {
        Expression argument = arguments[i];
        if (argument && argument->rank > rank_of_formal(i) &&
            (!array || (argument->kind == XB_SOURCE_VARIABLE && rank_of_formal(i) <= inner))) {
            array = argument;
            inner = rank_of_formal(i);
        }
    }
    if (!array) {
        r.call(callee, arguments);
        return;
    }
    Elements elements{r};
    std::vector<Expression> prepared, now;
    for (Expression argument : arguments)
        prepared.push_back(argument && argument->rank > 0 ? elements.prepared(argument) : argument);
    auto places = elements.begin_loops(array, inner);
    for (size_t i = 0; i < prepared.size(); i++)
        now.push_back(prepared[i] ? elements.element(prepared[i], places, rank_of_formal(i)) : nullptr);
    r.call(callee, now);
    elements.end_loops(places.size());
}

} // namespace reader
