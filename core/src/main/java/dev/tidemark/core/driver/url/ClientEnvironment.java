package dev.tidemark.core.driver.url;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a database's own clients look for what they are not told: variables of the environment, and files below the
 * user's folder.
 *
 * @param variables by name
 * @param home      the user's folder
 * @param user      as the system knows who asks
 */
public record ClientEnvironment(Map<String, String> variables, Path home, String user) {

    public ClientEnvironment {
        variables = Map.copyOf(variables);
    }

    /** Of this process. */
    public static ClientEnvironment system() {
        return new ClientEnvironment(System.getenv(), Path.of(System.getProperty("user.home", "")),
                System.getProperty("user.name", ""));
    }

    /** A variable that is set to anything. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(text -> !text.isEmpty());
    }

    /** A file below the user's folder, where it is there. */
    public Optional<Path> file(String name) {
        return Optional.of(home.resolve(name)).filter(Files::isReadable);
    }
}
