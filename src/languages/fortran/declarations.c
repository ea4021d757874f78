/*
 * Declarations in Fortran.
 */
#include "languages/fortran/fortran.h"

#include <string.h>
#include <strings.h>

#include "languages/code/maker.h"
#include "languages/code/tidying.h"

static void put_bounds(xb_fortran *f, const xb_bounds *bounds)
{
    if (bounds->lower == 1)
        xb_lines_put(&f->lines, "%lld", (long long)bounds->upper);
    else
        xb_lines_put(&f->lines, "%lld:%lld", (long long)bounds->lower, (long long)bounds->upper);
}

static void put_dimension(xb_fortran *f, const xb_source_dimension *dimension)
{
    int64_t lower = 0;
    bool from_one = dimension->lower && xb_source_is_integer(dimension->lower, &lower) && lower == 1;
    bool has_lower = dimension->lower && !from_one;
    if (has_lower)
        xb_fortran_expression(f, dimension->lower);
    if (has_lower || dimension->extent == XB_EXTENT_ASSUMED || dimension->extent == XB_EXTENT_DEFERRED)
        xb_lines_put(&f->lines, ":");
    if (dimension->extent == XB_EXTENT_EXPLICIT)
        xb_fortran_expression(f, dimension->upper);
    if (dimension->extent == XB_EXTENT_ASSUMED_SIZE)
        xb_lines_put(&f->lines, "*");
}

void xb_fortran_put_dimensions(xb_fortran *f, const xb_source_variable *variable, int count)
{
    for (int i = count; i-- > 0;) {
        xb_lines_put(&f->lines, "%s", i + 1 == count ? "(" : ", ");
        if (variable->dimensions)
            put_dimension(f, &variable->dimensions[i]);
        else if (variable->bounds)
            put_bounds(f, &variable->bounds[i]);
        else
            xb_lines_put(&f->lines, ":");
    }
    if (count > 0)
        xb_lines_put(&f->lines, ")");
}

static void put_shape(xb_fortran *f, const xb_source_variable *variable)
{
    xb_fortran_put_dimensions(f, variable, variable->rank);
}

static void put_value(xb_fortran *f, const xb_source_variable *variable, const xb_source_value *value)
{
    bool repeats = value->count > 1;
    xb_lines_put(&f->lines, "%s", repeats ? "spread(" : "");
    xb_fortran_converted(f, value->value, variable->type, variable->bytes);
    if (repeats)
        xb_lines_put(&f->lines, ", 1, %llu)", (unsigned long long)value->count);
}

/* An array has a constructor of its elements, in the shape that it has, unless all have one value. */
static void put_values(xb_fortran *f, const xb_source_variable *variable)
{
    bool shapes = variable->rank > 1;
    xb_lines_put(&f->lines, " = ");
    if (variable->initial_count == 1) {
        xb_fortran_converted(f, variable->initial->value, variable->type, variable->bytes);
        return;
    }
    xb_lines_put(&f->lines, "%s[", shapes ? "reshape(" : "");
    for (size_t i = 0; i < variable->initial_count; i++) {
        xb_lines_put(&f->lines, "%s", i > 0 ? ", " : "");
        put_value(f, variable, &variable->initial[i]);
    }
    xb_lines_put(&f->lines, "]");
    for (int i = variable->rank; shapes && i-- > 0;)
        xb_lines_put(&f->lines, "%s%llu%s", i + 1 == variable->rank ? ", [" : ", ",
                     (unsigned long long)xb_bounds_extent(variable->bounds[i]), i == 0 ? "])" : "");
}

bool xb_fortran_is_deferred(const xb_source_variable *variable)
{
    return variable->length && strcmp(variable->length, ":") == 0 && variable->rank == 0 &&
           !variable->pointer;
}

/* What calls of a procedure of the source pass for an argument that it declares so. */
static void open_passed(const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->passes.count; i++) {
        const xb_source_pass *pass = &((const xb_source_pass *)unit->passes.items)[i];
        xb_source_variable *actual =
            pass->actual && pass->actual->kind == XB_SOURCE_VARIABLE ? pass->actual->variable : NULL;
        const xb_source_variable *formal =
            pass->position < unit->formals.count ? unit->formals.items[pass->position] : NULL;
        if (actual && formal && actual->position > 0 && !formal->open_intent &&
            xb_fortran_declared_intent(formal) != XB_INTENT_IN)
            actual->open |= actual->intent == XB_INTENT_IN;
    }
}

/* The interface of a procedure of the source says what that says. */
static void take_intents(const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->formals.count; i++) {
        xb_source_variable *formal = unit->formals.items[i];
        formal->open = formal->open_intent;
        formal->intent = xb_fortran_declared_intent(formal);
    }
}

void xb_fortran_settle_intents(xb_fortran *f)
{
    for (size_t i = 0; i < f->source->units.count; i++) {
        const xb_source_unit *unit = f->source->units.items[i];
        if (!xb_fortran_is_given(f, unit))
            continue;
        open_passed(unit);
        if (unit->is_loose || unit->is_external)
            take_intents(unit);
    }
}

