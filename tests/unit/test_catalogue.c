/*
 * Look-up in the built-in catalogue, and documents on top of it. Documents are written to a file in the
 * working directory that each test removes. test_catalogue_errors.c has the documents that are wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalogue/builtin.h"
#include "languages/xaif/catalogue_reader.h"
#include "catalogue_fixture.h"
#include "suite.h"

static void set_up(void)
{
    catalogue_set_up();
}

static void tear_down(void)
{
    catalogue_tear_down();
}

START_TEST(tables_are_sorted)
{
    for (size_t i = 1; i < xb_builtin_inlinable_count; i++)
        ck_assert_str_lt(xb_builtin_inlinables[i - 1].name, xb_builtin_inlinables[i].name);
    for (size_t i = 1; i < xb_builtin_noninlinable_count; i++)
        ck_assert_str_lt(xb_builtin_noninlinables[i - 1].name, xb_builtin_noninlinables[i].name);
}
END_TEST

/* ---- the tables are what the documents say -------------------------------- */

static void check_same_text(const char *a, const char *b)
{
    ck_assert(!a == !b);
    if (a)
        ck_assert_str_eq(a, b);
}

static void check_same_partial(const xb_partial *a, const xb_partial *b)
{
    ck_assert_uint_eq(a->position, b->position);
    ck_assert_int_eq(a->kind, b->kind);
    ck_assert(a->non_value_inquiry == b->non_value_inquiry);
    ck_assert_uint_eq(a->vertex_count, b->vertex_count);
    for (size_t i = 0; i < a->vertex_count; i++) {
        const xb_partial_vertex *v = &a->vertices[i], *w = &b->vertices[i];
        ck_assert_int_eq(v->kind, w->kind);
        check_same_text(v->text, w->text);
        check_same_text(v->fe_type, w->fe_type);
        ck_assert_int_eq(v->type, w->type);
        ck_assert_uint_eq(v->argument, w->argument);
        ck_assert_uint_eq(v->operand_count, w->operand_count);
        for (unsigned p = 0; p < v->operand_count; p++) {
            ck_assert_uint_eq(v->operands[p], w->operands[p]);
            ck_assert_uint_lt(v->operands[p], i);
        }
    }
}

static void check_same_inlinable(const xb_inlinable *a, const xb_inlinable *b)
{
    ck_assert_uint_eq(a->argument_count, b->argument_count);
    ck_assert_int_eq(a->return_type, b->return_type);
    ck_assert(a->non_smooth == b->non_smooth);
    ck_assert_int_eq(a->shape_change, b->shape_change);
    ck_assert_int_eq(a->complex_rule, b->complex_rule);
    ck_assert_uint_eq(a->partial_count, b->partial_count);
    for (size_t p = 0; p < a->partial_count; p++)
        for (const xb_partial *of_a = &a->partials[p], *of_b = &b->partials[p]; of_a || of_b;
             of_a = of_a->of_complex, of_b = of_b->of_complex) {
            ck_assert(of_a && of_b);
            check_same_partial(of_a, of_b);
        }
}

static const char *shipped(const char *name)
{
    const char *top = getenv("XB_TOP_SRCDIR");
    ck_assert_msg(top != NULL, "XB_TOP_SRCDIR must name the top of the source tree");
    return xb_arena_format(fixture.arena, "%s/%s", top, name);
}

