/* The shape of a chain of ten masses between two supports, where its energy is least: gradient descent.
 * chain.xaif has the energy, chain_adjoint.c its adjoint, and chain_adjoint.h what is called of it:
 * xaifbooster writes both. */
#include "chain_adjoint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10, MOST = 1000 };

/* Where the energy is looked at, and what it is there. */
struct point {
    double x[N], y, gradient[N];
};

static struct xaif_tape tape;

static void stop(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

/* The adjoint of the energy is 1; those of x are incremented, so that they are 0 at first. */
static void evaluate(struct point *at)
{
    double y_b = 1.0;
    memset(at->gradient, 0, sizeof at->gradient);
    energy_b(&tape, at->x, at->gradient, &at->y, &y_b);
}

static double largest(const double *values)
{
    double found = 0.0;
    for (int i = 0; i < N; i++)
        found = fmax(found, fabs(values[i]));
    return found;
}

/* A step against the gradient, which is shorter if the energy does not fall. Returns the length of the next
 * one. */
static double descend(struct point *at, double step)
{
    struct point to;
    double square = 0.0;
    for (int i = 0; i < N; i++)
        square += at->gradient[i] * at->gradient[i];
    for (;; step *= 0.5) {
        for (int i = 0; i < N; i++)
            to.x[i] = at->x[i] - step * at->gradient[i];
        evaluate(&to);
        if (to.y <= at->y - 0.25 * step * square || step < 1.0e-12)
            break;
    }
    *at = to;
    return 1.5 * step;
}

static void print(const char *what, const double *values)
{
    printf("%s", what);
    for (int i = 0; i < N; i++)
        printf("%8.4f", values[i]);
    printf("\n");
}

/* Prints the gradient beside central differences. They agree to about eight digits. */
static void check(const struct point *at)
{
    const double h = 1.0e-5;
    double by_differences[N], deviations[N];
    for (int i = 0; i < N; i++) {
        struct point up = *at, down = *at;
        up.x[i] += h;
        down.x[i] -= h;
        evaluate(&up);
        evaluate(&down);
        by_differences[i] = (up.y - down.y) / (2.0 * h);
        deviations[i] = at->gradient[i] - by_differences[i];
    }
    print("gradient:      ", at->gradient);
    print("by differences:", by_differences);
    printf("the tape has taken %lld bytes at most\n", (long long)xaif_tape_peak(&tape));
    if (largest(deviations) > 1.0e-7)
        stop("the gradient is wrong");
    if (!xaif_tape_is_empty(&tape))
        stop("something is left on the tape");
}

int main(void)
{
    struct point at;
    double step = 0.1;
    int rounds = 0;
    for (int i = 0; i < N; i++)
        at.x[i] = 0.5 * sin(i + 1);
    evaluate(&at);
    check(&at);
    for (; rounds < MOST && largest(at.gradient) >= 1.0e-6; rounds++)
        step = descend(&at, step);
    printf("after %d steps, the energy is %.9f\n", rounds, at.y);
    print("x =", at.x);
    xaif_tape_free(&tape);
    if (largest(at.gradient) >= 1.0e-6)
        stop("no minimum was found");
    return 0;
}
