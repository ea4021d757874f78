/*
 * A routine's footprint says what it may modify, and what it may read before it has assigned it; lists of
 * side effects add to that. Of what is listed as read, only what may be read first is stored, and of that
 * only what may have another value when the routine is run again (unchanged.h). Where routines without body
 * are called and no list says what they read, all variables from outside are. A formal argument is stored
 * only if some call passes a variable for it, unless settings say otherwise; a routine that is not called at
 * all is the one that is differentiated, and not run again by templates.
 */
#include "algorithms/checkpoints/checkpoints.h"

#include "algorithms/checkpoints/unchanged.h"
#include "algorithms/support/absence.h"
#include "algorithms/support/kept_variables.h"
#include "analysis/allocation.h"
#include "analysis/assumed_size.h"
#include "analysis/calls.h"
#include "analysis/footprints.h"
#include "analysis/omission.h"
#include "analysis/overlap.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"
#include "analysis/unallocated.h"
#include "ir/build.h"
#include "ir/closure.h"

struct xb_checkpoints {
    xb_run *run;
    xb_program *program;
    const xb_callees *callees;
    xb_checkpoint_settings settings;
    xb_unchanged *unchanged;
    xb_closure passed;      /* formal arguments for which some call passes a variable */
    xb_node_set referred;   /* variables that are referred to from outside of their scope */
    xb_list outside;        /* these, in the order in which they are met */
    xb_storage_set changed; /* what some routine may modify */
};

/* ---- calls -------------------------------------------------------------------------------------------- */

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    xb_checkpoints *c = context;
    (void)actual;
    if (formal)
        xb_closure_add(&c->passed, formal->symbol);
}

static xb_visit look_at_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_call_passes(xb_walk_program(walk), node, note_passed, context);
    return XB_VISIT_CONTINUE;
}

static xb_visit look_at_reference(xb_walk *walk, xb_node *node, void *context)
{
    xb_checkpoints *c = context;
    const xb_routine *routine = xb_walk_routine(walk);
    xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    if (routine && xb_is_from_outside(routine, symbol) &&
        xb_node_set_add(c->program->arena, &c->referred, &symbol->node))
        xb_list_append(c->program->arena, &c->outside, symbol);
    return XB_VISIT_CONTINUE;
}

static void note_changed(xb_checkpoints *c)
{
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(c->run));
    c->changed = (xb_storage_set){.storage = xb_storage_of(xb_run_analyses(c->run))};
    for (size_t i = 0; i < c->program->routines.count; i++) {
        const xb_footprint *footprint = xb_footprint_of(footprints, c->program->routines.items[i]);
        for (size_t k = 0; footprint && k < footprint->modified.count; k++)
            xb_storage_set_add(c->program->arena, &c->changed, footprint->modified.items[k]);
    }
}

static const xb_visitor calls = {.enter = {[XB_KIND_SUBROUTINE_CALL] = look_at_call,
                                           [XB_KIND_FUNCTION_CALL] = look_at_call,
                                           [XB_KIND_VARIABLE_REFERENCE] = look_at_reference},
                                 .view = XB_VIEW_READ};

const xb_checkpoints *xb_checkpoints_create(xb_run *run, const xb_callees *callees,
                                            const xb_checkpoint_settings *settings)
{
    xb_program *program = xb_run_program(run);
    xb_checkpoints *c = xb_arena_alloc(program->arena, sizeof *c);
    c->run = run;
    c->program = program;
    c->callees = callees;
    c->settings = *settings;
    c->passed = (xb_closure){.arena = program->arena, .scratch = xb_run_scratch(run)};
    c->referred = (xb_node_set){0};
    c->outside = (xb_list){.count = 0};
    xb_traverse(program, xb_run_scratch(run), &program->node, &calls, c);
    xb_closure_complete(&c->passed);
    c->unchanged = xb_unchanged_create(run, callees);
    note_changed(c);
    return c;
}

