"""Numbers that carry derivatives, arrays, and the intrinsics that evaluate.py knows.

A value is a number (int, float, complex, bool), a Dual, or an Array of these. Derivative rules are written out here, so that
nothing depends on a catalogue.
"""

import math
import cmath
import functools
from fractions import Fraction

import struct
import sys


class Fault(Exception):
    """The program does what a right program never does, or the document can't be understood."""


class Unknown(Exception):
    """The document holds something that this evaluator does not know."""


class Dual:
    __slots__ = ('v', 'd')

    def __init__(self, v, d):
        self.v, self.d = v, d


class Array:
    """Elements in column-major order."""

    def __init__(self, shape, items):
        self.shape, self.items = tuple(shape), list(items)


def value(x):
    return x.v if isinstance(x, Dual) else x


def derivative(x):
    return x.d if isinstance(x, Dual) else 0.0


def single(x):
    """Rounded to single precision."""
    return struct.unpack('f', struct.pack('f', x))[0]


# ---- elementwise functions ------------------------------------------------------------------------------

def is_integer(*values):
    return all(isinstance(x, int) and not isinstance(x, bool) for x in values)


def truncate(x):
    return int(x.real if isinstance(x, complex) else x)


def divide(a, b):
    if b == 0:
        raise Fault('division by zero')
    if is_integer(a, b):
        return truncate(Fraction(a, b))
    return a / b


def power(a, b):
    if is_integer(a, b) and b < 0:
        return truncate(divide(1, a ** -b))
    if a == 0 and (b.real if isinstance(b, complex) else b) < 0:
        raise Fault('power of zero with a negative exponent')
    if not isinstance(a, complex) and a < 0 and not isinstance(b, (int, complex)):
        raise Fault('power of a negative number with a real exponent')
    return a ** b


def real_or_complex(real, complex_):
    def function(x):
        try:
            return complex_(x) if isinstance(x, complex) else real(x)
        except (ValueError, OverflowError) as error:
            raise Fault(f'{real.__name__}({x}): {error}') from None
    return function


def sign(a, b):
    return type(a)(math.copysign(1.0, b)) * abs(a)


def remainder(a, p):
    return a - p * truncate(divide(a, p) if not is_integer(a, p) else Fraction(a, p))


sin, cos = real_or_complex(math.sin, cmath.sin), real_or_complex(math.cos, cmath.cos)
ln, sqrt = real_or_complex(math.log, cmath.log), real_or_complex(math.sqrt, cmath.sqrt)
exp = real_or_complex(math.exp, cmath.exp)


def power_by_base(a, b):
    return 0.0 if b == 0 else b * power(a, b - 1)


def power_by_exponent(a, b):
    return 0.0 if a == 0 else ln(a) * power(a, b)


def digamma(x):
    """By a difference of the logarithm of the gamma function, extrapolated: as good as comparisons need it."""
    def quotient(step):
        return (math.lgamma(x + step) - math.lgamma(x - step)) / (2 * step)
    h = 1e-2 * min(1.0, abs(x - round(x)) if x < 1 else x)
    row = [quotient(h / 2 ** k) for k in range(5)]
    for k in range(1, 5):
        row = [(4 ** k * b - a) / (4 ** k - 1) for a, b in zip(row, row[1:])]
    return row[0]


def bessel(order, x):
    """J of a whole order by its integral, a sum over a period."""
    return sum(math.cos(order * t - x * math.sin(t)) for t in (2 * math.pi * k / 200 for k in range(200))) / 200


