#!/usr/bin/env python3
"""Judges what is made of the Fortran sources in tests/fortran: read, differentiated in three modes, and compared with the sources themselves.

    fortran_sources.py [--engine PROGRAM] [--reader PROGRAM] [--jobs N] [--mode tangent|split|joint] [--every] [--only NAME]... [--warnings] [--verbose] [--keep FOLDER] [FILE...]

Comments at the beginning of a source say what is tested, and how it is driven, by keys and their values:

    ! entry: head; independents: x; dependents: y     the routine that is differentiated, and with respect to what
    ! files: other.f90, more.f                        what else is read, in this order, before the source itself
    ! options: -fdefault-real-8                       for the reader and for gfortran
    ! engine: --singular=zero                         for xaifbooster
    ! compared: no                                    the source can't take the place of what was read, such as where structures are passed
    ! checked: yes                                    the result within the source is judged by a driver of --check, too
    ! judged: driver                                  it has input, which the evaluator has not: only the driver of --check judges it
    ! modes: tangent                                  only these; others are refused with status 3, for a reason that stands beside it
    ! because: other.f90:7: text                      … and this is what is said of them, of a line of a file beside the source
    ! refused: 7: text                                the reader refuses it at this line, with a message that has the text; it may be repeated
    ! warned: 7: text                                 the reader warns of this line so; it may be repeated

NAME.json beside it is a case file, which says what values arguments have. A source is differentiated in one of three modes, taking turns, or in every one (--every). Each mode is verified by --verify=native, for which gfortran compiles the source
as it was read and what was made of it, with all checks. Here another compiler takes the place of gfortran: itself, called as --compile, which puts the
source as it was written in the place of the one that was read. So the values that the evaluator has of what was read are compared with those of the user's
own program at each point, bit for bit or nearly so, and the derivatives with differences of these. Exit status 77 if there is no compiler or no reader.

With XB_JUDGED (see judged.py), what is made is judged only if the same has not been found right before.

What was derived compiles within the source without a warning that gfortran has not of the source itself. With --warnings, nothing but that is judged, and warnings are counted by kind.
"""

import argparse
import collections
import contextlib
import concurrent.futures
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import typing

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import judged

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(HERE)
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')
SOURCES = os.path.join(TOP, 'tests', 'fortran')
MODES = {
    'tangent': ['--mode=tangent'],
    'split': ['--mode=adjoint', '--reversal=split'],
    'joint': ['--mode=adjoint', '--reversal=joint'],
}
KEYS = ['entry', 'independents', 'dependents', 'files', 'options', 'engine', 'compared', 'checked', 'judged', 'modes', 'because', 'refused']
FLAGS = ['-O0', '-fcheck=all,no-array-temps', '-w']
WARNINGS = ['-O1', '-Wall', '-Wextra', '-fno-diagnostics-show-caret', '-ffree-line-length-none', '-fallow-argument-mismatch']
DERIVATIVE = r'(?<=\w)_[bd](?=[.’])'
DECLARATION = r'\s*((real|double precision|integer|logical|complex|character)\b.*::|use\b|import\b|!)'
REFUSED = range(1, 4)  # exit statuses of the reader for what it does not take


class Wrong(Exception):
    """What is wrong with a program."""


class Source(typing.NamedTuple):
    """A source with what its head says of it."""
    name: str
    path: str
    head: dict
    refusals: list
    warnings: list

    def files(self):
        """All files, in the order in which they are compiled."""
        others = [word.strip() for word in self.head.get('files', '').split(',') if word.strip()]
        return [*(os.path.join(os.path.dirname(self.path), other) for other in others), self.path]

    def case(self):
        path = os.path.splitext(self.path)[0] + '.json'
        return [f'--case={path}'] if os.path.exists(path) else []

    def words(self, key):
        return shlex.split(self.head.get(key, ''))


