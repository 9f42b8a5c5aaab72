package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;

/** One of the things that can be done to a target. */
public interface Workload {

    String name();

    /** The question it answers, for {@code tidemark params}. */
    String question();

    /** What is counted, in the plural: documents, operations, queries. */
    String unit();

    /** The driver whose engine it works on where nobody says another. */
    default String usualDriver() {
        return Drivers.USUAL;
    }

    /** What the target's sessions must be able to do. */
    Set<Capability> needs();

    /** What they must be able to do at one point, or for one group. */
    default Set<Capability> needs(Values values) {
        return needs();
    }

    ParamSet params();

    /** The same for a target of this driver, where a setting's values depend on that. The names are the same. */
    default ParamSet params(Driver driver) {
        return params();
    }

    /** What gives settings an effect that have none otherwise. */
    default List<Precondition> preconditions() {
        return List.of();
    }

    /**
     * Settings that are left to all the values there are, as if they were varied: name to texts.
     *
     * @param values of a point
     */
    default Map<String, List<String>> allValues(Driver driver, Values values) {
        return Map.of();
    }

    /** Those of {@link #params()} that each of several worker groups can have its own way; none: it has no groups. */
    default List<Param<?>> groupParams() {
        return List.of();
    }

    /** The same, with those of a driver that each of them can have its own way. */
    default List<Param<?>> groupParams(Driver driver) {
        return groupParams();
    }

    /**
     * What takes the place of a mix of operations by weights, as a complaint says it; empty when {@code mix} is a
     * setting that holds weights.
     */
    default Optional<String> whyNoMix() {
        return Optional.of(name() + " does one thing only, and has no mix of operations");
    }

    /** In report order; the driver's own measures that are not among them follow. */
    MeasureSet measures();

    /**
     * The same with those that only some values of settings bring, as the measures of operations that a file names.
     *
     * @param texts of the settings, each with all the values that it has
     */
    default MeasureSet measures(Map<String, List<String>> texts) {
        return measures();
    }

    /** A measure by its name, also one that only some values of settings bring, or that a group of workers has. */
    default Optional<Measure> measure(String name) {
        return measures().find(name).or(() -> QualifiedNames.group(name)
                .flatMap(group -> WorkerGroups.measures(this, List.of(group)).find(name)));
    }

    /** Those of {@link #measures()} that each of several worker groups has, too. */
    default List<Measure> groupMeasures() {
        return List.of();
    }

    /** The measure that ranks the rows of a report. */
    String objective();

    /**
     * The measure that ranks rows of these iterations: the {@link #objective}, unless a unit of work of one is not that
     * of another.
     */
    default String objective(List<Iteration> iterations) {
        return objective();
    }

    /** Whether iterations of one point found too little for it to be ranked: whoever looks less closely is faster. */
    default boolean foundTooLittle(List<Iteration> ofPoint) {
        return false;
    }

    /** The measure of {@link #unit units} per second: more is better, and a search for capacity looks at it. */
    String throughput();

    /**
     * The measure that tells, of earlier iterations, how long a load will take that a count ends: of
     * {@link #unit units} per second, or in MB/s of the bytes that it stores.
     */
    default String pace() {
        return throughput();
    }

    /** The same, with those of points that have another one; of an iteration that has several, the first counts. */
    default List<String> paces() {
        return List.of(pace());
    }

    /**
     * Named sets of settings, param to text, both in the order in which they are told; params that the target's driver
     * does not have are passed over.
     */
    SequencedMap<String, Map<String, String>> presets();

    /**
     * Named sets of conditions for {@code expect}, measure to condition, in the order in which they are told: what is
     * usually accepted of a kind of system.
     */
    default SequencedMap<String, Map<String, String>> expectations() {
        return new LinkedHashMap<>();
    }

    /**
     * The values with which a point is run and recorded: where one setting takes the place of another, the other is
     * left unset, so that no record shows a value that had no effect. Depends on values and origins; applying it again
     * changes nothing.
     */
    Values effective(Values values);

    /**
     * How much work a point offers.
     * @throws dev.tidemark.core.param.InvalidInputException when its settings cannot work here
     */
    WorkEstimate estimate(Values values);

