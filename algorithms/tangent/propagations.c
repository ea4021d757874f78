/*
 * Without option nary, the first term sets the derivative and the others add to it. Units need no factor:
 * SetDeriv, SetNegDeriv, IncDeriv and DecDeriv stand for them. A target that is incremented, as y of y = y +
 * x, has the first term already.
 */
#include "algorithms/tangent/propagations.h"

#include "algorithms/tangent/settings.h"
#include "ir/build.h"

struct xb_propagations {
    xb_program *program;
    const xb_tangent_settings *settings;
    xb_list propagations;
};

xb_propagations *xb_propagations_create(xb_run *run)
{
    xb_propagations *entries = xb_arena_alloc(xb_run_program(run)->arena, sizeof *entries);
    entries->program = xb_run_program(run);
    entries->settings = xb_tangent_settings_of(run);
    return entries;
}

static xb_propagation *add_entry(xb_propagations *entries, xb_kind kind, const xb_reference *target)
{
    xb_propagation *entry = xb_build_propagation(entries->program, kind, target);
    xb_list_append(entries->program->arena, &entries->propagations, entry);
    return entry;
}

static void add_term(xb_propagations *entries, xb_propagation *entry, const xb_propagation_term *term)
{
    xb_program *program = entries->program;
    xb_build_term(program, entry, xb_factor_vertex(program, term->factor), term->source);
}

static bool is_one(const xb_factor *factor)
{
    return !factor->reference && factor->value == 1.0;
}

static void add_single(xb_propagations *entries, const xb_reference *target, const xb_propagation_term *term,
                       bool first)
{
    const xb_factor *factor = term->factor;
    bool unit = !factor->reference && (factor->value == 1.0 || factor->value == -1.0);
    if (!unit) {
        add_term(entries, add_entry(entries, first ? XB_KIND_SAX : XB_KIND_SAXPY, target), term);
        return;
    }
    bool negative = factor->value < 0.0;
    xb_kind kind = first ? (negative ? XB_KIND_SET_NEG_DERIV : XB_KIND_SET_DERIV)
                         : (negative ? XB_KIND_DEC_DERIV : XB_KIND_INC_DERIV);
    add_entry(entries, kind, target)->source = xb_build_derivative(entries->program, term->source);
}

/* A unit first saves a multiplication, unless the order is fixed. */
static size_t first_term(const xb_propagation_term *terms, size_t count, bool first_reads_target)
{
    if (first_reads_target)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (is_one(terms[i].factor))
            return i;
    return 0;
}

void xb_propagations_set(xb_propagations *entries, const xb_reference *target,
                         const xb_propagation_term *terms, size_t count, bool first_reads_target)
{
    if (count == 0) {
        add_entry(entries, XB_KIND_ZERO_DERIV, target);
        return;
    }
    if (entries->settings->nary) {
        xb_propagation *entry = add_entry(entries, XB_KIND_SAX, target);
        for (size_t i = 0; i < count; i++)
            add_term(entries, entry, &terms[i]);
        return;
    }
    size_t first = first_term(terms, count, first_reads_target);
    if (!first_reads_target || !is_one(terms[first].factor))
        add_single(entries, target, &terms[first], true);
    for (size_t i = 0; i < count; i++)
        if (i != first)
            add_single(entries, target, &terms[i], false);
}

void xb_propagations_copy(xb_propagations *entries, const xb_reference *target, const xb_reference *source)
{
    add_entry(entries, XB_KIND_SET_DERIV, target)->source = xb_build_derivative(entries->program, source);
}

xb_list xb_propagations_statements(const xb_propagations *entries)
{
    xb_program *program = entries->program;
    xb_list statements = {.count = 0};
    if (entries->propagations.count == 0)
        return statements;
    xb_list_append(program->arena, &statements, xb_build_propagator(program, entries->propagations));
    return statements;
}

xb_list xb_propagations_zero(xb_run *run, const xb_reference *target)
{
    xb_propagations *entries = xb_propagations_create(run);
    xb_propagations_set(entries, target, NULL, 0, false);
    return xb_propagations_statements(entries);
}
