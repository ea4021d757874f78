/*
 * Routines are made one after the other, the entry last; each calls those before it. What a routine reads it
 * has defined before, on every path.
 */
#include "grow.h"

#include <string.h>

#include "growing.h"

/* ---- small things -------------------------------------------------------------------------------------- */

bool grow_has(const grow *g, gen_feature feature)
{
    return gen_profile_has(g->profile, feature);
}

bool grow_chance(grow *g, double probability)
{
    return gen_chance(&g->random, probability);
}

int grow_below(grow *g, int count)
{
    return gen_below(&g->random, count);
}

int grow_between(grow *g, int low, int high)
{
    return gen_between(&g->random, low, high);
}

gen_variable *grow_variable(grow *g, int variable)
{
    return &g->program->variables[variable];
}

gen_expression *grow_expression_at(grow *g, int expression)
{
    return &g->program->expressions[expression];
}

/* Ids in no order, neither as numbers nor as texts; 1009 is prime. */
const char *grow_id(grow *g)
{
    int number = (int)((long)++g->ids * g->taken % 1009);
    if (g->ids > 1008)
        number = g->ids;
    return xb_arena_format(g->arena, number % 5 == 0 ? "s%d" : "%d", number);
}

int grow_assign(grow *g, int target, int value)
{
    gen_statement s = gen_statement_of(GEN_ASSIGN, grow_id(g));
    s.target = target;
    s.value = value;
    return gen_add_statement(g->program, &s);
}

int grow_chain(grow *g, const gen_numbers *statements)
{
    for (int i = 0; i + 1 < statements->count; i++)
        g->program->statements[statements->items[i]].next = statements->items[i + 1];
    return statements->count > 0 ? statements->items[0] : GEN_NONE;
}

void grow_define(grow *g, int variable)
{
    int root = gen_root(g->program, variable), size = gen_size(grow_variable(g, variable));
    int first = grow_variable(g, variable)->offset;
    g->defined[variable] = true;
    for (int v = 0; v < g->program->variable_count; v++)
        if (gen_root(g->program, v) == root && grow_variable(g, v)->offset >= first &&
            grow_variable(g, v)->offset + gen_size(grow_variable(g, v)) <= first + size)
            g->defined[v] = true;
}

/* ---- variables ----------------------------------------------------------------------------------------- */

static int add_variable(grow *g, gen_variable *v)
{
    int number = gen_add_variable(g->program, v);
    g->bound[number] = 8;
    return number;
}

gen_variable grow_plain_variable(grow *g, const char *name, gen_type type)
{
    return (gen_variable){.name = name,
                          .type = type,
                          .known = true,
                          .active = type == GEN_REAL || type == GEN_COMPLEX,
                          .routine = g->routine,
                          .same = GEN_NONE};
}

static void choose_bounds(grow *g, gen_variable *v)
{
    static const int vectors[][2] = {{1, 3}, {1, 3}, {1, 4}, {0, 3}, {1, 5}, {-1, 3}};
    static const int rows[][2] = {{1, 3}, {1, 3}, {0, 3}}, columns[][2] = {{1, 3}, {1, 4}},
                     others[][2] = {{1, 3}, {1, 3}, {1, 3}, {0, 3}};
    const int *chosen = vectors[grow_below(g, 6)];
    if (!grow_has(g, GEN_ARRAYS) || !grow_chance(g, .45))
        return;
    v->rank = grow_has(g, GEN_MATRICES) && grow_chance(g, .3) ? 2 : 1;
    if (grow_has(g, GEN_RANKS) && grow_chance(g, .25))
        v->rank = grow_chance(g, .8) ? 3 : 4;
    if (v->rank > 1)
        chosen = rows[grow_below(g, 3)];
    v->lower[0] = chosen[0];
    v->upper[0] = chosen[1];
    for (int d = 1; d < v->rank; d++) {
        chosen = d == 1 ? columns[grow_below(g, 2)] : others[grow_below(g, 4)];
        v->lower[d] = chosen[0];
        v->upper[d] = chosen[1];
    }
}

