package dev.tidemark.core.workload;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** One of the things that can be done to a target. */
public interface Workload {

    String name();

    /** The question it answers, for {@code tidemark params}. */
    String question();

    /** What is counted, in the plural: documents, operations, queries. */
    String unit();

    /** What the target's sessions must be able to do. */
    Set<Capability> needs();

    ParamSet params();

    /** In report order; the driver's own measures that are not among them follow. */
    MeasureSet measures();

    /** The measure that ranks the rows of a report. */
    String objective();

    /** The measure of {@link #unit units} per second: more is better, and a search for capacity looks at it. */
    String throughput();

    /**
     * Named sets of settings, param to text, both in the order in which they are told; params that the target's driver
     * does not have are passed over.
     */
    SequencedMap<String, Map<String, String>> presets();

    /**
     * The values with which a point is run and recorded: where one setting takes the place of another, the other is
     * left unset, so that no record shows a value that had no effect. Depends on values and origins; applying it again
     * changes nothing.
     */
    Values inForce(Values values);

    /** How much work a point offers. @throws dev.tidemark.core.param.BadInput when its settings cannot work here */
    Offered offered(Values values);

    /** The name of the dataset that a point works on; empty when each iteration makes its own content. */
    default Optional<String> dataset(Values values) {
        return Optional.empty();
    }

    /** Whether the store of an iteration with these values stays on disk. */
    Keep keep(Values values);

    /** What to run for a point. @throws dev.tidemark.core.param.BadInput when its settings cannot work here */
    Recipe recipe(Run run);

    /** The values of {@link #measures()} and of the driver's measures; a pure function of what was recorded. */
    List<Value> summarise(IterationDetail detail, MeasureSet driverMeasures);
}
