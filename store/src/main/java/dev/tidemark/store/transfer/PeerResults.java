package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.store.file.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What other benchmarks print or write of a run that is no table, as one: a row of each result under the headings by which
 * {@link KnownTable} knows it. A file is known by what is in it, whatever it is called.
 *
 * <p>Of text: pgbench, sysbench and HammerDB. Of JSON: fio ({@code --output-format=json}), memtier_benchmark
 * ({@code --json-out-file}), hyperfine ({@code --export-json}) and JMH ({@code -rf json}); of the last two each run is a row.
 */
final class PeerResults {

    /** YCSB's text begins with a bracket, too. */
    private static final Pattern JSON = Pattern.compile("\\s*(?:\\{|\\[\\s*\\{)");
    private static final Pattern PGBENCH = Pattern.compile("(?m)^transaction type: (.*)$");
    private static final Pattern PROCESSED = Pattern.compile(
            "(?m)^number of transactions actually processed: ([0-9]+)/([0-9]+)$");
    private static final Pattern SYSBENCH = Pattern.compile("(?m)^sysbench ([0-9][\\w.]*)");
    private static final Pattern EVENTS = Pattern.compile("(?m)^ *total number of events: *([0-9]+)$");
    private static final Pattern HAMMERDB = Pattern.compile(
            "System achieved ([0-9]+) NOPM from ([0-9]+) (\\S+(?: \\S+)*?) TPM");
    private static final Pattern USERS = Pattern.compile("([0-9]+) Active Virtual Users configured");
    private static final double SECONDS_PER_MINUTE = 60;
    /** Options of fio that say what it tells, or for whom: runs that differ in them alone did the same. */
    private static final Pattern NO_SETTING_OF_FIO = Pattern.compile("name|description|stats|randseed|.*_percentiles"
            + "|percentile_list|significant_figures|group_reporting|unified_rw_reporting|per_job_logs|write_.*_log|log_.*"
            + "|error_dump|bwavgtime|iopsavgtime|disk_util|kb_base|unit_base|http_(?:user|pass|.*key.*|.*token)");
    /** The same of memtier_benchmark, and what is told by other columns. */
    private static final Set<String> NO_SETTINGS_OF_MEMTIER = Set.of("protocol", "out_file", "client_stats", "run_count", "debug",
            "clients", "print-all-runs", "authenticate");

    private final String name;
    /** A map of heading to cell for each row. */
    private final List<Map<String, String>> rows = new ArrayList<>();

    private PeerResults(String name) {
        this.name = name;
    }

    /** @return empty where it is none of these */
    static Optional<RawTable> of(String text, String name) {
        PeerResults results = new PeerResults(name);
        if (JSON.matcher(text).lookingAt()) {
            results.json(text);
        } else {
            results.text(text);
        }
        return results.rows.isEmpty() ? Optional.empty() : Optional.of(results.table());
    }

    private RawTable table() {
        Set<String> headings = new LinkedHashSet<>();
        rows.forEach(row -> headings.addAll(row.keySet()));
        return new RawTable(List.copyOf(headings), rows.stream().map(row -> new RawTable.Row(name,
                headings.stream().map(heading -> row.getOrDefault(heading, "")).toList())).toList(), ',',
                RawTable.Commas.NONE);
    }

    private Map<String, String> row() {
        Map<String, String> row = new LinkedHashMap<>();
        rows.add(row);
        return row;
    }

    // ---- Text ----

    private void text(String text) {
        if (PGBENCH.matcher(text).find() && text.contains("tps = ")) {
            pgbench(text);
        } else if (SYSBENCH.matcher(text).find() && EVENTS.matcher(text).find()) {
            sysbench(text);
        } else {
            hammerdb(text);
        }
    }

