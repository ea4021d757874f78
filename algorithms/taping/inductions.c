/*
 * A basic or derived variable has one change in a loop, an assignment at the level of the body, which is
 * executed once in each round; a chosen one begins with such an assignment, and has others after it in
 * branches. Those of a loop are found after those of the loops around it, basic ones before derived ones,
 * derived ones in the order of the text, before and after the chosen ones: so each is computed from earlier
 * ones only. What is asked for is marked, and its code is made at the end, from the last to the first, since
 * making one asks for those before it.
 *
 * A chosen variable is followed through its assignments, so that values and conditions may refer to it. A
 * branch on it must not assign it in both arms, since these become branches of their own, one after the
 * other.
 */
#include "algorithms/taping/inductions.h"

#include "analysis/loop_form.h"
#include "ir/build.h"

/* Assignments of a chosen variable in a loop, and branches around one of them, at most. */
enum { MOST_ASSIGNMENTS = 8, MOST_BRANCHES = 4 };

/* An assignment at the level of a loop's body. */
typedef struct candidate {
    const xb_assignment *assignment;
    xb_flow_point place; /* before it */
} candidate;

/* All assignments of a variable in a loop, but for those in loops within it. */
typedef struct group {
    const xb_symbol *symbol;
    xb_vector candidates; /* candidate in the order of the text */
} group;

/* An induction variable. */
typedef struct induction {
    candidate made; /* of a chosen one: its last assignment */
    uint32_t loop;
    bool is_basic;
    xb_increment increment; /* of a basic one */
    const group *chosen;    /* its assignments; NULL: it is no chosen one */
    xb_list values;    /* of a chosen one: xb_assignment in the adjoint sweep, in the order of the text */
    xb_map conditions; /* of a chosen one: xb_expression in the adjoint sweep, by level */
    xb_list code;      /* of others: xb_statement at the beginning of the round back */
    xb_symbol *after;  /* has its value after the assignment in the round back; NULL: not asked for */
    xb_symbol *before; /* of a basic one, before the assignment */
} induction;

