/*
 * Where derivatives are variables of their own (by_name.h), a run is for as many directions as have some, and
 * they are arguments like others; the evaluator knows of no derivatives then.
 *
 * Each run begins with global variables as they are at first and new argument variables; a run that is done
 * again only sets x, and what else goes in, anew. Dependent numbers that nothing goes into are undefined, and
 * so are their tangents: a program that reads them is told.
 */
#include "verify/drive.h"

#include <string.h>

#include "analysis/entry.h"
#include "ir/tags.h"
#include "ir/taken_names.h"
#include "verify/drive_internal.h"
#include "verify/environment.h"
#include "ir/decoration.h"

/* ---- making ---- */

static xb_status missing(const xb_drive *drive, const char *what, const char *name)
{
    return xb_error(drive->program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = drive->program->file},
                    "is it the document that was made of the other one, with all its routines?",
                    "there is no %s %s in %s", what, name, drive->program->file);
}

bool xb_drive_has_tag(const xb_program *program, const xb_routine *routine, const char *name,
                      const char *value)
{
    xb_tag tag;
    return xb_tags_find(program, &routine->node, name, &tag) && tag.value_length == strlen(value) &&
           memcmp(tag.value, value, tag.value_length) == 0;
}

/* The routine that is said to be one of another, and to do nothing else than to propagate its tangents. */
static const xb_routine *find_tangent(const xb_program *program, const char *name)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        xb_tag tag;
        if (xb_drive_has_tag(program, routine, XB_TAG_ROUTINE, name) &&
            !xb_tags_find(program, &routine->node, XB_TAG_MOTION, &tag))
            return routine;
    }
    return NULL;
}

/* The same routine of another version of the program, which may have added something to its name. */
static const xb_routine *find_entry(const xb_drive *drive)
{
    const xb_routine *entry = drive->layout->entry;
    if (!drive->options.other)
        return entry;
    const xb_routine *tangent = find_tangent(drive->program, entry->symbol->id->text);
    if (tangent)
        return tangent;
    const xb_symbol *same = xb_layout_counterpart(drive->program, entry->symbol);
    const xb_routine *routine = same ? xb_program_routine(drive->program, same) : NULL;
    if (routine)
        return routine;
    const char *name = entry->symbol->id->text;
    const char *prefix = drive->program->prefix->text;
    routine =
        xb_entry_named(drive->arena, drive->program, xb_arena_format(drive->arena, "%s%s", prefix, name));
    if (routine)
        return routine;
    if (xb_drive_has_routine(drive->program, xb_arena_format(drive->arena, "%s_d", name)))
        return xb_entry_named(drive->arena, drive->program, xb_arena_format(drive->arena, "%s_d", name));
    const char *end = strstr(name, "__");
    size_t length = end && end > name ? (size_t)(end - name) : strlen(name);
    return xb_entry_named(drive->arena, drive->program, xb_arena_copy_text(drive->arena, name, length));
}

const char *xb_drive_motion_name(xb_arena *arena, const xb_routine *routine, xb_drive_motion motion)
{
    static const char *const suffixes[][2] = {
        {XB_TAG_RECORDING, "_rec"}, {XB_TAG_RETURNING, "_ret"}, {XB_TAG_COMBINED, "_b"}};
    size_t i = 0;
    while (strcmp(suffixes[i][0], motion) != 0)
        i++;
    return xb_arena_format(arena, "%s%s", routine->symbol->id->text, suffixes[i][1]);
}

bool xb_drive_has_routine(const xb_program *program, const char *name)
{
    const xb_list *takers = program ? xb_name_takers(program, name, strlen(name)) : NULL;
    for (size_t i = 0; takers && i < takers->count; i++) {
        const xb_symbol *taker = takers->items[i];
        if (!taker->overlay && strcmp(taker->id->text, name) == 0 && xb_program_routine(program, taker))
            return true;
    }
    return false;
}

