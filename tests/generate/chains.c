/*
 * A routine becomes a graph of steps. Each step knows, for each cell of storage, the set of definitions that
 * may have set it last; the sets flow along the edges until nothing changes.
 */
#include "chains.h"

#include <stdlib.h>
#include <string.h>

/* What a step defines: a reference, or a whole variable (reference GEN_NONE); sure: certainly all of it. */
typedef struct touch {
    int reference, variable;
    bool sure;
} touch;

enum { EDGE_LIMIT = GEN_BODY_LIMIT + 2, TOUCH_LIMIT = 64 };

typedef struct step {
    int definition; /* number of the definition that it is, GEN_NONE if it defines nothing */
    const char *id;
    gen_numbers used_references, used_variables;
    touch defined[TOUCH_LIMIT];
    int defined_count;
    int next[EDGE_LIMIT];
    int next_count;
    bool functions; /* calls some */
    bool reached;
    uint64_t *inside; /* cell_count sets of words */
} step;

typedef struct analysis {
    xb_arena *arena;
    const gen_program *program;
    const gen_storage *storage;
    const gen_effects *effects;
    bool conditions_are_outside;
    gen_chain *chains;
    /* of one routine */
    step *steps;
    int step_count, step_capacity;
    const char **ids; /* by definition; number 0 is outside */
    int definition_count, id_capacity;
    size_t words;
    int cell_count;
    gen_numbers ends; /* of the blocks around: where GEN_LEAVE goes */
} analysis;

/* ---- steps --------------------------------------------------------------------------------------------- */

static int add_step(analysis *a, const char *id)
{
    if (a->step_count == a->step_capacity) {
        int capacity = a->step_capacity ? 2 * a->step_capacity : 64;
        step *larger = xb_arena_array(a->arena, (size_t)capacity, sizeof *larger);
        if (a->step_count > 0)
            memcpy(larger, a->steps, (size_t)a->step_count * sizeof *larger);
        a->steps = larger;
        a->step_capacity = capacity;
    }
    a->steps[a->step_count] = (step){.definition = GEN_NONE, .id = id};
    return a->step_count++;
}

static void add_edge(analysis *a, int from, int to)
{
    step *s = &a->steps[from];
    if (s->next_count < EDGE_LIMIT)
        s->next[s->next_count++] = to;
}

static int follow(analysis *a, int at, const char *id)
{
    int s = add_step(a, id);
    if (at != GEN_NONE)
        add_edge(a, at, s);
    return s;
}

/* What a routine reads of global variables. */
static void use_globals(analysis *a, int s, int routine)
{
    const gen_numbers *read = &a->effects->read[routine];
    for (int i = 0; i < read->count; i++)
        if (a->program->variables[read->items[i]].routine == GEN_NONE)
            gen_append(a->arena, &a->steps[s].used_variables, read->items[i]);
}

/* Whether an argument is an element that an array of the callee begins at. */
static bool begins_array(const analysis *a, const gen_expression *actual, int formal)
{
    return actual->kind == GEN_REFERENCE && actual->shape.rank == 0 && a->program->variables[formal].rank > 0;
}

static void define(analysis *a, int s, int reference, int variable, bool sure)
{
    step *at = &a->steps[s];
    if (at->defined_count < TOUCH_LIMIT)
        at->defined[at->defined_count++] = (touch){reference, variable, sure};
}

/* What a call of a routine reads and sets through count actual arguments and global variables; that arguments
 * are references is used elsewhere. */
static void call_routine(analysis *a, int s, int routine, const int *actuals, int count)
{
    const gen_routine *callee = &a->program->routines[routine];
    const gen_numbers *modified = &a->effects->modified[routine];
    for (int i = 0; i < count; i++) {
        if (actuals[i] == GEN_NONE)
            continue;
        const gen_expression *actual = &a->program->expressions[actuals[i]];
        bool changes = gen_contains(modified, callee->formals[i]);
        if (actual->kind == GEN_REFERENCE && changes)
            define(a, s, actuals[i], actual->variable, false);
        if (begins_array(a, actual, callee->formals[i])) {
            gen_append(a->arena, &a->steps[s].used_variables, actual->variable);
            if (changes)
                define(a, s, GEN_NONE, actual->variable, false);
        }
    }
    for (int i = 0; i < modified->count; i++)
        if (a->program->variables[modified->items[i]].routine == GEN_NONE) {
            define(a, s, GEN_NONE, modified->items[i], false);
            gen_append(a->arena, &a->steps[s].used_variables, modified->items[i]);
        }
    use_globals(a, s, routine);
}

