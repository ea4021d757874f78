/*
 * Programs, nodes, symbols and generated names; expressions, ranks, constants; builders and copies.
 */
#include <check.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/build.h"

static xb_failure *failure;
static xb_arena *arena;
static xb_program *program;
static xb_scope *global, *inner;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    program = xb_program_create(failure, xb_diagnostics_create(arena), "test.xaif");
    program->prefix = xb_program_name(program, "ad_");
    global = xb_scope_create(program, xb_program_name(program, "1"));
    inner = xb_scope_create(program, xb_program_name(program, "2"));
    inner->parent = global;
}

static void tear_down(void)
{
    xb_program_destroy(program);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

static const xb_name *name(const char *text)
{
    return xb_program_name(program, text);
}

/* A real variable of the global scope. */
static xb_symbol *variable(const char *id, int rank)
{
    xb_symbol *symbol = xb_symbol_find(global, name(id));
    if (!symbol)
        symbol = xb_symbol_create(program, global, name(id), false);
    symbol->rank = rank;
    return symbol;
}

static xb_reference *whole(const char *id, int rank)
{
    return xb_build_reference(program, variable(id, rank));
}

static xb_triplet *add_triplet(xb_reference *reference, xb_expression *index)
{
    xb_triplet *triplet = xb_node_create(program, XB_KIND_TRIPLET, sizeof *triplet, 7);
    triplet->index = index;
    xb_list_append(program->arena, &reference->subscripts, triplet);
    return triplet;
}

/* id(index), of a vector */
static xb_reference *element(const char *id, xb_expression *index)
{
    xb_reference *reference = whole(id, 1);
    add_triplet(reference, index);
    return reference;
}

static xb_expression *leaf(void *vertex)
{
    return xb_build_leaf(program, vertex);
}

static xb_expression *integer(int64_t value)
{
    return leaf(xb_build_integer(program, value));
}

/* Puts an operator with two operands, or one if b is NULL, on top of expressions that it takes over. */
static xb_expression *apply(const char *operator, const xb_expression * a, const xb_expression *b)
{
    xb_expression *result = xb_build_expression(program);
    uint32_t first = xb_copy_subexpression(program, a, a->root, result, NULL, NULL);
    uint32_t second = b ? xb_copy_subexpression(program, b, b->root, result, NULL, NULL) : 0;
    uint32_t top = xb_expression_add(program, result, xb_build_intrinsic(program, operator));
    xb_expression_connect(program, result, first, top, 1);
    if (b)
        xb_expression_connect(program, result, second, top, 2);
    return result;
}

/* ---- programs and nodes ---- */

START_TEST(kinds_have_names)
{
    for (int kind = 0; kind < XB_KIND_COUNT; kind++) {
        const char *text = xb_kind_name((xb_kind)kind);
        ck_assert_ptr_nonnull(text);
        ck_assert(text[0] >= 'A' && text[0] <= 'Z');
    }
    ck_assert_str_eq(xb_kind_name(XB_KIND_BASIC_BLOCK), "BasicBlock");
    ck_assert_str_eq(xb_kind_name(XB_KIND_COUNT), "?");
}
END_TEST

START_TEST(nodes_are_numbered)
{
    uint32_t before = program->node_count;
    xb_node *a = xb_node_create(program, XB_KIND_MARKER, sizeof(xb_marker), 12);
    xb_node *b = xb_node_create(program, XB_KIND_MARKER, sizeof(xb_marker), SIZE_MAX);
    ck_assert_uint_eq(a->index, before);
    ck_assert_uint_eq(b->index, before + 1);
    ck_assert_uint_eq(program->node_count, before + 2);
    ck_assert_uint_eq(a->line, 12);
    ck_assert_uint_eq(b->line, UINT32_MAX);
    ck_assert_int_eq(a->kind, XB_KIND_MARKER);
    xb_place place = xb_program_place(program, a, "CallGraph");
    ck_assert_str_eq(place.file, "test.xaif");
    ck_assert_uint_eq(place.line, 12);
    ck_assert_str_eq(place.path, "CallGraph");
}
END_TEST

START_TEST(slots_keep_what_is_set)
{
    xb_node *node = &variable("x", 0)->node, *other = &variable("y", 0)->node;
    char text[XB_SLOT_LIMIT + 1][12];
    unsigned slots[XB_SLOT_LIMIT];
    unsigned count = 0;
    for (;; count++) {
        snprintf(text[count], sizeof text[count], "slot %u", count);
        unsigned slot = xb_slot_register(program, text[count]);
        if (slot == XB_SLOT_LIMIT)
            break;
        slots[count] = slot;
        ck_assert_uint_ne(slot, XB_SLOT_DERIVED);
        ck_assert_ptr_null(xb_slot_get(node, slot));
        xb_slot_set(program, node, slot, text[count]);
    }
    ck_assert_uint_eq(count, XB_SLOT_LIMIT - 1); /* one is the list of derived nodes */
    for (unsigned i = 0; i < count; i++) {
        ck_assert_ptr_eq(xb_slot_get(node, slots[i]), text[i]);
        ck_assert_ptr_null(xb_slot_get(other, slots[i]));
        ck_assert_uint_eq(xb_slot_register(program, text[i]), slots[i]);
    }
    ck_assert_ptr_null(xb_derived(node));
    xb_slot_set(program, node, slots[0], NULL);
    ck_assert_ptr_null(xb_slot_get(node, slots[0]));
}
END_TEST

START_TEST(derived_nodes_stand_for_others)
{
    xb_node *a = &variable("a", 0)->node, *b = &variable("b", 0)->node, *c = &variable("c", 0)->node;
    ck_assert_ptr_eq(xb_current(a), a);
    xb_derive_one(program, a, b);
    xb_derive_one(program, b, c);
    ck_assert_ptr_eq(xb_current(a), c);
    ck_assert_uint_eq(xb_derived(a)->count, 1);
    xb_derive_one(program, c, c);
    ck_assert_ptr_eq(xb_current(a), c);
    xb_list two = {0};
    xb_list_append(program->arena, &two, a);
    xb_list_append(program->arena, &two, c);
    xb_derive(program, b, &two);
    ck_assert_ptr_eq(xb_current(a), b);
    ck_assert_ptr_eq(xb_derived(b), &two);
}
END_TEST

START_TEST(routines_are_found_by_symbol)
{
    xb_symbol *symbol = variable("f", XB_RANK_VOID);
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    xb_routine *routine = xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *routine, 0);
    routine->symbol = symbol;
    xb_program_add_routine(program, routine);
    ck_assert_uint_eq(program->routines.count, 1);
    ck_assert_ptr_null(xb_program_routine(program, symbol)); /* nothing in it: a module */
    xb_flow_vertex *entry = xb_node_create(program, XB_KIND_ENTRY, sizeof *entry, 0);
    xb_list_append(program->arena, &routine->flow.vertices, entry);
    ck_assert_ptr_eq(xb_program_routine(program, symbol), routine);
    ck_assert_ptr_null(xb_program_routine(program, variable("g", 0)));
}
END_TEST

