/**
 * @file
 * Reading catalogues of intrinsics.
 */
#ifndef XB_LANGUAGES_XAIF_CATALOGUE_H
#define XB_LANGUAGES_XAIF_CATALOGUE_H

#include "catalogue/catalogue.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Reads a catalogue document, inlinable or non-inlinable (its root element tells), on top of what is there;
 * an item of a known name replaces the known one, of either kind. If anything is wrong with the document,
 * nothing of it is taken. Needs an active xb_protect() (failure.h).
 * @param file name of the document, "-" for standard input
 * @return XB_STATUS_OK, or the class of the error that was reported
 */
xb_status xb_catalogue_read(xb_catalogue *catalogue, xb_diagnostics *diagnostics, const char *file);

/** The lines of the rules of libraries that come with us (catalogues/blas_rules.xaif). The last one is NULL.
 */
extern const char *const xb_library_rules[];

/**
 * Adds rules that come with us for routines of libraries, unless the catalogue has one of that name. Needs an
 * active xb_protect() (failure.h).
 * @param is_wanted whether there is a use for the rule of a name
 * @param added receives xb_routine_rule: what was added; in the catalogue's arena
 */
xb_status xb_catalogue_add_library(xb_catalogue *catalogue, xb_diagnostics *diagnostics,
                                   bool (*is_wanted)(void *context, const char *name), void *context,
                                   xb_list *added);

#ifdef __cplusplus
}
#endif

#endif
