/*
 * One walk over the statements of all routines that are not hidden.
 */
#include "census.h"

#include <string.h>

typedef enum construct {
    IN_VALUE,
    IN_TARGET_SUBSCRIPT,
    IN_SUBSCRIPT,
    IN_BOUND,
    IN_ARGUMENT_SUBSCRIPT,
    IN_FUNCTION_ARGUMENT,
    IN_CONDITION,
    IN_SELECTOR,
    IN_LOOP_HEAD,
    CHANGES_ARGUMENT,
    CHANGES_GLOBAL,
    READS_GLOBAL,
    ACTIVE_FOR_PASSIVE,
    PASSIVE_FOR_ACTIVE,
    CONVERTED_IN_CALL,
    CALLS,
    SELF_CALLS,
    MUTUAL,
    NO_LISTS,
    SHORT_LISTS,
    KEYLESS_LISTS,
    NO_CHAINS,
    NO_ALIASES,
    NO_ANALYSES,
    UNKNOWN_BOUNDS,
    VECTORS,
    MATRICES,
    TENSORS,
    SECTIONS,
    REDUCTIONS,
    OWN_SUBSCRIPT,
    STEERED,
    CLAIMED,
    ALLOCATED,
    ALLOCATIONS,
    DEALLOCATIONS,
    LEAVES,
    LEAVES_SEVERAL,
    UNREACHED,
    AFTER_JUMPS,
    TANGLES,
    UNENDED,
    UPDATES,
    UNEQUAL,
    COMPUTED_STEPS,
    NO_ROUNDS,
    INDUCED,
    DERIVED_INTEGERS,
    OMITTED,
    GAPS,
    PASSED_ON,
    FREE_LOCALS,
    COMPLEX_VARIABLES,
    MASKED,
    PAST_THE_END,
    RESHAPED,
    PRODUCTS,
    ALL_ELEMENTS,
    GAMMAS,
    OF_USER,
    HOSTED,
    WITHIN,
    OF_HOSTS,
    ALLOCATED_OF_HOSTS,
    OF_BLOCKS,
    POINTERS,
    ASKED,
    LAZY,
    APART,
    PRECISE,
    REAL_ENDS,
    CONSTRUCTS
} construct;

static const char *const names[CONSTRUCTS] = {
    [IN_VALUE] = "function in a value",
    [IN_TARGET_SUBSCRIPT] = "function in a subscript of a target",
    [IN_SUBSCRIPT] = "function in a subscript of a value",
    [IN_BOUND] = "function in a bound or stride of a section",
    [IN_ARGUMENT_SUBSCRIPT] = "function in a subscript of an argument of a call",
    [IN_FUNCTION_ARGUMENT] = "function in a subscript of an argument of a function",
    [IN_CONDITION] = "function in a condition",
    [IN_SELECTOR] = "function in a selector",
    [IN_LOOP_HEAD] = "function in the head of a loop",
    [CHANGES_ARGUMENT] = "function that changes an argument",
    [CHANGES_GLOBAL] = "function that changes a global variable",
    [READS_GLOBAL] = "function that reads a global variable",
    [ACTIVE_FOR_PASSIVE] = "active argument of a function for a passive formal",
    [PASSIVE_FOR_ACTIVE] = "passive argument of a function for an active formal",
    [CONVERTED_IN_CALL] = "argument of a call that is converted",
    [CALLS] = "call",
    [SELF_CALLS] = "call of a routine by itself, or by one that it calls",
    [MUTUAL] = "call of a routine by one that it calls",
    [NO_LISTS] = "no lists of side effects",
    [SHORT_LISTS] = "side-effect lists that omit what bodies tell",
    [KEYLESS_LISTS] = "lists of side effects without keys",
    [NO_CHAINS] = "no chains",
    [NO_ALIASES] = "no alias sets",
    [NO_ANALYSES] = "none of these three",
    [UNKNOWN_BOUNDS] = "formal without bounds",
    [VECTORS] = "vector",
    [MATRICES] = "matrix",
    [TENSORS] = "array of three or more dimensions",
    [SECTIONS] = "section",
    [REDUCTIONS] = "intrinsic that changes a shape",
    [OWN_SUBSCRIPT] = "assignment of an element of an array that its subscripts read",
    [STEERED] = "logical or character variable",
    [CLAIMED] = "formal of intent in that is modified",
    [ALLOCATED] = "array that is allocated when it is run",
    [ALLOCATIONS] = "marker that allocates",
    [DEALLOCATIONS] = "marker that deallocates",
    [LEAVES] = "jump out of a block",
    [LEAVES_SEVERAL] = "jump out of several blocks",
    [UNREACHED] = "part that nothing leads to",
    [AFTER_JUMPS] = "statement after a jump that is always taken",
    [TANGLES] = "loop with two entries",
    [UNENDED] = "loop whose body always jumps out",
    [ALL_ELEMENTS] = "norm, dot product, greatest or least element, or product",
    [GAMMAS] = "gamma or Bessel function",
    [OF_USER] = "intrinsic of the user",
    [HOSTED] = "routine within a host",
    [WITHIN] = "routine that is declared there, too",
    [OF_HOSTS] = "variable of a host that routines within it use",
    [ALLOCATED_OF_HOSTS] = "such a variable that is allocated when it is run",
    [OF_BLOCKS] = "variable of blocks",
    [POINTERS] = "array that is a pointer",
    [UNEQUAL] = "loop in a direction that only its step tells",
    [COMPUTED_STEPS] = "loop with a step that is no constant",
    [NO_ROUNDS] = "loop that may have no round",
    [INDUCED] = "integer variable that is added to",
    [DERIVED_INTEGERS] = "integer variable that is computed from others",
    [OMITTED] = "argument that is left out",
    [GAPS] = "argument that is left out before another one",
    [COMPLEX_VARIABLES] = "active complex variable",
    [MASKED] = "mask of an array",
    [PAST_THE_END] = "shift past the end of an array",
    [RESHAPED] = "array of another shape",
    [PRODUCTS] = "product of matrices",
    [PASSED_ON] = "argument that may be absent is passed on",
    [FREE_LOCALS] = "local array without bounds",
    [ASKED] = "question whether an argument is there",
    [APART] = "routine outside of the module",
    [LAZY] = "question whether an array is allocated",
    [PRECISE] = "constant in a subscript whose precision counts",
    [REAL_ENDS] = "loop of an integer between real numbers",
    [UPDATES] = "loop with another update than l + s",
};

