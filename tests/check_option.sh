#!/usr/bin/env bash
# --check: drivers that compare derivatives with differences, compiled and run; wrong derivatives are told, by the program and by the
# driver alone; what can't be checked is refused, and no other file is left.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
program=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster
: "${XAIFBOOSTER_FORTRAN_READER:=$XB_TOP_BUILDDIR/inplace/xaif-fortran}"
export XAIFBOOSTER_SCHEMA_DIR=$top/schemas XAIFBOOSTER_FORTRAN_READER
unset FC
command -v gfortran >/dev/null || {
    echo "there is no gfortran"
    exit 77
}
[ -x "$XAIFBOOSTER_FORTRAN_READER" ] || {
    echo "the reader of Fortran was not built"
    exit 77
}
export TMPDIR=$PWD/temporary
mkdir "$TMPDIR"

# run ARGUMENT...: runs the program; sets status, and leaves files out and err.
run() {
    "$program" "$@" >out 2>err </dev/null
    status=$?
}

check() {
    if "$@"; then pass; else fail "$*; status $status; $(head -c 2000 err)"; fi
}

# good ARGUMENT...: derivatives are right, and nothing is left but the result and the driver.
good() {
    run "$@"
    check [ "$status" -eq 0 ]
    check grep -q '^verdict: ok' err
    check [ -z "$(ls "$TMPDIR")" ]
}

# alone RESULT: compiles and runs the driver of a result by hand; sets status, and leaves a file err.
alone() {
    rm -rf by_hand
    mkdir by_hand
    gfortran -J by_hand -o by_hand/check "$top/runtime/xaif_tape.f90" "$1" "${1%.*}_check.f90" 2>err && by_hand/check >err 2>&1
    status=$?
}

# --- an external routine, whose sizes nobody says ---------------------------

cat >head.f90 <<'END'
module scales
  implicit none
  real(8) :: scale = 2
