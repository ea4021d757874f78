/*
 * A model of a program that is built statement by statement and then written as XAIF, with the alias sets and
 * the definition and use chains that a front end would give it.
 *
 * Values live in locations: a scalar is one; an array is one a element if it is MODEL_ELEMENTS, so that
 * constant subscripts are told apart, else one altogether. While statements are added, the model follows
 * which of them define the value of each location at that point; that is all that chains are made of. Control
 * flow is the sequence of blocks, with the branches that model_branch() makes.
 *
 * Everything is released by model_free(). When memory runs out the program ends with a message.
 */
#ifndef XB_BENCH_MODEL_H
#define XB_BENCH_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { MODEL_NONE = -1 };

typedef enum variable_role { MODEL_LOCAL, MODEL_IN, MODEL_OUT, MODEL_INOUT, MODEL_GLOBAL } variable_role;

typedef enum variable_kind {
    MODEL_ACTIVE = 1,     /* has a derivative */
    MODEL_INTEGER = 2,    /* else real */
    MODEL_ELEMENTS = 4,   /* an array whose elements are told apart */
    MODEL_UNKNOWN = 8,    /* alias key 0 */
    MODEL_UNCHAINED = 16, /* chain key 0 */
    MODEL_BLURRED =
        32 /* one chain for all references: all statements that define it, or use it, and outside */
} variable_kind;

/* A variable, or an element of it: subscript = factor * value of index + offset. */
typedef struct reference {
    size_t variable;
    long index; /* a variable, or MODEL_NONE */
    long factor, offset;
} reference;

typedef struct model model;

model *model_create(void);
void model_free(model *program);

/* Begins a routine and its first block. What follows belongs to it. Returns its number. */
size_t model_routine(model *program);

/* A variable of the current routine; or a global one, before any routine is begun: its chains are not known.
 * extent: of an array; 0 for a scalar. */
size_t model_variable(model *program, variable_role role, unsigned kind, size_t extent);

/* The same with the virtual addresses from .. from + width - 1, instead of addresses of its own. */
size_t model_overlay(model *program, variable_role role, unsigned kind, size_t from, size_t width);

reference model_scalar(size_t variable);
reference model_element(size_t variable, size_t subscript);
reference model_indexed(size_t variable, size_t index, long factor, long offset);

/* Vertices of the expression of the next statement. Operands first; each returns a number for use as operand.
 */
size_t model_use(model *program, reference what);
size_t model_constant(model *program, double value);
size_t model_integer(model *program, long value);
size_t model_unary(model *program, const char *intrinsic, size_t operand);
size_t model_binary(model *program, const char *intrinsic, size_t left, size_t right);

/* The statement that makes the vertices since the last one its right-hand side. */
void model_assign(model *program, reference target);

/* The same, but the definitions before may also still hold after it. */
void model_may_assign(model *program, reference target);

/* A call with two arguments, the first read, the second defined, of a routine that is complete. */
void model_call(model *program, size_t routine, reference in, reference out);

/* Ends the block and begins another. */
void model_block(model *program);

/* Ends the block with a branch on "variable is less than value", and begins its first arm; the other arm, if
 * there is one, is begun by model_else(), what comes after both by model_join(). */
void model_branch(model *program, size_t variable, long value);
void model_else(model *program);
void model_join(model *program);

/* Writes the document. No statements can be added any more. */
void model_write(model *program, FILE *output);

#endif
