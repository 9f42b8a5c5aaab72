package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * What YCSB writes of a run ({@code site.ycsb.measurements.exporter.TextMeasurementsExporter}): a line for each figure,
 * with the operation in brackets. It has no headings, so the first line stands where they would.
 *
 * <p>Where both are told, {@code [Intended-READ]} counts from when an operation was due and {@code [READ]} from when it
 * began. Times of operations that failed, buckets of histograms and windows of time are left out, and so is what is
 * told of the JVM and of cleaning up. Up to version 0.3 percentiles are whole milliseconds, and one that was called the 95th
 * was the 90th: these are left out, too. Its throughput is of all operations, whatever their status: those that failed
 * are taken off it, as elsewhere only what succeeded counts. It is left as it is printed of a load, which ends at the
 * first insert that fails, and with {@code READ-MODIFY-WRITE}, each of which has the statuses of a read and an update.
 */
final class YcsbResults {

    /** The first line, of which the last cell is a number. */
    static final Set<String> MARKS = Set.of("[overall]", "runtime(ms)");

    private static final String INSERT = "INSERT";
    private static final String READ_MODIFY_WRITE = "READ-MODIFY-WRITE";
    private static final Map<String, String> KINDS = Map.of("READ", "get", "UPDATE", "put", INSERT, "insert",
            "SCAN", "scan", "DELETE", "delete", READ_MODIFY_WRITE, "update");
    private static final Map<String, String> PARTS = Map.of("AverageLatency(us)", "mean", "MinLatency(us)", "min",
            "MaxLatency(us)", "max", "50thPercentileLatency(us)", "p50", "95thPercentileLatency(us)", "p95",
            "99thPercentileLatency(us)", "p99", "99.9PercentileLatency(us)", "p99.9", "99.9thPercentileLatency(us)",
            "p99.9");
    private static final Pattern SUBJECT = Pattern.compile("\\[(Intended-)?([A-Z-]+)]");
    private static final String ELAPSED = "elapsed";
    private static final String THROUGHPUT = "operations-per-second";
    private static final String RETURN = "Return=";
    private static final Set<String> STORED = Set.of("OK", "BATCHED_OK");
    /** Of older versions, which have a number for whatever else came of an operation. */
    private static final String DONE = "0";
    private static final String MISSED = "NOT_FOUND";

    private final SequencedMap<String, String> cells = new LinkedHashMap<>();
    private final Set<String> operations = new HashSet<>();
    private boolean intended;
    private long found;
    private long missed;
    private long failed;
    private boolean returns;

    private YcsbResults() {}

    /** Heading to what it is, for those that {@link #row} can make. */
    static Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>(Map.of(ELAPSED, "elapsed ms", THROUGHPUT,
                KnownTable.THROUGHPUT, "failures", KnownTable.FAILURES, "not-found", "measure:not-found"));
        for (String kind : KINDS.values()) {
            for (String part : PARTS.values()) {
                columns.put(kind + "." + part, "measure:" + kind + "." + part + " us");
                columns.put(kind + ".service." + part, "measure:" + kind + ".service." + part + " us");
            }
        }
        return Map.copyOf(columns);
    }

    /** The one result that a file holds. */
    static RawTable row(RawTable table) {
        YcsbResults results = new YcsbResults();
        List<RawTable.Row> lines = new ArrayList<>();
        lines.add(new RawTable.Row(table.rows().getFirst().place(), table.headings()));
        lines.addAll(table.rows());
        results.intended = lines.stream().anyMatch(line -> line.cells().getFirst().startsWith("[Intended-"));
        lines.stream().filter(line -> line.cells().getFirst().startsWith("[")).forEach(results::add);
        results.addOutcomes();
        results.takeOffFailed();
        return table.with(List.copyOf(results.cells.sequencedKeySet()), List.of(new RawTable.Row(
                table.rows().getFirst().place(), List.copyOf(results.cells.sequencedValues()))));
    }

    private void add(RawTable.Row line) {
        if (line.cells().size() != 3) {
            throw new InvalidInputException(line.place() + ": '" + String.join(", ", line.cells())
                    + "' is no line of YCSB, which has three cells");
        }
        String what = line.cells().get(1);
        if (line.cells().getFirst().equals("[OVERALL]")) {
            overall(line, what);
            return;
        }
        Matcher subject = SUBJECT.matcher(line.cells().getFirst());
        String kind = subject.matches() ? KINDS.get(subject.group(2)) : null;
        if (kind == null) {
            return;
        }
        operations.add(subject.group(2));
        boolean ofDue = subject.group(1) != null;
        if (PARTS.containsKey(what)) {
            put(line, kind + (intended && !ofDue ? ".service." : ".") + PARTS.get(what), number(line));
        } else if (what.startsWith(RETURN) && !ofDue) {
            count(line, what.substring(RETURN.length()), subject.group(2).equals("READ"));
        }
    }

    private void overall(RawTable.Row line, String what) {
        if (what.equals("RunTime(ms)")) {
            put(line, ELAPSED, number(line));
        } else if (what.equals("Throughput(ops/sec)")) {
            put(line, THROUGHPUT, number(line));
        }
    }

    private void count(RawTable.Row line, String outcome, boolean read) {
        long operations = (long) Double.parseDouble(number(line));
        returns = true;
        if (outcome.equals(MISSED)) {
            missed += read ? operations : 0;
        } else if (STORED.contains(outcome)) {
            found += read ? operations : 0;
        } else if (!outcome.equals(DONE)) {
            failed += operations;
        }
    }

    private void addOutcomes() {
        if (returns) {
            cells.put("failures", String.valueOf(failed));
        }
        if (found + missed > 0) {
            cells.put("not-found", 100.0 * missed / (found + missed) + "%");
        }
    }

    private void takeOffFailed() {
        boolean among = !operations.contains(READ_MODIFY_WRITE) && !operations.equals(Set.of(INSERT));
        if (failed > 0 && among && cells.containsKey(ELAPSED)) {
            double each = 1000 / Double.parseDouble(cells.get(ELAPSED));
            cells.computeIfPresent(THROUGHPUT, (name, all) ->
                    String.valueOf(Math.max(0, Double.parseDouble(all) - failed * each)));
        }
    }

    private void put(RawTable.Row line, String heading, String number) {
        if (cells.put(heading, number) != null) {
            throw new InvalidInputException(line.place() + ": '" + String.join(", ", line.cells())
                    + "' comes a second time: import the file of each run by itself");
        }
    }

    private static String number(RawTable.Row line) {
        String text = line.cells().get(2);
        if (Stream.of("NaN", "Infinity").noneMatch(text::equals) && QuantityParser.isBare(text)) {
            return text;
        }
        throw new InvalidInputException(line.place() + ": '" + text + "' is no figure of YCSB");
    }
}
