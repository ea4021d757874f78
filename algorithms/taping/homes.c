/*
 * Homes are tried from the outside in. A push at a home must not read what has no value there, such as what
 * only an arm that is not run would have set: so the variable must have been set or read for certain on the
 * way to it, that is, at a level around the home, or be a formal argument that comes in.
 */
#include "algorithms/taping/homes.h"

#include "algorithms/taping/elements.h"
#include "algorithms/taping/given.h"
#include "algorithms/taping/inductions.h"
#include "analysis/coverage.h"
#include "analysis/omission.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/version.h"

static const xb_home nowhere = {.kind = XB_HOME_NONE};

/* ---- what has a value --------------------------------------------------------------------------------- */

static xb_kind kind_at(const xb_homes *h, uint32_t vertex)
{
    return ((const xb_node *)h->routine->flow.vertices.items[vertex])->kind;
}

static void note_defined(xb_homes *h, const xb_reference *reference, uint32_t vertex)
{
    uint64_t symbol = reference->symbol->node.index, level = h->constructs->level[vertex];
    uintptr_t place = h->constructs->place[vertex] + (uintptr_t)1;
    if (!reference->symbol->temporary && xb_reference_is_whole(reference) &&
        !xb_map_get(&h->defined, symbol, level))
        xb_map_put(h->scratch, &h->defined, symbol, level, (const void *)place);
}

static void note_expression(xb_homes *h, const xb_expression *expression, uint32_t vertex)
{
    for (uint32_t v = 0; expression && v < expression->graph.vertex_count; v++) {
        const xb_vertex *operand = xb_expression_vertex(expression, v);
        if (operand->node.kind == XB_KIND_VARIABLE_REFERENCE && !xb_is_inquired(expression, v))
            note_defined(h, (const xb_reference *)operand, vertex);
    }
}

static void note_assignment(xb_homes *h, const xb_assignment *assignment, uint32_t vertex)
{
    if (!assignment || assignment->target->deriv)
        return;
    note_expression(h, assignment->value, vertex);
    note_defined(h, assignment->target, vertex);
}

/* Whether the step of a loop is evaluated even if there is no iteration: to know the direction. */
static bool counts_at_entry(const xb_flow_vertex *vertex)
{
    xb_loop_form form;
    return xb_loop_form_of(vertex, &form) && form.counted;
}

/* Arrays whose elements a loop has certainly assigned when it is left. */
static void note_covered(xb_homes *h, const xb_coverage *coverage, uint32_t end)
{
    uint32_t head = h->constructs->other[end];
    for (size_t i = 0; coverage && i < coverage->arrays[head].count; i++) {
        const xb_symbol *array = coverage->arrays[head].items[i];
        uint64_t level = h->constructs->level[head];
        uintptr_t place = h->constructs->place[end] + (uintptr_t)1;
        if (!array->temporary && !xb_map_get(&h->defined, array->node.index, level))
            xb_map_put(h->scratch, &h->defined, array->node.index, level, (const void *)place);
    }
}

/* In the order of the text, so that the first place at each level is the one that is noted. */
static void note_all(xb_homes *h)
{
    const xb_coverage *coverage =
        xb_coverage_of(xb_run_analyses(h->run), h->scratch, h->routine, XB_VIEW_DERIVED);
    for (uint32_t i = 0; i < h->constructs->count; i++) {
        uint32_t v = h->constructs->order[i];
        const xb_flow_vertex *vertex = h->routine->flow.vertices.items[v];
        for (size_t k = 0; k < vertex->statements.count; k++)
            if (((const xb_node *)vertex->statements.items[k])->kind == XB_KIND_ASSIGNMENT)
                note_assignment(h, vertex->statements.items[k], v);
        note_assignment(h, vertex->initialization, v);
        if (counts_at_entry(vertex))
            note_assignment(h, vertex->update, v);
        if (kind_at(h, v) != XB_KIND_POST_LOOP)
            note_expression(h, vertex->condition, v);
        if (kind_at(h, v) == XB_KIND_END_LOOP)
            note_covered(h, coverage, v);
    }
}

/* Formal arguments that come in have a value from the beginning, unless a call may omit them, or passes what
 * may have none. */
static void note_arguments(xb_homes *h)
{
    const xb_routine *original = h->routine->version->original;
    for (size_t i = 0; i < original->formals.count; i++) {
        const xb_formal *formal = original->formals.items[i];
        if (formal->intent == XB_INTENT_IN && !xb_closure_has(&h->callees->undefined, formal->symbol))
            xb_map_put(h->scratch, &h->defined, formal->symbol->node.index, 0, (const void *)(uintptr_t)1);
    }
}

