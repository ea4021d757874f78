/*
 * Programs, nodes, sets and maps of them, symbols and generated names; look-ups in expressions; builders.
 */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ir/decoration.h"
#include "ir/node_map.h"
#include "ir/taken_names.h"
#include "ir_fixture.h"

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
    void *items[] = {a, c};
    xb_list two = {items, 2, 2};
    xb_derive(program, b, &two);
    items[0] = items[1] = NULL; /* the list is the caller's and was copied */
    two = (xb_list){0};
    ck_assert_ptr_eq(xb_current(a), b);
    ck_assert_uint_eq(xb_derived(b)->count, 2);
    ck_assert_ptr_eq(xb_derived(b)->items[0], a);
    ck_assert_ptr_eq(xb_derived(b)->items[1], c);
    xb_derive(program, b, &two);
    ck_assert_uint_eq(xb_derived(b)->count, 0);
    xb_derive(program, b, NULL);
    ck_assert_ptr_null(xb_derived(b));
    ck_assert_ptr_eq(xb_current(a), b);
    ck_assert_ptr_eq(xb_view_newest(XB_VIEW_READ, a), a);
}
END_TEST

/* What stands for a: "b c". */
static const char *seen(xb_view view, const xb_node *a)
{
    xb_text *text = xb_text_create(program->arena);
    xb_list list = {0};
    xb_view_append(program->arena, view, a, &list);
    for (size_t i = 0; i < list.count; i++)
        xb_output_format(xb_text_output(text), "%s ", ((const xb_symbol *)list.items[i])->id->text);
    return xb_text_join(text, NULL);
}

START_TEST(what_stands_for_a_node)
{
    xb_node *a = &variable("a", 0)->node, *b = &variable("b", 0)->node, *c = &variable("c", 0)->node;
    ck_assert_ptr_null(xb_view_single(XB_VIEW_DERIVED, NULL));
    ck_assert_ptr_eq(xb_view_single(XB_VIEW_DERIVED, a), a);
    xb_derive(program, a, &(xb_list){(void *[]){b, a, c}, 3, 3});
    ck_assert_str_eq(seen(XB_VIEW_DERIVED, a), "b a c ");
    ck_assert_str_eq(seen(XB_VIEW_READ, a), "a ");
    ck_assert_ptr_null(xb_view_single(XB_VIEW_DERIVED, a));
    ck_assert_ptr_eq(xb_view_single(XB_VIEW_READ, a), a);
    ck_assert_ptr_eq(xb_current(a), a);
    xb_derive(program, b, &(xb_list){0});
    xb_derive_one(program, c, b);
    ck_assert_str_eq(seen(XB_VIEW_DERIVED, a), "a ");
    ck_assert_ptr_null(xb_view_single(XB_VIEW_DERIVED, b));
    ck_assert_ptr_null(xb_view_single(XB_VIEW_DERIVED, c));
    ck_assert_ptr_eq(xb_current(c), b);
}
END_TEST

/* A chain that ends in a circle ends with the node that comes a second time first, however long both are. */
START_TEST(circles_of_derived_nodes)
{
    enum { LONGEST = 40 };
    for (int tail = 0; tail < LONGEST; tail++) {
        for (int circle = 1; circle < LONGEST; circle++) {
            xb_node *nodes[2 * LONGEST];
            int count = tail + circle;
            for (int i = 0; i < count; i++)
                nodes[i] = xb_node_create(program, XB_KIND_SYMBOL, sizeof(xb_symbol), 0);
            for (int i = 0; i < count; i++)
                xb_derive_one(program, nodes[i], nodes[i + 1 < count ? i + 1 : tail]);
            ck_assert_ptr_eq(xb_current(nodes[0]), nodes[tail]);
            ck_assert_ptr_eq(xb_view_single(XB_VIEW_DERIVED, nodes[0]), nodes[tail]);
            xb_list list = {0};
            xb_view_append(program->arena, XB_VIEW_DERIVED, nodes[0], &list);
            ck_assert_uint_eq(list.count, 1);
            ck_assert_ptr_eq(list.items[0], nodes[tail]);
        }
    }
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
    xb_temporary_type type = {
        .type = XB_TYPE_COMPLEX, .fe_type = name("C8"), .rank = 2, .bounds = bounds, .active = true};
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
    t = xb_temporary_create(program, inner, "acc", (xb_temporary_type){.type = XB_TYPE_REAL, .rank = 2});
    ck_assert(t->bounds_count == 0 && !t->bounds && t->rank == 2);
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
    xb_symbol_create(program, other, name("AD_prp_0_17"), false); /* with numbers of a front end */
    xb_symbol_create(program, other, name("ad_prp_1__3"), false);
    ck_assert_str_eq(next_name(inner, "prp"), "ad_prp_2");
    xb_symbol_create(program, inner, name("AD_Z_0"), false);
    xb_symbol_create(program, inner, name("ad_A_0"), false);
    ck_assert_str_eq(next_name(inner, "z"), "ad_z_1");
    ck_assert_str_eq(next_name(inner, "a"), "ad_a_1");
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
    const xb_reference *x = whole("x", 0);
    ck_assert(x->live && !x->deriv && x->active == XB_ACTIVITY_UNDEFINED && x->subscripts.count == 0);
    xb_assignment *a = xb_build_assignment(program, "17", whole("y", 0), integer(1));
    ck_assert_int_eq(a->statement.node.kind, XB_KIND_ASSIGNMENT);
    ck_assert_str_eq(a->statement.id->text, "17");
    xb_inlinable_call *call = xb_build_inlinable_call(program, XB_RUNTIME_PUSH, "inline_push");
    xb_build_argument(program, &call->arguments, whole("x", 0));
    xb_build_argument(program, &call->arguments, xb_build_integer(program, 3));
    const xb_argument *first = call->arguments.items[0], *second = call->arguments.items[1];
    ck_assert(first->reference && !first->constant && first->position == 1);
    ck_assert(!second->reference && second->constant && second->position == 2);
    xb_marker *marker = xb_build_marker(program, "m", "text");
    ck_assert_str_eq(marker->text->text, "text");
    ck_assert_int_eq(marker->statement.node.kind, XB_KIND_MARKER);
}
END_TEST

