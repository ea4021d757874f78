/**
 * @file
 * Files that hold schedules.
 *
 * A line is empty, or a comment that begins with `#`, or a rule of three words: the caller, the callee, and
 * `strong` or `weak`. Routines are named as in the program's source or as in the document, whatever the case;
 * `*`, `?` and `[...]` stand for any text, any character, and any of these. `CALLEE#N` is only the Nth call
 * of the callee, from 1, in the text of the caller. Of several rules that fit a call the last one counts.
 *
 * A line `ROUTINE:LINE checkpoint [SNAPSHOTS]`, or `ROUTINE:LINE periodic [STEPS]`, names a loop that is to
 * be reversed by checkpoints, and `ROUTINE:LINE fixedpoint [TOLERANCE]` one that is reversed as the fixed
 * point that it finds (algorithms/loopcheckpointing).
 */
#ifndef XB_ALGORITHMS_MOTIONS_SCHEDULE_FILE_H
#define XB_ALGORITHMS_MOTIONS_SCHEDULE_FILE_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/vector.h"

/** A rule for calls. */
typedef struct xb_schedule_rule {
    const char *caller, *callee; /**< names or patterns */
    uint64_t ordinal;            /**< of the call among those of the callee in the caller, from 1; 0: any */
    bool weak;
    size_t line; /**< of the file */
} xb_schedule_rule;

/** A loop that is to be reversed by checkpoints. */
typedef struct xb_schedule_loop {
    const char *text;  /**< as the option of loopcheckpointing has it: ROUTINE:LINE[:HOW][:NUMBER] */
    const char *words; /**< as a schedule has it: ROUTINE:LINE checkpoint|periodic|fixedpoint [NUMBER] */
    size_t line;       /**< of the file */
} xb_schedule_loop;

/** The rules of a schedule. */
typedef struct xb_schedule_rules {
    const char *file; /**< for messages; NULL: none */
    xb_vector rules;  /**< xb_schedule_rule */
    xb_vector loops;  /**< xb_schedule_loop */
} xb_schedule_rules;

/** A rule for all calls. */
xb_schedule_rules xb_schedule_uniform(xb_arena *arena, bool weak);

/**
 * Reads a file of rules.
 * @param file its name, "-" for standard input; copied
 * @param rules receives the rules, in the arena
 * @return XB_STATUS_OK; XB_STATUS_USAGE for what is wrong in it, all of which was reported with lines;
 * XB_STATUS_FAILED if it can't be read
 */
xb_status xb_schedule_read(xb_arena *arena, xb_diagnostics *diagnostics, const char *file,
                           xb_schedule_rules *rules);

#endif
