package dev.tidemark.core.load;

import java.time.Duration;

/**
 * What ends a stage; whichever comes first.
 *
 * @param operations operations in all; {@link #UNLIMITED} for no such limit
 * @param time       time after which no further operation is started and no slot is due; null for no such limit
 */
public record Limit(long operations, Duration time) {

    public static final long UNLIMITED = Long.MAX_VALUE;

    public static Limit operations(long count) {
        return new Limit(count, null);
    }
}
