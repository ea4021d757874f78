#!/usr/bin/env python3
"""Judges derivatives of what lies between named independents and dependents (--activity), and what is left out.

    activity.py [NAME...]

Programs of PROGRAMS have variables of which it is known by hand which ones are active: at some place, in some call, their value depends
on that of an independent, and that of a dependent depends on it, by the order of statements and by which call returns where. Cases of derivatives.py (all, or those named) whose adjoint and tangent are
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
import sides  # pylint: disable=wrong-import-position
import xaif  # pylint: disable=wrong-import-position

TOP = os.environ.get('XB_TOP_SRCDIR', os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENGINE = os.path.join(os.environ.get('XB_TOP_BUILDDIR', os.path.join(TOP, 'build')), 'inplace', 'xaifbooster')
CASES = os.path.join(TOP, 'tests', 'data', 'derivatives')
# A copy of a variable that was never set, and is not needed, is made where it is passive, and what it is passed to is active.
NOT_FIT = {'argument_never_set'}
# Real loop variables that turn out to be active are refused.
REFUSED = {'loop_variable_loses'}

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
    'a variable is used for two values': ('''
subroutine head(x in, p in, y out, z out)
  real x, p, y, z, t
  t = sin(x)
  z = t
  t = p*p
  y = t*x
end
''', 'x', 'y', ''),
    'overwritten before use': ('''
subroutine head(x in, y out)
  real x, y, t
  t = x*x
  t = 2.0
  y = t*x
end
''', 'x', 'y', ''),
    'set when all has been read': ('''
subroutine head(x in, p in, y out)
  real x, p, y, t
  t = p
  y = t*x
  t = x
end
''', 'x', 'y', ''),
    'the first of two values of a dependent': ('''
subroutine head(x in, y out)
  real x, y, t
  t = x*x
  y = t
  y = x
end
''', 'x', 'y', ''),
    'backwards through a loop': ('''
subroutine head(x in, p in, y out)
  real x, p, y, u, v
  integer i
  u = p
  v = p
  y = 0.0
  do i = 1, 3
    y = y + v
    v = u
    u = x
  end
end
''', 'x', 'y', 'u v'),
    'each iteration begins anew': ('''
subroutine head(x in, p in, y out, z out)
  real x, p, y, z, s, t
  integer i
  y = 0.0
  do i = 1, 3
    t = p*i
    s = t
    t = x*t
    z = t
    y = y + s*x
  end
end
''', 'x', 'y', ''),
    'values that change places in a loop': ('''
subroutine head(x in, p in, y out)
  real x, p, y, a, b, t
  integer i
  a = x
  b = p
  do i = 1, 3
    t = a
    a = b
    b = t
  end
  y = b
end
''', 'x', 'y', 'a b t'),
    'on one of two paths': ('''
subroutine head(x in, p in, y out)
  real x, p, y, t, u
  if (p > 0.25) then
    t = x
    u = x
  else
    t = p
    u = p
  end
  u = p*p
  y = t*u
end
''', 'x', 'y', 't'),
    'paths that do not meet': ('''
subroutine head(x in, p in, y out, z out)
  real x, p, y, z, t
  y = x
  z = p
  if (p > 0.25) then
    t = x*x
    z = t
  else
    t = p*p
    y = t*x
  end
end
''', 'x', 'y', ''),
    'past an assignment by a jump': ('''
subroutine head(x in, p in, y out)
  real x, p, y, t, u
  t = x
  u = x
  if (p > 0.25) goto L
  t = p
  L::
  u = p
  y = t*u
end
''', 'x', 'y', 't'),
    'a routine is called with an active argument and with a passive one': ('''
subroutine square(a in, b out)
  real a, b
  b = a*a
end
subroutine head(x in, p in, y out)
  real x, p, y, u, v
  call square(x, u)
  call square(p, v)
  y = u*v
end
''', 'x', 'y', 'a b u'),
    'no call has both an active argument and an active result': ('''
subroutine square(a in, b out)
  real a, b
  b = a*a
end
subroutine head(x in, p in, y out, z out)
  real x, p, y, z, u, v
  call square(x, u)
  z = u
  call square(p, v)
  y = v*x
end
''', 'x', 'y', ''),
    'nor do calls within calls': ('''
subroutine square(a in, b out)
  real a, b
  b = a*a
end
subroutine twice(c in, d out)
  real c, d, e
  call square(c, e)
  call square(e, d)
end
subroutine head(x in, p in, y out, z out)
  real x, p, y, z, u, v
  call twice(x, u)
  z = u
  call twice(p, v)
  y = v*x
end
''', 'x', 'y', ''),
    'functions likewise': ('''
subroutine square(a in, b out)
  real a
  result real b
  b = a*a
end
subroutine head(x in, p in, y out)
  real x, p, y, u, v
  u = square(x)
  v = square(p)
  y = v*x
  if (u > 0.5) then
    y = y + x
  end
end
''', 'x', 'y', ''),
    'an argument is set anew': ('''
subroutine start(r out, s in)
  real r, s
  r = s
end
subroutine head(x in, p in, y out, z out)
  real x, p, y, z, u
  u = x*x
  z = u
  call start(u, p)
  y = u*x
end
''', 'x', 'y', ''),
    'an argument may be set anew': ('''
subroutine start(r inout, s in, n in)
  real r, s
  integer n
  if (n > 0) then
    r = s
  end
end
subroutine head(x in, p in, y out)
  real x, p, y, u
  integer n
  n = int(p)
  u = x*x
  call start(u, p, n)
  y = u*x
end
''', 'x', 'y', 'u r'),
    'a common variable is set twice': ('''
common real g
subroutine set(r in)
  real r
  g = r
end
subroutine head(x in, p in, y out, z out)
  real x, p, y, z
  call set(x)
  z = g
  call set(p)
  y = g*x
end
''', 'x', 'y', ''),
    'a common variable collects': ('''
common real g
subroutine add(r in)
  real r
  g = g + r
end
subroutine head(x in, p in, y out)
  real x, p, y, t
  g = 0.0
  t = p
  call add(x)
  call add(t)
  y = g
end
''', 'x', 'y', 'g r'),
    'through a variable of a module': ('''
module m
common in m real g, h
subroutine put(r in, s in)
  within m
  real r, s
  g = r
  h = s
end
subroutine take(r out)
  within m
  real r
  r = g*h
end
subroutine head(x in, p in, y out)
  within m
  real x, p, y
  call put(x, p)
  call take(y)
end
''', 'x', 'y', 'g r'),
    'recursion': ('''
subroutine power(k in, a in, b in, c out)
  integer k, m
  real a, b, c, t
  if (k > 0) then
    m = k - 1
    call power(m, a, b, t)
    c = t*a*b
  else
    c = 1.0
  end
end
subroutine head(x in, p in, y out)
  real x, p, y
  integer k
  k = 3
  call power(k, x, p, y)
end
''', 'x', 'y', 'a c t'),
    'arguments that change places in recursion': ('''
subroutine turn(k in, a in, b in, c out)
  integer k, m
  real a, b, c
  if (k > 0) then
    m = k - 1
    call turn(m, b, a, c)
  else
    c = a
  end
end
subroutine head(x in, p in, y out)
  real x, p, y
  integer k
  k = 3
  call turn(k, x, p, y)
end
''', 'x', 'y', 'a b c'),
    'an array is set as a whole': ('''
subroutine head(x in, p in, y out, z out)
  real x, p, y, z, a(3)
  a(1) = x
  a(2) = p
  a(3) = p
  z = a(1)
  a = p
  y = a(2)*x
end
''', 'x', 'y', ''),
    'an element is set, and others stay': ('''
subroutine head(x in, p in, y out)
  real x, p, y, a(3)
  integer i, j
  i = int(p) + 1
  j = i + 1
  a = x
  a(i) = p
  y = a(j)
end
''', 'x', 'y', 'a'),
    'storage that is shared is set under another name': ('''
common block one 0 real g
common block one 0 real h @ g
common block two 0 real k
common block two 0 real l @ k
subroutine head(x in, p in, y out, z out)
  real x, p, y, z
  g = x
  z = h
  h = p
  l = x
  y = g*k
end
''', 'x', 'y', 'k l'),
    'what lies within other storage is set with it': ('''
common block one 0 real g(2) @ 7
common block one 8 real h @ 8
common block two 0 real k(2) @ 17
common block two 8 real l @ 18
subroutine head(x in, p in, y out)
  real x, p, y
  h = x
  g = p
  k(1) = x
  l = p
  y = h*x + k(1)
end
''', 'x', 'y', 'k l'),
    'storage is set by callees that know it by another name': ('''
subroutine head(x in, p in, y out)
  real x, p, y
  block one 0 real g @ 7
  block two 0 real k @ 8
  g = x
  call set(p)
  y = g*x
  k = x
  call perhaps(p)
  y = y*k
end
subroutine set(p in)
  real p
  block one 0 real h @ 7
  h = p
end
subroutine perhaps(p in)
  real p
  block two 0 real l @ 8
  if (p > 0.5) then
    l = p
  end
end
''', 'x', 'y', 'k l'),
    'numbers without derivative': ('''
subroutine head(x in, p in, y out)
  real x, p, y, a, b, c
  integer i
  i = nint(x)
  a = i*p
  b = merge(p, 2.0, x > 0.5)
  c = floor(x*4.0)
  y = (a + b)*x + c
end
''', 'x', 'y', ''),
    'by another name of what is independent': ('''
common block one 0 real g
common block one 0 real h @ g
subroutine part(y out)
  real y
  y = h*h
end
subroutine head(y out)
  real y
  call part(y)
end
''', 'h', 'y', 'g'),
    'complex numbers': ('''
subroutine head(x in, p in, y out)
  real x, p, y
  complex a, b
  a = complex(x, p)
  b = complex(p, p)
  a = a*b
  y = real(a)
end
''', 'x', 'y', 'a'),
}
# Routines that declare variables of common blocks themselves, which they change, have no adjoint.
WITHOUT_ADJOINT = {'storage is set by callees that know it by another name'}
# Those of which storage that is shared is known by alias sets as well.
BY_PLACES = {'storage that is shared is set under another name'}


def transform(document, *options):
    return subprocess.run([ENGINE, '--quiet', *options, document], capture_output=True, text=True, check=False)


def active_in(document, names, read):
    """The active variables by computed activity; or None, and what is said."""
    done = transform(document, '--mode=tangent', '--activity=computed', *names, f'--dump-after=read={read}')
    if done.returncode:
        return None, f'status {done.returncode}: {done.stderr}'
    with open(read, encoding='utf-8') as file:
        return {symbol for _, symbol in sides.active_variables(file.read())}, ''


def judge_program(name):
    """What is wrong with a program that is known."""
    text, independents, dependents, wanted = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        document, read = (os.path.join(folder, name) for name in ('program.xaif', 'read.xaif'))
        known = sides.without_flags(xaif.build(text, 'program'))
        texts = {'': known} | ({', by places alone': re.sub(r' (storage|block|offset)="[^"]*"', '', known)} if name in BY_PLACES else {})
        names = ['--entry=head', f'--independents={independents}', f'--dependents={dependents}']
        problems = []
        for way, text in reversed(texts.items()):
            with open(document, 'w', encoding='utf-8') as file:
                file.write(text)
            found, said = active_in(document, names, read)
            if found is None or found - {independents, dependents} != set(wanted.split()):
                problems.append(f'{name}{way}: {said or "active are " + " ".join(sorted(found))}, and not {wanted}')
        for mode in ('tangent', 'adjoint'):
            done = transform(document, f'--mode={mode}', '--activity=computed', '--verify', '-o', os.path.join(folder, 'out.xaif'), *names)
            if done.returncode != (3 if mode == 'adjoint' and name in WITHOUT_ADJOINT else 0):
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


def check_passive_call(document):
    """What is on no path is no loss: there is nothing to warn of."""
    done = subprocess.run([ENGINE, '--mode=tangent', '--entry=head', '--independents=x', '--dependents=y', '--activity=computed', document],
                          capture_output=True, text=True, check=False)
    return [f'{document}: {done.stderr}'] if done.returncode or 'lost' in done.stderr or 'taken to be zero' in done.stderr else []


PASSED_TWICE = """
subroutine part(a in, b out)
  real a, b
  b = a*a
