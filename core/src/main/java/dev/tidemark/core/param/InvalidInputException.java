package dev.tidemark.core.param;

/**
 * Input that cannot be used. The message is one whole line for the user: what is wrong, where, and the nearest valid
 * name or form. The command line prints it as it is and exits with status 2.
 */
public class InvalidInputException extends RuntimeException {

    public InvalidInputException(String message) {
        super(message);
    }

    /** The same complaint with the place in front, as in {@code matrix.yaml:7: unknown param 'shard'}. */
    public InvalidInputException at(String place) {
        return new InvalidInputException(place + ": " + getMessage());
    }
}
