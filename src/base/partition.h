/**
 * @file
 * Partitions of numbers into classes that grow together (Galler, Fischer: An improved equivalence algorithm,
 * 1964, with path halving).
 */
#ifndef XB_BASE_PARTITION_H
#define XB_BASE_PARTITION_H

#include "base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Numbers 0 to count-1, each in a class of its own: an array to be given to the other functions. */
uint32_t *xb_partition_create(xb_arena *arena, size_t count);

/** The least number of the class of a number. */
uint32_t xb_partition_find(uint32_t *partition, uint32_t number);

/** Unites the classes of two numbers. */
void xb_partition_unite(uint32_t *partition, uint32_t a, uint32_t b);

#ifdef __cplusplus
}
#endif

#endif
