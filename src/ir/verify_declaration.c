/*
 * Facts about symbols: that they fit together, and that expressions in them can be evaluated when a routine
 * is entered. What has dimensions or a value of its own is declared before it is referred to, so that no
 * declaration rests on itself.
 */
#include <string.h>

#include "ir/verify_internal.h"

static void note_arguments(xb_verifier *v, const xb_list *formals)
{
    for (size_t k = 0; k < formals->count; k++) {
        const xb_formal *formal = formals->items[k];
        if (formal->symbol)
            xb_node_set_add(v->scratch, &v->arguments, &formal->symbol->node);
    }
}

static void note_interfaces(xb_verifier *v, const xb_scope *scope)
{
    for (size_t k = 0; k < scope->symbols.count; k++) {
        const xb_interface *interface = xb_symbol_interface(scope->symbols.items[k]);
        if (interface)
            note_arguments(v, &interface->formals);
    }
}

static bool is_formal(xb_verifier *v, const xb_symbol *symbol)
{
    const xb_list *routines = &v->program->routines, *scopes = &v->program->scopes;
    for (size_t i = 0; !v->has_arguments && i < routines->count; i++)
        note_arguments(v, &((const xb_routine *)routines->items[i])->formals);
    for (size_t i = 0; !v->has_arguments && i < scopes->count; i++)
        note_interfaces(v, scopes->items[i]);
    v->has_arguments = true;
    return symbol->overlay || xb_node_set_has(&v->arguments, &symbol->node);
}

/* ---- expressions ---------------------------------------------------------------------------------- */

static bool is_declared_later(const xb_symbol *symbol, const xb_symbol *used)
{
    bool rests =
        used->declaration && (used->declaration->dimension_count > 0 || used->declaration->parameter);
    return used->scope == symbol->scope && rests && used->node.index >= symbol->node.index &&
           !symbol->overlay;
}

/* Whether a variable may have no value when the routine is entered. */
static bool has_no_value(xb_verifier *v, const xb_symbol *used)
{
    bool is_local = used->scope->routine && xb_routine_is_procedure(used->scope->routine);
    return used->rank <= 0 && is_local && !xb_symbol_is_parameter(used) && !xb_symbol_is_static(used) &&
           !is_formal(v, used);
}

/* Whether variables of a scope are there before anything else is: bounds are constants. */
static bool is_constant_only(const xb_symbol *symbol)
{
    const xb_routine *routine = symbol->scope->routine;
    return !symbol->scope->parent || (routine && !xb_routine_is_procedure(routine)) ||
           symbol->declaration->initial.count > 0;
}

static void verify_use(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol,
                       const xb_reference *reference)
{
    const xb_symbol *used = reference->symbol;
    if (!used)
        return;
    if (used->kind == XB_SYMBOL_SUBROUTINE)
        xb_verify_error(v, at, "use variables and intrinsics only", "%s is no variable", used->id->text);
    else if (!xb_scope_is_within(symbol->scope, used->scope))
        xb_verify_error(v, at, "declare it in the scope of the symbol, or in one around that",
                        "%s of scope %s can't be seen in the declaration of %s", used->id->text,
                        xb_scope_text(used->scope), symbol->id->text);
    else if (is_constant_only(symbol) && !xb_symbol_is_parameter(used))
        xb_verify_error(v, at, "use constants and parameters",
                        "the declaration of %s refers to %s, which is no constant", symbol->id->text,
                        used->id->text);
    else if (has_no_value(v, used))
        xb_verify_error(v, at, "use arguments, parameters and variables from outside",
                        "the declaration of %s refers to %s, which has no value when the routine is entered",
                        symbol->id->text, used->id->text);
    else if (is_declared_later(symbol, used))
        xb_verify_error(v, at, "declare it before",
                        "the declaration of %s refers to %s, which is declared after it", symbol->id->text,
                        used->id->text);
}

static void verify_uses(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol,
                        const xb_expression *expression);

/* Subscripts nest as deeply as documents do. */
static void verify_subscripts(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol,
                              const xb_reference *reference)
{
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        const xb_expression *parts[] = {triplet->index, triplet->bound, triplet->stride};
        for (size_t k = 0; k < 3; k++)
            if (parts[k])
                verify_uses(v, at, symbol, parts[k]);
    }
}

