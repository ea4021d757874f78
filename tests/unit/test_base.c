/*
 * Arenas, failure points, vectors, maps, names, diagnostics.
 */
#include <check.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/failure.h"
#include "base/map.h"
#include "base/names.h"
#include "base/number_set.h"
#include "base/vector.h"
#include "arena_fixture.h"
#include "suite.h"

/* AddressSanitizer ends the program where malloc would return NULL, unless told that a test wants that. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* More than any system gives, less than what counts as negative. */
#define TOO_MUCH ((size_t)1 << 60)

static bool holds(const void *memory, size_t size, int byte)
{
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != byte)
            return false;
    return true;
}

static bool is_zero(const void *memory, size_t size)
{
    return holds(memory, size, 0);
}

/* What arenas are aligned for. */
typedef union widest {
    void *pointer;
    uint64_t integer;
    double number;
} widest;

START_TEST(arena_memory_is_zeroed_aligned_and_disjoint)
{
    enum { COUNT = 3000 };
    char *pieces[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        size_t size = i * 7 % 501 + 1;
        pieces[i] = xb_arena_alloc(arena, size);
        ck_assert_uint_eq((uintptr_t)pieces[i] % alignof(widest), 0);
        ck_assert(is_zero(pieces[i], size));
        memset(pieces[i], (int)(i % 255) + 1, size);
    }
    for (size_t i = 0; i < COUNT; i++)
        ck_assert(holds(pieces[i], i * 7 % 501 + 1, (int)(i % 255) + 1));
}
END_TEST

START_TEST(arena_packs_small_pieces)
{
    char *first = xb_arena_alloc(arena, 1);
    char *second = xb_arena_alloc(arena, alignof(widest));
    char *third = xb_arena_alloc(arena, 1);
    ck_assert_ptr_eq(second, first + alignof(widest));
    ck_assert_ptr_eq(third, second + alignof(widest));
}
END_TEST

START_TEST(arena_takes_large_and_empty_pieces)
{
    char *small = xb_arena_alloc(arena, 8);
    char *large = xb_arena_alloc(arena, 5000000);
    ck_assert(is_zero(large, 5000000));
    memset(large, 1, 5000000);
    ck_assert(is_zero(small, 8));
    ck_assert_ptr_nonnull(xb_arena_alloc(arena, 0));
    char *next = xb_arena_alloc(arena, 8);
    ck_assert_msg(next > small && next < small + 1000, "the block in use was given up for a large piece");
    ck_assert_uint_ge(xb_arena_size(arena), 5000008);
}
END_TEST

START_TEST(arena_first_piece_may_be_large)
{
    char *large = xb_arena_alloc(arena, 1000000);
    memset(large, 1, 1000000);
    char *small = xb_arena_alloc(arena, 100);
    ck_assert(is_zero(small, 100));
    ck_assert(small >= large + 1000000 || small + 100 <= large);
}
END_TEST

START_TEST(arena_reset_gives_zeroed_memory_again)
{
    xb_arena_reset(arena);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 200; i++) {
            char *piece = xb_arena_alloc(arena, 1000);
            ck_assert(is_zero(piece, 1000));
            memset(piece, 0xff, 1000);
        }
        memset(xb_arena_alloc(arena, 1000000), 0xff, 1000000);
        size_t before = xb_arena_size(arena);
        xb_arena_reset(arena);
        ck_assert_uint_lt(xb_arena_size(arena), before);
    }
}
END_TEST

/* Fills a piece and says whether it was zero before. */
static bool was_zero(char *piece, size_t size)
{
    bool zero = is_zero(piece, size);
    memset(piece, 0xff, size);
    return zero;
}

