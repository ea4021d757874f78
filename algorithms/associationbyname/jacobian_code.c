/*
 * Arguments of the original are arguments of the new routine, and their derivatives local variables of it.
 */
#include "algorithms/associationbyname/jacobian_code.h"

#include "ir/build.h"
#include "ir/version.h"

/* A variable that is restored before each run. */
typedef struct saving {
    xb_symbol *variable, *copy;
} saving;

/* ---- pieces of code ----------------------------------------------------------------------------------- */

void xb_jacobian_assign(const xb_jacobian_code *m, xb_body *code, xb_reference *target, xb_expression *value)
{
    xb_body_add(code, &xb_build_assignment(m->program, "_jacobian", target, value)->statement);
}

static xb_expression *integer(const xb_jacobian_code *m, int64_t value)
{
    return xb_build_leaf(m->program, xb_build_integer(m->program, value));
}

void xb_jacobian_set_real(const xb_jacobian_code *m, xb_body *code, xb_reference *target, double value)
{
    xb_jacobian_assign(m, code, target, xb_build_leaf(m->program, xb_build_real(m->program, value)));
}

static void copy(const xb_jacobian_code *m, xb_body *code, xb_symbol *to, xb_symbol *from)
{
    xb_jacobian_assign(m, code, xb_build_reference(m->program, to),
                       xb_build_leaf(m->program, xb_build_reference(m->program, from)));
}

void xb_jacobian_count(const xb_jacobian_code *m, xb_body *code, xb_symbol *counter)
{
    xb_expression *next = xb_build_expression(m->program);
    uint32_t before = xb_expression_add(m->program, next, xb_build_reference(m->program, counter));
    uint32_t one = xb_expression_add(m->program, next, xb_build_integer(m->program, 1));
    next->root = xb_build_binary(m->program, next, XB_INTRINSIC_ADD, before, one);
    xb_jacobian_assign(m, code, xb_build_reference(m->program, counter), next);
}

void xb_jacobian_subscribe(const xb_jacobian_code *m, xb_reference *reference, xb_expression *index)
{
    xb_list_append(m->program->arena, &reference->subscripts,
                   xb_build_triplet(m->program, index, NULL, NULL));
}

static void allocate(const xb_jacobian_code *m, xb_body *code, xb_symbol *symbol, xb_symbol *like)
{
    if (symbol->rank <= 0 || symbol->bounds_count > 0)
        return;
    xb_inlinable_call *call = xb_build_inlinable_call(m->program, XB_RUNTIME_ALLOCATE_MATCHING, "_jacobian");
    xb_build_argument(m->program, &call->arguments, xb_build_reference(m->program, symbol));
    xb_build_argument(m->program, &call->arguments, xb_build_reference(m->program, like));
    xb_body_add(code, &call->statement);
}

/* ---- variables ---------------------------------------------------------------------------------------- */

xb_symbol *xb_jacobian_variable(const xb_jacobian_code *m, const xb_symbol *symbol)
{
    return xb_version_symbol(m->program, m->version, (xb_symbol *)symbol);
}

uint32_t xb_jacobian_directions(const xb_jacobian_code *m)
{
    return xb_named_directions(m->request->derivatives);
}

xb_symbol *xb_jacobian_derivative(const xb_jacobian_code *m, const xb_symbol *symbol, uint32_t direction)
{
    return xb_jacobian_variable(m, xb_named_derivative(m->request->derivatives, symbol, direction));
}

static bool is_active(const xb_formal *formal)
{
    return xb_derivative_can_be_named(formal->symbol);
}

/* With bounds if they are known; bounds of documents are in the reverse order of subscripts. */
xb_symbol *xb_jacobian_matrix(const xb_jacobian_code *m)
{
    enum { RANK = 2 };
    const xb_bounds bounds[RANK] = {{1, xb_jacobian_elements(&m->shape.inputs)},
                                    {1, xb_jacobian_elements(&m->shape.results)}};
    bool known = bounds[0].upper > 0 && bounds[1].upper > 0;
    xb_symbol *matrix = xb_temporary_create(
        m->program, m->version->scope, "jac",
        (xb_temporary_type){.type = XB_TYPE_REAL, .rank = RANK, .bounds = known ? bounds : NULL});
    matrix->active = m->request->active;
    return matrix;
}

