/*
 * Fortran's number of iterations is n = (b - a + s) / s, or none if that is negative. Where s is a constant,
 * the loop begins with the last value, a + (n - 1) s, and goes down to a; if there is no iteration, that is
 * beyond a already. In other loops iterations are counted, and the variable is computed from their number.
 * The sum may not fit where a and b do: it begins with a copy of b that has 64 bits.
 */
#include "algorithms/taping/homes.h"
#include "ir/build.h"

typedef struct builder {
    xb_homes *h;
    xb_program *program;
    xb_taped_loop *loop;
    xb_flow_point after;
    xb_loop_back *back;
} builder;

/* ---- expressions -------------------------------------------------------------------------------------- */

/* Copies a part of the loop into an expression. @return its number */
static uint32_t part(const builder *b, xb_expression *to, const xb_loop_part *part)
{
    const xb_expression *known = xb_home_expression(b->h, part->expression, part->vertex, b->after);
    return xb_copy_subexpression(b->program, known, known->root, to, NULL, NULL);
}

static uint32_t integer(const builder *b, xb_expression *to, int64_t value)
{
    return xb_expression_add(b->program, to, xb_build_integer(b->program, value));
}

static uint32_t variable(const builder *b, xb_expression *to, xb_symbol *symbol)
{
    return xb_expression_add(b->program, to, xb_build_reference(b->program, symbol));
}

static uint32_t binary(const builder *b, xb_expression *to, xb_intrinsic_code code, uint32_t first,
                       uint32_t second)
{
    return xb_build_binary(b->program, to, code, first, second);
}

/* The step, with its sign. */
static uint32_t step(const builder *b, xb_expression *to)
{
    const xb_loop_form *form = &b->loop->form;
    if (form->step.constant)
        return integer(b, to, form->step.value);
    uint32_t s = part(b, to, &form->step);
    return form->subtracted ? xb_build_unary(b->program, to, XB_INTRINSIC_MINUS, s) : s;
}

/* The last value that the bound lets through. */
static uint32_t inclusive_bound(const builder *b, xb_expression *to)
{
    const xb_loop_form *form = &b->loop->form;
    uint32_t bound = part(b, to, &form->bound);
    if (form->inclusive)
        return bound;
    return binary(b, to, form->direction == XB_LOOP_DOWN ? XB_INTRINSIC_ADD : XB_INTRINSIC_SUB, bound,
                  integer(b, to, 1));
}

static xb_expression *rooted(xb_expression *expression, uint32_t root)
{
    expression->root = root;
    return expression;
}

static xb_assignment *assign(const builder *b, const char *id, xb_symbol *symbol, xb_expression *value,
                             xb_kind kind)
{
    xb_assignment *assignment =
        xb_build_assignment(b->program, id, xb_build_reference(b->program, symbol), value);
    assignment->statement.node.kind = kind;
    return assignment;
}

/* (b - a + s) / s, with the copy of b before the loop. */
static uint32_t iterations(const builder *b, xb_expression *to)
{
    xb_expression *bound = xb_build_expression(b->program);
    xb_symbol *sum = xb_temporary_long_integer(b->h->program, b->h->tape->scope, "tap");
    rooted(bound, inclusive_bound(b, bound));
    xb_list_append(b->program->arena, &b->back->before, assign(b, "_bound", sum, bound, XB_KIND_ASSIGNMENT));
    uint32_t way = binary(b, to, XB_INTRINSIC_SUB, variable(b, to, sum), part(b, to, &b->loop->form.first));
    return binary(b, to, XB_INTRINSIC_DIV, binary(b, to, XB_INTRINSIC_ADD, way, step(b, to)), step(b, to));
}

static xb_expression *compare(const builder *b, xb_intrinsic_code code, xb_symbol *symbol, xb_expression *to,
                              uint32_t with)
{
    return rooted(to, binary(b, to, code, variable(b, to, symbol), with));
}

/* The last value, if it is a number. */
static bool is_known(const xb_loop_form *form, int64_t *last)
{
    *last = (int64_t)((uint64_t)form->first.value + (form->trips - 1) * (uint64_t)form->step.value);
    return form->trips_known && form->first.constant;
}

