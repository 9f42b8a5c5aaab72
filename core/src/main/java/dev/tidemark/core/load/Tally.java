package dev.tidemark.core.load;

import dev.tidemark.core.measure.PartTimes;

/** What the steps of one operation did; the loop clears it before each operation and adds it up after. */
public final class Tally {

    /** No number. */
    public static final long UNKNOWN = -1;

    /** Units done: documents stored, blocks read. */
    public long units;
    /** Units that failed. Where an operation is not answered and this stays 0, the loop counts one. */
    public long failedUnits;
    /** User bytes sent to the target. */
    public long bytesIn;
    /** User bytes received from it. */
    public long bytesOut;
    /** Rows or hits returned. */
    public long hits;
    /** Rows stored, changed or deleted, as the target counts them. */
    public long rowsWritten;
    /** Rows that a query went over, those that it did not return with them. */
    public long rowsRead;
    /** What the target says that it took itself, in nanoseconds; {@link #UNKNOWN} where it does not. */
    public long engineNanos = UNKNOWN;
    /** Which of the things that repeat it was about, such as the number of a query; {@link #UNKNOWN} for none. */
    public long item = UNKNOWN;
    /** How often the operation was tried again after the target had undone it. */
    public long retries;
    /** Whether the target refused the connection, and so never saw the operation. */
    public boolean refused;
    /** What the operation's parts took of which its actor keeps the time itself. */
    public final PartTimes parts = new PartTimes();
    /** Where in the operation it went wrong, to stand before the reason with a colon; null where that is not told. */
    public String place;
    /** Why a step returned PARTIAL, PUSH_BACK, TIMEOUT or FAILURE without an exception; null otherwise. */
    public String reason;

    /** Takes over what another one says. */
    public void set(Tally other) {
        units = other.units;
        failedUnits = other.failedUnits;
        bytesIn = other.bytesIn;
        bytesOut = other.bytesOut;
        hits = other.hits;
        rowsWritten = other.rowsWritten;
        rowsRead = other.rowsRead;
        engineNanos = other.engineNanos;
        item = other.item;
        retries = other.retries;
        refused = other.refused;
        parts.set(other.parts);
        if (place != other.place) {
            place = other.place;
        }
        if (reason != other.reason) {
            reason = other.reason;
        }
    }

    public void clear() {
        units = 0;
        failedUnits = 0;
        bytesIn = 0;
        bytesOut = 0;
        hits = 0;
        rowsWritten = 0;
        rowsRead = 0;
        engineNanos = UNKNOWN;
        item = UNKNOWN;
        retries = 0;
        refused = false;
        parts.clear();
        if (place != null) {
            place = null;
        }
        if (reason != null) { // storing a reference, even null, costs the collector's barrier
            reason = null;
        }
    }
}
