/*
 * What a driver calls and passes: the original and what was derived of it, found by their tags; and for each
 * storage of the layout a variable of the driver, and one for its derivatives. Names are those of the source
 * unless the driver has others of that name.
 */
#include "verify/native/check.h"

#include <string.h>
#include <strings.h>

#include "ir/tags.h"
#include "verify/native/check_internal.h"
#include "verify/layout_internal.h"
#include "verify/native/internal.h"

static const char without[] = "judge without it: --verify=native";

void check_refuse(check_plan *plan, const xb_symbol *symbol, const char *hint, const char *what)
{
    if (plan->status)
        return;
    const xb_place place = symbol ? xb_program_place(plan->subject->program, &symbol->node, NULL)
                                  : (xb_place){.file = plan->subject->program->file};
    plan->status = xb_error(plan->diagnostics, XB_STATUS_UNSUPPORTED, place, hint, "--check: %s", what);
}

/* ---- names ----------------------------------------------------------------------------------------------
 */

const char *check_spelling(const xb_symbol *symbol, const char *otherwise)
{
    const xb_declaration *facts = symbol ? symbol->declaration : NULL;
    return facts && facts->spelling ? facts->spelling->text : otherwise;
}

static bool is_taken(const check_plan *plan, const char *name)
{
    for (size_t i = 0; check_own_names[i]; i++)
        if (strcasecmp(check_own_names[i], name) == 0)
            return true;
    for (size_t i = 0; i < plan->taken.count; i++)
        if (strcasecmp(plan->taken.items[i], name) == 0)
            return true;
    return false;
}

static void take(check_plan *plan, const char *name)
{
    xb_list_append(plan->arena, &plan->taken, (void *)name);
}

/* A name for the driver: this one, or one that begins so. */
const char *check_fresh(check_plan *plan, const char *name)
{
    const char *found = name;
    for (unsigned i = 1; is_taken(plan, found); i++)
        found = xb_arena_format(plan->arena, "%s_%u", name, i);
    take(plan, found);
    return found;
}

/* ---- routines -------------------------------------------------------------------------------------------
 */

static bool has_tag(const check_plan *plan, const xb_source_unit *unit, const char *name, const char *value)
{
    xb_tag tag;
    return xb_tags_find(plan->source->program, &unit->routine->node, name, &tag) &&
           (!value || (tag.value && tag.value_length == strlen(value) &&
                       memcmp(tag.value, value, tag.value_length) == 0));
}

/* @param motion of an adjoint; NULL: the tangent */
static const xb_source_unit *find_derived(const check_plan *plan, const char *motion)
{
    const char *entry = plan->layout.entry->symbol->id->text;
    for (size_t i = 0; i < plan->source->units.count; i++) {
        const xb_source_unit *unit = plan->source->units.items[i];
        if (unit->whole || unit->host || unit->is_external || !has_tag(plan, unit, XB_TAG_ROUTINE, entry) ||
            has_tag(plan, unit, XB_TAG_PASSIVE, NULL) || has_tag(plan, unit, XB_TAG_JACOBIAN, NULL))
            continue;
        if (motion ? has_tag(plan, unit, XB_TAG_MOTION, motion) : !has_tag(plan, unit, XB_TAG_MOTION, NULL))
            return unit;
    }
    return NULL;
}

static const xb_source_unit *find_original(const check_plan *plan)
{
    const char *entry = plan->layout.entry->symbol->id->text;
    for (size_t i = 0; i < plan->source->units.count; i++) {
        const xb_source_unit *unit = plan->source->units.items[i];
        if (!unit->whole && !unit->host && !has_tag(plan, unit, XB_TAG_ROUTINE, NULL) &&
            strcmp(unit->routine->symbol->id->text, entry) == 0)
            return unit;
    }
    return NULL;
}

