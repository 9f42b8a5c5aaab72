package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.NotWhole;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes the intervals of an iteration as an HdrHistogram interval log (version 1.3), which many tools read. Values
 * are nanoseconds, each at its bucket's middle, with three significant digits; times are seconds since the iteration's
 * start. The tag says what a line is about: {@code insert.response}, {@code insert.failed} for how long operations took
 * that were not answered, {@code insert.failed.response} for how long that was after they were due,
 * {@code insert.commit.service} for a step; what was not measured begins with its phase, as in
 * {@code warm-up.insert.response}. Parts of an interval are added up.
 */
public final class HdrLog {

    private static final int DIGITS = 3;
    private static final double PER_MILLISECOND = 1e6;

    private HdrLog() {}

    /**
     * @param detail  the iteration
     * @param started wall time of its start
     * @param ending  how it ended, for the reader, where that was not as it should; else empty
     * @param out     written to and flushed, not closed
     */
    public static void write(IterationDetail detail, Instant started, String ending, OutputStream out) {
        PrintStream lines = new PrintStream(out, false, StandardCharsets.UTF_8);
        HistogramLogWriter log = new HistogramLogWriter(lines);
        log.outputComment("[" + detail.workload() + ", logged with Tidemark, values in ns, maxima in ms]");
        if (!ending.isEmpty()) {
            log.outputComment("[" + NotWhole.sentence(ending).replaceAll("\\s+", " ") + "]");
        }
        log.outputLogFormatVersion();
        log.outputBaseTime(started.toEpochMilli());
        log.outputStartTime(started.toEpochMilli());
        log.outputLegend();
        for (Timeline.Window window : Timeline.of(detail.intervals()).windows()) {
            String phase = phase(detail, window.phase());
            window.series().histograms().forEach((key, histogram) -> {
                Histogram hdr = toHdr(histogram);
                hdr.setTag(phase + tag(key));
                log.outputIntervalHistogram(window.start() / 1e9, window.end() / 1e9, hdr, PER_MILLISECOND);
            });
        }
        lines.flush();
    }

    /** Readers add up what has one tag, so what only led up to the measurement or followed it has others. */
    private static String phase(IterationDetail detail, int index) {
        return detail.phases().stream().filter(p -> p.index() == index && !p.headline()).findFirst()
                .map(p -> Types.word(p.phase()) + ".").orElse("");
    }

    private static Histogram toHdr(LogHistogram histogram) {
        Histogram hdr = new Histogram(DIGITS);
        histogram.forEachBucket((low, high, count) -> hdr.recordValueWithCount(low + (high - low) / 2, count));
        return hdr;
    }

    /** Tags must have no comma and no white space. */
    private static String tag(SeriesKey key) {
        String timing = key.timing().name().toLowerCase(Locale.ROOT);
        String what = !key.failed() ? timing : key.timing() == LatencyKind.SERVICE ? "failed" : "failed." + timing;
        String step = key.step().isEmpty() ? "" : key.step() + ".";
        return (key.kind() + "." + step + what).replaceAll("[,\\s]+", "-");
    }
}
