package dev.tidemark.store.results;

import dev.tidemark.core.param.InvalidInputException;

/**
 * An agent that the user has given a name.
 *
 * @param name the user's name for it: letters, digits, dots, underscores and hyphens
 * @param text what it is, as {@code --agents} has it
 * @param own  whether it was given its name at the command line, so that a server may use it as it is
 */
public record StoredAgent(String name, String text, boolean own) {

    /** @throws InvalidInputException when the name cannot be used */
    public StoredAgent {
        StoredName.check("agent", name);
    }
}
