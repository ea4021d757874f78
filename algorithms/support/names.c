/*
 * Linear searches: they only happen for subroutines with explicit Jacobians.
 */
#include "algorithms/support/names.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Length of a symbol id without the trailing underscores and number of a front end. */
static size_t plain_length(const char *id)
{
    size_t length = strlen(id), digits = length;
    while (digits > 0 && isdigit((unsigned char)id[digits - 1]))
        digits--;
    if (digits == length || digits == 0 || id[digits - 1] != '_')
        return length;
    while (digits > 0 && id[digits - 1] == '_')
        digits--;
    return digits;
}

bool xb_name_matches(const char *symbol_id, const char *plain_name)
{
    if (strcmp(symbol_id, plain_name) == 0)
        return true;
    size_t length = plain_length(symbol_id);
    return strlen(plain_name) == length && strncasecmp(symbol_id, plain_name, length) == 0;
}

static xb_symbol *find_symbol(const xb_scope *scope, const char *plain_name)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        xb_symbol *symbol = scope->symbols.items[i];
        if (xb_name_matches(symbol->id->text, plain_name))
            return symbol;
    }
    return NULL;
}

xb_symbol *xb_subroutine_named(xb_program *program, xb_scope *scope, const char *plain_name)
{
    for (xb_scope *s = scope; s; s = s->parent) {
        xb_symbol *found = find_symbol(s, plain_name);
        if (found)
            return found->kind == XB_SYMBOL_SUBROUTINE ? found : NULL;
    }
    xb_symbol *symbol = xb_symbol_create(program, program->root, xb_program_name(program, plain_name), true);
    if (!symbol)
        return xb_symbol_find(program->root, xb_program_name(program, plain_name));
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    symbol->type = XB_TYPE_VOID;
    symbol->rank = XB_RANK_VOID;
    return symbol;
}

typedef struct jacobian_search {
    const char *id;
    const xb_noninlinable *found;
} jacobian_search;

static void compare(void *context, const xb_noninlinable *item)
{
    jacobian_search *search = context;
    if (item->jacobian && xb_name_matches(search->id, item->name))
        search->found = item;
}

const xb_noninlinable *xb_jacobian_of_call(xb_run *run, const xb_call *call)
{
    jacobian_search search = {call->symbol->id->text, NULL};
    xb_catalogue_each_noninlinable(xb_run_catalogue(run), compare, &search);
    return search.found;
}

xb_symbol *xb_prefixed_symbol(xb_program *program, const xb_symbol *symbol)
{
    const char *text = xb_arena_format(program->arena, "%s%s", program->prefix->text, symbol->id->text);
    const xb_name *id = xb_program_name(program, text);
    xb_symbol *found = xb_symbol_find(symbol->scope, id);
    if (found)
        return found->kind == XB_SYMBOL_SUBROUTINE ? found : NULL;
    xb_symbol *copy = xb_symbol_create(program, symbol->scope, id, true);
    copy->kind = symbol->kind;
    copy->type = symbol->type;
    copy->fe_type = symbol->fe_type;
    copy->rank = symbol->rank;
    copy->active = symbol->active;
    copy->temp = symbol->temp;
    return copy;
}
