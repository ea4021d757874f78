/*
 * A sequence always has a vertex elimination of each intermediate, which does what is left to do there. So
 * any change leaves a complete sequence: a step is taken from its place and inserted at another one, an edge
 * or face elimination is inserted, or deleted. What is inserted is drawn from what is possible at that place.
 *
 * A change is followed from the last place before it where the graph was kept, until the sequence ends or
 * costs more than it may. Steps that have become idle are dropped when the change is accepted.
 */
#include "elimination/search/sequence_walk.h"

#include <string.h>

/* The search begins at a good place, which it should not forget. */
static const double hot = 1, cold = 0.1;

enum { KEPT = 16, SPARE = 64, DRAWS = 8 };

/* Each walker has up to KEPT line graphs of up to 20 MB, and one more. */
enum { MOST_ROOM = 2 * XB_LINE_LIMIT };

typedef struct kept {
    xb_line_graph *graph;
    uint32_t place; /* actions that were done */
    bool is_valid;
} kept;

typedef struct walker {
    xb_elimination_kind kind;
    xb_line_graph *graph;
    kept kept[KEPT]; /* the first one is of the beginning */
    uint32_t kept_count;
    xb_line_sequence now;
    xb_line_sequence trial;
    uint32_t capacity; /* of each */
    uint32_t *faces;   /* what each action of the trial eliminated */
    uint64_t cost;
    uint64_t trial_cost;
    uint32_t changed; /* place of the first change of the trial */
} walker;

/* As bytes. */
typedef struct written {
    uint32_t count;
    xb_line_action actions[];
} written;

/* What all walkers begin with. */
typedef struct beginning {
    const xb_prepared_part *part;
    int awareness;
    xb_elimination_kind kind;
    uint32_t capacity; /* of sequences */
    uint32_t room;     /* of line graphs */
    uint32_t kept;     /* line graphs that each walker keeps */
} beginning;

static void copy_sequence(xb_line_sequence *to, const xb_line_sequence *from)
{
    memcpy(to->actions, from->actions, from->count * sizeof *to->actions);
    to->count = from->count;
}

static void take_out(xb_line_sequence *sequence, uint32_t place)
{
    sequence->count--;
    memmove(sequence->actions + place, sequence->actions + place + 1,
            (sequence->count - place) * sizeof *sequence->actions);
}

static void put_in(xb_line_sequence *sequence, uint32_t place, xb_line_action action)
{
    memmove(sequence->actions + place + 1, sequence->actions + place,
            (sequence->count - place) * sizeof *sequence->actions);
    sequence->actions[place] = action;
    sequence->count++;
}

/* ---- following a sequence ---- */

/* Keeps the graph if this is a place where it should be kept and isn't. */
static void keep(walker *w, uint32_t place)
{
    uint32_t which = (uint32_t)((uint64_t)place * w->kept_count / (w->now.count + 1));
    kept *slot = &w->kept[which];
    if (which == 0 || slot->is_valid)
        return;
    xb_line_graph_copy(slot->graph, w->graph);
    slot->place = place;
    slot->is_valid = true;
}

/* Goes to a place of the present sequence. */
static void go_to(walker *w, uint32_t place)
{
    uint32_t from = w->kept_count - 1;
    while (!w->kept[from].is_valid || w->kept[from].place > place)
        from--;
    xb_line_graph_copy(w->graph, w->kept[from].graph);
    for (uint32_t i = w->kept[from].place; i < place; i++) {
        keep(w, i);
        w->faces[i] = xb_line_apply(w->graph, w->now.actions[i]);
    }
    keep(w, place);
}

/* Follows the trial from its first change. */
static void follow(walker *w, uint64_t most)
{
    for (uint32_t i = w->changed; i < w->trial.count; i++) {
        w->faces[i] = xb_line_apply(w->graph, w->trial.actions[i]);
        if (w->graph->cost > most || w->graph->full) {
            w->graph->full = true;
            return;
        }
    }
    w->trial_cost = w->graph->cost;
}