START_TEST(formals_are_found_by_position)
{
    xb_routine routine = {0};
    for (uint32_t position = 4; position > 1; position--) { /* 4, 3, 2: one at its place, the others not */
        xb_formal *formal = xb_node_create(program, XB_KIND_FORMAL, sizeof *formal, 0);
        formal->position = position;
        xb_list_append(program->arena, &routine.formals, formal);
    }
    for (uint32_t position = 2; position < 5; position++)
        ck_assert_uint_eq(xb_routine_formal(&routine, position)->position, position);
    ck_assert_ptr_null(xb_routine_formal(&routine, 0));
    ck_assert_ptr_null(xb_routine_formal(&routine, 1));
    ck_assert_ptr_null(xb_routine_formal(&routine, 5));
}
END_TEST

START_TEST(counters_count_by_stem)
{
    ck_assert_uint_eq(xb_program_count(program, "lin"), 0);
    ck_assert_uint_eq(xb_program_count(program, "lin"), 1);
    ck_assert_uint_eq(xb_program_count(program, "acc"), 0);
    ck_assert_uint_eq(xb_program_count(program, "lin"), 2);
}
END_TEST

/* ---- symbols ---- */

START_TEST(symbols_are_found_in_their_scope)
{
    xb_symbol *x = xb_symbol_create(program, global, name("x"), false);
    ck_assert_ptr_null(xb_symbol_create(program, global, name("x"), true));
    xb_symbol *upper = xb_symbol_create(program, global, name("X"), true);
    ck_assert_ptr_nonnull(upper);
    ck_assert_ptr_eq(xb_symbol_find(global, name("x")), x);
    ck_assert_ptr_null(xb_symbol_find(inner, name("x")));
    ck_assert_uint_eq(global->symbols.count, 2);
    ck_assert_uint_eq(global->read_count, 1);
    ck_assert(upper->overlay && !x->overlay);
    ck_assert(x->kind == XB_SYMBOL_VARIABLE && x->type == XB_TYPE_REAL && x->rank == 0 && !x->active);
    ck_assert_ptr_eq(xb_scope_find(program, name("2")), inner);
    ck_assert_ptr_null(xb_scope_find(program, name("3")));
    ck_assert_ptr_eq(program->root, global);
}
END_TEST

START_TEST(bounds_are_reversed)
{
    xb_symbol *x = variable("x", 2);
    ck_assert_ptr_null(xb_symbol_bounds(x, 0));
    xb_bounds bounds[] = {{1, 20}, {0, 9}};
    x->bounds = bounds;
    x->bounds_count = 2;
    ck_assert_int_eq(xb_symbol_bounds(x, 0)->upper, 9);
    ck_assert_int_eq(xb_symbol_bounds(x, 1)->upper, 20);
    ck_assert_ptr_null(xb_symbol_bounds(x, 2));
}
END_TEST

START_TEST(active_types)
{
    xb_symbol *x = variable("x", 0);
    ck_assert(!xb_symbol_is_active(x));
    x->active = true;
    ck_assert(xb_symbol_is_active(x));
    x->type = XB_TYPE_COMPLEX;
    ck_assert(xb_symbol_is_active(x));
    x->kind = XB_SYMBOL_POINTER;
    ck_assert(xb_symbol_is_active(x));
    x->kind = XB_SYMBOL_SUBROUTINE;
    ck_assert(!xb_symbol_is_active(x));
    x->kind = XB_SYMBOL_VARIABLE;
    x->type = XB_TYPE_OPAQUE;
    ck_assert(xb_symbol_is_active(x));
    x->type = XB_TYPE_INTEGER;
    ck_assert(!xb_symbol_is_active(x));
}
END_TEST

START_TEST(types_and_shapes_have_names)
{
    ck_assert_str_eq(xb_type_name(XB_TYPE_VOID), "void");
    ck_assert_str_eq(xb_type_name(XB_TYPE_DOUBLE), "double");
    ck_assert_str_eq(xb_shape_name(XB_RANK_VOID), "void");
    ck_assert_str_eq(xb_shape_name(0), "scalar");
    ck_assert_str_eq(xb_shape_name(3), "three_tensor");
    ck_assert_str_eq(xb_shape_name(7), "seven_tensor");
    ck_assert_str_eq(xb_shape_name(8), "?");
}
END_TEST

START_TEST(temporaries_look_as_asked_for)
{
    xb_bounds bounds[] = {{1, 3}, {0, 4}};
    xb_temporary_type type = {XB_TYPE_COMPLEX, name("C8"), 2, bounds, true};
    xb_symbol *t = xb_temporary_create(program, inner, "acc", type);
    bounds[0].upper = 0;
    ck_assert_str_eq(t->id->text, "ad_acc_0");
    ck_assert(t->temporary && t->temp && t->overlay && t->active);
    ck_assert(t->type == XB_TYPE_COMPLEX && t->rank == 2 && t->kind == XB_SYMBOL_VARIABLE);
    ck_assert_ptr_eq(t->fe_type, name("C8"));
    ck_assert_uint_eq(t->bounds_count, 2);
    ck_assert_int_eq(t->bounds[0].upper, 3);
    ck_assert_ptr_eq(t->scope, inner);
    ck_assert_ptr_eq(xb_symbol_find(inner, t->id), t);
    ck_assert_uint_eq(inner->read_count, 0);
}
END_TEST

static const char *next_name(xb_scope *scope, const char *stem)
{
    return xb_temporary_create(program, scope, stem, (xb_temporary_type){.type = XB_TYPE_REAL})->id->text;
}

