package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.driver.contract.TargetFixture;

/** A target on the tests' server. */
final class Fixture extends TargetFixture<PostgresTarget, JdbcSession> {

    Fixture(PostgresServer server, Path folder, String... settings) throws DriverException {
        super(new PostgresDriver(), folder, all(server, settings));
    }

    static Fixture created(PostgresServer server, Path folder, String... settings) throws DriverException {
        Fixture made = new Fixture(server, folder, settings);
        made.target.create();
        made.target.makeKeyspace(0, 1000, 100);
        return made;
    }

    private static String[] all(PostgresServer server, String... settings) {
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(List.of(settings));
        return all.toArray(String[]::new);
    }
}
