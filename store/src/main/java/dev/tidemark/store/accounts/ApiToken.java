package dev.tidemark.store.accounts;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * What a program shows in place of a login. The token itself is not kept.
 *
 * @param name    the user's name for it
 * @param role    what the program may do
 * @param author  who made it
 * @param created when it was made
 * @param seen    when it was last used, to the minute; empty when it never was
 */
public record ApiToken(String name, Role role, String author, Instant created, Optional<Instant> seen) {

    /** @throws InvalidInputException when the name cannot be used */
    public ApiToken {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw new InvalidInputException("token '" + name
                    + "': a name is 1 to 64 letters, digits, dots, underscores and hyphens");
        }
    }
}
