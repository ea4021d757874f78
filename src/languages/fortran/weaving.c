/*
 * Derivatives within the source: its files as they are, line by line, but without a main program; at the end
 * of the declarations of a module, those of the derivatives of its variables; at its end, what was derived of
 * its procedures; after all files, what was derived of units of their own. What a derived procedure needs of
 * other modules it uses by name, so that no name that the source chose gets in its way; common blocks it
 * declares.
 */
#include <string.h>

#include "base/document.h"
#include "languages/code/tidying.h"
#include "languages/fortran/fortran.h"
#include "languages/languages.h"

/* ---- what is whose --------------------------------------------------------------------------------------
 */

/* What was made of a unit of the source, by a reader or for a rule, has no spelling; what is lifted was
 * within another unit. */
bool xb_fortran_is_given(const xb_fortran *f, const xb_source_unit *unit)
{
    const xb_source_unit *whole = unit->whole ? unit->whole : unit;
    const xb_declaration *facts = whole->routine ? whole->routine->symbol->declaration : NULL;
    bool is_made = whole->is_made || (!whole->is_external && (!facts || !facts->spelling));
    return f->weaves && !is_made && !whole->is_copied &&
           (whole->is_external ||
            (!xb_source_is_derived(f->source, whole) && xb_fortran_takes_structures(whole)));
}

static bool is_in(const char *module, const char *name)
{
    return module && name && strcmp(module, name) == 0;
}

static bool is_of_source(const xb_source_variable *variable)
{
    return variable->symbol && !variable->is_derivative;
}

/* ---- names ----------------------------------------------------------------------------------------------
 */

static const char *spelling_of(const xb_symbol *symbol, const char *otherwise)
{
    const xb_declaration *facts = symbol ? symbol->declaration : NULL;
    return facts && facts->spelling ? facts->spelling->text : otherwise;
}

/* What the source calls a variable, or the structure that it is a member of. */
static const char *name_there(const xb_fortran *f, const xb_source_variable *variable)
{
    const xb_fortran_member *member = xb_fortran_member_of(variable);
    const char *path = xb_fortran_path(variable);
    if (member && !variable->home)
        return member->structure->name;
    return path ? xb_arena_copy_text(f->arena, path, strcspn(path, "(%"))
                : spelling_of(variable->symbol, variable->name);
}

static void take(xb_fortran *f, const char *name)
{
    xb_map_put(f->arena, &f->taken, xb_names_get(f->names, name)->index, 0, name);
}

static bool is_taken(const xb_fortran *f, const char *name)
{
    return xb_map_get(&f->taken, xb_names_get(f->names, name)->index, 0) != NULL;
}

static void take_locals(xb_fortran *f, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->declared.count; i++)
        take(f, ((const xb_source_variable *)unit->declared.items[i])->name);
}

/* A name that nothing has so far. */
static const char *free_name(const xb_fortran *f, const char *stem)
{
    const char *name = stem;
    for (unsigned i = 1; is_taken(f, name); i++)
        name = xb_arena_format(f->arena, "%s_%u", stem, i);
    return name;
}

static const char *take_free_name(xb_fortran *f, const char *stem)
{
    const char *name = free_name(f, stem);
    take(f, name);
    return name;
}

const char *xb_fortran_take_name(xb_fortran *f, const char *stem)
{
    return take_free_name(f, stem);
}

/* What a structure is called where its module is used: all of its members have the same structure. */
static const char *root_of(xb_fortran *f, const xb_source_variable *variable)
{
    const char *name = name_there(f, variable);
    const uintptr_t key =
        xb_names_get(f->names, xb_arena_format(f->arena, "%s%%%s", variable->module, name))->index;
    const char *root = xb_map_get(&f->roots, key, 0);
    if (!root)
        root = take_free_name(f, name);
    xb_map_put(f->arena, &f->roots, key, 0, root);
    return root;
}

/* A member of a structure of a module is called by the name of that; the derivative of one is a member of the
 * derivative of that. */
static void join_global(xb_fortran *f, xb_source_variable *variable)
{
    const char *path = variable->symbol->declaration->path->text,
               *name = xb_arena_copy_text(f->arena, path, strcspn(path, "(%"));
    if (!variable->is_derivative) {
        xb_fortran_join_global(f, variable, name);
        return;
    }
    const uintptr_t key =
        xb_names_get(f->names, xb_arena_format(f->arena, "%s'%s", variable->module, name))->index;
    const char *root = xb_map_get(&f->roots, key, 0);
    if (!root)
        root = take_free_name(f, name);
    xb_map_put(f->arena, &f->roots, key, 0, root);
    xb_fortran_join_global(f, variable, root);
    xb_map_put(f->arena, &f->unique, (uintptr_t)variable, 0, variable->name);
}

