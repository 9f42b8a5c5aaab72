package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Iteration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What "at its default" means for each setting: as recorded with the run. Facts have no default; they are kept as in
 * the best row.
 */
final class Defaults {

    private final Map<String, String> recorded;
    private final Optional<Row> best;

    Defaults(Map<String, String> recorded, List<Row> rows) {
        this.recorded = recorded;
        this.best = rows.stream().findFirst();
    }

    /** The default in words; empty when none was recorded. */
    Optional<String> text(Dimension dimension) {
        String text = recorded.get(dimension.name());
        return text == null && dimension.kind() == Dimension.Kind.FACT
                ? best.map(b -> b.level(dimension.name()).text()) : Optional.ofNullable(text);
    }

    boolean matches(Dimension dimension, Level level) {
        return text(dimension).filter(level::isWrittenAs).isPresent();
    }

    boolean matches(Dimension dimension, Iteration iteration) {
        return matches(dimension, Tables.level(iteration, dimension.name()));
    }
}
