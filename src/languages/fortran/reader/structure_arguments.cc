/*
 * Structures as arguments and results; their memory, and inquiries about them.
 */
#include "members.h"

namespace reader
{

/* ---- what is allocated ---- */

void Reader::free_if_allocated(Expression part)
{
    begin_if(inquire_truth(XB_INTRINSIC_ALLOCATED, part));
    add(XB_SOURCE_DEALLOCATE)->target = part;
    end_if();
}

static bool mentions(const xb_source_statement &s, const std::set<const xb_source_variable *> &variables)
{
    for (Expression e : {s.target, s.value, s.first, s.last, s.step, s.condition, s.update})
        if (mentions_any(e, variables))
            return true;
    for (size_t i = 0; i < s.count && s.arguments; i++)
        if (mentions_any(s.arguments[i], variables))
            return true;
    return false;
}

/* A variable of the unit at hand that nothing had to do with so far, outside of loops, is not allocated. */
bool Reader::is_fresh(const xb_source_variable *variable)
{
    bool begins = variable->home == unit && !variable->saved && unit->inner.count == 0 &&
                  (variable->position == 0 || variable->intent == XB_INTENT_OUT);
    int loops = 0;
    const auto *statements = static_cast<const xb_source_statement *>(unit->statements.items);
    for (size_t i = 0; begins && i < unit->statements.count; i++) {
        const xb_source_statement &s = statements[i];
        loops += s.kind == XB_SOURCE_DO || s.kind == XB_SOURCE_WHILE || s.kind == XB_SOURCE_REPEAT ||
                 s.kind == XB_SOURCE_FOR;
        loops -= s.kind == XB_SOURCE_END_DO || s.kind == XB_SOURCE_END_REPEAT || s.kind == XB_SOURCE_END_FOR;
        bool is_target = s.kind == XB_SOURCE_LABEL && s.number < FIRST_LABEL;
        begins = !is_target && !mentions(s, {variable});
    }
    return begins && loops == 0;
}

/* ---- procedures -----------------------------------------------------------------------------------------
 */

/* The members that stand for an argument. Without any, it is there by whether it has its own type, which is
 * never asked. */
std::vector<Way> Reader::formal_ways(const Structure &structure)
{
    std::vector<Way> found;
    if (structure.types.empty()) {
        for (const Way &way : members_of(structure.type))
            if (!obstacle_of(structure, way))
                found.push_back(way);
        if (found.empty() && structure.symbol && structure.shape.rank == 0 &&
            !semantics::IsFunctionResult(*structure.symbol))
            found.push_back({&structure.type->typeSymbol()});
        return found;
    }
    for (const Way &way : members_of(structure.type, structure.types))
        if (!obstacle_of(structure, way))
            found.push_back(way);
    return found;
}

/* The structure that an argument, or the result, of a unit is. */
Structure *Reader::formal_structure(const xb_source_unit *callee, const Symbol &dummy)
{
    auto known = structures.find({&dummy.GetUltimate(), const_cast<xb_source_unit *>(callee)});
    return known != structures.end() ? known->second : nullptr;
}

void Reader::add_formal_structure(xb_source_unit *made, const Symbol &symbol, xb_intent intent)
{
    Structure *structure = structure_of(symbol);
    if (role_of(symbol) == PointerRole::PASSED)
        intent = XB_INTENT_INOUT; /* what a pointer of intent in points to may be changed */
    for (const Way &way : structure ? formal_ways(*structure) : std::vector<Way>()) {
        xb_source_variable *member = member_variable(*structure, way);
        member->is_result = semantics::IsFunctionResult(symbol);
        bool is_fixed = is_question(*way.back()) && way.size() == 1 && !structure->types.empty() &&
                        !semantics::IsFunctionResult(symbol) && !symbol.attrs().test(Attr::ALLOCATABLE);
        member->open_intent = !states_intent(symbol);
        xb_source_add_formal(arena, made, member, is_fixed ? XB_INTENT_IN : intent);
    }
    if (structure)
        structure->is_closed = true;
}

/* An array that takes elements in their order begins at an element. */
static Expression element_at(Reader &r, Expression part)
{
    std::vector<Expression> subscripts;
    for (size_t i = 0; i < part->count; i++) {
        Expression own = part->operands[i];
        subscripts.push_back(is_full(own) ? r.lower_bound(r.whole(part->variable), int(i) + 1) : own);
    }
    return r.part_of(part->variable, subscripts);
}

/* What is passed for a type that nothing asks about. */
Expression Reader::placeholder(const Place &actual, const Way &way)
{
    if (!actual.whole)
        return nullptr;
    if (actual.way.empty() && !actual.whole->types.empty())
        return member(Place{actual.whole, {}, {{}}, nullptr}, {actual.whole->types.front()});
    Expression made = member(actual, way);
    if (made && made->variable->home && made->variable->position == 0)
        assign(made, truth(true));
    return made;
}

void Reader::pass_structure(const xb_source_unit *callee, const Symbol &dummy, const TypedExpression *actual,
                            std::vector<Expression> &arguments)
{
    Structure *formal = formal_structure(callee, dummy);
    std::optional<evaluate::DataRef> room;
    if (!formal)
        return;
    Place place = {nullptr, {}, {{}}, nullptr};
    if (actual && designator_in(*actual, room)) {
        place = place_of(*room);
    } else if (actual) {
        place = kept(record_of(*actual));
    }
    if (place.whole && is_class(dummy) && dummy.attrs().test(Attr::INTENT_OUT) &&
        !dummy.attrs().test(Attr::ALLOCATABLE))
        begin_extension(place, *formal);
    bool is_element = place.whole && formal->shape.rank > 0 && record_of_place(place).rank == 0;
    for (const Way &way : formal_ways(*formal)) {
        bool is_placeholder = is_question(*way.back()) && formal->types.empty() && way.size() == 1;
        Expression part = !actual ? nullptr : is_placeholder ? placeholder(place, way) : member(place, way);
        bool is_freed =
            part && part->variable->allocatable && part->count == 0 && dummy.attrs().test(Attr::INTENT_OUT);
        if (is_freed && !is_fresh(part->variable))
            free_if_allocated(part);
        arguments.push_back(part && is_element && part->count > 0 ? element_at(*this, part) : part);
    }
}

/* ---- memory and inquiries -------------------------------------------------------------------------------
 */

void Reader::allocate_members(const Place &place, const std::vector<Expression> &extents)
{
    for (const Way &way : members_of(place.type)) {
        Way full = place.way;
        full.insert(full.end(), way.begin(), way.end());
        if (extents.empty() || obstacle_of(*place.whole, full))
            continue;
        std::vector<Expression> all;
        for (size_t level = way.size(); level-- > 0;) {
            xb_source_variable own = {};
            own.name = place.whole->shape.name;
            if (rank_of(*way[level]) > 0)
                describe_shape(&own, object_of(*way[level])->shape());
            for (const xb_source_dimension &d : dimensions_of(*this, own))
                all.push_back(d.upper);
        }
        all.insert(all.end(), extents.begin(), extents.end());
        if (Expression part = member(place, way)) {
            allocate(part, all);
            note_memory(part->variable, true, {});
        }
    }
}

void Reader::allocate_structure(const TypedExpression &target, const std::vector<Expression> &extents,
                                const TypedExpression *from, StructureType type)
{
    std::optional<evaluate::DataRef> room;
    Place place = designator_in(target, room) ? place_of(*room) : Place{nullptr, {}, {{}}, nullptr};
    if (!place.whole || !place.type) {
        refuse(nullptr, "the allocation of this structure can't be read");
        return;
    }
    allocate_members(place, extents);
    if (!place.types.empty() && from) {
        assign_object(place, *from);
        return;
    }
    if (!place.types.empty()) {
        const Symbol &chosen = type ? type->typeSymbol() : place.type->typeSymbol();
        set_type(place, chosen);
        place = narrowed_to(place, {&chosen});
    }
    if (from)
        assign_structure(target, *from);
    else
        give_defaults(place);
}

void Reader::deallocate_structure(const TypedExpression &target)
{
    std::optional<evaluate::DataRef> room;
    Place place = designator_in(target, room) ? place_of(*room) : Place{nullptr, {}, {{}}, nullptr};
    bool is_array = record_of_place(place).rank > 0;
    for (const Symbol *type : place.types)
        assign(has_type(place, *type), truth(false));
    for (const Way &way : place.whole ? members_of(place.type, place.types) : std::vector<Way>()) {
        Way full = place.way;
        full.insert(full.end(), way.begin(), way.end());
        Expression part = obstacle_of(*place.whole, full) ? nullptr : member(place, way);
        if (!part || !part->variable->allocatable)
            continue;
        if (is_array)
            add(XB_SOURCE_DEALLOCATE)->target = part;
        else
            free_if_allocated(part);
        note_memory(part->variable, false, {});
    }
}

/* A member without dimensions of its own tells best. */
Expression Reader::inquire_structure(xb_intrinsic_code code, const evaluate::DataRef &array, int dimension)
{
    Place place = place_of(array);
    const Way *best = nullptr;
    int inner = 0;
    for (const Way &way : place.whole &&place.type ? members_of(place.type) : std::vector<Way>()) {
        Way full = place.way;
        full.insert(full.end(), way.begin(), way.end());
        int rank = 0;
        for (const Symbol *part : way)
            rank += rank_of(*part);
        if (obstacle_of(*place.whole, full) || (best && rank >= inner))
            continue;
        const auto &ways = members_of(place.type);
        best = &ways[size_t(std::find(ways.begin(), ways.end(), way) - ways.begin())];
        inner = rank;
    }
    Expression part = best ? member(place, *best) : nullptr;
    if (!part) {
        refuse(nullptr, "an inquiry about a structure without members can't be read");
        return number(1);
    }
    return code == XB_INTRINSIC_LBOUND ? lower_bound(part, dimension + inner)
                                       : inquire(code, part, dimension + inner);
}

Expression Reader::structure_inquiry(const std::string &name, const evaluate::ProcedureRef &call)
{
    const auto &argument = call.arguments().front();
    const TypedExpression *value = argument ? argument->UnwrapExpr() : nullptr;
    std::optional<evaluate::DataRef> room;
    Place place = value && designator_in(*value, room) ? place_of(*room) : Place{nullptr, {}, {{}}, nullptr};
    bool is_wanted = name == "present" || name == "allocated";
    Expression has_one = nullptr;
    for (const Symbol *type : name == "allocated" ? place.types : Types()) {
        Expression one = has_type(place, *type);
        has_one = has_one ? operate(XB_INTRINSIC_OR, logical, {has_one, one}) : one;
    }
    if (has_one)
        return has_one;
    const bool is_allocatable =
        place.whole && (place.way.empty() ? place.whole->shape.allocatable
                                          : place.way.back()->attrs().test(semantics::Attr::ALLOCATABLE) &&
                                                rank_of(*place.way.back()) > 0);
    for (const Way &way :
         is_wanted &&place.whole &&place.type ? members_of(place.type) : std::vector<Way>()) {
        Way full = place.way;
        full.insert(full.end(), way.begin(), way.end());
        Expression part = obstacle_of(*place.whole, full) ? nullptr : member(place, way);
        if (part && name == "present")
            return operate(XB_INTRINSIC_PRESENT, logical, {part});
        if (part && part->variable->allocatable && is_allocatable)
            return operate(XB_INTRINSIC_ALLOCATED, logical, {part});
    }
    refuse(nullptr, "the intrinsic %s of a structure can't be read", name.c_str());
    return number(0);
}

} // namespace reader
