/*
 * Statements, one after the other. Constructs are expressed by branches, loops, labels and jumps: leaving a
 * construct is a jump behind its end, the next iteration of a loop one before that. What an expression needs
 * before a condition that is tested in each iteration is computed in each.
 */
#include <algorithm>
#include <cctype>

#include "elementwise.h"
#include "masks.h"
#include "pointers.h"
#include "reader.h"
#include "texts.h"

namespace reader
{

namespace
{

using common::Indirection;

/* A construct that is open. */
struct Construct {
    std::string name;
    bool is_loop;
    int64_t next, end; /* labels before and behind its end */
};

template <typename T> std::string name_of(const T &name)
{
    return name ? name->ToString() : std::string();
}

/* Whether statements have labels. */
struct Labels {
    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    template <typename T> bool Pre(const parser::Statement<T> &x)
    {
        found = found || x.label;
        return true;
    }
    bool found = false;
};

class Statements
{
  public:
    Statements(Reader &reader, const parser::ExecutionPart &body) : r{reader}, pointers{reader, body}
    {
        r.pointers = &pointers;
        pointers.begin();
    }
    ~Statements()
    {
        r.pointers = nullptr;
    }
    Statements(const Statements &) = delete;
    Statements &operator=(const Statements &) = delete;

    void block(const parser::Block &from)
    {
        for (const auto &part : from)
            std::visit([this](const auto &x) { part_of_block(x); }, part.u);
    }

  private:
    // ---- what a block has

    void part_of_block(const parser::ExecutableConstruct &x)
    {
        std::visit([this](const auto &y) { construct(y); }, x.u);
    }
    template <typename T> void part_of_block(const parser::Statement<Indirection<T>> &x)
    {
        r.at = x.source;
    }
    void part_of_block(const parser::ErrorRecovery &)
    {
    }

    /* What is set in a construct is not known behind it, and in a loop not at its beginning. */
    template <typename T> void construct(const Indirection<T> &x)
    {
        constexpr bool is_loop = std::is_same_v<T, parser::DoConstruct>;
        constexpr bool is_assignment =
            std::is_same_v<T, parser::WhereConstruct> || std::is_same_v<T, parser::ForallConstruct>;
        const std::set<const Symbol *> set = pointers.set_in(x.value());
        const auto unsure = pointers.unsure(x.value());
        bool has_cases = (is_loop && set.empty() && !has_labels(x.value())) || is_assignment;
        if (is_loop)
            pointers.forget(set);
        if (has_cases)
            pointers.in_cases(unsure, [&] { construct(x.value()); });
        else
            construct(x.value());
        pointers.forget(set);
    }
    template <typename T> static bool has_labels(const T &x)
    {
        Labels labels;
        parser::Walk(x, labels);
        return labels.found;
    }
    template <typename T> void construct(const parser::Statement<T> &x)
    {
        begin(x);
        if constexpr (std::is_same_v<T, parser::ActionStmt>)
            action_in_cases(x.statement);
        else
            refuse("this construct");
    }
    template <typename T> void construct(const T &)
    {
        refuse("this construct");
    }
    void construct(const parser::CompilerDirective &)
    {
    }

    /* A statement begins, with its label. */
    template <typename T> void begin(const parser::Statement<T> &x)
    {
        r.at = x.source;
        if (!x.label)
            return;
        r.put_label(int64_t(*x.label));
        std::set<const Symbol *> all;
        for (const auto &one : pointers.state())
            all.insert(one.first);
        pointers.forget(all);
    }

    void refuse(const char *what)
    {
        r.refuse(nullptr, "%s can't be read", what);
    }

    void open(const std::string &name, bool is_loop)
    {
        constructs.push_back({name, is_loop, r.new_label(), r.new_label()});
    }
    void close()
    {
        r.put_label(constructs.back().end);
        constructs.pop_back();
    }

    // ---- actions

    /* A branch, and a pointer that is let point to all that another one may, have no cases as a whole. */
    void action_in_cases(const parser::ActionStmt &x)
    {
        const auto *assigned = std::get_if<Indirection<parser::PointerAssignmentStmt>>(&x.u);
        const auto *typed = assigned ? semantics::GetAssignment(assigned->value()) : nullptr;
        bool is_whole = typed && evaluate::UnwrapWholeSymbolDataRef(typed->rhs);
        if (is_whole || std::holds_alternative<Indirection<parser::IfStmt>>(x.u))
            action(x);
        else
            pointers.in_cases(pointers.unsure(x), [&] { action(x); });
    }
    /* A value, in cases if need be. */
    template <typename T> Expression value_in_cases(const T &part)
    {
        const auto unsure = pointers.unsure(part);
        if (unsure.empty())
            return r.expression_of(part);
        Expression kept = nullptr;
        pointers.in_cases(unsure, [&] {
            Expression value = r.expression_of(part);
            kept = kept ? kept : r.whole(r.temporary("value", {value->type, value->bytes}, 0));
            r.assign(kept, value);
        });
        return kept ? kept : r.number(0);
    }

    void action(const parser::ActionStmt &x)
    {
        statement = &x;
        std::visit([this](const auto &y) { act(y); }, x.u);
    }
    template <typename T> void act(const Indirection<T> &x)
    {
        act(x.value());
    }
    template <typename T> void act(const T &)
    {
        std::string text = r.at.ToString();
        size_t length = 0;
        while (length < text.size() && std::isalpha(static_cast<unsigned char>(text[length])))
            length++;
        r.refuse(nullptr, "the statement %s can't be read", text.substr(0, length).c_str());
    }
    void act(const parser::ContinueStmt &)
    {
    }

