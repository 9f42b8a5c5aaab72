package dev.tidemark.driver.lmdb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import org.lmdbjava.Env.AlreadyClosedException;
import org.lmdbjava.Env.FileInvalidException;
import org.lmdbjava.Env.MapFullException;
import org.lmdbjava.Env.ReadersFullException;
import org.lmdbjava.LmdbNativeException.PageCorruptedException;

/** Turns what the operating system and LMDB complain of into one line for the user. */
final class ErrorMapper {

    /** A disk with less room than these bytes is full. */
    private static final long FULL = 1 << 16;

    private ErrorMapper() {}

    /**
     * @param doing what LMDB was to do, as in {@code store a transaction}
     * @param e     of LmdbJava; it throws other kinds, too, for error codes that it does not know
     */
    static DriverException of(Path folder, String doing, RuntimeException e) {
        return new DriverException(switch (e) {
            case MapFullException full -> "map-size: the map of " + folder + " is full; set map-size larger";
            case ReadersFullException full -> "LMDB has no room for another reader of " + folder
                    + "; use fewer workers";
            case FileInvalidException invalid -> folder + " holds no LMDB database, or a damaged one";
            case PageCorruptedException corrupted -> folder + " is damaged; make the data anew";
            case AlreadyClosedException closed -> folder + ": the target was closed";
            case RuntimeException other when isFull(other.getMessage()) -> DriverException.fullDisk(folder);
            // A write for which only half the room was there is an input/output error to LMDB.
            case RuntimeException other when names(other, "EIO") && hasNoRoom(folder) ->
                    DriverException.fullDisk(folder);
            case RuntimeException other when names(other, "ENOMEM") ->
                    "map-size: there are no addresses for the map of " + folder + "; set map-size smaller";
            default -> "LMDB could not " + doing + " in " + folder + ": " + oneLine(e);
        }, e);
    }

    private static boolean isFull(String message) {
        return message != null && (message.contains("No space left") || message.contains("ENOSPC"));
    }

    private static boolean hasNoRoom(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace() < FULL;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean names(RuntimeException e, String error) {
        return e.getMessage() != null && e.getMessage().contains(error);
    }

    /** Its own words; where it has none, its name. */
    private static String oneLine(RuntimeException e) {
        return e.getMessage() == null || e.getMessage().isBlank() ? e.getClass().getSimpleName()
                : DriverException.oneLine(e.getMessage());
    }
}
