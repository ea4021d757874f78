/**
 * @file
 * The world around a program that is run.
 */
#ifndef XB_TESTS_GENERATE_WORLD_H
#define XB_TESTS_GENERATE_WORLD_H

#include "machine.h"

/** What the evaluator asks of it. */
xb_environment gen_world_of(gen_machine *machine);

#endif
