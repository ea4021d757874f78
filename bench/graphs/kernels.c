/*
 * Each kernel is written down as its source has it, one operation after the other as a compiler would see
 * them; nothing is shared between expressions that the formulas don't share.
 */
#include "kernels.h"

#include <math.h>

#define PI 3.14159265358979323846

/* ---- Roe's flux ----
 * P. L. Roe, Approximate Riemann solvers, parameter vectors, and difference schemes, Journal of
 * Computational Physics 43, 1981; in one dimension, for an ideal gas. A state is density, momentum, energy.
 */

static const double heat_ratio = 1.4;

typedef struct gas {
    number density, momentum, energy;    /* the state */
    number velocity, pressure, enthalpy; /* made of it */
} gas;

static gas gas_of(const number *state)
{
    gas g = {.density = state[0], .momentum = state[1], .energy = state[2]};
    g.velocity = divide(g.momentum, g.density);
    g.pressure = scale(heat_ratio - 1, subtract(g.energy, scale(0.5, multiply(g.momentum, g.velocity))));
    g.enthalpy = divide(add(g.energy, g.pressure), g.density);
    return g;
}

static void flux_of(const gas *g, number *flux)
{
    flux[0] = g->momentum;
    flux[1] = add(multiply(g->momentum, g->velocity), g->pressure);
    flux[2] = multiply(g->velocity, add(g->energy, g->pressure));
}

/* The mean of both sides' values, weighted by the roots of their densities. */
static number roe_mean(number left_weight, number left, number right_weight, number right)
{
    number both = add(multiply(left_weight, left), multiply(right_weight, right));
    return divide(both, add(left_weight, right_weight));
}

static void roe_flux(const number *x, size_t count)
{
    (void)count;
    gas left = gas_of(x), right = gas_of(x + 3);
    number left_weight = root(left.density), right_weight = root(right.density);
    number u = roe_mean(left_weight, left.velocity, right_weight, right.velocity);
    number h = roe_mean(left_weight, left.enthalpy, right_weight, right.enthalpy);
    number square_of_sound = scale(heat_ratio - 1, subtract(h, scale(0.5, square(u))));
    number sound = root(square_of_sound);

    number jump[3];
    for (int i = 0; i < 3; i++)
        jump[i] = subtract(x[3 + i], x[i]);
    number strength[3]; /* of the waves with speeds u - a, u, u + a */
    strength[1] =
        multiply(divide(constant(heat_ratio - 1), square_of_sound),
                 subtract(add(multiply(jump[0], subtract(h, square(u))), multiply(u, jump[1])), jump[2]));
    strength[0] =
        divide(subtract(subtract(multiply(jump[0], add(u, sound)), jump[1]), multiply(sound, strength[1])),
               scale(2, sound));
    strength[2] = subtract(jump[0], add(strength[0], strength[1]));

    number speed[3] = {subtract(u, sound), u, add(u, sound)};
    number wave[3][3] = {{constant(1), speed[0], subtract(h, multiply(u, sound))},
                         {constant(1), u, scale(0.5, square(u))},
                         {constant(1), speed[2], add(h, multiply(u, sound))}};
    number from_left[3], from_right[3];
    flux_of(&left, from_left);
    flux_of(&right, from_right);
    number damped[3];
    for (int w = 0; w < 3; w++)
        damped[w] = multiply(strength[w], absolute(speed[w]));
    for (int i = 0; i < 3; i++) {
        number terms[3];
        for (int w = 0; w < 3; w++)
            terms[w] = multiply(damped[w], wave[w][i]);
        tape_dependent(scale(0.5, subtract(add(from_left[i], from_right[i]), sum(terms, 3))));
    }
}

static double roe_point(size_t i)
{
    static const double states[] = {1.0, 0.3, 2.5, 0.6, 0.1, 1.4};
    return states[i];
}

