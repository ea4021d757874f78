"""Has the engine write documents as Fortran, so that a compiler reads what interpreters pass over: intents, kinds, ranks, and what may be associated.

    source = fortran_write.run_time() + fortran_write.write(engine, path)

A program is one module (module_of()), which uses the run time of runtime/.
"""

import os
import re
import subprocess

from evaluate import Unknown

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KINDS = {'F8': '8', 'F4': '4', 'C16': '8', 'C8': '4', 'I1': '1', 'I2': '2', 'I4': '4', 'I8': '8'}


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


def name_of(routine):
    """What a routine of a document is called."""
    return re.sub('^OpenAD_', '', routine).lower()


def type_of(symbol):
    """The declaration of a symbol's type."""
    kind = KINDS.get(symbol.element.get('feType', ''))
    names = {'real': f'real({kind or 8})', 'complex': f'complex({kind or 8})', 'char': 'character', 'integer': f'integer({kind or 4})', 'bool': 'logical'}
    if symbol.type not in names:
        raise Unknown(f'the type {symbol.type}')
    return names[symbol.type]