static void compare_tables(void *unused)
{
    (void)unused;
    xb_catalogue_items items;
    ck_assert_int_eq(xb_catalogue_parse(fixture.arena, fixture.diagnostics,
                                        shipped("catalogues/inlinable_intrinsics.xaif"), NULL, 0, NULL,
                                        &items),
                     XB_STATUS_OK);
    ck_assert_uint_eq(items.inlinables.count, xb_builtin_inlinable_count);
    for (size_t i = 0; i < items.inlinables.count; i++) {
        const xb_inlinable *item = items.inlinables.items[i];
        const xb_inlinable *builtin = inlinable(item->name);
        ck_assert_ptr_nonnull(builtin);
        check_same_inlinable(builtin, item);
    }
    ck_assert_int_eq(xb_catalogue_parse(fixture.arena, fixture.diagnostics,
                                        shipped("catalogues/noninlinable_intrinsics.xaif"), NULL, 0, NULL,
                                        &items),
                     XB_STATUS_OK);
    ck_assert_uint_eq(items.noninlinables.count, xb_builtin_noninlinable_count);
    for (size_t i = 0; i < items.noninlinables.count; i++) {
        const xb_noninlinable *item = items.noninlinables.items[i];
        const xb_noninlinable *builtin = noninlinable(item->name);
        ck_assert_ptr_nonnull(builtin);
        check_same_text(builtin->derivative_action, item->derivative_action);
        check_same_text(builtin->jacobian, item->jacobian);
        ck_assert_uint_eq(builtin->partial_count, item->partial_count);
    }
}

START_TEST(tables_are_the_documents)
{
    ck_assert(xb_protect(fixture.failure, compare_tables, NULL));
}
END_TEST

/* ---- look-up ---------------------------------------------------------------- */

START_TEST(builtin_items)
{
    const xb_inlinable *item = inlinable("mul_scal_scal");
    ck_assert_ptr_nonnull(item);
    ck_assert_uint_eq(item->argument_count, 2);
    const xb_partial *partial = xb_inlinable_partial(item, 1);
    ck_assert_uint_eq(partial->vertex_count, 1);
    ck_assert_int_eq(partial->vertices[0].kind, XB_KIND_ARGUMENT_REFERENCE);
    ck_assert_uint_eq(partial->vertices[0].argument, 2);
    ck_assert_ptr_null(xb_inlinable_partial(item, 0));
    ck_assert_ptr_null(xb_inlinable_partial(item, 3));
    ck_assert_ptr_null(noninlinable("mul_scal_scal"));

    const xb_noninlinable *whole = noninlinable("transpose_arr");
    ck_assert_ptr_nonnull(whole);
    ck_assert_str_eq(whole->derivative_action, "transpose_arr");
    ck_assert_ptr_null(whole->jacobian);
    ck_assert_ptr_null(inlinable("transpose_arr"));

    ck_assert_ptr_null(inlinable(""));
    ck_assert_ptr_null(inlinable("zzz"));
    ck_assert_ptr_null(inlinable("mul_scal"));
    ck_assert_ptr_null(noninlinable("mul_scal"));
}
END_TEST

START_TEST(properties_of_builtin_items)
{
    ck_assert(inlinable("abs_scal")->non_smooth);
    ck_assert(!inlinable("sin_scal")->non_smooth);
    ck_assert_int_eq(inlinable("sin_scal")->complex_rule, XB_COMPLEX_HOLOMORPHIC);
    ck_assert_int_eq(inlinable("abs_scal")->complex_rule, XB_COMPLEX_REFUSED);
    ck_assert_int_eq(inlinable("real_scal")->complex_rule, XB_COMPLEX_REFUSED);
    ck_assert_int_eq(inlinable("complex_scal")->return_type, XB_TYPE_COMPLEX);
    ck_assert_int_eq(inlinable("sin_scal")->return_type, XB_TYPE_REAL);
    ck_assert_int_eq(inlinable("int_scal")->return_type, XB_TYPE_INTEGER);
    ck_assert_int_eq(inlinable("size")->shape_change, XB_SHAPE_SCALAR);
    ck_assert_int_eq(inlinable("shape_arr")->shape_change, XB_SHAPE_RANK);
    ck_assert_int_eq(inlinable("sin_scal")->shape_change, XB_SHAPE_SAME);
    ck_assert(xb_inlinable_partial(inlinable("size"), 1)->non_value_inquiry);
    ck_assert(!xb_inlinable_partial(inlinable("size"), 2)->non_value_inquiry);
    ck_assert(xb_partial_is_refused(xb_inlinable_partial(inlinable("transfer"), 1)));
    ck_assert(!xb_partial_is_refused(xb_inlinable_partial(inlinable("size"), 1)));
}
END_TEST

