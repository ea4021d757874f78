/**
 * @file
 * Random numbers for searches: the same sequence for the same seed on every machine.
 */
#ifndef XB_ELIMINATION_GRAPHS_RANDOM_H
#define XB_ELIMINATION_GRAPHS_RANDOM_H

#include <stdint.h>

/**
 * A generator: xoshiro256** of D. Blackman and S. Vigna, Scrambled linear pseudorandom number generators, ACM
 * Transactions on Mathematical Software 47(4), 2021.
 */
typedef struct xb_random {
    uint64_t state[4]; /**< never all zero */
} xb_random;

/** Starts a sequence. Different streams of one seed are independent of each other. */
void xb_random_start(xb_random *random, uint64_t seed, uint64_t stream);

/** The next 64 bits. */
static inline uint64_t xb_random_next(xb_random *random)
{
    uint64_t *s = random->state, product = s[1] * 5;
    uint64_t result = (product << 7 | product >> 57) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

/** A number below count, which is at least 1. */
static inline uint32_t xb_random_below(xb_random *random, uint32_t count)
{
    return (uint32_t)((xb_random_next(random) >> 32) * count >> 32);
}

/** A number from 0 to 1, 1 excluded. */
static inline double xb_random_fraction(xb_random *random)
{
    return (double)(xb_random_next(random) >> 11) * 0x1p-53;
}

#endif
