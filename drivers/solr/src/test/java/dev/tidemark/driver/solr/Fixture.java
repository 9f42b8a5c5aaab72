package dev.tidemark.driver.solr;

import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.SharedServer;
import java.util.ArrayList;
import java.util.List;

/** The server that all tests of the module share. */
final class Fixture {

    private Fixture() {}

    static SharedServer server() {
        return SharedServer.of("solr", "nodes=2", "heap=256MiB");
    }

    /** Settings that reach it: name, value, name, value … */
    static List<String> settings() {
        Server server = server().server();
        List<String> settings = new ArrayList<>();
        server.target().forEach((name, value) -> settings.addAll(List.of(name, value)));
        settings.addAll(List.of("namespace", "bench"));
        return settings;
    }
}