/* ---- variables ---------------------------------------------------------------------------------------- */

static bool has_stored_type(const xb_symbol *symbol)
{
    switch (symbol->type) {
    case XB_TYPE_REAL:
    case XB_TYPE_COMPLEX:
    case XB_TYPE_INTEGER:
    case XB_TYPE_BOOL:
    case XB_TYPE_CHAR:
    case XB_TYPE_STRING: return symbol->kind != XB_SYMBOL_SUBROUTINE;
    default: return false;
    }
}

/* Why a variable can't be stored. */
static xb_obstacle obstacle_of(const xb_checkpoints *c, const xb_symbol *symbol)
{
    xb_arena *arena = c->program->arena;
    const char *name = symbol->id->text;
    if (!has_stored_type(symbol))
        return (xb_obstacle){xb_arena_format(arena, "reads %s, which is of type %s and can't be stored", name,
                                             xb_type_name(symbol->type)),
                             "let the variable be one of a type that can be stored"};
    if (xb_is_assumed_size(xb_run_analyses(c->run), symbol) && symbol->bounds_count == 0)
        return (xb_obstacle){
            xb_arena_format(arena, "reads %s, which is of assumed size and can't be stored", name),
            "declare its last bound"};
    if (xb_is_assumed_size(xb_run_analyses(c->run), symbol))
        return (xb_obstacle){xb_arena_format(arena,
                                             "reads %s, which is declared with one element in its last "
                                             "dimension, but used beyond that, and can't be stored",
                                             name),
                             "declare it without bounds, or as large as it is used"};
    return (xb_obstacle){NULL, NULL};
}

static bool may_be_allocated(const xb_checkpoints *c, const xb_symbol *symbol)
{
    return xb_storage_is_allocatable(xb_storage_of(xb_run_analyses(c->run)), symbol);
}

/* Why a variable may not be there when a routine is run again, which does something with it: split templates
 * reverse a host in another activation than the one that has allocated its arrays. */
static xb_obstacle absence_at_host(const xb_checkpoints *c, const xb_symbol *symbol, const char *does)
{
    const xb_routine *host = xb_procedure_of(symbol);
    if (!c->settings.by_schedule || !host || !may_be_allocated(c, symbol))
        return (xb_obstacle){NULL, NULL};
    return (xb_obstacle){xb_arena_format(c->program->arena,
                                         "%s %s, which is allocated for %s, and may not be there when it is "
                                         "run again",
                                         does, symbol->id->text, host->symbol->id->text),
                         "declare its bounds"};
}

/* Why a variable may not be there to be stored, or to be restored. */
static xb_obstacle absence_of(const xb_checkpoints *c, const xb_symbol *symbol)
{
    const xb_obstacle at_host = absence_at_host(c, symbol, "reads");
    if (at_host.what || !xb_may_be_unallocated(xb_run_analyses(c->run), symbol))
        return at_host;
    return (xb_obstacle){
        xb_arena_format(c->program->arena,
                        "reads %s, which may not be allocated where it is called, and can't be "
                        "stored then",
                        symbol->id->text),
        "allocate it before the call"};
}

/* What a routine assigns in parts has to be there, too, though it need not be stored. */
static xb_obstacle absence_of_parts(const xb_checkpoints *c, const xb_routine *routine)
{
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(c->run));
    const xb_footprint *footprint = xb_footprint_of(footprints, routine);
    xb_obstacle obstacle = {NULL, NULL};
    for (size_t i = 0; footprint && !obstacle.what && i < footprint->modified.count; i++) {
        const xb_symbol *symbol = footprint->modified.items[i];
        const xb_obstacle found = absence_at_host(c, symbol, "assigns parts of");
        if (found.what && xb_footprint_knows(footprints, routine, symbol) &&
            !xb_list_has(&footprint->written, symbol))
            obstacle = found;
    }
    return obstacle;
}

