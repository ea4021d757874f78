/*
 * Symbols of flang become variables and units when they are met first: a variable after those that its bounds
 * refer to, a unit with its formal arguments. What is in a module is global; a name that two modules have is
 * told apart by the module.
 */
#include <algorithm>
#include <cstring>

#include "kind_names.h"
#include "reader.h"
#include "texts.h"

namespace reader
{

using semantics::Attr;

static const char *copied(xb_arena *arena, const std::string &text)
{
    return xb_arena_copy_text(arena, text.data(), text.size());
}

/* ---- names ----------------------------------------------------------------------------------------------
 */

/* Names of units and of what is global are unique among these, others in their unit. */
const std::string &Reader::unique_name(const xb_source_unit *home, const std::string &wish)
{
    std::set<std::string> &taken = names[home];
    std::string name = wish;
    for (int i = 1; taken.count(name) > 0; i++)
        name = wish + "_" + std::to_string(i);
    return *taken.insert(name).first;
}

std::string module_of(const Symbol &symbol)
{
    const semantics::Scope &scope = symbol.owner();
    return scope.IsModule() && scope.symbol() ? scope.symbol()->name().ToString() : "";
}

/* ---- types ----------------------------------------------------------------------------------------------
 */

/* A kind, which is refused if the engine does not compute with it. */
Kind Reader::known(Kind kind)
{
    const bool is_real = kind.type == XB_TYPE_REAL, is_complex = kind.type == XB_TYPE_COMPLEX;
    const unsigned bytes = kind.bytes;
    if ((is_real || is_complex) && bytes != 4 && bytes != 8)
        refuse("let it be of kind 4 or 8", "a %s number of kind %u can't be read",
               is_real ? "real" : "complex", bytes);
    else if (kind.type == XB_TYPE_INTEGER && bytes > 8)
        refuse("let it be of kind 4 or 8", "an integer of kind %u can't be read", bytes);
    return kind;
}

Kind Reader::kind_of(const evaluate::DynamicType &type)
{
    unsigned bytes = type.category() == common::TypeCategory::Derived ? 0 : unsigned(type.kind());
    switch (type.category()) {
    case common::TypeCategory::Integer: return known({XB_TYPE_INTEGER, bytes});
    case common::TypeCategory::Real: return known({XB_TYPE_REAL, bytes});
    case common::TypeCategory::Complex: return known({XB_TYPE_COMPLEX, bytes});
    case common::TypeCategory::Logical: return {XB_TYPE_BOOL, bytes == 4 ? 0 : bytes};
    case common::TypeCategory::Character: return {XB_TYPE_STRING, 0};
    default:
        refuse(type.IsUnlimitedPolymorphic() ? "let it be of one type" : "name its members",
               type.IsUnlimitedPolymorphic() ? "a variable of any type can't be read"
                                             : "a structure as a whole can't be read here");
        return {XB_TYPE_OPAQUE, 0};
    }
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

/* The unit that declares a symbol; nullptr: it is global, as are values that the versions of a procedure have
 * in common. */
xb_source_unit *Reader::home_of(const Symbol &symbol)
{
    const semantics::Scope *scope = &symbol.owner();
    while (scope->kind() == semantics::Scope::Kind::BlockConstruct ||
           scope->kind() == semantics::Scope::Kind::OtherConstruct ||
           scope->kind() == semantics::Scope::Kind::Forall ||
           scope->kind() == semantics::Scope::Kind::ImpliedDos)
        scope = &scope->parent();
    if (scope->kind() != semantics::Scope::Kind::Subprogram || !scope->symbol())
        return nullptr;
    xb_source_unit *home = instance_of(*scope->symbol());
    bool is_shared = home && semantics::IsSaved(symbol) && has_versions(home);
    return is_shared && usage_of(*scope->symbol()).changed.count(&symbol) > 0 ? nullptr : home;
}

void Reader::describe_shape(xb_source_variable *variable, const semantics::ArraySpec &shape)
{
    size_t rank = shape.size(), constants = 0, i = 0;
    if (rank > XB_RANK_LIMIT)
        refuse(nullptr, "an array of %zu dimensions", rank);
    auto *dimensions =
        static_cast<xb_source_dimension *>(xb_arena_alloc(arena, rank * sizeof(xb_source_dimension)));
    auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(arena, rank * sizeof(xb_bounds)));
    bool before = declares;
    declares = true;
    for (const semantics::ShapeSpec &spec : shape) {
        size_t place = rank - ++i;
        xb_source_dimension &made = dimensions[place];
        made = {XB_EXTENT_EXPLICIT, nullptr, nullptr, nullptr};
        if (spec.lbound().GetExplicit())
            made.lower =
                narrowed(expression(evaluate::AsGenericExpr(common::Clone(*spec.lbound().GetExplicit()))));
        if (spec.ubound().GetExplicit())
            made.upper =
                narrowed(expression(evaluate::AsGenericExpr(common::Clone(*spec.ubound().GetExplicit()))));
        else
            made.extent = spec.ubound().isStar()                       ? XB_EXTENT_ASSUMED_SIZE
                          : variable->allocatable || variable->pointer ? XB_EXTENT_DEFERRED
                                                                       : XB_EXTENT_ASSUMED;
        bounds[place] = {1, 0};
        bool known = made.extent == XB_EXTENT_EXPLICIT &&
                     (!made.lower || xb_source_is_integer(made.lower, &bounds[place].lower)) &&
                     xb_source_is_integer(made.upper, &bounds[place].upper);
        constants += known;
        variable->assumed_size = variable->assumed_size || made.extent == XB_EXTENT_ASSUMED_SIZE;
    }
    declares = before;
    variable->rank = int(rank);
    variable->bounds = constants == rank ? bounds : nullptr;
    variable->dimensions = constants == rank ? nullptr : dimensions;
}

/* A named constant has the extents of its value where its declaration leaves them open. */
static void imply_extents(xb_arena *arena, xb_source_variable *variable,
                          const std::optional<evaluate::ConstantSubscripts> &extents)
{
    const size_t rank = size_t(variable->rank);
    if (!extents || extents->size() != rank)
        return;
    auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(arena, rank * sizeof(xb_bounds)));
    for (size_t i = 0; i < rank; i++) {
        const size_t place = rank - 1 - i;
        Expression lower = variable->dimensions ? variable->dimensions[place].lower : nullptr;
        bounds[place] = {1, 0};
        if (lower && !xb_source_is_integer(lower, &bounds[place].lower))
            return;
        bounds[place].upper = bounds[place].lower + (*extents)[i] - 1;
    }
    variable->bounds = bounds;
    variable->dimensions = nullptr;
    variable->assumed_size = false;
}