bool xb_drive_is_motion(const xb_program *program, const xb_routine *routine, xb_drive_motion motion)
{
    return xb_drive_has_tag(program, routine, XB_TAG_MOTION, motion);
}

static const xb_routine *find_tagged_motion(const xb_program *program, const xb_routine *routine,
                                            xb_drive_motion motion)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *found = program->routines.items[i];
        if (xb_drive_is_motion(program, found, motion) && !found->symbol->overlay &&
            xb_drive_has_tag(program, found, XB_TAG_ROUTINE, routine->symbol->id->text))
            return found;
    }
    return NULL;
}

/* By tags, of the entry or of what it was made of; if there are none, by name. */
static const xb_routine *find_motion(const xb_drive *drive, xb_drive_motion motion)
{
    const xb_program *program = drive->program;
    const xb_routine *const entries[] = {drive->entry, drive->layout->entry};
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const xb_routine *tagged = find_tagged_motion(program, entries[i], motion);
        const xb_routine *found =
            tagged ? tagged
                   : xb_entry_named(drive->arena, program,
                                    xb_drive_motion_name(drive->arena, entries[i], motion));
        if (found)
            return found;
    }
    return NULL;
}

static bool has_motion(xb_arena *scratch, const xb_program *program, const xb_routine *routine,
                       xb_drive_motion motion)
{
    if (find_tagged_motion(program, routine, XB_TAG_RECORDING))
        return find_tagged_motion(program, routine, motion);
    return xb_drive_has_routine(program, xb_drive_motion_name(scratch, routine, motion));
}

bool xb_drive_has_sweeps(xb_arena *scratch, const xb_program *program, const xb_routine *routine)
{
    return has_motion(scratch, program, routine, XB_TAG_RECORDING) &&
           has_motion(scratch, program, routine, XB_TAG_RETURNING);
}

bool xb_drive_has_combined(xb_arena *scratch, const xb_program *program, const xb_routine *routine)
{
    const xb_symbol *same = xb_layout_counterpart(program, routine->symbol);
    const xb_routine *own = same ? xb_program_routine(program, same) : NULL;
    return own && has_motion(scratch, program, own, XB_TAG_RECORDING) &&
           has_motion(scratch, program, own, XB_TAG_COMBINED);
}

static bool find_combined(xb_drive *drive)
{
    const xb_routine *combined = find_motion(drive, XB_TAG_COMBINED);
    if (combined)
        drive->entry = drive->back = combined;
    return combined;
}

/* Takes the two motions in the place of the entry. @return whether they are there */
static bool find_motions(xb_drive *drive)
{
    const xb_routine *record = find_motion(drive, XB_TAG_RECORDING),
                     *back = find_motion(drive, XB_TAG_RETURNING);
    if (!record || !back)
        return false;
    drive->entry = record;
    drive->back = back;
    return true;
}

static uint64_t step_limit(const xb_case *description)
{
    return description->step_limit > 0 ? description->step_limit : XB_EVALUATE_STEPS;
}

static xb_evaluate_options evaluate_options(const xb_drive *drive)
{
    static const xb_template templates[] = {XB_TEMPLATE_NONE,  XB_TEMPLATE_NONE,  XB_TEMPLATE_NONE,
                                            XB_TEMPLATE_SPLIT, XB_TEMPLATE_JOINT, XB_TEMPLATE_SPLIT,
                                            XB_TEMPLATE_NONE,  XB_TEMPLATE_NONE,  XB_TEMPLATE_NONE};
    const xb_drive_options *options = &drive->options;
    return (xb_evaluate_options){.directions = drive->width > 0 ? 0 : options->directions,
                                 .exact = options->kind == XB_DRIVE_EXACT,
                                 .single_as_double = options->single_as_double,
                                 .undefined_derivatives = options->undefined_derivatives,
                                 .zero_singular = options->zero_singular,
                                 .watch_kinks = options->watch_kinks,
                                 .numbers = options->numbers,
                                 .stop = options->stop,
                                 .trace = options->kind == XB_DRIVE_TRACE,
                                 .strict_anonymous = options->strict_anonymous,
                                 .template_kind = templates[options->kind],
                                 .step_limit = step_limit(drive->description),
                                 .memory_limit = drive->description->memory_limit,
                                 .depth_limit = drive->description->depth_limit,
                                 .view = options->view,
                                 .catalogue = options->catalogue,
                                 .watch = options->watch};
}

