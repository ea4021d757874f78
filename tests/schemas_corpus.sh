#!/bin/sh
# The schemas against a corpus of real XAIF and the original schemas beside it: on each document of the corpus both
# come to the same verdict, and what ours accept of our own the original ones accept too. Skipped without xmllint or
# corpus (XAIF_CORPUS, by default ../shared/corpus beside the checkout).

top=${XB_TOP_SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
corpus=${XAIF_CORPUS:-$top/../shared/corpus}
ours=$top/schemas

command -v xmllint >/dev/null || {
    echo 'skipped: no xmllint'
    exit 77
}
[ -f "$corpus/schema/xaif.xsd" ] || {
    echo "skipped: no corpus in $corpus"
    exit 77
}
original=$(cd "$corpus/schema" && pwd)

scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# verdicts FOLDER-OF-SCHEMAS SCHEMA FILES...: one line a file, in order.
verdicts() {
    folder=$1
    schema=$2
    shift 2
    xmllint --noout --nonet --schema "$folder/$schema.xsd" "$@" 2>&1 | grep -E ' (validates|fails to validate)$'
}

# same SCHEMA AT-LEAST FILES...: both schemas come to the same verdicts, at least so many of them "valid".
same() {
    schema=$1
    least=$2
    shift 2
    verdicts "$ours" "$schema" "$@" >"$scratch/ours"
    verdicts "$original" "$schema" "$@" >"$scratch/original"
    valid=$(grep -c ' validates$' "$scratch/ours")
    if [ "$(wc -l <"$scratch/ours")" -ne $# ] || [ "$(wc -l <"$scratch/original")" -ne $# ]; then
        echo "FAIL $schema: not every document got a verdict" >&2
        failed=$((failed + 1))
    elif [ "$valid" -lt "$least" ]; then
        echo "FAIL $schema: only $valid of $# documents are valid" >&2
        failed=$((failed + 1))
    elif ! diff "$scratch/original" "$scratch/ours" >&2; then
        echo "FAIL $schema: other verdicts (<) than those of the original schemas" >&2
        failed=$((failed + 1))
    else
        passed=$((passed + $#))
    fi
}

cd "$corpus" || exit 99
same xaif 200 */tlm.xaif */adm.xaif
same xaif_output 30 */reference/*.xaif
same xaif_output 200 */tlm.xaif */adm.xaif
same xaif_inlinable_intrinsics 1 catalogue/inlinable*.xaif
same xaif_noninlinable_intrinsics 1 catalogue/noninlinable*.xaif

# valid SCHEMA FILE: ours accept a document. Our catalogues have attributes and elements that the original schemas don't know.
valid() {
    if xmllint --noout --nonet --schema "$ours/$1.xsd" "$2" 2>/dev/null; then
        passed=$((passed + 1))
    else
        echo "FAIL $1: $2 is not valid" >&2
        failed=$((failed + 1))
    fi
}

data=$top/tests/data/schemas
same xaif 1 "$data/program.xaif"
same xaif_output 3 "$data/program.xaif" "$data/output.xaif" "$data/graphs.xaif"
same xaif_inlinable_intrinsics 1 "$data/inlinable.xaif"
same xaif_noninlinable_intrinsics 1 "$data/noninlinable.xaif"
for file in "$top"/examples/*.xaif; do
    grep -q '<[a-z]*:RoutineRule' "$file" && continue
    schema=xaif
    grep -q '<[a-z]*:NonInlinableIntrinsicDefinitions' "$file" && schema=xaif_noninlinable_intrinsics
    same "$schema" 1 "$file"
done
valid xaif_inlinable_intrinsics "$top/catalogues/inlinable_intrinsics.xaif"
valid xaif_noninlinable_intrinsics "$top/catalogues/noninlinable_intrinsics.xaif"
valid xaif_noninlinable_intrinsics "$top/examples/solver_rules.xaif"
valid xaif_noninlinable_intrinsics "$top/tests/data/rules/functions.xaif"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
