/*
 * A target is numbered by what is written on the right side of a pointer assignment, together with what the
 * pointer on that side points to then. Two rounds of these assignments or more find all, until there are no
 * more. A model of each target, an expression whose statements are thrown away, tells which variable it is
 * and which of its subscripts have to be kept. A structure, or a part of one, is a target in the same way: it
 * is the place that the pointer's components are looked for in.
 */
#include "pointers.h"

#include <algorithm>

#include "elementwise.h"

namespace reader
{

namespace
{

const Kind integer = {XB_TYPE_INTEGER, 4};
const size_t MOST_TARGETS = 16;

/* Statements about pointers, in their order. */
struct Statements {
    std::vector<std::pair<const Symbol *, const evaluate::Assignment *>> assignments;
    std::vector<std::pair<const Symbol *, const parser::Allocation *>> allocations;
    std::set<const Symbol *> asked; /* whether they point to something */
};

class StatementVisitor
{
  public:
    explicit StatementVisitor(Statements &found) : found{found}
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
        const auto *name = std::get_if<parser::Name>(&std::get<parser::DataRef>(x.t).u);
        const auto *assignment = semantics::GetAssignment(x);
        if (name && name->symbol && assignment)
            found.assignments.emplace_back(&name->symbol->GetUltimate(), assignment);
        return true;
    }
    bool Pre(const parser::Allocation &x)
    {
        const auto *name = std::get_if<parser::Name>(&std::get<parser::AllocateObject>(x.t).u);
        if (name && name->symbol)
            found.allocations.emplace_back(&name->symbol->GetUltimate(), &x);
        return true;
    }

    bool Pre(const parser::FunctionReference &x)
    {
        const auto *name = std::get_if<parser::Name>(&std::get<parser::ProcedureDesignator>(x.v.t).u);
        Pointed named;
        PointedVisitor visitor{named};
        if (name && name->ToString() == "associated")
            for (const auto &argument : std::get<std::list<parser::ActualArgSpec>>(x.v.t))
                parser::Walk(argument, visitor);
        found.asked.insert(named.named.begin(), named.named.end());
        return true;
    }

  private:
    Statements &found;
};

/* A subscript that may change after a pointer was assigned. */
bool varies(Expression e)
{
    return e && e->kind != XB_SOURCE_CONSTANT;
}

/* All subscripts, in the order of the text. */
std::vector<Expression> subscripts_of(const Form &form)
{
    std::vector<Expression> found;
    for (size_t i = 0; form.value && i < form.value->count; i++)
        found.push_back(form.value->operands[i]);
    for (const auto &level : form.place.whole ? form.place.subscripts : decltype(form.place.subscripts)())
        found.insert(found.end(), level.begin(), level.end());
    return found;
}

/* The same with other subscripts. */
Form with_subscripts(Reader &r, const Form &like, const std::vector<Expression> &subscripts)
{
    Form made = like;
    size_t next = 0;
    if (like.value && like.value->count > 0)
        made.value = r.part_of(like.value->variable, subscripts);
    for (auto &level : made.place.subscripts)
        for (Expression &own : level)
            own = like.place.whole ? subscripts[next++] : own;
    return made;
}

bool is_part_of_same(const Form &a, const Form &b)
{
    if (a.value && b.value)
        return a.value->variable == b.value->variable && a.value->count == b.value->count;
    if (!a.place.whole || a.place.whole != b.place.whole || a.place.way != b.place.way)
        return false;
    bool is_same = true;
    for (size_t i = 0; i < a.place.subscripts.size(); i++)
        is_same = is_same && a.place.subscripts[i].size() == b.place.subscripts[i].size();
    return is_same;
}

} // namespace

/* ---- which pointers --------------------------------------------------------------------------------------
 */

const Usage &Reader::usage_of(const Symbol &symbol)
{
    auto known = usages.find(&symbol);
    if (known != usages.end())
        return known->second;
    auto found = procedures.find(&symbol);
    Usage &usage = usages[&symbol];
    if (found != procedures.end())
        usage = usage_in(*found->second.body);
    return usage;
}

