/*
 * The first two files that are standard input are named.
 */
#include "driver/standard_input.h"

#include <string.h>

xb_status check_standard_input(xb_diagnostics *diagnostics, const input_file *files, size_t count)
{
    const char *first = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!files[i].file || strcmp(files[i].file, "-") != 0)
            continue;
        if (first)
            return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "name a file for one of them",
                            "%s and %s are both standard input", first, files[i].what);
        first = files[i].what;
    }
    return XB_STATUS_OK;
}
