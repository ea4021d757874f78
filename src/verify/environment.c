/*
 * Names of the case are looked up once; maps from symbols and statements to what the case says of them answer
 * the evaluator's questions.
 */
#include "verify/environment.h"

#include <math.h>
#include <string.h>

#include "analysis/entry.h"
#include "analysis/overlap.h"
#include "ir/decoration.h"
#include "verify/layout.h"
#include "verify/origins.h"

/* Words in the annotations of markers that stand for statements which change variables. */
static const char *const opaque_words[] = {"OPR_ISTORE", "OPR_PSTORE", "READ***", "cassignstmt"};

typedef struct world {
    xb_arena *arena;
    xb_program *program;
    const xb_case *description;
    bool original;
    size_t directions;      /* of exact derivatives; 0: there are none */
    const xb_symbol *first; /* of the group that is looked up */
    const xb_symbol *apart; /* of the group, shares no storage with the first one by what the program says */
    const xb_storage
        *storage;           /* of a program that declares what shares storage, while groups are looked up */
    const xb_symbol *unfit; /* can't have the values that the case has for it; NULL: none */
    xb_node_map extents;    /* symbol to xb_bounds */
    xb_node_map initial;    /* symbol to xb_number */
    xb_node_map associates; /* symbol to xb_symbol */
    xb_node_set zeroes;     /* symbols that are 0 at first */
    xb_node_set procedures; /* scope to xb_routine */
    xb_map markers;         /* scope's and statement's name to xb_case_marker */
    xb_node_map origins;    /* scope of a motion to that of the routine that it was made of */
} world;

/* A marker at work. */
typedef struct marking {
    world *around;
    xb_arena *scratch;
    xb_frame *frame;
    const xb_routine *routine;
    const xb_marker *marker;
    const xb_case_marker *known;
    xb_status status;
} marking;

/* ---- symbols ---- */

static const xb_name *name_of(const world *around, const char *text)
{
    return xb_names_find(around->program->names, text, strlen(text));
}

/* Cases call routines by their scopes: motions by those of the routines that they were made of. */
static void find_origins(world *around)
{
    for (size_t i = 0; i < around->program->routines.count; i++) {
        const xb_routine *routine = around->program->routines.items[i];
        const xb_routine *origin = xb_routine_origin(around->program, routine);
        if (routine->scope && origin->scope && origin != routine && xb_routine_is_procedure(routine))
            xb_node_map_put(around->arena, &around->origins, &routine->scope->node, origin->scope);
    }
}

static bool is_scope(const world *around, const xb_scope *scope, const char *name)
{
    const xb_scope *origin = xb_node_map_get(&around->origins, &scope->node);
    return strcmp(name, xb_scope_text(scope)) == 0 || (origin && strcmp(name, xb_scope_text(origin)) == 0);
}

/* Calls a function for each symbol that a name of the case means. @return how many there were */
static size_t each_symbol(world *around, const xb_case_symbol *named,
                          void (*call)(world *around, const xb_symbol *symbol, const void *item),
                          const void *item)
{
    const xb_name *id = name_of(around, named->id);
    size_t count = 0;
    for (size_t i = 0; id && i < around->program->scopes.count; i++) {
        const xb_scope *scope = around->program->scopes.items[i];
        const xb_symbol *symbol =
            named->scope && !is_scope(around, scope, named->scope) ? NULL : xb_symbol_find(scope, id);
        if (!symbol)
            continue;
        call(around, symbol, item);
        count++;
    }
    return count;
}

/* If a variable of this name is in the scope of a routine; NULL: there is none. */
static const char *hint_for(const world *around, const char *name)
{
    for (size_t s = 0; s < around->program->scopes.count; s++) {
        const xb_scope *scope = around->program->scopes.items[s];
        for (size_t i = 0; i < scope->read_count; i++) {
            const xb_symbol *symbol = scope->symbols.items[i];
            if (symbol->kind == XB_SYMBOL_VARIABLE && xb_procedure_of(symbol) &&
                xb_name_agrees(symbol->id->text, name))
                return xb_arena_format(around->arena, "a variable of a routine has its scope in front: %s/%s",
                                       scope->id->text, symbol->id->text);
        }
    }
    return NULL;
}

