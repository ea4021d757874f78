/*
 * Variables in C. Arrays are flat, the first subscript runs fastest; what is known of a subscript is worked
 * out: a sum of terms with factors, and a constant. Arrays whose shape the document does not say lie behind
 * descriptors: pointer, extents and strides, subscripts from 1.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "languages/c/c.h"
#include "languages/code/loops.h"

/* ---- passing --------------------------------------------------------------------------------------------
 */

xb_c_passing xb_c_passing_of(const xb_source_variable *formal)
{
    if (formal->rank == 0)
        return (formal->written && !formal->by_value) || formal->optional ? XB_C_BY_POINTER : XB_C_BY_VALUE;
    if (xb_source_is_flat(formal))
        return XB_C_BY_FIRST;
    return formal->reshaped ? XB_C_BY_REFERENCE : XB_C_BY_DESCRIPTOR;
}

bool xb_c_is_needless(const xb_source_variable *formal)
{
    return !formal->live && !formal->is_result && xb_c_passing_of(formal) == XB_C_BY_VALUE;
}

bool xb_c_has_descriptor(const xb_source_variable *variable)
{
    return variable->rank > 0 && !xb_source_is_flat(variable);
}

bool xb_c_is_behind_pointer(const xb_c *c, const xb_source_expression *expression)
{
    const xb_source_variable *variable = expression->variable;
    (void)c;
    return variable->rank == 0 && variable->position > 0 && !variable->is_result &&
           xb_c_passing_of(variable) == XB_C_BY_POINTER;
}

/* The name of a variable, and what leads to it. */
static const char *name_of(const xb_c *c, xb_source_variable *variable)
{
    variable->named = true;
    return variable->path ? xb_arena_format(c->lines.arena, "%s%s", variable->path, variable->name)
                          : variable->name;
}

/* The name of a descriptor, with what leads to a member of it. */
static void put_descriptor(xb_c *c, const xb_source_variable *variable)
{
    bool by_reference = variable->position > 0 && xb_c_passing_of(variable) == XB_C_BY_REFERENCE;
    xb_output_format(c->lines.line, "%s%s", variable->name, by_reference ? "->" : ".");
}

static unsigned kind_of(xb_c *c, const xb_source_variable *variable)
{
    if (variable->type == XB_TYPE_BOOL || variable->type == XB_TYPE_CHAR)
        return variable->type == XB_TYPE_BOOL ? XB_C_KINDS : XB_C_KINDS + 1;
    unsigned kind = xb_c_kind(variable->type, xb_source_kind_of(variable->type, variable->bytes));
    if (kind < XB_C_KINDS)
        return kind;
    xb_c_type_of(c, variable->type, variable->bytes);
    return 0;
}

static void put_type(xb_c *c, const xb_source_variable *variable, const char *stem)
{
    unsigned kind = kind_of(c, variable);
    c->descriptors[kind] |= 1u << variable->rank;
    c->headers.integers = true;
    xb_output_format(c->lines.line, "%s_%s_%d", stem,
                     kind < XB_C_KINDS    ? xb_c_kind_suffix(kind)
                     : kind == XB_C_KINDS ? "l"
                                          : "s",
                     variable->rank);
}

void xb_c_descriptor(xb_c *c, const xb_source_variable *variable)
{
    put_type(c, variable, "struct array");
}

void xb_c_allocator(xb_c *c, const xb_source_variable *variable, bool fits)
{
    (fits ? c->fitted : c->allocated)[kind_of(c, variable)] |= 1u << variable->rank;
    put_type(c, variable, fits ? "fit" : "allocate");
}

void xb_c_extent(xb_c *c, const xb_source_variable *variable, int dimension)
{
    if (xb_source_is_flat(variable))
        xb_c_refuse(c, "the last extent of %s, which is of assumed size", variable->name);
    put_descriptor(c, variable);
    xb_output_format(c->lines.line, "extent[%d]", dimension);
}

