package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.driver.trial.Trials;
import dev.tidemark.core.param.Setting;
import dev.tidemark.driver.contract.TargetContract;
import org.junit.jupiter.api.Test;

/** As {@code tidemark doctor} tries it. */
class FileDoctorTest extends TargetContract {

    private static final int BLOCKS = 16;

    private boolean destroy;
    private boolean existing;

    @Override
    protected Driver driver() {
        return new FileDriver();
    }

    @Override
    protected List<String> settings() {
        return !existing ? super.settings() : List.of("file", directory.resolve("theirs").toString(), "destroy-data",
                String.valueOf(destroy), "io", "buffered");
    }

    @Test
    void blocksComeBackOneByOneAndSeveralAtOnce() throws Exception {
        Fixture.assumeIoUring();
        examined();
        assertThat(directory).isEmptyDirectory();
    }

    private Map<String, Trial> triedOnWhatIsThere() throws IOException {
        existing = true;
        Path theirs = directory.resolve("theirs");
        byte[] content = new byte[BLOCKS * 8192];
        content[7] = 7;
        Files.write(theirs, content);
        Map<String, Trial> trials = new LinkedHashMap<>();
        new Trials(driver(), values(), context(), new Trials.Listener() {
            @Override
            public void found(List<Setting> facts) {}

            @Override
            public void completed(Trial trial) {
                trials.put(trial.name(), trial);
            }
        }).run();
        assertThat(theirs).hasBinaryContent(content);
        return trials;
    }

    @Test
    void whatOthersMadeIsReadOnly() throws Exception {
        Map<String, Trial> trials = triedOnWhatIsThere();
        assertThat(trials.get(Trials.CONNECT).verdict()).isEqualTo(TrialResult.WORKS);
        assertThat(trials.get(Trials.name(Capability.KEYSPACES))).isEqualTo(new Trial("keyspaces", TrialResult.NOT_TRIED,
                "it was made by others and is only read"));
    }

    @Test
    void whatWouldBeWrittenOverIsNot() throws Exception {
        destroy = true;
        Map<String, Trial> trials = triedOnWhatIsThere();
        assertThat(trials.values()).noneMatch(t -> t.verdict() == TrialResult.WORKS
                && !t.name().equals(Trials.CONNECT));
    }
}