/* The procedure that declares a variable; nullptr: a module, or none with a body. */
static const Symbol *procedure_of(const Symbol &symbol, const std::map<const Symbol *, Procedure> &procedures)
{
    const semantics::Scope *scope = &symbol.owner();
    while (scope->kind() == semantics::Scope::Kind::BlockConstruct)
        scope = &scope->parent();
    const Symbol *owner = scope->kind() == semantics::Scope::Kind::Subprogram ? scope->symbol() : nullptr;
    return owner && procedures.count(owner) > 0 ? owner : nullptr;
}

static bool is_named_in(const Symbol &symbol, const parser::ExecutionPartConstruct &construct)
{
    Pointed found;
    PointedVisitor visitor{found};
    parser::Walk(construct, visitor);
    return found.set.count(&symbol) > 0 ||
           std::find(found.named.begin(), found.named.end(), &symbol) != found.named.end();
}

/* Whether a statement lets a pointer point to what others name. */
static bool sets(const parser::ExecutableConstruct &executable, const Symbol &symbol)
{
    const auto *statement = std::get_if<parser::Statement<parser::ActionStmt>>(&executable.u);
    const auto *assignment =
        statement ? std::get_if<common::Indirection<parser::PointerAssignmentStmt>>(&statement->statement.u)
                  : nullptr;
    Pointed found;
    PointedVisitor visitor{found};
    if (assignment)
        visitor.Pre(assignment->value());
    return found.set.count(&symbol) > 0 &&
           std::find(found.named.begin(), found.named.end(), &symbol) == found.named.end();
}

/* Whether the first thing that is done with a pointer, whatever happens, is to let it point to something, so
 * that it is no matter what it pointed to at the end of the call before. */
static bool is_set_first(const Symbol &symbol, const std::list<parser::ExecutionPartConstruct> &block)
{
    std::vector<const parser::ExecutionPartConstruct *> naming;
    for (const parser::ExecutionPartConstruct &construct : block)
        if (is_named_in(symbol, construct))
            naming.push_back(&construct);
    const auto *first =
        naming.empty() ? nullptr : std::get_if<parser::ExecutableConstruct>(&naming.front()->u);
    const auto *loop = first && naming.size() == 1
                           ? std::get_if<common::Indirection<parser::DoConstruct>>(&first->u)
                           : nullptr;
    return first &&
           (sets(*first, symbol) || (loop && is_set_first(symbol, std::get<parser::Block>(loop->value().t))));
}

Reader::PointerRole Reader::role_of(const Symbol &named)
{
    const Symbol &symbol = named.GetUltimate();
    const Symbol *owner = semantics::IsPointer(symbol) ? procedure_of(symbol, procedures) : nullptr;
    const auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>();
    const auto *type = symbol.GetType();
    if (!owner || !object || (type && type->IsPolymorphic()) || semantics::IsFunctionResult(symbol) ||
        semantics::FindCommonBlockContaining(symbol))
        return PointerRole::NONE;
    const Usage &usage = usage_of(*owner);
    const bool is_argument = semantics::IsDummy(symbol);
    if (semantics::IsSaved(symbol) &&
        !(usage.pointed.count(&symbol) > 0 && is_set_first(symbol, procedures.find(owner)->second.body->v)))
        return PointerRole::NONE;
    if (usage.pointed.count(&symbol) > 0)
        return is_argument ? PointerRole::NONE : PointerRole::POINTS;
    if (!is_argument)
        return PointerRole::ALLOCATED;
    /* The procedure of the source, which may be called, too, takes what is no pointer. */
    bool takes_targets = symbol.attrs().test(semantics::Attr::INTENT_IN) && usage.freed.count(&symbol) == 0 &&
                         usage.allocations.count(&symbol) == 0 && owner->name().ToString() != entry_name;
    return takes_targets ? PointerRole::PASSED : PointerRole::NONE;
}

/* ---- what is named --------------------------------------------------------------------------------------
 */

