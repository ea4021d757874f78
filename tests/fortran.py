#!/usr/bin/env python3
"""Judges what gfortran makes of the cases of derivatives.py, with run-time checks: see compiled.py."""

import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import compiled

with open(os.path.join(compiled.RUN_TIME, 'xaif_tape.f90'), encoding='utf-8') as stream:
    LANGUAGE = compiled.Language('fortran', '.f90', shutil.which('gfortran'), [
        *compiled.LINKER, '-std=f2018', '-O1', '-fcheck=all,no-array-temps', '-finit-real=snan', '-finit-integer=-77777', '-finit-derived', '-Wno-all', '-w'],
        unchecked=['-O0', '-fwrapv', '-fno-range-check'], run_time=stream.read())


class Checker(compiled.Checker):
    """Compiles and runs one case as Fortran."""
    language = LANGUAGE


if __name__ == '__main__':
    compiled.main(Checker)