    void act(const parser::AssignmentStmt &x)
    {
        if (const auto *assignment = semantics::GetAssignment(x))
            assign(*assignment);
        else
            refuse("an assignment without types");
    }
    void assign(const evaluate::Assignment &x)
    {
        if (const auto *defined = std::get_if<evaluate::ProcedureRef>(&x.u)) {
            call(*defined);
            return;
        }
        if (r.structure_type(x.lhs)) {
            r.assign_structure(x.lhs, x.rhs);
            return;
        }
        Expression target = target_of(x);
        if (!target || (takes_elements(x, target) && r.construct_in(target, x.rhs)))
            return;
        Expression value = r.expression(x.rhs);
        assign_elementwise(r, target, value);
        r.note_value(target, value);
    }

    /* What is assigned; nullptr, refused, if it is no variable or part of one here. */
    Expression target_of(const evaluate::Assignment &x)
    {
        Expression target = r.expression(x.lhs);
        if (target->kind == XB_SOURCE_VARIABLE || is_part_of_variable(target))
            return target;
        r.refuse("assign all of it", "an assignment to the part of a number can't be read");
        return nullptr;
    }

    /* Whether a vector may be assigned element by element while values that are read are computed. */
    bool takes_elements(const evaluate::Assignment &x, Expression target)
    {
        if (target->kind != XB_SOURCE_VARIABLE || target->rank != 1 || target->variable->pointer ||
            target->variable->target || target->variable->shared ||
            (target->count == 0 && target->variable->allocatable))
            return false;
        bool has_vector = false;
        for (size_t i = 0; i < target->count; i++)
            has_vector =
                has_vector || (target->operands[i]->rank > 0 && target->operands[i]->kind != XB_SOURCE_RANGE);
        for (const Symbol &symbol : evaluate::CollectSymbols(x.rhs))
            if (symbol.owner().IsDerivedType() || r.structure_type(symbol) ||
                r.substitutes.count(&symbol) > 0 ||
                (symbol.has<semantics::ObjectEntityDetails>() && r.variable_of(symbol) == target->variable))
                return false;
        return !has_vector;
    }

    /* Whether it is a structure that a pointer has been allocated as. */
    bool is_made_structure(const TypedExpression &named)
    {
        const Symbol *symbol = evaluate::UnwrapWholeSymbolDataRef(named);
        return symbol && r.structure_type(named) && symbol->Rank() == 0 &&
               r.role_of(*symbol) == Reader::PointerRole::ALLOCATED;
    }

    void act(const parser::PointerAssignmentStmt &x)
    {
        const auto *name = std::get_if<parser::Name>(&std::get<parser::DataRef>(x.t).u);
        const Symbol *symbol = name && name->symbol ? &name->symbol->GetUltimate() : nullptr;
        const auto *typed = semantics::GetAssignment(x);
        bool is_null = typed && evaluate::IsNullPointer(typed->rhs);
        if (symbol && typed && pointers.has(*symbol))
            pointers.assign(*symbol, *typed);
        else if (symbol && is_null && is_made_structure(typed->lhs))
            r.deallocate_structure(typed->lhs);
        else if (symbol && is_null && r.role_of(*symbol) == Reader::PointerRole::ALLOCATED)
            r.free_if_allocated(r.expression(typed->lhs));
        else if (const auto *pointer =
                     typed ? std::get_if<evaluate::ProcedureDesignator>(&typed->lhs.u) : nullptr)
            r.point_to(*pointer, typed->rhs);
        else
            r.refuse("let a pointer that is local to its procedure, and of no derived type, point there",
                     "%s can't be let point to something: it is not local, or a structure, or part of one",
                     name ? name->ToString().c_str() : "this pointer");
    }

    void act(const parser::CallStmt &x)
    {
        const size_t first = r.unit->statements.count;
        const uint64_t line = r.line();
        if (const evaluate::ProcedureRef *typed = x.typedCall.get())
            call(*typed, &x);
        else
            refuse("a call without types");
        r.heed_for_calls(first, line);
    }
    /* @param from nullptr: it is no statement, but one of several that are made of it, or an assignment */
    void call(const evaluate::ProcedureRef &x, const parser::CallStmt *from = nullptr)
    {
        if (const auto *intrinsic = x.proc().GetSpecificIntrinsic()) {
            call_intrinsic(intrinsic->name, x, from);
            return;
        }
        if (x.hasAlternateReturns()) {
            r.refuse("return a number", "a return to a label can't be read");
            return;
        }
        Place object = {nullptr, {}, {{}}, nullptr};
        if (r.awaits_choice(x, object)) {
            r.for_each_type(object, [&] { call(x); });
            return;
        }
        if (from && r.points_to_nothing(x.proc())) {
            r.opaque("error stop '" + x.proc().GetSymbol()->name().ToString() + " points to no procedure'",
                     {}, nullptr);
            return;
        }
        const Symbol *named = r.target_of(x);
        Target target;
        if (!named || !r.target_of(*named, target) || target.is_absent())
            return;
        xb_source_unit *callee = r.callee_of(target, x);
        if (callee)
            call_elementwise(r, callee, r.arguments_of(x, callee), x.IsElemental());
    }

    /* Moves an array of structures. @return whether it is one */
    bool moves_structures(const evaluate::ProcedureRef &x)
    {
        const auto *from = x.arguments().size() > 1 && x.arguments()[0] ? x.arguments()[0]->UnwrapExpr()
                                                                        : nullptr,
                   *to = from && x.arguments()[1] ? x.arguments()[1]->UnwrapExpr() : nullptr;
        if (!to || !r.structure_type(*from) || !r.structure_type(*to) || from->Rank() == 0)
            return false;
        r.assign_structure(*to, *from);
        r.deallocate_structure(*from);
        return true;
    }