static void use_vertices(analysis *a, int s, const gen_numbers *vertices)
{
    for (int i = 0; i < vertices->count; i++) {
        const gen_expression *e = &a->program->expressions[vertices->items[i]];
        if (e->kind == GEN_REFERENCE)
            gen_append(a->arena, &a->steps[s].used_references, vertices->items[i]);
        if (e->kind == GEN_FUNCTION) {
            call_routine(a, s, e->routine, e->operands, e->operand_count);
            a->steps[s].functions = true;
        }
    }
}

static void use(analysis *a, int s, int expression)
{
    gen_numbers vertices = {0};
    gen_vertices(a->arena, a->program, expression, true, &vertices);
    use_vertices(a, s, &vertices);
}

static void define_target(analysis *a, int s, int target)
{
    gen_numbers vertices = {0};
    gen_subscript_vertices(a->arena, a->program, target, &vertices);
    use_vertices(a, s, &vertices);
    define(a, s, target, a->program->expressions[target].variable, true);
}

static void make_call(analysis *a, int s, const gen_statement *call)
{
    int count = gen_passed(a->program, call);
    for (int i = 0; i < count; i++)
        if (call->arguments[i] != GEN_NONE)
            use(a, s, call->arguments[i]);
    call_routine(a, s, call->routine, call->arguments, count);
}

static int make_body(analysis *a, int body, int at);

static int make_branches(analysis *a, const gen_statement *s, int at)
{
    int test = follow(a, at, NULL);
    use(a, test, s->condition);
    int join = add_step(a, NULL);
    for (int i = 0; i < s->body_count; i++)
        add_edge(a, make_body(a, s->body[i], follow(a, test, NULL)), join);
    return join;
}

/* The test of a counting loop. */
static int make_test(analysis *a, const gen_statement *s, int at)
{
    int test = follow(a, at, NULL);
    if (s->condition != GEN_NONE) {
        use(a, test, s->condition);
        return test;
    }
    use(a, test, s->loop_references[1]);
    use(a, test, s->high);
    return test;
}

/* A loop whose body is run once at most. */
static int make_unended(analysis *a, const gen_statement *s, int at)
{
    int join = add_step(a, NULL), test = follow(a, at, s->id);
    if (s->kind == GEN_FOR) {
        use(a, test, s->low);
        define_target(a, test, s->loop_references[0]);
        test = make_test(a, s, test);
    } else {
        use(a, test, s->condition);
    }
    add_edge(a, make_body(a, s->body[0], follow(a, test, NULL)), join);
    add_edge(a, test, join);
    return join;
}

static int make_tangle(analysis *a, const gen_statement *s, int at)
{
    int test = follow(a, at, NULL);
    use(a, test, s->condition);
    int top = follow(a, test, NULL), middle = follow(a, make_body(a, s->body[0], top), NULL);
    add_edge(a, test, middle);
    int again = follow(a, make_body(a, s->body[1], middle), NULL);
    use(a, again, s->low);
    add_edge(a, again, top);
    return again;
}

static int make_loop(analysis *a, const gen_statement *s, int at)
{
    if (s->other_form && s->kind != GEN_REPEAT)
        return make_unended(a, s, at);
    if (s->kind == GEN_FOR) {
        int first = follow(a, at, s->id);
        use(a, first, s->low);
        define_target(a, first, s->loop_references[0]);
        int test = make_test(a, s, first);
        int update = follow(a, make_body(a, s->body[0], test), s->update_id);
        use(a, update, s->condition == GEN_NONE ? s->loop_references[2] : s->advance);
        define_target(a, update, s->loop_references[3]);
        add_edge(a, update, test);
        return test;
    }
    if (s->kind == GEN_WHILE) {
        int test = follow(a, at, NULL);
        use(a, test, s->condition);
        add_edge(a, make_body(a, s->body[0], test), test);
        return test;
    }
    int top = follow(a, at, NULL);
    int test = follow(a, make_body(a, s->body[0], top), NULL);
    use(a, test, s->condition);
    add_edge(a, test, top);
    return test;
}

static int make_block(analysis *a, const gen_statement *s, int at)
{
    int end = add_step(a, NULL);
    gen_append(a->arena, &a->ends, end);
    add_edge(a, make_body(a, s->body[0], at), end);
    a->ends.count--;
    return end;
}