bool PointedVisitor::Pre(const parser::FunctionReference &x)
{
    const auto *name = std::get_if<parser::Name>(&std::get<parser::ProcedureDesignator>(x.v.t).u);
    const auto &arguments = std::get<std::list<parser::ActualArgSpec>>(x.v.t);
    bool asks = name && name->ToString() == "associated";
    found.compares = found.compares || (asks && arguments.size() > 1);
    return !asks || arguments.size() > 1;
}

bool PointedVisitor::Pre(const parser::Name &x)
{
    const Symbol *symbol = x.symbol ? &x.symbol->GetUltimate() : nullptr;
    if (symbol && semantics::IsPointer(*symbol) &&
        std::find(found.named.begin(), found.named.end(), symbol) == found.named.end())
        found.named.push_back(symbol);
    return true;
}

void PointedVisitor::set(const parser::Name *name)
{
    if (name && name->symbol)
        found.set.insert(&name->symbol->GetUltimate());
}

/* The pointer that is assigned is not asked what it points to. */
bool PointedVisitor::Pre(const parser::PointerAssignmentStmt &x)
{
    const auto *name = std::get_if<parser::Name>(&std::get<parser::DataRef>(x.t).u);
    set(name);
    parser::Walk(std::get<parser::Expr>(x.t), *this);
    return false;
}

bool PointedVisitor::Pre(const parser::NullifyStmt &x)
{
    for (const auto &one : x.v)
        set(std::get_if<parser::Name>(&one.u));
    return false;
}

bool PointedVisitor::Pre(const parser::AllocateStmt &x)
{
    for (const auto &one : std::get<std::list<parser::Allocation>>(x.t)) {
        set(std::get_if<parser::Name>(&std::get<parser::AllocateObject>(one.t).u));
        parser::Walk(std::get<std::list<parser::AllocateShapeSpec>>(one.t), *this);
    }
    parser::Walk(std::get<std::list<parser::AllocOpt>>(x.t), *this);
    return false;
}

bool PointedVisitor::Pre(const parser::DeallocateStmt &x)
{
    for (const auto &one : std::get<std::list<parser::AllocateObject>>(x.t))
        set(std::get_if<parser::Name>(&one.u));
    return true;
}

/* ---- what they may point to -----------------------------------------------------------------------------
 */

int Pointers::number_of(const PointerTarget &target)
{
    for (size_t i = 0; i < targets.size(); i++)
        if (targets[i].allocation == target.allocation && targets[i].base == target.base &&
            targets[i].base_target == target.base_target && targets[i].text == target.text)
            return int(i) + 1;
    targets.push_back(target);
    return int(targets.size());
}

/* Whether the right side is a part of what itself was said to be one of. */
bool Pointers::moves_along(const PointerTarget &target) const
{
    for (int at = target.base_target; at > 0; at = targets[size_t(at) - 1].base_target)
        if (targets[size_t(at) - 1].text == target.text)
            return true;
    return false;
}

/* @return whether there are new ones */
bool Pointers::add_targets(const Symbol &symbol, const evaluate::Assignment &assignment)
{
    Pointer &pointer = known[&symbol];
    const size_t before = pointer.targets.size();
    if (evaluate::IsNullPointer(assignment.rhs)) {
        pointer.targets.insert(NOTHING);
        return pointer.targets.size() > before;
    }
    const Symbol *whole = evaluate::UnwrapWholeSymbolDataRef(assignment.rhs);
    const Symbol *first = evaluate::GetFirstSymbol(assignment.rhs);
    const Symbol *base = first && has(first->GetUltimate()) ? &first->GetUltimate() : nullptr;
    if (whole && base) {
        const std::set<int> others = known[base].targets;
        pointer.targets.insert(others.begin(), others.end());
        return pointer.targets.size() > before;
    }
    PointerTarget target;
    target.assignment = &assignment;
    target.text = assignment.rhs.AsFortran();
    target.base = base;
    if (!base)
        pointer.targets.insert(number_of(target));
    const std::set<int> bases = base ? known[base].targets : std::set<int>();
    for (int one : bases) {
        target.base_target = one;
        if (one != NOTHING && !moves_along(target))
            pointer.targets.insert(number_of(target));
    }
    return pointer.targets.size() > before;
}

