/**
 * @file
 * Where variables are declared in C, and which statements have no effect. Not installed.
 *
 * A scalar is declared where it is first assigned, in the innermost block that has all of its uses, if the
 * assignment comes before all others there whenever that block is executed; a variable that only counts in
 * loops in the heads of these; all others at the beginning.
 */
#ifndef XB_LANGUAGES_C_SCOPES_H
#define XB_LANGUAGES_C_SCOPES_H

#include "languages/code/source.h"

/** What is known of a variable in a unit. */
typedef struct xb_c_note {
    uint32_t uses, writes, reads;
    uint32_t taken;   /**< uses that take it from the tape or the checkpoints */
    bool is_late;     /**< it may be read before it is assigned */
    uint32_t counted; /**< private: uses within loops that count it, their heads included */
    uint32_t first;   /**< private: the first statement that uses it */
    uint32_t block;   /**< private: the innermost block that has all uses */
    uint32_t begins;  /**< private: the block of the first one */
    bool is_open;     /**< private: a loop that counts it is open */
    bool counts;      /**< it is declared in the heads of loops */
    bool is_assigned; /**< private: its first use is an assignment in the block of all uses */
    bool is_declared; /**< by its first assignment */
} xb_c_note;

/** What is known of the statements of a unit. */
typedef struct xb_c_scopes {
    bool *dropped; /**< by statement: it has no effect */
} xb_c_scopes;

/** Finds out where to declare the variables of a unit: their notes are made. */
xb_c_scopes xb_c_find_scopes(xb_arena *arena, const xb_source_unit *unit);

/** Notes which arguments may share storage with others, or with what a callee knows otherwise. */
void xb_c_find_overlaps(xb_arena *arena, const xb_source *source);

/** Whether nothing comes from what is passed to an argument, so that it may be anything. */
bool xb_c_is_needless(const xb_source_variable *formal);

/** The note of a variable. */
xb_c_note *xb_c_note_of(const xb_source_variable *variable);

#endif
