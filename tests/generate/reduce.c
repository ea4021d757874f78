/*
 * Changes are tried in rounds until none of them leaves a failing program. A change is a function of a copy
 * of the program and of numbers that say where; what it makes must be a program that is allowed, and fail
 * alike.
 */
#include "reduce.h"

#include <string.h>

#include "base/text.h"
#include "effects.h"
#include "write.h"

typedef struct reducer {
    gen_failing *failing;
    xb_failure *failure;
    xb_arena *best_arena, *arena;
    gen_program *best;
    int tried;
    /* of the program being tried */
    gen_program *program;
    gen_profile profile;
    gen_options options;
    const char *text, *reference, *bodies;
    size_t length;
} reducer;

/* A change: false if there is nothing to change there. */
typedef bool change(gen_program *program, gen_profile *profile, int where, int how);

typedef struct attempt {
    reducer *r;
    change *make;
    int where, how;
    bool allowed;
} attempt;

/* Option number where goes: prepare() does it. */
static bool drop_option(gen_program *program, gen_profile *profile, int where, int how)
{
    (void)program;
    (void)profile;
    return where >= 0 && how == 0;
}

static void prepare(void *argument)
{
    attempt *a = argument;
    reducer *r = a->r;
    r->program = gen_program_copy(r->arena, r->best);
    r->profile = r->failing->profile;
    r->options = r->failing->options;
    if (a->make == drop_option)
        r->options = gen_options_without(&r->options, (size_t)a->where);
    if (!gen_options_are_whole(&r->options))
        return;
    r->profile.pessimistic = gen_options_have(&r->options, "black-box");
    a->allowed = a->make(r->program, &r->profile, a->where, a->how) && gen_is_legal(r->arena, r->program);
    if (!a->allowed)
        return;
    xb_text *text = xb_text_create(r->arena);
    gen_write(r->arena, r->program, &r->profile, NULL, xb_text_output(text));
    r->text = xb_text_join(text, &r->length);
    r->reference = gen_reference_text(r->arena, r->program, &r->profile);
    r->bodies = gen_bodies_text(r->arena, r->program, &r->profile);
}

static bool is_alike(const char *a, const char *b)
{
    return strcmp(a, b) == 0 || (strstr(a, "derivative") && strstr(b, "derivative"));
}

static bool still_fails(reducer *r)
{
    const gen_trial trial = {.text = r->text,
                             .length = r->length,
                             .reference = r->reference,
                             .bodies = r->bodies,
                             .catalogues = r->failing->catalogues,
                             .passive = r->profile.passivated,
                             .options = &r->options,
                             .options_count = 1,
                             .validate = strstr(r->failing->kind, "schema") != NULL,
                             .again = strstr(r->failing->kind, "second") != NULL};
    gen_verdict verdict = gen_judge(r->arena, &trial);
    r->tried++;
    return verdict.outcome == GEN_WRONG && is_alike(verdict.kind, r->failing->kind);
}

/* Tries a change; keeps the result if that fails too. */
static bool try(reducer *r, change *make, int where, int how)
{
    attempt a = {.r = r, .make = make, .where = where, .how = how};
    xb_arena_reset(r->arena);
    if (!xb_protect(r->failure, prepare, &a) || !a.allowed || !still_fails(r))
        return false;
    xb_arena *old = r->best_arena;
    r->best = r->program;
    r->failing->profile = r->profile;
    r->failing->options = r->options;
    r->best_arena = r->arena;
    r->arena = old;
    return true;
}

