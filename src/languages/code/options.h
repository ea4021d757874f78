/**
 * @file
 * How programs are written in other languages than XAIF.
 */
#ifndef XB_LANGUAGES_CODE_OPTIONS_H
#define XB_LANGUAGES_CODE_OPTIONS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What users choose of how a program is written. All zero: as is usual. */
typedef struct xb_source_options {
    bool embeds_run_time;   /**< the run time is part of the file, if it is needed */
    bool checks_tape;       /**< what is taken from a stack is compared with what was put there */
    bool has_tape_argument; /**< in languages that have the stacks as variables: they are an argument */
} xb_source_options;

#ifdef __cplusplus
}
#endif

#endif
