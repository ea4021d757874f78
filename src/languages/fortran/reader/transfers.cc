/*
 * Input and output whose text can't stay as the source has it. What the statement form has by no name, such
 * as members of structures, associate names and what functions return, is copied to a variable that is
 * written in its place; what is read goes to a variable of its own, which nothing else is done with, and is
 * assigned from there: so it has no derivative, and the target has the one of a constant. Within an implied
 * loop the variable is an array with an element for each iteration.
 */
#include <functional>

#include "members.h"
#include "texts.h"

#include "flang/Parser/parse-tree-visitor.h"

namespace reader
{

namespace
{

/* An implied loop around what is at hand. */
struct Loop {
    const parser::IoImpliedDoControl *control;
    std::string name;
    Expression counter = nullptr, first = nullptr, last = nullptr, step = nullptr, count = nullptr;
    std::string place = {}; /* the number of the iteration, as a text */
};

struct Edit {
    size_t from, to;
    std::string text;
};

class Transfer
{
  public:
    Transfer(Reader &reader, bool reads) : r{reader}, reads{reads}, text{reader.at.ToString()}
    {
    }

    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    bool Pre(const parser::OutputImpliedDo &x)
    {
        return within_loop(x);
    }
    bool Pre(const parser::InputImpliedDo &x)
    {
        return within_loop(x);
    }
    bool Pre(const parser::OutputItem &x)
    {
        const auto *value = std::get_if<parser::Expr>(&x.u);
        return !value || !names_apart(value->source) || !put_structure(*value);
    }
    bool Pre(const parser::InputItem &x)
    {
        if (const auto *variable = std::get_if<parser::Variable>(&x.u)) {
            is_item = true;
            get(*variable);
            is_item = false;
            note_read(variable->GetSource());
            return false;
        }
        return true;
    }
    /* A number of a unit is no more than read. */
    bool Pre(const parser::IoUnit &x)
    {
        const auto *variable = std::get_if<parser::Variable>(&x.u);
        const TypedExpression *typed = variable ? semantics::GetExpr(nullptr, *variable) : nullptr;
        auto type = typed ? typed->GetType() : std::nullopt;
        bool is_text = type && type->category() == common::TypeCategory::Character;
        if (variable && typed && (!is_text || reads) && names_apart(variable->GetSource()))
            replace(variable->GetSource(), *typed);
        else if (variable && is_text && !reads)
            get(*variable);
        return !variable;
    }
    bool Pre(const parser::Variable &x)
    {
        get(x);
        return false;
    }
    bool Pre(const parser::Expr &x)
    {
        if (!names_apart(x.source))
            return false;
        const auto *designator = std::get_if<common::Indirection<parser::Designator>>(&x.u);
        bool is_call = std::holds_alternative<common::Indirection<parser::FunctionReference>>(x.u);
        bool is_apart = designator ? is_named_apart(first_name(x.source)) : is_call && calls_own(x);
        const TypedExpression *typed = is_apart ? semantics::GetExpr(nullptr, x) : nullptr;
        if (typed)
            replace(x.source, *typed);
        return !typed;
    }
    bool Pre(const parser::StatVariable &x)
    {
        status = semantics::GetExpr(nullptr, x.v.thing.thing);
        return true;
    }

    /* An argument of a routine that Fortran has, which gets a value or has one. */
    void argument(const parser::ActualArg &x)
    {
        const auto *value = std::get_if<common::Indirection<parser::Expr>>(&x.u);
        const TypedExpression *typed = value ? semantics::GetExpr(nullptr, value->value()) : nullptr;
        if (typed && evaluate::IsVariable(*typed) &&
            (may_be_active(*typed) || names_apart(value->value().source)))
            receive(value->value().source, *typed, false);
        else if (value)
            parser::Walk(value->value(), *this);
    }

    /* The statement as it can be written; what has to be before it is added. */
    std::string edited()
    {
        for (const auto &end : ends)
            r.assign(end.first, end.second);
        std::string made = text;
        std::sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) { return a.from > b.from; });
        for (const Edit &edit : edits)
            made.replace(edit.from, edit.to - edit.from, edit.text);
        return made;
    }
    void finish()
    {
        for (const auto &assign : afterwards)
            assign();
    }

    bool may_leave_values = false; /* what is read may stay as it is */
    Replaced made;
    const TypedExpression *status = nullptr; /* what tells of errors */

  private:
    // ---- what is named

