package dev.tidemark.core.workload.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.Limit;
import org.junit.jupiter.api.Test;

class IngestVerificationTest {

    private static final IngestLimit ENDLESS = new IngestLimit(Limit.UNLIMITED, Optional.empty());

    private static void note(IngestVerification.Acknowledged worker, long... transactions) {
        LongStream.of(transactions).forEach(worker::add);
    }

    @Test
    void whatAllWorkersHaveNotedIsVerifiedHoweverMuchCameBefore() {
        IngestVerification verification = new IngestVerification(1, 2, ENDLESS);
        IngestVerification.Acknowledged one = verification.acknowledged();
        IngestVerification.Acknowledged other = verification.acknowledged();
        note(one, 0, 2, 63, 70_000);
        note(other, 1, 64, Integer.MAX_VALUE, 1L << 40);
        note(one, 3, 65);
        one.close();
        other.close();
        long[] transactions = {0, 1, 2, 3, 63, 64, 65, 70_000, Integer.MAX_VALUE, 1L << 40};
        assertThat(verification.sample())
                .containsExactly(LongStream.of(transactions).flatMap(t -> LongStream.of(2 * t, 2 * t + 1)).toArray());
    }

    @Test
    void aShareIsSpreadEvenly() {
        IngestVerification verification = new IngestVerification(0.25, 1, new IngestLimit(200, Optional.empty()));
        IngestVerification.Acknowledged worker = verification.acknowledged();
        note(worker, LongStream.range(100, 108).toArray());
        worker.close();
        assertThat(verification.sample()).containsExactly(100, 104);
        assertThat(verification.warnings()).isEmpty();
    }

    @Test
    void moreThanCanBeReadIsThinnedOutAndThatIsSaid() {
        IngestVerification verification = new IngestVerification(1, 1, new IngestLimit(200, Optional.empty()), 4);
        IngestVerification.Acknowledged worker = verification.acknowledged();
        note(worker, LongStream.range(100, 108).toArray());
        worker.close();
        assertThat(verification.sample()).containsExactly(100, 102, 104, 106);
        assertThat(verification.warnings()).singleElement().asString()
                .startsWith("Of 8 documents to verify, 4 were read back");
    }
}