/* What a derivative is the derivative of; NULL: it is none. */
static const char *base_of(const check_plan *plan, const xb_source_variable *variable)
{
    xb_tag tag;
    if (!variable->symbol || !variable->is_derivative ||
        !xb_tags_find(plan->source->program, &variable->symbol->node, XB_TAG_DERIVATIVE, &tag) || !tag.value)
        return NULL;
    return xb_arena_copy_text(plan->arena, tag.value, tag.value_length);
}

static bool was_result(const xb_source_variable *variable)
{
    const xb_declaration *facts = variable->symbol ? variable->symbol->declaration : NULL;
    return facts && !facts->path && (facts->was_result || facts->is_result);
}

/* A variable of another name than that of its function. */
static xb_source_variable *renamed(const check_plan *plan, const xb_source_variable *variable,
                                   const char *function)
{
    xb_source_variable *made = xb_arena_alloc(plan->arena, sizeof *made);
    *made = *variable;
    made->is_result = true;
    if (strcasecmp(made->name, function) == 0)
        made->name = xb_arena_format(plan->arena, "%s_1", function);
    return made;
}

/* Where a routine has become its tangent, it has the arguments of that but for derivatives, its result last.
 */
static const xb_source_unit *before(const check_plan *plan, const xb_source_unit *derived)
{
    const xb_symbol *symbol = plan->layout.entry->symbol;
    xb_source_unit *made = xb_arena_alloc(plan->arena, sizeof *made);
    xb_source_variable *result = NULL;
    *made = *derived;
    made->name = check_spelling(symbol, symbol->id->text);
    made->formals = made->declared = (xb_list){0};
    made->has_tape = false;
    for (size_t i = 0; i < derived->formals.count; i++) {
        xb_source_variable *formal = derived->formals.items[i];
        if (was_result(formal) && !result)
            result = renamed(plan, formal, made->name);
        else if (!base_of(plan, formal))
            xb_list_append(plan->arena, &made->formals, formal);
    }
    for (size_t i = 0; i < derived->declared.count; i++)
        if (!base_of(plan, derived->declared.items[i]) && !was_result(derived->declared.items[i]))
            xb_list_append(plan->arena, &made->declared, derived->declared.items[i]);
    if (result) {
        xb_list_append(plan->arena, &made->formals, result);
        xb_list_append(plan->arena, &made->declared, result);
    }
    made->is_function = result != NULL;
    return made;
}

static void add_routine(check_plan *plan, const xb_source_unit *unit, bool is_given, check_routine *routine)
{
    if (!unit)
        return;
    const xb_symbol *symbol = is_given ? plan->layout.entry->symbol : NULL;
    const char *there = check_spelling(symbol, symbol ? symbol->id->text : unit->name);
    *routine = (check_routine){.unit = unit, .there = there, .name = there};
    if (unit->module)
        routine->name = check_fresh(plan, there);
    else
        take(plan, there);
}

static void find_routines(check_plan *plan)
{
    const xb_source_unit *original = find_original(plan), *adjoint = find_derived(plan, XB_TAG_COMBINED),
                         *tangent = find_derived(plan, NULL);
    if (!xb_fortran_may_weave(plan->source) && (!original || original->module)) {
        check_refuse(plan, plan->layout.entry->symbol,
                     "use --verify=native, or let the result have the form of the sources, as -o FILE.f for "
                     "those in fixed form",
                     xb_arena_format(plan->arena,
                                     "a driver calls %s itself, which the result has not: it is printed anew",
                                     plan->layout.entry->symbol->id->text));
        return;
    }
    if (!original && tangent)
        original = before(plan, tangent);
    if (!original || (!adjoint && !tangent)) {
        check_refuse(plan, plan->layout.entry->symbol, "make it by --mode=tangent or --mode=adjoint",
                     xb_arena_format(plan->arena,
                                     "no tangent or adjoint code of %s is made that a driver can call",
                                     plan->layout.entry->symbol->id->text));
        return;
    }
    add_routine(plan, original, true, &plan->original);
    add_routine(plan, adjoint, false, &plan->adjoint);
    add_routine(plan, tangent, false, &plan->tangent);
}

