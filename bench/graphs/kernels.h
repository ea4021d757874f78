/*
 * Numerical kernels, as programs of operations on numbers that can be recorded (tape.h).
 */
#ifndef XB_BENCH_GRAPHS_KERNELS_H
#define XB_BENCH_GRAPHS_KERNELS_H

#include "tape.h"

enum { KERNEL_INPUTS = 128 };

typedef struct kernel {
    const char *name;
    const char *summary;
    size_t inputs;                                   /* KERNEL_INPUTS at most */
    double (*point)(size_t input);                   /* where it is defined and smooth */
    void (*run)(const number *inputs, size_t count); /* makes the results dependents */
} kernel;

/* The last one has no name. */
extern const kernel kernels[];

/* Runs a kernel on a new tape, which the caller frees. inputs: NULL for its point. */
tape *kernel_record(const kernel *which, const double *inputs);

#endif
