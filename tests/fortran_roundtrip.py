#!/usr/bin/env python3
"""Documents that are printed as Fortran and read again are the same programs.

    fortran_roundtrip.py [--jobs N] [--verbose] [--keep FOLDER] [NAME...]

Each case of derivatives.py, and each document of the corpus if there is one (XAIF_CORPUS, or ../shared/corpus), is written as Fortran, which
xaif-fortran reads. At the points of the case both documents have the same values and the same exact derivatives, but for rounding; no more variables
are active, and no more values are taped. What is read is differentiated in tangent, split and joint mode, taking turns, and verified. Documents that
can't be written as Fortran, or whose case says what no source can say, are left out, and counted; sources that the reader refuses are in REFUSED, with the
reason. With XB_JUDGED (see judged.py), the same is not judged twice. Exit status 77 if there is no reader.
"""

import argparse
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import fortran_sources
import judged
import parallel
import roundtrip_code

BIN = os.path.join(roundtrip_code.BUILD, 'inplace')
ENGINE, RUN = os.path.join(BIN, 'xaifbooster'), os.path.join(BIN, 'xaif-run')
TOLERANCE = 1e-12
COUNTS = ('active variables', 'tape labels')
FEWER = os.environ.get('XB_FEWER_RUNS')  # one document in four is verified

# What the reader refuses.
REFUSED = {
    'equivalence_in_array_statement': 'an array statement reads what shares storage with what it writes',
    'storage_of_several_types': 'numbers of one type that are read as another',
}
# What the text needs more of, such as temporaries.
MORE = {
    'chain_elements': 'an element whose subscript the text computes once more',
    'choices_known_early': 'scalars that reshape makes arrays of',
    'complex_rearranged': 'a temporary for what reshape makes',
    'functions_not_needed': 'temporaries for results that are not used',
    'hoisted_target_there': 'a temporary for what pack makes, whose size only it tells',
    'padding_of_other_kind': 'a temporary for what reshape makes',
    'subscript_changed_by_itself': 'an element whose subscript the text computes once more',
}
# What can't be judged: in which modes, and why.
REVERSE = ('split', 'joint')
NOT_VERIFIED = {
    'argument_never_set': (REVERSE, 'a variable is passed that was never set, which the evaluator takes for an error where it is converted'),
    'joint_argument_shared': (('tangent', *REVERSE), 'Fortran does not allow it, as a warning says'),
    'stored_reallocated': (REVERSE, 'arrays that the adjoint sweep needs are deallocated before, unless calls are weak, which they are not here'),
}
LEAST = {'cases': 350, 'corpus': 105}  # that are judged


class Left(Exception):
    """Why a document is left out."""


class Wrong(Exception):
    """What is wrong."""


def run(command):
    return subprocess.run(command, capture_output=True, text=True, errors='replace', check=False)


def error_of(done):
    for line in done.stderr.splitlines():
        if 'error: ' in line:
            return line.partition('error: ')[2]
    return f'status {done.returncode}'


def results_of(document, case):
    """Values and derivatives at the points of a case."""
    done = run([RUN, '--quiet', '--case', case, '--jacobian', '--format=json', document])
    return json.loads(done.stdout) if done.returncode == 0 else error_of(done)


