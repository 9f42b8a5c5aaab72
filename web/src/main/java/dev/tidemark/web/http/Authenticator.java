package dev.tidemark.web.http;

import java.util.Optional;

/** Knows who holds a session. */
public interface Authenticator {

    /** The session's person; empty when the token is none of ours, or its time is up. */
    Optional<SignedInUser> holder(String session);

    /** On whose behalf a program asks that shows this token; empty when it is none of ours. */
    Optional<SignedInUser> program(String token);

    /** Whether a login is asked for at all; where it is not, whoever can reach the server is at its machine. */
    boolean loginRequired();
}
