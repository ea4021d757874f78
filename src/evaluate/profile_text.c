/*
 * Profiles as text. The text of a file is copied to the arena, and its lines and words are cut in place; of
 * the sequences that are open, the innermost takes what is read. What is wrong ends the reading, since the
 * numbers of what follows would be wrong, too.
 */
#include "evaluate/profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/document.h"
#include "base/failure.h"

enum { WORDS = 8, DEPTH = 64 };

/* ---- writing ------------------------------------------------------------------------------------------- */

/* A site as in schedules: CALLEE#N. */
static void put_callee(xb_output *output, const xb_profile_site *site)
{
    xb_output_put(output, site->callee->text);
    if (site->ordinal > 0)
        xb_output_format(output, "#%llu", (unsigned long long)site->ordinal);
}

static void put_bytes(xb_output *output, uint64_t bytes)
{
    if (bytes == XB_PROFILE_UNKNOWN)
        xb_output_char(output, '?');
    else
        xb_output_number(output, bytes);
}

static void put_sequence(const xb_profile *profile, uint32_t number, size_t depth, xb_output *output)
{
    const xb_profile_sequence *sequence = (const xb_profile_sequence *)profile->sequences.items + number;
    const xb_profile_site *sites = profile->sites.items;
    for (uint32_t i = 0; i < sequence->count; i++) {
        const xb_profile_item *item = &sequence->items[i];
        xb_output_repeat(output, ' ', 2 * depth);
        if (item->kind == XB_PROFILE_CALL) {
            xb_output_put(output, "call ");
            put_callee(output, &sites[item->site]);
            xb_output_format(output, " %u checkpoint ", item->what + 1);
            put_bytes(output, item->amount);
            xb_output_char(output, '\n');
            continue;
        }
        xb_output_format(output, "%s %llu\n", item->kind == XB_PROFILE_PUSH ? "push" : "repeat",
                         (unsigned long long)item->amount);
        if (item->kind == XB_PROFILE_REPEAT) {
            put_sequence(profile, item->what, depth + 1, output);
            xb_output_repeat(output, ' ', 2 * depth);
            xb_output_put(output, "end\n");
        }
    }
}

/* Sums over a run. */
typedef struct sums {
    uint64_t calls, steps, operations, tape, checkpoint;
} sums;

/* Summing up, over one activation. */
typedef struct summing {
    const xb_profile *profile;
    const uint64_t *tapes; /* that activations push themselves, by number */
    sums *sites;
    uint64_t times; /* of the activation */
    uint64_t tape;  /* that it pushes itself */
} summing;

static void add(sums *sum, const xb_profile_activation *activation, uint64_t tape, uint64_t times)
{
    sum->calls = xb_profile_plus(sum->calls, times);
    sum->steps = xb_profile_plus(sum->steps, xb_profile_times(activation->steps, times));
    sum->operations = xb_profile_plus(sum->operations, xb_profile_times(activation->operations, times));
    sum->tape = xb_profile_plus(sum->tape, xb_profile_times(tape, times));
}

static void sum_up(void *context, const xb_profile_item *item, uint64_t times)
{
    summing *s = context;
    if (item->kind == XB_PROFILE_PUSH) {
        s->tape = xb_profile_plus(s->tape, xb_profile_times(item->amount, times));
        return;
    }
    sums *sum = &s->sites[item->site];
    times = xb_profile_times(times, s->times);
    add(sum, (const xb_profile_activation *)s->profile->activations.items + item->what, s->tapes[item->what],
        times);
    sum->checkpoint = item->amount == XB_PROFILE_UNKNOWN
                          ? XB_PROFILE_UNKNOWN
                          : xb_profile_plus(sum->checkpoint, xb_profile_times(item->amount, times));
}

static void put_sums(xb_output *output, const sums *sum)
{
    xb_output_format(output, " calls %llu steps %llu operations %llu tape %llu",
                     (unsigned long long)sum->calls, (unsigned long long)sum->steps,
                     (unsigned long long)sum->operations, (unsigned long long)sum->tape);
}

/* @param by_routine by the index of its name */
static void put_routines(const xb_profile *profile, const sums *by_routine, xb_output *output)
{
    for (uint32_t i = 0; i < xb_names_count(profile->names); i++)
        if (by_routine[i].calls > 0) {
            xb_output_format(output, "routine %s", xb_names_at(profile->names, i)->text);
            put_sums(output, &by_routine[i]);
            xb_output_char(output, '\n');
        }
}

static void put_sites(const xb_profile *profile, const sums *by_site, xb_output *output)
{
    const xb_profile_site *sites = profile->sites.items;
    for (uint32_t i = 0; i < profile->sites.count; i++) {
        xb_output_format(output, "site %s ", sites[i].caller->text);
        put_callee(output, &sites[i]);
        put_sums(output, &by_site[i]);
        xb_output_put(output, " checkpoint ");
        put_bytes(output, by_site[i].checkpoint);
        xb_output_char(output, '\n');
    }
}