/* Whether a variable has been given a value by a place, at a level or one around it. */
static bool has_value_by(const xb_homes *h, const xb_symbol *symbol, uint32_t level, uintptr_t last)
{
    if (xb_may_be_absent(xb_run_analyses(h->run), symbol))
        return false;
    while (level != XB_GRAPH_NONE) {
        uintptr_t place = (uintptr_t)xb_map_get(&h->defined, symbol->node.index, level);
        if (place && place <= last)
            return true;
        level = h->constructs ? xb_constructs_level(h->constructs, level)->parent : XB_GRAPH_NONE;
    }
    return false;
}

bool xb_has_value_after(const xb_homes *h, const xb_symbol *symbol, uint32_t loop)
{
    if (loop == XB_GRAPH_NONE)
        return has_value_by(h, symbol, 0, UINT32_MAX);
    return has_value_by(h, symbol, h->constructs->level[loop], h->constructs->place[loop] + (uintptr_t)1);
}

bool xb_has_value_at(const xb_homes *h, const xb_symbol *symbol, uint32_t vertex)
{
    return h->constructs &&
           has_value_by(h, symbol, h->constructs->level[vertex], h->constructs->place[vertex]);
}

/* ---- what is known ------------------------------------------------------------------------------------- */

void xb_home_tell(xb_homes *h, const xb_symbol *symbol, xb_home home)
{
    xb_home *told = xb_arena_alloc(h->scratch, sizeof *told);
    *told = home;
    xb_node_map_put(h->scratch, &h->told, &symbol->node, told);
}

/* What has been told of a variable, and of parameters: they have their values themselves. */
static xb_home told(const xb_homes *h, const xb_reference *reference)
{
    if (!xb_reference_is_whole(reference))
        return nowhere;
    if (xb_symbol_is_parameter(reference->symbol))
        return xb_home_known(reference->symbol);
    const xb_home *told = xb_node_map_get(&h->told, &reference->symbol->node);
    return told ? *told : nowhere;
}

static xb_symbol *counted_by(const xb_homes *h, const xb_reference *reference, uint32_t vertex)
{
    if (!h->constructs)
        return NULL;
    uint32_t loop = xb_constructs_loop_around(h->constructs, &h->routine->flow, vertex);
    for (; loop != XB_GRAPH_NONE; loop = xb_constructs_loop_around(h->constructs, &h->routine->flow, loop))
        if (h->loops[loop].is_explicit && h->loops[loop].form.variable->symbol == reference->symbol)
            return h->loops[loop].variable;
    return NULL;
}

/* Whether code that counts elements of what was popped from 1 on can do so with a reference: if it is one of
 * a number, or an array as a whole whose bounds say so. */
static bool is_like_popped(const xb_reference *reference)
{
    const xb_symbol *symbol = reference->symbol;
    bool from_one = xb_reference_is_whole(reference) && symbol->bounds_count > 0;
    for (size_t i = 0; from_one && i < symbol->bounds_count; i++)
        from_one = symbol->bounds[i].lower == 1;
    return xb_reference_rank(reference) == 0 || from_one;
}

/* Whether a reference denotes in the adjoint sweep what it does at a place. Components of active variables
 * are no factors where passive ones are expected. */
static bool is_at_hand(xb_homes *h, const xb_reference *reference, xb_flow_point place)
{
    bool is_plain = !xb_symbol_is_active(reference->symbol) || xb_run_gives(h->run, XB_PROPERTY_NAMED);
    return h->at_hand && is_plain && is_like_popped(reference) &&
           !xb_changes_after(h->changes, place, reference) && xb_subscripts_have_homes(h, reference, place);
}

/* ---- homes -------------------------------------------------------------------------------------------- */

xb_flow_part xb_home_loop(const xb_homes *h, uint32_t loop)
{
    return (xb_flow_part){.place = h->constructs->place,
                          .first_place = h->constructs->place[loop],
                          .last_place = h->constructs->place[h->constructs->other[loop]],
                          .head = loop};
}

static bool lasts_to_the_end(xb_homes *h, const xb_reference *reference, xb_flow_point place)
{
    return xb_has_value_after(h, reference->symbol, XB_GRAPH_NONE) &&
           !xb_changes_after(h->changes, place, reference);
}

static bool lasts_in_loop(xb_homes *h, const xb_reference *reference, uint32_t loop)
{
    const xb_flow_part part = xb_home_loop(h, loop);
    return xb_has_value_after(h, reference->symbol, loop) && !xb_changes_within(h->changes, &part, reference);
}