/* ---- variables ------------------------------------------------------------------------------------------
 */

check_slot *check_slot_named(const check_plan *plan, const char *id, bool is_global)
{
    check_slot *slots = plan->slots.items;
    for (size_t i = 0; i < plan->slots.count; i++)
        if (slots[i].is_global == is_global && strcmp(slots[i].storage->symbol->id->text, id) == 0)
            return &slots[i];
    return NULL;
}

check_slot *check_slot_of(const check_plan *plan, const xb_source_variable *formal, bool *is_derivative)
{
    const char *base = base_of(plan, formal);
    *is_derivative = base != NULL;
    return check_slot_named(plan,
                            base             ? base
                            : formal->symbol ? formal->symbol->id->text
                                             : formal->name,
                            false);
}

/* The numbers of x, or of y, that a storage holds, which follow one another. */
static void find_numbers(const xb_layout *layout, size_t storage, bool of_x, check_slot *slot)
{
    const xb_layout_number *numbers = of_x ? layout->x : layout->y;
    const size_t count = of_x ? layout->n : layout->m;
    size_t *first = of_x ? &slot->x : &slot->y, *length = of_x ? &slot->x_count : &slot->y_count;
    for (size_t i = count; i > 0; i--)
        if (numbers[i - 1].storage == storage) {
            *first = i;
            ++*length;
        }
}

static const xb_source_variable *declared_as(const check_plan *plan, const xb_layout_storage *storage)
{
    const xb_list *all = storage->global ? &plan->source->globals : &plan->original.unit->formals;
    for (size_t i = 0; i < all->count; i++) {
        const xb_source_variable *variable = all->items[i];
        if (variable->symbol && strcmp(variable->symbol->id->text, storage->symbol->id->text) == 0 &&
            (!storage->global || !base_of(plan, variable)))
            return variable->same ? variable->same : variable;
    }
    return NULL;
}

/* Whether a driver can declare it. */
static void check_type(check_plan *plan, const xb_source_variable *variable, const xb_symbol *symbol)
{
    const xb_type type = symbol->type;
    const char *name = check_spelling(symbol, symbol->id->text);
    const char *what =
        symbol->kind == XB_SYMBOL_SUBROUTINE                                   ? "is a procedure"
        : type == XB_TYPE_CHAR || (type == XB_TYPE_STRING && symbol->rank > 0) ? "is an array of texts"
        : type == XB_TYPE_OPAQUE ||
                (symbol->declaration && symbol->declaration->path &&
                 (!symbol->declaration->structure || (variable && (!variable->part || !variable->home))))
            ? "is of a derived type"
        : variable && variable->pointer ? "is a pointer"
                                        : NULL;
    if (what)
        check_refuse(plan, symbol, without,
                     xb_arena_format(plan->arena, "%s %s, which no driver passes", name, what));
}

static void add_slot(check_plan *plan, size_t number)
{
    const xb_layout_storage *storage = &plan->layout.storages[number];
    const xb_symbol *symbol = storage->symbol;
    bool is_optional = !symbol || !symbol->declaration || symbol->declaration->optional;
    if (storage->absent && !is_optional)
        check_refuse(plan, symbol, "describe all arguments in the case",
                     xb_arena_format(plan->arena, "the case leaves out %s, which is not optional",
                                     check_spelling(symbol, symbol->id->text)));
    if (storage->absent || (storage->global && symbol->type == XB_TYPE_STRING))
        return;
    const xb_source_variable *variable = declared_as(plan, storage);
    check_type(plan, variable, storage->symbol);
    if (!variable || (storage->global && !variable->module))
        check_refuse(plan, storage->symbol, without,
                     xb_arena_format(plan->arena, "%s is not a variable of a module, and not an argument",
                                     storage->symbol->id->text));
    if (plan->status)
        return;
    const char *there = check_spelling(storage->symbol, variable->name);
    check_slot *slot = xb_vector_push(plan->arena, &plan->slots, sizeof *slot);
    *slot = (check_slot){.storage = storage,
                         .variable = variable,
                         .is_global = storage->global,
                         .there = there,
                         .name = check_fresh(plan, there)};
    find_numbers(&plan->layout, number, true, slot);
    find_numbers(&plan->layout, number, false, slot);
}

