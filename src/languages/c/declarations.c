/*
 * Declarations. Values that variables have first are constant expressions in C, so that parameters in them
 * are replaced by their values. Parameters are enumerators, if they are integers of the usual kind, else
 * static variables. Of a program they are written only if they are used, which is known when all units are
 * written.
 */
#include <inttypes.h>
#include <string.h>

#include "languages/c/c.h"
#include "languages/code/loops.h"

enum {
    STACK = 16384,       /* bytes of an array that does not go there */
    MOST_NODES = 10000,  /* of a value to begin with */
    MOST_VALUES = 100000 /* of an array */
};

/* ---- kinds of variables ---------------------------------------------------------------------------------
 */

bool xb_c_is_kept(const xb_source_variable *variable)
{
    return !variable->home || variable->saved || variable->parameter || variable->path;
}

int64_t xb_c_elements(const xb_source_variable *variable)
{
    int64_t count = 1;
    for (int d = 0; variable->bounds && d < variable->rank; d++) {
        int64_t extent = variable->bounds[d].upper - variable->bounds[d].lower + 1;
        count *= extent > 0 ? extent : 0;
    }
    return count;
}

/* Whether a local array is too large for the stack. */
static bool is_large(const xb_source_variable *variable)
{
    int64_t bytes = xb_source_size(xb_source_kind_of(variable->type, variable->bytes));
    if (xb_c_is_kept(variable) || variable->position > 0 || !variable->bounds)
        return false;
    return xb_c_elements(variable) >
           STACK / ((bytes ? bytes : 1) * (variable->type == XB_TYPE_COMPLEX ? 2 : 1));
}

/* Whether a local array has bounds that are known only when its unit begins. */
static bool is_automatic(const xb_source_variable *variable)
{
    return variable->home && variable->position == 0 && variable->dimensions && !variable->bounds;
}

/* Whether a local array is given back at the end. */
bool xb_c_is_given_back(const xb_source_variable *local)
{
    return !xb_c_is_kept(local) &&
           ((local->allocatable && xb_c_has_descriptor(local)) || is_large(local) || is_automatic(local));
}

const char *xb_c_type_name(xb_c_writer *w, const xb_source_variable *variable)
{
    return xb_c_type_of(&w->c, variable->type, variable->bytes);
}

/* What may be read before it is assigned is zero. */
static const char *start_of(const xb_source_variable *variable)
{
    return variable->rank > 0 ? " = {0}" : variable->type == XB_TYPE_BOOL ? " = false" : " = 0";
}

/* ---- values to begin with -------------------------------------------------------------------------------
 */

static const xb_source_expression *value_of(xb_c *c, const xb_source_expression *e);

/* The value of a parameter, or of an element of one. @return NULL if that is not known */
static const xb_source_expression *value_of_parameter(const xb_source_expression *e)
{
    const xb_source_variable *variable = e->variable;
    int64_t place = 0, size = 1, subscript;
    if (!variable->parameter || variable->initial_count == 0 || (variable->rank > 0 && e->count == 0))
        return NULL;
    for (int d = 0; d < variable->rank; d++) {
        const xb_bounds *bounds = xb_source_bounds(variable, d);
        if (!bounds || !xb_source_is_integer(e->operands[d], &subscript))
            return NULL;
        place += (subscript - bounds->lower) * size;
        size *= bounds->upper - bounds->lower + 1;
    }
    for (size_t i = 0; i + 1 < variable->initial_count; i++) {
        if ((uint64_t)place < variable->initial[i].count)
            return variable->initial[i].value;
        place -= (int64_t)variable->initial[i].count;
    }
    return variable->initial[variable->initial_count - 1].value;
}

/* A sum of integers is one if all of its terms are known. */
static const xb_source_expression *folded(xb_c *c, const xb_source_expression *e)
{
    xb_sum sum = {.arena = c->lines.arena};
    xb_sum_add(&sum, e, 1);
    bool is_number = sum.terms.count == 0 && sum.constant <= INT32_MAX && sum.constant >= -INT32_MAX;
    return is_number ? xb_source_integer(c->lines.arena, sum.constant) : e;
}

static const xb_source_expression *value_of_operation(xb_c *c, const xb_source_expression *e)
{
    const xb_source_expression **operands = xb_arena_array(c->lines.arena, e->count, sizeof *operands);
    if (!xb_c_is_operator(e)) {
        xb_c_refuse(c, "a value to begin with that is computed by %s: give it as a number", e->text);
        return e;
    }
    for (size_t i = 0; i < e->count; i++)
        operands[i] = value_of(c, e->operands[i]);
    const xb_source_expression *made = xb_source_rebuilt(c->lines.arena, e, operands);
    if (made->size > MOST_NODES) {
        xb_c_refuse(c, "a value to begin with that takes more than %d operations", MOST_NODES);
        return e;
    }
    return e->type == XB_TYPE_INTEGER ? folded(c, made) : made;
}

