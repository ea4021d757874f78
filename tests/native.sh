#!/usr/bin/env bash
# Compiled code is judged: right code passes in all modes; wrong code, code that fails, compilers that are missing or complain, and
# interruptions are told, and no file is left in the temporary folder.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

command -v gfortran >/dev/null || {
    echo "there is no gfortran"
    exit 77
}

top=$XB_TOP_SRCDIR
program=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster
export XAIFBOOSTER_SCHEMA_DIR=$top/schemas
unset FC
export TMPDIR=$PWD/temporary
mkdir "$TMPDIR"

# run ARGUMENT...: runs the program; sets status, and leaves files out and err.
run() {
    rm -f result.f90
    "$program" --quiet -o result.f90 "$@" >out 2>err </dev/null
    status=$?
}

# check COMMAND...: the command must succeed.
check() {
    if "$@"; then pass; else fail "$*; status $status; $(head -c 2000 err)"; fi
}

returned() { [ "$status" -eq "$1" ]; }
says() { grep -q -F -- "$1" err; }
nothing_left() { [ -z "$(ls -A "$TMPDIR")" ]; }
is_json() { python3 -c 'import json, sys; first, second = json.load(open(sys.argv[1])); sys.exit(first["verdict"] != "ok" or second["verdict"] != "ok")' "$1"; }

# compiler NAME SCRIPT: makes a compiler that changes the source, which is $source, before gfortran has it.
compiler() {
    cat >"$1" <<END
#!/bin/sh
for source; do case \$source in *.f90) break ;; esac; done
$2
exec gfortran -O1 -w "\$@"
END
    chmod +x "$1"
}

# wrong COMPILER TEXT...: what this compiler makes must be judged to be wrong, and the verdict has these texts.
wrong() {
    local name=$1
    shift
    run --mode=adjoint --verify=native --compiler="$PWD/$name" "$top/examples/spring.xaif"
    check returned 5
    check [ ! -e result.f90 ]
    check nothing_left
    for text; do check says "$text"; done
}

# --- right code ---

for mode in plain tangent adjoint 'adjoint --reversal=joint' jacobian hessian; do
    # shellcheck disable=SC2086
    run --mode=$mode --verify=native "$top/examples/spring.xaif"
    check returned 0
    check says 'compiled code: ok'
    check grep -q '^module ' result.f90
done
check nothing_left
for mode in plain tangent adjoint jacobian; do
    "$program" --quiet --mode=$mode --verify=native -o result.c "$top/examples/spring.xaif" >out 2>err </dev/null
    status=$?
    check returned 0
    check says 'compiled code: ok'
    check grep -q '^void spring' result.c
done
rm -f result.c
check nothing_left
FC='gfortran -O0' run --mode=tangent --verify=native "$top/examples/distance.xaif"
check returned 0
check says 'as Fortran by gfortran -O0'
run --mode=tangent --verify=report --compiler='gfortran -O2' "$top/examples/distance.xaif"
check returned 0
check says 'as Fortran by gfortran -O2'

"$program" --mode=adjoint --quiet -o result.xaif "$top/examples/spring.xaif"
"$program" verify --native --format=json "$top/examples/spring.xaif" result.xaif >verdict 2>err
status=$?
check returned 0
check is_json verdict
run --mode=adjoint --verify=native --verdict=verdict --verdict-format=json "$top/examples/spring.xaif"
check returned 0
check is_json verdict
run --mode=adjoint --verify=native --verdict-format=json "$top/examples/spring.xaif"
check is_json err
run --mode=hessian --verify --verdict-format=json --verdict=verdict "$top/examples/spring.xaif"
check is_json verdict

# Versions are called after the source's routine, which the document calls swing__1.
run --mode=adjoint "$top/examples/swing.xaif"
for name in swing swing_b swing_rec swing_ret; do check grep -q "^  subroutine $name(" result.f90; done
run --mode=tangent --routine-suffix=_dot "$top/examples/swing.xaif"
check grep -q "^  subroutine swing_dot(" result.f90

# --- the example ---

