/*
 * After each call of such a routine its active arguments go through passive variables; of an element, all
 * that follows it in its array does: the rest of its column, the columns after that, and so on.
 */
#include "lower.h"

/* p = a, a = p after statement number at, with a passive variable p. */
static void end_derivative(gen_program *p, int at, int actual, int routine)
{
    gen_variable passive = p->variables[p->expressions[actual].variable];
    passive.name = xb_arena_format(p->arena, "w%d", p->variable_count);
    passive.routine = routine;
    passive.intent = GEN_NO_FORMAL;
    passive.active = passive.joint = passive.optional = false;
    passive.hosted = passive.module = passive.inner = false;
    passive.known = true;
    passive.same = GEN_NONE;
    int variable = gen_add_variable(p, &passive);
    for (int i = 0; i < 2; i++) {
        int from = gen_copy_expression(p, actual), to = gen_copy_expression(p, actual);
        p->expressions[i == 0 ? to : from].variable = variable;
        gen_statement s = gen_statement_of(
            GEN_ASSIGN, xb_arena_format(p->arena, "%s_%d_%d", p->statements[at].id, actual, i));
        s.target = to;
        s.value = from;
        s.next = p->statements[at].next;
        int number = gen_add_statement(p, &s);
        p->statements[at].next = number;
        at = number;
    }
}

/* The elements after one that have its last subscripts, from that number on, but for the first of these. */
static int rest_of_array(gen_program *p, int element, int dimension)
{
    int rest = gen_copy_expression(p, element);
    for (int d = 0; d < dimension; d++)
        p->expressions[rest].subscripts[d] = (gen_subscript){GEN_RANGE, {GEN_NONE, GEN_NONE, GEN_NONE}};
    int first = p->expressions[rest].subscripts[dimension].part[0];
    if (dimension > 0)
        first = gen_operation(p, "add_scal_scal", GEN_INTEGER, first, gen_integer(p, 1), GEN_NONE);
    p->expressions[rest].subscripts[dimension] = (gen_subscript){GEN_RANGE, {first, GEN_NONE, GEN_NONE}};
    p->expressions[rest].shape.rank = dimension + 1;
    return rest;
}

static void end_derivatives(gen_program *p, int at, int actual, int routine)
{
    const gen_expression e = p->expressions[actual];
    if (e.subscript_count == 0 || e.shape.rank > 0)
        end_derivative(p, at, actual, routine);
    else
        for (int d = 0; d < e.subscript_count; d++)
            end_derivative(p, at, rest_of_array(p, actual, d), routine);
}

gen_program *gen_with_ended_derivatives(xb_arena *arena, const gen_program *program)
{
    gen_program *p = gen_program_copy(arena, program);
    for (int r = 0; r < p->routine_count; r++) {
        gen_numbers statements = {0};
        if (p->routines[r].gone)
            continue;
        gen_statements(arena, p, p->routines[r].body, &statements);
        for (int i = 0; i < statements.count; i++) {
            const gen_statement call = p->statements[statements.items[i]];
            if (call.kind != GEN_CALL || !p->routines[call.routine].external)
                continue;
            for (int k = 0; k < p->routines[call.routine].formal_count; k++) {
                const gen_expression *e = &p->expressions[call.arguments[k]];
                if (e->kind == GEN_REFERENCE && p->variables[e->variable].active)
                    end_derivatives(p, statements.items[i], call.arguments[k], r);
            }
        }
    }
    return p;
}
