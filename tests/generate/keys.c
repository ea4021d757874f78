/*
 * Sets are kept as the text that is written for them; equal text, equal key. What is left out or added for a
 * reference depends on the seed and on the number of the reference only, so that it stays as it is when other
 * parts of the program go away.
 */
#include "keys.h"

#include <stdlib.h>
#include <string.h>

static int key_of(gen_keys *keys, const char ***sets, int *count, int *capacity, const char *text)
{
    for (int i = 1; i < *count; i++)
        if (strcmp((*sets)[i], text) == 0)
            return i;
    if (*count == *capacity) {
        const char **larger = xb_arena_array(keys->arena, 2 * (size_t)*capacity, sizeof *larger);
        memcpy(larger, *sets, (size_t)*count * sizeof *larger);
        *sets = larger;
        *capacity *= 2;
    }
    (*sets)[*count] = text;
    return (*count)++;
}

static int alias_key(gen_keys *keys, const char *text)
{
    return key_of(keys, &keys->aliases, &keys->alias_count, &keys->alias_capacity, text);
}

static int set_key(gen_keys *keys, const char *text)
{
    return key_of(keys, &keys->sets, &keys->set_count, &keys->set_capacity, text);
}

void gen_keys_init(gen_keys *keys, xb_arena *arena, const gen_program *program, const gen_profile *profile)
{
    *keys = (gen_keys){.arena = arena,
                       .program = program,
                       .profile = profile,
                       .alias_count = 1,
                       .set_count = 1,
                       .alias_capacity = 16,
                       .set_capacity = 16};
    keys->storage = gen_storage_of(arena, program, profile->style);
    keys->effects = gen_effects_of(arena, program, program->routine_count);
    keys->chains =
        gen_chains(arena, program, &keys->storage, &keys->effects, profile->conditions_are_outside);
    keys->aliases = xb_arena_array(arena, 16, sizeof *keys->aliases);
    keys->sets = xb_arena_array(arena, 16, sizeof *keys->sets);
    keys->statements = xb_arena_array(arena, (size_t)program->routine_count + 1, sizeof *keys->statements);
    for (int r = 0; r < program->routine_count; r++)
        if (!program->routines[r].gone)
            gen_statements(arena, program, program->routines[r].body, &keys->statements[r]);
    alias_key(keys, "");
    set_key(keys, "");
    set_key(keys, "<xaif:StatementId idRef=\"\"/>");
}

/* Whether something happens to a reference, and random numbers for it. */
static bool happens(const gen_keys *keys, int reference, uint64_t what, double rate, gen_random *random)
{
    *random = (gen_random){gen_hash(keys->profile->seed, (uint64_t)reference + 100, what)};
    return gen_chance(random, rate);
}

static const char *range(gen_keys *keys, const char *before, int from, int to, bool partial)
{
    return xb_arena_format(
        keys->arena,
        "%s<xaif:AliasRange from_virtual_address=\"%d\" to_virtual_address=\"%d\" partial=\"%d\"/>", before,
        from, to, partial);
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static const char *ranges(gen_keys *keys, gen_numbers *cells, bool partial)
{
    const char *text = "";
    qsort(cells->items, (size_t)cells->count, sizeof *cells->items, compare_numbers);
    for (int i = 0; i < cells->count;) {
        int k = i;
        while (k + 1 < cells->count && cells->items[k + 1] <= cells->items[k] + 1)
            k++;
        text = range(keys, text, cells->items[i], cells->items[k], partial);
        i = k + 1;
    }
    return text;
}

/* Formal arguments are the same storage only where alias sets say so. */
static bool is_joint(const gen_keys *keys, int reference)
{
    return keys->program->variables[keys->program->expressions[reference].variable].joint;
}

int gen_alias_key(gen_keys *keys, int reference)
{
    gen_random random;
    gen_numbers cells = {0};
    if (happens(keys, reference, 1, keys->profile->no_alias, &random) && !is_joint(keys, reference))
        return 0;
    bool partial = !gen_cells(keys->arena, &keys->storage, reference, &cells);
    bool larger = happens(keys, reference, 2, keys->profile->more_alias, &random);
    int first = gen_between(&random, 1, keys->storage.end), length = gen_below(&random, 5);
    bool everything = gen_chance(&random, .3);
    if (larger || happens(keys, reference, 3, keys->profile->partial, &random))
        partial = true;
    const char *text = ranges(keys, &cells, partial);
    if (larger)
        text = everything ? range(keys, "", 1, keys->storage.end, true)
                          : range(keys, text, first, first + length, true);
    return alias_key(keys, text);
}

int gen_alias_key_of(gen_keys *keys, int variable)
{
    gen_numbers cells = {0};
    bool partial = !gen_cells_of(keys->arena, &keys->storage, variable, &cells);
    return alias_key(keys, ranges(keys, &cells, partial));
}

static const char *with_id(gen_keys *keys, const char *before, const char *id)
{
    const char *one = xb_arena_format(keys->arena, "<xaif:StatementId idRef=\"%s\"/>", id);
    return strstr(before, one) ? before : xb_arena_format(keys->arena, "%s%s", before, one);
}

int gen_chain_key(gen_keys *keys, int reference, int routine)
{
    gen_random random;
    const gen_chain *chain = &keys->chains[reference];
    const gen_numbers *all = &keys->statements[routine];
    const char *text = "";
    if (happens(keys, reference, 4, keys->profile->no_chain, &random))
        return 0;
    if (!chain->known || happens(keys, reference, 5, keys->profile->outside_chain, &random))
        text = with_id(keys, text, "");
    for (int i = 0; i < chain->count; i++)
        text = with_id(keys, text, chain->ids[i]);
    if (happens(keys, reference, 6, keys->profile->more_chain, &random))
        for (int i = gen_below(&random, 3); i >= 0; i--) {
            int number = gen_below(&random, keys->program->statement_count);
            if (gen_contains(all, number) && keys->program->statements[number].id &&
                keys->program->statements[number].kind != GEN_MARKER &&
                keys->program->statements[number].kind != GEN_ALLOCATE &&
                keys->program->statements[number].kind != GEN_DEALLOCATE)
                text = with_id(keys, text, keys->program->statements[number].id);
        }
    return set_key(keys, text);
}

static void write_sets(xb_output *output, const char *map, const char *element, const char *const *sets,
                       int count)
{
    xb_output_format(output, "<xaif:%s><xaif:%s key=\"0\"/>\n", map, element);
    for (int i = 1; i < count; i++)
        xb_output_format(output, "<xaif:%s key=\"%d\">%s</xaif:%s>\n", element, i, sets[i], element);
    xb_output_format(output, "</xaif:%s>\n", map);
}

void gen_write_maps(const gen_keys *keys, xb_output *output)
{
    write_sets(output, "AliasSetMap", "AliasSet", keys->aliases, keys->alias_count);
    write_sets(output, "DUUDSetMap", "StmtIdSet", keys->sets, keys->set_count);
    write_sets(output, "DOSetMap", "StmtIdSet", keys->sets, keys->set_count);
}
