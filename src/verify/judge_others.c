/*
 * Derivatives with respect to other variables than x, and of others than y: of global variables, and of
 * arguments that are neither independent nor dependent. All active variables, which x and y are among, get
 * tangents that are drawn if they have a value before a call. The tangents of a tangent-linear program are
 * compared with those of the original on dual numbers after the call. The adjoints of an adjoint program,
 * which are drawn before the sweeps, have to fulfil
 *
 *     <adjoints after the sweeps, tangents before the call> = <adjoints before the sweeps, tangents after the
 * call>
 *
 * There are two calls. Before the second one, derivatives of local variables that are kept are set back, and
 * adjoints are drawn again, but for global variables that are neither x nor y: what the first call leaves
 * there goes into it.
 */
#include <math.h>

#include "verify/by_name.h"
#include "verify/draw.h"
#include "verify/judge_internal.h"

/* The most elements that are compared. */
#define ELEMENTS_LIMIT ((size_t)20000)

/* Derivatives of a variable at a moment. */
typedef struct numbers {
    size_t count;              /* elements */
    bool *known;               /* by element */
    bool *valued;              /* by element: whether it has a value */
    xb_double_complex *values; /* by element, then by direction */
} numbers;

struct others;

/* A call of a drive. */
typedef struct calling {
    struct others *all;
    xb_drive *drive;
    size_t call;             /* 0 or 1 */
    numbers *before, *after; /* by variable; of adjoints, before is after the taping sweep */
} calling;

typedef struct others {
    xb_judgement *work;
    xb_list symbols;        /* const xb_symbol: of the original; global ones first */
    size_t globals;         /* how many of them are so */
    const xb_symbol *first; /* of those that are neither x nor y alone */
    xb_calls calls;
    calling exact[2], sizes[2], derived[2];
    numbers *tangents[2]; /* by call and variable: what is drawn for the original */
    uint64_t state;       /* what to draw from */
} others;

/* ---- which ---- */

/* Whether the transformed program takes an active variable to be passive. */
static bool has_lost_derivatives(const xb_judgement *work, const xb_symbol *symbol)
{
    const xb_symbol *same = xb_layout_counterpart(work->settings->transformed, symbol);
    return !symbol->temp && xb_symbol_is_active(symbol) && work->width == 0 && same &&
           !xb_symbol_is_active(same);
}

/* Variables that are being chosen. */
typedef struct choice {
    xb_node_set owners;        /* what has been chosen, or can't be, by whose storage it is in */
    size_t elements;           /* of those that have been chosen */
    const xb_symbol *left_out; /* the first one that is too large for the limit; NULL: none */
    size_t left_out_count;
    const xb_symbol *passive; /* the first one that the transformed program takes to be passive; NULL: none */
} choice;

static bool has_derivatives(const xb_judgement *work, const xb_symbol *symbol)
{
    return !symbol->temp && (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX) &&
           xb_drive_find(work->exact, symbol).variable && xb_drive_find(work->derived, symbol).variable;
}

/* Adds a variable if there is room for its elements. @return whether there is */
static bool add(others *all, choice *c, const xb_symbol *symbol)
{
    const xb_variable *variable = xb_drive_find(all->work->exact, symbol).variable;
    const size_t count = variable ? xb_variable_count(variable) : 0;
    if (count > ELEMENTS_LIMIT - c->elements)
        return false;
    c->elements += count;
    xb_list_append(all->work->arena, &all->symbols, symbol);
    return true;
}

/* Adds one that is neither x nor y alone. */
static void add_other(others *all, choice *c, const xb_symbol *symbol)
{
    if (add(all, c, symbol)) {
        all->first = all->first ? all->first : symbol;
        return;
    }
    c->left_out = c->left_out ? c->left_out : symbol;
    c->left_out_count++;
}

static void note_left_out(xb_judgement *work, const choice *c)
{
    if (c->passive)
        xb_judgement_note(work, xb_arena_format(work->arena,
                                                "%s is active in the original, but not in the transformed "
                                                "program: its derivatives are not compared",
                                                c->passive->id->text));
    if (!c->left_out)
        return;
    xb_judgement_note(
        work, xb_arena_format(work->arena,
                              "derivatives beyond those of y by x are not compared of %zu %s with "
                              "too many elements, the first is %s",
                              c->left_out_count, xb_plural(c->left_out_count, "variable", "variables"),
                              c->left_out->id->text));
}

