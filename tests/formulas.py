#!/usr/bin/env python3
"""Judges the formulas of the built-in catalogue over the whole range of numbers.

    formulas.py [--engine PROGRAM] [--a-decade N] [--verbose] [NAME...]

A program computes an intrinsic of each element of its arguments. It is differentiated, its tangent program is differentiated again, and both
are run, in double and in single precision, at points in all decades of exponents and where formulas fail that are right elsewhere: zeros,
ones, their neighbours, the smallest and the largest numbers. Reference values are those of mpmath, with 60 digits. A relative error of a first or second
derivative is at most 8 units in the last place of the format times the condition of that derivative: the relative change of it by a relative
change of operands, and of the result where a formula uses that. Numbers that can't be represented are left out, and so are branch cuts.

Without --a-decade there is one point of each sign a decade, as many of several operands as of one; --a-decade=60 takes an hour.
"""

import argparse
import itertools
import json
import math
import os
import random
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

try:
    import mpmath
    from mpmath import mp, mpf
except ImportError:
    print('formulas.py: skipped, there is no mpmath (Debian: python3-mpmath)')
    sys.exit(77)

import worker
import xaif

UNITS = 8
mp.dps = 60
DEGREE = mp.pi/180


class Format:
    def __init__(self, name, word, digits, least, most):
        self.name, self.word, self.digits = name, word, digits  # digits: of the significand, binary
        self.least, self.most = mpf(2)**least, (2 - mpf(2)**(1 - digits))*mpf(2)**most  # the least one that is not 0, the largest one
        self.normal = self.least*mpf(2)**(digits - 1)

    def rounded(self, x):
        return struct.unpack('f', struct.pack('f', x))[0] if self.digits == 24 else float(x)

    def unit(self, size):
        """Of the last place of a number of this size."""
        return max(self.least, mpf(2)**(mp.frexp(size)[1] - self.digits)) if size else self.least


DOUBLE, SINGLE = Format('F8', 'real', 53, -1074, 1023), Format('F4', 'real4', 24, -149, 127)


# ---- references: value, gradient, second derivatives by pair of operands ------------------------------------


class Intrinsic:
    """within: where it is tried; parts: functions that have to be representable, too; terms: by pair of operands, how large the terms are
    whose sum the second derivative is, as the generated code computes it; by_result: formulas use the result, to whose errors they are as sensitive as to
    those of operands; inner: the condition of the formula where rounding within it counts for more, as that of the exponent of a power."""

    def __init__(self, count, value, gradient, hessian, *, within=None, parts=(), terms=(), by_result=False, inner=None, of_complex=False):
        self.count, self.value, self.gradient, self.hessian = count, value, gradient, hessian
        self.within, self.parts, self.terms, self.by_result, self.inner, self.complex = within, parts, dict(terms), by_result, inner, of_complex


def unary(value, slope, curvature, **further):
    return Intrinsic(1, value, [slope], {(0, 0): curvature}, **further)


def binary(value, gradient, hessian, **further):
    return Intrinsic(2, value, gradient, dict(zip([(0, 0), (0, 1), (1, 1)], hessian)), **further)


def below(limit):
    """Where numbers are not much larger, which takes long, and is 0 or infinite."""
    return lambda *x: all(abs(operand) < limit for operand in x)


def scaled(f, inner, outer=1):
    """A function with its derivatives, of operands that are converted, or with a result that is."""
    return tuple((lambda x, g=g, k=k: outer*inner**k*g(inner*x)) for k, g in enumerate(f))


def periodic(functions, period):
    """Large operands, which are integers, are reduced first: a factor of 60 digits is not enough for them."""
    return tuple(lambda x, f=f: f(mpf(int(x) % period) if abs(x) > 1e20 else x) for f in functions)


def sech2(x):
    return mp.sech(x)**2


def erfc_scaled(order):
    """A derivative of exp(x*x)*erfc(x)."""
    def value(x):
        with mp.workprec(mp.prec + 8*max(0, int(mp.log(1 + abs(x), 2)))) if abs(x) < 1e8 else mp.workprec(mp.prec):
            c = 2/mp.sqrt(mp.pi)
            if x >= 1e8:  # the asymptotic series
                return [c/2/x*(1 - 1/(2*x*x)), -c/2/x**2*(1 - 3/(2*x*x)), c/x**3*(1 - 3/(x*x))][order]
            y = mp.exp(x*x)*mp.erfc(x)
            slope = 2*x*y - c
            return [y, slope, 2*y + 2*x*slope][order]
    return value