static gen_variable any_variable(grow *g, const char *name, double passive, double integer)
{
    bool is_complex = grow_has(g, GEN_COMPLEX_NUMBERS) && grow_chance(g, .25);
    gen_variable v = grow_plain_variable(g, name,
                                         grow_chance(g, integer) ? GEN_INTEGER
                                         : is_complex            ? GEN_COMPLEX
                                                                 : GEN_REAL);
    choose_bounds(g, &v);
    if (v.type == GEN_INTEGER && v.rank > 0) {
        v.rank = 1;
        v.lower[0] = 1;
        v.upper[0] = 3;
    }
    if (grow_has(g, GEN_PASSIVE) && grow_chance(g, passive))
        v.active = false;
    v.single = v.type == GEN_REAL && grow_has(g, GEN_SINGLE) && grow_chance(g, .15);
    return v;
}

const char *grow_name(grow *g, const char *stem, int number)
{
    return xb_arena_format(g->arena, "%s%d", stem, number);
}

static void add_shared(grow *g, int number, int globals)
{
    int same = grow_below(g, number + 1 < globals ? number + 1 : globals);
    const gen_variable *v = grow_variable(g, same);
    gen_variable other = *v;
    if (v->type != GEN_REAL || v->same != GEN_NONE)
        return;
    other.name = grow_name(g, "h", number);
    other.same = same;
    int kind = grow_below(g, 10);
    if (v->rank == 0 || (kind < 4 && v->rank == 1)) {
        if (v->rank == 1 && grow_chance(g, .4)) {
            other.lower[0] = 1;
            other.upper[0] = gen_size(v);
        }
    } else {
        other.rank = kind < 8 ? 0 : 1;
        other.lower[0] = 1;
        other.upper[0] = 3;
        other.offset = grow_chance(g, .6) ? grow_between(g, 0, gen_size(v) - gen_size(&other)) : 0;
    }
    add_variable(g, &other);
}

/* Whether a global variable is never in a module: it shares storage, or who calls sets its derivative to zero
 * once it is there. */
static bool is_common(grow *g, int variable)
{
    if (grow_variable(g, variable)->allocated)
        return true;
    for (int v = 0; v < g->program->variable_count; v++)
        if (v != variable && gen_root(g->program, v) == gen_root(g->program, variable))
            return true;
    return false;
}

/* Names of global variables like those that routines get when they are renamed. */
static void rename_globals(grow *g)
{
    static const char *const stems[] = {"OpenAD_SUB", "openad_fun", "OPENAD_ping", "OpenAD_Pong"};
    for (int v = 0; v < g->program->variable_count; v++)
        if (grow_chance(g, .07))
            grow_variable(g, v)->name = grow_name(g, stems[grow_below(g, 4)], v);
}

static void add_globals(grow *g)
{
    g->routine = GEN_NONE;
    int count = grow_has(g, GEN_GLOBALS) ? grow_between(g, 1, 3) : 0;
    for (int i = 0; i < count; i++) {
        gen_variable v = any_variable(g, grow_name(g, "g", i), .2, 0);
        add_variable(g, &v);
    }
    if (grow_has(g, GEN_ALLOCATION) && count > 0 && grow_chance(g, .4)) {
        gen_variable v = grow_allocated_variable(g, 20);
        add_variable(g, &v);
    }
    if (grow_has(g, GEN_STEERING) && count > 0 && grow_chance(g, .5)) {
        gen_variable v = grow_steering_variable(g, 20);
        add_variable(g, &v);
    }
    int shared = grow_has(g, GEN_SHARED) && count > 0 ? grow_between(g, 1, 3) : 0;
    for (int i = 0; i < shared; i++)
        add_shared(g, i, count);
    for (int v = 0; v < g->program->variable_count && grow_has(g, GEN_SCOPES); v++)
        grow_variable(g, v)->module = !is_common(g, v) && grow_chance(g, .5);
    if (grow_has(g, GEN_NAMES))
        rename_globals(g);
}