typedef struct counting {
    xb_arena *arena;
    const gen_program *program;
    gen_effects effects;
    unsigned long found[CONSTRUCTS];
    int routine;
} counting;

const char *gen_construct_name(int number)
{
    return number < CONSTRUCTS ? names[number] : NULL;
}

static void count_effects(counting *c, const gen_expression *function)
{
    const gen_numbers *modified = &c->effects.modified[function->routine],
                      *read = &c->effects.read[function->routine];
    for (int i = 0; i < modified->count; i++)
        c->found[CHANGES_GLOBAL] += c->program->variables[modified->items[i]].routine == GEN_NONE;
    for (int i = 0; i < function->operand_count; i++)
        c->found[CHANGES_ARGUMENT] +=
            gen_contains(modified, c->program->routines[function->routine].formals[i]);
    for (int i = 0; i < read->count; i++)
        c->found[READS_GLOBAL] += c->program->variables[read->items[i]].routine == GEN_NONE;
    for (int i = 0; i < function->operand_count; i++) {
        bool actual = c->program->variables[c->program->expressions[function->operands[i]].variable].active;
        bool formal = c->program->variables[c->program->routines[function->routine].formals[i]].active;
        c->found[ACTIVE_FOR_PASSIVE] += actual && !formal;
        c->found[PASSIVE_FOR_ACTIVE] += !actual && formal;
    }
}

static void count_reference(counting *c, const gen_expression *e)
{
    bool section = false;
    for (int d = 0; d < e->subscript_count; d++) {
        section |= e->subscripts[d].kind != GEN_INDEX;
        for (int k = 0; k < 3; k++) {
            int part = e->subscripts[d].part[k];
            c->found[IN_BOUND] += part != GEN_NONE && e->subscripts[d].kind == GEN_RANGE &&
                                  c->program->expressions[part].kind == GEN_FUNCTION;
        }
    }
    c->found[SECTIONS] += section;
}

static void count_intrinsic(counting *c, const char *name)
{
    static const char *const all[] = {"norm", "dot", "maxval", "minval", "product"};
    c->found[REDUCTIONS] += strstr(name, "_arr") != NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        c->found[ALL_ELEMENTS] += strstr(name, all[i]) != NULL;
    c->found[PAST_THE_END] += strcmp(name, "eoshift_arr") == 0;
    c->found[RESHAPED] += strcmp(name, "reshape_arr") == 0;
    c->found[PRODUCTS] += strcmp(name, "matmul_arr") == 0;
    c->found[GAMMAS] += strstr(name, "gamma") || strstr(name, "bessel");
    c->found[ASKED] += strcmp(name, "present") == 0;
    c->found[LAZY] += strcmp(name, "allocated") == 0;
    c->found[OF_USER] += strncmp(name, "user_", 5) == 0;
}

