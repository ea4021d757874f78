/*
 * Pointers to procedures, variables and components. All statements, constructors and declarations that set
 * them are known, and so are all calls that pass procedures: what a pointer may ever point to is the closure
 * of these. Where that is one procedure, it is what is called. Where there are several, or where the program
 * asks whether a pointer is associated, a variable for each of them says whether the pointer points to it,
 * and a call is a choice, as for an object that may have several types (dispatch.cc).
 */
#include "members.h"

#include "flang/Parser/parse-tree-visitor.h"

namespace reader
{

/* ---- what pointers may point to -------------------------------------------------------------------------
 */

namespace
{

const evaluate::ProcedureDesignator *procedure_in(const TypedExpression *value)
{
    return value ? std::get_if<evaluate::ProcedureDesignator>(&value->u) : nullptr;
}

bool is_set_by_name(const evaluate::ProcedureDesignator *named)
{
    return named && named->GetSymbol();
}

/* What is told of pointers and of arguments in the whole program. */
struct Found {
    std::map<const Symbol *, std::set<const Symbol *>> from; /**< what they are set to, or get as arguments */
    std::set<const Symbol *> unknown;                        /**< those that are set to something else, too */
    std::set<const Symbol *> asked;                          /**< whether they are associated */
    std::vector<const evaluate::ProcedureRef *> calls;
};

class Visitor
{
  public:
    explicit Visitor(Found &found) : found{found}
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
        const auto *set = x.typedAssignment.get() && x.typedAssignment->v ? &*x.typedAssignment->v : nullptr;
        if (const auto *pointer = set ? procedure_in(&set->lhs) : nullptr)
            note(pointer->GetSymbol()->GetUltimate(), &set->rhs);
        return true;
    }
    bool Pre(const parser::Expr &x)
    {
        const TypedExpression *typed = semantics::GetExpr(nullptr, x);
        if (!typed)
            return true;
        value(*typed);
        if (const evaluate::ProcedureRef *call = evaluate::UnwrapProcedureRef(*typed))
            note(*call);
        return true;
    }
    bool Pre(const parser::CallStmt &x)
    {
        if (const evaluate::ProcedureRef *call = x.typedCall.get())
            note(*call);
        return true;
    }

    /* What constructors in a value set. */
    void value(const TypedExpression &typed)
    {
        const auto *derived = std::get_if<Expr<SomeDerived>>(&typed.u);
        const auto *made = derived ? std::get_if<evaluate::StructureConstructor>(&derived->u) : nullptr;
        const auto *constant = derived ? std::get_if<evaluate::Constant<SomeDerived>>(&derived->u) : nullptr;
        if (made)
            constructor(made->values());
        for (const auto &element :
             constant ? constant->values() : std::vector<evaluate::StructureConstructorValues>())
            constructor(element);
    }

    void note(const Symbol &pointer, const TypedExpression *value)
    {
        const auto *named = procedure_in(value);
        if (value && evaluate::IsNullPointer(*value))
            return;
        if (is_set_by_name(named))
            found.from[&pointer].insert(&named->GetSymbol()->GetUltimate());
        else
            found.unknown.insert(&pointer);
    }

  private:
    void note(const evaluate::ProcedureRef &call)
    {
        const auto *intrinsic = call.proc().GetSpecificIntrinsic();
        bool asks = intrinsic && intrinsic->name == "associated" && !call.arguments().empty();
        const auto *named =
            asks && call.arguments()[0] ? procedure_in(call.arguments()[0]->UnwrapExpr()) : nullptr;
        if (is_set_by_name(named))
            found.asked.insert(&named->GetSymbol()->GetUltimate());
        if (!intrinsic && call.proc().GetSymbol())
            found.calls.push_back(&call);
    }
    void constructor(const evaluate::StructureConstructorValues &values)
    {
        for (const auto &[symbol, given] : values) {
            if (semantics::IsProcedurePointer(symbol->GetUltimate()))
                note(symbol->GetUltimate(), &given.value());
            else
                value(given.value());
        }
    }