/* ---- a robot's arm ----
 * J. Denavit and R. S. Hartenberg, A kinematic notation for lower-pair mechanisms based on matrices, Journal
 * of Applied Mechanics 22, 1955: the place of the hand and its roll, pitch and yaw, from six joint angles.
 * Lengths in metres, of an arm with a spherical wrist. */

enum { JOINTS = 6 };

typedef struct link {
    double offset, length; /* along the joint's axis, and between the axes */
    double cosine, sine;   /* of the twist between the axes, a multiple of a right angle */
} link;

static const link arm[JOINTS] = {{0.67, 0, 0, 1}, {0, 0.43, 1, 0}, {0.15, 0.02, 0, -1},
                                 {0.43, 0, 0, 1}, {0, 0, 0, -1},   {0.06, 0, 1, 0}};

typedef struct frame {
    number at[3][4]; /* axes and origin; the fourth row is 0 0 0 1 */
} frame;

static frame frame_of(const link *l, number angle)
{
    number c = cosine(angle), s = sine(angle);
    return (frame){{{c, scale(-l->cosine, s), scale(l->sine, s), scale(l->length, c)},
                    {s, scale(l->cosine, c), scale(-l->sine, c), scale(l->length, s)},
                    {constant(0), constant(l->sine), constant(l->cosine), constant(l->offset)}}};
}

static frame moved(const frame *a, const frame *b)
{
    frame result;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            number terms[4];
            for (int j = 0; j < 3; j++)
                terms[j] = multiply(a->at[i][j], b->at[j][k]);
            terms[3] = k == 3 ? a->at[i][3] : constant(0);
            result.at[i][k] = sum(terms, 4);
        }
    }
    return result;
}

static void robot_arm(const number *x, size_t count)
{
    frame hand = frame_of(&arm[0], x[0]);
    for (size_t i = 1; i < count; i++) {
        frame next = frame_of(&arm[i], x[i]);
        hand = moved(&hand, &next);
    }
    for (int i = 0; i < 3; i++)
        tape_dependent(hand.at[i][3]);
    number level = root(add(square(hand.at[0][0]), square(hand.at[1][0])));
    tape_dependent(arc_tangent(hand.at[2][1], hand.at[2][2]));
    tape_dependent(arc_tangent(negate(hand.at[2][0]), level));
    tape_dependent(arc_tangent(hand.at[1][0], hand.at[0][0]));
}

static double robot_point(size_t i)
{
    return 0.3 + 0.2 * (double)i;
}

/* ---- combustion of propane ----
 * K. Meintjes and A. P. Morgan, Chemical equilibrium systems as numerical test problems, ACM Transactions on
 * Mathematical Software 16, 1990; B. M. Averick, R. G. Carter, J. J. More and G.-L. Xue, The MINPACK-2 test
 * problem collection, 1992. All eleven equations: balances of carbon, oxygen, hydrogen and nitrogen, six
 * reactions, and the sum of the amounts of CO2, H2O, N2, CO, H2, H, OH, O, NO and O2; and the five that are
 * left when the reactions are substituted: CO2, CO, H2O and N2 are x1 x2, x1, x2 x3^2 and x4^2, each divided
 * by x5. */

static const double pressure = 40, air = 10; /* in atmospheres; air to fuel */
static const double reaction[] = {0.193, 2.597e-3, 3.448e-3, 1.799e-5, 2.155e-4, 3.846e-5}; /* K5 to K10 */

