/**
 * @file
 * Programs that other algorithms read what is written of (XB_PROPERTY_REWRITTEN): what is not true of them
 * any more has to go, and what is named by its place in the text keeps its name.
 */
#ifndef XB_ALGORITHMS_SUPPORT_REWRITING_H
#define XB_ALGORITHMS_SUPPORT_REWRITING_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Leaves out what the front end knows of definitions and uses: it refers to statements of the routine as it
 * was. @param routine made of copies only */
void xb_forget_chains(xb_run *run, xb_routine *routine);

/**
 * Has schedules name the calls of a routine as they were.
 * @param ordinals of all calls, see xb_call_ordinals()
 * @param form made of the routine, of copies only
 */
void xb_keep_origins(xb_run *run, const xb_routine *original, const uint64_t *ordinals, xb_routine *form);

#ifdef __cplusplus
}
#endif

#endif
