/*
 * One walk over all calls. What is passed for a formal argument is written as sections (passed.h), so that
 * sequence association is seen through: an array of three that begins at y(1) shares nothing with y(4). Where
 * the extents of a formal argument are not known, an array that begins at an element stands for that element
 * only, since work arrays are cut into pieces like this.
 *
 * Which routine uses which variables from outside is found out when a variable from outside of its callee is
 * passed for the first time: all references of all routines, by routine and variable. The routines that a
 * callee reaches are looked through one by one. Alias sets say nothing here: front ends give out addresses
 * anew in each routine.
 */
#include "algorithms/typechange/aliasing.h"

#include "algorithms/linearization/shape.h"
#include "algorithms/typechange/passed.h"
#include "algorithms/typechange/sections.h"
#include "traverse/calls.h"
#include "traverse/traverse.h"

enum {
    MOST_PAIRS = 10000,   /* of arguments of one call */
    MOST_FUNCTIONS = 20,  /* calls in one statement that are looked at */
    MOST_STEPS = 10000000 /* of the search for global variables, in all */
};

/* A reference to a variable from outside of the routine that it is in. */
typedef struct use {
    const xb_reference *reference;
    bool modified;
} use;

typedef struct checker {
    xb_run *run;
    xb_program *program;
    xb_arena *scratch;
    const xb_effects *effects;
    xb_vector passed; /* of the call under way */
    bool uses_known;
    xb_graph calls;
    xb_map numbers; /* (node index of a routine) to its number in the call graph, plus 1 */
    xb_map uses;    /* (number of a routine, node index of a variable) to a vector of uses */
    size_t steps;
} checker;

/* An actual argument and what of it the callee gets. */
typedef struct passed {
    const xb_reference *actual;
    const xb_formal *formal;
    bool modified;
    bool begins;      /* an element that an array begins with */
    bool open;        /* extents of the formal argument are not known */
    xb_list sections; /* xb_reference: what it certainly gets */
} passed;

/* ---- what is passed ------------------------------------------------------------------------------------ */

static void find_sections(checker *c, passed *p)
{
    const xb_symbol *formal = p->formal->symbol;
    int64_t count = xb_element_count(formal);
    xb_shape shape = xb_shape_of_reference(c->scratch, p->actual);
    bool known = true;
    p->begins = formal->rank > 0 && p->actual->subscripts.count > 0 && shape.rank == 0;
    p->open = formal->rank > 0 && count == 0;
    if (formal->rank > 0 && count > 0) {
        int64_t available = xb_shape_count(&shape);
        if (!p->begins && available > 0 && available <= count)
            xb_list_append(c->scratch, &p->sections, p->actual);
        else
            known = xb_passed_sections(c->program, p->actual, p->begins, count, &p->sections);
        if (known || !p->begins)
            return;
    }
    p->sections = (xb_list){.count = 0};
    xb_list_append(c->scratch, &p->sections, p->actual);
}

static void note_argument(void *context, const xb_reference *actual, const xb_formal *formal)
{
    checker *c = context;
    if (!formal)
        return;
    passed *p = xb_vector_push(c->scratch, &c->passed, sizeof *p);
    p->actual = actual;
    p->formal = formal;
    p->modified = xb_effects_modifies(c->effects, formal);
}

/* ---- two arguments ------------------------------------------------------------------------------------- */

static bool any_overlap(const xb_list *a, const xb_list *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            if (xb_sections_overlap(a->items[i], b->items[k], true))
                return true;
    return false;
}

/* The first element of what is passed, if it is known. */
static xb_list first_of(checker *c, const passed *p)
{
    xb_list first = {.count = 0};
    if (p->begins || !xb_passed_sections(c->program, p->actual, false, 1, &first))
        xb_list_append(c->scratch, &first, p->actual);
    return first;
}

