/*
 * Variables that are no numbers, and tell where control goes: what a condition was, and a letter.
 */
#include "growing.h"

static const char *const letters[] = {"a", "b", "c"};

static int letter(grow *g)
{
    return gen_character(g->program, letters[grow_below(g, 3)]);
}

gen_variable grow_steering_variable(grow *g, int number)
{
    bool is_character = grow_chance(g, .4);
    gen_variable v = grow_plain_variable(g, grow_name(g, is_character ? "ch" : "lg", number),
                                         is_character ? GEN_CHARACTER : GEN_BOOL);
    return v;
}

/* A variable of one of these types that has a value; GEN_NONE if there is none. */
static int known_variable(grow *g, bool logical, bool character)
{
    gen_numbers found = {0};
    for (int i = 0; i < g->variables.count; i++) {
        gen_type type = grow_variable(g, g->variables.items[i])->type;
        if (((logical && type == GEN_BOOL) || (character && type == GEN_CHARACTER)) &&
            g->defined[g->variables.items[i]])
            gen_append(g->arena, &found, g->variables.items[i]);
    }
    return found.count > 0 ? found.items[grow_below(g, found.count)] : GEN_NONE;
}

int grow_steering_value(grow *g, gen_type type)
{
    int other = grow_chance(g, .2) ? known_variable(g, type == GEN_BOOL, type == GEN_CHARACTER) : GEN_NONE;
    if (other != GEN_NONE)
        return gen_reference(g->program, other);
    if (type == GEN_CHARACTER)
        return letter(g);
    return grow_chance(g, .3) ? gen_truth(g->program, grow_chance(g, .5)) : grow_condition(g);
}

int grow_constant_of(grow *g, const gen_variable *variable)
{
    static const char *const constants[] = {"0.5", "1.0", "0.0", "2.0"};
    switch (variable->type) {
    case GEN_INTEGER: return gen_integer(g->program, grow_between(g, 1, 3));
    case GEN_BOOL: return gen_truth(g->program, grow_chance(g, .5));
    case GEN_CHARACTER: return letter(g);
    default: return gen_real(g->program, constants[grow_below(g, 4)], 2, variable->single);
    }
}

int grow_steered_condition(grow *g)
{
    int variable = known_variable(g, true, true);
    if (variable == GEN_NONE)
        return GEN_NONE;
    int reference = gen_reference(g->program, variable);
    if (grow_variable(g, variable)->type == GEN_BOOL)
        return reference;
    return gen_boolean(g->program, grow_chance(g, .7) ? "equal" : "not_equal", reference, letter(g));
}

void grow_steer(grow *g, int depth, gen_numbers *body)
{
    for (int i = 0; i < 2 * g->variables.count; i++) {
        int variable = g->variables.items[grow_below(g, g->variables.count)];
        const gen_variable *v = grow_variable(g, variable);
        if (gen_is_number(v->type) || g->fixed[variable] || (!g->defined[variable] && depth > 0))
            continue;
        grow_initialise(g, variable, body);
        g->defined[variable] = true;
        return;
    }
}
