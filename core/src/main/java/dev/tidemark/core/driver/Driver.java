package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.url.ClientEnvironment;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;

/**
 * Code that speaks to one kind of database or engine. Found by {@link ServiceLoader} on the class path, and in
 * {@link DriverFolder folders}. Declaring (everything but {@link #open}) must work without the engine's own libraries
 * on the class path.
 */
public interface Driver {

    /** The param, a path, by which an engine on this machine is told where to keep its data; see {@link #directory}. */
    String DIRECTORY = "directory";

    /** The name by which a target calls it, for example {@code rocksdb}. */
    String name();

    /** One sentence for {@code tidemark drivers}. */
    String summary();

    ParamSet params();

    /** What the engine counts, beside what the harness measures of every target. */
    MeasureSet measures();

    Set<Capability> capabilities();

    /**
     * Those of {@link #capabilities()} that a target with these settings has.
     *
     * @param values of {@link #params()}
     */
    default Set<Capability> capabilities(Values values) {
        return capabilities();
    }

    /**
     * The setting that says how many bytes of the data the engine holds in memory of its own; empty where it leaves
     * that to the system.
     */
    default Optional<Param<Long>> cache() {
        return Optional.empty();
    }

    /**
     * The settings that data of the user's decide where nobody gives them, as what is written beside a database: their
     * defaults hold for data that Tidemark makes.
     *
     * @param values of {@link #params()}, and perhaps others
     */
    default List<Param<?>> decidedByData(Values values) {
        return List.of();
    }

    /**
     * Whether a setting is a default in place of which {@linkplain #decidedByData the data decide}, and so says nothing
     * of the target.
     *
     * @param values of {@link #params()}, and perhaps others
     */
    default boolean isDecidedByData(Values values, Setting setting) {
        return setting.origin() == SettingOrigin.DECLARED
                && decidedByData(values).stream().anyMatch(param -> param.name().equals(setting.name()));
    }

    /** The setting by which what was acknowledged is promised to be on the device; empty where there is none. */
    default Optional<Param<?>> sync() {
        return Optional.empty();
    }

    /**
     * What acknowledged writes survive beside what {@link Param#durability the settings} state. Of a database whose
     * documentation says nothing, nothing is stated.
     */
    default StatedDurability durability() {
        return StatedDurability.NOTHING;
    }

    /** What of that holds with these settings. */
    default StatedDurability durability(Values values) {
        return durability();
    }

    /** The setting of the size of the blocks, where each holds one value; empty where values are stored otherwise. */
    default Optional<Param<Long>> blockSize() {
        return Optional.empty();
    }

    /** The setting that names a file or device that is there already, instead of a directory for its own; or none. */
    default Optional<Param<Path>> existingPlace() {
        return Optional.empty();
    }

    /**
     * What the background task compact does with what this engine stores, or why it has nothing to do: a sentence;
     * empty where there is nothing to say.
     */
    default String compaction() {
        return "";
    }

    /** What a target's upkeep consists of, where {@link Capability#MAINTENANCE} is there. */
    default Set<Maintenance> maintenance() {
        return Set.of();
    }

    /**
     * The styles of its client's API that can be measured side by side, the most usual first and no-ops last; none
     * without {@link Capability#API_STYLES}.
     */
    default List<ApiStyle> styles() {
        return List.of();
    }

    /**
     * Those of {@link #styles()} that a target with these settings has.
     *
     * @param values of {@link #params()}
     */
    default List<ApiStyle> styles(Values values) {
        return styles();
    }

    /**
     * What statements of one's own are written in, where {@link Capability#STATEMENTS} is there.
     *
     * @param values of {@link #params()}, and perhaps others
     */
    default StatementLanguage statements(Values values) {
        return StatementLanguage.STANDARD;
    }

    /** Which URLs reach what it speaks to, and what their parts are as its settings; empty where none do. */
    default Optional<UrlForm> url() {
        return Optional.empty();
    }

    /**
     * The settings by which a target is reached that has this URL; empty where it is none of this driver's.
     *
     * @throws dev.tidemark.core.param.InvalidInputException when it is, and cannot be meant
     */
    default Optional<Map<String, String>> reaching(String url) {
        return url().flatMap(form -> form.settings(url, ClientEnvironment.system()));
    }

    /** Flags that the runner's JVM needs for this engine. */
    default List<String> jvmFlags() {
        return List.of();
    }

    /** Whether several processes can work on one target together though it is on no server, as where nothing is kept. */
    default boolean sharedByProcesses() {
        return false;
    }

    /**
     * Whether all that is sent to a target goes to the addresses of its settings, so that what stands before these is
     * passed: where its client finds no further servers by itself, and none of them is named by another setting.
     *
     * @param values of {@link #params()}, and perhaps others
     */
    default boolean isReachedByAddressOnly(Values values) {
        return true;
    }

    /**
     * Whether it can be run in no process but a runner's own: where its engine needs flags, which the main process
     * lacks.
     */
    default boolean needsProcess() {
        return !jvmFlags().isEmpty();
    }

    /**
     * Whether a target with these settings only reads what others made, and is a
     * {@link KeyspaceTarget#existing() target that exists} already.
     *
     * @param values of {@link #params()}
     */
    default boolean onlyReads(Values values) {
        return false;
    }

    /**
     * The flag by which a user lets a target write over what others made; empty where the driver never does that. It is
     * said with each target and each run: no default can stand for it.
     */
    default Optional<Param<Boolean>> destroying() {
        return Optional.empty();
    }

    /**
     * The device that a target with these settings writes over, whatever others keep on it; empty where it writes to
     * what is its own only.
     *
     * @param values of {@link #params()}
     */
    default Optional<Path> destroys(Values values) {
        return Optional.empty();
    }

    /**
     * The secret that the client of a target with these settings looks up by itself, as it is not given one; empty where
     * it does no such thing.
     *
     * @param values of {@link #params()}
     */
    default Optional<SecretRef> takesUnasked(Values values) {
        return Optional.empty();
    }

    /**
     * Whether the target of such settings may be on another machine than this, where its address is not what tells; empty
     * where it is, or where there is none.
     *
     * @param values of {@link #params()}
     */
    default Optional<Boolean> mayBeElsewhere(Values values) {
        return Optional.empty();
    }

    /** Where the user wants the data, by the param {@link #DIRECTORY}; empty where it is not set, or there is none. */
    static Optional<Path> directory(Values values) {
        return values.params().lookUp(DIRECTORY).flatMap(found -> values.find(found.param())).map(Path.class::cast);
    }

    /**
     * Connects to the target.
     *
     * @param values of {@link #params()}
     * @throws DriverException when it cannot be reached or opened; the message is one line for the user
     */
    OpenTarget open(Values values, Context context) throws DriverException;
}