static bool is_same_value(Expression a, Expression b)
{
    return a->kind == XB_SOURCE_CONSTANT && b->kind == XB_SOURCE_CONSTANT &&
           std::strcmp(a->text, b->text) == 0;
}

static void give_values(xb_arena *arena, xb_source_variable *variable, const std::vector<Expression> &values,
                        uint64_t elements)
{
    std::vector<xb_source_value> runs;
    for (Expression value : values) {
        if (!runs.empty() && is_same_value(runs.back().value, value))
            runs.back().count++;
        else
            runs.push_back({value, 1});
    }
    if (values.size() == 1 && elements > 1)
        runs[0].count = elements;
    auto *kept =
        static_cast<xb_source_value *>(xb_arena_alloc(arena, (runs.size() + 1) * sizeof(xb_source_value)));
    std::copy(runs.begin(), runs.end(), kept);
    variable->initial = kept;
    variable->initial_count = runs.size();
}

static uint64_t elements_of(const xb_source_variable *variable)
{
    uint64_t elements = 1;
    for (int d = 0; d < variable->rank && variable->bounds; d++)
        elements *= uint64_t(std::max<int64_t>(0, variable->bounds[d].upper - variable->bounds[d].lower + 1));
    return elements;
}

void Reader::give_values(xb_source_variable *variable, const std::vector<Expression> &values)
{
    reader::give_values(arena, variable, values, elements_of(variable));
}

