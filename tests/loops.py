#!/usr/bin/env python3
"""Judges loops that are reversed by checkpoints.

    loops.py [--engine PROGRAM]

Programs with loops of many kinds go through loopcheckpointing and reverse mode, as replacement lists and as routines, and are judged
against what they were before, for numbers of steps from 0 on. How often the body is executed is counted, and compared with the
optimum, which dynamic programming finds. With XB_FEWER_RUNS, for fewer numbers of steps, and each program as lists or as routines.
"""

import argparse
import functools
import itertools
import json
import math
import os
import re
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import worker
import xaif

REVERSE = ['-a', 'basicblockpreaccumulationreverse', '--quiet']
HAS_FEWER_RUNS = bool(os.environ.get('XB_FEWER_RUNS'))
COUNTS = [0, 7] if HAS_FEWER_RUNS else [0, 1, 2, 3, 4, 7, 12]

BODY = '''
    w = sin(u)*v + u*u*0.1
    v = cos(v) + w*0.03*{i}
    u = w
'''
COUNTER = '''
common integer passed
subroutine next(k in, r out)
  integer k, r
  passed = passed + 1
  r = k + 1
end
subroutine twice(k in, r out)
  integer k, r
  r = 2*k
end
'''
HEAD = '''
subroutine head(x in, y out, n in)
  real x(2), y, u, v, w
  integer n, i, k
  u = x(1)
  v = x(2)
  w = u
  k = 0
'''
TAIL = '''
  y = u*v + 0.01*i
end
'''

