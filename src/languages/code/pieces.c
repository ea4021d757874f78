/*
 * Long units become several, which lie within them and are called one after the other: compilers take more
 * than linear time for long ones. What is cut are the statements that are in no construct, if nothing jumps.
 *
 * Variables that one piece uses are declared there. Those that are assigned in each piece before they are
 * used are declared in each. Others stay, and pieces see them as routines within others do; languages without
 * such have numbers of one type in an array, so that there are few arguments.
 */
#include "languages/code/maker.h"
#include "languages/code/printing.h"

enum {
    USUAL = 2000, /* statements of a piece */
    FEW = 8       /* numbers that may be arguments */
};

/* What is known of a local variable. Pieces count from 1. */
typedef struct use {
    xb_source_variable *variable;
    uint32_t piece;              /* the last one that uses it; 0: none */
    bool several;                /* more than one does */
    bool needed;                 /* some piece uses what another one has left there */
    bool counts;                 /* a loop counts by it */
    uint32_t copied;             /* the last piece that has a copy */
    xb_source_variable *instead; /* that copy, or an array */
    int64_t place;               /* within the array */
} use;

/* A unit that is cut. */
typedef struct cutting {
    xb_source_maker *maker;
    xb_arena *arena;
    xb_source_unit *unit;
    xb_map uses;       /* use by address of the variable */
    xb_map held;       /* variables that bounds are made of */
    xb_list pieces;    /* xb_source_unit */
    uint32_t piece;    /* at hand */
    uint32_t crossing; /* numbers that stay */
    xb_list arrays;    /* xb_source_variable: those that have such */
    xb_list open;      /* expressions to be visited */
} cutting;

static const xb_source_statement *statement_at(const xb_source_unit *unit, size_t i)
{
    return &((const xb_source_statement *)unit->statements.items)[i];
}

/* ---- what can be cut ------------------------------------------------------------------------------------
 */

/* Texts may do whatever they like. */
static bool is_plain(xb_source_statement_kind kind)
{
    return kind != XB_SOURCE_LABEL && kind != XB_SOURCE_JUMP && kind != XB_SOURCE_JUMP_IF &&
           kind != XB_SOURCE_RETURN && kind != XB_SOURCE_OPAQUE && kind != XB_SOURCE_ROOM;
}

static bool can_be_cut(const xb_source_unit *unit)
{
    bool can = !unit->host && unit->inner.count == 0 && !unit->is_function;
    for (size_t i = 0; i < unit->formals.count && can; i++)
        can = !((const xb_source_variable *)unit->formals.items[i])->optional;
    for (size_t i = 0; i < unit->statements.count && can; i++)
        can = is_plain(statement_at(unit, i)->kind) ||
              (statement_at(unit, i)->kind == XB_SOURCE_RETURN && i + 1 == unit->statements.count);
    return can;
}

/* Variables that may be declared elsewhere. */
static bool is_movable(const xb_source_unit *unit, const xb_source_variable *variable)
{
    return variable->home == unit && variable->position == 0 && unit->shares.count == 0 && !variable->saved &&
           !variable->in_common && !variable->same && !variable->parameter && !variable->is_early &&
           !variable->allocatable && !variable->pointer && !variable->target && !variable->dimensions &&
           variable->initial_count == 0;
}

/* ---- uses -----------------------------------------------------------------------------------------------
 */

/* @param defines the whole of a variable is assigned, whatever happens */
typedef void visit(cutting *c, xb_source_expression *e, bool defines);

static void walk(cutting *c, const xb_source_expression *root, visit *to, bool defines)
{
    if (root)
        xb_list_append(c->arena, &c->open, root);
    while (c->open.count > 0) {
        xb_source_expression *e = c->open.items[--c->open.count];
        for (size_t i = 0; i < e->count; i++)
            if (e->operands[i])
                xb_list_append(c->arena, &c->open, e->operands[i]);
        to(c, e, defines && e == root);
    }
}

static bool is_loop(const xb_source_statement *statement)
{
    return statement->kind == XB_SOURCE_DO || statement->kind == XB_SOURCE_FOR;
}

