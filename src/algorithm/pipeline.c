/*
 * Depth-first search over the algorithms. A first search adds what is required; a second one orders the
 * closure, in which an algorithm depends on those that it requires and on those that give a property it
 * needs. An explicit stack holds the path, which is also what an error about a cycle shows.
 */
#include "algorithm/pipeline.h"

#include <string.h>

#include "base/text.h"

/* What the search knows of an algorithm. */
typedef enum mark { MARK_NEW, MARK_OPEN, MARK_DONE } mark;

typedef struct search {
    xb_arena *arena;
    const xb_registry *registry;
    xb_diagnostics *diagnostics;
    bool *member; /* by number of algorithm: in the pipeline */
    bool *named;
    bool *needed;
    mark *marks;
    size_t *path; /* numbers of open algorithms */
    size_t *next; /* by position in the path: which dependency comes next */
    size_t depth;
    size_t *order;
    size_t ordered;
    bool ordering; /* the second search */
} search;

/* No algorithm. */
#define NONE SIZE_MAX

static const xb_place command_line = {0};

static size_t number_of(const search *state, const char *name)
{
    for (size_t i = 0; i < xb_registry_count(state->registry); i++)
        if (strcmp(xb_registry_at(state->registry, i)->name, name) == 0)
            return i;
    return NONE;
}

static size_t count_requirements(const xb_algorithm *algorithm)
{
    size_t count = 0;
    while (algorithm->prerequisites && algorithm->prerequisites[count])
        count++;
    return count;
}

static void report_unknown(search *state, const char *name, const xb_algorithm *user)
{
    const char *hint = xb_registry_hint(state->registry, state->arena, name);
    if (user)
        xb_error(state->diagnostics, XB_STATUS_USAGE, command_line, hint,
                 "algorithm %s requires %s, which is unknown", user->name, name);
    else
        xb_error(state->diagnostics, XB_STATUS_USAGE, command_line, hint, "there is no algorithm %s", name);
}

static void report_cycle(search *state, size_t back_to)
{
    xb_text *text = xb_text_create(state->arena);
    size_t first = state->depth;
    while (state->path[first - 1] != back_to)
        first--;
    for (size_t i = first - 1; i < state->depth; i++)
        xb_output_format(xb_text_output(text), "%s, which needs ",
                         xb_registry_at(state->registry, state->path[i])->name);
    xb_output_put(xb_text_output(text), xb_registry_at(state->registry, back_to)->name);
    xb_error(state->diagnostics, XB_STATUS_USAGE, command_line, NULL, "algorithms need each other: %s",
             xb_text_join(text, NULL));
}

/*
 * Dependency number i of an algorithm: first those that it requires, then, when ordering, all members, of
 * which those count that give something it needs. NONE if that one doesn't count; *end if there are no more.
 */
static size_t dependency(search *state, size_t number, size_t i, bool *end)
{
    const xb_algorithm *algorithm = xb_registry_at(state->registry, number);
    size_t required = count_requirements(algorithm);
    *end = false;
    if (i < required) {
        size_t found = number_of(state, algorithm->prerequisites[i]);
        if (found == NONE && !state->ordering)
            report_unknown(state, algorithm->prerequisites[i], algorithm);
        if (found != NONE)
            state->needed[found] = true;
        return found;
    }
    size_t candidate = i - required;
    *end = !state->ordering || candidate >= xb_registry_count(state->registry);
    if (*end || candidate == number || !state->member[candidate])
        return NONE;
    const xb_algorithm *giver = xb_registry_at(state->registry, candidate);
    if (!(giver->gives & ~giver->needs & algorithm->needs))
        return NONE;
    state->needed[candidate] = true;
    return candidate;
}

static void open_algorithm(search *state, size_t number)
{
    state->marks[number] = MARK_OPEN;
    state->member[number] = true;
    state->path[state->depth] = number;
    state->next[state->depth] = 0;
    state->depth++;
}

static void close_algorithm(search *state)
{
    size_t number = state->path[--state->depth];
    state->marks[number] = MARK_DONE;
    state->order[state->ordered++] = number;
}

static void visit(search *state, size_t start)
{
    if (state->marks[start] == MARK_NEW)
        open_algorithm(state, start);
    while (state->depth > 0) {
        size_t top = state->depth - 1;
        bool end = false;
        size_t next = dependency(state, state->path[top], state->next[top]++, &end);
        if (end)
            close_algorithm(state);
        else if (next != NONE && state->marks[next] == MARK_NEW)
            open_algorithm(state, next);
        else if (next != NONE && state->marks[next] == MARK_OPEN)
            report_cycle(state, next);
    }
}

