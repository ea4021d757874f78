/*
 * A driver for a program: declarations, the point, and a procedure for each routine that is called, around
 * what every driver has (check_text.c).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "languages/fortran/fortran.h"
#include "verify/draw.h"
#include "verify/native/check_internal.h"

/* Arrays of more elements have values by a formula, unless a case gives them. */
enum { LISTED = 60 };

/* Not many more numbers are moved. */
enum { MOVED = 200 };

/* ---- numbers --------------------------------------------------------------------------------------------
 */

/* A number as a literal, with all its digits and not more. */
static const char *real_of(const check_plan *plan, double value, unsigned bytes)
{
    char text[64];
    xb_constant_shortest(value, false, text, sizeof text);
    return xb_arena_format(plan->arena, strpbrk(text, ".e") ? "%s_%u" : "%s.0_%u", text, bytes);
}

static const char *literal(const check_plan *plan, const check_slot *slot, const xb_number *number)
{
    const unsigned bytes = slot->variable->bytes;
    switch (slot->storage->type) {
    case XB_TYPE_BOOL: return number->integer ? ".true." : ".false.";
    case XB_TYPE_INTEGER:
        return xb_arena_format(plan->arena, bytes && bytes != 4 ? "%lld_%u" : "%lld",
                               (long long)number->integer, bytes);
    case XB_TYPE_COMPLEX:
        return xb_arena_format(plan->arena, "(%s, %s)", real_of(plan, number->real, bytes),
                               real_of(plan, number->imaginary, bytes));
    default: return real_of(plan, number->real, bytes);
    }
}

static double drawn(const check_plan *plan, size_t i, uint64_t *seed)
{
    static const xb_case_range usual = {0.2, 1.9};
    const double digits = 1e4; /* four of them are enough */
    const xb_case *description = plan->subject->description;
    const xb_case_range *range = description->range_count == 0   ? &usual
                                 : description->range_count == 1 ? description->ranges
                                                                 : &description->ranges[i];
    const double number = draw(seed, range->least, range->most), rounded = round(number * digits) / digits;
    return rounded > range->least && rounded < range->most ? rounded : number;
}

/* ---- declarations ---------------------------------------------------------------------------------------
 */

static void say_text(xb_fortran *f, const char *text)
{
    xb_fortran_text(f, xb_arena_format(f->arena, "%s\n", text));
}

bool check_calls_library(const xb_source *source)
{
    bool calls = false;
    for (size_t i = 0; i < source->externals.count; i++)
        calls = calls || !((const xb_source_unit *)source->externals.items[i])->is_argument;
    return calls;
}

static void put_head(const check_plan *plan, xb_fortran *f, const char *name)
{
    xb_arena *arena = plan->arena;
    const xb_check_subject *subject = plan->subject;
    const char *slash = strrchr(subject->result, '/'), *result = slash ? slash + 1 : subject->result;
    const char *second = strrchr(subject->driver, '/'), *driver = second ? second + 1 : subject->driver;
    const bool needs = plan->source->has_tape && !plan->source->options.embeds_run_time;
    const bool library = check_calls_library(plan->source);
    say_text(f, xb_arena_format(arena, "! Compares the derivatives in %s with central differences of %s.",
                                result, plan->original.there));
    if (xb_source_origin(plan->source))
        say_text(f, xb_arena_format(arena, "! %s", xb_source_origin(plan->source)));
    say_text(f, "! To compile and run it:");
    say_text(f,
             xb_arena_format(arena, "!   gfortran %s%s%s %s%s -o check && ./check",
                             needs ? "xaif_tape.f90 " : "", library ? "xaif_blas.f90 xaif_lapack.f90 " : "",
                             result, driver, library ? " -llapack -lblas" : ""));
    say_text(f, "! It ends with status 0 if derivatives are right, 1 if they are wrong, 2 if differences do "
                "not tell.");
    if (plan->made_up)
        say_text(
            f, xb_arena_format(arena, "! Sizes that nobody has said, which --case says: %s.", plan->made_up));
    xb_lines_say(&f->lines, "program %s", name);
    f->lines.depth++;
}

