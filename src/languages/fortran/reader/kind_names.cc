/*
 * flang replaces kinds by their numbers; the parse tree has what the source says. A name is a symbol of the
 * scope that it was found in: of a procedure, which uses it or declares it, or of the module around that.
 * Other expressions are kept if they refer to nothing but intrinsic functions.
 */
#include "kind_names.h"

#include "flang/Parser/parse-tree-visitor.h"

namespace reader
{

using semantics::Attr;

namespace
{

/* How many kinds are those of other variables, by kind(x), one after the other. */
const int depth_limit = 8;

const Symbol &without_association(const Symbol &symbol)
{
    const auto *details = symbol.detailsIf<semantics::HostAssocDetails>();
    return details ? without_association(details->symbol()) : symbol;
}

std::optional<int64_t> number_of(const Symbol &symbol)
{
    const auto *object = symbol.GetUltimate().detailsIf<semantics::ObjectEntityDetails>();
    return object && object->init() ? evaluate::ToInt64(*object->init()) : std::nullopt;
}

std::string text_of(const parser::CharBlock &block)
{
    std::string text;
    for (char c : block.ToString())
        if (c == ',')
            text += ", ";
        else if (c != ' ' && c != '\n')
            text += c;
    return text;
}

/* The statement by which others get a name of a module. */
std::string use_of(const Symbol &of, const std::string &name)
{
    const semantics::Scope &scope = of.owner();
    if (!scope.IsModule() || !scope.symbol())
        return "";
    const std::string module = scope.symbol()->name().ToString(), there = of.name().ToString();
    const bool is_intrinsic = !scope.IsGlobal() && scope.parent().IsIntrinsicModules();
    return (is_intrinsic ? "use, intrinsic :: " : "use ") + module + ", only: " + name +
           (there == name ? "" : " => " + there);
}

/* Whether an expression refers to nothing but intrinsic functions. */
class Alone
{
  public:
    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    bool Pre(const parser::Name &x)
    {
        if (x.symbol && !x.symbol->attrs().test(Attr::INTRINSIC))
            other = x.symbol;
        return true;
    }

    const Symbol *other = nullptr; /* what else it refers to */
};

} // namespace

/* Finds declarations, and counts constants. */
class KindNames::Search
{
  public:
    Search(KindNames &names, bool is_body) : names{names}, is_body{is_body}
    {
    }

    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    bool Pre(const parser::ExecutionPart &)
    {
        return is_body;
    }
    bool Pre(const parser::TypeDeclarationStmt &x)
    {
        const auto &type = std::get<parser::DeclarationTypeSpec>(x.t);
        for (const auto &entity : std::get<std::list<parser::EntityDecl>>(x.t)) {
            const Symbol *symbol = std::get<parser::ObjectName>(entity.t).symbol;
            const auto &value = std::get<std::optional<parser::Initialization>>(entity.t);
            const auto *constant = value ? std::get_if<parser::ConstantExpr>(&value->u) : nullptr;
            declare(symbol, type);
            if (symbol && constant)
                names.values[symbol] = &constant->thing.value();
        }
        return is_body;
    }
    bool Pre(const parser::NamedConstantDef &x)
    {
        if (const Symbol *symbol = std::get<parser::NamedConstant>(x.t).v.symbol)
            names.values[symbol] = &std::get<parser::ConstantExpr>(x.t).thing.value();
        return is_body;
    }
    bool Pre(const parser::FunctionStmt &x)
    {
        for (const auto &prefix : std::get<std::list<parser::PrefixSpec>>(x.t))
            if (const auto *type = std::get_if<parser::DeclarationTypeSpec>(&prefix.u))
                declare(std::get<parser::Name>(x.t).symbol, *type);
        return false;
    }
    bool Pre(const parser::ImplicitSpec &x)
    {
        for (const auto &letters : std::get<std::list<parser::LetterSpec>>(x.t)) {
            const char *first = std::get<parser::Location>(letters.t);
            const char *last = std::get<std::optional<parser::Location>>(letters.t).value_or(first);
            auto &types = names.implicit[&names.context.FindScope(parser::CharBlock{first, 1})];
            for (char letter = *first; letter <= *last; letter++)
                types[letter] = &std::get<parser::DeclarationTypeSpec>(x.t);
        }
        return false;
    }
    bool Pre(const parser::RealLiteralConstant &x)
    {
        const parser::KindParam *kind = x.kind ? &*x.kind : nullptr;
        const auto *name =
            kind ? std::get_if<parser::Scalar<parser::Integer<parser::Constant<parser::Name>>>>(&kind->u)
                 : nullptr;
        if (name) {
            const Symbol *symbol = name->thing.thing.thing.symbol;
            balance[symbol ? number_of(*symbol).value_or(0) : 0]++;
        } else if (kind) {
            balance[int64_t(std::get<uint64_t>(kind->u))]--;
        } else if (x.real.source.ToString().find('d') != std::string::npos) {
            balance[names.context.doublePrecisionKind()]--;
        } else {
            balance[names.context.GetDefaultKind(common::TypeCategory::Real)]--;
        }
        return false;
    }

    /* Kinds that constants mostly have without a name. */
    unsigned plain() const
    {
        unsigned sum = 0;
        for (const auto &one : balance)
            if (one.second < 0 && (one.first == 4 || one.first == 8))
                sum += unsigned(one.first);
        return sum;
    }

  private:
    void declare(const Symbol *symbol, const parser::DeclarationTypeSpec &type)
    {
        const auto *function = symbol ? symbol->detailsIf<semantics::SubprogramDetails>() : nullptr;
        if (function && function->isFunction())
            symbol = &function->result();
        if (symbol && std::holds_alternative<parser::IntrinsicTypeSpec>(type.u))
            names.declared[symbol] = &type;
    }