/* A value of a parameter as one of its type. */
static const xb_source_expression *converted(xb_c *c, const xb_source_expression *value,
                                             const xb_source_expression *like)
{
    bool is_number = like->type == XB_TYPE_INTEGER || like->type == XB_TYPE_REAL;
    bool same = value->type == like->type && xb_c_bytes(value) == xb_c_bytes(like);
    if (same || !is_number)
        return value;
    xb_source_expression *made =
        xb_source_new(c->lines.arena, XB_SOURCE_OPERATION, like->type, like->bytes, 0);
    made->intrinsic = like->type == XB_TYPE_INTEGER ? XB_INTRINSIC_INT : XB_INTRINSIC_REAL;
    made->text = like->type == XB_TYPE_INTEGER ? "int" : "real";
    xb_source_take_operands(c->lines.arena, made, 1);
    xb_source_set_operand(made, 0, value);
    return made;
}

/* An expression of constants, in which parameters are replaced by their values. */
static const xb_source_expression *value_of(xb_c *c, const xb_source_expression *e)
{
    if (e->kind == XB_SOURCE_CONSTANT)
        return e;
    if (e->kind == XB_SOURCE_OPERATION)
        return value_of_operation(c, e);
    const xb_source_expression *value = e->kind == XB_SOURCE_VARIABLE ? value_of_parameter(e) : NULL;
    if (!value) {
        xb_c_refuse(c, "a value to begin with that is no constant: give it as a number");
        return e;
    }
    return converted(c, value_of(c, value), e);
}

static void put_value(xb_c_writer *w, const xb_source_variable *variable, const xb_source_value *value)
{
    xb_c_converted(&w->c, value_of(&w->c, value->value), variable->type, variable->bytes, XB_C_CHOICE);
}

bool xb_c_begins_with_zeros(const xb_source_variable *variable)
{
    for (size_t i = 0; i < variable->initial_count; i++) {
        const xb_source_expression *value = variable->initial[i].value;
        bool is_number = value->type >= XB_TYPE_INTEGER && value->type <= XB_TYPE_COMPLEX;
        if (value->kind != XB_SOURCE_CONSTANT || !is_number ||
            strspn(value->text, "0.dDeE+") != strlen(value->text))
            return false;
    }
    return true;
}

/* All elements: each is written. */
static void put_elements(xb_c_writer *w, const xb_source_variable *variable)
{
    int64_t left = xb_c_elements(variable);
    if (left > MOST_VALUES) {
        xb_c_refuse(&w->c, "%s has more than %d values to begin with: assign them", variable->name,
                    MOST_VALUES);
        return;
    }
    xb_lines_put(&w->c.lines, "{");
    for (size_t i = 0; i < variable->initial_count; i++) {
        const xb_source_value *value = &variable->initial[i];
        uint64_t count = variable->initial_count == 1 ? (uint64_t)left : value->count;
        for (; count > 0 && left > 0; count--, left--) {
            put_value(w, variable, value);
            xb_lines_put(&w->c.lines, left > 1 ? ", " : "");
        }
    }
    xb_lines_put(&w->c.lines, "}");
}

void xb_c_put_values(xb_c_writer *w, const xb_source_variable *variable)
{
    w->c.at = variable->symbol ? &variable->symbol->node : w->c.at;
    if (variable->rank > 0 && xb_c_begins_with_zeros(variable))
        xb_lines_put(&w->c.lines, "{0}");
    else if (variable->rank > 0)
        put_elements(w, variable);
    else
        put_value(w, variable, variable->initial);
}

/* ---- declarations ---------------------------------------------------------------------------------------
 */

void xb_c_put_member(xb_c_writer *w, const xb_source_variable *variable)
{
    int64_t count = xb_c_elements(variable);
    xb_lines_put(&w->c.lines, "%s %s", xb_c_type_name(w, variable), variable->name);
    if (variable->rank > 0)
        xb_lines_put(&w->c.lines, "[%" PRId64 "]", count > 0 ? count : 1);
}

/* A variable of the program, or one that keeps its value from one call to the next. */
static void declare_kept(xb_c_writer *w, const xb_source_variable *variable)
{
    bool is_enumerator = variable->parameter && variable->rank == 0 && variable->type == XB_TYPE_INTEGER &&
                         xb_source_kind_of(variable->type, variable->bytes) == 4;
    if (is_enumerator) {
        xb_lines_put(&w->c.lines, "enum { %s = ", variable->name);
        xb_c_put_values(w, variable);
        xb_lines_put(&w->c.lines, " };");
        return;
    }
    xb_lines_put(&w->c.lines, "%s", variable->parameter ? "static const " : variable->home ? "static " : "");
    xb_c_put_member(w, variable);
    if (variable->initial_count > 0) {
        xb_lines_put(&w->c.lines, " = ");
        xb_c_put_values(w, variable);
    }
    xb_lines_put(&w->c.lines, ";");
}

