/**
 * @file
 * What the passes share that make statements what a careful person would write. Not installed.
 *
 * They work on the statements of one unit before array statements become loops, and may lean on these facts
 * about variables.
 */
#ifndef XB_LANGUAGES_CODE_TIDYING_H
#define XB_LANGUAGES_CODE_TIDYING_H

#include "languages/code/maker.h"

/** What is known of a variable: its note. */
typedef struct xb_source_usage {
    uint32_t mentions; /**< in the whole program */
    bool is_elsewhere; /**< units within its own one refer to it, or it shares storage with another one */
    bool is_next;      /**< private to idle.c: a statement further down refers to it; then */
    bool is_set;       /**< the first one to do so sets it without reading it, */
    uint32_t block;    /**< in this block */
    bool is_open;      /**< private to tidy.c: a loop that counts it is open */
    bool is_loose;     /**< private to tidy.c: something outside of such loops refers to it */
    xb_source_variable *renamed; /**< private to counters.c: what it is called in the loop at hand; or NULL */
    bool is_unpaired; /**< private to temporaries.c: not all that is read was set as a whole in the same
                         stretch */
    uint32_t set_at;  /**< private to temporaries.c: the place of its last assignment as a whole, plus 1 */
    uint32_t made;    /**< private to temporaries.c: the place of its assignment, plus 1; 0: it may not go */
} xb_source_usage;

/** The unit that is tidied. */
typedef struct xb_source_tidying {
    xb_source_maker *maker;
    xb_arena *arena;
    xb_source_unit *unit;
    bool has_jumps; /**< some statements are reached by jumps */
} xb_source_tidying;

/** A function that sees a reference to a variable. */
typedef void xb_source_visit(void *context, const xb_source_expression *reference, bool reads, bool writes);

/** Visits all references of a statement; what may be read or written counts as such. Ends of loops have none
 * of their own. */
void xb_source_accesses(xb_arena *arena, const xb_source_statement *statement, xb_source_visit *visit,
                        void *context);

/** Visits all references of an expression. */
void xb_source_access_parts(xb_arena *arena, const xb_source_expression *expression, xb_source_visit *visit,
                            void *context);

/** The note of a variable. */
xb_source_usage *xb_source_usage_of(const xb_source_variable *variable);

/** Whether only statements of its unit know the value of a variable, and that by its name. */
bool xb_source_is_own(const xb_source_variable *variable);

/** Temporaries that are used once, soon after they are assigned, give way to what they are assigned.
 * (temporaries.c) */
void xb_source_inline_temporaries(xb_source_tidying *tidying);

/** Loops that the engine made share variables to count with. (counters.c) */
void xb_source_share_counters(xb_source_tidying *tidying);

/** Assignments go whose values are not used. (idle.c) */
void xb_source_drop_idle(xb_source_tidying *tidying);

/** Has a statement dropped: what it refers to is counted no more. */
void xb_source_drop(xb_source_tidying *tidying, xb_source_statement *statement);

/** Takes statements out that are dropped. */
void xb_source_take_out_dropped(xb_source_unit *unit);

#endif
