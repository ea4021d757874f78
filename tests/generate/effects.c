/*
 * Most routines call earlier ones only; passes over them in order go on until nothing is added.
 */
#include "effects.h"

#include "storage.h"

/* ---- effects ------------------------------------------------------------------------------------------- */

typedef struct collection {
    xb_arena *arena;
    const gen_program *program;
    gen_effects effects;
    int routine;
    int added; /* so far */
} collection;

/* Adds a variable to a list if it is seen from outside the routine. */
static void add(collection *c, gen_numbers *list, int variable)
{
    const gen_variable *v = &c->program->variables[variable];
    if ((v->routine == GEN_NONE || v->intent != GEN_NO_FORMAL) && !gen_contains(list, variable)) {
        gen_append(c->arena, list, variable);
        c->added++;
    }
}

/* Variables of a host are its own. */
static void add_globals(collection *c, gen_numbers *list, const gen_numbers *of_callee, bool is_host)
{
    for (int i = 0; i < of_callee->count; i++) {
        const gen_variable *v = &c->program->variables[of_callee->items[i]];
        if (v->routine == GEN_NONE && !(is_host && v->hosted))
            add(c, list, of_callee->items[i]);
    }
}

/* What comes of a call of a routine with count actual arguments. */
static void collect_call(collection *c, int routine, const int *actuals, int count)
{
    const gen_routine *callee = &c->program->routines[routine];
    gen_numbers *modified = &c->effects.modified[c->routine];
    if (!c->effects.hidden[c->routine] &&
        (callee->external || callee->box || callee->jacobian || c->effects.hidden[routine])) {
        c->effects.hidden[c->routine] = true;
        c->added++;
    }
    add_globals(c, modified, &c->effects.modified[routine], callee->host);
    add_globals(c, &c->effects.read[c->routine], &c->effects.read[routine], callee->host);
    for (int i = 0; i < count; i++) {
        if (actuals[i] == GEN_NONE)
            continue;
        const gen_expression *actual = &c->program->expressions[actuals[i]];
        if (actual->kind == GEN_REFERENCE && gen_contains(&c->effects.modified[routine], callee->formals[i]))
            add(c, modified, actual->variable);
    }
}

static void collect_vertices(collection *c, const gen_numbers *vertices)
{
    for (int i = 0; i < vertices->count; i++) {
        const gen_expression *e = &c->program->expressions[vertices->items[i]];
        if (e->kind == GEN_REFERENCE)
            add(c, &c->effects.read[c->routine], e->variable);
        else if (e->kind == GEN_FUNCTION)
            collect_call(c, e->routine, e->operands, e->operand_count);
    }
}

static void collect(collection *c, int number)
{
    gen_statement statement = c->program->statements[number];
    int *places[GEN_PLACE_LIMIT];
    gen_numbers vertices = {0};
    int count = gen_expression_places(&statement, places);
    for (int i = 0; i < count; i++)
        gen_vertices(c->arena, c->program, *places[i], true, &vertices);
    if (statement.kind == GEN_ASSIGN) {
        add(c, &c->effects.modified[c->routine], c->program->expressions[statement.target].variable);
        gen_subscript_vertices(c->arena, c->program, statement.target, &vertices);
    }
    collect_vertices(c, &vertices);
    if (statement.kind == GEN_FOR)
        add(c, &c->effects.modified[c->routine],
            c->program->expressions[statement.loop_references[0]].variable);
    if (statement.kind == GEN_CALL)
        collect_call(c, statement.routine, statement.arguments, gen_passed(c->program, &statement));
}

static void collect_routine(collection *c)
{
    gen_numbers statements = {0};
    const gen_routine *routine = &c->program->routines[c->routine];
    if (routine->gone)
        return;
    /* For all that anybody knows. */
    for (int i = 0; routine->external && i < routine->formal_count; i++)
        add(c, &c->effects.modified[c->routine], routine->formals[i]);
    gen_statements(c->arena, c->program, routine->body, &statements);
    for (int i = 0; i < statements.count; i++)
        collect(c, statements.items[i]);
}

gen_effects gen_effects_of(xb_arena *arena, const gen_program *program, int count)
{
    collection c = {.arena = arena, .program = program};
    c.effects.modified = xb_arena_array(arena, (size_t)count + 1, sizeof *c.effects.modified);
    c.effects.read = xb_arena_array(arena, (size_t)count + 1, sizeof *c.effects.read);
    c.effects.hidden = xb_arena_array(arena, (size_t)count + 1, sizeof *c.effects.hidden);
    for (int before = -1; before < c.added;) {
        before = c.added;
        for (c.routine = 0; c.routine < count; c.routine++)
            collect_routine(&c);
    }
    return c.effects;
}

