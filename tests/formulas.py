#!/usr/bin/env python3
"""Judges the formulas of the built-in catalogue over the whole range of numbers.

    formulas.py [--engine PROGRAM] [--a-decade N] [--verbose] [NAME...]

A program computes an intrinsic of each element of its arguments. It is differentiated, its tangent program is differentiated again, and both
are run, in double and in single precision, real and complex, at points in all decades of exponents and where formulas fail that are right
elsewhere: zeros, ones, their neighbours, the smallest and the largest numbers. Reference values are those of mpmath: what 30 digits don't
show to be right is judged with 60. A relative error of a first or second derivative is at most 8 units in the last place of the format times
the condition of that derivative: the relative change of it by a relative change of operands, and of the result where a formula uses that.
Every intrinsic with a formula has to be in the tables below, and in that of complex operands if it has a function for them.

Not judged, with the reason:
- results and derivatives that the format can't represent, and branch cuts of complex functions;
- operands 0 of piecewise linear functions (any slope of both sides will do), and the choice among zeros of different signs;
- the order of Bessel functions, exponents of scale and the like, conditions of merge: constants in the tables;
- partials of products whose factors together under- or overflow, and powers where x**(p-1) or x**(p-2) does: `parts` and `product` say why;
- intrinsics without formulas: linear ones (sum, reshape, conjugation), those that pick an element, and products of arrays, whose derivatives
  are programs of the same kind.

Without --a-decade there is a point of each sign in every other decade, as many of several operands as of one, and a tenth of that for Bessel
functions.
"""

import argparse
import itertools
import json
import math
import operator
import os
import random
import re
import struct
import sys
import tempfile
from xml.etree import ElementTree

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
PRECISE, QUICK = 60, 30  # digits: of constants and what is doubtful; of what shows that a derivative is right
mp.dps = PRECISE
DEGREE = mp.pi/180


class Format:
    current = None  # the one that is judged, for functions that depend on it

    def __init__(self, name, words, digits, least, most):
        self.name, (self.word, self.complex_word), self.digits = name, words, digits  # digits: of the significand, binary
        self.least, self.most = mpf(2)**least, (2 - mpf(2)**(1 - digits))*mpf(2)**most  # the least one that is not 0, the largest one
        self.normal = self.least*mpf(2)**(digits - 1)
        self.least_exponent = least

    def rounded(self, x):
        return struct.unpack('f', struct.pack('f', x))[0] if self.digits == 24 else float(x)

    def is_near(self, found, wanted):
        """Whether numbers of the language differ by less than UNITS units of the last place; false says nothing."""
        size = math.hypot(wanted.real, wanted.imag)
        unit = math.ldexp(1.0, max(math.frexp(size)[1] - self.digits, self.least_exponent)) if size < self.most else math.inf
        return math.hypot(found.real - wanted.real, found.imag - wanted.imag) <= (UNITS - 1)*unit if unit < math.inf else False

    def unit(self, size):
        """Of the last place of a number of this size."""
        return max(self.least, mpf(2)**(mp.frexp(size)[1] - self.digits)) if size else self.least


DOUBLE, SINGLE = Format('F8', ('real', 'complex'), 53, -1074, 1023), Format('F4', ('real4', 'complex8'), 24, -149, 127)


# ---- references: value, gradient, second derivatives by pair of operands ------------------------------------


class Intrinsic:
    """In the tables, by the name or by the expression that is differentiated, perhaps after others that it needs. within: where it is tried; parts: functions that have to be representable, too; terms: by pair of operands, how large the terms are
    whose sum the second derivative is, as the generated code computes it; by_result: formulas use the result, to whose errors they are as sensitive as to
    those of operands; inner: the condition of the formula where rounding within it counts for more, as that of the exponent of a power; slow: fewer points."""

    def __init__(self, count, value, gradient, hessian, *, within=None, parts=(), terms=(), by_result=False, inner=None, of_complex=False, slow=False):
        self.count, self.value, self.gradient, self.hessian, self.slow = count, value, gradient, hessian, slow
        self.within, self.parts, self.terms, self.by_result, self.inner, self.complex = within, parts, dict(terms), by_result, inner, of_complex


