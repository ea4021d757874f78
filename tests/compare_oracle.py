#!/usr/bin/env python3
"""Compares xaif-run with another interpreter of XAIF on a corpus.

    compare_oracle.py --corpus FOLDER --oracle FOLDER [--run PROGRAM] [--only PATTERN] [--verbose]

Every program of the corpus that can be executed is run by both, at the point of its case: values and the entries of the exact
Jacobian have to agree to 1e-12, each relative to itself; single precision is computed as double precision, as the other one does. The
reference documents of the corpus, tangent-linear and adjoint with split and joint templates, are run by xaif-run: their Jacobians have to
be those of the original program to 1e-9, likewise.

An entry whose terms cancel keeps the rounding errors of its terms. If one deviates by more, xaif-run --jacobian=terms is asked for
the sum of the sizes of its terms, of which a thousandth counts as its size. How many needed that is said.

The last line is "N passed, N failed".
"""

import argparse
import fnmatch
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import parallel  # pylint: disable=wrong-import-position
import worker  # pylint: disable=wrong-import-position

EXACT, REFERENCE, PART = 1e-12, 1e-9, 1e-3
TIMEOUT = 300


def run(program, arguments):
    """What xaif-run says, or a text that says what went wrong."""
    try:
        done = worker.run([program, '--format=json', '--single-as-double', '--allow-nan', *arguments], TIMEOUT)
    except subprocess.TimeoutExpired:
        return None, f'took longer than {TIMEOUT} s'
    if done.returncode != 0:
        return None, f'status {done.returncode}: ' + ' / '.join(done.stderr.strip().splitlines()[:2])
    return json.loads(done.stdout), None


def deviation(found, wanted, terms, tolerance, what):
    """What is wrong with a list of numbers that are sums of terms of these sizes, or None."""
    if len(found) != len(wanted):
        return f'{what} has {len(found)} numbers instead of {len(wanted)}'
    for k, (f, w, size) in enumerate(zip(found, wanted, terms or [0] * len(wanted))):
        if f is None:
            f = float('nan')
        if not abs(f - w) <= tolerance * max(abs(w), PART * size) and not (f != f and w != w):
            return f'{what}({k + 1}) is {f:.17g} instead of {w:.17g}'
    return None


def compare(said, y, jacobian, tolerance, terms=None):
    wrong = deviation(said['y'], y, None, tolerance, 'y')
    for i, row in enumerate(jacobian):
        wrong = wrong or deviation(said['jacobian'][i], row, terms and terms[i], tolerance, f'row {i + 1}')
    return wrong


def check(program, how, case_file, original, document, y, jacobian, tolerance):
    """What is wrong with a document, or None; and whether terms had to be looked at."""
    said, failure = run(program, [f'--jacobian={how}', f'--case={case_file}', document])
    if failure or not compare(said, y, jacobian, tolerance):
        return failure, False
    sizes, failure = run(program, ['--jacobian=terms', f'--case={case_file}', original])
    return failure or compare(said, y, jacobian, tolerance, sizes['jacobian']), True


def judge(job):
    """[(what, failure or None, whether terms were looked at)] of one folder."""
    program, corpus, oracle, name = job
    sys.path.insert(0, oracle)
    import drivers
    import errors
    folder = os.path.join(corpus, name)
    description = drivers.load_description(folder)
    if description.get('executable') == 'no':
        return []
    case_file = os.path.join(folder, 'case.json')
    results = []
    for mode, document in (('tlm', 'tlm.xaif'), ('joint', 'adm.xaif')):
        path = os.path.join(folder, document)
        if not os.path.isfile(path) or (mode == 'joint' and description.get('stale')):
            continue
        try:
            case = drivers.Case(path, description, shorten=True)
            y, jacobian, _ = case.exact(case.x0)
        except errors.OracleError as error:
            results.append((document, f'the oracle says: {error}', False))
            continue
        results.append((document, *check(program, 'exact', case_file, path, path, y, jacobian, EXACT)))
        modes = [('tlm', 'tangent')] if mode == 'tlm' else [('split', 'split'), ('joint', 'joint')]
        for reference, how in modes:
            output = os.path.join(folder, 'reference', reference + '.xb.xaif')
            if not os.path.exists(output) or reference in description.get('known_bad', {}):
                continue
            results.append((reference, *check(program, how, case_file, path, output, y, jacobian, REFERENCE)))
    return results


def main():
    build = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'build')
    parser = argparse.ArgumentParser(description='Compares xaif-run with another interpreter of XAIF.')
    parser.add_argument('--corpus', required=True)
    parser.add_argument('--oracle', required=True)
    parser.add_argument('--run', default=os.path.join(build, 'inplace', 'xaif-run'), metavar='PROGRAM')
    parser.add_argument('--only', default='*', metavar='PATTERN')
    parser.add_argument('--verbose', action='store_true', help='say what agrees, too')
    arguments = parser.parse_args()
    names = [name for name in sorted(os.listdir(arguments.corpus)) if fnmatch.fnmatch(name, arguments.only)
             and os.path.isfile(os.path.join(arguments.corpus, name, 'case.json'))]
    jobs = [(arguments.run, arguments.corpus, os.path.abspath(arguments.oracle), name) for name in names]
    passed = failed = cancelling = 0
    with parallel.processes() as pool:
        for name, results in zip(names, pool.map(judge, jobs)):
            for what, failure, terms in results:
                cancelling += terms
                if failure is None:
                    passed += 1
                else:
                    failed += 1
                if failure is not None or arguments.verbose:
                    print(f'{"FAIL" if failure else "ok"}: {name} {what}{": " + failure if failure else ""}', flush=True)
    print(f'{cancelling} with entries whose terms cancel')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
