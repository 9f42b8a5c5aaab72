package dev.tidemark.core.param;

import module java.base;

/**
 * Secrets that somebody was asked for. They are kept in memory alone, and go to a runner over its link; whatever prints
 * this prints none of them.
 *
 * @param answers by what was asked for
 */
public record SecretAnswers(Map<String, String> answers) implements Secrets {

    /** Nobody was asked for anything. */
    public static final SecretAnswers NONE = new SecretAnswers(Map.of());

    public SecretAnswers {
        answers = Map.copyOf(answers);
    }

    /**
     * Asks for each secret that some settings leave to be asked for, once.
     *
     * @param ask is given what to ask for, and answers
     */
    public static SecretAnswers asking(Collection<Values> all, UnaryOperator<String> ask) {
        Map<String, String> answers = new LinkedHashMap<>();
        for (Values values : all) {
            for (Param<?> param : values.params().all()) {
                if (values.find(param).orElse(null) instanceof SecretRef(SecretRef.Kind kind, String place)
                        && kind == SecretRef.Kind.PROMPT) {
                    answers.computeIfAbsent(place, ask);
                }
            }
        }
        return new SecretAnswers(answers);
    }

    /** {@inheritDoc} In the environment, in a file, or among the answers. */
    @Override
    public String reveal(SecretRef secretRef) {
        return secretRef.kind() == SecretRef.Kind.PROMPT
                ? Optional.ofNullable(answers.get(secretRef.place())).orElseGet(secretRef::reveal) : secretRef.reveal();
    }

    @Override
    public String toString() {
        return answers.size() + " secrets";
    }
}
