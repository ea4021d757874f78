/*
 * Programs that are put together in their statement form, as a reader of a language does it, and what their
 * IR prints; and those that can't be translated.
 */
#include <string.h>

#include "base/text.h"
#include "ir/verify.h"
#include "languages/code/source.h"
#include "languages/languages.h"
#include "suite.h"

typedef const xb_source_expression *expression;

static xb_failure *failure;
static xb_arena *arena, *scratch;
static xb_diagnostics *diagnostics;
static xb_program *program;
static xb_source *source;
static xb_source_unit *unit;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    scratch = xb_arena_create(failure);
    diagnostics = xb_diagnostics_create(arena);
    source = xb_source_begin(arena, "made", "made.f90");
    unit = xb_source_add_unit(arena, source, NULL, "head", 1);
}

static void tear_down(void)
{
    xb_program_destroy(program);
    program = NULL;
    xb_arena_destroy(scratch);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* ---- pieces ---- */

static xb_source_variable *variable_of(xb_source_unit *home, const char *name, xb_type type, int rank,
                                       int64_t extent)
{
    xb_source_variable *made =
        xb_source_add_variable(arena, source, home, name, type, type == XB_TYPE_REAL ? 8 : 0);
    xb_bounds *bounds = xb_arena_array(arena, (size_t)rank + 1, sizeof *bounds);
    for (int d = 0; d < rank; d++)
        bounds[d] = (xb_bounds){1, extent};
    made->rank = rank;
    made->bounds = rank > 0 ? bounds : NULL;
    return made;
}

static xb_source_variable *real_variable(const char *name)
{
    return variable_of(unit, name, XB_TYPE_REAL, 0, 0);
}

static xb_source_variable *integer_variable(const char *name)
{
    return variable_of(unit, name, XB_TYPE_INTEGER, 0, 0);
}

static xb_source_variable *formal(const char *name, xb_intent intent)
{
    xb_source_variable *made = real_variable(name);
    xb_source_add_formal(arena, unit, made, intent);
    return made;
}

static expression whole(xb_source_variable *variable)
{
    return xb_source_whole(arena, variable);
}

static expression element(xb_source_variable *variable, expression subscript)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_VARIABLE, variable->type, variable->bytes, 0);
    made->variable = variable;
    xb_source_take_operands(arena, made, 1);
    xb_source_set_operand(made, 0, subscript);
    return made;
}

static expression integer(int64_t value)
{
    return xb_source_integer(arena, value);
}

static expression real(const char *text)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_CONSTANT, XB_TYPE_REAL, 8, 0);
    made->text = text;
    return made;
}

static expression two(xb_intrinsic_code code, expression a, expression b)
{
    return xb_source_operate(arena, code, a->type, 0, (const expression[]){a, b}, 2);
}

static expression relation(xb_intrinsic_code code, expression a, expression b)
{
    return xb_source_operate(arena, code, XB_TYPE_BOOL, 0, (const expression[]){a, b}, 2);
}

static expression call_of(xb_source_unit *callee, expression argument)
{
    xb_source_expression *made = xb_source_new(arena, XB_SOURCE_FUNCTION, XB_TYPE_REAL, 8, 0);
    made->callee = callee;
    xb_source_take_operands(arena, made, 1);
    xb_source_set_operand(made, 0, argument);
    return made;
}

static xb_source_statement *add(xb_source_statement_kind kind)
{
    return xb_source_add(arena, unit, kind, unit->statements.count + 2);
}

static void add_with(xb_source_statement_kind kind, expression value)
{
    add(kind)->value = value;
}

static void add_to(xb_source_statement_kind kind, int64_t label)
{
    add(kind)->number = label;
}

static void assign(expression target, expression value)
{
    xb_source_statement *made = add(XB_SOURCE_ASSIGN);
    made->target = target;
    made->value = value;
}

