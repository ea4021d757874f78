/*
 * Calls of intrinsic functions. Most have a row in the table of names, and take their operands in order. The
 * others are expressed by those: a table says how. Operations of the IR know operands by their places, and a
 * mask by its type, so that an argument that is left out before another one has to be filled in.
 */
#include <cstring>

#include "reader.h"

namespace reader
{

namespace
{

const Kind default_integer = {XB_TYPE_INTEGER, 4};
const Kind truth = {XB_TYPE_BOOL, 0};

Kind kind_of(Expression e)
{
    return {e->type, e->bytes};
}

unsigned bits_of(Expression integer)
{
    return 8 * (integer->bytes ? integer->bytes : 4);
}

/* One call. */
class Intrinsics
{
  public:
    Intrinsics(Reader &reader, const std::string &name, const evaluate::ProcedureRef &call, Kind kind,
               int rank)
        : r{reader}, name{name}, call{call}, kind{kind}, rank{rank}
    {
    }

    Expression made();

  private:
    using Maker = Expression (Intrinsics::*)();
    struct Special {
        const char *name;
        Maker make;
    };
    static const Special specials[];

    // ---- arguments

    bool has(size_t i) const
    {
        return i < call.arguments().size() && call.arguments()[i] && call.arguments()[i]->UnwrapExpr();
    }
    /* The value of an argument that there is. */
    Expression argument(size_t i)
    {
        const Intrinsic *row = find_intrinsic(name);
        bool is_elemental = row && xb_intrinsic_facts_of(row->code)->form == XB_FORM_ELEMENTAL;
        Expression value = r.expression(*call.arguments()[i]->UnwrapExpr());
        return r.loose_kept(is_elemental ? value : r.settled(value));
    }
    size_t count() const
    {
        return call.arguments().size();
    }
    bool is_truth(size_t i, bool value) const
    {
        Expression e = has(i) ? r.expression(*call.arguments()[i]->UnwrapExpr()) : nullptr;
        return e && e->kind == XB_SOURCE_CONSTANT && std::strcmp(e->text, value ? "true" : "false") == 0;
    }

    Expression refused(const char *what)
    {
        r.refuse("compute it otherwise", "the intrinsic %s%s can't be read", name.c_str(), what);
        return r.number(0);
    }
    Expression unknown()
    {
        return refused("");
    }

    // ---- operations

    Expression operate(xb_intrinsic_code code, std::initializer_list<Expression> operands)
    {
        return r.operate(code, kind, operands);
    }
    Expression of_rank(Expression made, int wanted)
    {
        const_cast<xb_source_expression *>(made)->rank = wanted;
        return made;
    }
    /* An integer of the kind of another one. */
    Expression integer_like(Expression other, int64_t value)
    {
        auto *made = const_cast<xb_source_expression *>(r.number(value));
        made->bytes = other->bytes;
        return made;
    }

    /* The operands in order, without the kind of the result. @return whether places tell them apart */
    bool take(xb_intrinsic_code code, std::vector<Expression> &operands)
    {
        const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
        bool is_absent = false, tells = true;
        for (size_t i = 0; i < count(); i++) {
            bool is_kind = facts->kind == i + 1 && facts->kind > 0;
            if (is_kind)
                continue;
            if (!has(i)) {
                is_absent = true;
                continue;
            }
            operands.push_back(i > 0 && argument(i)->rank == 0 ? r.narrowed(argument(i)) : argument(i));
            tells = tells && (!is_absent || operands.back()->type == XB_TYPE_BOOL);
        }
        return tells;
    }

    /* Only the type of a mold matters: a scalar need not have a value. */
    Expression mold(Expression from)
    {
        if (from->rank > 0 || (from->type != XB_TYPE_INTEGER && from->type != XB_TYPE_REAL))
            return from;
        xb_source_expression *made = xb_source_new(r.arena, XB_SOURCE_CONSTANT, from->type, from->bytes, 0);
        made->text = from->type == XB_TYPE_INTEGER ? "0" : "0.0";
        return made;
    }

