package dev.tidemark.core.driver.embedded;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedDriverTest {

    private static final Deque<LinkageError> FAILURES = new ArrayDeque<>(List.of(
            new UnsatisfiedLinkError("/tmp/libengine.so: failed to map segment from shared object"),
            new NoClassDefFoundError("Could not initialize class org.engine.Library"),
            new UnsatisfiedLinkError("Exceeded timeout whilst trying to load it")));

    /** An engine whose library cannot be loaded, which says why only once. */
    private static final class Broken extends EmbeddedDriver {

        Broken() {
            super("broken", "An engine.", "Engine", "engine-java", ParamSet.of(), MeasureSet.of(),
                    EnumSet.of(Capability.KEYSPACES));
        }

        @Override
        protected void loadEngine() {
            throw FAILURES.remove();
        }

        @Override
        protected OpenTarget target(Values values, Context context) {
            throw new AssertionError("it was not loaded");
        }
    }

    /** A warm-up in the same process fails first, and nobody hears of that. */
    @Test
    void theFirstReasonIsToldHoweverOftenItIsTried() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> new Broken().open(ParamSet.of().defaults(), null))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("the Engine library cannot be loaded: /tmp/libengine.so: failed to map "
                    + "segment");
        }
    }
}
