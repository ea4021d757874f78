#!/usr/bin/env python3
"""Rules of routines: programs that are differentiated by them, tests of rules, and errors.

    rules.py [--engine PROGRAM] [--write]

tests/data/rules/solvers.f, in the notation of xaif.py, calls two solvers and a scaling, whose rules are in examples/solver_rules.xaif.
It is differentiated by them in all modes, and judged by exact derivatives of the routines themselves. Then one fault after the other is put
into the rules or their routines, each of which `xaifbooster verify --catalogue` has to find; and what a rule does not cover has to be
refused, by name. --write makes examples/solvers.xaif anew.
"""

import argparse
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import strip
import worker
import xaif

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(TOP, 'tests', 'data', 'rules', 'solvers.f')
RULES = os.path.join(TOP, 'examples', 'solver_rules.xaif')
EXAMPLE = os.path.join(TOP, 'examples', 'solvers.xaif')
REVERSE = ['-a', 'basicblockpreaccumulationreverse']
MODES = {
    'forward': [],
    'forward, n-ary': ['--nary'],
    'reverse': REVERSE,
    'reverse, all inout': REVERSE + ['--all-inout', '--initialise'],
    'reverse, renamed': REVERSE + ['--rename'],
    'strong calls': REVERSE + ['--reversal=split'],
    'weak calls': REVERSE + ['--reversal=joint'],
    'motions': REVERSE + ['--motions=routines'],
    'weak motions': REVERSE + ['--motions=routines', '--reversal=joint'],
    'by name': ['-a', 'basicblockpreaccumulation,associationbyname'],
    'motions by name': ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines'],
    'whole Jacobian': ['-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines', '--jacobian=head'],
    'reverse by name': ['-a', 'basicblockpreaccumulationreverse,associationbyname'],
}

RULE = """<n:NonInlinableIntrinsicDefinitions xmlns:n="http://www.mcs.anl.gov/XAIFNonInlinableIntrinsics">
  <n:RoutineRule name="{}" tangent="{}" recording="{}" returning="{}">
    <n:Argument position="1" intent="in" activity="passive" type="integer"/>
    <n:Argument position="2" intent="inout" needed="no"/>
  </n:RoutineRule>
</n:NonInlinableIntrinsicDefinitions>
"""

