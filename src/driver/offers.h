/*
 * Plugins of a program that runs no algorithms: what they offer.
 */
#ifndef XB_DRIVER_OFFERS_H
#define XB_DRIVER_OFFERS_H

#include "algorithm/plugin.h"

/*
 * Loads the plugins in files (char), also along XAIFBOOSTER_PLUGIN_PATH, and reports what is wrong with them.
 * Returns a registry of what they offer; they are to be closed when it is not used any more.
 */
const xb_registry *load_offers(xb_plugins *plugins, xb_arena *arena, xb_diagnostics *diagnostics,
                               const xb_list *files);

#endif