xb_status xb_drive_create(xb_arena *arena, xb_program *program, const xb_case *description,
                          const xb_layout *layout, const xb_drive_options *options, xb_drive **drive)
{
    xb_drive *new = xb_arena_alloc(arena, sizeof *new);
    *new = (xb_drive){.arena = arena,
                      .program = program,
                      .description = description,
                      .layout = layout,
                      .options = *options};
    new->entry = find_entry(new);
    if (!new->entry)
        return missing(new, "routine", layout->entry->symbol->id->text);
    new->back = new->entry;
    if ((options->kind == XB_DRIVE_MOTIONS || options->sweeps) && !find_motions(new))
        return missing(new, "routine that records or returns from", new->entry->symbol->id->text);
    if (options->kind == XB_DRIVE_COMBINED && !find_combined(new))
        return missing(new, "routine that records and returns in one call for", new->entry->symbol->id->text);
    if (options->kind == XB_DRIVE_JACOBIAN && xb_drive_find_jacobian(new))
        return XB_STATUS_INVALID;
    new->by_name = options->original ? xb_by_name_find(arena, program, options->original) : NULL;
    const size_t named = new->by_name ? xb_by_name_directions(new->by_name) : 0;
    new->width = options->kind == XB_DRIVE_JACOBIAN ? 0 : named;
    new->variables = xb_arena_array(arena, layout->storage_count + 1, sizeof(xb_variable *));
    xb_drive_name_derivatives(new);
    xb_evaluate_options choices = evaluate_options(new);
    xb_status status = xb_environment_create(arena, program, description, !options->other,
                                             choices.exact ? choices.directions : 0, &choices.environment);
    if (!status && named > 0)
        xb_environment_name_derivatives(&choices.environment, new->by_name);
    if (!status && options->sweeps)
        xb_environment_zero_derivatives(&choices.environment,
                                        options->original ? options->original : program);
    if (!status)
        status = xb_evaluator_create(program, &choices, &new->evaluator);
    if (!status)
        *drive = new;
    return status;
}

void xb_drive_destroy(xb_drive *drive)
{
    if (!drive)
        return;
    xb_evaluator_destroy(drive->evaluator);
    drive->evaluator = NULL;
}

const xb_variable *xb_drive_storage(const xb_drive *drive, size_t storage)
{
    return drive->variables[storage];
}

bool xb_drive_left_tapes(const xb_drive *drive)
{
    return drive->left_tapes;
}

size_t xb_drive_directions(const xb_drive *drive)
{
    return drive->options.directions;
}

xb_evaluator *xb_drive_evaluator(const xb_drive *drive)
{
    return drive->evaluator;
}

/* ---- before a call ---- */

static bool is_adjoint(const xb_drive *drive)
{
    return xb_drive_is_adjoint(drive->options.kind);
}

static xb_variable *global_variable(const xb_drive *drive, const xb_symbol *symbol)
{
    const xb_symbol *own = xb_drive_symbol(drive, symbol);
    return own ? xb_evaluator_global(drive->evaluator, own) : NULL;
}

