/*
 * Two sets tell what weak calls change: symbols that are passed to routines which are called weakly, and
 * which these modify or restore, closed over what is passed on to them, and storage classes of what such
 * routines modify, or restore, from outside. Copies are made by calls of the run time that copy memory, since
 * parts of arrays may be undefined.
 */
#include "algorithms/motions/final_values.h"

#include "analysis/assumed_size.h"
#include "analysis/calls.h"
#include "analysis/contained.h"
#include "analysis/effects.h"
#include "analysis/footprints.h"
#include "analysis/omission.h"
#include "analysis/overlap.h"
#include "analysis/shape.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "ir/closure.h"
#include "traverse/traverse.h"

struct xb_final_values {
    xb_run *run;
    xb_program *program;
    const xb_checkpoints *checkpoints;
    const xb_footprints *footprints;
    xb_node_set referred;  /* variables that are referred to from outside of their scopes */
    xb_list outside;       /* these */
    xb_storage_set hidden; /* what entries modify and can't copy; all: it may be so of all that they modify */
    const xb_node_set *weakly;
    xb_node_set restored;   /* what routines that are called weakly restore */
    xb_closure passed;      /* to these, if they modify or restore it */
    xb_storage_set changed; /* what they modify, or restore, and what is passed */
};

/* ---- variables ----------------------------------------------------------------------------------------- */

static bool is_seen(const xb_routine *routine, const xb_symbol *symbol)
{
    return xb_scope_is_within(routine->scope, symbol->scope);
}

/* Whether there can be a copy: what is of a type that is not known, or of a size that is not, has none. */
static bool can_be_copied(const xb_final_values *f, const xb_symbol *symbol)
{
    xb_analyses *analyses = xb_run_analyses(f->run);
    /* Nothing may tell whether it is there. */
    if (xb_is_passed_on(analyses, symbol))
        return false;
    switch (symbol->type) {
    case XB_TYPE_REAL:
    case XB_TYPE_COMPLEX:
    case XB_TYPE_INTEGER:
    case XB_TYPE_BOOL:
    case XB_TYPE_STRING:
        return symbol->kind != XB_SYMBOL_SUBROUTINE && !xb_is_assumed_size(xb_run_analyses(f->run), symbol);
    default: return false;
    }
}

/* Whether a variable is one of a routine that others lie within, which these share. They are gone when it
 * returns. */
static bool is_of_host(const xb_final_values *f, const xb_routine *routine, const xb_symbol *symbol)
{
    return symbol->scope != routine->scope && xb_program_has_procedure(f->program, symbol->scope) &&
           xb_contained_refer(xb_run_analyses(f->run), symbol);
}

static bool modifies(const xb_final_values *f, const xb_formal *formal)
{
    return xb_formal_use_of(f->footprints, formal).modified ||
           xb_effects_modifies(xb_effects_of(xb_run_analyses(f->run)), formal);
}

/* A list without repetitions. */
typedef struct selection {
    const xb_final_values *f;
    const xb_routine *routine;
    xb_node_set known;
    xb_list variables;
} selection;

static void take(selection *s, xb_symbol *symbol)
{
    if (!xb_node_set_add(s->f->program->arena, &s->known, &symbol->node))
        return;
    xb_list_append(s->f->program->arena, &s->variables, symbol);
}

/* A variable from outside, or those that may share its storage and that the routine sees. @return whether
 * there are any
 */
static bool take_seen(selection *s, xb_symbol *symbol)
{
    bool found = false;
    if (is_seen(s->routine, symbol)) {
        if (can_be_copied(s->f, symbol) && !xb_formals_find(&s->routine->formals, symbol))
            take(s, symbol);
        return can_be_copied(s->f, symbol);
    }
    for (size_t i = 0; i < s->f->outside.count; i++) {
        xb_symbol *other = s->f->outside.items[i];
        if (!is_seen(s->routine, other) || !can_be_copied(s->f, other) ||
            xb_overlap_of_variables(s->f->hidden.storage, other, symbol) == XB_OVERLAP_NEVER)
            continue;
        take(s, other);
        found = true;
    }
    return found;
}

