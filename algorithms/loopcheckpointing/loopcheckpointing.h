/**
 * @file
 * Loops that are reversed by checkpoints.
 *
 * The body of a loop moves to a routine of its own, the *sweep*, which executes steps lo+1 to hi of the loop.
 * A sweep of one step is the body; one of more steps is two sweeps, the first of which is called weakly
 * (algorithms/motions): when it is recorded, it only stores its arguments, a snapshot, and advances, and when
 * it returns, it is recorded from there. Where the steps are split as binomial coefficients say, that is
 * reversal with the fewest forward steps for a number of snapshots, by recursion.
 *
 * With periodic checkpoints, a sweep executes a section of the loop, and all calls of sweeps from the routine
 * are weak: each step is advanced over once, and the tape holds a section.
 *
 * A loop that iterates to a fixed point may be reversed as that instead: see fixed_point.h.
 *
 * The result is a plain program that computes the same, to be reversed. Weak calls are marked in it.
 *
 * Sources: A. Griewank: Achieving logarithmic growth of temporal and spatial complexity in reverse automatic
 * differentiation, Optimization Methods and Software 1, 1992; A. Griewank, A. Walther: Algorithm 799:
 * Revolve, ACM TOMS 26, 2000.
 */
#ifndef XB_ALGORITHMS_LOOPCHECKPOINTING_LOOPCHECKPOINTING_H
#define XB_ALGORITHMS_LOOPCHECKPOINTING_LOOPCHECKPOINTING_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm. */
extern const xb_algorithm xb_algorithm_loopcheckpointing;

/** Chooses it (xb_algorithm) where loops are marked to be reversed by checkpoints. */
xb_status xb_loopcheckpointing_choose(xb_run *run, void *unused, xb_algorithm_choice *choice);

/** The loops that its options name, as lines of a schedule (algorithms/motions/schedule_file.h); none if it
 * does not run. */
void xb_loopcheckpointing_write(const xb_run *run, xb_output *output);

#ifdef __cplusplus
}
#endif

#endif