START_TEST(nearest_name)
{
    ck_assert_str_eq(nearest("sin_skal"), "sin_scal");
    ck_assert_str_eq(nearest("transpose_ar"), "transpose_arr");
    ck_assert_ptr_null(nearest("qqqqqqqqqqqqqqqqqqq"));
    /* what is called otherwise elsewhere */
    ck_assert_str_eq(nearest("log_scal"), "ln_scal");
    ck_assert_str_eq(nearest("minus_scal_scal"), "sub_scal_scal");
    ck_assert_str_eq(nearest("atan2_scal_scal"), "arctan2_scal_scal");
    ck_assert_str_eq(nearest("exp"), "exp_scal");
    ck_assert_str_eq(nearest("log"), "ln_scal");
}
END_TEST

/* ---- documents on top --------------------------------------------------------- */

#define PASSIVE "<ii:Partial partial_id='1' partial_type='passive'/>"

START_TEST(new_intrinsic)
{
    /* edges before vertices, quotes and prefixes of another kind, vertices shared */
    accept(INLINABLE(
        "<ii:InlinableIntrinsic name='square_scal' nr_arguments='1' nonSmooth='1' return_type='complex'>"
        "<ii:Function type='builtin' builtin_name='  square  csquare'/>"
        "<ii:Partial partial_id=' 1 '>"
        "<x:ExpressionEdge edge_id='1' source='a' target='m' position='2'/>"
        "<x:ExpressionEdge edge_id='1' source='c' target='m' position='1'/>"
        "<x:Intrinsic vertex_id='m' name='mul_scal_scal' rType='real' rShape='scalar'/>"
        "<x:Constant vertex_id='c' type='double' feType='F4' value='2.0'/>"
        "<ii:ArgumentReference vertex_id='a' argument='1'/>"
        "</ii:Partial></ii:InlinableIntrinsic>"));
    const xb_inlinable *item = inlinable("square_scal");
    ck_assert_ptr_nonnull(item);
    ck_assert(item->non_smooth);
    ck_assert_int_eq(item->return_type, XB_TYPE_COMPLEX);
    ck_assert_int_eq(item->complex_rule, XB_COMPLEX_HOLOMORPHIC);
    const xb_partial *partial = xb_inlinable_partial(item, 1);
    ck_assert_int_eq(partial->kind, XB_PARTIAL_NONLINEAR);
    ck_assert_uint_eq(partial->vertex_count, 3);
    const xb_partial_vertex *root = &partial->vertices[2];
    ck_assert_str_eq(root->text, "mul_scal_scal");
    ck_assert_uint_eq(root->operand_count, 2);
    const xb_partial_vertex *two = &partial->vertices[root->operands[0]];
    ck_assert_str_eq(two->text, "2.0");
    ck_assert_str_eq(two->fe_type, "F4");
    ck_assert_int_eq(two->type, XB_TYPE_DOUBLE);
    ck_assert_uint_eq(partial->vertices[root->operands[1]].argument, 1);
    ck_assert_ptr_nonnull(inlinable("mul_scal_scal"));
    ck_assert_str_eq(nearest("square_skal"), "square_scal");
}
END_TEST

START_TEST(kinds_say_it_all)
{
    /* the literal of a linear_one partial doesn't matter; a function may be defined by a formula */
    accept(INLINABLE(
        "<ii:InlinableIntrinsic name='same' nr_arguments='4'>"
        "<ii:Function><ii:ArgumentReference argument='1'/></ii:Function>"
        "<ii:Partial partial_id='4' partial_type='linear'><x:Constant type='real' value='3.5'/></ii:Partial>"
        "<ii:Partial partial_id='2' partial_type='linear_minus_one'/>"
        "<ii:Partial partial_id='1' partial_type='linear_one'><x:Constant type='integer' value='-1'/>"
        "</ii:Partial>"
        "<ii:Partial partial_id='3' partial_type='nonlinear'/>"
        "</ii:InlinableIntrinsic>"));
    const xb_inlinable *item = inlinable("same");
    ck_assert_int_eq(item->complex_rule, XB_COMPLEX_REFUSED);
    ck_assert_int_eq(xb_inlinable_partial(item, 1)->kind, XB_PARTIAL_ONE);
    ck_assert_uint_eq(xb_inlinable_partial(item, 1)->vertex_count, 0);
    ck_assert_int_eq(xb_inlinable_partial(item, 2)->kind, XB_PARTIAL_MINUS_ONE);
    ck_assert(xb_partial_is_refused(xb_inlinable_partial(item, 3)));
    ck_assert_int_eq(xb_inlinable_partial(item, 4)->kind, XB_PARTIAL_LINEAR);
    ck_assert_str_eq(xb_inlinable_partial(item, 4)->vertices[0].text, "3.5");
}
END_TEST

