/*
 * Formulas are checked when the whole document is known, since they may use an intrinsic before it is
 * defined. Each vertex gets a type and a shape as far as they are certain: what operands of the intrinsic
 * itself are, programs decide. What is certainly wrong is reported with the line of its vertex.
 */
#include <string.h>

#include "ir/intrinsic.h"
#include "languages/xaif/catalogue_reader_state.h"

/* What a vertex is, as far as it is known. */
typedef struct known_value {
    xb_type type; /* XB_TYPE_VOID: anything; XB_TYPE_REAL: some number, complex ones among them */
    bool is_scalar, is_array;
} known_value;

typedef struct check {
    xb_catalogue_reader *r;
    const xb_catalogue_reader_formula *formula;
    known_value *values;
} check;

const xb_inlinable *xb_catalogue_reader_resolve(const xb_catalogue_reader *r, const char *name)
{
    const xb_name *key = xb_names_find(r->names, name, strlen(name));
    const void *item = key ? xb_map_get(&r->defined, key->index, 0) : NULL;
    if (item)
        return item;
    return r->known ? r->known->find(r->known->context, name) : NULL;
}

static bool is_no_number(xb_type type)
{
    return type == XB_TYPE_BOOL || type == XB_TYPE_CHAR || type == XB_TYPE_STRING;
}

/* As documents write it. */
static const char *type_name(xb_type type)
{
    const xb_catalogue_reader_word *words = xb_catalogue_reader_result_types;
    while (words->word && words->value != (int)type)
        words++;
    return words->word ? words->word : "void";
}

static void wrong_at(const check *c, size_t i, const char *hint, const char *message)
{
    xb_catalogue_reader_fail(
        c->r, xb_error(c->r->diagnostics, XB_STATUS_INVALID, c->formula->places[i], hint, "%s", message));
}

/* ---- operands --------------------------------------------------------------------------------------------
 */

/* Whether there are as many operands as the intrinsic takes. */
static bool check_count(const check *c, size_t i, const xb_inlinable *item)
{
    const xb_partial_vertex *vertex = &c->formula->vertices[i];
    const bool too_many = vertex->operand_count > item->argument_count;
    const unsigned limit = too_many ? item->argument_count : item->required_count;
    if (!too_many && vertex->operand_count >= item->required_count)
        return true;
    wrong_at(c, i, "pass as many operands as the intrinsic has",
             xb_arena_format(c->r->arena, "'%s' with %u %s, where %s is %u", vertex->text,
                             vertex->operand_count, xb_plural(vertex->operand_count, "operand", "operands"),
                             too_many ? "nr_arguments" : "requiredArguments", limit));
    return false;
}

static void wrong_operand(const check *c, size_t i, unsigned k, const char *hint)
{
    const xb_partial_vertex *vertex = &c->formula->vertices[i];
    wrong_at(c, i, hint,
             xb_arena_format(c->r->arena, "operand %u of '%s' is of type %s", k + 1, vertex->text,
                             type_name(c->values[vertex->operands[k]].type)));
}

/* Junctors take truth values; relations don't, but for equality. */
static void check_operation(const check *c, size_t i, xb_intrinsic_code code)
{
    const xb_partial_vertex *vertex = &c->formula->vertices[i];
    const bool junctor = code == XB_INTRINSIC_AND || code == XB_INTRINSIC_OR || code == XB_INTRINSIC_NOT ||
                         code == XB_INTRINSIC_XOR;
    for (unsigned k = 0; k < vertex->operand_count; k++) {
        const xb_type type = c->values[vertex->operands[k]].type;
        if (junctor && type != XB_TYPE_BOOL && type != XB_TYPE_VOID)
            wrong_operand(c, i, k, "it takes truth values");
        else if (!junctor && type == XB_TYPE_BOOL)
            wrong_operand(c, i, k, "it compares numbers");
    }
}

static void check_types(const check *c, size_t i, const xb_inlinable *item)
{
    const xb_partial_vertex *vertex = &c->formula->vertices[i];
    for (unsigned k = 0; k < vertex->operand_count && k < item->partial_count; k++)
        if (!item->any_type && item->partials[k].kind != XB_PARTIAL_PASSIVE &&
            is_no_number(c->values[vertex->operands[k]].type))
            wrong_operand(c, i, k, "it computes with numbers");
    enum { MASK = 2 };
    if (xb_intrinsic_find(vertex->text) != XB_INTRINSIC_MERGE || vertex->operand_count <= MASK)
        return;
    const xb_type mask = c->values[vertex->operands[MASK]].type;
    if (mask != XB_TYPE_BOOL && mask != XB_TYPE_VOID)
        wrong_operand(c, i, MASK, "it chooses by a truth value");
}

