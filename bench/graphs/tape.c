/*
 * Vertices have two edges in at most. A kind of label is the more of two when both operands are one and the
 * same vertex, but a sum of two constants, which is a constant.
 */
#include "tape.h"

#include <math.h>
#include <stdlib.h>

typedef enum label { UNIT = 1, CONSTANT = 2, VARIABLE = 3 } label; /* as in files */

/* A partial derivative. */
typedef struct partial {
    number of; /* the operand */
    label label;
    double value;
} partial;

typedef struct edge {
    size_t source;
    label label;
    double value;
} edge;

typedef struct vertex {
    double value;
    edge edges[2];
    size_t count;
    bool dependent;
} vertex;

struct tape {
    vertex *vertices;
    size_t count, capacity, independents;
    size_t *dependents;
    size_t dependent_count, dependent_capacity;
};

/* ---- memory ---- */

static void *checked(void *memory)
{
    if (!memory) {
        fputs("generate: memory ran out\n", stderr);
        exit(4);
    }
    return memory;
}

/* Makes room for one more item. */
static void *grown(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = 2 * count + 16;
    return checked(realloc(items, *capacity * size));
}

tape *tape_create(void)
{
    return checked(calloc(1, sizeof(tape)));
}

void tape_free(tape *t)
{
    if (t) {
        free(t->vertices);
        free(t->dependents);
    }
    free(t);
}

/* ---- recording ---- */

static number append(tape *t, double value)
{
    t->vertices = grown(t->vertices, t->count, &t->capacity, sizeof *t->vertices);
    t->vertices[t->count] = (vertex){.value = value};
    return (number){.value = value, .tape = t, .vertex = t->count++};
}

number tape_independent(tape *t, double value)
{
    t->independents++;
    return append(t, value);
}

number constant(double value)
{
    return (number){.value = value, .known = true};
}

number parameter(double value)
{
    return (number){.value = value};
}

static label label_of(double value)
{
    return fabs(value) == 1 ? UNIT : CONSTANT;
}

static void add_edge(tape *t, size_t target, const partial *p)
{
    vertex *v = &t->vertices[target];
    edge *first = &v->edges[0];
    if (v->count == 1 && first->source == p->of.vertex) {
        first->value += p->value;
        first->label = first->label == VARIABLE || p->label == VARIABLE ? VARIABLE : label_of(first->value);
        return;
    }
    v->edges[v->count++] = (edge){p->of.vertex, p->label, p->value};
}

static number record(double value, partial a, partial b)
{
    tape *t = a.of.tape ? a.of.tape : b.of.tape;
    if (!t)
        return (number){.value = value, .known = a.of.known && b.of.known};
    number result = append(t, value);
    if (a.of.tape)
        add_edge(t, result.vertex, &a);
    if (b.of.tape)
        add_edge(t, result.vertex, &b);
    return result;
}

static bool is(number a, double value)
{
    return a.known && a.value == value;
}

static partial by_constant(number of, double value)
{
    return (partial){of, label_of(value), value};
}

static partial by_variable(number of, double value)
{
    return (partial){of, VARIABLE, value};
}

/* What stands beside an operand as a factor, times something known. */
static partial by_factor(number of, number factor, double times)
{
    double value = factor.value * times;
    return factor.known ? by_constant(of, value) : by_variable(of, value);
}

static number unary(double value, number a, double derivative)
{
    return record(value, by_variable(a, derivative), by_constant(constant(0), 1));
}

void tape_dependent(number what)
{
    tape *t = what.tape;
    if (!t) {
        fputs("generate: a dependent that depends on nothing\n", stderr);
        exit(4);
    }
    if (what.vertex < t->independents || t->vertices[what.vertex].dependent)
        what = record(what.value, by_constant(what, 1), by_constant(constant(0), 1));
    t->vertices[what.vertex].dependent = true;
    t->dependents = grown(t->dependents, t->dependent_count, &t->dependent_capacity, sizeof *t->dependents);
    t->dependents[t->dependent_count++] = what.vertex;
}