# Name: the function, and its partial derivatives as functions of the operands; None: not complex differentiable or zero.
ELEMENTWISE = {
    'add': (lambda a, b: a + b, lambda a, b: 1.0, lambda a, b: 1.0),
    'sub': (lambda a, b: a - b, lambda a, b: 1.0, lambda a, b: -1.0),
    'mul': (lambda a, b: a * b, lambda a, b: b, lambda a, b: a),
    'div': (divide, lambda a, b: divide(1.0, b), lambda a, b: -divide(divide(1.0 * a, b), b)),
    'pow': (power, power_by_base, power_by_exponent),
    'minus': (lambda a: -a, lambda a: -1.0),
    'sin': (sin, cos), 'cos': (cos, lambda a: -sin(a)),
    'tan': (real_or_complex(math.tan, cmath.tan), lambda a: 1.0 / cos(a) ** 2),
    'exp': (exp, exp), 'ln': (ln, lambda a: divide(1.0, a)),
    'sqrt': (sqrt, lambda a: divide(0.5, sqrt(a))),
    'tanh': (real_or_complex(math.tanh, cmath.tanh), lambda a: 1.0 / math.cosh(a) ** 2),
    'sinh': (math.sinh, math.cosh), 'cosh': (math.cosh, math.sinh),
    'arctan': (math.atan, lambda a: 1.0 / (1.0 + a * a)),
    'arctan2': (math.atan2, lambda a, b: b / math.hypot(a, b) / math.hypot(a, b), lambda a, b: -a / math.hypot(a, b) / math.hypot(a, b)),
    'hypot': (math.hypot, lambda a, b: a / math.hypot(a, b), lambda a, b: b / math.hypot(a, b)),
    'arcsinh': (math.asinh, lambda a: 1.0 / math.hypot(1.0, a)),
    'abs': (abs, lambda a: math.copysign(1.0, a)),
    'sign': (sign, lambda a, b: math.copysign(1.0, a) * math.copysign(1.0, b), None),
    'nc_max': (max, lambda a, b: float(a >= b), lambda a, b: float(a < b)),
    'nc_min': (min, lambda a, b: float(a <= b), lambda a, b: float(a > b)),
    'mod': (remainder, lambda a, p: 1.0, lambda a, p: -float(truncate(a / p))),
    'merge': (lambda a, b, m: a if m else b, lambda a, b, m: float(m), lambda a, b, m: float(not m), None),
    'int': (truncate, None), 'nint': (lambda a: math.floor(abs(a) + 0.5) * (1 if a >= 0 else -1), None),
    'floor': (math.floor, None),
    'dble': (lambda a: 1.0 * a, lambda a: 1.0),
    'gamma': (math.gamma, lambda a: math.gamma(a) * digamma(a)), 'lgamma': (math.lgamma, digamma),
    'anint': (lambda a: float(math.floor(abs(a) + 0.5)) * (1 if a >= 0 else -1), None),
    'bessel_jn': (bessel, None, lambda n, a: (bessel(n - 1, a) - bessel(n + 1, a)) / 2),
    'bessel_j0': (lambda a: bessel(0, a), lambda a: -bessel(1, a)),
    'bessel_j1': (lambda a: bessel(1, a), lambda a: (bessel(0, a) - bessel(2, a)) / 2),
    'square': (lambda a: a * a, lambda a: 2.0 * a),
}

# Linear over the real numbers: applied to value and derivative alike.
LINEAR = {'real': lambda a, kind=8: a.real if isinstance(a, complex) else 1.0 * a, 'imag': lambda a: a.imag,
          'conj': lambda a: a.conjugate() if isinstance(a, complex) else a,
          'complex': lambda a, b=0.0: complex(a) + 1j * b}

BOOLEAN = {
    'less_than': lambda a, b: a < b, 'greater_than': lambda a, b: a > b, 'less_or_equal': lambda a, b: a <= b,
    'greater_or_equal': lambda a, b: a >= b, 'equal': lambda a, b: a == b, 'not_equal': lambda a, b: a != b,
    'and': lambda a, b: bool(a and b), 'or': lambda a, b: bool(a or b), 'xor': lambda a, b: bool(a) != bool(b),
    'not': lambda a: not a,
}


@functools.cache
def family(name):
    """The intrinsic without the shapes of its operands: mul_scal_scal is mul."""
    while name.endswith(('_scal', '_arr')):
        name = name.rsplit('_', 1)[0]
    return name


def apply_elementwise(name, operands):
    if name in LINEAR:
        result = LINEAR[name](*map(value, operands))
        slope = LINEAR[name](*map(derivative, operands)) if any(isinstance(x, Dual) for x in operands) else 0
        return Dual(result, slope) if slope else result
    function, *partials = ELEMENTWISE[name]
    values = [value(x) for x in operands]
    result = function(*values)
    slope = 0.0
    for operand, partial in zip(operands, partials):
        if isinstance(operand, Dual) and operand.d and partial:
            slope += partial(*values) * operand.d
    return Dual(result, slope) if slope else result


