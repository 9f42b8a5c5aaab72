package dev.tidemark.core.rig;

import java.util.List;

/**
 * How a server is started and stopped.
 *
 * @param words  the command line; it does not come back before the server ends
 * @param signal that ends the server in good order and soon, whoever is connected, as {@code kill} names it
 */
public record ServerCommand(List<String> words, String signal) {

    public ServerCommand {
        words = List.copyOf(words);
    }
}
