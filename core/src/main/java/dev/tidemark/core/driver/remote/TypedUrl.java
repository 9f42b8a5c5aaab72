package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.url.ClientEnvironment;
import dev.tidemark.core.driver.url.ConnectionUrl;
import dev.tidemark.core.param.SecretRef;
import java.util.Optional;

/**
 * A URL, or any name of a target, as somebody at this machine gave it: what may be written down of it, and the password
 * that was in it, which is used and never written down.
 *
 * @param text     without the password
 * @param password empty for none
 * @param shown    whether the password stood in what was typed, and not in a variable of the environment
 */
public record TypedUrl(String text, Optional<String> password, boolean shown) {

    /** @param environment where a scheme alone may have its URL */
    public static TypedUrl of(String written, ClientEnvironment environment) {
        String typed = written.strip();
        Optional<String> known = Drivers.all().stream().flatMap(driver -> driver.url().stream())
                .flatMap(form -> form.resolve(typed, environment).stream()).findFirst();
        ConnectionUrl.Hidden hidden = ConnectionUrl.hidden(known.orElse(typed));
        return new TypedUrl(hidden.text(), hidden.password(), hidden.password().isPresent() && known.isEmpty());
    }

    /** What is asked for where the password is needed, by the settings of the target; empty where it has none. */
    public Optional<String> question() {
        return password.isEmpty() ? Optional.empty() : Drivers.reaching(text)
                .map(reached -> reached.settings().get(ConnectionParams.PASSWORD.name())).map(SecretRef::parse)
                .map(SecretRef::place);
    }

    /** Prints no password. */
    @Override
    public String toString() {
        return text;
    }
}
