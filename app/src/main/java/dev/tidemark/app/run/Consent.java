package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.plan.Experiment;

/**
 * What somebody has agreed to of all that an experiment from elsewhere reaches. One that was written here needs no
 * consent.
 *
 * @param all   whether to all that it reaches, whatever that is
 * @param lines what was agreed to, each as it was shown
 */
public record Consent(boolean all, Set<String> lines) {

    /** Nobody was asked. */
    public static final Consent NONE = new Consent(false, Set.of());

    /** Given without looking, or when it was asked for. */
    public static final Consent ALL = new Consent(true, Set.of());

    public static Consent to(Collection<String> lines) {
        return new Consent(false, Set.copyOf(lines));
    }

    /** @throws UnagreedException when it came from elsewhere and reaches what was not agreed to */
    public void check(Experiment experiment, List<Reached> reached) {
        boolean agreed = all || reached.stream().allMatch(r -> lines.contains(r.toString()));
        if (experiment.origin().isPresent() && !agreed) {
            throw new UnagreedException(experiment, reached);
        }
    }
}