    void call_intrinsic(const std::string &name, const evaluate::ProcedureRef &x,
                        const parser::CallStmt *from)
    {
        static const char *const texts[] = {
            "cpu_time",    "system_clock", "date_and_time",        "random_number",
            "random_seed", "get_command",  "get_command_argument", "get_environment_variable"};
        if (from && std::find(std::begin(texts), std::end(texts), name) != std::end(texts)) {
            r.call_text(name, *from);
            return;
        }
        if (name == "move_alloc" && moves_structures(x))
            return;
        std::vector<Expression> arguments;
        for (const auto &argument : x.arguments())
            arguments.push_back(argument && argument->UnwrapExpr() ? r.expression(*argument->UnwrapExpr())
                                                                   : nullptr);
        bool moves = name == "move_alloc" && arguments.size() >= 2 && arguments[0] && arguments[1] &&
                     arguments[0]->rank > 0;
        if (moves)
            r.move_allocation(arguments[0], arguments[1]);
        else
            r.refuse(nullptr, "the intrinsic subroutine %s can't be read", name.c_str());
    }

    /* Whether a condition never holds: what needs a procedure that is absent is not read. */
    static bool is_false(Expression condition)
    {
        return condition->kind == XB_SOURCE_CONSTANT && std::strcmp(condition->text, "false") == 0;
    }

    void act(const parser::IfStmt &x)
    {
        Expression condition = value_in_cases(std::get<parser::ScalarLogicalExpr>(x.t));
        if (is_false(condition))
            return;
        r.begin_if(condition);
        r.at = std::get<parser::UnlabeledStatement<parser::ActionStmt>>(x.t).source;
        action_in_cases(std::get<parser::UnlabeledStatement<parser::ActionStmt>>(x.t).statement);
        r.end_if();
        pointers.forget(pointers.set_in(x));
    }
    void act(const parser::GotoStmt &x)
    {
        r.jump(int64_t(x.v));
    }
    void act(const parser::ComputedGotoStmt &x)
    {
        r.note_choice();
        Expression value = value_of(std::get<parser::ScalarIntExpr>(x.t), "choice");
        int64_t number = 0;
        for (auto label : std::get<std::list<parser::Label>>(x.t)) {
            xb_source_statement *jump = r.add(XB_SOURCE_JUMP_IF);
            jump->value = r.operate(XB_INTRINSIC_EQUAL, {XB_TYPE_BOOL, 0}, {value, r.number(++number)});
            jump->number = int64_t(label);
        }
    }
    void act(const parser::ArithmeticIfStmt &x)
    {
        r.note_choice();
        Expression value = value_of(std::get<parser::Expr>(x.t), "choice");
        xb_source_expression *zero = xb_source_new(r.arena, XB_SOURCE_CONSTANT, value->type, value->bytes, 0);
        zero->text = value->type == XB_TYPE_INTEGER ? "0" : "0.0";
        jump_if(r.operate(XB_INTRINSIC_LESS_THAN, {XB_TYPE_BOOL, 0}, {value, zero}), std::get<1>(x.t));
        jump_if(r.operate(XB_INTRINSIC_LESS_OR_EQUAL, {XB_TYPE_BOOL, 0}, {value, zero}), std::get<2>(x.t));
        r.jump(int64_t(std::get<3>(x.t)));
    }
    void jump_if(Expression condition, parser::Label label)
    {
        xb_source_statement *jump = r.add(XB_SOURCE_JUMP_IF);
        jump->value = condition;
        jump->number = int64_t(label);
    }
    void act(const parser::ReturnStmt &x)
    {
        if (x.v)
            r.refuse("return a number", "a return to a label can't be read");
        else
            r.add(XB_SOURCE_RETURN);
    }
    void act(const parser::ExitStmt &x)
    {
        leave(name_of(x.v), false);
    }
    void act(const parser::CycleStmt &x)
    {
        leave(name_of(x.v), true);
    }
    void leave(const std::string &name, bool goes_on)
    {
        for (size_t i = constructs.size(); i-- > 0;) {
            const Construct &c = constructs[i];
            if (name.empty() ? c.is_loop : c.name == name) {
                r.jump(goes_on ? c.next : c.end);
                return;
            }
        }
        refuse("leaving a construct that is not open");
    }

    // ---- input, output, the end of the program

    void act(const parser::PrintStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::WriteStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::ReadStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::OpenStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::CloseStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::RewindStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::BackspaceStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::EndfileStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::FlushStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::InquireStmt &)
    {
        r.transfer(*statement);
    }
    void act(const parser::StopStmt &)
    {
        r.transfer(*statement);
    }

    // ---- branches

    void construct(const parser::IfConstruct &x)
    {
        const auto &head = std::get<parser::Statement<parser::IfThenStmt>>(x.t);
        begin(head);
        open(name_of(std::get<std::optional<parser::Name>>(head.statement.t)), false);
        const Pointers::State state = pointers.state();
        branch(value_in_cases(std::get<parser::ScalarLogicalExpr>(head.statement.t)),
               std::get<parser::Block>(x.t));
        size_t nested = 1;
        for (const auto &other : std::get<std::list<parser::IfConstruct::ElseIfBlock>>(x.t)) {
            const auto &stmt = std::get<parser::Statement<parser::ElseIfStmt>>(other.t);
            r.add_else();
            r.at = stmt.source;
            pointers.set_state(state);
            branch(value_in_cases(std::get<parser::ScalarLogicalExpr>(stmt.statement.t)),
                   std::get<parser::Block>(other.t));
            nested++;
        }
        if (const auto &other = std::get<std::optional<parser::IfConstruct::ElseBlock>>(x.t)) {
            r.add_else();
            pointers.set_state(state);
            block(std::get<parser::Block>(other->t));
        }
        while (nested-- > 0)
            r.end_if();
        end(std::get<parser::Statement<parser::EndIfStmt>>(x.t));
    }
    void branch(Expression condition, const parser::Block &body)
    {
        r.begin_if(condition);
        if (!is_false(condition))
            block(body);
    }
    template <typename T> void end(const parser::Statement<T> &x)
    {
        begin(x);
        close();
    }

