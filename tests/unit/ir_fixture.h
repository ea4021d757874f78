/**
 * @file
 * What the tests of the IR share: a program with two scopes, and short ways to build expressions.
 */
#ifndef XB_TESTS_IR_FIXTURE_H
#define XB_TESTS_IR_FIXTURE_H

#include <check.h>

#include "ir/build.h"

extern xb_arena *arena;          /**< for what does not belong to the program */
extern xb_program *program;      /**< the program; the prefix of its names is ad_ */
extern xb_scope *global, *inner; /**< its scopes, 1 and 2 */

/** Creates the fixture. */
void ir_set_up(void);

/** Frees the fixture. */
void ir_tear_down(void);

/** A name of the program. */
const xb_name *name(const char *text);

/** A real variable of the global scope, created if there is none of this id; its rank is set. */
xb_symbol *variable(const char *id, int rank);

/** A reference to the whole of variable(). */
xb_reference *whole(const char *id, int rank);

/** Adds a subscript with this index. */
xb_triplet *add_triplet(xb_reference *reference, xb_expression *index);

/** An element of a vector. */
xb_reference *element(const char *id, xb_expression *index);

/** An expression that is one vertex. */
xb_expression *leaf(void *vertex);

/** An expression that is an integer constant. */
xb_expression *integer(int64_t value);

/** An operator on top of copies of two expressions, or of one if b is NULL. */
xb_expression *apply(const char *operator_name, const xb_expression *a, const xb_expression *b);

/** A constant; fe_type may be NULL. */
const xb_constant *constant(xb_type type, const char *fe_type, const char *value);

/** The value of a real constant, which must have one. */
double real_value(const char *fe_type, const char *value);

/** Adds a case whose tests run between ir_set_up() and ir_tear_down(). */
void ir_add_case(Suite *suite, const char *case_name, const TTest *const *tests, size_t count);

/** ir_add_case() of the tests that are given. */
#define ADD_CASE(suite, case_name, ...)                                \
    ir_add_case(suite, case_name, (const TTest *const[]){__VA_ARGS__}, \
                sizeof((const TTest *const[]){__VA_ARGS__}) / sizeof(const TTest *))

/** Runs a suite. @return exit status */
int ir_run(Suite *suite);

#endif