void Reader::describe_values(xb_source_variable *variable, const Symbol &symbol)
{
    const auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>();
    std::vector<Expression> values;
    if (!object || !object->init() || variable->pointer)
        return;
    if (values_of(*object->init(), values))
        give_values(variable, values);
    else
        refuse(nullptr, "the value that %s begins with can't be read", variable->name);
}

void Reader::describe_length(xb_source_variable *variable, const evaluate::DynamicType &type)
{
    if (type.category() != common::TypeCategory::Character)
        return;
    const semantics::ParamValue *length = type.charLengthParamValue();
    auto known = type.knownLength();
    if (known)
        variable->length = copied(arena, std::to_string(*known));
    else
        variable->length = length && length->isDeferred() ? ":" : "*";
}

xb_source_variable *Reader::make_variable(const Symbol &symbol, xb_source_unit *home)
{
    parser::CharBlock before = at;
    at = symbol.name();
    auto type = evaluate::DynamicType::From(symbol);
    const auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>();
    if (!type || (!object && !symbol.has<semantics::EntityDetails>())) {
        refuse(nullptr, "%s can't be read: it is no variable", symbol.name().ToString().c_str());
        at = before;
        return nullptr;
    }
    Kind kind = kind_of(*type);
    xb_source_variable shape = {};
    shape.allocatable = symbol.attrs().test(Attr::ALLOCATABLE);
    const PointerRole role = role_of(symbol);
    shape.pointer = symbol.attrs().test(Attr::POINTER) && role == PointerRole::NONE;
    shape.allocatable = shape.allocatable || role == PointerRole::ALLOCATED;
    shape.name = copied(arena, symbol.name().ToString());
    if (object && object->IsArray())
        describe_shape(&shape, object->shape());
    if (object && object->init() && symbol.attrs().test(Attr::PARAMETER) && !shape.bounds)
        imply_extents(arena, &shape, evaluate::GetConstantExtents(context.foldingContext(), *object->init()));
    if (object && (object->IsCoarray() || object->IsAssumedRank()))
        refuse(nullptr, "%s is a coarray, or of any rank", shape.name);
    if (role == PointerRole::POINTS)
        refuse("name its target", "%s can't be read: what it points to is not known here", shape.name);
    if (symbol.test(Symbol::Flag::CrayPointee) || symbol.test(Symbol::Flag::CrayPointer))
        refuse("use a pointer of Fortran 90", "%s belongs to a Cray pointer", shape.name);
    std::string wish = symbol.name().ToString(), module = reader::module_of(symbol);
    if (!home && names[nullptr].count(wish) > 0 && !module.empty())
        wish += "_" + module;
    xb_source_variable *made =
        xb_source_add_variable(arena, source, home, unique_name(home, wish).c_str(), kind.type, kind.bytes);
    made->spelling = shape.name;
    made->module = home || module.empty() ? nullptr : copied(arena, module);
    made->hidden =
        made->module && (symbol.attrs().test(Attr::PRIVATE) || symbol.attrs().test(Attr::PROTECTED));
    made->rank = shape.rank;
    made->bounds = shape.bounds;
    made->dimensions = shape.dimensions;
    made->allocatable = shape.allocatable;
    made->pointer = shape.pointer;
    made->assumed_size = shape.assumed_size;
    made->line = line();
    made->file = home ? nullptr : file_of(at);
    made->optional = symbol.attrs().test(Attr::OPTIONAL);
    made->target = symbol.attrs().test(Attr::TARGET) || role != PointerRole::NONE;
    made->by_value = symbol.attrs().test(Attr::VALUE);
    made->parameter = symbol.attrs().test(Attr::PARAMETER);
    variables[{&symbol, home}] = made;
    symbols_of_variables[made] = &symbol;
    if (kind_names)
        kind_names->describe(arena, made, symbol);
    describe_length(made, *type);
    const bool is_computed = has_computed_length(symbol);
    if (is_computed && semantics::IsDummy(symbol))
        refuse("let it be that of what is passed, *", "the length of %s, an argument, is computed",
               shape.name);
    if (is_computed || (made->length && std::strcmp(made->length, ":") == 0)) {
        made->length = ":";
        if (made->rank > 0)
            refuse("give them a length that is constant",
                   "%s is an array of texts whose length is not constant", shape.name);
    }
    if (made->length && made->rank == 0 && std::strcmp(made->length, ":") == 0)
        made->allocatable = false; /* assignments give it its length, and memory */
    describe_values(made, symbol);
    made->saved = home && !made->parameter && (semantics::IsSaved(symbol) || made->initial_count > 0);
    at = before;
    return made;
}

