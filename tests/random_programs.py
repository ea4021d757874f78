#!/usr/bin/env python3
"""Random programs: compares the derivatives of generated code with exact ones.

    random_programs.py [--engine PROGRAM] [--seed N] [--count N] [--jobs N]

Program number N depends on nothing but N. Each is written in the notation of xaif.py, with or without alias sets and chains,
transformed with some options and run by evaluate.py at two points. One that goes wrong is made as short as possible,
by leaving out lines, and shown.
"""

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import derivatives
import evaluate
import xaif

ACTIVE = ['a', 'b', 'c', 'd', 'e']   # e may share storage with a
PASSIVE = ['p', 'q']
VECTORS = ['v', 'w', 'r', 'x']       # r may share storage with v; x is never assigned
INTEGERS = ['i', 'j']                # always 1, 2 or 3
OPTIONS = list(derivatives.OPTIONS.values()) + [['--no-alias-split', '--per-statement'], ['--awareness=2', '--nary']]

ROUTINES = '''
subroutine mixed(f in, g inout, h out)
  real f, g, h
  h = sin(f*g) + g
  g = f - h*0.5
end
subroutine vectors(f in, g inout, k in)
  real f(3), g(3)
  integer k
  g = f*g + 0.5
  g(k) = g(1)*f(2)
end
subroutine numbers(f inout, k inout)
  passive real f
  integer k
  f = 1.5
  k = 4 - k
end
subroutine globals(k inout)
  integer k
  s = s*0.5 + t
  t = sin(s)
  k = 1
end
'''