static xb_status make_variables(xb_drive *drive)
{
    const xb_layout *layout = drive->layout;
    for (size_t i = 0; i < layout->storage_count; i++) {
        const xb_layout_storage *storage = &layout->storages[i];
        drive->variables[i] = NULL;
        if (storage->absent)
            continue;
        xb_drive_make_derivatives(drive, i);
        drive->variables[i] =
            storage->global ? global_variable(drive, storage->symbol)
                            : xb_variable_create(drive->evaluator, storage->type, storage->symbol->fe_type,
                                                 storage->rank, storage->bounds);
        if (!drive->variables[i] && storage->global)
            return missing(drive, "global variable", storage->symbol->id->text);
        if (!drive->variables[i])
            return XB_STATUS_FAILED;
        if (xb_variable_count(drive->variables[i]) != storage->count)
            return xb_error(
                drive->program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = drive->program->file},
                "a case file may give its extents, under \"extents\"", "%s has %zu %s instead of %zu",
                storage->symbol->id->text, xb_variable_count(drive->variables[i]),
                xb_plural(xb_variable_count(drive->variables[i]), "element", "elements"), storage->count);
    }
    return XB_STATUS_OK;
}

static xb_status call_without_arguments(xb_drive *drive, const char *name)
{
    const xb_routine *routine = xb_entry_named(drive->arena, drive->program, name);
    return routine ? xb_evaluator_call(drive->evaluator, routine, NULL, 0) : missing(drive, "routine", name);
}

static bool same_base_name(const xb_drive *drive, const xb_symbol *symbol, const char *name)
{
    return symbol->kind == XB_SYMBOL_VARIABLE &&
           (strcmp(symbol->id->text, name) == 0 ||
            strcmp(xb_plain_text(drive->arena, symbol->id->text), name) == 0);
}

/* Sets a global variable, by the name that it has in the source program. */
static xb_status shorten(xb_drive *drive, const xb_case_value *named)
{
    for (size_t s = 0; s < drive->program->scopes.count; s++) {
        const xb_scope *scope = drive->program->scopes.items[s];
        for (size_t i = 0; i < scope->read_count; i++) {
            const xb_symbol *symbol = scope->symbols.items[i];
            if (!same_base_name(drive, symbol, named->symbol.id))
                continue;
            xb_variable *variable = xb_evaluator_global(drive->evaluator, symbol);
            if (!variable || xb_variable_type(variable) != named->values[0].type)
                continue;
            for (size_t k = 0; k < xb_variable_count(variable); k++)
                xb_variable_set(variable, k, &named->values[0]);
            return XB_STATUS_OK;
        }
    }
    return missing(drive, "global variable", named->symbol.id);
}

/* Everything anew: global variables, set-up, arguments. */
static xb_status begin(xb_drive *drive)
{
    const xb_case *description = drive->description;
    const xb_case_value *values = description->shorten.items;
    xb_status status = XB_STATUS_OK;
    xb_evaluator_reset(drive->evaluator);
    xb_evaluator_after_taping(drive->evaluator, NULL, NULL);
    xb_evaluator_set_mode(drive->evaluator, XB_MODE_PLAIN);
    for (size_t i = 0; !status && i < description->setup.count; i++)
        status = call_without_arguments(drive, description->setup.items[i]);
    for (size_t i = 0; !status && i < description->shorten.count; i++)
        status = shorten(drive, &values[i]);
    if (!status)
        status = make_variables(drive);
    if (!status && drive->options.kind == XB_DRIVE_JACOBIAN && !xb_drive_make_matrix(drive))
        status = XB_STATUS_FAILED;
    return status;
}

static void set_real(xb_variable *variable, const xb_layout_number *number, double value)
{
    xb_number whole = {.type = XB_TYPE_REAL};
    if (xb_variable_type(variable) == XB_TYPE_COMPLEX) {
        if (!xb_variable_get(variable, number->element, &whole))
            whole = xb_number_of_complex(0);
        if (number->imaginary)
            whole.imaginary = value;
        else
            whole.real = value;
        xb_variable_set(variable, number->element, &whole);
        return;
    }
    whole.real = value;
    xb_variable_set(variable, number->element, &whole);
}

