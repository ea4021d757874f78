/**
 * @file
 * How users name loops, and say how these are to be reversed.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_WANTED_LOOP_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_WANTED_LOOP_H

#include "algorithm/algorithm.h"
#include "base/output.h"

/** A loop that is to be reversed by checkpoints. */
typedef struct xb_wanted_loop {
    const char *routine; /**< its name, as it is found in the source or in the document */
    uint64_t line;       /**< of the source if the document says it, else of the document */
    bool periodic, fixed_point;
    int64_t number;   /**< most snapshots at a time; if they are periodic, steps from one to the next */
    double tolerance; /**< of a fixed point */
} xb_wanted_loop;

/** What a text must be that names a loop, or says how one is to be reversed, for messages. */
extern const char xb_wanted_loop_forms[], xb_wanted_loop_ways[];

/** Reads how a loop is to be reversed: empty, SNAPSHOTS, periodic[:STEPS] or fixedpoint[:TOLERANCE]. @return
 * false if it is something else */
bool xb_wanted_loop_read_way(const char *way, xb_wanted_loop *loop);

/** Reads what names a loop. @param word length characters; copied @return false if it is something else */
bool xb_wanted_loop_read(xb_arena *arena, const char *word, size_t length, xb_wanted_loop *loop);

/** Writes a loop as a line of a schedule. */
void xb_wanted_loop_write(const xb_wanted_loop *loop, xb_output *output);

/** Appends the loops that a schedule names. @param loops xb_wanted_loop @return as xb_schedule_read() */
xb_status xb_wanted_loops_read(xb_run *run, const char *file, xb_vector *loops);

#endif