/* ---- initialisation ------------------------------------------------------------------------------------ */

static void initialise_elements(grow *g, int variable, gen_numbers *body)
{
    const gen_variable v = *grow_variable(g, variable);
    for (int i = v.lower[0]; i <= v.upper[0]; i++) {
        int value = v.type == GEN_INTEGER ? gen_integer(g->program, grow_between(g, 1, 3))
                                          : grow_value(g, variable, (gen_shape){0});
        int target = gen_element(g->program, variable, gen_integer(g->program, i));
        gen_append(g->arena, body, grow_assign(g, target, value));
    }
}

/* do l = 1, n; v(l) = …; end */
static void initialise_in_loop(grow *g, int variable, gen_numbers *body)
{
    int l = g->loop_variables[0];
    g->fixed[l] = g->defined[l] = true;
    int value = grow_value(g, variable, (gen_shape){0});
    int target = gen_element(g->program, variable, gen_reference(g->program, l));
    g->fixed[l] = g->defined[l] = false;
    gen_statement s = gen_statement_of(GEN_FOR, grow_id(g));
    s.update_id = grow_id(g);
    s.low = gen_integer(g->program, 1);
    s.high = gen_integer(g->program, grow_variable(g, variable)->upper[0]);
    s.step = 1;
    for (int i = 0; i < 4; i++)
        s.loop_references[i] = gen_reference(g->program, l);
    s.body_count = 1;
    s.body[0] = grow_assign(g, target, value);
    gen_append(g->arena, body, gen_add_statement(g->program, &s));
}

void grow_initialise(grow *g, int variable, gen_numbers *body)
{
    const gen_variable v = *grow_variable(g, variable);
    int target;
    if (v.allocated) {
        grow_allocate(g, variable, body);
    } else if (!gen_is_number(v.type)) {
        target = gen_reference(g->program, variable);
        gen_append(g->arena, body, grow_assign(g, target, grow_steering_value(g, v.type)));
    } else if (v.type == GEN_INTEGER && v.rank == 0) {
        int value = grow_index_value(g);
        gen_append(g->arena, body, grow_assign(g, gen_reference(g->program, variable), value));
    } else if (v.rank == 1 && v.known && (v.type == GEN_INTEGER || grow_chance(g, .4))) {
        initialise_elements(g, variable, body);
    } else if (v.rank == 1 && v.known && v.lower[0] == 1 && v.upper[0] <= 3 && grow_chance(g, .3) &&
               !g->fixed[g->loop_variables[0]]) {
        initialise_in_loop(g, variable, body);
    } else {
        gen_shape shape = v.known && grow_chance(g, .5) ? gen_shape_of(&v) : (gen_shape){0};
        int value = grow_value(g, variable, shape);
        target = gen_reference(g->program, variable);
        gen_append(g->arena, body, grow_assign(g, target, value));
    }
}

static void initialise_and_define(grow *g, int variable, gen_numbers *body)
{
    grow_initialise(g, variable, body);
    grow_define(g, variable);
}

/* ---- results ------------------------------------------------------------------------------------------- */

/* Element number k, from 0. */
static int element_number(grow *g, int variable, int k)
{
    const gen_variable v = *grow_variable(g, variable);
    int indices[GEN_RANK_LIMIT];
    for (int d = 0; d < v.rank; d++) {
        int extent = v.upper[d] - v.lower[d] + 1;
        indices[d] = v.lower[d] + k % extent;
        k /= extent;
    }
    return gen_element_at(g->program, variable, indices);
}

/* References to all elements of active variables that have values, in some order. */
static void observable(grow *g, gen_numbers *found)
{
    for (int i = 0; i < g->variables.count; i++) {
        int variable = g->variables.items[i];
        const gen_variable v = *grow_variable(g, variable);
        if (v.type != GEN_REAL || !v.active || !g->defined[variable])
            continue;
        /* Of large arrays every third element, or so. */
        for (int k = 0, size = gen_size(&v); k < size; k++)
            if (size < 13 || grow_chance(g, 9. / size))
                gen_append(g->arena, found, element_number(g, variable, k));
    }
}

