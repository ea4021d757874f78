/*
 * Memory for the tests of a case.
 */
#ifndef XB_TESTS_ARENA_FIXTURE_H
#define XB_TESTS_ARENA_FIXTURE_H

#include "base/arena.h"
#include "base/failure.h"

/* What the tests of a case share, from set_up() to tear_down(). */
extern xb_failure *failure;
extern xb_arena *arena;

void set_up(void);
void tear_down(void);

#endif
