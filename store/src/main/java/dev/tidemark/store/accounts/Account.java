package dev.tidemark.store.accounts;

import dev.tidemark.core.param.InvalidInputException;
import java.time.Instant;

/**
 * A person who may use the web pages.
 *
 * @param name     by which the person logs in
 * @param role     what the person may do
 * @param password the password's hash, with the parameters and the salt it was made with
 * @param created  when it was made
 */
public record Account(String name, Role role, String password, Instant created) {

    /** Characters of a name. */
    public static final int LONGEST_NAME = 64;

    /** @throws InvalidInputException when the name cannot be used */
    public Account {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._@-]*") || name.length() > LONGEST_NAME) {
            throw new InvalidInputException("a user's name is 1 to " + LONGEST_NAME
                    + " letters, digits, dots, underscores, hyphens and @");
        }
    }
}
