/*
 * A version of a routine has variables of its own, so one for the taping sweep and one for the adjoint sweep
 * would keep different values of a saved variable, and nothing would restore it. In a block of storage it is
 * one variable for all versions, and to all analyses the same as what a program keeps in a common block.
 */
#include "algorithm/job.h"

#include <string.h>

#include "analysis/effects.h"
#include "ir/declaration.h"

/* Whether named constants are in the values to begin with, which then can't stand outside of the routine. */
static bool has_names(const xb_declaration *facts)
{
    const xb_initial_value *values = facts->initial.items;
    for (size_t i = 0; i < facts->initial.count; i++)
        for (uint32_t v = 0; v < values[i].value->graph.vertex_count; v++)
            if (xb_expression_vertex(values[i].value, v)->node.kind == XB_KIND_VARIABLE_REFERENCE)
                return true;
    return false;
}

static bool can_be_shared(const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    return symbol->kind == XB_SYMBOL_VARIABLE && facts->block_kind == XB_BLOCK_NONE && !symbol->pointer &&
           symbol->type != XB_TYPE_STRING && xb_symbol_storage(symbol) > 0 && !has_names(facts);
}

static const xb_name *free_name(xb_program *program, const char *stem)
{
    const char *name = stem;
    for (unsigned i = 2; xb_names_find(program->names, name, strlen(name)); i++)
        name = xb_arena_format(program->arena, "%s_%u", stem, i);
    return xb_program_name(program, name);
}

static void share(xb_program *program, xb_symbol *symbol)
{
    const char *routine = xb_procedure_of(symbol)->symbol->id->text, *id = symbol->id->text;
    xb_scope *all = symbol->scope;
    while (all->parent)
        all = all->parent;
    xb_declaration *facts = xb_symbol_declare(program, symbol);
    facts->saved = false;
    facts->block_kind = XB_BLOCK_COMMON;
    facts->block =
        free_name(program, xb_arena_format(program->arena, "%s%c%s", routine, XB_SAVED_BLOCK_MARK, id));
    facts->offset = 0;
    facts->spelling = NULL;
    facts->dimension_count = 0;
    xb_symbol_move(program, symbol, all,
                   free_name(program, xb_arena_format(program->arena, "%s_%s", routine, id)));
}

static void share_in(xb_analyses *analyses, const xb_scope *scope)
{
    xb_program *program = xb_analyses_program(analyses);
    xb_list found = {.count = 0};
    for (size_t k = 0; k < scope->symbols.count; k++) {
        xb_symbol *symbol = scope->symbols.items[k];
        if (symbol->declaration && xb_symbol_is_static(symbol) && xb_procedure_of(symbol) &&
            can_be_shared(symbol) && xb_is_changed(analyses, symbol))
            xb_list_append(program->arena, &found, symbol);
    }
    for (size_t i = 0; i < found.count; i++)
        share(program, found.items[i]);
}

void xb_job_share_saved(const xb_job *work)
{
    const xb_list *scopes = &work->program->scopes;
    if (!xb_pipeline_gives(&work->pipeline, XB_PROPERTY_REVERSED))
        return;
    xb_analyses *analyses = xb_analyses_create(work->arena, work->program, work->catalogue);
    for (size_t i = 0; i < scopes->count; i++)
        share_in(analyses, scopes->items[i]);
    xb_analyses_destroy(analyses);
}
