#!/usr/bin/env python3
"""Judges derivatives of what lies between named independents and dependents (--activity), and what is left out.

    activity.py [NAME...]

Programs of PROGRAMS have variables of which it is known by hand which ones are active. Cases of derivatives.py (all, or those named) whose adjoint and tangent are
verified with the activity of the document have to be so with what is computed. With XB_FEWER_RUNS, every fourth case.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import parallel  # pylint: disable=wrong-import-position
import xaif  # pylint: disable=wrong-import-position

TOP = os.environ.get('XB_TOP_SRCDIR', os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENGINE = os.path.join(os.environ.get('XB_TOP_BUILDDIR', os.path.join(TOP, 'build')), 'inplace', 'xaifbooster')
CASES = os.path.join(TOP, 'tests', 'data', 'derivatives')
# A copy of a variable that was never set, and is not needed, is made where it is passive, and what it is passed to is active.
NOT_FIT = {'argument_never_set'}
# Real loop variables that turn out to be active are refused.
REFUSED = {'control_passive_real_loop', 'loop_variable_loses', 'type_change_loop_variable'}

# Name: program, independents, dependents, active variables of all routines but the arguments that are named.
PROGRAMS = {
    'what only a condition reads': ('''
subroutine head(x in, y out)
  real x(2), y, u, v, res
  integer n
  u = x(1)
  n = 0
  res = 1.0
  while (res > 0.001 .and. n < 9)
    v = 0.5*u + 0.5*x(2)
    res = abs(u - v)
    u = v
    n = n + 1
  end
  y = u*x(1)
end
''', 'x', 'y', 'u v'),
    'what nothing needs, and what does not vary': ('''
subroutine head(x in, p in, y out, z out)
  real x, p, y, z, a, b, c
  a = sin(x)
  b = cos(p)
  c = a*x
  y = a*b
  z = c + b
end
''', 'x', 'y', 'a'),
    'through calls': ('''
subroutine part(r in, s in, t out, w out)
  real r, s, t, w
  t = r*s
  w = r + s
end
subroutine head(x in, p in, y out)
  real x, p, y, a, b
  call part(x, p, a, b)
  y = a
end
''', 'x', 'y', 'r t a'),
    'through functions and integers': ('''
subroutine twice(r in, s out)
  real r
  result real s
  s = 2.0*r
end
subroutine head(x in, y out)
  real x, y, a, b
  integer i
  a = twice(x)
  i = int(a)
  b = i*1.5
  y = a*b
end
''', 'x', 'y', 'r s a'),
    'through common storage': ('''
common block one 0 real g(2), h
common block one 0 real s(3) @ g
subroutine part(r out)
  real r
  r = s(3)*s(1)
end
subroutine head(x in, p in, y out)
  real x, p, y
  g(1) = p
  h = x
  call part(y)
end
''', 'x', 'y', 'h s r g'),
}


def transform(document, *options):
    return subprocess.run([ENGINE, '--quiet', *options, document], capture_output=True, text=True, check=False)


def judge_program(name):
    """What is wrong with a program that is known."""
    text, independents, dependents, wanted = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        document = os.path.join(folder, 'program.xaif')
        with open(document, 'w', encoding='utf-8') as file:
            file.write(xaif.build(text, 'program'))
        names = ['--entry=head', f'--independents={independents}', f'--dependents={dependents}']
        done = transform(document, '-a', 'basicblockpreaccumulation', '--per-statement', '--activity=computed', *names)
        found = set(re.findall(r'deriv="1"[^>]*>\s*<xaif:SymbolReference[^>]*symbol_id="(?!OpenAD_)(\w+)"', done.stdout)) - {independents, dependents}
        if done.returncode or found != set(wanted.split()):
            return [f'{name}: active are {" ".join(sorted(found))}, and not {wanted} {done.stderr}']
        problems = []
        for mode in ('tangent', 'adjoint'):
            done = transform(document, f'--mode={mode}', '--activity=both', '--verify', '-o', os.path.join(folder, 'out.xaif'), *names)
            if done.returncode:
                problems.append(f'{name}, {mode}: status {done.returncode}: {done.stderr}')
        return problems


def judge_case(name):
    """What is wrong with a case; None: it is not fit."""
    document, problems = os.path.join(CASES, name + '.xaif'), []
    with open(document, encoding='utf-8') as file:
        text = file.read()
    if name in NOT_FIT or not re.search(r'symbol_id="x"', text) or not re.search(r'symbol_id="y"', text):
        return None
    with tempfile.TemporaryDirectory() as folder:
        for mode in ('tangent', 'adjoint'):
            options = [f'--mode={mode}', '--entry=head', '--independents=x', '--dependents=y', '--verify', '-o', os.path.join(folder, 'out.xaif')]
            if transform(document, *options).returncode:
                continue
            for source in ('both', 'computed'):
                done = transform(document, *options, f'--activity={source}')
                if done.returncode != (3 if source == 'computed' and name in REFUSED else 0):
                    problems.append(f'{name}, {mode}, {source}: status {done.returncode}: {done.stderr[-400:]}')
    return problems


def check_messages(folder):
    """Without names there is nothing to compute; what leads nowhere is said."""
    document = os.path.join(folder, 'program.xaif')
    with open(document, 'w', encoding='utf-8') as file:
        file.write(xaif.build('subroutine head(x in, p in, y out)\n  real x, p, y\n  y = sin(x)\nend\n', 'program'))
    problems = []
    for options, status, said in ((['--activity=both'], 2, 'needs independents and dependents'),
                                  (['--activity=both', '--independents=x,p', '--dependents=y', '--entry=head'], 0, 'no dependent depends on p')):
        done = subprocess.run([ENGINE, '--mode=tangent', *options, document], capture_output=True, text=True, check=False)
        if done.returncode != status or said not in done.stderr:
            problems.append(f'{" ".join(options)}: status {done.returncode}: {done.stderr}')
    return problems


def main(names):
    problems, judged = [], 0
    for name in [] if names else PROGRAMS:
        problems += judge_program(name)
    if not names:
        with tempfile.TemporaryDirectory() as folder:
            problems += check_messages(folder)
        names = sorted(f[:-len('.xaif')] for f in os.listdir(CASES) if f.endswith('.xaif'))[::4 if os.environ.get('XB_FEWER_RUNS') else 1]
    with parallel.processes(parallel.COUNT) as pool:
        for found in pool.map(judge_case, names):
            judged += found is not None
            problems += found or []
    print(*problems, sep='\n', end='\n' if problems else '')
    print(f'{len(PROGRAMS)} programs and {judged} cases, {len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
