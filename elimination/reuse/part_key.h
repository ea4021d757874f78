/**
 * @file
 * What a part is, written as a text: equal texts mean that the same is to be done.
 *
 * The text has two words, without blanks within. The first one has a letter for each vertex: i for an
 * independent, m for an intermediate, d for a dependent; a capital letter if a statement begins with the
 * vertex. The second one lists the edges in their order, each as SOURCE>TARGET and, of a constant, = and its
 * value: 1, -1, or the 16 hexadecimal digits of an IEEE 754 double; * follows an edge to a copy.
 */
#ifndef XB_ELIMINATION_REUSE_PART_KEY_H
#define XB_ELIMINATION_REUSE_PART_KEY_H

#include "elimination/graphs/prepare.h"

/** The text. */
typedef struct xb_part_key {
    const char *text; /**< length bytes and a zero byte */
    size_t length;    /**< bytes of the text */
    uint64_t hash;    /**< of the text */
    size_t room;      /**< private: bytes of memory that the text has; 0 if it is a copy */
} xb_part_key;

/**
 * Writes a part as text.
 * @param statement for each vertex of the input, see xb_lcg; NULL if statements make no difference
 * @return the text, in scratch memory
 */
xb_part_key xb_part_key_of(xb_arena *scratch, const xb_prepared_part *part, const uint32_t *statement);

/** Says that a key is not needed any more. @param scratch where xb_part_key_of() put it */
void xb_part_key_give_back(xb_arena *scratch, xb_part_key *key);

/**
 * Reads a text.
 * @param part receives the part, in the arena; its vertices are their own originals
 * @return whether the text describes a part; whether it is connected and no two edges join the same vertices
 * is not looked at
 */
bool xb_part_key_parse(xb_arena *arena, const char *text, xb_prepared_part *part);

/** A hash of a text. */
uint64_t xb_part_key_hash(const char *text, size_t length);

#endif
