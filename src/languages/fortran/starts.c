/*
 * Local variables of units that the source has not got that begin with zero. A value that is recorded in one
 * branch and used in another one, under the same condition, has no value that compilers see, nor has what a
 * call takes since others of its arguments need it. The statements are followed in the order of the text:
 * what all arms of a branch assign is assigned behind it, what a loop assigns may not be; of labels, only
 * what is assigned before the first jump is known. Of arrays it counts whether anything was done with them
 * before.
 */
#include "languages/code/maker.h"
#include "languages/code/tidying.h"
#include "languages/fortran/fortran.h"

/* A construct that is open; the first one is the unit. */
typedef struct frame {
    xb_list assigned; /* by the arm at hand */
    xb_list in_arms;  /* by some arm before */
    xb_map arms_of;   /* how many of them assign a variable, by address */
    uintptr_t arms;   /* that end behind the construct */
    xb_source_statement_kind kind;
    bool has_arm, has_rest; /* an arm is open; one of them is executed in any case */
    bool is_left;           /* the end of the arm at hand is not reached */
} frame;

typedef struct finder {
    xb_fortran *f;
    const xb_source_unit *unit;
    xb_vector frames;
    xb_map assigned; /* by address: the variable, or something else if it is assigned no more */
    xb_map begun;    /* what begins with zero, by address */
    xb_list found;   /* the same */
    xb_list loose;   /* what was assigned since the last label */
    bool jumps;      /* there was a jump, or a label */
} finder;

