/**
 * @file
 * Diagnostics: what went wrong, where, and what to do about it.
 *
 * The library collects them; only the driver prints. A diagnostic looks like a compiler's,
 * `in.xaif:214: error: text`, then an excerpt, a line with the element path and one with a hint.
 */
#ifndef XB_BASE_DIAGNOSTICS_H
#define XB_BASE_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The outcome of an operation; the values are the exit statuses of the programs. */
typedef enum xb_status {
    XB_STATUS_OK = 0,          /**< done */
    XB_STATUS_INVALID = 1,     /**< the input is wrong */
    XB_STATUS_USAGE = 2,       /**< the command line, or a choice made by the caller, is wrong */
    XB_STATUS_UNSUPPORTED = 3, /**< the input is right but needs something that is not supported */
    XB_STATUS_FAILED = 4       /**< the environment failed: input, output, memory */
} xb_status;

/** How bad it is. */
typedef enum xb_severity { XB_SEVERITY_NOTE, XB_SEVERITY_WARNING, XB_SEVERITY_ERROR } xb_severity;

/** Where something is. Unknown parts are NULL or 0: name those that are known, as in {.file = file}. */
typedef struct xb_place {
    const char *file;        /**< name of the document */
    size_t line;             /**< line of the document, from 1 */
    const char *path;        /**< element path, as CallGraph/ControlFlowGraph[head]/BasicBlock[8] */
    size_t source_line;      /**< line of the program that a front end made the document of, from 1 */
    const char *source_file; /**< the file of that line */
    size_t column;           /**< where in the line, in characters from 1 */
} xb_place;

/** One diagnostic. All text belongs to the collection. */
typedef struct xb_diagnostic {
    xb_severity severity; /**< how bad */
    xb_status status;     /**< of which class; XB_STATUS_OK unless it is an error */
    xb_place place;       /**< where */
    const char *message;  /**< what is wrong */
    const char *hint;     /**< what to do about it, or NULL */
    bool is_remark;       /**< a note that belongs to no other diagnostic */
} xb_diagnostic;

/** A collection of diagnostics, in the order in which they were reported. */
typedef struct xb_diagnostics xb_diagnostics;

/** Most errors that are kept of one run; later ones only count, unless they are of the class
 * XB_STATUS_FAILED, which ends a run. Warnings are all kept, once each. */
enum { XB_DIAGNOSTICS_LIMIT = 100 };

/** Creates an empty collection in an arena. */
xb_diagnostics *xb_diagnostics_create(xb_arena *arena);

/**
 * Reports an error. What is refused (XB_STATUS_UNSUPPORTED) without a line is said once.
 * @param status class of the error, not XB_STATUS_OK
 * @param place where; its texts are copied
 * @param hint what to do about it, or NULL; copied
 * @return status, so that a caller can report and return in one statement
 */
xb_status xb_error(xb_diagnostics *diagnostics, xb_status status, xb_place place, const char *hint,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));

/** Reports a warning, copying all text. A second warning with the same message text and place is dropped. */
void xb_warning(xb_diagnostics *diagnostics, xb_place place, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Reports a note that belongs to the diagnostic before, and is dropped if that was. */
void xb_note(xb_diagnostics *diagnostics, xb_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Reports a note that belongs to no other diagnostic, such as what was chosen for the user, and why. */
void xb_remark(xb_diagnostics *diagnostics, xb_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Number of diagnostics that are kept. */
size_t xb_diagnostics_count(const xb_diagnostics *diagnostics);

/** Diagnostic number i, from 0. */
const xb_diagnostic *xb_diagnostics_at(const xb_diagnostics *diagnostics, size_t i);

/** Number of errors, kept or not. */
size_t xb_diagnostics_errors(const xb_diagnostics *diagnostics);

/** Number of errors that only count, because there are more than XB_DIAGNOSTICS_LIMIT. */
size_t xb_diagnostics_left_out(const xb_diagnostics *diagnostics);

/** Whether errors only count from now on, so that it is no use to describe them. */
bool xb_diagnostics_full(const xb_diagnostics *diagnostics);

/** The status of the first error, XB_STATUS_OK if there is none. */
xb_status xb_diagnostics_status(const xb_diagnostics *diagnostics);

/** Whether there is an error of this class to show. Where memory ran out there is none of XB_STATUS_FAILED.
 */
bool xb_diagnostics_explain(const xb_diagnostics *diagnostics, xb_status status);

/**
 * The text of a diagnostic as a compiler would print it, without an excerpt; lines ended by newlines. See
 * diagnostic_text.h for more.
 * @param arena where the text is allocated
 */
const char *xb_diagnostic_text(xb_arena *arena, const xb_diagnostic *diagnostic);

/** One of two texts, as a number asks for: "1 edge leaves it", "2 edges leave it". */
static inline const char *xb_plural(uint64_t count, const char *one, const char *others)
{
    return count == 1 ? one : others;
}

/**
 * The candidate that is most like the text, for hints of the form "did you mean …?".
 * @param candidates count texts
 * @return one of the candidates, or NULL if none is similar: none has a distance of at most a third of the
 * length, and not exactly one begins with the text, of three letters or more, or one that all others which
 * do begin with
 */
const char *xb_nearest(xb_arena *arena, const char *text, const char *const *candidates, size_t count);

/** Names, separated by commas, for hints of the form "there are: …"; of many, a few, and how many more there
 * are. @param names count texts */
const char *xb_some_of(xb_arena *arena, const char *const *names, size_t count);

#ifdef __cplusplus
}
#endif

#endif