SINE = (mp.sin, mp.cos, lambda x: -mp.sin(x))
COSINE = (mp.cos, lambda x: -mp.sin(x), lambda x: -mp.cos(x))
def tangent(x):
    """In degrees or half turns, no number is as near to a pole without being one."""
    return mp.nan if abs(mp.cos(x)) < 1e-40 else mp.tan(x)


TANGENT = (tangent, lambda x: mp.sec(x)**2, lambda x: 2*mp.tan(x)*mp.sec(x)**2)
ARCSINE = (mp.asin, lambda x: 1/mp.sqrt((1 - x)*(1 + x)), lambda x: x/mp.sqrt((1 - x)*(1 + x))**3)
ARCCOSINE = (mp.acos, lambda x: -ARCSINE[1](x), lambda x: -ARCSINE[2](x))
ARCTANGENT = (mp.atan, lambda x: 1/(1 + x*x), lambda x: -2*x/(1 + x*x)**2)
ANGLE = (mp.atan2, [lambda a, b: b/(a*a + b*b), lambda a, b: -a/(a*a + b*b)],
         [lambda a, b: -2*a*b/(a*a + b*b)**2, lambda a, b: (a*a - b*b)/(a*a + b*b)**2, lambda a, b: 2*a*b/(a*a + b*b)**2])
ERROR = (mp.erf, lambda x: 2/mp.sqrt(mp.pi)*mp.exp(-x*x), lambda x: -4*x/mp.sqrt(mp.pi)*mp.exp(-x*x))
LOGARITHM = (mp.log, lambda x: 1/x, lambda x: -1/x**2)
HYPERBOLIC = (mp.tanh, sech2, lambda x: -2*mp.tanh(x)*sech2(x))


def times(factor, functions):
    return tuple(lambda *x, f=f: factor*f(*x) for f in functions)


def angle(factor):
    return binary(*times(factor, ANGLE[:1]), times(factor, ANGLE[1]), times(factor, ANGLE[2]),
                  parts=[mp.hypot, lambda a, b: 2*factor/mp.hypot(a, b)**2], terms={(0, 1): lambda a, b: factor/mp.hypot(a, b)**2})


def digamma_terms(x):
    """The sizes of the terms of which the digamma function is computed, by its own."""
    return (mp.log(x + 8) + sum(1/(x + k) for k in range(8)))/abs(mp.psi(0, x))


def cube_root(x):
    return mp.sign(x)*mp.cbrt(abs(x))


