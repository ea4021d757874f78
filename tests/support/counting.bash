# What test scripts have in common that go on after a failure and count. To be sourced; they begin in a folder of their own,
# scratch, and end with finish.

# shellcheck shell=bash
set -uo pipefail

scratch=$(mktemp -d)
trap 'chmod -fR u+rwX "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
passed=0
failed=0

pass() { passed=$((passed + 1)); }

# fail WHAT...: called by a function that checks something, whose caller's line is shown.
fail() {
    echo "FAIL line ${BASH_LINENO[1]}: $*" >&2
    failed=$((failed + 1))
}

# same WHAT EXPECTED FOUND
same() {
    if [ "$2" = "$3" ]; then pass; else fail "$1: expected '$2', found '$3'"; fi
}

# finish: the status of the script.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
