/**
 * @file
 * Random numbers that depend on nothing but a seed.
 */
#ifndef XB_TESTS_GENERATE_RANDOM_H
#define XB_TESTS_GENERATE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

/** A source of random numbers. */
typedef struct gen_random {
    uint64_t state;
} gen_random;

/** Mixes three numbers into one that looks random. */
uint64_t gen_hash(uint64_t a, uint64_t b, uint64_t c);

/** A number from 0 to below count (at least 1). */
int gen_below(gen_random *random, int count);

/** A number from low to high, both included. */
int gen_between(gen_random *random, int low, int high);

/** True with this probability. */
bool gen_chance(gen_random *random, double probability);

#endif
