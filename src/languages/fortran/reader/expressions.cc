/*
 * Typed expressions of flang, by cases of its types. Conversions stand as operations where an operation does
 * not make them itself. What is no expression of the statement form (array constructors, whole constants)
 * becomes a variable that is assigned before the statement at hand.
 */
#include <cstring>

#include "elementwise.h"
#include "pointers.h"
#include "reader.h"
#include "texts.h"

namespace reader
{

namespace
{

using common::TypeCategory;
using evaluate::Expr;
using evaluate::Type;

const Kind default_integer = {XB_TYPE_INTEGER, 4};

bool is_integer(Expression e)
{
    return e->type == XB_TYPE_INTEGER;
}

unsigned bytes_of(Expression e)
{
    return e->bytes ? e->bytes : is_integer(e) ? 4 : 8;
}

bool is_number(Expression e)
{
    return is_integer(e) || e->type == XB_TYPE_REAL || e->type == XB_TYPE_COMPLEX;
}

/* One expression at a time, of whatever type it is. */
class Translation
{
  public:
    explicit Translation(Reader &reader) : r{reader}
    {
    }

    template <typename T> Expression of(const Expr<T> &e)
    {
        return std::visit([this](const auto &x) { return this->node(x); }, e.u);
    }

    /* A vector of which some elements, the first ones, have been filled. */
    struct Filling {
        Expression target;
        xb_source_variable *counter; /* nullptr: places are known */
        int64_t place;
        Expression behind = nullptr; /* how many elements come after that place before the next one */
    };

  private:
    friend class reader::Reader;

    // ---- operations

    Expression refused(const char *what)
    {
        r.refuse(nullptr, "%s can't be read", what);
        return r.number(0);
    }

    template <typename T> static constexpr Kind kind()
    {
        constexpr TypeCategory category = T::category;
        constexpr unsigned bytes = T::kind;
        return category == TypeCategory::Integer   ? Kind{XB_TYPE_INTEGER, bytes}
               : category == TypeCategory::Real    ? Kind{XB_TYPE_REAL, bytes}
               : category == TypeCategory::Complex ? Kind{XB_TYPE_COMPLEX, bytes}
               : category == TypeCategory::Logical ? Kind{XB_TYPE_BOOL, bytes == 4 ? 0 : bytes}
                                                   : Kind{XB_TYPE_STRING, 0};
    }

    /* A conversion that the other operand makes anyway is left out: x*i is not x*real(i). */
    static Expression unconverted(Expression e, Expression other)
    {
        bool converts = e->kind == XB_SOURCE_OPERATION && e->count == 1 &&
                        (e->intrinsic == XB_INTRINSIC_REAL || e->intrinsic == XB_INTRINSIC_INT);
        if (!converts || e->type != other->type || bytes_of(e) != bytes_of(other))
            return e;
        Expression inner = e->operands[0];
        bool is_wider = e->type == XB_TYPE_REAL ? is_integer(inner) || (inner->type == XB_TYPE_REAL &&
                                                                        bytes_of(inner) < bytes_of(e))
                                                : is_integer(inner) && bytes_of(inner) < bytes_of(e);
        return is_wider ? inner : e;
    }

    Expression binary(xb_intrinsic_code code, Kind kind, Expression a, Expression b)
    {
        Expression plain_b = unconverted(b, a);
        Expression plain_a = plain_b == b ? unconverted(a, b) : a;
        return r.operate(code, kind, {plain_a, plain_b});
    }

    template <typename T> Expression node(const Expr<T> &e)
    {
        return of(e);
    }
    template <typename T> Expression node(const evaluate::Parentheses<T> &x)
    {
        return of(x.left());
    }
    template <typename T> Expression node(const evaluate::Negate<T> &x)
    {
        return r.operate(XB_INTRINSIC_MINUS, kind<T>(), {of(x.left())});
    }
    template <typename T> Expression node(const evaluate::Add<T> &x)
    {
        return binary(XB_INTRINSIC_ADD, kind<T>(), of(x.left()), of(x.right()));
    }
    template <typename T> Expression node(const evaluate::Subtract<T> &x)
    {
        return binary(XB_INTRINSIC_SUB, kind<T>(), of(x.left()), of(x.right()));
    }
    template <typename T> Expression node(const evaluate::Multiply<T> &x)
    {
        return binary(XB_INTRINSIC_MUL, kind<T>(), of(x.left()), of(x.right()));
    }
    template <typename T> Expression node(const evaluate::Divide<T> &x)
    {
        return binary(XB_INTRINSIC_DIV, kind<T>(), of(x.left()), of(x.right()));
    }
    template <typename T> Expression node(const evaluate::Power<T> &x)
    {
        return r.operate(XB_INTRINSIC_POW, kind<T>(), {of(x.left()), of(x.right())});
    }
    template <typename T> Expression node(const evaluate::RealToIntPower<T> &x)
    {
        return r.operate(XB_INTRINSIC_POW, kind<T>(), {of(x.left()), of(x.right())});
    }
    template <typename T> Expression node(const evaluate::Extremum<T> &x)
    {
        bool greatest = x.ordering == evaluate::Ordering::Greater;
        return r.operate(greatest ? XB_INTRINSIC_NC_MAX : XB_INTRINSIC_NC_MIN, kind<T>(),
                         {of(x.left()), of(x.right())});
    }
    template <typename TO, TypeCategory FROM> Expression node(const evaluate::Convert<TO, FROM> &x)
    {
        return converted(of(x.left()), r.known(kind<TO>()));
    }
    template <int KIND> Expression node(const evaluate::ComplexComponent<KIND> &x)
    {
        return r.operate(x.isImaginaryPart ? XB_INTRINSIC_IMAG : XB_INTRINSIC_REAL, {XB_TYPE_REAL, KIND},
                         {of(x.left())});
    }
    template <int KIND> Expression node(const evaluate::ComplexConstructor<KIND> &x)
    {
        return r.operate(XB_INTRINSIC_COMPLEX, {XB_TYPE_COMPLEX, KIND}, {of(x.left()), of(x.right())});
    }
    template <int KIND> Expression node(const evaluate::Concat<KIND> &x)
    {
        return r.operate(XB_INTRINSIC_CONCAT, {XB_TYPE_STRING, 0}, {of(x.left()), of(x.right())});
    }
    /* Cut or filled up. */
    template <int KIND> Expression node(const evaluate::SetLength<KIND> &x)
    {
        Expression text = of(x.left()), length = r.narrowed(of(x.right()));
        int64_t wanted;
        bool is_known = xb_source_is_integer(length, &wanted);
        if (is_known && known_length(text) == wanted)
            return text;
        if (!is_known || text->rank > 0 || r.declares)
            return refused("a text of another length");
        xb_source_variable *made = r.temporary("text", {XB_TYPE_STRING, 0}, 0);
        take_length(r, made, wanted);
        r.assign(r.whole(made), text);
        return r.whole(made);
    }
    template <int KIND> Expression node(const evaluate::Not<KIND> &x)
    {
        return r.not_of(of(x.left()));
    }
    template <int KIND> Expression node(const evaluate::LogicalOperation<KIND> &x)
    {
        const Kind truth = {XB_TYPE_BOOL, 0};
        Expression a = of(x.left()), b = of(x.right());
        switch (x.logicalOperator) {
        case evaluate::LogicalOperator::And: return r.operate(XB_INTRINSIC_AND, truth, {a, b});
        case evaluate::LogicalOperator::Or: return r.operate(XB_INTRINSIC_OR, truth, {a, b});
        case evaluate::LogicalOperator::Eqv: return r.operate(XB_INTRINSIC_EQUAL, truth, {a, b});
        case evaluate::LogicalOperator::Neqv: return r.operate(XB_INTRINSIC_NOT_EQUAL, truth, {a, b});
        default: return r.not_of(a);
        }
    }
    template <typename T> Expression node(const evaluate::Relational<T> &x)
    {
        if constexpr (std::is_same_v<T, evaluate::SomeType>)
            return std::visit([this](const auto &y) { return this->node(y); }, x.u);
        else
            return relation(x.opr, of(x.left()), of(x.right()));
    }