    /* A value that is used several times, computed once. */
    template <typename T> Expression value_of(const T &part, const char *stem)
    {
        Expression value = value_in_cases(part);
        if (value->kind == XB_SOURCE_CONSTANT ||
            (value->kind == XB_SOURCE_VARIABLE && value->type == XB_TYPE_STRING))
            return value;
        Expression kept = r.whole(r.temporary(stem, {value->type, value->bytes}, 0));
        r.assign(kept, value);
        return kept;
    }

    using Cases = std::list<parser::CaseConstruct::Case>;

    template <typename T> bool integer_of(const T &part, int64_t *value)
    {
        const TypedExpression *typed = semantics::GetExpr(nullptr, part);
        auto known = typed ? evaluate::ToInt64(*typed) : std::nullopt;
        if (known)
            *value = *known;
        return known.has_value();
    }

    /* The values of a case, if it lists some numbers. */
    bool list_of(const parser::CaseSelector &selector, std::vector<int64_t> &values)
    {
        if (std::holds_alternative<parser::Default>(selector.u))
            return true;
        for (const auto &range : std::get<std::list<parser::CaseValueRange>>(selector.u)) {
            const auto *single = std::get_if<parser::CaseValue>(&range.u);
            int64_t value;
            if (single && integer_of(*single, &value)) {
                values.push_back(value);
                continue;
            }
            const auto *span = std::get_if<parser::CaseValueRange::Range>(&range.u);
            int64_t to;
            if (!span || !span->lower || !span->upper || !integer_of(*span->lower, &value) ||
                !integer_of(*span->upper, &to) || to - value > 64)
                return false;
            for (; value <= to; value++)
                values.push_back(value);
        }
        return true;
    }

    void construct(const parser::CaseConstruct &x)
    {
        const auto &head = std::get<parser::Statement<parser::SelectCaseStmt>>(x.t);
        begin(head);
        open(name_of(std::get<std::optional<parser::Name>>(head.statement.t)), false);
        const auto &selected = std::get<parser::Scalar<parser::Expr>>(head.statement.t);
        const Cases &cases = std::get<Cases>(x.t);
        bool lists = true;
        for (const auto &one : cases) {
            std::vector<int64_t> values;
            lists = lists && list_of(std::get<parser::CaseSelector>(std::get<0>(one.t).statement.t), values);
        }
        if (lists)
            select(value_in_cases(selected), cases);
        else
            choose(value_of(selected, "choice"), cases);
        end(std::get<parser::Statement<parser::EndSelectStmt>>(x.t));
    }

    void select(Expression value, const Cases &cases)
    {
        r.add(XB_SOURCE_SELECT)->value = value;
        const Pointers::State state = pointers.state();
        for (const auto &one : cases) {
            pointers.set_state(state);
            const auto &stmt = std::get<0>(one.t);
            std::vector<int64_t> values;
            list_of(std::get<parser::CaseSelector>(stmt.statement.t), values);
            r.at = stmt.source;
            std::sort(values.begin(), values.end());
            xb_source_statement *made = r.add(values.empty() ? XB_SOURCE_DEFAULT : XB_SOURCE_CASE);
            auto *kept =
                static_cast<int64_t *>(xb_arena_alloc(r.arena, (values.size() + 1) * sizeof(int64_t)));
            std::copy(values.begin(), values.end(), kept);
            made->values = kept;
            made->count = values.size();
            block(std::get<parser::Block>(one.t));
        }
        r.add(XB_SOURCE_END_SELECT);
    }

    Expression in_range(Expression value, const parser::CaseValueRange &range)
    {
        const Kind truth = {XB_TYPE_BOOL, 0};
        bool is_text = value->type == XB_TYPE_STRING;
        if (const auto *single = std::get_if<parser::CaseValue>(&range.u)) {
            Expression other = r.expression_of(*single);
            return r.operate(is_text ? XB_INTRINSIC_STRING_EQ : XB_INTRINSIC_EQUAL, truth, {value, other});
        }
        const auto &span = std::get<parser::CaseValueRange::Range>(range.u);
        Expression above = nullptr, below = nullptr;
        if (span.lower)
            above = r.operate(is_text ? XB_INTRINSIC_STRING_GE : XB_INTRINSIC_GREATER_OR_EQUAL, truth,
                              {value, r.expression_of(*span.lower)});
        if (span.upper)
            below = r.operate(is_text ? XB_INTRINSIC_STRING_LE : XB_INTRINSIC_LESS_OR_EQUAL, truth,
                              {value, r.expression_of(*span.upper)});
        return above && below ? r.operate(XB_INTRINSIC_AND, truth, {above, below}) : above ? above : below;
    }

    /* Ranges are tested one after the other; the default comes last. */
    void choose(Expression value, const Cases &cases)
    {
        const parser::CaseConstruct::Case *otherwise = nullptr;
        size_t nested = 0;
        const Pointers::State state = pointers.state();
        for (const auto &one : cases) {
            pointers.set_state(state);
            const auto &stmt = std::get<0>(one.t);
            const auto &selector = std::get<parser::CaseSelector>(stmt.statement.t);
            r.at = stmt.source;
            if (std::holds_alternative<parser::Default>(selector.u)) {
                otherwise = &one;
                continue;
            }
            Expression condition = nullptr;
            for (const auto &range : std::get<std::list<parser::CaseValueRange>>(selector.u)) {
                Expression part = in_range(value, range);
                condition =
                    condition ? r.operate(XB_INTRINSIC_OR, {XB_TYPE_BOOL, 0}, {condition, part}) : part;
            }
            if (nested++ > 0)
                r.add_else();
            r.begin_if(condition ? condition : r.truth(false));
            block(std::get<parser::Block>(one.t));
        }
        pointers.set_state(state);
        if (otherwise && nested > 0)
            r.add_else();
        if (otherwise)
            block(std::get<parser::Block>(otherwise->t));
        while (nested-- > 0)
            r.end_if();
    }

    // ---- loops

