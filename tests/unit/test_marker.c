/*
 * Formulas of markers: values, names, what is no formula, what can't be computed.
 */
#include <string.h>

#include "verify/cases/marker.h"

#include "arena_fixture.h"
#include "suite.h"

/* I is 7, R is 2.5, A is the vector (3, 9, -1, 9), S is 'two'. */
static bool get(void *context, const char *id, xb_array *values, const char **problem)
{
    static const double elements[] = {3, 9, -1, 9};
    static const xb_bounds bounds[] = {{0, 3}};
    xb_number value = {0};
    (void)context;
    if (strcmp(id, "A") == 0) {
        *values = xb_array_create(arena, XB_TYPE_REAL, 1, bounds, 0);
        for (size_t i = 0; i < 4; i++) {
            value = xb_number_of_real(elements[i]);
            xb_array_set(values, i, &value);
        }
        return true;
    }
    if (strcmp(id, "I") == 0)
        value = xb_number_of_integer(7);
    else if (strcmp(id, "R") == 0)
        value = xb_number_of_real(2.5);
    else if (strcmp(id, "S") == 0)
        value = (xb_number){.type = XB_TYPE_STRING, .text = {"two", 3}};
    else {
        *problem = "there is no such variable";
        return false;
    }
    *values = xb_array_create(arena, value.type, 0, NULL, 0);
    xb_array_set(values, 0, &value);
    return true;
}

/* A text's value as text, or what is wrong. Runs protected. */
typedef struct trial {
    const char *text, *result;
} trial;

static void compute(void *argument)
{
    trial *this = argument;
    const xb_marker_world world = {get, NULL};
    const char *problem = NULL;
    const xb_marker_formula *formula = xb_marker_parse(arena, this->text, &problem);
    this->result = problem;
    if (!formula)
        return;
    xb_number value = {0};
    const char *wrong = xb_marker_compute(arena, formula, &world, &value);
    if (wrong)
        this->result = wrong;
    else if (value.type == XB_TYPE_STRING)
        this->result = xb_arena_copy_text(arena, value.text.bytes, value.text.length);
    else if (value.type == XB_TYPE_REAL)
        this->result = xb_arena_format(arena, "%.17gr", value.real);
    else
        this->result =
            xb_arena_format(arena, value.type == XB_TYPE_BOOL ? "%lldb" : "%lld", (long long)value.integer);
}

static void expect(const char *text, const char *result)
{
    trial this = {text, NULL};
    ck_assert(xb_protect(failure, compute, &this));
    ck_assert_msg(this.result && strcmp(this.result, result) == 0, "%s gives %s instead of %s", text,
                  this.result ? this.result : "nothing", result);
}

START_TEST(values)
{
    expect("1", "1");
    expect(" 2.5e1 ", "25r");
    expect(".5", "0.5r");
    expect("'two'", "two");
    expect("\"two\"", "two");
    expect("True", "1b");
    expect("I_5", "there is no such variable");
    expect("I + 1", "8");
    expect("S", "two");
    expect("argmax(A)", "2");
    expect("argmin(A)", "3");
}
END_TEST

START_TEST(operators)
{
    expect("1 + 2*3", "7");
    expect("(1 + 2)*3", "9");
    expect("7 - 2 - 1", "4");
    expect("2**3**2", "512");
    expect("-2**2", "-4");
    expect("2**-1", "0.5r");
    expect("7/2", "3.5r");
    expect("7//2", "3");
    expect("-7//2", "-4");
    expect("-7 % 3", "2");
    expect("7.5 // 2", "3r");
    expect("I > 3 and R < 3", "1b");
    expect("not I > 3", "0b");
    expect("I == 7 or S", "1b");
    expect("0 or 5", "5");
    expect("S == 'two'", "1b");
    expect("1 <= 1.0", "1b");
    expect("1 != 1", "0b");
}
END_TEST

START_TEST(functions)
{
    expect("max(1, I, 3)", "7");
    expect("min(R, 3)", "2.5r");
    expect("abs(-3)", "3");
    expect("abs(-0.5)", "0.5r");
    expect("int(-2.5)", "-2");
    expect("float(I)", "7r");
}
END_TEST

START_TEST(no_formulas)
{
    expect("", "a value is missing at ''");
    expect("1 +", "a value is missing at ''");
    expect("1 2", "an operator is missing at '2'");
    expect("(1", "')' is missing at ''");
    expect("max(1", "')' is missing at ''");
    expect("sin(1)", "there is no such function (abs, argmax, argmin, float, int, max, min) at 'sin(1)'");
    expect("abs(1, 2)", "the function takes one argument at ''");
    expect("'two", "a text does not end at ''two'");
    expect("99999999999999999999", "there is no such number at '99999999999999999999'");
    expect("1x", "there is no such number at '1x'");
    expect("A[1]", "an operator is missing at '[1]'");
}
END_TEST

START_TEST(no_values)
{
    expect("1 // 0", "division by 0");
    expect("1 / 0", "division by 0");
    expect("9223372036854775807 + 1", "the result is too large for an integer");
    expect("3**50", "the result is too large for an integer");
    expect("A + 1", "A is an array; only argmax and argmin take one");
    expect("argmax(1)", "argmax and argmin take the name of an array");
    expect("argmax(S)", "argmax and argmin take an array of numbers");
    expect("S + 1", "a text is no number");
    expect("int(1e300)", "the result is too large for an integer");
}
END_TEST

START_TEST(depth)
{
    char text[4001];
    memset(text, '(', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    trial this = {text, NULL};
    ck_assert(xb_protect(failure, compute, &this));
    ck_assert_ptr_nonnull(strstr(this.result, "too deep"));
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = i % 2 ? '+' : '1';
    text[sizeof text - 2] = '\0';
    ck_assert(xb_protect(failure, compute, &this));
    ck_assert_ptr_nonnull(strstr(this.result, "too deep"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("marker");
    SUITE_ADD(suite, "formulas", values, operators, functions, no_formulas, no_values, depth);
    return suite_run(suite);
}
