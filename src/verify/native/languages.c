/*
 * The one table of languages in which programs are judged.
 */
#include <string.h>

#include "languages/c/writer.h"
#include "languages/fortran/writer.h"
#include "verify/native/internal.h"

static xb_status make_fortran(xb_analyses *analyses, xb_arena *arena, xb_arena *lines, xb_source *source)
{
    (void)lines;
    return xb_fortran_make(analyses, arena, source);
}

static xb_status put_fortran(xb_source *source, xb_arena *arena, xb_arena *lines, xb_output *output)
{
    (void)lines;
    return xb_fortran_put(source, arena, output);
}

static const xb_native_language languages[] = {{.name = "fortran",
                                                .title = "Fortran",
                                                .suffix = ".f90",
                                                .environment = "FC",
                                                .compiler = "gfortran",
                                                .options = "-std=f2008 -O1 -fcheck=all,no-array-temps -w",
                                                .run_time = xb_fortran_run_time,
                                                .make = make_fortran,
                                                .put = put_fortran,
                                                .put_driver = xb_native_put_fortran},
                                               {.name = "c",
                                                .title = "C",
                                                .suffix = ".c",
                                                .environment = "CC",
                                                .compiler = "cc",
                                                .options = "-std=c17 -O1 -fwrapv -ffp-contract=off -w",
                                                .libraries = "-lm",
                                                .header = "xaif_tape.h",
                                                .is_apart = true,
                                                .run_time = xb_c_run_time,
                                                .make = xb_c_make,
                                                .put = xb_c_put_source,
                                                .put_driver = xb_native_put_c}};

enum { COUNT = sizeof languages / sizeof *languages };

const xb_native_language *xb_native_language_of(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(languages[i].name, name) == 0)
            return &languages[i];
    return NULL;
}

const char *const xb_native_languages[COUNT + 1] = {"fortran", "c", NULL};
