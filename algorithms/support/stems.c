#include "algorithms/support/stems.h"

#include <string.h>

/* What was found. */
typedef struct found {
    const char *stem, *free;
} found;

static bool is_beginning(const xb_program *program, const char *stem)
{
    const size_t length = strlen(stem);
    for (uint32_t i = 0; i < xb_names_count(program->names); i++)
        if (strncmp(xb_names_at(program->names, i)->text, stem, length) == 0)
            return true;
    return false;
}

static const char *find(const xb_program *program, const char *stem)
{
    const char *tried = stem;
    for (unsigned times = 2; is_beginning(program, tried); times++)
        tried = xb_arena_format(program->arena, "%.*s%u_", (int)strlen(stem) - 1, stem, times);
    return tried;
}

const char *xb_free_stem(xb_run *run, const char *stem)
{
    const xb_program *program = xb_run_program(run);
    xb_vector *all = xb_run_state(run, "support.stems", sizeof *all);
    const found *known = all->items;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(known[i].stem, stem) == 0)
            return known[i].free;
    found *new = xb_vector_push(program->arena, all, sizeof *new);
    *new = (found){stem, find(program, stem)};
    return new->free;
}