static void propane(const number *x, size_t count)
{
    number relative = divide(constant(pressure), x[10]);
    number root_of_relative = root(relative);
    tape_dependent(subtract(add(x[0], x[3]), constant(3)));
    number oxygen[] = {scale(2, x[0]), x[1], x[3], x[6], x[7], x[8], scale(2, x[9]), constant(-air)};
    tape_dependent(sum(oxygen, 8));
    number hydrogen[] = {scale(2, x[1]), scale(2, x[4]), x[5], x[6], constant(-8)};
    tape_dependent(sum(hydrogen, 5));
    tape_dependent(subtract(add(scale(2, x[2]), x[8]), constant(4 * air)));
    tape_dependent(subtract(scale(reaction[0], multiply(x[1], x[3])), multiply(x[0], x[4])));
    tape_dependent(subtract(scale(reaction[1], root(multiply(x[1], x[3]))),
                            multiply(multiply(root(x[0]), x[5]), root_of_relative)));
    tape_dependent(subtract(scale(reaction[2], root(multiply(x[0], x[1]))),
                            multiply(multiply(root(x[3]), x[6]), root_of_relative)));
    tape_dependent(subtract(scale(reaction[3], x[0]), multiply(multiply(x[3], x[7]), relative)));
    tape_dependent(subtract(scale(reaction[4], multiply(x[0], root(x[2]))),
                            multiply(multiply(x[3], x[8]), root_of_relative)));
    tape_dependent(
        subtract(scale(reaction[5], square(x[0])), multiply(multiply(square(x[3]), x[9]), relative)));
    tape_dependent(subtract(x[10], sum(x, count - 1)));
}

static double propane_point(size_t i)
{
    static const double start[] = {5, 2.5, 5, 0.1, 0.05, 0.1, 0.2, 0.3, 0.4, 0.1, 14};
    return start[i];
}

static void propane_reduced(const number *x, size_t count)
{
    (void)count;
    double r6 = reaction[1] / sqrt(pressure), r7 = reaction[2] / sqrt(pressure);
    double r8 = reaction[3] / pressure, r9 = reaction[4] / sqrt(pressure), r10 = reaction[5] / pressure;
    number x12 = multiply(x[0], x[1]), x22 = square(x[1]), x33 = square(x[2]), x44 = square(x[3]);
    number x233 = multiply(x[1], x33), x23 = scale(r7, multiply(x[1], x[2]));
    number x24 = scale(r9, multiply(x[1], x[3])), x2 = scale(r8, x[1]);
    tape_dependent(subtract(add(x12, x[0]), scale(3, x[4])));
    number second[] = {scale(2, x12), x[0], scale(2 * r10, x22), x233, x23, x24, x2, scale(-air, x[4])};
    tape_dependent(sum(second, 8));
    number third[] = {scale(2, x233), x23, scale(2 * reaction[0], x33), scale(r6, x[2]), scale(-8, x[4])};
    tape_dependent(sum(third, 5));
    number fourth[] = {x24, scale(2, x44), scale(-4 * air, x[4])};
    tape_dependent(sum(fourth, 3));
    number last[] = {
        x12, x[0],        scale(r10, x22), x233, x23, x24, x2, scale(reaction[0], x33), scale(r6, x[2]),
        x44, constant(-1)};
    tape_dependent(sum(last, 11));
}

static double propane_reduced_point(size_t i)
{
    static const double solution[] = {0.003114102, 34.59792, 0.06504178, 0.8593780, 0.03695186};
    return solution[i];
}

/* ---- the human heart as a dipole ----
 * From the same collection. Two dipoles: strengths (a, c) and (b, d), places (t, v) and (u, w). */

static number product_of_three(number a, number b, number c)
{
    return multiply(multiply(a, b), c);
}

