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

static bool extends(const Symbol &type, const Symbol &other)
{
    const semantics::Scope *scope = type.scope();
    while (scope && scope != other.scope())
        scope = scope->GetDerivedTypeParent();
    return scope != nullptr;
}

/* A variable of a class has one of the types that are not abstract: where there is one only, it has that. */
StructureType Reader::settled_type(StructureType declared, bool *is_settled)
{
    const Symbol *found = nullptr;
    size_t count = 0;
    if (!types_are_found)
        find_types(context.globalScope());
    types_are_found = true;
    for (const Symbol *type : types) {
        if (type->attrs().test(Attr::ABSTRACT) || !extends(*type, declared->typeSymbol()))
            continue;
        found = type;
        count++;
    }
    if (is_settled)
        *is_settled = count == 1;
    if (count != 1 || found == &declared->typeSymbol() || !found->scope() ||
        !found->scope()->derivedTypeSpec())
        return declared;
    return found->scope()->derivedTypeSpec();
}

static void add_members(StructureType type, Way &way, std::vector<const Symbol *> &open,
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
        if (!is_parent)
            way.push_back(&part);
        if (expands)
            add_members(derived_of(part), way, open, found);
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

const Symbol *Reader::type_at_run_time(const TypedExpression &value)
{
    auto type = value.GetType();
    bool is_settled = true;
    if (!type || type->category() != common::TypeCategory::Derived || type->IsUnlimitedPolymorphic())
        return nullptr;
    StructureType found = &type->GetDerivedTypeSpec();
    if (type->IsPolymorphic())
        found = settled_type(found, &is_settled);
    return is_settled ? &found->typeSymbol() : nullptr;
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
        if (!call.proc().GetComponent())
            return symbol;
        refuse("call the procedure by its name", "%s is a procedure that a structure has, and may be any",
               symbol->name().ToString().c_str());
        return nullptr;
    }
    const Symbol &owner = *symbol->GetUltimate().owner().symbol();
    const Symbol *target = nullptr;
    bool is_settled = true;
    if (!types_are_found)
        find_types(context.globalScope());
    types_are_found = true;
    const evaluate::Component *component = call.proc().GetComponent();
    const Symbol *object = component ? &component->base().GetLastSymbol() : nullptr;
    StructureType declared = object ? derived_of(object->GetUltimate()) : nullptr;
    const Symbol &base = declared ? declared->typeSymbol() : owner;
    for (const Symbol *type : types) {
        if (type->attrs().test(Attr::ABSTRACT) || !extends(*type, base))
            continue;
        const Symbol *own = type->scope()->FindComponent(symbol->name());
        const auto *bound = own ? own->GetUltimate().detailsIf<semantics::ProcBindingDetails>() : nullptr;
        const Symbol *procedure = bound ? &bound->symbol().GetUltimate() : nullptr;
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