def read_head(path):
    """A source, or None if no comment says how to drive it: then it is part of another one."""
    head, said = {}, {'refused': [], 'warned': []}
    with open(path, encoding='utf-8', errors='replace') as file:
        for line in file:
            if not re.match(r'[!cC*]', line):
                break
            text = line[1:].strip()
            found = re.match('(refused|warned) *:(.*)', text)
            if found:
                said[found[1]].append(found[2].strip())
                continue
            for part in text.split(';'):
                found = re.match(r'([a-z]+) *: *(.*)$', part.strip())
                if found and found[1] in KEYS:
                    head[found[1]] = found[2].strip()
    if not said['refused'] and 'entry' not in head:
        return None
    return Source(os.path.splitext(os.path.basename(path))[0], path, head, said['refused'], said['warned'])


def default_reader():
    """The program that reads Fortran, if there is one."""
    readers = [os.environ.get('XB_FORTRAN_READER', ''), os.path.join(BUILD, 'inplace', 'xaif-fortran')]
    return next((reader for reader in readers if reader and os.path.exists(reader)), None)


# ---- the compiler that --verify=native calls ------------------------------------------------------------------------------------------------------

def interface_of(module, entry):
    """The interface of the entry as it was read: its head and its declarations."""
    lines = module.splitlines()
    start = next((i for i, line in enumerate(lines) if re.match(rf'\s*[\w() ]*(subroutine|function) {entry}\b', line, re.I)), None)
    if start is None:
        return []
    kind = 'function' if re.search(r'\bfunction\b', lines[start]) else 'subroutine'
    declared = [lines[start]]
    for line in lines[start + 1:]:
        if not declared[-1].rstrip().endswith('&') and not re.match(DECLARATION, line, re.I):
            break
        declared.append(line)
    while lines[start - 1].rstrip().endswith('&'):
        start -= 1
        declared.insert(0, lines[start])
    return ['interface', *declared, f'end {kind} {entry}', 'end interface']


def units_of(text):
    """Names of modules of a source; and whether a routine is a unit of its own, by name."""
    modules, loose, depth = [], [], 0
    for line in text.lower().splitlines():
        line = line.split('!')[0].strip()
        found = re.match(r'module +(\w+)$', line)
        if found and found[1] != 'procedure':
            modules.append(found[1])
            depth = 1
        elif re.match(r'end *module', line):
            depth = 0
        found = re.match(r'[\w() =*]*\b(?:subroutine|function) +(\w+)', line)
        if found and not depth and not line.startswith('end'):
            loose.append(found[1])
    return modules, loose


def without_program(text):
    """A source without its main program: the driver is one."""
    return re.sub(r'(?ims)^ *program +\w+.*?^ *end *program[^\n]*\n?', '', text)


def compile_with_source(arguments):
    """gfortran FLAGS... program.f90 -o program, with the user's sources in the place of module xaif_judged_1."""
    mark, entry, options, *files = os.environ['XB_SOURCE_JUDGED'].split('\n')
    place = next(i for i, word in enumerate(arguments) if word.endswith('.f90'))
    with open(arguments[place], encoding='utf-8') as file:
        text = file.read()
    found = re.search(r'(?ms)^module xaif_judged_1\n.*?^end module xaif_judged_1\n', text)
    if not found:  # the original is in another program
        return subprocess.run(['gfortran', *arguments], check=False).returncode
    with open(mark, 'w', encoding='utf-8'):
        pass
    modules, objects, loose = [], [], []
    for number, path in enumerate(files):
        with open(path, encoding='utf-8', errors='replace') as file:
            own = without_program(file.read())
        own = re.sub(r'(?im)^( *)(private|protected) *$', r'\1', re.sub(r'(?i), *(private|protected)\b', '', own))
        suffix = os.path.splitext(path)[1]
        copy = os.path.join('.', f'own_{number}{suffix}')
        with open(copy, 'w', encoding='utf-8') as file:
            file.write(own)
        done = subprocess.run(['gfortran', *FLAGS, '-fallow-argument-mismatch', *shlex.split(options), f'-I{os.path.dirname(path)}', '-c', copy, '-o', f'own_{number}.o'], check=False)
        if done.returncode:
            return done.returncode
        objects.append(f'own_{number}.o')
        names, routines = units_of(own)
        modules += names
        loose += routines
    lines = ['module xaif_judged_1', *(f'use {name}' for name in modules), *renamed(text, modules, entry), *blocks_of(found[0])]
    if entry.lower() in loose or not modules:
        lines += interface_of(found[0], entry)
    with open(arguments[place], 'w', encoding='utf-8') as file:
        file.write(text[:found.start()] + '\n'.join([*lines, 'end module xaif_judged_1', '']) + text[found.end():])
    return subprocess.run(['gfortran', *arguments[:place], *objects, *arguments[place:]], check=False).returncode


