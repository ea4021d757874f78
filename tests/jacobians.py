#!/usr/bin/env python3
"""Judges routines that compute whole Jacobians: associationbyname --jacobian=ROUTINE.

    jacobians.py [--engine PROGRAM] [--corpus FOLDER] [--jobs N] [--verbose] [NAME...]

The entry routine of each case of derivatives.py, and of tests/data/jacobians, gets such a routine, in forward and in reverse mode, also for several directions at once, and in the mode that the
engine chooses. It is run:
values and entries have to be those of xaif-run --jacobian to 1e-12, each relative to itself, or to a thousandth of the sizes of its
terms; a third is verified by xaifbooster verify, too. All active arguments are independent, dependent, or both, as their intents say. With --corpus, the programs of that folder are judged
instead. Those of tests/data/jacobians are compressed, too, in as many runs as there are groups; their variables from outside can have values
before the call. What is refused, and what can't be run, is said with --verbose.
"""

import argparse
import itertools
import json
import math
import os
import re
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import compare_oracle
import conformance
import derivatives
import parallel
import second_order
import xaif

FOLDERS = [os.path.join(derivatives.TOP, 'tests', 'data', name) for name in ('jacobians', 'derivatives')]
OWN, CASES = FOLDERS
WAYS = {
    'forward': ['-a', 'basicblockpreaccumulation,associationbyname'],
    'reverse': ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines'],
    'joint': ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines', '--reversal=joint', '--rename'],
    'three at once': ['-a', 'basicblockpreaccumulation,associationbyname', '--directions=3', '--rename'],
    'two rows at once': ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines', '--directions=2'],
    'automatic': ['-a', 'associationbyname'],
}
TOLERANCE = 1e-12
# A program that breaks the rules for arguments itself, by what its routines do against their intents.
MISUSED = ['aliasing_arguments']
# Numbers of single precision are rounded on the way, otherwise than where exact derivatives are computed.
ROUNDED = ('integers_in_single_precision',)
# A passive variable ends derivatives, which exact ones know nothing of.
LOSSES = ('function_loses_derivative', 'passive_assignment', 'passive_between_active', 'passive_result_of_outside')
REFUSED = {
    ('--jacobian=hed', 'forward', 'rows'): (1, "option --jacobian: there is no routine 'hed'", "did you mean head?"),
    ('--jacobian=store', 'forward', 'global_changed_by_callee'): (1, 'store has no active argument that is', 'results by inputs among the arguments'),
    ('--jacobian=head', 'lists', 'rows'): (2, '--jacobian needs routines that record and return, in reverse mode', 'add --motions=routines'),
    ('--jacobian=longest', 'reverse', 'function_in_conditions'): (3, 'longest is only called where values are computed: nothing records it',),
    ('--jacobian=longest', 'forward', 'function_in_conditions'): (3, 'longest is only called where values are computed: nothing computes its derivatives',),
    ('--directions=65', 'forward', 'rows'): (2, 'associationbyname propagates at most 64 at once', 'take fewer of them'),
    ('--directions=2', 'lists', 'rows'): (2, 'replacement lists have derivatives in one direction', 'add --motions=routines'),
    ('--jacobian-mode=forward', 'automatic', 'rows'): (2, '--jacobian-mode is that of a Jacobian', 'add --jacobian=ROUTINE'),
    ('--pattern=x', 'forward', 'rows'): (2, '--pattern is that of a Jacobian', 'add --jacobian=ROUTINE'),
    ('--jacobian=head', 'forward', 'complex_arguments'): (3, 'is not real', 'pass real and imaginary parts as real arguments'),
}
HEAD = '%%MatrixMarket matrix coordinate pattern general\n'
PATTERNS = [('', 1, 'mtx:1: error: this is no Matrix Market file in coordinate format'),
            ('%%MatrixMarket matrix array real general\n4 7\n', 1, 'this is no Matrix Market file in coordinate format'),
            (HEAD.replace('general', 'symmetric') + '4 4 0\n', 3, 'mtx:1: error: the matrix is not general'),
            (HEAD + '%\n4 x 7\n', 1, 'mtx:3: error: numbers of rows, columns and entries are expected'),
            (HEAD + '4 7 1\n\n5 1\n', 1, 'mtx:4: error: a row and a column are expected'),
            (HEAD + '4 7 2\n1 1\n', 1, 'there are not as many entries as the size says'),
            (HEAD + '1000000 1000000 1\n1 1\n', 3, 'the matrix is too large'),
            (HEAD + '4 6 1\n1 1\n', 1, 'the pattern is one of 4 by 6 numbers, and the Jacobian of head has 4 by 7'),
            (HEAD + '% row 1: y(1)\n% column 7: z\n4 7 1\n1 1\n', 1, 'column 7 of the pattern is that of z, but that of x in the Jacobian of head'),
            (HEAD + '% row 4: y(4), group 1\n% column 1: x(1)\n4 7 1\n1 1\n', 0, ''),
            (HEAD + '4 7 1\n1 1 0.5\n', 0, '')]
