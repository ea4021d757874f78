#!/usr/bin/env bash
# xaif-eliminate: the forms of its input and output: GraphML, CSV, pictures.

# shellcheck source=tests/support/eliminate.bash
. "${XB_TOP_SRCDIR:?}/tests/support/eliminate.bash"

# ---- CSV ----

cp "$data/units.lgraph" 'a "b", c'
run --csv --order best -c unit 'a "b", c' "$data/slide.graph"
same 'CSV' 'file,order,structural_multiplications,unit_multiplications,multiplications,additions,negations,fill_in,edges,nontrivial_edges,propagation_multiplications,propagation_additions,tape_labels,chosen,lower_bound,interrupted
a "b", c best 2
slide.graph best 7' "$(head -n 1 out; python3 -c 'import csv, os
for row in csv.DictReader(open("out")):
    print(os.path.basename(row["file"]), row["order"], row["unit_multiplications"])')"
run --csv --heuristic vertex:lmmd,reverse "$data/slide.graph"
same 'CSV, heuristic' 'vertex:lmmd,reverse' "$(python3 -c 'import csv
print(*(row["order"] for row in csv.DictReader(open("out"))))')"
run --csv --order best --search-steps 100 "$data/slide.graph"
same 'CSV, search' 'best,7, search,7,7' "$(awk -F, 'NR > 1 { print $2 "," $3 "," $(NF - 1) }' out | paste -sd' ')"
expect 2 'xaif-eliminate: error: --csv goes without --json and --steps' --csv --json "$data/slide.graph"

# ---- GraphML ----

# document LINE...: a document, of a graph with these lines, that begins in line 7.
document() {
    cat <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d" for="node" attr.name="dependent" attr.type="boolean"/>
  <key id="i" for="node" attr.name="independent" attr.type="boolean"/>
  <key id="l" for="edge" attr.name="label" attr.type="string"/>
  <graph edgedefault="directed">
XML
    printf '%s\n' "$@" '  </graph>' '</graphml>'
}

# node ID [DEPENDENT], edge SOURCE TARGET [LABEL]
node() { echo "<node id=\"$1\"><data key=\"d\">${2-false}</data></node>"; }
edge() { echo "<edge source=\"$1\" target=\"$2\"><data key=\"l\">${3-}</data></edge>"; }

# The same graph in both forms: what is printed differs by the name of the file only.
awk 'NR == 1 { n = $1 } NR == 2 { for (i = 1; i <= NF; i++) dependent[$i] = 1
    for (v = 0; v < n; v++) printf "<node id=\"v%d\"><data key=\"d\">%s</data></node>\n", v, v in dependent ? "true" : "false" }
    NR > 2 { printf "<edge source=\"v%d\" target=\"v%d\"><data key=\"l\">%s</data></edge>\n", $1, $2, $3 }' \
    "$data/units.lgraph" >body
mapfile -t body <body
document "${body[@]}" >units
run -c unit --steps units
same 'GraphML' 0 "$status"
cp out first
run -c unit --steps "$data/units.lgraph"
sed -i "s,^$data/units.lgraph,units," out
same 'GraphML, units' '' "$(diff first out)"
"$program" -c unit --steps - <units >out 2>err
same 'GraphML, standard input' "$(tail -n +2 first)" "$(tail -n +2 out)"

document "$(edge a b constant)" "$(node b true)" "$(node a)" >early
run early
same 'edges before nodes' 'early: 2 vertices, 1 independent, 1 dependent, 1 edge' "$(head -n 1 out)"
document "$(node a)" "$(node b true)" "$(edge a b)" | sed 's/attr.name="label" attr.type="string"/attr.name="weight" attr.type="double"/;
    s/<data key="l">/&2.5/' >weights
run weights
same 'other attributes' 0 "$status"
document "$(node a)" "$(node b true)" "$(edge a b)" | sed 's/attr.name="label" attr.type="string"/attr.name="label" attr.type="int"/;
    s/<data key="l">/&1/' >numbers
