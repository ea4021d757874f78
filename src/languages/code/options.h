/**
 * @file
 * How programs are written in other languages than XAIF.
 */
#ifndef XB_LANGUAGES_CODE_OPTIONS_H
#define XB_LANGUAGES_CODE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How much comments say. */
typedef enum xb_source_comments {
    XB_COMMENTS_SHORT, /**< what routines and their arguments are, and comments of the source */
    XB_COMMENTS_NONE,
    XB_COMMENTS_FULL /**< also what statements are for, if the program keeps provenance */
} xb_source_comments;

/** What users choose of how a program is written. All zero: as is usual. */
typedef struct xb_source_options {
    bool embeds_run_time; /**< the run time is part of the file, if it is needed */
    bool checks_tape;     /**< what is taken from a stack is compared with what was put there */
    xb_source_comments comments;
    bool weaves;       /**< in the language of the source: what is derived is added to that */
    bool only_derived; /**< of that, only what is derived is written; refused where it has to be within the
                          source */
    bool is_fixed;     /**< of Fortran: in fixed form, which is free form as well */
    bool has_tape_argument; /**< in languages that have the stacks as variables: they are an argument */
    const char *origin; /**< one line that says what wrote the file, from what, for a comment; NULL: none */
    uint32_t piece;     /**< statements, about, of the pieces of routines that have more; 0: the usual number;
                           UINT32_MAX: they stay whole */
} xb_source_options;

#ifdef __cplusplus
}
#endif

#endif
