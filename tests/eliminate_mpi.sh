#!/usr/bin/env bash
# xaif-eliminate as several processes under mpirun: the same bytes as one process, whatever their number; one process
# reads and writes; errors and interrupts end all of them. Skipped where MPI is not configured (--with-mpi), or where no
# program with MPI runs, or none without complaints, as where there is no /dev/shm or no /sys.

# shellcheck source=tests/support/eliminate.bash
. "${XB_TOP_SRCDIR:?}/tests/support/eliminate.bash"

generate=$XB_TOP_BUILDDIR/bench/graphs/generate

if [ ! -e "$XB_TOP_BUILDDIR/xaifbooster-mpi.la" ]; then
    echo 'skipped: configured without MPI (--with-mpi)'
    exit 77
fi
if [ -z "${MPIRUN-}" ]; then
    echo 'MPI is configured, but there is no mpirun'
    exit 1
fi

# Open MPI refuses to run as root, or more processes than processors, unless told so; others ignore this.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

# run PROCESSES ARGUMENT...: sets status, and leaves files out and err; standard input is handed on.
run() {
    local processes=$1
    shift
    timeout 100 "$MPIRUN" -n "$processes" "$program" "$@" >out 2>err
    status=$?
}

"${MPICC:?}" -o hello "$XB_TOP_SRCDIR/tests/support/mpi_hello.c" >hello.out 2>&1 &&
    timeout 100 "$MPIRUN" -n 3 ./hello >>hello.out 2>&1 && [ ! -s hello.out ] || {
    echo 'skipped: MPI does not run here; of a program that only exchanges a number, it says:'
    head -n 5 hello.out
    exit 77
}

# ---- the same result ----

"$generate" layers 6 >layers.graph
"$generate" random 90 >random.graph

# spread OPTION...: one process without mpirun, then 1, 2, 3 and 5 under it.
spread() {
    "$program" "$@" --steps random.graph layers.graph >alone </dev/null
    for processes in 1 2 3 5; do
        run $processes "$@" --steps random.graph layers.graph </dev/null
        same "$processes processes, $*: status" 0 $status
        same "$processes processes, $*" '' "$(cmp alone out 2>&1)"
        same "$processes processes, $*: errors" '' "$(cat err)"
    done
}

spread --search --search-steps 20000 --chains 4
spread --search=faces --search-steps 20000 --chains 3 --threads 2 --seed 5 --json
spread --search --method restarts --search-steps 50000 --chains 6 --cost unit
spread --search --method logarithmic --search-steps 20000 --chains 2
spread --method look-ahead
spread --order best

# All processes know the same cache, and one writes it.
"$program" --order best --search --search-steps 2000 --elimination-cache cache random.graph >alone </dev/null
for processes in 2 3 2; do
    run $processes --order best --search --search-steps 2000 --elimination-cache shared random.graph </dev/null
    same "$processes processes with a cache" '' "$(cmp alone out 2>&1)$(cmp cache shared 2>&1)$(cat err)"
done

# A search that didn't move would be the same everywhere, too.
"$generate" layers 8 >wide.graph
run 2 --order best --search --search-steps 100000 wide.graph </dev/null
same 'the search finds something' yes "$(awk '$1 == "best" { best = $2 } $1 == "search" && $2 < best { print "yes" }' out)"

"$program" --order best --search-steps 1000 - <"$data/hole.graph" >alone
run 3 --order best --search-steps 1000 - <"$data/hole.graph"
same 'standard input' '' "$(cmp alone out 2>&1)"

run 3 --order best --search=edges --seconds 0.3 --chains 2 random.graph </dev/null
same 'by time' 'random.graph: 0' "$(head -n 1 out | cut -d' ' -f1) $status"

# ---- progress and interrupts ----

"$generate" grid 20 >grid.graph
run 2 --order best --seconds 0.5 --progress grid.graph </dev/null
same 'progress' yes "$(grep -q 'grid.graph: vertices, .* steps, best [0-9]' err && echo yes)"

# An interrupt reaches the processes, or mpirun ends them; both ways the best so far is kept.
for signal in INT TERM; do
    : >err
    "$MPIRUN" -n 2 "$program" --order best --seconds 90 --progress grid.graph >out 2>>err </dev/null &
    pid=$!
    for _ in $(seq 300); do
        grep -q 'steps, best' err && break
        sleep 0.1
    done
    kill -"$signal" "$pid"
    wait "$pid"
    same "$signal: a word" 'grid.graph: warning: interrupted; this is the best so far' \
        "$(tr '\r' '\n' <err | sed 's/^\x1b\[K//' | grep interrupted)"
    same "$signal: the best so far" 'search*' "$(awk '$1 ~ /^search/ { print $1 }' out)"
done

# ---- errors ----

# expect STATUS ERRORS ARGUMENT...: of each process this status, exactly once this on standard error.
expect() {
    local wanted=$1 text=$2
    shift 2
    run 2 "$@" </dev/null
    same "$*: status" "$wanted" $status
    same "$*: errors" "$text" "$(grep -E '(error|hint): ' err)"
    same "$*: output" '' "$(cat out)"
}

printf '3 1\n' >bad
expect 1 'bad:1: error: the first line has 2 numbers, not 3
  hint: the first line holds the numbers of vertices, independents and dependents' --search bad
expect 2 "xaif-eliminate: error: option --order can't be 'forwards'
  hint: did you mean forward? it may be best, forward, reverse, markowitz, used-once, all" --order forwards bad
expect 4 "absent: error: can't read: No such file or directory
  hint: is the name right? it counts from the working folder" --search absent
run 2 bad "$data/lion.graph" </dev/null
same 'one of two files' 1 $status
same 'the other file' "$data/lion.graph:" "$(cut -d' ' -f1 out | head -n 1)"

# Memory that grows to large pages, which MPI watches over.
"$generate" random 7000 >large.graph
"$program" --order best large.graph >alone
run 2 --order best large.graph </dev/null
same 'large: status' 0 $status
same 'large' '' "$(cmp alone out 2>&1)"

# One process runs out of memory: the others don't wait for it.
arguments=(--order best --search --search-steps 1000 --chains 4 large.graph)
# shellcheck disable=SC2016 # the words are for the shell that mpirun starts
timeout 100 "$MPIRUN" -n 1 "$program" "${arguments[@]}" : \
    -n 1 bash -c 'ulimit -v 400000; exec "$@"' bash "$program" "${arguments[@]}" >out 2>err </dev/null
same 'no memory' 4 $?
same 'no memory, a word' 'xaif-eliminate: error: memory ran out' "$(grep -a 'memory ran out' err)"

finish