/* y(k) = sums of what there is at the end. */
static void add_results(grow *g, gen_numbers *body)
{
    static const char *const factors[] = {"1.5", "2.0", "-0.5", "3.0"};
    gen_numbers found = {0};
    observable(g, &found);
    int wanted = grow_chance(g, .4) && found.count > 3 ? grow_between(g, 1, 3) : found.count;
    int group = grow_chance(g, .5) ? 2 : 6, results = 0;
    for (int i = 0; i < wanted;) {
        int sum = GEN_NONE;
        for (int k = 0; k < group && i < wanted; k++, i++) {
            int pick = grow_between(g, i, found.count - 1), term = found.items[pick];
            found.items[pick] = found.items[i];
            if (grow_chance(g, .5)) {
                int factor = gen_real(g->program, factors[grow_below(g, 4)], 3, false);
                term = gen_operation(g->program, "mul_scal_scal", GEN_REAL, factor, term, GEN_NONE);
            }
            sum = sum == GEN_NONE ? term
                                  : gen_operation(g->program, "add_scal_scal", GEN_REAL, sum, term, GEN_NONE);
        }
        int target = gen_element(g->program, g->output, gen_integer(g->program, ++results));
        gen_append(g->arena, body, grow_assign(g, target, sum));
    }
    grow_variable(g, g->output)->upper[0] = results > 0 ? results : 1;
    if (results == 0) {
        int target = gen_element(g->program, g->output, gen_integer(g->program, 1));
        gen_append(g->arena, body, grow_assign(g, target, gen_real(g->program, "0.5", .5, false)));
    }
}

/* ---- routines ------------------------------------------------------------------------------------------ */

static void add_formal(grow *g, gen_routine *routine, gen_variable *v, gen_intent intent)
{
    v->intent = intent;
    int number = add_variable(g, v);
    routine->formals[routine->formal_count++] = number;
    g->fixed[number] = intent == GEN_IN;
    g->defined[number] = intent != GEN_OUT;
    gen_append(g->arena, &g->variables, number);
}

static void add_entry_formals(grow *g, gen_routine *routine)
{
    int vectors = grow_has(g, GEN_ARRAYS) || grow_chance(g, .5);
    int count = vectors ? 1 : grow_between(g, 1, 3);
    for (int i = 0; i < count; i++) {
        gen_variable x = grow_plain_variable(g, count > 1 ? grow_name(g, "x", i + 1) : "x", GEN_REAL);
        x.rank = vectors && grow_chance(g, .8);
        x.lower[0] = 1;
        x.upper[0] = grow_between(g, 3, 4);
        add_formal(g, routine, &x, grow_chance(g, .4) ? GEN_INOUT : GEN_IN);
    }
    gen_variable y = grow_plain_variable(g, "y", GEN_REAL);
    y.rank = 1;
    y.lower[0] = y.upper[0] = 1;
    add_formal(g, routine, &y, GEN_OUT);
    g->output = g->variables.items[--g->variables.count];
    if (grow_chance(g, .6)) {
        gen_variable n = grow_plain_variable(g, "n", GEN_INTEGER);
        n.value = grow_between(g, 1, 3);
        add_formal(g, routine, &n, GEN_IN);
    }
    if (grow_has(g, GEN_PASSIVE) && grow_chance(g, .5)) {
        static const double values[] = {1.7, 0.3, 2, 1};
        gen_variable p = grow_plain_variable(g, "p", GEN_REAL);
        p.active = false;
        p.value = values[grow_below(g, 4)];
        add_formal(g, routine, &p, grow_chance(g, .5) ? GEN_INOUT : GEN_IN);
    }
}

