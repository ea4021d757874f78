/*
 * The one table of languages.
 */
#include "languages/languages.h"

#include <string.h>

static const xb_source_language *const languages[] = {&xb_fortran_language, &xb_c_language};

enum { COUNT = sizeof languages / sizeof *languages };

const char *const xb_language_names[] = {"xaif", "fortran", "c", NULL};

/* Of sources in languages, or forms of languages, that are not written. */
static const char *const other_suffixes[] = {".F",  ".FOR", ".F77", ".F95", ".F03", ".F08",
                                             ".cc", ".cpp", ".cxx", ".c++", ".C",   ".h",
                                             ".hh", ".hpp", ".py",  ".jl",  NULL};

/* The suffix of a file, with its dot; NULL: it has none. */
static const char *suffix_of(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL, *name = slash ? slash + 1 : file;
    const char *dot = name ? strrchr(name, '.') : NULL;
    return dot && dot > name && dot[1] ? dot : NULL;
}

static bool has_suffix(const char *const *suffixes, const char *file)
{
    const char *dot = suffix_of(file);
    for (const char *const *suffix = suffixes; dot && *suffix; suffix++)
        if (strcmp(dot, *suffix) == 0)
            return true;
    return false;
}

const xb_source_language *xb_language_of(const char *name, const char *file)
{
    for (size_t i = 0; i < COUNT; i++)
        if (name ? strcmp(languages[i]->id, name) == 0 : has_suffix(languages[i]->suffixes, file))
            return languages[i];
    return NULL;
}

bool xb_language_is_fixed(const char *file)
{
    static const char *const suffixes[] = {".f", ".for", ".ftn", ".f77", NULL};
    return has_suffix(suffixes, file);
}

bool xb_language_is_other(const char *file)
{
    return has_suffix(other_suffixes, file);
}
