package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.Outcome;

/**
 * Gathers what workers logged into {@link LogBlock}s. A block holds, after a version byte, a deflated stream: how often
 * the sample had been halved, the words for kinds, outcomes and reasons, and then column after column in
 * variable-length numbers, those that hardly change from row to row as differences. {@link OperationTable} reads it.
 * Not thread-safe.
 */
final class LogBlockWriter {

    static final int VERSION = 1;
    /** Of a block; the others share the last one's place. */
    static final int MOST_REASONS = 50;
    static final String OTHER = "another reason";
    /** A block is full with so many. */
    private static final int FULL = 1 << 14;
    private static final int BUFFER = 1 << 13;

    /** The columns, in their order. */
    enum Column {
        N, LANE, KIND, OUTCOME, REASON, ITEM, DUE, START, END, ENGINE, HITS
    }

    private final int phase;
    private final LogSample sample;
    private final List<String> kinds = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private final ByteArrayOutputStream[] bytes = new ByteArrayOutputStream[Column.values().length];
    private final DataOutputStream[] columns = new DataOutputStream[bytes.length];
    private int rows;
    private int seq;
    private long lastN;
    private long lastDue;

    LogBlockWriter(int phase, LogSample sample) {
        this.phase = phase;
        this.sample = sample;
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = new ByteArrayOutputStream();
            columns[i] = new DataOutputStream(bytes[i]);
        }
    }

    boolean isEmpty() {
        return rows == 0;
    }

    boolean isFull() {
        return rows >= FULL;
    }

    /** Adds the rows of a worker that still are in the sample. @param origin what their times are to count from */
    void add(LogBuffer buffer, List<String> kindNames, long origin) {
        int halvings = sample.halvings();
        try {
            for (int row = 0; row < buffer.size(); row++) {
                if (LogSample.has(halvings, buffer.lane(row), buffer.n(row))) {
                    add(buffer, row, kindNames, origin);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(LogBuffer buffer, int row, List<String> kindNames, long origin) throws IOException {
        long due = buffer.due(row) + origin;
        signed(Column.N, buffer.n(row) - lastN);
        write(Column.LANE, buffer.lane(row));
        write(Column.KIND, place(kinds, kindNames.get(buffer.kind(row))));
        write(Column.OUTCOME, buffer.outcome(row).ordinal());
        write(Column.REASON, reason(buffer.reason(row)));
        write(Column.ITEM, buffer.item(row) + 1);
        signed(Column.DUE, due - lastDue);
        signed(Column.START, buffer.start(row) - buffer.due(row));
        signed(Column.END, buffer.end(row) - buffer.start(row));
        write(Column.ENGINE, buffer.engine(row) + 1);
        write(Column.HITS, buffer.hits(row));
        lastN = buffer.n(row);
        lastDue = due;
        rows++;
    }

    private void write(Column column, long number) throws IOException {
        Varint.write(columns[column.ordinal()], number);
    }

    /** Small numbers of either sign are short. */
    private void signed(Column column, long number) throws IOException {
        write(column, number << 1 ^ number >> Long.SIZE - 1);
    }

    private static int place(List<String> words, String word) {
        int at = words.indexOf(word);
        if (at < 0) {
            at = words.size();
            words.add(word);
        }
        return at;
    }

    /** 0 for none. */
    private int reason(String reason) {
        if (reason == null) {
            return 0;
        }
        boolean room = reasons.size() < MOST_REASONS - 1 || reasons.contains(reason);
        return 1 + place(reasons, room ? reason : OTHER);
    }

    /** What was gathered; the next block is empty. */
    LogBlock take() {
        LogBlock block = new LogBlock(phase, 0, seq++, rows, encoded());
        for (ByteArrayOutputStream column : bytes) {
            column.reset();
        }
        kinds.clear();
        reasons.clear();
        rows = 0;
        lastN = 0;
        lastDue = 0;
        return block;
    }

    private byte[] encoded() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(VERSION);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new DeflaterOutputStream(all),
                BUFFER))) {
            Varint.write(out, sample.halvings());
            words(out, kinds);
            words(out, List.of(Outcome.values()).stream().map(Outcome::name).toList());
            words(out, reasons);
            Varint.write(out, rows);
            for (ByteArrayOutputStream column : bytes) {
                column.writeTo(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toByteArray();
    }

    private static void words(DataOutputStream out, List<String> words) throws IOException {
        Varint.write(out, words.size());
        for (String word : words) {
            out.writeUTF(word);
        }
    }
}
