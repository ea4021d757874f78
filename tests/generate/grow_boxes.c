/*
 * A table of routines with what they compute, and the routines that compute their partial derivatives, as the
 * catalogue boxes.xaif knows them, in the notation of grow_notation.c.
 */
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
    {NULL, "box_times_jac", "ai bi", NULL, "pq", "p=add b 0.0; q=add a 0.0"},
};

enum { BOXES = sizeof boxes / sizeof *boxes };

static void add_box_routine(grow *g, const box *b, bool jacobian)
{
    gen_routine routine = {.name = jacobian ? b->jacobian : b->name, .box = !jacobian, .jacobian = jacobian};
    g->routine = g->program->routine_count;
    for (const char *at = b->formals; *at; at += strspn(at, " ")) {
        grow_noted_formal(g, &routine, at[0], jacobian && at[1] != 'n' ? 'b' : at[1], !jacobian);
        at += 2;
    }
    for (const char *at = b->partials; jacobian && *at; at++)
        grow_noted_formal(g, &routine, *at, 'o', false);
    routine.body = grow_noted_body(g, jacobian ? b->jacobian_body : b->body, !jacobian);
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