    void construct(const parser::DoConstruct &x)
    {
        const auto &head = std::get<parser::Statement<parser::NonLabelDoStmt>>(x.t);
        const auto &control = x.GetLoopControl();
        begin(head);
        open(name_of(std::get<std::optional<parser::Name>>(head.statement.t)), true);
        size_t loops = 1;
        bool has_mask = false;
        if (!control)
            begin_endless();
        else if (const auto *bounds = std::get_if<parser::LoopControl::Bounds>(&control->u))
            begin_counted(*bounds);
        else if (const auto *condition = std::get_if<parser::ScalarLogicalExpr>(&control->u))
            begin_while(*condition);
        else
            loops = begin_concurrent(
                std::get<parser::ConcurrentHeader>(std::get<parser::LoopControl::Concurrent>(control->u).t),
                &has_mask);
        block(std::get<parser::Block>(x.t));
        const auto &last = std::get<parser::Statement<parser::EndDoStmt>>(x.t);
        begin(last);
        r.put_label(constructs.back().next);
        if (has_mask)
            r.end_if();
        while (loops-- > 0)
            r.end_do();
        close();
    }

    void begin_endless()
    {
        r.add(XB_SOURCE_WHILE)->value = r.truth(true);
        r.heed_for_loop(r.unit->statements.count - 1);
    }

    void begin_counted(const parser::LoopControl::Bounds &bounds)
    {
        const Symbol *symbol = bounds.name.thing.symbol;
        xb_source_variable *counter = symbol ? r.variable_of(*symbol) : nullptr;
        Expression first = value_in_cases(bounds.lower.thing), last = value_in_cases(bounds.upper.thing);
        Expression step = bounds.step ? value_in_cases(bounds.step->thing) : nullptr;
        if (!counter)
            return;
        if (counter->type != XB_TYPE_INTEGER)
            r.refuse("count by an integer", "a loop that counts by a number with a fraction can't be read");
        r.begin_do(r.whole(counter), first, last, step);
        r.heed_for_loop(r.unit->statements.count - 1);
    }

    void begin_while(const parser::ScalarLogicalExpr &condition)
    {
        size_t head = r.unit->statements.count;
        r.add(XB_SOURCE_WHILE)->value = r.truth(true);
        r.heed_for_loop(head);
        Expression value = value_in_cases(condition);
        if (r.unit->statements.count == head + 1)
            static_cast<xb_source_statement *>(r.unit->statements.items)[head].value = value;
        else
            jump_if(r.not_of(value), parser::Label(constructs.back().end));
    }

    size_t begin_concurrent(const parser::ConcurrentHeader &header, bool *has_mask)
    {
        size_t loops = 0;
        for (const auto &control : std::get<std::list<parser::ConcurrentControl>>(header.t)) {
            const Symbol *symbol = std::get<parser::Name>(control.t).symbol;
            xb_source_variable *counter = symbol ? r.variable_of(*symbol) : nullptr;
            const auto &step = std::get<std::optional<parser::ScalarIntExpr>>(control.t);
            if (!counter)
                continue;
            r.begin_do(r.whole(counter), r.expression_of(std::get<1>(control.t)),
                       r.expression_of(std::get<2>(control.t)), step ? r.expression_of(*step) : nullptr);
            if (loops == 0)
                r.heed_for_loop(r.unit->statements.count - 1);
            loops++;
        }
        if (const auto &mask = std::get<std::optional<parser::ScalarLogicalExpr>>(header.t)) {
            r.begin_if(r.expression_of(*mask));
            *has_mask = true;
        }
        return loops;
    }

    // ---- names for a while

    void construct(const parser::BlockConstruct &x)
    {
        const auto &head = std::get<parser::Statement<parser::BlockStmt>>(x.t);
        begin(head);
        open(name_of(head.statement.v), false);
        refuse_allocatables(
            r.context.FindScope(std::get<parser::Statement<parser::EndBlockStmt>>(x.t).source));
        allocate_arrays(r.context.FindScope(std::get<parser::Statement<parser::EndBlockStmt>>(x.t).source));
        r.begin_structures(
            r.context.FindScope(std::get<parser::Statement<parser::EndBlockStmt>>(x.t).source));
        begin_texts(r, r.context.FindScope(std::get<parser::Statement<parser::EndBlockStmt>>(x.t).source));
        block(std::get<parser::Block>(x.t));
        end(std::get<parser::Statement<parser::EndBlockStmt>>(x.t));
    }

    /* What a block allocates is gone at its end, which nothing here says. */
    void refuse_allocatables(const semantics::Scope &scope)
    {
        for (const auto &entry : scope) {
            const Symbol &symbol = *entry.second;
            const auto *type = symbol.has<semantics::ObjectEntityDetails>() ? symbol.GetType() : nullptr;
            const auto *derived = type ? type->AsDerived() : nullptr;
            if (semantics::IsAllocatable(symbol) ||
                (derived && semantics::HasAllocatableDirectComponent(*derived)))
                r.refuse("declare it in the procedure", "%s is allocated within a block",
                         symbol.name().ToString().c_str());
        }
    }

    /* Arrays of a block whose bounds are computed are allocated where it begins. */
    void allocate_arrays(const semantics::Scope &scope)
    {
        if (scope.kind() != semantics::Scope::Kind::BlockConstruct)
            return;
        for (const auto &named : scope) {
            const Symbol &symbol = *named.second;
            const auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>();
            if (!object || !object->IsArray() || &symbol.owner() != &scope)
                continue;
            xb_source_variable *variable = r.variable_of(symbol);
            if (variable && !variable->bounds && !variable->allocatable && !variable->pointer)
                allocate_array(variable);
        }
    }
    void allocate_array(xb_source_variable *variable)
    {
        std::vector<Expression> extents;
        for (int d = variable->rank; d-- > 0;) {
            int64_t lower;
            const xb_source_dimension &dimension = variable->dimensions[d];
            if (dimension.lower && (!xb_source_is_integer(dimension.lower, &lower) || lower != 1))
                r.refuse("let it begin at 1",
                         "an array of a block with bounds that are computed, %s, can't be read",
                         variable->name);
            extents.push_back(dimension.upper);
        }
        variable->allocatable = true;
        variable->dimensions = nullptr;
        r.allocate(r.whole(variable), extents);
    }

