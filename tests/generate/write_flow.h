/**
 * @file
 * Bodies of routines as control-flow graphs of XAIF.
 */
#ifndef XB_TESTS_GENERATE_WRITE_FLOW_H
#define XB_TESTS_GENERATE_WRITE_FLOW_H

#include "keys.h"

/** What is being written. */
typedef struct gen_writer {
    xb_arena *arena;
    const gen_program *program;
    const gen_profile *profile;
    gen_keys *keys; /**< NULL: without alias sets and chains */
    xb_output *output;
    int routine;
} gen_writer;

/** Writes an expression's vertices and edges. */
void gen_write_expression(gen_writer *w, int expression);

/** Writes one vertex without edges. */
void gen_write_vertex(gen_writer *w, int expression, int id);

/** Writes a reference as an element of this name. @param attributes further ones, with a blank before each */
void gen_write_reference(gen_writer *w, const char *element, int reference, const char *attributes);

/** Whether a body has jumps. */
bool gen_has_jumps(gen_writer *w, int body);

/** The scope of the blocks of a routine that has variables of blocks. */
int gen_inner_scope(const gen_program *program, int routine);

/** Writes the vertices and edges of the current routine. */
void gen_write_flow(gen_writer *w);

#endif
