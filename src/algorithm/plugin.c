/*
 * libltdl says "file not found" whatever went wrong, so the file is looked for here first and the dynamic
 * linker is asked for the reason when it refuses a file that is there. Room for a handle is made before the
 * file is opened and the handle is kept at once, so that nothing leaks if memory runs out later on.
 *
 * libltdl leaves it to the dynamic linker when the functions that a plugin calls are looked for, and that is
 * when they are called. So the file that libltdl has found is opened once more beforehand, by the dynamic
 * linker and with all that it needs: a plugin in need of what is not there is refused when it is loaded.
 */
#include "algorithm/plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <ltdl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char symbol_name[] = "xaifbooster_plugin";

/* Suffixes that may be left out. */
static const char *const suffixes[] = {"", ".la", ".so"};

enum { SUFFIX_COUNT = sizeof suffixes / sizeof *suffixes, SUFFIX_LA = 1 };

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

/* The file in a folder (length bytes; none: the path is complete) with one of the suffixes from this one on,
 * or NULL. */
static const char *file_in(xb_arena *arena, const char *folder, size_t length, const char *name,
                           size_t suffix)
{
    for (; suffix < SUFFIX_COUNT; suffix++) {
        const char *path = xb_arena_format(arena, "%.*s%s%s%s", (int)length, folder, length > 0 ? "/" : "",
                                           name, suffixes[suffix]);
        if (is_file(path))
            return path;
    }
    return NULL;
}

static const char *file_along(xb_arena *arena, const char *path, const char *name, size_t suffix)
{
    while (path && *path) {
        size_t length = strcspn(path, ":");
        const char *file = length > 0 ? file_in(arena, path, length, name, suffix) : NULL;
        if (file)
            return file;
        path += length + (path[length] == ':');
    }
    return NULL;
}

/* Without a slash the dynamic linker would search folders of its own. */
static const char *find_file(xb_arena *arena, const char *name, const char *path)
{
    if (strchr(name, '/'))
        return file_in(arena, "", 0, name, 0);
    const char *file = file_along(arena, path, name, 0);
    return file ? file : file_in(arena, ".", 1, name, 0);
}

/* ---- loading ---- */

static xb_status refuse(xb_diagnostics *diagnostics, xb_status status, const char *file, const char *hint,
                        const char *problem)
{
    return xb_error(diagnostics, status, (xb_place){.file = file}, hint, "can't load the plugin: %s",
                    problem);
}

static bool make_room(xb_plugins *plugins)
{
    if (plugins->count < plugins->capacity)
        return true;
    size_t capacity = plugins->capacity * 2 + 4;
    void **handles = realloc(plugins->handles, capacity * sizeof *handles);
    if (!handles)
        return false;
    plugins->handles = handles;
    plugins->capacity = capacity;
    return true;
}

static bool start(xb_plugins *plugins)
{
    if (!plugins->started)
        plugins->started = lt_dlinit() == 0;
    return plugins->started;
}

/* Why the dynamic linker does not take a file; libltdl's own words if it would. */
static const char *reason(xb_arena *arena, const char *file, const char *own)
{
    own = xb_arena_format(arena, "%s", own ? own : "unknown error");
    void *handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
        const char *theirs = dlerror();
        return theirs ? xb_arena_format(arena, "%s", theirs) : own;
    }
    dlclose(handle);
    return own;
}

/* Why functions that a plugin calls can't be had, or NULL. Opens the file, and so binds it for whoever opens
 * it next, as long as *bound is not closed. */