    void construct(const parser::AssociateConstruct &x)
    {
        const auto &head = std::get<parser::Statement<parser::AssociateStmt>>(x.t);
        begin(head);
        open(name_of(std::get<std::optional<parser::Name>>(head.statement.t)), false);
        for (const auto &association : std::get<std::list<parser::Association>>(head.statement.t))
            associate(std::get<parser::Name>(association.t));
        block(std::get<parser::Block>(x.t));
        end(std::get<parser::Statement<parser::EndAssociateStmt>>(x.t));
    }

    /* A variable stands for the name, with its subscripts as they are now; any other value is kept. */
    void associate(const parser::Name &name)
    {
        const auto *details = name.symbol ? name.symbol->detailsIf<semantics::AssocEntityDetails>() : nullptr;
        if (!details || !details->expr()) {
            refuse("this association");
            return;
        }
        if (r.structure_type(*details->expr())) {
            associate_structure(*name.symbol, *details->expr());
            return;
        }
        Expression value = r.expression(*details->expr());
        if (value->kind != XB_SOURCE_VARIABLE) {
            value = r.kept(name.ToString().c_str(), value);
        } else if (value->count > 0) {
            std::vector<Expression> fixed;
            for (size_t i = 0; i < value->count; i++)
                fixed.push_back(fix(value->operands[i]));
            value = r.part_of(value->variable, fixed);
        }
        r.substitutes[name.symbol] = value;
    }
    void associate_structure(const Symbol &symbol, const TypedExpression &value)
    {
        r.places[&symbol] = fixed(r.place_to_name(value));
    }
    Place fixed(Place place)
    {
        for (auto &level : place.subscripts)
            for (Expression &subscript : level)
                subscript = fix(subscript);
        return place;
    }
    Expression fix(Expression subscript)
    {
        if (!subscript || subscript->kind == XB_SOURCE_CONSTANT)
            return subscript;
        if (subscript->kind == XB_SOURCE_RANGE)
            return r.range(fix(subscript->operands[0]), fix(subscript->operands[1]),
                           fix(subscript->operands[2]));
        xb_source_variable *kept = r.temporary("at", {subscript->type, subscript->bytes}, subscript->rank);
        kept->allocatable = subscript->rank > 0;
        r.assign(r.whole(kept), subscript);
        return r.whole(kept);
    }

    // ---- classes

    /* One part is executed where the type is known; else there are branches. */
    void construct(const parser::SelectTypeConstruct &x)
    {
        const auto &head = std::get<parser::Statement<parser::SelectTypeStmt>>(x.t);
        begin(head);
        open(name_of(std::get<0>(head.statement.t)), false);
        const auto &selector = std::get<parser::Selector>(head.statement.t);
        const auto *expr = std::get_if<parser::Expr>(&selector.u);
        const auto *variable = std::get_if<parser::Variable>(&selector.u);
        const TypedExpression *value =
            expr ? semantics::GetExpr(nullptr, *expr) : semantics::GetExpr(nullptr, *variable);
        if (value && r.structure_type(*value))
            select_type(x, fixed(r.place_to_name(*value)));
        else
            r.refuse("let it be of one type", "what is selected by its type may be of any type");
        end(std::get<parser::Statement<parser::EndSelectStmt>>(x.t));
    }

    using TypeCase = parser::SelectTypeConstruct::TypeCase;

    /* Types that select the same part are one branch; those that select none come last. */
    void select_type(const parser::SelectTypeConstruct &x, const Place &place)
    {
        std::map<const TypeCase *, Types> parts;
        if (!place.type)
            return;
        for (const Symbol *type : place.types.empty() ? Types{&place.type->typeSymbol()} : place.types)
            parts[case_of(x, *type)].push_back(type);
        size_t left = parts.size(), opened = 0;
        const Pointers::State state = pointers.state();
        for (const auto &one : std::get<std::list<TypeCase>>(x.t)) {
            auto part = parts.find(&one);
            if (part == parts.end())
                continue;
            if (opened > 0)
                r.add_else();
            if (--left > 0) {
                r.begin_if(is_one_of(place, part->second));
                opened++;
            }
            pointers.set_state(state);
            type_case(one, place, part->second);
        }
        while (opened-- > 0)
            r.end_if();
    }
    Expression is_one_of(const Place &place, const Types &types)
    {
        Expression condition = nullptr;
        for (const Symbol *type : types) {
            Expression one = r.has_type(place, *type);
            condition = condition ? r.operate(XB_INTRINSIC_OR, {XB_TYPE_BOOL, 0}, {condition, one}) : one;
        }
        return condition;
    }

    /* The name stands for the object as one of these types. */
    void type_case(const TypeCase &x, const Place &place, const Types &types)
    {
        const auto &guard = std::get<parser::Statement<parser::TypeGuardStmt>>(x.t);
        r.at = guard.source;
        const Place narrowed = place.types.empty() ? place : r.narrowed_to(place, types);
        for (const auto &named : r.context.FindScope(guard.source))
            if (named.second->has<semantics::AssocEntityDetails>())
                r.places[&*named.second] = narrowed;
        block(std::get<parser::Block>(x.t));
    }

