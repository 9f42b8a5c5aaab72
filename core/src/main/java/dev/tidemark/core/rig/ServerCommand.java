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

    public ServerCommand {
        words = List.copyOf(words);
    }
}
