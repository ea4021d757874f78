/*
 * The routine is called by a statement, as it is without the rule: by an assignment if it is a function
 * without body, else as a subroutine, whose last argument is the result of a function. Formal arguments are
 * declared as those of the routine, if these are known: elements may be passed where arrays begin, then.
 */
#include "algorithm/routine_rule_stand_ins.h"

#include "ir/body.h"
#include "ir/build.h"
#include "ir/tags.h"
#include "ir/copy_internal.h"
#include "ir/declaration.h"
#include "ir/taken_names.h"

/* ---- arguments ----------------------------------------------------------------------------------------- */

/* What a call passes, or what is declared of the function whose result it is; NULL: nothing. */
static const xb_symbol *symbol_passed(const xb_call *call, uint32_t position)
{
    const xb_argument *actual = xb_call_argument(call, position);
    if (actual)
        return actual->reference ? actual->reference->symbol : NULL;
    return call->symbol->type != XB_TYPE_VOID ? call->symbol : NULL;
}

static int rank_passed(const xb_call *call, uint32_t position)
{
    const xb_argument *actual = xb_call_argument(call, position);
    const xb_symbol *symbol = symbol_passed(call, position);
    if (actual)
        return actual->reference ? xb_reference_rank(actual->reference) : 0;
    return symbol && symbol->rank > 0 ? symbol->rank : 0;
}

/* Of a routine without body. */
static void describe_formal(xb_symbol *symbol, const xb_rule_argument *argument, const xb_call *call,
                            uint32_t position)
{
    const xb_symbol *passed = symbol_passed(call, position);
    bool is_result = !xb_call_argument(call, position);
    symbol->type = XB_TYPE_REAL;
    if (is_result && passed)
        symbol->type = passed->type;
    if (argument->type != XB_TYPE_VOID)
        symbol->type = argument->type;
    symbol->rank = argument->rank != XB_RANK_VOID ? argument->rank : rank_passed(call, position);
    symbol->fe_type = passed ? passed->fe_type : NULL;
}

static void copy_formal(xb_symbol *symbol, const xb_symbol *model)
{
    symbol->type = model->type;
    symbol->fe_type = model->fe_type;
    symbol->rank = model->rank;
    symbol->bounds_count = model->bounds_count;
    symbol->bounds = model->bounds;
}

/* What a routine declares of an argument, in its body or its interface; NULL: nothing is known. */
static const xb_formal *model_of(const xb_program *program, const xb_symbol *subroutine, uint32_t position)
{
    const xb_routine *body = xb_program_routine(program, subroutine);
    const xb_interface *interface = xb_symbol_interface(subroutine);
    if (body)
        return xb_routine_formal(body, position);
    for (size_t i = 0; interface && i < interface->formals.count; i++) {
        const xb_formal *formal = interface->formals.items[i];
        if (formal->position == position)
            return formal;
    }
    return NULL;
}

static const xb_name *spelling_of(const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    return facts && facts->spelling ? facts->spelling : symbol->id;
}

static void add_formal(xb_program *program, xb_routine *routine, const xb_call *call, uint32_t position)
{
    const xb_rule_argument *argument = &routine->rule->arguments[position - 1];
    const xb_formal *model = model_of(program, call->symbol, position);
    xb_formal *formal = xb_node_create(program, XB_KIND_FORMAL, sizeof *formal, 0);
    formal->symbol = xb_symbol_create(program, routine->scope, xb_name_of_temporary(program, "arg"), true);
    formal->symbol->active = argument->activity != XB_RULE_PASSIVE;
    formal->position = position;
    formal->intent = argument->intent;
    if (model)
        copy_formal(formal->symbol, model->symbol);
    else
        describe_formal(formal->symbol, argument, call, position);
    if (model && xb_symbol_interface(call->symbol))
        xb_symbol_declare(program, formal->symbol)->spelling = spelling_of(model->symbol);
    xb_list_append(program->arena, &routine->formals, formal);
}

/* Formal arguments of a routine, and those that stand for them. */
typedef struct pairing {
    const xb_program *program;
    const xb_symbol *subroutine;
    const xb_routine *routine;
} pairing;

static xb_symbol *symbol_for(void *context, xb_symbol *symbol)
{
    const pairing *p = context;
    for (size_t i = 0; i < p->routine->formals.count; i++) {
        const xb_formal *formal = p->routine->formals.items[i];
        const xb_formal *model = model_of(p->program, p->subroutine, formal->position);
        if (model && model->symbol == symbol)
            return formal->symbol;
    }
    return symbol;
}

