#!/usr/bin/env bash
# Random programs, plain, tangent-linear and adjoint, are those of the evaluator as compilers of each language take them; and as sources that are
# printed and read again, if there is a reader.

set -uo pipefail

# try LANGUAGE COUNT [OPTION]...: with XB_FEWER_RUNS, a sixth of them.
try() {
    local language=$1 count=$2
    shift 2
    [ -z "${XB_FEWER_RUNS-}" ] || count=$((count / 6))
    "${XB_TOP_BUILDDIR:?}/tests/generate/native" --language "$language" --seed 1 --count "$count" --verbose yes "$@"
    local status=$?
    [ $status = 0 ] && judged=1
    [ $status = 0 ] || [ $status = 77 ] || failed=1
}

judged='' failed=''
try fortran 40
try c 30
reader=${XB_FORTRAN_READER:-$XB_TOP_BUILDDIR/inplace/xaif-fortran}
if [ -x "$reader" ]; then
    export XAIFBOOSTER_FORTRAN_READER=$reader
    try fortran 30 --from fortran
fi
[ -z "$failed" ] || exit 1
[ -n "$judged" ] || exit 77
