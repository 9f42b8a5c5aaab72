package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.SecretFile;
import dev.tidemark.driver.contract.TargetFixture;

/** A target on a test's server. */
final class Fixture extends TargetFixture<MarkLogicTarget, MarkLogicSession> {

    Fixture(MarkLogicStandIn server, Path folder, String... settings) throws DriverException {
        super(new MarkLogicDriver(), folder, all(server, folder, settings));
    }

    private static String[] all(MarkLogicStandIn server, Path folder, String... settings) {
        List<String> all = new ArrayList<>(settings(server, folder));
        all.addAll(List.of(settings));
        return all.toArray(String[]::new);
    }

    /** Settings of a target on it. @param secrets folder for the password */
    static List<String> settings(MarkLogicStandIn server, Path secrets) {
        return List.of("address", server.address(), "manage-port", "" + server.managePort(), "admin-port",
                "" + server.adminPort(), "user", Login.USER, "namespace", "bench", "password",
                SecretFile.of(secrets, "password", Login.PASSWORD));
    }

}
