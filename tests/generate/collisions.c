/*
 * Each made symbol is compared with all others that are still there; programs are small.
 */
#include "collisions.h"

#include <strings.h>

#include "ir/view.h"

static bool is_within(const xb_scope *inner, const xb_scope *outer)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner != NULL;
}

static bool collides_in(const xb_symbol *symbol, const xb_scope *scope)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *other = scope->symbols.items[i];
        if (other != symbol && xb_view_single(XB_VIEW_DERIVED, other) &&
            strcasecmp(other->id->text, symbol->id->text) == 0)
            return true;
    }
    return false;
}

static bool collides(const xb_program *program, const xb_symbol *symbol)
{
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        if ((is_within(symbol->scope, scope) || is_within(scope, symbol->scope)) &&
            collides_in(symbol, scope))
            return true;
    }
    return false;
}

/* Whether versions of routines in one scope may be in another: it is the same, or that of a version. */
static bool may_stand_for(const xb_scope *made, const xb_scope *read)
{
    return made == read || (made && made->read_count == 0 && made->parent);
}

/* Whether a symbol is that of a version of a routine, for one that was read, whose name it keeps. */
static bool is_copy(const xb_program *program, const xb_symbol *symbol)
{
    for (size_t i = 0; symbol->scope->read_count == 0 && i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        const xb_symbol *same = xb_symbol_find(scope, symbol->id);
        if (scope != symbol->scope && may_stand_for(symbol->scope->parent, scope->parent) && same &&
            !same->overlay)
            return true;
    }
    return false;
}

const xb_symbol *gen_collision(const xb_program *program)
{
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = scope->read_count; k < scope->symbols.count; k++)
            if (!is_copy(program, scope->symbols.items[k]) && collides(program, scope->symbols.items[k]))
                return scope->symbols.items[k];
    }
    return NULL;
}