/* An argument that is neither x nor y, or that has a value before the call, and is not x. */
static bool is_other(const xb_judgement *work, const xb_layout_storage *storage)
{
    return !storage->independent &&
           (!storage->dependent || storage->values || work->settings->description->has_y0);
}

static bool is_zero(const xb_judgement *work, const xb_symbol *symbol)
{
    const xb_drive_variable found = xb_drive_find(work->derived, symbol);
    return xb_drive_is_zero(work->derived, &found);
}

/* The storage that the derivative of a global variable is in where derivatives are variables; NULL: none. */
static const xb_symbol *derivative_owner(const xb_judgement *work, const xb_symbol *symbol)
{
    xb_program *program = work->settings->transformed;
    const xb_symbol *own = work->width > 0 ? xb_layout_counterpart(program, symbol) : NULL;
    const xb_list named = own ? xb_by_name_derivatives(work->named, own) : (xb_list){.count = 0};
    return named.count > 0 ? xb_evaluator_owner(xb_drive_evaluator(work->derived), named.items[0]) : NULL;
}

static const xb_symbol *owner_of(const xb_judgement *work, const xb_symbol *symbol)
{
    return xb_evaluator_owner(xb_drive_evaluator(work->exact), symbol);
}

/* Takes those away whose derivatives are in several storages, as far as the document tells: what the
 * derivative of such a storage is can't be said. */
static void leave_divided_out(const xb_judgement *work, choice *c)
{
    xb_node_map derivatives = {0};
    for (size_t i = 0; work->width > 0 && i < work->globals.count; i++) {
        const xb_symbol *owner = owner_of(work, work->globals.items[i]);
        const xb_symbol *derivative = derivative_owner(work, work->globals.items[i]);
        const xb_symbol *other = xb_node_map_get(&derivatives, &owner->node);
        if (derivative && other && other != derivative)
            xb_node_set_add(work->arena, &c->owners, &owner->node);
        else if (derivative)
            xb_node_map_put(work->arena, &derivatives, &owner->node, derivative);
    }
}

/* Of those that share storage, one: where derivatives are variables, one that has such. */
static void choose_globals(others *all, choice *c)
{
    const xb_judgement *work = all->work;
    leave_divided_out(work, c);
    for (int zero = 0; zero < 2; zero++)
        for (size_t i = 0; i < work->globals.count; i++) {
            const xb_symbol *symbol = work->globals.items[i], *owner = owner_of(work, symbol);
            if (!c->passive && has_lost_derivatives(work, symbol))
                c->passive = symbol;
            if (has_derivatives(work, symbol) && is_zero(work, symbol) == (zero > 0) &&
                xb_node_set_add(work->arena, &c->owners, &owner->node))
                add_other(all, c, symbol);
        }
}

static void choose(others *all)
{
    xb_judgement *work = all->work;
    const xb_layout *layout = &work->verdict->layout;
    choice c = {.elements = 0};
    choose_globals(all, &c);
    all->globals = all->symbols.count;
    for (size_t i = 0; i < layout->argument_count; i++) {
        const xb_symbol *symbol = layout->storages[i].symbol;
        if (layout->storages[i].absent || !has_derivatives(work, symbol))
            continue;
        if (is_other(work, &layout->storages[i]))
            add_other(all, &c, symbol);
        else
            (void)add(all, &c, symbol);
    }
    note_left_out(work, &c);
}

/* ---- moments of calls ---- */

static void make_room(const xb_judgement *work, numbers *room, size_t count)
{
    if (room->known && room->count == count)
        return;
    *room = (numbers){
        .count = count,
        .known = xb_arena_array(work->arena, count + 1, sizeof(bool)),
        .valued = xb_arena_array(work->arena, count + 1, sizeof(bool)),
        .values = xb_arena_array(work->arena, count * work->directions + 1, sizeof(xb_double_complex))};
}

static xb_drive_variable find(const calling *c, size_t v)
{
    return xb_drive_find(c->drive, c->all->symbols.items[v]);
}