static void begin_do(xb_source_variable *target, expression last)
{
    xb_source_statement *made = add(XB_SOURCE_DO);
    made->target = whole(target);
    made->first = integer(1);
    made->last = last;
}

/* A function that doubles its argument. */
static xb_source_unit *add_function(void)
{
    xb_source_unit *before = unit;
    xb_source_unit *made = unit = xb_source_add_unit(arena, source, NULL, "twice", 100);
    xb_source_variable *x = formal("x", XB_INTENT_IN), *r = formal("r", XB_INTENT_OUT);
    made->is_function = true;
    assign(whole(r), two(XB_INTRINSIC_ADD, whole(x), whole(x)));
    unit = before;
    return made;
}

/* ---- judging ---- */

static const char *last_message(void)
{
    size_t count = xb_diagnostics_count(diagnostics);
    return count > 0 ? xb_diagnostics_at(diagnostics, count - 1)->message : "";
}

static void verify_it(void *argument)
{
    *(xb_status *)argument = xb_verify(program, scratch);
}

static const char *print(void)
{
    const xb_source_options options = {.comments = XB_COMMENTS_NONE};
    xb_source printed;
    xb_text *text = xb_text_create(arena);
    xb_arena *lines = xb_arena_create(failure);
    xb_analyses *analyses = xb_analyses_create(arena, program, xb_catalogue_create(arena));
    size_t length = 0;
    ck_assert_msg(!xb_source_make(analyses, arena, scratch, &xb_fortran_language, &options, &printed), "%s",
                  last_message());
    ck_assert(!xb_source_put(&printed, &xb_fortran_language, arena, lines, xb_text_output(text), NULL));
    xb_analyses_destroy(analyses);
    xb_arena_destroy(lines);
    return xb_text_join(text, &length);
}

static void print_it(void *argument)
{
    *(const char **)argument = print();
}

static void translate(void)
{
    xb_status status = xb_source_to_program(source, failure, diagnostics, &program);
    ck_assert_msg(!status, "%s", last_message());
    ck_assert(xb_protect(failure, verify_it, &status));
    ck_assert_msg(!status && xb_diagnostics_count(diagnostics) == 0, "%s", last_message());
}

static void expect(const char *text)
{
    const char *printed;
    translate();
    ck_assert(xb_protect(failure, print_it, &printed));
    ck_assert_str_eq(printed, text);
}

static void expect_refusal(xb_status status, size_t line, const char *message)
{
    ck_assert_int_eq(xb_source_to_program(source, failure, diagnostics, &program), status);
    ck_assert_ptr_null(program);
    const xb_diagnostic *last = xb_diagnostics_at(diagnostics, xb_diagnostics_count(diagnostics) - 1);
    ck_assert_str_eq(last->message, message);
    ck_assert_uint_eq(last->place.line, line);
    ck_assert_str_eq(last->place.file, "made.f90");
}

static const xb_routine *head(void)
{
    return program->routines.items[0];
}

/* ---- what is translated ---- */