    Expression relation(common::RelationalOperator op, Expression a, Expression b)
    {
        bool is_text = a->type == XB_TYPE_STRING || a->type == XB_TYPE_CHAR;
        return binary(relation_of(op, is_text), {XB_TYPE_BOOL, 0}, a, b);
    }

    static xb_intrinsic_code relation_of(common::RelationalOperator op, bool is_text)
    {
        switch (op) {
        case common::RelationalOperator::LT: return is_text ? XB_INTRINSIC_STRING_LT : XB_INTRINSIC_LESS_THAN;
        case common::RelationalOperator::LE:
            return is_text ? XB_INTRINSIC_STRING_LE : XB_INTRINSIC_LESS_OR_EQUAL;
        case common::RelationalOperator::EQ: return is_text ? XB_INTRINSIC_STRING_EQ : XB_INTRINSIC_EQUAL;
        case common::RelationalOperator::NE: return is_text ? XB_INTRINSIC_STRING_NE : XB_INTRINSIC_NOT_EQUAL;
        case common::RelationalOperator::GE:
            return is_text ? XB_INTRINSIC_STRING_GE : XB_INTRINSIC_GREATER_OR_EQUAL;
        default: return is_text ? XB_INTRINSIC_STRING_GT : XB_INTRINSIC_GREATER_THAN;
        }
    }

    Expression converted(Expression from, Kind to)
    {
        if (from->type == to.type && bytes_of(from) == to.bytes)
            return from;
        switch (to.type) {
        case XB_TYPE_INTEGER:
            if (is_integer(from) && to.bytes == 4)
                from = r.narrowed(from);
            return is_integer(from) && bytes_of(from) == to.bytes ? from
                                                                  : r.operate(XB_INTRINSIC_INT, to, {from});
        case XB_TYPE_REAL: return r.operate(XB_INTRINSIC_REAL, to, {from});
        case XB_TYPE_COMPLEX: return r.operate(XB_INTRINSIC_COMPLEX, to, complex_parts(from, to));
        default: return from;
        }
    }

    /* The real and the imaginary part, in the kind of the result. */
    std::vector<Expression> complex_parts(Expression from, Kind to)
    {
        const Kind part = {XB_TYPE_REAL, to.bytes}, own = {XB_TYPE_REAL, bytes_of(from)};
        if (from->type != XB_TYPE_COMPLEX)
            return {converted(from, part)};
        Expression kept = from->kind == XB_SOURCE_VARIABLE ? from : assigned(from);
        return {converted(r.operate(XB_INTRINSIC_REAL, own, {kept}), part),
                converted(r.operate(XB_INTRINSIC_IMAG, own, {kept}), part)};
    }

    // ---- constants

    template <typename T> static std::string text_of(const evaluate::Scalar<T> &value)
    {
        if constexpr (T::category == TypeCategory::Integer) {
            return value.SignedDecimal();
        } else if constexpr (T::category == TypeCategory::Logical) {
            return value.IsTrue() ? "true" : "false";
        } else if constexpr (T::category == TypeCategory::Real) {
            std::string text;
            llvm::raw_string_ostream out{text};
            value.AsFortran(out, T::kind, true);
            return out.str().substr(0, out.str().find('_'));
        } else {
            return value;
        }
    }

    Expression literal(Kind kind, const std::string &text)
    {
        xb_source_expression *made = xb_source_new(r.arena, XB_SOURCE_CONSTANT, kind.type, kind.bytes, 0);
        made->text = xb_arena_copy_text(r.arena, text.data(), text.size());
        return made;
    }

    /* Numbers that no constant can be are quotients. */
    Expression real_literal(Kind kind, const std::string &text)
    {
        if (text[0] != '(')
            return literal(kind, text);
        bool is_nan = text.find("(0") == 0, is_negative = text.find("(-") == 0;
        const char *above = is_nan ? "0.0" : is_negative ? "-1.0" : "1.0";
        return r.operate(XB_INTRINSIC_DIV, kind, {literal(kind, above), literal(kind, "0.0")});
    }

    template <typename T> Expression scalar(const evaluate::Scalar<T> &value)
    {
        if constexpr (T::category == TypeCategory::Complex) {
            using Part = typename T::Part;
            Expression re = scalar<Part>(value.REAL()), im = scalar<Part>(value.AIMAG());
            return r.operate(XB_INTRINSIC_COMPLEX, kind<T>(), {re, im});
        } else if constexpr (T::category == TypeCategory::Real) {
            return real_literal(r.known(kind<T>()), text_of<T>(value));
        } else if constexpr (T::category == TypeCategory::Character) {
            if constexpr (T::kind == 1)
                return constant_of_text(r, value);
            else
                return refused("a text of wide characters");
        } else {
            return literal(r.known(kind<T>()), text_of<T>(value));
        }
    }

    template <typename T> Expression node(const evaluate::Constant<T> &x)
    {
        if constexpr (T::category == TypeCategory::Derived) {
            return refused("a constant of a derived type");
        } else {
            if (x.Rank() == 0)
                return scalar<T>(*x.GetScalarValue());
            std::vector<Expression> values;
            if (!values_in(x, values))
                return refused("an array of texts");
            Expression made =
                r.constant_array(kind<T>(), std::vector<int64_t>(x.shape().begin(), x.shape().end()), values);
            if constexpr (T::category == TypeCategory::Character)
                take_length(r, made->variable, x.LEN());
            return made;
        }
    }