/* A checkpoint does not take away what has been allocated since. */
static xb_obstacle inquiry_of(const xb_checkpoints *c, const xb_routine *routine)
{
    const xb_symbol *asked = xb_inquiry_of(xb_run_analyses(c->run), routine);
    if (!asked)
        return (xb_obstacle){NULL, NULL};
    return (xb_obstacle){xb_arena_format(c->program->arena,
                                         "asks whether %s is allocated or associated, which may be otherwise "
                                         "when it is run again",
                                         asked->id->text),
                         "ask for a variable that says it"};
}

/* What a call allocates gets a new derivative; by name, the derivative is another variable. */
static xb_obstacle allocation_of(const xb_checkpoints *c, const xb_routine *routine)
{
    const xb_symbol *allocated =
        xb_run_gives(c->run, XB_PROPERTY_NAMED) ? NULL : xb_allocation_of(xb_run_analyses(c->run), routine);
    if (!allocated)
        return (xb_obstacle){NULL, NULL};
    return (xb_obstacle){xb_arena_format(c->program->arena,
                                         "allocates %s, whose derivative would be lost when it is run again",
                                         allocated->id->text),
                         "name associationbyname, too, after -a"};
}

/* Of a list of variables, the first one that may be allocated otherwise when a routine is run again. */
static const xb_symbol *reallocated_of(const xb_checkpoints *c, const xb_routine *routine,
                                       const xb_list *symbols)
{
    for (size_t i = 0; i < symbols->count; i++)
        if (xb_is_reallocated(c->unchanged, routine, symbols->items[i]))
            return symbols->items[i];
    return NULL;
}

/* A checkpoint has no extents: an array must be as large as it was, to be restored and to be used. */
static xb_obstacle reallocation_of(const xb_checkpoints *c, const xb_routine *routine)
{
    const xb_footprint *footprint = xb_footprint_of(xb_footprints_of(xb_run_analyses(c->run)), routine);
    const xb_symbol *found = NULL;
    for (size_t i = 0; !found && i < routine->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)routine->formals.items[i])->symbol;
        found = xb_is_reallocated(c->unchanged, routine, symbol) ? symbol : NULL;
    }
    if (!found && footprint)
        found = reallocated_of(c, routine, &footprint->modified);
    if (!found && footprint)
        found = reallocated_of(c, routine, &footprint->exposed);
    if (!found)
        return (xb_obstacle){NULL, NULL};
    return (xb_obstacle){xb_arena_format(c->program->arena,
                                         "uses %s, which may be allocated otherwise when it is run again",
                                         found->id->text),
                         "allocate it once, before the call"};
}

/* Why a routine must not be run again, whatever it reads. */
static xb_obstacle repetition_of(const xb_checkpoints *c, const xb_routine *routine)
{
    const xb_obstacle inquiry = inquiry_of(c, routine);
    const xb_obstacle allocation = inquiry.what ? inquiry : allocation_of(c, routine);
    return allocation.what ? allocation : reallocation_of(c, routine);
}

static void warn_of_obstacle(const xb_checkpoints *c, const xb_routine *routine, xb_obstacle obstacle)
{
    xb_warning(
        c->program->diagnostics, xb_program_place(c->program, &routine->node, NULL),
        xb_arena_format(c->program->arena, "reverse the program by split templates, or %s", obstacle.hint),
        "%s %s: it must not be run again by joint templates", routine->symbol->id->text, obstacle.what);
}

static void warn_of_repetition(const xb_checkpoints *c, const xb_routine *routine)
{
    const xb_obstacle obstacle = repetition_of(c, routine);
    if (obstacle.what)
        warn_of_obstacle(c, routine, obstacle);
}

/* Variables to be stored, each once. */
typedef struct selection {
    const xb_checkpoints *c;
    const xb_routine *routine;
    bool active_only;
    bool changed_only; /* what has its value still when the routine is run again is left out */
    bool warns;        /* of what can't be stored */
    xb_node_set known;
    xb_list variables;
    xb_obstacle obstacle; /* the first one */
} selection;

