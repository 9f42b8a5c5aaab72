package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.api.ApiWorkload;
import dev.tidemark.core.workload.ingest.Ingest;
import dev.tidemark.core.workload.ingest.IngestParams;
import dev.tidemark.core.workload.randomio.RandomIo;
import dev.tidemark.core.workload.registry.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How the settings of arrivals go together, in every workload. */
class ArrivalsTest {

    private static final String STEPS = "10/s for 1s; 40/s for 1s";

    /** All but api, which asks one thing at a time. */
    static List<Workload> workloads() {
        return Workloads.all().stream().filter(w -> !(w instanceof ApiWorkload)).toList();
    }

    private static Values values(Workload workload) {
        Values values = workload.params().defaults();
        return workload instanceof RandomIo ? values.with("dataset", "d", SettingOrigin.SET) : values;
    }

    private static Values checked(Workload workload, Values values) {
        Values inForce = workload.effective(values);
        inForce.params().check(inForce);
        assertThat(workload.effective(inForce)).isEqualTo(inForce);
        return inForce;
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void workloadsHaveThem(Workload workload) {
        assertThat(workload.params().names()).contains("rate", "arrivals", "rate-steps", "arrivals-trace",
                "arrivals-scale", "arrivals-speed");
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void stepsOutdoARateAndADurationThatAreOnlyDefaults(Workload workload) {
        Values values = checked(workload, values(workload).with("rate", "5/s", SettingOrigin.DEFAULT)
                .with("duration", "3s", SettingOrigin.PRESET).with("arrivals", "steps", SettingOrigin.SET)
                .with("rate-steps", STEPS, SettingOrigin.SET));
        assertThat(values.texts()).containsEntry("rate", "unpaced").containsEntry("duration", "none");
        assertThat(workload.estimate(values)).extracting(WorkEstimate::units).isEqualTo(50L);
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void aDurationThatWasAskedForCutsThem(Workload workload) {
        Values values = checked(workload, values(workload).with("duration", "1500ms", SettingOrigin.SET)
                .with("arrivals", "steps", SettingOrigin.SET).with("rate-steps", STEPS, SettingOrigin.SET));
        assertThat(values.texts()).containsEntry("duration", "1500ms");
        assertThat(workload.estimate(values)).extracting(WorkEstimate::units).isEqualTo(30L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "arrivals=steps                              | arrivals: steps needs rate-steps",
        "arrivals=trace                              | arrivals: trace needs arrivals-trace",
        "arrivals=poisson                            | arrivals: poisson needs a rate",
        "rate=5/s; rate-steps=5/s for 1s             | rate-steps has no effect with arrivals: constant; it needs arrivals: steps",
        "rate=5/s; arrivals-trace=day                | arrivals-trace has no effect with arrivals: constant",
        "rate=5/s; arrivals-scale=2                  | arrivals-scale has no effect with arrivals: constant",
        "arrivals=steps; rate-steps=5/s for 1s; rate=5/s | rate: with arrivals: steps nothing is left for a rate to say",
        "arrivals=steps; rate-steps=5/s for 1s; think-time=1ms; read-percent=0 | think-time has no meaning with a rate",
        "rate=5/s; keyspaces=own; read-percent=0     | keyspaces: own gives each worker operations of its own",
        "duration=none                               | duration: none needs operations, or arrivals: steps or trace"})
    void whatContradictsIsRefused(String settings, String complaint) {
        Workload workload = new RandomIo();
        Values values = values(workload);
        for (String setting : settings.split("; (?=[a-z-]+=)")) {
            String[] sides = setting.split("=", 2);
            values = values.with(sides[0], sides[1], SettingOrigin.SET);
        }
        Values asked = values;
        assertThatThrownBy(() -> checked(workload, asked)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void aSlotOfSeveralUnitsIsDueWhenItsFirstOneIs() {
        Values values = values(new Ingest()).with("arrivals", "steps", SettingOrigin.SET)
                .with("rate-steps", "10/s for 1s; 40/s for 1s", SettingOrigin.SET);
        Schedule.Cursor each = Arrivals.schedule(values, IngestParams.RATE, 1, 0).cursor();
        Schedule.Cursor tens = Arrivals.schedule(values, IngestParams.RATE, 10, 0).cursor();
        for (int slot = 0; slot < 5; slot++) {
            assertThat(tens.due(slot)).isEqualTo(each.due(10 * slot));
        }
        assertThat(tens.due(5)).isEqualTo(Schedule.Cursor.NEVER);
    }
}