/* The function calls of an expression, by where they are: at its top, or in subscripts. */
static void count_expression(counting *c, int expression, construct top, construct subscript)
{
    gen_numbers outer = {0}, all = {0};
    gen_vertices(c->arena, c->program, expression, false, &outer);
    gen_vertices(c->arena, c->program, expression, true, &all);
    for (int i = 0; i < all.count; i++) {
        const gen_expression *e = &c->program->expressions[all.items[i]];
        if (e->kind == GEN_REFERENCE)
            count_reference(c, e);
        c->found[MASKED] += e->kind == GEN_BOOLEAN && e->shape.rank > 0;
        c->found[PRECISE] += e->kind == GEN_CONSTANT && e->text && strcmp(e->text, "16777217.0") == 0;
        if (e->kind == GEN_INTRINSIC)
            count_intrinsic(c, e->text);
        if (e->kind != GEN_FUNCTION)
            continue;
        c->found[gen_contains(&outer, all.items[i]) ? top : subscript]++;
        count_effects(c, e);
        gen_numbers inner = {0};
        for (int k = 0; k < e->operand_count; k++)
            gen_subscript_vertices(c->arena, c->program, e->operands[k], &inner);
        for (int k = 0; k < inner.count; k++)
            c->found[IN_FUNCTION_ARGUMENT] += c->program->expressions[inner.items[k]].kind == GEN_FUNCTION;
    }
}

static void count_call(counting *c, const gen_statement *s)
{
    const gen_routine *callee = &c->program->routines[s->routine];
    c->found[CALLS]++;
    c->found[SELF_CALLS] += s->routine >= c->routine;
    c->found[MUTUAL] += s->routine > c->routine;
    for (int i = 0; i < callee->formal_count; i++) {
        c->found[OMITTED] += s->arguments[i] == GEN_NONE;
        c->found[GAPS] += s->arguments[i] == GEN_NONE && i < gen_passed(c->program, s);
        if (s->arguments[i] == GEN_NONE)
            continue;
        const gen_expression *e = &c->program->expressions[s->arguments[i]];
        c->found[PASSED_ON] += e->kind == GEN_REFERENCE && c->program->variables[e->variable].optional;
        count_expression(c, s->arguments[i], IN_ARGUMENT_SUBSCRIPT, IN_ARGUMENT_SUBSCRIPT);
        c->found[CONVERTED_IN_CALL] +=
            e->kind == GEN_REFERENCE &&
            c->program->variables[e->variable].active != c->program->variables[callee->formals[i]].active;
    }
}

/* What an integer variable becomes. */
static void count_integer(counting *c, const gen_statement *s)
{
    const gen_expression *target = &c->program->expressions[s->target];
    gen_numbers vertices = {0};
    bool same = false, other = false;
    if (target->type != GEN_INTEGER || target->shape.rank > 0)
        return;
    gen_vertices(c->arena, c->program, s->value, false, &vertices);
    for (int i = 0; i < vertices.count; i++) {
        int variable = c->program->expressions[vertices.items[i]].variable;
        same |= variable == target->variable;
        other |= variable != GEN_NONE && variable != target->variable;
    }
    c->found[INDUCED] += same;
    c->found[DERIVED_INTEGERS] += other && !same;
}

static void count_assignment(counting *c, const gen_statement *s)
{
    gen_numbers inner = {0};
    int variable = c->program->expressions[s->target].variable;
    count_expression(c, s->target, IN_TARGET_SUBSCRIPT, IN_TARGET_SUBSCRIPT);
    count_expression(c, s->value, IN_VALUE, IN_SUBSCRIPT);
    count_integer(c, s);
    gen_subscript_vertices(c->arena, c->program, s->target, &inner);
    for (int i = 0; i < inner.count; i++)
        if (c->program->expressions[inner.items[i]].variable == variable) {
            c->found[OWN_SUBSCRIPT]++;
            return;
        }
}

static bool is_constant(const counting *c, int expression)
{
    return c->program->expressions[expression].kind == GEN_CONSTANT;
}

static void count_loop(counting *c, const gen_statement *s)
{
    c->found[UPDATES] += s->update != 0;
    count_expression(c, s->low, IN_LOOP_HEAD, IN_LOOP_HEAD);
    if (s->condition == GEN_NONE) {
        c->found[NO_ROUNDS] += !is_constant(c, s->low) || !is_constant(c, s->high);
        count_expression(c, s->high, IN_LOOP_HEAD, IN_LOOP_HEAD);
        return;
    }
    const gen_expression *condition = &c->program->expressions[s->condition],
                         *advance = &c->program->expressions[s->advance];
    c->found[UNEQUAL] += strcmp(condition->text, "not_equal") == 0;
    c->found[COMPUTED_STEPS] +=
        !is_constant(c, advance->operands[0]) && !is_constant(c, advance->operands[1]);
    c->found[NO_ROUNDS] += !is_constant(c, s->low) || !is_constant(c, condition->operands[1]);
}