START_TEST(names_of_temporaries_are_free_everywhere)
{
    xb_scope *other = xb_scope_create(program, name("3"));
    other->parent = global;
    xb_symbol_create(program, global, name("AD_Lin_0"), false); /* enclosing, other case */
    xb_symbol_create(program, inner, name("ad_lin_1"), false);
    xb_symbol_create(program, other, name("ad_lin_3"), false);
    ck_assert_str_eq(next_name(inner, "lin"), "ad_lin_2");
    ck_assert_str_eq(next_name(global, "lin"), "ad_lin_4"); /* would be hidden by that of a scope below */
    ck_assert_str_eq(next_name(inner, "aux"), "ad_aux_0");
    ck_assert_str_eq(next_name(inner, "lin"), "ad_lin_5");
    program->prefix = name("");
    ck_assert_str_eq(next_name(inner, "aux"), "aux_1");
}
END_TEST

START_TEST(taken_names_are_skipped_once)
{
    enum { COUNT = 50000 };
    for (int i = 0; i < COUNT; i++)
        xb_symbol_create(program, global, name(xb_arena_format(arena, "ad_t_%d", 2 * i)), false);
    for (int i = 0; i < COUNT; i++)
        ck_assert_str_eq(next_name(inner, "t"), xb_arena_format(arena, "ad_t_%d", 2 * i + 1));
}
END_TEST

/* ---- expressions ---- */

START_TEST(the_root_is_followed)
{
    /* operator first, operands first, and bottom-up connection after the fact */
    xb_expression *e = xb_build_expression(program);
    for (int i = 0; i < 5; i++)
        xb_expression_add(program, e, xb_build_intrinsic(program, "add_scal_scal"));
    ck_assert_uint_eq(e->root, 0);
    xb_expression_connect(program, e, 3, 2, 1);
    ck_assert_uint_eq(e->root, 0);
    xb_expression_connect(program, e, 2, 4, 1);
    xb_expression_connect(program, e, 0, 3, 1);
    ck_assert_uint_eq(e->root, 4);
    xb_expression_connect(program, e, 1, 4, 2);
    ck_assert_uint_eq(e->root, 4);
    ck_assert_ptr_eq(xb_expression_root(e), xb_expression_vertex(e, 4));
    xb_expression_connect(program, e, 1, 9, 2); /* no such vertex */
    ck_assert_uint_eq(e->graph.edge_count, 4);
    ck_assert_uint_eq(e->edges.count, 4);
}
END_TEST

START_TEST(operands_are_found_by_position)
{
    xb_expression *e = apply("sub_scal_scal", leaf(whole("a", 0)), leaf(whole("b", 0)));
    uint32_t root = e->root;
    ck_assert_uint_eq(xb_expression_operand_count(e, root), 2);
    const xb_reference *b = (const xb_reference *)xb_expression_vertex(e, xb_expression_operand(e, root, 2));
    ck_assert_ptr_eq(b->symbol, variable("b", 0));
    ck_assert_uint_eq(xb_expression_operand(e, root, 3), XB_GRAPH_NONE);
    ck_assert_uint_eq(xb_expression_operand(e, 0, 1), XB_GRAPH_NONE);
}
END_TEST

START_TEST(operands_come_before_operators)
{
    xb_expression *e = xb_build_expression(program); /* 0 = 1 + 2, 2 = f(1) */
    for (int i = 0; i < 3; i++)
        xb_expression_add(program, e, xb_build_intrinsic(program, "f"));
    xb_expression_connect(program, e, 1, 0, 1);
    xb_expression_connect(program, e, 2, 0, 2);
    xb_expression_connect(program, e, 1, 2, 1);
    const uint32_t *order = xb_expression_order(arena, e);
    ck_assert_uint_eq(order[0], 1);
    ck_assert_uint_eq(order[1], 2);
    ck_assert_uint_eq(order[2], 0);
    xb_expression_connect(program, e, 0, 1, 1);
    ck_assert_ptr_null(xb_expression_order(arena, e));
    xb_expression *single = integer(1);
    ck_assert_uint_eq(xb_expression_order(arena, single)[0], 0);
    xb_expression_connect(program, single, 0, 0, 1);
    ck_assert_ptr_null(xb_expression_order(arena, single));
}
END_TEST

/* ---- ranks ---- */

static bool is_range(xb_expression *index)
{
    return xb_triplet_is_range(add_triplet(whole("a", 1), index));
}

START_TEST(sections_keep_their_dimension)
{
    xb_triplet *triplet = add_triplet(whole("a", 1), NULL);
    ck_assert(xb_triplet_is_range(triplet)); /* nothing: the whole dimension */
    triplet->index = integer(1);
    ck_assert(!xb_triplet_is_range(triplet));
    triplet->bound = integer(5);
    ck_assert(xb_triplet_is_range(triplet));
    triplet->bound = NULL;
    triplet->stride = integer(1);
    ck_assert(xb_triplet_is_range(triplet));
    triplet->index = NULL;
    ck_assert(xb_triplet_is_range(triplet));
}
END_TEST

START_TEST(vector_subscripts_keep_their_dimension)
{
    ck_assert(!is_range(leaf(whole("i", 0))));
    ck_assert(is_range(leaf(whole("v", 1))));
    ck_assert(!is_range(leaf(element("v", integer(2)))));
    ck_assert(is_range(apply("add_scal_scal", integer(1), leaf(whole("v", 1)))));
    ck_assert(!is_range(apply("add_scal_scal", integer(1), leaf(whole("i", 0)))));
    /* v(w): an array again; v(w(i)): not */
    ck_assert(is_range(leaf(element("v", leaf(whole("w", 1))))));
    ck_assert(!is_range(leaf(element("v", leaf(element("w", leaf(whole("i", 0))))))));
}
END_TEST

