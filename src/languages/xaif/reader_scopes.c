/*
 * Scopes, symbols, alias sets and chains.
 *
 * Edges between scopes may stand before the scopes that they join; the tree is put together at the end of the
 * hierarchy.
 */
#include "languages/xaif/reader_internal.h"

/* ---- scopes and symbols ------------------------------------------------------------------------- */

void xb_handle_scope(xb_reader *reader, void *owner)
{
    (void)owner;
    const xb_name *id = reader->values[XB_ATTRIBUTE_VERTEX_ID].name;
    const xb_scope *first = xb_scope_find(reader->program, id);
    if (first) {
        xb_read_error(reader, "vertex_id must be unique among scopes", "second scope with the id '%s'; %s",
                      id->text, xb_read_first(reader, first->node.line));
        reader->frames[reader->depth - 1].has_skipped = true;
        return;
    }
    xb_scope *scope = xb_scope_create(reader->program, id);
    scope->node.line = xb_read_line(reader);
    xb_node_annotate(&scope->node, xb_read_annotation(reader));
    xb_read_children(reader, scope);
}

/* A type that has no derivatives is not active, whatever its attribute says; the first such symbol is told.
 */
static void check_activity(xb_reader *reader, xb_symbol *symbol)
{
    static const bool never[] = {
        [XB_TYPE_INTEGER] = true, [XB_TYPE_BOOL] = true, [XB_TYPE_CHAR] = true, [XB_TYPE_STRING] = true};
    if (!symbol->active || symbol->kind == XB_SYMBOL_SUBROUTINE || symbol->type >= sizeof never ||
        !never[symbol->type])
        return;
    symbol->active = false;
    if (reader->activity_told || !xb_read_has(reader, XB_ATTRIBUTE_ACTIVE))
        return;
    reader->activity_told = true;
    xb_read_warning(
        reader,
        "only variables of type real, complex and opaque have derivatives; write active=\"false\", "
        "here and wherever else it is so",
        "symbol '%s' is said to be active, but it is of type %s", symbol->id->text,
        xb_type_name(symbol->type));
}

void xb_handle_symbol(xb_reader *reader, void *owner)
{
    const xb_value *values = reader->values;
    if (!xb_read_has(reader, XB_ATTRIBUTE_SYMBOL_ID)) {
        xb_read_note_incomplete(reader, owner);
        return;
    }
    const xb_symbol *first = xb_symbol_find(owner, values[XB_ATTRIBUTE_SYMBOL_ID].name);
    xb_symbol *symbol = xb_symbol_create(reader->program, owner, values[XB_ATTRIBUTE_SYMBOL_ID].name, false);
    if (!symbol) {
        xb_read_error(reader, "symbol_id must be unique within its symbol table",
                      "second symbol with the id '%s'; %s", values[XB_ATTRIBUTE_SYMBOL_ID].name->text,
                      xb_read_first(reader, first->node.line));
        return;
    }
    symbol->node.line = xb_read_line(reader);
    xb_node_annotate(&symbol->node, xb_read_annotation(reader));
    xb_read_tags(reader, &symbol->node);
    symbol->kind = (xb_symbol_kind)values[XB_ATTRIBUTE_KIND].number;
    symbol->type = (xb_type)values[XB_ATTRIBUTE_TYPE].number;
    symbol->fe_type = xb_read_text(reader, XB_ATTRIBUTE_FE_TYPE);
    symbol->rank = (int)values[XB_ATTRIBUTE_SHAPE].number - 1;
    symbol->active = values[XB_ATTRIBUTE_ACTIVE].number;
    symbol->temp = values[XB_ATTRIBUTE_TEMP].number;
    symbol->pointer = values[XB_ATTRIBUTE_POINTER].number;
    check_activity(reader, symbol);
    xb_read_declaration(reader, symbol);
}

/* ---- the tree of scopes --------------------------------------------------------------------------- */

static xb_scope *edge_end(xb_reader *reader, const xb_reader_edge *edge, const xb_name *id, const char *end)
{
    xb_scope *scope = xb_scope_find(reader->program, id);
    if (!scope && !edge->is_incomplete && !reader->frames[reader->depth].has_skipped)
        xb_read_child_error(reader, XB_ELEMENT_SCOPE_EDGE, edge->id, edge->line,
                            "source and target are vertex_ids of Scopes", "%s '%s' is not a scope", end,
                            id->text);
    return scope;
}

static void join_scopes(xb_reader *reader, const xb_reader_edge *edge)
{
    xb_scope *inner = edge_end(reader, edge, edge->source, "source");
    xb_scope *outer = edge_end(reader, edge, edge->target, "target");
    if (!inner || !outer)
        return;
    if (inner->parent)
        xb_read_child_error(reader, XB_ELEMENT_SCOPE_EDGE, edge->id, edge->line,
                            "a scope has at most one edge to the scope around it",
                            "second edge from scope '%s', which has one to scope '%s'", inner->id->text,
                            inner->parent->id->text);
    inner->parent = outer;
    inner->edge_id = edge->id;
    inner->edge_annotation = edge->annotation;
}

