#!/usr/bin/env python3
"""Judges passive versions: random programs whose routines are called with active arguments, and with passive ones.

    versions.py [--seed N] [--count N]

Each program has routines that call each other, as subroutines and as functions, with loops and branches, and perhaps
variables that all of them know. Of head(x, p, y), the derivative of y by x alone is wanted (--activity=computed), of a document
without flags; tangents and adjoints, split and joint, have to be right. Some of the programs have to get passive versions.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import parallel  # pylint: disable=wrong-import-position
import sides  # pylint: disable=wrong-import-position
import xaif  # pylint: disable=wrong-import-position

TOP = os.environ.get('XB_TOP_SRCDIR', os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENGINE = os.path.join(os.environ.get('XB_TOP_BUILDDIR', os.path.join(TOP, 'build')), 'inplace', 'xaifbooster')
KINDS = (['--mode=tangent'], ['--mode=adjoint', '--reversal=split'], ['--mode=adjoint', '--reversal=joint'])


def expression(draw, names):
    a, b = draw.choice(names), draw.choice(names)
    return draw.choice([f'{a}*{b}', f'sin({a})', f'{a} + {b}*0.5', f'{a}*0.3 + 0.2', f'cos({a})*{b}', '1.5', a])


def call(draw, functions, given, got):
    """A call of one of the routines made so far, functions or not, that passes no variable twice; or nothing."""
    callee, a, b = draw.randrange(len(functions)), draw.choice(given), draw.choice(got)
    if functions[callee]:
        return [f'{b} = f{callee}({a})*0.5']
    return [f'call f{callee}({a}, {b})'] if a != b else []


def statements(draw, functions, shared):
    names = ['a', 'b', 't', 'u'] + shared
    kind = draw.random()
    if kind < .3 and functions:
        return call(draw, functions, ['a', 't', 'u'], ['b', 't', 'u'])
    if kind < .5:
        return [f'if ({draw.choice(["a", "t"])} > 0.3) then', f'  {draw.choice(["t", "u", "b"])} = {expression(draw, names)}', 'end']
    if kind < .6:
        return ['do k = 1, 2', f'  {draw.choice(["t", "u"])} = {expression(draw, names)}', 'end']
    return [f'{draw.choice(names[1:])} = {expression(draw, names)}']


def routine(draw, number, functions, shared):
    """The text of a routine, and whether it is a function."""
    is_function = draw.random() < .25
    body = ['t = 0.5', 'u = 0.25'] + (['b = a'] if is_function else [])
    for _ in range(draw.randint(1, 5)):
        body += statements(draw, functions, shared)
    declared = ['real a, t, u', 'result real b'] if is_function else ['real a, t, u, b']
    lines = [f'subroutine f{number}(a in, b {"out" if is_function else "inout"})', *declared, 'integer k', *body, 'end']
    return '\n'.join(lines), is_function


def program(seed):
    draw = random.Random(seed)
    shared = ['g', 'h'] if draw.random() < .5 else []
    text, functions = [f'common real {", ".join(shared)}'] if shared else [], []
    for number in range(draw.randint(2, 5)):
        lines, is_function = routine(draw, number, functions, shared)
        text.append(lines)
        functions.append(is_function)
    body = ['v = 0.5', 'w = p', 'y = x'] + (['g = p', 'h = 0.1'] if shared else [])
    last = len(functions) - 1
    body += [f'v = f{last}(x)', f'w = f{last}(p)'] if functions[last] else [f'call f{last}(x, y)', f'call f{last}(p, w)']
    for _ in range(draw.randint(2, 6)):
        if draw.random() < .6:
            body += call(draw, functions, ['x', 'p', 'v', 'w'], ['y', 'v', 'w'])
        else:
            body.append(f'{draw.choice(["y", "v", "w"])} = {expression(draw, ["x", "p", "y", "v", "w"] + shared)}')
    return '\n'.join(text + ['subroutine head(x in, p in, y out)', 'real x, p, y, v, w', *body, 'y = y*v + w', 'end', ''])


def judge(seed):
    """What is wrong with a program, and whether it got passive versions."""
    problems, versions = [], False
    with tempfile.TemporaryDirectory() as folder:
        document, output = (os.path.join(folder, name) for name in ('program.xaif', 'out.xaif'))
        with open(document, 'w', encoding='utf-8') as file:
            file.write(sides.without_flags(xaif.build(program(seed), 'program')))
        for kind in KINDS:
            done = subprocess.run([ENGINE, '--quiet', *kind, '--entry=head', '--independents=x', '--dependents=y', '--activity=computed', '--verify',
                                   '-o', output, document], capture_output=True, text=True, check=False)
            if done.returncode:
                problems.append(f'seed {seed}, {" ".join(kind)}: status {done.returncode}: {(done.stderr + done.stdout)[-300:]}')
                continue
            with open(output, encoding='utf-8') as file:
                versions = versions or re.search(r'symbol_id="f\d+_passive', file.read()) is not None
    return problems, versions


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=20 if os.environ.get('XB_FEWER_RUNS') else 100)
    arguments = parser.parse_args()
    problems, versions = [], 0
    with parallel.processes(parallel.COUNT) as pool:
        for found, has_versions in pool.map(judge, range(arguments.seed, arguments.seed + arguments.count)):
            problems += found
            versions += has_versions
    if versions == 0:
        problems.append('no program got a passive version')
    print(*problems, sep='\n', end='\n' if problems else '')
    print(f'{arguments.count} programs, {versions} with passive versions, {len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
