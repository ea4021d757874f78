/*
 * Scopes, symbols, and the maps of alias sets and chains. That the scopes form a tree is shown by walking
 * from each scope towards the root until a scope is met that is known to lead there; the scopes of the walk
 * are known then, so all walks together are linear.
 */
#include "ir/verify_internal.h"

static void verify_bounds(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    if (symbol->rank < XB_RANK_VOID || symbol->rank > XB_RANK_LIMIT)
        xb_verify_error(v, at, NULL, "symbol %s has the impossible rank %d", symbol->id->text, symbol->rank);
    else if (symbol->bounds_count > 0 &&
             symbol->bounds_count != (size_t)(symbol->rank > 0 ? symbol->rank : 0))
        xb_verify_error(v, at, "give bounds of all dimensions, or of none",
                        "symbol %s of shape %s has bounds of %u %s", symbol->id->text,
                        xb_shape_name(symbol->rank), symbol->bounds_count,
                        xb_plural(symbol->bounds_count, "dimension", "dimensions"));
}

/* Extents are computed in 64 bits wherever they are needed. */
static void verify_extents(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    for (size_t i = 0; i < symbol->bounds_count; i++) {
        int64_t extent;
        if (__builtin_sub_overflow(symbol->bounds[i].upper, symbol->bounds[i].lower, &extent) ||
            extent == INT64_MAX)
            xb_verify_error(v, at, "give bounds that are nearer to each other",
                            "symbol %s has a dimension of more than 2^63 - 1 elements", symbol->id->text);
        else if (extent < 0 && v->view == XB_VIEW_READ)
            xb_verify_warning(v, at,
                              "bounds are inclusive; if the array is not meant to be empty, exchange them",
                              xb_arena_format(v->scratch,
                                              "symbol %s has no elements: the upper bound %lld is below the "
                                              "lower bound %lld",
                                              symbol->id->text, (long long)symbol->bounds[i].upper,
                                              (long long)symbol->bounds[i].lower));
    }
}

static void verify_symbol(xb_verifier *v, const xb_verify_step *up, const xb_scope *scope,
                          const xb_symbol *symbol)
{
    xb_verify_step step = xb_verify_step_to(up, symbol, symbol->id);
    if (!xb_verify_mark_name(v, symbol->id, step.line))
        xb_verify_error(v, &step, "give each symbol of a table an id of its own",
                        "symbol id %s is used twice in scope %s%s", symbol->id->text, xb_scope_text(scope),
                        xb_verify_first(v, symbol->id));
    if (symbol->scope != scope)
        xb_verify_error(v, &step, NULL, "symbol %s stands in the table of another scope", symbol->id->text);
    if (symbol->type == XB_TYPE_DOUBLE)
        xb_verify_error(v, &step, "use type real, and feType for the precision",
                        "symbol %s has type double, which is for constants only", symbol->id->text);
    verify_bounds(v, &step, symbol);
    verify_extents(v, &step, symbol);
    if (symbol->declaration)
        xb_verify_declaration(v, &step, symbol);
}

static void verify_tables(xb_verifier *v, const xb_verify_step *up)
{
    const xb_list *scopes = &v->program->scopes;
    xb_verify_begin_marks(v);
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_scope *scope = scopes->items[i];
        xb_verify_step step = xb_verify_step_to(up, scope, scope->id);
        if (scope->id && !xb_verify_mark_name(v, scope->id, step.line))
            xb_verify_error(v, &step, "give each scope an id of its own", "scope id %s is used twice%s",
                            xb_scope_text(scope), xb_verify_first(v, scope->id));
    }
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_scope *scope = scopes->items[i];
        xb_verify_step step = xb_verify_step_to(up, scope, scope->id);
        xb_verify_begin_marks(v);
        for (size_t k = 0; k < scope->symbols.count; k++)
            verify_symbol(v, &step, scope, scope->symbols.items[k]);
    }
}

/* One scope is the root, which has no parent. */
static void verify_root(xb_verifier *v, const xb_verify_step *up)
{
    static const char hint[] = "each scope but the global one has a ScopeEdge to the scope that encloses it";
    const xb_list *scopes = &v->program->scopes;
    const xb_scope *root = NULL;
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_scope *scope = scopes->items[i];
        if (scope->parent)
            continue;
        xb_verify_step step = xb_verify_step_to(up, scope, scope->id);
        if (root)
            xb_verify_error(v, &step, hint,
                            "scopes %s and %s are both global: neither is enclosed by another",
                            xb_scope_text(root), xb_scope_text(scope));
        else
            root = scope;
    }
    if (!root)
        xb_verify_error(v, up, hint,
                        scopes->count ? "no scope is global: each is enclosed by another"
                                      : "there is no scope");
    else if (root != v->program->root)
        xb_verify_error(v, up, NULL, "the program's root is not its global scope %s", xb_scope_text(root));
}

/* What is known of a scope. */
enum { NEW, ON_WALK, LEADS_TO_ROOT };

static void verify_tree(xb_verifier *v, const xb_verify_step *up)
{
    const xb_list *scopes = &v->program->scopes;
    unsigned char *known = xb_arena_array(v->scratch, v->program->node_count, sizeof *known);
    for (size_t i = 0; i < scopes->count; i++) {
        const xb_scope *first = scopes->items[i], *scope = first;
        for (; scope && known[scope->node.index] == NEW; scope = scope->parent)
            known[scope->node.index] = ON_WALK;
        if (scope && known[scope->node.index] == ON_WALK) {
            xb_verify_step step = xb_verify_step_to(up, scope, scope->id);
            xb_verify_error(v, &step,
                            "scopes form a tree: a ScopeEdge leads from the inner to the outer scope",
                            "scope %s encloses itself", xb_scope_text(scope));
        }
        for (scope = first; scope && known[scope->node.index] == ON_WALK; scope = scope->parent)
            known[scope->node.index] = LEADS_TO_ROOT;
    }
}

static void verify_alias_sets(xb_verifier *v, const xb_verify_step *up)
{
    const xb_list *sets = &v->program->aliases.sets;
    for (size_t i = 0; i < sets->count; i++) {
        const xb_alias_set *set = sets->items[i];
        const xb_alias_range *ranges = set->ranges.items;
        for (size_t k = 0; k < set->ranges.count; k++)
            if (ranges[k].from > ranges[k].to) {
                xb_verify_step map = {.up = up, .name = "AliasSetMap", .line = set->line};
                xb_verify_error(v, &map, "from_virtual_address is the smaller one",
                                "the alias set with key %llu has a range from %llu to %llu",
                                (unsigned long long)set->key, (unsigned long long)ranges[k].from,
                                (unsigned long long)ranges[k].to);
            }
    }
}

void xb_verify_scopes(xb_verifier *v, const xb_verify_step *up)
{
    verify_tables(v, up);
    size_t errors = v->error_count;
    verify_root(v, up);
    verify_tree(v, up);
    if (v->error_count == errors)
        xb_verify_number_scopes(v);
    verify_alias_sets(v, up);
}
