/**
 * @file
 * Jacobians of driven programs, by columns (tangents) or rows (adjoints), and divided differences.
 */
#ifndef XB_VERIFY_JACOBIAN_H
#define XB_VERIFY_JACOBIAN_H

#include "graph/sparsity.h"
#include "verify/drive.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How many directions a program is usually run with at once. */
enum { XB_JACOBIAN_DIRECTIONS = 16 };

/** Some columns or rows of a Jacobian. */
typedef struct xb_jacobian {
    size_t count;          /**< how many */
    const size_t *numbers; /**< which, from 0, in order; again from the first on if they are repeated */
    size_t length;         /**< numbers of each: m of columns, n of rows */
    double *entries;       /**< count rows of length */
    double *y;             /**< m values */
} xb_jacobian;

/**
 * Chooses columns or rows: all if there are at most limit, else limit of them, evenly spread.
 * @return a Jacobian without entries
 */
xb_jacobian xb_jacobian_choose(xb_arena *arena, size_t total, size_t limit);

/** Repeats columns or rows from the first on until they are a multiple of a number; of none there are none.
 */
xb_jacobian xb_jacobian_repeat(xb_arena *arena, const xb_jacobian *jacobian, size_t group);

/**
 * Computes columns (exact, tangent) or rows (split, joint) at a point.
 * @param drive made for as many directions as it is to run with at once, such as XB_JACOBIAN_DIRECTIONS; at
 * least one unless the count is 0
 * @param x n numbers
 * @param jacobian with what xb_jacobian_choose() has set; receives the rest
 * @return XB_STATUS_OK, or what xb_drive_run() says
 */
xb_status xb_jacobian_compute(xb_arena *arena, xb_drive *drive, const xb_layout *layout, xb_drive_kind kind,
                              const double *x, xb_jacobian *jacobian);

/**
 * Finds what dependent numbers depend on, by one run.
 * @param drive made for XB_DRIVE_EXACT with XB_EXACT_DEPENDENCES and one direction
 * @param x n numbers
 * @param y receives m values
 * @param pattern receives m rows and n columns
 * @return XB_STATUS_OK, or what xb_drive_run() says
 */
xb_status xb_jacobian_pattern(xb_arena *arena, xb_drive *drive, const xb_layout *layout, const double *x,
                              double *y, xb_sparsity *pattern);

/** Number of step sizes of differences. */
enum { XB_DIFFERENCE_STEPS = 18 };

/** A derivative by differences. */
typedef struct xb_difference {
    double value;
    double error; /**< estimated; INFINITY: no estimate, the program could not be run near the point */
    double
        quotients[XB_DIFFERENCE_STEPS]; /**< by falling step size; NAN where the program could not be run */
} xb_difference;

/**
 * Derivatives of y in one direction by central differences, over XB_DIFFERENCE_STEPS step sizes from 2^-4 of
 * the size of x down, extrapolated to step 0.
 *
 * C. J. F. Ridders, "Accurate computation of F'(x) and F'(x) F''(x)", Advances in Engineering Software 4
 * (1982): Neville's scheme, of which the entry with the smallest estimate of its relative error is
 * taken.
 * @param drive made for XB_DRIVE_VALUES
 * @param direction n numbers
 * @param differences receives m derivatives
 */
void xb_differences_compute(xb_arena *arena, xb_drive *drive, const xb_layout *layout, const double *x,
                            const double *direction, xb_difference *differences);

/**
 * The derivative of one y on which differences over two steps in a row agree that are much smaller than those
 * of xb_differences_compute(), the greatest of several; beside 0, steps are as small as what moves, too. If
 * no two agree, the greatest quotient over steps that move y by more than what is rounded; NAN if none does.
 * Where it is greater than what those say, the function oscillates within all of their steps, and they know
 * nothing of it.
 * @param j number of the y
 */
double xb_differences_within(xb_arena *arena, xb_drive *drive, const xb_layout *layout, const double *x,
                             const double *direction, size_t j);

#ifdef __cplusplus
}
#endif

#endif
