package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.result.LogBlock;

/**
 * What the queries of a check were answered with, as {@link LogBlock}s of its phase. A block holds, after a version
 * byte that no block of an {@link OperationTable} has, a deflated stream: how many answers there are, and each one
 * after the other, numbers of documents as 64 bits.
 */
public record AnswerTable(List<Row> rows) {

    /** First hits of an answer that are kept. */
    public static final int FIRST = 10;
    /** No number. */
    public static final long UNKNOWN = -1;

    private static final int VERSION = 'A';
    private static final int MOST_ROWS = 1 << 12;
    private static final int BUFFER = 1 << 13;

    /**
     * An answer.
     *
     * @param query    number of the query
     * @param asking   from 0: how often the check had asked it before
     * @param text     of the query, for people; cut where it is long
     * @param hits     how many documents match; {@link #UNKNOWN} where the engine does not say, or not exactly
     * @param internal whether the numbers of the documents are the engine's own, which mean nothing in another index
     * @param found    numbers that tell the first {@value #FIRST} hits apart, the best first, those with the same score
     *                 in the order of these numbers
     */
    public record Row(int query, int asking, String text, long hits, boolean internal, List<Long> found) {

        public Row {
            found = List.copyOf(found);
        }

        /** The same without what tells its documents apart. */
        public Row withoutDocuments() {
            return new Row(query, asking, text, hits, internal, List.of());
        }

        /** Whether it says anything that another answer can be compared with. */
        public boolean isComparable() {
            return hits != UNKNOWN || !found.isEmpty();
        }

        /** Whether another answer has the same first hits, and as many in all as far as both say. */
        public boolean alike(Row other) {
            return found.equals(other.found) && (hits == other.hits || hits == UNKNOWN || other.hits == UNKNOWN);
        }
    }

    public AnswerTable {
        rows = List.copyOf(rows);
    }

    /** Whether a block holds answers. */
    public static boolean isIn(LogBlock block) {
        return block.columns().length > 0 && block.columns()[0] == VERSION;
    }

    /** All answers in these blocks; those of other kinds are left out. @throws IllegalArgumentException when damaged */
    public static AnswerTable of(List<LogBlock> blocks) {
        List<Row> rows = new ArrayList<>();
        blocks.stream().filter(AnswerTable::isIn).forEach(block -> read(block.columns(), rows));
        return new AnswerTable(rows);
    }

    private static void read(byte[] bytes, List<Row> into) {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new InflaterInputStream(
                new ByteArrayInputStream(bytes, 1, bytes.length - 1))))) {
            for (int left = count(in, MOST_ROWS); left > 0; left--) {
                int query = Math.toIntExact(Varint.read(in));
                int asking = Math.toIntExact(Varint.read(in));
                String text = in.readUTF();
                long hits = Varint.read(in) - 1;
                boolean internal = in.readBoolean();
                List<Long> found = new ArrayList<>();
                for (int more = count(in, FIRST); more > 0; more--) {
                    found.add(in.readLong());
                }
                into.add(new Row(query, asking, text, hits, internal, found));
            }
        } catch (IOException | ArithmeticException e) {
            throw new IllegalArgumentException("answers of a check are damaged", e);
        }
    }

    private static int count(DataInputStream in, int most) throws IOException {
        long count = Varint.read(in);
        if (count < 0 || count > most) {
            throw new IOException("more than there can be");
        }
        return (int) count;
    }

    /** The blocks of a phase that hold these answers; those of one query stand together, which makes them short. */
    public List<LogBlock> blocks(int phase) {
        List<Row> sorted = rows.stream().sorted(Comparator.comparingInt(Row::query)
                .thenComparingInt(Row::asking)).toList();
        List<LogBlock> blocks = new ArrayList<>();
        for (int from = 0; from < sorted.size(); from += MOST_ROWS) {
            List<Row> part = sorted.subList(from, Math.min(from + MOST_ROWS, sorted.size()));
            blocks.add(new LogBlock(phase, 0, blocks.size(), part.size(), encoded(part)));
        }
        return blocks;
    }

    private static byte[] encoded(List<Row> rows) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(VERSION);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new DeflaterOutputStream(all),
                BUFFER))) {
            Varint.write(out, rows.size());
            for (Row row : rows) {
                Varint.write(out, row.query());
                Varint.write(out, row.asking());
                out.writeUTF(row.text());
                Varint.write(out, row.hits() + 1);
                out.writeBoolean(row.internal());
                Varint.write(out, row.found().size());
                for (long number : row.found()) {
                    out.writeLong(number);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toByteArray();
    }
}