def blocks_of(module):
    """Declarations of common blocks as they were read, without values to begin with: the source gives these."""
    head = module.split('\ncontains\n')[0].split('\n', 1)[1]
    head = re.sub(r'&\n *', '', head)
    members = {name.strip() for line in re.findall(r'(?m)^ *common (?:/\w+/)? *(.*)$', head) for name in re.sub(r'\([^)]*\)', '', line).split(',')}
    for line in head.splitlines():
        found = re.match(r' *[\w(), =:]*:: *(\w+)', line)
        if re.match(' *common ', line):  # the engine tells those of the two programs apart by a number
            yield re.sub(r'/(\w+)_1/', lambda block: '' if block[1] == 'xaif_blank' else f'/{block[1]}/', line)
        elif found and found[1] in members:
            yield re.sub(' = .*', '', line)


def renamed(program, modules, entry):
    """Names of variables of modules that are others as they were read: those of intrinsics get a number."""
    wanted = set(re.findall(r'(?m)^ *use xaif_judged_1, only: \w+ => (?:&\n *)?(\w+)', program)) - {entry}
    for name in sorted(wanted):
        plain = re.sub(r'_\d+$', '', name)
        if plain != name and modules:
            yield f'use {modules[0]}, only: {name} => {plain}'


# ---- the judge ------------------------------------------------------------------------------------------------------------------------------------

