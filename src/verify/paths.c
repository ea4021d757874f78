/*
 * Two paths are followed side by side up to the first events that are not the same. These may be what
 * differs: a subscript, an intrinsic. Or they are events in different arms, or of a round that only one path
 * makes: then it is the innermost branch or loop around them whose outcomes differ, which stand after its
 * contents.
 */
#include "verify/paths.h"

#include <string.h>

/* ---- keeping and putting ----------------------------------------------------------------------------- */

static bool begins(xb_trace_kind kind)
{
    return kind <= XB_TRACE_ARGUMENT;
}

xb_path xb_path_keep(xb_arena *arena, const xb_evaluator *evaluator)
{
    xb_path path = {.count = 0};
    const xb_trace_event *events = xb_evaluator_trace(evaluator, &path.count);
    xb_trace_event *kept = xb_arena_array(arena, path.count, sizeof *kept);
    if (path.count > 0)
        memcpy(kept, events, path.count * sizeof *kept);
    path.events = kept;
    for (size_t i = 0, depth = 0; i < path.count; i++) {
        if (begins(kept[i].kind))
            depth++;
        else if (kept[i].kind == XB_TRACE_END && depth > 0)
            depth--;
        path.depth = depth > path.depth ? depth : path.depth;
    }
    return path;
}

static const char *const elements[] = {
    [XB_TRACE_BRANCH] = "Branch",
    [XB_TRACE_LOOP] = "Loop",
    [XB_TRACE_CALL] = "Call",
    [XB_TRACE_CONDITION] = "Condition",
    [XB_TRACE_INITIALIZATION] = "Initialization",
    [XB_TRACE_UPDATE] = "Update",
    [XB_TRACE_ARGUMENT] = "Argument",
    [XB_TRACE_INDEX] = "Index",
    [XB_TRACE_VALUE] = "Value",
    [XB_TRACE_CHOICE] = "Choice",
};

static void put_attribute(xb_output *output, const char *attribute, const char *text)
{
    xb_output_format(output, " %s=\"", attribute);
    for (; *text; text++)
        switch (*text) {
        case '&': xb_output_put(output, "&amp;"); break;
        case '<': xb_output_put(output, "&lt;"); break;
        case '"': xb_output_put(output, "&quot;"); break;
        default: xb_output_char(output, *text);
        }
    xb_output_char(output, '"');
}

static bool has_line(xb_trace_kind kind)
{
    return kind <= XB_TRACE_CALL;
}

static void put_event(xb_output *output, const xb_trace_event *event)
{
    xb_output_format(output, "<%s", elements[event->kind]);
    if (has_line(event->kind))
        put_attribute(output, "routine", event->routine->symbol->id->text);
    if (event->name)
        put_attribute(output, "name", event->name);
    if (has_line(event->kind))
        xb_output_format(output, " line=\"%lld\"", (long long)event->number);
    else if (!begins(event->kind))
        xb_output_format(output, " value=\"%lld\"", (long long)event->number);
    xb_output_put(output, begins(event->kind) ? ">\n" : "/>\n");
}

static void put_end(xb_output *output, size_t depth, xb_trace_kind kind)
{
    xb_output_repeat(output, ' ', depth);
    xb_output_format(output, "</%s>\n", elements[kind]);
}

void xb_path_put(xb_arena *scratch, const xb_path *path, xb_output *output)
{
    xb_trace_kind *open = xb_arena_array(scratch, path->depth + 1, sizeof *open);
    size_t depth = 0;
    xb_output_put(output, "<Trace>\n");
    for (size_t i = 0; i < path->count; i++) {
        const xb_trace_event *event = &path->events[i];
        if (event->kind == XB_TRACE_END) {
            if (depth > 0)
                put_end(output, depth, open[depth - 1]);
            depth -= depth > 0;
            continue;
        }
        xb_output_repeat(output, ' ', depth + 1);
        put_event(output, event);
        if (begins(event->kind))
            open[depth++] = event->kind;
    }
    for (; depth > 0; depth--)
        put_end(output, depth, open[depth - 1]);
    xb_output_put(output, "</Trace>\n");
}

/* ---- comparing --------------------------------------------------------------------------------------- */

static bool same_place(const xb_trace_event *a, const xb_trace_event *b)
{
    bool same_name = a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0);
    return a->kind == b->kind && same_name && a->routine == b->routine && a->node == b->node;
}

static bool same(const xb_trace_event *a, const xb_trace_event *b)
{
    return same_place(a, b) && a->number == b->number;
}

/* Where the paths part. */
typedef struct parting {
    const xb_path *paths[2];
    size_t at;    /* number of events that are the same */
    size_t *open; /* numbers of what has begun there, and not ended */
    size_t depth;
} parting;

static void find_parting(parting *p)
{
    const xb_path *a = p->paths[0], *b = p->paths[1];
    for (; p->at < a->count && p->at < b->count && same(&a->events[p->at], &b->events[p->at]); p->at++)
        if (begins(a->events[p->at].kind))
            p->open[p->depth++] = p->at;
        else if (a->events[p->at].kind == XB_TRACE_END && p->depth > 0)
            p->depth--;
}

