#!/usr/bin/env python3
"""Compiles the plain programs that association by name makes of the cases of derivatives.py, and runs them.

    fortran.py [--engine PROGRAM] [--jobs N] [--verbose] [NAME...]

Interpreters let pass what compilers don't: arguments of other kinds and ranks, constants and arguments of intent in that are modified, names that
are one to Fortran. And compilers rely on what Fortran forbids: an argument that is modified shares no storage with another one. Each case whose own
program is one of Fortran is differentiated in the ways of WAYS; what comes out is written as Fortran, compiled with
run-time checks, run for each direction, and compared with the exact derivatives of evaluate.py. Stacks have to be empty at the end.
Exit status 77 if there is no gfortran, and with XB_FEWER_RUNS: the engine does here what it does for association.py.
"""

import functools
import math
import os
import re
import shutil
import subprocess
import sys
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import derivatives
import evaluate
import fortran_write
import judged
import worker

COMPILER = shutil.which('gfortran')
LINKER = ['-fuse-ld=gold'] if shutil.which('ld.gold') else []  # it takes half the time
FLAGS = [*LINKER, '-std=f2018', '-O1', '-fcheck=all,no-array-temps', '-finit-real=snan', '-finit-integer=-77777', '-finit-derived', '-Wno-all', '-w']
REVERSE = ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines']
WAYS = {
    'forward': ['-a', 'basicblockpreaccumulation,associationbyname'],
    'strong motions': [*REVERSE, '--reversal=split'],
    'weak motions': [*REVERSE, '--reversal=joint'],
}
# They break rules of Fortran that compilers don't see, as their alias sets allow.
NOT_FORTRAN = ['joint_argument_shared']
# What they compute depends on how single precision rounds, which evaluate.py does not do.
ROUNDED = ['constants_of_other_precision']
JUDGE = judged.digest_of_files(os.path.join(derivatives.TOP, name) for name in
                               ('runtime/xaif_tape.f90', 'tests/fortran.py', 'tests/fortran_write.py', 'tests/evaluate.py', 'tests/evaluate_values.py')).encode()


class Unfit(Exception):
    """The case is not for this judge."""


def compile_source(source, path, *more):
    """What the compiler has to say, or None. @param path: of the source without its suffix; modules go to the same folder"""
    with open(path + '.f90', 'w', encoding='utf-8') as file:
        file.write(source)
    done = subprocess.run([COMPILER, *FLAGS, f'-J{os.path.dirname(path)}', path + '.f90', *more], capture_output=True, text=True, timeout=300, check=False)
    errors = [line for line in done.stderr.splitlines() if line.startswith(('Error', 'Fatal'))]
    return (errors or [done.stderr.strip() or 'the compiler failed'])[0] if done.returncode else None


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