def unary(value, slope, curvature, **further):
    return Intrinsic(1, value, [slope], {(0, 0): curvature}, **further)


def binary(value, gradient, hessian, **further):
    return Intrinsic(2, value, gradient, dict(zip([(0, 0), (0, 1), (1, 1)], hessian)), **further)


def polynomial(count, value, gradient, hessian=None, **further):
    """A function with constant derivatives where these are numbers; second ones that are not given are 0."""
    def function(f):
        return f if callable(f) else lambda *x: mpf(f)
    pairs = itertools.combinations_with_replacement(range(count), 2)
    return Intrinsic(count, value, [function(f) for f in gradient], {pair: function((hessian or {}).get(pair, 0)) for pair in pairs}, **further)


def below(limit):
    """Where numbers are not much larger, which takes long, and is 0 or infinite."""
    return lambda *x: all(abs(operand) < limit for operand in x)


def scaled(f, inner, outer=1):
    """A function with its derivatives, of operands that are converted, or with a result that is."""
    return tuple((lambda x, g=g, k=k: outer*inner**k*g(inner*x)) for k, g in enumerate(f))


def periodic(functions, period):
    """Large operands are reduced first, which is exact: a factor has not enough digits for them."""
    return tuple(lambda x, f=f: f(x % period if abs(x) > 1000 else x) for f in functions)


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
    return mp.nan if abs(mp.cos(x)) < 1e-27 else mp.tan(x)


TANGENT = (tangent, lambda x: mp.sec(x)**2, lambda x: 2*mp.tan(x)*mp.sec(x)**2)
ARCSINE = (mp.asin, lambda x: 1/mp.sqrt((1 - x)*(1 + x)), lambda x: x/mp.sqrt((1 - x)*(1 + x))**3)
ARCCOSINE = (mp.acos, lambda x: -ARCSINE[1](x), lambda x: -ARCSINE[2](x))
ARCTANGENT = (mp.atan, lambda x: 1/(1 + x*x), lambda x: -2*x/(1 + x*x)**2)
ANGLE = (mp.atan2, [lambda a, b: b/(a*a + b*b), lambda a, b: -a/(a*a + b*b)],
         [lambda a, b: -2*a*b/(a*a + b*b)**2, lambda a, b: (a*a - b*b)/(a*a + b*b)**2, lambda a, b: 2*a*b/(a*a + b*b)**2])

def bell(x):
    """Large numbers take long, and the result is 0."""
    return mp.exp(-x*x) if abs(x) < 1000 else mpf(0)


ERROR = (lambda x: mp.erf(x) if abs(x) < 1000 else mp.sign(x), lambda x: 2/mp.sqrt(mp.pi)*bell(x), lambda x: -4*x/mp.sqrt(mp.pi)*bell(x))
COMPLEMENT = (lambda x: mp.erfc(x) if abs(x) < 1000 else 1 - mp.sign(x), lambda x: -ERROR[1](x), lambda x: -ERROR[2](x))
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


def bessel(function, order):
    def derivative(k):
        """By recurrence, where k of them are applied."""
        def value(x):
            if k == 0:
                return function(order, x)
            if k == 1:
                return (function(order - 1, x) - function(order + 1, x))/2
            return (function(order - 2, x) - 2*function(order, x) + function(order + 2, x))/4
        return value
    return unary(*map(derivative, range(3)), within=lambda x: abs(x) < 1e8 and (x > 0 or function is mp.besselj), slow=True)


def power(n, **further):
    def derivative(k):
        return lambda x: mp.ff(n, k)*x**(n - k) if mp.ff(n, k) else mpf(0)
    return unary(*map(derivative, range(3)), within=lambda x: n == int(n) or x >= 0, parts=[lambda x: x**(n - 2), lambda x: x**(2 - n)] if n < 2 else [], **further)


