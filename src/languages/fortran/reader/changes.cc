/*
 * What a procedure may change, found in the parse tree before its statements are read: whatever is assigned,
 * read, counted by a loop, or passed to a procedure as it is. Beside that, which variables do more than to
 * count loops: an index of a construct of the same name may use the others.
 */
#include <algorithm>

#include "reader.h"

#include "flang/Parser/parse-tree-visitor.h"

namespace reader
{

namespace
{

/* Collects symbols; derived types of expressions are not looked at. */
class Changes
{
  public:
    explicit Changes(Usage &usage) : usage{usage}
    {
    }

    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }

    bool Pre(const parser::Variable &x)
    {
        add(parser::GetFirstName(x).symbol);
        return true;
    }
    template <typename NAME, typename BOUND> bool Pre(const parser::LoopBounds<NAME, BOUND> &x)
    {
        add(name_in(x.name).symbol);
        return true;
    }
    bool Pre(const parser::ActualArg &x)
    {
        const auto *indirect = std::get_if<common::Indirection<parser::Expr>>(&x.u);
        const auto *designator =
            indirect ? std::get_if<common::Indirection<parser::Designator>>(&indirect->value().u) : nullptr;
        if (designator)
            add(parser::GetFirstName(designator->value()).symbol);
        return true;
    }
    bool Pre(const parser::DoConstruct &x)
    {
        const auto &control = x.GetLoopControl();
        const auto *bounds = control ? std::get_if<parser::LoopControl::Bounds>(&control->u) : nullptr;
        counting.push_back(bounds ? bounds->name.thing.symbol : nullptr);
        return true;
    }
    void Post(const parser::DoConstruct &)
    {
        counting.pop_back();
    }
    bool Pre(const parser::ConcurrentControl &x)
    {
        expose(std::get<parser::Name>(x.t).ToString());
        return true;
    }
    bool Pre(const parser::AcImpliedDoControl &x)
    {
        expose(std::get<parser::AcImpliedDoControl::Bounds>(x.t).name.thing.thing.ToString());
        return true;
    }
    bool Pre(const parser::GotoStmt &)
    {
        return usage.has_jumps = true;
    }
    bool Pre(const parser::ComputedGotoStmt &)
    {
        return usage.has_jumps = true;
    }
    bool Pre(const parser::ArithmeticIfStmt &)
    {
        return usage.has_jumps = true;
    }
    bool Pre(const parser::EndLabel &)
    {
        return usage.has_jumps = true;
    }
    bool Pre(const parser::EorLabel &)
    {
        return usage.has_jumps = true;
    }
    bool Pre(const parser::ErrLabel &)
    {
        return usage.has_jumps = true;
    }
    bool Pre(const parser::PrintStmt &)
    {
        return usage.has_texts = true;
    }
    bool Pre(const parser::WriteStmt &)
    {
        return usage.has_texts = true;
    }
    bool Pre(const parser::ReadStmt &)
    {
        return usage.has_texts = true;
    }
    bool Pre(const parser::Allocation &x)
    {
        const auto &object = std::get<parser::AllocateObject>(x.t);
        if (const auto *name = std::get_if<parser::Name>(&object.u))
            usage.allocations[name->symbol ? &name->symbol->GetUltimate() : nullptr]++;
        return true;
    }
    bool Pre(const parser::PointerAssignmentStmt &x)
    {
        const auto *name = std::get_if<parser::Name>(&std::get<parser::DataRef>(x.t).u);
        const auto *typed = semantics::GetAssignment(x);
        bool is_null = typed && evaluate::IsNullPointer(typed->rhs);
        if (name && name->symbol)
            (is_null ? usage.freed : usage.pointed).insert(&name->symbol->GetUltimate());
        return true;
    }
    bool Pre(const parser::NullifyStmt &x)
    {
        for (const auto &one : x.v)
            free(std::get_if<parser::Name>(&one.u));
        return true;
    }
    bool Pre(const parser::DeallocateStmt &x)
    {
        for (const auto &one : std::get<std::list<parser::AllocateObject>>(x.t))
            free(std::get_if<parser::Name>(&one.u));
        return true;
    }
    bool Pre(const parser::CallStmt &x)
    {
        const auto *name = std::get_if<parser::Name>(&std::get<parser::ProcedureDesignator>(x.call.t).u);
        const auto &arguments = std::get<std::list<parser::ActualArgSpec>>(x.call.t);
        moves = name && name->ToString() == "move_alloc" && !arguments.empty();
        return true;
    }
    void Post(const parser::CallStmt &)
    {
        moves = false;
    }
    bool Pre(const parser::FunctionReference &x)
    {
        const auto &designator = std::get<parser::ProcedureDesignator>(x.v.t);
        const auto *name = std::get_if<parser::Name>(&designator.u);
        asks = name && name->ToString() == "allocated";
        return true;
    }
    void Post(const parser::FunctionReference &)
    {
        asks = false;
    }
    bool Pre(const parser::Name &x)
    {
        if (x.symbol && moves)
            usage.moved.insert(&x.symbol->GetUltimate());
        if (x.symbol && asks)
            usage.asked.insert(&x.symbol->GetUltimate());
        if (x.symbol)
            usage.last[&x.symbol->GetUltimate()] = x.source.begin();
        if (x.symbol && std::count(counting.begin(), counting.end(), x.symbol) == 0)
            usage.exposed.insert(&x.symbol->GetUltimate());
        if (x.symbol && x.symbol->has<semantics::NamelistDetails>())
            for (const Symbol &one : x.symbol->get<semantics::NamelistDetails>().objects())
                add(&one);
        return true;
    }

  private:
    static const parser::Name &name_in(const parser::Name &x)
    {
        return x;
    }
    template <typename T> static const parser::Name &name_in(const T &x)
    {
        return name_in(x.thing);
    }
    void add(const Symbol *symbol)
    {
        if (symbol)
            usage.changed[&symbol->GetUltimate()]++;
    }
    void free(const parser::Name *name)
    {
        if (name && name->symbol)
            usage.freed.insert(&name->symbol->GetUltimate());
    }
    /* An index must not disturb a loop around it. */
    void expose(const std::string &name)
    {
        for (const Symbol *symbol : counting)
            if (symbol && symbol->name().ToString() == name)
                usage.exposed.insert(&symbol->GetUltimate());
    }
    Usage &usage;
    bool asks = false;  /* the arguments of allocated() are at hand */
    bool moves = false; /* the arguments of move_alloc are at hand */
    std::vector<const Symbol *> counting;
};

} // namespace

Usage usage_in(const parser::ExecutionPart &body)
{
    Usage usage;
    Changes changes{usage};
    parser::Walk(body, changes);
    return usage;
}

} // namespace reader
