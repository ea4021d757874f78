/*
 * A value may be read by another name. If the next access to some variable of its storage class is a read,
 * that read may get the value, whether or not the two certainly share storage; if the variable is assigned as
 * a whole before, it can't. So what counts is how many variables of a class are live by their own name. Going
 * through a block from its end, each change of that number from or to zero is noted with its place; a
 * question looks for the last change by bisection.
 */
#include "analysis/liveness.h"

#include <string.h>

#include "analysis/storage.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

/* What is known of a program. */
typedef struct facts {
    xb_arena *arena;
    const xb_storage *storage;
    bool pointers;           /* there are pointers, through which anything may be read */
    xb_map procedures;       /* scopes of routines with a body, by node index */
    xb_map opaque;           /* scopes of routines of which not all is known, by node index */
    xb_storage_set escaping; /* what other routines see */
    xb_map exposed;          /* variables that a block reads before it assigns them, by node index */
    xb_map counts;           /* (storage class, node index of a scope): number of exposed variables */
    /* while the program is walked over */
    xb_map assigned; /* variables by node index: the block that assigned them last */
    const xb_node *block;
} facts;

/* ---- the program --------------------------------------------------------------------------------------- */

static bool contains_any(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

/* Labels and jumps are in the edges of the control flow; what is in brackets is a statement at a label. */
bool xb_marker_is_harmless(const xb_marker *marker)
{
    static const char *const notes[] = {"OPR_PRAGMA", "OPR_XPRAGMA", "OPR_USE", "OPR_COMMENT", NULL};
    static const char *const jumps[] = {"StmtLabel", "StmtGoto", "StmtReturn", NULL};
    const char *text = marker->text ? marker->text->text : "";
    if (marker->is_known && marker->reads.count + marker->writes.count == 0)
        return true;
    return contains_any(text, notes) || (contains_any(text, jumps) && !strchr(text, '['));
}

bool xb_marker_is_unknown(const xb_marker *marker)
{
    return !marker->is_known && !xb_marker_is_harmless(marker);
}

static bool is_tracked(const xb_symbol *symbol)
{
    return symbol->kind != XB_SYMBOL_SUBROUTINE && xb_type_class_of(symbol->type) == XB_TYPE_CLASS_FLOATING;
}

static void escape(facts *l, const xb_symbol *symbol)
{
    xb_storage_set_add(l->arena, &l->escaping, symbol);
}

/* A variable that is seen outside of the routine that declares it, or may be. */
static void see_symbols(facts *l, const xb_scope *scope)
{
    bool inside = xb_map_get(&l->procedures, scope->node.index, 0);
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        l->pointers = l->pointers || symbol->kind == XB_SYMBOL_POINTER || symbol->pointer;
        bool is_seen = (!inside && !symbol->temporary) || xb_symbol_is_static(symbol);
        if (is_tracked(symbol) && (is_seen || xb_storage_is_formal(l->storage, symbol)))
            escape(l, symbol);
    }
}

static void expose(facts *l, const xb_symbol *symbol)
{
    if (xb_map_get(&l->exposed, symbol->node.index, 0))
        return;
    xb_map_put(l->arena, &l->exposed, symbol->node.index, 0, symbol);
    uint32_t class = xb_storage_class(l->storage, symbol);
    uintptr_t count = (uintptr_t)xb_map_get(&l->counts, class, symbol->scope->node.index) + 1;
    xb_map_put(l->arena, &l->counts, class, symbol->scope->node.index, (const void *)count);
}

static void see_opaque(facts *l, const xb_walk *walk, const xb_node *what)
{
    const xb_routine *routine = xb_walk_routine(walk);
    if (routine)
        xb_map_put(l->arena, &l->opaque, routine->scope->node.index, 0, what);
}

