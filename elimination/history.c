/*
 * Both cores keep edges in slots: arcs, lines. After each action all slots are compared with what was in them
 * before. Labels are computed, so that an edge that took something up has another label.
 */
#include "elimination/history.h"

#include <string.h>

/* What is in a slot. */
typedef struct slot {
    bool used;
    uint32_t source, target; /* vertices of the part */
    xb_operand label;
    uint32_t edge; /* of the history */
} slot;

typedef struct recorder {
    xb_history *history;
    const xb_prepared_part *part;
    xb_lcg_state *state; /* one of these two */
    xb_line_graph *lines;
    xb_vector lcg_steps; /* xb_step: of the state */
    uint32_t step;       /* that is done */
    uint32_t first;      /* of the part's vertices in the history */
    size_t earlier[3];   /* costs of the parts before */
    slot *slots;         /* as they were last */
    size_t slot_count;
    uint32_t *degrees; /* for each vertex, edges in, then edges out */
} recorder;

void xb_history_clear(xb_history *history)
{
    *history = (xb_history){.arena = history->arena};
}

/* ---- slots ---- */

static size_t count_slots(const recorder *r)
{
    return r->lines ? (size_t)r->lines->words * 64 : r->state->arc_count;
}

static slot look_at_line(const xb_line_graph *graph, uint32_t i)
{
    const xb_line *line = &graph->lines[i];
    bool used = graph->used[i / 64] >> i % 64 & 1;
    if (!used || line->source == XB_LINE_NONE || line->target == XB_LINE_NONE)
        return (slot){0};
    return (slot){true, line->source, line->target, graph->labels->of[i], 0};
}

static slot look_at(const recorder *r, size_t i)
{
    if (r->lines)
        return look_at_line(r->lines, (uint32_t)i);
    const xb_lcg_arc *arc = &r->state->arcs[i];
    if (arc->source == XB_LCG_NONE)
        return (slot){0};
    return (slot){true, arc->source, arc->target, arc->label, 0};
}

static bool is_same_label(const xb_operand *a, const xb_operand *b)
{
    if (a->kind != b->kind)
        return false;
    return a->kind == XB_OPERAND_CONSTANT ? a->value == b->value : a->index == b->index;
}

/* ---- edges ---- */

/* The lowest number that no other edge between the same vertices has now. */
static uint32_t free_parallel(const recorder *r, uint32_t source, uint32_t target)
{
    const xb_history_edge *edges = r->history->edges.items;
    for (uint32_t number = 0;; number++) {
        bool taken = false;
        for (size_t i = 0; !taken && i < r->slot_count; i++) {
            const slot *s = &r->slots[i];
            taken =
                s->used && s->source == source && s->target == target && edges[s->edge].parallel == number;
        }
        if (!taken)
            return number;
    }
}

static void count_ends(recorder *r, const slot *s, int by)
{
    r->degrees[2 * (size_t)s->target] += (uint32_t)by;
    r->degrees[2 * (size_t)s->source + 1] += (uint32_t)by;
}

static void make(recorder *r, slot *s)
{
    uint32_t parallel = r->lines ? free_parallel(r, s->source, s->target) : 0;
    xb_vector *edges = &r->history->edges;
    xb_history_edge *edge = xb_vector_push(r->history->arena, edges, sizeof *edge);
    *edge = (xb_history_edge){
        r->first + s->source, r->first + s->target, parallel, r->step, XB_HISTORY_NEVER, s->label};
    s->edge = (uint32_t)edges->count - 1;
    count_ends(r, s, 1);
}

static void take_away(recorder *r, slot *s)
{
    ((xb_history_edge *)r->history->edges.items)[s->edge].gone = r->step;
    s->used = false;
    count_ends(r, s, -1);
}

static void absorb(recorder *r, uint32_t edge, xb_operand label)
{
    xb_history_absorption *absorption =
        xb_vector_push(r->history->arena, &r->history->absorptions, sizeof *absorption);
    *absorption = (xb_history_absorption){r->step, edge, label};
}

static void make_room(recorder *r)
{
    size_t count = count_slots(r);
    if (count <= r->slot_count)
        return;
    slot *larger = xb_arena_array(r->history->arena, 2 * count, sizeof *larger);
    if (r->slot_count > 0)
        memcpy(larger, r->slots, r->slot_count * sizeof *larger);
    r->slots = larger;
    r->slot_count = 2 * count;
}

/* Compares all slots with what they were; says whether there is any difference. What is gone is taken away
 * before anything is made. */
static bool compare(recorder *r)
{
    bool differs = false;
    make_room(r);
    for (size_t i = 0; i < r->slot_count; i++) {
        slot *before = &r->slots[i], after = i < count_slots(r) ? look_at(r, i) : (slot){0};
        bool same = after.used && after.source == before->source && after.target == before->target;
        if (before->used && !same) {
            take_away(r, before);
            differs = true;
        }
    }
    for (size_t i = 0; i < count_slots(r); i++) {
        slot *before = &r->slots[i], after = look_at(r, i);
        if (!after.used)
            continue;
        after.edge = before->edge;
        bool absorbs = before->used && !is_same_label(&before->label, &after.label);
        if (absorbs)
            absorb(r, before->edge, after.label);
        if (!before->used)
            make(r, &after);
        differs = differs || absorbs || !before->used;
        *before = after;
    }
    return differs;
}

/* ---- vertices ---- */

static void add_vertices(recorder *r)
{
    for (uint32_t v = 0; v < r->part->vertex_count; v++) {
        xb_history_vertex *vertex = xb_vector_push(r->history->arena, &r->history->vertices, sizeof *vertex);
        *vertex = (xb_history_vertex){r->part->vertices[v].original, r->part->vertices[v].role, false,
                                      XB_HISTORY_NEVER};
    }
    xb_history_vertex *vertices = (xb_history_vertex *)r->history->vertices.items + r->first;
    for (uint32_t e = 0; e < r->part->edge_count; e++) {
        if (r->part->edges[e].copy)
            vertices[r->part->edges[e].target].copy = true;
    }
}

