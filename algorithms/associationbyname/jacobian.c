/*
 * Forward mode, for each element of each input:
 *
 *     column = column + 1; x_d = 0; y_d = 0; x_d(i) = 1
 *     call NAME(x, x_d, y, y_d)
 *     row = 0; for each element of each result: row = row + 1; jacobian(row, column) = y_d(j)
 *
 * Reverse mode likewise by rows, with a call that records and one that returns; a call for values comes last,
 * since what returns may leave other values. What a call reads and changes is saved at first, and restored
 * before each call.
 */
#include "algorithms/associationbyname/jacobian.h"

#include <strings.h>

#include "algorithms/motions/motions.h"
#include "algorithms/support/code.h"
#include "algorithms/support/insertion.h"
#include "algorithms/support/names.h"
#include "analysis/footprints.h"
#include "ir/build.h"
#include "ir/copy_internal.h"
#include "ir/version.h"

static const char version_name[] = "jacobian";

/* A routine that computes a Jacobian, under construction. */
typedef struct maker {
    const xb_whole_jacobian *request;
    xb_program *program;
    xb_routine *original;          /* as read */
    xb_routine *version;           /* the new routine */
    const xb_footprint *footprint; /* of the original */
    xb_list formals;               /* xb_formal of the original, by position */
    xb_symbol *row, *column, *matrix;
    xb_vector saved; /* saving */
} maker;

/* A variable that is restored before each call. */
typedef struct saving {
    xb_symbol *variable, *copy;
} saving;

/* ---- pieces of code ----------------------------------------------------------------------------------- */

static void append(const maker *m, xb_code *code, void *statement)
{
    xb_list_append(m->program->arena, xb_code_statements(m->program, code), statement);
}

static void assign(const maker *m, xb_code *code, xb_reference *target, xb_expression *value)
{
    append(m, code, xb_build_assignment(m->program, "_jacobian", target, value));
}

static xb_expression *integer(const maker *m, int64_t value)
{
    return xb_build_leaf(m->program, xb_build_integer(m->program, value));
}

static void set_real(const maker *m, xb_code *code, xb_reference *target, double value)
{
    assign(m, code, target, xb_build_leaf(m->program, xb_build_real(m->program, value)));
}

static void copy(const maker *m, xb_code *code, xb_symbol *to, xb_symbol *from)
{
    assign(m, code, xb_build_reference(m->program, to),
           xb_build_leaf(m->program, xb_build_reference(m->program, from)));
}

static void count(const maker *m, xb_code *code, xb_symbol *counter)
{
    xb_expression *next = xb_build_expression(m->program);
    uint32_t before = xb_expression_add(m->program, next, xb_build_reference(m->program, counter));
    uint32_t one = xb_expression_add(m->program, next, xb_build_integer(m->program, 1));
    next->root = xb_build_binary(m->program, next, XB_INTRINSIC_ADD, before, one);
    assign(m, code, xb_build_reference(m->program, counter), next);
}

static void set_to_nothing(const maker *m, xb_code *code, xb_symbol *counter)
{
    assign(m, code, xb_build_reference(m->program, counter), integer(m, 0));
}

static void subscribe(const maker *m, xb_reference *reference, xb_expression *index)
{
    xb_list_append(m->program->arena, &reference->subscripts,
                   xb_build_triplet(m->program, index, NULL, NULL));
}

static void allocate(const maker *m, xb_code *code, xb_symbol *symbol, xb_symbol *like)
{
    if (symbol->rank <= 0 || symbol->bounds_count > 0)
        return;
    xb_inlinable_call *call = xb_build_inlinable_call(m->program, XB_RUNTIME_ALLOCATE_MATCHING, "_jacobian");
    xb_build_argument(m->program, &call->arguments, xb_build_reference(m->program, symbol));
    xb_build_argument(m->program, &call->arguments, xb_build_reference(m->program, like));
    append(m, code, call);
}

/* ---- variables ---------------------------------------------------------------------------------------- */

static xb_symbol *own(const maker *m, const xb_symbol *symbol)
{
    return xb_version_symbol(m->program, m->version, (xb_symbol *)symbol);
}

static xb_symbol *own_derivative(const maker *m, const xb_symbol *symbol)
{
    return own(m, xb_named_derivative(m->request->derivatives, symbol));
}

static bool is_active(const xb_formal *formal)
{
    return xb_derivative_can_be_named(formal->symbol);
}

static bool is_input(const xb_formal *formal)
{
    return is_active(formal) && formal->intent != XB_INTENT_OUT;
}

static bool is_result(const xb_formal *formal)
{
    return is_active(formal) && formal->intent != XB_INTENT_IN;
}

