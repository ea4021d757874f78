/*
 * Names are looked for among all symbols, which happens where a rule may be meant only.
 */
#include "algorithm/routine_rules.h"

#include "ir/declaration.h"
#include "ir/build.h"
#include "ir/subroutine_names.h"

/* ---- names --------------------------------------------------------------------------------------------- */

/* The first routine with a body that a name means, of those from a number on, which is moved beyond it. */
static xb_routine *next_body(const xb_program *program, const char *name, xb_agreement best, size_t *number)
{
    while (*number < program->routines.count) {
        xb_routine *routine = program->routines.items[(*number)++];
        if (xb_routine_is_procedure(routine) && xb_subroutine_is_meant(routine->symbol, name, best))
            return routine;
    }
    return NULL;
}

xb_routine *xb_routine_rule_body(const xb_program *program, const char *name)
{
    size_t number = 0;
    return name ? next_body(program, name, xb_subroutine_agreement(program, name), &number) : NULL;
}

const char *xb_routine_rule_doubt(xb_arena *arena, const xb_program *program, const char *name)
{
    const xb_agreement best = name ? xb_subroutine_agreement(program, name) : XB_AGREES_NOT;
    size_t number = 0;
    const xb_routine *first = name ? next_body(program, name, best, &number) : NULL;
    const xb_routine *second = first ? next_body(program, name, best, &number) : NULL;
    return second ? xb_arena_format(arena, "'%s' on line %u or '%s' on line %u", first->symbol->id->text,
                                    first->node.line, second->symbol->id->text, second->node.line)
                  : NULL;
}

/* ---- agreement ----------------------------------------------------------------------------------------- */

static bool is_active_argument(const xb_rule_argument *argument)
{
    return argument->activity != XB_RULE_PASSIVE;
}

/* Extents are for tests of routines that declare none. Those that a routine declares are these, or the rule
 * is meant for another one. */
static const char *difference_of_extents(const xb_symbol *symbol, const xb_rule_argument *argument)
{
    size_t rank = symbol->rank > 0 ? (size_t)symbol->rank : 0, count = argument->extent_count;
    if (count == 0 || (rank == 0 && count == 1 && symbol->type == XB_TYPE_INTEGER))
        return NULL;
    if (rank == 0)
        return "is no array, but has extents";
    if (count != rank)
        return "has another number of extents than";
    for (size_t d = 0; d < rank; d++) {
        const xb_bounds *bounds = xb_symbol_bounds(symbol, d);
        if (bounds && xb_bounds_extent(*bounds) != (uint64_t)argument->extents[d])
            return "has other extents than";
    }
    return NULL;
}

/* What an argument of a routine has otherwise than the rule; of the rule's own routines, the activity
 * counts, too. NULL: nothing */
static const char *difference(const xb_symbol *symbol, const xb_rule_argument *argument, bool is_own)
{
    if (argument->type != XB_TYPE_VOID && symbol->type != argument->type)
        return "is of another type than";
    if (argument->rank != XB_RANK_VOID && symbol->rank != argument->rank)
        return "has another rank than";
    if (is_own && xb_symbol_is_active(symbol) != is_active_argument(argument))
        return is_active_argument(argument) ? "is passive, but active" : "is active, but passive";
    return difference_of_extents(symbol, argument);
}

/* The result of a function has to be recognised by its intent, if it is to be called as one. */
static const char *result_misfit(xb_arena *arena, const xb_routine *routine)
{
    uint32_t last = (uint32_t)routine->formals.count;
    if (xb_routine_formal(routine, last)->intent == XB_INTENT_OUT)
        return NULL;
    return xb_arena_format(arena, "argument %u of '%s' is not of intent out, but the result", (unsigned)last,
                           routine->symbol->id->text);
}

const char *xb_routine_rule_misfit(xb_arena *arena, const xb_routine_rule *rule, const xb_routine *routine,
                                   bool is_own)
{
    if (routine->formals.count != rule->argument_count)
        return xb_arena_format(
            arena, "'%s' has %zu %s, but %zu", routine->symbol->id->text, (size_t)routine->formals.count,
            xb_plural(routine->formals.count, "argument", "arguments"), rule->argument_count);
    for (uint32_t i = 0; i < rule->argument_count; i++) {
        const xb_formal *formal = xb_routine_formal(routine, i + 1);
        const char *what =
            formal ? difference(formal->symbol, &rule->arguments[i], is_own) : "is not there, but";
        if (what)
            return xb_arena_format(arena, "argument %u of '%s' %s", (unsigned)i + 1,
                                   routine->symbol->id->text, what);
    }
    return is_own || !rule->is_function ? NULL : result_misfit(arena, routine);
}

