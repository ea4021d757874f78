/*
 * A value of a temporary that is read once gives way to what the temporary is assigned, if it is read soon
 * after that, in the same stretch of statements without branches and loops, and nothing between may change
 * what it is made of: there are only assignments to local variables, to derivatives if it is made of none, or
 * to others if it is made of local variables. All reads of the temporary have to be in the stretch of the
 * value that they see. What calls functions stays where it is, and so does what would make an expression
 * large. Temporaries are those that the document says to be such.
 *
 * Arrays do likewise, where each of their elements is needed once: as operands of what is done element by
 * element, or of sums and products of that. Their values are made element by element, too, of scalars, of
 * whole arrays and of sections without vectors of subscripts; so shapes are the same. A statement that
 * assigns elements does so while others are still to be computed, and therefore must leave alone all that the
 * value is made of, as if it stood between. Two array statements never share a loop here: those that are left
 * do so in C, see elementwise.c.
 */
#include <string.h>

#include "languages/code/loops.h"
#include "languages/code/tidying.h"

enum {
    SIZE = 16,  /* most nodes of what is put in the place of a temporary */
    LARGE = 40, /* most nodes of what it becomes part of */
    ARRAYS = 4, /* times as many of array expressions, in which each section has several */
    OPEN = 12   /* most temporaries that wait at a time */
};

typedef struct inlining {
    xb_source_tidying *tidying;
    xb_arena *arena;
    xb_source_statement *statements;
    unsigned char *reads; /* by statement: of the value that it gives a variable as a whole; 2: or more */
    xb_list open;         /* xb_source_variable, temporaries that wait to be read, by their assignments */
    bool found;           /* by a visit */
} inlining;

static const xb_source_statement *assignment_of(const inlining *n, const xb_source_variable *temporary)
{
    return &n->statements[xb_source_usage_of(temporary)->made - 1];
}

/* ---- values that are read once --------------------------------------------------------------------------
 */

typedef struct pairing {
    const inlining *inlining;
    uint32_t begin, at; /* statements: the first one of the stretch, and the one at hand */
} pairing;

static void pair(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    const pairing *p = context;
    xb_source_usage *usage = xb_source_usage_of(reference->variable);
    if (!usage || reference->variable->home != p->inlining->tidying->unit)
        return;
    if (writes && !reads && reference->count == 0)
        usage->set_at = p->at + 1;
    else if (writes || usage->set_at <= p->begin)
        usage->is_unpaired = true;
    else if (p->inlining->reads[usage->set_at - 1] < 2)
        p->inlining->reads[usage->set_at - 1]++;
}

/* What a statement reads comes before what it sets. A sum that begins with a constant stays one. */
static void pair_all(pairing *p, const xb_source_statement *s)
{
    xb_source_statement read = *s;
    bool sets = s->kind == XB_SOURCE_ASSIGN && s->target->count == 0;
    if (sets)
        read.target = NULL;
    xb_source_accesses(p->inlining->arena, &read, pair, p);
    if (sets && xb_source_mentions(s->value, s->target->variable))
        xb_source_usage_of(s->target->variable)->is_unpaired = true;
    if (sets)
        pair(p, s->target, false, true);
}

static void find_pairs(const inlining *n)
{
    pairing p = {.inlining = n};
    for (uint32_t i = 0; i < n->tidying->unit->statements.count; i++) {
        xb_source_statement_kind kind = n->statements[i].kind;
        p.at = i;
        pair_all(&p, &n->statements[i]);
        if (kind != XB_SOURCE_ASSIGN && kind != XB_SOURCE_PUSH && kind != XB_SOURCE_POP)
            p.begin = i + 1;
    }
}

/* ---- what may go ----------------------------------------------------------------------------------------
 */

static bool is_pure(const xb_source_expression *e)
{
    if (e->kind == XB_SOURCE_FUNCTION || e->kind == XB_SOURCE_RANGE ||
        (e->kind == XB_SOURCE_OPERATION && !xb_intrinsic_is_pure(e->intrinsic)))
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!e->operands[i] || e->operands[i]->rank > 0 || !is_pure(e->operands[i]))
            return false;
    return true;
}

static bool is_alike(const xb_source_expression *a, const xb_source_expression *b)
{
    return a->type == b->type && xb_source_kind_of(a->type, a->bytes) == xb_source_kind_of(b->type, b->bytes);
}

static bool has_form(const xb_source_expression *e, xb_intrinsic_form form)
{
    return e->kind == XB_SOURCE_OPERATION && xb_intrinsic_facts_of(e->intrinsic)->form == form;
}

static bool is_pure_subscript(const xb_source_expression *e)
{
    if (e->kind != XB_SOURCE_RANGE)
        return e->rank == 0 && is_pure(e);
    for (size_t i = 0; i < e->count; i++)
        if (e->operands[i] && (e->operands[i]->rank > 0 || !is_pure(e->operands[i])))
            return false;
    return true;
}

