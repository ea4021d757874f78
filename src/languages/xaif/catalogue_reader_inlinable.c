/*
 * Inlinable intrinsics. A Partial, Function or Singular collects the vertices and edges of its formula; at
 * its end the formula is put in order and, where the kind of the partial says all, dropped again. An item is
 * kept only if nothing was wrong with it.
 */
#include <string.h>

#include "languages/xaif/catalogue_reader_state.h"
#include "ir/expression.h"

void xb_catalogue_reader_start_inlinable(xb_catalogue_reader *r)
{
    enum { NAME, NR_ARGUMENTS, RETURN_TYPE, NON_SMOOTH, SHAPE_CHANGE, REQUIRED, OPERANDS, COMPLEX_ACTION };
    static const xb_catalogue_reader_word operands[] = {{"numbers", false}, {"any", true}, {NULL, 0}};
    static const xb_catalogue_reader_word shape_changes[] = {
        {"no_change", XB_SHAPE_SAME}, {"scalar", XB_SHAPE_SCALAR}, {"rank", XB_SHAPE_RANK}, {NULL, 0}};
    r->item_valid = true;
    r->item_line = r->line;
    r->has_function = r->has_singular = false;
    xb_inlinable *item = r->inlinable = xb_arena_alloc(r->arena, sizeof *item);
    item->name = xb_catalogue_reader_text(r, NAME);
    item->file = r->file;
    item->line = r->line;
    item->argument_count = xb_catalogue_reader_number(r, NR_ARGUMENTS, 1, XB_CATALOGUE_READER_OPERANDS);
    item->return_type =
        (xb_type)xb_catalogue_reader_choice(r, RETURN_TYPE, xb_catalogue_reader_result_types, XB_TYPE_REAL);
    item->non_smooth = xb_catalogue_reader_flag(r, NON_SMOOTH);
    item->shape_change =
        (xb_shape_change)xb_catalogue_reader_choice(r, SHAPE_CHANGE, shape_changes, XB_SHAPE_SAME);
    if (r->values[REQUIRED])
        item->required_count = xb_catalogue_reader_number(r, REQUIRED, 1, item->argument_count);
    item->any_type = xb_catalogue_reader_choice(r, OPERANDS, operands, false);
    if (r->values[COMPLEX_ACTION])
        item->complex_action = xb_catalogue_reader_text(r, COMPLEX_ACTION);
    r->partials = xb_arena_array(r->arena, item->argument_count, sizeof *r->partials);
    xb_catalogue_reader_define(r, item->name, item);
}

/* The last operand that a partial is by, unless that is passive, or that its formula refers to. */
static unsigned last_operand(const xb_partial *partial)
{
    unsigned last = partial->kind != XB_PARTIAL_PASSIVE ? partial->position : 0;
    for (size_t k = 0; k < partial->vertex_count; k++)
        if (partial->vertices[k].kind == XB_KIND_ARGUMENT_REFERENCE && partial->vertices[k].argument > last)
            last = partial->vertices[k].argument;
    return last;
}

/* The operands that the value depends on, that derivatives are known of, or depend on, if the document does
 * not say which are required. */
static unsigned required_operands(const xb_inlinable *item)
{
    const xb_partial value = {
        .kind = XB_PARTIAL_PASSIVE, .vertex_count = item->value_count, .vertices = item->value};
    unsigned required = last_operand(&value) > 1 ? last_operand(&value) : 1;
    for (size_t i = 0; i < item->partial_count; i++)
        for (const xb_partial *partial = &item->partials[i]; partial; partial = partial->of_complex) {
            unsigned last = last_operand(partial);
            required = last > required ? last : required;
        }
    return required;
}