def is_no_zero(*x):
    return any(x)


def larger(sign):
    """The larger operand, or the less one for the sign -1; the first one if both are equal. Which zero counts is left to the language."""
    def first(a, b):
        return int(sign*a >= sign*b)
    return polynomial(2, lambda a, b: a if first(a, b) else b, [first, lambda a, b: 1 - first(a, b)], within=is_no_zero)


def remainder(whole):
    """a - b*whole(a/b)"""
    def quotient(a, b):
        with mp.workprec(2500):
            return +whole(a/b)

    def value(a, b):
        with mp.workprec(2500):
            return a - b*whole(a/b)
    return polynomial(2, value, [1, lambda a, b: -quotient(a, b)], parts=[lambda a, b: value(a, b) - a])  # a difference from the operand


def exponent(x):
    return mp.frexp(x)[1]


def product(zeros, count, of_complex=False):
    """Of numbers and of constant zeros. Partials are quotients of the whole product by elements, which costs n operations and not n*n: it has to be
    a normal number, as what it is made of and the quotients are; those by two elements are terms of sums; by one element twice, the sum is 0."""
    def whole(x):
        return mp.fprod(element for element in x if element)

    def without(*positions):
        return lambda *x: mpf(0) if zeros else mp.fprod(element for k, element in enumerate(x) if k not in positions)

    def quotient(i):
        return lambda *x: whole(x)/(x[i] or 1)**2

    def is_normal(*x):
        numbers = [*itertools.accumulate(x, operator.mul), *(whole(x)/element for element in x if element)]
        return all(x) and all(Format.current.normal <= abs(number) <= Format.current.most/2 for number in numbers)  # half: quotients are rounded
    pairs = list(itertools.combinations_with_replacement(range(count), 2))
    return Intrinsic(count, without(), [without(i) for i in range(count)], {(i, j): without(i, j) if i < j else lambda *x: mpf(0) for i, j in pairs},
                     within=is_normal, parts=[quotient(i) for i in range(count)],
                     terms={(i, i): lambda *x, i=i: abs(quotient(i)(*x)) for i in range(count)}, of_complex=of_complex)


def cube_root(x):
    return mp.sign(x)*mp.cbrt(abs(x))


POWER_GRADIENT = [lambda a, b: b*a**(b - 1), lambda a, b: a**b*mp.log(a)]
POWER_HESSIAN = [lambda a, b: b*(b - 1)*a**(b - 2), lambda a, b: a**(b - 1)*(1 + b*mp.log(a)), lambda a, b: a**b*mp.log(a)**2]
HYPOTENUSE = binary(mp.hypot, [lambda a, b: a/mp.hypot(a, b), lambda a, b: b/mp.hypot(a, b)],
                    [lambda a, b: b*b/mp.hypot(a, b)**3, lambda a, b: -a*b/mp.hypot(a, b)**3, lambda a, b: a*a/mp.hypot(a, b)**3],
                    terms={(i, i): lambda a, b: 1/mp.hypot(a, b) for i in (0, 1)})

