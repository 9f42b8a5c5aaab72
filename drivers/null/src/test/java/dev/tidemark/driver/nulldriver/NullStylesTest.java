package dev.tidemark.driver.nulldriver;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.StyleContract;
import java.util.List;

class NullStylesTest extends StyleContract {

    @Override
    protected Driver driver() {
        return new NullDriver();
    }

    @Override
    protected List<String> settings() {
        return List.of("store-documents", "true");
    }
}
