/*
 * Results are in two arenas, those about the program as it was read and those about the program as it is
 * derived. The latter is reset as a whole when the number of derivations is another one than it was. There
 * are few analyses, so that they are looked for one by one.
 */
#include "analysis/analyses.h"

/* The results of one view. */
typedef struct results {
    xb_arena *arena;
    xb_vector list; /* result */
} results;

typedef struct result {
    const xb_analysis *analysis;
    void *value;
} result;

struct xb_analyses {
    xb_program *program;
    const xb_catalogue *catalogue;
    xb_arena *scratch;
    xb_graph_analysis *igraph; /* NULL until it is asked for */
    results read, derived;
    uint64_t derivations; /* that the derived results know of */
};

xb_analyses *xb_analyses_create(xb_arena *arena, xb_program *program, const xb_catalogue *catalogue)
{
    xb_failure *failure = xb_arena_failure(arena);
    xb_analyses *analyses = xb_arena_alloc(arena, sizeof *analyses);
    analyses->program = program;
    analyses->catalogue = catalogue;
    analyses->scratch = xb_arena_create(failure);
    analyses->read.arena = xb_arena_create(failure);
    analyses->derived.arena = xb_arena_create(failure);
    if (!analyses->scratch || !analyses->read.arena || !analyses->derived.arena) {
        xb_analyses_destroy(analyses);
        xb_fail(failure);
    }
    return analyses;
}

void xb_analyses_destroy(xb_analyses *analyses)
{
    if (!analyses)
        return;
    xb_arena_destroy(analyses->scratch);
    xb_arena_destroy(analyses->read.arena);
    xb_arena_destroy(analyses->derived.arena);
    xb_graph_analysis_destroy(analyses->igraph);
    analyses->scratch = analyses->read.arena = analyses->derived.arena = NULL;
    analyses->igraph = NULL;
}

void xb_analyses_drop_derived(xb_analyses *analyses)
{
    xb_arena_reset(analyses->derived.arena);
    analyses->derived.list = (xb_vector){0};
    analyses->derivations = analyses->program->derivations;
}

static void drop_stale(xb_analyses *analyses)
{
    if (analyses->derivations != analyses->program->derivations)
        xb_analyses_drop_derived(analyses);
}

void *xb_analyses_get(xb_analyses *analyses, const xb_analysis *analysis)
{
    drop_stale(analyses);
    results *kept = analysis->view == XB_VIEW_READ ? &analyses->read : &analyses->derived;
    for (size_t i = 0; i < kept->list.count; i++)
        if (((const result *)kept->list.items)[i].analysis == analysis)
            return ((const result *)kept->list.items)[i].value;
    xb_arena_mark mark = xb_arena_mark_now(analyses->scratch);
    void *value = analysis->compute(analyses, kept->arena);
    xb_arena_release(analyses->scratch, mark);
    *(result *)xb_vector_push(kept->arena, &kept->list, sizeof(result)) = (result){analysis, value};
    return value;
}

xb_program *xb_analyses_program(const xb_analyses *analyses)
{
    return analyses->program;
}

const xb_catalogue *xb_analyses_catalogue(const xb_analyses *analyses)
{
    return analyses->catalogue;
}

xb_arena *xb_analyses_scratch(const xb_analyses *analyses)
{
    return analyses->scratch;
}

xb_graph_analysis *xb_analyses_igraph(xb_analyses *analyses)
{
    if (!analyses->igraph)
        analyses->igraph = xb_graph_analysis_create();
    if (!analyses->igraph)
        xb_fail(xb_arena_failure(analyses->scratch));
    return analyses->igraph;
}
