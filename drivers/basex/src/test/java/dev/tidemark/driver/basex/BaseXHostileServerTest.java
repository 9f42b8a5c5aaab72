package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HostileServerContract;
import java.util.List;
import java.util.Random;

class BaseXHostileServerTest extends HostileServerContract {

    @Override
    protected Driver driver() {
        return new BaseXDriver();
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