/* ---- both ways ---------------------------------------------------------------------------------------- */

static xb_expression *last_value(const builder *b)
{
    xb_expression *value = xb_build_expression(b->program);
    int64_t s = b->loop->form.step.value, last;
    if (is_known(&b->loop->form, &last))
        return rooted(value, integer(b, value, last));
    if (s == 1 || s == -1)
        return rooted(value, inclusive_bound(b, value));
    uint32_t more = binary(b, value, XB_INTRINSIC_SUB, iterations(b, value), integer(b, value, 1));
    uint32_t way = binary(b, value, XB_INTRINSIC_MUL, more, step(b, value));
    return rooted(value, binary(b, value, XB_INTRINSIC_ADD, part(b, value, &b->loop->form.first), way));
}

static void go_back(const builder *b)
{
    xb_loop_back *back = b->back;
    xb_symbol *i = b->loop->variable;
    int64_t s = b->loop->form.step.value;
    xb_expression *condition = xb_build_expression(b->program), *next = xb_build_expression(b->program);
    back->initialization = assign(b, "_last_value", i, last_value(b), XB_KIND_INITIALIZATION);
    back->condition = compare(b, s > 0 ? XB_INTRINSIC_GREATER_OR_EQUAL : XB_INTRINSIC_LESS_OR_EQUAL, i,
                              condition, part(b, condition, &b->loop->form.first));
    uint32_t root = binary(b, next, s > 0 ? XB_INTRINSIC_SUB : XB_INTRINSIC_ADD, variable(b, next, i),
                           integer(b, next, s > 0 ? s : -s));
    back->update = assign(b, "_value_before", i, rooted(next, root), XB_KIND_UPDATE);
}

static void count_back(const builder *b)
{
    xb_loop_back *back = b->back;
    xb_program *program = b->program;
    xb_symbol *n = xb_tape_integer(b->h->tape), *k = xb_tape_integer(b->h->tape);
    xb_expression *count = xb_build_expression(program), *one = xb_build_expression(program),
                  *next = xb_build_expression(program), *value = xb_build_expression(program),
                  *condition = xb_build_expression(program);
    xb_list_append(program->arena, &back->before,
                   assign(b, "_iterations", n, rooted(count, iterations(b, count)), XB_KIND_ASSIGNMENT));
    back->initialization =
        assign(b, "_first_back", k, rooted(one, integer(b, one, 1)), XB_KIND_INITIALIZATION);
    back->condition = compare(b, XB_INTRINSIC_LESS_OR_EQUAL, k, condition, variable(b, condition, n));
    uint32_t root = binary(b, next, XB_INTRINSIC_ADD, variable(b, next, k), integer(b, next, 1));
    back->update = assign(b, "_next_back", k, rooted(next, root), XB_KIND_UPDATE);
    uint32_t left = binary(b, value, XB_INTRINSIC_SUB, variable(b, value, n), variable(b, value, k));
    uint32_t way = binary(b, value, XB_INTRINSIC_MUL, left, step(b, value));
    root = binary(b, value, XB_INTRINSIC_ADD, part(b, value, &b->loop->form.first), way);
    xb_expression *made = rooted(value, root);
    xb_body_add(&b->loop->first,
                &assign(b, "_value_back", b->loop->variable, made, XB_KIND_ASSIGNMENT)->statement);
}

xb_loop_back xb_explicit_loop_back(xb_homes *homes, uint32_t head)
{
    xb_loop_back back = {.initialization = NULL};
    const builder b = {homes, homes->program, &homes->loops[head], {head, XB_PART_AFTER}, &back};
    const xb_loop_form *form = &b.loop->form;
    bool fits = form->step.constant && ((form->direction == XB_LOOP_UP && form->step.value > 0) ||
                                        (form->direction == XB_LOOP_DOWN && form->step.value < 0));
    if (fits)
        go_back(&b);
    else
        count_back(&b);
    return back;
}
