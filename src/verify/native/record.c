/*
 * Drives call back when everything has been put in, after a taping sweep, and when a call is done: that is
 * where variables are looked at. What a variable has not got when a call begins is not a number in the
 * compiled program, or an integer that stands out, so that whoever reads it is found out.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "verify/drive_internal.h"
#include "verify/jacobian.h"
#include "verify/native/internal.h"

/* Most columns or rows at the first point, and elsewhere. */
enum { FIRST_LIMIT = 24, OTHER_LIMIT = 4 };

/* A run that is recorded. */
typedef struct recording {
    const xb_native_way *way;
    xb_arena *arena;
    xb_text *input;
    xb_vector *results; /* xb_native_result */
} recording;

/* ---- slots ---- */

/* Symbols that are derivatives of others. */
static xb_node_set find_derivatives(xb_native *native, const xb_native_way *way)
{
    const xb_program *program = way->drive->program;
    xb_node_set derivatives = {0};
    for (size_t i = 0; way->drive->by_name && i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++) {
            const xb_list named = xb_by_name_derivatives(way->drive->by_name, scope->symbols.items[k]);
            for (size_t n = 0; n < named.count; n++)
                xb_node_set_add(native->arena, &derivatives, &((const xb_symbol *)named.items[n])->node);
        }
    }
    return derivatives;
}

static bool fits(xb_native *native, const xb_native_way *way, const xb_source_variable *variable)
{
    const xb_type type = variable->type;
    if (type == XB_TYPE_INTEGER || type == XB_TYPE_REAL || type == XB_TYPE_COMPLEX || type == XB_TYPE_BOOL)
        return true;
    native->status = xb_error(native->diagnostics, XB_STATUS_UNSUPPORTED,
                              xb_program_place(way->module->program, &variable->symbol->node, NULL),
                              "judge another entry, or without compiling",
                              "can't be judged as %s: %s is a text, which no driver passes",
                              native->language->source->name, variable->symbol->id->text);
    return false;
}

static xb_native_slot *add_slot(xb_native *native, xb_native_way *way, const xb_node_set *derivatives,
                                const xb_source_variable *variable)
{
    const bool is_named = xb_node_set_has(derivatives, &variable->symbol->node);
    xb_native_slot *slot = xb_vector_push(native->arena, &way->slots, sizeof *slot);
    *slot = (xb_native_slot){.variable = variable,
                             .label = variable->symbol->id->text,
                             .type = variable->type,
                             .bytes = variable->bytes,
                             .rank = variable->rank,
                             .is_derivative = variable->is_derivative || is_named};
    return slot;
}

static void add_argument(xb_native *native, xb_native_way *way, const xb_node_set *derivatives,
                         const xb_source_variable *formal, const xb_variable *actual)
{
    if (!fits(native, way, formal))
        return;
    xb_native_slot *slot = add_slot(native, way, derivatives, formal);
    slot->position = formal->position;
    slot->name = xb_arena_format(native->arena, "a%u", formal->position);
    slot->is_derivative = slot->is_derivative || actual == way->drive->matrix;
    slot->is_dynamic = formal->pointer || formal->allocatable;
    slot->rank = xb_variable_rank(actual);
    for (int d = 0; d < slot->rank; d++)
        slot->bounds[d] = xb_variable_bounds(actual, d);
}

static bool is_added(const xb_native_way *way, uint32_t position)
{
    const xb_native_slot *slots = way->slots.items;
    for (size_t i = 0; i < way->slots.count; i++)
        if (slots[i].position == position)
            return true;
    return false;
}

/* Routines that are called one after the other have the same arguments, but not each has all of them. */
static void add_arguments(xb_native *native, xb_native_way *way, const xb_node_set *derivatives,
                          const xb_source_unit *unit)
{
    size_t count = 0;
    xb_variable *const *actuals = xb_drive_arguments(way->drive, &count);
    for (size_t i = 0; i < unit->formals.count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        const uint32_t position = formal->position;
        if (position <= count && actuals[position - 1] && !is_added(way, position))
            add_argument(native, way, derivatives, formal, actuals[position - 1]);
    }
}