end
subroutine head(x in, p in, y out)
  real x, p, y, u, v
  call part(x, u)
  call part(p, v)
  y = v*x
  v = u
end
"""
OUT_BY_ANOTHER_CALL = """
common real g, h
subroutine part(a in)
  real a, t
  t = a
  g = t
end
subroutine other(b out)
  real b, s
  s = g
  b = s
end
subroutine head(x in, p in, y out)
  real x, p, y, u
  call part(x)
  call other(u)
  y = u
  call part(p)
  call other(h)
end
"""
NO_DEPENDENT = 'is passive: it depends on an independent variable, but no dependent one depends on that'
# Program, variable, and what --explain-activity says of it, without places.
EXPLANATIONS = (
    (PROGRAMS['through calls'][0], 'r', ["'r' is active", "'x' is independent", "'x' is passed for 'r' of part", "'t' depends on 'r'",
                                         "'t' of part becomes 'a'", "'y' depends on 'a'", "'y' is dependent"]),
    (PROGRAMS['through calls'][0], 'b', [f"'b' {NO_DEPENDENT}", "'x' is independent", "'b' depends on 'x'"]),
    (PROGRAMS['through calls'][0], 'p', ["'p' is passive: it depends on no independent variable"]),
    (PROGRAMS['through common storage'][0], 'h', ["'h' is active", "'x' is independent", "'h' depends on 'x'",
                                                  "'s' may share storage with 'h'", "'y' depends on 's'", "'y' is dependent"]),
    (PROGRAMS['through common storage'][0], 'g', ["'g' is active", "'g' may share storage with 's'", "'x' is independent", "'h' depends on 'x'",
                                                  "'s' may share storage with 'h'", "'y' depends on 's'", "'y' is dependent"]),
    (OUT_BY_ANOTHER_CALL, 'g', ["'g' is active", "'x' is independent", "'g' depends on 'x'", "'u' depends on 'g'", "'y' depends on 'u'",
                                "'y' is dependent"]),
    (OUT_BY_ANOTHER_CALL, 's', ["'s' is active", "'x' is independent", "'g' depends on 'x'", "'g' is passed for 'g' of other",
                                "'s' depends on 'g'", "'b' depends on 's'", "'b' of other becomes 'u'", "'y' depends on 'u'",
                                "'y' is dependent"]),
    (OUT_BY_ANOTHER_CALL, 'h', ["'h' is passive: it depends on no independent variable", 'it gets a value here']),
    # A value that is overwritten before the variable is used again.
    ("""
