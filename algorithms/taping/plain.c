/*
 * Two closures over calls: what function calls reach needs a plain version; what is called as a subroutine by
 * a routine that needs none, or by nobody, needs a replacement list.
 */
#include "algorithms/taping/plain.h"

#include <string.h>

#include "algorithm/routine_rules.h"
#include "algorithms/taping/temporaries.h"
#include "algorithms/support/names.h"
#include "analysis/footprints.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "ir/tags.h"
#include "ir/taken_names.h"
#include "ir/version.h"

struct xb_plain {
    xb_run *run;
    xb_program *program;
    xb_arena *arena;
    const xb_callees *callees;
    xb_node_map called;  /* by routine: xb_list of the routines that it calls as subroutines */
    xb_node_map valued;  /* by routine: xb_list of those that it calls as functions */
    xb_node_set plain;   /* routines with a plain version */
    xb_node_set listed;  /* routines with a replacement list */
    xb_node_set invoked; /* routines that are called at all */
    bool functions;      /* some routine calls functions */
};

/* ---- calls --------------------------------------------------------------------------------------------- */

/* The calls of one routine. */
typedef struct gathering {
    xb_plain *p;
    xb_list *called, *valued;
} gathering;

static void note(gathering *g, const xb_symbol *symbol, xb_list *list)
{
    const xb_call call = {.symbol = (xb_symbol *)symbol};
    const xb_routine *callee = xb_callee(g->p->callees, &call);
    if (!callee || callee->kept)
        return;
    xb_list_append(g->p->arena, list, callee);
    xb_node_set_add(g->p->arena, &g->p->invoked, &callee->node);
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    gathering *g = context;
    (void)walk;
    note(g, ((const xb_call *)node)->symbol, g->called);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_function(xb_walk *walk, xb_node *node, void *context)
{
    gathering *g = context;
    (void)walk;
    g->p->functions = true;
    note(g, ((const xb_function_call *)node)->symbol, g->valued);
    return XB_VISIT_CONTINUE;
}

static void gather(xb_plain *p, const xb_routine *routine)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = see_call, [XB_KIND_FUNCTION_CALL] = see_function}};
    gathering g = {p, xb_node_map_make(p->arena, &p->called, &routine->node, sizeof(xb_list)),
                   xb_node_map_make(p->arena, &p->valued, &routine->node, sizeof(xb_list))};
    xb_traverse(p->program, xb_run_scratch(p->run), xb_current(routine), &visitor, &g);
}

/* ---- closures ------------------------------------------------------------------------------------------ */

static void reach(xb_plain *p, xb_node_set *reached, xb_list *open, const xb_routine *routine)
{
    if (xb_node_set_add(p->arena, reached, &routine->node))
        xb_list_append(p->arena, open, routine);
}

static void reach_all(xb_plain *p, xb_node_set *reached, xb_list *open, const xb_list *routines)
{
    for (size_t i = 0; routines && i < routines->count; i++)
        reach(p, reached, open, routines->items[i]);
}

/* Routines that function calls reach. */
static void find_plain(xb_plain *p)
{
    xb_list open = {.count = 0};
    for (size_t i = 0; i < p->program->routines.count; i++) {
        const xb_routine *routine = p->program->routines.items[i];
        reach_all(p, &p->plain, &open, xb_node_map_get(&p->valued, &routine->node));
    }
    while (open.count > 0) {
        const xb_routine *routine = open.items[--open.count];
        reach_all(p, &p->plain, &open, xb_node_map_get(&p->called, &routine->node));
    }
}

/* Routines that others call as subroutines, or nobody calls. */
static void find_listed(xb_plain *p)
{
    xb_list open = {.count = 0};
    for (size_t i = 0; i < p->program->routines.count; i++) {
        const xb_routine *routine = p->program->routines.items[i];
        if (routine->kept)
            continue;
        if (!xb_node_set_has(&p->plain, &routine->node) || !xb_node_set_has(&p->invoked, &routine->node))
            reach(p, &p->listed, &open, routine);
    }
    while (open.count > 0) {
        const xb_routine *routine = open.items[--open.count];
        reach_all(p, &p->listed, &open, xb_node_map_get(&p->called, &routine->node));
    }
}

/* ---- versions ------------------------------------------------------------------------------------------ */

/* Its variables are copies of those of the routine, which a tag says. */
static void declare(const xb_plain *p, xb_routine *routine)
{
    const xb_routine *current = xb_current(routine);
    xb_symbol *symbol = xb_plain_is_listed(p, routine)
                            ? xb_version_subroutine(p->program, current->symbol, XB_PLAIN_VERSION)
                            : NULL;
    xb_tag of;
    bool is_version = xb_tags_find(p->program, &routine->node, XB_TAG_ROUTINE, &of);
    const xb_routine *version = xb_version_declare(p->program, routine, XB_PLAIN_VERSION, symbol);
    if (symbol)
        xb_tags_add(p->program, &version->node, XB_TAG_PART,
                    is_version ? xb_arena_copy_text(p->arena, of.value, of.value_length)
                               : current->symbol->id->text);
}

static void redirect(const xb_plain *p, xb_symbol **symbol)
{
    const xb_call call = {.symbol = *symbol};
    const xb_routine *callee = xb_callee(p->callees, &call);
    const xb_routine *version = callee ? xb_plain_version(p, callee) : NULL;
    if (version)
        *symbol = version->symbol;
}

