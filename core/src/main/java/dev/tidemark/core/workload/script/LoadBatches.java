package dev.tidemark.core.workload.script;

import module java.base;
import dev.tidemark.core.data.RowFile;
import dev.tidemark.core.param.InvalidInputException;

/** The rows of some files, one file after another, handed out in batches, each row once. Thread-safe. */
final class LoadBatches {

    /** Rows for one table. @param load which, from 0 */
    record Batch(int load, List<RowFile.Row> rows) {}

    private static final int MAX_REPORTED = 10;

    private final AtomicInteger failures = new AtomicInteger();
    private final List<TableLoad> loads;
    private final int size;
    private long count;
    private int load = -1;
    /** Null before the first and behind the last. */
    private RowFile.Rows rows;
    private int users;

    /** @param size rows of a batch */
    LoadBatches(List<TableLoad> loads, int size) {
        this.loads = loads;
        this.size = size;
    }

    /**
     * Reads all files, so that nothing is stored of one that is not what it should be.
     *
     * @throws InvalidInputException naming file and line
     */
    void check() {
        count = 0;
        for (TableLoad checked : loads) {
            long found = 0;
            try (RowFile.Rows all = checked.file().rows()) {
                for (RowFile.Row row = all.next(); row != null; row = all.next()) {
                    checked.cells().of(row);
                    found++;
                }
            }
            count += Math.ceilDiv(found, (long) size);
        }
        if (count == 0) {
            throw new InvalidInputException("\\load: there are no rows in " + String.join(", ", loads.stream()
                    .map(l -> l.file().name()).toList()));
        }
    }

    /** Batches in all, once they are checked. */
    long count() {
        return count;
    }

    /** About how many there will be. */
    long estimate() {
        return loads.stream().mapToLong(l -> Math.ceilDiv(l.file().estimate(), (long) size)).sum();
    }

    /** There is one more who takes them. */
    synchronized void join() {
        users++;
    }

    /** And one less: nobody is left behind the last. */
    synchronized void leave() {
        if (--users == 0) {
            close();
        }
    }

    private void close() {
        if (rows != null) {
            rows.close();
            rows = null;
        }
    }

    /** Whether lines of a failure are to be told, which the first ones are. */
    boolean knowsLineNumbers() {
        return failures.incrementAndGet() <= MAX_REPORTED;
    }

    /** The next; null behind the last. */
    synchronized Batch next() {
        List<RowFile.Row> batch = new ArrayList<>(size);
        while (load < loads.size()) {
            RowFile.Row row = rows == null ? null : rows.next();
            if (row != null) {
                batch.add(row);
            }
            if (row == null && batch.isEmpty()) {
                open(load + 1);
            } else if (row == null || batch.size() == size) {
                return new Batch(load, batch);
            }
        }
        return null;
    }

    private void open(int next) {
        close();
        load = next;
        rows = load < loads.size() ? loads.get(load).file().rows() : null;
    }
}
