/*
 * Tags, attributes, ids, and what is written in the place of what.
 *
 * Elements are indented by two spaces a level, up to a limit, so that deep nesting doesn't make documents
 * quadratic. Ids of statements must be unique within a control-flow graph, but generated ones are just
 * descriptive: those of statements that were read are collected before, and a generated one that is taken
 * gets a number appended. An id of this form that occurs anywhere in the program is passed over.
 */
#include "languages/xaif/writer_internal.h"

#include <inttypes.h>
#include <string.h>

enum { INDENT_STEP = 2 };

/* ---- elements ------------------------------------------------------------------------------------- */

void xb_write_indent(xb_writer *writer)
{
    static const char blanks[] = "                                        ";
    enum { LIMIT = sizeof blanks - 1 };
    size_t columns = writer->depth * INDENT_STEP;
    xb_output_bytes(writer->output, blanks, columns < LIMIT ? columns : LIMIT);
}

void xb_write_refuse(xb_writer *writer, const char *what)
{
    if (writer->status != XB_STATUS_OK)
        return;
    xb_place place = xb_program_place(writer->program, writer->statement, NULL);
    writer->status =
        xb_error(writer->program->diagnostics, XB_STATUS_UNSUPPORTED, place, NULL, "can't write: %s", what);
}

bool xb_write_open(xb_writer *writer)
{
    xb_output_bytes(writer->output, ">\n", 2);
    writer->depth++;
    if (writer->depth >= XB_WRITER_DEPTH_LIMIT)
        xb_write_refuse(writer, "elements nest too deeply");
    return writer->depth < XB_WRITER_DEPTH_LIMIT;
}

void xb_write_empty(xb_writer *writer)
{
    xb_output_bytes(writer->output, "/>\n", 3);
}

void xb_write_close(xb_writer *writer, const char *element)
{
    writer->depth--;
    xb_write_indent(writer);
    xb_output_bytes(writer->output, "</xaif:", 7);
    xb_output_put(writer->output, element);
    xb_output_bytes(writer->output, ">\n", 2);
}

/* ---- attributes ----------------------------------------------------------------------------------- */

