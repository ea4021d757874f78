#!/usr/bin/env bash
# The run-time of adjoint programs in C (runtime/xaif_tape.h): by all compilers, with its checks, with sanitizers, in
# threads, and as a header of C++.

set -eu

top=$(cd "${XB_TOP_SRCDIR:-.}" && pwd)
warnings='-Wall -Wextra -Wpedantic -Wconversion -Werror'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# build COMPILER OPTION...: compiles and runs the test.
build() {
    local compiler=$1
    shift
    # shellcheck disable=SC2086
    "$compiler" -std=c17 $warnings "-I$top/runtime" "$@" -o test "$top/tests/tape.c"
    ./test
    echo "passed: $compiler $*"
}

any=
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    any=$compiler
    build $compiler -O2
    build $compiler -O1 -DXB_TAPE_CHECK
done
if [ -z "$any" ]; then
    echo "skipped: there is no compiler"
    exit 77
fi
build "$any" -O1 -g -DWITH_THREADS -pthread
for more in -DXB_TAPE_CHECK ''; do
    # shellcheck disable=SC2086
    build "$any" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all $more
done

# Without a handler the message is printed, and the program is aborted.
if ./test stop 2>err; then
    echo "failed: a pop from an empty tape did not stop the program"
    exit 1
fi
if ! grep -q '^xaif_tape: the tape has no int left to take back$' err; then
    echo "failed: the message about a pop from an empty tape"
    cat err
    exit 1
fi
echo "passed: stop"

if command -v g++ >/dev/null; then
    printf '#include "xaif_tape.h"\nint main() { struct xaif_tape tape = {}; xaif_push_r8(&tape, 1); return xaif_pop_r8(&tape) != 1; }\n' >plus.cc
    for more in '' -DXB_TAPE_CHECK; do
        # shellcheck disable=SC2086
        g++ -std=c++17 $warnings "-I$top/runtime" $more -o plus plus.cc
        ./plus
    done
    echo "passed: C++"
fi
