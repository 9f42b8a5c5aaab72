package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HostileServerContract;
import java.util.List;
import java.util.Random;

class OpenSearchHostileServerTest extends HostileServerContract {

    @Override
    protected Driver driver() {
        return new OpenSearchDriver();
    }

    @Override
    protected List<String> settings(String password) {
        return List.of("user", "ann", "password", password);
    }

    @Override
    protected Answer answer(Random random) {
        return overHttp(random, JSON);
    }
}
