#compdef npuzzle
# zsh completion of npuzzle: source <(npuzzle completion zsh)
_npuzzle() {
    local -a offers
    offers=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${offers[1]}" ]]; then
        compadd -a offers
    else
        _files
    fi
}
if (( ! $+functions[compdef] )); then  # as in a zsh without a configuration
    autoload -Uz compinit && compinit -i
fi
compdef _npuzzle npuzzle
