#!/usr/bin/env python3
"""Judges the adjoint code that is made of the cases of derivatives.py.

    adjoints.py [--engine PROGRAM] [--jobs N] [--verbose] [NAME...]

Each case is transformed in reverse mode in the ways of OPTIONS, and also with its alias sets, its chains, or all that is known of
it taken away. `xaifbooster verify` judges what comes out, with split and with joint templates: adjoints entry by entry against exact
derivatives, in random directions against tangents, whether they are incremented, a second call, and that all tapes are
empty at the end. With --initialise, derivatives of local variables are undefined at first; --strict-anonymous takes the
replacements 10 and 11.

Of the head of a case, lines with `adjoint` are for reverse mode: `refused: TEXT` (status 3 with this in the message), `says: TEXT`
(a message of some runs; but for those of the case, nothing else may be said), `pushes: N` (statements of taping sweeps that push,
in the output of the run without options), `tapes: N` (the most bytes that a run of that stores with split templates), `assigns: N` (assignments in adjoint
sweeps of that), `copies: N` (statements of taping sweeps that copy an argument), `stores: N` (bytes that weak calls
store in all, if all calls are weak), `unset: WHY`, if there are derivatives that --initialise does not set: then they are not undefined
at first; `split: WHY`, if joint templates must not reverse it; or `unfit: WHY`, if the case is not for this judge: its
routines without body do something. Complex arguments are twice as many real ones. Cases whose status is not 0 have the same one in
reverse mode. If a case has bodies of routines without body, these are added to what is run; to what comes out, wrappers are added as
the engine makes adjoints of them. With XB_FEWER_RUNS, see derivatives.py.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import derivatives
import judged
import link
import parallel
import strip
import worker
import xaif

JUDGE = judged.digest_of_files([__file__, link.__file__, *(os.path.join(derivatives.TOP, 'src', name) for name in ('verify', 'evaluate'))]).encode()
REVERSE = ['-a', 'basicblockpreaccumulationreverse']

# Ways to make adjoints, and to judge them; by templates, if not by all.
OPTIONS = {
    'default': (['--verify-each', '--validate=both'], []),
    'strict': ([], ['--strict-anonymous']),
    'initialise': (['--initialise'], ['--undefined-derivatives']),
    'per-statement': (['--per-statement'], []),
    'n-ary': (['--nary'], []),
    'inout': (['--all-inout'], []),
    'operations': (['--objective=operations', '--nary', '--initialise'], ['--undefined-derivatives']),
    'tape': (['--objective=tape'], []),
    'values': (['--tape=values'], []),
    'everything': (['--tape=jacobian', '--record=everything', '--checkpoint-formals'], []),
    'scarcity': (['--objective=scarcity', '--rerouting'], []),
    'simplified': (['--simplify=2'], []),
    'weak calls': (['--reversal=joint', '--verify-each', '--validate=both'], [], ['split']),
    'motions': (['--motions=routines', '--verify-each', '--validate=both'], [], ['motions', 'combined']),
    'weak motions': (['--motions=routines', '--reversal=joint', '--initialise'], ['--undefined-derivatives'], ['motions', 'combined']),
}
FEWER = ['default', 'initialise', 'per-statement']
TEMPLATES = ('split', 'joint')


# What is said of the transformed program, which is no fault of the case.
NOT_UNFIT = 'transformed program|it is no (adjoint|tangent-linear) program|there is nothing to judge'


class Unfit(Exception):
    """The case is not for the judge."""


def extent(bounds):
    size = 1
    for low, high in bounds:
        size *= high - low + 1
    return size


def associates_locals(description):
    """Whether a case file says of local variables that they share storage: those of other routines with the same ones, such as motions, have scopes of their own."""
    return any('/' in name for group in description.get('association', []) for name in group)


class Drive:
    """How the judge has to drive a case: a case file for each set of passive inputs."""

    def __init__(self, case):
        self.case, self.tasks = case, case.tasks()
        self.program = xaif.Reader(case.text).read()
        names = [r for r in self.program.routines if r.symbol.name == case.get('entry', 'head')]
        if not names:
            raise Unfit('no entry')
        self.entry = names[0]
        self.formals = [(self.entry.symbols[name], intent) for name, intent in self.entry.formals]

    def bounds(self, symbol, point):
        given = self.tasks[0].extents.get(symbol.name)
        return given or [b or (1, len(point.get(symbol.name) or [])) for b in symbol.bounds_at(point)]

    def globals(self, point):
        """Global variables among the inputs."""
        names = {symbol.name for symbol, _ in self.formals}
        return [name for name in point if name not in names]

    def passive(self, point):
        """What makes a case file of its own."""
        return [(s.name, point.get(s.name)) for s, _ in self.formals if not s.active]

    def parts(self, symbol, numbers):
        """Real numbers: of a complex one, two."""
        if symbol.type != 'complex':
            return numbers
        return [part for number in numbers for part in (complex(number).real, complex(number).imag)]

    def x(self, point):
        return [number for symbol, intent in self.formals if symbol.active and intent != 'out'
                for number in self.parts(symbol, point.get(symbol.name) or [])]

    def value(self, symbol, number):
        if symbol.type != 'complex':
            return number
        return {'real': complex(number).real, 'imaginary': complex(number).imag}

    def arguments(self, point):
        rows, n, m = [], 1, 1
        for symbol, intent in self.formals:
            row, inputs = {}, point.get(symbol.name)
            size = extent(self.bounds(symbol, point)) * (2 if symbol.type == 'complex' else 1)
            if symbol.active and intent != 'out' and inputs:
                count = len(self.parts(symbol, inputs))
                row['x'], n = [n, n + count - 1], n + count
            elif inputs and symbol.type != 'string':
                values = [self.value(symbol, number) for number in inputs]
                row['value'] = values if symbol.rank else values[0]
            if symbol.active and intent != 'in':
                row['y'], m = [m, m + size - 1], m + size
            rows.append(row)
        if n == 1 or m == 1:
            raise Unfit('no inputs or outputs')
        return rows

    def describe(self, points):
        first = points[0]
        if self.globals(first):
            raise Unfit('global inputs')
        description = {'entry': self.case.get('entry', 'head'), 'x0': self.x(first), 'points': [self.x(p) for p in points[1:]],
                       'arguments': self.arguments(first), 'limits': {'steps': 1000000}}
        if 'report' in self.program.globals:
            description['externals'] = ['report']
        extents = {name: [list(b) for b in bounds] for name, bounds in self.tasks[0].extents.items()}
        for symbol, _ in self.formals:
            if symbol.rank and not all(symbol.bounds):
                extents.setdefault(symbol.name, [list(b) for b in self.bounds(symbol, first)])
        if extents:
            description['extents'] = extents
        if self.tasks[0].shared:
            description['association'] = [names for group in self.tasks[0].shared for names in self.in_scopes(group)]
        return description

    def in_scopes(self, group):
        """The names, of variables that share storage, scope by scope; those of local variables have that of their scope before them."""
        groups = [[name for name in group if name in self.program.globals]]
        for routine in self.program.routines:
            groups.append([f'{symbol.scope}/{symbol.name}' for symbol in map(routine.symbols.get, group) if symbol])
        return [names for names in groups if names]

    def descriptions(self):
        groups = []
        for point in self.case.points:
            for group in groups:
                if self.passive(group[0]) == self.passive(point):
                    group.append(point)
                    break
            else:
                groups.append([point])
        return [self.describe(group) for group in groups]


def constants_restored(text):
    """Which formal arguments of joint motions get constants though they are restored."""
    restored = {}
    for joint in re.finditer(r'<xaif:ControlFlowGraph [^>]*symbol_id="(\w+)"[^>]*tags="xb.motion=joint.*?</xaif:ControlFlowGraph>', text, re.DOTALL):
        calls = ' '.join(re.findall(r'subroutine_name="cp_arg_restore.*?</xaif:InlinableSubroutineCall>', joint[0], re.DOTALL))
        for formal in re.findall(r'<xaif:ArgumentSymbolReference ([^>]*)>', joint[0]):
            words = dict(re.findall(r'(\w+)="([^"]*)"', formal))
            if f'symbol_id="{words["symbol_id"]}"' in calls:
                restored[joint[1], words['position']] = words['symbol_id']
    for call in re.finditer(r'<xaif:SubroutineCall [^>]*symbol_id="(\w+)".*?</xaif:SubroutineCall>', text, re.DOTALL):
        for position in re.findall(r'<xaif:Argument position="(\d+)">\s*<xaif:Constant', call[0]):
            if (call[1], position) in restored:
                yield f'{restored[call[1], position]} of {call[1]}'


class Checker:
    """Runs one case."""
    algorithms, options, fewer, judge_name = REVERSE, OPTIONS, FEWER, JUDGE
    templates = TEMPLATES
    patience = 120  # seconds for each call of the engine
    says_all = not os.environ.get('XB_FEWER_RUNS')  # all that a case expects to be said is said in some run

    def __init__(self, case, engine, scratch):
        self.case, self.engine, self.scratch = case, engine, scratch
        self.problems, self.runs, self.unfit, self.scoped = {}, 0, None, False
        self.refused = []  # why it is not judged, or not in some way, but by its head
        self.files, self.seen = [], {}
        lines = self.expectations()
        self.pushes, self.tapes, self.assigns, self.copies, self.stores = ([int(text.partition(':')[2]) for text in lines if text.startswith(word)]
                                                             for word in ('pushes:', 'tapes:', 'assigns:', 'copies:', 'stores:'))
        self.says, self.heard = [text.partition(':')[2].strip() for text in lines if text.startswith('says:')], set()
        self.unset = any(text.startswith('unset:') for text in lines)
        if any(text.startswith('split:') for text in lines):
            self.templates = tuple(template for template in self.templates if template != 'joint')
        self.wrappers = None

    def expectations(self):
        """Lines of the head of the case."""
        return self.case.adjoint

    def say(self, where, what):
        self.problems.setdefault(what, []).append(where)

    def chosen(self, information):
        return derivatives.chosen(self.case.name, information, self.options, self.fewer)

    def path(self, suffix):
        return os.path.join(self.scratch, f'{self.case.name}.{suffix}')

    def call(self, *command):
        done = worker.run([self.engine, *command], self.patience)
        return done.returncode, (done.stderr + done.stdout).strip()

    def prepare(self):
        for number, description in enumerate(Drive(self.case).descriptions()):
            self.scoped = self.scoped or associates_locals(description)
            self.files.append(self.path(f'{number}.json'))
            with open(self.files[-1], 'w', encoding='utf-8') as file:
                json.dump(description, file)

    def prepare_wrappers(self):
        """Bodies of wrappers are those that the engine makes; nothing in their document calls them."""
        document, output = self.path('bodies.xaif'), self.path('wrappers.xaif')
        with open(document, 'w', encoding='utf-8') as file:
            file.write(xaif.build(self.case.bodies, 'bodies'))
        status, said = self.call(*REVERSE, '--checkpoint-formals', '-o', output, document)
        if status:
            raise Unfit(said)
        with open(output, encoding='utf-8') as file:
            self.wrappers = file.read()

    def has_wrappers(self):
        return any('--wrappers' in option for option in self.case.command())

    def linked(self, path, wrappers):
        """The file of a document with the bodies of its routines."""
        if not self.case.bodies:
            return path
        with open(path, encoding='utf-8') as file:
            text = self.case.linked(file.read())
        with open(f'{path}.linked', 'w', encoding='utf-8') as file:
            file.write(link.link(text, self.wrappers, 'wrapper_', derivatives.is_wrapper) if wrappers and self.has_wrappers() else text)
        return f'{path}.linked'

    def check(self):
        kind, _, text = next((text for text in self.expectations() if not text.startswith(('says:', 'pushes:', 'tapes:', 'assigns:', 'copies:', 'stores:', 'unset:', 'split:'))), '').partition(':')
        if kind == 'unfit' or self.case.get('kinds') == 'yes':
            self.unfit = text.strip() or 'kinds'
            return
        try:
            self.prepare()
            if self.has_wrappers():
                self.prepare_wrappers()
        except Unfit as reason:
            self.unfit = str(reason)
            return
        self.wanted = (3, text.strip()) if kind == 'refused' else (self.case.status, '')
        with open(self.case.document, encoding='utf-8') as file:
            whole = file.read()
        for information in self.case.information():
            document = self.path(f'{information}.xaif')
            with open(document, 'w', encoding='utf-8') as file:
                file.write(derivatives.known(whole, information))
            for name in self.chosen(information):
                self.run(information, name, document)
                if self.unfit or len(self.problems) > 2:
                    return
        for text in self.says:
            if self.says_all and text not in self.heard:
                self.say('all runs', f'"{text}" is never said')

    def run(self, information, name, document):
        transforming, judging, *templates = self.options[name]
        judging = [option for option in judging if not (self.unset and option == '--undefined-derivatives')]
        if templates and (self.has_wrappers() or self.scoped):
            return
        self.run_with(f'{information}, {name}', document, transforming, judging, templates[0] if templates else self.templates)

    def run_with(self, where, document, transforming, judging, templates):
        output = self.path('out.xaif')
        self.runs += 1
        status, said = self.call(*self.algorithms, *self.case.command(), *transforming, '-o', output, document)
        if status != self.wanted[0] or self.wanted[1] not in said:
            self.say(where, f'status {status}: {said.partition(chr(10))[0].replace(document, "")}')
        if status:
            return
        said = re.sub('^xaifbooster: warning: --objective=.* presets$', '', said, flags=re.MULTILINE)
        more = [text for text in self.says if text in said]
        self.heard.update(more)
        for problem in derivatives.wrong_messages([*self.case.messages, *more], said):
            self.say(where, problem)
        document, output = self.linked(document, False), self.linked(output, True)
        with open(output, 'rb') as file:
            content = file.read()
        if where == 'full, default':
            self.count_pushes(where, content.decode())
            self.count_assigned(where, content.decode())
            self.count_copies(where, content.decode())
        if where == 'full, default' and self.tapes and self.algorithms == REVERSE:
            self.count_taped(where, output)
        if where == 'full, weak motions' and self.stores:
            self.count_stored(where, output)
        for found in constants_restored(content.decode()):
            self.say(where, f'{found} is a constant, and modified')
        for found in re.findall('subroutine_name="((?:push|pop)_[is])"', content.decode()):
            self.say(where, f'the rank is missing in {found}')
        for template in templates:
            self.judge(f'{where}, {template}', [*([f'--{template}'] if template == 'tangent' else [f'--adjoint={template}']), *judging], document, output,
                       content)

    def count_pushes(self, where, content):
        """Compares the statements that push, in placeholder 2 of all routines, with what the case expects."""
        taping = re.findall('<xaif:Replacement [^>]*placeholder="2".*?</xaif:Replacement>', content, re.DOTALL)
        count = sum(len(re.findall('subroutine_name="a?push', text)) for text in taping)
        if self.pushes and [count] != self.pushes:
            self.say(where, f'{count} statements push instead of {self.pushes[0]}')

    def count_taped(self, where, output):
        """Compares the most bytes that are on the tape in a run with what the case expects."""
        done = worker.run([os.path.join(os.path.dirname(self.engine), 'xaif-run'), '--quiet', '--jacobian=split', f'--case={self.files[0]}', '--counts',
                           '--format=json', output], self.patience)
        count = json.loads(done.stdout)['counts']['stored_peak'] if done.returncode == 0 else done.stderr
        if [count] != self.tapes:
            self.say(where, f'{count} bytes are taped instead of {self.tapes[0]}')

    def count_assigned(self, where, content):
        """Compares the assignments in placeholder 3 of all routines with what the case expects."""
        adjoint = re.findall('<xaif:Replacement [^>]*placeholder="3".*?</xaif:Replacement>', content, re.DOTALL)
        count = sum(text.count('<xaif:Assignment ') for text in adjoint)
        if self.assigns and [count] != self.assigns:
            self.say(where, f'{count} statements of adjoint sweeps assign instead of {self.assigns[0]}')

    def count_copies(self, where, content):
        """Compares the statements that copy an argument, in placeholder 1 of all routines, with what the case expects."""
        originals = re.findall('<xaif:Replacement [^>]*placeholder="1".*?</xaif:Replacement>', content, re.DOTALL)
        count = sum(text.count('<xaif:Assignment statement_id="_copied_argument_') for text in originals)
        if self.copies and [count] != self.copies:
            self.say(where, f'{count} statements copy an argument instead of {self.copies[0]}')

    def count_stored(self, where, output):
        """Compares the bytes that weak calls store, by the profile of a run, with what the case expects."""
        profile = self.path('profile')
        done = worker.run([os.path.join(os.path.dirname(self.engine), 'xaif-run'), '--quiet', '--jacobian=motions', f'--case={self.files[0]}', f'--profile={profile}', output],
                          self.patience)
        if done.returncode:
            self.say(where, f'xaif-run: {done.stderr.strip()}')
            return
        with open(profile, encoding='utf-8') as file:
            found = re.findall(r'^site .* checkpoint (\d+)$', file.read(), re.MULTILINE)
        count = sum(map(int, found))
        if [count] != self.stores:
            self.say(where, f'weak calls store {count} bytes instead of {self.stores[0]}')

    def judge(self, where, judging, document, output, content):
        name = judged.digest(self.judge_name, self.case.content, ' '.join(judging).encode(), content)
        refused = len(self.refused)
        if name not in self.seen and not judged.is_right(name):
            self.seen[name] = next(filter(None, (self.verdict(file, judging, document, output) for file in self.files)), None)
            if len(self.refused) > refused:
                del self.seen[name]
            elif not self.seen[name] and not self.unfit:
                judged.remember(name)
        if self.seen.get(name):
            self.say(where, self.seen[name])

    def verdict(self, file, judging, document, output):
        """What is wrong, or None."""
        status, said = self.call('verify', '--quiet', *judging, f'--case={file}', document, output)
        if status in (1, 3) and not re.search(NOT_UNFIT, said):
            self.unfit = said.splitlines()[0].rpartition(': ')[2]
            return None
        return None if status == 0 else f'status {status}: ' + ' / '.join(
            line.strip() for line in said.splitlines() if 'error' in line or line.startswith('    ') or 'bad' in line)[:400]


def check(work):
    path, engine, scratch, checker_of = work
    checker = checker_of(derivatives.Case(path), engine, scratch)
    try:
        checker.check()
    except subprocess.TimeoutExpired as expired:
        checker.say('engine', f'it does not end: {" ".join(expired.cmd)}')
    problems = []
    for what, where in checker.problems.items():
        problems.append(f'{checker.case.name} ({where[0]}{f" and {len(where) - 1} more" if len(where) > 1 else ""}): {what}')
    return checker.case.name, checker.runs, problems, checker.unfit, checker.refused


def write_listed(path, reasons, is_found):
    """Writes the list of what is not judged, by name and reason; what could not have been found stays in it."""
    with open(path, encoding='utf-8') as file:
        kept = [line for line in file.read().splitlines() if not is_found(line)]
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines(line + '\n' for line in sorted([*kept, *(f'{name}: {reason}' for name, reason in reasons)]))


def compare_listed(path, names, reasons, is_found):
    """How what is not judged, by name and reason, differs from a list."""
    with open(path, encoding='utf-8') as file:
        listed = {line for line in file.read().splitlines() if line.partition(':')[0] in names and is_found(line)}
    found, where = {f'{name}: {reason}' for name, reason in reasons}, os.path.relpath(path, derivatives.TOP)
    return [*(f'{line}: this is not in {where}' for line in sorted(found - listed)), *(f'{line}: this is in {where}, and is not so' for line in sorted(listed - found))]


def main(checker, listed=None, is_found=lambda line: True):
    """Judges the cases that the command line names. @param listed: a file that has what is not judged by its name, with the reason, but for what is left out
    by the head of a case @param is_found: whether a line of it would be found by what is tried"""
    parser = argparse.ArgumentParser(description='Judge the adjoint code that is made of the cases of derivatives.py.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--folder', default=os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives'))
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--verbose', action='store_true', help='say what is not judged')
    if listed:
        parser.add_argument('--write', action='store_true', help=f'write {os.path.basename(listed)}')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    names = arguments.names or sorted(f[:-len('.case')] for f in os.listdir(arguments.folder) if f.endswith('.case'))
    runs = bad = left = 0
    reasons, differences = [], []
    with tempfile.TemporaryDirectory() as scratch, parallel.processes(arguments.jobs) as pool:
        work = [(os.path.join(arguments.folder, name + '.case'), arguments.engine, scratch, checker) for name in names]
        for name, count, problems, unfit, refused in pool.map(check, work):
            reasons += [(name, reason) for reason in refused]
            runs += count
            bad += bool(problems)
            left += unfit is not None and not problems
            if unfit and arguments.verbose:
                print(f'{name} is not judged: {unfit}')
            for problem in problems:
                print(problem)
    if listed and arguments.write:
        write_listed(listed, reasons, is_found)
    elif listed:
        differences = compare_listed(listed, names, reasons, is_found)
    for line in differences:
        print(line)
    print(f'{len(names) - bad - left} of {len(names) - left} cases are right, {left} not judged, {runs} runs')
    return 1 if bad or differences or not names else 0


if __name__ == '__main__':
    sys.exit(main(Checker))
