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
    private final Map<String, Kept> byView = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST;
        }
    };

    ReportCache(ResultStore store) {
        this.store = store;
    }

    /**
     * The label's report, made now or before.
     *
     * @param view how it is looked at, as the address says
     */
    Shown get(String label, String view, Supplier<Shown> making) {
        // No label has a line break.
        String key = label + "\n" + view;
        String stamp = store.stamp(label);
        synchronized (byView) {
            Kept known = byView.get(key);
            if (known != null && !stamp.isEmpty() && known.stamp().equals(stamp)) {
                return known.shown();
            }
        }
        Shown shown = making.get();
        synchronized (byView) {
            byView.put(key, new Kept(stamp, shown));
        }
        return shown;
    }
}
