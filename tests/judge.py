#!/usr/bin/env python3
"""Faults that only show beyond the entries of the Jacobian: xaifbooster verify has to find each of them.

    judge.py [--engine PROGRAM] [--random N] [--seed N]

Each case is a program in the notation of xaif.py and the same with a fault: values and derivatives of the dependent variables are
right, but something else is not. What is made of the right one is judged, and is right; what is made of the one with the fault is
judged by the right one, and the check that finds the fault is known.

What is made of random programs (tests/generate) has to be right, unless the transformation has warned that derivatives are lost, or
the original does not run.
"""

import argparse
import itertools
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import worker
import xaif

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REVERSE = ['-a', 'basicblockpreaccumulationreverse']
WAYS = {
    'tangent': [],
    'split and joint': REVERSE,
    'weak calls': REVERSE + ['--reversal=joint'],
    'motions': REVERSE + ['--motions=routines'],
    'by name': ['-a', 'basicblockpreaccumulation,associationbyname'],
    'motions by name': ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines'],
}
ADJOINT = [way for way in WAYS if way not in ('tangent', 'by name')]

READS = """
common real g, h(2)
subroutine head(x in, y out)
  real x, y, t(2)
  passive real p(2)
  t = h
  y = x*x
  g = g*x + sin(t(2))
end
"""
ENTERS = """
common real g
subroutine head(x in, y out)
  real x, y
  passive real p
  p = g
  y = x*x*g
end
"""
WRITES = """
common real g
subroutine head(x in, y out)
  real x, y, t
  passive real p
  t = x*y_0
  y = sin(x)
  g = t*t
end
""".replace('y_0', '2.0')
COMPLEX = """
common complex g
subroutine head(x in, y out)
  real x, y
  complex t
  passive complex p
  y = x*x
  t = g
  g = t*complex(x, 1.0)
end
"""
STATE = """
common real k
common integer n
subroutine head(x in, y out)
  real x, y
  if (n == n) then
    k = x*x
  end
  n = 1
  y = sin(k)
end
"""
RECURSIVE = """
subroutine rec(k in, x in, y inout)
  integer k, m
  real x, y
  if (k > 0) then
    m = k - 1
    y = y*x
    call rec(m, x, y)
  end
end
subroutine head(x in, y out)
  real x, y
  integer k
  y = x
  k = 3
  call rec(k, x, y)
end
"""
FURTHER = """
subroutine head(x in, w in, y out, z out)
  real x, w, y, z, t
  passive real p
  y = x*w
  t = sin(x)*w
  z = t*t
end
"""
COUNTED = """
common real s
common integer n
subroutine head(x in, y out)
  real x, y, v(2)
  passive real p
  n = n + 1
  v(n) = x*x
  p = v(n)
  s = v(n)*x
  y = x*x
end
"""
ARGUMENTS = """
subroutine head(x in, a in, b in, c in, d inout, y out)
  real x, y
  passive real a, b, c(3), d
  y = a*x - b + c(1)*c(2) + d
  d = d*2.0
end
"""
OPTIONAL = """
subroutine head(x in, o in, y out)
  real x, y
  real o
  y = x*x
  if (present(o)) then
    y = y*o
  end
end
"""
ALLOCATED = """
common real h(:)
subroutine head(x in, y out)
  real x(2), y
  y = x(1)*x(2)
  h = x*y
end
"""
KEPT = """
subroutine head(x in, k out, y out)
  real x, y
  passive real k
  k = 2.0
  y = x*x
end
"""