  public:
    template <typename T> bool values(const Expr<T> &e, std::vector<Expression> &into)
    {
        return std::visit([&](const auto &x) { return values_in(x, into); }, e.u);
    }

  private:
    template <typename T> bool values_in(const Expr<T> &x, std::vector<Expression> &into)
    {
        return values(x, into);
    }
    template <typename T> bool values_in(const evaluate::Constant<T> &x, std::vector<Expression> &into)
    {
        if constexpr (T::category == TypeCategory::Derived) {
            return false;
        } else if constexpr (T::category == TypeCategory::Character) {
            if constexpr (T::kind != 1)
                return false;
            evaluate::ConstantSubscripts at = x.lbounds();
            for (int64_t left = evaluate::GetSize(x.shape()); left > 0; left--) {
                into.push_back(scalar<T>(x.At(at)));
                x.IncrementSubscripts(at);
            }
            return true;
        } else {
            for (const auto &value : x.values())
                into.push_back(scalar<T>(value));
            return true;
        }
    }
    template <typename X> bool values_in(const X &, std::vector<Expression> &)
    {
        return false;
    }

    // ---- references

    Expression node(const evaluate::ImpliedDoIndex &x)
    {
        auto found = r.implied.find(x.name.ToString());
        return found != r.implied.end() ? found->second : refused("the variable of an implied loop");
    }
    Expression node(const evaluate::TypeParamInquiry &)
    {
        return refused("a parameter of a derived type");
    }
    Expression node(const evaluate::DescriptorInquiry &x)
    {
        bool asks_extent = x.field() == evaluate::DescriptorInquiry::Field::Extent;
        bool asks_bound = x.field() == evaluate::DescriptorInquiry::Field::LowerBound;
        if ((asks_extent || asks_bound) && r.structure_type(x.base().GetLastSymbol())) {
            const auto *symbol = x.base().UnwrapSymbolRef();
            return r.inquire_structure(asks_extent ? XB_INTRINSIC_SIZE : XB_INTRINSIC_LBOUND,
                                       symbol ? evaluate::DataRef{*symbol}
                                              : evaluate::DataRef{x.base().GetComponent()},
                                       x.dimension() + 1);
        }
        Expression base = entity(x.base());
        switch (x.field()) {
        case evaluate::DescriptorInquiry::Field::Extent:
            return r.inquire(XB_INTRINSIC_SIZE, base, x.dimension() + 1);
        case evaluate::DescriptorInquiry::Field::LowerBound: return r.lower_bound(base, x.dimension() + 1);
        case evaluate::DescriptorInquiry::Field::Len:
            return r.operate(XB_INTRINSIC_LEN, default_integer, {base});
        case evaluate::DescriptorInquiry::Field::Rank: return r.number(base->rank);
        default: return refused("the stride of an array");
        }
    }
    template <typename T> Expression node(const evaluate::StructureConstructor &)
    {
        return refused("a constructor of a structure");
    }
    Expression node(const evaluate::StructureConstructor &)
    {
        return refused("a constructor of a structure");
    }
    Expression node(const evaluate::BOZLiteralConstant &)
    {
        return refused("a constant of bits");
    }
    Expression node(const evaluate::NullPointer &)
    {
        return refused("null()");
    }
    Expression node(const evaluate::ProcedureDesignator &)
    {
        return refused("a procedure as a value");
    }
    Expression node(const evaluate::ProcedureRef &x)
    {
        return call_of(x, {XB_TYPE_VOID, 0}, 0);
    }
    template <typename T> Expression node(const evaluate::Designator<T> &x)
    {
        return std::visit([this](const auto &y) { return this->reference(y); }, x.u);
    }

    Expression entity(const evaluate::NamedEntity &x)
    {
        return x.UnwrapSymbolRef() ? reference(*x.UnwrapSymbolRef()) : reference(x.GetComponent());
    }

    Expression reference(const evaluate::SymbolRef &symbol)
    {
        return symbol_of(*symbol);
    }
    Expression symbol_of(const Symbol &symbol)
    {
        auto found = r.substitutes.find(&symbol);
        if (found != r.substitutes.end())
            return found->second;
        if (r.is_overlaid(symbol))
            return r.overlaid(symbol, {});
        xb_source_variable *variable = r.variable_of(symbol);
        return variable ? r.whole(variable) : r.number(0);
    }
    Expression reference(const evaluate::Component &x)
    {
        return r.component(evaluate::DataRef{x});
    }
    Expression reference(const evaluate::CoarrayRef &)
    {
        return refused("a coarray");
    }
    Expression reference(const evaluate::Substring &x)
    {
        const auto *constant = std::get_if<evaluate::StaticDataObject::Pointer>(&x.parent());
        auto known = constant ? (*constant)->AsString() : std::nullopt;
        if (constant && !known)
            return refused("a part of a text of wide characters");
        Expression text = constant ? constant_of_text(r, *known)
                                   : std::visit([this](const auto &y) { return this->reference(y); },
                                                std::get<evaluate::DataRef>(x.parent()).u);
        const auto upper = x.upper();
        Expression first = r.narrowed(of(x.lower())),
                   last = upper ? r.narrowed(of(*upper)) : length_of(r, text);
        return part_of_text(r, text, first, last);
    }
    Expression reference(const evaluate::ComplexPart &x)
    {
        Expression whole = std::visit([this](const auto &y) { return this->reference(y); }, x.complex().u);
        bool is_real = x.part() == evaluate::ComplexPart::Part::RE;
        return r.operate(is_real ? XB_INTRINSIC_REAL : XB_INTRINSIC_IMAG, {XB_TYPE_REAL, whole->bytes},
                         {whole});
    }
    Expression reference(const evaluate::ArrayRef &x)
    {
        if (!x.base().IsSymbol())
            return r.component(evaluate::DataRef{x});
        std::vector<Expression> subscripts = subscripts_of(x);
        if (r.is_overlaid(*x.base().UnwrapSymbolRef()))
            return r.overlaid(*x.base().UnwrapSymbolRef(), subscripts);
        return select(entity(x.base()), subscripts);
    }

    std::vector<Expression> subscripts_of(const evaluate::ArrayRef &x)
    {
        std::vector<Expression> subscripts;
        for (const auto &subscript : x.subscript())
            subscripts.push_back(
                std::visit([this](const auto &y) { return this->subscript(y); }, subscript.u));
        return subscripts;
    }
    Expression subscript(const evaluate::IndirectSubscriptIntegerExpr &x)
    {
        return r.narrowed(of(x.value()));
    }
    Expression subscript(const evaluate::Triplet &x)
    {
        auto lower = x.lower(), upper = x.upper();
        Expression stride = r.narrowed(of(x.GetStride()));
        int64_t step;
        bool is_one = xb_source_is_integer(stride, &step) && step == 1;
        return r.range(lower ? r.narrowed(of(*lower)) : nullptr, upper ? r.narrowed(of(*upper)) : nullptr,
                       is_one ? nullptr : stride);
    }