/* Names of what stands in the source otherwise: members of structures, procedures that take structures. */
static void keep_members(xb_fortran *f)
{
    const xb_source *source = f->source;
    for (size_t i = 0; i < source->globals.count; i++) {
        xb_source_variable *variable = source->globals.items[i];
        if (xb_fortran_joins_globals(variable))
            join_global(f, variable);
        const char *path = xb_fortran_path(variable);
        if (path && !variable->is_derivative)
            xb_map_put(f->arena, &f->unique, (uintptr_t)variable, 0,
                       xb_fortran_member_name(f->arena, root_of(f, variable), path));
    }
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        bool has_members = !xb_fortran_takes_structures(unit) && !xb_source_is_derived(f->source, unit);
        if ((has_members || unit->is_copied) && !unit->host)
            xb_map_put(f->arena, &f->unique, (uintptr_t)unit, 0,
                       take_free_name(
                           f, xb_arena_format(f->arena, has_members ? "%s_members" : "%s_copy", unit->name)));
    }
}

/* Names that are unique in the program, which are those where a module is used. */
static void keep_names(xb_fortran *f)
{
    const xb_source *source = f->source;
    f->names = xb_names_create(f->arena);
    for (size_t i = 0; i < source->globals.count; i++) {
        xb_source_variable *variable = source->globals.items[i];
        xb_map_put(f->arena, &f->unique, (uintptr_t)variable, 0, variable->name);
        take(f, variable->name);
        take(f, spelling_of(variable->symbol, variable->name));
    }
    for (size_t i = 0; i < source->units.count; i++) {
        xb_source_unit *unit = source->units.items[i];
        xb_map_put(f->arena, &f->unique, (uintptr_t)unit, 0, unit->name);
        take(f, unit->name);
        take_locals(f, unit);
    }
    keep_members(f);
}

/* What the module at hand calls its own, by the names that these have there. */
static void note_own(xb_fortran *f, const char *module)
{
    const xb_source *source = f->source;
    f->own = (xb_map){0};
    for (size_t i = 0; module && i < source->globals.count; i++) {
        const xb_source_variable *variable = source->globals.items[i];
        const char *name = name_there(f, variable);
        if (is_in(module, variable->module) && is_of_source(variable))
            xb_map_put(f->arena, &f->own, xb_names_get(f->names, name)->index, 0, variable);
    }
    for (size_t i = 0; module && i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        if (is_in(module, unit->module) && xb_fortran_is_given(f, unit))
            xb_map_put(f->arena, &f->own,
                       xb_names_get(f->names, spelling_of(unit->routine->symbol, unit->name))->index, 0,
                       unit);
    }
}

/* The name of what is used from another module: another one than what the module at hand calls its own. */
static const char *name_of_other(xb_fortran *f, const void *what, const char *from)
{
    const char *unique = xb_map_get(&f->unique, (uintptr_t)what, 0);
    if (!xb_map_get(&f->own, xb_names_get(f->names, unique)->index, 0))
        return unique;
    return free_name(f, xb_arena_format(f->arena, "%s_%s", unique, from ? from : "other"));
}

/* What the source has is called in its own module as it is there. */
static void name_for(xb_fortran *f, const char *module)
{
    const xb_source *source = f->source;
    f->kinds_of_globals = NULL;
    note_own(f, module);
    for (size_t i = 0; i < source->globals.count; i++) {
        xb_source_variable *variable = source->globals.items[i];
        bool own = is_of_source(variable) && is_in(module, variable->module);
        const char *path = own ? xb_fortran_path(variable) : NULL;
        variable->name =
            path  ? xb_fortran_mark_own(f, xb_fortran_member_name(f->arena, name_there(f, variable), path),
                                        &variable->symbol->node)
            : own ? xb_fortran_mark_own(f, spelling_of(variable->symbol, variable->name),
                                        &variable->symbol->node)
                  : name_of_other(f, variable, variable->module);
    }
    for (size_t i = 0; i < source->units.count; i++) {
        xb_source_unit *unit = source->units.items[i];
        bool own =
            (is_in(module, unit->module) || !unit->module) && !unit->host && xb_fortran_is_given(f, unit);
        const char *spelling = spelling_of(unit->routine->symbol, unit->name);
        unit->name = !own           ? name_of_other(f, unit, unit->module)
                     : unit->module ? xb_fortran_mark_own(f, spelling, &unit->routine->node)
                                    : spelling;
    }
    xb_fortran_name_parts(f);
}

