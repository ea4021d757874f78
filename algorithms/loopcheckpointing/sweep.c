/*
 * A sweep of l steps with s snapshots can be reversed with each step being advanced over at most r times as
 * long as l <= b(s, r) = (s + r)! / (s! r!). With the least such r, it is split after as many steps as the
 * first part may have, b(s, r - 1), but such that the other part, with one snapshot less, has at least b(s -
 * 1, r - 1): the least number of forward steps in all is then r l - b(s + 1, r - 1).
 *
 * If snapshots are periodic, the sweep is a loop over its steps.
 *
 * Those local variables of the routine that a step refers to are passed as arguments.
 */
#include "algorithms/loopcheckpointing/sweep.h"

#include "algorithms/motions/marks.h"
#include "algorithms/support/names.h"
#include "analysis/calls.h"
#include "analysis/constructs.h"
#include "analysis/effects.h"
#include "analysis/storage.h"
#include "ir/build.h"
#include "ir/copy_internal.h"
#include "ir/tags.h"
#include "ir/version.h"

/* ---- the split ----------------------------------------------------------------------------------------- */

/* (a + r) or (a + r - 1), of variables. */
static uint32_t sum(const xb_sweep_building *b, xb_expression *to, xb_symbol *a, xb_symbol *r, bool less_one)
{
    uint32_t whole = xb_build_binary(b->program, to, XB_INTRINSIC_ADD, xb_build_variable(b->program, to, a),
                                     xb_build_variable(b->program, to, r));
    return less_one
               ? xb_build_binary(b->program, to, XB_INTRINSIC_SUB, whole, xb_build_number(b->program, to, 1))
               : whole;
}

/* c (s + r) / r */
static xb_expression *next_binomial(const xb_sweep_building *b, xb_symbol *c, xb_symbol *r)
{
    xb_expression *more = xb_build_expression(b->program);
    uint32_t grown =
        xb_build_binary(b->program, more, XB_INTRINSIC_MUL, xb_build_variable(b->program, more, c),
                        sum(b, more, b->snapshots, r, false));
    xb_build_binary(b->program, more, XB_INTRINSIC_DIV, grown, xb_build_variable(b->program, more, r));
    return more;
}

/* r = r + 1; c = c (s + r) / r until c = b(s, r) >= l. */
static void add_search(xb_sweep_building *b, xb_symbol *l, xb_symbol *c, xb_symbol *r)
{
    xb_body *code = &b->code;
    xb_body_loop(code, XB_KIND_PRE_LOOP, xb_build_of_two(b->program, XB_INTRINSIC_LESS_THAN, c, l));
    xb_body_set(code, "_repetitions", r, xb_build_with_number(b->program, XB_INTRINSIC_ADD, r, 1));
    xb_body_set(code, "_binomial", c, next_binomial(b, c, r));
    xb_body_end(code);
}

/* c = c r / (s + r), or c s / (s + r - 1): from one binomial coefficient to another one. */
static xb_expression *neighbour(const xb_sweep_building *b, xb_symbol *c, xb_symbol *factor, xb_symbol *r,
                                bool less_one)
{
    xb_expression *value = xb_build_of_two(b->program, XB_INTRINSIC_MUL, c, factor);
    xb_build_binary(b->program, value, XB_INTRINSIC_DIV, value->root,
                    sum(b, value, b->snapshots, r, less_one));
    return value;
}

