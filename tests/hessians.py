#!/usr/bin/env python3
"""Judges second derivatives by forward mode on adjoint code.

    hessians.py [--engine PROGRAM] [--corpus FOLDER] [--jobs N] [--every N] [--verbose] [NAME...]

The entry routine of every third case of derivatives.py gets a routine that computes its Jacobian by adjoint code, with active variables, and that
is differentiated in forward mode: the derivatives of the entries are products of second derivatives and a vector, Hessian-vector products for
a result that is a scalar. `xaifbooster verify` compares them with those by dual numbers, which go through the tapes with what is pushed, and with differences.

Those by dual numbers in turn have to be, to 1e-9, what dual numbers make of the Jacobian by forward mode: nested ones, since tangent-linear code is
dual numbers written down. Half of the programs are differentiated in several directions at once, and another
half has weak calls (strong ones where these can't be judged). With --corpus, the programs of that folder are judged instead.
"""

import argparse
import json
import os
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import compare_oracle
import jacobians
import parallel
import second_order

TOLERANCE = 1e-9
# Passive variables end derivatives, which exact ones know nothing of.
LOSSES = ('function_in_condition_loses', 'type_change_scalar')


class Trial(jacobians.Trial):
    """Second derivatives of one program."""

    def some(self, many, what):
        """Whether it is one of some programs, one of so many, that are chosen for something."""
        return zlib.crc32(f'{what} {self.name}'.encode()) % many == 0

    def first(self, way, options, document, case, exact):
        """A plain program with the routine that computes the Jacobian, and the text of it."""
        output, wrong = self.transformed(way, [*options, '--keep-active'], document, case, exact)
        if wrong:
            return output, None, wrong
        with open(output, encoding='utf-8') as stream:
            return output, stream.read(), None

    def dual(self, case, text, output):
        """What dual numbers say of the routine, and the case that they are of."""
        own, status, said = self.started(case, text, '--jacobian', output)
        if status:
            return None, own, f'{output}: ' + said.partition('\n')[0]
        return json.loads(said), own, None

    def judge(self, way, options, document, case):
        exact = self.exact(case, document)
        if 'globals' in case:
            case, sides = jacobians.case_of_globals(case, exact)
            options = [*options, *sides]
        else:
            case = jacobians.full_case(case, exact, document)  # all active arguments, by their intents
            options = [*options, *jacobians.options_for(jacobians.sides_of(self.exact(case, document)))]
        if not self.some(2, 'joint'):
            return self.judge_way('reverse', options, document, case)
        try:
            return self.judge_way('joint', options, document, case)
        except jacobians.Unfit:
            # Joint motions restore passive formal arguments, which ends derivatives of what is passed for them; strong calls don't.
            return self.judge_way('reverse', options, document, case)

    def judge_way(self, reverse, options, document, case):
        exact = self.exact(case, document)
        found = {}
        for first in ('reverse', 'forward'):
            way = reverse if first == 'reverse' else first
            output, text, wrong = self.first(way, options, document, case, exact)
            if wrong:
                return wrong
            found[first], own, wrong = self.dual(case, text, output)
            if wrong:
                return wrong
            if first == 'reverse':
                wrong = self.second(output, own)
                if wrong:
                    return wrong
        wanted = (found['reverse']['y'], found['forward']['jacobian'], TOLERANCE)
        if not compare_oracle.compare(found['reverse'], *wanted):
            return None
        sizes = json.loads(self.started(case, text, '--jacobian=terms', output)[2])['jacobian']
        return compare_oracle.compare(found['reverse'], *wanted, sizes)

    def second(self, output, case):
        """What is wrong with forward mode on the adjoint code, or None."""
        file = self.path('second.json')
        with open(file, 'w', encoding='utf-8') as stream:
            json.dump(case, stream)
        directions = 3 if self.some(2, 'directions') else 1
        status, said = second_order.run(self.engine, '-a', 'associationbyname', f'--directions={directions}', '--verify', f'--case={file}', '--validate=both', '-o',
                                        self.path('second.xaif'), output)
        if not status:
            return None
        if 'the derivative is taken to be zero after the call' in said:
            raise jacobians.Unfit('a passive argument ends derivatives, as a warning says')
        lines = [line.strip() for line in said.splitlines() if 'error' in line or 'WRONG' in line or line.startswith('    ')]
        if status == 3:
            raise jacobians.Unfit(' / '.join(lines[:2]))
        return f'status {status}: ' + ' / '.join(lines[:4])[:300]


def wrong_refusals(engine, scratch):
    """What is not refused, or not as it should be."""
    document, adjoint = os.path.join(jacobians.OWN, 'rows.xaif'), os.path.join(scratch, 'adjoint.xaif')
    reverse = ['-a', 'basicblockpreaccumulationreverse,associationbyname']
    status, said = second_order.run(engine, *reverse, '--keep-active', document)
    if status != 2 or "replacement lists can't be differentiated again" not in said:
        yield f'lists: status {status}: {said}'
    second_order.run(engine, *reverse, '--motions=routines', '--keep-active', '-o', adjoint, document)
    status, said = second_order.run(engine, *reverse, adjoint)
    if status != 3 or 'the program has been transformed already: it calls' not in said or 'differentiate it in forward mode' not in said:
        yield f'reverse on reverse: status {status}: {said}'


def main():
    parser = argparse.ArgumentParser(description='Judge second derivatives by forward mode on adjoint code.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--corpus')
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--every', type=int, default=12 if os.environ.get('XB_FEWER_RUNS') else 3, metavar='N', help='of the cases, every Nth one')
    parser.add_argument('--largest', type=int, default=1 << 40, help='leave out documents of more bytes')
    parser.add_argument('--verbose', action='store_true', help='say what is not judged')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    good = bad = left = 0
    with tempfile.TemporaryDirectory() as scratch, parallel.threads(arguments.jobs) as pool:
        def judge(row):
            name, document, case, options = row
            try:
                return name, Trial(arguments.engine, scratch, name).judge('reverse', options, document, case), None
            except jacobians.Unfit as reason:
                return name, None, str(reason)
        rows = list(jacobians.of_corpus(arguments.corpus) if arguments.corpus else jacobians.of_folder(jacobians.CASES, arguments.names))
        rows = [row for row in rows if row[0] not in LOSSES]
        rows = rows if arguments.corpus or arguments.names else rows[::arguments.every]
        rows = [row for row in rows if os.path.getsize(row[1]) <= arguments.largest]
        for name, wrong, unfit in pool.map(judge, rows):
            good, bad, left = good + (not wrong and not unfit), bad + bool(wrong), left + bool(unfit)
            if wrong:
                print(f'{name}: {wrong}')
            elif unfit and arguments.verbose:
                print(f'{name} is not judged: {unfit}')
        for wrong in () if arguments.corpus or arguments.names else wrong_refusals(arguments.engine, scratch):
            bad += 1
            print(wrong)
    print(f'{good} of {good + bad} programs have right second derivatives, {left} not judged')
    return 1 if bad or not good else 0


if __name__ == '__main__':
    sys.exit(main())