/* ---- subscripts -----------------------------------------------------------------------------------------
 */

static void put_term(xb_c *c, const xb_summand *t, bool wide)
{
    int64_t factor = llabs(t->factor);
    if (factor != 1)
        xb_output_format(c->lines.line, "%" PRId64 "*", factor);
    if (wide && xb_source_kind_of(XB_TYPE_INTEGER, t->atom->bytes) != 8)
        xb_output_put(c->lines.line, "(int64_t)");
    xb_c_expression(c, t->atom, wide || factor != 1 ? XB_C_PRIMARY : XB_C_SUM + (t->factor < 0));
}

/* Puts the terms of a sign. @return whether there are some, or were some before */
static bool put_terms(xb_c *c, const xb_sum *s, bool negative, bool any, bool wide)
{
    const xb_summand *terms = s->terms.items;
    for (size_t i = 0; i < s->terms.count; i++) {
        if (terms[i].factor == 0 || (terms[i].factor < 0) != negative)
            continue;
        xb_output_put(c->lines.line, any ? negative ? " - " : " + " : negative ? "-" : "");
        put_term(c, &terms[i], wide);
        any = true;
    }
    return any;
}

/* What is added comes first, if there is something. @param wide the sum may be beyond the usual integers */
static void put_index(xb_c *c, const xb_sum *s, bool wide)
{
    c->headers.integers |= wide;
    bool any = put_terms(c, s, false, false, wide), led = !any && s->constant > 0;
    if (led)
        xb_output_format(c->lines.line, "%" PRId64, s->constant);
    any = put_terms(c, s, true, any || led, wide);
    if (!led && (s->constant != 0 || !any))
        xb_output_format(c->lines.line,
                         !any              ? "%" PRId64
                         : s->constant > 0 ? " + %" PRId64
                                           : " - %" PRId64,
                         any ? (int64_t)llabs(s->constant) : s->constant);
}

/* An array with declared bounds. @return false if the element is the first one, and nothing is put */
static bool put_flat(xb_c *c, const xb_source_expression *element, bool zero_too)
{
    const xb_source_variable *variable = element->variable;
    xb_sum s = {.arena = c->lines.arena};
    int64_t factor = 1;
    bool is_place = (int)element->count != variable->rank || variable->dimensions;
    for (int d = 0; variable->bounds && d < variable->rank; d++) {
        const xb_bounds *bounds = xb_source_bounds(variable, d);
        int64_t extent = bounds->upper - bounds->lower + 1;
        if (!is_place)
            xb_sum_add(&s, element->operands[d], factor);
        s.constant -= is_place ? 0 : factor * bounds->lower;
        factor *= extent > 0 ? extent : 1;
    }
    if (is_place)
        xb_sum_add(&s, element->operands[0], 1);
    if (xb_sum_is_zero(&s) && !zero_too)
        return false;
    xb_output_char(c->lines.line, '[');
    if (xb_sum_is_zero(&s))
        xb_output_char(c->lines.line, '0');
    else
        put_index(c, &s, factor > INT32_MAX);
    xb_output_char(c->lines.line, ']');
    return true;
}

/* Whether elements that follow each other by their first subscript do so in storage. */
static bool is_dense(const xb_source_variable *variable)
{
    return variable->allocatable && variable->position == 0;
}

