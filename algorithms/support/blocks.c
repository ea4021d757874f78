/*
 * Plain loops over routines and flow vertices; what algorithms before have derived is followed.
 */
#include "algorithms/support/blocks.h"

#include "ir/build.h"

static xb_status each_in_routine(xb_run *run, xb_routine *routine,
                                 xb_status (*call)(xb_run *run, xb_block_place place))
{
    xb_status worst = XB_STATUS_OK;
    for (size_t v = 0; v < routine->flow.vertices.count; v++) {
        xb_flow_vertex *block = xb_current(routine->flow.vertices.items[v]);
        if (block->node.kind != XB_KIND_BASIC_BLOCK)
            continue;
        xb_arena_reset(xb_run_scratch(run));
        xb_status status = call(run, (xb_block_place){routine, block});
        if (worst == XB_STATUS_OK)
            worst = status;
    }
    return worst;
}

xb_status xb_blocks_each(xb_run *run, xb_status (*call)(xb_run *run, xb_block_place place))
{
    xb_program *program = xb_run_program(run);
    const xb_list *routines = xb_view_list(program->arena, XB_VIEW_DERIVED, &program->routines);
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < routines->count; i++) {
        xb_routine *routine = routines->items[i];
        xb_status status = routine->kept ? XB_STATUS_OK : each_in_routine(run, routine, call);
        if (worst == XB_STATUS_OK)
            worst = status;
    }
    return worst;
}

xb_place xb_place_of(xb_run *run, xb_block_place block, const xb_statement *statement)
{
    xb_arena *scratch = xb_run_scratch(run);
    const char *path =
        xb_arena_format(scratch, "CallGraph/ControlFlowGraph[%s]/%s[%s]", block.routine->symbol->id->text,
                        xb_kind_name(block.block->node.kind), block.block->id ? block.block->id->text : "");
    if (statement->id)
        path = xb_arena_format(scratch, "%s/%s[%s]", path, xb_kind_name(statement->node.kind),
                               xb_statement_text(scratch, statement));
    return xb_program_place(xb_run_program(run), &statement->node, path);
}

void xb_block_replace_statements(xb_run *run, xb_flow_vertex *block, xb_list statements)
{
    xb_program *program = xb_run_program(run);
    xb_flow_vertex *derived = xb_copy_flow_vertex(program, block);
    derived->statements = statements;
    xb_derive_one(program, &block->node, &derived->node);
}
