/*
 * Each intrinsic is written as its row says (intrinsics.c). Parentheses are written where precedence wants
 * them, and where without them the language would group operands in another way.
 */
#include "languages/fortran/fortran.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "languages/code/maker.h"

void xb_fortran_type(xb_output *output, xb_type type, unsigned bytes)
{
    static const char *const names[] = {
        [XB_TYPE_INTEGER] = "integer", [XB_TYPE_REAL] = "real",      [XB_TYPE_COMPLEX] = "complex",
        [XB_TYPE_BOOL] = "logical",    [XB_TYPE_CHAR] = "character", [XB_TYPE_STRING] = "character"};
    xb_output_put(output, names[type]);
    if (type == XB_TYPE_BOOL || type == XB_TYPE_CHAR || type == XB_TYPE_STRING)
        return;
    if (bytes && !(type == XB_TYPE_INTEGER && bytes == 4))
        xb_output_format(output, "(%u)", bytes);
}

/* ---- constants ------------------------------------------------------------------------------------------
 */

static void write_integer(xb_fortran *f, const xb_source_expression *constant)
{
    const char *text = constant->text + (*constant->text == '+');
    if (constant->bytes >= XB_SOURCE_UNSIGNED)
        xb_fortran_refuse(f, NULL, "an integer without sign (unsigned)");
    xb_output_put(f->lines.line, text);
    if (constant->bytes != 0 && constant->bytes != 4)
        xb_output_format(f->lines.line, "_%u", constant->bytes);
    else if (strtoll(text, NULL, 10) > INT32_MAX || strtoll(text, NULL, 10) < -(long long)INT32_MAX)
        xb_output_put(f->lines.line, "_8");
}

static void write_real(xb_fortran *f, const xb_source_expression *constant)
{
    char text[64];
    xb_constant_shortest(xb_constant_real(constant->text), constant->bytes == 4, text, sizeof text);
    const char *kind = xb_fortran_constant_kind(f, constant->bytes);
    char *e = strchr(text, 'e');
    if (!strchr(text, '.')) {
        int before = (int)(e ? (size_t)(e - text) : strlen(text));
        xb_output_format(f->lines.line, "%.*s.0", before, text);
    } else {
        xb_output_format(f->lines.line, "%.*s", (int)(e ? (size_t)(e - text) : strlen(text)), text);
    }
    const bool has_letter = constant->bytes == 8 && !kind && !f->has_wide_default;
    if (has_letter)
        xb_output_format(f->lines.line, "d%ld", e ? strtol(e + 1, NULL, 10) : 0L);
    else if (e)
        xb_output_format(f->lines.line, "e%ld", strtol(e + 1, NULL, 10));
    if (kind)
        xb_output_format(f->lines.line, "_%s", kind);
    else if (!has_letter && (constant->bytes != 4 || f->has_wide_default))
        xb_output_format(f->lines.line, "_%u", constant->bytes);
}

static void write_text(xb_output *output, const char *text, size_t limit)
{
    xb_output_char(output, '\'');
    for (size_t i = 0; i < limit && text[i]; i++) {
        xb_output_char(output, text[i]);
        if (text[i] == '\'')
            xb_output_char(output, '\'');
    }
    xb_output_char(output, '\'');
}

static void write_constant(xb_fortran *f, const xb_source_expression *constant)
{
    switch (constant->type) {
    case XB_TYPE_INTEGER: write_integer(f, constant); break;
    case XB_TYPE_BOOL:
        xb_output_put(f->lines.line, xb_constant_is_true(constant->text) ? ".true." : ".false.");
        break;
    case XB_TYPE_CHAR: write_text(f->lines.line, constant->text, 1); break;
    case XB_TYPE_STRING: write_text(f->lines.line, constant->text, SIZE_MAX); break;
    default: write_real(f, constant);
    }
}

/* ---- operators ------------------------------------------------------------------------------------------
 */

