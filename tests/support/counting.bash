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

# is_installed MODULE: whether it is in the last folder that it is looked for in, so that it can't be missing
is_installed() {
    local folder
    folder=$(sed -n 's/^#define XB_MODULE_DIR "\(.*\)"$/\1/p' "$XB_TOP_BUILDDIR/src/base/places.h")
    [ -n "$folder" ] && [ -e "$folder/$1.la" ]
}

# finish: the status of the script.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