AGAIN = ('arrow', 'reductions', 'tridiagonal')
EMPTY = """
subroutine head(x in, e in, y out)
  passive real x
  real e(:), y(2)
  y(1) = 2.0*x
  y(2) = sum(e)
end
"""
UNSEEN = """
module m
common in m real g
subroutine bump(a in, r out)
  within m
  real a, r
  g = g*a
  r = g*a
end
subroutine head(x in, y out)
  real x(2), y(2)
  call bump(x(1), y(1))
  call bump(x(2), y(2))
end
"""
BESIDE = """
subroutine head(x in, z in, y out)
  real x(:), z(5:2), y(5)
  integer i
  do i = 1, 5
    y(i) = x(i)*x(1) + sum(z)
  end
end
"""
UNKNOWN = """
subroutine head(x in, p in, y inout, z out)
  real x(:), y(ROWS), z
  real p(COLUMNS)
  z = sum(x)*p(1)*y(1)
  y(1) = z
end
"""
INOUT = """
subroutine head(x inout, f inout, s inout, t inout)
  real x(4), f(3), s(2), t
  integer i
  do i = 2, 3
    f(i) = f(i) + x(i)*x(4)
  end
  f(1) = x(1)
end
"""
NOTE = 'the Jacobian of head has {} and {}: it is computed in {} mode, in {}; {} mode would take {} (--jacobian-mode)'
# Options, and what is said of the Jacobian of rows.xaif, 4 by 7 numbers: status, whether it is by rows, what is said.
MODES = [
    ((), 0, True, NOTE.format('4 rows', '7 columns', 'reverse', '4 runs', 'forward', '7 runs')),
    (('--quiet',), 0, True, ''),
    (('--directions=4',), 0, True, NOTE.format('4 rows', '7 columns', 'reverse', '1 run', 'forward', '2 runs')),
    (('--directions=7', '--reversal=joint'), 0, False, 'option --reversal has no effect'),
    (('--directions=7',), 0, False, NOTE.format('4 rows', '7 columns', 'forward', '1 run', 'reverse', '1 run')),
    (('--jacobian-mode=forward',), 0, False, ''),
    (('--jacobian-mode=reverse',), 0, True, ''),
    (('--jacobian-mode=reverse', '--verify'), 0, True, 'motions adjoint'),
    (('--reversal=joint', '--dump-after=basicblockpreaccumulationreverse=/dev/null'), 0, True, 'in reverse mode, in 4 runs'),
    (('--metrics',), 0, True, 'Jacobian'),
    (('-a', 'basicblockpreaccumulation', '--jacobian-mode=forward'), 0, False, ''),
    (('-a', 'memopstradeoffpreaccumulation'), 0, False, 'reverse mode would take fewer runs'),
    (('-a', 'preaccumulation'), 0, True, 'in reverse mode, in 4 runs'),
    (('-a', 'basicblockpreaccumulation', '--jacobian-mode=reverse'), 2, None, 'the algorithms that are named are those of forward mode'),
    (('-a', 'basicblockpreaccumulationreverse', '--jacobian-mode=forward'), 2, None, 'the algorithms that are named are those of reverse mode'),
    (('--motions=lists',), 2, None, 'add --motions=routines'),
    (('--tape-limit=some',), 2, None, '--tape-limit'),
    (('--dump-after=tracediff',), 2, None, "can't dump after algorithm tracediff, which does not run"),
]
# Bounds of y and p, beside an input without bounds, and what is said of the Jacobian.
SIDES = [('2', '3', 'reverse', NOTE.format('3 rows', 'an unknown number of columns', 'reverse', '3 runs', 'forward', 'an unknown number of runs')),
         (':', '3', 'forward', NOTE.format('an unknown number of rows', 'an unknown number of columns', 'forward', 'an unknown number of runs',
                                           'reverse', 'an unknown number of runs'))]
ADVICE = 'the Jacobian of head has 4 rows and 7 columns: reverse mode would take fewer runs'


class Unfit(Exception):
    """Why something is not judged."""


class Formal:
    """A formal argument of the entry routine: its row of the case, and what it holds."""

    def __init__(self, text, name, intent):
        found = re.search(rf'<xaif:Symbol symbol_id="{re.escape(name)}"([^>]*?)(?:/>|>(.*?)</xaif:Symbol>)', text, re.DOTALL)
        words = dict(re.findall(r'(\w+)="([^"]*)"', found[1]))
        bounds = re.findall(r'lower="(-?\d+)" upper="(-?\d+)"', found[2] or '')
        self.name, self.row = name, {}
        self.rank = 0 if words['shape'] == 'scalar' else 1
        self.count = math.prod(int(upper) - int(lower) + 1 for lower, upper in bounds) if bounds or not self.rank else None
        self.is_active = words.get('active') not in ('0', 'false') and words['type'] == 'real'
        self.is_input, self.is_result = self.is_active and intent != 'out', self.is_active and intent != 'in'
        self.values = []

    def fill(self, row, exact):
        """Takes what its row of a case says, or what the case does without rows."""
        elements = {name: value for name, value in zip(exact['independents'], exact['x']) if re.sub(r'\(.*', '', name) == self.name}
        outputs = [name for name in exact['dependents'] if re.sub(r'\(.*', '', name) == self.name]
        given = row.get('value', [])
        given = given if isinstance(given, list) else [given]
        self.count = self.count or len(elements) or len(outputs) or len(given)
        # Numbers beyond the elements that a case gives more for have no effect.
        self.values = [*elements.values(), *given][:self.count] or [0.25 + 0.125 * i for i in range(self.count)]
        if not self.is_active and not row:
            raise Unfit(f'{self.name} is neither independent nor dependent')
        if self.is_active and len(self.values) != self.count:
            raise Unfit(f'{self.name} has {self.count} elements and {len(self.values)} numbers')
        self.row = {key: value for key, value in row.items() if key not in (('x', 'y', 'value') if self.is_active else ())}

    def place(self, numbers, dependents):
        """Appends its values to those that are independent; returns the new count of dependents."""
        if self.is_input:
            self.row['x'] = [len(numbers) + 1, len(numbers) + self.count]
            numbers += self.values
        if self.is_result:
            self.row['y'] = [dependents + 1, dependents + self.count]
        return dependents + self.count * self.is_result


