/**
 * @file
 * When variables may have changed, statement by statement of straight-line code.
 *
 * Time is the number of statements seen. A question about a variable is answered by the time of the last
 * statement that may have changed it: two values of an expression are the same if its variables have the same
 * times. Alias sets decide where there are some, storage classes where there are none (analysis/storage.h).
 */
#ifndef XB_ALGORITHMS_SUPPORT_STAMPS_H
#define XB_ALGORITHMS_SUPPORT_STAMPS_H

#include "algorithm/algorithm.h"
#include "analysis/storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is known about changes so far. */
typedef struct xb_stamps {
    xb_program *program;
    const xb_storage *storage;
    xb_arena *arena;        /**< where the maps live */
    uint64_t time;          /**< of the last statement */
    uint64_t everything;    /**< when everything may have changed, but for temporaries */
    xb_map of_group;        /**< private: time by alias group, of changes that have one */
    xb_map of_class;        /**< private: time by storage class, of changes that have no alias group */
    xb_map of_class_in_all; /**< private: time by storage class, of all changes */
    xb_map of_temporary;    /**< private: time by node index of a symbol */
} xb_stamps;

/** Starts with nothing changed. @param arena where maps live */
xb_stamps xb_stamps_start(xb_run *run, xb_arena *arena);

/** Notes what a statement may change. Whatever is called may change everything but temporaries. */
void xb_stamps_note(xb_stamps *stamps, const xb_statement *statement);

/** The time at which a reference, its subscripts included, may have changed its value last; 0: it has not. */
uint64_t xb_stamp_of_reference(const xb_stamps *stamps, const xb_reference *reference);

/** The latest time of all references in an expression, those in subscripts included. */
uint64_t xb_stamp_of_expression(const xb_stamps *stamps, const xb_expression *expression);

#ifdef __cplusplus
}
#endif

#endif
