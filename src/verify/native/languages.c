/*
 * The one table of languages in which programs are judged.
 */
#include <string.h>

#include "languages/languages.h"
#include "verify/native/internal.h"

static const xb_native_language languages[] = {{.source = &xb_fortran_language,
                                                .environment = "FC",
                                                .compiler = "gfortran",
                                                .options = "-std=f2008 -O1 -fcheck=all,no-array-temps -w",
                                                .put_driver = xb_native_put_fortran},
                                               {.source = &xb_c_language,
                                                .environment = "CC",
                                                .compiler = "cc",
                                                .options = "-std=c17 -O1 -fwrapv -ffp-contract=off -w",
                                                .libraries = "-lm",
                                                .header = "xaif_tape.h",
                                                .is_apart = true,
                                                .put_driver = xb_native_put_c}};

enum { COUNT = sizeof languages / sizeof *languages };

const xb_native_language *xb_native_language_of(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(languages[i].source->id, name) == 0)
            return &languages[i];
    return NULL;
}

const char *const xb_native_languages[COUNT + 1] = {"fortran", "c", NULL};
