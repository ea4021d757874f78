/*
 * A line is split into words in place. Numbers of vertices are looked at when an entry is used, against the
 * part that it is used for; the text of the part is, too, since it only has to be equal to another one.
 */
#include "elimination/reuse/cache_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elimination/reuse/isomorphism.h"
#include "base/document.h"
#include "base/text.h"

static const char first_line[] = "xaifbooster elimination cache 1";

enum { WARNINGS_AT_MOST = 10 };

/* What an entry has. */
enum { QUESTION, EFFORT, SCORE, ORDER, PART, ACTIONS, FIELDS };

static const char *const methods[] = {"annealing", "logarithmic", "restarts", "look-ahead"};

enum { METHOD_COUNT = sizeof methods / sizeof *methods };

/* ---- writing ---- */

static void put_limit(xb_output *output, uint64_t number)
{
    xb_output_char(output, ':');
    if (number == UINT64_MAX)
        xb_output_char(output, '*');
    else
        xb_output_number(output, number);
}

static void put_effort(xb_output *output, const xb_effort *effort)
{
    const uint64_t numbers[] = {effort->seed, effort->chains, effort->steps, effort->milliseconds,
                                effort->states};
    xb_output_put(output, effort->searched ? methods[effort->method] : "-");
    for (size_t i = 0; effort->searched && i < sizeof numbers / sizeof *numbers; i++)
        put_limit(output, numbers[i]);
}

static void put_score(xb_output *output, const xb_score *score)
{
    for (size_t i = 0; i < sizeof score->ranks / sizeof *score->ranks; i++) {
        if (i > 0)
            xb_output_char(output, ',');
        xb_output_number(output, score->ranks[i]);
    }
}

static void put_actions(xb_output *output, const xb_choice *choice)
{
    static const char letters[] = "vfbpq";
    for (size_t i = 0; i < choice->count; i++) {
        const xb_lcg_action *action = &choice->actions[i];
        xb_output_format(output, "%s%c%u", i > 0 ? "," : "", letters[action->kind], action->source);
        if (action->kind != XB_ACTION_VERTEX)
            xb_output_format(output, ">%u", action->target);
        if (action->kind == XB_ACTION_PREROUTE || action->kind == XB_ACTION_POSTROUTE)
            xb_output_format(output, ":%u", action->pivot);
    }
    if (choice->count == 0)
        xb_output_char(output, '-');
}

static void put_sequence(xb_output *output, const xb_line_sequence *sequence)
{
    for (uint32_t i = 0; i < sequence->count; i++) {
        xb_line_action action = sequence->actions[i];
        xb_output_char(output, i > 0 ? ',' : ':');
        switch (action.kind) {
        case XB_LINE_VERTEX: xb_output_format(output, "v%u", action.b); break;
        case XB_LINE_FRONT: xb_output_format(output, "f%u>%u", action.a, action.b); break;
        case XB_LINE_BACK: xb_output_format(output, "b%u>%u", action.b, action.c); break;
        default: xb_output_format(output, "x%u>%u>%u", action.a, action.b, action.c); break;
        }
    }
    if (sequence->count == 0)
        xb_output_char(output, ':');
}

static const char *text_of_entry(xb_arena *arena, const xb_solved *solved)
{
    xb_text *text = xb_text_create(arena);
    xb_output *output = xb_text_output(text);
    xb_output_format(output, "%s ", solved->question);
    put_effort(output, &solved->effort);
    xb_output_char(output, ' ');
    put_score(output, &solved->score);
    xb_output_format(output, " %s %s ", xb_elimination_order_name(solved->choice.order), solved->key.text);
    if (solved->choice.sequence)
        put_sequence(output, solved->choice.sequence);
    else
        put_actions(output, &solved->choice);
    xb_output_char(output, '\n');
    return xb_text_join(text, NULL);
}

