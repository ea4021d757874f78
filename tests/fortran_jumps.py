#!/usr/bin/env python3
"""Random sources with jumps: what the reader makes of each is right in forward and in reverse mode, by its own driver.

    fortran_jumps.py [--count N] [--seed N] [--keep FOLDER]

A routine is a list of labelled blocks that jump to each other at random: goto, logical if, computed goto, arithmetic if, out of loops and of
branches, cycle, exit and early returns. A counter ends it whatever it does. Conditions are about integers, so that differences exist everywhere.
Exit status 77 if there is no reader of Fortran, or no gfortran.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'build')
ENGINE = os.path.join(BUILD, 'inplace', 'xaifbooster')
READER = os.environ.setdefault('XAIFBOOSTER_FORTRAN_READER', os.path.join(BUILD, 'inplace', 'xaif-fortran'))
MODES = (['--mode=tangent'], ['--mode=adjoint', '--reversal=split'], ['--mode=adjoint', '--reversal=joint'])
HEAD = '''subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: t, u(3)
  integer :: n, i, j
  n = 0
  t = x(1)
  u = x*x
  y = x(1:2)
'''
TAIL = '''900 continue
  y(1) = y(1) + t*u(2)
  y(2) = y(2) + sin(t + u(1)*u(3))
end subroutine head
'''
STATEMENTS = ('t = sin(t) + u({k})', 'u({k}) = u({k})*cos(t)', 'y(1) = y(1) + t*x({k})', 'u({k}) = 0.5d0*t + x({k})*u({m})',
              'y(2) = y(2)*0.5d0 + u({k})', 't = t*0.7d0 + u({k})*u({m})/(1 + u({k})**2)')


class Program:
    """A routine of a number of blocks, which is drawn when it is made."""

    def __init__(self, draw):
        self.draw = draw
        self.labels = [10 * (i + 1) for i in range(draw.randint(2, 6))]
        self.here = 0
        self.lines = []

    def target(self):
        return self.draw.choice(self.labels[self.here + 1:] + [900]) if self.draw.random() < 0.6 else self.draw.choice(self.labels + [900])

    def condition(self):
        return self.draw.choice(['mod(n, {a}) == {b}', 'n > {c}', 'mod(n + {b}, {a}) < 1', 'n < {c} .and. mod(n, 2) == 0']).format(
            a=self.draw.randint(2, 5), b=self.draw.randint(0, 2), c=self.draw.randint(2, 12))

    def say(self, depth, text):
        self.lines.append('  ' * depth + text)

    def statement(self, depth):
        self.say(depth, self.draw.choice(STATEMENTS).format(k=self.draw.randint(1, 3), m=self.draw.randint(1, 3)))

    def jump(self, depth):
        kind = self.draw.randint(0, 4)
        if kind == 0:
            self.say(depth, f'if ({self.condition()}) goto {self.target()}')
        elif kind == 1:
            self.say(depth, f'goto ({", ".join(str(self.target()) for _ in range(3))}), mod(n, {self.draw.randint(3, 5)})')
        elif kind == 2:
            self.say(depth, f'if (mod(n, 3) - {self.draw.randint(0, 2)}) {self.target()}, {self.target()}, {self.target()}')
        elif kind == 3:
            self.say(depth, f'if ({self.condition()}) return')
        else:
            self.branch(depth)

    def branch(self, depth):
        self.say(depth, f'if ({self.condition()}) then')
        self.part(depth + 1)
        if self.draw.random() < 0.5:
            self.say(depth, 'else')
            self.part(depth + 1)
        self.say(depth, 'end if')

    def loop(self, depth):
        variable = 'i' if depth == 1 else 'j'
        self.say(depth, f'do {variable} = 1, {self.draw.randint(1, 4)}')
        self.statement(depth + 1)
        self.say(depth + 1, f'if ({self.condition()}) ' + self.draw.choice(['cycle', 'exit', f'goto {self.target()}']))
        if depth < 2 and self.draw.random() < 0.3:
            self.loop(depth + 1)
        self.part(depth + 1)
        self.say(depth, 'end do')

    def part(self, depth):
        self.statement(depth)
        if depth < 4 and self.draw.random() < 0.5:
            self.jump(depth)

    def text(self):
        for self.here, label in enumerate(self.labels):
            self.lines.append(f'{label} continue')
            self.say(1, 'n = n + 1')
            self.say(1, 'if (n > 25) goto 900')
            for _ in range(self.draw.randint(1, 3)):
                (self.loop if self.draw.random() < 0.3 else self.part)(1)
            if self.draw.random() < 0.6:
                self.jump(1)
        return HEAD + '\n'.join(self.lines) + '\n' + TAIL


def judge(name, text, folder):
    """@return how many modes are wrong"""
    with open(os.path.join(folder, 'head.f90'), 'w', encoding='utf-8') as file:
        file.write(text)
    wrong = 0
    for mode in MODES:
        done = subprocess.run([ENGINE, *mode, '--quiet', '--check', '-o', 'out.f90', 'head.f90'], capture_output=True, text=True, cwd=folder, check=False)
        if done.returncode != 0:
            print(f'{name} {" ".join(mode)}: status {done.returncode}\n{done.stderr}')
            wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--count', type=int, default=int(os.environ.get('XB_JUMPS', '12')))
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', help='a folder for the sources that come out wrong')
    options = parser.parse_args()
    if not os.path.exists(READER) or not shutil.which('gfortran'):
        print('there is no reader of Fortran, or no gfortran')
        return 77
    wrong = 0
    for seed in range(options.seed, options.seed + options.count):
        text = Program(random.Random(seed)).text()
        with tempfile.TemporaryDirectory(prefix='fortran_jumps.') as folder:
            bad = judge(f'seed {seed}', text, folder)
        if bad and options.keep:
            with open(os.path.join(options.keep, f'jumps_{seed}.f90'), 'w', encoding='utf-8') as file:
                file.write(text)
        wrong += bad > 0
    print(f'{options.count} sources, {wrong} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