START_TEST(inquiries_and_reductions_are_scalars)
{
    xb_expression *v = leaf(whole("v", 1)), *m = leaf(whole("m", 2)), *one = integer(1);
    static const char *const scalars[] = {
        "all",         "allocated", "any",       "associated", "bit_size",   "count",       "digits",
        "dot_product", "epsilon",   "huge",      "kind",       "len",        "maxexponent", "maxval",
        "minexponent", "minval",    "nc_maxval", "nc_minval",  "precision",  "present",     "product",
        "product_arr", "radix",     "range",     "rank",       "size",       "sum",         "sum_arr",
        "tiny",        "all_arr",   "any_arr",   "count_arr",  "maxval_arr", "minval_arr",
    };
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        ck_assert_msg(!is_range(apply(scalars[i], v, NULL)), "%s", scalars[i]);
    static const char *const vectors[] = {"lbound",     "maxloc", "maxloc_arr", "minloc",
                                          "minloc_arr", "shape",  "shape_arr",  "ubound"};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        ck_assert_msg(is_range(apply(vectors[i], m, NULL)), "%s", vectors[i]);
    ck_assert(!is_range(apply("size", m, one)));
    ck_assert(!is_range(apply("ubound", m, one)));
    ck_assert(!is_range(apply("sum", v, one))); /* along the only dimension */
    ck_assert(is_range(apply("sum", m, one)));
    ck_assert(!is_range(apply("maxval", apply("mul_scal_scal", m, m), NULL)));
    ck_assert(!is_range(apply("add_scal_scal", apply("size", v, NULL), one)));
    ck_assert(is_range(apply("add_scal_scal", apply("size", v, NULL), v)));
}
END_TEST

START_TEST(given_shapes_of_results_count)
{
    xb_expression *e = apply("reshape", leaf(whole("v", 1)), integer(1));
    ck_assert(is_range(e));
    xb_intrinsic *top = (xb_intrinsic *)xb_expression_root(e);
    top->has_result_shape = true;
    ck_assert(!is_range(e)); /* rank 0 */
    top->result_rank = 2;
    ck_assert(is_range(e));
    e = apply("spread", integer(1), NULL);
    ck_assert(!is_range(e));
    top = (xb_intrinsic *)xb_expression_root(e);
    top->has_result_shape = true;
    top->result_rank = 1;
    ck_assert(is_range(e));
}
END_TEST

/* v used by size() and, on another path, as it is */
START_TEST(all_uses_of_a_shared_array_count)
{
    xb_expression *e = xb_build_expression(program);
    xb_expression_add(program, e, whole("v", 1));
    xb_expression_add(program, e, xb_build_intrinsic(program, "size"));
    xb_expression_add(program, e, xb_build_intrinsic(program, "add_scal_scal"));
    xb_expression_add(program, e, whole("i", 0));
    xb_expression_connect(program, e, 0, 1, 1);
    xb_expression_connect(program, e, 1, 2, 1);
    xb_expression_connect(program, e, 3, 2, 2);
    ck_assert(!is_range(e));
    xb_expression_connect(program, e, 0, 2, 2);
    ck_assert(is_range(e));
}
END_TEST

/* Diamonds one above the other have exponentially many paths; below a size() none of them leads anywhere. */
START_TEST(shared_parts_do_not_multiply)
{
    xb_expression *e = xb_build_expression(program);
    uint32_t top = xb_expression_add(program, e, whole("v", 1));
    for (int i = 0; i < 60; i++) {
        uint32_t next = xb_expression_add(program, e, xb_build_intrinsic(program, "add_scal_scal"));
        xb_expression_connect(program, e, top, next, 1);
        xb_expression_connect(program, e, top, next, 2);
        top = next;
    }
    ck_assert(is_range(e));
    uint32_t size = xb_expression_add(program, e, xb_build_intrinsic(program, "size"));
    xb_expression_connect(program, e, top, size, 1);
    is_range(e); /* ends */
}
END_TEST

START_TEST(ranks_of_references)
{
    xb_reference *m = whole("m", 3);
    ck_assert_int_eq(xb_reference_rank(m), 3);
    add_triplet(m, integer(1));
    add_triplet(m, NULL);
    add_triplet(m, leaf(whole("v", 1)));
    ck_assert_int_eq(xb_reference_rank(m), 2);
    xb_reference *s = whole("s", 0);
    add_triplet(s, integer(1));
    ck_assert_int_eq(xb_reference_rank(s), 0);
    ck_assert_int_eq(xb_reference_rank(whole("f", XB_RANK_VOID)), XB_RANK_VOID);
}
END_TEST

/* ---- constants ---- */

static const xb_constant *constant(xb_type type, const char *fe_type, const char *value)
{
    xb_constant *c = xb_build_integer(program, 0);
    c->type = type;
    c->fe_type = fe_type ? name(fe_type) : NULL;
    c->value = name(value);
    return c;
}

static double real_value(const char *fe_type, const char *value)
{
    double result = NAN;
    ck_assert_msg(xb_constant_value(constant(XB_TYPE_REAL, fe_type, value), &result), "%s", value);
    return result;
}

START_TEST(values_of_constants)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1", 1},
        {"-1.5", -1.5},
        {"+2.e3", 2000},
        {".5", 0.5},
        {"5.", 5},
        {"1.5d-3", 1.5e-3},
        {"1.5D+03", 1500},
        {"1q2", 100},
        {" 2.5e0  ", 2.5},
        {"0.1", 0.1},
        {"1E-1", 0.1},
        {"0", 0},
        {"000.000", 0},
        {"0.000e99999", 0},
        {"1e-400", 0},
        {"4.9406564584124654e-324", 5e-324},
        {"3.14159265358979311600e+00", 3.14159265358979311600e+00},
        {"1.7976931348623157e308", DBL_MAX},
        {"00000000000000000000012.5", 12.5},
        {"0.00000000000000000000000125e25", 12.5},
        {"123456789012345678901234567890", 123456789012345678901234567890.0},
        {"9007199254740993", 9007199254740992.0},
        {"9007199254740993.00000000000000000001", 9007199254740994.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(real_value("F8", cases[i].text) == cases[i].value, "%s", cases[i].text);
    ck_assert(signbit(real_value(NULL, "-0.0")));
    double value = 0;
    ck_assert(xb_constant_value(constant(XB_TYPE_DOUBLE, NULL, "2.5"), &value) && value == 2.5);
    ck_assert(xb_constant_value(constant(XB_TYPE_INTEGER, "I4", " -12 "), &value) && value == -12);
    ck_assert(xb_constant_value(constant(XB_TYPE_INTEGER, "U8", "18446744073709551615"), &value));
    ck_assert(value == 18446744073709551616.0);
}
END_TEST

