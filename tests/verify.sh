#!/usr/bin/env bash
# xaif-run, xaifbooster verify, --verify: answers, verdicts, errors with their exact texts, exit statuses.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
build=${XB_TOP_BUILDDIR:?}
program=$build/inplace/xaifbooster
swing=$top/examples/swing.xaif
data=$top/tests/data/derivatives
export XAIFBOOSTER_SCHEMA_DIR=$top/schemas

# status WANTED COMMAND...: the exit status; leaves files out and err.
status() {
    local wanted=$1 found
    shift
    "$@" >out 2>err </dev/null
    found=$?
    if [ "$found" -eq "$wanted" ]; then pass; else fail "$*: status $found instead of $wanted: $(head -c 600 err)"; fi
}

# says FILE TEXT: the file must have a line with this text.
says() {
    if grep -q -F -e "$2" "$1"; then pass; else fail "$1 does not say '$2': $(head -c 600 "$1")"; fi
}

# is FILE TEXT: the file must be exactly this.
is() {
    if [ "$(cat "$1")" = "$2" ]; then pass; else fail "$1 is '$(head -c 400 "$1")' instead of '${2:0:400}'"; fi
}

# says_not FILE TEXT: no line of the file may have this text.
says_not() {
    if grep -q -F -e "$2" "$1"; then fail "$1 says '$2'"; else pass; fi
}

# scaled FACTOR FACTOR [cancel]: writes scaled.xaif, y(1) = factor * x(1), y(2) = factor * x(1) ** 2 [+ x(1) - x(1)],
# its tangent-linear program, and one where y(2) has no tangent.
scaled() {
    python3 - "$swing" "$1" "$2" "${3-}" <<'END'
import sys
text = open(sys.argv[1]).read()
symbol = 'symbol_id="Y_2" kind="variable" type="real" feType="F8" shape="scalar" active="1"/>'
assert symbol in text
text = text.replace(symbol, symbol.replace('scalar', 'vector').replace('/>', '><xaif:DimensionBounds lower="1" upper="2"/></xaif:Symbol>'))
text = text.replace('from_virtual_address="3" to_virtual_address="3" partial="0"', 'from_virtual_address="13" to_virtual_address="14" partial="1"')

def element(name, number):
    return (f'<xaif:SymbolReference vertex_id="1" symbol_id="{name}" scope_id="2"/><xaif:ArrayElementReference vertex_id="2"><xaif:IndexTriplet><xaif:Index>'
            f'<xaif:Constant vertex_id="1" type="integer" feType="I4" value="{number}"/></xaif:Index></xaif:IndexTriplet></xaif:ArrayElementReference>'
            '<xaif:VariableReferenceEdge edge_id="1" source="1" target="2"/>')

def product(number, factor, powers, more=()):
    vertices = f'<xaif:Constant vertex_id="10" type="real" feType="F8" value="{factor}"/>'
    edges, last = '', 10
    for k, operation in enumerate(['mul'] * powers + list(more)):
        x, times = 20 + k, 30 + k
        vertices += (f'<xaif:VariableReference vertex_id="{x}" alias="2" du_ud="0" active="true">{element("X_1", 1)}</xaif:VariableReference>'
                     f'<xaif:Intrinsic vertex_id="{times}" name="{operation}_scal_scal"/>')
        edges += (f'<xaif:ExpressionEdge edge_id="{2 * k + 1}" source="{last}" target="{times}" position="1"/>'
                  f'<xaif:ExpressionEdge edge_id="{2 * k + 2}" source="{x}" target="{times}" position="2"/>')
        last = times
    return (f'<xaif:Assignment statement_id="{number}"><xaif:AssignmentLHS alias="3" du_ud="0" active="true">{element("Y_2", number)}</xaif:AssignmentLHS>'
            f'<xaif:AssignmentRHS>{vertices}{edges}</xaif:AssignmentRHS></xaif:Assignment>')

begin = text.index('>', text.index('<xaif:BasicBlock')) + 1
end = text.index('</xaif:BasicBlock>')
open('scaled.xaif', 'w').write(text[:begin] + product(1, sys.argv[2], 1) + product(2, sys.argv[3], 2, ('add', 'sub') if sys.argv[4] else ()) + text[end:])
END
    "$program" -o scaled_tangent.xaif scaled.xaif || fail "transformation"
    python3 - <<'END'
import re
text = open('scaled_tangent.xaif').read()
start = text.rindex('<xaif:Sax>')
target = re.search('<xaif:Y(.*?)</xaif:Y>', text[start:], re.S).group(1)
end = text.index('</xaif:Sax>', start) + len('</xaif:Sax>')
open('scaled_wrong.xaif', 'w').write(text[:start] + '<xaif:ZeroDeriv' + target + '</xaif:ZeroDeriv>' + text[end:])
END
}

# bad CASE MESSAGE: a case that is wrong, and how that is said.
bad() {
    echo "$1" >case.json
    status 1 "$build/inplace/xaif-run" --case=case.json "$swing"
    says err "$2"
}

# Second derivatives have a verdict on each pass: the case, or names, are those of the first one, and derivatives get numbers of their own.
hessian_ok() {
    status 0 "$build/inplace/xaifbooster" --quiet --mode=hessian --verify -o hessian.xaif "$@"
    [ "$(grep -c '^verdict: ok' err)" -eq 2 ] || fail "not two verdicts: $*"
}
echo '{"arguments": [{"x": "all"}, {"y": "all"}, {"value": 3}], "n": 2, "m": 1, "x0": [0.3, 0.6], "points": [[0.4, 0.5]], "ranges": [[0.1, 0.2], [0.3, 0.4]]}' >case.json
hessian_ok --case=case.json "$top/tests/data/derivatives/checkpointed_loop.xaif"
says err "point 1, given: 0.3 0.6 1.5 2 2.5"
echo '{"extents": {"x": [[1, 3]], "y": [[1, 3]]}}' >case.json
hessian_ok --case=case.json "$top/tests/data/derivatives/shared_allocated.xaif"
echo '{"arguments": [{"value": [2, 3]}, {"y": "all"}], "x0": [0.3]}' >case.json
hessian_ok --independents=h --case=case.json "$top/tests/data/derivatives/common_two_names.xaif"
says err "point 1, given: 0.5 1 1.5 2 0.3"
hessian_ok --independents=x --dependents=y "$top/examples/spring.xaif"
rm -f hessian.xaif

# --- xaif-run -----------------------------------------------------------------

status 0 "$build/inplace/xaif-run" --x=1,2 --jacobian "$swing"
is out "X_1(1) = 1
X_1(2) = 2
Y_2 -> 2.5244129544236893
d Y_2 / d X_1(1) = 3.3038488872202123
d Y_2 / d X_1(2) = 0.8414709848078965"
status 0 "$build/inplace/xaif-run" --x='1 2' --jacobian --counts --format=json "$swing"
python3 - <<'END' || fail "JSON"
import json
said = json.load(open('out'))
assert said['x'] == [1, 2] and said['dependents'] == ['Y_2'] and len(said['jacobian'][0]) == 2, said
assert said['counts']['statements_run'] == said['counts']['statements'] == 3, said
END
# What is infinite or not a number is said, and no success unless one knows of it.
PYTHONPATH="$top/tests" PYTHONDONTWRITEBYTECODE=1 python3 - >singular.xaif <<'END' || fail "document"
import xaif
print(xaif.build("""
subroutine head(x in, y out)
  real x(2), y(2), h
  h = 1e308
  y(1) = sqrt(x(1))*x(2)
  y(2) = x(2)*h*h
end""", 'singular'))
END
status 5 "$build/inplace/xaif-run" --x=0,0 --jacobian singular.xaif
says out "y(1) -> 0"
says err "singular.xaif: warning: d y(1) / d x(1) is not a number, and 2 more are not finite"
says err "or that derivatives are 0 there (--singular=zero); --allow-nan says that it may be so"
status 5 "$build/inplace/xaif-run" --x=0,1 --jacobian --quiet singular.xaif
is err ''
status 5 "$build/inplace/xaif-run" --x=1,1 singular.xaif
says err "warning: y(2) is infinite"
says err "hint: the program computes it so at this point"
status 5 "$build/inplace/xaif-run" --x=1,1 --pattern singular.xaif
status 0 "$build/inplace/xaif-run" --x=1,1 --pattern=market singular.xaif
status 0 "$build/inplace/xaif-run" --x=0,0 --jacobian --allow-nan singular.xaif
is err ''
status 0 "$build/inplace/xaif-run" --x=0,0 singular.xaif
"$program" -o tangent.xaif "$swing" || fail "transformation"
status 0 "$build/inplace/xaif-run" --x=1,2 --jacobian=tangent tangent.xaif
says out "d Y_2 / d X_1(1) = 3.30384888722021"
status 0 "$build/inplace/xaif-run" --x=2,-1 --jacobian=terms "$swing"
says out "d Y_2 / d X_1(2) = 1.8185948536513634"
status 2 "$build/inplace/xaif-run"
says err "error: there is no document"
says err "hint: name a file, or - for standard input; see xaif-run --help"
status 2 "$build/inplace/xaif-run" --gradient "$swing"
says err "hint: --jacobian prints all derivatives; xaifbooster --mode=adjoint makes a program that computes them"
status 2 "$build/inplace/xaif-run" --hessian "$swing"
says err "hint: xaifbooster --mode=hessian makes a program that computes second derivatives"
status 2 "$build/inplace/xaif-run" --jacobian=wrong "$swing"
says err "option --jacobian can't be 'wrong'"
status 2 "$build/inplace/xaif-run" --x=1,zwei "$swing"
says err "option --x: number 2, 'zwei', is no number"
says err "hint: write numbers as in --x=0.5,-2,1e-3"
status 2 "$build/inplace/xaif-run" --x=1d0,2 "$swing"
says err "option --x: number 1, '1d0', is no number"
status 1 "$build/inplace/xaif-run" --x=1,2,3 "$swing"
says err "swing.xaif:79: error: of 3 elements that are given, X_1 has only the first 2"
is out ''
status 1 "$build/inplace/xaif-run" --x=1 "$swing"
says err "error: X_1 needs 2 numbers, but gets 1"
says err "hint: give as many after --x as it has elements, two for a complex one"
status 1 "$build/inplace/xaif-run" --entry=nobody "$swing"
says err "the program has no procedure named nobody"
says err "there are: swing__1"
status 4 "$build/inplace/xaif-run" nowhere.xaif
status 0 "$build/inplace/xaif-run" --help
status 0 "$build/inplace/xaif-run" --version

