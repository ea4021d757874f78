/*
 * One pass counts reads and writes, one from the end to the beginning drops assignments to variables that
 * nothing reads, and one follows the blocks. Blocks nest, so that the innermost one with all uses is found by
 * going outwards from that of the uses before.
 */
#include "languages/c/c.h"

#include <string.h>

#include "languages/code/loops.h"

enum { END_OPEN = UINT32_MAX };

/* A stretch of statements within braces. */
typedef struct block {
    uint32_t parent, begin, end;
    bool is_arm; /* of a select: nothing is declared in it */
} block;

typedef struct finder {
    xb_arena *arena;
    const xb_source_unit *unit;
    xb_c_scopes scopes;
    xb_vector blocks; /* block */
    uint32_t at, block;
    bool has_labels;
} finder;

xb_c_note *xb_c_note_of(const xb_source_variable *variable)
{
    return variable->note;
}

static const xb_source_statement *statement_at(const finder *f, size_t i)
{
    return &((const xb_source_statement *)f->unit->statements.items)[i];
}

/* ---- accesses -------------------------------------------------------------------------------------------
 */

typedef void visit(finder *f, const xb_source_expression *reference, bool reads, bool writes);

static void walk_descriptor(finder *f, const xb_source_variable *formal, const xb_source_expression *actual,
                            visit *to);

static void walk(finder *f, const xb_source_expression *e, visit *to, bool reads, bool writes)
{
    if (!e)
        return;
    if (e->kind == XB_SOURCE_VARIABLE)
        to(f, e, reads, writes);
    for (size_t i = 0; i < e->count; i++) {
        bool passes = e->kind == XB_SOURCE_FUNCTION &&
                      ((const xb_source_variable *)e->callee->formals.items[i])->written;
        if (e->kind == XB_SOURCE_FUNCTION && xb_c_is_needless(e->callee->formals.items[i]))
            continue;
        walk(f, e->operands[i], to, true, passes);
        if (e->kind == XB_SOURCE_FUNCTION)
            walk_descriptor(f, e->callee->formals.items[i], e->operands[i], to);
    }
}

/* What the descriptor of a part of an array is made of, if the bounds of that are expressions. */
static void walk_descriptor(finder *f, const xb_source_variable *formal, const xb_source_expression *actual,
                            visit *to)
{
    const xb_source_dimension *dimensions =
        actual ? actual->variable ? actual->variable->dimensions : NULL : NULL;
    if (!dimensions || xb_source_is_flat(formal) || formal->rank == 0)
        return;
    int rank = actual->variable->rank;
    const xb_source_expression *first = xb_c_first(f->arena, actual);
    for (size_t i = 0; i < first->count; i++)
        walk(f, first->operands[i], to, true, false);
    for (int d = 0; d < rank; d++)
        if (actual->count == 0 || !xb_source_is_element(actual->operands[d]))
            walk(f, dimensions[rank - 1 - d].stride, to, true, false);
    for (int d = 0; d < actual->rank; d++)
        walk(f, xb_source_room(f->arena, actual, d), to, true, false);
}

static void walk_arguments(finder *f, const xb_source_statement *s, visit *to)
{
    for (size_t i = 0; i < s->count && s->arguments; i++) {
        bool modifies = s->kind == XB_SOURCE_OPAQUE && (int64_t)i < s->number;
        bool passes =
            modifies || (s->callee && ((const xb_source_variable *)s->callee->formals.items[i])->written);
        bool is_result = s->callee && s->callee->is_function && i + 1 == s->count && s->arguments[i] &&
                         ((const xb_source_variable *)s->callee->formals.items[i])->rank == 0;
        if (s->callee && xb_c_is_needless(s->callee->formals.items[i]))
            continue;
        walk(f, s->arguments[i], to, !is_result, passes || is_result);
        if (s->callee)
            walk_descriptor(f, s->callee->formals.items[i], s->arguments[i], to);
    }
}

