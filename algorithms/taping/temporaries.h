/**
 * @file
 * Removal of what only derivatives need.
 */
#ifndef XB_ALGORITHMS_TAPING_TEMPORARIES_H
#define XB_ALGORITHMS_TAPING_TEMPORARIES_H

#include "algorithm/algorithm.h"

/** Whether a statement is linear in derivatives; calls may be, and are not known. */
bool xb_is_linear(const xb_statement *statement);

/** Takes all statements that are linear in derivatives out of a routine's blocks, but for calls. */
void xb_drop_derivatives(xb_program *program, xb_routine *routine);

/** Takes assignments to, and allocations of, temporaries whose values nothing needs out of a routine's
 * blocks. Linear time. */
void xb_sweep_temporaries(xb_run *run, xb_routine *routine);

#endif