static void put_all_sums(const xb_profile *profile, xb_output *output)
{
    const xb_profile_activation *activations = profile->activations.items;
    uint32_t count = profile->activations.count;
    const uint64_t *times = xb_profile_multiplicities(profile, profile->arena);
    uint64_t *tapes = xb_arena_array(profile->arena, (size_t)count + 1, sizeof *tapes);
    sums *by_site = xb_arena_array(profile->arena, (size_t)profile->sites.count + 1, sizeof *by_site);
    sums *by_routine = xb_arena_array(profile->arena, xb_names_count(profile->names) + 1, sizeof *by_routine);
    for (uint32_t a = 0; a < count; a++) {
        summing s = {.profile = profile, .tapes = tapes, .sites = by_site, .times = times[a]};
        xb_profile_visit(profile, activations[a].sequence, sum_up, &s);
        tapes[a] = s.tape;
        add(&by_routine[activations[a].routine->index], &activations[a], s.tape, times[a]);
    }
    put_routines(profile, by_routine, output);
    put_sites(profile, by_site, output);
}

void xb_profile_put(const xb_profile *profile, xb_output *output)
{
    const xb_profile_activation *activations = profile->activations.items;
    xb_output_put(output, "profile 1\n");
    put_all_sums(profile, output);
    for (uint32_t a = 0; a < profile->activations.count; a++) {
        xb_output_format(output, "activation %u %s steps %llu operations %llu\n", a + 1,
                         activations[a].routine->text, (unsigned long long)activations[a].steps,
                         (unsigned long long)activations[a].operations);
        put_sequence(profile, activations[a].sequence, 1, output);
        xb_output_put(output, "end\n");
    }
    for (uint32_t i = 0; i < profile->runs.count; i++)
        xb_output_format(output, "run %u\n", ((const uint32_t *)profile->runs.items)[i] + 1);
}

/* ---- reading ------------------------------------------------------------------------------------------- */

/* A sequence that is open. */
typedef struct opened {
    xb_vector items;
    uint64_t times; /* of a repetition */
} opened;

/* A file under way. */
typedef struct parsing {
    xb_diagnostics *diagnostics;
    const xb_document *document;
    xb_profile *profile;
    xb_profile_activation activation; /* that is open */
    opened open[DEPTH];
    size_t depth; /* how many are open */
    size_t line;
    bool begun;        /* the format was there */
    xb_vector numbers; /* uint32_t: of activations, by their numbers in the text */
    xb_status status;
} parsing;

static bool refuse(parsing *p, const char *what, const char *word)
{
    const xb_place place = {.file = p->profile->file, .line = p->line};
    p->status = xb_error(p->diagnostics, XB_STATUS_USAGE, place, "xaif-run --profile writes profiles",
                         "%s '%s'", what, word ? word : "");
    return false;
}

static bool take_number(parsing *p, const char *word, uint64_t *number)
{
    char *end = NULL;
    errno = 0;
    if (word && word[0] >= '0' && word[0] <= '9')
        *number = strtoull(word, &end, 10);
    return (end && *end == '\0' && errno == 0) || refuse(p, "this is no number:", word);
}

/* The number of an activation that was read. */
static bool take_activation(parsing *p, const char *word, uint32_t *activation)
{
    uint64_t number = 0;
    if (!take_number(p, word, &number))
        return false;
    if (number == 0 || number > p->numbers.count)
        return refuse(p, "there is no earlier activation", word);
    *activation = ((const uint32_t *)p->numbers.items)[number - 1];
    return true;
}

static void append(parsing *p, xb_profile_item item)
{
    xb_profile_append(p->profile, &p->open[p->depth - 1].items, item);
}

static void take_push(parsing *p, char *const words[])
{
    xb_profile_item item = {.kind = XB_PROFILE_PUSH};
    if (take_number(p, words[1], &item.amount))
        append(p, item);
}

static void take_call(parsing *p, char *const words[])
{
    xb_profile_item item = {.kind = XB_PROFILE_CALL, .amount = XB_PROFILE_UNKNOWN};
    char *sign = strchr(words[1], '#');
    uint64_t ordinal = 0;
    if (sign)
        *sign++ = '\0';
    if ((sign && !take_number(p, sign, &ordinal)) || !take_activation(p, words[2], &item.what) ||
        (strcmp(words[4], "?") != 0 && !take_number(p, words[4], &item.amount)))
        return;
    item.site = xb_profile_site_number(p->profile, p->activation.routine->text, words[1], ordinal);
    append(p, item);
}

static void take_repeat(parsing *p, char *const words[])
{
    uint64_t times = 0;
    if (p->depth == DEPTH)
        refuse(p, "repetitions are nested too deep:", words[1]);
    else if (take_number(p, words[1], &times))
        p->open[p->depth++] = (opened){.times = times};
}