def formals_of(text, routine):
    found = re.search(rf'<xaif:ControlFlowGraph [^>]*symbol_id="{routine}"[^>]*>\s*(?:<xaif:ArgumentList>(.*?)</xaif:ArgumentList>)?', text, re.DOTALL)
    formals = re.findall('<xaif:ArgumentSymbolReference([^>]*)>', found[1] or '')
    words = [dict(re.findall(r'(\w+)="([^"]*)"', formal)) for formal in formals]
    return [(formal['symbol_id'], formal.get('intent', 'inout')) for formal in sorted(words, key=lambda formal: int(formal['position']))]


def full_case(case, exact, document):
    """The case with all active arguments as independent and dependent numbers."""
    with open(document, encoding='utf-8') as stream:
        text = stream.read()
    scope = re.search(rf'<xaif:ControlFlowGraph [^>]*symbol_id="{exact["entry"]}"[^>]*controlflowgraph_scope_id="(\w+)"', text)[1]
    local = re.search(rf'<xaif:Scope vertex_id="{scope}".*?</xaif:Scope>', text, re.DOTALL)[0]
    formals, numbers, m = [Formal(local, *formal) for formal in formals_of(text, exact['entry'])], [], 0
    for i, formal in enumerate(formals):
        formal.fill((case.get('arguments') or [{}] * len(formals))[i], exact)
        m = formal.place(numbers, m)
    case = {**case, 'entry': exact['entry'], 'n': len(numbers), 'm': m, 'x0': numbers, 'arguments': [formal.row for formal in formals]}
    for key in ('points', 'ranges', 'derivatives_start', 'y0'):
        case.pop(key, None)
    return case


def bases(names):
    """The variables that elements are of, each once."""
    return list(dict.fromkeys(re.sub(r'\(.*', '', name) for name in names))


def sides_of(exact):
    """What is independent, and dependent."""
    return {'independents': bases(exact['independents']), 'dependents': bases(exact['dependents'])}


def options_for(sides):
    return [f'--{side}={",".join(names)}' for side, names in sides.items()]


def case_of_globals(case, exact):
    """The case of a routine whose inputs and results are variables from outside, and the options that name these."""
    sides = sides_of(exact)
    case = {**case, **sides, 'n': len(exact['x']), 'm': len(exact['y']), 'x0': exact['x']}
    for key in ('points', 'ranges', 'globals'):
        case.pop(key, None)
    return case, options_for(sides)


def declared(text, extents):
    """A document in which arrays have the bounds that a case says, the first subscript last."""
    for name, rows in extents.items():
        bounds = ''.join(f'<xaif:DimensionBounds lower="{lower}" upper="{upper}"/>' for lower, upper in reversed(rows))
        text = re.sub(rf'(<xaif:Symbol symbol_id="{re.escape(name)}"[^>]*[^/>])(/>|>\s*</xaif:Symbol>)', rf'\1>{bounds}</xaif:Symbol>', text)
    return text


def inputs_assigned(text, routine):
    """The formal arguments of intent in that a routine assigns itself, which compilers would refuse."""
    body = re.search(rf'<xaif:ControlFlowGraph [^>]*symbol_id="{routine}".*?</xaif:ControlFlowGraph>', text, re.DOTALL)[0]
    assigned = set(re.findall(r'<xaif:AssignmentLHS.*?<xaif:SymbolReference[^>]*symbol_id="(\w+)"', body, re.DOTALL))
    return sorted(name for name, intent in formals_of(text, routine) if intent == 'in' and name in assigned)


def derivatives_of(text, name):
    """The variables that hold derivatives of one, by direction."""
    found = set(re.findall(rf'symbol_id="({re.escape(name)}_[bd][0-9]*)"', text))
    return sorted(found, key=lambda derivative: (len(derivative), derivative))


