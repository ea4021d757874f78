/*
 * What is meant by words that others have for something: people who come from another tool, or from OpenAD's
 * engine, which this one takes the place of.
 */
#ifndef XB_DRIVER_SYNONYMS_H
#define XB_DRIVER_SYNONYMS_H

#include "driver/words.h"

/* Letters that Tapenade and OpenAD have, for sources. */
extern const word_synonym source_synonyms[];

/* What to do instead of giving an option of that engine which there is not here; NULL: it had none. */
const char *former_option_hint(char letter);

/*
 * What to do instead of giving an option that there is not, or a value that an option does not take.
 * @param value NULL: the option is unknown
 * @return NULL: nobody is known to say so
 */
const char *synonym_hint(xb_arena *arena, const char *option, const char *value);

/* The same for xaif-run, which has no modes: what prints derivatives, or makes what computes them. */
const char *synonym_hint_of_run(xb_arena *arena, const char *option, const char *value);

#endif
