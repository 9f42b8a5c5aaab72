# Completion of tidemark for bash: put into ~/.bashrc
#   source <(tidemark completion bash)

_tidemark() {
    local line=${COMP_LINE:0:COMP_POINT} current=$2 words=() typed behind candidate
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    typed=${words[${#words[@]} - 1]}
    # What stands before a sign at which bash divides words stays as it is.
    behind=${typed%"$current"}
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        COMPREPLY+=("$(printf %q "${candidate#"$behind"}")")
    done < <("$1" complete -- "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o default -F _tidemark tidemark
