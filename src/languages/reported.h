/**
 * @file
 * Private to foreign.c: diagnostics of another program, which come as JSON.
 */
#ifndef XB_LANGUAGES_REPORTED_H
#define XB_LANGUAGES_REPORTED_H

#include "base/diagnostics.h"

/** Texts of a program that are no diagnostics: what libraries print, or who ends it. */
enum { XB_REPORTED_CHATTER = 5 };

typedef struct xb_reported {
    size_t errors;                            /**< how many it reported */
    xb_status status;                         /**< the class of the first of them */
    const char *chatter[XB_REPORTED_CHATTER]; /**< the first lines of other text; NULL: there are no more */
} xb_reported;

/**
 * Reports what a program has written to standard error, line by line.
 * @param text length bytes
 */
xb_reported xb_report_again(xb_arena *arena, xb_diagnostics *diagnostics, const char *text, size_t length);

#endif