void xb_write_integer(xb_writer *writer, const char *attribute, int64_t value)
{
    xb_write_key(writer, attribute);
    if (value < 0)
        xb_output_char(writer->output, '-');
    xb_output_number(writer->output, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    xb_output_char(writer->output, '"');
}

void xb_write_activity(xb_writer *writer, xb_activity value)
{
    if (value != XB_ACTIVITY_UNDEFINED)
        xb_write_text(writer, "active", value == XB_ACTIVITY_TRUE ? "true" : "false");
}

void xb_write_annotation(xb_writer *writer, const xb_node *node)
{
    const xb_name *annotation = xb_node_annotation(writer->program, node);
    if (annotation)
        xb_write_name(writer, "annotation", annotation);
}

void xb_write_tags(xb_writer *writer, const xb_node *node)
{
    if (!writer->options.strip_tags)
        xb_write_optional(writer, "tags", xb_tags_get(writer->program, node));
}

void xb_write_symbol_id(xb_writer *writer, const xb_symbol *symbol)
{
    xb_write_name(writer, "symbol_id", symbol->id);
    xb_write_scope_id(writer, "scope_id", symbol->scope);
}

/* ---- what is written in the place of a node ------------------------------------------------------- */

const xb_list *xb_write_view(xb_writer *writer, const xb_list *list)
{
    return xb_view_list(writer->scratch, writer->options.view, list);
}

void xb_write_list(xb_writer *writer, const xb_list *list, xb_write_function *write)
{
    const xb_list *view = xb_write_view(writer, list);
    for (size_t i = 0; i < view->count; i++)
        write(writer, view->items[i]);
}

const void *xb_write_single(xb_writer *writer, const void *node)
{
    const void *single = xb_view_single(writer->options.view, node);
    if (single || !node)
        return single;
    xb_write_refuse(writer, "exactly one node must be derived where one is wanted");
    return node;
}

/* ---- ids ------------------------------------------------------------------------------------------ */

/* The number of an id that is written as a number without leading zeros and at most limit; else 0. */
static size_t id_number(const xb_name *id, size_t limit)
{
    size_t number = 0;
    if (id->text[0] == '0')
        return 0;
    for (size_t i = 0; i < id->length && number <= limit; i++) {
        if (id->text[i] < '0' || id->text[i] > '9')
            return 0;
        number = number * 10 + (size_t)(id->text[i] - '0');
    }
    return number <= limit ? number : 0;
}

const uint32_t *xb_write_missing_ids(xb_writer *writer, size_t count, xb_write_id_function *id,
                                     const void *collection)
{
    size_t given = 0;
    for (size_t i = 0; i < count; i++)
        given += id(collection, i) != NULL;
    if (given == 0 || given == count)
        return NULL;
    /* among 1 … count there are as many free numbers as ids are missing, or more */
    bool *is_taken = xb_arena_array(writer->scratch, count + 1, sizeof *is_taken);
    uint32_t *numbers = xb_arena_array(writer->scratch, count, sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        if (id(collection, i))
            is_taken[id_number(id(collection, i), count)] = true;
    size_t next = 1;
    for (size_t i = 0; i < count; i++) {
        if (id(collection, i))
            continue;
        while (is_taken[next])
            next++;
        numbers[i] = (uint32_t)next++;
    }
    return numbers;
}

void xb_write_number_nodes(xb_writer *writer, const xb_list *nodes, xb_write_id_function *id)
{
    const uint32_t *numbers = xb_write_missing_ids(writer, nodes->count, id, nodes);
    for (size_t i = 0; i < nodes->count; i++)
        if (!id(nodes, i))
            xb_node_numbers_put(writer->scratch, &writer->numbers, nodes->items[i],
                                xb_write_missing_id(numbers, i));
}

void xb_write_node_id(xb_writer *writer, const char *attribute, const xb_node *node, const xb_name *id)
{
    uint32_t number = id ? 0 : xb_node_numbers_get(&writer->numbers, node);
    xb_write_id(writer, attribute, id, number);
}

/* ---- documents ------------------------------------------------------------------------------------ */

static const xb_name *routine_id(const void *collection, size_t i)
{
    return ((const xb_routine *)((const xb_list *)collection)->items[i])->id;
}

static const xb_name *call_edge_id(const void *collection, size_t i)
{
    return ((const xb_call_graph_edge *)((const xb_list *)collection)->items[i])->id;
}

static void write_end(xb_writer *writer, const char *attribute, const xb_routine *end)
{
    const xb_routine *routine = xb_view_end(writer->options.view, end);
    if (!routine)
        xb_write_refuse(writer, "an edge of the call graph joins no single routine");
    else
        xb_write_node_id(writer, attribute, &routine->node, routine->id);
}

static void write_call_edge(xb_writer *writer, const void *node)
{
    const xb_call_graph_edge *edge = node;
    xb_write_begin(writer, "CallGraphEdge");
    xb_write_node_id(writer, "edge_id", &edge->node, edge->id);
    write_end(writer, "source", edge->source);
    write_end(writer, "target", edge->target);
    xb_write_annotation(writer, &edge->node);
    xb_write_empty(writer);
}

static const xb_list *call_edges_of(xb_writer *writer)
{
    xb_list *edges = xb_arena_alloc(writer->scratch, sizeof *edges);
    const xb_list *all = &writer->program->call_edges;
    for (size_t i = 0; i < all->count; i++) {
        const xb_call_graph_edge *edge = all->items[i];
        if (xb_view_has(writer->options.view, edge->overlay))
            xb_view_append(writer->scratch, writer->options.view, edge, edges);
    }
    return edges;
}

static void write_call_graph(xb_writer *writer)
{
    const xb_list *routines = xb_write_view(writer, &writer->program->routines);
    const xb_list *edges = call_edges_of(writer);
    xb_write_number_nodes(writer, routines, routine_id);
    xb_write_number_nodes(writer, edges, call_edge_id);
    for (size_t i = 0; i < routines->count; i++)
        xb_write_routine(writer, routines->items[i]);
    for (size_t i = 0; i < edges->count; i++)
        write_call_edge(writer, edges->items[i]);
}

static void write_schema(xb_writer *writer)
{
    const char *path = writer->options.schema_path;
    xb_write_key(writer, "xsi:schemaLocation");
    xb_output_put(writer->output, "http://www.mcs.anl.gov/XAIF ");
    if (path && *path) {
        xb_output_xml(writer->output, path, strlen(path));
        if (path[strlen(path) - 1] != '/')
            xb_output_char(writer->output, '/');
    }
    xb_output_put(writer->output, "xaif_output.xsd\"");
}

static void write_source(xb_writer *writer, const xb_source_file *source)
{
    const xb_source_module *modules = source->modules.items;
    xb_write_begin(writer, "Source");
    xb_write_name(writer, "file", source->path);
    if (source->is_fixed)
        xb_write_boolean(writer, "fixed", true);
    xb_write_nonzero(writer, "main", source->main);
    xb_write_nonzero(writer, "main_end", source->main_end);
    if (source->modules.count == 0) {
        xb_write_empty(writer);
        return;
    }
    xb_write_open(writer);
    for (size_t i = 0; i < source->modules.count; i++) {
        xb_write_begin(writer, "SourceModule");
        xb_write_name(writer, "name", modules[i].name);
        xb_write_nonzero(writer, "contains", modules[i].contains);
        xb_write_number(writer, "end", modules[i].end);
        if (modules[i].is_hidden)
            xb_write_boolean(writer, "hidden", true);
        xb_write_empty(writer);
    }
    xb_write_close(writer, "Source");
}

static void write_sources(xb_writer *writer)
{
    const xb_source_file *sources = writer->program->sources.items;
    for (size_t i = 0; i < writer->program->sources.count; i++)
        write_source(writer, &sources[i]);
}

static void write_document(void *argument)
{
    xb_writer *writer = argument;
    const xb_program *program = writer->program;
    writer->made = xb_names_create(writer->scratch);
    xb_output_put(writer->output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xb_write_begin(writer, "CallGraph");
    xb_output_put(writer->output, " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                                  " xmlns:xaif=\"http://www.mcs.anl.gov/XAIF\"");
    write_schema(writer);
    xb_write_optional(writer, "program_name", program->program_name);
    if (program->prefix && program->prefix->length > 0)
        xb_write_name(writer, "prefix", program->prefix);
    if (program->storage_is_declared)
        xb_write_text(writer, "storage", "declared");
    xb_write_open(writer);
    write_sources(writer);
    xb_write_scopes(writer);
    xb_write_aliases(writer);
    xb_write_chains(writer, "DUUDSetMap", &program->chains);
    xb_write_chains(writer, "DOSetMap", &program->do_chains);
    write_call_graph(writer);
    xb_write_close(writer, "CallGraph");
}

xb_status xb_write(const xb_program *program, xb_output *output, const xb_write_options *options)
{
    xb_failure *failure = xb_arena_failure(program->arena);
    xb_writer writer = {.output = output, .program = program, .generation = 1};
    if (options)
        writer.options = *options;
    writer.scratch = xb_arena_create(failure);
    if (!writer.scratch)
        return XB_STATUS_FAILED;
    bool done = xb_protect(failure, write_document, &writer);
    xb_arena_destroy(writer.scratch);
    if (!done || xb_output_flush(output) != 0)
        return XB_STATUS_FAILED;
    return writer.status;
}
