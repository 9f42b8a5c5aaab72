package dev.tidemark.core.run.iteration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.RigException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureReasonTest {

    @Test
    void whatIsMeantForTheUserIsSaidWithoutTheNameOfItsClass() {
        assertThat(List.of(new InvalidInputException("why"), new DriverException("why"), new RigException("why"),
                new StatementException("42000", "why", null), new HttpRefusedException(500, "why"),
                new IOException("why\nand where"))).extracting(FailureReason::of).containsOnly("why");
    }

    @Test
    void whatIsNotIsNamed() {
        assertThat(FailureReason.of(new IllegalStateException("odd"))).isEqualTo("java.lang.IllegalStateException: odd");
        assertThat(FailureReason.of(new DriverException("\n"))).isEqualTo("DriverException");
        assertThat(FailureReason.of(new OutOfMemoryError("Java heap space")))
                .isEqualTo("the runner ran out of memory: Java heap space");
    }
}