START_TEST(arena_is_released_to_marks)
{
    enum { SIZE = 5000, LARGE = 1000000 };
    for (int round = 0; round < 3; round++) {
        char *outer = xb_arena_alloc(arena, SIZE);
        ck_assert(was_zero(outer, SIZE));
        xb_arena_mark first = xb_arena_mark_now(arena);
        ck_assert(was_zero(xb_arena_alloc(arena, LARGE), LARGE));
        char *inner = xb_arena_alloc(arena, SIZE);
        ck_assert(was_zero(inner, SIZE));
        size_t size = xb_arena_size(arena);
        xb_arena_mark second = xb_arena_mark_now(arena);
        for (int i = 0; i < 100; i++)
            ck_assert(was_zero(xb_arena_alloc(arena, SIZE), SIZE));
        ck_assert(was_zero(xb_arena_alloc(arena, LARGE), LARGE));
        xb_arena_release(arena, second);
        ck_assert_uint_lt(xb_arena_size(arena), size + LARGE);
        ck_assert(holds(inner, SIZE, 0xff));
        ck_assert(was_zero(xb_arena_alloc(arena, SIZE), SIZE));
        xb_arena_release(arena, first);
        ck_assert(holds(outer, SIZE, 0xff));
        char *again = xb_arena_alloc(arena, SIZE);
        ck_assert_ptr_eq(again, inner);
        ck_assert(was_zero(again, SIZE));
    }
}
END_TEST

START_TEST(arena_released_memory_is_used_again)
{
    const uint64_t rounds = 11 + sample_count(1000);
    size_t largest = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        xb_arena_mark mark = xb_arena_mark_now(arena);
        for (size_t i = 0; i < 100; i++)
            ck_assert(was_zero(xb_arena_alloc(arena, 1000), 1000));
        xb_arena_release(arena, mark);
        if (round == 10)
            largest = xb_arena_size(arena);
    }
    ck_assert_uint_eq(xb_arena_size(arena), largest);
}
END_TEST

START_TEST(arena_takes_large_pieces_back)
{
    enum { SIZE = 1000000, COUNT = 5 };
    char *pieces[COUNT];
    size_t before = xb_arena_size(arena);
    xb_arena_give_back(arena, NULL, 0);
    xb_arena_give_back(arena, xb_arena_alloc(arena, 10), 10);
    for (int i = 0; i < COUNT; i++)
        memset(pieces[i] = xb_arena_alloc(arena, SIZE), i + 1, SIZE);
    xb_arena_mark mark = xb_arena_mark_now(arena);
    xb_arena_give_back(arena, pieces[COUNT - 1], SIZE); /* in any order */
    xb_arena_give_back(arena, pieces[0], SIZE);
    xb_arena_give_back(arena, pieces[2], SIZE);
    ck_assert_uint_lt(xb_arena_size(arena), before + 3 * SIZE);
    xb_arena_alloc(arena, SIZE);
    xb_arena_release(arena, mark);
    ck_assert(holds(pieces[1], SIZE, 2));
    ck_assert(holds(pieces[3], SIZE, 4));
    ck_assert_uint_lt(xb_arena_size(arena), before + 3 * SIZE);
}
END_TEST

START_TEST(arena_arrays_grow)
{
    enum { SIZE = 100, SMALL = 10, LARGE = 10000 };
    const size_t largest = LARGE + sample_count(1000000);
    char *beside = xb_arena_alloc(arena, SIZE), *array = NULL;
    size_t counts[] = {0, SMALL, LARGE, LARGE, largest, largest + 1};
    for (size_t i = 1; i < sizeof counts / sizeof *counts; i++) {
        size_t before = counts[i - 1] * SIZE, now = counts[i] * SIZE;
        array = xb_arena_enlarge(arena, array, counts[i - 1], counts[i], SIZE);
        ck_assert(holds(array, before, 1));
        ck_assert(is_zero(array + before, now - before));
        memset(array, 1, now);
        memset(xb_arena_alloc(arena, 1000000), 2, 1000000); /* a neighbour */
    }
    ck_assert(is_zero(beside, SIZE));
    ck_assert_uint_lt(xb_arena_size(arena), largest * SIZE + 10000000);
}
END_TEST

