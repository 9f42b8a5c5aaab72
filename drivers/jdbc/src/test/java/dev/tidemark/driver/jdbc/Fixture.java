package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.driver.contract.TargetFixture;

/** A target on a server of the tests. */
final class Fixture extends TargetFixture<JdbcServerTarget, JdbcSession> {

    Fixture(List<String> server, Path folder, String... settings) throws DriverException {
        super(new JdbcDriver(), folder, all(server, settings));
    }

    private static String[] all(List<String> server, String... settings) {
        List<String> all = new ArrayList<>(server);
        all.addAll(List.of(settings));
        return all.toArray(String[]::new);
    }
}