    /* What is selected of a whole variable, or of what stands for a name and may be a part already: then
     * bounds begin at 1. */
    Expression select(Expression base, const std::vector<Expression> &subscripts)
    {
        if (base->kind != XB_SOURCE_VARIABLE)
            return base->rank == 0 ? base : select(assigned(base), subscripts);
        if (base->count == 0)
            return r.part_of(base->variable, subscripts);
        std::vector<Expression> composed;
        size_t next = 0;
        for (size_t i = 0; i < base->count; i++) {
            Expression own = base->operands[i];
            bool selects = own->kind == XB_SOURCE_RANGE || own->rank > 0;
            composed.push_back(selects ? compose(base, i, subscripts[next++]) : own);
        }
        return r.part_of(base->variable, composed);
    }

    /* A value that has to be a variable. */
    Expression assigned(Expression value)
    {
        return r.kept("value", r.settled(value));
    }

    Expression integer(xb_intrinsic_code code, Expression a, Expression b)
    {
        return r.operate(code, default_integer, {a, b});
    }

    /* first + (place - 1)*stride */
    Expression place_in(Expression first, Expression stride, Expression place)
    {
        int64_t a, p;
        bool known = xb_source_is_integer(first, &a) && xb_source_is_integer(place, &p) && !stride;
        if (known)
            return r.number(a + p - 1);
        Expression steps = integer(XB_INTRINSIC_SUB, place, r.number(1));
        if (stride)
            steps = integer(XB_INTRINSIC_MUL, steps, stride);
        return integer(XB_INTRINSIC_ADD, first, steps);
    }

    /* A subscript of what is a section, or a vector, of dimension i of a variable. */
    Expression compose(Expression base, size_t i, Expression subscript)
    {
        Expression own = base->operands[i];
        if (own->kind != XB_SOURCE_RANGE)
            return own->kind == XB_SOURCE_VARIABLE ? select(own, {subscript})
                                                   : select(assigned(own), {subscript});
        Expression whole = r.whole(base->variable);
        Expression first = own->operands[0] ? own->operands[0] : r.lower_bound(whole, int(i) + 1);
        Expression stride = own->operands[2];
        if (subscript->kind != XB_SOURCE_RANGE)
            return subscript->rank == 0 ? place_in(first, stride, subscript)
                                        : assigned(place_in(first, stride, subscript));
        Expression from = subscript->operands[0], to = subscript->operands[1], by = subscript->operands[2];
        return r.range(from ? place_in(first, stride, from) : own->operands[0],
                       to ? place_in(first, stride, to) : own->operands[1],
                       by && stride ? integer(XB_INTRINSIC_MUL, by, stride)
                       : by         ? by
                                    : stride);
    }

    // ---- calls

    template <typename T> Expression node(const evaluate::FunctionRef<T> &x)
    {
        if constexpr (T::category == TypeCategory::Derived)
            return refused("a function of a derived type");
        else
            return call_of(x, kind<T>(), x.Rank());
    }
    Expression node(const evaluate::FunctionRef<evaluate::SomeDerived> &)
    {
        return refused("a function of a derived type");
    }

    static bool is_real(Kind kind)
    {
        return kind.type == XB_TYPE_REAL || kind.type == XB_TYPE_COMPLEX;
    }

    /* A call of a procedure that is absent is never executed: it may have any value. */
    Expression call_of(const evaluate::ProcedureRef &x, Kind kind, int rank)
    {
        if (const auto *intrinsic = x.proc().GetSpecificIntrinsic())
            return intrinsic_call(intrinsic->name, x, kind, rank);
        Place object = {nullptr, {}, {{}}, nullptr};
        if (r.awaits_choice(x, object))
            return chosen(x, kind, rank, object);
        const Symbol *symbol = r.target_of(x);
        if (!symbol)
            return r.number(0);
        const auto *details = symbol->GetUltimate().detailsIf<semantics::SubprogramDetails>();
        if (details && details->stmtFunction())
            return statement_function(*details, x);
        const semantics::Scope &owner = symbol->GetUltimate().owner();
        if (owner.IsModule() && owner.symbol() && owner.symbol()->attrs().test(semantics::Attr::INTRINSIC)) {
            if (Expression known = ieee_function(r, symbol->GetUltimate().name().ToString(), x, kind))
                return known;
            r.refuse(nullptr, "%s can't be read", symbol->name().ToString().c_str());
            return r.number(0);
        }
        Target target;
        if (!r.target_of(*symbol, target))
            return r.number(0);
        if (!target.intrinsic.empty())
            return intrinsic_call(target.intrinsic, x, kind, rank);
        xb_source_unit *callee = target.is_absent() ? nullptr : r.callee_of(target, x);
        if (!callee)
            return literal(kind, is_real(kind) ? "0.0" : "0");
        std::vector<Expression> arguments = r.arguments_of(x, callee);
        bool leaves_out = std::find(arguments.begin(), arguments.end(), nullptr) != arguments.end();
        bool needs_room = rank > 0 && !x.IsElemental() && !has_constant_extents(callee);
        if ((leaves_out || needs_room) && !r.declares)
            return called_before(callee, arguments);
        for (Expression &argument : arguments)
            if (argument->kind == XB_SOURCE_CONSTANT && argument->type == XB_TYPE_STRING)
                argument = r.declares ? r.constant_text(argument) : r.kept("text", argument);
        xb_source_expression *made = xb_source_new(r.arena, XB_SOURCE_FUNCTION, kind.type, kind.bytes, rank);
        made->callee = callee;
        xb_source_take_operands(r.arena, made, arguments.size());
        for (size_t i = 0; i < arguments.size(); i++)
            xb_source_set_operand(made, i, arguments[i]);
        return made;
    }

    /* A function that depends on the type of an object is called before. */
    Expression chosen(const evaluate::ProcedureRef &x, Kind kind, int rank, const Place &object)
    {
        Expression value = r.whole(r.temporary("value", kind, rank));
        value->variable->allocatable = rank > 0;
        r.for_each_type(object, [&] { assign_elementwise(r, value, call_of(x, kind, rank)); });
        return value;
    }

    static bool has_constant_extents(const xb_source_unit *callee)
    {
        return static_cast<const xb_source_variable *>(callee->formals.items[callee->formals.count - 1])
                   ->bounds != nullptr;
    }

    /* A function of which an argument is left out before another one, or whose result has extents that depend
     * on the call, is called as a subroutine. */
    Expression called_before(xb_source_unit *callee, std::vector<Expression> arguments)
    {
        Expression result = r.room_for_result(callee, arguments);
        arguments.resize(callee->formals.count - 1);
        arguments.push_back(result);
        r.call(callee, arguments);
        return result;
    }

