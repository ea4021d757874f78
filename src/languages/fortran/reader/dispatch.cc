/*
 * Objects whose types are known only when the program runs. All types of the program are known, so an object
 * of a class has one of some. Where it matters which, there are branches, one for each of these types: by
 * variables that say whether the object has it. A procedure that is called there is a version for the types
 * of what is passed; it is as if its arguments were declared to be of these types.
 */
#include "members.h"

#include "flang/Parser/parse-tree-visitor.h"

namespace reader
{

/* ---- arguments whose types matter -----------------------------------------------------------------------
 */

namespace
{

/* Whether a statement names all of a variable: its members have the same meaning in all types. */
class Whole
{
  public:
    explicit Whole(const Symbol &symbol) : symbol{symbol}
    {
    }

    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    /* What is called depends on the type of the object. */
    bool Pre(const parser::StructureComponent &x)
    {
        const Symbol *component = x.component.symbol;
        if (component && component->has<semantics::ObjectEntityDetails>())
            base(x.base);
        else
            parser::Walk(x.base, *this);
        return false;
    }
    bool Pre(const parser::Name &x)
    {
        is_named = is_named || (x.symbol && &x.symbol->GetUltimate() == &symbol);
        return true;
    }

    bool is_named = false;

  private:
    void base(const parser::DataRef &x)
    {
        if (std::holds_alternative<parser::Name>(x.u))
            return;
        const auto *element = std::get_if<common::Indirection<parser::ArrayElement>>(&x.u);
        if (!element) {
            parser::Walk(x, *this);
            return;
        }
        base(element->value().base);
        parser::Walk(element->value().subscripts, *this);
    }