    /** The figures of all scripts together come first, each script's own after them. */
    private void pgbench(String text) {
        alone("pgbench", PGBENCH, text);
        Map<String, String> row = row();
        put(row, "pgbench", text, "^transaction type: (.*)$");
        put(row, "scaling-factor", text, "^scaling factor: ([0-9]+)$");
        put(row, "query-mode", text, "^query mode: (.*)$");
        put(row, "partition-method", text, "^partition method: (.*)$");
        put(row, "partitions", text, "^partitions: ([0-9]+)$");
        put(row, "clients", text, "^number of clients: ([0-9]+)$");
        put(row, "threads", text, "^number of threads: ([0-9]+)$");
        put(row, "tries", text, "^maximum number of tries: ([0-9]+)$");
        put(row, "elapsed", text, "^duration: ([0-9]+) s$");
        List<Long> failures = Stream.of("failed transactions", "transactions skipped").flatMap(what ->
                first(text, "^number of " + what + ": ([0-9]+)").stream()).map(Long::parseLong).toList();
        if (!failures.isEmpty()) {
            row.put("failures", String.valueOf(sum(failures)));
        }
        if (isAborted(text, sum(failures))) {
            failed(row, "the run was aborted: its results are incomplete");
        }
        put(row, "mean", text, "^latency average = ([0-9.]+) ms");
        // Older versions told both; connecting is no transaction.
        put(row, "tps", text, "^tps = ([0-9.]+) \\((?:without initial connection time|excluding)");
        put(row, "tps", text, "^tps = ([0-9.]+)");
    }

    private static long sum(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }

    /** It says so elsewhere than where the results go; where a number of transactions was asked for, some are missing. */
    private static boolean isAborted(String text, long failures) {
        Matcher processed = PROCESSED.matcher(text);
        return text.contains("Run was aborted; the above results are incomplete") || processed.find()
                && Long.parseLong(processed.group(1)) + failures < Long.parseLong(processed.group(2));
    }

    private static void failed(Map<String, String> row, String why) {
        row.put("state", Types.word(IterationState.FAILED));
        row.put("verdict", why);
    }

    private void sysbench(String text) {
        alone("sysbench", SYSBENCH, text);
        if (text.contains("Checkpoint report:") || EVENTS.matcher(text).results().count() > 1) {
            throw new InvalidInputException(name + " has several reports of parts of a run: run sysbench without "
                    + "--report-checkpoints");
        }
        Map<String, String> row = row();
        put(row, "sysbench", text, "^sysbench ([0-9][\\w.]*)");
        put(row, "clients", text, "^Number of threads: ([0-9]+)$");
        put(row, "rate", text, "^Target transaction rate: ([0-9]+)/sec$");
        put(row, "elapsed", text, "^ *(?:total time|time elapsed): *([0-9]+(?:\\.[0-9]+)?)s$");
        put(row, "tps", text, "^ *transactions: *[0-9]+ *\\(([0-9.]+) per sec\\.\\)");
        put(row, "tps", text, "^ *events/s \\(eps\\): *([0-9.]+)$");
        put(row, "failures", text, "^ *ignored errors: *([0-9]+) ");
        put(row, "min", text, "^ *min: *([0-9.]+)$");
        put(row, "mean", text, "^ *avg: *([0-9.]+)$");
        put(row, "max", text, "^ *max: *([0-9.]+)$");
        for (String percentile : List.of("50", "95", "99")) {
            put(row, "p" + percentile, text, "^ *" + percentile + "th percentile: *([0-9.]+)$");
        }
        Matcher events = EVENTS.matcher(text);
        if (!row.containsKey("tps") && row.containsKey("elapsed") && events.find()) { // of a test that is no database's
            row.put("tps", String.valueOf(Double.parseDouble(events.group(1)) / Double.parseDouble(row.get("elapsed"))));
        }
    }

    /** Right before each result stands how many users its run had; a run that came to none may stand before that. */
    private void hammerdb(String text) {
        Matcher found = HAMMERDB.matcher(text);
        for (int from = 0; found.find(); from = found.end()) {
            Map<String, String> row = row();
            row.put("hammerdb", found.group(3));
            row.put("new-orders-per-minute", found.group(1));
            row.put("tps", String.valueOf(Double.parseDouble(found.group(2)) / SECONDS_PER_MINUTE));
            USERS.matcher(text).region(from, found.start()).results().reduce((earlier, later) -> later)
                    .ifPresent(users -> row.put("clients", users.group(1)));
        }
    }

