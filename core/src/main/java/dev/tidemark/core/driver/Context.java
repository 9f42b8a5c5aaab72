package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.time.Clock;

/**
 * What a driver is given to work with.
 *
 * @param clock     all waiting goes through it
 * @param scratch   a folder of this iteration's own; it exists, is empty, and is removed afterwards unless kept
 * @param secrets   looks up the passwords that the settings only say the place of
 * @param note      tells the user something, in one sentence
 * @param cancelled whether the iteration is being cancelled; long work looks at it
 */
public record Context(Clock clock, Path scratch, Secrets secrets, Consumer<String> note, BooleanSupplier cancelled) {

    /** The same with another folder. */
    public Context in(Path folder) {
        return new Context(clock, folder, secrets, note, cancelled);
    }
}
