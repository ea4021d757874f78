/*
 * Which variables there are, global, formal and local ones, and how they get their first values.
 */
#include "growing.h"

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

void grow_globals(grow *g)
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
    for (int i = grow_has(g, GEN_LAZY) && grow_chance(g, .6) ? grow_between(g, 1, 2) : 0; i > 0; i--) {
        gen_variable v = grow_lazy_variable(g, 20 + i);
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

/* ---- formals and locals -------------------------------------------------------------------------------- */

static void add_formal(grow *g, gen_routine *routine, gen_variable *v, gen_intent intent)
{
    v->intent = intent;
    int number = add_variable(g, v);
    routine->formals[routine->formal_count++] = number;
    g->fixed[number] = intent == GEN_IN;
    g->defined[number] = intent != GEN_OUT;
    gen_append(g->arena, &g->variables, number);
}

/* One has a value where the routine asked whether it is there. */
static void add_optional_formal(grow *g, gen_routine *routine, gen_variable v, gen_intent intent)
{
    v.optional = true;
    add_formal(g, routine, &v, intent);
    int number = routine->formals[routine->formal_count - 1];
    g->defined[number] = false;
    g->fixed[number] = true;
}

/* How many there are of the last formals, and 1; then these. */
static void add_optional_formals(grow *g, gen_routine *routine)
{
    int room = GEN_ARGUMENT_LIMIT - routine->formal_count - 1;
    if (room < 1)
        return;
    gen_variable given = grow_plain_variable(g, "given", GEN_INTEGER);
    add_formal(g, routine, &given, GEN_IN);
    for (int i = grow_between(g, 1, room < 2 ? room : 2); i > 0; i--)
        add_optional_formal(g, routine, any_variable(g, grow_name(g, "o", i), .2, 0),
                            grow_chance(g, .4) ? GEN_IN : GEN_INOUT);
}

/* The same for an independent. */
static void add_optional_independent(grow *g, gen_routine *routine)
{
    gen_variable given = grow_plain_variable(g, "given", GEN_INTEGER),
                 x = grow_plain_variable(g, "xo", GEN_REAL);
    given.value = grow_chance(g, .5);
    add_formal(g, routine, &given, GEN_IN);
    x.rank = grow_chance(g, .3);
    x.lower[0] = 1;
    x.upper[0] = 3;
    add_optional_formal(g, routine, x, grow_chance(g, .4) ? GEN_IN : GEN_INOUT);
}

void grow_entry_formals(grow *g, gen_routine *routine)
{
    int vectors = grow_has(g, GEN_ARRAYS) || grow_chance(g, .5);
    int count = vectors && !grow_has(g, GEN_SIDED) ? 1 : grow_between(g, 1, 3);
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
    if (grow_has(g, GEN_OPTIONAL) && grow_chance(g, .5))
        add_optional_independent(g, routine);
}

void grow_formals(grow *g, gen_routine *routine)
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
void grow_function_formals(grow *g, gen_routine *routine)
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
    if (grow_has(g, GEN_OPTIONAL) && count < GEN_OPERAND_LIMIT && grow_chance(g, .5))
        add_optional_formal(g, routine, any_variable(g, "o", .2, 0),
                            g->effective && grow_chance(g, .6) ? GEN_INOUT : GEN_IN);
    gen_variable result = grow_plain_variable(g, "r", whole ? GEN_INTEGER : GEN_REAL);
    result.active = !whole && (!grow_has(g, GEN_PASSIVE) || !grow_chance(g, .2));
    add_formal(g, routine, &result, GEN_OUT);
}

/* Two formals that look alike may be the same storage. */
void grow_join_formals(grow *g, const gen_routine *routine)
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
    v.pointer = grow_has(g, GEN_POINTERS) && v.rank > 0 && v.known && !v.allocated && grow_chance(g, .4);
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

void grow_locals(grow *g)
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

/* Names of local variables like those of global ones, and like those that the engine makes. */
void grow_rename_locals(grow *g)
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

/* ---- initialisation ------------------------------------------------------------------------------------ */

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
    if (v.lazy) {
        grow_allocate_lazily(g, variable, body);
    } else if (v.allocated) {
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

void grow_initialise_and_define(grow *g, int variable, gen_numbers *body)
{
    grow_initialise(g, variable, body);
    grow_define(g, variable);
}
