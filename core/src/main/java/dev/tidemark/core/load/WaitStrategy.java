package dev.tidemark.core.load;

/** How a worker waits for its next slot. */
public enum WaitStrategy {
    /** Sleeps, and spins for the last few microseconds. */
    SLEEP,
    /** Spins only: never late, and takes a whole processor per worker. */
    SPIN
}
