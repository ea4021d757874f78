#!/usr/bin/env bash
# The run-time of printed adjoint programs (runtime/xaif_tape.f90): compiled strictly, with checks, and for threads.

set -eu

fc=${FC:-gfortran}
top=$(cd "${XB_TOP_SRCDIR:-.}" && pwd)

# The compiler may be given with options.
if ! command -v "${fc%% *}" >/dev/null; then
    echo "skipped: there is no ${fc%% *}"
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# build NAME OPTION...: compiles and runs the test.
build() {
    local name=$1
    shift
    mkdir "$name"
    # shellcheck disable=SC2086
    (
        cd "$name"
        for source in runtime/xaif_tape tests/tape; do
            $fc -std=f2008 -Wall -Wextra -Werror -O2 "$@" -c "$top/$source.f90"
        done
        $fc "$@" -o test xaif_tape.o tape.o
    )
    "$name/test"
    echo "passed: $name"
}

build plain
# Copies of sections are what the test wants, not what it wants to be told.
build checked -fcheck=all,no-array-temps -fsanitize=address,undefined -fno-sanitize-recover=all -g
build threads -fopenmp

# Without a handler the message is printed, and the program stops and fails.
if plain/test stop 2>err; then
    echo "failed: a pop from an empty tape did not stop the program"
    exit 1
fi
if ! grep -q '^xaif_tape: the stack has nothing left to take back$' err || grep -q 'not stopped' err; then
    echo "failed: the message about a pop from an empty tape"
    cat err
    exit 1
fi
echo "passed: stop"
