/*
 * The state comes from splitmix64, as the authors of xoshiro256** advise; seed and stream are mixed into its
 * start.
 */
#include "elimination/graphs/random.h"

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

void xb_random_start(xb_random *random, uint64_t seed, uint64_t stream)
{
    uint64_t at = mixed(seed + 0x9e3779b97f4a7c15u) ^ mixed(~stream);
    for (int i = 0; i < 4; i++) {
        at += 0x9e3779b97f4a7c15u;
        random->state[i] = mixed(at);
    }
    random->state[0] |= 1; /* not all zero */
}
