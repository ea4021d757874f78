#!/usr/bin/env python3
"""Compares the derivatives of generated code with exact ones.

    derivatives.py [--engine PROGRAM] [--folder DATA] [--jobs N] [--write] [NAME...]

For each NAME.case in the folder of data there is NAME.xaif. The engine transforms it with various options, and also with
its alias sets, its chains, or both taken away; evaluate.py runs what comes out. A case is a text:

    about: what is special about it            (lines before ---)
    x: 0.5 1.0 | -0.3 2.0                      values of a formal or global variable; points are separated by |
    ---
    subroutine head(x in, y out)               the program, in the notation of xaif.py
    …
    ---
    subroutine set_to_one(a inout)             perhaps bodies of its routines without body, which the engine does not see
    …

Further lines in the head: `entry` (default head); `elements: yes` and `shared: t u; v w` (see xaif.py); `extents: t 1:3`
of an array without bounds; `options` for all runs, `only` and `catalogue` (a file beside it); `status` (default 0) and
`message`, a part of what must be said (one line for each; nothing else may be said); `information` (default full alias
chains none, and declared unless variables share storage that is not declared): what to run with (bodies: without Mod lists; none: with nothing;
declared: with nothing but that what shares storage is declared); `has: Saxpy=0 Sax=1`: numbers of elements in the output of
the run without options; `kinds: yes`: variables of single precision hold no more; `judged: no`: not for cross_check.py;
`initial`: see jacobians.py, `checkpoints: 2 periodic:1`: how compiled.py checkpoints loops, too,
`adjoint`: see adjoints.py, `by name`: see association.py (any number of lines).

--write makes the XAIF of the cases anew; without it, it is checked that it is up to date. With XB_FEWER_RUNS in the environment, a case is run
with the default and with a sixth of the other options, and with all that may be known and a third of what may be less, which are others for
the next case: for builds that are slow, beside one that runs all.
"""

import argparse
import functools
import os
import re
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import evaluate
import evaluate_values
import judged
import link
import parallel
import strip
import worker
import xaif

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JUDGE = judged.digest_of_files(os.path.join(TOP, 'tests', name) for name in
                               ('derivatives.py', 'evaluate.py', 'evaluate_values.py', 'link.py')).encode()
OPTIONS = {
    'default': ['--verify-each', '--validate=both'],
    'per-statement': ['--per-statement'],
    'n-ary': ['--nary'],
    'inlinable': ['--inlinable-propagation'],
    'forward': ['--objective=operations', '--elimination-order=forward'],
    'reverse': ['--objective=operations', '--elimination-order=reverse'],
    'markowitz': ['--objective=operations', '--elimination-order=markowitz'],
    'used-once': ['--objective=operations', '--elimination-order=used-once'],
    'operations': ['--objective=operations', '--elimination-order=best', '--nary'],
    'locality': ['--algorithm=memopstradeoffpreaccumulation'],
    'siblings': ['--heuristic=vertex:sibling,succpred'],
    'faces': ['--objective=operations', '--heuristic=face:absorb,momr'],
    'awareness 0': ['--objective=scarcity', '--awareness=0'],
    'awareness 2': ['--objective=scarcity', '--awareness=2', '--maintaining'],
    'tape': ['--objective=tape'],
    'directions': ['--directions=8'],
    'rerouting': ['--rerouting'],
    'simplified': ['--simplify=2'],
    'scarcity with rerouting': ['--objective=scarcity', '--rerouting'],
    'cache': ['--elimination-cache=SCRATCH/cache'],  # the cases write one file, as they come
    'search with cache': ['--objective=operations', '--search=faces', '--search-steps=2000',
                          '--elimination-cache=SCRATCH/cache'],
    'per-statement n-ary': ['--per-statement', '--nary', '--inlinable-propagation', '--count-operations'],
}
FEWER = ['default', 'per-statement', 'n-ary', 'operations', 'scarcity with rerouting']
INFORMATION = {'full': (), 'alias': ('du_ud',), 'chains': ('alias',), 'none': strip.EVERYTHING, 'declared': strip.EVERYTHING, 'bodies': ('Mod',)}


# ---- routines without body --------------------------------------------------------------------------------

def report(machine, *arguments):
    """Prints, as far as anybody knows."""


def set_to_one(machine, *arguments):
    for argument in arguments:
        argument.write(1.0, dual=machine.dual)


def set_rest_to_one(machine, *arguments):
    """Elements stand for the arrays that they begin."""
    for argument in arguments:
        for position in argument.positions if argument.extents else argument.rest:
            argument.storage.values[position] = 1.0
            if machine.dual:
                argument.storage.derivatives[position] = 0.0


