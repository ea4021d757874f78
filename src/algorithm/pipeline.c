/*
 * Depth-first search over the algorithms. A first search adds what is required, by name or because nothing in
 * the pipeline gives a property; a second one orders the closure, in which an algorithm depends on those that
 * it requires and on all those that give a property it needs. An explicit stack holds the path, which is also
 * what an error about a cycle shows. Between the two it is found out which algorithms attach work on
 * derivatives to the program: what comes before an algorithm that rewrites it must not be one of them.
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
    bool *needed, *required;
    bool *attaches; /* known after the first search */
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

static size_t count_of(const char *const *names)
{
    size_t count = 0;
    while (names && names[count])
        count++;
    return count;
}

bool xb_property_listed(const char *const *properties, const char *property)
{
    for (; properties && *properties; properties++)
        if (strcmp(*properties, property) == 0)
            return true;
    return false;
}

/* Whether an algorithm establishes a property, not only keeps it. */
static bool gives(const xb_algorithm *algorithm, const char *property)
{
    return xb_property_listed(algorithm->gives, property) && !xb_property_listed(algorithm->needs, property);
}

/* Whether an algorithm establishes one of several properties. */
static bool gives_any(const xb_algorithm *algorithm, const char *const *properties)
{
    for (; properties && *properties; properties++)
        if (gives(algorithm, *properties))
            return true;
    return false;
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

/* What gives a property: an algorithm that the user named, else one that is a member already, else the first
 * known one. NONE if there is none. */
static size_t giver_of(const search *state, const char *property)
{
    size_t found[3] = {NONE, NONE, NONE};
    for (size_t i = xb_registry_count(state->registry); i-- > 0;)
        if (gives(xb_registry_at(state->registry, i), property))
            found[state->named[i] ? 0 : state->member[i] ? 1 : 2] = i;
    return found[0] != NONE ? found[0] : found[1] != NONE ? found[1] : found[2];
}

static size_t required(search *state, const xb_algorithm *user, const char *name)
{
    size_t found = number_of(state, name);
    if (found == NONE && !state->ordering)
        report_unknown(state, name, user);
    return found;
}

/* While the pipeline is completed: one algorithm for each property. When it is ordered: number i of all
 * members that give something needed. */
static size_t giver(search *state, size_t number, size_t i, bool *end)
{
    const xb_algorithm *algorithm = xb_registry_at(state->registry, number);
    if (!state->ordering) {
        *end = i >= count_of(algorithm->needs);
        return *end ? NONE : giver_of(state, algorithm->needs[i]);
    }
    *end = i >= xb_registry_count(state->registry);
    bool counts = !*end && i != number && state->member[i] &&
                  gives_any(xb_registry_at(state->registry, i), algorithm->needs);
    return counts ? i : NONE;
}

/* Dependency number i of an algorithm: first those that it requires by name, then those that give what it
 * needs. NONE if that one doesn't count; *end if there are no more. */
static size_t dependency(search *state, size_t number, size_t i, bool *end)
{
    const xb_algorithm *algorithm = xb_registry_at(state->registry, number);
    size_t by_name = count_of(algorithm->prerequisites);
    *end = false;
    size_t found = i < by_name ? required(state, algorithm, algorithm->prerequisites[i])
                               : giver(state, number, i - by_name, end);
    if (found != NONE)
        state->needed[found] = true;
    if (found != NONE && i < by_name)
        state->required[found] = true;
    return found;
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
    state->required = xb_arena_array(arena, count, sizeof *state->required);
    state->attaches = xb_arena_array(arena, count, sizeof *state->attaches);
    state->marks = xb_arena_array(arena, count, sizeof *state->marks);
    state->path = xb_arena_array(arena, count, sizeof *state->path);
    state->next = xb_arena_array(arena, count, sizeof *state->next);
    state->order = xb_arena_array(arena, count, sizeof *state->order);
    return state;
}

/* Adds what was named and what that requires. All names are known before anything is chosen. */
static void close_over(search *state, const char *const *names, size_t count)
{
    size_t *numbers = xb_arena_array(state->arena, count, sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = number_of(state, names[i]);
        if (numbers[i] == NONE)
            report_unknown(state, names[i], NULL);
        else
            state->named[numbers[i]] = true;
    }
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != NONE)
            visit(state, numbers[i]);
}

/* ---- attached work ---- */

static const char *const attached[] = {XB_PROPERTY_FLATTENED,
                                       XB_PROPERTY_LINEARIZED,
                                       XB_PROPERTY_FOLDED,
                                       XB_PROPERTY_PREACCUMULATED,
                                       XB_PROPERTY_TANGENT,
                                       XB_PROPERTY_ADJOINT,
                                       XB_PROPERTY_RECORDED,
                                       XB_PROPERTY_DIFFERENTIATED,
                                       XB_PROPERTY_REVERSED,
                                       XB_PROPERTY_NAMED,
                                       NULL};

static bool builds_on_attached(const search *state, const xb_algorithm *algorithm)
{
    for (const char *const *property = attached; *property; property++)
        if (xb_property_listed(algorithm->gives, *property) ||
            xb_property_listed(algorithm->needs, *property))
            return true;
    for (size_t i = 0; i < count_of(algorithm->prerequisites); i++)
        if (state->attaches[number_of(state, algorithm->prerequisites[i])])
            return true;
    return false;
}

