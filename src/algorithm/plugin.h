/**
 * @file
 * Plugins: algorithms in shared objects.
 *
 * A plugin exports a function xaifbooster_plugin (xb_plugin_function) that returns its descriptor and the
 * version of the interface that it was built for.
 */
#ifndef XB_ALGORITHM_PLUGIN_H
#define XB_ALGORITHM_PLUGIN_H

#include "algorithm/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Loaded plugins. All zero: none, and the loader is not started. Not arena memory: must be closed. */
typedef struct xb_plugins {
    void **handles;  /**< private */
    size_t count;    /**< number of plugins */
    size_t capacity; /**< private */
    bool started;    /**< private */
} xb_plugins;

/**
 * Loads a plugin and adds its algorithm and its offers to a registry. Code of the plugin runs.
 * @param arena memory for texts of diagnostics
 * @param path folders to search, separated by colons; NULL or "" if there are none. A file name with a slash
 * is not searched; one without is searched in these folders, then in the working folder. The suffix of shared
 * objects may be left out.
 * @return XB_STATUS_OK; XB_STATUS_FAILED if the file can't be loaded; XB_STATUS_USAGE if it is no plugin, was
 * built for another version of the interface, or its algorithm was refused. Errors are reported.
 */
xb_status xb_plugins_load(xb_plugins *plugins, xb_arena *arena, xb_registry *registry,
                          xb_diagnostics *diagnostics, const char *file, const char *path);

/**
 * Loads the plugin NAME.so from the first of these folders that has it, for an algorithm that is named but
 * not known.
 * @param found receives whether there is such a file; if not, nothing is reported
 * @return as xb_plugins_load(), XB_STATUS_OK if there is no such file
 */
xb_status xb_plugins_search(xb_plugins *plugins, xb_arena *arena, xb_registry *registry,
                            xb_diagnostics *diagnostics, const char *name, const char *path, bool *found);

/** Unloads all plugins. Nothing that they made may be used any more. */
void xb_plugins_close(xb_plugins *plugins);

#ifdef __cplusplus
}
#endif

#endif
