/*
 * Values of structures: those that types and declarations say, those of expressions; assignment, member by
 * member.
 */
#include "elementwise.h"
#include "members.h"

namespace reader
{

/* ---- values that are known ------------------------------------------------------------------------------
 */

namespace
{

/* The values of a member in a value, or in what a type says, element by element. */
class Values
{
  public:
    Values(Reader &reader, const Way &way) : r{reader}, way{way}
    {
    }

    /* @param k part of the way whose values are wanted */
    bool in(const TypedExpression &value, size_t k, std::vector<Expression> &into)
    {
        const auto *derived = std::get_if<Expr<SomeDerived>>(&value.u);
        if (k == way.size())
            return r.values_of(value, into);
        if (!derived)
            return false;
        if (const auto *constant = std::get_if<evaluate::Constant<SomeDerived>>(&derived->u)) {
            for (const auto &element : constant->values())
                if (!of_element(element, k, into))
                    return false;
            return true;
        }
        const auto *made = std::get_if<evaluate::StructureConstructor>(&derived->u);
        return made && of_element(made->values(), k, into);
    }

    /* What the types say. */
    bool by_default(size_t k, std::vector<Expression> &into)
    {
        const auto *object = object_of(*way[k]);
        std::vector<Expression> own;
        if (!object)
            return false;
        bool found =
            object->init() ? in(*object->init(), k + 1, own) : k + 1 < way.size() && by_default(k + 1, own);
        return found && spread(k, own, into);
    }

  private:
    bool of_element(const evaluate::StructureConstructorValues &element, size_t k,
                    std::vector<Expression> &into)
    {
        for (const auto &[symbol, value] : element) {
            std::vector<Expression> own;
            if (symbol->name() == way[k]->name())
                return in(value.value(), k + 1, own) && spread(k, own, into);
            if (symbol->test(Symbol::Flag::ParentComp) && in(value.value(), k, own)) {
                into.insert(into.end(), own.begin(), own.end());
                return true;
            }
        }
        return by_default(k, into);
    }

    /* One value of an array is that of each of its elements. */
    bool spread(size_t k, const std::vector<Expression> &own, std::vector<Expression> &into)
    {
        size_t inner = 1;
        for (size_t i = k + 1; i < way.size(); i++)
            inner *= elements(*way[i]);
        size_t count = own.size() == inner ? elements(*way[k]) : 1;
        for (size_t i = 0; i < count; i++)
            into.insert(into.end(), own.begin(), own.end());
        return !own.empty();
    }

    static size_t elements(const Symbol &part)
    {
        size_t count = 1;
        for (const semantics::ShapeSpec &spec : object_of(part)->shape()) {
            auto lower =
                spec.lbound().GetExplicit() ? evaluate::ToInt64(*spec.lbound().GetExplicit()) : std::nullopt;
            auto upper =
                spec.ubound().GetExplicit() ? evaluate::ToInt64(*spec.ubound().GetExplicit()) : std::nullopt;
            if (lower && upper)
                count *= size_t(std::max<int64_t>(0, *upper - *lower + 1));
        }
        return count;
    }