bool gen_surely_set(const gen_program *program, int routine, int formal)
{
    for (int s = program->routines[routine].body; s != GEN_NONE; s = program->statements[s].next) {
        const gen_statement *statement = &program->statements[s];
        if (statement->kind == GEN_ASSIGN && program->expressions[statement->target].variable == formal &&
            program->expressions[statement->target].subscript_count == 0)
            return true;
    }
    return false;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

/* The elements of the storage of its root that an actual argument stands for; false if they are not known. */
static bool passed(xb_arena *arena, const gen_program *program, int actual, int formal, gen_numbers *offsets)
{
    const gen_variable *f = &program->variables[formal];
    const gen_expression *e = &program->expressions[actual];
    if (!gen_offsets(arena, program, actual, offsets))
        return false;
    for (int i = 0; i < offsets->count; i++)
        offsets->items[i] += program->variables[e->variable].offset;
    if (f->rank > 0 && e->shape.rank == 0) {
        int first = offsets->items[0], size = f->known ? gen_size(f) : 64;
        for (int i = 1; i < size; i++)
            gen_append(arena, offsets, first + i);
    }
    return true;
}

static bool are_apart(xb_arena *arena, const gen_program *program, const int *actuals, const int *formals,
                      int a, int b)
{
    gen_numbers first = {0}, second = {0};
    int root = gen_root(program, program->expressions[actuals[a]].variable);
    if (gen_root(program, program->expressions[actuals[b]].variable) != root)
        return false;
    if (!passed(arena, program, actuals[a], formals[a], &first) ||
        !passed(arena, program, actuals[b], formals[b], &second))
        return false;
    for (int i = 0; i < first.count; i++)
        if (gen_contains(&second, first.items[i]))
            return false;
    return true;
}

/* Whether it is known, and not decided by a run, which elements two arguments stand for. */
static bool are_known(xb_arena *arena, const gen_program *program, const int *actuals, const int *formals,
                      int a, int b)
{
    gen_numbers first = {0}, second = {0};
    return passed(arena, program, actuals[a], formals[a], &first) &&
           passed(arena, program, actuals[b], formals[b], &second);
}

static bool touches_root(const gen_program *program, const gen_numbers *variables, int root)
{
    for (int i = 0; i < variables->count; i++)
        if (program->variables[variables->items[i]].routine == GEN_NONE &&
            gen_root(program, variables->items[i]) == root)
            return true;
    return false;
}

/* Whether two arguments may be the same storage because the routine says so; what is converted never is. */
static bool are_joint(const gen_program *program, const gen_statement *call, int a, int b)
{
    const int positions[] = {a, b};
    for (int i = 0; i < 2; i++) {
        const gen_variable *f = &program->variables[program->routines[call->routine].formals[positions[i]]];
        const gen_variable *v =
            &program->variables[program->expressions[call->arguments[positions[i]]].variable];
        if (!f->joint || f->active != v->active || f->type != v->type)
            return false;
    }
    return true;
}

/* Rules allow that two elements are one or are not, which a run decides. */
static bool are_elements(const gen_program *program, const gen_statement *call, int a, int b)
{
    const gen_expression *e = &program->expressions[call->arguments[a]];
    const gen_expression *other = &program->expressions[call->arguments[b]];
    return program->routines[call->routine].ruled && e->shape.rank == 0 && other->shape.rank == 0 &&
           e->variable == other->variable;
}

/* Whether two variables may have storage in common. */
static bool may_share(const gen_program *program, int a, int b)
{
    const gen_variable *v = &program->variables[a], *w = &program->variables[b];
    return gen_root(program, a) == gen_root(program, b) || (v->joint && w->joint && v->routine == w->routine);
}

/* What is modified under one name must not be seen under another one. */
static bool has_one_name(xb_arena *arena, const gen_program *program, const gen_effects *effects,
                         const gen_statement *call, int position)
{
    const gen_routine *callee = &program->routines[call->routine];
    const gen_numbers *modified = &effects->modified[call->routine];
    int root = gen_root(program, program->expressions[call->arguments[position]].variable);
    bool changes = gen_contains(modified, callee->formals[position]);
    if (touches_root(program, modified, root))
        return false;
    if (changes && touches_root(program, &effects->read[call->routine], root))
        return false;
    for (int i = 0; i < callee->formal_count; i++) {
        if (call->arguments[i] == GEN_NONE)
            continue;
        const gen_expression *other = &program->expressions[call->arguments[i]];
        if (i == position || other->kind != GEN_REFERENCE ||
            !may_share(program, program->expressions[call->arguments[position]].variable, other->variable))
            continue;
        if ((changes || gen_contains(modified, callee->formals[i])) &&
            !(are_joint(program, call, position, i) &&
              (are_elements(program, call, position, i) ||
               are_known(arena, program, call->arguments, callee->formals, position, i))) &&
            !are_apart(arena, program, call->arguments, callee->formals, position, i))
            return false;
    }
    return true;
}

bool gen_call_is_legal(xb_arena *arena, const gen_program *program, const gen_effects *effects,
                       const gen_statement *call)
{
    const gen_routine *callee = &program->routines[call->routine];
    for (int i = 0; i < callee->formal_count; i++) {
        if (call->arguments[i] == GEN_NONE)
            continue;
        const gen_expression *actual = &program->expressions[call->arguments[i]];
        const gen_variable *formal = &program->variables[callee->formals[i]];
        bool changes = gen_contains(&effects->modified[call->routine], callee->formals[i]);
        if (actual->kind != GEN_REFERENCE) {
            if (changes)
                return false;
            continue;
        }
        if (!has_one_name(arena, program, effects, call, i))
            return false;
        /* Where there are no lists, the intent says that it may be modified. */
        if ((changes || formal->intent != GEN_IN) && program->variables[actual->variable].active &&
            !formal->active && !gen_surely_set(program, call->routine, callee->formals[i]))
            return false;
    }
    return true;
}

/* ---- functions ----------------------------------------------------------------------------------------- */

/* Whether one of some global variables may share storage with a variable. */
static bool some_may_share(const gen_program *program, const gen_numbers *variables, int variable)
{
    for (int i = 0; i < variables->count; i++)
        if (program->variables[variables->items[i]].routine == GEN_NONE &&
            may_share(program, variables->items[i], variable))
            return true;
    return false;
}

/* Whether a function changes a variable, other than under the name of the argument that is left out. */
static bool changes(const gen_program *program, const gen_effects *effects, const gen_expression *function,
                    int variable, int left_out)
{
    const gen_numbers *modified = &effects->modified[function->routine];
    if (some_may_share(program, modified, variable))
        return true;
    for (int i = 0; i < function->operand_count; i++)
        if (function->operands[i] != left_out &&
            gen_contains(modified, program->routines[function->routine].formals[i]) &&
            may_share(program, program->expressions[function->operands[i]].variable, variable))
            return true;
    return false;
}

/* Whether a function changes a global variable that another one touches. */
static bool disturbs(const gen_program *program, const gen_effects *effects, const gen_expression *function,
                     const gen_expression *other)
{
    const gen_numbers *touched[] = {&effects->read[other->routine], &effects->modified[other->routine]};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < touched[k]->count; i++)
            if (program->variables[touched[k]->items[i]].routine == GEN_NONE &&
                changes(program, effects, function, touched[k]->items[i], GEN_NONE))
                return true;
    return false;
}