/* ---- uses -----------------------------------------------------------------------------------------------
 */

/* What a unit needs of modules. */
typedef struct needing {
    xb_fortran *f;
    const char *module; /* its own */
    xb_map met;         /* by address */
    xb_list modules;    /* names */
    xb_list names;      /* xb_text, of each of these modules */
} needing;

static xb_output *names_of(needing *n, const char *module)
{
    for (size_t i = 0; i < n->modules.count; i++)
        if (strcmp(n->modules.items[i], module) == 0)
            return xb_text_output(n->names.items[i]);
    xb_text *text = xb_text_create(n->f->arena);
    xb_list_append(n->f->arena, &n->modules, module);
    xb_list_append(n->f->arena, &n->names, text);
    return xb_text_output(text);
}

static void need(needing *n, const void *what, const char *module, const char *name, const char *there)
{
    if (!module || is_in(module, n->module) || xb_map_get(&n->met, (uintptr_t)what, 0))
        return;
    xb_map_put(n->f->arena, &n->met, (uintptr_t)what, 0, what);
    xb_output *names = names_of(n, module);
    xb_output_format(names, ", %s%s%s", name, strcmp(name, there) == 0 ? "" : " => ",
                     strcmp(name, there) == 0 ? "" : there);
}

static void need_variable(void *context, const xb_source_expression *e, bool reads, bool writes)
{
    (void)reads, (void)writes;
    needing *n = context;
    const xb_source_variable *whole = xb_fortran_whole_of(n->f, e->variable),
                             *v = whole->same ? whole->same : whole;
    if (!v->home && xb_fortran_path(v)) {
        const char *root = xb_arena_copy_text(n->f->arena, v->name, strcspn(v->name, "%"));
        need(n, xb_names_get(n->f->names, root), v->module, root, name_there(n->f, v));
    } else if (!v->home)
        need(n, v, v->module, v->name,
             is_of_source(v) ? spelling_of(v->symbol, v->name) : xb_map_get(&n->f->unique, (uintptr_t)v, 0));
}

static void need_type_of(needing *n, const char *module, const char *type)
{
    need(n, xb_names_get(n->f->names, xb_arena_format(n->f->arena, "%s%%%s", module, type)), module, type,
         type);
}

static void need_type(needing *n, const xb_source_variable *variable)
{
    const xb_fortran_member *member = xb_fortran_member_of(variable);
    if (member) {
        const xb_fortran_structure *s = member->structure;
        need_type_of(n, s->module, s->type_name);
        for (size_t i = 0; i < s->views.count; i++) {
            const xb_fortran_view *view = s->views.items[i];
            need_type_of(n, view->module, view->type);
        }
    }
}

void xb_fortran_see_variables(xb_arena *arena, const xb_source_unit *unit, xb_source_visit *see,
                              void *context)
{
    for (size_t i = 0; i < unit->statements.count; i++)
        xb_source_accesses(arena, &((const xb_source_statement *)unit->statements.items)[i], see, context);
    for (size_t i = 0; i < unit->declared.count; i++) {
        const xb_source_variable *v = unit->declared.items[i];
        for (int d = 0; v->dimensions && d < v->rank; d++) {
            xb_source_access_parts(arena, v->dimensions[d].lower, see, context);
            xb_source_access_parts(arena, v->dimensions[d].upper, see, context);
        }
        for (size_t k = 0; k < v->initial_count; k++)
            xb_source_access_parts(arena, v->initial[k].value, see, context);
    }
    for (size_t i = 0; i < unit->inner.count; i++)
        xb_fortran_see_variables(arena, unit->inner.items[i], see, context);
}

