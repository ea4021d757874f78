#!/usr/bin/env bash
# Round trips through the program: what it writes of a document it reads, and writes again with the same bytes, from a
# file and from standard input. Over the documents of the tests and of the examples, and over a corpus if
# there is one (XAIF_CORPUS, or ../shared/corpus), of which every sixth is tried with XB_FEWER_RUNS.

set -uo pipefail

top=${XB_TOP_SRCDIR:?}
program=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster
corpus=${XAIF_CORPUS:-$top/../shared/corpus}
export XAIFBOOSTER_SCHEMA_DIR=$top/schemas
unset XAIFBOOSTER_PLUGIN_PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=0
failed=0

fail() {
    echo "FAIL $1: $2; $(head -c 400 "$scratch/errors")" >&2
    failed=$((failed + 1))
}

round_trip() {
    local once=$scratch/once.xaif twice=$scratch/twice.xaif
    count=$((count + 1))
    "$program" -a roundtrip -o "$once" "$1" 2>"$scratch/errors" || { fail "$1" 'is not read'; return; }
    "$program" -a roundtrip --validate=output - <"$once" >"$twice" 2>"$scratch/errors" ||
        { fail "$1" 'is written as what is not read'; return; }
    cmp -s "$once" "$twice" || fail "$1" 'changes when it is written again'
}

for document in "$top"/tests/data/schemas/{program,output}.xaif "$top"/examples/*.xaif; do
    if grep -q '<[a-z]*:*CallGraph' "$document"; then round_trip "$document"; fi # catalogues are something else
done
own=$count

# What a catalogue tells of a program is not written into it.
user=$top/tests/data/derivatives/reduction_user_in_subscript.xaif
"$program" -a roundtrip -o "$scratch/without.xaif" "$user" 2>"$scratch/errors" &&
    "$program" -a roundtrip -c "$top/tests/data/derivatives/reductions.xaif" -o "$scratch/with.xaif" "$user" 2>>"$scratch/errors" &&
    cmp -s "$scratch/without.xaif" "$scratch/with.xaif" || fail "$user" 'changes with a catalogue'
if [ -d "$corpus" ]; then
    documents=("$corpus"/*/{tlm,adm}.xaif)
    every=${XB_FEWER_RUNS:+6}
    for ((i = 0; i < ${#documents[@]}; i += ${every:-1})); do
        if [ -f "${documents[i]}" ]; then round_trip "${documents[i]}"; fi
    done
    [ "$count" -gt "$own" ] || { : >"$scratch/errors"; fail "$corpus" 'has no documents'; }
else
    echo 'no corpus: only the documents of the tests and examples'
fi
[ "$own" -ge 3 ] || { : >"$scratch/errors"; fail tests 'have no documents'; }
echo "$count round trips, $failed failed"
[ "$failed" -eq 0 ]
