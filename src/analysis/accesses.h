/**
 * @file
 * Accesses: what a statement or an expression reads and writes, in the order of execution, calls included.
 */
#ifndef XB_ANALYSIS_ACCESSES_H
#define XB_ANALYSIS_ACCESSES_H

#include "analysis/footprints.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is accessed. */
typedef enum xb_access_extent {
    XB_EXTENT_REFERENCE, /**< what a reference denotes */
    XB_EXTENT_VARIABLE,  /**< some part of a variable */
    XB_EXTENT_OUTSIDE,   /**< what routines without body may know: variables from outside, targets of pointers
                          */
    XB_EXTENT_ANYTHING   /**< what a marker may stand for */
} xb_access_extent;

/** An access. If it both reads and writes, it reads first. */
typedef struct xb_access {
    xb_access_extent extent;
    const xb_symbol *symbol;       /**< the variable; NULL unless the extent is a reference or a variable */
    const xb_reference *reference; /**< the reference, unless the extent is another one; a variable that is
                                        passed as an argument has one, too, which says where */
    bool read;                     /**< may be read */
    bool written;                  /**< may be written */
    bool assumed;                  /**< is written for all that is known: by a routine without body */
    bool updated; /**< is passed to an argument that may be written, also when that is what reads it */
    bool certain; /**< is certainly written, all that the reference denotes, or all of the variable */
} xb_access;

/** What is done with an access. */
typedef void xb_accessed(void *context, const xb_access *access);

/**
 * Goes over the accesses of a node: each storage that may be read or written is in an access (never too
 * little), each `certain` one is certainly written. Reads come before the writes that follow them.
 * @param node a statement, an Initialization or Update, an expression, a vertex of one, or a triplet
 * @param view which of the nodes in it count
 */
void xb_accesses_each(const xb_footprints *footprints, xb_view view, const xb_node *node,
                      xb_accessed *accessed, void *context);

/** Goes over what declared bounds of the variables of a routine read when it is entered. */
void xb_accesses_each_declared(const xb_footprints *footprints, xb_view view, const xb_routine *routine,
                               xb_accessed *accessed, void *context);

/** Whether an access certainly overwrites all of its variable. */
bool xb_access_is_whole(const xb_access *access);

/** Whether an access may concern storage of a reference in the same routine. Never false if it may. */
bool xb_access_concerns(const xb_footprints *footprints, const xb_access *access,
                        const xb_reference *reference);

/** Whether a formal argument is certainly all of what is passed: a number for a number, or a whole array for
 * an array that takes its shape, or is proved to have the same one.
 * @param call the SubroutineCall or FunctionCall that passes it
 * @param formal of the routine, or of the interface that is known of it; or NULL */
bool xb_passes_whole(const xb_footprints *footprints, const xb_node *call, const xb_reference *actual,
                     const xb_formal *formal);

/* ---- markers ---- */

/** Whether a marker stands for nothing that is executed. Front ends leave markers for declarations and
 * comments, and for statements that XAIF can't express. */
bool xb_marker_is_harmless(const xb_marker *marker);

/** Whether a marker may stand for a statement of which it is not known what it does. */
bool xb_marker_is_unknown(const xb_marker *marker);

#ifdef __cplusplus
}
#endif

#endif