void xb_catalogue_reader_end_inlinable(xb_catalogue_reader *r)
{
    xb_inlinable *item = r->inlinable;
    if (!r->has_function && r->item_valid)
        xb_catalogue_reader_wrong(r, r->item_line, "write <Function/> before the Partials",
                                  "Function is missing");
    xb_partial *partials = xb_arena_array(r->arena, item->argument_count, sizeof *partials);
    for (unsigned i = 0; i < item->argument_count; i++) {
        if (!r->partials[i]) {
            if (r->item_valid)
                xb_catalogue_reader_wrong(r, r->item_line,
                                          "each operand needs one, be it partial_type=\"passive\"",
                                          "Partial %u of %u is missing", i + 1, item->argument_count);
            return;
        }
        partials[i] = *r->partials[i];
    }
    item->partials = partials;
    item->partial_count = item->argument_count;
    if (item->required_count == 0)
        item->required_count = required_operands(item);
    for (unsigned i = 0; item->shape_change == XB_SHAPE_RANK && i < item->argument_count; i++)
        if (partials[i].kind != XB_PARTIAL_PASSIVE)
            xb_catalogue_reader_wrong(r, r->item_line, "write partial_type=\"passive\"",
                                      "Partial %u is not passive, but the result of shapeChange=\"rank\" "
                                      "describes an array and has no derivative",
                                      i + 1);
    if (r->item_valid)
        xb_list_append(r->arena, &r->items->inlinables, item);
}

/* Whether a list of names, separated by blanks, has a second one: that of the function for complex operands.
 */
static bool has_complex_name(const char *names)
{
    const char *blanks = " \t\r\n";
    names += strspn(names, blanks);
    names += strcspn(names, blanks);
    return names[strspn(names, blanks)] != '\0';
}

static void start_formula(xb_catalogue_reader *r, xb_partial *partial)
{
    r->partial = partial;
    r->is_condition = false;
    r->formula = (xb_formula){0};
    r->formula_line = r->line;
    r->formula_valid = true;
}

void xb_catalogue_reader_start_function(xb_catalogue_reader *r)
{
    enum { TYPE, BUILTIN_NAME };
    static const xb_catalogue_reader_word types[] = {{"builtin", 0}, {"user_defined", 1}, {NULL, 0}};
    if (r->has_function)
        xb_catalogue_reader_wrong(r, r->line, "an intrinsic has one Function", "a second Function");
    r->has_function = true;
    xb_catalogue_reader_choice(r, TYPE, types, 1);
    bool complex = r->values[BUILTIN_NAME] && has_complex_name(r->values[BUILTIN_NAME]);
    r->inlinable->complex_rule = complex ? XB_COMPLEX_HOLOMORPHIC : XB_COMPLEX_REFUSED;
    start_formula(r, NULL);
}

void xb_catalogue_reader_start_singular(xb_catalogue_reader *r)
{
    static const xb_catalogue_reader_word operands[] = {{"numbers", false}, {"complex", true}, {NULL, 0}};
    if (r->has_singular)
        xb_catalogue_reader_wrong(r, r->line, "an intrinsic has one condition: join conditions by or",
                                  "a second Singular");
    r->has_singular = true;
    r->inlinable->singular_of_complex = xb_catalogue_reader_choice(r, 0, operands, false);
    start_formula(r, NULL);
    r->is_condition = true;
}

/* It follows the partial in whose place it holds. */
static void add_partial_of_complex(xb_catalogue_reader *r, const xb_partial *partial)
{
    xb_partial *general = r->partials[partial->position - 1];
    if (r->inlinable->complex_rule != XB_COMPLEX_HOLOMORPHIC)
        xb_catalogue_reader_wrong(r, r->line, "a second name in builtin_name says that there is one",
                                  "a Partial for complex operands, but no function for them");
    else if (!general)
        xb_catalogue_reader_wrong(r, r->line, "write the one for other operands before it",
                                  "the Partial for complex operands is the first one for operand %u",
                                  partial->position);
    else if (general->of_complex)
        xb_catalogue_reader_wrong(r, r->line, "each operand has one Partial: check partial_id",
                                  "a second Partial for operand %u where it is complex", partial->position);
    else
        general->of_complex = partial;
}