/* Elements of arguments for which a condition holds; 0: their number is not known. */
static int64_t elements_of(const maker *m, bool (*holds)(const xb_formal *))
{
    int64_t sum = 0;
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        const xb_symbol *symbol = formal->symbol;
        if (!holds(formal))
            continue;
        if (symbol->rank > 0 && symbol->bounds_count == 0)
            return 0;
        sum += symbol->rank > 0 ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 1;
    }
    return sum;
}

static xb_symbol *integer_variable(const maker *m, const char *stem)
{
    return xb_temporary_create(m->program, m->version->scope, stem,
                               (xb_temporary_type){.type = XB_TYPE_INTEGER});
}

/* With bounds if they are known; bounds of documents are in the reverse order of subscripts. */
static xb_symbol *matrix_variable(const maker *m)
{
    enum { RANK = 2 };
    const xb_bounds bounds[RANK] = {{1, elements_of(m, is_input)}, {1, elements_of(m, is_result)}};
    bool known = bounds[0].upper > 0 && bounds[1].upper > 0;
    xb_symbol *matrix = xb_temporary_create(
        m->program, m->version->scope, "jac",
        (xb_temporary_type){.type = XB_TYPE_REAL, .rank = RANK, .bounds = known ? bounds : NULL});
    matrix->active = m->request->active;
    return matrix;
}

static void save(maker *m, xb_symbol *variable)
{
    saving *s = xb_vector_push(m->program->arena, &m->saved, sizeof *s);
    s->variable = variable;
    s->copy = xb_temporary_create(
        m->program, m->version->scope, "sav",
        (xb_temporary_type){.type = variable->type,
                            .fe_type = variable->fe_type,
                            .rank = variable->rank,
                            .bounds = variable->bounds_count ? variable->bounds : NULL,
                            .active = m->request->active && xb_symbol_is_active(variable)});
}

/* ---- loops over elements ------------------------------------------------------------------------------- */

static uint32_t add_inquiry(const maker *m, xb_expression *value, xb_intrinsic_code code, xb_symbol *array,
                            int dimension)
{
    uint32_t operand = xb_expression_add(m->program, value, xb_build_reference(m->program, array));
    uint32_t number = xb_expression_add(m->program, value, xb_build_integer(m->program, dimension + 1));
    return xb_build_binary(m->program, value, code, operand, number);
}

static xb_expression *extent(const maker *m, xb_symbol *array, int dimension)
{
    const xb_bounds *bounds = xb_symbol_bounds(array, (size_t)dimension);
    if (bounds)
        return integer(m, bounds->upper - bounds->lower + 1);
    xb_expression *value = xb_build_expression(m->program);
    value->root = add_inquiry(m, value, XB_INTRINSIC_SIZE, array, dimension);
    return value;
}

/* The subscript of element number i of a dimension. */
static xb_expression *subscript(const maker *m, xb_symbol *array, int dimension, xb_symbol *i)
{
    const xb_bounds *bounds = xb_symbol_bounds(array, (size_t)dimension);
    xb_expression *value = xb_build_expression(m->program);
    uint32_t number = xb_expression_add(m->program, value, xb_build_reference(m->program, i));
    if (bounds && bounds->lower == 1)
        return value;
    uint32_t lower = bounds
                         ? xb_expression_add(m->program, value, xb_build_integer(m->program, bounds->lower))
                         : add_inquiry(m, value, XB_INTRINSIC_LBOUND, array, dimension);
    uint32_t one = xb_expression_add(m->program, value, xb_build_integer(m->program, 1));
    uint32_t before = xb_build_binary(m->program, value, XB_INTRINSIC_SUB, lower, one);
    value->root = xb_build_binary(m->program, value, XB_INTRINSIC_ADD, number, before);
    return value;
}

/* Adds loops over all elements, the first subscript innermost. @param element receives a reference to the
 * element @return the body of the innermost loop */
static xb_code *over_elements(const maker *m, xb_code *code, xb_symbol *array, xb_reference **element)
{
    xb_symbol *variables[XB_RANK_LIMIT];
    *element = xb_build_reference(m->program, array);
    for (int d = array->rank - 1; d >= 0; d--) {
        variables[d] = integer_variable(m, "elt");
        code = xb_code_add_loop(m->program, code, variables[d], extent(m, array, d));
    }
    for (int d = 0; d < array->rank; d++)
        subscribe(m, *element, subscript(m, array, d, variables[d]));
    return code;
}

/* ---- calls -------------------------------------------------------------------------------------------- */

