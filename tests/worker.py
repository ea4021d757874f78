"""Runs the engine and xaif-run, as subprocess.run() does, but not in a process for each run.

Beside the programs lies xaif-worker, which does what they do as often as it is asked: see tests/support/worker.c. Each thread of each
process has its own. Where there is none, as beside an engine from elsewhere, or where XB_NO_WORKER is in the environment, each run has
its process. A worker that crashes has the status that the program would have had; the next run starts another.
"""

import os
import socket
import subprocess
import tempfile
import threading
import types

PROGRAMS = ('xaifbooster', 'xaif-run')

_workers = {}


class Worker:
    def __init__(self, program):
        self.output, self.messages = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.socket, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen([program], stdin=theirs, stdout=self.output, stderr=self.messages)

    def run(self, words, timeout):
        """The exit status."""
        self.socket.settimeout(timeout)
        try:
            self.socket.sendall(b'%d\n' % len(words) + b''.join(word + b'\0' for word in words))
            answer = self.socket.recv(16)
        except socket.timeout:
            self.process.kill()
            self.process.wait()
            raise
        except ConnectionError:
            answer = b''
        return int(answer) if answer.endswith(b'\n') else self.process.wait()

    def is_alive(self):
        return self.process.returncode is None

    @staticmethod
    def taken(file):
        """What is in a file, which is empty afterwards."""
        size = os.fstat(file.fileno()).st_size
        if not size:
            return b''
        text = os.pread(file.fileno(), size, 0)
        os.ftruncate(file.fileno(), 0)
        os.lseek(file.fileno(), 0, os.SEEK_SET)
        return text

    def close(self):
        for owned in (self.socket, self.output, self.messages):
            owned.close()


def worker_of(program):
    """That of this thread for a program, or None."""
    path = os.path.join(os.path.dirname(program), 'xaif-worker')
    if os.path.basename(program) not in PROGRAMS or 'XB_NO_WORKER' in os.environ or not os.path.exists(path):
        return None
    key = (os.getpid(), threading.get_ident(), path)
    worker = _workers.get(key)
    if worker and not worker.is_alive():
        worker.close()
        worker = None
    if not worker:
        worker = _workers[key] = Worker(path)
    return worker


def run(command, timeout=300):
    """Like subprocess.run with capture_output and text: returncode, stdout, stderr. Nothing is on standard input."""
    command = [os.fspath(word) for word in command]
    worker = worker_of(command[0])
    if not worker:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace', timeout=timeout, check=False)
    try:
        status = worker.run([os.fsencode(word) for word in command], timeout)
    except socket.timeout:
        raise subprocess.TimeoutExpired(command, timeout) from None
    output, messages = (worker.taken(file).decode(errors='replace') for file in (worker.output, worker.messages))
    return types.SimpleNamespace(args=command, returncode=status, stdout=output, stderr=messages)


def run_well(command, timeout=300):
    """A run that has to end with status 0."""
    done = run(command, timeout)
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    return done
