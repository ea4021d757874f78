/*
 * The one table of languages.
 */
#include "languages/languages.h"

#include <string.h>

static const xb_source_language *const languages[] = {&xb_fortran_language, &xb_c_language};

enum { COUNT = sizeof languages / sizeof *languages };

const char *const xb_language_names[] = {"xaif", "fortran", "c", NULL};

static bool has_suffix(const xb_source_language *language, const char *file)
{
    const char *dot = file ? strrchr(file, '.') : NULL;
    for (const char *const *suffix = language->suffixes; dot && *suffix; suffix++)
        if (strcmp(dot, *suffix) == 0)
            return true;
    return false;
}

const xb_source_language *xb_language_of(const char *name, const char *file)
{
    for (size_t i = 0; i < COUNT; i++)
        if (name ? strcmp(languages[i]->id, name) == 0 : has_suffix(languages[i], file))
            return languages[i];
    return NULL;
}
