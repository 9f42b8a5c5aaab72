package dev.tidemark.web.jobs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Keeps a form that was sent twice, by an impatient hand or a browser that tried again, from being carried out twice.
 * Thread-safe.
 */
final class Once {

    private static final int REMEMBERED = 1000;

    private final Map<String, Long> done = new LinkedHashMap<>();

    /**
     * What came of it.
     *
     * @param result  the number that it gave
     * @param already whether it had been carried out before
     */
    record Done(long result, boolean already) {}

    /** @param what all that was sent, with a key that only one page had; empty for a form without such a key */
    synchronized Done carryOut(Optional<String> what, LongSupplier action) {
        Optional<Long> before = what.map(done::get);
        if (before.isPresent()) {
            return new Done(before.get(), true);
        }
        long result = action.getAsLong();
        what.ifPresent(w -> done.put(w, result));
        if (done.size() > REMEMBERED) {
            done.remove(done.keySet().iterator().next());
        }
        return new Done(result, false);
    }
}