/* The outermost loop around a vertex in which a variable does not change; a head counts as in its loop if
 * its own end is what is asked for. */
static uint32_t find_loop(xb_homes *h, const xb_reference *reference, uint32_t vertex)
{
    uint32_t found = XB_GRAPH_NONE, loop = vertex;
    if (!h->constructs)
        return XB_GRAPH_NONE;
    if (!xb_is_loop(&h->routine->flow, vertex))
        loop = xb_constructs_loop_around(h->constructs, &h->routine->flow, vertex);
    while (loop != XB_GRAPH_NONE && lasts_in_loop(h, reference, loop)) {
        found = loop;
        loop = xb_constructs_loop_around(h->constructs, &h->routine->flow, loop);
    }
    return found;
}

/* The home of a variable as a whole that is not at hand. */
static xb_home home_of_variable(xb_homes *h, const xb_reference *reference, xb_flow_point place)
{
    if (lasts_to_the_end(h, reference, place))
        return xb_home_pushed(XB_GRAPH_NONE);
    if (xb_is_induced(h->inductions, reference, place))
        return (xb_home){.kind = XB_HOME_INDUCED};
    uint32_t loop = find_loop(h, reference, place.vertex);
    return loop == XB_GRAPH_NONE ? nowhere : xb_home_pushed(loop);
}

xb_home xb_find_home(xb_homes *h, const xb_reference *reference, xb_flow_point place)
{
    const xb_home home = told(h, reference);
    if (home.kind != XB_HOME_NONE)
        return home;
    if (h->everything || reference->symbol->temporary || !xb_tape_holds(reference->symbol->type))
        return nowhere;
    const bool is_whole = xb_reference_is_whole(reference);
    xb_symbol *counter = is_whole ? counted_by(h, reference, place.vertex) : NULL;
    if (counter)
        return xb_home_known(counter);
    if (is_at_hand(h, reference, place))
        return (xb_home){.kind = XB_HOME_AT_HAND};
    return is_whole ? home_of_variable(h, reference, place) : xb_home_of_element(h, reference, place);
}

/* ---- what is made of them ------------------------------------------------------------------------------ */

/* Variables go by their symbols, elements by their locations. */
static xb_tape_entry *find_entry(const xb_homes *h, uint32_t loop, const xb_reference *reference)
{
    return xb_reference_is_whole(reference)
               ? xb_map_get(&h->entries, reference->symbol->node.index, loop)
               : xb_map_get(&h->elements, xb_location_of(h->locations, reference)->number, loop);
}

static void put_entry(xb_homes *h, uint32_t loop, const xb_reference *reference, xb_tape_entry *entry)
{
    if (xb_reference_is_whole(reference))
        xb_map_put(h->scratch, &h->entries, reference->symbol->node.index, loop, entry);
    else
        xb_map_put(h->scratch, &h->elements, xb_location_of(h->locations, reference)->number, loop, entry);
}

static xb_tape_entry *entry_after(xb_homes *h, uint32_t loop, const xb_reference *reference, xb_tape_use use)
{
    xb_tape_segment *segment = loop == XB_GRAPH_NONE ? &h->segment : &h->loops[loop].segment;
    xb_tape_entry *entry = find_entry(h, loop, reference);
    if (entry)
        return entry;
    xb_expression *value = xb_build_leaf(h->program, xb_copy_reference(h->program, reference));
    entry =
        xb_tape_entry_create(h->tape, use, value, xb_shape_of_reference(h->program->arena, reference), false);
    put_entry(h, loop, reference, entry);
    xb_list_append(h->program->arena, &segment->entries, entry);
    return entry;
}

xb_tape_entry *xb_home_entry(xb_homes *h, xb_symbol *temporary)
{
    return entry_after(h, XB_GRAPH_NONE, xb_build_reference(h->program, temporary), XB_TAPE_EXTENT);
}

static xb_expression *part_at_hand(xb_homes *h, const xb_expression *part, xb_flow_point place)
{
    return part ? xb_home_expression(h, part, part->root, place) : NULL;
}

static xb_reference *reference_at_hand(xb_homes *h, const xb_reference *reference, xb_flow_point place)
{
    xb_reference bare = *reference;
    if (xb_reference_is_whole(reference))
        return xb_build_reference(h->program, reference->symbol);
    bare.subscripts = (xb_list){.count = 0};
    xb_reference *copy = xb_copy_reference(h->program, &bare);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        xb_list_append(h->program->arena, &copy->subscripts,
                       xb_build_triplet(h->program, part_at_hand(h, triplet->index, place),
                                        part_at_hand(h, triplet->bound, place),
                                        part_at_hand(h, triplet->stride, place)));
    }
    return copy;
}

