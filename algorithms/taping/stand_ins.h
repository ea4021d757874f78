/**
 * @file
 * Stand-ins: what has the derivative of a local array in the adjoint sweep when nothing says how large that
 * array is.
 *
 * Such an array is sized by what is not known when the adjoint sweep begins: it may have been deallocated, or
 * not be allocated yet, or its bounds may depend on arguments that have changed. So the adjoint sweep does
 * not refer to it, but to a temporary that is allocated with the extents that the array had. The taping sweep
 * notes these, and the lower bounds, wherever it uses the array, and pushes them once, at the end. What it
 * passes a callee as a whole may have been allocated there, or not: such notes are made if it is allocated.
 *
 * Assignments never change the shape of an array that is allocated; calls that allocate do, and so do
 * assignments behind calls that deallocate. At such calls, what has been noted of the array that goes is
 * pushed, and on the way back the stand-in becomes that array again, whose derivatives are zero, since
 * nothing has used what went.
 *
 * An array that routines within this one refer to has a stand-in that they share, a variable of this routine.
 * Calls of such routines may allocate the array, as if it was passed.
 */
#ifndef XB_ALGORITHMS_TAPING_STAND_INS_H
#define XB_ALGORITHMS_TAPING_STAND_INS_H

#include "algorithms/taping/taping.h"

/** A stand-in. */
struct xb_stand_in {
    const xb_symbol *array;
    xb_symbol *symbol; /**< what stands for it */
    xb_list extents;   /**< xb_symbol by dimension: where extents are noted */
    xb_list offsets;   /**< xb_symbol by dimension: where lower bounds are noted, minus 1 */
    bool has_bounds;   /**< it is allocated with the lower bounds of the array, which are noted as they are,
                            since what it is passed to may allocate it so; else it begins at 1 */
};

/** The stand-in for a variable; NULL if it needs none. */
const xb_stand_in *xb_stand_in_for(xb_taping *taping, const xb_symbol *symbol);

/** Makes those stand-ins that routines within this one share. */
void xb_stand_ins_find_shared(xb_taping *taping);

/** Lets a reference to an array be one to its stand-in. */
void xb_stand_in_refer(xb_taping *taping, const xb_stand_in *in, xb_reference *reference);

/** Appends what notes extents and lower bounds; the array must be there. */
void xb_stand_in_note(const xb_taping *taping, const xb_stand_in *in, xb_list *statements);

/** The same for an array that may not be there, see xb_taping.notes. */
void xb_stand_in_note_if_allocated(xb_taping *taping, const xb_stand_in *in, xb_list *statements);

/** The same for all arrays that routines within this one refer to, after a call of one of them. */
void xb_stand_ins_note_shared(xb_taping *taping, xb_list *statements);

/** What is pushed where a call allocates or deallocates an array: what has been noted of the one that goes.
 */
xb_tape_segment xb_stand_in_former(xb_taping *taping, const xb_stand_in *in);

/** What is to be done there in the adjoint sweep, after the pops: xb_statement. */
xb_list xb_stand_in_allocate_former(const xb_taping *taping, const xb_stand_in *in,
                                    const xb_tape_segment *former);

/** The id of a statement that allocates the value of a variable whose derivative is there already. */
#define XB_ID_ALLOCATION_OF_VALUE "_allocation_of_value"

/** Appends what is to be done after a call has done that for the derivative alone. */
void xb_stand_in_allocate_value(const xb_taping *taping, const xb_stand_in *in, const xb_tape_segment *former,
                                xb_list *statements);

/** What is to be done at the beginning of the taping sweep, where nothing is noted yet: xb_statement. */
xb_list xb_stand_ins_start(const xb_taping *taping);

/** What is to be done at the beginning of the adjoint sweep, after the pops: xb_statement. */
xb_list xb_stand_ins_allocate(xb_taping *taping);

#endif
