/*
 * A table of routines with rules, which are in rules.xaif, and of the routines that these name, in the
 * notation of grow_notation.c. Routines with rules have no variables of their own: where little is known of
 * storage, these might be variables of others, which rules don't cover.
 */
#include "growing.h"

typedef struct part {
    const char *name, *formals, *body;
} part;

typedef struct rule {
    part routine, parts[3];
    bool function; /* the last formal is the result */
} rule;

static const rule rules[] = {
    /* x = s*x; the adjoint needs x as it was before */
    {{"rule_scale", "si xb", "x=mul s x"},
     {{"rule_scale_tangent", "si xb", "u'=mul s x'; v'=mul s' x; x=mul s x; x'=add u' v'"},
      {"rule_scale_adjoint", "sb xb", "v'=mul x' x; s'=add s' v'; x'=mul s x'"}},
     false},
    /* r = a*sin(e), with recording and returning */
    {{"rule_wave", "ai ei ro", "r=sin e; r=mul a r"},
     {{"rule_wave_tangent", "ai ei ro",
       "s=sin e; c=cos e; w=mul a c; u'=mul s a'; v'=mul w e'; r=mul a s; r'=add u' v'"},
      {"rule_wave_record", "ai ei ro", "r=sin e; r=mul a r"},
      {"rule_wave_return", "ab eb rb",
       "s=sin e; c=cos e; w=mul a c; u'=mul s r'; v'=mul w r'; r'=mul 0.0 r'; a'=add a' u'; e'=add e' v'"}},
     false},
    /* r = tanh(a); the adjoint needs r as it is afterwards */
    {{"rule_root", "ai ro", "r=tanh a"},
     {{"rule_root_tangent", "ai ro", "r=tanh a; s=mul r r; w=sub 1.0 s; r'=mul w a'"},
      {"rule_root_adjoint", "ab rb", "s=mul r r; w=sub 1.0 s; v'=mul w r'; r'=mul 0.0 r'; a'=add a' v'"}},
     false},
    /* u = n*u, then w = u - w; the adjoint needs n alone */
    {{"rule_turn", "nn ub wb", "u=mul n u; w=sub u w"},
     {{"rule_turn_tangent", "nn ub wb", "u'=mul n u'; w'=sub u' w'; u=mul n u; w=sub u w"},
      {"rule_turn_adjoint", "nn ub wb", "v'=add u' w'; u'=mul n v'; w'=mul -1.0 w'"}},
     false},
    /* x = s*x, an array */
    {{"rule_vector", "si xW", "x=mul s x"},
     {{"rule_vector_tangent", "si xW", "z'=mul s x'; y'=mul s' x; x=mul s x; x'=add z' y'"},
      {"rule_vector_adjoint", "sb xW", "z'=mul x' x; v'=sum z'; s'=add s' v'; x'=mul s x'"}},
     false},
    /* r = sin(0.3*a), where r may be a; the tangent routine reads a once more after it has set the derivative
     */
    {{"rule_same", "aI rJ", "r=mul 0.3 a; r=sin r"},
     {{"rule_same_tangent", "aI rJ",
       "w=mul 0.3 a; c=cos w; v'=mul 0.3 a'; r'=mul c v'; w=mul 0.3 a; r=sin w"},
      {"rule_same_adjoint", "ab rb",
       "w=mul 0.3 a; c=cos w; v'=mul c r'; v'=mul 0.3 v'; r'=mul 0.0 r'; a'=add a' v'"}},
     false},
    /* r = tanh(a), where r may be a, with recording and returning, which need the result */
    {{"rule_share", "aI rJ", "r=tanh a"},
     {{"rule_share_tangent", "aI rJ", "r=tanh a; s=mul r r; w=sub 1.0 s; r'=mul w a'"},
      {"rule_share_record", "aI rJ", "r=tanh a"},
      {"rule_share_return", "ab rb", "s=mul r r; w=sub 1.0 s; v'=mul w r'; r'=mul 0.0 r'; a'=add a' v'"}},
     false},
    /* u = n*u, and a factor that has no derivative */
    {{"rule_level", "nn ub wp", "w=mul 0.5 n; u=mul n u"},
     {{"rule_level_tangent", "nn ub wp", "w=mul 0.5 n; u'=mul n u'; u=mul n u"},
      {"rule_level_adjoint", "nn ub wp", "u'=mul n u'"}},
     false},
    /* sin(a*e) */
    {{"rule_swing", "ai ei ro", "r=mul a e; r=sin r"},
     {{"rule_swing_tangent", "ai ei ro",
       "w=mul a e; c=cos w; u'=mul e a'; v'=mul a e'; v'=add u' v'; r=sin w; r'=mul c v'"},
      {"rule_swing_adjoint", "ab eb rb",
       "w=mul a e; c=cos w; v'=mul c r'; u'=mul e v'; a'=add a' u'; u'=mul a v'; e'=add e' u'; "
       "r'=mul 0.0 r'"}},
     true},
    /* tanh(a), with recording and returning, which needs the result */
    {{"rule_squash", "ai ro", "r=tanh a"},
     {{"rule_squash_tangent", "ai ro", "r=tanh a; s=mul r r; w=sub 1.0 s; r'=mul w a'"},
      {"rule_squash_record", "ai ro", "r=tanh a"},
      {"rule_squash_return", "ab rb", "s=mul r r; w=sub 1.0 s; v'=mul w r'; r'=mul 0.0 r'; a'=add a' v'"}},
     true},
    /* tanh(sum(x)) */
    {{"rule_total", "xV ro", "r=sum x; r=tanh r"},
     {{"rule_total_tangent", "xV ro", "r=sum x; r=tanh r; s=mul r r; w=sub 1.0 s; v'=sum x'; r'=mul w v'"},
      {"rule_total_adjoint", "xW rb", "s=mul r r; w=sub 1.0 s; v'=mul w r'; x'=add x' v'; r'=mul 0.0 r'"}},
     true},
    /* 4 - n */
    {{"rule_other", "nn rm", "r=sub 4 n"},
     {{"rule_other_tangent", "nn rm", "r=sub 4 n"}, {"rule_other_adjoint", "nn rn", "l=add n 1"}},
     true},
};

enum { RULES = sizeof rules / sizeof *rules };

static void add_part(grow *g, const part *p, bool ruled, bool function)
{
    gen_routine routine = {.name = p->name, .ruled = ruled, .part = !ruled, .function = function};
    g->routine = g->program->routine_count;
    for (const char *at = p->formals; *at; at += at[2] == ' ' ? 3 : 2)
        grow_noted_formal(g, &routine, at[0], at[1], true);
    routine.body = grow_noted_body(g, p->body, true);
    gen_add_routine(g->program, &routine);
}

static void add_rule(grow *g, const rule *r)
{
    add_part(g, &r->routine, true, r->function);
    for (int i = 0; i < 3 && r->parts[i].name; i++)
        add_part(g, &r->parts[i], false, false);
}

void grow_rules(grow *g)
{
    int first = grow_below(g, RULES);
    add_rule(g, &rules[first]);
    for (int i = 0; i < RULES; i++)
        if (i != first && grow_chance(g, .3))
            add_rule(g, &rules[i]);
}
