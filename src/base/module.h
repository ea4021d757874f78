/**
 * @file
 * Modules of the library itself: parts that need a large library, which is loaded only by those who use it.
 */
#ifndef XB_BASE_MODULE_H
#define XB_BASE_MODULE_H

#include "base/places.h"

/** Says where modules are looked for: the beginning of a hint. */
#define XB_MODULE_FOLDERS                                                  \
    "the module is looked for in the folders of the environment variable " \
    "XAIFBOOSTER_MODULE_PATH, then in " XB_MODULE_DIR

/**
 * Loads a module, from the folders above or, if that variable is not set, also from those where the dynamic
 * linker looks (programs that are run where they were built find modules there). It stays
 * loaded; loading it again costs nothing.
 * @param name such as xaifbooster-igraph
 * @param problem receives what went wrong, if NULL is returned
 * @return the module, for xb_module_symbol(), or NULL
 */
void *xb_module_open(const char *name, const char **problem);

/** The address of a symbol of a module, or NULL. */
void *xb_module_symbol(void *module, const char *name);

#endif