/* ---- what entries can't copy --------------------------------------------------------------------------- */

static xb_visit note_outside(xb_walk *walk, xb_node *node, void *context)
{
    xb_final_values *f = context;
    const xb_routine *routine = xb_walk_routine(walk);
    xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    if (!routine || !xb_is_from_outside(routine, symbol) ||
        !xb_node_set_add(f->program->arena, &f->referred, &symbol->node))
        return XB_VISIT_CONTINUE;
    xb_list_append(f->program->arena, &f->outside, symbol);
    return XB_VISIT_CONTINUE;
}

/* Variables of other routines stand for those that may share their storage, as in COMMON blocks, which
 * pointers tell nothing of. */
static void note_hidden(xb_final_values *f, const xb_routine *entry)
{
    const xb_footprint *footprint = xb_footprint_of(f->footprints, entry);
    for (size_t i = 0; footprint && i < footprint->modified.count; i++) {
        const xb_symbol *symbol = footprint->modified.items[i];
        bool counts = xb_storage_class(f->hidden.storage, symbol) != XB_STORAGE_ANYWHERE ||
                      xb_footprint_knows(f->footprints, entry, symbol);
        if (counts && !is_of_host(f, entry, symbol) && (!is_seen(entry, symbol) || !can_be_copied(f, symbol)))
            xb_storage_set_add(f->program->arena, &f->hidden, symbol);
    }
    for (size_t i = 0; i < entry->formals.count; i++) {
        const xb_formal *formal = entry->formals.items[i];
        if (modifies(f, formal) && !can_be_copied(f, formal->symbol))
            xb_storage_set_add_all(&f->hidden);
    }
}

xb_final_values *xb_final_values_start(xb_run *run, const xb_checkpoints *checkpoints,
                                       const xb_node_set *entries)
{
    static const xb_visitor references = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = note_outside},
                                          .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(run);
    xb_final_values *f = xb_arena_alloc(program->arena, sizeof *f);
    *f = (xb_final_values){.run = run,
                           .program = program,
                           .checkpoints = checkpoints,
                           .footprints = xb_footprints_of(xb_run_analyses(run)),
                           .hidden = {.storage = xb_storage_of(xb_run_analyses(run))},
                           .changed = {.storage = xb_storage_of(xb_run_analyses(run))}};
    xb_traverse(program, xb_run_scratch(run), &program->node, &references, f);
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (xb_node_set_has(entries, &routine->node))
            note_hidden(f, routine);
    }
    return f;
}

xb_obstacle xb_final_values_obstacle(xb_final_values *f, const xb_routine *routine)
{
    const xb_footprint *footprint = xb_footprint_of(f->footprints, routine);
    selection s = {.f = f, .routine = routine};
    for (size_t i = 0; footprint && i < footprint->modified.count; i++) {
        xb_symbol *symbol = footprint->modified.items[i];
        if (xb_storage_set_has(&f->hidden, symbol) && xb_footprint_knows(f->footprints, routine, symbol) &&
            !take_seen(&s, symbol))
            return (xb_obstacle){xb_arena_format(f->program->arena,
                                                 "modifies %s, which can't be copied there to be put back",
                                                 symbol->id->text),
                                 "let the variable be visible in the routine that is differentiated, and of "
                                 "a type and size that are known"};
    }
    return (xb_obstacle){NULL, NULL};
}

/* ---- what weak calls change ---------------------------------------------------------------------------- */

/* The callee at hand. */
typedef struct passing {
    xb_final_values *f;
    bool weak;
} passing;

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    const passing *p = context;
    if (p->weak &&
        (!formal || modifies(p->f, formal) || xb_node_set_has(&p->f->restored, &formal->symbol->node)))
        xb_closure_add(&p->f->passed, actual->symbol);
    if (formal)
        xb_closure_imply(&p->f->passed, formal->symbol, actual->symbol);
}