def over_elements(function, operands):
    """Applies a function of numbers elementwise; numbers go with each element."""
    if not any(isinstance(x, Array) for x in operands):
        return function(operands)
    shapes = {x.shape for x in operands if isinstance(x, Array)}
    if len(shapes) > 1:
        raise Fault(f'operands of different shapes {sorted(shapes)}')
    shape = shapes.pop()
    columns = [x.items if isinstance(x, Array) else [x] * math.prod(shape) for x in operands]
    return Array(shape, [function(list(row)) for row in zip(*columns)])


# ---- functions of arrays --------------------------------------------------------------------------------

def add(a, b):
    return apply_elementwise('add', [a, b])


def reduction(of_items):
    """A reduction with a dimension and a mask, made of one of lists of items."""
    def reduced(array, *further):
        dimension, mask = None, None
        for operand in further:
            if isinstance(operand, (Array, bool)):
                mask = operand
            else:
                dimension = value(operand)
        kept = mask.items if isinstance(mask, Array) else [mask is None or mask] * len(array.items)
        if dimension is None:
            return of_items([item for item, keep in zip(array.items, kept) if value(keep)])
        axis = dimension - 1
        shape = array.shape[:axis] + array.shape[axis + 1:]
        lines = [[] for _ in range(math.prod(shape))]
        for index, item, keep in zip(indices(array.shape), array.items, kept):
            if value(keep):
                lines[position_of(index[:axis] + index[axis + 1:], shape)].append(item)
        return Array(shape, [of_items(line) for line in lines]) if shape else of_items(lines[0])
    return reduced


@reduction
def sum_(items):
    total = 0
    for item in items:
        total = add(total, item)
    return total


def indices(shape):
    """All index tuples (from 0) in column-major order."""
    result = [()]
    for extent in shape:
        result = [index + (i,) for i in range(extent) for index in result]
    return result


def position_of(index, shape):
    position = 0
    for i, extent in zip(reversed(index), reversed(shape)):
        position = position * extent + i
    return position


def transpose(array):
    rows, columns = array.shape
    return Array((columns, rows), [array.items[i + rows * k] for i in range(rows) for k in range(columns)])


def reshape(array, shape, padding=None, order=None):
    sizes = tuple(value(size) for size in shape.items)
    items = list(array.items)
    while padding and padding.items and len(items) < math.prod(sizes):
        items += padding.items
    if math.prod(sizes) > len(items):
        raise Fault('reshape needs more elements')
    if not order:
        return Array(sizes, items[:math.prod(sizes)])
    places = [value(place) - 1 for place in order.items]
    fastest = tuple(sizes[place] for place in places)
    result = [None] * math.prod(sizes)
    for item, index in zip(items, indices(fastest)):
        result[position_of([index[places.index(d)] for d in range(len(sizes))], sizes)] = item
    return Array(sizes, result)


def spread(array, dimension, copies):
    shape = array.shape if isinstance(array, Array) else ()
    items = array.items if isinstance(array, Array) else [array]
    axis = dimension - 1
    whole = shape[:axis] + (copies,) + shape[axis:]
    return Array(whole, [items[position_of(i[:axis] + i[axis + 1:], shape)] for i in indices(whole)])


def shifted(array, shift, axis, beyond):
    """Each line along an axis by its shift; what comes from beyond the ends is that of a function of place and line."""
    extent, items = array.shape[axis], []
    for index in indices(array.shape):
        line = index[:axis] + index[axis + 1:]
        by = value(of_line(shift, line))
        place = index[axis] + by
        inside = 0 <= place < extent
        items.append(array.items[position_of(index[:axis] + (place,) + index[axis + 1:], array.shape)] if inside
                     else beyond(place, line))
    return Array(array.shape, items)


def of_line(operand, line):
    return operand.items[position_of(line, operand.shape)] if isinstance(operand, Array) else operand


