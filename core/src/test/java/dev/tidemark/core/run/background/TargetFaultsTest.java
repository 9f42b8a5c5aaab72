package dev.tidemark.core.run.background;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.WorkerGroups;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class TargetFaultsTest {

    private static final String CUT = "cut at=1s";
    private static final ParamSet SERVER = ConnectionParams.of(ConnectionParams.addresses("127.0.0.1:1"))
            .plus(ParamSet.of(ConnectionParams.SOCKET, ConnectionParams.TLS, LoadParams.BACKGROUND));

    private static final Driver DRIVER = new MemoryDriver();
    private static final Driver CLUSTER = (Driver) Proxy.newProxyInstance(TargetFaultsTest.class.getClassLoader(),
            new Class<?>[] {Driver.class}, (_, method, _) -> method.getName().equals("name") ? "memory" : false);

    private static Values point(ParamSet params, String... settings) {
        Values values = params.defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        return values;
    }

    private static Optional<String> refusal(Driver driver, String... settings) {
        return TargetFaults.refusal(driver, point(SERVER, settings));
    }

    @Test
    void whatWouldGoPastTheProxyOrCannotGoThroughItIsRefused() {
        assertThat(refusal(DRIVER, "background", CUT)).isEmpty();
        assertThat(refusal(DRIVER, "background", CUT, "tls", "true")).as("on this machine").isEmpty();
        assertThat(refusal(CLUSTER, "background", "kill at=1s node=1", "tls", "true")).isEmpty();
        assertThat(refusal(CLUSTER, "background", CUT)).hasValueSatisfying(why -> assertThat(why).isEqualTo("background: "
                + "cut: the client of driver memory goes elsewhere than to address, too, and so past what cuts its "
                + "connections; a program of your own can: fault run='...'"));
        assertThat(refusal(DRIVER, "background", "kill at=1s; delay for=1s by=1ms", "tls", "true", "address",
                "127.0.0.1:1,db.example:1")).contains("background: delay: the certificate of a server of another machine "
                + "is not that of the proxy before it; connect without tls");
        assertThat(refusal(DRIVER, "background", CUT, "socket", "/tmp/socket")).contains("background: cut: connections over "
                + "a Unix socket are not cut; reach the server by its address");
        assertThat(TargetFaults.refusal(DRIVER, point(ParamSet.of(LoadParams.BACKGROUND), "background", CUT))).contains(
                "background: cut: driver memory makes no connections to an address that could be cut");
    }

    @Test
    void aGroupThatWorksElsewhereIsAskedAbout() {
        ParamSet grouped = SERVER.plus(ParamSet.of(WorkerGroups.NAMES, ConnectionParams.SOCKET.ofGroup("readers")));
        String[] inGroups = {"groups", "readers writers", "background", CUT, "readers.socket", "/tmp/socket"};
        assertThat(TargetFaults.refusal(DRIVER, point(grouped, inGroups))).contains("background: cut: group readers: "
                + "connections over a Unix socket are not cut; reach the server by its address");
        inGroups[3] = "kill at=1s";
        assertThat(TargetFaults.refusal(DRIVER, point(grouped, inGroups))).isEmpty();
        assertThat(TargetFaults.refusal(DRIVER, point(grouped, "groups", "readers writers", "background", CUT))).isEmpty();
    }

    @Test
    void eachAddressHasAProxyOfItsOwnWhereOneIsNeededAndElseNothingStandsBetween() throws Exception {
        Values plain = point(SERVER, "background", "kill at=1s");
        try (TargetFaults none = new TargetFaults(plain, Clock.system())) {
            assertThat(none.areBetween()).isFalse();
            assertThat(none.through(plain)).isSameAs(plain);
        }
        Values cut = point(SERVER, "background", CUT, "address", "db.example:7,localhost:8");
        try (TargetFaults faults = new TargetFaults(cut, Clock.system())) {
            assertThat(faults.areBetween()).isTrue();
            assertThat(faults.through(cut).texts().get("address")).matches("127\\.0\\.0\\.1:[0-9]+,localhost:[0-9]+")
                    .doesNotEndWith(":8");
        }
    }
}