START_TEST(intrinsics_of_one_document_use_each_other)
{
    accept(INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1'><ii:Function/>"
                     "<ii:Partial partial_id='1'><x:Intrinsic vertex_id='1' name='g'/>"
                     "<ii:ArgumentReference vertex_id='2' argument='0'/>"
                     "<x:ExpressionEdge edge_id='1' source='2' target='1' position='1'/></ii:Partial>"
                     "</ii:InlinableIntrinsic>"
                     "<ii:InlinableIntrinsic name='g' nr_arguments='1'><ii:Function/>"
                     "<ii:Partial partial_id='1'><x:Intrinsic vertex_id='1' name='f'/>"
                     "<ii:ArgumentReference vertex_id='2' argument='1'/>"
                     "<x:ExpressionEdge edge_id='1' source='2' target='1' position='1'/></ii:Partial>"
                     "</ii:InlinableIntrinsic>"));
    ck_assert_str_eq(xb_inlinable_partial(inlinable("f"), 1)->vertices[1].text, "g");
    ck_assert_str_eq(xb_inlinable_partial(inlinable("g"), 1)->vertices[1].text, "f");
}
END_TEST

START_TEST(boolean_operations_in_formulas)
{
    accept(INLINABLE(
        "<ii:InlinableIntrinsic name='step' nr_arguments='1'><ii:Function/><ii:Partial partial_id='1'>"
        "<x:Intrinsic vertex_id='1' name='merge_scal_scal_scal'/>"
        "<x:Constant vertex_id='2' type='real' value='1.0'/>"
        "<x:Constant vertex_id='3' type='real' value='2.0'/>"
        "<x:BooleanOperation vertex_id='4' name='less_than'/>"
        "<ii:ArgumentReference vertex_id='5' argument='1'/>"
        "<x:ExpressionEdge edge_id='1' source='2' target='1' position='1'/>"
        "<x:ExpressionEdge edge_id='2' source='3' target='1' position='2'/>"
        "<x:ExpressionEdge edge_id='3' source='4' target='1' position='3'/>"
        "<x:ExpressionEdge edge_id='4' source='5' target='4' position='1'/>"
        "<x:ExpressionEdge edge_id='5' source='2' target='4' position='2'/>"
        "</ii:Partial></ii:InlinableIntrinsic>"));
    const xb_partial *partial = xb_inlinable_partial(inlinable("step"), 1);
    ck_assert_uint_eq(partial->vertex_count, 5);
    const xb_partial_vertex *test = &partial->vertices[partial->vertices[4].operands[2]];
    ck_assert_int_eq(test->kind, XB_KIND_BOOLEAN_OPERATION);
    ck_assert_str_eq(test->text, "less_than");
    ck_assert_uint_eq(test->operands[1], partial->vertices[4].operands[0]);
}
END_TEST

