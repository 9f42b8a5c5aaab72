package dev.tidemark.cli.support;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;

/** Gets passwords to where they are needed without their standing on the command line. */
public final class Passwords {

    public static final String FROM = "--password-from";
    public static final String WHERE = "env:VARIABLE or file:PATH; otherwise you are asked for it";

    private Passwords() {}

    /**
     * The password of a user: from where the flag says, else asked for twice on the terminal.
     *
     * @param from as typed; null when it was not given
     */
    public static String ofUser(String name, String from) {
        if (from == null) {
            return prompt(name);
        }
        try {
            return SecretRef.parse(from).reveal();
        } catch (InvalidInputException e) {
            throw e.at(FROM);
        }
    }

    /** What a setting of a target leaves to be asked for. @throws InvalidInputException when there is no terminal */
    public static String ofTarget(String what) {
        Console console = Optional.ofNullable(System.console()).filter(Console::isTerminal)
                .orElseThrow(() -> new InvalidInputException("prompt:" + what + ": there is no terminal to ask on; say "
                        + "where the secret is with env:VARIABLE or file:PATH"));
        return read(console, "Password (" + what + "): ");
    }

    private static String prompt(String name) {
        Console console = Optional.ofNullable(System.console()).filter(Console::isTerminal)
                .orElseThrow(() -> new InvalidInputException(
                "there is no terminal to ask for the password on; say where it is with "
                        + FROM + " env:VARIABLE or file:PATH"));
        String password = read(console, "Password of " + name + ": ");
        if (!password.equals(read(console, "Repeat password: "))) {
            throw new InvalidInputException("the two passwords differ");
        }
        return password;
    }

    private static String read(Console console, String question) {
        return Optional.ofNullable(console.readPassword("%s", question)).map(String::new)
                .orElseThrow(() -> new InvalidInputException("no password was given"));
    }
}
