package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.IndexContract;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.driver.contract.TargetContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NullKeyValuesTest {

    @Nested
    class Kept extends KeyValueContract {
        @Override
        protected Driver driver() {
            return new NullDriver();
        }

        @Override
        protected List<String> settings() {
            return List.of("store-documents", "true");
        }

        @Override
        protected void assumeOutlivesClosing() {
            abort("it is in memory only");
        }
    }

    @Nested
    class Indexed extends IndexContract {
        @Override
        protected Driver driver() {
            return new NullDriver();
        }

        @Override
        protected List<String> settings() {
            return List.of("store-documents", "true");
        }

        @Override
        protected void assumeOutlivesClosing() {
            abort("it is in memory only");
        }
    }

    @Nested
    class NotKept extends TargetContract {
        @Override
        protected Driver driver() {
            return new NullDriver();
        }

        @Override
        protected List<String> settings() {
            return List.of();
        }

        @Test
        void theDoctorSaysThatNothingCouldBeCompared() throws Exception {
            assertThat(examined().get("key-values").message())
                    .isEqualTo("it keeps nothing, so that no answer could be compared");
        }

        @Test
        void everyLookupIsAHitOfNothing() throws Exception {
            try (KeyspaceTarget target = created(); NullSession session = (NullSession) target.session(0)) {
                session.put(0, Bytes.direct("a"), Bytes.direct("value"));
                assertThat(session.commit()).isZero();
                assertThat(session.get(0, Bytes.direct("b"), ByteBuffer.allocateDirect(10))).isZero();
                assertThat(session.head(0, Bytes.direct("b"))).isZero();
                assertThat(session.accepted()).isEqualTo(1);
            }
        }
    }
}
