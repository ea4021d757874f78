#!/usr/bin/env bash
# What documents say of declarations is right in C: by compilers with all warnings and sanitizers, and by the judge of compiled code. Headers can
# be included from C and C++, and say what arguments are; what C can't say is refused by name.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

compilers=()
for name in gcc clang; do
    if command -v "$name" >/dev/null; then compilers+=("$name"); fi
done
[ ${#compilers[@]} -gt 0 ] || {
    echo "there is no compiler"
    exit 77
}

top=$XB_TOP_SRCDIR
data=$top/tests/data/derivatives
program=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster
export XAIFBOOSTER_SCHEMA_DIR=$top/schemas
unset CC
warnings='-std=c17 -Wall -Wextra -Wpedantic -Wconversion -Werror'
checks='-std=c17 -O1 -fsanitize=address,undefined -fno-sanitize-recover=all'

# run ARGUMENT...: runs the program; sets status, and leaves files out and err.
run() {
    "$program" --quiet "$@" >out 2>err </dev/null
    status=$?
}

# check COMMAND...: the command must succeed.
check() {
    if "$@" >said 2>&1; then pass; else fail "$*; status $status; $(head -c 2000 err said)"; fi
}

returned() { [ "$status" -eq "$1" ]; }
says() { grep -q -F -- "$1" err; }
has() { grep -q -F -- "$2" "$1"; }
lacks() { ! has "$@"; }

# compiles FILE [OPTION...]: all compilers take a file without a word.
compiles() {
    local compiler
    for compiler in "${compilers[@]}"; do
        # shellcheck disable=SC2086
        "$compiler" $warnings -I "$top/runtime" -I . "${@:2}" -c -o compiled.o "$1" || return 1
    done
}

# --- what reverse mode refuses, and other judges of C leave out, therefore ---

echo '{"entry": "head", "x0": [0.5, 1.0, 2.0], "arguments": [{"value": 3}, {"x": [1, 3]}, {"y": [1, 3]}], "extents": {"x": [[1, 3]], "y": [[1, 3]]}}' >arrays_deallocated.json
for name in values_to_begin_with storage_of_several_types arrays_deallocated; do
    described=()
    [ ! -e $name.json ] || described=("--case=$name.json")
    for compiler in "${compilers[@]}"; do
        run --mode=tangent --verify=native --compiler="$compiler $checks" "${described[@]}" -o $name.c "$data/$name.xaif"
        check returned 0
        check says 'compiled code: ok'
    done
    check compiles $name.c
    if command -v gfortran >/dev/null; then
        run --mode=tangent --verify=native "${described[@]}" -o $name.f90 "$data/$name.xaif"
        check returned 0
        check says 'compiled code: ok'
    fi
done
check has values_to_begin_with.c 'static int calls = 0;'
check has values_to_begin_with.c 'enum { n = 2 };'
check has values_to_begin_with.c 'static const double c[4] = {1.5, 0.25, 0.25, -2.0};'
check has storage_of_several_types.c '} state = {'
check has arrays_deallocated.c 'free(t.data);'

# --- bounds are computed once, and no array of unknown size is on the stack ---

run --mode=plain -o bounds.c "$data/bounds_by_expressions.xaif"
check returned 0
check has bounds.c 'double *w = room(2*n + 1, sizeof *w);'
check has bounds.c 'const int64_t rows = k;'
check has bounds.c 's[i] *= a[i + (j - 1)*rows - 1];'
check compiles bounds.c

# --- routines without body ---

run --mode=plain -o black_box.c "$data/interface_of_black_box.xaif"
check returned 0
check has black_box.c 'void note(int n, const double *k, double *k2);'
cat >note.c <<'END'
#include <stdio.h>
void head(const double *x, double *y);
void note(int n, const double *k, double *k2);
void note(int n, const double *k, double *k2)
{
    printf("%d %g %g\n", n, k[1], k2[2]);
}
int main(void)
{
    double x[3] = {0.5, 1.0, 2.0}, y[3];
    head(x, y);
    printf("%g %g %g\n", y[0], y[1], y[2]);
    return 0;
}
END
for compiler in "${compilers[@]}"; do
    # shellcheck disable=SC2086
    check "$compiler" $warnings -o black_box note.c black_box.c -lm
    check [ "$(./black_box | tr '\n' ' ')" = '3 1 1 1 1 1 ' ]
done

# --- headers ---

# header NAME DOCUMENT ARGUMENT...: the header of a program goes with it, in C and in C++.
header() {
    rm -f "$1.c" "$1.h"
    run -o "$1.c" --header="$1.h" "${@:3}" "$2"
    check returned 0
    cat "$1.h" "$1.c" >with.c
    check compiles with.c
    printf '#include "%s.h"\n#include "%s.h"\nint main() { return 0; }\n' "$1" "$1" >with.cpp
    if command -v g++ >/dev/null; then
        check g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I "$top/runtime" -I . -o with with.cpp
    fi
}

header bounds "$data/bounds_by_expressions.xaif" --mode=adjoint
check has bounds.h 'void head_b(struct xaif_tape *tape, int n, const double *x, double *x_b, double *y, double *y_b);'
check has bounds.h '/* A tape is zero at first, and each thread has its own: see there. */'
check has bounds.h ' * Adjoint of head: computes head, and adds to the adjoints of its arguments.'
check has bounds.h ' * n: read'
check has bounds.h ' * x_b (n), adjoint of x: incremented'
check has bounds.h 'head_ret('
check lacks bounds.h 'fold'
check lacks bounds.h 'restrict'
header spring "$top/examples/spring.xaif" --mode=tangent
check has spring.h ' * y_d, tangent of y: written'
check lacks spring.h 'tape'
header numbers "$data/complex_arguments.xaif" --mode=plain
sed 's/<xaif:DimensionBounds lower="1" upper="6"\/>/<xaif:DimensionBounds extent="assumed" lower="0"\/>/' "$data/bounds_assumed.xaif" >shape.xaif
header shape shape.xaif --mode=plain
check has shape.h ' * x (1 dimension): read'
check has shape.h 'void head(struct array_r8_1 x, struct array_r8_1 y);'

rm -f both.c both.h
run --mode=tangent -o both.c --header=/nowhere/both.h "$top/examples/spring.xaif"
check returned 4
check [ ! -e both.c ]
run --mode=tangent -o /nowhere/both.c --header=both.h "$top/examples/spring.xaif"
check returned 4
check [ ! -e both.h ]
run --mode=tangent -o both.c --header=both.c "$top/examples/spring.xaif"
check returned 2
run --mode=tangent -o both.f90 --header=both.h "$top/examples/spring.xaif"
check returned 2
check says '--header goes with C, and the output is something else'

# --- what C can't say ---

# refused NAME CHANGE TEXT: a document that is changed by sed is refused with this text.
refused() {
    sed "$2" "$data/$1.xaif" >refused.xaif
    check [ "$(cmp -s refused.xaif "$data/$1.xaif"; echo $?)" -eq 1 ]
    run --mode=plain -o refused.c refused.xaif
    check returned 3
    check says "$3"
    check [ ! -e refused.c ]
}

refused values_to_begin_with '0,/symbol_id="n" kind="variable" type="integer"/s//& feType="U8" unsigned="true"/; s/feType="U8" unsigned="true" feType="I4"/feType="U8" unsigned="true"/' 'counts by n, which has no sign'
refused storage_of_several_types '/symbol_id="s"/s/offset="32"/offset="34"/' 'begins where no variable of its type may'

finish
