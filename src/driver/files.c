/*
 * There are as many files as options were given: all pairs are looked at. Names are those of one file if the
 * system says so, or if they are equal; devices take anything from anybody.
 */
#include "driver/files.h"

#include <string.h>
#include <sys/stat.h>

void files_add(xb_arena *arena, xb_vector *files, const char *name, const char *what, file_use use)
{
    if (name)
        *(used_file *)xb_vector_push(arena, files, sizeof(used_file)) = (used_file){name, what, use};
}

void files_add_read(xb_arena *arena, xb_vector *files, const xb_list *names, const char *what)
{
    for (size_t i = 0; i < names->count; i++)
        files_add(arena, files, names->items[i], what, FILE_READ);
}

static bool is_standard(const used_file *file)
{
    return strcmp(file->name, "-") == 0;
}

static bool is_read(const used_file *file)
{
    return file->use == FILE_READ;
}

static bool is_written(const used_file *file)
{
    return file->use == FILE_WRITTEN;
}

static bool is_same(const char *a, const char *b)
{
    struct stat x, y;
    if (stat(a, &x) != 0 || stat(b, &y) != 0)
        return strcmp(a, b) == 0;
    return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Of files that are standard input: whether both are read. */
static bool both_read(const used_file *a, const used_file *b)
{
    return is_standard(a) && is_standard(b) && !is_written(a) && !is_written(b);
}

/* Of files that are standard output: whether both are written. */
static bool both_written(const used_file *a, const used_file *b)
{
    return is_standard(a) && is_standard(b) && is_written(a) && is_written(b);
}

static xb_status check_pair(xb_diagnostics *diagnostics, const used_file *a, const used_file *b)
{
    if (both_read(a, b))
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "name a file for one of them",
                        "%s and %s are both standard input", a->what, b->what);
    if (both_written(a, b))
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "name a file for one of them",
                        "%s and %s both go to standard output", a->what, b->what);
    if (is_standard(a) || is_standard(b) || (is_read(a) && is_read(b)) || !is_same(a->name, b->name))
        return XB_STATUS_OK;
    const used_file *read = is_read(a) ? a : b, *written = is_written(a) ? a : b;
    if (is_read(read) && is_written(written))
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "write to another file",
                        "%s would overwrite %s, %s", written->what, read->what, written->name);
    return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "give each a file of its own",
                    "%s and %s are the same file, %s", a->what, b->what, a->name);
}

xb_status files_check(xb_diagnostics *diagnostics, const xb_vector *files)
{
    const used_file *all = files->items;
    for (size_t i = 0; i < files->count; i++)
        for (size_t k = i + 1; k < files->count; k++) {
            const xb_status status = check_pair(diagnostics, &all[i], &all[k]);
            if (status)
                return status;
        }
    return XB_STATUS_OK;
}
