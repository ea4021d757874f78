#!/usr/bin/env python3
"""Integers without sign: what is computed with them is what C computes, derivatives are right, and what can't be done is refused by name.

    unsigned.py [--engine PROGRAM]

The program is run plain, tangent-linear and adjoint, and judged with compiled C (`--verify=native`); what is written compiles without a warning, those of signs
among them. Exit status 77 if there is no compiler.
"""

import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import xaif  # pylint: disable=wrong-import-position

TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENGINE = os.path.join(os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build'), 'inplace', 'xaifbooster')
STRICT = ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wsign-conversion', '-Werror', '-I', os.path.join(TOP, 'runtime')]
MODES = [['--mode=plain'], ['--mode=tangent'], ['--mode=adjoint', '--reversal=split'], ['--mode=adjoint', '--reversal=joint'], ['--mode=jacobian']]

PROGRAM = '''
subroutine head(x in, y out)
  real x, y, v(4)
  unsigned4 k, m, u(4)
  unsigned2 h
  unsigned1 b
  integer i
  k = 7
  m = 3
  i = 0 - 2
  y = x
  k = m - k
  if (k > m) then
    y = y*sin(x) + x*(k/1000000000)
  end
  k = k/2 + mod(k, m)
  y = y + x*k*1.0e-10
  h = 65535
  b = 200
  y = y + h*h*x
  h = h*h
  b = b + b + 77
  y = y*h + b*x*0.01
  k = max(k, m)*2
  if (k < i) then
    y = y + x*k*1.0e-10
  end
  u = k
  u(2) = u(1) + m*i
  v = x*u*1.0e-10
  v(b - 219) = x*y
  k = 2
  while (k > 0)
    y = y*sin(v(k))*k
    k = k - 1
  end
  call part(k, m, y)
  y = y*k*1.0e-10 + m**2*x
  k = int(x)
  m = k - 5
  y = y + real(m)*x*1.0e-10 + minus(m)*x + y*(1 - m)
end
subroutine part(k, m in, y)
  unsigned4 k, m
  real y
  k = k - m
  y = y*sin(y) + k*1.0e-10*y
  k = k + 1
end
'''

MIXED = '''
subroutine head(x in, y out)
  real x, y
  unsigned4 k, m
  integer8 l
  integer i
  real4 s
  k = 2147483647
  k = k + 852516353
  m = 7
  l = k
  l = l*2
  i = k
  s = k
  y = x*l + x*i + s*1.0e-9
  if (k > l) then
    y = y + 1.0*x
  end
  if (m < k .and. k /= m) then
    y = y*2.0
  end
  k = merge(k, m, x > 0.0)
  y = y + x*k*1.0e-9 + min(k, m)*x
  l = k - l
  y = y + x*l*1.0e-9
  k = ior_scal_scal(iand_scal_scal(k, m), ieor_scal_scal(k, 5))
  y = y + x*k*1.0e-9
  k = not_scal(k)
  y = y + x*k*1.0e-9 - (k/2)*1.0e-9
  i = mod(k, m)
  y = y + i*x
end
'''

ARRAYS = '''
common unsigned2 w(3)
common unsigned4 g
subroutine head(x in, y out)
  real x, y
  integer n
  allocatable unsigned4 a(:)
  parameter unsigned4 p = 40
  unsigned4 q
  y = x
  n = 3
  q = 5
  allocate a(n)
  a = p - 41
  w = 65535
  g = a(2)
  call part(a, y)
  w = w + 3
  q = q*2
  a(1) = a(1)/q
  g = g + p
  call part(a, y)
  y = y*w(1) + x*a(1)*1.0e-9 + x*g*1.0e-9
end
subroutine part(a, y)
  unsigned4 a(:)
  real y
  integer i
  do i = 1, 3
    y = y*sin(y*a(i)*1.0e-9) + w(i)*y*1.0e-4
    a(i) = a(i) + i
    w(i) = w(i) - 2
  end
  g = g*g + 1
  y = y + g*1.0e-9*y
end
'''

# A state that is taped: each step of the loop, and each call, needs what it was before.
GENERATOR = '''
common unsigned4 seed
subroutine head(x in, y out)
  real x, y, t
  unsigned1 n
  seed = 12345
  y = x
  n = 250
  while (n > 5)
    call draw(t)
    y = y + 0.1*sin(y*t)*x
    n = n + 1
  end
end
subroutine draw(t out)
  passive real t
  seed = seed*1664525 + 1013904223
  t = seed/16777216*0.01
  seed = seed - 7
end
'''

# Sums of narrow integers and of integers without sign in subscripts wrap around by themselves.
SUBSCRIPTS = '''
subroutine head(x in, y out)
  real x, y, z, v(6), w(40,40)
  integer n
  n = 40
  v = x
  v(2) = x*x
  v(3) = sin(x)
  v(5) = 1.0 - x
  w = x*x
  call wide(v, y)
  call part(v, w, n, z)
  y = y*z + x + w(3,7)
end
subroutine wide(x in, y out)
  real x(6), y, u(300), v(0:300), w(-3:300), z(300,2)
  unsigned1 b, c
  integer1 p, q
  unsigned2 h, g
  unsigned4 k
  u = x(1)
  v = x(2)
  w = x(3)
  b = 200
  c = 100
  u(b+c) = x(2)*u(b)
  u(c-b) = u(b+c)*x(3)
  v(b+c) = v(c-b)*x(4)
  w(b+c) = w(c-b)*v(b+c)
  u(b+c+1) = u(b+c)*x(2)
  h = 65000
  g = 600
  u(h+g) = u(b+c)*x(5)
  v(h+g) = u(h+g)*v(h+g+1)
  w(h+g) = u(h+g)*v(h+g+2)
  w(g-h-1000) = w(h+g)*x(6)
  k = 0
  k = k - 6
  u(k+20) = u(k+21)*x(1)
  v(k+6) = v(k+7)*u(k+20)
  w(k+7) = w(k+6)*v(k+6)
  z = x(3)
  z(b+c,1) = z(b+c,2)*w(k+6)
  z(b+c:b+c+10,2) = z(b+c,1)*x(2)
  p = 100
  q = 50
  w(p+q+108) = w(p+q+109)*x(4)
  u(330-p-q) = u(p+127+q-255)*x(5) + u(q+q+p+90)
  z(h+g:h+g+4:2,1) = z(k+10:k+14:2,2)*w(k+7)
  y = z(b+c,1)*u(44)*v(44)*w(44) + w(64) + u(64)*v(64) + z(44,2)*z(66,1) + u(14) + v(0) + w(1) + z(46,2)
end
subroutine part(x in, u, n in, y out)
  integer n
  real x(6), y, u(n,n)
  unsigned4 k, m
  u = x(1)
  k = 0
  k = k - 6
  m = 7
  u(k+20,3) = x(2)*x(3)
  u(3,k+20) = x(2)*x(3)
  u(k+m+1,k+20) = x(2)*x(3)*x(5)
  u(k+m:k+m+4,5) = u(k+m+1:k+m+5,k+20)
  y = u(14,3)*x(4) + u(3,14)*u(2,14) + u(k+7,5)*u(1,k+11)
end
'''

# With 128 of one byte, u(i + 128) and u(i - 128) are one element.
WRAPPING = '''
subroutine head(x in, y out)
  real x, y, u(200)
  unsigned1 i
  unsigned4 k
  u = x
  i = 4
  u(i+128) = sin(x)
  u(i-128) = u(i+128)*x
  u(i+128) = u(i-128)*u(i+128)
  y = u(132)*x
  k = 3
  y = y**k*x + abs_scal(k - 5)*1.0e-9*x + abs_scal(i - 128)*x
end
'''
NARROW = ('feType="I4" value="128"', 'feType="U1" value="128"')

REFUSED = {
    'Fortran': ('subroutine head(x in, y out)\n real x, y\n unsigned4 k\n k = 3\n y = x*k\nend\n', ['--mode=plain', '--to=fortran'],
                "can't be written as Fortran: an integer without sign (unsigned)"),
    'loops': ('subroutine head(x in, y out)\n real x, y\n unsigned4 k\n y = x\n do k = 1, 3\n  y = y*x\n end\nend\n', ['--mode=plain'],
              'a ForLoop counts by k, which has no sign (unsigned)'),
    'bounds of loops': ('subroutine head(x in, y out)\n real x, y\n unsigned4 k\n integer i\n y = x\n k = 3\n do i = 1, k\n  y = y*x\n end\nend\n', ['--mode=plain'],
                        'a ForLoop counts by k, which has no sign (unsigned)'),
    'eight bytes': ('subroutine head(x in, y out)\n real x, y\n unsigned8 k\n k = 3\n y = x*k\nend\n', ['--mode=plain', '--to=c'],
                    "can't be written as C: an integer without sign (unsigned) of 8 bytes"),
    'values of eight bytes': ('subroutine head(x in, y out)\n real x, y\n unsigned8 k\n k = 3\n y = x*k\nend\n', ['--mode=tangent', '--verify', '-o', os.devnull],
                              'k is an integer without sign (unsigned) of 8 bytes'),
    'functions': ('subroutine head(x in, y out)\n real x, y\n unsigned4 k\n k = 3\n y = x*sign(k, k)\nend\n', ['--mode=plain', '--to=c'],
                  "can't be written as C: sign_scal_scal of integers without sign (unsigned)"),
}


def run(text, options, folder):
    document = os.path.join(folder, 'program.xaif')
    with open(document, 'w', encoding='utf-8') as file:
        file.write(xaif.build(text, 'program').replace(*NARROW))
    return subprocess.run([ENGINE, '--quiet', *options, document], capture_output=True, text=True, check=False)


def judge(compiler, folder):
    path = os.path.join(folder, 'program.c')
    for text in (PROGRAM, MIXED, ARRAYS, GENERATOR, SUBSCRIPTS, WRAPPING):
        for mode in MODES:
            done = run(text, [*mode, '--verify=native', '-o', path], folder)
            if done.returncode:
                yield f'{mode}: status {done.returncode}: {done.stderr}'
                continue
            done = subprocess.run([compiler, *STRICT, '-c', '-o', path + '.o', path], capture_output=True, text=True, check=False)
            if done.returncode:
                yield f'{mode}: {done.stderr}'


def refuse(folder):
    for name, (text, options, message) in REFUSED.items():
        done = run(text, options, folder)
        if done.returncode != 3 or message not in done.stderr:
            yield f'{name}: status {done.returncode}: {done.stderr}'


def main(arguments):
    global ENGINE  # pylint: disable=global-statement
    if arguments[:1] == ['--engine']:
        ENGINE = arguments[1]
    compiler = shutil.which('gcc') or shutil.which('cc')
    if not compiler:
        print('there is no compiler of C')
        return 77
    with tempfile.TemporaryDirectory() as folder:
        problems = [*judge(compiler, folder), *refuse(folder)]
    for problem in problems:
        print(problem)
    print(f'{len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
