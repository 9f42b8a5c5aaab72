package dev.tidemark.web.reports;

import dev.tidemark.report.analysis.Report;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.reports.ReportPages.Offer;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The reports that were read last: as they are shown, and what was found for them, from which other forms of them are
 * made. A report is a pure function of what is stored of its label, so one is good as long as that has not changed. Who
 * asks for one while it is being made waits for that one.
 */
final class ReportCache implements AutoCloseable {

    /** Pages, at up to a few MB each. */
    private static final int MOST = 8;
    /** Findings; of 10,000 iterations they hold 30 MB, which are given up when memory is short. */
    private static final int MOST_FOUND = 4;

    /**
     * What the page shows.
     *
     * @param content as it is put into the page
     * @param whole   whether it is of a label, not of a section of one
     * @param forms   in which it can be taken along
     */
    record Shown(String content, boolean whole, List<Offer> forms) {}

    private record Kept<T>(String stamp, T what) {}

    private final ResultStore store;
    private final Builders builders = new Builders();
    private final Function<String, Report> finding;
    private final Map<String, Kept<Shown>> pages = newest(MOST);
    private final Map<String, Kept<SoftReference<Report>>> reports = newest(MOST_FOUND);

    /** @param finding finds a report, or refuses */
    ReportCache(ResultStore store, Function<String, Report> finding) {
        this.store = store;
        this.finding = finding;
    }

    private static <T> Map<String, T> newest(int most) {
        return new LinkedHashMap<>(most, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * The label's page, made now or before.
     *
     * @param view how it is looked at
     */
    Shown get(String label, String view, Function<Report, Shown> making) {
        String stamp = store.stamp(label);
        return get(label + "\n" + view, stamp, () -> making.apply(found(label, stamp))); // no label has a line break
    }

    /**
     * What two sides' comparison shows, made now or before.
     *
     * @param labels whose results it is made of, as far as they are known
     */
    String comparison(List<String> words, Optional<String> by, List<String> labels, Supplier<String> making) {
        String stamp = labels.stream().map(store::stamp).collect(Collectors.joining("\n"));
        return get("\n" + String.join("\n", words) + "\n\n" + by.orElse(""), stamp,
                () -> new Shown(making.get(), false, List.of())).content();
    }

    private Shown get(String key, String stamp, Supplier<Shown> making) {
        return known(key, stamp).orElseGet(() -> builders.once(stamp + "\n" + key, () ->
                known(key, stamp).orElseGet(() -> {
                    Shown shown = making.get();
                    synchronized (pages) {
                        pages.put(key, new Kept<>(stamp, shown));
                    }
                    return shown;
                })));
    }

    private Optional<Shown> known(String key, String stamp) {
        synchronized (pages) {
            return Optional.ofNullable(pages.get(key))
                    .filter(k -> !stamp.isBlank() && k.stamp().equals(stamp)).map(Kept::what);
        }
    }

    /** What is made of the label's report, apart from what other requests wait for. */
    <T> T of(String label, Function<Report, T> making) {
        String stamp = store.stamp(label);
        return builders.apart(() -> making.apply(found(label, stamp)));
    }

    /** What reads many iterations otherwise. */
    <T> T apart(Supplier<T> making) {
        return builders.apart(making);
    }

    private Report found(String label, String stamp) {
        synchronized (reports) {
            Kept<SoftReference<Report>> kept = reports.get(label);
            Report report = kept != null && !stamp.isEmpty() && kept.stamp().equals(stamp) ? kept.what().get() : null;
            if (report != null) {
                return report;
            }
        }
        Report report = finding.apply(label);
        synchronized (reports) {
            reports.put(label, new Kept<>(stamp, new SoftReference<>(report)));
        }
        return report;
    }

    @Override
    public void close() {
        builders.close();
    }
}