struct xb_inductions {
    xb_homes *homes;
    uint32_t *body_level; /* by vertex: of a loop the level of its body */
    xb_vector *by_level;  /* candidate */
    xb_map groups;        /* group by node index of a symbol and loop */
    xb_list *by_loop;     /* by vertex, of loops: group in the order of the text */
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

static group *group_of(xb_inductions *in, const xb_symbol *symbol, uint32_t loop)
{
    xb_arena *scratch = in->homes->scratch;
    group *found = xb_map_get(&in->groups, symbol->node.index, loop);
    if (found)
        return found;
    found = xb_arena_alloc(scratch, sizeof *found);
    *found = (group){.symbol = symbol};
    xb_map_put(scratch, &in->groups, symbol->node.index, loop, found);
    xb_list_append(scratch, &in->by_loop[loop], found);
    return found;
}

static void collect(xb_inductions *in, const candidate *c)
{
    const xb_homes *h = in->homes;
    uint32_t level = h->constructs->level[c->place.vertex];
    uint32_t loop = xb_constructs_loop_around(h->constructs, &h->routine->flow, c->place.vertex);
    if (loop == XB_GRAPH_NONE)
        return;
    group *g = group_of(in, c->assignment->target->symbol, loop);
    *(candidate *)xb_vector_push(h->scratch, &g->candidates, sizeof *c) = *c;
    *(candidate *)xb_vector_push(h->scratch, &in->by_level[level], sizeof *c) = *c;
}

static void collect_from(xb_inductions *in, uint32_t v)
{
    const xb_flow_vertex *vertex = in->homes->routine->flow.vertices.items[v];
    for (size_t i = 0; i < vertex->statements.count; i++)
        if (is_candidate(vertex->statements.items[i]))
            collect(in, &(candidate){vertex->statements.items[i], {v, i}});
}

xb_inductions *xb_inductions_start(xb_homes *homes)
{
    const xb_constructs *constructs = homes->constructs;
    xb_inductions *in = xb_arena_alloc(homes->scratch, sizeof *in);
    in->homes = homes;
    in->by_level = xb_arena_array(homes->scratch, constructs->levels.count, sizeof *in->by_level);
    in->body_level =
        xb_arena_array(homes->scratch, homes->routine->flow.graph.vertex_count, sizeof *in->body_level);
    in->by_loop =
        xb_arena_array(homes->scratch, homes->routine->flow.graph.vertex_count, sizeof *in->by_loop);
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

/* ---- finding chosen ones ------------------------------------------------------------------------------- */

static const candidate *candidate_at(const group *g, uint32_t i)
{
    return (const candidate *)g->candidates.items + i;
}

static bool are_only_changes(xb_homes *h, uint32_t loop, const group *g)
{
    xb_flow_part part = xb_home_loop(h, loop);
    xb_node_set targets = {.members = {.count = 0}};
    for (uint32_t i = 0; i < g->candidates.count; i++)
        xb_node_set_add(h->scratch, &targets, &candidate_at(g, i)->assignment->target->vertex.node);
    part.excepted = &targets;
    return !xb_changes_within(h->changes, &part, candidate_at(g, 0)->assignment->target);
}

/* The condition of the branch that a level is an arm of; NULL: the arm is not chosen by a condition that is
 * true or false. @param is_true receives in which of these cases it is run */
static const xb_expression *condition_of(const xb_homes *h, const xb_level *level, bool *is_true)
{
    const xb_flow_graph *flow = &h->routine->flow;
    const xb_flow_vertex *branch = flow->vertices.items[level->head];
    const xb_flow_edge *edge = flow->edges.items[level->edge];
    *is_true = edge->has_condition_value;
    if (!xb_is_branch(flow, level->head) || xb_graph_out_degree(&flow->graph, level->head) != 2 ||
        xb_expression_root(branch->condition)->node.kind != XB_KIND_BOOLEAN_OPERATION)
        return NULL;
    for (uint32_t e = xb_graph_first_out(&flow->graph, level->head); e != XB_GRAPH_NONE;
         e = xb_graph_next_out(&flow->graph, e)) {
        const xb_flow_edge *other = flow->edges.items[e];
        if ((other->has_condition_value && other->condition_value != 1) ||
            (e != level->edge && other->has_condition_value == edge->has_condition_value))
            return NULL;
    }
    return branch->condition;
}

/* Whether it is known which way a branch was taken: what it is by is known, or follows from the variable,
 * which only one of the arms assigns. @param arm_of by head: the arm that does */
static bool knows_way(xb_homes *h, const xb_symbol *symbol, uint32_t number, xb_map *arm_of)
{
    bool is_true;
    const xb_level *level = xb_constructs_level(h->constructs, number);
    const xb_expression *condition = condition_of(h, level, &is_true);
    const xb_flow_point place = {level->head, XB_PART_CONDITION};
    if (!condition || xb_expression_has_homes(h, condition, condition->root, place))
        return condition;
    const void *arm = (const void *)((uintptr_t)number + 1), *other = xb_map_get(arm_of, level->head, 0);
    xb_map_put(h->scratch, arm_of, level->head, 0, arm);
    xb_home_tell(h, symbol, xb_home_known((xb_symbol *)symbol));
    bool knows = (!other || other == arm) && xb_expression_has_homes(h, condition, condition->root, place);
    xb_home_tell(h, symbol, (xb_home){.kind = XB_HOME_NONE});
    return knows;
}

static bool knows_value(xb_homes *h, const candidate *c, bool is_first)
{
    const xb_symbol *symbol = c->assignment->target->symbol;
    const xb_expression *value = c->assignment->value;
    if (!is_first)
        xb_home_tell(h, symbol, xb_home_known((xb_symbol *)symbol));
    bool knows = xb_expression_has_homes(h, value, value->root, c->place);
    xb_home_tell(h, symbol, (xb_home){.kind = XB_HOME_NONE});
    return knows;
}

/* Whether the assignments of a group can be made again. */
static bool can_be_followed(const xb_inductions *in, uint32_t loop, const group *g)
{
    xb_homes *h = in->homes;
    const uint32_t body = in->body_level[loop];
    xb_map arm_of = {.count = 0};
    if (h->constructs->level[candidate_at(g, 0)->place.vertex] != body)
        return false;
    for (uint32_t i = 0; i < g->candidates.count; i++) {
        const candidate *c = candidate_at(g, i);
        uint32_t level = h->constructs->level[c->place.vertex], depth = 0;
        if (!knows_value(h, c, i == 0))
            return false;
        for (; level != body; level = xb_constructs_level(h->constructs, level)->parent)
            if (++depth > MOST_BRANCHES || !knows_way(h, g->symbol, level, &arm_of))
                return false;
    }
    return true;
}

static void find_chosen(xb_inductions *in, uint32_t loop, const group *g)
{
    if (g->candidates.count < 2 || g->candidates.count > MOST_ASSIGNMENTS ||
        !are_only_changes(in->homes, loop, g) || !can_be_followed(in, loop, g))
        return;
    add(in, &(induction){.made = *candidate_at(g, g->candidates.count - 1), .loop = loop, .chosen = g});
}

static void find_all_derived(xb_inductions *in, uint32_t loop)
{
    const xb_vector *candidates = &in->by_level[in->body_level[loop]];
    for (uint32_t i = 0; i < candidates->count; i++)
        find_derived(in, loop, (const candidate *)candidates->items + i);
}

void xb_inductions_find(xb_inductions *in, uint32_t loop)
{
    const xb_vector *candidates = &in->by_level[in->body_level[loop]];
    for (uint32_t i = 0; i < candidates->count; i++)
        find_basic(in, loop, (const candidate *)candidates->items + i);
    find_all_derived(in, loop);
    uint32_t before = in->all.count;
    for (size_t i = 0; i < in->by_loop[loop].count; i++)
        find_chosen(in, loop, in->by_loop[loop].items[i]);
    if (in->all.count > before)
        find_all_derived(in, loop);
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

static void make_basic(induction *i, xb_homes *h)
{
    xb_arena *arena = h->program->arena;
    const xb_reference *variable = i->made.assignment->target;
    const xb_flow_point after = {i->loop, XB_PART_AFTER};
    xb_home home = xb_find_home(h, variable, after);
    if (home.kind == XB_HOME_NONE)
        home = xb_home_pushed(i->loop);
    xb_expression *last =
        xb_build_leaf(h->program, xb_home_reference(h, home, variable, after, XB_TAPE_INDEX));
    xb_list_append(arena, &h->loops[i->loop].before, assign(h, "_last_induced", i->before, last));
    xb_list_append(arena, &i->code, assign(h, "_induced_after", i->after, leaf(h, i->before)));
    xb_list_append(arena, &i->code, assign(h, "_induced_before", i->before, decremented(i, h)));
}

static void *make_value(const induction *i, xb_homes *h, const candidate *c)
{
    const xb_expression *value = c->assignment->value;
    return assign(h, "_induced", i->after, xb_home_expression(h, value, value->root, c->place));
}

static xb_expression *negated(const xb_homes *h, xb_expression *condition)
{
    condition->root = xb_build_unary(h->program, condition, XB_INTRINSIC_NOT, condition->root);
    return condition;
}

static void make_condition(induction *i, xb_homes *h, uint32_t number)
{
    bool is_true;
    const xb_level *level = xb_constructs_level(h->constructs, number);
    const xb_expression *condition = condition_of(h, level, &is_true);
    if (xb_map_get(&i->conditions, number, 0))
        return;
    xb_expression *made =
        xb_home_expression(h, condition, condition->root, (xb_flow_point){level->head, XB_PART_CONDITION});
    xb_map_put(h->scratch, &i->conditions, number, 0, is_true ? made : negated(h, made));
}

static void make_chosen(induction *i, const xb_inductions *in)
{
    xb_homes *h = in->homes;
    xb_home_tell(h, i->chosen->symbol, xb_home_known(i->after));
    for (uint32_t k = 0; k < i->chosen->candidates.count; k++) {
        const candidate *c = candidate_at(i->chosen, k);
        uint32_t level = h->constructs->level[c->place.vertex];
        for (; level != in->body_level[i->loop]; level = xb_constructs_level(h->constructs, level)->parent)
            make_condition(i, h, level);
        xb_list_append(h->scratch, &i->values, make_value(i, h, c));
    }
    xb_home_tell(h, i->chosen->symbol, (xb_home){.kind = XB_HOME_NONE});
}

static void make(induction *i, const xb_inductions *in)
{
    xb_homes *h = in->homes;
    if (i->is_basic)
        make_basic(i, h);
    else if (i->chosen)
        make_chosen(i, in);
    else
        xb_list_append(h->program->arena, &i->code, make_value(i, h, &i->made));
}

/* The arms that are open, from the body on. */
typedef struct nest {
    uint32_t levels[MOST_BRANCHES], count;
} nest;

/* Opens the arm that a level is; arms that were open and are not around it are left. */
static void enter(const xb_inductions *in, const induction *i, uint32_t level, nest *open)
{
    const xb_homes *h = in->homes;
    xb_body *body = &h->loops[i->loop].first;
    uint32_t around[MOST_BRANCHES], depth = 0;
    for (; level != in->body_level[i->loop]; level = xb_constructs_level(h->constructs, level)->parent)
        around[depth++] = level;
    uint32_t same = 0;
    while (same < depth && same < open->count && open->levels[same] == around[depth - 1 - same])
        same++;
    xb_body_end_to(body, same);
    for (open->count = same; open->count < depth; open->count++) {
        uint32_t number = around[depth - 1 - open->count];
        open->levels[open->count] = number;
        xb_body_if(body, xb_map_get(&i->conditions, number, 0));
    }
}

static void write_chosen(const xb_inductions *in, const induction *i)
{
    const xb_homes *h = in->homes;
    xb_body *body = &h->loops[i->loop].first;
    nest open = {.count = 0};
    for (uint32_t k = 0; k < i->chosen->candidates.count; k++) {
        enter(in, i, h->constructs->level[candidate_at(i->chosen, k)->place.vertex], &open);
        xb_body_add(body, i->values.items[k]);
    }
    xb_body_end_to(body, 0);
}

/* Code of one is executed before that of those which were found later. */
static void write(const xb_inductions *in, const induction *i)
{
    const xb_homes *h = in->homes;
    if (i->chosen)
        write_chosen(in, i);
    else
        xb_list_append_all(h->program->arena, xb_body_statements(&h->loops[i->loop].first), &i->code);
}

void xb_inductions_finish(xb_inductions *in)
{
    for (size_t k = in ? in->all.count : 0; k-- > 0;) {
        induction *i = in->all.items[k];
        if (i->after)
            make(i, in);
    }
    for (size_t k = 0; in && k < in->all.count; k++) {
        const induction *i = in->all.items[k];
        if (i->after)
            write(in, i);
    }
}