def routine_case(case, text, routine):
    """The case of the routine that computes the Jacobian."""
    n, m, matrix = case['n'], case['m'], formals_of(text, routine)[-1][0]
    found = re.search(rf'<xaif:Symbol symbol_id="{matrix}"[^>]*?(?:/>|>(.*?)</xaif:Symbol>)', text, re.DOTALL)
    case = {**case, 'entry': routine, 'm': m + m * n}
    if 'dependents' in case:
        case['dependents'] = [matrix, *case['dependents']]
    else:
        case['arguments'] = [*case['arguments'], {'y': [m + 1, m + m * n]}]
    if 'DimensionBounds' not in (found[1] or ''):
        case['extents'] = {**case.get('extents', {}), matrix: [[1, m], [1, n]]}
    groups = [group for names in case.get('association', []) for group in zip(*filter(None, (derivatives_of(text, name) for name in names)))]
    if groups:
        case['association'] = [*case['association'], *map(list, groups)]
    for name, extents in list(case.get('extents', {}).items()):
        for derivative in derivatives_of(text, name):
            case['extents'] = {**case['extents'], derivative: extents}
            case['initial'] = {**case.get('initial', {}), derivative: 0.0}
    return case


class Trial:
    def __init__(self, engine, scratch, name):
        self.engine, self.name, self.scratch = engine, name, scratch
        self.run = os.path.join(os.path.dirname(engine), 'xaif-run')

    def path(self, suffix):
        return os.path.join(self.scratch, f'{self.name}.{suffix}')

    def of_run(self, what, case, *words):
        file = self.path(what + '.json')
        with open(file, 'w', encoding='utf-8') as stream:
            json.dump(case, stream)
        return second_order.run(self.run, '--format=json', '--quiet', f'--case={file}', *words)

    def exact(self, case, document, how='exact'):
        status, said = self.of_run('exact', case, f'--jacobian={how}', document)
        if status:
            raise Unfit(said.splitlines()[0])
        return json.loads(said)

    def started(self, case, text, *words):
        """Runs the routine that computes a Jacobian: its case, the status, and what was said."""
        routine = re.search(r'<xaif:ControlFlowGraph [^>]*symbol_id="(\w*jacobian\d*_\w*)"', text)[1]
        own = routine_case(case, text, routine)
        if inputs_assigned(text, routine):
            return own, 1, f'{routine} assigns {inputs_assigned(text, routine)[0]}, which is of intent in'
        while True:
            status, said = self.of_run('computed', own, *words)
            unset = re.search(r'error: (\w+)(?:\(.*?\))? is read but was never set\n.*?ControlFlowGraph\[' + routine, said, re.DOTALL)
            if not unset or unset[1] in own.get('initial', {}):
                return own, status, said
            own['initial'] = {**own.get('initial', {}), unset[1]: 0.5}  # to be restored, though no run reads it before it sets it

    def computed(self, case, output):
        """Values, and rows of the Jacobian that the routine computes; or None and what is wrong."""
        with open(output, encoding='utf-8') as stream:
            text = stream.read()
        _, status, said = self.started(case, text, output)
        if status:
            return None, f'status {status}: ' + said.partition('\n')[0]
        y, m = json.loads(said)['y'], case['m']
        if 'dependents' in case:  # arguments come first: the matrix
            y = y[-m:] + y[:-m]
        return {'y': y[:m], 'jacobian': [[y[m + i * m + j] for i in range(case['n'])] for j in range(m)]}, None

    def with_bounds(self, document, case):
        """The document with the bounds that the case has for arrays without, as the engine advises."""
        bounded = self.path('bounded.xaif')
        with open(document, encoding='utf-8') as source, open(bounded, 'w', encoding='utf-8') as target:
            target.write(declared(source.read(), case.get('extents', {})))
        return bounded

    def transformed(self, way, options, document, case, exact):
        output, self.document = self.path(way + '.xaif'), document
        command = [self.engine, *WAYS[way], *options, f'--jacobian={exact["entry"]}', '--verify-each', '--validate=both', '-o', output]
        status, said = second_order.run(*command, document)
        if 'has no bounds by which it could be restored' in said and case.get('extents'):
            self.document = self.with_bounds(document, case)
            status, said = second_order.run(*command, self.document)
        if status == 3 or 'has no active argument' in said:
            raise Unfit(next(line for line in said.splitlines() if 'error' in line))
        if status or os.path.basename(document).partition('.')[0] in MISUSED:
            return output, f'status {status}: {said}' if status else None
        return output, self.misuse(output, document)

    @staticmethod
    def misuse(output, document):
        """What Fortran does not allow of arguments in a program that conforms, or None."""
        with open(output, 'rb') as file, open(document, 'rb') as source:
            found = conformance.problems(file.read())
            return ' / '.join(found) if found and not conformance.problems(source.read()) else None

    def unverified(self, case, output):
        """What xaifbooster verify has to say of the routine of the Jacobian, unless that is right; or None."""
        file = self.path('verify.json')
        with open(file, 'w', encoding='utf-8') as stream:
            json.dump(case, stream)
        _, said = second_order.run(self.engine, 'verify', '--quiet', '--format=json', f'--case={file}', self.document, output)
        if not said.startswith('{'):
            return said
        found = next(check for check in json.loads(said)['checks'] if check['name'] == 'jacobian')
        return None if found['result'] == 'ok' and found['compared'] else f'verify: {found}, {json.loads(said)["notes"]}'

    def judge(self, way, options, document, case):
        """What is wrong, or None."""
        exact = self.exact(case, document)
        if 'globals' in case:
            case, sides = case_of_globals(case, exact)
            options = [*options, *sides]
        else:
            case = full_case(case, exact, document)
        exact = self.exact(case, document)
        if 'globals' not in case and not document.startswith(OWN):  # cases take all active arguments, by their intents
            options = [*options, *options_for(sides_of(exact))]
        output, wrong = self.transformed(way, options, document, case, exact)
        if wrong:
            return wrong
        found, wrong = self.computed(case, output)
        if wrong:
            return wrong
        if compare_oracle.compare(found, exact['y'], exact['jacobian'], TOLERANCE):
            terms = self.exact(case, document, 'terms')['jacobian']
            wrong = compare_oracle.compare(found, exact['y'], exact['jacobian'], TOLERANCE, terms)
        return wrong or (None if zlib.crc32(self.name.encode()) % 3 else self.unverified(case, output))


