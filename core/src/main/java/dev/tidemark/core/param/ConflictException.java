package dev.tidemark.core.param;

/**
 * Input that is well as such, and cannot be used because of the state that something is in, as of a job that is
 * running. Once that is another state, the same input may do.
 */
public final class ConflictException extends InvalidInputException {

    public ConflictException(String message) {
        super(message);
    }

    @Override
    public ConflictException at(String place) {
        return new ConflictException(place + ": " + getMessage());
    }
}