static void put_stepped(xb_c *c, const xb_source_expression *element)
{
    const xb_source_variable *variable = element->variable;
    bool any = false;
    xb_output_char(c->lines.line, '[');
    for (int d = 0; d < variable->rank; d++) {
        xb_sum s = {.arena = c->lines.arena, .constant = -1};
        xb_sum_add(&s, element->operands[d], 1);
        if (xb_sum_is_zero(&s))
            continue;
        bool steps = d > 0 || !is_dense(variable), one = s.terms.count == 0 && s.constant == 1;
        bool alone = s.terms.count == 1 && s.constant == 0;
        xb_output_put(c->lines.line, any ? " + " : "");
        any = true;
        if (!(steps && one)) {
            xb_output_put(c->lines.line, steps && !alone ? "(" : "");
            put_index(c, &s, false);
            xb_output_put(c->lines.line, steps && !alone ? ")*" : steps ? "*" : "");
        }
        if (steps) {
            put_descriptor(c, variable);
            xb_output_format(c->lines.line, "stride[%d]", d);
        }
    }
    xb_output_put(c->lines.line, any ? "]" : "0]");
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

void xb_c_variable(xb_c *c, const xb_source_expression *expression)
{
    const xb_source_variable *variable = expression->variable;
    if (variable->home && variable->home != c->unit)
        xb_c_refuse(c, "%s belongs to a routine that lies around another one",
                    variable->symbol ? variable->symbol->id->text : variable->name);
    if (xb_c_has_descriptor(variable)) {
        put_descriptor(c, variable);
        xb_output_put(c->lines.line, "data");
        if (expression->count > 0)
            put_stepped(c, expression);
    } else {
        xb_output_format(c->lines.line, "%s%s", xb_c_is_behind_pointer(c, expression) ? "*" : "",
                         name_of(c, expression->variable));
        if (expression->count > 0)
            put_flat(c, expression, true);
    }
}

void xb_c_address(xb_c *c, const xb_source_expression *expression)
{
    const xb_source_variable *variable = expression->variable;
    if (expression->count == 0) {
        if (variable->rank > 0)
            xb_c_variable(c, expression);
        else
            xb_output_format(c->lines.line, "%s%s", xb_c_is_behind_pointer(c, expression) ? "" : "&",
                             name_of(c, expression->variable));
        if (variable->home && variable->home != c->unit && variable->rank == 0)
            xb_c_variable(c, expression); /* which refuses it */
        return;
    }
    xb_output_char(c->lines.line, '&');
    xb_c_variable(c, expression);
}

/* ---- arguments ------------------------------------------------------------------------------------------
 */

static void put_number(xb_c *c, const xb_source_expression *number)
{
    xb_c_expression(c, number, XB_C_CHOICE);
}

/* Strides of an array with declared bounds are products of its extents. */
static void put_stride(xb_c *c, const xb_source_variable *variable, int dimension)
{
    if (xb_c_has_descriptor(variable)) {
        put_descriptor(c, variable);
        xb_output_format(c->lines.line, "stride[%d]", dimension);
        return;
    }
    if (variable->dimensions) {
        xb_c_expression(c, variable->dimensions[variable->rank - 1 - dimension].stride, XB_C_PRODUCT);
        return;
    }
    int64_t stride = 1;
    for (int d = 0; d < dimension; d++) {
        const xb_bounds *bounds = xb_source_bounds(variable, d);
        stride *= bounds->upper - bounds->lower + 1;
    }
    xb_output_format(c->lines.line, "%" PRId64, stride);
}

static void put_strides(xb_c *c, const xb_source_expression *part)
{
    const xb_source_variable *variable = part->variable;
    bool any = false;
    for (int d = 0; d < variable->rank; d++) {
        const xb_source_expression *subscript = part->count ? part->operands[d] : NULL;
        if (subscript && xb_source_is_element(subscript))
            continue;
        xb_output_put(c->lines.line, any ? ", " : "");
        any = true;
        if (subscript && subscript->operands[2]) {
            xb_c_expression(c, subscript->operands[2], XB_C_PRODUCT);
            xb_output_char(c->lines.line, '*');
        }
        put_stride(c, variable, d);
    }
}

const xb_source_expression *xb_c_first(xb_arena *arena, const xb_source_expression *part)
{
    if (part->count == 0)
        return part;
    const xb_source_expression *first = xb_source_first(arena, part);
    return part->variable->dimensions ? xb_source_place(arena, first) : first;
}

/* A descriptor of a part of a variable. */
static void make_descriptor(xb_c *c, const xb_source_variable *formal, const xb_source_expression *part)
{
    const xb_source_variable *variable = part->variable;
    bool constant =
        variable->parameter || (variable->position > 0 && !variable->written && xb_source_is_flat(variable));
    xb_output_char(c->lines.line, '(');
    xb_c_descriptor(c, formal);
    xb_output_put(c->lines.line, "){");
    if (constant)
        xb_output_format(c->lines.line, "(%s *)", xb_c_type_of(c, variable->type, variable->bytes));
    xb_c_address(c, xb_c_first(c->lines.arena, part));
    xb_output_put(c->lines.line, ", {");
    for (int d = 0; d < part->rank; d++) {
        xb_output_put(c->lines.line, d > 0 ? ", " : "");
        put_number(c, xb_source_room(c->lines.arena, part, d));
    }
    xb_output_put(c->lines.line, "}, {");
    put_strides(c, part);
    xb_output_put(c->lines.line, "}}");
}

static void pass_descriptor(xb_c *c, const xb_source_variable *formal, const xb_source_expression *actual)
{
    const xb_source_variable *variable = actual->variable;
    bool same = xb_source_is_whole(actual) && xb_c_has_descriptor(variable);
    bool by_reference = variable->position > 0 && xb_c_passing_of(variable) == XB_C_BY_REFERENCE;
    bool wants_reference = xb_c_passing_of(formal) == XB_C_BY_REFERENCE;
    if (!same && wants_reference)
        xb_c_refuse(c, "argument %s may be allocated, and what is passed can't", formal->name);
    else if (!same)
        make_descriptor(c, formal, actual);
    else
        xb_output_format(c->lines.line, "%s%s",
                         by_reference == wants_reference ? ""
                         : by_reference                  ? "*"
                                                         : "&",
                         variable->name);
}

static void pass_nothing(xb_c *c, const xb_source_variable *formal)
{
    c->headers.sizes = true;
    if (xb_c_passing_of(formal) != XB_C_BY_DESCRIPTOR) {
        xb_output_put(c->lines.line, "NULL");
        return;
    }
    xb_output_char(c->lines.line, '(');
    xb_c_descriptor(c, formal);
    xb_output_put(c->lines.line, "){0}");
}

static void pass(xb_c *c, const xb_source_variable *formal, const xb_source_expression *actual)
{
    if (!actual) {
        pass_nothing(c, formal);
        return;
    }
    if (xb_c_is_needless(formal)) {
        xb_output_put(c->lines.line, formal->type == XB_TYPE_BOOL ? "false" : "0");
        c->headers.booleans |= formal->type == XB_TYPE_BOOL;
        return;
    }
    switch (xb_c_passing_of(formal)) {
    case XB_C_BY_VALUE: xb_c_converted(c, actual, formal->type, formal->bytes, XB_C_CHOICE); break;
    case XB_C_BY_POINTER:
        if (actual->kind == XB_SOURCE_VARIABLE && !actual->variable->parameter) {
            xb_c_address(c, actual);
            break;
        }
        xb_output_format(c->lines.line, "&(%s){", xb_c_type_of(c, formal->type, formal->bytes));
        xb_c_converted(c, actual, formal->type, formal->bytes, XB_C_CHOICE);
        xb_output_char(c->lines.line, '}');
        break;
    case XB_C_BY_FIRST: xb_c_address(c, actual); break;
    default: pass_descriptor(c, formal, actual);
    }
}

void xb_c_arguments(xb_c *c, const xb_source_unit *callee, const xb_source_expression *const *arguments,
                    size_t count)
{
    bool any = callee->has_tape;
    xb_output_put(c->lines.line, callee->has_tape ? "(tape" : "(");
    for (size_t i = 0; i < count; i++) {
        xb_output_put(c->lines.line, any ? ", " : "");
        pass(c, callee->formals.items[i], arguments[i]);
        any = true;
    }
    xb_output_char(c->lines.line, ')');
}