class Program:
    """Makes the text of a program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.depth = [], 0
        self.with_calls = self.random.random() < 0.4
        self.with_shared = self.random.random() < 0.3
        self.with_matrix = self.random.random() < 0.3

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *items):
        return self.random.choice(items)

    # -- expressions

    def index(self):
        return self.pick('1', '2', '3', 'i', 'j', 'n(i)', 'n(2)', '4-i')

    def scalar_leaf(self):
        kind = self.random.random()
        if kind < 0.45:
            return self.pick(*ACTIVE)
        if kind < 0.65:
            return f'{self.pick(*VECTORS)}({self.index()})'
        if kind < 0.72 and self.with_matrix:
            return f'm({self.index()},{self.index()})'
        if kind < 0.78 and self.with_calls:
            return self.pick('s', 't')
        if kind < 0.86:
            return self.pick(*PASSIVE, 'i')
        return self.pick('2.0', '0.5', '3', '1.5f', '1.0')

    def section(self):
        low, high = self.pick(('1', '2'), ('2', '3'))
        return self.pick(f'({low}:{high})', f'({high}:{low}:-1)', '(1:3:2)', '(n2)')

    def vector_leaf(self, extent):
        if self.chance(0.25):
            return self.scalar_leaf()
        if extent == 3:
            return self.pick(*VECTORS, 'v(:)', 'w(3:1:-1)', 'm(:,1)' if self.with_matrix else 'x',
                             f'm({self.index()},:)' if self.with_matrix else 'w')
        return self.pick(*VECTORS) + self.section()

    def expression(self, depth, leaf):
        if depth == 0 or self.chance(0.15):
            return leaf()
        kind = self.random.random()
        a = self.expression(depth - 1, leaf)
        if kind < 0.3:
            return self.pick('sin({})', 'cos({})', 'tanh({})', 'exp(-1.0*sin({}))', '-({})', 'sqrt(({})**2 + 0.5)').format(a)
        b = self.expression(depth - 1, leaf)
        if kind < 0.36:
            return f'[u{len(self.lines)}{depth}: {a}]*[u{len(self.lines)}{depth}]' if '[' not in a else f'({a})*({b})'
        if kind < 0.42:
            return f'({a})/(({b})**2 + 1.5)'
        if kind < 0.46:
            return f'({a})**{self.pick("2", "1", "0", "3")}'
        return f'({a}) {self.pick("*", "*", "+", "-")} ({b})'

    def scalar(self):
        return self.expression(self.random.randint(0, 3), self.scalar_leaf)

    def vector(self, extent):
        return self.expression(self.random.randint(0, 2), lambda: self.vector_leaf(extent))

    # -- statements

    def put(self, line):
        self.lines.append('  ' * (self.depth + 1) + line)

    def bounded(self, text):
        """Keeps numbers from growing in loops."""
        return f'sin({text})' if self.depth and '*' in text else text

    def scalar_target(self):
        kind = self.random.random()
        if kind < 0.7:
            return self.pick(*ACTIVE)
        if kind < 0.8 and self.with_matrix:
            return f'm({self.index()},{self.index()})'
        return f'{self.pick("v", "w", "r")}({self.index()})'

    def statement(self):
        kind = self.random.random()
        if kind < 0.5:
            self.put(f'{self.scalar_target()} = {self.bounded(self.scalar())}')
        elif kind < 0.58:
            self.put(f'{self.scalar_target()} = {self.pick("2.0", "p", "0.5", "q*2.0", "i")}')
        elif kind < 0.63:
            self.put(f'{self.pick(*PASSIVE)} = {self.pick("0.7", "q + i*0.1", "p*0.5", "a", "1.2")}')
        elif kind < 0.7:
            self.put(f'{self.pick("i", "j", "n(1)", "n(i)")} = {self.pick("1", "2", "3", "4-i", "n(j)", "j")}')
        elif kind < 0.82:
            self.put(f'{self.pick("v", "w", "r")} = {self.bounded(self.vector(3))}')
        elif kind < 0.88:
            self.put(f'{self.pick("v", "w", "r")}{self.section()} = {self.bounded(self.vector(2))}')
        elif kind < 0.91 and self.with_matrix:
            self.put(self.pick('m(:,2) = v*w', 'm(i,:) = sin(m(:,j))', 'm = m*0.5', 'm = transpose(m)', 'm(1,1) = sum(m)*0.1'))
        elif kind < 0.96 and self.with_calls:
            self.put('call ' + self.call())
        elif self.depth < 2:
            self.structured()

    def call(self):
        return self.pick(f'mixed({self.pick("d", "p", "2.0", "x(i)")}, {self.pick("a", "b", "q", "v(i)")}, {self.pick("c", "w(2)")})',
                         f'vectors({self.pick("x", "v")}, {self.pick("w", "g")}, {self.pick("i", "2")})',
                         f'numbers({self.pick("p", "q", "b", "w(j)")}, {self.pick("i", "j", "n(i)")})',
                         f'globals({self.pick("i", "j")})')

    def structured(self):
        kind = self.pick('do', 'if', 'if', 'select')
        if kind == 'do':
            self.put(f'do k = {self.pick("1, 2", "3, 1, -1", "1, i", "2, 1")}')
        elif kind == 'if':
            self.put(f'if{self.pick("", "*")} ({self.pick("i > 1", "a < b", "k == 2", "x(2) > 0.5", "p < 1.0")}) then')
        else:
            self.put(f'select ({self.pick("i", "j")})')
            self.put('case 1')
        self.body(self.random.randint(1, 4))
        if kind == 'if' and self.chance(0.5):
            self.put('else')
            self.body(self.random.randint(1, 3))
        if kind == 'select':
            self.put(self.pick('default', 'case 2'))
            self.body(self.random.randint(1, 3))
        self.put('end')

    def body(self, count):
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1

    def text(self):
        shared = self.with_shared
        initial = [f'{name} = {self.pick("0.5", "x(1)", "x(2)*x(3)", "sin(x(3))")}' for name in ACTIVE] + \
            ['p = 0.8', 'q = 1.1', 'i = 1', 'j = 3', 'k = 1', 'n(1) = 2', 'n(2) = 1', 'n(3) = 3', 'n2(1) = 3', 'n2(2) = 1'] + \
            ['v = x', 'w = x*x', 'r = 0.4', 'g = 0.3', 'm = 0.6', 'm(:,1) = x', 's = x(1)', 't = 0.2']
        for _ in range(self.random.choice([3, 6, 12, 25])):
            self.statement()
        body = self.lines
        names = ACTIVE + ['v(1)', 'v(2)', 'v(3)', 'w(1)', 'w(3)', 'r(2)', 'm(2,1)', 's', 't', 'g(1)']
        last = [f'y({number}) = {name}' for number, name in
                enumerate(self.random.sample(names, 3 + self.random.randint(0, 3)), 1)]
        common = 'common real s, t' if self.with_calls else ''
        rest = '' if self.with_calls else '\n  real s, t'
        return '\n'.join([common, ROUTINES if self.with_calls else '', 'subroutine head(x in, y out)',
                          '  real x(3), y(8), a, b, c, d, v(3), w(3), m(3,3)' + rest,
                          '  real ' + ('e @ a, r(3) @ v' if shared else 'e, r(3)'),
                          '  passive real p, q, g(3)', '  integer i, j, k, n(3), n2(2)'] +
                         ['  ' + line for line in initial] + body + ['  ' + line for line in last] + ['end', ''])


class Trial:
    """One program with one kind of information and some options."""

    def __init__(self, seed, engine, scratch):
        self.random = random.Random(seed * 7919 + 1)
        self.seed, self.engine, self.scratch = seed, engine, scratch
        self.program = Program(seed)
        self.text = self.program.text()
        self.elements = self.random.random() < 0.5
        self.information = self.random.choice(['full', 'full', 'full', 'alias', 'chains', 'none'])
        self.options = [OPTIONS[0]] + self.random.sample(OPTIONS[1:], 2)

    def failure(self, text):
        """What goes wrong, None if nothing does or if the program itself is wrong."""
        path = os.path.join(self.scratch, f'random{self.seed}.xaif')
        try:
            document = xaif.build(text, f'random{self.seed}', self.elements)
        except (xaif.SourceError, KeyError, IndexError, AttributeError):
            return None
        with open(path, 'w', encoding='utf-8') as file:
            file.write(derivatives.without(document, derivatives.INFORMATION[self.information]))
        shared = [('a', 'e'), ('v', 'r')] if self.program.with_shared else []
        tasks = [evaluate.Task('head', {'x': x}, {}, shared) for x in ([0.7, 1.5, 0.3], [-0.4, 0.2, 1.1])]
        try:
            original = evaluate.Document(path)
            for task in tasks:
                task.run(original, True, ('x', 0))
        except (evaluate.Fault, evaluate.Unknown, OverflowError):
            return None
        for options in self.options:
            failure = self.compare(path, original, tasks, options)
            if failure:
                return f'{failure} [{" ".join(options)}]'
        return None

    def compare(self, path, original, tasks, options):
        output = path + '.out'
        done = subprocess.run([self.engine, '-a', 'basicblockpreaccumulation', '--quiet', *options, '-o', output, path],
                              capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            return f'status {done.returncode}: {done.stderr}'
        derived = evaluate.Document(output)
        for task in tasks:
            difference = evaluate.compare(task, original, derived)
            if difference:
                return difference
        return None

    def shortened(self):
        """A shorter program that fails, too."""
        lines = self.text.splitlines()
        size = max(1, len(lines) // 2)
        while size:
            start = 0
            while start < len(lines):
                shorter = lines[:start] + lines[start + size:]
                if self.failure('\n'.join(shorter)):
                    lines = shorter
                else:
                    start += size
            size //= 2
        return '\n'.join(lines)


def run(work):
    seed, engine, scratch = work
    trial = Trial(seed, engine, scratch)
    try:
        failure = trial.failure(trial.text)
    except subprocess.TimeoutExpired:
        return seed, 'the engine does not end', trial.text
    if not failure:
        return None
    short = trial.shortened()
    return seed, f'{trial.failure(short)} ({trial.information}{", elements" if trial.elements else ""})', short


def main():
    parser = argparse.ArgumentParser(description='Compare derivatives of random programs with exact ones.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'xaifbooster'))
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=120)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch, multiprocessing.Pool(arguments.jobs) as pool:
        seeds = range(arguments.seed, arguments.seed + arguments.count)
        for found in pool.imap(run, [(seed, arguments.engine, scratch) for seed in seeds]):
            if found:
                wrong += 1
                print(f'program {found[0]}: {found[1]}\n{found[2]}\n', flush=True)
    print(f'{arguments.count - wrong} of {arguments.count} programs are right')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