/* Whether an array expression is made element by element. */
static bool is_pure_array(const xb_source_expression *e)
{
    bool is_section = e->kind == XB_SOURCE_VARIABLE && e->rank > 0;
    if (!is_section && !(e->rank > 0 && has_form(e, XB_FORM_ELEMENTAL) && xb_intrinsic_is_pure(e->intrinsic)))
        return e->rank == 0 && is_pure(e);
    for (size_t i = 0; i < e->count; i++)
        if (!e->operands[i] || !(is_section ? is_pure_subscript : is_pure_array)(e->operands[i]))
            return false;
    return true;
}

static bool has_pure_value(const xb_source_statement *s)
{
    const xb_source_variable *variable = s->target->variable;
    if (s->value->rank != s->target->rank)
        return false;
    if (s->value->rank == 0)
        return s->value->size <= SIZE && is_pure(s->value);
    return variable->bounds && !variable->allocatable && s->value->size <= ARRAYS * SIZE &&
           is_pure_array(s->value);
}

static bool may_go(const inlining *n, const xb_source_statement *s)
{
    if (s->kind != XB_SOURCE_ASSIGN || s->target->count > 0 || n->reads[s - n->statements] != 1)
        return false;
    const xb_source_variable *variable = s->target->variable;
    bool is_temporary = !variable->symbol || variable->symbol->temp;
    return is_temporary && variable->home == n->tidying->unit && xb_source_is_own(variable) &&
           !xb_source_usage_of(variable)->is_unpaired && is_alike(s->target, s->value) && has_pure_value(s);
}

/* ---- what is between ------------------------------------------------------------------------------------
 */

static bool is_own(const inlining *n, const xb_source_variable *variable)
{
    return xb_source_is_own(variable) && variable->home == n->tidying->unit;
}

static void find_derivative(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    inlining *n = context;
    (void)reads;
    (void)writes;
    n->found = n->found || reference->variable->is_derivative || reference->variable->pointer;
}

static void find_outer(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    inlining *n = context;
    (void)reads;
    (void)writes;
    n->found = n->found || !is_own(n, reference->variable);
}

static bool has(inlining *n, const xb_source_expression *value, xb_source_visit *find)
{
    n->found = false;
    xb_source_access_parts(n->arena, value, find, n);
    return n->found;
}

/* Whether an assignment leaves alone a temporary and what it is made of. */
static bool leaves_alone(inlining *n, const xb_source_statement *s, const xb_source_variable *temporary)
{
    const xb_source_expression *value = assignment_of(n, temporary)->value;
    const xb_source_variable *target = s->target->variable;
    if (is_own(n, target))
        return target != temporary && !xb_source_mentions(value, target);
    return (target->is_derivative && !target->pointer && !has(n, value, find_derivative)) ||
           !has(n, value, find_outer);
}

/* ---- where it may go ------------------------------------------------------------------------------------
 */

/* Puts what temporaries are assigned in their places. */
static const xb_source_expression *put_in(inlining *n, const xb_source_expression *e)
{
    if (!e || (e->kind == XB_SOURCE_VARIABLE && e->count == 0)) {
        uint32_t made = e && e->variable->note ? xb_source_usage_of(e->variable)->made : 0;
        if (made == 0)
            return e;
        n->statements[made - 1].is_dropped = true;
        return n->statements[made - 1].value;
    }
    const xb_source_expression **operands = NULL;
    for (size_t i = 0; i < e->count; i++) {
        const xb_source_expression *operand = put_in(n, e->operands[i]);
        if (operand == e->operands[i])
            continue;
        if (!operands) {
            operands = xb_arena_array(n->arena, e->count, sizeof *operands);
            memcpy(operands, e->operands, e->count * sizeof *operands);
        }
        operands[i] = operand;
    }
    return operands ? xb_source_simplified(n->arena, xb_source_rebuilt(n->arena, e, operands)) : e;
}

/* How large an expression may become by scalars, or by arrays. */
static uint32_t grown_size(const inlining *n, const xb_source_expression *e, bool arrays)
{
    uint32_t size = e ? e->size : 0;
    for (size_t i = 0; i < n->open.count; i++) {
        const xb_source_expression *value = assignment_of(n, n->open.items[i])->value;
        size += (value->rank > 0) == arrays ? value->size : 0;
    }
    return size;
}

static bool has_arrays(const xb_source_expression *e)
{
    if (!e || e->rank > 0)
        return e;
    for (size_t i = 0; i < e->count; i++)
        if (has_arrays(e->operands[i]))
            return true;
    return false;
}

static bool may_take(const inlining *n, const xb_source_expression *e)
{
    return e && e->size <= LARGE && !has_arrays(e) && grown_size(n, e, false) <= 2 * LARGE &&
           !xb_source_calls(n->arena, e);
}

static const xb_source_expression *taken(inlining *n, const xb_source_expression *e)
{
    return may_take(n, e) ? put_in(n, e) : e;
}

