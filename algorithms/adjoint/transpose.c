/*
 * Where y and x of y' = a x' may be the same location, y' is moved to a temporary first; where they are, and
 * no other x may be, y' becomes a y' last. The forward code has seen to it that no other overlap is left.
 */
#include "algorithms/adjoint/transpose.h"

#include "analysis/locations.h"
#include "analysis/overlap.h"
#include "ir/build.h"
#include "ir/declaration.h"

/* ---- code ---------------------------------------------------------------------------------------------- */

void xb_adjoint_append(xb_adjoint *a, void *statement)
{
    if (statement)
        xb_list_append(a->program->arena, a->statements, statement);
}

/* Appends an update; of a section with vector subscripts, by way of a temporary. */
static void update(xb_adjoint *a, xb_kind kind, const char *id, void *factor, xb_reference *read,
                   xb_reference *updated)
{
    xb_symbol *gathered = xb_has_vector_subscript(updated) ? xb_adjoint_temporary_like(a, updated) : NULL;
    xb_reference *target = gathered ? xb_build_reference(a->program, gathered) : updated;
    xb_adjoint_append(a, xb_build_single_propagator(a->program, id, kind, target, factor, read));
    if (!gathered)
        return;
    xb_adjoint_scatter(a, gathered, updated);
    xb_adjoint_zero(a, xb_build_reference(a->program, gathered));
}

void xb_adjoint_increment(xb_adjoint *a, xb_reference *read, xb_reference *updated)
{
    update(a, XB_KIND_INC_DERIV, "_increment", NULL, read, updated);
}

/* updated' -= read'. Both are taken over. */
static void decrement(xb_adjoint *a, xb_reference *read, xb_reference *updated)
{
    update(a, XB_KIND_DEC_DERIV, "_decrement", NULL, read, updated);
}

void xb_adjoint_zero(xb_adjoint *a, xb_reference *target)
{
    xb_adjoint_append(
        a, xb_build_single_propagator(a->program, "_zero", XB_KIND_ZERO_DERIV, target, NULL, NULL));
}

void xb_adjoint_saxpy(xb_adjoint *a, void *factor, xb_reference *read, xb_reference *updated)
{
    update(a, XB_KIND_SAXPY, "_saxpy", factor, read, updated);
}

xb_reference *xb_adjoint_shaped(const xb_adjoint *a, const xb_reference *variable)
{
    const xb_declaration *facts = variable->symbol->declaration;
    xb_reference *shaped = xb_copy_reference(a->program, variable);
    shaped->deriv = facts && facts->allocatable;
    return shaped;
}

xb_symbol *xb_adjoint_temporary(xb_adjoint *a, xb_shape shape)
{
    xb_statement *allocation;
    if (shape.model)
        shape.model = xb_adjoint_shaped(a, shape.model);
    xb_symbol *symbol = xb_shape_temporary(a->program, a->scope, "prp", shape, true, &allocation);
    xb_adjoint_append(a, allocation);
    if (allocation && a->taping->settings->initialise)
        xb_adjoint_zero(a, xb_build_reference(a->program, symbol));
    return symbol;
}

xb_symbol *xb_adjoint_temporary_like(xb_adjoint *a, const xb_reference *model)
{
    return xb_adjoint_temporary(a, xb_shape_of_reference(a->program->arena, model));
}

/* ---- complex numbers ----------------------------------------------------------------------------------- */

bool xb_is_complex(const void *vertex)
{
    switch (((const xb_node *)vertex)->kind) {
    case XB_KIND_VARIABLE_REFERENCE: return ((const xb_reference *)vertex)->symbol->type == XB_TYPE_COMPLEX;
    case XB_KIND_CONSTANT: return ((const xb_constant *)vertex)->type == XB_TYPE_COMPLEX;
    default: return false;
    }
}

/* The conjugate of a vertex, which is taken over, in an expression. @return its number */
static uint32_t add_conjugate(xb_adjoint *a, xb_expression *to, void *vertex)
{
    uint32_t v = xb_expression_add(a->program, to, vertex);
    return xb_is_complex(vertex) ? xb_build_unary(a->program, to, XB_INTRINSIC_CONJ, v) : v;
}