static void pass(const maker *m, xb_call *call, xb_symbol *symbol)
{
    xb_build_argument_at(m->program, call, (unsigned)call->arguments.count + 1,
                         xb_build_reference(m->program, symbol));
}

static void call(const maker *m, xb_code *code, xb_symbol *subroutine)
{
    xb_call *made = xb_build_call(m->program, "_jacobian", subroutine, 0);
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        pass(m, made, own(m, formal->symbol));
        if (is_active(formal))
            pass(m, made, own_derivative(m, formal->symbol));
    }
    made->formal_count = (uint32_t)made->arguments.count;
    append(m, code, made);
}

static void restore(const maker *m, xb_code *code)
{
    const saving *saved = m->saved.items;
    for (size_t i = 0; i < m->saved.count; i++)
        copy(m, code, saved[i].variable, saved[i].copy);
}

/* Those of what is only read stay 0. */
static void zero_globals(const maker *m, xb_code *code)
{
    const xb_list *modified = &m->footprint->modified;
    for (size_t i = 0; i < modified->count; i++)
        if (xb_derivative_can_be_named(modified->items[i]))
            set_real(m, code, xb_build_reference(m->program, own_derivative(m, modified->items[i])), 0);
}

static void zero_derivatives(const maker *m, xb_code *code)
{
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        if (is_active(formal))
            set_real(m, code, xb_build_reference(m->program, own_derivative(m, formal->symbol)), 0);
    }
    zero_globals(m, code);
}

/* ---- the routine -------------------------------------------------------------------------------------- */

static xb_symbol *motion(const maker *m, const char *name)
{
    const xb_routine *found = xb_version_find(m->program, m->original, name);
    return found ? found->symbol : NULL;
}

/* Runs in one direction. @param seed the derivative that is 1 */
static void run(const maker *m, xb_code *code, xb_reference *seed)
{
    restore(m, code);
    if (m->request->reverse)
        call(m, code, motion(m, "recording"));
    zero_derivatives(m, code);
    set_real(m, code, seed, 1);
    call(m, code, m->request->reverse ? motion(m, "returning") : m->original->symbol);
}

/* A row, or a column. */
static void take_entries(const maker *m, xb_code *code)
{
    xb_symbol *counter = m->request->reverse ? m->column : m->row;
    set_to_nothing(m, code, counter);
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        xb_reference *derivative, *entry = xb_build_reference(m->program, m->matrix);
        if (!(m->request->reverse ? is_input(formal) : is_result(formal)))
            continue;
        xb_code *body = over_elements(m, code, own_derivative(m, formal->symbol), &derivative);
        count(m, body, counter);
        subscribe(m, entry, xb_build_leaf(m->program, xb_build_reference(m->program, m->row)));
        subscribe(m, entry, xb_build_leaf(m->program, xb_build_reference(m->program, m->column)));
        assign(m, body, entry, xb_build_leaf(m->program, derivative));
    }
}

static void begin(const maker *m, xb_code *code)
{
    const saving *saved = m->saved.items;
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        if (is_active(formal))
            allocate(m, code, own_derivative(m, formal->symbol), own(m, formal->symbol));
    }
    for (size_t i = 0; i < m->saved.count; i++) {
        allocate(m, code, saved[i].copy, saved[i].variable);
        copy(m, code, saved[i].copy, saved[i].variable);
    }
}

static void run_all(const maker *m, xb_code *code)
{
    xb_symbol *counter = m->request->reverse ? m->row : m->column;
    set_to_nothing(m, code, counter);
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        xb_reference *seed;
        if (!(m->request->reverse ? is_result(formal) : is_input(formal)))
            continue;
        xb_code *body = over_elements(m, code, own_derivative(m, formal->symbol), &seed);
        count(m, body, counter);
        run(m, body, seed);
        take_entries(m, body);
    }
}

static void end(const maker *m, xb_code *code)
{
    if (!m->request->reverse)
        return;
    restore(m, code);
    call(m, code, m->original->symbol);
}

static xb_flow_graph make_flow(const maker *m)
{
    xb_code code = {.pieces = {.count = 0}};
    xb_flow_graph flow = {.vertices = {.count = 0}};
    begin(m, &code);
    run_all(m, &code);
    end(m, &code);
    uint32_t entry = xb_flow_add_vertex(m->program, &flow, XB_KIND_ENTRY);
    const xb_code_ends ends = xb_code_add_to_flow(m->program, &flow, m->version->scope, &code);
    xb_build_flow_edge(m->program, &flow, entry, ends.first);
    xb_build_flow_edge(m->program, &flow, ends.last, xb_flow_add_vertex(m->program, &flow, XB_KIND_EXIT));
    return flow;
}