    /* Whether rows of a factor are as long as columns of the next, for all that is known; else refused. */
    bool fit(const std::vector<Expression> &factors)
    {
        Expression along = r.extent(factors[0], factors[0]->rank), down = r.extent(factors[1], 1);
        int64_t row, column;
        if (!along || !down || !xb_source_is_integer(r.known_value(along), &row) ||
            !xb_source_is_integer(r.known_value(down), &column) || row == column)
            return true;
        r.refuse("rows of the first argument are as long as columns of the second",
                 "%s multiplies rows of %lld and columns of %lld elements", name.c_str(), (long long)row,
                 (long long)column);
        return false;
    }

    /* Elemental ones have the kind as an operand; the results of others are converted. */
    Expression plain(xb_intrinsic_code code)
    {
        const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(code);
        std::vector<Expression> operands;
        if (!take(code, operands))
            return refused(", with an argument left out before others,");
        if ((code == XB_INTRINSIC_MATMUL || code == XB_INTRINSIC_DOT_PRODUCT) && !fit(operands))
            return r.number(0);
        if (code == XB_INTRINSIC_TRANSFER && operands.size() > 1)
            operands[1] = mold(operands[1]);
        bool counts = facts->result == XB_RESULT_INTEGER && facts->form != XB_FORM_ELEMENTAL;
        Expression made = of_rank(r.operate(code, counts ? default_integer : kind, operands), rank);
        return counts && kind.bytes != 4 ? of_rank(r.operate(XB_INTRINSIC_INT, kind, {made}), rank) : made;
    }

    // ---- numbers

    /* Extremes of two are known. */
    Expression extreme(xb_intrinsic_code code)
    {
        Expression made = argument(0);
        for (size_t i = 1; i < count(); i++)
            if (has(i))
                made = operate(code, {made, argument(i)});
        return made;
    }
    Expression most()
    {
        return extreme(XB_INTRINSIC_NC_MAX);
    }
    Expression least()
    {
        return extreme(XB_INTRINSIC_NC_MIN);
    }
    Expression arctangent()
    {
        if (!has(1))
            return plain(XB_INTRINSIC_ARCTAN);
        return operate(XB_INTRINSIC_ARCTAN2, {argument(0), argument(1)});
    }
    /* That of a complex number is no holomorphic function: its parts are taken apart. */
    Expression magnitude()
    {
        Expression value = argument(0);
        if (value->type != XB_TYPE_COMPLEX)
            return operate(XB_INTRINSIC_ABS, {value});
        const Kind part = {XB_TYPE_REAL, value->bytes};
        return operate(XB_INTRINSIC_HYPOT, {r.operate(XB_INTRINSIC_REAL, part, {value}),
                                            r.operate(XB_INTRINSIC_IMAG, part, {value})});
    }
    Expression complex_number()
    {
        Expression re = argument(0);
        const Kind part = {XB_TYPE_REAL, kind.bytes};
        if (re->type == XB_TYPE_COMPLEX)
            return operate(XB_INTRINSIC_COMPLEX,
                           {r.operate(XB_INTRINSIC_REAL, part, {re}),
                            r.operate(XB_INTRINSIC_REAL, part,
                                      {r.operate(XB_INTRINSIC_IMAG, {XB_TYPE_REAL, re->bytes}, {re})})});
        auto *zero = xb_source_new(r.arena, XB_SOURCE_CONSTANT, XB_TYPE_REAL, kind.bytes, 0);
        zero->text = "0.0";
        Expression im = has(1) ? argument(1) : zero;
        return operate(XB_INTRINSIC_COMPLEX, {of_part(re, part), of_part(im, part)});
    }
    Expression of_part(Expression value, Kind part)
    {
        return value->type == part.type && value->bytes == part.bytes
                   ? value
                   : r.operate(XB_INTRINSIC_REAL, part, {value});
    }
    /* What is not equal to itself: compilers warn of that. */
    Expression is_no_number()
    {
        Expression value = argument(0);
        return operate(XB_INTRINSIC_NOT, {operate(XB_INTRINSIC_GREATER_OR_EQUAL, {value, value})});
    }

