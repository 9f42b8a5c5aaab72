package dev.tidemark.rig.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The server that the tests of a module share. */
@EnabledOnOs(OS.LINUX)
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

    /** As every driver connects that has the settings of TLS. */
    @Test
    void onlyWhoeverIsToldToTrustsItsCertificate() throws Exception {
        Server server = SharedServer.of("redis", "tls=true").server();
        Optional<Path> authority = Optional.of(Path.of(server.target().get("tls-authority")));
        handshake(server, new TlsSettings(authority, false), "127.0.0.1");
        handshake(server, new TlsSettings(Optional.empty(), true), "127.0.0.1");
        assertThatThrownBy(() -> handshake(server, new TlsSettings(Optional.empty(), false), "127.0.0.1"))
                .as("of no authority that Java trusts").isInstanceOf(SSLHandshakeException.class);
        assertThatThrownBy(() -> handshake(server, new TlsSettings(authority, false), "127.0.0.2"))
                .as("under another name").isInstanceOf(SSLHandshakeException.class);
        handshake(server, new TlsSettings(authority, true), "127.0.0.2");
    }

    private static void handshake(Server server, TlsSettings tls, String name) throws Exception {
        String[] address = server.address().split(":");
        try (Socket plain = new Socket(address[0], Integer.parseInt(address[1]))) {
            tls.over(plain, name, plain.getPort()).close();
        }
    }
}