START_TEST(constructs_stay_constructs)
{
    xb_source_variable *x = formal("x", XB_INTENT_IN), *y = formal("y", XB_INTENT_OUT);
    xb_source_variable *i = integer_variable("i");
    static const int64_t values[] = {2, 5};
    assign(whole(y), whole(x));
    begin_do(i, integer(9));
    add_with(XB_SOURCE_SELECT, whole(i));
    xb_source_statement *arm = add(XB_SOURCE_CASE);
    arm->values = values;
    arm->count = 2;
    assign(whole(y), two(XB_INTRINSIC_MUL, whole(y), whole(x)));
    add(XB_SOURCE_DEFAULT);
    add_with(XB_SOURCE_IF, relation(XB_INTRINSIC_GREATER_THAN, whole(y), real("1.0")));
    assign(whole(y), real("0.5"));
    add(XB_SOURCE_END_IF);
    add(XB_SOURCE_END_SELECT);
    add(XB_SOURCE_END_DO);
    add(XB_SOURCE_REPEAT);
    assign(whole(y), two(XB_INTRINSIC_ADD, whole(y), whole(x)));
    add_with(XB_SOURCE_END_REPEAT, relation(XB_INTRINSIC_LESS_THAN, whole(y), real("3.0")));
    add(XB_SOURCE_RETURN);
    assign(whole(y), real("7.0"));
    expect("module made_module\n"
           "  implicit none\n"
           "contains\n"
           "  subroutine head(x, y)\n"
           "    real(8), intent(in) :: x\n"
           "    real(8), intent(inout) :: y\n"
           "    integer :: i\n"
           "\n"
           "    y = x\n"
           "    do i = 1, 9\n"
           "      select case (i)\n"
           "      case (2, 5)\n"
           "        y = y*x\n"
           "      case default\n"
           "        if (y > 1.0d0) then\n"
           "          y = 0.5d0\n"
           "        end if\n"
           "      end select\n"
           "    end do\n"
           "    do\n"
           "      y = y + x\n"
           "      if (.not. (y < 3.0d0)) exit\n"
           "    end do\n"
           "  end subroutine head\n"
           "end module made_module\n");
    ck_assert(head()->structured);
    const xb_flow_vertex *block = head()->flow.vertices.items[1];
    ck_assert_uint_eq(((const xb_node *)block->statements.items[0])->line, 2);
}
END_TEST

START_TEST(jumps_become_edges)
{
    xb_source_variable *y = formal("y", XB_INTENT_INOUT), *i = integer_variable("i");
    begin_do(i, integer(9));
    xb_source_statement *next = add(XB_SOURCE_JUMP_IF);
    next->value = relation(XB_INTRINSIC_GREATER_THAN, whole(y), real("2.0"));
    next->number = 10;
    add_with(XB_SOURCE_IF, relation(XB_INTRINSIC_LESS_THAN, whole(y), real("0.0")));
    add_to(XB_SOURCE_JUMP, 20);
    assign(whole(y), real("9.0"));
    add(XB_SOURCE_END_IF);
    assign(whole(y), two(XB_INTRINSIC_ADD, whole(y), real("1.0")));
    add_to(XB_SOURCE_LABEL, 10);
    add(XB_SOURCE_END_DO);
    add_to(XB_SOURCE_LABEL, 30);
    assign(whole(y), real("1.0"));
    add_to(XB_SOURCE_LABEL, 20);
    assign(whole(y), two(XB_INTRINSIC_MUL, whole(y), whole(y)));
    translate();
    ck_assert(!head()->structured);
    size_t statements = 0, joins = 0;
    for (uint32_t v = 0; v < head()->flow.graph.vertex_count; v++) {
        const xb_flow_vertex *vertex = head()->flow.vertices.items[v];
        statements += vertex->statements.count;
        joins += xb_graph_in_degree(&head()->flow.graph, v) > 1;
    }
    ck_assert_uint_eq(statements, 3); /* one is never run */
    ck_assert_uint_eq(joins, 3);      /* the loop, and both labels that jumps lead to */
}
END_TEST

