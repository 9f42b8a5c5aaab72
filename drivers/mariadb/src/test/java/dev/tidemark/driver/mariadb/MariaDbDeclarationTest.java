package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.driver.contract.EngineDeclarationContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MariaDbDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new MariaDbDriver();
    }

    @Override
    protected String engineClass() {
        return "org.mariadb.jdbc.Driver";
    }

    @Override
    protected String withoutEngine() {
        return "the MariaDB client library (mariadb-java-client) is not on the class path";
    }

    /** What only the binary log has is lost with it. */
    @ParameterizedTest
    @CsvSource({"OFF, 0, 1, DURABLE", "ON, 1, 1, DURABLE", "ON, 0, 1, LAST_INTERVAL", "ON, 100, 1, LAST_INTERVAL",
            "ON, 0, 3, DURABLE", "ON, 1, 2, LAST_INTERVAL"})
    void aCommitIsAsSafeAsBothLogsMakeIt(String log, String sync, String flush, Durability expected) {
        assertThat(Durability.weakest(driver().durability().of(List.of(Setting.detected("server-log-bin", log),
                Setting.detected("server-sync-binlog", sync),
                Setting.detected("server-innodb-flush-log-at-trx-commit", flush))))).contains(expected);
    }

    @Test
    void whatMySqlWritesOfPagesIsToldWithoutItsLog() {
        Map<String, String> status = Map.of("innodb_data_written", "9000000", "innodb_os_log_written", "7000000",
                "innodb_pages_written", "70", "innodb_dblwr_pages_written", "50", "innodb_page_size", "16384");
        assertThat(MariaDbMeasures.VARIABLES).containsAll(status.keySet());
        assertThat(ServerCounters.pagesWritten(status)).hasValue(120 * 16384);
        assertThat(ServerCounters.pagesWritten(Map.of("innodb_data_written", "9000000"))).isEmpty();
    }

    /** Else the end of the statement's time is told instead. */
    @Test
    void aLockIsWaitedForLessLongThanAStatement() {
        MariaDbDialect dialect = new MariaDbDialect(1, true, List.of());
        assertThat(dialect.limitStatements(Duration.ofSeconds(10)).getFirst())
                .contains("innodb_lock_wait_timeout = 9 ", "max_statement_time = 10.000 ");
        assertThat(dialect.limitStatements(Duration.ofMillis(2001)).getFirst())
                .contains("innodb_lock_wait_timeout = 2 ", "max_statement_time = 2.001 ");
        assertThat(dialect.limitStatements(Duration.ofMillis(200)).getFirst()).as("the least there is")
                .contains("innodb_lock_wait_timeout = 1 ");
    }
}