void Pointers::find(const parser::ExecutionPart &body)
{
    Statements found;
    StatementVisitor visitor{found};
    parser::Walk(body, visitor);
    for (const auto &one : found.assignments)
        if (r.role_of(*one.first) == Reader::PointerRole::POINTS && r.procedure &&
            procedure_of(*one.first, r.procedures) == r.procedure->symbol && known.count(one.first) == 0) {
            known[one.first].targets.insert(NOTHING);
            order.push_back(one.first);
        }
    for (const auto &one : found.allocations)
        if (has(*one.first)) {
            PointerTarget target;
            target.allocation = one.second;
            target.text = one.first->name().ToString();
            known[one.first].targets.insert(number_of(target));
        }
    for (const Symbol *one : found.asked)
        if (has(*one))
            known[one].is_asked = true;
    for (bool goes_on = true; goes_on && targets.size() <= 4 * MOST_TARGETS;) {
        goes_on = false;
        for (const auto &one : found.assignments)
            if (has(*one.first))
                goes_on = add_targets(*one.first, *one.second) || goes_on;
    }
}

Pointers::Pointers(Reader &reader, const parser::ExecutionPart &body) : r{reader}
{
    find(body);
    for (const Symbol *symbol : order)
        points_to[symbol] = NOTHING;
}

Pointers::~Pointers()
{
    for (const Symbol *symbol : order) {
        r.substitutes.erase(symbol);
        r.places.erase(symbol);
    }
}

void Pointers::make_selector(const Symbol &symbol, Pointer &pointer)
{
    const std::string name = symbol.name().ToString() + "_at";
    if (pointer.targets.size() <= 2 && !pointer.is_asked)
        return;
    pointer.selector = r.temporary(name.c_str(), integer, 0);
    r.assign(r.whole(pointer.selector), r.number(NOTHING));
}

void Pointers::begin()
{
    for (const Symbol *symbol : order) {
        Pointer &pointer = known[symbol];
        r.at = symbol->name();
        if (pointer.targets.size() > MOST_TARGETS)
            r.refuse("let it point to fewer variables", "%s, a pointer, has more than %zu targets",
                     symbol->name().ToString().c_str(), MOST_TARGETS - 1);
        make_selector(*symbol, pointer);
    }
}

/* ---- what stands for them -------------------------------------------------------------------------------
 */

Form Pointers::read(const TypedExpression &target)
{
    std::optional<evaluate::DataRef> room;
    Form form;
    if (!r.structure_type(target)) {
        Expression value = r.expression(target);
        form.value = value->kind == XB_SOURCE_VARIABLE ? value : nullptr;
    } else if (designator_in(target, room)) {
        Place place = r.place_to_name(target);
        form.place = place.types.empty() ? place : form.place;
    }
    return form;
}

/* The target where its statements don't matter. */
Form Pointers::model_of(const PointerTarget &target)
{
    if (target.allocation)
        return Form{target.made ? r.whole(target.made) : nullptr};
    const State before = points_to;
    const auto substitutes = r.substitutes;
    const auto places = r.places;
    const auto statements = r.unit->statements.count;
    if (target.base)
        point(*target.base, target.base_target);
    Form model = read(target.assignment->rhs);
    r.unit->statements.count = statements;
    points_to = before;
    r.substitutes = substitutes;
    r.places = places;
    return model;
}

