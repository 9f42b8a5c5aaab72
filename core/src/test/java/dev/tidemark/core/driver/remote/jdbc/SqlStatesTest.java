package dev.tidemark.core.driver.remote.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.remote.Failure;
import java.sql.SQLException;
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
        assertThat(failure("57014", null)).isEqualTo(Failure.TIMED_OUT);
        assertThat(failure("57P01", null)).isEqualTo(Failure.BROKEN);
        assertThat(failure("08006", null)).isEqualTo(Failure.BROKEN);
    }

    @Test
    void whatTheNetworkSaysGoesFirst() {
        assertThat(failure("08006", new SocketTimeoutException())).isEqualTo(Failure.TIMED_OUT);
        assertThat(failure("42000", new EOFException())).isEqualTo(Failure.BROKEN);
        assertThat(SqlStates.failure(new IllegalStateException(new SQLException("why", "08003"))))
                .isEqualTo(Failure.BROKEN);
    }
}