/* Reads the derivatives of the directions that the run is for. */
static void record(const calling *c, numbers *all)
{
    const size_t directions = c->all->work->directions;
    size_t end = 0;
    const size_t first = xb_drive_run_directions(c->drive, &end);
    for (size_t v = 0; v < c->all->symbols.count; v++) {
        const xb_drive_variable found = find(c, v);
        make_room(c->all->work, &all[v], xb_variable_count(found.variable));
        for (size_t i = 0; i < all[v].count; i++) {
            xb_number value = {0};
            all[v].valued[i] = xb_variable_get(found.variable, i, &value);
            for (size_t k = first; k < end; k++)
                all[v].known[i] = xb_drive_get(c->drive, &found, i, k, &all[v].values[i * directions + k]);
        }
    }
}

/* Sets derivatives of known elements. */
static void put(const calling *c, size_t v, const numbers *seed)
{
    const size_t directions = c->all->work->directions;
    const xb_drive_variable found = find(c, v);
    size_t end = 0;
    const size_t first = xb_drive_run_directions(c->drive, &end);
    for (size_t i = 0; i < seed->count && i < xb_variable_count(found.variable); i++)
        for (size_t k = first; seed->known[i] && k < end; k++)
            xb_drive_set(c->drive, &found, i, k, seed->values[i * directions + k]);
}

static xb_double_complex draw_number(others *all, const xb_symbol *symbol)
{
    const double real = draw(&all->state, -1, 1);
    return xb_complex(real, symbol->type == XB_TYPE_COMPLEX ? draw(&all->state, -1, 1) : 0);
}

/* Draws tangents of what has a value. */
static void draw_tangents(const calling *c, size_t v)
{
    others *all = c->all;
    const xb_symbol *symbol = all->symbols.items[v];
    const xb_variable *variable = find(c, v).variable;
    numbers *seed = &all->tangents[c->call][v];
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
    for (size_t v = 0; v < c->all->symbols.count; v++) {
        draw_tangents(c, v);
        put(c, v, &c->all->tangents[c->call][v]);
    }
    record(c, c->before);
}

static void sizes_ready(void *context)
{
    const calling *c = context;
    for (size_t v = 0; v < c->all->symbols.count; v++) {
        numbers sizes = {0};
        const numbers *seed = &c->all->tangents[c->call][v];
        make_room(c->all->work, &sizes, seed->count);
        for (size_t i = 0; i < seed->count; i++) {
            sizes.known[i] = seed->known[i];
            for (size_t k = i * c->all->work->directions; k < (i + 1) * c->all->work->directions; k++)
                sizes.values[k] = xb_complex(fabs(creal(seed->values[k])), fabs(cimag(seed->values[k])));
        }
        put(c, v, &sizes);
    }
}

static void tangent_ready(void *context)
{
    const calling *c = context;
    for (size_t v = 0; v < c->all->symbols.count; v++)
        put(c, v, &c->all->tangents[c->call][v]);
}

/* Draws adjoints of what has a tangent after the call. */
static void draw_adjoints(const calling *c, size_t v, numbers *seed)
{
    others *all = c->all;
    const numbers *after = &all->exact[c->call].after[v];
    make_room(all->work, seed, after->count);
    for (size_t i = 0; i < seed->count; i++) {
        seed->known[i] = after->known[i];
        for (size_t k = 0; k < all->work->directions; k++)
            seed->values[i * all->work->directions + k] = draw_number(all, all->symbols.items[v]);
    }
}

/* Whether a global variable is neither x nor y: its adjoints are not set back before a second call. */
static bool is_left(const others *all, size_t v)
{
    const xb_layout *layout = &all->work->verdict->layout;
    for (size_t i = layout->argument_count; i < layout->storage_count; i++)
        if (layout->storages[i].symbol == all->symbols.items[v])
            return false;
    return v < all->globals;
}

static void before_second(void *context)
{
    const calling *c = context;
    xb_calls_begin_second(c->all->work, &c->all->calls);
}

/* The taping sweep may allocate what has adjoints: where it is a call of its own, this is after it. */
static void put_adjoints(void *context)
{
    const calling *c = context;
    for (size_t v = 0; v < c->all->symbols.count; v++) {
        numbers seed = {0};
        if (c->call > 0 && is_left(c->all, v))
            continue;
        draw_adjoints(c, v, &seed);
        put(c, v, &seed);
    }
    record(c, c->before);
}

