/*
 * Lengths of texts follow from their parts, as far as these say them.
 */
#include <cstdlib>
#include <cstring>

#include "texts.h"

namespace reader
{

static const Kind text_kind = {XB_TYPE_STRING, 0}, default_integer = {XB_TYPE_INTEGER, 4};

static bool is_plain(char c)
{
    return c >= ' ' && c <= '~';
}

Expression constant_of_text(Reader &r, const std::string &value)
{
    Expression made = nullptr;
    for (size_t from = 0, to = 0; from < value.size() || !made; from = to) {
        to = from;
        while (to < value.size() && is_plain(value[to]))
            to++;
        Expression part = nullptr;
        if (to > from || value.empty()) {
            auto *constant = xb_source_new(r.arena, XB_SOURCE_CONSTANT, XB_TYPE_STRING, 0, 0);
            constant->text = xb_arena_copy_text(r.arena, value.data() + from, to - from);
            part = constant;
        } else {
            part =
                r.operate(XB_INTRINSIC_ACHAR, text_kind, {r.number(static_cast<unsigned char>(value[to++]))});
        }
        made = made ? r.operate(XB_INTRINSIC_CONCAT, text_kind, {made, part}) : part;
    }
    return made;
}

int64_t known_length(Expression text)
{
    if (text->kind == XB_SOURCE_CONSTANT)
        return int64_t(std::strlen(text->text));
    const xb_source_variable *variable =
        text->kind == XB_SOURCE_VARIABLE   ? text->variable
        : text->kind == XB_SOURCE_FUNCTION ? static_cast<const xb_source_variable *>(
                                                 text->callee->formals.items[text->callee->formals.count - 1])
                                           : nullptr;
    if (variable)
        return variable->length && std::isdigit(static_cast<unsigned char>(variable->length[0]))
                   ? std::atoll(variable->length)
                   : -1;
    if (text->kind != XB_SOURCE_OPERATION)
        return -1;
    switch (text->intrinsic) {
    case XB_INTRINSIC_ACHAR:
    case XB_INTRINSIC_CHAR: return 1;
    case XB_INTRINSIC_ADJUSTL:
    case XB_INTRINSIC_ADJUSTR:
    case XB_INTRINSIC_MERGE:
    case XB_INTRINSIC_OVERLAY: return known_length(text->operands[0]);
    case XB_INTRINSIC_CONCAT: {
        const int64_t a = known_length(text->operands[0]), b = known_length(text->operands[1]);
        return a < 0 || b < 0 ? -1 : a + b;
    }
    case XB_INTRINSIC_SUBSTRING: {
        int64_t first, last;
        bool known =
            xb_source_is_integer(text->operands[1], &first) && xb_source_is_integer(text->operands[2], &last);
        return known ? std::max<int64_t>(0, last - first + 1) : -1;
    }
    default: return -1;
    }
}

Expression length_of(Reader &r, Expression text)
{
    const int64_t known = known_length(text);
    return known >= 0 ? r.number(known) : r.operate(XB_INTRINSIC_LEN, default_integer, {text});
}

void take_length(Reader &r, xb_source_variable *variable, int64_t known)
{
    if (known >= 0)
        variable->length = xb_arena_format(r.arena, "%lld", static_cast<long long>(known));
    else if (variable->rank == 0)
        variable->length = ":";
    else
        r.refuse("give them a length that is constant",
                 "an array of texts whose length varies can't be read here");
}

Expression part_of_text(Reader &r, Expression text, Expression first, Expression last)
{
    bool is_named = text->kind == XB_SOURCE_VARIABLE || text->kind == XB_SOURCE_CONSTANT;
    if (!is_named && text->kind == XB_SOURCE_OPERATION && text->intrinsic == XB_INTRINSIC_SUBSTRING) {
        /* a part of what an associate name stands for */
        Expression before = r.difference_of(text->operands[1], r.number(1));
        first = r.sum_of(before, first);
        last = r.sum_of(before, last);
        text = text->operands[0];
    } else if (!is_named) {
        text = r.kept("text", text);
    }
    return r.operate(XB_INTRINSIC_SUBSTRING, text_kind, {text, first, last});
}

bool has_computed_length(const Symbol &symbol)
{
    const auto type =
        symbol.has<semantics::ObjectEntityDetails>() ? evaluate::DynamicType::From(symbol) : std::nullopt;
    bool is_text = type && type->category() == common::TypeCategory::Character && !type->knownLength();
    const semantics::ParamValue *length = is_text ? type->charLengthParamValue() : nullptr;
    return length && length->isExplicit();
}

static void fill_with_blanks(Reader &r, Expression target, Expression length)
{
    xb_source_statement *made = r.add(XB_SOURCE_ASSIGN);
    made->target = target;
    made->value = r.operate(XB_INTRINSIC_REPEAT, text_kind, {constant_of_text(r, " "), length});
}

static Expression expression_of_length(Reader &r, const evaluate::DynamicType &type)
{
    auto length = type.GetCharLength();
    return length ? r.narrowed(r.expression(evaluate::AsGenericExpr(std::move(*length)))) : r.number(0);
}

void begin_texts(Reader &r, const semantics::Scope &scope)
{
    for (const auto &entry : scope) {
        const Symbol &symbol = *entry.second;
        if (!has_computed_length(symbol) || semantics::IsDummy(symbol) ||
            symbol.attrs().test(semantics::Attr::PARAMETER))
            continue;
        if (xb_source_variable *variable = r.variable_of(symbol))
            fill_with_blanks(
                r, r.whole(variable),
                r.operate(XB_INTRINSIC_NC_MAX, default_integer,
                          {r.number(0), expression_of_length(r, *evaluate::DynamicType::From(symbol))}));
    }
}

bool allocate_text(Reader &r, const parser::AllocateStmt &from, Expression target, Expression source,
                   Expression mold)
{
    bool is_text = target->kind == XB_SOURCE_VARIABLE && target->type == XB_TYPE_STRING &&
                   target->rank == 0 && target->variable->length &&
                   std::strcmp(target->variable->length, ":") == 0;
    if (!is_text)
        return false;
    const auto &spec = std::get<std::optional<parser::TypeSpec>>(from.t);
    const semantics::DeclTypeSpec *declared = spec ? spec->declTypeSpec : nullptr;
    auto type = declared ? evaluate::DynamicType::From(*declared) : std::nullopt;
    if (source)
        r.assign(target, source);
    else if (mold)
        fill_with_blanks(r, target, length_of(r, mold));
    else if (type && type->category() == common::TypeCategory::Character)
        fill_with_blanks(r, target, expression_of_length(r, *type));
    else
        r.refuse("say it, as in allocate(character(len=n) :: …)", "the length of %s is not known",
                 target->variable->name);
    return true;
}

bool is_part_of_variable(Expression text)
{
    return text->kind == XB_SOURCE_OPERATION && text->intrinsic == XB_INTRINSIC_SUBSTRING &&
           text->operands[0]->kind == XB_SOURCE_VARIABLE;
}

} // namespace reader
