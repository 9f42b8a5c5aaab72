package dev.tidemark.core.driver;

/**
 * What a target takes in one commit at most. What Tidemark stores beforehand keeps within it; what a user asks for
 * beyond it, the target refuses in its own words.
 *
 * @param updates how many
 * @param bytes   of keys and values together
 */
public record CommitLimit(int updates, long bytes) {

    public static final CommitLimit NONE = new CommitLimit(Integer.MAX_VALUE, Long.MAX_VALUE);

    /** For what stands around a key and its value, and for keys, as far as nobody counts them. */
    private static final double FILLING = 0.75;

    /**
     * How many updates to commit at a time.
     *
     * @param requested      how many are wanted where the target takes them
     * @param requestedBytes in how many bytes of values
     * @param size        of each value in bytes; the mean is enough
     * @return at least 1
     */
    public int batch(int requested, long requestedBytes, double size) {
        double inBytes = Math.min(requestedBytes, bytes * FILLING) / Math.max(1, size);
        return (int) Math.clamp(inBytes, 1, Math.min(requested, updates));
    }
}