class CompressedTrial(Trial):
    """A Jacobian that is compressed by its pattern; there are as many runs as groups."""
    direction = {'forward': 'columns', 'reverse': 'rows', 'three at once': 'columns', 'two rows at once': 'rows', 'automatic': None}
    at_once = {'three at once': 3, 'two rows at once': 2}

    def transformed(self, way, options, document, case, exact):
        pattern = self.path('mtx')
        status, said = self.of_run('pattern', case, '--pattern', '--colouring', document)
        groups = json.loads(said)['groups']
        with open(pattern, 'w', encoding='utf-8') as stream:
            stream.write(second_order.run(self.run, '--quiet', '--pattern=market', f'--case={self.path("pattern.json")}', document)[1])
        output, wrong = super().transformed(way, [*options, f'--pattern={pattern}'], document, case, exact)
        if not status and not wrong and self.direction[way] in (groups['of'], None):
            with open(output, encoding='utf-8') as stream:
                body = re.search(r'<xaif:ControlFlowGraph [^>]*symbol_id="\w*jacobian\d*_.*?</xaif:ControlFlowGraph>', stream.read(), re.DOTALL)[0]
            by_rows = groups['of'] == 'rows'
            calls = body.count('<xaif:SubroutineCall') - (by_rows or groups['count'] == 0)  # one is for values
            runs = math.ceil(groups['count'] / self.at_once.get(way, 1))
            if calls != runs * (2 if by_rows else 1):
                wrong = f'{calls} calls for {groups["count"]} groups'
        return output, wrong


# Ways to set global arrays by parts, as a whole or not.
PARTS = """
common real g(3), h(2, 2), k(0:2)
subroutine head(x in, y out)
  real x(2), y
  {body}
end
"""
SET = ['g(1) = x(1)\ng(3) = x(2)\ng(2) = x(1)*x(2)\ny = g(1)*g(2) + sum(g)', 'g(2:3) = x\ng(1) = x(1)\ny = sum(g)*x(1)', 'g(1:3:2) = x\ng(2) = 2.0\ny = sum(g*g)',
       'h(1, 2) = x(1)\nh(1:2, 1) = x\nh(2, 2) = 1.0\ny = sum(h)*x(2)', 'h(*, 1) = x\nh(*, 2) = x*x\ny = sum(h)', 'k(0) = x(1)\nk(1) = x(2)\nk(2) = 1.0\ny = sum(k)*x(1)',
       'if (x(1) > 0.5) then\ng(1) = x(1)\nelse\ng(1) = x(2)\nend\ng(2:3) = x\ny = sum(g)', 'if (x(1) > 0.5) then\ng(1) = x(1)\ng(2:3) = x\nelse\ng = x(2)\nend\ny = sum(g)']
NOT_SET = ['g(1) = x(1)\ng(3) = x(2)\ny = sum(g)', 'g(1) = x(1)\ng(3) = x(2)\ny = g(2)\ng(2) = x(1)*y', 'g(1:3:2) = x\ng(1) = x(2)\ny = sum(g)', 'h(1, 1) = x(1)\nh(2, 2) = x(2)\ny = sum(h)',
           'k(1) = x(1)\nk(2) = x(2)\ny = sum(k)', 'g(1) = x(1)\nif (x(1) > 0.5) then\ng(2:3) = x\nend\ny = sum(g)*g(3)']


# The formal argument of a routine has the places of a local array and of a global variable, which are not the same; the array may be read before it is set.
CONNECTED = """
common real g
subroutine head(x in, y out)
  real x(2), y, t(2)
  integer i
  i = 2
  t(i) = x(1)
  t(3 - i) = x(2)
  g = x(1)*x(2)
  call double(t(1), y)
  y = y + g*t(2)
end
subroutine double(a in, r out)
  real a, r
  r = 2.0*a{range=1-99}
end
"""


