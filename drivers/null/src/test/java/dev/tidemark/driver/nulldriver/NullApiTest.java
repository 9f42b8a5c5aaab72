package dev.tidemark.driver.nulldriver;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;
import java.util.List;

class NullApiTest extends ApiContract {

    @Override
    protected Driver driver() {
        return new NullDriver();
    }

    @Override
    protected List<String> settings() {
        return List.of("store-documents", "true");
    }
}
