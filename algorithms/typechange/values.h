/**
 * @file
 * Conversions as statements: what every generator puts around converted calls for values, with hooks for what
 * it does with derivatives.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_VALUES_H
#define XB_ALGORITHMS_TYPECHANGE_VALUES_H

#include "algorithms/typechange/typechange.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a generator adds to the conversion of values. */
typedef struct xb_conversion_hooks {
    /** Called before the value is copied to the temporary, which is allocated. @param again it was called for
     * this temporary before, in an earlier round of a loop */
    void (*enter)(void *context, const xb_conversion *conversion, bool again, xb_list *statements);
    /** Called when the value was copied back. */
    void (*leave)(void *context, const xb_conversion *conversion, xb_list *statements);
    void *context;
} xb_conversion_hooks;

/** Appends a converted call, or the assignment that it stands for, with its conversions. The call and the
 * saved subscripts are taken over: they can be put in one place only. @param statements receives xb_statement
 */
void xb_put_converted_call(xb_program *program, const xb_converted_call *converted,
                           const xb_conversion_hooks *hooks, xb_list *statements);

/**
 * Derives routines in which the arguments of functions in conditions and loop heads are converted, in blocks
 * of their own: before the vertex, and before the EndLoops that lead back to it where the function is
 * evaluated in each round.
 */
void xb_put_converted_functions(xb_run *run, const xb_conversion_hooks *hooks);

#ifdef __cplusplus
}
#endif

#endif
