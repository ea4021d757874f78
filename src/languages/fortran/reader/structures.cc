/*
 * Structures: the variables that their members are, and what is selected of them.
 */
#include "members.h"

namespace reader
{

/* ---- variables ------------------------------------------------------------------------------------------
 */

/* The types that a type extends, from the first, and itself. */
static std::string lineage_of(const Symbol &type)
{
    const semantics::Scope *parent = type.scope() ? type.scope()->GetDerivedTypeParent() : nullptr;
    std::string before = parent && parent->symbol() ? lineage_of(*parent->symbol()) + "," : "";
    return before + type.name().ToString();
}

/* What stands before the first member of an object whose type is not known: the types that it certainly has,
 * and that which it has to have for the member to be there. */
static std::string types_before(const Structure &structure, const Symbol &part)
{
    if (!structure.type)
        return "";
    const Symbol &declared = structure.type->typeSymbol();
    const Symbol &own = is_question(part) ? part : *part.owner().symbol();
    if (structure.types.empty())
        return is_question(part) ? "{}" : "";
    bool is_in_all = !is_question(part) && extends(declared, own);
    return "{" + lineage_of(declared) +
           (is_in_all ? "" : "|" + own.name().ToString() + "@" + reader::module_of(own)) + "}";
}

static std::string path_of(const Structure &structure, const Way &way)
{
    auto colons = [](int rank) {
        std::string text;
        for (int i = 0; i < rank; i++)
            text += i > 0 ? ",:" : "(:";
        return rank > 0 ? text + ")" : text;
    };
    std::string path = structure.name + colons(structure.shape.rank);
    for (const Symbol *part : way)
        path += "%" + (part == way.front() ? types_before(structure, *part) : "") +
                (!is_question(*part)   ? part->name().ToString() + colons(rank_of(*part))
                 : part == way.front() ? ""
                                       : "is_" + part->name().ToString());
    return path;
}

/* Why a member is no variable; nullptr: it is one. */
const char *Reader::obstacle_of(const Structure &structure, const Way &way)
{
    int rank = structure.shape.rank;
    std::vector<const Symbol *> open;
    if (structure.type)
        open.push_back(&structure.type->typeSymbol());
    for (const Symbol *part : way) {
        bool varies = part->attrs().test(Attr::ALLOCATABLE) || part->attrs().test(Attr::POINTER);
        bool is_last = part == way.back();
        StructureType type = derived_of(*part);
        if (is_question(*part))
            return rank > XB_RANK_LIMIT ? "an array of too many dimensions" : nullptr;
        if (!object_of(*part) && is_last)
            return "a procedure";
        if (!object_of(*part))
            continue;
        if (!type && is_class(*part))
            return "of any type";
        if (is_unsettled(*part) && rank_of(*part) > 0)
            return "an array of a class";
        if (type && part->attrs().test(Attr::POINTER))
            return "a pointer to a structure";
        if (type && (is_last || !is_expanded(*part, open)))
            return "a structure of a type that holds it";
        if (type)
            open.push_back(&type->typeSymbol());
        if (varies && rank_of(*part) > 0 && rank > 0)
            return "an array that each element of an array of structures has in a shape of its own";
        if (object_of(*part)->IsCoarray())
            return "a coarray";
        rank += rank_of(*part);
    }
    auto type = evaluate::DynamicType::From(*way.back());
    const bool is_settled =
        type && (type->category() != common::TypeCategory::Character || type->knownLength().has_value() ||
                 (rank == 0 && way.back()->attrs().test(Attr::ALLOCATABLE)));
    if (!is_settled)
        return "a text whose length varies";
    return rank > XB_RANK_LIMIT ? "an array of too many dimensions" : nullptr;
}

Structure *Reader::make_structure(const Symbol &symbol, StructureType type)
{
    const auto *object = object_of(symbol);
    const auto *details = type->typeSymbol().detailsIf<semantics::DerivedTypeDetails>();
    xb_source_unit *home = home_of(symbol);
    auto known = structures.find({&symbol, home});
    if (known != structures.end())
        return known->second;
    std::string name = symbol.name().ToString();
    bool is_argument = semantics::IsDummy(symbol);
    const PointerRole role = role_of(symbol);
    if (!object && !symbol.has<semantics::EntityDetails>())
        refuse(nullptr, "%s can't be read: it is no variable", name.c_str());
    else if (role == PointerRole::POINTS)
        refuse("name its target", "%s can't be read: what it points to is not known here", name.c_str());
    else if (symbol.attrs().test(Attr::POINTER) && role == PointerRole::NONE)
        refuse("let it be allocatable, or a target", "%s is a pointer to a structure", name.c_str());
    else if (semantics::FindCommonBlockContaining(symbol) || semantics::FindEquivalenceSet(symbol))
        refuse("let it be a variable of a module", "%s is a structure that shares storage", name.c_str());
    else if (object && (object->IsCoarray() || object->IsAssumedRank()))
        refuse(nullptr, "%s is a coarray, or of any rank", name.c_str());
    else if (details && !details->finals().empty() && !is_argument && home && !semantics::IsSaved(symbol))
        refuse("call it where it is needed", "%s is of a type with a procedure that is called when it ends",
               name.c_str());
    Structure made = {&symbol, type, home, name, {}, {}, false};
    made.shape.allocatable =
        (symbol.attrs().test(Attr::ALLOCATABLE) || role == PointerRole::ALLOCATED) && rank_of(symbol) > 0;
    made.shape.optional = symbol.attrs().test(Attr::OPTIONAL);
    made.shape.target = symbol.attrs().test(Attr::TARGET) || role != PointerRole::NONE;
    made.shape.by_value = symbol.attrs().test(Attr::VALUE);
    made.shape.parameter = symbol.attrs().test(Attr::PARAMETER);
    made.shape.saved = home && !made.shape.parameter && semantics::IsSaved(symbol);
    made.shape.name = copied(arena, name);
    made.shape.line = line_of(symbol.name());
    if (is_argument && is_class(symbol))
        settle_dummy(symbol, home, &made);
    else if (is_class(symbol))
        settled_type(type, &made.types);
    if (!made.types.empty() && (rank_of(symbol) > 0 || made.shape.optional))
        refuse("let it be of one type", "%s is of a class whose type is known only when the program runs",
               name.c_str());
    if (object && object->IsArray())
        describe_shape(&made.shape, object->shape());
    all_structures.push_back(made);
    return structures[{&symbol, home}] = &all_structures.back();
}

/* Whether a type is one of an intrinsic module, such as type(c_ptr). */
static bool is_of_language(const semantics::DerivedTypeSpec &type)
{
    const semantics::Scope &owner = type.typeSymbol().GetUltimate().owner();
    return !owner.IsGlobal() && owner.parent().IsIntrinsicModules();
}

Structure *Reader::structure_of(const Symbol &named)
{
    const Symbol &symbol = named.GetUltimate();
    auto known = structures.find({&symbol, home_of(symbol)});
    if (known != structures.end())
        return known->second;
    StructureType type = structure_type(symbol);
    if (!type) {
        refuse(nullptr, "%s is of any type", symbol.name().ToString().c_str());
        return nullptr;
    }
    parser::CharBlock before = at;
    at = symbol.name();
    if (is_of_language(*type))
        refuse("pass it to a routine that is not differentiated",
               "%s is of a type that the language has, whose parts are not known",
               symbol.name().ToString().c_str());
    Structure *made = make_structure(symbol, type);
    at = before;
    return made;
}

Structure *Reader::temporary_structure(const char *stem, StructureType type,
                                       const std::vector<int64_t> &extents)
{
    Structure made = {nullptr, type, unit, unique_name(unit, stem), {}, {}, false};
    auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(arena, (extents.size() + 1) * sizeof(xb_bounds)));
    for (size_t i = 0; i < extents.size(); i++)
        bounds[extents.size() - 1 - i] = {1, extents[i]};
    made.shape.rank = int(extents.size());
    made.shape.bounds = extents.empty() ? nullptr : bounds;
    made.shape.line = line();
    all_structures.push_back(made);
    return &all_structures.back();
}

