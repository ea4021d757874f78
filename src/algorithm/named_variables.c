/*
 * Names are looked up among the arguments, then in the scopes around the routine, from the inside out, then
 * anywhere else if that is allowed. Ids are compared one by one: nobody names many.
 */
#include "algorithm/named_variables.h"

#include <ctype.h>
#include <string.h>

#include "analysis/overlap.h"
#include "analysis/storage.h"
#include "analysis/summaries.h"
#include "base/diagnostics.h"
#include "base/text.h"
#include "ir/declaration.h"
#include "ir/decoration.h"

/* ---- names -------------------------------------------------------------------------------------------- */

/* How many names are listed. */
enum { FEW = 10 };

/* A list of names that is looked up. */
typedef struct search {
    const xb_program *program;
    const xb_routine *routine;
    const xb_variable_names *names;
    const char *scope, *name;     /* the one at hand; no scope: not said */
    const xb_symbol *best, *next; /* what agrees best with it, and another one that agrees as well */
    xb_agreement agreement;       /* of these */
    xb_list known;                /* names of what could be meant */
    xb_list members;              /* of the structure that is named, those that have derivatives */
} search;

/* Whether the way to a member is, or begins with, the one that is named. @param whole whether it is that */
static bool leads_along(const char *path, const char *name, bool *whole)
{
    while (*path && *name) {
        const bool is_subscript = *path == '(', is_type = *path == '{';
        const bool is_left_out = is_subscript || is_type;
        if (!is_left_out && tolower((unsigned char)*path) != tolower((unsigned char)*name))
            return false;
        name += !is_left_out;
        path += is_left_out ? strcspn(path, is_type ? "}" : ")") + 1 : 1;
    }
    if (*path == '(')
        path += strcspn(path, ")") + 1;
    *whole = !*path;
    return !*name && (!*path || *path == '%');
}

/* Members go by the way to them, such as a%x, and a structure stands for all of its own that have
 * derivatives. */
static bool consider_member(search *s, const xb_symbol *symbol)
{
    const xb_name *path = symbol->declaration ? symbol->declaration->path : NULL;
    bool whole = false;
    if (!path || !leads_along(path->text, s->name, &whole))
        return false;
    whole = whole && !strchr(path->text, '|'); /* extensions may have members of one name */
    if (whole)
        s->best = symbol;
    else if (xb_symbol_is_active(symbol))
        xb_list_append(s->program->arena, &s->members, (void *)symbol);
    return whole;
}

static void consider(search *s, const xb_symbol *symbol)
{
    const xb_agreement agreement = xb_name_agreement(symbol->id->text, s->name);
    if (symbol->kind != XB_SYMBOL_VARIABLE ||
        (s->scope && strcmp(s->scope, xb_scope_text(symbol->scope)) != 0))
        return;
    if (consider_member(s, symbol)) {
        s->agreement = XB_AGREES_EXACTLY;
        return;
    }
    xb_list_append(s->program->arena, &s->known, (void *)xb_plain_text(s->program->arena, symbol->id->text));
    if (agreement > XB_AGREES_UNDECORATED || agreement > s->agreement)
        return;
    s->next = agreement == s->agreement ? s->best : NULL;
    s->best = symbol;
    s->agreement = agreement;
}

static void consider_scope(search *s, const xb_scope *scope)
{
    for (size_t i = 0; i < scope->read_count; i++)
        consider(s, scope->symbols.items[i]);
}

static bool is_global(const xb_scope *scope)
{
    for (; scope; scope = scope->parent)
        if (scope->routine && xb_routine_is_procedure(scope->routine))
            return false;
    return true;
}

static void look_up(search *s)
{
    const xb_routine *routine = s->routine;
    s->best = s->next = NULL;
    s->agreement = XB_AGREES_NOT;
    s->known.count = s->members.count = 0;
    for (size_t i = 0; i < routine->formals.count; i++)
        consider(s, ((const xb_formal *)routine->formals.items[i])->symbol);
    for (const xb_scope *scope = routine->scope->parent; scope && !s->best && s->members.count == 0;
         scope = scope->parent)
        consider_scope(s, scope);
    for (size_t i = 0; s->names->anywhere && !s->best && i < s->program->scopes.count; i++)
        if (is_global(s->program->scopes.items[i]))
            consider_scope(s, s->program->scopes.items[i]);
}

