/*
 * Comparing numbers and keeping the worst.
 */
#ifndef XB_VERIFY_TALLY_H
#define XB_VERIFY_TALLY_H

#include "verify/verdict.h"

/* Numbers below this count absolutely. */
#define XB_TALLY_FLOOR 1e-6

/* What derivatives of one row or column are measured by at least, because derivatives that cancel leave
 * rounding errors: a part of the largest of them. */
double xb_tally_scale(const double *derivatives, size_t count);

/* What a derivative of this value is measured by at least: the scale of its row or column, or a part of the
 * value. */
double xb_tally_scale_of(double scale, double value);

/*
 * Compares a number with what it should be; more than the tolerance makes the check bad, less than that but
 * much of the number itself is counted as faint. Returns whether it is the worst so far, and the caller
 * should say where: detail is NULL then.
 */
bool xb_tally_number(xb_check *check, double found, double wanted, double scale);

/* Compares bits. */
bool xb_tally_bits(xb_check *check, double found, double wanted);

/* Sets a state unless it is worse already. */
void xb_tally_state(xb_check *check, xb_check_state state);

#endif
