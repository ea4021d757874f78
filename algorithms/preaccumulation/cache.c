/*
 * A state of the run that lives as long as the program, in its arena.
 */
#include "algorithms/preaccumulation/cache.h"

#include "algorithms/preaccumulation/settings.h"
#include "elimination/reuse/cache_file.h"

xb_reuse *xb_elimination_cache_of(xb_run *run)
{
    xb_reuse **reuse = xb_run_state(run, "preaccumulation.reuse", sizeof(xb_reuse *));
    xb_program *program = xb_run_program(run);
    if (!*reuse)
        *reuse = xb_reuse_create(program->arena, program->diagnostics);
    return *reuse;
}

xb_status xb_elimination_cache_read(xb_run *run)
{
    const char *file = xb_preaccumulation_settings_of(run)->cache_file;
    return file ? xb_cache_file_read(xb_elimination_cache_of(run), file) : XB_STATUS_OK;
}

void xb_elimination_cache_attach(xb_run *run)
{
    xb_arena *arena = xb_run_program(run)->arena;
    xb_reuse *reuse = xb_elimination_cache_of(run);
    if (!reuse->file || !reuse->changed)
        return;
    xb_cache_file_take_up(reuse);
    xb_attachment cache = {.path = reuse->file};
    cache.text = xb_cache_file_text(reuse, arena, &cache.length);
    xb_run_attach(run, &cache);
}