def wrong_compressions(engine, scratch):
    """What is wrong with compressed Jacobians, and with patterns that are none."""
    for name, document, case, options in of_folder(OWN):
        for way in CompressedTrial.direction:
            wrong = CompressedTrial(engine, scratch, f'{name}.compressed').judge(way, options, document, case)
            if wrong:
                yield f'{name}, compressed, {way}: {wrong}'
    path = os.path.join(scratch, 'pattern.mtx')
    for text, status, said in PATTERNS:
        with open(path, 'w', encoding='utf-8') as stream:
            stream.write(text)
        found = second_order.run(engine, *WAYS['forward'], '--jacobian=head', f'--pattern={path}', os.path.join(OWN, 'rows.xaif'))
        if found[0] != status or said not in found[1]:
            yield f'pattern {text!r}: status {found[0]}: {found[1]}'


def wrong_again(engine, scratch):
    """What is wrong where what has derivatives in two directions is differentiated again, by all arguments."""
    for name in AGAIN:
        once = os.path.join(scratch, name + '.once.xaif')
        status, said = second_order.run(engine, *WAYS['forward'], '--directions=2', '--keep-active', '-o', once, os.path.join(OWN, name + '.xaif'))
        wrong = status or Trial(engine, scratch, name + '.again').judge('three at once', [], once, {})
        if wrong:
            yield f'{name}, differentiated again: {wrong}: {said[:300]}'


def initial_of(case):
    """Values of variables from outside before the call, given as `initial: a 0.5; m 1`."""
    rows = [row.split() for row in case.get('initial').split(';') if row.strip()]
    return {name: float(value) for name, value in rows}


def of_folder(folder, names=None):
    for name in names or sorted(f[:-len('.case')] for f in os.listdir(folder) if f.endswith('.case')):
        case = derivatives.Case(os.path.join(folder, name + '.case'))
        unfit = case.bodies or case.get('kinds') or case.status or case.get('catalogue') or name in LOSSES + ROUNDED
        if unfit or case.get('information', 'full').split()[0] != 'full':
            continue
        try:
            description = adjoints.Drive(case).descriptions()[0]
            if not adjoints.associates_locals(description):
                yield name, case.document, {**description, 'initial': initial_of(case)}, []
        except adjoints.Unfit:
            pass


def of_corpus(folder):
    for name, document, case in second_order.of_corpus(folder):
        yield name, document, case, ['--all-inout'] if '-I' in json.dumps(case.get('options', '')) else []


def is_fit(way, name, document):
    """Without calls, joint reversal is split reversal. All cases are judged with several columns at once, and a third with rows, or in the
    mode that is chosen."""
    if way in ('two rows at once', 'automatic') and zlib.crc32(name.encode()) % 3 and os.path.dirname(document) == CASES:
        return False
    with open(document, encoding='utf-8') as stream:
        return way != 'joint' or '<xaif:SubroutineCall' in stream.read()


def wrong_refusals(engine):
    """What is not refused, or not as it should be."""
    ways = {**WAYS, 'lists': ['-a', 'basicblockpreaccumulationreverse,associationbyname']}
    for (option, way, name), (status, *texts) in REFUSED.items():
        path = next(path for path in (os.path.join(folder, name + '.xaif') for folder in FOLDERS) if os.path.exists(path))
        found, said = second_order.run(engine, *ways[way], option, path)
        if found != status or not all(text in said for text in texts):
            yield f'{name}, {option}: status {found}: {said[:300]}'
    said = second_order.run(engine, *WAYS['forward'], '--jacobian=head', '-o', os.devnull, os.path.join(OWN, 'rows.xaif'))[1]
    if ADVICE not in said:
        yield f'there is no advice in: {said}'


# Ways, and names of derivatives that are taken for each other, of which the former are propagated and the latter come out.
VERDICTS = {
    'forward': (['-a', 'basicblockpreaccumulation,associationbyname', '--directions=3'], ['x_d', 'x_d2', 'x_d3']),
    'reverse': (['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines', '--directions=20'], ['y_b', 'y_b2', 'y_b7', 'y_b20']),
}


def wrong_verdicts(engine, scratch):
    """What is wrong with the judgement of several directions: each of them counts."""
    document, output = os.path.join(OWN, 'arrow_of_row.xaif'), os.path.join(scratch, 'directions.xaif')
    for way, (options, names) in VERDICTS.items():
        status, said = second_order.run(engine, *options, '--verify', '-o', output, document)
        if status or f'note: {options[-1].partition("=")[2]} directions are propagated at once' not in said:
            yield f'{way}, directions at once: status {status}: {said}'
            continue
        with open(output, encoding='utf-8') as stream:
            text = stream.read()
        for name, other in zip(names, names[1:] + names[:1]):
            statement = re.search(rf'<xaif:AssignmentRHS>(?:(?!</xaif:AssignmentRHS>).)*?symbol_id="{name}"', text, re.DOTALL)
            with open(output, 'w', encoding='utf-8') as stream:
                stream.write(text[:statement.end() - len(name) - 1] + other + text[statement.end() - 1:])
            status, said = second_order.run(engine, 'verify', document, output)
            if status != 5:
                yield f'{way}: {other} instead of {name} is not seen: status {status}: {said}'