static bool is_of_arrays(const xb_inlinable *item)
{
    switch (xb_intrinsic_facts_of(xb_intrinsic_find(item->name))->form) {
    case XB_FORM_REDUCTION:
    case XB_FORM_LOCATION:
    case XB_FORM_VECTOR:
    case XB_FORM_BOUNDS: return true;
    default: return xb_inlinable_is_reduction(item);
    }
}

static void check_shapes(const check *c, size_t i, const xb_inlinable *item)
{
    const xb_partial_vertex *vertex = &c->formula->vertices[i];
    if (is_of_arrays(item) && c->values[vertex->operands[0]].is_scalar)
        wrong_at(
            c, i, "operands of an intrinsic are scalars, unless it has shapeChange=\"scalar\"",
            xb_arena_format(c->r->arena, "'%s' takes an array, but operand 1 is a scalar", vertex->text));
}

/* ---- values ----------------------------------------------------------------------------------------------
 */

/* The result is not known before its value is, and that does not depend on what may be missing. */
static void check_argument(const check *c, size_t i)
{
    const unsigned k = c->formula->vertices[i].argument;
    if (!c->formula->is_value)
        return;
    if (k == 0)
        wrong_at(c, i, "write it with operands, from 1", "the formula of the value refers to the result");
    else if (k > c->formula->item->required_count)
        wrong_at(c, i, "requiredArguments says how many operands there are always",
                 xb_arena_format(c->r->arena,
                                 "the formula of the value refers to operand %u, which is optional", k));
}

static known_value value_of_argument(const check *c, unsigned k)
{
    const xb_inlinable *item = c->formula->item;
    const bool reduces = xb_inlinable_is_reduction(item);
    known_value value = {.is_scalar = !reduces && item->shape_change == XB_SHAPE_SAME};
    if (k == 0) {
        value.is_scalar = value.is_scalar || reduces;
        value.type = item->return_type;
    } else {
        const xb_partial *partial = k <= item->partial_count ? &item->partials[k - 1] : NULL;
        value.is_array = reduces && k == 1;
        if (partial && partial->kind != XB_PARTIAL_PASSIVE && !item->any_type)
            value.type = c->formula->of_complex == k ? XB_TYPE_COMPLEX : XB_TYPE_REAL;
    }
    return value;
}

static known_value value_of_operation(const check *c, const xb_partial_vertex *vertex, xb_type type)
{
    known_value value = {.type = type, .is_scalar = true};
    for (unsigned k = 0; k < vertex->operand_count; k++) {
        value.is_scalar = value.is_scalar && c->values[vertex->operands[k]].is_scalar;
        value.is_array = value.is_array || c->values[vertex->operands[k]].is_array;
    }
    return value;
}

/* The first operand tells, where operands may be of any type; a number is complex if it is complex
 * differentiable in a complex operand. */
static xb_type type_of_intrinsic(const check *c, const xb_partial_vertex *vertex, const xb_inlinable *item)
{
    if (item->return_type != XB_TYPE_REAL)
        return item->return_type;
    if (item->any_type)
        return c->values[vertex->operands[0]].type;
    if (item->complex_rule == XB_COMPLEX_HOLOMORPHIC && !item->complex_action)
        for (unsigned k = 0; k < vertex->operand_count; k++)
            if (c->values[vertex->operands[k]].type == XB_TYPE_COMPLEX)
                return XB_TYPE_COMPLEX;
    return XB_TYPE_REAL;
}

/* A built-in intrinsic, of which no derivative is wanted, so that it need not be inlinable. */
static void check_known(const check *c, size_t i)
{
    const xb_partial_vertex *vertex = &c->formula->vertices[i];
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(xb_intrinsic_find(vertex->text));
    if (vertex->operand_count < facts->least || vertex->operand_count > facts->most)
        wrong_at(c, i, "pass as many operands as the intrinsic has",
                 xb_arena_format(
                     c->r->arena, "'%s' with %u %s, it takes %u to %u", vertex->text, vertex->operand_count,
                     xb_plural(vertex->operand_count, "operand", "operands"), facts->least, facts->most));
}

