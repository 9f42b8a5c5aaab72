package dev.tidemark.store.file;

import module java.base;
import module java.sql;

/**
 * What a group of rows adds up to. Rows can be added and taken away again, in any order, so that a sum is kept up while
 * rows are written. A row's hash is made of its columns in order: of texts and blobs the CRC-32C and the length, of
 * numbers their 64 bits. A change goes unnoticed with a probability of 2^-53.
 *
 * @param entries how many rows
 * @param total   sum of their hashes, modulo 2^53, which the database adds without leaving its integers
 */
public record RowChecksum(long entries, long total) {

    static final long MODULUS = 1L << 53;
    public static final RowChecksum NONE = new RowChecksum(0, 0);

    private static final long SEED = 0x2545F4914F6CDD1DL;
    private static final long NULL = 0x6A09E667F3BCC909L;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** A row of these columns. */
    public static RowChecksum ofRow(Object... columns) {
        return ended(begun(columns));
    }

    /** A row as it was read. @param first the first column that counts, from 1 */
    public static RowChecksum ofRow(ResultSet row, int first) throws SQLException {
        int last = row.getMetaData().getColumnCount();
        long hash = SEED;
        for (int i = first; i <= last; i++) {
            hash = with(hash, row.getObject(i));
        }
        return ended(hash);
    }

    /** The hash of the first columns of a row, for rows that have these in common. */
    public static long begun(Object... columns) {
        long hash = SEED;
        for (Object column : columns) {
            hash = with(hash, column);
        }
        return hash;
    }

    public static long with(long hash, Object column) {
        return switch (column) {
            case null -> mixed(hash, NULL);
            case Double d -> withNumber(hash, d);
            case Boolean b -> mixed(hash, b ? 1 : 0);
            case Number n -> mixed(hash, n.longValue());
            case byte[] bytes -> mixed(hash, bytes);
            default -> mixed(hash, column.toString().getBytes(StandardCharsets.UTF_8));
        };
    }

    /** SQLite knows neither NaN nor a negative zero. */
    private static long withNumber(long hash, double d) {
        return Double.isNaN(d) ? mixed(hash, NULL) : mixed(hash, Double.doubleToLongBits(d == 0 ? 0.0 : d));
    }

    public static RowChecksum ended(long hash) {
        return new RowChecksum(1, hash >>> 11);
    }

    private static long mixed(long hash, byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return mixed(hash, crc.getValue() << 31 | bytes.length);
    }

    /** For any hash, different columns give different results. */
    public static long mixed(long hash, long column) {
        long mixed = (hash ^ column) * GOLDEN;
        return mixed ^ mixed >>> 32;
    }

    public RowChecksum plus(RowChecksum other) {
        return new RowChecksum(entries + other.entries, (total + other.total) % MODULUS);
    }

    public RowChecksum minus(RowChecksum other) {
        return new RowChecksum(entries - other.entries, (total - other.total + MODULUS) % MODULUS);
    }
}