static void add_formal(const maker *m, xb_symbol *symbol, xb_intent intent)
{
    xb_formal *formal = xb_node_create(m->program, XB_KIND_FORMAL, sizeof *formal, 0);
    formal->symbol = symbol;
    formal->intent = intent;
    formal->position = (uint32_t)m->version->formals.count + 1;
    xb_list_append(m->program->arena, &m->version->formals, formal);
}

static void make_interface(const maker *m)
{
    m->version->has_formals = true;
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        add_formal(m, own(m, formal->symbol), formal->intent);
    }
    add_formal(m, m->matrix, XB_INTENT_OUT);
}

/* ---- what is asked for --------------------------------------------------------------------------------- */

static xb_list sorted_formals(const maker *m)
{
    xb_list sorted = {.count = 0};
    for (uint32_t position = 1; sorted.count < m->original->formals.count; position++) {
        const xb_formal *formal = xb_routine_formal(m->original, position);
        if (formal)
            xb_list_append(m->program->arena, &sorted, formal);
    }
    return sorted;
}

static bool is_listed(const xb_list *list, const xb_symbol *symbol)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == symbol)
            return true;
    return false;
}

static void find_saved(maker *m)
{
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(m->request->run));
    for (size_t i = 0; i < m->formals.count; i++) {
        const xb_formal *formal = m->formals.items[i];
        const xb_formal_use use = xb_formal_use_of(footprints, formal);
        if (use.modified && use.exposed && formal->intent != XB_INTENT_OUT)
            save(m, own(m, formal->symbol));
    }
    for (size_t i = 0; i < m->footprint->modified.count; i++)
        if (is_listed(&m->footprint->exposed, m->footprint->modified.items[i]))
            save(m, m->footprint->modified.items[i]);
}

static xb_status refuse(const maker *m, const xb_node *node, const char *hint, const char *what,
                        const xb_symbol *symbol)
{
    return xb_error(m->program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(m->program, node, NULL),
                    hint, "the Jacobian of %s: %s %s", m->original->symbol->id->text, symbol->id->text, what);
}

static xb_status check_formal(const maker *m, const xb_formal *formal)
{
    const xb_symbol *symbol = formal->symbol;
    if (xb_symbol_is_active(symbol) && symbol->type != XB_TYPE_REAL)
        return refuse(m, &symbol->node, "pass real and imaginary parts as real arguments", "is not real",
                      symbol);
    return XB_STATUS_OK;
}

/* What is shared by all runs. */
static xb_status check_global(const maker *m, const xb_symbol *symbol)
{
    bool is_plain = symbol->type != XB_TYPE_OPAQUE && symbol->type != XB_TYPE_VOID;
    if (is_plain && (symbol->rank <= 0 || symbol->bounds_count > 0))
        return XB_STATUS_OK;
    return refuse(m, &symbol->node, "declare its bounds, or pass it as an argument",
                  "is modified, and has no bounds by which it could be restored", symbol);
}

static xb_status check_all(const maker *m)
{
    xb_status status = XB_STATUS_OK;
    for (size_t i = 0; !status && i < m->formals.count; i++)
        status = check_formal(m, m->formals.items[i]);
    for (size_t i = 0; !status && i < m->footprint->modified.count; i++)
        status = check_global(m, m->footprint->modified.items[i]);
    return status;
}

static bool any(const maker *m, bool (*holds)(const xb_formal *))
{
    for (size_t i = 0; i < m->formals.count; i++)
        if (holds(m->formals.items[i]))
            return true;
    return false;
}

static xb_status check_arguments(const maker *m)
{
    if (any(m, is_input) && any(m, is_result))
        return check_all(m);
    return xb_error(m->program->diagnostics, XB_STATUS_INVALID,
                    xb_program_place(m->program, &m->original->node, NULL),
                    "the Jacobian is that of results by inputs among the arguments",
                    "%s has no active argument that is %s", m->original->symbol->id->text,
                    any(m, is_input) ? "modified" : "read");
}

/* What the sides of the matrix tell, if they are known. */
static void advise(const maker *m)
{
    int64_t columns = elements_of(m, is_input), rows = elements_of(m, is_result);
    bool reverse = m->request->reverse;
    if (rows <= 0 || columns <= 0 || (reverse ? rows <= columns : columns <= rows))
        return;
    xb_warning(m->program->diagnostics, xb_program_place(m->program, &m->original->node, NULL),
               reverse ? "leave out basicblockpreaccumulationreverse"
                       : "add basicblockpreaccumulationreverse, and --motions=routines",
               "the Jacobian of %s has %lld %s and %lld %s: %s mode would take fewer runs",
               m->original->symbol->id->text, (long long)rows, xb_plural((size_t)rows, "row", "rows"),
               (long long)columns, xb_plural((size_t)columns, "column", "columns"),
               reverse ? "forward" : "reverse");
}

