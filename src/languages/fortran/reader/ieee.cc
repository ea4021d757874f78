/*
 * Questions are comparisons with the greatest and the least numbers. Values that no constant has are made of
 * their bits.
 */
#include "reader.h"

namespace reader
{

static const Kind truth = {XB_TYPE_BOOL, 0};

/* A number of a kind, as an integer has its bits. */
static Expression of_bits(Reader &r, Kind kind, int64_t bits)
{
    auto *integer = const_cast<xb_source_expression *>(r.number(bits));
    integer->bytes = kind.bytes;
    auto *mold = xb_source_new(r.arena, XB_SOURCE_CONSTANT, XB_TYPE_REAL, kind.bytes, 0);
    mold->text = "0.0";
    return r.operate(XB_INTRINSIC_TRANSFER, kind, {integer, mold});
}

/* The number by which the module knows a class; 0: it is no constant. */
static int64_t class_of(const TypedExpression &from)
{
    const auto *constant = evaluate::UnwrapConstantValue<evaluate::SomeDerived>(from);
    auto value = constant ? constant->GetScalarValue() : std::nullopt;
    if (!value || value->values().empty())
        return 0;
    auto known = evaluate::ToInt64(value->values().begin()->second.value());
    return known ? *known : 0;
}

static Expression value_of_class(Reader &r, Kind kind, int64_t number)
{
    enum { QUIET_NAN = 2, NEGATIVE_INFINITY = 3, POSITIVE_INFINITY = 10 };
    const bool is_short = kind.bytes == 4;
    switch (number) {
    case QUIET_NAN: return of_bits(r, kind, is_short ? 0x7fc00000 : 0x7ff8000000000000);
    case POSITIVE_INFINITY: return of_bits(r, kind, is_short ? 0x7f800000 : 0x7ff0000000000000);
    case NEGATIVE_INFINITY: return of_bits(r, kind, is_short ? -0x800000 : -0x10000000000000);
    default: return nullptr;
    }
}

Expression ieee_function(Reader &r, const std::string &name, const evaluate::ProcedureRef &call, Kind kind)
{
    const auto &arguments = call.arguments();
    const TypedExpression *first = !arguments.empty() && arguments[0] ? arguments[0]->UnwrapExpr() : nullptr;
    const TypedExpression *second =
        arguments.size() > 1 && arguments[1] ? arguments[1]->UnwrapExpr() : nullptr;
    auto is = [&](const char *wanted) { return name.compare(0, name.rfind("_a"), wanted) == 0; };
    if (!first)
        return nullptr;
    if (is("ieee_is_finite")) {
        Expression value = r.expression(*first);
        const Kind own = {value->type, value->bytes};
        return r.operate(
            XB_INTRINSIC_LESS_OR_EQUAL, truth,
            {r.operate(XB_INTRINSIC_ABS, own, {value}), r.operate(XB_INTRINSIC_HUGE, own, {value})});
    }
    if (is("ieee_value") && second)
        return value_of_class(r, kind, class_of(*second));
    return nullptr;
}

} // namespace reader
