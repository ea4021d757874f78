/*
 * Writes a document of a given shape and size, for measurements:
 *
 *     generate SHAPE NUMBER > in.xaif
 *     generate --list
 *
 * A shape is a function that adds NUMBER assignments (of an expression: vertices) to a model; the shapes
 * stand in a table.
 */
#include <stdlib.h>
#include <string.h>

#include "bench/model.h"

enum { INPUTS = 50, GROUP = 8, ROUTINE = 20, GLOBALS = 4 };

typedef struct shape {
    const char *name;
    void (*add)(model *program, size_t count);
    const char *about;
} shape;

/* ---- pieces ---- */

static void declare(model *program, variable_role role, unsigned kind, size_t count, size_t *variables)
{
    for (size_t i = 0; i < count; i++)
        variables[i] = model_variable(program, role, kind, 0);
}

static size_t use(model *program, size_t variable)
{
    return model_use(program, model_scalar(variable));
}

static void assign(model *program, size_t variable)
{
    model_assign(program, model_scalar(variable));
}

/* left * sin(right) */
static void times_sine(model *program, reference left, reference right)
{
    size_t factor = model_use(program, left);
    model_binary(program, "mul_scal_scal", factor,
                 model_unary(program, "sin_scal", model_use(program, right)));
}

/* ---- shapes: one block ---- */

/* Each value is made of the one before and an input: t = t' * sin(x). */
static void add_chain(model *program, size_t count)
{
    size_t inputs[INPUTS];
    model_routine(program);
    declare(program, MODEL_IN, MODEL_ACTIVE, INPUTS, inputs);
    size_t result = model_variable(program, MODEL_OUT, MODEL_ACTIVE, 0), last = inputs[0];
    for (size_t i = 0; i < count; i++) {
        times_sine(program, model_scalar(last), model_scalar(inputs[i % INPUTS]));
        last = i + 1 < count ? model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0) : result;
        assign(program, last);
    }
}

/* One variable, again and again: t = t * x + 1. */
static void add_rewrite(model *program, size_t count)
{
    size_t inputs[INPUTS];
    model_routine(program);
    declare(program, MODEL_IN, MODEL_ACTIVE, INPUTS, inputs);
    size_t result = model_variable(program, MODEL_INOUT, MODEL_ACTIVE, 0);
    for (size_t i = 0; i < count; i++) {
        size_t left = use(program, result);
        size_t product = model_binary(program, "mul_scal_scal", left, use(program, inputs[i % INPUTS]));
        model_binary(program, "add_scal_scal", product, model_constant(program, 1.0));
        assign(program, result);
    }
}

/* Results that have nothing to do with each other: y(i) = x * sin(x'). */
static void add_wide(model *program, size_t count)
{
    size_t inputs[INPUTS];
    model_routine(program);
    declare(program, MODEL_IN, MODEL_ACTIVE, INPUTS, inputs);
    size_t results = model_variable(program, MODEL_OUT, MODEL_ACTIVE | MODEL_ELEMENTS, count);
    for (size_t i = 0; i < count; i++) {
        times_sine(program, model_scalar(inputs[i % INPUTS]), model_scalar(inputs[i / INPUTS % INPUTS]));
        model_assign(program, model_element(results, i + 1));
    }
}

/* A lattice of elements with constant subscripts: a(i) = a(i-1) * sin(a(i-8)). */
static void add_array(model *program, size_t count)
{
    model_routine(program);
    size_t array = model_variable(program, MODEL_INOUT, MODEL_ACTIVE | MODEL_ELEMENTS, count + GROUP);
    for (size_t i = GROUP + 1; i <= count + GROUP; i++) {
        times_sine(program, model_element(array, i - 1), model_element(array, i - GROUP));
        model_assign(program, model_element(array, i));
    }
}

/* Variable subscripts with arithmetic, by turns a new one: a(2*i+1) = b(2*i+2) * sin(t); t = a(2*i+1). */
static void add_subscript(model *program, size_t count)
{
    size_t a = 0, i = 0, last = 0;
    model_routine(program);
    size_t start = model_variable(program, MODEL_IN, MODEL_INTEGER, 0);
    size_t inputs = model_variable(program, MODEL_IN, MODEL_ACTIVE, 1000);
    size_t result = model_variable(program, MODEL_OUT, MODEL_ACTIVE, 0);
    i = start;
    last = result;
    model_use(program, model_indexed(inputs, i, 2, 1));
    assign(program, result);
    for (size_t k = 1; k < count; k++) {
        size_t turn = k % GROUP;
        if (turn == 1) {
            size_t next = model_variable(program, MODEL_LOCAL, MODEL_INTEGER, 0);
            model_binary(program, "add_scal_scal", use(program, start),
                         model_integer(program, (long)(k % 97)));
            i = next;
            assign(program, i);
            a = model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 1000);
        } else if (turn % 2 == 0) {
            times_sine(program, model_indexed(inputs, i, 2, (long)turn), model_scalar(last));
            model_may_assign(program, model_indexed(a, i, 2, (long)turn));
        } else {
            size_t next = model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0);
            times_sine(program, model_indexed(a, i, 2, (long)turn - 1), model_scalar(last));
            last = next;
            assign(program, last);
        }
    }
}

