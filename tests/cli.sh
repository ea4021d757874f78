#!/usr/bin/env bash
# The command line: answers, errors with their exact texts, exit statuses, standard input and output, what is
# left.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
program=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster
input=$top/examples/swing.xaif
export XAIFBOOSTER_SCHEMA_DIR=$top/schemas
unset XAIFBOOSTER_PLUGIN_PATH

# run ARGUMENT...: runs the program; sets status, and leaves files out and err.
run() {
    "$program" "$@" >out 2>err </dev/null
    status=$?
}

# check COMMAND...: the command must succeed.
check() {
    if "$@"; then pass; else fail "$*; status $status; $(head -c 400 err)"; fi
}

# expect STATUS ERRORS ARGUMENT...: the program must return this status and print exactly this on standard error.
expect() {
    local wanted=$1 text=$2
    shift 2
    run "$@"
    if [ "$status" -eq "$wanted" ] && [ "$(cat err)" = "$text" ]; then
        pass
    else
        fail "xaifbooster $*: status $status, expected $wanted; $(diff <(echo "$text") err)"
    fi
}

# empty FILE
empty() { [ ! -s "$1" ]; }

# returned STATUS
returned() { [ "$status" -eq "$1" ]; }

# nothing_but NAME...: the working folder has these files and no others, beside those of run.
nothing_but() {
    diff <(printf './%s\n' err out "$@" | sort) <(find . -type f | sort) >&2
}

# --- answers ----------------------------------------------------------------

run --help
check returned 0
check empty err
check grep -q '^usage: xaifbooster' out
# shellcheck disable=SC2016
check awk 'length($0) > 79 { exit 1 }' out
check [ "$(grep -c '^  -[iocNsvahpFSQMAmnHCDVIJUf], --' out)" -eq 26 ]
check grep -q '^Algorithms without options$' out
check grep -q '^  roundtrip  ' out
for option in --dot --plugin --dump-after --verify-each --quiet --werror --time --metrics --metrics-output --progress \
    --version --list-algorithms; do
    check grep -qe "^ *\(-., \)\?$option" out
done
run -h
check returned 0

run --version
check returned 0
check grep -q '^xaifbooster [0-9]' out
check grep -q '^interface of algorithms: version [0-9]' out
check grep -q '^libxml2: version [0-9]' out

run --list-algorithms
check returned 0
check grep -qx roundtrip out
check grep -qx basicblockpreaccumulation out

run --list-intrinsics
check returned 0
check grep -qx 'sin_scal  *1  *partial derivatives' out
check grep -qx 'mod_scal_scal  *2  *partial derivatives, but for some points' out
check grep -qx 'transpose_arr  *action transpose_arr' out
check grep -qx 'achar  *1 to 2  *no derivative' out
run --list-intrinsics -N "$top/tests/data/derivatives/jacobians.xaif"
check returned 0
check grep -qx 'energy  *explicit Jacobian energy_jacobian' out

# An answer needs no input, and other options don't disturb it.
run --version --list-algorithms nosuchfile
check returned 0

# --- wrong command lines ----------------------------------------------------

help='  hint: xaifbooster --help lists the options'
expect 2 'xaifbooster: error: --inlinable-propagation is an option of forward mode
  hint: leave it out: adjoints are propagated by calls of inlinable subroutines in any case' \
    -a basicblockpreaccumulationreverse --inlinable-propagation "$input"
expect 2 "xaifbooster: error: there is no option --zzzz
$help" --zzzz
expect 2 'xaifbooster: error: there is no option --outptu
  hint: did you mean --output?' --outptu=result "$input"
expect 2 "xaifbooster: error: there is no option -Z
$help" -Z "$input"
# options of OpenAD's engine that there are no more
for letter in B G R T U d f g t u; do
    run "-$letter" -a basicblockpreaccumulationreverse "$input"
    check returned 2
    check grep -qx "xaifbooster: error: there is no option -$letter" err
    check grep -qE '  hint: (leave it out: [a-z-]|write --rerouting)' err
done
run -t head -a basicblockpreaccumulationreverse "$input"
check grep -q '  hint: leave it out: what a routine does not change is pushed once when it returns' err
expect 2 'xaifbooster: error: there is no option -t
  hint: did you mean --tape?' -taep "$input"
expect 2 'xaifbooster: error: -V shows the version, but there is to be output in out.xaif
  hint: leave one of them out; alias sets and chains are written without being asked for' -V -o out.xaif "$input"
expect 2 "xaifbooster: error: option --quiet takes no argument
$help" --quiet=3 "$input"
expect 2 'xaifbooster: error: option --output needs an argument: FILE' "$input" -o
expect 2 'xaifbooster: error: option --plugin needs an argument: FILE' "$input" --plugin
expect 2 "xaifbooster: error: option --validate can't be 'all'
  hint: it may be input, output, both" --validate=all "$input"
expect 2 "xaifbooster: error: option --name-style can't be 'C'
  hint: it may be OPEN64_STYLE, NO_STYLE" -F C "$input"
expect 2 "xaifbooster: error: no name can begin with the prefix '9'
  hint: names begin with a letter, and have letters, digits and _, as OpenAD_" --name-prefix=9 "$input"
expect 2 'xaifbooster: error: option --in is ambiguous
  hint: it may stand for --input, --include, --independents, --inlinable-propagation, --initialise' --in
expect 2 'xaifbooster: error: there is more than one input: a and b; one document is transformed at a time
'"$help" a b
expect 2 'xaifbooster: error: there is more than one input: veryfi and b; did you mean xaifbooster verify?
'"$help" veryfi b
# short options with arguments that don't belong there
expect 2 'xaifbooster: error: option -o takes its argument without =
  hint: write -o x.xaif, or --output=x.xaif' -o=x.xaif "$input"
expect 2 'xaifbooster: error: option -v takes no argument in its short form
  hint: write --validate=output' -v=output "$input"
expect 2 'xaifbooster: error: option -v takes no argument in its short form
  hint: write --validate=output' -voutput "$input"
expect 2 "xaifbooster: error: option -V takes no argument
$help" -V=3 "$input"
expect 2 'xaifbooster: error: there is no option -output
  hint: did you mean --output=x.xaif?' -output=x.xaif "$input"
expect 2 'xaifbooster: error: there is no option -e
  hint: did you mean --verify?' -verfy "$input"
check nothing_but
run -voresult.xaif "$input"
check returned 0
check [ -s result.xaif ]
rm -f result.xaif
# standard input can be read once
expect 2 'xaifbooster: error: a catalogue and the document are both standard input
  hint: name a file for one of them' -c -
expect 2 'xaifbooster: error: the case and the document are both standard input
  hint: name a file for one of them' --verify --case=- -
expect 2 'xaifbooster: error: option --input: there is more than one input' -i a -i a
expect 2 'xaifbooster: error: option --output: there is more than one output' -o a -o a "$input"
# contradictions
twice='  hint: give it once'
expect 2 "xaifbooster: error: option --output is given twice: 'a' and 'b'
$twice" -o a -o b "$input"
expect 2 "xaifbooster: error: option --objective is given twice: 'total' and 'tape'
$twice" --objective=total -M tape "$input"
expect 2 "xaifbooster: error: option --wrappers is given twice: 'a' and 'b'
$twice" -w a -w b "$input"
expect 2 "xaifbooster: error: option --verify is given twice: 'strict' and 'report'
$twice" --verify --verify=report "$input"
expect 2 "xaifbooster: error: option --points is given twice: '1' and '2'
$twice" --verify --points=1 --points=2 "$input"
run -a roundtrip --progress=never --progress=never "$input"
check returned 0
run -a basicblockpreaccumulationreverse --reversal=joint --reversal=joint "$input"
check returned 0
expect 2 'xaifbooster: error: --elimination-order=forward contradicts --heuristic=edge:forward, which stands for an order
  hint: leave one of them out; a heuristic may also come with the algorithm' \
    --elimination-order=forward --heuristic=edge:forward "$input"