static void warn_of_unknown(const maker *m)
{
    if (m->footprint->modifies_unknown)
        xb_warning(m->program->diagnostics, xb_program_place(m->program, &m->original->node, NULL),
                   "give what it calls a body, or restore by hand what it reads and modifies",
                   "the Jacobian of %s: what it modifies is not all known, and not restored between runs",
                   m->original->symbol->id->text);
}

static xb_status refuse_name(const maker *m, const char *const *names, size_t known)
{
    xb_arena *arena = m->program->arena;
    const char *near = xb_nearest(arena, m->request->name, names, known);
    return xb_error(m->program->diagnostics, XB_STATUS_INVALID, (xb_place){.file = m->program->file},
                    near ? xb_arena_format(arena, "did you mean '%s'?", near)
                         : "write the name of a routine as the document has it",
                    "option --jacobian: there is no routine '%s'", m->request->name);
}

static xb_status find_routine(maker *m)
{
    const xb_list *routines = &m->program->routines;
    const char **names = xb_arena_array(m->program->arena, routines->count + 1, sizeof *names);
    size_t known = 0;
    for (size_t i = 0; i < routines->count; i++) {
        xb_routine *routine = routines->items[i];
        if (!xb_routine_is_procedure(routine))
            continue;
        names[known++] = routine->symbol->id->text;
        if (strcasecmp(routine->symbol->id->text, m->request->name) == 0)
            m->original = routine;
    }
    return m->original ? XB_STATUS_OK : refuse_name(m, names, known);
}

static xb_status check_motions(const maker *m)
{
    if (!m->request->reverse || motion(m, "recording"))
        return XB_STATUS_OK;
    return xb_error(m->program->diagnostics, XB_STATUS_USAGE, (xb_place){0}, "add --motions=routines",
                    "--jacobian needs routines that record and return, in reverse mode");
}

/* An edge of the call graph can't end at what several routines stand for. */
static void lead_edge(const maker *m, xb_call_graph_edge *edge, xb_routine *form)
{
    bool ends = edge->source == m->original || edge->target == m->original;
    if (edge->overlay || !ends || xb_derived(&edge->node))
        return;
    xb_call_graph_edge *copied = xb_copy_node(m->program, edge, sizeof *copied);
    copied->source = edge->source == m->original ? form : edge->source;
    copied->target = edge->target == m->original ? form : edge->target;
    copied->overlay = true;
    copied->id = NULL;
    xb_derive_one(m->program, &edge->node, &copied->node);
}

/* The routine stands after the first one of those that stand for the original. */
static void put_in_place(const maker *m)
{
    xb_list forms = {.count = 0}, both = {.count = 0};
    xb_view_append(m->program->arena, XB_VIEW_DERIVED, m->original, &forms);
    xb_routine *last = forms.items[forms.count - 1];
    xb_list_append(m->program->arena, &both, last);
    xb_list_append(m->program->arena, &both, m->version);
    for (size_t i = 0; i < m->program->call_edges.count; i++)
        lead_edge(m, m->program->call_edges.items[i], last);
    xb_derive(m->program, &last->node, &both);
    for (size_t i = 0; i < forms.count; i++)
        xb_build_call_edge(m->program, m->version, forms.items[i]);
}

xb_status xb_whole_jacobian_add(const xb_whole_jacobian *jacobian)
{
    maker m = {.request = jacobian, .program = xb_run_program(jacobian->run)};
    xb_status status = find_routine(&m);
    if (!status)
        status = check_motions(&m);
    if (status)
        return status;
    m.formals = sorted_formals(&m);
    m.footprint = xb_footprint_of(xb_footprints_of(xb_run_analyses(jacobian->run)), m.original);
    status = check_arguments(&m);
    if (status)
        return status;
    advise(&m);
    warn_of_unknown(&m);
    m.version = xb_version_declare(m.program, m.original, version_name,
                                   xb_version_subroutine(m.program, m.original->symbol, version_name));
    m.version->active = false;
    m.version->structured = true;
    m.row = integer_variable(&m, "row");
    m.column = integer_variable(&m, "col");
    m.matrix = matrix_variable(&m);
    find_saved(&m);
    make_interface(&m);
    m.version->flow = make_flow(&m);
    put_in_place(&m);
    return XB_STATUS_OK;
}