def cube(machine, x, y):
    argument = x.read(False, machine.dual)
    y.write(evaluate.apply('mul', [argument, evaluate.apply('mul', [argument, argument])]), dual=machine.dual)


def cube_with_derivative(machine, x, y):
    number, slope = x.read(False, False), x.read(True, False)
    y.write(number ** 3)
    y.write(3 * number ** 2 * slope, True)


def cube_jacobian(machine, x, y, partial):
    partial.write(3 * x.read(False, False) ** 2)


def polar(machine, x, y, r, a):
    """r = x*x + y*y and a = x*y stand for harder functions."""
    u, v = x.read(False, machine.dual), y.read(False, machine.dual)
    r.write(evaluate.apply('add', [evaluate.apply('mul', [u, u]), evaluate.apply('mul', [v, v])]), dual=machine.dual)
    a.write(evaluate.apply('mul', [u, v]), dual=machine.dual)


def polar_jacobian(machine, x, y, r, a, *partials):
    u, v = x.read(False, False), y.read(False, False)
    for partial, slope in zip(partials, (2 * u, 2 * v, v, u)):
        partial.write(slope)


def energy_jacobian(machine, d, q, by_d, by_q):
    """Of the intrinsic q / d."""
    u, v = d.read(False, False), q.read(False, False)
    by_d.write(-v / u ** 2)
    by_q.write(1 / u)


def swirl(machine, x, y, r, k):
    """Also changes an integer, which no pair of the catalogue names."""
    u, v, n = x.read(False, machine.dual), y.read(False, machine.dual), k.read(False, False)
    r.write(evaluate.apply('mul', [u, v]), dual=machine.dual)
    x.write(evaluate.apply('add', [evaluate.apply('mul', [0.5, u]), evaluate.apply('mul', [v, v])]), dual=machine.dual)
    k.write(n % 3 + 1)


def swirl_jacobian(machine, x, y, r, k, *partials):
    u, v = x.read(False, False), y.read(False, False)
    for partial, slope in zip(partials, (0.5, 2 * v, v, u)):
        partial.write(slope)


EXTERNALS = {'report': report, 'set_to_one': set_to_one, 'set_rest_to_one': set_rest_to_one, 'cube': cube, 'OpenAD_cube': cube_with_derivative,
             'cube_jacobian': cube_jacobian, 'polar': polar, 'polar_jacobian': polar_jacobian,
             'energy_jacobian': energy_jacobian, 'swirl': swirl, 'swirl_jacobian': swirl_jacobian}
def length(x):
    return evaluate.apply('sqrt', [evaluate.apply('sum', [evaluate.apply('mul', [x, x])])])


def kinetic(x, s):
    return evaluate.apply('mul', [s, evaluate.apply('sum', [evaluate.apply('mul', [x, x])])])


def softened(x, s):
    return evaluate.apply('sqrt', [evaluate.apply('add', [evaluate.apply('sum', [evaluate.apply('mul', [x, x])]), evaluate.apply('mul', [s, s])])])


def mirror(x):
    return evaluate_values.Array(x.shape, x.items[::-1])


evaluate.apply.__globals__['OF_ARRAYS'].update({'length': length, 'kinetic': kinetic, 'softened': softened, 'mirror': mirror, 'total': evaluate_values.sum_,
                                                  'greatest': evaluate_values.maxval})
evaluate.apply.__globals__['ELEMENTWISE']['energy'] = (lambda d, q: q / d, lambda d, q: -q / d ** 2, lambda d, q: 1 / d)
evaluate.apply.__globals__['ELEMENTWISE']['alternating'] = (lambda a, b, c: a - b + 2 * c, lambda a, b, c: 1.0, lambda a, b, c: -1.0,
                                                               lambda a, b, c: 2.0)
evaluate.apply.__globals__['ELEMENTWISE']['ratio'] = (lambda a, b, c: a * b / c, lambda a, b, c: b / c, lambda a, b, c: a / c,
                                                      lambda a, b, c: -a * b / c ** 2)


def is_wrapper(name):
    """Wrappers have derivatives, as EXTERNALS compute them, or the engine."""
    return name.startswith('OpenAD_')


# ---- cases ----------------------------------------------------------------------------------------------