REAL = {
    'div_scal_scal': binary(lambda a, b: a/b, [lambda a, b: 1/b, lambda a, b: -a/b**2],
                            [lambda a, b: 0, lambda a, b: -1/b**2, lambda a, b: 2*a/b**3]),
    'mul_scal_scal': binary(lambda a, b: a*b, [lambda a, b: b, lambda a, b: a], [lambda a, b: 0, lambda a, b: 1, lambda a, b: 0]),
    # p-1 and p-2 are rounded, of whatever size p is. With x**p/x they were not, but that is 0 where x**2 underflows, and 0/0 where x is 0; a choice
    # between both forms would cost every power three operators, for exponents below 1 of numbers whose logarithm is large.
    'pow_scal_scal': binary(lambda a, b: a**b, POWER_GRADIENT, POWER_HESSIAN, within=lambda a, b: a > 0 and abs(b*mp.log(a)) < 800,
                            parts=[lambda a, b: a**(b - 1), lambda a, b: a**(b - 2)], inner=lambda a, b: 1 + abs((abs(b) + 2)*mp.log(a))),
    'hypot_scal_scal': HYPOTENUSE,
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
    'erf_scal': unary(*ERROR), 'erfc_scal': unary(*COMPLEMENT),
    'erfc_scaled_scal': unary(*map(erfc_scaled, range(3)), within=lambda x: x > -30),
    'gamma_scal': unary(mp.gamma, lambda x: mp.gamma(x)*mp.psi(0, x), lambda x: mp.gamma(x)*(mp.psi(0, x)**2 + mp.psi(1, x)),
                        within=lambda x: abs(x) < 180 and (x > 0 or not mp.isint(x)), inner=digamma_terms),
    'lgamma_scal': unary(lambda x: mp.log(abs(mp.gamma(x))) if x < 0 else mp.loggamma(x), lambda x: mp.psi(0, x), lambda x: mp.psi(1, x),
                         within=lambda x: x > 0 or x > -1e6 and not mp.isint(x), inner=digamma_terms),
    'bessel_j0_scal': bessel(mp.besselj, 0), 'bessel_j1_scal': bessel(mp.besselj, 1), 'bessel_y0_scal': bessel(mp.bessely, 0), 'bessel_y1_scal': bessel(mp.bessely, 1),
    **{f'bessel_{letter}n_scal_scal({order}, a)': bessel(function, order) for letter, function in (('j', mp.besselj), ('y', mp.bessely)) for order in (0, 1, 2, 5)},
    **{f'pow_scal_scal(a, {n})': power(n) for n in (-2, -1, 0, 1, 2, 3, 4, 0.5, 2.5)},
    'fma_scal_scal_scal': polynomial(3, lambda a, b, c: a*b + c, [lambda a, b, c: b, lambda a, b, c: a, 1], {(0, 1): 1}),
    'dprod_scal_scal': polynomial(2, lambda a, b: a*b, [lambda a, b: b, lambda a, b: a], {(0, 1): 1}),
    'merge_scal_scal_scal(a, b, a >= b)': larger(1), 'nc_max_scal_scal': larger(1), 'fmax_scal_scal': larger(1), 'nc_min_scal_scal': larger(-1), 'fmin_scal_scal': larger(-1),
    **dict.fromkeys(('dim_scal_scal', 'fdim_scal_scal'), polynomial(2, lambda a, b: max(a - b, 0), [lambda a, b: int(a >= b), lambda a, b: -int(a >= b)], within=is_no_zero)),
    'abs_scal': polynomial(1, abs, [mp.sign], within=is_no_zero),
    **dict.fromkeys(('sign_scal_scal', 'copysign_scal_scal'), polynomial(2, lambda a, b: abs(a)*mp.sign(b), [lambda a, b: mp.sign(a)*mp.sign(b), 0], within=lambda a, b: a and b)),
    **dict.fromkeys(('mod_scal_scal', 'fmod_scal_scal'), remainder(lambda q: mp.floor(abs(q))*mp.sign(q))),
    **dict.fromkeys(('modulo_scal_scal', 'bogus_modulo_scal_scal'), remainder(mp.floor)), 'remainder_scal_scal': remainder(mp.nint),
    **{f'{name}_scal_scal(a, {n})': polynomial(1, lambda x, n=n: mp.ldexp(x, n), [mpf(2)**n]) for name in ('scale', 'ldexp', 'scalbn') for n in (-30, 0, 7)},
    'fraction_scal': polynomial(1, lambda x: mp.ldexp(x, -exponent(x)), [lambda x: mp.ldexp(1, -exponent(x))], within=is_no_zero),
    'set_exponent_scal_scal(a, 3)': polynomial(1, lambda x: mp.ldexp(x, 3 - exponent(x)), [lambda x: mp.ldexp(1, 3 - exponent(x))], within=is_no_zero),
    'rrspacing_scal': polynomial(1, lambda x: mp.ldexp(abs(x), Format.current.digits - exponent(x)), [lambda x: mp.sign(x)*mp.ldexp(1, Format.current.digits - exponent(x))], within=is_no_zero),
    't(1) = a; t(2) = b; t(3) = c; product_arr(t)': product(0, 3),
    't(1) = a; t(2) = b; t(3) = 0.0; product_arr(t)': product(1, 2),
    't(1) = a; t(2) = 0.0; t(3) = 0.0; product_arr(t)': product(2, 1),
    't(1) = a; t(2) = b; t(3) = 0.0; norm2_arr(t)': HYPOTENUSE,
}

