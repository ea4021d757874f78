#!/usr/bin/env bash
# The manual pages name every option and every algorithm of the programs.

set -euo pipefail

top=${XB_TOP_SRCDIR:?}
build=${XB_TOP_BUILDDIR:?}
failures=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# compare PROGRAM [COMMAND]: each long option of --help has to be in the page, and each option of the page in --help.
compare() {
    local page=$top/doc/$1${2+-$2}.1 said described
    said=$("$build/$1" ${2+"$2"} --help | grep -oE '^ +(-[A-Za-z], )? *--[a-z-]+' | grep -oE -- '--[a-z-]+' | LC_ALL=C sort -u)
    described=$(sed -n 's/^\.It .*Fl Fl \([a-z-]*\).*/--\1/p' "$page" | LC_ALL=C sort -u)
    [ -n "$said" ]
    diff <(echo "$said") <(echo "$described") >&2 || {
        echo "$*: the options of --help (<) and of the manual page (>) differ" >&2
        failures=$((failures + 1))
    }
}

compare xaifbooster
compare xaifbooster verify
compare xaif-eliminate
compare xaif-run
compare xaif-show

# letters of other programs, and what they stand for
"$build/inplace/xaifbooster" --help | sed -n '/^Letters of other programs/,/^$/s/^  -\([a-z]\)\( [a-z]*\)\?  .*/\1\2/p' >letters
[ "$(wc -l <letters)" -ge 2 ]
while read -r letter value; do
    grep -q -x -F ".It Fl $letter${value:+ Cm $value}" "$top/doc/xaifbooster.1" || {
        echo "xaifbooster.1 does not describe -$letter $value" >&2
        failures=$((failures + 1))
    }
done <letters

for algorithm in $("$build/inplace/xaifbooster" --list-algorithms | grep -oE '^[a-z]+'); do
    grep -q -x -F ".It Cm $algorithm" "$top/doc/xaifbooster.1" || {
        echo "xaifbooster.1 does not describe $algorithm" >&2
        failures=$((failures + 1))
    }
done
[ "$failures" -eq 0 ]
