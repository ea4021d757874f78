/*
 * Bodies of routines are a list of assignments in a small notation: "target=operation operand operand", where
 * operands are formals, constants or results of earlier lines. A letter is a variable, x' the derivative of
 * x; of what is no formal, y and z are arrays.
 */
#include <stdlib.h>
#include <string.h>

#include "growing.h"

static bool is_array(char letter, char kind)
{
    return kind == 'V' || kind == 'W' || (kind == 0 && (letter == 'y' || letter == 'z'));
}

static bool is_integer(char kind)
{
    return kind == 'n' || kind == 'm';
}

static gen_intent intent_of(char kind)
{
    if (kind == 0)
        return GEN_NO_FORMAL;
    if (kind == 'o' || kind == 'm' || kind == 'p' || kind == 'J')
        return GEN_OUT;
    return kind == 'b' || kind == 'W' ? GEN_INOUT : GEN_IN;
}

static int add_variable(grow *g, char letter, char kind, bool active)
{
    gen_variable v = {.name = xb_arena_format(g->arena, "%c", letter),
                      .type = is_integer(kind) ? GEN_INTEGER : GEN_REAL,
                      .known = true,
                      .active = active && !is_integer(kind) && kind != 'p',
                      .joint = kind == 'I' || kind == 'J',
                      .routine = g->routine,
                      .intent = intent_of(kind),
                      .same = GEN_NONE};
    if (is_array(letter, kind)) {
        v.rank = 1;
        v.lower[0] = 1;
        v.upper[0] = 3;
    }
    return gen_add_variable(g->program, &v);
}

void grow_noted_formal(grow *g, gen_routine *routine, char letter, char kind, bool active)
{
    routine->formals[routine->formal_count++] = add_variable(g, letter, kind, active);
}

/* The variable of a letter, made if there is none. */
static int variable_of(grow *g, char letter, bool active)
{
    for (int v = g->program->variable_count - 1; v >= 0; v--)
        if (grow_variable(g, v)->routine == g->routine && grow_variable(g, v)->name[0] == letter)
            return v;
    bool counts = letter == 'l' || letter == 'h';
    return add_variable(g, letter, 0, active && !counts);
}

/* A reference to a variable, or to its derivative. */
static int reference(grow *g, const char *word, bool active)
{
    int result = gen_reference(g->program, variable_of(g, word[0], active));
    grow_expression_at(g, result)->derivative = word[1] == '\'';
    return result;
}

static int operand(grow *g, const char *word, bool active)
{
    if (word[0] >= 'a')
        return reference(g, word, active);
    if (strchr(word, '.'))
        return gen_real(g->program, xb_arena_format(g->arena, "%s", word), 3, false);
    return gen_integer(g->program, atoi(word));
}

static const char *operation_of(const char *word)
{
    static const char *const names[][2] = {{"mul", "mul_scal_scal"},      {"add", "add_scal_scal"},
                                           {"sub", "sub_scal_scal"},      {"div", "div_scal_scal"},
                                           {"sin", "sin_scal"},           {"cos", "cos_scal"},
                                           {"tanh", "tanh_scal"},         {"sum", "sum_arr"},
                                           {"jn", "bessel_jn_scal_scal"}, {"yn", "bessel_yn_scal_scal"}};
    size_t i = 0;
    while (strcmp(names[i][0], word) != 0)
        i++;
    return names[i][1];
}

/* One line: target, operation, one or two operands. */
static int assignment(grow *g, const char *line, bool active)
{
    char words[3][32] = {"", "", ""};
    int count = 0;
    for (const char *at = strchr(line, '=') + 1; count < 3 && *at && *at != ';'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ;");
        memcpy(words[count++], at, length);
        at += length;
    }
    int a = operand(g, words[1], active), b = count > 2 ? operand(g, words[2], active) : GEN_NONE;
    bool whole =
        grow_expression_at(g, a)->type == GEN_INTEGER && line[0] != 'u' && line[0] != 'v' && line[0] != 'p';
    int value =
        gen_operation(g->program, operation_of(words[0]), whole ? GEN_INTEGER : GEN_REAL, a, b, GEN_NONE);
    if (strcmp(words[0], "sum") == 0)
        grow_expression_at(g, value)->shape.rank = 0;
    int target = reference(g, line, active);
    if (whole)
        grow_variable(g, grow_expression_at(g, target)->variable)->type = GEN_INTEGER;
    return grow_assign(g, target, value);
}

int grow_noted_body(grow *g, const char *text, bool active)
{
    gen_numbers body = {0};
    for (const char *line = text; line; line = strchr(line, ';')) {
        line += strspn(line, "; ");
        gen_append(g->arena, &body, assignment(g, line, active));
    }
    return grow_chain(g, &body);
}