/* The value of an array temporary that may be put into a statement; NULL: there is none. */
static const xb_source_expression *array_for(inlining *n, const xb_source_statement *s,
                                             const xb_source_expression *e)
{
    bool is_whole = e->kind == XB_SOURCE_VARIABLE && e->count == 0 && e->rank > 0 && e->variable->note;
    uint32_t made = is_whole ? xb_source_usage_of(e->variable)->made : 0;
    if (made == 0 || (s->target->rank > 0 && !leaves_alone(n, s, e->variable)))
        return NULL;
    n->statements[made - 1].is_dropped = true;
    return n->statements[made - 1].value;
}

/* Whether an operation needs each element of its operands once. */
static bool needs_each_once(const xb_source_expression *e)
{
    return has_form(e, XB_FORM_ELEMENTAL) ||
           (e->kind == XB_SOURCE_OPERATION &&
            (e->intrinsic == XB_INTRINSIC_SUM || e->intrinsic == XB_INTRINSIC_PRODUCT));
}

/* Puts what array temporaries are assigned in their places, where each element is needed once. */
static const xb_source_expression *put_arrays_in(inlining *n, const xb_source_statement *s,
                                                 const xb_source_expression *e)
{
    const xb_source_expression *value = array_for(n, s, e);
    if (value || !needs_each_once(e))
        return value ? value : e;
    const xb_source_expression **operands = xb_arena_array(n->arena, e->count, sizeof *operands);
    bool changed = false;
    for (size_t i = 0; i < e->count; i++) {
        operands[i] = e->operands[i] ? put_arrays_in(n, s, e->operands[i]) : NULL;
        changed = changed || operands[i] != e->operands[i];
    }
    return changed ? xb_source_simplified(n->arena, xb_source_rebuilt(n->arena, e, operands)) : e;
}

static void take_arrays(inlining *n, xb_source_statement *s)
{
    if (s->value->size <= ARRAYS * LARGE && grown_size(n, s->value, true) <= 2 * ARRAYS * LARGE &&
        !xb_source_calls(n->arena, s->value) && !xb_source_calls(n->arena, s->target))
        s->value = put_arrays_in(n, s, s->value);
}

/* Puts temporaries in, where they are evaluated once, whatever happens. */
static void take(inlining *n, xb_source_statement *s)
{
    bool tests = s->kind == XB_SOURCE_IF || s->kind == XB_SOURCE_SELECT || s->kind == XB_SOURCE_JUMP_IF;
    bool pushes = s->kind == XB_SOURCE_PUSH && s->target->rank == 0 && s->target->count == 0 &&
                  s->target->type != XB_TYPE_COMPLEX; /* whose parts are pushed one by one */
    if (n->open.count == 0)
        return;
    if (s->kind == XB_SOURCE_ASSIGN && s->target->rank == 0 && !xb_source_calls(n->arena, s->target)) {
        s->value = taken(n, s->value);
        if (s->target->count > 0)
            s->target = taken(n, s->target);
    }
    if (s->kind == XB_SOURCE_ASSIGN && has_arrays(s->value))
        take_arrays(n, s);
    if (tests)
        s->value = taken(n, s->value);
    if (pushes)
        s->target = taken(n, s->target);
}

static void forget(inlining *n, uint32_t i)
{
    xb_source_usage_of(n->open.items[i])->made = 0;
    n->open.count--;
    memmove(n->open.items + i, n->open.items + i + 1, (n->open.count - i) * sizeof *n->open.items);
}

/* Temporaries that have to be where they are since a statement stands between them and their use. */
static void close(inlining *n, const xb_source_statement *s)
{
    bool is_plain = s->kind == XB_SOURCE_ASSIGN && !xb_source_calls(n->arena, s->value) &&
                    !xb_source_calls(n->arena, s->target);
    bool is_push = s->kind == XB_SOURCE_PUSH && s->target->rank == 0;
    for (uint32_t i = n->open.count; i-- > 0;) {
        bool is_gone = assignment_of(n, n->open.items[i])->is_dropped;
        if (is_gone || !(is_push || (is_plain && leaves_alone(n, s, n->open.items[i]))))
            forget(n, i);
    }
}

void xb_source_inline_temporaries(xb_source_tidying *tidying)
{
    uint32_t count = tidying->unit->statements.count;
    inlining n = {.tidying = tidying, .arena = tidying->arena, .statements = tidying->unit->statements.items};
    n.reads = xb_arena_array(n.arena, count, sizeof *n.reads);
    find_pairs(&n);
    for (uint32_t i = 0; i < count; i++) {
        xb_source_statement *s = &n.statements[i];
        take(&n, s);
        close(&n, s);
        if (!may_go(&n, s))
            continue;
        if (n.open.count == OPEN)
            forget(&n, 0);
        xb_source_usage_of(s->target->variable)->made = i + 1;
        xb_list_append(n.arena, &n.open, s->target->variable);
    }
    for (uint32_t i = n.open.count; i-- > 0;)
        forget(&n, i);
    xb_source_take_out_dropped(tidying->unit);
}