xb_reference *xb_home_reference(xb_homes *h, xb_home home, const xb_reference *reference, xb_flow_point place,
                                xb_tape_use use)
{
    switch (home.kind) {
    case XB_HOME_NONE: return NULL;
    case XB_HOME_KNOWN:
        xb_given_use(h->callees->given, home.variable);
        return xb_build_reference(h->program, home.variable);
    case XB_HOME_AT_HAND: return reference_at_hand(h, reference, place);
    case XB_HOME_INDUCED: return xb_build_reference(h->program, xb_induced(h->inductions, reference, place));
    case XB_HOME_PUSHED:
        return xb_build_reference(h->program, entry_after(h, home.loop, reference, use)->popped);
    }
    return NULL;
}

bool xb_is_in_arm(const xb_homes *h, uint32_t vertex, uint32_t loop)
{
    const uint32_t outer = loop == XB_GRAPH_NONE ? 0 : h->constructs ? h->constructs->level[loop] : 0;
    uint32_t level = h->constructs ? h->constructs->level[vertex] : outer;
    for (; level != outer && level != XB_GRAPH_NONE;
         level = xb_constructs_level(h->constructs, level)->parent)
        if (!xb_is_loop(&h->routine->flow, xb_constructs_level(h->constructs, level)->head))
            return true;
    return !h->constructs;
}

bool xb_home_is_there(const xb_homes *h, xb_home home, const xb_reference *reference)
{
    return home.kind != XB_HOME_PUSHED || find_entry(h, home.loop, reference);
}

bool xb_home_is_free(const xb_homes *h, xb_home home, const xb_reference *reference, xb_flow_point place)
{
    return xb_home_is_there(h, home, reference) || !h->constructs ||
           xb_constructs_loop_around(h->constructs, &h->routine->flow, place.vertex) != XB_GRAPH_NONE;
}

/* How often control comes to a place for each time that it leaves a loop; XB_GRAPH_NONE: the routine.
 * @return 0: it is not known */
static uint64_t rounds_within(const xb_homes *h, uint32_t vertex, uint32_t outermost)
{
    const uint64_t most = UINT32_MAX;
    const xb_flow_graph *flow = &h->routine->flow;
    uint64_t rounds = 1;
    for (uint32_t loop = vertex; loop != outermost;) {
        loop = xb_constructs_loop_around(h->constructs, flow, loop);
        if (loop == XB_GRAPH_NONE)
            break;
        const xb_loop_form *form = &h->loops[loop].form;
        if (!h->loops[loop].is_explicit || !form->trips_known || form->trips == 0)
            return 0;
        rounds = form->trips > most / rounds ? most : rounds * form->trips;
    }
    return rounds;
}

bool xb_home_rounds(const xb_homes *h, xb_home home, const xb_reference *reference, xb_flow_point place,
                    uint64_t *rounds)
{
    *rounds = 0;
    if (!h->constructs || xb_home_is_there(h, home, reference))
        return h->constructs;
    *rounds = rounds_within(h, place.vertex, home.loop);
    return *rounds > 0;
}

/* ---- expressions -------------------------------------------------------------------------------------- */

/* An expression at a place. */
typedef struct at_place {
    xb_homes *homes;
    const xb_expression *expression;
    xb_flow_point place;
} at_place;