    template <typename F> bool any_name(const parser::CharBlock &place, F &&holds) const
    {
        std::string own = place.ToString();
        for (size_t i = 0; i < own.size();) {
            size_t from = i;
            if (own[i] == '\'' || own[i] == '"') {
                i = std::min(own.find(own[i], i + 1), own.size() - 1) + 1;
                continue;
            }
            while (i < own.size() && (std::isalnum(static_cast<unsigned char>(own[i])) || own[i] == '_'))
                i++;
            if (i > from && (from == 0 || own[from - 1] != '%') && holds(own.substr(from, i - from)))
                return true;
            i += i == from;
        }
        return false;
    }
    const Symbol *find(const std::string &name) const
    {
        const Symbol *symbol = r.context.FindScope(r.at).FindSymbol(parser::CharBlock{name});
        return symbol ? &symbol->GetUltimate() : nullptr;
    }
    bool is_named_apart(const std::string &name) const
    {
        const Symbol *symbol = find(name);
        if (!symbol)
            return false;
        return symbol->has<semantics::AssocEntityDetails>() || r.substitutes.count(symbol) > 0 ||
               (symbol->has<semantics::ObjectEntityDetails>() && r.structure_type(*symbol));
    }
    bool is_own_function(const std::string &name) const
    {
        const Symbol *symbol = find(name);
        return symbol && semantics::IsFunction(*symbol) &&
               !symbol->attrs().test(semantics::Attr::INTRINSIC) && !r.is_own_result(*symbol);
    }
    /* Whether something in a text is not what it is called there. */
    bool names_apart(const parser::CharBlock &place) const
    {
        return any_name(
            place, [this](const std::string &name) { return is_named_apart(name) || is_own_function(name); });
    }
    static std::string first_name(const parser::CharBlock &place)
    {
        std::string own = place.ToString();
        size_t n = 0;
        while (n < own.size() && (std::isalnum(static_cast<unsigned char>(own[n])) || own[n] == '_'))
            n++;
        return own.substr(0, n);
    }
    bool calls_own(const parser::Expr &x) const
    {
        std::string name = first_name(x.source);
        return is_own_function(name) || is_named_apart(name);
    }
    void note_read(const parser::CharBlock &place)
    {
        before.insert(first_name(place));
    }
    bool may_be_active(const TypedExpression &typed) const
    {
        auto type = typed.GetType();
        return type && (type->category() == common::TypeCategory::Real ||
                        type->category() == common::TypeCategory::Complex);
    }

    // ---- loops

