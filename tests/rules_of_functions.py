#!/usr/bin/env python3
"""Rules of functions: a program that is differentiated by them, tests of rules, and errors.

    rules_of_functions.py [--engine PROGRAM]

tests/data/rules/functions.f, in the notation of xaif.py, calls functions in expressions, conditions and subscripts; their rules are in
tests/data/rules/functions.xaif. What is done with them is what rules.py does with subroutines.
"""

import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import rules
import strip
import xaif

FOLDER = os.path.join(rules.TOP, 'tests', 'data', 'rules')

PROGRAM_FAULTS = {
    'wrong sign in a tangent': ('subroutine energy_tangent', '+ d*d/2.0*k{deriv=1}', '- d*d/2.0*k{deriv=1}'),
    'one term of a tangent': ('subroutine energy_tangent', ' + d*d/2.0*k{deriv=1}', ''),
    'no value in a tangent': ('subroutine energy_tangent', '  e = energy(d, k)\n', ''),
    'value of a tangent changed': ('subroutine root_tangent', 'r = tanh(a)', 'r = sin(a)'),
    'derivative of the result incremented': ('subroutine energy_tangent', 'e{deriv=1} = d*k', 'e{deriv=1} = e{deriv=1} + d*k'),
    'tangent changes an argument': ('subroutine energy_tangent', '  e = energy(d, k)\n', '  e = energy(d, k)\n  d = e\n'),
    'adjoint of the result not zeroed': ('subroutine energy_adjoint', 'e{deriv=1} = 0.0', 'd{deriv=1} = d{deriv=1}'),
    'adjoint of the result zeroed first': ('subroutine root_adjoint', 'real a, r\n', 'real a, r\n  r{deriv=1} = 0.0\n'),
    'overwritten adjoint': ('subroutine energy_adjoint', 'd{deriv=1} = d{deriv=1} + ', 'd{deriv=1} = '),
    'adjoint of another function': ('subroutine root_adjoint', '1.0 - r*r', '1.0 + r*r'),
    'adjoint reads a result that is not needed': ('subroutine energy_adjoint', 'd*d/2.0*e{deriv=1}', 'd*d/2.0*e{deriv=1} + 0.0*e'),
    'adjoint computes the value': ('subroutine root_adjoint', 'real a, r\n', 'real a, r\n  r = 0.5*r\n'),
    'recording without a result': ('subroutine blend_record', '  call blend(v, s, r)\n', ''),
    'adjoint of one element kept': ('subroutine blend_return', '  r(2){deriv=1} = 0.0\n', ''),
    'an element forgotten': ('subroutine blend_return', 'do i = 1, 3, 2', 'do i = 1, 1, 2'),
    'function that reads its result': ('subroutine root(', 'r = tanh(a)', 'r = tanh(a) + 0.0*r'),
    'function that changes its argument': ('subroutine energy(', 'e = h*d/2.0', 'e = h*d/2.0\n  d = h'),
    'function that leaves elements undefined': ('subroutine blend(', 'do i = 1, 3', 'do i = 1, 2'),
    'result that is not of intent out': ('subroutine energy(', 'e out', 'e inout'),
}
RULE_FAULTS = {
    'needed result is not said': ('name="root"', '<n:Result/>', '<n:Result needed="no"/>'),
    'needed argument is not said': ('name="energy"', 'position="2" intent="in"', 'position="2" intent="in" needed="no"'),
    'no result': ('name="energy"', '    <n:Result needed="no"/>\n', ''),
    'result without derivative': ('name="root"', '<n:Result/>', '<n:Result activity="passive"/>'),
    'one argument too few': ('name="energy"', '    <n:Argument position="2" intent="in"/>\n', ''),
    'result of another type': ('name="place"', 'type="integer" needed="no"', 'type="bool" needed="no"'),
    'result of another rank': ('name="root"', '<n:Result/>', '<n:Result rank="1"/>'),
}