    /* A function that is one statement stands where it is called. */
    Expression statement_function(const semantics::SubprogramDetails &details,
                                  const evaluate::ProcedureRef &x)
    {
        std::vector<Expression> actual;
        for (const auto &argument : x.arguments())
            actual.push_back(argument && argument->UnwrapExpr() ? of(*argument->UnwrapExpr()) : r.number(0));
        auto before = r.substitutes;
        for (size_t i = 0; i < details.dummyArgs().size() && i < actual.size(); i++)
            r.substitutes[details.dummyArgs()[i]] = actual[i];
        Expression made = of(*details.stmtFunction());
        r.substitutes = before;
        return made;
    }

    /* Whether a procedure is passed is known. */
    Expression presence_of(const evaluate::ProcedureRef &x)
    {
        const auto *named =
            x.arguments().size() == 1 && x.arguments()[0] && x.arguments()[0]->UnwrapExpr()
                ? std::get_if<evaluate::ProcedureDesignator>(&x.arguments()[0]->UnwrapExpr()->u)
                : nullptr;
        Target target;
        return named && named->GetSymbol() && r.target_of(*named->GetSymbol(), target)
                   ? r.truth(!target.is_absent())
                   : nullptr;
    }

    /* nullptr: it is no pointer whose targets are known. */
    Expression association_of(const evaluate::ProcedureRef &x)
    {
        if (Expression known = r.procedure_association(x))
            return known;
        const auto &arguments = x.arguments();
        const TypedExpression *asked =
            !arguments.empty() && arguments[0] ? arguments[0]->UnwrapExpr() : nullptr;
        const TypedExpression *target =
            arguments.size() > 1 && arguments[1] ? arguments[1]->UnwrapExpr() : nullptr;
        const Symbol *symbol = asked ? evaluate::UnwrapWholeSymbolDataRef(*asked) : nullptr;
        const Symbol *pointer = symbol ? &symbol->GetUltimate() : nullptr;
        if (pointer && r.pointers && r.pointers->has(*pointer))
            return r.pointers->is_associated(*pointer, target);
        switch (pointer ? r.role_of(*pointer) : Reader::PointerRole::NONE) {
        case Reader::PointerRole::ALLOCATED:
            if (target)
                r.refuse(nullptr, "whether %s points to that can't be told",
                         pointer->name().ToString().c_str());
            return r.inquire_truth(XB_INTRINSIC_ALLOCATED, symbol_of(*pointer));
        case Reader::PointerRole::PASSED:
            r.refuse("let it be optional, without being a pointer, and ask whether it is present",
                     "whether %s, an argument, points to something can't be read",
                     pointer->name().ToString().c_str());
            return r.truth(true);
        default: return nullptr;
        }
    }

    Expression intrinsic_call(const std::string &name, const evaluate::ProcedureRef &x, Kind kind, int rank)
    {
        Expression known = name == "present"      ? presence_of(x)
                           : name == "associated" ? association_of(x)
                                                  : nullptr;
        if (known)
            return known;
        return r.intrinsic(name, x, kind, rank);
    }

    // ---- array constructors

    template <typename T> Expression node(const evaluate::ArrayConstructor<T> &x)
    {
        if constexpr (T::category == TypeCategory::Derived)
            return refused("a constructor of an array of structures");
        else
            return constructed(x, kind<T>());
    }

  public:
    /* Values of a constructor straight into a target that they do not read. @return whether that can be */
    template <typename T> bool construct_in(Expression target, const Expr<T> &e)
    {
        return std::visit([&](const auto &x) { return construct_from(target, x); }, e.u);
    }

  private:
    template <typename T> bool construct_from(Expression target, const Expr<T> &e)
    {
        return construct_in(target, e);
    }
    template <typename T> bool construct_from(Expression target, const evaluate::ArrayConstructor<T> &x)
    {
        if constexpr (T::category == TypeCategory::Derived || T::category == TypeCategory::Character) {
            return false;
        } else {
            Filling f = {target, nullptr, 0};
            fill(x, f);
            return true;
        }
    }
    template <typename X> bool construct_from(Expression, const X &)
    {
        return false;
    }

    /* How many elements a value of a constructor has. */
    template <typename T> Expression count(const evaluate::ArrayConstructorValues<T> &values)
    {
        Expression sum = r.number(0);
        for (const auto &value : values)
            sum = r.sum_of(sum, std::visit([this](const auto &y) { return this->count_of(y); }, value.u));
        return sum;
    }
    template <typename T> Expression count_of(const Expr<T> &x)
    {
        return x.Rank() == 0 ? r.number(1) : size_of(of(x));
    }
    /* The number of elements of an array. */
    Expression size_of(Expression value)
    {
        Expression product = nullptr;
        for (Expression extent : r.extents_of(value)) {
            if (!extent)
                return r.inquire(XB_INTRINSIC_SIZE,
                                 value->kind == XB_SOURCE_VARIABLE ? value : r.kept("value", value), 0);
            int64_t a, b;
            bool known = product && xb_source_is_integer(product, &a) && xb_source_is_integer(extent, &b);
            product = known ? r.number(a * b) : product ? integer(XB_INTRINSIC_MUL, product, extent) : extent;
        }
        return product;
    }
    template <typename T> Expression count_of(const evaluate::ImpliedDo<T> &x)
    {
        Expression trips = trips_of(x), each = count(x.values());
        int64_t one, known;
        bool has_each = xb_source_is_integer(each, &one);
        if (has_each && xb_source_is_integer(trips, &known))
            return r.number(one * known);
        return has_each && one == 1 ? trips : integer(XB_INTRINSIC_MUL, trips, each);
    }
    template <typename T> Expression trips_of(const evaluate::ImpliedDo<T> &x)
    {
        Expression first = r.narrowed(of(x.lower())), last = r.narrowed(of(x.upper())),
                   step = r.narrowed(of(x.stride()));
        int64_t one;
        Expression trips =
            r.extent_of_range(first, last, xb_source_is_integer(step, &one) && one == 1 ? nullptr : step);
        return xb_source_is_integer(trips, &one) ? trips : integer(XB_INTRINSIC_NC_MAX, r.number(0), trips);
    }

    template <typename T> Expression constructed(const evaluate::ArrayConstructor<T> &x, Kind kind)
    {
        if (r.declares)
            return refused("an array constructor in a declaration");
        size_t loops = r.open_loops;
        Expression length = count(x);
        if (length->kind == XB_SOURCE_OPERATION && length->intrinsic == XB_INTRINSIC_NC_MAX)
            length = length->operands[1];
        xb_source_variable *array = r.array_of("list", kind, {length});
        if constexpr (T::category == TypeCategory::Character) {
            const Expr<evaluate::SubscriptInteger> *own = x.LEN();
            Expression characters = own ? r.narrowed(of(*own)) : nullptr;
            int64_t known;
            take_length(r, array, characters && xb_source_is_integer(characters, &known) ? known : -1);
        }
        if (array->allocatable)
            r.allocate(r.whole(array), {length});
        Filling f = {r.whole(array), nullptr, 0};
        fill(x, f);
        r.open_loops = loops;
        return r.whole(array);
    }