/* ---- names of front ends ---- */

START_TEST(decoration_is_underscores_and_a_number)
{
    static const struct {
        const char *id;
        size_t one, all; /* lengths without at most one underscore, and without all */
    } cases[] = {{"foo_12", 3, 3}, {"foo__12", 4, 3}, {"foo", 3, 3}, {"foo12", 5, 5}, {"foo_", 4, 4},
                 {"_12", 3, 3},    {"_1", 2, 2},      {"12", 2, 2},  {"a_1_2", 3, 3}, {"", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = strlen(cases[i].id);
        ck_assert_uint_eq(xb_plain_length(cases[i].id, length, 1), cases[i].one);
        ck_assert_uint_eq(xb_plain_length(cases[i].id, length, SIZE_MAX), cases[i].all);
    }
    ck_assert_str_eq(xb_plain_text(program->arena, "barext__27"), "barext");
}
END_TEST

START_TEST(names_agree_more_or_less)
{
    ck_assert_int_eq(xb_name_agreement("foo", "foo"), XB_AGREES_EXACTLY);
    ck_assert_int_eq(xb_name_agreement("FOO", "foo"), XB_AGREES_BUT_FOR_CASE);
    ck_assert_int_eq(xb_name_agreement("foo__12", "Foo"), XB_AGREES_UNDECORATED);
    ck_assert_int_eq(xb_name_agreement("foo_", "foo"), XB_AGREES_UNDECORATED);
    ck_assert_int_eq(xb_name_agreement("foo__12", "foo_"), XB_AGREES_UNDECORATED);
    ck_assert_int_eq(xb_name_agreement("foo12", "foo"), XB_AGREES_BEGINNING);
    ck_assert_int_eq(xb_name_agreement("foo_1_a", "foo"), XB_AGREES_BEGINNING);
    ck_assert_int_eq(xb_name_agreement("fo", "foo"), XB_AGREES_NOT);
    ck_assert(xb_name_agrees("foo_1", "foo") && !xb_name_agrees("foob", "foo"));
}
END_TEST

START_TEST(takers_of_names_are_known)
{
    program->prefix = xb_program_name(program, "OAD_");
    xb_scope *scope = xb_scope_create(program, xb_program_name(program, "1"));
    xb_symbol *foo = xb_symbol_create(program, scope, xb_program_name(program, "Foo_7"), false);
    const xb_list *whole = xb_name_takers(program, "fOO_7", 5), *plain = xb_name_takers(program, "foo", 3);
    ck_assert(whole && whole->count == 1 && whole->items[0] == foo);
    ck_assert(plain && plain->count == 1 && plain->items[0] == foo);
    ck_assert_ptr_null(xb_name_takers(program, "oad_tmp_0", 9));
    ck_assert(!xb_name_is_temporary(program, "oad_tmp_0", 9));
    xb_temporary_create(program, scope, "tmp", (xb_temporary_type){.type = XB_TYPE_REAL});
    ck_assert_ptr_null(xb_name_takers(program, "oad_tmp_0", 9));
    ck_assert(xb_name_is_temporary(program, "oad_TMP_0", 9));
    ck_assert(!xb_name_is_temporary(program, "oad_tmp_1", 9));
    ck_assert(!xb_name_is_temporary(program, "tmp_0", 5));
    ck_assert(!xb_name_is_temporary(program, "oad_other_0", 11));
}
END_TEST

/* ---- sets and maps of nodes ---- */

enum { NODES = 1000 };

/* Every third number, the first ones and last ones included. */
static xb_node *some_nodes(void)
{
    static xb_node nodes[NODES];
    for (uint32_t i = 0; i < NODES; i++)
        nodes[i].index = i < NODES / 2 ? 3 * i : UINT32_MAX - 3 * (NODES - 1 - i);
    return nodes;
}

START_TEST(node_sets_tell_what_is_new)
{
    const xb_node *nodes = some_nodes(), same = nodes[NODES - 1], other = {.index = 1};
    xb_node_set set = {0};
    ck_assert(xb_node_set_is_empty(&set) && !xb_node_set_has(&set, nodes));
    for (size_t i = 0; i < NODES; i++) {
        ck_assert(!xb_node_set_has(&set, &nodes[i]));
        ck_assert(xb_node_set_add(arena, &set, &nodes[i]));
        ck_assert(!xb_node_set_add(arena, &set, &nodes[i]));
        ck_assert(!xb_node_set_add(arena, &set, &nodes[i / 2]));
    }
    for (size_t i = 0; i < NODES; i++)
        ck_assert(xb_node_set_has(&set, &nodes[i]));
    ck_assert(xb_node_set_has(&set, &same) && !xb_node_set_has(&set, &other));
    ck_assert(!xb_node_set_is_empty(&set));
}
END_TEST

START_TEST(node_maps_have_the_last_value)
{
    const xb_node *nodes = some_nodes(), other = {.index = 1};
    static int values[NODES];
    xb_node_map map = {0};
    ck_assert(xb_node_map_is_empty(&map) && !xb_node_map_get(&map, nodes));
    for (size_t i = 0; i < NODES; i++)
        xb_node_map_put(arena, &map, &nodes[i], &values[0]);
    for (size_t i = 0; i < NODES; i++)
        xb_node_map_put(arena, &map, &nodes[i], &values[i]);
    for (size_t i = 0; i < NODES; i++)
        ck_assert_ptr_eq(xb_node_map_get(&map, &nodes[i]), &values[i]);
    ck_assert(!xb_node_map_is_empty(&map) && !xb_node_map_get(&map, &other));
}
END_TEST

START_TEST(node_maps_collect_lists)
{
    const xb_node *nodes = some_nodes();
    xb_node_map map = {0};
    for (size_t i = 0; i < NODES; i++)
        xb_list_append(arena, xb_node_map_make(arena, &map, &nodes[i % 7], sizeof(xb_list)), &nodes[i]);
    for (size_t i = 0; i < NODES; i++)
        ck_assert_ptr_eq(((xb_list *)xb_node_map_get(&map, &nodes[i % 7]))->items[i / 7], &nodes[i]);
    ck_assert_ptr_null(xb_node_map_get(&map, &nodes[7]));
}
END_TEST

START_TEST(node_numbers_begin_with_0)
{
    const xb_node *nodes = some_nodes(), other = {.index = 1};
    xb_node_numbers numbers = {0};
    xb_node_numbers_reserve(arena, &numbers, NODES);
    for (uint32_t i = 0; i < NODES; i++) {
        ck_assert_uint_eq(xb_node_numbers_get(&numbers, &nodes[i]), XB_NO_NUMBER);
        xb_node_numbers_put(arena, &numbers, &nodes[i], 5);
        xb_node_numbers_put(arena, &numbers, &nodes[i], i);
    }
    xb_node_numbers_put(arena, &numbers, &nodes[1], XB_NO_NUMBER - 1);
    ck_assert_uint_eq(xb_node_numbers_get(&numbers, &nodes[1]), XB_NO_NUMBER - 1);
    for (uint32_t i = 2; i < NODES; i++)
        ck_assert_uint_eq(xb_node_numbers_get(&numbers, &nodes[i]), i);
    ck_assert_uint_eq(xb_node_numbers_get(&numbers, &nodes[0]), 0);
    ck_assert_uint_eq(xb_node_numbers_get(&numbers, &other), XB_NO_NUMBER);
    ck_assert_uint_eq(XB_NO_NUMBER, XB_GRAPH_NONE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ir");
    ADD_CASE(suite, "program", kinds_have_names, nodes_are_numbered, slots_keep_what_is_set,
             derived_nodes_stand_for_others, what_stands_for_a_node, circles_of_derived_nodes,
             routines_are_found_by_symbol, formals_are_found_by_position, counters_count_by_stem);
    ADD_CASE(suite, "containers", node_sets_tell_what_is_new, node_maps_have_the_last_value,
             node_maps_collect_lists, node_numbers_begin_with_0);
    ADD_CASE(suite, "symbols", symbols_are_found_in_their_scope, bounds_are_reversed, active_types,
             types_and_shapes_have_names, temporaries_look_as_asked_for,
             names_of_temporaries_are_free_everywhere, taken_names_are_skipped_once);
    ADD_CASE(suite, "names", decoration_is_underscores_and_a_number, names_agree_more_or_less,
             takers_of_names_are_known);
    ADD_CASE(suite, "expressions", the_root_is_followed, operands_are_found_by_position,
             operands_come_before_operators);
    ADD_CASE(suite, "builders", real_constants_are_read_back, locales_do_not_matter,
             statements_and_arguments);
    return ir_run(suite);
}
