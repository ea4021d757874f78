#!/usr/bin/env bash
# Completion of command lines: what bash and, where there is one, zsh offer for words that have begun; that the scripts are
# good for their shells.

# shellcheck source=tests/support/counting.bash
. "${XB_TOP_SRCDIR:?}/tests/support/counting.bash"

build=${XB_TOP_BUILDDIR:?}

# offered WORD...: what is offered for the last word, sorted, as bash splits words.
offered() {
    local words=() word function breaks
    breaks=$(tr -cd '=:' <<<"$COMP_WORDBREAKS")
    breaks=${breaks:-@} # a class of characters can't be empty
    function=$(complete -p "$1" | sed 's/.*-F \([^ ]*\) .*/\1/')
    for word in "$@"; do
        while [[ $word =~ ^([^$breaks]*)([$breaks])(.*)$ ]]; do
            [ -z "${BASH_REMATCH[1]}" ] || words+=("${BASH_REMATCH[1]}")
            words+=("${BASH_REMATCH[2]}")
            word=${BASH_REMATCH[3]}
            [ -n "$word" ] || continue 2
        done
        words+=("$word")
    done
    COMP_WORDS=("${words[@]}")
    COMP_CWORD=$((${#words[@]} - 1))
    COMPREPLY=()
    "$function"
    printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort -u | paste -sd ' '
}

for program in xaifbooster xaif-run xaif-show xaif-eliminate; do
    for shell in bash zsh; do
        "$build/inplace/$program" --print-completion="$shell" >"$program.$shell"
        same "$program, $shell" 0 $?
    done
    bash -n "$program.bash"
    same "$program: syntax of bash" 0 $?
    if command -v zsh >/dev/null; then
        zsh -n "$program.zsh"
        same "$program: syntax of zsh" 0 $?
    fi
    # shellcheck disable=SC1090
    source "./$program.bash"
    # all options, and nothing else
    same "$program: options" \
        "$("$build/inplace/$program" --help | grep -oE '^ +(-[A-Za-z], )? *--[a-z-]+' | grep -oE -- '--[a-z-]+' | LC_ALL=C sort -u | paste -sd ' ')" \
        "$(offered "$program" --)"
done

mkdir folder
touch head.f90 old.F in.xaif other.xaif case.json graph 'two words.xaif' filter.so

same 'a beginning' '--verdict --verdict-format --verify --verify-each --version' "$(offered xaifbooster --ve)"
same 'values' 'both input output' "$(offered xaifbooster --validate=)"
same 'values that have begun' 'input' "$(offered xaifbooster --validate=i)"
same 'no value without =' 'folder head.f90 in.xaif old.F other.xaif two words.xaif' "$(offered xaifbooster --validate '')"
same 'a value in its own word' 'OPEN64_STYLE' "$(offered xaifbooster --name-style O)"
same 'a value after a letter' 'NO_STYLE OPEN64_STYLE' "$(offered xaifbooster -F '')"
same 'modes' 'adjoint hessian jacobian plain tangent' "$(offered xaifbooster --mode=)"
same 'modes of Jacobians' 'auto forward reverse' "$(offered xaifbooster --jacobian-mode=)"
same 'algorithms' 'flattening' "$(offered xaifbooster -a fl)"
same 'algorithms in a list' 'flattening,roundtrip' "$(offered xaifbooster --algorithm=flattening,ro)"
same 'an algorithm to describe' 'typechange' "$(offered xaifbooster --help=ty)"
same 'pictures' 'callgraph callgraph-graphml' "$(offered xaifbooster --dot ca)"
same 'documents' 'in.xaif' "$(offered xaifbooster in)"
same 'sources' 'head.f90' "$(offered xaifbooster he)"
same 'documents and sources' 'folder head.f90 in.xaif old.F other.xaif two words.xaif' "$(offered xaifbooster -i '')"
same 'letters of other programs' '-d' "$(offered xaifbooster -d)"
same 'folders of modules' 'folder' "$(offered xaifbooster -J '')"
same 'documents and folders' 'folder in.xaif other.xaif two words.xaif' "$(offered xaif-run '')"
same 'case files' 'case.json folder' "$(offered xaif-run --case '')"
same 'plugins' 'filter.so folder' "$(offered xaifbooster --plugin=)"
same 'folders' 'folder' "$(offered xaifbooster --schemas '')"
same 'no such suffix: any file' 'graph' "$(offered xaifbooster gr)"
same 'files of any suffix' 'graph' "$(offered xaif-eliminate gr)"
same 'heuristics' 'forward' "$(offered xaif-eliminate --heuristic vertex:fo)"
same 'heuristics' 'forward' "$(offered xaif-eliminate --heuristic=vertex:fo)"
same 'heuristics of a target' 'lowest_fill_in lowest_markowitz lowest_relative_markowitz' \
    "$(offered xaif-eliminate --heuristic vertex: | tr ' ' '\n' | grep ^lowest | paste -sd ' ')"
same 'orders' 'markowitz' "$(offered xaif-eliminate -o ma)"
same 'forms of patterns' 'picture' "$(offered xaif-run --pattern=p)"
same 'the subcommand' 'verify' "$(offered xaifbooster verif)"
same 'options of the subcommand' '--adjoint' "$(offered xaifbooster verify --ad)"
same 'values of the subcommand' 'combined joint motions split' "$(offered xaifbooster verify --adjoint=)"
same 'documents of the subcommand' 'in.xaif' "$(offered xaifbooster verify i)"
same 'no option of the program' '' "$(offered xaifbooster verify --passivate)"
same 'a number' '' "$(offered xaif-eliminate --seed '')"

# where '=' does not separate words
COMP_WORDBREAKS=${COMP_WORDBREAKS//[=:]/}
same 'heuristics, whole' 'vertex:forward' "$(offered xaif-eliminate --heuristic vertex:fo)"
same 'heuristics, joined' '--heuristic=vertex:forward' "$(offered xaif-eliminate --heuristic=vertex:fo)"
same 'values, joined' '--validate=both --validate=input --validate=output' "$(offered xaifbooster --validate=)"
same 'a list, joined' '--algorithm=flattening,roundtrip' "$(offered xaifbooster --algorithm=flattening,ro)"

# ---- zsh ----

if ! command -v zsh >/dev/null; then
    echo 'left out: there is no zsh'
    finish
    exit
fi
if ! timeout 20 zsh -f -c 'zmodload zsh/zpty && zpty probe true && autoload -Uz compinit && autoload +X compinit'; then
    echo 'left out: this zsh lacks what tests of completion need, or there are no pseudo terminals'
    finish
    exit
fi
mkdir functions
for program in xaifbooster xaif-run xaif-show xaif-eliminate; do
    mv "$program.zsh" "functions/_$program"
done
rm -f ./*.bash

# zsh_offers LINE: what is offered at its end, sorted.
zsh_offers() {
    timeout 60 zsh -f "$XB_TOP_SRCDIR/tests/support/offered.zsh" "$PWD/functions" "$1" | LC_ALL=C sort -u | paste -sd ' '
}

same 'zsh: a beginning' '--verdict --verdict-format --verify --verify-each --version' "$(zsh_offers 'xaifbooster --ve')"
same 'zsh: values' 'both input output' "$(zsh_offers 'xaifbooster --validate=')"
same 'zsh: a value in its own word' 'OPEN64_STYLE' "$(zsh_offers 'xaifbooster --name-style O')"
same 'zsh: algorithms in a list' 'roundtrip' "$(zsh_offers 'xaifbooster --algorithm=flattening,ro')"
same 'zsh: pictures' 'callgraph callgraph-graphml' "$(zsh_offers 'xaifbooster --dot ca')"
same 'zsh: folders' 'folder functions' "$(zsh_offers 'xaifbooster --extract-lcg f')"
same 'zsh: documents, folders and the subcommand' 'folder functions head.f90 in.xaif old.F other.xaif two\ words.xaif verify' \
    "$(zsh_offers 'xaifbooster ')"
same 'zsh: the subcommand comes first' 'folder functions head.f90 in.xaif old.F other.xaif two\ words.xaif' \
    "$(zsh_offers 'xaifbooster in.xaif ')"
same 'zsh: the subcommand' 'verify' "$(zsh_offers 'xaifbooster verif')"
same 'zsh: options of the subcommand' '--adjoint' "$(zsh_offers 'xaifbooster verify --ad')"
same 'zsh: values of the subcommand' 'combined joint motions split' "$(zsh_offers 'xaifbooster verify --adjoint=')"
same 'zsh: no option of the program' '' "$(zsh_offers 'xaifbooster verify --passivate')"
same 'zsh: case files' 'case.json folder functions' "$(zsh_offers 'xaif-run --case ')"
same 'zsh: heuristics' 'vertex:forward' "$(zsh_offers 'xaif-eliminate --heuristic=vertex:fo')"
same 'zsh: files of any suffix' 'graph' "$(zsh_offers 'xaif-eliminate gr')"

finish
