/*
 * Four growing tables.
 */
#include "program.h"

#include <string.h>

/* ---- tables -------------------------------------------------------------------------------------------- */

static void *grown(xb_arena *arena, void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    int wanted = *capacity ? 2 * *capacity : 64;
    void *larger = xb_arena_array(arena, (size_t)wanted, size);
    if (count > 0)
        memcpy(larger, items, (size_t)count * size);
    *capacity = wanted;
    return larger;
}

static void *copied(xb_arena *arena, const void *items, int capacity, size_t size)
{
    void *copy = xb_arena_array(arena, (size_t)capacity, size);
    if (capacity > 0)
        memcpy(copy, items, (size_t)capacity * size);
    return copy;
}

gen_program *gen_program_create(xb_arena *arena)
{
    gen_program *program = xb_arena_array(arena, 1, sizeof *program);
    program->arena = arena;
    return program;
}

gen_program *gen_program_copy(xb_arena *arena, const gen_program *program)
{
    gen_program *copy = xb_arena_array(arena, 1, sizeof *copy);
    *copy = *program;
    copy->arena = arena;
    copy->variables = copied(arena, program->variables, program->variable_capacity, sizeof *copy->variables);
    copy->expressions =
        copied(arena, program->expressions, program->expression_capacity, sizeof *copy->expressions);
    copy->statements =
        copied(arena, program->statements, program->statement_capacity, sizeof *copy->statements);
    copy->routines = copied(arena, program->routines, program->routine_capacity, sizeof *copy->routines);
    return copy;
}

int gen_add_variable(gen_program *program, const gen_variable *variable)
{
    program->variables = grown(program->arena, program->variables, program->variable_count,
                               &program->variable_capacity, sizeof *variable);
    program->variables[program->variable_count] = *variable;
    return program->variable_count++;
}

int gen_add_expression(gen_program *program, const gen_expression *expression)
{
    gen_expression copy = *expression;
    program->expressions = grown(program->arena, program->expressions, program->expression_count,
                                 &program->expression_capacity, sizeof copy);
    program->expressions[program->expression_count] = copy;
    return program->expression_count++;
}

int gen_add_statement(gen_program *program, const gen_statement *statement)
{
    gen_statement copy = *statement;
    program->statements = grown(program->arena, program->statements, program->statement_count,
                                &program->statement_capacity, sizeof copy);
    program->statements[program->statement_count] = copy;
    return program->statement_count++;
}

int gen_add_routine(gen_program *program, const gen_routine *routine)
{
    program->routines = grown(program->arena, program->routines, program->routine_count,
                              &program->routine_capacity, sizeof *routine);
    program->routines[program->routine_count] = *routine;
    return program->routine_count++;
}

void gen_append(xb_arena *arena, gen_numbers *numbers, int number)
{
    numbers->items = grown(arena, numbers->items, numbers->count, &numbers->capacity, sizeof *numbers->items);
    numbers->items[numbers->count++] = number;
}

bool gen_contains(const gen_numbers *numbers, int number)
{
    for (int i = 0; i < numbers->count; i++)
        if (numbers->items[i] == number)
            return true;
    return false;
}

/* ---- entries ------------------------------------------------------------------------------------------- */

static const gen_expression no_expression = {
    .operands = {GEN_NONE, GEN_NONE, GEN_NONE}, .variable = GEN_NONE, .routine = GEN_NONE};

/* Small numbers have texts that need no arena. */
static const char *integer_text(xb_arena *arena, int value)
{
    static const char *const texts[] = {"-2", "-1", "0", "1", "2", "3", "4", "5", "6"};
    return value >= -2 && value <= 6 ? texts[value + 2] : xb_arena_format(arena, "%d", value);
}

int gen_integer(gen_program *program, int value)
{
    gen_expression e = no_expression;
    e.kind = GEN_CONSTANT;
    e.type = GEN_INTEGER;
    e.text = integer_text(program->arena, value);
    e.bound = value < 0 ? -value : value;
    return gen_add_expression(program, &e);
}

int gen_real(gen_program *program, const char *text, double magnitude, bool single)
{
    gen_expression e = no_expression;
    e.kind = GEN_CONSTANT;
    e.type = GEN_REAL;
    e.text = text;
    e.single = single;
    e.bound = magnitude;
    return gen_add_expression(program, &e);
}

static int constant_of(gen_program *program, gen_type type, const char *text)
{
    gen_expression e = no_expression;
    e.kind = GEN_CONSTANT;
    e.type = type;
    e.text = text;
    return gen_add_expression(program, &e);
}

int gen_truth(gen_program *program, bool value)
{
    return constant_of(program, GEN_BOOL, value ? "1" : "0");
}

int gen_character(gen_program *program, const char *text)
{
    return constant_of(program, GEN_CHARACTER, text);
}

