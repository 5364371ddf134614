# fish completion of npuzzle: npuzzle completion fish | source
function __npuzzle_offers
    set -l words (commandline -opc) (commandline -ct)
    $words[1] __complete $words[2..-1] 2>/dev/null
end
complete -c npuzzle -a '(__npuzzle_offers)'
