/*
 * The table of calls of the run-time library against the evaluator. What a subroutine does with an argument
 * is seen by running a call: what is different after it is written; what makes a difference to something
 * else, or to what is written, is read.
 */
#include <string.h>

#include "ir/runtime_call.h"
#include "runtime_fixture.h"
#include "suite.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- examples ----------------------------------------------------------------------------------------- */

/* Nothing is equal to anything else; derivatives of a, b, c are 10, 30, 70. */
#define START                                                                                           \
    "b = 5.0; c = 6.0; q = 7.0; w = 8.0; i = 3; j = 4; l = .true.; lv = .true.; t = 'one'; u = 'two'; " \
    "z = 2.5; zp = 3.5; Saxpy(2,a,b); Saxpy(6,a,c); Saxpy(3,v,w); "

static const struct example {
    const char *before, *call, *after;
    const char *arguments[5];
} examples[] = {
    {"", "CondIncZeroDeriv(a,b)", "", {"a", "b"}},
    {"", "DecDeriv(a,b)", "", {"a", "b"}},
    {"", "IncDeriv(a,b)", "", {"a", "b"}},
    {"q = 1500.0", "LargestDeriv(p,q,a)", "", {"p", "q", "a"}},
    {"", "Saxpy(p,a,b)", "", {"p", "a", "b"}},
    {"", "SetDeriv(a,b)", "", {"a", "b"}},
    {"", "ZeroDeriv(a)", "", {"a"}},
    {"apush(a)", "apop(b)", "", {"b"}},
    {"", "apush(a)", "apop(b)", {"a"}},
    {"", "countadd(i)", "", {"i"}},
    {"", "countmult(i)", "", {"i"}},
    {"cp_arg_store_real_scalar_a(a)", "cp_arg_restore_real_scalar_a(b)", "", {"b"}},
    {"", "cp_arg_store_real_scalar_a(a)", "cp_arg_restore_real_scalar_a(b)", {"a"}},
    {"cp_arg_store_real_scalar_a_d(a)", "cp_arg_restore_real_scalar_a_d(b)", "", {"b"}},
    {"", "cp_arg_store_real_scalar_a_d(a)", "cp_arg_restore_real_scalar_a_d(b)", {"a"}},
    {"cp_res_store_real_vector_a(v)", "cp_res_restore_real_vector_a(w)", "", {"w"}},
    {"", "dec_deriv(a,b)", "", {"a", "b"}},
    {"", "inc_deriv_s1_s0(v,b)", "", {"v", "b"}},
    {"", "oad_AllocateMatching(av,v)", "", {"av", "v"}},
    {"", "oad_AllocateShape(av,i)", "", {"av", "i"}},
    {"oad_AllocateShape(av,i)", "oad_Deallocate(av)", "", {"av"}},
    {"oad_AllocateShape(av,i)", "oad_Nullify(av)", "", {"av"}},
    {"", "oad_ShapeTest(v,w)", "", {"v", "w"}},
    {"", "oad_convert(a,b)", "", {"a", "b"}},
    {"", "oad_trace_CFval(i)", "", {"i"}},
    {"", "oad_trace_arg(t)", "", {"t"}},
    {"", "oad_trace_branch(i)", "", {"i"}},
    {"", "oad_trace_call(t,i)", "", {"t", "i"}},
    {"", "oad_trace_condition()", "", {NULL}},
    {"", "oad_trace_earg()", "", {NULL}},
    {"", "oad_trace_ebranch()", "", {NULL}},
    {"", "oad_trace_ecall()", "", {NULL}},
    {"", "oad_trace_econdition()", "", {NULL}},
    {"", "oad_trace_einitialization()", "", {NULL}},
    {"", "oad_trace_eloop()", "", {NULL}},
    {"", "oad_trace_eupdate()", "", {NULL}},
    {"", "oad_trace_index(j)", "", {"j"}},
    {"", "oad_trace_initialization()", "", {NULL}},
    {"", "oad_trace_loop(i)", "", {"i"}},
    {"", "oad_trace_update()", "", {NULL}},
    {"", "convert_a2p_scalar(p,b)", "", {"p", "b"}},
    {"push_s0(a)", "pop_s0(b)", "", {"b"}},
    {"push_b(lv[1]); l = .false.", "pop_b(l)", "", {"l"}},
    {"push_c_s0(z)", "pop_c(zp)", "", {"zp"}},
    {"push_i(i)", "Pop_i_s0(j)", "", {"j"}},
    {"push_s(t)", "pop_s(u)", "", {"u"}},
    {"", "push_s1(v)", "pop_s1(w)", {"v"}},
    {"", "push_b(l)", "pop_b(lv[1])", {"l"}},
    {"", "push_c(z)", "pop_c(zp)", {"z"}},
    {"", "push_i_s0(i)", "pop_i_s0(j)", {"i"}},
    {"", "push_s(t)", "pop_s(u)", {"t"}},
    {"", "sax(p,a,q,b,c)", "", {"p", "a", "q", "b", "c"}},
    {"", "saxpy_s0_s0_s0(p,a,c)", "", {"p", "a", "c"}},
    {"", "set_neg_deriv(a,b)", "", {"a", "b"}},
    {"", "setderiv(a,b)", "", {"a", "b"}},
    {"", "zero_deriv_s0(a)", "", {"a"}},
};

