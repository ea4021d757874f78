/**
 * @file
 * Whether the derivatives of a document are right.
 */
#ifndef XB_TESTS_GENERATE_JUDGE_H
#define XB_TESTS_GENERATE_JUDGE_H

#include "base/arena.h"
#include "options.h"

/** How it came out. */
typedef enum gen_outcome {
    GEN_RIGHT,
    GEN_USELESS, /**< the program itself can't be used: it has errors, or kinks or large values at its points
                  */
    GEN_REFUSED, /**< the engine says that it does not support it */
    GEN_WRONG    /**< wrong derivatives, or anything else that must not be */
} gen_outcome;

/** A judgement. */
typedef struct gen_verdict {
    gen_outcome outcome;
    size_t options;      /**< number of the set of options with which it is wrong or refused */
    const char *kind;    /**< what is wrong, in few words that don't depend on the program */
    const char *what;    /**< the same in detail */
    int line;            /**< of the document, of what is refused; 0: not known */
    size_t compared;     /**< derivatives that were compared, over all runs */
    size_t checkpointed; /**< loops that were reversed by checkpoints */
    size_t compressed;   /**< Jacobians that were compressed by a pattern */
    size_t profiled;     /**< schedules that were chosen by a profile */
    size_t twice;        /**< programs that were differentiated twice */
    size_t steep;        /**< of these, the ones that only passed as rounding is amplified there */
    size_t ambiguous;    /**< of these, the ones that differ and depend on derivatives of passive variables */
} gen_verdict;

/** Files that define intrinsics and routines; a document is read with those that it needs. */
typedef struct gen_catalogues {
    const char *boxes; /**< the Jacobians of routines that are not shown */
    const char *user;  /**< intrinsics of the user */
    const char *rules; /**< rules of routines */
} gen_catalogues;

/** How much to do. */
typedef struct gen_trial {
    const char *text; /**< the document; a comment at its beginning says at which points */
    size_t length;
    const char *reference; /**< a document with the same derivatives to compare with; NULL: the same */
    const char *bodies;    /**< routines to be added to what comes out before it is run; NULL: none */
    gen_catalogues catalogues;
    const char *passive;        /**< names of variables to treat as having no derivative; NULL: none */
    const gen_options *options; /**< options_count sets */
    size_t options_count;
    bool validate; /**< against schemas */
    bool again;    /**< transform it twice and compare */
} gen_trial;

/**
 * Judges a document: reads, transforms and writes it, runs what comes out, and compares with the original,
 * which is differentiated by dual numbers. Must not be called within xb_protect().
 * @param arena for the texts of the verdict; not protected here, as hardly anything is allocated
 */
gen_verdict gen_judge(xb_arena *arena, const gen_trial *trial);

#endif
