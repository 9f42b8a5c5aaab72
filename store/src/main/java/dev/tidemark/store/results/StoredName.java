package dev.tidemark.store.results;

import dev.tidemark.core.param.InvalidInputException;

/** Names that the user gives to what is stored: letters, digits, dots, underscores and hyphens. */
final class StoredName {

    private StoredName() {}

    /** @param what has the name, for messages @throws InvalidInputException when it cannot be used */
    static void check(String what, String name) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
            throw new InvalidInputException(what + " '" + name
                    + "': a name is 1 to 100 letters, digits, dots, underscores and hyphens");
        }
    }
}
