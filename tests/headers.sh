#!/usr/bin/env bash
# Each installed header compiles by itself, twice, in C17 and without another include path than the one that
# xaifbooster.pc gives; and xaifbooster.h includes them all.

set -euo pipefail

top=${XB_TOP_SRCDIR:?}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    echo "$1" >&2
    failures=$((failures + 1))
}

# The installed headers as the makefile knows them, in the places that they are installed in.
mapfile -t headers < <(MAKEFLAGS='' make -s --no-print-directory -C "${XB_TOP_BUILDDIR:?}" print-headers)
[ ${#headers[@]} -gt 10 ] || fail "only ${#headers[@]} headers are installed"
for header in "${headers[@]}"; do
    place=$scratch/xaifbooster/${header#src/}
    mkdir -p "${place%/*}"
    cp "$top/$header" "$place"
done

for header in "${headers[@]}"; do
    name=${header#src/}
    printf '#include "%s"\n#include "%s"\nint main(void) { return 0; }\n' "$name" "$name" >"$scratch/unit.c"
    ${CC:-cc} -std=c17 -Wall -Wextra -Wpedantic -Werror -I"$scratch/xaifbooster" -I"$scratch" \
        -fsyntax-only "$scratch/unit.c" || fail "$name does not compile by itself"
    case $name in
    xaifbooster.h | algorithms/*) ;;
    *) grep -q "^#include \"$name\"\$" "$top/src/xaifbooster.h" || fail "xaifbooster.h does not include $name" ;;
    esac
done

[ "$failures" -eq 0 ]
