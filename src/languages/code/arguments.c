/*
 * Which variables are used. What is passed to an argument is used if that argument is, and what is assigned
 * to a local variable, or says how much memory it gets, if that variable is: so each variable has a list of
 * what is used with it, which is marked when the variable is; what has an effect of its own is marked at
 * once. Each part of the program is marked once at most.
 *
 * Derivatives that are not used are no arguments then, and local variables that are not used go, with the
 * assignments to them, and their allocations. Other arguments go where nobody but derived units passes them:
 * if it is known which routine the user differentiates, of what is derived of others. Those of the program's
 * user stay.
 */
#include "ir/tags.h"
#include "languages/code/maker.h"
#include "languages/code/printing.h"

typedef struct marking {
    xb_source_maker *maker;
    xb_arena *arena;
    xb_list open; /* xb_source_variable that are used, and whose lists have not been marked */
} marking;

/* ---- marking --------------------------------------------------------------------------------------------
 */

static bool is_result(const xb_source_variable *formal)
{
    const xb_source_unit *unit = formal->home;
    return formal->is_result || (unit->is_function && unit->formals.items[unit->formals.count - 1] == formal);
}

/* Whether nobody outside of the program passes an argument. */
static bool may_go(const xb_source_variable *formal)
{
    return (formal->is_derivative || formal->home->is_helper) && !formal->home->is_external &&
           !is_result(formal);
}

/* Whether what is passed need not have a value if the argument is not used. */
static bool may_be_anything(const marking *m, const xb_source_variable *formal)
{
    bool is_value = formal->rank == 0 && !formal->optional && !is_result(formal);
    return may_go(formal) || (m->maker->language->passes_anything && is_value && !formal->home->is_external);
}

static void mark_variable(marking *m, xb_source_variable *variable)
{
    if (variable->live)
        return;
    variable->live = true;
    xb_list_append(m->arena, &m->open, variable);
}

/* Marks an expression if a variable is used, which may be known later. */
static void mark_with(marking *m, xb_source_variable *variable, const xb_source_expression *e);

static void mark(marking *m, const xb_source_expression *root)
{
    xb_list open = {0};
    if (root)
        xb_list_append(m->arena, &open, root);
    while (open.count > 0) {
        const xb_source_expression *e = open.items[--open.count];
        if (e->kind == XB_SOURCE_VARIABLE)
            mark_variable(m, e->variable);
        for (size_t i = 0; i < e->count; i++)
            if (e->kind == XB_SOURCE_FUNCTION)
                mark_with(m, e->callee->formals.items[i], e->operands[i]);
            else if (e->operands[i])
                xb_list_append(m->arena, &open, e->operands[i]);
    }
}

static void mark_with(marking *m, xb_source_variable *variable, const xb_source_expression *e)
{
    if (!e)
        return;
    if (!variable->live && xb_source_calls(m->arena, e))
        mark_variable(m, variable); /* a function may do more than compute what is passed */
    if (variable->live) {
        mark(m, e);
        return;
    }
    xb_list *with = variable->note;
    if (!with) {
        with = variable->note = xb_arena_alloc(m->arena, sizeof *with);
        *with = (xb_list){0};
    }
    xb_list_append(m->arena, with, e);
}

/* Marks what is used with variables that are. */
static void follow(marking *m)
{
    while (m->open.count > 0) {
        xb_source_variable *variable = m->open.items[--m->open.count];
        const xb_list *with = variable->note;
        for (size_t i = 0; with && i < with->count; i++)
            mark(m, with->items[i]);
    }
}

/* ---- what is used ---------------------------------------------------------------------------------------
 */

/* Pointers may point to it, if something refers to it. */
static bool is_local(const xb_source_variable *variable)
{
    return variable->home && variable->position == 0 && !variable->saved && !variable->pointer &&
           !variable->shared && !variable->parameter;
}

bool xb_source_is_private(const xb_source_variable *variable)
{
    return is_local(variable) && !variable->target;
}