START_TEST(arguments_that_are_no_variables_are_computed_before)
{
    xb_source_unit *twice = add_function();
    xb_source_variable *x = formal("x", XB_INTENT_IN), *y = formal("y", XB_INTENT_OUT);
    assign(whole(y), call_of(twice, call_of(twice, two(XB_INTRINSIC_ADD, whole(x), real("1.0")))));
    add_with(XB_SOURCE_WHILE,
             relation(XB_INTRINSIC_LESS_THAN, call_of(twice, two(XB_INTRINSIC_MUL, whole(y), whole(y))),
                      real("40.0")));
    assign(whole(y), two(XB_INTRINSIC_ADD, whole(y), real("1.0")));
    add(XB_SOURCE_END_DO);
    expect("module made_module\n"
           "  implicit none\n"
           "contains\n"
           "  subroutine head(x, y)\n"
           "    real(8), intent(in) :: x\n"
           "    real(8), intent(inout) :: y\n"
           "    real(8) :: part_2, part_1, part_3\n"
           "\n"
           "    part_2 = x + 1.0d0\n"
           "    part_1 = twice(part_2)\n"
           "    y = twice(part_1)\n"
           "    part_3 = y*y\n"
           "    do while (twice(part_3) < 40.0d0)\n"
           "      y = y + 1.0d0\n"
           "      part_3 = y*y\n"
           "    end do\n"
           "  end subroutine head\n"
           "\n"
           "  function twice(x) result(r)\n"
           "    real(8), intent(in) :: x\n"
           "    real(8) :: r\n"
           "\n"
           "    r = x + x\n"
           "  end function twice\n"
           "end module made_module\n");
}
END_TEST

START_TEST(an_expression_that_is_shared_is_evaluated_once)
{
    enum { DOUBLINGS = 40 };
    xb_source_variable *x = formal("x", XB_INTENT_IN), *y = formal("y", XB_INTENT_OUT);
    expression sum = whole(x);
    for (int i = 0; i < DOUBLINGS; i++)
        sum = two(XB_INTRINSIC_ADD, sum, sum);
    assign(whole(y), sum);
    translate();
    const xb_flow_vertex *block = head()->flow.vertices.items[1];
    const xb_assignment *made = block->statements.items[0];
    ck_assert_uint_eq(made->value->graph.vertex_count, DOUBLINGS + 2);
}
END_TEST

START_TEST(depth_is_no_matter)
{
    enum { DEPTH = 200000 };
    xb_source_variable *x = formal("x", XB_INTENT_IN), *y = formal("y", XB_INTENT_OUT);
    expression sum = whole(x);
    for (int i = 0; i < DEPTH; i++)
        sum = two(XB_INTRINSIC_ADD, sum, real("1.0"));
    for (int i = 0; i < DEPTH; i++)
        add_with(XB_SOURCE_IF, relation(XB_INTRINSIC_LESS_THAN, whole(x), real("1.0")));
    assign(whole(y), sum);
    for (int i = 0; i < DEPTH; i++)
        add(XB_SOURCE_END_IF);
    translate();
    ck_assert_uint_eq(head()->flow.graph.vertex_count, 2 * DEPTH + 3);
}
END_TEST

START_TEST(storage_is_shared_as_it_is_said)
{
    xb_source_variable *y = formal("y", XB_INTENT_OUT);
    xb_source_variable *a = variable_of(unit, "a", XB_TYPE_REAL, 1, 4), *b = real_variable("b");
    xb_source_variable *c = variable_of(unit, "c", XB_TYPE_REAL, 1, 2);
    xb_source_common *common = xb_arena_alloc(arena, sizeof *common);
    *common = (xb_source_common){.name = "blk"};
    xb_list_append(arena, &common->members, a);
    xb_list_append(arena, &common->members, b);
    xb_list_append(arena, &unit->commons, common);
    xb_source_share *shares = xb_vector_push(arena, &unit->shares, sizeof *shares);
    *shares = (xb_source_share){.whole = a, .part = c, .subscripts = {3}};
    assign(element(a, integer(4)), whole(y));
    assign(whole(b), element(c, integer(2)));
    assign(whole(y), whole(b));
    expect("module made_module\n"
           "  implicit none\n"
           "contains\n"
           "  subroutine head(y)\n"
           "    real(8), intent(inout) :: y\n"
           "    real(8) :: a(4)\n"
           "    real(8) :: c(2)\n"
           "    real(8) :: b\n"
           "    common /blk/ a, b\n"
           "    equivalence (a(3), c)\n"
           "\n"
           "    a(4) = y\n"
           "    b = c(2)\n"
           "    y = b\n"
           "  end subroutine head\n"
           "end module made_module\n");
    const xb_flow_vertex *block = head()->flow.vertices.items[1];
    const xb_assignment *first = block->statements.items[0], *second = block->statements.items[1],
                        *third = block->statements.items[2];
    const xb_alias_map *aliases = &program->aliases;
    const xb_reference *read = (const xb_reference *)xb_expression_root(second->value);
    ck_assert_int_ne(xb_alias_overlap(aliases, first->target, read), XB_OVERLAP_NEVER);
    ck_assert_int_eq(xb_alias_overlap(aliases, second->target, read), XB_OVERLAP_NEVER);
    ck_assert_int_eq(xb_alias_overlap(aliases, third->target, second->target), XB_OVERLAP_NEVER);
}
END_TEST