/* Scalars whose places overlap, without chains: all that is known are aliases. */
static void add_mixed(model *program, size_t count)
{
    enum { PLACES = 64 };
    size_t places[PLACES];
    model_routine(program);
    size_t from = 1;
    for (size_t i = 0; i < PLACES; i++) {
        unsigned unknown = i % 16 == 15 ? MODEL_UNKNOWN : 0;
        places[i] = model_overlay(program, MODEL_INOUT, MODEL_ACTIVE | MODEL_UNCHAINED | unknown,
                                  from + i / 2, 1 + i % 4 / 2);
    }
    for (size_t i = 0; i < count; i++) {
        times_sine(program, model_scalar(places[i % PLACES]), model_scalar(places[i * 7 % PLACES]));
        assign(program, places[(i + 5) % PLACES]);
    }
}

/* Scalars about which nothing is known. */
static void add_unknown(model *program, size_t count)
{
    size_t places[INPUTS];
    model_routine(program);
    declare(program, MODEL_INOUT, MODEL_ACTIVE | MODEL_UNCHAINED | MODEL_UNKNOWN, INPUTS, places);
    for (size_t i = 0; i < count; i++) {
        times_sine(program, model_scalar(places[i % INPUTS]), model_scalar(places[i * 7 % INPUTS]));
        assign(program, places[(i + 5) % INPUTS]);
    }
}

/* Many inputs, one output: t = t + sin(x(i)). */
static void add_reduce(model *program, size_t count)
{
    model_routine(program);
    size_t inputs = model_variable(program, MODEL_IN, MODEL_ACTIVE | MODEL_ELEMENTS, count);
    size_t result = model_variable(program, MODEL_INOUT, MODEL_ACTIVE, 0);
    for (size_t i = 1; i <= count; i++) {
        size_t sum = use(program, result);
        size_t sine = model_unary(program, "sin_scal", model_use(program, model_element(inputs, i)));
        model_binary(program, "add_scal_scal", sum, sine);
        assign(program, result);
    }
}

/* One input, many outputs: t = x * sin(t'); y(i) = x * sin(t). */
static void add_spread(model *program, size_t count)
{
    model_routine(program);
    size_t input = model_variable(program, MODEL_IN, MODEL_ACTIVE, 0), last = input;
    size_t results = model_variable(program, MODEL_OUT, MODEL_ACTIVE | MODEL_ELEMENTS, count / 2 + 1);
    for (size_t i = 0; i < count; i++) {
        times_sine(program, model_scalar(input), model_scalar(last));
        if (i % 2) {
            model_assign(program, model_element(results, i / 2 + 1));
        } else {
            last = model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0);
            assign(program, last);
        }
    }
}

/* A full Jacobian: y(i) = y(i-1) * sin(x(i)). */
static void add_triangle(model *program, size_t count)
{
    model_routine(program);
    size_t inputs = model_variable(program, MODEL_IN, MODEL_ACTIVE | MODEL_ELEMENTS, count + 1);
    size_t results = model_variable(program, MODEL_INOUT, MODEL_ACTIVE | MODEL_ELEMENTS, count + 1);
    for (size_t i = 2; i <= count + 1; i++) {
        times_sine(program, model_element(results, i - 1), model_element(inputs, i));
        model_assign(program, model_element(results, i));
    }
}

/* An array whose elements are not told apart, each use of which may see each definition. */
static void add_blurred(model *program, size_t count)
{
    model_routine(program);
    size_t index = model_variable(program, MODEL_IN, MODEL_INTEGER, 0);
    size_t array = model_variable(program, MODEL_INOUT, MODEL_ACTIVE | MODEL_BLURRED, count + GROUP);
    for (size_t i = GROUP + 1; i <= count + GROUP; i++) {
        times_sine(program, model_indexed(array, index, 1, (long)i - 1), model_element(array, i - GROUP));
        model_assign(program, model_element(array, i));
    }
}

/* ---- shapes: one assignment ---- */