void xb_jacobian_save(xb_jacobian_code *m, xb_symbol *variable)
{
    saving *s = xb_vector_push(m->program->arena, &m->saved, sizeof *s);
    s->variable = variable;
    s->copy = xb_temporary_create(
        m->program, m->version->scope, "sav",
        (xb_temporary_type){.type = variable->type,
                            .length = xb_symbol_length(variable),
                            .fe_type = variable->fe_type,
                            .rank = variable->rank,
                            .bounds = variable->bounds_count ? variable->bounds : NULL,
                            .active = m->request->active && xb_symbol_is_active(variable)});
}

/* ---- loops over elements ------------------------------------------------------------------------------- */

static uint32_t add_inquiry(const xb_jacobian_code *m, xb_expression *value, xb_intrinsic_code code,
                            xb_symbol *array, int dimension)
{
    uint32_t operand = xb_expression_add(m->program, value, xb_build_reference(m->program, array));
    uint32_t number = xb_expression_add(m->program, value, xb_build_integer(m->program, dimension + 1));
    return xb_build_binary(m->program, value, code, operand, number);
}

static xb_expression *extent(const xb_jacobian_code *m, xb_symbol *array, int dimension)
{
    const xb_bounds *bounds = xb_symbol_bounds(array, (size_t)dimension);
    if (bounds)
        return integer(m, (int64_t)xb_bounds_extent(*bounds));
    xb_expression *value = xb_build_expression(m->program);
    value->root = add_inquiry(m, value, XB_INTRINSIC_SIZE, array, dimension);
    return value;
}

/* The product of what a value is so far and an extent. */
static void multiply(const xb_jacobian_code *m, xb_expression *value, const xb_expression *factor)
{
    uint32_t product = value->root, own;
    own = xb_copy_subexpression(m->program, factor, factor->root, value, NULL, NULL);
    value->root = xb_build_binary(m->program, value, XB_INTRINSIC_MUL, product, own);
}

static xb_expression *elements_of(const xb_jacobian_code *m, const xb_symbol *symbol)
{
    xb_symbol *own = xb_jacobian_variable(m, symbol);
    xb_expression *value = own->rank > 0 ? extent(m, own, 0) : integer(m, 1);
    for (int d = 1; d < own->rank; d++)
        multiply(m, value, extent(m, own, d));
    return value;
}

xb_expression *xb_jacobian_extent(const xb_jacobian_code *m, const xb_list *symbols)
{
    xb_expression *sum = xb_build_expression(m->program);
    uint32_t total = XB_GRAPH_NONE;
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_expression *own = elements_of(m, symbols->items[i]);
        uint32_t term = xb_copy_subexpression(m->program, own, own->root, sum, NULL, NULL);
        total =
            total == XB_GRAPH_NONE ? term : xb_build_binary(m->program, sum, XB_INTRINSIC_ADD, total, term);
    }
    sum->root = total;
    return sum;
}

/* The subscript of element number i of a dimension. */
static xb_expression *subscript(const xb_jacobian_code *m, xb_symbol *array, int dimension, xb_symbol *i)
{
    const xb_bounds *bounds = xb_symbol_bounds(array, (size_t)dimension);
    xb_expression *value = xb_build_expression(m->program);
    uint32_t number = xb_expression_add(m->program, value, xb_build_reference(m->program, i));
    if (bounds && bounds->lower == 1)
        return value;
    uint32_t lower = bounds
                         ? xb_expression_add(m->program, value, xb_build_integer(m->program, bounds->lower))
                         : add_inquiry(m, value, XB_INTRINSIC_LBOUND, array, dimension);
    uint32_t one = xb_expression_add(m->program, value, xb_build_integer(m->program, 1));
    uint32_t before = xb_build_binary(m->program, value, XB_INTRINSIC_SUB, lower, one);
    value->root = xb_build_binary(m->program, value, XB_INTRINSIC_ADD, number, before);
    return value;
}

/* Adds loops over all elements, the first subscript innermost. @param element receives a reference to the
 * element @return how many constructs have been begun before */