/* middle = from + min(b(s, r - 1), l - b(s - 1, r - 1)) */
static void add_split(xb_sweep_building *b)
{
    xb_program *program = b->program;
    xb_body *code = &b->code;
    xb_symbol *l = xb_temporary_integer(program, code->scope, "steps"),
              *c = xb_temporary_integer(program, code->scope, "bin"),
              *r = xb_temporary_integer(program, code->scope, "rep");
    xb_body_set(code, "_steps", l, xb_build_of_two(program, XB_INTRINSIC_SUB, b->to, b->from));
    xb_body_set_number(code, "_binomial", c, 1);
    xb_body_set_number(code, "_repetitions", r, 0);
    add_search(b, l, c, r);
    xb_body_set(code, "_binomial", c, neighbour(b, c, r, r, false));
    xb_body_set(code, "_middle", b->middle, neighbour(b, c, b->snapshots, r, true));
    xb_body_set(code, "_middle", b->middle, xb_build_of_two(program, XB_INTRINSIC_SUB, l, b->middle));
    xb_body_if(code, xb_build_of_two(program, XB_INTRINSIC_LESS_THAN, c, b->middle));
    xb_body_set(code, "_middle", b->middle, xb_build_value_of(program, c));
    xb_body_end(code);
    xb_body_set(code, "_middle", b->middle, xb_build_of_two(program, XB_INTRINSIC_ADD, b->from, b->middle));
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static bool is_number(const xb_sweep_building *b, const xb_symbol *symbol)
{
    return symbol == b->tolerance || symbol == b->from || symbol == b->to || symbol == b->snapshots ||
           symbol == b->first || symbol == b->stride || symbol == b->flag || symbol == b->left;
}

/* Appends an argument at the next position, unless it is NULL. */
static void pass(xb_program *program, xb_call *call, void *vertex)
{
    if (vertex)
        xb_build_argument_at(program, call, (unsigned)call->arguments.count + 1, vertex);
}

static xb_call *begin_call(xb_program *program, const xb_routine *sweep, const xb_sweep_numbers *numbers,
                           bool weak)
{
    xb_call *call = xb_build_call(program, "_sweep", sweep->symbol, 0);
    if (weak)
        xb_call_mark(program, call, XB_MARK_WEAK);
    pass(program, call, numbers->tolerance);
    pass(program, call, numbers->from);
    pass(program, call, numbers->to);
    pass(program, call, numbers->snapshots);
    pass(program, call, numbers->first);
    pass(program, call, numbers->stride);
    pass(program, call, numbers->flag);
    pass(program, call, numbers->left);
    return call;
}

/* NULL if there is no such variable. */
static xb_reference *reference_to(const xb_sweep_building *b, xb_symbol *symbol)
{
    return symbol ? xb_build_reference(b->program, symbol) : NULL;
}

/* A call of the sweep by itself. */
static xb_call *call_part(const xb_sweep_building *b, xb_symbol *from, xb_symbol *to, xb_symbol *snapshots,
                          bool weak)
{
    xb_program *program = b->program;
    const xb_sweep_numbers numbers = {.from = xb_build_reference(program, from),
                                      .to = xb_build_reference(program, to),
                                      .snapshots = xb_build_reference(program, snapshots),
                                      .first = reference_to(b, b->first),
                                      .stride = reference_to(b, b->stride),
                                      .flag = reference_to(b, b->flag),
                                      .left = reference_to(b, b->left)};
    xb_call *call = begin_call(program, b->sweep, &numbers, weak);
    for (size_t i = 0; i < b->sweep->formals.count; i++) {
        xb_symbol *symbol = ((const xb_formal *)b->sweep->formals.items[i])->symbol;
        if (!is_number(b, symbol))
            pass(program, call, xb_build_reference(program, symbol));
    }
    return call;
}

/* Whether the sweep refers to a local variable of the routine, and has none of its own for it. */
static bool is_passed(const xb_swept_loop *loop, const xb_routine *sweep, const xb_symbol *symbol)
{
    return xb_node_map_get(&sweep->version->symbols, &symbol->node) &&
           !xb_node_set_has(&loop->own, &symbol->node);
}

xb_statement *xb_sweep_call(const xb_swept_loop *loop, const xb_routine *sweep,
                            const xb_sweep_numbers *numbers, bool weak)
{
    xb_program *program = xb_run_program(loop->run);
    xb_call *call = begin_call(program, sweep, numbers, weak);
    const xb_scope *scope = sweep->version->from;
    for (size_t i = 0; i < scope->symbols.count; i++) {
        xb_symbol *symbol = scope->symbols.items[i];
        if (is_passed(loop, sweep, symbol))
            pass(program, call, xb_swept_loop_reference(loop, symbol));
    }
    return &call->statement;
}

/* The sweep of more than one step. */
static void add_parts(xb_sweep_building *b)
{
    add_split(b);
    xb_body_add(&b->code, &call_part(b, b->from, b->middle, b->snapshots, true)->statement);
    xb_body_set(&b->code, "_rest", b->rest,
                xb_build_with_number(b->program, XB_INTRINSIC_SUB, b->snapshots, 1));
    xb_body_add(&b->code, &call_part(b, b->middle, b->to, b->rest, false)->statement);
}

/* ---- arguments ----------------------------------------------------------------------------------------- */

static void note_modified(xb_sweep_building *b, const xb_symbol *symbol)
{
    xb_node_set_add(b->program->arena, &b->modified, &symbol->node);
}

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    xb_sweep_building *b = context;
    if (!formal || formal->intent != XB_INTENT_IN ||
        xb_effects_modifies(xb_effects_of(xb_run_analyses(b->loop->run)), formal))
        note_modified(b, actual->symbol);
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_passed, context);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    note_modified(context, ((const xb_assignment *)node)->target->symbol);
    return XB_VISIT_CONTINUE;
}