START_TEST(items_replace_each_other)
{
    accept(INLINABLE("<ii:InlinableIntrinsic name='sin_scal' nr_arguments='1'><ii:Function/>" PASSIVE
                     "</ii:InlinableIntrinsic>"
                     "<ii:InlinableIntrinsic name='transpose_arr' nr_arguments='1'><ii:Function/>" PASSIVE
                     "</ii:InlinableIntrinsic>"));
    ck_assert_int_eq(xb_inlinable_partial(inlinable("sin_scal"), 1)->kind, XB_PARTIAL_PASSIVE);
    ck_assert_ptr_nonnull(inlinable("transpose_arr"));
    ck_assert_ptr_null(noninlinable("transpose_arr"));
    accept(NONINLINABLE("<n:DirectAction name='sin_scal' derivAction='dsin' nonSmooth='true'/>"));
    ck_assert_ptr_null(inlinable("sin_scal"));
    ck_assert_str_eq(noninlinable("sin_scal")->derivative_action, "dsin");
    ck_assert(noninlinable("sin_scal")->non_smooth);
    ck_assert_ptr_nonnull(inlinable("cos_scal"));
}
END_TEST

START_TEST(explicit_jacobians)
{
    accept(NONINLINABLE("<n:ExplicitJacobian name='f' jacobian='fj' return_type='complex'>"
                        "<n:Partial dep='1' indep='2' partial='3'/><n:Partial dep='1' indep='3' partial='4'/>"
                        "</n:ExplicitJacobian>"
                        "<n:ExplicitJacobian name='s' jacobian='sj'>"
                        "<n:Partial dep='2' indep='1' partial='4'/><n:Partial dep='2' indep='2' partial='5'/>"
                        "<n:Partial dep='3' indep='1' partial='6'/><n:Partial dep='3' indep='2' partial='7'/>"
                        "</n:ExplicitJacobian>"));
    const xb_noninlinable *f = noninlinable("f"), *s = noninlinable("s");
    ck_assert_str_eq(f->jacobian, "fj");
    ck_assert_ptr_null(f->derivative_action);
    ck_assert_int_eq(f->return_type, XB_TYPE_COMPLEX);
    ck_assert_uint_eq(f->partial_count, 2);
    ck_assert_uint_eq(f->partials[1].dependent, 1);
    ck_assert_uint_eq(f->partials[1].independent, 3);
    ck_assert_uint_eq(f->partials[1].partial, 4);
    ck_assert_int_eq(s->return_type, XB_TYPE_REAL);
    ck_assert_uint_eq(s->partial_count, 4);
}
END_TEST

START_TEST(shipped_example)
{
    ck_assert_int_eq(read_file(shipped("examples/noninlinable.xaif")), XB_STATUS_OK);
    ck_assert_uint_eq(xb_diagnostics_count(fixture.diagnostics), 0);
}
END_TEST

START_TEST(empty_catalogues)
{
    accept(INLINABLE(""));
    accept(NONINLINABLE("<!-- nothing --><?nothing?>"));
    ck_assert_ptr_nonnull(inlinable("sin_scal"));
}
END_TEST

START_TEST(standard_input)
{
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    fputs(NONINLINABLE("<n:DirectAction name='f' derivAction='g'/>"), file);
    rewind(file);
    ck_assert_int_eq(dup2(fileno(file), STDIN_FILENO), STDIN_FILENO);
    fclose(file);
    ck_assert_int_eq(read_file("-"), XB_STATUS_OK);
    ck_assert_str_eq(noninlinable("f")->derivative_action, "g");
}
END_TEST

/* ---- enumeration -------------------------------------------------------------- */

typedef struct tally {
    size_t count;
    const char *last;
    bool seen_new, seen_sin, seen_conj;
} tally;

static void count_name(tally *t, const char *name)
{
    if (t->last)
        ck_assert_str_lt(t->last, name);
    t->last = name;
    t->count++;
    t->seen_new |= strcmp(name, "new_scal") == 0;
    t->seen_sin |= strcmp(name, "sin_scal") == 0;
    t->seen_conj |= strcmp(name, "conj_scal") == 0;
}

static void count_inlinable(void *context, const xb_inlinable *item)
{
    count_name(context, item->name);
}

static void count_noninlinable(void *context, const xb_noninlinable *item)
{
    count_name(context, item->name);
}

