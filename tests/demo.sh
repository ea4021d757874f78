#!/usr/bin/env bash
# The demo runs, and shows the program, its derivatives, and the verdict.

set -euo pipefail

top=${XB_TOP_SRCDIR:?}
build=${XB_TOP_BUILDDIR:?}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

XB_BUILDDIR=$build "$top/examples/demo" >"$scratch/demo"
compiled=()
! command -v gfortran >/dev/null || compiled=("compiled code: ok" "by differences:" "steps, the energy is")
for line in "${compiled[@]}" "t = sin(x(1))" "d Y_2 / d X_1(2) = 0.2397127693021" "verdict: ok"; do
    grep -q -F -- "$line" "$scratch/demo" || {
        echo "the demo does not show $line" >&2
        exit 1
    }
done