static void put_use(xb_fortran *f, const char *module, const char *name, const char *there)
{
    if (strcmp(name, there) == 0)
        xb_lines_say(&f->lines, "use %s, only: %s", module, name);
    else
        xb_lines_say(&f->lines, "use %s, only: %s => %s", module, name, there);
}

static bool has_context(const check_plan *plan)
{
    return plan->source->has_tape && plan->source->options.has_tape_argument;
}

static void put_uses(const check_plan *plan, xb_fortran *f)
{
    const check_routine *routines[] = {&plan->original, &plan->tangent, &plan->adjoint};
    const check_slot *slots = plan->slots.items;
    const check_global *globals = plan->globals.items;
    if (plan->source->has_tape)
        xb_lines_say(&f->lines, "use xaif_tape, only: tape_is_empty, %s",
                     has_context(plan) ? "tape_context" : "run_tape => tape, run_checkpoints => checkpoints");
    for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
        if (routines[i]->unit && routines[i]->unit->module)
            put_use(f, routines[i]->unit->module, routines[i]->name, routines[i]->there);
    for (size_t i = 0; i < plan->slots.count; i++)
        if (slots[i].is_global)
            put_use(f, slots[i].variable->module, slots[i].name, slots[i].there);
    for (size_t i = 0; i < plan->globals.count; i++)
        if (!globals[i].is_used_before)
            put_use(f, globals[i].variable->module, globals[i].used, globals[i].there);
    check_use_types(plan, f);
    xb_lines_say(&f->lines, "implicit none");
}

static void put_interfaces(const check_plan *plan, xb_fortran *f)
{
    const check_routine *routines[] = {&plan->original, &plan->tangent, &plan->adjoint};
    xb_list loose = {0};
    for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
        if (routines[i]->unit && !routines[i]->unit->module)
            xb_list_append(plan->arena, &loose, (void *)routines[i]->unit);
    xb_fortran_put_interfaces(f, &loose);
}

static bool is_dynamic(const check_slot *slot)
{
    return slot->variable->allocatable && slot->storage->rank > 0;
}

const char *check_shape(const check_plan *plan, const check_slot *slot, int first, int count)
{
    const char *text = "";
    for (int d = first; d < first + count; d++) {
        const xb_bounds bounds = slot->storage->bounds[d];
        const char *lower =
            bounds.lower == 1 ? "" : xb_arena_format(plan->arena, "%lld:", (long long)bounds.lower);
        text = xb_arena_format(plan->arena, "%s%s%s%lld", text, d > first ? ", " : "(", lower,
                               (long long)bounds.upper);
    }
    return count > 0 ? xb_arena_format(plan->arena, "%s)", text) : "";
}

static const char *shape_of(const check_plan *plan, const check_slot *slot, bool deferred)
{
    static const char *const colons = "(:, :, :, :, :, :, :, :, :, :, :, :, :, :, :";
    const int rank = slot->storage->rank;
    return !deferred   ? check_shape(plan, slot, 0, rank)
           : rank == 0 ? ""
                       : xb_arena_format(plan->arena, "%.*s)", 3 * rank - 1, colons);
}

/* The length of a text, as it is declared; one of any length has room for a word. */
static const char *length_of(const xb_source_variable *variable)
{
    return xb_fortran_is_deferred(variable)                         ? ":"
           : variable->length && strcmp(variable->length, "*") != 0 ? variable->length
                                                                    : "16";
}

static void declare(const check_plan *plan, xb_fortran *f, const check_slot *slot)
{
    const char *names[] = {slot->name, slot->tangent, slot->adjoint};
    const char *shape = shape_of(plan, slot, is_dynamic(slot)), *all = "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i])
            all = xb_arena_format(plan->arena, "%s%s%s%s", all, *all ? ", " : "", names[i], shape);
    if (slot->storage->type == XB_TYPE_STRING)
        xb_lines_put(&f->lines, "character(%s)", length_of(slot->variable));
    else
        xb_fortran_type(f->lines.line, slot->storage->type, slot->variable->bytes);
    xb_lines_say(&f->lines, "%s :: %s",
                 slot->variable->allocatable || xb_fortran_is_deferred(slot->variable) ? ", allocatable"
                 : slot->variable->target                                              ? ", target"
                                                                                       : "",
                 all);
}