/* Variables get room for derivatives when one is set; that there is none can only be seen by reading it. */
static bool has_derivative(const xb_drive *drive, size_t storage)
{
    double complex value = 0;
    return xb_drive_get_derivative(drive, storage, 0, drive->direction, &value);
}

size_t xb_drive_run_directions(const xb_drive *drive, size_t *end)
{
    *end = drive->width > 0 ? drive->direction + drive->width : drive->options.directions;
    return drive->direction;
}

static bool zero_derivatives(const xb_drive *drive, size_t storage)
{
    size_t end = 0;
    const size_t first = xb_drive_run_directions(drive, &end);
    const xb_variable *variable = drive->variables[storage];
    xb_type type = xb_variable_type(variable);
    if ((type != XB_TYPE_REAL && type != XB_TYPE_COMPLEX) || drive->options.directions == 0)
        return true;
    for (size_t i = 0; i < xb_variable_count(variable); i++)
        for (size_t k = first; k < end; k++)
            xb_drive_set_derivative(drive, storage, i, k, 0);
    return xb_variable_count(variable) == 0 || has_derivative(drive, storage);
}

/* What a storage holds before x and y0 are put in. A variable that the program knows to be passive has
 * derivatives that nobody sets. @return false if memory ran out */
static bool prepare_storage(const xb_drive *drive, size_t number)
{
    const xb_layout_storage *storage = &drive->layout->storages[number];
    xb_variable *variable = drive->variables[number];
    for (size_t k = 0; !storage->global && k < drive->named[number].count; k++)
        xb_variable_undefine(xb_drive_derivatives_of(drive, number)[k]);
    if (!storage->global) {
        xb_variable_set_constant(variable, false);
        xb_variable_undefine(variable);
    }
    for (size_t i = 0; storage->values && i < storage->count; i++)
        xb_variable_set(variable, i, &storage->values[i]);
    bool output = storage->dependent && !storage->independent && !storage->global &&
                  !drive->description->has_y0 && xb_symbol_is_active(storage->symbol);
    bool done = true;
    if (!output || is_adjoint(drive) || drive->options.kind == XB_DRIVE_EXACT)
        done = zero_derivatives(drive, number);
    xb_variable_set_constant(variable, storage->constant && drive->options.kind != XB_DRIVE_JACOBIAN);
    return done;
}

static void add_derivative(const xb_drive *drive, const xb_layout_number *number, size_t direction,
                           double value)
{
    double complex old = 0;
    if (!xb_drive_get_derivative(drive, number->storage, number->element, direction, &old))
        old = 0;
    double part = number->imaginary ? cimag(old) : creal(old);
    part = drive->options.numbers == XB_EXACT_DEPENDENCES ? xb_evaluator_join(drive->evaluator, part, value)
                                                          : part + value;
    xb_drive_set_derivative(drive, number->storage, number->element, direction,
                            number->imaginary ? xb_complex(creal(old), part) : xb_complex(part, cimag(old)));
}

static xb_status put_in(xb_drive *drive)
{
    const xb_layout *layout = drive->layout;
    const xb_drive_data *data = drive->data;
    const size_t count = drive->options.directions;
    if (data->begin)
        data->begin(data->context);
    if (data->forgets)
        xb_drive_zero_derivatives(drive, data->forgets == XB_FORGETS_ALL);
    for (size_t i = 0; i < layout->storage_count; i++)
        if (drive->variables[i] && !prepare_storage(drive, i))
            return XB_STATUS_FAILED;
    for (size_t j = 0; drive->description->has_y0 && j < layout->m; j++)
        set_real(drive->variables[layout->y[j].storage], &layout->y[j], drive->description->y0);
    for (size_t i = 0; i < layout->n; i++)
        set_real(drive->variables[layout->x[i].storage], &layout->x[i], data->x[i]);
    bool adjoint = is_adjoint(drive);
    size_t seeds = adjoint ? layout->m : layout->n;
    const xb_layout_number *seeded = adjoint ? layout->y : layout->x;
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < seeds; i++)
            add_derivative(drive, &seeded[i], k, data->seed[k * seeds + i]);
        for (size_t i = 0; adjoint && data->start && i < layout->n; i++)
            add_derivative(drive, &layout->x[i], k, data->start[k * layout->n + i]);
    }
    if (data->ready)
        data->ready(data->context);
    return XB_STATUS_OK;
}