static search *start_search(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics)
{
    size_t count = xb_registry_count(registry);
    search *state = xb_arena_alloc(arena, sizeof *state);
    state->arena = arena;
    state->registry = registry;
    state->diagnostics = diagnostics;
    state->member = xb_arena_array(arena, count, sizeof *state->member);
    state->named = xb_arena_array(arena, count, sizeof *state->named);
    state->needed = xb_arena_array(arena, count, sizeof *state->needed);
    state->marks = xb_arena_array(arena, count, sizeof *state->marks);
    state->path = xb_arena_array(arena, count, sizeof *state->path);
    state->next = xb_arena_array(arena, count, sizeof *state->next);
    state->order = xb_arena_array(arena, count, sizeof *state->order);
    return state;
}

/* Adds what was named and what that requires. */
static void close_over(search *state, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t number = number_of(state, names[i]);
        if (number == NONE) {
            report_unknown(state, names[i], NULL);
            continue;
        }
        state->named[number] = true;
        visit(state, number);
    }
}

/* Orders the members; the order of the first search is that of the user. */
static void put_in_order(search *state)
{
    size_t members = state->ordered;
    size_t *wanted = xb_arena_array(state->arena, members, sizeof *wanted);
    if (members > 0)
        memcpy(wanted, state->order, members * sizeof *wanted);
    memset(state->marks, 0, xb_registry_count(state->registry) * sizeof *state->marks);
    state->ordered = 0;
    state->ordering = true;
    for (size_t i = 0; i < members; i++)
        visit(state, wanted[i]);
}

/* Names an algorithm that gives a property, as a hint. */
static const char *giver_hint(const search *state, unsigned properties)
{
    for (size_t i = 0; i < xb_registry_count(state->registry); i++) {
        const xb_algorithm *algorithm = xb_registry_at(state->registry, i);
        if (algorithm->gives & properties)
            return xb_arena_format(state->arena, "%s gives it: name that one too", algorithm->name);
    }
    return "no algorithm gives it";
}

static void check_properties(search *state)
{
    unsigned given = 0;
    for (size_t i = 0; i < state->ordered; i++) {
        const xb_algorithm *algorithm = xb_registry_at(state->registry, state->order[i]);
        unsigned missing = algorithm->needs & ~given;
        if (missing)
            xb_error(state->diagnostics, XB_STATUS_USAGE, command_line, giver_hint(state, missing),
                     "algorithm %s needs a program that is %s", algorithm->name,
                     xb_property_names(state->arena, missing));
        given |= algorithm->gives;
    }
}

xb_status xb_pipeline_resolve(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics,
                              const char *const *names, size_t count, xb_pipeline *pipeline)
{
    size_t errors = xb_diagnostics_errors(diagnostics);
    search *state = start_search(arena, registry, diagnostics);
    close_over(state, names, count);
    if (xb_diagnostics_errors(diagnostics) == errors)
        put_in_order(state);
    if (xb_diagnostics_errors(diagnostics) == errors)
        check_properties(state);
    if (xb_diagnostics_errors(diagnostics) > errors)
        return XB_STATUS_USAGE;
    pipeline->count = state->ordered;
    pipeline->stages = xb_arena_array(arena, state->ordered, sizeof *pipeline->stages);
    for (size_t i = 0; i < state->ordered; i++) {
        size_t number = state->order[i];
        pipeline->stages[i] =
            (xb_stage){xb_registry_at(registry, number), state->named[number], state->needed[number]};
    }
    return XB_STATUS_OK;
}

const xb_stage *xb_pipeline_find(const xb_pipeline *pipeline, const char *name)
{
    for (size_t i = 0; i < pipeline->count; i++)
        if (strcmp(pipeline->stages[i].algorithm->name, name) == 0)
            return &pipeline->stages[i];
    return NULL;
}

const char *xb_property_names(xb_arena *arena, unsigned properties)
{
    static const char *const names[] = {"canonical", "of matching types", "flattened", "linearized",
                                        "folded",    "preaccumulated"};
    xb_text *text = xb_text_create(arena);
    const char *separator = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(properties & 1u << i))
            continue;
        xb_output_format(xb_text_output(text), "%s%s", separator, names[i]);
        separator = ", ";
    }
    if (properties >> sizeof names / sizeof *names)
        xb_output_format(xb_text_output(text), "%sof properties that are unknown", separator);
    return xb_text_join(text, NULL);
}
