/*
 * Two closures over calls: what function calls reach needs a plain version; what is called as a subroutine by
 * a routine that needs none, or by nobody, needs a replacement list.
 */
#include "algorithms/basicblockpreaccumulationreverse/plain.h"

#include <string.h>

#include "algorithms/basicblockpreaccumulationreverse/sweep.h"
#include "ir/taken_names.h"
#include "ir/version.h"

struct xb_plain {
    xb_run *run;
    xb_program *program;
    xb_arena *arena;
    const xb_callees *callees;
    xb_map called;  /* by node index of a routine: xb_list of the routines that it calls as subroutines */
    xb_map valued;  /* by node index of a routine: xb_list of those that it calls as functions */
    xb_map plain;   /* by node index: routines with a plain version */
    xb_map listed;  /* by node index: routines with a replacement list */
    xb_map invoked; /* by node index: routines that are called at all */
};

static const char version_name[] = "plain";

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
    if (!callee)
        return;
    xb_list_append(g->p->arena, list, callee);
    xb_map_put(g->p->arena, &g->p->invoked, callee->node.index, 0, callee);
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
    note(g, ((const xb_function_call *)node)->symbol, g->valued);
    return XB_VISIT_CONTINUE;
}

static xb_list *list_of(xb_plain *p, xb_map *map, const xb_routine *routine)
{
    xb_list *list = xb_arena_alloc(p->arena, sizeof *list);
    *list = (xb_list){.count = 0};
    xb_map_put(p->arena, map, routine->node.index, 0, list);
    return list;
}

static void gather(xb_plain *p, const xb_routine *routine)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = see_call, [XB_KIND_FUNCTION_CALL] = see_function}};
    gathering g = {p, list_of(p, &p->called, routine), list_of(p, &p->valued, routine)};
    xb_traverse(p->program, xb_run_scratch(p->run), xb_current(routine), &visitor, &g);
}

/* ---- closures ------------------------------------------------------------------------------------------ */

static void reach(xb_plain *p, xb_map *reached, xb_list *open, const xb_routine *routine)
{
    if (xb_map_get(reached, routine->node.index, 0))
        return;
    xb_map_put(p->arena, reached, routine->node.index, 0, routine);
    xb_list_append(p->arena, open, routine);
}

static void reach_all(xb_plain *p, xb_map *reached, xb_list *open, const xb_list *routines)
{
    for (size_t i = 0; i < routines->count; i++)
        reach(p, reached, open, routines->items[i]);
}

/* Routines that function calls reach. */
static void find_plain(xb_plain *p)
{
    xb_list open = {.count = 0};
    for (size_t i = 0; i < p->program->routines.count; i++) {
        const xb_routine *routine = p->program->routines.items[i];
        reach_all(p, &p->plain, &open, xb_map_get(&p->valued, routine->node.index, 0));
    }
    while (open.count > 0) {
        const xb_routine *routine = open.items[--open.count];
        reach_all(p, &p->plain, &open, xb_map_get(&p->called, routine->node.index, 0));
    }
}

/* Routines that others call as subroutines, or nobody calls. */
static void find_listed(xb_plain *p)
{
    xb_list open = {.count = 0};
    for (size_t i = 0; i < p->program->routines.count; i++) {
        const xb_routine *routine = p->program->routines.items[i];
        uint32_t key = routine->node.index;
        if (!xb_map_get(&p->plain, key, 0) || !xb_map_get(&p->invoked, key, 0))
            reach(p, &p->listed, &open, routine);
    }
    while (open.count > 0) {
        const xb_routine *routine = open.items[--open.count];
        reach_all(p, &p->listed, &open, xb_map_get(&p->called, routine->node.index, 0));
    }
}

/* ---- versions ------------------------------------------------------------------------------------------ */

static bool is_free(xb_program *program, const char *name)
{
    const xb_list *takers = xb_name_takers(program, name, strlen(name));
    return (!takers || takers->count == 0) && !xb_name_is_temporary(program, name, strlen(name));
}

static const char *new_name(const xb_plain *p, const xb_symbol *symbol)
{
    const char *prefix = p->program->prefix ? p->program->prefix->text : "";
    const char *name = xb_arena_format(p->arena, "%splain_%s", prefix, symbol->id->text);
    for (unsigned i = 2; !is_free(p->program, name); i++)
        name = xb_arena_format(p->arena, "%splain%u_%s", prefix, i, symbol->id->text);
    return name;
}

static xb_symbol *new_symbol(const xb_plain *p, const xb_symbol *like)
{
    xb_symbol *symbol =
        xb_symbol_create(p->program, like->scope, xb_program_name(p->program, new_name(p, like)), true);
    symbol->kind = like->kind;
    symbol->type = like->type;
    symbol->fe_type = like->fe_type;
    symbol->rank = like->rank;
    symbol->bounds_count = like->bounds_count;
    symbol->bounds = like->bounds;
    symbol->active = like->active;
    return symbol;
}

static void declare(const xb_plain *p, xb_routine *routine)
{
    const xb_routine *current = xb_current(routine);
    xb_symbol *symbol = xb_plain_is_listed(p, routine) ? new_symbol(p, current->symbol) : NULL;
    xb_version_declare(p->program, routine, version_name, symbol);
}

static void complete(const xb_plain *p, xb_routine *version)
{
    xb_version_complete(p->program, version);
    xb_drop_derivatives(p->program, version);
    xb_sweep_temporaries(p->run, version);
}

static void make_versions(const xb_plain *p)
{
    const xb_list *routines = &p->program->routines;
    for (size_t i = 0; i < routines->count; i++)
        if (xb_map_get(&p->plain, ((const xb_node *)routines->items[i])->index, 0))
            declare(p, routines->items[i]);
    for (size_t i = 0; i < routines->count; i++) {
        xb_routine *version = xb_plain_version(p, routines->items[i]);
        if (version)
            complete(p, version);
    }
}

const xb_plain *xb_plain_create(xb_run *run, const xb_callees *callees)
{
    xb_program *program = xb_run_program(run);
    xb_plain *p = xb_arena_alloc(program->arena, sizeof *p);
    *p = (xb_plain){.run = run, .program = program, .arena = program->arena, .callees = callees};
    for (size_t i = 0; i < program->routines.count; i++)
        gather(p, program->routines.items[i]);
    find_plain(p);
    find_listed(p);
    make_versions(p);
    return p;
}

xb_routine *xb_plain_version(const xb_plain *plain, const xb_routine *routine)
{
    return xb_version_find(plain->program, routine, version_name);
}

bool xb_plain_is_listed(const xb_plain *plain, const xb_routine *routine)
{
    return xb_map_get(&plain->listed, routine->node.index, 0);
}

/* ---- calls of plain versions --------------------------------------------------------------------------- */

static xb_visit redirect(xb_walk *walk, xb_node *node, void *context)
{
    const xb_plain *p = context;
    xb_function_call *function = (xb_function_call *)node;
    const xb_call call = {.symbol = function->symbol};
    const xb_routine *callee = xb_callee(p->callees, &call), *version = NULL;
    (void)walk;
    if (callee)
        version = xb_plain_version(p, callee);
    if (version)
        function->symbol = version->symbol;
    return XB_VISIT_CONTINUE;
}

void xb_plain_redirect(const xb_plain *plain, xb_routine *version)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_FUNCTION_CALL] = redirect}};
    xb_traverse(plain->program, xb_run_scratch(plain->run), &version->node, &visitor, (void *)plain);
}