/* A chain of vertices: y = sin(x * sin(x * ...)). */
static void add_deep(model *program, size_t count)
{
    model_routine(program);
    size_t input = model_variable(program, MODEL_IN, MODEL_ACTIVE, 0);
    size_t result = model_variable(program, MODEL_OUT, MODEL_ACTIVE, 0);
    size_t top = use(program, input);
    for (size_t i = 1; i + 2 < count; i += 3) {
        size_t left = use(program, input);
        top = model_unary(program, "sin_scal", model_binary(program, "mul_scal_scal", left, top));
    }
    assign(program, result);
}

/* A balanced tree of products and sums of inputs. */
static void add_balanced(model *program, size_t count)
{
    enum { LEVELS = 64 };
    static const char *const operations[] = {"mul_scal_scal", "add_scal_scal"};
    size_t inputs[INPUTS], pending[LEVELS], height[LEVELS], depth = 0, leaves = (count + 1) / 2;
    model_routine(program);
    declare(program, MODEL_IN, MODEL_ACTIVE, INPUTS, inputs);
    size_t result = model_variable(program, MODEL_OUT, MODEL_ACTIVE, 0);
    for (size_t i = 0; i < leaves || depth > 1;) {
        if (depth > 1 && (i == leaves || height[depth - 1] == height[depth - 2])) {
            depth--;
            pending[depth - 1] =
                model_binary(program, operations[height[depth - 1] % 2], pending[depth - 1], pending[depth]);
            height[depth - 1]++;
        } else {
            pending[depth] = use(program, inputs[i++ % INPUTS]);
            height[depth++] = 0;
        }
    }
    assign(program, result);
}

/* ---- shapes: calls and control flow ---- */

/* y = x * sin(x) */
static size_t add_callee(model *program)
{
    size_t routine = model_routine(program);
    size_t in = model_variable(program, MODEL_IN, MODEL_ACTIVE, 0);
    size_t out = model_variable(program, MODEL_OUT, MODEL_ACTIVE, 0);
    times_sine(program, model_scalar(in), model_scalar(in));
    assign(program, out);
    return routine;
}

/* After each assignment a call, whose first argument has to be converted, or its second. */
static void add_calls(model *program, size_t count)
{
    size_t callee = add_callee(program);
    model_routine(program);
    size_t constant = model_variable(program, MODEL_IN, 0, 0);
    size_t passive = model_variable(program, MODEL_LOCAL, 0, 0);
    size_t value = model_variable(program, MODEL_INOUT, MODEL_ACTIVE, 0);
    for (size_t i = 1; i < count; i++) {
        size_t last = value;
        value = model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0);
        size_t result = model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0);
        times_sine(program, model_scalar(last), model_scalar(constant));
        assign(program, value);
        if (i % 2)
            model_call(program, callee, model_scalar(constant), model_scalar(result));
        else
            model_call(program, callee, model_scalar(value), model_scalar(passive));
        if (i % 2)
            value = result;
    }
}

/* Branches with two assignments in each arm, and two between them. */
static void add_blocks(model *program, size_t count)
{
    size_t inputs[INPUTS];
    model_routine(program);
    declare(program, MODEL_IN, MODEL_ACTIVE, INPUTS, inputs);
    size_t which = model_variable(program, MODEL_IN, MODEL_INTEGER, 0);
    size_t value = model_variable(program, MODEL_INOUT, MODEL_ACTIVE, 0);
    for (size_t i = 0; i < count; i += 6) {
        size_t t[5];
        declare(program, MODEL_LOCAL, MODEL_ACTIVE, 5, t);
        reference input = model_scalar(inputs[i % INPUTS]);
        times_sine(program, model_scalar(value), input);
        assign(program, t[0]);
        model_branch(program, which, (long)(i % 10));
        times_sine(program, model_scalar(t[0]), input);
        assign(program, t[1]);
        times_sine(program, model_scalar(t[1]), input);
        assign(program, t[3]);
        model_else(program);
        times_sine(program, input, model_scalar(t[0]));
        assign(program, t[2]);
        times_sine(program, input, model_scalar(t[2]));
        model_may_assign(program, model_scalar(t[3]));
        model_join(program);
        times_sine(program, model_scalar(t[3]), model_scalar(t[0]));
        assign(program, value);
    }
}

/* Branches within each other, an assignment before each. */
static void add_nested(model *program, size_t count)
{
    size_t inputs[INPUTS];
    model_routine(program);
    declare(program, MODEL_IN, MODEL_ACTIVE, INPUTS, inputs);
    size_t which = model_variable(program, MODEL_IN, MODEL_INTEGER, 0);
    size_t value = model_variable(program, MODEL_INOUT, MODEL_ACTIVE | MODEL_UNCHAINED, 0);
    for (size_t i = 0; i < count; i++) {
        times_sine(program, model_scalar(value), model_scalar(inputs[i % INPUTS]));
        assign(program, value);
        model_branch(program, which, (long)(i % 10));
    }
    for (size_t i = 0; i < count; i++)
        model_join(program);
}