# Name: the program, what is replaced by what, the case, the independents and dependents, the ways, and the check that finds it.
FAULTS = {
    'derivative with respect to a global array lost': (READS, ('t = h', 'p = h\n  t = p'), {'initial': {'g': 0.5, 'h': [0.25, 2]}}, WAYS, 'others'),
    'derivative with respect to a global scalar lost': (READS, ('g = g*x', 'p(1) = g\n  g = p(1)*x'), {'initial': {'g': 0.5, 'h': [0.25, 2]}}, WAYS,
                                                        'others'),
    'derivative of a result with respect to a global scalar lost': (ENTERS, ('x*g', 'x*p'), {'initial': {'g': 0.5}}, WAYS, 'others'),
    'derivative of a global variable lost in the only call that there can be': (COUNTED, ('v(n)*x', 'p*x'), {'initial': {'n': 1}}, WAYS, 'others'),
    'derivative of a global variable that is allocated lost': (ALLOCATED.replace('real x(2), y', 'real x(2), y\n  passive real p'),
                                                               ('h = x*y', 'p = y\n  h = x*p'), {},
                                                               ['tangent', 'split and joint', 'weak calls', 'motions', 'by name'], 'others'),
    'derivative of a global variable lost': (WRITES, ('g = t*t', 'p = t\n  g = p*t'), {}, WAYS, 'others'),
    'derivative of a complex global variable lost': (COMPLEX, ('t = g', 'p = g\n  t = p'), {'initial': {'g': {'real': 0.5, 'imaginary': 2}}},
                                                     ['tangent', 'split and joint', 'motions'], 'others'),
    'state of the first call used in the second one': (STATE, ('n == n', 'n == 0'), {'initial': {'n': 0}}, WAYS, 'repeat'),
    'recursion that does not end': (RECURSIVE, ('m = k - 1', 'm = k'), {}, ['tangent', 'motions'], 'runs'),
    'tangent of an output that is not dependent lost': (FURTHER, ('z = t*t', 'p = t\n  z = p*t'), {'dependents': ['y']}, WAYS, 'others'),
    'tangent with respect to an input that is not independent lost': (FURTHER, ('y = x*w', 'p = w\n  y = x*p'), {'independents': ['x']}, WAYS, 'others'),
    'arguments exchanged': (ARGUMENTS, ('a*x - b', 'b*x - a'), {}, WAYS, 'values'),
    'elements exchanged': (ARGUMENTS, ('c(1)*c(2)', 'c(1)*c(3)'), {}, WAYS, 'values'),
    'argument that is put in and out': (ARGUMENTS, ('d*2.0', 'd + 0.75'), {}, WAYS, 'values'),
    'value that is put out': (KEPT, ('k = 2.0', 'k = 3.0\n  k = 2.0\n  k = 3.0'), {}, WAYS, 'values'),
}


# Name: a program that is right, though differences say nothing of it, or the next call finds what was kept; the case.
RIGHT = {
    'derivatives that are hardly numbers': ("""
subroutine head(x in, y out)
  real x, y
  y = x*1.0e-200
  y = y*x*1.0e-121
end
""", {}),
    'argument that is absent, passed on to nobody': (OPTIONAL, {'arguments': [{'x': 'all'}, {'absent': True}, {'y': 'all'}]}),
    'passive argument that is absent': (OPTIONAL.replace('real o', 'passive real o'), {'arguments': [{'x': 'all'}, {'absent': True}, {'y': 'all'}]}),
    'global array that is allocated again': (ALLOCATED, {}),
    'kept local variable beside a global one': ("""
common integer n
common real s
subroutine head(x in, y out)
  real x, y, k
  if (n == 0) then
    k = x*x
    n = 1
  end
  s = x
  y = sin(k)*x
end
""", {'initial': {'n': 0, '2/k': 2.5}}),
    'equal elements, along a dimension and under a mask': ("""
subroutine head(x in, y out)
  real x(2), y(3), b(2,2)
  b(1,:) = x
  b(2,:) = 0.5
  y(1:2) = nc_minval(b, 1)
  y(3) = nc_maxval(b, b < 0.75)
end
""", {}),
    'recording routine that keeps what it likes in global variables': ("""
common integer kn
common passive real ka(9), kb(9)
subroutine head(x in, y out)
  real x, y
  y = x
  call keeper(x, y)
end
subroutine keeper(a in, b inout)
  real a, b
  b = sin(a)*b
end
subroutine keeper_tangent(a in, b inout)
  real a, b
  b{deriv=1} = cos(a)*b*a{deriv=1} + sin(a)*b{deriv=1}
  b = sin(a)*b
end
subroutine keeper_record(a in, b inout)
  real a, b
  kn = kn + 1
  ka(kn) = a
  kb(kn) = b
  b = sin(a)*b
end
subroutine keeper_return(a inout, b inout)
  real a, b
  a{deriv=1} = a{deriv=1} + cos(ka(kn))*kb(kn)*b{deriv=1}
  b{deriv=1} = sin(ka(kn))*b{deriv=1}
  kn = kn - 1
end
""", {'initial': {'kn': 0}}, """<n:NonInlinableIntrinsicDefinitions xmlns:n="http://www.mcs.anl.gov/XAIFNonInlinableIntrinsics">
  <n:RoutineRule name="keeper" tangent="keeper_tangent" recording="keeper_record" returning="keeper_return">
    <n:Argument position="1" intent="in" needed="no"/>
    <n:Argument position="2" intent="inout" needed="no"/>
  </n:RoutineRule>
</n:NonInlinableIntrinsicDefinitions>
"""),
}
MOTIONS_BY_NAME = WAYS['motions by name']
WEAK_BY_NAME = [*MOTIONS_BY_NAME, '--reversal=joint']
LEAVES = """
common real g
subroutine head(x in, y out)
  real x, y
  y = x*x
  g = y*x
end
"""
AGAIN = """
subroutine step(x inout)
  real x
  x = sin(x)
end
subroutine head(x inout, y out)
  real x, y
  call step(x)
  x = x*x
  y = x*x
end
"""
AGAIN_OUTSIDE = """
common real g
subroutine step(x in)
  real x
  g = g*sin(x)
end
subroutine head(x in, y out)
  real x, y
  g = x
  call step(x)
  g = g*g
  y = g*x
end
"""
SQUARE = """
subroutine head(x in, y out)
  real x, y
  y = x*x
end
"""
BOTH = """
common real g(2)
subroutine head(x in, y out)
  real x(2), y
  y = x(1)*x(2)*g(1)
  g(1) = x(2)*g(2)
end
"""
SIDES = ['--independents=x,g', '--dependents=y,g']


