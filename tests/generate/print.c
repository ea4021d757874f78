/*
 * Parts of expressions that have several uses get names: [v1: a*b] is used again as [v1].
 */
#include "print.h"

#include <string.h>

typedef struct printer {
    xb_arena *arena;
    const gen_program *program;
    xb_output *output;
    gen_numbers vertices; /* of the current expression */
    gen_numbers named;
} printer;

static void put_expression(printer *p, int expression);

static const char *infix(const char *name)
{
    static const char *const pairs[][2] = {
        {"add_scal_scal", " + "}, {"sub_scal_scal", " - "},  {"mul_scal_scal", "*"},
        {"div_scal_scal", "/"},   {"pow_scal_scal", "**"},   {"less_than", " < "},
        {"greater_than", " > "},  {"less_or_equal", " <= "}, {"greater_or_equal", " >= "},
        {"equal", " == "},        {"not_equal", " /= "}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i][0], name) == 0)
            return pairs[i][1];
    return NULL;
}

static void put_whole(printer *p, int expression)
{
    printer inner = {.arena = p->arena, .program = p->program, .output = p->output};
    gen_vertices(p->arena, p->program, expression, false, &inner.vertices);
    put_expression(&inner, expression);
}

static void put_subscript(printer *p, const gen_subscript *s)
{
    for (int k = 0; k < 3; k++) {
        if (s->kind == GEN_RANGE && (k == 1 || (k == 2 && s->part[2] != GEN_NONE)))
            xb_output_put(p->output, ":");
        if (s->part[k] != GEN_NONE)
            put_whole(p, s->part[k]);
    }
}

static void put_reference(printer *p, const gen_expression *e)
{
    xb_output_put(p->output, p->program->variables[e->variable].name);
    if (e->derivative)
        xb_output_put(p->output, "'");
    for (int i = 0; i < e->subscript_count; i++) {
        xb_output_put(p->output, i == 0 ? "(" : ", ");
        put_subscript(p, &e->subscripts[i]);
    }
    if (e->subscript_count > 0)
        xb_output_put(p->output, ")");
}

static void put_constant(printer *p, const gen_expression *e)
{
    const char *format = e->text[0] == '-' ? "(%s%s)" : "%s%s";
    xb_output_format(p->output, format, e->text, e->single ? "f" : "");
}

static void put_operands(printer *p, const gen_expression *e)
{
    xb_output_put(p->output, "(");
    for (int i = 0; i < e->operand_count; i++) {
        xb_output_put(p->output, i == 0 ? "" : ", ");
        put_expression(p, e->operands[i]);
    }
    xb_output_put(p->output, ")");
}

static void put_function(printer *p, const gen_expression *e)
{
    size_t length = strlen(e->text);
    while (length > 5 && strncmp(e->text + length - 5, "_scal", 5) == 0)
        length -= 5;
    if (length > 4 && strncmp(e->text + length - 4, "_arr", 4) == 0)
        length -= 4;
    if (strcmp(e->text, "minus_scal") == 0)
        xb_output_put(p->output, "-");
    else
        xb_output_bytes(p->output, e->text, length);
    put_operands(p, e);
}

static void put_vertex(printer *p, const gen_expression *e)
{
    const char *between = e->kind == GEN_INTRINSIC || e->kind == GEN_BOOLEAN ? infix(e->text) : NULL;
    if (e->kind == GEN_FUNCTION) {
        xb_output_put(p->output, p->program->routines[e->routine].name);
        put_operands(p, e);
    } else if (e->kind == GEN_REFERENCE) {
        put_reference(p, e);
    } else if (e->kind == GEN_CONSTANT) {
        put_constant(p, e);
    } else if (between && e->operand_count == 2) {
        xb_output_put(p->output, "(");
        put_expression(p, e->operands[0]);
        xb_output_put(p->output, between);
        put_expression(p, e->operands[1]);
        xb_output_put(p->output, ")");
    } else {
        put_function(p, e);
    }
}

