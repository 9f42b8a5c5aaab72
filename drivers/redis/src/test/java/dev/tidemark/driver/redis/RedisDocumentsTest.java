package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

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
}