xb_source_variable *Reader::variable_of(const Symbol &named)
{
    const Symbol &symbol = named.GetUltimate();
    if (shared.count(&symbol) > 0) {
        xb_source_variable *made = shared_variable(symbol);
        if (is_overlaid(symbol))
            refuse("name its elements", "%s can't be read here: it shares storage with others",
                   symbol.name().ToString().c_str());
        return made;
    }
    xb_source_unit *home = home_of(symbol);
    auto known = variables.find({&symbol, home});
    return known != variables.end() ? known->second : make_variable(symbol, home);
}

xb_source_variable *Reader::temporary(const char *stem, Kind kind, int rank)
{
    const std::set<std::string> &taken = surroundings().names;
    std::string wish = stem;
    for (int i = 1; taken.count(wish) > 0 || names[unit].count(wish) > 0; i++)
        wish = std::string(stem) + "_" + std::to_string(i);
    const std::string &name = unique_name(unit, wish);
    xb_source_variable *made =
        xb_source_add_variable(arena, source, unit, name.c_str(), kind.type, kind.bytes);
    made->rank = rank;
    made->line = line();
    if (kind.type == XB_TYPE_STRING && rank == 0)
        made->length = ":";
    return made;
}

Expression Reader::constant_array(Kind kind, const std::vector<int64_t> &shape,
                                  const std::vector<Expression> &values)
{
    if (!unit) {
        refuse(nullptr, "an array of constants can't be read here");
        return number(0);
    }
    std::string text = std::to_string(int(kind.type)) + "/" + std::to_string(kind.bytes);
    for (int64_t extent : shape)
        text += "/" + std::to_string(extent);
    bool is_plain = true;
    for (Expression value : values) {
        is_plain = is_plain && value->kind == XB_SOURCE_CONSTANT;
        text += is_plain ? std::string(",") + value->text : "";
    }
    xb_source_variable *none = nullptr, *&known = is_plain ? constants[{unit, text}] : none;
    if (known)
        return whole(known);
    xb_source_variable *made = known = temporary("constants", kind, int(shape.size()));
    auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(arena, shape.size() * sizeof(xb_bounds)));
    for (size_t i = 0; i < shape.size(); i++)
        bounds[shape.size() - 1 - i] = {1, shape[i]};
    made->bounds = bounds;
    made->parameter = !values.empty();
    if (made->parameter)
        reader::give_values(arena, made, values, values.size());
    return whole(made);
}

Expression Reader::constant_text(Expression text)
{
    if (!unit || declares) {
        refuse("name it", "a text can't be read here");
        return text;
    }
    xb_source_variable *made = temporary("text", {XB_TYPE_STRING, 0}, 0);
    made->length = copied(arena, std::to_string(std::strlen(text->text)));
    made->parameter = true;
    reader::give_values(arena, made, {text}, 1);
    return whole(made);
}

} // namespace reader