/* What is not a variable of a unit, and of the units within it. */
static void need_others(needing *n, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->calls.count; i++) {
        const xb_source_unit *callee = unit->calls.items[i];
        if (!callee->host && !callee->is_external)
            need(n, callee, callee->module, callee->name,
                 xb_fortran_is_given(n->f, callee) ? spelling_of(callee->routine->symbol, callee->name)
                                                   : xb_map_get(&n->f->unique, (uintptr_t)callee, 0));
    }
    for (size_t i = 0; i < unit->declared.count; i++)
        need_type(n, unit->declared.items[i]);
    for (size_t i = 0; i < unit->inner.count; i++)
        need_others(n, unit->inner.items[i]);
}

static void put_needed(xb_fortran *f, const needing *n)
{
    for (size_t i = 0; i < n->modules.count; i++) {
        size_t length;
        xb_lines_say(&f->lines, "use %s, only: %s", (const char *)n->modules.items[i],
                     xb_text_join(n->names.items[i], &length) + 2);
    }
}

static void need_kind(void *context, const char *module, const char *name)
{
    needing *n = context;
    xb_output_format(names_of(n, module), ", %s", name);
}

void xb_fortran_put_uses(xb_fortran *f, const xb_source_unit *unit)
{
    needing n = {.f = f, .module = unit->module};
    xb_fortran_each_used_kind(f, need_kind, &n);
    need_others(&n, unit);
    xb_fortran_see_variables(f->arena, unit, need_variable, &n);
    put_needed(f, &n);
}

/* Variables of modules that the extents of arguments rest on. */
static void need_extents(needing *n, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->formals.count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        for (int d = 0; formal->dimensions && d < formal->rank; d++) {
            xb_source_access_parts(n->f->arena, formal->dimensions[d].lower, need_variable, n);
            xb_source_access_parts(n->f->arena, formal->dimensions[d].upper, need_variable, n);
        }
    }
}

void xb_fortran_put_type_uses(xb_fortran *f, const xb_source_unit *unit)
{
    needing n = {.f = f, .module = f->unit ? f->unit->module : NULL};
    if (f->weaves && unit->imports)
        need_extents(&n, unit);
    n.module = NULL;
    f->names = f->names ? f->names : xb_names_create(f->arena);
    xb_fortran_each_used_kind(f, need_kind, &n);
    for (size_t i = 0; i < unit->formals.count; i++)
        need_type(&n, unit->formals.items[i]);
    put_needed(f, &n);
}

/* ---- whether it can be done -----------------------------------------------------------------------------
 */

/* A unit, and whether it needs what another module keeps to itself. */
typedef struct reaching {
    const char *module;
    bool is_beyond;
} reaching;

static void look_beyond(void *context, const xb_source_expression *e, bool reads, bool writes)
{
    (void)reads, (void)writes;
    reaching *r = context;
    const xb_source_variable *v = e->variable->same ? e->variable->same : e->variable;
    r->is_beyond = r->is_beyond || (v->hidden && !v->is_derivative && !is_in(r->module, v->module));
}

/* Where a module comes in the source, from 1, which has those first that others use; 0: not there. */
static size_t place_of(const xb_fortran *f, const char *module)
{
    const xb_vector *files = &f->source->program->sources;
    size_t place = 0;
    for (size_t i = 0; module && i < files->count; i++) {
        const xb_vector *modules = &((const xb_source_file *)files->items)[i].modules;
        for (size_t k = 0; k < modules->count; k++, place++)
            if (is_in(module, ((const xb_source_module *)modules->items)[k].name->text))
                return place + 1;
    }
    return 0;
}

/* Whether a unit calls what belongs into a module after its own, which can't use that. */
static bool calls_later(const xb_fortran *f, const xb_source_unit *unit, size_t place)
{
    bool calls = false;
    for (size_t i = 0; i < unit->calls.count && !calls; i++)
        calls = place_of(f, ((const xb_source_unit *)unit->calls.items[i])->module) > place;
    for (size_t i = 0; i < unit->inner.count && !calls; i++)
        calls = calls_later(f, unit->inner.items[i], place);
    return calls;
}

static bool reaches_beyond(xb_fortran *f, const xb_source_unit *unit, const char *module)
{
    reaching r = {.module = module};
    for (size_t i = 0; i < unit->statements.count; i++)
        xb_source_accesses(f->arena, &((const xb_source_statement *)unit->statements.items)[i], look_beyond,
                           &r);
    for (size_t i = 0; i < unit->inner.count && !r.is_beyond; i++)
        r.is_beyond = reaches_beyond(f, unit->inner.items[i], module);
    return r.is_beyond;
}

