/*
 * The wanted names go to a table of interned upper-case names; one pass over all symbols looks each of them
 * up.
 */
#include "algorithm/passivation.h"

#include <string.h>

#include "ir/declaration.h"
#include "ir/decoration.h"
#include "traverse/traverse.h"

/* What is known of one wanted name. */
typedef struct wanted {
    const xb_scope *scope; /* that of the first match, NULL if there is none */
    bool unrelated;        /* matches in scopes of which none encloses the other */
} wanted;

typedef struct search {
    xb_arena *scratch;
    xb_names *names;
    xb_list order; /* xb_name, the wanted names without repetitions */
    xb_list given; /* const char, the same as they were given */
    wanted *found; /* by name index */
    xb_name_style style;
} search;

/* External names have an underscore of their own before that of the number. */
const char *xb_plain_name(xb_arena *arena, const xb_symbol *symbol, xb_name_style style)
{
    const xb_name *id = symbol->id;
    size_t underscores = symbol->kind == XB_SYMBOL_SUBROUTINE ? 2 : 1;
    size_t length =
        style == XB_NAME_STYLE_OPEN64 ? xb_plain_length(id->text, id->length, underscores) : id->length;
    return xb_arena_copy_text(arena, id->text, length);
}

/* Front ends spell in ASCII; locales must not matter. */
static char *upper_case(char *text)
{
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    return text;
}

static bool is_within(const xb_scope *inner, const xb_scope *outer)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner != NULL;
}

static void note_match(wanted *match, const xb_scope *scope)
{
    if (!match->scope)
        match->scope = scope;
    else if (!is_within(scope, match->scope) && !is_within(match->scope, scope))
        match->unrelated = true;
}

static void consider(search *state, xb_symbol *symbol)
{
    if (symbol->kind == XB_SYMBOL_SUBROUTINE || symbol->temp)
        return;
    const char *plain = xb_plain_name(state->scratch, symbol, state->style);
    size_t length = strlen(plain);
    const char *key = upper_case(xb_arena_copy_text(state->scratch, plain, length));
    const xb_name *name = xb_names_find(state->names, key, length);
    if (!name || length == 0)
        return;
    symbol->passivated |= symbol->active;
    symbol->active = false;
    symbol->forced = true;
    note_match(&state->found[name->index], symbol->scope);
}

static void collect_names(search *state, const char *names)
{
    static const char separators[] = " \t\n,";
    for (names += strspn(names, separators); *names; names += strspn(names, separators)) {
        size_t length = strcspn(names, separators), before = xb_names_count(state->names);
        const char *given = xb_arena_copy_text(state->scratch, names, length);
        const char *key = upper_case(xb_arena_copy_text(state->scratch, names, length));
        const xb_name *name = xb_names_intern(state->names, key, length);
        if (name->index == before) {
            xb_list_append(state->scratch, &state->order, name);
            xb_list_append(state->scratch, &state->given, (void *)given);
        }
        names += length;
    }
    state->found = xb_arena_array(state->scratch, xb_names_count(state->names), sizeof *state->found);
}

static void warn(const xb_program *program, const wanted *match, const char *name)
{
    xb_place place = {.file = program->file};
    if (!match->scope)
        xb_warning(program->diagnostics, place, "see the options --passivate and --name-style",
                   "no variable is named %s: nothing to passivate", name);
    else if (match->unrelated)
        xb_warning(program->diagnostics, place, "rename those that should stay active",
                   "variables named %s in unrelated scopes are passivated, all of them", name);
}

void xb_passivate(xb_program *program, xb_arena *scratch, const char *names, xb_name_style style)
{
    search state = {.scratch = scratch, .names = xb_names_create(scratch), .style = style};
    collect_names(&state, names);
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t j = 0; j < scope->symbols.count; j++)
            consider(&state, scope->symbols.items[j]);
    }
    for (size_t i = 0; i < state.order.count; i++) {
        const xb_name *name = state.order.items[i];
        warn(program, &state.found[name->index], state.given.items[i]);
    }
}

/* ---- activity ----------------------------------------------------------------------------------------- */

/* Declared types stay as they are: what is passive now is written as it was. */
static void apply_activity(xb_symbol *symbol, bool active, bool may_become_active)
{
    const bool fits = symbol->kind != XB_SYMBOL_SUBROUTINE &&
                      (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX);
    symbol->off_path = !active;
    if (!active) {
        symbol->passivated |= symbol->active;
        symbol->active = false;
    } else if (may_become_active && fits && !symbol->forced && !xb_symbol_is_parameter(symbol)) {
        symbol->active = true;
    }
}

/* Warns of variables that are not on a path. @param before, after what is said around the name */
static void warn_unless(const xb_program *program, const xb_program_activity *activity,
                        bool is_on_path(const xb_program_activity *activity, const xb_symbol *symbol),
                        const xb_list *symbols, const char *before, const char *after)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const xb_symbol *symbol = symbols->items[i];
        if (!is_on_path(activity, symbol))
            xb_warning(program->diagnostics, xb_program_place(program, &symbol->node, NULL),
                       "look whether it is the one that is meant", "%s%s%s", before, symbol->id->text, after);
    }
}

/* What is said of one assignment goes by what its front end took for active. */
static xb_visit forget_target(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)context;
    ((xb_assignment *)node)->target->active = XB_ACTIVITY_UNDEFINED;
    return XB_VISIT_CONTINUE;
}

static void forget_targets(xb_program *program, xb_arena *scratch)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_ASSIGNMENT] = forget_target,
                                                 [XB_KIND_INITIALIZATION] = forget_target,
                                                 [XB_KIND_UPDATE] = forget_target},
                                       .view = XB_VIEW_READ};
    xb_traverse(program, scratch, &program->node, &visitor, NULL);
}

void xb_set_activity(xb_program *program, const xb_program_activity *activity, const xb_node_set *kept,
                     bool may_become_active, bool warns)
{
    const xb_list *independents = activity->question.independents,
                  *dependents = activity->question.dependents;
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        const xb_list *symbols = &scope->symbols;
        const bool is_kept = scope->routine && xb_node_set_has(kept, &scope->routine->node);
        for (size_t k = 0; !is_kept && k < symbols->count; k++) {
            xb_symbol *symbol = symbols->items[k];
            apply_activity(symbol, xb_activity_has(activity, symbol), may_become_active);
        }
    }
    if (may_become_active)
        forget_targets(program, activity->arena);
    if (warns) {
        warn_unless(program, activity, xb_activity_is_useful, independents, "no dependent depends on ", "");
        warn_unless(program, activity, xb_activity_is_varied, dependents, "", " depends on no independent");
    }
}
