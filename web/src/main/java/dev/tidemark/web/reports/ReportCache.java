package dev.tidemark.web.reports;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.analysis.NextStep;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.store.ResultStore;
import dev.tidemark.web.reports.ReportPages.Offer;

/**
 * The reports that were read last: as they are shown, and what was found for them, from which other forms of them are
 * made. A report is a pure function of what is stored of its label and of what is known of disks, so one is good as
 * long as neither has changed. While a run goes on it changes with each iteration; a page that took long to make is
 * then shown as it was for as long again, so that the machine, which is being measured, is not kept busy with it.
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
     * @param steps   what can be run next
     */
    record Shown(String content, boolean whole, List<Offer> forms, List<NextStep> steps) {}

    /** What was made, and when it was begun if more has been stored since. */
    record Made(Shown shown, Optional<Instant> asOf) {}

    /** @param stamp of what it is made of when it was begun */
    private record CacheEntry<T>(String stamp, T what) {}

    /**
     * How making a page ended.
     *
     * @param begun  wall-clock time
     * @param endedNanos by the monotonic clock
     */
    private record Outcome(Optional<Shown> shown, Optional<RuntimeException> failure, Instant begun, long endedNanos,
            long tookNanos) {}

    private final ResultStore store;
    private final Clock clock;
    private final Duration patience;
    private final ReportExecutor reportExecutor = new ReportExecutor();
    private final Function<String, Report> finding;
    private final StoredPages storedPages;
    private final Map<String, CacheEntry<Outcome>> pages = newest(MOST);
    private final Map<String, CacheEntry<SoftReference<Report>>> reports = newest(MOST_FOUND);

    /**
     * @param patience how long a page may be waited for
     * @param build    which build of the program this is, if that is known
     * @param finding  finds a report, or refuses
     */
    ReportCache(ResultStore store, Clock clock, Duration patience, Optional<String> build,
            Function<String, Report> finding) {
        this.store = store;
        this.clock = clock;
        this.patience = patience;
        this.finding = finding;
        this.storedPages = new StoredPages(store, clock, patience, build);
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
     * @param view how it is looked at; empty for as usual
     * @return empty when making it takes longer than one waits; it goes on, and whoever asks again gets it
     */
    Optional<Made> get(String label, Map<String, List<String>> view, Function<Report, Shown> making) {
        String stamp = stamp(label);
        return get(key(label, view), stamp, () -> made(label, stamp, view, making));
    }

    /** Makes the label's page as usual, unless it is there, while the caller waits. */
    void make(String label, Function<Report, Shown> making) {
        String stamp = stamp(label);
        String key = key(label, Map.of());
        synchronized (pages) {
            if (pages.containsKey(key) && pages.get(key).stamp().equals(stamp)) {
                return;
            }
        }
        keep(key, stamp, () -> made(label, stamp, Map.of(), making));
    }

    private Shown made(String label, String stamp, Map<String, List<String>> view, Function<Report, Shown> making) {
        Supplier<Shown> page = () -> making.apply(found(label, stamp));
        return view.isEmpty() ? storedPages.of(label, stamp, page) : page.get();
    }

    /** Whether a page that was asked for is still being made. */
    boolean isMaking(String label, Map<String, List<String>> view) {
        return reportExecutor.isUnderWay(key(label, view));
    }

    private static String key(String label, Map<String, List<String>> view) {
        return label + "\n" + view; // no label has a line break
    }

    /**
     * What two sides' comparison shows, made now or before.
     *
     * @param partial whether iterations that were interrupted are among them
     * @param labels  whose results it is made of, as far as they are known
     * @return empty as for a label
     */
    Optional<Made> comparison(List<String> words, Optional<String> by, boolean partial, List<String> labels,
            Supplier<String> making) {
        return get(key(words, by, partial), labels.stream().map(this::stamp).collect(Collectors.joining("\n")),
                () -> new Shown(making.get(), false, List.of(), List.of()));
    }

    boolean isComparing(List<String> words, Optional<String> by, boolean partial) {
        return reportExecutor.isUnderWay(key(words, by, partial));
    }

    private static String key(List<String> words, Optional<String> by, boolean partial) {
        return "\n" + String.join("\n", words) + "\n\n" + by.orElse("") + "\n" + partial;
    }

    /** Of a label, or of the study of which it is a section; and of what is known of disks. */
    private String stamp(String label) {
        String own = store.stamp(label);
        String found = own.isEmpty() ? store.studySection(label).map(s -> store.stamp(s.label())).orElse("") : own;
        return found + "\n" + store.probesStamp();
    }

    private Optional<Made> get(String key, String stamp, Supplier<Shown> making) {
        Optional<Made> known = known(key, stamp);
        if (known.isPresent()) {
            return known;
        }
        reportExecutor.await(key, patience, () -> keep(key, stamp, making));
        return known(key, stamp);
    }

    private void keep(String key, String stamp, Supplier<Shown> making) {
        long began = clock.nanoTime();
        Instant begun = clock.wallTime();
        Optional<Shown> shown = Optional.empty();
        Optional<RuntimeException> failure = Optional.empty();
        try {
            shown = Optional.of(making.get());
        } catch (RuntimeException e) {
            failure = Optional.of(e); // for whoever asks next, who may not be waiting now
        }
        long ended = clock.nanoTime();
        synchronized (pages) {
            pages.put(key, new CacheEntry<>(stamp, new Outcome(shown, failure, begun, ended, ended - began)));
        }
    }

    private Optional<Made> known(String key, String stamp) {
        synchronized (pages) {
            CacheEntry<Outcome> entry = pages.get(key);
            if (entry == null) {
                return Optional.empty();
            }
            Outcome outcome = entry.what();
            boolean same = entry.stamp().equals(stamp);
            if (outcome.failure().isPresent()) {
                pages.remove(key);
                if (same) {
                    throw outcome.failure().get();
                }
            }
            return same || isRecent(outcome) ? outcome.shown().map(s -> new Made(s,
                    same ? Optional.empty() : Optional.of(outcome.begun()))) : Optional.empty();
        }
    }

    /** Whether it took long and was made so lately that it is not to be made again. */
    private boolean isRecent(Outcome outcome) {
        return outcome.tookNanos() > patience.toNanos()
                && clock.nanoTime() - outcome.endedNanos() < outcome.tookNanos();
    }

    /** Makes pages that nobody has asked for yet. */
    void inBackground(Runnable making) {
        reportExecutor.inBackground(making);
    }

    /** What is made of the label's report, apart from what other requests wait for. */
    <T> T of(String label, Function<Report, T> making) {
        String stamp = stamp(label);
        return reportExecutor.onPool(() -> making.apply(found(label, stamp)));
    }

    /** What reads many iterations otherwise. */
    <T> T onPool(Supplier<T> making) {
        return reportExecutor.onPool(making);
    }

    /** What was made of a label is of no use any more: it is gone, or is called otherwise. */
    void forget(String label) {
        synchronized (pages) {
            pages.keySet().removeIf(key -> List.of(key.split("\n")).contains(label));
        }
        synchronized (reports) {
            reports.remove(label);
        }
    }

    private Report found(String label, String stamp) {
        synchronized (reports) {
            CacheEntry<SoftReference<Report>> entry = reports.get(label);
            Report report = entry != null && entry.stamp().equals(stamp) ? entry.what().get() : null;
            if (report != null) {
                return report;
            }
        }
        Report report = finding.apply(label);
        synchronized (reports) {
            reports.put(label, new CacheEntry<>(stamp, new SoftReference<>(report)));
        }
        return report;
    }

    @Override
    public void close() {
        reportExecutor.close();
    }
}
