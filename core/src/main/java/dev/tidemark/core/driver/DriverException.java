package dev.tidemark.core.driver;

import java.nio.file.Path;

/** The target could not do what was asked. The message is one line for the user. */
public class DriverException extends Exception {

    public DriverException(String message) {
        super(message);
    }

    public DriverException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Words of others, perhaps null, as one line. */
    public static String oneLine(String words) {
        return String.valueOf(words).strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    /** What is said where data finds no more room. */
    public static String fullDisk(Path path) {
        return "the disk of " + path + " is full";
    }

    /**
     * Whether it was told at once that there is no connection, so that the target never saw what was asked: how long
     * that took says nothing of the target's speed, and whoever tries again without a pause only makes more of it.
     */
    public boolean refusesConnection() {
        return false;
    }

    /**
     * Whether the connection broke, or took too long to be made: unless {@link #refusesConnection}, whether what was
     * asked was done is not known.
     */
    public boolean losesConnection() {
        return false;
    }
}
