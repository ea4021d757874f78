/**
 * @file
 * The verifier: whether a program is what everything that works on it relies on.
 *
 * Checked are: edges and ids (unique among their likes), expressions (acyclic, one root, operand positions
 * complete), references (symbols of the right kind, subscripts as the rank says, keys that exist, derivative
 * components where there are any), calls and formal arguments, control flow (one Entry, one Exit, out-edges
 * and conditions as the kind of vertex asks for), scopes (a tree), derivative propagators. Everything found
 * is reported through the program's diagnostics with line, element path and hint; a vertex of a control-flow
 * graph that can't be reached is a warning. Linear time.
 */
#ifndef XB_IR_VERIFY_H
#define XB_IR_VERIFY_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Verifies a program as it was read.
 * @param scratch memory for the work, not released here
 * @return XB_STATUS_OK, or the status of the first error that was found: XB_STATUS_INVALID, or
 * XB_STATUS_UNSUPPORTED for procedures as arguments
 */
xb_status xb_verify(xb_program *program, xb_arena *scratch);

/**
 * Verifies a program as it would be written: derived nodes in the place of those that they replace. Ids of
 * generated statements may repeat here; the writer makes them unique.
 * @param scratch memory for the work, not released here
 */
xb_status xb_verify_derived(xb_program *program, xb_arena *scratch);

#ifdef __cplusplus
}
#endif

#endif
