package dev.tidemark.rig.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.Test;

/** The server that the tests of a module share. */
class SharedServerTest {

    @Test
    void isOneForAllWhoWantTheSame() {
        SharedServer shared = SharedServer.of("redis", "append-only=false", "snapshots=false");
        assertThat(SharedServer.of("redis", "snapshots=false", "append-only=false")).isSameAs(shared);
        assertThat(SharedServer.of("redis").server().process()).isNotEqualTo(shared.server().process());
    }

    @Test
    void comesBackUnderItsAddressAfterACrash() {
        SharedServer shared = SharedServer.of("redis");
        Server before = shared.server();
        shared.kill();
        assertThat(ProcessHandle.of(before.process())).isEmpty();
        shared.start();
        assertThat(shared.server().address()).isEqualTo(before.address());
        assertThat(shared.server().process()).isNotEqualTo(before.process());
    }
}