START_TEST(arena_arrays_that_grow_are_as_old_as_they_were)
{
    enum { SIZE = 1000000 };
    char *old = xb_arena_array(arena, SIZE, 1);
    memset(old, 1, SIZE);
    xb_arena_mark mark = xb_arena_mark_now(arena);
    char *new = xb_arena_array(arena, SIZE, 1);
    old = xb_arena_enlarge(arena, old, SIZE, (size_t)10 * SIZE, 1);
    memset(new, 2, SIZE);
    xb_arena_release(arena, mark);
    ck_assert(holds(old, SIZE, 1));
    ck_assert(is_zero(old + SIZE, (size_t)9 * SIZE));
    xb_arena_reset(arena);
    ck_assert_uint_lt(xb_arena_size(arena), SIZE);
}
END_TEST

START_TEST(arena_memory_grows_in_proportion)
{
    for (size_t i = 0; i < 100000; i++)
        xb_arena_alloc(arena, 64);
    ck_assert_uint_ge(xb_arena_size(arena), 6400000);
    ck_assert_uint_le(xb_arena_size(arena), 2 * 6400000 + 4 * 1024 * 1024);
}
END_TEST

START_TEST(arena_texts)
{
    ck_assert_str_eq(xb_arena_copy_text(arena, "abcdef", 3), "abc");
    ck_assert_str_eq(xb_arena_copy_text(arena, NULL, 0), "");
    ck_assert_str_eq(xb_arena_format(arena, "%s-%d", "x", 42), "x-42");
    char *wide = xb_arena_format(arena, "%100000d", 7);
    ck_assert_uint_eq(strlen(wide), 100000);
    ck_assert_int_eq(wide[99999], '7');
}
END_TEST

typedef struct request {
    size_t count, size;
    bool returned;
} request;

static void ask(void *argument)
{
    request *r = argument;
    xb_arena_array(arena, r->count, r->size);
    r->returned = true;
}

START_TEST(failing_allocations_return_to_the_protection)
{
    static const request requests[] = {
        {SIZE_MAX / 2, 3, false},                            /* the product overflows */
        {SIZE_MAX, 1, false},                                /* rounding up overflows */
        {SIZE_MAX - 40, 1, false}, {SIZE_MAX / 2, 1, false}, /* adding the block's header makes it negative */
        {TOO_MUCH, 1, false},                                /* the system has none */
    };
    for (size_t used = 0; used < 2; used++) {
        for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
            request r = requests[i];
            ck_assert_msg(!xb_protect(failure, ask, &r), "request %zu of %zu", i, r.count);
            ck_assert(!r.returned);
        }
        memset(xb_arena_alloc(arena, 64), 1, 64); /* the arena is still good, and no longer empty */
    }
}
END_TEST

START_TEST(succeeding_allocations_return)
{
    request r = {10, 10, false};
    ck_assert(xb_protect(failure, ask, &r));
    ck_assert(r.returned);
}
END_TEST

static void nested(void *argument)
{
    int *steps = argument;
    request r = {SIZE_MAX, SIZE_MAX, false};
    ck_assert(!xb_protect(failure, ask, &r));
    (*steps)++;
    xb_fail(failure);
}

START_TEST(protections_nest)
{
    int steps = 0;
    ck_assert(!xb_protect(failure, nested, &steps));
    ck_assert_int_eq(steps, 1);
}
END_TEST

START_TEST(null_can_be_destroyed)
{
    xb_arena_destroy(NULL);
    xb_failure_destroy(NULL);
}
END_TEST

START_TEST(vectors_grow)
{
    const int count = 30000 + (int)sample_count(300000);
    xb_vector vector = {0};
    for (int i = 0; i < count; i++) {
        int *item = xb_vector_push(arena, &vector, sizeof *item);
        ck_assert_int_eq(*item, 0);
        *item = i;
    }
    ck_assert_uint_eq(vector.count, (uint32_t)count);
    for (int i = 0; i < count; i++)
        ck_assert_int_eq(((int *)vector.items)[i], i);
    ck_assert_uint_lt(xb_arena_size(arena),
                      4 * (size_t)count * sizeof(int)); /* what it has grown out of is gone */
}
END_TEST

