#!/usr/bin/env python3
"""Runs of a worker are those of the programs: the same status, the same output, the same messages, whatever ran before."""

import os
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import worker

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = os.path.join(os.environ.get('XB_TOP_BUILDDIR', os.path.join(TOP, 'build')), 'inplace')
EXAMPLES = os.path.join(TOP, 'examples')
SWING = os.path.join(EXAMPLES, 'swing.xaif')
COMMANDS = [
    ['xaifbooster', '--version'],
    ['xaifbooster', '-a', 'basicblockpreaccumulation', SWING],
    ['xaifbooster', '-a', 'basicblockpreaccumulation', '-o', 'OUTPUT', SWING],
    ['xaifbooster', '-a', 'basicblockpreaccumulationreverse', '--verify-each', '--validate=both', '-o', 'OUTPUT', SWING],
    ['xaifbooster', 'verify', SWING, 'OUTPUT'],
    ['xaifbooster', '-a', 'linearisation', SWING],
    ['xaifbooster', '--verify', '-o', 'OUTPUT', SWING],
    ['xaifbooster', os.path.join(EXAMPLES, 'missing.xaif')],
    ['xaifbooster', __file__],
    ['xaifbooster', '-'],
    ['xaifbooster', ''],
    ['xaif-run', '--jacobian', '--format=json', SWING],
    ['xaif-run', '--nonsense', SWING],
]


def outcome(done, output):
    content = None
    if os.path.exists(output):
        with open(output, 'rb') as file:
            content = file.read()
    return done.returncode, done.stdout, done.stderr, content


def wrong_runs(output):
    """Each command twice, one after the other in one worker."""
    for command in COMMANDS * 2:
        words = [os.path.join(PROGRAMS, command[0]), *(output if word == 'OUTPUT' else word for word in command[1:])]
        wanted = outcome(subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False), output)
        found = outcome(worker.run(words), output)
        if found != wanted:
            yield f'{" ".join(command)}: {found} instead of {wanted}'


def wrong_ends():
    """A worker that is killed has the status of a program that is; another one takes its place."""
    command = [os.path.join(PROGRAMS, 'xaifbooster'), '--version']
    first = worker.worker_of(command[0])
    first.process.kill()
    status = worker.run(command).returncode
    if status != -signal.SIGKILL:
        yield f'a worker that is killed has the status {status}'
    if worker.worker_of(command[0]) is first or worker.run(command).returncode:
        yield 'no worker takes the place of one that is killed'


def main():
    os.environ.pop('XB_NO_WORKER', None)
    with tempfile.TemporaryDirectory() as scratch:
        output = os.path.join(scratch, 'out.xaif')
        if not worker.worker_of(os.path.join(PROGRAMS, 'xaifbooster')):
            problems = ['there is no worker']
        else:
            problems = [*wrong_runs(output), *wrong_ends()]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