    /* The element at a place, from 1, of what is filled. */
    Expression place_of(Expression target, Expression place)
    {
        std::vector<Expression> subscripts;
        if (target->count == 0)
            subscripts.push_back(r.sum_of(place, r.difference_of(r.lower_bound(target, 1), r.number(1))));
        for (size_t i = 0; i < target->count; i++) {
            Expression own = target->operands[i];
            if (own->kind != XB_SOURCE_RANGE) {
                subscripts.push_back(own->rank > 0 ? select(own, {place}) : own);
                continue;
            }
            Expression first =
                own->operands[0] ? own->operands[0] : r.lower_bound(r.whole(target->variable), int(i) + 1);
            Expression steps = r.difference_of(place, r.number(1));
            if (own->operands[2])
                steps = integer(XB_INTRINSIC_MUL, steps, own->operands[2]);
            subscripts.push_back(own->operands[2] ? integer(XB_INTRINSIC_ADD, first, steps)
                                                  : r.sum_of(place, r.difference_of(first, r.number(1))));
        }
        return r.part_of(target->variable, subscripts);
    }

    /* The next place, in the middle of a loop by a counter. */
    Expression next_place(Filling &f)
    {
        if (!f.counter)
            return r.number(++f.place);
        r.assign(r.whole(f.counter), integer(XB_INTRINSIC_ADD, r.whole(f.counter), r.number(1)));
        return r.whole(f.counter);
    }
    void count_from_here(Filling &f)
    {
        if (f.counter)
            return;
        f.counter = r.temporary("place", default_integer, 0);
        r.assign(r.whole(f.counter), f.behind ? r.sum_of(f.behind, r.number(f.place)) : r.number(f.place));
    }

    template <typename T> void fill(const evaluate::ArrayConstructorValues<T> &values, Filling &f)
    {
        for (const auto &value : values) {
            if (f.behind)
                count_from_here(f);
            f.behind = nullptr;
            std::visit([&](const auto &y) { fill_one(y, f); }, value.u);
        }
    }
    template <typename T> void fill_one(const Expr<T> &x, Filling &f)
    {
        Expression value = of(x);
        if (value->rank == 0)
            r.assign(place_of(f.target, next_place(f)), value);
        else
            fill_array(value->rank == 1 ? r.settled(value) : flat(r.settled(value)), f);
    }
    /* All elements in their order. */
    Expression flat(Expression value)
    {
        Expression size = size_of(value);
        int64_t known;
        Expression shape =
            xb_source_is_integer(size, &known) ? r.constant_array(default_integer, {1}, {size}) : nullptr;
        if (!shape) {
            xb_source_variable *list = r.array_of("shape", default_integer, {r.number(1)});
            r.assign(r.part_of(list, {r.number(1)}), size);
            shape = r.whole(list);
        }
        auto *made = const_cast<xb_source_expression *>(
            r.operate(XB_INTRINSIC_RESHAPE, {value->type, value->bytes}, {value, shape}));
        made->rank = 1;
        return made;
    }
    void fill_array(Expression value, Filling &f)
    {
        Expression size = r.extent(value, 1);
        int64_t known;
        if (!size)
            value = r.kept("value", value), size = r.inquire(XB_INTRINSIC_SIZE, value, 0);
        if (!f.counter && xb_source_is_integer(size, &known)) {
            r.assign(section_of(f.target, r.number(f.place + 1), r.number(f.place + known)), value);
            f.place += known;
            return;
        }
        count_from_here(f);
        Expression before = r.whole(f.counter), after = integer(XB_INTRINSIC_ADD, before, size);
        r.assign(section_of(f.target, integer(XB_INTRINSIC_ADD, before, r.number(1)), after), value);
        r.assign(before, after);
    }
    Expression section_of(Expression target, Expression first, Expression last)
    {
        if (target->count > 0)
            return select(target, {r.range(first, last, nullptr)});
        Expression shift = r.difference_of(r.lower_bound(target, 1), r.number(1));
        return r.part_of(target->variable, {r.range(r.sum_of(first, shift), r.sum_of(last, shift), nullptr)});
    }

    /* One loop that is all there is counts the places by itself. */
    template <typename T> static bool is_one_scalar(const evaluate::ArrayConstructorValues<T> &values)
    {
        auto it = values.begin();
        if (it == values.end())
            return false;
        const auto *value = std::get_if<Expr<T>>(&it->u);
        return value && value->Rank() == 0 && ++it == values.end();
    }
    template <typename T> void fill_one(const evaluate::ImpliedDo<T> &x, Filling &f)
    {
        Expression first = r.narrowed(of(x.lower())), last = r.narrowed(of(x.upper())),
                   step = r.narrowed(of(x.stride()));
        int64_t by;
        bool counts = xb_source_is_integer(step, &by) && by == 1 && !f.counter && is_one_scalar(x.values());
        if (!counts)
            count_from_here(f);
        const std::string name = x.name().ToString();
        Expression counter = r.index_of(name);
        auto before = r.implied;
        r.implied[name] = counter;
        r.begin_do(counter, first, last, xb_source_is_integer(step, &by) && by == 1 ? nullptr : step);
        if (counts)
            fill_by_counter(x.values(), f, r.sum_of(r.difference_of(counter, first), r.number(f.place + 1)));
        else
            fill(x.values(), f);
        r.end_do();
        r.implied = before;
        if (counts)
            count_on(f, trips_of(x));
    }
    template <typename T>
    void fill_by_counter(const evaluate::ArrayConstructorValues<T> &values, Filling &f, Expression place)
    {
        Expression value = of(std::get<Expr<T>>(values.begin()->u));
        r.assign(place_of(f.target, place), value);
    }
    /* Goes on behind elements that a loop has filled; a counter is needed only if something follows. */
    void count_on(Filling &f, Expression trips)
    {
        int64_t known;
        if (xb_source_is_integer(trips, &known))
            f.place += known;
        else
            f.behind = trips;
    }