int gen_clashing_function(xb_arena *arena, const gen_program *program, const gen_effects *effects,
                          const gen_statement *statement)
{
    gen_numbers vertices = {0};
    gen_statement_vertices(arena, program, statement, &vertices);
    for (int i = 0; i < vertices.count; i++) {
        const gen_expression *function = &program->expressions[vertices.items[i]];
        for (int k = 0; function->kind == GEN_FUNCTION && k < vertices.count; k++) {
            const gen_expression *e = &program->expressions[vertices.items[k]];
            if ((e->kind == GEN_REFERENCE &&
                 changes(program, effects, function, e->variable, vertices.items[k])) ||
                (e->kind == GEN_FUNCTION && k != i && disturbs(program, effects, function, e)))
                return vertices.items[i];
        }
    }
    return GEN_NONE;
}

static bool functions_are_legal(xb_arena *arena, const gen_program *program, const gen_effects *effects,
                                const gen_statement *statement)
{
    gen_numbers vertices = {0};
    gen_statement_vertices(arena, program, statement, &vertices);
    for (int i = 0; i < vertices.count; i++) {
        const gen_expression *e = &program->expressions[vertices.items[i]];
        gen_statement call = gen_statement_of(GEN_CALL, NULL);
        call.routine = e->routine;
        for (int k = 0; k < e->operand_count; k++)
            call.arguments[k] = e->operands[k];
        if (e->kind == GEN_FUNCTION && !gen_call_is_legal(arena, program, effects, &call))
            return false;
    }
    return gen_clashing_function(arena, program, effects, statement) == GEN_NONE;
}

bool gen_is_legal(xb_arena *arena, const gen_program *program)
{
    gen_effects effects = gen_effects_of(arena, program, program->routine_count);
    for (int r = 0; r < program->routine_count; r++) {
        gen_numbers statements = {0};
        if (program->routines[r].gone)
            continue;
        gen_statements(arena, program, program->routines[r].body, &statements);
        for (int i = 0; i < statements.count; i++) {
            const gen_statement *statement = &program->statements[statements.items[i]];
            if (statement->kind == GEN_CALL && !gen_call_is_legal(arena, program, &effects, statement))
                return false;
            if (!functions_are_legal(arena, program, &effects, statement))
                return false;
        }
    }
    return true;
}
