/*
 * What the command line says of a case: options that several programs have, which win over the case file.
 */
#ifndef XB_DRIVER_CASE_CHOICES_H
#define XB_DRIVER_CASE_CHOICES_H

#include "algorithm/algorithm.h"
#include "verify/case.h"

/* The options, as they were given; NULL: not given. */
typedef struct case_choices {
    const char *file; /* the case file */
    const char *entry;
    const char *seed, *draws;
    const char *independents, *dependents;
} case_choices;

/* An option, and what takes its value: returns what is wrong with it, or NULL. */
typedef struct case_option {
    xb_option option;
    const char *(*take)(case_choices *choices, const char *value);
    bool draws; /* only for programs that draw points */
} case_option;

/* The options, those of programs that draw last, ended by one without name. */
extern const case_option case_options[];

/* Whether any was given. */
bool has_choices(const case_choices *choices);

/* Reads the case file, if there is one, and puts in what was chosen. Errors are reported. */
xb_status read_case(xb_arena *arena, xb_diagnostics *diagnostics, const case_choices *choices,
                    xb_case *description);

#endif
