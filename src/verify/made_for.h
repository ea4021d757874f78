/**
 * @file
 * What a transformed program was made for, as its document tells: derivatives of some variables by some, as
 * after `--activity=computed`. Others may be missing, and are not judged.
 */
#ifndef XB_VERIFY_MADE_FOR_H
#define XB_VERIFY_MADE_FOR_H

#include "ir/program.h"
#include "verify/cases/case.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Completes a case by what tags say (XB_TAG_INDEPENDENTS, XB_TAG_DEPENDENTS): the entry, and the names of
 * independents and dependents, each unless the case has it. Tags that the original has, too, are about that.
 * @param diagnostics gets warnings of names of the case that are none of these
 * @param description completed; texts are in the arena
 * @return whether there are such tags: see xb_judge_settings.named_only
 */
bool xb_made_for(xb_arena *arena, xb_diagnostics *diagnostics, const xb_program *original,
                 const xb_program *transformed, xb_case *description);

#ifdef __cplusplus
}
#endif

#endif
