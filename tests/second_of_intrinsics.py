#!/usr/bin/env python3
"""Judges second derivatives of intrinsics, at zeros, ones, and where operands are equal.

    second_of_intrinsics.py [--engine PROGRAM] [NAME...]

A formula of the catalogue can be right where it is used, and have other derivatives than what it stands for: 0**abs(p) is constant
almost everywhere. So a program with one intrinsic gets a routine that computes its gradient, with active variables; the exact derivatives of
that are compared with differences of exact gradients of the program itself, which know nothing of formulas. Where these differences are not the same on both
sides and for two steps, nothing is said.
"""

import argparse
import itertools
import json
import math
import os
import random
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import worker
import xaif

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CATALOGUE = os.path.join(TOP, 'catalogues', 'inlinable_intrinsics.xaif')
SPECIAL = {1: (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5), 2: (0.0, 1.0, -2.0, 0.5), 3: (0.0, 1.0, -0.5)}
ARRAYS = {'product': 'product(x)', 'product with a mask': 'product(x, 1, x > -5.0)', 'norm2': 'norm2(x)', 'sum': 'sum(x*x)', 'maxval': 'maxval(x)',
          'dot_product': 'dot_product(x, sin(x))'}
STEPS = (1e-4, 5e-5)
KINKS = {('hypot_scal_scal', (0.0, 0.0))}  # of the function itself, where its gradient has a value by convention
REFUSED = ('is assigned', 'is real but')  # results of other types


class Trial:
    def __init__(self, engine, folder):
        self.engine, self.folder = engine, folder
        self.run = os.path.join(os.path.dirname(engine), 'xaif-run')

    def path(self, name):
        return os.path.join(self.folder, name)

    def jacobian(self, file, x, *options):
        """Rows of finite numbers, or None."""
        done = worker.run([self.run, '--format=json', '--jacobian', '--quiet', '--x=' + ','.join(map(repr, x)), *options, self.path(file)])
        if done.returncode:
            return None
        rows = json.loads(done.stdout)['jacobian']
        return rows if all(entry is not None and math.isfinite(entry) for row in rows for entry in row) else None

    def gradient(self, x):
        rows = self.jacobian('program.xaif', x)
        return rows[0] if rows else None

    def make(self, count, expression):
        """The program, and what computes its gradient; or why there is none."""
        with open(self.path('program.xaif'), 'w', encoding='utf-8') as stream:
            stream.write(xaif.build(f'subroutine head(x in, y out)\n  real x({count}), y\n  y = {expression}\nend\n', 'program'))
        done = worker.run([self.engine, '--quiet', '-a', 'basicblockpreaccumulation,associationbyname', '--jacobian=head', '--keep-active',
                           '-o', self.path('gradient.xaif'), self.path('program.xaif')])
        return done.stderr if done.returncode else None

    def differences(self, x, i):
        """The derivative of the gradient by one number, by entry; None: it is not known, or not smooth."""
        here, found = self.gradient(x), []
        for step in STEPS:
            sides = [self.gradient([*x[:i], x[i] + sign*step, *x[i + 1:]]) for sign in (1, -1)]
            if not here or None in sides:
                return [None]*len(x)
            found.append([((after - before)/(2*step), (after - middle)/step, (middle - before)/step) for after, before, middle in zip(*sides, here)])
        smooth = [abs(a[0] - b[0]) < 1e-4*(1 + abs(b[0])) and abs(b[1] - b[2]) < 1e-2*(1 + abs(b[0])) for a, b in zip(*found)]
        return [entry[0] if fine else None for entry, fine in zip(found[1], smooth)]

    def judge(self, title, points):
        """(how many derivatives were compared, what is wrong)."""
        compared, problems = 0, []
        for x in points:
            if (title, x) in KINKS or not self.gradient(x):
                continue
            second = self.jacobian('gradient.xaif', x, '--entry=OpenAD_jacobian_head', '--dependents=OpenAD_jac_0')
            for i in range(len(x)):
                for j, wanted in enumerate(self.differences(x, i)):
                    if wanted is None:
                        continue
                    compared += 1
                    if not second or abs(second[j][i] - wanted) > 1e-3*(1 + abs(wanted)):
                        problems.append(f'{title} at {x}, by {i + 1} and {j + 1}: {second[j][i] if second else "nothing"} instead of {wanted:.6g}')
        return compared, problems


def tasks():
    """(title, how many numbers, expression, points)."""
    with open(CATALOGUE, encoding='utf-8') as stream:
        intrinsics = re.findall(r'InlinableIntrinsic name="(\w*_scal)" nr_arguments="([123])"', stream.read())
    for name, count in intrinsics:
        count = int(count)
        operands = ', '.join(f'x({i + 1})' for i in range(count))
        yield name, count, f'{name}({operands})', list(itertools.product(SPECIAL[count], repeat=count))
    drawn = random.Random(1)
    for name, expression in ARRAYS.items():
        points = list(itertools.product((0.0, 1.0, -2.0, 3.0), repeat=3))
        yield name, 3, expression, drawn.sample(points, 12) + [(0.0, 0.0, 3.0), (0.0, 2.0, 3.0)]


def main():
    parser = argparse.ArgumentParser(description='Judge second derivatives of intrinsics.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    compared, judged, problems = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(os.path.abspath(arguments.engine), folder)
        for title, count, expression, points in tasks():
            if arguments.names and title not in arguments.names:
                continue
            said = trial.make(count, expression)
            if said:
                problems += [] if any(reason in said for reason in REFUSED) else [f'{title}: {said}']
                continue
            number, found = trial.judge(title, points)
            compared, judged, problems = compared + number, judged + (number > 0), problems + found
    for problem in problems:
        print(problem)
    print(f'{judged} intrinsics, {compared} second derivatives, {len(problems)} problems')
    return 1 if problems or not compared else 0


if __name__ == '__main__':
    sys.exit(main())