/* Whether the source calls something of its modules as the run time calls what is its own. */
static bool clashes_with_run_time(const xb_fortran *f, const char *const *names)
{
    const xb_source *source = f->source;
    bool clashes = false;
    for (; source->has_tape && *names; names++) {
        for (size_t i = 0; i < source->globals.count; i++)
            clashes = clashes || strcmp(name_there(f, source->globals.items[i]), *names) == 0;
        for (size_t i = 0; i < source->units.count; i++) {
            const xb_source_unit *unit = source->units.items[i];
            clashes =
                clashes || (unit->module && strcmp(spelling_of(unit->routine->symbol, ""), *names) == 0);
        }
    }
    return clashes;
}

/* What a module keeps to itself, and what is added to another one calls, is added as well, and so is what has
 * saved variables that versions share. @return whether there is any more */
static bool copy_called(xb_fortran *f, const xb_source_unit *unit, const char *module)
{
    bool any = false;
    for (size_t i = 0; i < unit->calls.count; i++) {
        xb_source_unit *callee = unit->calls.items[i];
        bool is_out_of_reach = callee->hidden && callee->module && !is_in(module, callee->module);
        if (!callee->is_copied && !callee->host && (is_out_of_reach || xb_fortran_keeps(f, callee)) &&
            xb_fortran_is_given(f, callee))
            callee->is_copied = any = true;
    }
    for (size_t i = 0; i < unit->inner.count; i++)
        any = copy_called(f, unit->inner.items[i], module) || any;
    return any;
}

static void copy_all_called(xb_fortran *f)
{
    const xb_list *units = &f->source->units;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < units->count; i++) {
            const xb_source_unit *unit = units->items[i];
            if (!unit->host && !xb_fortran_is_given(f, unit))
                changed = copy_called(f, unit, unit->module) || changed;
        }
    }
}

bool xb_fortran_can_weave(xb_fortran *f)
{
    const xb_list *units = &f->source->units;
    if (clashes_with_run_time(f, xb_fortran_language.tape_names))
        return false;
    xb_fortran_find_commons(f);
    copy_all_called(f);
    for (size_t i = 0; i < units->count; i++) {
        const xb_source_unit *unit = units->items[i];
        const size_t place = place_of(f, unit->module);
        if (!unit->host && !xb_fortran_is_given(f, unit) &&
            (reaches_beyond(f, unit, unit->module) || (place > 0 && calls_later(f, unit, place))))
            return false;
    }
    return true;
}

/* ---- what is added --------------------------------------------------------------------------------------
 */

/* The derivatives of variables of a module; NULL: those of none. */
static xb_list derivatives_of(xb_fortran *f, const char *module)
{
    xb_list found = {0};
    for (size_t i = 0; i < f->source->globals.count; i++) {
        xb_source_variable *variable = f->source->globals.items[i];
        bool wanted = module ? is_in(module, variable->module) : !variable->module;
        if (wanted && !is_of_source(variable))
            xb_list_append(f->arena, &found, variable);
    }
    return found;
}

/* Procedures that were derived of those of a module, or of units of their own. */
static xb_list procedures_of(xb_fortran *f, const char *module)
{
    xb_list found = {0};
    for (size_t i = 0; i < f->source->units.count; i++) {
        xb_source_unit *unit = f->source->units.items[i];
        bool wanted = module ? is_in(module, unit->module) : !unit->module;
        if (wanted && !unit->host && !xb_fortran_is_given(f, unit))
            xb_list_append(f->arena, &found, unit);
    }
    return found;
}

static void put_public(xb_fortran *f, const char *name)
{
    xb_lines_say(&f->lines, "public :: %s", name);
}

static void put_declarations(xb_fortran *f, const xb_source_module *module)
{
    const xb_list variables = derivatives_of(f, module->name->text),
                  procedures = procedures_of(f, module->name->text);
    f->lines.depth = 1;
    if (variables.count > 0)
        xb_lines_skip(&f->lines);
    f->kinds = xb_fortran_kinds_of_module(f, module->name->text, &variables);
    xb_fortran_declare_all(f, &variables);
    f->kinds = NULL;
    for (size_t i = 0; module->is_hidden && i < variables.count; i++) {
        const xb_source_variable *variable = variables.items[i];
        const xb_fortran_member *member = xb_fortran_member_of(variable);
        if (!member || member->structure->members.items[0] == variable)
            put_public(f, member ? member->structure->name : variable->name);
    }
    for (size_t i = 0; module->is_hidden && i < procedures.count; i++)
        put_public(f, ((const xb_source_unit *)procedures.items[i])->name);
    f->lines.depth = 0;
}