# Loops, each marked by `LOOP` at its end; those of inner loops first.
PROGRAMS = {
    'up': HEAD + 'do i = 1, n' + BODY.format(i='i') + 'end' + TAIL,
    'down by three': HEAD + 'do i = 3*n, 1, -3' + BODY.format(i='i') + 'end' + TAIL,
    'exclusive': HEAD + 'for (i = 0; i < 2*n - 1; i = i + 2)' + BODY.format(i='i') + 'end' + TAIL,
    'bound that changes': HEAD + 'k = n\nfor (i = 0; i < k; i = i + 1)' + BODY.format(i='i') + 'k = k - 1\nend' + TAIL,
    'step that changes': HEAD + 'k = 1\nfor (i = 1; i <= n; i = i + k)' + BODY.format(i='i') + 'k = k + 1\nend\nw = u*k\nu = w' + TAIL,
    'doubled variable': HEAD + 'for (i = 1; i <= n; i = 2*i)' + BODY.format(i='i') + 'end' + TAIL,
    'variable in its own bounds': HEAD + 'i = 2\ndo i = i - 1, n' + BODY.format(i='i') + 'end' + TAIL,
    'functions in head': COUNTER + HEAD + 'passed = 0\ndo i = next(k), next(n)' + BODY.format(i='i') + 'end\nw = u*passed\nu = w' + TAIL,
    'function in condition': COUNTER + HEAD + 'i = 0\nwhile (twice(k) < n)' + BODY.format(i='k') + 'k = k + 1\nend' + TAIL,
    'while': HEAD + 'i = 0\nwhile (k < n)' + BODY.format(i='k') + 'k = k + 1\nend' + TAIL,
    'branch': HEAD + 'do i = 1, n\nif (u > v) then' + BODY.format(i='i') + 'else\nv = v*1.1 + u\nend\nend' + TAIL,
    'array and call': '''
subroutine head(x in, y out, n in)
  real x(2), y, u(3), w
  integer n, i, k
  u(1) = x(1)
  u(2) = x(2)
  u(3) = 0.1
  w = 0.0
  do k = 1, n
    call step(u, k)
    do i = 1, 2
      w = u(i)
      if (w > 0.4) then
        u(i) = sin(w) + 0.1*u(i+1)
      else
        u(i) = cos(w) + u(3)
      end
    end
  end
  y = u(1)*u(2) + w
end
subroutine step(a, k in)
  real a(3)
  integer k
  a(3) = a(3)*0.7 + a(1)*k*0.01
end
''',
    'arrays without extents': '''
subroutine head(x in, y out, n in)
  real x(2), y, u, p(:), t(:)
  integer n, i, k
  k = 2
  u = x(1)
  p = x(1:k)*u
  do i = 1, n
    t = p*sin(u)
    u = t(1) + 0.5*t(k)
    p = p*0.9 + t
    if (u > 0.3) then
      t = t*u
      u = cos(t(k))
    end
  end
  y = u*p(1) + sum(p)
  k = 1
end
''',
    'global state': '''
common real g(2)
subroutine head(x in, y out, n in)
  real x(2), y
  integer n, i
  g(1) = x(1)
  g(2) = x(2)
  do i = 1, n
    g(1) = sin(g(2))*g(1)
    g(2) = g(1) + g(2)*0.5
  end
  y = g(1)*g(2)
end
''',
    'carried from step to step': HEAD.replace('u, v, w', 'u, v, w, t') + 'do i = 1, n\nif (i > 1) then\nt = t*0.5 + u*v\nelse\nt = u\nend\nu = sin(t)*v\nend' + TAIL,
    'variable of blocks': HEAD.replace('n, i, k\n', 'n, i, k\n  inner real t\n') + 'do i = 1, n\nt = sin(u)*v\nv = cos(v) + t*0.03*i\nu = t + 0.1*u\nend' + TAIL,
    'scratch array': HEAD.replace('u, v, w', 'u, v, w, s(3)') + 'do i = 1, n\ndo k = 1, 3\ns(k) = u*v*k\nend\nu = sin(s(1) + s(3))\nv = v + s(2)*0.1\nend' + TAIL,
    'text, which is in no snapshot': '''
common character next
subroutine head(x in, y out, n in)
  real x(2), y, u
  character way
  integer n, i
  u = x(1)
  way = "a"
  next = "a"
  do i = 1, n
    if (way == "a") then
      u = u*u + x(2)
      way = "b"
    else
      u = sin(u)
      way = next
    end
  end
  y = u*x(2)
end
''',
    'repeat': HEAD + 'i = 0\nrepeat' + BODY.format(i='k') + 'k = k + 1\nuntil (k >= n)' + TAIL,
    'repeat, effects of the condition': COUNTER + HEAD + 'passed = 0\ni = 0\nrepeat' + BODY.format(i='k') + 'k = k + 1\nuntil (next(k) > n)\nw = u*passed\nu = w' + TAIL,
    'left at the end of a step': HEAD + 'do i = 1, 20' + BODY.format(i='i') + 'if (i >= n) goto out\nend\nout::\nu = u*w' + TAIL,
    'left within a step, or not': COUNTER + HEAD + '''passed = 0
  do i = 1, 5
    call next(k, k)
    w = sin(u)*v
    if (i == n) goto out
    if (u > 0.2) then
      v = w*0.5 + u
      if (i*i > n) then
        v = v*u
        goto out
      end
      k = k + 1
    end
    u = u*0.9 + w*k
  end
  v = v*1.1
  out::
  u = u*w + passed
''' + TAIL,
    'left by several ways': COUNTER + HEAD + '''passed = 0
  i = 3
  while (next(k) < 8)
    if (k*k > 2*n + 3) then
      w = u*v
      goto first
    end
    do i = 1, 3
      u = u*v + 0.1*i
      if (i*k == n) goto second
      v = sin(u)
    end
    repeat
      v = v*0.8
    until (v < 0.5)
    k = k + 1
    if (k == n) goto second
  end
  u = u*0.5
  goto last
  first::
  u = w*0.7 + v
  second::
  v = v*u*passed
  last::
  w = u
''' + TAIL,
    'left and begun again': HEAD + 'i = 0\nagain::\nwhile (k < n)\nk = k + 1\nif (k == 3) goto again\nu = sin(u)*v\nend' + TAIL,
    'steps that end early': HEAD + 'do i = 1, n\nif (i == 3) goto next\nu = sin(u)*v\nnext::\nv = v + u*0.3\nend' + TAIL,
    'unstructured elsewhere': HEAD + 'if (n > 3) goto more\nu = u*v\nmore::\ni = 0\nrepeat' + BODY.format(i='k') + 'k = k + 1\nuntil (k >= n)' + TAIL,
    'joined by another alias set': HEAD + 'do i = 1, n' + BODY.format(i='i') + 'end\nw = u{range=1-99}*0.5\nu = w' + TAIL,
    'alias set of another type': HEAD + 'do i = 1, n\nw = sin(u{range=4-4, range=7-9})*v\nu = w*0.9\nv = v + 0.01*i\nend' + TAIL,
    'last value is used': HEAD + 'do i = 1, n' + BODY.format(i='i') + 'end\nw = u*i\nu = w' + TAIL,
}
# Each of them through loopcheckpointing, the inner one first.
NESTS = {
    'nest': HEAD + 'do i = 1, n\ndo k = 1, i' + BODY.format(i='k') + 'end\nu = u*0.9\nend' + TAIL,
    'while in a loop': HEAD + 'do i = 1, n\nk = 0\nwhile (k < i)' + BODY.format(i='k') + 'k = k + 1\nend\nend' + TAIL,
}
# Loops of one routine that are all named at once, and how deep they are nested.
TOGETHER = {
    'one after the other': (HEAD + 'do i = 1, n' + BODY.format(i='i') + 'end\nw = u*0.5\nwhile (k < n)' + BODY.format(i='k') + 'k = k + 1\nend\nu = w*v\nrepeat\nk = k - 1'
                            + BODY.format(i='k') + 'until (k < 1)\ndo i = n, 1, -2\nv = v*cos(u)\nend' + TAIL, 1),
    'nests side by side': (HEAD + 'do i = 1, n\ndo k = 1, i' + BODY.format(i='k') + 'end\nu = u*0.9\ndo k = 1, 2\nv = v*sin(u)\nend\nend\ndo i = 1, n\nk = 0\nwhile (k < i)'
                           + BODY.format(i='k') + 'k = k + 1\nend\nend' + TAIL, 2),
    'jumps from one to the other': (HEAD + 'i = 0\nfirst::\nwhile (k < n)\nk = k + 1\nif (k == 3) goto second\nu = sin(u)*v\nend\nsecond::\nwhile (i < n)\ni = i + 1\n'
                                    'v = v*0.9 + u*u*0.1\nif (k == i) goto last\nend\nif (k < n) goto first\nlast::\nw = u' + TAIL, 1),
}
COUNTED = HEAD + 'do i = 1, n\n{more}' + BODY.format(i='i') + 'end' + TAIL
# Loops that read a table, and what changes it, where.
TABLE = '''
common passive real c(100)
subroutine fill()
  integer k
  do k = 1, 100
    c(k) = 0.01*k
  end
end
subroutine change()
  c(7) = c(7) + 0.5
end
''' + HEAD + 'call fill()\n{before}do i = 1, n\nu = sin(u)*v + c(i)\nv = cos(v) + c(i + 1)*u\n{within}end\n{after}' + TAIL
CHANGE = 'call change()\n'
REFUSED = {
    'shared storage': (HEAD.replace('u, v, w', 'u, v, w, t @ v') + 'do i = 1, n\nw = sin(u)\nt = w*0.9 + 0.1\nu = u*v\nend' + TAIL, "'t' and 'v' share storage"),
    'jump into it': (HEAD + 'if (n > 3) goto more\ndo i = 1, n\nu = sin(u)\nmore::\nu = u*v\nend' + TAIL, 'there is a jump into it'),
    'jump from after it': (HEAD + 'k = 0\nwhile (k < n)\nmore::\nk = k + 1\nu = sin(u)\nend\nu = u*v\nk = k + 1\nif (k < n + 3) goto more' + TAIL, 'there is a jump into it'),
    'jump from after it into one that is left at its end': (HEAD + 'k = 0\nrepeat\nmore::\nk = k + 1\nu = sin(u)\nuntil (k >= n)\nu = u*v\nk = k + 1\nif (k < n + 3) goto more' + TAIL, 'there is a jump into it'),
    'no way back': (HEAD + 'once i = 1, n\nu = sin(u)\ngoto out\nend\nout::\nw = u' + TAIL, 'no way leads back to it'),
    'left in each round': (HEAD + 'do i = 1, n\nu = sin(u)\ngoto out\nend\nout::\nw = u' + TAIL, 'no way leads back to it'),
    'effects of the condition': (COUNTER + HEAD + 'while (next(k) < n)\nu = sin(u)\nk = k + 1\nend' + TAIL, 'its condition calls a function that may change variables'),
    'changed variable': (HEAD + 'do i = 1, n\nu = sin(u)\nif (u < 0.1) then\ni = i + 1\nend\nend' + TAIL, 'its variable may be changed in its body'),
    'changed bound on the left': (HEAD + 'k = n\nfor (i = 1; k > i; i = i + 1)\nu = sin(u)\nk = k - 1\nend' + TAIL, 'its bound or its step may be changed in its body'),
    'real variable': (HEAD + 'for (w = 0.5; w < n; w = w + 0.25)\nu = sin(u)\nend' + TAIL, 'its variable is not an integer that a step brings to a bound'),
    'bound with the variable': (HEAD + 'for (i = 1; i < n - i; i = i + 1)\nu = sin(u)\nend' + TAIL, 'it has not the form of a DO loop'),
    'bound that is the variable': (HEAD + 'i = n\ndo i = 1, i\nu = sin(u)\nend' + TAIL, 'it has not the form of a DO loop'),
    'step with the variable': (HEAD + 'for (i = 1; i < n; i = i + i)\nu = sin(u)\nend' + TAIL, 'it has not the form of a DO loop'),
    'what is deallocated': (HEAD.replace('integer n', 'allocatable passive real c(:)\ninteger n') + 'allocate c(2)\nc = 0.5\ndo i = 1, n\nu = sin(u)*c(2)\nif (i >= n) then\ndeallocate c\nend\nend' + TAIL,
                            "its body deallocates 'c', which is used outside of it"),
}

