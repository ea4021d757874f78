/*
 * Routines come first, all of them, so that calls find their callees and inner routines the slots of those
 * that enclose them; then their graphs.
 */
#include "evaluate/lower.h"

#include <stdlib.h>
#include <string.h>

#include "evaluate/declarations.h"
#include "evaluate/state.h"
#include "evaluate/variables.h"

_Noreturn static void refuse(xb_lowering *lowering, const char *what)
{
    xb_evaluator_fail(lowering->evaluator, XB_STATUS_UNSUPPORTED, NULL, "%s", what);
}

/* ---- what stands for a node ------------------------------------------------------------------------ */

const xb_list *xb_lower_list(xb_lowering *lowering, const xb_list *nodes)
{
    return xb_view_list(lowering->memory, lowering->view, nodes);
}

void *xb_lower_single(xb_lowering *lowering, const void *node)
{
    void *single = xb_view_single(lowering->view, node);
    if (node && !single)
        refuse(lowering, "exactly one node must be derived where one is wanted");
    return single;
}

/* ---- slots ---------------------------------------------------------------------------------------- */

uint32_t xb_code_slot_of(const xb_code_routine *routine, const xb_symbol *symbol)
{
    return xb_node_numbers_get(&routine->slot_by_symbol, &symbol->node);
}

static uint32_t add_slot(xb_lowering *lowering, xb_code_routine *routine, xb_code_slot slot)
{
    if (routine->slots.count >= XB_CODE_NONE)
        xb_fail(lowering->evaluator->failure);
    uint32_t number = (uint32_t)routine->slots.count;
    *(xb_code_slot *)xb_vector_push(lowering->memory, &routine->slots, sizeof slot) = slot;
    xb_node_numbers_put(lowering->memory, &routine->slot_by_symbol, &slot.symbol->node, number);
    return number;
}

/* The enclosing routine that a symbol is a variable of. */
static xb_code_routine *host_of(const xb_code_routine *routine, const xb_symbol *symbol)
{
    for (xb_code_routine *host = routine->host; host; host = host->host)
        if (!xb_is_from_outside(host->source, symbol))
            return host;
    return NULL;
}

uint32_t xb_lower_slot(xb_lowering *lowering, xb_code_routine *routine, xb_symbol *symbol)
{
    uint32_t known = xb_code_slot_of(routine, symbol);
    if (known != XB_CODE_NONE)
        return known;
    xb_code_slot slot = {.symbol = symbol, .kind = XB_SLOT_GLOBAL};
    bool is_own = routine->source && !xb_is_from_outside(routine->source, symbol);
    if (is_own || (routine->source && symbol->temp && !symbol->scope->parent)) {
        if (!xb_symbol_is_saved(lowering->evaluator, symbol))
            slot.kind = XB_SLOT_LOCAL;
    } else {
        xb_code_routine *host = host_of(routine, symbol);
        if (host)
            slot = (xb_code_slot){symbol, XB_SLOT_HOST, host, xb_lower_slot(lowering, host, symbol)};
    }
    return add_slot(lowering, routine, slot);
}

/* ---- routines ------------------------------------------------------------------------------------- */

static void lower_formals(xb_lowering *lowering, xb_code_routine *routine)
{
    const xb_list *formals = xb_lower_list(lowering, &routine->source->formals);
    for (size_t i = 0; i < formals->count; i++) {
        const xb_formal *formal = formals->items[i];
        if (formal->position > routine->formal_count)
            routine->formal_count = formal->position;
    }
    if (routine->formal_count > formals->count * 16 + 1000)
        refuse(lowering, "the positions of formal arguments are far apart");
    routine->formals = xb_arena_array(lowering->memory, routine->formal_count, sizeof *routine->formals);
    for (size_t i = 0; i < routine->formal_count; i++)
        routine->formals[i] = XB_CODE_NONE;
    for (size_t i = 0; i < formals->count; i++) {
        const xb_formal *formal = formals->items[i];
        if (formal->position == 0 || xb_code_slot_of(routine, formal->symbol) != XB_CODE_NONE)
            continue;
        xb_code_slot slot = {.symbol = formal->symbol, .kind = XB_SLOT_FORMAL};
        routine->formals[formal->position - 1] = add_slot(lowering, routine, slot);
    }
}

