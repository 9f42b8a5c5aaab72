package dev.tidemark.web.reports;

import dev.tidemark.store.ResultStore;
import dev.tidemark.web.reports.ReportPages.Offer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The reports that were read last, as they are shown. A report is a pure function of what is stored of its label, so one
 * is good as long as that has not changed.
 */
final class ReportCache {

    /** At up to a few MB each. */
    private static final int MOST = 8;

    /**
     * What the page shows.
     *
     * @param content as it is put into the page
     * @param whole   whether it is of a label, not of a section of one
     * @param forms   in which it can be taken along
     */
    record Shown(String content, boolean whole, List<Offer> forms) {}

    private record Kept(String stamp, Shown shown) {}

    private final ResultStore store;
    private final Map<String, Kept> byLabel = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    };

    ReportCache(ResultStore store) {
        this.store = store;
    }

    /** The label's report, made now or before. */
    Shown get(String label, Supplier<Shown> making) {
        String stamp = store.stamp(label);
        synchronized (byLabel) {
            Kept known = byLabel.get(label);
            if (known != null && !stamp.isEmpty() && known.stamp().equals(stamp)) {
                return known.shown();
            }
        }
        Shown shown = making.get();
        synchronized (byLabel) {
            byLabel.put(label, new Kept(stamp, shown));
        }
        return shown;
    }
}
