"""Has the engine write documents as Fortran, so that a compiler reads what interpreters pass over: intents, kinds, ranks, and what may be associated.

    source = fortran_write.run_time() + fortran_write.write(engine, path)

A program is one module (module_of()), which uses the run time of runtime/.
"""

import os
import re
import subprocess

from evaluate import Unknown

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run_time():
    """The run time of what is written."""
    with open(os.path.join(TOP, 'runtime', 'xaif_tape.f90'), encoding='utf-8') as file:
        return file.read()


def write(engine, path):
    """The module of a document. Raises Unknown with what the engine says of a document that it refuses."""
    done = subprocess.run([engine, '--mode=plain', '--to=fortran', '--quiet', path], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode == 3:
        raise Unknown(re.sub(r'^.*?error: ', '', done.stderr.splitlines()[0]))
    if done.returncode:
        raise RuntimeError(f'status {done.returncode}: {done.stderr}')
    return done.stdout


def module_of(source):
    """The name of the module that write() returned."""
    return re.search(r'^module (\w+)$', source, re.MULTILINE)[1]
