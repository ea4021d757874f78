#!/usr/bin/env python3
"""Intrinsics that only a catalogue knows, run by the formulas of their values.

    user_intrinsics.py [--engine PROGRAM]

Values and exact derivatives are compared with those of the same program without such intrinsics; what is made of programs is judged, and
so are the partials of the catalogue; one fault after the other is put into the catalogue, which both judgements have to find.
"""

import argparse
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

OPERATORS = {'+': 'add_scal_scal', '-': 'sub_scal_scal', '*': 'mul_scal_scal', '/': 'div_scal_scal'}
RELATIONS = {'=': 'equal', '<': 'less_than'}


def formula(tree):
    """The vertices and edges of a formula: a number is a constant, '#1' an operand, which has one vertex, a tuple an operator with its operands."""
    lines, edges, known = [], [], {}

    def add(node):
        number = len(lines) + 1
        if isinstance(node, str) and known.setdefault(node, number) != number:
            return known[node]
        lines.append(None)
        if isinstance(node, tuple):
            name = node[0]
            kind, name = ('BooleanOperation', RELATIONS[name]) if name in RELATIONS else ('Intrinsic', OPERATORS.get(name, name))
            lines[number - 1] = f'<x:{kind} vertex_id="{number}" name="{name}"/>'
            for position, operand in enumerate(node[1:], 1):
                edges.append((add(operand), number, position))
        elif isinstance(node, str):
            operand, _, regular = node[1:].partition(':')
            lines[number - 1] = f'<ii:ArgumentReference vertex_id="{number}" argument="{operand}"' + (f' regular="{regular}"/>' if regular else '/>')
        else:
            kind = 'integer' if isinstance(node, int) else 'real'
            lines[number - 1] = f'<x:Constant vertex_id="{number}" type="{kind}" value="{node}"/>'
        return number

    if tree is not None:
        add(tree)
    return '\n'.join(lines + [f'<x:ExpressionEdge edge_id="{i}" source="{a}" target="{b}" position="{p}"/>' for i, (a, b, p) in enumerate(edges, 1)])


def item(name, value, *partials, singular=None, more=''):
    """An intrinsic; a partial is a formula, or a partial_type."""
    text = f'<ii:InlinableIntrinsic name="{name}" nr_arguments="{len(partials)}" {more}>\n<ii:Function>\n{formula(value)}\n</ii:Function>\n'
    if singular:
        text += f'<ii:Singular>\n{formula(singular)}\n</ii:Singular>\n'
    for position, partial in enumerate(partials, 1):
        if isinstance(partial, str) and not partial.startswith('#'):
            text += f'<ii:Partial partial_id="{position}" partial_type="{partial}"/>\n'
        else:
            text += f'<ii:Partial partial_id="{position}">\n{formula(partial)}\n</ii:Partial>\n'
    return text + '</ii:InlinableIntrinsic>\n'


def catalogue(*items):
    return ('<ii:InlinableIntrinsicDefinitions language="F90" xmlns:x="http://www.mcs.anl.gov/XAIF"\n'
            '    xmlns:ii="http://www.mcs.anl.gov/XAIFInlinableIntrinsics">\n' + ''.join(items) + '</ii:InlinableIntrinsicDefinitions>\n')


# blend uses soft, which is defined after it, in its value and in a partial.
BLEND = ('blend', ('+', ('*', ('soft', '#1'), '#2'), ('exp_scal', ('*', -1.0, '#2'))), ('/', ('*', '#1', '#2'), ('soft', '#1')),
         ('-', ('soft', '#1'), ('exp_scal', ('*', -1.0, '#2'))))
SOFT = ('soft', ('sqrt_scal', ('+', ('*', '#1', '#1'), 1.0)), ('/', '#1', '#0'))
ROOT = ('root', ('+', ('sqrt_scal', '#1'), '#1'), ('+', ('/', 0.5, ('sqrt_scal', '#1')), 1.0))
TIMES = ('times', ('*', ('*', '#1', '#1'), '#2'), ('*', ('*', 2.0, '#1'), '#2'), None)
SQUARES = ('squares', ('sum_arr', ('*', '#1', '#1')), ('*', 2.0, '#1'))
GOOD = [item(*BLEND), item(*SOFT), item(*ROOT, singular=('=', '#1:1.0', 0.0)), item(*TIMES), item(*SQUARES, more='shapeChange="scalar"')]