    /** Two runs in one file would be mixed up. */
    private void alone(String tool, Pattern once, String text) {
        if (once.matcher(text).results().count() > 1) {
            throw new InvalidInputException(name + " has several runs of " + tool + ": import the output of each by itself");
        }
    }

    /** What the first match of a line's pattern has in its group, unless there is something already. */
    private static void put(Map<String, String> row, String heading, String text, String pattern) {
        first(text, pattern).ifPresent(found -> row.putIfAbsent(heading, found));
    }

    private static Optional<String> first(String text, String pattern) {
        Matcher found = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
        return found.find() ? Optional.of(found.group(1).strip()) : Optional.empty();
    }

    // ---- JSON ----

    private void json(String text) {
        try {
            json(Json.MAPPER.readTree(text));
        } catch (JacksonException e) {
            rows.clear(); // it is refused as other JSON is
        }
    }

    private void json(JsonNode root) {
        if (root.has("fio version")) {
            fio(root);
        } else if (root.has("ALL STATS")) {
            memtier(root);
        } else if (root.path("results").path(0).has("command")) {
            root.get("results").forEach(this::hyperfine);
        } else if (root.path(0).has("primaryMetric")) {
            root.forEach(this::jmh);
        }
    }

    /** Jobs of a group ran at the same time: rows that are alike would be rounds, each with a part of the load. */
    private void fio(JsonNode root) {
        Set<List<Object>> known = new HashSet<>();
        for (JsonNode job : root.path("jobs")) {
            Map<String, String> row = row();
            whatItWas(row, root, job);
            if (!known.add(List.of(job.path("groupid"), Map.copyOf(row)))) {
                throw new InvalidInputException(name + " has several parts of the job " + row.get("job")
                        + ": run fio with --group_reporting, which adds up what numjobs has started");
            }
            figures(row, job);
        }
    }

    private static void whatItWas(Map<String, String> row, JsonNode root, JsonNode job) {
        row.put("fio", root.get("fio version").asString());
        row.put("job", job.path("jobname").asString(""));
        settings(row, root.path("global options"), NO_SETTING_OF_FIO.asMatchPredicate(), "1");
        settings(row, job.path("job options"), NO_SETTING_OF_FIO.asMatchPredicate(), "1");
    }

    /** @param given what a setting without a value is; empty where it is none */
    private static void settings(Map<String, String> row, JsonNode of, Predicate<String> isNone, String given) {
        of.properties().stream().filter(s -> s.getValue().isValueNode() && !s.getValue().isNull() && !isNone.test(s.getKey()))
                .forEach(s -> row.put(s.getKey().replace(' ', '-'), s.getValue().asString().isBlank() ? given
                        : s.getValue().asString()));
    }

    private void figures(Map<String, String> row, JsonNode job) {
        double both = 0;
        for (String side : List.of("read", "write")) {
            double perSecond = figures(row, side, job.path(side));
            both += perSecond;
            if (perSecond > 0) {
                row.put(side + "s", String.valueOf(perSecond));
            }
        }
        double mixed = figures(row, "response", job.path("mixed")); // with unified_rw_reporting
        // A job ends at its first error, which is told by its number, unless it was to go on and count them.
        long error = job.path("error").asLong(0);
        row.put("failures", String.valueOf(job.path("total_err").asLong(error == 0 ? 0 : 1)));
        if (both + mixed == 0 && error != 0) {
            row.put("both", "");
            failed(row, "fio ended with error " + error);
            return;
        }
        if (both + mixed == 0) {
            throw new InvalidInputException(name + " has no reads and no writes of the job " + row.get("job")
                    + ": what else fio does, as trims, is not imported");
        }
        row.put("both", String.valueOf(mixed > 0 ? mixed : both));
    }