/* How many there are of the last formals, and 1; then these. They have values where that was asked. */
static void add_optional_formals(grow *g, gen_routine *routine)
{
    int room = GEN_ARGUMENT_LIMIT - routine->formal_count - 1;
    if (room < 1)
        return;
    gen_variable given = grow_plain_variable(g, "given", GEN_INTEGER);
    add_formal(g, routine, &given, GEN_IN);
    for (int i = grow_between(g, 1, room < 2 ? room : 2); i > 0; i--) {
        gen_variable v = any_variable(g, grow_name(g, "o", i), .2, 0);
        v.optional = true;
        add_formal(g, routine, &v, grow_chance(g, .4) ? GEN_IN : GEN_INOUT);
        int number = routine->formals[routine->formal_count - 1];
        g->defined[number] = false;
        g->fixed[number] = true;
    }
}

static void add_formals(grow *g, gen_routine *routine)
{
    static const gen_intent intents[] = {GEN_IN, GEN_IN, GEN_OUT, GEN_INOUT, GEN_INOUT, GEN_INOUT};
    int count = grow_between(g, 1, 4);
    if (g->paired || (grow_has(g, GEN_RECURSION) && !routine->external && grow_chance(g, .5))) {
        gen_variable e = grow_plain_variable(g, "e", GEN_INTEGER);
        add_formal(g, routine, &e, GEN_IN);
        g->counter = routine->formals[0];
    }
    if (grow_has(g, GEN_SUBSCRIPTS) && grow_chance(g, .3)) {
        gen_variable n = grow_plain_variable(g, "n", GEN_INTEGER);
        add_formal(g, routine, &n, GEN_INOUT);
    }
    for (int i = 0; i < count; i++) {
        gen_variable v = any_variable(g, grow_name(g, "f", i), .35, grow_has(g, GEN_SUBSCRIPTS) ? .35 : .15);
        if (v.rank > 0 && v.type == GEN_REAL && grow_has(g, GEN_UNKNOWN_BOUNDS) && grow_chance(g, .4)) {
            v.known = false;
            for (int d = 0; d < v.rank; d++) {
                v.lower[d] = 1;
                v.upper[d] = 3;
            }
        }
        gen_intent intent = intents[grow_below(g, 6)];
        v.claimed =
            intent == GEN_INOUT && !routine->external && grow_has(g, GEN_CLAIMS) && grow_chance(g, .3);
        add_formal(g, routine, &v, intent);
    }
    if (grow_has(g, GEN_STEERING) && grow_chance(g, .5)) {
        gen_variable v = grow_steering_variable(g, count);
        add_formal(g, routine, &v, intents[grow_below(g, 6)]);
    }
    if (grow_has(g, GEN_OPTIONAL) && !routine->external && grow_chance(g, .7))
        add_optional_formals(g, routine);
}

/* Formals of a function: arguments, and the result. */
static void add_function_formals(grow *g, gen_routine *routine)
{
    int count = grow_between(g, 1, GEN_OPERAND_LIMIT);
    bool whole = grow_has(g, GEN_ANYWHERE) && grow_chance(g, .5);
    for (int i = 0; i < count; i++) {
        gen_variable v = any_variable(g, grow_name(g, "f", i), .3, whole ? .6 : .2);
        if (grow_chance(g, .6))
            v.rank = 0;
        bool changed = g->effective && grow_chance(g, .5);
        v.claimed = changed && grow_has(g, GEN_CLAIMS) && grow_chance(g, .3);
        add_formal(g, routine, &v, changed ? GEN_INOUT : GEN_IN);
    }
    gen_variable result = grow_plain_variable(g, "r", whole ? GEN_INTEGER : GEN_REAL);
    result.active = !whole && (!grow_has(g, GEN_PASSIVE) || !grow_chance(g, .2));
    add_formal(g, routine, &result, GEN_OUT);
}

