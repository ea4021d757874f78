#!/usr/bin/env python3
"""Rules whose arguments share a variable, have no derivative, or are used against their intents.

    rules_of_arguments.py [--engine PROGRAM]

Programs are differentiated by rules, and the results, which keep active variables, without them: what a rule allows to be one variable
has to be apart then. What rules say against what the program shows is refused, or warned of.
"""

import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import rules
import strip
import xaif

CATALOGUE = '''<?xml version="1.0" encoding="UTF-8"?>
<n:NonInlinableIntrinsicDefinitions xmlns:n="http://www.mcs.anl.gov/XAIFNonInlinableIntrinsics">
  <n:RoutineRule name="part" tangent="part_tangent" adjoint="part_adjoint">
    {}
  </n:RoutineRule>
</n:NonInlinableIntrinsicDefinitions>
'''

# Arguments of `part` in a loop: one variable in the second round.
SHARED = '''subroutine head(x in, y out)
  real x(2), y(2), v(3)
  integer k, j
  k = 2
  v = x(1)
  v(2) = x(2)
  do j = 1, 3
    call part(v(k), v(j))
    v(j) = v(j)*v(k)
  end
  y(1) = v(1)*v(2)
  y(2) = v(3)
end
subroutine part(a in, r out)
  real a, r
  r = VALUE
end
subroutine part_tangent(a in, r out)
  real a, r
  r{deriv=1} = SLOPE*a{deriv=1}
  r = VALUE
end
subroutine part_adjoint(a inout, r inout)
  real a, r, d
  d{deriv=1} = AGAIN*r{deriv=1}
  r{deriv=1} = 0.0
  a{deriv=1} = a{deriv=1} + d{deriv=1}
end
'''

# By what is needed: the value, its derivative, and that by what the adjoint routine finds.
NEEDS = {'the result': ('no', 'after', 'exp(a*0.1)', '0.1*exp(a*0.1)', '0.1*r'),
         'the argument': ('before', 'no', 'exp(a*0.1)', '0.1*exp(a*0.1)', '0.1*exp(a*0.1)'),
         'nothing': ('no', 'no', 'a*0.3', '0.3', '0.3')}

# A result that is passive, by its place: what `head` does, what `part` is, and what is said of.
PASSIVE = {'argument': ('call part(t, p)', 'p inout', "'p' has no derivative, but gets a value that may depend on 't'"),
           'function': ('p = part(t)', 'p out', "the result of 'part', as its rule says, has no derivative, but gets a value that may depend on 't'")}

INTENTS = '''common passive real c
subroutine head(x in, y out)
  real x(2), y, t, u
  t = x(1)
  u = x(2)
  c = 1.0
  call part(t, u)
  y = t*u*c
end
subroutine part(a inout, b inout)
  real a, b
  PART
end
subroutine part_tangent(a inout, b inout)
  real a, b
  TANGENT
end
subroutine part_adjoint(a inout, b inout)
  real a, b
  ADJOINT
end
subroutine square(b inout)
  real b
  b = b*b
end
subroutine number(b out, n in)
  real b
  integer n, m
  if (n < 1) then
    b = 1.0
  else
    m = n - 1
    call number(b, m)
    b = b*2.0
  end
end
'''


def argument(position, intent, needed='no', more=''):
    return f'<n:Argument position="{position}" intent="{intent}" needed="{needed}"{more}/>'


