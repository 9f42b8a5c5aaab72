package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

class HdrLogTest {

    private static final long SECOND = 1_000_000_000L;

    private static Interval interval(int seq, int part, SeriesKey key, long... values) {
        LogHistogram histogram = new LogHistogram();
        for (long value : values) {
            histogram.record(value);
        }
        SeriesSet set = new SeriesSet();
        set.add(key, histogram);
        return new Interval(0, seq, part, seq * SECOND, (seq + 1) * SECOND, 0, SeriesCodec.encode(set));
    }

    private static Interval in(int phase, Interval i) {
        return new Interval(phase, i.seq(), i.part(), i.start(), i.end(), i.stuck(), i.series());
    }

    @Test
    void theLogReadsBackWithTagsAndAddedParts() {
        SeriesKey response = SeriesKey.of("insert", LatencyKind.RESPONSE);
        SeriesKey step = new SeriesKey("insert", "write, sync", LatencyKind.SERVICE, false);
        IterationDetail detail = new IterationDetail("ingest", List.of(), List.of(), List.of(
                interval(0, 0, response, 1000, 5_000_000), interval(0, 1, response, 7_000_000),
                interval(1, 0, step, 250_000),
                interval(2, 0, new SeriesKey("insert", "", LatencyKind.SERVICE, true), 9)),
                List.of(), List.of(), List.of(), List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HdrLog.write(detail, Instant.parse("2026-01-01T00:00:00Z"), "stopped: why\nnot", out);

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("#[Not a whole run: stopped: why not]\n");
        Map<String, Histogram> read = new TreeMap<>();
        HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(out.toByteArray()));
        for (Histogram h; (h = (Histogram) reader.nextIntervalHistogram()) != null;) {
            read.put(h.getTag(), h);
        }
        assertThat(read.keySet()).containsExactly("insert.failed", "insert.response", "insert.write-sync.service");
        Histogram merged = read.get("insert.response");
        assertThat(merged.getTotalCount()).isEqualTo(3);
        assertThat((double) merged.getMaxValue()).isCloseTo(7e6, within(7e6 * 0.002));
        assertThat(reader.getStartTimeSec()).isEqualTo(1_767_225_600.0);
        assertThat(read.get("insert.write-sync.service").getStartTimeStamp()).isEqualTo(1_767_225_601_000L);
        assertThat(read.get("insert.write-sync.service").getEndTimeStamp()).isEqualTo(1_767_225_602_000L);
    }

    @Test
    void aWarmUpIsNotAmongWhatWasMeasured() {
        SeriesKey key = SeriesKey.of("get", LatencyKind.RESPONSE);
        IterationDetail detail = new IterationDetail("volume", List.of(), List.of(
                PhaseSpan.begun(0, Phase.WARM_UP, false, 0, 1, false),
                PhaseSpan.begun(1, Phase.MEASURE, true, SECOND, 1, false)),
                List.of(interval(0, 0, key, 9_000_000), in(1, interval(1, 0, key, 1000))),
                List.of(), List.of(), List.of(), List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HdrLog.write(detail, Instant.EPOCH, "", out);
        assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("Tag="))
                .map(line -> line.substring(0, line.indexOf(',')))).containsExactly("Tag=warm-up.get.response",
                        "Tag=get.response");
    }
}
