#!/usr/bin/env python3
"""Sources that are wrong or can't be read: each is refused at its line, with the status that is documented, and nothing is written.

    fortran_malformed.py [--reader PROGRAM] [--jobs N]

A line of a table in tests/data/fortran_malformed is a statement, or a declaration, within a routine (ROUTINE below): STATUS LINE MESSAGE| TEXT. The reader
ends with that status, and says what is wrong at that line. Status 1 is an error of the source, in flang's words, which may change; status 3 is what the
reader does not take, and its message has to be that one. Whole sources are in WHOLE. One needs more memory than there is. Some go through xaifbooster, which reports the same and writes
nothing either. Exit status 77 if there is no reader.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import typing

TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')
TABLES = os.path.join(TOP, 'tests', 'data', 'fortran_malformed')
ROUTINE = '''subroutine head(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: a(3), b
  integer :: i, j
  logical :: l
  complex(8) :: z
  character(8) :: t
  {declaration}
  y = x(1)+x(2)
  {statement}
end subroutine head
'''
PLAIN = 'subroutine head(x)\n  real(8) :: x\n  {}x = 2*x\nend\n'
INVALID, UNSUPPORTED, FAILED = 1, 3, 4
MEMORY = 2200000  # kilobytes


class Malformed(typing.NamedTuple):
    """A source with what is said of it."""
    name: str
    text: bytes
    status: int
    line: int
    message: str = ''
    suffix: str = '.f90'


def deep(count, opening, closing, inner):
    """An expression in parentheses in parentheses, in lines that are not too long."""
    text = opening * count + inner + closing * count
    return '&\n  &'.join(text[i:i + 90] for i in range(0, len(text), 90))


def whole(name, text, status, line, message='', suffix='.f90'):
    return Malformed(name, text if isinstance(text, bytes) else text.encode(), status, line, message, suffix)


WHOLE = [
    whole('C', 'int main(void)\n{\n  return 0;\n}\n', INVALID, 2),
    whole('XML', '<?xml version="1.0"?>\n<a/>\n', INVALID, 1),
    whole('all bytes', bytes(range(256)) * 4, INVALID, 1),
    whole('zero bytes', b'\0' * 100, INVALID, 1),
    whole('no end', 'subroutine head(x)\n  real(8) :: x\n  x = 2*x\n', INVALID, 3),
    whole('two routines of a name', PLAIN.format('') * 2, INVALID, 5),
    whole('two modules of a name', 'module m\nend\nmodule m\nend\n' + PLAIN.format(''), INVALID, 3),
    whole('modules in a circle', 'module m\n  use n\nend\nmodule n\n  use m\nend\n' + PLAIN.format(''), INVALID, 1),
    whole('a submodule without parent', 'submodule (m) s\nend\n' + PLAIN.format(''), INVALID, 1),
    whole('a name that the module has not', 'module m\n  real(8) :: a\nend\n' + PLAIN.format('').replace('\n', '\n  use m, only: b\n', 1), INVALID, 5),
    whole('a private name', 'module m\n  real(8), private :: a\nend\n' + PLAIN.format('').replace('\n', '\n  use m, only: a\n', 1), INVALID, 5),
    whole('an internal procedure without contains', PLAIN.format('subroutine inner\n  end subroutine\n  '), INVALID, 3),
    whole('an include of itself', 'include "in.f90"\n' + PLAIN.format(''), INVALID, 1),
    whole('an include of a folder', 'include "."\n' + PLAIN.format(''), INVALID, 1),
    whole('elemental, with arrays', 'elemental subroutine head(x)\n  real(8), intent(inout) :: x(3)\n  x = 2*x\nend\n', INVALID, 2),
    whole('pure, and prints', 'pure subroutine head(x)\n  real(8), intent(inout) :: x\n  print *, x\nend\n', INVALID, 3),
    whole('a result that is a procedure', 'function head(x) result(r)\n  real(8) :: x\n  procedure(real(8)), pointer :: r\n  r => null()\nend\n', UNSUPPORTED, 3, 'it is no variable'),
    whole('an alternate return', 'subroutine head(x, *)\n  real(8) :: x\n  x = 2*x\n  return 1\nend\n', UNSUPPORTED, 1, 'a return to a label'),
    whole('an entry', PLAIN.format('') .replace('end', '  entry tail(x)\nend'), UNSUPPORTED, 4, 'entry can\'t be read'),
    whole('an argument of any type', 'subroutine head(x, y)\n  class(*) :: x\n  real(8) :: y\n  y = 2*y\nend\n', UNSUPPORTED, 2, 'a variable of any type'),
    whole('a pointer of C', 'subroutine head(x, y)\n  use iso_c_binding, only: c_ptr\n  real(8) :: x\n  type(c_ptr), value :: y\n  x = 2*x\nend\n', UNSUPPORTED, 4, 'y is of a type that the language has'),
    whole('only routines that get procedures', 'subroutine head(f, x)\n  real(8), external :: f\n  real(8) :: x\n  x = f(x)\nend\n', UNSUPPORTED, 1, 'all routines get procedures'),
    whole('an argument of any rank', 'subroutine head(x, y)\n  real(8) :: x(..)\n  real(8) :: y\n  y = 2*y\nend\n', UNSUPPORTED, 2, 'of any rank'),
    whole('an argument of assumed type', 'subroutine head(x, y)\n  type(*) :: x\n  real(8) :: y\n  y = 2*y\nend\n', UNSUPPORTED, 2, 'a variable of any type'),
    whole('#error', PLAIN.format('\n#error stop here\n'), INVALID, 4, suffix='.F90'),
    whole('#endif alone', PLAIN.format('\n#endif\n'), INVALID, 4, suffix='.F90'),
    whole('#include of nothing', PLAIN.format('\n#include "nowhere.h"\n'), INVALID, 4, suffix='.F90'),
    whole('a macro of itself', '#define A A A\n' + PLAIN.format('x = A*x\n  '), INVALID, 4, suffix='.F90'),
    whole('fixed form: text in column 6', '      subroutine head(x)\n     xreal*8 x\n      x = 2*x\n      end\n', INVALID, 2, suffix='.f'),
    whole('fixed form: Hollerith', '      subroutine head(x)\n      real*8 x\n      x = 99habc\n      end\n', INVALID, 3, suffix='.f'),
    whole('300 parentheses', PLAIN.format('x = ' + deep(300, '(', ')', 'x') + '\n  '), UNSUPPORTED, 5, 'nested too deeply'),
    whole('10,000 parentheses', PLAIN.format('x = ' + deep(10000, '(', ')', 'x') + '\n  '), UNSUPPORTED, 5, 'nested too deeply'),
    whole('1,000 functions', PLAIN.format('x = ' + deep(1000, 'sin(', ')', 'x') + '\n  '), UNSUPPORTED, 11, 'nested too deeply'),
    whole('100 brackets', PLAIN.format('x = sum(' + deep(100, '[', ']', 'x') + ')\n  '), UNSUPPORTED, 3, 'nested too deeply'),
    whole('100 brackets of two characters', PLAIN.format('x = sum(' + deep(100, '(/', '/)', 'x') + ')\n  '), UNSUPPORTED, 3, 'nested too deeply'),
]


def read_table(name, field):
    with open(os.path.join(TABLES, name), encoding='utf-8') as file:
        for line in file:
            found = re.match(r'(\d) (\d+) (.*?)\| (.*)\n', line)
            fields = {'declaration': 'real :: r', 'statement': 'b = 2*y', field: found[4]}
            yield Malformed(found[4], ROUTINE.format(**fields).encode(), int(found[1]), int(found[2]), found[3])


def run(command, folder, expected, path):
    """What is wrong with how a program refuses a source, or None."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=60, check=False, cwd=folder)
    except subprocess.TimeoutExpired:
        return 'it takes too long'
    program = os.path.basename(command[0])
    errors = [line for line in done.stderr.splitlines() if ': error: ' in line]
    wanted = [line for line in errors if line.startswith(f'{path}:{expected.line}: error: ') and expected.message in line]
    if done.returncode != expected.status:
        return f'{program} ends with {done.returncode} instead of {expected.status}: {errors[:2]}'
    if not wanted:
        return f'{program} does not say so at line {expected.line}: {errors[:3]}'
    unplaced = [line for line in errors if not re.match(r'\S+:\d+: error: ', line)]
    if unplaced:
        return f'{program}: an error has no line: {unplaced[0]}'
    left = sorted(os.listdir(folder))
    return None if left == [os.path.basename(path)] and not done.stdout else f'{program} has written something: {left}'


