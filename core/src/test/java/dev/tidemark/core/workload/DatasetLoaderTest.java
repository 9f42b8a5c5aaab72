package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.time.VirtualClock;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetLoaderTest {

    /** Loses an update in its second transaction. */
    private static final class Forgetful implements KeyValueSession {

        private int commits;

        @Override
        public int get(int keyspace, ByteBuffer key, ByteBuffer into) {
            return ABSENT;
        }

        @Override
        public void put(int keyspace, ByteBuffer key, ByteBuffer value) {}

        @Override
        public int commit() {
            return ++commits == 2 ? 1 : 0;
        }

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    @TempDir
    private Path folder;

    private KeyspaceTarget target() {
        return (KeyspaceTarget) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {KeyspaceTarget.class},
                (proxy, method, args) -> method.isDefault() ? InvocationHandler.invokeDefault(proxy, method, args)
                        : switch (method.getName()) {
                            case "session" -> new Forgetful();
                            case "manifests" -> new ManifestFolder(folder);
                            case "makeKeyspace" -> null;
                            default -> throw new AssertionError(method);
                        });
    }

    @Test
    void whatWasNotStoredIsNotCalledFilled() throws Exception {
        List<Long> done = new ArrayList<>();
        DatasetLoader loader = new DatasetLoader(target(), new VirtualClock(), () -> false, (filled, all) -> done.add(filled));
        DatasetManifest planned = new DatasetManifest(DatasetManifest.FORMAT, "d", "null", 3, 60, List.of(), List.of())
                .grown(1, 2500);
        assertThatThrownBy(() -> loader.fill(planned)).isInstanceOf(DriverException.class).hasMessage("1 key was not stored");
        assertThat(done).containsExactly(1000L);
        assertThat(DatasetManifest.read(new ManifestFolder(folder)).complete()).isFalse();
    }
}
