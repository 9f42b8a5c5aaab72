package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisDocumentsTest extends DocumentsContract {

    private RedisProcess server;

    @BeforeEach
    void emptyServer() throws IOException {
        server = RedisProcess.shared();
    }

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        try {
            return new Fixture(server, Files.createDirectories(folder), settings);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected List<String[]> variants() {
        return List.of(new String[] {}, new String[] {"connections", "2"}, new String[] {"queue-depth", "4"});
    }

    @Override
    protected double documentsIn(TargetFixture<?, ?> f) throws Exception {
        return f.all().size();
    }

    @Override
    protected int longestUri() {
        return 4000;
    }

    /** Whatever a walk takes at a time. */
    @Test
    void documentsThatAreMoreTogetherThanAnAnswerMayHaveAreWalkedOver() throws Exception {
        int size = 1 << 20;
        int many = 2 + Failure.MOST_BYTES / size;
        try (TargetFixture<?, ?> f = open(directory)) {
            f.target.create();
            f.fill(0, many, size);
            try (DocumentSession reader = f.target.session(0, DocumentSession.class)) {
                AtomicInteger met = new AtomicInteger();
                reader.forEach((_, content) -> content.remaining() == size && met.incrementAndGet() > 0);
                assertThat(met).hasValue(many);
            }
            f.target.drop();
        }
    }
}
