package dev.tidemark.store;

import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** The store could not do its work. The message is one line for the user: which file, what is wrong, what to do. */
public final class StoreException extends RuntimeException {

    StoreException(String message) {
        super(message);
    }

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What a database error means to the user; an error that is not the database's is given back as it is. */
    static RuntimeException of(Path file, RuntimeException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return of(file, sql);
            }
        }
        return error;
    }

    static StoreException of(Path file, SQLException error) {
        // Extended codes such as SQLITE_READONLY_DIRECTORY keep the plain code in their lowest byte.
        SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(error.getErrorCode() & 0xFF);
        String what = switch (code) {
            case SQLITE_FULL -> "the disk is full; free some space and run again with --resume";
            case SQLITE_READONLY, SQLITE_PERM -> "it cannot be written; check its permissions and its folder's";
            case SQLITE_CANTOPEN -> "it cannot be opened; check that its folder exists and can be written";
            case SQLITE_BUSY, SQLITE_LOCKED -> "another process has kept it locked for too long; try again";
            case SQLITE_NOTADB -> "it is not a Tidemark store";
            case SQLITE_CORRUPT -> "it is damaged";
            case SQLITE_IOERR -> "reading or writing it failed: " + oneLine(error);
            default -> oneLine(error);
        };
        return new StoreException("store " + file + ": " + what, error);
    }

    private static String oneLine(SQLException error) {
        return String.valueOf(error.getMessage()).lines().findFirst().orElse("unknown error");
    }
}
