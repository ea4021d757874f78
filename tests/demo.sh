#!/usr/bin/env bash
# The demo runs, and shows the program, its derivatives, and the verdict: from Fortran where it is read, else from XAIF. The project of the tutorial
# comes to the parameters that it should.

set -euo pipefail

top=${XB_TOP_SRCDIR:?}
build=${XB_TOP_BUILDDIR:?}
reader=${XAIFBOOSTER_FORTRAN_READER:-$build/xaif-fortran}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# shows FILE LINE...: all these are in what was printed
shows() {
    local file=$1 line
    shift
    for line in "$@"; do
        grep -q -F -- "$line" "$file" || {
            echo "the demo does not show $line" >&2
            cat "$file" >&2
            exit 1
        }
    done
}

# without the program that reads Fortran
compiled=()
! command -v gfortran >/dev/null || compiled=("There is no program that reads Fortran" "compiled code: ok" "by differences:" "steps, the energy is")
XAIFBOOSTER_FORTRAN_READER=/nosuch/reader XB_BUILDDIR=$build "$top/examples/demo" >"$scratch/demo"
shows "$scratch/demo" "${compiled[@]}" "t = sin(x(1))" "d Y_2 / d X_1(2) = 0.2397127693021" "verdict: ok"

if [ ! -x "$reader" ] || ! command -v gfortran >/dev/null; then exit 0; fi
XAIFBOOSTER_FORTRAN_READER=$reader XB_BUILDDIR=$build "$top/examples/demo" >"$scratch/demo"
shows "$scratch/demo" "e = e + sqrt(1 + (x(i) - x(i-1))**2)" "verdict: ok" "compiled code: ok (9 runs at 3 points)" "subroutine energy_b(x, x_b, e, e_b)" \
    "     1.292893219     1.292893219" "    -1.601533972    -1.601533972" "A picture of the computation"
grep -q 'e = x(1)\*\*2' "$build/examples/fortran/energy.dot"

# the tutorial
cp "$top"/examples/fortran/fit/*.f90 "$top/runtime/xaif_tape.f90" "$scratch"
cd "$scratch"
echo '{"arguments": [{"x": "all"}, {"y": "all"}], "x0": [0.4, 0.02, 0.02, 0.7]}' >case.json
XAIFBOOSTER_FORTRAN_READER=$reader "$build/xaifbooster" --mode=adjoint --verify=native --case=case.json model.f90 >verdict 2>&1
shows verdict "verdict: ok" "compiled code: ok"
gfortran -O2 xaif_tape.f90 model_b.f90 fit.f90 -o fit
./fit >fit.out
shows fit.out "misfit 13.2022" "p =  0.54648  0.02775  0.02643  0.85978"