static void put_if_new(xb_lowering *lowering, xb_node_map *map, const xb_node *node, xb_code_routine *routine)
{
    if (!xb_node_map_get(map, node))
        xb_node_map_put(lowering->memory, map, node, routine);
}

static void add_routine(xb_lowering *lowering, const xb_routine *read, const xb_routine *source)
{
    xb_code *code = lowering->code;
    if (!xb_routine_is_procedure(source))
        return;
    xb_code_routine *routine = xb_arena_alloc(lowering->memory, sizeof *routine);
    routine->source = source;
    routine->read = read;
    routine->is_template = source->node.kind == XB_KIND_REPLACEMENT_LIST;
    xb_list_append(lowering->memory, &code->routines, routine);
    put_if_new(lowering, &code->by_symbol, &source->symbol->node, routine);
    put_if_new(lowering, &code->by_source, &source->node, routine);
    put_if_new(lowering, &code->by_source, &read->node, routine);
    put_if_new(lowering, &lowering->by_scope, &source->scope->node, routine);
}

/* Calls of a routine by the name that it had when it was read find it, too. */
static void add_old_names(xb_lowering *lowering)
{
    for (size_t i = 0; i < lowering->code->routines.count; i++) {
        xb_code_routine *routine = lowering->code->routines.items[i];
        put_if_new(lowering, &lowering->code->by_symbol, &routine->read->symbol->node, routine);
    }
}

static void find_host(xb_lowering *lowering, xb_code_routine *routine)
{
    for (const xb_scope *scope = routine->source->scope->parent; scope && scope->parent;
         scope = scope->parent) {
        routine->host = xb_node_map_get(&lowering->by_scope, &scope->node);
        if (routine->host)
            return;
    }
}

static unsigned placeholder_number(const xb_replacement *replacement)
{
    char *end;
    unsigned long number = strtoul(replacement->placeholder->text, &end, 10);
    return *end || number > 1000 ? 1000 : (unsigned)number;
}

static void lower_graphs(xb_lowering *lowering, xb_code_routine *routine)
{
    const xb_list *replacements = xb_lower_list(lowering, &routine->source->replacements);
    routine->graph_count = routine->is_template ? replacements->count : 1;
    routine->graphs = xb_arena_array(lowering->memory, routine->graph_count, sizeof *routine->graphs);
    if (!routine->is_template) {
        xb_lower_graph(lowering, routine, &routine->source->flow, routine->graphs);
        return;
    }
    for (size_t i = 0; i < replacements->count; i++) {
        const xb_replacement *replacement = replacements->items[i];
        routine->graphs[i].source = replacement;
        routine->graphs[i].placeholder = placeholder_number(replacement);
        xb_lower_graph(lowering, routine, &replacement->flow, &routine->graphs[i]);
    }
}

const xb_code_routine *xb_code_of_routine(const xb_code *code, const xb_routine *routine)
{
    return xb_node_map_get(&code->by_source, &routine->node);
}

xb_code *xb_lower(xb_evaluator *evaluator)
{
    xb_lowering lowering = {.evaluator = evaluator,
                            .program = evaluator->program,
                            .view = evaluator->options.view,
                            .memory = evaluator->memory};
    xb_code *code = xb_arena_alloc(lowering.memory, sizeof *code);
    lowering.code = code;
    for (size_t i = 0; i < evaluator->program->routines.count; i++) {
        const xb_routine *read = evaluator->program->routines.items[i];
        xb_list sources = {0};
        xb_view_append(lowering.memory, lowering.view, read, &sources);
        for (size_t k = 0; k < sources.count; k++)
            add_routine(&lowering, read, sources.items[k]);
    }
    add_old_names(&lowering);
    for (size_t i = 0; i < code->routines.count; i++) {
        find_host(&lowering, code->routines.items[i]);
        lower_formals(&lowering, code->routines.items[i]);
    }
    for (size_t i = 0; i < code->routines.count; i++)
        lower_graphs(&lowering, code->routines.items[i]);
    for (size_t i = 0; i < code->routines.count; i++)
        xb_lower_declarations(&lowering, code->routines.items[i]);
    xb_lower_initial_values(&lowering);
    return code;
}