static bool share(checker *c, passed *p, passed *q)
{
    if (p->actual->symbol != q->actual->symbol)
        return xb_must_alias(&c->program->aliases, p->actual, q->actual);
    if (xb_sections_equal(p->actual, q->actual))
        return true;
    if (p->sections.count == 0)
        find_sections(c, p);
    if (q->sections.count == 0)
        find_sections(c, q);
    xb_list first;
    if (p->open && q->begins) {
        first = first_of(c, p);
        return any_overlap(&first, &q->sections);
    }
    if (q->open && p->begins) {
        first = first_of(c, q);
        return any_overlap(&p->sections, &first);
    }
    return any_overlap(&p->sections, &q->sections);
}

/* Finds two arguments that share storage, the modified one first. */
static bool find_pair(checker *c, const passed **modified, const passed **other)
{
    passed *all = c->passed.items;
    size_t pairs = 0;
    for (size_t i = 1; i < c->passed.count; i++)
        for (size_t k = 0; k < i && pairs < MOST_PAIRS; k++, pairs++)
            if ((all[i].modified || all[k].modified) && share(c, &all[k], &all[i])) {
                *modified = all[k].modified ? &all[k] : &all[i];
                *other = all[k].modified ? &all[i] : &all[k];
                return true;
            }
    return false;
}

/* ---- variables from outside ---------------------------------------------------------------------------- */

static bool is_outside(const xb_routine *routine, const xb_symbol *symbol)
{
    for (const xb_scope *scope = symbol->scope; scope; scope = scope->parent)
        if (scope == routine->scope)
            return false;
    return true;
}

static uint32_t number_of(const checker *c, const xb_routine *routine)
{
    return (uint32_t)(uintptr_t)xb_map_get(&c->numbers, routine->node.index, 0) - 1;
}

static void note_use(checker *c, const xb_routine *routine, const xb_reference *reference, bool modified)
{
    if (reference->symbol->kind == XB_SYMBOL_SUBROUTINE || !is_outside(routine, reference->symbol))
        return;
    uint32_t caller = number_of(c, routine);
    xb_vector *list = xb_map_get(&c->uses, caller, reference->symbol->node.index);
    if (!list) {
        list = xb_arena_alloc(c->scratch, sizeof *list);
        xb_map_put(c->scratch, &c->uses, caller, reference->symbol->node.index, list);
    }
    *(use *)xb_vector_push(c->scratch, list, sizeof(use)) = (use){reference, modified};
}

/* References in statements; lists of side effects are no statements. */
static xb_visit enter_reference(xb_walk *walk, xb_node *node, void *context)
{
    const xb_routine *routine = xb_walk_routine(walk);
    if (routine && xb_walk_ancestor(walk, 1) != &routine->node)
        note_use(context, routine, (const xb_reference *)node, false);
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_assignment(xb_walk *walk, xb_node *node, void *context)
{
    note_use(context, xb_walk_routine(walk), ((const xb_assignment *)node)->target, true);
    return XB_VISIT_CONTINUE;
}

typedef struct passing {
    checker *checker;
    const xb_routine *caller;
} passing;

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const passing *p = context;
    if (formal && xb_effects_modifies(p->checker->effects, formal))
        note_use(p->checker, p->caller, actual, true);
}

static xb_visit enter_call(xb_walk *walk, xb_node *node, void *context)
{
    passing p = {context, xb_walk_routine(walk)};
    xb_call_passes(xb_walk_program(walk), node, note_passed, &p);
    return XB_VISIT_CONTINUE;
}

static void find_uses(checker *c)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = enter_reference,
                                                 [XB_KIND_ASSIGNMENT] = enter_assignment,
                                                 [XB_KIND_INITIALIZATION] = enter_assignment,
                                                 [XB_KIND_UPDATE] = enter_assignment,
                                                 [XB_KIND_SUBROUTINE_CALL] = enter_call,
                                                 [XB_KIND_FUNCTION_CALL] = enter_call}};
    if (c->uses_known)
        return;
    c->uses_known = true;
    c->calls = xb_calls(c->program, c->scratch);
    for (size_t i = 0; i < c->program->routines.count; i++)
        xb_map_put(c->scratch, &c->numbers, ((xb_node *)c->program->routines.items[i])->index, 0,
                   (void *)(uintptr_t)(i + 1));
    xb_traverse(c->program, c->scratch, &c->program->node, &visitor, c);
}