static void heart_dipole(const number *x, size_t count)
{
    (void)count;
    static const double measured[] = {0.485, -0.0019, -0.0581, 0.015, 0.105, 0.0406, 0.167, -0.399};
    number a = x[0], b = x[1], c = x[2], d = x[3], t = x[4], u = x[5], v = x[6], w = x[7];
    number tt = square(t), uu = square(u), vv = square(v), ww = square(w);
    number t2 = subtract(tt, vv), u2 = subtract(uu, ww);
    number t3 = subtract(tt, scale(3, vv)), u3 = subtract(uu, scale(3, ww));
    number v3 = subtract(vv, scale(3, tt)), w3 = subtract(ww, scale(3, uu));
    number terms[][5] = {
        {a, b},
        {c, d},
        {multiply(t, a), multiply(u, b), negate(multiply(v, c)), negate(multiply(w, d))},
        {multiply(v, a), multiply(w, b), multiply(t, c), multiply(u, d)},
        {multiply(a, t2), scale(-2, product_of_three(c, t, v)), multiply(b, u2),
         scale(-2, product_of_three(d, u, w))},
        {multiply(c, t2), scale(2, product_of_three(a, t, v)), multiply(d, u2),
         scale(2, product_of_three(b, u, w))},
        {product_of_three(a, t, t3), product_of_three(c, v, v3), product_of_three(b, u, u3),
         product_of_three(d, w, w3)},
        {product_of_three(c, t, t3), negate(product_of_three(a, v, v3)), product_of_three(d, u, u3),
         negate(product_of_three(b, w, w3))},
    };
    for (size_t i = 0; i < 8; i++) {
        size_t n = i < 2 ? 2 : 4;
        terms[i][n] = constant(-measured[i]);
        tape_dependent(sum(terms[i], n + 1));
    }
}

static double heart_point(size_t i)
{
    static const double start[] = {0.299, 0.186, -0.0273, 0.0254, -0.474, 0.474, -0.0892, 0.0892};
    return start[i];
}

/* ---- prices of options ----
 * F. Black and M. Scholes, The pricing of options and corporate liabilities, Journal of Political Economy 81,
 * 1973: call and put, of price, strike, rate, volatility and time. */

static number normal_distribution(number a)
{
    return scale(0.5, add(constant(1), error_function(divide(a, constant(sqrt(2))))));
}

static void black_scholes(const number *x, size_t count)
{
    (void)count;
    number price = x[0], strike = x[1], rate = x[2], volatility = x[3], time = x[4];
    number spread = multiply(volatility, root(time));
    number drift = multiply(add(rate, scale(0.5, square(volatility))), time);
    number d1 = divide(add(logarithm(divide(price, strike)), drift), spread);
    number d2 = subtract(d1, spread);
    number discounted = multiply(strike, exponential(negate(multiply(rate, time))));
    tape_dependent(
        subtract(multiply(price, normal_distribution(d1)), multiply(discounted, normal_distribution(d2))));
    tape_dependent(subtract(multiply(discounted, normal_distribution(negate(d2))),
                            multiply(price, normal_distribution(negate(d1)))));
}

static double market_point(size_t i)
{
    static const double market[] = {100, 95, 0.05, 0.2, 1.5};
    return market[i];
}

/* ---- networks of neurons ----
 * Four inputs, eight neurons, three results, all with hyperbolic tangents. */

enum { NET_INPUTS = 4, NET_HIDDEN = 8, NET_RESULTS = 3 };
enum { NET_WEIGHTS = NET_HIDDEN * (NET_INPUTS + 1) + NET_RESULTS * (NET_HIDDEN + 1) };

/* Each neuron has a threshold and then a weight for each input. Returns the weights that are left. */
static const number *layer(const number *weights, const number *from, size_t inputs, number *to, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        number all = *weights++;
        for (size_t j = 0; j < inputs; j++)
            all = add(all, multiply(*weights++, from[j]));
        to[i] = hyperbolic_tangent(all);
    }
    return weights;
}

static void run_network(const number *inputs, const number *weights, number *results)
{
    number hidden[NET_HIDDEN];
    weights = layer(weights, inputs, NET_INPUTS, hidden, NET_HIDDEN);
    layer(weights, hidden, NET_HIDDEN, results, NET_RESULTS);
}

static double network_point(size_t i)
{
    return sin(1 + (double)i);
}