COMPLEX = {
    'mul_scal_scal': polynomial(2, lambda a, b: a*b, [lambda a, b: b, lambda a, b: a], {(0, 1): 1}, of_complex=True),
    'pow_scal_scal': binary(lambda a, b: a**b, POWER_GRADIENT, POWER_HESSIAN, within=lambda a, b: abs(b*mp.log(a)) < 800, of_complex=True,
                            parts=[lambda a, b: a**(b - 1), lambda a, b: a**(b - 2)], inner=lambda a, b: 1 + abs((abs(b) + 2)*mp.log(a))),
    **{f'pow_scal_scal(a, {n})': power(n, of_complex=True) for n in (-1, 0, 1, 2, 3)},
    'merge_scal_scal_scal(a, b, 1 > 2)': polynomial(2, lambda a, b: b, [0, 1], of_complex=True),
    'complex_scal(real_scal(a), imag_scal(a))': polynomial(1, lambda z: z, [1], of_complex=True),
    't(1) = a; t(2) = b; t(3) = c; product_arr(t)': product(0, 3, of_complex=True),
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


def name_in(call):
    """Of the intrinsic that an entry of a table is for."""
    return call.split('; ')[-1].split('(')[0]


def unjudged():
    """Intrinsics with formulas that are in no table."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'catalogues', 'inlinable_intrinsics.xaif')
    missing, tables = [], [{name_in(call) for call in table} for table in (REAL, COMPLEX)]
    for intrinsic in ElementTree.parse(path).getroot():
        function, *partials = [child for child in intrinsic if child.tag.endswith(('}Function', '}Partial'))]
        of_complex = len(function.get('builtin_name').split()) == 2
        if any(len(partial) for partial in partials):
            missing += [intrinsic.get('name') + suffix for table, suffix, wanted in zip(tables, ('', ' of complex operands'), (True, of_complex))
                        if wanted and intrinsic.get('name') not in table and intrinsic.get('return_type') != 'complex']
    return missing


# ---- points ------------------------------------------------------------------------------------------------


def decades(format_, per_decade, drawn):
    """Numbers of both signs in all decades, and special ones."""
    least, most = int(mp.log10(format_.least)), int(mp.log10(format_.most))
    for k in range(int(least*per_decade), int((most + 1)*per_decade)):
        size = mpf(10)**((k + mpf(drawn.random()))/per_decade)
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
        self.known = {}
        self.fits = bool(not intrinsic.within or intrinsic.within(*self.x)) and all(map(self.represents, self.all()))

    def all(self):
        return [self.intrinsic.value, *self.intrinsic.gradient, *self.intrinsic.hessian.values(), *self.intrinsic.parts]

    def represents(self, function):
        """Whether the value of a function is a number of the format; it is kept, rounded to double precision."""
        value = self.of(function)
        rounded = complex(value) if isinstance(value, mp.mpc) else float(value)
        self.known[function] = rounded
        return math.hypot(rounded.real, rounded.imag) <= self.format.most

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
            total /= abs(self.x[0]*self.of(self.intrinsic.gradient[0])/self.of(self.intrinsic.value))
        return max(1, total, self.of(self.intrinsic.inner) if self.intrinsic.inner else 0)

    def units_of_result(self):
        """How much greater the relative error of the result is where it is not a normal number."""
        size = abs(self.of(self.intrinsic.value))
        return max(1, self.format.unit(size)/size*mpf(2)**(self.format.digits - 1)) if size else 1

    def error(self, function, found, terms):
        """(error, what it may be in units in the last place, what is wanted); None if the value is right."""
        if self.format.is_near(found, self.known[function]):
            return None
        with mp.workdps(PRECISE):
            wanted = self.of(function)
            unit = self.format.unit(abs(wanted))
            error = abs(mp.mpmathify(found) - wanted)/unit
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
        letters = 'abc'[:intrinsic.count]
        word = format_.complex_word if intrinsic.complex else format_.word
        call = name if '(' in name else f'{name}({", ".join(letters)})'
        for letter in letters:
            call = re.sub(rf'\b{letter}\b', f'{letter}(i)', call)
        *before, call = call.split('; ')
        text = f'subroutine head({", ".join(f"{letter} in" for letter in letters)}, y out)\n  {word} ' + \
            ', '.join(f'{letter}({count})' for letter in letters + 'y') + f', t(3)\n  integer i\n  do i = 1, {count}\n' + \
            ''.join(f'    {statement}\n' for statement in before) + f'    y(i) = {call}\n  end\nend\n'
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
        done = worker.run([self.run, '--quiet', '--format=json', '--allow-nan', f'--case={self.path("case.json")}', self.path('second.xaif')])
        if done.returncode:
            return None, done.stderr or f'status {done.returncode}'
        y = json.loads(done.stdout)
        y = y['y']
        y = [float('nan') if number is None else float(number) for number in y]
        numbers = [complex(*y[k:k + 2]) for k in range(0, len(y), 2)] if intrinsic.complex else y
        return (numbers[2*count:3*count], numbers[3*count:]), None


# ---- judging -----------------------------------------------------------------------------------------------


def judge_points(trial, intrinsic, format_, references, i, j):
    """What is wrong with derivatives by operands i and j."""
    found, failure = trial.derivatives(intrinsic, [reference.point for reference in references], i, j)
    if found is None:
        return [f'the run fails: {failure.strip()}']
    problems = []
    for order, (numbers, function, terms) in enumerate(zip(found, (intrinsic.gradient[i], intrinsic.hessian[i, j]), (None, intrinsic.terms.get((i, j)))), 1):
        for reference, number in zip(references, numbers):
            wrong = reference.error(function, number, terms)
            if wrong:
                by = f'{i + 1}' if order == 1 else f'{i + 1} and {j + 1}'
                problems.append(f'at {reference.point}, by {by}: {number} instead of {mp.nstr(wrong[2], 17)}, '
                                f'{mp.nstr(wrong[0], 4)} units in the last place, where {mp.nstr(wrong[1], 4)} may be')
    return problems


def judge(trial, name, intrinsic, format_, per_decade):
    """(how many derivatives were compared, what is wrong)."""
    drawn = random.Random(name)
    Format.current = format_
    per_decade = per_decade/10 if intrinsic.slow else per_decade
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
    parser.add_argument('--a-decade', type=float, default=0.5, help='points of each sign in each decade of exponents (0.5)')
    parser.add_argument('--verbose', action='store_true', help='print all that is wrong, not three of each intrinsic')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    total = 0
    missing = unjudged()
    wrong = len(missing)
    for name in missing:
        print(f'{name}: it has a formula and is in no table')
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(os.path.abspath(arguments.engine), folder)
        mp.dps = QUICK
        for (kind, table), format_ in itertools.product((('real', REAL), ('complex', COMPLEX)), (DOUBLE, SINGLE)):
            for name, intrinsic in table.items():
                if arguments.names and name_in(name) not in arguments.names:
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