void xb_catalogue_reader_start_partial(xb_catalogue_reader *r)
{
    enum { PARTIAL_ID, PARTIAL_TYPE, NON_VALUE_INQUIRY, OPERANDS };
    static const xb_catalogue_reader_word operands[] = {{"numbers", false}, {"complex", true}, {NULL, 0}};
    static const xb_catalogue_reader_word types[] = {{"passive", XB_PARTIAL_PASSIVE},
                                                     {"linear_one", XB_PARTIAL_ONE},
                                                     {"linear_minus_one", XB_PARTIAL_MINUS_ONE},
                                                     {"linear", XB_PARTIAL_LINEAR},
                                                     {"nonlinear", XB_PARTIAL_NONLINEAR},
                                                     {NULL, 0}};
    xb_partial *partial = xb_arena_alloc(r->arena, sizeof *partial);
    partial->position = xb_catalogue_reader_number(r, PARTIAL_ID, 1, r->inlinable->argument_count);
    partial->kind = (xb_partial_kind)xb_catalogue_reader_choice(r, PARTIAL_TYPE, types, XB_PARTIAL_NONLINEAR);
    partial->non_value_inquiry = xb_catalogue_reader_flag(r, NON_VALUE_INQUIRY);
    if (!r->has_function)
        xb_catalogue_reader_wrong(r, r->line, "move it before the first Partial",
                                  "Function must come before the Partials");
    if (xb_catalogue_reader_choice(r, OPERANDS, operands, false))
        add_partial_of_complex(r, partial);
    else if (r->partials[partial->position - 1])
        xb_catalogue_reader_wrong(r, r->line, "each operand has one Partial: check partial_id",
                                  "a second Partial for operand %u", partial->position);
    else
        r->partials[partial->position - 1] = partial;
    start_formula(r, partial);
}

static void check_boolean_operations(xb_catalogue_reader *r, const xb_partial_vertex *vertices,
                                     const uint32_t *origin, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (vertices[i].kind != XB_KIND_BOOLEAN_OPERATION)
            continue;
        const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(xb_intrinsic_find(vertices[i].text));
        unsigned operands = facts->least;
        if (facts->is_operation && vertices[i].operand_count != operands)
            xb_catalogue_reader_wrong(r, xb_formula_line(&r->formula, origin[i]),
                                      "add or remove an ExpressionEdge", "'%s' with %u %s, it takes %u",
                                      vertices[i].text, vertices[i].operand_count,
                                      xb_plural(vertices[i].operand_count, "operand", "operands"), operands);
    }
}

/* The element path with one more step, for a vertex of the formula that ends. */
static xb_place vertex_place(xb_catalogue_reader *r, size_t line, const xb_partial_vertex *vertex)
{
    xb_place place = xb_catalogue_reader_at(r, line);
    if (vertex->kind == XB_KIND_INTRINSIC || vertex->kind == XB_KIND_BOOLEAN_OPERATION)
        place.path = xb_arena_format(r->arena, "%s/%s(%s)", place.path,
                                     vertex->kind == XB_KIND_INTRINSIC ? "Intrinsic" : "BooleanOperation",
                                     vertex->text);
    return place;
}

static void note_formula(xb_catalogue_reader *r, const xb_partial_vertex *vertices, const uint32_t *origin,
                         size_t count)
{
    const bool of_complex = r->partial && r->partials[r->partial->position - 1] != r->partial;
    xb_place *places = xb_arena_array(r->arena, count, sizeof *places);
    for (size_t i = 0; i < count; i++)
        places[i] = vertex_place(r, xb_formula_line(&r->formula, origin[i]), &vertices[i]);
    xb_catalogue_reader_formula *formula = xb_vector_push(r->arena, &r->formulas, sizeof *formula);
    *formula = (xb_catalogue_reader_formula){.item = r->inlinable,
                                             .is_partial = r->partial,
                                             .is_value = !r->partial && !r->is_condition,
                                             .of_complex = of_complex ? r->partial->position : 0,
                                             .vertices = vertices,
                                             .count = count,
                                             .places = places};
}