/* In the order in which they are executed. */
static void walk_statement(cutting *c, const xb_source_statement *s, visit *to, bool is_outermost)
{
    const xb_source_expression *before[] = {s->value, s->first, s->last, s->step};
    const xb_source_expression *after[] = {s->condition, s->update};
    bool assigns = s->kind == XB_SOURCE_ASSIGN || s->kind == XB_SOURCE_POP || is_loop(s);
    bool is_whole = s->target && s->target->kind == XB_SOURCE_VARIABLE && s->target->count == 0;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        walk(c, before[i], to, false);
    for (size_t i = 0; i < s->count && s->arguments; i++)
        walk(c, s->arguments[i], to, false);
    walk(c, s->target, to, is_outermost && assigns && is_whole);
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        walk(c, after[i], to, false);
}

static use *use_of(const cutting *c, const xb_source_variable *variable)
{
    return xb_map_get(&c->uses, (uintptr_t)variable, 0);
}

static void note_call(const cutting *c, xb_source_unit *piece, xb_source_unit *callee)
{
    xb_list_append(c->arena, &piece->calls, callee);
    piece->has_tape |= callee->has_tape;
}

static void note(cutting *c, xb_source_expression *e, bool defines)
{
    xb_source_unit *piece = c->pieces.items[c->piece - 1];
    use *u = e->kind == XB_SOURCE_VARIABLE ? use_of(c, e->variable) : NULL;
    if (e->kind == XB_SOURCE_FUNCTION)
        note_call(c, piece, e->callee);
    if (!u || u->piece == c->piece)
        return;
    u->several = u->piece != 0;
    u->needed = u->several && (u->needed || !defines);
    u->piece = c->piece;
}

/* ---- expressions ----------------------------------------------------------------------------------------
 */

static xb_source_expression *same(const cutting *c, const xb_source_expression *e)
{
    xb_source_expression *made = xb_arena_alloc(c->arena, sizeof *made);
    *made = *e;
    return made;
}

/* Statements that are in one piece only may have expressions, or parts of them, in common with others. */
static const xb_source_expression *own(cutting *c, const xb_source_expression *root)
{
    if (!root)
        return NULL;
    const xb_source_expression *made = same(c, root);
    xb_list_append(c->arena, &c->open, made);
    while (c->open.count > 0) {
        xb_source_expression *e = c->open.items[--c->open.count];
        const xb_source_expression *const *operands = e->operands;
        e->operands = xb_arena_array(c->arena, e->count, sizeof *e->operands);
        for (size_t i = 0; i < e->count; i++) {
            e->operands[i] = operands[i] ? same(c, operands[i]) : NULL;
            if (e->operands[i])
                xb_list_append(c->arena, &c->open, e->operands[i]);
        }
    }
    return made;
}

static xb_source_statement own_statement(cutting *c, const xb_source_statement *statement)
{
    xb_source_statement made = *statement;
    const xb_source_expression **parts[] = {&made.target, &made.value,     &made.first, &made.last,
                                            &made.step,   &made.condition, &made.update};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = own(c, *parts[i]);
    if (made.arguments)
        made.arguments = xb_arena_array(c->arena, made.count, sizeof *made.arguments);
    for (size_t i = 0; i < made.count && made.arguments; i++)
        made.arguments[i] = own(c, statement->arguments[i]);
    return made;
}

/* ---- pieces ---------------------------------------------------------------------------------------------
 */

static xb_source_unit *add_piece(cutting *c)
{
    xb_source_unit *piece = xb_arena_alloc(c->arena, sizeof *piece);
    *piece = (xb_source_unit){.routine = c->unit->routine,
                              .host = c->unit,
                              .whole = c->unit,
                              .is_used = true,
                              .puts = c->unit->puts};
    xb_list_append(c->arena, &c->pieces, piece);
    return piece;
}

