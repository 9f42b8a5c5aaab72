package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;

/**
 * What one run did over time, as measured elsewhere: counts per window, and perhaps what is known of the latencies
 * in it. A mean or a percentile alone cannot be taken over, since it does not tell how the values were distributed.
 *
 * @param windows in order of time, none reaching into the next
 * @param kind    the kind of operation that was done; empty where several were
 * @param kinds   each of several kinds by itself, in windows of these; empty where one was
 */
record ImportedSeries(List<Window> windows, String kind, List<ImportedSeries> kinds) {

    /** The columns that only a table over time has. Bare times are seconds. */
    enum Column {
        /** When the window ended, since the run's start. */
        TIME("time", "s"),
        /** How long it was; without this column a window begins where the one before it ended, the first at 0. */
        WINDOW("window", "s"),
        /** Units done in it. */
        UNITS("units", ""),
        /** Which repeat of equal settings, from 1. */
        ROUND("round", ""),
        /** Of the latencies in the window; bare numbers are milliseconds. */
        MIN("latency.min", "ms"), MEAN("latency.mean", "ms"), P50("latency.p50", "ms"), P95("latency.p95", "ms"),
        P99("latency.p99", "ms"), P99_9("latency.p99.9", "ms"), MAX("latency.max", "ms");

        private final Measure measure;

        Column(String name, String unit) {
            measure = new Measure(name, name, unit, Direction.NEITHER, 3, "");
        }

        static Optional<Column> named(String name) {
            return List.of(values()).stream().filter(c -> c.measure.name().equals(name)).findFirst();
        }

        static List<String> names() {
            return List.of(values()).stream().map(c -> c.measure.name()).toList();
        }