int gen_reference(gen_program *program, int variable)
{
    gen_expression e = no_expression;
    e.kind = GEN_REFERENCE;
    e.variable = variable;
    e.type = program->variables[variable].type;
    e.shape = gen_shape_of(&program->variables[variable]);
    return gen_add_expression(program, &e);
}

int gen_element(gen_program *program, int variable, int index)
{
    int reference = gen_reference(program, variable);
    gen_expression *e = &program->expressions[reference];
    e->subscript_count = 1;
    e->subscripts[0] = (gen_subscript){GEN_INDEX, {index, GEN_NONE, GEN_NONE}};
    e->shape = (gen_shape){.rank = 0};
    return reference;
}

int gen_element_at(gen_program *program, int variable, const int *indices)
{
    int rank = program->variables[variable].rank, constants[GEN_RANK_LIMIT];
    for (int d = 0; d < rank; d++)
        constants[d] = gen_integer(program, indices[d]);
    int reference = gen_reference(program, variable);
    gen_expression *e = &program->expressions[reference];
    e->subscript_count = rank;
    for (int d = 0; d < rank; d++)
        e->subscripts[d] = (gen_subscript){GEN_INDEX, {constants[d], GEN_NONE, GEN_NONE}};
    e->shape = (gen_shape){.rank = 0};
    return reference;
}

int gen_operation(gen_program *program, const char *name, gen_type type, int a, int b, int c)
{
    const int operands[] = {a, b, c};
    gen_expression e = no_expression;
    e.kind = GEN_INTRINSIC;
    e.type = type;
    e.text = name;
    for (int i = 0; i < GEN_OPERAND_LIMIT && operands[i] != GEN_NONE; i++) {
        const gen_expression *operand = &program->expressions[operands[i]];
        e.operands[e.operand_count++] = operands[i];
        if (operand->shape.rank > e.shape.rank)
            e.shape = operand->shape;
        if (operand->bound > e.bound)
            e.bound = operand->bound;
    }
    return gen_add_expression(program, &e);
}

int gen_boolean(gen_program *program, const char *name, int a, int b)
{
    int result = gen_operation(program, name, GEN_BOOL, a, b, GEN_NONE);
    program->expressions[result].kind = GEN_BOOLEAN;
    return result;
}

static int copy_vertex(gen_program *program, int expression, gen_numbers *from, gen_numbers *to)
{
    for (int i = 0; i < from->count; i++)
        if (from->items[i] == expression)
            return to->items[i];
    gen_expression e = program->expressions[expression];
    for (int i = 0; i < e.operand_count; i++)
        e.operands[i] = copy_vertex(program, e.operands[i], from, to);
    for (int i = 0; i < e.subscript_count; i++)
        for (int k = 0; k < 3; k++)
            if (e.subscripts[i].part[k] != GEN_NONE)
                e.subscripts[i].part[k] = gen_copy_expression(program, e.subscripts[i].part[k]);
    int copy = gen_add_expression(program, &e);
    gen_append(program->arena, from, expression);
    gen_append(program->arena, to, copy);
    return copy;
}

int gen_copy_expression(gen_program *program, int expression)
{
    gen_numbers from = {0}, to = {0};
    return copy_vertex(program, expression, &from, &to);
}

gen_statement gen_statement_of(gen_statement_kind kind, const char *id)
{
    gen_statement statement = {.kind = kind,
                               .id = id,
                               .next = GEN_NONE,
                               .target = GEN_NONE,
                               .value = GEN_NONE,
                               .active = -1,
                               .routine = GEN_NONE,
                               .condition = GEN_NONE,
                               .low = GEN_NONE,
                               .high = GEN_NONE,
                               .advance = GEN_NONE};
    for (int i = 0; i < GEN_BODY_LIMIT; i++)
        statement.body[i] = GEN_NONE;
    for (int i = 0; i < GEN_ARGUMENT_LIMIT; i++)
        statement.arguments[i] = GEN_NONE;
    return statement;
}

/* ---- questions ----------------------------------------------------------------------------------------- */

int gen_passed(const gen_program *program, const gen_statement *call)
{
    int count = program->routines[call->routine].formal_count;
    while (count > 0 && call->arguments[count - 1] == GEN_NONE)
        count--;
    return count;
}

int gen_size(const gen_variable *variable)
{
    int size = 1;
    for (int i = 0; i < variable->rank; i++)
        size *= variable->upper[i] - variable->lower[i] + 1;
    return size;
}

int gen_root(const gen_program *program, int variable)
{
    int same = program->variables[variable].same;
    return same == GEN_NONE ? variable : same;
}

