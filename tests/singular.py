#!/usr/bin/env python3
"""Judges --singular=zero: partial derivatives at points that have none are 0.

    singular.py [--engine PROGRAM] [NAME...]

Each program of PROGRAMS has an intrinsic at a singular point, whose derivative does not count, or is 0 with the others. In all modes, what is made of
it has to be what dual numbers by the same convention say, which are given here, too; so has what is made of that once more. With the
default, neither is right. If there is gfortran, compiled code is run, too: with floating-point exceptions as errors, since a partial that is not used must not be
computed; and where the evaluator takes no value, as of the logarithm of 0.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import fortran
import worker
import xaif

HEAD = 'subroutine head(x in, y out)\n  real x(2), y(2)\n'
BODY = '  y(1) = {}*x(2)\n  y(2) = x(1)*x(2)\nend\n'


def single(expression, first, value):
    """A program with one intrinsic, which is singular at x(1), and what its Jacobian is at (first, 3)."""
    return HEAD + BODY.format(expression), (first, 3.0), ((0.0, value), (3.0, first))


# name: (the program, x, its Jacobian)
PROGRAMS = {
    'sqrt': single('sqrt(x(1))', 0.0, 0.0),
    'broken power': single('x(1)**0.5', 0.0, 0.0),
    'power of a variable': single('x(1)**(x(2)/10.0)', 0.0, 0.0),
    'cube root': single('cbrt_scal(x(1))', 0.0, 0.0),
    'hypot': single('hypot_scal_scal(x(1), 2.0*x(1))', 0.0, 0.0),
    'arcsine': single('arcsin_scal(x(1))', 1.0, math.pi/2),
    'arcsine, other end': single('arcsin_scal(x(1))', -1.0, -math.pi/2),
    'arccosine': single('arccos_scal(x(1))', 1.0, 0.0),
    'arccosine, other end': single('arccos_scal(x(1))', -1.0, math.pi),
    'arcsine in degrees': single('arcsind_scal(x(1))', -1.0, -90.0),
    'arccosine in degrees': single('arccosd_scal(x(1))', 1.0, 0.0),
    'arcsine in half turns': single('arcsinpi_scal(x(1))', 1.0, 0.5),
    'arccosine in half turns': single('arccospi_scal(x(1))', 1.0, 0.0),
    'inverse hyperbolic cosine': single('arccosh_scal(x(1))', 1.0, 0.0),
    'complex root': single('real(sqrt(complex(x(1), 2.0*x(1))))', 0.0, 0.0),
    'complex power': single('imag(complex(x(1), x(1))**0.5)', 0.0, 0.0),
    'complex arcsine': single('real(arcsin_scal(complex(x(1), 0.0)))', 1.0, math.pi/2),
    'complex inverse hyperbolic sine': single('imag(arcsinh_scal(complex(0.0, x(1))))', 1.0, math.pi/2),
    'norm': (HEAD + '  real v(2)\n  v(1) = x(1)\n  v(2) = x(1)*x(2)\n  y(1) = norm2(v)*x(2)\n  y(2) = x(1)*x(2)\nend\n', (0.0, 3.0), ((0.0, 0.0), (3.0, 0.0))),
    # A regular point of an exponent, whose guard must not be in the way.
    'powers': (HEAD + '  y(1) = x(1)**1.0 + x(1)**2 + x(1)**0 + x(1)**x(2) + sqrt(x(1))\n  y(2) = x(1)**(x(2) - 2.0)\nend\n', (0.0, 3.0), ((1.0, 0.0), (1.0, 0.0))),
    'elements': (HEAD + '  real v(2)\n  v = x - 3.0\n  v = v*v\n  v = sqrt(v)\n  y = v*x\nend\n', (3.0, 4.0), ((0.0, 0.0), (0.0, 5.0))),
    'sum of elements': (HEAD + '  real v(2), w(2)\n  v = x*x\n  w = sqrt(v)\n  y(1) = sum(w)\n  y(2) = 2.0*x(1)\nend\n', (0.0, 2.0), ((0.0, 1.0), (2.0, 0.0))),
    'single precision': ('subroutine head(x in, y out)\n  real4 x(2), y(2)\n  y(1) = sqrt(x(1))*x(2) + x(1)**0.5f\n  y(2) = x(1)*x(2)\nend\n', (0.0, 3.0), ((0.0, 0.0), (3.0, 0.0))),
    'mixed precision': ('subroutine head(x in, p in, y out)\n  real4 x\n  real p, y\n  y = x**p + p\nend\n', (0.0, 0.5), ((0.0, 1.0),)),
    'not chosen': (HEAD + '  real d\n  d = max(x(1), 0.0)\n  y(1) = merge(d**0.5, 0.0, x(1) > 0.0) + x(2)\n  y(2) = x(1)\nend\n', (-1.0, 1.0), ((0.0, 1.0), (1.0, 0.0))),
    'only compared': (HEAD + '  real r\n  r = sqrt(x(1)*x(1) + x(2)*x(2))\n  if (r > 1.0) then\n    y(1) = x(1)/r\n  else\n    y(1) = x(1) + x(2)\n  end\n  y(2) = x(1)\nend\n', (0.0, 0.0),
                      ((1.0, 1.0), (1.0, 0.0))),
    'squared distance': (HEAD + '  real d\n  d = sqrt((x(1) - x(2))**2)\n  y(1) = d**2\n  y(2) = d*d*d + x(1)\nend\n', (1.0, 1.0), ((0.0, 0.0), (1.0, 0.0))),
}
ONE_INTRINSIC = [name for name, (text, _, _) in PROGRAMS.items() if BODY.partition('}')[2] in text and name != 'norm']
FORWARD = ['-a', 'basicblockpreaccumulation']
REVERSE = ['-a', 'basicblockpreaccumulationreverse']
NAMED = ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines']
MODES = {
    'forward': FORWARD,
    'scarce': ['-a', 'preaccumulation,tangent', '--objective=scarcity'],
    'split': [*REVERSE, '--reversal=split'],
    'joint': [*REVERSE, '--reversal=joint'],
    'weak motions': [*REVERSE, '--reversal=joint', '--motions=routines'],
    'forward by name': ['-a', 'basicblockpreaccumulation,associationbyname'],
    'reverse by name': NAMED,
    'lists by name': ['-a', 'basicblockpreaccumulationreverse,associationbyname'],
    'Jacobian, forward': ['-a', 'basicblockpreaccumulation,associationbyname', '--jacobian=head'],
    'Jacobian, reverse': [*NAMED, '--jacobian=head'],
}
FEW = ('forward', 'joint')
IN_ALL_MODES = ('sqrt', 'broken power', 'arcsine', 'elements', 'sum of elements', 'not chosen', 'only compared', 'squared distance')
TWICE = ('sqrt', 'broken power', 'power of a variable', 'hypot', 'arcsine', 'inverse hyperbolic cosine', 'complex root', 'norm', 'powers', 'elements', 'sum of elements',
         'not chosen')
AGAIN = {'Jacobian, forward': ('forward by name', 'split'), 'Jacobian, reverse': ('forward by name',)}
# Derivatives of the columns of the Jacobian, of programs with one intrinsic: there is nothing but those of the products.
SECOND = ((0.0, 0.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0))
# What a compiler runs, with floating-point exceptions as errors, and without, where values are infinite or not defined by Fortran; the n-th of x(n), there.
TRAPPED = [('sqrt(x({}))', 0.0), ('x({})**0.5', 0.0), ('x({})**(x(1) + 0.3)', 0.0), ('hypot_scal_scal(x({}), x(1))', 0.0), ('arcsin_scal(x({}))', 1.0),
           ('arccos_scal(x({}))', -1.0), ('arccosh_scal(x({}))', 1.0), ('arcsind_scal(x({}))', -1.0), ('arccospi_scal(x({}))', 1.0)]
UNTRAPPED = [('ln(x({}))', 0.0), ('log10(x({}))', 0.0), ('log2_scal(x({}))', 0.0), ('log1p_scal(x({}))', -1.0), ('arctanh_scal(x({}))', 1.0),
             ('arctanh_scal(x({}))', -1.0), ('arctan2_scal_scal(x({}), x(1))', 0.0)]
MAIN = '''
program main
  use program_module
  real(8) :: x({0}), x_d({0}), y({0}), y_d({0})
  integer :: i
  x = [{1}]
  do i = 1, {0}
    x_d = 0
    x_d(i) = 1
    call head_d(x, x_d, y, y_d)
    if (any(y_d /= 0)) print *, i, y_d
  end do
end program
'''


class Judge:
    def __init__(self, engine, folder):
        self.engine, self.folder, self.problems, self.count = engine, folder, [], 0
        self.run = os.path.join(os.path.dirname(engine), 'xaif-run')

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, text, x):
        with open(self.path('in.xaif'), 'w', encoding='utf-8') as stream:
            stream.write(xaif.build(text, 'program'))
        with open(self.path('case.json'), 'w', encoding='utf-8') as stream:
            json.dump({'x0': x}, stream)

    def transform(self, way, *more, file='in.xaif', output='out.xaif'):
        self.count += 1
        return worker.run([self.engine, '--quiet', *way, *more, '-o', self.path(output), self.path(file)])

    def judge(self, title, way, *more, file='in.xaif'):
        """What is said of what is made of a program, which has to be right."""
        done = self.transform(way, '--singular=zero', '--verify', '--case=' + self.path('case.json'), *more, file=file)
        if done.returncode:
            self.problems.append(f'{title}: status {done.returncode}\n{done.stdout}{done.stderr}')
        return done.stderr

    def jacobian(self, file, *options):
        """Rows, or None."""
        done = worker.run([self.run, '--format=json', '--jacobian', '--quiet', '--case=' + self.path('case.json'), *options, self.path(file)])
        return None if done.returncode else json.loads(done.stdout)['jacobian']

    def compare(self, title, found, wanted):
        if not found or any(a is None or not abs(a - b) <= 1e-6*(1 + abs(b)) for row, other in zip(found, wanted) for a, b in zip(row, other)):
            self.problems.append(f'{title}: the Jacobian is {found} instead of {wanted}')

    def check(self, title, wanted):
        self.compare(title, self.jacobian('in.xaif', '--singular=zero'), wanted)
        for mode in MODES if title in IN_ALL_MODES else FEW:
            said = self.judge(f'{title}, {mode}', MODES[mode])
            met = re.search(r'derivatives taken as 0 at points without one: (\d+)', said)
            if not met or (int(met.group(1)) == 0) != (title == 'norm'):
                self.problems.append(f'{title}, {mode}: it is not said how many singular points were met\n{said}')

    def check_default(self, title, wanted):
        """Without the option there is no right derivative, but for the norm, which has a convention of its own."""
        done = self.transform(FORWARD, '--verify', '--case=' + self.path('case.json'))
        numbers = [number for row in self.jacobian('in.xaif', '--allow-nan') or [] for number in row]
        if title not in ('norm', 'hypot') and not done.returncode and all(number is not None and abs(number) < 1e9 for number in numbers):
            self.problems.append(f'{title}: {numbers}, and right, without the option')

    def check_unguarded(self):
        """Where there can be no singular point, nothing is guarded."""
        self.write(f'{HEAD}  y(1) = x(1)**2*exp(x(2))/x(1)\n  y(2) = x(1)**3.0 + 2.0**x(2)\nend\n', (1.0, 2.0))
        for output, value in (('ieee.xaif', 'ieee'), ('zero.xaif', 'zero'), ('default.xaif', None)):
            self.transform(FORWARD, *([f'--singular={value}'] if value else []), output=output)
        texts = {open(self.path(name), encoding='utf-8').read() for name in ('ieee.xaif', 'zero.xaif', 'default.xaif')}
        if len(texts) != 1:
            self.problems.append('regular: the option changes what has no singular points')

    def check_second(self, title, only_products):
        """What is made of the program that computes the Jacobian."""
        for mode, ways in AGAIN.items():
            done = self.transform(MODES[mode], '--singular=zero', '--keep-active', output='gradient.xaif')
            if done.returncode:
                self.problems.append(f'{title}, {mode}: {done.stderr}')
                continue
            routine = ['--entry=OpenAD_jacobian_head', '--dependents=OpenAD_jac_0']
            found = self.jacobian('gradient.xaif', '--singular=zero', *routine)
            if only_products:
                self.compare(f'{title}, {mode}, twice', found, SECOND)
            elif not found or any(number is None for row in found for number in row):
                self.problems.append(f'{title}, {mode}, twice: {found}')
            for again in ways:
                self.judge(f'{title}, {mode}, then {again}', MODES[again], *routine, file='gradient.xaif')

    def check_compiled(self, title, expressions, flags):
        """The derivatives of all of them are 0, in compiled code."""
        count = len(expressions)
        lines = [f'  y({n}) = {text.format(n)}' for n, (text, _) in enumerate(expressions, 2)]
        x = [0.0, *(first for _, first in expressions)]
        self.write('\n'.join(['subroutine head(x in, y out)', f'  real x({count + 1}), y({count + 1})', '  y(1) = 0.0', *lines, 'end\n']), x)
        self.transform(MODES['forward by name'], '--singular=zero')
        main_program = MAIN.format(count + 1, ', &\n    '.join(f'{number}_8' for number in x))
        said = fortran.LANGUAGE.compile(fortran.LANGUAGE.write(self.engine, self.path('out.xaif')) + main_program, self.path('program'), *flags)
        done = None if said else subprocess.run([self.path('program')], capture_output=True, text=True, check=False)
        if said or done.returncode or done.stdout:
            self.problems.append(f'{title}: {said or done.stdout + done.stderr}')


def main():
    parser = argparse.ArgumentParser(description='Judge derivatives that are 0 at singular points.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    chosen = arguments.names or list(PROGRAMS)
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(os.path.abspath(arguments.engine), folder)
        for title in chosen:
            text, x, wanted = PROGRAMS[title]
            judge.write(text, x)
            judge.check(title, wanted)
            judge.check_default(title, wanted)
            if title in TWICE:
                judge.check_second(title, title in ONE_INTRINSIC)
        judge.check_unguarded()
        if fortran.LANGUAGE.compiler:
            judge.check_compiled('compiled', TRAPPED, ['-O0', '-ffpe-trap=invalid,zero'])
            judge.check_compiled('compiled, with infinite values', UNTRAPPED, [])
    for problem in judge.problems:
        print(problem)
    print(f'{len(chosen)} programs, {judge.count} runs of the engine, {len(judge.problems)} problems' + ('' if fortran.LANGUAGE.compiler else ', none compiled'))
    return 1 if judge.problems or not judge.count else 0


if __name__ == '__main__':
    sys.exit(main())
