"""Running the programs of the build and measuring that, for the scripts of this folder."""

import os
import sys
import time

TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')


def program(name):
    return os.path.join(BUILD, 'inplace', name)


def say(text):
    """Progress, for people who watch."""
    if sys.stderr.isatty():
        print(f'\r\033[K{text}', end='', file=sys.stderr, flush=True)


def run(command, folder):
    """CPU seconds, wall seconds and peak bytes of a process, whose output goes to the files out and errors of a folder. What the
    process peaks at is not less than what this script needs itself."""
    errors = os.path.join(folder, 'errors')
    with open(os.path.join(folder, 'out'), 'wb') as output, open(errors, 'wb') as log:
        files = [(os.POSIX_SPAWN_DUP2, output.fileno(), 1), (os.POSIX_SPAWN_DUP2, log.fileno(), 2)]
        start = time.perf_counter()
        process = os.posix_spawn(command[0], command, os.environ, file_actions=files)
        _, status, usage = os.wait4(process, 0)
        wall = time.perf_counter() - start
    if status:
        with open(errors, encoding='utf-8', errors='replace') as log:
            sys.exit(f'{os.path.basename(sys.argv[0])}: {" ".join(command)}: {log.read().strip()}')
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024
