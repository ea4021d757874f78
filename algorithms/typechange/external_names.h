/**
 * @file
 * Names of routines without body in options.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_EXTERNAL_NAMES_H
#define XB_ALGORITHMS_TYPECHANGE_EXTERNAL_NAMES_H

#include "algorithm/algorithm.h"
#include "ir/subroutine_names.h"

/** A name in an option. */
typedef struct xb_external_name {
    const char *text;
    xb_agreement best; /**< how well subroutines of the program agree with it */
    bool used;         /**< something is called that is meant by it */
} xb_external_name;

/** A name that was typed. */
xb_external_name xb_external_name_of(const xb_run *run, const char *text);

/** Whether a routine that is called is meant by a name, which is used then. */
bool xb_external_is_meant(xb_external_name *name, const xb_symbol *called);

/** Warns of a name that is not used. @param option that it is in */
void xb_external_check_use(xb_run *run, const xb_external_name *name, const char *option);

#endif
