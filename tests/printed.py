#!/usr/bin/env python3
"""Programs are written as Fortran and as C; what is printed has some texts, has others not, and compiles without a warning.

    printed.py [--engine PROGRAM] [NAME...]

A case is a program in the notation of xaif.py, the options that it is written with, and, by language or for the header, lines that have to be there one after
the other, blanks at their ends aside, and texts (after a minus) that must not occur.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import xaif  # pylint: disable=wrong-import-position

ENGINE = os.path.join(os.environ.get('XB_TOP_BUILDDIR', 'build'), 'inplace', 'xaifbooster')
RUN_TIME = os.path.join(os.environ.get('XB_TOP_SRCDIR', '.'), 'runtime')
COMPILERS = {'fortran': ['gfortran', '-std=f2008', '-Wall', '-Wextra', '-Werror', '-Wno-unused-dummy-argument'],
             'c': ['gcc', '-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror']}
COMPILERS['header'] = [*COMPILERS['c'], '-x', 'c']
SUFFIXES = {'fortran': 'f90', 'c': 'c', 'header': 'h'}

UNUSED = '''
subroutine part(a in, b in, r out)
  real a, b, r
  r = a*a
end
subroutine head(x in, p in, y out)
  real x, p, y
  call part(x, p, y)
end
'''

BRANCHES = '''
subroutine head(x in, n in, y out)
  real x, y
  integer n, i, k
  y = x
  if (n == 1) then
    k = 2
  else
    y = y*x
  end
  if (x > 1.5) then
    k = 4
  end
  do i = 1, n
    k = i
  end
  select (n)
  case 3
    y = sin(y)
  default
    k = 5
  end
end
'''

SIGNS = '''
subroutine head(x in, y out)
  real x(3), y
  y = x(1) + minus(x(2)) - minus(x(3)*x(1))
  y = y*1.0 - (-1.0)*x(1) + 0.0
  y = y + x(2)*minus(x(3)) + x(1)**2
end
'''

LOOPS = '''
subroutine head(x in, y inout)
  real x(3), y(3)
  integer i, j
  do i = 1, 3
    do j = 1, 2
      y(i) = y(i)*x(j)
    end
  end
end
'''

JUMPS = '''
subroutine head(x in, y out)
  real x, y
  y = x
  if (x > 2.0) goto 7
  y = y*x
  goto 7
  7::
  y = y + x
end
'''

RESTORED = '''
common integer i, m, s
subroutine inner(v)
  real v
  v = v*sin(v) + i*v
  m = 7
  s = 2
end
subroutine head(x in, y out)
  real x, y
  m = 5
  s = 1
  y = x
  do i = 1, m, s
    call inner(y)
  end
end
'''

INTEGERS = '''
subroutine head(x in, y out)
  real4 x, y, v(3)
  integer i
  integer8 k, kk(3)
  k = 16777217
  i = k
  kk = i
  v = kk
  y = x*k + i/x - 3 + 16777217*x
  y = y**i + k**y + dot_product(v, kk)
  if (k < x) then
    y = i
  end
end
'''

TEXTS = '''
subroutine head(x in, y out, n inout)
  uses #include <stdio.h>
  real x, y
  integer n, k, m
  opaque // products | in c
  k = 3
  y = x*k
  opaque m = k; | in c | reads k | writes m
  opaque printf("%g %d %d\\n", x, k, *n); | in c | reads x, k, n
  n = n + m
end
'''

REFUSAL = "can't be written as C: a statement whose text is C (language) and that refers to r, the result of a function"
NAMED_RESULT = '''
subroutine part(a in, r out)
  real a
  result real r
  r = a*a
  opaque if (r < -1.0) __builtin_abort(); | in c | reads r
end
subroutine head(x in, y out)
  real x, y
  y = part(x)*x
end
'''

REMARKS = '''
subroutine head(x in, y out)
  real x, y
  opaque // squares | in c
  y = x*x
  opaque ~ of which there is one
  y = y + 1.0
end
'''

RESULTS = '''
subroutine part(a in, r out)
  real a
  result real r
  r = sin(a)*a
end
subroutine head(x in, y out)
  real x, t
  result real y
  call part(x, t)
  y = t*t
end
'''

CHAIN = '''
subroutine part(a in, r out)
  real a, r
  r = a*a
end
subroutine head(x in, n in, y out)
  real x, y
  integer n
  call part(2.0f, y)
  if (n == 1) then
    y = x
  else
    if (x > 1.5) then
      y = x*x
    else
      y = 2.0*x
    end
  end
end
'''

SUMS = '''
subroutine head(x in, y out)
  real x, y, t
  t = 2.0*x
  y = t*t
end
'''

AGAIN = '''
subroutine head(x in, y out)
  real x(3), y, z, temp_t
  temp_t = 2.0
  z = sum(temp_t*x)
  temp_t = sum(x)
  y = z*temp_t
end
'''

ARRAYS = '''
subroutine head(x inout, a in, y out)
  real x(9), a(9), y, u(9), v(9), temp_a(8), temp_b(8), temp_c(9)
  u = a
  v = a
  temp_a = a(1:8)*2.0
  u(2:9) = u(2:9) - temp_a
  temp_a = u(1:8)*a(2:9)
  u(2:9) = temp_a + 1.0
  temp_b = u(2:9)*3.0
  x(2:9) = temp_b*v(1:8)
  temp_b = a(2:9)*3.0
  x(1:8) = temp_b
  temp_a = u(2:9)*2.0
  u(3) = 1.0
  v(1:8) = v(1:8) + temp_a
  temp_c = u*v
  y = sum(temp_c)
  temp_c = u + v
  x = temp_c*temp_c
end
'''

LINES = '''
subroutine head(x in, y out)
  real x(2), y
  y = sin(x(1))*x(2)
end
'''

PIECES = '''
subroutine deaf(a in, b inout)
  real a, b
  b = b*b
end
subroutine head(x in, y out)
  real x(2), y(2), w(2)
  w = x
  y(1) = w(1)*w(2)
  call deaf(w(2), y(1))
  y(2) = x(1)*y(1)
  y(1) = y(1)*w(1)
end
'''

OUTSIDE = '''
interface note(n in, k inout)
  passive integer n
  passive real k(n)
end
subroutine head(n in, t inout, y out)
  passive integer n
  passive real t(n), y
  call note(n, t)
  y = 1.0
end
'''

SHARED = '''
subroutine head(x in, y out)
  real x(2), y(2)
  y(1) = sin(x(1))*x(2)
  y(2) = sin(x(1))/x(2)
end
'''

BOUNDS = '''
subroutine head(n in, x in, y inout)
  integer n
  real x(n, 2), y(n, 2)
  y(1, 1) = x(1, 2)*y(1, 2)
  y(n, 1) = x(n, 1)*y(n, 2)
  y(1, 2) = x(1, 1)
  y(n, 2) = x(n, 2)
end
'''

NOTHING = '''
subroutine head(x in, y out)
  real x(2), y, a, b
  a = sqrt(x(1) - x(2))
  b{chain=} = 3.0*a
  y = 2.0*x(1)*x(2)
end
'''

RANGES = '''
subroutine head(x in, n in, y out)
  integer n
  real x(n), y(n), u(0:n-1)
  u = x
  u(n-1:3:-2) = u(1:5:2)*u(7)
  y = u
end
'''

OVER = '''
subroutine part(a in, r out)
  real a, r
  r = a
  if (a > 0.5) then
    r = r*a + r
  end
end
subroutine head(x in, y out, z inout, w inout, n in)
  real x, y, z, w
  integer n
  call part(x, y)
  y = y + x
  z = z + x - y
  if (n > 1) then
    w = 0.5
  end
  w = w*x
end
'''

LEAVING = '''
subroutine head(x in, y out)
  real x, y
  integer i
  y = x
  do i = 1, 3
    if (y > 2.0) goto 7
    y = y*x
  end
  7::
  y = y + x
end
'''

TAPED = '''
subroutine head(x in, v in, y out)
  real x, y, v(3)
  integer i
  y = x
  do i = 1, 3
    y = sin(y*v(i))
  end
end
'''

IFS = '''
subroutine head(x in, y out)
  real x, y
  y = x*x
  if* (x > 0.5) then
    y = y*x
  else
    y = sin(y)
  end
end
'''

DECLARED = '''
subroutine part(x in, n in, y inout)
  integer n
  real x, y, u(n,n)
  u = x
  u(2,3) = x*x*y
  y = u(2,3)*u(1,1)
end
subroutine head(x in, y out)
  real x, y
  integer n
  n = 4
  y = x
  call part(x, n, y)
  n = 3
  call part(x, n, y)
end
'''

# By name: program, options, lines by language.
CASES = {
    'what only declared bounds read is put back': (DECLARED, ['--mode=adjoint', '--reversal=joint', '--verify=native'], {'fortran': [], 'c': []}),
    'ranges from lower bounds on': (RANGES, ['--mode=adjoint'], {'fortran': ['-:3 - '], 'c': []}),
    'what nothing uses': (NOTHING, ['--mode=adjoint'], {'fortran': ['y = 2.0d0*x(1)*x(2)', '-sqrt'], 'c': ['-sqrt']}),
    'arguments of a tangent': (UNUSED, ['--mode=tangent'], {
        'fortran': ['subroutine part_d(a, a_d, b, r, r_d)', 'subroutine head_d(x, x_d, p, y, y_d)', 'call part_d(x, x_d, p, y, y_d)'],
        'c': ['void head_d(double x, double x_d, double p, double *restrict y, double *restrict y_d);', 'part_d(x, x_d, 0, y, y_d);']}),
    'arguments of an adjoint': (UNUSED, ['--mode=adjoint'], {
        'fortran': ['subroutine part(a, b, r)', 'subroutine part_rec(a, b, r)', 'subroutine part_ret(a, a_b, b, r, r_b)', 'subroutine head(x, p, y)',
                    'subroutine head_b(x, x_b, p, y, y_b)', 'subroutine head_ret(x, x_b, p, y, y_b)', '-p_b'],
        'c': ['void part(double a, double b, double *restrict r)', 'void head(double x, double p, double *restrict y)', '-p_b']}),
    'branches': (BRANCHES, ['--mode=plain'], {
        'fortran': ['y = x', 'if (n /= 1) then', 'y = y*x', 'end if', 'if (n == 3) then', 'y = sin(y)', 'end if', 'end subroutine head', '- k', '-do ',
                    '-select', '-else', '-1.5'],
        'c': ['*y = x;', 'if (n != 1) {', '*y *= x;', '}', 'if (n == 3) {', '*y = sin(*y);', '}', '- k', '-for', '-switch', '-else']}),
    'signs': (SIGNS, ['--mode=plain'], {
        'fortran': ['y = x(1) - x(2) + x(3)*x(1)', 'y = y + x(1) + 0.0d0', 'y = y - x(2)*x(3) + x(1)**2'],
        'c': ['*y = x[0] - x[1] + x[2]*x[0];', '*y = *y + x[0] + 0.0;', '-- (']}),
    'loops': (LOOPS, ['--mode=adjoint'], {
        'fortran': ['do i = 1, 3', 'do j = 1, 2', 'do i = 3, 1, -1', 'do j = 2, 1, -1', '-i_1', '-tap_0 ='],
        'c': ['for (int i = 3; i >= 1; i--) {', 'for (int j = 2; j >= 1; j--) {']}),
    'what is computed once': (SHARED, ['--mode=tangent'], {
        'fortran': ['lin_0 = cos(x(1))', 'y_d(2) = lin_3*x_d(2) + lin_0*lin_2*x_d(1)', '-lin_1 ='],
        'c': ['const double lin_0 = cos(x[0]);', 'y_d[1] = lin_3*x_d[1] + lin_0*lin_2*x_d[0];', '-lin_1 =']}),
    'what is computed again': (SHARED, ['--mode=tangent', '--simplify=0'], {'fortran': ['lin_1 = cos(x(1))'], 'c': ['const double lin_1 = cos(x[0]);']}),
    'arguments of what has no body': (OUTSIDE, ['--mode=plain'], {'fortran': ['! n: read', '! t (n): read and written'], 'c': ['* n: read', '* t (n): read and written']}),
    'no comments': (UNUSED, ['--mode=adjoint', '--comments=none'], {'fortran': ['-! '], 'c': ['-/*']}),
    'short comments': (UNUSED, ['--mode=adjoint'], {
        'fortran': ['! Adjoint of head: computes head, and adds to the adjoints of its arguments.', '! x: read', '! x_b, adjoint of x: incremented',
                    '! p: not used', '! y: written', '! y_b, adjoint of y: read and set to 0', 'subroutine head_b(x, x_b, p, y, y_b)', '-for line'],
        'c': ['* Adjoint of head: computes head, and adds to the adjoints of its arguments.', '* x: read', '* x_b, adjoint of x: incremented', '-for line']}),
    'full comments': (LINES, ['--mode=adjoint', '--comments=full'], {
        'fortran': ['! Taping sweep of head: computes head, and tapes what the adjoint sweep needs.', '! x (2): read', '! y: written', '! line 4',
                    '! for line 4, taken back as tap_0', '! for line 4, answers the push for tap_0'],
        'c': ['/* line 4 */', '/* for line 4, taken back as tap_0 */', '/* for line 4, answers the push for tap_0 */']}),
    'branches one after the other': (CHAIN, ['--mode=plain'], {
        'fortran': ['call part(real(2.0, 8), y)', 'if (n == 1) then', 'y = x', 'else if (x > 1.5d0) then', 'y = x*x', 'else', 'y = 2.0d0*x', 'end if', 'end subroutine head'],
        'c': ['if (n == 1) {', '*y = x;', '} else if (x > 1.5) {', '*y = x*x;', '} else {', '*y = 2.0*x;', '}', '}']}),
    'pieces are not for users': (PIECES, ['--mode=adjoint', '--split-units=2'], {
        'fortran': ['call head_part()'],
        'c': ['head_part(w, x, y);', 'deaf_ret(tape, 0, 0, &y_b[0]);'],
        'header': ['void head(const double *x, double *y);', 'void head_rec(struct xaif_tape *tape, const double *x, double *y);', '-static', '-_part']}),
    'bounds are known in pieces': (BOUNDS, ['--mode=plain', '--split-units=2'], {
        'fortran': ['call head_part()', 'call head_part_1()'],
        'c': ['int64_t rows = 0;', 'head_part(&rows, n, y, x);', 'head_part_1(y, &rows, n, x);', '*rows = n;']}),
    'loops of variables that are restored': (RESTORED, ['--mode=adjoint', '--reversal=joint'], {
        'fortran': ['step = s', 'left = (int(m, 8) + step - 1)/step', 'i = 1', 'do while (left > 0)', 'call inner_joint(1, y, y_b)', 'i = i + step',
                    'left = left - 1', 'end do'],
        'c': ['while (left > 0) {', 'inner_joint(tape, 1, y, y_b);']}),
    'integers beside single precision': (INTEGERS, ['--mode=plain'], {
        'fortran': ['i = int(k, 4)', 'v = real(kk, 4)', 'y = x*real(k, 4) + real(i, 4)/x - 3 + real(16777217, 4)*x',
                    'y = y**i + real(k, 4)**y + dot_product(v, real(kk, 4))', 'if (real(k, 4) < x) then', 'y = real(i, 4)'],
        'c': ['if ((float)k < x) {']}),
    'texts in C': (TEXTS, ['--mode=adjoint'], {
        'c': ['#include <stdio.h>', '// products', 'const int k = 3;', 'm = k;', 'printf("%g %d %d\\n", x, k, *n);', '*n += m;']}),
    'results that texts in C name': (NAMED_RESULT, ['--mode=plain'], {'c': ['if (r < -1.0) __builtin_abort();', 'return r;']}),
    'results that texts in C name, in derivatives': (NAMED_RESULT, ['--mode=tangent'], {'c': REFUSAL}),
    'results that texts in C name, in taping sweeps': (NAMED_RESULT, ['--mode=adjoint', '--reversal=split'], {'c': REFUSAL}),
    'results that texts in C name, in joint reversal': (NAMED_RESULT, ['--mode=adjoint', '--reversal=joint'], {'c': REFUSAL}),
    'comments of other languages': (REMARKS, ['--mode=plain'], {'fortran': ['! squares', '! of which there is one'], 'c': ['// squares', '/* of which there is one */']}),
    'functions by their results': (RESULTS, ['--mode=adjoint'], {
        'fortran': ['function part(a) result(r)', 'real(8), intent(in) :: a', 'real(8) :: r', 'end function part', 'subroutine part_rec(a, r)',
                    'function head(x) result(y)', 't = part(x)', 'subroutine head_b(x, x_b, y, y_b)'],
        'c': ['double part(double a)', 'return r;', 'double head(double x)']}),
    'sums begin with zero': (SUMS, ['--mode=adjoint'], {'fortran': ['-0.0d0 +'], 'c': ['-0.0 +']}),
    'temporaries that get another value': (AGAIN, ['--mode=plain'], {
        'fortran': ['temp_t = 2.0d0', 'z = sum(temp_t*x)', 'temp_t = sum(x)', 'y = z*temp_t'], 'c': ['double temp_t = 2.0;', 'z += temp_t*x[i];', 'temp_t += x[i];', '*y = z*temp_t;']}),
    'array temporaries': (ARRAYS, ['--mode=plain'], {
        'fortran': ['u(2:9) = u(2:9) - a(1:8)*2.0d0', 'temp_a = u(1:8)*a(2:9)', 'u(2:9) = temp_a + 1.0d0', 'x(2:9) = u(2:9)*3.0d0*v(1:8)', 'temp_b = a(2:9)*3.0d0',
                    'x(1:8) = temp_b', 'temp_a = u(2:9)*2.0d0', 'u(3) = 1.0d0', 'v(1:8) = v(1:8) + temp_a', 'y = sum(u*v)', 'temp_c = u + v', 'x = temp_c*temp_c'],
        'c': ['u[i + 1] -= a[i]*2.0;', 'temp_a[i] = u[i]*a[i + 1];', 'x[i + 1] = u[i + 1]*3.0*v[i];', '*y += u[i]*v[i];']}),
    'what is done with arguments': (OVER, ['--mode=plain'], {
        'fortran': ['! a: read', '! r: written', '! x: read', '! y: written', '! z: incremented', '! w: read and written', '! n: read'],
        'c': ['* r: written', '* y: written', '* z: incremented', '* w: read and written']}),
    'comments of second derivatives': (TAPED, ['--mode=hessian'], {
        'fortran': ['! Tangent of the taping sweep of head: computes head, and tapes what the adjoint sweep needs; and the tangents of all that.',
                    '! x_d, tangent of x: read', '! Tangent of the adjoint sweep of head: adds to adjoints, after the taping sweep; and the tangents of all that.',
                    '! x_b, adjoint of x: incremented', '! x_b_d, tangent of x_b: incremented']}),
    'names of the run time': (TAPED, ['--mode=adjoint'], {
        'fortran': ['use xaif_tape, only: tape, tape_grow, tape_turn, tape_shrink', 'implicit none', 'private :: tape, tape_grow, tape_turn, tape_shrink', '-tape_context']}),
    'names of the run time beside a context': (TAPED, ['--mode=adjoint', '--tape-context=argument', '--tape-check'], {
        'fortran': ['implicit none', 'private :: tape_grow, tape_check_put, tape_turn, tape_check_take, tape_shrink']}),
    'names of an embedded run time': (TAPED, ['--mode=adjoint', '--embed-runtime'], {'fortran': ['use xaif_tape, only: tape, tape_grow, tape_turn, tape_shrink']}),
    'ifs with an end': (IFS, ['--mode=adjoint'], {
        'fortran': ['subroutine head(x, y)', 'y = x*x', 'if (x > 0.5d0) then', 'y = y*x', 'else', 'y = sin(y)', 'end if', 'end subroutine head', '-go to', '-block_'],
        'c': ['if (x > 0.5) {', '*y *= x;', '} else {', '*y = sin(*y);', '}', '-goto']}),
    'loops by one with jumps out of them': (LEAVING, ['--mode=plain'], {
        'fortran': ['left_0 = 3 - int(i, 8) + 1', 'i = i + 1', '-step', '-/1'], 'c': ['left_0 = 3 - (int64_t)i + 1;', 'i++;', '-step']}),
    'jumps': (JUMPS, ['--mode=plain'], {
        'fortran': ['y = x', 'if (x > 2.0d0) go to', 'y = y*x', '-return'],
        'c': ['*y = x;', 'if (x > 2.0) goto', '*y *= x;', '-return']}),
}


def missing(text, wanted):
    """What is not there, or is there and should not be."""
    lines = [line.strip() for line in text.replace(' &\n', ' ').split('\n')]
    at = 0
    for want in wanted:
        if want.startswith('-'):
            if want[1:] in text:
                yield f'there is {want[1:]}'
            continue
        found = next((i for i in range(at, len(lines)) if lines[i] == want or (lines[i].startswith(want) and want.endswith((' to', ' goto')))), None)
        if found is None:
            yield f'there is no line {want}'
        else:
            at = found + 1


def compiled(language, path):
    """What the compiler says; None if there is none."""
    command = COMPILERS[language]
    folder = os.path.dirname(path)
    try:
        if language == 'fortran':
            subprocess.run([command[0], '-c', '-J', folder, os.path.join(RUN_TIME, 'xaif_tape.f90'), '-o', os.path.join(folder, 'tape.o')], check=True)
            command = [*command, '-J', folder]
        done = subprocess.run([*command, '-I', RUN_TIME, '-c', path, '-o', path + '.o'], capture_output=True, text=True, check=False)
        if language == 'fortran' and not done.returncode:
            done = use(command, path)
    except FileNotFoundError:
        return None
    return done.stderr if done.returncode else ''


def use(command, path):
    """Compiles a program that uses the module, and has names of its own that the run time has, too."""
    with open(path, encoding='utf-8') as file:
        modules = re.findall(r'^module (\w+)', file.read(), re.MULTILINE)
    user = os.path.join(os.path.dirname(path), 'user.f90')
    with open(user, 'w', encoding='utf-8') as file:
        file.write('program user\n' + ''.join(f'  use {module}\n' for module in modules[-1:]) +
                   '  implicit none\n  integer :: tape, tape_grow\n  tape = 1\n  tape_grow = tape\n  print *, tape_grow\nend program user\n')
    return subprocess.run([*command, '-c', user, '-o', user + '.o'], capture_output=True, text=True, check=False)


def with_facts(document):
    """Says that all statements are in line 4 of the source, and that temp_… are temporaries of the front end."""
    return re.sub('(symbol_id="temp_[^"]*") kind', r'\1 temp="true" kind', document.replace('<xaif:Assignment ', '<xaif:Assignment lineNumber="4" '))


def judge(name, language, folder):
    text, options, wanted = CASES[name]
    document = os.path.join(folder, 'program.xaif')
    path = os.path.join(folder, 'program.' + SUFFIXES[language])
    with open(document, 'w', encoding='utf-8') as file:
        file.write(with_facts(xaif.build(text, 'program')))
    outputs = ['--to=c', '-o', os.devnull, f'--header={path}'] if language == 'header' else ['-o', path]
    done = subprocess.run([ENGINE, *options, '--quiet', *outputs, document], capture_output=True, text=True, check=False)
    if isinstance(wanted[language], str):
        return [] if done.returncode == 3 and wanted[language] in done.stderr else [f'it is not refused: {done.stderr}']
    if done.returncode:
        return [done.stderr]
    with open(path, encoding='utf-8') as file:
        printed = file.read()
    problems = list(missing(printed, wanted[language]))
    if problems:
        problems.append(printed)
    said = compiled(language, path)
    return problems + ([said] if said else [])


def run(folder, document, *options):
    path = os.path.join(folder, 'program.xaif')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(document)
    return subprocess.run([ENGINE, '--quiet', *options, path], capture_output=True, text=True, check=False)


def unknown_types(folder):
    """Symbols with a type that is not known are refused by name, each once, at its line."""
    document = xaif.build(SUMS, 'program').replace('feType="F8"', 'feType="R4"')
    lines = document.split('\n')
    for language in ('fortran', 'c'):
        done = run(folder, document, '--mode=adjoint', f'--to={language}')
        said = re.findall(r'xaif:(\d+): error: [^:]*: (\w+) has the type R4, which is not known', done.stderr)
        if done.returncode != 3 or done.stdout or {name for _, name in said} != {'x', 'y'} or len(set(said)) < len(said):
            yield f'types that are not known, {language}: {done.stderr}'
        for line, name in said:
            if f'symbol_id="{name}"' not in lines[int(line) - 1]:
                yield f'{name} is not in line {line}'


def included_header(folder):
    """A file includes the header that is written with it, and says where it comes from, as that does."""
    path = os.path.join(folder, 'program.c')
    for options in ([], ['--embed-runtime']):
        done = run(folder, xaif.build(TAPED, 'program'), '--mode=adjoint', '-o', path, '--header=' + path[:-1] + 'h', *options)
        if done.returncode:
            yield done.stderr
            return
        for name in (path, path[:-1] + 'h'):
            with open(name, encoding='utf-8') as file:
                text = file.read()
            first = f'from program.xaif: {" ".join(["--mode=adjoint", *options])} */\n'
            if not re.match(r'/\* Written by xaifbooster \S+ ' + re.escape(first), text):
                yield f'{name} begins otherwise: {text[:100]}'
            if name == path and '#include "program.h"' not in text:
                yield 'the header is not included'
        try:
            done = subprocess.run([*COMPILERS['c'], *([] if options else ['-I', RUN_TIME]), '-c', path, '-o', path + '.o'], capture_output=True, text=True, check=False)
        except FileNotFoundError:
            return
        if done.returncode:
            yield done.stderr


def main(arguments):
    global ENGINE  # pylint: disable=global-statement
    if arguments[:1] == ['--engine']:
        ENGINE = arguments[1]
        arguments = arguments[2:]
    failed = 0
    for name in arguments or CASES:
        for language in CASES[name][2]:
            with tempfile.TemporaryDirectory() as folder:
                for problem in judge(name, language, folder):
                    failed += 1
                    print(f'{name}, {language}: {problem}')
    for check in () if arguments else (unknown_types, included_header):
        with tempfile.TemporaryDirectory() as folder:
            for problem in check(folder):
                failed += 1
                print(problem)
    print(f'{failed} problems')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
