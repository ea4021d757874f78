#!/usr/bin/env python3
"""Compiles the plain programs that association by name makes of the cases of derivatives.py, and runs them.

    fortran.py [--engine PROGRAM] [--jobs N] [--verbose] [NAME...]

Interpreters let pass what compilers don't: arguments of other kinds and ranks, constants and arguments of intent in that are modified, names that
are one to Fortran. And compilers rely on what Fortran forbids: an argument that is modified shares no storage with another one. Each case whose own
program is one of Fortran is differentiated in the ways of WAYS; `xaifbooster verify --native` has what comes out compiled with run-time checks, run in
several directions, and compared with the evaluator. Exit status 77 if there is no gfortran, and with XB_FEWER_RUNS: the engine does here what it does for
association.py.
"""

import functools
import os
import re
import shutil
import subprocess
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import evaluate
import fortran_write
import judged
from fortran_write import COMPILER, FLAGS, compile_source

REVERSE = ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines']
WAYS = {
    'forward': ['-a', 'basicblockpreaccumulation,associationbyname'],
    'strong motions': [*REVERSE, '--reversal=split'],
    'weak motions': [*REVERSE, '--reversal=joint'],
}
# They break rules of Fortran that compilers don't see, as their alias sets allow, or by functions that change what their statement uses.
NOT_FORTRAN = ['joint_argument_shared', 'loop_heads_with_effects']
JUDGE = judged.digest_of_files([__file__]).encode() + adjoints.JUDGE


def syntax_problem(engine, document, folder, path):
    """What the compiler has to say of a document, or None. @param folder: that of the run time; path: of the source without its suffix"""
    try:
        return compile_source(fortran_write.write(engine, document), path, '-fsyntax-only', '-I' + folder)
    except (evaluate.Unknown, StopIteration) as problem:
        return f'not written: {problem}'


def folder_with_run_time(scratch):
    """A folder of this thread of this process, with the run time as it was compiled."""
    return folder_of(scratch, f'{os.getpid()}.{threading.get_ident()}')


@functools.cache
def folder_of(scratch, owner):
    folder = os.path.join(scratch, owner)
    os.makedirs(folder)
    path = os.path.join(folder, 'run_time')
    said = compile_source(fortran_write.run_time(), path, '-c', '-o', path + '.o')
    if said:
        raise RuntimeError(said)
    return folder


class Checker(adjoints.Checker):
    """Compiles and runs one case."""

    def check(self):
        lines = [*self.case.adjoint, *self.case.by_name]
        if self.case.name in NOT_FORTRAN or any(text.startswith(('unfit', 'refused')) for text in lines) or self.case.status or self.case.get('shared') or self.case.get('kinds') == 'yes':
            self.unfit = 'by its head'
        elif self.case.bodies and self.case.get('catalogue'):
            self.unfit = 'parts of rules are written for components'
        else:
            self.check_ways()

    def check_ways(self):
        try:
            self.prepare()
        except adjoints.Unfit as reason:
            self.unfit = str(reason)
            return
        for way, options in {**WAYS, **self.with_checkpoints()}.items():
            self.judge_way(way, options)

    def with_checkpoints(self):
        """Ways in which all loops of the entry are reversed by checkpoints, if the case wants that: they are not nested."""
        entry = self.case.get('entry', 'head')
        with open(self.case.document, encoding='utf-8') as file:
            loops = [number for number, line in enumerate(file, 1) if '<xaif:ForLoop ' in line]
        return {f'checkpoints {how}': ['-a', 'loopcheckpointing,' + REVERSE[1], *REVERSE[2:], '--checkpoint-loops=' + ','.join(f'{entry}:{line}:{how}' for line in loops)]
                for how in self.case.get('checkpoints').split()}

    def judge_way(self, way, options):
        output = self.path('out.xaif')
        status, said = self.call(*options, *self.case.command(), '--quiet', '-o', output, self.case.document)
        if status == 3 or self.unfit:
            return
        if status:
            self.say(way, f'status {status}: {said}')
            return
        with open(output, 'rb') as file:
            content = file.read()
        self.runs += 1
        kind = '--tangent' if way == 'forward' else '--adjoint=combined'  # and the two sweeps, one after the other
        document = shutil.copy(self.case.document, self.path('original.xaif'))
        self.judge(way, [kind, '--native', f'--compiler=gfortran {" ".join(FLAGS)}'], self.linked(document, False), self.linked(output, True), content)

    def verdict(self, file, judging, document, output):
        """What is wrong, or None. A program that is none of Fortran itself is not for this judge."""
        status, said = self.call('verify', '--quiet', *judging, f'--case={file}', document, output)
        if status in (1, 3) or 'the original: the compiler says' in said:
            self.unfit = next(iter(re.findall('(?:Error|error): .*', said)), said.splitlines()[0])
            return None
        return None if status == 0 else f'status {status}: ' + ' / '.join(line.strip() for line in said.splitlines() if 'rror' in line or line.startswith('    '))[:600]


if __name__ == '__main__':
    if not COMPILER or os.environ.get('XB_FEWER_RUNS'):
        print('left out' if COMPILER else 'there is no gfortran')
        sys.exit(77)
    sys.exit(adjoints.main(Checker))
