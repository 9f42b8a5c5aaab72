package dev.tidemark.core.driver.remote;

/**
 * What a client needs to be opened and closed.
 *
 * @param <C> a connection, or a client that has connections of its own
 */
public interface Connector<C> {

    /** Opens one. */
    C connect() throws Exception;

    /** Closes one, even while another thread uses it, which then fails. */
    void close(C connection) throws Exception;

    /** Ends what its connections share, when none of them is needed any more. */
    default void close() {}

    /** Whether one that lay idle still works, where that can be asked; true where it cannot. */
    default boolean isAlive(C connection) {
        return true;
    }

    /** Where the server is, in words for people. @param settings those of its connections */
    default String place(ConnectionSettings settings) {
        return settings.address();
    }

    /** What an exception of the client says, but for what only the client knows of; null for nothing. */
    default String message(Exception e) {
        return e.getMessage();
    }

    /** What is said behind the message of an exception; nothing where that says enough. */
    default String hint(Exception e) {
        return "";
    }

    /** What sort of failure an exception of the client is. */
    default Failure failure(Exception e) {
        return Failure.of(e);
    }
}
