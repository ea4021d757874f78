/**
 * @file
 * What the parts of drives share. Not installed.
 */
#ifndef XB_VERIFY_DRIVE_INTERNAL_H
#define XB_VERIFY_DRIVE_INTERNAL_H

#include "verify/drive.h"

struct xb_drive {
    xb_arena *arena;
    xb_program *program;
    const xb_case *description;
    const xb_layout *layout;
    xb_drive_options options;
    xb_evaluator *evaluator; /* owned */
    const xb_routine *entry;
    const xb_routine *back;  /* what is called for the adjoint sweep: the entry, or the motion that returns */
    xb_variable **variables; /* by storage; NULL: absent */
    bool by_name;            /* derivatives are variables, */
    xb_variable **derivatives; /* by storage: these; NULL: absent, or there are none */
    size_t direction;          /* the one that is run for */
    const xb_drive_data *data; /* of the run that is under way */
    xb_status taped;           /* the outcome of reading y after taping */
    bool left_tapes;           /* something was left on a stack */
};

/** The symbol of the program that is driven for one of the program that was laid out; NULL if there is none.
 */
const xb_symbol *xb_drive_symbol(const xb_drive *drive, const xb_symbol *symbol);

/** The variable that holds the derivatives of a storage; NULL if there is none. */
xb_variable *xb_drive_derivative_variable(const xb_drive *drive, const xb_layout_storage *storage);

/** Reads a derivative, wherever it is. @return whether it is defined */
bool xb_drive_get_derivative(const xb_drive *drive, size_t storage, size_t element, size_t direction,
                             double complex *derivative);

/** Sets a derivative, wherever it is; one of another direction than that of the run is nowhere. */
void xb_drive_set_derivative(const xb_drive *drive, size_t storage, size_t element, size_t direction,
                             double complex derivative);

/** Makes derivatives of all global variables 0 that are not so, in the direction of the run if there is one.
 */
void xb_drive_zero_globals(const xb_drive *drive);

/** Variables by position, with those of derivatives after those that have one. */
xb_variable *const *xb_drive_arguments(const xb_drive *drive, size_t *count);

#endif