    template <typename T> bool within_loop(const T &x)
    {
        const auto &control = std::get<parser::IoImpliedDoControl>(x.t);
        loops.push_back({&control, control.name.thing.thing.ToString()});
        parser::Walk(std::get<0>(x.t), *this);
        if (loops.size() == 1 && !reads)
            end_counter(loops[0], std::get<0>(x.t).front());
        loops.pop_back();
        const parser::CharBlock bounds[] = {source_of(control.lower), source_of(control.upper)};
        for (const parser::CharBlock &bound : bounds)
            if (names_apart(bound))
                replace(bound,
                        *semantics::GetExpr(nullptr, &bound == bounds ? control.lower : control.upper));
        return false;
    }
    /* What counts an implied loop has its last value before the statement, to which the statement sets it:
     * so that is known. Not if anything else of the statement names it. */
    void end_counter(Loop &loop, const parser::OutputItem &item)
    {
        const auto *first = std::get_if<parser::Expr>(&item.u);
        const parser::ScalarIntExpr &last = loop.control->step ? *loop.control->step : loop.control->upper;
        auto is_counter = [&](const std::string &name) { return name == loop.name; };
        const char *end = first ? source_of(last).end() : nullptr;
        if (!first || any_name({r.at.begin(), first->source.begin()}, is_counter) ||
            any_name({end, r.at.end()}, is_counter) || any_name(source_of(loop.control->lower), is_counter) ||
            any_name(source_of(loop.control->upper), is_counter))
            return;
        settle(loop);
        Expression steps = loop.step
                               ? r.operate(XB_INTRINSIC_MUL, {XB_TYPE_INTEGER, 4}, {loop.count, loop.step})
                               : loop.count;
        ends.push_back({loop.counter, r.sum_of(loop.first, steps)});
        made[loop.name] = loop.counter->variable;
    }
    void end_counter(Loop &, const parser::InputItem &)
    {
    }
    static const parser::CharBlock &source_of(const parser::ScalarIntExpr &x)
    {
        return x.thing.thing.value().source;
    }
    Expression kept_number(const parser::ScalarIntExpr &from)
    {
        Expression value = r.narrowed(r.expression_of(from));
        return value->kind == XB_SOURCE_CONSTANT ? value : r.kept("bound", value);
    }
    void settle(Loop &loop)
    {
        if (loop.counter)
            return;
        const Symbol *symbol = loop.control->name.thing.thing.symbol;
        xb_source_variable *variable = symbol ? r.variable_of(*symbol) : nullptr;
        loop.counter = variable ? r.whole(variable) : r.number(0);
        loop.first = kept_number(loop.control->lower);
        loop.last = kept_number(loop.control->upper);
        loop.step = loop.control->step ? kept_number(*loop.control->step) : nullptr;
        loop.count = count_of(loop);
        loop.place = loop.name;
        int64_t first = 0;
        if (!xb_source_is_integer(loop.first, &first) || first != 1 || loop.step)
            loop.place = "(" + loop.name + "-(" + named(loop.first) + "))" +
                         (loop.step ? "/(" + named(loop.step) + ")" : "") + "+1";
    }
    Expression count_of(const Loop &loop)
    {
        int64_t first, last, step = 1;
        if (xb_source_is_integer(loop.first, &first) && xb_source_is_integer(loop.last, &last) &&
            (!loop.step || xb_source_is_integer(loop.step, &step)) && step != 0)
            return r.number(std::max<int64_t>(0, (last - first + step) / step));
        return r.kept("count", r.operate(XB_INTRINSIC_NC_MAX, {XB_TYPE_INTEGER, 4},
                                         {r.number(0), r.extent_of_range(loop.first, loop.last, loop.step)}));
    }
    std::string named(Expression e)
    {
        int64_t value = 0;
        if (xb_source_is_integer(e, &value))
            return std::to_string(value);
        return name(e->variable);
    }
    std::string name(xb_source_variable *variable)
    {
        made[variable->name] = variable;
        return variable->name;
    }
    Expression place_in(const Loop &loop)
    {
        Expression steps = r.difference_of(loop.counter, loop.first);
        if (loop.step)
            steps = r.operate(XB_INTRINSIC_DIV, {XB_TYPE_INTEGER, 4}, {steps, loop.step});
        return r.sum_of(steps, r.number(1));
    }
    /* Bounds that other loops, or what is read before, decide are not known where the copies are made. */
    bool has_plain_loops()
    {
        for (const Loop &loop : loops) {
            auto varies = [&](const std::string &name) {
                return before.count(name) > 0 ||
                       std::any_of(loops.begin(), loops.end(), [&](const Loop &l) { return l.name == name; });
            };
            if (any_name(source_of(loop.control->lower), varies) ||
                any_name(source_of(loop.control->upper), varies) ||
                (loop.control->step && any_name(source_of(*loop.control->step), varies)))
                return false;
        }
        return true;
    }
    /* Does something for each element of what stands for something in the loops around it. */
    void for_each(xb_source_variable *copy, const std::function<void(Expression)> &make)
    {
        if (loops.empty()) {
            make(r.whole(copy));
            return;
        }
        std::vector<Expression> places;
        for (const Loop &loop : loops) {
            r.begin_do(loop.counter, loop.first, loop.last, loop.step);
            places.insert(places.begin(), place_in(loop));
        }
        make(r.part_of(copy, places));
        for (size_t i = 0; i < loops.size(); i++)
            r.end_do();
    }

    // ---- copies

    void edit(const parser::CharBlock &place, const std::string &by)
    {
        size_t from = size_t(place.begin() - r.at.begin());
        edits.push_back({from, from + place.size(), by});
    }