# Loops that iterate to a fixed point, u; a small d says that it is found.
ITERATION = '''
subroutine head(x in, y out, n in)
  real x(2), y, u, v, w, d, total, a(2), b(2)
  integer n, i, k
  u = 1.0
  v = 0.2
  d = 1.0
  a = x
  total = 0.0
  k = 0
'''
FOUND = '''
  y = u*u + x(2)
end
'''
STEP = '''
    w = cos(u*x(1)) + x(2)*0.5
    d = w - u
    u = w
'''
UNTIL = ITERATION + 'while (d*d > 1.0e-28 .and. k < 200)\nk = k + 1\n'
FIXED = {
    'while': UNTIL + STEP + 'end' + FOUND,
    'repeat, unstructured': ITERATION + 'if (n > 7) goto begin\nu = 0.5\nbegin::\nrepeat' + STEP + 'k = k + 1\nuntil (d*d < 1.0e-28 .or. k > 200)' + FOUND,
    'arrays': ITERATION + 'while (d > 1.0e-28 .and. k < 200)\nk = k + 1\nb = cos(a*x(1))*0.4 + x(2)\nd = sum((a - b)*(a - b))\na = b\nend\nu = a(1)*a(2)' + FOUND,
    'two unknowns': UNTIL + 'w = 0.5*cos(v*x(1)) + x(2)*0.5\nv = 0.5*sin(u)*x(2)\nd = w - u\nu = w\nend\nu = u*v' + FOUND,
    'unknowns of different units': UNTIL + 'w = 0.5*cos(u) + x(2)*0.3\nv = 1.0e-12*sin(x(1))\nd = w - u\nu = w\nend\nu = u + v*1.0e12' + FOUND,
    'elements of different units': ITERATION + ('while (d > 1.0e-28 .and. k < 200)\nk = k + 1\nb = 0.5*cos(a) + x(2)*0.3\nb(2) = 1.0e-12*sin(x(1))\n'
                                                'd = (a(1) - b(1))*(a(1) - b(1))\na = b\nend\nu = a(1) + a(2)*1.0e12') + FOUND,
    'slow': ITERATION + 'while (d*d > 1.0e-28 .and. k < 4000)\nk = k + 1\nw = 0.99*u + 0.01*(cos(u*x(1)) + x(2))\nd = w - u\nu = w\nend' + FOUND,
    'branch, loop and call': UNTIL + '''
    if (u > 0.5) then
      call f(u, x, w)
    else
      w = 0.5 + 0.3*u*x(2)
    end
    do i = 1, 3
      w = w*0.9 + 0.1*u*x(1)
    end
    d = w - u
    u = w
  end
''' + FOUND + '''
subroutine f(a in, p in, r out)
  real a, p(2), r
  r = cos(a*p(1)) + p(2)*0.5
end
''',
    'element by element': UNTIL.replace('d*d >', 'd >') + '''
    do i = 1, 2
      b(i) = cos(a(3 - i)*x(i))*0.4 + x(2)
    end
    d = 0.0
    do i = 2, 1, -1
      w = b(i) - a(i)
      a(i) = b(i)
      d = d + w*w
    end
  end
  u = a(1)*a(2)
''' + FOUND,
    'element by element, by a routine': UNTIL.replace('d*d >', 'd >') + '''
    b = a
    call f(a, x)
    d = sum((a - b)*(a - b))
  end
  u = a(1)*a(2)
''' + FOUND + '''
subroutine f(a inout, p in)
  real a(2), p(2), w(2)
  integer i
  do i = 1, 2
    w(i) = cos(a(3 - i)*p(i))*0.4 + p(2)
  end
  do i = 2, 1, -1
    a(i) = w(i)
  end
end
''',
    'in place, in a nest of loops': UNTIL.replace('d*d >', 'd >').replace('b(2)', 'b(2), g(0:2, 3)').replace('total = 0.0', 'total = 0.0\n  g = 0.3') + '''
    d = 0.0
    do i = 1, 3
      for (n = 0; n < 3; n = n + 1)
        w = g(n, i)
        g(n, i) = 0.3*sin(g(2 - n, i)*x(1)) + 0.2*g(1, 4 - i) + x(2)*i
        d = d + (g(n, i) - w)*(g(n, i) - w)
      end
    end
  end
  u = sum(g)*0.1 + g(1, 2)
''' + FOUND,
    'parameter of a formal argument that could be modified': UNTIL.replace('v = 0.2', 'v = x(1)*x(2)') + '''
    d = u
    call f(v, u)
    d = d - u
    u = u*1.0
  end
''' + FOUND + '''
subroutine f(p, r)
  real p, r, s
  s = r
  r = 0.4*sin(s)*p + 0.1*p
end
''',
    'newton': UNTIL + 'd = (u*u*u - x(1)*u - 1.0)/(3.0*u*u - x(1))\nu = u - d\nend' + FOUND,
}
SOLVED = """
subroutine g(a in, b out)
  real a, b
  b = 0.5*cos(a)
end
subroutine head(x in, y out)
  real x, y, u, o, v
  u = 0.2
  o = 1.0
  while (abs(u - o) > 1e-15)
    o = u
    call g(o, v)
    u = v*x
  end
  y = u*u
end
"""
CALLED = ITERATION + 'do i = 1, n\ncall f(d, u, x)\nend' + FOUND + '''
subroutine f(t in, u, x in)
  passive real t
  real u, x(2)
  u = cos(u*x(1))*t + x(2)
end
'''
NO_FIXED_POINT = {
    'steps': (ITERATION + 'do k = 1, n' + STEP + 'end' + FOUND, 'it has a number of steps, and does not wait for anything'),
    'left early': (UNTIL + STEP + 'if (k > 9) goto out\nend\nout::' + FOUND, 'it is left early, so that its last step may be none'),
    'counter': (UNTIL + STEP + 'u = u + 0.1/k\nend' + FOUND, "'k', which has no derivative, has an influence on the next step"),
    'partial': (UNTIL + 'a(1) = cos(a(2)*x(1))\nd = 0.0\nend' + FOUND, "a step may leave 'a', or a part of it, as it is"),
    'elements but one': (UNTIL + 'd = 0.0\ndo i = 2, 2\na(i) = cos(a(1)*x(1))\nend\nend' + FOUND, "a step may leave 'a', or a part of it, as it is"),
    'elements, in an arm': (UNTIL + 'd = 0.0\nif (u > 0.5) then\ndo i = 1, 2\na(i) = cos(a(1)*x(1))\nend\nend\nend' + FOUND, "a step may leave 'a', or a part of it, as it is"),
    'elements, as many as is not known': (UNTIL + 'd = 0.0\ndo i = 1, n\na(i) = cos(a(1)*x(1))\nend\nend' + FOUND, "a step may leave 'a', or a part of it, as it is"),
    'elements of the diagonal': (UNTIL.replace('b(2)', 'b(2), g(2, 2)') + 'd = 0.0\ndo i = 1, 2\ng(i, i) = cos(a(1)*x(1))\nend\nend\nu = g(1, 2)' + FOUND, "a step may leave 'g', or a part of it, as it is"),
    'global': ('common real g\n' + UNTIL + STEP + 'g = u\nend' + FOUND, "its body changes 'g', which is no variable of its routine"),
    'nothing': (UNTIL.replace('d*d > 1.0e-28', 'k < n') + 'end' + FOUND, 'its body changes no active variable'),
    'marker': (UNTIL + STEP + 'marker write\nend' + FOUND, 'what its body reads is not known'),
}

MOVED = '''
subroutine head(x in, y out, n in)
  real x(2), y, u
  integer n, i
  u = x(1)
  do i = 1, n
    call f(u, x)
  end
  call f(u, x)
  do i = 1, n
    u = u*x(2)
    call f(u, x)
  end
  y = u*x(2)
end
subroutine f(t inout, x in)
  real t, x(2)
  t = sin(t*x(1)) + t*t
end
'''

ALLOCATING = '''
common real m(:)
subroutine head(x in, y out)
  real x(2), y
  integer i
  y = 1.0
  {before}
  do i = 1, 3
    {step}
    y = y*m(1)*m(2)
  end
end
subroutine set(x in)
  real x(2)
  m = x
end
'''


@functools.lru_cache(None)
def least(steps, snapshots):
    """The fewest forward steps, by trying all splits."""
    if steps <= 1:
        return 0
    if snapshots == 1:
        return steps*(steps - 1)//2
    return min(m + least(steps - m, snapshots - 1) + least(m, snapshots) for m in range(1, steps))