# An endless loop ends.
sed 's/name="less_than"/name="less_or_equal"/' "$data/control_while.xaif" >while.xaif
echo '{"limits": {"steps": 1000}}' >steps.json
status 4 "$build/inplace/xaif-run" --case=steps.json --x=-1 while.xaif
says err "1000"
says err "note: how many may be run is said by a case file, as limits.steps"

# What takes too long ends when it is asked to, tells so, and leaves nothing.
echo '{"limits": {"steps": 1000000000000000}, "x0": [-1]}' >endless.json
"$program" -o while_tangent.xaif while.xaif || fail "transformation"
mkdir interrupted
# interrupt SIGNAL COMMAND...
interrupt() {
    local signal=$1
    shift
    status 4 timeout --preserve-status --signal="$signal" --kill-after=60 2 env --default-signal="$signal" "$@"
    says err "the run was interrupted"
    says err "while.xaif"
    is out ""
    [ -z "$(ls -A interrupted)" ] || fail "$* leaves $(ls -A interrupted)"
}
interrupt INT "$build/inplace/xaif-run" --case=endless.json while.xaif
interrupt TERM "$build/inplace/xaif-run" --case=endless.json --jacobian while.xaif
interrupt INT "$program" verify --case=endless.json while.xaif while_tangent.xaif
interrupt INT "$program" --verify --case=endless.json --metrics-output=interrupted/metrics -o interrupted/out.xaif while.xaif

# --- cases --------------------------------------------------------------------

bad '{"n": 2,' "case.json:2: error: no valid JSON"
bad '[1]' "error: the case must be an object"
bad '{"nn": 2}' "did you mean n?"
bad '{"x0": 1}' "error: x0 must be a list"
bad '{"x0": [1, "a"]}' "error: x0[2] must be a number"
bad '{"n": -1}' "error: n must be an integer, 0 or more"
bad '{"arguments": [{"x": "all"}, {"y": 0}]}' "error: arguments[2].y must be \"all\", the number of an element"
bad '{"arguments": [{"x": "all", "z": 1}]}' "error: arguments[1].z is not known"
says err "x and y stand for the independent and the dependent numbers"
bad '{"arguments": [{"x": "all", "value": 1}]}' "error: arguments[1] can't have a value and be x or y"
bad '{"arguments": [{"x": "all"}, {"y": "all"}, {"value": 1}]}' "swing__1 has no argument 3"
bad '{"arguments": [{"x": [1, 2]}, {"x": 2}]}' "x(2) is both in X_1 and in Y_2"
bad '{"x0": [1]}' "swing.xaif:79: error: X_1 needs 2 numbers, but gets 1"
bad '{"x0": [1, 2, 3], "n": 2}' "error: x0 has 3 numbers, but there are 2 independent ones"
bad '{"points": [[1, 2], [1]]}' "error: the point has 1 number, but there are 2 independent ones"
bad '{"ranges": [[2, 1]]}' "error: ranges[1] must be two numbers in order"
bad '{"entry": "nobody"}' "error: the program has no procedure named nobody"
bad '{"extents": {"T_5": [[1]]}}' "error: extents.T_5[1] must be two integers"
bad '{"extents": {"T_5": [[1, 2]]}}' "error: the program has no symbol T_5"
bad '{"initial": {"T_5": 1}}' "error: the program has no symbol T_5"
bad '{"initial": {"X_1": "text"}}' "error: X_1 is of type real and can't have this value"
bad '{"initial": {"X_1": {"real": 1, "imaginary": 2}}}' "error: X_1 is of type real and can't have this value"
bad '{"initial": {"swing__1": 1}}' "can't have this value"
bad '{"markers": {"54": []}}' "error: markers.54 must be named SCOPE/STATEMENT"
bad '{"markers": {"4/54": [{"set": "I", "to": "1 +"}]}}' "error: markers.4/54[1].to is no formula: a value is missing at ''"
bad '{"markers": {"4/54": [{"set": "I", "to": {"real": 1, "imaginary": 2}}]}}' "error: markers.4/54[1].to must be a formula, or a number that is not complex"
bad '{"markers": {"4/54": [{"set": "I", "to": "sin(1)"}]}}' "there is no such function"
bad '{"tolerances": {"derivatives": 2}}' "error: tolerances.derivatives must be a number from 0 to less than 1"
bad '{"limits": {"steps": 0}}' "error: limits.steps must be a positive integer"
bad '{"limits": {"time": 1}}' "error: limits.time is not known"
bad '{"derivatives_start": 0}' "error: derivatives_start must be \"undefined\" or \"zero\""
bad '{"draws": 10001}' "error: draws must be an integer from 0 to 10000"
bad '{"globals": {"x": ["NONE"], "y": []}}' "there is no global variable NONE"
bad '{"x0": [1, 2], "x0": [1, 2]}' "case.json:1: error: no valid JSON"

# What has no effect is said once.
idle() {
    echo "$1" >case.json
    status 0 "$build/inplace/xaif-run" --case=case.json --jacobian "$2"
    says err "case.json: warning: $3"
    [ "$(grep -c warning: err)" -eq 1 ] || fail "warnings: $(cat err)"
}
idle '{"markers": {"2/54": [{"set": "X_1", "to": 1}]}}' "$swing" "markers.2/54 has no effect: no routine with the scope 2 has a marker 54"
idle '{"markers": {"77/1": []}}' "$swing" "markers.77/1 has no effect: no routine with the scope 77"
idle '{"extents": {"X_1": [[1, 2]]}}' "$swing" "extents.X_1 has no effect: X_1 is declared with bounds"
idle '{"extents": {"Y_2": [[1, 2]]}}' "$swing" "extents.Y_2 has no effect: Y_2 is no array"
idle '{"initial": {"X_1": 2}}' "$swing" "initial.X_1 has no effect: X_1 is an argument, whose value is the caller's"
idle '{"initial": {"2/T_3": []}}' "$swing" "initial.2/T_3 has no effect: there are no values"
idle '{"initial": {"T_3": [1, 2, 3]}}' "$swing" "initial.T_3 has no effect: of 3 values, T_3 has only room for 1"
idle '{"externals": ["swing"]}' "$swing" "externals[1] has no effect: there is no routine swing without body"
idle '{"association": [["swing__1"]]}' "$swing" "association[1] has no effect: it takes two to share storage"
# Statement 1 as a marker, which means variables that are not there and is not run.
sed -e '0,/<xaif:BasicBlock /s#<xaif:BasicBlock [^>]*>#&<xaif:Marker statement_id="99" annotation="note"/>#' "$data/control_if.xaif" >marked.xaif
echo '{"x0": [1], "markers": {"2/99": [{"set": "nobody", "to": "x + y"}]}}' >case.json
status 1 "$build/inplace/xaif-run" --case=case.json marked.xaif
says err "case.json: warning: markers.2/99 fails if it is run: there is no variable nobody in head"
"$program" -o marked_tangent.xaif marked.xaif || fail "transformation"
status 1 "$program" verify --case=case.json marked.xaif marked_tangent.xaif
says err "hint: correct the formula in the case file"
echo '{"x0": [1], "markers": {"2/99": [{"set": "y", "to": "2.0"}]}}' >case.json
status 0 "$program" verify --case=case.json marked.xaif marked_tangent.xaif
says err "case.json: warning: markers.2/99 sets y, which has a derivative: transformed programs keep that derivative, the original has 0"
status 2 "$program" verify --adjoint=split --tangent "$swing" tangent.xaif
says err "a program is either tangent-linear or adjoint: leave out --tangent or --adjoint"
status 2 "$program" verify --tangent --adjoint=joint "$swing" tangent.xaif
says err "a program is either tangent-linear or adjoint: leave out --tangent or --adjoint"
"$program" -o marked_tangent.xaif marked.xaif || fail "transformation"
echo '{"x0": [1], "extents": {"x": [[1, 2]]}, "markers": {"2/98": []}}' >case.json
status 0 "$program" verify --case=case.json marked.xaif marked_tangent.xaif
[ "$(grep -c warning: err)" -eq 2 ] || fail "warnings of verify: $(cat err)"