        double parse(String text, String bareUnit) {
            return QuantityParser.parse(text, bareUnit, measure);
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
     * @param latencies what is known of those of the answered operations; empty for nothing
     */
    record Window(double start, double end, double units, double failures, Optional<WindowLatencies> latencies) {

        double seconds() {
            return end - start;
        }

        private Window from(double later) {
            return new Window(later, end, units, failures, latencies);
        }

        private Window withoutLatencies() {
            return new Window(start, end, units, failures, Optional.empty());
        }

        /** What else was done in it; of what is not known, nothing is. */
        private Window and(Window more) {
            double sum = Double.isNaN(units) ? more.units : Double.isNaN(more.units) ? units : units + more.units;
            return new Window(Math.max(start, more.start), end, sum, failures + more.failures, Optional.empty());
        }

        private void addTo(SeriesSet series, String kind) {
            long done = Math.round(units);
            long failed = Math.round(failures);
            latencies.ifPresent(l -> {
                WindowLatencies.Sum sum = new WindowLatencies.Sum();
                l.addTo(sum);
                series.add(SeriesKey.of(kind, LatencyKind.SERVICE), sum.estimate());
            });
            series.add(kind, new Totals(done + failed, done, 0, done, failed, 0, 0, 0));
        }

        /** A table is known again by this, so what windows without latencies look like must not change. */
        @Override
        public String toString() {
            return "Window[start=" + start + ", end=" + end + ", units=" + units + ", failures=" + failures
                    + latencies.map(l -> ", latencies=" + l).orElse("") + "]";
        }
    }

    /** Which columns are percentiles, and of which share. */
    private static final Map<Column, Double> SHARES = new EnumMap<>(Map.of(Column.MIN, 0.0, Column.P50, 0.5, Column.P95,
            0.95, Column.P99, 0.99, Column.P99_9, 0.999, Column.MAX, 1.0));

    /**
     * What is done in an imported interval; of several kinds, their names follow. A kind's name alone stands only in
     * measures: under it, a comparison would
     * take it that no operation missed its key, which an imported table does not tell.
     */
    static final String KIND = "operation";
    private static final String RESPONSE = "response";
    private static final String PER_SECOND = "-per-second";
    private static final double NANOS = 1e9;
    /** By how much windows of one length differ, as a share: whoever writes them is a little late. */
    private static final double ABOUT = 0.1;
    private static final String FAILURES = "failures";
    private static final String ELAPSED = "elapsed";
    private static final String VARIATION = "throughput-cv";

    ImportedSeries {
        windows = List.copyOf(windows);
        kinds = List.copyOf(kinds);
    }

    private ImportedSeries(List<Window> windows, String kind) {
        this(windows, kind, List.of());
    }

    /** As of {@link Window#toString}. */
    @Override
    public String toString() {
        return "ImportedSeries[windows=" + windows + (kind.equals(KIND) ? "" : ", kind=" + kind)
                + (kinds.isEmpty() ? "" : ", kinds=" + kinds) + "]";
    }

    /**
     * One run, of which each kind of operation has a table of its own. A table may lack windows that others have.
     *
     * @throws InvalidInputException when their windows are not the same
     */
    static ImportedSeries together(List<ImportedSeries> kinds) {
        if (kinds.size() == 1) {
            return kinds.getFirst();
        }
        TreeMap<Double, Window> windows = new TreeMap<>();
        for (ImportedSeries each : kinds) {
            each.windows.forEach(w -> windows.merge(w.end(), w.withoutLatencies(), Window::and));
        }
        List<Window> apart = new ArrayList<>();
        double before = 0;
        for (Window w : windows.values()) {
            if (overlaps(w.start(), w.end(), before)) {
                throw new InvalidInputException("the window that ends at " + w.end()
                        + " s is not in all of the tables, and begins before "
                        + before + " s, where another ends; they are not of one run");
            }
            apart.add(w.from(Math.max(w.start(), before)));
            before = w.end();
        }
        return new ImportedSeries(apart, "", kinds);
    }

    /** Times are printed with a few digits: windows may seem to overlap by as much as was rounded. */
    private static boolean overlaps(double start, double end, double before) {
        return end <= before || start < before - 0.1 * (end - before);
    }

    private List<ImportedSeries> each() {
        return kinds.isEmpty() ? List.of(this) : kinds;
    }

    /** One row of the table. */
    record Sample(String place, Map<Column, Double> columns, List<MeasuredValue> values) {

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
     * @param kind     of operation
     * @throws InvalidInputException when time does not go on, or a column cannot be part of a series
     */
    static ImportedSeries of(List<Sample> samples, MeasureSet measures, String kind) {
        List<Window> windows = new ArrayList<>();
        double before = 0;
        for (Sample s : samples) {
            double end = s.column(Column.TIME)
                    .orElseThrow(() -> new InvalidInputException(s.place() + ": the row has no time"));
            double start = s.column(Column.WINDOW).map(length -> end - length).orElse(before);
            if (overlaps(start, end, before)) {
                throw new InvalidInputException(s.place() + ": the window ends at " + end
                        + " s, and the row before it of the same "
                        + "settings at " + before + " s; a row's time is the end of its window, and repeats need a "
                        + "column with their number, mapped to round");
            }
            if (start >= end) {
                throw new InvalidInputException(s.place() + ": the window that ends at " + end
                        + " s has no length, and its rate would be no number");
            }
            windows.add(window(s, Math.max(start, before), end, measures));
            before = end;
        }
        return new ImportedSeries(windows, kind);
    }

    private static Window window(Sample sample, double start, double end, MeasureSet measures) {
        double units = sample.column(Column.UNITS).orElse(Double.NaN);
        double failures = 0;
        for (MeasuredValue measuredValue : sample.values()) {
            Measure m = measures.find(measuredValue.measure()).orElseThrow();
            if (m.name().equals(FAILURES)) {
                failures = measuredValue.number();
            } else if (isRate(m) && Double.isNaN(units)) {
                units = measuredValue.number() * (end - start);
            } else {
                throw new InvalidInputException(sample.place() + ": " + m.name()
                        + " cannot be taken over beside a time, where only "
                        + "counts and one rate can be added up; map its column to ignore, or that of the time to a "
                        + "tag, which makes a row of each");
            }
        }
        return new Window(start, end, units, failures, latencies(sample, units));
    }

    private static Optional<WindowLatencies> latencies(Sample sample, double units) {
        Map<Double, Double> percentiles = new HashMap<>();
        SHARES.forEach((column, share) -> sample.column(column).ifPresent(ms -> percentiles.put(share, ms * 1e6)));
        Optional<Double> mean = sample.column(Column.MEAN);
        try {
            return Double.isNaN(units) ? Optional.empty() : WindowLatencies.of(Math.round(units),
                    mean.isPresent() ? OptionalDouble.of(mean.get() * 1e6) : OptionalDouble.empty(), percentiles);
        } catch (InvalidInputException e) {
            throw e.at(sample.place());
        }
    }

    private static boolean isRate(Measure m) {
        return m.unit().endsWith("/s") && !m.unit().equals("MB/s") && m.better() == Direction.HIGHER;
    }

    /**
     * The measures that follow from the counts.
     *
     * @param throughput the measure of units per second of the whole; the first rate there is when it is not declared
     */
    List<MeasuredValue> values(MeasureSet measures, String throughput) {
        List<Window> known = known();
        List<MeasuredValue> values = new ArrayList<>();
        double seconds = known.stream().mapToDouble(Window::seconds).sum();
        if (seconds > 0) {
            double units = known.stream().mapToDouble(Window::units).sum();
            measures.find(throughput).or(() -> measures.all().stream().filter(ImportedSeries::isRate).findFirst())
                    .ifPresent(m -> values.add(computed(m, units / seconds)));
        }
        values.addAll(WindowLatencies.values(RESPONSE, each().stream().flatMap(ImportedSeries::latencies).toList(),
                measures));
        for (ImportedSeries each : each()) {
            if (!each.kind.equals(RESPONSE)) {
                values.addAll(WindowLatencies.values(each.kind, each.latencies().toList(), measures));
            }
            if (seconds > 0 && !kinds.isEmpty()) {
                measures.find(each.kind + PER_SECOND).ifPresent(m -> values.add(computed(m,
                        each.known().stream().mapToDouble(Window::units).sum() / seconds)));
            }
        }
        measures.find(ELAPSED).ifPresent(m -> values.add(computed(m,
                windows.getLast().end() - windows.getFirst().start())));
        measures.find(FAILURES).ifPresent(m -> values.add(computed(m,
                windows.stream().mapToDouble(Window::failures).sum())));
        measures.find(VARIATION).ifPresent(m -> variation(known).ifPresent(cv -> values.add(
                computed(m, m.fromBase(cv)))));
        return values;
    }

    /** @throws InvalidInputException when no run can have it, as where windows are shorter than any clock can tell */
    private static MeasuredValue computed(Measure measure, double number) {
        if (!MeasuredValue.isPossible(number)) {
            throw new InvalidInputException("the table's figures make a " + measure.name() + " of " + number
                    + ", which no run can have");
        }
        return MeasuredValue.of(measure.name(), number);
    }

    private Stream<WindowLatencies> latencies() {
        return windows.stream().flatMap(w -> w.latencies().stream());
    }

    private List<Window> known() {
        return windows.stream().filter(w -> !Double.isNaN(w.units())).toList();
    }

    /**
     * Of the windows that are about as long as most: the last one is seldom whole, and what was done in it is no rate of
     * so long a time.
     */
    private static OptionalDouble variation(List<Window> windows) {
        double[] lengths = windows.stream().mapToDouble(Window::seconds).sorted().toArray();
        double usual = lengths.length == 0 ? 0 : lengths[lengths.length / 2];
        double[] rates = windows.stream().filter(w -> Math.abs(w.seconds() - usual) <= ABOUT * usual)
                .mapToDouble(w -> w.units() / w.seconds()).toArray();
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

    /** What a reader must know of the numbers. */
    Optional<Event> note() {
        List<Window> all = each().stream().flatMap(e -> e.windows.stream()).toList();
        long without = all.stream().filter(w -> w.latencies().isEmpty() && w.units() > 0)
                .mapToLong(w -> Math.round(w.units())).sum();
        return all.stream().allMatch(w -> w.latencies().isEmpty()) ? Optional.empty() : Optional.of(new Event(0, "note",
                "Latencies were taken over from windows: minimum, maximum and mean are those measured, and so are the "
                        + "percentiles of each window; over several windows they are estimates between known ones, and "
                        + "of the whole \"at least\"" + (without == 0 ? "." : "; " + without + " operations in windows "
                        + "without statistics are left out of them.")));
    }

    /** Counts are whole units; where there is no data there is no interval. */
    List<Interval> intervals() {
        List<Interval> intervals = new ArrayList<>();
        Map<String, Map<Double, Window>> byKind = new LinkedHashMap<>();
        each().forEach(e -> byKind.put(kinds.isEmpty() ? KIND : KIND + " " + e.kind, e.known().stream()
                .collect(Collectors.toMap(Window::end, w -> w))));
        for (Window w : known()) {
            SeriesSet series = new SeriesSet();
            byKind.forEach((name, windows) -> Optional.ofNullable(windows.get(w.end()))
                    .ifPresent(own -> own.addTo(series, name)));
            intervals.add(new Interval(0, intervals.size(), 0, nanos(w.start()), nanos(w.end()), 0,
                    SeriesCodec.encode(series)));
        }
        return Collections.unmodifiableList(intervals);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS);
    }
}