static void note_obstacle(selection *s, xb_obstacle obstacle)
{
    s->obstacle = s->obstacle.what ? s->obstacle : obstacle;
    if (s->warns && !s->c->settings.by_schedule)
        warn_of_obstacle(s->c, s->routine, obstacle);
}

/* Local arrays that are allocated when the program runs are not there yet, and share storage with nothing
 * that is: neither COMMON nor EQUIVALENCE statements may name them. */
static bool is_not_there(const selection *s, const xb_symbol *symbol)
{
    return symbol->scope == s->routine->scope && may_be_allocated(s->c, symbol);
}

static bool is_left_out(const selection *s, const xb_symbol *symbol)
{
    return s->changed_only && xb_is_unchanged(s->c->unchanged, s->routine, symbol);
}

static void select_variable(selection *s, xb_symbol *symbol)
{
    bool passed = s->c->settings.formals || !xb_formals_find(&s->routine->formals, symbol) ||
                  xb_closure_has(&s->c->passed, symbol);
    if (!passed || is_not_there(s, symbol) || is_left_out(s, symbol) ||
        (s->active_only && !xb_symbol_is_active(symbol)) ||
        !xb_node_set_add(xb_run_scratch(s->c->run), &s->known, &symbol->node))
        return;
    const xb_obstacle obstacle = obstacle_of(s->c, symbol);
    if (obstacle.what) {
        note_obstacle(s, obstacle);
        return;
    }
    const xb_obstacle absence = absence_of(s->c, symbol);
    if (absence.what)
        note_obstacle(s, absence);
    xb_list_append(xb_run_scratch(s->c->run), &s->variables, symbol);
}

static bool is_seen(const xb_routine *routine, const xb_symbol *symbol)
{
    return xb_scope_is_within(routine->scope, symbol->scope);
}

static const xb_storage *storage_of(const selection *s)
{
    return xb_storage_of(xb_run_analyses(s->c->run));
}

/* A variable of another routine stands for those that may share its storage. @return whether there are any */
static bool select_sharing(selection *s, const xb_symbol *symbol)
{
    bool found = false;
    for (size_t i = 0; i < s->c->outside.count; i++) {
        xb_symbol *other = s->c->outside.items[i];
        if (!is_seen(s->routine, other) ||
            xb_overlap_of_variables(storage_of(s), other, symbol) == XB_OVERLAP_NEVER)
            continue;
        select_variable(s, other);
        found = true;
    }
    return found;
}

/* Those of procedures are known to routines within these alone. */
static bool may_change(const selection *s, const xb_symbol *symbol)
{
    return !xb_program_has_procedure(s->c->program, symbol->scope) &&
           xb_storage_set_has(&s->c->changed, symbol) && !is_left_out(s, symbol);
}

/* A variable of a module, which what is called reads. */
static void note_hidden(selection *s, const xb_symbol *symbol)
{
    const char *what = xb_arena_format(
        s->c->program->arena, "reads %s by what it calls, which is not visible in it and can't be stored",
        symbol->id->text);
    note_obstacle(s, (xb_obstacle){what, "let the variable be visible in it"});
}

static void warn_of_hidden(const selection *s, const xb_symbol *symbol)
{
    const char *name = s->routine->symbol->id->text;
    xb_warning(
        s->c->program->diagnostics, xb_program_place(s->c->program, &s->routine->node, NULL),
        "say in its list Read what it reads, or let the variable be visible in it",
        "%s has parts that are not shown, which may read %s: this is not visible in %s, where it would "
        "have to be stored for joint templates to run %s again",
        name, symbol->id->text, name, name);
}

/* Routines without body, and what markers stand for, may read whatever the program has from outside. What is
 * not visible in the routine, by no name, can't be stored there; it is said if it may change. */
