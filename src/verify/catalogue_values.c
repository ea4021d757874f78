/*
 * Intrinsics that only the catalogue knows, as if the evaluator had them: the formula of the value is
 * computed on numbers with derivatives, by the rules that the evaluator has of its operators. Partial
 * derivatives of the catalogue are not looked at, so that these can be judged.
 */
#include "verify/catalogue_check.h"

#include <math.h>

/* What an operator of the formula of a value computes, and how that changes. */
typedef struct operation {
    const xb_elemental *rule;
    xb_number *x;
    double complex *dx;
    size_t count;
} operation;

/* Values of all vertices so far, and their derivatives. */
typedef struct valuation {
    xb_rule_check *check;
    const xb_inlinable *item;
    xb_number *values;
    double complex *tangents;
    double kink; /* the least distance to one */
} valuation;

static operation operation_at(const valuation *v, const xb_partial_vertex *vertex)
{
    xb_arena *arena = v->check->scratch;
    operation o = {.rule = xb_elemental_find(xb_intrinsic_find(vertex->text)),
                   .count = vertex->operand_count};
    o.x = xb_arena_array(arena, o.count, sizeof *o.x);
    o.dx = xb_arena_array(arena, o.count, sizeof *o.dx);
    for (size_t k = 0; k < o.count; k++) {
        o.x[k] = v->values[vertex->operands[k]];
        o.dx[k] = v->tangents[vertex->operands[k]];
    }
    return o;
}

static const char *operate(valuation *v, const xb_partial_vertex *vertex, size_t i)
{
    const operation o = operation_at(v, vertex);
    if (!o.rule)
        return "an intrinsic that is not known";
    const xb_intrinsic_facts *facts = xb_intrinsic_facts_of(o.rule->intrinsic);
    if (o.count < facts->least || o.count > facts->most)
        return "a wrong number of operands";
    const char *wrong = o.rule->value(o.rule, o.x, o.count, &v->values[i]);
    if (wrong)
        return wrong;
    bool changes = false;
    for (size_t k = 0; k < o.count; k++)
        changes = changes || o.dx[k] != 0;
    if (changes && o.rule->tangent)
        v->tangents[i] = o.rule->tangent(o.rule, o.x, o.dx, o.count, &v->values[i]);
    if (o.rule->kink)
        v->kink = fmin(v->kink, o.rule->kink(o.rule, o.x, o.count));
    return NULL;
}

/* Computes the formula of a value. @param dx derivatives of operands; NULL: 0 @return NULL, or what is wrong;
 * what is known is the last of values and tangents */
static const char *valuate(valuation *v, const xb_number *x, const double complex *dx, size_t count)
{
    const size_t vertices = v->item->value_count;
    v->values = xb_arena_array(v->check->scratch, vertices, sizeof *v->values);
    v->tangents = xb_arena_array(v->check->scratch, vertices, sizeof *v->tangents);
    v->kink = INFINITY;
    for (size_t i = 0; i < vertices; i++) {
        const xb_partial_vertex *vertex = &v->item->value[i];
        const char *wrong = NULL;
        if (vertex->kind == XB_KIND_CONSTANT) {
            wrong = xb_rule_constant(v->check, vertex, &v->values[i]);
        } else if (vertex->kind != XB_KIND_ARGUMENT_REFERENCE) {
            wrong = operate(v, vertex, i);
        } else if (vertex->argument > count) {
            wrong = "an operand is missing";
        } else {
            v->values[i] = x[vertex->argument - 1];
            v->tangents[i] = dx ? dx[vertex->argument - 1] : 0;
        }
        if (wrong)
            return wrong;
    }
    return NULL;
}

static valuation valuation_of(const xb_elemental *self)
{
    const xb_rule_value *user = (const xb_rule_value *)self;
    return (valuation){.check = user->check, .item = user->item};
}

static const char *user_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    valuation v = valuation_of(self);
    const xb_arena_mark mark = xb_arena_mark_now(v.check->scratch);
    const char *wrong = valuate(&v, x, NULL, count);
    if (!wrong)
        *y = v.values[v.item->value_count - 1];
    xb_arena_release(v.check->scratch, mark);
    return wrong;
}

static double complex user_tangent(const xb_elemental *self, const xb_number *x, const double complex *dx,
                                   size_t count, const xb_number *y)
{
    (void)y;
    valuation v = valuation_of(self);
    const xb_arena_mark mark = xb_arena_mark_now(v.check->scratch);
    const char *wrong = valuate(&v, x, dx, count);
    const double complex tangent = wrong ? (double complex)NAN : v.tangents[v.item->value_count - 1];
    xb_arena_release(v.check->scratch, mark);
    return tangent;
}

static double user_kink(const xb_elemental *self, const xb_number *x, size_t count)
{
    valuation v = valuation_of(self);
    const xb_arena_mark mark = xb_arena_mark_now(v.check->scratch);
    const char *wrong = valuate(&v, x, NULL, count);
    xb_arena_release(v.check->scratch, mark);
    return wrong ? INFINITY : v.kink;
}

const char *xb_rule_unknown_operator(const xb_inlinable *item)
{
    for (size_t i = 0; i < item->value_count; i++)
        if ((item->value[i].kind == XB_KIND_INTRINSIC || item->value[i].kind == XB_KIND_BOOLEAN_OPERATION) &&
            !xb_elemental_find(xb_intrinsic_find(item->value[i].text)))
            return item->value[i].text;
    return NULL;
}

xb_rule_value xb_rule_value_of(xb_rule_check *check, const xb_inlinable *item)
{
    return (xb_rule_value){{XB_INTRINSIC_NONE, user_value, user_tangent, user_kink, NULL}, check, item};
}