class Suite(rules.Suite):
    def external(self):
        """Nothing has a body; derivatives.py and adjoints.py judge such programs."""
        start = self.source.index('subroutine energy(')
        head, names = self.source[:start], re.findall(r'subroutine (\w+)', self.source[start:])
        program = self.write('external.xaif', xaif.build(f'external {" ".join(names)}\n{head}', 'solvers'))
        for name, options in rules.MODES.items():
            self.differentiate(f'{name}, no bodies', program, self.catalogue, *options)

    def calls_of(self, body, declared='external energy\n'):
        return f'{declared}subroutine head(x in, y out)\n  real x(3), y(3), t\n  passive real k\n  k = 2.0\n  y = x\n{body}end\n'

    def errors(self):
        of_energy = "the rule of 'energy' ("
        self.refuse('wrong arity', 3, f"'energy' is called with 1 argument, but {of_energy}", self.calls_of('  t = energy(x(1))\n'))
        self.refuse('array', 3, "argument 1 of 'root' is an array here, which the rule of 'root' (",
                    self.source.replace('  u = root(t)*', '  z = root(z)\n  u = root(t)*', 1))
        self.refuse('subroutine', 3, f"'energy' is called as a subroutine, which {of_energy}", self.calls_of('  call energy(x(1), k, t)\n'))
        no_result = rules.replaced(self.rules, 'name="energy"', '    <n:Result needed="no"/>\n', '    <n:Argument position="3" intent="out"/>\n')
        self.refuse('no result', 3, f"'energy' is called as a function, which {of_energy}", None, no_result)
        active = rules.replaced(self.rules, 'name="energy"', 'position="2" intent="in"', 'position="2" intent="in" activity="active"')
        self.refuse('passive where active', 3, f"argument 2 of 'energy' is passive here, which {of_energy}", self.calls_of('  t = energy(x(1), k)\n'), active)
        passive = rules.replaced(self.rules, 'name="energy"', 'position="2" intent="in"', 'position="2" intent="in" activity="passive"')
        self.refuse('active where passive', 3, f"argument 2 of 'energy' is active here, which {of_energy}",
                    self.calls_of('  if (energy(x(1), x(2)) > 1.0) then\n    y(1) = k\n  end\n'), passive)
        call = self.calls_of('  t = energy(x(1), k)\n')
        self.refuse('no tangent', 3, f'{of_energy}', call, self.rules.replace(' tangent="energy_tangent"', ''))
        self.refuse('no adjoint', 3, f'{of_energy}', call, self.rules.replace(' adjoint="energy_adjoint"', ''), *rules.REVERSE)
        self.refuse('intent of the result', 1, "argument 3 of 'energy' is not of intent out, but the result in the rule of 'energy' (",
                    rules.replaced(self.source, *PROGRAM_FAULTS['result that is not of intent out']))
        helper = 'subroutine half(a in, r out)\n  real a, r\n  r = 0.5*a\n  r{deriv=1} = 0.5*a{deriv=1}\nend\n'
        derives = self.source.replace('  e = energy(d, k)', '  e = half(d)', 1) + helper
        self.refuse('function with derivatives by name', 3, "'half', which computes with derivatives, is called as a function", derives, None,
                    '-a', 'basicblockpreaccumulation,associationbyname')

    def forms(self):
        """A function with a body may be called as a subroutine, too; functions of arrays may stand in larger expressions."""
        source = self.source.replace('  call add(t, z)', '  call energy(u, t, t_2)\n  z = 2.0*blend(z, t_2)\n  call add(t, z)').replace('real t, u, z(3)', 'real t, u, t_2, z(3)')
        program = self.write('forms.xaif', strip.strip(xaif.build(source, 'solvers')))
        for mode in 'forward', 'weak calls', 'motions by name':
            self.judge(f'forms, {mode}', program, self.catalogue, *rules.MODES[mode])

    def twice(self):
        """What is differentiated by rules, and has variables as derivatives, can be differentiated again, without rules."""
        program = self.write('once.xaif', self.program)
        for mode in 'by name', 'motions by name':
            output = self.differentiate(f'{mode}, once', program, self.catalogue, *rules.MODES[mode], '--keep-active')
            self.expect(f'{mode}, twice', self.run('--verify', '--quiet', '-a', 'basicblockpreaccumulation', '-o', self.path('twice.xaif'), output), 0, 'verdict: ok')

    def malformed(self):
        result = '<n:Result needed="no"/>'
        for name, old, new, text in (
                ('two results', result, result + result, "the Result of 'energy' comes before this"),
                ('argument after the result', result, result + '<n:Argument position="4" intent="in"/>', "the Result of 'energy' comes before this"),
                ('need of the result', result, '<n:Result needed="before"/>', 'a result has no value before the call'),
                ('active integer', result, '<n:Result type="integer"/>', 'a result of type integer has no derivative'),
                ('alias of the result', 'position="2" intent="in"', 'position="2" intent="in" alias="3"', "argument 2 of 'energy' can't be one variable"),
                ('position of a result', result, '<n:Result position="3"/>', 'Result has no attribute position')):
            self.refuse(f'malformed, {name}', 1, text, None, self.rules.replace(old, new, 1))

    def check(self):
        self.modes()
        self.written_schedules()
        self.external()
        self.forms()
        self.twice()
        self.several_directions('blend(p, u)', 'p', 'blend(z, t)', 'z', 'blend(z, t)', 'z')
        self.find_faults(self.source, PROGRAM_FAULTS, RULE_FAULTS, {})
        self.errors()
        self.malformed()
        print(f'{self.count} checks, {len(PROGRAM_FAULTS) + len(RULE_FAULTS)} faults seeded, {self.failures} failures')
        return self.failures


if __name__ == '__main__':
    rules.run(lambda engine, scratch, write: Suite(engine, scratch, os.path.join(FOLDER, 'functions.f'), os.path.join(FOLDER, 'functions.xaif')).check())