    Reader &r;
};

} // namespace

// ---- what others make of expressions

Expression Reader::expression(const TypedExpression &from)
{
    return with_loose_kept(Translation{*this}.of(from));
}

bool Reader::construct_in(Expression target, const TypedExpression &value)
{
    return Translation{*this}.construct_in(target, value);
}

bool Reader::values_of(const TypedExpression &constant, std::vector<Expression> &values)
{
    return Translation{*this}.values(constant, values);
}

/* Subscripts, extents and dimensions are integers of 8 bytes in flang. */
Expression Reader::narrowed(Expression from)
{
    int64_t value;
    if (!is_integer(from) || bytes_of(from) != 8)
        return from;
    if (xb_source_is_integer(from, &value) && value <= INT32_MAX && value >= -INT32_MAX)
        return number(value);
    if (from->kind != XB_SOURCE_OPERATION)
        return from;
    if (from->intrinsic == XB_INTRINSIC_INT && is_integer(from->operands[0]) &&
        bytes_of(from->operands[0]) <= 4)
        return from->operands[0];
    bool keeps = from->intrinsic == XB_INTRINSIC_ADD || from->intrinsic == XB_INTRINSIC_SUB ||
                 from->intrinsic == XB_INTRINSIC_MUL || from->intrinsic == XB_INTRINSIC_DIV ||
                 from->intrinsic == XB_INTRINSIC_MINUS || from->intrinsic == XB_INTRINSIC_NC_MAX ||
                 from->intrinsic == XB_INTRINSIC_NC_MIN;
    std::vector<Expression> operands;
    for (size_t i = 0; keeps && i < from->count; i++) {
        operands.push_back(narrowed(from->operands[i]));
        keeps = bytes_of(operands.back()) <= 4;
    }
    return keeps ? operate(from->intrinsic, {XB_TYPE_INTEGER, 4}, operands) : from;
}

Expression Reader::truth(bool value)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_CONSTANT, XB_TYPE_BOOL, 0, 0);
    made->text = value ? "true" : "false";
    return made;
}

Expression Reader::operate(xb_intrinsic_code code, Kind kind, const std::vector<Expression> &operands)
{
    int rank = 0;
    for (Expression operand : operands)
        rank = std::max(rank, operand->rank);
    xb_source_expression *made =
        xb_source_operate(arena, code, kind.type, rank, operands.data(), operands.size());
    made->type = kind.type;
    if (kind.bytes && is_number(made))
        made->bytes = kind.bytes;
    return made;
}

Expression Reader::operate(xb_intrinsic_code code, Kind kind, std::initializer_list<Expression> operands)
{
    return operate(code, kind, std::vector<Expression>(operands));
}

/* The default bounds of a range whose stride is no constant are those of a forward one only if it is
 * positive. */
static bool is_negative(Expression stride)
{
    int64_t value;
    bool is_minus = stride->kind == XB_SOURCE_OPERATION && stride->intrinsic == XB_INTRINSIC_MINUS;
    return is_minus || (xb_source_is_integer(stride, &value) && value < 0);
}

Expression Reader::not_of(Expression condition)
{
    if (condition->kind == XB_SOURCE_CONSTANT && condition->rank == 0)
        return truth(std::strcmp(condition->text, "false") == 0);
    return operate(XB_INTRINSIC_NOT, {XB_TYPE_BOOL, 0}, {condition});
}

/* A range that ends with its dimension says so, unless it is all of that. */
Expression Reader::part_of(xb_source_variable *variable, const std::vector<Expression> &given)
{
    std::vector<Expression> subscripts = given;
    for (size_t i = 0; i < subscripts.size(); i++) {
        Expression const *parts = subscripts[i]->kind == XB_SOURCE_RANGE ? subscripts[i]->operands : nullptr;
        bool is_backward = parts && parts[2] && is_negative(parts[2]);
        if (parts && !parts[1] && (parts[0] || parts[2]))
            subscripts[i] = range(parts[0]      ? parts[0]
                                  : is_backward ? upper_bound(whole(variable), int(i) + 1)
                                                : lower_bound(whole(variable), int(i) + 1),
                                  is_backward ? lower_bound(whole(variable), int(i) + 1)
                                              : upper_bound(whole(variable), int(i) + 1),
                                  parts[2]);
        else if (parts && !parts[0] && parts[2])
            subscripts[i] = range(is_backward ? upper_bound(whole(variable), int(i) + 1)
                                              : lower_bound(whole(variable), int(i) + 1),
                                  parts[1], parts[2]);
    }
    int rank = 0;
    for (Expression subscript : subscripts)
        rank += subscript->kind == XB_SOURCE_RANGE || subscript->rank > 0;
    xb_source_expression *made =
        xb_source_new(arena, XB_SOURCE_VARIABLE, variable->type, variable->bytes, rank);
    made->variable = variable;
    xb_source_take_operands(arena, made, subscripts.size());
    for (size_t i = 0; i < subscripts.size(); i++)
        xb_source_set_operand(made, i, subscripts[i]);
    return made;
}

Expression Reader::range(Expression lower, Expression upper, Expression stride)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_RANGE, XB_TYPE_INTEGER, 0, 1);
    xb_source_take_operands(arena, made, 3);
    Expression parts[] = {lower, upper, stride};
    for (size_t i = 0; i < 3; i++)
        xb_source_set_operand(made, i, parts[i]);
    return made;
}

Expression Reader::inquire(xb_intrinsic_code code, Expression array, int dimension)
{
    std::vector<Expression> operands = {array};
    if (dimension > 0)
        operands.push_back(number(dimension));
    xb_source_expression *made = const_cast<xb_source_expression *>(operate(code, default_integer, operands));
    made->rank = 0;
    return made;
}

/* Bounds as they are declared, if that means the same here; dimensions are kept the other way round. */
Expression Reader::lower_bound(Expression array, int dimension)
{
    const xb_source_variable *variable =
        array->kind == XB_SOURCE_VARIABLE && array->count == 0 ? array->variable : nullptr;
    size_t place = variable ? size_t(variable->rank - dimension) : 0;
    if (!variable)
        return number(1);
    if (variable->bounds)
        return number(variable->bounds[place].lower);
    const xb_source_dimension *declared = variable->dimensions ? &variable->dimensions[place] : nullptr;
    bool says = declared && declared->extent != XB_EXTENT_DEFERRED && is_constant_here(declared->lower);
    if (symbols_of_variables.count(variable) == 0 && !variable->member)
        return number(1);
    if (says)
        return declared->lower ? declared->lower : number(1);
    return inquire(XB_INTRINSIC_LBOUND, array, dimension);
}

Expression Reader::upper_bound(Expression array, int dimension)
{
    const xb_source_variable *variable =
        array->kind == XB_SOURCE_VARIABLE && array->count == 0 ? array->variable : nullptr;
    size_t place = variable ? size_t(variable->rank - dimension) : 0;
    if (variable && variable->bounds)
        return number(variable->bounds[place].upper);
    const xb_source_dimension *declared =
        variable && variable->dimensions ? &variable->dimensions[place] : nullptr;
    bool says = declared && declared->extent == XB_EXTENT_EXPLICIT && declared->upper &&
                is_constant_here(declared->upper);
    if (says)
        return declared->upper;
    return inquire(variable ? XB_INTRINSIC_UBOUND : XB_INTRINSIC_SIZE, array, dimension);
}

/* What is passed without an interface is the place where the argument begins: of an array that is passed to a
 * scalar, its first element. */
