#!/usr/bin/env bash
# Sources as inputs: what the program that reads them is called with, what is made of what it says and writes, and of how it goes wrong. A
# script plays that program.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
program=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster
export XAIFBOOSTER_SCHEMA_DIR=$top/schemas XAIFBOOSTER_FORTRAN_READER=$PWD/reader

cat >reader <<'END'
#!/bin/sh
printf '%s\n' "$@" >called
case $PLAY in
crash) echo 'assertion failed: nobody is perfect' >&2; kill -SEGV $$ ;;
status) exit 3 ;;
nothing) exit 0 ;;
half) head -c 2000 "$DOCUMENT" ;;
chatter) echo 'a line of a library' >&2; cat "$DOCUMENT" ;;
much) yes 'a line of a library' | head -n 20000 >&2; cat "$DOCUMENT" ;;
input) cat >taken; cat "$DOCUMENT" ;;
says) cat says >&2; exit "${STATUS:-0}" ;;
warns) cat says >&2; cat "$DOCUMENT" ;;
*) cat "$DOCUMENT" ;;
esac
END
chmod +x reader
cp "$top/examples/spring.xaif" spring.xaif
export DOCUMENT=$PWD/spring.xaif PLAY=
cat >head.f90 <<'END'
subroutine head(x, y)
  y = foo(x)
end
END

run() {
    "$program" "$@" >out 2>err </dev/null
    status=$?
}