expect 2 'xaifbooster: error: --elimination-order=best contradicts --heuristic=edge:lowest_markowitz,sibling2,reverse, which stands for an order
  hint: leave one of them out; a heuristic may also come with the algorithm' \
    -a memopstradeoffpreaccumulation --elimination-order=best "$input"
expect 0 'xaifbooster: warning: --heuristic=vertex:sibling replaces edge:lowest_markowitz,sibling2,reverse, which algorithm memopstradeoffpreaccumulation presets
  hint: what is given counts more than a preset' \
    -a memopstradeoffpreaccumulation --heuristic=vertex:sibling --objective=operations "$input"
expect 2 'xaifbooster: error: --verdict is given, but there is no verdict without --verify
  hint: add --verify' --verdict=v "$input"
expect 2 'xaifbooster: error: --verdict-format is given, but there is no verdict without --verify
  hint: add --verify' --verdict-format=json "$input"
for name in out.F77 out.FOR out.cc out.h; do
    expect 2 "xaifbooster: error: $name is the name of a source that is not written
  hint: say what it is by --to, or let its name end in .f90, .F90, .f95, .f03, .f08 or .f for Fortran, in .c for C" \
        -o "$name" "$input"
    check [ ! -e "$name" ]
done
mkdir folder.f77
for name in out.f90 out.F90 out.f95 out.f03 out.f08; do
    run --quiet --mode=plain -o "$name" "$input"
    check returned 0
    check grep -q '^module ' "$name"
done
for name in out.xaif out.xml out .out out.txt tmp.Xa3b folder.f77/out; do
    run --quiet --mode=plain -o "$name" "$input"
    check returned 0
    check grep -q '<xaif:' "$name"
done
run --quiet --mode=plain --to=xaif -o out.f77 "$input"
check grep -q '<xaif:' out.f77
run --quiet --dot=callgraph -o out.gv "$input"
check returned 0
rm -rf out.* out .out tmp.Xa3b folder.f77
# code that has derivatives as components
expect 3 "$input: error: can't be written as Fortran: a DerivativePropagator
  hint: choose --mode=tangent or --mode=adjoint, with which derivatives are variables of their own" --to=fortran "$input"
expect 3 "$input: error: can't be written as C: a DerivativePropagator
  hint: choose --mode=tangent or --mode=adjoint, with which derivatives are variables of their own" -o out.c "$input"
check [ ! -e out.c ]
# options that have no effect
for option in seed=3 points=3 case=c.json entry=swing; do
    expect 2 "xaifbooster: error: --${option%=*} has no effect without --verify
  hint: add --verify" "--$option" "$input"
done
for option in tape-check embed-runtime comments=full split-units=9 tape-context=module; do
    expect 2 "xaifbooster: error: --${option%=*} has no effect where XAIF is written
  hint: name the language: --to=fortran, or --to=c" "--$option" "$input"
done
for option in tape-check embed-runtime tape-context=argument; do
    for mode in plain tangent; do
        expect 0 "xaifbooster: warning: --${option%=*} has no effect: what is written has no tape
  hint: leave it out" --mode=$mode "--$option" -o out.f90 "$top/examples/spring.xaif"
    done
    expect 0 '' --mode=adjoint "--$option" -o out.f90 "$top/examples/spring.xaif"
done
expect 0 'xaifbooster: warning: --routine-suffix has no effect in reverse mode
  hint: --motion-suffixes says how names of adjoint routines end' --mode=adjoint --routine-suffix=_q -o out.xaif "$top/examples/spring.xaif"
expect 0 'xaifbooster: warning: --name-prefix has no effect in Fortran and C
  hint: leave it out: prefixes of names that are made are not written' --mode=adjoint --name-prefix=Q_ -o out.f90 "$top/examples/spring.xaif"
# The prefix has none indeed.
mv out.f90 with.f90
run --mode=adjoint -o out.f90 "$top/examples/spring.xaif"
sed -i 1d out.f90 with.f90
check cmp -s out.f90 with.f90
# Without alias sets, numbers of one type may be equivalent, unless the document or the user says that they are not. What the user says is not written.
sed -E 's/ (alias|du_ud)="[0-9]+"/ \1="0"/g' "$input" >bare.xaif
sed 's/<xaif:CallGraph /&storage="declared" /' bare.xaif >declared.xaif
expect 0 '' -a basicblockpreaccumulation -o bare.out.xaif bare.xaif
expect 0 '' -a basicblockpreaccumulation --storage=declared -o vouched.out.xaif bare.xaif
expect 0 '' -a basicblockpreaccumulation -o declared.out.xaif declared.xaif
check [ "$(grep -c '<xaif:Sax' vouched.out.xaif)" -lt "$(grep -c '<xaif:Sax' bare.out.xaif)" ]
check grep -q 'prefix="[^"]*" storage="declared"' declared.out.xaif
check cmp -s vouched.out.xaif <(sed 's/ storage="declared"//' declared.out.xaif)
run -a basicblockpreaccumulation --storage=known -o none.xaif bare.xaif
check returned 2
check grep -q "option --storage can't be 'known'" err
rm bare.xaif declared.xaif bare.out.xaif vouched.out.xaif declared.out.xaif
for mode in tangent adjoint; do
    expect 0 'xaifbooster: warning: --dependents has no effect on code without --activity
  hint: say --activity=computed to differentiate only what lies between them' \
        --mode=$mode --dependents=y -o out.xaif "$top/examples/spring.xaif"
    expect 1 "$top/examples/spring.xaif: error: the program has no procedure named nosuch
  hint: there are: spring, energy" --mode=$mode --entry=nosuch -o none.xaif "$top/examples/spring.xaif"
    run --mode=$mode --independents= -o none.xaif "$top/examples/spring.xaif"
    check returned 2
    check grep -q 'error: --independents names no variable' err
    check [ ! -e none.xaif ]
    expect 0 '' --mode=$mode --entry=spring -o out.xaif "$top/examples/spring.xaif"
done
expect 2 'xaifbooster: error: --derivative-suffix is empty: names would stay
  hint: _d is an example' --mode=tangent --derivative-suffix= "$top/examples/spring.xaif"
rm -f out.xaif out.f90 with.f90
run --help=tangent
check grep -q 'else 0$\|else 0 *$' out
check [ "$(grep -c '\[0\]' out)" -eq 0 ]
run --quiet --mode=plain --to=c -o out.cc "$input"
check [ "$status" -eq 0 ]
rm -f out.cc
expect 2 'xaifbooster: error: --dot and --validate of the output exclude each other: a picture is no XAIF
  hint: leave one of them out' --dot=cfg --validate=output "$input"
expect 2 'xaifbooster: error: the output and the metrics are the same file, new
  hint: give each a file of its own' --metrics-output=new -o new "$input"
expect 2 'xaifbooster: error: the dump after read and the dump after linearization are the same file, new
  hint: give each a file of its own' --dump-after=read=new --dump-after=linearization=new "$input"
check [ ! -e new ]

# The adjoint of a local variable that shares storage with one from outside is not set to zero by the routine.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$XB_TOP_SRCDIR/tests python3 - >shared.xaif <<'END'
import xaif
print(xaif.build('''
common real g
subroutine foo(y inout)
  real y, t @ g
  t = sin(y)
  y = y*t
end
subroutine head(x in, y out)
  real x, y
  y = x
  call foo(y)
  y = g - y
end
''', 'shared.xaif'))
END
"$program" --quiet -a basicblockpreaccumulationreverse --zero-locals -o zeroed shared.xaif
grep -A 4 '"_initialise"' zeroed >zeros
check grep -q 'symbol_id="OpenAD_prp_0"' zeros
check [ "$(grep -c 'symbol_id="t"' zeros)" = 0 ]
rm -f shared.xaif zeroed zeros

