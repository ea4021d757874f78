/*
 * Comparing numbers and keeping the worst.
 */
#ifndef XB_VERIFY_TALLY_H
#define XB_VERIFY_TALLY_H

#include "verify/verdict.h"

/*
 * Compares a number with what it should be, which is the sum of terms of these sizes: rounding errors of
 * terms that cancel are larger than the tolerance of the number itself. A deviation of more than the
 * tolerance, of the number or of a thousandth of its terms, makes the check bad; less than that but much of
 * the number itself is counted as faint, unless it should be 0. Returns whether it is the worst so far, and
 * the caller should say where: detail is NULL then.
 */
bool xb_tally_number(xb_check *check, double found, double wanted, double terms);

/* Compares bits. */
bool xb_tally_bits(xb_check *check, double found, double wanted);

/* Sets a state unless it is worse already. */
void xb_tally_state(xb_check *check, xb_check_state state);

#endif
