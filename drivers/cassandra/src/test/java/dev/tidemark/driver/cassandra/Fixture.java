package dev.tidemark.driver.cassandra;

import module java.base;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.SharedServer;

/** The server that all tests of the module share, and its administrator. */
final class Fixture {

    static final String NAMESPACE = "bench";

    /** Made when it is first wanted; ends with the process. */
    private static final class Administrator {
        private static final CqlSession SESSION = session(server().server());
    }

    private Fixture() {}

    static SharedServer server() {
        return SharedServer.of("cassandra", "heap=384MiB");
    }

    static CqlSession administrator() {
        return Administrator.SESSION;
    }

    static CqlSession session(Server server) {
        String[] address = server.address().split(":");
        return CqlSession.builder().withConfigLoader(DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1)).build())
                .addContactPoint(new InetSocketAddress(address[0], Integer.parseInt(address[1])))
                .withLocalDatacenter("datacenter1").withAuthCredentials("tidemark", password(server)).build();
    }

    static String password(Server server) {
        try {
            return Files.readString(Path.of(server.target().get("password").substring("file:".length()))).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Settings that reach a server: name, value, name, value … */
    static List<String> settings(SharedServer server) {
        List<String> settings = new ArrayList<>();
        server.server().target().forEach((name, value) -> settings.addAll(List.of(name, value)));
        settings.addAll(List.of("namespace", NAMESPACE));
        return settings;
    }

    static void dropNamespace() {
        administrator().execute("DROP KEYSPACE IF EXISTS " + NAMESPACE);
    }
}
