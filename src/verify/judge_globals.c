/*
 * Derivatives with respect to global variables, and of them, that are neither independent nor dependent. In
 * the first of two calls, those that have a value get tangents that are drawn. The tangents of a
 * tangent-linear program are compared with those of the original on dual numbers after each call. The
 * adjoints of an adjoint program, g_ before the sweeps and g_' after them, have to fulfil
 *
 *     <x_, dx> + <g_', dg> = <dy, tangent of y> + <g_, tangent of g after the call>
 *
 * where g_ is drawn for the first call. Nothing is set back before the second one: what stands in derivatives
 * of global variables after the first call goes into it.
 */
#include <math.h>

#include "verify/draw.h"
#include "verify/judge_internal.h"

/* The most elements that are compared. */
#define ELEMENTS_LIMIT ((size_t)20000)

/* Derivatives of a variable at a moment. */
typedef struct numbers {
    size_t count;              /* elements */
    bool *known;               /* by element */
    xb_double_complex *values; /* by element, then by direction */
} numbers;

struct globals;

/* A call of a drive. */
typedef struct calling {
    struct globals *all;
    xb_drive *drive;
    size_t call;             /* 0 or 1 */
    numbers *before, *after; /* by variable */
} calling;

typedef struct globals {
    xb_judgement *work;
    xb_list symbols; /* const xb_symbol: of the original */
    xb_calls calls;
    calling exact[2], sizes[2], derived[2];
    numbers *tangents[2]; /* by call and variable: what is drawn for the original */
    uint64_t state;       /* what to draw from */
} globals;

/* ---- which ---- */

/* Adds the variable whose storage this is in, if it is not there yet. @return whether it was added */
static bool add_owner(const xb_judgement *work, xb_list *owners, const xb_symbol *symbol)
{
    const xb_symbol *owner = xb_evaluator_owner(xb_drive_evaluator(work->exact), symbol);
    for (size_t i = 0; i < owners->count; i++)
        if (owners->items[i] == owner)
            return false;
    xb_list_append(work->arena, owners, owner);
    return true;
}

static bool has_derivatives(const xb_judgement *work, const xb_symbol *symbol)
{
    return !symbol->temp && (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX) &&
           xb_drive_find_global(work->exact, symbol).variable &&
           xb_drive_find_global(work->derived, symbol).variable;
}

/* Whether a variable that has this many elements is compared, too. */
static bool is_room_for(xb_judgement *work, const xb_symbol *symbol, size_t *elements)
{
    const xb_variable *variable = xb_drive_find_global(work->plain, symbol).variable;
    const size_t count = variable ? xb_variable_count(variable) : 0;
    if (count > ELEMENTS_LIMIT - *elements) {
        xb_judgement_note(work,
                          xb_arena_format(work->arena,
                                          "derivatives of the global variable %s, which has %zu elements, "
                                          "are not compared",
                                          symbol->id->text, count));
        return false;
    }
    *elements += count;
    return true;
}

static xb_list choose(xb_judgement *work)
{
    const xb_list variables = xb_layout_globals(work->arena, work->settings->original);
    xb_list owners = {0}, symbols = {0};
    size_t elements = 0;
    for (size_t i = 0; i < variables.count; i++) {
        const xb_symbol *symbol = variables.items[i];
        if (has_derivatives(work, symbol) && add_owner(work, &owners, symbol) &&
            is_room_for(work, symbol, &elements))
            xb_list_append(work->arena, &symbols, symbol);
    }
    return symbols;
}

/* ---- moments of calls ---- */

static void make_room(const xb_judgement *work, numbers *room, size_t count)
{
    if (room->known && room->count == count)
        return;
    *room = (numbers){
        .count = count,
        .known = xb_arena_array(work->arena, count + 1, sizeof(bool)),
        .values = xb_arena_array(work->arena, count * work->directions + 1, sizeof(xb_double_complex))};
}

