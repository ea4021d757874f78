/*
 * A part takes the formal arguments of the version that calls it, which it is called with in their order:
 * values have the intents that the rule says, in reverse mode they are only read; derivatives may change
 * there.
 */
#include "algorithms/associationbyname/part_interfaces.h"

#include "ir/copy_internal.h"
#include "ir/declaration.h"

/* Formal arguments of a version, and those of an interface. */
typedef struct pairing {
    const xb_list *from, *to;
} pairing;

static xb_symbol *symbol_for(void *context, xb_symbol *symbol)
{
    const pairing *p = context;
    for (size_t i = 0; i < p->to->count; i++)
        if (((const xb_formal *)p->from->items[i])->symbol == symbol)
            return ((const xb_formal *)p->to->items[i])->symbol;
    return symbol;
}

static void copy_formal(xb_program *program, xb_scope *scope, const xb_formal *from, xb_intent intent,
                        xb_list *to)
{
    const xb_symbol *model = from->symbol;
    xb_formal *made = xb_node_create(program, XB_KIND_FORMAL, sizeof *made, 0);
    made->symbol = xb_symbol_create(program, scope, model->id, true);
    made->symbol->type = model->type;
    made->symbol->fe_type = model->fe_type;
    made->symbol->rank = model->rank;
    made->symbol->bounds = model->bounds;
    made->symbol->bounds_count = model->bounds_count;
    made->position = (uint32_t)to->count + 1;
    made->intent = intent;
    xb_list_append(program->arena, to, made);
}

static void copy_declarations(xb_program *program, const xb_list *from, const xb_list *to)
{
    pairing p = {from, to};
    const xb_copier copier = {.program = program, .symbol = symbol_for, .context = &p};
    for (size_t i = 0; i < to->count; i++) {
        xb_symbol *made = ((const xb_formal *)to->items[i])->symbol;
        made->declaration = ((const xb_formal *)from->items[i])->symbol->declaration;
        if (made->declaration)
            xb_copier_declaration(&copier, made);
    }
}

static bool has_derivative(const xb_routine_rule *rule, size_t i)
{
    return rule->arguments[i].activity != XB_RULE_PASSIVE;
}

/* One for each argument of the rule, and one more for a derivative. */
static size_t count_formals(const xb_routine_rule *rule)
{
    size_t count = rule->argument_count;
    for (size_t i = 0; i < rule->argument_count; i++)
        count += has_derivative(rule, i);
    return count;
}

void xb_part_interface(xb_program *program, const xb_routine_rule *rule, const xb_routine *version,
                       xb_symbol *part, bool reverse)
{
    xb_declaration *facts = xb_symbol_declare(program, part);
    if (facts->interface || xb_program_routine(program, part) ||
        version->formals.count != count_formals(rule))
        return;
    xb_interface *made = xb_arena_alloc(program->arena, sizeof *made);
    *made = (xb_interface){.is_function = false};
    xb_scope *scope = xb_scope_create(program, NULL);
    size_t next = 0;
    scope->parent = part->scope;
    for (size_t i = 0; i < rule->argument_count; i++) {
        const xb_intent intent = rule->arguments[i].intent;
        copy_formal(program, scope, version->formals.items[next++], reverse ? XB_INTENT_IN : intent,
                    &made->formals);
        if (has_derivative(rule, i))
            copy_formal(program, scope, version->formals.items[next++], reverse ? XB_INTENT_INOUT : intent,
                        &made->formals);
    }
    copy_declarations(program, &version->formals, &made->formals);
    facts->interface = made;
}