/* The dimensions of a variable in the order of subscripts. */
std::vector<xb_source_dimension> dimensions_of(Reader &r, const xb_source_variable &shape)
{
    std::vector<xb_source_dimension> found;
    for (int d = shape.rank; d-- > 0;)
        if (shape.bounds)
            found.push_back({XB_EXTENT_EXPLICIT, r.number(shape.bounds[d].lower),
                             r.number(shape.bounds[d].upper), nullptr});
        else if (shape.dimensions)
            found.push_back(shape.dimensions[d]);
        else
            found.push_back({XB_EXTENT_DEFERRED, nullptr, nullptr, nullptr});
    return found;
}

namespace
{

bool has_extent(const std::vector<xb_source_dimension> &all, xb_bound_kind kind)
{
    return std::any_of(all.begin(), all.end(),
                       [kind](const xb_source_dimension &d) { return d.extent == kind; });
}

/* Where one extent is known at run time only, all are. */
void settle_dimensions(Reader &r, const char *name, std::vector<xb_source_dimension> &all)
{
    bool is_deferred = has_extent(all, XB_EXTENT_DEFERRED), is_assumed = has_extent(all, XB_EXTENT_ASSUMED);
    for (xb_source_dimension &d : all) {
        int64_t lower = 1;
        if (is_deferred && d.lower && (!xb_source_is_integer(d.lower, &lower) || lower != 1))
            r.refuse("let it begin at 1", "%s is an array that does not begin at 1 in allocated structures",
                     name);
        if (is_deferred || is_assumed)
            d = {is_deferred ? XB_EXTENT_DEFERRED : XB_EXTENT_ASSUMED, is_assumed ? d.lower : nullptr,
                 nullptr, nullptr};
    }
}

void keep_dimensions(Reader &r, xb_source_variable *shape, const std::vector<xb_source_dimension> &all)
{
    size_t rank = all.size(), constants = 0;
    auto *dimensions =
        static_cast<xb_source_dimension *>(xb_arena_alloc(r.arena, (rank + 1) * sizeof(xb_source_dimension)));
    auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(r.arena, (rank + 1) * sizeof(xb_bounds)));
    for (size_t i = 0; i < rank; i++) {
        size_t place = rank - 1 - i;
        dimensions[place] = all[i];
        bounds[place] = {1, 0};
        constants += all[i].extent == XB_EXTENT_EXPLICIT &&
                     (!all[i].lower || xb_source_is_integer(all[i].lower, &bounds[place].lower)) &&
                     xb_source_is_integer(all[i].upper, &bounds[place].upper);
    }
    shape->rank = int(rank);
    shape->bounds = rank > 0 && constants == rank ? bounds : nullptr;
    shape->dimensions = rank > 0 && constants < rank ? dimensions : nullptr;
    shape->assumed_size = has_extent(all, XB_EXTENT_ASSUMED_SIZE);
}

} // namespace