static bool is_written(const xb_solved *solved)
{
    const xb_line_sequence *sequence = solved->choice.sequence;
    for (uint32_t i = 0; sequence && i < sequence->count; i++) {
        if (sequence->actions[i].kind == XB_LINE_PAIR) /* lines have numbers of no lasting meaning */
            return false;
    }
    return !solved->wrong && !solved->derived;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *xb_cache_file_text(const xb_reuse *reuse, xb_arena *arena, size_t *length)
{
    xb_list lines = {.count = 0};
    for (size_t i = 0; i < reuse->solved.count; i++) {
        if (is_written(reuse->solved.items[i]))
            xb_list_append(arena, &lines, text_of_entry(arena, reuse->solved.items[i]));
    }
    if (lines.count > 0)
        qsort(lines.items, lines.count, sizeof *lines.items, compare);
    xb_text *text = xb_text_create(arena);
    xb_output_format(xb_text_output(text), "%s\n", first_line);
    for (size_t i = 0; i < lines.count; i++)
        xb_output_put(xb_text_output(text), lines.items[i]);
    return xb_text_join(text, length);
}

/* ---- reading ---- */

typedef struct reader {
    xb_reuse *reuse;
    const char *file;
    size_t line;
    size_t damaged;
} reader;

static bool read_number(const char **at, uint64_t *number)
{
    const char *start = *at;
    for (*number = 0; **at >= '0' && **at <= '9'; ++*at) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (*number > (UINT64_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return *at > start;
}

static bool read_limit(const char **at, uint64_t *number)
{
    if (*(*at)++ != ':')
        return false;
    if (**at != '*')
        return read_number(at, number);
    ++*at;
    *number = UINT64_MAX;
    return true;
}

static bool read_effort(const char *word, xb_effort *effort)
{
    uint64_t *const numbers[] = {&effort->seed, &effort->chains, &effort->steps, &effort->milliseconds,
                                 &effort->states};
    size_t length = strcspn(word, ":"), method = 0;
    if (strcmp(word, "-") == 0)
        return true;
    while (method < METHOD_COUNT &&
           (strncmp(word, methods[method], length) != 0 || methods[method][length] != '\0'))
        method++;
    if (method == METHOD_COUNT)
        return false;
    *effort = (xb_effort){.searched = true, .method = (xb_search_method)method};
    const char *at = word + length;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (!read_limit(&at, numbers[i]))
            return false;
    }
    return *at == '\0';
}

static bool read_score(const char *word, xb_score *score)
{
    for (size_t i = 0; i < sizeof score->ranks / sizeof *score->ranks; i++) {
        uint64_t number;
        if ((i > 0 && *word++ != ',') || !read_number(&word, &number) || number > SIZE_MAX)
            return false;
        score->ranks[i] = (size_t)number;
    }
    return *word == '\0';
}

static bool read_order(const char *word, xb_elimination_order *order)
{
    for (int i = 0; i <= XB_ORDER_SEARCHED; i++) {
        *order = (xb_elimination_order)i;
        if (strcmp(word, xb_elimination_order_name(*order)) == 0)
            return true;
    }
    return false;
}

/* An elimination: its letter and up to three vertices. */
typedef struct read_action {
    char letter;
    size_t count;
    uint32_t vertices[3];
} read_action;

static bool read_one(const char **at, read_action *action)
{
    *action = (read_action){.letter = *(*at)++};
    do {
        uint64_t number;
        if (action->count == 3 || !read_number(at, &number) || number >= (uint64_t)XB_LCG_VERTEX_LIMIT)
            return false;
        action->vertices[action->count++] = (uint32_t)number;
    } while ((**at == '>' || **at == ':') && *(*at)++);
    return **at == ',' || **at == '\0';
}

static bool is_one_of(const char *letters, const read_action *action, const size_t *counts, int *kind)
{
    const char *place = action->letter ? strchr(letters, action->letter) : NULL;
    *kind = place ? (int)(place - letters) : 0;
    return place && counts[*kind] == action->count;
}

static bool read_actions(xb_arena *arena, const char *at, xb_choice *choice)
{
    static const size_t counts[] = {1, 2, 2, 3, 3};
    xb_vector actions = {.count = 0};
    if (strcmp(at, "-") == 0)
        return true;
    for (bool more = true; more; more = *at++ == ',') {
        read_action action;
        int kind;
        if (!read_one(&at, &action) || !is_one_of("vfbpq", &action, counts, &kind))
            return false;
        const uint32_t *v = action.vertices;
        *(xb_lcg_action *)xb_vector_push(arena, &actions, sizeof(xb_lcg_action)) =
            (xb_lcg_action){(xb_lcg_action_kind)kind, v[0], kind == XB_ACTION_VERTEX ? v[0] : v[1], v[2]};
    }
    choice->actions = actions.items;
    choice->count = actions.count;
    return true;
}

static xb_line_action line_action(int kind, const uint32_t *v)
{
    switch ((xb_line_action_kind)kind) {
    case XB_LINE_VERTEX: return (xb_line_action){XB_LINE_VERTEX, 0, v[0], 0};
    case XB_LINE_BACK: return (xb_line_action){XB_LINE_BACK, 0, v[0], v[1]};
    default: return (xb_line_action){(xb_line_action_kind)kind, v[0], v[1], v[2]};
    }
}

static bool read_sequence(xb_arena *arena, const char *at, xb_choice *choice)
{
    static const size_t counts[] = {1, 2, 2, 3};
    xb_vector actions = {.count = 0};
    for (bool more = *at != '\0'; more; more = *at++ == ',') {
        read_action action;
        int kind;
        if (!read_one(&at, &action) || !is_one_of("vfbx", &action, counts, &kind))
            return false;
        *(xb_line_action *)xb_vector_push(arena, &actions, sizeof(xb_line_action)) =
            line_action(kind, action.vertices);
    }
    xb_line_sequence *sequence = xb_arena_alloc(arena, sizeof *sequence);
    *sequence = (xb_line_sequence){actions.items, (uint32_t)actions.count};
    choice->sequence = sequence;
    return true;
}

/* Splits a line at single blanks; the two words of the part stay together. */
static bool split(char *line, char **fields)
{
    for (size_t i = 0; i < FIELDS; i++) {
        fields[i] = line;
        line += strcspn(line, " ");
        if (i == PART && *line)
            line += 1 + strcspn(line + 1, " ");
        bool is_last = i + 1 == FIELDS;
        if (line == fields[i] || (*line == '\0') != is_last)
            return false;
        *line++ = '\0';
    }
    return true;
}

/* Reads the part, and finds its colours if isomorphic ones may be looked for. */
static bool read_part(xb_arena *arena, xb_solved *solved)
{
    xb_prepared_part part;
    xb_arena_mark mark = xb_arena_mark_now(arena);
    bool good = xb_part_key_parse(arena, solved->key.text, &part);
    if (good && solved->effort.searched &&
        (uint64_t)part.vertex_count + part.edge_count <= (uint64_t)XB_ISOMORPHISM_LIMIT)
        solved->colors =
            xb_isomorphism_colors(arena, &part, xb_arena_array(arena, part.vertex_count, sizeof(uint64_t)));
    xb_arena_release(arena, mark);
    return good;
}

/* What is wrong with a line, or NULL. */
static const char *read_entry(reader *r, char *line)
{
    xb_arena *arena = r->reuse->arena;
    xb_solved solved = {.line = r->line, .has_score = true};
    char *fields[FIELDS];
    if (!split(line, fields))
        return "it has not seven words";
    solved.question = fields[QUESTION];
    if (!read_effort(fields[EFFORT], &solved.effort) || !read_score(fields[SCORE], &solved.score) ||
        !read_order(fields[ORDER], &solved.choice.order))
        return "its effort, cost or order is damaged";
    const char *actions = fields[ACTIONS];
    if (*actions == ':' ? !read_sequence(arena, actions + 1, &solved.choice)
                        : !read_actions(arena, actions, &solved.choice))
        return "its eliminations are damaged";
    solved.key.text = fields[PART];
    solved.key.length = strlen(solved.key.text);
    solved.key.hash = xb_part_key_hash(solved.key.text, solved.key.length);
    if (!read_part(arena, &solved))
        return "its graph is damaged";
    return xb_reuse_add(r->reuse, &solved) ? NULL : "there is another one for the same graph";
}

static void warn(reader *r, const char *problem)
{
    r->reuse->changed = true;
    if (++r->damaged > WARNINGS_AT_MOST)
        return;
    xb_warning(r->reuse->diagnostics, (xb_place){.file = r->file, .line = r->line}, NULL,
               "an entry of the elimination cache is ignored: %s", problem);
}

static void read_lines(reader *r, char *text)
{
    for (char *next; *text; text = next) {
        char *end = strchr(text, '\n');
        r->line++;
        next = end ? end + 1 : text + strlen(text);
        if (!end) {
            warn(r, "it is cut off");
            continue;
        }
        *end = '\0';
        const char *problem = read_entry(r, text);
        if (problem)
            warn(r, problem);
    }
    if (r->damaged > WARNINGS_AT_MOST)
        xb_warning(r->reuse->diagnostics, (xb_place){.file = r->file}, NULL, "%zu more %s ignored",
                   r->damaged - WARNINGS_AT_MOST,
                   xb_plural(r->damaged - WARNINGS_AT_MOST, "entry of the elimination cache is",
                             "entries of the elimination cache are"));
}

static bool is_cache(const char *text)
{
    size_t length = strlen(first_line);
    return strncmp(text, first_line, length) == 0 && text[length] == '\n';
}

xb_status xb_cache_file_parse(xb_reuse *reuse, const char *file, const char *text, size_t length)
{
    reader r = {.reuse = reuse, .file = file, .line = 1};
    reuse->file = file;
    if (length == 0)
        return XB_STATUS_OK;
    char *copy = xb_arena_copy_text(reuse->arena, text, length);
    if (!is_cache(copy))
        return xb_error(reuse->diagnostics, XB_STATUS_INVALID, (xb_place){.file = file, .line = 1},
                        "name a file that does not exist, or a cache: this one stays as it is",
                        "this is no elimination cache of this version");
    read_lines(&r, copy + strlen(first_line) + 1);
    return XB_STATUS_OK;
}

/* A file that is being read. */
typedef struct opened {
    xb_reuse *reuse;
    const char *file;
    xb_document document; /* owned */
    xb_status status;
} opened;

static void read_document(void *argument)
{
    opened *o = argument;
    int problem = xb_document_read(&o->document, o->file);
    if (!problem && xb_document_refuse_packed(o->reuse->diagnostics, o->file, &o->document)) {
        o->status = XB_STATUS_INVALID;
        return;
    }
    o->status =
        problem && problem != ENOENT
            ? xb_error(o->reuse->diagnostics, XB_STATUS_FAILED, (xb_place){.file = o->file},
                       xb_document_hint(problem), "can't read the elimination cache: %s", strerror(problem))
            : xb_cache_file_parse(o->reuse, o->file, o->document.text, o->document.length);
}

xb_status xb_cache_file_read(xb_reuse *reuse, const char *file)
{
    opened o = {.reuse = reuse, .file = file};
    xb_failure *failure = xb_arena_failure(reuse->arena);
    bool done = xb_protect(failure, read_document, &o);
    xb_document_free(&o.document);
    if (!done)
        xb_fail(failure);
    return o.status;
}

/* What can't be read is overwritten, as if it were not there. */
void xb_cache_file_take_up(xb_reuse *reuse)
{
    xb_reuse *newer = xb_reuse_create(reuse->arena, xb_diagnostics_create(reuse->arena));
    if (xb_cache_file_read(newer, reuse->file) == XB_STATUS_OK)
        xb_reuse_merge(reuse, newer);
}