    Found &found;
};

/* What declarations say. */
void visit_declarations(const semantics::Scope &scope, Visitor &visitor, Found &found)
{
    for (const auto &entry : scope) {
        const Symbol &symbol = *entry.second;
        const auto *pointer = symbol.detailsIf<semantics::ProcEntityDetails>();
        if (pointer && pointer->init() && *pointer->init())
            found.from[&symbol].insert(&(*pointer->init())->GetUltimate());
        if (object_of(symbol) && object_of(symbol)->init())
            visitor.value(*object_of(symbol)->init());
    }
    for (const semantics::Scope &inner : scope.children())
        visit_declarations(inner, visitor, found);
}

/* What a pointer begins with. */
const Symbol *initial_target(const Symbol &pointer)
{
    const auto *details = pointer.detailsIf<semantics::ProcEntityDetails>();
    return details && details->init() && *details->init() ? &(*details->init())->GetUltimate() : nullptr;
}

bool is_before(const Symbol *a, const Symbol *b)
{
    auto key = [](const Symbol *symbol) {
        const Symbol *owner = symbol->owner().symbol();
        return std::make_pair(symbol->name().ToString(), owner ? owner->name().ToString() : "");
    };
    return key(a) < key(b);
}

} // namespace

/* All that may be called where a procedure is. */
std::set<const Symbol *> Reader::callees_of(const evaluate::ProcedureRef &call,
                                            const std::map<const Symbol *, std::set<const Symbol *>> &from)
{
    const Symbol &symbol = call.proc().GetSymbol()->GetUltimate();
    std::set<const Symbol *> all;
    auto set = from.find(&symbol);
    if (symbol.has<semantics::ProcBindingDetails>()) {
        for (const Symbol *type : all_types())
            if (extends(*type, *symbol.owner().symbol()) && binding_in(*type, symbol))
                all.insert(binding_in(*type, symbol));
    } else if (set != from.end()) {
        all = set->second;
    } else {
        all.insert(definition_of(symbol));
    }
    return all;
}

/* What procedures are passed to arguments follows from calls, and these may be of what is passed. */
void Reader::find_procedure_targets()
{
    Found found;
    Visitor visitor{found};
    for (const auto &one : procedures)
        parser::Walk(*one.second.body, visitor);
    visit_declarations(context.globalScope(), visitor, found);
    for (bool grows = true; grows;) {
        grows = false;
        for (const evaluate::ProcedureRef *call : found.calls)
            for (const Symbol *callee : callees_of(*call, found.from)) {
                const auto *details = definition_of(*callee)->detailsIf<semantics::SubprogramDetails>();
                for (size_t i = 0; details && i < details->dummyArgs().size() && i < call->arguments().size();
                     i++) {
                    const auto &argument = call->arguments()[i];
                    const auto *named = argument ? procedure_in(argument->UnwrapExpr()) : nullptr;
                    if (is_set_by_name(named) && details->dummyArgs()[i])
                        grows |= found.from[details->dummyArgs()[i]]
                                     .insert(&named->GetSymbol()->GetUltimate())
                                     .second;
                }
            }
        for (auto &[name, set] : found.from)
            for (const Symbol *one : std::set<const Symbol *>(set)) {
                auto further = found.from.find(one);
                if (further != found.from.end())
                    for (const Symbol *target : further->second)
                        grows |= set.insert(target).second;
                if (found.unknown.count(one) > 0)
                    grows |= found.unknown.insert(name).second;
            }
    }
    for (const auto &[name, set] : found.from) {
        ProcedureTargets &targets = procedure_targets[name];
        std::set<const Symbol *> all;
        for (const Symbol *one : set) {
            bool is_entry = !semantics::IsDummy(*one) ||
                            (one->owner().symbol() && one->owner().symbol()->name().ToString() == entry_name);
            if (!semantics::IsProcedurePointer(*one) && found.from.count(one) == 0 && is_entry)
                all.insert(definition_of(*one));
        }
        targets.all.assign(all.begin(), all.end());
        std::sort(targets.all.begin(), targets.all.end(), is_before);
        targets.has_answers = targets.all.size() > 1 || found.asked.count(name) > 0;
    }
    for (const Symbol *name : found.unknown)
        procedure_targets[name] = {{}, false, true};
}