/* Whether a reference is what the statement around it assigns. */
static bool is_target(const xb_walk *walk, const xb_node *reference)
{
    const xb_node *parent = xb_walk_ancestor(walk, 1);
    return parent && parent->kind == XB_KIND_ASSIGNMENT &&
           &((const xb_assignment *)parent)->target->vertex.node == reference;
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    facts *l = context;
    const xb_routine *routine = xb_walk_routine(walk);
    const xb_symbol *symbol = ((const xb_reference *)node)->symbol;
    if (routine && symbol->kind != XB_SYMBOL_SUBROUTINE &&
        xb_type_class_of(symbol->type) == XB_TYPE_CLASS_ANY)
        see_opaque(l, walk, node);
    if (!routine || !is_tracked(symbol))
        return XB_VISIT_CONTINUE;
    if (symbol->scope != routine->scope)
        escape(l, symbol);
    bool assigned = l->block && xb_map_get(&l->assigned, symbol->node.index, 0) == l->block;
    if (!assigned && !is_target(walk, node))
        expose(l, symbol);
    return XB_VISIT_CONTINUE;
}

/* Whether an assignment overwrites all of its variable. */
static bool assigns_whole(const xb_assignment *assignment)
{
    return xb_reference_is_whole(assignment->target);
}

static xb_visit leave_assignment(xb_walk *walk, xb_node *node, void *context)
{
    facts *l = context;
    const xb_assignment *assignment = (const xb_assignment *)node;
    (void)walk;
    if (assigns_whole(assignment) && l->block)
        xb_map_put(l->arena, &l->assigned, assignment->target->symbol->node.index, 0, l->block);
    return XB_VISIT_CONTINUE;
}

static xb_visit enter_block(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    ((facts *)context)->block = node;
    return XB_VISIT_CONTINUE;
}

static xb_visit leave_block(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)node;
    ((facts *)context)->block = NULL;
    return XB_VISIT_CONTINUE;
}

static xb_visit see_marker(xb_walk *walk, xb_node *node, void *context)
{
    if (xb_marker_is_unknown((const xb_marker *)node))
        see_opaque(context, walk, node);
    return XB_VISIT_CONTINUE;
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    const xb_symbol *symbol = node->kind == XB_KIND_SUBROUTINE_CALL
                                  ? ((const xb_call *)node)->symbol
                                  : ((const xb_function_call *)node)->symbol;
    if (!xb_program_routine(xb_walk_program(walk), symbol))
        see_opaque(context, walk, node);
    return XB_VISIT_CONTINUE;
}

static void *find(xb_analyses *analyses, xb_arena *arena)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_BASIC_BLOCK] = enter_block,
                  [XB_KIND_MARKER] = see_marker,
                  [XB_KIND_SUBROUTINE_CALL] = see_call,
                  [XB_KIND_FUNCTION_CALL] = see_call,
                  [XB_KIND_VARIABLE_REFERENCE] = see_reference},
        .leave = {[XB_KIND_BASIC_BLOCK] = leave_block, [XB_KIND_ASSIGNMENT] = leave_assignment}};
    xb_program *program = xb_analyses_program(analyses);
    facts *l = xb_arena_alloc(arena, sizeof *l);
    l->arena = arena;
    l->storage = l->escaping.storage = xb_storage_of(analyses);
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (xb_routine_is_procedure(routine))
            xb_map_put(arena, &l->procedures, routine->scope->node.index, 0, routine);
    }
    for (size_t i = 0; i < program->scopes.count; i++)
        see_symbols(l, program->scopes.items[i]);
    xb_traverse(program, xb_analyses_scratch(analyses), &program->node, &visitor, l);
    return l;
}

/* ---- a block ------------------------------------------------------------------------------------------- */

typedef struct access {
    const xb_symbol *symbol;
    size_t statement;
    bool assigned; /* as a whole */
} access;

/* From a place towards the beginning of the block: whether anything of a class is live. */
typedef struct change {
    size_t place;
    bool live;
} change;

typedef struct class_state {
    uintptr_t count; /* of variables that are live where the block has been gone through */
    bool at_end;     /* whether any is at the end of the block */
    xb_vector changes;
} class_state;

struct xb_block_liveness {
    xb_arena *arena;
    const facts *program;
    const xb_scope *scope;
    bool everything;
    xb_vector accesses; /* in the order of execution */
    size_t statement;
    xb_map classes; /* class_state */
    xb_map live;    /* (node index of a variable) 1: dead, 2: live, where the block has been gone through */
};