    /** The name of the dataset that a point, or a group, works on; empty when each iteration makes its own content. */
    default Optional<String> dataset(Values values) {
        return Optional.empty();
    }

    /** Names of the datasets that a point's groups work on, each once. */
    default List<String> datasets(Values values) {
        return WorkerGroups.of(this, values).stream().flatMap(g -> dataset(g.values()).stream()).distinct().toList();
    }

    /**
     * Checks what only shows when the datasets are known.
     *
     * @param datasets those of {@link #datasets}, by name
     * @throws dev.tidemark.core.param.InvalidInputException when the point cannot work on them
     */
    default void check(Values values, Map<String, DatasetManifest> datasets) {}

    /**
     * What an iteration with these values finds in its target once it is prepared, where it only reads that: iterations
     * of one runner that say the same, on a target that holds the same, work one after the other on what the first of
     * them has made. Empty where each makes its own.
     */
    default Optional<String> content(Values values) {
        return Optional.empty();
    }

    /**
     * Whether an iteration with these values works on nothing that Tidemark makes, so that its target's driver shall
     * make nothing where it can do without; see {@link OpenTarget#visit}.
     */
    default boolean visits(Values values) {
        return false;
    }

    /**
     * What a point names of which only its target knows whether it is there, such as a field of an index of others':
     * the same for points that name the same, and empty where one names nothing.
     */
    default Optional<String> named(Values values) {
        return Optional.empty();
    }

    /**
     * Sees, before anything is run or stored, whether a target that was opened has what a point names in it.
     *
     * @throws dev.tidemark.core.param.InvalidInputException where it has not: what, where, and the nearest name
     */
    default void requireNamed(Values values, OpenTarget target) {}

    /** Whether the store of an iteration with these values stays on disk. */
    default Retention keep(Values values) {
        return Retention.NONE;
    }

    /**
     * How many instances of the target an iteration works on, side by side and each with a database of its own; above 1
     * only where it works on no dataset.
     */
    default int instances(Values values) {
        return 1;
    }

    /**
     * Whether its plan has a stage that warms up, after whatever it prepares; else a part of the headline stage is
     * run beforehand, unrecorded and without preparation.
     */
    default boolean warmsUpItself() {
        return false;
    }

    /** Why a point's load cannot be shared out among several generators, as a complaint says it; empty when it can. */
    default Optional<String> whyNotShared(Values values) {
        return Optional.of("the load of " + name() + " cannot be shared out yet; leave agents out");
    }

    /** Whether the load of a point stores anything, so that it matters what an acknowledged write survives. */
    default boolean writes(Values values) {
        return true;
    }

    /** What that is where the point itself decides it, whatever its target's settings state. */
    default Optional<Durability> durability(Values values) {
        return Optional.empty();
    }

    /**
     * What an acknowledged write of a point survives: the weakest of what is stated.
     *
     * @param ofTarget  what its driver states, perhaps by what was found on the server
     * @param effective the target's settings, as they are known
     * @return empty where it writes nothing, or nothing is stated
     */
    default Optional<Durability> durability(Values values, Collection<Durability> ofTarget, Values effective) {
        if (!writes(values)) {
            return Optional.empty();
        }
        List<Durability> stated = new ArrayList<>(ofTarget);
        effective.durability().ifPresent(stated::add);
        return durability(values).or(() -> Durability.weakest(stated));
    }

    /** What follows from the settings of a point and is worth being recorded with them; of origin detected. */
    default List<Setting> facts(Values values) {
        return List.of();
    }

    /**
     * What is run beforehand for a while, unrecorded, where the plan does not warm up itself; the headline stage of
     * the plan, unless that needs its preparation.
     */
    default Stage warmUp(WorkloadContext context) {
        return executionPlan(context).stages().stream().map(Supplier::get).filter(Stage::headline).findFirst()
                .orElseThrow();
    }

    /**
     * What to run for a point.
     * @throws dev.tidemark.core.param.InvalidInputException when its settings cannot work here
     */
    ExecutionPlan executionPlan(WorkloadContext workloadContext);

    /** The values of {@link #measures()} and of the driver's measures; a pure function of what was recorded. */
    List<MeasuredValue> summarise(IterationDetail detail, MeasureSet driverMeasures);
}
