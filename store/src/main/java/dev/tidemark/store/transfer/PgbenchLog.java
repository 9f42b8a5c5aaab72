package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.data.ForeignFile;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;

/**
 * What pgbench logs of a run ({@code --log}), as a row: of transactions with their percentiles, of intervals
 * ({@code --aggregate-interval}) without. Each of pgbench's threads writes a file of its own.
 *
 * <p>A line of a transaction is {@code client number time script epoch micros [lag] [retries]}: its time is in
 * microseconds, from when it was due where there was a rate, and epoch and micros are when it ended. One that was skipped,
 * or failed at last, has a word for its time. A line of an interval is {@code start transactions sum squares min max}, to
 * version 14 with up to five more, of which the last are those skipped, which the transactions include; from version 15 on
 * with nine more or ten, of which the last are failures.
 */
final class PgbenchLog {

    /** The heading by which {@link KnownTable} knows it. */
    static final String MARK = "pgbench-log";

    private static final Set<ForeignFile> LOGS = Set.of(ForeignFile.PGBENCH_LOG, ForeignFile.PGBENCH_AGGREGATES);
    /** A thread's file is called as its run's first one, which ends with a process, with the thread's number behind it. */
    private static final Pattern OF_THREAD = Pattern.compile("(.*\\.(\\d{1,9}))\\.(\\d{1,9})");
    private static final Set<String> NOT_DONE = Set.of("skipped", "failed", "serialization", "deadlock", "other");
    private static final List<Map.Entry<String, Double>> SHARES = List.of(Map.entry("p50", 0.5), Map.entry("p95", 0.95),
            Map.entry("p99", 0.99), Map.entry("p99.9", 0.999));
    private static final String RESPONSE = "response.";
    private static final double MICROS = 1e6;
    private static final int SKIPPED = 10;
    private static final int FIRST_FAILURES = 13;
    /** Of a run's transactions; fewer lines are a sample. */
    private static final double ALL = 0.99;

    private final LogHistogram latencies = new LogHistogram();
    /** Client to the number of its last transaction. */
    private final Map<Long, Long> clients = new HashMap<>();
    private long lines;
    private long done;
    private long failures;
    private double sum;
    private double least = Double.POSITIVE_INFINITY;
    private double most;
    /** Microseconds since 1970. */
    private double first = Double.POSITIVE_INFINITY;
    private double last;
    /** Of intervals, those of all threads together. */
    private double perSecond;

    private PgbenchLog() {}

    static boolean is(ForeignFile file) {
        return LOGS.contains(file);
    }

    /** What files of one run have in common: of a thread's, the name of the first one. */
    static String run(String name) {
        Matcher thread = OF_THREAD.matcher(name);
        boolean is = thread.matches() && Integer.parseInt(thread.group(3)) < Integer.parseInt(thread.group(2));
        return is ? thread.group(1) : name; // a prefix may have dots and numbers, too
    }

    /**
     * @param files of one run
     * @param names what they are called
     * @throws InvalidInputException when a line is none of such a log's, or a file is missing
     */
    static RawTable table(List<Path> files, List<String> names) {
        requireWhole(files, names);
        PgbenchLog log = new PgbenchLog();
        for (int i = 0; i < files.size(); i++) {
            log.read(files.get(i), names.get(i));
        }
        Map<String, String> row = log.row();
        return new RawTable(List.copyOf(row.keySet()), List.of(new RawTable.Row(names.getFirst(), List.copyOf(row.values()))), ',',
                RawTable.Commas.NONE);
    }

    /** A part of the threads would be taken for the whole. */
    private static void requireWhole(List<Path> files, List<String> names) {
        String run = run(names.getFirst());
        List<String> expected = IntStream.range(0, names.size()).mapToObj(thread -> name(run, thread)).toList();
        expected.stream().filter(name -> !names.contains(name)).findFirst().ifPresent(missing -> {
            throw new InvalidInputException(names.getFirst() + " has the transactions of one of several threads: import it "
                    + "together with " + missing);
        });
        String next = name(run, names.size());
        if (Files.exists(files.getFirst().resolveSibling(next))) {
            throw new InvalidInputException(names.getFirst() + " has not all transactions of its run: import it together with "
                    + next);
        }
    }

