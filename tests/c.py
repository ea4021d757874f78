#!/usr/bin/env python3
"""Judges what a compiler of C makes of the cases of derivatives.py, with all warnings as errors and with sanitizers: see compiled.py. XB_CC names the compiler, which is gcc otherwise."""

import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import compiled

LANGUAGE = compiled.Language('c', '.c', os.environ.get('XB_CC') or shutil.which('gcc') or shutil.which('clang'), [
    *compiled.LINKER, '-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror', '-O1', '-fwrapv', '-fsanitize=address,undefined',
    '-fno-sanitize=signed-integer-overflow', '-fno-sanitize-recover=all'], libraries=['-lm'], unchecked=['-O0', '-fno-sanitize=all'])


class Checker(compiled.Checker):
    """Compiles and runs one case as C."""
    language = LANGUAGE


if __name__ == '__main__':
    compiled.main(Checker)