static void network(const number *x, size_t count)
{
    number weights[NET_WEIGHTS], results[NET_RESULTS];
    for (size_t i = 0; i < NET_WEIGHTS; i++)
        weights[i] = parameter(network_point(count + i));
    run_network(x, weights, results);
    for (size_t i = 0; i < NET_RESULTS; i++)
        tape_dependent(results[i]);
}

/* What is wrong with the results, as a function of the weights. */
static void network_loss(const number *x, size_t count)
{
    number inputs[NET_INPUTS], results[NET_RESULTS], loss = constant(0);
    for (size_t i = 0; i < NET_INPUTS; i++)
        inputs[i] = parameter(network_point(count + i));
    run_network(inputs, x, results);
    for (size_t i = 0; i < NET_RESULTS; i++)
        loss = add(loss, square(subtract(results[i], parameter(0.5))));
    tape_dependent(scale(0.5, loss));
}

/* ---- a product ----
 * B. Speelpenning, Compiling fast partial derivatives of functions given by algorithms, 1980. */

static void product(const number *x, size_t count)
{
    number all = constant(1);
    for (size_t i = 0; i < count; i++)
        all = multiply(all, x[i]);
    tape_dependent(all);
}

static double product_point(size_t i)
{
    return 1 + 0.1 * (double)i;
}

/* ---- a step of a differential equation ----
 * The attractor of E. N. Lorenz, Deterministic nonperiodic flow, Journal of the Atmospheric Sciences 20,
 * 1963, by the classical method of Runge and Kutta. */

static void lorenz_slope(const number *x, number *slope)
{
    slope[0] = scale(10, subtract(x[1], x[0]));
    slope[1] = subtract(multiply(x[0], subtract(constant(28), x[2])), x[1]);
    slope[2] = subtract(multiply(x[0], x[1]), scale(8.0 / 3, x[2]));
}

static void lorenz(const number *x, size_t count)
{
    static const double step = 0.01, part[] = {0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    number slope[4][3], at[3] = {x[0], x[1], x[2]};
    for (size_t stage = 0; stage < 4; stage++) {
        lorenz_slope(at, slope[stage]);
        for (size_t i = 0; stage < 3 && i < count; i++)
            at[i] = add(x[i], scale(part[stage] * step, slope[stage][i]));
    }
    for (size_t i = 0; i < count; i++) {
        number all = constant(0);
        for (size_t stage = 0; stage < 4; stage++)
            all = add(all, scale(weight[stage], slope[stage][i]));
        tape_dependent(add(x[i], scale(step / 6, all)));
    }
}

static double lorenz_point(size_t i)
{
    return 1 + (double)i;
}

const kernel kernels[] = {
    {"black-scholes", "prices of options", 5, market_point, black_scholes},
    {"heart-dipole", "two dipoles and their eight moments", 8, heart_point, heart_dipole},
    {"lorenz", "a step of Runge and Kutta for Lorenz's equations", 3, lorenz_point, lorenz},
    {"network", "a network of 4, 8 and 3 neurons, by its inputs", NET_INPUTS, network_point, network},
    {"network-loss", "the error of this network, by its weights", NET_WEIGHTS, network_point, network_loss},
    {"product", "Speelpenning's product of ten factors", 10, product_point, product},
    {"propane", "combustion of propane in air, all equations", 11, propane_point, propane},
    {"propane-reduced", "combustion of propane in air, five equations", 5, propane_reduced_point,
     propane_reduced},
    {"robot-arm", "place and angles of the hand of an arm with six joints", JOINTS, robot_point, robot_arm},
    {"roe-flux", "Roe's flux between two states of a gas in one dimension", 6, roe_point, roe_flux},
    {0},
};

tape *kernel_record(const kernel *which, const double *inputs)
{
    tape *t = tape_create();
    number numbers[KERNEL_INPUTS];
    for (size_t i = 0; i < which->inputs; i++)
        numbers[i] = tape_independent(t, inputs ? inputs[i] : which->point(i));
    which->run(numbers, which->inputs);
    return t;
}