    KindNames &names;
    const bool is_body;
    std::map<int64_t, int> balance; /* by kind: constants with a name less those without */
};

KindNames::KindNames(semantics::SemanticsContext &context, const parser::Program &program) : context{context}
{
    Search search{*this, false};
    parser::Walk(program, search);
}

unsigned KindNames::read_body(const parser::ExecutionPart &body)
{
    auto found = bodies.find(&body);
    if (found != bodies.end())
        return found->second;
    Search search{*this, true};
    parser::Walk(body, search);
    return bodies[&body] = search.plain();
}

/* ---- what is said of a variable -------------------------------------------------------------------------
 */

/* How a variable is declared, or what its first letter says; nullptr: that is not known. */
const parser::DeclarationTypeSpec *KindNames::type_of(const Symbol &symbol) const
{
    auto found = declared.find(&symbol);
    if (found != declared.end())
        return found->second;
    const semantics::Scope *scope = symbol.test(Symbol::Flag::Implicit) ? &symbol.owner() : nullptr;
    for (; scope && !scope->IsGlobal(); scope = &scope->parent()) {
        auto rules = implicit.find(scope);
        if (rules == implicit.end())
            continue;
        auto rule = rules->second.find(symbol.name().ToString()[0]);
        return rule != rules->second.end() ? rule->second : nullptr;
    }
    return nullptr;
}

/* The value of a constant, as it can be written anywhere. */
std::string KindNames::value_of(const Symbol &parameter) const
{
    Alone alone;
    auto found = values.find(&parameter);
    if (found != values.end())
        parser::Walk(*found->second, alone);
    if (found != values.end() && !alone.other)
        return text_of(found->second->source);
    auto number = number_of(parameter);
    return number ? std::to_string(*number) : "";
}

KindNames::Facts KindNames::facts_of_name(const Symbol &named) const
{
    const Symbol &symbol = without_association(named);
    const std::string name = symbol.name().ToString();
    const semantics::Scope &scope = symbol.owner();
    const auto *use = symbol.detailsIf<semantics::UseDetails>();
    Facts facts{name, "", ""};
    if (scope.IsModule() && scope.symbol())
        facts.module = scope.symbol()->name().ToString();
    if (use)
        facts.statement = use_of(use->symbol(), name);
    else if (!facts.module.empty() && !symbol.attrs().test(Attr::PRIVATE))
        facts.statement = use_of(symbol, name);
    else if (facts.module.empty() && !value_of(symbol).empty())
        facts.statement = "integer, parameter :: " + name + " = " + value_of(symbol);
    return facts;
}

KindNames::Facts KindNames::facts_of(const parser::Expr &kind, unsigned bytes, int depth) const
{
    const auto *designator = std::get_if<common::Indirection<parser::Designator>>(&kind.u);
    const auto *part = designator ? std::get_if<parser::DataRef>(&designator->value().u) : nullptr;
    const auto *name = part ? std::get_if<parser::Name>(&part->u) : nullptr;
    if (name)
        return name->symbol ? facts_of_name(*name->symbol) : Facts{};
    const std::string text = text_of(kind.source);
    Alone alone;
    parser::Walk(kind, alone);
    if (!alone.other)
        return {text, "", ""};
    const parser::DeclarationTypeSpec *other = type_of(alone.other->GetUltimate());
    if (other && depth < depth_limit && text == "kind(" + alone.other->name().ToString() + ")")
        return facts_of(*other, bytes, depth + 1);
    return {};
}

KindNames::Facts KindNames::facts_of(const parser::DeclarationTypeSpec &type, unsigned bytes, int depth) const
{
    const auto *intrinsic = std::get_if<parser::IntrinsicTypeSpec>(&type.u);
    const parser::KindSelector *selector = nullptr;
    if (!intrinsic)
        return {};
    if (std::holds_alternative<parser::IntrinsicTypeSpec::DoublePrecision>(intrinsic->u))
        return {"double precision", "", ""};
    if (const auto *integer = std::get_if<parser::IntegerTypeSpec>(&intrinsic->u))
        selector = integer->v ? &*integer->v : nullptr;
    else if (const auto *real = std::get_if<parser::IntrinsicTypeSpec::Real>(&intrinsic->u))
        selector = real->kind ? &*real->kind : nullptr;
    else if (const auto *complex = std::get_if<parser::IntrinsicTypeSpec::Complex>(&intrinsic->u))
        selector = complex->kind ? &*complex->kind : nullptr;
    else
        return {};
    if (!selector)
        return {std::holds_alternative<parser::IntegerTypeSpec>(intrinsic->u) ? "" : "default real", "", ""};
    const auto *kind = std::get_if<parser::ScalarIntConstantExpr>(&selector->u);
    return kind ? facts_of(kind->thing.thing.thing.value(), bytes, depth)
                : Facts{std::to_string(bytes), "", ""};
}

void KindNames::describe(xb_arena *arena, xb_source_variable *variable, const Symbol &symbol)
{
    const parser::DeclarationTypeSpec *type = type_of(symbol);
    const Facts facts = type ? facts_of(*type, variable->bytes, 0) : Facts{};
    auto copied = [&](const std::string &text) {
        return text.empty() ? nullptr : xb_arena_copy_text(arena, text.data(), text.size());
    };
    variable->declared_kind = copied(facts.kind);
    variable->kind_module = copied(facts.module);
    variable->kind_statement = copied(facts.statement);
}

} // namespace reader
