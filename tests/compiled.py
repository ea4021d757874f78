"""Judges what compilers make of the plain programs that association by name makes of the cases of derivatives.py: what fortran.py and c.py share.

    fortran.py|c.py [--engine PROGRAM] [--jobs N] [--verbose] [--write] [NAME...]

Interpreters let pass what compilers don't: arguments of other kinds and ranks, constants and arguments of intent in that are modified, names that
are one to Fortran. And compilers rely on what languages forbid: an argument that is modified shares no storage with another one. Each case whose own
program is one of the language is differentiated in the ways of WAYS; `xaifbooster verify --native` has what comes out compiled with all checks, run in
several directions, and compared with the evaluator. Of the two motions, C takes one for each case, by its name (with XB_EVERY_WAY, both): Fortran takes both. What is refused, since the language has not got it, or the judge can't run it, stands with its reason in
data/compiled; --write writes that anew, otherwise it has to be so. Exit status 77 if there is no compiler, and with XB_FEWER_RUNS: the engine does here what it does for
association.py.
"""

import os
import re
import shutil
import subprocess
import sys
import typing
import zlib

import adjoints
import derivatives
import judged
from evaluate import Unknown

TOP = derivatives.TOP
RUN_TIME = os.path.join(TOP, 'runtime')
LINKER = ['-fuse-ld=gold'] if shutil.which('ld.gold') else []  # it takes half the time
REVERSE = ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines']
WAYS = {
    'forward': ['-a', 'basicblockpreaccumulation,associationbyname'],
    'strong motions': [*REVERSE, '--reversal=split'],
    'weak motions': [*REVERSE, '--reversal=joint'],
}
MOTIONS = ['strong motions', 'weak motions']
LAST_WAY = MOTIONS[1]
# They break rules of languages that compilers don't see, as their alias sets allow, or by functions that change what their statement uses.
FORBIDDEN = ['joint_argument_shared', 'loop_heads_with_effects']


class Language(typing.NamedTuple):
    """A language, and a compiler that finds all the fault with it that it can."""
    name: str
    suffix: str  # of sources
    compiler: typing.Optional[str]
    flags: list
    others: list = []  # commands of other compilers, for the last way
    libraries: list = []
    unchecked: list = []  # flags with which integers are as they are when they overflow
    run_time: str = ''  # what stands before programs

    def write(self, engine, path):
        """The program of a document. Raises Unknown with what the engine says of a document that it refuses."""
        done = subprocess.run([engine, '--mode=plain', f'--to={self.name}', '--quiet', path], capture_output=True, text=True, timeout=120, check=False)
        if done.returncode == 3:
            raise Unknown(re.sub(r'^.*?error: ', '', done.stderr.splitlines()[0]))
        if done.returncode:
            raise RuntimeError(f'status {done.returncode}: {done.stderr}')
        return done.stdout

    def compile(self, source, path, *more):
        """What the compiler has to say of a program, or None. @param path: of the source without its suffix, and of what it is compiled to"""
        with open(path + self.suffix, 'w', encoding='utf-8') as file:
            file.write(self.run_time + source)
        place = [f'-I{RUN_TIME}', '-o', path] if self.libraries else [f'-J{os.path.dirname(path)}', '-o', path]
        done = subprocess.run([self.compiler, *self.flags, *place, *more, path + self.suffix, *self.libraries], capture_output=True, text=True, timeout=300, check=False)
        said = [line for line in done.stderr.splitlines() if re.search('[Ee]rror|undefined', line)]
        return (said or [done.stderr.strip() or 'the compiler failed'])[0] if done.returncode else None


