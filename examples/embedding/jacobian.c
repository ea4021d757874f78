/*
 * Reads a program, runs it at a point and prints its values and its exact Jacobian, as `xaif-run --jacobian`
 * does. Build it with make in this folder and try
 *
 *     ./jacobian swing.xaif
 */
#include <stdint.h>
#include <stdio.h>
#include <xaifbooster.h>

/* What the parts of the program share. Program and drive are no arena memory: whoever makes them frees them.
 */
typedef struct session {
    const char *file;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_program *program;
    xb_case description; /* how to run the program; it says nothing here, and defaults hold */
    xb_layout layout;    /* where the independent and dependent numbers are */
    xb_drive *drive;
    xb_status status;
} session;

static void set_up(void *argument)
{
    session *self = argument;
    self->diagnostics = xb_diagnostics_create(self->arena);
    xb_case_init(&self->description);
}

static void print_jacobian(const session *self, const xb_jacobian *columns)
{
    const xb_layout *layout = &self->layout;
    for (size_t i = 0; i < layout->m; i++)
        printf("%s = %.17g\n", xb_layout_name(self->arena, layout, &layout->y[i]), columns->y[i]);
    for (size_t j = 0; j < columns->count; j++)
        for (size_t i = 0; i < layout->m; i++)
            printf("d %s / d %s = %.17g\n", xb_layout_name(self->arena, layout, &layout->y[i]),
                   xb_layout_name(self->arena, layout, &layout->x[columns->numbers[j]]),
                   columns->entries[j * columns->length + i]);
}

static void run(void *argument)
{
    session *self = argument;
    self->status =
        xb_layout_create(self->arena, self->diagnostics, self->program, &self->description, &self->layout);
    const xb_drive_options options = {.kind = XB_DRIVE_EXACT, .directions = XB_JACOBIAN_DIRECTIONS};
    if (!self->status)
        self->status = xb_drive_create(self->arena, self->program, &self->description, &self->layout,
                                       &options, &self->drive);
    if (self->status)
        return;
    xb_jacobian columns = xb_jacobian_choose(self->arena, self->layout.n, SIZE_MAX);
    self->status = xb_jacobian_compute(self->arena, self->drive, &self->layout, XB_DRIVE_EXACT,
                                       self->layout.x0, &columns);
    if (!self->status)
        print_jacobian(self, &columns);
}

static void print_diagnostics(void *argument)
{
    session *self = argument;
    for (size_t i = 0; i < xb_diagnostics_count(self->diagnostics); i++)
        fputs(xb_diagnostic_text(self->arena, xb_diagnostics_at(self->diagnostics, i)), stderr);
}

static void perform(session *self, xb_failure *failure)
{
    if (!xb_protect(failure, set_up, self)) {
        self->status = XB_STATUS_FAILED;
        return;
    }
    self->status = xb_read_file(failure, self->diagnostics, self->file, NULL, &self->program);
    if (!self->status && !xb_protect(failure, run, self))
        self->status = XB_STATUS_FAILED;
    xb_protect(failure, print_diagnostics, self);
    xb_drive_destroy(self->drive);
    xb_program_destroy(self->program);
}

int main(int count, char **words)
{
    if (count != 2) {
        fprintf(stderr, "usage: %s FILE\n", words[0]);
        return XB_STATUS_USAGE;
    }
    xb_failure *failure = xb_failure_create();
    session self = {.file = words[1], .arena = failure ? xb_arena_create(failure) : NULL};
    if (self.arena)
        perform(&self, failure);
    else
        self.status = XB_STATUS_FAILED;
    xb_arena_destroy(self.arena);
    xb_failure_destroy(failure);
    return self.status;
}
