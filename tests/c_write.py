"""Has the engine write documents as C, and compiles it: what fortran.py needs to judge C as it judges Fortran.

A program of C is one file, to which the main program is appended; the run time of runtime/ is a header.
"""

import os
import re
import shutil
import subprocess

import fortran_write
from evaluate import Unknown

TOP = fortran_write.TOP
NAME = 'c'
COMPILER = os.environ.get('XB_CC') or shutil.which('gcc') or shutil.which('clang')
LINKER = fortran_write.LINKER
WARNINGS = ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror']
FLAGS = [*LINKER, *WARNINGS, '-O1', '-fwrapv', '-fsanitize=address,undefined', '-fno-sanitize=signed-integer-overflow', '-fno-sanitize-recover=all', f'-I{TOP}/runtime']
UNCHECKED = ['-O0', '-fno-sanitize=all']
TYPES = {'F8': 'double', 'F4': 'float', 'C16': 'double complex', 'C8': 'float complex', 'I1': 'int8_t', 'I2': 'int16_t', 'I4': 'int', 'I8': 'int64_t'}
PLAIN = {'real': 'double', 'complex': 'double complex', 'char': 'char', 'integer': 'int', 'bool': 'bool'}


def write(engine, path):
    """The program of a document. Raises Unknown with what the engine says of a document that it refuses."""
    return fortran_write.write(engine, path, 'c')


def compile_source(source, path, *more):
    """What the compiler has to say, or None. @param path: of the source without its suffix"""
    with open(path + '.c', 'w', encoding='utf-8') as file:
        file.write(source)
    done = subprocess.run([COMPILER, *FLAGS, path + '.c', *more, *([] if '-fsyntax-only' in more else ['-lm'])], capture_output=True, text=True, timeout=300, check=False)
    said = [line for line in done.stderr.splitlines() if 'error' in line or 'undefined' in line]
    return (said or [done.stderr.strip() or 'the compiler failed'])[0] if done.returncode else None


def prepare(folder):
    """There is nothing to compile beside programs."""


def objects(folder):
    return []


def type_of(symbol):
    """What a symbol's type is called."""
    name = TYPES.get(symbol.element.get('feType', '')) or PLAIN.get(symbol.type)
    if not name:
        raise Unknown(f'the type {symbol.type}')
    return name


def number(symbol, value):
    if symbol.type == 'bool':
        return 'true' if value else 'false'
    return repr(float(value)) if symbol.type == 'real' else str(value)


def parameters(source, routine):
    """The types of a routine's parameters, without that of the tape."""
    found = re.search(rf'^\w[\w ]*?\b{routine}\(([^;{{]*)\);$', source, re.MULTILINE)
    if not found:
        raise RuntimeError(f'there is no {routine}')
    listed = [' '.join(text.split()) for text in found[1].split(',') if text.strip() not in ('', 'void')]
    return [text for text in listed if not text.startswith('struct xaif_tape')], any(text.startswith('struct xaif_tape') for text in listed)


def argument(parameter, name, extents):
    """What is passed to a parameter. @param extents: of an array"""
    descriptor = re.match(r'struct (array_\w+)', parameter)
    if descriptor:
        strides = [1]
        for extent in extents[:-1]:
            strides.append(strides[-1]*extent)
        made = f'(struct {descriptor[1]}){{{name}, {{{", ".join(map(str, extents))}}}, {{{", ".join(map(str, strides))}}}}}'
        return '&' + made if '*' in parameter else made
    return name if extents else f'&{name}' if '*' in parameter else name


def plain(name):
    """X_b of OpenAD_X_1_b."""
    return re.sub(r'_\d+(?=_[bd]\d*$)', '', re.sub('^OpenAD_', '', name))


def call(program, source, routine, like):
    """A call with the variables of the main program, which are named as the arguments of a routine are."""
    listed, taped = parameters(source, name_of(source, routine))
    names = {text.split('*')[-1].split()[-1] for text in listed}
    derivatives = set(program.derivatives.values())
    # derivatives that a routine has nothing to do with are no arguments of it
    formals = [formal for formal, _ in like.formals if formal.name not in derivatives or plain(formal.name) in names]
    if len(listed) != len(formals):
        raise RuntimeError(f'{routine} has other arguments')
    passed = [argument(text, f'v_{formal.name}', extents_of(program, formal)) for text, formal in zip(listed, formals)]
    return f'    {name_of(source, routine)}({", ".join((["&tape"] if taped else []) + passed)});'


def name_of(source, routine):
    """What a routine of a document is called."""
    return re.sub('^OpenAD_', '', routine)


def extents_of(program, formal):
    symbol = program.symbol_of(formal.name)
    return [high - low + 1 for low, high in program.bounds(symbol)]


def element(program, name, symbol, place):
    return f'v_{name}[{place}]' if program.bounds(symbol) else f'v_{name}'


def declarations(program, routine):
    for formal, _ in routine.formals:
        size = 1
        for extent in extents_of(program, formal):
            size *= max(extent, 1)
        yield f'    static {type_of(formal)} v_{formal.name}{f"[{size}]" if extents_of(program, formal) else ""};'


def values(program):
    """What is set before the call."""
    yield '    switch (point) {'
    for place, task in enumerate(program.tasks):
        yield f'    case {place}:'
        for symbol in program.formals:
            for i, value in enumerate(task.inputs.get(symbol.name, [])):
                yield f'        {element(program, program.names[symbol], symbol, i)} = {number(symbol, value)};'
        yield '        break;'
    yield '    }'


def main(program, source, calls, seeds, results, prints=()):
    """The main program; @param prints: (symbol, number) of values that are printed, too"""
    routine = program.derived.routines[calls[0]]
    program.match(routine)
    taped = any(parameters(source, name_of(source, name))[1] for name in calls)
    lines = ['#include <stdio.h>', '#include <stdlib.h>', 'int main(int count, char **arguments)', '{',
             '    const int point = count > 1 ? atoi(arguments[1]) : 0, direction = count > 2 ? atoi(arguments[2]) : 0;',
             *(['    struct xaif_tape tape = {0};'] if taped else []), *declarations(program, routine), *values(program),
             *(call(program, source, name, routine) for name in calls[:-1]), '    switch (direction) {']
    for place, (symbol, i) in enumerate(seeds):
        if program.derivatives[symbol]:
            lines.append(f'    case {place}: {element(program, program.derivatives[symbol], symbol, i)} = 1; break;')
    lines += ['    default: break;', '    }', call(program, source, calls[-1], routine)]
    for symbol, i in results:
        what = f'(double){element(program, program.derivatives[symbol], symbol, i)}' if program.derivatives[symbol] else '0.0'
        lines.append(f'    printf("%.17e\\n", {what});')
    lines += [f'    printf("%.17e\\n", (double){element(program, program.names[symbol], symbol, i)});' for symbol, i in prints]
    if taped:
        lines += ['    if (!xaif_tape_is_empty(&tape) || !xaif_checkpoints_are_empty(&tape)) {', '        fprintf(stderr, "error: something is left on a stack\\n");',
                  '        return 1;', '    }', '    xaif_tape_free(&tape);']
    return '\n' + '\n'.join([*lines, '    return 0;', '}']) + '\n'
