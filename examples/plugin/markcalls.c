/*
 * An algorithm in a plugin that makes code: before each call of a subroutine it writes a marker that says
 * what is called. Build it with make in this folder and try
 *
 *     xaifbooster --plugin ./markcalls.so -a markcalls FILE
 */
#include <xaifbooster.h>

/* The program that was read is never changed: the call gets a list of nodes that are written in its place,
 * among which it is itself. The list is copied, and so may be on the stack; the nodes belong to the program.
 */
static xb_visit mark(xb_walk *walk, xb_node *node, void *context)
{
    (void)context; /* the run */
    xb_program *program = xb_walk_program(walk);
    const xb_call *call = (const xb_call *)node;
    const char *text = xb_arena_format(program->arena, "calls %s", call->symbol->id->text);
    void *nodes[] = {xb_build_marker(program, "call_marker", text), node};
    xb_derive(program, node, &(xb_list){nodes, 2, 2});
    return XB_VISIT_SKIP;
}

/* Calls that other algorithms have made are marked, too. */
static const xb_visitor marker = {.enter = {[XB_KIND_SUBROUTINE_CALL] = mark}};

static const xb_action actions[] = {{"mark", &marker, NULL}, {.name = NULL}};

static const xb_algorithm markcalls = {
    .name = "markcalls", .summary = "write a marker before each call of a subroutine", .actions = actions};

const xb_plugin *xaifbooster_plugin(void);

const xb_plugin *xaifbooster_plugin(void)
{
    static const xb_plugin plugin = {XB_ALGORITHM_ABI, &markcalls, NULL};
    return &plugin;
}
