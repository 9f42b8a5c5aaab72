package dev.tidemark.web.reports;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.analysis.Expectations;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Verdict;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.results.StoredHeadline;
import dev.tidemark.store.results.StoredHeadline.Body;
import dev.tidemark.store.results.StoredHeadline.Section;

/**
 * What the reports of labels say in one line. To find that takes a whole report, so it is kept in the store, with the
 * results that it was made from: it is made when a report is opened and when a job ends, and otherwise in the
 * background, one label after the other and never while something is being measured.
 */
public final class Headlines implements AutoCloseable {

    /** Changes with how headlines are made, so that older ones are made anew. */
    private static final String FORMAT = "7 ";
    private static final String STUDY = "study";
    /** Nobody broke it off, and it measured nothing that counts. */
    private static final Set<IterationState> VAIN = EnumSet.of(IterationState.FAILED, IterationState.INVALID);

    private final ResultStore store;
    private final Clock clock;
    private final Consumer<String> opening;
    /** For which state of a label it was tried: what cannot be kept is not made again and again. */
    private final Map<String, String> tried = new ConcurrentHashMap<>();
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private final ExecutorService background = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("tidemark-headlines").daemon().priority(Thread.MIN_PRIORITY).factory());

    /** @param opening opens the report of a label, which keeps its headline */
    Headlines(ResultStore store, Clock clock, Consumer<String> opening) {
        this.store = store;
        this.clock = clock;
        this.opening = opening;
    }

    /**
     * What is known of a label.
     *
     * @param headline what its report said last
     * @param current  whether nothing has been stored since
     * @param coming   whether it is being made
     */
    public record HeadlineState(Optional<StoredHeadline> headline, boolean current, boolean coming) {}

    /** What is known of labels, by label; of those that are not as they were it is made anew, in the background. */
    public Map<String, HeadlineState> of(Collection<LabelSummary> labels) {
        List<String> names = labels.stream().map(LabelSummary::label).toList();
        Map<String, String> stamps = store.stamps(names);
        Map<String, HeadlineState> known = new LinkedHashMap<>();
        boolean idle = store.live().running().isEmpty();
        for (String label : names) {
            Optional<StoredHeadline> headline = store.headline(label);
            boolean current = headline.filter(h -> h.stamp().equals(FORMAT + stamps.get(label))).isPresent();
            if (!current && idle && !stamps.get(label).equals(tried.get(label))) {
                enqueue(label);
            }
            known.put(label, new HeadlineState(headline, current, waiting.contains(label)));
        }
        return known;
    }

    private void enqueue(String label) {
        if (waiting.add(label)) {
            try {
                background.execute(() -> make(label));
            } catch (RejectedExecutionException e) {
                waiting.remove(label); // the server is ending
            }
        }
    }

    /** What cannot be made is told where the report is opened. */
    private void make(String label) {
        try {
            if (store.live().running().isEmpty()) {
                tried.put(label, store.stamp(label));
                opening.accept(label);
            }
        } catch (RuntimeException e) {
            if (!background.isShutdown()) {
                failed(label, e);
            }
        } finally {
            waiting.remove(label);
        }
    }

    /** It is not tried again before something else is stored. */
    private void failed(String label, RuntimeException why) {
        try {
            keep(label, store.stamp(label), Body.none(why.getMessage()));
        } catch (StoreException e) {
            // Whoever looks at the store next is told.
        }
    }

    /** Makes it now, unless it is there. @return what the report says; empty when there is no such label */
    public Optional<Body> now(String label) {
        if (store.headline(label).filter(h -> h.stamp().equals(FORMAT + store.stamp(label))).isEmpty()
                && !store.stamp(label).isEmpty()) {
            opening.accept(label);
        }
        return store.headline(label).map(StoredHeadline::body);
    }

    /** Keeps what a report says that was opened. @param stamp of the label before it was */
    void keep(String stamp, Report report) {
        if (!stamp.isEmpty()) { // a part of a study is kept with the whole
            keep(report.label(), stamp, body(report));
        }
    }

    private void keep(String label, String stamp, Body body) {
        try {
            store.keep(label, new StoredHeadline(FORMAT + stamp, clock.wallTime(), body));
        } catch (StoreException e) {
            // A store that cannot be written is read all the same.
        }
    }

    private Body body(Report report) {
        Verdict verdict = report.verdict();
        return new Body(verdict.chip(), verdict.headline(), targets(report),
                report.table().rows().size(), trend(report), sections(report), expected(report));
    }

    private static StoredHeadline.Expected expected(Report report) {
        int stated = report.judged().rows().isEmpty() && report.results().iterations().stream().anyMatch(i ->
                VAIN.contains(i.state())) ? Expectations.stated(report.results()) : 0;
        if (stated > 0) {
            return new StoredHeadline.Expected(stated, stated, List.of(
                    "Missed: nothing was measured that could meet what is expected."));
        }
        List<Report.Judgement> all = Expectations.known(report);
        return new StoredHeadline.Expected(all.size(), (int) all.stream().filter(j -> !j.met()).count(),
                Expectations.missed(all));
    }

    /** What cannot be read is not drawn; the report says what is damaged. */
    private StoredHeadline.Trend trend(Report report) {
        try {
            return Trends.of(report, store::detail);
        } catch (StoreException e) {
            return StoredHeadline.Trend.NONE;
        }
    }

    private static String targets(Report report) {
        return report.results().iterations().stream().flatMap(i -> i.setting(Planner.TARGET).stream())
                .map(Setting::text).distinct().sorted().collect(Collectors.joining(", "));
    }

    private static List<Section> sections(Report report) {
        if (!report.results().space().equals(STUDY)) {
            return List.of();
        }
        return report.table().dimensions().varied().stream().map(Dimension::name)
                .flatMap(param -> report.section(param).stream())
                .map(part -> new Section(part.label(), part.verdict().chip(), part.verdict().headline()))
                .toList();
    }

    @Override
    public void close() {
        background.shutdownNow();
        try {
            background.awaitTermination(1, TimeUnit.SECONDS); // the store is closed next
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