static xb_runtime_call named(const struct example *example)
{
    size_t length = strcspn(example->call, "(");
    const char *name = xb_arena_format(arena, "%.*s", (int)length, example->call);
    xb_runtime_call call;
    ck_assert_msg(xb_runtime_call_read(arena, name, &call), "%s is not known", name);
    return call;
}

static size_t arguments_of(const struct example *example)
{
    size_t count = 0;
    while (count < COUNT(example->arguments) && example->arguments[count])
        count++;
    return count;
}

/* ---- what there is after a run ------------------------------------------------------------------------ */

static const char *const observed[] = {"a", "b", "c", "p",  "q", "v", "w", "av",
                                       "i", "j", "l", "lv", "t", "u", "z", "zp"};
enum { OBSERVED = COUNT(observed) };

/* Values, derivatives, and what was counted or traced, as texts. */
typedef struct outcome {
    const char *values[OBSERVED], *derivatives[OBSERVED], *counts;
} outcome;

static const char *values_of(xb_variable *of)
{
    const char *text = "";
    for (size_t i = 0; i < xb_variable_count(of); i++) {
        xb_number number = {0};
        bool defined = xb_variable_get(of, i, &number);
        text = xb_arena_format(arena, "%s %d:%g:%lld:%.*s", text, defined, number.real,
                               (long long)number.integer, (int)number.text.length,
                               number.text.length > 0 ? number.text.bytes : "");
    }
    return text;
}

static const char *derivatives_of(xb_variable *of)
{
    const char *text = "";
    double complex d;
    for (size_t i = 0; i < xb_variable_count(of); i++)
        if (xb_variable_get_derivative(of, i, 0, &d))
            text = xb_arena_format(arena, "%s %g", text, creal(d));
    return text;
}

static const char *trace_of(void)
{
    const char *text = "";
    size_t count;
    const xb_trace_event *trace = xb_evaluator_trace(evaluator, &count);
    for (size_t i = 0; i < count; i++)
        text = xb_arena_format(arena, "%s %d:%s:%lld", text, (int)trace[i].kind,
                               trace[i].name ? trace[i].name : "", (long long)trace[i].number);
    return text;
}

static outcome run(const char *before, const char *change, const char *call, const char *after)
{
    options.trace = true;
    runtime_numbered(xb_arena_format(arena, START "%s; %s; %s; %s", before, change, call, after));
    runtime_run_well(NULL, 0);
    outcome result;
    for (int i = 0; i < OBSERVED; i++) {
        result.values[i] = values_of(variable(observed[i]));
        result.derivatives[i] = derivatives_of(variable(observed[i]));
    }
    xb_evaluator_counts counts = xb_evaluator_count(evaluator);
    result.counts = xb_arena_format(arena, "%llu %llu%s", (unsigned long long)counts.multiplications,
                                    (unsigned long long)counts.additions, trace_of());
    return result;
}

static int place_of(const char *id)
{
    int i = 0;
    while (strcmp(observed[i], id) != 0)
        i++;
    return i;
}

/* ---- accesses ----------------------------------------------------------------------------------------- */

typedef struct accesses {
    bool value_read, value_written, derivative_read, derivative_written;
} accesses;

