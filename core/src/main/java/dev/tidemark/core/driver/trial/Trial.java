package dev.tidemark.core.driver.trial;

/**
 * Something that was tried.
 *
 * @param name    of a capability, as in {@code key-values}, or a step around them, as in {@code connect}
 * @param message what the target said, in one line; empty where there is nothing to say
 */
public record Trial(String name, TrialResult verdict, String message) {

    /** Whether it speaks against the target. */
    public boolean failed() {
        return verdict == TrialResult.REFUSED || verdict == TrialResult.BROKEN;
    }
}
