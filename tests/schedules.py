#!/usr/bin/env python3
"""Judges adjoint code that is reversed by schedules.

    schedules.py [--engine PROGRAM] [--jobs N] [--random N] [NAME...]

Each case of derivatives.py with calls of routines that have bodies is reversed with all calls strong and with all weak, with each
call the only weak one, with each call the only strong one, and by random schedules, as replacement lists and as routines, and is
judged as adjoints.py does it. Then what a schedule file may get wrong is tried, what generated routines do with formal arguments of
intent in, and that weak calls make the tape shorter. With XB_FEWER_RUNS, every other case.
"""

import argparse
import os
import random
import re
import sys
import tempfile
from xml.etree import ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import derivatives
import parallel
import worker
import xaif

FORMS = {'lists': ['split'], 'routines': ['motions', 'combined']}
XAIF = '{http://www.mcs.anl.gov/XAIF}'
LONG_TAPE = 'tests/data/derivatives/steps_called_twice.xaif'


def calls_of(text):
    """(caller, callee, number) of the calls of routines with bodies, in the order of the text."""
    bodies = set(re.findall(r'<xaif:ControlFlowGraph\b[^>]*?symbol_id="([^"]*)"', text))
    found, caller, counts = [], None, {}
    for kind, name in re.findall(r'<xaif:(ControlFlowGraph|SubroutineCall)\b[^>]*?symbol_id="([^"]*)"', text):
        if kind == 'ControlFlowGraph':
            caller, counts = name, {}
        elif name in bodies:
            counts[name] = counts.get(name, 0) + 1
            found.append((caller, name, counts[name]))
    return found


def schedules_of(name, calls, count):
    """Names and texts of schedules; a text of None is that of an option."""
    drawn = random.Random(name)
    yield 'split', None
    yield 'joint', None
    for caller, callee, number in calls:
        yield f'weak {caller} {callee}#{number}', f'{caller} {callee}#{number} weak\n'
        yield f'strong {caller} {callee}#{number}', f'* * weak\n{caller} {callee}#{number} strong\n'
    for i in range(count):
        yield f'random {i}', ''.join(f'{caller} {callee}#{number} {drawn.choice(["weak", "strong"])}\n' for caller, callee, number in calls)


class Checker(adjoints.Checker):
    """Runs one case by schedules."""

    def __init__(self, case, engine, scratch, count):
        super().__init__(case, engine, scratch)
        self.count = count

    def check(self):
        if self.case.adjoint and not self.case.adjoint[0].startswith('says:') or self.case.get('kinds') == 'yes' or self.case.status \
                or 'full' not in self.case.information():
            return
        with open(self.case.document, encoding='utf-8') as file:
            calls = calls_of(file.read())
        if not calls or self.case.bodies or '--wrappers' in ' '.join(self.case.command()):
            return
        try:
            self.prepare()
        except adjoints.Unfit:
            return
        self.wanted = (0, '')
        for name, text in schedules_of(self.case.name, calls, self.count):
            schedule = name
            if text:
                schedule = self.path('schedule')
                with open(schedule, 'w', encoding='utf-8') as file:
                    file.write(text)
            for form, templates in FORMS.items():
                self.run_with(f'{name}, {form}', self.case.document, [f'--reversal={schedule}', f'--motions={form}'], [], templates)
            if self.unfit or len(self.problems) > 2:
                return


def check(work):
    path, engine, scratch, count = work
    checker = Checker(derivatives.Case(path), engine, scratch, count)
    checker.check()
    return checker.runs, [f'{checker.case.name} ({where[0]}): {what}' for what, where in checker.problems.items()]


# What a file says, and what is said of it.
WRONG = {
    'head\n': "1: error: three words are expected, the last one is 'head'",
    '# fine\nhead step weak now\n': "2: error: after the third word there is 'now'",
    'head step week\n': "1: error: neither strong nor weak: 'week'",
    'head step# weak\n': "1: error: after '#' there is no number of a call: 'step'",
    'head step#0 weak\n': "1: error: after '#' there is no number of a call: 'step'",
    '\n\nhead nothing weak # comment\n': "3: error: there is no call of 'nothing' in 'head'",
    'HEAD Step#3 strong\n': "1: error: there is no call of 'Step#3' in 'HEAD'",
}
RIGHT = ['', '\ufeffhead step weak\n', '# nothing\n', '* * weak', 'H?AD [rs]tep weak\n', '  HEAD\tstep#1   weak  # the first\n']
WARNED = {
    '* nothing weak\n': "1: warning: no call fits '* nothing'",
    '# fine\nnothing* * weak\n': "2: warning: no call fits 'nothing* *'",
}