/* The model with variables of the pointer for its subscripts. */
const Form &Pointers::form_of(const Symbol &symbol, int number)
{
    Pointer &pointer = known[&symbol];
    auto found = pointer.forms.find(number);
    if (found != pointer.forms.end())
        return found->second;
    PointerTarget &target = targets[size_t(number) - 1];
    auto type = evaluate::DynamicType::From(symbol);
    const bool is_structure = type && type->category() == common::TypeCategory::Derived;
    if (is_structure && target.allocation)
        r.refuse("let it be allocatable, or a target", "%s is a pointer to a structure",
                 symbol.name().ToString().c_str());
    if (target.allocation && !target.made && !is_structure) {
        const std::string name = symbol.name().ToString();
        target.made = r.temporary(name.c_str(), type ? r.kind_of(*type) : integer, symbol.Rank());
        target.made->allocatable = true;
        target.made->target = true;
    }
    Form model = model_of(target);
    const std::string stem = symbol.name().ToString() + "_by";
    auto own = [&](Expression e) -> Expression {
        return varies(e) ? r.whole(r.temporary(stem.c_str(), {e->type, e->bytes}, 0)) : e;
    };
    std::vector<Expression> subscripts;
    for (Expression e : subscripts_of(model))
        subscripts.push_back(e->kind == XB_SOURCE_RANGE
                                 ? r.range(own(e->operands[0]), own(e->operands[1]), own(e->operands[2]))
                                 : own(e));
    return pointer.forms[number] = with_subscripts(r, model, subscripts);
}

/* The only target that there is; UNKNOWN: there are several, or none. */
int Pointers::single_of(const Symbol &symbol) const
{
    const std::set<int> &all = known.at(&symbol).targets;
    return all.size() == 2 ? *all.rbegin() : UNKNOWN;
}

/* What it points to where it is used: something then. */
int Pointers::used_target(const Symbol &symbol) const
{
    const int target = points_to.at(&symbol);
    return target != UNKNOWN ? target : single_of(symbol);
}

/* From here on it is known what a pointer points to, or that it is not. */
void Pointers::point(const Symbol &symbol, int target)
{
    points_to[&symbol] = target;
    const int used = used_target(symbol);
    const Form form = used > NOTHING ? form_of(symbol, used) : Form{};
    r.substitutes.erase(&symbol);
    r.places.erase(&symbol);
    if (form.value)
        r.substitutes[&symbol] = form.value;
    else if (form.place.whole)
        r.places[&symbol] = form.place;
}

void Pointers::set_state(const State &state)
{
    for (const Symbol *symbol : order)
        point(*symbol, state.at(symbol));
}