def cshift(array, shift, dimension=1):
    axis = dimension - 1

    def beyond(place, line):
        return array.items[position_of(line[:axis] + (place % array.shape[axis],) + line[axis:], array.shape)]
    return shifted(array, shift, axis, beyond)


def eoshift(array, shift, boundary=0, dimension=1):
    return shifted(array, shift, dimension - 1, lambda place, line: of_line(boundary, line))


def chosen(array, mask):
    return [value(m) for m in mask.items] if isinstance(mask, Array) else [value(mask)] * len(array.items)


def pack(array, mask, vector=None):
    items = [item for item, keep in zip(array.items, chosen(array, mask)) if keep]
    if vector:
        items += vector.items[len(items):]
    return Array((len(items),), items)


def unpack(vector, mask, field):
    items, rest = iter(vector.items), field.items if isinstance(field, Array) else [field] * len(mask.items)
    return Array(mask.shape, [next(items) if value(keep) else other for keep, other in zip(mask.items, rest)])


def size(array, dimension=None):
    return len(array.items) if dimension is None else array.shape[dimension - 1]


def multiply(a, b):
    return apply_elementwise('mul', [a, b])


@reduction
def product(items):
    total = 1 if items and is_integer(*items) else 1.0
    for item in items:
        total = multiply(total, item)
    return total


@reduction
def norm2(items):
    """The derivative at 0 is 0 by convention."""
    squares = sum_(Array((len(items),), [multiply(item, item) for item in items]))
    return apply_elementwise('sqrt', [squares]) if value(squares) else 0.0


def dot_product(a, b):
    first = [apply_elementwise('conj', [x]) if isinstance(value(x), complex) else x for x in a.items]
    return sum_(Array(a.shape, [multiply(x, y) for x, y in zip(first, b.items)]))


def matmul(a, b):
    rows, columns, inner = a.shape[0] if len(a.shape) == 2 else 1, b.shape[1] if len(b.shape) == 2 else 1, b.shape[0]
    items = [sum_(Array((inner,), [multiply(a.items[i + rows * k], b.items[k + inner * j]) for k in range(inner)]))
             for j in range(columns) for i in range(rows)]
    return Array(a.shape[:len(a.shape) - 1] + b.shape[1:], items)


def location(best):
    """Where the best element is, the first of several: subscripts from 1, 0 if there is none; along a dimension, if one is
    given, and where a mask is true."""
    def located(array, *further):
        axis = next((value(operand) - 1 for operand in further if not isinstance(operand, (Array, bool))), None)

        def place(items):
            index = best(items, key=lambda item: value(item[1]))[0] if items else [-1] * len(array.shape)
            return index[axis] + 1 if axis is not None else Array((len(index),), [i + 1 for i in index])
        return reduction(place)(Array(array.shape, list(zip(indices(array.shape), array.items))), *further)
    return located


@reduction
def maxval(items):
    return max(items, key=value, default=-sys.float_info.max)


@reduction
def minval(items):
    return min(items, key=value, default=sys.float_info.max)


@reduction
def count(items):
    return sum(map(bool, items))


@reduction
def all_(items):
    return all(items)


@reduction
def any_(items):
    return any(items)


OF_ARRAYS = {'sum': sum_, 'transpose': transpose, 'reshape': reshape, 'spread': spread, 'cshift': cshift, 'eoshift': eoshift,
             'pack': pack, 'unpack': unpack, 'size': size,
             'maxval': maxval, 'minval': minval,
             'product': product, 'norm2': norm2, 'dot_product': dot_product, 'matmul': matmul,
             'maxloc': location(max), 'minloc': location(min),
             'count': count, 'all': all_, 'any': any_, 'nc_maxval': maxval, 'nc_minval': minval}


def apply(name, operands):
    """The value of an intrinsic."""
    name = family(name)
    if name in OF_ARRAYS:
        return OF_ARRAYS[name](*operands)
    if name not in ELEMENTWISE and name not in LINEAR:
        raise Unknown(f'intrinsic {name}')
    return over_elements(lambda row: apply_elementwise(name, row), operands)


def apply_boolean(name, operands):
    return over_elements(lambda row: BOOLEAN[name](*map(value, row)), operands)
