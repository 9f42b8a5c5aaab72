package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogHistogramTest {

    /** As many values of a nanosecond as of an hour. */
    @Provide
    Arbitrary<List<Long>> durations() {
        return Arbitraries.doubles().between(0, 42).map(e -> (long) Math.pow(2, e) - 1).list().ofMinSize(1)
                .ofMaxSize(300);
    }

    private static LogHistogram of(List<Long> values) {
        LogHistogram histogram = new LogHistogram();
        values.forEach(histogram::record);
        return histogram;
    }

    @Property
    void aQuantileIsWithinATenthOfAPercentOfTheSortedValues(@ForAll("durations") List<Long> values,
            @ForAll @DoubleRange(min = 0, max = 1) double q) {
        long exact = quantile(values, q);
        assertThat((double) of(values).quantile(q)).isCloseTo(exact, within(exact * 0.001));
    }

    private static long quantile(List<Long> values, double q) {
        return values.stream().sorted().toList().get((int) Math.max(1, Math.ceil(q * values.size() - 1e-9)) - 1);
    }

    @Property
    void sumsAndExtremesAreExact(@ForAll("durations") List<Long> values) {
        LogHistogram histogram = of(values);

        assertThat(histogram.count()).isEqualTo(values.size());
        assertThat(histogram.sum()).isEqualTo(values.stream().mapToLong(v -> v).sum());
        assertThat(histogram.min()).isEqualTo(values.stream().mapToLong(v -> v).min().orElseThrow());
        assertThat(histogram.max()).isEqualTo(values.stream().mapToLong(v -> v).max().orElseThrow());
    }

    /** A rate of 100,000/s, of which half is served: the last of an hour's slots waits for half an hour. */
    @Test
    void theMeanOfAnHourOfOverloadIsExact() {
        LogHistogram hour = new LogHistogram();
        long sum = 0;
        for (long second = 1; second <= 3600; second++) {
            LogHistogram more = new LogHistogram();
            more.record(second * 500_000_000, 50_000);
            hour.add(more);
            sum += second;
        }
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("get", LatencyKind.RESPONSE), hour);
        SeriesSet twice = SeriesCodec.decode(SeriesCodec.encode(set));
        SeriesCodec.addTo(twice, SeriesCodec.encode(set));

        assertThat(sum).isEqualTo(6_481_800);
        assertThat(hour.sum()).isEqualTo(sum * 25e12).isGreaterThan(Long.MAX_VALUE);
        assertThat(hour.mean()).isEqualTo(900_250_000_000.0);
        assertThat(twice.overall(LatencyKind.RESPONSE).sum()).isEqualTo(sum * 50e12);
        assertThat(twice.overall(LatencyKind.RESPONSE).mean()).isEqualTo(900_250_000_000.0);
        hour.clear();
        hour.record(7);
        assertThat(hour.mean()).isEqualTo(7);
    }

    @Property
    void mergingIsAddition(@ForAll("durations") List<Long> some, @ForAll("durations") List<Long> others) {
        LogHistogram merged = of(some);
        merged.add(of(others));
        LogHistogram together = of(some);
        others.forEach(together::record);

        assertSame(merged, together);
    }

    @Property
    void theCodecKeepsEverything(@ForAll("durations") List<Long> values) {
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("insert", LatencyKind.RESPONSE), of(values));
        set.add(new SeriesKey("insert", "commit", LatencyKind.SERVICE, true), of(values));
        set.add("insert", new Totals(9, 8, 1, 700, 3, 1L << 40, 5, 6, 7, 2, 1L << 33, 11, 4));
        set.addRows("insert", "commit", 1L << 35);
        SeriesSet read = SeriesCodec.decode(SeriesCodec.encode(set));

        assertThat(read.totals()).isEqualTo(set.totals());
        assertThat(read.rows()).isEqualTo(Map.of("insert", Map.of("commit", 1L << 35)));
        assertThat(read.histograms().keySet()).isEqualTo(set.histograms().keySet());
        read.histograms().forEach((key, histogram) -> assertSame(histogram, set.histograms().get(key)));
    }

    @Property
    void aCoarseOneIsWithinNineTenthsOfAPercent(@ForAll("durations") List<Long> values,
            @ForAll @DoubleRange(min = 0.01, max = 1) double q) {
        LogHistogram coarse = LogHistogram.coarse();
        values.forEach(coarse::record);
        LogHistogram all = new LogHistogram();
        all.add(coarse);
        LogHistogram same = of(values);

        assertThat(List.of(all.count(), all.sum(), all.min(), all.max())).isEqualTo(List.of(same.count(), same.sum(),
                same.min(), same.max()));
        long exact = quantile(values, q);
        assertThat((double) all.quantile(q)).isCloseTo(exact, within(exact * 0.009));
        coarse.clear();
        assertThat(coarse.count()).isZero();
    }

    /** As stored before rows that were gone over were counted, then retries, rows that were written, and refusals. */
    @ParameterizedTest
    @CsvSource({"1, 8", "2, 9", "3, 11", "4, 12", "5, 13"})
    void theCodecReadsEachOfItsVersions(int version, int numbers) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(version);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            Varint.write(out, 2);
            for (String kind : List.of("get", "index-query")) {
                out.writeUTF(kind);
                for (long number = 1; number <= numbers; number++) {
                    Varint.write(out, 1000 * number);
                }
            }
            Varint.write(out, 0);
            if (version >= 4) {
                Varint.write(out, 0);
            }
        }
        long[] t = LongStream.rangeClosed(1, 13).map(n -> n <= numbers ? 1000 * n : 0).toArray();
        Totals totals = new Totals(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], t[10], t[11], t[12]);
        assertThat(SeriesCodec.decode(bytes.toByteArray()).totals())
                .isEqualTo(Map.of("get", totals, "index-query", totals));
    }

    @Property
    void hdrHistogramAgrees(@ForAll("durations") List<Long> values,
            @ForAll @DoubleRange(min = 0.01, max = 1) double q) {
        Histogram hdr = new Histogram(4);
        values.forEach(hdr::recordValue);
        // HdrHistogram tells a bucket's highest value, to 4 digits
        double theirs = hdr.getValueAtPercentile(q * 100);

        assertThat((double) of(values).quantile(q)).isCloseTo(theirs, within(1 + theirs * 0.0012));
    }

    @Test
    void anEmptiedHistogramIsAsNew() {
        LogHistogram histogram = of(List.of(3L, 5_000L, 7_000_000_000L));
        histogram.clear();

        assertSame(histogram, new LogHistogram());
        assertThat(histogram.quantile(0.5)).isZero();
        assertThat(histogram.mean()).isNaN();
        histogram.record(-5);
        assertThat(histogram.max()).isZero();
        assertThat(histogram.count()).isEqualTo(1);
    }

    @Test
    void theLargestValueFits() {
        LogHistogram histogram = of(List.of(Long.MAX_VALUE));

        assertThat(histogram.quantile(1)).isEqualTo(Long.MAX_VALUE);
    }

    private static void assertSame(LogHistogram one, LogHistogram other) {
        assertThat(buckets(one)).isEqualTo(buckets(other));
        assertThat(new double[] {one.count(), one.sum(), one.min(), one.max()})
                .containsExactly(other.count(), other.sum(), other.min(), other.max());
    }

    private static String buckets(LogHistogram histogram) {
        StringBuilder text = new StringBuilder();
        histogram.forEachBucket((low, high, count) -> text.append(Arrays.asList(low, high, count)));
        return text.toString();
    }
}
