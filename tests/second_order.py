#!/usr/bin/env python3
"""Judges second derivatives: what association by name makes is differentiated again.

    second_order.py [--engine PROGRAM] [--jobs N] [--verbose] [--corpus FOLDER] [NAME...]

Each case of derivatives.py is made a plain program, `associationbyname --keep-active`, which has x_d beside x, and that is differentiated
once more, in forward and in reverse mode. `--verify` compares the derivatives of that program, with respect to x and x_d, with those by dual
numbers and by differences: derivatives of y_d with respect to x are products of second derivatives and a vector. With --corpus, the programs
of that folder are tried instead. With XB_FEWER_RUNS, each case in one of the ways.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import derivatives
import parallel
import worker

WAYS = [['basicblockpreaccumulation,associationbyname'],
        ['basicblockpreaccumulationreverse,associationbyname', '--reversal=joint'],
        ['basicblockpreaccumulationreverse,associationbyname', '--reversal=split', '--motions=routines'],
        ['basicblockpreaccumulationreverse'],
        ['basicblockpreaccumulationreverse', '--reversal=joint', '--motions=routines']]
DIRECTION = [0.7, -0.4, 1.1, 0.3, -0.9]


def run(*command):
    done = worker.run(command, 200)
    return done.returncode, done.stderr + done.stdout


class Naming:
    """The variables that hold derivatives in a plain program."""

    def __init__(self, text, original):
        known = set(re.findall(r'symbol_id="([^"]*)"', original))
        names = set(re.findall(r'<xaif:Symbol symbol_id="([^"]*)"', text)) - known
        self.names = {re.sub(r'_[bd][2-9]?$', '', name): name for name in names if re.search(r'_[bd][2-9]?$', name)}
        self.formals = {}
        for routine, formals in re.findall(r'<xaif:ControlFlowGraph [^>]*symbol_id="([^"]*)".*?(?:<xaif:ArgumentList>(.*?)'
                                           r'</xaif:ArgumentList>|</xaif:ControlFlowGraph>)', text, re.DOTALL):
            self.formals[routine] = re.findall(r'symbol_id="([^"]*)"', formals)

    def of(self, name):
        """The derivative of a variable that a case names, with or without the number that a front end adds."""
        found = [d for base, d in self.names.items() if base == name or re.sub(r'_+\d+$', '', base) == name]
        return found[0] if len(found) == 1 else None

    def of_all(self, names):
        """Those that are known; with the scopes that are before the names."""
        split = [name.rpartition('/') for name in names]
        return [scope + slash + self.of(name) for scope, slash, name in split if self.of(name)]


def span(names, formal):
    """The numbers that a formal argument holds, of those that have these names, such as x, x(2), and re z(1); None if there are none."""
    places = [i for i, name in enumerate(names, 1) if re.sub(r'^(re|im) |\(.*', '', name) == formal]
    if not places:
        return None
    return [places[0], places[-1]] if re.search('[ (]', names[places[0] - 1]) else places[0]


def moved(place, count):
    return [p + count for p in place] if isinstance(place, list) else place + count


def extended(numbers, count):
    return [*numbers, *(DIRECTION[i % len(DIRECTION)] for i in range(count))]


def second(case, naming, layout):
    """A case for the plain program: x_d are independent, y_d dependent, too."""
    numbers = {'x': layout['independents'], 'y': layout['dependents']}
    n, m = len(numbers['x']), len(numbers['y'])
    case = {**case, 'x0': extended(layout['x'], n), 'n': 2 * n, 'm': 2 * m}
    case['points'] = [extended(point, n) for point in case.get('points', [])]
    for key in ('ranges', 'derivatives_start'):
        case.pop(key, None)
    entry = layout['entry'] if layout['entry'] in naming.formals else layout['entry'] + '_d'
    formals, rows, given = naming.formals[entry], [], list(case.get('arguments', []))
    for formal in formals:
        if rows and formal == naming.names.get(formals[len(rows) - 1]):
            rows.append({key: moved(place, len(numbers[key])) for key, place in found.items()} or {'value': 0.0})
            continue
        row = given.pop(0) if given else {}
        found = {key: span(numbers[key], formal) for key in numbers if span(numbers[key], formal)}
        rows.append({**row, **found})
    if 'globals' not in case:
        case['arguments'] = rows
    if 'globals' in case:
        case['globals'] = {key: [*names, *filter(None, map(naming.of, names))] for key, names in case['globals'].items()}
    for key, new in (('extents', lambda value: value), ('initial', lambda value: 0.0)):
        for name, value in list(case.get(key, {}).items()):
            scope, _, symbol = name.rpartition('/')
            if naming.of(symbol):
                case[key][(scope + '/' if scope else '') + naming.of(symbol)] = new(value)
    if 'association' in case:
        case['association'] = case['association'] + [group for group in map(naming.of_all, case['association']) if group]
    return case


class Trial:
    def __init__(self, engine, scratch, name):
        self.engine, self.name, self.scratch = engine, name, scratch

    def path(self, suffix):
        return os.path.join(self.scratch, f'{self.name}.{suffix}')

    def judge(self, document, case):
        """None if all is right; else (whether that is a fault, what it is)."""
        first, file = self.path('first.xaif'), self.path('case.json')
        with open(file, 'w', encoding='utf-8') as stream:
            json.dump(case, stream)
        status, said = run(os.path.join(os.path.dirname(self.engine), 'xaif-run'), '--format=json', '--quiet', f'--case={file}', document)
        if status:
            return False, said.splitlines()[0]
        layout = json.loads(said)
        status, said = run(self.engine, '--quiet', '-a', 'associationbyname', '--keep-active', '--validate=both', '-o', first, document)
        if status:
            return False, said.splitlines()[0]
        with open(first, encoding='utf-8') as stream, open(document, encoding='utf-8') as original:
            naming = Naming(stream.read(), original.read())
        with open(file, 'w', encoding='utf-8') as stream:
            json.dump(second(case, naming, layout), stream)
        for way in WAYS if not os.environ.get('XB_FEWER_RUNS') else [WAYS[zlib.crc32(self.name.encode()) % len(WAYS)]]:
            if '--motions=routines' in way and adjoints.associates_locals(case):
                continue
            command = [self.engine, '-a', *way, '--verify', f'--case={file}', '-o', self.path('second.xaif'), first]
            status, said = run(*command, '--quiet')
            if status == 5 and 'must not be run again by joint templates' in run(*command)[1]:
                status, said = run(*command, '--quiet', '--reversal=split')
            if status:
                lines = [line.strip() for line in said.splitlines() if 'error' in line or 'WRONG' in line or line.startswith('    ')]
                return status == 5, f'{" ".join(way)}: status {status}: ' + ' / '.join(lines[:3])[:300]
        return None


def of_cases(names):
    for name in names:
        case = derivatives.Case(os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives', name + '.case'))
        unfit = case.bodies or case.get('kinds') or case.status or case.by_name or case.get('catalogue')
        if unfit or any(line.startswith('unfit') for line in case.adjoint):
            continue
        try:
            yield name, case.document, adjoints.Drive(case).descriptions()[0]
        except adjoints.Unfit:
            pass


def of_corpus(folder):
    for name in sorted(os.listdir(folder)):
        path, document = (os.path.join(folder, name, file) for file in ('case.json', 'tlm.xaif'))
        if not os.path.isfile(path) or not os.path.isfile(document):
            continue
        with open(path, encoding='utf-8') as stream:
            case = json.load(stream)
        if case.get('executable') != 'no':
            yield name, document, case


def main():
    parser = argparse.ArgumentParser(description='Judge second derivatives.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--corpus')
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--verbose', action='store_true', help='say what is not judged')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    folder = os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives')
    names = arguments.names or sorted(f[:-len('.case')] for f in os.listdir(folder) if f.endswith('.case'))
    good = bad = left = 0
    with tempfile.TemporaryDirectory() as scratch, parallel.threads(arguments.jobs) as pool:
        def judge(row):
            return row[0], Trial(arguments.engine, scratch, row[0]).judge(*row[1:])
        for name, problem in pool.map(judge, list(of_corpus(arguments.corpus) if arguments.corpus else of_cases(names))):
            good, bad, left = good + (not problem), bad + bool(problem and problem[0]), left + bool(problem and not problem[0])
            if problem and (problem[0] or arguments.verbose):
                print(f'{name}{"" if problem[0] else " is not judged"}: {problem[1]}')
    print(f'{good} of {good + bad} programs have right second derivatives, {left} not judged')
    return 1 if bad or not good else 0


if __name__ == '__main__':
    sys.exit(main())