static xb_status unknown(const world *around, const char *field, const char *what, const char *name)
{
    const char *hint = strcmp(what, "symbol") == 0 ? hint_for(around, name) : NULL;
    return xb_error(around->program->diagnostics, XB_STATUS_INVALID,
                    xb_case_place(around->description, field),
                    hint ? hint : "is the name right? names are the symbol_ids of the document",
                    "the program has no %s %s", what, name);
}

static void set_extents(world *around, const xb_symbol *symbol, const void *item)
{
    const xb_case_extents *extents = item;
    if (symbol->rank == extents->rank)
        xb_node_map_put(around->arena, &around->extents, &symbol->node, extents->bounds);
}

static bool convert(xb_type type, xb_number *value)
{
    if (value->type == type)
        return true;
    if (value->type == XB_TYPE_STRING || type == XB_TYPE_STRING || value->type == XB_TYPE_COMPLEX)
        return false;
    double real = value->type == XB_TYPE_REAL ? value->real : (double)value->integer;
    if (type == XB_TYPE_REAL)
        *value = xb_number_of_real(real);
    else if (type == XB_TYPE_COMPLEX)
        *value = xb_number_of_complex(xb_complex(real, 0));
    else if (type == XB_TYPE_BOOL)
        *value = xb_number_of_bool(real != 0);
    else if (type == XB_TYPE_INTEGER && fabs(real) < 9e18)
        *value = xb_number_of_integer(value->type == XB_TYPE_REAL ? (int64_t)real : value->integer);
    else
        return false;
    return true;
}

static void set_initial(world *around, const xb_symbol *symbol, const void *item)
{
    const xb_case_value *named = item;
    for (size_t i = 0; i < named->count; i++) {
        xb_number value = named->values[i];
        if (symbol->kind != XB_SYMBOL_VARIABLE || !convert(symbol->type, &value))
            around->unfit = symbol;
    }
    xb_node_map_put(around->arena, &around->initial, &symbol->node, item);
}

static void join_group(world *around, const xb_symbol *symbol, const void *item)
{
    (void)item;
    if (!around->first) {
        around->first = symbol;
        return;
    }
    if (symbol != around->first)
        xb_node_map_put(around->arena, &around->associates, &symbol->node, around->first);
    if (around->storage &&
        xb_overlap_of_variables(around->storage, symbol, around->first) == XB_OVERLAP_NEVER)
        around->apart = symbol;
}

/* ---- what the evaluator asks ---- */

static const xb_bounds *get_extents(void *context, const xb_symbol *symbol)
{
    const world *around = context;
    return xb_node_map_get(&around->extents, &symbol->node);
}

static bool get_initial(void *context, const xb_symbol *symbol, size_t element, xb_number *value)
{
    const world *around = context;
    const xb_case_value *found = xb_node_map_get(&around->initial, &symbol->node);
    if (xb_node_set_has(&around->zeroes, &symbol->node)) {
        *value = symbol->type == XB_TYPE_COMPLEX ? xb_number_of_complex(0) : xb_number_of_real(0);
        return true;
    }
    if (!found || (found->count > 1 && element >= found->count))
        return false;
    *value = found->values[found->count > 1 ? element : 0];
    return convert(symbol->type, value);
}

static const xb_symbol *get_associate(void *context, const xb_symbol *symbol)
{
    const world *around = context;
    return xb_node_map_get(&around->associates, &symbol->node);
}

static bool is_external(void *context, const xb_symbol *subroutine)
{
    const world *around = context;
    for (size_t i = 0; i < around->description->externals.count; i++)
        if (xb_name_agrees(subroutine->id->text, around->description->externals.items[i]))
            return true;
    return false;
}

/* ---- markers ---- */

