/* The program xaif-run as a function. */
#include "tests/support/worker.h"

#define main xaif_run_main
#include "../../src/driver/xaif-run.c"
