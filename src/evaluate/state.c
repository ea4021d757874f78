/*
 * Errors of a running program are long jumps: xb_evaluator_fail() notes message and place and abandons what
 * xb_evaluator_call() protects. Places are paths from the call graph to the statement; only when one is
 * wanted, the statement is looked for in the code of its routine.
 *
 * Memory of its own is linked in a list, so that all of it can be freed however a run ends.
 */
#include "evaluate/state.h"

#include <stdlib.h>

#include "evaluate/code.h"
#include "ir/statement_id.h"

/* What stands in front of memory of its own. */
typedef struct xb_block {
    struct xb_block *older, *newer;
    size_t size;
    uint64_t padding; /* so that what follows is aligned */
} xb_block;

void xb_evaluator_fail(xb_evaluator *evaluator, xb_status status, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(evaluator->globals, format, arguments);
    va_end(arguments);
    xb_place place = {.file = evaluator->program->file};
    if (evaluator->frame)
        place = xb_evaluator_place(evaluator, evaluator->globals, xb_evaluator_routine(evaluator),
                                   xb_evaluator_node(evaluator));
    evaluator->error = (xb_evaluation_error){status, message, hint, place};
    xb_fail(evaluator->failure);
}

void xb_evaluator_charge(xb_evaluator *evaluator, size_t bytes)
{
    size_t limit = evaluator->options.memory_limit;
    if (bytes > limit || evaluator->bytes > limit - bytes)
        xb_evaluator_fail(evaluator, XB_STATUS_FAILED, "give it more memory if that is what it needs",
                          "the program needs more than %zu bytes for variables and tapes", limit);
    evaluator->bytes += bytes;
}

void xb_evaluator_discharge(xb_evaluator *evaluator, size_t bytes)
{
    evaluator->bytes -= bytes;
}

void *xb_evaluator_keep(xb_evaluator *evaluator, size_t size)
{
    xb_evaluator_charge(evaluator, size);
    xb_block *block = size > PTRDIFF_MAX - sizeof *block ? NULL : calloc(1, sizeof *block + size);
    if (!block) {
        xb_evaluator_discharge(evaluator, size);
        xb_fail(evaluator->failure);
    }
    block->size = size;
    block->older = evaluator->blocks;
    if (block->older)
        block->older->newer = block;
    evaluator->blocks = block;
    return block + 1;
}

void xb_evaluator_free(xb_evaluator *evaluator, void *memory)
{
    if (!memory)
        return;
    xb_block *block = (xb_block *)memory - 1;
    if (block->older)
        block->older->newer = block->newer;
    if (block->newer)
        block->newer->older = block->older;
    else
        evaluator->blocks = block->older;
    xb_evaluator_discharge(evaluator, block->size);
    free(block);
}

void xb_evaluator_free_all(xb_evaluator *evaluator)
{
    while (evaluator->blocks)
        xb_evaluator_free(evaluator, evaluator->blocks + 1);
}

/* Scratch memory counts as soon as there is more than the arena keeps anyway. */
static size_t scratch_size(const xb_evaluator *evaluator)
{
    enum { SCRATCH_KEPT = 8 * 1024 * 1024 };
    size_t size = xb_arena_size(evaluator->scratch);
    return size > SCRATCH_KEPT ? size : 0;
}

void xb_evaluator_require(xb_evaluator *evaluator, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) ||
        __builtin_add_overflow(bytes, scratch_size(evaluator), &bytes))
        bytes = SIZE_MAX;
    if (bytes > evaluator->options.memory_limit - evaluator->bytes)
        xb_evaluator_charge(evaluator, bytes);
    evaluator->scratch_used = true;
}

void xb_evaluator_charge_for_good(xb_evaluator *evaluator, size_t bytes)
{
    xb_evaluator_charge(evaluator, bytes);
    evaluator->bytes_for_good += bytes;
}

void *xb_evaluator_scratch(xb_evaluator *evaluator, size_t count, size_t size)
{
    xb_evaluator_require(evaluator, count, size);
    return xb_arena_alloc(evaluator->scratch, count * size);
}

xb_string xb_evaluator_string(xb_evaluator *evaluator, xb_string string)
{
    size_t count = xb_names_count(evaluator->strings);
    const xb_name *name = xb_names_intern(evaluator->strings, string.bytes, string.length);
    if (xb_names_count(evaluator->strings) > count)
        xb_evaluator_charge_for_good(evaluator, sizeof *name + string.length);
    return (xb_string){name->text, name->length};
}

