/*
 * Parts of rules, and routines that refer to derivatives, compute with them; and so does what calls such a
 * routine, over any number of calls: a closure over calls from callee to caller. Functions give values alone.
 */
#include "algorithms/associationbyname/kept_routines.h"

#include "algorithm/routine_rules.h"
#include "catalogue/catalogue.h"
#include "ir/closure.h"
#include "traverse/traverse.h"

/* The search. */
typedef struct search {
    xb_program *program;
    xb_closure deriving; /* symbols of subroutines */
    xb_status status;
} search;

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_routine *caller = xb_walk_routine(walk);
    if (caller && caller->kept)
        xb_closure_imply(&s->deriving, xb_called_symbol(node), caller->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_routine *routine = xb_walk_routine(walk);
    if (routine && routine->kept && ((const xb_reference *)node)->deriv)
        xb_closure_add(&s->deriving, routine->symbol);
    return XB_VISIT_CONTINUE;
}

/* Whatever only transformed programs have. */
static xb_visit see_derivatives(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_routine *routine = xb_walk_routine(walk);
    (void)node;
    if (routine && routine->kept)
        xb_closure_add(&s->deriving, routine->symbol);
    return XB_VISIT_CONTINUE;
}

static void add_part(search *s, const char *name)
{
    const xb_routine *body = xb_routine_rule_body(s->program, name);
    if (body)
        xb_closure_add(&s->deriving, body->symbol);
}

static void add_parts(search *s)
{
    for (size_t i = 0; i < s->program->routines.count; i++) {
        const xb_routine_rule *rule = ((const xb_routine *)s->program->routines.items[i])->rule;
        if (!rule)
            continue;
        add_part(s, rule->tangent);
        add_part(s, rule->adjoint);
        add_part(s, rule->recording);
    }
}

static xb_visit check_function(xb_walk *walk, xb_node *node, void *context)
{
    search *s = context;
    const xb_routine *caller = xb_walk_routine(walk);
    const xb_symbol *called = xb_called_symbol(node);
    if (caller && caller->kept && xb_closure_has(&s->deriving, called))
        s->status = xb_error(s->program->diagnostics, XB_STATUS_UNSUPPORTED, xb_walk_place(walk, node, NULL),
                             "call it as a subroutine",
                             "'%s', which computes with derivatives, is called as a function: it would need "
                             "arguments for them",
                             called->id->text);
    return XB_VISIT_CONTINUE;
}

xb_status xb_kept_routines_find(xb_program *program, xb_arena *scratch, xb_kept_routines *kept)
{
    static const xb_visitor finds = {.enter = {[XB_KIND_SUBROUTINE_CALL] = see_call,
                                               [XB_KIND_FUNCTION_CALL] = see_call,
                                               [XB_KIND_VARIABLE_REFERENCE] = see_reference,
                                               [XB_KIND_INLINABLE_CALL] = see_derivatives,
                                               [XB_KIND_DERIVATIVE_PROPAGATOR] = see_derivatives},
                                     .view = XB_VIEW_READ};
    static const xb_visitor checks = {.enter = {[XB_KIND_FUNCTION_CALL] = check_function},
                                      .view = XB_VIEW_READ};
    search s = {.program = program, .deriving = {.arena = program->arena, .scratch = scratch}};
    xb_traverse(program, scratch, &program->node, &finds, &s);
    add_parts(&s);
    xb_closure_complete(&s.deriving);
    xb_traverse(program, scratch, &program->node, &checks, &s);
    kept->deriving = s.deriving;
    return s.status;
}

bool xb_kept_routine_derives(const xb_kept_routines *kept, const xb_routine *routine)
{
    return xb_closure_has(&kept->deriving, routine->symbol);
}