# What is read is not overwritten by side results.
cp "$input" read.xaif
expect 2 'xaifbooster: error: the metrics would overwrite the document, read.xaif
  hint: write to another file' --metrics-output=read.xaif -o new read.xaif
expect 2 'xaifbooster: error: the verdict would overwrite the document, ./read.xaif
  hint: write to another file' --verify --verdict=./read.xaif -o new read.xaif
expect 2 'xaifbooster: error: the output would overwrite a catalogue, rules.xaif
  hint: write to another file' -c rules.xaif -o rules.xaif read.xaif
expect 2 'xaifbooster: error: the document and --write-schedule are the same file, read.xaif
  hint: give each a file of its own' -a basicblockpreaccumulationreverse --reversal=split --write-schedule=read.xaif \
    -o new read.xaif
expect 2 'xaifbooster: error: the document and --reversal are both standard input
  hint: name a file for one of them' -a basicblockpreaccumulationreverse --reversal=- -o new < "$input"
check cmp -s read.xaif "$input"
check [ ! -e new ]
rm -f read.xaif

expect 2 "xaifbooster: error: the name of a file is empty
$help" ''
expect 2 'xaifbooster: error: option --output: the file name is empty' -o '' "$input"
expect 2 'xaifbooster: error: option --algorithm: the list of algorithms has an empty name' -a roundtrip, "$input"
expect 2 'xaifbooster: error: there is no algorithm rondtrip
  hint: did you mean roundtrip?' -a rondtrip "$input"
expect 2 "xaifbooster: error: can't dump after algorithm flattening, which does not run
  hint: --list-algorithms names them; -a chooses those that run" \
    -a roundtrip --dump-after=flattening "$input"
expect 2 'xaifbooster: error: the output and the dump after read both go to standard output
  hint: name a file for one of them' -a roundtrip --dump-after=read=- "$input"
expect 2 'xaifbooster: error: the metrics and the dump after read both go to standard output
  hint: name a file for one of them' -a roundtrip --metrics=json --metrics-output=- --dump-after=read=- -o new "$input"
expect 2 'xaifbooster: error: the output and the verdict both go to standard output
  hint: name a file for one of them' --verify --verdict=- "$input"
expect 2 'xaifbooster: error: the metrics and the verdict both go to standard output
  hint: name a file for one of them' --verify --verdict=- --metrics=json --metrics-output=- -o new "$input"
expect 2 'xaifbooster: error: the output and the metrics both go to standard output
  hint: name a file for one of them' --metrics=json --metrics-output=- "$input"
expect 2 'xaifbooster: error: --elimination-cache: it is read and written, which - is not
  hint: name a file' --elimination-cache=- "$input"
expect 2 "$input: error: there is no picture cfg of nobody
  hint: name one of swing__1" -a roundtrip --dot cfg:nobody "$input"
run -a roundtrip --dot cfg:swing__1 "$input"
check returned 0
cp out named
for name in swing SWING sw; do
    run -a roundtrip --dot "cfg:$name" "$input"
    check cmp -s out named
done
rm named
sed 's/.*symbol_id="swing__1" kind.*/&<xaif:Symbol symbol_id="swim_2" kind="subroutine" type="void" active="0"\/>/; s/vertex_id="1" scope_id="1" symbol_id="swing__1"/vertex_id="9" scope_id="1" symbol_id="swim_2"/' "$input" >other
awk '/<xaif:ControlFlowGraph /,/<\/xaif:ControlFlowGraph>/' other >flow
sed -e '/<\/xaif:CallGraph>/e cat flow' -e 's/.*symbol_id="swing__1" kind.*/&<xaif:Symbol symbol_id="swim_2" kind="subroutine" type="void" active="0"\/>/' "$input" >two.xaif
expect 2 'two.xaif: error: there is no picture cfg of swi
  hint: name one of swing__1, swim_2' -a roundtrip --dot cfg:swi two.xaif
run -a roundtrip --dot cfg:swim two.xaif
check returned 0
check [ "$(grep -c '^digraph' out)" -eq 1 ]
rm other flow two.xaif
run --dot flower "$input"
check returned 2
check grep -q '^xaifbooster: error: there is no picture flower$' err
check grep -q '^  hint: there are callgraph, cfg, expression' err

# All errors of a command line are reported, and nothing is written.
run --nope -Z --quiet=1 -o result "$input"
check returned 2
check [ "$(grep -c ': error: ' err)" -eq 3 ]
check nothing_but

# A name that an abbreviation stands for.
run --algo=roundtrip "$input"
check returned 0

# An option of an algorithm that does not run.
expect 0 'xaifbooster: warning: option --per-statement has no effect: algorithm flattening does not run
  hint: leave it out, or add -a flattening' \
    -a roundtrip -S "$input"

# --- inputs that can't be read, or are wrong --------------------------------

expect 4 "nosuchfile: error: can't read: No such file or directory
  hint: is the name right? it counts from the working folder" -a roundtrip nosuchfile
run -a roundtrip "$scratch"
check returned 4
check grep -q ': error: ' err
: >nothing
run -a roundtrip nothing
check returned 1
head -c 500 "$input" >half
run -a roundtrip half
check returned 1
check grep -q '^half:[0-9]*: error: ' err
sed 's/sin_scal/nosuch_scal/' "$input" >unknown
run -o result unknown
check returned 3
check grep -q '^unknown:[0-9]*: error: .*nosuch_scal' err
check [ ! -e result ]
run -a roundtrip -c nosuchfile "$input"
check returned 4
run -a roundtrip -c half "$input"
check returned 1
rm -f nothing half unknown

# Arguments of functions are no operands.
sed 's/source="4" target="3" position="1"/source="4" target="2" position="1"/' "$top/examples/spring.xaif" >operands
run -a roundtrip operands
check returned 1
check grep -q "FunctionCall can't have operands" err
check grep -q 'hint: write Argument children' err
rm -f operands

# --- standard input and output ----------------------------------------------

run -a roundtrip "$input"
check returned 0
check empty err
mv out wanted
run -a roundtrip -i "$input"
check cmp -s out wanted
"$program" -a roundtrip <"$input" >out 2>err
check cmp -s out wanted
"$program" -a roundtrip - <"$input" >out 2>err
check cmp -s out wanted
# shellcheck disable=SC2002
cat "$input" | "$program" -a roundtrip -i - -o - >out 2>err
check cmp -s out wanted
cp "$input" ./-a
run -a roundtrip -- -a
check cmp -s out wanted
run "$input" -a roundtrip
check cmp -s out wanted
run -aroundtrip -o result -v "$input"
check returned 0
check cmp -s result wanted
check empty out
run -a roundtrip result
check cmp -s out wanted
rm -f ./-a result

if [ -w /dev/full ]; then
    "$program" -a roundtrip "$input" >/dev/full 2>err
    status=$?
    check returned 4
    check [ "$(cat err)" = "xaifbooster: error: can't write to standard output: No space left on device" ]
    "$program" --help >/dev/full 2>err
    status=$?
    check returned 4
    run -a roundtrip "$input" -o /dev/full
    check returned 4
fi
"$program" -a roundtrip "$input" 2>err >&-
status=$?
check returned 4
# More than a pipe holds, so that the reader is gone when the last of it is written.
sed "s/<xaif:Entry /&annotation=\"$(printf '%0100000d' 0)\" /" "$input" >long.xaif
mkfifo pipe
"$program" -a roundtrip long.xaif 2>err >pipe &
: <pipe
wait $!
status=$?
check returned 141
check empty err
env --ignore-signal=PIPE "$program" -a roundtrip long.xaif 2>err >pipe &
: <pipe
wait $!
status=$?
check returned 4
check grep -q 'Broken pipe' err
mkdir limited
(ulimit -f 64 && exec "$program" -a roundtrip long.xaif -o limited/out) 2>err
status=$?
check returned 4
check grep -q "limited/out: error: can't write to the file: File too large" err
check [ -z "$(ls -A limited)" ]
rmdir limited
rm -f pipe long.xaif
"$program" -a roundtrip "$input" -o /dev/stdout 2>err | cat >out
status=${PIPESTATUS[0]}
check returned 0
check cmp -s out wanted

