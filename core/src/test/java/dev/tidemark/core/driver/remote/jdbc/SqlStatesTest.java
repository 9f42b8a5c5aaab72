package dev.tidemark.core.driver.remote.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.remote.Failure;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import org.junit.jupiter.api.Test;

class SqlStatesTest {

    private static Failure failure(String state, Throwable cause) {
        return SqlStates.failure(new SQLException("why", state, cause));
    }

    @Test
    void statesAreFailuresOfTheirClasses() {
        assertThat(failure("42P01", null)).isEqualTo(Failure.REFUSED);
        assertThat(failure("23505", null)).isEqualTo(Failure.REFUSED);
        assertThat(failure("53100", null)).as("the disk is full").isEqualTo(Failure.REFUSED);
        assertThat(failure(null, null)).isEqualTo(Failure.REFUSED);
        assertThat(failure("40001", null)).isEqualTo(Failure.OVERLOADED);
        assertThat(failure("40P01", null)).isEqualTo(Failure.OVERLOADED);
        assertThat(failure("57P01", null)).isEqualTo(Failure.BROKEN);
        assertThat(failure("25P03", null)).as("idle for too long").isEqualTo(Failure.BROKEN);
        assertThat(failure("25P04", null)).as("a transaction of too long").isEqualTo(Failure.BROKEN);
        assertThat(failure("25P02", null)).as("a transaction that has failed").isEqualTo(Failure.REFUSED);
        assertThat(failure("08006", null)).isEqualTo(Failure.BROKEN);
    }

    /** A number beside a state is the database's own. */
    @Test
    void whatTheServerGivesUpIsToldFromAnswersThatDoNotCome() {
        assertThat(failure("57014", null)).isEqualTo(Failure.GIVEN_UP);
        assertThat(failure("70100", null)).isEqualTo(Failure.GIVEN_UP);
        assertThat(failure("HYT00", null)).isEqualTo(Failure.TIMED_OUT);
        assertThat(SqlStates.failure(new SQLException("a lock", "HYT00", 50200))).isEqualTo(Failure.GIVEN_UP);
        assertThat(SqlStates.byClass(new SQLTimeoutException("why", "57014"))).contains(Failure.GIVEN_UP);
        assertThat(SqlStates.byClass(new SQLTimeoutException("why"))).contains(Failure.TIMED_OUT);
    }

    @Test
    void whatTheNetworkSaysGoesFirst() {
        assertThat(failure("57014", new SocketTimeoutException())).isEqualTo(Failure.TIMED_OUT);
        assertThat(failure("08006", new SocketTimeoutException())).isEqualTo(Failure.TIMED_OUT);
        assertThat(failure("42000", new EOFException())).isEqualTo(Failure.BROKEN);
        assertThat(SqlStates.failure(new IllegalStateException(new SQLException("why", "08003"))))
                .isEqualTo(Failure.BROKEN);
    }
}