# Faults: what is found in the program or the rules (the first time after a mark), and what is put there instead.
PROGRAM_FAULTS = {
    'wrong sign in a tangent': ('subroutine solve_tangent', '{deriv=1} - a(i,j)', '{deriv=1} + a(i,j)'),
    'wrong sign in an adjoint': ('subroutine solve_adjoint', '{deriv=1} - t(i)', '{deriv=1} + t(i)'),
    'overwritten adjoint of a vector': ('subroutine solve_adjoint', 'b(i){deriv=1} = b(i){deriv=1} + t(i)', 'b(i){deriv=1} = t(i)'),
    'overwritten adjoint of a matrix': ('subroutine solve_adjoint', 'a(i,j){deriv=1} = a(i,j){deriv=1} - ', 'a(i,j){deriv=1} = -'),
    'adjoint of the result not zeroed': ('subroutine solve_adjoint', 'x(i){deriv=1} = 0.0', 'i = i'),
    'adjoint not transposed': ('subroutine solve_adjoint', 'call substitute_transposed', 'call substitute'),
    'adjoint of a matrix transposed': ('subroutine solve_adjoint', 'a(i,j){deriv=1} = a(i,j){deriv=1} - t(i){deriv=1}*x(j)',
                                       'a(j,i){deriv=1} = a(j,i){deriv=1} - t(i){deriv=1}*x(j)'),
    'contribution of a vector missing': ('subroutine solve_adjoint', 'b(i){deriv=1} = b(i){deriv=1} + t(i){deriv=1}', 'i = i'),
    'adjoint changes a value': ('subroutine solve_adjoint', 'x(i){deriv=1} = 0.0', 'x(i){deriv=1} = 0.0\n    x(i) = x(i) + 1.0'),
    'adjoint changes a matrix': ('subroutine solve_adjoint', 'call factor(a, u)', 'call factor(a, u)\n  a(1,1) = 0.0'),
    'aliasing: adjoint zeroed after the increment': ('subroutine solve_adjoint', 'x(i){deriv=1} = 0.0\n  end', 'i = i\n  end',
                                                     '- t(i){deriv=1}*x(j)\n    end\n', '- t(i){deriv=1}*x(j)\n    end\n    x(i){deriv=1} = 0.0\n'),
    'aliasing: the tangent reads what it has overwritten': ('subroutine solve_tangent', 'call solve(a, b, x)\n',
                                                            'call solve(a, b, x)\n  do i = 1, 3\n    x(i){deriv=1} = 0.0\n  end\n'),
    'adjoint reads what is not needed': ('subroutine solve_adjoint', '+ t(i){deriv=1}\n', '+ t(i){deriv=1} + 0.0*b(i)\n'),
    'one triangle forgotten in a tangent': ('subroutine solve_symmetric_tangent', 'do j = i + 1, 3', 'do j = 4, 3'),
    'one triangle forgotten in an adjoint': ('subroutine solve_symmetric_adjoint', ' - t(j){deriv=1}*x(i)', ''),
    'diagonal twice': ('subroutine solve_symmetric_adjoint', 'do j = 1, i - 1', 'do j = 1, i'),
    'the other triangle': ('subroutine solve_symmetric_adjoint', 'a(i,j){deriv=1} = a(i,j)', 'a(j,i){deriv=1} = a(j,i)'),
    'solved for nothing': ('subroutine solve_symmetric_adjoint', 'call substitute_symmetric(l, t)', ''),
    'value of a tangent missing': ('subroutine solve_symmetric_tangent', 'call solve_symmetric(a, b, x)', 'x = b'),
    'value of a tangent changed': ('subroutine scale_tangent', 'x(i) = s*x(i)', 'x(i) = x(i)'),
    'value changed too early': ('subroutine scale_tangent', 'x(i){deriv=1} = s*x(i){deriv=1} + s{deriv=1}*x(i)\n    x(i) = s*x(i)',
                                'x(i) = s*x(i)\n    x(i){deriv=1} = s*x(i){deriv=1} + s{deriv=1}*x(i)'),
    'one term of a product': ('subroutine scale_tangent', ' + s{deriv=1}*x(i)', ''),
    'tangent changes an input': ('subroutine scale_tangent', 'do i = 1, n', 's = 2.0*s\n  do i = 1, n'),
    'tangent changes the derivative of an input': ('subroutine scale_tangent', 'do i = 1, n', 's{deriv=1} = 2.0*s{deriv=1}\n  do i = 1, n'),
    'recording routine computes something else': ('subroutine scale_record', 'call scale(n, s, x)', 'x(1) = s'),
    'recording routine changes derivatives': ('subroutine scale_record', 'call scale(n, s, x)', 'call scale(n, s, x)\n  s{deriv=1} = 0.0'),
    'overwritten adjoint of a number': ('subroutine scale_return', 's{deriv=1} = s{deriv=1} + x(i)', 's{deriv=1} = x(i)'),
    'adjoint not scaled': ('subroutine scale_return', 'x(i){deriv=1} = s*x(i){deriv=1}', 'x(i){deriv=1} = x(i){deriv=1}'),
    'adjoint overwritten before it is read': ('subroutine scale_return',
                                              's{deriv=1} = s{deriv=1} + x(i){deriv=1}*x(i)\n    x(i){deriv=1} = s*x(i){deriv=1}',
                                              'x(i){deriv=1} = s*x(i){deriv=1}\n    s{deriv=1} = s{deriv=1} + x(i){deriv=1}*x(i)'),
    'too many elements': ('subroutine scale_return', 'do i = 1, n', 'do i = 1, n + 1'),
    'a global variable is changed': ('subroutine scale_return', 'do i = 1, n', 'g{deriv=1} = 1.0\n  do i = 1, n'),
    'intent out, but not all of it is set': ('subroutine solve(', '  do i = 3, 1, -1', '  x(2) = x(2)\n  do i = 3, 1, -1',
                                             '  x = b\n', '  x(1) = b(1)\n  x(2) = b(2)\n', 'do i = k + 1, 3', 'do i = k + 1, 2',
                                             'do i = 3, 1, -1', 'do i = 2, 1, -1', 'do j = i + 1, 3', 'do j = i + 1, 2'),
    'a global variable is read': ('subroutine scale(', 'x(i) = s*x(i)', 'x(i) = s*x(i)*g'),
    'what is recorded is overwritten by another call': ('subroutine scale_record', 'integer n\n  real s, x(:)\n', 'integer n\n  real s, x(:)\n  h = s\n',
                                                        'x(i){deriv=1} = s*x(i)', 'x(i){deriv=1} = h*x(i)'),
    'what is recorded is kept for two calls only': ('subroutine scale_record', 'integer n\n  real s, x(:)\n',
                                                    'integer n\n  real s, x(:)\n  older = h\n  h = s\n',
                                                    'x(i){deriv=1} = s*x(i)', 'x(i){deriv=1} = used*x(i)', '  do i = 1, n', '  used = h\n  h = older\n  do i = 1, n'),
    'wrong where a number is 0': ('subroutine scale_tangent', 'x(i) = s*x(i)\n',
                                  'if (s == 0.0) then\n      x(i){deriv=1} = 0.0\n    end\n    x(i) = s*x(i)\n'),
    'wrong where a number is large': ('subroutine scale_return', 's{deriv=1} = s{deriv=1} + x(i){deriv=1}*x(i)',
                                      'if (x(i) < 3.0) then\n      s{deriv=1} = s{deriv=1} + x(i){deriv=1}*x(i)\n    end'),
    'wrong arity': ('subroutine scale_return', '(n in, s inout, x inout)', '(n in, s inout, x inout, z in)\n  real z'),
    'passive argument of a part': ('subroutine solve_adjoint', 'real a(3,3), b(3), x(3)', 'real a(3,3), x(3)\n  passive real b(3)',
                                   'b(i){deriv=1} = b(i){deriv=1} + t(i){deriv=1}', 'i = i'),
}
RULE_FAULTS = {
    'wrong need: the value before': ('name="scale"', 'needed="before"', 'needed="after"'),
    'wrong need: no value': ('name="solve"', 'needed="after" alias="2"', 'needed="no" alias="2"'),
    'wrong need: no matrix': ('name="solve_symmetric"', 'intent="in" sample="symmetric"', 'intent="in" needed="no" sample="symmetric"'),
    'wrong intent: inout as out': ('name="scale"', 'intent="inout" needed="before"', 'intent="out" needed="after"'),
    'wrong intent: inout as in': ('name="scale"', 'intent="inout"', 'intent="in"'),
    'wrong intent: out as inout': ('name="solve"', 'intent="out" needed="after" alias="2"', 'intent="in" needed="no"'),
    'wrong activity': ('name="scale"', 'position="2" intent="in"', 'position="2" intent="in" activity="passive"'),
    'wrong routine': ('name="solve"', 'adjoint="solve_adjoint"', 'adjoint="solve_symmetric_adjoint"'),
    'tangent for adjoint': ('name="solve_symmetric"', 'adjoint="solve_symmetric_adjoint"', 'adjoint="solve_tangent"'),
    'aliasing that is not allowed for': ('name="scale"', 'position="3"', 'position="4"'),
    'wrong number of arguments': ('name="solve"', '    <n:Argument position="3" intent="out" needed="after" alias="2"/>\n', ''),
    'wrong rank': ('name="scale"', 'rank="1"', 'rank="2"'),
}
# Faults that the reader of catalogues finds.
REFUSED = {'aliasing that is not allowed for'}


