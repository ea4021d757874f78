/*
 * The one table of languages in which programs are judged.
 */
#include <string.h>

#include "languages/fortran/writer.h"
#include "verify/native/internal.h"

static const xb_native_language languages[] = {{.name = "fortran",
                                                .title = "Fortran",
                                                .suffix = ".f90",
                                                .environment = "FC",
                                                .compiler = "gfortran",
                                                .options = "-std=f2008 -O1 -fcheck=all,no-array-temps -w",
                                                .run_time = xb_fortran_run_time,
                                                .make = xb_fortran_make,
                                                .put = xb_fortran_put,
                                                .put_driver = xb_native_put_fortran}};

enum { COUNT = sizeof languages / sizeof *languages };

const xb_native_language *xb_native_language_of(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(languages[i].name, name) == 0)
            return &languages[i];
    return NULL;
}

const char *const xb_native_languages[COUNT + 1] = {"fortran", NULL};