static void find_gone(recorder *r)
{
    xb_history_vertex *vertices = (xb_history_vertex *)r->history->vertices.items + r->first;
    for (uint32_t v = 0; v < r->part->vertex_count; v++) {
        bool lonely = r->degrees[2 * (size_t)v] == 0 || r->degrees[2 * (size_t)v + 1] == 0;
        if (lonely && vertices[v].role == XB_ROLE_INTERMEDIATE && vertices[v].gone == XB_HISTORY_NEVER)
            vertices[v].gone = r->step;
    }
}

/* ---- steps ---- */

static void count_steps(const recorder *r, xb_history_step *step)
{
    const xb_vector *steps = r->lines ? &r->lines->labels->steps : &r->lcg_steps;
    step->products = r->earlier[0] + (r->lines ? r->lines->faces : r->state->tally.structural);
    step->multiplications = r->earlier[1];
    step->additions = r->earlier[2];
    for (size_t s = 0; s < steps->count; s++) {
        xb_step_kind kind = ((const xb_step *)steps->items)[s].kind;
        step->multiplications += kind == XB_STEP_MULTIPLY || kind == XB_STEP_DIVIDE;
        step->additions += kind == XB_STEP_ADD || kind == XB_STEP_SUBTRACT;
    }
}

/* Begins a step: what follows belongs to it. */
static void begin_step(recorder *r, xb_history_kind kind, uint32_t a, uint32_t b, uint32_t c)
{
    xb_history_step *step = xb_vector_push(r->history->arena, &r->history->steps, sizeof *step);
    r->step = (uint32_t)r->history->steps.count;
    *step = (xb_history_step){.kind = kind, .a = r->first + a, .b = r->first + b, .c = r->first + c};
}

static xb_history_step *last_step(const xb_history *history)
{
    return (xb_history_step *)history->steps.items + history->steps.count - 1;
}

static void end_step(recorder *r)
{
    bool differs = compare(r);
    count_steps(r, last_step(r->history));
    if (differs)
        find_gone(r);
    else
        r->history->steps.count--;
}

static void begin_lcg_step(recorder *r, xb_lcg_action action)
{
    switch (action.kind) {
    case XB_ACTION_VERTEX: begin_step(r, XB_HISTORY_VERTEX, 0, action.source, 0); break;
    case XB_ACTION_FRONT: begin_step(r, XB_HISTORY_FRONT, action.source, action.target, 0); break;
    case XB_ACTION_BACK: begin_step(r, XB_HISTORY_BACK, 0, action.source, action.target); break;
    case XB_ACTION_PREROUTE:
        begin_step(r, XB_HISTORY_PREROUTE, action.source, action.pivot, action.target);
        break;
    case XB_ACTION_POSTROUTE:
        begin_step(r, XB_HISTORY_POSTROUTE, action.source, action.pivot, action.target);
        break;
    }
}

static void begin_line_step(recorder *r, xb_line_action action)
{
    static const xb_history_kind kinds[] = {XB_HISTORY_VERTEX, XB_HISTORY_FRONT, XB_HISTORY_BACK,
                                            XB_HISTORY_FACE, XB_HISTORY_FACE};
    uint32_t a = action.a, c = action.c;
    if (action.kind == XB_LINE_PAIR) {
        a = r->lines->lines[a].source;
        c = r->lines->lines[c].target;
    }
    begin_step(r, kinds[action.kind], a, action.b, c);
}

static void do_sequence(recorder *r, const xb_line_sequence *sequence)
{
    for (uint32_t i = 0; i < sequence->count; i++) {
        begin_line_step(r, sequence->actions[i]);
        xb_line_apply(r->lines, sequence->actions[i]);
        end_step(r);
    }
    for (uint32_t v = 0; v < r->part->vertex_count; v++) {
        begin_step(r, XB_HISTORY_VERTEX, 0, v, 0);
        xb_line_apply(r->lines, (xb_line_action){XB_LINE_VERTEX, 0, v, 0});
        end_step(r);
    }
}

static void do_actions(recorder *r, const xb_choice *choice)
{
    for (size_t i = 0; i < choice->count; i++) {
        begin_lcg_step(r, choice->actions[i]);
        xb_lcg_apply(r->state, choice->actions[i]);
        end_step(r);
    }
}

void xb_history_add(xb_history *history, xb_lcg_state *state, const xb_prepared_part *part,
                    const xb_choice *choice)
{
    recorder r = {.history = history,
                  .part = part,
                  .step = XB_HISTORY_START,
                  .first = (uint32_t)history->vertices.count};
    size_t steps = history->steps.count;
    if (history->steps.count > 0) {
        const xb_history_step *last = last_step(history);
        r.earlier[0] = last->products;
        r.earlier[1] = last->multiplications;
    }
    r.earlier[2] = history->additions + part->additions;
    r.degrees = xb_arena_array(history->arena, 2 * (size_t)part->vertex_count, sizeof *r.degrees);
    add_vertices(&r);
    if (choice->sequence) {
        r.lines = xb_line_graph_create(history->arena, part, 0, true,
                                       xb_line_room(history->arena, part, choice->sequence));
        compare(&r);
        do_sequence(&r, choice->sequence);
    } else {
        r.state = state;
        xb_lcg_load(state, part, &r.lcg_steps, history->arena);
        compare(&r);
        do_actions(&r, choice);
    }
    history->additions = history->steps.count > steps ? last_step(history)->additions : r.earlier[2];
}
