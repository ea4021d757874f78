/*
 * Subroutines are searched for one symbol after the other: that happens for explicit Jacobians only.
 */
#include "algorithms/support/names.h"

#include <string.h>

#include "ir/decoration.h"
#include "ir/tags.h"
#include "ir/taken_names.h"

static xb_symbol *find_symbol(const xb_scope *scope, const char *plain_name)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        xb_symbol *symbol = scope->symbols.items[i];
        if (xb_name_agrees(symbol->id->text, plain_name))
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

/* ---- new names ----------------------------------------------------------------------------------------- */

/* Whether a symbol is a declaration of the subroutine that a wrapper is. */
static bool declares_wrapper(const xb_program *program, const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_SUBROUTINE && !xb_program_routine(program, symbol);
}

/* Whether a symbol is generated, maybe by an algorithm whose output was read again. */
static bool is_generated(const xb_program *program, const xb_symbol *symbol)
{
    const char *prefix = program->prefix->text;
    return symbol->overlay ||
           (symbol->temp && strncmp(symbol->id->text, prefix, program->prefix->length) == 0);
}

/* Who has a name. What is generated keeps its number, and only counts with it. */
static const xb_symbol *find_taker(const xb_program *program, const char *name, size_t length,
                                   bool is_wrapper)
{
    const xb_list *takers = xb_name_takers(program, name, length);
    for (size_t i = 0; takers && i < takers->count; i++) {
        const xb_symbol *symbol = takers->items[i];
        bool counts = !is_generated(program, symbol) || symbol->id->length == length;
        if (counts && !(is_wrapper && declares_wrapper(program, symbol)))
            return symbol;
    }
    return NULL;
}

static const char *prefixed(const xb_program *program, const xb_symbol *symbol)
{
    return xb_arena_format(program->arena, "%s%s", program->prefix->text, symbol->id->text);
}

static xb_status refuse_name(xb_run *run, const char *name, const xb_symbol *symbol, bool is_wrapper,
                             xb_place place, const char *taker)
{
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_UNSUPPORTED, place,
                    "rename one of them, or give CallGraph another prefix; case does not count",
                    "'%s' can't be the %s '%s': there is %s", name,
                    is_wrapper ? "name of the wrapper of" : "new name of", symbol->id->text, taker);
}

xb_status xb_check_new_name(xb_run *run, const xb_symbol *symbol, bool is_wrapper, xb_place place)
{
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    const char *name = prefixed(program, symbol);
    size_t length = strlen(name), plain = xb_plain_length(name, length, SIZE_MAX);
    const xb_symbol *taken = find_taker(program, name, length, is_wrapper);
    if (!taken && plain < length)
        taken = find_taker(program, name, plain, is_wrapper);
    if (!taken && xb_name_is_temporary(program, name, length))
        return refuse_name(run, name, symbol, is_wrapper, place, "a generated variable of that name");
    if (!taken)
        return XB_STATUS_OK;
    const char *what = xb_program_routine(program, taken) ? "routine" : "symbol";
    const char *where = taken->node.line == 0
                            ? "which was generated"
                            : xb_arena_format(scratch, "line %u", (unsigned)taken->node.line);
    return refuse_name(run, name, symbol, is_wrapper, place,
                       xb_arena_format(scratch, "a %s '%s' in scope %s (%s)", what, taken->id->text,
                                       xb_scope_text(taken->scope), where));
}

/* A new symbol of this name, declared as that of a subroutine is. */
static xb_symbol *subroutine_like(xb_program *program, xb_scope *scope, const xb_symbol *symbol,
                                  const xb_name *id)
{
    xb_symbol *copy = xb_symbol_like(program, scope, id, symbol);
    xb_tags_copy(program, &copy->node, &symbol->node);
    return copy;
}

xb_symbol *xb_prefixed_symbol(xb_program *program, const xb_symbol *symbol)
{
    const xb_name *id = xb_program_name(program, prefixed(program, symbol));
    xb_symbol *found = xb_symbol_find(symbol->scope, id);
    return found ? found : subroutine_like(program, symbol->scope, symbol, id);
}

/* ---- versions ------------------------------------------------------------------------------------------ */

static const char *free_name(xb_program *program, const char *stem, const xb_symbol *symbol)
{
    const char *prefix = program->prefix->text;
    const char *name = xb_arena_format(program->arena, "%s%s_%s", prefix, stem, symbol->id->text);
    for (unsigned i = 2; !xb_name_is_free(program, name); i++)
        name = xb_arena_format(program->arena, "%s%s%u_%s", prefix, stem, i, symbol->id->text);
    return name;
}

/* What calls a version of a routine within another one is a version of that one, with a scope of its own. So
 * it is that of a module, or the global one. */
static xb_scope *scope_of_versions(const xb_symbol *symbol)
{
    xb_scope *scope = symbol->scope;
    while (scope->parent && (!scope->routine || xb_routine_is_procedure(scope->routine)))
        scope = scope->parent;
    return scope;
}

static xb_symbol *declare_version(xb_program *program, const xb_symbol *symbol, const char *name)
{
    xb_symbol *version =
        subroutine_like(program, scope_of_versions(symbol), symbol, xb_program_name(program, name));
    version->routine = NULL;
    return version;
}

xb_symbol *xb_version_subroutine(xb_program *program, const xb_symbol *symbol, const char *stem)
{
    return declare_version(program, symbol, free_name(program, stem, symbol));
}

xb_symbol *xb_suffixed_subroutine(xb_program *program, const xb_symbol *symbol, const char *suffix)
{
    const char *stem = symbol->id->text, *name = xb_arena_format(program->arena, "%s%s", stem, suffix);
    for (unsigned i = 2; !xb_name_is_free(program, name); i++)
        name = xb_arena_format(program->arena, "%s%s%u", stem, suffix, i);
    return declare_version(program, symbol, name);
}
