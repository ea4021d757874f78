#!/bin/sh
# The programs that bench/generate makes are valid, and so is what the engine makes of them: otherwise bench/run would
# measure something else than it says.

top=${XB_TOP_SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
build=${XB_TOP_BUILDDIR:-$top/build}
XAIFBOOSTER_SCHEMA_DIR=$top/schemas
export XAIFBOOSTER_SCHEMA_DIR

scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failed=0
shapes=0

for shape in $("$build/bench/generate" --list | cut -f 1); do
    shapes=$((shapes + 1))
    for number in 1 2 7 60; do
        "$build/bench/generate" "$shape" $number >"$scratch/in.xaif" &&
            "$build/inplace/xaifbooster" --werror --verify-each --validate=both -o "$scratch/out.xaif" "$scratch/in.xaif" &&
            continue
        echo "FAIL $shape $number" >&2
        failed=$((failed + 1))
    done
done

echo "$shapes shapes, $failed failures"
[ "$shapes" -gt 0 ] && [ "$failed" -eq 0 ]
