package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.driver.contract.EngineDeclarationContract;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new JdbcDriver();
    }

    @Override
    protected String engineClass() {
        return "org.h2.Driver";
    }

    @Override
    protected String withoutEngine() {
        return "driver-jar: say where the database's JDBC driver is, a jar or a folder of jars";
    }

    /** The address is not what is connected to where the URL does not take it in. */
    @ParameterizedTest
    @CsvSource({"jdbc:sqlserver://db1;databaseName=x, true", "jdbc:oracle:thin:@db1:1521/x, true",
        "jdbc:oracle:thin:@//localhost:1521/x, false", "'jdbc:postgresql://localhost,db2/x', true",
        "jdbc:db2://127.0.0.1:50000/x, false", "jdbc:postgresql://[::1]:5432/x, false", "jdbc:h2:/data/x, false",
        "jdbc:postgresql://{address}/x,"})
    void whereADatabaseIsIsToldByItsUrl(String url, Boolean elsewhere) {
        assertThat(driver().mayBeElsewhere(driver().params().defaults().with("url", url, SettingOrigin.SET)))
                .isEqualTo(Optional.ofNullable(elsewhere));
    }

    @ParameterizedTest
    @CsvSource({"jdbc:postgresql://{address}/x, true", "jdbc:postgresql://localhost:5432/x, false", "none, false"})
    void whatStandsBeforeTheAddressIsPassedWhereTheUrlTakesItIn(String url, boolean only) {
        assertThat(driver().isReachedByAddressOnly(driver().params().defaults().with("url", url, SettingOrigin.SET)))
                .isEqualTo(only);
    }
}
