/*
 * Inputs that are sources of another language than XAIF: options of their own, and what the program that
 * reads them is called with.
 */
#ifndef XB_DRIVER_READING_H
#define XB_DRIVER_READING_H

#include "driver/words.h"
#include "languages/foreign.h"

/* What is said of the inputs. All zero: nothing. */
typedef struct reading {
    xb_arena *arena;
    xb_list inputs;                     /* const char */
    const char *language;               /* that is named, or NULL */
    const xb_foreign_language *foreign; /* that they are in; NULL: XAIF */
    const char *form;                   /* that all have, as it is named, or NULL */
    const char *option;                 /* the first option that says how sources are read */
    xb_list words;                      /* const char: for the program that reads them */
    xb_foreign_source source;           /* what is read, once that is settled */
} reading;

/* The options of sources, whose context is a reading. */
extern const word_option reading_options[];

/* Whether the inputs are sources, as far as the words that are inputs tell; some of these may be arguments of
 * options, still. */
const xb_foreign_language *find_foreign_language(const reading *self);

/* Reports inputs that do not go together, and options without effect. @param program the name of the program
 */
xb_status check_reading(const reading *self, xb_diagnostics *diagnostics, const char *program);

/* The name of a file for what is made of the inputs: beside the first of them, whose name is in it.
 * @param mark what comes after that @param suffix with its dot @return NULL: the input has no name */
const char *name_beside(const reading *self, const char *mark, const char *suffix);

/* Settles what is to be read. @return the name of the document that will be made, for messages */
const char *settle_reading(reading *self);

#endif
