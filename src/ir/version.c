/*
 * The local symbols of a routine are those of its scope; a version has a copy of each that it refers to, made
 * when it is met first. Routines within it see them, too: their versions stand in the scope of the version of
 * the same name, and their references lead to its symbols. So a symbol is looked for in the maps of a version
 * and of those around it, from the inside out.
 */
#include "ir/version.h"

#include <string.h>

#include "ir/copy_internal.h"
#include "ir/tags.h"

xb_routine *xb_version_find(const xb_program *program, const xb_routine *original, const char *name)
{
    const xb_name *known = xb_names_find(program->names, name, strlen(name));
    return known ? xb_map_get(&program->versions, original->node.index, known->index) : NULL;
}

/* The version, of a name, of the routine that a scope is within; NULL if there is none with a scope of its
 * own.
 */
static xb_routine *version_around(const xb_program *program, const xb_name *name, const xb_scope *scope)
{
    const xb_scope *around = xb_scope_around(scope);
    return around ? xb_map_get(&program->versions, around->node.index, name->index) : NULL;
}

/* ---- declaration ---------------------------------------------------------------------------------- */

/* The copy of a symbol in the scope of a version. */
static xb_symbol *copy_symbol(xb_program *program, xb_version *version, const xb_symbol *from, xb_scope *to)
{
    xb_symbol *copy = xb_symbol_like(program, to, from->id, from);
    copy->node.annotation = from->node.annotation;
    xb_tags_copy(program, &copy->node, &from->node);
    xb_node_map_put(program->arena, &version->symbols, &from->node, copy);
    xb_node_map_put(program->arena, &version->origins, &copy->node, from);
    return copy;
}

/* A version and its program, for the copier. */
typedef struct completion {
    xb_program *program;
    const xb_routine *version;
} completion;

static xb_symbol *symbol_for(void *context, xb_symbol *symbol)
{
    const completion *c = context;
    return xb_version_symbol(c->program, c->version, symbol);
}

/* Expressions in declarations of copies refer to copies, whose declarations may have expressions, too: all
 * that wait are dealt with by the first one. */
static void copy_declarations(xb_program *program, const xb_routine *version, const xb_symbol *from,
                              xb_symbol *copy)
{
    xb_version *v = version->version;
    if (!from->declaration)
        return;
    xb_list_append(program->arena, &v->declared, copy);
    if (v->declared.count > 1)
        return;
    completion c = {program, version};
    const xb_copier copier = {.program = program, .symbol = symbol_for, .context = &c};
    for (size_t i = 0; i < v->declared.count; i++)
        xb_copier_declaration(&copier, v->declared.items[i]);
    v->declared.count = 0;
}

static xb_scope *create_scope(xb_program *program, xb_version *version, xb_scope *from)
{
    const xb_routine *host = version_around(program, version->name, from);
    xb_scope *scope = xb_scope_create(program, NULL);
    scope->parent = host ? host->scope : from->parent;
    scope->node.annotation = from->node.annotation;
    version->from = from;
    return scope;
}

xb_routine *xb_version_declare(xb_program *program, xb_routine *original, const char *name, xb_symbol *symbol)
{
    const xb_routine *current = xb_current(original);
    xb_routine *routine = xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *routine, 0);
    xb_version *version = xb_arena_alloc(program->arena, sizeof *version);
    version->name = xb_program_name(program, name);
    version->original = original;
    routine->version = version;
    routine->symbol = symbol ? symbol : current->symbol;
    routine->scope = symbol ? create_scope(program, version, current->scope) : current->scope;
    routine->active = current->active;
    routine->structured = current->structured;
    routine->kept = current->kept;
    routine->node.annotation = current->node.annotation;
    xb_tags_copy(program, &routine->node, &current->node);
    xb_map_put(program->arena, &program->versions, original->node.index, version->name->index, routine);
    if (symbol) {
        xb_map_put(program->arena, &program->versions, current->scope->node.index, version->name->index,
                   routine);
        symbol->routine = routine;
        xb_node_map_put(program->arena, &program->routine_by_symbol, &symbol->node, routine);
    }
    return routine;
}

/* ---- completion ----------------------------------------------------------------------------------- */

static xb_symbol *callee_symbol(const xb_program *program, const xb_version *version, xb_symbol *symbol)
{
    const xb_routine *callee = xb_program_routine(program, symbol);
    const xb_routine *other =
        callee ? xb_map_get(&program->versions, callee->node.index, version->name->index) : NULL;
    return other ? other->symbol : symbol;
}

/* The symbol of a version for a local symbol of its original; NULL if it is none. */
static xb_symbol *local_symbol(xb_program *program, const xb_routine *version, const xb_symbol *symbol)
{
    if (!version->version->from || symbol->scope != version->version->from)
        return NULL;
    xb_symbol *known = xb_node_map_get(&version->version->symbols, &symbol->node);
    if (known)
        return known;
    xb_symbol *copy = copy_symbol(program, version->version, symbol, version->scope);
    copy_declarations(program, version, symbol, copy);
    return copy;
}