class Program:
    """The main program of a case: its arguments are the numbers of the point and of the direction."""

    def __init__(self, tasks, original, derived):
        self.tasks, self.original, self.derived = tasks, original, derived
        self.formals = [symbol for symbol, _ in tasks[0].routine(original).formals]
        self.intents = dict(tasks[0].routine(original).formals)
        if any(symbol not in self.formals for symbol in tasks[0].visible(original)):
            raise Unfit('global inputs')
        if any(symbol.active and symbol.type != 'real' for symbol in self.formals):
            raise Unfit('active arguments of other types')
        if any(name not in (symbol.name for symbol in self.formals) for name in tasks[0].extents):
            raise Unfit('extents of variables')

    def bounds(self, symbol):
        bounds = self.tasks[0].extents.get(symbol.name, symbol.bounds)
        return bounds or [(1, len(self.tasks[0].inputs.get(symbol.name, [])))] if symbol.rank else []

    def elements(self, unwanted):
        """(symbol, number) of each number of active arguments, but for those of an intent."""
        for symbol in self.formals:
            count = math.prod(high - low + 1 for low, high in self.bounds(symbol))
            if symbol.active and self.intents[symbol] != unwanted:
                yield from ((symbol, i) for i in range(count))

    def element(self, name, symbol, number):
        indices = []
        for low, high in self.bounds(symbol):
            indices.append(str(low + number % (high - low + 1)))
            number //= high - low + 1
        return f'{name}({", ".join(indices)})' if indices else name

    @staticmethod
    def number(symbol, value):
        if symbol.type == 'bool':
            return '.true.' if value else '.false.'
        return f'{float(value)!r}_8' if symbol.type == 'real' else str(value)

    def match(self, routine):
        """Finds for each argument of the original program those of a routine: itself, and its derivative, or None."""
        open_ = [formal.name for formal, _ in routine.formals]
        self.names, self.derivatives = {}, {}
        for symbol in self.formals:
            if not open_:
                raise Unfit('other arguments')
            self.names[symbol] = name = open_.pop(0)
            derivative = open_ and re.fullmatch(re.escape(name) + r'_d\d*', open_[0])
            self.derivatives[symbol] = open_.pop(0) if derivative else None
        if open_:
            raise Unfit('arguments of its own')

    def declarations(self, routine):
        known = {name: symbol for names in (self.names, self.derivatives) for symbol, name in names.items() if name}
        for formal, _ in routine.formals:
            shape = ','.join(f'{low}:{high}' for low, high in self.bounds(known[formal.name]))
            yield f'  {fortran_write.type_of(formal)} :: {formal.name}{f"({shape})" if shape else ""}'

    def values(self):
        """What is set before the call; derivatives of global variables are zero from the beginning."""
        yield from (f'  {name} = 0' for name in self.derivatives.values() if name)
        yield '  select case (point)'
        for number, task in enumerate(self.tasks):
            yield f'  case ({number})'
            for symbol in self.formals:
                for i, value in enumerate(task.inputs.get(symbol.name, [])):
                    yield f'    {self.element(self.names[symbol], symbol, i)} = {self.number(symbol, value)}'
        yield '  end select'

    def main(self, module, calls, seeds, results):
        """@param module: name of the module; calls: names of routines; seeds, results: (symbol, number) of derivatives that are one in turn, and that are printed"""
        routine = self.derived.routines[calls[0]]
        self.match(routine)
        names = ', '.join(formal.name for formal, _ in routine.formals)
        lines = ['program main', '  use xaif_tape, only: tape_is_empty, tape, checkpoints', f'  use {module}, only: {", ".join(sorted(set(map(fortran_write.name_of, calls))))}', '  implicit none', '  integer :: point, direction', '  character(10) :: text',
                 *self.declarations(routine), '  call get_command_argument(1, text)', '  read (text, *) point', '  call get_command_argument(2, text)',
                 '  read (text, *) direction', *self.values(), *(f'  call {fortran_write.name_of(call)}({names})' for call in calls[:-1]), '  select case (direction)']
        lines += [f'  case ({number}); {self.element(self.derivatives[symbol], symbol, i)} = 1' for number, (symbol, i) in enumerate(seeds) if self.derivatives[symbol]]
        lines += ['  end select', f'  call {fortran_write.name_of(calls[-1])}({names})']
        for symbol, i in results:
            lines.append(f'  print \'(es27.17e4)\', {self.element(self.derivatives[symbol], symbol, i) if self.derivatives[symbol] else "0.0"}')
        lines += ['  if (.not. (tape_is_empty(tape) .and. tape_is_empty(checkpoints))) error stop "something is left on a stack"', 'end program']
        return '\n'.join(lines).replace(', ', ', &\n    ') + '\n'


