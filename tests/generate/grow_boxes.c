/*
 * A table of routines with what they compute, and the routines that compute their partial derivatives, as the
 * catalogue boxes.xaif knows them. Bodies are a list of assignments in a small notation: "target=operation
 * operand operand", where operands are formals, constants or results of earlier lines.
 */
#include <stdlib.h>
#include <string.h>

#include "growing.h"

typedef struct box {
    const char *name, *jacobian;
    const char *formals; /* letter and intent of each: i in, n integer in, o out, b inout */
    const char *body;
    const char *partials; /* letters of what the Jacobian routine returns */
    const char *jacobian_body;
} box;

static const box boxes[] = {
    /* r = a*sin(b) */
    {"box_product", "box_product_jac", "ai bi ro", "s=sin b; r=mul a s", "pq", "p=sin b; c=cos b; q=mul a c"},
    /* x = x*w + w */
    {"box_update", "box_update_jac", "xb wi", "t=mul x w; x=add t w", "pq", "p=add w 0.0; q=add x 1.0"},
    /* r = a*n; s = a*a/2 */
    {"box_two", "box_two_jac", "ai nn ro so", "r=mul a n; t=mul a a; s=mul t 0.5", "pq",
     "p=mul 1.0 n; q=add a 0.0"},
    /* a = sin(b), b = a/2 at once */
    {"box_turn", "box_turn_jac", "ab bb", "t=mul a 0.5; a=sin b; b=add t 0.0", "pq",
     "p=cos b; q=add 0.5 0.0"},
    /* of intrinsics: only their Jacobian routines are called */
    {NULL, "box_bessel_jac", "nn xi", NULL, "p",
     "l=sub n 1; h=add n 1; u=jn l x; v=jn h x; w=sub u v; p=mul w 0.5"},
    {NULL, "box_second_jac", "nn xi", NULL, "p",
     "l=sub n 1; h=add n 1; u=yn l x; v=yn h x; w=sub u v; p=mul w 0.5"},
};

enum { BOXES = sizeof boxes / sizeof *boxes };

static int add_variable(grow *g, char letter, char kind, bool active)
{
    gen_variable v = {.name = xb_arena_format(g->arena, "%c", letter),
                      .type = kind == 'n' ? GEN_INTEGER : GEN_REAL,
                      .known = true,
                      .active = active && kind != 'n',
                      .routine = g->routine,
                      .intent = kind == 'o'   ? GEN_OUT
                                : kind == 'b' ? GEN_INOUT
                                : kind == 0   ? GEN_NO_FORMAL
                                              : GEN_IN,
                      .same = GEN_NONE};
    return gen_add_variable(g->program, &v);
}

static void add_formal(grow *g, gen_routine *routine, char letter, char kind, bool active)
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

static int operand(grow *g, const char *word, bool active)
{
    if (word[0] >= 'a')
        return gen_reference(g->program, variable_of(g, word[0], active));
    if (strchr(word, '.'))
        return gen_real(g->program, xb_arena_format(g->arena, "%s", word), 3, false);
    return gen_integer(g->program, atoi(word));
}

static const char *operation_of(const char *word)
{
    static const char *const names[][2] = {{"mul", "mul_scal_scal"},      {"add", "add_scal_scal"},
                                           {"sub", "sub_scal_scal"},      {"div", "div_scal_scal"},
                                           {"sin", "sin_scal"},           {"cos", "cos_scal"},
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
    for (const char *at = line + 2; count < 3 && *at && *at != ';'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ;");
        memcpy(words[count++], at, length);
        at += length;
    }
    int a = operand(g, words[1], active), b = count > 2 ? operand(g, words[2], active) : GEN_NONE;
    bool whole =
        grow_expression_at(g, a)->type == GEN_INTEGER && line[0] != 'u' && line[0] != 'v' && line[0] != 'p';
    int value =
        gen_operation(g->program, operation_of(words[0]), whole ? GEN_INTEGER : GEN_REAL, a, b, GEN_NONE);
    int target = variable_of(g, line[0], active);
    if (whole)
        grow_variable(g, target)->type = GEN_INTEGER;
    return grow_assign(g, gen_reference(g->program, target), value);
}

static int body_of(grow *g, const char *text, bool active)
{
    gen_numbers body = {0};
    for (const char *line = text; line; line = strchr(line, ';')) {
        line += strspn(line, "; ");
        gen_append(g->arena, &body, assignment(g, line, active));
    }
    return grow_chain(g, &body);
}

static void add_box_routine(grow *g, const box *b, bool jacobian)
{
    gen_routine routine = {.name = jacobian ? b->jacobian : b->name, .box = !jacobian, .jacobian = jacobian};
    g->routine = g->program->routine_count;
    for (const char *at = b->formals; *at; at += strspn(at, " ")) {
        add_formal(g, &routine, at[0], jacobian && at[1] != 'n' ? 'b' : at[1], !jacobian);
        at += 2;
    }
    for (const char *at = b->partials; jacobian && *at; at++)
        add_formal(g, &routine, *at, 'o', false);
    routine.body = body_of(g, jacobian ? b->jacobian_body : b->body, !jacobian);
    gen_add_routine(g->program, &routine);
}

void grow_boxes(grow *g)
{
    for (int i = 0; i < BOXES; i++) {
        bool callable = boxes[i].name && grow_chance(g, .4);
        if (callable)
            add_box_routine(g, &boxes[i], false);
        if (callable || !boxes[i].name)
            add_box_routine(g, &boxes[i], true);
    }
}