def nothing(_statement):
    return ''


def replace(old, new):
    return lambda statement: statement.replace(old, new)


def overwrite(statement):
    """The target is 0 where it was an operand."""
    target = re.search('symbol_id="([^"]*)"', statement)[1]
    pattern = rf'<xaif:VariableReference vertex_id="(\d+)"[^>]*>\s*<xaif:SymbolReference [^>]*symbol_id="{target}"[^>]*>\s*</xaif:VariableReference>'
    changed, count = re.subn(pattern, '<xaif:Constant vertex_id="\\1" type="real" feType="F8" value="0.0"/>', statement)
    assert count == 1, statement
    return changed


# Name: the program, how it is transformed, the case, how it is judged, in which routine the last assignment that a pattern matches is
# damaged, and how.
DAMAGES = {
    'value that a taping sweep leaves': (KEPT, WAYS['motions'], {}, [], 'head_rec', 'symbol_id="k".*value="2', replace('value="2', 'value="3')),
    'adjoint of a dependent global variable is not used up': (LEAVES, MOTIONS_BY_NAME, {}, ['--dependents=y,g'], 'head_ret',
                                                              'symbol_id="g_b".*value="0', nothing),
    'adjoint of an output that is not dependent is not used up': (FURTHER, MOTIONS_BY_NAME, {}, ['--independents=x,w', '--dependents=y'], 'head_ret',
                                                                  'symbol_id="z_b".*value="0', nothing),
    'value that one call for both sweeps leaves': (AGAIN, WEAK_BY_NAME, {}, [], 'head_b', 'statement_id="_final_value', nothing),
    'value of a global variable that one call for both sweeps leaves': (AGAIN_OUTSIDE, WEAK_BY_NAME, {}, ['--independents=x', '--dependents=y'], 'head_b',
                                                                        'statement_id="_final_value', nothing),
    'adjoint that one call for both sweeps does not use up': (FURTHER, MOTIONS_BY_NAME, {}, ['--independents=x,w', '--dependents=y'], 'head_b',
                                                              'symbol_id="z_b".*value="0', nothing),
    'first of two adjoints overwritten': (SQUARE, [*MOTIONS_BY_NAME, '--directions=2'], {}, [], 'head_ret',
                                          'symbol_id="x_b".*symbol_id="x_b"', overwrite),
    'row of a global variable that is put in and out': (BOTH, ['-a', 'associationbyname', '--jacobian=head', '--jacobian-mode=forward', *SIDES], {},
                                                        ['--independents=x,g', '--dependents=y,g'], 'OpenAD_jacobian_head', 'symbol_id="g_d".*', nothing),
}


# Random programs are differentiated as they are flagged, and as far as that matters between x and y.
ACTIVITIES = [[], ['--activity=both', '--independents=x', '--dependents=y']]
# What xaif-run knows, and cases can drive.
FEATURES = 'all,-user,-unended,-externals,-rules,-jacobians,-lazy,-allocation'


