#!/usr/bin/env bash
# The demo runs, and its comparison with differences notices a wrong derivative.

set -euo pipefail

top=${XB_TOP_SRCDIR:?}
build=${XB_TOP_BUILDDIR:?}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

XB_BUILDDIR=$build "$top/examples/demo" >"$scratch/demo"
for line in "t = sin(x(1))" "dy/dx(2)"; do
    grep -q -F -- "$line" "$scratch/demo" || {
        echo "the demo does not show $line" >&2
        exit 1
    }
done
[ "$(grep -c 'agree$' "$scratch/demo")" -eq 2 ]

"$build/inplace/xaifbooster" -a basicblockpreaccumulation -o "$scratch/right.xaif" "$top/examples/swing.xaif"
sed 's/"cos_scal"/"tan_scal"/' "$scratch/right.xaif" >"$scratch/wrong.xaif"
status=0
python3 "$top/examples/show.py" --compare "$top/examples/swing.xaif" "$scratch/wrong.xaif" >"$scratch/comparison" ||
    status=$?
grep -q DISAGREE "$scratch/comparison"
[ "$status" -eq 1 ]
