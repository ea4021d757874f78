"""Asks the oracle of the corpus, an independent judge of derivatives, as a process of its check.py for each question would.

Each thread of each process has a process that has loaded the oracle already, and answers each question in a copy of itself: nothing
of an answer is left for the next one.
"""

import json
import os
import select
import subprocess
import sys
import threading

_askers = {}


class Asker:
    def __init__(self, folder):
        self.process = subprocess.Popen([sys.executable, os.path.abspath(__file__), folder], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, arguments, timeout):
        """Exit status and what was printed."""
        self.process.stdin.write(json.dumps(arguments) + '\n')
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], timeout)[0]:
            self.process.kill()
            self.process.communicate()
            return 124, f'took longer than {timeout} s'
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError('the oracle does not run')
        return tuple(json.loads(answer))


def check(folder, arguments, timeout):
    """Exit status and what was printed of the oracle in a folder, asked with the arguments of its check.py."""
    key = (os.getpid(), threading.get_ident(), folder)
    asker = _askers.get(key)
    if not asker or asker.process.returncode is not None:
        asker = _askers[key] = Asker(folder)
    return asker.ask([os.fspath(argument) for argument in arguments], timeout)


def answer(main, arguments):
    """Exit status and what is printed of one run of check.py, in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        sys.argv[1:] = arguments
        sys.stdout, sys.stderr = (open(number, 'w', encoding='utf-8', closefd=False) for number in (1, 2))
        status = 1
        try:
            status = main() or 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except BaseException:  # pylint: disable=broad-except
            sys.excepthook(*sys.exc_info())
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    os.close(writing)
    with open(reading, encoding='utf-8', errors='replace') as printed:
        text = printed.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status if status >= 0 else 128 - status, text.strip()


def main():
    folder = sys.argv[1]
    sys.path.insert(0, folder)
    import check as oracle  # pylint: disable=import-outside-toplevel
    sys.argv[0] = os.path.join(folder, 'check.py')
    for line in sys.stdin:
        print(json.dumps(answer(oracle.main, json.loads(line))), flush=True)


if __name__ == '__main__':
    main()
