package dev.tidemark.core.measure;

/**
 * What the operations of one kind amounted to.
 *
 * @param operations  operations finished, whatever their outcome
 * @param answered    those with outcome OK or MISS
 * @param misses      those with outcome MISS
 * @param units       units done
 * @param failedUnits units failed
 * @param bytesIn     user bytes sent to the target
 * @param bytesOut    user bytes received from it
 * @param hits        rows or hits returned
 * @param rowsRead    rows that queries went over, those that they did not return with them
 * @param retried     operations that were tried more than once
 * @param retries     tries of these after the first
 * @param rowsWritten rows stored, changed or deleted
 * @param refused     operations of open loops that were due here and for which the target refused a connection; unlike
 *                    all others, which count where they end, as they have no response time that would tell when they
 *                    were due
 */
public record Totals(long operations, long answered, long misses, long units, long failedUnits, long bytesIn,
        long bytesOut, long hits, long rowsRead, long retried, long retries, long rowsWritten, long refused) {

    public static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, 0, 0);

    /** Of operations that go over no rows, and are tried once. */
    public Totals(long operations, long answered, long misses, long units, long failedUnits, long bytesIn,
            long bytesOut, long hits) {
        this(operations, answered, misses, units, failedUnits, bytesIn, bytesOut, hits, 0, 0, 0, 0, 0);
    }

    public Totals plus(Totals o) {
        return new Totals(operations + o.operations, answered + o.answered, misses + o.misses, units + o.units,
                failedUnits + o.failedUnits, bytesIn + o.bytesIn, bytesOut + o.bytesOut, hits + o.hits, rowsRead
                + o.rowsRead, retried + o.retried, retries + o.retries, rowsWritten
                + o.rowsWritten, refused + o.refused);
    }
}