static void put_declarations(const check_plan *plan, xb_fortran *f)
{
    const check_slot *slots = plan->slots.items;
    xb_lines_skip(&f->lines);
    say_text(f, "! How many independent numbers there are, and how many dependent ones.");
    xb_lines_say(&f->lines, "integer, parameter :: inputs = %zu, outputs = %zu", plan->layout.n,
                 plan->layout.m);
    if (plan->layout.n > MOVED)
        say_text(f, "! Not all of them are moved, but as many as take a bearable time.");
    xb_lines_say(&f->lines, "integer, parameter :: step = %zu",
                 1 + (plan->layout.n > 0 ? plan->layout.n - 1 : 0) / MOVED);
    say_text(f, "! What is passed, with its derivatives.");
    for (size_t i = 0; i < plan->slots.count; i++)
        if (!slots[i].is_global)
            declare(plan, f, &slots[i]);
    check_declare_structures(plan, f);
    if (has_context(plan))
        xb_lines_say(&f->lines, "type(tape_context) :: context");
}

/* ---- values ---------------------------------------------------------------------------------------------
 */

/* Numbers in several statements, since none may be too long. */
static void put_list(const check_plan *plan, xb_fortran *f, const char *name, const double *numbers,
                     size_t count)
{
    enum { AT_ONCE = 100 };
    for (size_t first = 0; first < count; first += AT_ONCE) {
        const size_t end = first + AT_ONCE < count ? first + AT_ONCE : count;
        xb_lines_put(&f->lines, "%s(%zu:%zu) = [", name, first + 1, end);
        for (size_t i = first; i < end; i++)
            xb_lines_put(&f->lines, "%s%s", i > first ? ", " : "", real_of(plan, numbers[i], 8));
        xb_lines_put(&f->lines, "]");
        xb_fortran_end_line(f);
    }
}

static void put_point(const check_plan *plan, xb_fortran *f)
{
    const xb_case *description = plan->subject->description;
    const size_t n = plan->layout.n, m = plan->layout.m;
    uint64_t seed = description->seed;
    double *numbers = xb_arena_array(plan->arena, n + m + 1, sizeof *numbers);
    for (size_t i = 0; i < n; i++)
        numbers[i] = description->x0 ? description->x0[i] : drawn(plan, i, &seed);
    xb_lines_skip(&f->lines);
    say_text(f, "! The point, which may be changed, and what adjoints of dependent numbers are.");
    if (n > LISTED && !description->x0 && description->range_count == 0)
        xb_lines_say(&f->lines, "point = [(1 + 0.8_8*sin(1.7_8*i), i = 1, inputs)]");
    else
        put_list(plan, f, "point", numbers, n);
    for (size_t j = 0; j < m; j++)
        numbers[j] = round(draw(&seed, 0.5, 1.5) * 1e4) / 1e4;
    if (!plan->adjoint.unit)
        return;
    if (m > LISTED)
        xb_lines_say(&f->lines, "weights = [(1 + 0.4_8*sin(2.3_8*i), i = 1, outputs)]");
    else
        put_list(plan, f, "weights", numbers, m);
}

static bool are_same(const xb_number *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (values[i].real != values[0].real || values[i].imaginary != values[0].imaginary ||
            values[i].integer != values[0].integer)
            return false;
    return true;
}

/* "reshape(", and what ends it, where an array has several dimensions. */
static const char *reshape_of(const check_slot *slot)
{
    return slot->storage->rank > 1 ? "reshape(" : "";
}

static const char *shape_end(const check_plan *plan, const check_slot *slot)
{
    const char *text = "";
    for (int d = 0; slot->storage->rank > 1 && d < slot->storage->rank; d++)
        text = xb_arena_format(plan->arena, "%s%s%lld", text, d > 0 ? ", " : ", [",
                               (long long)xb_bounds_extent(slot->storage->bounds[d]));
    return *text ? xb_arena_format(plan->arena, "%s])", text) : "";
}