static xb_status complain(marking *work, const char *what)
{
    const world *around = work->around;
    work->status = xb_error(around->program->diagnostics, XB_STATUS_INVALID,
                            xb_program_place(around->program, &work->marker->statement.node, NULL), NULL,
                            "%s, in %s: %s", work->routine->symbol->id->text, work->known->field, what);
    return work->status;
}

/* The variable that a name means where the marker is. */
static xb_variable *variable_of(const marking *work, const char *text)
{
    const xb_name *id = name_of(work->around, text);
    const xb_symbol *symbol = NULL;
    for (const xb_scope *scope = work->routine->scope; id && scope && !symbol; scope = scope->parent)
        symbol = xb_symbol_find(scope, id);
    return symbol && symbol->kind == XB_SYMBOL_VARIABLE ? xb_frame_variable(work->frame, symbol) : NULL;
}

static bool get_values(void *context, const char *id, xb_array *values, const char **problem)
{
    const marking *work = context;
    const xb_variable *variable = variable_of(work, id);
    xb_bounds bounds[XB_RANK_LIMIT];
    if (!variable) {
        *problem = xb_arena_format(work->scratch, "there is no variable %s", id);
        return false;
    }
    int rank = xb_variable_rank(variable);
    for (int d = 0; d < rank; d++)
        bounds[d] = xb_variable_bounds(variable, d);
    *values = xb_array_create(work->scratch, xb_variable_type(variable), rank, bounds, 0);
    for (size_t i = 0; i < xb_variable_count(variable); i++) {
        xb_number value = {0};
        if (!xb_variable_get(variable, i, &value)) {
            *problem = xb_arena_format(work->scratch, "%s is read but was never set", id);
            return false;
        }
        xb_array_set(values, i, &value);
    }
    return true;
}

/* The element that subscripts mean; false: reported. */
static bool find_element(marking *work, const xb_marker_world *names, const xb_marker_action *action,
                         const xb_variable *variable, size_t *element)
{
    size_t stride = 1;
    *element = 0;
    if (action->count != (size_t)xb_variable_rank(variable)) {
        complain(work, xb_arena_format(work->scratch, "%s has rank %d", action->target,
                                       xb_variable_rank(variable)));
        return false;
    }
    for (size_t d = 0; d < action->count; d++) {
        xb_number subscript = {0};
        const char *wrong = xb_marker_compute(work->scratch, action->places[d], names, &subscript);
        xb_bounds bounds = xb_variable_bounds(variable, (int)d);
        if (!wrong && subscript.type != XB_TYPE_INTEGER)
            wrong = "a subscript is no integer";
        if (!wrong && (subscript.integer < bounds.lower || subscript.integer > bounds.upper))
            wrong = xb_arena_format(work->scratch, "subscript %zu of %s is %lld, outside %lld:%lld", d + 1,
                                    action->target, (long long)subscript.integer, (long long)bounds.lower,
                                    (long long)bounds.upper);
        if (wrong) {
            complain(work, wrong);
            return false;
        }
        *element += (size_t)(subscript.integer - bounds.lower) * stride;
        stride *= (size_t)xb_bounds_extent(bounds);
    }
    return true;
}

static void set_element(const marking *work, xb_variable *variable, size_t i, const xb_number *value)
{
    xb_variable_set(variable, i, value);
    bool numeric = value->type == XB_TYPE_REAL || value->type == XB_TYPE_COMPLEX;
    for (size_t k = 0; numeric && k < work->around->directions; k++)
        xb_variable_set_derivative(variable, i, k, 0);
}

static bool perform(marking *work, const xb_marker_world *names, const xb_marker_action *action)
{
    xb_number value = {0};
    xb_variable *variable = variable_of(work, action->target);
    const char *wrong = xb_marker_compute(work->scratch, action->value, names, &value);
    if (!wrong && !variable)
        wrong = xb_arena_format(work->scratch, "there is no variable %s", action->target);
    if (!wrong && !convert(xb_variable_type(variable), &value))
        wrong = xb_arena_format(work->scratch, "%s can't have this value", action->target);
    if (wrong) {
        complain(work, wrong);
        return false;
    }
    size_t first = 0, last = xb_variable_count(variable);
    if (action->count > 0) {
        if (!find_element(work, names, action, variable, &first))
            return false;
        last = first + 1;
    }
    for (size_t i = first; i < last; i++)
        set_element(work, variable, i, &value);
    return true;
}

