/*
 * The kernels of bench/graphs: that their formulas are what their sources say, by what is known of them, and
 * that derivatives along their graphs are those of their values.
 */
#include <check.h>
#include <complex.h>
#include <math.h>
#include <string.h>

#include "bench/graphs/kernels.h"
#include "suite.h"

static const kernel *kernel_named(const char *name)
{
    for (const kernel *k = kernels; k->name; k++) {
        if (strcmp(k->name, name) == 0)
            return k;
    }
    ck_abort_msg("there is no kernel %s", name);
}

/* Runs a kernel; results has a place for each dependent. */
static void evaluate(const char *name, const double *inputs, double *results, size_t count)
{
    tape *t = kernel_record(kernel_named(name), inputs);
    ck_assert_uint_eq(tape_dependents(t), count);
    for (size_t i = 0; i < count; i++)
        results[i] = tape_value(t, i);
    tape_free(t);
}

static void assert_near(double found, double expected, double tolerance)
{
    ck_assert_msg(fabs(found - expected) <= tolerance, "%.17g is not %.17g", found, expected);
}

/* ---- derivatives ---- */

static double shifted_value(const kernel *k, size_t dependent, size_t independent, double by)
{
    double inputs[KERNEL_INPUTS];
    for (size_t i = 0; i < k->inputs; i++)
        inputs[i] = k->point(i);
    inputs[independent] += by;
    tape *t = kernel_record(k, inputs);
    double value = tape_value(t, dependent);
    tape_free(t);
    return value;
}

/* A central difference of the fourth order. */
static double difference(const kernel *k, size_t dependent, size_t independent)
{
    double h = 1e-3 * fmax(fabs(k->point(independent)), 1e-3);
    double near = shifted_value(k, dependent, independent, h) - shifted_value(k, dependent, independent, -h);
    double far =
        shifted_value(k, dependent, independent, 2 * h) - shifted_value(k, dependent, independent, -2 * h);
    return (8 * near - far) / (12 * h);
}

START_TEST(test_derivatives)
{
    for (const kernel *k = kernels; k->name; k++) {
        tape *t = kernel_record(k, NULL);
        ck_assert_uint_gt(tape_dependents(t), 0);
        for (size_t d = 0; d < tape_dependents(t); d++) {
            for (size_t i = 0; i < k->inputs; i++) {
                double exact = tape_derivative(t, d, i);
                assert_near(difference(k, d, i), exact, 1e-6 * (1 + fabs(exact)));
            }
        }
        tape_free(t);
    }
}
END_TEST

/* ---- what is known of the kernels ---- */

/* The flux between equal states is theirs; of a jump that is a single shock, it is that of one side when the
 * shock runs to the other one. */
START_TEST(test_roe_flux)
{
    double state[] = {0.8, 0.5, 2.2, 0.8, 0.5, 2.2}, flux[3];
    double velocity = state[1] / state[0], pressure = 0.4 * (state[2] - 0.5 * state[1] * velocity);
    evaluate("roe-flux", state, flux, 3);
    assert_near(flux[0], state[1], 1e-14);
    assert_near(flux[1], state[1] * velocity + pressure, 1e-14);
    assert_near(flux[2], velocity * (state[2] + pressure), 1e-14);

    /* A shock of Mach number 2, with 1 and 1.4 before it, which Roe's mean resolves exactly: at rest. */
    double sound = 1, speed = 2, density = 6 * speed * speed / (speed * speed + 5) * 1.4;
    double ahead_pressure = 1, after_pressure = (7 * speed * speed - 1) / 6;
    double after_speed = 1.4 * speed * sound / density;
    double shock[] = {
        1.4,     1.4 * speed,           ahead_pressure / 0.4 + 0.7 * speed * speed,
        density, density * after_speed, after_pressure / 0.4 + 0.5 * density * after_speed * after_speed};
    evaluate("roe-flux", shock, flux, 3);
    assert_near(flux[0], shock[1], 1e-12);
    assert_near(flux[1], shock[1] * speed + ahead_pressure, 1e-12);
    assert_near(flux[2], speed * (shock[2] + ahead_pressure), 1e-12);
}
END_TEST

START_TEST(test_robot_arm)
{
    double angles[6] = {0}, hand[6], turned[6];
    evaluate("robot-arm", angles, hand, 6);
    assert_near(hand[0], 0.43 + 0.02, 1e-15); /* stretched out, then up along forearm and hand */
    assert_near(hand[1], -0.15, 1e-15);
    assert_near(hand[2], 0.67 + 0.43 + 0.06, 1e-15);
    for (int i = 0; i < 6; i++)
        angles[i] = 0.3 + 0.1 * i;
    evaluate("robot-arm", angles, hand, 6);
    angles[0] += 0.25; /* turns the whole arm about the vertical */
    evaluate("robot-arm", angles, turned, 6);
    double complex place = (hand[0] + hand[1] * I) * cexp(0.25 * I);
    assert_near(turned[0], creal(place), 1e-14);
    assert_near(turned[1], cimag(place), 1e-14);
    assert_near(turned[2], hand[2], 1e-14);
    assert_near(turned[3], hand[3], 1e-14);
    assert_near(turned[4], hand[4], 1e-14);
    assert_near(turned[5], hand[5] + 0.25, 1e-14);
}
END_TEST