    /* A variable for what a part of the statement has; nullptr, refused: there can't be one. @param value in
     * the first iteration; its extents count */
    xb_source_variable *room_for(const char *stem, const TypedExpression &typed)
    {
        auto type = typed.GetType();
        const bool varies =
            type && type->category() == common::TypeCategory::Character && !type->knownLength();
        if (!type || type->category() == common::TypeCategory::Derived ||
            (varies && (typed.Rank() > 0 || !loops.empty()))) {
            r.refuse("assign it to a variable, and name that",
                     "%s is named in input or output: a structure, or a text whose length varies",
                     described().c_str());
            return nullptr;
        }
        if (!loops.empty() && (typed.Rank() > 0 || !has_plain_loops())) {
            r.refuse("write a loop", "%s is named in an implied loop of input or output",
                     described().c_str());
            return nullptr;
        }
        xb_source_variable *copy = nullptr;
        if (loops.empty()) {
            copy = typed.Rank() > 0 ? r.array_like(stem, r.kind_of(*type), r.expression(typed))
                                    : r.temporary(stem, r.kind_of(*type), 0);
        } else {
            std::vector<Expression> counts;
            for (Loop &loop : loops) {
                settle(loop);
                counts.insert(counts.begin(), loop.count);
            }
            copy = r.array_of(stem, r.kind_of(*type), counts);
            if (copy->allocatable)
                r.allocate(r.whole(copy), counts);
        }
        if (!varies)
            r.describe_length(copy, *type);
        return copy;
    }
    std::string described() const
    {
        return at_hand.ToString();
    }
    std::string text_of(xb_source_variable *copy)
    {
        std::string own = name(copy), places;
        for (const Loop &loop : loops)
            places = loop.place + (places.empty() ? "" : "," + places);
        return places.empty() ? own : own + "(" + places + ")";
    }

    /* A value is copied, and the copy named. */
    void replace(const parser::CharBlock &place, const TypedExpression &typed)
    {
        at_hand = place;
        xb_source_variable *copy = room_for("output", typed);
        if (!copy)
            return;
        for_each(copy, [&](Expression target) { r.assign(target, r.expression(typed)); });
        edit(place, text_of(copy));
    }

    /* A structure is written member by member. @return whether it is one */
    bool put_structure(const parser::Expr &x)
    {
        const TypedExpression *typed = semantics::GetExpr(nullptr, x);
        std::optional<evaluate::DataRef> room;
        if (!typed || !r.structure_type(*typed))
            return false;
        at_hand = x.source;
        Place place = designator_in(*typed, room) ? r.place_of(*room) : Place{nullptr, {}, {{}}, nullptr};
        if (!place.whole || typed->Rank() > 0 || !loops.empty()) {
            r.refuse("name its members", "%s, a structure, is named in input or output", described().c_str());
            return true;
        }
        std::string list;
        for (const Way &way : r.members_of(place.type)) {
            Expression member = r.member(place, way);
            if (!member || member->type == XB_TYPE_STRING || member->variable->allocatable ||
                member->variable->pointer) {
                r.refuse("name its members", "%s, a structure, is named in input or output",
                         described().c_str());
                return true;
            }
            list += (list.empty() ? "" : ",") + name(r.kept("output", member)->variable);
        }
        edit(x.source, list);
        return true;
    }

    // ---- what gets a value

    void get(const parser::Variable &x)
    {
        const TypedExpression *typed = semantics::GetExpr(nullptr, x);
        const parser::CharBlock place = x.GetSource();
        bool is_apart = names_apart(place);
        if (!typed || (!is_apart && !(is_item && may_be_active(*typed) && reads)))
            return;
        auto is_read = [this](const std::string &name) { return before.count(name) > 0; };
        const parser::CharBlock selected{place.begin() + first_name(place).size(), place.end()};
        if (any_name(selected, is_read) || (!loops.empty() && !has_plain_loops())) {
            if (is_apart)
                r.refuse("read them by a statement each", "%s may rest on what is read before it",
                         place.ToString().c_str());
            return;
        }
        receive(place, *typed, !is_item || may_leave_values);
    }

    /* Another variable gets the value, which is assigned afterwards. */
    void receive(const parser::CharBlock &place, const TypedExpression &typed, bool may_stay)
    {
        at_hand = place;
        xb_source_variable *copy = room_for("input", typed);
        if (!copy)
            return;
        if (may_stay)
            begin_with(copy, typed);
        edit(place, text_of(copy));
        const std::vector<Loop> around = loops;
        afterwards.push_back([this, copy, &typed, around] {
            loops = around;
            for_each(copy, [&](Expression from) { r.assign(target_of(typed), from); });
            loops.clear();
        });
    }
    /* All of an array that is allocated is a section: reading does not change its shape. */
    Expression target_of(const TypedExpression &typed)
    {
        Expression target = r.expression(typed);
        if (target->kind != XB_SOURCE_VARIABLE && !is_part_of_variable(target))
            r.refuse("assign all of it", "a part of a number is read");
        else if (target->kind != XB_SOURCE_VARIABLE)
            return target;
        else if (target->count == 0 && target->rank > 0 && target->variable->allocatable)
            return r.part_of(target->variable, std::vector<Expression>(size_t(target->rank),
                                                                       r.range(nullptr, nullptr, nullptr)));
        return target;
    }
    /* It begins with what the variable has, of which it has no derivative. */
    void begin_with(xb_source_variable *copy, const TypedExpression &typed)
    {
        if (!may_be_active(typed)) {
            for_each(copy, [&](Expression target) { r.assign(target, r.expression(typed)); });
            return;
        }
        xb_source_variable *kept = room_for("kept", typed);
        for_each(kept, [&](Expression target) { r.assign(target, r.expression(typed)); });
        r.copy_apart(copy, kept);
    }

