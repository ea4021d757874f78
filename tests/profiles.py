#!/usr/bin/env python3
"""Judges profiles, and schedules that are chosen by them.

    profiles.py [--engine PROGRAM] [--jobs N] [--trees N] [NAME...]

Each case of derivatives.py with calls of routines that have bodies is profiled. What the profile promises of a random schedule, the most
bytes that are stored at once, is what a run by it stores; so it is if the profile was measured of a run by another schedule. For random
call trees and several limits schedules are chosen: what is measured of them keeps within the limit, or the limit is below what all
schedules need; none of all the others that keep it costs fewer steps; and derivatives are right. Then what a profile may get wrong is
tried.
"""

import argparse
import itertools
import os
import random
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import derivatives
import parallel
import schedules
import worker
import xaif

ROUTINES = [*adjoints.REVERSE, '--motions=routines', '--quiet']


class Runner:
    """Reverses programs by schedules, and measures them. Files begin with a name."""

    def __init__(self, engine, prefix):
        self.engine, self.prefix = engine, prefix
        self.run_program = os.path.join(os.path.dirname(engine), 'xaif-run')

    def path(self, suffix):
        return f'{self.prefix}_{suffix}'

    def write(self, suffix, text):
        with open(self.path(suffix), 'w', encoding='utf-8') as file:
            file.write(text)
        return self.path(suffix)

    def reverse(self, document, *options):
        """Status and messages; the program is at path('adjoint')."""
        done = worker.run([self.engine, *ROUTINES, *options, '-o', self.path('adjoint'), document])
        return done.returncode, done.stderr

    def counts(self, *options):
        """What is counted in a run of the reversed program; None if it fails."""
        done = worker.run([self.run_program, '--quiet', '--jacobian=motions', '--counts', *options, self.path('adjoint')])
        return {name: int(number) for name, number in re.findall(r'count of (\w+): (\d+)', done.stdout)} if done.returncode == 0 else None

    def profile(self, document, reversal, *options):
        """The text of the profile, also at path('profile'); None if there is none."""
        status, _ = self.reverse(document, f'--reversal={reversal}')
        if status or self.counts('--profile=' + self.path('profile'), *options) is None:
            return None
        with open(self.path('profile'), encoding='utf-8') as file:
            return file.read()

    def promise(self):
        """(bytes, steps) that the written schedule tells."""
        with open(self.path('written'), encoding='utf-8') as file:
            return tuple(int(number) for number in re.search(r'this schedule: (\d+) bytes? stored at most, (\d+) ', file.read()).groups())

    def promised(self):
        return ['--profile=' + self.path('profile'), '--write-schedule=' + self.path('written')]


# ---- cases ------------------------------------------------------------------------------------------------

def check_case(work):
    """(whether it was profiled, problems) of a case."""
    path, engine, scratch = work
    checker = derivatives.Case(path)
    if checker.adjoint or checker.get('kinds') == 'yes' or checker.status or checker.bodies or 'full' not in checker.information():
        return False, []
    with open(checker.document, encoding='utf-8') as file:
        calls = schedules.calls_of(file.read())
    drive = adjoints.Checker(checker, engine, scratch)
    try:
        drive.prepare()
    except adjoints.Unfit:
        return False, []
    runner = Runner(engine, os.path.join(scratch, checker.name))
    how = [f'--case={drive.files[0]}']
    if not calls or '--wrappers' in ' '.join(checker.command()) or runner.profile(checker.document, 'joint', *how) is None:
        return False, []
    drawn, problems = random.Random(checker.name), []
    rules = runner.write('rules', ''.join(f'{caller} {callee}#{number} {drawn.choice(["weak", "strong"])}\n' for caller, callee, number in calls))
    for reversal in ('split', rules):
        status, said = runner.reverse(checker.document, f'--reversal={reversal}', *runner.promised())
        counts = runner.counts(*how)
        if status or counts is None:
            problems.append(f'{checker.name}: {said or "it can not be run"}')
        elif runner.promise()[0] != counts['stored_peak']:
            problems.append(f'{checker.name}, {reversal}: {counts["stored_peak"]} bytes are stored, not {runner.promise()[0]}')
    if shape_of(runner.profile(checker.document, 'joint', *how)) != shape_of(runner.profile(checker.document, rules, *how)):
        problems.append(f'{checker.name}: other profiles by other schedules')
    return True, problems


