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
#include "algorithms/support/insertion.h"
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
    uint32_t whole =
        xb_build_binary(b->emit.program, to, XB_INTRINSIC_ADD, xb_build_variable(b->emit.program, to, a),
                        xb_build_variable(b->emit.program, to, r));
    return less_one ? xb_build_binary(b->emit.program, to, XB_INTRINSIC_SUB, whole,
                                      xb_build_number(b->emit.program, to, 1))
                    : whole;
}

/* r = r + 1; c = c (s + r) / r until c = b(s, r) >= l. @return a block after the loop */
static uint32_t add_search(xb_sweep_building *b, uint32_t block, xb_symbol *l, xb_symbol *c, xb_symbol *r)
{
    xb_expression *more = xb_build_expression(b->program);
    const xb_emitted_loop loop =
        xb_emit_while(&b->emit, block, xb_build_of_two(b->emit.program, XB_INTRINSIC_LESS_THAN, c, l));
    xb_emit_assign(&b->emit, loop.body, "_repetitions", r,
                   xb_build_with_number(b->emit.program, XB_INTRINSIC_ADD, r, 1));
    uint32_t grown =
        xb_build_binary(b->emit.program, more, XB_INTRINSIC_MUL, xb_build_variable(b->emit.program, more, c),
                        sum(b, more, b->snapshots, r, false));
    xb_build_binary(b->emit.program, more, XB_INTRINSIC_DIV, grown,
                    xb_build_variable(b->emit.program, more, r));
    xb_emit_assign(&b->emit, loop.body, "_binomial", c, more);
    xb_emit_edge(&b->emit, loop.body, loop.end);
    return xb_emit_block(&b->emit, loop.head);
}

/* c = c r / (s + r), or c s / (s + r - 1): from one binomial coefficient to another one. */
static xb_expression *neighbour(const xb_sweep_building *b, xb_symbol *c, xb_symbol *factor, xb_symbol *r,
                                bool less_one)
{
    xb_expression *value = xb_build_expression(b->program);
    uint32_t product = xb_build_binary(b->emit.program, value, XB_INTRINSIC_MUL,
                                       xb_build_variable(b->emit.program, value, c),
                                       xb_build_variable(b->emit.program, value, factor));
    xb_build_binary(b->emit.program, value, XB_INTRINSIC_DIV, product,
                    sum(b, value, b->snapshots, r, less_one));
    return value;
}

/* middle = from + min(b(s, r - 1), l - b(s - 1, r - 1)). @return the block in which it is known */
static uint32_t add_split(xb_sweep_building *b, uint32_t block)
{
    const xb_emitter *emit = &b->emit;
    xb_symbol *l = xb_emit_integer(emit, "steps"), *c = xb_emit_integer(emit, "bin"),
              *r = xb_emit_integer(emit, "rep");
    xb_emit_assign(emit, block, "_steps", l,
                   xb_build_of_two(emit->program, XB_INTRINSIC_SUB, b->to, b->from));
    xb_emit_statement(emit, block, xb_emit_constant(emit, "_binomial", c, 1));
    xb_emit_statement(emit, block, xb_emit_constant(emit, "_repetitions", r, 0));
    block = add_search(b, block, l, c, r);
    xb_emit_assign(&b->emit, block, "_binomial", c, neighbour(b, c, r, r, false));
    xb_emit_assign(&b->emit, block, "_middle", b->middle, neighbour(b, c, b->snapshots, r, true));
    xb_emit_assign(&b->emit, block, "_middle", b->middle,
                   xb_build_of_two(emit->program, XB_INTRINSIC_SUB, l, b->middle));
    const xb_emitted_branch less =
        xb_emit_if(emit, block, xb_build_of_two(emit->program, XB_INTRINSIC_LESS_THAN, c, b->middle),
                   xb_emit_assignment(emit, "_middle", b->middle, xb_build_value_of(emit->program, c)));
    block = xb_emit_block(emit, less.end);
    xb_emit_assign(&b->emit, block, "_middle", b->middle,
                   xb_build_of_two(emit->program, XB_INTRINSIC_ADD, b->from, b->middle));
    return block;
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
    return xb_map_get(&sweep->version->symbols, symbol->node.index, 0) &&
           !xb_map_get(&loop->own, symbol->node.index, 0);
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
static void add_parts(xb_sweep_building *b, uint32_t block, uint32_t end)
{
    block = add_split(b, block);
    xb_emit_statement(&b->emit, block, &call_part(b, b->from, b->middle, b->snapshots, true)->statement);
    xb_emit_assign(&b->emit, block, "_rest", b->rest,
                   xb_build_with_number(b->emit.program, XB_INTRINSIC_SUB, b->snapshots, 1));
    xb_emit_statement(&b->emit, block, &call_part(b, b->middle, b->to, b->rest, false)->statement);
    xb_emit_edge(&b->emit, block, end);
}

/* ---- arguments ----------------------------------------------------------------------------------------- */

static void note_modified(xb_sweep_building *b, const xb_symbol *symbol)
{
    xb_map_put(b->program->arena, &b->modified, symbol->node.index, 0, (void *)symbol);
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
void xb_sweep_add_formals(xb_sweep_building *b)
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
    for (size_t v = 0; v < b->flow.vertices.count; v++)
        xb_traverse(b->program, xb_run_scratch(b->loop->run), b->flow.vertices.items[v], &visitor, b);
    const xb_scope *scope = b->sweep->version->from;
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        xb_symbol *own = xb_map_get(&b->sweep->version->symbols, symbol->node.index, 0);
        if (!is_passed(b->loop, b->sweep, symbol))
            continue;
        warn_of_extents(b, symbol);
        add_formal(b, own, xb_map_get(&b->modified, own->node.index, 0) ? XB_INTENT_INOUT : XB_INTENT_IN);
    }
}