/* What a part's argument is declared otherwise than that of the routine; NULL: nothing. */
static const char *difference_of_declarations(const xb_symbol *part, const xb_symbol *routine)
{
    if (part->type != routine->type)
        return "is of another type";
    if (part->fe_type && routine->fe_type && part->fe_type != routine->fe_type)
        return "is of another kind";
    if ((part->rank > 0 ? part->rank : 0) != (routine->rank > 0 ? routine->rank : 0))
        return "has another rank";
    if (part->rank > 0 && part->bounds_count > 0 && routine->bounds_count > 0 &&
        xb_bounds_elements(part->bounds, part->bounds_count) !=
            xb_bounds_elements(routine->bounds, routine->bounds_count))
        return "has another number of elements";
    return NULL;
}

const char *xb_routine_rule_difference(xb_arena *arena, const xb_routine *routine, const xb_routine *part)
{
    for (uint32_t i = 1; i <= routine->formals.count; i++) {
        const xb_formal *one = xb_routine_formal(routine, i), *two = xb_routine_formal(part, i);
        const char *what = one && two ? difference_of_declarations(two->symbol, one->symbol) : NULL;
        if (what)
            return xb_arena_format(arena, "argument %u of '%s' %s than that of '%s'", (unsigned)i,
                                   part->symbol->id->text, what, routine->symbol->id->text);
    }
    return NULL;
}

uint32_t xb_routine_rule_overwrites(const xb_routine_rule *rule, uint32_t position)
{
    const unsigned alias = rule->arguments[position - 1].alias;
    for (uint32_t i = 1; i <= rule->argument_count; i++) {
        const xb_rule_argument *other = &rule->arguments[i - 1];
        if ((alias == i || other->alias == position) && other->intent != XB_INTENT_IN)
            return i;
    }
    return 0;
}

/* ---- what stands for a routine --------------------------------------------------------------------------
 */

xb_statement *xb_routine_rule_statement(const xb_routine *routine)
{
    for (size_t v = 0; v < routine->flow.vertices.count; v++) {
        const xb_flow_vertex *vertex = routine->flow.vertices.items[v];
        if (vertex->node.kind == XB_KIND_BASIC_BLOCK)
            return vertex->statements.items[0];
    }
    return NULL;
}

xb_symbol *xb_routine_rule_symbol(const xb_routine *routine)
{
    const xb_statement *statement = xb_routine_rule_statement(routine);
    if (statement->node.kind == XB_KIND_SUBROUTINE_CALL)
        return ((const xb_call *)statement)->symbol;
    const xb_expression *value = ((const xb_assignment *)statement)->value;
    return ((const xb_function_call *)xb_expression_root(value))->symbol;
}

static xb_symbol *subroutine_named(const xb_program *program, const char *name)
{
    xb_agreement best = xb_subroutine_agreement(program, name);
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++) {
            xb_symbol *symbol = scope->symbols.items[k];
            if (xb_subroutine_is_meant(symbol, name, best))
                return symbol;
        }
    }
    return NULL;
}

xb_symbol *xb_routine_rule_part(xb_program *program, const xb_routine *routine, const char *name)
{
    xb_symbol *known = subroutine_named(program, name);
    if (known)
        return known;
    const xb_symbol *model = routine->symbol;
    xb_symbol *symbol = xb_symbol_create(program, model->scope, xb_program_name(program, name), true);
    if (!symbol)
        return NULL;
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    symbol->type = XB_TYPE_VOID;
    symbol->rank = XB_RANK_VOID;
    const xb_declaration *facts = xb_routine_rule_symbol(routine)->declaration;
    if (facts && facts->unit == XB_UNIT_ARGUMENT) {
        xb_declaration *own = xb_symbol_declare(program, symbol);
        own->unit = XB_UNIT_ARGUMENT;
        own->after = facts->after;
    }
    return symbol;
}

xb_call *xb_routine_rule_call_part(xb_program *program, const xb_routine *routine, const char *name)
{
    xb_call *call = xb_build_call(program, "_rule", xb_routine_rule_part(program, routine, name), 0);
    for (uint32_t i = 1; i <= routine->formals.count; i++)
        xb_build_argument_at(program, call, i,
                             xb_build_reference(program, xb_routine_formal(routine, i)->symbol));
    return call;
}
