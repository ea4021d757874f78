/*
 * A state of the run that lives as long as the program, in its arena.
 */
#include "algorithms/basicblockpreaccumulation/heuristic.h"

#include <string.h>

#include "elimination/filter.h"

typedef struct holder {
    const xb_heuristic *heuristic;
} holder;

/* A key for the state; it is never run. */
static const xb_algorithm heuristic_state = {.name = "heuristic for eliminations"};

static holder *state_of(xb_run *run)
{
    return xb_run_state(run, &heuristic_state, sizeof(holder));
}

static const xb_filter *const *offered_filters(xb_run *run)
{
    size_t count = 0;
    while (xb_run_offer(run, XB_FILTER_OFFER, count))
        count++;
    const xb_filter **filters = xb_arena_array(xb_run_program(run)->arena, count + 1, sizeof *filters);
    for (size_t i = 0; i < count; i++)
        filters[i] = xb_run_offer(run, XB_FILTER_OFFER, i);
    return filters;
}

xb_status xb_heuristic_read(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    const char *text = xb_run_option(run, "heuristic");
    xb_heuristic_problem problem = {NULL, NULL};
    if (!text)
        return XB_STATUS_OK;
    if (xb_run_flag(run, "elimination-order"))
        return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "leave one of them out; a heuristic may also come with the algorithm",
                        "--elimination-order=%s contradicts --heuristic=%s, which stands for an order",
                        xb_run_option(run, "elimination-order"), text);
    const xb_heuristic *heuristic = xb_heuristic_parse(program->arena, text, offered_filters(run), &problem);
    if (!heuristic)
        return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){0}, problem.hint, "--heuristic: %s",
                        problem.message);
    if (strncmp(text, "face:", 5) == 0 && strcmp(xb_run_option(run, "objective"), "operations") != 0)
        return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){0}, "add --objective=operations",
                        "--heuristic: faces are eliminated completely only");
    state_of(run)->heuristic = heuristic;
    return XB_STATUS_OK;
}

const xb_heuristic *xb_heuristic_of(xb_run *run)
{
    return state_of(run)->heuristic;
}
