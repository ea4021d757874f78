#!/usr/bin/env python3
"""Takes documents to the statement form and back.

    roundtrip_code.py [--jobs N] [--folder FOLDER] [NAME...]

What comes back of the cases of derivatives.py, and of the corpus if there is one (XAIF_CORPUS, or ../shared/corpus), has to be right by the verifier,
to print the same Fortran, and to have the same values at the points of the case and beside them: see roundtrip_code.c, which does it. Some texts settle
only when they have gone round twice, since jumps became constructs, iterations are counted by statements then, or since what is never run is dropped; they are in SETTLED, or have
temporaries that are variables afterwards. Documents that can't be written in any language are left out. With --folder, texts are left there.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import derivatives
import parallel

TOP = derivatives.TOP
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')
PROGRAM = os.path.join(BUILD, 'tests', 'roundtrip_code')
DATA = os.path.join(TOP, 'tests', 'data', 'derivatives')
CORPUS = os.environ.get('XAIF_CORPUS') or os.path.join(TOP, '..', 'shared', 'corpus')

# Their jumps go where constructs would lead, or past what is never run; or a value is not used, or calls are made for their effects.
SETTLED = {'control_goto_out_of_loop', 'functions_not_needed', 'graphEx2', 'loop_variable_restored', 'loops_of_kinds_with_exits', 'loops_that_count_or_not', 'loops_to_ends_of_ranges',
           'never_run_with_jumps'}
LEAST = {'cases': 300, 'corpus': 110}  # texts that are the same, of all of them


def describe(case, scratch):
    """Arguments that say where a case is run."""
    try:
        descriptions = adjoints.Drive(case).descriptions()
    except (adjoints.Unfit, StopIteration, KeyError, IndexError):
        return []
    path = os.path.join(scratch, case.name + '.json')
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(descriptions[0], file)
    return ['--case', path]


def documents(names, scratch):
    """What to try: the kind, the name, and arguments for the program."""
    for path in sorted(glob.glob(os.path.join(DATA, '*.case'))):
        name = os.path.basename(path)[:-len('.case')]
        if not names or name in names:
            yield 'cases', name, [*describe(derivatives.Case(path), scratch), path[:-len('.case')] + '.xaif']
    for path in sorted(glob.glob(os.path.join(CORPUS, '*', 'tlm.xaif'))):
        name = os.path.basename(os.path.dirname(path))
        if not names or name in names:
            yield 'corpus', name, ['--case', os.path.join(os.path.dirname(path), 'case.json'), path]


def take(job):
    folder, (_, _, arguments) = job
    done = subprocess.run([PROGRAM, *folder, *arguments], capture_output=True, text=True, check=False)
    line = done.stdout.strip().rpartition('.xaif: ')[2]
    if done.returncode not in (0, 1) or not line:
        return f'FAIL, status {done.returncode}: {done.stderr.strip()[:300]}'
    return line


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--folder')
    parser.add_argument('names', nargs='*')
    options = parser.parse_args()
    folder = ['--folder', options.folder] if options.folder else []
    failed, counts, runs = 0, {}, 0
    with tempfile.TemporaryDirectory() as scratch:
        jobs = list(documents(options.names, scratch))
        with parallel.threads(options.jobs) as pool:
            lines = list(pool.map(take, [(folder, job) for job in jobs]))
    for (kind, name, _), line in zip(jobs, lines):
        what, _, more = line.partition(':')
        runs += int(more.split()[0]) if 'runs, ' in more else 0
        counts.setdefault(kind, {}).setdefault(what, []).append(name)
        if what.startswith('FAIL') or (what == 'settled' and name not in SETTLED):
            failed += 1
            print(f'{name}: {line}')
    for kind, found in counts.items():
        print(f'{kind}: ' + ', '.join(f'{len(names)} {what}' for what, names in sorted(found.items())))
        if not options.names and len(found.get('same', ())) < LEAST[kind]:
            failed += 1
            print(f'fewer than {LEAST[kind]} of them are the same')
    print(f'{runs} runs, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