/* Bounds that are expressions of other arguments, and lengths of texts. */
static void declare_formals(xb_program *program, const xb_routine *routine, const xb_symbol *subroutine)
{
    pairing p = {program, subroutine, routine};
    const xb_copier copier = {.program = program, .symbol = symbol_for, .context = &p};
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        const xb_formal *model = model_of(program, subroutine, formal->position);
        const xb_declaration *known = model ? model->symbol->declaration : NULL;
        if (!known || (known->dimension_count == 0 && !known->length))
            continue;
        const xb_name *spelling = formal->symbol->declaration ? formal->symbol->declaration->spelling : NULL;
        formal->symbol->declaration = known;
        xb_copier_declaration(&copier, formal->symbol);
        xb_declaration *facts = xb_symbol_declare(program, formal->symbol);
        facts->optional = facts->by_value = facts->was_result = false;
        facts->spelling = spelling;
    }
}

bool xb_stand_in_fits(const xb_program *program, const xb_routine *stand_in, const xb_call *call)
{
    if (xb_program_routine(program, call->symbol) || xb_symbol_interface(call->symbol))
        return true;
    for (uint32_t i = 1; i <= call->arguments.count; i++)
        if (stand_in->rule->arguments[i - 1].rank == XB_RANK_VOID &&
            xb_routine_formal(stand_in, i)->symbol->rank != rank_passed(call, i))
            return false;
    return true;
}

/* ---- the statement ------------------------------------------------------------------------------------- */

static xb_reference *refer_to(xb_program *program, const xb_routine *routine, uint32_t position)
{
    return xb_build_reference(program, xb_routine_formal(routine, position)->symbol);
}

static xb_statement *subroutine_call(xb_program *program, const xb_routine *routine, const xb_call *model)
{
    xb_call *call = xb_build_call(program, "_rule", model->symbol, model->statement.node.line);
    for (uint32_t i = 1; i <= routine->formals.count; i++)
        xb_build_argument_at(program, call, i, refer_to(program, routine, i));
    return &call->statement;
}

static xb_statement *function_call(xb_program *program, const xb_routine *routine, const xb_call *model)
{
    uint32_t count = (uint32_t)routine->formals.count;
    xb_function_call *call =
        xb_node_create(program, XB_KIND_FUNCTION_CALL, sizeof *call, model->statement.node.line);
    call->symbol = model->symbol;
    for (uint32_t i = 1; i < count; i++)
        xb_list_append(program->arena, &call->arguments, refer_to(program, routine, i));
    xb_assignment *assignment = xb_build_assignment(program, "_rule", refer_to(program, routine, count),
                                                    xb_build_leaf(program, call));
    assignment->statement.node.line = model->statement.node.line;
    return &assignment->statement;
}

/* ---- the routine --------------------------------------------------------------------------------------- */

/* Its name is what messages and schedules call it. */
static xb_symbol *new_subroutine(xb_program *program, xb_scope *scope, const xb_routine_rule *rule)
{
    const char *stem = xb_arena_format(program->arena, "rule_%s", rule->name);
    xb_symbol *symbol = xb_symbol_create(program, scope, xb_name_of_temporary(program, stem), true);
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    symbol->type = XB_TYPE_VOID;
    symbol->rank = XB_RANK_VOID;
    return symbol;
}

static xb_scope *new_scope(xb_program *program, xb_scope *parent)
{
    xb_scope *scope = xb_scope_create(program, NULL);
    scope->parent = parent;
    return scope;
}

/* A list of what is modified spares analyses the thought of what a routine without body may do. */
static void add_effects(xb_program *program, xb_routine *routine)
{
    routine->has_side_effects[XB_SIDE_EFFECT_MOD] = true;
    for (size_t i = 0; i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (formal->intent != XB_INTENT_IN)
            xb_list_append(program->arena, &routine->side_effects[XB_SIDE_EFFECT_MOD],
                           xb_build_reference(program, formal->symbol));
    }
}

xb_routine *xb_stand_in_create(xb_program *program, xb_arena *scratch, const xb_routine_rule *rule,
                               const xb_call *call)
{
    const xb_routine *body = xb_program_routine(program, call->symbol);
    const bool has_body = body;
    xb_routine *routine =
        xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *routine, call->statement.node.line);
    routine->symbol = new_subroutine(program, call->symbol->scope, rule);
    /* The body of a routine within another one uses variables of that one. */
    routine->scope = new_scope(program, body ? body->scope->parent : call->symbol->scope);
    routine->active = routine->structured = routine->has_formals = true;
    routine->rule = rule;
    for (uint32_t i = 1; i <= rule->argument_count; i++)
        add_formal(program, routine, call, i);
    declare_formals(program, routine, call->symbol);
    xb_body code = xb_body_begin(program, routine->scope);
    xb_body_add(&code, rule->is_function && !has_body ? function_call(program, routine, call)
                                                      : subroutine_call(program, routine, call));
    routine->flow = xb_body_finish(&code, scratch);
    if (!has_body)
        add_effects(program, routine);
    xb_program_add_routine(program, routine);
    xb_tags_add(program, &routine->node, XB_TAG_RULE, rule->name);
    return routine;
}