run -c unit --steps numbers
same 'numbers as labels' 'r[1,0] = 1' "$(tail -n 1 out)"

document "$(node a)" "$(node b true)" "$(edge a b)" "$(edge a b constant)" "$(edge a b)" >parallel
run --steps -o best parallel
same 'parallel edges' 's0 = 2 + c[1,0,1] s1 = s0 + c[1,0,3] r[1,0] = s1' "$(tail -n 3 out | paste -sd' ')"
document '<node id="a"><data key="i">true</data></node>' "$(node b true)" "$(node c)" "$(edge a b)" "$(edge c b)" >constants
run --steps -o best constants
same 'constants' 'constants:11: warning: vertex c counts as a constant: no edge leads into it, and it is no independent' \
    "$(head -n 1 err)"
same 'constants' '0 1 independent r[1,0] = c[1,0]' "$status $(head -n 1 out | cut -d' ' -f4,5 | tr -d ,) $(tail -n 1 out)"

# wrong_document ERRORS LINE...: a document with these lines is refused with these errors.
wrong_document() {
    local errors=$1
    shift
    document "$@" >bad
    expect 1 "$errors" bad
}

wrong_document "bad:8: error: the node 'a' is already in line 7
  hint: give each node an id of its own" "$(node a)" "$(node a true)"
wrong_document 'bad:7: error: a node has no id
  hint: write <node id="...">' '<node/>'
wrong_document "bad:9: error: there is no node 'c'
  hint: source and target are ids of nodes of the graph" "$(node a)" "$(node b true)" "$(edge a c)"
wrong_document 'bad:8: error: an edge has no source or no target
  hint: write <edge source="..." target="...">, with the ids of two nodes' "$(node a true)" '<edge source="a"/>'
wrong_document 'bad:9: error: an edge joins vertex b to itself
  hint: a linearized computational graph is acyclic' "$(node a)" "$(node b true)" "$(edge b b)"
wrong_document 'bad:10: error: 2 edges are a cycle: b -> c -> b
  hint: a linearized computational graph is acyclic' "$(node a)" "$(node b)" "$(node c true)" "$(edge b c)" "$(edge c b)"
wrong_document "bad:9: error: there is no kind 'big' of label
  hint: unit, constant, variable, or 1, 2, 3" "$(node a)" "$(node b true)" "$(edge a b big)"
wrong_document 'bad: error: no node is a dependent
  hint: write <data key="d">true</data> in at least one node, d being the id of the key of this attribute' "$(node a)" "$(node b)" "$(edge a b)"
wrong_document 'bad:9: error: an edge is not directed
  hint: edges lead from operands to results: remove directed="false"' "$(node a)" "$(node b true)" \
    '<edge source="a" target="b" directed="false"/>'
wrong_document 'bad:7: error: <hyperedge> is not read
  hint: a graph has nodes and edges' '<hyperedge/>'
wrong_document "bad:8: error: node 'b': an edge leads into this independent
  hint: independents are nodes that no edge leads into" '<node id="a"><data key="i">true</data></node>' \
    '<node id="b"><data key="d">true</data><data key="i">true</data></node>' "$(edge a b)"
wrong_document "bad: error: igraph says: Unknown attribute key 'x' in a <data> tag, ignoring attribute.
  hint: igraph reads GraphML: is the document that, and is the key of each <data> declared by a <key>?" \
    '<node id="a"><data key="x">1</data></node>'
wrong_document 'bad:7: error: there is a second graph
  hint: put each graph into a file of its own' '</graph><graph edgedefault="directed">'
wrong_document "bad:8: error: Opening and ending tag mismatch: node line 7 and graph
  hint: elements end in the reverse order of their beginnings" '<node id="a">'

document "$(node a)" "$(node b true)" >good
sed 's/edgedefault="directed"/edgedefault="undirected"/' good >bad
expect 1 'bad:6: error: the graph is not directed
  hint: linearized computational graphs have edgedefault="directed"' bad