static void verify_uses(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol,
                        const xb_expression *expression)
{
    for (uint32_t i = 0; i < expression->graph.vertex_count; i++) {
        const xb_vertex *vertex = xb_expression_vertex(expression, i);
        if (vertex->node.kind == XB_KIND_FUNCTION_CALL)
            xb_verify_error(v, at, "use intrinsics and variables only",
                            "a function is called in the declaration of %s", symbol->id->text);
        if (vertex->node.kind != XB_KIND_VARIABLE_REFERENCE)
            continue;
        const xb_reference *reference = (const xb_reference *)vertex;
        verify_use(v, at, symbol, reference);
        verify_subscripts(v, at, symbol, reference);
    }
}

static xb_verify_value verify_expression(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol,
                                         xb_expression *expression, const char *name)
{
    size_t errors = v->error_count;
    xb_verify_value value = xb_verify_expression(v, at, expression, name);
    if (v->error_count == errors)
        verify_uses(v, at, symbol, expression);
    return value;
}

static void verify_bound(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol,
                         xb_expression *bound, const char *name)
{
    if (!bound)
        return;
    xb_verify_value value = verify_expression(v, at, symbol, bound, name);
    bool is_integer = value.type == XB_TYPE_INTEGER || value.type == XB_TYPE_VOID;
    if (!is_integer || value.rank > 0)
        xb_verify_error(v, at, "bounds are scalar integers", "a bound of %s is not an integer",
                        symbol->id->text);
}

/* ---- dimensions ----------------------------------------------------------------------------------- */

static void verify_extent(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol, size_t d)
{
    const xb_declaration *facts = symbol->declaration;
    const xb_dimension *dimension = &facts->dimensions[d];
    bool is_dynamic = symbol->pointer || facts->allocatable;
    bool assumes = dimension->extent == XB_EXTENT_ASSUMED || dimension->extent == XB_EXTENT_ASSUMED_SIZE;
    if (dimension->extent == XB_EXTENT_DEFERRED && !is_dynamic)
        xb_verify_error(v, at, "say allocatable=\"1\" or pointer=\"1\"",
                        "an extent of %s is deferred, which is neither allocatable nor a pointer",
                        symbol->id->text);
    else if (dimension->extent != XB_EXTENT_DEFERRED && is_dynamic)
        xb_verify_error(v, at, "say extent=\"deferred\"",
                        "%s is allocatable or a pointer, but an extent of it is not deferred",
                        symbol->id->text);
    else if (assumes && !is_formal(v, symbol))
        xb_verify_error(v, at, "only formal arguments assume extents",
                        "an extent of %s is assumed, which is no formal argument", symbol->id->text);
    else if (dimension->extent == XB_EXTENT_ASSUMED_SIZE && d > 0)
        xb_verify_error(v, at, "give the others both bounds",
                        "an extent of %s is assumed_size, but not the last one", symbol->id->text);
    else if ((dimension->extent == XB_EXTENT_ASSUMED) != (facts->dimensions->extent == XB_EXTENT_ASSUMED))
        xb_verify_error(v, at, "all dimensions assume their extents, or none does",
                        "some extents of %s are assumed, and others are not", symbol->id->text);
    verify_bound(v, at, symbol, dimension->lower, "LowerBound");
    verify_bound(v, at, symbol, dimension->upper, "UpperBound");
}

static void verify_dimensions(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    if (facts->dimension_count > 0 && facts->dimension_count != (symbol->rank > 0 ? symbol->rank : 0)) {
        xb_verify_error(v, at, "give bounds of all dimensions, or of none",
                        "symbol %s of shape %s has bounds of %u %s", symbol->id->text,
                        xb_shape_name(symbol->rank), facts->dimension_count,
                        xb_plural(facts->dimension_count, "dimension", "dimensions"));
        return;
    }
    if (facts->allocatable && symbol->bounds_count > 0 && facts->dimension_count == 0)
        xb_verify_error(v, at, "say extent=\"deferred\"", "%s is allocatable, but its bounds are constants",
                        symbol->id->text);
    for (size_t d = 0; d < facts->dimension_count; d++)
        verify_extent(v, at, symbol, d);
}

/* ---- values --------------------------------------------------------------------------------------- */

