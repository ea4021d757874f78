/*
 * A program without contents, and an algorithm, for tests of what runs algorithms.
 */
#ifndef XB_TESTS_ALGORITHM_FIXTURE_H
#define XB_TESTS_ALGORITHM_FIXTURE_H

#include "algorithm/algorithm.h"

/* What the tests of a case share, from set_up() to tear_down(). */
extern xb_failure *failure;
extern xb_arena *arena;
extern xb_diagnostics *diagnostics;
extern xb_program *program;

void set_up(void);
void tear_down(void);

/* All diagnostics as they would be printed. */
const char *reported(void);

/* The settings of an algorithm with an option -w, --width and a picture. */
typedef struct wishes {
    const char *width, *height;
    bool flag;
} wishes;

extern const xb_algorithm known;

#endif