class Checker(adjoints.Checker):
    """Compiles and runs one case."""
    language, way, patience = None, '', 600
    takes_turns = False  # whether a case takes one of the two motions
    judge_name = judged.digest_of_files([__file__, RUN_TIME, *(os.path.join(TOP, 'src', 'languages', name) for name in ('code', 'fortran', 'c'))]).encode() + adjoints.JUDGE

    def check(self):
        lines = [*self.case.adjoint, *self.case.by_name]
        if self.case.name in FORBIDDEN or any(text.startswith(('unfit', 'refused')) for text in lines) or self.case.status or self.case.get('shared') or self.case.get('kinds') == 'yes':
            self.unfit = 'by its head'
        elif self.case.bodies and self.case.get('catalogue'):
            self.unfit = 'parts of rules are written for components'
        else:
            self.check_ways()

    def refuse(self, reason, way=''):
        """The case is not judged, or not in some way."""
        line = f'{way}: {reason}' if way else reason
        if line not in self.refused:
            self.refused.append(line)
        self.unfit = self.unfit or (None if way else reason)

    def check_ways(self):
        try:
            self.prepare()
        except adjoints.Unfit as reason:
            self.refuse(str(reason))
            return
        for way, options in {**WAYS, **self.with_checkpoints()}.items():
            if not self.unfit and self.is_tried(self.case.name, way):
                self.judge_way(way, options)
        if self.runs == 0 and self.refused:
            self.unfit = self.refused[-1]

    @classmethod
    def is_tried(cls, name, way):
        """Whether a case is differentiated in a way; by its name alone."""
        return way not in MOTIONS or not cls.takes_turns or way == MOTIONS[zlib.crc32(name.encode()) % len(MOTIONS)]

    @classmethod
    def is_found(cls, line):
        """Whether a line of the list of what is refused, 'NAME: [WAY: ]REASON', would be found by what is tried."""
        name, way = line.split(': ')[:2]
        return cls.is_tried(name, way)

    def with_checkpoints(self):
        """Ways in which all loops of the entry are reversed by checkpoints, if the case wants that: they are not nested."""
        entry = self.case.get('entry', 'head')
        with open(self.case.document, encoding='utf-8') as file:
            loops = [number for number, line in enumerate(file, 1) if '<xaif:ForLoop ' in line]
        return {f'checkpoints {how}': ['-a', 'loopcheckpointing,' + REVERSE[1], *REVERSE[2:], '--checkpoint-loops=' + ','.join(f'{entry}:{line}:{how}' for line in loops)]
                for how in self.case.get('checkpoints').split()}

    def judge_way(self, way, options):
        self.way = way
        output = self.path('out.xaif')
        status, said = self.call(*options, *self.case.command(), '--quiet', '-o', output, self.case.document)
        if status == 3:
            self.refuse(reason_of(said), way)
        elif status:
            self.say(way, f'status {status}: {said}')
        else:
            refused = len(self.refused)
            for command in [' '.join([self.language.compiler, *self.language.flags]), *(self.language.others if way == LAST_WAY else [])]:
                self.judge_by(command, way, output)
            self.runs += len(self.refused) == refused

    def judge_by(self, command, way, output):
        with open(output, 'rb') as file:
            content = file.read()
        kind = '--tangent' if way == 'forward' else '--adjoint=combined'  # and the two sweeps, one after the other
        document = shutil.copy(self.case.document, self.path('original.xaif'))
        judging = [kind, f'--native={self.language.name}', f'--compiler={command}']
        self.judge(f'{way}, {os.path.basename(command.split()[0])}', judging, self.linked(document, False), self.linked(output, True), content)

    def verdict(self, file, judging, document, output):
        """What is wrong, or None. A program that is none of the language itself is not for this judge."""
        if self.unfit:
            return None
        status, said = self.call('verify', '--quiet', *judging, f'--case={file}', document, output)
        if 'the original: the compiler says' in said:
            self.refuse('the compiler does not take the program itself')
            return None
        if status in (1, 3) and re.search(adjoints.NOT_UNFIT, said):
            return f'status {status}: {said}'
        if status in (1, 3):
            self.refuse(reason_of(said), '' if f'{document}:' in said else self.way)
        if status in (0, 1, 3):
            return None
        return f'status {status}: ' + ' / '.join(line.strip() for line in said.splitlines() if 'rror' in line or line.startswith('    '))[:600]


def reason_of(said):
    """A message without its place."""
    found = re.search('error: (.*)', said)
    text = found[1] if found else said.splitlines()[0]
    return re.sub(r'/\S*?\.xaif:\d+: | \(in CallGraph/.*', '', text)


def main(checker):
    compiler = checker.language.compiler
    if not compiler or os.environ.get('XB_FEWER_RUNS'):
        print('left out' if compiler else f'there is no compiler of {checker.language.name}')
        sys.exit(77)
    sys.exit(adjoints.main(checker, os.path.join(TOP, 'tests', 'data', 'compiled', f'{checker.language.name}.txt'), checker.is_found))