# An open file is written where it is, and not replaced: others write to it, too.
echo before >log
"$program" -a roundtrip "$input" -o /dev/stdout >>log 2>err
echo after >>log
check [ "$(sed -n 1p log)" = before ] && check [ "$(tail -n 1 log)" = after ] && check grep -q '</xaif:CallGraph>' log
"$program" -a roundtrip "$input" -o /dev/fd/3 2>err 3>third
check cmp -s third <("$program" -a roundtrip "$input")
"$program" -a roundtrip "$input" -o /dev/fd/9 2>err 9>&-
check [ $? -eq 4 ] && check grep -q '/dev/fd/9: error: ' err
rm -f log third

# --- a signal leaves nothing ------------------------------------------

# The program waits for its input, and the file for metrics has a temporary name.
mkdir killed
for signal in HUP INT TERM; do
    mkfifo pipe
    exec 9<>pipe
    env --default-signal="$signal" "$program" --metrics-output=killed/metrics -o killed/out pipe 2>err &
    for _ in $(seq 500); do
        [ -z "$(ls -A killed)" ] || break
        sleep 0.02
    done
    check [ -n "$(ls -A killed)" ]
    kill -"$signal" $!
    wait $!
    check [ $? -eq $((128 + $(kill -l "$signal"))) ]
    exec 9>&-
    check [ -z "$(ls -A killed)" ]
    rm -f pipe
done

# --- files are replaced all or nothing --------------------------------------

echo old >result
run nosuchfile -o result
check returned 4
check [ "$(cat result)" = old ]
run -a roundtrip "$input" -o result --dot cfg:nobody
check returned 2
check [ "$(cat result)" = old ]
run -a roundtrip "$input" -o nosuchfolder/result
check returned 4
check nothing_but result wanted
run -a roundtrip "$input" -o result
check returned 0
check cmp -s result wanted
run -a roundtrip "$input" -o .
check returned 4
check nothing_but result wanted
rm -f result

# --- warnings ---------------------------------------------------------------

run -a roundtrip -p NOBODY "$input"
check returned 0
check grep -q "^$input: warning: no variable is named NOBODY" err
run -a roundtrip -p noBody "$input"
check grep -q "^$input: warning: no variable is named noBody" err
run -a roundtrip -p NOBODY --quiet "$input"
check returned 0
check empty err
for quiet in '' --quiet; do
    # shellcheck disable=SC2086
    run -a roundtrip -p NOBODY --werror $quiet -o result "$input"
    check returned 1
    check grep -q "^$input: error: no variable is named NOBODY" err
    check nothing_but wanted
done
for option in '' --validate=both --dot=cfg; do
    # shellcheck disable=SC2086
    run -a roundtrip -p NOBODY --werror $option "$input"
    check returned 1
    check empty out
done

# --- passivation ------------------------------------------------------------

run -a roundtrip -p 't, x' "$input"
check returned 0
check [ "$(grep -c 'symbol_id="[TX]_[0-9]*".* active="0"' out)" -eq 2 ]
run -a roundtrip -p X_1 -F NO_STYLE "$input"
check empty err
check [ "$(grep -c 'symbol_id="X_1".* active="0"' out)" -eq 1 ]

# --- dumps, metrics, times --------------------------------------------------

run "$input" --dump-after=read=first --dump-after=basicblockpreaccumulation --verify-each
check returned 0
check cmp -s first wanted
check cmp -s basicblockpreaccumulation.xaif out
check [ "$(grep -c DerivativePropagator out)" -gt 0 ]
rm -f first basicblockpreaccumulation.xaif
run "$input" --dump-after=read=nosuchfolder/first -o result
check returned 4
check [ ! -e result ]

run "$input" --metrics
check returned 0
check grep -q '^total ' err
run "$input" --metrics=json
check python3 -c 'import json; json.load(open("err"))["total"]["multiplications"]'
run "$input" --metrics=json --metrics-output=numbers
check empty err
check python3 -c 'import json; json.load(open("numbers"))["total"]'
rm -f numbers
run "$input" --metrics-output=nosuchfolder/numbers
check returned 4
check empty out
run "$input" --metrics-output=-
check returned 2
for option in --metrics-output --plugin --catalogue --schemas --dump-after; do
    run "$input" $option=
    check returned 2
    check grep -q "^xaifbooster: error: option $option: the .* is empty" err
done
run "$input" --metrics-output=nosuchfolder/numbers -o result
check returned 4
check [ ! -e result ]

run "$input" --time
check returned 0
for step in read verify basicblockpreaccumulation write total; do
    check grep -q "^$step  *[0-9.]*  *[0-9.]* " err
done

(
    sleep 3
    cat "$input"
) | "$program" -a roundtrip --progress=always >out 2>err
check [ "$(head -n 1 err)" = 'xaifbooster: read, 2 s' ]
check cmp -s out wanted

# --- the script for working on it ---------------------------------------------

if [ -x "$top/dev" ]; then
    "$top/dev" nosuch >out 2>err
    status=$?
    check returned 2
    check grep -q 'there is no command nosuch' err
    "$top/dev" demo --bad >out 2>err
    status=$?
    check returned 1
    check grep -q 'demo: unknown argument --bad' err
fi

# --- validation -------------------------------------------------------------

run "$input" --validate=both
check returned 0
check empty err
"$program" -a roundtrip -v - <"$input" >out 2>err
check cmp -s out wanted
sed 's/<xaif:AliasSetMap>/<xaif:AliasSetMap colour="red">/' "$input" >strange
run -a roundtrip -v strange -o result
check returned 1
check grep -q '^strange:[0-9]*: error: .*colour' err
check [ ! -e result ]
run -a roundtrip -v -s nosuchfolder "$input"
check returned 4
check grep -q -e '--schemas=FOLDER names another one' err
rm -f strange
run "$input" -o result
run -v -a roundtrip result
check returned 0
check cmp -s result out
rm -f result

# --- pictures ---------------------------------------------------------------

for kind in callgraph cfg expression cfg:swing__1 expression:2; do
    for algorithm in roundtrip basicblockpreaccumulation; do
        run -a "$algorithm" --dot "$kind" "$input"
        check returned 0
        check grep -q '^digraph ' out
        if command -v dot >/dev/null; then
            dot -Tcanon out >drawn 2>err
            status=$?
            check returned 0
            rm -f drawn
        fi
    done
done
for kind in dominators lcg remainder lcg:0; do
    run --dot "$kind" "$input"
    check returned 0
    check grep -q '^digraph ' out
    if command -v dot >/dev/null; then
        dot -Tcanon out >drawn 2>err
        status=$?
        check returned 0
        rm -f drawn
    fi
done
run --dot cfg "$input"
check grep -qF '[label="BasicBlock 2\nT_3 = sin_scal(X_1(1))\nU_4 = X_1(2)*T_3\nY_2 = (X_1(1)*U_4) + T_3"' out
run --dot cfg "$input" -a basicblockpreaccumulation
check grep -qF "Y_2' = OpenAD_acc_" out
run --dot expression:2 "$input"
check [ "$(grep -c '^digraph ' out)" -eq 1 ]

# --- modes -------------------------------------------------------------------

# stands_for MODE OPTION...: the mode makes what the options do.
stands_for() {
    local mode=$1
    shift
    run --mode="$mode" "$top/examples/spring.xaif" -o made.xaif
    check returned 0
    run "$@" "$top/examples/spring.xaif" -o out.xaif
    check cmp -s made.xaif out.xaif
}
stands_for tangent -a basicblockpreaccumulation,associationbyname
stands_for adjoint -a basicblockpreaccumulationreverse,associationbyname --motions=routines
stands_for jacobian -a associationbyname --jacobian=spring