def check_files(engine, scratch):
    """Problems with schedule files."""
    schedule, output = os.path.join(scratch, 'schedule'), os.path.join(scratch, 'out.xaif')
    document = os.path.join(derivatives.TOP, LONG_TAPE)

    def transform(text):
        with open(schedule, 'w', encoding='utf-8') as file:
            file.write(text)
        done = worker.run([engine, *adjoints.REVERSE, f'--reversal={schedule}', '-o', output, document])
        return done.returncode, done.stderr

    for text, wanted in WRONG.items():
        status, said = transform(text)
        if status != 2 or not said.startswith(f'{schedule}:{wanted}\n') or os.path.exists(output):
            yield f'{text!r}: status {status}, {said}'
    for text in RIGHT:
        status, said = transform(text)
        if status or said:
            yield f'{text!r}: status {status}, {said}'
    for text, wanted in WARNED.items():
        status, said = transform(text)
        if status or not said.startswith(f'{schedule}:{wanted}\n'):
            yield f'{text!r}: status {status}, {said}'
    done = worker.run([engine, *adjoints.REVERSE, f'--reversal={scratch}/none', document])
    if done.returncode != 4 or f'{scratch}/none: error: can\'t read the schedule: ' not in done.stderr:
        yield f'a file that is not there: status {done.returncode}, {done.stderr}'


# Cases with formal arguments of intent in that are passed on, and the options that they are reversed with.
PASSED_ON = ['steps_called_twice', 'complex_calls', 'kept_scalar', 'local_sized_by_assignment', 'rename_generated', 'rule_of_solver', 'undefined_argument']
JOINT_FORMS = [['--reversal=joint'], ['--reversal=joint', '--motions=routines']]


def formals_of(routine):
    """(scope, symbol, intent) by position."""
    return {f.get('position'): (f.get('scope_id'), f.get('symbol_id'), f.get('intent')) for f in routine.iter(f'{XAIF}ArgumentSymbolReference')}


def inputs_modified(text):
    """What generated routines pass of their formal arguments of intent in for formals of generated routines of other intents."""
    found = [r for kind in ('ControlFlowGraph', 'ReplacementList') for r in ElementTree.fromstring(text).findall(f'{XAIF}{kind}')]
    formals = {r.get('symbol_id'): formals_of(r) for r in found}
    for routine in found:
        inputs = {formal[:2] for formal in formals[routine.get('symbol_id')].values() if formal[2] == 'in'}
        for call in routine.iter(f'{XAIF}SubroutineCall'):
            callee = formals.get(call.get('symbol_id'), {})
            for argument in call.findall(f'{XAIF}Argument'):
                passed = next(argument.iter(f'{XAIF}SymbolReference'), None)
                intent = callee.get(argument.get('position'), ('', '', 'in'))[2]
                if intent != 'in' and passed is not None and (passed.get('scope_id'), passed.get('symbol_id')) in inputs:
                    yield f'{routine.get("symbol_id")} passes {passed.get("symbol_id")}, of intent in, to {call.get("symbol_id")} for one of intent {intent}'


