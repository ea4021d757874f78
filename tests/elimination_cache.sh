#!/usr/bin/env bash
# --elimination-cache of xaifbooster and xaif-eliminate: what comes out does not depend on it, what is in the file is
# used, no other file is harmed, errors with their exact texts.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
engine=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster
tool=$XB_TOP_BUILDDIR/inplace/xaif-eliminate
input=$top/examples/spring.xaif
graphs=$top/bench/graphs
export XAIFBOOSTER_SCHEMA_DIR=$top/schemas XAIFBOOSTER_MODULE_PATH=$XB_TOP_BUILDDIR/.libs

# check COMMAND...: the command must succeed.
check() {
    if "$@" >&2; then pass; else fail "$*; $(head -c 400 err)"; fi
}

# expect STATUS ERRORS COMMAND...: the command must return this status and print exactly this on standard error.
expect() {
    local wanted=$1 text=$2 status
    shift 2
    "$1" --diagnostics=brief "${@:2}" >out 2>err </dev/null
    status=$?
    if [ "$status" -eq "$wanted" ] && [ "$(cat err)" = "$text" ]; then
        pass
    else
        fail "$*: status $status, expected $wanted; $(diff <(echo "$text") err)"
    fi
}

header='xaifbooster elimination cache 1'
notice='  hint: name a file that does not exist, or a cache: this one stays as it is'

# ---- the engine ----

searching=(--objective=operations --search=faces --search-steps=1000)
for options in '' "${searching[*]}" '--objective=scarcity --rerouting' '--elimination-order=markowitz'; do
    # shellcheck disable=SC2086 # several words
    expect 0 '' "$engine" -o plain.xaif $options "$input"
    # shellcheck disable=SC2086
    expect 0 '' "$engine" -o first.xaif $options --elimination-cache cache "$input"
    cp cache before
    stat -c %i cache >inode
    # shellcheck disable=SC2086
    expect 0 '' "$engine" -o second.xaif $options --elimination-cache cache "$input"
    check cmp plain.xaif first.xaif
    check cmp first.xaif second.xaif
    check cmp before cache
    check test "$(cat inode)" = "$(stat -c %i cache)"
done
check test "$(head -1 cache)" = "$header"
check cmp <(tail -n +2 cache) <(tail -n +2 cache | LC_ALL=C sort)
check test "$(wc -l <cache)" -gt 8

# What is used is what the file says: another choice that costs what it should is taken.
printf '4 2 1\n3\n0 2\n1 2\n2 3\n' >small.graph
printf '6 2 1\n5\n0 2\n1 2\n2 3\n1 3\n3 4\n2 4\n3 5\n4 5\n' >ladder.graph
question='objective=operations,awareness=0,order=best,choices=2'
ladder='iimmmd 0>2,1>2,2>3,1>3,3>4,2>4,3>5,4>5'
printf '%s\n%s - 10,12,6,2,10 forward %s v2,v3,v4\n' "$header" "$question" "$ladder" >given
expect 0 '' "$tool" -o best --elimination-cache given ladder.graph
check grep -q '^best: forward, 10 multiplications' out
printf '%s\n%s - 9,11,6,2,9 forward %s v2,v3,v4\n' "$header" "$question" "$ladder" >given
expect 0 'given:2: warning: an entry of the elimination cache is ignored: it costs something else than it says' \
    "$tool" -o best --elimination-cache given ladder.graph
check grep -q '^best: reverse, 6 multiplications' out
check grep -q -F -x "$question - 6,8,4,2,6 reverse $ladder v4,v3,v2" given
printf '%s\n%s - 6,8,4,2,6 reverse %s v4,v3' "$header" "$question" "$ladder" >given
expect 0 'given:2: warning: an entry of the elimination cache is ignored: it is cut off' \
    "$tool" -o best --elimination-cache given ladder.graph
{ echo "$header" && seq 13; } >given
"$tool" -o best --elimination-cache given ladder.graph 2>err >out
check test "$(grep -c 'is ignored: it has not seven words' err)" -eq 10
check grep -q -x 'given: warning: 3 more entries of the elimination cache are ignored' err
check test "$(wc -l <given)" -eq 2

# ---- other files ----

