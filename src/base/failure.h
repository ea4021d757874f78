/**
 * @file
 * What happens when memory runs out.
 *
 * Code that builds data structures would drown in checks if each allocation could fail. Instead, each
 * public entry point runs its work under xb_protect(); an allocation that fails in there abandons the work
 * and makes xb_protect() return false. Whatever the work had built lives in arenas, which are dropped as a
 * whole, so nothing leaks. Resources that are not arena memory (a file, an XML reader) are acquired outside
 * of the protected body and released after it.
 */
#ifndef XB_BASE_FAILURE_H
#define XB_BASE_FAILURE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A place that failing allocations return to. One belongs to each context; it is not shared by threads. */
typedef struct xb_failure xb_failure;

/**
 * Creates a failure point.
 * @return the failure point, owned by the caller, or NULL if memory ran out
 */
xb_failure *xb_failure_create(void);

/** Frees a failure point; NULL is allowed. No arena that was created with it may be used any more. */
void xb_failure_destroy(xb_failure *failure);

/**
 * Runs body(argument). Calls may nest: a failure returns to the innermost one.
 * @return true if the body returned, false if memory ran out in it
 */
bool xb_protect(xb_failure *failure, void (*body)(void *argument), void *argument);

/** Abandons the innermost protected body. Must be called within one. */
#ifdef __cplusplus
[[noreturn]] void xb_fail(xb_failure *failure);
#else
_Noreturn void xb_fail(xb_failure *failure);
#endif

#ifdef __cplusplus
}
#endif

#endif
