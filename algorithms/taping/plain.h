/**
 * @file
 * Functions that are called within expressions.
 *
 * The taping sweep evaluates expressions, the adjoint sweep does not: a function that is called in a
 * condition or a subscript must neither tape nor store anything, whatever the mode of the run is, and nor
 * must what it calls. These routines get a plain version, a replacement list of its own, that only computes
 * values. A routine that is called as a subroutine, too, has that beside its replacement list, under a name
 * of its own.
 */
#ifndef XB_ALGORITHMS_TAPING_PLAIN_H
#define XB_ALGORITHMS_TAPING_PLAIN_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"

/** The name of plain versions, see xb_version_find(). */
#define XB_PLAIN_VERSION "plain"

/** Which routines have a plain version, and which a replacement list. */
typedef struct xb_plain xb_plain;

/**
 * Makes the plain versions of all routines that need one.
 * @param callees of the derived program
 * @param plain receives the result
 * @return XB_STATUS_OK, or that of the errors that were reported: a function within an expression may modify
 * active variables
 */
xb_status xb_plain_create(xb_run *run, const xb_callees *callees, const xb_plain **plain);

/** The plain version of a routine, as it was read; NULL if it has none. */
xb_routine *xb_plain_version(const xb_plain *plain, const xb_routine *routine);

/** Whether a routine, as it was read, has a replacement list. */
bool xb_plain_is_listed(const xb_plain *plain, const xb_routine *routine);

/** Makes the function calls in a version of a routine call plain versions. */
void xb_plain_redirect(const xb_plain *plain, xb_routine *version);

#endif
