/*
 * A number that is no number is right where it should be none, and infinitely wrong elsewhere.
 */
#include "verify/tally.h"

#include <math.h>
#include <string.h>

/* Products of numbers below this may be too small to have all their digits. */
static const double least = 1e-290;

/* What a number is measured by. */
static double scale_of(double wanted, double terms)
{
    const double part = 1e-3;
    return fmax(fmax(fabs(wanted), isfinite(terms) ? part * terms : 0), least);
}

void xb_tally_state(xb_check *check, xb_check_state state)
{
    if (state > check->state)
        check->state = state;
}

static bool same(double found, double wanted)
{
    return found == wanted || (isnan(found) && isnan(wanted));
}

/* Keeps a deviation if it is the worst. The first of several equally bad ones stays, and what is bad in
 * another way stays if this is good. */
static bool keep(xb_check *check, double absolute, double relative, bool good)
{
    check->compared++;
    check->largest = fmax(check->largest, absolute);
    if (relative <= check->relative)
        return false;
    check->relative = relative;
    if (good && check->state == XB_CHECK_BAD)
        return false;
    check->detail = NULL;
    return true;
}

bool xb_tally_number(xb_check *check, double found, double wanted, double terms)
{
    double absolute = same(found, wanted) ? 0 : fabs(found - wanted);
    if (isnan(absolute))
        absolute = INFINITY;
    double relative = absolute == 0 ? 0 : absolute / scale_of(wanted, terms);
    if (isnan(relative)) /* infinite by infinite */
        relative = INFINITY;
    const double much = 1e-3;
    bool good = relative <= check->tolerance;
    check->faint += good && wanted != 0 && absolute > much * fmax(fabs(wanted), fabs(found));
    xb_tally_state(check, good ? XB_CHECK_GOOD : XB_CHECK_BAD);
    return keep(check, absolute, relative, good);
}

bool xb_tally_bits(xb_check *check, double found, double wanted)
{
    if (isnan(found) && isnan(wanted))
        found = wanted; /* which of them is nobody's business */
    bool equal = memcmp(&found, &wanted, sizeof found) == 0;
    double absolute = equal || same(found, wanted) ? 0 : fabs(found - wanted);
    if (isnan(absolute))
        absolute = INFINITY;
    double relative = absolute == 0 ? 0 : absolute / scale_of(wanted, 0);
    if (isnan(relative))
        relative = INFINITY;
    xb_tally_state(check, equal ? XB_CHECK_GOOD : XB_CHECK_BAD);
    if (!equal && relative == 0) /* zeros of different sign */
        relative = 0x1p-1074;
    return keep(check, absolute, relative, equal);
}
