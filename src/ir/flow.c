/*
 * Formal arguments nearly always stand at their positions, so that is where they are looked for first.
 */
#include "ir/flow.h"

#include <string.h>

#include "ir/declaration.h"

const xb_argument *xb_call_argument(const xb_call *call, uint32_t position)
{
    for (size_t i = 0; i < call->arguments.count; i++) {
        const xb_argument *argument = call->arguments.items[i];
        if (argument->position == position)
            return argument;
    }
    return NULL;
}

xb_kind xb_flow_kind_at(const xb_flow_graph *flow, uint32_t vertex)
{
    return ((const xb_node *)flow->vertices.items[vertex])->kind;
}

uint32_t xb_routine_last_position(const xb_routine *routine)
{
    uint32_t last = 0;
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        last = formal->position > last ? formal->position : last;
    }
    return last;
}

const xb_formal *xb_routine_formal(const xb_routine *routine, uint32_t position)
{
    const xb_list *formals = &routine->formals;
    if (position - 1 < formals->count) {
        const xb_formal *formal = formals->items[position - 1];
        if (formal->position == position)
            return formal;
    }
    for (size_t i = 0; i < formals->count; i++) {
        const xb_formal *formal = formals->items[i];
        if (formal->position == position)
            return formal;
    }
    return NULL;
}

const xb_formal *xb_formals_find(const xb_list *formals, const xb_symbol *symbol)
{
    for (size_t i = 0; i < formals->count; i++) {
        const xb_formal *formal = formals->items[i];
        if (formal->symbol == symbol)
            return formal;
    }
    return NULL;
}

size_t xb_node_source_line(const xb_node *node)
{
    if (node->kind == XB_KIND_ASSIGNMENT)
        return (size_t)((const xb_assignment *)node)->line_number;
    if (node->kind == XB_KIND_SUBROUTINE_CALL)
        return (size_t)((const xb_call *)node)->line_number;
    if (node->kind == XB_KIND_MARKER)
        return (size_t)((const xb_marker *)node)->line_number;
    if (node->kind == XB_KIND_SYMBOL || node->kind == XB_KIND_CONTROL_FLOW_GRAPH) {
        const bool is_symbol = node->kind == XB_KIND_SYMBOL;
        const xb_symbol *symbol = is_symbol ? (const xb_symbol *)node : ((const xb_routine *)node)->symbol;
        return symbol && symbol->declaration ? symbol->declaration->line_number : 0;
    }
    return xb_kind_is_flow_vertex(node->kind) ? (size_t)((const xb_flow_vertex *)node)->line_number : 0;
}

/* The list of a module has checkpoints, which do nothing, like that of a procedure, but no original. */
bool xb_routine_is_procedure(const xb_routine *routine)
{
    for (size_t i = 0; i < routine->replacements.count; i++) {
        const xb_replacement *replacement = routine->replacements.items[i];
        if (replacement->placeholder && strcmp(replacement->placeholder->text, "1") == 0)
            return replacement->flow.vertices.count > 0;
    }
    return routine->flow.vertices.count > 0 || routine->replacements.count > 0;
}
