/*
 * A registry without algorithms takes what plugins bring.
 */
#include "driver/offers.h"

#include <stdlib.h>

const xb_registry *load_offers(xb_plugins *plugins, xb_arena *arena, xb_diagnostics *diagnostics,
                               const xb_list *files)
{
    xb_registry *registry = xb_registry_create(arena, NULL);
    const char *path = getenv("XAIFBOOSTER_PLUGIN_PATH");
    for (size_t i = 0; i < files->count; i++)
        xb_plugins_load(plugins, arena, registry, diagnostics, files->items[i], path);
    return registry;
}
