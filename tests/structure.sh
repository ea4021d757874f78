#!/usr/bin/env bash
# The algorithm structure: what it reports of call graphs and control flow, and what it draws.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
program=${XB_TOP_BUILDDIR:?}/inplace/xaifbooster
data=$top/tests/data/derivatives

# metric SCOPE NAME FILE: a number from the report
metric() {
    "$program" -a structure --metrics=json --metrics-output=- -o /dev/null "$3" 2>/dev/null |
        python3 -c 'import json, sys
report = json.load(sys.stdin)
rows = [row for row in report["scopes"] if row["scope"] == sys.argv[1]] if sys.argv[1] else [report["total"]]
print(*(row.get(sys.argv[2], "none") for row in rows))' "$1" "$2"
}

# A routine that calls itself: the swing with a call in its block.
call='<xaif:SubroutineCall statement_id="9" scope_id="1" symbol_id="swing__1" formalArgCount="2">'
call+='<xaif:Argument position="1"><xaif:VariableReference vertex_id="1"><xaif:SymbolReference vertex_id="1" '
call+='scope_id="2" symbol_id="X_1"/></xaif:VariableReference></xaif:Argument>'
call+='<xaif:Argument position="2"><xaif:VariableReference vertex_id="1"><xaif:SymbolReference vertex_id="1" '
call+='scope_id="2" symbol_id="Y_2"/></xaif:VariableReference></xaif:Argument></xaif:SubroutineCall>'
sed "s|</xaif:BasicBlock>|$call&|" "$top/examples/swing.xaif" >"$scratch/recursive.xaif"

same "recursion" 1 "$(metric "" "recursive routines" "$scratch/recursive.xaif")"
same "no recursion" 0 "$(metric "" "recursive routines" "$top/examples/swing.xaif")"
same "calls" 1 "$(metric "" "calls" "$scratch/recursive.xaif")"
same "loops" 2 "$(metric head loops "$data/control_loops_in_a_row.xaif")"
same "reducible" 0 "$(metric head irreducible "$data/control_loops_in_a_row.xaif")"
same "irreducible" 1 "$(metric head irreducible "$data/control_irreducible.xaif")"
same "loops that are never run" 2 "$(metric head loops "$data/never_run_with_jumps.xaif")"
same "they are not irreducible" 0 "$(metric head irreducible "$data/never_run_with_jumps.xaif")"

same "calls of functions" 1 "$(metric "" "calls" "$data/function_with_body.xaif")"
same "they are drawn" 1 "$("$program" --dot=callgraph "$data/function_with_body.xaif" | grep -c -- '->')"

tree=$("$program" --dot=dominators:head "$data/control_loops_in_a_row.xaif")
same "a tree has an edge less than vertices" 1 \
    $(($(grep -c '\[label=' <<<"$tree") - $(grep -c -- '->' <<<"$tree")))
"$program" --dot=callgraph-graphml -o "$scratch/calls.graphml" "$scratch/recursive.xaif"
same "GraphML of calls" 0 $?
"$program" --dot=cfg-graphml:head -o "$scratch/flow.graphml" "$data/control_loops_in_a_row.xaif"
same "GraphML of control flow" 0 $?
xmllint --noout "$scratch/calls.graphml" "$scratch/flow.graphml"
same "GraphML is well-formed" 0 $?
same "edges of the call graph" 1 "$(grep -c '<edge' "$scratch/calls.graphml")"
"$program" --dot=cfg-graphml -o "$scratch/none" "$data/control_loops_in_a_row.xaif" 2>"$scratch/err"
same "GraphML of several graphs" 2 $?
same "nothing is written" no "$([ -e "$scratch/none" ] && echo yes || echo no)"

# Without igraph, the rest works and this says what is missing.
if is_installed xaifbooster-igraph; then
    echo "left out: igraph's module is installed where it is looked for"
else
    XAIFBOOSTER_MODULE_PATH=$scratch "$program" -a structure --metrics -o /dev/null "$top/examples/swing.xaif" 2>"$scratch/err"
    same "without igraph" 4 $?
    same "what is missing is named" 1 "$(grep -c 'error: .*igraph' "$scratch/err")"
    XAIFBOOSTER_MODULE_PATH=$scratch "$XB_TOP_BUILDDIR/tests/generate/hunt" --count 1 >"$scratch/out" 2>"$scratch/err"
    same "random programs without igraph" 4 $?
    same "what is missing for them is named" 1 "$(grep -c "can't load the module xaifbooster-igraph" "$scratch/err")"
    same "no program is called wrong" 0 "$(wc -l <"$scratch/out")"
fi

finish