def wrong_without_columns(engine, scratch):
    """What is wrong where there is nothing to differentiate by, which turns out when the program runs: there are values all the same."""
    document, output, case = (os.path.join(scratch, 'empty.' + suffix) for suffix in ('xaif', 'out.xaif', 'json'))
    with open(document, 'w', encoding='utf-8') as stream:
        stream.write(xaif.build(EMPTY, 'empty'))
    status, said = second_order.run(engine, *WAYS['forward'], '--jacobian=head', '-o', output, document)
    for count, values in ((0, 'y(1) -> 3\ny(2) -> 0\n'), (2, 'y(1) -> 3\ny(2) -> 2\n')):
        extents = {name: [[1, count]] for name in ('e', 'e_d')} | {'OpenAD_jac_0': [[1, 2], [1, count]]}
        rows = [{'value': 1.5}, {'value': [1.0] * count}, {'y': [1, 2]}, {'value': [0.0] * 2 * count}]
        with open(case, 'w', encoding='utf-8') as stream:
            json.dump({'entry': 'OpenAD_jacobian_head', 'n': 0, 'm': 2, 'x0': [], 'arguments': rows, 'extents': extents}, stream)
        status, said = second_order.run(os.path.join(os.path.dirname(engine), 'xaif-run'), '--case=' + case, output)
        if status or said != values:
            yield f'{count} columns: status {status}: {said}'


def wrong_beside_nothing(engine, scratch):
    """What is wrong where some argument has no elements, whatever its bounds, and others have unknown numbers of them: all have columns."""
    document, output, case = (os.path.join(scratch, 'beside.' + suffix) for suffix in ('xaif', 'out.xaif', 'json'))
    with open(document, 'w', encoding='utf-8') as stream:
        stream.write(xaif.build(BESIDE, 'beside'))
    second_order.run(engine, *WAYS['forward'], '--directions=2', '--jacobian=head', '-o', output, document)
    extents = {'x': [[1, 5]], 'OpenAD_jac_0': [[1, 5], [1, 5]]}
    with open(case, 'w', encoding='utf-8') as stream:
        json.dump({'entry': 'OpenAD_jacobian_head', 'independents': ['x'], 'dependents': ['OpenAD_jac_0'], 'x0': [1, 2, 3, 4, 5], 'extents': extents},
                  stream)
    status, said = second_order.run(os.path.join(os.path.dirname(engine), 'xaif-run'), '--case=' + case, output)
    wanted = [f'OpenAD_jac_0({row},{column}) -> {(row if column == 1 else 0) + (row == column)}' for column in range(1, 6) for row in range(1, 6)]
    if status or [line for line in said.splitlines() if '->' in line] != wanted:
        yield f'an argument without elements: status {status}: {said}'


def wrong_saved(engine, scratch):
    """What is wrong with a global variable that the routine sets, perhaps by parts, before it reads it, or not: the latter is saved, and has to have a value before."""
    document, output = os.path.join(scratch, 'parts.xaif'), os.path.join(scratch, 'parts.out.xaif')
    programs = [(True, PARTS.format(body=body)) for body in SET] + [(False, PARTS.format(body=body)) for body in NOT_SET] + [(True, CONNECTED)]
    for (is_set, rows), way in itertools.product(programs, ('forward', 'reverse')):
        with open(document, 'w', encoding='utf-8') as stream:
            stream.write(xaif.build(rows, 'parts'))
        status, said = second_order.run(engine, *WAYS[way], '--jacobian=head', '-o', output, document)
        with open(output, encoding='utf-8') as stream:
            saves = '"OpenAD_sav_' in stream.read()
        if status or saves == is_set:
            yield f'{rows!r}, {way}: status {status}, {"saved" if saves else "not saved"}: {said}'
            continue
        run = [os.path.join(os.path.dirname(engine), 'xaif-run'), '--entry=OpenAD_jacobian_head', '--independents=x', '--dependents=OpenAD_jac_0', output]
        status, said = second_order.run(*run)
        if bool(status) == is_set:
            yield f'{rows!r}, {way}: the Jacobian routine ends with status {status}: {said}'


def wrong_unseen(engine, scratch):
    """What is wrong where a variable of a module would have to be restored that only what is called sees, or where there are no routines for motions."""
    document = os.path.join(scratch, 'unseen.xaif')
    with open(document, 'w', encoding='utf-8') as stream:
        stream.write(xaif.build(UNSEEN, 'unseen'))
    lists = ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--reversal=joint']
    unseen = 'the Jacobian of head: g is read and modified, and not visible there to be restored'
    for options, wanted, text in ((WAYS['forward'], 3, unseen), (WAYS['reverse'], 3, unseen), (lists, 2, 'add --motions=routines')):
        status, said = second_order.run(engine, *options, '--jacobian=head', '-o', os.path.join(scratch, 'unseen.out.xaif'), document)
        if status != wanted or text not in said:
            yield f'{options}: status {status}: {said}'
    with open(document, 'w', encoding='utf-8') as stream:
        stream.write(xaif.build(UNSEEN.replace('g = g*a', 'g = a'), 'unseen'))
    for way, warns in (('forward', False), ('reverse', True)):
        status, said = second_order.run(engine, *WAYS[way], '--jacobian=head', '-o', os.path.join(scratch, 'unseen.out.xaif'), document)
        if status or warns != ('the Jacobian of head: the derivative of g is not visible there to be set to zero' in said):
            yield f'only set, {way}: status {status}: {said}'