static xb_visit note_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_final_values *f = context;
    const xb_routine *callee = xb_program_routine(xb_walk_program(walk), xb_called_symbol(node));
    passing p = {f, callee && xb_node_set_has(f->weakly, &callee->node)};
    if (callee)
        xb_call_passes(xb_walk_program(walk), node, note_passed, &p);
    return XB_VISIT_CONTINUE;
}

static void note_changed(xb_final_values *f, const xb_routine *weak)
{
    const xb_footprint *footprint = xb_footprint_of(f->footprints, weak);
    for (size_t i = 0; footprint && i < footprint->modified.count; i++)
        xb_storage_set_add(f->program->arena, &f->changed, footprint->modified.items[i]);
    if (footprint && footprint->modifies_unknown)
        xb_storage_set_add_all(&f->changed);
}

static void note_restored(xb_final_values *f, const xb_routine *weak)
{
    const xb_list restored = xb_checkpoint_variables(f->checkpoints, weak);
    for (size_t i = 0; i < restored.count; i++) {
        const xb_symbol *symbol = restored.items[i];
        xb_node_set_add(f->program->arena, &f->restored, &symbol->node);
        if (!xb_formals_find(&weak->formals, symbol))
            xb_storage_set_add(f->program->arena, &f->changed, symbol);
    }
}

void xb_final_values_know(xb_final_values *f, const xb_node_set *weakly)
{
    static const xb_visitor calls = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = note_call, [XB_KIND_FUNCTION_CALL] = note_call},
        .view = XB_VIEW_READ};
    xb_arena *scratch = xb_run_scratch(f->run);
    f->weakly = weakly;
    if (xb_node_set_is_empty(weakly))
        return;
    for (size_t i = 0; i < f->program->routines.count; i++) {
        const xb_routine *routine = f->program->routines.items[i];
        if (!xb_node_set_has(weakly, &routine->node))
            continue;
        note_changed(f, routine);
        note_restored(f, routine);
    }
    f->passed = (xb_closure){.arena = f->program->arena, .scratch = scratch};
    xb_traverse(f->program, scratch, &f->program->node, &calls, f);
    xb_closure_complete(&f->passed);
    for (size_t i = 0; i < f->outside.count; i++)
        if (xb_closure_has(&f->passed, f->outside.items[i]))
            xb_storage_set_add(f->program->arena, &f->changed, f->outside.items[i]);
}

static bool is_changed(const xb_final_values *f, const xb_symbol *symbol)
{
    return xb_closure_has(&f->passed, symbol) || xb_storage_set_has(&f->changed, symbol);
}

xb_list xb_final_values_of_entry(const xb_final_values *f, const xb_routine *routine)
{
    selection s = {.f = f, .routine = routine};
    const xb_footprint *footprint = xb_footprint_of(f->footprints, routine);
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (modifies(f, formal) && is_changed(f, formal->symbol) && can_be_copied(f, formal->symbol))
            take(&s, formal->symbol);
    }
    for (size_t i = 0; footprint && i < footprint->modified.count; i++)
        if (is_changed(f, footprint->modified.items[i]))
            take_seen(&s, footprint->modified.items[i]);
    return s.variables;
}

xb_list xb_final_values_of_weak(const xb_final_values *f, const xb_routine *routine)
{
    selection s = {.f = f, .routine = routine};
    const xb_footprint *footprint = xb_footprint_of(f->footprints, routine);
    const xb_list none = {.count = 0}, restored = xb_checkpoint_variables(f->checkpoints, routine),
                  *lists[] = {footprint ? &footprint->modified : &none, &restored};
    for (size_t i = 0; xb_storage_set_is_all(&f->hidden) && i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        const bool is_restored = xb_node_set_has(&f->restored, &formal->symbol->node);
        if ((modifies(f, formal) || is_restored) && can_be_copied(f, formal->symbol))
            take(&s, formal->symbol);
    }
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lists[k]->count; i++)
            if (xb_storage_set_has(&f->hidden, lists[k]->items[i]) &&
                !is_of_host(f, routine, lists[k]->items[i]))
                take_seen(&s, lists[k]->items[i]);
    return s.variables;
}