/* What is passed and is not x. */
static void put_values(const check_plan *plan, xb_fortran *f, const check_slot *slot)
{
    const xb_layout_storage *storage = slot->storage;
    const bool is_real = storage->type == XB_TYPE_REAL;
    if (storage->type == XB_TYPE_STRING) {
        xb_lines_say(&f->lines, "%s = ' '", slot->name);
    } else if (!storage->values) {
        xb_lines_say(&f->lines, "%s = %s", slot->name,
                     storage->type == XB_TYPE_BOOL ? ".false."
                     : storage->type == XB_TYPE_INTEGER
                         ? "0"
                         : real_of(plan,
                                   plan->subject->description->has_y0 ? plan->subject->description->y0 : 0,
                                   slot->variable->bytes));
    } else if (storage->rank == 0 || are_same(storage->values, storage->count)) {
        if (storage->count > 0)
            xb_lines_say(&f->lines, "%s = %s", slot->name, literal(plan, slot, &storage->values[0]));
    } else if (storage->count > LISTED && is_real && !plan->subject->description->has_arguments) {
        xb_lines_say(&f->lines, "%s = %s[(%s + 0.2_%u*sin(1.7_%u*i), i = 1, %zu)]%s", slot->name,
                     reshape_of(slot), real_of(plan, 0.75, slot->variable->bytes), slot->variable->bytes,
                     slot->variable->bytes, storage->count, shape_end(plan, slot));
    } else {
        xb_lines_put(&f->lines, "%s = %s[", slot->name, reshape_of(slot));
        for (size_t i = 0; i < storage->count; i++)
            xb_lines_put(&f->lines, "%s%s", i > 0 ? ", " : "", literal(plan, slot, &storage->values[i]));
        xb_lines_put(&f->lines, "]%s", shape_end(plan, slot));
        xb_fortran_end_line(f);
    }
}

/* What numbers of an array are: "at(3)", "at(1:6)", or every second of complex ones. */
static const char *part_of(const check_plan *plan, const char *array, const check_slot *slot, size_t first,
                           size_t count, unsigned part)
{
    const bool is_complex = slot->storage->type == XB_TYPE_COMPLEX;
    if (slot->storage->rank == 0)
        return xb_arena_format(plan->arena, "%s(%zu)", array, first + part);
    return xb_arena_format(plan->arena, is_complex ? "%s(%zu:%zu:2)" : "%s(%zu:%zu)", array, first + part,
                           first + count - 1);
}

/* A variable gets numbers of an array. */
static void put_in(const check_plan *plan, xb_fortran *f, const check_slot *slot, const char *name,
                   const char *array, size_t first, size_t count)
{
    const unsigned bytes = slot->variable->bytes;
    const char *value = part_of(plan, array, slot, first, count, 0);
    if (slot->storage->type == XB_TYPE_COMPLEX)
        value = xb_arena_format(plan->arena, "cmplx(%s, %s, %u)", value,
                                part_of(plan, array, slot, first, count, 1), bytes);
    else if (bytes != 8)
        value = xb_arena_format(plan->arena, "real(%s, %u)", value, bytes);
    xb_lines_say(&f->lines, "%s = %s%s%s", name, reshape_of(slot), value, shape_end(plan, slot));
}

/* The reverse. */
static void take_out(const check_plan *plan, xb_fortran *f, const check_slot *slot, const char *name,
                     const char *array, size_t first, size_t count)
{
    const bool is_complex = slot->storage->type == XB_TYPE_COMPLEX;
    const bool reshapes = slot->storage->rank > 1;
    for (unsigned part = 0; part < (is_complex ? 2u : 1u); part++) {
        const char *value = !is_complex && slot->variable->bytes == 8
                                ? name
                                : xb_arena_format(plan->arena, "real(%s%s%s, 8)", part ? "aimag(" : "", name,
                                                  part ? ")" : "");
        xb_lines_say(&f->lines, reshapes ? "%s = reshape(%s, [%zu])" : "%s = %s",
                     part_of(plan, array, slot, first, count, part), value, slot->storage->count);
    }
}

/* ---- procedures -----------------------------------------------------------------------------------------
 */

/* What loops over structures count with. */
static void declare_element(const check_plan *plan, xb_fortran *f)
{
    if (plan->structures.count > 0)
        xb_lines_say(&f->lines, "integer :: element");
}

