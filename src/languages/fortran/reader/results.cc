/*
 * Results of functions that are arrays. Inside of a larger expression such a result is a variable, which is
 * allocated with the extents that the function declares, as they follow from the arguments of the call.
 */
#include <algorithm>

#include "elementwise.h"
#include "reader.h"

namespace reader
{

namespace
{

const Kind default_integer = {XB_TYPE_INTEGER, 4};

class Results
{
  public:
    Results(Reader &reader, xb_source_unit *callee, std::vector<Expression> &arguments)
        : r{reader}, callee{callee}, arguments{arguments}
    {
    }

    /* What the declaration of a result says of a call. */
    Expression of_call(Expression e)
    {
        if (!e || e->kind == XB_SOURCE_CONSTANT)
            return e;
        if (e->kind == XB_SOURCE_VARIABLE)
            return variable(e);
        if (e->kind == XB_SOURCE_OPERATION && e->count > 0 && formal_of(e->operands[0]) &&
            e->operands[0]->rank > 0)
            return inquiry(e);
        return copy(e);
    }

  private:
    Expression copy(Expression e)
    {
        xb_source_expression *made = xb_source_new(r.arena, e->kind, e->type, e->bytes, e->rank);
        made->intrinsic = e->intrinsic;
        made->text = e->text;
        made->callee = e->callee;
        made->variable = e->variable;
        xb_source_take_operands(r.arena, made, e->count);
        for (size_t i = 0; i < e->count; i++)
            xb_source_set_operand(made, i, of_call(e->operands[i]));
        return made;
    }

    /* The formal argument that an expression is, all of it. */
    const xb_source_variable *formal_of(Expression e) const
    {
        bool is_whole = e && e->kind == XB_SOURCE_VARIABLE && e->count == 0;
        for (size_t i = 0; is_whole && i < callee->formals.count; i++)
            if (callee->formals.items[i] == e->variable)
                return e->variable;
        return nullptr;
    }

    /* What is passed as a formal argument, as a variable if it is an array. */
    Expression actual_of(const xb_source_variable *formal)
    {
        for (size_t i = 0; i < callee->formals.count && i < arguments.size(); i++) {
            if (callee->formals.items[i] != formal || !arguments[i])
                continue;
            if (arguments[i]->rank > 0 && arguments[i]->kind != XB_SOURCE_VARIABLE)
                arguments[i] = r.kept("passed", arguments[i]);
            return arguments[i];
        }
        r.refuse("assign it to a variable of its own", "the extents of the result of %s can't be told here",
                 callee->name);
        return r.number(1);
    }

    Expression variable(Expression e)
    {
        if (!e->variable->home || e->variable->home != callee)
            return e->count > 0 ? copy(e) : e;
        if (const xb_source_variable *formal = formal_of(e))
            return actual_of(formal);
        if (e->variable->position == 0 && e->variable->parameter)
            return e;
        r.refuse("assign it to a variable of its own", "the extents of the result of %s can't be told here",
                 callee->name);
        return r.number(1);
    }

    /* Bounds of a formal argument are its own, extents are those of what is passed. */
    Expression inquiry(Expression e)
    {
        const xb_source_variable *formal = formal_of(e->operands[0]);
        int64_t dimension = 1;
        bool has_dimension = e->count > 1 && xb_source_is_integer(e->operands[1], &dimension);
        bool is_bound = e->intrinsic == XB_INTRINSIC_UBOUND || e->intrinsic == XB_INTRINSIC_LBOUND;
        if (e->rank == 0 && has_dimension && (is_bound || e->intrinsic == XB_INTRINSIC_SIZE)) {
            Expression lower = of_call(r.lower_bound(e->operands[0], int(dimension)));
            Expression extent = declared_extent(formal, int(dimension));
            return e->intrinsic == XB_INTRINSIC_SIZE ? extent
                   : e->intrinsic == XB_INTRINSIC_LBOUND
                       ? lower
                       : sum(lower, r.operate(XB_INTRINSIC_SUB, default_integer, {extent, r.number(1)}));
        }
        if (e->intrinsic == XB_INTRINSIC_SIZE && e->count == 1) {
            Expression all = nullptr;
            for (int d = 1; d <= formal->rank; d++) {
                Expression extent = declared_extent(formal, d);
                all = all ? r.operate(XB_INTRINSIC_MUL, default_integer, {all, extent}) : extent;
            }
            return all;
        }
        return copy(e);
    }
    Expression declared_extent(const xb_source_variable *formal, int dimension)
    {
        const size_t place = size_t(formal->rank - dimension);
        if (formal->bounds)
            return r.number(
                std::max<int64_t>(0, formal->bounds[place].upper - formal->bounds[place].lower + 1));
        const xb_source_dimension *declared = formal->dimensions ? &formal->dimensions[place] : nullptr;
        if (declared && declared->extent == XB_EXTENT_EXPLICIT)
            return r.extent_between(of_call(declared->lower), of_call(declared->upper));
        return r.extent(actual_of(formal), dimension);
    }
    Expression sum(Expression a, Expression b)
    {
        return r.operate(XB_INTRINSIC_ADD, default_integer, {a, b});
    }

    Reader &r;
    const xb_source_unit *callee;
    std::vector<Expression> &arguments;
};

} // namespace

Expression Reader::extent_between(Expression lower, Expression upper)
{
    int64_t a = 1, b;
    bool known = !lower || xb_source_is_integer(lower, &a);
    if (known && xb_source_is_integer(upper, &b))
        return number(std::max<int64_t>(0, b - a + 1));
    if (known && a == 1)
        return upper;
    return operate(XB_INTRINSIC_ADD, default_integer,
                   {operate(XB_INTRINSIC_SUB, default_integer, {upper, lower}), number(1)});
}

std::vector<Expression> Reader::extents_of_result(xb_source_unit *callee, const xb_source_variable &result,
                                                  std::vector<Expression> &arguments)
{
    std::vector<Expression> extents;
    for (int d = result.rank; d-- > 0 && result.dimensions;) {
        const xb_source_dimension &dimension = result.dimensions[d];
        Results results{*this, callee, arguments};
        if (dimension.extent == XB_EXTENT_EXPLICIT)
            extents.push_back(
                narrowed(extent_between(results.of_call(dimension.lower), results.of_call(dimension.upper))));
    }
    return extents;
}

Expression Reader::room_for_result(xb_source_unit *callee, std::vector<Expression> &arguments)
{
    const auto *formal =
        static_cast<const xb_source_variable *>(callee->formals.items[callee->formals.count - 1]);
    Expression room = whole(temporary(formal->name, {formal->type, formal->bytes}, formal->rank));
    if (formal->length)
        room->variable->length = formal->length;
    if (formal->bounds) {
        room->variable->bounds = formal->bounds;
        return room;
    }
    room->variable->allocatable = formal->rank > 0;
    const std::vector<Expression> extents = extents_of_result(callee, *formal, arguments);
    if (int(extents.size()) == formal->rank && formal->rank > 0)
        allocate(room, extents);
    else if (formal->rank > 0 && is_within_loop())
        free_if_allocated(room);
    return room;
}

} // namespace reader