START_TEST(what_surrounds_statements_is_kept)
{
    xb_source_unit *outside = xb_source_add_external(arena, source, "outside", 50);
    xb_source_unit *before = unit;
    unit = outside;
    formal("t", XB_INTENT_INOUT);
    unit = before;
    xb_source_variable *n = integer_variable("n"), *y = formal("y", XB_INTENT_OUT);
    xb_source_add_formal(arena, unit, n, XB_INTENT_IN);
    xb_source_variable *w = xb_source_add_variable(arena, source, unit, "w", XB_TYPE_REAL, 8);
    w->rank = 1;
    w->allocatable = true;
    xb_source_statement *text = add(XB_SOURCE_OPAQUE);
    text->text = "// work space";
    text->language = XB_TEXT_C;
    const expression extent = two(XB_INTRINSIC_ADD, whole(n), integer(1));
    xb_source_statement *allocation = add(XB_SOURCE_ALLOCATE);
    expression *extents = xb_arena_array(arena, 1, sizeof *extents);
    extents[0] = extent;
    allocation->target = whole(w);
    allocation->arguments = extents;
    allocation->count = 1;
    assign(element(w, whole(n)), whole(y));
    xb_source_statement *call = add(XB_SOURCE_CALL);
    expression *arguments = xb_arena_array(arena, 1, sizeof *arguments);
    arguments[0] = element(w, whole(n));
    call->callee = outside;
    call->arguments = arguments;
    call->count = 1;
    add(XB_SOURCE_DEALLOCATE)->target = whole(w);
    expect("module made_module\n"
           "  implicit none\n"
           "  interface\n"
           "    subroutine outside(t)\n"
           "      real(8), intent(inout) :: t\n"
           "    end subroutine outside\n"
           "  end interface\n"
           "  private :: outside\n"
           "contains\n"
           "  subroutine head(y, n)\n"
           "    real(8), intent(in) :: y\n"
           "    integer, intent(in) :: n\n"
           "    integer :: part_1\n"
           "    real(8), allocatable :: w(:)\n"
           "\n"
           "    part_1 = n + 1\n"
           "    if (allocated(w)) deallocate(w)\n"
           "    allocate(w(part_1))\n"
           "    w(n) = y\n"
           "    call outside(w(n))\n"
           "    deallocate(w)\n"
           "  end subroutine head\n"
           "end module made_module\n");
    const xb_flow_vertex *block = head()->flow.vertices.items[1];
    const xb_marker *comment = block->statements.items[0];
    ck_assert_int_eq(comment->statement.node.kind, XB_KIND_MARKER);
    ck_assert_str_eq(comment->source->text, "// work space");
    ck_assert_int_eq(comment->language, XB_TEXT_C);
}
END_TEST

