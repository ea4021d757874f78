#!/usr/bin/env python3
"""Judges loops within loops that are reversed by checkpoints in one run.

    nests.py [--engine PROGRAM]

All loops of a program are named at once, in one routine or in several, and derivatives are judged against those of the program for
0, 1, 2 and more steps at each level. Forward steps are counted at both levels and compared with the optimum, and what is on the tape
and in snapshots with what is promised. With XB_FEWER_RUNS, for fewer numbers of steps, and each program as lists or as routines.
"""

import argparse
import math
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import loops
from loops import BODY, COUNTER, HAS_FEWER_RUNS, forms_of, least

PAIRS = [0, 2, 10, 11, 12, 20, 21, 22, 54]  # n = 10 outer + inner steps
FEWER = [0, 12, 34]

HEAD = '''
subroutine head(x in, y out, n in)
  real x(2), y, u, v, w
  integer n, i, j, k, no, ni
  u = x(1)
  v = x(2)
  w = u
  j = 0
  k = 0
  i = 0
  no = n/10
  ni = n - 10*no
'''
TAIL = '''
  y = u*v + 0.01*i
end
'''
INNER = BODY.format(i='j')

PLAIN = HEAD + 'do i = 1, no\n{outer}do j = 1, ni\n{inner}' + INNER + 'end\nu = u*0.9 + v*0.1*i\nend' + TAIL

