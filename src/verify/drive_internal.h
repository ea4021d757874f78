/**
 * @file
 * What the parts of drives share. Not installed.
 */
#ifndef XB_VERIFY_DRIVE_INTERNAL_H
#define XB_VERIFY_DRIVE_INTERNAL_H

#include "verify/by_name.h"
#include "verify/drive.h"

/** No row or column. */
#define XB_NOWHERE SIZE_MAX

/** Rows, or columns, of the matrix of a routine that computes the Jacobian in one call. */
typedef struct xb_drive_side {
    size_t length;  /**< how many there are */
    size_t *places; /**< by number of y, or of x: from 0, or XB_NOWHERE */
} xb_drive_side;

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
    const xb_by_name *by_name; /* derivatives that are variables; NULL: not known */
    size_t width;         /* how many directions have variables of their own; 0: there are no such ones */
    const xb_list *named; /* by storage: const xb_symbol of these, by direction */
    xb_variable **derivatives;   /* by storage and direction: these; NULL: absent, or there are none */
    size_t direction;            /* the first one of those that are run for, if they are variables */
    const xb_drive_data *data;   /* of the run that is under way */
    xb_status taped;             /* the outcome of reading y after taping */
    bool left_tapes;             /* something was left on a stack */
    xb_drive_side rows, columns; /* of XB_DRIVE_JACOBIAN */
    xb_variable *matrix;         /* likewise, of the run that is under way; else NULL */
};

/** Whether a routine has a tag with a value. */
bool xb_drive_has_tag(const xb_program *program, const xb_routine *routine, const char *name,
                      const char *value);

/** The symbol of the program that is driven for one of the program that was laid out; NULL if there is none.
 */
const xb_symbol *xb_drive_symbol(const xb_drive *drive, const xb_symbol *symbol);

/** Finds the names of derivatives that are variables. */
void xb_drive_name_derivatives(xb_drive *drive);

/** Makes variables for them, or takes those that are global; NULL where there are none. */
void xb_drive_make_derivatives(const xb_drive *drive, size_t storage);

/** Where the derivatives of a storage are, by direction: as many as there are variables for. */
static inline xb_variable **xb_drive_derivatives_of(const xb_drive *drive, size_t storage)
{
    return drive->derivatives + storage * drive->width;
}

/** Reads a derivative, wherever it is. @return whether it is defined */
bool xb_drive_get_derivative(const xb_drive *drive, size_t storage, size_t element, size_t direction,
                             double complex *derivative);

/** Sets a derivative, wherever it is; one of other directions than those of the run is nowhere. */
void xb_drive_set_derivative(const xb_drive *drive, size_t storage, size_t element, size_t direction,
                             double complex derivative);

/** Makes derivatives 0, of local variables that are kept, or of all that outlast a call. */
void xb_drive_zero_derivatives(const xb_drive *drive, bool globals);

/** Takes the routine that computes the Jacobian in the place of the entry, and finds rows and columns.
 * @return XB_STATUS_OK or XB_STATUS_INVALID, reported */
xb_status xb_drive_find_jacobian(xb_drive *drive);

/** Gives values to elements of arguments and variables from outside that have none. */
void xb_drive_give_values(const xb_drive *drive);

/** Makes the matrix. @return false if memory ran out */
bool xb_drive_make_matrix(xb_drive *drive);

/** Variables by position, with those of derivatives after those that have one, and the matrix at the end. */
xb_variable *const *xb_drive_arguments(const xb_drive *drive, size_t *count);

#endif