cp -r "$top/examples/native" example
make -s -C example XAIFBOOSTER="$program --quiet" RUNTIME="$top/runtime" >out 2>err
status=$?
check returned 0
check says 'compiled code: ok'
example/descent >out 2>err
status=$?
check returned 0
check [ "$(grep '^gradient:' out | tr -s ' ' | cut -d' ' -f2-)" = "$(grep '^by differences:' out | tr -s ' ' | cut -d: -f2 | cut -d' ' -f2-)" ]
check grep -q 'steps, the energy is -0.137310' out
example/descent_c >out_c 2>err
status=$?
check returned 0
check cmp <(grep -v '^the tape' out | tr -s ' ') <(grep -v '^the tape' out_c | tr -s ' ')

# What one call makes comes back when one of it is gone; without the run time, something is said.
rm example/chain_adjoint.h
make -s -C example XAIFBOOSTER="$program --quiet" RUNTIME="$top/runtime" >out 2>err
status=$?
check returned 0
check [ -s example/chain_adjoint.h ]
PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH='' make -s -C example >out 2>err
status=$?
check returned 2
check says 'say make RUNTIME=FOLDER'
PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH='' make -s -C example clean >out 2>err
status=$?
check returned 0

# --- wrong code ---

# The second module is that of the transformed program.
compiler sine "awk '/^module/ { n++ } n == 3 { gsub(/sin\\(/, \"cos(\") } { print }' \$source >new && mv new \$source"
wrong sine 'compiled code: WRONG' ' instead of ' 'after the call at point 1'
compiler doubled "awk '{ if (/_b = .*\\*/ && \$1 ~ /_b/) sub(/\\*/, \"*2*\") } { print }' \$source >new && mv new \$source"
wrong doubled 'compiled code: WRONG' 'derivatives                     WRONG'
compiler stops "awk '{ print } /contains/ { n++ } /implicit none/ && !done { }' \$source | sed 's/^    read (text, .*) way/&\\n  error stop 7/; s/^  read (text, .*) way/&\\n  error stop 7/' >new && mv new \$source"
wrong stops 'runs                            WRONG' 'ends with status 7'
compiler grows "sed 's/^  write (.*) .end.\$/  print \"(a)\", \"=0\"\\n&/' \$source >new && mv new \$source"
wrong grows 'it prints more than it should'
compiler leaves "sed 's/^    write (.*tape_is_empty.*/    tape%top = tape%top + 1\\n&/' \$source >new && mv new \$source"
wrong leaves 'tapes are empty                 WRONG' 'something is left'

run --mode=adjoint --verify=report --compiler="$PWD/sine" "$top/examples/spring.xaif"
check returned 5
check grep -q '^module ' result.f90

# --- compilers ---

compiler complains 'echo "syntax is a matter of taste" >&2; exit 1'
wrong complains 'compiles                        WRONG' 'syntax is a matter of taste'
run --mode=adjoint --verify=native --compiler=/nowhere/fortran "$top/examples/spring.xaif"
check returned 4
check says "can't run the compiler /nowhere/fortran: No such file or directory"
check says 'hint: install /nowhere/fortran, or name another compiler: --compiler, or FC in the environment'
check nothing_left
run --mode=adjoint --verify=native --compiler=true "$top/examples/spring.xaif"
check returned 4
check says 'the compiler true made no program, and said no error'
check nothing_left
run --mode=adjoint --compiler=gfortran "$top/examples/spring.xaif"
check returned 2
run --mode=adjoint --verify=native --compiler=' ' "$top/examples/spring.xaif"
check returned 2

# --- what can't be judged ---

run -a basicblockpreaccumulation --verify=native "$top/examples/spring.xaif"
check returned 3
check says "can't be"
check [ ! -e result.f90 ]
echo '{"association": [["1/a", "1/b"]]}' >case.json
run --mode=tangent --verify=native --case=case.json "$top/examples/spring.xaif"
check [ "$status" -ne 0 ]

# --- interruptions ---

compiler sleeps 'sleep 60'
"$program" --quiet --mode=adjoint --verify=native --compiler="$PWD/sleeps" -o result.f90 "$top/examples/spring.xaif" >out 2>err &
process=$!
for _ in $(seq 200); do
    nothing_left || break
    sleep 0.1
done
kill -TERM $process
wait $process
status=$?
check [ "$status" -ne 0 ]
check nothing_left
check [ ! -e result.f90 ]

finish
