package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.driver.contract.TargetFixture;

/** A target on the tests' server. */
final class Fixture extends TargetFixture<MariaDbTarget, JdbcSession> {

    Fixture(MariaDbServer server, Path folder, String... settings) throws DriverException {
        super(new MariaDbDriver(), folder, all(server, settings));
    }

    static Fixture created(MariaDbServer server, Path folder, String... settings) throws DriverException {
        Fixture made = new Fixture(server, folder, settings);
        made.target.create();
        made.target.makeKeyspace(0, 1000, 100);
        return made;
    }

    private static String[] all(MariaDbServer server, String... settings) {
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(List.of(settings));
        return all.toArray(String[]::new);
    }
}
