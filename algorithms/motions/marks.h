/**
 * @file
 * Marks of calls: what a program that an algorithm has rewritten says of how its calls are to be reversed.
 *
 * They are tags, of names that are the engine's (doc/format.md), so that they last when the program is
 * written and read again, and no id of a statement can be taken for one:
 *
 * | tag | of a call |
 * | --- | --- |
 * | `xb.reversal=weak` | which is weak if no rule of a schedule fits it |
 * | `xb.reversal=step` | of a step, from the routine that solves for a fixed point (fixed_point.h) |
 */
#ifndef XB_ALGORITHMS_MOTIONS_MARKS_H
#define XB_ALGORITHMS_MOTIONS_MARKS_H

#include "ir/program.h"
#include "ir/statement.h"

/** How a call is to be reversed. */
typedef enum xb_mark { XB_MARK_WEAK, XB_MARK_STEP } xb_mark;

/** Marks a call. */
void xb_call_mark(xb_program *program, const xb_call *call, xb_mark mark);

/** Whether a call has a mark. */
bool xb_call_has_mark(const xb_program *program, const xb_call *call, xb_mark mark);

/** Whether a mark means something. @return XB_STATUS_INVALID if it does not, with an error */
xb_status xb_call_check_mark(const xb_program *program, const xb_call *call);

/**
 * Warns of each loop that is reversed as a fixed point, where that is not all that is asked for.
 *
 * @param what what becomes of it
 * @param hint what to do instead
 */
void xb_warn_of_steps(xb_program *program, xb_arena *scratch, const char *what, const char *hint);

/** Takes all marks off a call, and what tells where it was before. */
void xb_call_unmark(xb_program *program, const xb_call *call);

#endif