def replaced(text, mark, *pairs):
    """The text with the first occurrence, after the mark, of each old text replaced by the new one."""
    start = text.index(mark)
    for old, new in zip(pairs[::2], pairs[1::2]):
        at = text.index(old, start)
        text = text[:at] + new + text[at + len(old):]
    return text


class Suite:
    def __init__(self, engine, scratch, source=SOURCE, catalogue=RULES):
        self.engine, self.scratch, self.catalogue, self.failures, self.count = engine, scratch, catalogue, 0, 0
        with open(source, encoding='utf-8') as stream:
            self.source = stream.read()
        with open(catalogue, encoding='utf-8') as stream:
            self.rules = stream.read()
        self.program = xaif.build(self.source, 'solvers')

    def path(self, name):
        return os.path.join(self.scratch, name)

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8') as stream:
            stream.write(text)
        return self.path(name)

    def run(self, *arguments):
        done = worker.run([self.engine, *arguments])
        return done.returncode, done.stdout + done.stderr

    def expect(self, what, found, status, text=''):
        self.count += 1
        if found[0] != status or text not in found[1]:
            self.failures += 1
            print(f'FAIL {what}: status {found[0]} instead of {status}, or no "{text}" in\n{found[1][-1500:]}')

    # -- modes

    def differentiate(self, name, program, rules, *options):
        output = self.path('out.xaif')
        found = self.run('-N', rules, *options, '--verify-each', '--validate=both', '-o', output, program)
        self.expect(f'{name}, transformed', found, 0)
        if 'warning' in found[1]:
            self.expect(f'{name}: no warnings', found, 0, 'NOTHING SAID')
        return output

    def judge(self, name, program, rules, *options):
        output = self.differentiate(name, program, rules, *options)
        self.expect(f'{name}, judged', self.run('verify', program, output), 0, 'verdict: ok')

    def modes(self):
        for information, text in {'full': self.program, 'none': strip.strip(self.program)}.items():
            program = self.write('program_to_run.xaif', text)
            for name, options in MODES.items():
                self.judge(f'{name}, {information} information', program, self.catalogue, *options)

    def schedules(self):
        """Calls of routines with rules go by the names of these."""
        program = self.write('solvers.xaif', self.program)
        schedule = self.write('schedule', 'head solve weak\nhead solve_symmetric strong\nhead scale#1 weak\n')
        for form in 'lists', 'routines':
            self.judge(f'schedule, {form}', program, RULES, *REVERSE, f'--motions={form}', f'--reversal={schedule}')

    def written_schedules(self):
        """What is written can be read again, with the same result."""
        program, results = self.write('solvers.xaif', self.program), []
        first, again = self.path('first schedule'), self.path('schedule again')
        for source, target in (('joint', first), (first, again)):
            output = self.differentiate('written schedule', program, self.catalogue, *REVERSE, f'--reversal={source}', f'--write-schedule={target}')
            with open(output, encoding='utf-8') as code, open(target, encoding='utf-8') as schedule:
                results.append((code.read(), schedule.read()))
        self.expect('written schedule, read again', (int(results[0] != results[1]), ''), 0)

    def loops(self):
        """A loop with calls by rules is reversed by checkpoints."""
        program = self.write('solvers.xaif', self.program)
        begin = self.program.index('<xaif:ControlFlowGraph')
        loops = [at.start() for at in re.finditer('<xaif:ForLoop ', self.program[:self.program.index('</xaif:ControlFlowGraph>')]) if at.start() > begin]
        line = self.program.count('\n', 0, loops[-2]) + 1
        for form in 'lists', 'routines':
            self.judge(f'checkpointed loop, {form}', program, RULES, '-a', 'loopcheckpointing,basicblockpreaccumulationreverse', '--quiet',
                       f'--motions={form}', f'--checkpoint-loops=head:{line}:1')

    def names(self):
        """Rules mean the routine that has the name, or has it decorated if there is none: not "scale_2" beside "scale"."""
        decoy = 'subroutine scale_2(n in, s in, x inout)\n  integer n\n  real s, x(:)\n  x(1) = x(1)*s*s\nend\n'
        source = self.source.replace('  n = 2\n', '  n = 2\n  call scale_2(n, s, x)\n').replace('  do i = 1, n\n    call solve_s', '  s = q(1)\n  do i = 1, n\n    call solve_s')
        source = source.replace('  n = 2\n', '  s = p(2)\n  n = 2\n').replace('subroutine solve(', decoy + 'subroutine solve(')
        decorated = re.sub(r'\b(solve|solve_adjoint|solve_tangent)\(', r'\1__7(', self.source)
        for name, text in {'decoy': source, 'decorated': decorated}.items():
            program = self.write('names.xaif', xaif.build(text, 'solvers'))
            for mode in 'forward', 'weak calls':
                self.judge(f'{name}, {mode}', program, RULES, *MODES[mode])

    # -- faults

    def verify(self, source, rules):
        return self.run('verify', '--catalogue=' + self.write('rules.xaif', rules), self.write('program.xaif', xaif.build(source, 'solvers')))

    def find_faults(self, source, program_faults, rule_faults, refused):
        """With XB_FEWER_RUNS, every fourth one."""
        every = 4 if os.environ.get('XB_FEWER_RUNS') else 1
        self.expect('rules without fault', self.verify(source, self.rules), 0, 'verdict: ok')
        for name, (mark, *pairs) in list(program_faults.items())[::every]:
            self.expect(f'fault: {name}', self.verify(replaced(source, mark, *pairs), self.rules), 5, 'verdict: WRONG')
        for name, (mark, *pairs) in list(rule_faults.items())[::every]:
            status, text = (1, 'error') if name in refused else (5, 'verdict: WRONG')
            self.expect(f'fault: {name}', self.verify(source, replaced(self.rules, mark, *pairs)), status, text)

    def faults(self):
        self.find_faults('common real g\ncommon passive real h, older, used\n' + self.source, PROGRAM_FAULTS, RULE_FAULTS, REFUSED)

    def stack_of_its_own(self):
        """What a recording routine needs to be set at first is what a case says."""
        globals_, kept = 'common passive integer top\ncommon passive real kept(100)\n', '  top = top + 1\n  kept(top) = s\n'
        source = replaced(self.source, 'subroutine scale_record', 'x(:)\n', 'x(:)\n' + kept)
        source = replaced(source, 'subroutine scale_return', 'x(i){deriv=1} = s*', 'x(i){deriv=1} = kept(top)*', 'end\n', 'end\n  top = top - 1\n')
        program = self.write('program.xaif', xaif.build(globals_ + source, 'solvers'))
        judge = 'verify', '--catalogue=' + RULES, program
        self.expect('a stack that nobody has set', self.run(*judge), 5, "'scale_record' fails, or reads what has no value")
        self.expect('a stack of its own', self.run(*judge, '--case=' + self.write('case.json', '{"initial": {"top": 0}}')), 0, 'verdict: ok')
        wrong = self.run(*judge, '--case=' + self.write('case.json', '{"initial": {"bottom": 0}}'))
        self.expect('a case of another program', wrong, 1, 'the program has no symbol bottom')
        for field, value in {'entry': '"head"', 'n': '3', 'x0': '[1, 2, 3]', 'arguments': '[]', 'limits': '{"steps": 5}'}.items():
            found = self.run(*judge, '--case=' + self.write('case.json', f'{{"initial": {{"top": 0}}, "{field}": {value}}}'))
            self.expect(f'a case with {field}', found, 0, f'warning: {field} has no effect: routines of rules are run by themselves')
        found = self.run(*judge, '--case=' + self.write('case.json', '{"initial": {"top": 0}, "extents": {"kept": [[1, 5]]}}'))
        self.expect('a case with extents', found, 0, 'kept is declared with bounds')

    def variables_of_the_program(self):
        """What the tangent and the recording routine have to leave as the routine does, and the adjoint routine as it is, if others use it."""
        counted = 'common passive integer count\n' + replaced(self.source, 'subroutine scale(', '  do i = 1, n', '  count = count + 1\n  do i = 1, n')
        agreeing = replaced(counted, 'subroutine scale_tangent', '  do i = 1, n', '  count = count + 1\n  do i = 1, n')
        forgotten = "'scale_tangent' leaves another value in 'count', which is no argument"
        used = {'used': ('  n = 2\n', '  n = 2 + count - count\n'), 'unused': ('  n = 2\n', '  n = 2\n')}
        faults = {'left out': (counted, forgotten), 'twice': (replaced(agreeing, 'subroutine scale_tangent', 'count + 1', 'count + 2'), forgotten),
                  'recorded twice': (replaced(agreeing, 'subroutine scale_record', '  call scale(n, s, x)', '  count = count + 1\n  call scale(n, s, x)'),
                                     "'scale_record' leaves another value in 'count', which is no argument"),
                  'returned': (replaced(agreeing, 'subroutine scale_return', '  do i = 1, n', '  count = count + 1\n  do i = 1, n'),
                               "'scale_return' changes 'count', which is no argument")}
        for name, change in used.items():
            self.expect(f'count that is right, {name}', self.verify(agreeing.replace(*change, 1), self.rules), 0, 'verdict: ok')
        for name, (source, says) in faults.items():
            self.expect(f'count {name}, used', self.verify(source.replace(*used['used'], 1), self.rules), 5, says)
        right = self.verify(faults['left out'][0], self.rules)
        self.expect('count left out, that only rules use', right, 0, 'verdict: ok')

    # -- errors

    def without(self, *names):
        """The program without some of its routines."""
        text = self.source
        for name in names:
            text = re.sub(rf'^subroutine {name}\(.*?^end\n', '', text, flags=re.DOTALL | re.MULTILINE)
        return text

    def refuse(self, name, status, text, source=None, rules=None, *options):
        program = self.write('program.xaif', xaif.build(source or self.source, 'solvers'))
        catalogue = self.write('rules.xaif', rules or self.rules)
        found = self.run('-N', catalogue, *options, '-o', self.path('out.xaif'), program)
        self.expect(name, found, status, text)

    def errors(self):
        arity = replaced(self.rules, 'name="scale"', '    <n:Argument position="3" intent="inout" needed="before" rank="1" extents="4"/>\n', '')
        self.refuse('wrong arity', 3, "'scale' is called with 3 arguments, but the rule of 'scale' (", None, arity)
        no_tangent = self.rules.replace(' tangent="scale_tangent"', '')
        without = self.without('scale_tangent')
        self.refuse('no tangent', 3, "the rule of 'scale' (", without, no_tangent)
        self.refuse('no tangent in reverse mode', 0, '', without, no_tangent, *REVERSE)
        several = [*MODES['motions by name'], '--directions=2']
        self.refuse('several directions', 3, 'returns from what it has recorded in one direction, not in several at once', None, None, *several)
        no_adjoint = self.rules.replace(' adjoint="solve_adjoint"', '')
        without = self.without('solve_adjoint', 'substitute_transposed')
        self.refuse('no adjoint', 3, "the rule of 'solve' (", without, no_adjoint, *REVERSE)
        self.refuse('no adjoint in forward mode', 0, '', without, no_adjoint)
        self.refuse('derivatives without a rule', 3, "the program computes with the derivative of 'x'", None, no_tangent)
        passive = replaced(self.rules, 'name="scale"', 'position="2" intent="in"', 'position="2" intent="in" activity="passive"')
        only_external = self.source[:self.source.index('subroutine scale(')].replace('subroutine head', 'external scale\nsubroutine head')
        self.refuse('active where passive', 3, "argument 2 of 'scale' is active here, which the rule of 'scale' (", only_external, passive)
        active = replaced(self.rules, 'name="scale"', 'position="2" intent="in"', 'position="2" intent="in" activity="active"')
        constant = self.source.replace('call scale(n, s, x)', 'call scale(n, 2.0, x)')
        self.refuse('passive where active', 3, "argument 2 of 'scale' is passive here, which the rule of 'scale' (", constant, active)
        no_alias = self.rules.replace(' alias="2"', '')
        self.refuse('aliasing', 3, "arguments 2 and 3 of 'solve_symmetric' share storage here", None, no_alias)
        shared = self.source.replace('  n = 2\n', '  n = 2\n  call substitute(a, b)\n')
        self.refuse('a routine for two', 3, "'substitute' is called here, but is kept as it is for the rule of 'solve' (", shared)
        misspelt = replaced(self.rules, 'name="scale"', 'scale_return', 'scael_return')
        self.refuse('a misspelt part', 3, "the program has no body of 'scael_return', which the rule of 'scale' names", None, misspelt)
        self.refuse('a rule that is not used', 0, "1 of 3 rules are not used, since nothing calls 'scale'", self.source.replace('    call scale(n, s, x)\n', '', 1), None)
        self.refuse('a part that differs', 1, "argument 2 of 'solve_adjoint' is passive, but active in the rule of 'solve' (",
                    replaced(self.source, *PROGRAM_FAULTS['passive argument of a part']), None)
        self.refuse('a part that is declared otherwise', 1, "argument 2 of 'solve_tangent' has another number of elements than that of 'solve', by the rule of 'solve' (",
                    replaced(self.source, 'subroutine solve_tangent', 'real a(3,3), b(3), x(3)', 'real a(3,3), b(4), x(3)'))
        for extents, what in {'4 3': 'has other extents than', '9': 'has another number of extents than'}.items():
            other = replaced(self.rules, 'name="solve"', 'sample="dominant"', f'extents="{extents}"')
            self.refuse(f'extents {extents}', 1, f"argument 1 of 'solve' {what} in the rule of 'solve' (", None, other)
            self.expect_wrong_extents(other, f"argument 1 of 'solve' {what} in the rule")
        self.refuse('extents of a number', 1, "argument 2 of 'scale' is no array, but has extents in the rule of 'scale' (", None,
                    replaced(self.rules, 'name="scale"', 'position="2" intent="in"', 'position="2" intent="in" extents="2"'))
        self.refuse('extents that are declared', 0, '', None, replaced(self.rules, 'name="solve"', 'sample="dominant"', 'extents="3 3"'))

    def expect_wrong_extents(self, rules, what):
        program, catalogue = self.write('program.xaif', self.program), self.write('extents.xaif', rules)
        self.expect('extents, tested', self.run('verify', f'--catalogue={catalogue}', program), 5, what)

    def storage(self):
        """Arguments that overlap in part, also as arrays that begin at elements, and variables that are no arguments."""
        parts = self.source.replace('real a(3,3), b(3), x(3), s', 'real a(3,3), b(3), x(3), s, w(9)', 1)
        shared = "share storage here, which the rule of 'solve' ("
        for name, call in {'parts': 'solve(a, w(1:3), w(2:4))', 'elements': 'solve(a, w(1), w(3))', 'element and part': 'solve(a, w(3:5), w(1))'}.items():
            source = parts.replace('  call solve(a, b, x)', f'  w = q(1)\n  call {call}\n  call solve(a, b, x)', 1)
            self.refuse(f'overlapping {name}', 3, shared, source)
            self.refuse(f'overlapping {name}, backward', 3, shared, source, None, *REVERSE)
        apart = parts.replace('  call solve(a, b, x)', '  w = q(1)\n  call solve(a, w(1), w(4))\n  call solve(a, w(7), w(7))\n  call solve(a, w(5:7), x)', 1)
        program = self.write('apart.xaif', xaif.build(apart, 'solvers'))
        self.judge('parts that do not overlap', program, RULES, *REVERSE)
        own = replaced(self.source, 'subroutine scale(', 'x(i) = s*x(i)', 'x(i) = s*x(i)*g')
        self.refuse('active variable that is no argument', 3, "'scale' uses 'g', an active variable that is no argument", 'common real g\n' + own)
        document = strip.strip(xaif.build('common real g\n' + self.source.replace('  n = 2\n', '  n = 2\n  g = 1.0\n', 1), 'solvers'))
        found = self.run('-N', RULES, '-o', self.path('out.xaif'), self.write('program.xaif', document))
        self.expect('own variable that may be global', found, 3, "'u', an active variable that 'solve' uses for itself, may share storage with variables from outside")
        found = self.run('-N', RULES, '-p', 'u, m, l', '-o', self.path('out.xaif'), self.path('program.xaif'))
        self.expect('own variable that is passive', found, 0)
        self.expect('own variable that is passive, judged', self.run('verify', self.path('program.xaif'), self.path('out.xaif')), 0, 'verdict: ok')
        own = replaced(own, 'subroutine scale_return', 'x(i){deriv=1} = s*x', 'x(i){deriv=1} = g*s*x', 'end\n', 'end\n').replace('  n = 2\n', '  n = 2\n  g = 1.0\n', 1)
        said = "'scale_return' reads 'g', which is no argument, and 'head' modifies it"
        self.refuse('variable that changes', 0, said, 'common passive real g\n' + own, None, *REVERSE)
        forward = self.run('-N', RULES, '-o', self.path('out.xaif'), self.path('program.xaif'))
        self.expect('variable that changes, forward', (int(said in forward[1]), forward[1]), 0)

    def globals(self):
        """Passive variables that are no arguments, which routines with rules or routines of rules change."""
        lost = "'g' has no derivative, but gets a value that may depend on"
        source = replaced(self.source, 'subroutine scale(', 'x(i) = s*x(i)\n', 'x(i) = s*x(i)\n    g = s\n')
        used = source.replace('    y(i) = x(i)*b(i)\n', '    y(i) = x(i)*b(i)*g\n', 1)
        for name, text, says in ('passive variable that is used', used, True), ('passive variable that nobody uses', source, False):
            program = self.write('program.xaif', xaif.build('common passive real g\n' + text, 'solvers'))
            for mode in ([], REVERSE):
                found = self.run('-N', RULES, *mode, '-o', self.path('out.xaif'), program)
                self.expect(f'{name}, {mode}', (int((lost in found[1]) != says), found[1]), 0)
        counted = 'common passive integer count\n' + self.source
        several = "changes 'count', and would be called once for each direction"
        for name, mark, mode, first in (('tangent', 'subroutine solve_tangent', 'by name', 'call solve(a, b, x)'), ('adjoint', 'subroutine solve_adjoint', 'motions by name', 'call factor(a, u)')):
            source = replaced(counted, mark, f'  {first}', f'  count = 1\n  {first}').replace('    call scale(n, s, x)\n', '', 1)
            self.refuse(f'{name} that changes a variable, in two directions', 3, several, source, None, *MODES[mode], '--directions=2')

    def decorated(self):
        """Names without decoration that several routines have; and what contained routines keep in the one around them."""
        routine = 'subroutine {}(i in, a inout)\n{}  integer i\n  real a\n  {}\nend\n'
        parts = {'': 'a = tanh(a)', '_tangent': 'a = tanh(a)\n  a{deriv=1} = (1.0 - a*a)*a{deriv=1}', '_record': 'a = tanh(a)\n  kept(i) = 1.0 - a*a',
                 '_return': 'a{deriv=1} = kept(i)*a{deriv=1}'}
        head = 'subroutine head(x inout)\n  real x\n  call curve_1(1, x)\nend\n'
        rule = RULE.format('curve', 'curve_tangent', 'curve_record', 'curve_return')
        kept = 'common passive real kept(3)\n'
        one = ''.join(routine.format(f'curve{part}_1', '', body) for part, body in parts.items())
        other = routine.format('curve_2', '', 'a = a*a*a')
        self.refuse('one routine of that name', 0, '', kept + one + head, rule, *REVERSE)
        self.refuse('two routines of that name', 1, "'curve', of the rule of 'curve', may be 'curve_1' on line ", kept + one + other + head, rule)
        self.refuse('two routines, of which one is meant', 0, '', kept + one + other + head, rule.replace('"curve"', '"curve_1"'), *REVERSE)
        self.refuse('two tangent routines', 1, "'curve_tangent', of the rule of 'curve', may be ",
                    kept + one + routine.format('curve_tangent_2', '', 'a = a') + head, rule)
        elsewhere = 'external curve_1\nexternal curve_2\n' + head.replace('  call', '  call curve_2(2, x)\n  call')
        both = "the rule of 'curve' ("
        self.refuse('two routines elsewhere', 0, both, elsewhere, rule)
        self.expect('two routines elsewhere, which', self.run('-N', self.path('rules.xaif'), '-o', self.path('out.xaif'), self.path('program.xaif')), 0,
                    "is used for 'curve_2' and for 'curve_1'")
        within = ''.join(routine.format(f'curve{part}', '  within head\n', body) for part, body in parts.items())
        self.refuse('kept in a host', 0, "'curve_return' reads 'kept', a variable of 'head', which has another one in the adjoint sweep",
                    'common in head passive real kept(3)\n' + within + head.replace('_1', ''), rule, *REVERSE)

    def malformed(self):
        for name, old, new, text in (
                ('no parts', ' tangent="scale_tangent" recording="scale_record" returning="scale_return"', '', "the rule of 'scale' has no parts"),
                ('both', 'adjoint="solve_adjoint"', 'adjoint="solve_adjoint" returning="x"', 'both an adjoint routine and recording'),
                ('half', ' returning="scale_return"', '', "'scale' needs both of recording and returning"),
                ('order', 'position="1" intent="in" sample="dominant"', 'position="2" intent="in"', "argument 2 of 'solve' comes as number 1"),
                ('intent', 'position="1" intent="in" sample="dominant"', 'position="1" intent="none"', "unknown intent 'none'"),
                ('extents', 'extents="4"', 'extents="four"', 'extents="four" is no list of extents'),
                ('type', 'activity="passive" type="integer"', 'type="integer"', 'an argument of type integer has no derivative'),
                ('need', 'intent="out" needed="after"', 'intent="out" needed="before"', 'an argument of intent out has no value before'),
                ('alias', 'alias="2"', 'alias="7"', "argument 3 of 'solve' can't be one variable with argument 7"),
                ('two needs', 'needed="no"/>', 'needed="before"/>', 'of which the adjoint routine would need the value before and after'),
                ('one part for two', 'returning="scale_return"', 'returning="scale_record"', "the rule of 'scale' names 'scale_record' twice"),
                ('the routine as its tangent', 'tangent="solve_tangent"', 'tangent="solve"', "the rule of 'solve' names 'solve' twice"),
                ('twice', 'name="solve_symmetric"', 'name="solve"', "'solve' is defined twice")):
            rules = self.rules.replace(old, new, 1)
            self.refuse(f'malformed, {name}', 1, text, None, rules)

    # -- routines without body

    def external(self):
        """What is called has no body; adjoints.py judges such programs."""
        start = self.source.index('subroutine solve(')
        head, bodies = self.source[:start], self.source[start:]
        names = re.findall(r'subroutine (\w+)', bodies)
        program = self.write('program.xaif', xaif.build(f'external {" ".join(names)}\n{head}', 'solvers'))
        for name, options in MODES.items():
            if not any(word in name for word in ('by name', 'renamed', 'Jacobian')):
                self.differentiate(f'{name}, no bodies', program, RULES, *options)

    # -- several directions at once

    def several_directions(self, *recorded):
        """Parts of rules take one direction: each is called for every one, with the values of the first call. What is recorded is refused
        in reverse mode: it is replaced, by pairs of texts."""
        without = replaced(self.source, '', *recorded)
        for mode, source in {'by name': self.source, 'motions by name': without}.items():
            program, output = self.write('several.xaif', xaif.build(source, 'solvers')), self.path('out.xaif')
            for count in (2, 3):
                found = self.run('-N', self.catalogue, *MODES[mode], f'--directions={count}', '--verify', '--verify-each', '-o', output, program)
                self.expect(f'{mode}, {count} directions', found, 0, f'{count} directions are propagated at once, and judged')

    def values_of_calls(self):
        """Where values are not those of the first call, the second one goes wrong, which shows that tests see it."""
        program, output = self.write('several.xaif', self.program), self.path('out.xaif')
        self.run('-N', self.catalogue, *MODES['by name'], '--directions=2', '-o', output, program)
        with open(output, encoding='utf-8') as stream:
            text = stream.read()
        again = re.findall(r'<xaif:Assignment statement_id="_again_?\d*".*?</xaif:Assignment>', text, re.DOTALL)
        self.expect('values are restored', (len(again), ''), 4)
        with open(output, 'w', encoding='utf-8') as stream:
            stream.write(text.replace(again[-1], ''))
        self.expect('a value is not restored', self.run('verify', program, output), 5)

    def check_example(self, write):
        text = strip.strip(self.program)
        if write:
            with open(EXAMPLE, 'w', encoding='utf-8') as stream:
                stream.write(text)
        with open(EXAMPLE, encoding='utf-8') as stream:
            self.expect('examples/solvers.xaif is up to date (rules.py --write)', (int(stream.read() != text), ''), 0)

    def check(self, write):
        self.check_example(write)
        self.modes()
        self.schedules()
        self.written_schedules()
        self.names()
        self.loops()
        self.faults()
        self.stack_of_its_own()
        self.variables_of_the_program()
        self.errors()
        self.storage()
        self.globals()
        self.decorated()
        self.malformed()
        self.several_directions('    call scale(n, s, x)\n', '')
        self.values_of_calls()
        self.external()
        print(f'{self.count} checks, {len(PROGRAM_FAULTS) + len(RULE_FAULTS)} faults seeded, {self.failures} failures')
        return self.failures


def run(check):
    """Runs a check of a suite: check(engine, scratch, write) gives the number of failures."""
    parser = argparse.ArgumentParser()
    build = os.environ.get('XB_TOP_BUILDDIR', os.path.join(TOP, 'build'))
    parser.add_argument('--engine', default=os.path.join(build, 'inplace', 'xaifbooster'))
    parser.add_argument('--write', action='store_true')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(check(arguments.engine, scratch, arguments.write) > 0)


if __name__ == '__main__':
    run(lambda engine, scratch, write: Suite(engine, scratch).check(write))
