/*
 * Alias and chain queries: the tables of the format's semantics case by case, and random sets against sets of
 * single addresses.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ir/build.h"
#include "suite.h"

static xb_failure *failure;
static xb_arena *arena;
static xb_program *program;
static xb_scope *scope;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    program = xb_program_create(failure, xb_diagnostics_create(arena), "test");
    scope = xb_scope_create(program, xb_program_name(program, "1"));
}

static void tear_down(void)
{
    xb_program_destroy(program);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* ---- keys ---- */

START_TEST(keys_have_numbers)
{
    const uint64_t keys[] = {0, 1, INT32_MAX, UINT32_MAX, (uint64_t)INT32_MAX + 1, INT64_MAX, UINT64_MAX};
    enum { COUNT = sizeof keys / sizeof *keys };
    uint32_t numbers[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        numbers[i] = xb_program_key(program, keys[i]);
    for (size_t i = 0; i < COUNT; i++) {
        ck_assert_uint_eq(xb_program_key_of(program, numbers[i]), keys[i]);
        ck_assert_uint_eq(xb_program_key(program, keys[i]), numbers[i]);
    }
    ck_assert_uint_eq(numbers[0], 0);
}
END_TEST

/* ---- alias sets ---- */

static xb_alias_set *add_set(uint32_t key)
{
    xb_alias_set *set = xb_alias_map_add(program->arena, &program->aliases, key);
    ck_assert_ptr_nonnull(set);
    return set;
}

static void add_range(xb_alias_set *set, uint64_t from, uint64_t to, bool partial)
{
    xb_alias_range *range = xb_vector_push(program->arena, &set->ranges, sizeof *range);
    *range = (xb_alias_range){from, to, partial};
}

static xb_reference *reference(const char *name, uint32_t alias)
{
    const xb_name *id = xb_program_name(program, name);
    xb_symbol *symbol = xb_symbol_find(scope, id);
    if (!symbol)
        symbol = xb_symbol_create(program, scope, id, false);
    xb_reference *result = xb_build_reference(program, symbol);
    result->alias = alias & XB_KEY_MASK;
    return result;
}

static xb_reference *temporary(const char *stem)
{
    return xb_build_reference(
        program, xb_temporary_create(program, scope, stem, (xb_temporary_type){.type = XB_TYPE_REAL}));
}

/* 1: empty; 2: [1,3]; 3: [3,5]; 4: [1,3] partial; 5: [1,3]; 6: [7,7] and [9,12]; 7: [1,2] and [3,3] */
static void add_sets(void)
{
    add_set(0);
    add_set(1);
    add_range(add_set(2), 1, 3, false);
    add_range(add_set(3), 3, 5, false);
    add_range(add_set(4), 1, 3, true);
    add_range(add_set(5), 1, 3, false);
    xb_alias_set *six = add_set(6);
    add_range(six, 9, 12, false);
    add_range(six, 7, 7, false);
    xb_alias_set *seven = add_set(7);
    add_range(seven, 1, 2, false);
    add_range(seven, 3, 3, false);
    xb_alias_map_finish(program->arena, &program->aliases);
}

START_TEST(keys_are_unique)
{
    xb_alias_set *set = add_set(4);
    ck_assert_ptr_null(xb_alias_map_add(program->arena, &program->aliases, 4));
    ck_assert_ptr_eq(xb_alias_map_find(&program->aliases, 4), set);
    ck_assert_ptr_null(xb_alias_map_find(&program->aliases, 5));
}
END_TEST

START_TEST(keys_come_in_any_order)
{
    static const uint32_t keys[] = {3, 1, 0, 4, 2, UINT32_MAX, 6, 9};
    enum { COUNT = sizeof keys / sizeof *keys };
    xb_alias_map map = {.group_count = 0};
    xb_chain_map chains = {.chains = {NULL, 0, 0}};
    for (size_t i = 0; i < COUNT; i++) {
        ck_assert_ptr_nonnull(xb_alias_map_add(arena, &map, keys[i]));
        ck_assert_ptr_nonnull(xb_chain_map_add(arena, &chains, keys[i]));
    }
    for (size_t i = 0; i < COUNT; i++) {
        ck_assert_ptr_null(xb_alias_map_add(arena, &map, keys[i]));
        ck_assert_ptr_null(xb_chain_map_add(arena, &chains, keys[i]));
        ck_assert_uint_eq(xb_alias_map_find(&map, keys[i])->key, keys[i]);
        if (keys[i] != 0)
            ck_assert_uint_eq(xb_chain_find(&chains, keys[i])->key, keys[i]);
    }
    ck_assert_ptr_null(xb_alias_map_find(&map, 5));
    ck_assert_ptr_null(xb_chain_find(&chains, 7));
}
END_TEST

static bool may(uint32_t a, uint32_t b)
{
    const xb_reference *x = reference("x", a), *y = reference("y", b);
    xb_overlap result = xb_alias_overlap(&program->aliases, x, y);
    ck_assert_int_eq(xb_alias_overlap(&program->aliases, y, x), result);
    return result != XB_OVERLAP_NEVER;
}

static bool must(uint32_t a, uint32_t b)
{
    const xb_reference *x = reference("x", a), *y = reference("y", b);
    xb_overlap result = xb_alias_overlap(&program->aliases, x, y);
    ck_assert_int_eq(xb_alias_overlap(&program->aliases, y, x), result);
    return result == XB_OVERLAP_MUST;
}

START_TEST(may_alias)
{
    add_sets();
    ck_assert(may(0, 2)); /* nothing known */
    ck_assert(may(0, 1));
    ck_assert(may(99, 2)); /* no such set */
    ck_assert(may(1, 1));  /* the same key, even if empty */
    ck_assert(!may(1, 2));
    ck_assert(may(2, 3));
    ck_assert(may(2, 4));
    ck_assert(!may(3, 6));
    ck_assert(!may(2, 6));
    ck_assert(may(2, 7));
}
END_TEST

START_TEST(must_alias)
{
    add_sets();
    ck_assert(!must(0, 0));
    ck_assert(!must(0, 2));
    ck_assert(!must(99, 99));
    ck_assert(must(2, 2));
    ck_assert(must(2, 5));
    ck_assert(must(2, 4));  /* a part of it */
    ck_assert(!must(4, 4)); /* two parts */
    ck_assert(!must(2, 3));
    ck_assert(!must(1, 1)); /* empty */
    ck_assert(!must(1, 2));
    ck_assert(!must(6, 6)); /* two ranges: one of them or the other */
    ck_assert(must(2, 7));
}
END_TEST

START_TEST(temporaries_alias_themselves_only)
{
    add_sets();
    const xb_alias_map *map = &program->aliases;
    xb_reference *a = temporary("aux"), *b = temporary("aux"), *x = reference("x", 0);
    xb_reference *again = xb_build_reference(program, a->symbol);
    ck_assert_int_eq(xb_alias_overlap(map, a, x), XB_OVERLAP_NEVER);
    ck_assert_int_eq(xb_alias_overlap(map, x, a), XB_OVERLAP_NEVER);
    ck_assert_int_eq(xb_alias_overlap(map, a, b), XB_OVERLAP_NEVER);
    ck_assert_int_eq(xb_alias_overlap(map, a, again), XB_OVERLAP_MUST);
    xb_list_append(program->arena, &again->subscripts,
                   xb_node_create(program, XB_KIND_TRIPLET, sizeof(xb_triplet), 0));
    ck_assert_int_eq(xb_alias_overlap(map, a, again), XB_OVERLAP_MAY);
}
END_TEST

START_TEST(groups)
{
    add_sets();
    const xb_alias_map *map = &program->aliases;
    ck_assert_uint_eq(xb_alias_group(map, 0), XB_ALIAS_GROUP_NONE);
    ck_assert_uint_eq(xb_alias_group(map, 77), XB_ALIAS_GROUP_NONE);
    ck_assert_uint_eq(xb_alias_group(map, 2), xb_alias_group(map, 3));
    ck_assert_uint_eq(xb_alias_group(map, 2), xb_alias_group(map, 7));
    ck_assert_uint_ne(xb_alias_group(map, 2), xb_alias_group(map, 6));
    ck_assert_uint_ne(xb_alias_group(map, 2), xb_alias_group(map, 1));
    ck_assert_uint_eq(map->group_count, 4); /* 0; 1; 2, 3, 4, 5, 7; 6 */
}
END_TEST

/* xorshift64 (Marsaglia 2003), for inputs that are the same in each run */
static uint64_t random_state = 88172645463325252u;

static uint64_t random_below(uint64_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % limit;
}

enum { SETS = 40, ADDRESSES = 60 };

/* Random sets, each with the addresses in it. Few addresses a set, so that groups do not all fall together.
 * @param ranges receives how many ranges each has */
static void add_random_sets(uint64_t *members, uint64_t *ranges)
{
    for (uint32_t i = 1; i < SETS; i++) {
        xb_alias_set *set = add_set(i);
        members[i] = 0;
        ranges[i] = random_below(4);
        for (uint64_t n = ranges[i]; n > 0; n--) {
            uint64_t from = random_below(ADDRESSES), to = from + random_below(3);
            add_range(set, from, to, false);
            for (uint64_t a = from; a <= to; a++)
                members[i] |= (uint64_t)1 << a;
        }
    }
    xb_alias_map_finish(program->arena, &program->aliases);
}

START_TEST(random_sets_agree_with_sets_of_addresses)
{
    uint64_t members[SETS], ranges[SETS];
    add_random_sets(members, ranges);
    const xb_alias_map *map = &program->aliases;
    size_t overlaps = 0, musts = 0;
    for (uint32_t i = 1; i < SETS; i++)
        for (uint32_t k = 1; k < SETS; k++) {
            const uint64_t common = members[i] & members[k];
            bool may = i == k || common, must = common && ((ranges[i] == 1 && common == members[k]) ||
                                                           (ranges[k] == 1 && common == members[i]));
            xb_overlap found = xb_alias_overlap(map, reference("a", i), reference("b", k));
            ck_assert_int_eq(found, must ? XB_OVERLAP_MUST : may ? XB_OVERLAP_MAY : XB_OVERLAP_NEVER);
            if (may)
                ck_assert_uint_eq(xb_alias_group(map, i), xb_alias_group(map, k));
            overlaps += may;
            musts += must;
        }
    ck_assert_uint_gt(overlaps, SETS);
    ck_assert_uint_gt(musts, SETS / 2);
}
END_TEST

/* Groups are the components of the graph of overlaps, found here by repeated search. */
START_TEST(random_groups_are_components)
{
    uint64_t members[SETS], ranges[SETS];
    add_random_sets(members, ranges);
    ck_assert_uint_gt(program->aliases.group_count, 3);
    ck_assert_uint_lt(program->aliases.group_count, SETS - 5);
    for (uint32_t i = 1; i < SETS; i++) {
        bool in[SETS] = {false};
        in[i] = true;
        for (bool grown = true; grown;) {
            grown = false;
            for (uint32_t a = 1; a < SETS; a++)
                for (uint32_t b = 1; b < SETS; b++)
                    if (in[a] && !in[b] && (members[a] & members[b]))
                        grown = in[b] = true;
        }
        for (uint32_t k = 1; k < SETS; k++)
            ck_assert_int_eq(in[k],
                             xb_alias_group(&program->aliases, i) == xb_alias_group(&program->aliases, k));
    }
}
END_TEST

START_TEST(random_areas_are_unions)
{
    enum { TIMES = 200 };
    uint64_t members[SETS], ranges[SETS];
    add_random_sets(members, ranges);
    const xb_alias_map *map = &program->aliases;
    for (size_t time = 0; time < TIMES; time++) {
        xb_list references = {.count = 0};
        uint64_t touched = 0;
        for (uint64_t n = random_below(4); n > 0; n--) {
            uint32_t key = (uint32_t)random_below(SETS);
            touched |= key ? members[key] : 0;
            xb_list_append(arena, &references, reference("a", key));
        }
        const xb_alias_area area = xb_alias_area_of(arena, map, &references);
        for (uint32_t i = 1; i < SETS; i++)
            ck_assert_int_eq(xb_alias_area_touches(&area, map, reference("b", i)),
                             (members[i] & touched) != 0);
        ck_assert(!xb_alias_area_touches(&area, map, reference("b", 0)));
        ck_assert(!xb_alias_area_touches(&area, map, temporary("t")));
    }
}
END_TEST

START_TEST(many_sets_are_finished_in_time)
{
    enum { COUNT = 200000 };
    for (uint32_t i = 1; i <= COUNT; i++)
        add_range(add_set(i), UINT64_C(3) * i, UINT64_C(3) * i + 3,
                  false); /* each touches the next: one group */
    xb_alias_map_finish(program->arena, &program->aliases);
    ck_assert_uint_eq(program->aliases.group_count, 1);
    ck_assert(may(7, 8));
    ck_assert(!may(7, 9));
}
END_TEST

START_TEST(the_whole_address_space_is_allowed)
{
    add_range(add_set(1), 0, UINT64_MAX, false);
    add_range(add_set(2), UINT64_MAX, UINT64_MAX, false);
    add_range(add_set(3), 0, 0, false);
    xb_alias_set *set = add_set(4);
    add_range(set, 5, UINT64_MAX, false);
    add_range(set, 0, 4, false);
    xb_alias_map_finish(program->arena, &program->aliases);
    ck_assert(may(1, 2));
    ck_assert(may(4, 3));
    ck_assert(!may(2, 3));
    ck_assert(must(1, 4));
}
END_TEST

/* ---- chains ---- */

static const xb_name *id(const char *text)
{
    return xb_program_name(program, text);
}

/* Adds a chain whose members are given as text, one each; "" is the outside. */
static const xb_chain *chain(uint32_t key, const char *const *members, size_t count)
{
    xb_chain *result = xb_chain_map_add(program->arena, &program->chains, key);
    ck_assert_ptr_nonnull(result);
    for (size_t i = 0; i < count; i++)
        xb_list_append(program->arena, &result->ids, id(members[i]));
    xb_chain_map_finish(program->arena, &program->chains);
    return result;
}

#define CHAIN(key, ...)                            \
    chain(key, (const char *const[]){__VA_ARGS__}, \
          sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* Statements of interest "9", "100", "b", "a": neither the order of the texts nor of their first appearance.
 */
static xb_statement_order order_of_four(void)
{
    id("a");
    xb_statement_order order = {.arena = arena};
    xb_statement_order_append(&order, id("9"));
    xb_statement_order_append(&order, id("100"));
    xb_statement_order_append(&order, id("b"));
    xb_statement_order_append(&order, id("a"));
    return order;
}

START_TEST(chains_know_their_members)
{
    const xb_chain *c = CHAIN(2, "17", "", "4", "17", "x");
    ck_assert_uint_eq(c->sorted_count, 4);
    ck_assert_uint_eq(c->ids.count, 5);
    ck_assert(xb_chain_contains(c, id("17")));
    ck_assert(xb_chain_contains(c, id("")));
    ck_assert(!xb_chain_contains(c, id("1")));
    ck_assert(!xb_chain_contains(CHAIN(3, "4"), id("")));
    ck_assert(!xb_chain_contains(chain(4, NULL, 0), id("")));
    ck_assert_ptr_null(xb_chain_map_add(program->arena, &program->chains, 2));
    ck_assert_ptr_eq(xb_chain_find(&program->chains, 2), c);
    ck_assert_ptr_null(xb_chain_find(&program->chains, 9));
    chain(0, NULL, 0);
    ck_assert_ptr_null(xb_chain_find(&program->chains, 0));
}
END_TEST

START_TEST(statements_have_places)
{
    xb_statement_order order = order_of_four();
    ck_assert_uint_eq(xb_statement_order_place(&order, id("9")), 0);
    ck_assert_uint_eq(xb_statement_order_place(&order, id("a")), 3);
    ck_assert_uint_eq(xb_statement_order_place(&order, id("c")), SIZE_MAX);
    xb_statement_order_append(&order, id("9"));
    xb_statement_order_append(&order, id(""));
    ck_assert_uint_eq(order.count, 6);
    ck_assert_uint_eq(xb_statement_order_place(&order, id("9")), 0);
    ck_assert_uint_eq(xb_statement_order_place(&order, id("")), SIZE_MAX);
}
END_TEST

START_TEST(uses_come_after_their_definition)
{
    xb_statement_order order = order_of_four();
    ck_assert(xb_uses_come_after(chain(1, NULL, 0), &order, 0)); /* it is never used */
    ck_assert(!xb_uses_come_after(CHAIN(2, ""), &order, 0));
    ck_assert(!xb_uses_come_after(CHAIN(3, "x"), &order, 0));
    ck_assert(xb_uses_come_after(CHAIN(5, "100"), &order, 0));
    ck_assert(xb_uses_come_after(CHAIN(6, "100", "a"), &order, 0));
    ck_assert(!xb_uses_come_after(CHAIN(7, "100", "x"), &order, 0));
    ck_assert(!xb_uses_come_after(CHAIN(8, "100", ""), &order, 0));
}
END_TEST

START_TEST(uses_before_the_definition_come_around_a_loop)
{
    xb_statement_order order = order_of_four();
    const xb_chain *itself = CHAIN(1, "100"), *before_and_after = CHAIN(2, "a", "9");
    ck_assert(!xb_uses_come_after(itself, &order, 1));
    ck_assert(!xb_uses_come_after(itself, &order, 2));
    ck_assert(xb_uses_come_after(itself, &order, 0));
    ck_assert(!xb_uses_come_after(before_and_after, &order, 1));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("queries");
    SUITE_ADD(suite, "keys", keys_have_numbers);
    SUITE_ADD(suite, "alias", keys_are_unique, keys_come_in_any_order, may_alias, must_alias,
              temporaries_alias_themselves_only, groups, random_sets_agree_with_sets_of_addresses,
              random_groups_are_components, random_areas_are_unions, many_sets_are_finished_in_time,
              the_whole_address_space_is_allowed);
    SUITE_ADD(suite, "chains", chains_know_their_members, statements_have_places,
              uses_come_after_their_definition, uses_before_the_definition_come_around_a_loop);
    return suite_run(suite);
}
