#!/usr/bin/env python3
"""Compares what xaif-run computes with integers of 1, 2, 4 and 8 bytes, and in single precision, with what compiled code computes.

    kinds.py [--engine PROGRAM]

The expressions of EXPRESSIONS become one program, which xaif-run runs, and which is written as Fortran and as C, and compiled. The
results are those of compiled code to 1e-12, those of functions in single precision, which libraries round in their own way, to ROUNDING.
With --single-as-double, xaif-run has to differ. Temporaries that the engine makes hold what the expressions of TEMPORARIES are, compiled, too. Exit status 77 if there is no compiler.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import c
import fortran
import worker
import xaif

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')
EXACT, ROUNDING = 1e-12, 2.0 ** -23
X = [0.1, 0.7, 1.9, 2.3e5, 3.0]

HEAD = '''
subroutine head(x in, y out)
  real x(5), y({count})
  real4 s, t, v(3), m(2,2)
  complex8 c, d
  integer1 a
  integer2 b
  integer i, j, k, w(3)
  integer8 l
  logical q(3)
  s = x(1)
  t = x(2)
  v = x(1:3)
  m(1,1) = x(1)
  m(2,1) = x(2)
  m(1,2) = x(3)
  m(2,2) = 0.3
  c = complex_scal(s, t)
  d = complex_scal(t, s*3.0f)
  a = 100
  b = 30000
  i = 0 - 7
  j = 2147483647
  k = 65537
  l = 3*int(x(4)*30000.0, 8)
  w = 5
  w(2) = 2147483647
  w(3) = 65537
  q = x(1:3) > 0.5
'''
# Each is assigned to a variable of double precision.
EXPRESSIONS = '''
j + 1
j*2
0 - j - 2
k*k
k**3
a + a
a*a
a + b
b + b
b*a
b*b*2
l*l*l
l*j
l + j
i*l
abs(0 - j - 1)
j + 1*x(1)
sum(w)
product_arr(w)
dot_product(w, w)
maxval(w)
minval(w, 1 > 2)
maxval(w, 1 > 2)
mod(j + 10, 7)
modulo_scal_scal(i, 5)
int(x(4))*int(x(4))
nint(x(4)*1.5)*7
floor(x(4))*40000
int(x(4)*1e5, 8)
int(l, 4)
int(l)
int(a)*2
int(i, 8)*j
int(k, 2)
int(k, 1)
ishft_scal_scal(i, 0 - 28)
ishft_scal_scal(i, 3)
ishft_scal_scal(j, 1)
ishft_scal_scal(a, 1)
ishft_scal_scal(b, 0 - 3)
ishft_scal_scal(l, 5)
not_scal(i)
not_scal(a)
iand_scal_scal(i, k)
ior_scal_scal(j, k)
ieor_scal_scal(j, i)
ibset_scal_scal(k, 31)
ibclr_scal_scal(i, 31)
bit_size(a)
bit_size(b)
bit_size(i)
bit_size(l)
huge(a) + 0
huge(b) + 0
huge(i)
huge(l)
huge(s)
huge(x)
tiny(s)
tiny(x)
epsilon(s)
epsilon(x)
epsilon(s*x(1))
digits(a)
digits(i)
digits(l)
digits(s)
digits(x)
precision(s)
precision(c)
precision(x)
range(a)
range(b)
range(i)
range(l)
range(s)
range(c)
range(x)
maxexponent(s)
minexponent(s)
minexponent(x)
kind(a)
kind(b)
kind(i)
kind(l)
kind(s)
kind(c)
kind(x)
kind(a + b)
kind(i + l)
kind(s + i)
kind(s*x(1))
kind(c*x(1))
kind(c*i)
kind(abs(c))
kind(real(x(1), 4))
kind(int(x(1), 2))
radix(i)
spacing_scal(s)
spacing_scal(x(1))
rrspacing_scal(s)
rrspacing_scal(x(1))
nearest_scal_scal(s, 1.0)
nearest_scal_scal(x(1), 1.0)
fraction_scal(s)
exponent_scal(s)
scale_scal_scal(s, 3)
set_exponent_scal_scal(s, 3)
s + t
s - t*3.0f
s*t
s/t
s*x(2)
x(2)/t
s + i
s*i
s/i
s*l
s*1e-30f*1e-30f
t*1.5
t*1.5f
s*s*s + t*t*t
(s + 1e8f) - 1e8f
(s + 1e8) - 1e8
s**2
t**2
sqrt(s)
sqrt(t)*s
abs(s - t)
max(s, t)*s
sign(s, t - s - s*20.0f)
mod(t, s)
aint_scal(t*100.0f)*s
dble(s)*dble(t)
dprod_scal_scal(s, t)
real(x(1), 4)
real(x(1), 4)*x(2)
real(s, 8)*real(t, 8)
real(l, 4)
sum(v)*s
sum(v*v)
product_arr(v)
dot_product(v, v)
dot_product(v, x(1:3))
maxval(v)*s
sum(matmul(m, m))
sum(matmul(m, v(1:2)))
sum(transpose(m))
merge(s, t, s > t)*t
merge(s, x(1)*x(2), s > t)*t
merge(x(1)/3.0, t, s > t)*x(2)
cosd_scal(merge(s, x(1)*x(2), s > t))
sum(v(3:1:0-1))*t
real(c*d)
imag(c*d)
real(c + d*c)
imag(c*s)
real(c*x(1))
imag(c/4.0f)
abs(imag(c*c))*s
transfer(s, i)
transfer(x(1), l)
transfer(i, s)
transfer(i, b)
size(w)*j
count(q)*j
?exp(s)
?sin(t)
?ln(s)
?tanh(t)
?s**t
?t**5
?norm2(v)
?abs(c)
?hypot_scal_scal(s, t)
?arctan(s)
?dble(exp(s))*exp(t)
'''.strip().splitlines()
# Each is a factor of a product of active variables, and held by a temporary of its kind.
TEMPORARIES = '''
a*int(x(2)*10.0)
a*size(w)
a*count(q)
a*2
int(a)*2
int(x(4)*1e6, 8)
nint(x(4)*1e6, 8)
int(l)
ishft_scal_scal(a, 1)
iand_scal_scal(l, l)
sum(w)*l
real(x(1), 4)
real(c)*s
imag(c)*s
real(complex_scal(s, t)*s)
dble(s)*t
aint_scal(x(2)*1e3, 4)*s
'''.strip().splitlines()


# Main programs print an argument of what is called.
MAINS = {
    'fortran': '''
program main
  use kinds_module
  real(8) :: x({n}) = [{x}], x_d({n}) = 1, y({m}), y_d({m})
  call {call}
  print '(es27.17e4)', {wanted}
end program
''',
    'c': '''
#include <stdio.h>
double x[] = {{{x}}}, x_d[] = {{{ones}}}, y[{m}], y_d[{m}];
int main(void)
{{
    {call};
    for (int i = 0; i < {m}; i++)
        printf("%.17e\\n", {wanted}[i]);
}}
''',
}


def value_of_compiled(language, engine, document, folder, count, call='head(x, y)', wanted='y'):
    """What a compiled document computes: the values of an argument of a call."""
    path = os.path.join(folder, 'program')
    x = ', '.join(f'{number}_8' if language.run_time else f'{number}' for number in X)
    main = MAINS[language.name].format(n=len(X), m=count, x=x, ones=', '.join('1' for _ in X), call=call, wanted=wanted)
    said = language.compile(language.write(engine, document) + main, path, *language.unchecked)
    if said:
        raise RuntimeError(said)
    return list(map(float, subprocess.run([path], capture_output=True, text=True, timeout=60, check=True).stdout.split()))


def value_of_run(program, document, *options):
    done = worker.run([program, '--format=json', '--allow-nan', '--x=' + ','.join(map(repr, X)), *options, document])
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [float('nan') if number is None else float(number) for number in json.loads(done.stdout)['y']]


def write_document(document, expressions):
    lines = [f'  y({number}) = {text}' for number, text in enumerate(expressions, 1)]
    with open(document, 'w', encoding='utf-8') as file:
        file.write(xaif.build(HEAD.format(count=len(lines)) + '\n'.join(lines) + '\nend\n', 'kinds'))


def compare(expressions, wanted, found, relative):
    """The number of expressions whose values differ."""
    failed = 0
    for text, w, f in zip(expressions, wanted, found):
        if not abs(f - w) <= relative(text)*abs(w) and not (f == w or (f != f and w != w)):
            failed += 1
            print(f'FAIL: {text} is {f:.17g} instead of {w:.17g}')
    return failed


def compare_temporaries(language, engine, folder):
    """Derivatives of products with what is no variable: of compiled tangent-linear code, and by dual numbers."""
    document, output = os.path.join(folder, 'temporaries.xaif'), os.path.join(folder, 'tangent.xaif')
    write_document(document, [f'x(5)*({text})*x(5)' for text in TEMPORARIES])
    done = worker.run([engine, '--quiet', '--mode=tangent', '--verify', '--case=' + case_of(folder), '-o', output, document])
    if done.returncode:
        raise RuntimeError(done.stderr)
    done = worker.run([os.path.join(os.path.dirname(engine), 'xaif-run'), '--format=json', '--quiet', '--jacobian', '--case=' + case_of(folder), document])
    wanted = [sum(row) for row in json.loads(done.stdout)['jacobian']]
    return compare(TEMPORARIES, wanted, value_of_compiled(language, engine, output, folder, len(TEMPORARIES), 'head_d(x, x_d, y, y_d)', 'y_d'), lambda text: ROUNDING)


def case_of(folder):
    """A case file with the point."""
    name = os.path.join(folder, 'case.json')
    with open(name, 'w', encoding='utf-8') as file:
        json.dump({'x0': X}, file)
    return name


def judge(language, engine):
    """The number of faults of a language."""
    run = os.path.join(os.path.dirname(engine), 'xaif-run')
    with tempfile.TemporaryDirectory() as folder:
        document = os.path.join(folder, 'kinds.xaif')
        write_document(document, [text.lstrip('?') for text in EXPRESSIONS])
        wanted, found = value_of_compiled(language, engine, document, folder, len(EXPRESSIONS)), value_of_run(run, document)
        failed = compare(EXPRESSIONS, wanted, found, lambda text: ROUNDING if text.startswith('?') else EXACT)
        if value_of_run(run, document, '--single-as-double') == found:
            failed += 1
            print('FAIL: --single-as-double makes no difference')
        return failed + compare_temporaries(language, engine, folder)


def main():
    parser = argparse.ArgumentParser(description='Compares integers and real numbers of all kinds with compiled code.')
    parser.add_argument('--engine', default=os.path.join(BUILD, 'inplace', 'xaifbooster'), metavar='PROGRAM')
    arguments = parser.parse_args()
    languages = [language for language in (fortran.LANGUAGE, c.LANGUAGE) if language.compiler]
    if not languages:
        print('there is no compiler')
        return 77
    failed = sum(judge(language, arguments.engine) for language in languages)
    print(f'{len(EXPRESSIONS) + len(TEMPORARIES)} expressions, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
