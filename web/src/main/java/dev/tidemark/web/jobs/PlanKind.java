package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment.Space;

/** What becomes of the values that were filled in. */
public enum PlanKind {
    MATRIX("Every combination of the values given; one iteration where none has several."),
    STUDY("The defaults, and each further value alone with all others at their defaults."),
    COMPARE("Targets side by side, or the values of the first setting that has several, in paired rounds."),
    RAMP("One setting raised step by step until a limit is met, at each combination of the others."),
    FIND_RATE("The highest rate that is sustained, looked for step by step, at each combination of the others.");

    private final String help;

    PlanKind(String help) {
        this.help = help;
    }

    public String word() {
        return Types.word(this);
    }

    /** A search is made at every point of a matrix. */
    Space space() {
        return this == RAMP || this == FIND_RATE ? Space.MATRIX : Space.valueOf(name());
    }

    public String help() {
        return help;
    }

    /** The fields of a setting; a study has its default apart, which elsewhere is kept unseen. */
    List<String> fields(String setting) {
        return this == STUDY ? List.of(ExperimentFields.SET + setting, ExperimentFields.VARY + setting)
                : List.of(ExperimentFields.SET + setting);
    }

    /** @throws InvalidInputException when it is none */
    static PlanKind of(String word) {
        return Param.oneOf("plan", PlanKind.class).parse(word);
    }
}
