package dev.tidemark.report.export;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.NotWhole;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.StateWords;

/**
 * The files of basho_bench, for its charts and for what was built around them: {@code summary.csv} and a
 * {@code KIND_latencies.csv} per kind of operation, a row per interval of the headline phase, with its columns. Elapsed
 * times are seconds since the phase's start, counts are units, latencies are response times in microseconds.
 *
 * <p>Where nothing of a kind was answered in an interval its latencies are {@code NA}, which R reads as no data;
 * basho_bench writes 0 there, and where fewer than five operations were. The short rest of an interval with which a
 * phase ends is part of the window before it.
 */
final class BashoBench implements ExportFormat {

    private static final String SUMMARY = "elapsed, window, total, successful, failed\n";
    private static final String LATENCIES = "elapsed, window, n, min, mean, median, 95th, 99th, 99_9th, max, errors\n";
    private static final String SEPARATOR = ", ";
    /** Without a blank before it: R takes " NA" for a word, and the column with it. */
    private static final String NO_STATISTICS = ",NA".repeat(7);

    /** An interval with its parts added up. Seconds since the headline phase's start. */
    private record Window(double start, double end, SeriesSet series) {

        /** To the microsecond, so that the shortest last window ends after the one before it. */
        String times() {
            return Numbers.fixed(end, 6) + SEPARATOR + Numbers.fixed(end - start, 6);
        }

        /** Whether it is the short rest with which a phase ends, whose rate would be that of a moment. */
        boolean isStubAfter(Window before) {
            return end - start < (before.end - before.start) / 2;
        }

        Window with(Window next) {
            series.add(next.series);
            return new Window(start, next.end, series);
        }
    }

    @Override
    public String name() {
        return "basho";
    }

    @Override
    public String description() {
        return "basho_bench's summary.csv and KIND_latencies.csv";
    }

    @Override
    public boolean fits(LabelResults results, LongFunction<IterationDetail> details) {
        return results.iterations().stream().map(i -> details.apply(i.id())).anyMatch(detail -> detail.headline()
                .filter(phase -> detail.intervals().stream().anyMatch(i -> i.phase() == phase.index())).isPresent());
    }

    /** One iteration's files lie in the folder itself, those of several in a folder per iteration. */
    @Override
    public SequencedMap<String, String> files(LabelResults results, LongFunction<IterationDetail> details) {
        SequencedMap<String, String> files = new LinkedHashMap<>();
        for (Iteration iteration : results.iterations()) {
            String folder = results.iterations().size() == 1 ? "" : "iteration-" + iteration.id() + "/";
            List<Window> windows = windows(details.apply(iteration.id()));
            if (!windows.isEmpty()) {
                files.put(folder + "summary.csv", summary(windows));
                kinds(windows).forEach(kind -> files.put(folder + fileName(kind), latencies(windows, kind)));
                String ending = StateWords.ending(iteration);
                if (!ending.isEmpty()) {
                    files.put(folder + NotWhole.FILE, NotWhole.sentence(ending) + "\n");
                }
            }
        }
        return files;
    }

    /** As basho_bench names them: whatever is neither letter nor digit becomes a hyphen. */
    private static String fileName(String kind) {
        return kind.replaceAll("[^A-Za-z0-9]", "-") + "_latencies.csv";
    }

    private static List<Window> windows(IterationDetail detail) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        PhaseSpan phase = headline.get();
        return withoutStub(Timeline.of(detail, phase).windows().stream()
                .map(w -> new Window((w.start() - phase.start()) / 1e9, (w.end(phase) - phase.start()) / 1e9,
                        w.series())).collect(Collectors.toCollection(ArrayList::new)));
    }

    /** What is left over at the end belongs to the last window that is one: nothing is lost. */
    private static List<Window> withoutStub(List<Window> windows) {
        if (windows.size() > 1 && windows.getLast().isStubAfter(windows.get(windows.size() - 2))) {
            Window stub = windows.removeLast();
            windows.add(windows.removeLast().with(stub));
        }
        return List.copyOf(windows);
    }

    private static Set<String> kinds(List<Window> windows) {
        Set<String> kinds = new LinkedHashSet<>();
        windows.forEach(w -> kinds.addAll(w.series().totals().keySet()));
        return kinds;
    }

    private static String summary(List<Window> windows) {
        StringBuilder out = new StringBuilder(SUMMARY);
        for (Window w : windows) {
            Totals total = w.series().total();
            out.append(w.times()).append(SEPARATOR).append(total.units() + total.failedUnits()).append(SEPARATOR)
                    .append(total.units()).append(SEPARATOR).append(total.failedUnits()).append('\n');
        }
        return out.toString();
    }

    private static String latencies(List<Window> windows, String kind) {
        StringBuilder out = new StringBuilder(LATENCIES);
        for (Window w : windows) {
            Totals total = w.series().totals().getOrDefault(kind, Totals.NONE);
            String statistics = response(w.series(), kind).map(h -> SEPARATOR + statistics(h)).orElse(NO_STATISTICS);
            out.append(w.times()).append(SEPARATOR).append(total.units()).append(statistics).append(SEPARATOR)
                    .append(total.operations() - total.answered()).append('\n');
        }
        return out.toString();
    }

    /** In a closed loop the service times are the response times. */
    private static Optional<LogHistogram> response(SeriesSet series, String kind) {
        return series.histogram(SeriesKey.of(kind, LatencyKind.RESPONSE))
                .or(() -> series.histogram(SeriesKey.of(kind, LatencyKind.SERVICE)));
    }

    private static String statistics(LogHistogram h) {
        return DoubleStream.of(h.min(), h.mean(), h.quantile(0.5), h.quantile(0.95), h.quantile(0.99),
                h.quantile(0.999), h.max()).mapToObj(nanos -> Numbers.fixed(nanos / 1e3, 1))
                .collect(Collectors.joining(SEPARATOR));
    }
}
