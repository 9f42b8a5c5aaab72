package dev.tidemark.app.accounts;

import java.time.Duration;

/** What became of an attempt to log in. */
public sealed interface Login {

    /**
     * @param session the session's secret, to be kept by the browser and nowhere else
     * @param browser by which the browser is known again, beyond the session: the same again where it was known already
     */
    record LoggedIn(String session, Principal who, String browser) implements Login {}

    /** Name or password is wrong; which one is not reported. */
    record Refused() implements Login {}

    /** After too many failures. @param left how long until the next attempt */
    record TooSoon(Duration left) implements Login {}
}
