package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.plan.Experiment;

/** An experiment from elsewhere reaches what nobody has agreed to. */
public final class UnagreedException extends InvalidInputException {

    private final Experiment experiment;
    private final List<Reached> reached;

    UnagreedException(Experiment experiment, List<Reached> reached) {
        super(experiment.label() + " was not written here (" + experiment.origin().orElseThrow()
                + "), and nobody has agreed that it " + reached.stream().map(Reached::toString)
                .collect(Collectors.joining("; ")) + "; give each of these once more, as agreed, to agree to it");
        this.experiment = experiment;
        this.reached = List.copyOf(reached);
    }

    public Experiment experiment() {
        return experiment;
    }

    /** All that it reaches; at least one. */
    public List<Reached> reached() {
        return reached;
    }
}
