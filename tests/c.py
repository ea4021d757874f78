#!/usr/bin/env python3
"""Judges what compilers of C make of the cases of derivatives.py, with all warnings as errors and with sanitizers: see compiled.py. It is gcc, and, of weak motions, clang, too, if there is
one, or what XB_CC names."""

import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import compiled

COMPILERS = [os.environ['XB_CC']] if 'XB_CC' in os.environ else list(filter(None, map(shutil.which, ('gcc', 'clang'))))
FLAGS = [*compiled.LINKER, '-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror', '-O1', '-fwrapv', '-fsanitize=address,undefined',
         '-fno-sanitize=signed-integer-overflow', '-fno-sanitize-recover=all']
# Of variables that only count, as in adjoint sweeps, clang says what gcc does not.
LANGUAGE = compiled.Language('c', '.c', COMPILERS[0] if COMPILERS else None, FLAGS, libraries=['-lm'], unchecked=['-O0', '-fno-sanitize=all'],
                             others=[' '.join([compiler, *FLAGS, '-Wno-unused-but-set-variable']) for compiler in COMPILERS[1:]])


class Checker(compiled.Checker):
    """Compiles and runs one case as C."""
    language, takes_turns = LANGUAGE, not os.environ.get('XB_EVERY_WAY')


if __name__ == '__main__':
    compiled.main(Checker)