static void check_linear(xb_catalogue_reader *r, const xb_partial_vertex *vertices, size_t count)
{
    if (count == 0)
        xb_catalogue_reader_wrong(r, r->formula_line,
                                  "write the constant in it, or partial_type=\"nonlinear\"",
                                  "a linear partial needs a formula for its constant value");
    for (size_t i = 0; i < count; i++)
        if (vertices[i].kind == XB_KIND_ARGUMENT_REFERENCE)
            xb_catalogue_reader_wrong(r, r->formula_line, "a value that depends on operands is nonlinear",
                                      "a linear partial refers to an operand");
}

/* Whether a condition says what stands for an operand, and says it once of each. */
static bool has_regular_numbers(xb_catalogue_reader *r, const xb_partial_vertex *vertices, size_t count)
{
    bool *seen = xb_arena_array(r->arena, r->inlinable->argument_count + 1, sizeof *seen);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!vertices[i].regular)
            continue;
        if (seen[vertices[i].argument])
            xb_catalogue_reader_wrong(r, r->formula_line, "one reference to the operand has it",
                                      "a second attribute regular of argument %u", vertices[i].argument);
        seen[vertices[i].argument] = any = true;
    }
    return any;
}

static void take_condition(xb_catalogue_reader *r, const xb_partial_vertex *vertices, size_t count)
{
    if (count == 0 || vertices[count - 1].kind != XB_KIND_BOOLEAN_OPERATION)
        xb_catalogue_reader_wrong(r, r->formula_line, "its result is that of a BooleanOperation, as of equal",
                                  "Singular is not a condition");
    else if (!has_regular_numbers(r, vertices, count))
        xb_catalogue_reader_wrong(
            r, r->formula_line,
            "give the reference to each operand that makes the formulas singular a number that does not",
            "no ArgumentReference of Singular has the attribute regular");
    r->inlinable->singular = vertices;
    r->inlinable->singular_count = count;
}

void xb_catalogue_reader_end_formula(xb_catalogue_reader *r)
{
    size_t count = xb_formula_vertex_count(&r->formula);
    const xb_partial_vertex *vertices = NULL;
    const uint32_t *origin = NULL;
    if (!r->formula_valid)
        return;
    xb_formula_problem problem = xb_formula_build(r->arena, &r->formula, &vertices, &origin);
    if (problem.message) {
        xb_catalogue_reader_wrong(r, problem.line ? problem.line : r->formula_line, problem.hint, "%s",
                                  problem.message);
        return;
    }
    check_boolean_operations(r, vertices, origin, count);
    if (!r->formula_valid)
        return;
    note_formula(r, vertices, origin, count);
    if (r->is_condition)
        take_condition(r, vertices, count);
    if (!r->partial && !r->is_condition && count > 0) {
        r->inlinable->value = vertices;
        r->inlinable->value_count = count;
    }
    if (!r->partial)
        return;
    if (r->partial->kind == XB_PARTIAL_LINEAR)
        check_linear(r, vertices, count);
    if (r->partial->kind != XB_PARTIAL_LINEAR && r->partial->kind != XB_PARTIAL_NONLINEAR)
        return;
    r->partial->vertex_count = count;
    r->partial->vertices = vertices;
}

/* Adds a vertex; attribute id is its vertex_id. */
static void add_vertex(xb_catalogue_reader *r, size_t id, xb_partial_vertex vertex)
{
    const xb_name *name = xb_names_get(r->names, r->values[id] ? r->values[id] : "1");
    if (!xb_formula_add_vertex(r->arena, &r->formula, name, vertex, r->line))
        xb_catalogue_reader_wrong(r, r->line, "without a vertex_id, it is \"1\"", "a second vertex '%s'",
                                  name->text);
}

void xb_catalogue_reader_start_intrinsic(xb_catalogue_reader *r)
{
    enum { NAME, VERTEX_ID, TYPE };
    static const xb_catalogue_reader_word types[] = {{"inlinable", 0}, {NULL, 0}};
    xb_catalogue_reader_choice(r, TYPE, types, 0);
    add_vertex(r, VERTEX_ID,
               (xb_partial_vertex){.kind = XB_KIND_INTRINSIC, .text = xb_catalogue_reader_text(r, NAME)});
}