/* Reports an edge whose id an earlier one has. */
static void refuse_second_edge(xb_reader *reader, const xb_reader_edge *edges, uint32_t number)
{
    const xb_reader_edge *edge = &edges[number];
    if (edge->is_incomplete || xb_read_mark_vertex(reader, edge->id, number))
        return;
    const xb_reader_edge *earlier = &edges[xb_read_find_mark(reader, edge->id)];
    xb_read_child_error(reader, XB_ELEMENT_SCOPE_EDGE, edge->id, edge->line,
                        "give each edge of a graph an id of its own", "second ScopeEdge with the id '%s'; %s",
                        edge->id->text, xb_read_first(reader, earlier->line));
}

/* The first scope that has no scope around it; the verifier sees to it that it is the only one. */
static void set_root(xb_program *program)
{
    program->root = NULL;
    for (size_t i = 0; i < program->scopes.count && !program->root; i++) {
        xb_scope *scope = program->scopes.items[i];
        program->root = scope->parent ? NULL : scope;
    }
}

void xb_handle_scope_hierarchy(xb_reader *reader, void *owner)
{
    uint32_t first = reader->edges.count;
    xb_read_children(reader, owner);
    const xb_reader_edge *edges = reader->edges.items;
    xb_read_begin_marks(reader);
    for (uint32_t i = first; i < reader->edges.count; i++) {
        refuse_second_edge(reader, edges, i);
        join_scopes(reader, &edges[i]);
    }
    reader->edges.count = first;
    set_root(reader->program);
    xb_read_late_symbols(reader);
    if (xb_diagnostics_errors(reader->diagnostics) == reader->errors_before)
        xb_declarations_settle(reader->program);
}

void xb_handle_scope_edge(xb_reader *reader, void *owner)
{
    (void)owner;
    xb_read_push_edge(reader);
}

/* ---- alias sets and chains ------------------------------------------------------------------------ */

/* A key that is missing or wrong has been reported. */
static void refuse_key(xb_reader *reader, size_t first)
{
    if (xb_read_has(reader, XB_ATTRIBUTE_KEY) && !reader->frames[reader->depth].is_wrong)
        xb_read_error(reader, "keys must be unique within their map", "second set with the key %lld; %s",
                      (long long)reader->values[XB_ATTRIBUTE_KEY].number, xb_read_first(reader, first));
}

/* The line of the chain with a key, 0 not excluded. */
static size_t line_of_chain(const xb_reader *reader, const xb_chain_map *map, uint32_t key)
{
    bool is_wanted = !xb_diagnostics_full(reader->diagnostics);
    for (size_t i = 0; is_wanted && i < map->chains.count; i++) {
        const xb_chain *chain = map->chains.items[i];
        if (chain->key == key)
            return chain->line;
    }
    return 0;
}

void xb_handle_alias_set(xb_reader *reader, void *owner)
{
    (void)owner;
    xb_program *program = reader->program;
    uint32_t key = xb_read_key(reader, XB_ATTRIBUTE_KEY);
    xb_alias_set *set = xb_alias_map_add(program->arena, &program->aliases, key);
    if (!set) {
        refuse_key(reader, xb_alias_map_find(&program->aliases, key)->line);
        return;
    }
    set->line = xb_read_line(reader);
    xb_read_children(reader, set);
}

void xb_handle_alias_range(xb_reader *reader, void *owner)
{
    const xb_value *values = reader->values;
    xb_alias_set *set = owner;
    xb_alias_range range = {
        .from = (uint64_t)values[XB_ATTRIBUTE_FROM_VIRTUAL_ADDRESS].number,
        .to = (uint64_t)values[XB_ATTRIBUTE_TO_VIRTUAL_ADDRESS].number,
        .partial = values[XB_ATTRIBUTE_PARTIAL].number,
    };
    if (range.from == 0 || range.to < range.from) {
        xb_read_error(reader, "addresses begin at 1, and the first of a range is not above the last",
                      "from %llu to %llu is not a range of addresses", (unsigned long long)range.from,
                      (unsigned long long)range.to);
        return;
    }
    *(xb_alias_range *)xb_vector_push(reader->program->arena, &set->ranges, sizeof range) = range;
}

void xb_handle_duud_map(xb_reader *reader, void *owner)
{
    xb_program *program = owner;
    xb_read_children(reader, &program->chains);
}

void xb_handle_do_map(xb_reader *reader, void *owner)
{
    xb_program *program = owner;
    xb_read_children(reader, &program->do_chains);
}

void xb_handle_chain(xb_reader *reader, void *owner)
{
    uint32_t key = xb_read_key(reader, XB_ATTRIBUTE_KEY);
    xb_chain *chain = xb_chain_map_add(reader->program->arena, owner, key);
    if (!chain) {
        refuse_key(reader, line_of_chain(reader, owner, key));
        return;
    }
    chain->line = xb_read_line(reader);
    xb_read_children(reader, chain);
}

void xb_handle_statement_id(xb_reader *reader, void *owner)
{
    xb_chain *chain = owner;
    xb_list_append(reader->program->arena, &chain->ids, reader->values[XB_ATTRIBUTE_ID_REF].name);
}
