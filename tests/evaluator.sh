#!/usr/bin/env bash
# The evaluator notices wrong derivatives; what was transformed once is not
# transformed again.

set -euo pipefail

top=${XB_TOP_SRCDIR:?}
build=${XB_TOP_BUILDDIR:?}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

command -v python3 >/dev/null || {
    echo "skipped: there is no python3" >&2
    exit 77
}

# A wrong factor, a wrong value, a wrong sign and a missing entry.
input=$top/tests/data/derivatives/micro_three_targets.xaif
"$build/inplace/xaifbooster" -o "$scratch/right.xaif" "$input"
compare() {
    python3 "$top/tests/evaluate.py" "$input" "$1" --set x=0.7 --set z=1.5 --set u=0.3
}
compare "$scratch/right.xaif"
for change in 's/"cos_scal"/"tan_scal"/' 's/"sin_scal"/"cos_scal"/' 's/SetDeriv/SetNegDeriv/;s/Saxpy/Sax/' '/<xaif:Sax>/,/<\/xaif:Sax>/d'; do
    sed "$change" "$scratch/right.xaif" >"$scratch/wrong.xaif"
    if cmp -s "$scratch/right.xaif" "$scratch/wrong.xaif" || compare "$scratch/wrong.xaif"; then
        echo "not noticed: $change" >&2
        exit 1
    fi
done

status=0
"$build/inplace/xaifbooster" -o "$scratch/twice.xaif" "$scratch/right.xaif" 2>"$scratch/messages" || status=$?
[ "$status" -eq 3 ]
grep -q 'has been transformed already' "$scratch/messages"
[ ! -e "$scratch/twice.xaif" ]

# An intrinsic that is misspelt is named as what it may be meant to be.
sed 's/sin_scal/sine_scal/' "$XB_TOP_SRCDIR/examples/swing.xaif" >"$scratch/misspelt.xaif"
status=0
"$build/inplace/xaif-run" "$scratch/misspelt.xaif" 2>"$scratch/messages" || status=$?
[ "$status" -eq 3 ]
grep -q "hint: did you mean 'sin_scal'?" "$scratch/messages"
