/*
 * The programs of this folder for ADOL-C: how long values and gradient take by overloading. Each evaluation is traced anew, as
 * control flow may be another one at another point.
 *
 *     adolc PROGRAM N M SPAN ROUNDS a b c d e    prints milliseconds of the plain program, and of trace and gradient
 */
#include <adolc/adolc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

template <class T> static void helmholtz(const T *x, const double *p, T &y)
{
    const int n = 200;
    T bx = 0, s = 0, q = 0;
    for (int i = 0; i < n; i++)
        bx += p[i] * x[i];
    for (int i = 0; i < n; i++)
        s += x[i] * log(x[i] / (1 - bx));
    for (int j = 0; j < n; j++) {
        T t = 0;
        for (int i = 0; i < n; i++)
            t += p[i + n * (j + 1)] * x[i];
        q += t * x[j];
    }
    y = s - q / (2.8284271247461903 * bx) * log((1 + 2.4142135623730951 * bx) / (1 - 0.41421356237309515 * bx));
}

template <class T> static void burgers(const T *x, const double *p, T &y)
{
    const int n = 1000, steps = 1000;
    std::vector<T> u(x, x + n), v(n);
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < n; i++) {
            const int l = i == 0 ? n - 1 : i - 1, r = i == n - 1 ? 0 : i + 1;
            v[i] = u[i] - p[0] * u[i] * (u[r] - u[l]) + p[1] * (u[r] - 2 * u[i] + u[l]);
        }
        for (int i = 0; i < n; i++)
            u[i] = v[i];
    }
    y = 0;
    for (int i = 0; i < n; i++)
        y += u[i] * u[i];
}

template <class T> static void rosenbrock(const T *x, const double *p, T &y)
{
    y = 0;
    for (int i = 0; i < 999999; i++) {
        T t = x[i + 1] - x[i] * x[i], s = 1 - x[i];
        y += p[0] * t * t + s * s;
    }
}

template <class T> static void mixture(const T *x, const double *p, T &y)
{
    const int dims = 10, parts = 25, points = 1000, triangle = 45;
    std::vector<T> q(dims * parts), sums(parts), main(parts), c(dims);
    for (int k = 0; k < parts; k++) {
        sums[k] = 0;
        for (int d = 0; d < dims; d++) {
            q[d + dims * k] = exp(x[275 + 10 * k + d]);
            sums[k] += x[275 + 10 * k + d];
        }
    }
    y = 0;
    for (int i = 0; i < points; i++) {
        for (int k = 0; k < parts; k++) {
            T s = 0;
            int l = 525 + triangle * k;
            for (int d = 0; d < dims; d++)
                c[d] = p[d + dims * i] - x[25 + 10 * k + d];
            for (int d = 0; d < dims; d++) {
                T t = q[d + dims * k] * c[d];
                for (int e = 0; e < d; e++)
                    t += x[l++] * c[e];
                s += t * t;
            }
            main[k] = x[k] + sums[k] - 0.5 * s;
        }
        T largest = main[0], s = 0;
        for (int k = 1; k < parts; k++)
            if (main[k] > largest)
                largest = main[k];
        for (int k = 0; k < parts; k++)
            s += exp(main[k] - largest);
        y += largest + log(s);
    }
    T all = 0;
    for (int k = 0; k < parts; k++)
        all += exp(x[k]);
    y -= 1000 * log(all);
    for (int k = 0; k < parts; k++) {
        T s = 0;
        for (int d = 0; d < dims; d++)
            s += q[d + dims * k] * q[d + dims * k];
        for (int j = 0; j < triangle; j++)
            s += x[525 + triangle * k + j] * x[525 + triangle * k + j];
        y += 0.5 * s - sums[k];
    }
}

template <class T> static void project(const T *c, const T *t, T *f)
{
    T v[3], k[3], r[3];
    for (int i = 0; i < 3; i++)
        v[i] = t[i] - c[3 + i];
    T n = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]), co = cos(n), si = sin(n);
    for (int i = 0; i < 3; i++)
        k[i] = c[i] / n;
    T m = (k[0] * v[0] + k[1] * v[1] + k[2] * v[2]) * (1 - co);
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        r[i] = v[i] * co + (k[a] * v[b] - k[b] * v[a]) * si + k[i] * m;
    }
    T u1 = r[0] / r[2], u2 = r[1] / r[2], u = u1 * u1 + u2 * u2, l = 1 + c[9] * u + c[10] * u * u;
    f[0] = c[6] * u1 * l + c[7];
    f[1] = c[6] * u2 * l + c[8];
}