static int precedence_of(const xb_source_expression *expression)
{
    if (expression->kind == XB_SOURCE_CONSTANT)
        return *expression->text == '-' ? XB_FORTRAN_SUM : XB_FORTRAN_PRIMARY;
    if (expression->kind != XB_SOURCE_OPERATION)
        return XB_FORTRAN_PRIMARY;
    if (expression->intrinsic == XB_INTRINSIC_EQUAL || expression->intrinsic == XB_INTRINSIC_NOT_EQUAL)
        return expression->operands[0]->type == XB_TYPE_BOOL ? XB_FORTRAN_EQUIVALENCE : XB_FORTRAN_RELATION;
    int precedence = xb_fortran_rows[expression->intrinsic].precedence;
    return precedence == XB_FORTRAN_ANY ? XB_FORTRAN_PRIMARY : precedence;
}

static void write_at(xb_fortran *f, const xb_source_expression *expression, int least)
{
    bool within = precedence_of(expression) < least;
    if (within)
        xb_output_char(f->lines.line, '(');
    xb_fortran_expression(f, expression);
    if (within)
        xb_output_char(f->lines.line, ')');
}

static const char *relation_of(const xb_source_expression *expression, const char *text)
{
    bool logical = expression->operands[0]->type == XB_TYPE_BOOL;
    if (logical && expression->intrinsic == XB_INTRINSIC_EQUAL)
        return " .eqv. ";
    return logical && expression->intrinsic == XB_INTRINSIC_NOT_EQUAL ? " .neqv. " : text;
}

/* ---- conversions of integers ----------------------------------------------------------------------------
 */

static bool is_floating(xb_type type)
{
    return type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX;
}

/* Whether an integer may have more digits than a floating-point number of a kind: compilers warn of such a
 * conversion unless it is spelled out. */
static bool loses_digits(const xb_source_expression *integer, unsigned bytes)
{
    unsigned digits = xb_source_kind_of(XB_TYPE_REAL, bytes) == 4 ? FLT_MANT_DIG : DBL_MANT_DIG;
    int64_t value;
    if (integer->type != XB_TYPE_INTEGER || bytes > 8)
        return false;
    if (xb_source_is_integer(integer, &value))
        return value > INT64_C(1) << digits || value < -(INT64_C(1) << digits);
    return 8 * xb_source_kind_of(XB_TYPE_INTEGER, integer->bytes) - 1 > digits;
}

/* Writes one of two operands. An exponent that is an integer stays one. */
static void write_beside(xb_fortran *f, const xb_source_expression *expression, size_t i, int least)
{
    const xb_source_expression *operand = expression->operands[i], *other = expression->operands[1 - i];
    bool is_exponent = expression->intrinsic == XB_INTRINSIC_POW && i == 1;
    if (is_exponent || !is_floating(other->type) || !loses_digits(operand, other->bytes)) {
        write_at(f, operand, least);
        return;
    }
    xb_output_put(f->lines.line, "real(");
    xb_fortran_expression(f, operand);
    xb_output_format(f->lines.line, ", %s)",
                     xb_fortran_kind(f, XB_TYPE_REAL, xb_source_kind_of(XB_TYPE_REAL, other->bytes)));
}

/* Writes a function of two arrays that are multiplied. */
static void write_array_product(xb_fortran *f, const xb_source_expression *expression, const char *name)
{
    xb_output_format(f->lines.line, "%s(", name);
    write_beside(f, expression, 0, XB_FORTRAN_ANY);
    xb_output_put(f->lines.line, ", ");
    write_beside(f, expression, 1, XB_FORTRAN_ANY);
    xb_output_char(f->lines.line, ')');
}

/* Operators group from the left, powers from the right. */
static void write_operator(xb_fortran *f, const xb_source_expression *expression)
{
    const xb_fortran_row *r = &xb_fortran_rows[expression->intrinsic];
    int precedence = precedence_of(expression);
    bool right = precedence == XB_FORTRAN_POWER;
    if (expression->count == 1) {
        xb_output_put(f->lines.line, r->text);
        write_at(f, expression->operands[0], precedence + 1);
        return;
    }
    write_beside(f, expression, 0, precedence + (right || precedence == XB_FORTRAN_RELATION));
    xb_output_put(f->lines.line, relation_of(expression, r->text));
    write_beside(f, expression, 1, precedence + !right);
}

