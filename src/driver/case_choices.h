/*
 * What the command line says of a case: options that several programs have, which win over the case file.
 */
#ifndef XB_DRIVER_CASE_CHOICES_H
#define XB_DRIVER_CASE_CHOICES_H

#include "driver/words.h"
#include "verify/cases/case.h"

/* The options, as they were given; NULL: not given. */
typedef struct case_choices {
    const char *file; /* the case file */
    const char *entry;
    const char *seed, *draws;
    const char *independents, *dependents;
} case_choices;

/* The options of cases, of what is differentiated in them, and those of programs that draw points beside,
 * whose context the choices are. */
extern const word_option case_options[], entry_options[], draw_options[];

/* Takes the second of them from settings. */
void take_entry_settings(case_choices *choices, const xb_vector *settings);

/* Puts in what was chosen. */
void put_in_case(xb_arena *arena, const case_choices *choices, xb_case *description);

/* Reads the case file, if there is one, and puts in what was chosen. Errors are reported. */
xb_status read_case(xb_arena *arena, xb_diagnostics *diagnostics, const case_choices *choices,
                    xb_case *description);

#endif
