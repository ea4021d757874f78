/**
 * @file
 * What the parts of the reader that have to do with structures share.
 */
#ifndef XB_FORTRAN_READER_MEMBERS_H
#define XB_FORTRAN_READER_MEMBERS_H

#include "structures.h"

#include <algorithm>

#include "reader.h"

namespace reader
{

using evaluate::Expr;
using evaluate::SomeDerived;
using semantics::Attr;

inline const Kind logical = {XB_TYPE_BOOL, 0};

inline const char *copied(xb_arena *arena, const std::string &text)
{
    return xb_arena_copy_text(arena, text.data(), text.size());
}

inline std::vector<std::string> names_of(const Way &way)
{
    std::vector<std::string> names;
    for (const Symbol *part : way)
        names.push_back((part->owner().IsDerivedType() ? "" : "is ") + part->name().ToString());
    return names;
}

inline const semantics::ObjectEntityDetails *object_of(const Symbol &symbol)
{
    return symbol.detailsIf<semantics::ObjectEntityDetails>();
}

inline int rank_of(const Symbol &symbol)
{
    const auto *object = object_of(symbol);
    return object ? object->shape().Rank() : 0;
}

inline bool is_class(const Symbol &symbol)
{
    return symbol.GetType() && symbol.GetType()->IsPolymorphic();
}

inline StructureType derived_of(const Symbol &symbol)
{
    return symbol.GetType() ? symbol.GetType()->AsDerived() : nullptr;
}

inline const evaluate::DataRef *designator_in(const TypedExpression &from,
                                              std::optional<evaluate::DataRef> &room)
{
    const auto *derived = std::get_if<Expr<SomeDerived>>(&from.u);
    const auto *named = derived ? std::get_if<evaluate::Designator<SomeDerived>>(&derived->u) : nullptr;
    if (!named)
        return nullptr;
    room = std::visit([](const auto &x) { return evaluate::DataRef{common::Clone(x)}; }, named->u);
    return &*room;
}

inline bool mentions_any(Expression e, const std::set<const xb_source_variable *> &variables)
{
    if (!e)
        return false;
    if (e->kind == XB_SOURCE_VARIABLE && variables.count(e->variable) > 0)
        return true;
    for (size_t i = 0; i < e->count; i++)
        if (mentions_any(e->operands[i], variables))
            return true;
    return false;
}

inline bool is_full(Expression subscript)
{
    return subscript->kind == XB_SOURCE_RANGE && !subscript->operands[0] && !subscript->operands[1] &&
           !subscript->operands[2];
}

/* Whether the end of a way is no component but a question: whether the structure has a type, or the pointer
 * before points to a procedure. */
inline bool is_question(const Symbol &symbol)
{
    return !symbol.owner().IsDerivedType();
}

/* Whether a type is another one, or extends it. */
inline bool extends(const Symbol &type, const Symbol &other)
{
    const semantics::Scope *scope = type.scope();
    while (scope && scope != other.scope())
        scope = scope->GetDerivedTypeParent();
    return scope != nullptr;
}

/** The pointer by which a procedure is called, which may be a component of the object that is passed
 * (procedure_pointers.cc). */
Place place_of_called(Reader &reader, const evaluate::ProcedureRef &call);

/** The one procedure that is called by a pointer here; nullptr: there may be several, or none is known. */
const Symbol *called_by_pointer(Reader &reader, const evaluate::ProcedureRef &call);

/** The module that declares a symbol; empty: none does (symbols.cc). */
std::string module_of(const Symbol &symbol);

/** The dimensions of a variable in the order of subscripts (structures.cc). */
std::vector<xb_source_dimension> dimensions_of(Reader &reader, const xb_source_variable &shape);

} // namespace reader

#endif