/* Dimensions of the innermost part come first. */
void Reader::describe_member(Structure &structure, const Way &way, xb_source_variable *shape)
{
    std::vector<xb_source_dimension> all;
    for (size_t level = way.size(); level-- > 0;) {
        const Symbol &part = *way[level];
        xb_source_variable own = {};
        if (!object_of(part))
            continue;
        own.name = structure.shape.name;
        own.allocatable = part.attrs().test(Attr::ALLOCATABLE);
        own.pointer = part.attrs().test(Attr::POINTER);
        if (rank_of(part) > 0)
            describe_shape(&own, object_of(part)->shape());
        shape->allocatable = shape->allocatable || (own.allocatable && own.rank > 0);
        shape->pointer = shape->pointer || own.pointer;
        auto dimensions = dimensions_of(*this, own);
        all.insert(all.end(), dimensions.begin(), dimensions.end());
    }
    auto outer = dimensions_of(*this, structure.shape);
    all.insert(all.end(), outer.begin(), outer.end());
    shape->allocatable = shape->allocatable || structure.shape.allocatable;
    settle_dimensions(*this, path_of(structure, way).c_str(), all);
    keep_dimensions(*this, shape, all);
}

static void find_type_users(const semantics::Scope &scope,
                            std::map<const Symbol *, std::vector<const semantics::Scope *>> &found)
{
    for (const auto &entry : scope)
        if (object_of(*entry.second) && derived_of(*entry.second) && !scope.IsDerivedType())
            found[&derived_of(*entry.second)->typeSymbol()].push_back(&scope);
    for (const semantics::Scope &inner : scope.children())
        find_type_users(inner, found);
}

