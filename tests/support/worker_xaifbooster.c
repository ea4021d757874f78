/* The program xaifbooster as a function. */
#include "tests/support/worker.h"

#define main xaifbooster_main
#include "../../src/driver/main.c"