class Case:
    KEYS = ('about', 'entry', 'elements', 'shared', 'extents', 'options', 'only', 'catalogue', 'status', 'message',
            'information', 'has', 'kinds', 'judged', 'initial', 'checkpoints')

    def __init__(self, path):
        self.name = os.path.basename(path)[:-len('.case')]
        self.folder = os.path.dirname(path)
        with open(path, 'rb') as file:
            self.content = file.read()
        head, _, text = self.content.decode().partition('---\n')
        self.text, _, self.bodies = text.partition('---\n')
        self.fields, self.messages, self.adjoint, self.by_name, inputs = {}, [], [], [], {}
        for line in head.splitlines():
            key, _, text = line.partition(':')
            if key == 'message':
                self.messages.append(text.strip())
            elif key in ('adjoint', 'by name'):
                (self.adjoint if key == 'adjoint' else self.by_name).append(text.strip())
            elif key in self.KEYS:
                self.fields[key] = text.strip()
            elif key.strip():
                inputs[key.strip()] = [evaluate.numbers(point) for point in text.split('|')]
        self.points = [{name: points[min(i, len(points) - 1)] for name, points in inputs.items()}
                       for i in range(max(map(len, inputs.values()), default=1))]
        self.status = int(self.get('status', '0'))
        self.document = os.path.join(self.folder, self.name + '.xaif')

    def get(self, key, default=''):
        return self.fields.get(key, default)

    def linked(self, document):
        """A document with the bodies of this case, but those of wrappers."""
        if not self.bodies:
            return document
        return link.link(document, xaif.build(self.bodies, 'bodies'), 'body_', lambda name: not is_wrapper(name))

    def information(self):
        declared = not self.get('shared') and all(re.search(r'\b(block|equivalent|same) ', line) for line in self.text.splitlines() if ' @ ' in line)
        return self.get('information', 'full alias chains none' + ' declared'*declared).split()

    def built(self):
        return xaif.build(self.text, self.name, self.get('elements') == 'yes')

    def tasks(self):
        extents = {}
        for item in filter(None, self.get('extents').split(';')):
            name, *bounds = item.split()
            extents[name] = [tuple(map(int, b.split(':'))) for b in bounds]
        shared = [tuple(group.split()) for group in self.get('shared').split(';') if group.strip()]
        return [evaluate.Task(self.get('entry', 'head'), point, extents, shared, EXTERNALS) for point in self.points]

    def command(self):
        command = self.get('options').split()
        if self.get('catalogue'):
            command.append('--catalogue=' + os.path.join(self.folder, self.get('catalogue')))
        return command


def known(text, information):
    """A document of which only some information is known."""
    text = strip.strip(text, INFORMATION[information])
    return strip.declare(text) if information == 'declared' and ' storage="declared"' not in text else text


def wrong_messages(wanted, text):
    """What is not right with messages: each has to be wanted, and all that are wanted have to be said, with a place."""
    lines = [line for line in text.splitlines() if re.search(r': (error|warning): ', line)]
    for message in wanted:
        if not any(message in line for line in lines):
            yield f'"{message}" is not said, but: {text.strip() or "nothing"}'
    for line in lines:
        if not any(message in line for message in wanted):
            yield f'should not be said: {line}'
        if not re.match(r'\S+\.xaif:[1-9][0-9]*: ', line):
            yield f'without place: {line}'


def part_of(case, names, every):
    """One of EVERY names, others for other cases, and the default."""
    first = zlib.crc32(case.encode())
    return [name for place, name in enumerate(names) if name == 'default' or (first + place) % every == 0]


def chosen(case, information, options, fewer):
    """Which options a case is run with where this is known of it."""
    names = options if information == 'full' else part_of(case, fewer, len(fewer)) if information == 'declared' else fewer
    if not os.environ.get('XB_FEWER_RUNS'):
        return list(names)
    return part_of(case, names, 6) if information in ('full', *part_of(case, INFORMATION, 3)) else []


