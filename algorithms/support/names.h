/**
 * @file
 * Names of subroutines: as front ends spell them, and as people do.
 */
#ifndef XB_ALGORITHMS_SUPPORT_NAMES_H
#define XB_ALGORITHMS_SUPPORT_NAMES_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The subroutine symbol with this plain name that is visible from a scope (the innermost one counts); if
 * there is none, a new overlay symbol of the global scope. NULL if the name belongs to something else.
 */
xb_symbol *xb_subroutine_named(xb_program *program, xb_scope *scope, const char *plain_name);

/**
 * Checks that the new name of a routine, the old one after the program's prefix, is no other symbol's: in no
 * scope, in no case, decorated by the front end or not. A wrapper may be declared, but have no body.
 * @param place where to report that it is
 * @return XB_STATUS_UNSUPPORTED: it is, and that was reported
 */
xb_status xb_check_new_name(xb_run *run, const xb_symbol *symbol, bool is_wrapper, xb_place place);

/**
 * The symbol of a routine under its new name, which must be free. It is in the scope of the original, as an
 * overlay symbol unless the program declares a routine of that name.
 */
xb_symbol *xb_prefixed_symbol(xb_program *program, const xb_symbol *symbol);

/**
 * A new symbol for a version of a routine, in the same scope and of the same type: the program's prefix, the
 * stem, an underscore and the name of the routine, with a number after the stem if that name is taken.
 */
xb_symbol *xb_version_subroutine(xb_program *program, const xb_symbol *symbol, const char *stem);

/** The same with the name of the routine and a suffix, with a number after it if that name is taken. */
xb_symbol *xb_suffixed_subroutine(xb_program *program, const xb_symbol *symbol, const char *suffix);

#ifdef __cplusplus
}
#endif

#endif
