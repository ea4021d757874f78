/*
 * Transforms a document as `xaifbooster -a ALGORITHM -o OUTPUT INPUT` does. Build it with make in this folder
 * and try
 *
 *     ./transform basicblockpreaccumulation swing.xaif out.xaif
 */
#include <stdio.h>
#include <xaifbooster.h>

/* What the parts of the program share. */
typedef struct session {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_registry *registry;
} session;

/* What allocates, but isn't an entry point of its own, runs under xb_protect(). */
static void set_up(void *argument)
{
    session *self = argument;
    self->diagnostics = xb_diagnostics_create(self->arena);
    self->registry = xb_registry_create(self->arena, xb_builtin_algorithms);
    xb_registry_reserve(self->registry, xb_transform_options);
}

/* The library prints nothing: it collects diagnostics. */
static void print_diagnostics(void *argument)
{
    session *self = argument;
    for (size_t i = 0; i < xb_diagnostics_count(self->diagnostics); i++)
        fputs(xb_diagnostic_text(self->arena, xb_diagnostics_at(self->diagnostics, i)), stderr);
}

static xb_status transform(session *self, const char *algorithm, const char *input, const char *output)
{
    if (!xb_protect(xb_arena_failure(self->arena), set_up, self))
        return XB_STATUS_FAILED;
    const xb_transform_settings settings = {
        .input = input, .output = output, .algorithms = &algorithm, .algorithm_count = 1};
    xb_transform_report report = {0};
    xb_status status = xb_transform(self->arena, self->registry, self->diagnostics, &settings, &report);
    xb_protect(xb_arena_failure(self->arena), print_diagnostics, self);
    return status;
}

int main(int count, char **words)
{
    if (count != 4) {
        fprintf(stderr, "usage: %s ALGORITHM INPUT OUTPUT\n", words[0]);
        return XB_STATUS_USAGE;
    }
    xb_failure *failure = xb_failure_create();
    session self = {.arena = failure ? xb_arena_create(failure) : NULL};
    xb_status status = self.arena ? transform(&self, words[1], words[2], words[3]) : XB_STATUS_FAILED;
    xb_arena_destroy(self.arena);
    xb_failure_destroy(failure);
    return status;
}
