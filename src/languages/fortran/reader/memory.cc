/*
 * Allocatable variables. Derived code takes them to be allocated once, and to keep their shapes. So what is
 * allocated anew where control passes but once becomes another variable; a deallocation behind which nothing
 * refers to the variable is left to the end of the procedure; an assignment that may give a variable another
 * shape is one after deallocation and allocation, and ends the program if it is a local one that is kept. An
 * array that is allocated in a single place, in a loop, with bounds that are known at the beginning, is
 * declared with them. A local scalar that nobody asks for is there from the beginning.
 */
#include <algorithm>

#include "elementwise.h"
#include "reader.h"

namespace reader
{

namespace
{

const Kind logical = {XB_TYPE_BOOL, 0};

bool is_one(Expression e)
{
    int64_t value;
    return !e || (xb_source_is_integer(e, &value) && value == 1);
}

bool begins(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_IF || kind == XB_SOURCE_SELECT || kind == XB_SOURCE_DO ||
           kind == XB_SOURCE_FOR || kind == XB_SOURCE_WHILE || kind == XB_SOURCE_REPEAT;
}

bool ends(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_END_IF || kind == XB_SOURCE_END_SELECT || kind == XB_SOURCE_END_DO ||
           kind == XB_SOURCE_END_FOR || kind == XB_SOURCE_END_REPEAT;
}

bool is_loop(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_DO || kind == XB_SOURCE_FOR || kind == XB_SOURCE_WHILE ||
           kind == XB_SOURCE_REPEAT || kind == XB_SOURCE_END_DO || kind == XB_SOURCE_END_FOR ||
           kind == XB_SOURCE_END_REPEAT;
}

/* Allocates an array with the bounds of another one. */
void allocate_like(Reader &r, Expression target, Expression model)
{
    xb_source_statement *made = r.add(XB_SOURCE_ALLOCATE_LIKE);
    made->target = target;
    made->value = model;
}

/* Whether an expression has the shape of a whole variable since that is one of its operands. */
bool has_shape_of(Expression e, const xb_source_variable *variable)
{
    if (e->kind == XB_SOURCE_VARIABLE)
        return e->count == 0 && e->variable == variable;
    for (size_t i = 0; e->rank > 0 && applies_by_elements(e) && i < e->count; i++)
        if (e->operands[i] && e->operands[i]->rank == e->rank && inner_rank(e, i) == 0 &&
            has_shape_of(e->operands[i], variable))
            return true;
    return false;
}

} // namespace

/* ---- where control is -----------------------------------------------------------------------------------
 */

/* Whether each activation comes to this place exactly once, or ends before. */
bool Reader::is_straight() const
{
    const auto *all = static_cast<const xb_source_statement *>(unit->statements.items);
    int depth = 0;
    std::set<int64_t> open;
    for (size_t i = 0; i < unit->statements.count; i++) {
        depth += begins(all[i].kind) - ends(all[i].kind);
        if (all[i].kind == XB_SOURCE_JUMP || all[i].kind == XB_SOURCE_JUMP_IF)
            open.insert(all[i].number);
        else if (all[i].kind == XB_SOURCE_LABEL)
            open.erase(all[i].number);
    }
    auto found = surroundings_of.find(unit);
    return depth == 0 && open.empty() && found != surroundings_of.end() && found->second.is_known &&
           !found->second.usage.has_jumps;
}

bool Reader::is_within_loop() const
{
    const auto *all = static_cast<const xb_source_statement *>(unit->statements.items);
    int depth = 0;
    for (size_t i = 0; i < unit->statements.count; i++)
        if (is_loop(all[i].kind))
            depth += begins(all[i].kind) - ends(all[i].kind);
    auto found = surroundings_of.find(unit);
    return depth > 0 || found == surroundings_of.end() || found->second.usage.has_jumps;
}

/* Whether nobody else has the variable, and it is gone when the procedure ends. */
bool Reader::is_own(const xb_source_variable *variable)
{
    return variable->home == unit && variable->position == 0 && !variable->saved && !variable->is_result &&
           !variable->target && !variable->pointer && !surroundings().has_inner;
}

Reader::Memory &Reader::memory_of(xb_source_variable *variable)
{
    auto known = memory.find(variable);
    if (known != memory.end())
        return known->second;
    bool is_new = is_own(variable) ||
                  (variable->home == unit && (variable->is_result || variable->intent == XB_INTENT_OUT));
    Memory &made = memory[variable];
    made.is_known = is_new && !is_within_loop();
    return made;
}

/* A call may allocate what is passed to be allocated, and what others have, too. */
void Reader::forget_memory(const xb_source_unit *callee, const std::vector<Expression> &arguments)
{
    for (auto &[variable, known] : memory)
        known.is_known = known.is_known && is_own(variable);
    for (size_t i = 0; i < arguments.size() && i < callee->formals.count; i++) {
        const auto *formal = static_cast<const xb_source_variable *>(callee->formals.items[i]);
        if (formal->allocatable && arguments[i] && arguments[i]->kind == XB_SOURCE_VARIABLE)
            memory[arguments[i]->variable].is_known = false;
    }
}

void Reader::note_memory(xb_source_variable *variable, bool is_allocated,
                         const std::vector<Expression> &extents)
{
    Memory &now = memory[variable];
    bool lasts = std::all_of(extents.begin(), extents.end(),
                             [this](Expression e) { return e && is_constant_here(known_value(e)); });
    now.is_known = is_straight();
    now.is_allocated = is_allocated;
    now.extents = lasts && now.is_known ? extents : std::vector<Expression>{};
}

/* Whether an allocatable scalar can be one that is always there: nobody asks whether it is. */
bool Reader::is_plain_scalar(Expression target)
{
    const xb_source_variable *variable = target->variable;
    const Symbol *symbol = symbols_of_variables.count(variable) ? symbols_of_variables[variable] : nullptr;
    const bool is_local = variable && variable->home == unit && variable->position == 0 && !variable->saved &&
                          !variable->is_result && !surroundings().has_inner;
    return is_local && variable->rank == 0 && !variable->pointer &&
           !(symbol && surroundings().usage.asked.count(symbol) > 0);
}

void Reader::settle_scalar(Expression target)
{
    if (target->rank == 0 && target->count == 0 && is_plain_scalar(target))
        target->variable->allocatable = false;
}

/* ---- changes of shape -----------------------------------------------------------------------------------
 */

/* The variable that a symbol is from here on; nullptr if it can't be another one. */
Expression Reader::next_generation(xb_source_variable *variable)
{
    const Surroundings &around = surroundings();
    const Symbol *symbol = symbols_of_variables.count(variable) ? symbols_of_variables[variable] : nullptr;
    if (!symbol || !is_own(variable) || !is_straight() || around.usage.has_texts)
        return nullptr;
    xb_source_variable *made = temporary(variable->name, {variable->type, variable->bytes}, variable->rank);
    made->allocatable = true;
    made->dimensions = variable->dimensions;
    made->line = variable->line;
    symbols_of_variables[made] = symbol;
    substitutes[symbol] = whole(made);
    memory[made].is_known = true;
    return whole(made);
}

/* Gives what is allocated, or not, the extents of a value that is assigned, unless it has them. */
void Reader::fit(Expression target, const std::vector<Expression> &extents, Expression like)
{
    Expression differs = nullptr;
    std::vector<Expression> kept_extents;
    for (Expression e : extents)
        kept_extents.push_back(e->kind == XB_SOURCE_OPERATION && !is_constant_here(e) ? kept("extent", e)
                                                                                      : e);
    for (int d = 1; d <= target->rank; d++) {
        Expression one = operate(
            XB_INTRINSIC_NOT_EQUAL, logical,
            {inquire(XB_INTRINSIC_SIZE, target, target->rank > 1 ? d : 0), kept_extents[size_t(d) - 1]});
        differs = differs ? operate(XB_INTRINSIC_OR, logical, {differs, one}) : one;
    }
    const auto allocate_now = [&]() {
        if (like)
            allocate_like(*this, target, like);
        else
            allocate(target, kept_extents);
    };
    begin_if(not_of(inquire_truth(XB_INTRINSIC_ALLOCATED, target)));
    allocate_now();
    add_else();
    begin_if(differs);
    const xb_source_variable *variable = target->variable;
    if (variable->allocatable && !variable->saved) {
        add(XB_SOURCE_DEALLOCATE)->target = target;
        allocate_now();
    } else {
        xb_source_statement *stop = add(XB_SOURCE_OPAQUE); /* what a local variable keeps */
        stop->text = xb_arena_format(arena, "error stop '%s gets another shape'", variable->name);
        stop->language = XB_TEXT_FORTRAN;
    }
    end_if();
    end_if();
}

Expression Reader::inquire_truth(xb_intrinsic_code code, Expression array)
{
    auto *made = const_cast<xb_source_expression *>(operate(code, logical, {array}));
    made->rank = 0;
    return made;
}

void Reader::assign_whole(Expression target, Expression value)
{
    xb_source_variable *variable = target->variable;
    surroundings();
    const Memory now = memory_of(variable);
    std::vector<Expression> extents = extents_of(value);
    bool is_same_shape = has_shape_of(value, variable);
    if (now.is_known && now.is_allocated && !now.extents.empty()) {
        bool all = true;
        for (size_t d = 0; d < extents.size(); d++)
            all = all && extents[d] && is_same(known_value(extents[d]), known_value(now.extents[d]));
        is_same_shape = is_same_shape || all;
    }
    if (!is_same_shape && !(now.is_known && !now.is_allocated)) {
        Expression other = bounded.count(variable) > 0 ? nullptr : next_generation(variable);
        bool is_known = std::all_of(extents.begin(), extents.end(), [](Expression e) { return e; });
        if (!is_known || (!other && mentions(value, variable)))
            value = kept("value", value), extents = extents_of(value);
        bool starts_at_one = true;
        for (int d = 1; d <= value->rank; d++)
            starts_at_one = starts_at_one && (value->count > 0 || is_one(lower_bound(value, d)));
        if (other && is_known && starts_at_one)
            allocate(other, extents);
        if (!starts_at_one)
            bounded.insert(other ? other->variable : variable);
        if (other)
            target = other;
        else
            fit(target, extents, starts_at_one ? nullptr : value);
    }
    assign(target, value);
    if (!is_same_shape)
        note_memory(target->variable, true, extents);
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

/* How many elements there are between bounds; of what has no lower one, from 1. */
static std::vector<Expression> extents_between(Reader &r, const std::vector<Expression> &lowers,
                                               const std::vector<Expression> &uppers)
{
    std::vector<Expression> extents;
    for (size_t i = 0; i < uppers.size(); i++)
        extents.push_back(i < lowers.size() && !is_one(lowers[i])
                              ? r.extent_of_range(lowers[i], uppers[i], nullptr)
                              : uppers[i]);
    return extents;
}

/* Allocates an array with extents, and with lower bounds, as many, after these. */
static void allocate_from(Reader &r, Expression target, const std::vector<Expression> &lowers,
                          const std::vector<Expression> &extents)
{
    const size_t rank = extents.size();
    auto *arguments = static_cast<Expression *>(xb_arena_alloc(r.arena, 2 * rank * sizeof(Expression)));
    for (size_t i = 0; i < rank; i++) {
        arguments[i] = extents[i];
        arguments[rank + i] = i < lowers.size() && lowers[i] ? lowers[i] : r.number(1);
    }
    xb_source_statement *made = r.add(XB_SOURCE_ALLOCATE);
    made->target = target;
    made->arguments = arguments;
    made->count = 2 * rank;
    made->number = int64_t(rank);
}

/* Declares an array with the bounds that it would be allocated with. @return whether that can be */
bool Reader::declare_instead(Expression target, const std::vector<Expression> &lowers,
                             const std::vector<Expression> &uppers)
{
    xb_source_variable *variable = target->variable;
    const Usage &usage = surroundings().usage;
    const Symbol *symbol = symbols_of_variables.count(variable) ? symbols_of_variables[variable] : nullptr;
    auto allocations = usage.allocations.find(symbol);
    if (!symbol || !is_own(variable) || allocations == usage.allocations.end() || allocations->second != 1 ||
        usage.asked.count(symbol) > 0 || uppers.empty())
        return false;
    const size_t rank = uppers.size();
    auto *dimensions =
        static_cast<xb_source_dimension *>(xb_arena_alloc(arena, rank * sizeof(xb_source_dimension)));
    auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(arena, rank * sizeof(xb_bounds)));
    size_t numbers = 0;
    for (size_t i = 0; i < rank; i++) {
        Expression lower = i < lowers.size() ? known_value(lowers[i]) : nullptr,
                   upper = known_value(uppers[i]);
        if (!is_constant_here(lower) || !upper || !is_constant_here(upper))
            return false;
        xb_bounds &place = bounds[rank - 1 - i];
        place = {1, 0};
        dimensions[rank - 1 - i] = {XB_EXTENT_EXPLICIT, lower, upper, nullptr};
        numbers += (!lower || xb_source_is_integer(lower, &place.lower)) &&
                   xb_source_is_integer(upper, &place.upper);
    }
    variable->allocatable = false;
    variable->bounds = numbers == rank ? bounds : nullptr;
    variable->dimensions = numbers == rank ? nullptr : dimensions;
    declared_instead.insert(variable);
    return true;
}

void Reader::allocate_here(Expression target, const std::vector<Expression> &lowers,
                           const std::vector<Expression> &uppers, Expression source, Expression mold)
{
    xb_source_variable *variable = target->variable;
    Expression like = source ? source : mold;
    std::vector<Expression> from = lowers, to = uppers;
    surroundings();
    for (int d = 1; to.size() < size_t(target->rank) && like && like->rank == target->rank; d++) {
        Expression extent_of_it = extent(like, d);
        if (!extent_of_it)
            like = kept("value", like), extent_of_it = extent(like, d);
        from.push_back(lower_bound(like, d));
        to.push_back(is_one(from.back()) ? extent_of_it : upper_bound(like, d));
    }
    /* Bounds that only the program knows are taken over as they are. */
    bool is_open = uppers.empty() && like && !from.empty() && like->kind == XB_SOURCE_VARIABLE &&
                   like->count == 0 && std::any_of(from.begin(), from.end(), [](Expression e) {
                       return e->kind == XB_SOURCE_OPERATION && e->intrinsic == XB_INTRINSIC_LBOUND;
                   });
    if (target->rank == 0 && is_plain_scalar(target)) {
        settle_scalar(target);
        if (source)
            assign(target, source);
        return;
    }
    if (to.size() != size_t(target->rank) || target->rank == 0 || target->count > 0) {
        refuse(nullptr, "an allocation of what is no array can't be read");
        return;
    }
    bool has_lowers = !is_open && !std::all_of(from.begin(), from.end(), is_one);
    if (is_within_loop() && declare_instead(target, from, to)) {
        if (source)
            assign_elementwise(*this, target, source);
        return;
    }
    const Memory now = memory_of(variable);
    if (now.is_known && now.is_allocated)
        refuse("deallocate it before", "%s is allocated already", variable->name);
    if (is_open) {
        allocate_like(*this, target, like);
        bounded.insert(variable);
    } else if (has_lowers && !variable->pointer) {
        bounded.insert(variable);
        allocate_from(*this, target, from, extents_between(*this, from, to));
    } else {
        allocate(target, to);
    }
    note_memory(variable, true, is_open ? std::vector<Expression>{} : extents_between(*this, from, to));
    const Symbol *symbol = symbols_of_variables.count(variable) ? symbols_of_variables[variable] : nullptr;
    if (source)
        assign(target, source);
    else if (surroundings().usage.moved.count(symbol) > 0)
        assign(target, zero_of(variable));
}

/* All of what is moved is copied, and parts of it may have no values yet. */
Expression Reader::zero_of(const xb_source_variable *variable)
{
    const xb_type type = variable->type == XB_TYPE_COMPLEX ? XB_TYPE_REAL : variable->type;
    xb_source_expression *zero = xb_source_new(arena, XB_SOURCE_CONSTANT, type, variable->bytes, 0);
    zero->text = variable->type == XB_TYPE_INTEGER ? "0" : variable->type == XB_TYPE_BOOL ? "false" : "0.0";
    return zero;
}

/* At the end of the procedure variables are deallocated anyway. */
void Reader::deallocate_here(Expression target)
{
    xb_source_variable *variable = target->variable;
    const Symbol *symbol = symbols_of_variables.count(variable) ? symbols_of_variables[variable] : nullptr;
    const Usage &usage = surroundings().usage;
    auto last = usage.last.find(symbol);
    if (declared_instead.count(variable) > 0 || is_plain_scalar(target))
        return;
    bool is_last = last != usage.last.end() && last->second <= at.end();
    bool is_kept = symbol && is_own(variable) && variable->allocatable;
    if (is_kept && is_last && !is_within_loop())
        return;
    if (is_kept && next_generation(variable))
        return;
    add(XB_SOURCE_DEALLOCATE)->target = target;
    note_memory(variable, false, {});
}

void Reader::move_allocation(Expression from, Expression to)
{
    surroundings();
    if (!from->variable->allocatable || !to->variable->allocatable || from->count > 0 || to->count > 0) {
        refuse(nullptr, "move_alloc of what is no allocatable variable can't be read");
        return;
    }
    const Memory now = memory_of(to->variable);
    bool is_free = now.is_known && !now.is_allocated;
    Expression other = is_free ? nullptr : next_generation(to->variable);
    if (other)
        to = other;
    else if (!is_free) {
        begin_if(inquire_truth(XB_INTRINSIC_ALLOCATED, to));
        add(XB_SOURCE_DEALLOCATE)->target = to;
        end_if();
    }
    std::vector<Expression> extents = extents_of(from);
    if (bounded.count(from->variable) > 0 || !is_own(from->variable)) {
        allocate_like(*this, to, from);
        bounded.insert(to->variable);
    } else {
        allocate(to, extents);
    }
    assign(to, from);
    note_memory(to->variable, true, extents);
    deallocate_here(from);
}

} // namespace reader
