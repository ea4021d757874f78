/*
 * A variable is induced if its only change in a loop is one assignment at the level of the body, which is
 * executed once in each round. Those of a loop are found after those of the loops around it, basic ones
 * before derived ones, derived ones in the order of the text: so each is computed from earlier ones only.
 * What is asked for is marked, and its code is written at the end, from the last to the first, since writing
 * one asks for those before it.
 */
#include "algorithms/taping/inductions.h"

#include "analysis/loop_form.h"
#include "ir/build.h"

/* An assignment at the level of a loop's body. */
typedef struct candidate {
    const xb_assignment *assignment;
    xb_flow_point place; /* before it */
} candidate;

/* An induction variable. */
typedef struct induction {
    candidate made;
    uint32_t loop;
    bool is_basic;
    xb_increment increment; /* of a basic one */
    xb_symbol *after;       /* has its value after the assignment in the round back; NULL: not asked for */
    xb_symbol *before;      /* of a basic one, before the assignment */
} induction;

struct xb_inductions {
    xb_homes *homes;
    uint32_t *body_level; /* by vertex: of a loop the level of its body */
    xb_vector *by_level;  /* candidate */
    xb_map found;         /* induction by node index of a symbol and loop */
    xb_list all;          /* induction in the order in which they were found */
};

/* ---- candidates ---------------------------------------------------------------------------------------- */

static bool is_candidate(const xb_statement *statement)
{
    if (statement->node.kind != XB_KIND_ASSIGNMENT)
        return false;
    const xb_reference *target = ((const xb_assignment *)statement)->target;
    const xb_symbol *symbol = target->symbol;
    return !target->deriv && !symbol->temporary && symbol->rank == 0 && xb_reference_is_whole(target) &&
           (symbol->type == XB_TYPE_INTEGER || symbol->type == XB_TYPE_BOOL);
}

static void collect_from(xb_inductions *in, uint32_t v)
{
    const xb_homes *h = in->homes;
    const xb_flow_vertex *vertex = h->routine->flow.vertices.items[v];
    for (size_t i = 0; i < vertex->statements.count; i++)
        if (is_candidate(vertex->statements.items[i])) {
            candidate *found =
                xb_vector_push(h->scratch, &in->by_level[h->constructs->level[v]], sizeof *found);
            *found = (candidate){vertex->statements.items[i], {v, i}};
        }
}

xb_inductions *xb_inductions_start(xb_homes *homes)
{
    const xb_constructs *constructs = homes->constructs;
    xb_inductions *in = xb_arena_alloc(homes->scratch, sizeof *in);
    in->homes = homes;
    in->by_level = xb_arena_array(homes->scratch, constructs->levels.count, sizeof *in->by_level);
    in->body_level =
        xb_arena_array(homes->scratch, homes->routine->flow.graph.vertex_count, sizeof *in->body_level);
    for (uint32_t l = 0; l < constructs->levels.count; l++) {
        uint32_t head = xb_constructs_level(constructs, l)->head;
        if (head != XB_GRAPH_NONE && xb_is_loop(&homes->routine->flow, head))
            in->body_level[head] = l;
    }
    for (uint32_t i = 0; i < constructs->count; i++)
        collect_from(in, constructs->order[i]);
    return in;
}

/* ---- finding ------------------------------------------------------------------------------------------- */

static bool is_only_change(xb_homes *h, uint32_t loop, const xb_reference *target)
{
    xb_flow_part part = xb_home_loop(h, loop);
    part.except = target;
    return !xb_changes_within(h->changes, &part, target);
}

static void add(xb_inductions *in, const induction *found)
{
    xb_homes *h = in->homes;
    induction *added = xb_arena_alloc(h->scratch, sizeof *added);
    *added = *found;
    xb_map_put(h->scratch, &in->found, found->made.assignment->target->symbol->node.index, found->loop,
               added);
    xb_list_append(h->scratch, &in->all, added);
}

static void find_basic(xb_inductions *in, uint32_t loop, const candidate *c)
{
    xb_homes *h = in->homes;
    const xb_reference *target = c->assignment->target;
    induction found = {.made = *c, .loop = loop, .is_basic = true};
    if (target->symbol->type == XB_TYPE_INTEGER &&
        xb_increment_of(c->assignment->value, target->symbol, &found.increment) &&
        xb_has_value_after(h, target->symbol, loop) && is_only_change(h, loop, target) &&
        xb_expression_has_homes(h, c->assignment->value, found.increment.step.vertex, c->place))
        add(in, &found);
}

static void find_derived(xb_inductions *in, uint32_t loop, const candidate *c)
{
    xb_homes *h = in->homes;
    const xb_reference *target = c->assignment->target;
    const xb_expression *value = c->assignment->value;
    if (!xb_map_get(&in->found, target->symbol->node.index, loop) && is_only_change(h, loop, target) &&
        xb_expression_has_homes(h, value, value->root, c->place))
        add(in, &(induction){.made = *c, .loop = loop});
}