/* All variables of a statement. Ends of loops have nothing of their own, but for conditions. */
static void walk_statement(finder *f, const xb_source_statement *s, visit *to)
{
    bool takes = s->kind == XB_SOURCE_ASSIGN || s->kind == XB_SOURCE_POP;
    bool counts = s->kind == XB_SOURCE_DO || s->kind == XB_SOURCE_FOR;
    if (s->kind == XB_SOURCE_END_DO || s->kind == XB_SOURCE_END_FOR)
        return;
    walk(f, s->value, to, true, false);
    walk(f, s->first, to, true, false);
    walk(f, s->last, to, true, false);
    walk(f, s->step, to, true, false);
    if (s->kind == XB_SOURCE_FOR) {
        walk(f, s->condition, to, true, false);
        walk(f, s->update, to, true, false);
    }
    walk_arguments(f, s, to);
    walk(f, s->target, to, counts || !takes,
         counts || takes || s->kind == XB_SOURCE_ALLOCATE || s->kind == XB_SOURCE_FIT);
}

/* ---- what has no effect ---------------------------------------------------------------------------------
 */

static void count_access(finder *f, const xb_source_expression *reference, bool reads, bool writes)
{
    if (!reference->variable->note) {
        reference->variable->note = xb_arena_alloc(f->arena, sizeof(xb_c_note));
        *xb_c_note_of(reference->variable) = (xb_c_note){0};
    }
    xb_c_note_of(reference->variable)->reads += reads;
    xb_c_note_of(reference->variable)->writes += writes;
}

static void uncount_access(finder *f, const xb_source_expression *reference, bool reads, bool writes)
{
    (void)f;
    xb_c_note_of(reference->variable)->reads -= reads;
    xb_c_note_of(reference->variable)->writes -= writes;
}

static bool calls(const xb_source_expression *e)
{
    for (size_t i = 0; e && i < e->count; i++)
        if (calls(e->operands[i]))
            return true;
    return e && e->kind == XB_SOURCE_FUNCTION;
}

static bool is_local_scalar(const finder *f, const xb_source_variable *variable)
{
    return variable->home == f->unit && variable->position == 0 && variable->rank == 0 &&
           !xb_c_is_kept(variable);
}

static bool is_idle(const finder *f, const xb_source_statement *s)
{
    if (s->kind != XB_SOURCE_ASSIGN)
        return false;
    if (xb_source_is_equal(s->target, s->value))
        return true;
    return is_local_scalar(f, s->target->variable) && xb_c_note_of(s->target->variable)->reads == 0 &&
           !calls(s->value);
}

static void drop_idle(finder *f)
{
    for (uint32_t i = 0; i < f->unit->statements.count; i++)
        walk_statement(f, statement_at(f, i), count_access);
    for (uint32_t i = f->unit->statements.count; i-- > 0;) {
        if (!is_idle(f, statement_at(f, i)))
            continue;
        f->scopes.dropped[i] = true;
        walk_statement(f, statement_at(f, i), uncount_access);
    }
}

/* ---- blocks ---------------------------------------------------------------------------------------------
 */

static block *block_at(const finder *f, uint32_t number)
{
    return &((block *)f->blocks.items)[number];
}

static void open_block(finder *f, bool is_arm)
{
    uint32_t number = f->blocks.count;
    block *made = xb_vector_push(f->arena, &f->blocks, sizeof *made);
    *made = (block){.parent = f->block, .begin = f->at, .end = END_OPEN, .is_arm = is_arm};
    f->block = number;
}

static void close_block(finder *f)
{
    block_at(f, f->block)->end = f->at;
    f->block = block_at(f, f->block)->parent;
}

static bool closes(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_ELSE || kind == XB_SOURCE_END_IF || kind == XB_SOURCE_END_DO ||
           kind == XB_SOURCE_END_FOR || kind == XB_SOURCE_END_REPEAT;
}

static bool opens(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_IF || kind == XB_SOURCE_ELSE || kind == XB_SOURCE_DO || kind == XB_SOURCE_FOR ||
           kind == XB_SOURCE_WHILE || kind == XB_SOURCE_REPEAT;
}

static void follow_arms(finder *f, xb_source_statement_kind kind)
{
    bool is_arm = kind == XB_SOURCE_CASE || kind == XB_SOURCE_DEFAULT;
    if ((is_arm || kind == XB_SOURCE_END_SELECT) && block_at(f, f->block)->is_arm)
        close_block(f);
    if (is_arm)
        open_block(f, true);
}

