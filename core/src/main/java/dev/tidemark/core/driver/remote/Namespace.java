package dev.tidemark.core.driver.remote;

import java.util.Optional;

/**
 * What a target has on a server for itself: a schema, a database, a prefix of keys. It holds keyspaces, and a few texts
 * under names; one of these is the mark that it is Tidemark's.
 *
 * @param <C> a connection
 */
public interface Namespace<C> {

    /**
     * One whose text comes into being with it and goes with it: none can be put in or removed.
     *
     * @param <C> a connection
     */
    interface FixedText<C> extends Namespace<C> {

        @Override
        default boolean takesTexts() {
            return false;
        }

        @Override
        default void put(C connection, String name, String text) {
            throw new UnsupportedOperationException("its text comes into being with it");
        }

        @Override
        default void remove(C connection, String name) {
            throw new UnsupportedOperationException("its text goes with it");
        }
    }

    /** Whether anything is there under its name, whoever made it. */
    boolean exists(C connection) throws Exception;

    /**
     * Makes it with one text, empty otherwise; where the server can, in one step, so that whatever happens it is never
     * there without.
     */
    void make(C connection, String name, String text) throws Exception;

    /** Removes it with all that is in it. Called only when it carries the mark. */
    void drop(C connection) throws Exception;

    /** A text in it; empty where there is none, or no place for any, as in what others made. */
    Optional<String> text(C connection, String name) throws Exception;

    /**
     * What is to be said where the mark is missing that the server may have lost by itself, and how it comes back;
     * empty where it loses none.
     */
    default Optional<String> loss(C connection) throws Exception {
        return Optional.empty();
    }

    /** Whether texts can be put in once it is made. */
    default boolean takesTexts() {
        return true;
    }

    /** Puts a text in, in the place of an older one. */
    void put(C connection, String name, String text) throws Exception;

    /** Removes a text, if it is there. */
    void remove(C connection, String name) throws Exception;
}
