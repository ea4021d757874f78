/*
 * The command xaifbooster verify.
 */
#ifndef XB_DRIVER_VERIFY_H
#define XB_DRIVER_VERIFY_H

/* Runs the command; word 0 is its name. Returns the exit status. */
int verify_main(int count, char **words);

#endif