    const Symbol &symbol;
};

} // namespace

/* Whether it makes a difference what type an argument of a class has. */
bool Reader::awaits_type(const Symbol &dummy)
{
    auto known = awaiting.find(&dummy);
    if (known != awaiting.end())
        return known->second;
    Types several;
    StructureType type = derived_of(dummy);
    if (type && is_class(dummy) && semantics::IsDummy(dummy) && !dummy.attrs().test(Attr::ALLOCATABLE))
        settled_type(type, &several);
    Whole whole{dummy};
    for (const auto &one : procedures) {
        const semantics::Scope *scope = several.empty() ? nullptr : one.first->scope();
        while (scope && scope != &dummy.owner() && !scope->IsGlobal())
            scope = &scope->parent();
        if (scope == &dummy.owner())
            parser::Walk(*one.second.body, whole);
    }
    /* Nothing that is made to be passed is of an abstract type. */
    bool is_abstract = !several.empty() && type->typeSymbol().attrs().test(Attr::ABSTRACT);
    return awaiting[&dummy] = whole.is_named || is_abstract;
}

bool Reader::awaits_types(const Symbol &procedure)
{
    const auto *details = procedure.detailsIf<semantics::SubprogramDetails>();
    for (const Symbol *dummy : details ? details->dummyArgs() : std::vector<Symbol *>())
        if (dummy && awaits_type(*dummy))
            return true;
    return false;
}

/* The type of what is passed; nullptr, refused, if it is not known. */
const Symbol *Reader::type_passed(const TypedExpression &actual)
{
    std::optional<evaluate::DataRef> room;
    auto type = actual.GetType();
    if (designator_in(actual, room)) {
        Place place = place_of(*room);
        if (place.type && place.types.empty())
            return &place.type->typeSymbol();
    } else if (type && type->category() == common::TypeCategory::Derived && !type->IsPolymorphic()) {
        return &type->GetDerivedTypeSpec().typeSymbol();
    }
    refuse("let it be of one type", "what is passed is of a type that is known only when the program runs");
    return nullptr;
}

/* ---- choices --------------------------------------------------------------------------------------------
 */

Expression Reader::has_type(const Place &place, const Symbol &type)
{
    Expression made = member(place, {&type});
    return made ? made : truth(false);
}

Place Reader::narrowed_to(Place place, const Types &types)
{
    place.types = types.size() > 1 || !place.type ? types : Types();
    if (types.size() == 1 && place.type)
        place.type = spec_of(*types[0]);
    return place;
}

/* Objects of one call whose types are told apart: what is more is selected by what changes. */
static const size_t MOST_NARROWED = 8;

static bool is_same_place(const Place &a, const Place &b)
{
    bool is_same_one = a.whole == b.whole && a.way == b.way && a.subscripts.size() == b.subscripts.size();
    for (size_t i = 0; is_same_one && i < a.subscripts.size(); i++) {
        is_same_one = a.subscripts[i].size() == b.subscripts[i].size();
        for (size_t k = 0; is_same_one && k < a.subscripts[i].size(); k++)
            is_same_one = is_same(a.subscripts[i][k], b.subscripts[i][k]);
    }
    return is_same_one;
}

Place Reader::narrowed_here(Place place)
{
    for (const auto &[object, type] : narrowings)
        if (!place.types.empty() && is_same_place(object, place))
            place = narrowed_to(place, {type});
    return place;
}

Place Reader::place_of(const evaluate::DataRef &from)
{
    return narrowed_here(place_at(from));
}

/* The object whose type says which procedure a binding is. */
Place Reader::object_of_call(const evaluate::ProcedureRef &call)
{
    std::optional<evaluate::DataRef> room;
    if (const evaluate::Component *component = call.proc().GetComponent())
        return place_of(component->base());
    for (const auto &argument : call.arguments())
        if (argument && argument->isPassedObject() && argument->UnwrapExpr() &&
            designator_in(*argument->UnwrapExpr(), room))
            return place_of(*room);
    return Place{nullptr, {}, {{}}, nullptr};
}

bool Reader::awaits_choice(const evaluate::ProcedureRef &call, Place &object)
{
    const Symbol *symbol = call.proc().GetSymbol();
    bool is_binding = symbol && symbol->GetUltimate().has<semantics::ProcBindingDetails>();
    bool is_pointer = symbol && is_procedure_pointer(*symbol);
    if (call.proc().GetSpecificIntrinsic() || !symbol || declares || !unit ||
        narrowings.size() > MOST_NARROWED)
        return false;
    if (is_binding) {
        object = object_of_call(call);
        std::set<const Symbol *> targets;
        for (const Symbol *type : object.types)
            targets.insert(binding_in(*type, *symbol));
        if (targets.size() > 1)
            return true;
    }
    if (is_pointer) {
        object = place_of_called(*this, call);
        if (object.types.size() > 1)
            return true;
    }
    for (const auto &argument : call.arguments()) {
        const TypedExpression *actual = argument ? argument->UnwrapExpr() : nullptr;
        const auto *named = actual ? std::get_if<evaluate::ProcedureDesignator>(&actual->u) : nullptr;
        if (!named || !named->GetSymbol() || !is_procedure_pointer(*named->GetSymbol()))
            continue;
        object = place_of_pointer(*named);
        if (object.types.size() > 1)
            return true;
    }
    const Symbol *procedure = is_binding   ? target_of(call)
                              : is_pointer ? called_by_pointer(*this, call)
                                           : symbol;
    const auto *details =
        procedure ? definition_of(*procedure)->detailsIf<semantics::SubprogramDetails>() : nullptr;
    for (size_t i = 0; details && i < details->dummyArgs().size() && i < call.arguments().size(); i++) {
        const auto &argument = call.arguments()[i];
        const TypedExpression *actual = argument ? argument->UnwrapExpr() : nullptr;
        std::optional<evaluate::DataRef> room;
        if (!actual || !details->dummyArgs()[i] || !awaits_type(*details->dummyArgs()[i]) ||
            !designator_in(*actual, room))
            continue;
        object = place_of(*room);
        if (!object.types.empty())
            return true;
    }
    return false;
}

/* ---- objects that get a type ----------------------------------------------------------------------------
 */

/* An object has a type from now on. */
void Reader::set_type(const Place &object, const Symbol &type)
{
    for (const Symbol *one : object.types)
        assign(has_type(object, *one), truth(one == &type));
}

/* The value is of a type that is known. */
void Reader::assign_object_as(const Place &object, const Record &value)
{
    const Symbol &type = value.type->typeSymbol();
    for (const Symbol *one : object.types)
        if (!one->get<semantics::DerivedTypeDetails>().finals().empty())
            refuse("call it where it is needed",
                   "an object may be of the type %s, with a procedure that is called when it ends",
                   one->name().ToString().c_str());
    bool is_one = std::find(object.types.begin(), object.types.end(), &type) != object.types.end();
    if (!is_one) {
        refuse("let it be of one type", "an object can't get a value of the type %s here",
               type.name().ToString().c_str());
        return;
    }
    set_type(object, type);
    assign_members(narrowed_to(object, {&type}), value, false);
}

/* What is of one of several types is assigned in branches. */
void Reader::assign_object(const Place &object, const TypedExpression &value)
{
    std::optional<evaluate::DataRef> room;
    Place from = {nullptr, {}, {{}}, nullptr};
    if (designator_in(value, room)) {
        from = place_of(*room);
    } else {
        Record record = record_of(value);
        if (record.types.empty()) {
            assign_object_as(object, record);
            return;
        }
        for (Structure &one : all_structures)
            for (const auto &known : one.members)
                if (record.members.front() && known.second == record.members.front()->variable)
                    from = {&one, {}, {{}}, record.type, record.types};
    }
    if (!from.whole || !from.type)
        return;
    if (from.types.empty()) {
        assign_object_as(object, record_of_place(from));
        return;
    }
    for_each_type(from, [&] {
        assign_object_as(object, record_of_place(narrowed_to(from, {narrowings.back().second})));
    });
}

} // namespace reader