static void put_attributes(xb_fortran *f, const xb_source_variable *variable)
{
    static const char *const intents[] = {"inout", "in", "out"};
    bool is_formal = variable->position > 0 && !variable->is_result;
    if (variable->parameter)
        xb_lines_put(&f->lines, ", parameter");
    if (variable->pointer)
        xb_lines_put(&f->lines, ", pointer");
    if (variable->allocatable || xb_fortran_is_deferred(variable))
        xb_lines_put(&f->lines, ", allocatable");
    if (variable->target)
        xb_lines_put(&f->lines, ", target");
    if (variable->by_value)
        xb_lines_put(&f->lines, ", value");
    if (is_formal && !variable->pointer && !variable->open &&
        !(variable->by_value && variable->intent != XB_INTENT_IN))
        xb_lines_put(&f->lines, ", intent(%s)", intents[variable->intent]);
    if (variable->optional)
        xb_lines_put(&f->lines, ", optional");
    if (variable->saved && !variable->in_common)
        xb_lines_put(&f->lines, ", save");
}

static void put_type(xb_fortran *f, const xb_source_variable *variable)
{
    if (variable->symbol)
        f->at = &variable->symbol->node;
    if (variable->type == XB_TYPE_INTEGER && variable->bytes >= XB_SOURCE_UNSIGNED)
        xb_fortran_refuse(f, NULL, "an integer without sign (unsigned)");
    xb_fortran_put_type(f, variable);
    if (variable->length)
        xb_lines_put(&f->lines, "(len=%s)", variable->length);
}

void xb_fortran_declare(xb_fortran *f, const xb_source_variable *variable)
{
    if (xb_fortran_declare_structure(f, variable))
        return;
    put_type(f, variable);
    put_attributes(f, variable);
    xb_lines_put(&f->lines, " :: %s", variable->name);
    put_shape(f, variable);
    bool is_kept = !variable->home || variable->saved || variable->in_common;
    bool is_zero = is_kept && variable->is_derivative && !variable->pointer && !variable->allocatable;
    bool is_elsewhere = variable->in_common && !f->in_block_data;
    if (variable->initial_count > 0 && !is_elsewhere)
        put_values(f, variable);
    else if (is_zero && !is_elsewhere)
        xb_lines_put(&f->lines, variable->type == XB_TYPE_COMPLEX ? " = (0, 0)" : " = 0");
    xb_fortran_end_line(f);
}

/* Whether a type says all that is to be said of a variable, beside its shape. */
static bool is_plain(const xb_source_variable *variable)
{
    return variable->home && variable->position == 0 && !variable->is_result && !variable->same &&
           !variable->is_early && !variable->parameter && !variable->pointer && !variable->allocatable &&
           !variable->target && !variable->saved && !variable->in_common && !variable->length &&
           variable->initial_count == 0;
}

/* Puts a variable, and those after it of the same type, in one line, which languages limit. */
static void declare_alike(xb_fortran *f, const xb_list *variables, size_t i)
{
    enum { MOST = 100 };
    const xb_source_variable *first = variables->items[i];
    const char *before = " :: ";
    put_type(f, first);
    for (unsigned count = 0; i < variables->count && count < MOST; i++) {
        xb_source_variable *next = variables->items[i];
        if (next->note || xb_fortran_member_of(next) || !is_plain(next) ||
            !xb_fortran_have_same_type(f, next, first))
            continue;
        xb_lines_put(&f->lines, "%s%s", before, next->name);
        put_shape(f, next);
        next->note = f;
        before = ", ";
        count++;
    }
    xb_fortran_end_line(f);
}

void xb_fortran_declare_all(xb_fortran *f, const xb_list *variables)
{
    for (size_t i = 0; i < variables->count; i++)
        ((xb_source_variable *)variables->items[i])->note = NULL;
    for (size_t i = 0; i < variables->count; i++) {
        const xb_source_variable *variable = variables->items[i];
        if (variable->same || variable->note || xb_fortran_is_kind(f, variable))
            continue;
        if (!xb_fortran_member_of(variable) && is_plain(variable))
            declare_alike(f, variables, i);
        else
            xb_fortran_declare(f, variable);
    }
}

void xb_fortran_commons(xb_fortran *f, const xb_list *commons)
{
    for (size_t i = 0; i < commons->count; i++) {
        const xb_source_common *common = commons->items[i];
        const bool is_blank = strcmp(common->name, XB_SOURCE_BLANK) == 0;
        xb_lines_put(&f->lines, "common /%s/ ", is_blank ? "" : common->name);
        for (size_t k = 0; k < common->members.count; k++)
            xb_lines_put(&f->lines, "%s%s", k > 0 ? ", " : "",
                         ((const xb_source_variable *)common->members.items[k])->name);
        xb_fortran_end_line(f);
    }
}