def wrong_modes(engine, scratch):
    """What is wrong with the choice of a mode."""
    output, rows = os.path.join(scratch, 'mode.xaif'), os.path.join(OWN, 'rows.xaif')
    for options, status, by_rows, text in MODES:
        found, said = second_order.run(engine, '-a', 'associationbyname', '--jacobian=head', *options, '-o', output, rows)
        if found != status or text not in said or ('--quiet' in options and said) or (not text and 'note:' in said):
            yield f'{options}: status {found}: {said}'
        elif not status:
            with open(output, encoding='utf-8') as stream:
                if ('head_rec' in stream.read()) != by_rows:
                    yield f'{options}: the other mode'
    yield from wrong_intents(engine, scratch)
    document = os.path.join(scratch, 'sides.xaif')
    for y, p, mode, text in SIDES:
        with open(document, 'w', encoding='utf-8') as stream:
            stream.write(xaif.build(UNKNOWN.replace('ROWS', y).replace('COLUMNS', p), 'sides'))
        found, said = second_order.run(engine, '-a', 'associationbyname', '--jacobian=head', '-o', output, document)
        if found or text not in said:
            yield f'{mode}, {y} by {p}: status {found}: {said}'


def wrong_intents(engine, scratch):
    """What is wrong where all arguments are inout: what counts is what is read and modified. Patterns of others are refused with what mends them."""
    document, pattern, output = (os.path.join(scratch, name) for name in ('inout.xaif', 'pattern.mtx', 'out.xaif'))
    with open(document, 'w', encoding='utf-8') as stream:
        stream.write(xaif.build(INOUT, 'inout'))
    sides = '--independents=x,f', '--dependents=f'
    mends = 'give xaif-run --pattern=market the sides of this Jacobian, --independents=x,f --dependents=f, or give this'
    for named, status, text in [((), 1, 'the pattern is one of 7 by 7 numbers, and the Jacobian of head has 3 by 7'), ((), 1, mends), (sides, 0, '3 rows in')]:
        with open(pattern, 'w', encoding='utf-8') as stream:
            stream.write(second_order.run(os.path.join(os.path.dirname(engine), 'xaif-run'), '--quiet', '--pattern=market', *(named or ('--independents=x,f', '--dependents=x,f')), document)[1])
        found, said = second_order.run(engine, '--mode=jacobian', f'--pattern={pattern}', '-o', output, document)
        if found != status or text not in said:
            yield f'pattern of {named}: status {found}: {said}'
    found, said = second_order.run(engine, '--mode=jacobian', '-o', output, document)
    if found or '3 rows and 7 columns' not in said:
        yield f'arguments that are all inout: {said}'


def main():
    parser = argparse.ArgumentParser(description='Judge routines that compute whole Jacobians.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--corpus')
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--verbose', action='store_true', help='say what is not judged')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    good, bad, left = dict.fromkeys(WAYS, 0), 0, dict.fromkeys(WAYS, 0)
    with tempfile.TemporaryDirectory() as scratch, parallel.threads(arguments.jobs) as pool:
        def judge(row):
            way, name, document, case, options = row
            try:
                return way, name, Trial(arguments.engine, scratch, f'{name}.{way}').judge(way, options, document, case), None
            except Unfit as reason:
                return way, name, None, str(reason)
        if arguments.corpus:
            rows = list(of_corpus(arguments.corpus))
        else:
            rows = [*of_folder(CASES, arguments.names), *(of_folder(OWN) if not arguments.names else ())]
        if not arguments.corpus and not arguments.names:
            parts = (part(arguments.engine, scratch) for part in (wrong_compressions, wrong_without_columns, wrong_beside_nothing, wrong_saved, wrong_unseen, wrong_again, wrong_verdicts))
            for wrong in itertools.chain.from_iterable(parts):
                bad += 1
                print(wrong)
        work = [(way, *row) for way in WAYS for row in rows if is_fit(way, *row[:2])]
        if os.environ.get('XB_FEWER_RUNS') and not arguments.corpus and not arguments.names:
            work = work[::4]
        for way, name, wrong, unfit in pool.map(judge, work):
            good[way] += not wrong and not unfit
            left[way] += bool(unfit)
            bad += bool(wrong)
            if wrong:
                print(f'{name}, {way}: {wrong}')
            elif unfit and arguments.verbose:
                print(f'{name}, {way}, is not judged: {unfit}')
    if not arguments.corpus and not arguments.names:
        with tempfile.TemporaryDirectory() as scratch:
            for wrong in itertools.chain(wrong_refusals(arguments.engine), wrong_modes(arguments.engine, scratch)):
                bad += 1
                print(wrong)
    print(f'{bad} wrong Jacobians; right: {good}; not judged: {left}')
    # Of each program of a corpus there is a verdict.
    return 1 if bad or not all(good.values()) or (arguments.corpus and any(left.values())) else 0


if __name__ == '__main__':
    sys.exit(main())