def shape_of(profile):
    """What does not depend on the schedule: numbers and sizes of pushes and calls."""
    return sorted((words[1], words[3], words[-1]) for words in (re.sub(r'steps \d+ operations \d+|checkpoint \S+', '', line).split()
                                                               for line in profile.splitlines() if line.startswith('routine ')))


# ---- call trees -------------------------------------------------------------------------------------------

def tree(drawn):
    """A program of routines that call those after them, and tape in loops."""
    count = drawn.randint(2, 5)
    text = []
    for i in range(count):
        callees = [] if i == count - 1 else [drawn.randint(i + 1, count - 1) for _ in range(drawn.randint(1, 2))]
        lines = [f'call r{k}(t)' for k in callees]
        lines.insert(drawn.randint(0, len(lines)), f'do i = 1, {drawn.randint(1, 6)}\nt = sin(t)*exp(cos(t)) + 0.{i + 1}\nend')
        text.append(f'subroutine r{i}(t)\nreal t\ninteger i\n' + '\n'.join(lines) + '\nend')
    return 'subroutine head(x in, y out)\nreal x, y, t\nt = x\ncall r0(t)\ncall r0(t)\ny = t*x\nend\n' + '\n'.join(text)


def chain(length):
    """A program with more calls than schedules of them can be tried."""
    text = ['subroutine head(x in, y out)\nreal x, y, t\nt = x\ncall r0(t)\ny = t*x\nend\n']
    for i in range(length):
        calls = f'call r{i + 1}(t)\n' if i + 1 < length else ''
        text.append(f'subroutine r{i}(t)\nreal t\ninteger i\ndo i = 1, {1 + i % 7}\nt = sin(t)*exp(cos(t)) + 0.5\nend\n{calls}end\n')
    return ''.join(text)


def best_of_all(runner, document, limit):
    """The fewest steps of all schedules that keep within a limit, as promised; None if none does."""
    with open(document, encoding='utf-8') as file:
        calls = schedules.calls_of(file.read())
    found = []
    for kinds in itertools.product(('weak', 'strong'), repeat=len(calls)):
        rules = runner.write('rules', ''.join(f'{caller} {callee}#{number} {kind}\n' for (caller, callee, number), kind in zip(calls, kinds)))
        runner.reverse(document, f'--reversal={rules}', *runner.promised())
        stored, steps = runner.promise()
        if stored <= limit:
            found.append(steps)
    return min(found, default=None)


def choose(runner, document, limit, judges, least_of_all):
    """(whether the limit is met, problem or None)."""
    status, said = runner.reverse(document, '--reversal=auto', f'--tape-limit={limit}', *runner.promised())
    if status:
        least = re.search(r'the least is (\d+)', said)
        wrong = status != 3 or not least or int(least.group(1)) <= limit or int(least.group(1)) > least_of_all
        return False, f'status {status}: {said}' if wrong else None
    stored, steps = runner.promise()
    measured = runner.counts()
    if not measured or measured['stored_peak'] != stored or stored > limit:
        return True, f'{stored} bytes are promised, {measured} measured'
    judged = judges and worker.run([runner.engine, 'verify', '--quiet', document, runner.path('adjoint')])
    if judged and judged.returncode:
        return True, judged.stderr + judged.stdout
    if least_of_all is None and steps != best_of_all(runner, document, limit):
        return True, f'{steps} steps are run again, {best_of_all(runner, document, limit)} would do'
    return True, None


def beyond(engine, scratch):
    """What is wrong with what is said of loops that are nested so deeply that no number tells what is stored; or None."""
    runner = Runner(engine, os.path.join(scratch, 'beyond'))
    loops = ''.join(f'  do i{k} = 1, 100000\n' for k in range(6))
    source = ('subroutine head(x in, y out)\n  real x, y, t\n  integer ' + ', '.join(f'i{k}' for k in range(6)) + f'\n  t = x\n{loops}    call part(t)\n'
              + '  end\n' * 6 + '  y = t\nend\nsubroutine part(t inout)\n  real t\n  t = sin(t)*t\nend\n')
    status, said = runner.reverse(runner.write('xaif', xaif.build(source, 'beyond')), '--reversal=auto', '--tape-limit=1000')
    right = status == 3 and 'the least is estimated to be beyond 18446744073709551615' in said and '--tape-limit=1' not in said
    return None if right else f'status {status}: {said}'