static xb_visit redirect_function(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    redirect(context, &((xb_function_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

static xb_visit redirect_call(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    redirect(context, &((xb_call *)node)->symbol);
    return XB_VISIT_CONTINUE;
}

/* The call of a tangent routine becomes one of the routine with the rule, or of the function. */
static xb_statement *of_itself(const xb_plain *p, const xb_routine *routine, xb_call *call)
{
    if (xb_routine_rule_statement(routine)->node.kind == XB_KIND_SUBROUTINE_CALL) {
        call->symbol = xb_routine_rule_symbol(routine);
        return &call->statement;
    }
    xb_function_call *function = xb_node_create(p->program, XB_KIND_FUNCTION_CALL, sizeof *function, 0);
    uint32_t count = (uint32_t)call->arguments.count;
    function->symbol = xb_routine_rule_symbol(routine);
    for (uint32_t i = 1; i < count; i++)
        xb_list_append(p->program->arena, &function->arguments, xb_call_argument(call, i)->reference);
    return &xb_build_assignment(p->program, "_rule", xb_call_argument(call, count)->reference,
                                xb_build_leaf(p->program, function))
                ->statement;
}

/* What stands for a routine with a rule calls the tangent routine in forward mode. */
static void call_itself(const xb_plain *p, const xb_routine *routine, const xb_routine *version)
{
    if (!routine->rule || xb_run_gives(p->run, XB_PROPERTY_ADJOINT))
        return;
    for (size_t v = 0; v < version->flow.vertices.count; v++) {
        xb_list *statements = &((xb_flow_vertex *)version->flow.vertices.items[v])->statements;
        for (size_t i = 0; i < statements->count; i++)
            if (((const xb_node *)statements->items[i])->kind == XB_KIND_SUBROUTINE_CALL)
                statements->items[i] = of_itself(p, routine, statements->items[i]);
    }
}

/* Plain versions call nothing but plain versions. */
static void complete(const xb_plain *p, const xb_routine *routine, xb_routine *version)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_FUNCTION_CALL] = redirect_function, [XB_KIND_SUBROUTINE_CALL] = redirect_call}};
    xb_complete_without_derivatives(p->run, version);
    call_itself(p, routine, version);
    xb_traverse(p->program, xb_run_scratch(p->run), &version->node, &visitor, (void *)p);
}

static void make_versions(const xb_plain *p)
{
    const xb_list *routines = &p->program->routines;
    for (size_t i = 0; i < routines->count; i++)
        if (xb_node_set_has(&p->plain, routines->items[i]))
            declare(p, routines->items[i]);
    for (size_t i = 0; i < routines->count; i++) {
        xb_routine *version = xb_plain_version(p, routines->items[i]);
        if (version)
            complete(p, routines->items[i], version);
    }
}

/* ---- effects ------------------------------------------------------------------------------------------- */

/* A check of the function calls of a routine. */
typedef struct checking {
    const xb_plain *p;
    const xb_footprints *footprints;
    const xb_routine *routine;
    xb_status status;
} checking;

static xb_visit check_function(xb_walk *walk, xb_node *node, void *context)
{
    checking *c = context;
    const xb_function_call *function = (const xb_function_call *)node;
    const xb_call call = {.symbol = function->symbol};
    const xb_routine *callee = xb_callee(c->p->callees, &call);
    const xb_symbol *symbol =
        callee ? xb_function_changes_active(c->footprints, callee, function->arguments.count) : NULL;
    (void)walk;
    if (symbol)
        c->status = xb_error(
            c->p->program->diagnostics, XB_STATUS_UNSUPPORTED,
            xb_program_place(c->p->program, node->line > 0 ? node : &c->routine->node, NULL),
            "call it in a statement of its own before, and use its result",
            "the function '%s', which is called in a condition or a subscript, may modify '%s', which is "
            "active: its derivative would be lost",
            callee->symbol->id->text, symbol->id->text);
    return XB_VISIT_CONTINUE;
}

/* What happens within expressions is not reversed, so that it must not matter to derivatives. */
static xb_status check(const xb_plain *p)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = check_function}};
    checking c = {p, xb_footprints_of(xb_run_analyses(p->run)), NULL, XB_STATUS_OK};
    for (size_t i = 0; p->functions && i < p->program->routines.count; i++) {
        c.routine = p->program->routines.items[i];
        if (xb_plain_is_listed(p, c.routine))
            xb_traverse(p->program, xb_run_scratch(p->run), xb_current(c.routine), &visitor, &c);
    }
    return c.status;
}

xb_status xb_plain_create(xb_run *run, const xb_callees *callees, const xb_plain **plain)
{
    xb_program *program = xb_run_program(run);
    xb_plain *p = xb_arena_alloc(program->arena, sizeof *p);
    *p = (xb_plain){.run = run, .program = program, .arena = program->arena, .callees = callees};
    for (size_t i = 0; i < program->routines.count; i++)
        if (!((const xb_routine *)program->routines.items[i])->kept)
            gather(p, program->routines.items[i]);
    find_plain(p);
    find_listed(p);
    make_versions(p);
    *plain = p;
    return check(p);
}

xb_routine *xb_plain_version(const xb_plain *plain, const xb_routine *routine)
{
    return xb_version_find(plain->program, routine, XB_PLAIN_VERSION);
}

bool xb_plain_is_listed(const xb_plain *plain, const xb_routine *routine)
{
    return xb_node_set_has(&plain->listed, &routine->node);
}

void xb_plain_redirect(const xb_plain *plain, xb_routine *version)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = redirect_function}};
    if (plain->functions)
        xb_traverse(plain->program, xb_run_scratch(plain->run), &version->node, &visitor, (void *)plain);
}