static accesses accesses_by_table(xb_runtime_access access)
{
    return (accesses){
        .value_read = access == XB_ACCESS_READ || access == XB_ACCESS_NUMBER || access == XB_ACCESS_INDEX ||
                      access == XB_ACCESS_TEXT,
        .value_written = access == XB_ACCESS_WRITTEN || access == XB_ACCESS_ALLOCATED,
        .derivative_read = access == XB_ACCESS_DERIVATIVE_READ || access == XB_ACCESS_DERIVATIVE_UPDATED,
        .derivative_written = access == XB_ACCESS_DERIVATIVE_WRITTEN ||
                              access == XB_ACCESS_DERIVATIVE_UPDATED || access == XB_ACCESS_ALLOCATED};
}

/* A statement that gives a variable another value. */
static const char *other_value(const char *id)
{
    const char *value = strchr("ij", *id) ? "5" : *id == 'l' ? ".false." : strchr("tu", *id) ? "'x'" : "9.5";
    return xb_arena_format(arena, "%s = %s", id, value);
}

static bool differs(const char *first, const char *second)
{
    return strcmp(first, second) != 0;
}

/* Whether a change of an argument before the call changes other variables, or a part of it that the call
 * writes. */
static bool matters(const struct example *example, const char *change, int of, const accesses *seen)
{
    outcome plain = run(example->before, "", example->call, example->after);
    outcome changed = run(example->before, change, example->call, example->after);
    bool found = differs(plain.counts, changed.counts);
    for (int i = 0; i < OBSERVED; i++) {
        found = found || ((i != of || seen->value_written) && differs(plain.values[i], changed.values[i]));
        found = found || ((i != of || seen->derivative_written) &&
                          differs(plain.derivatives[i], changed.derivatives[i]));
    }
    return found;
}

static accesses accesses_by_run(const struct example *example, const char *id)
{
    int of = place_of(id);
    outcome before = run(example->before, "", "", ""), after = run(example->before, "", example->call, "");
    accesses seen = {.value_written = differs(before.values[of], after.values[of]),
                     .derivative_written = differs(before.derivatives[of], after.derivatives[of])};
    if (xb_variable_count(variable(id)) == 0 || strcmp(id, "av") == 0)
        return seen;
    const accesses values = {.value_written = seen.value_written};
    const accesses derivatives = {.derivative_written = seen.derivative_written};
    seen.value_read = matters(example, other_value(id), of, &values);
    if (strchr("abcvw", *id))
        seen.derivative_read =
            matters(example, xb_arena_format(arena, "IncDeriv(%s,%s)", id, id), of, &derivatives);
    return seen;
}

START_TEST(arguments_are_accessed_as_the_table_says)
{
    const struct example *example = &examples[_i];
    const xb_runtime_call call = named(example);
    size_t count = arguments_of(example);
    ck_assert(xb_runtime_takes(call.code, count));
    for (size_t i = 0; i < count; i++) {
        accesses wanted = accesses_by_table(xb_runtime_access_of(&call, count, i));
        accesses seen = accesses_by_run(example, example->arguments[i]);
        ck_assert_msg(memcmp(&wanted, &seen, sizeof seen) == 0,
                      "%s, argument %zu: value read %d, written %d, derivative read %d, written %d",
                      example->call, i + 1, seen.value_read, seen.value_written, seen.derivative_read,
                      seen.derivative_written);
    }
}
END_TEST

START_TEST(every_subroutine_has_an_example)
{
    bool found[XB_RUNTIME_COUNT] = {true};
    for (int i = 0; i < COUNT(examples); i++)
        found[named(&examples[i]).code] = true;
    for (int code = 0; code < XB_RUNTIME_COUNT; code++)
        ck_assert_msg(found[code], "%s has none", xb_runtime_facts_of((xb_runtime_code)code)->name);
}
END_TEST

/* The evaluator has the same opinion of numbers of arguments. */
START_TEST(numbers_of_arguments_are_checked)
{
    for (int i = 0; i < COUNT(examples); i++) {
        const xb_runtime_call call = named(&examples[i]);
        for (size_t count = 0; count < 8; count++) {
            const char *text = xb_runtime_call_name(arena, &call), *separator = "(";
            for (size_t k = 0; k < count; k++, separator = ",")
                text = xb_arena_format(arena, "%s%sa", text, separator);
            runtime_numbered(xb_arena_format(arena, "%s%s)", text, count > 0 ? "" : "("));
            runtime_run(NULL, 0);
            bool refused = strstr(runtime_message(), "but takes") != NULL;
            ck_assert_msg(refused != xb_runtime_takes(call.code, count), "%s: %s", text, runtime_message());
        }
    }
}
END_TEST

