#!/usr/bin/env python3
"""Judges the plain programs that association by name makes of the cases of derivatives.py.

    association.py [--engine PROGRAM] [--jobs N] [--verbose] [NAME...]

Each case is differentiated in forward and in reverse mode with associationbyname, with some of the ways of TANGENT and ADJOINT, and
some also with their alias sets, their chains, or all that is known of them taken away. `xaifbooster verify` judges what comes out: derivatives are arguments and
variables like others, and reading one that nobody has set is an error. Nothing of the forward run time may be left.

The cases are also run in forward mode by evaluate.py, which knows EQUIVALENCE and intrinsics of users.

Of the head of a case, lines with `by name` are for this judge: `refused: TEXT` (status 3 with this in the message). Where
there are none, those with `adjoint` are for its reverse mode as well (see adjoints.py).
"""

import os
import re
import sys
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import conformance
import derivatives
import evaluate
import judged

JUDGE = judged.digest_of_files([__file__, conformance.__file__]).encode()
adjoints.JUDGE = JUDGE + adjoints.JUDGE

TANGENT = {
    'default': (['--verify-each', '--validate=both'], []),
    'per-statement': (['--per-statement'], []),
    'three at once': (['--directions=3'], []),
}
ADJOINT = {
    'default': (['--verify-each', '--validate=both'], []),
    'strict': ([], ['--strict-anonymous']),
    'everything': (['--record=everything', '--checkpoint-formals'], []),
    'motions': (['--motions=routines', '--verify-each', '--validate=both'], [], ['motions']),
    'weak calls': (['--reversal=joint', '--verify-each', '--validate=both'], [], ['split']),
    'weak motions': (['--motions=routines', '--reversal=joint'], [], ['motions']),
    'two at once': (['--motions=routines', '--directions=2'], [], ['motions']),
}
# What a plain program has not got; of the run time, only allocations stay in forward mode.
COMPONENTS = re.compile(r'<xaif:DerivativePropagator|\bderiv="(?:1|true)"|<xaif:Symbol [^>]*active="1"')
WORDS = ('<xaif:DerivativePropagator', ' deriv="', ' active="1"')  # one is in what the pattern finds, and is found faster
CLOSED = re.compile(r'<xaif:ArgumentSymbolReference [^>]*symbol_id="(\w+_d[2-9]?)"[^>]*intent="(?:in|out)"')
TWICE = re.compile(r"'\w+' gets the same storage twice, .*?(?=: the derivatives)")
# Rules may allow it; and checkpoints restore the whole of a global variable of which a part is passed, or, by both names, what is only read.
PASSING_TWICE = ['rule_of_function', 'rule_of_solver', 'stored_of_callers', 'type_change_parts_of_one_array']
CALLS = re.compile(r'<xaif:InlinableSubroutineCall [^>]*subroutine_name="(?!oad_Allocate|oad_Deallocate|oad_Nullify|oad_ShapeTest|count)([^"]*)"')


def components(text):
    """What there is of derivatives as components."""
    return COMPONENTS.findall(text) if any(word in text for word in WORDS) else []


class Thinned:
    """Chooses, of all ways, the default and a third of the others: what comes before association by name has suites of its own.
    With XB_FEWER_RUNS, a third of the cases."""

    def check(self):
        if not os.environ.get('XB_FEWER_RUNS') or zlib.crc32(self.case.name.encode()) % 3 == 0:
            super().check()

    def chosen(self, information):
        names = derivatives.part_of(self.case.name, self.options if information == 'full' else self.fewer, 3)
        if self.case.get('catalogue'):
            names = [name for name in names if 'at once' not in name]  # rules are for one direction
        return names if information in ('full', *derivatives.part_of(self.case.name, derivatives.INFORMATION, 3)) else []


class TangentChecker(Thinned, adjoints.Checker):
    """Runs one case in forward mode."""
    algorithms = ['-a', 'basicblockpreaccumulation,associationbyname']
    options, fewer, templates = TANGENT, ['default', 'per-statement'], ['tangent']

    def expectations(self):
        return self.case.by_name + [text for text in self.case.adjoint if text.startswith('unfit')]

    def judge(self, where, judging, document, output, content):
        text = content.decode()
        for found in () if self.case.bodies else [*components(text), *CALLS.findall(text)]:
            self.say(where, f'there is {found} left')
        super().judge(where, judging, document, output, content)