    private static String name(String run, int thread) {
        return thread == 0 ? run : run + "." + thread;
    }

    private void read(Path file, String name) {
        try (TextFile.Lines in = TextFile.lines(file, Long.MAX_VALUE)) {
            Intervals intervals = new Intervals();
            long number = 1;
            for (String line = in.next(); line != null; line = in.next(), number++) {
                try {
                    String[] cells = line.split(" ");
                    if (cells.length >= 6 && cells[0].length() >= 9) {
                        intervals.add(cells);
                    } else {
                        transaction(cells);
                    }
                } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                    throw new InvalidInputException(name + ":" + number + ": '" + line + "' is no line of pgbench's log");
                }
            }
            perSecond += intervals.perSecond();
        } catch (IOException e) {
            throw new InvalidInputException(name + " cannot be read: " + e.getMessage());
        }
    }

    private void transaction(String[] cells) {
        long client = Long.parseLong(cells[0]);
        clients.merge(client, Long.parseLong(cells[1]), Math::max);
        double end = Long.parseLong(cells[4]) * MICROS + Long.parseLong(cells[5]);
        lines++;
        last = Math.max(last, end);
        if (NOT_DONE.contains(cells[2])) {
            failures++;
            return;
        }
        long micros = Long.parseLong(cells[2]);
        first = Math.min(first, end - micros);
        latencies.record(micros * 1000);
        done++;
        sum += micros;
        least = Math.min(least, micros);
        most = Math.max(most, micros);
    }

    /** Those of one thread. */
    private final class Intervals {
        private final List<long[]> each = new ArrayList<>();

        /** @throws ArrayIndexOutOfBoundsException when there are too few cells */
        void add(String[] cells) {
            long start = Long.parseLong(cells[0]);
            long skipped = cells.length > SKIPPED ? Long.parseLong(cells[SKIPPED]) : 0;
            long transactions = Long.parseLong(cells[1]) - (cells.length == SKIPPED + 1 ? skipped : 0);
            each.add(new long[] {start, transactions});
            done += transactions;
            sum += Double.parseDouble(cells[2]);
            if (transactions > 0) {
                least = Math.min(least, Double.parseDouble(cells[4]));
                most = Math.max(most, Double.parseDouble(cells[5]));
            }
            failures += skipped;
            for (int i = FIRST_FAILURES; i < cells.length; i++) {
                failures += Long.parseLong(cells[i]);
            }
        }

        /** Without the first and the last one, of which nobody knows how long they were; 0 where there are no others. */
        double perSecond() {
            if (each.size() <= 2) {
                return 0;
            }
            long transactions = each.subList(1, each.size() - 1).stream().mapToLong(interval -> interval[1]).sum();
            return transactions / (double) (each.getLast()[0] - each.get(1)[0]);
        }
    }

    private Map<String, String> row() {
        Map<String, String> row = new LinkedHashMap<>();
        row.put(MARK, clients.isEmpty() ? "intervals" : "transactions");
        // Of a sample (--sampling-rate) nobody knows how many there were: each client's transactions are numbered.
        boolean whole = lines >= ALL * clients.values().stream().mapToLong(Long::longValue).sum();
        if (!clients.isEmpty()) {
            row.put("clients", String.valueOf(clients.size()));
            SHARES.forEach(s -> put(row, RESPONSE + s.getKey(), latencies.quantile(s.getValue()) / 1e3));
            if (whole) {
                put(row, "elapsed", (last - first) / MICROS);
            }
        }
        rate(whole).ifPresent(tps -> put(row, "tps", tps));
        if (whole) {
            row.put("failures", String.valueOf(failures));
        }
        put(row, RESPONSE + "min", least);
        put(row, RESPONSE + "mean", sum / done);
        put(row, RESPONSE + "max", most);
        return row;
    }

    private OptionalDouble rate(boolean whole) {
        double tps = clients.isEmpty() ? perSecond : whole ? done / ((last - first) / MICROS) : 0;
        return tps > 0 && Double.isFinite(tps) ? OptionalDouble.of(tps) : OptionalDouble.empty();
    }

    /** Where there is no transaction there is no number. */
    private void put(Map<String, String> row, String heading, double number) {
        if (done > 0 && Double.isFinite(number)) {
            row.put(heading, String.valueOf(number));
        }
    }
}
