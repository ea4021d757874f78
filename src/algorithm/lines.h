/**
 * @file
 * Lines of a program that was written and read again.
 */
#ifndef XB_ALGORITHM_LINES_H
#define XB_ALGORITHM_LINES_H

#include "ir/program.h"

/**
 * Has messages about a program name the document, and the lines of it, that it was made of; what was
 * generated has the line of what is before it. Linear time.
 * @param former as it was written, in the derived view
 * @param program as it was read again; unchanged if it does not have the same nodes in the same order
 */
void xb_lines_take(const xb_program *former, xb_program *program, xb_arena *scratch);

#endif
