package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/**
 * A table that is known by its headings: what another system writes, or Tidemark itself.
 *
 * @param system   that writes it, for people
 * @param workload whose results it holds, where the user names none
 * @param marks    headings in their normal form, all of which it has
 * @param columns  heading to what {@code --map} would say of it
 * @param others   what its other columns are
 * @param rewrite  makes a row of each result where it has none
 */
record KnownTable(String system, String workload, Set<String> marks, Map<String, String> columns, Others others,
        UnaryOperator<RawTable> rewrite) {

    static final String IGNORE = "ignore";
    static final String FAILURES = "measure:failures";
    /** Stands for the workload's measure of units per second. */
    static final String THROUGHPUT = "measure:throughput of the workload";

    /** What columns are that a table is not known to have. */
    enum Others {
        /** They are named as in any table. */
        AS_ELSEWHERE,
        /** Tags, whatever they are called. */
        TAGS,
        /** Params and tags, as Tidemark itself calls them. */
        SETTINGS,
        /** The same, and behind them measures. */
        SETTINGS_THEN_MEASURES
    }

    /** What others measure, and no workload does. */
    static final MeasureSet MEASURES = MeasureSet.of(new Measure("new-orders-per-minute", "NOPM", "/min", Direction.HIGHER,
            0, "New orders per minute, as HammerDB counts them: one of its five kinds of transactions."));

    /** The older systems' MB are 2^20 bytes. */
    static final Map<String, String> MARKLOGIC = map("merge-write-mb", "compaction-write MiB", "merge-write",
            "compaction-write MiB", "save-write-mb", "flush-write MiB", "save-write", "flush-write MiB",
            "journal-write-mb", "journal-write MiB", "journal-write", "journal-write MiB", "total-write",
            "total-write MiB", "total-write-mb", "total-write MiB", "on-disk-size", "on-disk-size MiB",
            "on-disk-size-mb", "on-disk-size MiB", "in-memory-size", "in-memory-size MiB", "in-memory-size-mb",
            "in-memory-size MiB", "fragment-count", "measure:documents", "stands-written", "segments-written");

    private static final List<KnownTable> ALL = List.of(
            of("basho_bench", "volume", map("elapsed", "time s", "window", "window s", "n", "units", "min",
                    "latency.min us", "mean", "latency.mean us", "median", "latency.p50 us", "95th", "latency.p95 us",
                    "99th", "latency.p99 us", "99-9th", "latency.p99.9 us", "max", "latency.max us", "errors",
                    FAILURES)),
            of("basho_bench", "volume", map("elapsed", "time s", "window", "window s", "total", IGNORE, "successful",
                    "units", "failed", FAILURES)),
            // Reads and Writes are counts; what is told of the spread differs from tool to tool.
            new KnownTable("PerfTools", "random-io", Set.of("rundate", "runtime", "readsps", "writesps", "processes"),
                    map("rundate", "start-date", "runtime", "start-time", "database", "tag:database", "namespace",
                            "tag:namespace", "reads", IGNORE, "writes", IGNORE, "readsps", "reads-per-second",
                            "writesps", "writes-per-second", "stddevr", IGNORE, "stddevw", IGNORE, "stddevrps", IGNORE,
                            "stddevwps", IGNORE, "cvreads", IGNORE, "cvwrites", IGNORE, "cvreadspers", IGNORE,
                            "cvwritespers", IGNORE, "processes", "workers", "readpct", "read-percent", "state", "state",
                            "reason", "verdict", "operationsps", "operations-per-second"),
                    Others.AS_ELSEWHERE, KnownTable::withSumOfRates),
            new KnownTable("MarkLogic IO Test", "ingest", Set.of("fragment-count", "stands-written"), MARKLOGIC,
                    Others.AS_ELSEWHERE, table -> table),
            new KnownTable("MarkLogic IO Test", "ingest", Set.of("save-write-mb"), MARKLOGIC, Others.AS_ELSEWHERE,
                    table -> table),
            new KnownTable("MarkLogic IO Test", "ingest", Set.of("merge-write-mb"), MARKLOGIC, Others.AS_ELSEWHERE,
                    table -> table),
            // The column chunks of mlperf holds the size of a chunk, that of Tidemark's own table how many there were.
            new KnownTable("Tidemark", "api", Set.of("test", "docs", "chunks", "docs/sec", "batch-size", "inner-size"),
                    map("test", "setting:style", "docs", IGNORE, "documents", "param:documents", "chunks", IGNORE,
                            "elapsed-ms", "elapsed ms", "docs/sec", IGNORE, "documents/sec", THROUGHPUT, "calls/sec",
                            "measure:round-trips-per-second", "docs/sec-low", IGNORE, "docs/sec-high", IGNORE,
                            "rounds", IGNORE, "best", IGNORE, "request-ms", IGNORE, "call-ms", "measure:call.mean ms",
                            "round-trip-ms", IGNORE, "no-op-ms", "measure:round-trip.mean ms", "mapping-ms",
                            "measure:map.mean ms", "commit-ms", "measure:commit.mean ms", "rest-ms", IGNORE,
                            "reconnect-ms", "measure:reconnect.mean ms", "state", "state", "reason", "verdict"),
                    Others.SETTINGS, KnownTable::withCalls),
            new KnownTable("mlperf", "api", Set.of("test", "docs", "chunks", "elapsed-ms", "docs/sec"),
                    map("test", "tag:test", "docs", "param:documents", "chunks", "param:batch-size", "elapsed-ms",
                            "elapsed ms", "docs/sec", THROUGHPUT), Others.AS_ELSEWHERE, table -> table),
            new KnownTable("Tidemark", "", Set.of("runs", "best", "state", "verdict", "at-least", "maximum"),
                    map("runs", IGNORE, "best", IGNORE, "state", "state", "verdict", "verdict", "at-least", "at-least",
                            "maximum", IGNORE, "durability", "fact:durability"), Others.SETTINGS_THEN_MEASURES, table -> table),
            new KnownTable("Tidemark", "", Set.of("id", "batch", "round", "position", "state", "started"),
                    map("id", IGNORE, "batch", "batch", "round", IGNORE, "position", "position", "state", "state",
                            "started", "started", "verdict", "verdict", "at-least", "at-least", "maximum", IGNORE,
                            "durability", "fact:durability"), Others.SETTINGS_THEN_MEASURES, table -> table),
            new KnownTable("hyperfine", "ingest", Set.of("command", "mean", "stddev", "median", "user", "system", "min",
                    "max"), map("command", "tag:command", "mean", "elapsed s", "stddev", IGNORE, "median", IGNORE,
                    "user", IGNORE, "system", IGNORE, "min", IGNORE, "max", IGNORE), Others.TAGS, table -> table),
            new KnownTable("JMH", "volume", Set.of("benchmark", "mode", "threads", "samples", "score", "unit"),
                    map("benchmark", "tag:benchmark", "mode", "tag:mode", "threads", "workers", "samples", IGNORE,
                            "operations-per-second", THROUGHPUT, "response", "measure:response.mean s"), Others.TAGS,
                    KnownTable::scores),
            of("redis-benchmark", "volume", map("test", "tag:test", "rps", THROUGHPUT, "avg-latency-ms",
                    "measure:response.mean ms", "min-latency-ms", "measure:response.min ms", "p50-latency-ms",
                    "measure:response.p50 ms", "p95-latency-ms", "measure:response.p95 ms", "p99-latency-ms",
                    "measure:response.p99 ms", "max-latency-ms", "measure:response.max ms")),
            new KnownTable("pgbench", "script", Set.of("pgbench"), map("pgbench", "tag:pgbench", "scaling-factor",
                    "tag:scaling-factor", "query-mode", "tag:query-mode", "partition-method", "tag:partition-method", "partitions",
                    "tag:partitions", "threads", "tag:threads", "tries", "tag:tries", "clients", "workers", "elapsed",
                    "elapsed s", "failures", FAILURES, "mean", "measure:response.mean ms", "tps", THROUGHPUT, "state", "state",
                    "verdict", "verdict"), Others.AS_ELSEWHERE, table -> table),
            new KnownTable("pgbench's log", "script", Set.of(PgbenchLog.MARK), times(map(PgbenchLog.MARK, "tag:pgbench-log",
                    "clients", "workers", "elapsed", "elapsed s", "failures", FAILURES, "tps", THROUGHPUT), "us", "response"),
                    Others.AS_ELSEWHERE, table -> table),
            new KnownTable("sysbench", "script", Set.of("sysbench"), map("sysbench", "tag:sysbench", "rate", "tag:rate",
                    "clients", "workers", "elapsed", "elapsed s", "failures", FAILURES, "min", "measure:response.min ms", "mean",
                    "measure:response.mean ms", "max", "measure:response.max ms", "p50", "measure:response.p50 ms", "p95",
                    "measure:response.p95 ms", "p99", "measure:response.p99 ms", "tps", THROUGHPUT), Others.AS_ELSEWHERE,
                    table -> table),
            new KnownTable("HammerDB", "script", Set.of("hammerdb"), map("hammerdb", "tag:hammerdb",
                    "new-orders-per-minute", "measure:new-orders-per-minute", "clients", "workers", "tps", THROUGHPUT),
                    Others.AS_ELSEWHERE, table -> table),
            new KnownTable("fio", "random-io", Set.of("fio", "job", "both"), times(map("fio", "tag:fio", "reads",
                    "reads-per-second", "writes", "writes-per-second", "both", "operations-per-second", "failures", FAILURES,
                    "state", "state", "verdict", "verdict"), "ns", "read", "write",
                    "response"), Others.TAGS, table -> table),
            new KnownTable("memtier_benchmark", "volume", Set.of("memtier", "clients", "ops"), times(map("memtier",
                    "tag:memtier", "clients", "workers", "ops", THROUGHPUT), "ms", "get", "put", "response"),
                    Others.TAGS, table -> table),
            new KnownTable("hyperfine", "ingest", Set.of("hyperfine", "seconds"), map("hyperfine", "tag:command",
                    "seconds", "elapsed s", "state", "state", "verdict", "verdict"), Others.TAGS, table -> table),
            new KnownTable("YCSB", "volume", YcsbResults.MARKS, YcsbResults.columns(), Others.AS_ELSEWHERE, YcsbResults::row),
            new KnownTable("JMeter", "query", Set.of("timestamp", "elapsed", "label", "success"),
                    map("label", "tag:sampler", "time", "time s", "window", "window s", "units", "units", "failures",
                            FAILURES, "workers", "workers", "min", "latency.min ms", "mean", "latency.mean ms", "p50",
                            "latency.p50 ms", "p95", "latency.p95 ms", "p99", "latency.p99 ms", "p99.9",
                            "latency.p99.9 ms", "max", "latency.max ms"), Others.AS_ELSEWHERE, JMeterSamples::windows));

    private static KnownTable of(String system, String workload, Map<String, String> columns) {
        return new KnownTable(system, workload, columns.keySet(), columns, Others.AS_ELSEWHERE, table -> table);
    }

    private static Map<String, String> map(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return Map.copyOf(map);
    }

    /** The same with the times of some kinds of operations, in a unit. */
    private static Map<String, String> times(Map<String, String> columns, String unit, String... kinds) {
        Map<String, String> all = new LinkedHashMap<>(columns);
        for (String kind : kinds) {
            for (String part : List.of("mean", "min", "p50", "p95", "p99", "p99.9", "max")) {
                all.put(kind + "." + part, "measure:" + kind + "." + part + " " + unit);
            }
        }
        return Map.copyOf(all);
    }

    /** The one with these headings; beside them it may have others. */
    static Optional<KnownTable> of(List<String> headings) {
        Set<String> normal = headings.stream().map(CsvImport::normal).collect(Collectors.toSet());
        return ALL.stream().filter(table -> normal.containsAll(table.marks())).findFirst();
    }

    /** Measures under the headings that its users know. */
    MeasureSet headed(MeasureSet measures) {
        return columns == MARKLOGIC ? measures.headedAs(EngineMeasures.OF_MARKLOGIC) : measures;
    }

    // ---- Rows of results ----

    /** Reads and writes together are what is ranked; the old tools never added them up. */
    private static RawTable withSumOfRates(RawTable table) {
        List<String> headings = Stream.concat(table.headings().stream(), Stream.of("OperationsPS")).toList();
        Map<String, Function<RawTable.Row, String>> rates = Stream.of("ReadsPS", "WritesPS")
                .collect(Collectors.toMap(heading -> heading, table::column));
        return table.with(headings, table.rows().stream().map(row -> {
            double sum = rates.entrySet().stream().map(rate -> table.number(row, rate.getKey(), rate.getValue()))
                    .filter(QuantityParser::isBare).mapToDouble(Double::parseDouble).sum();
            return new RawTable.Row(row.place(), Stream.concat(row.cells().stream(),
                    Stream.of(sum > 0 ? RawTable.written(sum) : "")).toList());
        }).toList());
    }

    /**
     * What the columns of styles were worked out from: a call, without the mapping and commit that its request has in
     * it, and documents as a setting, which has no fraction as a mean over rounds has. A line with a round trip and no
     * rest is a no-op, whose rate is one of calls.
     */
    private static RawTable withCalls(RawTable table) {
        Function<RawTable.Row, String> trip = table.column("round trip ms");
        Function<RawTable.Row, String> rest = table.column("rest ms");
        Function<RawTable.Row, String> rate = table.column("docs/sec");
        Predicate<RawTable.Row> noop = row -> !trip.apply(row).isBlank() && rest.apply(row).isBlank();
        Map<String, Function<RawTable.Row, String>> more = new LinkedHashMap<>();
        more.put("documents", row -> worked(table, row, "docs", Math::rint));
        more.put("documents/sec", row -> noop.test(row) ? "" : rate.apply(row));
        more.put("calls/sec", row -> noop.test(row) ? rate.apply(row) : "");
        more.put("call ms", row -> noop.test(row) ? "" : worked(table, row, "request ms", request -> Math.max(0,
                request - millis(table, row, "mapping ms") - millis(table, row, "commit ms"))));
        boolean common = isOfAll(table, noop);
        more.put("no-op ms", row -> common && noop.test(row) ? trip.apply(row) : "");
        List<String> headings = Stream.concat(table.headings().stream(), more.keySet().stream()).toList();
        return table.with(headings, table.rows().stream().map(row -> new RawTable.Row(row.place(), Stream.concat(
                row.cells().stream(), more.values().stream().map(cell -> cell.apply(row))).toList())).toList());
    }

    /**
     * Whether the round trip of every style is that of the only no-op, once: a report takes it off each, which would be
     * wrong of another protocol, or of several round trips or none, of which a table does not tell.
     */
    private static boolean isOfAll(RawTable table, Predicate<RawTable.Row> noop) {
        List<RawTable.Row> noops = table.rows().stream().filter(noop).toList();
        double one = noops.size() == 1 ? millis(table, noops.getFirst(), "round trip ms") : 0;
        return one > 0 && table.rows().stream().filter(row -> millis(table, row, "request ms") > 0)
                .allMatch(row -> Math.rint(millis(table, row, "round trip ms") / one) == 1);
    }

    /** What is no number stays as it is, to be empty, or refused. */
    private static String worked(RawTable table, RawTable.Row row, String heading, DoubleUnaryOperator of) {
        String cell = table.number(row, heading, table.column(heading));
        return QuantityParser.isBare(cell) ? RawTable.written(of.applyAsDouble(Double.parseDouble(cell))) : cell;
    }

    /** 0 where that is no step of its own. */
    private static double millis(RawTable table, RawTable.Row row, String heading) {
        String cell = table.number(row, heading, table.column(heading));
        return QuantityParser.isBare(cell) ? Double.parseDouble(cell) : 0;
    }

    private static final Map<String, Double> SECONDS = new TreeMap<>(Map.of("ns", 1e-9, "us", 1e-6, "\u00b5s", 1e-6,
            "ms", 1e-3, "s", 1.0, "min", 60.0));

    /** Percentiles of the mode sample, and what profilers tell, have rows of their own and are no means. */
    private static final Pattern NOT_A_SCORE = Pattern.compile(
            ".*:(?:.*\u00b7.*|p[01]\\.[0-9]+|(?:gc|stack|perf|cl|comp|async)\\..*)");

    /** Scores are a rate or a time, in a unit that stands in a column of its own. */
    private static RawTable scores(RawTable table) {
        List<String> remaining = table.headings().stream().filter(h -> !CsvImport.normal(h).startsWith("score")
                && !CsvImport.normal(h).equals("unit")).toList();
        List<String> headings = new ArrayList<>(remaining.stream().map(h -> h.replaceFirst("^Param: ", "")).toList());
        headings.addAll(List.of("operations-per-second", "response"));
        List<Function<RawTable.Row, String>> others = remaining.stream().map(table::column).toList();
        Function<RawTable.Row, String> units = table.column("Unit");
        Function<RawTable.Row, String> scores = table.column("Score");
        Function<RawTable.Row, String> benchmark = table.column("Benchmark");
        return table.with(headings, table.rows().stream().filter(row -> !NOT_A_SCORE.matcher(benchmark.apply(row))
                .matches()).map(row -> {
            String unit = units.apply(row);
            String[] parts = unit.split("/", 2);
            boolean rate = parts.length == 2 && parts[0].equals("ops") && SECONDS.containsKey(parts[1]);
            boolean time = parts.length == 2 && parts[1].equals("op") && SECONDS.containsKey(parts[0]);
            String score = table.number(row, "Score", scores);
            if (!rate && !time || !QuantityParser.isBare(score)) {
                throw new InvalidInputException(row.place() + ": '" + scores.apply(row) + " " + unit
                        + "' is no score of JMH, such as 12.5 ops/ms or 80 us/op");
            }
            List<String> cells = new ArrayList<>(others.stream().map(column -> column.apply(row)).toList());
            double number = Double.parseDouble(score);
            cells.add(rate ? RawTable.written(number / SECONDS.get(parts[1])) : "");
            cells.add(time ? RawTable.written(number) + parts[0] : "");
            return new RawTable.Row(row.place(), cells);
        }).toList());
    }

    /**
     * What JMeter writes of each request, as a row of each label for each second, or longer where these would be many.
     */
    private static final class JMeterSamples {

        private static final int MOST_WINDOWS = 3600;

        private record Sample(String label, double end, double millis, boolean failed) {}

        static RawTable windows(RawTable table) {
            List<Sample> samples = samples(table);
            double first = samples.stream().mapToDouble(s -> s.end() - s.millis()).min().orElse(0);
            double last = samples.stream().mapToDouble(Sample::end).max().orElse(0);
            long labels = samples.stream().map(Sample::label).distinct().count();
            double most = Math.clamp(RawTable.MOST_ROWS / labels, 1, MOST_WINDOWS);
            double width = 1000 * Math.max(1, Math.ceil((last - first) / 1000 / most));
            String workers = table.rows().stream().map(table.column("allThreads"))
                    .filter(QuantityParser::isBare).max((a, b) -> Double.compare(Double.parseDouble(a),
                            Double.parseDouble(b))).orElse("");
            List<String> headings = List.of("label", "workers", "time", "window", "units", "failures", "min", "mean",
                    "p50", "p95", "p99", "p99.9", "max");
            Map<String, TreeMap<Long, List<Sample>>> all = new LinkedHashMap<>();
            long windows = Math.max(1, (long) Math.ceil((last - first) / width));
            samples.forEach(s -> all.computeIfAbsent(s.label(), l -> new TreeMap<>()).computeIfAbsent(Math.min(windows
                    - 1, (long) ((s.end() - first) / width)), w -> new ArrayList<>()).add(s));
            List<RawTable.Row> rows = new ArrayList<>();
            all.forEach((label, of) -> {
                for (long w = 0; w < windows; w++) {
                    double end = Math.min((w + 1) * width, last - first);
                    rows.add(new RawTable.Row(table.rows().getFirst().place(), cells(label, workers,
                            end / 1000, (end - w * width) / 1000, of.getOrDefault(w, List.of()))));
                }
            });
            return table.with(headings, rows);
        }

        private static List<String> cells(String label, String workers, double end, double width,
                List<Sample> samples) {
            double[] millis = samples.stream().filter(s -> !s.failed()).mapToDouble(Sample::millis).sorted().toArray();
            List<String> cells = new ArrayList<>(List.of(label, workers, RawTable.written(end), RawTable.written(width),
                    String.valueOf(millis.length), String.valueOf(samples.size() - millis.length)));
            for (double share : new double[] {0, Double.NaN, 0.5, 0.95, 0.99, 0.999, 1}) {
                cells.add(millis.length == 0 ? "" : RawTable.written(Double.isNaN(share)
                        ? Arrays.stream(millis).average().orElseThrow()
                        : millis[Math.max(0, (int) Math.ceil(share * millis.length) - 1)]));
            }
            return cells;
        }

        private static List<Sample> samples(RawTable table) {
            Function<RawTable.Row, String> start = table.column("timeStamp");
            Function<RawTable.Row, String> elapsed = table.column("elapsed");
            Function<RawTable.Row, String> label = table.column("label");
            Function<RawTable.Row, String> success = table.column("success");
            return table.rows().stream().map(row -> new Sample(label.apply(row),
                    millis(row, start) + millis(row, elapsed), millis(row, elapsed),
                    !success.apply(row).equals("true"))).toList();
        }

        private static long millis(RawTable.Row row, Function<RawTable.Row, String> column) {
            try {
                return Long.parseLong(column.apply(row));
            } catch (NumberFormatException e) {
                throw new InvalidInputException(row.place() + ": timeStamp and elapsed are whole milliseconds in a "
                        + "file of JMeter (jmeter.save.saveservice.timestamp_format=ms)");
            }
        }
    }
}