/* ---- after a call ---- */

static xb_status unset(const xb_drive *drive, const xb_layout_number *number, const char *what)
{
    xb_arena *arena = drive->arena;
    return xb_error(
        drive->program->diagnostics, XB_STATUS_INVALID,
        xb_program_place(drive->program, &drive->entry->node, NULL),
        "set it on each path, or don't count it among the dependents: see m and arguments of a case",
        "%s%s was never set", what, xb_layout_name(arena, drive->layout, number));
}

static xb_status take_y(const xb_drive *drive)
{
    for (size_t j = 0; j < drive->layout->m; j++) {
        const xb_layout_number *number = &drive->layout->y[j];
        xb_number value = {0};
        if (!xb_variable_get(drive->variables[number->storage], number->element, &value))
            return unset(drive, number, "");
        drive->data->y[j] = number->imaginary ? value.imaginary : value.real;
    }
    return XB_STATUS_OK;
}

static xb_status take_derivatives(const xb_drive *drive, const xb_layout_number *numbers, size_t count,
                                  double *derivatives)
{
    size_t end = 0;
    for (size_t k = xb_drive_run_directions(drive, &end); k < end; k++)
        for (size_t i = 0; i < count; i++) {
            double complex value = 0;
            const xb_layout_number *number = &numbers[i];
            if (!xb_drive_get_derivative(drive, number->storage, number->element, k, &value))
                return unset(drive, number, "the derivative of ");
            derivatives[k * count + i] = number->imaginary ? cimag(value) : creal(value);
        }
    return XB_STATUS_OK;
}

/* Adjoints of what is only put out must have been used up. */
static xb_status check_used_up(const xb_drive *drive)
{
    size_t end = 0;
    const size_t first = xb_drive_run_directions(drive, &end);
    for (size_t j = 0; j < drive->layout->m; j++) {
        const xb_layout_number *number = &drive->layout->y[j];
        const xb_layout_storage *storage = &drive->layout->storages[number->storage];
        if (storage->independent || storage->global || drive->description->has_y0 ||
            !xb_symbol_is_active(storage->symbol))
            continue;
        for (size_t k = first; k < end; k++) {
            double complex left = 0;
            xb_drive_get_derivative(drive, number->storage, number->element, k, &left);
            if (left != 0)
                return xb_error(
                    drive->program->diagnostics, XB_STATUS_INVALID,
                    xb_program_place(drive->program, &drive->entry->node, NULL),
                    "the adjoint of what is overwritten is set to 0 when it has been used; if y has a "
                    "value before the call, say so: y0 of a case",
                    "the adjoint of %s, which is only put out, is %g at the end instead of 0",
                    xb_layout_name(drive->arena, drive->layout, number), creal(left));
        }
    }
    return XB_STATUS_OK;
}

/* ---- calls ---- */

static void after_taping(void *context)
{
    xb_drive *drive = context;
    drive->taped = take_y(drive);
    if (drive->data->taped)
        drive->data->taped(drive->data->context);
}

/* Who reaches the limit of steps has to know where it is set. */
static xb_status call(xb_drive *drive, const xb_routine *routine)
{
    size_t count = 0;
    xb_variable *const *arguments = xb_drive_arguments(drive, &count);
    xb_status status = xb_evaluator_call(drive->evaluator, routine, arguments, count);
    const xb_case *description = drive->description;
    const char *field = description->step_limit > 0 ? "limits.steps" : NULL;
    if (status == XB_STATUS_FAILED && xb_evaluator_count(drive->evaluator).steps >= step_limit(description))
        xb_note(drive->program->diagnostics, xb_case_place(description, field),
                "how many may be run is said by a case file, as limits.steps");
    return status;
}