static xb_drive_global find(const calling *c, size_t g)
{
    return xb_drive_find_global(c->drive, c->all->symbols.items[g]);
}

/* Reads the derivatives of the directions that the run is for. */
static void record(const calling *c, numbers *all)
{
    const size_t directions = c->all->work->directions;
    size_t end = 0;
    const size_t first = xb_drive_run_directions(c->drive, &end);
    for (size_t g = 0; g < c->all->symbols.count; g++) {
        const xb_drive_global global = find(c, g);
        make_room(c->all->work, &all[g], xb_variable_count(global.variable));
        for (size_t i = 0; i < all[g].count; i++)
            for (size_t k = first; k < end; k++)
                all[g].known[i] =
                    xb_drive_get_global(c->drive, &global, i, k, &all[g].values[i * directions + k]);
    }
}

/* Sets derivatives of known elements. */
static void put(const calling *c, size_t g, const numbers *seed)
{
    const size_t directions = c->all->work->directions;
    const xb_drive_global global = find(c, g);
    size_t end = 0;
    const size_t first = xb_drive_run_directions(c->drive, &end);
    for (size_t i = 0; i < seed->count && i < xb_variable_count(global.variable); i++)
        for (size_t k = first; seed->known[i] && k < end; k++)
            xb_drive_set_global(c->drive, &global, i, k, seed->values[i * directions + k]);
}

static xb_double_complex draw_number(globals *all, const xb_symbol *symbol)
{
    const double real = draw(&all->state, -1, 1);
    return xb_complex(real, symbol->type == XB_TYPE_COMPLEX ? draw(&all->state, -1, 1) : 0);
}

/* Draws tangents of what has a value. */
static void draw_tangents(const calling *c, size_t g)
{
    globals *all = c->all;
    const xb_symbol *symbol = all->symbols.items[g];
    const xb_variable *variable = find(c, g).variable;
    numbers *seed = &all->tangents[c->call][g];
    xb_number value = {0};
    make_room(all->work, seed, xb_variable_count(variable));
    for (size_t i = 0; i < seed->count; i++) {
        seed->known[i] = xb_variable_get(variable, i, &value);
        for (size_t k = 0; k < all->work->directions; k++)
            seed->values[i * all->work->directions + k] = draw_number(all, symbol);
    }
}

static void exact_ready(void *context)
{
    const calling *c = context;
    for (size_t g = 0; g < c->all->symbols.count; g++) {
        draw_tangents(c, g);
        put(c, g, &c->all->tangents[c->call][g]);
    }
    record(c, c->before);
}

static void sizes_ready(void *context)
{
    const calling *c = context;
    for (size_t g = 0; g < c->all->symbols.count; g++) {
        numbers sizes = {0};
        const numbers *seed = &c->all->tangents[c->call][g];
        make_room(c->all->work, &sizes, seed->count);
        for (size_t i = 0; i < seed->count; i++) {
            sizes.known[i] = seed->known[i];
            for (size_t k = i * c->all->work->directions; k < (i + 1) * c->all->work->directions; k++)
                sizes.values[k] = xb_complex(fabs(creal(seed->values[k])), fabs(cimag(seed->values[k])));
        }
        put(c, g, &sizes);
    }
    record(c, c->before);
}

static void tangent_ready(void *context)
{
    const calling *c = context;
    for (size_t g = 0; g < c->all->symbols.count; g++)
        put(c, g, &c->all->tangents[c->call][g]);
    record(c, c->before);
}

/* Draws adjoints of what has a tangent after the call, in a variable that is of the same size before it. */
static void draw_adjoints(const calling *c, size_t g, numbers *seed)
{
    globals *all = c->all;
    const numbers *before = &all->exact[0].before[g], *after = &all->exact[0].after[g];
    make_room(all->work, seed, before->count == after->count ? after->count : 0);
    for (size_t i = 0; i < seed->count; i++) {
        seed->known[i] = after->known[i];
        for (size_t k = 0; k < all->work->directions; k++)
            seed->values[i * all->work->directions + k] = draw_number(all, all->symbols.items[g]);
    }
}