Expression Reader::fitted(Expression actual, const xb_source_variable *formal)
{
    if (formal->rank > 0 || actual->rank == 0 || actual->kind != XB_SOURCE_VARIABLE ||
        formal->type == XB_TYPE_STRING)
        return actual;
    Expression all = whole(actual->variable);
    std::vector<Expression> first;
    for (int d = 1; d <= actual->variable->rank; d++) {
        Expression own = actual->count ? actual->operands[d - 1] : nullptr;
        if (own && own->kind != XB_SOURCE_RANGE && own->rank > 0)
            return actual;
        bool is_range = own && own->kind == XB_SOURCE_RANGE;
        first.push_back(own && !is_range               ? own
                        : is_range && own->operands[0] ? own->operands[0]
                                                       : lower_bound(all, d));
    }
    return part_of(actual->variable, first);
}

std::vector<Expression> Reader::subscripts_of(const evaluate::ArrayRef &part)
{
    return Translation{*this}.subscripts_of(part);
}

Expression Reader::compose(Expression section, size_t dimension, Expression subscript)
{
    return Translation{*this}.compose(section, dimension, subscript);
}

static bool is_computed_array(Expression e)
{
    return e && e->rank > 0 && e->kind != XB_SOURCE_VARIABLE && e->kind != XB_SOURCE_CONSTANT;
}

bool is_freed_by_caller(const xb_source_variable *formal, Expression actual)
{
    bool is_out = formal->allocatable && formal->intent == XB_INTENT_OUT && !formal->is_result;
    const xb_source_variable *variable =
        is_out && actual && actual->kind == XB_SOURCE_VARIABLE && actual->count == 0 ? actual->variable
                                                                                     : nullptr;
    return variable && !variable->is_result && !variable->optional && !(variable->home && variable->saved);
}

/* What is passed to a pointer. */
static void check_pointer(Reader &r, const xb_source_variable *formal, const Symbol *symbol,
                          Expression actual)
{
    bool is_pointer = symbol && actual && semantics::IsPointer(*symbol);
    if (!is_pointer || (formal->pointer && actual->variable && actual->variable->pointer))
        return;
    const std::string name = symbol->name().ToString();
    if (formal->pointer) {
        r.refuse("let the argument be intent(in), or no pointer",
                 "%s, a pointer that may be let point elsewhere, can't be passed", name.c_str());
        return;
    }
    bool is_whole = actual->kind == XB_SOURCE_VARIABLE && actual->count == 0 && actual->rank > 0;
    bool is_own = is_whole && actual->variable->allocatable && actual->variable->home == r.unit;
    for (int d = 1; is_whole && !is_own && d <= actual->rank; d++) {
        int64_t lower;
        if (!xb_source_is_integer(r.lower_bound(actual, d), &lower) || lower != 1)
            r.refuse("let it begin at 1, or let the argument be no pointer",
                     "%s, a pointer with lower bounds other than 1, can't be passed", name.c_str());
    }
}

/* All of an array of several dimensions that is overlaid, as an argument: its first element, with which a
 * sequence begins. @return nullptr: it is something else */
static Expression begin_of_overlaid(Reader &r, const TypedExpression &actual)
{
    const Symbol *named = evaluate::UnwrapWholeSymbolDataRef(actual);
    const auto *object = named && named->Rank() > 1 && r.is_overlaid(*named)
                             ? named->GetUltimate().detailsIf<semantics::ObjectEntityDetails>()
                             : nullptr;
    std::vector<Expression> first;
    if (!object)
        return nullptr;
    for (const semantics::ShapeSpec &spec : object->shape()) {
        const auto &lower = spec.lbound().GetExplicit();
        first.push_back(r.number(lower ? evaluate::ToInt64(*lower).value_or(1) : 1));
    }
    return r.overlaid(*named, first);
}

std::vector<Expression> Reader::arguments_of(const evaluate::ProcedureRef &call, xb_source_unit *callee)
{
    std::vector<Expression> made;
    const std::vector<const Symbol *> &formals = dummies[callee];
    size_t most = callee->formals.count - callee->is_function, place = 0;
    for (const auto &argument : call.arguments()) {
        const TypedExpression *actual = argument ? argument->UnwrapExpr() : nullptr;
        const Symbol *dummy = place < formals.size() ? formals[place] : nullptr;
        if (passes_procedure(callee, place++))
            continue;
        if (argument && !actual)
            refuse(nullptr, "an argument that is a label, or of any type, can't be read");
        if (dummy && structure_type(*dummy)) {
            pass_structure(callee, *dummy, actual, made);
            continue;
        }
        Expression passed = actual && !call.IsElemental() ? begin_of_overlaid(*this, *actual) : nullptr;
        if (actual && !passed)
            passed = call.IsElemental() ? expression(*actual) : settled(expression(*actual));
        if (passed && passed->kind == XB_SOURCE_VARIABLE && !passed->variable->parameter && !declares &&
            !evaluate::IsVariable(*actual))
            passed = kept("value", passed);
        if (is_computed_array(passed) && !call.IsElemental() && !declares && is_within_loop())
            passed = kept("passed", passed);
        const auto *formal = made.size() < most
                                 ? static_cast<const xb_source_variable *>(callee->formals.items[made.size()])
                                 : nullptr;
        if (passed && passed->type == XB_TYPE_STRING && passed->rank == 0 && !declares &&
            (passed->kind == XB_SOURCE_OPERATION || passed->kind == XB_SOURCE_FUNCTION))
            passed = kept("text", passed);
        made.push_back(passed && formal && !call.IsElemental() ? fitted(passed, formal) : passed);
    }
    for (size_t i = 0; i < made.size() && i < most; i++) {
        const auto *formal = static_cast<const xb_source_variable *>(callee->formals.items[i]);
        const auto symbol = symbols_of_variables.find(formal);
        if (symbol != symbols_of_variables.end())
            check_pointer(*this, formal, symbol->second, made[i]);
        if (formal->allocatable && made[i] && made[i]->kind == XB_SOURCE_VARIABLE &&
            !made[i]->variable->allocatable)
            refuse("let it begin at 1, and allocate it outside of loops",
                   "%s, whose bounds are those of its allocation, is passed to be allocated",
                   made[i]->variable->name);
        if (formal->allocatable && made[i] && made[i]->kind == XB_SOURCE_VARIABLE)
            bounded.insert(made[i]->variable);
        if (is_freed_by_caller(formal, made[i]) && !declares && !is_fresh(made[i]->variable))
            free_if_allocated(made[i]);
    }
    forget_memory(callee, made);
    if (made.size() > most)
        refuse(nullptr, "%s has %zu arguments, and is called with %zu", callee->name, most, made.size());
    while (!made.empty() && !made.back())
        made.pop_back();
    return made;
}

} // namespace reader