static void perform_all(void *argument)
{
    marking *work = argument;
    const xb_marker_world names = {get_values, work};
    for (size_t i = 0; i < work->known->count; i++)
        if (!perform(work, &names, &work->known->actions[i]))
            return;
}

/* What Fortran tells of the time, and of chance, is 0, which no value may rest on. */
static void tell_nothing(const marking *work)
{
    static const char *const routines[] = {"call cpu_time", "call system_clock", "call date_and_time",
                                           "call random_"};
    const xb_name *text = work->marker->source;
    bool tells = false;
    for (size_t i = 0; text && i < sizeof routines / sizeof *routines; i++)
        tells = tells || strncmp(text->text, routines[i], strlen(routines[i])) == 0;
    for (size_t i = 0; tells && i < work->marker->writes.count; i++) {
        const xb_reference *written = work->marker->writes.items[i];
        xb_variable *variable = xb_frame_variable(work->frame, written->symbol);
        xb_number nothing = {.type = XB_TYPE_INTEGER};
        bool is_number = variable && convert(xb_variable_type(variable), &nothing);
        for (size_t k = 0; is_number && k < xb_variable_count(variable); k++)
            set_element(work, variable, k, &nothing);
    }
}

/* A marker without action; what it says decides whether it may be passed over. */
static xb_status pass_over(world *around, xb_frame *frame, const xb_marker *marker)
{
    tell_nothing(&(marking){.around = around, .frame = frame, .marker = marker});
    for (size_t i = 0; marker->text && i < sizeof opaque_words / sizeof *opaque_words; i++)
        if (strstr(marker->text->text, opaque_words[i]))
            return xb_error(around->program->diagnostics, XB_STATUS_UNSUPPORTED,
                            xb_program_place(around->program, &marker->statement.node, NULL),
                            "say in a case file, under markers, what it does",
                            "can't run the opaque statement %s: %s", marker->statement.id->text,
                            marker->text->text);
    return XB_STATUS_OK;
}

/* Motions do what those routines do that they were made of. */
static xb_status mark(void *context, xb_frame *frame, const xb_routine *routine, const xb_marker *marker)
{
    world *around = context;
    const xb_scope *scope = xb_routine_origin(around->program, routine)->scope;
    const xb_case_marker *known =
        scope && scope->id ? xb_map_get(&around->markers, scope->id->index, marker->statement.id->index)
                           : NULL;
    if (!known)
        return pass_over(around, frame, marker);
    xb_failure *failure = xb_arena_failure(around->arena);
    xb_arena *scratch = xb_arena_create(failure);
    marking work = {.around = around,
                    .scratch = scratch,
                    .frame = frame,
                    .routine = routine,
                    .marker = marker,
                    .known = known};
    bool done = scratch && xb_protect(failure, perform_all, &work);
    xb_arena_destroy(scratch);
    return done ? work.status : XB_STATUS_FAILED;
}

/* ---- looking names up ---- */

static xb_status look_up_symbols(world *around)
{
    const xb_case *description = around->description;
    const xb_case_extents *arrays = description->extents.items;
    for (size_t i = 0; i < description->extents.count; i++)
        if (each_symbol(around, &arrays[i].symbol, set_extents, &arrays[i]) == 0 && around->original)
            return unknown(around, arrays[i].symbol.field, "symbol", arrays[i].symbol.id);
    const xb_case_value *values = description->initial.items;
    for (size_t i = 0; i < description->initial.count; i++) {
        if (each_symbol(around, &values[i].symbol, set_initial, &values[i]) == 0 && around->original)
            return unknown(around, values[i].symbol.field, "symbol", values[i].symbol.id);
        if (around->unfit)
            return xb_error(around->program->diagnostics, XB_STATUS_INVALID,
                            xb_case_place(description, values[i].symbol.field),
                            "write a value of this type: a number, true or false, or a text",
                            "%s is of type %s and can't have this value", around->unfit->id->text,
                            xb_type_name(around->unfit->type));
    }
    return XB_STATUS_OK;
}

