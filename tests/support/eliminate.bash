# What the tests of xaif-eliminate have in common. To be sourced.

# shellcheck shell=bash disable=SC2034 source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
program=${XB_TOP_BUILDDIR:?}/inplace/xaif-eliminate
corpus=${XAIF_CORPUS:-$top/../shared/corpus}
benchmarks=$corpus/../oracle/graphs
data=$top/bench/graphs

# run ARGUMENT...: runs the program, without excerpts; sets status, and leaves files out and err.
run() {
    "$program" --diagnostics=brief "$@" >out 2>err </dev/null
    status=$?
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