/* @return where control goes on that does not jump */
static int make_leave(analysis *a, const gen_statement *s, int at)
{
    int made = follow(a, at, NULL);
    const bool leaves = s->levels < a->ends.count;
    if (s->condition != GEN_NONE)
        use(a, made, s->condition);
    if (leaves)
        add_edge(a, made, a->ends.items[a->ends.count - 1 - s->levels]);
    return leaves && s->condition == GEN_NONE ? add_step(a, NULL) : made;
}

/* Some front ends take what is defined there for a definition. */
static int make_unreached(analysis *a, const gen_statement *s, int at)
{
    int next = follow(a, at, NULL), first = add_step(a, NULL);
    a->steps[first].reached = s->other_form;
    add_edge(a, make_body(a, s->body[0], first), next);
    return next;
}

static int make_statement(analysis *a, const gen_statement *s, int at)
{
    int made;
    switch (s->kind) {
    case GEN_MARKER:
    case GEN_ALLOCATE:
    case GEN_DEALLOCATE: return at;
    case GEN_IF:
    case GEN_SELECT: return make_branches(a, s, at);
    case GEN_BLOCK: return make_block(a, s, at);
    case GEN_TANGLE: return make_tangle(a, s, at);
    case GEN_FOR:
    case GEN_WHILE:
    case GEN_REPEAT: return make_loop(a, s, at);
    case GEN_UNREACHED: return make_unreached(a, s, at);
    case GEN_LEAVE: return make_leave(a, s, at);
    case GEN_ASSIGN:
        made = follow(a, at, s->id);
        use(a, made, s->value);
        define_target(a, made, s->target);
        return made;
    default:
        made = follow(a, at, s->id);
        make_call(a, made, s);
        return made;
    }
}

static int make_body(analysis *a, int body, int at)
{
    for (int s = body; s != GEN_NONE; s = a->program->statements[s].next)
        at = follow(a, make_statement(a, &a->program->statements[s], at), NULL);
    return at;
}

/* ---- definitions --------------------------------------------------------------------------------------- */

static uint64_t *set_of(const analysis *a, uint64_t *sets, int cell)
{
    return sets + (size_t)cell * a->words;
}

static void number_definitions(analysis *a)
{
    int count = 1;
    a->ids = xb_arena_array(a->arena, (size_t)a->step_count + 1, sizeof *a->ids);
    a->ids[0] = "";
    for (int i = 0; i < a->step_count; i++)
        if (a->steps[i].defined_count > 0) {
            /* What a function in a condition sets has no id. */
            a->steps[i].definition = a->steps[i].id ? count : 0;
            if (a->steps[i].id)
                a->ids[count++] = a->steps[i].id;
        }
    a->definition_count = count;
    a->words = (size_t)(count + 63) / 64;
    a->cell_count = a->storage->end;
    for (int i = 0; i < a->step_count; i++)
        a->steps[i].inside =
            xb_arena_array(a->arena, (size_t)a->cell_count * a->words, sizeof *a->steps[i].inside);
}

static bool cells_of_touch(analysis *a, const touch *t, gen_numbers *cells)
{
    bool all = t->reference == GEN_NONE ? gen_cells_of(a->arena, a->storage, t->variable, cells)
                                        : gen_cells(a->arena, a->storage, t->reference, cells);
    return all && t->sure;
}

/* The definitions after a step. */
static void transfer(analysis *a, const step *s, uint64_t *after)
{
    memcpy(after, s->inside, (size_t)a->cell_count * a->words * sizeof *after);
    for (int i = 0; i < s->defined_count; i++) {
        gen_numbers cells = {0};
        bool all = cells_of_touch(a, &s->defined[i], &cells);
        for (int k = 0; k < cells.count; k++) {
            uint64_t *set = set_of(a, after, cells.items[k]);
            if (all)
                memset(set, 0, a->words * sizeof *set);
            set[s->definition / 64] |= UINT64_C(1) << (s->definition % 64);
        }
    }
}

static bool flow_into(analysis *a, step *to, const uint64_t *after)
{
    bool changed = !to->reached;
    to->reached = true;
    for (size_t i = 0; i < (size_t)a->cell_count * a->words; i++) {
        changed |= (after[i] & ~to->inside[i]) != 0;
        to->inside[i] |= after[i];
    }
    return changed;
}

static bool is_visible(const analysis *a, int variable, int routine)
{
    const gen_variable *v = &a->program->variables[variable];
    return v->routine == GEN_NONE || (v->routine == routine && v->intent != GEN_NO_FORMAL);
}