xb_symbol *xb_version_symbol(xb_program *program, const xb_routine *version, xb_symbol *symbol)
{
    if (symbol->kind == XB_SYMBOL_SUBROUTINE)
        return callee_symbol(program, version->version, symbol);
    for (const xb_routine *at = version; at;) {
        xb_symbol *local = local_symbol(program, at, symbol);
        if (local)
            return local;
        at = version_around(program, version->version->name, at->version->original->scope);
    }
    return symbol;
}

const xb_symbol *xb_version_origin(const xb_program *program, const xb_routine *version,
                                   const xb_symbol *symbol)
{
    for (const xb_routine *at = version; at;) {
        const xb_symbol *origin = xb_node_map_get(&at->version->origins, &symbol->node);
        if (origin)
            return origin;
        at = version_around(program, version->version->name, at->version->original->scope);
    }
    return symbol;
}

static void complete(const xb_copier *copier, xb_routine *version)
{
    const xb_routine *current = xb_current(version->version->original);
    version->has_formals = current->has_formals;
    memcpy(version->has_side_effects, current->has_side_effects, sizeof version->has_side_effects);
    xb_copier_interface(copier, current, version);
    version->flow = xb_copier_flow(copier, &current->flow, current->scope, version->scope);
}

void xb_version_complete_with(xb_program *program, xb_routine *version, xb_statement_choice *keeps,
                              void *context)
{
    completion c = {program, version};
    complete(&(xb_copier){program, symbol_for, &c, keeps, context, false}, version);
}

/* Whether the symbols in statements that are neither calls nor have some stay as they are. */
static bool keeps_symbols(const xb_program *program, const xb_version *version)
{
    return !version->from && !version_around(program, version->name, version->original->scope);
}

void xb_version_complete_and_take(xb_program *program, xb_routine *version)
{
    completion c = {program, version};
    bool takes = keeps_symbols(program, version->version);
    complete(&(xb_copier){program, symbol_for, &c, NULL, NULL, takes}, version);
}

void xb_version_complete(xb_program *program, xb_routine *version)
{
    xb_version_complete_with(program, version, NULL, NULL);
}

/* ---- replacement lists ---------------------------------------------------------------------------- */

xb_routine *xb_version_replacements(xb_program *program, xb_routine *original, const char *template_name,
                                    xb_routine *const *versions, size_t count)
{
    const xb_routine *current = xb_current(original);
    xb_routine *list = xb_node_create(program, XB_KIND_REPLACEMENT_LIST, sizeof *list, 0);
    xb_tags_copy(program, &list->node, &current->node);
    list->symbol = current->symbol;
    list->scope = current->scope;
    list->version = current->version;
    list->has_formals = current->has_formals;
    xb_list_append_all(program->arena, &list->formals, &current->formals);
    list->template_name = xb_program_name(program, template_name);
    for (size_t i = 0; i < count; i++) {
        if (!versions[i])
            continue;
        xb_replacement *replacement = xb_node_create(program, XB_KIND_REPLACEMENT, sizeof *replacement, 0);
        replacement->placeholder = xb_program_name(program, xb_arena_format(program->arena, "%zu", i + 1));
        replacement->structured = versions[i]->structured;
        replacement->flow = versions[i]->flow;
        xb_list_append(program->arena, &list->replacements, replacement);
    }
    return list;
}

/* ---- the call graph ------------------------------------------------------------------------------- */

/* Which of the routines that stand for a callee a caller calls: that of its own version, or else the first.
 */
static xb_routine *called_by(const xb_program *program, const xb_routine *caller, xb_routine *callee,
                             const xb_list *versions)
{
    const xb_routine *wanted =
        caller->version ? xb_map_get(&program->versions, callee->node.index, caller->version->name->index)
                        : NULL;
    for (size_t i = 0; i < versions->count; i++)
        if (versions->items[i] == wanted)
            return versions->items[i];
    return versions->count > 0 ? versions->items[0] : NULL;
}

static xb_call_graph_edge *copy_edge(xb_program *program, const xb_call_graph_edge *edge, xb_routine *source,
                                     xb_routine *target)
{
    xb_call_graph_edge *copy = xb_copy_node(program, edge, sizeof *copy);
    copy->id = NULL;
    copy->overlay = true;
    copy->source = source;
    copy->target = target;
    return copy;
}

static void join(xb_program *program, xb_call_graph_edge *edge)
{
    xb_list sources = {0}, targets = {0}, edges = {0};
    xb_view_append(program->arena, XB_VIEW_DERIVED, edge->source, &sources);
    xb_view_append(program->arena, XB_VIEW_DERIVED, edge->target, &targets);
    for (size_t i = 0; i < sources.count; i++) {
        xb_routine *target = called_by(program, sources.items[i], edge->target, &targets);
        if (target)
            xb_list_append(program->arena, &edges, copy_edge(program, edge, sources.items[i], target));
    }
    xb_derive(program, &edge->node, &edges);
}

void xb_versions_join(xb_program *program)
{
    for (size_t i = 0; i < program->call_edges.count; i++) {
        xb_call_graph_edge *edge = program->call_edges.items[i];
        bool is_plain =
            xb_view_single(XB_VIEW_DERIVED, edge->source) && xb_view_single(XB_VIEW_DERIVED, edge->target);
        if (!edge->overlay && !is_plain)
            join(program, edge);
    }
}
