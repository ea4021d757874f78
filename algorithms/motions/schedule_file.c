/*
 * Line by line. The text of the file is copied to the arena, and its lines and words are cut in place.
 */
#include "algorithms/motions/schedule_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/document.h"
#include "base/failure.h"

/* A file under way. */
typedef struct parsing {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_document *document;
    xb_schedule_rules *rules;
    size_t line;
    xb_status status;
} parsing;

static const char hint[] = "a line is CALLER CALLEE strong or CALLER CALLEE weak, and CALLEE#2 is the second "
                           "call of CALLEE in CALLER; of a loop, ROUTINE:LINE checkpoint SNAPSHOTS, "
                           "ROUTINE:LINE periodic STEPS or ROUTINE:LINE fixedpoint TOLERANCE";

static void refuse(parsing *p, const char *what, const char *word)
{
    const xb_place place = {.file = p->rules->file, .line = p->line};
    p->status = xb_error(p->diagnostics, XB_STATUS_USAGE, place, hint, "%s '%s'", what, word);
}

/* Cuts off `#N`. @return false if there is no number after the sign */
static bool take_ordinal(char *callee, uint64_t *ordinal)
{
    char *sign = strchr(callee, '#'), *end = NULL;
    if (!sign)
        return true;
    *sign = '\0';
    if (sign[1] < '0' || sign[1] > '9')
        return false;
    errno = 0;
    *ordinal = strtoull(sign + 1, &end, 10);
    return *end == '\0' && *ordinal > 0 && errno == 0;
}

static void take_rule(parsing *p, char *const words[3])
{
    xb_schedule_rule rule = {.caller = words[0], .callee = words[1], .line = p->line};
    rule.weak = strcmp(words[2], "weak") == 0;
    if (!rule.weak && strcmp(words[2], "strong") != 0)
        refuse(p, "neither strong nor weak:", words[2]);
    else if (!take_ordinal(words[1], &rule.ordinal))
        refuse(p, "after '#' there is no number of a call:", words[1]);
    else
        *(xb_schedule_rule *)xb_vector_push(p->arena, &p->rules->rules, sizeof rule) = rule;
}

/* @param words the third one may be NULL */
static void take_loop(parsing *p, char *const words[3])
{
    bool named = strcmp(words[1], "periodic") == 0 || strcmp(words[1], "fixedpoint") == 0;
    xb_schedule_loop loop = {.text = words[0], .line = p->line};
    if (!named && strcmp(words[1], "checkpoint") != 0) {
        refuse(p, "neither checkpoint nor periodic nor fixedpoint:", words[1]);
        return;
    }
    if (named)
        loop.text = xb_arena_format(p->arena, "%s:%s", loop.text, words[1]);
    if (words[2])
        loop.text = xb_arena_format(p->arena, "%s:%s", loop.text, words[2]);
    loop.words = xb_arena_format(p->arena, "%s %s%s%s", words[0], words[1], words[2] ? " " : "",
                                 words[2] ? words[2] : "");
    *(xb_schedule_loop *)xb_vector_push(p->arena, &p->rules->loops, sizeof loop) = loop;
}

static void take_line(parsing *p, char *line)
{
    static const char blanks[] = " \t\r\f\v";
    char *words[3] = {0}, *rest = NULL;
    size_t count = 0;
    for (char *word = strtok_r(line, blanks, &rest); word && word[0] != '#';
         word = strtok_r(NULL, blanks, &rest)) {
        if (count == 3) {
            refuse(p, "after the third word there is", word);
            return;
        }
        words[count++] = word;
    }
    if (count >= 2 && strchr(words[0], ':'))
        take_loop(p, words);
    else if (count == 3)
        take_rule(p, words);
    else if (count > 0)
        refuse(p, "three words are expected, the last one is", words[count - 1]);
}

static void parse(void *argument)
{
    parsing *p = argument;
    size_t length = p->document->length;
    char *text = xb_arena_alloc(p->arena, length + 1);
    if (length > 0)
        memcpy(text, p->document->text, length);
    if (memchr(text, '\0', length)) {
        refuse(p, "this is no text:", p->rules->file);
        return;
    }
    static const char mark[] = "\xEF\xBB\xBF"; /* the byte order mark that some editors begin a text with */
    char *first = strncmp(text, mark, strlen(mark)) == 0 ? text + strlen(mark) : text;
    for (char *line = first, *end; line; line = end) {
        p->line++;
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        take_line(p, line);
    }
}

xb_schedule_rules xb_schedule_uniform(xb_arena *arena, bool weak)
{
    xb_schedule_rules rules = {.file = NULL};
    xb_schedule_rule *all = xb_vector_push(arena, &rules.rules, sizeof *all);
    *all = (xb_schedule_rule){.caller = "*", .callee = "*", .weak = weak};
    return rules;
}

xb_status xb_schedule_read(xb_arena *arena, xb_diagnostics *diagnostics, const char *file,
                           xb_schedule_rules *rules)
{
    xb_document document = {0};
    *rules = (xb_schedule_rules){.file = strcmp(file, "-") == 0 ? "(standard input)" : file};
    int problem = xb_document_read(&document, file);
    parsing p = {.arena = arena, .diagnostics = diagnostics, .document = &document, .rules = rules};
    bool done = problem != 0 || xb_protect(xb_arena_failure(arena), parse, &p);
    xb_document_free(&document);
    if (problem)
        return xb_error(diagnostics, XB_STATUS_FAILED, (xb_place){.file = rules->file},
                        problem == ENOENT
                            ? "name a file, counted from the working folder, or write split, joint or "
                              "auto"
                            : xb_document_hint(problem),
                        "can't read the schedule: %s", strerror(problem));
    if (!done)
        xb_fail(xb_arena_failure(arena));
    return p.status;
}
