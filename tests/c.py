#!/usr/bin/env python3
"""Compiles as C the plain programs that association by name makes of the cases of derivatives.py, and runs them.

    c.py [--engine PROGRAM] [--jobs N] [--verbose] [NAME...]

Each case is differentiated in the ways of fortran.py; what comes out is written as C, compiled with all warnings as errors and with sanitizers, run for each
direction, and compared with the exact derivatives of evaluate.py. Tapes have to be empty at the end. Exit status 77 if there is no compiler, and with
XB_FEWER_RUNS. XB_CC names the compiler, which is gcc otherwise.
"""

import math
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import c_write
import derivatives
import evaluate
import fortran
import judged
import worker

WAYS, REVERSE, NOT_FORTRAN = fortran.WAYS, fortran.REVERSE, fortran.NOT_FORTRAN
# What they compute depends on how single precision rounds, which evaluate.py does not do.
ROUNDED = ['constants_of_other_precision']
JUDGE = judged.digest_of_files(os.path.join(derivatives.TOP, name) for name in
                               ('runtime/xaif_tape.h', 'tests/c.py', 'tests/c_write.py', 'tests/evaluate.py', 'tests/evaluate_values.py')).encode()


def calls_of(derived, head, way):
    """The routines that are called, one after the other, for derivatives of one."""
    wanted = [f'{head}_d'] if way == 'forward' else [f'{head}_rec', f'{head}_ret']
    return [next((name for name in (f'OpenAD_{call}', call) if name in derived.routines), call) for call in wanted]


class Unfit(Exception):
    """The case is not for this judge."""


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

    def match(self, routine):
        """Finds for each argument of the original program those of a routine: itself, and its derivative, or None."""
        open_ = [formal.name for formal, _ in routine.formals]
        self.names, self.derivatives = {}, {}
        for symbol in self.formals:
            if not open_:
                raise Unfit('other arguments')
            self.names[symbol] = name = open_.pop(0)
            derivative = open_ and re.fullmatch(re.escape(name) + r'_[db]\d*', open_[0])
            self.derivatives[symbol] = open_.pop(0) if derivative else None
        if open_:
            raise Unfit('arguments of its own')

    def symbol_of(self, name):
        """The argument of the original program that an argument belongs to, be it its derivative."""
        return next(symbol for names in (self.names, self.derivatives) for symbol, own in names.items() if own == name)


class Checker(derivatives.Checker):
    """Compiles and runs one case."""
    language = c_write

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
        self.folder = os.path.join(self.scratch, f'{self.case.name}.c')
        os.makedirs(self.folder, exist_ok=True)
        self.program = os.path.join(self.folder, 'program')
        self.original = evaluate.Document(self.document)
        with open(self.document, encoding='utf-8') as file:
            self.tolerance = 2e-4 if 'feType="F4"' in file.read() else 1e-6
        try:
            self.tasks = self.case.tasks()
            self.exact = [self.jacobian(task) for task in self.tasks]
            source = self.language.write(self.engine, self.document)
        except (evaluate.Unknown, evaluate.Fault) as problem:
            raise Unfit(str(problem)) from None
        said = self.language.compile_source(source, os.path.join(self.folder, 'program'), '-fsyntax-only')
        if said:
            raise Unfit(f'no program of {self.language.NAME}: {said}')

    def compile(self, source):
        return self.language.compile_source(source, os.path.join(self.folder, 'program'), *self.language.objects(self.folder), '-o', self.program)

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
        name = judged.digest(JUDGE, self.language.NAME.encode(), self.case.content, way.encode(), content)
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
            source = self.language.write(self.engine, path)
        except evaluate.Unknown as problem:
            raise Unfit(str(problem)) from None
        head = self.tasks[0].entry
        calls = calls_of(derived, head, way)
        if any(call not in derived.routines for call in calls):
            raise Unfit('no such routine')
        program = Program(self.tasks, self.original, derived)
        inputs, outputs = list(program.elements('out')), list(program.elements('in'))
        seeds, results = (inputs, outputs) if way == 'forward' else (outputs, inputs)
        said = self.compile(source + self.language.main(program, source, calls, seeds, results))
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
    if not c_write.COMPILER or os.environ.get('XB_FEWER_RUNS'):
        print('left out' if c_write.COMPILER else 'there is no compiler')
        sys.exit(77)
    sys.exit(adjoints.main(Checker))