static void select_everything(selection *s)
{
    xb_storage_set seen = {.storage = storage_of(s)};
    const xb_symbol *hidden = NULL;
    for (size_t i = 0; i < s->c->outside.count; i++) {
        xb_symbol *symbol = s->c->outside.items[i];
        if (!is_seen(s->routine, symbol))
            continue;
        xb_storage_set_add(xb_run_scratch(s->c->run), &seen, symbol);
        select_variable(s, symbol);
    }
    for (size_t i = 0; i < s->c->outside.count && !hidden; i++) {
        const xb_symbol *symbol = s->c->outside.items[i];
        hidden = may_change(s, symbol) && !xb_storage_set_has(&seen, symbol) ? symbol : NULL;
    }
    if (hidden && s->warns)
        warn_of_hidden(s, hidden);
}

static void select_outside(selection *s, xb_symbol *symbol, xb_side_effect effect)
{
    if (is_seen(s->routine, symbol))
        select_variable(s, symbol);
    else if (!select_sharing(s, symbol) && effect != XB_SIDE_EFFECT_MOD && may_change(s, symbol))
        note_hidden(s, symbol);
}

static bool is_used(const xb_formal_use *use, xb_side_effect effect, bool listed)
{
    if (effect == XB_SIDE_EFFECT_MOD)
        return use->modified;
    return listed ? use->seen : use->exposed;
}

/* What the routine's body shows. A list is believed about what markers stand for, and routines without body
 * do. */
static void select_found(selection *s, xb_side_effect effect)
{
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(s->c->run));
    const xb_footprint *footprint = xb_footprint_of(footprints, s->routine);
    for (size_t i = 0; i < s->routine->formals.count; i++) {
        const xb_formal *formal = s->routine->formals.items[i];
        const xb_formal_use use = xb_formal_use_of(footprints, formal);
        if (is_used(&use, effect, s->routine->has_side_effects[effect]))
            select_variable(s, formal->symbol);
    }
    const xb_list none = {.count = 0}, *outside = &none;
    if (footprint)
        outside = effect == XB_SIDE_EFFECT_MOD ? &footprint->modified : &footprint->exposed;
    for (size_t i = 0; i < outside->count; i++) {
        xb_symbol *symbol = outside->items[i];
        select_outside(s, symbol, effect);
    }
    if (effect != XB_SIDE_EFFECT_MOD && footprint && footprint->reads_unknown &&
        !s->routine->has_side_effects[effect])
        select_everything(s);
}

/* Which variables from outside a routine may read before it assigns them. */
static xb_storage_set exposed_of(const selection *s, const xb_footprint *footprint)
{
    xb_storage_set exposed = {.storage = storage_of(s)};
    for (size_t i = 0; footprint && i < footprint->exposed.count; i++)
        xb_storage_set_add(xb_run_scratch(s->c->run), &exposed, footprint->exposed.items[i]);
    return exposed;
}

static bool may_be_exposed(const selection *s, const xb_footprint *footprint, const xb_storage_set *exposed,
                           const xb_symbol *symbol)
{
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(s->c->run));
    const xb_formal *formal = xb_formals_find(&s->routine->formals, symbol);
    if (formal)
        return xb_formal_use_of(footprints, formal).exposed;
    return !footprint || footprint->reads_unknown || xb_storage_set_has(exposed, symbol);
}

/* Of a list of what is read, what may be read before it is assigned. */
static void select_exposed(selection *s, const xb_list *effects)
{
    const xb_footprint *footprint = xb_footprint_of(xb_footprints_of(xb_run_analyses(s->c->run)), s->routine);
    const xb_storage_set exposed = exposed_of(s, footprint);
    for (size_t i = 0; i < effects->count; i++) {
        xb_symbol *symbol = ((const xb_reference *)effects->items[i])->symbol;
        if (may_be_exposed(s, footprint, &exposed, symbol))
            select_variable(s, symbol);
    }
}