static void adjoint_ready(void *context)
{
    const calling *c = context;
    for (size_t g = 0; c->call == 0 && g < c->all->symbols.count; g++) {
        numbers seed = {0};
        draw_adjoints(c, g, &seed);
        put(c, g, &seed);
    }
    record(c, c->before);
}

static void done(void *context)
{
    const calling *c = context;
    record(c, c->after);
}

static void watch(globals *all, xb_drive *drive, calling *callings, xb_drive_data *data,
                  void (*ready)(void *context))
{
    for (size_t call = 0; call < 2; call++) {
        const size_t count = all->symbols.count + 1;
        callings[call] = (calling){.all = all,
                                   .drive = drive,
                                   .call = call,
                                   .before = xb_arena_array(all->work->arena, count, sizeof(numbers)),
                                   .after = xb_arena_array(all->work->arena, count, sizeof(numbers))};
        data[call].ready = ready;
        data[call].done = done;
        data[call].context = &callings[call];
    }
}

/* ---- comparing ---- */

static double real_product(xb_double_complex x, xb_double_complex y)
{
    return creal(x) * creal(y) + cimag(x) * cimag(y);
}

static double real_product_of_sizes(xb_double_complex x, xb_double_complex y)
{
    return fabs(creal(x) * creal(y)) + fabs(cimag(x) * cimag(y));
}

static const char *ordinal(size_t call)
{
    return call == 0 ? "after the call" : "after a second call";
}

/* The tangents of an element, real and imaginary parts, in all directions. */
static void compare_element(const globals *all, xb_check *check, size_t call, size_t g, size_t i)
{
    const xb_judgement *work = all->work;
    const xb_symbol *symbol = all->symbols.items[g];
    const numbers *wanted = &all->exact[call].after[g], *sizes = &all->sizes[call].after[g];
    const numbers *found = &all->derived[call].after[g];
    for (size_t k = i * work->directions; k < (i + 1) * work->directions; k++) {
        const double parts[][3] = {
            {creal(found->values[k]), creal(wanted->values[k]), creal(sizes->values[k])},
            {cimag(found->values[k]), cimag(wanted->values[k]), cimag(sizes->values[k])}};
        for (size_t p = 0; p < (symbol->type == XB_TYPE_COMPLEX ? 2 : 1); p++)
            if (xb_tally_number(check, parts[p][0], parts[p][1], parts[p][2]))
                check->detail = xb_arena_format(
                    work->arena, "a tangent of element %zu of %s is %.17g instead of %.17g %s%s", i + 1,
                    symbol->id->text, parts[p][0], parts[p][1], ordinal(call), xb_judgement_where(work));
    }
}

static void compare_tangents(const globals *all, xb_check *check, size_t call)
{
    const char *when = call == 0 ? "after the call," : "called again,";
    xb_calls_compare_y(all->work, check, when, &all->calls, call);
    xb_calls_compare_x(all->work, check, when, &all->calls, call);
    for (size_t g = 0; g < all->symbols.count; g++) {
        const numbers *wanted = &all->exact[call].after[g], *found = &all->derived[call].after[g];
        for (size_t i = 0; i < wanted->count && i < found->count; i++) {
            if (!wanted->known[i])
                continue;
            compare_element(all, check, call, g, i);
            if (found->known[i])
                continue;
            const xb_symbol *symbol = all->symbols.items[g];
            check->state = XB_CHECK_BAD;
            check->detail =
                xb_arena_format(all->work->arena, "a tangent of element %zu of %s was never set %s%s", i + 1,
                                symbol->id->text, ordinal(call), xb_judgement_where(all->work));
        }
    }
}

