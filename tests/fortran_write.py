"""Has the engine write documents as Fortran, so that a compiler reads what interpreters pass over: intents, kinds, ranks, and what may be associated.

    source = fortran_write.run_time() + fortran_write.write(engine, path)

A program is one module (module_of()), which uses the run time of runtime/.
"""

import os
import re
import shutil
import subprocess

from evaluate import Unknown

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME = 'fortran'
COMPILER = shutil.which('gfortran')
LINKER = ['-fuse-ld=gold'] if shutil.which('ld.gold') else []  # it takes half the time
FLAGS = [*LINKER, '-std=f2018', '-O1', '-fcheck=all,no-array-temps', '-finit-real=snan', '-finit-integer=-77777', '-finit-derived', '-Wno-all', '-w']
UNCHECKED = ['-O0', '-fwrapv', '-fno-range-check']  # where integers are as they are when they overflow
KINDS = {'F8': '8', 'F4': '4', 'C16': '8', 'C8': '4', 'I1': '1', 'I2': '2', 'I4': '4', 'I8': '8'}


def run_time():
    """The run time of what is written."""
    with open(os.path.join(TOP, 'runtime', 'xaif_tape.f90'), encoding='utf-8') as file:
        return file.read()


def write(engine, path, language='fortran'):
    """The module of a document, or its program in another language. Raises Unknown with what the engine says of a document that it refuses."""
    done = subprocess.run([engine, '--mode=plain', f'--to={language}', '--quiet', path], capture_output=True, text=True, timeout=120, check=False)
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


def compile_source(source, path, *more):
    """What the compiler has to say, or None. @param path: of the source without its suffix; modules go to the same folder"""
    with open(path + '.f90', 'w', encoding='utf-8') as file:
        file.write(source)
    done = subprocess.run([COMPILER, *FLAGS, f'-J{os.path.dirname(path)}', path + '.f90', *more], capture_output=True, text=True, timeout=300, check=False)
    errors = [line for line in done.stderr.splitlines() if line.startswith(('Error', 'Fatal'))]
    return (errors or [done.stderr.strip() or 'the compiler failed'])[0] if done.returncode else None


def prepare(folder):
    """Compiles the run time."""
    path = os.path.join(folder, 'run_time')
    said = compile_source(run_time(), path, '-c', '-o', path + '.o')
    if said:
        raise RuntimeError(said)


def objects(folder):
    """What is linked with programs."""
    return [os.path.join(folder, 'run_time.o')]


def element(program, name, symbol, number):
    indices = []
    for low, high in program.bounds(symbol):
        indices.append(str(low + number % (high - low + 1)))
        number //= high - low + 1
    return f'{name}({", ".join(indices)})' if indices else name


def constant(symbol, value):
    if symbol.type == 'bool':
        return '.true.' if value else '.false.'
    return f'{float(value)!r}_8' if symbol.type == 'real' else str(value)


def declarations(program, routine):
    for formal, _ in routine.formals:
        shape = ','.join(f'{low}:{high}' for low, high in program.bounds(program.symbol_of(formal.name)))
        yield f'  {type_of(formal)} :: {formal.name}{f"({shape})" if shape else ""}'


def values(program):
    """What is set before the call; derivatives of global variables are zero from the beginning."""
    yield from (f'  {name} = 0' for name in program.derivatives.values() if name)
    yield '  select case (point)'
    for number, task in enumerate(program.tasks):
        yield f'  case ({number})'
        for symbol in program.formals:
            for i, value in enumerate(task.inputs.get(symbol.name, [])):
                yield f'    {element(program, program.names[symbol], symbol, i)} = {constant(symbol, value)}'
    yield '  end select'


def main(program, source, calls, seeds, results, prints=()):
    """The main program. @param calls: names of routines; seeds, results: (symbol, number) of derivatives that are one in turn, and that are printed;
    prints: the same of values that are printed"""
    routine = program.derived.routines[calls[0]]
    program.match(routine)
    names = ', '.join(formal.name for formal, _ in routine.formals)
    lines = ['program main', '  use xaif_tape, only: tape_is_empty, tape, checkpoints', f'  use {module_of(source)}, only: {", ".join(sorted(set(map(name_of, calls))))}', '  implicit none', '  integer :: point, direction', '  character(10) :: text',
             *declarations(program, routine), '  call get_command_argument(1, text)', '  read (text, *) point', '  call get_command_argument(2, text)',
             '  read (text, *) direction', *values(program), *(f'  call {name_of(call)}({names})' for call in calls[:-1]), '  select case (direction)']
    lines += [f'  case ({number}); {element(program, program.derivatives[symbol], symbol, i)} = 1' for number, (symbol, i) in enumerate(seeds) if program.derivatives[symbol]]
    lines += ['  end select', f'  call {name_of(calls[-1])}({names})']
    for symbol, i in results:
        lines.append(f'  print \'(es27.17e4)\', {element(program, program.derivatives[symbol], symbol, i) if program.derivatives[symbol] else "0.0"}')
    lines += [f'  print \'(es27.17e4)\', {element(program, program.names[symbol], symbol, i)}' for symbol, i in prints]
    lines += ['  if (.not. (tape_is_empty(tape) .and. tape_is_empty(checkpoints))) error stop "something is left on a stack"', 'end program']
    return '\n'.join(lines).replace(', ', ', &\n    ') + '\n'
