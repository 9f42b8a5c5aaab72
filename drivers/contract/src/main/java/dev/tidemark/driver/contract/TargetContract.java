package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.driver.trial.Trials;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.time.Clock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;

/** Opens the real target of a driver. */
public abstract class TargetContract {

    @TempDir
    protected Path directory;

    protected final List<String> notes = new ArrayList<>();
    protected volatile boolean cancelled;

    protected abstract Driver driver();

    /** Settings of the target: name, value, name, value … */
    protected List<String> settings() {
        return List.of("directory", directory.toString());
    }

    /** The settings of the target as in a flow mapping of YAML, with a comma behind each. */
    protected final String written() {
        List<String> settings = settings();
        return IntStream.range(0, settings.size() / 2).mapToObj(i -> settings.get(2 * i) + ": \""
                + settings.get(2 * i + 1) + "\", ").collect(Collectors.joining());
    }

    /** What a run of a point asks for. */
    protected final RunRequest request(long iteration, String workload, List<Setting> point) {
        return RecordedRun.request(iteration, workload, driver().name(), point, directory);
    }

    /** All settings of the target. */
    protected final Values values() {
        Values values = driver().params().defaults();
        List<String> settings = settings();
        for (int i = 0; i < settings.size(); i += 2) {
            values = values.with(settings.get(i), settings.get(i + 1), SettingOrigin.SET);
        }
        driver().params().check(values);
        return values;
    }

    /** What the target is given to work with. */
    protected final Context context() {
        return new Context(Clock.system(), directory, Secrets.ofThisProcess(), notes::add, () -> cancelled);
    }

    protected KeyspaceTarget open() throws DriverException {
        return (KeyspaceTarget) driver().open(values(), context());
    }

    /** What the driver offers and the doctor knows no way to try. */
    protected Set<Capability> untried() {
        return Set.of();
    }

    /** What the driver offers and the tests' server lacks a part for. */
    protected Set<Capability> lacking() {
        return Set.of();
    }

    /**
     * Tries the target as {@code tidemark doctor} does: what the driver offers with these settings works, the rest is
     * said not to be offered, and nothing is left.
     *
     * @return everything that was tried, by its name
     */
    protected final Map<String, Trial> examined() throws IOException {
        Map<String, Trial> trials = new LinkedHashMap<>();
        new Trials(driver(), values(), context(), new Trials.Listener() {
            @Override
            public void found(List<Setting> facts) {
                assertThat(facts).allMatch(f -> f.origin() == SettingOrigin.DETECTED
                        || f.origin() == SettingOrigin.EFFECTIVE);
            }

            @Override
            public void completed(Trial trial) {
                assertThat(trials.put(trial.name(), trial)).isNull();
            }
        }).run();
        assertThat(trials).hasSize(Capability.values().length + 3);
        assertThat(trials.values()).noneMatch(Trial::failed);
        for (Capability capability : Capability.values()) {
            assertThat(trials.get(Trials.name(capability)).verdict()).as("%s", trials)
                    .isEqualTo(untried().contains(capability) ? TrialResult.NOT_TRIED
                            : driver().capabilities(values()).contains(capability) && !lacking().contains(capability)
                            ? TrialResult.WORKS
                            : TrialResult.NOT_OFFERED);
        }
        assertThat(trials.get(Trials.DROP).verdict()).isEqualTo(TrialResult.WORKS);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).noneMatch(path -> path.getFileName().toString().contains("doctor"));
        }
        return trials;
    }

    /** An empty target with keyspaces 0 and 3. */
    protected KeyspaceTarget created() throws DriverException {
        KeyspaceTarget target = open();
        target.create();
        target.makeKeyspace(0, 1000, 100);
        target.makeKeyspace(3, 1000, 100);
        return target;
    }

    /** The folder of a target that keeps its data in one. */
    protected static Path dataDirectory(KeyspaceTarget target) {
        return ((ManifestFolder) target.manifests()).folder();
    }

    protected static LocalStorage storage(KeyspaceTarget target) {
        return target.localStorage().orElseThrow();
    }

    /** Leaves a test out where the driver does not promise what it is about. */
    protected void assumeCapable(Capability capability) {
        assumeTrue(driver().capabilities().contains(capability), driver().name() + " does not offer " + capability);
    }

    public static void assertOneLine(ThrowingCallable call, String part) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(DriverException.class);
        assertThat(thrown.getMessage()).contains(part).doesNotContain("\n");
    }
}