static xb_status refuse(const search *s, const char *hint, const char *what)
{
    return xb_error(s->program->diagnostics, XB_STATUS_INVALID,
                    xb_program_place(s->program, &s->routine->node, NULL), hint, "option --%s: %s",
                    s->names->option, what);
}

static const char *suggestion(const search *s)
{
    const char *near =
        xb_nearest(s->program->arena, s->name, (const char *const *)s->known.items, s->known.count);
    if (near)
        return xb_arena_format(s->program->arena, "did you mean '%s'?", near);
    const size_t arguments = s->scope ? 0 : s->routine->formals.count;
    if (arguments == 0)
        return "write the name of an argument, or of a variable from outside, as the document has it";
    xb_text *text = xb_text_create(s->program->arena);
    xb_output_format(xb_text_output(text), "%s has the arguments", s->routine->symbol->id->text);
    for (size_t i = 0; i < arguments && i < FEW; i++)
        xb_output_format(xb_text_output(text), "%s %s", i > 0 ? "," : "",
                         ((const xb_formal *)s->routine->formals.items[i])->symbol->id->text);
    xb_output_put(xb_text_output(text), arguments > FEW ? ", and others" : "");
    return xb_text_join(text, NULL);
}

static xb_status check(const search *s)
{
    xb_arena *arena = s->program->arena;
    if (!s->best && s->members.count > 0)
        return XB_STATUS_OK;
    if (!s->best)
        return refuse(
            s, suggestion(s),
            xb_arena_format(arena, "%s sees no variable '%s'", s->routine->symbol->id->text, s->name));
    if (s->next)
        return refuse(
            s, "write it as the document has it",
            xb_arena_format(arena, "'%s' may be %s or %s", s->name, s->next->id->text, s->best->id->text));
    return XB_STATUS_OK;
}

/* Takes the next name of a text apart. @return what comes after it */
static const char *next_name(search *s, const char *text, size_t length)
{
    const char *slash = memchr(text, '/', length);
    const size_t scope = slash ? (size_t)(slash - text) : 0;
    s->scope = slash ? xb_arena_copy_text(s->program->arena, text, scope) : NULL;
    s->name = slash ? xb_arena_copy_text(s->program->arena, slash + 1, length - scope - 1)
                    : xb_arena_copy_text(s->program->arena, text, length);
    return text + length;
}

/* Arguments that are named, in their order; then the others that are. */
static xb_list sorted(const search *s, const xb_list *named)
{
    xb_arena *arena = s->program->arena;
    xb_list arguments = {.count = 0}, sorted = {.count = 0};
    const uint32_t last = xb_routine_last_position(s->routine);
    for (uint32_t position = 1; position <= last; position++) {
        const xb_formal *formal = xb_routine_formal(s->routine, position);
        if (formal)
            xb_list_append(arena, &arguments, formal->symbol);
    }
    for (size_t i = 0; i < arguments.count; i++)
        if (xb_list_has(named, arguments.items[i]))
            xb_list_append(arena, &sorted, arguments.items[i]);
    for (size_t i = 0; i < named->count; i++)
        if (!xb_list_has(&arguments, named->items[i]))
            xb_list_append(arena, &sorted, named->items[i]);
    return sorted;
}

xb_status xb_named_variables_find(const xb_program *program, const xb_routine *routine,
                                  const xb_variable_names *names, xb_list *symbols)
{
    static const char separators[] = " \t\n,";
    search s = {.program = program, .routine = routine, .names = names};
    xb_list named = {.count = 0};
    const char *text = names->names;
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        text = next_name(&s, text, strcspn(text, separators));
        look_up(&s);
        xb_status status = check(&s);
        if (status)
            return status;
        for (size_t i = 0; i < s.members.count && !s.best; i++)
            if (!xb_list_has(&named, s.members.items[i]))
                xb_list_append(program->arena, &named, s.members.items[i]);
        if (s.best && !xb_list_has(&named, s.best))
            xb_list_append(program->arena, &named, s.best);
    }
    if (named.count == 0)
        return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "leave it out, or name variables, separated by commas", "--%s names no variable",
                        names->option);
    *symbols = sorted(&s, &named);
    return XB_STATUS_OK;
}