bool gen_targets_are_apart(const gen_program *program)
{
    for (int i = 0; i < program->variable_count; i++)
        if (program->variables[i].same != GEN_NONE || program->variables[i].joint)
            return false;
    for (int i = 0; i < program->statement_count; i++) {
        const gen_statement *s = &program->statements[i];
        if (s->kind == GEN_ASSIGN && program->expressions[s->target].subscript_count > 0 &&
            program->variables[program->expressions[s->target].variable].intent != GEN_OUT)
            return false;
    }
    return true;
}

gen_shape gen_shape_of(const gen_variable *variable)
{
    gen_shape shape = {.rank = variable->rank};
    for (int i = 0; i < variable->rank; i++)
        shape.extent[i] = variable->upper[i] - variable->lower[i] + 1;
    return shape;
}

bool gen_same_shape(gen_shape a, gen_shape b)
{
    bool same = a.rank == b.rank;
    for (int i = 0; same && i < a.rank; i++)
        same = a.extent[i] == b.extent[i];
    return same;
}

void gen_subscript_vertices(xb_arena *arena, const gen_program *program, int reference, gen_numbers *vertices)
{
    const gen_expression *e = &program->expressions[reference];
    for (int i = 0; i < e->subscript_count; i++)
        for (int k = 0; k < 3; k++)
            if (e->subscripts[i].part[k] != GEN_NONE)
                gen_vertices(arena, program, e->subscripts[i].part[k], true, vertices);
}

void gen_vertices(xb_arena *arena, const gen_program *program, int expression, bool with_subscripts,
                  gen_numbers *vertices)
{
    const gen_expression *e = &program->expressions[expression];
    if (gen_contains(vertices, expression))
        return;
    for (int i = 0; i < e->operand_count; i++)
        gen_vertices(arena, program, e->operands[i], with_subscripts, vertices);
    gen_append(arena, vertices, expression);
    if (with_subscripts)
        gen_subscript_vertices(arena, program, expression, vertices);
}

void gen_statements(xb_arena *arena, const gen_program *program, int body, gen_numbers *statements)
{
    for (int s = body; s != GEN_NONE; s = program->statements[s].next) {
        const gen_statement *statement = &program->statements[s];
        gen_append(arena, statements, s);
        for (int i = 0; i < statement->body_count; i++)
            gen_statements(arena, program, statement->body[i], statements);
    }
}

void gen_statement_vertices(xb_arena *arena, const gen_program *program, const gen_statement *statement,
                            gen_numbers *vertices)
{
    gen_statement copy = *statement;
    int *places[GEN_PLACE_LIMIT], count = gen_expression_places(&copy, places);
    for (int i = 0; i < count; i++)
        gen_vertices(arena, program, *places[i], true, vertices);
    if (statement->kind == GEN_ASSIGN)
        gen_vertices(arena, program, statement->target, true, vertices);
    for (int i = 0; statement->kind == GEN_FOR && i < 4; i++)
        gen_append(arena, vertices, statement->loop_references[i]);
}

int gen_expression_places(gen_statement *statement, int **places)
{
    int count = 0;
    switch (statement->kind) {
    case GEN_ASSIGN: places[count++] = &statement->value; break;
    case GEN_CALL:
        for (int i = 0; i < GEN_ARGUMENT_LIMIT; i++)
            if (statement->arguments[i] != GEN_NONE)
                places[count++] = &statement->arguments[i];
        break;
    case GEN_TANGLE:
        places[count++] = &statement->condition;
        places[count++] = &statement->low;
        break;
    case GEN_FOR:
        places[count++] = &statement->low;
        if (statement->condition == GEN_NONE) {
            places[count++] = &statement->high;
        } else {
            places[count++] = &statement->condition;
            places[count++] = &statement->advance;
        }
        break;
    case GEN_MARKER:
    case GEN_ALLOCATE:
    case GEN_DEALLOCATE:
    case GEN_BLOCK:
    case GEN_UNREACHED: break;
    case GEN_LEAVE:
        if (statement->condition != GEN_NONE)
            places[count++] = &statement->condition;
        break;
    default: places[count++] = &statement->condition; break;
    }
    return count;
}

int gen_host(const gen_program *program)
{
    for (int r = 0; r < program->routine_count; r++)
        if (program->routines[r].host && !program->routines[r].gone)
            return r;
    return GEN_NONE;
}

/* Scopes of routines have their numbers, from 2. */
int gen_scope_of_name(const gen_program *program, int routine)
{
    return program->routines[routine].within ? gen_host(program) + 2 : 1;
}

bool gen_declare_globally(gen_program *program)
{
    bool any = false;
    for (int r = 0; r < program->routine_count; r++) {
        any |= program->routines[r].within;
        program->routines[r].within = false;
    }
    return any;
}

bool gen_has_inner(const gen_program *program, int routine)
{
    for (int v = 0; v < program->variable_count; v++)
        if (program->variables[v].routine == routine && program->variables[v].inner &&
            !program->variables[v].gone)
            return true;
    return false;
}
