# What the tests of xaif-eliminate have in common. To be sourced; they begin in a folder of their own.

# shellcheck shell=bash disable=SC2034
set -uo pipefail

top=${XB_TOP_SRCDIR:?}
program=${XB_TOP_BUILDDIR:?}/inplace/xaif-eliminate
corpus=${XAIF_CORPUS:-$top/../shared/corpus}
benchmarks=$corpus/../oracle/graphs
data=$top/bench/graphs
scratch=$(mktemp -d)
trap 'chmod -f u+r "$scratch"/*; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
passed=0
failed=0

pass() { passed=$((passed + 1)); }

fail() {
    echo "FAIL line ${BASH_LINENO[1]}: $*" >&2
    failed=$((failed + 1))
}

# run ARGUMENT...: runs the program, without excerpts; sets status, and leaves out and err behind.
run() {
    "$program" --diagnostics=brief "$@" >out 2>err </dev/null
    status=$?
}

# same WHAT EXPECTED FOUND
same() {
    if [ "$2" = "$3" ]; then pass; else fail "$1: expected '$2', found '$3'"; fi
}

# expect STATUS ERRORS ARGUMENT...: this status, exactly this on standard error, nothing on standard output.
expect() {
    local wanted=$1 text=$2
    shift 2
    run "$@"
    if [ "$status" -eq "$wanted" ] && [ "$(cat err)" = "$text" ] && [ ! -s out ]; then
        pass
    else
        fail "$*: status $status, expected $wanted; $(diff <(echo "$text") err); $(head -c 200 out)"
    fi
}

# wrong TEXT ERRORS: a file with this text is refused with these errors.
wrong() {
    printf '%b' "$1" >bad
    expect 1 "$2" bad
}

# finish: the status of the script.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
