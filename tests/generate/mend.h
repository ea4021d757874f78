/**
 * @file
 * Programs without what the engine refuses.
 */
#ifndef XB_TESTS_GENERATE_MEND_H
#define XB_TESTS_GENERATE_MEND_H

#include "effects.h"

/**
 * Changes a program so that what is in a line of its document is no longer there.
 * @param text the document
 * @param line from 1
 * @return whether anything was changed
 */
bool gen_mend(gen_program *program, const char *text, int line);

#endif