static const char *bind(xb_arena *arena, lt_dlhandle handle, void **bound)
{
    const lt_dlinfo *info = lt_dlgetinfo(handle);
    const char *file = info && info->filename ? xb_arena_format(arena, "%s", info->filename) : NULL;
    lt_dlclose(handle); /* what is open stays as it is */
    *bound = file ? dlopen(file, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (*bound || !file)
        return NULL;
    const char *why = dlerror();
    return xb_arena_format(arena, "%s", why ? why : "unknown error");
}

static xb_plugin_function *function_of(lt_dlhandle handle)
{
    void *address = lt_dlsym(handle, symbol_name);
    xb_plugin_function *function = NULL;
    memcpy(&function, &address, sizeof function); /* ISO C has no cast from objects to functions */
    return function;
}

static xb_status add(xb_registry *registry, xb_arena *arena, xb_diagnostics *diagnostics, const char *file,
                     const xb_plugin *plugin)
{
    if (!plugin)
        return refuse(diagnostics, XB_STATUS_USAGE, file, NULL, "it returns no descriptor");
    if (plugin->abi != XB_ALGORITHM_ABI)
        return refuse(diagnostics, XB_STATUS_USAGE, file, "build it again with the headers of this version",
                      xb_arena_format(arena,
                                      "it was built for version %d of the interface, this is version %d",
                                      plugin->abi, XB_ALGORITHM_ABI));
    if (!plugin->algorithm && !plugin->offers)
        return refuse(diagnostics, XB_STATUS_USAGE, file, NULL,
                      "it describes no algorithm and offers nothing");
    xb_status status = xb_registry_add_offers(registry, diagnostics, plugin->offers, file);
    if (status || !plugin->algorithm)
        return status;
    const char *name = plugin->algorithm->name;
    if (name && xb_registry_find(registry, name) == plugin->algorithm)
        return XB_STATUS_OK; /* loaded before */
    return xb_registry_add(registry, diagnostics, plugin->algorithm, file);
}

static xb_status load(xb_plugins *plugins, xb_arena *arena, xb_registry *registry,
                      xb_diagnostics *diagnostics, const char *file)
{
    if (!make_room(plugins))
        return refuse(diagnostics, XB_STATUS_FAILED, file, NULL, strerror(ENOMEM));
    if (!start(plugins))
        return refuse(diagnostics, XB_STATUS_FAILED, file, NULL, lt_dlerror());
    lt_dlhandle handle = lt_dlopen(file);
    if (!handle)
        return refuse(diagnostics, XB_STATUS_FAILED, file, NULL, reason(arena, file, lt_dlerror()));
    void *bound;
    const char *unbound = bind(arena, handle, &bound);
    if (unbound)
        return refuse(diagnostics, XB_STATUS_FAILED, file, NULL, unbound);
    handle = lt_dlopen(file);
    if (bound)
        dlclose(bound);
    if (!handle)
        return refuse(diagnostics, XB_STATUS_FAILED, file, NULL, lt_dlerror());
    plugins->handles[plugins->count++] = handle;
    xb_plugin_function *function = function_of(handle);
    if (!function)
        return refuse(diagnostics, XB_STATUS_USAGE, file, NULL,
                      xb_arena_format(arena, "it does not export %s", symbol_name));
    return add(registry, arena, diagnostics, file, function());
}

xb_status xb_plugins_load(xb_plugins *plugins, xb_arena *arena, xb_registry *registry,
                          xb_diagnostics *diagnostics, const char *file, const char *path)
{
    const char *found = find_file(arena, file, path);
    if (found)
        return load(plugins, arena, registry, diagnostics, found);
    const char *hint = strchr(file, '/') ? "is the name right? it counts from the working folder"
                                         : "names without a slash are looked for in the folders of "
                                           "XAIFBOOSTER_PLUGIN_PATH, then in the working folder";
    return refuse(diagnostics, XB_STATUS_FAILED, file, hint, strerror(ENOENT));
}

xb_status xb_plugins_search(xb_plugins *plugins, xb_arena *arena, xb_registry *registry,
                            xb_diagnostics *diagnostics, const char *name, const char *path, bool *found)
{
    const char *file = strchr(name, '/') ? NULL : file_along(arena, path, name, SUFFIX_LA);
    *found = file != NULL;
    return file ? load(plugins, arena, registry, diagnostics, file) : XB_STATUS_OK;
}

void xb_plugins_close(xb_plugins *plugins)
{
    while (plugins->count > 0)
        lt_dlclose(plugins->handles[--plugins->count]);
    if (plugins->started)
        lt_dlexit();
    free(plugins->handles);
    *plugins = (xb_plugins){0};
}
