/*
 * Prints a random program: generate SEED [--features LIST] [--size N] [--text].
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "grow.h"
#include "print.h"
#include "write.h"

typedef struct request {
    xb_arena *arena;
    gen_profile profile;
    bool as_text;
} request;

static void print(void *argument)
{
    const request *r = argument;
    xb_text *text = xb_text_create(r->arena);
    const gen_program *program = gen_grow(r->arena, &r->profile);
    if (r->as_text)
        gen_print(r->arena, program, xb_text_output(text));
    else
        gen_write(r->arena, program, &r->profile, NULL, xb_text_output(text));
    fputs(xb_text_join(text, NULL), stdout);
}

static int usage(void)
{
    fputs("usage: generate SEED [--features LIST] [--size N] [--text]\nfeatures: all", stderr);
    for (int i = 0; gen_feature_name(i); i++)
        fprintf(stderr, ", %s", gen_feature_name(i));
    fputs("; -NAME takes one away\n", stderr);
    return 2;
}

int main(int count, char **arguments)
{
    gen_features features = gen_features_all();
    int size = 0;
    bool as_text = false;
    if (count < 2)
        return usage();
    for (int i = 2; i < count; i++) {
        const char *value = i + 1 < count ? arguments[i + 1] : "";
        if (strcmp(arguments[i], "--text") == 0)
            as_text = true;
        else if (strcmp(arguments[i], "--size") == 0)
            size = atoi(arguments[i + 1 < count ? ++i : i]);
        else if (strcmp(arguments[i++], "--features") != 0 || !gen_features_parse(value, &features))
            return usage();
    }
    xb_failure *failure = xb_failure_create();
    request r = {xb_arena_create(failure), gen_profile_of(strtoull(arguments[1], NULL, 10), features, size),
                 as_text};
    bool done = xb_protect(failure, print, &r);
    xb_arena_destroy(r.arena);
    xb_failure_destroy(failure);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
