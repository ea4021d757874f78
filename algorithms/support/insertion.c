/*
 * The graph is built anew, since graphs only grow: vertices and edges keep their numbers, new ones follow.
 */
#include "algorithms/support/insertion.h"

#include "ir/build.h"

static xb_kind kind_at(const xb_routine *routine, uint32_t vertex)
{
    return ((const xb_node *)routine->flow.vertices.items[vertex])->kind;
}

/* Ids of a control-flow graph, and the last number of a new one. */
typedef struct ids {
    xb_map taken; /* by address of the name */
    unsigned number;
} ids;

static ids ids_of(xb_arena *scratch, const xb_routine *routine)
{
    ids result = {.number = 0};
    for (size_t i = 0; i < routine->flow.vertices.count; i++) {
        const xb_flow_vertex *vertex = routine->flow.vertices.items[i];
        if (vertex->id)
            xb_map_put(scratch, &result.taken, (uint64_t)(uintptr_t)vertex->id, 0, vertex);
    }
    return result;
}

static const xb_name *free_id(xb_program *program, ids *known)
{
    const xb_name *id = NULL;
    while (!id || xb_map_get(&known->taken, (uint64_t)(uintptr_t)id, 0))
        id = xb_program_name(program, xb_arena_format(program->arena, "_inserted_v_%u", ++known->number));
    return id;
}

/* Adds a block to a routine; returns its number. */
static uint32_t add_block(xb_program *program, xb_routine *routine, const xb_name *id, xb_list statements)
{
    xb_flow_vertex *block = xb_node_create(program, XB_KIND_BASIC_BLOCK, sizeof *block, 0);
    block->id = id;
    block->scope = routine->scope;
    block->statements = statements;
    xb_list_append(program->arena, &routine->flow.vertices, block);
    return xb_graph_add_vertex(program->arena, &routine->flow.graph);
}

void xb_insert_blocks(xb_run *run, xb_routine *routine, const xb_list *before)
{
    xb_program *program = xb_run_program(run);
    xb_arena *arena = program->arena;
    xb_routine *derived = xb_copy_routine(program, routine);
    const xb_graph *old = &routine->flow.graph;
    uint32_t *enter = xb_arena_array(xb_run_scratch(run), old->vertex_count, sizeof *enter);
    ids known = ids_of(xb_run_scratch(run), routine);
    xb_graph graph = {0};
    xb_graph_reserve(arena, &graph, old->vertex_count, old->edge_count);
    derived->flow.graph = graph;
    for (uint32_t v = 0; v < old->vertex_count; v++)
        enter[v] = xb_graph_add_vertex(arena, &derived->flow.graph);
    for (uint32_t v = 0; v < old->vertex_count; v++)
        if (before[v].count > 0)
            enter[v] = add_block(program, derived, free_id(program, &known), before[v]);
    for (uint32_t e = 0; e < old->edge_count; e++) {
        uint32_t source = xb_graph_source(old, e), target = xb_graph_target(old, e);
        bool back = kind_at(routine, source) == XB_KIND_END_LOOP;
        xb_graph_add_edge(arena, &derived->flow.graph, source, back ? target : enter[target]);
    }
    for (uint32_t v = 0; v < old->vertex_count; v++) {
        if (enter[v] == v)
            continue;
        xb_graph_add_edge(arena, &derived->flow.graph, enter[v], v);
        xb_list_append(arena, &derived->flow.edges,
                       xb_node_create(program, XB_KIND_CONTROL_FLOW_EDGE, sizeof(xb_flow_edge), 0));
    }
    xb_derive_one(program, &routine->node, &derived->node);
}