/* ---- changes ---- */

/* A member of a set, which must not be empty; each one is as likely as the others. */
static uint32_t member(const xb_line_graph *graph, const uint64_t *set, xb_random *random)
{
    uint32_t size = 0, word = 0;
    for (uint32_t i = 0; i < graph->words; i++)
        size += (uint32_t)__builtin_popcountll(set[i]);
    uint32_t which = xb_random_below(random, size);
    for (uint32_t here; (here = (uint32_t)__builtin_popcountll(set[word])) <= which; word++)
        which -= here;
    uint64_t rest = set[word];
    for (; which > 0; which--)
        rest &= rest - 1;
    return word * 64 + (uint32_t)__builtin_ctzll(rest);
}

/* Draws an edge or face elimination that is possible. */
static bool draw(const walker *w, xb_random *random, xb_line_action *action)
{
    const xb_line_graph *graph = w->graph;
    for (int i = 0; i < DRAWS; i++) {
        uint32_t in = member(graph, graph->used, random), middle = graph->lines[in].target;
        if (middle == XB_LINE_NONE || !xb_line_is_middle(graph, middle))
            continue;
        uint32_t out = member(graph, xb_line_row(graph, graph->after, in), random);
        uint32_t most = w->kind == XB_KIND_FACES ? 4 : 2, which = xb_random_below(random, most);
        static const xb_line_action_kind kinds[] = {XB_LINE_FRONT, XB_LINE_BACK, XB_LINE_FACE, XB_LINE_FACE};
        *action = (xb_line_action){kinds[which], graph->lines[in].source, middle, graph->lines[out].target};
        return true;
    }
    return false;
}

static void move(walker *w, xb_random *random)
{
    uint32_t from = xb_random_below(random, w->now.count), to = xb_random_below(random, w->now.count);
    xb_line_action action = w->now.actions[from];
    w->changed = from < to ? from : to;
    copy_sequence(&w->trial, &w->now);
    take_out(&w->trial, from);
    put_in(&w->trial, to, action);
    go_to(w, w->changed);
}

static bool insert(walker *w, xb_random *random)
{
    xb_line_action action;
    if (w->now.count == w->capacity)
        return false;
    w->changed = xb_random_below(random, w->now.count);
    go_to(w, w->changed);
    if (!draw(w, random, &action))
        return false;
    copy_sequence(&w->trial, &w->now);
    put_in(&w->trial, w->changed, action);
    return true;
}

static bool delete (walker *w, xb_random *random)
{
    uint32_t place = xb_random_below(random, w->now.count);
    for (uint32_t i = 0; i < w->now.count; i++, place = (place + 1) % w->now.count) {
        if (w->now.actions[place].kind == XB_LINE_VERTEX)
            continue;
        copy_sequence(&w->trial, &w->now);
        take_out(&w->trial, place);
        w->changed = place;
        go_to(w, place);
        return true;
    }
    return false;
}

static int64_t propose(void *place, xb_random *random, int64_t limit)
{
    walker *w = place;
    uint32_t which = xb_random_below(random, 8);
    if (which < 3)
        move(w, random);
    else if (!(which < 6 ? insert(w, random) : delete (w, random)))
        return INT64_MAX;
    follow(w, w->cost + (uint64_t)limit);
    if (w->graph->full)
        return INT64_MAX;
    return (int64_t)w->trial_cost - (int64_t)w->cost;
}

static void accept(void *place)
{
    walker *w = place;
    w->now.count = 0;
    for (uint32_t i = 0; i < w->trial.count; i++) {
        if (i < w->changed || w->faces[i] > 0 || w->trial.actions[i].kind == XB_LINE_VERTEX)
            w->now.actions[w->now.count++] = w->trial.actions[i];
    }
    w->cost = w->trial_cost;
    for (uint32_t i = 1; i < w->kept_count; i++)
        w->kept[i].is_valid &= w->kept[i].place <= w->changed;
}