void xb_catalogue_reader_start_boolean_operation(xb_catalogue_reader *r)
{
    enum { NAME, VERTEX_ID };
    xb_catalogue_reader_word names[XB_BOOLEAN_OPERATIONS + 1] = {{NULL, 0}};
    for (size_t i = 0; i < XB_BOOLEAN_OPERATIONS; i++)
        names[i].word = xb_boolean_operations[i];
    xb_catalogue_reader_choice(r, NAME, names, 0);
    add_vertex(r, VERTEX_ID, (xb_partial_vertex){.kind = XB_KIND_BOOLEAN_OPERATION, .text = r->values[NAME]});
}

/* Whether a constant that should be a number is one. */
static bool is_readable(xb_catalogue_reader *r, xb_type type, const char *text)
{
    bool is_number = type == XB_TYPE_REAL || type == XB_TYPE_DOUBLE || type == XB_TYPE_INTEGER;
    xb_constant constant = {.type = type, .value = xb_names_get(r->names, text)};
    double value;
    return !is_number || xb_constant_value(&constant, &value);
}

void xb_catalogue_reader_start_constant(xb_catalogue_reader *r)
{
    enum { TYPE, VALUE, VERTEX_ID, FE_TYPE };
    static const xb_catalogue_reader_word types[] = {{"real", XB_TYPE_REAL},
                                                     {"double", XB_TYPE_DOUBLE},
                                                     {"integer", XB_TYPE_INTEGER},
                                                     {"bool", XB_TYPE_BOOL},
                                                     {"char", XB_TYPE_CHAR},
                                                     {"string", XB_TYPE_STRING},
                                                     {NULL, 0}};
    xb_partial_vertex vertex = {
        .kind = XB_KIND_CONSTANT, .text = r->values[VALUE], .fe_type = r->values[FE_TYPE]};
    vertex.type = (xb_type)xb_catalogue_reader_choice(r, TYPE, types, XB_TYPE_REAL);
    if (!is_readable(r, vertex.type, vertex.text))
        xb_catalogue_reader_wrong(r, r->line, "write numbers as 12, -1.5, 2.5e-3 or 2.5d-3",
                                  "'%s' is not a constant of type %s", vertex.text, r->values[TYPE]);
    add_vertex(r, VERTEX_ID, vertex);
}

void xb_catalogue_reader_start_argument(xb_catalogue_reader *r)
{
    enum { ARGUMENT, VERTEX_ID, REGULAR };
    xb_partial_vertex vertex = {.kind = XB_KIND_ARGUMENT_REFERENCE, .regular = r->values[REGULAR]};
    if (vertex.regular && !r->is_condition)
        xb_catalogue_reader_wrong(r, r->line, "it belongs into Singular",
                                  "regular=\"%s\" in a formula that is no condition", vertex.regular);
    else if (vertex.regular && !is_readable(r, XB_TYPE_REAL, vertex.regular))
        xb_catalogue_reader_wrong(r, r->line, "write numbers as 12, -1.5, 2.5e-3 or 2.5d-3",
                                  "regular=\"%s\" is not a number", vertex.regular);
    vertex.argument = xb_catalogue_reader_number(r, ARGUMENT, 0, r->inlinable->argument_count);
    add_vertex(r, VERTEX_ID, vertex);
}

void xb_catalogue_reader_start_edge(xb_catalogue_reader *r)
{
    enum { SOURCE, TARGET, POSITION };
    unsigned position = xb_catalogue_reader_number(r, POSITION, 1, XB_CATALOGUE_READER_OPERANDS);
    xb_formula_add_edge(r->arena, &r->formula, xb_names_get(r->names, r->values[SOURCE]),
                        xb_names_get(r->names, r->values[TARGET]), position, r->line);
}