static void add_formal(xb_sweep_building *b, xb_symbol *symbol, xb_intent intent)
{
    xb_formal *formal = xb_node_create(b->program, XB_KIND_FORMAL, sizeof *formal, 0);
    formal->symbol = symbol;
    formal->position = (uint32_t)b->sweep->formals.count + 1;
    formal->intent = intent;
    b->sweep->has_formals = true;
    xb_list_append(b->program->arena, &b->sweep->formals, formal);
}

/* As an argument, a local array is there, and begins with subscript 1. */
static void warn_of_extents(const xb_sweep_building *b, const xb_symbol *symbol)
{
    const xb_storage *storage = xb_storage_of(xb_run_analyses(b->loop->run));
    if (symbol->rank <= 0 || symbol->bounds_count > 0 || xb_storage_is_formal(storage, symbol))
        return;
    xb_warning(
        b->program->diagnostics, xb_program_place(b->program, &symbol->node, NULL),
        "declare its bounds, or assign it before the loop",
        "the extents of %s are not known: the loop of %s that is reversed by checkpoints takes it to be "
        "allocated before, with lower bounds of 1",
        symbol->id->text, b->loop->original->symbol->id->text);
}

/* Those local variables of the routine that the body refers to, in the order of its scope. */
void xb_sweep_add_formals(xb_sweep_building *b, const xb_flow_graph *flow)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = see_call,
                                                 [XB_KIND_FUNCTION_CALL] = see_call,
                                                 [XB_KIND_ASSIGNMENT] = see_assignment,
                                                 [XB_KIND_INITIALIZATION] = see_assignment,
                                                 [XB_KIND_UPDATE] = see_assignment}};
    xb_symbol *numbers[] = {b->tolerance, b->from,   b->to,   b->snapshots,
                            b->first,     b->stride, b->flag, b->left};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i])
            add_formal(b, numbers[i],
                       numbers[i] == b->flag || numbers[i] == b->left ? XB_INTENT_INOUT : XB_INTENT_IN);
    for (size_t v = 0; v < flow->vertices.count; v++)
        xb_traverse(b->program, xb_run_scratch(b->loop->run), flow->vertices.items[v], &visitor, b);
    const xb_scope *scope = b->sweep->version->from;
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        xb_symbol *own = xb_node_map_get(&b->sweep->version->symbols, &symbol->node);
        if (!is_passed(b->loop, b->sweep, symbol))
            continue;
        warn_of_extents(b, symbol);
        add_formal(b, own, xb_node_set_has(&b->modified, &own->node) ? XB_INTENT_INOUT : XB_INTENT_IN);
    }
}

/* ---- the routine --------------------------------------------------------------------------------------- */

