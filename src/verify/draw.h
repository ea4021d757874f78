/*
 * Numbers that look random and only depend on a seed: Sebastiano Vigna's splitmix64 (public domain).
 */
#ifndef XB_VERIFY_DRAW_H
#define XB_VERIFY_DRAW_H

#include <stdbool.h>
#include <stddef.h>
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

/* Special points: numbers for which rules are wrong that are right elsewhere. Each argument has each of them
 * in turn, an array in about half of its elements, while the others have the usual ones; then all are mixed.
 */
enum { SPECIAL_NUMBERS = 5, SPECIAL_MIXED = 10 };

static inline size_t special_points(size_t arguments)
{
    return arguments * SPECIAL_NUMBERS + SPECIAL_MIXED;
}

/* @param point which special point, from 0 @param argument from 0 @param usual the number otherwise */
static inline double draw_special(uint64_t *state, size_t point, size_t arguments, size_t argument,
                                  bool scalar, double usual)
{
    static const double special[SPECIAL_NUMBERS] = {0, 1, -1, 5, -5};
    const size_t chosen = point / SPECIAL_NUMBERS,
                 choice = (size_t)draw(state, 0, 2 * (double)SPECIAL_NUMBERS);
    if (chosen >= arguments)
        return choice < SPECIAL_NUMBERS ? special[choice] : usual;
    if (chosen != argument || (!scalar && choice < SPECIAL_NUMBERS))
        return usual;
    return special[point % SPECIAL_NUMBERS];
}

#endif
