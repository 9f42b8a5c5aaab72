package dev.tidemark.rig.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.Server;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.rig.TlsFiles;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SharedServer;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whom a server lets in. */
@HeavyServer
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class CassandraServerTest {

    @TempDir
    private Path folder;

    private static SharedServer plain() {
        return SharedServer.of("cassandra", "heap=256MiB");
    }

    private static Path password(Server server) {
        return Path.of(server.target().get("password").substring("file:".length()));
    }

    private ServerPlace place(Server server, Path password) {
        return new ServerPlace(folder, folder, password, Integer.parseInt(server.address().split(":")[1]),
                Optional.ofNullable(server.target().get("tls-authority")).map(Path::of)
                        .map(authority -> new TlsFiles(authority, authority, authority)));
    }

    private void requirePassword(Server server) throws IOException {
        CqlProbe.ask(place(server, password(server)), ServerPlace.HOST, "tidemark");
        Path wrong = Files.writeString(folder.resolve("wrong"), "wrong");
        assertThatThrownBy(() -> CqlProbe.ask(place(server, wrong), ServerPlace.HOST, "tidemark"))
                .isInstanceOf(IOException.class).hasMessageContaining("user or password is wrong");
        assertThatThrownBy(() -> CqlProbe.ask(place(server, password(server)), ServerPlace.HOST, "cassandra"))
                .isInstanceOf(IOException.class).hasMessageContaining("user or password is wrong");
    }

    @Test
    void letsInWhoKnowsThePassword() throws Exception {
        requirePassword(plain().server());
    }

    @Test
    void speaksNothingButTlsWhereItIsTo() throws Exception {
        Server server = SharedServer.of("cassandra", "heap=256MiB", "tls=true").server();
        requirePassword(server);
        assertThat(server.target()).doesNotContainKey("jmx-port");
        ServerPlace place = place(server, password(server));
        assertThatThrownBy(() -> CqlProbe.ask(new ServerPlace(folder, folder, place.password(), place.port(),
                Optional.empty()), ServerPlace.HOST, "tidemark")).isInstanceOf(IOException.class);
    }

    @Test
    void isManagedByWhoKnowsThePassword() throws Exception {
        Server server = plain().server();
        JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:"
                + server.target().get("jmx-port") + "/jmxrmi");
        try (JMXConnector connector = JMXConnectorFactory.connect(url, Map.of(JMXConnector.CREDENTIALS,
                new String[] {"tidemark", Files.readString(password(server)).strip()}))) {
            assertThat(connector.getMBeanServerConnection().getDomains()).contains("org.apache.cassandra.db");
        }
        for (Map<String, Object> no : List.<Map<String, Object>>of(Map.of(), Map.of(JMXConnector.CREDENTIALS,
                new String[] {"tidemark", "wrong"}))) {
            assertThatThrownBy(() -> JMXConnectorFactory.connect(url, no)).isInstanceOf(SecurityException.class);
        }
    }

    @Test
    void severalNodesSpeakNoTls() {
        Values values = CassandraParams.ALL.defaults().with("tls", "true", SettingOrigin.SET)
                .with("nodes", "3", SettingOrigin.SET);
        assertThatThrownBy(() -> new CassandraRig().artifact(values, new Platform("linux", "amd64")))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("tls: the certificate of a rig");
    }
}