/* The type that all operands are converted to, but for masks. */
static const xb_source_expression *widest_of(const xb_source_expression *expression)
{
    const xb_source_expression *widest = expression->operands[0];
    for (size_t i = 1; i < expression->count; i++) {
        const xb_source_expression *next = expression->operands[i];
        if (next->type == XB_TYPE_BOOL)
            continue;
        if (next->type > widest->type || (next->type == widest->type && next->bytes > widest->bytes))
            widest = next;
    }
    return widest;
}

/* What has the type and kind that an operand is converted to. What fills up an array is alike to its
 * elements. */
static const xb_source_expression *model_of(const xb_source_expression *expression, size_t i)
{
    bool fills =
        expression->intrinsic == XB_INTRINSIC_RESHAPE || expression->intrinsic == XB_INTRINSIC_EOSHIFT;
    if (fills && i == 2)
        return expression->operands[0];
    return xb_fortran_rows[expression->intrinsic].same ? widest_of(expression) : expression->operands[i];
}

static void write_operand(xb_fortran *f, const xb_source_expression *expression, size_t i, int least)
{
    const xb_source_expression *operand = expression->operands[i];
    const xb_source_expression *widest = model_of(expression, i);
    unsigned bytes = operand->bytes == 4 && operand->type == XB_TYPE_INTEGER ? 0 : operand->bytes;
    unsigned wanted = widest->bytes == 4 && widest->type == XB_TYPE_INTEGER ? 0 : widest->bytes;
    bool is_mask = operand->type == XB_TYPE_BOOL;
    bool is_complex = widest->type == XB_TYPE_COMPLEX;
    if (is_mask || (operand->type == widest->type && bytes == wanted)) {
        write_at(f, operand, least);
        return;
    }
    xb_output_put(f->lines.line, widest->type == XB_TYPE_INTEGER ? "int(" : is_complex ? "cmplx(" : "real(");
    xb_fortran_expression(f, operand);
    xb_output_format(f->lines.line, ", %s%s)", is_complex ? "kind=" : "",
                     xb_fortran_kind(f, widest->type, wanted ? wanted : 4));
}

static bool calls(const xb_source_expression *expression)
{
    bool found = expression->kind == XB_SOURCE_FUNCTION;
    for (size_t i = 0; !found && i < expression->count; i++)
        found = expression->operands[i] && calls(expression->operands[i]);
    return found;
}

/* A function that is called twice may do something twice. */
static void check_pattern(xb_fortran *f, const xb_source_expression *expression, const char *text)
{
    for (size_t i = 0; i < expression->count; i++) {
        const char mark[] = {'$', (char)('1' + i), '\0'}, *first = strstr(text, mark);
        if (first && strstr(first + 1, mark) && calls(expression->operands[i]))
            xb_fortran_refuse(f, "assign what the function returns to a variable first",
                              "%s of a function call", expression->text);
    }
}

static void write_pattern(xb_fortran *f, const xb_source_expression *expression, const char *text)
{
    check_pattern(f, expression, text);
    unsigned bytes = expression->bytes ? expression->bytes : 8;
    for (; *text; text++)
        if (*text != '$') {
            xb_output_char(f->lines.line, *text);
        } else if (*++text == 'k') {
            xb_output_put(f->lines.line, xb_fortran_kind(f, XB_TYPE_REAL, bytes));
        } else {
            bool alone = strcmp(text + 1, ")") == 0 || text[1] == ',' || text[1] == ')';
            write_operand(f, expression, (size_t)(*text - '1'),
                          alone && text[-2] == '(' ? XB_FORTRAN_ANY : XB_FORTRAN_PRIMARY);
        }
}

static void write_function(xb_fortran *f, const xb_source_expression *expression, const char *name)
{
    const size_t kind = xb_intrinsic_facts_of(expression->intrinsic)->kind;
    int64_t bytes;
    xb_output_put(f->lines.line, name);
    xb_output_char(f->lines.line, '(');
    for (size_t i = 0; i < expression->count; i++) {
        if (i > 0)
            xb_output_put(f->lines.line, ", ");
        if (kind == i + 1 && xb_source_is_integer(expression->operands[i], &bytes))
            xb_output_put(f->lines.line, xb_fortran_kind(f, expression->type, (unsigned)bytes));
        else
            write_operand(f, expression, i, XB_FORTRAN_ANY);
    }
    xb_output_char(f->lines.line, ')');
}