class Judge:
    """One source at a time; what it makes is in a folder of its own."""

    def __init__(self, options, run_time):
        self.options = options
        self.run_time = run_time
        self.modes = [options.mode] if options.mode else list(MODES)
        self.environment = dict(os.environ)
        self.environment.setdefault('XAIFBOOSTER_MODULE_PATH', os.path.join(BUILD, '.libs'))
        self.environment.setdefault('XAIFBOOSTER_SCHEMA_DIR', os.path.join(TOP, 'schemas'))
        self.kinds = collections.Counter()

    def run(self, command, **more):
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=300, check=False, env={**self.environment, **more})
        except subprocess.TimeoutExpired as error:
            raise Wrong(f'{os.path.basename(command[0])} takes too long') from error
        if done.returncode < 0 or done.returncode > 5:
            raise Wrong(f'{os.path.basename(command[0])} ends with {done.returncode}: {done.stderr.strip()[-300:]}')
        return done.returncode, done.stderr

    def judge(self, source):
        """What is wrong, or None."""
        folder = os.path.join(self.options.keep, source.name) if self.options.keep else tempfile.mkdtemp(prefix='fortran_sources.')
        os.makedirs(folder, exist_ok=True)
        try:
            self.check(source, folder)
            return None
        except Wrong as wrong:
            return str(wrong)
        finally:
            if not self.options.keep:
                shutil.rmtree(folder, ignore_errors=True)

    def check(self, source, folder):
        document = os.path.join(folder, 'in.xaif')
        entry = [f'--entry={source.head["entry"]}'] if 'entry' in source.head else []
        status, said = self.run([self.options.reader, *source.words('options'), *entry, '-o', document, *source.files()])
        if source.refusals:
            self.check_refusals(source, status, said, document)
            return
        if status:
            raise Wrong(f'read: status {status}: {said.strip()}')
        self.check_said(source, source.warnings, 'warning', said)
        allowed = [word.strip() for word in source.head['modes'].split(',')] if 'modes' in source.head else list(MODES)
        modes = self.modes if self.options.every else [self.modes[sum(map(ord, source.name)) % len(self.modes)]]
        wrong = []
        for mode in modes:
            try:
                self.check_mode(source, folder, mode, mode in allowed)
            except Wrong as error:
                wrong.append(f'{mode}: {error}')
        if wrong:
            raise Wrong(' / '.join(wrong))

    @staticmethod
    def check_refusals(source, status, said, document):
        if status not in REFUSED:
            raise Wrong(f'status {status} where it should be refused: {said.strip()}')
        if os.path.exists(document):
            raise Wrong('it is refused, but something was written')
        Judge.check_said(source, source.refusals, 'error', said)

    @staticmethod
    def check_said(source, expected, severity, said):
        """Whether the reader says what it should, each at its line."""
        for one in expected:
            line, text = one.split(':', 1)
            found = [message for message in said.splitlines() if f'{source.path}:{line.strip()}: {severity}:' in message and text.strip() in message]
            if not found:
                raise Wrong(f'there is no {severity} "{one}", but: {said.strip()}')

    @staticmethod
    def check_reason(source, said):
        """Whether what is said of a mode that is refused names the file and the line."""
        if 'because' not in source.head:
            return
        file, line, text = (part.strip() for part in source.head['because'].split(':', 2))
        place = f'line {line} of {os.path.join(os.path.dirname(source.path), file)}'
        if place not in said or text not in said:
            raise Wrong(f'there is no "{text}" at {place}, but: {said.strip()}')

    def check_mode(self, source, folder, mode, is_allowed):
        own = os.path.join(folder, mode)
        output = os.path.join(own, 'out.f90')
        os.makedirs(own, exist_ok=True)
        head = source.head
        if head.get('judged') == 'driver':
            self.check_driver(source, own, mode, is_allowed)
            if is_allowed:
                self.check_result(source, os.path.join(own, 'checked.f90'), own)
            return
        compiled = [] if head.get('compared') == 'no' else ['--compiler=' + ' '.join([os.path.abspath(__file__), '--compile', *FLAGS])]
        verifying = [] if self.options.warnings else ['--verify=native', *compiled, '--points=2', *source.case()]
        command = [self.options.engine, *MODES[mode], '--activity=computed', f'--entry={head["entry"]}',
                   f'--independents={head["independents"]}', f'--dependents={head["dependents"]}', *source.words('engine'), '-o', output, os.path.join(folder, 'in.xaif')]
        name = self.name_of(source, mode, command) if is_allowed and not self.options.warnings else None
        if name and judged.is_right(name):
            return
        mark = os.path.join(os.path.abspath(own), 'compared')
        asked = '\n'.join([mark, head['entry'], head.get('options', ''), *(os.path.abspath(file) for file in source.files())])
        status, said = self.run([*command, *verifying], XB_SOURCE_JUDGED=asked)
        with open(os.path.join(own, 'said.txt'), 'w', encoding='utf-8') as file:
            file.write(' '.join(command) + '\n' + said)
        if not is_allowed:
            if status != 3:
                raise Wrong(f'status {status} where it should be 3')
            self.check_reason(source, said)
            return
        if status:
            raise Wrong(f'status {status}: {said.strip() if self.options.verbose else summary_of(said)}')
        self.check_result(source, output, own)
        if self.options.warnings:
            return
        if head.get('checked') == 'yes':
            self.check_driver(source, own, mode)
        if 'compiled code: ok' not in said or 'values of the original' not in said or (compiled and not os.path.exists(mark)):
            raise Wrong(f'compiled code was not judged: {summary_of(said)}')
        if name:
            judged.remember(name)

    def name_of(self, source, mode, command):
        """What a result is known by, if judgements are kept: it is made without being judged; or None."""
        if 'XB_JUDGED' not in os.environ:
            return None
        status, _ = self.run(command)
        paths = [os.path.abspath(__file__), command[-1], command[-2], *source.files(), *(os.path.splitext(path)[0] + '.json' for path in source.files()[-1:] if source.case())]
        return None if status else judged.digest(mode.encode(), judged.digest_of_files(paths).encode())

    def check_driver(self, source, folder, mode, is_allowed=True):
        """The verdict of the driver that --check writes, for what stands within the source."""
        head = source.head
        command = [self.options.engine, *MODES[mode], '--check', f'--entry={head["entry"]}', f'--independents={head["independents"]}',
                   f'--dependents={head["dependents"]}', *source.case(), *source.words('engine'), '-o', os.path.join(folder, 'checked.f90'), *source.files()]
        status, said = self.run(command, XAIFBOOSTER_FORTRAN_READER=self.options.reader)
        if (status or 'verdict: ok' not in said) if is_allowed else status != 3:
            raise Wrong(f'--check: status {status}: {summary_of(said)}')

    def check_result(self, source, output, folder):
        """What was derived stands within the source, and compiles there as well as that does."""
        new = self.warnings_of(source, [os.path.abspath(output)], folder)
        if new:
            warnings = self.warnings_of(source, source.files(), folder)
            new = [warning for warning in new if warning not in warnings]
        self.kinds.update(warning.rsplit(' [')[-1].rstrip(']') for warning in new)
        if new:
            raise Wrong(f'{len(new)} warnings: ' + ', '.join(new if self.options.verbose else new[:3]))

    def warnings_of(self, source, files, folder):
        """What the compiler says of files, without places; of derivatives what it says of their variables."""
        others = sorted({self.run_time, *(os.path.dirname(path) for path in source.files())})
        command = ['gfortran', '-c', *WARNINGS, *source.words('options'), *(f'-I{folder}' for folder in others), *map(os.path.abspath, files)]
        done = subprocess.run(command, capture_output=True, text=True, errors='replace', cwd=folder, timeout=300, check=False)
        if done.returncode:
            raise Wrong('it does not compile: ' + done.stderr.strip()[-400:])
        return [re.sub(DERIVATIVE, '', warning) for warning in re.findall('(?m)^.*?Warning: (.*)$', done.stderr)]


