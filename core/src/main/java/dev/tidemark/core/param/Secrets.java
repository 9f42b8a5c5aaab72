package dev.tidemark.core.param;

/** Looks a secret up for whoever needs it, when it needs it. Nothing that it answers with is kept, told or logged. */
@FunctionalInterface
public interface Secrets {

    /**
     * The secret that is kept in a place.
     *
     * @throws InvalidInputException when it is not there; the message tells the place alone
     */
    String reveal(SecretRef secretRef);

    /** Those in the environment of this process and in its files. */
    static Secrets ofThisProcess() {
        return SecretRef::reveal;
    }
}
