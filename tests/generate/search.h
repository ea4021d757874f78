/**
 * @file
 * What programs that try one seed after the other have in common: how many they try, which files they write,
 * and what they say.
 */
#ifndef XB_TESTS_GENERATE_SEARCH_H
#define XB_TESTS_GENERATE_SEARCH_H

#include "document.h"
#include "profile.h"

enum { GEN_REASON_LIMIT = 200 };

/** What is tried, and what was not, with how often by its reason. */
typedef struct gen_search {
    unsigned long long seed; /**< the next one */
    unsigned long count;     /**< of seeds */
    double minutes;          /**< how long, instead of that; 0: it counts */
    gen_features features;
    /* set by gen_search_begin() and later */
    unsigned long long first;
    double begin, next_report;
    struct {
        gen_reason reason;
        unsigned long count;
        unsigned long long seed; /**< the first one */
    } reasons[GEN_REASON_LIMIT];
    size_t reason_count;
} gen_search;

/** Sets --seed, --count, --minutes or --features. @return whether it is one of these, and its value right */
bool gen_search_set(gen_search *search, const char *name, const char *value);

/** Begins to measure time. */
void gen_search_begin(gen_search *search);

/** Whether there is another seed to try. */
bool gen_search_goes_on(const gen_search *search);

/** Says how far it is, now and then, if it goes by minutes. */
void gen_search_report(gen_search *search, unsigned long wrong);

/** Seconds since it began. */
double gen_search_seconds(const gen_search *search);

/** Seconds of CPU of this process and of those that it waited for. */
double gen_cpu_seconds(void);

/** Counts that something is not tried. */
void gen_search_count_reason(gen_search *search, const char *reason);

/** Prints all reasons. @param what became of what they are for */
void gen_search_put_reasons(const gen_search *search, const char *what);

/** Writes FOLDER/NAME-SEEDSUFFIX; says so on standard error if it can't. */
void gen_store(const char *folder, const char *name, unsigned long long seed, const char *suffix,
               const char *text, size_t length);

#endif
