/*
 * Numbers that look random and only depend on a seed: Sebastiano Vigna's splitmix64 (public domain).
 */
#ifndef XB_VERIFY_DRAW_H
#define XB_VERIFY_DRAW_H

#include <stdint.h>

/* The next number, in [least, most). */
static inline double draw(uint64_t *state, double least, double most)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return least + (most - least) * ((double)(z >> 11) * 0x1p-53);
}

#endif