/* Two formals that look alike may be the same storage. */
static void join_formals(grow *g, const gen_routine *routine)
{
    for (int i = 1; i < routine->formal_count && grow_has(g, GEN_JOINT); i++)
        for (int k = 0; k < i; k++) {
            gen_variable *a = grow_variable(g, routine->formals[i]),
                         *b = grow_variable(g, routine->formals[k]);
            if (a->type == b->type && a->active == b->active && a->rank == b->rank && a->intent != GEN_OUT &&
                b->intent != GEN_OUT && !a->optional && !b->optional &&
                gen_same_shape(gen_shape_of(a), gen_shape_of(b)))
                a->joint = b->joint = true;
        }
}

static void add_local(grow *g, gen_variable v)
{
    gen_append(g->arena, &g->variables, add_variable(g, &v));
}

/* One that is declared without bounds: see gen_machine_create(). */
static void add_free_local(grow *g)
{
    gen_variable v = grow_plain_variable(
        g, "free", grow_chance(g, .2) && grow_has(g, GEN_COMPLEX_NUMBERS) ? GEN_COMPLEX : GEN_REAL);
    v.known = false;
    v.rank = grow_has(g, GEN_MATRICES) && grow_chance(g, .3) ? 2 : 1;
    for (int d = 0; d < v.rank; d++) {
        v.lower[d] = 1;
        v.upper[d] = 3;
    }
    add_local(g, v);
}

static void add_locals(grow *g)
{
    static const char *const names[] = {"a", "b", "c", "d", "q", "t", "u"};
    static const char *const integers[] = {"i", "j"};
    int count = g->entry ? grow_between(g, 2, 7) : grow_between(g, 0, 3);
    for (int i = 0; i < count; i++)
        add_local(g, any_variable(g, names[i], .25, 0));
    if (grow_has(g, GEN_SUBSCRIPTS) || grow_chance(g, .3))
        for (int i = grow_below(g, 2); i >= 0; i--)
            add_local(g, grow_plain_variable(g, integers[i], GEN_INTEGER));
    if (grow_has(g, GEN_SUBSCRIPTS) && grow_chance(g, .3)) {
        gen_variable k = grow_plain_variable(g, "k", GEN_INTEGER);
        k.rank = k.lower[0] = 1;
        k.upper[0] = 3;
        add_local(g, k);
    }
    for (int i = grow_has(g, GEN_ALLOCATION) ? grow_between(g, 1, 2) : 0; i > 0; i--)
        add_local(g, grow_allocated_variable(g, i));
    for (int i = grow_has(g, GEN_STEERING) ? grow_between(g, 1, 2) : 0; i > 0; i--)
        add_local(g, grow_steering_variable(g, 10 + i));
    if (grow_has(g, GEN_UNKNOWN_BOUNDS) && grow_has(g, GEN_ARRAYS) && grow_chance(g, .4))
        add_free_local(g);
    for (int i = 0; i < 2 && grow_has(g, GEN_INDUCTIONS); i++) {
        gen_variable v = grow_plain_variable(g, i ? "w" : "v", GEN_INTEGER);
        g->wide[i] = add_variable(g, &v);
    }
    for (int i = 0; i < 2; i++) {
        gen_variable l = grow_plain_variable(g, i ? "m" : "l", GEN_INTEGER);
        g->loop_variables[i] = add_variable(g, &l);
    }
}

static void begin_body(grow *g, gen_numbers *body)
{
    for (int v = 0; v < g->program->variable_count; v++) {
        const gen_variable *variable = grow_variable(g, v);
        if (variable->routine != GEN_NONE)
            continue;
        g->fixed[v] = g->function && !g->effective;
        if (g->entry || grow_chance(g, .6))
            gen_append(g->arena, &g->variables, v);
        if (!g->entry)
            g->defined[v] = true;
        else if (variable->same == GEN_NONE)
            initialise_and_define(g, v, body);
    }
    for (int i = 0; i < g->variables.count; i++) {
        int v = g->variables.items[i];
        gen_intent intent = grow_variable(g, v)->intent;
        if (!g->defined[v] && !grow_variable(g, v)->optional && grow_variable(g, v)->routine != GEN_NONE &&
            grow_chance(g, intent == GEN_OUT ? .7 : .5))
            initialise_and_define(g, v, body);
    }
}

