#!/usr/bin/env bash
# Random programs, plain, tangent-linear and adjoint, are those of the evaluator as compilers of each language take them.

set -uo pipefail

# try LANGUAGE COUNT: with XB_FEWER_RUNS, a sixth of them.
try() {
    local count=$2
    [ -z "${XB_FEWER_RUNS-}" ] || count=$((count / 6))
    "${XB_TOP_BUILDDIR:?}/tests/generate/native" --language "$1" --seed 1 --count "$count" --verbose yes
    local status=$?
    [ $status = 0 ] && judged=1
    [ $status = 0 ] || [ $status = 77 ] || failed=1
}

judged='' failed=''
try fortran 40
try c 30
[ -z "$failed" ] || exit 1
[ -n "$judged" ] || exit 77
