package dev.tidemark.core.param;

import java.util.Map;
import java.util.Optional;

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

    /** The same with those that somebody was asked for. @param answers by what was asked for */
    static Secrets withAnswers(Map<String, String> answers) {
        Map<String, String> kept = Map.copyOf(answers);
        return secretRef -> secretRef.kind() == SecretRef.Kind.PROMPT
                ? Optional.ofNullable(kept.get(secretRef.place())).orElseGet(secretRef::reveal) : secretRef.reveal();
    }
}