static void verify_initial(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    const xb_initial_value *values = facts->initial.items;
    uint64_t count = 0;
    for (size_t i = 0; i < facts->initial.count; i++) {
        xb_verify_value value = verify_expression(v, at, symbol, values[i].value, "InitialValue");
        if (value.rank > 0)
            xb_verify_error(v, at, "give the elements, one after the other",
                            "an initial value of %s is an array", symbol->id->text);
        count += values[i].count;
    }
    int64_t elements = symbol->rank > 0 ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 1;
    bool is_known = symbol->rank <= 0 || symbol->bounds_count > 0;
    if (count > 0 && (!is_known || count != (uint64_t)elements))
        xb_verify_error(v, at, "repeat says of how many elements a value is",
                        "%s has %llu initial %s, and %s", symbol->id->text, (unsigned long long)count,
                        xb_plural(count, "value", "values"),
                        is_known ? xb_arena_format(v->scratch, "%lld %s", (long long)elements,
                                                   xb_plural((uint64_t)elements, "element", "elements"))
                                 : "bounds that are no constants");
    if (facts->parameter && count == 0)
        xb_verify_error(v, at, "give it an InitialValue", "%s is a parameter, but its value is not known",
                        symbol->id->text);
}

/* ---- attributes ----------------------------------------------------------------------------------- */

/* Whether a formal argument of a routine is modified. In replacement lists, adjoints are passed in by it. */
static bool is_output(const xb_symbol *symbol)
{
    const xb_routine *routine = symbol->scope->routine;
    const xb_formal *formal = routine ? xb_formals_find(&routine->formals, symbol) : NULL;
    return formal && formal->intent != XB_INTENT_IN;
}

static void verify_attributes(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    bool of_argument = facts->optional || facts->by_value;
    bool of_other = facts->parameter || facts->saved || facts->initial.count > 0;
    if (of_argument && !is_formal(v, symbol))
        xb_verify_error(v, at, "leave it out", "%s is %s, but no formal argument", symbol->id->text,
                        facts->optional ? "optional" : "passed by value");
    if (facts->by_value && v->view != XB_VIEW_DERIVED && xb_verify_is_assigned(v, symbol))
        xb_verify_unsupported(v, at, "assign it to a local variable, and let the routine change that",
                              "%s is a copy of what is passed (by_value), and it is changed",
                              symbol->id->text);
    if (of_other && !symbol->overlay && is_formal(v, symbol))
        xb_verify_error(v, at, "leave it out", "%s is a formal argument, which has no value of its own",
                        symbol->id->text);
    if (facts->allocatable && symbol->pointer)
        xb_verify_error(v, at, "leave out one of them", "%s is both allocatable and a pointer",
                        symbol->id->text);
    const bool is_routine = symbol->kind == XB_SYMBOL_SUBROUTINE;
    if (!is_routine && (facts->unit != XB_UNIT_UNKNOWN || facts->uses))
        xb_verify_error(v, at, "leave out unit and uses", "%s is described as a unit, but is no routine",
                        symbol->id->text);
    if (!is_routine && facts->module && symbol->scope != v->program->root)
        xb_verify_error(v, at, "leave it out, or declare it in the global scope",
                        "%s has a module, but is no global variable", symbol->id->text);
    if (is_routine && facts->module && facts->unit != XB_UNIT_MODULE)
        xb_verify_error(v, at, "say unit=\"module\"", "%s has a module, but is no procedure of it",
                        symbol->id->text);
    if (facts->after && facts->unit != XB_UNIT_ARGUMENT)
        xb_verify_error(v, at, "say unit=\"argument\"", "%s comes after an argument, but is none",
                        symbol->id->text);
    if (facts->is_result && !is_output(symbol))
        xb_verify_error(
            v, at, "let it be one, or leave it out",
            "%s is the result of a function, but no argument of intent out or inout of a routine with body",
            symbol->id->text);
    if (facts->is_unsigned && symbol->type != XB_TYPE_INTEGER)
        xb_verify_error(v, at, "leave it out", "%s is unsigned, but no integer", symbol->id->text);
    else if (facts->is_unsigned && !xb_symbol_is_unsigned(symbol))
        xb_verify_error(v, at, "give it the feType U1, U2, U4 or U8, by its bytes",
                        "%s is unsigned, but its feType does not say so", symbol->id->text);
    if (facts->length && symbol->type != XB_TYPE_STRING && symbol->type != XB_TYPE_CHAR)
        xb_verify_error(v, at, "leave it out", "%s has a length, but is no text", symbol->id->text);
}

/* Skips a name, and what may be in parentheses behind it. @param rank counts the dimensions */
static const char *skip_part(const char *path, int *rank)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char others[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    size_t length = strcspn(path, letters) == 0 ? strspn(path, others) : 0;
    if (length == 0 || path[length] != '(')
        return length > 0 ? path + length : NULL;
    path += length + 1;
    for (*rank += 1; path[0] == ':' && path[1] == ','; path += 2)
        *rank += 1;
    return path[0] == ':' && path[1] == ')' ? path + 2 : NULL;
}

