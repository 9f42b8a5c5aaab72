package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.TargetFixture;

/** A target on the tests' server. */
final class Fixture extends TargetFixture<BaseXTarget, BaseXSession> {

    Fixture(TestServer server, Path folder, String... settings) throws DriverException {
        super(new BaseXDriver(), folder, all(server, settings));
    }

    private static String[] all(TestServer server, String... settings) {
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(List.of(settings));
        return all.toArray(String[]::new);
    }
}
