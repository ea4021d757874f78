/**
 * @file
 * Loops that are reversed by checkpoints.
 */
#ifndef XB_TESTS_GENERATE_CHECKPOINT_H
#define XB_TESTS_GENERATE_CHECKPOINT_H

#include "document.h"

/**
 * Has loops of a document reversed by checkpoints, in each routine one: the document becomes what comes out,
 * if there is any loop that the engine takes. Options say which loops, and how; with GEN_CHECKPOINT_NEST it
 * is done twice.
 * @param d with options; problem is set if something is wrong
 */
void gen_checkpoint_loops(gen_document *d);

#endif