    Expression real_like(Expression other, const char *text)
    {
        auto *made = xb_source_new(r.arena, XB_SOURCE_CONSTANT, other->type, other->bytes, 0);
        made->text = text;
        return made;
    }
    /* Zero may be negative. */
    Expression is_negative()
    {
        Expression value = argument(0);
        Expression sign = r.operate(XB_INTRINSIC_SIGN, kind_of(value), {real_like(value, "1.0"), value});
        return r.operate(XB_INTRINSIC_LESS_THAN, truth, {sign, real_like(value, "0.0")});
    }
    Expression is_normal()
    {
        Expression value = argument(0), size = r.operate(XB_INTRINSIC_ABS, kind_of(value), {value});
        Expression least = r.operate(XB_INTRINSIC_TINY, kind_of(value), {value}),
                   most = r.operate(XB_INTRINSIC_HUGE, kind_of(value), {value});
        Expression is_between = r.operate(XB_INTRINSIC_AND, truth,
                                          {r.operate(XB_INTRINSIC_GREATER_OR_EQUAL, truth, {size, least}),
                                           r.operate(XB_INTRINSIC_LESS_OR_EQUAL, truth, {size, most})});
        return r.operate(
            XB_INTRINSIC_OR, truth,
            {r.operate(XB_INTRINSIC_LESS_OR_EQUAL, truth, {size, real_like(value, "0.0")}), is_between});
    }

    // ---- texts

    Expression compared(xb_intrinsic_code code)
    {
        return r.operate(code, truth, {argument(0), argument(1)});
    }
    Expression is_behind()
    {
        return compared(XB_INTRINSIC_STRING_GT);
    }
    Expression is_not_before()
    {
        return compared(XB_INTRINSIC_STRING_GE);
    }
    Expression is_before()
    {
        return compared(XB_INTRINSIC_STRING_LT);
    }
    Expression is_not_behind()
    {
        return compared(XB_INTRINSIC_STRING_LE);
    }

    // ---- bits

    Expression shifted(Expression value, Expression places)
    {
        return r.operate(XB_INTRINSIC_ISHFT, kind_of(value), {value, places});
    }
    Expression negative(Expression value)
    {
        int64_t known;
        return xb_source_is_integer(value, &known) ? r.number(-known)
                                                   : r.operate(XB_INTRINSIC_MINUS, kind_of(value), {value});
    }
    Expression inverted(Expression value)
    {
        return r.operate(XB_INTRINSIC_NOT_SCAL, kind_of(value), {value});
    }
    Expression shift_left()
    {
        return shifted(argument(0), argument(1));
    }
    Expression shift_right()
    {
        return shifted(argument(0), negative(argument(1)));
    }
    /* Negative numbers are filled up by ones. */
    Expression shift_signed()
    {
        Expression value = argument(0), places = negative(argument(1));
        Expression is_positive =
            r.operate(XB_INTRINSIC_GREATER_OR_EQUAL, truth, {value, integer_like(value, 0)});
        return operate(XB_INTRINSIC_MERGE,
                       {shifted(value, places), inverted(shifted(inverted(value), places)), is_positive});
    }
    Expression some_bits()
    {
        Expression value = argument(0);
        return operate(XB_INTRINSIC_IAND, {shifted(value, negative(argument(1))),
                                           inverted(shifted(integer_like(value, -1), argument(2)))});
    }
    Expression mixed_bits()
    {
        Expression mask = argument(2);
        Expression first = operate(XB_INTRINSIC_IAND, {argument(0), mask}),
                   second = operate(XB_INTRINSIC_IAND, {argument(1), inverted(mask)});
        return operate(XB_INTRINSIC_IOR, {first, second});
    }
    Expression mask_of(bool is_left)
    {
        Expression places = argument(0), ones = integer_like(places, -1);
        const_cast<xb_source_expression *>(ones)->bytes = kind.bytes;
        return inverted(shifted(ones, is_left ? negative(places) : places));
    }
    Expression left_mask()
    {
        return mask_of(true);
    }
    Expression right_mask()
    {
        return mask_of(false);
    }
    /* What leaves on one side comes in on the other. */
    Expression rotated()
    {
        if (has(2))
            return refused(" of some of the bits");
        Expression value = argument(0), places = argument(1);
        Expression width = integer_like(places, bits_of(value));
        Expression back = r.operate(XB_INTRINSIC_SUB, kind_of(places),
                                    {places, r.operate(XB_INTRINSIC_SIGN, kind_of(places), {width, places})});
        return operate(XB_INTRINSIC_IOR, {shifted(value, places), shifted(value, back)});
    }

