# bash completion of npuzzle: source <(npuzzle completion bash)
_npuzzle() {
    local IFS=$'\n'
    local offers="$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
    COMPREPLY=($(compgen -W "$offers" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _npuzzle npuzzle