    /* Exactly the type, or the closest that it extends, or the default. */
    const parser::SelectTypeConstruct::TypeCase *case_of(const parser::SelectTypeConstruct &x,
                                                         const Symbol &type)
    {
        const parser::SelectTypeConstruct::TypeCase *best = nullptr;
        int closest = 1000;
        for (const auto &one : std::get<std::list<parser::SelectTypeConstruct::TypeCase>>(x.t)) {
            const auto &guard = std::get<parser::TypeGuardStmt::Guard>(
                std::get<parser::Statement<parser::TypeGuardStmt>>(one.t).statement.t);
            int distance = 1000;
            if (const auto *spec = std::get_if<parser::TypeSpec>(&guard.u))
                distance =
                    is_type(spec->declTypeSpec ? spec->declTypeSpec->AsDerived() : nullptr, type) ? 0 : 1001;
            else if (const auto *derived = std::get_if<parser::DerivedTypeSpec>(&guard.u))
                distance = distance_to(derived->derivedTypeSpec, type);
            else
                distance = 999;
            if (distance < closest) {
                closest = distance;
                best = &one;
            }
        }
        return best;
    }
    static bool is_type(const semantics::DerivedTypeSpec *spec, const Symbol &type)
    {
        return spec && &spec->typeSymbol() == &type;
    }
    static int distance_to(const semantics::DerivedTypeSpec *spec, const Symbol &type)
    {
        int distance = 1;
        const semantics::Scope *wanted = spec ? spec->typeSymbol().scope() : nullptr;
        for (const semantics::Scope *scope = type.scope(); scope;
             scope = scope->GetDerivedTypeParent(), distance++)
            if (scope == wanted)
                return distance;
        return 1001;
    }

    // ---- memory

    /* The pointer with known targets that is named. */
    template <typename T> const Symbol *pointer_in(const T &x)
    {
        const auto *name = std::get_if<parser::Name>(&x.u);
        const Symbol *symbol = name && name->symbol ? &name->symbol->GetUltimate() : nullptr;
        return symbol && pointers.has(*symbol) ? symbol : nullptr;
    }

    template <typename T> Expression object(const T &x)
    {
        const TypedExpression *typed = x.typedExpr.get() && x.typedExpr->v ? &*x.typedExpr->v : nullptr;
        if (typed)
            return r.expression(*typed);
        if (const auto *name = std::get_if<parser::Name>(&x.u))
            if (xb_source_variable *variable = name->symbol ? r.variable_of(*name->symbol) : nullptr)
                return r.whole(variable);
        refuse("what is allocated here");
        return nullptr;
    }

    /* What is named, if it is a structure. */
    const TypedExpression *structure_in(const parser::AllocateObject &x)
    {
        const TypedExpression *typed = x.typedExpr.get() && x.typedExpr->v ? &*x.typedExpr->v : nullptr;
        return typed && std::holds_alternative<evaluate::Expr<evaluate::SomeDerived>>(typed->u) ? typed
                                                                                                : nullptr;
    }

    void act(const parser::AllocateStmt &x)
    {
        Expression source = nullptr, mold = nullptr, stat = nullptr;
        const TypedExpression *value = nullptr;
        const auto &spec = std::get<std::optional<parser::TypeSpec>>(x.t);
        StructureType type = spec && spec->declTypeSpec ? spec->declTypeSpec->AsDerived() : nullptr;
        for (const auto &option : std::get<std::list<parser::AllocOpt>>(x.t)) {
            if (const auto *from = std::get_if<parser::AllocOpt::Source>(&option.u)) {
                value = semantics::GetExpr(nullptr, from->v.value());
                if (!value || !r.structure_type(*value))
                    source = r.expression_of(from->v.value());
            }
            if (const auto *like = std::get_if<parser::AllocOpt::Mold>(&option.u))
                mold = r.expression_of(like->v.value());
            else if (const auto *state = std::get_if<parser::StatOrErrmsg>(&option.u))
                stat = stat_of(*state, stat);
        }
        for (const auto &allocation : std::get<std::list<parser::Allocation>>(x.t)) {
            const auto &named = std::get<parser::AllocateObject>(allocation.t);
            const auto &shape = std::get<std::list<parser::AllocateShapeSpec>>(allocation.t);
            if (const TypedExpression *structure = structure_in(named)) {
                r.allocate_structure(*structure, extents_of(shape), value, type);
                continue;
            }
            const Symbol *pointer = pointer_in(named);
            Expression target = pointer ? pointers.allocate(*pointer, allocation) : object(named);
            if (pointer && may_repeat())
                stop_if_allocated(target, *pointer);
            if (target && !allocate_text(r, x, target, source, mold))
                allocate_one(target, shape, source, mold);
        }
        if (stat)
            r.assign(stat, r.number(0));
    }
    bool may_repeat() const
    {
        return r.usage_of(*r.procedure->symbol).has_jumps ||
               std::any_of(constructs.begin(), constructs.end(),
                           [](const Construct &c) { return c.is_loop; });
    }
    /* What a pointer was allocated with before may be what another one points to. */
    void stop_if_allocated(Expression target, const Symbol &pointer)
    {
        r.begin_if(r.inquire_truth(XB_INTRINSIC_ALLOCATED, target));
        xb_source_statement *stop = r.add(XB_SOURCE_OPAQUE);
        stop->text = xb_arena_format(r.arena, "error stop '%s is allocated again before it is deallocated'",
                                     pointer.name().ToString().c_str());
        stop->language = XB_TEXT_FORTRAN;
        r.end_if();
    }
    Expression stat_of(const parser::StatOrErrmsg &state, Expression before)
    {
        const auto *variable = std::get_if<parser::StatVariable>(&state.u);
        return variable ? r.expression_of(variable->v) : before;
    }
    void allocate_one(Expression target, const std::list<parser::AllocateShapeSpec> &shape, Expression source,
                      Expression mold)
    {
        std::vector<Expression> lowers, uppers;
        for (const auto &spec : shape) {
            const auto &lower = std::get<0>(spec.t);
            lowers.push_back(lower ? r.narrowed(r.expression_of(*lower)) : nullptr);
            uppers.push_back(r.narrowed(r.expression_of(std::get<1>(spec.t))));
        }
        r.allocate_here(target, lowers, uppers, source, mold);
    }