HEAD = 'subroutine head(x in, y out)\n  real x(3), y(3), t(3), s\n'
USING = HEAD + ('  t = soft(x)\n  y = blend(t, x)\n  s = squares(t)\n  y(1) = y(1) + times(x(2), 3)\n  y(3) = s*root(x(3))\n'
                '  if (soft(x(1)) < 1.5) then\n    y(2) = y(2)*blend(x(2), x(3))\n  end\nend\n')
PLAIN = HEAD + ('  t = sqrt(x*x + 1.0)\n  y = sqrt(t*t + 1.0)*x + exp(-1.0*x)\n  s = sum(t*t)\n  y(1) = y(1) + 3*x(2)*x(2)\n  y(3) = s*(sqrt(x(3)) + x(3))\n'
                '  if (sqrt(x(1)*x(1) + 1.0) < 1.5) then\n    y(2) = y(2)*(sqrt(x(2)*x(2) + 1.0)*x(3) + exp(-1.0*x(3)))\n  end\nend\n')
SINGLE = 'subroutine head(x in, y out)\n  real4 x, y, s\n  s = soft(x)\n  y = s*3.0f\nend\n'
SINGULAR = 'subroutine head(x in, y out)\n  real x(2), y(2), t(2)\n  t = root(x)\n  y(1) = root(x(1))*x(2)\n  y(2) = t(1)*t(2)\nend\n'
POINT = '0.7,-1.3,0.4'
MODES = {
    'forward': [],
    'split': ['-a', 'basicblockpreaccumulationreverse', '--reversal=split'],
    'joint': ['-a', 'basicblockpreaccumulationreverse', '--reversal=joint'],
    'by name': ['-a', 'basicblockpreaccumulation,associationbyname'],
}

# Partials that are wrong, by the intrinsic and the operand.
FAULTS = {
    'sign': (SOFT[:2] + (('/', ('*', -1.0, '#1'), '#0'),), 'soft', 1),
    'factor': (SOFT[:2] + ('#1',), 'soft', 1),
    'lost term': (BLEND[:3] + (('soft', '#1'),), 'blend', 2),
    'constant': (BLEND[:2] + ('linear_one',) + BLEND[3:], 'blend', 1),
    'passive': (BLEND[:3] + ('passive',), 'blend', 2),
    'value': (('soft', ('sqrt_scal', ('+', ('*', '#1', '#1'), '#1')), ('/', '#1', '#0')), 'soft', 1),
}

# Catalogues that are refused: the items, and what is said.
REFUSED = {
    'cycle': ([item('a', ('+', ('b', '#1'), 1.0), 'linear_one'), item('b', ('sin_scal', ('a', '#1')), 'linear_one')], "the value of 'a' is computed of itself"),
    'own name': ([item('a', ('+', ('a', '#1'), 1.0), 'linear_one')], "the value of 'a' is computed of itself"),
    'result': ([item('a', ('+', '#0', '#1'), 'linear_one')], 'the formula of the value refers to the result'),
    'optional operand': ([item('a', ('+', '#1', '#2'), 'linear_one', 'passive', more='requiredArguments="1"')], 'refers to operand 2, which is optional'),
    'truth value': ([item('a', ('=', '#1', 1.0), 'passive')], 'the value of the formula is of type bool, the result of type real'),
    'number': ([item('a', ('+', '#1', 1.0), 'passive', more='return_type="bool"')], 'the value of the formula is of type real, the result of type bool'),
    'array': ([item('a', ('*', '#1', '#1'), ('*', 2.0, '#1'), more='shapeChange="scalar"')], 'the value of the formula is an array'),
    'operands': ([item('a', ('sin_scal', '#1', '#1'), 'linear_one')], "'sin_scal' with 2 operands, where nr_arguments is 1"),
    'unknown': ([item('a', ('sine', '#1'), 'linear_one')], "unknown intrinsic 'sine'"),
    'growth': ([item('a0', ('+', '#1', '#1'), 'linear_one')] + [item(f'a{i}', ('+', (f'a{i - 1}', '#1'), (f'a{i - 1}', ('*', '#1', '#1'))), 'linear_one')
                                                                for i in range(1, 30)], 'more than 100000'),
}


