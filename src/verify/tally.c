/*
 * A number that is no number is right where it should be none, and infinitely wrong elsewhere.
 */
#include "verify/tally.h"

#include <math.h>
#include <string.h>

static double largest_of(const double *numbers, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(numbers[i]))
            largest = fmax(largest, fabs(numbers[i]));
    return largest;
}

double xb_tally_scale(const double *derivatives, size_t count)
{
    const double part = 1e-5;
    return fmax(part * largest_of(derivatives, count), XB_TALLY_FLOOR);
}

double xb_tally_scale_of(double scale, double value)
{
    const double part = 1e-4;
    return isfinite(value) ? fmax(scale, part * fabs(value)) : scale;
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

/* Keeps a deviation if it is the worst. The first of several equally bad ones stays. */
static bool keep(xb_check *check, double absolute, double relative)
{
    check->compared++;
    check->largest = fmax(check->largest, absolute);
    if (relative <= check->relative)
        return false;
    check->relative = relative;
    check->detail = NULL;
    return true;
}

bool xb_tally_number(xb_check *check, double found, double wanted, double scale)
{
    double absolute = same(found, wanted) ? 0 : fabs(found - wanted);
    if (isnan(absolute))
        absolute = INFINITY;
    double relative = absolute == 0 ? 0 : absolute / fmax(fabs(wanted), scale);
    if (isnan(relative)) /* infinite by infinite */
        relative = INFINITY;
    const double much = 1e-3;
    bool good = relative <= check->tolerance;
    check->faint += good && absolute > much * fmax(fabs(wanted), fabs(found));
    xb_tally_state(check, good ? XB_CHECK_GOOD : XB_CHECK_BAD);
    return keep(check, absolute, relative);
}

bool xb_tally_bits(xb_check *check, double found, double wanted)
{
    if (isnan(found) && isnan(wanted))
        found = wanted; /* which of them is nobody's business */
    bool equal = memcmp(&found, &wanted, sizeof found) == 0;
    double absolute = equal || same(found, wanted) ? 0 : fabs(found - wanted);
    if (isnan(absolute))
        absolute = INFINITY;
    double relative = absolute == 0 ? 0 : absolute / fmax(fabs(wanted), XB_TALLY_FLOOR);
    if (isnan(relative))
        relative = INFINITY;
    xb_tally_state(check, equal ? XB_CHECK_GOOD : XB_CHECK_BAD);
    if (!equal && relative == 0) /* zeros of different sign */
        relative = 0x1p-1074;
    return keep(check, absolute, relative);
}