    /* Extents of an array of structures. */
    std::vector<Expression> extents_of(const std::list<parser::AllocateShapeSpec> &shape)
    {
        std::vector<Expression> extents;
        for (const auto &spec : shape) {
            const auto &lower = std::get<0>(spec.t);
            int64_t first;
            Expression upper = r.narrowed(r.expression_of(std::get<1>(spec.t)));
            if (lower && (!integer_of(*lower, &first) || first != 1))
                r.refuse("let it begin at 1", "an allocation of structures with a lower bound can't be read");
            extents.push_back(upper);
        }
        return extents;
    }
    void act(const parser::DeallocateStmt &x)
    {
        Expression stat = nullptr;
        for (const auto &state : std::get<std::list<parser::StatOrErrmsg>>(x.t))
            stat = stat_of(state, stat);
        if (stat)
            r.assign(stat, r.number(0));
        for (const auto &one : std::get<std::list<parser::AllocateObject>>(x.t))
            if (const TypedExpression *structure = structure_in(one))
                r.deallocate_structure(*structure);
            else if (Expression target = object(one)) {
                const Symbol *pointer = pointer_in(one);
                bool is_all = target->variable && target->variable->allocatable && target->count == 0;
                if (target->type == XB_TYPE_STRING && target->rank == 0)
                    continue; /* it is not read before it is assigned again */
                if (pointer && !is_all)
                    r.refuse("deallocate what it points to", "%s points to what it is not allocated with",
                             pointer->name().ToString().c_str());
                const bool may_fail = stat && is_all && target->rank > 0;
                if (may_fail)
                    r.begin_if(r.inquire_truth(XB_INTRINSIC_ALLOCATED, target));
                r.deallocate_here(target);
                if (may_fail) {
                    r.add_else();
                    r.assign(stat, r.number(1));
                    r.end_if();
                }
                if (pointer)
                    pointers.nullify(*pointer);
            }
    }
    static const evaluate::ProcedureDesignator *procedure_pointer_in(const parser::PointerObject &x)
    {
        const TypedExpression *typed = semantics::GetExpr(nullptr, x);
        return typed ? std::get_if<evaluate::ProcedureDesignator>(&typed->u) : nullptr;
    }

    void act(const parser::NullifyStmt &x)
    {
        for (const auto &one : x.v)
            if (const Symbol *pointer = pointer_in(one))
                pointers.nullify(*pointer);
            else if (const TypedExpression *typed = semantics::GetExpr(nullptr, one);
                     typed && is_made_structure(*typed))
                r.deallocate_structure(*typed);
            else if (const auto *procedure = procedure_pointer_in(one))
                r.point_to(*procedure, TypedExpression{evaluate::NullPointer{}});
            else if (Expression target = object(one)) {
                if (target->variable && target->variable->allocatable)
                    r.free_if_allocated(target);
                else
                    r.add(XB_SOURCE_NULLIFY)->target = target;
            }
    }

    // ---- masks

    void act(const parser::WhereStmt &x)
    {
        read_where(r, x);
    }
    void construct(const parser::WhereConstruct &x)
    {
        begin(std::get<parser::Statement<parser::WhereConstructStmt>>(x.t));
        read_where(r, x);
    }
    void act(const parser::ForallStmt &x)
    {
        read_forall(r, x);
    }
    void construct(const parser::ForallConstruct &x)
    {
        begin(std::get<parser::Statement<parser::ForallConstructStmt>>(x.t));
        read_forall(r, x);
    }

    Reader &r;
    Pointers pointers;
    std::vector<Construct> constructs;
    const parser::ActionStmt *statement = nullptr; /* at hand */
};

} // namespace

// ---- what others make of statements

void Reader::assign(Expression target, Expression value)
{
    if (is_part_of_variable(target)) {
        Expression text = target->operands[0];
        value = operate(XB_INTRINSIC_OVERLAY, {XB_TYPE_STRING, 0},
                        {text, target->operands[1], target->operands[2], value});
        target = text;
    } else if (target->type == XB_TYPE_STRING && target->kind == XB_SOURCE_VARIABLE && target->count == 0) {
        auto symbol = symbols_of_variables.find(target->variable);
        if (symbol != symbols_of_variables.end() && has_computed_length(*symbol->second))
            value = operate(XB_INTRINSIC_OVERLAY, {XB_TYPE_STRING, 0},
                            {target, number(1), length_of(*this, target), value});
    }
    xb_source_statement *made = add(XB_SOURCE_ASSIGN);
    made->target = target;
    made->value = value;
}

void Reader::call(xb_source_unit *callee, const std::vector<Expression> &arguments)
{
    auto *kept =
        static_cast<Expression *>(xb_arena_alloc(arena, (arguments.size() + 1) * sizeof(Expression)));
    std::copy(arguments.begin(), arguments.end(), kept);
    xb_source_statement *made = add(XB_SOURCE_CALL);
    made->callee = callee;
    made->arguments = kept;
    made->count = arguments.size();
}

void Reader::begin_do(Expression counter, Expression first, Expression last, Expression step)
{
    xb_source_statement *made = add(XB_SOURCE_DO);
    made->target = counter;
    made->first = first;
    made->last = last;
    made->step = step;
}

void Reader::allocate(Expression target, const std::vector<Expression> &extents)
{
    auto *kept = static_cast<Expression *>(xb_arena_alloc(arena, extents.size() * sizeof(Expression)));
    std::copy(extents.begin(), extents.end(), kept);
    xb_source_statement *made = add(XB_SOURCE_ALLOCATE);
    made->target = target;
    made->arguments = kept;
    made->count = extents.size();
}

void Reader::body(const Procedure &procedure)
{
    this->procedure = &procedure;
    memory.clear();
    if (procedure.symbol->scope()) {
        begin_structures(*procedure.symbol->scope());
        begin_texts(*this, *procedure.symbol->scope());
    }
    Statements{*this, *procedure.body}.block(procedure.body->v);
    this->procedure = nullptr;
}

} // namespace reader