subroutine head(x in, p in, y out)
  real x, p, y, t, q
  t = x
  q = t*x
  t = p
  y = t + q
end
""", 't', ["'t' is active", "'x' is independent", "'t' depends on 'x'", "'q' depends on 't'", "'y' depends on 'q'", "'y' is dependent"]),
    # Calls that the variable varies in, though nothing needs what they compute of it.
    (PASSED_TWICE, 'a', [f"'a' {NO_DEPENDENT}", "'x' is independent", "'x' is passed for 'a' of part", 'it is used here']),
    (PASSED_TWICE, 'b', [f"'b' {NO_DEPENDENT}", "'x' is independent", "'x' is passed for 'a' of part", "'b' depends on 'a'"]),
    (PASSED_TWICE, 'u', [f"'u' {NO_DEPENDENT}", "'x' is independent", "'u' depends on 'x'", 'it is used here']),
    (PASSED_TWICE, 'v', [f"'v' {NO_DEPENDENT}", "'x' is independent", "'u' depends on 'x'", "'v' depends on 'u'"]),
    # Around a loop: what is used first is from the iteration before.
    (PROGRAMS['backwards through a loop'][0], 'v', ["'v' is active", "'x' is independent", "'u' depends on 'x'", "'v' depends on 'u'",
                                                    "'y' depends on 'v'", "'y' is dependent"]),
    # Out of two calls by the same two, in their order; and from a recursive call to what calls it.
    ("""