class Suite(rules.Suite):
    def __init__(self, engine, scratch):
        super().__init__(engine, scratch)
        self.program_file, self.rules_file, self.output = self.path('program.xaif'), self.path('rules.xaif'), self.path('out.xaif')

    def write_both(self, source, *arguments):
        self.write('program.xaif', xaif.build(source, 'program'))
        self.write('rules.xaif', CATALOGUE.format('\n    '.join(arguments)))

    def transform(self, *options):
        return self.run('-N', self.rules_file, *options, '-o', self.output, self.program_file)

    # -- one variable

    def judge_again(self, name, *options, case=None):
        """The result of the transformation, differentiated without rules."""
        cases = ['--case=' + self.write('case.json', case)] if case else []
        self.expect(name, self.run('--verify', '--quiet', *cases, *options, '-o', self.path('twice.xaif'), self.output), 0, 'verdict: ok')

    def twice(self, name, *first):
        """Second derivatives: forward mode on forward mode, reverse mode on it, and forward mode on reverse mode."""
        self.expect(f'{name}, forward', self.transform(*rules.MODES['by name'], '--keep-active', *first), 0)
        self.judge_again(f'{name}, forward twice', *rules.MODES['by name'])
        self.judge_again(f'{name}, forward, then reverse', *rules.REVERSE)
        for reversal in 'split', 'joint':
            self.expect(f'{name}, reverse', self.transform(*rules.MODES['motions by name'], f'--reversal={reversal}', '--keep-active', '--jacobian=head'), 0)
            self.judge_again(f'{name}, {reversal}, then forward', *rules.MODES['by name'], case='{"entry": "OpenAD_jacobian_head"}')

    def shared(self):
        for what, (before, after, value, slope, again) in NEEDS.items():
            source = SHARED.replace('VALUE', value).replace('SLOPE', slope).replace('AGAIN', again)
            self.write_both(source, argument(1, 'in', before), argument(2, 'out', after, ' alias="1"'))
            self.expect(f'{what} needed, tested', self.run('verify', '--catalogue=' + self.rules_file, self.program_file), 0, 'verdict: ok')
            for mode, options in rules.MODES.items():
                self.expect(f'{what} needed, {mode}', self.transform(*options), 0)
                self.expect(f'{what} needed, {mode}, judged', self.run('verify', self.program_file, self.output), 0, 'verdict: ok')
            self.twice(f'{what} needed')
        self.twice('several directions', '--directions=2')
        self.write_both(SHARED.replace('VALUE', 'a').replace('SLOPE', '1.0').replace('AGAIN', '1.0'), argument(1, 'inout'), argument(2, 'inout', 'no', ' alias="1"'))
        both = "arguments 1 and 2 of 'part' may be one variable, and both are modified"
        self.expect('both are modified', self.transform(*rules.MODES['by name'], '--keep-active'), 0, both)

    def shared_arrays(self):
        """A solver whose solution may be where the right side was, and whose matrices have second derivatives."""
        source = re.sub(r'passive real ([ul])\(', r'real \1(', self.source)
        self.write('program.xaif', xaif.build(source, 'solvers'))
        self.write('rules.xaif', self.rules)
        self.twice('solvers')

    # -- no derivative

    def passive(self):
        for name, (call, result, said) in PASSIVE.items():
            source = (f'subroutine head(x in, y out)\n  real x(2), y, t\n  passive real p\n  t = x(1)\n  p = 1.0\n  {call}\n  y = t*p*x(2)\nend\n'
                      f'subroutine part(a in, {result})\n  real a\n  passive real p\n  p = a*2.0\nend\n')
            second = '<n:Result activity="passive" needed="no"/>' if name == 'function' else argument(2, 'inout', 'no', ' activity="passive"')
            self.write_both(source, argument(1, 'in'), second)
            for mode in 'forward', 'reverse':
                self.expect(f'passive {name}, {mode}', self.transform(*rules.MODES[mode]), 0, said)
            self.write_both(source.replace('t*p*x(2)', 't*x(2)'), argument(1, 'in'), second)
            status, text = self.transform()
            self.expect(f'passive {name} without influence', (status, text if 'derivative' in text else 'none said'), 0, 'none said')

    # -- against what is said

    def intents(self):
        right = {'PART': 'a = a*b', 'TANGENT': 'a{deriv=1} = a{deriv=1}*b + a*b{deriv=1}\n  a = a*b', 'ADJOINT': 'b{deriv=1} = b{deriv=1} + a{deriv=1}*a'}
        first = "argument {} of '{}' is of intent {} by the rule of 'part' ("
        modified, read = 'but is modified', 'but is read before anything is assigned to it'
        may_be_modified, may_be_read = 'but may be modified', 'but may be read before it is assigned'
        both = argument(1, 'inout'), argument(2, 'in')
        output = argument(1, 'inout'), argument(2, 'out')
        tangent = right['TANGENT']
        rows = (  # what, changes of the program, the rule, the status, and what is said
            ('right', {}, both, 0, ''),
            ('modified', {}, (argument(1, 'in'), argument(2, 'in')), 1, [first.format(1, 'part', 'in'), modified]),
            ('modified by a callee', {'PART': 'call square(b)'}, both, 1, [first.format(2, 'part', 'in'), modified]),
            ('modified by the tangent routine', {'TANGENT': f'{tangent}\n  b = a'}, both, 1, [first.format(2, 'part_tangent', 'in'), modified]),
            ('perhaps modified', {'PART': 'call unknown(b)'}, both, 0, [first.format(2, 'part', 'in'), may_be_modified]),
            ('read first', {'PART': 'a = a*b\n  b = 1.0'}, output, 1, [first.format(2, 'part', 'out'), read]),
            ('read first in a loop', {'PART': 'do m = 1, 2\n    a = a*b\n    b = 1.0\n  end'}, output, 1, [first.format(2, 'part', 'out'), read]),
            ('read first on some way', {'PART': 'do m = 1, 2\n    if (m == 1) then\n      b = a\n    end\n    a = a*b\n  end', 'TANGENT': 'b = a\n  a = b*b'}, output, 0,
             [first.format(2, 'part', 'out'), may_be_read]),
            ('only read', {}, output, 1, [first.format(2, 'part', 'out'), read]),
            ('read first by a callee', {'PART': 'call square(b)', 'TANGENT': 'b = 1.0'}, output, 0, [first.format(2, 'part', 'out'), may_be_read]),
            ('assigned by a recursive callee', {'PART': 'm = 3\n  call number(b, m)', 'TANGENT': 'b = 1.0'}, output, 0, [first.format(2, 'part', 'out'), may_be_read]),
            ('assigned first', {'PART': 'b = a\n  a = b*b', 'TANGENT': 'b = a\n  a = b*b'}, output, 0, ''),
            ('global forgotten', {'PART': 'c = 2.0', 'TANGENT': 'a{deriv=1} = 0.0'}, both, 0,
             ["'part_tangent' does not modify 'c', which is no argument, and which 'head' uses, but 'part' does"]),
            ('global of the rule', {'PART': 'd = 2.0', 'TANGENT': 'a{deriv=1} = 0.0'}, both, 0, ''))
        for name, changes, arguments, status, said in rows:
            source = INTENTS.replace('common passive real c', 'common passive real c, d\nexternal unknown').replace('real a, b\n  PART', 'real a, b\n  integer m\n  PART')
            for mark, text in (right | changes).items():
                source = source.replace(mark, text)
            self.write_both(source, *arguments)
            if name == 'perhaps modified':
                self.write('program.xaif', strip.strip(xaif.build(source, 'program')))
            found = self.transform()
            lines = [line for line in found[1].splitlines() if 'by the rule of' in line or 'no argument' in line]
            for text in said or ['']:
                self.expect(f'intents, {name}', found, status, text)
            self.expect(f'intents, {name}: how much is said', (int(bool(lines) != bool(said)), found[1]), 0)

    def adjoint_values(self):
        """An adjoint routine leaves values as they are."""
        for name, change, arguments, said in (
                ('variable', 'c = 2.0', (argument(1, 'inout'), argument(2, 'in')), "'part_adjoint' modifies 'c', which is no argument, and which 'head' uses"),
                ('argument', 'b = 2.0', (argument(1, 'inout'), argument(2, 'in', 'no', ' activity="passive"')), "'part_adjoint' modifies argument 2: its value is taken to stay"),
                ('copy', 'b = 2.0', (argument(1, 'inout'), argument(2, 'in', 'before', ' activity="passive"')), '')):
            source = INTENTS.replace('PART', 'a = a*b').replace('TANGENT', 'a = a*b').replace('ADJOINT', f'a{{deriv=1}} = 0.0\n  {change}')
            if 'activity' in arguments[1]:
                source = source.replace('real a, b\n', 'real a\n  passive real b\n').replace('y, t, u', 'y, t\n  passive real u').replace('u = x(2)', 'u = 2.0')
            self.write_both(source, *arguments)
            found = self.transform(*rules.REVERSE)
            self.expect(f'adjoint routine changes a {name}', found, 0, said)
            self.expect(f'adjoint routine changes a {name}: how much is said', (int('modifies' in found[1]) - int(bool(said)), found[1]), 0)

    def locals(self):
        """Where little is known of storage, local variables of one routine are no variables from outside of another one."""
        source = ('common real g\nsubroutine head(x in, y out)\n  real x(2), y, t, p\n  t = x(1)\n  p = x(2)\n  g = p*2.0\n  call part(t)\n  y = t*p*g\nend\n'
                  'subroutine part(a inout)\n  real a\n  a = a*3.0\nend\n'
                  'subroutine part_tangent(a inout)\n  real a\n  passive real q\n  q = 3.0\n  a{deriv=1} = a{deriv=1}*q\n  a = a*q\nend\n'
                  'subroutine part_adjoint(a inout)\n  real a\n  passive real q\n  q = 3.0\n  a{deriv=1} = a{deriv=1}*q\nend\n')
        self.write_both(source, argument(1, 'inout'))
        self.write('program.xaif', strip.strip(xaif.build(source, 'program')))
        for mode in 'by name', 'motions by name':
            found = self.transform(*rules.MODES[mode], '--directions=2', '--verify')
            self.expect(f'locals, {mode}', found, 0, 'verdict: ok')
            self.expect(f'locals, {mode}: nothing is said', (int('no argument' in found[1]), found[1]), 0)

    def absent(self):
        """Arguments that may be absent, since a routine passes on what it may not have got."""
        source = ('subroutine head(x in, y out)\n  real x(2), y, t, u\n  t = x(1)\n  u = x(2)\n  call pass(t, u)\n  call pass(t, )\n  y = t*u\nend\n'
                  'subroutine pass(a inout, b INTENT)\n  real a, b\n  call part(a, b)\nend\n'
                  'subroutine part(a inout, b INTENT)\n  real a, b\n  if (present(b)) then\n    a = a*3.0\n  end\nend\n'
                  'subroutine part_tangent(a inout, b INTENT)\n  real a, b\n  if (present(b)) then\n    a{deriv=1} = a{deriv=1}*3.0\n    a = a*3.0\n  end\nend\n'
                  'subroutine part_adjoint(a inout, b inout)\n  real a, b\n  if (present(b)) then\n    a{deriv=1} = a{deriv=1}*3.0\n  end\nend\n')
        needed = "needs argument 2, which may be absent here"
        saved = 'may be absent here, and would have to be saved for each direction'
        for intent, need, mode, options, status, said in (
                ('in', 'no', 'forward', (), 0, ''), ('in', 'no', 'reverse', (), 0, ''), ('in', 'no', 'weak motions', (), 0, ''),
                ('in', 'before', 'forward', (), 0, ''), ('in', 'before', 'reverse', (), 3, needed), ('in', 'before', 'weak motions', (), 3, needed),
                ('inout', 'no', 'by name', (), 0, ''), ('inout', 'no', 'by name', ('--directions=2',), 3, saved), ('in', 'no', 'by name', ('--directions=2',), 0, '')):
            self.write_both(source.replace('INTENT', intent), argument(1, 'inout'), argument(2, intent, need))
            title = f'absent argument of intent {intent}, needed {need}, {mode} {options}'
            self.expect(title, self.transform(*rules.MODES[mode], *options, *([] if status else ['--verify'])), status, said or 'verdict: ok')

    # -- tested

    def module(self):
        """Variables of modules count like other ones from outside."""
        source = ('''module m
common in m integer c
subroutine head(x in, y out)
  within m
  real x(2), y, t
  c = 1
  t = x(1)
  call part(t)
  y = t*x(2)*c
end
subroutine part(a inout)
  within m
  real a
  a = a*2.0
  c = 5
end
subroutine part_tangent(a inout)
  within m
  real a
  a{deriv=1} = 2.0*a{deriv=1}
  a = a*2.0
  c = 5
end
subroutine part_adjoint(a inout)
  within m
  real a
  a{deriv=1} = 2.0*a{deriv=1}
end
''')
        forgetful = source.replace('  a = a*2.0\n  c = 5\nend\nsubroutine part_adjoint', '  a = a*2.0\nend\nsubroutine part_adjoint')
        for name, text, status, said in (('kept', source, 0, 'verdict: ok'), ('forgotten', forgetful, 5, "'part_tangent' leaves another value in 'c'")):
            self.write_both(text, argument(1, 'inout'))
            self.expect(f'variable of a module, {name}', self.run('verify', '--catalogue=' + self.rules_file, self.program_file), status, said)

    def without_elements(self):
        """An argument may have no elements, whatever its bounds are."""
        source = ('''subroutine head(x in, y out)
  real x(2), y, z(5:2), t
  t = x(1)
  call part(z, t)
  y = t*x(2)
end
subroutine part(z in, a inout)
  real z(5:2), a
  a = a*2.0
end
subroutine part_tangent(z in, a inout)
  real z(5:2), a
  a{deriv=1} = 2.0*a{deriv=1}
  a = a*2.0
end
subroutine part_adjoint(z inout, a inout)
  real z(5:2), a
  a{deriv=1} = 2.0*a{deriv=1}
end
''')
        self.write_both(source, argument(1, 'in'), argument(2, 'inout'))
        self.expect('without elements', self.run('verify', '--catalogue=' + self.rules_file, self.program_file), 0, 'verdict: ok')

    def check(self, write):
        self.shared()
        self.shared_arrays()
        self.passive()
        self.intents()
        self.adjoint_values()
        self.locals()
        self.absent()
        self.module()
        self.without_elements()
        print(f'{self.count} checks, {self.failures} failures')
        return self.failures


if __name__ == '__main__':
    rules.run(lambda engine, scratch, write: Suite(engine, scratch).check(write))