template <class T> static void bundle(const T *x, const double *p, T &y)
{
    y = 0;
    for (int i = 1; i <= 5000; i++) {
        T f[2];
        project(x + i % 50 * 11, x + i * 7 % 1000 * 3 + 550, f);
        const T &w = x[3549 + i];
        T a = w * (f[0] - p[2 * (i - 1)]), b = w * (f[1] - p[2 * (i - 1) + 1]), c = 1 - w * w;
        y += a * a + b * b + c * c;
    }
}

template <class T> static void lstm(const T *x, const double *p, T &y)
{
    const int units = 14, layers = 2, steps = 100;
    std::vector<T> h(units * layers), c(units * layers), z(units);
    for (int l = 0; l < layers; l++)
        for (int j = 0; j < units; j++) {
            h[j + units * l] = x[266 + 28 * l + j];
            c[j + units * l] = x[280 + 28 * l + j];
        }
    y = 0;
    for (int i = 0; i < steps; i++) {
        for (int j = 0; j < units; j++)
            z[j] = p[j + units * i] * x[224 + j];
        for (int l = 0; l < layers; l++)
            for (int j = 0; j < units; j++) {
                const T *w = x + 112 * l + j;
                T &state = h[j + units * l], &cell = c[j + units * l];
                T f = 1 / (1 + exp(-(z[j] * w[0] + w[56]))), g = 1 / (1 + exp(-(state * w[14] + w[70])));
                T o = 1 / (1 + exp(-(z[j] * w[28] + w[84]))), a = tanh(state * w[42] + w[98]);
                cell = cell * f + g * a;
                state = o * tanh(cell);
                z[j] = state;
            }
        T s = 2;
        for (int j = 0; j < units; j++) {
            z[j] = z[j] * x[238 + j] + x[252 + j];
            s += exp(z[j]);
        }
        for (int j = 0; j < units; j++)
            y -= p[j + units * (i + 1)] * (z[j] - log(s));
    }
}

struct program {
    const char *name;
    void (*plain)(const double *, const double *, double &);
    void (*traced)(const adouble *, const double *, adouble &);
};

static const program programs[] = {{"helmholtz", helmholtz<double>, helmholtz<adouble>},
                                   {"burgers", burgers<double>, burgers<adouble>},
                                   {"rosenbrock", rosenbrock<double>, rosenbrock<adouble>},
                                   {"mixture", mixture<double>, mixture<adouble>},
                                   {"bundle", bundle<double>, bundle<adouble>},
                                   {"lstm", lstm<double>, lstm<adouble>}};

/* Values and gradient. */
static double differentiate(const program &of, const std::vector<double> &x, const std::vector<double> &p, std::vector<double> &g)
{
    double y;
    trace_on(1);
    {
        std::vector<adouble> independent(x.size());
        adouble dependent;
        for (size_t i = 0; i < x.size(); i++)
            independent[i] <<= x[i];
        of.traced(independent.data(), p.data(), dependent);
        dependent >>= y;
    }
    trace_off();
    gradient(1, (int)x.size(), x.data(), g.data());
    return y;
}

/* The least time of one call, of many. */
template <class F> static double least(F &&call, double span, int rounds)
{
    using clock = std::chrono::steady_clock;
    const auto seconds = [](clock::time_point from) { return std::chrono::duration<double>(clock::now() - from).count(); };
    const auto begin = clock::now();
    call();
    const int calls = std::max(1, (int)(span / seconds(begin)));
    double result = HUGE_VAL;
    for (int r = 0; r < rounds; r++) {
        const auto start = clock::now();
        for (int i = 0; i < calls; i++)
            call();
        result = std::min(result, seconds(start) / calls);
    }
    return result;
}

int main(int argc, char **argv)
{
    const program *chosen = nullptr;
    for (const program &each : programs)
        if (argc == 11 && std::strcmp(argv[1], each.name) == 0)
            chosen = &each;
    if (!chosen)
        return 2;
    std::vector<double> x(std::atoi(argv[2])), p(std::atoi(argv[3])), g(x.size());
    double v[5], y = 0, traced = 0, sum = 0;
    for (int i = 0; i < 5; i++)
        v[i] = std::atof(argv[6 + i]);
    for (size_t i = 0; i < x.size(); i++)
        x[i] = v[0] + v[1] * std::sin(v[2] * (double)(i + 1));
    for (size_t i = 0; i < p.size(); i++)
        p[i] = v[3] + v[4] * std::sin(1.7 * (double)(i + 1));
    const double span = std::atof(argv[4]);
    const int rounds = std::atoi(argv[5]);
    const double plain = least([&] { chosen->plain(x.data(), p.data(), y); }, span, rounds);
    const double both = least([&] { traced = differentiate(*chosen, x, p, g); }, span, std::max(1, rounds / 20));
    for (size_t i = 0; i < g.size(); i++)
        sum += g[i] * std::cos((double)(i + 1));
    std::printf("%.17g %.17g %.17g %.17g %.17g\n", plain, both, y, traced, sum);
    return 0;
}
