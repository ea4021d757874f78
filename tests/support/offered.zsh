# usage: zsh -f offered.zsh FOLDER LINE: what an interactive zsh that finds completions in FOLDER offers at the end of the line
emulate -R zsh
setopt extended_glob
zmodload zsh/zpty || exit 77

rc=$(mktemp) || exit 99
trap 'rm -f $rc' EXIT
cat >$rc <<'END'
PS1= PS2= RPS1=
unsetopt beep zle
stty -echo
fpath=($FOLDER $fpath)
autoload -Uz compinit
compinit -D -u
compadd() {
    local -a found
    local added
    builtin compadd "$@"
    added=$?
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        builtin compadd -A found "$@"
        print -rl -- "${(@)found/#/offer: }"
    fi
    return added
}
offer() { _main_complete; print -r -- "end of offers"; exit }
zle -C offer complete-word offer
bindkey '^I' offer
setopt zle
print "shell is ready"
END

export FOLDER=$1 TERM=dumb
zpty shell zsh -f -i
zpty -w shell ". $rc"
zpty -r shell text '*shell is ready*'
zpty -n -w shell "$2"$'\t'
while zpty -r shell text && [[ $text != *'end of offers'* ]]; do
    [[ $text != *'offer: '* ]] || print -r -- "${${text##*offer: }%%[$'\r\n']#}"
done
zpty -d shell