START_TEST(single_precision_rounds_once)
{
    ck_assert(real_value("F4", "0.1") == (double)0.1f);
    ck_assert(real_value("f4", "0.1d0") == (double)0.1f);
    ck_assert(real_value("F8", "0.1") == 0.1);
    /* Rounding to double first would give a tie here, and then the other neighbour. */
    ck_assert(real_value("F4", "1.00000005960464477540") == (double)nextafterf(1, 2));
    double value;
    ck_assert(!xb_constant_value(constant(XB_TYPE_REAL, "F4", "1e39"), &value));
}
END_TEST

START_TEST(what_is_no_number)
{
    static const char *const texts[] = {"",     " ",   "-",   ".",   "e5",    "1e",  "1e+", "1.2.3", "1 2",
                                        "0x10", "nan", "inf", "1,5", "1e999", "1_8", "--1", "1d0x",  "(1,2)"};
    double value = 7;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!xb_constant_value(constant(XB_TYPE_REAL, "F8", texts[i]), &value), "%s", texts[i]);
    ck_assert(!xb_constant_value(constant(XB_TYPE_INTEGER, "I4", "1.0"), &value));
    ck_assert(!xb_constant_value(constant(XB_TYPE_INTEGER, "I4", "1e3"), &value));
    ck_assert(!xb_constant_value(constant(XB_TYPE_BOOL, "I4", "1"), &value));
    ck_assert(!xb_constant_value(constant(XB_TYPE_STRING, NULL, "1"), &value));
    ck_assert(value == 7);
}
END_TEST

START_TEST(long_constants_round_right)
{
    /* half a unit behind 1, in exact decimals; then a digit far behind the limit of what is kept */
    static const char half[] = "1.00000000000000011102230246251565404236316680908203125";
    ck_assert(real_value(NULL, half) == 1.0);
    char *text = xb_arena_format(arena, "%s%03000d1", half, 0);
    ck_assert(real_value(NULL, text) == nextafter(1, 2));
    char *zeros = xb_arena_format(arena, "%s%03000d", half, 0);
    ck_assert(real_value(NULL, zeros) == 1.0);
    char *large = xb_arena_format(arena, "1%03000de-3000", 0);
    ck_assert(real_value(NULL, large) == 1.0);
    char *small = xb_arena_format(arena, "0.%03000d1e3001", 0);
    ck_assert(real_value(NULL, small) == 1.0);
    ck_assert(real_value(NULL, "1e-99999999999999999999999999") == 0);
    double value;
    ck_assert(!xb_constant_value(constant(XB_TYPE_REAL, NULL, "1e99999999999999999999999999"), &value));
}
END_TEST

START_TEST(integer_constants)
{
    int64_t value = 0;
    ck_assert(xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "9223372036854775807"), &value));
    ck_assert(value == INT64_MAX);
    ck_assert(xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "-9223372036854775808"), &value));
    ck_assert(value == INT64_MIN);
    ck_assert(xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, " +007 "), &value));
    ck_assert(value == 7);
    ck_assert(!xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "9223372036854775808"), &value));
    ck_assert(!xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "-9223372036854775809"), &value));
    ck_assert(!xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, ""), &value));
    ck_assert(!xb_constant_integer(constant(XB_TYPE_INTEGER, NULL, "1x"), &value));
    ck_assert(!xb_constant_integer(constant(XB_TYPE_REAL, NULL, "1"), &value));
}
END_TEST

static bool integer_value(const xb_expression *e, int64_t expected)
{
    int64_t value = expected - 1;
    return xb_expression_integer(e, &value) && value == expected;
}

START_TEST(integer_expressions)
{
    int64_t value;
    ck_assert(integer_value(integer(-3), -3));
    ck_assert(integer_value(apply("add_scal_scal", integer(2), integer(3)), 5));
    ck_assert(integer_value(apply("sub_scal_scal", integer(2), integer(3)), -1));
    ck_assert(integer_value(apply("mul_scal_scal", integer(-2), integer(3)), -6));
    ck_assert(integer_value(apply("div_scal_scal", integer(-7), integer(2)), -3));
    ck_assert(integer_value(apply("minus_scal", integer(4), NULL), -4));
    ck_assert(integer_value(apply("add_scal_scal", apply("mul_scal_scal", integer(3), integer(4)),
                                  apply("minus_scal", integer(2), NULL)),
                            10));
    ck_assert(!xb_expression_integer(apply("div_scal_scal", integer(1), integer(0)), &value));
    ck_assert(!xb_expression_integer(apply("div_scal_scal", integer(INT64_MIN), integer(-1)), &value));
    ck_assert(!xb_expression_integer(apply("add_scal_scal", integer(INT64_MAX), integer(1)), &value));
    ck_assert(!xb_expression_integer(apply("sub_scal_scal", integer(INT64_MIN), integer(1)), &value));
    ck_assert(!xb_expression_integer(apply("mul_scal_scal", integer(INT64_MAX), integer(2)), &value));
    ck_assert(!xb_expression_integer(apply("minus_scal", integer(INT64_MIN), NULL), &value));
    ck_assert(!xb_expression_integer(apply("pow_scal_scal", integer(2), integer(3)), &value));
    ck_assert(!xb_expression_integer(apply("add_scal_scal", integer(2), leaf(whole("i", 0))), &value));
    ck_assert(!xb_expression_integer(apply("add_scal_scal", integer(2), NULL), &value));
    ck_assert(!xb_expression_integer(apply("minus_scal", integer(2), integer(2)), &value));
    ck_assert(!xb_expression_integer(leaf(xb_build_real(program, 1)), &value));
    ck_assert(!xb_expression_integer(xb_build_expression(program), &value));
}
END_TEST

/* x + x, x = y + y, …: 2^60 paths; and a chain deeper than any stack */
START_TEST(large_integer_expressions_are_given_up)
{
    int64_t value;
    xb_expression *e = integer(1);
    for (uint32_t top = 0, i = 0; i < 60; i++) {
        uint32_t next = xb_expression_add(program, e, xb_build_intrinsic(program, "add_scal_scal"));
        xb_expression_connect(program, e, top, next, 1);
        xb_expression_connect(program, e, top, next, 2);
        top = next;
    }
    ck_assert(!xb_expression_integer(e, &value));
    e = integer(1);
    for (uint32_t top = 0, i = 0; i < 200000; i++) {
        uint32_t next = xb_expression_add(program, e, xb_build_intrinsic(program, "minus_scal"));
        xb_expression_connect(program, e, top, next, 1);
        top = next;
    }
    ck_assert(!xb_expression_integer(e, &value));
}
END_TEST