void xb_inductions_find(xb_inductions *in, uint32_t loop)
{
    const xb_vector *candidates = &in->by_level[in->body_level[loop]];
    const candidate *first = candidates->items;
    for (uint32_t i = 0; i < candidates->count; i++)
        find_basic(in, loop, &first[i]);
    for (uint32_t i = 0; i < candidates->count; i++)
        find_derived(in, loop, &first[i]);
}

/* ---- asking -------------------------------------------------------------------------------------------- */

/* Whether a place is after the assignment in the round. */
static bool is_after(const xb_inductions *in, xb_flow_point place, const candidate *made)
{
    const uint32_t *in_text = in->homes->constructs->place;
    if (place.vertex == made->place.vertex)
        return place.statement > made->place.statement;
    return in_text[place.vertex] > in_text[made->place.vertex];
}

/* A derived variable has the value of an earlier round before it is assigned. */
static induction *find(const xb_inductions *in, const xb_reference *reference, xb_flow_point place)
{
    if (!in)
        return NULL;
    const xb_homes *h = in->homes;
    const xb_flow_graph *flow = &h->routine->flow;
    uint32_t loop = xb_constructs_loop_around(h->constructs, flow, place.vertex);
    for (; loop != XB_GRAPH_NONE; loop = xb_constructs_loop_around(h->constructs, flow, loop)) {
        induction *found = xb_map_get(&in->found, reference->symbol->node.index, loop);
        if (found)
            return found->is_basic || is_after(in, place, &found->made) ? found : NULL;
    }
    return NULL;
}

bool xb_is_induced(const xb_inductions *in, const xb_reference *reference, xb_flow_point place)
{
    return find(in, reference, place);
}

xb_symbol *xb_induced(const xb_inductions *in, const xb_reference *reference, xb_flow_point place)
{
    induction *found = find(in, reference, place);
    if (!found)
        return NULL;
    if (!found->after) {
        found->after = xb_tape_scalar_like(in->homes->tape, reference->symbol);
        found->before = found->is_basic ? xb_tape_scalar_like(in->homes->tape, reference->symbol) : NULL;
    }
    return is_after(in, place, &found->made) ? found->after : found->before;
}

/* ---- code ---------------------------------------------------------------------------------------------- */

static void *assign(const xb_homes *h, const char *id, xb_symbol *symbol, xb_expression *value)
{
    return xb_build_assignment(h->program, id, xb_build_reference(h->program, symbol), value);
}

static xb_expression *leaf(const xb_homes *h, xb_symbol *symbol)
{
    return xb_build_leaf(h->program, xb_build_reference(h->program, symbol));
}

/* The increment taken back. */
static xb_expression *decremented(const induction *i, xb_homes *h)
{
    xb_program *program = h->program;
    xb_expression *value = leaf(h, i->after);
    const xb_expression *step =
        xb_home_expression(h, i->made.assignment->value, i->increment.step.vertex, i->made.place);
    uint32_t c = xb_copy_subexpression(program, step, step->root, value, NULL, NULL);
    value->root = xb_build_binary(
        program, value, i->increment.subtracted ? XB_INTRINSIC_ADD : XB_INTRINSIC_SUB, value->root, c);
    return value;
}

static void write_basic(const induction *i, xb_homes *h, xb_list *first)
{
    xb_arena *arena = h->program->arena;
    const xb_reference *variable = i->made.assignment->target;
    xb_symbol *last = xb_home_of(h, variable, (xb_flow_point){i->loop, XB_PART_AFTER}, XB_TAPE_INDEX);
    if (!last)
        last = xb_home_after(h, variable, i->loop, XB_TAPE_INDEX);
    xb_list_append(arena, &h->loops[i->loop].before, assign(h, "_last_induced", i->before, leaf(h, last)));
    xb_list_append(arena, first, assign(h, "_induced_after", i->after, leaf(h, i->before)));
    xb_list_append(arena, first, assign(h, "_induced_before", i->before, decremented(i, h)));
}

static void write_derived(const induction *i, xb_homes *h, xb_list *first)
{
    const xb_expression *value = i->made.assignment->value;
    xb_list_append(h->program->arena, first,
                   assign(h, "_induced", i->after, xb_home_expression(h, value, value->root, i->made.place)));
}

/* Code of one is executed before that of those which were found later. */
static void write(const induction *i, xb_homes *h)
{
    xb_list first = {.count = 0}, *all = &h->loops[i->loop].first;
    if (i->is_basic)
        write_basic(i, h, &first);
    else
        write_derived(i, h, &first);
    xb_list_append_all(h->program->arena, &first, all);
    *all = first;
}

void xb_inductions_finish(xb_inductions *in)
{
    for (size_t k = in ? in->all.count : 0; k-- > 0;) {
        const induction *i = in->all.items[k];
        if (i->after)
            write(i, in->homes);
    }
}
