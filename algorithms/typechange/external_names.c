/*
 * Subroutines are looked through once for each name.
 */
#include "algorithms/typechange/external_names.h"

xb_external_name xb_external_name_of(const xb_run *run, const char *text)
{
    return (xb_external_name){.text = text, .best = xb_subroutine_agreement(xb_run_program(run), text)};
}

bool xb_external_is_meant(xb_external_name *name, const xb_symbol *called)
{
    bool is_meant = xb_subroutine_is_meant(called, name->text, name->best);
    name->used = name->used || is_meant;
    return is_meant;
}

/* A routine with a body that is meant by a name, or NULL. */
static const xb_routine *body_of(const xb_program *program, const xb_external_name *name)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (xb_subroutine_is_meant(routine->symbol, name->text, name->best))
            return routine;
    }
    return NULL;
}

typedef struct search {
    const char *text;
    const xb_routine_rule *found;
} search;

static void see_rule(void *context, const xb_routine_rule *rule)
{
    search *s = context;
    if (xb_name_agrees(rule->name, s->text))
        s->found = rule;
}

/* The rule of a routine that is meant by a name, or NULL. */
static const xb_routine_rule *rule_of(const xb_run *run, const xb_external_name *name)
{
    search s = {.text = name->text};
    xb_catalogue_each_rule(xb_run_catalogue(run), see_rule, &s);
    return s.found;
}

void xb_external_check_use(xb_run *run, const xb_external_name *name, const char *option)
{
    xb_program *program = xb_run_program(run);
    const xb_place place = {.file = program->file};
    if (name->used)
        return;
    const xb_routine *body = body_of(program, name);
    const xb_routine_rule *rule = rule_of(run, name);
    const char *near =
        name->best == XB_AGREES_NOT ? xb_subroutine_suggest(program, program->arena, name->text) : NULL;
    if (rule)
        xb_warning(program->diagnostics, place, "leave it out: its calls are differentiated by the rule",
                   "--%s names %s, which has a rule (%s:%zu)", option, rule->name, rule->file, rule->line);
    else if (body)
        xb_warning(program->diagnostics, place, "leave it out: the routine itself is differentiated",
                   "--%s names %s, which has a body", option, body->symbol->id->text);
    else
        xb_warning(program->diagnostics, place,
                   near ? near : xb_arena_format(program->arena, "see the option --%s", option),
                   "no routine without body named %s is called", name->text);
}
