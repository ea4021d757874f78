/*
 * Names in tables by number.
 */
#include "elimination/types/options.h"

const char *xb_elimination_objective_name(xb_elimination_objective objective)
{
    static const char *const names[] = {"total", "scarcity", "tape", "operations", "adjoint"};
    return names[objective];
}

const char *xb_elimination_order_name(xb_elimination_order order)
{
    static const char *const names[] = {"best",      "forward", "reverse", "markowitz",
                                        "used-once", "descent", "search"};
    return names[order];
}
