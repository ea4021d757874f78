/*
 * A temporary each of whose values is read once gives way to what it is assigned, if it is read soon after
 * that, in the same stretch of statements without branches and loops, and nothing between may change what it
 * is made of: there are only assignments to local variables, or to derivatives if it is made of none. What
 * calls functions stays where it is, and so does what would make an expression large. Temporaries are those
 * that the document says to be such.
 */
#include <string.h>

#include "languages/code/loops.h"
#include "languages/code/tidying.h"

enum {
    SIZE = 16,  /* most nodes of what is put in the place of a temporary */
    LARGE = 40, /* most nodes of what it becomes part of */
    OPEN = 12   /* most temporaries that wait at a time */
};

typedef struct inlining {
    xb_source_tidying *tidying;
    xb_arena *arena;
    xb_source_statement *statements;
    xb_list open; /* xb_source_variable, temporaries that wait to be read, by their assignments */
    bool found;   /* by a visit */
} inlining;

static const xb_source_statement *assignment_of(const inlining *n, const xb_source_variable *temporary)
{
    return &n->statements[xb_source_usage_of(temporary)->made - 1];
}

/* ---- values that are read once --------------------------------------------------------------------------
 */

typedef struct pairing {
    const inlining *inlining;
    uint32_t stretch; /* from 1 */
} pairing;

static void pair(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    const pairing *p = context;
    xb_source_usage *usage = xb_source_usage_of(reference->variable);
    if (!usage)
        return;
    bool sets = writes && !reads && reference->count == 0;
    if (sets ? usage->set_in != 0 : writes || usage->set_in != p->stretch)
        usage->is_unpaired = true;
    usage->set_in = sets ? p->stretch : 0;
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
    const xb_source_unit *unit = n->tidying->unit;
    pairing p = {n, 1};
    for (uint32_t i = 0; i < unit->statements.count; i++) {
        xb_source_statement_kind kind = n->statements[i].kind;
        pair_all(&p, &n->statements[i]);
        p.stretch += kind != XB_SOURCE_ASSIGN && kind != XB_SOURCE_PUSH && kind != XB_SOURCE_POP;
    }
    for (size_t i = 0; i < unit->locals.count; i++) {
        xb_source_usage *usage = xb_source_usage_of(unit->locals.items[i]);
        if (usage && usage->set_in != 0)
            usage->is_unpaired = true;
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

static bool may_go(const inlining *n, const xb_source_statement *s)
{
    if (s->kind != XB_SOURCE_ASSIGN || s->target->count > 0 || s->target->rank > 0)
        return false;
    const xb_source_variable *variable = s->target->variable;
    bool is_temporary = !variable->symbol || variable->symbol->temp;
    return is_temporary && variable->home == n->tidying->unit && xb_source_is_own(variable) &&
           !xb_source_usage_of(variable)->is_unpaired && s->value->rank == 0 && s->value->size <= SIZE &&
           is_alike(s->target, s->value) && is_pure(s->value);
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

/* How large an expression may become. */
static uint32_t grown_size(const inlining *n, const xb_source_expression *e)
{
    uint32_t size = e ? e->size : 0;
    for (size_t i = 0; i < n->open.count; i++)
        size += assignment_of(n, n->open.items[i])->value->size;
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
    return e && e->size <= LARGE && !has_arrays(e) && grown_size(n, e) <= 2 * LARGE &&
           !xb_source_calls(n->arena, e);
}

static const xb_source_expression *taken(inlining *n, const xb_source_expression *e)
{
    return may_take(n, e) ? put_in(n, e) : e;
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
    if (tests)
        s->value = taken(n, s->value);
    if (pushes)
        s->target = taken(n, s->target);
}

/* ---- what is between ------------------------------------------------------------------------------------
 */

static void find_derivative(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    inlining *n = context;
    (void)reads;
    (void)writes;
    n->found = n->found || reference->variable->is_derivative || reference->variable->pointer;
}

/* Whether an assignment leaves alone a temporary and what it is made of. */
static bool leaves_alone(inlining *n, const xb_source_statement *s, const xb_source_variable *temporary)
{
    const xb_source_expression *value = assignment_of(n, temporary)->value;
    const xb_source_variable *target = s->target->variable;
    if (xb_source_is_own(target) && target->home == n->tidying->unit)
        return target != temporary && !xb_source_mentions(value, target);
    n->found = false;
    xb_source_access_parts(n->arena, value, find_derivative, n);
    return target->is_derivative && !target->pointer && !n->found;
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
    inlining n = {.tidying = tidying, .arena = tidying->arena, .statements = tidying->unit->statements.items};
    find_pairs(&n);
    for (uint32_t i = 0; i < tidying->unit->statements.count; i++) {
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
