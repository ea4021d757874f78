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

# kinds by the names of the source: what was added has them, and no numbers in their places
# added SOURCE FILE: lines of FILE that SOURCE has not, without comments and the run time's
added() { { diff "$1" "$2" || true; } | sed -n 's/^> //p' | grep -v -e '^ *!' -e 'tape'; }
# kinds NAME NUMBERS TEXT...: results of a source have each text, directly or by way of XAIF; nothing added has the pattern of numbers
kinds() {
    local source=$top/tests/fortran/kind_names_$1.f90 numbers=$2 mode text file
    local -a by=(--entry=head --independents=x --dependents=y)
    shift 2
    "$build/inplace/xaifbooster" --quiet --mode=plain -o kinds.xaif "$source"
    for mode in tangent adjoint; do
        compiles kinds_$mode.f90 "subroutine head_" --mode=$mode "${by[@]}" "$source"
        compiles kinds_by_xaif_$mode.f90 "subroutine head_" --mode=$mode "${by[@]}" kinds.xaif
        for file in kinds_$mode.f90 kinds_by_xaif_$mode.f90; do
            added "$source" $file >kinds.txt
            if grep -n -E "$numbers" kinds.txt >&2; then
                echo "$file: numbers of kinds" >&2
                exit 1
            fi
            for text in "$@"; do
                grep -q -F -- "$text" kinds.txt || {
                    echo "$file: no $text was added" >&2
                    exit 1
                }
            done
        done
    done
}
number='\((kind=)?[48]\)|, (kind=)?[48]\)|[0-9]_[48]'
kinds use "$number|[0-9]d[0-9]" "real(real64), intent(in) :: x(3)" "use, intrinsic :: iso_fortran_env, only: real64" "integer(ip)" "real(sp)" "0.1_wp" "2.0_dp" \
    "complex(dp)" "use kinds, only: ip"
kinds host "$number|[0-9]d[0-9]" "real(wp) :: factor_" "real(sp) :: s" "0.01_wp" "real(x(3), sp)"
kinds local "real\(8\)" "integer, parameter :: dp = kind(1.0d0)" "real(dp), intent(in) :: x(4)" "double precision, intent(in) :: a" "3.5d0" "real(kind(1.0d0))" \
    "real(selected_real_kind(p=15, r=300))" "real :: s" "1.0_dp"
kinds shadowed "real\(8\)" "real(kind(1.0d0)) :: wp" "real(wp), intent(in) :: v" "real(4) :: narrow" "use single, only: sp => wp" "use double, only: wp_there => wp"

# printed anew, sources have no modules that names come from: those that need none stay
sed "s/^/      /" >anew.f <<'END'
module anew
  implicit none
  integer, parameter :: wp = kind(1d0)
contains
  subroutine inside(x)
    real(wp), intent(inout) :: x
    x = x*2.5_wp
  end subroutine inside
end module anew
subroutine head(x, y)
  use, intrinsic :: iso_fortran_env, only: real64
  use anew, only: inside
  integer, parameter :: sp = kind(1e0)
  common /c/ a
  real(sp) :: a, b
  real(real64) :: x, y
  b = a
  a = b*1.5_sp
  y = x*a*0.5_real64
  call inside(y)
end subroutine head
END
compiles anew_b.f90 "use, intrinsic :: iso_fortran_env, only: real64" --mode=tangent --entry=head anew.f
for text in "integer, parameter :: sp = kind(1e0)" "1.5_sp" "0.5_real64" "real(8), intent(inout) :: x"; do
    grep -q -F -- "$text" anew_b.f90 || {
        echo "anew_b.f90 has no $text" >&2
        exit 1
    }
done