START_TEST(lists_can_be_appended_to_themselves)
{
    static const int items[3];
    xb_list list = {0}, more = {0};
    for (size_t i = 0; i < 3; i++)
        xb_list_append(arena, &more, &items[i]);
    xb_list_append_all(arena, &list, &more);
    xb_list_append_all(arena, &list, &list);
    xb_list_append_all(arena, &list, &(xb_list){0});
    ck_assert_uint_eq(list.count, 6);
    for (size_t i = 0; i < 6; i++)
        ck_assert_ptr_eq(list.items[i], &items[i % 3]);
}
END_TEST

START_TEST(maps_keep_what_was_put)
{
    enum { SIDE = 200 };
    static int values[SIDE * SIDE];
    xb_map map = {0};
    ck_assert_ptr_null(xb_map_get(&map, 0, 0));
    for (uint64_t a = 0; a < SIDE; a++)
        for (uint64_t b = 0; b < SIDE; b++)
            xb_map_put(arena, &map, a << 40, b, &values[a * SIDE + b]);
    ck_assert_uint_eq(map.count, SIDE * SIDE);
    for (uint64_t a = 0; a < SIDE; a++)
        for (uint64_t b = 0; b < SIDE; b++)
            ck_assert_ptr_eq(xb_map_get(&map, a << 40, b), &values[a * SIDE + b]);
    ck_assert_ptr_null(xb_map_get(&map, 1, 1));
    ck_assert_ptr_null(xb_map_get(&map, 0, SIDE));
    xb_map_put(arena, &map, 0, 0, &values[1]);
    ck_assert_ptr_eq(xb_map_get(&map, 0, 0), &values[1]);
    ck_assert_uint_eq(map.count, SIDE * SIDE);
}
END_TEST

START_TEST(maps_with_room_do_not_grow)
{
    enum { COUNT = 1000 };
    static int values[COUNT];
    xb_map map = {0};
    xb_map_reserve(arena, &map, COUNT);
    const void *entries = map.entries;
    for (uint64_t a = 0; a < COUNT; a++)
        xb_map_put(arena, &map, a * 7, 1, &values[a]);
    ck_assert_ptr_eq(map.entries, entries);
    ck_assert_uint_eq(map.count, COUNT);
    for (uint64_t a = 0; a < COUNT; a++)
        ck_assert_ptr_eq(xb_map_get(&map, a * 7, 1), &values[a]);
}
END_TEST

START_TEST(number_sets_keep_what_was_added)
{
    const uint64_t numbers[] = {0, 1, 63, 64, 2047, 2048, 1 << 20, UINT64_MAX};
    xb_number_set set = {0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ck_assert(!xb_number_set_has(&set, numbers[i]));
        xb_number_set_add(arena, &set, numbers[i]);
        xb_number_set_add(arena, &set, numbers[i]);
        for (size_t k = 0; k <= i; k++)
            ck_assert(xb_number_set_has(&set, numbers[k]));
    }
    ck_assert(!xb_number_set_has(&set, 2));
    ck_assert(!xb_number_set_has(&set, 2049));
    ck_assert(!xb_number_set_has(&set, 4096));
}
END_TEST

START_TEST(names_are_equal_pointers)
{
    enum { COUNT = 5000 };
    xb_names *names = xb_names_create(arena);
    const xb_name *seen[COUNT];
    ck_assert_uint_eq(xb_names_empty(names)->index, 0);
    ck_assert_ptr_eq(xb_names_get(names, ""), xb_names_empty(names));
    ck_assert_ptr_null(xb_names_find(names, "7", 1));
    for (uint32_t i = 0; i < COUNT; i++) {
        seen[i] = xb_names_get(names, xb_arena_format(arena, "%u", (unsigned)i));
        ck_assert_uint_eq(seen[i]->index, i + 1);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        const char *text = xb_arena_format(arena, "%u rest", (unsigned)i);
        size_t length = strlen(text) - strlen(" rest");
        ck_assert_ptr_eq(xb_names_intern(names, text, length), seen[i]);
        ck_assert_ptr_eq(xb_names_find(names, text, length), seen[i]);
        ck_assert_uint_eq(seen[i]->length, length);
        ck_assert_int_eq(seen[i]->text[length], '\0');
    }
    ck_assert_uint_eq(xb_names_count(names), COUNT + 1);
}
END_TEST