static void select_effect(selection *s, xb_side_effect effect)
{
    const xb_list *effects = &s->routine->side_effects[effect];
    if (effect == XB_SIDE_EFFECT_READ && !s->c->settings.all)
        select_exposed(s, effects);
    else
        for (size_t i = 0; i < effects->count; i++)
            select_variable(s, ((const xb_reference *)effects->items[i])->symbol);
    /* A footprint covers callees, what is read locally doesn't: a list of that is believed. */
    if (effect != XB_SIDE_EFFECT_READ_LOCAL || !s->routine->has_side_effects[effect])
        select_found(s, effect);
}

/* What a routine needs to be run again, and has to be stored for that: nothing if it is not. */
static void select_arguments(selection *s)
{
    if (xb_is_idle(s->c->callees, s->routine))
        return;
    s->changed_only = !s->c->settings.all;
    select_effect(s, XB_SIDE_EFFECT_READ);
    s->changed_only = false;
}

xb_list xb_checkpoint_variables(const xb_checkpoints *checkpoints, const xb_routine *routine)
{
    selection s = {.c = checkpoints, .routine = routine};
    select_arguments(&s);
    return s.variables;
}

xb_obstacle xb_checkpoint_obstacle(const xb_checkpoints *checkpoints, const xb_routine *routine)
{
    selection s = {.c = checkpoints, .routine = routine};
    select_arguments(&s);
    if (!s.obstacle.what)
        s.obstacle = absence_of_parts(checkpoints, routine);
    return s.obstacle.what ? s.obstacle : repetition_of(checkpoints, routine);
}

/* ---- code --------------------------------------------------------------------------------------------- */

static xb_statement *code_for(const xb_checkpoints *c, xb_symbol *symbol, xb_runtime_code code,
                              bool derivative)
{
    int rank = symbol->rank < 0 ? 0 : symbol->rank;
    const xb_runtime_call named = {.code = code,
                                   .ranks = &rank,
                                   .rank_count = 1,
                                   .type = symbol->type,
                                   .active = symbol->active,
                                   .derivative = derivative};
    const char *name = xb_runtime_call_name(c->program->arena, &named);
    xb_inlinable_call *call = xb_build_inlinable_call(c->program, code, name);
    call->name = xb_program_name(c->program, name);
    xb_build_argument(c->program, &call->arguments, xb_build_reference(c->program, symbol));
    return &call->statement;
}

/* The variables of a checkpoint, in the order in which they are stored. */
static xb_list variables_of(const xb_checkpoints *c, const xb_routine *routine, xb_checkpoint checkpoint)
{
    selection s = {.c = c, .routine = routine};
    s.active_only = checkpoint >= XB_CHECKPOINT_STORE_DERIVATIVES;
    s.warns = checkpoint == XB_CHECKPOINT_STORE_ARGUMENTS;
    if (checkpoint == XB_CHECKPOINT_NONE)
        return s.variables;
    if (checkpoint <= XB_CHECKPOINT_RESTORE_ARGUMENTS)
        select_arguments(&s);
    else
        select_effect(&s, XB_SIDE_EFFECT_MOD);
    s.warns = s.warns && !xb_is_idle(c->callees, routine);
    if (s.warns && !c->settings.by_schedule)
        warn_of_repetition(c, routine);
    if (s.warns)
        xb_warn_of_kept_variables(
            c->run, routine,
            "the program must not be reversed by joint templates, and its derivative is lost");
    if (checkpoint == XB_CHECKPOINT_STORE_STEP || checkpoint == XB_CHECKPOINT_RESTORE_STEP)
        select_effect(&s, XB_SIDE_EFFECT_READ_LOCAL);
    return s.variables;
}

/* ---- control flow ------------------------------------------------------------------------------------- */

static void add_if_present(xb_body *code, xb_symbol *symbol, xb_statement *statement)
{
    xb_body_if(code, xb_build_inquiry(code->program, XB_INTRINSIC_PRESENT, symbol));
    xb_body_add(code, statement);
    xb_body_end(code);
}