/* ---- uses -----------------------------------------------------------------------------------------------
 */

/* Whether a statement assigns a scalar without using it, so that it may declare it. */
static bool declares(const xb_source_statement *s, const xb_source_variable *variable)
{
    bool takes = s->kind == XB_SOURCE_POP;
    return (s->kind == XB_SOURCE_ASSIGN || takes) && s->target->variable == variable &&
           s->target->count == 0 && !xb_source_mentions(s->value, variable);
}

static void note_use(finder *f, const xb_source_expression *reference, bool reads, bool writes)
{
    const xb_source_variable *variable = reference->variable;
    if (!variable->home) /* it is declared outside, and what was noted of it is about another unit */
        return;
    xb_c_note *note = xb_c_note_of(variable);
    const xb_source_statement *s = statement_at(f, f->at);
    bool is_head = s->kind == XB_SOURCE_DO && s->target == reference;
    note->taken += s->target == reference && s->kind == XB_SOURCE_POP;
    if (note->uses++ == 0) {
        note->is_late = reads || !writes;
        note->first = f->at;
        note->block = note->begins = f->block;
        note->is_assigned = declares(s, variable);
    }
    uint32_t before = note->block;
    while (note->block != f->block &&
           !(block_at(f, note->block)->begin <= f->at && f->at < block_at(f, note->block)->end))
        note->block = block_at(f, note->block)->parent;
    note->is_assigned = note->is_assigned && note->block == before;
    note->counted += note->is_open || is_head;
}

static void follow(finder *f)
{
    xb_list heads = {0};
    for (f->at = 0; f->at < f->unit->statements.count; f->at++) {
        const xb_source_statement *s = statement_at(f, f->at);
        bool is_loop = s->kind == XB_SOURCE_DO || s->kind == XB_SOURCE_FOR || s->kind == XB_SOURCE_WHILE;
        f->has_labels = f->has_labels || s->kind == XB_SOURCE_LABEL;
        if (closes(s->kind))
            close_block(f);
        follow_arms(f, s->kind);
        if (s->kind == XB_SOURCE_END_DO || s->kind == XB_SOURCE_END_FOR) {
            const xb_source_statement *head = heads.items[--heads.count];
            if (head->kind == XB_SOURCE_DO)
                xb_c_note_of(head->target->variable)->is_open = false;
        }
        if (!f->scopes.dropped[f->at])
            walk_statement(f, s, note_use);
        if (is_loop)
            xb_list_append(f->arena, &heads, s);
        if (s->kind == XB_SOURCE_DO)
            xb_c_note_of(s->target->variable)->is_open = true;
        if (opens(s->kind))
            open_block(f, false);
    }
}

static void settle(const finder *f)
{
    const xb_list *locals = &f->unit->locals;
    const xb_list *formals = &f->unit->formals;
    xb_c_note *result = f->unit->is_function ? xb_c_note_of(formals->items[formals->count - 1]) : NULL;
    if (result)
        result->is_late = result->is_late || f->has_labels || result->begins != 0;
    for (size_t i = 0; i < locals->count; i++) {
        const xb_source_variable *variable = locals->items[i];
        xb_c_note *note = xb_c_note_of(variable);
        if (!note || variable->rank > 0 || xb_c_is_kept(variable))
            continue;
        note->is_late = note->is_late || f->has_labels || note->block != note->begins;
        if (f->has_labels)
            continue;
        note->counts = note->counted == note->uses;
        note->is_declared =
            !note->counts && note->reads > 0 && note->is_assigned && !block_at(f, note->block)->is_arm;
    }
}

static void forget(const xb_list *variables)
{
    for (size_t i = 0; i < variables->count; i++)
        ((xb_source_variable *)variables->items[i])->note = NULL;
}

xb_c_scopes xb_c_find_scopes(xb_arena *arena, const xb_source_unit *unit)
{
    uint32_t count = unit->statements.count;
    finder f = {.arena = arena, .unit = unit};
    f.scopes.dropped = xb_arena_array(arena, count, sizeof *f.scopes.dropped);
    forget(&unit->locals);
    forget(&unit->formals);
    drop_idle(&f);
    open_block(&f, false);
    follow(&f);
    settle(&f);
    return f.scopes;
}