    // ---- arrays

    /* All bounds are a list of them. */
    Expression all_bounds(xb_intrinsic_code code)
    {
        Expression array = argument(0);
        if (has(1) || r.declares)
            return plain(code);
        xb_source_variable *list = r.array_of("bounds", kind, {r.number(array->rank)});
        for (int d = 1; d <= array->rank; d++) {
            Expression bound = r.inquire(code, array, d);
            r.assign(r.part_of(list, {r.number(d)}),
                     kind.bytes == 4 ? bound : r.operate(XB_INTRINSIC_INT, kind, {bound}));
        }
        return r.whole(list);
    }
    Expression lower_bounds()
    {
        return all_bounds(XB_INTRINSIC_LBOUND);
    }
    Expression upper_bounds()
    {
        return all_bounds(XB_INTRINSIC_UBOUND);
    }

    /* The fill is an operand before the dimension. */
    Expression shifted_out()
    {
        Expression array = argument(0);
        std::vector<Expression> operands = {array, r.narrowed(argument(1))};
        if (has(2))
            operands.push_back(argument(2));
        else if (has(3))
            operands.push_back(zero_of(array));
        if (has(3))
            operands.push_back(r.narrowed(argument(3)));
        return of_rank(r.operate(XB_INTRINSIC_EOSHIFT, kind, operands), rank);
    }
    Expression zero_of(Expression array)
    {
        auto *zero =
            xb_source_new(r.arena, XB_SOURCE_CONSTANT,
                          array->type == XB_TYPE_COMPLEX ? XB_TYPE_REAL : array->type, array->bytes, 0);
        zero->text = array->type == XB_TYPE_INTEGER ? "0" : array->type == XB_TYPE_BOOL ? "false" : "0.0";
        return array->type == XB_TYPE_COMPLEX ? r.operate(XB_INTRINSIC_COMPLEX, kind_of(array), {zero, zero})
                                              : zero;
    }

    /* Without elements to fill up, dimensions of two are exchanged by a transposition, others filled up by
     * what is there. */
    Expression reshaped()
    {
        Expression source = argument(0);
        std::vector<Expression> extents, order, operands = {source};
        if (has(3) && !has(2) && rank == 2 && r.values_of(*call.arguments()[1]->UnwrapExpr(), extents) &&
            r.values_of(*call.arguments()[3]->UnwrapExpr(), order)) {
            int64_t first;
            bool is_turned = xb_source_is_integer(order[0], &first) && first == 2;
            Expression shape =
                is_turned ? r.constant_array(default_integer, {2}, {extents[1], extents[0]}) : argument(1);
            Expression made = of_rank(r.operate(XB_INTRINSIC_RESHAPE, kind, {source, shape}), 2);
            return is_turned ? of_rank(operate(XB_INTRINSIC_TRANSPOSE, {r.loose_kept(made)}), 2) : made;
        }
        operands.push_back(argument(1));
        if (has(2) || has(3))
            operands.push_back(has(2) ? argument(2) : source);
        if (has(3))
            operands.push_back(argument(3));
        return of_rank(r.operate(XB_INTRINSIC_RESHAPE, kind, operands), rank);
    }