/* Without a kind, it would be the usual one. */
static void write_integer_of(xb_fortran *f, const xb_source_expression *expression)
{
    xb_output_put(f->lines.line, "int(");
    xb_fortran_expression(f, expression->operands[0]);
    xb_output_format(f->lines.line, ", %s)", xb_fortran_kind(f, XB_TYPE_INTEGER, expression->bytes));
}

static void write_complex(xb_fortran *f, const xb_source_expression *expression)
{
    unsigned bytes = expression->bytes ? expression->bytes : 8;
    xb_output_put(f->lines.line, "cmplx(");
    for (size_t i = 0; i < expression->count; i++) {
        xb_fortran_expression(f, expression->operands[i]);
        xb_output_put(f->lines.line, ", ");
    }
    xb_output_format(f->lines.line, "kind=%s)", xb_fortran_kind(f, XB_TYPE_COMPLEX, bytes));
}

static bool is_known(const xb_source_expression *expression)
{
    bool known = expression->kind == XB_SOURCE_CONSTANT || expression->kind == XB_SOURCE_OPERATION ||
                 (expression->kind == XB_SOURCE_VARIABLE && expression->variable->parameter);
    for (size_t i = 0; known && i < expression->count; i++)
        known = expression->operands[i] && is_known(expression->operands[i]);
    return known;
}

/* Which operand of a choice between a scalar and an array is the scalar, where compilers know the mask:
 * gfortran takes the scalar as it is then, and not as the array that the result is. -1: it is not so. */
static int bare_scalar_of(const xb_source_expression *choice)
{
    const xb_source_expression *const *operands = choice->operands;
    const bool is_mixed = (operands[0]->rank > 0) != (operands[1]->rank > 0);
    if (!is_mixed || choice->count != 3 || operands[2]->rank > 0 || !is_known(operands[2]))
        return -1;
    return operands[0]->rank > 0 ? 1 : 0;
}

/* An array of the shape of a choice. Choices may nest. */
static const xb_source_expression *array_of(const xb_source_expression *choice)
{
    while (choice->kind == XB_SOURCE_OPERATION && choice->intrinsic == XB_INTRINSIC_MERGE)
        choice = choice->operands[choice->operands[0]->rank > 0 ? 0 : 1];
    return choice;
}

static void write_as_array(xb_fortran *f, const xb_source_expression *choice, size_t scalar)
{
    if (calls(choice))
        xb_fortran_refuse(f, "assign what the function returns to a variable first", "%s of a function call",
                          choice->text);
    xb_output_put(f->lines.line, "reshape([");
    write_operand(f, choice, scalar, XB_FORTRAN_ANY);
    xb_output_put(f->lines.line, "], shape(");
    xb_fortran_expression(f, array_of(choice));
    xb_output_put(f->lines.line, "), [");
    write_operand(f, choice, scalar, XB_FORTRAN_ANY);
    xb_output_put(f->lines.line, "])");
}

static void write_choice(xb_fortran *f, const xb_source_expression *choice)
{
    const int scalar = bare_scalar_of(choice);
    xb_output_put(f->lines.line, "merge(");
    for (size_t i = 0; i < choice->count; i++) {
        xb_output_put(f->lines.line, i > 0 ? ", " : "");
        if ((int)i == scalar)
            write_as_array(f, choice, i);
        else
            write_operand(f, choice, i, XB_FORTRAN_ANY);
    }
    xb_output_char(f->lines.line, ')');
}

/* The last extent of an argument of assumed size is known to nobody. */
void xb_fortran_check_size(xb_fortran *f, const xb_source_expression *array)
{
    if (array->kind == XB_SOURCE_VARIABLE && array->count == 0 && array->variable->assumed_size)
        xb_fortran_refuse(f, "declare its last extent", "the size of %s is needed, which is of assumed size",
                          array->variable->name);
}

