#!/usr/bin/env python3
"""Directives of Fortran sources choose what is differentiated, which loops are reversed by checkpoints, and which calls are weak; --only-derived leaves sources alone.

Exit status 77 without a reader of Fortran.
"""

import os
import shutil
import subprocess
import sys
import tempfile

TOP, BUILD = os.environ['XB_TOP_SRCDIR'], os.environ['XB_TOP_BUILDDIR']
ENGINE = os.path.join(BUILD, 'inplace', 'xaifbooster')
READER = os.environ.get('XB_FORTRAN_READER') or os.path.join(BUILD, 'inplace', 'xaif-fortran')

FIXED = '''c$openad XXX Template ad_template.f
      subroutine other(x, y)
      double precision x, y
      y = 3*x
      end
      subroutine head(x, p, y)
      double precision x, y, p
      integer i
c$openad INDEPENDENT(x)
      y = sin(x)*p
c$openad xxx simple loop
      do 10 i = 1, 5
        y = y + x*sin(y)
 10   continue
C$XAIF  reversal(weak)
      call other(y, p)
*$xaif checkpoint(3)
      do i = 1, 20
        p = p*sin(p) + x
      end do
      y = y + p
c$openad DEPENDENT(y)
      end
'''
CONDITIONAL = '''subroutine head(x, p, y)
real(8) x, y, p
#ifdef OTHER
!$xaif independent(p)
y = 1
#else
!$xaif independent(x)
y = 2
#endif
y = y*x*p
!$xaif dependent(y)
end
subroutine unrelated(x)
real(8) x
entry more(x)
end
'''
ALONE = CONDITIONAL.replace('!$xaif dependent(y)', '#ifdef OTHER\n!$xaif dependent(p)\n#endif')
MISPLACED = '''subroutine head(x, y)
real(8) x, y
!$openad xxx simple loop
y = x**2
end
'''

PARALLEL = '''subroutine head(n, x, y)
  integer, intent(in) :: n
  real(8) :: x(n), y, s
  integer :: i
  s = 0
  !$omp parallel do reduction(+:s)
  do i = 1, n
    s = s + x(i)**2
  end do
  !$omp end parallel do
  y = s
end subroutine
subroutine unrelated()
  integer, save :: count
  !$omp threadprivate(count)
  count = 1
end subroutine
'''
PARALLEL_MAIN = '''real(8) :: x(100), x_b(100), y, y_b
x = 0.5d0
x_b = 0
y_b = 1
call head(100, x, y)
if (abs(y - 25) > 1d-12) stop 1
call head_b(100, x, x_b, y, y_b)
if (any(abs(x_b - 1) > 1d-12)) stop 2
print '(a)', 'ok'
end
'''

failures = []


def run(name, text, *options):
    """What is said and written of a source."""
    with open(name, 'w', encoding='utf-8') as file:
        file.write(text)
    done = subprocess.run([ENGINE, '--diagnostics=brief', '-o', 'out', *options, name], capture_output=True, text=True, check=False)
    written = ''
    if done.returncode == 0:
        with open('out', encoding='utf-8') as file:
            written = file.read()
        os.remove('out')
    return done.returncode, done.stderr, written


def check(what, condition, seen):
    if not condition:
        failures.append(f'{what}: {seen[-800:]}')


def check_choice():
    chosen = 'head.f: note: taken to be meant: --entry=head --independents=x --dependents=y'
    status, said, text = run('head.f', FIXED, '--mode=adjoint', '--to=fortran')
    check('what is differentiated', status == 0 and said.strip() == chosen, said)
    check('a loop with checkpoints', 'call sweep_head_rec(0, count_0, 3,' in text, text)
    check('a weak call', 'call other_joint(' in text, text)
    status, said, text = run('head.f', FIXED, '--mode=adjoint', '--to=fortran', '--checkpoint-loops=head:18:7', '--reversal=split')
    check('options count more', 'call sweep_head_rec(0, count_0, 7,' in text and 'other_joint' not in text, text)
    status, said, text = run('head.f', FIXED, '--mode=adjoint', '--to=fortran', '--independents=p')
    check('a name that is given counts more', '--entry=head --dependents=y' in said and '--independents' not in said, said)
    status, said, text = run('head.f', FIXED, '--mode=tangent', '--to=fortran', '--entry=other')
    check('an entry that is given counts more', '--independents=x --dependents=y' in said and 'subroutine other_d(' in text, said + text)
    status, said, text = run('head.f', FIXED, '--mode=jacobian', '--to=fortran')
    check('a Jacobian', 'the Jacobian of head has 1 row and 1 column' in said, said)
    status, said, text = run('head.f', FIXED, '-a', 'roundtrip', '--to=xaif')
    check('marks of the format', text.count('reversal="explicit"') == 1 and 'tags="xb.checkpoint=3"' in text, text)


