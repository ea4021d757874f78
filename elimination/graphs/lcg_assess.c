/*
 * What an action would change is added up arc by arc, without doing it: arcs that go, arcs that come, arcs
 * whose label changes. Labels that would be computed are variable, whatever they may turn out to be.
 */
#include "elimination/graphs/labels.h"
#include "elimination/graphs/lcg_pairs.h"

static void count_arc(const xb_lcg_state *state, const xb_operand *label, int64_t by, xb_lcg_effect *effect)
{
    effect->edges += by;
    effect->beyond_first += by;
    effect->nontrivial += by * xb_label_is_nontrivial(label, state->awareness);
    effect->nonunit += by * !xb_label_is_unit(label);
}

static void assess_removal(const xb_lcg_state *state, const xb_lcg_arc *arc, xb_lcg_effect *effect)
{
    if (!arc->copy)
        count_arc(state, &arc->label, -1, effect);
}

static void assess_all_removals(const xb_lcg_state *state, const xb_lcg_pairs *p, xb_lcg_effect *effect)
{
    if (!p->all_in || !p->all_out) {
        assess_removal(state, &state->arcs[p->all_in ? p->out : p->in], effect);
        return;
    }
    for (uint32_t in = p->in; in != XB_LCG_NONE; in = state->arcs[in].next_in)
        assess_removal(state, &state->arcs[in], effect);
    for (uint32_t out = p->out; out != XB_LCG_NONE; out = state->arcs[out].next_out)
        assess_removal(state, &state->arcs[out], effect);
}

/* What folding leaves of an operation. */
static xb_operand predicted(xb_fold fold, const xb_operand *a, const xb_operand *b, double value)
{
    if (fold == XB_FOLD_CONSTANT)
        return (xb_operand){XB_OPERAND_CONSTANT, 0, value};
    if (fold == XB_FOLD_FIRST || fold == XB_FOLD_SECOND)
        return fold == XB_FOLD_FIRST ? *a : *b;
    return (xb_operand){XB_OPERAND_STEP, 0, 0};
}

static xb_operand assess_product(const xb_operand *a, const xb_operand *b, xb_lcg_effect *effect)
{
    double value = 0;
    xb_fold fold = xb_fold_product(a, b, &value);
    effect->multiplications += fold == XB_FOLD_STEP;
    return predicted(fold, a, b, value);
}

static bool is_zero(const xb_operand *label)
{
    return label->kind == XB_OPERAND_CONSTANT && label->value == 0;
}

static void assess_put(const xb_lcg_state *state, uint32_t source, uint32_t target, xb_operand label,
                       bool subtracts, xb_lcg_effect *effect)
{
    if (is_zero(&label))
        return;
    uint32_t existing = xb_lcg_find(state, source, target);
    if (existing != XB_LCG_NONE) {
        const xb_operand *old = &state->arcs[existing].label;
        double value = 0;
        assess_removal(state, &state->arcs[existing], effect);
        xb_fold fold = subtracts ? xb_fold_difference(old, &label, &value) : xb_fold_sum(old, &label, &value);
        label = predicted(fold, old, &label, value);
        effect->additions += fold == XB_FOLD_STEP;
        if (is_zero(&label))
            return;
    }
    count_arc(state, &label, 1, effect);
}

static bool exceeds(const xb_lcg_state *state, const xb_lcg_effect *effect, int64_t limit)
{
    return xb_lcg_change(&state->weights, effect) > limit;
}

static void assess_preroute(xb_lcg_state *state, xb_lcg_action action, xb_operand factor, int64_t limit,
                            xb_lcg_effect *effect)
{
    assess_put(state, action.source, action.pivot, factor, false, effect);
    for (uint32_t out = state->vertices[action.pivot].first_out;
         out != XB_LCG_NONE && !exceeds(state, effect, limit); out = state->arcs[out].next_out) {
        const xb_lcg_arc *arc = &state->arcs[out];
        state->work++;
        if (arc->target != action.target)
            assess_put(state, action.source, arc->target, assess_product(&factor, &arc->label, effect), true,
                       effect);
    }
}

static void assess_postroute(xb_lcg_state *state, xb_lcg_action action, xb_operand factor, int64_t limit,
                             xb_lcg_effect *effect)
{
    assess_put(state, action.pivot, action.target, factor, false, effect);
    for (uint32_t in = state->vertices[action.pivot].first_in;
         in != XB_LCG_NONE && !exceeds(state, effect, limit); in = state->arcs[in].next_in) {
        const xb_lcg_arc *arc = &state->arcs[in];
        state->work++;
        if (arc->source != action.source)
            assess_put(state, arc->source, action.target, assess_product(&arc->label, &factor, effect), true,
                       effect);
    }
}

static xb_lcg_effect assess_rerouting(xb_lcg_state *state, xb_lcg_action action, int64_t limit)
{
    const xb_lcg_arc *arc = &state->arcs[xb_lcg_find(state, action.source, action.target)];
    const xb_operand *divisor = &state->arcs[xb_lcg_divisor(state, action)].label;
    xb_lcg_effect effect = {0};
    double value = 0;
    assess_removal(state, arc, &effect);
    xb_fold fold = xb_fold_quotient(&arc->label, divisor, &value);
    effect.multiplications += fold == XB_FOLD_STEP;
    xb_operand factor = predicted(fold, &arc->label, divisor, value);
    if (action.kind == XB_ACTION_PREROUTE)
        assess_preroute(state, action, factor, limit, &effect);
    else
        assess_postroute(state, action, factor, limit, &effect);
    return effect;
}

xb_lcg_effect xb_lcg_assess(xb_lcg_state *state, xb_lcg_action action, int64_t limit)
{
    if (xb_lcg_is_rerouting(action))
        return assess_rerouting(state, action, limit);
    xb_lcg_pairs p = xb_lcg_pairs_of(state, action);
    xb_lcg_effect effect = {0};
    assess_all_removals(state, &p, &effect);
    state->work += (size_t)-effect.edges;
    /* The middle is no longer a target; its copy becomes one. */
    if (p.all_in && p.all_out && !state->vertices[p.middle].has_copy)
        effect.beyond_first++;
    for (uint32_t in = p.in; in != XB_LCG_NONE; in = xb_lcg_next_in(state, &p, in)) {
        for (uint32_t out = p.out; out != XB_LCG_NONE; out = xb_lcg_next_out(state, &p, out)) {
            if (exceeds(state, &effect, limit))
                return effect;
            const xb_lcg_arc *from = &state->arcs[in], *to = &state->arcs[out];
            assess_put(state, from->source, to->target, assess_product(&from->label, &to->label, &effect),
                       false, &effect);
            state->work++;
        }
    }
    return effect;
}