/* Whether all that a statement does is to give a local variable values, or memory. */
static bool is_about_own(const marking *m, const xb_source_statement *s)
{
    const bool takes_memory = s->kind == XB_SOURCE_ALLOCATE || s->kind == XB_SOURCE_ALLOCATE_LIKE;
    bool calls = false;
    if ((s->kind != XB_SOURCE_ASSIGN && !takes_memory) || s->target->kind != XB_SOURCE_VARIABLE ||
        !xb_source_is_private(s->target->variable))
        return false;
    for (size_t i = 0; i < s->count && s->arguments; i++)
        calls = calls || xb_source_calls(m->arena, s->arguments[i]);
    return !calls && !xb_source_calls(m->arena, s->target) &&
           (!s->value || !xb_source_calls(m->arena, s->value));
}

static void mark_statement(marking *m, const xb_source_statement *s)
{
    const xb_source_expression *all[] = {s->target, s->value,     s->first, s->last,
                                         s->step,   s->condition, s->update};
    if (is_about_own(m, s)) {
        for (size_t i = 0; i < s->target->count; i++)
            mark_with(m, s->target->variable, s->target->operands[i]);
        for (size_t i = 0; i < s->count && s->arguments; i++)
            mark_with(m, s->target->variable, s->arguments[i]);
        mark_with(m, s->target->variable, s->value);
        return;
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        mark(m, all[i]);
    for (size_t i = 0; i < s->count && s->arguments; i++)
        if (s->callee)
            mark_with(m, s->callee->formals.items[i], s->arguments[i]);
        else
            mark(m, s->arguments[i]);
}

static void mark_arguments(marking *m, const xb_list *units)
{
    for (size_t u = 0; u < units->count; u++) {
        const xb_list *formals = &((const xb_source_unit *)units->items[u])->formals;
        for (size_t i = 0; i < formals->count; i++)
            if (!may_be_anything(m, formals->items[i]))
                mark_variable(m, formals->items[i]);
    }
}

/* Constants of the source are left as they are there. */
static bool can_go(const xb_source_variable *variable)
{
    const bool is_constant = variable->home && variable->parameter && variable->home->is_derived;
    return variable->position > 0 ? may_go(variable) : is_constant || is_local(variable);
}

static void mark_part(marking *m, xb_source_variable *variable, const xb_source_expression *part)
{
    if (can_go(variable))
        mark_with(m, variable, part);
    else
        mark(m, part);
}

/* Declarations, and storage that variables share. What a variable that may go is declared by
 * is used with it. */
static void mark_declarations(marking *m)
{
    const xb_list *all = &m->maker->all;
    for (size_t i = 0; i < all->count; i++) {
        xb_source_variable *variable = all->items[i];
        for (int d = 0; variable->dimensions && d < variable->rank; d++) {
            mark_part(m, variable, variable->dimensions[d].lower);
            mark_part(m, variable, variable->dimensions[d].upper);
        }
        for (size_t k = 0; k < variable->initial_count; k++)
            mark_part(m, variable, variable->initial[k].value);
        if (variable->same || variable->in_common)
            mark_variable(m, variable);
    }
}

static void mark_unit(marking *m, const xb_source_unit *unit)
{
    const xb_source_share *shares = unit->shares.items;
    for (size_t i = 0; i < unit->shares.count; i++) {
        mark_variable(m, (xb_source_variable *)shares[i].whole);
        mark_variable(m, (xb_source_variable *)shares[i].part);
    }
    for (size_t i = 0; i < unit->statements.count; i++)
        mark_statement(m, &((const xb_source_statement *)unit->statements.items)[i]);
}

/* ---- what goes ------------------------------------------------------------------------------------------
 */

static bool goes(const xb_source_variable *variable)
{
    return !variable->live && can_go(variable);
}

static void keep_variables(xb_list *variables)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < variables->count; i++)
        if (!goes(variables->items[i]))
            variables->items[kept++] = variables->items[i];
    variables->count = kept;
}

/* What is passed may be a variable that goes, or one of a routine around: a number stands for it. */
static const xb_source_expression *passed_to(const marking *m, const xb_source_variable *formal,
                                             const xb_source_expression *actual)
{
    bool matters = !actual || formal->live || !may_be_anything(m, formal);
    return matters ? actual : xb_source_integer(m->arena, 0);
}

static size_t keep_passed(const marking *m, const xb_source_unit *callee,
                          const xb_source_expression **actuals, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!goes(callee->formals.items[i]))
            actuals[kept++] = passed_to(m, callee->formals.items[i], actuals[i]);
    return kept;
}

