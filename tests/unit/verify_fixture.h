/**
 * @file
 * What the tests of the verifier share: a small program that is right, and its parts for the tests to spoil.
 */
#ifndef XB_TESTS_VERIFY_FIXTURE_H
#define XB_TESTS_VERIFY_FIXTURE_H

#include <check.h>

#include "ir/build.h"
#include "ir/verify.h"

/** The program and what of it the tests spoil. */
extern struct parts {
    xb_diagnostics *diagnostics;
    xb_program *program;
    xb_scope *global, *scope;
    xb_symbol *f, *g, *x, *y, *v, *i, *s, *t;
    xb_routine *routine;
    xb_flow_vertex *block, *loop, *body, *end_loop;
    xb_assignment *assignment;
    xb_reference *x_reference, *v_reference;
    xb_call *call, *outside_call;
    xb_propagator *propagator;
    xb_propagation *set, *sax;
} p;

extern xb_arena *arena; /**< for what does not belong to the program */

/* Paths to parts of the program. */
#define FLOW       "CallGraph/ControlFlowGraph[f]"
#define BLOCK      FLOW "/BasicBlock[block]"
#define VALUE      BLOCK "/Assignment[7]/AssignmentRHS"
#define CALL       BLOCK "/SubroutineCall[10]"
#define PROPAGATOR FLOW "/BasicBlock[body]/DerivativePropagator"

/** Creates the program. */
void verify_set_up(void);

/** Frees the program. */
void verify_tear_down(void);

/** Frees the program and creates it anew. */
void build(void);

/** A name of the program. */
const xb_name *name(const char *text);

/** A node of the program. */
void *node(xb_kind kind, size_t size, size_t line);

/** Appends to a list of the program. */
void append(xb_list *list, const void *item);

/** A reference to a whole variable. */
xb_reference *refer(xb_symbol *to);

/** An expression that is one vertex. */
xb_expression *leaf(void *vertex);

/** An expression that is an integer constant. */
xb_expression *integer(int64_t value);

/** Adds a subscript. @return the reference */
xb_reference *add_subscript(xb_reference *reference, xb_expression *index);

/** Adds a vertex to a control-flow graph. @return its number */
uint32_t add_vertex(xb_flow_graph *flow, xb_kind kind, const char *id, xb_flow_vertex **vertex);

/** Adds an edge to a control-flow graph. */
xb_flow_edge *add_edge(xb_flow_graph *flow, const char *id, uint32_t source, uint32_t target);

/** y = x * v(i), with statement id 7; sets p.x_reference and p.v_reference. */
xb_assignment *build_product(void);

/* Checks a message; that of a duplicate may go on with where the first one is. */
void check_message(const char *message, const char *wanted);

/** Exactly one error is found in the program, with this status, path and message; then the program is built
 * anew. */
void expect_status(xb_status status, const char *path, const char *message);

/** expect_status() with XB_STATUS_INVALID. */
void expect(const char *path, const char *message);

/** Nothing is found; then the program is built anew. */
void expect_nothing(void);

/** Adds a case whose tests run between verify_set_up() and verify_tear_down(). */
void verify_add_case(Suite *suite, const char *case_name, const TTest *const *tests, size_t count);

/** verify_add_case() of the tests that are given. */
#define ADD_CASE(suite, case_name, ...)                                    \
    verify_add_case(suite, case_name, (const TTest *const[]){__VA_ARGS__}, \
                    sizeof((const TTest *const[]){__VA_ARGS__}) / sizeof(const TTest *))

/** Runs a suite. @return exit status */
int verify_run(Suite *suite);

#endif
