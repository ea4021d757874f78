#!/usr/bin/env python3
"""Compiles as C the plain programs that association by name makes of random ones, and runs them.

    c_random.py [--engine PROGRAM] [--seed N] [--count N] [--verbose]

As c.py, with programs of tests/generate: those of its features that Fortran has not got are taken away. A program counts if the compiler takes it, and
computes with it the values that xaif-run has; then what is made of it by options that are drawn has to have the derivatives of xaif-run. Where a
derivative is warned of as lost, nothing is compared. Exit status 77 as that of c.py.
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import c
import c_write
import evaluate
import fortran

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('XB_TOP_BUILDDIR', os.path.join(TOP, 'build'))
TAKEN_AWAY = ('shared', 'joint', 'user', 'externals', 'jacobians', 'rules', 'anywhere', 'names', 'complex', 'single', 'pointers', 'claims', 'allocation',
              'steering', 'passive', 'unknown-bounds')
FEATURES = ','.join(['all', *(f'-{name}' for name in TAKEN_AWAY)])
LARGE = 1e10  # derivatives beyond are as good as the rounding of what they are computed from
LOST = re.compile('derivative is lost|derivatives may be wrong|taken to be zero')


class Other(Exception):
    """The program is none for this judge, or not in this way."""


def choices(numbers):
    """Options of three ways to differentiate."""
    yield 'forward', [*fortran.WAYS['forward'], *numbers.choice([[], ['--per-statement'], ['--simplify=2'], ['--nary']])]
    for schedule in (numbers.choice(['split', 'joint', os.path.join(TOP, 'tests', 'generate', 'first_weak')]), 'joint'):
        yield 'reverse', [*fortran.REVERSE, f'--reversal={schedule}', *numbers.choice([[], ['--tape=values'], ['--tape=auto'], ['--tape=jacobian']]),
                          *numbers.choice([[], ['--initialise'], ['--zero-locals'], ['--per-statement']]),
                          *numbers.choice([[], ['--checkpoint-formals'], ['--record=everything', '--checkpoint-formals']])]


class Trial:
    """One program, at the first point where all arguments are there."""

    def __init__(self, language, folder, scratch, engine, path):
        self.language, self.folder, self.scratch, self.engine, self.path = language, folder, scratch, engine, path
        self.program = os.path.join(folder, 'program')
        self.compared = 0

    def compile(self, source):
        return self.language.compile_source(source, self.program, *self.language.objects(self.folder), '-o', self.program)

    def run(self, direction):
        done = subprocess.run([self.program, '0', str(direction)], capture_output=True, text=True, timeout=60, check=False)
        said = [line for line in done.stderr.splitlines() if 'rror' in line or 'STOP' in line]
        return [float(text) for text in done.stdout.split()], (said or [done.stderr])[0] if done.returncode else None

    def inputs(self, text):
        """The values of arguments at the first point where all are there, which a comment has."""
        rows = [line.partition(':') for line in re.search('<!--(.*?)-->', text, re.DOTALL)[1].strip().splitlines()]
        rows = [row for row in rows if '.' not in row[0]]  # others are of other entries
        points = zip(*(values.split('|') for _, _, values in rows))
        point = next(point for point in points if not any('absent' in values for values in point))
        return {name.strip(): evaluate.numbers(values) for (name, _, _), values in zip(rows, point)}

    def prepare(self):
        try:
            self.original = evaluate.Document(self.path)
            self.source = self.language.write(self.engine, self.path)
        except (evaluate.Unknown, evaluate.Fault) as problem:
            raise Other(f'not written: {problem}') from None
        with open(self.path, encoding='utf-8') as file:
            self.task = evaluate.Task('head', self.inputs(file.read()))
        self.plain = c.Program([self.task], self.original, self.original)
        self.x, self.y = list(self.plain.elements('out')), list(self.plain.elements('in'))
        self.ask_evaluator()
        self.compare_values()

    def ask_evaluator(self):
        """Values and derivatives by xaif-run."""
        rows, counts, start = [], {'x': 0, 'y': 0}, []
        for symbol in self.plain.formals:
            row, values = {}, self.task.inputs.get(symbol.name)
            for key, numbers in (('x', self.x), ('y', self.y)):
                size = sum(s is symbol for s, _ in numbers)
                if size:
                    row[key] = [counts[key] + 1, counts[key] + size]
                    counts[key] += size
            if 'x' in row:
                start += values
            elif values:
                row['value'] = values if symbol.rank else values[0]
            rows.append(row)
        case = os.path.join(self.scratch, 'case.json')
        with open(case, 'w', encoding='utf-8') as file:
            json.dump({'entry': 'head', 'x0': start, 'arguments': rows}, file)
        done = subprocess.run([os.path.join(os.path.dirname(self.engine), 'xaif-run'), f'--case={case}', '--jacobian', '--format=json', '--quiet', self.path],
                              capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            raise Other('xaif-run fails')
        result = json.loads(done.stdout)
        self.values, self.jacobian = result['y'], result['jacobian']

    def compare_values(self):
        said = self.compile(self.source + self.language.main(self.plain, self.source, ['head'], [], [], self.y))
        if said:
            raise Other(f'no program of {self.language.NAME}: {said}')
        values, failure = self.run(0)
        if failure or not all(abs(a - b) <= 1e-8 * max(1.0, abs(b)) for a, b in zip(values, self.values)):
            raise Other(f'other values in {self.language.NAME}')

    def judge(self, way, options):
        """What is wrong, or None."""
        output = os.path.join(self.scratch, 'output.xaif')
        done = subprocess.run([self.engine, *options, '-o', output, self.path], capture_output=True, text=True, timeout=120, check=False)
        if done.returncode or LOST.search(done.stderr):
            raise Other('refused, or warned of')
        derived = evaluate.Document(output)
        source = self.language.write(self.engine, output)
        program = c.Program([self.task], self.original, derived)
        calls = c.calls_of(derived, 'head', way)
        seeds, results = (self.x, self.y) if way == 'forward' else (self.y, self.x)
        said = self.compile(source + self.language.main(program, source, calls, seeds, results))
        if said:
            return f'the compiler says: {said}'
        return next(filter(None, (self.compare(way, direction) for direction in range(len(seeds)))), None)

    def compare(self, way, direction):
        found, failure = self.run(direction)
        if failure:
            return f'fails: {failure}'
        for place, number in enumerate(found):
            row, column = (place, direction) if way == 'forward' else (direction, place)
            wanted = self.jacobian[row][column]
            if wanted is None or abs(wanted) > LARGE:
                continue
            self.compared += 1
            if not abs(number - wanted) <= 1e-5 * max(1.0, abs(wanted)):
                (y, i), (x, k) = self.y[row], self.x[column]
                return f'd {y.name}({i + 1}) / d {x.name}({k + 1}) is {number} instead of {wanted}'
        return None


def main():
    parser = argparse.ArgumentParser(description='Compile and run what association by name makes of random programs.')
    parser.add_argument('--engine', default=os.path.join(BUILD, 'inplace', 'xaifbooster'))
    parser.add_argument('--generator', default=os.path.join(BUILD, 'tests', 'generate', 'generate'))
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=40)
    parser.add_argument('--verbose', action='store_true', help='say what is not judged')
    arguments = parser.parse_args()
    language = c_write
    if not language.COMPILER or os.environ.get('XB_FEWER_RUNS'):
        print('left out' if language.COMPILER else f'there is no compiler of {language.NAME}')
        return 77
    counts, wrong, compared = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        folder, path = scratch, os.path.join(scratch, 'program.xaif')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            with open(path, 'wb') as file:
                subprocess.run([arguments.generator, str(seed), '--features', FEATURES], stdout=file, check=True)
            trial = Trial(language, folder, scratch, arguments.engine, path)
            try:
                trial.prepare()
                counts['programs'] += 1
            except (Other, c.Unfit) as reason:
                counts[f'{reason}'] += 1
                continue
            for way, options in choices(random.Random(seed)):
                try:
                    problem = trial.judge(way, options)
                except (Other, c.Unfit, evaluate.Unknown) as reason:
                    counts[f'{reason}'] += 1
                    continue
                counts[way] += 1
                if problem:
                    wrong += 1
                    print(f'seed {seed}, {" ".join(options)}: {problem}', flush=True)
            compared += trial.compared
    if arguments.verbose:
        for reason, count in counts.most_common():
            print(f'{count:6} {reason}')
    print(f'{counts["programs"]} of {arguments.count} programs, {counts["forward"]} times in forward and {counts["reverse"]} in reverse mode: '
          f'{compared} derivatives, {wrong} wrong')
    return 1 if wrong or not compared else 0


if __name__ == '__main__':
    sys.exit(main())