/* The reduced equations have the published solution, of seven digits; with what was substituted, so have the
 * others, whose numbers are up to 27 times as large. */
START_TEST(test_propane)
{
    const kernel *reduced = kernel_named("propane-reduced");
    double r[5], x[5], amounts[11], root = sqrt(40), total = 0;
    evaluate("propane-reduced", NULL, r, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_near(r[i], 0, 1e-6);
        x[i] = reduced->point(i);
    }
    const double shares[] = {x[0] * x[1],
                             x[1] * x[2] * x[2],
                             x[3] * x[3],
                             x[0],
                             0.193 * x[2] * x[2],
                             2.597e-3 / root * x[2],
                             3.448e-3 / root * x[1] * x[2],
                             1.799e-5 / 40 * x[1],
                             2.155e-4 / root * x[1] * x[3],
                             3.846e-5 / 40 * x[1] * x[1]};
    for (int i = 0; i < 10; i++)
        total += amounts[i] = shares[i] / x[4];
    amounts[10] = total;
    double results[11];
    evaluate("propane", amounts, results, 11);
    for (int i = 0; i < 11; i++)
        assert_near(results[i], 0, 2e-5);
}
END_TEST

/* The moments are real and imaginary parts of powers of complex numbers. */
START_TEST(test_heart_dipole)
{
    static const double measured[] = {0.485, -0.0019, -0.0581, 0.015, 0.105, 0.0406, 0.167, -0.399};
    double x[8], results[8];
    for (int i = 0; i < 8; i++)
        x[i] = 0.3 + 0.17 * i;
    evaluate("heart-dipole", x, results, 8);
    double complex first = x[0] + x[2] * I, second = x[1] + x[3] * I;
    double complex at = x[4] + x[6] * I, other = x[5] + x[7] * I;
    for (int power = 0; power < 4; power++) {
        double complex all = first * cpow(at, power) + second * cpow(other, power);
        assert_near(results[2 * power], creal(all) - measured[2 * power], 1e-13);
        assert_near(results[2 * power + 1], cimag(all) - measured[2 * power + 1], 1e-13);
    }
}
END_TEST

/* A call and a put differ by the price less the discounted strike; without volatility a call is worth that.
 */
START_TEST(test_black_scholes)
{
    double market[] = {100, 95, 0.05, 0.2, 1.5}, prices[2];
    evaluate("black-scholes", market, prices, 2);
    double forward = 100 - 95 * exp(-0.05 * 1.5);
    assert_near(prices[0] - prices[1], forward, 1e-12);
    ck_assert(prices[0] > forward && prices[1] > 0);
    market[3] = 1e-3;
    evaluate("black-scholes", market, prices, 2);
    assert_near(prices[0], forward, 1e-12);
}
END_TEST

START_TEST(test_product)
{
    double factors[10], result, expected = 1;
    for (int i = 0; i < 10; i++)
        expected *= factors[i] = 1.5 - 0.2 * i;
    evaluate("product", factors, &result, 1);
    assert_near(result, expected, 1e-15);
}
END_TEST

/* One step has an error of the fifth order: two halves of it differ little. Where nothing moves, nothing
 * does. */
START_TEST(test_lorenz)
{
    double rest = sqrt(8.0 / 3 * 27), state[] = {rest, rest, 27}, next[3];
    evaluate("lorenz", state, next, 3);
    for (int i = 0; i < 3; i++)
        assert_near(next[i], state[i], 1e-13);
    double axis[] = {0, 0, 1};
    evaluate("lorenz", axis, next, 3);
    assert_near(next[2], exp(-8.0 / 3 * 0.01), 1e-9);
}
END_TEST

/* The network and its error are one function. */
START_TEST(test_network)
{
    double results[3], loss, weights[KERNEL_INPUTS], inputs[4], expected = 0;
    const kernel *by_weights = kernel_named("network-loss");
    for (int i = 0; i < 4; i++)
        inputs[i] = by_weights->point(by_weights->inputs + (size_t)i);
    for (size_t i = 0; i < by_weights->inputs; i++)
        weights[i] = by_weights->point(4 + i);
    evaluate("network", inputs, results, 3);
    evaluate("network-loss", weights, &loss, 1);
    for (int i = 0; i < 3; i++)
        expected += 0.5 * (results[i] - 0.5) * (results[i] - 0.5);
    assert_near(loss, expected, 1e-14);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_derivatives, test_roe_flux,     test_robot_arm,
                                  test_propane,     test_heart_dipole, test_black_scholes,
                                  test_product,     test_lorenz,       test_network};
    Suite *suite = suite_create("kernels");
    suite_add(suite, "kernels", NULL, NULL, tests, sizeof tests / sizeof *tests);
    return suite_run(suite);
}
