/*
 * Arguments are taken by activity and intent, unless names are given; these are looked up among the
 * arguments, then in the scopes around the routine, from the inside out. Elements are counted by bounds.
 */
#include "algorithms/associationbyname/jacobian_shape.h"

#include <string.h>

#include "algorithms/associationbyname/variables.h"
#include "ir/decoration.h"
#include "ir/subroutine_names.h"

/* A list of names that is looked up. */
typedef struct search {
    const xb_program *program;
    const xb_routine *routine;
    const char *option;
    const char *name;             /* the one at hand */
    const xb_symbol *best, *next; /* what agrees best with it, and another one that agrees as well */
    xb_agreement agreement;       /* of these */
    xb_list known;                /* names of what could be meant */
} search;

/* ---- sides -------------------------------------------------------------------------------------------- */

static int64_t elements_of(const xb_symbol *symbol)
{
    return symbol->rank > 0 ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 1;
}

int64_t xb_jacobian_elements(const xb_list *symbols)
{
    int64_t sum = 0;
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        if (symbol->rank > 0 && symbol->bounds_count == 0)
            return -1;
        if (__builtin_add_overflow(sum, elements_of(symbol), &sum))
            return -1;
    }
    return sum;
}

xb_list xb_jacobian_formals(const xb_program *program, const xb_routine *routine)
{
    xb_list sorted = {.count = 0};
    for (uint32_t position = 1; sorted.count < routine->formals.count; position++) {
        const xb_formal *formal = xb_routine_formal(routine, position);
        if (formal)
            xb_list_append(program->arena, &sorted, formal);
    }
    return sorted;
}

/* @param other the intent of those that are not meant */
static xb_list arguments_of(const xb_program *program, const xb_routine *routine, xb_intent other)
{
    const xb_list formals = xb_jacobian_formals(program, routine);
    xb_list symbols = {.count = 0};
    for (size_t i = 0; i < formals.count; i++) {
        const xb_formal *formal = formals.items[i];
        if (formal->intent != other && xb_derivative_can_be_named(formal->symbol))
            xb_list_append(program->arena, &symbols, formal->symbol);
    }
    return symbols;
}

/* ---- names -------------------------------------------------------------------------------------------- */

static void consider(search *s, const xb_symbol *symbol)
{
    const xb_agreement agreement = xb_name_agreement(symbol->id->text, s->name);
    xb_list_append(s->program->arena, &s->known, symbol->id->text);
    if (agreement > XB_AGREES_UNDECORATED || agreement > s->agreement)
        return;
    s->next = agreement == s->agreement ? s->best : NULL;
    s->best = symbol;
    s->agreement = agreement;
}

static void look_up(search *s)
{
    const xb_routine *routine = s->routine;
    s->best = s->next = NULL;
    s->agreement = XB_AGREES_NOT;
    s->known.count = 0;
    for (size_t i = 0; i < routine->formals.count; i++)
        consider(s, ((const xb_formal *)routine->formals.items[i])->symbol);
    for (const xb_scope *scope = routine->scope->parent; scope && !s->best; scope = scope->parent)
        for (size_t i = 0; i < scope->read_count; i++)
            if (((const xb_symbol *)scope->symbols.items[i])->kind == XB_SYMBOL_VARIABLE)
                consider(s, scope->symbols.items[i]);
}

static xb_status refuse(const search *s, const char *hint, const char *what)
{
    return xb_error(s->program->diagnostics, XB_STATUS_INVALID,
                    xb_program_place(s->program, &s->routine->node, NULL), hint, "option --%s: %s", s->option,
                    what);
}

static const char *suggestion(const search *s)
{
    const char *near =
        xb_nearest(s->program->arena, s->name, (const char *const *)s->known.items, s->known.count);
    return near ? xb_arena_format(s->program->arena, "did you mean '%s'?", near)
                : "write the name of an argument, or of a variable from outside, as the document has it";
}