void xb_fortran_shares(xb_fortran *f, const xb_vector *shares)
{
    for (size_t i = 0; i < shares->count; i++) {
        const xb_source_share *share = &((const xb_source_share *)shares->items)[i];
        xb_lines_put(&f->lines, "equivalence (%s", share->whole->name);
        for (int d = 0; d < share->whole->rank; d++)
            xb_lines_put(&f->lines, "%s%lld%s", d > 0 ? ", " : "(", (long long)share->subscripts[d],
                         d + 1 == share->whole->rank ? ")" : "");
        xb_lines_put(&f->lines, ", %s)", share->part->name);
        xb_fortran_end_line(f);
    }
}

/* ---- arguments that nothing refers to -------------------------------------------------------------------
 */

/* What a unit refers to. */
typedef struct referring {
    xb_fortran *f;
    xb_map met; /* variables and structures, by address */
} referring;

static const void *owner_of(const xb_source_variable *variable)
{
    const xb_fortran_member *member = xb_fortran_member_of(variable);
    return member ? (const void *)member->structure : variable;
}

static void note(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    referring *n = context;
    (void)reads, (void)writes;
    xb_map_put(n->f->arena, &n->met, (uintptr_t)owner_of(reference->variable), 0, n);
}

static void look_at(referring *n, const xb_source_unit *unit)
{
    const xb_source_statement *statements = unit->statements.items;
    xb_arena *arena = n->f->arena;
    for (size_t i = 0; i < unit->statements.count; i++)
        xb_source_accesses(arena, &statements[i], note, n);
    for (size_t i = 0; i < unit->declared.count; i++) {
        const xb_source_variable *v = unit->declared.items[i];
        for (int d = 0; v->dimensions && d < v->rank; d++) {
            xb_source_access_parts(arena, v->dimensions[d].lower, note, n);
            xb_source_access_parts(arena, v->dimensions[d].upper, note, n);
        }
    }
    for (size_t i = 0; i < unit->inner.count; i++)
        look_at(n, unit->inner.items[i]);
}

static bool has_name(const xb_list *variables, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < variables->count && !found; i++)
        found = strcasecmp(((const xb_source_variable *)variables->items[i])->name, name) == 0;
    return found;
}

static bool is_taken(const xb_fortran *f, const xb_source_unit *unit, const char *name)
{
    bool found = has_name(&unit->declared, name) || has_name(&f->source->globals, name);
    for (size_t i = 0; i < unit->calls.count && !found; i++)
        found = strcasecmp(((const xb_source_unit *)unit->calls.items[i])->name, name) == 0;
    return found;
}

/* @param number of the first name that is tried; that of the next one is put there */
static const char *free_name(const xb_fortran *f, const xb_source_unit *unit, unsigned *number)
{
    const char *name;
    do {
        name = *number == 1 ? "unused" : xb_arena_format(f->arena, "unused_%u", *number);
        ++*number;
    } while (is_taken(f, unit, name));
    return name;
}

static bool is_unused(const referring *n, const xb_source_variable *formal)
{
    return !formal->is_result && !xb_fortran_is_listed(formal) &&
           !xb_map_get(&n->met, (uintptr_t)owner_of(formal), 0);
}

/* No namelist may name arrays of assumed size: a variable whose kind they say stands for each. */
static xb_list stand_in(xb_fortran *f, const xb_source_unit *unit, const referring *n, unsigned *number)
{
    xb_list names = {.count = 0};
    for (size_t i = 0; i < unit->formals.count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        if (!formal->assumed_size || xb_fortran_member_of(formal) || !is_unused(n, formal))
            continue;
        const char *name = free_name(f, unit, number);
        xb_lines_say(&f->lines, "integer(kind(%s)) :: %s", formal->name, name);
        xb_list_append(f->arena, &names, (void *)name);
    }
    return names;
}

/* Users pass them, since versions of what they differentiate have its arguments. Compilers warn of such an
 * argument, but of none that a namelist names, which nothing reads or writes. */
void xb_fortran_put_unused(xb_fortran *f, const xb_source_unit *unit)
{
    referring n = {.f = f};
    unsigned number = 1;
    if (!f->weaves && !xb_source_is_derived(f->source, unit))
        return;
    look_at(&n, unit);
    const char *list = free_name(f, unit, &number);
    xb_list names = stand_in(f, unit, &n, &number);
    for (size_t i = 0; i < unit->formals.count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        const xb_fortran_member *member = xb_fortran_member_of(formal);
        if (!formal->assumed_size && is_unused(&n, formal))
            xb_list_append(f->arena, &names, (void *)(member ? member->structure->name : formal->name));
    }
    for (size_t i = 0; i < names.count; i++) {
        if (i == 0)
            xb_lines_put(&f->lines, "namelist /%s/ ", list);
        xb_lines_put(&f->lines, "%s%s", i > 0 ? ", " : "", (const char *)names.items[i]);
    }
    if (names.count > 0)
        xb_fortran_end_line(f);
}