static void done(void *context)
{
    const calling *c = context;
    record(c, c->after);
}

static void watch(others *all, xb_drive *drive, calling *callings, xb_drive_data *data,
                  void (*ready)(void *context), void (*taped)(void *context))
{
    for (size_t call = 0; call < 2; call++) {
        const size_t count = all->symbols.count + 1;
        callings[call] = (calling){.all = all,
                                   .drive = drive,
                                   .call = call,
                                   .before = xb_arena_array(all->work->arena, count, sizeof(numbers)),
                                   .after = xb_arena_array(all->work->arena, count, sizeof(numbers))};
        data[call].ready = ready;
        data[call].taped = taped;
        data[call].done = done;
        data[call].context = &callings[call];
    }
}

/* What is not drawn here is 0. */
static void prepare_calls(others *all)
{
    xb_judgement *work = all->work;
    const xb_layout *layout = &work->verdict->layout;
    const bool adjoint = xb_judgement_is_adjoint(work),
               is_combined = work->settings->kind == XB_DRIVE_COMBINED;
    const size_t numbers_of_seed = layout->n > layout->m ? layout->n : layout->m;
    const double *zero = xb_arena_array(work->arena, work->directions * numbers_of_seed + 1, sizeof *zero);
    xb_calls_prepare(work, &all->calls);
    for (size_t call = 0; call < 2; call++) {
        all->calls.exact[call].seed = all->calls.sizes[call].seed = all->calls.derived[call].seed = zero;
        all->tangents[call] = xb_arena_array(work->arena, all->symbols.count + 1, sizeof(numbers));
    }
    all->calls.exact[1].forgets = all->calls.sizes[1].forgets = all->calls.derived[1].forgets =
        XB_FORGETS_LOCALS;
    watch(all, work->exact, all->exact, all->calls.exact, exact_ready, NULL);
    watch(all, work->terms, all->sizes, all->calls.sizes, sizes_ready, NULL);
    watch(all, work->derived, all->derived, all->calls.derived,
          !adjoint      ? tangent_ready
          : is_combined ? put_adjoints
                        : NULL,
          adjoint && !is_combined ? put_adjoints : NULL);
    all->calls.derived[1].begin = adjoint ? before_second : NULL;
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
static void compare_element(const others *all, xb_check *check, size_t call, size_t v, size_t i,
                            const numbers *found)
{
    const xb_judgement *work = all->work;
    const xb_symbol *symbol = all->symbols.items[v];
    const numbers *wanted = &all->exact[call].after[v], *sizes = &all->sizes[call].after[v];
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

/* Where derivatives are variables, one that nothing needs has none: its derivative stays what it was. */
static void compare_tangents(const others *all, xb_check *check, size_t call)
{
    xb_tally_state(check, XB_CHECK_GOOD);
    for (size_t v = 0; v < all->symbols.count; v++) {
        const xb_drive_variable variable = find(&all->derived[call], v);
        const bool has_none = xb_drive_is_zero(all->work->derived, &variable);
        const numbers *wanted = &all->exact[call].after[v];
        const numbers *found = has_none ? &all->exact[call].before[v] : &all->derived[call].after[v];
        for (size_t i = 0; i < wanted->count && i < found->count; i++) {
            if (!wanted->known[i])
                continue;
            compare_element(all, check, call, v, i, found);
            if (found->known[i] || has_none)
                continue;
            const xb_symbol *symbol = all->symbols.items[v];
            check->state = XB_CHECK_BAD;
            check->detail =
                xb_arena_format(all->work->arena, "a tangent of element %zu of %s was never set %s%s", i + 1,
                                symbol->id->text, ordinal(call), xb_judgement_where(all->work));
        }
    }
}

/* <adjoints, tangents> before and after a call, and the size of their terms. */
typedef struct products {
    double found, wanted, size;
} products;

/* The tangent of an element before a call. What has no value then, and gets one, has any tangent: its adjoint
 * has to be 0 after the sweeps. */
static xb_double_complex tangent_before(const others *all, size_t call, size_t v, size_t i, size_t k)
{
    const numbers *before = &all->exact[call].before[v], *after = &all->exact[call].after[v];
    const bool is_overwritten = !before->valued[i] && i < after->count && after->valued[i];
    const numbers *tangents = is_overwritten ? &all->tangents[call][v] : before;
    return tangents->values[i * all->work->directions + k];
}

static products multiply(const others *all, size_t call, size_t direction, size_t k)
{
    const size_t directions = all->work->directions;
    products sums = {0};
    for (size_t v = 0; v < all->symbols.count; v++) {
        const numbers *outcome = &all->exact[call].after[v];
        const numbers *sizes = &all->sizes[call].after[v];
        const numbers *before = &all->derived[call].before[v], *after = &all->derived[call].after[v];
        for (size_t i = 0; i < before->count && i < outcome->count; i++) {
            const xb_double_complex adjoint = before->values[i * directions + direction];
            sums.wanted += real_product(adjoint, outcome->values[i * directions + k]);
            sums.size += real_product_of_sizes(adjoint, sizes->values[i * directions + k]);
        }
        for (size_t i = 0; i < after->count && i < all->exact[call].before[v].count; i++)
            sums.found +=
                real_product(after->values[i * directions + direction], tangent_before(all, call, v, i, k));
    }
    return sums;
}

/* A global variable whose elements are others after a call than before it; NULL: there is none. */
static const xb_symbol *find_resized(const others *all, size_t call)
{
    for (size_t v = 0; v < all->globals; v++) {
        const size_t before = all->exact[call].before[v].count, after = all->exact[call].after[v].count;
        if ((before > 0 && before != after) || all->derived[call].before[v].count != after)
            return all->symbols.items[v];
    }
    return NULL;
}

static void note_not_compared(const others *all, const xb_symbol *symbol, const char *why)
{
    xb_judgement_note(
        all->work,
        xb_arena_format(all->work->arena,
                        "derivatives with respect to %s, and others but those of y by x, are not "
                        "compared: %s %s%s",
                        all->first->id->text, symbol->id->text, why, xb_judgement_where(all->work)));
}

static void compare_adjoints(const others *all, xb_check *check, size_t call)
{
    const xb_judgement *work = all->work;
    const xb_symbol *resized = find_resized(all, call);
    if (resized) {
        note_not_compared(all, resized, "gets another size");
        return;
    }
    xb_tally_state(check, XB_CHECK_GOOD);
    for (size_t d = 0; d < (work->width > 0 ? work->width : 1); d++)
        for (size_t k = 0; k < work->directions; k++) {
            const products sums = multiply(all, call, d, k);
            if (xb_tally_number(check, sums.found, sums.wanted, sums.size))
                check->detail = xb_arena_format(work->arena,
                                                "%s<adjoint, tangent> of all variables is %.17g instead of "
                                                "%.17g; others than x and y are "
                                                "%s%s",
                                                call == 0 ? "" : "called again, ", sums.found, sums.wanted,
                                                all->first->id->text, xb_judgement_where(work));
        }
}

/* ---- everything ---- */

/* A variable whose tangents are not finite after a call; NULL: there is none. */
static const xb_symbol *find_infinite(const others *all, size_t call)
{
    for (size_t v = 0; v < all->symbols.count; v++) {
        const numbers *after = &all->exact[call].after[v];
        for (size_t k = 0; k < after->count * all->work->directions; k++)
            if (!isfinite(creal(after->values[k])) || !isfinite(cimag(after->values[k])))
                return all->symbols.items[v];
    }
    return NULL;
}

void xb_judgement_check_others(xb_judgement *work)
{
    xb_check *check = xb_judgement_check(work, XB_CHECK_OTHERS);
    others all = {.work = work, .state = work->verdict->seed * 1000003 + work->point * 101 + 8};
    if (work->settings->named_only)
        return;
    choose(&all);
    if (!all.first)
        return;
    prepare_calls(&all);
    const size_t count = xb_calls_run_exact(work, &all.calls, check);
    for (size_t call = 0; call < count; call++) {
        const xb_symbol *infinite = find_infinite(&all, call);
        if (infinite) {
            note_not_compared(&all, infinite, "has derivatives that are not finite");
            return;
        }
        if (!xb_calls_run_derived(work, &all.calls.derived[call]))
            return;
        if (xb_judgement_is_adjoint(work))
            compare_adjoints(&all, check, call);
        else
            compare_tangents(&all, check, call);
    }
}