REAL = {
    'div_scal_scal': binary(lambda a, b: a/b, [lambda a, b: 1/b, lambda a, b: -a/b**2],
                            [lambda a, b: 0, lambda a, b: -1/b**2, lambda a, b: 2*a/b**3]),
    'mul_scal_scal': binary(lambda a, b: a*b, [lambda a, b: b, lambda a, b: a], [lambda a, b: 0, lambda a, b: 1, lambda a, b: 0]),
    'pow_scal_scal': binary(lambda a, b: a**b if a > 0 else mp.nan, [lambda a, b: b*a**(b - 1), lambda a, b: a**b*mp.log(a)],
                            [lambda a, b: b*(b - 1)*a**(b - 2), lambda a, b: a**(b - 1)*(1 + b*mp.log(a)), lambda a, b: a**b*mp.log(a)**2],
                            within=lambda a, b: a > 0 and abs(b*mp.log(a)) < 800, parts=[lambda a, b: a**(b - 1), lambda a, b: a**(b - 2)],
                            inner=lambda a, b: 1 + abs((abs(b) + 2)*mp.log(a))),
    'hypot_scal_scal': binary(mp.hypot, [lambda a, b: a/mp.hypot(a, b), lambda a, b: b/mp.hypot(a, b)],
                              [lambda a, b: b*b/mp.hypot(a, b)**3, lambda a, b: -a*b/mp.hypot(a, b)**3, lambda a, b: a*a/mp.hypot(a, b)**3],
                              terms={(i, i): lambda a, b: 1/mp.hypot(a, b) for i in (0, 1)}),
    'exp_scal': unary(mp.exp, mp.exp, mp.exp, within=below(1e4)),
    'exp2_scal': unary(*scaled((mp.exp,)*3, mp.log(2)), within=below(1e4)),
    'expm1_scal': unary(mp.expm1, mp.exp, mp.exp, within=below(1e4)),
    'ln_scal': unary(*LOGARITHM),
    'log10': unary(*times(1/mp.log(10), LOGARITHM)),
    'log2_scal': unary(*times(1/mp.log(2), LOGARITHM)),
    'log1p_scal': unary(mp.log1p, lambda x: 1/(1 + x), lambda x: -1/(1 + x)**2),
    'sqrt_scal': unary(mp.sqrt, lambda x: 1/(2*mp.sqrt(x)), lambda x: -1/(4*x*mp.sqrt(x))),
    'cbrt_scal': unary(cube_root, lambda x: 1/(3*cube_root(x)**2), lambda x: -2/(9*cube_root(x)**5), by_result=True),
    'sin_scal': unary(*SINE), 'cos_scal': unary(*COSINE), 'tan_scal': unary(*TANGENT), 'oad_tan_scal': unary(*TANGENT),
    'arcsin_scal': unary(*ARCSINE), 'arccos_scal': unary(*ARCCOSINE), 'arctan_scal': unary(*ARCTANGENT),
    'sind_scal': unary(*periodic(scaled(SINE, DEGREE), 360)), 'cosd_scal': unary(*periodic(scaled(COSINE, DEGREE), 360)), 'tand_scal': unary(*periodic(scaled(TANGENT, DEGREE), 360)),
    'sinpi_scal': unary(*periodic(scaled(SINE, mp.pi), 2)), 'cospi_scal': unary(*periodic(scaled(COSINE, mp.pi), 2)), 'tanpi_scal': unary(*periodic(scaled(TANGENT, mp.pi), 2)),
    'arcsind_scal': unary(*times(1/DEGREE, ARCSINE)), 'arccosd_scal': unary(*times(1/DEGREE, ARCCOSINE)), 'arctand_scal': unary(*times(1/DEGREE, ARCTANGENT)),
    'arcsinpi_scal': unary(*times(1/mp.pi, ARCSINE)), 'arccospi_scal': unary(*times(1/mp.pi, ARCCOSINE)), 'arctanpi_scal': unary(*times(1/mp.pi, ARCTANGENT)),
    'arctan_scal_scal': angle(1), 'arctan2_scal_scal': angle(1), 'arctand_scal_scal': angle(1/DEGREE), 'arctanpi_scal_scal': angle(1/mp.pi),
    'sinh_scal': unary(mp.sinh, mp.cosh, mp.sinh, within=below(1e4)), 'cosh_scal': unary(mp.cosh, mp.sinh, mp.cosh, within=below(1e4)), 'tanh_scal': unary(*HYPERBOLIC, within=below(1e4)),
    'arcsinh_scal': unary(mp.asinh, lambda x: 1/mp.hypot(1, x), lambda x: -x/mp.hypot(1, x)**3),
    'arccosh_scal': unary(mp.acosh, lambda x: 1/(mp.sqrt(x - 1)*mp.sqrt(x + 1)), lambda x: -x/(mp.sqrt(x - 1)*mp.sqrt(x + 1))**3),
    'arctanh_scal': unary(mp.atanh, lambda x: 1/((1 - x)*(1 + x)), lambda x: 2*x/((1 - x)*(1 + x))**2),
    'erf_scal': unary(*ERROR, within=below(1e4)), 'erfc_scal': unary(mp.erfc, *times(-1, ERROR[1:]), within=below(1e4)),
    'erfc_scaled_scal': unary(*map(erfc_scaled, range(3)), within=lambda x: x > -30),
    'gamma_scal': unary(mp.gamma, lambda x: mp.gamma(x)*mp.psi(0, x), lambda x: mp.gamma(x)*(mp.psi(0, x)**2 + mp.psi(1, x)), within=lambda x: 0 < x < 180, inner=digamma_terms),
    'lgamma_scal': unary(lambda x: mp.re(mp.loggamma(x)), lambda x: mp.psi(0, x), lambda x: mp.psi(1, x), within=lambda x: x > 0,
                         inner=digamma_terms),
}

