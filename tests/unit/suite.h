/*
 * Suites of Check: cases that share a fixture, and running them.
 */
#ifndef XB_TESTS_SUITE_H
#define XB_TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* How much to try of what there is no end of, such as random samples and the sizes of large examples: all, or
 * a part of it if XB_FEWER_SEEDS says what all is divided by (with sanitizers, and more under valgrind). */
static inline uint64_t sample_count(uint64_t all)
{
    const char *fewer = getenv("XB_FEWER_SEEDS");
    const unsigned long divisor = fewer ? strtoul(fewer, NULL, 10) : 1;
    return divisor > 1 ? (all + divisor - 1) / divisor : all;
}

/* Whether all samples are tried, so that everything happens that may happen. */
static inline bool has_all_samples(void)
{
    return sample_count(2) == 2;
}

/* Adds tests that each run between two functions, for two minutes at most. */
static inline void suite_add(Suite *suite, const char *name, void (*before)(void), void (*after)(void),
                             const TTest *const *tests, size_t count)
{
    TCase *tcase = tcase_create(name);
    tcase_add_checked_fixture(tcase, before, after);
    tcase_set_timeout(tcase, 120);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
}

/* Adds the tests that are listed; set_up and tear_down are those of the file. */
#define SUITE_ADD(suite, name, ...)                                                \
    suite_add(suite, name, set_up, tear_down, (const TTest *const[]){__VA_ARGS__}, \
              sizeof((const TTest *const[]){__VA_ARGS__}) / sizeof(const TTest *))

/* Runs a suite, as the environment says, and frees it. Returns the exit status of the program. */
static inline int suite_run(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