/* A path as a name. */
static const char *without_percents(const check_plan *plan, const char *path)
{
    char *name = xb_arena_copy_text(plan->arena, path, strlen(path));
    for (char *c = name; *c; c++)
        *c = *c == '%' ? '_' : *c;
    return name;
}

static void name_derivative(check_plan *plan, const xb_source_unit *unit, bool of_adjoint)
{
    for (size_t i = 0; unit && i < unit->formals.count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        bool is_derivative;
        check_slot *slot = check_slot_of(plan, formal, &is_derivative);
        const char **name = !slot || !is_derivative ? NULL : of_adjoint ? &slot->adjoint : &slot->tangent;
        if (name && *name)
            check_refuse(plan, slot->storage->symbol, "leave out --directions",
                         "it takes one direction at a time");
        else if (name)
            *name = check_fresh(plan, without_percents(plan, formal->name));
    }
}

/* Another member of the structure that a variable is a member of; NULL: there is none before. */
static const check_global *beside(const check_plan *plan, const xb_source_variable *global, const char *there)
{
    const check_global *globals = plan->globals.items;
    for (size_t i = 0; i < plan->globals.count; i++)
        if (xb_fortran_member_of(global) && strcmp(globals[i].there, there) == 0 &&
            strcmp(globals[i].variable->module, global->module) == 0)
            return &globals[i];
    return NULL;
}

/* What is allocated for a variable: the outermost part with dimensions of the path to a member. */
static const char *memory_of(const check_plan *plan, const xb_source_variable *global, const char *used)
{
    const xb_fortran_member *member = xb_fortran_member_of(global);
    const char *path = member ? member->path : "", *name = global->name + strcspn(global->name, "%");
    size_t length = 0;
    while (strchr(path, '%') && xb_fortran_colons(path, strcspn(path, "%")) == 0) {
        path = strchr(path, '%') + 1;
        length += 1 + strcspn(name + length + 1, "%");
    }
    return xb_arena_format(plan->arena, "%s%.*s", used, (int)length, name);
}

/* Derivatives of variables of modules are zero before a call, whosever they are. */
static void add_globals(check_plan *plan)
{
    for (size_t i = 0; i < plan->source->globals.count && !plan->status; i++) {
        const xb_source_variable *global = plan->source->globals.items[i];
        const char *base = base_of(plan, global);
        if (!base || !global->module || global->same)
            continue;
        const size_t length = strcspn(global->name, "%");
        const char *there = xb_arena_copy_text(plan->arena, global->name, length);
        const check_global *other = beside(plan, global, there);
        const char *used = other ? other->used : check_fresh(plan, there);
        check_global *made = xb_vector_push(plan->arena, &plan->globals, sizeof *made);
        *made = (check_global){.variable = global,
                               .there = there,
                               .used = used,
                               .name = xb_arena_format(plan->arena, "%s%s", used, global->name + length),
                               .memory = memory_of(plan, global, used),
                               .is_used_before = other != NULL,
                               .is_dynamic = global->allocatable || global->pointer};
        check_slot *slot = check_slot_named(plan, base, true);
        if (slot)
            slot->adjoint = slot->tangent = made->name;
    }
}

/* ---- the point ------------------------------------------------------------------------------------------
 */