    Reader &r;
    const Way &way;
};

} // namespace

/* What a variable begins with. */
bool Reader::member_values(const Structure &structure, const Way &way, std::vector<Expression> &values)
{
    const auto *object = structure.symbol ? object_of(*structure.symbol) : nullptr;
    if (object && object->init())
        return Values{*this, way}.in(*object->init(), 0, values);
    return Values{*this, way}.by_default(0, values);
}

static bool is_same_value(Expression a, Expression b)
{
    return a->kind == XB_SOURCE_CONSTANT && b->kind == XB_SOURCE_CONSTANT && std::string(a->text) == b->text;
}

static bool is_within_allocatable(const Way &way)
{
    return std::any_of(way.begin(), way.end() - 1, [](const Symbol *part) {
        return part->attrs().test(Attr::ALLOCATABLE) && !is_class(*part);
    });
}

/* Gives members the values that their types say. */
void Reader::give_defaults(const Place &place)
{
    for (const Way &way : members_of(place.type))
        give_default(place, way);
}

/* What is passed to an argument of a class, of intent out, has members that the called procedure knows
 * nothing of, since it has the members of that class: they begin anew, too. */
void Reader::begin_extension(const Place &actual, const Structure &formal)
{
    std::set<std::vector<std::string>> known;
    for (const Way &way : members_of(formal.type, formal.types))
        known.insert(names_of(way));
    for (const Way &way : actual.types.empty() ? members_of(actual.type) : std::vector<Way>()) {
        if (is_question(*way.back()) || known.count(names_of(way)) > 0)
            continue;
        Expression part = member(actual, way);
        if (part && part->variable->allocatable && part->count == 0)
            free_if_allocated(part);
        else
            give_default(actual, way);
    }
}

void Reader::give_default(const Place &place, const Way &way)
{
    std::vector<Expression> values;
    if (is_within_allocatable(way))
        return; /* it begins with values when it is allocated */
    if (is_question(*way.back())) {
        assign(member(place, way), truth(begins_true(way)));
        return;
    }
    bool has_values = Values{*this, way}.by_default(0, values);
    Expression target = has_values && place.whole ? member(place, way) : nullptr;
    if (!target)
        return;
    bool is_one =
        std::all_of(values.begin(), values.end(), [&](Expression v) { return is_same_value(v, values[0]); });
    const xb_source_variable *variable = target->variable;
    if (is_one || target->rank == 0) {
        assign(target, values[0]);
    } else if ((rank_of(*way.back()) == target->rank || target->count == 0) && variable->bounds) {
        std::vector<int64_t> shape;
        const std::vector<Expression> of_one = values;
        uint64_t elements = 1;
        for (int d = variable->rank; d-- > variable->rank - target->rank;)
            shape.push_back(variable->bounds[d].upper - variable->bounds[d].lower + 1);
        for (int64_t extent : shape)
            elements *= uint64_t(extent);
        while (values.size() < elements)
            values.insert(values.end(), of_one.begin(), of_one.end());
        Expression list = constant_array({target->type, target->bytes}, shape, values);
        list->variable->length = variable->length;
        assign(target, list);
    } else {
        refuse(nullptr, "the values that %s begins with can't be read", variable->name);
    }
}

/* Objects of classes are not allocated at first: they have no type. */
static bool has_defaults(const std::vector<Way> &ways)
{
    for (const Way &way : ways)
        for (const Symbol *part : way)
            if (is_question(*part) || (object_of(*part) && object_of(*part)->init()))
                return true;
    return false;
}

/* An object that is not allocated. */
static void lose_type(Reader &r, Structure &structure)
{
    for (const Symbol *type : structure.types)
        r.assign(r.has_type({&structure, {}, {{}}, structure.type, structure.types}, *type), r.truth(false));
}

void Reader::begin_structures(const semantics::Scope &scope)
{
    for (const auto &entry : scope) {
        const Symbol &symbol = *entry.second;
        if (is_procedure_pointer(symbol))
            begin_pointer(symbol);
        StructureType type = object_of(symbol) ? derived_of(symbol) : nullptr;
        bool is_out = semantics::IsDummy(symbol) && symbol.attrs().test(Attr::INTENT_OUT);
        bool begins = !semantics::IsDummy(symbol) || is_out;
        if (!type || !begins || symbol.attrs().test(Attr::PARAMETER) || symbol.attrs().test(Attr::POINTER) ||
            semantics::IsSaved(symbol))
            continue;
        if (symbol.attrs().test(Attr::ALLOCATABLE)) {
            if (is_class(symbol) && structure_of(symbol))
                lose_type(*this, *structure_of(symbol));
            continue;
        }
        Structure *whole =
            is_class(symbol) || has_defaults(members_of(type)) ? structure_of(symbol) : nullptr;
        if (!whole || !has_defaults(members_of(whole->type)))
            continue;
        if (!whole->types.empty())
            refuse("let it be of one type", "%s is of a class, and what it begins with is not known",
                   symbol.name().ToString().c_str());
        Place place = {whole, {}, {{}}, whole->type};
        give_defaults(place);
    }
}

/* ---- values of structures -------------------------------------------------------------------------------
 */

Record Reader::record_of_place(const Place &place)
{
    Record made = {place.type, {}, place.whole ? place.whole->shape.rank : 0, place.types};
    for (const Way &way : place.whole ? members_of(place.type, place.types) : std::vector<Way>()) {
        Way full = place.way;
        full.insert(full.end(), way.begin(), way.end());
        made.members.push_back(obstacle_of(*place.whole, full) ? nullptr : member(place, way));
    }
    int rank = 0;
    for (size_t level = 0; level < place.subscripts.size(); level++) {
        const auto &own = place.subscripts[level];
        if (own.empty())
            rank += level == 0 ? made.rank : rank_of(*place.way[level - 1]);
        for (Expression subscript : own)
            rank += subscript->kind == XB_SOURCE_RANGE || subscript->rank > 0;
    }
    made.rank = rank;
    if (place.way.empty() && place.subscripts[0].empty())
        made.whole = place.whole;
    return made;
}

Record Reader::record_of_constructor(const evaluate::StructureConstructor &from)
{
    StructureType type = &from.derivedTypeSpec();
    std::map<std::vector<std::string>, Expression> found;
    for (const auto &[symbol, value] : from.values()) {
        const TypedExpression &given = value.value();
        std::vector<std::string> name = {symbol->name().ToString()};
        if (symbol->test(Symbol::Flag::ParentComp))
            name.clear();
        if (semantics::IsProcedurePointer(*symbol)) {
            for (const Symbol *one : answers_of(*symbol)) {
                std::vector<std::string> key = name;
                key.push_back(names_of({one}).front());
                found[key] = is_target(given, *one);
            }
        } else if (evaluate::IsNullPointer(given)) {
            continue;
        } else if (structure_type(given)) {
            Record inner = record_of(given);
            const auto &ways = members_of(inner.type, inner.types);
            Types types;
            if (is_unsettled(*symbol) && inner.types.empty())
                settled_type(derived_of(*symbol), &types);
            for (const Symbol *one : types) {
                std::vector<std::string> key = name;
                key.push_back(names_of({one}).front());
                found[key] = truth(one == &inner.type->typeSymbol());
            }
            for (size_t i = 0; i < ways.size() && i < inner.members.size(); i++) {
                std::vector<std::string> key = name;
                for (const std::string &part : names_of(ways[i]))
                    key.push_back(part);
                found[key] = inner.members[i];
            }
        } else {
            found[name] = object_of(*symbol) ? expression(given) : nullptr;
        }
    }
    Record made = {type, {}, 0};
    for (const Way &way : members_of(type)) {
        auto given = found.find(names_of(way));
        std::vector<Expression> values;
        Expression value = given != found.end() ? given->second : nullptr;
        if (!value && is_question(*way.back()))
            value = truth(begins_true(way));
        if (!value && Values{*this, way}.by_default(0, values) && values.size() == 1)
            value = values[0];
        made.members.push_back(value);
    }
    return made;
}

/* How many elements a value of a list has. */
static Expression count_of(Reader &r, const Record &value)
{
    for (Expression member : value.members) {
        if (!member || value.rank == 0)
            continue;
        Expression extent = r.extent(member, member->rank);
        return extent ? extent : r.inquire(XB_INTRINSIC_SIZE, member, member->rank);
    }
    return r.number(1);
}

/* Lets elements of a list from one place on be a value. */
static void put_in_list(Reader &r, const Place &list, Expression first, Expression count, const Record &value)
{
    const auto &ways = r.members_of(list.type);
    Expression last = r.difference_of(r.sum_of(first, count), r.number(1));
    Place place = list;
    place.subscripts[0] = {value.rank > 0 ? r.range(first, last, nullptr) : first};
    for (size_t i = 0; i < value.members.size() && i < ways.size(); i++)
        if (Expression target = value.members[i] ? r.member(place, ways[i]) : nullptr)
            r.assign(target, value.members[i]);
}

/* The list is allocated if the number of its elements is known only when the program runs. */
Record Reader::record_of_list(const evaluate::ArrayConstructor<SomeDerived> &from)
{
    StructureType type = &from.result().derivedTypeSpec();
    std::vector<Record> values;
    std::vector<Expression> counts;
    Expression length = number(0);
    for (const auto &value : from) {
        const auto *one = std::get_if<Expr<SomeDerived>>(&value.u);
        if (!one || one->Rank() > 1 || declares || !unit) {
            refuse("assign its elements", "a list of structures that is made by loops, or of matrices, can't "
                                          "be read");
            return Record{type, {}, 1};
        }
        values.push_back(record_of(TypedExpression{Expr<SomeDerived>{*one}}));
        counts.push_back(count_of(*this, values.back()));
        length = sum_of(length, counts.back());
    }
    int64_t known;
    const bool is_fixed = xb_source_is_integer(length, &known);
    Structure *made = temporary_structure("list", type, {is_fixed ? known : 1});
    const Place list = {made, {}, {{}}, type};
    if (!is_fixed) {
        made->shape.bounds = nullptr;
        made->shape.allocatable = true;
        allocate_members(list, {length});
    }
    Expression first = number(1);
    for (size_t i = 0; i < values.size(); i++) {
        put_in_list(*this, list, first, counts[i], values[i]);
        first = sum_of(first, counts[i]);
    }
    return record_of_place(list);
}

/* The extents of the arrays to whose elements a procedure is applied. @return whether they are constants */
static bool constant_extents(Reader &r, const xb_source_unit *callee,
                             const std::vector<Expression> &arguments, std::vector<int64_t> &extents)
{
    for (size_t i = 0; i < arguments.size() && extents.empty(); i++) {
        const int inner = static_cast<const xb_source_variable *>(callee->formals.items[i])->rank;
        for (int d = inner + 1; arguments[i] && d <= arguments[i]->rank; d++) {
            Expression extent = r.extent(arguments[i], d);
            int64_t value;
            if (!extent || !xb_source_is_integer(extent, &value))
                return false;
            extents.push_back(value);
        }
    }
    return !extents.empty();
}

/* Whether a result is an array that is there when the function is called. */
static bool has_extents(const Structure &result)
{
    return result.shape.rank > 0 && !result.shape.allocatable;
}

/* An array for the result of a function, with its extents. */
Structure *Reader::room_for_structures(xb_source_unit *callee, const Structure &formal,
                                       std::vector<Expression> &arguments)
{
    std::vector<int64_t> known(size_t(formal.shape.rank), 1);
    for (int d = 0; d < formal.shape.rank && formal.shape.bounds; d++) {
        const xb_bounds &bounds = formal.shape.bounds[formal.shape.rank - 1 - d];
        known[size_t(d)] = std::max<int64_t>(0, bounds.upper - bounds.lower + 1);
    }
    Structure *made = temporary_structure("value", formal.type, known);
    if (formal.shape.bounds)
        return made;
    made->shape.bounds = nullptr;
    made->shape.allocatable = true;
    if (has_extents(formal))
        allocate_members(Place{made, {}, {{}}, made->type},
                         extents_of_result(callee, formal.shape, arguments));
    return made;
}

/* A function whose result is a structure, or an array of them, is a subroutine with further arguments. */
Record Reader::record_of_call(const evaluate::FunctionRef<SomeDerived> &call)
{
    Place object = {nullptr, {}, {{}}, nullptr};
    auto result_type = call.GetType();
    if (result_type && !result_type->IsPolymorphic() && call.Rank() == 0 && awaits_choice(call, object)) {
        Structure *made = temporary_structure("value", &result_type->GetDerivedTypeSpec(), {});
        Place place = {made, {}, {{}}, made->type};
        for_each_type(object, [&] { assign_members(place, record_of_call(call), false); });
        return record_of_place(place);
    }
    const Symbol *symbol = call.proc().GetSpecificIntrinsic() ? nullptr : target_of(call);
    auto declared = call.GetType();
    StructureType type =
        declared && !declared->IsUnlimitedPolymorphic() ? &declared->GetDerivedTypeSpec() : nullptr;
    Target target;
    bool is_known = symbol && type && target_of(*symbol, target) && !target.is_absent();
    xb_source_unit *callee = is_known ? callee_of(target, call) : nullptr;
    auto result = callee ? structure_results.find(callee) : structure_results.end();
    if (!callee || result == structure_results.end() || declares || !unit) {
        refuse(
            "let it be a subroutine",
            "a function whose result is a structure, and that Fortran has, or that is called here, can't be "
            "read");
        return Record{type, {}, 0};
    }
    std::vector<Expression> arguments = arguments_of(call, callee);
    Structure *formal = formal_structure(callee, *result->second);
    const std::vector<Way> ways = formal_ways(*formal);
    arguments.resize(callee->formals.count - ways.size(), nullptr);
    const bool is_by_elements = call.Rank() > 0 && call.IsElemental();
    std::vector<int64_t> extents;
    if (is_by_elements && !constant_extents(*this, callee, arguments, extents)) {
        refuse("apply it to each element",
               "a function whose result is a structure is applied to the elements "
               "of an array whose extents are known only when the program runs");
        return Record{type, {}, call.Rank()};
    }
    Structure *made = call.Rank() == 0 || is_by_elements ? temporary_structure("value", formal->type, extents)
                                                         : room_for_structures(callee, *formal, arguments);
    made->types = formal->types;
    Place place = {made, {}, {{}}, made->type, made->types};
    for (const Way &way : ways) {
        Expression part = member(place, way);
        if (part->variable->allocatable && !is_fresh(part->variable) && !has_extents(*formal))
            free_if_allocated(part); /* the function begins with a new one each time */
        arguments.push_back(part);
    }
    call_elementwise(*this, callee, arguments, is_by_elements);
    return record_of_place(place);
}

Record Reader::record_of(const TypedExpression &from)
{
    std::optional<evaluate::DataRef> room;
    const auto *derived = std::get_if<Expr<SomeDerived>>(&from.u);
    if (designator_in(from, room)) {
        Place place = place_of(*room);
        return place.whole ? record_of_place(place) : Record{place.type, {}, 0};
    }
    if (derived)
        if (const auto *inner = std::get_if<evaluate::Parentheses<SomeDerived>>(&derived->u))
            return record_of(TypedExpression{inner->left()});
    if (derived)
        if (const auto *made = std::get_if<evaluate::StructureConstructor>(&derived->u))
            return record_of_constructor(*made);
    if (derived)
        if (const auto *list = std::get_if<evaluate::ArrayConstructor<SomeDerived>>(&derived->u))
            return record_of_list(*list);
    if (derived)
        if (const auto *call = std::get_if<evaluate::FunctionRef<SomeDerived>>(&derived->u))
            return record_of_call(*call);
    const auto *constant = derived ? std::get_if<evaluate::Constant<SomeDerived>>(&derived->u) : nullptr;
    if (constant && constant->Rank() == 0)
        return record_of_constructor(*constant->GetScalarValue());
    refuse("give it a variable", "this structure can't be read");
    return Record{structure_type(from), {}, 0};
}

/* ---- assignment -----------------------------------------------------------------------------------------
 */

namespace
{

/* What is not allocated in the value is not allocated afterwards. */
void assign_member(Reader &r, Expression target, Expression value)
{
    const xb_source_variable *from =
        value && value->kind == XB_SOURCE_VARIABLE && value->count == 0 ? value->variable : nullptr;
    bool may_lack =
        target->count == 0 && target->variable->allocatable && (!value || (from && from->allocatable));
    if (!may_lack) {
        assign_elementwise(r, target, value);
        return;
    }
    bool is_fresh = r.is_fresh(target->variable);
    if (value) {
        r.begin_if(r.operate(XB_INTRINSIC_ALLOCATED, logical, {value}));
        assign_elementwise(r, target, value);
    }
    if (!is_fresh && value)
        r.add_else();
    if (!is_fresh)
        r.free_if_allocated(target);
    if (value)
        r.end_if();
}

} // namespace

/* Whether a member is there in some types only that an object on the way may have. */
static bool is_in_class(const Way &way)
{
    for (size_t i = 0; i + 1 < way.size(); i++)
        if (is_class(*way[i]))
            return true;
    return false;
}

/* Whether the object on the way may have a type with the member. @param condition receives when it has one */
bool Reader::may_have(const Record &record, const Way &way, Expression *condition)
{
    size_t k = 0;
    while (!is_class(*way[k]))
        k++;
    Types types;
    settled_type(derived_of(*way[k]), &types);
    if (types.empty() || is_question(*way[k + 1]))
        return true;
    bool is_certain = false;
    for (const Symbol *type : types) {
        Way test(way.begin(), way.begin() + long(k) + 1);
        test.push_back(type);
        Expression has =
            extends(*type, *way[k + 1]->owner().symbol()) ? part_of_record(record, test) : nullptr;
        if (!has || (has->kind == XB_SOURCE_CONSTANT && std::string(has->text) == "false"))
            continue;
        is_certain = is_certain || has->kind == XB_SOURCE_CONSTANT;
        *condition = *condition ? operate(XB_INTRINSIC_OR, logical, {*condition, has}) : has;
    }
    bool may = *condition != nullptr;
    if (is_certain)
        *condition = nullptr;
    return may;
}

/* How many parts of a way lead to an allocatable array of structures of which a member is assigned with all
 * others; -1: there is none. */
static int level_of(const Place &place, const Way &way)
{
    Way full = place.way;
    full.insert(full.end(), way.begin(), way.end());
    for (size_t level = full.size(); level-- > place.way.size();) {
        const bool is_selected = level < place.subscripts.size() && !place.subscripts[level].empty();
        const bool is_array =
            level == 0 ? place.whole->shape.allocatable && place.whole->shape.rank > 0
                       : full[level - 1]->attrs().test(Attr::ALLOCATABLE) && rank_of(*full[level - 1]) > 0;
        if (is_array && !is_selected)
            return int(level);
    }
    return -1;
}

/* Pairs of members and values; none if something can't be assigned, which is refused. */
std::vector<Reader::Pair> Reader::pairs_of(const Place &place, const Record &record, bool is_place)
{
    int rank = record_of_place(place).rank;
    std::set<const xb_source_variable *> own;
    std::vector<Pair> pairs;
    for (const auto &known : place.whole->members)
        own.insert(known.second);
    for (const Way &way : members_of(place.type, place.types)) {
        if (!is_question(*way.back()) && !object_of(*way.back()))
            continue; /* a procedure, which is known where it is called */
        Expression target = member(place, way), part = part_of_record(record, way);
        if (!target)
            return {};
        Expression condition = nullptr;
        if (is_in_class(way) && (!part || !may_have(record, way, &condition)))
            continue;
        if ((!part && !target->variable->allocatable) || target->variable->pointer) {
            refuse("assign its members",
                   "a structure with a pointer, or with a member that has no value, can't be assigned");
            return {};
        }
        if (rank > record.rank && part && part->rank > 0) {
            refuse("assign each element",
                   "a structure with an array can't be assigned to each element of an array");
            return {};
        }
        if (!is_place && part && mentions_any(part, own) && record.members.size() > 1) {
            xb_source_variable *kept = temporary("part", {part->type, part->bytes}, part->rank);
            kept->allocatable = part->rank > 0;
            assign(whole(kept), part);
            part = whole(kept);
        }
        pairs.push_back({target, part, condition, level_of(place, way)});
    }
    return pairs;
}

Expression Reader::part_of_record(const Record &record, const Way &way)
{
    const auto &ways = members_of(record.type, record.types);
    for (size_t i = 0; i < ways.size() && i < record.members.size(); i++)
        if (ways[i] == way)
            return record.members[i];
    for (size_t i = 0; i < ways.size() && i < record.members.size(); i++)
        if (names_of(ways[i]) == names_of(way) && !is_in_class(way))
            return record.members[i];
    return nullptr;
}

void Reader::assign_structure(const TypedExpression &to, const TypedExpression &value)
{
    std::optional<evaluate::DataRef> room, other;
    if (!designator_in(to, room)) {
        refuse(nullptr, "this assignment to a structure can't be read");
        return;
    }
    Place place = place_of(*room);
    const auto *details =
        place.type ? place.type->typeSymbol().detailsIf<semantics::DerivedTypeDetails>() : nullptr;
    if (!place.whole || !place.type)
        return;
    if (details && !details->finals().empty()) {
        refuse(nullptr, "an assignment to a variable of a type with a procedure that is called when it ends "
                        "can't be read");
        return;
    }
    if (!place.types.empty()) {
        assign_object(place, value);
        return;
    }
    Record record = record_of(value);
    if (record.type)
        assign_members(place, record, designator_in(value, other) != nullptr);
}

/* The place of the array that pairs of members belong to. */
static Place array_at(const Place &place, const Way &way, int level)
{
    Place array = {place.whole, place.way, {{}}, nullptr};
    array.way.insert(array.way.end(), way.begin(), way.end());
    array.way.resize(size_t(level));
    array.type = level == 0 ? place.whole->type : derived_of(*array.way.back());
    return array;
}

static int rank_of(const Place &array)
{
    return array.way.empty() ? array.whole->shape.rank : rank_of(*array.way.back());
}

/* Members of an allocatable array of structures have their memory together: all of them are assigned in one
 * go, once there is as much of it as their values need. */
void Reader::assign_members(const Place &place, const Record &record, bool is_place)
{
    std::map<std::vector<std::string>, std::vector<Pair>> together;
    std::vector<std::pair<Place, std::vector<std::string>>> arrays;
    const std::vector<Way> ways = members_of(place.type, place.types);
    for (const Pair &pair : pairs_of(place, record, is_place)) {
        if (pair.level < 0) {
            assign_pair(pair);
            continue;
        }
        const Way &way = *std::find_if(ways.begin(), ways.end(), [&](const Way &w) {
            return member(place, w)->variable == pair.target->variable;
        });
        const Place array = array_at(place, way, pair.level);
        const std::vector<std::string> name = names_of(array.way);
        if (together[name].empty())
            arrays.push_back({array, name});
        together[name].push_back(pair);
    }
    for (const auto &[array, name] : arrays)
        assign_structures(array, together[name]);
}

/* Allocates an array of structures in the shape of what a member of it gets, unless it has it. */
void Reader::fit_structures(const Place &array, const std::vector<Pair> &pairs, Expression like)
{
    xb_source_variable *variable = pairs[0].target->variable;
    const int rank = rank_of(array);
    const Memory now = memory_of(variable);
    std::vector<Expression> extents;
    for (int d = like->rank - rank + 1; d <= like->rank; d++) {
        Expression extent_of_it = extent(like, d);
        Expression asked = extent_of_it ? extent_of_it : inquire(XB_INTRINSIC_SIZE, like, d);
        extents.push_back(asked->kind == XB_SOURCE_OPERATION ? kept("extent", asked) : asked);
    }
    if (now.is_known && !now.is_allocated) {
        allocate_members(array, extents);
    } else {
        Expression differs = nullptr, target = pairs[0].target;
        for (int d = 1; d <= rank; d++) {
            Expression own =
                inquire(XB_INTRINSIC_SIZE, target, target->rank > 1 ? target->rank - rank + d : 0);
            Expression one = operate(XB_INTRINSIC_NOT_EQUAL, logical, {own, extents[size_t(d) - 1]});
            differs = differs ? operate(XB_INTRINSIC_OR, logical, {differs, one}) : one;
        }
        begin_if(not_of(inquire_truth(XB_INTRINSIC_ALLOCATED, target)));
        allocate_members(array, extents);
        add_else();
        begin_if(differs);
        for (const Pair &pair : pairs)
            add(XB_SOURCE_DEALLOCATE)->target = pair.target;
        allocate_members(array, extents);
        end_if();
        end_if();
    }
    for (const Pair &pair : pairs)
        note_memory(pair.target->variable, true, {});
}

void Reader::assign_structures(const Place &array, const std::vector<Pair> &pairs)
{
    surroundings();
    std::set<const xb_source_variable *> own;
    std::vector<Pair> all = pairs;
    for (const Pair &pair : pairs)
        own.insert(pair.target->variable);
    Expression like = nullptr;
    for (Pair &pair : all) {
        if (pair.value && pair.value->rank > 0 && mentions_any(pair.value, own))
            pair.value = kept("part", pair.value);
        like = !like && pair.value && pair.value->rank > 0 ? pair.value : like;
    }
    const bool may_lack = like && like->kind == XB_SOURCE_VARIABLE && like->count == 0 &&
                          like->variable->allocatable && symbols_of_variables.count(like->variable) == 0 &&
                          array.way.size() > 0;
    const bool lacks = !all[0].value;
    if (may_lack)
        begin_if(inquire_truth(XB_INTRINSIC_ALLOCATED, like));
    if (like)
        fit_structures(array, all, like);
    for (const Pair &pair : all) {
        if (!pair.value)
            continue;
        const std::vector<Expression> everything(size_t(pair.target->variable->rank),
                                                 range(nullptr, nullptr, nullptr));
        assign_pair({part_of(pair.target->variable, everything), pair.value, pair.condition, -1});
    }
    if (may_lack)
        add_else();
    for (const Pair &pair : all)
        if ((may_lack || lacks) && !is_fresh(pair.target->variable))
            free_if_allocated(pair.target);
    if (may_lack)
        end_if();
}

void Reader::assign_pair(const Pair &pair)
{
    if (pair.condition)
        begin_if(pair.condition);
    assign_member(*this, pair.target, pair.value);
    if (pair.condition)
        end_if();
}

} // namespace reader