const xb_symbol *xb_named_variable(const xb_program *program, const xb_routine *routine, const char *name)
{
    static const xb_variable_names anywhere = {.anywhere = true};
    search s = {.program = program, .routine = routine, .names = &anywhere};
    next_name(&s, name, strlen(name));
    look_up(&s);
    return s.next ? NULL : s.best;
}

xb_list xb_named_symbols(const xb_program *program, const xb_routine *routine, const char *name)
{
    static const xb_variable_names anywhere = {.anywhere = true};
    search s = {.program = program, .routine = routine, .names = &anywhere};
    xb_list one = {.count = 0};
    next_name(&s, name, strlen(name));
    look_up(&s);
    if (!s.best)
        return s.members;
    if (!s.next)
        xb_list_append(program->arena, &one, (void *)s.best);
    return one;
}

/* ---- warnings ----------------------------------------------------------------------------------------- */

static const xb_storage *storage_of(const xb_footprints *footprints)
{
    return xb_storage_of(footprints->analyses);
}

/* Whether a variable is one of some, or may share storage with one. */
static bool is_among(const xb_storage *storage, const xb_list *symbols, const xb_symbol *symbol)
{
    bool among = false;
    for (size_t i = 0; i < symbols->count && !among; i++)
        among = xb_overlap_of_variables(storage, symbols->items[i], symbol) != XB_OVERLAP_NEVER;
    return among;
}

static bool may_be_read(const xb_footprints *footprints, const xb_routine *routine, const xb_symbol *symbol)
{
    const xb_formal *formal = xb_formals_find(&routine->formals, symbol);
    const xb_footprint *footprint = xb_footprint_of(footprints, routine);
    if (formal)
        return xb_formal_use_of(footprints, formal).exposed;
    return footprint->reads_unknown || is_among(storage_of(footprints), &footprint->exposed, symbol);
}

static bool may_be_modified(const xb_footprints *footprints, const xb_routine *routine,
                            const xb_symbol *symbol)
{
    const xb_formal *formal = xb_formals_find(&routine->formals, symbol);
    const xb_footprint *footprint = xb_footprint_of(footprints, routine);
    if (formal)
        return xb_formal_use_of(footprints, formal).modified;
    return footprint->modifies_unknown || is_among(storage_of(footprints), &footprint->modified, symbol);
}

static void warn(const xb_program *program, const xb_symbol *symbol, const char *hint, const char *what)
{
    xb_warning(program->diagnostics, xb_program_place(program, &symbol->node, NULL), hint, "%s", what);
}

static void warn_of_passive(const xb_program *program, const xb_list *symbols)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        if (!xb_symbol_is_active(symbol))
            warn(program, symbol, "let it be active in the document",
                 xb_arena_format(program->arena, "'%s' is passive: it has no derivative", symbol->id->text));
    }
}

void xb_named_variables_warn(xb_analyses *analyses, const xb_routine *routine, const xb_list *independents,
                             const xb_list *dependents)
{
    const xb_program *program = xb_analyses_program(analyses);
    const xb_footprints *footprints = xb_footprints_of(analyses);
    const char *name = routine->symbol->id->text;
    warn_of_passive(program, independents);
    warn_of_passive(program, dependents);
    if (!xb_footprint_of(footprints, routine))
        return;
    for (size_t i = 0; i < independents->count; i++) {
        const xb_symbol *symbol = independents->items[i];
        if (!may_be_read(footprints, routine, symbol))
            warn(program, symbol, "leave it out of --independents",
                 xb_arena_format(program->arena,
                                 "%s does not read '%s' before it sets it: nothing depends on it", name,
                                 symbol->id->text));
    }
    for (size_t i = 0; i < dependents->count; i++) {
        const xb_symbol *symbol = dependents->items[i];
        if (!may_be_modified(footprints, routine, symbol))
            warn(program, symbol, "leave it out of --dependents",
                 xb_arena_format(program->arena, "%s does not modify '%s': it depends on nothing but itself",
                                 name, symbol->id->text));
    }
}
