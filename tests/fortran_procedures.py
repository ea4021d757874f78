#!/usr/bin/env python3
"""Judges derivatives of routines that get procedures nothing is known of, which are passed with their derivatives, and of others that need a caller of their own.

    fortran_procedures.py [NAME]...

Each program NAME.f90 of tests/fortran/procedures is differentiated (tangent, split and joint) as the comment at its beginning says. NAME_user.f90 has a program with the
procedures, and their derivatives by hand, which calls what comes out, and prints a derivative and what it is by differences. Exit status 77 without
gfortran or a reader of Fortran.
"""

import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import fortran_sources

TOLERANCE = 1e-7
FLAGS = ['-cpp', '-O1', '-fcheck=all,no-array-temps', '-fimplicit-none']
TAPE = os.path.join(fortran_sources.TOP, 'runtime', 'xaif_tape.f90')


def run(folder, *command):
    """What a command prints, or why it failed."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    return done.stdout if done.returncode == 0 else f'{" ".join(command)}: status {done.returncode}: {done.stderr[:1000]}'


def judge(source, mode):
    """What is wrong with a mode of a source, or nothing."""
    asked = [f'--{key}={source.head[key]}' for key in ('entry', 'independents', 'dependents')]
    user = source.path.replace('.f90', '_user.f90')
    with tempfile.TemporaryDirectory() as folder:
        said = run(folder, os.path.join(fortran_sources.BUILD, 'inplace', 'xaifbooster'), '--quiet', *fortran_sources.MODES[mode], *asked, '-o', 'made.f90', source.path)
        defined = ['-DTANGENT'] if mode == 'tangent' else []
        said = said or run(folder, 'gfortran', *FLAGS, *defined, TAPE, 'made.f90', user, '-o', 'check')
        said = said or run(folder, './check')
    numbers = said.split()
    try:
        one, other = map(float, numbers)
    except ValueError:
        return said
    return '' if abs(one - other) <= TOLERANCE*abs(other) else f'{one} instead of {other}'


def main():
    reader = fortran_sources.default_reader()
    if not reader or not shutil.which('gfortran'):
        print('there is no reader of Fortran, or no gfortran')
        return 77
    os.environ['XAIFBOOSTER_FORTRAN_READER'] = reader
    names = sys.argv[1:]
    failed = count = 0
    for path in sorted(glob.glob(os.path.join(fortran_sources.SOURCES, 'procedures', '*.f90'))):
        source = fortran_sources.read_head(path)
        if not source or (names and source.name not in names):
            continue
        for mode in fortran_sources.MODES:
            wrong = judge(source, mode)
            count += 1
            failed += bool(wrong)
            if wrong:
                print(f'{source.name}, {mode}: {wrong}')
    print(f'{count - failed} passed, {failed} failed')
    return 1 if failed or not count else 0


if __name__ == '__main__':
    sys.exit(main())
