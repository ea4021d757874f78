/**
 * @file
 * Sets of small numbers, one bit each.
 */
#ifndef XB_BASE_BITS_H
#define XB_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { XB_BITS_PER_WORD = 64 };

/** How many words a set of numbers below count takes. */
static inline size_t xb_bits_words(size_t count)
{
    return (count + XB_BITS_PER_WORD - 1) / XB_BITS_PER_WORD;
}

/** An empty set of numbers below count. */
static inline uint64_t *xb_bits_create(xb_arena *arena, size_t count)
{
    return (uint64_t *)xb_arena_array(arena, xb_bits_words(count), sizeof(uint64_t));
}

/** Adds a number. */
static inline void xb_bits_add(uint64_t *set, size_t number)
{
    set[number / XB_BITS_PER_WORD] |= UINT64_C(1) << (number % XB_BITS_PER_WORD);
}

/** Takes a number out. */
static inline void xb_bits_remove(uint64_t *set, size_t number)
{
    set[number / XB_BITS_PER_WORD] &= ~(UINT64_C(1) << (number % XB_BITS_PER_WORD));
}

/** Whether a number is in a set. */
static inline bool xb_bits_has(const uint64_t *set, size_t number)
{
    return set[number / XB_BITS_PER_WORD] >> (number % XB_BITS_PER_WORD) & 1;
}

/** The lowest number in a word that is not 0. */
static inline uint32_t xb_bits_lowest(uint64_t word)
{
    return (uint32_t)__builtin_ctzll(word);
}

/** Adds the members of another set. @return whether the set has grown */
static inline bool xb_bits_unite(uint64_t *set, const uint64_t *other, size_t words)
{
    uint64_t grown = 0;
    for (size_t i = 0; i < words; i++) {
        grown |= other[i] & ~set[i];
        set[i] |= other[i];
    }
    return grown != 0;
}

/** Keeps what another set has, too. */
static inline void xb_bits_intersect(uint64_t *set, const uint64_t *other, size_t words)
{
    for (size_t i = 0; i < words; i++)
        set[i] &= other[i];
}

#ifdef __cplusplus
}
#endif

#endif