const Reader::ProcedureTargets &Reader::targets_of(const Symbol &pointer)
{
    if (procedure_targets.empty()) {
        find_procedure_targets();
        procedure_targets[nullptr];
    }
    return procedure_targets[&pointer.GetUltimate()];
}

/* ---- pointers as the program has them -------------------------------------------------------------------
 */

bool Reader::is_procedure_pointer(const Symbol &symbol)
{
    return semantics::IsProcedurePointer(symbol.GetUltimate()) && !semantics::IsDummy(symbol.GetUltimate());
}

Types Reader::answers_of(const Symbol &pointer)
{
    const ProcedureTargets &targets = targets_of(pointer);
    return targets.has_answers ? targets.all : Types();
}

/* A pointer that is a variable has no members but what it may point to. */
Place Reader::place_of_variable(const Symbol &pointer)
{
    xb_source_unit *home = home_of(pointer);
    Structure *&known = structures[{&pointer, home}];
    if (!known && !reader::module_of(pointer).empty()) {
        refuse(
            "pass the procedure as an argument",
            "%s is a pointer to a procedure, of a module, that may point to several: what calls the derived "
            "code may have set it",
            pointer.name().ToString().c_str());
        return Place{nullptr, {}, {{}}, nullptr};
    }
    if (!known) {
        Structure made = {&pointer, nullptr, home, pointer.name().ToString(), {}, {}, false};
        made.shape.name = copied(arena, made.name);
        made.shape.line = line_of(pointer.name());
        made.shape.saved = home && semantics::IsSaved(pointer);
        all_structures.push_back(made);
        known = &all_structures.back();
    }
    return Place{known, {}, {{}}, nullptr};
}

static Place component_of(Place object, const Symbol &pointer, const Types &answers)
{
    object.way.push_back(&pointer);
    object.subscripts.emplace_back();
    object.type = nullptr;
    object.types = answers;
    return object;
}

/* Its types are the procedures that it may point to, where variables say to which. */
Place Reader::place_of_pointer(const evaluate::ProcedureDesignator &named)
{
    const Symbol &pointer = named.GetSymbol()->GetUltimate();
    Place place = {nullptr, {}, {{}}, nullptr};
    Types answers = answers_of(pointer);
    if (answers.empty())
        return place;
    if (const evaluate::Component *component = named.GetComponent())
        return narrowed_here(component_of(place_of(component->base()), pointer, answers));
    if (!pointer.owner().IsDerivedType()) {
        place = place_of_variable(pointer);
        place.types = answers;
    }
    return narrowed_here(place);
}

Place place_of_called(Reader &r, const evaluate::ProcedureRef &call)
{
    const Symbol &pointer = call.proc().GetSymbol()->GetUltimate();
    std::optional<evaluate::DataRef> room;
    for (const auto &argument : call.arguments())
        if (argument && argument->isPassedObject() && argument->UnwrapExpr() && !call.proc().GetComponent() &&
            designator_in(*argument->UnwrapExpr(), room))
            return r.narrowed_here(component_of(r.place_of(*room), pointer, r.answers_of(pointer)));
    return r.place_of_pointer(call.proc());
}

const Symbol *called_by_pointer(Reader &r, const evaluate::ProcedureRef &call)
{
    const Symbol *only = r.pointed_to(call.proc());
    Types types = only ? Types{only} : place_of_called(r, call).types;
    return types.size() == 1 ? types.front() : nullptr;
}

bool Reader::points_to_nothing(const evaluate::ProcedureDesignator &called)
{
    const Symbol *pointer = called.GetSymbol();
    if (!pointer || !is_procedure_pointer(*pointer) || !pointer->GetUltimate().owner().IsDerivedType())
        return false;
    const ProcedureTargets &targets = targets_of(*pointer);
    bool may_be_set = targets.is_unknown || !targets.all.empty() || entry_name.empty();
    for (const auto &one : procedures) {
        const auto *details = one.first->detailsIf<semantics::SubprogramDetails>();
        if (!details || one.first->name().ToString() != entry_name)
            continue;
        for (const Symbol *dummy : details->dummyArgs())
            may_be_set = may_be_set || (dummy && dummy->GetType() && dummy->GetType()->AsDerived());
    }
    return !may_be_set;
}