/* Whether a routine is left as it is: it is gone, or a catalogue says what it does. */
static bool is_settled(const gen_program *program, int routine)
{
    const gen_routine *r = &program->routines[routine];
    return r->gone || r->box || r->jacobian || r->ruled || r->part;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

/* Link number where: a place that holds the number of a statement; NULL after the last. */
static int *link_in(gen_program *program, int *body, int *where)
{
    for (int *link = body; *link != GEN_NONE; link = &program->statements[*link].next) {
        gen_statement *s = &program->statements[*link];
        if ((*where)-- == 0)
            return link;
        for (int i = 0; i < s->body_count; i++) {
            int *inner = link_in(program, &s->body[i], where);
            if (inner)
                return inner;
        }
    }
    return NULL;
}

static int *link_at(gen_program *program, int where)
{
    for (int r = 0; r < program->routine_count; r++) {
        int *found = is_settled(program, r) ? NULL : link_in(program, &program->routines[r].body, &where);
        if (found)
            return found;
    }
    return NULL;
}

/* Leaves out how statements. */
static bool leave_out(gen_program *program, gen_profile *profile, int where, int how)
{
    int *link = link_at(program, where), left = how;
    (void)profile;
    while (link && *link != GEN_NONE && left > 0) {
        *link = program->statements[*link].next;
        left--;
    }
    return link && left == 0;
}

/* Puts a body in the place of its statement. */
static bool unwrap(gen_program *program, gen_profile *profile, int where, int how)
{
    int *link = link_at(program, where);
    (void)profile;
    if (!link || how >= program->statements[*link].body_count)
        return false;
    gen_statement s = program->statements[*link];
    int first = s.body[how];
    if (s.kind == GEN_FOR) {
        gen_statement assignment = gen_statement_of(GEN_ASSIGN, s.id);
        assignment.target = s.loop_references[0];
        assignment.value = s.low;
        assignment.next = first;
        first = gen_add_statement(program, &assignment);
        link = link_at(program, where);
    }
    *link = first;
    while (*link != GEN_NONE)
        link = &program->statements[*link].next;
    *link = s.next;
    return true;
}

/* Plain forms of branches and loops. */
static bool straighten(gen_program *program, gen_profile *profile, int where, int how)
{
    int *link = link_at(program, where);
    (void)profile;
    if (!link || how > 2)
        return false;
    gen_statement *s = &program->statements[*link];
    if (how == 0 && (s->other_form || s->update)) {
        s->other_form = false;
        s->update = 0;
        return true;
    }
    if (how == 2 && s->kind == GEN_FOR && s->condition != GEN_NONE) {
        s->condition = s->advance = GEN_NONE;
        s->high = gen_integer(program, 3);
        s->step = 1;
        return true;
    }
    if (how == 1 && s->kind == GEN_SELECT && s->body_count > 2) {
        s->body[s->body_count - 2] = s->body[s->body_count - 1];
        s->body_count--;
        return true;
    }
    return false;
}

/* ---- routines and variables ---------------------------------------------------------------------------- */

static void drop_calls(gen_program *program, int *body, int routine)
{
    int *link = body;
    while (*link != GEN_NONE) {
        gen_statement *s = &program->statements[*link];
        for (int i = 0; i < s->body_count; i++)
            drop_calls(program, &s->body[i], routine);
        if (s->kind == GEN_CALL && s->routine == routine)
            *link = s->next;
        else
            link = &s->next;
    }
}

/* Calls of a function become constants. */
static void drop_function(gen_program *program, int routine)
{
    for (int i = 0, count = program->expression_count; i < count; i++) {
        if (program->expressions[i].kind != GEN_FUNCTION || program->expressions[i].routine != routine)
            continue;
        int constant = program->expressions[i].type == GEN_INTEGER ? gen_integer(program, 2)
                                                                   : gen_real(program, "1.5", 1.5, false);
        program->expressions[i] = program->expressions[constant];
    }
}

/* A routine that computes derivatives of another one stays: the program doesn't call it, but what comes out
 * does. */
static bool drop_routine(gen_program *program, gen_profile *profile, int where, int how)
{
    (void)profile;
    if (where >= gen_entry(program) || program->routines[where].gone || program->routines[where].jacobian ||
        program->routines[where].part || how > 0)
        return false;
    for (int r = 0; r < program->routine_count; r++)
        drop_calls(program, &program->routines[r].body, where);
    drop_function(program, where);
    program->routines[where].gone = true;
    return true;
}

/* A formal becomes a local variable. */
static bool drop_formal(gen_program *program, gen_profile *profile, int where, int how)
{
    gen_routine *routine = &program->routines[where];
    (void)profile;
    if (how >= routine->formal_count || is_settled(program, where))
        return false;
    if (routine->function && how == routine->formal_count - 1)
        return false;
    gen_variable *v = &program->variables[routine->formals[how]];
    if (routine->entry && (v->name[0] == 'x' || v->name[0] == 'y'))
        return false;
    v->intent = GEN_NO_FORMAL;
    v->optional = v->claimed = v->joint = false;
    routine->formal_count--;
    for (int i = how; i < routine->formal_count; i++)
        routine->formals[i] = routine->formals[i + 1];
    for (int i = 0; i < program->statement_count; i++) {
        gen_statement *s = &program->statements[i];
        if (s->kind != GEN_CALL || s->routine != where)
            continue;
        memmove(&s->arguments[how], &s->arguments[how + 1],
                (size_t)(GEN_ARGUMENT_LIMIT - how - 1) * sizeof *s->arguments);
        s->arguments[GEN_ARGUMENT_LIMIT - 1] = GEN_NONE;
    }
    for (int i = 0; i < program->expression_count; i++) {
        gen_expression *e = &program->expressions[i];
        if (e->kind != GEN_FUNCTION || e->routine != where || how >= e->operand_count)
            continue;
        memmove(&e->operands[how], &e->operands[how + 1],
                (size_t)(GEN_OPERAND_LIMIT - how - 1) * sizeof *e->operands);
        e->operand_count--;
    }
    return true;
}

static bool is_used(const gen_program *program, int variable)
{
    gen_program *p = gen_program_copy(program->arena, program);
    for (int v = 0; v < p->variable_count; v++)
        if (!p->variables[v].gone && p->variables[v].same == variable)
            return true;
    for (int r = 0; r < p->routine_count; r++) {
        gen_numbers statements = {0}, vertices = {0};
        if (p->routines[r].gone)
            continue;
        gen_statements(p->arena, p, p->routines[r].body, &statements);
        for (int i = 0; i < statements.count; i++) {
            gen_statement *s = &p->statements[statements.items[i]];
            int *places[GEN_PLACE_LIMIT], count = gen_expression_places(s, places);
            for (int k = 0; k < count; k++)
                gen_vertices(p->arena, p, *places[k], true, &vertices);
            if (s->target != GEN_NONE)
                gen_vertices(p->arena, p, s->target, true, &vertices);
            for (int k = 0; s->kind == GEN_FOR && k < 4; k++)
                gen_append(p->arena, &vertices, s->loop_references[k]);
        }
        for (int i = 0; i < vertices.count; i++)
            if (p->expressions[vertices.items[i]].variable == variable)
                return true;
    }
    return false;
}

/* A variable goes (how 0), or becomes simpler. */
static bool simplify_variable(gen_program *program, gen_profile *profile, int where, int how)
{
    gen_variable *v = &program->variables[where];
    (void)profile;
    if (v->gone || (v->routine != GEN_NONE && is_settled(program, v->routine)))
        return false;
    if (how == 0 && v->intent == GEN_NO_FORMAL && !is_used(program, where))
        return v->gone = true;
    if (how == 1 && v->single) {
        v->single = false;
        return true;
    }
    if (how == 2 && !v->known)
        return v->known = true;
    if (how == 6 && v->claimed) {
        v->claimed = false;
        return true;
    }
    if (how == 4 && (v->module || v->hosted || v->inner)) {
        v->module = v->hosted = v->inner = false;
        return true;
    }
    if (how == 3 && v->same != GEN_NONE) {
        v->same = GEN_NONE;
        v->offset = 0;
        return true;
    }
    if (how == 5 && v->offset > 0) {
        v->offset = 0;
        return true;
    }
    return false;
}

/* ---- expressions --------------------------------------------------------------------------------------- */

/* Slots hold numbers of vertices. Finds slot number where among those from *slot on; NULL after the last. */
static int *slot_in(gen_program *program, int *slot, int *where, gen_numbers *seen)
{
    int vertex = *slot;
    if ((*where)-- == 0)
        return slot;
    if (gen_contains(seen, vertex))
        return NULL;
    gen_append(program->arena, seen, vertex);
    gen_expression *e = &program->expressions[vertex];
    for (int i = 0; i < e->operand_count; i++) {
        int *found = slot_in(program, &e->operands[i], where, seen);
        if (found)
            return found;
    }
    for (int i = 0; i < 3 * e->subscript_count; i++) {
        int *part = &e->subscripts[i / 3].part[i % 3];
        int *found = *part == GEN_NONE ? NULL : slot_in(program, part, where, seen);
        if (found)
            return found;
    }
    return NULL;
}

static int *slot_of_statement(gen_program *program, int number, int *where)
{
    gen_statement *s = &program->statements[number];
    int *places[GEN_PLACE_LIMIT + 1], count = gen_expression_places(s, places);
    gen_numbers seen = {0};
    if (s->kind == GEN_ASSIGN)
        places[count++] = &s->target;
    for (int i = 0; i < count; i++) {
        int *found = slot_in(program, places[i], where, &seen);
        if (found)
            return found;
    }
    return NULL;
}

static int *slot_at(gen_program *program, int where)
{
    for (int r = 0; r < program->routine_count; r++) {
        gen_numbers statements = {0};
        if (is_settled(program, r))
            continue;
        gen_statements(program->arena, program, program->routines[r].body, &statements);
        for (int i = 0; i < statements.count; i++) {
            int *found = slot_of_statement(program, statements.items[i], &where);
            if (found)
                return found;
        }
    }
    return NULL;
}

enum { REPLACE_BY_CONSTANT = GEN_OPERAND_LIMIT, REPLACE_OPERATION, REPLACE_DROP_SUBSCRIPTS, REPLACEMENTS };

/* Targets of assignments and arguments of functions are references always. */
static bool must_be_reference(const gen_program *program, const int *slot)
{
    for (int i = 0; i < program->statement_count; i++)
        if (slot == &program->statements[i].target)
            return true;
    for (int i = 0; i < program->expression_count; i++) {
        const gen_expression *e = &program->expressions[i];
        if (e->kind == GEN_FUNCTION && slot >= e->operands && slot < e->operands + e->operand_count)
            return true;
    }
    return false;
}

static bool simplify_expression(gen_program *program, gen_profile *profile, int where, int how)
{
    int *slot = slot_at(program, where);
    (void)profile;
    if (!slot)
        return false;
    gen_expression *e = &program->expressions[*slot];
    if (how < e->operand_count) {
        *slot = e->operands[how];
        return true;
    }
    if (how == REPLACE_BY_CONSTANT && e->kind != GEN_CONSTANT && gen_is_number(e->type) &&
        !must_be_reference(program, slot)) {
        int constant =
            e->type == GEN_INTEGER ? gen_integer(program, 2) : gen_real(program, "1.5", 1.5, false);
        *slot_at(program, where) = constant;
        return true;
    }
    if (how == REPLACE_OPERATION && e->operand_count == 2 && e->kind == GEN_INTRINSIC &&
        e->type == GEN_REAL && strcmp(e->text, "mul_scal_scal") != 0) {
        e->text = "mul_scal_scal";
        return true;
    }
    if (how == REPLACE_DROP_SUBSCRIPTS && e->subscript_count > 0) {
        e->subscript_count = 0;
        e->shape = gen_shape_of(&program->variables[e->variable]);
        return true;
    }
    return false;
}

/* ---- information --------------------------------------------------------------------------------------- */

static bool know_more(gen_program *program, gen_profile *profile, int where, int how)
{
    double *rates[] = {&profile->no_alias, &profile->more_alias, &profile->partial,
                       &profile->no_chain, &profile->more_chain, &profile->outside_chain};
    if (how > 0)
        return false;
    if (where < 6 && *rates[where] > 0) {
        *rates[where] = 0;
        return true;
    }
    if (where == 6 && profile->shuffled) {
        profile->shuffled = false;
        return true;
    }
    if (where == 10 && profile->terse) {
        profile->terse = false;
        return true;
    }
    if (where == 9 && profile->disorder) {
        profile->disorder = false;
        return true;
    }
    if (where == 8 && profile->passivated) {
        profile->passivated = NULL;
        return true;
    }
    if (where == 7 && profile->lists != GEN_LISTS_RIGHT) {
        profile->lists = GEN_LISTS_RIGHT;
        return true;
    }
    if (where == 11 && profile->keyless) {
        profile->keyless = false;
        return true;
    }
    return where == 12 && gen_declare_globally(program);
}

/* ---- rounds -------------------------------------------------------------------------------------------- */

/* Tries a change at places from 0 to below count, with each of how many ways. */
static bool sweep(reducer *r, change *make, int count, int first, int ways)
{
    bool any = false;
    for (int where = 0; where < count; where++)
        for (int how = first; how < first + ways; how++)
            any |= try(r, make, where, how);
    return any;
}

static int count_links(gen_program *program)
{
    int count = 0;
    while (link_at(program, count))
        count++;
    return count;
}

static int count_slots(gen_program *program)
{
    int count = 0;
    while (slot_at(program, count))
        count++;
    return count;
}

static bool round_of(reducer *r)
{
    bool any = false;
    for (int chunk = 16; chunk > 0; chunk /= 2)
        any |= sweep(r, leave_out, count_links(r->best), chunk, 1);
    any |= sweep(r, drop_routine, r->best->routine_count, 0, 1);
    any |= sweep(r, unwrap, count_links(r->best), 0, GEN_BODY_LIMIT);
    any |= sweep(r, straighten, count_links(r->best), 0, 3);
    any |= sweep(r, simplify_expression, count_slots(r->best), 0, REPLACEMENTS);
    any |= sweep(r, drop_formal, r->best->routine_count, 0, GEN_ARGUMENT_LIMIT);
    any |= sweep(r, simplify_variable, r->best->variable_count, 0, 7);
    any |= sweep(r, know_more, 13, 0, 1);
    any |= sweep(r, drop_option, (int)r->failing->options.count, 0, 1);
    return any;
}

typedef struct keeping {
    xb_arena *arena;
    reducer *r;
} keeping;

static void keep_best(void *argument)
{
    keeping *k = argument;
    k->r->failing->program = gen_program_copy(k->arena, k->r->best);
}

static void begin(void *argument)
{
    reducer *r = argument;
    r->best = gen_program_copy(r->best_arena, r->failing->program);
}

int gen_reduce(xb_arena *arena, gen_failing *failing)
{
    reducer r = {.failing = failing, .failure = xb_failure_create()};
    r.best_arena = xb_arena_create(r.failure);
    r.arena = xb_arena_create(r.failure);
    if (xb_protect(r.failure, begin, &r)) {
        while (round_of(&r) && r.tried < 20000)
            continue;
        keeping k = {arena, &r};
        xb_protect(r.failure, keep_best, &k);
    }
    /* Texts of constants and operations are in the arena that the program was made in. */
    xb_arena_destroy(r.best_arena);
    xb_arena_destroy(r.arena);
    xb_failure_destroy(r.failure);
    return r.tried;
}