/* An array may be stored when it is not allocated. A number after it says whether it was there:
 *
 *     there = 0; if (allocated(x)) then there = 1; store x; end if; store there
 *     restore there; if (there == 1) restore x
 */
static void store_if_there(xb_body *code, const xb_checkpoints *c, xb_symbol *symbol, xb_statement *store)
{
    xb_symbol *there = xb_temporary_integer(c->program, code->scope, "there");
    xb_body_set_number(code, "_there", there, 0);
    xb_body_if(code, xb_build_inquiry(c->program, XB_INTRINSIC_ALLOCATED, symbol));
    xb_body_set_number(code, "_there", there, 1);
    xb_body_add(code, store);
    xb_body_end(code);
    xb_body_add(code, code_for(c, there, XB_RUNTIME_STORE, false));
}

static void restore_if_there(xb_body *code, const xb_checkpoints *c, xb_statement *restore)
{
    xb_symbol *there = xb_temporary_integer(c->program, code->scope, "there");
    xb_body_add(code, code_for(c, there, XB_RUNTIME_RESTORE, false));
    xb_body_if(code, xb_build_with_number(c->program, XB_INTRINSIC_EQUAL, there, 1));
    xb_body_add(code, restore);
    xb_body_end(code);
}

static void add_all(xb_body *code, const xb_checkpoints *c, const xb_list *variables,
                    xb_checkpoint checkpoint)
{
    bool stores = checkpoint % 2 == 0, derivative = checkpoint >= XB_CHECKPOINT_STORE_DERIVATIVES;
    for (size_t i = 0; i < variables->count; i++) {
        xb_symbol *symbol = variables->items[stores ? i : variables->count - 1 - i];
        xb_statement *statement =
            code_for(c, symbol, stores ? XB_RUNTIME_STORE : XB_RUNTIME_RESTORE, derivative);
        if (stores)
            xb_warn_of_passed_on(c->run, symbol, "is stored");
        if (xb_may_be_absent(xb_run_analyses(c->run), symbol))
            add_if_present(code, symbol, statement);
        else if (!may_be_allocated(c, symbol))
            xb_body_add(code, statement);
        else if (stores)
            store_if_there(code, c, symbol, statement);
        else
            restore_if_there(code, c, statement);
    }
}

/* Vertices say what they are part of. @param first number of the first one */
static void annotate(const xb_checkpoints *c, const xb_flow_graph *flow, size_t first)
{
    static const char *const notes[XB_KIND_COUNT] = {[XB_KIND_ENTRY] = "cp_entry",
                                                     [XB_KIND_EXIT] = "cp_exit",
                                                     [XB_KIND_BASIC_BLOCK] = "cp_basicblock",
                                                     [XB_KIND_BRANCH] = "cp_branch",
                                                     [XB_KIND_END_BRANCH] = "cp_branch"};
    for (size_t v = first; v < flow->vertices.count; v++) {
        xb_node *vertex = flow->vertices.items[v];
        xb_node_annotate(vertex, xb_program_name(c->program, notes[vertex->kind]));
    }
}

void xb_checkpoint_add(const xb_checkpoints *c, const xb_routine *routine, xb_body *code,
                       xb_checkpoint checkpoint)
{
    const xb_list variables = variables_of(c, routine, checkpoint);
    xb_body_statements(code);
    const size_t first = code->flow.vertices.count;
    add_all(code, c, &variables, checkpoint);
    xb_body_statements(code);
    annotate(c, &code->flow, first);
}

xb_flow_graph xb_checkpoint_flow(const xb_checkpoints *c, const xb_routine *routine, xb_scope *scope,
                                 xb_checkpoint checkpoint)
{
    xb_body code = xb_body_begin_made(c->program, scope);
    xb_checkpoint_add(c, routine, &code, checkpoint);
    const xb_flow_graph flow = xb_body_finish(&code, xb_run_scratch(c->run));
    annotate(c, &flow, 0);
    return flow;
}
