#!/usr/bin/env python3
"""Judges Jacobians of what is named, by --independents and --dependents.

    jacobian_sides.py [--engine PROGRAM]

A program with arguments and variables from outside gets routines for several choices of what has columns and rows, in forward and in
reverse mode, also several directions at once and compressed. Values and entries have to be those of xaif-run --jacobian to 1e-12. Then
come names that are refused, and those of which nothing comes.
"""

import argparse
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import compare_oracle
import jacobians
import second_order
import xaif

# g is read and modified, h is only set, c only read, idle neither.
PROGRAM = """
common real g, h(2), c, idle
common passive real p
common integer k
common real long(:)
common complex z
subroutine store(a in)
  real a
  h(1) = a*g
  h(2) = sin(a)*c + h(1)
  g = g*a
end
subroutine head(x in, s inout, y out)
  real x(2), s, y(2)
  call store(x(1))
  y(1) = g*x(2) + s
  y(2) = h(2)*c
  s = s*y(1)
  call store(y(2))
end
"""
VALUES = {'g': 1.25, 'c': 0.5, 'x': [0.7, 1.5], 's': -0.3, 'idle': 2.0}
COUNTS = {'x': 2, 'y': 2, 'h': 2}
FORMALS = ['x', 's', 'y']
# Inputs and results, in the order of columns and rows: arguments first.
CHOICES = [('x', 'y'), ('g', 'h'), ('s,g,c', 'y,h'), ('x,s,c', 's,y,g'), ('g', 'g'), ('x,s,g,c', 's,y,h,g'), ('idle,c', 'y,idle')]
WAYS = {way: jacobians.WAYS[way] for way in ('forward', 'reverse', 'joint', 'three at once', 'two rows at once', 'automatic')}
REFUSED = [
    ('--jacobian=head', '--independents=w', 1, "option --independents: head sees no variable 'w'"),
    ('--jacobian=head', '--dependents=idl', 1, "did you mean 'idle'?"),
    ('--jacobian=head', '--dependents=p', 1, 'option --dependents: p has no derivative'),
    ('--jacobian=head', '--independents=k', 1, 'option --independents: k has no derivative'),
    ('--jacobian=head', '--independents=long', 3, 'long has no bounds by which its derivatives could be set'),
    ('--jacobian=head', '--dependents=z', 3, 'z is not real'),
    ('--jacobian=head', '--independents=', 2, '--independents names no variable'),
    ('--jacobian=store', '--jacobian-mode=forward', 1, '--dependents and --independents name others'),
]
NOTHING = 'before it sets it|does not modify|is passive'
# What nothing comes of, in any mode.
WARNED = [
    (('--mode=tangent', '--independents=idle'), "head does not read 'idle' before it sets it: nothing depends on it"),
    (('--mode=adjoint', '--dependents=c'), "head does not modify 'c': it depends on nothing but itself"),
    (('--mode=adjoint', '--dependents=y,x'), "head does not modify 'x'"),
    (('--mode=tangent', '--independents=p'), "'p' is passive: it has no derivative"),
    (('--mode=jacobian', '--independents=g,idle'), "head does not read 'idle'"),
    (('--mode=jacobian', '--jacobian=store', '--independents=a', '--dependents=g,idle'), "store does not modify 'idle'"),
    (('--mode=tangent', '--entry=store', '--independents=a', '--dependents=g,h'), None),
    (('--mode=tangent', '--independents=x,s', '--dependents=y,g'), None),
]
# Names that differ in case only, and variables of the same name, of which those that the routine sees first are meant.
ALIKE = """
common real g, G, k, twin @ G
module m
common in m real k
subroutine head(x in, y out)
  within m
  real x, y
  k = x*k
  g = x*k
  G = k*g*G
  y = g*G
end
subroutine other()
  twin = 2.0*twin
end
"""
# What is named, and what is independent, by any program that takes such names.
MEANT = [('k', 'k'), ('K,g', 'k g'), ('G,k', 'G k'), ('g,k,G,g,K', 'g k G'), ('k,x,K,X,x', 'x k')]


def numbers_of(names):
    """Values of variables, one after the other."""
    values = [VALUES.get(name, [0.0] * COUNTS.get(name, 1)) for name in names]
    return [number for value in values for number in (value if isinstance(value, list) else [value])]


def named(names):
    """The order in which arguments are named is no matter: they come last here, and backward."""
    return [name for name in names if name not in FORMALS] + [name for name in names[::-1] if name in FORMALS]


def case_of(inputs, results):
    """A case for the program: what is not independent has its value as an initial one, or as an argument's."""
    rows = [{'value': VALUES[name]} if name in VALUES and name not in inputs else {} for name in FORMALS]
    initial = {name: VALUES[name] for name in ('g', 'c', 'idle') if name not in inputs}
    x0 = numbers_of(inputs)
    return {'entry': 'head', 'n': len(x0), 'm': sum(COUNTS.get(name, 1) for name in results), 'x0': x0, 'arguments': rows,
            'independents': inputs, 'dependents': results, 'initial': initial}


