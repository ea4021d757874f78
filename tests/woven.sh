#!/usr/bin/env bash
# What is derived of sources compiles as it is written: with what the sources have of their own.

set -euo pipefail

top=${XB_TOP_SRCDIR:?}
build=${XB_TOP_BUILDDIR:?}
export XAIFBOOSTER_FORTRAN_READER=${XAIFBOOSTER_FORTRAN_READER:-$build/xaif-fortran}
if [ ! -x "$XAIFBOOSTER_FORTRAN_READER" ] || ! command -v gfortran >/dev/null; then exit 77; fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$top"/examples/fortran/fit/model.f90 "$top/runtime/xaif_tape.f90" "$scratch"
cd "$scratch"

# compiles FILE TEXT OPTION...: this is written with the options to FILE, has the text, and compiles
compiles() {
    local file=$1 text=$2
    shift 2
    "$build/inplace/xaifbooster" --quiet -o "$file" "$@"
    grep -q -F -- "$text" "$file" || {
        echo "$file has no $text" >&2
        exit 1
    }
    gfortran -c xaif_tape.f90 "$file"
}

compiles adjoint.f90 "! One step of the classical Runge-Kutta method." --mode=adjoint model.f90
compiles jacobian.f90 "subroutine jacobian_misfit(p, j, jac_0)" --mode=jacobian --entry=misfit --independents=p --dependents=j model.f90

# common blocks of external routines
cat >common.f90 <<'END'
subroutine head(x, y)
  common /c/ a, b
  real a, b, x, y
  a = x*2
  y = a*b
end
block data
  common /c/ a, b
  data a, b /1.0, 3.0/
end
END
compiles with_common.f90 "common /c/" --mode=adjoint common.f90

# macros
printf '%s\n' 'subroutine head(x, y)' 'real(8) x(SIZE), y' 'y = x(SIZE)**2' end >macros.F90
"$build/inplace/xaifbooster" --quiet --mode=tangent -DSIZE=3 macros.F90
gfortran -DSIZE=3 -c macros_d.F90
"$build/inplace/xaifbooster" --mode=tangent -DSIZE=3 -o macros_d.f90 macros.F90 2>said
grep -q 'macros_d.f90: warning: the result has the directives of the preprocessor' said
gfortran -cpp -DSIZE=3 -c macros_d.f90

# what the entry does not need is not read, and stays as it is
cat >two.f90 <<'END'
subroutine head(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = sin(x)*x
end subroutine
subroutine other(x)
  real(8) :: x
  entry another(x)
  x = 1
end subroutine
END
compiles one_of_two.f90 "entry another(x)" --mode=adjoint --entry=HEAD two.f90

# a name of the run time
cat >named_tape.f90 <<'END'
module kept
  real(8) :: tape = 2
contains
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: i
    y = x
    do i = 1, 3
      y = sin(y)*tape
    end do
  end subroutine
end module
END
compiles tape.f90 "subroutine head_b" --mode=adjoint named_tape.f90