    Reader &r;
    bool reads;
    std::string text;
    std::vector<Edit> edits;
    std::vector<Loop> loops;
    std::vector<std::pair<Expression, Expression>> ends; /* of counters of implied loops */
    std::vector<std::function<void()>> afterwards;
    std::set<std::string> before; /* what is read by items before the one at hand */
    parser::CharBlock at_hand;
    bool is_item = false;
};

/* Whether a statement that reads may leave variables as they are: values may be left out of lists, and there
 * may be none. */
bool may_leave_values(const parser::ReadStmt &x)
{
    const parser::Format *format = x.format ? &*x.format : nullptr;
    bool tells = false;
    for (const parser::IoControlSpec &spec : x.controls) {
        format = std::holds_alternative<parser::Format>(spec.u) ? &std::get<parser::Format>(spec.u) : format;
        tells = tells || std::holds_alternative<parser::StatVariable>(spec.u) ||
                std::holds_alternative<parser::EndLabel>(spec.u) ||
                std::holds_alternative<parser::ErrLabel>(spec.u) ||
                std::holds_alternative<parser::EorLabel>(spec.u);
    }
    return tells || (format && std::holds_alternative<parser::Star>(format->u));
}

/* The last statement of a unit: whether it gives values to all of what it writes. @param is_call it names all
 * of its arguments as written */
void note_constant(xb_source_unit &unit, bool may_leave, bool is_call)
{
    auto *statements = static_cast<xb_source_statement *>(unit.statements.items);
    xb_source_statement &last = statements[unit.statements.count - 1];
    last.is_apart = !may_leave && last.number > 0;
    for (int64_t i = 0; i < last.number; i++) {
        bool is_made = !last.arguments[i]->variable->spelling,
             is_number = last.arguments[i]->rank == 0 && last.arguments[i]->type != XB_TYPE_STRING;
        last.is_apart = last.is_apart && (is_made || (is_number && !is_call));
    }
}

} // namespace

void Reader::transfer(const parser::ActionStmt &x)
{
    const auto *input = std::get_if<common::Indirection<parser::ReadStmt>>(&x.u);
    Transfer transfer{*this, input != nullptr};
    transfer.may_leave_values = input && may_leave_values(input->value());
    parser::Walk(x, transfer);
    const Outcome outcome = opaque(transfer.edited(), transfer.made, transfer.status);
    note_constant(*unit, transfer.may_leave_values, false);
    transfer.finish();
    go_by(outcome);
}

void Reader::call_text(const std::string &name, const parser::CallStmt &x)
{
    Transfer transfer{*this, true};
    for (const parser::ActualArgSpec &spec : std::get<std::list<parser::ActualArgSpec>>(x.call.t))
        transfer.argument(std::get<parser::ActualArg>(spec.t));
    const std::string text = transfer.edited();
    size_t list = text.find('(');
    opaque("call " + name + (list == std::string::npos ? "" : text.substr(list)), transfer.made, nullptr);
    note_constant(*unit, false, true);
    transfer.finish();
}

/* The text says nothing of derivatives, and they do not go through it. */
void Reader::copy_apart(xb_source_variable *to, xb_source_variable *from)
{
    xb_source_statement *made = add(XB_SOURCE_OPAQUE);
    made->text = xb_arena_format(arena, "%s = %s", to->name, from->name);
    made->language = XB_TEXT_FORTRAN;
    made->is_apart = true;
    made->arguments = static_cast<Expression *>(xb_arena_alloc(arena, 2 * sizeof(Expression)));
    made->arguments[0] = whole(to);
    made->arguments[1] = whole(from);
    made->count = 2;
    made->number = 1;
}

} // namespace reader
