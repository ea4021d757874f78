/**
 * @file
 * Analyses: what is computed about a program when it is first asked for, and kept for the run.
 *
 * Each analysis has a header of its own, with a function that answers from the result that is kept, such as
 * xb_effects_of(). An analysis of the program as it was read is kept to the end, since that program never
 * changes. One of the program as it is derived is dropped when xb_derive() has changed what it rests on, and
 * computed anew when it is asked for again: what it answered before lasts until then. Programs with analyses
 * of their own describe them by an xb_analysis.
 */
#ifndef XB_ANALYSIS_ANALYSES_H
#define XB_ANALYSIS_ANALYSES_H

#include "catalogue/catalogue.h"
#include "graph/analysis.h"
#include "ir/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The results about one program. */
typedef struct xb_analyses xb_analyses;

/** What describes an analysis. It is known by its address. */
typedef struct xb_analysis {
    xb_view view; /**< the program that it is about */
    /** Computes the result in an arena; the analyses' scratch memory is free for its work. */
    void *(*compute)(xb_analyses *analyses, xb_arena *arena);
} xb_analysis;

/**
 * Prepares for analyses of a program; computes nothing yet.
 * @param arena where they are allocated
 * @return to be destroyed by the caller, also after a failure (failure.h)
 */
xb_analyses *xb_analyses_create(xb_arena *arena, xb_program *program, const xb_catalogue *catalogue);

/** Frees all results; NULL is allowed. */
void xb_analyses_destroy(xb_analyses *analyses);

/** The result of an analysis, computed now if there is none, or none that still holds. */
void *xb_analyses_get(xb_analyses *analyses, const xb_analysis *analysis);

/** Drops what is known of the program as it is derived, to have its memory: for who has asked for much that
 * nobody is likely to ask again. */
void xb_analyses_drop_derived(xb_analyses *analyses);

/** The program. */
xb_program *xb_analyses_program(const xb_analyses *analyses);

/** The catalogue of its intrinsics. */
const xb_catalogue *xb_analyses_catalogue(const xb_analyses *analyses);

/** Memory for the work of an analysis or a question, given back by a mark (arena.h). */
xb_arena *xb_analyses_scratch(const xb_analyses *analyses);

/** Access to igraph, which lasts as long as the analyses. */
xb_graph_analysis *xb_analyses_igraph(xb_analyses *analyses);

#ifdef __cplusplus
}
#endif

#endif