# Names of what is called are options.
run --mode=adjoint --motion-suffixes=combined:_bar,recording:_fwd --derivative-suffix=_bar "$top/examples/spring.xaif" -o out.xaif
check returned 0
for name in spring_bar spring_fwd spring_ret x_bar energy_fwd; do
    check grep -q "symbol_id=\"$name\"" out.xaif
done
check [ "$(grep -c 'symbol_id="spring_b"' out.xaif)" -eq 0 ]
check "$program" verify --quiet "$top/examples/spring.xaif" out.xaif
run --mode=adjoint --combined=none "$top/examples/spring.xaif" -o out.xaif
check [ "$(grep -c 'symbol_id="spring_b"' out.xaif)" -eq 0 ]
run --mode=adjoint --combined=all "$top/examples/spring.xaif" -o out.xaif
check grep -q 'symbol_id="energy_b"' out.xaif
run --mode=tangent --routine-suffix= --derivative-suffix=_dot "$top/examples/spring.xaif" -o out.xaif
check returned 0
check [ "$(grep -c 'symbol_id="spring_d"' out.xaif)" -eq 0 ]
check grep -q 'symbol_id="x_dot"' out.xaif
check "$program" verify --quiet "$top/examples/spring.xaif" out.xaif
for wrong in --motion-suffixes=combined --motion-suffixes=sideways:_s --motion-suffixes=combined:a-b --motion-suffixes=combined:_rec --derivative-suffix= --routine-suffix=%; do
    run --mode=adjoint $wrong "$top/examples/spring.xaif" -o out.xaif
    check returned 2
done
check grep -q "error: option --routine-suffix: '%' can't end a name\|--routine-suffix: '%' can't end a name" err
run -a basicblockpreaccumulationreverse,associationbyname --motions=routines --combined=none --keep-active "$top/examples/spring.xaif" -o out.xaif
check cmp -s <("$program" -a associationbyname out.xaif) <("$program" --mode=hessian "$top/examples/spring.xaif")
check cmp -s <("$program" -a associationbyname --directions=2 out.xaif) <("$program" --mode=hessian --directions=2 "$top/examples/spring.xaif")

# The entry of a Jacobian is said, unless somebody names it.
note='note: the Jacobian is that of spring (--jacobian=ROUTINE, --entry)'
run --mode=jacobian "$top/examples/spring.xaif" -o out.xaif
check grep -q "$note" err
run --mode=jacobian --entry=energy "$top/examples/spring.xaif" -o out.xaif
check returned 0
check grep -q 'xb.jacobian=energy' out.xaif
check [ "$(grep -c 'note: the Jacobian is' err)" -eq 0 ]
run --mode=jacobian --entry=engery "$top/examples/spring.xaif" -o none.xaif
check returned 1
check grep -q 'the program has no procedure named engery' err

# What is given counts more than what a mode presets; algorithms run before.
run --mode=adjoint --motions=lists "$top/examples/spring.xaif" -o out.xaif
check grep -q 'replaces routines, which mode adjoint presets' err
run --mode=hessian -a scopemerging --time "$top/examples/spring.xaif" -o out.xaif
check returned 0
check [ "$(grep -n '^scopemerging ' err | cut -d: -f1)" -lt "$(grep -n '^associationbyname ' err | head -n 1 | cut -d: -f1)" ]
check [ "$(grep -c '^scopemerging ' err)" -eq 1 ]
check [ "$(grep -c '^associationbyname ' err)" -eq 2 ]
expect 2 'xaifbooster: error: algorithms tracediff and basicblockpreaccumulation both make what is run in place of the program
  hint: run one after the other, or choose' --mode=tangent -a tracediff "$input"

run --mode=hessian --jacobian=spring "$top/examples/spring.xaif" -o none.xaif
check returned 2
check grep -q 'option --jacobian is not for mode hessian' err

# Both passes are judged, and the file has both verdicts; what is written first is what the first one is about.
run --mode=hessian --verify --verdict=verdict "$top/examples/spring.xaif" -o out.xaif
check returned 0
check [ "$(grep -c '^verdict: ok' verdict)" -eq 2 ]
check grep -qx 'transformed: (pass 1), motions adjoint' verdict
# What has one argument for x and y has two, x and x_d, when it is differentiated again.
run --mode=hessian --verify "$top/tests/data/derivatives/section_reversed_in_place.xaif" -o out.xaif
check returned 0
check [ "$(grep -c '^verdict: ok' err)" -eq 2 ]
# The case is that of the first pass; the routines that it makes have other arguments, too (verify.sh).
echo '{"x0": [0.3, 0.4], "points": [[1, 2]], "ranges": [[1, 2], [2, 3]]}' > case.json
run --mode=hessian --verify --case=case.json "$top/examples/distance.xaif" -o out.xaif
check returned 0
check [ "$(grep -c '^verdict: ok' err)" -eq 2 ]
rm -f case.json
run --mode=hessian --dump-after=read=read.xaif --dump-after=tangent=tangent.xaif "$top/examples/spring.xaif" -o out.xaif
check cmp -s read.xaif <("$program" -a roundtrip "$top/examples/spring.xaif")
check [ "$(grep -c 'push' tangent.xaif)" -gt 0 ]
rm -f made.xaif out.xaif verdict read.xaif tangent.xaif

# Words that others have for them.
while read -r word mode; do
    expect 2 "xaifbooster: error: there is no option --$word
  hint: write --mode=$mode" "--$word" "$input"
    [ "$word" = "$mode" ] || expect 2 "xaifbooster: error: option --mode can't be '$word'
  hint: write --mode=$mode; it may be plain, tangent, adjoint, jacobian, hessian" "--mode=$word" "$input"
    [ "$word" = tangent ] || expect 2 "xaifbooster: error: there is no algorithm $word
  hint: write --mode=$mode" -a "$word" "$input"
done <<'END'
forward tangent
tangent tangent
reverse adjoint
adjoint adjoint
gradient adjoint
hessian hessian
END
expect 2 'xaifbooster: error: there is no algorithm gradient
  hint: write --mode=adjoint; xaifbooster --help describes modes' --help=gradient
for number in 0 1; do
    run -M "$number" "$input"
    check returned 2
    check grep -qE "hint: write -M (operations|scarcity), which is -M $number of OpenAD's engine; it may be total" err
done

# --- options of algorithms --------------------------------------------------

# The id of the initialisation block gives way to those of the program.
run -D --validate=both --verify-each "$input"
check returned 0
id=$(sed -n 's/.*BasicBlock vertex_id="\([0-9]*\)" annotation="_bbp_".*/\1/p' out)
check [ -n "$id" ]
sed -e 's/BasicBlock vertex_id="2"/BasicBlock vertex_id="'"$id"'"/' \
    -e '/<xaif:ControlFlowEdge/s/\(source\|target\)="2"/\1="'"$id"'"/' "$input" >taken.xaif
check [ "$(grep -c "\"$id\"" taken.xaif)" -ge 3 ]
run -D --validate=both --verify-each taken.xaif
check returned 0
check [ "$(grep -c "BasicBlock vertex_id=\"$id\"" out)" -eq 1 ]

# Properties tell members of structured data apart: whether a use is of what was assigned is not known then.
sed '/from_virtual_address="4"/s/partial="[a-z0-9]*"/partial="true"/' "$input" >whole.xaif
check grep -q 'from_virtual_address="4".*partial="true"' whole.xaif
run --metrics=json whole.xaif
check grep -q '"total": {"sequences": 1,' err
sed '/<xaif:Assignment statement_id="2"/,/<.xaif:Assignment>/s/\(<xaif:SymbolReference [^>]*symbol_id="T_3"\)\/>/\1><xaif:SymbolReferenceProperty name="member" value="re"\/><\/xaif:SymbolReference>/' \
    whole.xaif >member.xaif
check grep -q SymbolReferenceProperty member.xaif
run --metrics=json member.xaif
check returned 0
check grep -q '"total": {"sequences": 2,' err