/* Whether variables of a type are declared where components that a module keeps to itself have no names. */
bool Reader::is_used_outside(const Symbol &type, const semantics::Scope &module)
{
    if (type_users.empty())
        find_type_users(context.globalScope(), type_users);
    const auto &users = type_users[&type];
    return std::any_of(users.begin(), users.end(), [&](const semantics::Scope *scope) {
        while (scope != &module && !scope->IsGlobal())
            scope = &scope->parent();
        return scope->IsGlobal();
    });
}

/* Whether a variable of a type can be declared where derivatives are, and its members be set there: others
 * have members that are of a class, or that have to be allocated before they have members, or procedures, or
 * that a module keeps to itself.
 */
bool Reader::is_whole(StructureType type)
{
    for (const Way &way : members_of(type))
        for (const Symbol *part : way) {
            StructureType own = derived_of(*part);
            if (!is_question(*part) && !object_of(*part))
                return false;
            if (part->attrs().test(Attr::PRIVATE) && part->owner().symbol() &&
                is_used_outside(type->typeSymbol(), part->owner().parent()))
                return false;
            if (own && is_expanded(*part, {}) && (is_class(*part) || part->attrs().test(Attr::ALLOCATABLE)) &&
                (is_class(*part) || rank_of(*part) == 0))
                return false;
        }
    return true;
}

/* A value of a type in which all numbers are zero, as it is written where a variable is declared; empty:
 * there is none, since something of it has no name there. */
static std::string zeros_of(StructureType type, const semantics::Scope &scope)
{
    const Symbol &symbol = type->typeSymbol();
    const Symbol *found = scope.FindSymbol(symbol.name());
    if (!found || &found->GetUltimate() != &symbol || !type->parameters().empty())
        return "";
    std::string made = symbol.name().ToString() + "(";
    for (const Symbol &part : semantics::OrderedComponentIterator{*type}) {
        auto own = evaluate::DynamicType::From(part);
        bool is_hidden = part.attrs().test(Attr::PRIVATE) && &symbol.owner() != &scope;
        std::string value = "null()";
        if (is_hidden || !object_of(part) || !own)
            return "";
        if (!part.attrs().test(Attr::POINTER) && !part.attrs().test(Attr::ALLOCATABLE))
            switch (own->category()) {
            case common::TypeCategory::Integer: value = "0"; break;
            case common::TypeCategory::Real: value = "0.0"; break;
            case common::TypeCategory::Complex: value = "(0.0, 0.0)"; break;
            case common::TypeCategory::Character: value = "' '"; break;
            case common::TypeCategory::Logical: value = ".false."; break;
            case common::TypeCategory::Derived: value = zeros_of(derived_of(part), scope); break;
            }
        if (value.empty())
            return "";
        made += (made.back() == '(' ? "" : ", ") + value;
    }
    return made + ")";
}

/* Whether a member is an array of arrays, of which the language selects no elements at once. */
static bool has_arrays_in_arrays(const Structure &structure, const std::vector<Way> &ways)
{
    for (const Way &way : ways) {
        int arrays = structure.shape.rank > 0;
        for (const Symbol *part : way)
            arrays += rank_of(*part) > 0;
        if (arrays > 1)
            return true;
    }
    return false;
}