static void *replace(void *context, uint32_t vertex)
{
    const at_place *a = context;
    const xb_vertex *original = xb_expression_vertex(a->expression, vertex);
    if (original->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return NULL;
    const xb_reference *reference = (const xb_reference *)original;
    const xb_home home = xb_find_home(a->homes, reference, a->place);
    return xb_home_reference(a->homes, home, reference, a->place, XB_TAPE_INDEX);
}

static bool is_known(xb_homes *h, const xb_vertex *vertex, xb_flow_point place)
{
    if (vertex->node.kind == XB_KIND_FUNCTION_CALL || xb_is_inquiry(vertex) ||
        (vertex->node.kind == XB_KIND_INTRINSIC && xb_vertex_intrinsic(vertex) == XB_INTRINSIC_NONE))
        return false;
    if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return true;
    const xb_reference *reference = (const xb_reference *)vertex;
    if (xb_reference_rank(reference) != 0)
        return false;
    const xb_home home = xb_find_home(h, reference, place);
    return xb_symbol_is_active(reference->symbol) ? home.kind == XB_HOME_AT_HAND : home.kind != XB_HOME_NONE;
}

bool xb_expression_has_homes(xb_homes *h, const xb_expression *expression, uint32_t vertex,
                             xb_flow_point place)
{
    xb_arena *scratch = xb_run_inner_scratch(h->run);
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    bool *leading = xb_arena_array(scratch, expression->graph.vertex_count, sizeof *leading);
    bool known = true;
    xb_graph_reaching(scratch, &expression->graph, vertex, leading);
    for (uint32_t v = 0; v < expression->graph.vertex_count && known; v++)
        known = !leading[v] || is_known(h, xb_expression_vertex(expression, v), place);
    xb_arena_release(scratch, mark);
    return known;
}

static bool part_has_homes(xb_homes *h, const xb_expression *part, xb_flow_point place)
{
    return !part || xb_expression_has_homes(h, part, part->root, place);
}

bool xb_subscripts_have_homes(xb_homes *h, const xb_reference *reference, xb_flow_point place)
{
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        if (!part_has_homes(h, triplet->index, place) || !part_has_homes(h, triplet->bound, place) ||
            !part_has_homes(h, triplet->stride, place))
            return false;
    }
    return true;
}

xb_expression *xb_home_expression(xb_homes *h, const xb_expression *expression, uint32_t vertex,
                                  xb_flow_point place)
{
    at_place a = {h, expression, place};
    xb_expression *copy = xb_build_expression(h->program);
    copy->root = xb_copy_subexpression(h->program, expression, vertex, copy, replace, &a);
    return copy;
}

/* ---- loops -------------------------------------------------------------------------------------------- */

static bool is_zero(const xb_loop_part *part)
{
    return part->constant && part->value == 0;
}

/* What a loop needs must be known where it begins backward. */
static bool has_homes(xb_homes *h, uint32_t head, const xb_loop_form *form)
{
    const xb_loop_part *const parts[] = {&form->first, &form->bound, &form->step};
    const xb_flow_point after = {head, XB_PART_AFTER};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!xb_expression_has_homes(h, parts[i]->expression, parts[i]->vertex, after))
            return false;
    return true;
}

static void decide(xb_homes *h, uint32_t head)
{
    xb_taped_loop *loop = &h->loops[head];
    const xb_flow_part part = xb_home_loop(h, head);
    if (!xb_loop_form_of(h->routine->flow.vertices.items[head], &loop->form) || is_zero(&loop->form.step))
        return;
    xb_loop_stability stable = xb_loop_stability_of(h->changes, &loop->form, &part);
    if (!stable.variable || !stable.first || !stable.bound || !stable.step ||
        !has_homes(h, head, &loop->form))
        return;
    loop->is_explicit = true;
    loop->variable = xb_tape_scalar_like(h->tape, loop->form.variable->symbol);
}

xb_homes *xb_homes_find(xb_run *run, const xb_tape *tape, const xb_routine *routine,
                        const xb_callees *callees, const xb_tape_settings *settings)
{
    const bool everything = settings->everything;
    xb_arena *scratch = xb_run_scratch(run);
    xb_homes *h = xb_arena_alloc(scratch, sizeof *h);
    *h = (xb_homes){.run = run,
                    .program = xb_run_program(run),
                    .scratch = scratch,
                    .tape = tape,
                    .routine = routine,
                    .callees = callees,
                    .everything = everything,
                    .at_hand = settings->combined && !everything};
    h->constructs = routine->structured ? xb_constructs_of(scratch, &routine->flow) : NULL;
    h->changes = xb_changes_of(xb_run_analyses(run), scratch, routine, XB_VIEW_DERIVED);
    h->locations = xb_location_table_create(scratch, xb_run_analyses(run));
    h->loops = xb_arena_array(scratch, routine->flow.graph.vertex_count, sizeof *h->loops);
    for (uint32_t v = 0; v < routine->flow.graph.vertex_count; v++)
        if (xb_is_loop(&routine->flow, v))
            h->loops[v].first = xb_body_begin_part(h->program, routine->scope);
    note_arguments(h);
    if (!h->constructs || everything)
        return h;
    note_all(h);
    h->inductions = xb_inductions_start(h);
    for (uint32_t i = 0; i < h->constructs->count; i++) {
        uint32_t v = h->constructs->order[i];
        if (kind_at(h, v) == XB_KIND_FOR_LOOP)
            decide(h, v);
        if (xb_is_loop(&routine->flow, v))
            xb_inductions_find(h->inductions, v);
    }
    return h;
}