check() {
    if "$@"; then pass; else fail "$*; status $status; $(head -c 600 err)"; fi
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

# called WORD...: what the reader was called with.
called() {
    diff <(printf '%s\n' --diagnostics=json "$@") called >&2
}

# --- calls ------------------------------------------------------------------

expect 0 '' -a roundtrip --to=xaif -o out.xaif head.f90
check called head.f90
run -a roundtrip -o wanted.xaif spring.xaif
check cmp -s out.xaif wanted.xaif
expect 0 '' -a roundtrip -I inc -I more -J mods -D X=1 -DY -U Z -fdefault-real-8 -ffixed-line-length-132 --form=fixed -o out.xaif head.f90 b.F
check called -I inc -I more -J mods -D X=1 -D Y -U Z -fdefault-real-8 -ffixed-line-length-132 --form=fixed head.f90 b.F
expect 0 '' --from=fortran -a roundtrip -o out.xaif -i main.inc -- -odd
check called main.inc ./-odd
for name in a.f a.for a.ftn a.F a.FOR a.FTN a.f90 a.f95 a.f03 a.f08 a.F90 a.F95 a.F03 a.F08; do
    expect 0 '' -a roundtrip -o out.xaif $name
    check called $name
done
for name in spring.xaif ./spring.f90/in; do
    [ -e $name ] || { mkdir spring.f90 && cp spring.xaif spring.f90/in; }
    rm -f called
    expect 0 '' -a roundtrip -o out.xaif $name
    check [ ! -e called ]
done
mv spring.f90/in spring.f95
expect 0 '' --from=xaif -a roundtrip -o out.xaif spring.f95
check [ ! -e called ]
# standard input is that of the program that reads it
PLAY=input "$program" --from=fortran -a roundtrip -o out.xaif - <head.f90 2>err
check cmp -s taken head.f90
PLAY=input "$program" --from=fortran -a roundtrip -o out.xaif <head.f90 2>err
check called -
PLAY=input run -a roundtrip -o out.xaif head.f90
check [ ! -s taken ]
# letters are those of documents where such are read
run -a roundtrip -I -o out.xaif spring.xaif
check [ "$status" -eq 0 ]
check grep -q 'option --all-inout has no effect' err

# --- what it says -----------------------------------------------------------

cat >says <<'END'
{"program": "xaif-fortran", "severity": "error", "status": 3, "file": "head.f90", "line": 2, "column": 7, "path": null, "source_line": null, "source_file": null, "message": "foo has no body", "hint": "give the file that has it, too"}
{"program": "xaif-fortran", "severity": "note", "status": 0, "file": "head.f90", "line": 1, "message": "this is where it is called"}
END
PLAY=says STATUS=3 expect 3 'head.f90:2: error: foo has no body
    2 | y = foo(x)
      |     ^~~
  hint: give the file that has it, too
head.f90:1: note: this is where it is called
    1 | subroutine head(x, y)' -a roundtrip -o none.f90 head.f90
PLAY=says STATUS=0 run -a roundtrip -o none.f90 head.f90
check [ "$status" -eq 3 ]
PLAY=says STATUS=3 expect 3 '{"program": "xaifbooster", "severity": "error", "status": 3, "file": "head.f90", "line": 2, "column": 7, "path": null, "source_line": null, "source_file": null, "message": "foo has no body", "hint": "give the file that has it, too"}
{"program": "xaifbooster", "severity": "note", "status": 0, "file": "head.f90", "line": 1, "column": null, "path": null, "source_line": null, "source_file": null, "message": "this is where it is called", "hint": null}' \
    --diagnostics=json -a roundtrip -o none.f90 head.f90
# lines of files that are included are shown, too
printf 'x = ;\n' >part.inc
echo '{"severity": "warning", "file": "part.inc", "line": 1, "column": 5, "message": "odd"}' >says
PLAY=warns expect 0 'part.inc:1: warning: odd
    1 | x = ;
      |     ^' -a roundtrip -o out.xaif head.f90
PLAY=warns run --werror -a roundtrip -o none.f90 head.f90
check [ "$status" -eq 1 ]
PLAY=warns expect 0 '' --quiet -a roundtrip -o out.xaif head.f90
# broken lines are no diagnostics
printf '{"severity": "error", "message"\n{}\n[]\n\n{"severity": 3, "message": "x"}\n{"severity": "error", "message": "\\ud800"}' >says
PLAY=says STATUS=1 run -a roundtrip -o none.f90 head.f90
check [ "$status" -eq 4 ]
check grep -q '^xaifbooster: note: xaif-fortran: {"severity": "error", "message"$' err

# --- what goes wrong in it --------------------------------------------------

report='
  hint: please report this source'
PLAY=crash run -a roundtrip -o none.f90 head.f90
check [ "$status" -eq 4 ]
check grep -q '^head.f90: error: internal error: xaif-fortran was ended by signal 11 (' err
check grep -qx 'xaifbooster: note: xaif-fortran: assertion failed: nobody is perfect' err
PLAY=status expect 4 "head.f90: error: internal error: xaif-fortran ended with status 3, and did not say why$report" \
    -a roundtrip -o none.f90 head.f90
PLAY=nothing expect 4 "head.f90: error: internal error: xaif-fortran has written no document$report" -a roundtrip -o none.f90 head.f90
PLAY=half run -a roundtrip -o none.f90 head.f90
check [ "$status" -eq 4 ]
check grep -q '^head.f90: error: internal error: what xaif-fortran has written is not valid$' err
sed 's/vertex_id="3"/vertex_id="77"/' spring.xaif >invalid.xaif
DOCUMENT=$PWD/invalid.xaif run -a roundtrip -o none.f90 head.f90
check [ "$status" -eq 4 ]
# what the document says rightly, but is not supported, is no failure
sed 's/sin_scal/nosuch_scal/' "$top/examples/swing.xaif" >unknown.xaif
DOCUMENT=$PWD/unknown.xaif run -o none.f90 --mode=adjoint head.f90
check [ "$status" -eq 3 ]
PLAY=chatter expect 0 'head.f90: warning: xaif-fortran has printed what is no diagnostic
xaifbooster: note: xaif-fortran: a line of a library' -a roundtrip -o out.xaif head.f90
PLAY=much run -a roundtrip -o out.xaif head.f90
check [ "$status" -eq 0 ]
check [ "$(grep -c 'a line of a library' err)" -eq 5 ]
XAIFBOOSTER_FORTRAN_READER=/nosuch/reader expect 4 "head.f90: error: can't run /nosuch/reader: No such file or directory
  hint: is /nosuch/reader a program?" -a roundtrip -o none.f90 head.f90
cp "$program" alone
XAIFBOOSTER_FORTRAN_READER='' LD_LIBRARY_PATH=$XB_TOP_BUILDDIR/.libs ./alone -a roundtrip -o none.f90 head.f90 2>err
status=$?
if [ "$status" -eq 4 ]; then
    check grep -qx 'head.f90: error: Fortran is read by xaif-fortran, which is not installed' err
    check grep -q 'hint: on Debian, install the package xaifbooster-fortran; from sources, install libflang-19-dev, then say ./dev install; or let XAIFBOOSTER_FORTRAN_READER name the program' err
fi
# beside the program
cp reader xaif-fortran
XAIFBOOSTER_FORTRAN_READER='' LD_LIBRARY_PATH=$XB_TOP_BUILDDIR/.libs ./alone -a roundtrip -o out.xaif head.f90 2>err
status=$?
check [ "$status" -eq 0 ]
rm alone xaif-fortran
check [ ! -e none.f90 ]

# --- what is said of the document is said of its source ---------------------

sed 's/<xaif:Assignment /&lineNumber="2" /; s/sin_scal/nosuch_scal/' "$top/examples/swing.xaif" | sed 's/lineNumber="[0-9]*" \(.*\)lineNumber="[0-9]*"/\1lineNumber="2"/' >lines.xaif
DOCUMENT=$PWD/lines.xaif run -o none.f90 --mode=adjoint head.f90
check [ "$status" -eq 3 ]
check grep -q '^head.f90:2: error: .*nosuch_scal' err
check grep -qx '    2 | y = foo(x)' err
check [ "$(grep -c 'XAIF\|in CallGraph' err)" -eq 0 ]
expect 1 'head.f90: error: the program has no procedure named nosuch
  hint: there are: spring, energy' --mode=adjoint --entry=nosuch -o none.f90 head.f90

# --- what is usual ----------------------------------------------------------

note='head.f90: note: taken to be meant: --entry=spring --independents=x --dependents=y'
mkdir apart
for mode in adjoint:b tangent:d; do
    made=head_${mode#*:}
    expect 0 "$note
xaifbooster: note: the result is in $made.f90" --mode=${mode%:*} head.f90
    check grep -q 'independents\|activity=computed' $made.f90
    run --mode=${mode%:*} --activity=computed --independents=x --dependents=y -o wanted.f90 spring.xaif
    check cmp -s <(sed 1d $made.f90) <(sed 1d wanted.f90)
    rm $made.f90
    expect 0 "$note
xaifbooster: note: the result is in apart/$made.c" --mode=${mode%:*} -O apart --to=c head.f90
    expect 0 "$note" --mode=${mode%:*} -O apart -o named.f90 head.f90
    check grep -q '^module' apart/named.f90
    expect 0 "${note/head.f90/apart\/other.F and 1 more}
xaifbooster: note: the result is in apart/other_${mode#*:}.xaif" --mode=${mode%:*} --to=xaif apart/other.F head.f90
    expect 0 '' --mode=${mode%:*} --quiet -o - head.f90
    check grep -q '^module' out
    expect 0 '' --mode=${mode%:*} --activity=document -o all.f90 head.f90
    expect 0 'head.f90: note: taken to be meant: --dependents=y' --mode=${mode%:*} --entry=spring --independents=x -o some.f90 head.f90
    expect 0 '' --mode=${mode%:*} --entry=spring --independents=x --dependents=y -o some.f90 head.f90
    check cmp -s <(sed 1d some.f90) <(sed 1d wanted.f90)
    run --quiet --mode=${mode%:*} --verify -o some.f90 head.f90
    check [ "$status" -eq 0 ]
    check grep -q '^original: head.f90, entry spring, 2 independent and 1 dependent number$' err
    check grep -q '^verdict: ok' err
done
check [ ! -e other_b.xaif ]
# what goes through the preprocessor does so again
expect 0 "${note/head.f90/a.F90 and 1 more}
xaifbooster: note: the result is in a_b.F90" --mode=adjoint a.F90 head.f90
expect 0 "${note/head.f90/head.f90 and 1 more}
xaifbooster: note: the result is in head_b.F90" --mode=adjoint head.f90 a.F08
rm a_b.F90 head_b.F90
# a failure leaves no file, and no note of it
PLAY=crash run --mode=adjoint head.f90
check [ "$(grep -c 'the result is' err)" -eq 0 ]
check [ ! -e head_b.f90 ]
# other modes, and documents, are as they were
expect 0 '' --mode=plain head.f90
check grep -q '^module' out
expect 0 '' --mode=adjoint spring.xaif
check grep -q '<xaif:' out
check [ ! -e spring_b.f90 ]
expect 2 'xaifbooster: error: there is no file for --output-folder: the result goes to standard output
  hint: name a file, with -o FILE' -O apart spring.xaif

# program TEXT: makes the document that the reader writes
program() {
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 -c 'import sys, xaif; print(xaif.build(sys.stdin.read(), "made.xaif"))' >made.xaif
}
export DOCUMENT=$PWD/made.xaif
program <<'END'
subroutine first(a in, b inout, n in, c out, d in)
  real a, b, c, d
  integer n
  c = a * b
  b = a + n
end
END
expect 0 'head.f90: note: taken to be meant: --entry=first --independents=a,b --dependents=b,c' --mode=tangent -o out.f90 head.f90
program <<'END'
subroutine first(a in, b out)
  real a, b
  b = a
end
subroutine second(a in, b out)
  real a, b
  b = a
end
END
expect 1 'head.f90: error: it is not clear which routine to differentiate: nothing calls 2 of them
  hint: name one with --entry: first, second' --mode=tangent -o none.f90 head.f90
program <<'END'
subroutine first(a in, b out)
  real a, b
  b = a
end
subroutine head(a in, b out)
  real a, b
  b = 2 * a
end
END
expect 0 'head.f90: note: taken to be meant: --entry=head --independents=a --dependents=b' --mode=tangent -o out.f90 head.f90
program <<'END'
subroutine first(n in, a inout)
  integer n
  real a
  a = n
end
END
expect 1 'head.f90: error: it is not clear what the independents are: there are no real arguments that first reads before it sets them
  hint: name arguments, or global variables, with --independents; its real arguments are a' --mode=adjoint -o none.f90 head.f90
program <<'END'
common real g
subroutine first(n in, a in)
  integer n
  real a
  g = a * n
end
END
expect 1 'head.f90: error: it is not clear what the dependents are: there are no real arguments that first modifies
  hint: name arguments, or global variables, with --dependents; its real arguments are a' --mode=adjoint -o none.f90 head.f90
expect 0 'head.f90: note: taken to be meant: --entry=first --independents=a' --mode=adjoint --dependents=g -o out.f90 head.f90
export DOCUMENT=$PWD/spring.xaif

# --- letters of other programs ----------------------------------------------

# the_same NAME ARGUMENT...: what these arguments make is in the file NAME, but for what it is made by
the_same() {
    local wanted=$1
    shift
    run --quiet "$@" head.f90
    check [ "$status" -eq 0 ]
    check cmp -s <(sed 1d out.f90) <(sed 1d "$wanted")
}
for mode in tangent adjoint; do
    run --quiet --mode=$mode -o $mode.f90 head.f90
done
the_same tangent.f90 -d -o out.f90
the_same adjoint.f90 -b -o out.f90
the_same tangent.f90 -m f -o out.f90
run --quiet --mode=adjoint --reversal=split -o split.f90 head.f90
the_same split.f90 -m rs -o out.f90
run --quiet --mode=adjoint --reversal=joint -o joint.f90 head.f90
the_same joint.f90 -m rj -o out.f90
for head in 'spring(y)/(x)' 'spring (y) / (x)' 'spring(x)>(y)' 'spring(x)\(y)' 'spring'; do
    the_same adjoint.f90 -b -head "$head" -o out.f90
    the_same adjoint.f90 -b --head "$head" -o out.f90
done
run --quiet -m t --to=xaif head.f90
cp out traced
run --quiet -a tracediff spring.xaif
check cmp -s out traced
expect 2 "xaifbooster: error: option -m can't be 'x'
  hint: it may be f, rs, rj, t" -m x head.f90
expect 2 'xaifbooster: error: there is no -m fv
  hint: write --mode=tangent --directions=N, which takes N directions at once' -m fv head.f90
expect 2 'xaifbooster: error: option -m needs an argument
  hint: it may be f, rs, rj, t' head.f90 -m
expect 2 "xaifbooster: error: option --mode is given twice: 'adjoint' and 'tangent'
  hint: give it once" -b -d head.f90
write='
  hint: write it as "f(y)/(x)": the routine, its dependents, its independents'
for head in 'f(y' 'f(y)/x' 'f(y)/(x' 'f((y))' 'f)y('; do
    run -b -head "$head" head.f90
    check [ "$status" -eq 2 ]
    check grep -q '^xaifbooster: error: option --head: ' err
done
expect 2 "xaifbooster: error: option --head: it names no routine$write" -b -head '' head.f90
expect 2 "xaifbooster: error: option --head: one routine is differentiated at a time$write" -b -head 'f(y)/(x) g(y)/(x)' head.f90
expect 2 'xaifbooster: error: --head says what --independents does
  hint: leave one of them out' -b -head 'spring(y)/(x)' --independents=x head.f90
# where documents are read, letters are what they were
run --quiet -a basicblockpreaccumulation -m -b -o out.xaif spring.xaif
check [ "$status" -eq 0 ]

# --- contradictions ---------------------------------------------------------

expect 2 'xaifbooster: error: b.xaif is not the name of a source of Fortran, as other inputs are
  hint: leave it out, or say --from=fortran if it is one' a.f90 b.xaif
expect 2 'xaifbooster: error: a.f90 is named twice
  hint: name it once' a.f90 b.f90 a.f90
expect 2 'xaifbooster: error: --form has no effect where XAIF is read
  hint: name the language: --from=fortran' --form=free spring.xaif
expect 2 "xaifbooster: error: option --form can't be 'loose'
  hint: it may be free, fixed" --form=loose a.f90
expect 2 "xaifbooster: error: option --from can't be 'c'
  hint: it may be xaif, fortran" --from=c a.c
expect 2 'xaifbooster: error: option --define: the name of the macro is empty' -D =1 a.f90
for flag in ixinterface fixed-line-length- fixed-line-length-8x default-real-4; do
    expect 2 'xaifbooster: error: option --flag: it may be default-real-8, default-integer-8, default-double-8, fixed-line-length-N or free-line-length-N' -f$flag a.f90
done
expect 0 '' -a roundtrip -ffree-line-length-none -fdefault-double-8 -fdefault-integer-8 -o out.xaif a.f90
cp head.f90 copy.f90
expect 2 'xaifbooster: error: the output would overwrite a source, copy.f90
  hint: write to another file' -o copy.f90 head.f90 copy.f90
check cmp -s head.f90 copy.f90
expect 2 'xaifbooster: error: a catalogue and a source are both standard input
  hint: name a file for one of them' --from=fortran -c - -
finish
