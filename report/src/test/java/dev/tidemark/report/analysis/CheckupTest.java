package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.Verdict;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Checkup.Found;
import dev.tidemark.report.analysis.Checkup.Symptom;
import dev.tidemark.report.write.JsonReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What looks wrong is told where it was found, and nothing of a healthy target. */
class CheckupTest {

    private static final ParamSet SERVER = ParamSet.of(ConnectionParams.address("db1:5432")).plus(ConnectionParams.tls());

    private Values settings = SERVER.defaults().with("tls", "true", SettingOrigin.SET);
    private final Map<String, Double> values = new LinkedHashMap<>(Map.of("elapsed", 10.0, "documents-per-second",
            5000.0, "response.p50", 0.2,
            HostMeasures.CPU_STEAL.name(), 0.5, HostMeasures.FSYNC_P50.name(), 0.4));
    private final List<Setting> facts = new ArrayList<>(List.of(Setting.detected("durability", "durable"),
            Setting.detected("engine", "PostgreSQL 18.6")));
    private final List<Trial> trials = new ArrayList<>(List.of(new Trial("connect", Verdict.WORKS, "")));
    private double roundTrip = 0.0002;
    private String driver = "postgres";
    private String finding = "Limited by the processors: 97 % busy.";

    private Checkup checkup() {
        List<Setting> all = new ArrayList<>(facts);
        all.add(Samples.param("workers", 4));
        Iteration run = Samples.iteration(0, 0, all, values);
        LabelResults label = Samples.label("made", Map.of(), "single", List.of(run));
        LabelResults with = label.with(label.measures().plus(HostMeasures.ALL).plus(MeasureSet.of(new Measure(
                "documents-per-second", "Throughput", "documents/s", Direction.HIGHER, 0, ""))), List.of(run));
        return Checkup.of(new Found("shop", driver, settings, facts, trials, roundTrip > 0 ? OptionalDouble.of(roundTrip)
                : OptionalDouble.empty(),
                Optional.of(Report.of(with)), Optional.empty()), _ -> new IterationDetail("ingest", List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(), List.of(new Event(0, "finding", finding))));
    }

    private List<String> wrong() {
        return checkup().wrong().stream().map(Symptom::name).toList();
    }

    @Test
    void ofAHealthyTargetNothingLooksWrong() {
        assertThat(wrong()).isEmpty();
        assertThat(checkup().good()).contains("An acknowledged write survives a power failure (durable).");
        assertThat(checkup().loads()).singleElement().satisfies(load -> {
            assertThat(load.clients()).isEqualTo("4");
            assertThat(load.limitedBy()).contains("the processors");
            assertThat(load.throughput().orElseThrow().mean()).isEqualTo(5000);
        });
    }

    @ParameterizedTest
    @CsvSource({"durability, os-buffered, durability", "durability, volatile, durability", "durability, last-interval, ",
        "server-pooler, in transaction mode, pooler", "other-processes, 1.2, other-processes"})
    void whatTheServerTells(String fact, String value, String symptom) {
        facts.removeIf(f -> f.name().equals(fact));
        facts.add(Setting.detected(fact, value));
        assertThat(wrong()).isEqualTo(symptom == null ? List.of() : List.of(symptom));
    }

    @ParameterizedTest
    @CsvSource({"db1:5432, false, encryption", "127.0.0.1:5432, false, ", "localhost:5432, false, ", "[::1]:5432, false, ",
        "db1:5432, true, "})
    void whatIsSentToAnotherMachineWantsToBeEncrypted(String address, String tls, String symptom) {
        settings = SERVER.defaults().with("address", address, SettingOrigin.SET).with("tls", tls, SettingOrigin.SET);
        assertThat(wrong()).isEqualTo(symptom == null ? List.of() : List.of(symptom));
    }

    @Test
    void aLongRoundTripBoundsAClient() {
        roundTrip = 0.02;
        assertThat(checkup().wrong()).singleElement().satisfies(s -> assertThat(s.what())
                .isEqualTo("A round trip takes 20 ms, so that a client that waits for each answer gets at most 50 a second."));
    }

    @ParameterizedTest
    @CsvSource({"cpu-steal, 12, steal", "fsync-floor.p50, 14, fsync"})
    void whatTheMachineShows(String measure, double value, String symptom) {
        values.put(measure, value);
        assertThat(wrong()).containsExactly(symptom);
    }

    @ParameterizedTest
    @CsvSource({"'Limited by a CPU quota: the control group has 0.5 cores.', cpu-quota",
        "'Limited by the generator: it was late.', generator"})
    void whatHeldTheLoad(String text, String symptom) {
        finding = text;
        assertThat(wrong()).containsExactly(symptom);
    }

    @Test
    void redisForksBadlyWithHugePages() {
        driver = "redis";
        settings = SERVER.defaults().with("address", "127.0.0.1:6379", SettingOrigin.SET);
        facts.add(Setting.detected("huge-pages", "always"));
        assertThat(wrong()).containsExactly("huge-pages");
        driver = "postgres";
        assertThat(wrong()).isEmpty();
    }

    @Test
    void whatDoesNotWorkIsNamedAndLeadsToTheDoctor() {
        trials.add(new Trial("scan", Verdict.REFUSED, "permission denied"));
        assertThat(checkup().wrong()).singleElement().satisfies(s -> assertThat(s.what())
                .isEqualTo("Of what the driver offers scan does not work."));
        assertThat(checkup().next().getFirst()).containsExactly("doctor", "--target", "shop");
    }

    /** Of an engine in this process its settings say what it promises: that is the user's choice. */
    @Test
    void anEngineInThisProcessIsNoServer() {
        settings = ParamSet.of().defaults();
        roundTrip = 0; // which is none
        facts.set(0, Setting.detected("durability", "os-buffered"));
        assertThat(wrong()).isEmpty();
    }

    @Test
    void programsReadTheSame() {
        roundTrip = 0.02;
        assertThat(JsonReport.checkup(checkup())).contains("\"format\" : \"tidemark-checkup\"", "\"name\" : \"round-trip\"",
                "\"engine\" : \"PostgreSQL 18.6\"", "tidemark ingest --target shop --plan ramp");
    }
}
