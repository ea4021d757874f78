#!/usr/bin/env python3
"""Lets another judge look at the cases of derivatives.py.

    cross_check.py --oracle FOLDER [--engine PROGRAM] [NAME...]

FOLDER holds check.py, which judges derivatives of XAIF independently of evaluate.py. It takes a routine whose arguments are inputs
or outputs, so that the entry is called by a routine that copies the others. It has one variable for all the runs of a block of control
flow, so that it gets programs with variables of blocks as scopemerging leaves them. What it can't run is left out: routines without body,
complex arguments, intrinsics that it does not know.

The last line is "N passed, N failed".
"""

import argparse
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import derivatives
import oracle
import parallel
import strip
import worker
import xaif

TIMEOUT = 120
DECLARATIONS = {('real', 'F8'): 'real', ('real', 'F4'): 'real4', ('integer', 'I4'): 'integer', ('bool', 'I4'): 'logical'}


class Unfit(Exception):
    """The case is not for the other judge."""


def declaration(symbol, name, size):
    kind = DECLARATIONS.get((symbol.type, symbol.fe_type))
    if kind is None:
        raise Unfit(symbol.type)
    bounds = [f'{b[0]}:{b[1]}' if b else str(size) for b in symbol.bounds]
    flag = '' if symbol.type != 'real' or symbol.active else 'passive '
    return f'  {flag}{kind} {name}' + (f'({", ".join(bounds)})' if bounds else '')


def wrapped(case):
    """The program with a routine around its entry; arguments of that routine as the judge wants them."""
    program = xaif.Reader(case.text).read()
    entry = next(r for r in program.routines if r.symbol.name == case.get('entry', 'head'))
    point, task = case.points[0], case.tasks()[0]
    formals, lines, before, after, actuals, rows, x0, results = [], [], [], [], [], [], [], 0
    for name, intent in entry.formals:
        symbol, numbers = entry.symbols[name], point.get(name)
        bounds = task.extents.get(name) or [b or (1, len(numbers or [])) for b in symbol.bounds]
        size = 1
        for low, high in bounds:
            size *= high - low + 1
        symbol.bounds = bounds
        reads, writes = intent != 'out' and numbers is not None, symbol.active and intent != 'in'
        actual = name
        if reads and intent == 'inout':
            actual = name + '_both'
            lines.append(declaration(symbol, actual, size))
            before.append(f'  {actual} = {name}_in')
            if writes:
                after.append(f'  {name}_out = {actual}')
        for suffix, wanted in (('_in', reads), ('_out', writes)):
            if not wanted:
                continue
            both = reads and intent == 'inout'
            formal = name + suffix if both else name
            formals.append(f'{formal} {suffix[1:]}')
            lines.append(declaration(symbol, formal, size))
            if suffix == '_out':
                rows.append({'y': [results + 1, results + size] if bounds else results + 1})
                results += size
            elif symbol.active:
                rows.append({'x': [len(x0) + 1, len(x0) + size] if bounds else len(x0) + 1})
                x0 += numbers
            else:
                rows.append({'value': numbers if bounds else numbers[0]})
        if not reads and not writes:
            lines.append(declaration(symbol, actual, size))
        actuals.append(actual)
    if not x0 or not results or set(point) - {name for name, _ in entry.formals}:
        raise Unfit('no inputs or outputs')
    text = '\n'.join([case.text, f'subroutine around({", ".join(formals)})', *lines, *before,
                      f'  call {entry.symbol.name}({", ".join(actuals)})', *after, 'end', ''])
    description = {'entry': 'around', 'n': len(x0), 'm': results, 'x0': x0, 'arguments': rows}
    if task.extents:
        description['extents'] = {name: [list(b) for b in bounds] for name, bounds in task.extents.items()}
    if task.shared:
        description['association'] = [list(group) for group in task.shared]
    return text, description


def judge(work):
    """(name, verdict): None if it is right, a text if it is wrong or can't be judged."""
    path, engine, oracle_folder, scratch = work
    case = derivatives.Case(path)
    if case.status or case.get('judged') == 'no':
        return case.name, 'unfit'
    try:
        text, description = wrapped(case)
    except Unfit as reason:
        return case.name, f'unfit: {reason}'
    folder = os.path.join(scratch, case.name)
    os.mkdir(folder)
    document, output = os.path.join(folder, 'in.xaif'), os.path.join(folder, 'out.xaif')
    with open(document, 'w', encoding='utf-8') as file:
        file.write(strip.strip(xaif.build(text, case.name, case.get('elements') == 'yes'),
                               derivatives.INFORMATION[case.information()[0]]))
    with open(os.path.join(folder, 'case.json'), 'w', encoding='utf-8') as file:
        json.dump(description, file)
    done = worker.run([engine, '-a', 'basicblockpreaccumulation', '--quiet', *case.command(), '-o', output, document])
    if done.returncode:
        return case.name, f'status {done.returncode}: {done.stderr.strip()}'
    if re.search('^ *inner ', case.text, re.MULTILINE):
        merged = worker.run([engine, '-a', 'scopemerging', '--quiet', '-o', os.path.join(folder, 'merged.xaif'), document])
        if merged.returncode:
            return case.name, f'status {merged.returncode} of scopemerging: {merged.stderr.strip()}'
        os.replace(os.path.join(folder, 'merged.xaif'), document)
    status, verdict = oracle.check(oracle_folder, [folder, '--tlm', output, '--undefined-derivatives'], TIMEOUT)
    if status == 2 or verdict.startswith('error: unknown intrinsic'):
        return case.name, 'unfit: ' + verdict
    return case.name, None if status == 0 else verdict


def main():
    parser = argparse.ArgumentParser(description='Let another judge look at the cases of derivatives.py.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--oracle', required=True)
    parser.add_argument('--verbose', action='store_true', help='say what is not judged')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    folder = os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives')
    names = arguments.names or sorted(f[:-len('.case')] for f in os.listdir(folder) if f.endswith('.case'))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch, parallel.threads() as pool:
        work = [(os.path.join(folder, name + '.case'), arguments.engine, arguments.oracle, scratch) for name in names]
        for name, verdict in pool.map(judge, work):
            unfit = verdict is not None and verdict.startswith('unfit')
            passed += verdict is None
            failed += verdict is not None and not unfit
            if verdict is not None and (not unfit or arguments.verbose):
                print(f'{name}: {verdict}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