/* The outcomes of what is open at the parting, on one path; defined says which there are. */
static void find_outcomes(const parting *p, const xb_path *path, int64_t *outcomes, bool *defined)
{
    size_t depth = p->depth, inner = 0;
    for (size_t i = p->at; i < path->count && depth > 0; i++) {
        const xb_trace_event *event = &path->events[i];
        if (begins(event->kind))
            inner++;
        else if (event->kind == XB_TRACE_END && inner > 0)
            inner--;
        else if (event->kind == XB_TRACE_END)
            depth--;
        else if (event->kind == XB_TRACE_VALUE && inner == 0) {
            outcomes[depth - 1] = event->number;
            defined[depth - 1] = true;
        }
    }
}

/* How often control has come to the place of an event, this time included. */
static size_t time_of(const xb_path *path, size_t event)
{
    size_t time = 0;
    for (size_t i = 0; i <= event; i++)
        time += same_place(&path->events[i], &path->events[event]);
    return time;
}

/* The innermost open event with a source line. */
static int64_t line_at(const parting *p)
{
    for (size_t k = p->depth; k-- > 0;)
        if (has_line(p->paths[0]->events[p->open[k]].kind))
            return p->paths[0]->events[p->open[k]].number;
    return 0;
}

/* An index is named after its array. */
static const char *name_at(const parting *p, const xb_trace_event *event)
{
    if (event->kind != XB_TRACE_INDEX || p->depth == 0)
        return event->name;
    return p->paths[0]->events[p->open[p->depth - 1]].name;
}

static bool is_leaf(const parting *p)
{
    if (p->at >= p->paths[0]->count || p->at >= p->paths[1]->count)
        return false;
    const xb_trace_event *a = &p->paths[0]->events[p->at], *b = &p->paths[1]->events[p->at];
    return (a->kind == XB_TRACE_INDEX || a->kind == XB_TRACE_CHOICE) && same_place(a, b);
}

static void describe_event(const parting *p, size_t at, int64_t line, xb_path_difference *difference)
{
    const xb_trace_event *event = &p->paths[0]->events[at];
    difference->kind = event->kind;
    difference->name = name_at(p, event);
    difference->routine = event->routine;
    difference->node = event->node;
    difference->line = line;
    difference->time = time_of(p->paths[0], at);
}

/* @return false: no branch or loop is known to have gone another way */
static bool find_outcome(const parting *p, xb_arena *scratch, xb_path_difference *difference)
{
    int64_t *outcomes[2];
    bool *defined[2];
    for (size_t i = 0; i < 2; i++) {
        outcomes[i] = xb_arena_array(scratch, p->depth, sizeof *outcomes[i]);
        defined[i] = xb_arena_array(scratch, p->depth, sizeof *defined[i]);
        find_outcomes(p, p->paths[i], outcomes[i], defined[i]);
    }
    for (size_t k = p->depth; k-- > 0;)
        if (defined[0][k] && defined[1][k] && outcomes[0][k] != outcomes[1][k]) {
            describe_event(p, p->open[k], p->paths[0]->events[p->open[k]].number, difference);
            difference->first = outcomes[0][k];
            difference->second = outcomes[1][k];
            return true;
        }
    return false;
}

bool xb_paths_differ(xb_arena *scratch, const xb_path *first, const xb_path *second,
                     xb_path_difference *difference)
{
    parting p = {.paths = {first, second}};
    p.open = xb_arena_array(scratch, first->depth, sizeof *p.open);
    find_parting(&p);
    *difference = (xb_path_difference){.kind = XB_TRACE_END};
    if (p.at == first->count && p.at == second->count)
        return false;
    if (is_leaf(&p)) {
        describe_event(&p, p.at, line_at(&p), difference);
        difference->first = first->events[p.at].number;
        difference->second = second->events[p.at].number;
    } else if (!find_outcome(&p, scratch, difference)) {
        const xb_path *longer = p.at < first->count ? first : second;
        difference->routine = longer->events[p.at].routine;
        difference->node = longer->events[p.at].node;
        difference->line = has_line(longer->events[p.at].kind) ? longer->events[p.at].number : line_at(&p);
    }
    return true;
}

/* ---- in words ---------------------------------------------------------------------------------------- */

static const char *decision_of(xb_arena *arena, const xb_path_difference *d)
{
    long long first = d->first, second = d->second;
    switch (d->kind) {
    case XB_TRACE_BRANCH:
        return xb_arena_format(arena, "the branch takes way %lld at the first point and %lld at the second",
                               first, second);
    case XB_TRACE_LOOP:
        return xb_arena_format(arena, "the loop makes %lld %s at the first point and %lld at the second",
                               first, xb_plural((size_t)first, "round", "rounds"), second);
    case XB_TRACE_INDEX:
        return xb_arena_format(arena, "a subscript of %s is %lld at the first point and %lld at the second",
                               d->name ? d->name : "an array", first, second);
    case XB_TRACE_CHOICE:
        return xb_arena_format(arena, "%s is in piece %lld at the first point and %lld at the second",
                               d->name, first, second);
    default: return "the ways differ by something that was not traced";
    }
}

const char *xb_path_describe(xb_arena *arena, const xb_path_difference *difference)
{
    const xb_path_difference *d = difference;
    const char *place = d->routine ? d->routine->symbol->id->text : "the program";
    if (d->line > 0)
        place = xb_arena_format(arena, "%s, line %lld", place, (long long)d->line);
    if (d->node && d->node->line > 0)
        place = xb_arena_format(arena, "%s (line %u of the document)", place, (unsigned)d->node->line);
    const char *text = xb_arena_format(arena, "in %s, %s", place, decision_of(arena, d));
    if (d->time > 1)
        text = xb_arena_format(arena, "%s, time %zu that control comes there", text, d->time);
    return text;
}
