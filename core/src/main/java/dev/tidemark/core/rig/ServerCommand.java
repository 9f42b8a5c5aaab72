package dev.tidemark.core.rig;

import java.util.List;

/**
 * How a server is started and stopped.
 *
 * @param words  the command line; it does not come back before the server ends
 * @param signal that ends the server in good order and soon, whoever is connected, as {@code kill} names it
 * @param each   the same for one of several servers that the command starts
 */
public record ServerCommand(List<String> words, String signal, String each) {

    /** Of a single server, or of several that end as the whole does. */
    public ServerCommand(List<String> words, String signal) {
        this(words, signal, signal);
    }

    /**
     * The beginning of a script for {@code /bin/sh} that starts several servers, puts their numbers into {@code all} and
     * waits: it ends them when it is told to. One that has ended is left alone, since its number may be another
     * process's by now: a fault may have killed it, and started another one in its place, which is no child of the
     * script.
     */
    public static String endingAll(String signal) {
        return "trap 'for pid in $all; do grep -qs \"^PPid:.$$\\$\" /proc/$pid/status && kill -" + signal
                + " $pid 2>/dev/null; done; wait; exit 0' TERM INT; ";
    }

    public ServerCommand {
        words = List.copyOf(words);
    }
}