START_TEST(enumeration_is_sorted_and_complete)
{
    tally t = {0};
    xb_catalogue_each_inlinable(fixture.catalogue, count_inlinable, &t);
    ck_assert_uint_eq(t.count, xb_builtin_inlinable_count);
    accept(INLINABLE("<ii:InlinableIntrinsic name='new_scal' nr_arguments='1'><ii:Function/>" PASSIVE
                     "</ii:InlinableIntrinsic>"
                     "<ii:InlinableIntrinsic name='~last' nr_arguments='1'><ii:Function/>" PASSIVE
                     "</ii:InlinableIntrinsic>"
                     "<ii:InlinableIntrinsic name='!first' nr_arguments='1'><ii:Function/>" PASSIVE
                     "</ii:InlinableIntrinsic>"
                     "<ii:InlinableIntrinsic name='conj_scal' nr_arguments='1'><ii:Function/>" PASSIVE
                     "</ii:InlinableIntrinsic>"
                     "<ii:InlinableIntrinsic name='cos_scal' nr_arguments='1'><ii:Function/>" PASSIVE
                     "</ii:InlinableIntrinsic>"));
    accept(NONINLINABLE("<n:DirectAction name='sin_scal' derivAction='sin_scal'/>"));
    t = (tally){0};
    xb_catalogue_each_inlinable(fixture.catalogue, count_inlinable, &t);
    ck_assert_uint_eq(t.count, xb_builtin_inlinable_count + 4 - 1); /* new: 4; sin_scal went */
    ck_assert(t.seen_new && !t.seen_sin && t.seen_conj);
    ck_assert_str_eq(t.last, "~last");
    t = (tally){0};
    xb_catalogue_each_noninlinable(fixture.catalogue, count_noninlinable, &t);
    ck_assert_uint_eq(t.count, xb_builtin_noninlinable_count); /* sin_scal came, conj_scal went */
    ck_assert(t.seen_sin && !t.seen_conj);
}
END_TEST

/* ---- lack of memory ----------------------------------------------------------- */

static const xb_inlinable *fail_to_find(const void *context, const char *name)
{
    (void)context;
    (void)name;
    xb_fail(fixture.failure);
}

static void parse_and_fail(void *file)
{
    xb_catalogue_known known = {fail_to_find, NULL};
    xb_catalogue_items items;
    xb_catalogue_parse(fixture.arena, fixture.diagnostics, file, NULL, 0, &known, &items);
    ck_abort_msg("the failure was not passed on");
}

/* A leak checker sees to it that the document was closed. */
START_TEST(lack_of_memory_is_passed_on)
{
    write_document(INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1'><ii:Function/>"
                             "<ii:Partial partial_id='1'><x:Intrinsic vertex_id='1' name='cos_scal'/>"
                             "<ii:ArgumentReference vertex_id='2' argument='1'/>"
                             "<x:ExpressionEdge edge_id='1' source='2' target='1' position='1'/></ii:Partial>"
                             "</ii:InlinableIntrinsic>"));
    ck_assert(!xb_protect(fixture.failure, parse_and_fail, document_name));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("catalogue");
    TCase *tests = tcase_create("catalogue");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, tables_are_sorted);
    tcase_add_test(tests, tables_are_the_documents);
    tcase_add_test(tests, builtin_items);
    tcase_add_test(tests, properties_of_builtin_items);
    tcase_add_test(tests, nearest_name);
    tcase_add_test(tests, new_intrinsic);
    tcase_add_test(tests, kinds_say_it_all);
    tcase_add_test(tests, intrinsics_of_one_document_use_each_other);
    tcase_add_test(tests, boolean_operations_in_formulas);
    tcase_add_test(tests, items_replace_each_other);
    tcase_add_test(tests, explicit_jacobians);
    tcase_add_test(tests, shipped_example);
    tcase_add_test(tests, empty_catalogues);
    tcase_add_test(tests, standard_input);
    tcase_add_test(tests, enumeration_is_sorted_and_complete);
    tcase_add_test(tests, lack_of_memory_is_passed_on);
    suite_add_tcase(suite, tests);
    suite_add_tcase(suite, catalogue_error_tests());
    return suite_run(suite);
}
