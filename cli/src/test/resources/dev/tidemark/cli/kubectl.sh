#!/bin/sh
# In the place of kubectl, for a Job of two pods, which are this machine: TIDEMARK is their program. The stream from the second
# is cut when the file CUT is there, of which this says nothing: it ends as if all were well.
case $1 in
get) printf 'pod/tidemark-0-x2x9b\npod/tidemark-1-k7dfp\n' ;;
exec)
    pod=$3
    shift 5
    [ "$pod" = pod/tidemark-1-k7dfp ] || exec "$TIDEMARK" "$@"
    "$TIDEMARK" "$@" | {
        exec 3<&0
        cat <&3 &
        exec 3<&- <&-
        while kill -0 $! 2> /dev/null && [ ! -e "$CUT" ]; do sleep 0.1; done
        kill $! 2> /dev/null
    }
    exit 0
    ;;
esac
