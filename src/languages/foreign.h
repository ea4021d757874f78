/**
 * @file
 * Sources that are read by a program of their own, which knows their language by a foreign library, and
 * writes them as XAIF with facts.
 *
 * The program gets options of compilers and names of files; it writes the document to standard output, and
 * what it has to say to standard error, each as one JSON object a line, whose members are those of our own
 * diagnostics (diagnostic_text.h) and which is reported as if it were one. Its exit statuses are those of
 * xb_status.
 */
#ifndef XB_LANGUAGES_FOREIGN_H
#define XB_LANGUAGES_FOREIGN_H

#include <stdbool.h>

#include "base/diagnostics.h"
#include "base/document.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A language with a reader of its own. */
typedef struct xb_foreign_language {
    const char *id;              /**< its name in options, as that of xb_source_language */
    const char *name;            /**< its name for people */
    const char *reader;          /**< file of the program */
    const char *variable;        /**< the environment's variable that names another one */
    const char *package;         /**< of Debian, that has the program */
    const char *library;         /**< package of Debian that the program is built with */
    const char *const *suffixes; /**< of sources, with dots; ended by NULL */
} xb_foreign_language;

/** What to read. */
typedef struct xb_foreign_source {
    const xb_foreign_language *language;
    const char *const *files; /**< file_count names, "-" for standard input */
    size_t file_count;
    const char *const *options; /**< option_count words that the program gets before the files */
    size_t option_count;
    const char *beside; /**< a folder to look for the program in before that where it is installed, or NULL */
} xb_foreign_source;

/** Names of languages that are read, in options: "xaif", and the others. The last one is NULL. */
extern const char *const xb_read_language_names[];

/** The language that is named or, if none is, that the suffix of a file means. @param name, file may be NULL
 * @return NULL: XAIF */
const xb_foreign_language *xb_foreign_language_of(const char *name, const char *file);

/**
 * Has sources read.
 * @param document all zero; receives the document, as the program wrote it; must be freed in any case. What
 * it takes is given back if memory runs out (failure.h)
 * @return XB_STATUS_OK, or the class of the first error, which is reported: XB_STATUS_FAILED if there is no
 * such program, or it went wrong itself
 */
xb_status xb_foreign_read(xb_arena *arena, xb_diagnostics *diagnostics, const xb_foreign_source *source,
                          xb_document *document);

#ifdef __cplusplus
}
#endif

#endif