static xb_status check(const search *s)
{
    xb_arena *arena = s->program->arena;
    const char *routine = s->routine->symbol->id->text;
    if (!s->best)
        return refuse(s, suggestion(s), xb_arena_format(arena, "%s sees no variable '%s'", routine, s->name));
    const char *id = s->best->id->text;
    if (s->next)
        return refuse(s, "write it as the document has it",
                      xb_arena_format(arena, "'%s' may be %s or %s", s->name, s->next->id->text, id));
    if (!xb_derivative_can_be_named(s->best))
        return refuse(s, "let it be active", xb_arena_format(arena, "%s has no derivative", id));
    return XB_STATUS_OK;
}

/* Arguments that are named, in their order; then the others that are. */
static xb_list sorted(const search *s, const xb_list *named)
{
    const xb_list formals = xb_jacobian_formals(s->program, s->routine);
    xb_list arguments = {.count = 0}, sorted = {.count = 0};
    for (size_t i = 0; i < formals.count; i++)
        xb_list_append(s->program->arena, &arguments, ((const xb_formal *)formals.items[i])->symbol);
    for (size_t i = 0; i < arguments.count; i++)
        if (xb_list_has(named, arguments.items[i]))
            xb_list_append(s->program->arena, &sorted, arguments.items[i]);
    for (size_t i = 0; i < named->count; i++)
        if (!xb_list_has(&arguments, named->items[i]))
            xb_list_append(s->program->arena, &sorted, named->items[i]);
    return sorted;
}

static xb_status find_named(search *s, const char *names, xb_list *symbols)
{
    static const char separators[] = " \t\n,";
    xb_list named = {.count = 0};
    for (names += strspn(names, separators); *names; names += strspn(names, separators)) {
        size_t length = strcspn(names, separators);
        s->name = xb_arena_copy_text(s->program->arena, names, length);
        names += length;
        look_up(s);
        xb_status status = check(s);
        if (status)
            return status;
        if (!xb_list_has(&named, s->best))
            xb_list_append(s->program->arena, &named, s->best);
    }
    *symbols = sorted(s, &named);
    return XB_STATUS_OK;
}

/* @param other the intent of arguments that are not meant, if there are no names */
static xb_status find_side(const xb_program *program, const xb_routine *routine, const char *option,
                           const char *names, xb_intent other, xb_list *symbols)
{
    search s = {.program = program, .routine = routine, .option = option};
    if (names)
        return find_named(&s, names, symbols);
    *symbols = arguments_of(program, routine, other);
    return XB_STATUS_OK;
}

/* ---- the routine -------------------------------------------------------------------------------------- */

static xb_status find_routine(const xb_program *program, const char *name, xb_routine **routine)
{
    *routine = xb_routine_meant(program, name);
    if (*routine)
        return XB_STATUS_OK;
    xb_arena *arena = program->arena;
    xb_list known = {.count = 0};
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *candidate = program->routines.items[i];
        if (xb_routine_is_procedure(candidate))
            xb_list_append(arena, &known, candidate->symbol->id->text);
    }
    const char *near = xb_nearest(arena, name, (const char *const *)known.items, known.count);
    return xb_error(program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = program->file},
                    near ? xb_arena_format(arena, "did you mean '%s'?", near)
                         : "name routines as the document or its source does",
                    "option --jacobian: there is no routine '%s'", name);
}

xb_status xb_jacobian_shape_find(const xb_program *program, const xb_jacobian_names *names,
                                 xb_jacobian_shape *shape)
{
    *shape = (xb_jacobian_shape){.routine = NULL};
    xb_status status = find_routine(program, names->routine, &shape->routine);
    if (!status)
        status = find_side(program, shape->routine, "jacobian-independents", names->independents,
                           XB_INTENT_OUT, &shape->inputs);
    if (!status)
        status = find_side(program, shape->routine, "jacobian-dependents", names->dependents, XB_INTENT_IN,
                           &shape->results);
    return status;
}
