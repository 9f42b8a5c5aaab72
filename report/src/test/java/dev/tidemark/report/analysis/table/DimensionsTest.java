package dev.tidemark.report.analysis.table;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import org.junit.jupiter.api.Test;

class DimensionsTest {

    private final List<Iteration> iterations = new ArrayList<>();

    private void run(long batch, Setting... settings) {
        iterations.add(iteration(batch, iterations.size(), 0, IterationState.DONE, "", List.of(settings),
                Map.of("elapsed", 1.0)));
    }

    private Dimensions dimensions() {
        return Dimensions.of(iterations);
    }

    @Test
    void whatBecomesOfTheDataAfterwardsIsNoFactor() {
        run(1, param("keep", "last"), param("shards", 1));
        run(2, param("keep", "none"), param("shards", 1));
        assertThat(dimensions().varied()).isEmpty();
        assertThat(dimensions().settings()).extracting(FixedSetting::toString).contains("keep last … none");
    }

    private static Setting target(String name) {
        return param("target", name, SettingOrigin.VARY);
    }

    /** Which server has which is said; what only one of them has set is at its default on the other. */
    @Test
    void factsOfSidesStandWithTheirSides() {
        Setting engine = Setting.detected("engine", "PostgreSQL 18");
        for (int round = 0; round < 2; round++) {
            run(1, target("shop"), param("address", "h1:1"), Setting.detected("server-shared-buffers", "128MB"), engine,
                    Setting.detected("server-max-connections", "100"), NonDefaultSettings.COMPLETE);
            run(1, target("shop2"), param("address", "h2:1"), Setting.detected("server-shared-buffers", "512MB"), engine,
                    Setting.detected("server-max-connections", "200"), Setting.detected("server-jit", "off"),
                    NonDefaultSettings.COMPLETE);
        }
        assertThat(dimensions().environment()).extracting(FixedSetting::toString).contains(
                "server-shared-buffers 128MB (shop), 512MB (shop2)", "server-max-connections 100 (shop), 200 (shop2)",
                "server-jit default (shop), off (shop2)");
        assertThat(dimensions().varied()).singleElement().satisfies(d -> assertThat(d.followers())
                .as("the address is the target").isEmpty());
    }

    /** Results that were measured elsewhere do not tell it. */
    @Test
    void aFactThatOnlySomeTellIsNotBoundToASide() {
        run(1, target("rocksdb"), Setting.detected("kernel", "6.1"));
        run(2);
        assertThat(dimensions().environment()).extracting(FixedSetting::toString).containsExactly("kernel 6.1 (1 of 2 iterations)");
    }

    /** Of four runs one began while others used the processors. */
    @Test
    void whatWasSoInOneRunIsNotSaidOfAll() {
        for (int round = 0; round < 4; round++) {
            run(1, round == 2 ? new Setting[] {param("shards", 1), CpuContention.fact(1.2)}
                    : new Setting[] {param("shards", 1)});
        }
        assertThat(dimensions().environment()).extracting(FixedSetting::toString)
                .containsExactly("other-processes 1.2 cores (1 of 4 iterations)");
    }

    /** A number counts, too: it is one that somebody has set. */
    @Test
    void aServersSettingTellsSessionsApart() {
        for (int batch = 1; batch <= 2; batch++) {
            run(batch, target("shop"), Setting.detected("server-work-mem", batch == 1 ? "4MB" : "64MB"),
                    Setting.detected("server-random-page-cost", batch == 1 ? "4" : "1.1"));
        }
        assertThat(dimensions().varied()).singleElement().satisfies(d -> {
            assertThat(d.name()).isEqualTo("server-work-mem");
            assertThat(d.followers()).containsExactly("server-random-page-cost");
        });
    }

    @Test
    void tasksBesideTheLoadAreBorneAndNotChosen() {
        run(1, param("background", "none", SettingOrigin.VARY), param("shards", 1, SettingOrigin.VARY));
        run(1, param("background", "compact every=10m", SettingOrigin.VARY), param("shards", 2, SettingOrigin.VARY));
        run(1, param("background", "compact every=10m", SettingOrigin.VARY), param("shards", 1, SettingOrigin.VARY));
        assertThat(dimensions().conditions()).extracting(Dimension::name).containsExactly("background");
        assertThat(dimensions().chosen()).extracting(Dimension::name).containsExactly("shards");
    }

    @Test
    void theMeanRateOfAScheduleStandsWithTheSettings() {
        run(1, param("arrivals", "steps"), new Setting("mean-rate", "48/s", 48.0, "/s", SettingOrigin.DETECTED));
        assertThat(dimensions().settings()).extracting(FixedSetting::toString).containsExactly("arrivals steps",
                "mean-rate 48/s");
        run(1, param("arrivals", "steps"), new Setting("mean-rate", "96/s", 96.0, "/s", SettingOrigin.DETECTED));
        assertThat(dimensions().settings()).extracting(FixedSetting::toString).contains("mean-rate 48/s … 96/s");
        assertThat(dimensions().environment()).isEmpty();
    }

    @Test
    void factThatFollowsFromSeveralSettingsTogetherIsNoFactor() {
        run(1, param("directory", "/a"), Setting.tag("disk-type", "ssd"), Setting.detected("device", "vda"));
        run(2, param("directory", "/a"), Setting.tag("disk-type", "disk"), Setting.detected("device", "vdb"));
        run(3, param("directory", "/b"), Setting.tag("disk-type", "ssd"), Setting.detected("device", "vdb"));
        run(4, param("directory", "/b"), Setting.tag("disk-type", "disk"), Setting.detected("device", "vdc"));
        assertThat(dimensions().varied()).extracting(Dimension::name).containsExactly("directory", "disk-type");
    }

    /** Their runs are repeats of the same. */
    @Test
    void whoRanItIsNoFactor() {
        run(1, param("shards", 1), Setting.detected(Iteration.RUN_BY, "ann"));
        run(2, param("shards", 1), Setting.detected(Iteration.RUN_BY, "bob"));
        assertThat(dimensions().varied()).isEmpty();
        assertThat(dimensions().environment()).extracting(FixedSetting::toString).containsExactly("run-by ann … bob");
        iterations.clear();
        run(1, Setting.tag("disk-type", "ssd"), Setting.detected(Iteration.RUN_BY, "ann"));
        run(2, Setting.tag("disk-type", "disk"), Setting.detected(Iteration.RUN_BY, "bob"));
        assertThat(dimensions().environment()).extracting(FixedSetting::toString)
                .containsExactly("run-by ann (ssd), bob (disk)");
    }

    @Test
    void factThatNothingSaidExplainsIsOne() {
        run(1, param("shards", 1), Setting.detected("host", "old"));
        run(2, param("shards", 1), Setting.detected("host", "new"));
        assertThat(dimensions().varied()).extracting(Dimension::name).containsExactly("host");
    }
}
