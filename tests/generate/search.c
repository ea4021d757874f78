/*
 * Reports come at intervals that double up to five minutes. Reasons are the same if they are without the
 * names and numbers in them.
 */
#include "search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double gen_cpu_seconds(void)
{
    struct rusage own, others;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &others);
    const struct timeval times[] = {own.ru_utime, own.ru_stime, others.ru_utime, others.ru_stime};
    double sum = 0;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        sum += (double)times[i].tv_sec + (double)times[i].tv_usec * 1e-6;
    return sum;
}

bool gen_search_set(gen_search *search, const char *name, const char *value)
{
    if (strcmp(name, "--seed") == 0)
        search->seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "--count") == 0)
        search->count = strtoul(value, NULL, 10);
    else if (strcmp(name, "--minutes") == 0)
        search->minutes = strtod(value, NULL);
    else
        return strcmp(name, "--features") == 0 && gen_features_parse(value, &search->features);
    return true;
}

void gen_search_begin(gen_search *search)
{
    search->first = search->seed;
    search->begin = seconds();
    search->next_report = 10;
}

double gen_search_seconds(const gen_search *search)
{
    return seconds() - search->begin;
}

bool gen_search_goes_on(const gen_search *search)
{
    return search->minutes > 0 ? gen_search_seconds(search) < 60 * search->minutes
                               : search->seed - search->first < search->count;
}

void gen_search_report(gen_search *search, unsigned long wrong)
{
    const double passed = gen_search_seconds(search), next = search->next_report;
    if (search->minutes <= 0 || passed <= next)
        return;
    fprintf(stderr, "%.0f s, %.0f s of CPU: seeds from %llu to %llu, %lu wrong\n", passed, gen_cpu_seconds(),
            search->first, search->seed - 1, wrong);
    search->next_report = 2 * next < 300 ? 2 * next : next + 300;
}

void gen_search_count_reason(gen_search *search, const char *reason)
{
    const gen_reason plain = gen_reason_without_names(reason);
    size_t i = 0;
    while (i < search->reason_count && strcmp(search->reasons[i].reason.text, plain.text) != 0)
        i++;
    if (i == GEN_REASON_LIMIT)
        return;
    if (i == search->reason_count) {
        search->reasons[search->reason_count++].reason = plain;
        search->reasons[i].seed = search->seed;
    }
    search->reasons[i].count++;
}

void gen_search_put_reasons(const gen_search *search, const char *what)
{
    for (size_t i = 0; i < search->reason_count; i++)
        printf("%6lu %s (as seed %llu): %s\n", search->reasons[i].count, what, search->reasons[i].seed,
               search->reasons[i].reason.text);
}

void gen_store(const char *folder, const char *name, unsigned long long seed, const char *suffix,
               const char *text, size_t length)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s-%llu%s", folder, name, seed, suffix);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, length, file) != length)
        fprintf(stderr, "can't write %s\n", path);
    if (file)
        fclose(file);
}