/* The use by a routine that conflicts with an argument, or NULL. */
static const use *conflict_in(checker *c, uint32_t routine, const passed *p)
{
    const xb_vector *list = xb_map_get(&c->uses, routine, p->actual->symbol->node.index);
    const use *uses = list ? list->items : NULL;
    for (size_t i = 0; list && i < list->count && c->steps < MOST_STEPS; i++, c->steps++)
        if ((uses[i].modified || p->modified) && xb_sections_overlap(uses[i].reference, p->actual, false))
            return &uses[i];
    return NULL;
}

/* Goes through the routines that the callee reaches. */
static const use *find_use(checker *c, const xb_routine *callee, const passed *p)
{
    find_uses(c);
    xb_map seen = {0};
    xb_vector open = {0};
    *(uint32_t *)xb_vector_push(c->scratch, &open, sizeof(uint32_t)) = number_of(c, callee);
    for (size_t i = 0; i < open.count && c->steps < MOST_STEPS; i++, c->steps++) {
        uint32_t routine = ((const uint32_t *)open.items)[i];
        const use *found = conflict_in(c, routine, p);
        if (found)
            return found;
        for (uint32_t e = xb_graph_first_out(&c->calls, routine); e != XB_GRAPH_NONE;
             e = xb_graph_next_out(&c->calls, e)) {
            uint32_t next = xb_graph_target(&c->calls, e);
            if (xb_map_get(&seen, next, 0))
                continue;
            xb_map_put(c->scratch, &seen, next, 0, c);
            *(uint32_t *)xb_vector_push(c->scratch, &open, sizeof next) = next;
        }
    }
    return NULL;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static void warn(const checker *c, xb_walk *walk, const xb_node *call, const xb_symbol *callee,
                 const char *what)
{
    xb_warning(c->program->diagnostics, xb_program_place(c->program, call, xb_walk_path(walk, c->scratch)),
               "Fortran allows no other access to an argument that is changed: pass a copy",
               "'%s' gets the same storage twice, %s: the derivatives may be wrong", callee->id->text, what);
}

static void check(checker *c, xb_walk *walk, const xb_node *call, const xb_symbol *symbol)
{
    const xb_routine *callee = xb_program_routine(c->program, symbol);
    if (!callee || !xb_routine_is_procedure(callee))
        return;
    const passed *modified, *other;
    c->passed.count = 0;
    xb_call_passes(c->program, call, note_argument, c);
    if (find_pair(c, &modified, &other)) {
        warn(c, walk, call, symbol,
             xb_arena_format(c->scratch, "as '%s' for '%s', which it may modify, and as '%s' for '%s'",
                             modified->actual->symbol->id->text, modified->formal->symbol->id->text,
                             other->actual->symbol->id->text, other->formal->symbol->id->text));
        return;
    }
    const passed *all = c->passed.items;
    for (size_t i = 0; i < c->passed.count; i++) {
        const use *found = is_outside(callee, all[i].actual->symbol) ? find_use(c, callee, &all[i]) : NULL;
        if (!found)
            continue;
        warn(c, walk, call, symbol,
             xb_arena_format(c->scratch, "as '%s' for '%s'%s, and as '%s', which it %s itself",
                             all[i].actual->symbol->id->text, all[i].formal->symbol->id->text,
                             all[i].modified ? ", which it may modify" : "",
                             found->reference->symbol->id->text, found->modified ? "may modify" : "uses"));
        return;
    }
}

/* ---- functions within statements ----------------------------------------------------------------------- */

/* The functions that a statement calls, and what one of them does to the rest of it. */
typedef struct statement {
    checker *checker;
    xb_vector functions;              /* const xb_function_call * */
    const xb_function_call *function; /* the one that is looked at */
    const xb_routine *callee;
    const xb_reference *target;   /* of an assignment, which is not read */
    const xb_reference *read;     /* beside that function */
    const xb_reference *modified; /* what is read and may be modified by it; NULL: nothing */
} statement;

static xb_visit note_function(xb_walk *walk, xb_node *node, void *context)
{
    statement *s = context;
    (void)walk;
    if (s->functions.count < MOST_FUNCTIONS)
        *(const xb_node **)xb_vector_push(s->checker->scratch, &s->functions, sizeof node) = node;
    return XB_VISIT_CONTINUE;
}

static xb_visit leave_out_function(xb_walk *walk, xb_node *node, void *context)
{
    const statement *s = context;
    (void)walk;
    return node == &s->function->vertex.node ? XB_VISIT_SKIP : XB_VISIT_CONTINUE;
}

static void compare_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    statement *s = context;
    if (formal && actual->symbol == s->read->symbol && xb_effects_modifies(s->checker->effects, formal) &&
        xb_sections_overlap(actual, s->read, true))
        s->modified = s->read;
}