/* ---- builders ---- */

START_TEST(real_constants_are_read_back)
{
    static const double values[] = {0, -0.0, 1, -1.5, 0.1, 1 / 3., DBL_MAX, DBL_MIN, 5e-324, 6.02214076e23};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        double value = NAN;
        ck_assert(xb_constant_value(xb_build_real(program, values[i]), &value));
        ck_assert(memcmp(&value, &values[i], sizeof value) == 0);
    }
    ck_assert_str_eq(xb_build_real(program, -0.25)->value->text, "-2.5000000000000000e-01");
    ck_assert_str_eq(xb_build_integer(program, INT64_MIN)->value->text, "-9223372036854775808");
}
END_TEST

START_TEST(locales_do_not_matter)
{
    static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        if (!setlocale(LC_NUMERIC, locales[i]))
            continue;
        const xb_constant *c = xb_build_real(program, 12.5);
        double value = real_value("F8", "12.5");
        setlocale(LC_NUMERIC, "C");
        ck_assert_str_eq(c->value->text, "1.2500000000000000e+01");
        ck_assert(value == 12.5);
    }
}
END_TEST

START_TEST(statements_and_arguments)
{
    xb_assignment *a = xb_build_assignment(program, "17", whole("y", 0), integer(1));
    ck_assert_int_eq(a->statement.node.kind, XB_KIND_ASSIGNMENT);
    ck_assert_str_eq(a->statement.id->text, "17");
    xb_inlinable_call *call = xb_build_inlinable_call(program, "push", "inline_push");
    xb_build_argument(program, &call->arguments, whole("x", 0));
    xb_build_argument(program, &call->arguments, xb_build_integer(program, 3));
    const xb_argument *first = call->arguments.items[0], *second = call->arguments.items[1];
    ck_assert(first->reference && !first->constant && first->position == 1);
    ck_assert(!second->reference && second->constant && second->position == 2);
    xb_marker *marker = xb_build_marker(program, "m", "text");
    ck_assert_str_eq(marker->statement.node.annotation->text, "text");
    ck_assert_int_eq(marker->statement.node.kind, XB_KIND_MARKER);
}
END_TEST

/* ---- copies ---- */

/* a(v(i+1), 2:n) with everything set that a reference can have */
static xb_reference *rich_reference(void)
{
    xb_reference *reference = whole("a", 2);
    reference->vertex.id = name("5");
    reference->vertex.node.line = 33;
    reference->vertex.node.annotation = name("note");
    reference->symbol_annotation = name("symbol note");
    reference->symbol_vertex_id = reference->element_vertex_id = reference->edge_id = name("1");
    reference->alias = 4;
    reference->du_ud = 6;
    reference->active = XB_ACTIVITY_FALSE;
    reference->deriv = reference->constant = true;
    reference->live = false;
    add_triplet(reference, leaf(element("v", apply("add_scal_scal", leaf(whole("i", 0)), integer(1)))));
    add_triplet(reference, integer(2))->bound = leaf(whole("n", 0));
    xb_property *property = xb_vector_push(program->arena, &reference->properties, sizeof *property);
    *property = (xb_property){name("key"), name("value")};
    return reference;
}

static void check_subscripts(const xb_reference *copy, const xb_reference *original)
{
    ck_assert_uint_eq(copy->subscripts.count, 2);
    const xb_triplet *first = copy->subscripts.items[0], *second = copy->subscripts.items[1];
    const xb_triplet *old = original->subscripts.items[0];
    ck_assert_ptr_ne(first, old);
    ck_assert_ptr_ne(first->index, old->index);
    ck_assert_uint_eq(first->node.line, 7);
    const xb_reference *v = (const xb_reference *)xb_expression_root(first->index);
    ck_assert_ptr_ne(v, xb_expression_root(old->index));
    ck_assert_ptr_eq(v->symbol, variable("v", 1));
    const xb_triplet *innermost = v->subscripts.items[0];
    ck_assert_uint_eq(innermost->index->graph.edge_count, 2);
    ck_assert_int_eq(xb_expression_root(innermost->index)->node.kind, XB_KIND_INTRINSIC);
    ck_assert_ptr_nonnull(second->bound);
    ck_assert_ptr_null(second->stride);
}

START_TEST(references_are_copied_without_flags)
{
    const xb_reference *original = rich_reference();
    xb_reference *copy = xb_copy_reference(program, original);
    ck_assert_ptr_eq(copy->symbol, original->symbol);
    ck_assert_ptr_eq(copy->symbol_annotation, original->symbol_annotation);
    ck_assert_uint_eq(copy->alias, 4);
    ck_assert_uint_eq(copy->du_ud, 6);
    ck_assert_uint_eq(copy->vertex.node.line, 33);
    ck_assert_uint_ne(copy->vertex.node.index, original->vertex.node.index);
    ck_assert(!copy->vertex.id && !copy->vertex.node.annotation);
    ck_assert(!copy->symbol_vertex_id && !copy->element_vertex_id && !copy->edge_id);
    ck_assert(copy->active == XB_ACTIVITY_UNDEFINED && !copy->deriv && !copy->constant && copy->live);
    check_subscripts(copy, original);
    ck_assert_uint_eq(copy->properties.count, 1);
    ck_assert_ptr_ne(copy->properties.items, original->properties.items);
}
END_TEST

START_TEST(vertices_are_copied_with_flags)
{
    xb_reference *original = rich_reference();
    xb_derive_one(program, &original->vertex.node, &original->vertex.node);
    xb_reference *copy = (xb_reference *)xb_copy_vertex(program, &original->vertex);
    ck_assert(copy->active == XB_ACTIVITY_FALSE && copy->deriv && copy->constant && !copy->live);
    ck_assert_ptr_eq(copy->vertex.node.annotation, name("note"));
    ck_assert_ptr_null(copy->vertex.id);
    ck_assert_ptr_null(copy->vertex.node.slots);
    check_subscripts(copy, original);
    xb_intrinsic *sine = xb_build_intrinsic(program, "sin_scal");
    sine->has_result_type = true;
    sine->vertex.id = name("9");
    const xb_intrinsic *sine_copy = (const xb_intrinsic *)xb_copy_vertex(program, &sine->vertex);
    ck_assert(sine_copy->has_result_type && sine_copy->name == sine->name && !sine_copy->vertex.id);
    xb_function_call *call = xb_node_create(program, XB_KIND_FUNCTION_CALL, sizeof *call, 0);
    xb_list_append(program->arena, &call->arguments, original);
    const xb_function_call *call_copy = (const xb_function_call *)xb_copy_vertex(program, &call->vertex);
    ck_assert_uint_eq(call_copy->arguments.count, 1);
    ck_assert_ptr_ne(call_copy->arguments.items[0], original);
}
END_TEST