static void put_set_arguments(const check_plan *plan, xb_fortran *f)
{
    const check_slot *slots = plan->slots.items;
    xb_lines_skip(&f->lines);
    say_text(f, "! What is passed, as it is before each call.");
    xb_lines_say(&f->lines, "subroutine set_arguments(at)");
    f->lines.depth++;
    xb_lines_say(&f->lines, "real(8), intent(in) :: at(inputs)");
    declare_element(plan, f);
    for (size_t i = 0; i < plan->slots.count; i++) {
        const check_slot *slot = &slots[i];
        const char *const all[] = {slot->name, slot->tangent, slot->adjoint};
        for (size_t k = 0; !slot->is_global && is_dynamic(slot) && k < 3; k++)
            if (all[k]) {
                xb_lines_say(&f->lines, "if (allocated(%s)) deallocate(%s)", all[k], all[k]);
                xb_lines_say(&f->lines, "allocate(%s%s)", all[k], shape_of(plan, slot, false));
            }
        if (slot->x_count > 0)
            put_in(plan, f, slot, slot->name, "at", slot->x, slot->x_count);
        else if (!slot->is_global)
            put_values(plan, f, slot);
    }
    check_move_structures(plan, f, CHECK_ORIGINAL, true);
    f->lines.depth--;
    xb_lines_say(&f->lines, "end subroutine set_arguments");
}

static void put_results(const check_plan *plan, xb_fortran *f, const char *array)
{
    const check_slot *slots = plan->slots.items;
    for (size_t i = 0; i < plan->slots.count; i++)
        if (slots[i].y_count > 0)
            take_out(plan, f, &slots[i], slots[i].name, array, slots[i].y, slots[i].y_count);
}

/* After one that is absent, arguments have their names. */
static const char *actuals_of(const check_plan *plan, const check_routine *routine, bool is_given,
                              bool of_adjoint)
{
    const xb_source_unit *unit = routine->unit;
    const char *text = unit->has_tape && has_context(plan) ? "context" : "";
    bool by_name = false;
    for (size_t i = 0; i < unit->formals.count - unit->is_function; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        const check_structure *structure = check_structure_of(plan, formal, of_adjoint);
        bool is_derivative;
        const check_slot *slot = check_slot_of(plan, formal, &is_derivative);
        if (xb_fortran_is_listed(formal))
            continue;
        const char *name = structure        ? slot ? structure->name : NULL
                           : !slot          ? NULL
                           : !is_derivative ? slot->name
                           : of_adjoint     ? slot->adjoint
                                            : slot->tangent;
        by_name = by_name || !name;
        if (!name)
            continue;
        const char *keyword = structure                  ? structure->structure->name
                              : is_given && unit->module ? check_spelling(formal->symbol, formal->name)
                                                         : formal->name;
        text = xb_arena_format(plan->arena, "%s%s%s%s%s", text, *text ? ", " : "", by_name ? keyword : "",
                               by_name ? "=" : "", name);
    }
    return text;
}

static void put_call(const check_plan *plan, xb_fortran *f, const check_routine *routine, bool of_adjoint)
{
    const xb_source_unit *unit = routine->unit;
    const char *actuals = actuals_of(plan, routine, routine == &plan->original, of_adjoint);
    bool is_derivative;
    const check_slot *result =
        unit->is_function ? check_slot_of(plan, unit->formals.items[unit->formals.count - 1], &is_derivative)
                          : NULL;
    if (result)
        xb_lines_say(&f->lines, "%s = %s(%s)", result->name, routine->name, actuals);
    else
        xb_lines_say(&f->lines, "call %s(%s)", routine->name, actuals);
    check_move_structures(plan, f, CHECK_ORIGINAL, false);
}

static void put_original(const check_plan *plan, xb_fortran *f)
{
    xb_lines_skip(&f->lines);
    say_text(f, xb_arena_format(plan->arena, "! What %s computes.", plan->original.there));
    xb_lines_say(&f->lines, "function values_of_original(at) result(values)");
    f->lines.depth++;
    xb_lines_say(&f->lines, "real(8), intent(in) :: at(inputs)");
    xb_lines_say(&f->lines, "real(8) :: values(outputs)");
    declare_element(plan, f);
    xb_lines_say(&f->lines, "call set_arguments(at)");
    put_call(plan, f, &plan->original, false);
    put_results(plan, f, "values");
    f->lines.depth--;
    xb_lines_say(&f->lines, "end function values_of_original");
}