/* An expression may be part of several statements, such as the head of a loop and its end. */
static void keep_of_functions(marking *m, const xb_source_expression *root, xb_map *seen)
{
    xb_list open = {0};
    if (root && xb_source_calls(m->arena, root))
        xb_list_append(m->arena, &open, root);
    while (open.count > 0) {
        xb_source_expression *e = open.items[--open.count];
        if (e->kind == XB_SOURCE_FUNCTION && !xb_map_get(seen, (uintptr_t)e, 0)) {
            xb_map_put(m->arena, seen, (uintptr_t)e, 0, e);
            e->count = keep_passed(m, e->callee, e->operands, e->count);
        }
        for (size_t i = 0; i < e->count; i++)
            if (e->operands[i])
                xb_list_append(m->arena, &open, e->operands[i]);
    }
}

static void keep_statements(marking *m, xb_source_unit *unit, xb_map *seen)
{
    xb_source_statement *statements = unit->statements.items;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < unit->statements.count; i++) {
        xb_source_statement *s = &statements[i];
        const xb_source_expression *all[] = {s->target, s->value,     s->first, s->last,
                                             s->step,   s->condition, s->update};
        if (is_about_own(m, s) && goes(s->target->variable))
            continue;
        for (size_t e = 0; e < sizeof all / sizeof *all; e++)
            keep_of_functions(m, all[e], seen);
        for (size_t a = 0; a < s->count && s->arguments; a++)
            keep_of_functions(m, s->arguments[a], seen);
        if (s->callee)
            s->count = keep_passed(m, s->callee, s->arguments, s->count);
        statements[kept++] = *s;
    }
    unit->statements.count = kept;
}

/* What calls pass is counted by the arguments that are left. */
static void keep_passes(marking *m, xb_source_unit *unit)
{
    xb_source_pass *passes = unit->passes.items;
    uint32_t *place = xb_arena_array(m->arena, unit->formals.count, sizeof *place), next = 0, kept = 0;
    for (size_t i = 0; i < unit->formals.count; i++)
        place[i] = goes(unit->formals.items[i]) ? UINT32_MAX : next++;
    for (uint32_t i = 0; i < unit->passes.count; i++) {
        uint32_t position = place[passes[i].position];
        if (position == UINT32_MAX)
            continue;
        passes[kept] = passes[i];
        passes[kept++].position = position;
    }
    unit->passes.count = kept;
}

/* Statements first: they know arguments by their places. */
static void keep_used(marking *m, const xb_list *units)
{
    xb_map seen = {0};
    for (size_t i = 0; i < units->count; i++)
        keep_statements(m, units->items[i], &seen);
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        keep_passes(m, unit);
        keep_variables(&unit->formals);
        keep_variables(&unit->locals);
        keep_variables(&unit->declared);
    }
}

/* ---- who passes arguments -------------------------------------------------------------------------------
 */

static bool is_begun_with(const xb_source_maker *maker, const xb_source_unit *unit)
{
    xb_tag tag;
    return xb_tags_find(maker->program, &unit->routine->symbol->node, XB_TAG_INDEPENDENTS, &tag);
}

/* Versions of a routine have the tags of its symbol. */
static void find_derived(const xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    bool is_known = false;
    for (size_t i = 0; i < units->count && !is_known; i++)
        is_known = is_begun_with(maker, units->items[i]);
    for (size_t i = 0; i < units->count; i++) {
        xb_source_unit *unit = units->items[i];
        xb_tag tag;
        unit->is_derived = xb_source_is_derived(maker->source, unit);
        unit->is_helper = is_known && unit->is_derived && !is_begun_with(maker, unit) &&
                          !xb_tags_find(maker->program, &unit->routine->node, XB_TAG_JACOBIAN, &tag);
    }
}

void xb_source_leave_out_unused(xb_source_maker *maker)
{
    const xb_list *units = &maker->source->units;
    marking m = {.maker = maker, .arena = maker->arena};
    find_derived(maker);
    mark_arguments(&m, units);
    mark_arguments(&m, &maker->source->externals);
    mark_declarations(&m);
    for (size_t i = 0; i < units->count; i++)
        mark_unit(&m, units->items[i]);
    follow(&m);
    for (size_t i = 0; i < maker->all.count; i++)
        ((xb_source_variable *)maker->all.items[i])->note = NULL;
    keep_used(&m, units);
}
