/*
 * xaifbooster verify --catalogue: the rule test, and how its report is printed.
 */
#ifndef XB_DRIVER_RULES_H
#define XB_DRIVER_RULES_H

#include "driver/tool.h"
#include "ir/program.h"
#include "verify/cases/case.h"

/* What to test. */
typedef struct rule_test {
    const xb_catalogue *catalogue;
    xb_program *program;        /* with bodies of routines; NULL: none */
    const xb_case *description; /* of the world around these */
    uint64_t seed;
    size_t points; /* 0: as many as is usual */
    bool json;
} rule_test;

/* Tests, and prints. The status of the tool says what the result is. */
void test_rules(tool *self, const rule_test *settings);

#endif