mkdir folder.json
status 4 "$build/inplace/xaif-run" --case=folder.json "$swing"
says err "folder.json: error: can't read: Is a directory"
# What is too large is an error with its place, not the end of the memory.
for case in '{"n": 9223372036854775807}' '{"arguments": [{"x": [1, 1000000000000000]}, {"y": "all"}]}'; do
    echo "$case" >large.json
    status 4 "$build/inplace/xaif-run" --case=large.json "$swing"
    says err "swing.xaif:77: error: x has "
done
sed 's/upper="2"/upper="1000000000"/' "$swing" >huge.xaif
status 4 "$build/inplace/xaif-run" huge.xaif
says err "huge.xaif:77: error: x has 1000000000 numbers, more than 10000000"

# --- xaifbooster verify -------------------------------------------------------

status 0 "$program" verify "$swing" tangent.xaif
says out "verdict: ok (3 of 3 points, seed 1)"
cp out first
status 0 "$program" verify "$swing" tangent.xaif
is out "$(cat first)"
status 0 "$program" verify --seed=7 --points=4 --format=json "$swing" tangent.xaif
python3 - <<'END' || fail "JSON of a verdict"
import json
said = json.load(open('out'))
assert said['verdict'] == 'ok' and said['seed'] == 7 and len(said['points']) == 6, said
assert {c['name']: c['result'] for c in said['checks']}['derivatives'] == 'ok', said
END

# Another operation, and a propagation that overwrites.
python3 - <<'END'
import re
text = open('tangent.xaif').read()
wrong = re.sub(r'name="mul_scal_scal"', 'name="add_scal_scal"', text, count=1)
assert wrong != text
open('value.xaif', 'w').write(wrong)
wrong = text.replace('Saxpy', 'Sax')
assert wrong != text
open('wrong.xaif', 'w').write(wrong)
END
status 5 "$program" verify "$swing" wrong.xaif
says out "tangents against dual numbers   WRONG"
says out "verdict: WRONG"
status 5 "$program" verify "$swing" value.xaif
says out "values, bit for bit             WRONG"
# Branches are judged as far as a point reaches them; all points count together.
"$program" -o branches.xaif "$data/control_if.xaif" || fail "transformation"
status 0 "$program" verify "$data/control_if.xaif" branches.xaif
says out "statements run: 10 of 12"
says out "note: statements that were never run are not judged, the first is branches.xaif:"
# Lines of XAIF that is not written mean nothing.
for language in fortran c; do
    status 0 "$program" --mode=tangent --verify --to=$language -o branches.code "$data/control_if.xaif"
    says err "note: statements that were never run are not judged, the first is in head_d, made of head at $data/control_if.xaif:65"
    status 0 "$program" --mode=adjoint --verify --to=$language -o branches.code "$data/control_if.xaif"
    says err "note: statements that were never run are not judged, the first is in head, made of head at $data/control_if.xaif:65"
done
echo '{"points": [[-1]]}' >both_sides.json
status 0 "$program" verify --case=both_sides.json "$data/control_if.xaif" branches.xaif
says out "statements run: 12 of 12"
says_not out "never run"
# A wrong derivative beside one that is much larger; where all are tiny; and one that can't be told from the
# rounding errors of its terms.
scaled 1.e12 1.
status 0 "$program" verify scaled.xaif scaled_tangent.xaif
status 5 "$program" verify scaled.xaif scaled_wrong.xaif
says out "d Y_2(2) / d X_1(1) is 0 instead of"
for factors in "1. 1.e-16" "1.e-20 1.e-20" "1.e-30 1.e-250" "1.e200 1."; do
    # shellcheck disable=SC2086
    scaled $factors
    status 0 "$program" verify scaled.xaif scaled_tangent.xaif
    says_not out "deviate"
    says_not out "unclear"
    status 5 "$program" verify scaled.xaif scaled_wrong.xaif
    says out "tangents against dual numbers   WRONG"
    says out "d Y_2(2) / d X_1(1) is 0 instead of"
done
scaled 1. 1.e-16 cancel
status 0 "$program" verify scaled.xaif scaled_wrong.xaif
says out "1 deviates by more than a thousandth of itself; it is so small that"
says out "rounding errors may be to blame: d Y_2(2) / d X_1(1) is 0 instead of"
# What is 0 but for rounding errors is right.
scaled 1. 0. cancel
status 0 "$program" verify scaled.xaif scaled_tangent.xaif
says_not out "deviate"
status 1 "$program" verify "$swing" "$swing"
says err "swing.xaif: error: the document has no derivative statements"
is out ""
status 2 "$program" verify "$swing"
says err "name two documents"
status 2 "$program" verify "$swing" tangent.xaif tangent.xaif
says err "there are more than two documents"
status 2 "$program" verify --points=10001 "$swing" tangent.xaif
says err "xaifbooster verify: error: option --points: it must be a number from 0 to 10000"
status 2 "$program" verify --adjoint=both "$swing" tangent.xaif
says err "it may be split, joint"
status 1 "$program" verify --adjoint=split "$swing" tangent.xaif
says err "the document has no replacements"
# Replacements: the names of templates tell for which, or nobody does.
adjoint=$top/tests/data/evaluate/reverse_product.xaif
python3 - "$adjoint" <<'END'
import re, sys
text = open(sys.argv[1]).read()
body = re.search('<Replacement [^>]*placeholder="1"[^>]*>(.*?)</Replacement>', text, re.S).group(1)
text = re.sub('<Replacement .*</Replacement>', lambda found: body, text, flags=re.S)
text = re.sub(' template_name="[^"]*"', '', text).replace('ReplacementList', 'ControlFlowGraph')
open('product.xaif', 'w').write(text)
END
status 0 "$program" verify product.xaif "$adjoint"
says out ", joint adjoint"
says out "note: with split templates, the adjoint is right"
python3 - "$adjoint" <<'END'
import re, sys
text = open(sys.argv[1]).read()
first = re.search('<InlinableSubroutineCall [^>]*subroutine_name="Saxpy".*?</InlinableSubroutineCall>', text, re.S).group(0)
open('wrong.xaif', 'w').write(text.replace(first, '', 1))
END
status 5 "$program" verify product.xaif wrong.xaif
says out ", split adjoint"
says out "note: these are split templates; joint ones were not tried"
for template in split joint; do
    status 0 "$program" verify --adjoint=$template product.xaif "$adjoint"
    says out ", $template adjoint"
    sed "s/template_name=\"[^\"]*\"/template_name=\"my_${template}_template\"/" "$adjoint" >named.xaif
    status 0 "$program" verify product.xaif named.xaif
    says out "transformed: named.xaif, $template adjoint"
done
status 1 "$program" verify --tangent product.xaif "$adjoint"
says err "the document has replacements: it is no tangent-linear program"
status 4 "$program" verify "$swing" nowhere.xaif
status 1 "$program" verify --case=case.json "$swing" tangent.xaif
status 0 "$program" verify --help

echo '{"x0": [1]}' >case.json
# --- --verify -----------------------------------------------------------------