static uint64_t cost(const void *place)
{
    return ((const walker *)place)->cost;
}

static void write(const void *place, void *to)
{
    const walker *w = place;
    written *sequence = to;
    sequence->count = w->now.count;
    memcpy(sequence->actions, w->now.actions, w->now.count * sizeof *sequence->actions);
}

static void go(void *place, const void *to)
{
    walker *w = place;
    const written *sequence = to;
    memcpy(w->trial.actions, sequence->actions, sequence->count * sizeof *sequence->actions);
    w->trial.count = sequence->count;
    w->changed = 0;
    go_to(w, 0);
    follow(w, UINT64_MAX);
    accept(w);
}

/* ---- all of it ---- */

static void *create(xb_arena *scratch, const void *context)
{
    const beginning *b = context;
    walker *w = xb_arena_alloc(scratch, sizeof *w);
    w->kind = b->kind;
    w->capacity = b->capacity;
    w->now.actions = xb_arena_array(scratch, (size_t)w->capacity + 1, sizeof *w->now.actions);
    w->trial.actions = xb_arena_array(scratch, (size_t)w->capacity + 1, sizeof *w->trial.actions);
    w->faces = xb_arena_array(scratch, (size_t)w->capacity + 1, sizeof *w->faces);
    w->graph = xb_line_graph_create(scratch, b->part, b->awareness, false, b->room);
    w->kept_count = b->kept;
    for (uint32_t i = 0; i < w->kept_count; i++)
        w->kept[i].graph = xb_line_graph_create(scratch, b->part, b->awareness, false, b->room);
    w->kept[0].is_valid = true;
    return w;
}

static uint64_t cost_of(xb_arena *scratch, const beginning *b, const xb_line_sequence *sequence)
{
    xb_line_graph *graph = xb_line_graph_create(scratch, b->part, b->awareness, false, b->room);
    xb_line_complete(graph, sequence);
    return graph->cost;
}

typedef struct room_question {
    xb_arena *scratch;
    const xb_line_sequence *sequence;
    beginning *answer;
} room_question;

static void find_room(void *argument)
{
    const room_question *q = argument;
    q->answer->room = xb_line_room(q->scratch, q->answer->part, q->sequence);
}

/* As many graphs as the memory has room for. */
static uint32_t kept_by(const xb_elimination_search *search, size_t memory)
{
    size_t graphs = (size_t)XB_SEARCH_MEMORY / memory / xb_search_chains(search, 2 * memory);
    return graphs < 2 ? 1 : graphs > KEPT ? (uint32_t)KEPT : (uint32_t)graphs - 1;
}

uint64_t xb_sequence_search(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                            xb_search_budget *budget, xb_elimination_kind kind, xb_line_sequence *sequence)
{
    beginning b = {
        .part = part, .awareness = awareness, .kind = kind, .capacity = 2 * sequence->count + SPARE};
    if (!xb_watch_guard(budget->watch, false, find_room, &(room_question){scratch, sequence, &b}) ||
        b.room == 0 || b.room > MOST_ROOM)
        return UINT64_MAX;
    size_t memory = xb_line_graph_memory(part, b.room);
    b.kept = kept_by(budget->search, memory);
    written *place = xb_arena_alloc(scratch, sizeof *place + b.capacity * sizeof *place->actions);
    xb_walk walk = {.create = create,
                    .propose = propose,
                    .accept = accept,
                    .cost = cost,
                    .write = write,
                    .go = go,
                    .context = &b,
                    .size = sizeof *place + b.capacity * sizeof *place->actions,
                    .memory = 2 * memory,
                    .start = hot,
                    .end = cold};
    place->count = sequence->count;
    memcpy(place->actions, sequence->actions, sequence->count * sizeof *place->actions);
    xb_search_walk(scratch, budget, kind, &walk, place);
    *sequence = (xb_line_sequence){place->actions, place->count};
    return cost_of(scratch, &b, sequence);
}