    /* (array, dim, mask, kind, back) */
    Expression location(xb_intrinsic_code code)
    {
        if (has(4) && !is_truth(4, false))
            return refused(" from the back");
        std::vector<Expression> operands = {argument(0)};
        for (size_t i = 1; i < 3; i++)
            if (has(i))
                operands.push_back(r.narrowed(argument(i)));
        Expression made = of_rank(r.operate(code, default_integer, operands), rank);
        return kind.bytes == 4 ? made : of_rank(r.operate(XB_INTRINSIC_INT, kind, {made}), rank);
    }
    Expression place_of_most()
    {
        return location(XB_INTRINSIC_MAXLOC);
    }
    Expression place_of_least()
    {
        return location(XB_INTRINSIC_MINLOC);
    }

    /* A variable for the array, whose elements are looked at one by one. */
    xb_source_variable *kept(size_t i)
    {
        Expression array = argument(i);
        bool is_whole = array->kind == XB_SOURCE_VARIABLE && array->count == 0;
        return is_whole ? array->variable : r.kept("array", array)->variable;
    }
    /* Opens a loop over a vector. @return the element; its place, from 1, is in counter */
    Expression begin_search(xb_source_variable *array, Expression *counter)
    {
        Expression whole = r.whole(array), lower = r.lower_bound(whole, 1);
        *counter = r.whole(r.counter(0));
        r.begin_do(*counter, r.number(1), r.inquire(XB_INTRINSIC_SIZE, whole, 0), nullptr);
        int64_t first;
        if (xb_source_is_integer(lower, &first) && first == 1)
            return r.part_of(array, {*counter});
        Expression step = r.operate(XB_INTRINSIC_SUB, default_integer, {*counter, r.number(1)});
        return r.part_of(array, {r.operate(XB_INTRINSIC_ADD, default_integer, {lower, step})});
    }
    Expression result_of(Expression scalar)
    {
        if (kind.bytes != 4)
            scalar = r.operate(XB_INTRINSIC_INT, kind, {scalar});
        if (rank == 0)
            return scalar;
        xb_source_variable *list = r.temporary("list", kind, 1);
        auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(r.arena, sizeof(xb_bounds)));
        *bounds = {1, 1};
        list->bounds = bounds;
        r.assign(r.part_of(list, {r.number(1)}), scalar);
        return r.whole(list);
    }

    /* (array, value, dim, mask, kind, back) */
    Expression found()
    {
        Expression value = argument(1);
        if (argument(0)->rank != 1 || has(3) || (has(5) && !is_truth(5, false)) || r.declares)
            return refused(" of a matrix, with a mask, or from the back");
        xb_source_variable *array = kept(0);
        Expression place = r.whole(r.temporary("place", default_integer, 0)), counter;
        r.assign(place, r.number(0));
        Expression element = begin_search(array, &counter);
        int64_t end = r.new_label();
        const auto equal = value->type == XB_TYPE_STRING ? XB_INTRINSIC_STRING_EQ : XB_INTRINSIC_EQUAL;
        r.begin_if(is_truth(1, true) ? element : r.operate(equal, truth, {element, value}));
        r.assign(place, counter);
        r.jump(end);
        r.end_if();
        r.end_do();
        r.put_label(end);
        return result_of(place);
    }

    Expression all_bits(xb_intrinsic_code code, int64_t neutral)
    {
        if (argument(0)->rank != 1 || has(1) || has(2) || r.declares)
            return refused(" of a matrix, with dim, or with a mask");
        xb_source_variable *array = kept(0);
        Expression bits = r.whole(r.temporary("bits", kind, 0)), counter;
        r.assign(bits, integer_like(bits, neutral));
        Expression element = begin_search(array, &counter);
        r.assign(bits, operate(code, {bits, element}));
        r.end_do();
        return bits;
    }
    Expression every_bit()
    {
        return all_bits(XB_INTRINSIC_IAND, -1);
    }
    Expression any_bit()
    {
        return all_bits(XB_INTRINSIC_IOR, 0);
    }
    Expression odd_bits()
    {
        return all_bits(XB_INTRINSIC_IEOR, 0);
    }