/* Many routines of a few assignments, the last of which calls the others. */
static void add_routines(model *program, size_t count)
{
    size_t routines = (count + ROUTINE - 1) / ROUTINE;
    for (size_t r = 0; r < routines; r++) {
        model_routine(program);
        size_t last = model_variable(program, MODEL_IN, MODEL_ACTIVE, 0), in = last;
        size_t out = model_variable(program, MODEL_OUT, MODEL_ACTIVE, 0);
        for (size_t i = 1; i <= ROUTINE; i++) {
            times_sine(program, model_scalar(last), model_scalar(in));
            last = i < ROUTINE ? model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0) : out;
            assign(program, last);
        }
    }
    model_routine(program);
    size_t in = model_variable(program, MODEL_INOUT, MODEL_ACTIVE, 0);
    for (size_t r = 0; r < routines; r++) {
        size_t out = model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0);
        model_call(program, r, model_scalar(in), model_scalar(out));
        in = out;
    }
}

/* Calls the two routines below one in a binary tree, the last of which is the root. @return what has the
 * result, or the input if there are none */
static size_t call_below(model *program, size_t routine, size_t routines, size_t in)
{
    const size_t place = routines - 1 - routine; /* the root is 0; below i are 2 i + 1 and 2 i + 2 */
    for (size_t below = 2 * place + 1; below <= 2 * place + 2 && below < routines; below++) {
        size_t result = model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0);
        model_call(program, routines - 1 - below, model_scalar(in), model_scalar(result));
        in = result;
    }
    return in;
}

/* A tree of routines, each of which has some global variables, and one of the routine before it. */
static void add_globals(model *program, size_t count)
{
    size_t routines = (count + ROUTINE - 1) / ROUTINE;
    for (size_t i = 0; i <= routines * GLOBALS; i++)
        model_variable(program, MODEL_GLOBAL, MODEL_ACTIVE, 0);
    for (size_t r = 0; r < routines; r++) {
        model_routine(program);
        size_t in = model_variable(program, MODEL_IN, MODEL_ACTIVE, 0);
        size_t out = model_variable(program, MODEL_OUT, MODEL_ACTIVE, 0);
        size_t last = call_below(program, r, routines, in);
        for (size_t i = 1; i <= ROUTINE; i++) {
            size_t global = r * GLOBALS + i / 2 % (GLOBALS + 1);
            times_sine(program, model_scalar(last), model_scalar(global));
            last = i % 2 ? global : i < ROUTINE ? model_variable(program, MODEL_LOCAL, MODEL_ACTIVE, 0) : out;
            assign(program, last);
        }
    }
}

/* ---- the program ---- */

static const shape shapes[] = {
    {"chain", add_chain, "each value made of the one before"},
    {"rewrite", add_rewrite, "one variable assigned again and again"},
    {"wide", add_wide, "results independent of each other"},
    {"array", add_array, "elements with constant subscripts"},
    {"subscript", add_subscript, "variable subscripts with index arithmetic"},
    {"reduce", add_reduce, "many inputs, one output"},
    {"spread", add_spread, "one input, many outputs"},
    {"triangle", add_triangle, "each output depends on all inputs before it"},
    {"blurred", add_blurred, "an array whose chains do not tell elements apart"},
    {"mixed", add_mixed, "overlapping scalars, aliases but no chains"},
    {"unknown", add_unknown, "neither aliases nor chains"},
    {"calls", add_calls, "a call after each assignment, with conversions"},
    {"blocks", add_blocks, "branches, two assignments a block"},
    {"nested", add_nested, "branches within each other"},
    {"routines", add_routines, "routines of 20 assignments"},
    {"globals", add_globals, "a tree of routines that share variables"},
    {"deep", add_deep, "one expression, a chain of vertices"},
    {"balanced", add_balanced, "one expression, a balanced tree of vertices"},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static int list_shapes(void)
{
    for (size_t i = 0; i < SHAPES; i++)
        printf("%s\t%s\n", shapes[i].name, shapes[i].about);
    return 0;
}

static int generate(const shape *what, size_t count)
{
    model *program = model_create();
    what->add(program, count);
    model_write(program, stdout);
    model_free(program);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 4;
}

int main(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "--list") == 0)
        return list_shapes();
    size_t number = count == 3 ? (size_t)strtoull(words[2], NULL, 10) : 0;
    for (size_t i = 0; number > 0 && i < SHAPES; i++)
        if (strcmp(words[1], shapes[i].name) == 0)
            return generate(&shapes[i], number);
    fputs("usage: generate SHAPE NUMBER\n       generate --list\n", stderr);
    return 2;
}