static void check_case(check_plan *plan)
{
    const xb_case *description = plan->subject->description;
    const char *what = description->setup.count > 0         ? "which routines set up"
                       : description->markers.count > 0     ? "what markers do"
                       : description->association.count > 0 ? "what shares storage"
                       : description->initial.count > 0     ? "what variables have first"
                       : description->externals.count > 0   ? "what routines without body do"
                       : description->shorten.count > 0     ? "what is set after routines that set up"
                                                            : NULL;
    if (what)
        check_refuse(plan, NULL, without,
                     xb_arena_format(plan->arena, "a case says %s, and no driver does that", what));
}

/* Types of arguments are looked at first: some have no values. Those that need not be there may be absent. */
static void check_arguments(check_plan *plan)
{
    const xb_routine *entry = NULL;
    plan->status = xb_layout_entry(plan->arena, plan->diagnostics, plan->subject->program,
                                   plan->subject->description, &entry);
    for (size_t i = 0; !plan->status && i < entry->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)entry->formals.items[i])->symbol;
        if (!symbol->declaration || !symbol->declaration->optional)
            check_type(plan, NULL, symbol);
    }
}

static bool has_extents(const check_plan *plan, const xb_symbol *symbol)
{
    const xb_case_extents *extents = plan->subject->description->extents.items;
    for (size_t i = 0; i < plan->subject->description->extents.count; i++)
        if (strcmp(extents[i].symbol.id, symbol->id->text) == 0)
            return true;
    return false;
}

/* Whether its extents are said by nobody. */
static bool is_open(const check_plan *plan, const xb_symbol *symbol)
{
    const xb_dimension *dimension = xb_symbol_dimension(symbol, 0);
    for (size_t d = 0; dimension; dimension = xb_symbol_dimension(symbol, ++d))
        if (dimension->extent == XB_EXTENT_ASSUMED || dimension->extent == XB_EXTENT_DEFERRED)
            return !has_extents(plan, symbol);
    return false;
}

/* What was made up: the values of integers, the extents of arrays. */
static void name_made_up(check_plan *plan, xb_check_driver *driver)
{
    const xb_case *description = plan->subject->description;
    const char *names = "";
    for (size_t i = 0; i < plan->layout.storage_count; i++) {
        const xb_layout_storage *storage = &plan->layout.storages[i];
        const bool is_integer = storage->type == XB_TYPE_INTEGER && storage->rank == 0 && storage->values &&
                                !description->has_arguments;
        if (storage->absent || !(is_integer || is_open(plan, storage->symbol)))
            continue;
        names = xb_arena_format(plan->arena, "%s%s%s%s", names, *names ? ", " : "",
                                check_spelling(storage->symbol, storage->symbol->id->text),
                                is_integer ? "" : " (extents)");
    }
    driver->made_up = plan->made_up = *names ? names : NULL;
}

xb_status xb_check_write(xb_arena *arena, xb_diagnostics *diagnostics, const xb_check_subject *subject,
                         xb_check_driver *driver)
{
    check_plan plan = {
        .arena = arena, .diagnostics = diagnostics, .subject = subject, .source = subject->source};
    *driver = (xb_check_driver){.text = NULL};
    plan.is_single = xb_native_has_single(arena, subject->program);
    check_case(&plan);
    if (!plan.status)
        check_arguments(&plan);
    if (!plan.status)
        plan.status =
            xb_layout_create(arena, diagnostics, subject->program, subject->description, &plan.layout);
    if (!plan.status)
        find_routines(&plan);
    for (size_t i = 0; !plan.status && i < plan.layout.storage_count; i++)
        add_slot(&plan, i);
    if (!plan.status) {
        add_globals(&plan);
        name_derivative(&plan, plan.adjoint.unit, true);
        name_derivative(&plan, plan.tangent.unit, false);
        name_made_up(&plan, driver);
        check_find_structures(&plan);
    }
    if (!plan.status)
        check_put(&plan, driver);
    driver->has_tape = plan.source->has_tape && !plan.source->options.embeds_run_time;
    driver->has_library = check_calls_library(plan.source);
    return plan.status;
}