def check_conditionals():
    status, said, _ = run('head.F90', CONDITIONAL, '--mode=adjoint', '--to=fortran')
    check('a part that counts', status == 0 and '--independents=x --dependents=y' in said, said)
    status, said, _ = run('head.F90', CONDITIONAL, '-D', 'OTHER', '--mode=adjoint', '--to=fortran')
    check('the other part', status == 0 and '--independents=p --dependents=y' in said, said)
    status, said, _ = run('head.F90', ALONE, '--mode=adjoint', '--to=fortran')
    check('a part with nothing else', status == 1 and said.startswith('head.F90:12: error: a directive stands alone'), said)


def check_parallel():
    """Directives of OpenMP stay in the source, and what is derived is serial, which a warning says at each."""
    status, said, text = run('head.f90', PARALLEL, '--mode=adjoint', '--entry=head', '--independents=x', '--dependents=y', '--to=fortran', '--embed-runtime')
    warnings = [line for line in said.splitlines() if 'warning' in line]
    wanted = ['head.f90:6: warning: a directive of OpenMP: it stays in the source, and what is derived is not parallel']
    check('warnings', status == 0 and warnings == wanted, said)
    check('what stays', text.count('!$omp parallel do reduction(+:s)') == 1 and text.count('!$omp threadprivate(count)') == 1, text)
    with open('derived.f90', 'w', encoding='utf-8') as file:
        file.write(text)
    with open('main.f90', 'w', encoding='utf-8') as file:
        file.write(PARALLEL_MAIN)
    if shutil.which('gfortran'):
        command = 'gfortran -fopenmp -fcheck=all -o main derived.f90 main.f90 && OMP_NUM_THREADS=4 ./main'
        done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
        check('compiled with OpenMP', done.returncode == 0 and done.stdout.split() == ['ok'], done.stdout + done.stderr)


def check_apart():
    """Only what is derived is written, where the source can stay as it is."""
    status, said, text = run('head.f', FIXED, '--mode=adjoint', '--to=fortran', '--only-derived', '--embed-runtime')
    check('only what is derived', status == 0 and 'subroutine head_b(' in text and '      subroutine head(x, p, y)\n      double' not in text, said + text)
    with open('derived.f90', 'w', encoding='utf-8') as file:
        file.write(text)
    if shutil.which('gfortran'):
        done = subprocess.run(['gfortran', '-c', '-Wall', 'derived.f90', 'head.f'], capture_output=True, text=True, check=False)
        check('compiles beside the source', done.returncode == 0, done.stderr)
    status, said, _ = run('mod.f90', 'module m\ncontains\nsubroutine head(x, y)\nreal(8) x, y\ny = x**2\nend subroutine\nend module\n', '--mode=tangent',
                          '--to=fortran', '--only-derived')
    check('a module has to be changed', status == 3 and 'mod.f90: error: what is derived belongs into the module m' in said, said)
    status, said, _ = run('head.f', FIXED, '--mode=adjoint', '--to=xaif', '--only-derived')
    check('no XAIF', status == 2 and 'goes with sources in Fortran' in said, said)


def main():
    os.environ['XAIFBOOSTER_SCHEMA_DIR'] = os.path.join(TOP, 'schemas')
    os.environ.setdefault('XAIFBOOSTER_MODULE_PATH', os.path.join(BUILD, '.libs'))
    os.environ['XAIFBOOSTER_FORTRAN_READER'] = READER
    if not os.path.exists(READER):
        return 77
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        check_choice()
        check_conditionals()
        check_parallel()
        check_apart()
        status, said, _ = run('head.f90', MISPLACED, '--mode=tangent', '--to=fortran')
        check('what others ignore', status == 0 and 'head.f90:3: warning: no loop follows this directive' in said, said)
        os.chdir('/')
    print('\n'.join(failures) or 'all as it should be')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
