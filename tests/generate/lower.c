/*
 * Functions occur in the values of assignments only, and change nothing but their result. An assignment's
 * number becomes that of the first call, so that what is linked to it finds the calls.
 */
#include "lower.h"

/* Finds a function within the value of an assignment; GEN_NONE if there is none. */
static int function_in(xb_arena *arena, const gen_program *program, const gen_statement *s)
{
    gen_numbers vertices = {0};
    if (s->kind != GEN_ASSIGN)
        return GEN_NONE;
    gen_vertices(arena, program, s->value, true, &vertices);
    for (int i = 0; i < vertices.count; i++)
        if (program->expressions[vertices.items[i]].kind == GEN_FUNCTION)
            return vertices.items[i];
    return GEN_NONE;
}

bool gen_has_functions(xb_arena *arena, const gen_program *program)
{
    for (int r = 0; r < program->routine_count; r++) {
        gen_numbers statements = {0};
        if (program->routines[r].gone)
            continue;
        gen_statements(arena, program, program->routines[r].body, &statements);
        for (int i = 0; i < statements.count; i++)
            if (function_in(arena, program, &program->statements[statements.items[i]]) != GEN_NONE)
                return true;
    }
    return false;
}

static int add_result(gen_program *p, const gen_routine *function, int routine)
{
    gen_variable result = p->variables[function->formals[function->formal_count - 1]];
    result.name = xb_arena_format(p->arena, "w%d", p->variable_count);
    result.routine = routine;
    result.intent = GEN_NO_FORMAL;
    return gen_add_variable(p, &result);
}

/* Puts a call before statement number. */
static void take_out(gen_program *p, int number, int function, int routine)
{
    gen_expression *e = &p->expressions[function];
    const gen_routine callee = p->routines[e->routine];
    gen_statement call =
        gen_statement_of(GEN_CALL, xb_arena_format(p->arena, "%s_%d", p->statements[number].id, function));
    int result = add_result(p, &callee, routine);
    call.routine = e->routine;
    for (int i = 0; i < e->operand_count; i++)
        call.arguments[i] = e->operands[i];
    int argument = gen_reference(p, result), value = gen_reference(p, result);
    call.arguments[callee.formal_count - 1] = argument;
    p->expressions[function] = p->expressions[value];
    call.next = gen_add_statement(p, &p->statements[number]);
    p->statements[number] = call;
}

gen_program *gen_without_functions(xb_arena *arena, const gen_program *program)
{
    gen_program *p = gen_program_copy(arena, program);
    for (int r = 0; r < p->routine_count; r++) {
        gen_numbers statements = {0};
        if (p->routines[r].gone)
            continue;
        gen_statements(arena, p, p->routines[r].body, &statements);
        for (int i = 0; i < statements.count; i++) {
            int at = statements.items[i];
            for (int f = function_in(arena, p, &p->statements[at]); f != GEN_NONE;
                 f = function_in(arena, p, &p->statements[at])) {
                take_out(p, at, f, r);
                at = p->statements[at].next;
            }
        }
    }
    return p;
}

/* p = a, a = p behind statement number at, with a passive variable p. */
static void end_derivative(gen_program *p, int at, int actual, int routine)
{
    gen_variable passive = p->variables[p->expressions[actual].variable];
    passive.name = xb_arena_format(p->arena, "w%d", p->variable_count);
    passive.routine = routine;
    passive.intent = GEN_NO_FORMAL;
    passive.active = passive.joint = false;
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
                    end_derivative(p, statements.items[i], call.arguments[k], r);
            }
        }
    }
    return p;
}