/* Integer arguments are rarely changed otherwise. */
static void change_integers(grow *g, const gen_routine *routine, gen_numbers *body)
{
    for (int i = 0; i < routine->formal_count; i++) {
        const gen_variable v = *grow_variable(g, routine->formals[i]);
        if (v.type != GEN_INTEGER || v.rank > 0 || v.intent != GEN_INOUT || !grow_chance(g, .7))
            continue;
        int value = grow_index_value(g);
        gen_append(g->arena, body, grow_assign(g, gen_reference(g->program, routine->formals[i]), value));
    }
}

/* Names of local variables like those of global ones, and like those that the engine makes. */
static void rename_locals(grow *g)
{
    static const char *const stems[] = {"OpenAD_lin_", "openad_prp_", "OPENAD_ACC_", "OpenAD_aux_",
                                        "OpenAD_tyc_", "openAD_sub",  "OpenAD_FUN",  "openad_box_product"};
    const int count = grow_has(g, GEN_NAMES) ? sizeof stems / sizeof *stems : 5;
    int globals = 0, renamed = 0;
    while (globals < g->program->variable_count && grow_variable(g, globals)->routine == GEN_NONE)
        globals++;
    for (int v = globals; v < g->program->variable_count; v++) {
        gen_variable *variable = grow_variable(g, v);
        if (variable->routine != g->routine || variable->intent != GEN_NO_FORMAL || !variable->known ||
            !grow_chance(g, .3))
            continue;
        int number = renamed++;
        if (number < globals && !gen_contains(&g->variables, number) && grow_chance(g, .6))
            variable->name = grow_variable(g, number)->name;
        else
            variable->name =
                xb_arena_format(g->arena, "%s%d", stems[(number + g->taken) % count], number / count);
    }
}

/* The call, and something after it; without the call if it turns out to be not allowed. The statement that
 * has it is kept. */
static void call_itself(grow *g, gen_numbers *body)
{
    int before = body->count;
    grow_recursion(g, g->counter, body);
    if (body->count == before)
        return;
    g->recursion = body->items[before];
    g->budget = grow_between(g, 0, 3);
    grow_block(g, 0, body);
    g->program->routines[g->routine].body = grow_chain(g, body);
    if (!gen_is_legal(g->arena, g->program))
        g->program->statements[body->items[before]].body[0] = GEN_NONE;
}

/* A routine with its formals. */
static void begin_routine(grow *g, const char *name)
{
    gen_routine routine = {.name = name, .body = GEN_NONE, .function = g->function, .entry = g->entry};
    g->routine = g->program->routine_count;
    g->effective = g->function && grow_has(g, GEN_EFFECTS) && grow_chance(g, .6);
    g->variables = (gen_numbers){0};
    g->output = GEN_NONE;
    g->block_depth = 0;
    g->counter = g->partner = g->recursion = GEN_NONE;
    g->wide[0] = g->wide[1] = GEN_NONE;
    memset(g->defined, 0, sizeof g->defined);
    memset(g->fixed, 0, sizeof g->fixed);
    if (g->entry)
        add_entry_formals(g, &routine);
    else if (g->function)
        add_function_formals(g, &routine);
    else
        add_formals(g, &routine);
    join_formals(g, &routine);
    gen_add_routine(g->program, &routine);
}

/* Its body. */
static void fill_routine(grow *g)
{
    const gen_routine routine = g->program->routines[g->routine];
    gen_numbers body = {0};
    g->effects = gen_effects_of(g->arena, g->program, g->routine);
    g->budget = g->entry ? g->profile->size : grow_between(g, 2, 8);
    add_locals(g);
    begin_body(g, &body);
    change_integers(g, &routine, &body);
    grow_block(g, 0, &body);
    g->budget += grow_first_optional(g, g->routine) == GEN_NONE ? 0 : grow_between(g, 1, 4);
    grow_guarded(g, 0, &body);
    for (int i = 0; i < routine.formal_count; i++)
        if (!g->defined[routine.formals[i]] && routine.formals[i] != g->output &&
            !grow_variable(g, routine.formals[i])->optional)
            initialise_and_define(g, routine.formals[i], &body);
    if (g->counter != GEN_NONE)
        call_itself(g, &body);
    if (g->entry)
        add_results(g, &body);
    g->program->routines[g->routine].body = grow_chain(g, &body);
    grow_settle(g, g->program->routines[g->routine].body);
    if (grow_has(g, GEN_SCOPES))
        rename_locals(g);
}

