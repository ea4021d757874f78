/*
 * Arguments by value. What is passed is not changed if the procedure changes the argument; where it does so,
 * it has a variable of its own in its place, which begins with that value.
 */
#include <algorithm>

#include "reader.h"

namespace reader
{

namespace
{

/* The statements of a unit and of those that lie within it, with their expressions. */
class Walk
{
  public:
    Walk(const xb_source_variable *of, xb_source_variable *instead) : of{of}, instead{instead}
    {
    }

    void unit(xb_source_unit *unit)
    {
        auto *statements = static_cast<xb_source_statement *>(unit->statements.items);
        for (size_t i = 0; i < unit->statements.count; i++)
            statement(statements[i]);
        for (size_t i = 0; i < unit->inner.count; i++)
            this->unit(static_cast<xb_source_unit *>(unit->inner.items[i]));
    }
    bool is_written = false;

  private:
    void statement(const xb_source_statement &s)
    {
        write(s.target);
        for (size_t i = 0; i < s.count && s.arguments; i++)
            if (s.kind == XB_SOURCE_CALL ? is_changed(s.callee, i)
                                         : s.kind == XB_SOURCE_OPAQUE && int64_t(i) < s.number)
                write(s.arguments[i]);
        for (Expression part : {s.target, s.value, s.first, s.last, s.step, s.condition, s.update})
            expression(part);
        for (size_t i = 0; i < s.count && s.arguments; i++)
            expression(s.arguments[i]);
    }
    static bool is_changed(const xb_source_unit *callee, size_t i)
    {
        const auto *formal = i < callee->formals.count
                                 ? static_cast<const xb_source_variable *>(callee->formals.items[i])
                                 : nullptr;
        return formal && formal->intent != XB_INTENT_IN && !formal->by_value;
    }
    void write(Expression target)
    {
        is_written = is_written || (target && target->kind == XB_SOURCE_VARIABLE && target->variable == of);
    }
    void expression(Expression e)
    {
        if (!e || !seen.insert(e).second)
            return;
        for (size_t i = 0; i < e->count; i++) {
            if (e->kind == XB_SOURCE_FUNCTION && is_changed(e->callee, i))
                write(e->operands[i]);
            expression(e->operands[i]);
        }
        if (instead && e->kind == XB_SOURCE_VARIABLE && e->variable == of)
            const_cast<xb_source_expression *>(e)->variable = instead;
    }

    const xb_source_variable *of;
    xb_source_variable *instead; /* nullptr: it is only looked for */
    std::set<Expression> seen;
};

} // namespace

void Reader::copy_values()
{
    for (size_t u = 0; u < source->units.count; u++) {
        unit = static_cast<xb_source_unit *>(source->units.items[u]);
        for (size_t i = 0; i < unit->formals.count; i++) {
            auto *formal = static_cast<xb_source_variable *>(unit->formals.items[i]);
            Walk looking{formal, nullptr};
            if (formal->by_value)
                looking.unit(unit);
            formal->intent = formal->by_value ? XB_INTENT_IN : formal->intent;
            if (!looking.is_written)
                continue;
            xb_source_variable *own = temporary(formal->name, {formal->type, formal->bytes}, formal->rank);
            own->bounds = formal->bounds;
            own->dimensions = formal->dimensions;
            own->length = formal->length;
            own->line = formal->line;
            Walk{formal, own}.unit(unit);
            xb_source_add(arena, unit, XB_SOURCE_ASSIGN, unit->line);
            auto *statements = static_cast<xb_source_statement *>(unit->statements.items);
            std::rotate(statements, statements + unit->statements.count - 1,
                        statements + unit->statements.count);
            statements[0].target = whole(own);
            statements[0].value = whole(formal);
        }
    }
    unit = nullptr;
}

} // namespace reader