# All loops of these are named, however many.
PROGRAMS = {
    'do in do': PLAIN.format(outer='', inner=''),
    'bound that depends on the outer loop': HEAD + 'do i = 1, no\ndo j = i, ni + i*i, 2' + INNER + 'end\nu = u*0.9\nend' + TAIL,
    'while in do': HEAD + 'do i = 1, no\nj = 0\nwhile (j < ni)' + INNER + 'j = j + 1\nend\nend' + TAIL,
    'do in while': HEAD + 'while (i < no)\ni = i + 1\ndo j = ni, 1, -1' + INNER + 'end\nv = v + u*0.1\nend' + TAIL,
    'repeat in repeat': HEAD + 'repeat\nj = 0\nrepeat' + INNER + 'j = j + 1\nuntil (j >= ni)\ni = i + 1\nv = v*0.9 + u*0.2\nuntil (i >= no)' + TAIL,
    'three deep': HEAD + 'do i = 1, no\ndo j = 1, ni\nk = 0\nwhile (k < j)\nk = k + 1\nw = sin(u)*v + 0.1*k\nu = w\nend\nv = v*0.9 + u*0.1\nend\nu = u*0.9\nend' + TAIL,
    'side by side in a loop': HEAD + 'do i = 1, no\ndo j = 1, ni' + INNER + 'end\nk = ni\nwhile (k > 0)\nk = k - 1\nv = v*0.9 + sin(u)*0.1*k\nend\nend' + TAIL,
    'side by side': HEAD + 'do i = 1, no' + BODY.format(i='i') + 'end\ndo j = 1, ni\nv = sin(v)*u\nend\nrepeat\nu = u*v + 0.2\nk = k + 1\nuntil (k > ni)' + TAIL,
    'in an arm': HEAD + 'do i = 1, no\nif (i > 2) then\ndo j = 1, ni' + INNER + 'end\nelse\nu = u*v + 0.3\nend\nend' + TAIL,
    'in arms, outer one, too': HEAD + 'if (ni > 0) then\ndo i = 1, no\nif (u > v) then\ndo j = 1, ni' + INNER
                               + 'end\nelse\nj = 0\nwhile (j < 2)\nj = j + 1\nu = u + v*v*0.5\nend\nend\nend\nelse\nu = u*v\nend' + TAIL,
    'last values are used': HEAD + 'do i = 1, no\ndo j = 1, ni' + INNER + 'end\nu = u + 0.1*j\nend\nu = u*i + j' + TAIL,
    'inner one is left early': HEAD + 'do i = 1, no\ndo j = 1, 6\nif (j > ni) goto out' + INNER + 'end\nout::\nv = v*0.9 + u*0.1*j\nend' + TAIL,
    'outer one is left early': HEAD + 'do i = 1, 9\ndo j = 1, ni' + INNER + 'end\nif (i > no) goto out\nv = v*0.9 + u*0.1\nend\nout::\nu = u + 0.1*i' + TAIL,
    'both are left early': COUNTER + HEAD + '''passed = 0
  do i = 1, 9
    if (i > no) goto out
    j = 0
    while (next(j) < 7)
      j = j + 1
      w = sin(u)*v
      if (j > ni) goto inner
      if (i*j == 6) goto away
      u = w + u*0.2*j
    end
    inner::
    v = v*0.9 + u*0.1*j
  end
  out::
  u = u*0.8
  away::
  w = u*v*passed
  u = w
''' + TAIL,
    'left from the inner one': HEAD + '''
  do i = 1, no
    repeat
      j = j + 1
      u = sin(u)*v + 0.1*j
      if (j > 3*ni) goto out
    until (u > 0.5 .or. j == 2*i)
    v = v*0.9 + u*0.1
  end
  out::
  v = v + u
''' + TAIL,
    'in routines of their own': HEAD + 'do i = 1, no\ncall inner(u, v, ni, i)\nu = u*0.9\nend' + TAIL + '''
subroutine inner(a, b, m in, c in)
  real a, b
  integer m, c, k
  k = 0
  while (k < m)
    k = k + 1
    a = sin(a)*b + 0.1*c
    call innermost(b, k)
  end
end
subroutine innermost(b, m in)
  real b
  integer m, l
  do l = 1, m
    b = cos(b)*0.9
  end
end
''',
    'in a function': HEAD + 'do i = 1, no\nu = f(u, v, ni) + 0.1*u\nend' + TAIL + '''
subroutine f(a in, b in, m in, r out)
  real a, b, r
  integer m, l
  r = a
  do l = 1, m
    r = sin(r)*b + 0.2
  end
end
''',
    'recursion': HEAD + 'k = no\ncall again(u, v, k, ni)' + TAIL + '''
subroutine again(a, b, depth in, m in)
  real a, b, c
  integer depth, m, l, next
  do l = 1, m
    c = a*b
    a = sin(a) + 0.1*l
    next = depth/2
    if (depth > 0) then
      call again(c, b, next, l)
    end
    b = b*0.9 + c*0.2
  end
end
''',
    'a global bound': 'common integer m\n' + HEAD + '''
  m = ni
  do i = 1, no
    do j = 1, m
      u = sin(u)*v
    end
    v = v*0.9 + u*0.2
  end
''' + TAIL,
    'global state': '''
common real g(2), h
subroutine head(x in, y out, n in)
  real x(2), y
  integer n, i, j, no, ni
  no = n/10
  ni = n - 10*no
  g(1) = x(1)
  g(2) = x(2)
  h = 0.3
  do i = 1, no
    do j = 1, ni
      g(1) = sin(g(2))*g(1)
      h = h*0.9 + g(1)
    end
    call more(i)
  end
  y = g(1)*g(2) + h
end
subroutine more(m in)
  integer m, l
  do l = 1, m
    g(2) = g(1)*h + g(2)*0.5
  end
end
''',
    'arrays': '''
subroutine head(x in, y out, n in)
  real x(2), y, a(3), b(3), t(:)
  integer n, i, j, no, ni
  no = n/10
  ni = n - 10*no
  a(1) = x(1)
  a(2) = x(2)
  a(3) = x(1)*x(2)
  b = a
  t = b
  do i = 1, no
    t = a*0.5
    do j = 1, ni
      b(2) = sin(a(1)) + t(3)*0.1
      a(1) = a(2)*b(1)
      t = t*0.9 + b*0.1
    end
    a(3) = a(3)*t(2) + b(2)
  end
  y = sum(a) + b(1)*b(2)
end
''',
}
KINDS = {'2': [12], '1': [34], 'periodic:2': [11]} if HAS_FEWER_RUNS else {'2': PAIRS, '1': [34], 'periodic:2': [11, 34]}
MIXED = {
    'binomial in periodic': ('do in do', ['periodic:2', '2']),
    'periodic in binomial': ('do in while', ['2', 'periodic:3']),
}
FIXED = {
    'fixed point in a loop': (HEAD + '''
  do i = 1, no
    w = 1.0
    u = 0.0
    while ((w - u)*(w - u) > 1.0e-30)
      u = w
      w = cos(u*x(1))*0.5 + v*0.3
    end
    u = w
    v = v*0.9 + w*0.1
  end
''' + TAIL, ['2', 'fixedpoint:1e-15'], [0, 1, 10, 20, 50]),
    'loop in a fixed point': (HEAD + '''
  w = 1.0
  u = 0.0
  while ((w - u)*(w - u) > 1.0e-30)
    u = w
    w = 0.4*u
    do j = 1, ni
      w = cos(w*x(1))*0.5 + v*0.3
    end
  end
  u = w
''' + TAIL, ['fixedpoint:1e-15', '2'], [1, 2, 4]),
}
REFUSED = {
    'the outer one': (HEAD + 'do i = 1, no\ndo j = 1, ni\nu = sin(u)\nend\nif (u > 5.0) then\ni = i + 1\nend\nend' + TAIL, 0, 'its variable may be changed in its body'),
    'the inner one': (HEAD + 'do i = 1, no\ndo j = 1, ni\nu = sin(u)\nj = j + 1\nend\nend' + TAIL, 1, 'its variable may be changed in its body'),
}


def repetitions(steps, snapshots):
    """How often a step is advanced over at most."""
    return next(r for r in range(steps + 1) if math.comb(snapshots + r, r) >= steps)