subroutine inner(a in, b out)
  real a, b, t
  t = sin(a)
  b = t
end
subroutine outer(c in, d out)
  real c, d
  call inner(c, d)
end
subroutine head(x in, y out)
  real x, y
  call outer(x, y)
end
""", 't', ["'t' is active", "'x' is independent", "'x' is passed for 'c' of outer", "'c' is passed for 'a' of inner", "'t' depends on 'a'",
           "'b' depends on 't'", "'b' of inner becomes 'd'", "'d' of outer becomes 'y'", "'y' is dependent"]),
    (PROGRAMS['arguments that change places in recursion'][0], 'b',
     ["'b' is active", "'x' is independent", "'x' is passed for 'a' of turn", "'a' is passed for 'b' of turn", "'c' depends on 'b'",
      "'c' of turn becomes 'c'", "'c' of turn becomes 'y'", "'y' is dependent"]),
)


def check_explanations(folder):
    """The statements of a path are said in their order, into calls and out of the same ones; or where it ends."""
    document = os.path.join(folder, 'program.xaif')
    problems, names = [], ['--mode=tangent', '--entry=head', '--independents=x', '--dependents=y']
    for program, name, said in EXPLANATIONS:
        with open(document, 'w', encoding='utf-8') as file:
            file.write(xaif.build(program, 'program'))
        done = subprocess.run([ENGINE, *names, f'--explain-activity={name}', document], capture_output=True, text=True, check=False)
        found = re.findall(r'note: (.*)', done.stderr)
        if done.returncode or found != said:
            problems.append(f'--explain-activity={name}: status {done.returncode}: {found}, and not {said}')
    with open(document, 'w', encoding='utf-8') as file:
        file.write(xaif.build(PROGRAMS['through calls'][0], 'program'))
    problems += check_passive_call(document)
    drawn = subprocess.run([ENGINE, *names, '--activity=computed', '--dot=activity', document], capture_output=True, text=True, check=False).stdout
    if '[label="a\\nhead", shape="ellipse", style="filled"' not in drawn or '[label="b\\nhead", shape="ellipse"];' not in drawn:
        problems.append(f'--dot=activity: {drawn}')
    return problems


def check_messages(folder):
    """Without names there is nothing to compute; what leads nowhere is said."""
    document = os.path.join(folder, 'program.xaif')
    with open(document, 'w', encoding='utf-8') as file:
        file.write(xaif.build('subroutine head(x in, p in, y out)\n  real x, p, y\n  y = sin(x)\nend\n', 'program'))
    problems = []
    for options, status, said in ((['--activity=both'], 2, 'needs independents and dependents'),
                                  (['--explain-activity=y'], 2, 'needs independents and dependents'),
                                  (['--explain-activity=q', '--independents=x', '--dependents=y', '--entry=head'], 1, "no variable is named 'q'"),
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
            problems += check_messages(folder) + check_explanations(folder)
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
