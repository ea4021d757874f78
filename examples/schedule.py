#!/usr/bin/env python3
"""Chooses a schedule for reverse mode: which calls are weak, so that tape and checkpoints stay below a limit.

    schedule.py --limit VALUES [--case FILE] [--tools FOLDER] PROGRAM > SCHEDULE
    xaifbooster -a basicblockpreaccumulationreverse --reversal=SCHEDULE PROGRAM

What a schedule costs is measured: the program is reversed by it and run by xaif-run at the point of the case. Of the schedules that
stay below the limit, the one with the fewest steps is written. With up to 6 calls all schedules are tried. With more, calls become
weak one after the other, each the one that saves most values for a step more; then those that turn out not to be needed become
strong again. VALUES counts numbers on tapes and in checkpoints, at their largest. If no schedule is found, the status is 1.
"""

import argparse
import itertools
import os
import re
import subprocess
import sys
import tempfile

EXHAUSTIVE = 6  # calls


def calls_of(text):
    """(caller, callee, number) of the calls of routines with bodies, in the order of the text."""
    heads = r'<(?:\w+:)?(ControlFlowGraph|SubroutineCall)\b([^>]*)>'
    elements = [(kind, re.search(r'\bsymbol_id="([^"]*)"', attributes).group(1)) for kind, attributes in re.findall(heads, text)]
    bodies = {name for kind, name in elements if kind == 'ControlFlowGraph'}
    found, caller, counts = [], None, {}
    for kind, name in elements:
        if kind == 'ControlFlowGraph':
            caller, counts = name, {}
        elif name in bodies:
            counts[name] = counts.get(name, 0) + 1
            found.append((caller, name, counts[name]))
    return found


def rules(calls, weak):
    """The text of a schedule with these calls weak."""
    return ''.join(f'{caller} {callee}#{number} {"weak" if call in weak else "strong"}\n'
                   for call in calls for caller, callee, number in [call])


class Meter:
    """Measures schedules of a program."""

    def __init__(self, options, calls, scratch):
        self.options, self.calls, self.scratch, self.known = options, calls, scratch, {}

    def run(self, tool, *arguments):
        done = subprocess.run([os.path.join(self.options.tools, tool), *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f'schedule.py: {tool} fails: {done.stderr}')
        return done.stdout

    def cost(self, weak):
        """(values, steps): largest number of values on tapes and in checkpoints, and statements that are run."""
        if weak not in self.known:
            schedule, adjoint = os.path.join(self.scratch, 'schedule'), os.path.join(self.scratch, 'adjoint.xaif')
            with open(schedule, 'w', encoding='utf-8') as file:
                file.write(rules(self.calls, weak))
            self.run('xaifbooster', '-a', 'basicblockpreaccumulationreverse', '--quiet', f'--reversal={schedule}', '--motions=routines',
                     '-o', adjoint, self.options.program)
            case = [f'--case={self.options.case}'] if self.options.case else []
            said = self.run('xaif-run', '--quiet', '--jacobian=motions', '--counts', *case, adjoint)
            count = {name: int(number) for name, number in re.findall(r'count of (\w+): (\d+)', said)}
            self.known[weak] = count['tape_peak'] + count['checkpoint_peak'], count['steps']
        return self.known[weak]


def by_trying_all(meter, limit):
    """The best schedule, None if there is none."""
    subsets = itertools.chain.from_iterable(itertools.combinations(meter.calls, n) for n in range(len(meter.calls) + 1))
    costs = [(meter.cost(frozenset(weak)), i, frozenset(weak)) for i, weak in enumerate(subsets)]
    fitting = [(steps, i, weak) for (values, steps), i, weak in costs if values <= limit]
    return min(fitting)[2] if fitting else None


def step_by_step(meter, limit):
    """A good schedule, None if none is found."""
    weak = frozenset()
    while meter.cost(weak)[0] > limit:
        values, steps = meter.cost(weak)
        rest = [call for call in meter.calls if call not in weak]
        if not rest:
            return None
        gains = [(values - meter.cost(weak | {call})[0])/max(1, meter.cost(weak | {call})[1] - steps) for call in rest]
        weak |= {rest[gains.index(max(gains))]}
    for call in meter.calls:
        if call in weak and meter.cost(weak - {call})[0] <= limit and meter.cost(weak - {call})[1] <= meter.cost(weak)[1]:
            weak -= {call}
    return weak


def main():
    parser = argparse.ArgumentParser(description='Choose a schedule for reverse mode.')
    parser.add_argument('--limit', type=int, required=True, metavar='VALUES', help='most values on tapes and in checkpoints at once')
    parser.add_argument('--case', metavar='FILE', help='how to run the program: a case file')
    parser.add_argument('--tools', metavar='FOLDER', default='', help='where xaifbooster and xaif-run are, if not on the path')
    parser.add_argument('program', metavar='PROGRAM', help='an XAIF document')
    options = parser.parse_args()
    with open(options.program, encoding='utf-8') as file:
        calls = calls_of(file.read())
    with tempfile.TemporaryDirectory() as scratch:
        meter = Meter(options, calls, scratch)
        weak = (by_trying_all if len(calls) <= EXHAUSTIVE else step_by_step)(meter, options.limit)
        if weak is None:
            least = min(values for values, _ in meter.known.values())
            sys.exit(f'schedule.py: no schedule with at most {options.limit} values is found; the best one has {least}')
        values, steps = meter.cost(weak)
        print(f'# {values} values on tapes and in checkpoints, {steps} steps; all strong: {meter.cost(frozenset())[0]} and {meter.cost(frozenset())[1]}')
        print(rules(calls, weak), end='')


if __name__ == '__main__':
    main()
