/**
 * @file
 * Profiles: what the activations of routines call, compute and store.
 *
 * A profile tells of each activation of a routine, in the order in which it happens when the activation is
 * recorded for reverse mode, how many bytes it pushes on tapes, which calls it does, and how many bytes of
 * arguments a call would have to store to be run again. Activations that are alike are one, and what is done
 * several times in a row is written once: a profile of a loop of a million equal steps is as short as that of
 * two. So a profile is a directed acyclic graph, also of recursive programs.
 *
 * xaif-run measures profiles (profiler.h). As text, a line is empty, or a comment that begins with `#`, or
 *
 * | line | says |
 * | --- | --- |
 * | `profile 1` | the format: the first line |
 * | `routine NAME ...`, `site CALLER CALLEE#N ...` | sums over the run, which are not read back |
 * | `activation NUMBER NAME steps N operations N` | an activation begins; if it is only run for its values,
 * it and what it calls run N statements and control-flow vertices, and N operations on scalars | | `push
 * BYTES` | it pushes | | `call CALLEE#N NUMBER checkpoint BYTES` | the Nth call of a callee in its text does
 * an earlier activation; `?` bytes: not known; without `#N`: a function that was called in an expression | |
 * `repeat TIMES` ... `end` | the lines between happen that often | | `end` | it ends | | `run NUMBER` | an
 * activation that is called from outside |
 */
#ifndef XB_EVALUATE_PROFILE_H
#define XB_EVALUATE_PROFILE_H

#include <stdbool.h>

#include "base/diagnostics.h"
#include "base/map.h"
#include "base/names.h"
#include "base/output.h"
#include "base/vector.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a checkpoint that nobody knows. */
#define XB_PROFILE_UNKNOWN UINT64_MAX

/** What an activation does. */
typedef enum xb_profile_kind {
    XB_PROFILE_PUSH,  /**< pushes bytes */
    XB_PROFILE_CALL,  /**< calls; bytes: of the checkpoint of its arguments */
    XB_PROFILE_REPEAT /**< does a sequence several times */
} xb_profile_kind;

/** One thing that an activation does. */
typedef struct xb_profile_item {
    xb_profile_kind kind;
    uint32_t site;   /**< number of the call */
    uint32_t what;   /**< number of the activation of the callee, or of the sequence */
    uint64_t amount; /**< bytes, or how often */
} xb_profile_item;

/** Things that are done one after the other. */
typedef struct xb_profile_sequence {
    const xb_profile_item *items;
    uint32_t count;
} xb_profile_sequence;

/** A call in the text of a routine. */
typedef struct xb_profile_site {
    const xb_name *caller, *callee;
    uint64_t ordinal; /**< among the calls of the callee in the caller, from 1; 0: has none */
} xb_profile_site;

/** Activations of a routine that are alike. */
typedef struct xb_profile_activation {
    const xb_name *routine;
    uint64_t steps, operations; /**< of it and what it calls, when it only computes values */
    uint32_t sequence;          /**< number of what it does */
    size_t line;                /**< of the text; 0: none */
} xb_profile_activation;

/** A profile. */
typedef struct xb_profile {
    xb_arena *arena;
    xb_names *names;
    const char *file;      /**< that it was read from; NULL: none */
    xb_vector sites;       /**< xb_profile_site */
    xb_vector sequences;   /**< xb_profile_sequence; those that others refer to come first */
    xb_vector activations; /**< xb_profile_activation; callees come before callers */
    xb_vector runs;        /**< uint32_t: activations that are called from outside */
    xb_map site_numbers, sequence_numbers, activation_numbers; /**< private */
} xb_profile;

/** An empty profile. */
xb_profile *xb_profile_create(xb_arena *arena);

/** The number of a call. */
uint32_t xb_profile_site_number(xb_profile *profile, const char *caller, const char *callee,
                                uint64_t ordinal);

/** Looks for a call. @param number receives its number @return false if the profile does not know it */
bool xb_profile_find_site(const xb_profile *profile, const char *caller, const char *callee, uint64_t ordinal,
                          uint32_t *number);

/** Adds one thing to items that are done one after the other, and folds what is repeated at their end.
 * Nothing is added for a push of no bytes. */
void xb_profile_append(xb_profile *profile, xb_vector *items, xb_profile_item item);

/** The number of a sequence of items. */
uint32_t xb_profile_sequence_number(xb_profile *profile, const xb_vector *items);

/** The number of an activation. */
uint32_t xb_profile_activation_number(xb_profile *profile, const xb_profile_activation *activation);

/** Says that an activation is called from outside. */
void xb_profile_add_run(xb_profile *profile, uint32_t activation);

/** A sum or product of counts, UINT64_MAX if it is larger. */
uint64_t xb_profile_plus(uint64_t a, uint64_t b);

/** See xb_profile_plus(). */
uint64_t xb_profile_times(uint64_t a, uint64_t b);

/** Goes over the pushes and calls of a sequence, in order. @param times how often one happens in all */
void xb_profile_visit(const xb_profile *profile, uint32_t sequence,
                      void (*visit)(void *context, const xb_profile_item *item, uint64_t times),
                      void *context);

/** How often each activation happens, by number. */
uint64_t *xb_profile_multiplicities(const xb_profile *profile, xb_arena *arena);

/** Writes a profile. */
void xb_profile_put(const xb_profile *profile, xb_output *output);

/**
 * Reads a profile.
 * @param file its name, "-" for standard input; copied
 * @return XB_STATUS_OK; XB_STATUS_USAGE for the first thing that is wrong in it, which was reported with its
 * line; XB_STATUS_FAILED if it can't be read
 */
xb_status xb_profile_read(xb_arena *arena, xb_diagnostics *diagnostics, const char *file,
                          xb_profile **profile);

#ifdef __cplusplus
}
#endif

#endif
