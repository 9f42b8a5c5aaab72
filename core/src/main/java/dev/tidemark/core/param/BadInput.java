package dev.tidemark.core.param;

/**
 * Input that cannot be used. The message is one whole line for the user: what is wrong, where, and the nearest valid
 * name or form. The command line prints it as it is and exits with status 2.
 */
public class BadInput extends RuntimeException {

    public BadInput(String message) {
        super(message);
    }

    /** The same complaint with the place in front, as in {@code matrix.yaml:7: unknown param 'shard'}. */
    public BadInput at(String place) {
        return new BadInput(place + ": " + getMessage());
    }
}
