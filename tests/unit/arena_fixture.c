/*
 * One failure point and one arena a test.
 */
#include "arena_fixture.h"

#include <check.h>

xb_failure *failure;
xb_arena *arena;

void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    ck_assert_ptr_nonnull(arena);
}

void tear_down(void)
{
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}
