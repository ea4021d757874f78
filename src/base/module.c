/*
 * libltdl opens the files. A module stays loaded when nobody uses it any more: libraries that it depends on
 * allocate memory when they are loaded, which they don't release when they are unloaded.
 */
#include "base/module.h"

#include <ltdl.h>
#include <stdlib.h>
#include <string.h>

/* Tries to open the module in a folder, whose name has this length; NULL if it isn't there or memory ran out.
 */
static lt_dlhandle open_in(const char *folder, size_t length, const char *name)
{
    size_t name_size = strlen(name) + 1;
    char *path = malloc(length + 1 + name_size);
    if (!path)
        return NULL;
    memcpy(path, folder, length);
    path[length] = '/';
    memcpy(path + length + 1, name, name_size);
    lt_dlhandle module = lt_dlopenext(path);
    free(path);
    return module;
}

/* Opens the module in the first of the folders, separated by colons, that has it. */
static lt_dlhandle open_along(const char *folders, const char *name)
{
    lt_dlhandle module = NULL;
    while (!module && *folders) {
        size_t length = strcspn(folders, ":");
        if (length > 0)
            module = open_in(folders, length, name);
        folders += length + (folders[length] == ':');
    }
    return module;
}

void *xb_module_open(const char *name, const char **problem)
{
    if (lt_dlinit() != 0) {
        *problem = lt_dlerror();
        return NULL;
    }
    const char *folders = getenv("XAIFBOOSTER_MODULE_PATH");
    lt_dlhandle module = folders ? open_along(folders, name) : NULL;
    if (!module)
        module = open_along(XB_MODULE_DIR, name);
    if (!module && !folders)
        module = lt_dlopenext(name);
    if (!module) {
        *problem = lt_dlerror();
        if (!*problem)
            *problem = "not found";
        lt_dlexit();
        return NULL;
    }
    lt_dlmakeresident(module);
    return module;
}

void *xb_module_symbol(void *module, const char *name)
{
    return lt_dlsym(module, name);
}