/* Derivatives before a call: those of arguments, and of variables of modules. */
static void put_seeds(const check_plan *plan, xb_fortran *f, bool of_adjoint)
{
    const check_slot *slots = plan->slots.items;
    const check_global *globals = plan->globals.items;
    for (size_t i = 0; i < plan->globals.count; i++)
        xb_lines_say(&f->lines, globals[i].is_dynamic ? "if (allocated(%s)) %s = 0" : "%s%s = 0",
                     globals[i].is_dynamic ? globals[i].memory : "", globals[i].name);
    for (size_t i = 0; i < plan->slots.count; i++) {
        const check_slot *slot = &slots[i];
        const char *name = of_adjoint ? slot->adjoint : slot->tangent;
        const size_t first = of_adjoint ? slot->y : slot->x,
                     count = of_adjoint ? slot->y_count : slot->x_count;
        if (name && count > 0)
            put_in(plan, f, slot, name, of_adjoint ? "weights" : "dx", first, count);
        else if (name && !slot->is_global)
            xb_lines_say(&f->lines, "%s = 0", name);
    }
    check_move_structures(plan, f, of_adjoint ? CHECK_ADJOINT : CHECK_TANGENT, true);
}

static void put_derivatives(const check_plan *plan, xb_fortran *f, bool of_adjoint)
{
    const check_slot *slots = plan->slots.items;
    const char *array = of_adjoint ? "gradient" : "tangents";
    check_move_structures(plan, f, of_adjoint ? CHECK_ADJOINT : CHECK_TANGENT, false);
    xb_lines_say(&f->lines, "%s = 0", array);
    for (size_t i = 0; i < plan->slots.count; i++) {
        const check_slot *slot = &slots[i];
        const char *name = of_adjoint ? slot->adjoint : slot->tangent;
        const size_t first = of_adjoint ? slot->x : slot->y,
                     count = of_adjoint ? slot->x_count : slot->y_count;
        if (name && count > 0)
            take_out(plan, f, slot, name, array, first, count);
    }
}

static void put_tangent(const check_plan *plan, xb_fortran *f)
{
    if (!plan->tangent.unit)
        return;
    xb_lines_skip(&f->lines);
    say_text(f, xb_arena_format(plan->arena, "! What %s computes: values, and their derivatives along dx.",
                                plan->tangent.there));
    xb_lines_say(&f->lines, "subroutine tangents_along(at, dx, values, tangents)");
    f->lines.depth++;
    xb_lines_say(&f->lines, "real(8), intent(in) :: at(inputs), dx(inputs)");
    xb_lines_say(&f->lines, "real(8), intent(out) :: values(outputs), tangents(outputs)");
    declare_element(plan, f);
    xb_lines_say(&f->lines, "call set_arguments(at)");
    put_seeds(plan, f, false);
    put_call(plan, f, &plan->tangent, false);
    put_results(plan, f, "values");
    put_derivatives(plan, f, false);
    f->lines.depth--;
    xb_lines_say(&f->lines, "end subroutine tangents_along");
}

static void put_adjoint(const check_plan *plan, xb_fortran *f)
{
    if (!plan->adjoint.unit)
        return;
    xb_lines_skip(&f->lines);
    say_text(f, xb_arena_format(plan->arena,
                                "! What %s computes: values, and the gradient of their weighted sum.",
                                plan->adjoint.there));
    xb_lines_say(&f->lines, "subroutine adjoints_of(at, weights, values, gradient)");
    f->lines.depth++;
    xb_lines_say(&f->lines, "real(8), intent(in) :: at(inputs), weights(outputs)");
    xb_lines_say(&f->lines, "real(8), intent(out) :: values(outputs), gradient(inputs)");
    declare_element(plan, f);
    xb_lines_say(&f->lines, "call set_arguments(at)");
    put_seeds(plan, f, true);
    put_call(plan, f, &plan->adjoint, true);
    put_results(plan, f, "values");
    put_derivatives(plan, f, true);
    f->lines.depth--;
    xb_lines_say(&f->lines, "end subroutine adjoints_of");
}