class AdjointChecker(Thinned, adjoints.Checker):
    """Runs one case in reverse mode."""
    algorithms = ['-a', 'basicblockpreaccumulationreverse,associationbyname']
    options, fewer, says_all = ADJOINT, ['default'], False

    def expectations(self):
        return self.case.by_name or self.case.adjoint

    def count_assigned(self, where, content):
        """Nothing: derivatives by name are assigned like other variables."""

    def judge(self, where, judging, document, output, content):
        for found in () if self.case.bodies else components(content.decode()):
            self.say(where, f'there is {found} left')
        for found in CLOSED.findall(content.decode()):
            self.say(where, f'{found} would lose its value in a call')
        self.look_for_sharing(where, output, content)
        self.look_at_arguments(where, content)
        super().judge(where, judging, document, output, content)


    def check(self):
        """Weak motions of all cases are looked at, beside those that are judged."""
        super().check()
        transforming, _, _ = ADJOINT['weak motions']
        status, _ = self.call(*self.algorithms, *self.case.command(), *transforming, '--quiet', '-o', self.path('weak.xaif'), self.case.document)
        if status == 0:
            with open(self.path('weak.xaif'), 'rb') as file:
                self.look_at_arguments('weak motions', file.read())

    def count_stored(self, where, output):
        """What weak calls store is the same; xaif-run takes profiles where derivatives are components."""

    def look_at_arguments(self, where, content):
        """Programs by name conform if what they were made of does."""
        name = judged.digest(JUDGE, b'conformance', content)
        if judged.is_right(name):
            return
        found = conformance.problems(content)
        if found:
            with open(self.case.document, 'rb') as file:
                original = conformance.problems(file.read()) or [message for message in self.case.messages if 'same storage' in message]
            found = () if original else found
        for text in found:
            self.say(where, text)
        if not found:
            judged.remember(name)

    def look_for_sharing(self, where, output, content):
        """Calls of adjoint programs pass nothing twice that they change, unless those of the program do. The engine can tell."""
        name = judged.digest(JUDGE, b'sharing', content)
        if judged.is_right(name):
            return
        if self.case.name in PASSING_TWICE or any('same storage' in message for message in self.case.messages):
            return
        found = TWICE.findall(self.call('-a', 'typechange', '-o', os.devnull, output)[1])
        for text in found:
            self.say(where, text)
        if not found:
            judged.remember(name)


class NamedTask(evaluate.Task):
    """Runs a program in which derivatives are variables as the task runs one in which they are components."""

    def __init__(self, task, derived):
        self.named = {}
        for symbol in derived.symbols.values():
            tag = re.search(r'xb\.derivative=(\S+)', symbol.element.get('tags', ''))
            if tag:
                self.named[symbol.scope, tag[1]] = symbol
        names = {base: symbol.name for (_, base), symbol in self.named.items()}
        extents = {**task.extents, **{names[name]: bounds for name, bounds in task.extents.items() if name in names}}
        shared = [*task.shared, *(tuple(names[name] for name in group if name in names) for group in task.shared)]
        super().__init__(task.entry, task.inputs, extents, [group for group in shared if group], task.externals)
        self.plain = task

    def derivative_of(self, symbol):
        return self.named.get((symbol.scope, symbol.name))

    def seeds(self, document, direction):
        """Numbers of derivatives: all those of inputs and of global variables."""
        seeds = {}
        for symbol in document.symbols.values():
            derivative = self.derivative_of(symbol)
            count = len(self.plain.inputs.get(symbol.name, []))
            sized = bool(symbol.bounds) or not symbol.rank
            if derivative and not count and sized and symbol.scope == document.root_scope:
                count = 1
                for low, high in symbol.bounds:
                    count *= high - low + 1
            if derivative and count:
                seeds[derivative.name] = [1.0 if (symbol.name, i) == direction else 0.0 for i in range(count)]
        return seeds

    def run(self, document, dual, direction):
        if dual:
            return self.plain.run(document, dual, direction)
        self.inputs = {**self.plain.inputs, **self.seeds(document, direction)}
        found = super().run(document, dual, direction)
        named = {symbol.name: self.derivative_of(symbol) for symbol in self.visible(document) if self.derivative_of(symbol)}
        return {name: (values, found[named[name].name][0] if name in named else [0.0] * len(values))
                for name, (values, _) in found.items()}


class NamedChecker(Thinned, derivatives.Checker):
    """Runs one case in forward mode, by the other evaluator, which has no bodies for plain programs."""
    algorithms, options, fewer = TangentChecker.algorithms, {'default': [], 'per-statement': ['--per-statement']}, ['default']
    judge_name = adjoints.JUDGE + derivatives.JUDGE

    def check(self):
        if not (self.case.by_name or self.case.get('only') or self.case.bodies):
            super().check()

    def check_elements(self, where, text):
        """Elements are others here."""

    @staticmethod
    def difference(task, original, derived):
        return evaluate.compare(NamedTask(task, derived), original, derived)


if __name__ == '__main__':
    sys.exit(adjoints.main(TangentChecker) or adjoints.main(AdjointChecker) or derivatives.main(NamedChecker))
