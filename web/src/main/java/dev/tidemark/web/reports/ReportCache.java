package dev.tidemark.web.reports;

import dev.tidemark.store.ResultStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The reports that were read last, as they were rendered. A report is a pure function of what is stored of its label,
 * so one is good as long as that has not changed.
 */
final class ReportCache {

    /** At up to a few MB each. */
    private static final int MOST = 8;

    private record Rendered(String stamp, String content) {}

    private final ResultStore store;
    private final Map<String, Rendered> byLabel = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Rendered> eldest) {
            return size() > MOST;
        }
    };

    ReportCache(ResultStore store) {
        this.store = store;
    }

    /** The label's report, rendered now or before. */
    String get(String label, Supplier<String> rendering) {
        String stamp = store.stamp(label);
        synchronized (byLabel) {
            Rendered known = byLabel.get(label);
            if (known != null && !stamp.isEmpty() && known.stamp().equals(stamp)) {
                return known.content();
            }
        }
        String content = rendering.get();
        synchronized (byLabel) {
            byLabel.put(label, new Rendered(stamp, content));
        }
        return content;
    }
}
