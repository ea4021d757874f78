/*
 * Arrays as a whole: many elements of an array, or sections that overlap, are had from one copy of it. A loop
 * that uses elements, and does not change the array, takes one push of the array after it instead of one in
 * each round for each element; what that costs in a round is its elements by the rounds. Where an array is
 * not kept, sections of it are had from a push of all of it at the item.
 *
 * Only arrays with constant bounds count, and loops whose numbers of rounds are known. Subscripts must be
 * known in the adjoint sweep without a push.
 */
#include "algorithms/taping/block.h"

#include "algorithms/taping/cuts.h"
#include "analysis/assumed_size.h"
#include "ir/build.h"
#include "ir/declaration.h"

/* Elements of an array that is pushed as a whole, at most. */
enum { MOST_ELEMENTS = 1 << 20 };

/* Whether an array of a program can be pushed as a whole. */
static bool can_be_pushed(const xb_block_taping *b, const xb_symbol *symbol, uint64_t *count)
{
    bool is_plain = !xb_symbol_is_active(symbol) || xb_run_gives(b->t->run, XB_PROPERTY_NAMED);
    if (symbol->temporary || !is_plain || symbol->rank == 0 || symbol->type == XB_TYPE_STRING ||
        !xb_tape_holds(symbol->type) || symbol->bounds_count != (size_t)symbol->rank ||
        xb_is_assumed_size(xb_run_analyses(b->t->run), symbol))
        return false;
    int64_t elements = xb_bounds_elements(symbol->bounds, symbol->bounds_count);
    *count = (uint64_t)elements;
    return elements > 0 && elements <= MOST_ELEMENTS;
}

static xb_reference *whole_of(const xb_block_taping *b, const xb_reference *part)
{
    xb_reference whole = *part;
    whole.subscripts = (xb_list){.count = 0};
    return xb_copy_reference(b->t->program, &whole);
}

xb_whole xb_whole_of(xb_block_taping *b, const xb_reference *part, uint64_t time, uint32_t *cost)
{
    uint64_t count, rounds;
    if (b->t->homes->everything || part->subscripts.count == 0 || !can_be_pushed(b, part->symbol, &count) ||
        xb_has_vector_subscript(part) || !xb_subscripts_have_homes(b->t->homes, part, b->place))
        return XB_WHOLE_NEVER;
    const xb_reference *whole = whole_of(b, part);
    const xb_home home = xb_find_home(b->t->homes, whole, b->place);
    if (home.kind != XB_HOME_NONE && xb_home_rounds(b->t->homes, home, whole, b->place, &rounds)) {
        *cost = rounds ? (uint32_t)((XB_COST_OF_TAPE * count + rounds - 1) / rounds) : 0;
        return XB_WHOLE_AT_HOME;
    }
    if (xb_reference_rank(part) == 0 || xb_stamp_of_reference(&b->stamps, whole) > time ||
        !xb_has_value_at(b->t->homes, part->symbol, b->place.vertex))
        return XB_WHOLE_NEVER;
    *cost = xb_is_needed(b, whole) ? 0 : (uint32_t)(XB_COST_OF_TAPE * count);
    return XB_WHOLE_HERE;
}

bool xb_whole_is_in_arm(const xb_block_taping *b, const xb_reference *part)
{
    const xb_reference *whole = whole_of(b, part);
    const xb_home home = xb_find_home(b->t->homes, whole, b->place);
    return !xb_home_is_there(b->t->homes, home, whole) &&
           xb_is_in_arm(b->t->homes, b->place.vertex, home.loop);
}

void xb_need_by_whole(xb_block_taping *b, const xb_reference *part, xb_whole how)
{
    xb_tape_need *known = xb_arena_alloc(b->t->program->arena, sizeof *known);
    const xb_reference *whole = whole_of(b, part);
    if (how == XB_WHOLE_AT_HOME)
        xb_need_home(b, whole, &whole->vertex.node, XB_TAPE_FACTOR);
    else
        xb_need_reference(b, XB_TAPE_FACTOR, whole);
    known->whole = xb_node_map_get(&b->t->recalled, &whole->vertex.node);
    known->home =
        xb_home_reference(b->t->homes, (xb_home){.kind = XB_HOME_AT_HAND}, part, b->place, XB_TAPE_FACTOR);
    xb_node_map_put(b->scratch, &b->t->recalled, &part->vertex.node, known);
}