START_TEST(names_may_hold_zero_bytes)
{
    xb_names *names = xb_names_create(arena);
    const xb_name *name = xb_names_intern(names, "a\0b", 3);
    ck_assert_ptr_ne(name, xb_names_get(names, "a"));
    ck_assert_ptr_eq(name, xb_names_intern(names, "a\0b", 3));
    ck_assert_ptr_eq(xb_names_intern(names, NULL, 0), xb_names_intern(names, "", 0));
}
END_TEST

START_TEST(diagnostics_look_like_a_compilers)
{
    xb_diagnostics *d = xb_diagnostics_create(arena);
    ck_assert_int_eq(xb_diagnostics_status(d), XB_STATUS_OK);
    char path[] = "CallGraph/ControlFlowGraph[head]";
    xb_warning(d, (xb_place){.file = "in.xaif", .line = 7}, NULL, "%s", "odd");
    xb_status status =
        xb_error(d, XB_STATUS_UNSUPPORTED, (xb_place){.file = "in.xaif", .line = 214, .path = path}, "try %s",
                 "no %d", 5);
    xb_note(d, (xb_place){0}, "so it is");
    path[0] = 'x'; /* places are copied */
    ck_assert_int_eq(status, XB_STATUS_UNSUPPORTED);
    xb_error(d, XB_STATUS_INVALID, (xb_place){.file = "in.xaif"}, NULL, "late");
    ck_assert_int_eq(xb_diagnostics_status(d), XB_STATUS_UNSUPPORTED);
    ck_assert_uint_eq(xb_diagnostics_errors(d), 2);
    ck_assert_uint_eq(xb_diagnostics_count(d), 4);
    static const char *const expected[] = {
        "in.xaif:7: warning: odd\n",
        "in.xaif:214: error: no 5\n  in CallGraph/ControlFlowGraph[head]\n  hint: try %s\n",
        "xaifbooster: note: so it is\n",
        "in.xaif: error: late\n",
    };
    for (size_t i = 0; i < 4; i++)
        ck_assert_str_eq(xb_diagnostic_text(arena, xb_diagnostics_at(d, i)), expected[i]);
}
END_TEST

START_TEST(warnings_come_once_each)
{
    xb_diagnostics *d = xb_diagnostics_create(arena);
    for (int i = 0; i < 3; i++) {
        xb_warning(d, (xb_place){.file = "a", .line = 1, .path = "p"}, NULL, "w");
        xb_warning(d, (xb_place){.file = "a", .line = 2, .path = "p"}, NULL, "w"); /* another line */
        xb_warning(d, (xb_place){.file = "b", .line = 1, .path = "p"}, NULL, "w"); /* another file */
        xb_warning(d, (xb_place){.file = "a", .line = 1, .path = "q"}, NULL, "w"); /* another path */
        xb_warning(d, (xb_place){.file = "a", .line = 1, .path = ""}, NULL,
                   "wp"); /* the same letters elsewhere */
        xb_note(d, (xb_place){0}, "belongs to the warning before");
    }
    ck_assert_uint_eq(xb_diagnostics_count(d), 6);
    for (size_t i = 0; i < 6; i++)
        ck_assert_int_eq(xb_diagnostics_at(d, i)->severity, i < 5 ? XB_SEVERITY_WARNING : XB_SEVERITY_NOTE);
    ck_assert_uint_eq(xb_diagnostics_errors(d), 0);
    xb_remark(d, (xb_place){0}, "belongs to nothing");
    ck_assert_uint_eq(xb_diagnostics_count(d), 7);
    ck_assert(xb_diagnostics_at(d, 6)->is_remark && !xb_diagnostics_at(d, 5)->is_remark);
}
END_TEST