COMPLEX = {
    'div_scal_scal': binary(*(REAL['div_scal_scal'].value, REAL['div_scal_scal'].gradient, REAL['div_scal_scal'].hessian.values()), of_complex=True),
    'ln_scal': unary(*LOGARITHM, of_complex=True),
    'sqrt_scal': unary(mp.sqrt, lambda z: 1/(2*mp.sqrt(z)), lambda z: -1/(4*z*mp.sqrt(z)), of_complex=True),
    'exp_scal': unary(mp.exp, mp.exp, mp.exp, within=below(1e4), of_complex=True),
    'sin_scal': unary(*SINE, of_complex=True, within=below(1e4)), 'cos_scal': unary(*COSINE, of_complex=True, within=below(1e4)),
    'tan_scal': unary(*TANGENT, of_complex=True, within=below(1e4)),
    'oad_tan_scal': unary(*TANGENT, of_complex=True, within=below(1e4)),
    'sinh_scal': unary(mp.sinh, mp.cosh, mp.sinh, within=below(1e4), of_complex=True), 'cosh_scal': unary(mp.cosh, mp.sinh, mp.cosh, within=below(1e4), of_complex=True),
    'tanh_scal': unary(*HYPERBOLIC, within=below(1e4), of_complex=True),
    'arcsin_scal': unary(mp.asin, lambda z: 1/(mp.sqrt(1 - z)*mp.sqrt(1 + z)), lambda z: z/(mp.sqrt(1 - z)*mp.sqrt(1 + z))**3, of_complex=True,
                         within=lambda z: mp.im(z) or abs(z) < 1),
    'arccos_scal': unary(mp.acos, lambda z: -1/(mp.sqrt(1 - z)*mp.sqrt(1 + z)), lambda z: -z/(mp.sqrt(1 - z)*mp.sqrt(1 + z))**3, of_complex=True,
                         within=lambda z: mp.im(z) or abs(z) < 1),
    'arctan_scal': unary(*ARCTANGENT, of_complex=True),
    'arcsinh_scal': unary(mp.asinh, lambda z: 1/(mp.sqrt(1 + 1j*z)*mp.sqrt(1 - 1j*z)), lambda z: -z/(mp.sqrt(1 + 1j*z)*mp.sqrt(1 - 1j*z))**3, of_complex=True,
                          within=lambda z: mp.re(z) or abs(z) < 1),
    'arccosh_scal': unary(*(REAL['arccosh_scal'].value, REAL['arccosh_scal'].gradient[0], REAL['arccosh_scal'].hessian[0, 0]), of_complex=True),
    'arctanh_scal': unary(*(REAL['arctanh_scal'].value, REAL['arctanh_scal'].gradient[0], REAL['arctanh_scal'].hessian[0, 0]), of_complex=True),
}


# ---- points ------------------------------------------------------------------------------------------------


def decades(format_, per_decade, drawn):
    """Numbers of both signs in all decades, and special ones."""
    least, most = int(mp.log10(format_.least)), int(mp.log10(format_.most))
    for exponent in range(least, most + 1):
        for k in range(per_decade):
            size = mpf(10)**(exponent + (k + mpf(drawn.random()))/per_decade)
            if size <= format_.most:
                yield from (format_.rounded(float(size)), format_.rounded(-float(size)))


def special(format_):
    step = float(mpf(2)**(1 - format_.digits))
    sizes = [0.0, 1.0, 1 - step/2, 1 + step, 0.5, 2.0, 1.5, 3.0, math.pi, math.pi/2, math.e, 0.7071067811865476, 45.0, 90.0, 1e-3, 100.0, 709.0, 354.5,
             float(format_.least), float(format_.normal), float(format_.normal)/2, float(format_.most), float(format_.most)/2, float(mp.sqrt(format_.most)),
             float(mp.sqrt(format_.normal))]
    return [format_.rounded(sign*size) for size in sizes for sign in (1, -1)]