echo old >kept.xaif
status 0 "$program" --verify -o new.xaif "$swing"
says err "verdict: ok"
cmp -s new.xaif tangent.xaif || fail "--verify changes what is written"
status 0 "$program" --verify --verdict=verdict.json --verdict-format=json -o new.xaif "$swing"
is err ""
python3 -c 'import json; assert json.load(open("verdict.json"))["verdict"] == "ok"' || fail "verdict in a file"
# What is passivated has no derivative, which is not what the program computes.
status 5 "$program" --verify -p T -o kept.xaif "$swing"
says err "verdict: WRONG"
is kept.xaif old
status 5 "$program" --verify=report -p T -o kept.xaif "$swing"
says kept.xaif "CallGraph"
# Without derivatives there is nothing to judge.
echo old >kept.xaif
status 1 "$program" --verify -p X -o kept.xaif "$swing"
says err "swing.xaif:77: error: there are no derivatives to compare: of swing__1, nothing is independent"
says err "--independents"
is kept.xaif old
status 0 "$program" --verify -a roundtrip -o new.xaif "$swing"
# Options take the place of what the case says.
echo '{"entry": "nobody", "seed": 3, "draws": 2, "n": 2, "x0": [1, 2]}' >choices.json
status 0 "$program" --verify --case=choices.json --entry=swing --seed=9 --points=0 -o new.xaif "$swing"
says err "verdict: ok (2 of 2 points, seed 9)"
status 0 "$program" verify --case=choices.json --entry=swing --seed=9 --points=0 "$swing" tangent.xaif
says out "verdict: ok (2 of 2 points, seed 9)"
says out "point 1, given: 1 2"
status 1 "$program" --verify --case=choices.json -o new.xaif "$swing"
says err "choices.json: error: the program has no procedure named nobody"
status 1 "$program" --verify --entry=nobody -o new.xaif "$swing"
says err "swing.xaif: error: the program has no procedure named nobody"
status 0 "$program" --verify --independents=x --dependents=Y_2 -o new.xaif "$swing"
says err "2 independent and 1 dependent number"
status 1 "$program" --verify --independents=z -o new.xaif "$swing"
says err "swing.xaif:77: error: option --independents: swing__1 sees no variable 'z'"
says err "hint: swing__1 has the arguments X_1, Y_2"
echo '{"independents": ["z"]}' >choices.json
status 1 "$program" --verify --case=choices.json -o new.xaif "$swing"
says err "choices.json: error: there is no argument and no global variable z"
status 0 "$program" --verify --case=choices.json --independents=X_1 -o new.xaif "$swing"
status 2 "$program" --verify --points=10001 -o new.xaif "$swing"
says err "option --points: it must be a number from 0 to 10000"
status 2 "$program" --entry=swing -o new.xaif "$swing"
says err "hint: add --verify"
# Of a routine with several arguments, some are named, others only have a value.
spring=$top/examples/spring.xaif
status 0 "$build/inplace/xaif-run" --entry=energy --independents=d --dependents=e --jacobian "$spring"
is out "d = 0.5
e -> 0.09375
d e / d d = 0.375"
status 0 "$program" --verify --entry=energy --independents=d --dependents=e -o new.xaif "$spring"
says err "entry energy, 1 independent and 1 dependent number"

