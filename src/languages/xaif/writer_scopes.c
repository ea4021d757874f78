/*
 * Scopes, symbols, alias sets and chains.
 *
 * References without alias or chain have the key 0 by default, and the schema wants it to exist: an empty set
 * is added where a map lacks it.
 */
#include "languages/xaif/writer_internal.h"

/* ---- scopes --------------------------------------------------------------------------------------- */

static const char *kind_name(xb_symbol_kind kind)
{
    static const char *const names[] = {"subroutine", "variable", "pointer"};
    return names[kind];
}

static void write_symbol(xb_writer *writer, const xb_symbol *symbol)
{
    bool is_read = writer->options.view == XB_VIEW_READ;
    xb_write_begin(writer, "Symbol");
    xb_write_name(writer, "symbol_id", symbol->id);
    xb_write_text(writer, "kind", kind_name(symbol->kind));
    xb_write_text(writer, "type", xb_type_name(symbol->type));
    xb_write_optional(writer, "feType", symbol->fe_type);
    xb_write_text(writer, "shape", xb_shape_name(symbol->rank));
    xb_write_annotation(writer, &symbol->node);
    xb_write_boolean(writer, "active", symbol->active || (is_read && symbol->passivated));
    xb_write_boolean(writer, "temp", symbol->temp);
    if (symbol->pointer)
        xb_write_boolean(writer, "pointer", true);
    xb_write_declaration_attributes(writer, symbol);
    xb_write_tags(writer, &symbol->node);
    if (!xb_write_declaration_has_children(symbol)) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    xb_write_declaration_children(writer, symbol);
    xb_write_close(writer, "Symbol");
}

static void write_scope(xb_writer *writer, const xb_scope *scope)
{
    xb_write_begin(writer, "Scope");
    xb_write_scope_id(writer, "vertex_id", scope);
    xb_write_annotation(writer, &scope->node);
    xb_write_open(writer);
    xb_write_begin(writer, "SymbolTable");
    xb_write_open(writer);
    const xb_list *symbols = xb_write_view(writer, &scope->symbols);
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        if (xb_view_has(writer->options.view, symbol->overlay))
            write_symbol(writer, symbol);
    }
    xb_write_close(writer, "SymbolTable");
    xb_write_close(writer, "Scope");
}

/* The id of the edge that leaves a scope; the root has none and needs none. */
static const xb_name *edge_id(const void *collection, size_t i)
{
    const xb_scope *scope = ((const xb_list *)collection)->items[i];
    return scope->parent ? scope->edge_id : scope->id;
}

static const xb_name *scope_id(const void *collection, size_t i)
{
    return ((const xb_scope *)((const xb_list *)collection)->items[i])->id;
}

/* The scopes of the view. */
static const xb_list *scopes_of(xb_writer *writer)
{
    xb_list *scopes = xb_arena_alloc(writer->scratch, sizeof *scopes);
    for (size_t i = 0; i < writer->program->scopes.count; i++) {
        const xb_scope *scope = writer->program->scopes.items[i];
        if (xb_view_has(writer->options.view, scope->overlay))
            xb_list_append(writer->scratch, scopes, scope);
    }
    return scopes;
}

static void write_scope_edge(xb_writer *writer, const xb_scope *scope, uint32_t number)
{
    xb_write_begin(writer, "ScopeEdge");
    xb_write_id(writer, "edge_id", scope->edge_id, number);
    xb_write_scope_id(writer, "source", scope);
    xb_write_scope_id(writer, "target", scope->parent);
    xb_write_optional(writer, "annotation", scope->edge_annotation);
    xb_write_empty(writer);
}

void xb_write_scopes(xb_writer *writer)
{
    const xb_list *scopes = scopes_of(writer);
    xb_write_number_nodes(writer, scopes, scope_id);
    xb_write_begin(writer, "ScopeHierarchy");
    xb_write_open(writer);
    for (size_t i = 0; i < scopes->count; i++)
        write_scope(writer, scopes->items[i]);
    const uint32_t *numbers = xb_write_missing_ids(writer, scopes->count, edge_id, scopes);
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_scope *scope = scopes->items[i];
        if (scope->parent)
            write_scope_edge(writer, scope, xb_write_missing_id(numbers, i));
    }
    xb_write_close(writer, "ScopeHierarchy");
}

/* ---- alias sets ----------------------------------------------------------------------------------- */

static void write_empty_set(xb_writer *writer, const char *element)
{
    xb_write_begin(writer, element);
    xb_write_number(writer, "key", 0);
    xb_write_empty(writer);
}

static void write_alias_set(xb_writer *writer, const xb_alias_set *set)
{
    const xb_alias_range *ranges = set->ranges.items;
    xb_write_begin(writer, "AliasSet");
    xb_write_number(writer, "key", xb_program_key_of(writer->program, set->key));
    if (set->ranges.count == 0) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    for (size_t i = 0; i < set->ranges.count; i++) {
        xb_write_begin(writer, "AliasRange");
        xb_write_number(writer, "from_virtual_address", ranges[i].from);
        xb_write_number(writer, "to_virtual_address", ranges[i].to);
        xb_write_boolean(writer, "partial", ranges[i].partial);
        xb_write_empty(writer);
    }
    xb_write_close(writer, "AliasSet");
}

void xb_write_aliases(xb_writer *writer)
{
    const xb_alias_map *map = &writer->program->aliases;
    xb_write_begin(writer, "AliasSetMap");
    xb_write_open(writer);
    if (!xb_alias_map_find(map, 0))
        write_empty_set(writer, "AliasSet");
    for (size_t i = 0; i < map->sets.count; i++) {
        const xb_alias_set *set = map->sets.items[i];
        if (xb_view_has(writer->options.view, set->overlay))
            write_alias_set(writer, set);
    }
    xb_write_close(writer, "AliasSetMap");
}

/* ---- chains --------------------------------------------------------------------------------------- */

static void write_chain(xb_writer *writer, const xb_chain *chain)
{
    xb_write_begin(writer, "StmtIdSet");
    xb_write_number(writer, "key", xb_program_key_of(writer->program, chain->key));
    if (chain->ids.count == 0) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    for (size_t i = 0; i < chain->ids.count; i++) {
        xb_write_begin(writer, "StatementId");
        xb_write_name(writer, "idRef", chain->ids.items[i]);
        xb_write_empty(writer);
    }
    xb_write_close(writer, "StmtIdSet");
}

static bool has_key_zero(const xb_chain_map *map)
{
    for (size_t i = 0; i < map->chains.count; i++)
        if (((const xb_chain *)map->chains.items[i])->key == 0)
            return true;
    return false;
}

void xb_write_chains(xb_writer *writer, const char *element, const xb_chain_map *map)
{
    xb_write_begin(writer, element);
    xb_write_open(writer);
    if (!has_key_zero(map))
        write_empty_set(writer, "StmtIdSet");
    for (size_t i = 0; i < map->chains.count; i++)
        write_chain(writer, map->chains.items[i]);
    xb_write_close(writer, element);
}