def points(intrinsic, format_, per_decade, drawn):
    axis = list(decades(format_, per_decade, drawn)) + special(format_)
    numbers = intrinsic.count*(2 if intrinsic.complex else 1)
    if numbers == 1:
        return [(x,) for x in axis]
    few = special(format_)
    count = len(axis)
    drawn_points = [tuple(drawn.choice(axis) for _ in range(numbers)) for _ in range(count)]
    near = [tuple(format_.rounded(x*10**drawn.uniform(-3, 3)) for _ in range(numbers)) for x in axis]
    pairs = [tuple(drawn.choice(few) for _ in range(numbers)) for _ in range(count//2)]
    most = format_.most/1024 if intrinsic.complex else format_.most  # products of complex numbers are sums
    least = format_.normal  # quotients of subnormal numbers lose digits
    return [point for point in drawn_points + near + pairs if all(x == 0 or least <= abs(x) <= most for x in point) and
            not (intrinsic.complex and any(x == 0 and math.copysign(1, x) < 0 for x in point))]  # mpmath has no -0


def operands(intrinsic, point):
    if not intrinsic.complex:
        return [mpf(x) for x in point]
    return [mp.mpc(*point[i:i + 2]) for i in range(0, len(point), 2)]


def is_representable(format_, value):
    return mp.isfinite(value) and abs(value) <= format_.most


def value_of(function, x, of_complex):
    try:
        value = function(*x)
    except (ZeroDivisionError, ValueError, OverflowError, mp.NoConvergence):
        return mp.nan
    return mp.nan if isinstance(value, mp.mpc) and not of_complex else value


class Reference:
    """What is right at a point; None where it can't be represented."""

    def __init__(self, intrinsic, format_, point):
        self.intrinsic, self.format, self.point = intrinsic, format_, point
        self.x = operands(intrinsic, point)
        self.fits = not intrinsic.within or intrinsic.within(*self.x)
        self.value = self.of(intrinsic.value) if self.fits else mp.nan
        self.fits = self.represents(self.value) and all(self.represents(self.of(function)) for function in self.all())

    def all(self):
        return [*self.intrinsic.gradient, *self.intrinsic.hessian.values(), *self.intrinsic.parts]

    def represents(self, value):
        return is_representable(self.format, value)

    def of(self, function):
        return value_of(function, self.x, self.intrinsic.complex)

    def condition(self, function, value):
        """The sum of relative changes of a derivative by relative changes of operands, at least 1; infinite if the result is inexact."""
        if not value:
            return mpf(1)
        step, total = mpf(10)**-25, mpf(0)
        for i, x in enumerate(self.x):
            moved = value_of(function, [*self.x[:i], x*(1 + step), *self.x[i + 1:]], self.intrinsic.complex)
            total += abs(moved/value - 1)/step if mp.isfinite(moved) else mp.inf
        if self.intrinsic.by_result:
            total /= abs(self.x[0]*self.of(self.intrinsic.gradient[0])/self.value)
        return max(1, total, self.of(self.intrinsic.inner) if self.intrinsic.inner else 0)

    def units_of_result(self):
        """How much greater the relative error of the result is where it is not a normal number."""
        size = abs(self.value)
        return max(1, self.format.unit(size)/size*mpf(2)**(self.format.digits - 1)) if size else 1

    def error(self, function, found, terms):
        """(error, what it may be in units in the last place, what is wanted); None if the value is right."""
        wanted = self.of(function)
        unit = self.format.unit(abs(wanted))
        error = abs(found - wanted)/unit
        if error <= UNITS:
            return None
        allowed = UNITS*self.condition(function, wanted)*self.units_of_result()
        if terms:
            allowed = max(allowed, UNITS*self.format.unit(self.of(terms))/unit)
        return None if error <= allowed else (error, allowed, wanted)


# ---- programs ----------------------------------------------------------------------------------------------


class Trial:
    def __init__(self, engine, folder):
        self.engine, self.folder = engine, folder
        self.run = os.path.join(os.path.dirname(engine), 'xaif-run')

    def path(self, name):
        return os.path.join(self.folder, name)

    def differentiate(self, source, target):
        done = worker.run([self.engine, '--quiet', '-a', 'basicblockpreaccumulation,associationbyname', '--keep-active', '-o',
                           self.path(target), self.path(source)])
        if done.returncode:
            raise RuntimeError(done.stderr)

    def make(self, name, intrinsic, format_, count):
        letters = 'ab'[:intrinsic.count]
        word = 'complex' if intrinsic.complex else format_.word
        text = f'subroutine head({", ".join(f"{letter} in" for letter in letters)}, y out)\n  {word} ' + \
            ', '.join(f'{letter}({count})' for letter in letters + 'y') + '\n  integer i\n' + \
            f'  do i = 1, {count}\n    y(i) = {name}({", ".join(f"{letter}(i)" for letter in letters)})\n  end\nend\n'
        with open(self.path('program.xaif'), 'w', encoding='utf-8') as stream:
            stream.write(xaif.build(text, 'program'))
        self.differentiate('program.xaif', 'first.xaif')
        self.differentiate('first.xaif', 'second.xaif')

    def derivatives(self, intrinsic, points_, i, j):
        """First derivatives by operand i and second ones by i and j, or why there are none."""
        width = 2 if intrinsic.complex else 1
        count, rows, x = len(points_), [], []

        def argument(values):
            x.extend(values)
            rows.append({'x': [len(x) - len(values) + 1, len(x)]})
        for k in range(intrinsic.count):
            argument([number for point in points_ for number in point[k*width:(k + 1)*width]])
            seed = ([1.0, 0.0] if intrinsic.complex else [1.0])*count
            zero = [0.0]*len(seed)
            argument(seed if k == j else zero)  # the second direction
            argument(seed if k == i else zero)  # the first one
            argument(zero)
        size = width*count
        rows += [{'y': [k*size + 1, (k + 1)*size]} for k in range(4)]
        with open(self.path('case.json'), 'w', encoding='utf-8') as stream:
            json.dump({'entry': 'head', 'x0': x, 'arguments': rows, 'n': len(x), 'm': 4*size}, stream)
        done = worker.run([self.run, '--quiet', '--format=json', f'--case={self.path("case.json")}', self.path('second.xaif')])
        if done.returncode:
            return None, done.stderr
        y = json.loads(done.stdout)
        y = y['y']
        y = [float('nan') if number is None else float(number) for number in y]
        numbers = [mp.mpc(*y[k:k + 2]) for k in range(0, len(y), 2)] if intrinsic.complex else list(map(mpf, y))
        return (numbers[2*count:3*count], numbers[3*count:]), None


# ---- judging -----------------------------------------------------------------------------------------------


def judge_points(trial, intrinsic, format_, references, i, j):
    """What is wrong with derivatives by operands i and j."""
    found, failure = trial.derivatives(intrinsic, [reference.point for reference in references], i, j)
    if failure:
        return [f'the run fails: {failure.strip()}']
    problems = []
    for order, (numbers, function, terms) in enumerate(zip(found, (intrinsic.gradient[i], intrinsic.hessian[i, j]), (None, intrinsic.terms.get((i, j)))), 1):
        for reference, number in zip(references, numbers):
            wrong = reference.error(function, number, terms)
            if wrong:
                by = f'{i + 1}' if order == 1 else f'{i + 1} and {j + 1}'
                problems.append(f'at {reference.point}, by {by}: {mp.nstr(number, 17)} instead of {mp.nstr(wrong[2], 17)}, '
                                f'{mp.nstr(wrong[0], 4)} units in the last place, where {mp.nstr(wrong[1], 4)} may be')
    return problems


def judge(trial, name, intrinsic, format_, per_decade):
    """(how many derivatives were compared, what is wrong)."""
    drawn = random.Random(name)
    references = [Reference(intrinsic, format_, point) for point in points(intrinsic, format_, per_decade, drawn)]
    references = [reference for reference in references if reference.fits]
    trial.make(name, intrinsic, format_, len(references))
    problems = []
    for i, j in intrinsic.hessian:
        problems += judge_points(trial, intrinsic, format_, references, i, j)
    return 2*len(references)*len(intrinsic.hessian), problems


def main():
    parser = argparse.ArgumentParser(description='Judge the formulas of the catalogue over the whole range of numbers.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--a-decade', type=int, default=1, help='points in each decade of exponents')
    parser.add_argument('--verbose', action='store_true', help='print all that is wrong, not three of each intrinsic')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    total, wrong = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(os.path.abspath(arguments.engine), folder)
        for kind, table, format_ in (('real', REAL, DOUBLE), ('real', REAL, SINGLE), ('complex', COMPLEX, DOUBLE)):
            for name, intrinsic in table.items():
                if arguments.names and name not in arguments.names:
                    continue
                compared, problems = judge(trial, name, intrinsic, format_, arguments.a_decade)
                total, wrong = total + compared, wrong + len(problems)
                for problem in problems if arguments.verbose else problems[:3]:
                    print(f'{name}, {kind}, {format_.name}: {problem}')
                if len(problems) > 3:
                    print(f'{name}, {kind}, {format_.name}: {len(problems)} of {compared} are wrong')
    print(f'{total} derivatives, {wrong} problems')
    return 1 if wrong or not total else 0


if __name__ == '__main__':
    sys.exit(main())