void Reader::describe_structure(const Structure &structure, const std::string &path,
                                xb_source_variable *member)
{
    if (!structure.type)
        return;
    member->member = copied(arena, path);
    const Symbol &type = structure.type->typeSymbol();
    std::string module = reader::module_of(type);
    bool is_argument = structure.symbol && semantics::IsDummy(*structure.symbol);
    bool is_of_class = is_argument && is_class(*structure.symbol);
    if (!structure.types.empty() && (!is_argument || structure.symbol->attrs().test(Attr::ALLOCATABLE)))
        return;
    for (const Symbol *one : structure.types)
        module = reader::module_of(*one).empty() ? "" : module;
    if (module.empty() || !structure.type->parameters().empty() || !is_whole(structure.type))
        return;
    std::string text = (is_of_class ? "class(" : "type(") + type.name().ToString() + ")";
    if (!structure.home && structure.symbol && !has_arrays_in_arrays(structure, members_of(structure.type))) {
        std::string zero = zeros_of(structure.type, structure.symbol->owner());
        text += zero.empty() ? "" : " = " + zero;
    }
    member->structure = copied(arena, text);
    member->structure_module = copied(arena, module);
}

/* Members of one name may be in several types that an object may have. */
static std::vector<std::string> keys_of(const Way &way)
{
    std::vector<std::string> keys = names_of(way);
    for (size_t i = 0; i < way.size(); i++)
        if (!is_question(*way[i]) && way[i]->owner().symbol())
            keys[i] = way[i]->owner().symbol()->name().ToString() + "%" + keys[i];
    return keys;
}

/* Whether a variable of a module has a member that another one keeps to itself. */
bool Reader::is_out_of_reach(const Structure &structure, const Way &way)
{
    return !structure.home && structure.symbol && structure.type &&
           std::any_of(way.begin(), way.end(), [&](const Symbol *part) {
               return part->attrs().test(Attr::PRIVATE) && !is_question(*part) &&
                      &part->owner().parent() != &structure.symbol->owner();
           });
}

xb_source_variable *Reader::member_variable(Structure &structure, const Way &way)
{
    xb_source_variable *&made = structure.members[keys_of(way)];
    if (made)
        return made;
    if (structure.is_closed && !is_question(*way.back()))
        refuse(nullptr, "%s can't be read: it is not passed with the structure",
               path_of(structure, way).c_str());
    if (is_question(*way.back()) && structure.symbol && !reader::module_of(*structure.symbol).empty() &&
        !structure.home)
        refuse("pass it as an argument",
               "%s is of a module, and what it is, or points to, is known only when the program runs",
               path_of(structure, Way(way.begin(), way.end() - 1)).c_str());
    if (is_out_of_reach(structure, way))
        refuse("let the module have the variable, too, or the component be public",
               "%s is kept to itself by the module that has the type", path_of(structure, way).c_str());
    std::string wish = structure.name;
    for (const Symbol *part : way)
        wish += (is_question(*part) ? "_is_" : "_") + part->name().ToString();
    auto type = is_question(*way.back()) ? std::nullopt : evaluate::DynamicType::From(*way.back());
    Kind kind = type ? kind_of(*type) : logical;
    xb_source_variable shape = {};
    describe_member(structure, way, &shape);
    made = xb_source_add_variable(arena, source, structure.home, unique_name(structure.home, wish).c_str(),
                                  kind.type, kind.bytes);
    made->rank = shape.rank;
    made->bounds = shape.bounds;
    made->dimensions = shape.dimensions;
    made->assumed_size = shape.assumed_size;
    made->allocatable = shape.allocatable;
    made->pointer = shape.pointer;
    made->optional = structure.shape.optional;
    made->target = structure.shape.target && !made->pointer;
    made->by_value = structure.shape.by_value;
    made->parameter = structure.shape.parameter;
    made->saved = structure.shape.saved;
    made->line = structure.shape.line;
    made->file = structure.home || !structure.symbol ? nullptr : file_of(structure.symbol->name());
    made->module = structure.home || !structure.symbol || reader::module_of(*structure.symbol).empty()
                       ? nullptr
                       : copied(arena, reader::module_of(*structure.symbol));
    made->hidden = made->module && (structure.symbol->attrs().test(Attr::PRIVATE) ||
                                    structure.symbol->attrs().test(Attr::PROTECTED));
    describe_structure(structure, path_of(structure, way), made);
    bool is_kept = !structure.home || structure.shape.saved || structure.shape.parameter;
    if (!type && is_kept)
        give_values(made, {truth(begins_true(way, structure.symbol))});
    if (!type)
        return made;
    describe_length(made, *type);
    if (made->length && std::strcmp(made->length, ":") == 0)
        made->allocatable = false; /* assignments give it its length, and memory */
    std::vector<Expression> values;
    if (is_kept && !made->allocatable && !made->pointer && member_values(structure, way, values)) {
        /* Each element of an array of structures begins with those of the type. */
        size_t all = 1;
        const size_t each = values.size();
        for (int d = 0; made->bounds && d < made->rank; d++)
            all *= size_t(xb_bounds_extent(made->bounds[d]));
        for (size_t i = each; each > 1 && i < all; i++)
            values.push_back(Expression(values[i - each]));
        give_values(made, values);
    }
    return made;
}