START_TEST(expressions_are_copied)
{
    xb_expression *original = apply("sub_scal_scal", leaf(rich_reference()), integer(1));
    xb_expression_edge_at(original, 0)->id = name("1");
    xb_expression_edge_at(original, 0)->annotation = name("edge note");
    xb_expression_vertex(original, 1)->id = name("2");
    original->node.line = 8;
    xb_expression *copy = xb_copy_expression(program, original);
    ck_assert_uint_eq(copy->node.line, 8);
    ck_assert_uint_eq(copy->graph.vertex_count, 3);
    ck_assert_uint_eq(copy->graph.edge_count, 2);
    ck_assert_uint_eq(copy->root, original->root);
    ck_assert_ptr_null(xb_expression_vertex(copy, 1)->id);
    ck_assert_ptr_null(xb_expression_edge_at(copy, 0)->id);
    ck_assert_ptr_eq(xb_expression_edge_at(copy, 0)->annotation, name("edge note"));
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_ptr_ne(xb_expression_vertex(copy, i), xb_expression_vertex(original, i));
        ck_assert_int_eq(xb_expression_vertex(copy, i)->node.kind,
                         xb_expression_vertex(original, i)->node.kind);
    }
    ck_assert_uint_eq(xb_expression_operand(copy, copy->root, 2),
                      xb_expression_operand(original, copy->root, 2));
}
END_TEST

enum { DEEP = 200000 };

static xb_expression *deep_expression(void)
{
    xb_expression *e = leaf(whole("x", 0));
    for (uint32_t i = 0; i < DEEP; i++) {
        uint32_t next = xb_expression_add(program, e, xb_build_intrinsic(program, "sin_scal"));
        xb_expression_connect(program, e, i, next, 1);
    }
    return e;
}

START_TEST(deep_expressions_are_copied)
{
    xb_expression *e = deep_expression();
    xb_expression *copy = xb_copy_expression(program, e);
    ck_assert_uint_eq(copy->graph.vertex_count, DEEP + 1);
    ck_assert_uint_eq(copy->root, DEEP);
    xb_expression *part = xb_build_expression(program);
    ck_assert_uint_eq(xb_copy_subexpression(program, e, e->root, part, NULL, NULL), DEEP);
    ck_assert_uint_eq(part->graph.vertex_count, DEEP + 1);
    ck_assert_uint_eq(part->root, DEEP);
    ck_assert_uint_eq(xb_expression_order(arena, part)[0], 0);
}
END_TEST

/* A part costs what it has, not what the whole has. */
START_TEST(small_parts_of_large_expressions_are_cheap)
{
    xb_expression *e = deep_expression();
    size_t before = xb_arena_size(program->arena);
    for (uint32_t i = 0; i < DEEP / 10; i++) {
        xb_expression *part = xb_build_expression(program);
        ck_assert_uint_eq(xb_copy_subexpression(program, e, 2, part, NULL, NULL), 2);
    }
    ck_assert_uint_lt((xb_arena_size(program->arena) - before) / (DEEP / 10), 2048);
}
END_TEST

/* Replaces vertex 1 by a reference to "aux". */
static void *stop_at_1(void *context, uint32_t vertex)
{
    ++*(int *)context;
    return vertex == 1 ? whole("aux", 0) : NULL;
}

START_TEST(shared_parts_are_copied_once)
{
    /* 0: x, 1: sin(x), 2: y, 3: 1 * y, 4: 1 + 3, 5: not below 4 */
    xb_expression *e = leaf(whole("x", 0));
    for (int i = 1; i < 6; i++)
        xb_expression_add(program, e, i == 2 ? (void *)whole("y", 0) : xb_build_intrinsic(program, "op"));
    xb_expression_connect(program, e, 0, 1, 1);
    xb_expression_connect(program, e, 1, 3, 1);
    xb_expression_connect(program, e, 2, 3, 2);
    xb_expression_connect(program, e, 1, 4, 1);
    xb_expression_connect(program, e, 3, 4, 2);
    xb_expression_connect(program, e, 4, 5, 1);
    xb_expression *to = integer(7);
    uint32_t top = xb_copy_subexpression(program, e, 4, to, NULL, NULL);
    ck_assert_uint_eq(to->graph.vertex_count, 1 + 5);
    ck_assert_uint_eq(to->graph.edge_count, 5);
    uint32_t sine = xb_expression_operand(to, top, 1), product = xb_expression_operand(to, top, 2);
    ck_assert_uint_eq(xb_expression_operand(to, product, 1), sine);
    to = xb_build_expression(program);
    int calls = 0;
    top = xb_copy_subexpression(program, e, 4, to, stop_at_1, &calls);
    ck_assert_int_eq(calls, 4); /* 4, 1, 3, 2 */
    ck_assert_uint_eq(to->graph.vertex_count, 4);
    ck_assert_uint_eq(to->root, top);
    const xb_reference *aux =
        (const xb_reference *)xb_expression_vertex(to, xb_expression_operand(to, top, 1));
    ck_assert_str_eq(aux->symbol->id->text, "aux");
    to = xb_build_expression(program);
    ck_assert_uint_eq(xb_copy_subexpression(program, e, 1, to, stop_at_1, &calls), 0);
    ck_assert_uint_eq(to->graph.vertex_count, 1);
}
END_TEST

