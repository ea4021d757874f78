/**
 * @file
 * Cases of generated programs: what arguments of the main entry are, as a file of a case says it.
 */
#ifndef XB_TESTS_GENERATE_CASES_H
#define XB_TESTS_GENERATE_CASES_H

#include "machine.h"

/** What a case is made of. */
typedef struct gen_casing {
    const gen_inputs *inputs;
    const xb_routine *entry; /**< whose arguments are x and y; NULL: there are none */
    const xb_routine *named; /**< whose arguments inputs name, the same by position */
    const gen_sides *sides;  /**< only these of the entry are x or y; NULL: all that are active */
} gen_casing;

/** The text of a case: arguments have their values at the first point at which all of them are there. */
const char *gen_case_text(xb_arena *arena, const gen_casing *casing, size_t *length);

#endif
