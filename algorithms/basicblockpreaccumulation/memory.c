/*
 * A state of the run that lives as long as the program, in its arena.
 */
#include "algorithms/basicblockpreaccumulation/memory.h"

#include "elimination/reuse/cache_file.h"

typedef struct memory {
    xb_reuse *reuse;
} memory;

/* A key for the state; it is never run. */
static const xb_algorithm memory_state = {.name = "memory of eliminations"};

xb_reuse *xb_memory_of(xb_run *run)
{
    memory *state = xb_run_state(run, &memory_state, sizeof *state);
    xb_program *program = xb_run_program(run);
    if (!state->reuse)
        state->reuse = xb_reuse_create(program->arena, program->diagnostics);
    return state->reuse;
}

xb_status xb_memory_read(xb_run *run)
{
    const char *file = xb_run_option(run, "elimination-cache");
    if (!file)
        return XB_STATUS_OK;
    if (!*file)
        return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0}, NULL,
                        "--elimination-cache: the name of the file is empty");
    return xb_cache_file_read(xb_memory_of(run), file);
}

void xb_memory_attach(xb_run *run)
{
    xb_arena *arena = xb_run_program(run)->arena;
    xb_reuse *reuse = xb_memory_of(run);
    if (!reuse->file || !reuse->changed)
        return;
    xb_cache_file_take_up(reuse);
    xb_attachment cache = {.path = reuse->file};
    cache.text = xb_cache_file_text(reuse, arena, &cache.length);
    xb_run_attach(run, &cache);
}