static void add_routine(grow *g, const char *name)
{
    begin_routine(g, name);
    fill_routine(g);
}

/* Goes on with a routine that was begun earlier. */
static void resume(grow *g, const grow *begun)
{
    int routine = begun->routine, counter = begun->counter;
    g->routine = routine;
    g->counter = counter;
    g->variables = begun->variables;
    memcpy(g->defined, begun->defined, sizeof g->defined);
    memcpy(g->fixed, begun->fixed, sizeof g->fixed);
}

/* Two routines that call each other. */
static void add_pair(grow *g, const char *first, const char *second)
{
    grow *begun = xb_arena_array(g->arena, 2, sizeof *begun);
    g->paired = true;
    begin_routine(g, first);
    begun[0] = *g;
    begin_routine(g, second);
    begun[1] = *g;
    g->paired = false;
    int calls[2];
    for (int i = 0; i < 2; i++) {
        resume(g, &begun[i]);
        g->recursion = GEN_NONE;
        g->partner = begun[1 - i].routine;
        fill_routine(g);
        calls[i] = g->recursion;
    }
    g->partner = GEN_NONE;
    for (int i = 1; i >= 0 && !gen_is_legal(g->arena, g->program); i--)
        if (calls[i] != GEN_NONE)
            g->program->statements[calls[i]].body[0] = GEN_NONE;
}

/* A routine without body. */
static void add_external(grow *g)
{
    gen_routine routine = {.name = "ext", .body = GEN_NONE, .external = true};
    g->partner = GEN_NONE;
    g->routine = g->program->routine_count;
    g->variables = (gen_numbers){0};
    add_formals(g, &routine);
    for (int i = 0; i < routine.formal_count; i++) {
        gen_variable *v = grow_variable(g, routine.formals[i]);
        v->intent = GEN_INOUT;
        v->active = v->type == GEN_REAL || v->type == GEN_COMPLEX;
    }
    gen_add_routine(g->program, &routine);
}

gen_program *gen_grow(xb_arena *arena, const gen_profile *profile)
{
    grow *g = xb_arena_array(arena, 1, sizeof *g);
    g->arena = arena;
    g->program = gen_program_create(arena);
    g->profile = profile;
    g->random = (gen_random){gen_hash(profile->seed, 2, 0)};
    g->taken = grow_between(g, 1, 1008);
    add_globals(g);
    int count = grow_has(g, GEN_CALLS) ? grow_between(g, 1, 3) : 0;
    if (grow_has(g, GEN_EXTERNALS) && grow_chance(g, .5))
        add_external(g);
    if (grow_has(g, GEN_JACOBIANS))
        grow_boxes(g);
    if (grow_has(g, GEN_RULES))
        grow_rules(g);
    int functions = grow_has(g, GEN_FUNCTIONS) ? grow_between(g, 1, grow_has(g, GEN_ANYWHERE) ? 4 : 2) : 0;
    g->function = true;
    for (int i = 0; i < functions; i++)
        add_routine(g, grow_name(g, "fun", i));
    g->function = false;
    if (grow_has(g, GEN_MUTUAL) && count > 0)
        add_pair(g, "ping", "pong");
    for (int i = 0; i < count; i++)
        add_routine(g, grow_name(g, "sub", i));
    g->entry = true;
    if (grow_has(g, GEN_ENTRIES) && grow_chance(g, .6))
        add_routine(g, "tail");
    add_routine(g, "head");
    return g->program;
}