/* Statements go to pieces, which have so many at least, but for the last one. */
static void cut(cutting *c, uint32_t most)
{
    uint32_t depth = 0;
    xb_source_unit *piece = NULL;
    for (size_t i = 0; i < c->unit->statements.count; i++) {
        const xb_source_statement *s = statement_at(c->unit, i);
        if (s->kind == XB_SOURCE_RETURN)
            break;
        if (depth == 0 && (!piece || piece->statements.count >= most)) {
            piece = add_piece(c);
            c->piece++;
            xb_vector_reserve(c->arena, &piece->statements, most, sizeof *s);
        }
        depth -= xb_source_closes(s->kind);
        *(xb_source_statement *)xb_vector_push(c->arena, &piece->statements, sizeof *s) = own_statement(c, s);
        piece->has_tape |= s->kind == XB_SOURCE_PUSH || s->kind == XB_SOURCE_POP;
        if (s->callee)
            note_call(c, piece, s->callee);
        walk_statement(c, s, note, depth == 0);
        if (is_loop(s) && use_of(c, s->target->variable))
            use_of(c, s->target->variable)->counts = true;
        depth += xb_source_opens(s->kind);
    }
}

static void call_pieces(cutting *c)
{
    xb_source_unit *unit = c->unit;
    const xb_source_statement last = *statement_at(unit, unit->statements.count - 1);
    unit->statements = (xb_vector){0};
    unit->calls = (xb_list){0};
    for (size_t i = 0; i < c->pieces.count; i++) {
        xb_source_unit *piece = c->pieces.items[i];
        const xb_source_statement *first = statement_at(piece, 0);
        *(xb_source_statement *)xb_vector_push(c->arena, &unit->statements, sizeof *first) =
            (xb_source_statement){
                .kind = XB_SOURCE_CALL, .line = first->line, .from = first->from, .callee = piece};
        xb_list_append(c->arena, &unit->calls, piece);
        xb_list_append(c->arena, &unit->inner, piece);
    }
    if (last.kind == XB_SOURCE_RETURN)
        *(xb_source_statement *)xb_vector_push(c->arena, &unit->statements, sizeof last) = last;
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

static void declare(cutting *c, xb_source_unit *piece, xb_source_variable *variable)
{
    variable->home = piece;
    xb_list_append(c->arena, &piece->locals, variable);
    xb_list_append(c->arena, &piece->declared, variable);
}

static bool is_number(const xb_source_variable *variable)
{
    return variable->rank == 0 && variable->type >= XB_TYPE_INTEGER && variable->type <= XB_TYPE_COMPLEX &&
           variable->bytes < XB_SOURCE_UNSIGNED;
}

/* Whether a variable becomes an element of an array. */
static bool is_kept(const cutting *c, const use *u)
{
    return c->maker->language->lacks_nesting && c->crossing > FEW && u->needed && !u->counts &&
           is_number(u->variable);
}

/* An array of the type of a variable, with room for one element more. */
static xb_source_variable *array_for(cutting *c, const xb_source_variable *variable)
{
    for (size_t i = 0; i < c->arrays.count; i++) {
        xb_source_variable *array = c->arrays.items[i];
        if (array->type == variable->type && array->bytes == variable->bytes)
            return array;
    }
    xb_bounds *bounds = xb_arena_alloc(c->arena, sizeof *bounds);
    *bounds = (xb_bounds){.lower = 1, .upper = 0};
    xb_source_variable *array =
        xb_maker_variable_for(c->maker, c->unit, "kept", variable->type, variable->bytes);
    array->rank = 1;
    array->bounds = bounds;
    array->written = array->live = true;
    xb_list_append(c->arena, &c->arrays, array);
    return array;
}

static void keep(cutting *c, use *u)
{
    u->instead = array_for(c, u->variable);
    xb_bounds *bounds = (xb_bounds *)u->instead->bounds;
    u->place = ++bounds->upper;
}

/* What becomes of the variables of a list, which has those that stay afterwards. */
static xb_list stay(const cutting *c, const xb_list *variables)
{
    xb_list stays = {0};
    for (size_t i = 0; i < variables->count; i++) {
        const use *u = use_of(c, variables->items[i]);
        bool goes = u && u->piece > 0 && (!u->several || !u->needed || u->instead);
        if (!goes)
            xb_list_append(c->arena, &stays, variables->items[i]);
    }
    return stays;
}

static void place_variables(cutting *c)
{
    const xb_list declared = c->unit->declared;
    for (size_t i = 0; i < declared.count; i++) {
        const use *u = use_of(c, declared.items[i]);
        c->crossing += u && u->needed && is_number(u->variable);
    }
    for (size_t i = 0; i < declared.count; i++) {
        use *u = use_of(c, declared.items[i]);
        if (u && u->piece > 0 && !u->several)
            declare(c, c->pieces.items[u->piece - 1], u->variable);
        else if (u && is_kept(c, u))
            keep(c, u);
    }
    c->unit->declared = stay(c, &c->unit->declared);
    c->unit->locals = stay(c, &c->unit->locals);
}

static void copy(cutting *c, use *u)
{
    u->instead = xb_arena_alloc(c->arena, sizeof *u->instead);
    *u->instead = *u->variable;
    u->copied = c->piece;
    xb_list_append(c->arena, &c->maker->all, u->instead);
    declare(c, c->pieces.items[c->piece - 1], u->instead);
}

static void replace(cutting *c, xb_source_expression *e, bool defines)
{
    use *u = e->kind == XB_SOURCE_VARIABLE ? use_of(c, e->variable) : NULL;
    (void)defines;
    if (!u || !u->several || (u->needed && !u->instead))
        return;
    if (!u->needed && u->copied != c->piece)
        copy(c, u);
    e->variable = u->instead;
    if (!u->needed)
        return;
    xb_source_take_operands(c->arena, e, 1);
    xb_source_set_operand(e, 0, xb_source_integer(c->arena, u->place));
}

static void replace_all(cutting *c)
{
    for (c->piece = 1; c->piece <= c->pieces.count; c->piece++) {
        const xb_source_unit *piece = c->pieces.items[c->piece - 1];
        for (size_t i = 0; i < piece->statements.count; i++)
            walk_statement(c, statement_at(piece, i), replace, false);
    }
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static void hold(cutting *c, xb_source_expression *e, bool defines)
{
    (void)defines;
    if (e->kind == XB_SOURCE_VARIABLE)
        xb_map_put(c->arena, &c->held, (uintptr_t)e->variable, 0, e->variable);
}

/* What bounds are made of is used wherever the arrays are: it stays. */
static void hold_bounds(cutting *c, const xb_list *arrays)
{
    for (size_t i = 0; i < arrays->count; i++) {
        const xb_source_variable *array = arrays->items[i];
        for (int d = 0; array->dimensions && d < array->rank; d++) {
            walk(c, array->dimensions[d].lower, hold, false);
            walk(c, array->dimensions[d].upper, hold, false);
            walk(c, array->dimensions[d].stride, hold, false);
        }
    }
}

static void find_uses(cutting *c)
{
    const xb_list *locals = &c->unit->locals;
    use *uses = xb_arena_array(c->arena, locals->count, sizeof *uses);
    hold_bounds(c, &c->unit->formals);
    hold_bounds(c, locals);
    for (size_t i = 0; i < locals->count; i++) {
        uses[i].variable = locals->items[i];
        if (is_movable(c->unit, uses[i].variable) && !xb_map_get(&c->held, (uintptr_t)uses[i].variable, 0))
            xb_map_put(c->arena, &c->uses, (uintptr_t)uses[i].variable, 0, &uses[i]);
    }
}

static void cut_unit(xb_source_maker *maker, xb_source_unit *unit, uint32_t most, xb_list *units)
{
    cutting c = {.maker = maker, .arena = maker->arena, .unit = unit};
    find_uses(&c);
    cut(&c, most);
    call_pieces(&c);
    place_variables(&c);
    replace_all(&c);
    for (size_t i = 0; i < c.pieces.count; i++)
        xb_list_append(maker->arena, units, c.pieces.items[i]);
}

void xb_source_cut(xb_source_maker *maker)
{
    xb_list *units = &maker->source->units, all = {0};
    uint32_t most = maker->source->options.piece ? maker->source->options.piece : USUAL;
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        xb_list_append(maker->arena, &all, unit);
        if (unit->statements.count > most && can_be_cut(unit))
            cut_unit(maker, unit, most, &all);
    }
    *units = all;
    for (uint32_t i = 0; i < all.count; i++)
        ((xb_source_unit *)all.items[i])->number = i;
}
