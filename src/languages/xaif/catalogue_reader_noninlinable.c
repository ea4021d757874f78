/*
 * Non-inlinable intrinsics. Argument numbers of an explicit Jacobian are checked as far as they can be
 * without a use of the intrinsic: no entry and no receiving argument twice, and receiving arguments after
 * those of the function.
 */
#include "languages/xaif/catalogue_reader_state.h"

/* Begins an item of any kind: its name is attribute 0, and it has no result as long as nothing else says so.
 */
static xb_noninlinable *start(xb_catalogue_reader *r, size_t non_smooth)
{
    r->item_valid = true;
    r->item_line = r->line;
    r->entries = (xb_vector){0};
    r->seen = (xb_map){0};
    xb_noninlinable *item = r->noninlinable = xb_arena_alloc(r->arena, sizeof *item);
    item->name = xb_catalogue_reader_text(r, 0);
    item->non_smooth = xb_catalogue_reader_flag(r, non_smooth);
    item->return_type = XB_TYPE_VOID;
    xb_catalogue_reader_define(r, item->name, item);
    return item;
}

void xb_catalogue_reader_start_direct_action(xb_catalogue_reader *r)
{
    enum { NAME, DERIV_ACTION, NON_SMOOTH, PRODUCT_RULE };
    xb_noninlinable *item = start(r, NON_SMOOTH);
    item->derivative_action = xb_catalogue_reader_text(r, DERIV_ACTION);
    item->product_rule = xb_catalogue_reader_flag(r, PRODUCT_RULE);
}

void xb_catalogue_reader_start_selection(xb_catalogue_reader *r)
{
    enum { NAME, LOCATION, NON_SMOOTH };
    xb_noninlinable *item = start(r, NON_SMOOTH);
    item->location = xb_catalogue_reader_text(r, LOCATION);
}

void xb_catalogue_reader_start_jacobian(xb_catalogue_reader *r)
{
    enum { NAME, JACOBIAN, NON_SMOOTH, RETURN_TYPE };
    xb_noninlinable *item = start(r, NON_SMOOTH);
    item->jacobian = xb_catalogue_reader_text(r, JACOBIAN);
    item->return_type =
        (xb_type)xb_catalogue_reader_choice(r, RETURN_TYPE, xb_catalogue_reader_result_types, XB_TYPE_REAL);
}

void xb_catalogue_reader_start_entry(xb_catalogue_reader *r)
{
    enum { DEP, INDEP, PARTIAL };
    xb_jacobian_partial entry = {xb_catalogue_reader_number(r, DEP, 1, XB_CATALOGUE_READER_ARGUMENTS),
                                 xb_catalogue_reader_number(r, INDEP, 1, XB_CATALOGUE_READER_ARGUMENTS),
                                 xb_catalogue_reader_number(r, PARTIAL, 1, XB_CATALOGUE_READER_ARGUMENTS)};
    if (xb_map_get(&r->seen, entry.dependent, entry.independent))
        xb_catalogue_reader_wrong(r, r->line, "each pair of dep and indep has one Partial",
                                  "a second Partial of dep=\"%u\" by indep=\"%u\"", entry.dependent,
                                  entry.independent);
    if (xb_map_get(&r->seen, entry.partial, UINT64_MAX))
        xb_catalogue_reader_wrong(r, r->line, "each Partial has an argument of its own",
                                  "a second Partial in argument %u of '%s'", entry.partial,
                                  r->noninlinable->jacobian);
    xb_map_put(r->arena, &r->seen, entry.dependent, entry.independent, r);
    xb_map_put(r->arena, &r->seen, entry.partial, UINT64_MAX, r);
    xb_jacobian_partial *kept = xb_vector_push(r->arena, &r->entries, sizeof *kept);
    *kept = entry;
}

/*
 * The last argument of the function among those of the Jacobian routine, as far as the entries tell. The
 * result of a function counts as argument 1 of dep and indep but is not passed to the routine.
 */
static unsigned last_argument(const xb_jacobian_partial *entries, size_t count)
{
    unsigned last = 0;
    bool is_function = true;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].dependent != 1 || entries[i].independent == 1)
            is_function = false;
        if (entries[i].independent > last)
            last = entries[i].independent;
        if (entries[i].dependent > last)
            last = entries[i].dependent;
    }
    return is_function ? last - 1 : last;
}

static void check_jacobian(xb_catalogue_reader *r)
{
    const xb_jacobian_partial *entries = r->entries.items;
    if (r->entries.count == 0) {
        if (r->item_valid)
            xb_catalogue_reader_wrong(r, r->item_line, "write a Partial for each active operand",
                                      "ExplicitJacobian without Partial");
        return;
    }
    unsigned last = last_argument(entries, r->entries.count);
    for (size_t i = 0; i < r->entries.count; i++)
        if (entries[i].partial <= last)
            xb_catalogue_reader_wrong(r, r->item_line, "it comes after the arguments of the function",
                                      "argument %u of '%s' can't receive a partial derivative",
                                      entries[i].partial, r->noninlinable->jacobian);
}

void xb_catalogue_reader_end_noninlinable(xb_catalogue_reader *r)
{
    xb_noninlinable *item = r->noninlinable;
    if (item->jacobian)
        check_jacobian(r);
    item->partials = r->entries.items;
    item->partial_count = r->entries.count;
    if (r->item_valid)
        xb_list_append(r->arena, &r->items->noninlinables, item);
}