def summary_of(said):
    """What is wrong in a verdict, or the errors."""
    lines = [line.strip() for line in said.splitlines() if re.search(r'error|WRONG|wrong|incomplete|INCOMPLETE|says|Error', line)]
    return ' / '.join(lines[:8])[:900] or said.strip()[-600:]


def find_sources(options):
    paths = options.files or sorted(glob.glob(os.path.join(SOURCES, '*.f')) + glob.glob(os.path.join(SOURCES, '*.[fF]90')) + glob.glob(os.path.join(SOURCES, '*.F')))
    sources = [source for source in map(read_head, paths) if source]
    if options.warnings:
        sources = [source for source in sources if not source.refusals]
    return [source for source in sources if not options.only or any(re.fullmatch(only.replace('*', '.*'), source.name) for only in options.only)]


@contextlib.contextmanager
def compiled_run_time():
    """A folder with the module of the tape, which code within a source uses."""
    with tempfile.TemporaryDirectory(prefix='fortran_sources_run_time.') as folder:
        subprocess.run(['gfortran', '-c', '-w', os.path.join(TOP, 'runtime', 'xaif_tape.f90')], cwd=folder, check=True)
        yield folder


def main():
    if sys.argv[1:2] == ['--compile']:
        return compile_with_source(sys.argv[2:])
    parser = argparse.ArgumentParser()
    parser.add_argument('files', nargs='*')
    parser.add_argument('--engine', default=os.path.join(BUILD, 'inplace', 'xaifbooster'))
    parser.add_argument('--reader', default=default_reader())
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--mode', choices=list(MODES))
    parser.add_argument('--every', action='store_true', help='each source in every mode; else in one of them, taking turns')
    parser.add_argument('--only', action='append', help='names of programs, in which * stands for anything')
    parser.add_argument('--warnings', action='store_true', help='judge warnings of what is derived alone')
    parser.add_argument('--verbose', action='store_true', help='show all that is said of what is wrong')
    parser.add_argument('--keep', help='a folder for what is made')
    options = parser.parse_args()
    if not options.reader or not shutil.which('gfortran'):
        print('there is no reader of Fortran, or no gfortran')
        return 77
    passed = failed = 0
    sources = find_sources(options)
    with compiled_run_time() as run_time, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        judge = Judge(options, run_time)
        for source, wrong in zip(sources, pool.map(judge.judge, sources)):
            print(f'{source.name}: {"ok" if not wrong else wrong}', flush=True)
            passed += not wrong
            failed += bool(wrong)
    for kind, count in judge.kinds.most_common():
        print(f'{count:6} {kind}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