static known_value value_of_intrinsic(const check *c, size_t i)
{
    const xb_partial_vertex *vertex = &c->formula->vertices[i];
    const xb_inlinable *item = xb_catalogue_reader_resolve(c->r, vertex->text);
    if (!item && c->formula->is_value && xb_intrinsic_find(vertex->text) != XB_INTRINSIC_NONE) {
        check_known(c, i);
        return (known_value){0};
    }
    if (!item) {
        wrong_at(c, i, "formulas use inlinable intrinsics of this catalogue or of one read before",
                 xb_arena_format(c->r->arena, "unknown intrinsic '%s'", vertex->text));
        return (known_value){0};
    }
    if (!check_count(c, i, item))
        return (known_value){0};
    check_types(c, i, item);
    check_shapes(c, i, item);
    const xb_type type = type_of_intrinsic(c, vertex, item);
    if (item->shape_change == XB_SHAPE_SAME)
        return value_of_operation(c, vertex, type);
    return (known_value){.type = type, .is_scalar = vertex->operand_count == 1 && !is_of_arrays(item)};
}

static known_value value_of_vertex(const check *c, size_t i)
{
    const xb_partial_vertex *vertex = &c->formula->vertices[i];
    switch (vertex->kind) {
    case XB_KIND_CONSTANT:
        return (known_value){.type = vertex->type == XB_TYPE_DOUBLE ? XB_TYPE_REAL : vertex->type,
                             .is_scalar = true};
    case XB_KIND_ARGUMENT_REFERENCE: check_argument(c, i); return value_of_argument(c, vertex->argument);
    case XB_KIND_BOOLEAN_OPERATION:
        check_operation(c, i, xb_intrinsic_find(vertex->text));
        return value_of_operation(c, vertex, XB_TYPE_BOOL);
    default: return value_of_intrinsic(c, i);
    }
}

/* ---- formulas --------------------------------------------------------------------------------------------
 */

/* A partial derivative is a number, and complex where the operand is, or the result. */
static void check_value(const check *c, xb_type type)
{
    const xb_catalogue_reader_formula *formula = c->formula;
    const bool complex_fits = formula->of_complex || formula->item->return_type == XB_TYPE_COMPLEX;
    if (!formula->is_partial || !(is_no_number(type) || (type == XB_TYPE_COMPLEX && !complex_fits)))
        return;
    wrong_at(c, formula->count - 1,
             type == XB_TYPE_COMPLEX ? "operands=\"complex\" says that a Partial holds for complex operands"
                                     : "a partial derivative is a number",
             xb_arena_format(c->r->arena, "the value of the formula is of type %s", type_name(type)));
}

/* What the intrinsic computes is what the rest of its item says of it. */
static void check_result(const check *c, known_value value)
{
    const xb_inlinable *item = c->formula->item;
    const xb_type declared = item->return_type;
    const bool fits = declared == XB_TYPE_BOOL ? value.type == XB_TYPE_BOOL
                      : is_no_number(declared) ? value.type == XB_TYPE_CHAR || value.type == XB_TYPE_STRING
                                               : !is_no_number(value.type);
    if (!fits && value.type != XB_TYPE_VOID)
        wrong_at(c, c->formula->count - 1, "return_type says what the intrinsic computes",
                 xb_arena_format(c->r->arena, "the value of the formula is of type %s, the result of type %s",
                                 type_name(value.type), type_name(declared)));
    if (value.is_array && item->shape_change == XB_SHAPE_SCALAR)
        wrong_at(c, c->formula->count - 1, "shapeChange=\"scalar\" says that the result is one",
                 "the value of the formula is an array");
}

static void check_formula(xb_catalogue_reader *r, const xb_catalogue_reader_formula *formula)
{
    const check c = {r, formula, xb_arena_array(r->arena, formula->count, sizeof *c.values)};
    const size_t errors = xb_diagnostics_count(r->diagnostics);
    for (size_t i = 0; i < formula->count; i++)
        c.values[i] = value_of_vertex(&c, i);
    if (formula->count == 0 || xb_diagnostics_count(r->diagnostics) != errors)
        return;
    check_value(&c, c.values[formula->count - 1].type);
    if (formula->is_value)
        check_result(&c, c.values[formula->count - 1]);
}

void xb_catalogue_reader_check_formulas(xb_catalogue_reader *r)
{
    const xb_catalogue_reader_formula *formulas = r->formulas.items;
    for (size_t i = 0; i < r->formulas.count; i++)
        check_formula(r, &formulas[i]);
}