class Checker(derivatives.Checker):
    """Compiles and runs one case."""

    def __init__(self, case, engine, scratch):
        super().__init__(case, engine, scratch)
        self.unfit = None

    def path(self, suffix):
        return os.path.join(self.scratch, f'{self.case.name}.{suffix}')

    def check(self):
        try:
            self.prepare()
            for way, options in {**WAYS, **self.with_checkpoints()}.items():
                self.judge_way(way, options)
        except Unfit as reason:
            self.unfit = str(reason)

    def with_checkpoints(self):
        """Ways in which all loops of the entry are reversed by checkpoints, if the case wants that: they are not nested."""
        with open(self.case.document, encoding='utf-8') as file:
            loops = [number for number, line in enumerate(file, 1) if '<xaif:ForLoop ' in line]
        return {f'checkpoints {how}': ['-a', 'loopcheckpointing,' + REVERSE[1], *REVERSE[2:], '--checkpoint-loops=' + ','.join(f'{self.tasks[0].entry}:{line}:{how}' for line in loops)]
                for how in self.case.get('checkpoints').split()}

    def prepare(self):
        """The program of the case has to be one of Fortran."""
        lines = [*self.case.adjoint, *self.case.by_name]
        if self.case.name in NOT_FORTRAN + ROUNDED or any(text.startswith(('unfit', 'refused')) for text in lines) or self.case.status or self.case.get('shared') or self.case.get('kinds') == 'yes':
            raise Unfit('by its head')
        if self.case.bodies and self.case.get('catalogue'):
            raise Unfit('parts of rules are written for components')
        with open(self.case.document, 'rb') as file:
            self.document = self.linked(file.read(), 'read')
        self.folder = folder_with_run_time(self.scratch)
        self.program = os.path.join(self.folder, 'program')
        self.original = evaluate.Document(self.document)
        with open(self.document, encoding='utf-8') as file:
            self.tolerance = 2e-4 if 'feType="F4"' in file.read() else 1e-6
        try:
            self.tasks = self.case.tasks()
            self.exact = [self.jacobian(task) for task in self.tasks]
            source = fortran_write.write(self.engine, self.document)
        except (evaluate.Unknown, evaluate.Fault) as problem:
            raise Unfit(str(problem)) from None
        said = compile_source(source, os.path.join(self.folder, 'program'), '-fsyntax-only')
        if said:
            raise Unfit(f'no program of Fortran: {said}')

    def compile(self, source):
        return compile_source(source, os.path.join(self.folder, 'program'), os.path.join(self.folder, 'run_time.o'), '-o', self.program)

    def jacobian(self, task):
        """By direction: name to derivatives of all arguments after the call."""
        return {direction: {name: slopes for name, (_, slopes) in task.run(self.original, True, direction).items()} for direction in task.directions(self.original)}

    def judge_way(self, way, options):
        output = self.path('out.xaif')
        done = worker.run([self.engine, *options, *self.case.command(), '--quiet', '-o', output, self.case.document], 120)
        if done.returncode == 3:
            return
        if done.returncode:
            self.say(way, f'status {done.returncode}: {done.stderr}')
            return
        with open(output, 'rb') as file:
            content = file.read()
        name = judged.digest(JUDGE, self.case.content, way.encode(), content)
        self.runs += 1
        if judged.is_right(name):
            return
        wrong = self.compare_way(way, self.linked(content, 'run'))
        if wrong:
            self.say(way, wrong)
        else:
            judged.remember(name)

    def compare_way(self, way, path):
        derived = evaluate.Document(path)
        try:
            modules = fortran_write.write(self.engine, path)
        except evaluate.Unknown as problem:
            raise Unfit(str(problem)) from None
        head = self.tasks[0].entry
        calls = [head] if way == 'forward' else [f'OpenAD_record_{head}', f'OpenAD_return_{head}']
        if any(call not in derived.routines for call in calls):
            raise Unfit('no such routine')
        program = Program(self.tasks, self.original, derived)
        inputs, outputs = list(program.elements('out')), list(program.elements('in'))
        seeds, results = (inputs, outputs) if way == 'forward' else (outputs, inputs)
        said = self.compile(modules + program.main(fortran_write.module_of(modules), calls, seeds, results))
        if said:
            return f'the compiler says: {said}'
        wrong = (self.run_direction(point, direction, seed, results, way == 'forward') for point in range(len(self.tasks)) for direction, seed in enumerate(seeds))
        return next(filter(None, wrong), None)

    def run_direction(self, point, direction, seed, results, forward):
        done = subprocess.run([self.program, str(point), str(direction)], capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            return f'fails: {" ".join(done.stderr.strip().splitlines()[:2])}'
        for result, text in zip(results, done.stdout.split()):
            (source, i), (target, k) = (seed, result) if forward else (result, seed)
            wanted = self.exact[point].get((source.name, i), {}).get(target.name, [0.0])[k]
            if wanted is not None and not abs(float(text) - wanted) <= self.tolerance * max(1.0, abs(wanted)):
                return f'd {target.name}({k + 1}) / d {source.name}({i + 1}) is {text} instead of {wanted} at point {point + 1}'
        return None


if __name__ == '__main__':
    if not COMPILER or os.environ.get('XB_FEWER_RUNS'):
        print('left out' if COMPILER else 'there is no gfortran')
        sys.exit(77)
    sys.exit(adjoints.main(Checker))
