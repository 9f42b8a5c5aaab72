package dev.tidemark.core.driver.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalServersTest {

    private static final ParamSet SERVER = ParamSet.of(ConnectionParams.addresses("127.0.0.1:5432"));

    @ParameterizedTest
    @CsvSource({"127.0.0.1:5432, false", "localhost:5432, false", "[::1]:5432, false", "db1:5432, true",
        "'127.0.0.1:5432,10.0.0.1:5432', true"})
    void anyAddressButALoopbacksMayBeElsewhere(String address, boolean elsewhere) {
        assertThat(LocalServers.mayBeElsewhere(SERVER.defaults().with("address", address, SettingOrigin.SET)))
                .isEqualTo(elsewhere);
    }

    @Test
    void whatHasNoAddressIsHere() {
        assertThat(LocalServers.mayBeElsewhere(ParamSet.of().defaults())).isFalse();
    }
}
