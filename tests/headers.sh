#!/usr/bin/env bash
# Each installed header compiles by itself, twice, in C17 and, where there is a compiler, in C++ from 2011 to 2020,
# without another include path than the ones that xaifbooster.pc gives; xaifbooster.h includes them all; and a program
# in C++ is linked with the library's functions by their C names.

set -euo pipefail

# It says nothing of how programs run, for which XB_FEWER_RUNS is set.
[ -z "${XB_FEWER_RUNS-}" ] || exit 77

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

compilers=("${CC:-cc} -std=c17")
if printf 'int main() { return 0; }\n' | ${CXX:-c++} -x c++ -fsyntax-only - 2>/dev/null; then
    compilers+=("${CXX:-c++} -x c++ -std=c++11" "${CXX:-c++} -x c++ -std=c++20")
else
    echo 'there is no C++ compiler: headers are compiled in C only'
fi

for header in "${headers[@]}"; do
    name=${header#src/}
    printf '#include "%s"\n#include "%s"\nint main(void) { return 0; }\n' "$name" "$name" >"$scratch/unit.c"
    for compiler in "${compilers[@]}"; do
        $compiler -Wall -Wextra -Wpedantic -Werror -I"$scratch/xaifbooster" -I"$scratch" \
            -fsyntax-only "$scratch/unit.c" || fail "$name does not compile by itself with $compiler"
    done
    case $name in
    xaifbooster.h) ;;
    *) grep -q '^extern "C" {$' "$top/$header" || fail "$name does not say extern \"C\"" ;;
    esac
    case $name in
    xaifbooster.h | algorithms/* | elimination/*) ;;
    *) grep -q "^#include \"$name\"\$" "$top/src/xaifbooster.h" || fail "xaifbooster.h does not include $name" ;;
    esac
done

# Linked with the library, unless sanitizers of the build would have to be linked, too.
library=${XB_TOP_BUILDDIR:?}/.libs/libxaifbooster.so
if [ ${#compilers[@]} -gt 1 ] && [ -f "$library" ] && ! grep -aq __asan_init "$library"; then
    cat >"$scratch/linked.cpp" <<'END'
#include <xaifbooster.h>
int main()
{
    xb_failure *failure = xb_failure_create();
    xb_arena *arena = xb_arena_create(failure);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
    return xb_number_complex(nullptr == arena ? nullptr : &static_cast<const xb_number &>(xb_number_of_integer(0))) != 0.0;
}
END
    ${CXX:-c++} -std=c++17 -Wall -Wextra -Werror -I"$scratch/xaifbooster" -o "$scratch/linked" "$scratch/linked.cpp" \
        "$library" && LD_LIBRARY_PATH=${library%/*} "$scratch/linked" || fail 'a program in C++ does not run with the library'
fi

[ "$failures" -eq 0 ]