/* More shared vertices than the table in the frame takes. */
START_TEST(wide_shared_parts_are_copied_once)
{
    enum { WIDTH = 100 };
    xb_expression *e = xb_build_expression(program);
    uint32_t a = xb_expression_add(program, e, xb_build_intrinsic(program, "f"));
    uint32_t b = xb_expression_add(program, e, xb_build_intrinsic(program, "g"));
    for (uint32_t i = 1; i <= WIDTH; i++) {
        uint32_t x = xb_expression_add(program, e, whole("x", 0));
        xb_expression_connect(program, e, x, a, i);
        xb_expression_connect(program, e, x, b, i);
    }
    xb_expression_connect(program, e, a, b, WIDTH + 1);
    xb_expression *to = xb_build_expression(program);
    uint32_t top = xb_copy_subexpression(program, e, b, to, NULL, NULL);
    ck_assert_uint_eq(to->graph.vertex_count, WIDTH + 2);
    uint32_t inner_top = xb_expression_operand(to, top, WIDTH + 1);
    for (uint32_t i = 1; i <= WIDTH; i++)
        ck_assert_uint_eq(xb_expression_operand(to, top, i), xb_expression_operand(to, inner_top, i));
}
END_TEST

START_TEST(flow_vertices_are_copied_with_their_list)
{
    xb_flow_vertex *block = xb_node_create(program, XB_KIND_BASIC_BLOCK, sizeof *block, 4);
    xb_list_append(program->arena, &block->statements, xb_build_marker(program, "1", ""));
    xb_flow_vertex *copy = xb_copy_flow_vertex(program, block);
    ck_assert_ptr_eq(copy->statements.items[0], block->statements.items[0]);
    xb_list_append(program->arena, &copy->statements, xb_build_marker(program, "2", ""));
    xb_list_append(program->arena, &block->statements, xb_build_marker(program, "3", ""));
    ck_assert_str_eq(((xb_marker *)copy->statements.items[1])->statement.id->text, "2");
    ck_assert_uint_ne(copy->node.index, block->node.index);
}
END_TEST

START_TEST(routines_are_copied_with_their_graph)
{
    xb_routine *routine = xb_node_create(program, XB_KIND_CONTROL_FLOW_GRAPH, sizeof *routine, 4);
    xb_flow_graph *flow = &routine->flow;
    for (int i = 0; i < 2; i++) {
        xb_list_append(program->arena, &flow->vertices,
                       xb_node_create(program, XB_KIND_LABEL, sizeof(xb_flow_vertex), 0));
        xb_graph_add_vertex(program->arena, &flow->graph);
    }
    xb_list_append(program->arena, &flow->edges,
                   xb_node_create(program, XB_KIND_CONTROL_FLOW_EDGE, sizeof(xb_flow_edge), 0));
    xb_graph_add_edge(program->arena, &flow->graph, 0, 1);
    xb_routine *copy = xb_copy_routine(program, routine);
    ck_assert_ptr_eq(copy->flow.vertices.items[1], flow->vertices.items[1]);
    xb_graph_add_vertex(program->arena, &copy->flow.graph);
    xb_graph_add_edge(program->arena, &copy->flow.graph, 1, 2);
    ck_assert_uint_eq(flow->graph.vertex_count, 2);
    ck_assert_uint_eq(flow->graph.edge_count, 1);
    ck_assert_uint_eq(xb_graph_out_degree(&flow->graph, 1), 0);
    ck_assert_uint_eq(xb_graph_target(&copy->flow.graph, 0), 1);
}
END_TEST

START_TEST(calls_are_copied_with_their_arguments)
{
    xb_call *call = xb_node_create(program, XB_KIND_SUBROUTINE_CALL, sizeof *call, 4);
    call->statement.id = name("12");
    call->formal_count = 3;
    xb_build_argument(program, &call->arguments, rich_reference());
    xb_build_argument(program, &call->arguments, xb_build_integer(program, 3));
    ((xb_argument *)call->arguments.items[1])->position = 3;
    xb_call *copy = xb_copy_call(program, call);
    ck_assert_ptr_eq(copy->statement.id, name("12"));
    const xb_argument *first = copy->arguments.items[0], *second = copy->arguments.items[1];
    const xb_argument *old = call->arguments.items[0];
    ck_assert_ptr_ne(first, old);
    ck_assert_ptr_ne(first->reference, old->reference);
    ck_assert(first->reference->deriv && !first->reference->vertex.id);
    ck_assert_uint_eq(second->position, 3);
    ck_assert_ptr_ne(second->constant, ((xb_argument *)call->arguments.items[1])->constant);
}
END_TEST

static void add_case(Suite *suite, const char *case_name, const TTest *const *tests, size_t count)
{
    TCase *tcase = tcase_create(case_name);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 60);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
}

#define ADD_CASE(suite, name, ...)                             \
    add_case(suite, name, (const TTest *const[]){__VA_ARGS__}, \
             sizeof((const TTest *const[]){__VA_ARGS__}) / sizeof(const TTest *))

int main(void)
{
    Suite *suite = suite_create("ir");
    ADD_CASE(suite, "program", kinds_have_names, nodes_are_numbered, slots_keep_what_is_set,
             derived_nodes_stand_for_others, routines_are_found_by_symbol, formals_are_found_by_position,
             counters_count_by_stem);
    ADD_CASE(suite, "symbols", symbols_are_found_in_their_scope, bounds_are_reversed, active_types,
             types_and_shapes_have_names, temporaries_look_as_asked_for,
             names_of_temporaries_are_free_everywhere, taken_names_are_skipped_once);
    ADD_CASE(suite, "expressions", the_root_is_followed, operands_are_found_by_position,
             operands_come_before_operators);
    ADD_CASE(suite, "ranks", sections_keep_their_dimension, vector_subscripts_keep_their_dimension,
             inquiries_and_reductions_are_scalars, given_shapes_of_results_count,
             all_uses_of_a_shared_array_count, shared_parts_do_not_multiply, ranks_of_references);
    ADD_CASE(suite, "constants", values_of_constants, single_precision_rounds_once, what_is_no_number,
             long_constants_round_right, integer_constants, integer_expressions,
             large_integer_expressions_are_given_up);
    ADD_CASE(suite, "builders", real_constants_are_read_back, locales_do_not_matter,
             statements_and_arguments);
    ADD_CASE(suite, "copies", references_are_copied_without_flags, vertices_are_copied_with_flags,
             expressions_are_copied, deep_expressions_are_copied, small_parts_of_large_expressions_are_cheap,
             shared_parts_are_copied_once, wide_shared_parts_are_copied_once,
             flow_vertices_are_copied_with_their_list, routines_are_copied_with_their_graph,
             calls_are_copied_with_their_arguments);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