/* A global or local variable. */
void xb_c_declare(xb_c_writer *w, const xb_source_variable *variable)
{
    bool is_kept = xb_c_is_kept(variable);
    if (xb_c_has_descriptor(variable)) {
        xb_lines_put(&w->c.lines, "%s", is_kept && variable->home ? "static " : "");
        xb_c_descriptor(&w->c, variable);
        xb_lines_put(&w->c.lines, " %s%s;", variable->name, is_kept ? "" : " = {0}");
    } else if (is_kept) {
        declare_kept(w, variable);
    } else if (is_large(variable)) {
        w->c.has_room = true;
        xb_lines_put(&w->c.lines, "%s *%s = room(%" PRId64 ", sizeof *%s);", xb_c_type_name(w, variable),
                     variable->name, xb_c_elements(variable), variable->name);
    } else {
        const xb_c_note *note = xb_c_note_of(variable);
        xb_c_put_member(w, variable);
        xb_lines_put(&w->c.lines, "%s;", note && note->is_late ? start_of(variable) : "");
    }
    xb_lines_end(&w->c.lines);
}

bool xb_c_is_at_head(const xb_source_variable *variable)
{
    if (variable->path)
        return false;
    const xb_c_note *note = xb_c_note_of(variable);
    bool is_dropped = variable->rank == 0 && note && note->reads == 0 && note->taken == note->uses;
    return note && note->uses > 0 && !note->counts && !note->is_declared && !is_dropped;
}

/* Scalars of a type share a line. */
static void declare_scalars(xb_c_writer *w, const xb_list *locals)
{
    for (size_t i = 0; i < locals->count; i++) {
        const xb_source_variable *first = locals->items[i];
        if (first->rank > 0 || xb_c_is_kept(first) || !xb_c_is_at_head(first) ||
            xb_c_note_of(first)->block == UINT32_MAX)
            continue;
        const char *type = xb_c_type_name(w, first);
        xb_lines_put(&w->c.lines, "%s", type);
        const char *before = " ";
        for (size_t k = i; k < locals->count; k++) {
            const xb_source_variable *next = locals->items[k];
            if (next->rank > 0 || xb_c_is_kept(next) || !xb_c_is_at_head(next) || next->type != first->type ||
                xb_c_note_of(next)->block == UINT32_MAX || strcmp(xb_c_type_name(w, next), type) != 0)
                continue;
            xb_c_note_of(next)->block = UINT32_MAX;
            xb_lines_put(&w->c.lines, "%s%s%s", before, next->name,
                         xb_c_note_of(next)->is_late ? start_of(next) : "");
            before = ", ";
        }
        xb_lines_put(&w->c.lines, ";");
        xb_lines_end(&w->c.lines);
    }
}

const xb_source_variable *xb_c_result_of(const xb_source_unit *unit)
{
    const xb_source_variable *last = unit->is_function ? unit->formals.items[unit->formals.count - 1] : NULL;
    return last && last->rank == 0 ? last : NULL;
}

/* Compilers are told of what nothing reads. */
static void put_unread(xb_c_writer *w)
{
    const xb_source_unit *unit = w->c.unit;
    for (size_t i = 0; i < unit->formals.count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        const xb_c_note *note = xb_c_note_of(formal);
        if (formal != xb_c_result_of(unit) && (!note || note->uses == 0)) {
            xb_lines_put(&w->c.lines, "(void)%s;", formal->name);
            xb_lines_end(&w->c.lines);
        }
    }
    for (size_t i = 0; i < unit->locals.count; i++) {
        const xb_source_variable *local = unit->locals.items[i];
        const xb_c_note *note = xb_c_note_of(local);
        if (xb_c_is_at_head(local) && !xb_c_has_descriptor(local) && !is_large(local) &&
            !is_automatic(local) && note->reads == 0) {
            xb_lines_put(&w->c.lines, "(void)%s;", local->name);
            xb_lines_end(&w->c.lines);
        }
    }
}

void xb_c_declare_locals(xb_c_writer *w)
{
    const xb_source_unit *unit = w->c.unit;
    uint64_t before = xb_output_count(w->c.lines.out);
    if (xb_c_result_of(unit))
        xb_c_declare(w, xb_c_result_of(unit));
    xb_c_declare_storage(w, unit);
    for (size_t i = 0; i < unit->locals.count; i++) {
        const xb_source_variable *local = unit->locals.items[i];
        if ((local->rank > 0 || xb_c_is_kept(local)) && xb_c_is_at_head(local) && !is_automatic(local))
            xb_c_declare(w, local);
    }
    declare_scalars(w, &unit->locals);
    put_unread(w);
    if (xb_output_count(w->c.lines.out) > before && unit->statements.count > 0)
        xb_lines_skip(&w->c.lines);
}