/* ---- the routine --------------------------------------------------------------------------------------- */

/* The variables by which steps are counted. */
static void declare_numbers(xb_sweep_building *b)
{
    const xb_swept_loop *loop = b->loop;
    b->from = xb_emit_integer(&b->emit, "from");
    b->to = xb_emit_integer(&b->emit, "to");
    if (loop->periodic) {
        b->step = xb_emit_integer(&b->emit, "step");
    } else {
        b->step = b->from;
        b->snapshots = xb_emit_integer(&b->emit, "snaps");
        b->middle = xb_emit_integer(&b->emit, "middle");
        b->rest = xb_emit_integer(&b->emit, "rest");
    }
    if (loop->steps == XB_STEPS_COUNTED)
        b->first = xb_emit_integer(&b->emit, "first");
    if (loop->steps == XB_STEPS_COUNTED || (loop->steps == XB_STEPS_FLAGGED && loop->limited))
        b->stride = xb_emit_integer(&b->emit, "stride");
    if (loop->steps == XB_STEPS_FLAGGED)
        b->flag = xb_emit_integer(&b->emit, "way");
    if (loop->steps == XB_STEPS_FLAGGED && loop->limited)
        b->left = xb_emit_integer(&b->emit, "left");
}

void xb_sweep_declare(xb_sweep_building *b, const char *name)
{
    const xb_routine *current = xb_current(b->loop->original);
    const xb_node *head = b->loop->original->flow.vertices.items[b->loop->head];
    xb_symbol *symbol = xb_version_subroutine(b->program, current->symbol, name);
    /* versions of one name call each other and lie within each other, but what is made of one loop has
     * nothing to do with what is made of another one */
    const char *own = xb_arena_format(b->program->arena, "%s %u", name, (unsigned)head->index);
    b->sweep = xb_version_declare(b->program, b->loop->original, own, symbol);
    if (!xb_tags_find(b->program, &b->sweep->node, XB_TAG_PART, &(xb_tag){0}))
        xb_tags_add(b->program, &b->sweep->node, XB_TAG_PART, current->symbol->id->text);
    b->sweep->structured = b->loop->structured;
    b->emit = (xb_emitter){b->program, b->sweep->scope, &b->flow};
}

/* from + 1 < to */
static xb_expression *several(const xb_sweep_building *b)
{
    xb_expression *condition = xb_build_with_number(b->emit.program, XB_INTRINSIC_ADD, b->from, 1);
    xb_build_binary(b->emit.program, condition, XB_INTRINSIC_LESS_THAN, condition->root,
                    xb_build_variable(b->emit.program, condition, b->to));
    return condition;
}

/* One step, or two sweeps. @return the last vertex */
static uint32_t add_binomial(xb_sweep_building *b, uint32_t entry)
{
    const xb_emitted_branch parts = xb_emit_branch(&b->emit, entry, several(b));
    xb_sweep_add_step(b, xb_emit_block(&b->emit, parts.head), parts.end);
    xb_sweep_add_formals(b);
    add_parts(b, parts.block, parts.end);
    return parts.end;
}

/* All steps, in a loop. */
static uint32_t add_steps(xb_sweep_building *b, uint32_t entry)
{
    const xb_emitted_loop loop =
        xb_emit_loop(&b->emit, b->step, xb_build_value_of(b->emit.program, b->from), b->to, 1);
    xb_emit_edge(&b->emit, entry, loop.head);
    xb_sweep_add_step(b, loop.body, loop.end);
    xb_sweep_add_formals(b);
    return loop.head;
}

xb_routine *xb_sweep_create(const xb_swept_loop *loop)
{
    xb_sweep_building b = {.loop = loop, .program = xb_run_program(loop->run)};
    xb_sweep_declare(&b, "sweep");
    declare_numbers(&b);
    uint32_t entry = xb_flow_add_vertex(b.program, &b.flow, XB_KIND_ENTRY);
    uint32_t end = loop->periodic ? add_steps(&b, entry) : add_binomial(&b, entry);
    uint32_t exit = xb_flow_add_vertex(b.program, &b.flow, XB_KIND_EXIT);
    xb_emit_edge(&b.emit, end, exit);
    b.sweep->flow = b.flow;
    return b.sweep;
}