/* ---- places ---------------------------------------------------------------------------------------------
 */

/* What asks for no type has an argument as it is declared: what bounds rest on may still depend on it. */
static Place whole_place(Reader &r, Structure &whole)
{
    Place place = {&whole, {}, {{}}, whole.type, whole.types};
    const Symbol *symbol = whole.symbol;
    bool is_declared = symbol && is_class(*symbol) && whole.types.empty() &&
                       &whole.type->typeSymbol() == &derived_of(*symbol)->typeSymbol();
    if (is_declared && r.declares)
        r.settled_type(whole.type, &place.types);
    return place;
}

Place Reader::place_at(const evaluate::DataRef &from)
{
    if (const auto *symbol = std::get_if<evaluate::SymbolRef>(&from.u)) {
        auto found = places.find(&**symbol);
        if (found != places.end())
            return found->second;
        const auto *association = (*symbol)->detailsIf<semantics::AssocEntityDetails>();
        std::optional<evaluate::DataRef> room;
        if (association && association->expr() && designator_in(*association->expr(), room)) {
            Place place = place_of(*room);
            if (place.types.empty() && place.type)
                return place;
            place.type = structure_type(**symbol);
            return place;
        }
        Structure *whole = structure_of(**symbol);
        return whole ? whole_place(*this, *whole) : Place{nullptr, {}, {{}}, nullptr};
    }
    if (const auto *part = std::get_if<evaluate::Component>(&from.u)) {
        Place place = place_of(part->base());
        if (!part->symbol()->test(Symbol::Flag::ParentComp)) {
            place.way.push_back(&*part->symbol());
            place.subscripts.emplace_back();
        }
        place.type = derived_of(part->symbol()->GetUltimate());
        place.types.clear();
        if (place.type && is_class(part->symbol()->GetUltimate()))
            place.type = settled_type(place.type, &place.types);
        return place;
    }
    if (const auto *part = std::get_if<evaluate::ArrayRef>(&from.u)) {
        const auto *symbol = part->base().UnwrapSymbolRef();
        Place place =
            place_of(symbol ? evaluate::DataRef{*symbol} : evaluate::DataRef{part->base().GetComponent()});
        std::vector<Expression> &own = place.subscripts.back(), given = subscripts_of(*part);
        size_t next = 0;
        for (size_t i = 0; i < own.size() && place.whole; i++)
            if (own[i]->kind == XB_SOURCE_RANGE || own[i]->rank > 0)
                own[i] = compose(part_of(&place.whole->shape, own), i, given[next++]);
        if (own.empty())
            own = given;
        return place;
    }
    refuse(nullptr, "a coarray can't be read");
    return Place{nullptr, {}, {{}}, nullptr};
}

