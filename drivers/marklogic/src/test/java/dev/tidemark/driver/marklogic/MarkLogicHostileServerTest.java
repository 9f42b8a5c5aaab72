package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HostileServerContract;

class MarkLogicHostileServerTest extends HostileServerContract {

    @Override
    protected Driver driver() {
        return new MarkLogicDriver();
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
