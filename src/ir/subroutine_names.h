/**
 * @file
 * Which subroutines somebody means who types a name, on a command line or in a catalogue.
 *
 * Those whose ids agree with it best: exactly; else but for case; else but for what front ends decorate names
 * with, too. So "solve" means "solve_2" unless there is a "solve".
 */
#ifndef XB_IR_SUBROUTINE_NAMES_H
#define XB_IR_SUBROUTINE_NAMES_H

#include "ir/decoration.h"
#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How well the subroutines of a program agree with a name at best; XB_AGREES_NOT: none of them is meant.
 * Takes a look at all symbols. */
xb_agreement xb_subroutine_agreement(const xb_program *program, const char *name);

/** Whether a subroutine is meant by a name. @param best what xb_subroutine_agreement() gave for that */
bool xb_subroutine_is_meant(const xb_symbol *symbol, const char *name, xb_agreement best);

/** The routine with a body that is meant by a name: the first one that agrees best; NULL: there is none. */
xb_routine *xb_routine_meant(const xb_program *program, const char *name);

/** A hint of the form "did you mean …?", which names the subroutine without body that is most like a name;
 * NULL: there is none. */
const char *xb_subroutine_suggest(const xb_program *program, xb_arena *arena, const char *name);

#ifdef __cplusplus
}
#endif

#endif
