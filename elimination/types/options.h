/**
 * @file
 * What is asked of an elimination: what to make small, what to try, and when to end.
 */
#ifndef XB_ELIMINATION_TYPES_OPTIONS_H
#define XB_ELIMINATION_TYPES_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "elimination/types/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What an elimination tries to make small. All but the last eliminate partially. */
typedef enum xb_elimination_objective {
    XB_OBJECTIVE_TOTAL,      /**< multiplications and additions of the accumulation and of propagation */
    XB_OBJECTIVE_SCARCITY,   /**< nontrivial edges of the remainder */
    XB_OBJECTIVE_TAPE,       /**< different variable labels of the remainder: what an adjoint stores */
    XB_OBJECTIVE_OPERATIONS, /**< multiplications of a complete elimination */
    XB_OBJECTIVE_ADJOINT /**< multiplications and additions of accumulation and propagation, and 24 for each
                            different variable label of the remainder: a push and its pop */
} xb_elimination_objective;

/** Number of objectives. */
enum { XB_ELIMINATION_OBJECTIVE_COUNT = XB_OBJECTIVE_ADJOINT + 1 };

/** Which eliminations are tried. */
typedef enum xb_elimination_order {
    XB_ORDER_BEST,      /**< all of them, the best improved by small changes, and the heuristics of the
                           objective; the best is kept */
    XB_ORDER_FORWARD,   /**< vertices in topological order */
    XB_ORDER_REVERSE,   /**< vertices against topological order */
    XB_ORDER_MARKOWITZ, /**< the vertex with the lowest product of degrees; among equals the last one */
    XB_ORDER_USED_ONCE, /**< in reverse order those that are used exactly once, then the others in reverse
                           order */
    XB_ORDER_DESCENT,   /**< the best of these after small changes; not to be asked for */
    XB_ORDER_SEARCHED   /**< what a search found; not to be asked for */
} xb_elimination_order;

/** Number of the orders that can be asked for, XB_ORDER_BEST included. */
enum { XB_ELIMINATION_ORDER_COUNT = XB_ORDER_USED_ONCE + 1 };

/** Largest number of directions. */
enum { XB_DIRECTION_LIMIT = 1000000000 };

/** Products of edges that a run of an elimination may form unless options say otherwise: more would take more
 * than some 5 GB of memory when they are written down. */
enum { XB_PRODUCT_LIMIT = 1 << 24 };

/** Vertices and edges that each part seems to have in addition, where xb_elimination_options::patience
 * counts.
 */
enum { XB_PATIENCE_SHARE = 100000 };

/** The smallest absolute value of a label that rerouting divides by. */
#define XB_PIVOT_LIMIT 0x1p-10

/** When to end although more could be tried. All zero is never. */
typedef struct xb_elimination_limits {
    double seconds; /**< from the call of xb_eliminate() on, searches not included; 0 is no limit */
    bool (*stop)(void *context); /**< called often, on the caller's thread, if not NULL; true ends what is
                                    tried */
    void *context;               /**< for stop */
} xb_elimination_limits;

/** A chain of filters that chooses one elimination after the other, see heuristics/filter.h. */
typedef struct xb_heuristic xb_heuristic;

/** What was chosen for earlier graphs, see reuse/reuse.h. */
typedef struct xb_reuse xb_reuse;

/** What an elimination does step by step, see history.h. */
typedef struct xb_history xb_history;

/** How an elimination is done. All zero is a valid choice. */
typedef struct xb_elimination_options {
    xb_elimination_objective objective; /**< what to make small */
    xb_elimination_order order;         /**< which orders to try */
    int awareness;    /**< nontrivial edges are: 0 all, 1 those that are no unit, 2 those that are variable;
                         products with a trivial factor (1), of two constants or with a unit (2) are free when
                         complete orders are compared */
    bool maintaining; /**< explore vertex eliminations that prefer keeping the number of nontrivial edges
                         to raising it, as edge eliminations always do */
    size_t budget;    /**< elementary operations that each heuristic may take, shared out to the parts by
                         size; 0 chooses a small multiple of the size, and some more for each part */
    const xb_heuristic *heuristic; /**< runs instead of the orders, if not NULL; one for faces (parts of up to
                                      4000 edges; beyond, the orders run) with XB_OBJECTIVE_OPERATIONS only */
    size_t patience; /**< elementary operations that the heuristic may take on a part, for each of its
                        vertices and edges, and XB_PATIENCE_SHARE more; where it takes longer, the orders run;
                        0 is no limit */
    const xb_elimination_search *search; /**< for XB_OBJECTIVE_OPERATIONS: search on from the best of the
                                            orders; NULL is not to */
    size_t products; /**< that no run may have more of, see XB_PRODUCT_LIMIT, which 0 stands for */
    const xb_elimination_limits *limits; /**< NULL: all is tried that the budget allows */
    size_t directions; /**< that are propagated through the remainder, at most XB_DIRECTION_LIMIT; 0 is 1 */
    bool rerouting;    /**< unless complete: also try steps that subtract and divide, see xb_eliminate() */
    xb_reuse *reuse;   /**< where choices are looked for and remembered; NULL is not to */
    xb_history
        *history; /**< receives what is done step by step, for pictures of small graphs; NULL is not to */
} xb_elimination_options;

/** The name of an objective as the tool spells it, such as "total". */
const char *xb_elimination_objective_name(xb_elimination_objective objective);

/** The name of an order as the tool spells it, such as "used-once". */
const char *xb_elimination_order_name(xb_elimination_order order);

#ifdef __cplusplus
}
#endif

#endif
