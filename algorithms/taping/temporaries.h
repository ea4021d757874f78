/**
 * @file
 * Removal of what only derivatives need.
 */
#ifndef XB_ALGORITHMS_TAPING_TEMPORARIES_H
#define XB_ALGORITHMS_TAPING_TEMPORARIES_H

#include "algorithm/algorithm.h"

/** Whether a statement is linear in derivatives; calls may be, and are not known. */
bool xb_is_linear(const xb_statement *statement);

/** Completes a version, as xb_version_complete() does, without what only derivatives need: statements that
 * are linear in derivatives, but for calls, and temporaries whose values nothing else needs. Linear time. */
void xb_complete_without_derivatives(xb_run *run, xb_routine *version);

/** Takes assignments to, and allocations of, temporaries whose values nothing needs out of a routine's
 * blocks. Linear time. */
void xb_sweep_temporaries(xb_run *run, xb_routine *routine);

/** The same, with temporaries that something else needs. @param needed these */
void xb_sweep_temporaries_but(xb_run *run, xb_routine *routine, const xb_node_set *needed);

#endif