/* ---- operations ---- */

number add(number a, number b)
{
    if (is(a, 0))
        return b;
    return is(b, 0) ? a : record(a.value + b.value, by_constant(a, 1), by_constant(b, 1));
}

number subtract(number a, number b)
{
    if (is(a, 0))
        return negate(b);
    return is(b, 0) ? a : record(a.value - b.value, by_constant(a, 1), by_constant(b, -1));
}

number multiply(number a, number b)
{
    if (is(a, 0) || is(b, 0))
        return constant(0);
    if (is(a, 1))
        return b;
    return is(b, 1) ? a : record(a.value * b.value, by_factor(a, b, 1), by_factor(b, a, 1));
}

number divide(number a, number b)
{
    double value = a.value / b.value;
    if (is(b, 1) || is(a, 0))
        return a;
    return record(value, b.known ? by_constant(a, 1 / b.value) : by_variable(a, 1 / b.value),
                  by_variable(b, -value / b.value));
}

number scale(double a, number b)
{
    return multiply(constant(a), b);
}

number square(number a)
{
    return multiply(a, a);
}

number negate(number a)
{
    return record(-a.value, by_constant(a, -1), by_constant(constant(0), 1));
}

number root(number a)
{
    double value = sqrt(a.value);
    return unary(value, a, 0.5 / value);
}

number exponential(number a)
{
    double value = exp(a.value);
    return unary(value, a, value);
}

number logarithm(number a)
{
    return unary(log(a.value), a, 1 / a.value);
}

number sine(number a)
{
    return unary(sin(a.value), a, cos(a.value));
}

number cosine(number a)
{
    return unary(cos(a.value), a, -sin(a.value));
}

number hyperbolic_tangent(number a)
{
    double value = tanh(a.value);
    return unary(value, a, 1 - value * value);
}

number arc_tangent(number y, number x)
{
    double square_of_radius = x.value * x.value + y.value * y.value;
    return record(atan2(y.value, x.value), by_variable(y, x.value / square_of_radius),
                  by_variable(x, -y.value / square_of_radius));
}

number absolute(number a)
{
    return unary(fabs(a.value), a, a.value < 0 ? -1 : 1);
}

number error_function(number a)
{
    double two_by_root_of_pi = 2 / sqrt(acos(-1));
    return unary(erf(a.value), a, two_by_root_of_pi * exp(-a.value * a.value));
}

number sum(const number *terms, size_t count)
{
    number result = constant(0);
    for (size_t i = 0; i < count; i++)
        result = add(result, terms[i]);
    return result;
}

/* ---- what was recorded ---- */

size_t tape_dependents(const tape *t)
{
    return t->dependent_count;
}

double tape_value(const tape *t, size_t dependent)
{
    return t->vertices[t->dependents[dependent]].value;
}

double tape_derivative(const tape *t, size_t dependent, size_t independent)
{
    double *derivative = checked(calloc(t->count, sizeof *derivative));
    derivative[independent] = 1;
    for (size_t v = t->independents; v < t->count; v++) {
        for (size_t e = 0; e < t->vertices[v].count; e++)
            derivative[v] += t->vertices[v].edges[e].value * derivative[t->vertices[v].edges[e].source];
    }
    double result = derivative[t->dependents[dependent]];
    free(derivative);
    return result;
}

void tape_write(const tape *t, FILE *file)
{
    fprintf(file, "%zu %zu %zu\n", t->count, t->independents, t->dependent_count);
    for (size_t i = 0; i < t->dependent_count; i++)
        fprintf(file, "%s%zu", i > 0 ? " " : "", t->dependents[i]);
    fputc('\n', file);
    for (size_t v = 0; v < t->count; v++) {
        for (size_t e = 0; e < t->vertices[v].count; e++)
            fprintf(file, "%zu %zu %d\n", t->vertices[v].edges[e].source, v,
                    (int)t->vertices[v].edges[e].label);
    }
}