/* ---- registers ------------------------------------------------------------------------------------ */

static void add_register_file(xb_evaluator *evaluator)
{
    size_t count = evaluator->code->registers + 1;
    size_t numbers = evaluator->options.exact ? 2 : 0, bytes;
    xb_register_file *file = xb_arena_alloc(evaluator->memory, sizeof *file);
    if (__builtin_mul_overflow(numbers, evaluator->options.directions, &numbers) ||
        __builtin_mul_overflow(numbers, sizeof(double), &numbers) ||
        __builtin_mul_overflow(count, numbers, &bytes))
        bytes = SIZE_MAX;
    xb_evaluator_charge_for_good(evaluator, bytes);
    xb_evaluator_charge_for_good(evaluator, count * sizeof *file->registers);
    file->registers = xb_arena_array(evaluator->memory, count, sizeof *file->registers);
    file->tangents = xb_arena_array(evaluator->memory, bytes, 1);
    xb_list_append(evaluator->memory, &evaluator->register_files, file);
}

void xb_evaluator_use_registers(xb_evaluator *evaluator)
{
    while (evaluator->register_files.count <= evaluator->nesting)
        add_register_file(evaluator);
    const xb_register_file *file = evaluator->register_files.items[evaluator->nesting];
    evaluator->registers = file->registers;
    evaluator->register_tangents = file->tangents;
}

/* ---- places --------------------------------------------------------------------------------------- */

const xb_routine *xb_evaluator_routine(const xb_evaluator *evaluator)
{
    return evaluator->frame ? evaluator->frame->routine->source : NULL;
}

const xb_node *xb_evaluator_node(const xb_evaluator *evaluator)
{
    return evaluator->frame ? evaluator->frame->node : NULL;
}

/* Where a node is found in a routine's code. */
typedef struct finding {
    const xb_code_graph *graph;
    const xb_code_vertex *vertex;
    bool is_vertex;
} finding;

static bool find_in_graph(const xb_code_graph *graph, const xb_node *node, finding *found)
{
    for (size_t v = 0; v < graph->vertex_count; v++) {
        const xb_code_vertex *vertex = &graph->vertices[v];
        *found = (finding){graph, vertex, &vertex->source->node == node};
        if (found->is_vertex)
            return true;
        for (size_t s = 0; s < vertex->statement_count; s++)
            if (vertex->statements[s].source == node)
                return true;
    }
    return false;
}

static const char *step_to(xb_arena *arena, const char *path, const xb_node *node, const char *id)
{
    if (!id || !*id)
        return xb_arena_format(arena, "%s/%s", path, xb_kind_name(node->kind));
    return xb_arena_format(arena, "%s/%s[%s]", path, xb_kind_name(node->kind), id);
}

static const char *step(xb_arena *arena, const char *path, const xb_node *node, const xb_name *id)
{
    return step_to(arena, path, node, id ? id->text : NULL);
}

static uint32_t line_of(const xb_node *node, const xb_node *vertex, const xb_routine *routine)
{
    if (node && node->line)
        return node->line;
    return vertex && vertex->line ? vertex->line : routine->node.line;
}

xb_place xb_evaluator_place(const xb_evaluator *evaluator, xb_arena *arena, const xb_routine *routine,
                            const xb_node *node)
{
    xb_place place = {.file = evaluator->program->file};
    if (!routine)
        return place;
    const char *path = step(arena, "CallGraph", &routine->node, routine->symbol->id);
    finding found = {0};
    bool is_found = false;
    const xb_code_routine *code = xb_code_of_routine(evaluator->code, routine);
    for (size_t g = 0; code && g < code->graph_count && !is_found; g++)
        is_found = node && find_in_graph(&code->graphs[g], node, &found);
    const xb_node *vertex = is_found ? &found.vertex->source->node : NULL;
    if (is_found && found.graph->source)
        path = step(arena, path, &found.graph->source->node, found.graph->source->placeholder);
    if (is_found)
        path = step(arena, path, vertex, found.vertex->source->id);
    if (node && node != vertex)
        path = step_to(arena, path, node, xb_statement_text(arena, (const xb_statement *)node));
    place.line = line_of(node, vertex, routine);
    place.source_line = node ? xb_node_source_line(node) : 0;
    if (vertex && place.source_line == 0)
        place.source_line = xb_node_source_line(vertex);
    place.path = path;
    return place;
}
