package dev.tidemark.driver.basex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.driver.contract.EngineDeclarationContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BaseXDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new BaseXDriver();
    }

    @Override
    protected String engineClass() {
        return "org.basex.api.client.ClientSession";
    }

    @Override
    protected String withoutEngine() {
        return "the BaseX client library (basex) is not on the class path";
    }

    private boolean isReachedByAddressOnly(String workload, Map<String, String> settings) {
        Values values = Planner.params(Workloads.named(workload), driver()).defaults().with(settings, SettingOrigin.SET);
        return driver().isReachedByAddressOnly(values);
    }

    @Test
    void theClientProtocolGoesToAPortOfItsOwn() {
        String port = BaseXParams.CLIENT_PORT.name();
        assertThat(isReachedByAddressOnly("ingest", Map.of(port, "1984"))).as("which has no styles").isTrue();
        assertThat(isReachedByAddressOnly("api", Map.of(port, "1984"))).as("all styles").isFalse();
        assertThat(isReachedByAddressOnly("api", Map.of())).as("all that are offered without it").isTrue();
        assertThat(isReachedByAddressOnly("api", Map.of(port, "1984", "style", BaseXStyles.CLIENT_PUT))).isFalse();
        assertThat(isReachedByAddressOnly("api", Map.of(port, "1984", "style", BaseXStyles.REST_PUT))).isTrue();
    }
}