class Trial:
    """Judges one choice in one way."""

    def __init__(self, engine, scratch, document):
        self.engine, self.scratch, self.document = engine, scratch, document
        self.run = os.path.join(os.path.dirname(engine), 'xaif-run')

    def of_run(self, case, *words):
        file = os.path.join(self.scratch, 'case.json')
        with open(file, 'w', encoding='utf-8') as stream:
            json.dump(case, stream)
        return second_order.run(self.run, '--quiet', f'--case={file}', *words)

    def computed(self, case, output):
        """What the routine computes: values, and rows of the Jacobian; what is wrong."""
        with open(output, encoding='utf-8') as stream:
            routine = re.search(r'<xaif:ControlFlowGraph [^>]*symbol_id="(\w*jacobian\d*_\w*)"', stream.read())[1]
        n, m = case['n'], case['m']
        arguments = [name for name in case['dependents'] if name in FORMALS]
        others = case['dependents'][len(arguments):]
        own = {**case, 'entry': routine, 'm': m + m * n, 'dependents': [*arguments, 'OpenAD_jac_0', *others],
               'arguments': [*case['arguments'], {}], 'initial': {'g': 0.5, 'h': 0.5, 'idle': 0.5, **case['initial']}}
        own['initial'] = {name: value for name, value in own['initial'].items() if name not in case['independents']}
        status, said = self.of_run(own, '--format=json', output)
        if status:
            return None, said[:300]
        y, first = json.loads(said)['y'], sum(COUNTS.get(name, 1) for name in arguments)
        matrix, y = y[first:first + m * n], y[:first] + y[first + m * n:]
        return {'y': y, 'jacobian': [[matrix[j + i * m] for i in range(n)] for j in range(m)]}, None

    def judge(self, way, inputs, results, compressed):
        """What is wrong, or None."""
        case, output, pattern = case_of(inputs, results), os.path.join(self.scratch, 'out.xaif'), os.path.join(self.scratch, 'pattern.mtx')
        status, said = self.of_run(case, '--format=json', '--jacobian', self.document)
        if status:
            return said
        exact, more = json.loads(said), []
        if compressed:
            with open(pattern, 'w', encoding='utf-8') as stream:
                stream.write(self.of_run(case, '--pattern=market', self.document)[1])
            more = [f'--pattern={pattern}']
        status, said = second_order.run(self.engine, *WAYS[way], '--jacobian=head', f'--independents={" ".join(named(inputs))}',
                                        f'--dependents={",".join(named(results))}', *more, '--verify-each', '--validate=both',
                                        '-o', output, self.document)
        if status:
            return said
        found, wrong = self.computed(case, output)
        return wrong or compare_oracle.compare(found, exact['y'], exact['jacobian'], jacobians.TOLERANCE)


def wrong_names(engine, scratch):
    """What names mean that are not quite those of variables, or are said more than once."""
    document, case, verdict = (os.path.join(scratch, name) for name in ('alike.xaif', 'alike.json', 'verdict.json'))
    with open(document, 'w', encoding='utf-8') as stream:
        stream.write(xaif.build(ALIKE, 'alike'))
    for names, meant in MEANT:
        with open(case, 'w', encoding='utf-8') as stream:
            json.dump({'arguments': [{'value': 0.7}, {}], 'initial': {name: 0.5 for name in ('g', 'G')}}, stream)
        options = ['--quiet', f'--case={case}', f'--independents={names}', '--dependents=y']
        said = second_order.run(os.path.join(os.path.dirname(engine), 'xaif-run'), *options, '--format=json', document)[1]
        found = json.loads(said)['independents'] if said.startswith('{') else said
        if found != meant.split():
            yield f'xaif-run: {names} is {found}, not {meant}'
        open(verdict, 'w', encoding='utf-8').close()
        said = second_order.run(engine, *options, '--mode=jacobian', '--verify', '--verdict-format=json', f'--verdict={verdict}', '-o', os.devnull, document)[1]
        with open(verdict, encoding='utf-8') as stream:
            found = stream.read()
        if '"verdict": "ok"' not in found or f'"independents": {len(meant.split())},' not in found:
            yield f'--verify: {names}: {said or found}'
    said = second_order.run(engine, '--mode=tangent', '--independents=twin', '--dependents=twin', '-o', os.devnull, document)[1]
    if re.search(NOTHING, said):  # it is G
        yield f'twin: {said}'


def main():
    parser = argparse.ArgumentParser(description='Judge Jacobians of what is named.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    arguments = parser.parse_args()
    wrongs, count = [], 0
    with tempfile.TemporaryDirectory() as scratch:
        document = os.path.join(scratch, 'sides.xaif')
        with open(document, 'w', encoding='utf-8') as stream:
            stream.write(xaif.build(PROGRAM, 'sides'))
        for way in WAYS:
            for inputs, results in CHOICES:
                for compressed in (False, True):
                    wrong = Trial(arguments.engine, scratch, document).judge(way, inputs.split(','), results.split(','), compressed)
                    count += 1
                    if wrong:
                        wrongs.append(f'{results} by {inputs}, {way}{", compressed" if compressed else ""}: {wrong}')
        for *options, status, text in REFUSED:
            found, said = second_order.run(arguments.engine, '-a', 'associationbyname', *options, '-o', os.path.join(scratch, 'none'), document)
            count += 1
            if found != status or text not in said or os.path.exists(os.path.join(scratch, 'none')):
                wrongs.append(f'{" ".join(options)}: status {found}: {said}')
        for options, text in WARNED:
            found, said = second_order.run(arguments.engine, *options, '-o', os.path.join(scratch, 'none'), document)
            count += 1
            if found or (text not in said if text else re.search(NOTHING, said)):
                wrongs.append(f'{" ".join(options)}: status {found}: {said}')
        wrong = list(wrong_names(arguments.engine, scratch))
        count += len(MEANT) + 1
        wrongs += wrong
    for wrong in wrongs:
        print(wrong)
    print(f'{count - len(wrongs)} of {count} are right')
    return 1 if wrongs else 0


if __name__ == '__main__':
    sys.exit(main())