/* ---- code ---------------------------------------------------------------------------------------------- */

static xb_statement *call_of_two(const xb_kept_values *k, xb_runtime_code code, xb_symbol *to,
                                 xb_symbol *from)
{
    xb_program *program = xb_run_program(k->run);
    xb_inlinable_call *call = xb_build_inlinable_call(program, code, "_final_value");
    xb_build_argument(program, &call->arguments, xb_build_reference(program, to));
    xb_build_argument(program, &call->arguments, xb_build_reference(program, from));
    return &call->statement;
}

static bool is_allocatable(const xb_kept_values *k, const xb_symbol *symbol)
{
    return xb_storage_is_allocatable(xb_storage_of(xb_run_analyses(k->run)), symbol);
}

static xb_symbol *copy_of(const xb_kept_values *k, xb_symbol *variable, xb_statement **allocation)
{
    xb_program *program = xb_run_program(k->run);
    const xb_shape shape = xb_shape_of_reference(program->arena, xb_build_reference(program, variable));
    xb_symbol *copy = xb_shape_temporary(program, k->scope, "fin", shape, false, allocation);
    return copy;
}

static void keep(xb_kept_values *k, xb_body *code, xb_symbol *variable)
{
    xb_program *program = code->program;
    bool may_be_absent = xb_may_be_absent(xb_run_analyses(k->run), variable);
    bool conditional = may_be_absent || is_allocatable(k, variable);
    xb_symbol *there = conditional ? xb_temporary_integer(program, k->scope, "there") : NULL;
    xb_statement *allocation;
    xb_symbol *copy = copy_of(k, variable, &allocation);
    xb_list_append(program->arena, &k->copies, copy);
    xb_list_append(program->arena, &k->there, there);
    if (conditional) {
        xb_body_set_number(code, "_there", there, 0);
        xb_body_if(code,
                   xb_build_inquiry(program, may_be_absent ? XB_INTRINSIC_PRESENT : XB_INTRINSIC_ALLOCATED,
                                    variable));
        xb_body_set_number(code, "_there", there, 1);
    }
    if (allocation)
        xb_body_add(code, allocation);
    xb_body_add(code, call_of_two(k, XB_RUNTIME_CONVERT, copy, variable));
    if (conditional)
        xb_body_end(code);
}

void xb_values_keep(xb_kept_values *k, xb_body *code)
{
    for (size_t i = 0; i < k->variables.count; i++)
        keep(k, code, k->variables.items[i]);
}

/* An array may have been allocated in another shape meanwhile. */
static void reshape(const xb_kept_values *k, xb_body *code, xb_symbol *variable, xb_symbol *copy)
{
    if (!is_allocatable(k, variable))
        return;
    xb_body_if(code, xb_build_other_shape(code->program, variable, copy));
    xb_body_add(code, call_of_two(k, XB_RUNTIME_ALLOCATE_MATCHING, variable, copy));
    xb_body_end(code);
}

static void put_back(const xb_kept_values *k, xb_body *code, size_t i)
{
    xb_symbol *variable = k->variables.items[i], *copy = k->copies.items[i], *there = k->there.items[i];
    if (there)
        xb_body_if(code, xb_build_with_number(code->program, XB_INTRINSIC_EQUAL, there, 1));
    reshape(k, code, variable, copy);
    xb_body_add(code, call_of_two(k, XB_RUNTIME_CONVERT, variable, copy));
    if (there)
        xb_body_end(code);
}

void xb_values_put_back(const xb_kept_values *k, xb_body *code)
{
    for (size_t i = 0; i < k->variables.count; i++)
        put_back(k, code, i);
}
