/**
 * @file
 * Documents that are read, and what the engine makes of them.
 */
#ifndef XB_TESTS_GENERATE_DOCUMENT_H
#define XB_TESTS_GENERATE_DOCUMENT_H

#include "judge.h"
#include "ir/program.h"
#include "sides.h"

/** A document that was read, and the results of working on it. */
typedef struct gen_document {
    xb_failure *failure;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_program *program;
    xb_status status;
    const char *passive; /**< names of variables to treat as passive; NULL: none */
    const char *source;  /**< its text */
    /* of gen_document_make() */
    const gen_options *options;
    const char *entry;         /**< the routine whose Jacobian is asked for, if one is */
    const gen_sides *sides;    /**< between which activity is computed; NULL: it is that of the document */
    gen_catalogues catalogues; /**< NULL: not needed */
    const char *bodies;        /**< routines that are put into what comes out before it is run */
    const char *loops;         /**< that are reversed by checkpoints, as the engine's option has them */
    const char *pattern;       /**< file with a sparsity pattern; NULL: none */
    const char *profile;       /**< file with a profile; NULL: none */
    int profiled_point;        /**< the point at which it was measured */
    const char
        *prepares; /**< an algorithm that rewrites it, if another one chooses that; it is not transformed */
    bool verify_each;           /**< what is derived is verified after each stage, not only after the last */
    bool for_profile;           /**< all calls are stored, so that a run can be profiled */
    size_t checkpointed;        /**< how many of them there were */
    const char *before, *after; /**< the original as written before and after */
    const char *text;           /**< of what comes out; NULL: nothing */
    size_t length;
    const char *problem; /**< what must not be; NULL: nothing */
    const char *detail;  /**< more about it; NULL: the first error */
} gen_document;

/** Reads a document. @return whether it is valid; gen_document_close() is needed in any case */
bool gen_document_open(gen_document *d, const char *text, size_t length, const char *passive);

/** What the Jacobian has rows for that is asked for, see gen_dependents(); NULL: nothing is said of it. */
const char *gen_document_dependents(const gen_document *d, const xb_program *program);

/** Has a document be transformed as another one is. */
void gen_document_follow(gen_document *d, const gen_document *other);

/** Frees what a document holds. */
void gen_document_close(gen_document *d);

/** The first error; NULL if there is none. */
const xb_diagnostic *gen_document_error(const gen_document *d);

/** What it says. */
const char *gen_document_reason(const gen_document *d);

/** Whether one of its diagnostics has this text in it. */
bool gen_document_says(const gen_document *d, const char *text);

/** What an error says, but for what depends on the program. */
typedef struct gen_reason {
    char text[160];
} gen_reason;

/** A reason without the names and numbers in it. */
gen_reason gen_reason_without_names(const char *reason);

/** Transforms a document that was opened, and whose options are set: makes its text, or says what is wrong.
 * Must not be called within xb_protect(). */
void gen_document_transform(gen_document *d);

/** A document becomes what another one was made of it. @param made with text */
void gen_document_replace(gen_document *d, const gen_document *made);

/** Puts the routines that are not shown into what came out, and names that can be run. @return false if
 * memory ran out. Must not be called within xb_protect(). */
bool gen_document_complete(gen_document *d, const gen_trial *trial);

/**
 * Reads and transforms the document of a trial, for an entry. Must not be called within xb_protect().
 * @param sides between which activity is computed, or NULL
 */
void gen_document_make(gen_document *d, const gen_trial *trial, const gen_options *options, const char *entry,
                       const gen_sides *sides);

#endif
