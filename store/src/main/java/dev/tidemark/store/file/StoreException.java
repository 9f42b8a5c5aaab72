package dev.tidemark.store.file;

import module java.base;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import tools.jackson.core.JacksonException;

/** The store could not do its work. The message is one line for the user: which file, what is wrong, what to do. */
public final class StoreException extends RuntimeException {

    private static final String NO_ROOM = "the disk is full";
    private static final String FULL = NO_ROOM + "; free some space and try again";
    private static final Set<SQLiteErrorCode> DAMAGE = EnumSet.of(SQLiteErrorCode.SQLITE_CORRUPT,
            SQLiteErrorCode.SQLITE_NOTADB);

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * What a database error means to the user, and a row that no program has written; an error of another kind is given
     * back as it is.
     */
    public static RuntimeException of(Path file, RuntimeException error) {
        if (isUnreadableRow(error)) {
            return new StoreException("store " + file + ": it is damaged: a row of it cannot be understood; 'tidemark "
                    + "check' tells more", error);
        }
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return of(file, sql);
            }
        }
        return error;
    }

    /** As {@code Enum.valueOf} and the JSON reader complain. */
    private static boolean isUnreadableRow(RuntimeException error) {
        return error instanceof JacksonException || error instanceof IllegalArgumentException
                && String.valueOf(error.getMessage()).startsWith("No enum constant");
    }

    /** Of a store that could only be read, as its disk was full. */
    static StoreException wasFull(Path file) {
        return StoreFile.hasRoom(file) ? new StoreException("store " + file + ": the disk was full when it was opened, "
                + "and has room now; do this once more") : full(file);
    }

    static StoreException full(Path file) {
        return new StoreException("store " + file + ": " + FULL);
    }

    /** The same of a run, of which what is stored is not done again. */
    public StoreException ofRun() {
        return ofFullDisk("; free some space and run again with --resume");
    }

    /** The same of a deletion, which would have made room. @param done of so many iterations in all */
    public StoreException ofDeletion(int done, int all) {
        return ofFullDisk(", and a deletion needs room for a while" + (done == 0 ? "" : ", which there was for " + done
                + " of " + all + " iterations") + "; free some beside the store first, or go on with a copy of it on "
                + "another disk: 'tidemark copy' makes one");
    }

    private StoreException ofFullDisk(String advice) {
        String message = getMessage();
        return isFull() ? new StoreException(message.substring(0, message.length() - FULL.length()) + NO_ROOM + advice,
                this)
                : this;
    }

    public boolean isFull() {
        return getMessage().endsWith(FULL);
    }

    /** What SQLite says of a file that it cannot understand; empty where something else is wrong. */
    public static Optional<String> damage(RuntimeException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && DAMAGE.contains(code(sql))) {
                return Optional.of(oneLine(sql));
            }
        }
        return Optional.empty();
    }

    public static boolean isFull(SQLException error) {
        return code(error) == SQLiteErrorCode.SQLITE_FULL;
    }

    /** Extended codes such as SQLITE_READONLY_DIRECTORY keep the plain code in their lowest byte. */
    private static SQLiteErrorCode code(SQLException error) {
        return SQLiteErrorCode.getErrorCode(error.getErrorCode() & 0xFF);
    }

    public static StoreException of(Path file, SQLException error) {
        // Opening fails so, too: SQLite makes room beside the file before it reads.
        boolean noRoom = error instanceof SQLiteException e
                && e.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
        SQLiteErrorCode code = noRoom ? SQLiteErrorCode.SQLITE_FULL : code(error);
        String what = switch (code) {
            case SQLITE_FULL -> FULL;
            case SQLITE_READONLY, SQLITE_PERM -> !StoreFile.hasRoom(file) ? FULL
                    : "it cannot be written; check its permissions and its folder's";
            case SQLITE_CANTOPEN -> "it cannot be opened; check that its folder exists and can be written";
            case SQLITE_BUSY, SQLITE_LOCKED -> "another process has kept it locked for too long; try again";
            case SQLITE_NOTADB -> "it is not a Tidemark store";
            case SQLITE_CORRUPT -> "it is damaged; 'tidemark check' tells more";
            case SQLITE_IOERR -> "reading or writing it failed: " + oneLine(error);
            default -> oneLine(error);
        };
        return new StoreException("store " + file + ": " + what, error);
    }

    private static String oneLine(SQLException error) {
        return String.valueOf(error.getMessage()).lines().findFirst().orElse("unknown error");
    }
}