def check(options, expected, is_whole_way):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'in' + expected.suffix)
        with open(path, 'wb') as file:
            file.write(expected.text)
        wrong = run([options.reader, '-I', folder, '-o', os.path.join(folder, 'out.xaif'), path], folder, expected, path)
        if not wrong and is_whole_way:
            wrong = run([options.engine, '--mode=adjoint', '-I', folder, path], folder, expected, path)
        return wrong


def check_memory(options):
    """What is wrong with what is said if memory runs out, or None."""
    text = PLAIN.format('real(8), parameter :: a(1:999999999) = 1\n  x = a(3)*x\n  ').encode()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'in.f90')
        with open(path, 'wb') as file:
            file.write(text)
        # The limit is that of the reader alone: the engine may be one that sanitizers want much memory for.
        reader = os.path.join(folder, 'reader')
        with open(reader, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\nulimit -v {MEMORY} && exec "{os.path.abspath(options.reader)}" "$@"\n')
        os.chmod(reader, 0o755)
        for command in [reader], [reader, '--diagnostics=json'], [options.engine, '--mode=tangent', '--independents=x', '--dependents=x']:
            done = subprocess.run([*command, '-o', 'out', path], capture_output=True, text=True, timeout=60, check=False, cwd=folder,
                                  env={**os.environ, 'XAIFBOOSTER_FORTRAN_READER': reader})
            said = [json.loads(line) for line in done.stderr.splitlines()] if '--diagnostics=json' in command else []
            is_said = said[0]['message'] == 'out of memory' and said[0]['file'] == path if said else f'{path}: error: out of memory' in done.stderr
            if done.returncode != FAILED or not is_said or sorted(os.listdir(folder)) != ['in.f90', 'reader']:
                return f'{command} ends with {done.returncode}: {done.stderr}'
    return None


def main():
    parser = argparse.ArgumentParser()
    readers = [os.environ.get('XB_FORTRAN_READER', ''), os.path.join(BUILD, 'inplace', 'xaif-fortran')]
    parser.add_argument('--reader', default=next((reader for reader in readers if reader and os.path.exists(reader)), None))
    parser.add_argument('--engine', default=os.path.join(BUILD, 'inplace', 'xaifbooster'))
    parser.add_argument('--jobs', type=int, default=2)
    options = parser.parse_args()
    if not options.reader:
        print('there is no reader of Fortran')
        return 77
    os.environ['XAIFBOOSTER_FORTRAN_READER'] = os.path.abspath(options.reader)
    sources = [*read_table('statements.txt', 'statement'), *read_table('declarations.txt', 'declaration')]
    without_memory = check_memory(options)
    if without_memory:
        print(f'FAIL without memory: {without_memory}')
    every = 4 if os.environ.get('XB_FEWER_RUNS') else 1
    sources = sources[::every] + WHOLE
    failed = 1 if without_memory else 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        wholes = [number % 10 == 0 or source in WHOLE for number, source in enumerate(sources)]
        for source, wrong in zip(sources, pool.map(lambda pair: check(options, *pair), zip(sources, wholes))):
            if wrong:
                failed += 1
                print(f'FAIL {source.name}: {wrong}')
    print(f'{len(sources) + 1 - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