class Test:
    def __init__(self, engine, folder):
        self.engine, self.folder, self.count, self.good, self.problems = engine, folder, 0, 0, []

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments):
        done = worker.run([self.engine, *arguments])
        return done.returncode, done.stdout + done.stderr

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(text)
        return self.path(name)

    def judge(self, original, source, way, case, wrong, catalogues=()):
        """@param wrong the check that has to be wrong; None: all has to be right"""
        self.count += 1
        status, said = self.run(*WAYS[way], *catalogues, '--quiet', '-o', self.path('transformed.xaif'), source)
        if status != 0:
            return f'transformation: status {status}: {said}'
        status, said = self.run('verify', '--quiet', '--format=json', f'--case={case}', original, self.path('transformed.xaif'))
        if status not in (0, 5):
            return f'status {status}: {said}'
        results = {check['name']: check['result'] for check in json.loads(said)['checks']}
        bad = [name for name, result in results.items() if result == 'wrong']
        if wrong is None:
            return f'wrong: {bad}' if bad or status != 0 else None
        return None if wrong in bad else f'not found: {results}'

    def try_fault(self, name):
        text, (old, new), case, ways, check = FAULTS[name]
        assert text.count(old) == 1, name
        original = self.write('original.xaif', xaif.build(text, 'original'))
        faulty = self.write('faulty.xaif', xaif.build(text.replace(old, new), 'original'))
        case = self.write('case.json', json.dumps(case))
        for way in ways:
            for source, wrong in ((original, None), (faulty, check)):
                problem = self.judge(original, source, way, case, wrong)
                if problem:
                    self.problems.append(f'{name}, {way}, {"fault" if wrong else "right"}: {problem}')

    def try_right(self, name):
        text, case, *catalogues = RIGHT[name]
        source = self.write('original.xaif', xaif.build(text, 'original'))
        case = self.write('case.json', json.dumps(case))
        catalogues = [f'--noninlinable={self.write("catalogue.xaif", catalogue)}' for catalogue in catalogues]
        for way in WAYS:
            problem = self.judge(source, source, way, case, None, catalogues)
            if problem:
                self.problems.append(f'{name}, {way}: {problem}')

    def try_random(self, generator, seed):
        document = worker.run_well([generator, str(seed), '--features', FEATURES]).stdout
        source = self.write('original.xaif', document)
        facts = dict(re.findall(r'^ *([xnp]): (.*)$', document[:document.index('-->')], re.MULTILINE))
        first = {name: [float(value) for value in text.split('|')[0].split()] for name, text in facts.items()}
        if 'x' not in first:
            return
        case = {'entry': 'head', 'y0': 0.25, 'x0': first['x']}
        if 'n' in first:
            case['arguments'] = [{'x': 'all'}, {'y': 'all'}, {'value': int(first['n'][0])}, *({'value': value} for value in first.get('p', []))]
        case = self.write('case.json', json.dumps(case))
        for way, activity in itertools.product(WAYS, ACTIVITIES):
            status, said = self.run(*WAYS[way], *activity, '-o', self.path('transformed.xaif'), source)
            if status != 0:
                continue
            lost = re.search(' lost|loses|taken to be zero', said)
            # with activity, only derivatives of what is named are right, which the document says
            status, said = self.run('verify', '--quiet', f'--case={case}', source, self.path('transformed.xaif'))
            if activity:
                here, also = self.run(*WAYS[way], *activity, '--quiet', '--verify', f'--case={case}', '-o', self.path('verified.xaif'), source)
                if here != status:
                    self.problems.append(f'random program {seed}, {way}: status {here} where it is made, but {status} by verify: {also}{said}')
            self.count += 1
            self.good += status == 0
            if status not in (0, 1, 3) and not (status == 5 and lost):
                self.problems.append(f'random program {seed}, {way}{" with activity" if activity else ""}: status {status}: {said}')

    def try_damage(self, name):
        text, options, case, judging, routine, statement, change = DAMAGES[name]
        original = self.write('original.xaif', xaif.build(text, 'original'))
        case = self.write('case.json', json.dumps(case))
        status, said = self.run(*options, '--quiet', '-o', self.path('right.xaif'), original)
        with open(self.path('right.xaif'), encoding='utf-8') as file:
            document = file.read()
        self.write('wrong.xaif', damage(document, routine, statement, change))
        for transformed, wanted in (('right.xaif', 0), ('wrong.xaif', 5)):
            self.count += 1
            status, said = self.run('verify', '--quiet', f'--case={case}', *judging, original, self.path(transformed))
            if status != wanted:
                self.problems.append(f'{name}: {transformed}: status {status} instead of {wanted}: {said}')


def damage(document, routine, statement, change):
    """Changes the last assignment, or call of the run time, of a routine that a pattern matches; change(None): removes it."""
    place = document.index(f'symbol_id="{routine}"', document.index('<xaif:ControlFlowGraph'))
    end = document.index('</xaif:ControlFlowGraph>', place)
    found = [match for match in re.finditer('<xaif:(Assignment|InlinableSubroutineCall) .*?</xaif:\\1>', document[place:end], re.DOTALL) if re.search(statement, match[0], re.DOTALL)]
    assert found, (routine, statement)
    return document[:place + found[-1].start()] + change(found[-1][0]) + document[place + found[-1].end():]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--random', type=int, default=12, help='how many random programs')
    parser.add_argument('--seed', type=int, default=1, help='of the first of these')
    options = parser.parse_args()
    generator = os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'tests', 'generate', 'generate')
    with tempfile.TemporaryDirectory() as folder:
        test = Test(options.engine, folder)
        for name in FAULTS:
            test.try_fault(name)
        for name in RIGHT:
            test.try_right(name)
        for name in DAMAGES:
            test.try_damage(name)
        for seed in range(options.seed, options.seed + options.random):
            test.try_random(generator, seed)
    for problem in test.problems:
        print(problem)
    print(f'{test.count - len(test.problems)} of {test.count} verdicts are right, {test.good} of random programs are ok')
    return 1 if test.problems else 0


if __name__ == '__main__':
    sys.exit(main())