/* Types between braces, before the first member; behind them, nothing is whether the structure has one. */
static const char *skip_types(const char *path, bool *is_test)
{
    const size_t length = path[0] == '{' ? strcspn(path, "}%(") : 0;
    if (length == 0 || path[length] != '}')
        return path;
    *is_test = path[length + 1] == '\0';
    return path + length + 1;
}

/* The way to a member: names with % between them, and a colon for each subscript. */
static void verify_path(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    const xb_name *path = symbol->declaration->path;
    const char *rest = path ? path->text : NULL;
    int rank = 0, parts = 0;
    bool is_test = false;
    if (!path)
        return;
    for (bool more = true; rest && more; parts++) {
        rest = parts == 1 ? skip_types(rest, &is_test) : rest;
        rest = is_test ? rest : skip_part(rest, &rank);
        more = rest && *rest == '%';
        rest += more;
    }
    if (!rest || *rest || parts < (symbol->declaration->structure ? 1 : 2))
        xb_verify_error(v, at,
                        "write names with % between them, and (:) where subscripts belong, as in a(:)%b",
                        "the path %s of %s can't be read", path->text, symbol->id->text);
    else if (rank != (symbol->rank > 0 ? symbol->rank : 0))
        xb_verify_error(v, at, "write a colon for each subscript", "the path %s has %d %s, and %s has %d",
                        path->text, rank, xb_plural((uint64_t)rank, "subscript", "subscripts"),
                        symbol->id->text, symbol->rank > 0 ? symbol->rank : 0);
}

/* What is in a block has a size that is known, and storage of its own. */
static void verify_block(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    uint64_t end;
    if (facts->block_kind == XB_BLOCK_NONE)
        return;
    if (facts->allocatable || symbol->pointer || facts->parameter ||
        (!symbol->overlay && is_formal(v, symbol)))
        xb_verify_error(v, at, "leave out storage and block",
                        "%s is in the block %s, but has no storage there", symbol->id->text,
                        facts->block->text);
    else if (xb_symbol_storage(symbol) == 0)
        xb_verify_error(v, at, "give it constant bounds, and bytes or a length",
                        "%s is in the block %s, but its size is not known", symbol->id->text,
                        facts->block->text);
    else if (__builtin_add_overflow(facts->offset, xb_symbol_storage(symbol), &end) || end > INT64_MAX)
        xb_verify_error(v, at, "offsets are bytes from the beginning of the block",
                        "the block %s is too large", facts->block->text);
}

/* Arguments are variables of one scope, which is no routine's, in their order. */
static void verify_interface(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    const xb_interface *interface = symbol->declaration->interface;
    const xb_scope *scope = NULL;
    if (!interface)
        return;
    if (symbol->kind != XB_SYMBOL_SUBROUTINE)
        xb_verify_error(v, at, "only symbols of kind subroutine have one",
                        "%s has an interface, but is no routine", symbol->id->text);
    if (interface->is_function && interface->formals.count == 0)
        xb_verify_error(v, at, "the last argument of a function is its result",
                        "the function %s has no argument", symbol->id->text);
    for (size_t i = 0; i < interface->formals.count; i++) {
        const xb_formal *formal = interface->formals.items[i];
        if (!formal->symbol)
            continue;
        scope = scope ? scope : formal->symbol->scope;
        if (formal->position != i + 1)
            xb_verify_error(v, at, "arguments stand in their order, from 1 without gaps",
                            "argument %zu of the interface of %s has the position %u", i + 1,
                            symbol->id->text, formal->position);
        if (formal->symbol->scope != scope || scope->routine || formal->symbol->kind == XB_SYMBOL_SUBROUTINE)
            xb_verify_error(v, at, "the arguments of an interface are variables of a scope of their own",
                            "argument %zu of the interface of %s is %s of scope %s", i + 1, symbol->id->text,
                            formal->symbol->id->text, xb_scope_text(formal->symbol->scope));
    }
}

void xb_verify_declaration(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol)
{
    verify_attributes(v, at, symbol);
    verify_dimensions(v, at, symbol);
    verify_initial(v, at, symbol);
    verify_interface(v, at, symbol);
    verify_block(v, at, symbol);
    verify_path(v, at, symbol);
}
