/*
 * What documents may say of declarations, and is not written in C: each such thing is refused by name.
 */
#include "languages/c/c.h"

/* What of a variable is not written; NULL: nothing. */
static const char *unwritten_of(const xb_source_variable *variable)
{
    if (variable->dimensions)
        return "bounds that are expressions, or are not known";
    if (variable->initial_count > 0)
        return variable->parameter ? "a parameter" : "a value to begin with";
    if (variable->saved)
        return "a variable that keeps its value from one call to the next";
    if (variable->in_common || variable->same)
        return "storage that variables share";
    if (variable->is_unsigned)
        return "an integer without sign";
    if (variable->by_value && variable->written)
        return "an argument that is a copy, and is changed";
    return NULL;
}

static void check_variables(xb_c *c, const xb_list *variables)
{
    for (size_t i = 0; i < variables->count; i++) {
        const xb_source_variable *variable = variables->items[i];
        const char *what = unwritten_of(variable);
        if (!what)
            continue;
        c->at = variable->symbol ? &variable->symbol->node : c->at;
        xb_c_refuse(c, "%s", what);
    }
}

static void check_statements(xb_c *c, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->statements.count; i++) {
        const xb_source_statement *statement = &((const xb_source_statement *)unit->statements.items)[i];
        c->at = statement->from;
        if (statement->kind == XB_SOURCE_OPAQUE)
            xb_c_refuse(c, "a statement that has a text in the language of its source");
        if (statement->kind == XB_SOURCE_DEALLOCATE || statement->kind == XB_SOURCE_NULLIFY)
            xb_c_refuse(c, "a statement that gives storage back");
    }
}

void xb_c_check_facts(xb_c *c)
{
    const xb_source *source = c->source;
    check_variables(c, &source->globals);
    if (source->shares.count > 0)
        xb_c_refuse(c, "storage that variables share");
    if (source->externals.count > 0) {
        c->at = &((const xb_source_unit *)source->externals.items[0])->routine->node;
        xb_c_refuse(c, "a routine without body");
    }
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        c->at = &unit->routine->node;
        if (unit->shares.count > 0)
            xb_c_refuse(c, "storage that variables share");
        check_variables(c, &unit->formals);
        check_variables(c, &unit->locals);
        check_statements(c, unit);
    }
}