static void find_slots(xb_native *native, xb_native_way *way)
{
    const xb_native_module *module = way->module;
    const xb_node_set derivatives = find_derivatives(native, way);
    for (size_t i = 0; i < way->units.count; i++)
        add_arguments(native, way, &derivatives, way->units.items[i]);
    for (size_t i = 0; i < module->source.globals.count && !native->status; i++) {
        const xb_source_variable *global = module->source.globals.items[i];
        /* texts keep what they begin with, and what is left in them */
        bool has_value =
            global->symbol && !global->parameter && !global->same && global->type != XB_TYPE_STRING;
        if (!has_value || !fits(native, way, global))
            continue;
        xb_native_slot *slot = add_slot(native, way, &derivatives, global);
        slot->name = xb_arena_format(native->arena, "g%zu", i + 1);
        slot->is_dynamic = global->pointer || global->allocatable;
    }
}

/* ---- looking at variables ---- */

static xb_variable *variable_of(const recording *r, const xb_native_slot *slot)
{
    size_t count = 0;
    if (slot->position == 0)
        return xb_evaluator_global(r->way->drive->evaluator, slot->variable->symbol);
    xb_variable *const *actuals = xb_drive_arguments(r->way->drive, &count);
    return slot->position <= count ? actuals[slot->position - 1] : NULL;
}

static void put_real(xb_output *output, double value)
{
    if (isnan(value))
        xb_output_put(output, "NaN\n");
    else if (isinf(value))
        xb_output_put(output, value > 0 ? "Infinity\n" : "-Infinity\n");
    else
        xb_output_format(output, "%.17e\n", value);
}

static void put_number(xb_output *output, const xb_native_slot *slot, const xb_number *number)
{
    static const int64_t strange[] = {
        [0] = -77777777, [1] = -77, [2] = -7777, [4] = -77777777, [8] = -77777777};
    switch (slot->type) {
    case XB_TYPE_BOOL: xb_output_put(output, number && number->integer ? "T\n" : "F\n"); break;
    case XB_TYPE_INTEGER:
        xb_output_format(output, "%" PRId64 "\n",
                         number             ? number->integer
                         : slot->bytes <= 8 ? strange[slot->bytes]
                                            : strange[0]);
        break;
    case XB_TYPE_COMPLEX:
        put_real(output, number ? number->real : NAN);
        put_real(output, number ? number->imaginary : NAN);
        break;
    default: put_real(output, number ? number->real : NAN);
    }
}

/* Of what is allocated while the program runs, the size and bounds come before the elements. */
static void put_input(const recording *r, const xb_native_slot *slot)
{
    xb_output *output = xb_text_output(r->input);
    const xb_variable *variable = variable_of(r, slot);
    const size_t count = variable ? xb_variable_count(variable) : 0;
    xb_number number;
    if (slot->is_dynamic)
        xb_output_format(output, "%zu\n", count);
    for (int d = 0; slot->is_dynamic && count > 0 && d < slot->rank; d++) {
        const xb_bounds bounds = xb_variable_bounds(variable, d);
        xb_output_format(output, "%" PRId64 "\n%" PRId64 "\n", bounds.lower, bounds.upper);
    }
    for (size_t i = 0; i < count; i++)
        put_number(output, slot, xb_variable_get(variable, i, &number) ? &number : NULL);
}

/* A routine that computes a Jacobian saves and restores what has no value, too. */
static void put_inputs(void *context)
{
    const recording *r = context;
    if (r->way->drive->options.kind == XB_DRIVE_JACOBIAN)
        xb_drive_give_values(r->way->drive);
    const xb_native_slot *slots = r->way->slots.items;
    for (size_t i = 0; r->input && i < r->way->slots.count; i++)
        put_input(r, &slots[i]);
}

static void take(const recording *r, const xb_native_slot *slot)
{
    const xb_variable *variable = variable_of(r, slot);
    const size_t count = variable ? xb_variable_count(variable) : 0;
    const size_t parts = slot->type == XB_TYPE_COMPLEX ? 2 : 1;
    xb_native_result *result = xb_vector_push(r->arena, r->results, sizeof *result);
    *result = (xb_native_result){
        .slot = slot,
        .count = parts * count + slot->is_dynamic,
        .numbers = xb_arena_array(r->arena, parts * count + 1 + slot->is_dynamic, sizeof(xb_native_number))};
    xb_native_number *next = result->numbers;
    if (slot->is_dynamic)
        *next++ = (xb_native_number){.defined = true, .integer = (int64_t)count};
    for (size_t i = 0; i < count; i++) {
        xb_number number = {0};
        const bool defined = xb_variable_get(variable, i, &number);
        *next++ = (xb_native_number){defined, number.real, number.integer};
        if (parts == 2)
            *next++ = (xb_native_number){defined, number.imaginary, 0};
    }
}

