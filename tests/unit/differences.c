/*
 * Steps shrink by a factor of 1.4; each column of the tableau removes one more even power of the step. The
 * entry that differs least from its neighbours is taken.
 */
#include "differences.h"

#include <math.h>

long double complex extrapolated_derivative(step_function *f, const void *context, long double largest,
                                            long double *error)
{
    enum { COLUMNS = 16 };
    const long double shrink = 1.4L;
    long double complex a[COLUMNS][COLUMNS], best = NAN;
    long double h = largest;
    *error = INFINITY;
    for (int i = 0; i < COLUMNS; i++, h /= shrink) {
        a[0][i] = (f(context, h) - f(context, -h)) / (2 * h);
        long double factor = shrink * shrink;
        for (int j = 1; j <= i; j++, factor *= shrink * shrink) {
            a[j][i] = (a[j - 1][i] * factor - a[j - 1][i - 1]) / (factor - 1);
            long double e = fmaxl(cabsl(a[j][i] - a[j - 1][i]), cabsl(a[j][i] - a[j - 1][i - 1]));
            if (e < *error) {
                *error = e;
                best = a[j][i];
            }
        }
    }
    return best;
}

/* xorshift64* (S. Vigna, An experimental exploration of Marsaglia's xorshift generators, scrambled, 2016). */
double uniform_number(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)((*state * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}
