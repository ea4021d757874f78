/*
 * Derived types: their members, and what a variable of a class may be, and call, when the program runs.
 */
#include "members.h"

namespace reader
{

/* ---- types ----------------------------------------------------------------------------------------------
 */

StructureType Reader::structure_type(const TypedExpression &from)
{
    const auto *derived = std::get_if<Expr<SomeDerived>>(&from.u);
    auto type = derived ? from.GetType() : std::nullopt;
    return type && !type->IsUnlimitedPolymorphic() && !type->IsAssumedType() ? &type->GetDerivedTypeSpec()
                                                                             : nullptr;
}

StructureType Reader::structure_type(const Symbol &symbol)
{
    StructureType type = derived_of(symbol.GetUltimate());
    return type && is_class(symbol.GetUltimate()) ? settled_type(type, nullptr) : type;
}

void Reader::find_types(const semantics::Scope &scope)
{
    if (scope.IsDerivedType() && scope.symbol() && scope.symbol()->has<semantics::DerivedTypeDetails>())
        types.push_back(scope.symbol());
    for (const semantics::Scope &inner : scope.children())
        find_types(inner);
}

const std::vector<const Symbol *> &Reader::all_types()
{
    if (!types_are_found)
        find_types(context.globalScope());
    types_are_found = true;
    return types;
}

StructureType Reader::spec_of(const Symbol &type)
{
    const semantics::Scope *scope = type.scope();
    if (scope && scope->derivedTypeSpec())
        return scope->derivedTypeSpec();
    for (const semantics::DerivedTypeSpec &own : own_specs)
        if (&own.typeSymbol() == &type)
            return &own;
    own_specs.emplace_back(type.name(), type);
    if (scope)
        own_specs.back().set_scope(*scope);
    return &own_specs.back();
}

/* A variable of a class has one of the types that are not abstract: where there is one only, it has that. */
StructureType Reader::settled_type(StructureType declared, Types *several)
{
    Types found;
    for (const Symbol *type : all_types())
        if (!type->attrs().test(Attr::ABSTRACT) && extends(*type, declared->typeSymbol()))
            found.push_back(type);
    if (several)
        *several = found.size() > 1 ? found : Types();
    return found.size() == 1 && found[0] != &declared->typeSymbol() ? spec_of(*found[0]) : declared;
}

/* An argument has the type that its version is for; where that makes no difference, the one that is declared.
 */
void Reader::settle_dummy(const Symbol &symbol, const xb_source_unit *home, Structure *made)
{
    const auto &known = versions[home].types;
    auto found = known.find(&symbol);
    Types several;
    made->type = found != known.end() ? spec_of(*found->second) : settled_type(derived_of(symbol), &several);
    if (awaits_type(symbol) || symbol.attrs().test(Attr::ALLOCATABLE))
        made->types = several;
}

/* Whether a member is an object of a class that has one of several types. */
bool Reader::is_unsettled(const Symbol &part)
{
    Types several;
    if (derived_of(part) && is_class(part))
        settled_type(derived_of(part), &several);
    return !several.empty();
}

/* Whether members of what a member is can be variables: it is a structure that is part of the one at hand. */
bool Reader::is_expanded(const Symbol &part, const std::vector<const Symbol *> &open)
{
    Types types;
    StructureType type = derived_of(part);
    if (!type || !object_of(part) || part.attrs().test(Attr::POINTER))
        return false;
    if (is_class(part))
        settled_type(type, &types);
    types.push_back(&type->typeSymbol());
    return std::all_of(types.begin(), types.end(), [&](const Symbol *one) {
        return std::find(open.begin(), open.end(), one) == open.end();
    });
}

/* Questions about what the way leads to. */
static void add_answers(const Types &answers, Way &way, std::vector<Way> &found)
{
    for (const Symbol *one : answers) {
        way.push_back(one);
        found.push_back(way);
        way.pop_back();
    }
}

void Reader::add_class_members(const Types &types, Way &way, std::vector<const Symbol *> &open,
                               std::vector<Way> &found)
{
    add_answers(types, way, found);
    for (const Symbol *type : types) {
        std::vector<Way> own;
        add_members(spec_of(*type), way, open, own);
        for (const Way &one : own)
            if (std::find(found.begin(), found.end(), one) == found.end())
                found.push_back(one);
    }
}

void Reader::add_members(StructureType type, Way &way, std::vector<const Symbol *> &open,
                         std::vector<Way> &found)
{
    const auto *details = type->typeSymbol().detailsIf<semantics::DerivedTypeDetails>();
    const semantics::Scope *scope = type->GetScope();
    if (!details || !scope)
        return;
    open.push_back(&type->typeSymbol());
    for (const auto &name : details->componentNames()) {
        auto named = scope->find(name);
        if (named == scope->end())
            continue;
        const Symbol &part = *named->second;
        bool is_parent = part.test(Symbol::Flag::ParentComp), expands = is_parent || is_expanded(part, open);
        Types types;
        if (!is_parent)
            way.push_back(&part);
        if (expands && is_class(part))
            settled_type(derived_of(part), &types);
        if (!types.empty())
            add_class_members(types, way, open, found);
        else if (expands)
            add_members(is_class(part) ? settled_type(derived_of(part), nullptr) : derived_of(part), way,
                        open, found);
        else if (semantics::IsProcedurePointer(part) && !answers_of(part).empty())
            add_answers(answers_of(part), way, found);
        else
            found.push_back(way);
        if (!is_parent)
            way.pop_back();
    }
    open.pop_back();
}

const std::vector<Way> &Reader::members_of(StructureType type)
{
    auto known = type_members.find(&type->typeSymbol());
    if (known != type_members.end())
        return known->second;
    Way way;
    std::vector<const Symbol *> open;
    std::vector<Way> &found = type_members[&type->typeSymbol()];
    add_members(type, way, open, found);
    return found;
}

const std::vector<Way> &Reader::members_of(StructureType type, const Types &types)
{
    if (types.empty())
        return members_of(type);
    auto known = class_members.find(&type->typeSymbol());
    if (known != class_members.end())
        return known->second;
    Way way;
    Types all;
    std::vector<const Symbol *> open;
    std::vector<Way> &found = class_members[&type->typeSymbol()];
    settled_type(type, &all);
    add_class_members(all, way, open, found);
    return found;
}

/* ---- procedures that are bound --------------------------------------------------------------------------
 */

/* The procedure that a type has by a binding; nullptr: none. */
const Symbol *Reader::binding_in(const Symbol &type, const Symbol &binding)
{
    const Symbol *own = type.scope() ? type.scope()->FindComponent(binding.name()) : nullptr;
    const auto *bound = own ? own->GetUltimate().detailsIf<semantics::ProcBindingDetails>() : nullptr;
    const Symbol *procedure = bound ? &bound->symbol().GetUltimate() : nullptr;
    return own && own->attrs().test(Attr::DEFERRED) ? nullptr : procedure;
}

/* Whether a procedure is no internal one, or one of the unit at hand or of what that is within. */
bool Reader::is_visible_here(const Symbol &procedure) const
{
    const Symbol *host = procedure.owner().IsModule() ? nullptr : procedure.owner().symbol();
    if (!host || procedure.owner().kind() != semantics::Scope::Kind::Subprogram ||
        semantics::IsDummy(procedure))
        return true;
    bool is_visible = false;
    for (const xb_source_unit *around = unit; around && !is_visible; around = around->host) {
        auto known = symbols_of_units.find(around);
        is_visible = known != symbols_of_units.end() && known->second == host;
    }
    return is_visible;
}

/* A binding that no type overrides is that of all objects of the class. */
const Symbol *Reader::target_of(const evaluate::ProcedureRef &call)
{
    const Symbol *symbol = call.proc().GetSymbol();
    const auto *binding = symbol ? symbol->GetUltimate().detailsIf<semantics::ProcBindingDetails>() : nullptr;
    if (!symbol) {
        refuse(nullptr, "a call of what is no procedure with a name can't be read");
        return nullptr;
    }
    if (!binding) {
        if (!is_procedure_pointer(*symbol))
            return symbol;
        const Symbol *target = called_by_pointer(*this, call);
        if (!target)
            refuse("call the procedure by its name",
                   "%s is a pointer to a procedure, and nothing tells which one it may point to",
                   symbol->name().ToString().c_str());
        if (!target || is_visible_here(*target))
            return target;
        refuse("let it be a procedure of a module, with what it needs as arguments",
               "%s is a pointer that may point to %s, an internal procedure of another one",
               symbol->name().ToString().c_str(), target->name().ToString().c_str());
        return nullptr;
    }
    Place object = object_of_call(call);
    const Symbol *base = object.type ? &object.type->typeSymbol() : symbol->GetUltimate().owner().symbol();
    const Symbol *target = nullptr;
    bool is_settled = true;
    for (const Symbol *type : object.types.empty() ? Types{base} : object.types) {
        const Symbol *procedure = binding_in(*type, *symbol);
        is_settled = is_settled && procedure && (!target || target == procedure);
        target = procedure ? procedure : target;
    }
    if (is_settled && target)
        return target;
    refuse("call the procedure by its name, or let the object be of one type",
           "%s is one of several procedures, as the type of the object says when the program runs",
           symbol->name().ToString().c_str());
    return nullptr;
}

} // namespace reader
