package dev.tidemark.store;

import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.result.Better;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one run did through time, as measured elsewhere: counts per window. A mean or a percentile of a window cannot be
 * taken over, since none of them tells how the values were distributed.
 *
 * @param windows in order of time, none reaching into the next
 */
record ImportedSeries(List<Window> windows) {

    /** The columns that only a table through time has. Bare times are seconds. */
    enum Column {
        /** When the window ended, since the run's start. */
        TIME("time", "s"),
        /** How long it was; without this column a window begins where the one before it ended, the first at 0. */
        WINDOW("window", "s"),
        /** Units done in it. */
        UNITS("units", ""),
        /** Which repeat of equal settings, from 1. */
        ROUND("round", "");

        private final Measure measure;

        Column(String name, String unit) {
            measure = new Measure(name, name, unit, Better.NEITHER, 3, "");
        }

        static Optional<Column> named(String name) {
            return List.of(values()).stream().filter(c -> c.measure.name().equals(name)).findFirst();
        }

        double parse(String text, String bareUnit) {
            return Quantities.parse(text, bareUnit, measure);
        }

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param start    seconds since the run's start
     * @param end      likewise
     * @param units    units done; NaN where there is no data
     * @param failures units failed
     */
    record Window(double start, double end, double units, double failures) {}

    private static final String KIND = "operation";
    private static final double NANOS = 1e9;
    private static final String FAILURES = "failures";
    private static final String ELAPSED = "elapsed";
    private static final String VARIATION = "throughput-cv";

    ImportedSeries {
        windows = List.copyOf(windows);
    }

    /** One row of the table. */
    record Sample(String place, Map<Column, Double> columns, List<Value> values) {

        private Optional<Double> column(Column column) {
            return Optional.ofNullable(columns.get(column));
        }

        long round() {
            return Math.round(column(Column.ROUND).orElse(1.0));
        }
    }

    /**
     * @param samples of one run, in the order of the table
     * @param measures what a rate may be
     * @throws BadInput when time does not go on, or a column cannot be part of a series
     */
    static ImportedSeries of(List<Sample> samples, MeasureSet measures) {
        List<Window> windows = new ArrayList<>();
        double before = 0;
        for (Sample s : samples) {
            double end = s.column(Column.TIME).orElseThrow(() -> new BadInput(s.place() + ": the row has no time"));
            double start = s.column(Column.WINDOW).map(length -> end - length).orElse(before);
            // Times are printed with a few digits: windows may seem to overlap by as much as was rounded.
            if (end <= before || start < before - 0.1 * (end - before)) {
                throw new BadInput(s.place() + ": the window ends at " + end + " s, and the row before it of the same "
                        + "settings at " + before + " s; a row's time is the end of its window, and repeats need a "
                        + "column with their number, mapped to round");
            }
            windows.add(window(s, Math.max(start, before), end, measures));
            before = end;
        }
        return new ImportedSeries(windows);
    }

    private static Window window(Sample sample, double start, double end, MeasureSet measures) {
        double units = sample.column(Column.UNITS).orElse(Double.NaN);
        double failures = 0;
        for (Value value : sample.values()) {
            Measure m = measures.find(value.measure()).orElseThrow();
            if (m.name().equals(FAILURES)) {
                failures = value.number();
            } else if (isRate(m) && Double.isNaN(units)) {
                units = value.number() * (end - start);
            } else {
                throw new BadInput(sample.place() + ": " + m.name() + " cannot be taken over beside a time, where only "
                        + "counts and one rate can be added up; map its column to ignore");
            }
        }
        return new Window(start, end, units, failures);
    }

    private static boolean isRate(Measure m) {
        return m.unit().endsWith("/s") && !m.unit().equals("MB/s") && m.better() == Better.HIGHER;
    }

    /**
     * The measures that follow from the counts.
     *
     * @param throughput the measure of units per second of the whole; the first rate there is when it is not declared
     */
    List<Value> values(MeasureSet measures, String throughput) {
        List<Window> known = known();
        List<Value> values = new ArrayList<>();
        double seconds = known.stream().mapToDouble(w -> w.end() - w.start()).sum();
        if (seconds > 0) {
            double units = known.stream().mapToDouble(Window::units).sum();
            measures.find(throughput).or(() -> measures.all().stream().filter(ImportedSeries::isRate).findFirst())
                    .ifPresent(m -> values.add(Value.of(m.name(), units / seconds)));
        }
        measures.find(ELAPSED).ifPresent(m -> values.add(Value.of(m.name(),
                windows.getLast().end() - windows.getFirst().start())));
        measures.find(FAILURES).ifPresent(m -> values.add(Value.of(m.name(),
                windows.stream().mapToDouble(Window::failures).sum())));
        measures.find(VARIATION).ifPresent(m -> variation(known).ifPresent(cv -> values.add(
                Value.of(m.name(), m.fromBase(cv)))));
        return values;
    }

    private List<Window> known() {
        return windows.stream().filter(w -> !Double.isNaN(w.units())).toList();
    }

    private static OptionalDouble variation(List<Window> windows) {
        double[] rates = windows.stream().mapToDouble(w -> w.units() / (w.end() - w.start())).toArray();
        double mean = Arrays.stream(rates).average().orElse(0);
        double squares = Arrays.stream(rates).map(r -> (r - mean) * (r - mean)).sum();
        return rates.length < 3 || mean == 0 ? OptionalDouble.empty()
                : OptionalDouble.of(Math.sqrt(squares / (rates.length - 1)) / mean);
    }

    /** The whole as the phase that was measured. */
    PhaseSpan phase() {
        return new PhaseSpan(0, Phase.MEASURE, true, nanos(windows.getFirst().start()), nanos(windows.getLast().end()),
                0, 0, false, 0, 0);
    }

    /** Counts are whole units; where there is no data there is no interval. */
    List<Interval> intervals() {
        List<Interval> intervals = new ArrayList<>();
        for (Window w : known()) {
            SeriesSet series = new SeriesSet();
            long units = Math.round(w.units());
            long failures = Math.round(w.failures());
            series.add(KIND, new Totals(units + failures, units, 0, units, failures, 0, 0, 0));
            intervals.add(new Interval(0, intervals.size(), 0, nanos(w.start()), nanos(w.end()), 0,
                    SeriesCodec.encode(series)));
        }
        return Collections.unmodifiableList(intervals);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS);
    }
}