static void count_statement(counting *c, const gen_statement *s)
{
    switch (s->kind) {
    case GEN_ASSIGN: count_assignment(c, s); return;
    case GEN_CALL: count_call(c, s); return;
    case GEN_FOR:
        c->found[UNENDED] += s->other_form;
        c->found[REAL_ENDS] += c->program->expressions[s->low].type == GEN_REAL ||
                               (s->high != GEN_NONE && c->program->expressions[s->high].type == GEN_REAL);
        count_loop(c, s);
        return;
    case GEN_SELECT: count_expression(c, s->condition, IN_SELECTOR, IN_SELECTOR); return;
    case GEN_ALLOCATE: c->found[ALLOCATIONS]++; return;
    case GEN_DEALLOCATE: c->found[DEALLOCATIONS]++; return;
    case GEN_MARKER:
    case GEN_BLOCK: return;
    case GEN_UNREACHED: c->found[UNREACHED]++; return;
    default:
        c->found[LEAVES] += s->kind == GEN_LEAVE;
        c->found[LEAVES_SEVERAL] += s->kind == GEN_LEAVE && s->levels > 0;
        c->found[TANGLES] += s->kind == GEN_TANGLE;
        c->found[UNENDED] += s->kind == GEN_WHILE && s->other_form;
        if (s->condition != GEN_NONE)
            count_expression(c, s->condition, IN_CONDITION, IN_CONDITION);
        else
            c->found[AFTER_JUMPS] += s->next != GEN_NONE;
        return;
    }
}

static void count_profile(counting *c, const gen_profile *profile)
{
    bool lists = profile->lists == GEN_LISTS_NONE, chains = profile->no_chain >= 1,
         aliases = profile->no_alias >= 1;
    c->found[NO_LISTS] += lists;
    c->found[SHORT_LISTS] += profile->lists == GEN_LISTS_SMALLER;
    c->found[KEYLESS_LISTS] += !lists && profile->keyless;
    c->found[NO_CHAINS] += chains;
    c->found[NO_ALIASES] += aliases;
    c->found[NO_ANALYSES] += lists && chains && aliases;
}

static void count_variable(counting *c, const gen_variable *v)
{
    static const construct ranks[] = {VECTORS, MATRICES, TENSORS, TENSORS};
    if (v->gone)
        return;
    c->found[UNKNOWN_BOUNDS] += !v->known && v->intent != GEN_NO_FORMAL;
    c->found[FREE_LOCALS] += !v->known && v->intent == GEN_NO_FORMAL;
    c->found[COMPLEX_VARIABLES] += v->type == GEN_COMPLEX && v->active;
    c->found[CLAIMED] += v->claimed;
    c->found[ALLOCATED] += v->allocated;
    c->found[STEERED] += !gen_is_number(v->type);
    c->found[OF_HOSTS] += v->hosted;
    c->found[ALLOCATED_OF_HOSTS] += v->hosted && v->allocated;
    c->found[OF_BLOCKS] += v->inner;
    c->found[POINTERS] += v->pointer;
    if (v->rank > 0)
        c->found[ranks[v->rank - 1]]++;
}

void gen_census_add(gen_census *census, xb_arena *arena, const gen_program *program,
                    const gen_profile *profile)
{
    counting c = {.arena = arena, .program = program};
    c.effects = gen_effects_of(arena, program, program->routine_count);
    count_profile(&c, profile);
    for (int v = 0; v < program->variable_count; v++)
        count_variable(&c, &program->variables[v]);
    for (c.routine = 0; c.routine < program->routine_count; c.routine++) {
        const gen_routine *r = &program->routines[c.routine];
        gen_numbers statements = {0};
        if (r->gone || r->box || r->jacobian || r->part)
            continue;
        c.found[HOSTED] += r->hosted;
        c.found[WITHIN] += r->within;
        c.found[APART] += r->apart;
        gen_statements(arena, program, r->body, &statements);
        for (int i = 0; i < statements.count; i++)
            count_statement(&c, &program->statements[statements.items[i]]);
    }
    for (int i = 0; i < CONSTRUCTS; i++) {
        census->programs[i] += c.found[i] > 0;
        census->occurrences[i] += c.found[i];
    }
}
