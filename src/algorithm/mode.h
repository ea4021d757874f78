/**
 * @file
 * Modes: what people want, each by the algorithms and options that make it.
 */
#ifndef XB_ALGORITHM_MODE_H
#define XB_ALGORITHM_MODE_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One pass over a program: the one that was read, or what the pass before has made of it. */
typedef struct xb_transform_pass {
    const char *const *algorithms; /**< names, ended by NULL */
    const xb_setting *presets; /**< values of options where the user gives none; ended by one without name,
                                  or NULL */
    const xb_setting
        *own; /**< values of options whatever the user gives, which is for other passes; likewise */
} xb_transform_pass;

/** A mode. */
typedef struct xb_transform_mode {
    const char *name;
    const char *summary;             /**< one line */
    const xb_transform_pass *passes; /**< ended by one without algorithms */
    const char *refused;             /**< an option that means nothing in it, or NULL */
    const char *hint;                /**< what to do instead of giving that */
} xb_transform_mode;

/** The modes that come with the library, ended by one without name; defined beside the algorithms. */
extern const xb_transform_mode xb_builtin_modes[];

#ifdef __cplusplus
}
#endif

#endif