START_TEST(functions_and_kinds_are_facts)
{
    xb_source_unit *twice = add_function();
    xb_source_variable *k =
        xb_source_add_variable(arena, source, unit, "k", XB_TYPE_INTEGER, XB_SOURCE_UNSIGNED + 4);
    assign(whole(k), two(XB_INTRINSIC_ADD, whole(k), integer(1)));
    translate();
    const xb_symbol *count = xb_symbol_find(head()->scope, xb_program_name(program, "k"));
    ck_assert_str_eq(count->fe_type->text, "U4");
    ck_assert(count->declaration->is_unsigned);
    const xb_routine *routine = program->routines.items[twice->number];
    ck_assert(!((const xb_formal *)routine->formals.items[0])->symbol->declaration->is_result);
    ck_assert(((const xb_formal *)routine->formals.items[1])->symbol->declaration->is_result);
    ck_assert_int_eq(((const xb_formal *)routine->formals.items[1])->intent, XB_INTENT_OUT);
}
END_TEST

/* ---- what is refused ---- */

START_TEST(labels_are_there)
{
    add_to(XB_SOURCE_JUMP, 7);
    expect_refusal(XB_STATUS_INVALID, 2, "there is no label 7 to jump to");
}
END_TEST

START_TEST(names_differ)
{
    xb_source_variable *x = real_variable("x");
    real_variable("x")->line = 3;
    (void)x;
    expect_refusal(XB_STATUS_INVALID, 3, "there are two of the name x");
}
END_TEST

START_TEST(variables_are_declared)
{
    xb_source_variable *x = real_variable("x");
    unit->declared.count = 0;
    assign(whole(x), real("1.0"));
    expect_refusal(XB_STATUS_INVALID, 2, "the variable x is declared nowhere");
}
END_TEST

START_TEST(integers_count)
{
    xb_source_variable *x = real_variable("x");
    begin_do(x, integer(3));
    add(XB_SOURCE_END_DO);
    expect_refusal(XB_STATUS_UNSUPPORTED, 2,
                   "a loop counts by what is no integer variable, or to a bound that is no integer");
}
END_TEST

START_TEST(tapes_are_no_source)
{
    add(XB_SOURCE_PUSH)->target = whole(real_variable("x"));
    expect_refusal(XB_STATUS_UNSUPPORTED, 2,
                   "an operation of the run time, such as on the tape, is no statement of a source");
}
END_TEST

START_TEST(blocks_begin_where_they_do)
{
    xb_source_variable *a = real_variable("a"), *c = variable_of(unit, "c", XB_TYPE_REAL, 1, 4);
    xb_source_common *common = xb_arena_alloc(arena, sizeof *common);
    *common = (xb_source_common){.name = "blk"};
    xb_list_append(arena, &common->members, a);
    xb_list_append(arena, &unit->commons, common);
    xb_source_share *share = xb_vector_push(arena, &unit->shares, sizeof *share);
    *share = (xb_source_share){.whole = c, .part = a, .subscripts = {2}};
    expect_refusal(XB_STATUS_INVALID, 1, "c begins before the common block blk");
}
END_TEST

START_TEST(kinds_follow_from_operands)
{
    xb_source_variable *x = formal("x", XB_INTENT_IN), *y = formal("y", XB_INTENT_OUT);
    xb_source_expression *sum = (xb_source_expression *)two(XB_INTRINSIC_ADD, whole(x), whole(x));
    sum->bytes = 4;
    assign(whole(y), sum);
    expect_refusal(XB_STATUS_UNSUPPORTED, 2,
                   "the result of add_scal_scal has 4 bytes, and its operands say 8");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("code_back");
    SUITE_ADD(suite, "translated", constructs_stay_constructs, jumps_become_edges,
              arguments_that_are_no_variables_are_computed_before,
              an_expression_that_is_shared_is_evaluated_once, depth_is_no_matter,
              storage_is_shared_as_it_is_said, what_surrounds_statements_is_kept);
    SUITE_ADD(suite, "facts", functions_and_kinds_are_facts);
    SUITE_ADD(suite, "refused", labels_are_there, names_differ, variables_are_declared, integers_count,
              tapes_are_no_source, blocks_begin_where_they_do, kinds_follow_from_operands);
    return suite_run(suite);
}
