/*
 * ROUTINE:LINE or ROUTINE:LINE:WAY, where a way is SNAPSHOTS, periodic[:STEPS] or fixedpoint[:TOLERANCE].
 */
#include "algorithms/loopcheckpointing/wanted_loop.h"

#include <stdlib.h>
#include <string.h>

#include "algorithms/motions/schedule_file.h"

const char xb_wanted_loop_forms[] =
    "a loop is ROUTINE:LINE, ROUTINE:LINE:SNAPSHOTS, with at most 1000 snapshots, or "
    "ROUTINE:LINE:periodic:STEPS, with at most 1000000 steps, or ROUTINE:LINE:fixedpoint:TOLERANCE, with a "
    "tolerance between 0 and 1";
const char xb_wanted_loop_ways[] =
    "say how many snapshots there may be, at most 1000, or periodic:STEPS, with at most 1000000 steps, or "
    "fixedpoint:TOLERANCE, with a tolerance between 0 and 1";

/* Steps times snapshots is a number that the sweep computes with. */
static const double DEFAULT_TOLERANCE = 1e-12;
enum { DEFAULT_NUMBER = 10, MOST_SNAPSHOTS = 1000, MOST_STEPS = 1000000 };

static bool take_number(const char **text, uint64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    *value = strtoull(*text, &end, 10);
    *text = end;
    return *value > 0 && *value <= INT32_MAX;
}

static bool take_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

static bool take_tolerance(const char **text, double *value)
{
    char *end;
    *value = strtod(*text, &end);
    bool taken = end != *text && **text != '-' && **text != '+';
    *text = end;
    return taken && *value > 0 && *value < 1;
}

static bool read_fixed_point(const char *rest, xb_wanted_loop *loop)
{
    loop->fixed_point = true;
    loop->tolerance = DEFAULT_TOLERANCE;
    bool fine = !take_word(&rest, ":") || take_tolerance(&rest, &loop->tolerance);
    return fine && *rest == '\0';
}

bool xb_wanted_loop_read_way(const char *way, xb_wanted_loop *loop)
{
    uint64_t number = DEFAULT_NUMBER;
    if (take_word(&way, "fixedpoint"))
        return read_fixed_point(way, loop);
    loop->periodic = take_word(&way, "periodic");
    bool is_given = loop->periodic ? take_word(&way, ":") : *way != '\0';
    bool fine =
        !is_given || (take_number(&way, &number) && number <= (loop->periodic ? MOST_STEPS : MOST_SNAPSHOTS));
    loop->number = (int64_t)number;
    return fine && *way == '\0';
}

bool xb_wanted_loop_read(xb_arena *arena, const char *word, size_t length, xb_wanted_loop *loop)
{
    const char *text = xb_arena_format(arena, "%.*s", (int)length, word), *rest = strchr(text, ':');
    if (!rest || rest == text)
        return false;
    loop->routine = xb_arena_format(arena, "%.*s", (int)(rest - text), text);
    rest++;
    if (!take_number(&rest, &loop->line))
        return false;
    bool has_way = take_word(&rest, ":");
    return has_way == (*rest != '\0') && xb_wanted_loop_read_way(rest, loop);
}

void xb_wanted_loop_write(const xb_wanted_loop *loop, xb_output *output)
{
    xb_output_format(output, "%s:%llu ", loop->routine, (unsigned long long)loop->line);
    if (loop->fixed_point)
        xb_output_format(output, "fixedpoint %.17g\n", loop->tolerance);
    else
        xb_output_format(output, "%s %lld\n", loop->periodic ? "periodic" : "checkpoint",
                         (long long)loop->number);
}

xb_status xb_wanted_loops_read(xb_run *run, const char *file, xb_vector *loops)
{
    xb_program *program = xb_run_program(run);
    xb_schedule_rules rules;
    xb_status status = xb_schedule_read(program->arena, program->diagnostics, file, &rules);
    const xb_schedule_loop *named = rules.loops.items;
    for (size_t i = 0; !status && i < rules.loops.count; i++) {
        xb_wanted_loop *loop = xb_vector_push(program->arena, loops, sizeof *loop);
        if (!xb_wanted_loop_read(program->arena, named[i].text, strlen(named[i].text), loop))
            status = xb_error(program->diagnostics, XB_STATUS_USAGE,
                              (xb_place){.file = rules.file, .line = named[i].line}, xb_wanted_loop_forms,
                              "a loop can't be '%s'", named[i].text);
    }
    return status;
}