def compare(one, other, where=''):
    """Raises what is different; numbers are the same within rounding."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            compare(one[key], other[key], f'{where} {key}')
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        scale = max((abs(v) for v in one if isinstance(v, float)), default=0.0)
        for i, (a, b) in enumerate(zip(one, other)):
            if not (isinstance(a, float) and isinstance(b, float) and abs(a - b) <= TOLERANCE*scale):
                compare(a, b, f'{where} {i + 1}')
    elif isinstance(one, str) and isinstance(other, str):
        pass  # names, which are spelled otherwise in the source
    elif one != other and not (isinstance(one, float) and isinstance(other, (float, int)) and abs(one - other) <= TOLERANCE*abs(one)):
        raise Wrong(f'{where}: {str(one)[:200]} before, {str(other)[:200]} after')


def asked_of(layout):
    """Options that name what a document is differentiated with respect to, as the names that it has."""
    roots = {key: dict.fromkeys(re.sub(r'^(re|im) |\(.*', '', name) for name in layout[key]) for key in ('independents', 'dependents')}
    return [f'--{key}={",".join(names)}' for key, names in roots.items() if names]


def metrics_of(document, layout):
    done = run([ENGINE, '--mode=adjoint', '--quiet', *asked_of(layout), f'--entry={layout["entry"]}', '--activity=computed', '--metrics=json',
                '--metrics-output=-', '-o', os.devnull, document])
    return json.loads(done.stdout)['total'] if done.returncode == 0 else None


def compare_activity(name, one, other):
    """As much is active, and as much is taped, at most."""
    more = [f'{key}: {one.get(key, 0)} before, {other.get(key, 0)} after' for key in COUNTS if other.get(key, 0) > one.get(key, 0)]
    if bool(more) != (name in MORE):
        raise Wrong(', '.join(more) or 'no more than before, other than MORE says')


def verify(name, mode, layout, case, source):
    """A mode is judged, unless it refuses what it was given."""
    done = run([ENGINE, '--quiet', *fortran_sources.MODES[mode], *asked_of(layout), '--verify', f'--case={case}', '-o', os.devnull, source])
    if (done.returncode == 5) != (name in NOT_VERIFIED and mode in NOT_VERIFIED[name][0]):
        raise Wrong(f'{mode}: status {done.returncode}')


def judge(folder, number, name, arguments):
    if len(arguments) < 3:
        raise Left('its case does not say how it is driven')
    case, document = arguments[1], arguments[2]
    with open(case, encoding='utf-8') as file:
        description = json.load(file)
    if description.keys() & {'markers', 'association', 'initial', 'extents'}:
        raise Left('its case says what the document does not')
    source, again = os.path.join(folder, 'again.f90'), os.path.join(folder, 'again.xaif')
    done = run([ENGINE, '-a', 'roundtrip', '--quiet', '--to=fortran', '-o', source, document])
    if done.returncode:
        raise Left(error_of(done))
    done = run([ENGINE, '-a', 'roundtrip', '--quiet', '-o', again, source])
    if done.returncode == 0:
        known = judged.digest(judged.digest_of_files([os.path.abspath(__file__), case, document, again]).encode())
        if judged.is_right(known):
            return 'same'
    before = results_of(document, case)
    if isinstance(before, str):
        raise Left(f'it does not run: {before}')
    if done.returncode == 3 and name in REFUSED:
        return 'refused'
    if done.returncode:
        raise Wrong(f'it is not read: {error_of(done)}')
    after = results_of(again, case)
    if isinstance(after, str):
        raise Wrong(f'it does not run any more: {after}')
    compare(before, after)
    metrics = metrics_of(document, before), metrics_of(again, after)
    if all(metrics):
        compare_activity(name, *metrics)
    if not FEWER or number % 4 == 0:
        verify(name, list(fortran_sources.MODES)[number//4 % 3], after, case, source)
    judged.remember(known)
    return 'same'


def take(job):
    keep, number, (_, name, arguments) = job
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(keep, name) if keep else scratch
        os.makedirs(folder, exist_ok=True)
        try:
            return judge(folder, number, name, arguments), ''
        except Left as why:
            return 'left out', str(why)
        except Wrong as what:
            return 'wrong', str(what)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--verbose', action='store_true', help='say why documents are left out')
    parser.add_argument('--keep', metavar='FOLDER', help='where sources and documents stay')
    parser.add_argument('names', nargs='*')
    options = parser.parse_args()
    reader = fortran_sources.default_reader()
    if not reader:
        print('there is no program that reads Fortran')
        return 77
    os.environ['XAIFBOOSTER_FORTRAN_READER'] = reader
    with tempfile.TemporaryDirectory() as scratch:
        jobs = list(roundtrip_code.documents(options.names, scratch))
        with parallel.threads(options.jobs) as pool:
            results = list(pool.map(take, [(options.keep, i, job) for i, job in enumerate(jobs)]))
    counts, failed = {kind: collections.Counter() for kind, _, _ in jobs}, 0
    for (kind, name, _), (what, why) in zip(jobs, results):
        counts[kind][what] += 1
        failed += what == 'wrong'
        if what == 'wrong' or (options.verbose and why):
            print(f'{name}: {what}: {why}')
    for kind, found in counts.items():
        print(f'{kind}: ' + ', '.join(f'{count} {what}' for what, count in sorted(found.items())))
        if not options.names and found['same'] < LEAST[kind]:
            failed += 1
            print(f'fewer than {LEAST[kind]} of them are the same')
    print(f'{failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