class Judge:
    def __init__(self, engine, folder):
        self.engine, self.folder, self.problems = engine, folder, []
        self.run = os.path.join(os.path.dirname(engine), 'xaif-run')

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def call(self, program, *words):
        return worker.run([program, *words])

    def expect(self, name, done, status, text=''):
        if done.returncode != status or text not in done.stdout + done.stderr:
            self.problems.append(f'{name}: status {done.returncode} instead of {status}, or without {text!r}:\n{done.stdout[-600:]}{done.stderr[-600:]}')

    def numbers(self, name, path, *words):
        done = self.call(self.run, '--format=json', *words, path)
        self.expect(name, done, 0)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def same(self, name, one, other, tolerance=1e-14):
        """Whether all numbers are the same."""
        for key in ('y', 'jacobian') if one and other else ():
            a, b = ([float(n) for n in re.findall(r'[-+.\deE]+', json.dumps(run[key]))] for run in (one, other))
            if len(a) != len(b) or any(abs(p - q) > tolerance*max(1, abs(q)) for p, q in zip(a, b)):
                self.problems.append(f'{name}: {key} is {a} instead of {b}')

    # ---- what is tested ----

    def values(self, good):
        using = self.file('using.xaif', xaif.build(USING, 'using.xaif'))
        plain = self.file('plain.xaif', xaif.build(PLAIN, 'plain.xaif'))
        for option in ('-c', '-N', '--catalogue'):
            self.same(f'values, {option}', self.numbers('using', using, '--jacobian', f'--x={POINT}', option, good),
                      self.numbers('plain', plain, '--jacobian', f'--x={POINT}'))
        done, same = (self.call(self.run, '--pattern', f'--x={POINT}', '-c', good, path) for path in (using, plain))
        self.expect('pattern', done, 0, same.stdout)

    def kinds(self, good):
        """The result has the width of the operand, in whose formula there is a constant of double precision."""
        path = self.file('single.xaif', xaif.build(SINGLE, 'single.xaif'))
        text = re.sub('feType="F4" shape="scalar" active="1"', 'feType="F8" shape="scalar" active="1"', xaif.build(SINGLE, 'single.xaif'))
        single, double = (self.numbers('kinds', p, '--x=0.3', '-c', good) for p in (path, self.file('double.xaif', text)))
        if single and double and not 1e-9 < abs(single['y'][0] - double['y'][0]) < 1e-6:
            self.problems.append(f'kinds: {single["y"]}, {double["y"]}')
        wide = self.numbers('kinds', path, '--x=0.3', '-c', good, '--single-as-double')
        if wide and abs(wide['y'][0] - 3*(float.fromhex('0x1.333334p-2')**2 + 1)**0.5) > 1e-7:
            self.problems.append(f'kinds: {wide["y"]}')

    def judged(self, good):
        using = os.path.join(self.folder, 'using.xaif')
        case = self.file('case.json', json.dumps({'x0': [0.7, -1.3, 0.4]}))
        for name, words in MODES.items():
            made = os.path.join(self.folder, 'made.xaif')
            self.expect(name, self.call(self.engine, '--verify', f'--case={case}', '-c', good, *words, '-o', made, using), 0, 'verdict: ok')
            if name != 'by name':
                self.expect(name, self.call(self.engine, 'verify', f'--case={case}', '-c', good, using, made), 0, 'verdict: ok')
            self.expect(name, self.call(self.engine, 'verify', f'--case={case}', using, made), 3, 'if a catalogue has it, name that with -c')

    def singular(self, good):
        """By dual numbers, the derivative of the second term of root is not 0 at 0; by the catalogue, that of root is."""
        path = self.file('singular.xaif', xaif.build(SINGULAR, 'singular.xaif'))
        case = self.file('zero.json', json.dumps({'x0': [0.0, 4.0]}))
        for name, words in MODES.items():
            self.expect(f'singular, {name}', self.call(self.engine, '--verify', '--singular=zero', f'--case={case}', '-c', good, *words, '-o', os.path.join(self.folder, 'made.xaif'), path),
                        0, 'verdict: ok')
        zero = self.numbers('singular', path, '--jacobian', '--singular=zero', '--x=0,4', '-c', good)
        self.same('singular', zero, {'y': [0.0, 0.0], 'jacobian': [[0.0, 0.0], [0.0, 0.0]]})
        self.expect('not singular', self.call(self.run, '--jacobian', '--x=0,4', '-c', good, path), 5)
        made = os.path.join(self.folder, 'made.xaif')
        self.expect('zero', self.call(self.engine, '--singular=zero', '-c', good, '-o', made, path), 0)
        self.same('zero of partials', self.numbers('zero', made, '--jacobian=tangent', '--x=0,4', '-c', good), zero)

    def rules(self, good):
        done = self.call(self.engine, 'verify', f'--catalogue={good}', '--format=json')
        self.expect('rules', done, 3)
        rows = [] if done.returncode != 3 else [row for row in json.loads(done.stdout)['rules'] if row['name'] in ('blend', 'soft', 'root', 'times', 'squares')]
        for row in rows:
            wanted = {('squares', 0): 'unchecked', ('times', 2): 'refused'}.get((row['name'], row['operand']), 'right')
            if row['result'] != wanted or (wanted == 'right' and row['points'] == 0):
                self.problems.append(f'rules: {row}')
        if len(rows) != 11:
            self.problems.append(f'rules: {len(rows)} rows')

    def faults(self):
        using = os.path.join(self.folder, 'using.xaif')
        case = os.path.join(self.folder, 'case.json')
        for name, (fault, intrinsic, operand) in FAULTS.items():
            bad = self.file('bad.xaif', catalogue(*[item(*fault) if one.startswith(f'<ii:InlinableIntrinsic name="{intrinsic}"') else one for one in GOOD]))
            self.expect(f'rule with wrong {name}', self.call(self.engine, 'verify', '-c', bad), 5, f'wrong     {intrinsic}, inlinable, operand {operand}: ')
            self.expect(f'program with wrong {name}', self.call(self.engine, '--verify', f'--case={case}', '-c', bad, '-o', os.path.join(self.folder, 'no.xaif'), using), 5,
                        'verdict: WRONG')

        bad = self.file('bad.xaif', catalogue(*GOOD[:-1], GOOD[-1].replace('value="2.0"', 'value="3.0"')))
        self.expect('wrong reduction', self.call(self.engine, '--verify', f'--case={case}', '-c', bad, '-o', os.path.join(self.folder, 'no.xaif'), using), 5, 'verdict: WRONG')

    def refused(self):
        using = os.path.join(self.folder, 'using.xaif')
        for name, (items, text) in REFUSED.items():
            done = self.call(self.run, '-c', self.file('refused.xaif', catalogue(*items)), using)
            self.expect(f'refused {name}', done, 1, text)
            if not re.search(r'refused\.xaif:\d+: error: ', done.stderr):
                self.problems.append(f'refused {name}: no line: {done.stderr}')

    def missing(self):
        """What has no formula is named, with where to put it."""
        using = os.path.join(self.folder, 'using.xaif')
        bare = self.file('bare.xaif', catalogue(GOOD[0], item('soft', None, SOFT[2]), *GOOD[2:]))
        where = "add the formula of its value to Function of 'soft', "
        for name, done in (('run', self.call(self.run, '-c', bare, using)),
                           ('verify', self.call(self.engine, '--verify', '-c', bare, '-o', os.path.join(self.folder, 'no.xaif'), using))):
            self.expect(f'missing, {name}', done, 3, 'what the intrinsic soft computes is not known here')
            self.expect(f'missing, {name}', done, 3, where)
            self.expect(f'missing, {name}', done, 3, 'bare.xaif:')
        self.expect('missing, rules', self.call(self.engine, 'verify', '-c', bare), 3, 'nothing is known of it: Function, ')
        self.expect('no catalogue', self.call(self.run, using), 3, 'if a catalogue has it, name that with -c')


def main():
    parser = argparse.ArgumentParser()
    build = os.environ.get('XB_TOP_BUILDDIR', os.path.join(TOP, 'build'))
    parser.add_argument('--engine', default=os.path.join(build, 'inplace', 'xaifbooster'))
    engine = os.path.abspath(parser.parse_args().engine)
    os.environ.setdefault('XAIFBOOSTER_SCHEMA_DIR', os.path.join(TOP, 'schemas'))
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(engine, folder)
        good = judge.file('good.xaif', catalogue(*GOOD))
        judge.values(good)
        judge.kinds(good)
        judge.judged(good)
        judge.singular(good)
        judge.rules(good)
        judge.faults()
        judge.refused()
        judge.missing()
        for problem in judge.problems:
            print(problem)
        print(f'{len(judge.problems)} problems')
        return 1 if judge.problems else 0


if __name__ == '__main__':
    sys.exit(main())