class Nests(loops.Tester):
    def lines(self, file):
        """The loops of a document: routine and line."""
        found, routine = [], None
        with open(self.path(file), encoding='utf-8') as stream:
            for number, text in enumerate(stream, 1):
                begun = re.search('<xaif:ControlFlowGraph .*?symbol_id="(\\w+)"', text)
                routine = begun.group(1) if begun else routine
                if re.search('<xaif:(For|Pre|Post)Loop ', text):
                    found.append((routine, number))
        return found

    def wanted(self, kinds):
        """Names all loops. @param kinds how they are to be reversed; one for all, or one for each."""
        places = self.lines('program.xaif')
        kinds = kinds if len(kinds) > 1 else kinds*len(places)
        return ','.join(f'{routine}:{line}:{kind}' for (routine, line), kind in zip(places, kinds))

    def reverse_all(self, name, kinds, form):
        status, _, said = self.run(self.engine, '-a', f'loopcheckpointing,{loops.REVERSE[1]}', '--quiet', f'--checkpoint-loops={self.wanted(kinds)}', '--verify-each',
                                   '--validate=both', f'--motions={form}', '-o', self.path('adjoint.xaif'), self.path('program.xaif'))
        if status:
            self.say(f'{name}, {form}', said)
        return not status

    def judge_nest(self, name, text, kinds, counts):
        self.write(text, 'program.xaif')
        for form in forms_of(name):
            if not self.reverse_all(name, kinds, form):
                return
            for count in counts:
                self.checks += 1
                status, out, said = self.run(self.engine, 'verify', '--quiet', self.case(count), self.path('program.xaif'), self.path('adjoint.xaif'))
                if status:
                    self.say(f'{name}, {form}, {kinds}, n = {count}', (said + out)[-500:])
                    return

    def counts_of(self, outer, inner, kinds, pairs):
        """Statements that are run, and peaks of snapshots and tape, by n."""
        self.write(PLAIN.format(outer=outer, inner=inner), 'program.xaif')
        self.reverse_all('counts', kinds, 'routines')
        runner, result = os.path.join(os.path.dirname(self.engine), 'xaif-run'), {}
        for count in pairs:
            _, out, _ = self.run(runner, '--jacobian=motions', '--counts', self.case(count), self.path('adjoint.xaif'))
            result[count] = [int(re.search(rf'count of {what}: (\d+)', out).group(1)) for what in ('steps', 'checkpoint_peak', 'tape_peak')]
        return result

    def count_nest(self, outer, inner):
        """Each level takes the fewest forward steps: what an outer step advances over runs all inner ones; the tape holds one step of each level."""
        kinds = [str(outer), str(inner)]
        pairs = [10*a + b for a in (0, 1, 2, 5, 13) for b in (0, 1, 2, 9)] if not HAS_FEWER_RUNS else [11, 12, 20, 59]
        one, many = 'k = 0\n', 'k = 0\n'*11
        plain = self.counts_of(one, one, kinds, pairs)
        more = [self.counts_of(many, one, kinds, pairs), self.counts_of(one, many, kinds, pairs)]
        for pair in pairs:
            a, b = divmod(pair, 10)
            self.checks += 1
            executed = [(counts[pair][0] - plain[pair][0])/10 for counts in more]
            wanted = [least(a, outer) + a, (least(a, outer) + a)*b + a*least(b, inner)]
            if executed != wanted:
                self.say('forward steps', f'{executed} instead of {wanted} for {a} times {b} steps, {outer} and {inner} snapshots')
        self.bound(plain, outer, inner)

    def bound(self, counts, outer, inner):
        """As many snapshots of each level as are wanted; on the tape a step of each level, and a few numbers for each sweep under way."""
        state, within, step = counts[20][1], counts[12][1], counts[11][2]
        for pair, (_, snapshots, tape) in counts.items():
            sweeps = sum(wanted + repetitions(steps, wanted) for steps, wanted in zip(divmod(pair, 10), (outer, inner)))
            if snapshots > outer*state + inner*within or tape > step + 3*sweeps:
                self.say('what is stored', f'n = {pair}: {snapshots} values in snapshots of {state} and {within}, {tape} on the tape, {step} of one step')

    def refuse_one(self, name, text, number, what):
        """Lines are those of the document."""
        self.write(text, 'program.xaif')
        line = self.lines('program.xaif')[number][1]
        status, _, said = self.run(self.engine, '-a', 'loopcheckpointing', f'--checkpoint-loops={self.wanted(["3"])}', self.path('program.xaif'))
        self.checks += 1
        if status != 3 or f'program.xaif:{line}: error: the loop can' not in said or what not in said:
            self.say(name, f'status {status}: {said}')


def main():
    parser = argparse.ArgumentParser(description='Judge loops within loops that are reversed by checkpoints.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        tester = Nests(os.path.abspath(arguments.engine), scratch)
        for name, text in PROGRAMS.items():
            for kind, counts in KINDS.items():
                tester.judge_nest(name, text, [kind], counts)
        for name, (program, kinds) in MIXED.items():
            tester.judge_nest(name, PROGRAMS[program], kinds, FEWER)
        for name, (text, kinds, counts) in FIXED.items():
            tester.judge_nest(name, text, kinds, counts)
        for name, (text, number, what) in REFUSED.items():
            tester.refuse_one(name, text, number, what)
        for outer, inner in ((1, 2), (3, 2)):
            tester.count_nest(outer, inner)
    for problem in tester.problems:
        print(problem)
    print(f'{tester.checks} checks, {len(tester.problems)} problems')
    return 1 if tester.problems or not tester.checks else 0


if __name__ == '__main__':
    sys.exit(main())