/* What an algorithm requires has been found before it. */
static void find_attaching(search *state)
{
    for (size_t i = 0; i < state->ordered; i++)
        state->attaches[state->order[i]] =
            builds_on_attached(state, xb_registry_at(state->registry, state->order[i]));
}

static bool rewrites(const search *state, size_t number)
{
    return xb_property_listed(xb_registry_at(state->registry, number)->gives, XB_PROPERTY_REWRITTEN);
}

/* Visits those that rewrite the program without having been named. */
static void visit_rewriting(search *state, const size_t *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rewrites(state, wanted[i]) && !state->named[wanted[i]])
            visit(state, wanted[i]);
}

/* The first one of those that attach work and have come already: better one that was named. NONE if there is
 * none. */
static size_t first_attaching(const search *state, size_t end)
{
    size_t found = NONE;
    for (size_t i = end; i-- > 0;) {
        size_t number = state->order[i];
        if (state->attaches[number] && (found == NONE || state->named[number] || !state->named[found]))
            found = number;
    }
    return found;
}

/* The work would be lost: what comes next reads the program anew, as it is written then. */
static void check_rewriting(search *state)
{
    for (size_t i = 0; i < state->ordered; i++) {
        size_t number = state->order[i];
        size_t before = rewrites(state, number) ? first_attaching(state, i) : NONE;
        if (before == NONE)
            continue;
        const char *late = xb_registry_at(state->registry, number)->name,
                   *early = xb_registry_at(state->registry, before)->name;
        xb_error(state->diagnostics, XB_STATUS_USAGE, command_line,
                 xb_arena_format(state->arena, "name it first, as in -a %s,%s", late, early),
                 "algorithm %s rewrites the program, but comes after %s, whose work would be lost", late,
                 early);
    }
}

/* ---- order and checks ---- */

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
    for (size_t i = 0; i < members; i++) {
        if (state->attaches[wanted[i]])
            visit_rewriting(state, wanted, members);
        visit(state, wanted[i]);
    }
}

static void report_missing(const search *state, const xb_algorithm *algorithm, const char *property)
{
    xb_error(state->diagnostics, XB_STATUS_USAGE, command_line, "no algorithm gives it",
             "algorithm %s needs a program that is %s", algorithm->name, property);
}

static void check_properties(search *state)
{
    for (size_t i = 0; i < state->ordered; i++) {
        const xb_algorithm *algorithm = xb_registry_at(state->registry, state->order[i]);
        for (const char *const *need = algorithm->needs; need && *need; need++)
            if (giver_of(state, *need) == NONE)
                report_missing(state, algorithm, *need);
    }
}

/* What the user named to get an algorithm: itself, or the first one that requires it, be it by way of
 * others. */
static const char *named_for(const search *state, size_t position)
{
    size_t last = position;
    for (size_t i = position; i < state->ordered && !state->named[state->order[last]]; i++) {
        const xb_algorithm *user = xb_registry_at(state->registry, state->order[i]);
        const char *required = xb_registry_at(state->registry, state->order[last])->name;
        if (xb_property_listed(user->prerequisites, required))
            last = i;
    }
    return xb_registry_at(state->registry, state->order[state->named[state->order[last]] ? last : position])
        ->name;
}

static void check_products(search *state)
{
    for (size_t i = 0; i < state->ordered; i++)
        for (size_t k = 0; k < i; k++) {
            const xb_algorithm *one = xb_registry_at(state->registry, state->order[k]),
                               *two = xb_registry_at(state->registry, state->order[i]);
            if (one->product && two->product && strcmp(one->product, two->product) == 0)
                xb_error(state->diagnostics, XB_STATUS_USAGE, command_line,
                         "run one after the other, or choose", "algorithms %s and %s both make %s",
                         named_for(state, k), named_for(state, i), one->product);
        }
}

xb_status xb_pipeline_resolve(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics,
                              const char *const *names, size_t count, xb_pipeline *pipeline)
{
    size_t errors = xb_diagnostics_errors(diagnostics);
    search *state = start_search(arena, registry, diagnostics);
    close_over(state, names, count);
    if (xb_diagnostics_errors(diagnostics) == errors) {
        find_attaching(state);
        put_in_order(state);
    }
    if (xb_diagnostics_errors(diagnostics) == errors)
        check_properties(state);
    if (xb_diagnostics_errors(diagnostics) == errors)
        check_products(state);
    if (xb_diagnostics_errors(diagnostics) == errors)
        check_rewriting(state);
    if (xb_diagnostics_errors(diagnostics) > errors)
        return XB_STATUS_USAGE;
    pipeline->count = state->ordered;
    pipeline->stages = xb_arena_array(arena, state->ordered, sizeof *pipeline->stages);
    for (size_t i = 0; i < state->ordered; i++) {
        size_t number = state->order[i];
        pipeline->stages[i] =
            (xb_stage){xb_registry_at(registry, number), state->named[number], state->needed[number],
                       state->required[number], state->attaches[number]};
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

bool xb_pipeline_gives(const xb_pipeline *pipeline, const char *property)
{
    for (size_t i = 0; i < pipeline->count; i++)
        if (xb_property_listed(pipeline->stages[i].algorithm->gives, property))
            return true;
    return false;
}