static void take_results(void *context)
{
    const recording *r = context;
    const xb_native_slot *slots = r->way->slots.items;
    for (size_t i = 0; i < r->way->slots.count; i++)
        take(r, &slots[i]);
}

/* ---- running ---- */

static double *zeros(xb_native *native, size_t count)
{
    return xb_arena_array(native->arena, count + 1, sizeof(double));
}

/* Adjoints of x at first, none of which is 0. */
static const double *start_of(xb_native *native, const xb_native_way *way)
{
    const xb_drive *drive = way->drive;
    const size_t count = drive->options.directions * drive->layout->n;
    double *start = zeros(native, count);
    for (size_t i = 0; i < count; i++)
        start[i] = 0.25 + 0.125 * (double)(i % 7);
    return way->adjoint ? start : NULL;
}

static xb_status run(xb_native *native, xb_native_way *way, const double *x, const double *seed,
                     recording *target)
{
    xb_drive *drive = way->drive;
    const xb_layout *layout = drive->layout;
    const xb_drive_data data = {.x = x,
                                .seed = seed,
                                .start = start_of(native, way),
                                .y = zeros(native, layout->m),
                                .derivatives =
                                    zeros(native, drive->options.directions * (layout->n + layout->m)),
                                .ready = put_inputs,
                                .taped = way->shows_each ? take_results : NULL,
                                .done = take_results,
                                .context = target};
    xb_diagnostics *own = drive->program->diagnostics;
    drive->program->diagnostics = xb_diagnostics_create(native->arena);
    const xb_status status = xb_drive_run(drive, &data);
    drive->program->diagnostics = own;
    return status;
}

/* A run that is not possible is none. @param seed NULL: there are no directions */
static void record(xb_native *native, xb_native_way *way, size_t point, const double *seed)
{
    const xb_verdict_point *points = way->module->subject->verdict->points.items;
    xb_native_run new = {.x = points[point].x, .seed = seed, .point = point};
    recording r = {way, native->arena, xb_text_create(native->arena), &new.results};
    if (run(native, way, new.x, seed, &r))
        return;
    new.input = xb_text_join(r.input, &new.length);
    *(xb_native_run *)xb_vector_push(native->arena, &way->runs, sizeof new) = new;
}

/* Unit vectors, as many at once as there are directions; the last ones repeat the first ones. */
static void record_point(xb_native *native, xb_native_way *way, size_t point)
{
    const xb_layout *layout = way->drive->layout;
    const size_t width = way->drive->options.directions, seeds = way->adjoint ? layout->m : layout->n;
    if (width == 0) {
        record(native, way, point, NULL);
        return;
    }
    xb_jacobian lines = xb_jacobian_choose(native->arena, seeds, point == 0 ? FIRST_LIMIT : OTHER_LIMIT);
    lines = xb_jacobian_repeat(native->arena, &lines, width);
    for (size_t first = 0; first + width <= lines.count; first += width) {
        double *seed = zeros(native, width * seeds);
        for (size_t k = 0; k < width; k++)
            seed[k * seeds + lines.numbers[first + k]] = 1;
        record(native, way, point, seed);
    }
}

/* A run that finds out what there is to be passed: there are no slots yet. */
static xb_status look_at_arguments(xb_native *native, xb_native_way *way)
{
    recording r = {.way = way, .arena = native->arena, .results = &(xb_vector){0}};
    const xb_drive *drive = way->drive;
    const xb_layout *layout = drive->layout;
    const double *seed = zeros(native, drive->options.directions * (layout->n + layout->m));
    return run(native, way, layout->x0, seed, &r);
}

xb_status xb_native_record(xb_native *native, xb_native_way *way)
{
    const xb_verdict *verdict = way->module->subject->verdict;
    const xb_verdict_point *points = verdict->points.items;
    look_at_arguments(native, way); /* if it fails, variables have been made all the same */
    find_slots(native, way);
    for (size_t i = 0; !native->status && i < verdict->points.count; i++)
        if (!points[i].skipped)
            record_point(native, way, i);
    return native->status;
}

bool xb_native_record_nearby(xb_native *native, xb_native_way *way, const xb_native_run *known,
                             xb_vector *results)
{
    const double little = 0x1p-46; /* some rounding errors */
    const size_t n = way->drive->layout->n;
    double *x = zeros(native, n);
    for (size_t i = 0; i < n; i++)
        x[i] = known->x[i] * (i % 2 ? 1 - little : 1 + little);
    recording r = {way, native->arena, NULL, results};
    return run(native, way, x, known->seed, &r) == XB_STATUS_OK;
}
