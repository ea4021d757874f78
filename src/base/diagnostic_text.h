/**
 * @file
 * How diagnostics look: text as a compiler prints it, or JSON.
 */
#ifndef XB_BASE_DIAGNOSTIC_TEXT_H
#define XB_BASE_DIAGNOSTIC_TEXT_H

#include "base/diagnostics.h"
#include "base/excerpt.h"
#include "base/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What there is to show beside a diagnostic. */
typedef struct xb_diagnostic_look {
    const char *program;       /**< stands where there is no file; NULL: xaifbooster */
    bool coloured;             /**< whether a terminal should show colours */
    const xb_excerpt *excerpt; /**< the line, or NULL */
} xb_diagnostic_look;

/**
 * Puts a diagnostic as text: `FILE:LINE: SEVERITY: MESSAGE`, the excerpt, `  in PATH`, `  hint: HINT`, as far
 * as these are known. Characters that a terminal might obey, and ends of lines, show as U+FFFD: the first
 * line is always one line.
 */
void xb_diagnostic_put(xb_output *output, const xb_diagnostic *diagnostic, const xb_diagnostic_look *look);

/**
 * Puts a diagnostic as a JSON object in one line. Its members, in this order: program; severity ("error",
 * "warning", "note"); status, what the program would end with because of it (0 unless it is an error); file,
 * line, column (where to look, as far as that is known), path; source_line (of what a front end made the
 * document of); message; hint. What is not known is null. Bytes that are not UTF-8 become U+FFFD.
 */
void xb_diagnostic_json(xb_output *output, const xb_diagnostic *diagnostic, const xb_diagnostic_look *look);

#ifdef __cplusplus
}
#endif

#endif
