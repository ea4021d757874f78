/*
 * Differentiates a program from memory to memory: no file is read or written by the library. Build it with
 * make in this folder and try
 *
 *     ./memory adjoint <../swing.xaif >out.xaif
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xaifbooster.h>

enum { LIMIT = 64 * 1024 * 1024 };

typedef struct session {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_registry *registry;
} session;

static void set_up(void *argument)
{
    session *self = argument;
    self->diagnostics = xb_diagnostics_create(self->arena);
    self->registry = xb_registry_create(self->arena, xb_builtin_algorithms);
    xb_registry_reserve(self->registry, xb_transform_options);
}

static void print_diagnostics(void *argument)
{
    session *self = argument;
    for (size_t i = 0; i < xb_diagnostics_count(self->diagnostics); i++)
        fputs(xb_diagnostic_text(self->arena, xb_diagnostics_at(self->diagnostics, i)), stderr);
}

/* The mode of a name, or NULL. */
static const xb_transform_mode *find_mode(const char *name)
{
    for (const xb_transform_mode *mode = xb_builtin_modes; mode->name; mode++)
        if (strcmp(mode->name, name) == 0)
            return mode;
    return NULL;
}

/* The result is in the arena of the session. */
static xb_status transform(session *self, const char *mode, const char *text, size_t length)
{
    if (!xb_protect(xb_arena_failure(self->arena), set_up, self))
        return XB_STATUS_FAILED;
    const xb_transform_settings settings = {
        .input = "program", .text = text, .length = length, .to_memory = true, .mode = find_mode(mode)};
    xb_transform_report report = {0};
    xb_status status = xb_transform(self->arena, self->registry, self->diagnostics, &settings, &report);
    xb_protect(xb_arena_failure(self->arena), print_diagnostics, self);
    if (!status && fwrite(report.text, 1, report.length, stdout) < report.length)
        status = XB_STATUS_FAILED;
    return status;
}

int main(int count, char **words)
{
    if (count != 2 || !find_mode(words[1])) {
        fprintf(stderr, "usage: %s tangent|adjoint|jacobian|hessian <INPUT >OUTPUT\n", words[0]);
        return XB_STATUS_USAGE;
    }
    char *text = malloc(LIMIT);
    size_t length = text ? fread(text, 1, LIMIT, stdin) : 0;
    xb_failure *failure = xb_failure_create();
    session self = {.arena = failure ? xb_arena_create(failure) : NULL};
    xb_status status = text && self.arena ? transform(&self, words[1], text, length) : XB_STATUS_FAILED;
    xb_arena_destroy(self.arena);
    xb_failure_destroy(failure);
    free(text);
    return status;
}