# Derivative code is not differentiated again.
run -o derived.xaif "$input"
run derived.xaif
check returned 3
check grep -q 'has been transformed already' err
run -H -o derived.xaif "$input"
run derived.xaif
check returned 3
check grep -q 'has been transformed already' err
sed '0,/<xaif:AssignmentLHS/s//<xaif:AssignmentLHS deriv="1"/' "$input" >derived.xaif
run derived.xaif
check returned 3
check grep -q "the derivative of 'T_3'" err
run -a roundtrip derived.xaif
check returned 0

# One run makes code of one kind: derivatives of one mode, or a trace.
both() {
    expect 2 "xaifbooster: error: algorithms $2 and $3 both make what is run in place of the program
  hint: run one after the other, or choose" -a "$1" -o derived.xaif "$input"
}
forward=basicblockpreaccumulation
reverse=basicblockpreaccumulationreverse
both "$reverse,tracediff" $reverse tracediff
both basicblockpreaccumulationtape,tracediff basicblockpreaccumulationtape tracediff
both "$forward,tracediff" $forward tracediff
both "tracediff,$forward" tracediff $forward
both "$forward,$reverse" $forward $reverse
both "$reverse,$forward" $reverse $forward
both "memopstradeoffpreaccumulation,$reverse" memopstradeoffpreaccumulation $reverse

for algorithms in tracediff,associationbyname associationbyname,tracediff tracediff,tangent tangent,tracediff; do
    expect 2 "xaifbooster: error: algorithm tracediff does not trace derivative code
  hint: trace the program in a run of its own" -a "$algorithms" -o derived.xaif "$input"
done
run -a tracediff,controlflowreversal -o derived.xaif "$input"
check returned 2
check grep -q 'has replacements already' err

# A taping sweep alone is no plain program.
expect 2 "xaifbooster: error: algorithm associationbyname does not make plain variables of a taping sweep alone
  hint: -a basicblockpreaccumulationreverse,associationbyname has both sweeps" -a basicblockpreaccumulationtape,associationbyname -o derived.xaif "$input"

# What rewrites the program comes before work on derivatives, which it would lose: if it was chosen, without
# being asked for; if it was named, that is an error.
blocks=$top/tests/data/derivatives/variables_of_blocks.xaif
for goal in $forward $reverse; do
    run --quiet -a $goal -o wanted.xaif "$blocks"
    check returned 0
    for names in $goal,canonicalization canonicalization,$goal scopemerging,$goal canonicalization,scopemerging,$goal \
        $goal,typechange; do
        run --quiet -a "$names" "$blocks"
        check returned 0
        check cmp -s out wanted.xaif
    done
done
rm -f wanted.xaif
late() {
    expect 2 "xaifbooster: error: algorithm $2 rewrites the program, but comes after $1, whose work would be lost
  hint: name it first, as in -a $2,$1" -a "$1,$2" "$blocks"
}
late $reverse scopemerging
late $forward scopemerging
late $forward conditionhoisting
late flattening scopemerging
late preaccumulation scopemerging
late basicblockpreaccumulationtape scopemerging
late tracediff conditionhoisting
expect 2 "xaifbooster: error: algorithm loopcheckpointing rewrites the program, but comes after $reverse, whose work would be lost
  hint: name it first, as in -a loopcheckpointing,$reverse" \
    -a $reverse,loopcheckpointing --checkpoint-loops=head:1:3 "$blocks"

