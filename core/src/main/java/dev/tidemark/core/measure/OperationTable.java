package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.measure.LogBlockWriter.Column;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.Outcome;

/**
 * The operations of a phase that were logged one by one, in the order in which they were due.
 *
 * @param rows   the operations
 * @param halved how often they were halved since there were too many: each stands for 2 to the power of that; 0 where
 *               the log has all
 */
public record OperationTable(List<Row> rows, int halved) {

    /** No number. */
    public static final long UNKNOWN = -1;

    /** No block has so many; what is damaged must not unfold to more than memory holds. */
    private static final int MOST_ROWS = 1 << 20;
    private static final int MOST_WORDS = 1 << 10;

    /**
     * An operation. Times are nanoseconds since the iteration's start.
     *
     * @param kind    kind of operation
     * @param outcome how it ended
     * @param reason  why, for what did not do all that was asked; empty otherwise
     * @param lane    the stream of operations that it belongs to
     * @param n       its position in that
     * @param item    which of the things that repeat it was about, such as the number of a query; {@link #UNKNOWN}
     * @param due     when it was due
     * @param start   when it was started
     * @param end     when it ended
     * @param engine  nanoseconds that it took as the engine says; {@link #UNKNOWN} where it does not
     * @param hits    what it returned
     */
    public record Row(String kind, Outcome outcome, String reason, int lane, long n, long item, long due, long start,
            long end, long engine, long hits) {

        /** From when it was due to its end. */
        public long nanos() {
            return end - due;
        }
    }

    public OperationTable {
        rows = List.copyOf(rows);
    }

    /**
     * The operations of a phase.
     *
     * @throws IllegalArgumentException when a block is damaged or of an unknown version
     */
    public static OperationTable of(List<LogBlock> blocks, int phase) {
        List<Row> all = new ArrayList<>();
        int halved = 0;
        for (LogBlock block : blocks) {
            if (block.phase() == phase) {
                halved = Math.max(halved, read(block.columns(), all));
            }
        }
        int most = halved;
        return new OperationTable(all.stream().filter(r -> LogSample.has(most, r.lane(), r.n()))
                .sorted(Comparator.comparingLong(Row::due).thenComparingLong(Row::n)).toList(), most);
    }

    /** How many operations each row stands for. */
    public long each() {
        return 1L << halved;
    }

    /** @return how often the sample had been halved */
    private static int read(byte[] bytes, List<Row> into) {
        if (bytes.length == 0 || bytes[0] != LogBlockWriter.VERSION) {
            throw new IllegalArgumentException("operation log of an unknown version");
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new InflaterInputStream(
                new ByteArrayInputStream(bytes, 1, bytes.length - 1))))) {
            int halvings = Math.toIntExact(Varint.read(in));
            List<String> kinds = words(in);
            List<Outcome> outcomes = words(in).stream().map(Outcome::valueOf).toList();
            List<String> reasons = words(in);
            int rows = count(in, MOST_ROWS);
            long[][] columns = new long[Column.values().length][rows];
            for (long[] column : columns) {
                for (int row = 0; row < rows; row++) {
                    column[row] = Varint.read(in);
                }
            }
            rows(columns, rows, kinds, outcomes, reasons, into);
            return halvings;
        } catch (IOException | ArithmeticException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("operation log is damaged", e);
        }
    }

    private static void rows(long[][] columns, int rows, List<String> kinds, List<Outcome> outcomes,
            List<String> reasons, List<Row> into) {
        long n = 0;
        long due = 0;
        for (int row = 0; row < rows; row++) {
            n += signed(columns, Column.N, row);
            due += signed(columns, Column.DUE, row);
            long start = due + signed(columns, Column.START, row);
            int reason = (int) number(columns, Column.REASON, row);
            into.add(new Row(kinds.get((int) number(columns, Column.KIND, row)),
                    outcomes.get((int) number(columns, Column.OUTCOME, row)),
                    reason == 0 ? "" : reasons.get(reason - 1), (int) number(columns, Column.LANE, row), n,
                    number(columns, Column.ITEM, row) - 1, due, start, start + signed(columns, Column.END, row),
                    number(columns, Column.ENGINE, row) - 1, number(columns, Column.HITS, row)));
        }
    }

    private static long number(long[][] columns, Column column, int row) {
        return columns[column.ordinal()][row];
    }

    private static long signed(long[][] columns, Column column, int row) {
        long number = number(columns, column, row);
        return number >>> 1 ^ -(number & 1);
    }

    private static int count(DataInputStream in, int most) throws IOException {
        long count = Varint.read(in);
        if (count < 0 || count > most) {
            throw new IOException("more than there can be");
        }
        return (int) count;
    }

    private static List<String> words(DataInputStream in) throws IOException {
        List<String> words = new ArrayList<>();
        for (int left = count(in, MOST_WORDS); left > 0; left--) {
            words.add(in.readUTF());
        }
        return words;
    }
}
