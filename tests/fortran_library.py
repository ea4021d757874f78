#!/usr/bin/env python3
"""Judges derivatives of Fortran sources that call the BLAS and LAPACK, made by the rules that come with the program.

    fortran_library.py [NAME]...

Each program of tests/fortran/library, whose routine head(x, y) has vectors of constant size, is differentiated (tangent, split and joint), compiled and
linked with the libraries, and compared along one direction with central differences of the original. Exit status 77 without gfortran, the libraries or a
reader of Fortran.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOP, BUILD = os.environ['XB_TOP_SRCDIR'], os.environ['XB_TOP_BUILDDIR']
PROGRAMS = os.path.join(TOP, 'tests', 'fortran', 'library')
ENGINE = os.path.join(BUILD, 'inplace', 'xaifbooster')
READER = os.environ.get('XB_FORTRAN_READER') or os.path.join(BUILD, 'inplace', 'xaif-fortran')
RUN_TIME = [os.path.join(TOP, 'runtime', name) for name in ('xaif_tape.f90', 'xaif_blas.f90', 'xaif_lapack.f90')]
LIBRARIES = ['-llapack', '-lblas']
MODES = {'tangent': ['--mode=tangent'], 'split': ['--mode=adjoint', '--reversal=split'], 'joint': ['--mode=adjoint', '--reversal=joint']}
TOLERANCE = 1e-6

# A driver prints the derivatives of y along xd.
DRIVER = '''program drive
  implicit none
  real(8), parameter :: h = 1d-6
  real(8) :: x({n}), xd({n}), xb({n}), y({m}), yd({m}), yb({m})
  integer :: i
  x = [(0.4d0 + 0.11d0*i - 0.015d0*i*i, i = 1, {n})]
  xd = [(sin(1d0*i), i = 1, {n})]
  xb = 0
  y = 0
  yb = 0
  yd = 0
{body}
  print '(es24.15)', yd
end program drive
'''
DIFFERENCES = '''  call head(x + h*xd, y)
  call head(x - h*xd, yb)
  yd = (y - yb)/(2*h)'''
TANGENT = '  call head_d(x, xd, y, yd)'
ADJOINT = '''  do i = 1, {m}
    xb = 0
    yb = 0
    yb(i) = 1
    call head_b(x, xb, y, yb)
    yd(i) = dot_product(xb, xd)
  end do'''


def run(folder, *command):
    """What a command prints; it has to succeed."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode:
        raise RuntimeError(f'{command[0]}: status {done.returncode}: {(done.stdout + done.stderr)[-900:]}')
    return done.stdout


def derivatives(folder, sizes, body, sources):
    """Those that a driver prints, of some sources and the libraries."""
    with open(os.path.join(folder, 'drive.f90'), 'w', encoding='utf-8') as file:
        file.write(DRIVER.format(body=body.format(**sizes), **sizes))
    run(folder, 'gfortran', '-g', '-fcheck=all', '-o', 'drive', *sources, 'drive.f90', *LIBRARIES)
    return [float(number) for number in run(folder, os.path.join(folder, 'drive')).split()]


def judge(name, folder):
    """How many modes are wrong."""
    source = os.path.join(PROGRAMS, f'{name}.f90')
    with open(source, encoding='utf-8') as file:
        head = file.read().partition('subroutine head(x')[2]
    sizes = {'n': int(re.search(r':: x\((\d+)\)', head)[1]), 'm': int(re.search(r':: y\((\d+)\)', head)[1])}
    wanted = derivatives(folder, sizes, DIFFERENCES, [source])
    wrong = 0
    for mode, options in MODES.items():
        run(folder, ENGINE, *options, '--quiet', '--entry=head', '--independents=x', '--dependents=y', '-o', 'out.f90', source)
        found = derivatives(folder, sizes, TANGENT if mode == 'tangent' else ADJOINT, [*RUN_TIME, 'out.f90'])
        good = len(found) == len(wanted) and all(abs(a - b) <= TOLERANCE*max(1, abs(b)) for a, b in zip(found, wanted))
        print(f'{name}, {mode}: {"ok" if good else f"{found} instead of {wanted}"}')
        wrong += not good
    return wrong


def judge_refusal(folder):
    """Of a routine without source and without rule: the rule to write is shown."""
    source = os.path.join(folder, 'unknown.f90')
    with open(source, 'w', encoding='utf-8') as file:
        file.write('subroutine head(x, y)\nreal(8) x, y\ninterface\nsubroutine other(a, b)\nreal(8) a, b\nend subroutine\nend interface\n'
                   'y = x\ncall other(x, y)\nend\n')
    done = subprocess.run([ENGINE, '--mode=adjoint', '-o', 'out.f90', source], capture_output=True, text=True, cwd=folder, check=False)
    good = (done.returncode == 3 and "unknown.f90:9: error: 'other' has no body" in done.stderr and
            '<n:RoutineRule name="other" tangent="other_tangent" adjoint="other_adjoint"><n:Argument position="1"' in done.stderr)
    print('a routine that is not known:', 'ok' if good else done.stderr)
    return not good


def judge_driver(name, folder):
    """Of a program that calls the libraries: the driver of --check is compiled and linked with what it needs."""
    source = os.path.join(PROGRAMS, f'{name}.f90')
    command = [ENGINE, '--mode=adjoint', '--check', '--entry=head', '--independents=x', '--dependents=y', '-o', 'out.f90', source]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    good = done.returncode == 0 and 'verdict: ok' in done.stderr
    print(f'{name}, driver: {"ok" if good else done.stderr}')
    return not good


def has_libraries(folder):
    command = ['gfortran', '-x', 'f95', '-', '-o', os.path.join(folder, 'probe'), *LIBRARIES]
    return bool(shutil.which('gfortran')) and subprocess.run(command, input='end\n', text=True, capture_output=True, check=False).returncode == 0


def main():
    os.environ['XAIFBOOSTER_SCHEMA_DIR'] = os.path.join(TOP, 'schemas')
    os.environ.setdefault('XAIFBOOSTER_MODULE_PATH', os.path.join(BUILD, '.libs'))
    os.environ['XAIFBOOSTER_FORTRAN_READER'] = READER
    names = sys.argv[1:] or sorted(os.path.splitext(os.path.basename(path))[0] for path in glob.glob(os.path.join(PROGRAMS, '*.f90')))
    with tempfile.TemporaryDirectory() as folder:
        if not has_libraries(folder) or not os.path.exists(READER):
            return 77
        wrong = sum(judge(name, folder) for name in names) + judge_driver(names[0], folder) + judge_refusal(folder)
    print(f'{wrong} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