static void put_procedures(xb_fortran *f, const xb_list *procedures, size_t depth)
{
    f->lines.depth = depth;
    for (size_t i = 0; i < procedures->count; i++) {
        xb_lines_skip(&f->lines);
        xb_fortran_put_unit(f, procedures->items[i]);
    }
    f->lines.depth = 0;
}

static void end_module(xb_fortran *f, const xb_source_module *module)
{
    const xb_list procedures = procedures_of(f, module->name->text);
    if (procedures.count > 0 && module->contains == 0)
        xb_lines_say(&f->lines, "contains");
    name_for(f, module->name->text);
    put_procedures(f, &procedures, 1);
    name_for(f, NULL);
}

/* ---- files ----------------------------------------------------------------------------------------------
 */

/* What comes before a line. @param next the module whose lines come next */
static size_t put_before(xb_fortran *f, const xb_vector *modules, size_t next, uint64_t line)
{
    const xb_source_module *module =
        next < modules->count ? &((const xb_source_module *)modules->items)[next] : NULL;
    if (!module)
        return next;
    if (line == (module->contains ? module->contains : module->end))
        put_declarations(f, module);
    if (line != module->end)
        return next;
    end_module(f, module);
    return next + 1;
}

static void put_text(xb_fortran *f, const xb_source_file *file, const xb_document *document)
{
    const char *at = document->text, *end = at + document->length;
    size_t next = 0;
    for (uint64_t line = 1; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = newline ? (size_t)(newline - at) : (size_t)(end - at);
        next = put_before(f, &file->modules, next, line);
        if (line < file->main || line > file->main_end) {
            xb_output_bytes(f->lines.out, at, length);
            xb_lines_skip(&f->lines);
        }
        at += length + (newline != NULL);
    }
}

static void put_file(xb_fortran *f, const xb_source_file *file)
{
    xb_document document = {0};
    int error = xb_document_read(&document, file->path->text);
    if (error)
        f->status =
            xb_error(f->source->program->diagnostics, XB_STATUS_FAILED, (xb_place){.file = file->path->text},
                     "the result has the source in it", "can't read the source again: %s", strerror(error));
    else
        put_text(f, file, &document);
    xb_document_free(&document);
}

/* A module that has to have something added to it; NULL: none. */
static const xb_source_module *changed_module(xb_fortran *f)
{
    const xb_vector *files = &f->source->program->sources;
    for (size_t i = 0; i < files->count; i++) {
        const xb_vector *modules = &((const xb_source_file *)files->items)[i].modules;
        for (size_t k = 0; k < modules->count; k++) {
            const xb_source_module *module = (const xb_source_module *)modules->items + k;
            if (procedures_of(f, module->name->text).count > 0 ||
                derivatives_of(f, module->name->text).count > 0)
                return module;
        }
    }
    return NULL;
}

bool xb_fortran_check_apart(xb_fortran *f)
{
    const xb_program *program = f->source->program;
    const xb_source_file *files = program->sources.items;
    const xb_place place = {.file = program->sources.count > 0 ? files->path->text : program->file};
    const xb_source_module *module = f->weaves ? changed_module(f) : NULL;
    if (f->weaves && !module)
        return true;
    f->status = xb_error(
        program->diagnostics, XB_STATUS_UNSUPPORTED, place,
        "leave --only-derived out, and compile the result in the place of the source",
        module ? "what is derived belongs into the module %s, which has to be changed"
               : "what is derived of %s can't stand apart from it: the source has to be printed anew",
        module ? module->name->text : place.file);
    return false;
}

void xb_fortran_weave(xb_fortran *f)
{
    const xb_vector *files = &f->source->program->sources;
    const xb_list procedures = procedures_of(f, NULL);
    keep_names(f);
    xb_fortran_find_host_names(f);
    name_for(f, NULL);
    xb_fortran_find_structures(f);
    for (size_t i = 0; i < files->count && !f->status && !f->source->options.only_derived; i++)
        put_file(f, &((const xb_source_file *)files->items)[i]);
    put_procedures(f, &procedures, 0);
    xb_fortran_put_block_data(f);
}