/* Adds what global variables contribute to both sides. */
static void add_products(const globals *all, size_t call, size_t direction, size_t k, xb_products *products)
{
    const size_t directions = all->work->directions;
    for (size_t g = 0; g < all->symbols.count; g++) {
        const numbers *tangents = &all->exact[call].before[g], *outcome = &all->exact[call].after[g];
        const numbers *sizes = &all->sizes[call].after[g];
        const numbers *before = &all->derived[call].before[g], *after = &all->derived[call].after[g];
        for (size_t i = 0; i < before->count && i < outcome->count; i++) {
            const xb_double_complex adjoint = before->values[i * directions + direction];
            products->wanted += real_product(adjoint, outcome->values[i * directions + k]);
            products->size += real_product_of_sizes(adjoint, sizes->values[i * directions + k]);
        }
        for (size_t i = 0; i < after->count && i < tangents->count; i++)
            products->found +=
                real_product(after->values[i * directions + direction], tangents->values[i * directions + k]);
    }
}

/* Whether elements before and after the call are the same. */
static bool is_comparable(const globals *all, size_t call)
{
    for (size_t g = 0; g < all->symbols.count; g++) {
        const size_t count = all->exact[call].before[g].count;
        if (call > 0 &&
            (all->exact[call].after[g].count != count || all->derived[call].before[g].count != count))
            return false;
    }
    return true;
}

static void compare_adjoints(const globals *all, xb_check *check, size_t call)
{
    const xb_judgement *work = all->work;
    for (size_t d = 0; is_comparable(all, call) && d < (work->width > 0 ? work->width : 1); d++)
        for (size_t k = 0; k < work->directions; k++) {
            xb_products products = xb_calls_products(work, &all->calls, call, d, k, true);
            add_products(all, call, d, k, &products);
            if (xb_tally_number(check, products.found, products.wanted, products.size))
                check->detail = xb_arena_format(
                    work->arena,
                    "%s<adjoint, dx> is %.17g instead of %.17g, which is <dy, tangent>, where x and y are "
                    "with global variables, such as %s%s",
                    call == 0 ? "" : "called again, ", products.found, products.wanted,
                    ((const xb_symbol *)all->symbols.items[0])->id->text, xb_judgement_where(work));
        }
}

/* ---- everything ---- */

static bool is_finite(const globals *all, size_t call)
{
    for (size_t g = 0; g < all->symbols.count; g++) {
        const numbers *after = &all->exact[call].after[g];
        for (size_t k = 0; k < after->count * all->work->directions; k++)
            if (!isfinite(creal(after->values[k])) || !isfinite(cimag(after->values[k])))
                return false;
    }
    return true;
}

/* The plain drive has been run at the point. */
void xb_judgement_check_globals(xb_judgement *work)
{
    const bool adjoint = xb_judgement_is_adjoint(work);
    xb_check *check = xb_judgement_check(work, XB_CHECK_GLOBALS);
    globals all = {.work = work, .symbols = choose(work)};
    if (all.symbols.count == 0)
        return;
    all.state = work->verdict->seed * 1000003 + work->point * 101 + 8;
    for (size_t call = 0; call < 2; call++)
        all.tangents[call] = xb_arena_array(work->arena, all.symbols.count + 1, sizeof(numbers));
    xb_calls_prepare(work, &all.calls);
    watch(&all, work->exact, all.exact, all.calls.exact, exact_ready);
    watch(&all, work->terms, all.sizes, all.calls.sizes, sizes_ready);
    watch(&all, work->derived, all.derived, all.calls.derived, adjoint ? adjoint_ready : tangent_ready);
    all.calls.exact[1].forgets = all.calls.sizes[1].forgets = all.calls.derived[1].forgets =
        XB_FORGETS_LOCALS;
    const size_t count = xb_calls_run_exact(work, &all.calls, check);
    for (size_t call = 0; call < count; call++) {
        if (!is_finite(&all, call) || !xb_calls_run_derived(work, &all.calls.derived[call]))
            return;
        if (adjoint)
            compare_adjoints(&all, check, call);
        else
            compare_tangents(&all, check, call);
    }
}