class Checker:
    """Runs one case."""
    algorithms, options, fewer, judge_name = ['-a', 'basicblockpreaccumulation'], OPTIONS, FEWER, JUDGE

    def __init__(self, case, engine, scratch):
        self.case, self.engine, self.scratch = case, engine, scratch
        self.problems, self.seen, self.runs = {}, {}, 0

    def say(self, where, what):
        self.problems.setdefault(what, []).append(where)

    def chosen(self, information):
        return chosen(self.case.name, information, self.options, self.fewer)

    def check(self):
        try:
            with open(self.case.document, encoding='utf-8') as file:
                text = file.read()
            if text != self.case.built():
                self.say('input', 'the XAIF is not that of the case: use --write')
        except (xaif.SourceError, OSError) as error:
            self.say('input', str(error))
            return
        for information in self.case.information():
            path = self.case.document
            if INFORMATION[information]:
                path = os.path.join(self.scratch, f'{self.case.name}.{information}.xaif')
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(known(text, information))
            for name in self.case.get('only').split(',') if self.case.get('only') else self.chosen(information):
                self.run(information, name, path)

    def run(self, information, name, path):
        where = f'{information}, {name}'
        self.runs += 1
        output = os.path.join(self.scratch, f'{self.case.name}.out.xaif')
        options = [option.replace('SCRATCH', self.scratch) for option in self.options[name]]
        done = worker.run([self.engine, *self.algorithms, *self.case.command(), *options, '-o', output, path], 60)
        if done.returncode != self.case.status:
            self.say(where, f'status {done.returncode}: {done.stderr.partition(chr(10))[0].replace(path, "")}')
            return
        for problem in wrong_messages(self.case.messages, done.stderr):
            self.say(where, problem)
        if self.case.status:
            if os.path.exists(output):
                self.say(where, 'there is output')
            return
        with open(output, 'rb') as file:
            content = file.read()
        os.remove(output)
        if (information, name) == ('full', 'default'):
            self.check_elements(where, content.decode())
        if content not in self.seen:
            self.seen[content] = self.judge(content)
        if self.seen[content]:
            self.say(where, self.seen[content])

    def check_elements(self, where, text):
        for item in self.case.get('has').split():
            element, wanted = item.split('=')
            found = len(re.findall(rf'<\w+:{element}[ />]', text))
            if found != int(wanted):
                self.say(where, f'{found} {element}, not {wanted}')

    def judge(self, content):
        """What is wrong with output, or None."""
        name = judged.digest(self.judge_name, self.case.content, content)
        if judged.is_right(name):
            return None
        wrong = self.compare(content)
        if not wrong:
            judged.remember(name)
        return wrong

    def linked(self, content, suffix):
        """The path of a document with the bodies of its routines."""
        path = os.path.join(self.scratch, f'{self.case.name}.{suffix}.xaif')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(self.case.linked(content.decode()))
        return path

    @staticmethod
    def difference(task, original, derived):
        return evaluate.compare(task, original, derived)

    def read(self, content, suffix):
        """A program for evaluate.py."""
        path = self.linked(content, suffix)
        try:
            return evaluate.Document(path, self.case.get('kinds') == 'yes')
        finally:
            os.remove(path)

    @functools.cached_property
    def exact(self):
        """The program of the case, and what is to be run. Tasks know the exact derivatives of what they have run."""
        with open(self.case.document, 'rb') as file:
            return self.read(file.read(), 'read'), self.case.tasks()

    def compare(self, content):
        try:
            (original, tasks), derived = self.exact, self.read(content, 'run')
            for i, task in enumerate(tasks, 1):
                difference = self.difference(task, original, derived)
                if difference:
                    return f'{difference} (point {i})'
        except (evaluate.Fault, evaluate.Unknown) as problem:
            return f'can not be run: {problem}'
        return None


def check(work):
    path, engine, scratch, checker_of = work
    checker = checker_of(Case(path), engine, scratch)
    try:
        checker.check()
    except subprocess.TimeoutExpired:
        checker.say('engine', 'it does not end')
    problems = []
    for what, where in checker.problems.items():
        more = f' and {len(where) - 2} more' if len(where) > 3 else ''
        problems.append(f'{checker.case.name} ({"; ".join(where[:2] if more else where)}{more}): {what}')
    return checker.case.name, checker.runs, problems


def write(paths):
    for path in paths:
        case = Case(path)
        try:
            text = case.built()
        except xaif.SourceError as error:
            print(f'{case.name}: {error}')
            return 1
        with open(case.document, 'w', encoding='utf-8') as file:
            file.write(text)
    return 0


def main(checker_of):
    parser = argparse.ArgumentParser(description='Compare the derivatives of generated code with exact ones.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    parser.add_argument('--folder', default=os.path.join(TOP, 'tests', 'data', 'derivatives'))
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('--write', action='store_true')
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    names = arguments.names or sorted(f[:-len('.case')] for f in os.listdir(arguments.folder) if f.endswith('.case'))
    paths = [os.path.join(arguments.folder, name + '.case') for name in names]
    if arguments.write:
        return write(paths)
    runs, bad = 0, 0
    with tempfile.TemporaryDirectory() as scratch, parallel.processes(arguments.jobs) as pool:
        for name, count, problems in pool.map(check, [(path, arguments.engine, scratch, checker_of) for path in paths]):
            runs += count
            bad += bool(problems)
            for problem in problems:
                print(problem)
    print(f'{len(paths) - bad} of {len(paths)} cases are right, {runs} runs')
    return 1 if bad or not paths else 0


if __name__ == '__main__':
    sys.exit(main(Checker))