static frame *innermost(const finder *n)
{
    return &((frame *)n->frames.items)[n->frames.count - 1];
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

static bool is_number(xb_type type)
{
    return type == XB_TYPE_INTEGER || type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX || type == XB_TYPE_BOOL;
}

/* What an object has as one of several types has its name in selections only; of structures,
 * members begin. */
static bool can_begin(const finder *n, const xb_source_variable *v)
{
    const xb_fortran_member *member = xb_fortran_member_of(v);
    return !v->named && !(member && (member->view || member->is_test)) && v->home == n->unit &&
           xb_source_is_private(v) && !v->allocatable && !v->is_result && is_number(v->type);
}

static bool is_assigned(const finder *n, const xb_source_variable *v)
{
    return xb_map_get(&n->assigned, (uintptr_t)v, 0) == v;
}

static void assign(finder *n, xb_source_variable *v)
{
    if (v->home != n->unit || is_assigned(n, v))
        return;
    xb_map_put(n->f->arena, &n->assigned, (uintptr_t)v, 0, v);
    if (v->rank == 0)
        xb_list_append(n->f->arena, &innermost(n)->assigned, v);
    if (v->rank == 0 && n->jumps)
        xb_list_append(n->f->arena, &n->loose, v);
}

static void begin(finder *n, xb_source_variable *v)
{
    if (is_assigned(n, v) || !can_begin(n, v) || xb_map_get(&n->begun, (uintptr_t)v, 0))
        return;
    xb_map_put(n->f->arena, &n->begun, (uintptr_t)v, 0, v);
    xb_list_append(n->f->arena, &n->found, v);
}

static void note_read(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    (void)writes;
    if (reads && (reference->rank > 0 || reference->variable->rank == 0))
        begin(context, reference->variable);
}

static void note_write(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    (void)reads;
    if (writes)
        assign(context, reference->variable);
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

/* What is passed as it is need not have a value; a section may be copied. */
static void look_at_actual(finder *n, const xb_source_variable *formal, const xb_source_expression *actual)
{
    if (actual->kind != XB_SOURCE_VARIABLE || formal->by_value) {
        xb_source_access_parts(n->f->arena, actual, note_read, n);
        return;
    }
    for (size_t i = 0; i < actual->count; i++)
        xb_source_access_parts(n->f->arena, actual->operands[i], note_read, n);
    const xb_fortran_member *member = xb_fortran_member_of(actual->variable);
    if (actual->rank > 0 && (actual->count > 0 || (member && member->structure->rank > 0)))
        begin(n, actual->variable);
    assign(n, actual->variable);
}

static void look_at_call(finder *n, const xb_source_statement *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->arguments[i])
            look_at_actual(n, s->callee->formals.items[i], s->arguments[i]);
}

static void look_at_opaque(finder *n, const xb_source_statement *s)
{
    for (size_t i = 0; i < s->count; i++)
        if ((int64_t)i < s->number)
            xb_source_access_parts(n->f->arena, s->arguments[i], note_write, n);
        else
            xb_source_access_parts(n->f->arena, s->arguments[i], note_read, n);
    for (size_t i = 0; i < s->count && (int64_t)i < s->number; i++)
        if (s->arguments[i]->kind == XB_SOURCE_VARIABLE)
            assign(n, s->arguments[i]->variable);
}

/* The target of a loop is assigned before it is read. */
static void look_at(finder *n, const xb_source_statement *s)
{
    bool counts = s->kind == XB_SOURCE_DO || s->kind == XB_SOURCE_FOR;
    xb_source_statement heads = *s;
    if (s->callee) {
        look_at_call(n, s);
    } else if (s->kind == XB_SOURCE_OPAQUE) {
        look_at_opaque(n, s);
    } else if (counts) {
        heads.target = heads.condition = heads.update = NULL;
        xb_source_accesses(n->f->arena, &heads, note_read, n);
        assign(n, s->target->variable);
    } else {
        xb_source_accesses(n->f->arena, s, note_read, n);
        xb_source_accesses(n->f->arena, s, note_write, n);
    }
}

/* ---- constructs -----------------------------------------------------------------------------------------
 */

static void end_arm(finder *n)
{
    frame *at = innermost(n);
    for (size_t i = 0; i < at->assigned.count; i++) {
        const uintptr_t key = (uintptr_t)at->assigned.items[i];
        char *count = xb_map_get(&at->arms_of, key, 0);
        xb_map_put(n->f->arena, &n->assigned, key, 0, n);
        if (at->is_left)
            continue;
        if (!count)
            xb_list_append(n->f->arena, &at->in_arms, at->assigned.items[i]);
        xb_map_put(n->f->arena, &at->arms_of, key, 0, (void *)((uintptr_t)count + 1));
    }
    at->arms += at->has_arm && !at->is_left;
    at->assigned.count = 0;
    at->is_left = false;
}

static void begin_arm(finder *n, xb_source_statement_kind kind)
{
    end_arm(n);
    innermost(n)->has_arm = true;
    innermost(n)->has_rest |= kind == XB_SOURCE_ELSE || kind == XB_SOURCE_DEFAULT;
}

static void open_frame(finder *n, xb_source_statement_kind kind)
{
    frame *made = xb_vector_push(n->f->arena, &n->frames, sizeof *made);
    *made = (frame){.kind = kind, .has_arm = kind != XB_SOURCE_SELECT, .has_rest = kind == XB_SOURCE_REPEAT};
}

static void close_frame(finder *n)
{
    end_arm(n);
    const frame closed = *innermost(n);
    bool is_branch = closed.kind == XB_SOURCE_IF || closed.kind == XB_SOURCE_SELECT;
    uintptr_t arms = closed.arms + !closed.has_rest;
    n->frames.count--;
    for (size_t i = 0; i < closed.in_arms.count && (is_branch || closed.has_rest); i++) {
        xb_source_variable *v = closed.in_arms.items[i];
        if ((uintptr_t)xb_map_get(&closed.arms_of, (uintptr_t)v, 0) == arms)
            assign(n, v);
    }
    innermost(n)->is_left |= is_branch && arms == 0;
}

static void pass_jump(finder *n, xb_source_statement_kind kind)
{
    n->jumps = n->jumps || kind != XB_SOURCE_RETURN;
    if (kind == XB_SOURCE_LABEL) {
        for (size_t i = 0; i < n->loose.count; i++)
            xb_map_put(n->f->arena, &n->assigned, (uintptr_t)n->loose.items[i], 0, n);
        n->loose.count = 0;
    }
    if (kind != XB_SOURCE_JUMP_IF)
        innermost(n)->is_left = kind != XB_SOURCE_LABEL;
}

static void follow(finder *n, const xb_source_statement *s)
{
    const xb_source_statement_kind kind = s->kind;
    bool ends = kind == XB_SOURCE_END_IF || kind == XB_SOURCE_END_SELECT || kind == XB_SOURCE_END_DO ||
                kind == XB_SOURCE_END_FOR || kind == XB_SOURCE_END_REPEAT;
    if (kind == XB_SOURCE_ELSE || kind == XB_SOURCE_CASE || kind == XB_SOURCE_DEFAULT)
        begin_arm(n, kind);
    else
        look_at(n, s);
    if (ends)
        close_frame(n);
    else if (xb_source_opens(kind) && kind != XB_SOURCE_ELSE && kind != XB_SOURCE_CASE &&
             kind != XB_SOURCE_DEFAULT)
        open_frame(n, kind);
    if (kind == XB_SOURCE_LABEL || kind == XB_SOURCE_JUMP || kind == XB_SOURCE_JUMP_IF ||
        kind == XB_SOURCE_RETURN)
        pass_jump(n, kind);
}

static xb_source_statement start_of(const finder *n, xb_source_variable *v)
{
    xb_source_expression *zero = xb_source_new(n->f->arena, XB_SOURCE_CONSTANT, v->type, v->bytes, 0);
    zero->text = v->type == XB_TYPE_BOOL ? "false" : v->type == XB_TYPE_INTEGER ? "0" : "0.0";
    return (xb_source_statement){.kind = XB_SOURCE_ASSIGN,
                                 .from = &n->unit->routine->node,
                                 .target = xb_source_whole(n->f->arena, v),
                                 .value = zero};
}

/* What is put before the other statements is settled as these were. */
void xb_fortran_settle_starts(xb_fortran *f, xb_source_unit *unit)
{
    finder n = {.f = f, .unit = unit};
    const xb_vector rest = unit->statements;
    const xb_source_statement *statements = rest.items;
    if (!f->weaves && !xb_source_is_derived(f->source, unit))
        return;
    open_frame(&n, XB_SOURCE_IF);
    for (size_t i = 0; i < rest.count; i++)
        follow(&n, &statements[i]);
    if (n.found.count == 0)
        return;
    unit->statements = (xb_vector){0};
    for (size_t i = 0; i < n.found.count; i++)
        *(xb_source_statement *)xb_vector_push(f->arena, &unit->statements, sizeof *statements) =
            start_of(&n, n.found.items[i]);
    if (f->weaves)
        xb_fortran_settle_statements(f, unit);
    for (size_t i = 0; i < rest.count; i++)
        *(xb_source_statement *)xb_vector_push(f->arena, &unit->statements, sizeof *statements) =
            statements[i];
}
