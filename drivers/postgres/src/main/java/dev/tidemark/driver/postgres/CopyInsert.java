package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.jdbc.BulkInsert;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** COPY in its binary format; see "COPY", File Formats, in PostgreSQL's manual. */
final class CopyInsert implements BulkInsert {

    private static final byte[] SIGNATURE = "PGCOPY\n\377\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
    /** Rows are sent when they are as large as this together. */
    private static final int PIECE = 64 << 10;
    private static final int END = -1;

    @Override
    public void store(Connection connection, String table, List<byte[]> rows) throws SQLException {
        copy(connection, "COPY " + table + " (k, v) FROM STDIN (FORMAT binary)", rows);
    }

    /** @param rows of two columns: one, two, one, two … */
    static void copy(Connection connection, String command, List<byte[]> rows) throws SQLException {
        copy(connection, command, copy -> send(rows, copy));
    }

    /** Sends the rows of a COPY. */
    @FunctionalInterface
    interface Sender {
        void send(CopyIn copy) throws SQLException;
    }

    static void copy(Connection connection, String command, Sender rows) throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(command);
        try {
            rows.send(copy);
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private static void send(List<byte[]> rows, CopyIn copy) throws SQLException {
        ByteArrayOutputStream piece = new ByteArrayOutputStream(PIECE);
        piece.writeBytes(SIGNATURE);
        number(piece, 0, Integer.BYTES); // no flags
        number(piece, 0, Integer.BYTES); // nothing more in the header
        for (int i = 0; i < rows.size(); i += 2) {
            number(piece, 2, Short.BYTES);
            field(piece, rows.get(i));
            field(piece, rows.get(i + 1));
            if (piece.size() >= PIECE) {
                copy.writeToCopy(piece.toByteArray(), 0, piece.size());
                piece.reset();
            }
        }
        number(piece, END, Short.BYTES);
        copy.writeToCopy(piece.toByteArray(), 0, piece.size());
    }

    private static void field(ByteArrayOutputStream to, byte[] bytes) {
        number(to, bytes.length, Integer.BYTES);
        to.writeBytes(bytes);
    }

    private static void number(ByteArrayOutputStream to, int number, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            to.write(number >> shift);
        }
    }
}
