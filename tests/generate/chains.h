/**
 * @file
 * Definition-use and use-definition chains, by following all paths.
 */
#ifndef XB_TESTS_GENERATE_CHAINS_H
#define XB_TESTS_GENERATE_CHAINS_H

#include "effects.h"
#include "storage.h"

/** The chain of a reference: ids of statements, "" for what is outside; sorted. */
typedef struct gen_chain {
    const char **ids;
    int count;
    bool known; /**< the reference is one that has a chain */
} gen_chain;

/**
 * The chains of all references of a program.
 * @param conditions_are_outside uses in conditions, which have no statement id, count as outside
 * @return by number of expression; for references within targets, what defined them
 */
gen_chain *gen_chains(xb_arena *arena, const gen_program *program, const gen_storage *storage,
                      const gen_effects *effects, bool conditions_are_outside);

#endif