/* The variables by which steps are counted. */
static void declare_numbers(xb_sweep_building *b)
{
    const xb_swept_loop *loop = b->loop;
    b->from = xb_temporary_integer(b->program, b->code.scope, "from");
    b->to = xb_temporary_integer(b->program, b->code.scope, "to");
    if (loop->periodic) {
        b->step = xb_temporary_integer(b->program, b->code.scope, "step");
    } else {
        b->step = b->from;
        b->snapshots = xb_temporary_integer(b->program, b->code.scope, "snaps");
        b->middle = xb_temporary_integer(b->program, b->code.scope, "middle");
        b->rest = xb_temporary_integer(b->program, b->code.scope, "rest");
    }
    if (loop->steps == XB_STEPS_COUNTED)
        b->first = xb_temporary_integer(b->program, b->code.scope, "first");
    if (loop->steps == XB_STEPS_COUNTED || (loop->steps == XB_STEPS_FLAGGED && loop->limited))
        b->stride = xb_temporary_integer(b->program, b->code.scope, "stride");
    if (loop->steps == XB_STEPS_FLAGGED)
        b->flag = xb_temporary_integer(b->program, b->code.scope, "way");
    if (loop->steps == XB_STEPS_FLAGGED && loop->limited)
        b->left = xb_temporary_integer(b->program, b->code.scope, "left");
}

xb_sweep_building xb_sweep_begin(const xb_swept_loop *loop, const char *name)
{
    xb_program *program = xb_run_program(loop->run);
    const xb_routine *current = xb_current(loop->original);
    const xb_node *head = loop->original->flow.vertices.items[loop->head];
    xb_symbol *symbol = xb_version_subroutine(program, current->symbol, name);
    /* versions of one name call each other and lie within each other, but what is made of one loop has
     * nothing to do with what is made of another one */
    const char *own = xb_arena_format(program->arena, "%s %u", name, (unsigned)head->index);
    xb_routine *sweep = xb_version_declare(program, loop->original, own, symbol);
    if (!xb_tags_find(program, &sweep->node, XB_TAG_PART, &(xb_tag){0}))
        xb_tags_add(program, &sweep->node, XB_TAG_PART, current->symbol->id->text);
    sweep->structured = loop->structured;
    return (xb_sweep_building){
        .loop = loop, .program = program, .sweep = sweep, .code = xb_body_begin_made(program, sweep->scope)};
}

xb_routine *xb_sweep_end(xb_sweep_building *b)
{
    b->sweep->flow = xb_body_finish(&b->code, xb_run_scratch(b->loop->run));
    return b->sweep;
}

/* from + 1 < to */
static xb_expression *several(const xb_sweep_building *b)
{
    xb_expression *condition = xb_build_with_number(b->program, XB_INTRINSIC_ADD, b->from, 1);
    xb_build_binary(b->program, condition, XB_INTRINSIC_LESS_THAN, condition->root,
                    xb_build_variable(b->program, condition, b->to));
    return condition;
}

/* Two sweeps, or one step, which is made first: it says what is passed to the sweeps. */
static void add_binomial(xb_sweep_building *b)
{
    xb_body step = xb_body_begin_part(b->program, b->code.scope);
    xb_sweep_add_step(b, &step);
    xb_sweep_add_formals(b, &step.flow);
    xb_body_if(&b->code, several(b));
    add_parts(b);
    xb_body_else(&b->code);
    xb_body_add_part(&b->code, &step);
    xb_body_end(&b->code);
}

/* All steps, in a loop. */
static void add_steps(xb_sweep_building *b)
{
    xb_body_for(&b->code, b->step, xb_build_value_of(b->program, b->from), b->to, 1);
    xb_sweep_add_step(b, &b->code);
    xb_sweep_add_formals(b, &b->code.flow);
    xb_body_end(&b->code);
}

xb_routine *xb_sweep_create(const xb_swept_loop *loop)
{
    xb_sweep_building b = xb_sweep_begin(loop, "sweep");
    declare_numbers(&b);
    if (loop->periodic)
        add_steps(&b);
    else
        add_binomial(&b);
    return xb_sweep_end(&b);
}