static int uses_of(const printer *p, int expression)
{
    int uses = 0;
    for (int i = 0; i < p->vertices.count; i++) {
        const gen_expression *e = &p->program->expressions[p->vertices.items[i]];
        for (int k = 0; k < e->operand_count; k++)
            uses += e->operands[k] == expression;
    }
    return uses;
}

static void put_expression(printer *p, int expression)
{
    for (int i = 0; i < p->named.count; i++)
        if (p->named.items[i] == expression) {
            xb_output_format(p->output, "[v%d]", i + 1);
            return;
        }
    bool several = uses_of(p, expression) > 1;
    if (several) {
        gen_append(p->arena, &p->named, expression);
        xb_output_format(p->output, "[v%d: ", p->named.count);
    }
    put_vertex(p, &p->program->expressions[expression]);
    if (several)
        xb_output_put(p->output, "]");
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static void put_body(printer *p, int body, int depth);

static void begin_line(printer *p, int depth)
{
    xb_output_repeat(p->output, ' ', 2 * (size_t)depth + 2);
}

static void put_condition(printer *p, const char *word, int condition)
{
    xb_output_format(p->output, "%s ", word);
    put_whole(p, condition);
    xb_output_put(p->output, "\n");
}

static void put_arguments(printer *p, const gen_statement *s)
{
    const gen_routine *callee = &p->program->routines[s->routine];
    xb_output_format(p->output, "%s: call %s(", s->id, callee->name);
    for (int i = 0; i < callee->formal_count; i++) {
        xb_output_put(p->output, i > 0 ? ", " : "");
        if (s->arguments[i] != GEN_NONE)
            put_whole(p, s->arguments[i]);
    }
    xb_output_put(p->output, ")\n");
}

static void put_assignment(printer *p, const gen_statement *s)
{
    xb_output_format(p->output, "%s: ", s->id);
    put_reference(p, &p->program->expressions[s->target]);
    xb_output_put(p->output, s->active == 0 ? "{active=false} = " : " = ");
    put_whole(p, s->value);
    xb_output_put(p->output, "\n");
}

static void put_for(printer *p, const gen_statement *s)
{
    static const char *const updates[] = {"", " (s + l)", " (l - -s)", " (2*l)"};
    xb_output_format(p->output, "do %s = ",
                     p->program->variables[p->program->expressions[s->loop_references[0]].variable].name);
    put_whole(p, s->low);
    xb_output_put(p->output, s->condition == GEN_NONE ? ", " : " while ");
    put_whole(p, s->condition == GEN_NONE ? s->high : s->condition);
    if (s->condition == GEN_NONE) {
        xb_output_format(p->output, ", %d%s", s->step, updates[s->update]);
    } else {
        xb_output_put(p->output, ", then ");
        put_whole(p, s->advance);
    }
    xb_output_put(p->output, s->other_form ? ", and out\n" : "\n");
}

static void put_bodies(printer *p, const gen_statement *s, int depth)
{
    for (int i = 0; i < s->body_count; i++) {
        if (s->kind == GEN_SELECT) {
            begin_line(p, depth);
            if (i + 1 < s->body_count)
                xb_output_format(p->output, "case %d\n", s->cases[i]);
            else
                xb_output_put(p->output, "default\n");
        } else if (i > 0) {
            begin_line(p, depth);
            xb_output_put(p->output, s->kind == GEN_TANGLE ? "second\n" : "else\n");
        }
        put_body(p, s->body[i], depth + 1);
    }
    begin_line(p, depth);
    if (s->kind == GEN_REPEAT || s->kind == GEN_TANGLE)
        put_condition(p, "again while", s->kind == GEN_TANGLE ? s->low : s->condition);
    else
        xb_output_put(p->output, "end\n");
}

static void put_statement(printer *p, const gen_statement *s, int depth)
{
    begin_line(p, depth);
    switch (s->kind) {
    case GEN_ASSIGN: put_assignment(p, s); return;
    case GEN_CALL: put_arguments(p, s); return;
    case GEN_ALLOCATE:
    case GEN_DEALLOCATE:
        xb_output_format(p->output, "%s: %s ", s->id, s->kind == GEN_ALLOCATE ? "allocate" : "deallocate");
        put_whole(p, s->target);
        xb_output_put(p->output, "\n");
        return;
    case GEN_MARKER: xb_output_format(p->output, "%s: marker\n", s->id); return;
    case GEN_LEAVE:
        if (s->condition == GEN_NONE)
            xb_output_format(p->output, "leave %d\n", s->levels + 1);
        else
            put_condition(p, xb_arena_format(p->arena, "leave %d if", s->levels + 1), s->condition);
        return;
    case GEN_IF: put_condition(p, s->other_form ? "if*" : "if", s->condition); break;
    case GEN_SELECT: put_condition(p, "select", s->condition); break;
    case GEN_WHILE: put_condition(p, s->other_form ? "while, and out," : "while", s->condition); break;
    case GEN_TANGLE: put_condition(p, "from the second on if", s->condition); break;
    case GEN_FOR: put_for(p, s); break;
    case GEN_REPEAT: xb_output_put(p->output, s->other_form ? "repeat*\n" : "repeat\n"); break;
    case GEN_UNREACHED: xb_output_put(p->output, "unreached\n"); break;
    default: xb_output_put(p->output, "block\n"); break;
    }
    put_bodies(p, s, depth);
}

static void put_body(printer *p, int body, int depth)
{
    for (int s = body; s != GEN_NONE; s = p->program->statements[s].next)
        put_statement(p, &p->program->statements[s], depth);
}

/* ---- declarations -------------------------------------------------------------------------------------- */

static void put_variable(printer *p, const gen_variable *v)
{
    static const char *const types[] = {"integer", "real", "complex", "logical", "character"};
    bool passive = !v->active && (v->type == GEN_REAL || v->type == GEN_COMPLEX);
    xb_output_format(p->output, "%s%s%s %s", passive ? "passive " : "", types[v->type], v->single ? "4" : "",
                     v->name);
    for (int i = 0; i < v->rank; i++) {
        xb_output_put(p->output, i == 0 ? "(" : ", ");
        if (v->known)
            xb_output_format(p->output, "%d:%d", v->lower[i], v->upper[i]);
        else
            xb_output_put(p->output, ":");
    }
    xb_output_put(p->output, v->rank > 0 ? ")" : "");
    xb_output_put(p->output, v->allocated ? " allocatable" : v->pointer ? " pointer" : "");
    if (v->same != GEN_NONE)
        xb_output_format(p->output, " @ %s + %d", p->program->variables[v->same].name, v->offset);
    xb_output_put(p->output, "\n");
}

static void put_routine(printer *p, int number)
{
    static const char *const intents[] = {"", " in", " out", " inout"};
    const gen_routine *routine = &p->program->routines[number];
    xb_output_format(p->output, "subroutine %s(", routine->name);
    for (int i = 0; i < routine->formal_count; i++) {
        const gen_variable *v = &p->program->variables[routine->formals[i]];
        xb_output_format(p->output, "%s%s%s%s", i > 0 ? ", " : "", v->name, intents[v->intent],
                         v->claimed ? " (in)" : "");
    }
    xb_output_put(p->output, ")\n");
    for (int v = 0; v < p->program->variable_count; v++)
        if (p->program->variables[v].routine == number && !p->program->variables[v].gone) {
            begin_line(p, 0);
            put_variable(p, &p->program->variables[v]);
        }
    put_body(p, routine->body, 0);
    xb_output_put(p->output, routine->external ? "end (no body)\n" : "end\n");
}

void gen_print(xb_arena *arena, const gen_program *program, xb_output *output)
{
    printer p = {.arena = arena, .program = program, .output = output};
    for (int v = 0; v < program->variable_count; v++)
        if (program->variables[v].routine == GEN_NONE && !program->variables[v].gone) {
            xb_output_put(output, "common ");
            put_variable(&p, &program->variables[v]);
        }
    for (int r = 0; r < program->routine_count; r++)
        if (!program->routines[r].gone)
            put_routine(&p, r);
}
