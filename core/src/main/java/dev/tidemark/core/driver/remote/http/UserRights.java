package dev.tidemark.core.driver.remote.http;

import module java.base;

/**
 * What is asked by a user who may not be allowed all of it, or of a service that has not all of it: that is left out
 * from then on, and told once. Thread-safe.
 */
public class UserRights {

    private final Predicate<HttpRefusedException> leftOut;
    private final Consumer<String> note;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    /** @param leftOut which refusals say that something is not allowed, or not there */
    protected UserRights(Predicate<HttpRefusedException> leftOut, Consumer<String> note) {
        this.leftOut = leftOut;
        this.note = note;
    }

    /** Something that is asked. */
    @FunctionalInterface
    public interface Question<T> {
        T ask() throws Exception;
    }

    /** @param what it is, in words for people; empty where the user may not know it */
    public final <T> Optional<T> ask(String what, Question<T> question) throws Exception {
        if (refused.contains(what)) {
            return Optional.empty();
        }
        try {
            return Optional.of(question.ask());
        } catch (HttpRefusedException e) {
            leaveOut(what, e);
            return Optional.empty();
        }
    }

    /** Leaves out what the user may not know; other refusals are thrown. */
    public final void leaveOut(String what, HttpRefusedException e) throws HttpRefusedException {
        if (!leftOut.test(e)) {
            throw e;
        }
        if (refused.add(what)) {
            note.accept(why(what, e));
        }
    }

    /** Why it is left out, as a sentence. */
    protected String why(String what, HttpRefusedException e) {
        return "The server does not tell this user its " + what + " (" + e.status() + ").";
    }
}