/* A passive variable with the conjugate of a complex factor. */
static xb_reference *conjugate(xb_adjoint *a, void *factor)
{
    xb_program *program = a->program;
    xb_statement *allocation;
    xb_expression *value = xb_build_expression(program);
    xb_shape shape = {.type = XB_TYPE_COMPLEX};
    if (((const xb_node *)factor)->kind == XB_KIND_VARIABLE_REFERENCE)
        shape = xb_shape_of_reference(program->arena, factor);
    xb_symbol *symbol = xb_shape_temporary(program, a->scope, "aux", shape, false, &allocation);
    value->root = add_conjugate(a, value, factor);
    xb_adjoint_append(a, allocation);
    xb_adjoint_append(a,
                      xb_build_assignment(program, "_conjugate", xb_build_reference(program, symbol), value));
    return xb_build_reference(program, symbol);
}

/* x' += the real part of conj(factor) y'. */
static void add_real_part(xb_adjoint *a, void *factor, const xb_reference *y, xb_reference *x)
{
    xb_program *program = a->program;
    xb_shape shape = xb_shape_of_reference(program->arena, y);
    shape.type = XB_TYPE_REAL;
    shape.fe_type = x->symbol->fe_type;
    xb_symbol *part = xb_adjoint_temporary(a, shape);
    xb_reference *target = xb_build_reference(program, part);
    xb_expression *value = xb_build_expression(program);
    uint32_t product = factor ? add_conjugate(a, value, factor) : XB_GRAPH_NONE;
    uint32_t read = xb_expression_add(program, value, xb_build_derivative(program, y));
    product = factor ? xb_build_binary(program, value, XB_INTRINSIC_MUL, product, read) : read;
    value->root = xb_build_unary(program, value, XB_INTRINSIC_REAL, product);
    target->deriv = true;
    xb_adjoint_append(a, xb_build_assignment(program, "_real_part", target, value));
    xb_adjoint_increment(a, xb_build_reference(program, part), x);
    xb_adjoint_zero(a, xb_build_reference(program, part));
}

void xb_adjoint_add_product(xb_adjoint *a, void *factor, const xb_reference *y, xb_reference *x)
{
    bool of_complex = xb_is_complex(y) || (factor && xb_is_complex(factor));
    if (of_complex && !xb_is_complex(x))
        add_real_part(a, factor, y, x);
    else if (!factor)
        xb_adjoint_increment(a, xb_copy_reference(a->program, y), x);
    else
        xb_adjoint_saxpy(a, xb_is_complex(factor) ? conjugate(a, factor) : factor,
                         xb_copy_reference(a->program, y), x);
}

/* ---- entries ------------------------------------------------------------------------------------------- */

static xb_reference *recall(const xb_adjoint *a, const xb_reference *reference)
{
    return xb_recall_reference(a->taping, reference);
}

static bool is_increment(xb_kind kind)
{
    return kind == XB_KIND_INC_DERIV || kind == XB_KIND_DEC_DERIV || kind == XB_KIND_SAXPY;
}

static bool overlap(xb_adjoint *a, const xb_reference *x, const xb_reference *y)
{
    return xb_overlap_is_known(a->program, x, y) &&
           xb_overlap_of(xb_run_analyses(a->taping->run), x, y, true) != XB_OVERLAP_NEVER;
}

static bool overlaps_a_source(xb_adjoint *a, const xb_propagation *entry)
{
    if (entry->source && overlap(a, entry->target, entry->source))
        return true;
    for (size_t i = 0; i < entry->terms.count; i++)
        if (overlap(a, entry->target, ((const xb_term *)entry->terms.items + i)->source))
            return true;
    return false;
}

/* x' += a y' for a term of one reference. @param y copied */
static void add_unit(xb_adjoint *a, const xb_propagation *entry, const xb_reference *y)
{
    bool is_negative = entry->node.kind == XB_KIND_SET_NEG_DERIV || entry->node.kind == XB_KIND_DEC_DERIV;
    xb_reference *x = recall(a, entry->source);
    if (!is_negative)
        xb_adjoint_add_product(a, NULL, y, x);
    else if (xb_is_complex(y) && !xb_is_complex(x))
        xb_adjoint_add_product(a, xb_build_real(a->program, -1.0), y, x);
    else
        decrement(a, xb_copy_reference(a->program, y), x);
}