static void note(xb_block_liveness *b, const xb_symbol *symbol, bool assigned)
{
    if (is_tracked(symbol) && symbol->scope == b->scope)
        *(access *)xb_vector_push(b->arena, &b->accesses, sizeof(access)) =
            (access){symbol, b->statement, assigned};
}

static xb_visit note_reference(xb_walk *walk, xb_node *node, void *context)
{
    if (!is_target(walk, node))
        note(context, ((const xb_reference *)node)->symbol, false);
    return XB_VISIT_CONTINUE;
}

static xb_visit note_assignment(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    if (assigns_whole((const xb_assignment *)node))
        note(context, ((const xb_assignment *)node)->target->symbol, true);
    return XB_VISIT_CONTINUE;
}

static class_state *state_of(xb_block_liveness *b, uint32_t class)
{
    class_state *state = xb_map_get(&b->classes, class, 0);
    if (state)
        return state;
    state = xb_arena_alloc(b->arena, sizeof *state);
    state->count = (uintptr_t)xb_map_get(&b->program->counts, class, b->scope->node.index);
    state->at_end = state->count > 0;
    xb_map_put(b->arena, &b->classes, class, 0, state);
    return state;
}

static bool is_live_by_name(const xb_block_liveness *b, const xb_symbol *symbol)
{
    uintptr_t known = (uintptr_t)xb_map_get(&b->live, symbol->node.index, 0);
    return known ? known == 2 : xb_map_get(&b->program->exposed, symbol->node.index, 0) != NULL;
}

/* Goes back over an access. */
static void go_back(xb_block_liveness *b, const access *a)
{
    bool live = !a->assigned;
    class_state *state = state_of(b, xb_storage_class(b->program->storage, a->symbol));
    if (is_live_by_name(b, a->symbol) == live)
        return;
    xb_map_put(b->arena, &b->live, a->symbol->node.index, 0, (const void *)(uintptr_t)(live ? 2 : 1));
    state->count = live ? state->count + 1 : state->count - 1;
    *(change *)xb_vector_push(b->arena, &state->changes, sizeof(change)) =
        (change){a->statement, state->count > 0};
}

xb_block_liveness *xb_liveness_in_block(xb_analyses *analyses, xb_arena *arena, const xb_routine *routine,
                                        const xb_flow_vertex *block)
{
    static const xb_analysis analysis = {XB_VIEW_DERIVED, find};
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = note_reference},
                                       .leave = {[XB_KIND_ASSIGNMENT] = note_assignment}};
    xb_block_liveness *b = xb_arena_alloc(arena, sizeof *b);
    b->arena = arena;
    b->program = xb_analyses_get(analyses, &analysis);
    b->scope = routine->scope;
    b->everything = b->program->pointers || xb_map_get(&b->program->opaque, b->scope->node.index, 0);
    if (b->everything)
        return b;
    for (b->statement = 0; b->statement < block->statements.count; b->statement++)
        xb_traverse(xb_analyses_program(analyses), arena, block->statements.items[b->statement], &visitor, b);
    for (size_t i = b->accesses.count; i-- > 0;)
        go_back(b, (const access *)b->accesses.items + i);
    return b;
}

bool xb_is_live(const xb_block_liveness *liveness, const xb_symbol *symbol, size_t place)
{
    uint32_t class = xb_storage_class(liveness->program->storage, symbol);
    if (liveness->everything || symbol->scope != liveness->scope || class == XB_STORAGE_ANYWHERE ||
        !is_tracked(symbol) || xb_storage_set_has(&liveness->program->escaping, symbol))
        return true;
    const class_state *state = xb_map_get(&liveness->classes, class, 0);
    if (!state)
        return xb_map_get(&liveness->program->counts, class, liveness->scope->node.index) != NULL;
    const change *changes = state->changes.items;
    size_t low = 0, high = state->changes.count; /* those before low are at the place or after it */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (changes[middle].place >= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? state->at_end : changes[low - 1].live;
}