sed '/attr.name="dependent"/d; s/<data key="d">[a-z]*<.data>//' good >bad
expect 1 "bad: error: nodes have no attribute 'dependent'
  hint: <key id=\"d\" for=\"node\" attr.name=\"dependent\" attr.type=\"boolean\"/> declares one" bad
sed 's/attr.name="dependent" attr.type="boolean"/attr.name="dependent" attr.type="string"/; s/>true</>perhaps</' good >bad
expect 1 "bad:3: error: the attribute 'dependent' is no boolean
  hint: attr.type=\"boolean\"" bad
head -c 400 good >bad
run bad
same 'cut short' 1 "$status"
printf '<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY x "y">]><graphml/>' >bad
expect 1 'bad:1: error: a document type declaration (DOCTYPE) is not allowed
  hint: remove the DOCTYPE: documents are described by XML schemas' bad
sed 's/<graph /<graph\n/' good | sed "6r "<(printf 'a%d="1"\n' {1..100000}) >bad
expect 1 'bad:107: error: an element has more than 100 attributes
  hint: elements have at most a dozen' bad
gzip -c good >bad
expect 1 'bad: error: the document is packed by gzip
  hint: unpack it first: - is standard input' bad
printf '<graphml/>' >bad
expect 1 'bad: error: there is no graph
  hint: put <graph edgedefault="directed"> with its nodes and edges into <graphml>' bad
document "$(edge a b nan)" "$(node b true)" "$(node a)" | sed '/id="l"/s/string/double/' >bad
expect 1 "bad:7: error: there is no kind 'nan' of label
  hint: unit, constant, variable, or 1, 2, 3" bad
# What igraph passes over, or calls wrong without a line.
for word in perhaps '' yes 2; do
    wrong_document "bad:8: error: '$word' is not whether a node is dependent
  hint: true or false" "$(node a)" "$(node b "$word")" "$(edge a b)"
done
document "$(node a FALSE)" "$(node b ' True ')" "$(node c 1)" "$(edge a b)" "$(edge b c)" >good
run good
same 'words for flags' '0 good: 3 vertices, 1 independent, 2 dependents, 2 edges' "$status $(head -n 1 out)"
wrong_document "bad:7: error: the value of 'd' is given twice
  hint: an element has one <data> of each key: remove the other" '<node id="a"><data key="d">true</data><data key="d">false</data></node>'
document '</graph><key id="d" for="node" attr.name="other" attr.type="boolean"/><graph>' >bad
expect 1 "bad:7: error: the key 'd' is already in line 3
  hint: give each key an id of its own" bad
document '</graph><key id="e" for="node" attr.name="dependent" attr.type="boolean"/><graph>' >bad
expect 1 "bad:7: error: the attribute 'dependent' is already declared in line 3
  hint: one key declares an attribute: remove the other" bad
document "$(node a)" "$(node b true)" "$(edge a b)" | sed '/id="i"/s,/>,><default>maybe</default></key>,' >bad
expect 1 "bad:4: error: 'maybe' is not whether a node is independent
  hint: true or false" bad
for number in inf -1 0 4 1.5 2x abc; do
    document "$(node a)" "$(node b true)" "$(edge a b "$number")" | sed '/id="l"/s/string/double/' >bad
    expect 1 "bad:9: error: there is no kind '$number' of label
  hint: unit, constant, variable, or 1, 2, 3" bad
done
document "$(node a)" "$(node b true)" "$(edge a b 1.0)" | sed '/id="l"/s/string/double/' >good
run -c unit --steps good
same 'a real number as a label' '0 r[1,0] = 1' "$status $(tail -n 1 out)"
printf '<html/>' >bad
expect 1 'bad:1: error: <html> is no GraphML
  hint: a graph is a file of numbers or GraphML' bad
{ head -n 6 good; yes '<x>' | head -n 1000; } >bad
run bad
same 'too deep' '1 bad:262: error: elements are nested' "$status $(head -n 1 err | cut -c1-35)"
{ cat good; printf '\0'; } >bad
run bad
same 'a zero byte' 1 "$status"
if is_installed xaifbooster-igraph; then
    echo "left out: igraph's module is installed where it is looked for"