/* Definitions from outside reach the first step. */
static void enter(analysis *a, int routine)
{
    for (int v = 0; v < a->program->variable_count; v++) {
        gen_numbers cells = {0};
        if (!is_visible(a, v, routine))
            continue;
        gen_cells_of(a->arena, a->storage, v, &cells);
        for (int i = 0; i < cells.count; i++)
            set_of(a, a->steps[0].inside, cells.items[i])[0] |= 1;
    }
    a->steps[0].reached = true;
}

static void solve(analysis *a)
{
    uint64_t *after = xb_arena_array(a->arena, (size_t)a->cell_count * a->words, sizeof *after);
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 0; i < a->step_count; i++) {
            if (!a->steps[i].reached)
                continue;
            transfer(a, &a->steps[i], after);
            for (int k = 0; k < a->steps[i].next_count; k++)
                changed |= flow_into(a, &a->steps[a->steps[i].next[k]], after);
        }
    }
}

/* ---- chains -------------------------------------------------------------------------------------------- */

static int compare_ids(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_id(analysis *a, gen_chain *chain, const char *id)
{
    chain->known = true;
    for (int i = 0; i < chain->count; i++)
        if (strcmp(chain->ids[i], id) == 0)
            return;
    const char **ids = xb_arena_array(a->arena, (size_t)chain->count + 1, sizeof *ids);
    if (chain->count > 0)
        memcpy(ids, chain->ids, (size_t)chain->count * sizeof *ids);
    ids[chain->count++] = id;
    qsort(ids, (size_t)chain->count, sizeof *ids, compare_ids);
    chain->ids = ids;
}

/* The cells that are read, the definitions in them as a chain, and this step as a user of each. */
static void chain_use(analysis *a, const step *s, const gen_numbers *cells, gen_chain *chain,
                      gen_chain *users)
{
    for (int i = 0; i < cells->count; i++)
        for (int d = 0; d < a->definition_count; d++) {
            if (!(set_of(a, s->inside, cells->items[i])[d / 64] >> (d % 64) & 1))
                continue;
            if (chain)
                add_id(a, chain, a->ids[d]);
            if (s->id || s->functions || a->conditions_are_outside)
                add_id(a, &users[d], s->id ? s->id : "");
        }
}

static void make_chains(analysis *a, int routine)
{
    gen_chain *users = xb_arena_array(a->arena, (size_t)a->definition_count, sizeof *users);
    for (int i = 0; i < a->step_count; i++) {
        const step *s = &a->steps[i];
        for (int k = 0; k < s->used_references.count; k++) {
            gen_numbers cells = {0};
            int reference = s->used_references.items[k];
            gen_cells(a->arena, a->storage, reference, &cells);
            a->chains[reference].known = true;
            chain_use(a, s, &cells, &a->chains[reference], users);
        }
        for (int k = 0; k < s->used_variables.count; k++) {
            gen_numbers cells = {0};
            gen_cells_of(a->arena, a->storage, s->used_variables.items[k], &cells);
            chain_use(a, s, &cells, NULL, users);
        }
    }
    const step *last = &a->steps[a->step_count - 1];
    for (int v = 0; v < a->program->variable_count; v++) {
        gen_numbers cells = {0};
        if (!is_visible(a, v, routine))
            continue;
        gen_cells_of(a->arena, a->storage, v, &cells);
        for (int i = 0; i < cells.count; i++)
            for (int d = 0; d < a->definition_count; d++)
                if (set_of(a, last->inside, cells.items[i])[d / 64] >> (d % 64) & 1)
                    add_id(a, &users[d], "");
    }
    for (int i = 0; i < a->step_count; i++)
        for (int k = 0; k < a->steps[i].defined_count; k++) {
            int reference = a->steps[i].defined[k].reference;
            if (reference == GEN_NONE || a->chains[reference].known)
                continue;
            a->chains[reference] = users[a->steps[i].definition];
            a->chains[reference].known = true;
        }
}

gen_chain *gen_chains(xb_arena *arena, const gen_program *program, const gen_storage *storage,
                      const gen_effects *effects, bool conditions_are_outside)
{
    analysis a = {.arena = arena,
                  .program = program,
                  .storage = storage,
                  .effects = effects,
                  .conditions_are_outside = conditions_are_outside};
    a.chains = xb_arena_array(arena, (size_t)program->expression_count + 1, sizeof *a.chains);
    for (int r = 0; r < program->routine_count; r++) {
        if (program->routines[r].gone)
            continue;
        a.step_count = 0;
        int at = make_body(&a, program->routines[r].body, add_step(&a, NULL));
        follow(&a, at, NULL);
        number_definitions(&a);
        enter(&a, r);
        solve(&a);
        make_chains(&a, r);
    }
    return a.chains;
}