size_t xb_jacobian_over_elements(const xb_jacobian_code *m, xb_body *code, xb_symbol *array,
                                 xb_reference **element)
{
    xb_symbol *variables[XB_RANK_LIMIT];
    const size_t depth = xb_body_depth(code);
    *element = xb_build_reference(m->program, array);
    for (int d = array->rank - 1; d >= 0; d--) {
        variables[d] = xb_temporary_integer(m->program, m->version->scope, "elt");
        xb_body_count(code, variables[d], extent(m, array, d));
    }
    for (int d = 0; d < array->rank; d++)
        xb_jacobian_subscribe(m, *element, subscript(m, array, d, variables[d]));
    return depth;
}

/* ---- calls -------------------------------------------------------------------------------------------- */

static void pass(const xb_jacobian_code *m, xb_call *call, xb_symbol *symbol)
{
    xb_build_argument_at(m->program, call, (unsigned)call->arguments.count + 1,
                         xb_build_reference(m->program, symbol));
}

static void call(const xb_jacobian_code *m, xb_body *code, xb_symbol *subroutine)
{
    xb_call *made = xb_build_call(m->program, "_jacobian", subroutine, 0);
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        pass(m, made, xb_jacobian_variable(m, formal->symbol));
        for (uint32_t k = 0; is_active(formal) && k < xb_jacobian_directions(m); k++)
            pass(m, made, xb_jacobian_derivative(m, formal->symbol, k));
    }
    made->formal_count = (uint32_t)made->arguments.count;
    xb_body_add(code, &made->statement);
}

static void restore(const xb_jacobian_code *m, xb_body *code)
{
    const saving *saved = m->saved.items;
    for (size_t i = 0; i < m->saved.count; i++)
        copy(m, code, saved[i].variable, saved[i].copy);
}

static void zero(const xb_jacobian_code *m, xb_body *code, const xb_symbol *symbol)
{
    for (uint32_t k = 0; k < xb_jacobian_directions(m); k++)
        xb_jacobian_set_real(m, code, xb_build_reference(m->program, xb_jacobian_derivative(m, symbol, k)),
                             0);
}

/* Those of arrays without bounds, which are not read before they are assigned, or only read, are set by each
 * run, or stay 0. */
static void zero_globals(const xb_jacobian_code *m, xb_body *code)
{
    for (size_t i = 0; i < m->outside.count; i++) {
        const xb_symbol *symbol = m->outside.items[i];
        if (xb_derivative_can_be_named(symbol) && (symbol->rank <= 0 || symbol->bounds_count > 0))
            zero(m, code, symbol);
    }
}

static void zero_derivatives(const xb_jacobian_code *m, xb_body *code)
{
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        if (is_active(formal))
            zero(m, code, formal->symbol);
    }
    zero_globals(m, code);
}

/* What computes values comes first of all that stands for the routine; it may have been renamed. */
static xb_symbol *subroutine(const xb_jacobian_code *m)
{
    xb_list forms = {.count = 0};
    xb_view_append(m->program->arena, XB_VIEW_DERIVED, m->original, &forms);
    return ((const xb_routine *)forms.items[0])->symbol;
}

static xb_symbol *motion(const xb_jacobian_code *m, const char *name)
{
    const xb_routine *found = xb_version_find(m->program, m->original, name);
    return found ? found->symbol : NULL;
}

void xb_jacobian_prepare_run(const xb_jacobian_code *m, xb_body *code)
{
    restore(m, code);
    if (m->request->reverse)
        call(m, code, motion(m, "recording"));
    zero_derivatives(m, code);
}

void xb_jacobian_run(const xb_jacobian_code *m, xb_body *code)
{
    call(m, code, m->request->reverse ? motion(m, "returning") : subroutine(m));
}

void xb_jacobian_begin(const xb_jacobian_code *m, xb_body *code)
{
    const saving *saved = m->saved.items;
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        for (uint32_t k = 0; is_active(formal) && k < xb_jacobian_directions(m); k++)
            allocate(m, code, xb_jacobian_derivative(m, formal->symbol, k),
                     xb_jacobian_variable(m, formal->symbol));
    }
    for (size_t i = 0; i < m->saved.count; i++) {
        allocate(m, code, saved[i].copy, saved[i].variable);
        copy(m, code, saved[i].copy, saved[i].variable);
    }
}

void xb_jacobian_end(const xb_jacobian_code *m, xb_body *code)
{
    restore(m, code);
    if (!m->request->reverse)
        zero_derivatives(m, code);
    call(m, code, subroutine(m));
}
