# Completion of tidemark for fish: put into ~/.config/fish/config.fish
#   tidemark completion fish | source

function __tidemark_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l candidates ($words[1] complete -- $words[2..-1] 2>/dev/null)
    if test (count $candidates) -gt 0
        printf '%s\n' $candidates
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c tidemark -f -a '(__tidemark_complete)'