static xb_visit compare_read(xb_walk *walk, xb_node *node, void *context)
{
    statement *s = context;
    const passed as_input = {.actual = (const xb_reference *)node};
    (void)walk;
    if (as_input.actual == s->target)
        return XB_VISIT_CONTINUE;
    s->read = as_input.actual;
    xb_call_passes(s->checker->program, &s->function->vertex.node, compare_passed, s);
    if (!s->modified && is_outside(s->callee, s->read->symbol) && find_use(s->checker, s->callee, &as_input))
        s->modified = s->read;
    return s->modified ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

/* Functions are called before the rest of their statement is evaluated. */
static void check_functions(checker *c, xb_walk *walk, xb_node *node, const xb_reference *target)
{
    static const xb_visitor calls = {.enter = {[XB_KIND_FUNCTION_CALL] = note_function}};
    static const xb_visitor rest = {
        .enter = {[XB_KIND_FUNCTION_CALL] = leave_out_function, [XB_KIND_VARIABLE_REFERENCE] = compare_read}};
    statement s = {.checker = c, .target = target};
    xb_traverse(c->program, c->scratch, node, &calls, &s);
    for (size_t i = 0; i < s.functions.count && !s.modified; i++) {
        s.function = ((const xb_function_call **)s.functions.items)[i];
        s.callee = xb_program_routine(c->program, s.function->symbol);
        if (s.callee && xb_routine_is_procedure(s.callee))
            xb_traverse(c->program, c->scratch, node, &rest, &s);
    }
    if (s.modified)
        xb_warning(c->program->diagnostics,
                   xb_program_place(c->program, node, xb_walk_path(walk, c->scratch)),
                   "Fortran leaves the order open: assign the result of the function to a variable before",
                   "'%s' may modify '%s', which the statement uses, too: it is called first",
                   s.function->symbol->id->text, s.modified->symbol->id->text);
}

static xb_visit check_assignment(xb_walk *walk, xb_node *node, void *context)
{
    check_functions(context, walk, node, ((const xb_assignment *)node)->target);
    return XB_VISIT_CONTINUE;
}

/* ---- the program --------------------------------------------------------------------------------------- */

static xb_visit check_subroutine(xb_walk *walk, xb_node *node, void *context)
{
    check(context, walk, node, ((const xb_call *)node)->symbol);
    check_functions(context, walk, node, NULL);
    return XB_VISIT_CONTINUE;
}

static xb_visit check_function(xb_walk *walk, xb_node *node, void *context)
{
    check(context, walk, node, ((const xb_function_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

void xb_aliasing_check(xb_run *run, const xb_effects *effects)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = check_assignment,
                                                 [XB_KIND_SUBROUTINE_CALL] = check_subroutine,
                                                 [XB_KIND_FUNCTION_CALL] = check_function}};
    xb_program *program = xb_run_program(run);
    checker c = {.run = run, .program = program, .scratch = xb_run_scratch(run), .effects = effects};
    xb_traverse(program, c.scratch, &program->node, &visitor, &c);
}