static bool has_global(const xb_program *program, const char *name)
{
    for (size_t s = 0; s < program->scopes.count; s++) {
        const xb_scope *scope = program->scopes.items[s];
        for (size_t i = 0; i < scope->read_count; i++) {
            const xb_symbol *symbol = scope->symbols.items[i];
            if (symbol->kind == XB_SYMBOL_VARIABLE && !xb_procedure_of(symbol) &&
                xb_name_agrees(symbol->id->text, name))
                return true;
        }
    }
    return false;
}

/* Routines that set up, and variables that are shortened, by the names that they have in the source. */
static xb_status look_up_names(world *around)
{
    const xb_case *description = around->description;
    for (size_t i = 0; i < description->setup.count; i++) {
        const char *field = xb_arena_format(around->arena, "setup[%zu]", i + 1);
        const xb_routine *routine = NULL;
        xb_status status =
            xb_entry_require(around->arena, around->program->diagnostics, around->program,
                             description->setup.items[i], xb_case_place(description, field), &routine);
        if (!status && routine->formals.count > 0)
            status = xb_error(around->program->diagnostics, XB_STATUS_INVALID,
                              xb_case_place(description, field), "name a routine without arguments",
                              "%s has %s, and is called without any", routine->symbol->id->text,
                              routine->formals.count == 1 ? "an argument" : "arguments");
        if (status)
            return status;
    }
    const xb_case_value *values = description->shorten.items;
    for (size_t i = 0; i < description->shorten.count; i++)
        if (!has_global(around->program, values[i].symbol.id))
            return unknown(around, values[i].symbol.field, "global variable", values[i].symbol.id);
    return XB_STATUS_OK;
}

static xb_status contradiction(const world *around, const char *field)
{
    return xb_error(around->program->diagnostics, XB_STATUS_INVALID,
                    xb_case_place(around->description, field),
                    "say by their storage and block that they do, or leave out storage=\"declared\"",
                    "the program says that what shares storage is declared, and %s and %s are not",
                    around->first->id->text, around->apart->id->text);
}

static xb_status look_up_group(world *around, const xb_case_group *group)
{
    const xb_name *root = around->program->root ? around->program->root->id : NULL;
    around->first = around->apart = NULL;
    for (size_t k = 0; k < group->count; k++) {
        xb_case_symbol named = group->symbols[k];
        named.scope = named.scope ? named.scope : root ? root->text : NULL;
        if (each_symbol(around, &named, join_group, NULL) == 0 && around->original)
            return unknown(around, named.field, "symbol", named.id);
        if (around->apart)
            return contradiction(around, named.field);
    }
    return XB_STATUS_OK;
}

static xb_status look_up_groups(world *around)
{
    const xb_vector *groups = &around->description->association;
    const bool is_checked =
        around->original && xb_program_declares_storage(around->program) && groups->count > 0;
    xb_analyses *analyses = is_checked ? xb_analyses_create(around->arena, around->program, NULL) : NULL;
    xb_status status = XB_STATUS_OK;
    around->storage = analyses ? xb_storage_of(analyses) : NULL;
    for (size_t i = 0; !status && i < groups->count; i++)
        status = look_up_group(around, (const xb_case_group *)groups->items + i);
    around->storage = NULL;
    xb_analyses_destroy(analyses);
    return status;
}

static void look_up_markers(world *around)
{
    const xb_case_marker *markers = around->description->markers.items;
    for (size_t i = 0; i < around->description->markers.count; i++) {
        const xb_name *scope = name_of(around, markers[i].scope);
        const xb_name *statement = name_of(around, markers[i].statement);
        if (scope && statement)
            xb_map_put(around->arena, &around->markers, scope->index, statement->index, &markers[i]);
    }
}