static void take_begin(parsing *p, char *const words[])
{
    uint64_t number = 0;
    xb_profile_activation fresh = {.line = p->line};
    if (!take_number(p, words[1], &number) || !take_number(p, words[4], &fresh.steps) ||
        !take_number(p, words[6], &fresh.operations))
        return;
    if (number != (uint64_t)p->numbers.count + 1) {
        refuse(p, "activations are numbered in order, from 1:", words[1]);
        return;
    }
    fresh.routine = xb_names_get(p->profile->names, words[2]);
    p->activation = fresh;
    p->open[p->depth++] = (opened){.times = 1};
}

static void take_end(parsing *p, char *const words[])
{
    (void)words;
    const opened *ended = &p->open[--p->depth];
    uint32_t sequence = xb_profile_sequence_number(p->profile, &ended->items);
    if (p->depth > 0) {
        append(p, (xb_profile_item){XB_PROFILE_REPEAT, 0, sequence, ended->times});
        return;
    }
    p->activation.sequence = sequence;
    *(uint32_t *)xb_vector_push(p->profile->arena, &p->numbers, sizeof(uint32_t)) =
        xb_profile_activation_number(p->profile, &p->activation);
}

static void take_run(parsing *p, char *const words[])
{
    uint32_t activation = 0;
    if (take_activation(p, words[1], &activation))
        xb_profile_add_run(p->profile, activation);
}

static void take_format(parsing *p, char *const words[])
{
    p->begun = strcmp(words[1], "1") == 0;
    if (!p->begun)
        refuse(p, "profiles of this format can't be read:", words[1]);
}

static void take_sums(parsing *p, char *const words[])
{
    (void)p, (void)words;
}

static const struct {
    const char *word;
    size_t words; /* 0: any */
    bool within;  /* an activation */
    void (*take)(parsing *p, char *const words[]);
} lines[] = {
    {"profile", 2, false, take_format},   {"routine", 0, false, take_sums}, {"site", 0, false, take_sums},
    {"activation", 7, false, take_begin}, {"push", 2, true, take_push},     {"call", 5, true, take_call},
    {"repeat", 2, true, take_repeat},     {"end", 1, true, take_end},       {"run", 2, false, take_run}};

static void take_words(parsing *p, char *const words[], size_t count)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strcmp(lines[i].word, words[0]) != 0)
            continue;
        if (lines[i].words > 0 && lines[i].words != count)
            refuse(p, "there are too few or too many words after", words[0]);
        else if (lines[i].within != (p->depth > 0) || p->begun == (i == 0))
            refuse(p, "this line is not expected here:", words[0]);
        else
            lines[i].take(p, words);
        return;
    }
    refuse(p, "a line of a profile does not begin with", words[0]);
}

static void take_line(parsing *p, char *line)
{
    static const char blanks[] = " \t\r\f\v";
    char *words[WORDS] = {0}, *rest = NULL;
    size_t count = 0;
    for (char *word = strtok_r(line, blanks, &rest); word && word[0] != '#' && count < WORDS;
         word = strtok_r(NULL, blanks, &rest))
        words[count++] = word;
    if (count > 0)
        take_words(p, words, count);
}

static void check_end(parsing *p)
{
    if (!p->status && !p->begun)
        refuse(p, "there is no line", "profile 1");
    if (!p->status && p->depth > 0)
        refuse(p, "the last activation has no", "end");
    if (!p->status && p->profile->runs.count == 0)
        refuse(p, "there is no line", "run NUMBER");
}

static void parse(void *argument)
{
    parsing *p = argument;
    size_t length = p->document->length;
    char *text = xb_arena_alloc(p->profile->arena, length + 1);
    if (length > 0)
        memcpy(text, p->document->text, length);
    if (memchr(text, '\0', length))
        refuse(p, "this is no text:", p->profile->file);
    const char *after = text + length;
    for (char *line = text, *end; line && line < after && !p->status; line = end) {
        p->line++;
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        take_line(p, line);
    }
    check_end(p);
}

xb_status xb_profile_read(xb_arena *arena, xb_diagnostics *diagnostics, const char *file,
                          xb_profile **profile)
{
    xb_document document = {0};
    *profile = xb_profile_create(arena);
    (*profile)->file = strcmp(file, "-") == 0 ? "(standard input)" : xb_arena_format(arena, "%s", file);
    int problem = xb_document_read(&document, file);
    parsing p = {.diagnostics = diagnostics, .document = &document, .profile = *profile};
    bool done = problem != 0 || xb_protect(xb_arena_failure(arena), parse, &p);
    xb_document_free(&document);
    if (problem)
        return xb_error(diagnostics, XB_STATUS_FAILED, (xb_place){.file = (*profile)->file},
                        xb_document_hint(problem), "can't read the profile: %s", strerror(problem));
    if (!done)
        xb_fail(xb_arena_failure(arena));
    return p.status;
}
