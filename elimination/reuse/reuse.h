/**
 * @file
 * What was solved before: equal parts are solved once.
 *
 * What is remembered is the choice, a list of eliminations. An equal part, with the same vertices, edges and
 * labels in the same order, gets the same choice as without remembering. If a search or a proof was asked
 * for, isomorphic parts count as equal, too, and what was found for one of them serves them all.
 *
 * A cache file (cache_file.h) keeps this from run to run. What is in there was perhaps written by somebody
 * else, or damaged: before it is used for the first time, the eliminations are done, each must be possible,
 * and what they cost must be what the file says.
 */
#ifndef XB_ELIMINATION_REUSE_REUSE_H
#define XB_ELIMINATION_REUSE_REUSE_H

#include "elimination/portfolio/portfolio.h"
#include "elimination/reuse/part_key.h"
#include "base/diagnostics.h"
#include "base/map.h"

/** What a search spends. All zero is none. */
typedef struct xb_effort {
    bool searched;           /**< whether there was a search */
    xb_search_method method; /**< see xb_elimination_search */
    uint64_t seed;           /**< see xb_elimination_search */
    uint64_t chains;         /**< at least 1 */
    uint64_t steps;          /**< of each chain; UINT64_MAX if not limited */
    uint64_t milliseconds;   /**< UINT64_MAX if not limited */
    uint64_t states;         /**< see xb_elimination_search */
} xb_effort;

/** A part that was solved. */
typedef struct xb_solved {
    const char *question;              /**< what was asked for, as text without blanks */
    xb_part_key key;                   /**< the part */
    xb_choice choice;                  /**< what was chosen */
    xb_effort effort;                  /**< what was spent to find it */
    xb_score score;                    /**< what it costs, if has_score */
    bool has_score;                    /**< whether that is known */
    bool checked;                      /**< whether the choice may be used as it is */
    bool wrong;                        /**< whether it must not be used, and is not to be written either */
    bool derived;                      /**< whether it is that of an isomorphic part */
    size_t line;                       /**< line of the cache file, or 0 */
    uint64_t colors;                   /**< see xb_isomorphism_colors(); 0: not computed */
    struct xb_solved *next;            /**< private */
    struct xb_solved *next_isomorphic; /**< private */
} xb_solved;

/** How often what was done. */
typedef struct xb_reuse_counts {
    size_t solved;     /**< parts that were solved */
    size_t equal;      /**< parts for which an equal one was known */
    size_t isomorphic; /**< parts for which an isomorphic one was known */
    size_t refused;    /**< entries of a file that proved wrong */
} xb_reuse_counts;

/** All that is remembered. */
struct xb_reuse {
    xb_arena *arena;             /**< where it lives */
    xb_diagnostics *diagnostics; /**< where warnings go; may be set at any time */
    const char *file;            /**< name of the cache file, or NULL */
    xb_list solved;              /**< xb_solved */
    bool changed;                /**< there is something that the file does not have */
    xb_reuse_counts counts;      /**< how often what was done */
    xb_map by_key;               /**< private */
    xb_map by_colors;            /**< private */
    bool can_map;                /**< private: igraph has not failed so far */
};

/** A question: what is asked of the parts of one graph. */
typedef struct xb_reuse_question {
    xb_reuse *reuse;
    xb_arena *scratch;
    const xb_prepared *prepared;
    const xb_elimination_options *options;
    const uint32_t *statement; /**< NULL if it makes no difference */
    xb_lcg_state *state;       /**< to try eliminations on; free between choices */
    const char *text;          /**< the question as text */
    const xb_prepared_part *part;
    xb_part_key key;      /**< of the part */
    xb_effort effort;     /**< what is to be spent on the part */
    uint64_t colors;      /**< of the part, or 0 */
    xb_solved *candidate; /**< an equal part on which less was spent, or NULL */
} xb_reuse_question;

/** Remembers nothing yet. @param arena where everything is kept; also decides how long that lives */
xb_reuse *xb_reuse_create(xb_arena *arena, xb_diagnostics *diagnostics);

/** Prepares for the parts of a graph; options->reuse must not be NULL. */
xb_reuse_question xb_reuse_ask(xb_arena *scratch, const xb_prepared *prepared, const xb_lcg *graph,
                               const xb_elimination_options *options, xb_lcg_state *state);

/**
 * Looks for a part.
 * @param choice receives what to do
 * @return whether the part is known; if not, xb_reuse_keep() must follow
 */
bool xb_reuse_find(xb_reuse_question *question, const xb_prepared_part *part, xb_choice *choice);

/**
 * Remembers what was chosen for the part that was looked for last.
 * @param choice may be replaced by a better one that was known
 */
void xb_reuse_keep(xb_reuse_question *question, xb_choice *choice);

/** Adds the entries that a cache file has now, and takes them instead of those that were read and did not
 * change. */
void xb_reuse_merge(xb_reuse *reuse, const xb_reuse *newer);

/** Adds an entry of a cache file. @return false if there is one for the same question and part */
bool xb_reuse_add(xb_reuse *reuse, const xb_solved *solved);

#endif
