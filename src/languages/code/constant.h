/**
 * @file
 * Constants, as documents spell them. Not installed.
 */
#ifndef XB_LANGUAGES_CODE_CONSTANT_H
#define XB_LANGUAGES_CODE_CONSTANT_H

#include <stdbool.h>
#include <stddef.h>

/** Whether a boolean constant is true. */
bool xb_constant_is_true(const char *text);

/** The value of a number, whose exponent may begin with a d. */
double xb_constant_real(const char *text);

/** The shortest digits that mean the same number. @param single of single precision */
void xb_constant_shortest(double value, bool single, char *text, size_t room);

#endif