/* ---- names -------------------------------------------------------------------------------------------- */

START_TEST(rows_are_in_order)
{
    for (int code = 1; code < XB_RUNTIME_COUNT; code++) {
        const xb_runtime_facts *facts = xb_runtime_facts_of((xb_runtime_code)code);
        ck_assert_str_gt(facts->name, facts[-1].name);
        ck_assert_uint_eq(strlen(facts->accesses), facts->first + facts->again + facts->last);
    }
}
END_TEST

static const struct reading {
    const char *name, *written; /* the name that is written for what was read, if it is another one */
    xb_runtime_code code;
    int ranks[3];
    size_t rank_count;
    xb_type type;
    bool active, derivative;
} readings[] = {
    {.name = "saxpy", .code = XB_RUNTIME_SAXPY},
    {.name = "Saxpy", .code = XB_RUNTIME_REVERSE_SAXPY},
    {.name = "sax_s0_s1_s7", .code = XB_RUNTIME_SAX, .ranks = {0, 1, 7}, .rank_count = 3},
    {.name = "push_s", .code = XB_RUNTIME_PUSH_STRING, .type = XB_TYPE_STRING},
    {.name = "push_s0", .code = XB_RUNTIME_PUSH, .rank_count = 1, .type = XB_TYPE_REAL},
    {"PoP_i_s2", "pop_i_s2", XB_RUNTIME_POP_INTEGER, {2}, 1, XB_TYPE_INTEGER, false, false},
    {.name = "push_b_s1",
     .code = XB_RUNTIME_PUSH_LOGICAL,
     .ranks = {1},
     .rank_count = 1,
     .type = XB_TYPE_BOOL},
    {.name = "pop_c_s2",
     .code = XB_RUNTIME_POP_COMPLEX,
     .ranks = {2},
     .rank_count = 1,
     .type = XB_TYPE_COMPLEX},
    {"aPush", "apush", XB_RUNTIME_PUSH_ACTIVE, {0}, 0, XB_TYPE_REAL, true, false},
    {.name = "convert_p2a_matrix", .written = "oad_convert", .code = XB_RUNTIME_CONVERT},
    {"cp_arg_store_string_scalar", NULL, XB_RUNTIME_STORE, {0}, 1, XB_TYPE_STRING, false, false},
    {"cp_arg_restore_complex_four_tensor_a_d", NULL, XB_RUNTIME_RESTORE, {4}, 1, XB_TYPE_COMPLEX, true, true},
    {"cp_res_store_real_vector_a",
     "cp_arg_store_real_vector_a",
     XB_RUNTIME_STORE,
     {1},
     1,
     XB_TYPE_REAL,
     true,
     false},
};

START_TEST(names_say_what_is_called)
{
    const struct reading *wanted = &readings[_i];
    xb_runtime_call call;
    ck_assert(xb_runtime_call_read(arena, wanted->name, &call));
    ck_assert_int_eq(call.code, wanted->code);
    ck_assert_uint_eq(call.rank_count, wanted->rank_count);
    for (size_t i = 0; i < call.rank_count; i++)
        ck_assert_int_eq(call.ranks[i], wanted->ranks[i]);
    ck_assert_int_eq(call.type, wanted->type);
    ck_assert(call.active == wanted->active && call.derivative == wanted->derivative);
    ck_assert_str_eq(xb_runtime_call_name(arena, &call), wanted->written ? wanted->written : wanted->name);
}
END_TEST

START_TEST(examples_of_names_are_known)
{
    for (int code = 1; code < XB_RUNTIME_COUNT; code++) {
        xb_runtime_call call;
        ck_assert(xb_runtime_call_read(arena, xb_runtime_example(arena, (xb_runtime_code)code), &call));
        ck_assert_int_eq(call.code, code);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime calls");
    TCase *calls = tcase_create("calls");
    tcase_add_checked_fixture(calls, runtime_set_up, runtime_tear_down);
    tcase_add_loop_test(calls, arguments_are_accessed_as_the_table_says, 0, COUNT(examples));
    tcase_add_test(calls, every_subroutine_has_an_example);
    tcase_add_test(calls, numbers_of_arguments_are_checked);
    tcase_add_test(calls, rows_are_in_order);
    tcase_add_loop_test(calls, names_say_what_is_called, 0, COUNT(readings));
    tcase_add_test(calls, examples_of_names_are_known);
    suite_add_tcase(suite, calls);
    return suite_run(suite);
}
