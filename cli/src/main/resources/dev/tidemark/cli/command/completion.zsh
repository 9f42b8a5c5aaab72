#compdef tidemark
# Completion of tidemark for zsh: put into ~/.zshrc, behind compinit
#   source <(tidemark completion zsh)

_tidemark() {
    local line text help
    local -a spaced open spaced_help open_help
    # The words to the left of the cursor, the last of them as far as it is typed.
    local -a typed=("${(@)words[2,CURRENT-1]}" "$PREFIX")
    while IFS=$'\t' read -r text help; do
        if [[ $text == *= ]]; then
            open+=("$text") open_help+=("$text  ${help}")
        else
            spaced+=("$text") spaced_help+=("$text${help:+  $help}")
        fi
    done < <("$words[1]" complete -- "${(@)typed}" 2>/dev/null)
    if (( $#spaced + $#open == 0 )); then
        _files
        return
    fi
    (( $#spaced )) && compadd -l -d spaced_help -a spaced
    (( $#open )) && compadd -l -S '' -d open_help -a open
    return 0
}
compdef _tidemark tidemark