# Each example verifies, without a word about how.
examples=0
for document in "$top"/examples/*.xaif; do
    grep -q '<[a-z:]*CallGraph' "$document" || continue
    examples=$((examples + 1))
    status 0 "$program" --verify -N "$top/examples/solver_rules.xaif" -o new.xaif "$document"
    says err "verdict: ok (3 of 3 points, seed 1)"
done
[ "$examples" -ge 2 ] || fail "$examples examples"

status 2 "$program" --verify --dot=cfg -o new.dot "$swing"
says err "--verify and --dot exclude each other"
status 1 "$program" --verify --case=case.json -o new.xaif "$swing"
says err "error: X_1 needs 2 numbers, but gets 1"
"$program" --verify - <"$swing" >piped.xaif 2>err || fail "--verify of standard input"
cmp -s piped.xaif tangent.xaif || fail "--verify of standard input"

# --- what a case, or a request, can't have --------------------------------------

run=$build/inplace/xaif-run
bad_case() {
    printf '%s\n' "$2" >bad.json
    status "$1" "$program" verify --case=bad.json "$swing" tangent.xaif
}
bad_case 1 '[]'
is err 'bad.json:1: error: the case must be an object, as {"name": value}
    1 | []
  hint: write it as in {"entry": "head", "x0": [0.5, 1.5]}'
bad_case 1 '{"setup": ["nowhere"]}'
is err "bad.json: error: the program has no procedure named nowhere
  in setup[1]
  hint: there are: swing__1"
bad_case 1 '{"setup": ["swing__1"]}'
is err "bad.json: error: swing__1 has arguments, and is called without any
  in setup[1]
  hint: name a routine without arguments"
bad_case 1 '{"association": [["X_1", "Y_1"]]}'
is err "bad.json: error: the program has no symbol X_1
  in association[1][1]
  hint: a variable of a routine has its scope in front: 2/X_1"
bad_case 1 '{"shorten": {"X_1": 1}}'
is err "bad.json: error: the program has no global variable X_1
  in shorten.X_1
  hint: is the name right? names are the symbol_ids of the document"
bad_case 1 '{"shorten": {"N": 1}}'
is err "bad.json: error: the program has no global variable N
  in shorten.N
  hint: is the name right? names are the symbol_ids of the document"
bad_case 0 '{"x0": [1, 2, 3]}'
is err "bad.json: warning: of 3 elements that are given, X_1 has only the first 2
  in x0
  hint: give as many numbers as it has elements"
status 1 "$run" --jacobian=tangent "$swing"
says err "swing.xaif: error: the document has no derivative statements"
is out ""
status 1 "$run" --jacobian=split "$swing"
says err "swing.xaif: error: the document has no replacements: it is no adjoint program"
status 1 "$run" --jacobian=tangent "$adjoint"
says err "error: the document has replacements: it is no tangent-linear program"

# What only records has no derivatives to judge.
for way in controlflowreversal basicblockpreaccumulationtape tracediff; do
    status 2 "$program" -a $way --verify -o records.xaif "$swing"
    says err "error: what these algorithms make records what it does, but has no derivatives to verify"
    says err "hint: leave out --verify, or name an algorithm that gives derivatives"
    status 0 "$program" -a $way -o records.xaif "$swing"
    status 1 "$program" verify "$swing" records.xaif
    says err "records.xaif: error: the document records what it does, but has no derivatives: there is nothing to judge"
done

# The forms of adjoint programs are told apart.
"$program" -a basicblockpreaccumulationreverse --motions=routines -o motions.xaif "$swing"
"$program" -a basicblockpreaccumulationreverse -o lists.xaif "$swing"
status 0 "$program" verify --adjoint=motions "$swing" motions.xaif
says out "transformed: motions.xaif, motions adjoint"
status 0 "$program" verify --adjoint=combined "$swing" motions.xaif
says out "transformed: motions.xaif, combined adjoint"
status 0 "$program" verify "$swing" motions.xaif
says out "note: by the routines that record and return, the adjoint is right"
status 0 "$program" verify --adjoint=joint "$swing" lists.xaif
for template in split joint; do
    status 1 "$program" verify --adjoint=$template "$swing" motions.xaif
    says err "motions.xaif: error: the document has routines that record and return: it is no adjoint program with replacements"
    says err "hint: judge it with --adjoint=combined or motions, or run it with xaif-run --jacobian=combined or motions"
done
status 1 "$program" verify --tangent "$swing" motions.xaif
says err "motions.xaif: error: the document has routines that record and return: it is no tangent-linear program"
status 1 "$program" verify --adjoint=motions "$swing" lists.xaif
says err "lists.xaif: error: the document has replacements: it is no adjoint program with routines that record and return"
says err "hint: judge it with --adjoint=split or joint, or run it with xaif-run --jacobian=split or joint"
status 1 "$program" verify --adjoint=motions "$swing" tangent.xaif
says err "tangent.xaif: error: the document has no routines that record and return: it is no adjoint program"
status 1 "$run" --jacobian=split motions.xaif
says err "motions.xaif: error: the document has routines that record and return"

# Derivative statements that are assignments, of which there are no others.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 - >shifted.xaif <<'END'
import xaif
print(xaif.build("""subroutine head(x in, y out)
  real x(3), y(3)
  y = cshift_arr(x, 1)
end
""", "shifted"))
END
status 0 "$program" -o shifted_tangent.xaif shifted.xaif
status 0 "$program" verify shifted.xaif shifted_tangent.xaif
says out "verdict: ok"
status 0 "$program" verify --tangent shifted.xaif shifted_tangent.xaif
says out "verdict: ok"
status 1 "$program" verify shifted.xaif shifted.xaif
says err "shifted.xaif: error: the document has no derivative statements"

# Markers in motions do what the case says of those in the routines that they were made of, whatever form they have.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 - >marked.xaif <<'END'
import xaif
print(xaif.build("""subroutine head(x in, y out)
  real x, y
  call inner(x, y)
end
subroutine inner(x in, y out)
  real x, y
  integer k
  7: marker [passive: OPR_STID]
  y = x
  if (k > 1) then
    y = x*sin(x)
  end
end
""", 'marked'))
END
echo '{"markers": {"3/7": [{"set": "k", "to": "2"}]}}' >case.json
for how in --reversal=split --reversal=joint --motions=routines '--motions=routines --reversal=joint'; do
    status 0 "$program" -a basicblockpreaccumulationreverse $how --quiet -o marked_ad.xaif marked.xaif
    status 0 "$program" verify --case=case.json marked.xaif marked_ad.xaif
done
"$program" -a basicblockpreaccumulationreverse --reversal=joint --quiet -o marked_ad.xaif marked.xaif
status 5 "$program" verify --adjoint=joint --case=case.json marked.xaif marked_ad.xaif
says err "marked_ad.xaif: warning: the templates of the document are split ones by their names, and it is run with joint ones"

# Taken for an adjoint program, it lacks derivatives.
"$program" -a controlflowreversal -o records.xaif "$swing"
status 5 "$program" verify --adjoint=split "$swing" records.xaif

# A second call begins with no adjoints of what the first one left in global variables.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 - >growing.xaif <<'END'
import xaif
print(xaif.build("""common real g
subroutine head(x in, y out)
  real x, y
  y = x*g
  g = g*x
end
""", 'growing'))
END
echo '{"x0": [1.5], "initial": {"g": 2}}' >case.json
for way in basicblockpreaccumulation basicblockpreaccumulationreverse basicblockpreaccumulationtapeadjoint,associationbyname; do
    status 0 "$program" -a $way --verify --quiet --case=case.json -o growing_ad.xaif growing.xaif
done

# Arguments that are texts get values, too.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 - >texts.xaif <<'END'
import xaif
print(xaif.build("""subroutine head(x in, y out, kind in)
  real x, y
  character kind
  y = x*2.0
  if (kind == "S") then
    y = sin(y)
  end if
end
""", 'texts'))
END
"$program" --quiet -o texts_ad.xaif texts.xaif || fail "texts"
status 1 "$program" verify texts.xaif texts_ad.xaif
says err 'the argument kind needs a value'
says err 'hint: give it in a case file, --case=FILE, as {"arguments": [{"x": "all"}, {"y": "all"}, {"value": "N"}]}'
for kind in S N; do
    echo '{"x0": [1.5], "arguments": [{"x": 1}, {"y": 1}, {"value": "'$kind'"}]}' >case.json
    status 0 "$program" verify --case=case.json texts.xaif texts_ad.xaif
    if grep -q 'that were never run' out; then echo $kind; fi >>unrun
done
is unrun N
echo '{"x0": [1.5], "arguments": [{"x": 1}, {"y": 1}, {"value": 1}]}' >case.json
status 1 "$program" verify --case=case.json texts.xaif texts_ad.xaif
says err 'the value of kind must be of type char'

# The routine that computes a Jacobian in one call is run, too.
corrupted() {
    python3 - "$1" "$2" "$3" <<'END'
import re, sys
text = open('jacobian.xaif').read()
begin = re.search('<xaif:ControlFlowGraph [^>]*symbol_id="OpenAD_jacobian_', text).start()
assert re.search(sys.argv[1], text[begin:]), sys.argv[1]
open(sys.argv[3], 'w').write(text[:begin] + re.sub(sys.argv[1], sys.argv[2], text[begin:], count=1))
END
}
for mode in forward reverse; do
    status 0 "$program" -a associationbyname --jacobian=spring --jacobian-mode=$mode --quiet --verify -o jacobian.xaif "$spring"
    if grep -q '^Jacobian in one call  *ok ' err; then pass; else fail "the Jacobian in $mode mode: $(cat err)"; fi
    corrupted 'value="1[.]0*e[+]00"' 'value="2.0"' seed.xaif
    status 5 "$program" verify --quiet "$spring" seed.xaif
    says out 'Jacobian in one call            WRONG'
    says out '    d y / d x('
    status 5 "$program" verify --quiet --format=json "$spring" seed.xaif
    says out '{"name": "jacobian", "result": "wrong", "compared": '
done
corrupted 'xb.jacobian=spring' 'xb.jacobian=energy' other.xaif
status 0 "$program" verify --quiet "$spring" other.xaif
says_not out 'Jacobian in one call'
corrupted 'xb.columns=x' 'xb.columns=z' unknown.xaif
status 0 "$program" verify --quiet "$spring" unknown.xaif
says out "note: the routine of the Jacobian is not judged: unknown.xaif:"
says out "the Jacobian has rows or columns of 'z', whose number is not known here"
status 0 "$program" -a associationbyname --jacobian=spring --strip-tags --quiet --verify -o jacobian.xaif "$spring"
says_not err 'Jacobian in one call'

# What is run again may find allocated what was not.
asked=$top/tests/data/hunted/allocation_asked_by_callee.xaif
status 0 "$program" -a basicblockpreaccumulationreverse --reversal=joint --verify -o asked.xaif "$asked"
says err 'between asks whether tab is allocated or associated, which may be otherwise when it is run again: its calls are taken to be strong'
says_not err 'joint templates'
status 5 "$program" -a basicblockpreaccumulationreverse --verify -o asked.xaif "$asked"
says err 'use asks whether tab is allocated or associated, which may be otherwise when it is run again: it must not be run again by joint templates'

# Replacements of a list share blocks, and each of them has what is allocated in these.
for document in blocks_cut_in_shared_graphs formal_allocated_by_its_routine allocated_by_first_callee unused_argument_not_allocated \
    allocated_in_several_directions local_allocated_by_callee; do
    for reversal in split joint; do
        status 0 "$program" -a basicblockpreaccumulationreverse,associationbyname --reversal=$reversal --quiet --verify -o cut.xaif \
            "$top/tests/data/hunted/$document.xaif"
    done
done
"$program" -a basicblockpreaccumulationreverse,associationbyname --quiet -o cut.xaif "$top/tests/data/hunted/blocks_cut_in_shared_graphs.xaif"
status 0 "$program" verify --strict-anonymous --adjoint=split --quiet "$top/tests/data/hunted/blocks_cut_in_shared_graphs.xaif" cut.xaif

# What a document was made for is what it is judged by, here as there.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 - >sides.xaif <<'END'
import xaif
print(xaif.build("""common real g
subroutine other(x in, p in, y out, z out)
  real x, p, y, z
  g = x*p
  y = sin(x)*p
  z = cos(x)*g
end
""", 'sides'))
END
question=(--independents=x --dependents=y)
for mode in tangent adjoint; do
    status 0 "$program" --mode=$mode --entry=other "${question[@]}" --activity=computed --verify --verdict=here -o sides_ad.xaif sides.xaif
    status 0 "$program" verify sides.xaif sides_ad.xaif
    grep -v -e '^original' -e '^transformed' here >wanted
    grep -v -e '^original' -e '^transformed' out | diff - wanted >difference || true
    is difference ""
    status 5 "$program" verify --independents=x,p --dependents=z sides.xaif sides_ad.xaif
    says err "warning: the document was made for the independents x, not for p"
    says err "warning: the document was made for the dependents y, not for z"
    says_not err "not for x"
    "$program" --mode=$mode --entry=other "${question[@]}" --activity=computed --strip-tags -o stripped_ad.xaif sides.xaif
    status 5 "$program" verify sides.xaif stripped_ad.xaif
    says out "note: the document does not say which variables are derivatives: these are told by their names"
done

# Tags say which variables are derivatives, whatever their names are, and what the user's names are.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 - >named.xaif <<'END'
import xaif
print(xaif.build("""common real g, g_d, g_d2, g_b
subroutine head(x in, x_d in, y out, y_b inout)
  real x, x_d, y, y_b
  g = sin(x)*x_d
  g_d = g*x
  g_b = g_d*0.5
  g_d2 = g_b + g
  y = g*g_d + g_d2
  y_b = y_b*x + y
end
""", 'named'))
END
for mode in tangent adjoint; do
    for suffix in --derivative-suffix=0 --derivative-suffix=_d0 --strip-tags; do
        status 0 "$program" --mode=$mode $suffix --quiet -o named_ad.xaif named.xaif
        status 0 "$program" verify named.xaif named_ad.xaif
    done
done

# Components that are derivatives are none where these are variables.
status 1 "$build/inplace/xaif-run" --jacobian=split --independents=x --dependents=y cut.xaif
says err "the document has no components that are derivatives: these are variables"

# A bound at the end of 64 bits, from which no step leads on.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 - >end.xaif <<'END'
import xaif
print(xaif.build("""subroutine head(x in, y out)
  real x, y
  integer i
  y = x
  for* (i = 1; i < 77777; i = i + 1)
    y = y*x
  end
  y = y*x
end
""", 'end').replace('77777', '-9223372036854775808').replace('I4', 'I8'))
END
status 0 "$program" -a basicblockpreaccumulationreverse --verify --quiet -o end_ad.xaif end.xaif

# What is converted has to be allocated.
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$top/tests python3 - >converted.xaif <<'END'
import xaif
print(xaif.build("""subroutine fill(a out)
  passive real a(:), q(2)
  q = 0.5
  a = q
end
subroutine head(x in, y out)
  real x(2), y, t(:)
  call fill(t)
  y = x(1)*t(1)
  t = x
  call fill(t)
  y = y + t(2)
end
""", 'converted'))
END
status 5 "$program" -a basicblockpreaccumulation --verify -o converted_ad.xaif converted.xaif
says err "warning: 't' may not be allocated where 'fill' is called, and is copied there, since either it or 'a' is active"
grep -c 'may not be allocated where' err >warned
is warned 1

# A module is no procedure, neither as a list of replacements.
status 0 "$program" -a basicblockpreaccumulationreverse,associationbyname --reversal=split --quiet --verify -o module.xaif \
    "$top/tests/data/hunted/variable_of_module_unseen.xaif"

# Routines that are made of one stand beside it: with a scope of their own, and where its name is seen.
global=$top/tests/data/hunted/variables_in_the_global_scope.xaif
status 3 "$program" -a basicblockpreaccumulationreverse --motions=routines -o beside.xaif "$global"
says err "error: head has no scope of its own, but the global one"
status 3 "$program" -a basicblockpreaccumulation,associationbyname --jacobian=head -o beside.xaif "$global"
says err "error: the Jacobian of head: it has no scope of its own, but the global one"
elsewhere=$top/tests/data/hunted/symbol_in_another_scope.xaif
status 0 "$program" -a basicblockpreaccumulationreverse --reversal=joint --motions=routines --verify -o beside.xaif "$elsewhere"
says err "warning: helper is declared in a scope that its own is not within: its calls are taken to be strong"
status 3 "$program" -a basicblockpreaccumulation,associationbyname --jacobian=helper -o beside.xaif "$elsewhere"
says err "error: the Jacobian of helper: it is declared in a scope that its own is not within"

# The routine that a rule is for is declared where it is called, and not seen from what the rule makes.
PYTHONPATH="$top/tests" python3 - >ruled.xaif <<'END'
import re
import xaif
text = xaif.build("""
external vec
subroutine head(x in, y out)
  real x(2), y, s
  s = sin(x(2))
  call vec(s, x(1))
  y = x(1)*s
end
""", 'ruled')
symbol = re.search(r' *<xaif:Symbol symbol_id="vec"[^\n]*\n', text).group()
first, second = text.replace(symbol, '').split('<xaif:Scope vertex_id="2">\n      <xaif:SymbolTable>\n')
print(first + '<xaif:Scope vertex_id="2">\n      <xaif:SymbolTable>\n' + symbol + second.replace('"vec" scope_id="1"', '"vec" scope_id="2"'))
END
cat >rule.xaif <<'END'
<n:NonInlinableIntrinsicDefinitions xmlns:n="http://www.mcs.anl.gov/XAIFNonInlinableIntrinsics">
  <n:RoutineRule name="vec" tangent="vec_t" adjoint="vec_b">
    <n:Argument position="1" intent="in"/>
    <n:Argument position="2" intent="inout" needed="before"/>
  </n:RoutineRule>
</n:NonInlinableIntrinsicDefinitions>
END
status 1 "$program" -N rule.xaif -a basicblockpreaccumulationreverse --motions=routines -o ruled_ad.xaif ruled.xaif
says err "error: what was made of the program is not written: routines that are declared within routines are not seen where they are needed"
[ ! -e ruled_ad.xaif ] || fail "a document is written in which names are not seen"

# What is endless is wrong, and soon said; where the case says how long to wait, that's a limit.
"$program" --quiet -o while.xaif "$data/control_while.xaif" || fail "control_while"
sed '/<xaif:PreLoop/,/<\/xaif:PreLoop/s/less_than/not_equal/' while.xaif >endless.xaif
echo '{"x0": [1.5], "ranges": [1.5, 2]}' >case.json
status 5 timeout 60 "$program" verify --case=case.json "$data/control_while.xaif" endless.xaif
says out "more than 10000000 statements are run (in CallGraph/ControlFlowGraph[head]/"
says out "; of the original, "
echo '{"x0": [1.5], "ranges": [1.5, 2], "limits": {"steps": 1000}}' >case.json
status 4 "$program" verify --case=case.json "$data/control_while.xaif" endless.xaif
says err "the transformed program can't be judged: "
says err "hint: a case can allow longer runs"
says err "more than 1000 statements are run"

# What shares storage by alias sets, and does not do so where it is run, is named.
shared() {
    PYTHONPATH=$top/tests python3 - "$1" >shared.xaif <<'END'
import sys
import xaif
head, body = '', '  u = x(1)\n  v = u*x(2)\n  y = u*v\n'
if sys.argv[1] == 'locals':
    head = '  real u, v @ u\n'
program = 'subroutine head(x in, y out)\n  real x(2), y\n' + head
if sys.argv[1] == 'globals':
    program = 'common real u, v @ u\n' + program
elif sys.argv[1] == 'element':
    program, body = 'common real p(3), q @ p\n' + program, '  p(1) = x(1)\n  p(2) = x(2)\n  q = p(1)*p(2)\n  y = p(1)*q\n'
print(xaif.build(program + body + 'end\n', 'shared', elements=True))
END
    "$program" -a basicblockpreaccumulation --verify -o shared_ad.xaif shared.xaif 2>err
}
shared locals
says_not err "share storage by their alias sets"
status 0 "$program" verify shared.xaif shared_ad.xaif
shared element
says err "note: p and q share storage by their alias sets, which is not followed here: name them as \"association\" of a case"
shared globals
says_not err "share storage by their alias sets"

# --- points at which right programs are hard to judge ---------------------------

unsteady=$top/tests/data/evaluate/unsteady.xaif
judge() {
    local wanted=$1 entry=$2
    shift 2
    status "$wanted" "$program" --verify --quiet --entry="$entry" --independents=x --dependents=y -o unsteady.xaif "$@" "$unsteady"
}
judge 0 pole
says err "tangents against differences    unclear"
for seed in 1 2 3; do
    judge 0 waves --points=5 --seed=$seed
done
echo '{"entry": "whirl", "x0": [1, 1], "points": [[1, 3]]}' >case.json
status 0 "$program" --verify --case=case.json -o whirl.xaif "$unsteady"
says err "tangents against differences    unclear"
says err "where it oscillates within all of their steps"
# Beside 0, all usual steps go past the poles.
PYTHONPATH=$top/tests python3 - >poles.xaif <<'END'
import xaif
print(xaif.build("""subroutine head(x in, y out)
  real x(3), y(3)
  y(1) = 2.0/x(1)
  y(2) = gamma_scal(x(2))
  y(3) = x(3)**2
end
""", 'poles'))
END
echo '{"x0": [1e-25, -1e-38, 1e-40]}' >poles.json
status 0 "$program" --mode=tangent --verify --case=poles.json -o poles_ad.xaif poles.xaif
says err "where it oscillates within all of their steps"
sed 's/minus_scal/abs_scal/' poles_ad.xaif >poles_wrong.xaif
status 5 "$program" verify --case=poles.json poles.xaif poles_wrong.xaif
PYTHONPATH=$top/tests python3 - >ripple.xaif <<'END'
import xaif
print(xaif.build("""subroutine head(x in, y out)
  real x, y
  y = x*1e6 + 0.001*sin(x*1e9)
end
""", 'ripple'))
END
status 0 "$program" -a basicblockpreaccumulationreverse --verify -o ripple_ad.xaif ripple.xaif
says err "where it oscillates within all of their steps"
status 0 "$program" --verify -o steep.xaif "$top/tests/data/evaluate/steep.xaif"
says err "tangents against differences    unclear"
sed 's/1e9/1.1e9/' ripple_ad.xaif >ripple_wrong.xaif
status 5 "$program" verify --adjoint=split ripple.xaif ripple_wrong.xaif
sed 's/cos_scal/sin_scal/' whirl.xaif >whirl_wrong.xaif
status 5 "$program" verify --case=case.json "$unsteady" whirl_wrong.xaif
status 5 "$run" --entry=root_of_zero --independents=x --dependents=y --jacobian "$unsteady"
says out "d y(1) / d x(2) = nan"
judge 0 roots
says err "passed over: values or derivatives of the original are not finite here"
says err "verdict: ok, but 34 of 48 statements were never run (2 of 3 points, seed 1)"
PYTHONPATH=$top/tests python3 - >infinite.xaif <<'END'
import xaif
print(xaif.build("""subroutine head(x in, y out)
  real x(2), y
  y = x(1)*1e200
  y = y*x(2)*1e200
end
""", 'infinite'))
END
status 1 "$program" -a basicblockpreaccumulationreverse --verify -o infinite_ad.xaif infinite.xaif
says err "there is no point to judge at: values or derivatives of the original are not finite here"
judge 1 root_of_zero
says err "unsteady.xaif: error: there is no point to judge at: values or derivatives of the original are not finite here"
says err "hint: there may be a better point: give one in a case file, as x0"

# --- adjoints of tangent-linear programs, which may allocate -------------------------

for name in hoisted_allocates local_sized_by_assignment global_allocated contained_array_without_bounds vector_subscripts_as_arguments; do
    status 0 "$program" -a basicblockpreaccumulation,associationbyname --keep-active --quiet -o tangent.xaif "$top/tests/data/derivatives/$name.xaif"
    status 0 grep -q oad_Allocate tangent.xaif
    for algorithms in basicblockpreaccumulationreverse "basicblockpreaccumulationreverse,associationbyname --motions=routines"; do
        # shellcheck disable=SC2086
        status 0 "$program" -a $algorithms --verify --quiet -o second.xaif tangent.xaif
    done
done

# Where derivatives are components, a call that allocates takes the derivative away: the routine is not run again.
tangent_of() { status 0 "$program" -a basicblockpreaccumulation,associationbyname --keep-active --quiet -o tangent.xaif "$top/tests/data/derivatives/$1.xaif"; }
lost='whose derivative would be lost when it is run again'
tangent_of global_allocated_by_a_callee
status 0 "$program" -a basicblockpreaccumulationreverse --reversal=joint --verify -o second.xaif tangent.xaif
says err "warning: init_d allocates g_d, $lost: its calls are taken to be strong"
status 0 "$program" -a basicblockpreaccumulationreverse,associationbyname --reversal=joint --verify -o second.xaif tangent.xaif
status 1 grep "$lost" err
status 0 "$program" -a basicblockpreaccumulationreverse -o second.xaif tangent.xaif
says err "warning: head_d allocates g_d, $lost: it must not be run again by joint templates"

# Nor is a loop moved to a routine, where it would allocate an argument.
tangent_of scalar_allocates_in_a_loop
line=$(grep -n '<xaif:ForLoop' tangent.xaif | head -n 1 | cut -d: -f1)
status 3 "$program" -a loopcheckpointing --checkpoint-loops="head_d:$line:2" -o loops.xaif tangent.xaif
says err "error: the loop can't be reversed by checkpoints: its body allocates 'a_d', which is used outside of it"
status 1 test -e loops.xaif

# --- derivatives that are variables are found by their tags, and in documents without by their names -------------

names=$data/names_of_derivatives_taken.xaif
for tags in "" --strip-tags; do
    for algorithms in basicblockpreaccumulation "basicblockpreaccumulationreverse --motions=routines" "basicblockpreaccumulation --directions=3"; do
        # shellcheck disable=SC2086
        status 0 "$program" -a associationbyname,$algorithms $tags --quiet --verify -o named.xaif "$names"
        status 0 "$program" verify "$names" named.xaif
    done
    status 0 grep -q 'symbol_id="x_d11"' named.xaif
done
status 0 "$program" -a associationbyname,basicblockpreaccumulation --quiet -o tagged.xaif "$names"
sed 's/"x_d11"/"slope"/' tagged.xaif >renamed.xaif
status 0 "$program" verify "$names" renamed.xaif
# Those of the transformation before are variables like others.
status 0 "$program" -a associationbyname,basicblockpreaccumulation --keep-active --quiet -o first.xaif "$names"
for tags in "" --strip-tags; do
    status 0 "$program" -a associationbyname,basicblockpreaccumulation $tags --quiet --verify -o second.xaif first.xaif
    says err "2 independent and 2 dependent numbers"
    status 0 "$program" verify first.xaif second.xaif
done

# --- second derivatives: what records and what returns is judged, one after the other ---------------------

status 0 "$program" -a basicblockpreaccumulationreverse,associationbyname --motions=routines --combined=none --keep-active --quiet -o gradient.xaif "$top/examples/spring.xaif"
for tags in "" --strip-tags; do
    # shellcheck disable=SC2086
    status 0 "$program" -a associationbyname $tags --quiet --verify --entry=spring -o hessian.xaif gradient.xaif
    says err "tangent of an adjoint program: what records, then what returns"
    says err "statements run: 125 of 125"
    status 0 "$program" verify --entry=spring gradient.xaif hessian.xaif
    # A wrong operation in what returns: the first one of what is added to a second derivative.
    python3 - <<'END'
text = open('hessian.xaif').read()
at = text.index('symbol_id="spring_ret_d"', text.index('<xaif:ControlFlowGraph'))
at = text.index('mul_scal_scal', text.index('symbol_id="x_b_d"', text.index('<xaif:AssignmentLHS', at)))
open('wrong.xaif', 'w').write(text[:at] + 'add' + text[at + 3:])
END
    status 5 "$program" verify --entry=spring gradient.xaif wrong.xaif
    says out "tangents against dual numbers   WRONG"
    says out "verdict: WRONG"
done
# Adjoints of global variables are 0 at first, whether tags tell them or names.
for tags in "" --strip-tags; do
    # shellcheck disable=SC2086
    status 0 "$program" -a basicblockpreaccumulationreverse,associationbyname --motions=routines --keep-active $tags --quiet -o global.xaif "$data/call_without_arguments.xaif"
    status 0 "$program" -a associationbyname --quiet --verify -o second.xaif global.xaif
    says err "tangent of an adjoint program: what records, then what returns"
done
# Nobody has to name the entry: motions are none.
status 0 "$program" -a associationbyname --quiet --verify -o hessian.xaif gradient.xaif
status 0 "$program" -a associationbyname --directions=2 --quiet --verify -o hessian.xaif gradient.xaif
sed 's/subroutine_name="push_s0"/subroutine_name="push_i_s0"/' gradient.xaif >pushes.xaif
status 1 "$program" verify pushes.xaif hessian.xaif
says err "error: the original program does not run"

# --- what was never run is not passed over in silence -----------------------------------------

status 0 "$program" --quiet -o spring_ad.xaif "$top/examples/spring.xaif"
status 0 "$program" verify --entry=energy "$top/examples/spring.xaif" spring_ad.xaif
says out "verdict: ok, but 13 of 19 statements were never run (3 of 3 points, seed 1)"
status 0 "$program" verify --entry=energy --format=json "$top/examples/spring.xaif" spring_ad.xaif
says out '"partial": true'
status 0 "$program" verify --format=json "$top/examples/spring.xaif" spring_ad.xaif
says out '"partial": false'

# --- the original has to end at other points, too; warnings come before the verdict -----------------------

python3 - "$top" <<'END'
import sys
sys.path.insert(0, sys.argv[1] + '/tests')
import xaif
open('endless.xaif', 'w').write(xaif.build("""
subroutine head(x in, y out)
  real x, y, z, e
  y = 0.5
  e = 1.0
  while (e > 1.0e-13)
    z = 2.1*x*y*(1.0 - y)
    e = abs(z - y)
    y = z
  end
end
""", 'endless'))
END
status 0 "$program" --verify -o endless_ad.xaif endless.xaif
says err "passed over: the original was stopped here after 10000000 steps; at point 1 it takes 2784"
says err "warning: 'abs_scal' is not differentiable everywhere"
is <(tail -n 1 err) "verdict: ok (2 of 3 points, seed 1)"
status 0 "$program" --verify --verdict=- -o endless_ad.xaif endless.xaif
status 0 bash -c "'$program' --verify --verdict=- -o endless_ad.xaif endless.xaif 2>&1"
is <(tail -n 1 out) "verdict: ok (2 of 3 points, seed 1)"

# --- values that lose their digits ---------------------------------------------

cases=$top/tests/data/derivatives
status 0 "$program" --verify -o lost.xaif "$cases/cancelled_digits.xaif"
says err "verdict: ok"
status 0 "$program" verify "$cases/cancelled_digits.xaif" lost.xaif
says out "tangents against differences    unclear"
says out "where values lose their digits"
for fault in 's/SetDeriv/SetNegDeriv/' 's/<\(.*\):SetDeriv/<\1:IncDeriv/;s/<\/\(.*\):SetDeriv/<\/\1:IncDeriv/'; do
    sed "$fault" lost.xaif >lost_wrong.xaif
    cmp -s lost.xaif lost_wrong.xaif && fail "no fault was planted by $fault"
    status 5 "$program" verify "$cases/cancelled_digits.xaif" lost_wrong.xaif
done

# --- names ----------------------------------------------------------------------

# copies NAME...: named.xaif, with copies of swing__1 by these names; all but the first have cos for sin.
copies() {
    python3 - "$swing" "$@" >named.xaif <<'END'
import re, sys
text = open(sys.argv[1]).read()
symbol = re.search(r' *<xaif:Symbol symbol_id="swing__1".*\n', text).group()
flow = re.search(r' *<xaif:ControlFlowGraph .*?</xaif:ControlFlowGraph>\n', text, re.S).group()
symbols = flows = ''
for i, name in enumerate(sys.argv[2:], start=1):
    symbols += symbol.replace('swing__1', name)
    copy = flow.replace('swing__1', name).replace('<xaif:ControlFlowGraph vertex_id="1"', f'<xaif:ControlFlowGraph vertex_id="{i}"')
    flows += re.sub(r'(<xaif:Intrinsic [^>]*name=")sin_scal', r'\1cos_scal', copy) if i > 1 else copy
print(text.replace(symbol, symbols).replace(flow, flows), end='')
END
}
copies swing__1 swing__1_doubled swing__1_shifted
status 0 "$run" --x=1,2 "$swing"
cp out plain.out
for entry in swing SWING swing__1; do
    status 0 "$run" --entry="$entry" --x=1,2 named.xaif
    is out "$(cat plain.out)"
done
status 0 "$run" --entry=swing__1_d --x=1,2 named.xaif
cmp -s out plain.out && fail 'swing__1_d is swing__1'
status 1 "$run" --entry=swin named.xaif
is err 'named.xaif: error: it is not clear which procedure is named swin: it may be any of 3
  hint: name one of swing__1, swing__1_doubled, swing__1_shifted'
copies heading__1 headless__2 head_x
status 1 "$run" named.xaif
is err 'named.xaif: error: it is not clear which routine is the entry: 3 begin with head
  hint: name one with --entry, or in a case file, under entry: heading__1, headless__2, head_x'
copies heading__1 head__2
status 0 "$run" --x=1,2 named.xaif
cmp -s out plain.out && fail 'head is heading__1'
echo '{"setup": ["head"]}' >setup.json
copies heading__1 headless__2
status 1 "$run" --entry=heading --case=setup.json named.xaif
says err 'it is not clear which procedure is named head: it may be any of 2'

# Scopes in front.
status 0 "$run" --independents=2/X_1 --dependents=2/y --x=1,2 "$swing"
is out "$(cat plain.out)"
status 1 "$run" --independents=1/X_1 "$swing"
says err 'there is no argument and no global variable 1/X_1'
echo '{"independents": ["2/x"], "dependents": ["2/Y_2"], "x0": [1, 2]}' >scoped.json
status 0 "$run" --case=scoped.json "$swing"
is out "$(cat plain.out)"

# --- what a case has too little of ------------------------------------------------

small_case() {
    echo "$2" >small.json
    status "$1" "$run" "${@:3}" --case=small.json "$swing"
}
small_case 1 '{"arguments": [{"x": "all"}]}'
says err 'small.json: warning: swing__1 has the argument Y_2 after the 1 that is described: it is taken to be absent'
small_case 1 '{"arguments": [{"value": [1]}, {"y": "all"}]}'
says err 'small.json: error: X_1 has 2 elements, but gets 1'
says err 'hint: write as many values as it has elements, or one without brackets for all'
small_case 0 '{"independents": []}' --jacobian
says err 'nothing is independent in swing__1: the Jacobian is empty'
status 1 "$run" --independents=X_2 "$swing"
says err 'hint: did you mean X?'

# --- standard input, twice --------------------------------------------------------

status 2 "$run" --case=- -
is err 'xaif-run: error: the case and the document are both standard input
  hint: name a file for one of them'
status 2 "$program" verify --case=- - tangent.xaif
says err 'error: the case and the original document are both standard input'
status 2 "$program" verify - -
says err 'error: the original document and the transformed one are both standard input'
status 2 "$program" verify --catalogue=- -
says err 'error: a catalogue and the program are both standard input'

# --- intrinsics that only a catalogue knows --------------------------------------

status 3 "$program" --verify --catalogue="$cases/reductions.xaif" -o lost.xaif "$cases/reduction_user.xaif"
says err "there is no verdict"
says err "what the intrinsic length computes is not known here"
says err "hint: add the formula of its value to Function of 'length', "
says err "; without --verify, the program is transformed"
status 3 "$program" --verify --catalogue="$cases/reductions.xaif" -o lost.xaif "$cases/reduction_user_in_subscript.xaif"
says err "what the intrinsic length computes is not known here"
status 3 "$program" verify --catalogue="$cases/reductions.xaif"
says out "unchecked length, inlinable: nothing is known of it"
says out "verdict: INCOMPLETE, not checked is kinetic, inlinable, and others"
status 3 "$program" verify --catalogue="$cases/reductions.xaif" --format=json
python3 -c 'import json; assert json.load(open("out"))["verdict"] == "incomplete"' || fail "JSON of rules"

# --- catalogues ---------------------------------------------------------------

status 0 "$program" verify --catalogue="$top/catalogues/noninlinable_intrinsics.xaif"
says out "verdict: ok"
sed 's/Intrinsic vertex_id=\("[0-9]*"\) name="cos_scal"/Intrinsic vertex_id=\1 name="exp_scal"/' "$top/catalogues/inlinable_intrinsics.xaif" >catalogue.xaif
status 5 "$program" verify --catalogue=catalogue.xaif
says out "verdict: WRONG, first"
status 5 "$program" verify --catalogue=catalogue.xaif --format=json
python3 -c 'import json; assert json.load(open("out"))["verdict"] == "wrong"' || fail "JSON of rules"
# The product divided by an element is none if that is 0.
cat >catalogue.xaif <<'.'
<ii:InlinableIntrinsicDefinitions language="F90" xmlns:x="http://www.mcs.anl.gov/XAIF"
    xmlns:ii="http://www.mcs.anl.gov/XAIFInlinableIntrinsics">
  <ii:InlinableIntrinsic name="product_arr" nr_arguments="1" shapeChange="scalar">
    <ii:Function type="builtin" builtin_name="product"/>
    <ii:Partial partial_id="1">
      <x:Intrinsic vertex_id="1" name="div_scal_scal"/>
      <ii:ArgumentReference vertex_id="2" argument="0"/>
      <ii:ArgumentReference vertex_id="3" argument="1"/>
      <x:ExpressionEdge edge_id="1" source="2" target="1" position="1"/>
      <x:ExpressionEdge edge_id="2" source="3" target="1" position="2"/>
    </ii:Partial>
  </ii:InlinableIntrinsic>
</ii:InlinableIntrinsicDefinitions>
.
status 5 "$program" verify --catalogue=catalogue.xaif
says out "verdict: WRONG, first product_arr"
status 4 "$program" verify --catalogue=nowhere.xaif
status 2 "$program" verify --catalogue=catalogue.xaif "$swing" "$swing" "$swing"
status 1 "$program" verify --catalogue=catalogue.xaif "$swing" "$swing"
says err "the document has no derivative statements"

# --- variables of a scope within that of a routine are its own in each activation ---

inner=$top/tests/data/evaluate/inner_scope
status 0 "$program" --verify --quiet --case="$inner.json" -o inner.xaif "$inner.xaif"

finish
