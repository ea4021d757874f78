/**
 * @file
 * Alias sets and chains of references, with keys; what is known may be made less.
 */
#ifndef XB_TESTS_GENERATE_KEYS_H
#define XB_TESTS_GENERATE_KEYS_H

#include "base/output.h"
#include "chains.h"
#include "profile.h"

/** Sets with keys. */
typedef struct gen_keys {
    xb_arena *arena;
    const gen_program *program;
    const gen_profile *profile;
    gen_storage storage;
    gen_effects effects;
    gen_chain *chains;
    const char **aliases, **sets; /**< the content of each set as XAIF, by key */
    int alias_count, set_count, alias_capacity, set_capacity;
    gen_numbers *statements; /**< by routine */
} gen_keys;

/** Analyses a program. */
void gen_keys_init(gen_keys *keys, xb_arena *arena, const gen_program *program, const gen_profile *profile);

/** The key of the alias set of a reference. */
int gen_alias_key(gen_keys *keys, int reference);

/** The key of the alias set of a whole variable. */
int gen_alias_key_of(gen_keys *keys, int variable);

/** The key of the chain of a reference in a routine. */
int gen_chain_key(gen_keys *keys, int reference, int routine);

/** Writes AliasSetMap, DUUDSetMap and DOSetMap. */
void gen_write_maps(const gen_keys *keys, xb_output *output);

#endif
