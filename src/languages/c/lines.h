/**
 * @file
 * Lines of C. Not installed.
 */
#ifndef XB_LANGUAGES_C_LINES_H
#define XB_LANGUAGES_C_LINES_H

#include "base/text.h"
#include "languages/c/expression.h"
#include "languages/c/scopes.h"

/** A program that is being written, line by line. */
typedef struct xb_c_writer {
    xb_c c; /**< whose output is the line at hand */
    xb_output *out;
    xb_arena *arena; /**< that of c is for the line at hand */
    xb_text *line;
    size_t depth;
    xb_c_scopes scopes; /**< of the unit at hand */
    bool has_reserved;  /**< there is room for what is pushed */
    bool *merged;       /**< by statement of the unit: an IF that goes on after ELSE, or its end */
} xb_c_writer;

/** Ends the line at hand, which is broken where it is too long. */
void xb_c_end_line(xb_c_writer *w);

/** Adds to the line at hand. */
void xb_c_put(xb_c_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The statements of the unit at hand. (statements.c) */
void xb_c_statements(xb_c_writer *w);

/** What is given back at the end of a unit, and what it returns. */
void xb_c_leave(xb_c_writer *w);

/** Whether a local array is too large for the stack. */
bool xb_c_is_large(const xb_source_variable *variable);

#endif
