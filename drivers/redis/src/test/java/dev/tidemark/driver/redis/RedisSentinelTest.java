package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.FaultRuns;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A primary that is killed under load, in whose place Sentinels put its replica. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
class RedisSentinelTest {

    @TempDir
    private static Path folder;

    private static final SharedServer SERVER = SharedServer.of("redis", "sentinels=3", "sentinel-down-after=500ms",
            "append-only=false", "snapshots=false");
    private final FaultRuns runs = new FaultRuns(SERVER, folder);

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    private static Recovery recovery(FaultRuns.Run run, String fault) {
        Recovery recovery = run.recovery();
        assertThat(recovery.fault()).isEqualTo(fault);
        assertThat(recovery.errors()).isPositive();
        assertThat(recovery.outage().seconds()).as("nobody is the primary before that").isGreaterThan(0.4);
        assertThat(recovery.outage().atLeast()).isFalse();
        return recovery;
    }

    /** It comes back as the replica of the one that took its place. */
    @Test
    @Order(1)
    void theReplicaIsThePrimaryWhenTheSentinelsSaySo() {
        FaultRuns.Run run = runs.run("volume", "rate: 200, workers: 4, duration: 14s, key-count: 1k, value-size: 100B",
                "kill at=2s node=1 for=8s");
        assertThat(recovery(run, "kill of node 1").outage().seconds()).as("it was replaced, and not waited for")
                .isLessThan(8);
        assertThat(run.operations(Outcome.NO_CONNECTION)).isPositive();
    }

    @Test
    @Order(2)
    void ofWhatWasAcknowledgedItIsToldHowMuchIsLost() {
        SERVER.stop();
        SERVER.start(); // with a replica that has caught up
        FaultRuns.Run run = runs.run("ingest", "rate: 200, workers: 4, duration: 8s, payload: 100B, verify: all",
                "kill at=2s node=2");
        recovery(run, "kill of node 2");
        assertThat(FaultRuns.value(run, "redis", "checked-writes")).isGreaterThan(500);
        assertThat(FaultRuns.value(run, "redis", "lost-writes")).isLessThan(200);
    }

    /** As the Sentinels left it: a rig that forgot would make the older data the primary's. */
    @Test
    @Order(3)
    void whoIsThePrimaryIsRememberedAtTheNextStart() {
        SERVER.stop();
        SERVER.start();
        FaultRuns.Run switched = runs.run("volume", "rate: 50, workers: 2, duration: 10s, key-count: 100, "
                + "value-size: 100B", "kill at=1s node=1");
        recovery(switched, "kill of node 1");
        SERVER.stop();
        SERVER.start();
        FaultRuns.Run run = runs.run("volume", "rate: 50, workers: 2, duration: 4s, key-count: 100, value-size: 100B, "
                + "failure-limit: 100%", "kill at=1s node=1 for=1s");
        assertThat(run.recoveries().getFirst().errors()).as("node 1 is the replica: %s", run.detail().events())
                .isZero();
    }

    @Test
    void nameThatNoSentinelKnowsIsSaid() {
        assertThatThrownBy(() -> {
            Values values = RedisParams.ALL.defaults();
            for (Map.Entry<String, String> setting : SERVER.server().target().entrySet()) {
                values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
            }
            try (OpenTarget target = new RedisDriver().open(values.with("sentinel-primary", "shop", SettingOrigin.SET),
                    new Context(Clock.system(), folder, Secrets.ofThisProcess(), _ -> { }, () -> false))) {
                target.create();
            }
        }).hasMessageContaining("knows no primary 'shop'");
        assertThatThrownBy(() -> Planner.plan(ExperimentReader.read("workload: volume\ntarget: redis\n"
                + "set: {address: \"a:1,b:2\", duration: 1s}\n", "test.yaml"), Map.of()))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("say sentinel-primary");
    }
}