def check_intents(engine, scratch):
    """Problems with intents of generated routines, which compilers of the result would refuse."""
    output = os.path.join(scratch, 'out.xaif')
    for name in PASSED_ON:
        case = derivatives.Case(os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives', name + '.case'))
        for options in JOINT_FORMS:
            worker.run_well([engine, *adjoints.REVERSE, *case.command(), *options, '-o', output, case.document])
            with open(output, encoding='utf-8') as file:
                yield from (f'{name}, {" ".join(options)}: {problem}' for problem in inputs_modified(file.read()))


# The first call of step, and that of f in head, lead to passive versions if activity is computed.
WITH_PASSIVE_CALLS = """
subroutine head(x in, p in, y out)
  real x, p, y, t, q
  q = p
  call step(q)
  t = x
  call step(t)
  call step(t)
  y = t*q*f(p)
end
subroutine step(t)
  real t
  t = sin(t)*f(t) + 0.1
end
subroutine f(a in, b out)
  real a
  result real b
  b = exp(a)
end
"""
COMPUTED = ['--entry=head', '--independents=x', '--dependents=y', '--activity=computed']
# The calls in head that are weak by schedules, as they are in the program that is read; None: an error.
PASSIVE_CALLS = {'head step#1 weak\n': [], 'head step#2 weak\n': ['step#2'], 'head step#3 weak\n': ['step#3'], 'head step weak\n': ['step#2', 'step#3'],
                 'head step#4 weak\n': None, 'head f weak\n': [], 'step f weak\n': [], '* * weak\nhead step#2 strong\n': ['step#3']}
WRITTEN = ['head step#1', 'head step#2', 'head step#3', 'head f', 'step f']


def check_passive(engine, scratch):
    """Problems with names of calls when some of their callees get passive versions."""
    document, schedule, output, written = (os.path.join(scratch, name) for name in ('passive.xaif', 'schedule', 'out.xaif', 'written'))
    with open(document, 'w', encoding='utf-8') as file:
        file.write(xaif.build(WITH_PASSIVE_CALLS, 'passive'))
    for text, wanted in PASSIVE_CALLS.items():
        with open(schedule, 'w', encoding='utf-8') as file:
            file.write(text)
        done = worker.run([engine, '--mode=adjoint', *COMPUTED, f'--reversal={schedule}', f'--write-schedule={written}', '--verify', '-o', output, document])
        if done.returncode != (2 if wanted is None else 0):
            yield f'passive calls, {text!r}: status {done.returncode}, {done.stderr}'
        if done.returncode:
            continue
        with open(output, encoding='utf-8') as file:
            root = ElementTree.fromstring(file.read())
        head = next(r for r in root.findall(f'{XAIF}ControlFlowGraph') if r.get('symbol_id') == 'head_b')
        weak = {re.search(r'xb\.call=(\S+)', call.get('tags'))[1] for call in head.iter(f'{XAIF}SubroutineCall') if 'joint' in call.get('symbol_id')}
        if weak != set(wanted):
            yield f'passive calls, {text!r}: weak are {sorted(weak)}'
        with open(written, encoding='utf-8') as file:
            rules = [line.rpartition(' ') for line in file.read().splitlines() if not line.startswith('#')]
        if sorted(rule[0] for rule in rules) != sorted(WRITTEN) or not set(wanted) <= {rule[0].split()[1] for rule in rules if rule[2] == 'weak'}:
            yield f'passive calls, {text!r}: written is {rules}'


def peak(engine, scratch, schedule):
    """The longest tape of a run, in values."""
    output = os.path.join(scratch, 'out.xaif')
    document = os.path.join(derivatives.TOP, LONG_TAPE)
    worker.run_well([engine, *adjoints.REVERSE, f'--reversal={schedule}', '--motions=routines', '-o', output, document])
    run = os.path.join(os.path.dirname(engine), 'xaif-run')
    done = worker.run_well([run, '--jacobian=motions', '--counts', '--x=0.3', output])
    return int(re.search(r'tape_peak\D*(\d+)', done.stdout).group(1))


def main():
    parser = argparse.ArgumentParser(description='Judge adjoint code that is reversed by schedules.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--random', type=int, default=2)
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    folder = os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives')
    names = arguments.names or sorted(f[:-len('.case')] for f in os.listdir(folder) if f.endswith('.case'))[::2 if os.environ.get('XB_FEWER_RUNS') else 1]
    runs, cases, problems = 0, 0, []
    with tempfile.TemporaryDirectory() as scratch:
        problems += [*check_files(arguments.engine, scratch), *check_intents(arguments.engine, scratch), *check_passive(arguments.engine, scratch)]
        split, joint = peak(arguments.engine, scratch, 'split'), peak(arguments.engine, scratch, 'joint')
        if not joint < split:
            problems.append(f'the tape of {LONG_TAPE} has {joint} values if calls are weak, {split} if they are strong')
        with parallel.processes(arguments.jobs) as pool:
            work = [(os.path.join(folder, name + '.case'), arguments.engine, scratch, arguments.random) for name in names]
            for count, found in pool.map(check, work):
                cases, runs, problems = cases + (count > 0), runs + count, problems + found
    for problem in problems:
        print(problem)
    print(f'{cases} cases with calls, {runs} runs, {len(problems)} problems; longest tape {joint} of {split} values')
    return 1 if problems or not cases else 0


if __name__ == '__main__':
    sys.exit(main())
