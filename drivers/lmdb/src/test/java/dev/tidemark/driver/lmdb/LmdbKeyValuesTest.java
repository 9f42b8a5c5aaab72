package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.KeyValueContract;
import org.junit.jupiter.api.Test;

class LmdbKeyValuesTest extends KeyValueContract {

    @Override
    protected Driver driver() {
        return new LmdbDriver();
    }

    @Test
    void keysThatThePageCannotHoldAreToldInOneLine() throws Exception {
        try (KeyspaceTarget target = created(); EmbeddedSession<?> session = (EmbeddedSession<?>) target.session(0)) {
            assertOneLine(() -> session.put(0, Bytes.direct("x".repeat(512)), Bytes.direct("v")),
                    "can't store a key of 512 bytes, only of 1 to 511");
            assertOneLine(() -> session.delete(0, Bytes.direct("")), "can't store a key of 0 bytes");
        }
    }
}