    /** @return operations per second */
    private static double figures(Map<String, String> row, String kind, JsonNode of) {
        double perSecond = of.path("iops").asDouble(0);
        if (perSecond > 0) {
            // Percentiles are of the completion latency, unless lat_percentiles was set. What was not measured is all 0.
            List<JsonNode> measured = Stream.of("lat_ns", "clat_ns").map(of::path)
                    .filter(latency -> latency.path("N").asLong(latency.path("max").asLong(0)) > 0).toList();
            measured.stream().filter(latency -> latency.has("percentile")).findFirst().or(() -> measured.stream().findFirst())
                    .ifPresent(latency -> {
                        times(row, kind, latency, Map.of("mean", "mean", "min", "min", "max", "max"));
                        times(row, kind, latency.path("percentile"), Map.of("50.000000", "p50", "95.000000", "p95",
                                "99.000000", "p99", "99.900000", "p99.9"));
                    });
        }
        return perSecond;
    }

    private static void times(Map<String, String> row, String side, JsonNode of, Map<String, String> names) {
        names.forEach((from, to) -> {
            if (of.has(from)) {
                row.put(side + "." + to, of.get(from).asString());
            }
        });
    }

    private void memtier(JsonNode root) {
        JsonNode all = root.get("ALL STATS");
        JsonNode run = root.path("run information");
        Map<String, String> row = row();
        JsonNode configuration = root.path("configuration");
        row.put("memtier", configuration.path("protocol").asString(""));
        settings(row, configuration, NO_SETTINGS_OF_MEMTIER::contains, "");
        row.values().removeIf("(null)"::equals); // as older versions write what is not set
        row.computeIfPresent("uri", (_, uri) -> uri.replaceFirst("//[^/]*@", "//"));
        row.put("clients", String.valueOf(run.path("Threads").asInt(1) * run.path("Connections per thread").asInt(1)));
        row.put("ops", all.path("Totals").path("Ops/sec").asString());
        Map.of("Gets", "get", "Sets", "put", "Totals", "response").forEach((from, to) -> {
            JsonNode of = all.path(from);
            if (of.path("Ops/sec").asDouble(0) > 0) {
                times(row, to, of, Map.of("Average Latency", "mean", "Min Latency", "min", "Max Latency", "max"));
                times(row, to, of.path("Percentile Latencies"), Map.of("p50.00", "p50", "p95.00", "p95", "p99.00", "p99",
                        "p99.90", "p99.9"));
            }
        });
    }

    /** A run that a signal ended has no exit code. */
    private void hyperfine(JsonNode result) {
        List<JsonNode> times = list(result.path("times"));
        List<JsonNode> exits = list(result.path("exit_codes"));
        List<JsonNode> runs = times.isEmpty() ? List.of(result.path("mean")) : times;
        for (int run = 0; run < runs.size(); run++) {
            Map<String, String> row = row();
            row.put("hyperfine", result.path("command").asString());
            row.put("seconds", runs.get(run).asString());
            result.path("parameters").properties().forEach(p -> row.put("parameter-" + p.getKey(),
                    p.getValue().asString()));
            if (run < exits.size() && exits.get(run).asInt(1) != 0) {
                failed(row, exits.get(run).isNull() ? "ended by a signal"
                        : "exit code " + exits.get(run).asString());
            }
        }
    }

    /** Under the headings of its table; each fork is a run, the mean of its iterations. */
    private void jmh(JsonNode benchmark) {
        JsonNode metric = benchmark.path("primaryMetric");
        List<JsonNode> forks = list(metric.path("rawData")).stream().filter(fork -> !fork.isEmpty()).toList();
        List<Double> scores = forks.isEmpty() ? List.of(metric.path("score").asDouble())
                : forks.stream().map(fork -> list(fork).stream().mapToDouble(JsonNode::asDouble).average().orElseThrow())
                .toList();
        for (double score : scores) {
            Map<String, String> row = row();
            row.put("Benchmark", benchmark.path("benchmark").asString());
            row.put("Mode", benchmark.path("mode").asString(""));
            row.put("Threads", benchmark.path("threads").asString("1"));
            row.put("Samples", "");
            row.put("Score", String.valueOf(score));
            row.put("Unit", metric.path("scoreUnit").asString(""));
            benchmark.path("params").properties().forEach(p -> row.put("Param: " + p.getKey(), p.getValue().asString()));
        }
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
