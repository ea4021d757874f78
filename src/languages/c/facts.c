/*
 * What documents may say of declarations, and is not written in C: each such thing is refused by name.
 */
#include "languages/c/c.h"

/* What of a variable is not written, and what would help; NULL: nothing. */
static const char *unwritten_of(const xb_source_variable *variable)
{
    bool changes_copy = variable->by_value && variable->written;
    if (variable->type == XB_TYPE_INTEGER && variable->bytes == XB_SOURCE_UNSIGNED + 8)
        return "an integer without sign (unsigned) of 8 bytes: one with sign, or one of 4 bytes, is written";
    if (changes_copy && variable->rank > 0)
        return "an array that is a copy, and is changed: copy it to a local one";
    if (changes_copy && variable->optional)
        return "an argument that is a copy, may be absent, and is changed: copy it to a local variable";
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

/* Whether a variable is the result of a function in the program at hand, and an argument in this version. */
static bool was_result(const xb_source_variable *variable)
{
    const xb_declaration *facts = variable->symbol ? variable->symbol->declaration : NULL;
    return facts && !facts->path && (facts->is_result || facts->was_result) && variable->rank == 0 &&
           variable->position > 0 && !variable->is_result && xb_c_passing_of(variable) == XB_C_BY_POINTER;
}

/* A text names variables as they are in its own routine: a result is a value there, an argument elsewhere. */
static void check_text(xb_c *c, const xb_source_statement *text)
{
    for (size_t i = 0; i < text->count; i++)
        if (text->arguments[i] && text->arguments[i]->kind == XB_SOURCE_VARIABLE &&
            was_result(text->arguments[i]->variable))
            xb_c_refuse(c,
                        "a statement whose text is C (language) and that refers to %s, the result of a "
                        "function, which is an argument of its derivative: a local variable may be named "
                        "instead",
                        text->arguments[i]->variable->symbol->id->text);
}

static void check_statements(xb_c *c, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->statements.count; i++) {
        const xb_source_statement *s = &((const xb_source_statement *)unit->statements.items)[i];
        bool releases = s->kind == XB_SOURCE_DEALLOCATE || s->kind == XB_SOURCE_NULLIFY;
        c->at = s->from;
        if (s->kind == XB_SOURCE_OPAQUE && !xb_source_remark(c->lines.arena, s) &&
            xb_source_foreign(s, XB_TEXT_C))
            xb_c_refuse(c, "%s", xb_source_foreign(s, XB_TEXT_C));
        if (s->kind == XB_SOURCE_OPAQUE)
            check_text(c, s);
        if (releases && s->target->variable->rank == 0)
            xb_c_refuse(c, "storage of a scalar that is given back: an array of one element has its own");
    }
}

void xb_c_check_facts(xb_c *c)
{
    const xb_source *source = c->source;
    check_variables(c, &source->globals);
    for (size_t i = 0; i < source->externals.count; i++)
        check_variables(c, &((const xb_source_unit *)source->externals.items[i])->formals);
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        check_variables(c, &unit->formals);
        check_variables(c, &unit->locals);
        check_statements(c, unit);
    }
}