contains
  subroutine inner(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, n
      y = y + scale*cos(x(i))*x(i)
    end do
  end subroutine inner
end module scales
subroutine head(n, x, y)
  use scales
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  call inner(n, x, y)
  y = exp(0.1d0*y)
end subroutine head
END
for mode in adjoint:b tangent:d; do
    made=head_${mode#*:}
    good --mode=${mode%:*} --check head.f90
    check grep -qx "xaifbooster: note: the result is in $made.f90" err
    check grep -qx "xaifbooster: note: the driver is in ${made}_check.f90" err
    check grep -qx 'xaifbooster: note: sizes that nobody says were taken to be 3: n; a case file, --case=FILE, says them' err
    check grep -q "^${mode%:*}s against differences *ok *3 " err
    # the driver says the same alone, without a warning of the compiler
    alone $made.f90
    check [ "$status" -eq 0 ]
    check grep -q '^verdict: ok (3 derivatives compared)$' err
    gfortran -c -std=f2008 -Wall -Wextra -J by_hand -I by_hand -o by_hand/driver.o ${made}_check.f90 2>err
    check [ ! -s err ]
    # a derivative that is wrong
    sed -i 's/sin(/cos(/' $made.f90
    alone $made.f90
    check [ "$status" -eq 1 ]
    check grep -q "^${mode%:*}s against differences *WRONG *3 " err
    check grep -qx 'verdict: WRONG' err
done
# the program ends with the status of wrong results: this compiler makes one
cat >wrong <<'END'
#!/bin/sh
for word; do
    case $word in */head_b.f90) sed 's/sin(/cos(/' "$word" >head_b.f90; word=head_b.f90 ;; esac
    set -- "$@" "$word"
    shift
done
exec gfortran "$@"
END
chmod +x wrong
run --mode=adjoint --check --compiler="$PWD/wrong" head.f90
check [ "$status" -eq 5 ]
check grep -qx 'verdict: WRONG' err
check [ -s head_b.f90 ]
check [ -s head_b_check.f90 ]
check [ -z "$(ls "$TMPDIR")" ]

# --- cases ------------------------------------------------------------------

echo '{"arguments": [{"value": 2}, {"x": "all"}, {"y": "all"}], "x0": [0.25, 0.75]}' >case.json
good --mode=adjoint --check --case=case.json head.f90
check [ "$(grep -c 'nobody says' err)" -eq 0 ]
check grep -q '^adjoints against differences *ok *2 ' err
check grep -qx '  point(1:2) = \[0.25_8, 0.75_8\]' head_b_check.f90
check grep -qx '    n = 2' head_b_check.f90
for option in --tape-context=argument --embed-runtime --reversal=split; do
    good --mode=adjoint --check $option --case=case.json -o other.f90 head.f90
done

# --- modules, functions, complex and single numbers, optional arguments -----

cat >energy.f90 <<'END'
module state
  implicit none
  private
  public :: energy, k, total
  real(8) :: k = 1.5d0
  real(8) :: hidden = 2
  real(8) :: total(2)
contains
  function energy(x, c, size, flag) result(e)
    real(8), intent(in) :: x(:, 0:), size
    complex(8), intent(in) :: c(2)
    logical, intent(in), optional :: flag
    real(8) :: e
    e = k*sum(x**2)*hidden + real(c(1)*c(2)) + size
    total = e*[1, 2]*aimag(c(1))
  end function energy
end module state
END
mkdir apart
for mode in adjoint tangent; do
    good --mode=$mode --check --entry=energy --independents=x,c,size,k --dependents=e,total -O apart energy.f90
    check grep -q "^${mode}s against differences *ok " err
done
check grep -qx '  use state, only: k_1 => k' apart/energy_b_check.f90
cat >single.f90 <<'END'
real function g(a, b, n)
  integer n
  real a(n), b(0:*)
  g = sum(a**2)*b(1)
end function g
END
echo '{"extents": {"b": [[0, 2]]}}' >single.json
for mode in adjoint tangent; do
    good --mode=$mode --check --case=single.json single.f90
done
cat >both.f90 <<'END'
subroutine head(x, y)
  real(8), intent(inout) :: x(3)
  real(8), intent(out) :: y
  y = log(x(1))*x(2)
  x(3) = x(1)*x(3)
end subroutine head
END
for mode in adjoint tangent; do
    good --mode=$mode --check both.f90
done

# --- fixed form, options of compilers, many numbers -------------------------

cat >fixed.f <<'CODE'
      SUBROUTINE HEAD(X, N, M, A, LDA, Y)
      INTEGER N, M, LDA
      REAL*8 X(*), Y(N), A(LDA,*)
      INTEGER I, J
      DO 10 I = 1, N
        Y(I) = 0
        DO 20 J = 1, M
          Y(I) = Y(I) + A(I,J)*X(J)**2
 20     CONTINUE
 10   CONTINUE
      END
CODE
echo '{"extents": {"x": [[1, 3]], "a": [[1, 3], [1, 3]]}}' >fixed.json
cat >chosen.F90 <<'END'
subroutine head(x, y)
  real, intent(in) :: x(2)
  real, intent(out) :: y
#ifdef TWICE
  y = 2*x(1)**POW
#else
  y = x(1)**POW + x(2)
#endif
end subroutine head
END
cat >many.f90 <<'END'
subroutine head(x, w, y)
  real(8), intent(in) :: x(500), w(100, 5)
  real(8), intent(out) :: y(100)
  integer :: i
  y = x(1:100)*x(401:500)
  do i = 1, 5
    y = y + w(:, i)*sin(x(i::5))
  end do
end subroutine head
END
for mode in adjoint tangent; do
    good --mode=$mode --check --case=fixed.json fixed.f
    good --mode=$mode --check -fdefault-real-8 -DTWICE -D POW=3 chosen.F90
    good --mode=$mode --check many.f90
done
check grep -q '^tangents against differences *ok *20000 ' err

# --- what differences do not tell -------------------------------------------

cat >kept.f90 <<'END'
subroutine head(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), save :: s = 0
  s = s + 1
  y = x*s
end subroutine head
END
run --mode=tangent --check kept.f90
check [ "$status" -eq 1 ]
check grep -q '^verdict: unclear: a second call gives other values' err
check grep -q '^kept_d_check.f90: error: differences do not tell whether derivatives are right$' err
sed 's/= log(x(1))/= log(-x(1))/' both.f90 >none.f90
run --mode=adjoint --check none.f90
check [ "$status" -eq 1 ]
check grep -q '^verdict: unclear: values are not finite here' err

# --- what can't be checked --------------------------------------------------

rm -f ./*_b*.f90
cat >text.f90 <<'END'
subroutine head(s, x, y)
  character(3), intent(in) :: s(2)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
  if (s(1) == 'two') y = 2*y
end subroutine head
END
run --mode=adjoint --check text.f90
check [ "$status" -eq 3 ]
check grep -q ': error: --check: s is an array of texts, which no driver passes$' err
check grep -q 'hint: judge without it: --verify=native' err
run --mode=adjoint --check single.f90
check [ "$status" -eq 1 ]
check grep -q 'error: the extents of the argument b are not declared' err
echo '{"x0": [1, 2]}' >odd.json
run --mode=adjoint --check --case=odd.json both.f90
check [ "$status" -eq 1 ]
FC=nosuch run --mode=plain --check both.f90
check [ "$status" -eq 2 ]
check grep -q 'error: --check goes with tangent or adjoint code' err
run --mode=adjoint --check -o - both.f90
check [ "$status" -eq 2 ]
check grep -q 'error: the driver of --check stands beside the result, which goes to standard output' err
run --mode=adjoint --check --to=c both.f90
check [ "$status" -eq 2 ]
run --mode=adjoint --check -o spring.f90 "$top/examples/spring.xaif"
check [ "$status" -eq 2 ]
check grep -q 'error: --check goes with sources in Fortran' err
run --mode=adjoint --check --dot=callgraph both.f90
check [ "$status" -eq 2 ]
check [ -z "$(ls ./*_b*.f90 spring.f90 2>/dev/null)" ]
cp both.f90 both_check.f90
run --mode=adjoint --check -o both.F90 both_check.f90
check [ "$status" -eq 2 ]
check cmp -s both.f90 both_check.f90
# who complains
FC=nosuch run --mode=adjoint --check both.f90
check [ "$status" -eq 4 ]
check grep -q "error: can't run the compiler nosuch: " err
check [ -s both_b_check.f90 ]
sed 's/public :: energy/public :: energy_/; s/energy_, k/k/' energy.f90 >private.f90
run --mode=adjoint --check --entry=energy --independents=x --dependents=e private.f90
check [ "$status" -eq 3 ]
check grep -q '^private_b_check.f90: error: the compiler does not take the driver$' err
check grep -q 'hint: what is private in a module' err
cat >stops.f90 <<'END'
subroutine head(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  y = sum(x)
  if (size(x) == 3) error stop 2
end subroutine head
END
run --mode=tangent --check stops.f90
check [ "$status" -eq 5 ]
check grep -q '^verdict: WRONG: the driver is ended: ends with status 2$' err
check [ -z "$(ls "$TMPDIR")" ]
finish
