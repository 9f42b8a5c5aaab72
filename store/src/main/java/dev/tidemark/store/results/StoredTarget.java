package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * A target that the user has given a name.
 *
 * @param name     the user's name for it: letters, digits, dots, underscores and hyphens
 * @param driver   name of the driver that connects to it
 * @param settings the driver's settings that were given, name to text; a secret's text says where the secret is
 * @param own      whether it was given its name at the command line, so that a server may use it as it is
 */
public record StoredTarget(String name, String driver, Map<String, String> settings, boolean own) {

    /** @throws InvalidInputException when the name cannot be used */
    public StoredTarget {
        StoredName.check("target", name);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** One that nobody has stored. */
    public StoredTarget(String name, String driver, Map<String, String> settings) {
        this(name, driver, settings, false);
    }
}