cp "$input" mine
expect 1 "mine:1: error: this is no elimination cache of this version
$notice" "$engine" -o never.xaif --elimination-cache mine "$input"
expect 1 "mine:1: error: this is no elimination cache of this version
$notice" "$tool" --elimination-cache mine ladder.graph
check cmp mine "$input"
: >empty
expect 0 '' "$tool" --elimination-cache empty ladder.graph
check test "$(head -1 empty)" = "$header"
expect 2 'xaifbooster: error: --elimination-cache: the name of the file is empty' "$engine" --elimination-cache= "$input"
expect 2 'xaif-eliminate: error: option --elimination-cache: the name of the file is empty' \
    "$tool" --elimination-cache= ladder.graph
expect 4 '.: error: can'\''t read: Is a directory
  hint: name a file in this folder' "$tool" --elimination-cache . ladder.graph
expect 4 '.: error: can'\''t read the elimination cache: Is a directory
  hint: name a file in this folder' "$engine" --elimination-cache . "$input"
expect 4 'no/cache: error: can'\''t create a temporary file beside the file: No such file or directory
  hint: the folder must exist and be writable, and so must an old file be' \
    "$engine" -o never.xaif --elimination-cache no/cache "$input"
expect 4 'no/cache: error: can'\''t create a temporary file beside the file: No such file or directory
  hint: the folder must exist and be writable, and so must an old file be' \
    "$tool" --elimination-cache no/cache ladder.graph

# Nothing is written when something else fails.
sed 's/<xaif:Exit/<xaif:Entry/' "$input" >wrong.xaif
"$engine" -o never.xaif --elimination-cache new wrong.xaif 2>err
check test $? -eq 1
"$engine" -o no/where.xaif --elimination-cache new "$input" 2>err
check test $? -eq 4
"$tool" --elimination-cache new mine 2>err >out
check test $? -eq 1
check test ! -e new -a ! -e never.xaif
check test -z "$(find . -name '.xaifbooster*')"
expect 2 'xaifbooster: error: --search is for complete elimination
  hint: add --objective=operations' "$engine" --search=faces "$input"
expect 2 "xaifbooster: error: --search-steps: '0' is no number of steps
  hint: a number from 1 on" "$engine" --search-steps=0 "$input"

# ---- the tool ----

search=(-o best --search --search-steps 20000)
"$tool" "${search[@]}" "$graphs"/*graph >plain 2>err
for run in first second; do
    "$tool" "${search[@]}" --elimination-cache tool "$graphs"/*graph >"$run" 2>err
    check cmp plain "$run"
done
# A proof is not believed, and done again.
for run in first second; do
    "$tool" -o best --search=faces --search-steps 20000 --prove=20000 --elimination-cache tool "$graphs"/{lion,bat}.graph >"$run" 2>err
    check grep -q '^optimal' "$run"
done
check cmp first second
# The same graph with other numbers is not searched again: it has what was found for the first one, by more steps than
# one would take.
printf '6 2 1\n5\n1 2\n0 2\n0 3\n2 3\n2 4\n3 4\n4 5\n3 5\n' >turned.graph
"$tool" --search --search-steps 1000 --elimination-cache turned ladder.graph >out 2>err
cp turned before
"$tool" --search --search-steps 1000 --elimination-cache turned turned.graph >out 2>err
check test "$(grep -c search= turned)" -eq "$(grep -c search= before)"

# ---- several at once ----

for i in 1 2 3 4 5 6 7 8; do
    "$tool" --search --search-steps $((i * 1000)) --seed "$i" --elimination-cache shared "$graphs"/*.graph >/dev/null 2>"err.$i" &
done
wait
check test -z "$(cat err.*)"

# What one run writes while another one searches is kept by that one, too.
rm -f shared
"$tool" --search --seconds 2 --elimination-cache shared "$graphs/roe-flux.lgraph" >/dev/null 2>"err.1" &
sleep 0.3
"$tool" --search --search-steps 1000 --elimination-cache shared "$graphs/hole.graph" >/dev/null 2>"err.2"
wait
check test -z "$(cat err.1 err.2)"
check test "$(grep -c search= shared)" -eq 2
expect 0 '' "$tool" -o best --elimination-cache shared small.graph

finish