/* x' += a y' for each term but one, which may be NULL. @param y copied */
static void add_terms(xb_adjoint *a, const xb_propagation *entry, const xb_reference *y,
                      const xb_term *except)
{
    if (entry->source)
        add_unit(a, entry, y);
    for (size_t i = entry->terms.count; i-- > 0;) {
        const xb_term *term = (const xb_term *)entry->terms.items + i;
        if (term != except)
            xb_adjoint_add_product(a, xb_recall_value(a->taping, term->factor), y, recall(a, term->source));
    }
}

/* Whether a term is a y' in y' = a y' + ..., for which y' = a y' is its own transpose. */
static bool is_self(xb_adjoint *a, const xb_propagation *entry, const xb_term *term, double *factor)
{
    const xb_vertex *root = xb_expression_root(term->factor);
    bool is_constant = root->node.kind == XB_KIND_CONSTANT && !xb_is_complex(root) &&
                       xb_constant_value((const xb_constant *)root, factor);
    if (!is_constant)
        *factor = 0.0;
    if (term->source->symbol != entry->target->symbol || xb_has_vector_subscript(entry->target) ||
        (*factor != 1.0 && (xb_is_complex(entry->target) || xb_is_complex(root))))
        return false;
    xb_arena *scratch = xb_run_inner_scratch(a->taping->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    xb_location_table *table = xb_location_table_create(scratch, xb_run_analyses(a->taping->run));
    bool result = xb_location_of(table, term->source) == xb_location_of(table, entry->target);
    xb_arena_release(scratch, mark);
    return result;
}

/* The term of a Sax with the target itself, if no other one may overlap the target; else NULL.
 * @param factor receives its factor if that is a constant, else 0 */
static const xb_term *self_term(xb_adjoint *a, const xb_propagation *entry, double *factor)
{
    const xb_term *self = NULL, *terms = entry->terms.items;
    if (entry->node.kind != XB_KIND_SAX)
        return NULL;
    for (size_t i = 0; i < entry->terms.count; i++) {
        if (!overlap(a, entry->target, terms[i].source))
            continue;
        if (self || !is_self(a, entry, &terms[i], factor))
            return NULL;
        self = &terms[i];
    }
    return self;
}

/* y' = a y'. */
static void scale(xb_adjoint *a, const xb_expression *factor, const xb_reference *y)
{
    xb_expression *product = xb_build_expression(a->program);
    uint32_t value = xb_expression_add(a->program, product, xb_recall_value(a->taping, factor));
    uint32_t read = xb_expression_add(a->program, product, xb_build_derivative(a->program, y));
    product->root = xb_build_binary(a->program, product, XB_INTRINSIC_MUL, value, read);
    xb_adjoint_append(a,
                      xb_build_assignment(a->program, "_scale", xb_build_derivative(a->program, y), product));
}

static void transpose_entry(xb_adjoint *a, const xb_propagation *entry)
{
    const xb_reference *y = recall(a, entry->target);
    bool has_terms = entry->source || entry->terms.count > 0;
    double factor;
    const xb_term *self = self_term(a, entry, &factor);
    if (self) {
        add_terms(a, entry, y, self);
        if (factor != 1.0)
            scale(a, self->factor, y);
        return;
    }
    if (has_terms && overlaps_a_source(a, entry)) {
        const xb_reference *moved = xb_build_reference(a->program, xb_adjoint_temporary_like(a, y));
        xb_adjoint_increment(a, xb_copy_reference(a->program, y), xb_copy_reference(a->program, moved));
        if (!is_increment(entry->node.kind))
            xb_adjoint_zero(a, xb_copy_reference(a->program, y));
        add_terms(a, entry, moved, NULL);
        xb_adjoint_zero(a, xb_copy_reference(a->program, moved));
        return;
    }
    add_terms(a, entry, y, NULL);
    if (!is_increment(entry->node.kind))
        xb_adjoint_zero(a, xb_copy_reference(a->program, y));
}

void xb_transpose_propagator(xb_adjoint *a, const xb_propagator *propagator)
{
    for (size_t i = propagator->entries.count; i-- > 0;)
        transpose_entry(a, propagator->entries.items[i]);
}
