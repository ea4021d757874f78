#!/usr/bin/env python3
"""How programs that are written have the run time: embedded, checked, as an argument, in threads, in recursion."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.environ['XB_TOP_SRCDIR'], 'tests')]
import xaif  # pylint: disable=wrong-import-position

TOP = os.environ['XB_TOP_SRCDIR']
PROGRAM = os.path.join(os.environ['XB_TOP_BUILDDIR'], 'inplace', 'xaifbooster')
RUNTIME = os.path.join(TOP, 'runtime')
FORTRAN = ['gfortran', '-std=f2008', '-Wall', '-Wextra', '-Werror', '-Wno-unused-dummy-argument', '-Wno-compare-reals']
C = ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror']
COMPILERS = [name for name in ('gcc', 'clang') if shutil.which(name)]

# Depth is what the caller asks for, so that tapes are larger than a segment.
NEST = '''
subroutine head(x in, n in, y out)
  real x(3), y
  integer n
  call nest(x, n, y)
  y = y*sin(y) + x(1)
end
subroutine nest(x in, n in, y out)
  real x(3), y, z
  integer n, m
  if (n > 0) then
    m = n - 1
    call nest(x, m, z)
    z = z*cos(x(2)) + x(3)*z*z/4
    y = sin(z) + x(1)/n
  else
    y = x(1)*x(2)
  end if
end
'''

# What crosses from one piece to the next: numbers of all types, arrays, loop variables; more than are passed one by one.
PIECES = '''
subroutine head(x in, y out)
  real x(4), y(2), t, a, b, c, d, e, f, g, h, p, q, v(4), w(3)
  integer i, j, k
  logical l
  a = x(1)*x(2)
  b = sin(a)
  c = b + x(3)
  d = c*b
  e = d + a
  f = e*c
  g = f + b
  h = g*a
  p = h - c
  q = p*x(4)
  l = q > 0.1
  k = 2
  do i = 1, 4
    v(i) = x(i)*q
    w(2) = v(i)
  end do
  j = k + 1
  do i = 1, j
    w(i) = v(i) + a*h
    if (l) then
      v(i) = w(i)*b
    end if
  end do
  if (l) then
    a = g*f
  else
    a = e*d
  end if
  t = a
  call other(v, a, b)
  call jumps(a, c)
  k = i + 1
  v = v*a
  do i = 1, 3
    w(i) = w(i) + v(i)*k
  end do
  y(1) = a*b + c*d + e*f + g*h + p*q + w(1)*w(2) + v(4)
  y(2) = sin(w(3)) + j*t
end
subroutine other(v in, a inout, b out)
  real v(4), a, b, t
  t = v(1)*a
  a = sin(t) + v(2)
  b = t*a
end
subroutine jumps(a in, b inout)
  real a, b
  if (a > 100) goto 1
  b = b*a
1::
  b = b + a
end
'''

# Gradients of eight threads at points of their own, twice each, beside those of one thread.
THREADS_FORTRAN = '''
program main
  use xaif_tape
  use nest_module
  implicit none
  real(8) :: alone(3, 8), together(3, 8)
  integer :: i
  do i = 1, 8
    alone(:, i) = gradient(i)
  end do
  !$omp parallel do num_threads(8) schedule(static, 1)
  do i = 1, 8
    together(:, i) = gradient(i)
    together(:, i) = gradient(i)
  end do
  !$omp end parallel do
  if (any(abs(alone - together) > 0) .or. any(abs(alone(1, 2:) - alone(1, :7)) < 1d-9)) error stop 'gradients'
contains
  function gradient(i) result(x_b)
    integer, intent(in) :: i
    real(8) :: x(3), x_b(3), y, y_b
    {context}
    x = [0.3d0, 0.4d0, 0.5d0] + 0.1d0*i
    x_b = 0
    y_b = 1
    call head_b({first}x, x_b, {depth} + 10*i, y, y_b)
    if (tape_size({tape}) + tape_size({checkpoints}) /= 0) error stop 'something is left'
    if (tape_peak({tape}) + tape_peak({checkpoints}) < {least}) error stop 'too small'
    call tape_reset({tape})
    call tape_reset({checkpoints})
  end function gradient
end program main
'''
THREADS_C = '''
#include <math.h>
static double alone[8][3], together[8][3];
static int failures;
static void gradient(int i, double *x_b)
{{
    struct xaif_tape tape = {{0}};
    double x[3] = {{0.3 + 0.1*i, 0.4 + 0.1*i, 0.5 + 0.1*i}};
    double y = 0.0, y_b = 1.0;
    for (int k = 0; k < 3; k++)
        x_b[k] = 0.0;
    head_b(&tape, x, x_b, {depth} + 10*i, &y, &y_b);
    if (!xaif_tape_is_empty(&tape) || !xaif_checkpoints_are_empty(&tape) ||
        xaif_tape_peak(&tape) + xaif_checkpoints_peak(&tape) < {least})
        failures = 1;
    xaif_tape_free(&tape);
}}
int main(void)
{{
    for (int i = 0; i < 8; i++)
        gradient(i, alone[i]);
#pragma omp parallel for num_threads(8) schedule(static, 1)
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 2; k++)
            gradient(i, together[i]);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            if (fabs(alone[i][k] - together[i][k]) > 0.0 || (i > 0 && fabs(alone[i][0] - alone[i - 1][0]) < 1e-9))
                failures = 1;
    return failures;
}}
'''
# Values and gradient of what stands in out_one and out_two.
BOTH_C = '''
#include "one.c"
void second(const double *x, double *x_b);
int main(void)
{
    struct xaif_tape tape = {0};
    const double x[2] = {0.5, 0.7};
    double x_b[2] = {0.0, 0.0}, other[2] = {0.0, 0.0}, y = 0.0, y_b = 1.0;
    spring_b(&tape, x, x_b, &y, &y_b);
    xaif_tape_free(&tape);
    second(x, other);
    return x_b[0] > other[0] || x_b[0] < other[0] || (x_b[0] > -1e-9 && x_b[0] < 1e-9);
}
'''
SECOND_C = '''
void second(const double *x, double *x_b);
void second(const double *x, double *x_b)
{
    struct xaif_tape tape = {0};
    double y = 0.0, y_b = 1.0;
    other_b(&tape, x, x_b, &y, &y_b);
    xaif_tape_free(&tape);
}
'''
ALONE_FORTRAN = '''
program main
  use xaif_tape, only: tape, tape_is_empty
  use spring_module, only: spring_b
  implicit none
  real(8) :: x(2), x_b(2), y, y_b
  x = [0.5d0, 0.7d0]
  x_b = 0
  y_b = 1
  call spring_b(x, x_b, y, y_b)
  if (.not. tape_is_empty(tape) .or. abs(x_b(1)) < 1d-9) error stop 1
end program main
'''
# The gradient of spring by a call of both sweeps; what is wrong comes to the handler, or ends the program.
CHECKED_FORTRAN = '''
program main
  use xaif_tape
  use spring_module, only: spring_rec, spring_ret
  implicit none
  real(8) :: x(2), x_b(2), y, y_b
  x = [0.5d0, 0.7d0]
  x_b = 0
  y_b = 1
  call spring_rec(x, y)
  {between}
  call spring_ret(x, x_b, y, y_b)
  call tape_check_empty(tape)
end program main
'''
CHECKED_C = '''
int main(void)
{{
    struct xaif_tape tape = {{0}};
    const double x[2] = {{0.5, 0.7}};
    double x_b[2] = {{0.0, 0.0}}, y = 0.0, y_b = 1.0;
    spring_rec(&tape, x, &y);
    {between}
    spring_ret(&tape, x, x_b, y, &y_b);
    xaif_check_empty(&tape);
    xaif_tape_free(&tape);
    return 0;
}}
'''

count = 0
failures = []


def check(what, good, found=''):
    global count
    count += 1
    if not good:
        failures.append(what)
        print(f'FAIL {what}: {found}', file=sys.stderr)


def run(*command, wanted=0):
    """Standard error of a command, whose status is checked. @param wanted: None: any but 0"""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    good = done.returncode != 0 if wanted is None else done.returncode == wanted
    check(' '.join(command), good, f'status {done.returncode}\n{done.stderr[:2000]}')
    return done.stderr


def write(path, text):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def transform(output, *options, document=os.path.join(TOP, 'examples', 'spring.xaif'), mode='adjoint', wanted=0):
    return run(PROGRAM, '--quiet', f'--mode={mode}', *options, '-o', output, document, wanted=wanted)


def after_first(name):
    """What follows the line that says what wrote a file, and with which options."""
    return read(name).split('\n', 1)[1]


def signature(source, name):
    """The arguments of a routine of C, as text."""
    return re.search(rf'\b{name}\(([^)]*)\);', source)[1]


def check_embedding():
    transform('alone.f90', '--embed-runtime')
    check('the module stands before the program', after_first('alone.f90').startswith(read(f'{RUNTIME}/xaif_tape.f90')))
    write('main.f90', ALONE_FORTRAN)
    run(*FORTRAN, '-o', 'alone', 'alone.f90', 'main.f90')
    run('./alone')
    transform('plain.f90', '--embed-runtime', mode='tangent')
    check('only what has a tape needs it', 'xaif_tape' not in read('plain.f90'))
    transform('one.c', '--embed-runtime')
    check('the header is no file of its own', '#include "xaif_tape.h"' not in read('one.c') and read(f'{RUNTIME}/xaif_tape.h') in read('one.c'))
    write('two.c', re.sub(r'\b(spring|energy)', lambda found: 'other' if found[1] == 'spring' else 'other_energy', read('one.c')) + SECOND_C)
    write('both.c', BOTH_C)
    for compiler in COMPILERS:
        run(compiler, *C, '-O1', '-o', 'both', 'both.c', 'two.c', '-lm')
        run('./both')
    said = transform('result.xaif', '--embed-runtime', wanted=2)
    check('there is none in XAIF', '--to=fortran' in said, said)


def check_checks():
    """What is right is silent; of what is wrong, both places are told."""
    transform('checked.f90', '--tape-check', '--verify=native')
    transform('checked.c', '--tape-check', '--verify=native')
    lines = read('checked.f90').split('\n')
    for number, line in enumerate(lines, 1):
        for found in re.findall(r', line (\d+)', line + lines[number].strip() if line.endswith('&') else line):
            check('the line of a check', int(found) == number, line)
    push = '    call tape_grow(tape, 1)\n    call tape_check_put(tape, \'integer\', 1_8, \'main, line 3\')\n    tape%x(tape%top + 1) = 1\n    tape%top = tape%top + 1'
    for name, between, text in (('right', '', None),
                                ('more', push, r'^xaif_tape: 1 of type real\(8\) are taken at spring_ret, line \d+, but 1 of type integer were put at main, line 3$'),
                                ('less', 'call tape_reset(tape)', r'^xaif_tape: 1 of type real\(8\) are taken at \w+_ret, line \d+, but nothing is left$'),
                                ('left', 'call spring_rec(x, y)', r'^xaif_tape: something is left: 1 of type real\(8\) were put last, at \w+_rec, line \d+$')):
        write('main.f90', CHECKED_FORTRAN.format(between=between))
        run(*FORTRAN, '-o', name, f'{RUNTIME}/xaif_tape.f90', 'checked.f90', 'main.f90')
        said = run(f'./{name}', wanted=None if text else 0)
        check(f'Fortran, {name}', re.search(text or '^$', said, re.MULTILINE), said)
    for name, between, text in (('right', '', None),
                                ('more', 'xaif_push_i4(&tape, 1);', r'^xaif_tape: tape: 1 of type double are taken at main.c:\d+, but 1 of type int were put at main.c:\d+$'),
                                ('less', 'xaif_tape_free(&tape);', r'^xaif_tape: the tape has no double left to take back at main.c:\d+$'),
                                ('left', 'spring_rec(&tape, x, &y);', r'^xaif_tape: tape: something is left: 1 of type double were put last, at main.c:\d+$')):
        write('main.c', read('checked.c') + CHECKED_C.format(between=between))
        run(COMPILERS[0], *C, f'-I{RUNTIME}', '-o', name, 'main.c', '-lm')
        said = run(f'./{name}', wanted=None if text else 0)
        check(f'C, {name}', re.search(text or '^$', said, re.MULTILINE), said)
    transform('both.f90', '--tape-check', '--embed-runtime')
    for number, line in enumerate(read('both.f90').split('\n'), 1):
        found = re.search(r"tape_check_\w+\(tape, '.*, line (\d+)'\)$", line)
        check('the line of a check after the run time', not found or int(found[1]) == number, line)


def check_contexts():
    """With recursion and threads, in both languages."""
    write('nest.xaif', xaif.build(NEST, 'nest'))
    write('nest.case', '{"arguments": [{"x": "all"}, {"value": 5}, {"y": "all"}]}')
    for reversal, depth, least in (('split', 20000, 600000), ('joint', 200, 8)):
        options = [f'--reversal={reversal}', '--verify=native', '--case=nest.case']
        for where in ('module', 'argument'):
            transform('nest.f90', f'--tape-context={where}', *options, document='nest.xaif')
            is_argument = where == 'argument'
            write('main.f90', THREADS_FORTRAN.format(context='type(tape_context) :: context' if is_argument else '', first='context, ' if is_argument else '', depth=depth, least=least,
                                                     tape='context%tape' if is_argument else 'tape', checkpoints='context%checkpoints' if is_argument else 'checkpoints'))
            run(*FORTRAN, '-O1', '-fopenmp', '-o', 'threads', f'{RUNTIME}/xaif_tape.f90', 'nest.f90', 'main.f90')
            run('./threads')
        transform('nest.c', '--tape-context=argument', *options, document='nest.xaif')
        write('threads.c', read('nest.c') + THREADS_C.format(depth=depth, least=least))
        run(COMPILERS[0], *C, '-O1', '-fopenmp', f'-I{RUNTIME}', '-o', 'threads', 'threads.c', '-lm')
        run('./threads')
    said = transform('nest.c', '--tape-context=module', document='nest.xaif', wanted=2)
    check('no module in C', 'in C, the tape is an argument' in said, said)


def check_pieces():
    """Pieces of one statement, or a few, are the same program, with constructs, calls, arrays, a tape, and without; jumps keep a routine whole."""
    write('pieces.xaif', xaif.build(PIECES, 'pieces'))
    for language, internal in (('f90', '    subroutine head_b_part()\n'), ('c', 'static void head_b_part(')):
        for piece in ('1', '3'):
            for options in ('tangent', 'adjoint'), ('adjoint', '--reversal=joint'), ('jacobian',), ('plain',):
                transform(f'pieces.{language}', *[option for option in options if option.startswith('--')], f'--split-units={piece}', '--verify=native', document='pieces.xaif',
                          mode=options[0])
        transform(f'pieces.{language}', '--split-units=1', '--tape-check', '--tape-context=argument', '--verify=native', document='pieces.xaif')
        check('pieces', internal in read(f'pieces.{language}'), read(f'pieces.{language}')[:3000])
        transform(f'whole.{language}', '--split-units=0', document='pieces.xaif')
        check('no pieces', '_part' not in read(f'whole.{language}'))
        transform(f'usual.{language}', document='pieces.xaif')
        check('short routines stay whole', after_first(f'usual.{language}') == after_first(f'whole.{language}'))
        check('jumps', 'jumps_b_part' not in read(f'pieces.{language}'))
    said = transform('pieces.c', '--split-units=x', wanted=2)
    check('a number is needed', 'it must be a number' in said, said)


def main():
    if not shutil.which('gfortran') or not COMPILERS:
        print('skipped: there is no compiler')
        return 77
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        check_embedding()
        check_checks()
        check_contexts()
        check_pieces()
        os.chdir('/')
    print(f'{count} checks, {len(failures)} failures')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