def gradient(steps):
    """The derivatives of COUNTED by x(1) and x(2)."""
    u, v = (0.5, 1.0, 0.0), (0.3, 0.0, 1.0)
    for i in range(1, steps + 1):
        w = [math.cos(u[0])*v[0]*u[k] + math.sin(u[0])*v[k] + 0.2*u[0]*u[k] for k in (1, 2)]
        w = (math.sin(u[0])*v[0] + 0.1*u[0]**2, *w)
        u, v = w, (math.cos(v[0]) + 0.03*i*w[0], *(-math.sin(v[0])*v[k] + 0.03*i*w[k] for k in (1, 2)))
    return [u[0]*v[k] + u[k]*v[0] for k in (1, 2)]


def forms_of(name):
    """How a program is reversed: as replacement lists and as routines; in one of these forms with XB_FEWER_RUNS."""
    forms = ('lists', 'routines')
    return [forms[zlib.crc32(name.encode()) % 2]] if HAS_FEWER_RUNS else forms


class Tester:
    def __init__(self, engine, scratch):
        self.engine, self.scratch, self.problems, self.checks = engine, scratch, [], 0

    def path(self, name):
        return os.path.join(self.scratch, name)

    def say(self, name, what):
        self.problems.append(f'{name}: {what}')

    def run(self, *command):
        done = worker.run(command)
        return done.returncode, done.stdout, done.stderr

    def write(self, text, file):
        with open(self.path(file), 'w', encoding='utf-8') as stream:
            stream.write(xaif.build(text, 'loops'))

    def case(self, count):
        description = {'entry': 'head', 'x0': [0.5, 0.3], 'n': 2, 'm': 1, 'arguments': [{'x': 'all'}, {'y': 1}, {'value': count}]}
        with open(self.path('case.json'), 'w', encoding='utf-8') as stream:
            json.dump(description, stream)
        return f'--case={self.path("case.json")}'

    def line_of(self, file, routine, last):
        """The line of a loop of a routine of a document: its first one, or its last one."""
        with open(self.path(file), encoding='utf-8') as stream:
            text = stream.read()
        begin = text.index(f'symbol_id="{routine}"', text.index('<xaif:ControlFlowGraph'))
        end = text.index('</xaif:ControlFlowGraph>', begin)
        found = [m.start() for m in re.finditer('<xaif:(For|Pre|Post)Loop ', text) if begin < m.start() < end]
        return text.count('\n', 0, found[-1 if last else 0]) + 1

    def checkpoint(self, source, target, last, snapshots):
        """Snapshots are a number, or periodic:STEPS."""
        wanted = f'--checkpoint-loops=head:{self.line_of(source, "head", last)}:{snapshots}'
        return self.run(self.engine, '-a', 'loopcheckpointing', '--verify-each', '--validate=both', wanted, '-o', self.path(target), self.path(source))

    def reverse(self, source, form):
        status, _, said = self.run(self.engine, *REVERSE, '--verify-each', '--validate=both', f'--motions={form}', '-o', self.path('adjoint.xaif'), self.path(source))
        return said if status else None

    def judge(self, name, text, loops, snapshots):
        self.write(text, 'program.xaif')
        source = 'program.xaif'
        for i in range(loops):
            status, _, said = self.checkpoint(source, f'swept{i}.xaif', i + 1 < loops, snapshots)
            if status:
                self.say(name, said)
                return
            source = f'swept{i}.xaif'
        for form in forms_of(name):
            said = self.reverse(source, form)
            if said:
                self.say(f'{name}, {form}', said)
                return
            for count in COUNTS:
                self.checks += 1
                status, out, said = self.run(self.engine, 'verify', '--quiet', self.case(count), self.path('program.xaif'), self.path('adjoint.xaif'))
                if status:
                    self.say(f'{name}, {form}, {count} steps, {snapshots} snapshots', (said + out)[-500:])
                    return

    def fix(self, name, text):
        """Solves for fixed points, and judges the derivatives."""
        self.write(text, 'program.xaif')
        wanted = f'--checkpoint-loops=head:{self.line_of("program.xaif", "head", False)}:fixedpoint:1e-14'
        for form, *more in ('lists',), ('routines', '--rename'):
            self.checks += 1
            status, _, said = self.run(self.engine, '-a', f'loopcheckpointing,{REVERSE[1]}', '--quiet', f'--motions={form}', *more, wanted, '--verify-each',
                                       '--validate=both', '--verify', self.case(5), '-o', self.path('adjoint.xaif'), self.path('program.xaif'))
            if status or 'verdict: ok' not in said:
                self.say(f'{name}, {form}', said[-700:])
        self.fix_directions(name, wanted)

    def fix_directions(self, name, wanted):
        """Of three directions, two at a time, the last one is 0."""
        self.checks += 1
        status, _, said = self.run(self.engine, '-a', f'loopcheckpointing,{REVERSE[1]},associationbyname', '--quiet', '--motions=routines', wanted, '--directions=3',
                                   '--verify', self.case(5), '-o', self.path('adjoint.xaif'), self.path('program.xaif'))
        if status or 'verdict: ok' not in said:
            self.say(f'{name}, three directions', said[-700:])

    def tape_of_iteration(self, limit):
        """How much is on the tape at a time, for the accuracy to which the loop iterates."""
        self.write(ITERATION + f'while (d*d > {limit})' + STEP + 'end' + FOUND, 'program.xaif')
        self.checkpoint('program.xaif', 'swept.xaif', False, 'fixedpoint')
        self.reverse('swept.xaif', 'routines')
        _, out, _ = self.run(os.path.join(os.path.dirname(self.engine), 'xaif-run'), '--jacobian=motions', '--counts', self.case(5), self.path('adjoint.xaif'))
        return re.search(r'tape_peak: (\d+)', out).group(1)

    def warn_of_fixed(self):
        """Forward mode differentiates the iterations, and second derivatives of the adjoint fixed point may be wrong: that is said."""
        self.write(ITERATION + 'while (d*d > 1.0e-8)' + STEP + 'end' + FOUND, 'program.xaif')
        self.checkpoint('program.xaif', 'swept.xaif', False, 'fixedpoint')
        for text, *how in (('is differentiated step by step', '-a', 'basicblockpreaccumulation'),
                           ('second derivatives of the result may be wrong', '-a', f'{REVERSE[1]},associationbyname', '--motions=routines', '--keep-active'),
                           (None, *REVERSE), (None, '-a', f'{REVERSE[1]},associationbyname', '--motions=routines')):
            self.checks += 1
            status, _, said = self.run(self.engine, *how, '-o', self.path('derived.xaif'), self.path('swept.xaif'))
            if status or (text not in said if text else 'the fixed point whose steps' in said):
                self.say(f'fixed point, {how[1]}', said)

    def fix_all(self):
        self.warn_of_fixed()
        for name, text in FIXED.items():
            self.fix(name, text)
        tapes = [self.tape_of_iteration(limit) for limit in ('1.0e-4', '1.0e-28')]
        if tapes[0] != tapes[1]:
            self.say('fixed point', f'the tape grows: {tapes}')
        self.checks += 1
        for name, (text, what) in NO_FIXED_POINT.items():
            self.refuse(name, text, what, 'fixedpoint')

    def fail_to_converge(self):
        """The sum of all iterates has no fixed point: its adjoint is no number."""
        self.write(ITERATION + 'while (d*d > 1.0e-8)' + STEP + 'total = total + u\nend\nu = total' + FOUND, 'program.xaif')
        self.checkpoint('program.xaif', 'swept.xaif', False, 'fixedpoint')
        self.reverse('swept.xaif', 'routines')
        _, out, said = self.run(os.path.join(os.path.dirname(self.engine), 'xaif-run'), '--jacobian=motions', self.case(5), self.path('adjoint.xaif'))
        self.checks += 1
        if 'nan' not in out + said:
            self.say('no convergence', out + said)

    def converge_too_slowly(self):
        """By a factor of 0.99996 a step: what is found after so many steps is no derivative, and does not look like one."""
        self.write(ITERATION + 'while (d*d > 1.0e-8)\nw = 0.99996*u + 0.00004*x(1)*x(2)\nd = w - u\nu = w\nend\nu = u*1.0e-3' + FOUND, 'program.xaif')
        self.checkpoint('program.xaif', 'swept.xaif', False, 'fixedpoint')
        self.reverse('swept.xaif', 'routines')
        _, out, said = self.run(os.path.join(os.path.dirname(self.engine), 'xaif-run'), '--jacobian=motions', self.case(5), self.path('adjoint.xaif'))
        self.checks += 1
        if not re.search(r'nan|inf|e\+[23]\d\d', out + said):
            self.say('slow convergence', out + said)

    def counts(self, more, snapshots, end=61):
        """Statements that are run, by number of steps, and the largest number of values in snapshots and on the tape; derivatives are judged."""
        self.write(COUNTED.format(more=more), 'program.xaif')
        self.checkpoint('program.xaif', 'swept.xaif', False, snapshots)
        self.reverse('swept.xaif', 'routines')
        result = []
        for count in range(0, end):
            _, out, _ = self.run(os.path.join(os.path.dirname(self.engine), 'xaif-run'), '--jacobian=motions', '--counts', self.case(count), self.path('adjoint.xaif'))
            result.append([int(re.search(rf'count of {what}: (\d+)', out).group(1)) for what in ('steps', 'checkpoint_peak', 'tape_peak')])
            found = [float(value) for value in re.findall(r'd y / d x\(\d\) = (\S+)', out)]
            if len(found) != 2 or not all(math.isclose(a, b, rel_tol=1e-10, abs_tol=1e-14) for a, b in zip(found, gradient(count))):
                self.say(f'{snapshots} snapshots, {count} steps', f'the derivatives are {found} instead of {gradient(count)}')
        return result

    def count(self, snapshots):
        """The body is executed once for each forward step, and once for each step that is recorded."""
        plain, more = self.counts('k = 0\n', snapshots), self.counts('k = 0\n'*11, snapshots)
        for steps in range(0, 61):
            self.checks += 1
            executed = (more[steps][0] - plain[steps][0])/10
            if executed != least(steps, snapshots) + steps:
                self.say('forward steps', f'{executed - steps} for {steps} steps and {snapshots} snapshots, instead of {least(steps, snapshots)}')
                break
        state = plain[2][1]
        if plain[60][1] > snapshots*state:
            self.say('snapshots', f'{plain[60][1]} values in {snapshots} snapshots of {state}')

    def count_tables(self, snapshots):
        """Snapshots hold a table if a later step changes it, or what follows the loop; not if nothing does."""
        peaks = {}
        for place in 'nowhere', 'before', 'within', 'after':
            self.write(TABLE.format_map({name: CHANGE if name == place else '' for name in ('before', 'within', 'after')}), 'program.xaif')
            self.checkpoint('program.xaif', 'swept.xaif', True, snapshots)
            self.reverse('swept.xaif', 'routines')
            _, out, _ = self.run(os.path.join(os.path.dirname(self.engine), 'xaif-run'), '--jacobian=motions', '--counts', self.case(20), self.path('adjoint.xaif'))
            peaks[place] = int(re.search(r'checkpoint_peak: (\d+)', out).group(1))
            status, out, said = self.run(self.engine, 'verify', '--quiet', self.case(20), self.path('program.xaif'), self.path('adjoint.xaif'))
            self.checks += 1
            if status:
                self.say(f'table that is changed {place}, {snapshots} snapshots', (said + out)[-500:])
        if peaks['nowhere'] > 40 or peaks['before'] != peaks['nowhere'] or min(peaks['within'], peaks['after']) < 100:
            self.say('tables', f'values in snapshots by where a table of 100 numbers is changed: {peaks}')

    def count_periodic(self, period):
        """A snapshot each few steps: each step is executed once on the way to it, and once to be recorded; derivatives are right."""
        plain, more = self.counts('k = 0\n', f'periodic:{period}', 41), self.counts('k = 0\n'*11, f'periodic:{period}', 41)
        for steps in range(0, 41):
            self.checks += 1
            executed = (more[steps][0] - plain[steps][0])/10
            if executed != 2*steps:
                self.say('forward steps', f'{executed} of {steps} steps, a snapshot each {period}')
                break
            status, out, said = self.run(self.engine, 'verify', '--quiet', self.case(steps), self.path('program.xaif'), self.path('adjoint.xaif'))
            if status:
                self.say(f'periodic:{period}, {steps} steps', (said + out)[-500:])
                break
        state, section = plain[1][1], plain[period][2]
        if plain[40][1] > -(-40//period)*state or plain[40][2] > section + 4*(-(-40//period)):
            self.say(f'periodic:{period}', f'{plain[40][1]} values in snapshots of {state}, {plain[40][2]} on the tape, {section} of a section')

    def together(self, name, text, depth):
        """All loops of a routine are treated in as many rounds as they are nested, and rightly."""
        self.write(text, 'program.xaif')
        with open(self.path('program.xaif'), encoding='utf-8') as stream:
            lines = [number for number, line in enumerate(stream, 1) if re.search('<xaif:(For|Pre|Post)Loop ', line)]
        for how, form in itertools.product(('2', 'periodic:3'), forms_of(name)):
            wanted = '--checkpoint-loops=' + ','.join(f'head:{line}:{how}' for line in lines)
            for count in COUNTS:
                self.checks += 1
                status, _, said = self.run(self.engine, '-a', f'loopcheckpointing,{REVERSE[1]}', f'--motions={form}', '--verify-each', '--validate=both', '--time', wanted,
                                           '--verify', self.case(count), '-o', self.path('adjoint.xaif'), self.path('program.xaif'))
                rounds = len(re.findall('^loopcheckpointing ', said, re.MULTILINE))
                if status or 'verdict: ok' not in said or rounds != depth:
                    self.say(f'{name}, {how}, {form}, {count} steps', f'{rounds} rounds: {said[-500:]}')
                    return

    def pipeline(self):
        """One pipeline does the same as two; it is judged as a whole, and knows the provenance of all."""
        self.write(PROGRAMS['up'], 'program.xaif')
        self.checkpoint('program.xaif', 'swept.xaif', False, 3)
        self.reverse('swept.xaif', 'routines')
        wanted = f'--checkpoint-loops=head:{self.line_of("program.xaif", "head", False)}:3'
        both = [self.engine, '-a', f'loopcheckpointing,{REVERSE[1]}', '--quiet', '--motions=routines', wanted]
        _, out, said = self.run(*both, '--verify-each', '--validate=both', self.path('program.xaif'))
        with open(self.path('adjoint.xaif'), encoding='utf-8') as stream:
            if stream.read() != out:
                self.say('one pipeline', f'is another program: {said}')
        status, _, said = self.run(*both, '--verify', self.case(5), '-o', self.path('both.xaif'), self.path('program.xaif'))
        if status or 'verdict: ok' not in said:
            self.say('one pipeline', said)
        _, told, said = self.run(*both, '--provenance', self.path('program.xaif'))
        if re.sub(' tags="[^"]*"', '', told) != re.sub(' tags="[^"]*"', '', out) or 'pass=loopcheckpointing' not in told:
            self.say('one pipeline, --provenance', f'is another program: {said}')
        os.remove(self.path('both.xaif'))
        self.checks += 3
        self.schedules(both[:-1], wanted.partition('=')[2])

    def schedules(self, command, loop):
        """Schedule files name loops, too. The loop is ROUTINE:LINE:3."""
        place, schedule = loop.rpartition(':')[0], self.path('schedule')
        cases = {f'{place} checkpoint 3\n': (0, ''), f'# all\n{place}   periodic 4 # steps\n* * strong\n': (0, ''), f'{place} periodic\n': (0, ''),
                 f'{place} checkpoint\nhead OpenAD_sweep_head strong\n': (0, ''), '* * weak\n': (2, 'error: loopcheckpointing has to be told which loops'),
                 f'{place} forget 3\n': (2, "schedule:1: error: neither checkpoint nor periodic nor fixedpoint: 'forget'"),
                 f'{place} fixedpoint 1e-9\n': (3, 'it has a number of steps, and does not wait for anything'),
                 f'{place} checkpoint 3 4\n': (2, "schedule:1: error: after the third word there is '4'"),
                 f'{place} checkpoint 3\n{place} periodic 4\n': (2, f'error: the loop {place} is named twice'),
                 f'\n{place} checkpoint 1001\n': (2, f"schedule:2: error: a loop can't be '{place}:1001'"),
                 'head:1 checkpoint\n': (2, 'error: '), f'{place}\n': (2, 'schedule:1: error: three words are expected')}
        for text, (wanted, what) in cases.items():
            with open(schedule, 'w', encoding='utf-8') as stream:
                stream.write(text)
            status, out, said = self.run(*command, f'--reversal={schedule}', '--verify', self.case(7), '-o', self.path('both.xaif'), self.path('program.xaif'))
            self.checks += 1
            if status != wanted or what not in said or not status and 'verdict: ok' not in said:
                self.say(text, f'status {status}: {said[-300:]}')
        self.write_schedule(command, place, schedule)
        with open(schedule, 'w', encoding='utf-8') as stream:
            stream.write(f'{place} checkpoint 3\n')
        status, _, said = self.run(self.engine, *REVERSE, f'--reversal={schedule}', self.path('program.xaif'))
        if status != 2 or 'schedule:1: error: a loop is named, but loopcheckpointing does not run' not in said:
            self.say('without loopcheckpointing', said)

    def warn_of_extents(self):
        """A local array as an argument is there, and begins with 1; one that a step assigns before it reads it is none."""
        self.write(PROGRAMS['arrays without extents'], 'program.xaif')
        status, _, said = self.checkpoint('program.xaif', 'swept.xaif', False, 3)
        self.checks += 1
        if status or said.count('warning: ') != 1 or 'the extents of p are not known: the loop of head that is reversed' not in said:
            self.say('arrays without extents', f'status {status}: {said}')

    def allocate(self):
        """Snapshots hold whether a global array that a step may allocate is there."""
        first, later, called = 'm = x*i', 'if (i == 1) then\nm = x*i\nend', 'call set(x)'
        for before, step, how in itertools.product(('', 'm = x'), (first, later, called), (2, 'periodic:2')):
            self.write(ALLOCATING.format(before=before, step=step), 'program.xaif')
            wanted = f'--checkpoint-loops=head:{self.line_of("program.xaif", "head", False)}:{how}'
            for form in ('lists', 'routines'):
                status, _, said = self.run(self.engine, '-a', 'loopcheckpointing,basicblockpreaccumulationreverse', f'--motions={form}', wanted, '--verify',
                                           '-o', self.path('adjoint.xaif'), self.path('program.xaif'))
                self.checks += 1
                if status or 'verdict: ok' not in said or 'warning' in said:
                    self.say(f'allocated: {before}, {step}, {how}, {form}', f'status {status}: {said}')

    def schedule_fixed_point(self):
        """A profile has calls of the steps whose fixed point was found, and schedules don't tell what these store: a warning does."""
        self.write(SOLVED, 'program.xaif')
        command = [self.engine, '-a', f'loopcheckpointing,{REVERSE[1]}', f'--checkpoint-loops=head:{self.line_of("program.xaif", "head", False)}:fixedpoint:1e-13',
                   '--motions=routines', '-o', self.path('adjoint.xaif'), self.path('program.xaif')]
        self.run(*command, '--reversal=joint', '--quiet')
        self.run(os.path.join(os.path.dirname(self.engine), 'xaif-run'), f'--profile={self.path("profile")}', self.path('adjoint.xaif'))
        status, _, said = self.run(*command, '--reversal=auto', '--tape-limit=10000', f'--profile={self.path("profile")}', '--verify')
        self.checks += 1
        if status or 'verdict: ok' not in said or "the fixed point whose steps are 'OpenAD_step_head' may store, and run, more than costs of schedules tell" not in said:
            self.say('a schedule with a fixed point', f'status {status}: {said}')

    def keep_ids(self):
        """No statement id of a document says how a call is reversed, and what does is in no result: a call that could be a step is an ordinary one."""
        self.write(CALLED, 'program.xaif')
        with open(self.path('program.xaif'), encoding='utf-8') as stream:
            text = stream.read()
        for name in ('_fixed_point_1', '_weak_1'):
            with open(self.path('named.xaif'), 'w', encoding='utf-8') as stream:
                stream.write(re.sub('(<xaif:SubroutineCall [^>]*statement_id=)"[^"]*"', rf'\1"{name}"', text))
            said = self.reverse('named.xaif', 'routines')
            with open(self.path('adjoint.xaif'), encoding='utf-8') as stream:
                joint = '_joint"' in stream.read()
            status, out, _ = self.run(self.engine, 'verify', '--quiet', self.case(3), self.path('program.xaif'), self.path('adjoint.xaif'))
            self.checks += 1
            if said or joint or status:
                self.say(f'statements {name}', f'{said} {out}')
        self.checkpoint('program.xaif', 'swept.xaif', False, 3)
        for form in ('lists', 'routines'):
            self.reverse('swept.xaif', form)
            with open(self.path('swept.xaif'), encoding='utf-8') as before, open(self.path('adjoint.xaif'), encoding='utf-8') as after:
                if 'xb.reversal=weak' not in before.read() or 'xb.reversal' in after.read():
                    self.say('marks', f'are not there, or last, as {form}')

    def name_moved_calls(self):
        """A schedule names calls as they were before loops were moved, in one run or in two, or as they are since."""
        self.write(MOVED, 'program.xaif')
        places = ','.join(f'head:{self.line_of("program.xaif", "head", last)}:2' for last in (False, True))
        both = [self.engine, '-a', f'loopcheckpointing,{REVERSE[1]}', f'--checkpoint-loops={places}', self.path('program.xaif')]
        self.run(self.engine, '-a', 'loopcheckpointing', f'--checkpoint-loops={places}', '-o', self.path('swept.xaif'), self.path('program.xaif'))
        alone = [self.engine, *REVERSE, self.path('swept.xaif')]
        for rule, callers in {'head f#1': {'sweep_head': 2}, 'head f#2': {'head': 2}, 'head f#3': {'sweep2_head': 2}, 'head f#4': None,
                              'head f': {'head': 2, 'sweep_head': 2, 'sweep2_head': 2}, 'OpenAD_sweep2_head f#1': {'sweep2_head': 2}}.items():
            with open(self.path('schedule'), 'w', encoding='utf-8') as stream:
                stream.write(f'{rule} weak\n')
            for command in (both, alone):
                status, out, said = self.run(*command, f'--reversal={self.path("schedule")}', '--motions=routines', '--quiet', '--verify-each', '--validate=both')
                found = {}
                for caller, text in re.findall('<xaif:ControlFlowGraph [^>]*?symbol_id="[^"]*?((?:sweep2?_)?head|f)(?:_rec|_ret)?"(.*?)</xaif:ControlFlowGraph>', out, re.S):
                    if calls := len(re.findall('<xaif:SubroutineCall [^>]*symbol_id="f_joint"', text)):
                        found[caller] = found.get(caller, 0) + calls
                self.checks += 1
                if found != (callers or {}) or bool(status) != (callers is None) or 'xb.origin' in out:
                    self.say(f'moved calls: {rule}', f'status {status}, {found}: {said}')
        with open(self.path('schedule'), 'w', encoding='utf-8') as stream:
            stream.write('head f#3 weak\n')
        status, _, said = self.run(*both, f'--reversal={self.path("schedule")}', '--motions=routines', '--verify', self.case(7), '-o', self.path('both.xaif'))
        self.checks += 1
        if status or 'verdict: ok' not in said:
            self.say('moved calls', said)

    def refuse_places(self):
        """A place must be that of one loop; what is wrong with it, and where loops are, is said."""
        self.write(MOVED, 'program.xaif')
        lines = [self.line_of('program.xaif', 'head', last) for last in (False, True)]
        with open(self.path('program.xaif'), encoding='utf-8') as stream:
            numbered = stream.read().replace('<xaif:ForLoop ', '<xaif:ForLoop lineNumber="12" ')
        with open(self.path('numbered.xaif'), 'w', encoding='utf-8') as stream:
            stream.write(numbered)
        for file, wanted, what in (('program', 'head:1', f'hint: its loops are at {lines[0]}, {lines[1]}, lines of'), ('program', 'f:1', 'hint: it has no loops'),
                                   ('program', 'g:1', "error: there is no routine 'g'"), ('numbered', f'head:{lines[0]}', 'hint: its loops are at 12, 12, lines of'),
                                   ('numbered', 'head:12', f"numbered.xaif:{lines[1]}: error: there are several loops at this line of 'head', 12")):
            status, _, said = self.run(self.engine, '-a', 'loopcheckpointing', f'--checkpoint-loops={wanted}', self.path(f'{file}.xaif'))
            self.checks += 1
            if status != 2 or what not in said:
                self.say(f'{file}, {wanted}', f'status {status}: {said}')
        status, _, said = self.run(self.engine, '-a', f'loopcheckpointing,{REVERSE[1]}', '--reversal=', f'--checkpoint-loops=head:{lines[0]}', self.path('program.xaif'))
        self.checks += 1
        if status != 2 or "error: --reversal can't be ''" not in said:
            self.say('no schedule', f'status {status}: {said}')

    def mark(self, source, target, line, way):
        """Marks the loop at a line, as a front end does."""
        with open(self.path(source), encoding='utf-8') as stream:
            lines = stream.read().split('\n')
        lines[line - 1] = re.sub('Loop ', f'Loop tags="own xb.checkpoint{way}" ', lines[line - 1])
        with open(self.path(target), 'w', encoding='utf-8') as stream:
            stream.write('\n'.join(lines))

    def marked(self, name, text, way):
        """A loop that is marked comes out as one that is named; a name is stronger than a mark."""
        self.write(text, 'program.xaif')
        line, outputs = self.line_of('program.xaif', 'head', True), []
        self.mark('program.xaif', 'marked.xaif', line, '=' + way if way else '')
        self.mark('program.xaif', 'overruled.xaif', line, '=77')
        named = f'--checkpoint-loops=head:{line}' + (':' + way if way else '')
        for source, options in (('program', [named]), ('marked', []), ('overruled', [named])):
            status, _, said = self.run(self.engine, '-a', 'loopcheckpointing', *options, '-o', self.path('out.xaif'), self.path(f'{source}.xaif'))
            with open(self.path('out.xaif'), encoding='utf-8') as stream:
                outputs.append(stream.read() if status == 0 else said)
        self.checks += 1
        if not outputs[0] == outputs[1] == outputs[2] or 'CallGraph' not in outputs[0]:
            self.say(f'{name}, marked {way}', 'differs from the loop that is named')

    def refuse_marks(self):
        """Marks that say nothing that can be done are errors with the line."""
        self.write(MOVED, 'program.xaif')
        line = self.line_of('program.xaif', 'head', False)
        for way in ('=0', '=x', '=1001', '=3:', '=periodic:', '=periodic:0', '=fixedpoint:2', '='):
            self.mark('program.xaif', 'marked.xaif', line, way)
            status, _, said = self.run(self.engine, '-a', 'loopcheckpointing', self.path('marked.xaif'))
            self.checks += 1
            if way == '=' and status == 0:
                continue
            if status != 1 or f'marked.xaif:{line}: error: the tag xb.checkpoint of a loop can\'t be \'{way[1:]}\'' not in said:
                self.say(f'marked {way}', f'status {status}: {said}')

    def write_schedule(self, command, place, schedule):
        """What is written says the same of loops, and can be read again, with the same result."""
        for name, how in [('up', how) for how in ('checkpoint', 'checkpoint 3', 'periodic', 'periodic 4')] + [('', how) for how in ('fixedpoint', 'fixedpoint 1e-14')]:
            self.write(PROGRAMS[name] if name else FIXED['while'], 'program.xaif')
            line, results = f'head:{self.line_of("program.xaif", "head", False)} {how}\n', []
            with open(schedule, 'w', encoding='utf-8') as stream:
                stream.write(line + '* * weak\n')
            for source, target in ((schedule, 'written'), (self.path('written'), 'written again')):
                status, _, said = self.run(*command, f'--reversal={source}', f'--write-schedule={self.path(target)}', '--verify', self.case(7), '-o', self.path('both.xaif'), self.path('program.xaif'))
                with open(self.path(target), encoding='utf-8') as text, open(self.path('both.xaif'), encoding='utf-8') as result:
                    results.append((text.read(), result.read()))
                self.checks += 1
                if status or line not in results[-1][0] or 'verdict: ok' not in said:
                    self.say('--write-schedule', f'status {status}, or "{line}" is not written: {said}')
            if results[0] != results[1]:
                self.say('--write-schedule', f'"{how}" is something else when it is read again')

    def write_options(self):
        """What is written has the loops of --checkpoint-loops, too, and says the same when it is read."""
        self.write(PROGRAMS['up'], 'program.xaif')
        place, output = f'head:{self.line_of("program.xaif", "head", False)}', self.path('both.xaif')
        command = [self.engine, '-a', 'loopcheckpointing,basicblockpreaccumulationreverse', '--motions=routines', '-o', output]
        for way, words in (('', 'checkpoint 10'), (':3', 'checkpoint 3'), (':periodic:4', 'periodic 4')):
            results = []
            for options in ([f'--checkpoint-loops={place}{way}', '--reversal=split', f'--write-schedule={self.path("written")}'], [f'--reversal={self.path("written")}']):
                status, _, said = self.run(*command, *options, self.path('program.xaif'))
                with open(output, encoding='utf-8') as result:
                    results.append(result.read() if status == 0 else said)
            with open(self.path('written'), encoding='utf-8') as text:
                written = text.read()
            self.checks += 1
            if f'{place} {words}\n' not in written or results[0] != results[1] or 'CallGraph' not in results[0]:
                self.say(f'--write-schedule, {place}{way}', f'"{written}", or another result: {results[1][:400]}')

    def refuse_marks_of_calls(self):
        """Marks of calls that mean nothing are errors with the line."""
        text = xaif.build('subroutine head(x in, y out)\n  real x, y\n  call twice(x, y)\nend\nsubroutine twice(a in, b out)\n  real a, b\n  b = 2.0*a\nend\n', 'marked')
        for value, status in (('weka', 1), ('', 1), ('weak', 0), (None, 0)):
            mark = '' if value is None else f' tags="xb.reversal={value}"'
            marked = re.sub(r'(<xaif:SubroutineCall )', rf'\1{mark.strip()} ', text, count=1)
            with open(self.path('marked.xaif'), 'w', encoding='utf-8') as stream:
                stream.write(marked)
            line = 1 + marked[:marked.index('<xaif:SubroutineCall')].count('\n')
            got, _, said = self.run(self.engine, '-a', 'basicblockpreaccumulationreverse', '--reversal=split', '-o', self.path('out.xaif'), self.path('marked.xaif'))
            self.checks += 1
            if got != status or (status and f"marked.xaif:{line}: error: the tag xb.reversal of a call can't be '{value}'" not in said):
                self.say(f'a call marked {value}', f'status {got}: {said}')

    def refuse_option(self, loops):
        status, _, said = self.run(self.engine, '-a', 'loopcheckpointing', f'--checkpoint-loops={loops}', self.path('program.xaif'))
        self.checks += 1
        if status != 2 or f"--checkpoint-loops can't be '{loops}'" not in said or 'ROUTINE:LINE:periodic:STEPS' not in said:
            self.say(loops, f'status {status}: {said}')

    def refuse(self, name, text, what, how=3):
        self.write(text, 'program.xaif')
        self.expect_refusal(name, what, how)

    def expect_refusal(self, name, what, how=3):
        status, _, said = self.checkpoint('program.xaif', 'none.xaif', False, how)
        self.checks += 1
        if status != 3 or f"the loop can't be reversed by checkpoints: {what}" not in said or os.path.exists(self.path('none.xaif')):
            self.say(name, f'status {status}: {said}')

    def rename_steps(self):
        """Routines that are renamed may have the names of what is generated for loops, but for its number."""
        for called in 'step', 'count', 'middle':
            self.write(HEAD + f'do i = 1, n\ncall {called}(u, v)\nend' + TAIL + f'subroutine {called}(a inout, b in)\nreal a, b\na = sin(a)*b + a\nend\n', 'program.xaif')
            for snapshots in '3', 'periodic:2':
                options = ['--rename', f'--checkpoint-loops=head:{self.line_of("program.xaif", "head", False)}:{snapshots}', '-o', self.path('renamed.xaif')]
                status, _, said = self.run(self.engine, '--quiet', '-a', f'loopcheckpointing,{REVERSE[1]}', *options, '--verify', self.case(5), self.path('program.xaif'))
                self.checks += 1
                if status:
                    self.say(f'a routine {called} that is renamed, {snapshots}', f'status {status}: {said}')

    def refuse_to_strip_tags(self):
        """What an algorithm of reverse mode is to do with the loops is told by tags, if it does not run at once."""
        self.write(PROGRAMS['left and begun again'], 'program.xaif')
        options = ['--strip-tags', f'--checkpoint-loops=head:{self.line_of("program.xaif", "head", False)}:2', '-o', self.path('stripped.xaif'), self.path('program.xaif')]
        for algorithms, wanted in ('loopcheckpointing', 2), (f'loopcheckpointing,{REVERSE[1]}', 0):
            status, _, said = self.run(self.engine, '--quiet', '-a', algorithms, *options)
            self.checks += 1
            if status != wanted or ('without tags' in said) != (wanted == 2):
                self.say(f'stripped tags, {algorithms}', f'status {status}: {said}')

    def refuse_jump_back(self):
        """A jump that leads to the loop itself, not to its EndLoop, begins it again."""
        self.write(PROGRAMS['left and begun again'], 'program.xaif')
        with open(self.path('program.xaif'), encoding='utf-8') as stream:
            text = stream.read()
        label, loop = (re.search(f'<xaif:{kind} vertex_id="(\\d+)"', text).group(1) for kind in ('Label', 'PreLoop'))
        branch = re.search(r'<xaif:Branch vertex_id="(\d+)"', text).group(1)
        jump = re.search(f'source="{branch}" target="{label}"', text).group()
        with open(self.path('program.xaif'), 'w', encoding='utf-8') as stream:
            stream.write(text.replace(jump, f'source="{branch}" target="{loop}"'))
        self.expect_refusal('jump back', 'jumps lead back to it')


def main():
    parser = argparse.ArgumentParser(description='Judge loops that are reversed by checkpoints.')
    parser.add_argument('--engine', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaifbooster'))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        tester = Tester(os.path.abspath(arguments.engine), scratch)
        for name, text in PROGRAMS.items():
            tester.judge(name, text, 1, 2)
        for name, text in NESTS.items():
            tester.judge(name, text, 2, 3)
        for name, (text, depth) in TOGETHER.items():
            tester.together(name, text, depth)
        tester.pipeline()
        tester.warn_of_extents()
        tester.allocate()
        tester.schedule_fixed_point()
        tester.keep_ids()
        tester.name_moved_calls()
        tester.refuse_places()
        tester.refuse_marks()
        tester.refuse_marks_of_calls()
        tester.write_options()
        for name, text in PROGRAMS.items():
            for way in ('', '3', 'periodic', 'periodic:4') if not HAS_FEWER_RUNS else ('periodic:4',):
                tester.marked(name, text, way)
        for name, text in NESTS.items():
            tester.marked(name, text, '2')
        for way in ('fixedpoint', 'fixedpoint:1e-9'):
            tester.marked('while', FIXED['while'], way)
        for loops in ('head', ':3', 'head:0', 'head:3:', 'head:3:1001', 'head:3:period:5', 'head:3:periodic:', 'head:3:periodic:0', 'head:3:periodic:1000001',
                      'head:3:fixedpoint:', 'head:3:fixedpoint:0', 'head:3:fixedpoint:1', 'head:3:fixedpoint:x', 'head:3:fixedpoint:-1e-3', 'head:3:fixed'):
            tester.refuse_option(loops)
        for name, (text, what) in REFUSED.items():
            tester.refuse(name, text, what)
        tester.refuse_jump_back()
        tester.refuse_to_strip_tags()
        tester.rename_steps()
        tester.fix_all()
        tester.fail_to_converge()
        tester.converge_too_slowly()
        for name, text in PROGRAMS.items():
            tester.judge(name, text, 1, 'periodic:3')
        for name, text in NESTS.items():
            tester.judge(name, text, 2, 'periodic:2')
        for snapshots in ('3', 'periodic:5'):
            tester.count_tables(snapshots)
        for period in (1, 7, 40) if not HAS_FEWER_RUNS else (7,):
            tester.count_periodic(period)
        for snapshots in range(1, 13) if not HAS_FEWER_RUNS else (4,):
            tester.count(snapshots)
    for problem in tester.problems:
        print(problem)
    print(f'{tester.checks} checks, {len(tester.problems)} problems')
    return 1 if tester.problems or not tester.checks else 0


if __name__ == '__main__':
    sys.exit(main())