static xb_status check_stacks(xb_drive *drive)
{
    const xb_status status = xb_evaluator_check_stacks(drive->evaluator);
    drive->left_tapes = status == XB_STATUS_INVALID;
    return status;
}

static xb_status run_adjoint(xb_drive *drive)
{
    xb_evaluator *evaluator = drive->evaluator;
    bool joint = drive->options.kind == XB_DRIVE_JOINT;
    drive->taped = XB_STATUS_OK;
    if (joint)
        xb_evaluator_after_taping(evaluator, after_taping, drive);
    xb_evaluator_set_mode(evaluator, joint ? XB_MODE_TAPE | XB_MODE_ADJOINT : XB_MODE_TAPE);
    xb_status status = call(drive, drive->entry);
    xb_evaluator_after_taping(evaluator, NULL, NULL);
    if (!status && !joint)
        after_taping(drive);
    if (!status && !joint && drive->options.kind != XB_DRIVE_COMBINED) {
        xb_evaluator_set_mode(evaluator, XB_MODE_ADJOINT);
        status = call(drive, drive->back);
    }
    if (!status)
        status = drive->taped;
    if (!status)
        status = check_stacks(drive);
    if (!status)
        status = check_used_up(drive);
    return status ? status
                  : take_derivatives(drive, drive->layout->x, drive->layout->n, drive->data->derivatives);
}

static xb_status run_forward(xb_drive *drive)
{
    const xb_drive_data *data = drive->data;
    if (drive->options.kind == XB_DRIVE_TRACE)
        xb_evaluator_set_mode(drive->evaluator, XB_MODE_TAPE);
    if (drive->options.kind == XB_DRIVE_JACOBIAN)
        xb_drive_give_values(drive);
    xb_status status = call(drive, drive->entry);
    if (!status && drive->options.sweeps)
        status = call(drive, drive->back);
    if (!status && (drive->options.sweeps || drive->options.kind == XB_DRIVE_JACOBIAN))
        status = check_stacks(drive);
    if (!status)
        status = take_y(drive);
    if (!status && drive->options.directions > 0)
        status = take_derivatives(drive, drive->layout->y, drive->layout->m, data->derivatives);
    if (!status && data->x_tangents)
        status = take_derivatives(drive, drive->layout->x, drive->layout->n, data->x_tangents);
    return status;
}

/* One call; of an adjoint, its taping and its reversal. */
static xb_status run_once(xb_drive *drive, const xb_drive_data *data)
{
    drive->data = data;
    xb_status status = put_in(drive);
    if (!status)
        status = is_adjoint(drive) ? run_adjoint(drive) : run_forward(drive);
    if (!status && data->done)
        data->done(data->context);
    return status;
}

/* What is called again in some directions has been called before in these. */
static xb_status run_directions(xb_drive *drive, const xb_drive_data *data)
{
    xb_status status = begin(drive);
    if (!status && data->before)
        status = run_once(drive, data->before);
    return status ? status : run_once(drive, data);
}

static xb_status run_by_name(xb_drive *drive, const xb_drive_data *data)
{
    size_t count = drive->options.directions > 0 ? drive->options.directions : 1;
    xb_status status = XB_STATUS_OK;
    for (size_t k = 0; !status && k < count; k += drive->width) {
        drive->direction = k;
        status = run_directions(drive, data);
    }
    return status;
}

xb_status xb_drive_run(xb_drive *drive, const xb_drive_data *data)
{
    drive->left_tapes = false;
    if (drive->width > 0)
        return run_by_name(drive, data);
    xb_status status = data->before ? XB_STATUS_OK : begin(drive);
    return status ? status : run_once(drive, data);
}
