/**
 * @file
 * Interfaces of routines without body that rules name: languages need them where these are called.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_PART_INTERFACES_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_PART_INTERFACES_H

#include "catalogue/catalogue.h"
#include "ir/program.h"

/**
 * Gives a part of a rule an interface, unless it has one, or a body.
 * @param version what calls it, with its formal arguments in their final form
 * @param reverse whether it is an adjoint routine
 */
void xb_part_interface(xb_program *program, const xb_routine_rule *rule, const xb_routine *version,
                       xb_symbol *part, bool reverse);

#endif
