package dev.tidemark.web.jobs;

import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.web.http.HttpException;
import java.util.List;
import java.util.stream.Stream;

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

    static PlanKind of(String word) {
        List<String> words = Stream.of(values()).map(PlanKind::word).toList();
        return Stream.of(values()).filter(k -> k.word().equals(word)).findFirst()
                .orElseThrow(() -> new HttpException(400,
                "'" + word + "' is no plan; it is one of " + String.join(", ", words) + Suggestions.hint(word, words)));
    }
}
