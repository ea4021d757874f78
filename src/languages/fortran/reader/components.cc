/*
 * Procedures that structures point to. All statements and constructors of the program that set such a
 * component are known: where they name one procedure only, that is what is called.
 */
#include "members.h"

#include "flang/Parser/parse-tree-visitor.h"

namespace reader
{

namespace
{

class Targets
{
  public:
    explicit Targets(const Symbol &component) : component{component}
    {
    }

    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    bool Pre(const parser::PointerAssignmentStmt &x)
    {
        const auto *assignment =
            x.typedAssignment.get() && x.typedAssignment->v ? &*x.typedAssignment->v : nullptr;
        const auto *part =
            std::get_if<common::Indirection<parser::StructureComponent>>(&std::get<parser::DataRef>(x.t).u);
        const Symbol *set = part ? part->value().component.symbol : nullptr;
        if (set && is_meant(*set))
            note(assignment ? &assignment->rhs : nullptr);
        return true;
    }
    bool Pre(const parser::Expr &x)
    {
        const TypedExpression *typed = semantics::GetExpr(nullptr, x);
        const auto *derived = typed ? std::get_if<Expr<SomeDerived>>(&typed->u) : nullptr;
        if (!derived)
            return true;
        if (const auto *made = std::get_if<evaluate::StructureConstructor>(&derived->u))
            constructor(made->values());
        if (const auto *constant = std::get_if<evaluate::Constant<SomeDerived>>(&derived->u))
            for (const auto &element : constant->values())
                constructor(element);
        return true;
    }
    void note(const TypedExpression *value)
    {
        const auto *named = value ? std::get_if<evaluate::ProcedureDesignator>(&value->u) : nullptr;
        if (value && evaluate::IsNullPointer(*value))
            return;
        if (named && named->GetSymbol() && !named->GetComponent() &&
            !semantics::IsProcedurePointer(named->GetSymbol()->GetUltimate()))
            found.insert(&named->GetSymbol()->GetUltimate());
        else
            is_unknown = true;
    }

    std::set<const Symbol *> found;
    bool is_unknown = false;

  private:
    bool is_meant(const Symbol &symbol) const
    {
        return &symbol.GetUltimate() == &component;
    }
    void constructor(const evaluate::StructureConstructorValues &values)
    {
        for (const auto &[symbol, value] : values) {
            const auto *inner = std::get_if<Expr<SomeDerived>>(&value.value().u);
            const auto *made = inner ? std::get_if<evaluate::StructureConstructor>(&inner->u) : nullptr;
            if (made)
                constructor(made->values());
            if (is_meant(*symbol))
                note(&value.value());
        }
    }

    const Symbol &component;
};

} // namespace

const Symbol *only_target(const Reader &r, const Symbol &component)
{
    Targets targets{component.GetUltimate()};
    const auto *details = component.GetUltimate().detailsIf<semantics::ProcEntityDetails>();
    if (details && details->init() && *details->init())
        targets.found.insert(&(*details->init())->GetUltimate());
    for (const auto &one : r.procedures)
        parser::Walk(*one.second.body, targets);
    return targets.found.size() == 1 && !targets.is_unknown ? *targets.found.begin() : nullptr;
}

} // namespace reader