START_TEST(warnings_never_hide_an_error)
{
    xb_diagnostics *d = xb_diagnostics_create(arena);
    for (size_t i = 0; i < 3 * XB_DIAGNOSTICS_LIMIT; i++)
        xb_warning(d, (xb_place){.file = "a", .line = i}, NULL, "w");
    xb_error(d, XB_STATUS_INVALID, (xb_place){0}, NULL, "e");
    ck_assert_uint_eq(xb_diagnostics_count(d), 3 * XB_DIAGNOSTICS_LIMIT + 1);
    ck_assert_str_eq(xb_diagnostics_at(d, 3 * XB_DIAGNOSTICS_LIMIT)->message, "e");
}
END_TEST

START_TEST(errors_are_limited_but_counted)
{
    xb_diagnostics *d = xb_diagnostics_create(arena);
    for (int i = 0; i < 2 * XB_DIAGNOSTICS_LIMIT; i++)
        xb_error(d, XB_STATUS_INVALID, (xb_place){0}, NULL, "e%d", i);
    xb_note(d, (xb_place){0}, "belongs to an error that was dropped");
    ck_assert_uint_eq(xb_diagnostics_count(d), XB_DIAGNOSTICS_LIMIT);
    ck_assert_uint_eq(xb_diagnostics_errors(d), 2 * XB_DIAGNOSTICS_LIMIT);
}
END_TEST

START_TEST(what_ends_a_run_is_always_kept)
{
    xb_diagnostics *d = xb_diagnostics_create(arena);
    xb_warning(d, (xb_place){0}, NULL, "w");
    for (int i = 0; i < 2 * XB_DIAGNOSTICS_LIMIT; i++)
        xb_error(d, XB_STATUS_INVALID, (xb_place){0}, NULL, "e%d", i);
    ck_assert(xb_diagnostics_explain(d, XB_STATUS_INVALID));
    ck_assert(!xb_diagnostics_explain(d, XB_STATUS_FAILED));
    xb_error(d, XB_STATUS_FAILED, (xb_place){0}, NULL, "the disk is full");
    ck_assert(xb_diagnostics_explain(d, XB_STATUS_FAILED));
    ck_assert_str_eq(xb_diagnostics_at(d, xb_diagnostics_count(d) - 1)->message, "the disk is full");
}
END_TEST

START_TEST(nearest_names)
{
    static const char *const names[] = {"linearization", "flattening", "sin", "cos"};
    ck_assert_ptr_eq(xb_nearest(arena, "linearisation", names, 4), names[0]);
    ck_assert_ptr_eq(xb_nearest(arena, "flatening", names, 4), names[1]);
    ck_assert_ptr_eq(xb_nearest(arena, "sni", names, 4), names[2]);
    ck_assert_ptr_null(xb_nearest(arena, "roundtrip", names, 4));
    ck_assert_ptr_null(xb_nearest(arena, "x", names, 0));
    char *endless = xb_arena_format(arena, "%01000000d", 0);
    ck_assert_ptr_null(xb_nearest(arena, endless, names, 4));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base");
    SUITE_ADD(suite, "arena", arena_memory_is_zeroed_aligned_and_disjoint, arena_packs_small_pieces,
              arena_takes_large_and_empty_pieces, arena_first_piece_may_be_large,
              arena_reset_gives_zeroed_memory_again, arena_is_released_to_marks,
              arena_released_memory_is_used_again, arena_takes_large_pieces_back, arena_arrays_grow,
              arena_arrays_that_grow_are_as_old_as_they_were, arena_memory_grows_in_proportion, arena_texts);
    SUITE_ADD(suite, "failure", failing_allocations_return_to_the_protection, succeeding_allocations_return,
              protections_nest, null_can_be_destroyed);
    SUITE_ADD(suite, "containers", vectors_grow, lists_can_be_appended_to_themselves, maps_keep_what_was_put,
              maps_with_room_do_not_grow, number_sets_keep_what_was_added, names_are_equal_pointers,
              names_may_hold_zero_bytes);
    SUITE_ADD(suite, "diagnostics", diagnostics_look_like_a_compilers, warnings_come_once_each,
              warnings_never_hide_an_error, errors_are_limited_but_counted, what_ends_a_run_is_always_kept,
              nearest_names);
    return suite_run(suite);
}