static bool asks_last_extent(const xb_source_expression *e)
{
    int64_t dimension = 0;
    return e->intrinsic == XB_INTRINSIC_SIZE && e->count > 0 &&
           (e->count == 1 ||
            (xb_source_is_integer(e->operands[1], &dimension) && dimension == e->operands[0]->rank));
}

static void write_operation(xb_fortran *f, const xb_source_expression *expression)
{
    const xb_fortran_row *r = &xb_fortran_rows[expression->intrinsic];
    xb_intrinsic_code code = expression->intrinsic;
    if (asks_last_extent(expression))
        xb_fortran_check_size(f, expression->operands[0]);
    if (code == XB_INTRINSIC_COMPLEX)
        write_complex(f, expression);
    else if (code == XB_INTRINSIC_MERGE)
        write_choice(f, expression);
    else if (code == XB_INTRINSIC_CONJ && expression->operands[0]->type == XB_TYPE_COMPLEX)
        write_function(f, expression, "conjg");
    else if (code == XB_INTRINSIC_CONJ)
        write_at(f, expression->operands[0], XB_FORTRAN_PRIMARY);
    else if (code == XB_INTRINSIC_ALLOCATED && expression->operands[0]->variable &&
             expression->operands[0]->variable->pointer)
        write_function(f, expression, "associated");
    else if ((code == XB_INTRINSIC_DOT_PRODUCT || code == XB_INTRINSIC_MATMUL) && expression->count == 2)
        write_array_product(f, expression, r->text);
    else if (code == XB_INTRINSIC_INT && expression->count == 1 &&
             xb_source_kind_of(XB_TYPE_INTEGER, expression->bytes) != 4)
        write_integer_of(f, expression);
    else if (code == XB_INTRINSIC_REAL && expression->count == 2)
        write_function(f, expression, "real");
    else if (!r->text)
        xb_fortran_refuse(f, NULL, "the intrinsic %s", expression->text);
    else if (strchr(r->text, '$'))
        write_pattern(f, expression, r->text);
    else if (r->precedence != XB_FORTRAN_ANY)
        write_operator(f, expression);
    else
        write_function(f, expression, r->text);
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static bool is_difference(const xb_source_expression *e)
{
    return e && e->kind == XB_SOURCE_OPERATION && e->intrinsic == XB_INTRINSIC_SUB && e->count == 2;
}

/* The last subscript of a range. gfortran 12 miscounts ranges such as t - m:2 - m and n - 1 - m:3 - m:-2, but
 * not those that end with -m + 2. */
static void write_last(xb_fortran *f, const xb_source_expression *first, const xb_source_expression *last)
{
    int64_t number;
    if (!is_difference(first) || !is_difference(last) || !xb_source_is_integer(last->operands[0], &number) ||
        number < 0) {
        xb_fortran_expression(f, last);
        return;
    }
    xb_output_char(f->lines.line, '-');
    write_at(f, last->operands[1], XB_FORTRAN_PRODUCT);
    xb_output_put(f->lines.line, " + ");
    write_at(f, last->operands[0], XB_FORTRAN_PRODUCT);
}

static void write_subscript(xb_fortran *f, const xb_source_expression *subscript)
{
    if (subscript->kind != XB_SOURCE_RANGE) {
        xb_fortran_expression(f, subscript);
        return;
    }
    if (subscript->operands[0])
        xb_fortran_expression(f, subscript->operands[0]);
    xb_output_char(f->lines.line, ':');
    if (subscript->operands[1])
        write_last(f, subscript->operands[0], subscript->operands[1]);
    if (subscript->operands[2]) {
        xb_output_char(f->lines.line, ':');
        xb_fortran_expression(f, subscript->operands[2]);
    }
}

const char *xb_fortran_path(const xb_source_variable *variable)
{
    const xb_declaration *facts = variable->symbol && (!variable->is_derivative || variable->part)
                                      ? variable->symbol->declaration
                                      : NULL;
    return facts && facts->path ? facts->path->text : NULL;
}

/* Subscripts of a part of the way to a member. @return how many of them select several elements */
static size_t write_part(xb_fortran *f, const xb_source_expression *expression, size_t first, size_t count)
{
    size_t ranges = 0;
    for (size_t i = 0; i < count; i++) {
        const xb_source_expression *subscript = expression->operands[first + i];
        ranges += subscript->kind == XB_SOURCE_RANGE || subscript->rank > 0;
        xb_output_put(f->lines.line, i > 0 ? ", " : "(");
        write_subscript(f, subscript);
    }
    if (count > 0)
        xb_output_char(f->lines.line, ')');
    return ranges;
}

/* The name of a member is the path to it, without subscripts. These are those of its last part, then of the
 * one before that, and so on. */
void xb_fortran_write_member(xb_fortran *f, const xb_source_expression *expression, const char *path,
                             size_t parts)
{
    const char *name = expression->variable->name;
    size_t next = expression->count, several = 0, part = 0;
    for (bool more = true; more; name += more) {
        size_t length = strcspn(path, "%"), own = strcspn(name, "%"),
               count = (size_t)xb_fortran_colons(path, length);
        xb_output_bytes(f->lines.line, name, own);
        size_t ranges = count;
        if (expression->count > 0) {
            next -= count;
            ranges = write_part(f, expression, next, count);
        }
        several += ranges > 0;
        path += length + (path[length] == '%');
        name += own;
        more = *name == '%' && ++part != parts;
        if (more)
            xb_output_char(f->lines.line, '%');
    }
    if (several > 1)
        xb_fortran_refuse(f, "let a loop take one element after the other",
                          "an array of arrays in structures, %s, as a whole", expression->variable->name);
}

static void write_variable(xb_fortran *f, const xb_source_expression *expression)
{
    const xb_fortran_member *member = xb_fortran_member_of(expression->variable);
    const char *path = member                                     ? member->path
                       : f->weaves && !expression->variable->home ? xb_fortran_path(expression->variable)
                                                                  : NULL;
    if (path) {
        xb_fortran_write_member(f, expression, path, 0);
        return;
    }
    xb_output_put(f->lines.line, expression->variable->name);
    for (size_t i = 0; i < expression->count; i++) {
        xb_output_put(f->lines.line, i > 0 ? ", " : "(");
        write_subscript(f, expression->operands[i]);
    }
    if (expression->count > 0)
        xb_output_char(f->lines.line, ')');
}

bool xb_fortran_has_context(const xb_fortran *fortran, const xb_source_unit *unit)
{
    return unit->has_tape && fortran->source->options.has_tape_argument;
}

static bool differs(const xb_source_expression *actual, const xb_source_variable *formal)
{
    bool is_number = formal->type >= XB_TYPE_INTEGER && formal->type <= XB_TYPE_COMPLEX &&
                     actual->type >= XB_TYPE_INTEGER && actual->type <= XB_TYPE_COMPLEX;
    return is_number && (actual->type != formal->type || xb_source_kind_of(actual->type, actual->bytes) !=
                                                             xb_source_kind_of(formal->type, formal->bytes));
}

/* What a structure is passed as, once for all of its members. @return whether the argument is there */
static bool put_structure(xb_fortran *f, const xb_source_unit *callee,
                          const xb_source_expression *const *arguments, size_t count, size_t i,
                          const char *before)
{
    const xb_source_variable *formal = callee->formals.items[i];
    const char *text = xb_fortran_structure_passed(f, callee, arguments, count, i);
    if (!text)
        xb_fortran_refuse(f, "let it be a variable of its own",
                          "what is passed to %s as the structure %s is no structure", callee->name,
                          xb_fortran_member_of(formal)->structure->name);
    else if (*text)
        xb_output_format(f->lines.line, "%s%s", before, text);
    return text && *text;
}

/* A constant may be of another kind than the argument. */
static void put_actual(xb_fortran *f, const xb_source_variable *formal, const xb_source_expression *actual)
{
    static const char *const functions[] = {
        [XB_TYPE_INTEGER] = "int(", [XB_TYPE_REAL] = "real(", [XB_TYPE_COMPLEX] = "cmplx("};
    if (actual->kind == XB_SOURCE_VARIABLE || !differs(actual, formal)) {
        xb_fortran_expression(f, actual);
        return;
    }
    xb_output_put(f->lines.line, functions[formal->type]);
    xb_fortran_expression(f, actual);
    xb_output_format(f->lines.line, ", %s%s)", formal->type == XB_TYPE_COMPLEX ? "kind=" : "",
                     xb_fortran_kind(f, formal->type, xb_source_kind_of(formal->type, formal->bytes)));
}

void xb_fortran_arguments(xb_fortran *fortran, const xb_source_unit *callee,
                          const xb_source_expression *const *arguments, size_t count)
{
    bool by_keyword = false, any = xb_fortran_has_context(fortran, callee);
    xb_output_put(fortran->lines.line, any ? "(context" : "(");
    for (size_t i = 0; i < count; i++) {
        const xb_source_variable *formal = callee->formals.items[i];
        const xb_fortran_member *member = xb_fortran_member_of(formal);
        const char *name = member ? member->structure->name : formal->name;
        any = xb_fortran_put_passed(fortran, callee, i, any, by_keyword);
        const char *before = xb_arena_format(fortran->arena, "%s%s%s", any ? ", " : "",
                                             by_keyword ? name : "", by_keyword ? "=" : "");
        if (xb_fortran_is_listed(formal))
            continue;
        bool is_there =
            member ? put_structure(fortran, callee, arguments, count, i, before) : arguments[i] != NULL;
        if (is_there && !member) {
            xb_output_put(fortran->lines.line, before);
            put_actual(fortran, formal, arguments[i]);
        }
        by_keyword = by_keyword || !is_there;
        any = any || is_there;
    }
    xb_fortran_put_passed(fortran, callee, count, any, by_keyword);
    xb_output_char(fortran->lines.line, ')');
}

void xb_fortran_expression(xb_fortran *fortran, const xb_source_expression *expression)
{
    switch (expression->kind) {
    case XB_SOURCE_CONSTANT: write_constant(fortran, expression); break;
    case XB_SOURCE_VARIABLE: write_variable(fortran, expression); break;
    case XB_SOURCE_RANGE: write_subscript(fortran, expression); break;
    case XB_SOURCE_OPERATION: write_operation(fortran, expression); break;
    case XB_SOURCE_FUNCTION:
        xb_output_put(fortran->lines.line, expression->callee->name);
        xb_fortran_arguments(fortran, expression->callee, expression->operands, expression->count);
        break;
    }
}

static bool narrows(const xb_source_expression *expression, xb_type type, unsigned bytes)
{
    unsigned from = expression->bytes ? expression->bytes : expression->type == XB_TYPE_INTEGER ? 4 : 8;
    unsigned to = bytes ? bytes : type == XB_TYPE_INTEGER ? 4 : 8;
    if (type < XB_TYPE_INTEGER || type > XB_TYPE_COMPLEX || expression->type > XB_TYPE_COMPLEX)
        return false;
    bool is_alike = expression->type == type || (expression->type == XB_TYPE_REAL && type == XB_TYPE_COMPLEX);
    if (is_floating(type) && loses_digits(expression, bytes))
        return true;
    return expression->type > type || (is_alike && from > to);
}

void xb_fortran_converted(xb_fortran *fortran, const xb_source_expression *expression, xb_type type,
                          unsigned bytes)
{
    static const char *const functions[] = {
        [XB_TYPE_INTEGER] = "int(", [XB_TYPE_REAL] = "real(", [XB_TYPE_COMPLEX] = "cmplx("};
    if (!narrows(expression, type, bytes)) {
        xb_fortran_expression(fortran, expression);
        return;
    }
    xb_output_put(fortran->lines.line, functions[type]);
    xb_fortran_expression(fortran, expression);
    if (bytes)
        xb_output_format(fortran->lines.line, ", %s%s", type == XB_TYPE_COMPLEX ? "kind=" : "",
                         xb_fortran_kind(fortran, type, bytes));
    xb_output_char(fortran->lines.line, ')');
}