    Reader &r;
    const std::string name;
    const evaluate::ProcedureRef &call;
    const Kind kind;
    const int rank;
};

const Intrinsics::Special Intrinsics::specials[] = {
    {"abs", &Intrinsics::magnitude},
    {"cabs", &Intrinsics::magnitude},
    {"cdabs", &Intrinsics::magnitude},
    {"zabs", &Intrinsics::magnitude},
    {"max", &Intrinsics::most},
    {"amax0", &Intrinsics::most},
    {"amax1", &Intrinsics::most},
    {"dmax1", &Intrinsics::most},
    {"max0", &Intrinsics::most},
    {"max1", &Intrinsics::most},
    {"min", &Intrinsics::least},
    {"amin0", &Intrinsics::least},
    {"amin1", &Intrinsics::least},
    {"dmin1", &Intrinsics::least},
    {"min0", &Intrinsics::least},
    {"min1", &Intrinsics::least},
    {"atan", &Intrinsics::arctangent},
    {"cmplx", &Intrinsics::complex_number},
    {"dcmplx", &Intrinsics::complex_number},
    {"isnan", &Intrinsics::is_no_number},
    {"ieee_is_nan", &Intrinsics::is_no_number},
    {"__builtin_ieee_is_nan", &Intrinsics::is_no_number},
    {"__builtin_ieee_is_negative", &Intrinsics::is_negative},
    {"__builtin_ieee_is_normal", &Intrinsics::is_normal},
    {"lgt", &Intrinsics::is_behind},
    {"lge", &Intrinsics::is_not_before},
    {"llt", &Intrinsics::is_before},
    {"lle", &Intrinsics::is_not_behind},
    {"shiftl", &Intrinsics::shift_left},
    {"shiftr", &Intrinsics::shift_right},
    {"shifta", &Intrinsics::shift_signed},
    {"ibits", &Intrinsics::some_bits},
    {"merge_bits", &Intrinsics::mixed_bits},
    {"maskl", &Intrinsics::left_mask},
    {"maskr", &Intrinsics::right_mask},
    {"ishftc", &Intrinsics::rotated},
    {"eoshift", &Intrinsics::shifted_out},
    {"reshape", &Intrinsics::reshaped},
    {"maxloc", &Intrinsics::place_of_most},
    {"minloc", &Intrinsics::place_of_least},
    {"lbound", &Intrinsics::lower_bounds},
    {"ubound", &Intrinsics::upper_bounds},
    {"findloc", &Intrinsics::found},
    {"iall", &Intrinsics::every_bit},
    {"iany", &Intrinsics::any_bit},
    {"iparity", &Intrinsics::odd_bits},
};

Expression Intrinsics::made()
{
    if (name == "allocated" && has(0) && argument(0)->type == XB_TYPE_STRING && argument(0)->rank == 0) {
        r.refuse("let it be empty at first, and ask for its length",
                 "whether a text is allocated can't be read");
        return r.truth(true);
    }
    for (const Special &special : specials)
        if (name == special.name)
            return (this->*special.make)();
    const Intrinsic *row = find_intrinsic(name);
    return row ? plain(row->code) : unknown();
}

} // namespace

Expression Reader::intrinsic(const std::string &name, const evaluate::ProcedureRef &call, Kind kind, int rank)
{
    for (const auto &argument : call.arguments())
        if (argument && argument->UnwrapExpr() && structure_type(*argument->UnwrapExpr()))
            return structure_inquiry(name, call);
    return Intrinsics{*this, name, call, kind, rank}.made();
}

} // namespace reader
