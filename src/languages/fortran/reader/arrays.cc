/*
 * Extents of array expressions, as plainly as they can be said, and variables that are made for arrays. An
 * extent is a number where that is known, else made of variables that the procedure never changes, else an
 * inquiry. Variables whose extents are of the first two sorts get them where they are declared; others are
 * allocated.
 */
#include <cstring>

#include "elementwise.h"
#include "reader.h"
#include "texts.h"

namespace reader
{

namespace
{

const Kind default_integer = {XB_TYPE_INTEGER, 4};

/* Names of a scope and of those that it lies within, but not of the program. */
void add_names(const semantics::Scope &scope, std::set<std::string> &names)
{
    for (const auto &pair : scope)
        names.insert(pair.first.ToString());
    for (const semantics::Scope &inner : scope.children())
        if (inner.kind() == semantics::Scope::Kind::BlockConstruct)
            add_names(inner, names);
}

bool is_elemental(Expression e)
{
    if (e->kind == XB_SOURCE_OPERATION)
        return xb_intrinsic_facts_of(e->intrinsic)->form == XB_FORM_ELEMENTAL;
    return e->kind == XB_SOURCE_FUNCTION;
}

} // namespace

/* ---- what stays as it is --------------------------------------------------------------------------------
 */

const Reader::Surroundings &Reader::surroundings()
{
    Surroundings &known = surroundings_of[unit];
    auto found = symbols_of_units.find(unit);
    const Symbol *symbol = found != symbols_of_units.end() ? found->second : nullptr;
    auto procedure = procedures.find(symbol);
    if (known.is_known || !symbol || !symbol->scope())
        return known;
    known.is_known = true;
    add_names(*symbol->scope(), known.names);
    for (const semantics::Scope *scope = &symbol->scope()->parent(); !scope->IsGlobal();
         scope = &scope->parent())
        for (const auto &pair : *scope)
            known.names.insert(pair.first.ToString());
    for (const semantics::Scope &inner : symbol->scope()->children())
        known.has_inner = known.has_inner || inner.kind() == semantics::Scope::Kind::Subprogram;
    if (procedure != procedures.end())
        known.usage = usage_of(*symbol);
    return known;
}

bool Reader::is_constant_variable(const xb_source_variable *variable)
{
    if (variable->parameter)
        return true;
    auto found = symbols_of_variables.find(variable);
    if (found == symbols_of_variables.end() || variable->home != unit || !semantics::IsDummy(*found->second))
        return false;
    if (variable->pointer || variable->allocatable || variable->optional)
        return false;
    if (found->second->attrs().test(semantics::Attr::INTENT_IN))
        return true;
    const Surroundings &around = surroundings();
    return around.is_known && !around.has_inner && !variable->target &&
           around.usage.changed.count(found->second) == 0;
}

bool Reader::is_constant_here(Expression e)
{
    if (!e || e->kind == XB_SOURCE_CONSTANT)
        return true;
    if (e->type != XB_TYPE_INTEGER || e->rank > 0)
        return false;
    if (e->kind == XB_SOURCE_VARIABLE)
        return e->count == 0 && is_constant_variable(e->variable);
    if (e->kind != XB_SOURCE_OPERATION)
        return false;
    if (e->intrinsic == XB_INTRINSIC_SIZE || e->intrinsic == XB_INTRINSIC_LBOUND ||
        e->intrinsic == XB_INTRINSIC_UBOUND) {
        const xb_source_variable *array =
            e->operands[0]->kind == XB_SOURCE_VARIABLE ? e->operands[0]->variable : nullptr;
        return array && e->operands[0]->count == 0 && array->position > 0 && array->home == unit &&
               !array->pointer && !array->allocatable && !array->optional;
    }
    for (size_t i = 0; i < e->count; i++)
        if (!is_constant_here(e->operands[i]))
            return false;
    return true;
}

Expression Reader::known_value(Expression e)
{
    if (!e || e->rank > 0 || e->type != XB_TYPE_INTEGER || e->kind == XB_SOURCE_CONSTANT)
        return e;
    if (e->kind == XB_SOURCE_VARIABLE) {
        auto found = e->count == 0 ? values.find(e->variable) : values.end();
        return found != values.end() ? found->second : e;
    }
    std::vector<Expression> operands;
    bool changes = false;
    for (size_t i = 0; e->kind == XB_SOURCE_OPERATION && i < e->count; i++) {
        operands.push_back(known_value(e->operands[i]));
        changes = changes || operands[i] != e->operands[i];
    }
    if (!changes)
        return e;
    if (e->intrinsic == XB_INTRINSIC_ADD && e->count == 2)
        return sum_of(operands[0], operands[1]);
    if (e->intrinsic == XB_INTRINSIC_SUB && e->count == 2)
        return difference_of(operands[0], operands[1]);
    return operate(e->intrinsic, {e->type, e->bytes}, operands);
}

void Reader::note_value(Expression target, Expression value)
{
    const xb_source_variable *variable = target->variable;
    auto symbol = symbols_of_variables.find(variable);
    if (target->type != XB_TYPE_INTEGER || target->rank > 0 || target->count > 0 ||
        value->type != XB_TYPE_INTEGER || symbol == symbols_of_variables.end() || variable->home != unit ||
        variable->position > 0 || variable->target || variable->shared || variable->in_common ||
        variable->saved)
        return;
    const Surroundings &around = surroundings();
    auto changes = around.usage.changed.find(symbol->second);
    bool is_once = changes != around.usage.changed.end() && changes->second == 1 && !around.has_inner;
    Expression known = known_value(value);
    if (is_once && is_straight() && is_constant_here(known))
        values[variable] = known;
}

/* ---- extents --------------------------------------------------------------------------------------------
 */

Expression Reader::sum_of(Expression a, Expression b)
{
    int64_t x, y;
    bool has_a = xb_source_is_integer(a, &x), has_b = xb_source_is_integer(b, &y);
    if (has_a && has_b)
        return number(x + y);
    if (has_b && y == 0)
        return a;
    if (has_a && x == 0)
        return b;
    if (has_b && y < 0)
        return operate(XB_INTRINSIC_SUB, default_integer, {a, number(-y)});
    /* n - 1 + 1 */
    bool ends = has_b && a->kind == XB_SOURCE_OPERATION && a->count == 2 &&
                xb_source_is_integer(a->operands[1], &x) &&
                (a->intrinsic == XB_INTRINSIC_ADD || a->intrinsic == XB_INTRINSIC_SUB);
    if (ends)
        return sum_of(a->operands[0], number(y + (a->intrinsic == XB_INTRINSIC_ADD ? x : -x)));
    return operate(XB_INTRINSIC_ADD, default_integer, {a, b});
}

Expression Reader::difference_of(Expression a, Expression b)
{
    int64_t y;
    if (xb_source_is_integer(b, &y))
        return sum_of(a, number(-y));
    if (is_same(a, b))
        return number(0);
    /* a + n - a */
    bool begins =
        a->kind == XB_SOURCE_OPERATION && a->intrinsic == XB_INTRINSIC_ADD && is_same(a->operands[0], b);
    return begins ? a->operands[1] : operate(XB_INTRINSIC_SUB, default_integer, {a, b});
}

Expression Reader::extent_of_range(Expression lower, Expression upper, Expression stride)
{
    int64_t a, b, c = 1;
    bool known = xb_source_is_integer(lower, &a) && xb_source_is_integer(upper, &b) &&
                 (!stride || xb_source_is_integer(stride, &c));
    if (known && c != 0)
        return number(std::max<int64_t>(0, (b - a + c) / c));
    Expression span = difference_of(upper, lower);
    if (!stride)
        return sum_of(span, number(1));
    return operate(XB_INTRINSIC_DIV, default_integer, {sum_of(span, stride), stride});
}

/* Of a whole variable. */
Expression Reader::declared_extent(Expression array, int dimension)
{
    const xb_source_variable *variable = array->variable;
    size_t place = size_t(variable->rank - dimension);
    if (variable->bounds)
        return extent_of_range(number(variable->bounds[place].lower), number(variable->bounds[place].upper),
                               nullptr);
    const xb_source_dimension *declared = variable->dimensions ? &variable->dimensions[place] : nullptr;
    bool is_explicit = declared && declared->extent == XB_EXTENT_EXPLICIT && declared->upper;
    if (is_explicit && is_constant_here(declared->lower) && is_constant_here(declared->upper))
        return extent_of_range(declared->lower ? declared->lower : number(1), declared->upper, nullptr);
    auto known = variable->allocatable ? memory.find(variable) : memory.end();
    bool is_known = known != memory.end() && known->second.is_known && known->second.is_allocated &&
                    !known->second.extents.empty();
    if (is_known && !is_within_loop())
        return known_value(known->second.extents[size_t(dimension) - 1]);
    return inquire(XB_INTRINSIC_SIZE, array, array->rank > 1 ? dimension : 0);
}

/* Of an element-wise operation: the plainest of those of its operands. */
Expression Reader::extent_of_operands(Expression e, int dimension)
{
    Expression best = nullptr;
    for (size_t i = 0; i < e->count; i++) {
        Expression operand = e->operands[i];
        int64_t value;
        const int inner = inner_rank(e, i);
        bool has_elements = operand && operand->rank == e->rank + inner;
        Expression found = has_elements ? extent(operand, inner + dimension) : nullptr;
        if (found && xb_source_is_integer(found, &value))
            return found;
        if (found && (!best || (is_constant_here(found) && !is_constant_here(best))))
            best = found;
    }
    return best;
}

Expression Reader::extent_of_operation(Expression e, int dimension)
{
    const Expression *operands = e->operands;
    int64_t along = 0;
    switch (e->intrinsic) {
    case XB_INTRINSIC_TRANSPOSE: return extent(operands[0], 3 - dimension);
    case XB_INTRINSIC_CSHIFT:
    case XB_INTRINSIC_EOSHIFT: return extent(operands[0], dimension);
    case XB_INTRINSIC_UNPACK: return extent(operands[1], dimension);
    case XB_INTRINSIC_PACK: return e->count > 2 ? extent(operands[2], 1) : nullptr;
    case XB_INTRINSIC_SHAPE: return number(operands[0]->rank);
    case XB_INTRINSIC_MATMUL:
        if (dimension == 2 || operands[0]->rank == 1)
            return extent(operands[1], 2);
        return extent(operands[0], 1);
    case XB_INTRINSIC_SPREAD:
        if (!xb_source_is_integer(operands[1], &along))
            return nullptr;
        if (dimension == along)
            return operands[2];
        return extent(operands[0], dimension < along ? dimension : dimension - 1);
    case XB_INTRINSIC_RESHAPE: {
        const xb_source_variable *shape = operands[1]->kind == XB_SOURCE_VARIABLE && operands[1]->count == 0
                                              ? operands[1]->variable
                                              : nullptr;
        return shape && shape->parameter ? value_at(shape, size_t(dimension) - 1) : nullptr;
    }
    default: break;
    }
    bool reduces = xb_intrinsic_facts_of(e->intrinsic)->form == XB_FORM_REDUCTION && e->count > 1 &&
                   xb_source_is_integer(operands[1], &along);
    return reduces ? extent(operands[0], dimension < along ? dimension : dimension + 1) : nullptr;
}

Expression Reader::value_at(const xb_source_variable *parameter, size_t place)
{
    for (size_t i = 0; i < parameter->initial_count; i++) {
        if (place < parameter->initial[i].count)
            return parameter->initial[i].value;
        place -= size_t(parameter->initial[i].count);
    }
    return nullptr;
}

Expression Reader::extent(Expression e, int dimension)
{
    if (e->kind == XB_SOURCE_VARIABLE && e->count == 0)
        return declared_extent(e, dimension);
    if (is_elemental(e)) {
        const xb_source_variable *result = e->kind == XB_SOURCE_FUNCTION && e->callee->is_function
                                               ? static_cast<const xb_source_variable *>(
                                                     e->callee->formals.items[e->callee->formals.count - 1])
                                               : nullptr;
        if (!result || result->rank == 0)
            return extent_of_operands(e, dimension);
        return result->bounds
                   ? extent_of_range(number(result->bounds[result->rank - dimension].lower),
                                     number(result->bounds[result->rank - dimension].upper), nullptr)
                   : nullptr;
    }
    if (e->kind == XB_SOURCE_OPERATION)
        return extent_of_operation(e, dimension);
    for (size_t i = 0; e->kind == XB_SOURCE_VARIABLE && i < e->count; i++) {
        Expression subscript = e->operands[i];
        if (subscript->kind != XB_SOURCE_RANGE && subscript->rank == 0)
            continue;
        if (--dimension > 0)
            continue;
        if (subscript->kind != XB_SOURCE_RANGE)
            return extent(subscript, 1);
        Expression array = whole(e->variable);
        return !subscript->operands[0] && !subscript->operands[1] && !subscript->operands[2]
                   ? declared_extent(array, int(i) + 1)
                   : extent_of_range(
                         subscript->operands[0] ? subscript->operands[0] : lower_bound(array, int(i) + 1),
                         subscript->operands[1] ? subscript->operands[1] : upper_bound(array, int(i) + 1),
                         subscript->operands[2]);
    }
    return nullptr;
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

xb_source_variable *Reader::array_of(const char *stem, Kind kind, const std::vector<Expression> &given)
{
    std::vector<Expression> extents;
    for (Expression e : given)
        extents.push_back(is_constant_here(known_value(e)) ? known_value(e) : e);
    const size_t rank = extents.size();
    xb_source_variable *made = temporary(stem, kind, int(rank));
    auto *dimensions =
        static_cast<xb_source_dimension *>(xb_arena_alloc(arena, rank * sizeof(xb_source_dimension)));
    auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(arena, rank * sizeof(xb_bounds)));
    size_t numbers = 0, constants = 0;
    for (size_t i = 0; i < rank; i++) {
        xb_bounds &place = bounds[rank - 1 - i];
        place = {1, 0};
        dimensions[rank - 1 - i] = {XB_EXTENT_EXPLICIT, nullptr, extents[i], nullptr};
        numbers += extents[i] && xb_source_is_integer(extents[i], &place.upper);
        constants += extents[i] && is_constant_here(extents[i]);
    }
    made->bounds = numbers == rank ? bounds : nullptr;
    made->dimensions = numbers < rank && constants == rank ? dimensions : nullptr;
    made->allocatable = constants < rank;
    return made;
}

std::vector<Expression> Reader::extents_of(Expression e)
{
    std::vector<Expression> extents;
    for (int d = 1; d <= e->rank; d++)
        extents.push_back(extent(e, d));
    return extents;
}

xb_source_variable *Reader::array_like(const char *stem, Kind kind, Expression shape)
{
    std::vector<Expression> extents = extents_of(shape);
    xb_source_variable *made = array_of(stem, kind, extents);
    bool is_known = true;
    for (Expression e : extents)
        is_known = is_known && e;
    if (made->allocatable && is_known)
        allocate(whole(made), extents);
    else if (made->allocatable && is_within_loop())
        free_if_allocated(whole(made));
    return made;
}

Expression Reader::kept(const char *stem, Expression value)
{
    const Kind kind = {value->type, value->bytes};
    xb_source_variable *made = value->rank > 0 ? array_like(stem, kind, value) : temporary(stem, kind, 0);
    if (value->type == XB_TYPE_STRING)
        take_length(*this, made, known_length(value));
    assign(whole(made), value);
    return whole(made);
}

Expression Reader::index_of(const std::string &name)
{
    const Surroundings &around = surroundings();
    auto unit_symbol = symbols_of_units.find(unit);
    const semantics::Scope *scope =
        unit_symbol != symbols_of_units.end() ? unit_symbol->second->scope() : nullptr;
    auto found = scope ? scope->find(parser::CharBlock{name}) : semantics::Scope::const_iterator{};
    const Symbol *symbol = scope && found != scope->end() ? &*found->second : nullptr;
    const auto *object = symbol ? symbol->detailsIf<semantics::ObjectEntityDetails>() : nullptr;
    bool is_free = object && !object->IsArray() && !semantics::IsDummy(*symbol) &&
                   !semantics::IsSaved(*symbol) && !semantics::FindCommonBlockContaining(*symbol) &&
                   !around.has_inner && around.usage.exposed.count(symbol) == 0;
    xb_source_variable *variable = is_free ? variable_of(*symbol) : nullptr;
    if (variable && variable->type == XB_TYPE_INTEGER && !variable->shared)
        return whole(variable);
    xb_source_variable *&known = indices[{unit, name}];
    if (!known)
        known = temporary(name.c_str(), default_integer, 0);
    return whole(known);
}

/* The engine knows no extents of these: values, or shapes that are variables, decide. */
static bool is_loose(Expression e)
{
    if (e->kind != XB_SOURCE_OPERATION || e->rank == 0)
        return false;
    xb_intrinsic_form form = xb_intrinsic_facts_of(e->intrinsic)->form;
    return form == XB_FORM_RESHAPED || form == XB_FORM_OTHER;
}

Expression Reader::loose_kept(Expression e)
{
    return is_loose(e) && !declares ? kept("array", e) : with_loose_kept(e);
}

Expression Reader::with_loose_kept(Expression e)
{
    if (e->kind != XB_SOURCE_OPERATION || e->rank == 0 || !is_elemental(e))
        return e;
    std::vector<Expression> operands;
    bool changes = false;
    for (size_t i = 0; i < e->count; i++) {
        operands.push_back(loose_kept(e->operands[i]));
        changes = changes || operands[i] != e->operands[i];
    }
    return changes ? operate(e->intrinsic, {e->type, e->bytes}, operands) : e;
}

xb_source_variable *Reader::counter(size_t depth)
{
    static const char *const stems[] = {"i", "j", "k", "l"};
    std::vector<xb_source_variable *> &made = counters[unit];
    while (made.size() <= depth)
        made.push_back(temporary(stems[std::min<size_t>(made.size(), 3)], default_integer, 0));
    return made[depth];
}

} // namespace reader
