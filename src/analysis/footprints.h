/**
 * @file
 * Footprints: what a call of a routine may read and modify, closed over what it calls itself.
 *
 * What may happen is never too little: every variable that the routine, or anything that it calls, may modify
 * or read is told, by its own name or by one of its storage class (storage.h). What certainly happens is
 * never too much. Bodies are looked at; a Mod list of the document adds to what they show, and is believed
 * about what routines without body do. Of routines that are recursive it is not followed in which order
 * things happen.
 */
#ifndef XB_ANALYSIS_FOOTPRINTS_H
#define XB_ANALYSIS_FOOTPRINTS_H

#include "analysis/effects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a routine does with variables that are not its own. Each is listed once. A variable of its own stands
 * for those from outside that may share its storage. */
typedef struct xb_footprint {
    xb_list modified;   /**< xb_symbol: may be modified */
    xb_list read;       /**< xb_symbol: may be read */
    xb_list exposed;    /**< xb_symbol: may be read before it is certainly assigned as a whole */
    xb_list written;    /**< xb_symbol: is certainly assigned as a whole before the routine returns */
    bool reads_unknown; /**< it may read more: it calls routines without body, or has markers that may stand
                             for statements */
    bool modifies_unknown; /**< so it may modify more */
} xb_footprint;

/** What a routine does with a formal argument of its own. */
typedef struct xb_formal_use {
    bool modified; /**< may be modified */
    bool exposed;  /**< may be read before it is certainly assigned as a whole */
    bool seen;     /**< so it is by statements, not only by what markers may stand for */
    bool written;  /**< is certainly assigned as a whole before the routine returns */
} xb_formal_use;

/** The footprints of all routines. */
typedef struct xb_footprints xb_footprints;

/**
 * The footprints of the program as it was read.
 *
 * Takes time linear in the program and, for each call, in what the called routine uses from outside; sets of
 * variables from outside are kept for each routine.
 */
const xb_footprints *xb_footprints_of(xb_analyses *analyses);

/** The footprint of a routine; NULL if it is none that was read, or has no body. */
const xb_footprint *xb_footprint_of(const xb_footprints *footprints, const xb_routine *routine);

/** Whether a variable in the footprint of a routine is one that the routine, or what it calls, can know from
 * outside; else it is one of another routine, which only stands for what may share its storage. */
bool xb_footprint_knows(const xb_footprints *footprints, const xb_routine *routine, const xb_symbol *symbol);

/** What a routine with a body does with a formal argument. */
xb_formal_use xb_formal_use_of(const xb_footprints *footprints, const xb_formal *formal);

/** Whether routines may know a variable that is not passed to them: it is from outside of some routine that
 * refers to it, or may share storage with such a one. */
bool xb_footprints_share(const xb_footprints *footprints, const xb_symbol *symbol);

/** The analyses that the footprints belong to. */
xb_analyses *xb_footprints_analyses(const xb_footprints *footprints);

/**
 * An active variable that a call of a function may modify, but for the result; NULL if there is none.
 * @param arguments how many it has
 */
const xb_symbol *xb_function_changes_active(const xb_footprints *footprints, const xb_routine *function,
                                            size_t arguments);

/** What is known of routines without body besides that they may modify their arguments. */
typedef enum xb_black_boxes {
    XB_BLACK_BOXES_MODEST, /**< they don't modify variables from outside */
    XB_BLACK_BOXES_WILD    /**< they may */
} xb_black_boxes;

/**
 * Whether a call, of a subroutine or of a function, may modify storage of a reference of the caller. Never
 * false if it may.
 * @param call a SubroutineCall or a FunctionCall
 */
bool xb_call_may_modify(xb_analyses *analyses, const xb_node *call, const xb_reference *reference,
                        xb_black_boxes black_boxes);

/** Whether a call may read storage of a reference of the caller before it overwrites it. Never false if it
 * may. */
bool xb_call_may_read(xb_analyses *analyses, const xb_node *call, const xb_reference *reference,
                      xb_black_boxes black_boxes);

#ifdef __cplusplus
}
#endif

#endif
