/**
 * @file
 * Small functions in C for what the language lacks. Not installed.
 *
 * A program is given those that it calls, for the kinds of numbers that it calls them with.
 */
#ifndef XB_LANGUAGES_C_HELPERS_H
#define XB_LANGUAGES_C_HELPERS_H

#include "base/output.h"
#include "ir/symbol.h"

/** Functions, in the order in which they are written: each calls only those before it. */
typedef enum xb_c_helper {
    XB_C_MAX,
    XB_C_MIN,
    XB_C_SIGN,
    XB_C_DIM,
    XB_C_MODULO,
    XB_C_SQUARE,
    XB_C_CUBE,
    XB_C_POWER,
    XB_C_COMPLEX,
    XB_C_COMPLEX_POWER,
    XB_C_ISHFT,
    XB_C_IBSET,
    XB_C_IBCLR,
    XB_C_BTEST,
    XB_C_EXPONENT,
    XB_C_FRACTION,
    XB_C_SPACING,
    XB_C_RRSPACING,
    XB_C_ERFC_SCALED,
    XB_C_BESSEL_J0,
    XB_C_BESSEL_J1,
    XB_C_BESSEL_JN,
    XB_C_BESSEL_Y0,
    XB_C_BESSEL_Y1,
    XB_C_BESSEL_YN,
    XB_C_SIN_TURN,
    XB_C_COS_TURN,
    XB_C_HELPERS
} xb_c_helper;

/** Kinds of numbers: integers of 1, 2, 4, 8 bytes, real and complex ones of 4 and 8, integers without sign of
 * 1, 2, 4 bytes. */
enum { XB_C_KINDS = 11 };

/** What is called of the functions: bits of kinds. */
typedef struct xb_c_helpers {
    unsigned used[XB_C_HELPERS];
    unsigned transfers[XB_C_KINDS]; /**< by kind that is transferred: bits of kinds that it becomes */
} xb_c_helpers;

/** The number of a kind. @return XB_C_KINDS if there is none */
unsigned xb_c_kind(xb_type type, unsigned bytes);

/** The end of names of a kind, such as r8. */
const char *xb_c_kind_suffix(unsigned kind);

/** What a type is called; NULL if C has none. */
const char *xb_c_type(xb_type type, unsigned bytes);

/** Puts the name of a function, and notes that it is called. */
void xb_c_helper_name(xb_output *output, xb_c_helpers *helpers, xb_c_helper helper, unsigned kind);

/** Puts the name of the function that takes the bits of a number as those of another one. */
void xb_c_transfer_name(xb_output *output, xb_c_helpers *helpers, unsigned from, unsigned to);

/** Puts the functions that are called. @return whether there are some */
bool xb_c_helpers_put(xb_output *output, const xb_c_helpers *helpers);

/** Whether a name is that of a function. */
bool xb_c_is_helper(const char *name);

#endif