/* ---- the program ----------------------------------------------------------------------------------------
 */

static void put_all(xb_fortran *f, const char *const *lines)
{
    for (; *lines; lines++)
        if (**lines)
            say_text(f, *lines);
        else
            xb_lines_skip(&f->lines);
}

static void put_rows(const check_plan *plan, xb_fortran *f)
{
    static const char *const names[] = {"values", "tangents against differences",
                                        "adjoints against differences"};
    const double of_derivatives = plan->is_single ? 1e-3 : plan->subject->description->difference_tolerance;
    const double tolerances[] = {plan->is_single ? 1e-5 : 1e-12, of_derivatives, of_derivatives};
    const bool has[] = {true, plan->tangent.unit, plan->adjoint.unit};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!has[i])
            continue;
        xb_lines_say(&f->lines, "rows(%zu)%%name = '%s'", i + 1, names[i]);
        xb_lines_say(&f->lines, "rows(%zu)%%tolerance = %s", i + 1, real_of(plan, tolerances[i], 8));
    }
    if (plan->source->has_tape)
        xb_lines_say(&f->lines, "rows(4)%%name = 'tapes are empty'");
}

static void put_main(const check_plan *plan, xb_fortran *f)
{
    put_all(f, check_text.row_type);
    put_all(f, check_text.variables);
    xb_lines_say(&f->lines, "type(check_row) :: rows(%d)", plan->source->has_tape ? 4 : 3);
    xb_lines_say(&f->lines, "integer :: j");
    if (plan->tangent.unit)
        xb_lines_say(&f->lines, "real(8) :: dx(inputs), tangents(outputs)");
    if (plan->adjoint.unit)
        xb_lines_say(&f->lines, "real(8) :: weights(outputs), gradient(inputs)");
    put_point(plan, f);
    xb_lines_skip(&f->lines);
    put_rows(plan, f);
    put_all(f, check_text.beginning);
    if (plan->tangent.unit)
        put_all(f, check_text.of_tangent);
    if (plan->adjoint.unit)
        put_all(f, check_text.of_adjoint);
    if (plan->source->has_tape) {
        xb_lines_say(&f->lines, "rows(4)%%compared = 1");
        xb_lines_say(&f->lines, "if (.not. (%s)) rows(4)%%wrong = 1",
                     has_context(plan) ? "tape_is_empty(context)"
                                       : "tape_is_empty(run_tape) .and. tape_is_empty(run_checkpoints)");
    }
    put_all(f, check_text.ending);
}

/* The name of the file, as far as it is one of the language. */
static const char *program_name(check_plan *plan)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *driver = plan->subject->driver, *slash = strrchr(driver, '/');
    const char *name = slash ? slash + 1 : driver;
    const size_t length = strspn(name, letters);
    bool is_name =
        length > 0 && length < 50 && strcmp(name + length, ".f90") == 0 && !strchr("0123456789_", name[0]);
    return is_name ? xb_arena_copy_text(plan->arena, name, length) : "check_derivatives";
}

void check_put(check_plan *plan, xb_check_driver *driver)
{
    xb_text *text = xb_text_create(plan->arena);
    xb_fortran f = xb_fortran_begin(plan->source, plan->arena, plan->subject->lines, xb_text_output(text));
    const char *name = program_name(plan);
    put_head(plan, &f, name);
    put_uses(plan, &f);
    put_interfaces(plan, &f);
    put_declarations(plan, &f);
    put_main(plan, &f);
    f.lines.depth--;
    xb_lines_skip(&f.lines);
    xb_lines_say(&f.lines, "contains");
    f.lines.depth++;
    put_set_arguments(plan, &f);
    put_original(plan, &f);
    put_tangent(plan, &f);
    put_adjoint(plan, &f);
    put_all(&f, check_text.tools);
    f.lines.depth--;
    xb_lines_say(&f.lines, "end program %s", name);
    driver->text = xb_text_join(text, &driver->length);
    if (f.status)
        plan->status = f.status;
}
