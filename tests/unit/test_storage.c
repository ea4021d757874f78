/*
 * Storage classes, overlap and definitions, of a program with the front end's information and without it.
 */
#include <string.h>

#include "analysis/definitions.h"
#include "analysis/overlap.h"
#include "analysis/storage.h"
#include "documents.h"
#include "ir/build.h"
#include "suite.h"

static xb_failure *failure;
static xb_arena *arena;
static xb_program *program;
static xb_analyses *analyses;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
}

static void tear_down(void)
{
    xb_analyses_destroy(analyses);
    documents_forget();
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* Says that nothing is known of some keys: a key of spaces and zeros in their place. */
static void forget(char *text, const char *attribute)
{
    for (char *at = strstr(text, attribute); at; at = strstr(at, attribute))
        for (at += strlen(attribute); *at != '"'; at++)
            *at = '0';
}

static void load(const char *name, bool aliases, bool chains)
{
    const char *text = documents_file(arena, name);
    char *copy = xb_arena_copy_text(arena, text, strlen(text));
    if (!aliases)
        forget(copy, " alias=\"");
    if (!chains)
        forget(copy, " du_ud=\"");
    program = documents_load(arena, copy);
    analyses = xb_analyses_create(arena, program, xb_catalogue_create(arena));
}

static const xb_routine *routine(const char *name)
{
    for (size_t i = 0; i < program->routines.count; i++)
        if (strcmp(((const xb_routine *)program->routines.items[i])->symbol->id->text, name) == 0)
            return program->routines.items[i];
    ck_abort_msg("there is no routine %s", name);
    return NULL;
}

static const xb_symbol *symbol_of(const char *owner, const char *name)
{
    const xb_symbol *symbol = xb_symbol_find(routine(owner)->scope, xb_program_name(program, name));
    ck_assert_msg(symbol != NULL, "there is no %s in %s", name, owner);
    return symbol;
}

static uint32_t class_of(const char *owner, const char *name)
{
    return xb_storage_class(xb_storage_of(analyses), symbol_of(owner, name));
}

static const char document[] = "tests/data/analyses/definitions.xaif";

/* ---- storage ---- */

START_TEST(formal_arguments_share_nothing)
{
    load(document, false, false);
    ck_assert_uint_ne(class_of("head", "x"), class_of("head", "y"));
    ck_assert_uint_ne(class_of("head", "x"), class_of("head", "t"));
    ck_assert(xb_storage_is_formal(xb_storage_of(analyses), symbol_of("head", "x")));
    ck_assert(!xb_storage_is_formal(xb_storage_of(analyses), symbol_of("head", "t")));
}
END_TEST

START_TEST(other_variables_of_a_type_may_be_equivalent)
{
    load(document, false, false);
    ck_assert_uint_eq(class_of("head", "t"), class_of("head", "u"));
    ck_assert_uint_eq(class_of("head", "t"), class_of("head", "a"));
    ck_assert_uint_ne(class_of("head", "t"), class_of("head", "i"));
}
END_TEST

START_TEST(what_is_not_declared_shares_nothing_if_that_is_said)
{
    load(document, false, false);
    program->storage_is_declared = true;
    ck_assert_uint_ne(class_of("head", "t"), class_of("head", "u"));
    ck_assert_uint_ne(class_of("keeps", "p"), class_of("keeps", "q")); /* only alias sets told */
    ((xb_symbol *)symbol_of("head", "v"))->pointer = true;
    ck_assert_uint_eq(class_of("head", "v"), XB_STORAGE_ANYWHERE);
}
END_TEST

START_TEST(alias_sets_tell_also_where_storage_is_declared)
{
    load(document, true, false);
    program->storage_is_vouched_for = true;
    ck_assert_uint_eq(class_of("keeps", "p"), class_of("keeps", "q"));
    ck_assert_uint_ne(class_of("keeps", "p"), class_of("keeps", "t"));
}
END_TEST

START_TEST(alias_sets_know_better)
{
    load(document, true, false);
    ck_assert_uint_ne(class_of("head", "t"), class_of("head", "u"));
    ck_assert_uint_eq(class_of("keeps", "p"), class_of("keeps", "q"));
}
END_TEST

START_TEST(pointers_may_refer_to_anything)
{
    load(document, false, false);
    ((xb_symbol *)symbol_of("head", "t"))->pointer = true;
    ck_assert_uint_eq(class_of("head", "t"), XB_STORAGE_ANYWHERE);
}
END_TEST

/* ---- overlap ---- */

/* A reference to a variable of head, or to an element of it. @param subscript taken over; NULL: the whole */
static const xb_reference *part_of(const char *name, xb_expression *subscript)
{
    xb_reference *made = xb_build_reference(program, (xb_symbol *)symbol_of("head", name));
    if (subscript)
        xb_list_append(arena, &made->subscripts, xb_build_triplet(program, subscript, NULL, NULL));
    return made;
}

static xb_expression *number(int64_t value)
{
    return xb_build_leaf(program, xb_build_integer(program, value));
}

/* i + value */
static xb_expression *shifted(int64_t value)
{
    return xb_build_with_number(program, XB_INTRINSIC_ADD, (xb_symbol *)symbol_of("head", "i"), value);
}

/* What two references are, at one place, and at any. */
static void expect(const xb_reference *a, const xb_reference *b, xb_overlap together, xb_overlap anywhere)
{
    ck_assert_int_eq(xb_overlap_of(analyses, a, b, true), together);
    ck_assert_int_eq(xb_overlap_of(analyses, b, a, true), together);
    ck_assert_int_eq(xb_overlap_of(analyses, a, b, false), anywhere);
    ck_assert_int_eq(xb_overlap_of(analyses, b, a, false), anywhere);
}

START_TEST(elements_are_told_apart)
{
    load(document, false, false);
    const xb_reference *one = part_of("x", number(1)), *two = part_of("x", number(2)),
                       *here = part_of("x", shifted(0)), *next = part_of("x", shifted(1));
    expect(one, two, XB_OVERLAP_NEVER, XB_OVERLAP_NEVER);
    expect(one, one, XB_OVERLAP_MUST, XB_OVERLAP_MUST);
    expect(part_of("x", NULL), two, XB_OVERLAP_MUST, XB_OVERLAP_MUST);
    expect(here, next, XB_OVERLAP_NEVER, XB_OVERLAP_MAY);
    expect(here, part_of("x", shifted(0)), XB_OVERLAP_MUST, XB_OVERLAP_MAY);
    expect(here, two, XB_OVERLAP_MAY, XB_OVERLAP_MAY);
    ((xb_symbol *)symbol_of("head", "x"))->pointer = true;
    expect(one, two, XB_OVERLAP_NEVER, XB_OVERLAP_MAY); /* it may have another target meanwhile */
}
END_TEST

START_TEST(variables_are_told_apart)
{
    load(document, false, false);
    const xb_reference *t = part_of("t", NULL);
    expect(t, part_of("u", NULL), XB_OVERLAP_MAY, XB_OVERLAP_MAY);
    expect(t, part_of("i", NULL), XB_OVERLAP_NEVER, XB_OVERLAP_NEVER);
    expect(t, part_of("x", number(1)), XB_OVERLAP_NEVER, XB_OVERLAP_NEVER);
    ck_assert(xb_overlap_is_known(program, t, t));
    ck_assert(!xb_overlap_is_known(program, t, part_of("u", NULL)));
}
END_TEST

START_TEST(sets_leave_out_an_owner)
{
    load(document, false, false);
    xb_sharing set = {.analyses = analyses};
    const xb_reference *t = part_of("t", NULL), *u = part_of("u", NULL), *i = part_of("i", NULL);
    ck_assert(!xb_sharing_overlaps(&set, t, NULL));
    xb_sharing_add(arena, &set, t, t->symbol);
    ck_assert(xb_sharing_overlaps(&set, t, NULL));
    ck_assert(!xb_sharing_overlaps(&set, t, t->symbol));
    ck_assert(xb_sharing_overlaps(&set, u, u->symbol)); /* they may be equivalent */
    ck_assert(!xb_sharing_overlaps(&set, i, NULL));
}
END_TEST

/* ---- definitions ---- */

/* Whether what the first basic block of a routine assigns to a variable may be used after the routine. */
static bool outlasts(const char *owner, const char *name)
{
    const xb_routine *where = routine(owner);
    size_t v = 0, i = 0;
    while (((const xb_flow_vertex *)where->flow.vertices.items[v])->node.kind != XB_KIND_BASIC_BLOCK)
        v++;
    const xb_list *statements = &((const xb_flow_vertex *)where->flow.vertices.items[v])->statements;
    while (((const xb_assignment *)statements->items[i])->target->symbol != symbol_of(owner, name))
        i++;
    xb_value_ends uses = xb_uses_reached(xb_definitions_of(analyses, where),
                                         ((const xb_assignment *)statements->items[i])->target);
    return !uses.known || uses.outside;
}

/* t = x(1)*x(2); u = t*x(3); v = sin(u); y = v*u */
START_TEST(what_is_not_read_any_more_is_dead)
{
    load(document, true, false);
    ck_assert(!outlasts("head", "t"));
    ck_assert(!outlasts("head", "u"));
    ck_assert(outlasts("keeps", "y"));
}
END_TEST

START_TEST(what_is_assigned_before_it_is_read_is_not_kept_by_another_name)
{
    load(document, false, false);
    ck_assert(!outlasts("head", "t"));
    ck_assert(!outlasts("head", "v"));
    ck_assert(outlasts("keeps", "y"));
}
END_TEST

/* s = s + x(1); t = x(1)*s; q = t; y = p*t */
START_TEST(what_is_read_first_is_kept_from_call_to_call)
{
    load(document, true, false);
    ck_assert(outlasts("keeps", "s"));
    ck_assert(!outlasts("keeps", "t"));
    ck_assert(!outlasts("keeps", "q")); /* p is the same, and read after it */
}
END_TEST

START_TEST(what_may_be_read_first_by_another_name_is_kept)
{
    load(document, false, false);
    ck_assert(outlasts("keeps", "q")); /* p may be the same, or not */
}
END_TEST

START_TEST(what_pointers_refer_to_is_not_known)
{
    load(document, true, false);
    ((xb_symbol *)symbol_of("white", "t"))->pointer = true;
    ck_assert(outlasts("white", "t"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("storage");
    SUITE_ADD(suite, "storage", formal_arguments_share_nothing, other_variables_of_a_type_may_be_equivalent,
              what_is_not_declared_shares_nothing_if_that_is_said,
              alias_sets_tell_also_where_storage_is_declared, alias_sets_know_better,
              pointers_may_refer_to_anything);
    SUITE_ADD(suite, "overlap", elements_are_told_apart, variables_are_told_apart, sets_leave_out_an_owner);
    SUITE_ADD(suite, "definitions", what_is_not_read_any_more_is_dead,
              what_is_assigned_before_it_is_read_is_not_kept_by_another_name,
              what_is_read_first_is_kept_from_call_to_call, what_may_be_read_first_by_another_name_is_kept,
              what_pointers_refer_to_is_not_known);
    return suite_run(suite);
}