void Pointers::forget(const std::set<const Symbol *> &pointers)
{
    for (const Symbol *symbol : pointers)
        if (has(*symbol))
            point(*symbol, UNKNOWN);
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

void Pointers::select(const Symbol &symbol, int target)
{
    if (known[&symbol].selector)
        r.assign(r.whole(known[&symbol].selector), r.number(target));
    point(symbol, target);
}

void Pointers::nullify(const Symbol &pointer)
{
    select(pointer, NOTHING);
}

/* Keeps the subscripts of a target in the variables of a pointer. */
void Pointers::take_form(const Symbol &symbol, int number, const Form &value)
{
    const Form form = form_of(symbol, number);
    if (!is_part_of_same(form, value)) {
        r.refuse("let it point to a variable, or to a part of one", "what %s points to here can't be read",
                 symbol.name().ToString().c_str());
        return;
    }
    auto keep = [&](Expression to, Expression from) {
        if (to && to->kind == XB_SOURCE_VARIABLE && from && !is_same(to, from))
            r.assign(to, from);
    };
    const std::vector<Expression> kept = subscripts_of(form), given = subscripts_of(value);
    for (size_t i = 0; i < kept.size(); i++) {
        Expression to = kept[i], from = given[i];
        if (to->kind != XB_SOURCE_RANGE)
            keep(to, from);
        for (size_t k = 0; to->kind == XB_SOURCE_RANGE && from->kind == XB_SOURCE_RANGE && k < 3; k++)
            keep(to->operands[k], from->operands[k]);
    }
    select(symbol, number);
}

/* Whether a target has no subscripts that are kept. */
bool Pointers::is_plain(const Symbol &symbol, int number)
{
    for (Expression e :
         number > NOTHING ? subscripts_of(form_of(symbol, number)) : std::vector<Expression>()) {
        for (size_t k = 0; e->kind == XB_SOURCE_RANGE && k < 3; k++)
            if (varies(e->operands[k]))
                return false;
        if (e->kind != XB_SOURCE_RANGE && varies(e))
            return false;
    }
    return true;
}

/* p => q, without branches if no target of q has subscripts that are kept. */
void Pointers::copy(const Symbol &symbol, const Symbol &from)
{
    Pointer &source = known[&from];
    const int number = source.selector ? points_to[&from] : used_target(from);
    if (number == NOTHING || (number == UNKNOWN && !source.selector)) {
        nullify(symbol);
        return;
    }
    if (number != UNKNOWN) {
        take_form(symbol, number, form_of(from, number));
        return;
    }
    bool all_plain = true;
    for (int one : source.targets)
        all_plain = all_plain && is_plain(from, one);
    if (!all_plain) {
        compares = true;
        in_cases({&from}, [&] { copy(symbol, from); });
        return;
    }
    if (known[&symbol].selector)
        r.assign(r.whole(known[&symbol].selector), r.whole(source.selector));
    point(symbol, UNKNOWN);
}

void Pointers::assign(const Symbol &symbol, const evaluate::Assignment &assignment)
{
    const auto *bounds = std::get_if<evaluate::Assignment::BoundsSpec>(&assignment.u);
    const auto *remapping = std::get_if<evaluate::Assignment::BoundsRemapping>(&assignment.u);
    if ((bounds && !bounds->empty()) || (remapping && !remapping->empty())) {
        r.refuse("leave the bounds out, and shift the subscripts",
                 "%s, a pointer with bounds of its own, can't be read", symbol.name().ToString().c_str());
        return;
    }
    if (evaluate::IsNullPointer(assignment.rhs)) {
        nullify(symbol);
        return;
    }
    const Symbol *whole = evaluate::UnwrapWholeSymbolDataRef(assignment.rhs);
    if (whole && has(whole->GetUltimate())) {
        copy(symbol, whole->GetUltimate());
        return;
    }
    const Symbol *first = evaluate::GetFirstSymbol(assignment.rhs);
    PointerTarget target;
    target.text = assignment.rhs.AsFortran();
    target.base = first && has(first->GetUltimate()) ? &first->GetUltimate() : nullptr;
    target.base_target = target.base ? used_target(*target.base) : NOTHING;
    if (!evaluate::IsVariable(assignment.rhs) || target.base_target == UNKNOWN ||
        (target.base && target.base_target == NOTHING) || moves_along(target)) {
        r.refuse("let it point to a variable, or to a part of one",
                 "%s can't be read: what it points to here is not known", symbol.name().ToString().c_str());
        return;
    }
    const Form value = read(assignment.rhs);
    take_form(symbol, number_of(target), value);
}

Expression Pointers::allocate(const Symbol &symbol, const parser::Allocation &allocation)
{
    PointerTarget target;
    target.allocation = &allocation;
    target.text = symbol.name().ToString();
    const int number = number_of(target);
    Expression form = form_of(symbol, number).value;
    select(symbol, number);
    return form ? form : r.number(0);
}

/* Whether two parts of a variable are the same one: a condition on their subscripts; nullptr: it can't be
 * told. */
Expression Pointers::have_same_place(Expression a, Expression b)
{
    Expression whole = r.whole(a->variable), all = r.truth(true);
    auto require = [&](Expression x, Expression y) {
        if (!is_same(x, y))
            all = r.operate(XB_INTRINSIC_AND, logical, {all, r.operate(XB_INTRINSIC_EQUAL, logical, {x, y})});
    };
    for (int d = 1; d <= whole->rank; d++) {
        Expression in_a = a->count > 0 ? a->operands[d - 1] : nullptr,
                   in_b = b->count > 0 ? b->operands[d - 1] : nullptr;
        bool is_range_in_a = !in_a || in_a->kind == XB_SOURCE_RANGE,
             is_range_in_b = !in_b || in_b->kind == XB_SOURCE_RANGE;
        bool strides =
            (is_range_in_a && in_a && in_a->operands[2]) || (is_range_in_b && in_b && in_b->operands[2]);
        if (is_range_in_a != is_range_in_b || strides)
            return nullptr;
        if (!is_range_in_a) {
            require(in_a, in_b);
            continue;
        }
        auto first = [&](Expression e) {
            return e && e->operands[0] ? e->operands[0] : r.lower_bound(whole, d);
        };
        auto last = [&](Expression e) {
            return e && e->operands[1] ? e->operands[1] : r.upper_bound(whole, d);
        };
        require(first(in_a), first(in_b));
        require(last(in_a), last(in_b));
    }
    return all;
}

Expression Pointers::is_associated(const Symbol &symbol, const TypedExpression *target)
{
    const int number = points_to[&symbol];
    if (number == NOTHING)
        return r.truth(false);
    if (!target && number != UNKNOWN)
        return r.truth(true);
    if (!target)
        return r.operate(XB_INTRINSIC_NOT_EQUAL, logical,
                         {r.whole(known[&symbol].selector), r.number(NOTHING)});
    const Symbol *whole = evaluate::UnwrapWholeSymbolDataRef(*target);
    bool is_nothing = whole && has(whole->GetUltimate()) && points_to[&whole->GetUltimate()] == NOTHING;
    Expression form = number != UNKNOWN ? form_of(symbol, number).value : nullptr;
    if (r.structure_type(*target)) {
        r.refuse(nullptr, "whether %s points to that can't be told", symbol.name().ToString().c_str());
        return r.truth(false);
    }
    Expression other = is_nothing ? nullptr : r.expression(*target);
    if (is_nothing)
        return r.truth(false);
    if (form && other && other->kind == XB_SOURCE_VARIABLE && other->variable != form->variable)
        return r.truth(false);
    Expression answer =
        form && other && other->kind == XB_SOURCE_VARIABLE ? have_same_place(form, other) : nullptr;
    if (!answer) {
        r.refuse(nullptr, "whether %s points to that can't be told", symbol.name().ToString().c_str());
        return r.truth(false);
    }
    return answer;
}

/* ---- branches -------------------------------------------------------------------------------------------
 */

std::vector<const Symbol *> Pointers::unsure_among(const Pointed &found) const
{
    std::vector<const Symbol *> unsure;
    for (const Symbol *symbol : found.named)
        if (has(*symbol) && points_to.at(symbol) == UNKNOWN &&
            (found.compares || single_of(*symbol) == UNKNOWN))
            unsure.push_back(symbol);
    return unsure;
}

/* What points to nothing is not used, but compared. */
void Pointers::read_cases(const std::vector<const Symbol *> &unsure, size_t next, bool with_nothing,
                          const std::function<void()> &read)
{
    if (next == unsure.size()) {
        read();
        return;
    }
    const Symbol &symbol = *unsure[next];
    std::vector<int> cases;
    for (int target : known[&symbol].targets)
        if (target != NOTHING || with_nothing)
            cases.push_back(target);
    if (cases.size() > 1 && !known[&symbol].selector) {
        r.refuse("name its target", "%s can't be read: what it points to is not known here",
                 symbol.name().ToString().c_str());
        return;
    }
    Expression selector = known[&symbol].selector ? r.whole(known[&symbol].selector) : nullptr;
    const State before = points_to;
    for (size_t i = 0; i < cases.size(); i++) {
        const bool is_last = i + 1 == cases.size();
        if (!is_last)
            r.begin_if(r.operate(XB_INTRINSIC_EQUAL, logical, {selector, r.number(cases[i])}));
        set_state(before);
        point(symbol, cases[i]);
        read_cases(unsure, next + 1, with_nothing, read);
        if (!is_last)
            r.add_else();
    }
    for (size_t i = 1; i < cases.size(); i++)
        r.end_if();
}

void Pointers::in_cases(const std::vector<const Symbol *> &unsure, const std::function<void()> &read)
{
    const State before = points_to;
    if (unsure.size() > 4) {
        r.refuse("use fewer in a statement",
                 "%zu pointers whose targets depend on what is computed can't be read in one statement",
                 unsure.size());
        return;
    }
    read_cases(unsure, 0, compares, read);
    if (unsure.empty())
        return;
    std::set<const Symbol *> open(unsure.begin(), unsure.end());
    for (const auto &one : before)
        if (points_to[one.first] != one.second)
            open.insert(one.first);
    forget(open);
}

} // namespace reader
