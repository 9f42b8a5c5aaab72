package dev.tidemark.driver.iris;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IrisDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new IrisDriver();
    }

    @Override
    protected String engineClass() {
        return "com.intersystems.jdbc.IRIS";
    }

    @Override
    protected String withoutEngine() {
        return "driver-jar: say where InterSystems' JDBC driver (intersystems-jdbc-3….jar, in dev/java/lib of an "
                + "IRIS) is, a jar or a folder of jars";
    }

    @Test
    void itIsReachedByTheUrlsOfItsClients() {
        Map<String, String> place = Map.of("address", "db1:1972", "database", "SHOP");
        assertThat(driver().reaching("jdbc:IRIS://db1/SHOP")).contains(place);
        assertThat(driver().reaching("iris://db1:1972/SHOP")).contains(place);
        assertThat(driver().reaching("jdbc:postgresql://db1/SHOP")).isEmpty();
    }
}
