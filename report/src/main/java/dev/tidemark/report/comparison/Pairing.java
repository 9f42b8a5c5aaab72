package dev.tidemark.report.comparison;

/**
 * Two sides to be compared.
 *
 * @param title what is compared with what: {@code demo: rocksdb and lmdb}
 * @param base  what is compared with
 * @param other what is compared: "so much faster" is said of it
 */
public record Pairing(String title, Side base, Side other) {

    /**
     * The same, but that iterations which were stopped, failed or interrupted are compared, too, as far as they came.
     * It will say which they are.
     */
    public Pairing withInterrupted() {
        return new Pairing(title, base.withBrokenOff(), other.withBrokenOff());
    }
}
