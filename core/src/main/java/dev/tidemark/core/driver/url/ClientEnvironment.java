package dev.tidemark.core.driver.url;

import module java.base;
import dev.tidemark.core.os.OptionFile;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Where a database's own clients look for what they are not given: variables of the environment, and files below the
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

    /** What is in a file of options of such a client's. @throws InvalidInputException when it cannot be read */
    public static OptionFile options(Path file) {
        try {
            return OptionFile.read(file);
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException(file + " " + e.getMessage());
        } catch (IOException e) {
            throw new InvalidInputException(file + " cannot be read");
        }
    }
}
