package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.driver.contract.ShortPatience;
import dev.tidemark.driver.contract.StyleContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RedisStylesTest extends StyleContract {

    private RedisProcess server;

    @BeforeEach
    void emptyServer() throws IOException {
        server = RedisProcess.shared();
    }

    @Override
    protected Driver driver() {
        return new RedisDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings(directory);
    }

    @Test
    void whatTheServerRefusesIsToldInOneLineAndNothingIsStored() throws Exception {
        inEach((style, target, place, session) -> {
            if (style.noop()) {
                return;
            }
            server.admin("CONFIG", "SET", "maxmemory", "1");
            try {
                assertOneLine(() -> callFrom(style, session, 0), "OOM");
            } finally {
                server.admin("CONFIG", "SET", "maxmemory", "0");
            }
            assertThat(place.count()).as(style.name()).isZero();
            assertThat(callFrom(style, session, 0)).isZero();
        });
    }

    @Test
    void aConnectionThatBreaksCostsOneRequestAndIsCounted() throws Exception {
        inEach((style, target, place, session) -> {
            double before = target.read().getFirst().counters().get(RemoteTarget.RECONNECTS.name());
            server.breakConnections();
            assertThatThrownBy(() -> callFrom(style, session, 0)).as(style.name()).isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("broke").hasMessageNotContaining("\n");
            assertThat(callFrom(style, session, 0)).isZero();
            session.reconnect();
            assertThat(callFrom(style, session, 3)).isZero();
            assertThat(target.read().getFirst().counters().get(RemoteTarget.RECONNECTS.name()) - before)
                    .as("those on purpose are not counted").isBetween(1.0, 2.0);
        });
    }

    /** The server tells each connection's number. */
    @Test
    void reconnectingMakesAnotherConnection() throws Exception {
        inEach((style, target, place, session) -> {
            String before = clients();
            session.reconnect();
            assertThat(clients()).isNotEqualTo(before);
            assertThat(callFrom(style, session, 0)).isZero();
        });
    }

    private String clients() {
        return server.adminText("CLIENT", "LIST").lines().filter(line -> line.contains("user=" + RedisProcess.USER))
                .map(line -> line.split(" ")[0]).toList().toString();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsNotAnsweredInTimeIsATimeout() throws Exception {
        inEachWithShortPatience((style, target, place, session) -> {
            server.hold(true);
            try {
                assertThatThrownBy(() -> callFrom(style, session, 0)).as(style.name()).isInstanceOf(TimeoutException.class)
                        .hasMessageEndingWith("in time");
            } finally {
                server.hold(false);
            }
            assertThat(ShortPatience.inTime(() -> callFrom(style, session, 0))).isZero();
        });
    }

    @Test
    void aScriptThatTheServerHasForgottenIsTaughtAnew() throws Exception {
        inEach((style, target, place, session) -> {
            server.admin("SCRIPT", "FLUSH");
            assertThat(callFrom(style, session, 0)).isZero();
            assertThat(place.count()).isEqualTo(stored(style));
        });
    }

    @Test
    void whatOthersHaveIsLeftAlone() throws Exception {
        inEach((style, target, place, session) -> {
            server.admin("SET", "bench:s:p2:1", "of another place");
            server.admin("SET", "bench:s", "no place");
            callFrom(style, session, 0);
            place.close();
            assertThat(server.admin("EXISTS", "bench:s:p2:1", "bench:s")).isEqualTo(2L);
        });
    }
}
