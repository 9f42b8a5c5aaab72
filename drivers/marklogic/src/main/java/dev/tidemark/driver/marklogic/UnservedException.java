package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.remote.Failure;

/** The server, or what stands before it, answers that there is no answer; the client would ask on for minutes. */
final class UnservedException extends IOException {

    private static final Map<Integer, Failure> FAILURES = Map.of(429, Failure.OVERLOADED, 502, Failure.BROKEN,
            503, Failure.OVERLOADED, 504, Failure.GIVEN_UP);

    private final Failure failure;

    /** @param status one of which there is a {@link #failure(int)} */
    UnservedException(int status) {
        this(status, failure(status).orElseThrow());
    }

    private UnservedException(int status, Failure failure) {
        super(words(failure) + " (status " + status + ")");
        this.failure = failure;
    }

    /** What a status of HTTP says of a server that has not answered; empty for one of its answers. */
    static Optional<Failure> failure(int status) {
        return Optional.ofNullable(FAILURES.get(status));
    }

    private static String words(Failure failure) {
        return switch (failure) {
            case OVERLOADED -> "the server is too busy";
            case GIVEN_UP -> "what stands before the server got no answer in time";
            default -> "what stands before the server could not get its answer";
        };
    }

    Failure failure() {
        return failure;
    }
}
