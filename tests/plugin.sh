#!/usr/bin/env bash
# The example plugins and the programs that use the library are built against the installed library by their own makefiles,
# and run; what is no plugin, or not one of ours, is refused with a reason; what was installed can be taken away again.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

top=$XB_TOP_SRCDIR
input=$top/examples/swing.xaif
unset XAIFBOOSTER_PLUGIN_PATH MAKEFLAGS MAKELEVEL MFLAGS
status=0

die() {
    echo "$*" >&2
    cat log >&2
    exit 1
}

# check COMMAND...: the command must succeed.
check() {
    if "$@"; then pass; else fail "$*; status $status; $(head -c 600 err)"; fi
}

# run ARGUMENT...: runs the installed program; sets status, and leaves out and err.
run() {
    "$program" "$@" >out 2>err </dev/null
    status=$?
}

# refused STATUS TEXT: the program must have returned this status, with an error that has this text.
refused() { [ "$status" -eq "$1" ] && [ ! -s out ] && grep -qF -- "$2" err; }

# returned STATUS
returned() { [ "$status" -eq "$1" ]; }

# absent TEXT
absent() { ! grep -q "$1" out; }

# --- install, build ---------------------------------------------------------

make -C "${XB_TOP_BUILDDIR:?}" install DESTDIR="$scratch/root" >log 2>&1 || die 'make install failed'
description=$(find root -name xaifbooster.pc)
[ -n "$description" ] || die 'no xaifbooster.pc is installed'
libraries=$scratch/$(dirname "$(dirname "$description")")
prefix=$(sed -n 's/^prefix=//p' "$description")
program=$scratch/$(find root -path '*/bin/xaifbooster' -type f)
export PKG_CONFIG_PATH=$scratch/${description%/*} PKG_CONFIG_SYSROOT_DIR=$scratch/root
export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# Examples are those that are installed; the documentation is there, and its links lead somewhere.
documentation=$(dirname "$(find "$scratch/root" -path '*/doc/xaifbooster/README.md')")
check [ -s "$documentation/LICENSE" ] && check [ -s "$documentation/doc/plugins.md" ]
for page in "$documentation"/*.md "$documentation"/doc/*.md "$documentation"/doc/algorithms/*.md; do
    for target in $(grep -oE '\]\([^)#:]+[)#]' "$page" | sed 's/^..//; s/.$//'); do
        check [ -e "${page%/*}/$target" ]
    done
    for file in $(sed -n 's/^    \$ //p' "$page" | grep -oE '(bench|examples|tests)/[a-z_/]+[.][a-z0-9]+'); do
        check [ -e "$documentation/$file" ]
    done
done
examples=$documentation/examples

cp -r "$examples/plugin" plugin
chmod -R u+w plugin
[ "$(wc -l <plugin/Makefile)" -le 5 ] || die 'the makefile of the example has grown'
make -C plugin CC="${CC:-cc}" CFLAGS=-Werror >log 2>&1 || die 'the example plugin does not build'

# --- it runs ----------------------------------------------------------------

status=0
sed 's|\( *\)<xaif:Assignment statement_id="1"|\1<xaif:Marker statement_id="m" annotation="hello"/>\n&|' \
    "$input" >marked.xaif
run -a roundtrip marked.xaif
check returned 0
cp out plain

run --plugin plugin/countstatements.so -a countstatements --metrics marked.xaif
check returned 0
check grep -q '^ *.*Assignment' err
check [ "$(awk 'NR == 1 { for (i = 1; i <= NF; i++) place[$i] = i + 1 }
    $1 == "total" { print $place["Marker"], $place["Assignment"] }' err)" = '1 3' ]
check [ "$(diff plain out | grep -c '^[<>]')" -eq 2 ]
check grep -q '<xaif:Marker statement_id="m" annotation="counted: hello"/>' out

# One that makes code, before calls that were read and in code that others have derived.
calls=$top/tests/data/derivatives/black_box.xaif
for algorithms in markcalls basicblockpreaccumulation,markcalls; do
    run --plugin plugin/markcalls.so -a "$algorithms" --verify-each --validate=both "$calls"
    check returned 0
    check [ "$(grep -c 'annotation="calls report"' out)" -eq 1 ]
    check [ "$(grep -A 1 'annotation="calls report"' out | grep -c '<xaif:SubroutineCall .*"report"')" -eq 1 ]
done

# One that derives versions of routines, written in either form.
versions=$top/tests/data/evaluate/versions.xaif
runner=${program%/*}/xaif-run
for form in routines list; do
    run --plugin plugin/twoversions.so -a twoversions --written="$form" --verify-each --validate=both -o "$form.xaif" "$versions"
    check returned 0
done
value() { "$runner" "$@" --x=2 --independents=x --dependents=y | awk '$1 == "y" { print $3 }'; }
check [ "$(value --entry=head routines.xaif)" = 18 ]
check [ "$(value --entry=head_doubled routines.xaif)" = 280 ]
check [ "$(value --entry=head_shifted routines.xaif)" = 28 ]
check [ "$(value list.xaif)" = 280 ]
run --plugin plugin/twoversions.so -a twoversions routines.xaif
check returned 3
# What it does not cover.
run --plugin plugin/twoversions.so -a twoversions "$top/tests/data/derivatives/contained.xaif"
check refused 3 'lies within another routine'
blocks=$top/tests/data/derivatives/block_variable_named_as_derivative.xaif
run --plugin plugin/twoversions.so -a twoversions "$blocks"
check refused 3 'has blocks with variables of their own'
run --plugin plugin/twoversions.so -a scopemerging,twoversions --verify-each "$blocks"
check returned 0
# After flattening: what is shown then leaves out its blocks, and who needs them says so.
run --plugin plugin/twoversions.so -a flattening,twoversions "$versions"
check returned 0
for algorithms in flattening,twoversions,preaccumulation preaccumulation,twoversions,tangent; do
    run --plugin plugin/twoversions.so -a "$algorithms" "$versions"
    check returned 3
    check grep -q 'error: a block of .* was made after blocks were flattened' err
done

# Without the suffix; with an option; after the algorithms whose results it counts.
run --plugin=./plugin/countstatements -a basicblockpreaccumulation,countstatements --marker-prefix '[' \
    --metrics=json marked.xaif
check returned 0
check python3 -c 'import json; assert json.load(open("err"))["total"]["DerivativePropagator"] == 1'
check grep -q 'annotation="\[hello"' out

# Loading does not select.
run --plugin plugin/countstatements.so -a roundtrip marked.xaif
check cmp -s out plain
run --plugin plugin/countstatements.so --list-algorithms
check grep -qx countstatements out
run --plugin plugin/markcalls.so --help
check grep -q '^  markcalls  ' out
run --plugin plugin/countstatements.so --help
check grep -q -- '--marker-prefix=TEXT' out
run --list-algorithms
check absent countstatements

# The same plugin twice is there once.
run --plugin plugin/countstatements.so --plugin "$scratch/plugin/countstatements.so" -a countstatements marked.xaif
check returned 0

# Along the path: by file name, and by the name of an algorithm.
for path in "$scratch/plugin" "nosuchfolder::$scratch/plugin"; do
    XAIFBOOSTER_PLUGIN_PATH=$path run --plugin countstatements.so -a countstatements marked.xaif
    check returned 0
    XAIFBOOSTER_PLUGIN_PATH=$path run --plugin countstatements -a roundtrip marked.xaif
    check returned 0
    XAIFBOOSTER_PLUGIN_PATH=$path run -a countstatements --marker-prefix=x marked.xaif
    check returned 0
    check grep -q 'annotation="xhello"' out
done
(cd plugin && "$program" --plugin countstatements.so --list-algorithms) >out 2>err
check grep -qx countstatements out
run -a countstatements marked.xaif
check refused 2 'xaifbooster: error: there is no algorithm countstatements'

# --- a filter for heuristics --------------------------------------------------

eliminate=${program%/*}/xaif-eliminate
cp -r "$examples/filter" filter
chmod -R u+w filter
make -C filter CC="${CC:-cc}" CFLAGS=-Werror >log 2>&1 || die 'the example filter does not build'
filter=(--plugin filter/edgegrowth.so --heuristic)

run "${filter[@]}" vertex:edge_growth,reverse "$input"
check returned 0
check [ -s out ]
run "${filter[@]}" vertex:growth "$input"
check refused 2 "xaifbooster: error: --heuristic: there is no filter 'growth' for vertex"
check grep -q 'hint: for vertex there are forward, .*, edge_growth$' err
run --plugin filter/edgegrowth.so --plugin "$scratch/filter/edgegrowth" --heuristic vertex:edge_growth "$input"
check returned 0

run=$program program=$eliminate
run "${filter[@]}" vertex:edge_growth,reverse "$top/bench/graphs/hole.graph"
check [ "$(awk '$1 == "heuristic" { print $2 }' out)" = 28 ]
run "${filter[@]}" vertex:edge_growth,reverse "$top/bench/graphs/lion.graph"
check [ "$(awk '$1 == "heuristic" { print $2 }' out)" = 12 ]
run --plugin filter/edgegrowth.so --list-heuristics
check grep -qx vertex:edge_growth out
run "${filter[@]}" edge:edge_growth "$top/bench/graphs/lion.graph"
check refused 2 "xaif-eliminate: error: --heuristic: there is no filter 'edge_growth' for edge"
run --plugin ./nosuchfile --heuristic vertex:edge_growth "$top/bench/graphs/lion.graph"
check refused 4 './nosuchfile: error: can'"'"'t load the plugin: No such file or directory
  hint: is the name right? it counts from the working folder'
check [ "$(wc -l <err)" -eq 2 ]
program=$run

# --- programs that use the library --------------------------------------------

cp -r "$examples/embedding" embedding
chmod -R u+w embedding
# A program that loads a library with sanitizers has to have them, too.
flags=-Werror
if grep -aq __asan_init "$libraries"/libxaifbooster.so; then flags+=' -fsanitize=address,undefined'; fi
make -C embedding CC="${CC:-cc}" CFLAGS="$flags" >log 2>&1 || die 'the programs of examples/embedding do not build'

run=$program program=embedding/transform
run basicblockpreaccumulation "$input" embedded.xaif
check returned 0
check [ ! -s out ]
"$run" -a basicblockpreaccumulation -o expected.xaif "$input"
check cmp -s embedded.xaif expected.xaif
run basicblockpreacumulation "$input" nothing.xaif
check refused 2 'did you mean basicblockpreaccumulation'
check [ ! -e nothing.xaif ]
run roundtrip "$top/README.md" nothing.xaif
check refused 1 'README.md:1: error: '
program=embedding/memory
for mode in adjoint hessian; do
    "$program" "$mode" <"$input" >embedded.xaif 2>err
    status=$?
    check returned 0
    "$run" --mode="$mode" -o expected.xaif "$input"
    check cmp -s embedded.xaif expected.xaif
done
"$program" adjoint <"$top/README.md" >out 2>err
status=$?
check refused 1 'program:1: error: '
check [ ! -s out ]
program=embedding/jacobian
run "$input"
check returned 0
"${run%/*}/xaif-run" --jacobian "$input" >expected
check diff <(sed -n 's/ -> \| = /=/p' expected | grep -v '^X') <(sed 's/ = /=/' out)
run "$top/README.md"
check refused 1 'README.md:1: error: '
program=$run

# One that uses the library on elimination alone: it needs nothing else of this project, and no library for XML or JSON.
cp -r "$examples/elimination" elimination
chmod -R u+w elimination
make -C elimination CC="${CC:-cc}" CFLAGS="$flags" >log 2>&1 || die 'the program of examples/elimination does not build'
program=elimination/accumulate
run
check returned 0
check diff <(tail -n 4 out) - <<'END'
d y1 / d x1 = -0.805725
d y1 / d x2 = -0.201431
d y2 / d x1 = 2.506762
d y2 / d x2 = 0.626690
END
needed() { objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }'; }
check [ "$(needed "$program" | grep '^libx' | tr '\n' ' ')" = 'libxbelimination.so.0 ' ]
check [ "$(needed "$libraries/libxbelimination.so" | grep -cE 'xml|jansson|xaif')" -eq 0 ]
check [ "$(needed "$eliminate" | grep -E '^libx(b|aif)' | tr '\n' ' ')" = 'libxbelimination.so.0 ' ]
program=$run

# --- what is refused --------------------------------------------------------

# build NAME: makes a shared object of the program on standard input.
build() {
    cat >"$1.c"
    # shellcheck disable=SC2046
    ${CC:-cc} -std=c17 -shared -fPIC -o "$1.so" "$1.c" $(pkg-config --cflags --libs xaifbooster) 2>log ||
        die "$1 does not build"
}

run --plugin ./nosuchfile marked.xaif
check refused 4 './nosuchfile: error: can'"'"'t load the plugin: No such file or directory'
run --plugin nosuchfile marked.xaif
check refused 4 'XAIFBOOSTER_PLUGIN_PATH'
run --plugin ./plugin marked.xaif
check refused 4 'No such file'
run --plugin ./marked.xaif marked.xaif
check refused 4 './marked.xaif: error: can'"'"'t load the plugin: '

build empty <<<'int nothing;'
run --plugin ./empty.so marked.xaif
check refused 2 './empty.so: error: can'"'"'t load the plugin: it does not export xaifbooster_plugin'

build unresolved <<<'int missing_function(void); int (*const reference)(void) = missing_function;'
run --plugin ./unresolved.so marked.xaif
check refused 4 'missing_function'

# A function that is missing when it is called is found to be missing before.
build lazy <<'END'
#include <xaifbooster.h>
xb_status missing_action(xb_run *run);
static xb_status perform(xb_run *run)
{
    return missing_action(run);
}
static const xb_action actions[] = {{"act", NULL, perform}, {.name = NULL}};
static const xb_algorithm lazy = {.name = "lazy", .summary = "calls what is not there", .actions = actions};
const xb_plugin *xaifbooster_plugin(void);
const xb_plugin *xaifbooster_plugin(void)
{
    static const xb_plugin plugin = {XB_ALGORITHM_ABI, &lazy, NULL};
    return &plugin;
}
END
run --plugin ./lazy.so -a roundtrip marked.xaif
check refused 4 'missing_action'

build future <<'END'
#include <xaifbooster.h>
const xb_plugin *xaifbooster_plugin(void);
const xb_plugin *xaifbooster_plugin(void)
{
    static const xb_plugin plugin = {XB_ALGORITHM_ABI + 1, NULL, NULL};
    return &plugin;
}
END
run --plugin ./future.so marked.xaif
check refused 2 'error: can'"'"'t load the plugin: it was built for version '

build none <<'END'
#include <xaifbooster.h>
const xb_plugin *xaifbooster_plugin(void);
const xb_plugin *xaifbooster_plugin(void)
{
    return NULL;
}
END
run --plugin ./none.so marked.xaif
check refused 2 'it returns no descriptor'

build clash <<'END'
#include <xaifbooster.h>
static const xb_option options[] = {{"output", 0, "FILE", "clashes", NULL, NULL}, {.name = NULL}};
static const xb_algorithm algorithm = {.name = "clash", .summary = "clashes", .options = options};
const xb_plugin *xaifbooster_plugin(void);
const xb_plugin *xaifbooster_plugin(void)
{
    static const xb_plugin plugin = {XB_ALGORITHM_ABI, &algorithm, NULL};
    return &plugin;
}
END
run --plugin ./clash.so marked.xaif
check refused 2 './clash.so: error: algorithm clash can'"'"'t be used: its option --output is one of the program already'

build preset <<'END'
#include <xaifbooster.h>
static const xb_setting presets[] = {{"objective", "beauty"}, {.name = NULL}};
static const xb_algorithm algorithm = {.name = "preset", .summary = "presets", .presets = presets};
const xb_plugin *xaifbooster_plugin(void);
const xb_plugin *xaifbooster_plugin(void)
{
    static const xb_plugin plugin = {XB_ALGORITHM_ABI, &algorithm, NULL};
    return &plugin;
}
END
run --plugin ./preset.so marked.xaif
check refused 2 'algorithm preset can'"'"'t be used: it presets --objective, which is no option or does not take this'

# offering NAME: a plugin that offers something of this name, with what may be wrong with it after a comma.
offering() {
    build offering <<END
#include <elimination/heuristics/filter.h>
#include <xaifbooster.h>
static double zero(const xb_filter_view *view, xb_lcg_action action) { (void)view; (void)action; return 0; }
static const xb_filter filter = {"$1", XB_SCOPE_MIDDLE, 0, zero, zero, NULL};
static const xb_offer offers[] = {{XB_FILTER_OFFER, "$1", $2}, {.kind = NULL}};
const xb_plugin *xaifbooster_plugin(void);
const xb_plugin *xaifbooster_plugin(void)
{
    (void)filter;
    static const xb_plugin plugin = {XB_ALGORITHM_ABI, NULL, offers};
    return &plugin;
}
END
    run --plugin ./offering.so "${@:3}" marked.xaif
}
offering 'two words' '&filter'
check refused 2 "./offering.so: error: the elimination-filter 'two words' can't be used: it has no name that can be typed"
offering nothing NULL
check refused 2 "the elimination-filter 'nothing' can't be used: it offers nothing"
check refused 2 'hint: mend the offers of the plugin'
offering edge_growth '&filter' "${filter[@]}" vertex:edge_growth
check refused 2 "the elimination-filter 'edge_growth' can't be used: there is one of this name already"
offering reverse '&filter' --heuristic vertex:reverse
check refused 2 "--heuristic: there are two filters 'reverse'"

# --- uninstall --------------------------------------------------------------

make -C "$XB_TOP_BUILDDIR" uninstall DESTDIR="$scratch/root" >log 2>&1 || die 'make uninstall failed'
check [ -z "$(find root ! -type d)" ]
check [ -z "$(find "root$prefix" -mindepth 1 \( -name '*xaifbooster*' -o -name '*xbelimination*' \))" ]

finish