else
    XAIFBOOSTER_MODULE_PATH=/nowhere run good
    same 'no igraph' "4 good: error: can't load the module xaifbooster-igraph" "$status $(head -n 1 err | cut -d: -f1-3)"
fi

# ---- pictures ----

expect 2 'xaif-eliminate: error: --graphviz and --html take one file' --html page good good
expect 2 'xaif-eliminate: error: --write-lp eliminates nothing that --graphviz or --html could show' --html page --write-lp good
run --graphviz nowhere/steps "$data/slide.graph"
same 'no such folder' "4 nowhere/steps: error: can't create a temporary file beside the file: No such file or directory" "$status $(head -n 1 err)"

# step 0, and then one for each
run -o forward --graphviz steps "$data/lion.graph"
same 'Graphviz' 'digraph "step 0" { digraph "step 1" { digraph "step 2" {' "$(grep digraph steps | paste -sd' ')"
same 'Graphviz, captions' '2 of 2: eliminate 3, 8 products, 12 so far' \
    "$(sed -n 's/ *label="\(2 of 2.*\)".*/\1/p' steps | sed 's/\xc2\xa0/ /g')"
run -o forward --graphviz steps "$data/units.lgraph"
same 'Graphviz, labels' 'dashed dotted solid' "$(grep -o 'style="\?[a-z]*' steps | sed 's/.*[="]//' | sort -u | paste -sd' ')"
"$XB_TOP_BUILDDIR/bench/graphs/generate" grid 35 >large
expect_status_only() { run "$@"; same "$*" 3 "$status"; }
expect_status_only -o forward --graphviz old large
same 'no picture of a large graph' 'large: error: the graph is too large for a picture' "$(cat err)"
[ ! -e old ] && pass || fail 'a picture that is none'

echo old >page
PATH=/nowhere "$program" --html page "$data/lion.graph" >out 2>err
same 'no dot' "4 xaif-eliminate: error: can't run the program dot: No such file or directory" "$? $(head -n 1 err)"
same 'the old page' old "$(cat page)"
run --html page bad
same 'the old page, a bad graph' '1 old' "$status $(cat page)"

# page WHAT OPTION... FILE: a page is well-formed, and its edges, step by step, are what eliminating with the plainest
# rules gives.
page() {
    local what=$1
    shift
    run --html page.html --json "$@"
    same "$what" '0 ' "$status $(xmllint --noout page.html 2>&1)"
    same "$what, steps" '' "$(python3 "$top/tests/support/page.py" page.html out "${@: -1}" 2>&1)"
}

if command -v dot >/dev/null; then
    printf '4 2 1\n3\n0 2\n0 2\n1 2\n0 2\n2 3\n2 3\n' >sums.graph
    run -o best --html page sums.graph
    same 'pictures count the additions of parallel edges' '2 multiplications and 3 additions so far' \
        "$(grep -o '[0-9]* multiplications and [0-9]* additions so far' page | tail -n 1)"
    for order in forward reverse markowitz; do
        page "hole, $order" -o "$order" "$data/hole.graph"
    done
    page 'units' -o reverse "$data/units.lgraph"
    "$XB_TOP_BUILDDIR/bench/graphs/generate" speelpenning 5 >copies
    page 'copies' -o forward copies
    page 'bat, faces' -o best --search=faces "$data/bat.graph"
    page 'lion, edges' --heuristic edge:lowest_markowitz,reverse "$data/lion.graph"
    page 'slide, scarcity' -o best -m scarcity "$data/slide.graph"
    "$XB_TOP_BUILDDIR/bench/graphs/generate" random 30 >family
    page 'random 30' -o markowitz family
    page 'random 30, faces' --heuristic face:momr,reverse family
    printf '6 2 2\n2 5\n0 2\n1 3\n3 4\n4 5\n' >parts
    page 'two parts' -o forward parts
else
    echo "left out: pages, for there is no dot (Debian: graphviz)"
fi

finish