/* The one procedure that a pointer points to where the statement at hand is; nullptr: it may be several, or
 * none is known. */
const Symbol *Reader::pointed_to(const evaluate::ProcedureDesignator &named)
{
    const ProcedureTargets &targets = targets_of(*named.GetSymbol());
    if (targets.all.size() == 1)
        return targets.all.front();
    Place place = place_of_pointer(named);
    return place.types.size() == 1 ? place.types.front() : nullptr;
}

/* What a question is answered with at first. @param variable what is asked about, if that is no component */
bool Reader::begins_true(const Way &way, const Symbol *variable)
{
    const Symbol *pointer = way.size() > 1 ? way[way.size() - 2] : variable;
    const Symbol *target = pointer ? initial_target(*pointer) : nullptr;
    return target && definition_of(*target) == way.back();
}

/* Variables of a procedure, which do not keep their values. */
void Reader::begin_pointer(const Symbol &pointer)
{
    if (semantics::IsSaved(pointer))
        return;
    Place place = place_of_variable(pointer);
    for (const Symbol *one : answers_of(pointer))
        assign(has_type(place, *one), truth(false));
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

/* Whether a value is a pointer to a procedure; nullptr, refused, if that is not known. */
Expression Reader::is_target(const TypedExpression &value, const Symbol &procedure)
{
    const auto *named = procedure_in(&value);
    if (evaluate::IsNullPointer(value))
        return truth(false);
    if (!is_set_by_name(named)) {
        refuse("name the procedure", "what is no name of a procedure can't be read here");
        return truth(false);
    }
    if (!is_procedure_pointer(*named->GetSymbol())) {
        Target target;
        return truth(target_of(*named->GetSymbol(), target) && target.symbol == &procedure);
    }
    Place place = place_of_pointer(*named);
    if (!place.types.empty())
        return std::find(place.types.begin(), place.types.end(), &procedure) == place.types.end()
                   ? truth(false)
                   : has_type(place, procedure);
    return truth(pointed_to(*named) == &procedure);
}

void Reader::point_to(const evaluate::ProcedureDesignator &pointer, const TypedExpression &value)
{
    const Symbol &symbol = pointer.GetSymbol()->GetUltimate();
    if (semantics::IsDummy(symbol)) {
        refuse("let it be a component", "a pointer to a procedure that is an argument, %s, can't be set",
               symbol.name().ToString().c_str());
        return;
    }
    Place place = place_of_pointer(pointer);
    for (const Symbol *one : place.types)
        assign(has_type(place, *one), is_target(value, *one));
}

/* nullptr: it is no question about a pointer to a procedure. */
Expression Reader::procedure_association(const evaluate::ProcedureRef &inquiry)
{
    const auto &arguments = inquiry.arguments();
    const auto *named =
        !arguments.empty() && arguments[0] ? procedure_in(arguments[0]->UnwrapExpr()) : nullptr;
    const TypedExpression *target =
        arguments.size() > 1 && arguments[1] ? arguments[1]->UnwrapExpr() : nullptr;
    if (!is_set_by_name(named))
        return nullptr;
    Place place = place_of_pointer(*named);
    Expression any = nullptr;
    for (const Symbol *one : place.types) {
        Expression points = has_type(place, *one);
        if (target)
            points = operate(XB_INTRINSIC_AND, logical, {points, is_target(*target, *one)});
        any = any ? operate(XB_INTRINSIC_OR, logical, {any, points}) : points;
    }
    if (!any && targets_of(*named->GetSymbol()).is_unknown)
        refuse(nullptr, "whether %s, a pointer to a procedure, is associated can't be told",
               named->GetSymbol()->name().ToString().c_str());
    return any ? any : truth(false);
}

} // namespace reader
