/*
 * The command xaifbooster verify.
 */
#ifndef XB_DRIVER_VERIFY_H
#define XB_DRIVER_VERIFY_H

#include "driver/words.h"

/* What can be typed. */
const word_command *verify_command(xb_arena *arena);

/* Runs the command; word 0 is its name. Returns the exit status. */
int verify_main(int count, char **words);

#endif