xb_status xb_environment_create(xb_arena *arena, xb_program *program, const xb_case *description,
                                bool original, size_t directions, xb_environment *environment)
{
    world *around = xb_arena_alloc(arena, sizeof *around);
    *around = (world){.arena = arena,
                      .program = program,
                      .description = description,
                      .original = original,
                      .directions = directions};
    *environment = (xb_environment){.extents = get_extents,
                                    .initial = get_initial,
                                    .marker = mark,
                                    .external = is_external,
                                    .associate = get_associate,
                                    .context = around};
    find_origins(around);
    xb_status status = look_up_symbols(around);
    if (!status && original)
        status = look_up_names(around);
    if (!status)
        status = look_up_groups(around);
    look_up_markers(around);
    return status;
}

/* ---- derivatives that are variables ---- */

static void copy_entry(world *around, xb_node_map *map, const xb_symbol *from, const xb_symbol *to)
{
    const void *value = xb_node_map_get(map, &from->node);
    if (value)
        xb_node_map_put(around->arena, map, &to->node, value);
}

static void find_procedures(world *around)
{
    for (size_t i = 0; i < around->program->routines.count; i++) {
        const xb_routine *routine = around->program->routines.items[i];
        if (xb_routine_is_procedure(routine))
            xb_node_set_add(around->arena, &around->procedures, &routine->scope->node);
    }
}

/* Whether a variable lasts from one call to the next. */
static bool lasts(const world *around, const xb_symbol *symbol)
{
    return !xb_node_set_has(&around->procedures, &symbol->scope->node) ||
           xb_node_map_get(&around->initial, &symbol->node);
}

/* @param associate what shares its storage; NULL: nothing */
static void name_derivative(world *around, const xb_symbol *symbol, const xb_symbol *derivative,
                            const xb_symbol *associate)
{
    copy_entry(around, &around->extents, symbol, derivative);
    if (associate)
        xb_node_map_put(around->arena, &around->associates, &derivative->node, associate);
    if (lasts(around, symbol))
        xb_node_set_add(around->arena, &around->zeroes, &derivative->node);
}

/* In the same direction as that of an associate. */
static void name_derivatives(world *around, const xb_symbol *symbol, const xb_by_name *found)
{
    const xb_symbol *associate = xb_node_map_get(&around->associates, &symbol->node);
    const xb_list all = xb_by_name_derivatives(found, symbol);
    xb_list associates = {.count = 0};
    if (associate)
        associates = xb_by_name_derivatives(found, associate);
    for (size_t k = 0; k < all.count; k++)
        name_derivative(around, symbol, all.items[k], k < associates.count ? associates.items[k] : NULL);
}

void xb_environment_name_derivatives(xb_environment *environment, const xb_by_name *found)
{
    world *around = environment->context;
    find_procedures(around);
    for (size_t i = 0; i < around->program->scopes.count; i++) {
        const xb_scope *scope = around->program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++)
            name_derivatives(around, scope->symbols.items[k], found);
    }
}

static void zero_derivatives(world *around, const xb_list *derivatives)
{
    for (size_t i = 0; i < derivatives->count; i++) {
        const xb_symbol *own = xb_layout_counterpart(around->program, derivatives->items[i]);
        if (own && lasts(around, own))
            xb_node_set_add(around->arena, &around->zeroes, &own->node);
    }
}

void xb_environment_zero_derivatives(xb_environment *environment, const xb_program *adjoint)
{
    world *around = environment->context;
    const xb_by_name *found = xb_by_name_find(around->arena, adjoint, NULL);
    find_procedures(around);
    for (size_t i = 0; i < adjoint->scopes.count; i++) {
        const xb_scope *scope = adjoint->scopes.items[i];
        for (size_t k = 0; k < scope->read_count; k++) {
            const xb_list derivatives = xb_by_name_derivatives(found, scope->symbols.items[k]);
            zero_derivatives(around, &derivatives);
        }
    }
}
