/**
 * @file
 * What routines are written as when each has several versions: replacement lists, or routines, beside plain
 * versions of functions that are called within expressions.
 */
#ifndef XB_ALGORITHMS_TAPING_FORMS_H
#define XB_ALGORITHMS_TAPING_FORMS_H

#include "algorithms/taping/plain.h"

/** What makes the forms of routines. */
typedef struct xb_form_maker {
    void *context;
    const struct xb_given *given; /**< says in which order routines are made; or NULL */
    /** Appends what a routine, as read, is written as. @return XB_STATUS_OK, or that of an error that was
     * reported */
    xb_status (*make)(void *context, xb_routine *original, xb_list *forms);
    /** What the plain version of a routine is written as. */
    xb_routine *(*make_plain)(void *context, xb_routine *original, xb_routine *plain);
    /** Called when all forms are in their places; NULL: calls are joined with versions. */
    void (*join)(void *context);
} xb_form_maker;

/** The routines of a program, as read, that have other versions than plain ones, and modules: xb_routine. */
xb_list xb_forms_routines(xb_program *program, const xb_plain *plain);

/**
 * Makes the forms of all routines, and derives them if there were no errors. Scratch memory is reset before
 * each of them is made.
 * @return XB_STATUS_OK, or that of the first error that was reported
 */
xb_status xb_forms_derive(xb_run *run, const xb_plain *plain, const xb_form_maker *maker);

#endif