# Nothing is active: there are no derivatives. One warning, however many routines there are.
sed 's/ active="1"/ active="0"/' "$top/examples/spring.xaif" >passive.xaif
for goal in $forward $reverse $forward,associationbyname; do
    expect 0 "passive.xaif: warning: no variable is active: no derivative is computed
  hint: let the front end mark what has a derivative (active=\"true\" of symbols); --passivate takes it away" \
        -a "$goal" -o derived.xaif passive.xaif
    expect 0 '' --quiet -a "$goal" -o derived.xaif passive.xaif
done
expect 0 '' -a canonicalization -o derived.xaif passive.xaif
rm -f passive.xaif

# A pointer that a marker may associate with a target: where derivatives are variables, they do not follow.
pointers=$top/tests/data/derivatives/pointer_elements.xaif
sed '0,/<xaif:BasicBlock [^>]*>/s//&<xaif:Marker statement_id="m" annotation="OPR_PSTORE"\/>/' "$pointers" >marked.xaif
for goal in $forward $reverse; do
    named=(-a "$goal,associationbyname" -o derived.xaif)
    [ $goal = $forward ] || named+=(--motions=routines --reversal=split)
    run "${named[@]}" marked.xaif
    check returned 0
    check [ "$(grep -c 'its derivative .* does not follow' err)" -eq 1 ]
    [ $goal = $forward ] || check grep -q "^marked.xaif:189: warning: 'a' is a pointer: if what stands here associates it with another target, the adjoint sweep goes on with the last one\$" err
    check grep -q "^marked.xaif:189: warning: 'a' is a pointer: if what stands here associates it with a target, its derivative 'a_[bd]' does not follow\$" err
    check grep -q 'hint: associate it with the derivative of the target there, or leave out associationbyname' err
    run "${named[@]}" "$pointers"
    check [ "$(grep -c 'is a pointer' err)" -eq 0 ]
done

# One without bounds, in a routine or from outside: nothing associates its derivative, and the verdict is not alone in saying so.
symbol='<xaif:Symbol symbol_id="a"'
sed "/$symbol/,/<\\/xaif:Symbol>/{/<xaif:DimensionBounds/d}" "$pointers" >unbounded.xaif
sed -n "/$symbol/,/<\\/xaif:Symbol>/p" unbounded.xaif >a.txt
sed -e "/$symbol/,/<\\/xaif:Symbol>/d" -e 's/\(symbol_id="a" scope_id="\)2"/\11"/' unbounded.xaif |
    awk '{print} /<xaif:SymbolTable>/ && !done {while ((getline line <"a.txt") > 0) print line; done = 1}' >outside.xaif
for document in unbounded outside; do
    for goal in $forward $reverse "$reverse --motions=routines"; do
        read -r -a named <<<"-a associationbyname,$goal"
        run "${named[@]}" -o derived.xaif $document.xaif
        check returned 0
        check [ "$(grep -c 'is a pointer' err)" -eq 1 ]
        check grep -q "^$document.xaif:[0-9]*: warning: 'a' is a pointer without bounds: nothing here associates its derivative 'a_[bd]' with a target, or allocates it\$" err
    done
done
rm -f unbounded.xaif outside.xaif a.txt
run -a $forward -o derived.xaif marked.xaif
check [ "$(grep -c 'is a pointer' err)" -eq 0 ]
sed -i 's/OPR_PSTORE/OPR_PRAGMA/' marked.xaif
run -a $forward,associationbyname -o derived.xaif marked.xaif
check [ "$(grep -c 'is a pointer' err)" -eq 0 ]
rm -f marked.xaif

# A result that a marker may allocate: its derivative is to have extents before the routine is called.
sed '/<xaif:DimensionBounds/d' "$top/tests/data/derivatives/array_without_bounds.xaif" >unmarked.xaif
sed '0,/<xaif:BasicBlock [^>]*>/s//&<xaif:Marker statement_id="m" annotation="OPR_ALLOCATE"\/>/' unmarked.xaif >marked.xaif
sed 's/OPR_ALLOCATE/OPR_COMMENT/' marked.xaif >harmless.xaif
allocated="the result 'y' must be allocated before, but may be what is allocated here"
for goal in $forward $reverse; do
    named=(-a "$goal,associationbyname" --jacobian=head -o derived.xaif)
    [ $goal = $forward ] || named+=(--motions=routines --reversal=split)
    run "${named[@]}" marked.xaif
    check returned 0
    check [ "$(grep -c "warning: the Jacobian of head: $allocated" err)" -eq 1 ]
    check grep -q 'hint: allocate it before the routine of the Jacobian is called' err
    for document in unmarked harmless; do
        run "${named[@]}" $document.xaif
        check returned 0
        check [ "$(grep -c "$allocated" err)" -eq 0 ]
    done
done
rm -f marked.xaif unmarked.xaif harmless.xaif

# Names that are made may be longer than Fortran allows: one warning. Those that the input has don't count.
long=a_variable_with_a_name_that_has_sixty_two_characters_in_it_all
check [ "${#long}" -eq 62 ]
sed 's/symbol_id="t"/symbol_id="'$long'"/' "$top/examples/spring.xaif" >long.xaif
expect 0 "long.xaif: warning: 1 name that is made is longer than 63 characters, the first is '${long}_d'
  hint: Fortran allows no more; give shorter names in the source, or a shorter prefix by --name-prefix" \
    -a $forward,associationbyname -o derived.xaif long.xaif
expect 0 '' --quiet -a $forward,associationbyname -o derived.xaif long.xaif
expect 0 '' -a $forward -o derived.xaif long.xaif
sed -i "s/$long/${long%l}/" long.xaif
expect 0 '' -a $forward,associationbyname -o derived.xaif long.xaif
sed -i "s/${long%l}/${long}_and_more/" long.xaif
expect 0 '' -a $forward -o derived.xaif long.xaif
sed 's/symbol_id="energy"/symbol_id="'$long'"/' "$top/examples/spring.xaif" >long.xaif
run -a $reverse --reversal=joint --motions=routines -o derived.xaif long.xaif
check returned 0
check [ "$(grep -c warning err)" -eq 1 ]
check grep -q "warning: 3 names that are made are longer than 63 characters" err
rm -f long.xaif

# What weak calls run again, and the document does not show, is named.
outside=$top/tests/data/derivatives/black_box_reads_global.xaif
run -a $reverse --reversal=joint -o derived.xaif "$outside"
check grep -q "note: weak calls run 'r' again, and with it 'ext', which has no body" err
run -a $reverse --reversal=split -o derived.xaif "$outside"
check [ "$(grep -c 'run .* again' err)" -eq 0 ]

# So is what they may leave otherwise than the program does, also where a top routine calls itself.
for again in '' '  if (cnt > 5) then\n    call head(p, y)\n  end\n'; do
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$XB_TOP_SRCDIR/tests python3 - "$again" >tick.xaif <<'END'
import sys, xaif
again = sys.argv[1].replace('\\n', '\n')
print(xaif.build('common passive integer cnt, own\n'
                 f'subroutine head(p in, y out)\n  real p, y\n  y = p\n  call tick(y)\n  y = y*cnt\n  call tick(y)\n  y = sin(y)*cnt\n{again}end\n'
                 'subroutine tick(t)\n  real t\n  own = 3\n  cnt = mod(cnt, own) + 1\n  t = t*cnt\nend\n', 'tick'), end='')
END
    run -a $reverse --reversal=joint -o derived.xaif tick.xaif
    check returned 0
    check grep -q "note: the adjoint sweep may leave 'cnt' otherwise than the program does, since weak calls modify it" err
    run -a $reverse --reversal=split -o derived.xaif tick.xaif
    check [ "$(grep -c 'may leave' err)" -eq 0 ]
done
rm -f tick.xaif

# Arguments that may share storage are parted in reverse mode, where subscripts do not tell that they are apart; of ten calls, five have such arguments.
run -a basicblockpreaccumulationreverse,associationbyname --motions=routines -o parted.xaif "$top/tests/data/derivatives/shared_elements.xaif"
check returned 0
copies() { sed -n '/<xaif:ControlFlowGraph.*symbol_id="head"/,/<\/xaif:ControlFlowGraph>/p' "$1" | grep -o '_copied_argument_[0-9]*_of_[0-9]*' | sort -u | tr '\n' ' '; }
check [ "$(copies parted.xaif)" = '_copied_argument_2_of_10 _copied_argument_2_of_12 _copied_argument_2_of_14 _copied_argument_2_of_16 _copied_argument_2_of_7 ' ]
run -a basicblockpreaccumulation,associationbyname -o parted.xaif "$top/tests/data/derivatives/shared_elements.xaif"
check [ "$(copies parted.xaif)" = '' ]

# Structures have no derivative as a whole.
sed 's/symbol_id="t" kind="variable" type="real"/symbol_id="t" kind="variable" type="opaque"/' "$top/examples/spring.xaif" >whole.xaif
for algorithm in basicblockpreaccumulation basicblockpreaccumulationreverse; do
    run -a "$algorithm" -o whole_out.xaif whole.xaif
    check returned 3
    check grep -q "^whole.xaif:[0-9]*: error: 't' is active, of type opaque, and assigned as a whole" err
    check [ ! -e whole_out.xaif ]
done
rm -f whole.xaif

# Nor a member that is an array, since nothing says so: here t%a = sin(x), say.
sed -e 's/symbol_id="t" kind="variable" type="real" feType="F8" shape="vector"/symbol_id="t" kind="variable" type="opaque" shape="scalar"/' \
    -e 's/\(<xaif:SymbolReference [^>]*symbol_id="t"[^>]*[^/>]\)\/>/\1><xaif:SymbolReferenceProperty name="member" value="a"\/><\/xaif:SymbolReference>/' \
    "$top/tests/data/derivatives/array_without_bounds.xaif" >member.xaif
for algorithm in basicblockpreaccumulation basicblockpreaccumulationreverse; do
    run -a "$algorithm" -o member_out.xaif member.xaif
    check returned 3
    check grep -q "^member.xaif:[0-9]*: error: 't' is active, of type opaque, and a member of it is assigned an array" err
    check [ ! -e member_out.xaif ]
done
rm -f member.xaif

# How control flow is taken backward.
ways() {
    run -a basicblockpreaccumulationreverse --metrics=json --metrics-output=ways -o /dev/null \
        "$top/tests/data/derivatives/$1.xaif"
    check [ "$(head -n 1 ways | grep -oE '"(loops|branches|blocks) [a-z ]*": [0-9]+' | sort | paste -sd ' ')" = "$2" ]
}
ways control_while '"loops counted": 1'
ways logical_condition_in_loop '"branches by condition": 3 "branches numbered": 1 "loops by arithmetic": 3'
ways control_goto_out_of_loop '"blocks recorded": 11'
rm -f ways

# The top routine is not run again by templates; drivers may store its arguments.
run -a basicblockpreaccumulationreverse "$input"
check [ "$(grep -c 'cp_arg_' out)" -eq 0 ]
run -P -a basicblockpreaccumulationreverse "$input"
check [ "$(grep -c 'cp_arg_store_real_vector_a' out)" -gt 0 ]
check [ "$(grep -c 'cp_arg_store_' out)" -eq "$(grep -c 'cp_arg_restore_' out)" ]

# Wrappers: calls of a routine without body, in any number of formal arguments.
call='<xaif:SubroutineCall statement_id="ID" symbol_id="outer_9" scope_id="1" formalArgCount="9223372036854775807"><xaif:Argument position="1"><xaif:VariableReference vertex_id="1"><xaif:SymbolReference vertex_id="1" scope_id="2" symbol_id="T_3"\/><\/xaif:VariableReference><\/xaif:Argument><\/xaif:SubroutineCall>'
sed -e '0,/<xaif:Symbol /s//<xaif:Symbol symbol_id="outer_9" kind="subroutine" type="void" shape="void" active="0"\/>&/' \
    -e "s/<\/xaif:BasicBlock>/${call/ID/8}${call/ID/9}&/" "$input" >calls.xaif
run -w outer --verify-each calls.xaif
check returned 0
check empty err
check [ "$(grep -c 'SubroutineCall statement_id="[89]" symbol_id="OpenAD_outer_9"' out)" -eq 2 ]
run -w 'outer, inner' calls.xaif
check returned 0
check grep -q 'no routine without body named inner is called' err
check grep -q 'hint: see the option --wrappers' err
run -w oter calls.xaif
check returned 0
check grep -q 'no routine without body named oter is called' err
check grep -q 'hint: did you mean outer?' err
check [ "$(grep -c 'OpenAD_outer_9' out)" -eq 0 ]
run -w out calls.xaif
check grep -q 'no routine without body named out is called' err

# Routines without body: policies for some of them and for all others.
run --black-box=error calls.xaif
check returned 3
check grep -q "error: 'outer_9' has no body, but may modify 'T_3'" err
check [ ! -s out ]
run --black-box='inactive, error:outer' calls.xaif
check returned 3
run --black-box='error, inactive:outer_9' calls.xaif
check returned 0
check empty err
run --black-box=inactive,error:outerr calls.xaif
check returned 0
check grep -q 'hint: did you mean outer?' err
run --black-box=inactive,error:inner calls.xaif
check returned 0
check grep -q 'no routine without body named inner is called' err
run -b -o zero.xaif calls.xaif
check grep -q "'outer_9' has no body: the derivatives of 'T_3' are taken to be zero after the call" err
run --black-box=pessimistic calls.xaif
check cmp zero.xaif out

# A variable of a module that r does not see, and that a routine without body called there may read.
awk '/<xaif:Symbol symbol_id="c"/ { module = $0; next }
    /<xaif:ScopeEdge edge_id="1"/ {
        print "<xaif:Scope vertex_id=\"9\"><xaif:SymbolTable>" module "</xaif:SymbolTable></xaif:Scope>"
        print "<xaif:ScopeEdge edge_id=\"9\" source=\"9\" target=\"1\"/>"
    }
    /<xaif:ScopeEdge edge_id="[23]"/ { sub(/target="1"/, "target=\"9\"") }
    / symbol_id="c" scope_id="1"/ { sub(/scope_id="1"/, "scope_id=\"9\"") }
    { print }' "$top/tests/data/derivatives/black_box_reads_global.xaif" >hidden.xaif
run -a basicblockpreaccumulationreverse hidden.xaif
check returned 0
check grep -q 'r has parts that are not shown, which may read c: this is not visible in r' err
check [ "$(grep -c 'parts that are not shown' err)" -eq 1 ]
rm -f hidden.xaif

policies='  hint: it may be optimistic, inactive, pessimistic or error, each for one routine if a colon and its name follow'
expect 2 "xaifbooster: error: --black-box can't be 'gloomy'
$policies" --black-box=gloomy "$input"
expect 2 "xaifbooster: error: --black-box can't be 'error:'
$policies" --black-box=error: "$input"
expect 2 "xaifbooster: error: --black-box has two policies for all routines
  hint: give one policy for each routine, and one for all others" --black-box=error,inactive "$input"
expect 2 "xaifbooster: error: --black-box has two policies for outer
  hint: give one policy for each routine, and one for all others" --black-box=error:outer,inactive:outer "$input"
rm -f zero.xaif
sed 's/ prefix="OpenAD_"//' calls.xaif >bare.xaif
run -w outer bare.xaif
check returned 1
check grep -q 'need a prefix of generated names' err
rm -f whole.xaif member.xaif taken.xaif derived.xaif calls.xaif bare.xaif

# --- lack of memory ---------------------------------------------------------

# A Jacobian with a million entries is not accumulated, whatever was asked for.
"${XB_TOP_BUILDDIR:?}/bench/generate" triangle 1500 >triangle
run --objective=operations -o partial triangle
check returned 0
check grep -q '^triangle:[0-9]*: warning: sequence 0 is eliminated partially: complete elimination has more than 1066576 products$' err
run -o total triangle
check empty err
check cmp -s partial total
run --objective=operations -o complete "$input"
check empty err

# A heuristic that takes too long gives way to the orders, with a word.
"${XB_TOP_BUILDDIR:?}/bench/generate" triangle 400 >triangle
run -a memopstradeoffpreaccumulation -o local triangle
check returned 0
check grep -q '^triangle:[0-9]*: warning: the heuristic takes too long for sequence 0, and is not used there$' err
run --objective=operations --heuristic=face:momr,reverse -o faces triangle
check grep -q '^triangle:[0-9]*: warning: the heuristic takes too long for sequence 0, and is not used there$' err
run --objective=operations -o complete triangle
check empty err
check cmp -s complete faces
check cmp -s complete local
rm -f partial total complete local faces triangle

# --- warnings of what is lost ------------------------------------------------

cases=$top/tests/data/derivatives

# warned TEXT...: each is said by the last run, on standard error.
warned() {
    local text
    for text in "$@"; do grep -qF -- "$text" err || return 1; done
}

# A document that says itself that a target has no derivative loses one all the same.
for case in passive_between_active control_passive_real_loop loop_variable_loses; do
    run "$cases/$case.xaif" -o lost.xaif
    grep -o "^.*warning: .*has no derivative" err | sed 's/.*warning/warning/' >direct
    check [ -s direct ]
    run -a roundtrip "$cases/$case.xaif" -o again.xaif
    run again.xaif -o lost.xaif
    grep -o "^.*warning: .*has no derivative" err | sed 's/.*warning/warning/' >after
    check cmp -s direct after
done
rm -f lost.xaif again.xaif direct after

# Jacobians of routines that keep what they have, and that have rules.
run -a associationbyname --jacobian=step --jacobian-mode=forward "$cases/kept_array.xaif" -o out.xaif
check returned 0
check warned 'kept may be read before it is assigned: if its value is kept from one call of step to the next, each run for the Jacobian begins with'
run -N "$top/examples/solver_rules.xaif" -a associationbyname --jacobian=solve "$cases/rule_of_solver.xaif" -o none.xaif
check returned 3
check warned 'the Jacobian of solve: it has a rule, or is called for one, and stays as it is'
run -a basicblockpreaccumulationreverse,associationbyname --motions=routines --jacobian=helpa "$cases/contained_same_names.xaif" -o none.xaif
check returned 3
check warned 'the Jacobian of helpa would call what is within that which records one, around it'
run -a associationbyname --jacobian=inner "$cases/optional_argument.xaif" -o out.xaif
check returned 0
check warned "the Jacobian of inner: 'o' must not be left out, as it is in a call"
rm -f out.xaif

# What is read twice can't come from a pipe.
mkfifo pipe
printf '* * weak\n' >pipe &
run -a loopcheckpointing,basicblockpreaccumulationreverse --reversal=pipe "$cases/checkpointed_loop.xaif" -o none.xaif
check returned 2
check warned "loopcheckpointing has to read the schedule once more: it can't come from a pipe"
kill %1 2>/dev/null
wait 2>/dev/null
rm -f pipe

# Whatever the limit, the program succeeds or says that memory ran out.
awk '/<xaif:Assignment statement_id="1"/ { copying = 1 }
    copying { text = text $0 "\n" }
    !copying { print }
    /<\/xaif:Assignment>/ && copying {
        for (i = 0; i < 4000; i++) {
            copy = text
            sub(/statement_id="1"/, "statement_id=\"1" (i ? "." i : "") "\"", copy)
            printf "%s", copy
        }
        copying = 0
    }' "$input" >large
run -a roundtrip large
check returned 0
if (ulimit -v 300000 && "$program" --version) >/dev/null 2>&1; then
    exhausted=0
    for limit in 48000 50000 52000 54000 56000 60000; do
        (ulimit -v "$limit" && exec "$program" large) >out 2>err
        status=$?
        if [ "$status" -eq 4 ] && grep -q 'memory' err; then exhausted=$((exhausted + 1)); fi
        if [ "$status" -ne 0 ] && [ "$status" -ne 127 ]; then check returned 4; fi
    done
    check [ "$exhausted" -gt 0 ]
else
    echo 'lack of memory: skipped, the program needs too much address space (sanitizers)'
fi

finish