def jumps(engine, scratch):
    """What is wrong with what is promised of a loop that a jump leaves; or None."""
    runner = Runner(engine, os.path.join(scratch, 'jumps'))
    source = ('''subroutine head(x in, y out)
  real x, y
  integer i
  y = x
  do i = 1, 100
    call part(y)
    if (y > 4.5) goto 4
  end
  4::
  y = y*x
end
subroutine part(t inout)
  real t
  t = sin(t)*t
end
''')
    status, said = runner.reverse(runner.write('xaif', xaif.build(source, 'jumps')), '--reversal=auto', '--tape-limit=100')
    right = status == 3 and 'the least is 400, where all calls are strong' in said  # ten rounds
    return None if right else f'status {status}: {said}'


def check_tree(work):
    """(limits that are met, limits that are not, problems) of a random call tree."""
    engine, scratch, seed, text = work
    drawn = random.Random(seed)
    runner = Runner(engine, os.path.join(scratch, f'tree{seed}'))
    document = runner.write('xaif', xaif.build(text or tree(drawn), 'tree'))
    runner.profile(document, 'joint')
    joint = runner.counts()['stored_peak']
    runner.reverse(document, '--reversal=split')
    split = runner.counts()['stored_peak']
    limits = [split, joint, drawn.randint(joint//2, split), 8] if seed else [(split + joint)//2]
    outcomes = [(limit, *choose(runner, document, limit, i == 1, min(split, joint) if seed or text else None)) for i, limit in enumerate(limits)]
    problems = [f'tree {seed}, limit {limit}: {problem}' for limit, _, problem in outcomes if problem]
    problems += [f'tree {seed}: {limit} bytes would do' for limit, met, _ in outcomes if not met and limit >= min(split, joint)]
    met = sum(met for _, met, _ in outcomes)
    return met, len(limits) - met, problems


# ---- what goes wrong --------------------------------------------------------------------------------------

PROFILE = 'profile 1\nactivation 1 f steps 6 operations 4\n  push 8\nend\nactivation 2 head steps 9 operations 4\n'
WRONG = {
    '': " error: there is no line 'profile 1'",
    'profile 2\n': "1: error: profiles of this format can't be read: '2'",
    '# nothing\n\nrun 1\n': "3: error: this line is not expected here: 'run'",
    'profile 1\nrun 1\n': "2: error: there is no earlier activation '1'",
    'profile 1\nactivation 2 f steps 1 operations 1\n': "2: error: activations are numbered in order, from 1: '2'",
    'profile 1\nactivation 1 f steps x operations 1\n': "2: error: this is no number: 'x'",
    'profile 1\nactivation 1 f\n': "2: error: there are too few or too many words after 'activation'",
    PROFILE: "5: error: the last activation has no 'end'",
    PROFILE + '  call f#0x 1 checkpoint 8\n': "6: error: this is no number: '0x'",
    PROFILE + '  call f#1 2 checkpoint 8\n': "6: error: there is no earlier activation '2'",
    PROFILE + '  call f#1 1 checkpoint many\n': "6: error: this is no number: 'many'",
    PROFILE + '  pull 8\n': "6: error: a line of a profile does not begin with 'pull'",
    PROFILE + '  repeat 2\n'*70: "69: error: repetitions are nested too deep: '2'",
    PROFILE + 'end\n': "6: error: there is no line 'run NUMBER'",
    PROFILE + '  call f#7 1 checkpoint 8\nend\nrun 2\n': " error: the profile has a call of 'f', number 7, in 'head', which the document has not",
    'profile 1\nactivation 1 other steps 1 operations 1\nend\nrun 1\n':
        ' error: the profile tells nothing about the program: it names none of its routines',
}
OPTIONS = {
    ('--reversal=auto',): '--reversal=auto needs to know how much may be stored',
    ('--reversal=split', '--tape-limit=1'): '--tape-limit is for schedules that are chosen',
    ('--reversal=auto', '--tape-limit=1T'): "--tape-limit: '1T' is no number of bytes",
    ('--reversal=auto', '--tape-limit=-1'): "--tape-limit: '-1' is no number of bytes",
    ('--reversal=auto', '--tape-limit=99999999999G'): "--tape-limit: '99999999999G' is more than 2^64 - 1 bytes",
    ('--reversal=auto', '--tape-limit=18446744073709551616'): "--tape-limit: '18446744073709551616' is more than 2^64 - 1 bytes",
    ('--reversal=auto', '--tape-limit=1KK'): "--tape-limit: '1KK' is no number of bytes",
    ('--profile=x',): 'there is no schedule: templates decide',
    ('--reversal=split', '--write-schedule=-'): "--write-schedule can't be standard output",
}


def check_wrong(runner, document):
    """Problems with profiles and options that are wrong."""
    for text, wanted in WRONG.items():
        profile = runner.write('profile', text)
        status, said = runner.reverse(document, '--reversal=auto', '--tape-limit=1G', *runner.promised())
        if status != 2 or not said.startswith(f'{profile}:{wanted}\n') or os.path.exists(runner.path('adjoint')) or os.path.exists(runner.path('written')):
            yield f'{text!r}: status {status}, {said}'
    profile = runner.write('profile', 'profile 1\nactivation 1 other steps 1 operations 1\nend\nrun 1\n')
    status, said = runner.reverse(document, '--reversal=joint', *runner.promised())
    if status != 2 or not said.startswith(f'{profile}: error: the profile tells nothing about the program'):
        yield f"another program's profile, of a schedule that is given: status {status}, {said}"
    for options, wanted in OPTIONS.items():
        status, said = runner.reverse(document, *options)
        if status != 2 or f'error: {wanted}\n' not in said:
            yield f'{options}: status {status}, {said}'
    status, said = runner.reverse(document, '--reversal=auto', '--tape-limit=1', '--write-schedule=' + runner.path('written'))
    if status != 3 or 'no schedule keeps what is stored within 1 byte' not in said or os.path.exists(runner.path('written')):
        yield f'a limit that is too low: status {status}, {said}'
    for limit in ('18446744073709551615', '17179869183G'):
        if runner.reverse(document, '--reversal=auto', f'--tape-limit={limit}')[0]:
            yield f'a limit of {limit} bytes is refused'
    functions = os.path.join(os.path.dirname(document), 'function_in_conditions.xaif')
    status, said = runner.reverse(functions, '--reversal=joint', '--write-schedule=' + runner.path('written'))
    with open(runner.path('written'), encoding='utf-8') as stream:
        rules = [line for line in stream if not line.startswith('#')]
    if status or len(rules) < 3 or len(set(rules)) < len(rules):
        yield f'functions in conditions: status {status}, {said}, rules {rules}'
    runner.reverse(document, '--reversal=joint', '--strip-tags')
    if runner.counts('--profile=' + runner.path('none')) or os.path.exists(runner.path('none')):
        yield 'a program without tags has a profile'
    runner.reverse(document, '--reversal=joint', '--motions=lists')
    if runner.counts('--profile=' + runner.path('none')) or os.path.exists(runner.path('none')):
        yield 'a program of replacement lists has a profile'


def main():
    parser = argparse.ArgumentParser(description='Judge profiles, and schedules that are chosen by them.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--trees', type=int, default=50, help='how many random call trees')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    engine = os.path.abspath(arguments.engine)
    folder = os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives')
    names = arguments.names or sorted(f[:-len('.case')] for f in os.listdir(folder) if f.endswith('.case'))
    document = os.path.join(derivatives.TOP, schedules.LONG_TAPE)
    with tempfile.TemporaryDirectory() as scratch:
        problems = list(check_wrong(Runner(engine, os.path.join(scratch, 'wrong')), document))
        problems += filter(None, [beyond(engine, scratch), jumps(engine, scratch)])
        with parallel.processes(arguments.jobs) as pool:
            cases = list(pool.map(check_case, [(os.path.join(folder, name + '.case'), engine, scratch) for name in names]))
            texts = [None]*arguments.trees + [chain(40)]
            trees = list(pool.map(check_tree, [(engine, scratch, seed, text) for seed, text in enumerate(texts)]))
    for _, found in cases:
        problems += found
    for _, _, found in trees:
        problems += found
    for problem in problems:
        print(problem)
    profiled = sum(done for done, _ in cases)
    print(f'{profiled} cases with calls, {len(trees)} call trees: {sum(met for met, _, _ in trees)} limits met, {sum(unmet for _, unmet, _ in trees)} '
          f'that no schedule meets; {len(problems)} problems')
    return 1 if problems or not profiled else 0


if __name__ == '__main__':
    sys.exit(main())
