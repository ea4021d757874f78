/*
 * The generator is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
 */
#include "random.h"

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

uint64_t gen_hash(uint64_t a, uint64_t b, uint64_t c)
{
    return mix(mix(mix(a + UINT64_C(0x9e3779b97f4a7c15)) + b) + c);
}

static uint64_t next(gen_random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return mix(random->state);
}

int gen_below(gen_random *random, int count)
{
    return count < 2 ? 0 : (int)(next(random) % (uint64_t)count);
}

int gen_between(gen_random *random, int low, int high)
{
    return low + gen_below(random, high - low + 1);
}

bool gen_chance(gen_random *random, double probability)
{
    return (double)(next(random) >> 11) * 0x1p-53 < probability;
}