Expression Reader::member(const Place &place, const Way &way)
{
    if (!place.whole)
        return nullptr;
    Way full = place.way;
    full.insert(full.end(), way.begin(), way.end());
    const char *obstacle = obstacle_of(*place.whole, full);
    if (obstacle) {
        refuse(nullptr, "%s can't be read: it is %s", path_of(*place.whole, full).c_str(), obstacle);
        return nullptr;
    }
    xb_source_variable *variable = member_variable(*place.whole, full);
    std::vector<Expression> subscripts;
    bool selects = false;
    for (size_t level = full.size() + 1; level-- > 0;) {
        int rank = level == 0 ? place.whole->shape.rank : rank_of(*full[level - 1]);
        bool is_given = level < place.subscripts.size() && !place.subscripts[level].empty();
        for (int d = 0; d < rank; d++)
            subscripts.push_back(is_given ? place.subscripts[level][size_t(d)]
                                          : range(nullptr, nullptr, nullptr));
        selects = selects || is_given;
    }
    return selects ? part_of(variable, subscripts) : whole(variable);
}

Expression Reader::component(const evaluate::DataRef &from)
{
    Place place = place_of(from);
    if (place.whole && place.type)
        refuse("name its members", "a structure as a whole can't be read here");
    Expression made = place.whole && !place.type ? member(place, {}) : nullptr;
    return made ? made : number(0);
}

/* Ranges say where they begin, so that what is selected of them counts from there. */
static void begin_ranges(Reader &r, Place &place)
{
    for (size_t level = 0; level < place.subscripts.size(); level++)
        for (size_t i = 0; i < place.subscripts[level].size(); i++) {
            Expression &own = place.subscripts[level][i];
            if (own->kind == XB_SOURCE_RANGE && !own->operands[0])
                own = r.range(r.lower_bound_at(place, level, i), own->operands[1], own->operands[2]);
        }
}

/* The extents of an array of structures, as a member has them. */
static std::vector<Expression> outer_extents(Reader &r, const Record &record)
{
    std::vector<Expression> extents;
    for (Expression member : record.members)
        for (int d = record.rank; member && extents.size() < size_t(record.rank) && d-- > 0;) {
            Expression known = r.extent(member, member->rank - d);
            extents.push_back(known ? known : r.inquire(XB_INTRINSIC_SIZE, member, member->rank - d));
        }
    return extents;
}

/* The value in a variable of its own, unless it is one. */
Place Reader::kept(const Record &record)
{
    if (record.whole)
        return Place{record.whole, {}, {{}}, record.type, record.types};
    Structure *made = temporary_structure("value", record.type, std::vector<int64_t>(size_t(record.rank), 1));
    made->types = record.types;
    Place place = {made, {}, {{}}, record.type, record.types};
    const auto &ways = members_of(record.type, record.types);
    if (record.rank > 0 && !record.types.empty())
        refuse("give it a variable",
               "an array of structures of a class that is no variable can't be read here");
    if (record.rank > 0) {
        made->shape.bounds = nullptr;
        made->shape.allocatable = true;
        allocate_members(place, outer_extents(*this, record));
    }
    for (size_t i = 0; i < ways.size() && i < record.members.size(); i++)
        if (Expression target = record.members[i] ? member(place, ways[i]) : nullptr)
            assign(target, record.members[i]);
    return place;
}

Expression Reader::lower_bound_at(const Place &place, size_t level, size_t i)
{
    xb_source_variable own = {};
    own.name = place.whole->shape.name;
    if (level > 0) {
        own.allocatable = place.way[level - 1]->attrs().test(Attr::ALLOCATABLE);
        describe_shape(&own, object_of(*place.way[level - 1])->shape());
    }
    xb_source_dimension d = dimensions_of(*this, level > 0 ? own : place.whole->shape)[i];
    return d.lower ? d.lower : number(1);
}

Place Reader::place_to_name(const TypedExpression &value)
{
    std::optional<evaluate::DataRef> room;
    if (!designator_in(value, room))
        return kept(record_of(value));
    Place place = place_of(*room);
    if (place.whole)
        begin_ranges(*this, place);
    return place;
}

} // namespace reader
