package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.RemoteTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Of a {@link RemoteTarget}: the namespace that is ours, the secret that is told nowhere, connections that break,
 * answers that do not come. The subclass has a real server and can do to it what may befall one.
 */
public abstract class RemoteContract extends TargetContract {

    private static final long LONG = 30_000_000_000L;

    /** Settings of the target beside {@link #settings}. */
    protected final List<String> more = new ArrayList<>();

    /** Makes what others would have made under the target's namespace; returns what tells whether it was touched. */
    protected abstract Object makeOthers() throws Exception;

    /** The same of what is there now. */
    protected abstract Object othersNow() throws Exception;

    /** Whether anything is there under the target's namespace. */
    protected abstract boolean isThere() throws Exception;

    /** Breaks all connections that are open. */
    protected abstract void breakConnections() throws Exception;

    /** Keeps answers back, or lets them go. */
    protected abstract void holdAnswers(boolean held) throws Exception;

    /** Makes the server too busy, or not. @return whether such a server can be */
    protected abstract boolean overload(boolean busy) throws Exception;

    /** The password that the settings lead to. */
    protected abstract String secret();

    /** Settings that lead to another password, name and value. */
    protected abstract List<String> wrongPassword() throws Exception;

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(serverSettings());
        all.addAll(more);
        return all;
    }

    /** How the server is reached: name, value, name, value … */
    protected abstract List<String> serverSettings();

    private static KeyValueSession session(KeyspaceTarget target) throws DriverException {
        return target.session(0, KeyValueSession.class);
    }

    @Test
    void creatingMakesTheNamespaceAnewAndDroppingRemovesIt() throws Exception {
        try (KeyspaceTarget target = open()) {
            assertThat(isThere()).isFalse();
            target.drop();
            assertOneLine(() -> target.count(0, Progress.none()), "must be created first");
            target.create();
            target.makeKeyspace(0, 10, 10);
            try (KeyValueSession session = session(target)) {
                KeyValueContract.put(session, 0, "a", "1");
                session.commit();
            }
            target.create();
            target.makeKeyspace(0, 10, 10);
            assertThat(target.count(0, Progress.none())).isZero();
            target.drop();
            assertThat(isThere()).isFalse();
        }
    }

    /** What is said of a place that others made. */
    protected String notOurs() {
        return " was not made by Tidemark";
    }

    @Test
    void whatOthersMadeIsNeverTouched() throws Exception {
        Object before = makeOthers();
        try (KeyspaceTarget target = open()) {
            String refused = notOurs() + "; set namespace to a name that nothing else has";
            assertOneLine(target::create, refused);
            assertOneLine(target::drop, refused);
            assertOneLine(() -> target.makeKeyspace(0, 10, 10), refused);
            assertThatThrownBy(() -> target.manifests().write(new byte[] {'{', '}'})).hasMessageContaining(refused);
            assertThatThrownBy(() -> target.manifests().remove()).hasMessageContaining(refused);
            assertThat(target.manifests().read()).isEmpty();
        }
        assertThat(othersNow()).isEqualTo(before);
    }

    @Test
    void theManifestIsKeptWithTheData() throws Exception {
        DatasetManifest manifest = new DatasetManifest(DatasetManifest.FORMAT, "set", driver().name(), 7, 100,
                List.of(new DatasetManifest.Keyspace(10, 4)), List.of("a run with \"quotes\" and ümläuts"));
        try (KeyspaceTarget target = created()) {
            assertThat(DatasetManifest.lookUp(target.manifests())).isEmpty();
            manifest.write(target.manifests());
            manifest.withFilled(0, 10).write(target.manifests());
        }
        try (KeyspaceTarget target = open()) {
            assertThat(DatasetManifest.read(target.manifests())).isEqualTo(manifest.withFilled(0, 10));
            target.manifests().remove();
            assertThatThrownBy(() -> DatasetManifest.read(target.manifests())).hasMessageContaining("holds no dataset");
            manifest.write(target.manifests());
            target.create();
            assertThat(DatasetManifest.lookUp(target.manifests())).isEmpty();
            target.drop();
            target.manifests().remove();
            assertThat(isThere()).isFalse();
        }
    }

    @Test
    void itsDataLiesElsewhere() throws Exception {
        try (KeyspaceTarget target = open()) {
            assertThat(target.localStorage()).isEmpty();
        }
    }

    @Test
    void aServerThatIsNotThereIsReportedInOneLine() throws Exception {
        more.addAll(List.of("address", "127.0.0.1:1"));
        try (KeyspaceTarget target = open()) {
            assertOneLine(target::create, "no connection to 127.0.0.1:1");
            assertThat(target.read().getFirst().counters()).containsKey(RemoteTarget.RECONNECTS.name());
        }
        more.addAll(List.of("address", "no address"));
        assertThatThrownBy(this::open).hasMessage("address: 'no address' is no address; write host:port");
        more.set(more.size() - 1, "/var/run/server");
        assertThatThrownBy(this::open).hasMessageStartingWith("address: a Unix socket is no address: ")
                .hasMessageContaining("write host:port");
    }

    /** Whoever puts it into a message: the server, the client or we. */
    @Test
    void theSecretAppearsNowhere() throws Exception {
        try (KeyspaceTarget target = created()) {
            assertThat(target.toString() + target.version() + target.effective().texts() + target.read()
                    + target.manifests().place() + notes).doesNotContain(secret());
        }
        more.addAll(wrongPassword());
        try (KeyspaceTarget target = open()) {
            assertThatThrownBy(target::create).isInstanceOf(DriverException.class)
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("wrong password").hasLineCount(1));
        }
    }

    @Test
    void aConnectionThatBrokeCostsOneOperationAndIsMadeAnew() throws Exception {
        for (String connections : List.of("one per worker", "1")) {
            more.addAll(List.of("connections", connections));
            try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
                KeyValueContract.put(session, 0, "a", "1");
                session.commit();
                for (int round = 1; round <= 3; round++) {
                    assertThat(KeyValueContract.get(session, 0, "a")).isEqualTo("1");
                    breakConnections();
                    assertOneLine(() -> KeyValueContract.get(session, 0, "a"), "broke");
                    assertThat(KeyValueContract.get(session, 0, "a")).isEqualTo("1");
                    assertThat(target.read().getFirst().counters().get(RemoteTarget.RECONNECTS.name()))
                            .as("that of the holder of the namespace may have broken, too").isBetween(1.0 * round, 2.0 * round);
                }
            }
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anAnswerThatDoesNotComeInTimeIsATimeoutAndTheNextOperationGoesOn() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            KeyValueContract.put(session, 0, "a", "1");
            session.commit();
        }
        more.addAll(List.of("operation-timeout", ShortPatience.LIMIT));
        try (KeyspaceTarget target = open(); KeyValueSession session = ShortPatience.inTime(() -> session(target))) {
            assertThat(ShortPatience.inTime(() -> KeyValueContract.get(session, 0, "a"))).isEqualTo("1");
            holdAnswers(true);
            try {
                assertThatThrownBy(() -> KeyValueContract.get(session, 0, "a")).isInstanceOf(TimeoutException.class);
            } finally {
                holdAnswers(false);
            }
            assertThat(ShortPatience.inTime(() -> KeyValueContract.get(session, 0, "a"))).isEqualTo("1");
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void abortingEndsWhatWaitsForAnAnswer() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target);
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            assertThat(KeyValueContract.get(session, 0, "a")).isNull();
            holdAnswers(true);
            try {
                Future<Throwable> waiting = thread.submit(
                        () -> org.assertj.core.api.Assertions.catchThrowable(
                        () -> KeyValueContract.get(session, 0, "a")));
                target.abort();
                assertThat(waiting.get()).isInstanceOf(DriverException.class);
            } finally {
                holdAnswers(false);
            }
        }
    }

    @Test
    void aServerThatIsTooBusyPushesBack() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            assumeTrue(overload(true), "this server is never too busy");
            try {
                assertThatThrownBy(() -> KeyValueContract.get(session, 0, "a")).isInstanceOf(OverloadedException.class);
            } finally {
                overload(false);
            }
            assertThat(KeyValueContract.get(session, 0, "a")).isNull();
            assertThat(target.read().getFirst().counters()).containsEntry(RemoteTarget.RECONNECTS.name(), 0.0);
        }
    }

    @Test
    void manySessionsShareAsManyConnectionsAsThereAre() throws Exception {
        more.addAll(List.of("connections", "3"));
        try (KeyspaceTarget target = created(); ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = IntStream.range(0, 40).<Future<?>>mapToObj(worker -> threads.submit(() -> {
                try (KeyValueSession session = target.session(worker, KeyValueSession.class)) {
                    for (int i = 0; i < 5; i++) {
                        KeyValueContract.put(session, 0, "key" + worker, "value" + i);
                        assertThat(session.commit()).isZero();
                        assertThat(KeyValueContract.get(session, 0, "key" + worker)).isEqualTo("value" + i);
                    }
                }
                return null;
            })).toList();
            for (Future<?> one : all) {
                one.get();
            }
            assertThat(target.count(0, Progress.none())).isEqualTo(40);
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void severalOperationsAreInProgressAtOnce() throws Exception {
        assumeCapable(Capability.ASYNC_KEYSPACES);
        more.addAll(List.of(AsyncKeyValueSession.QUEUE_DEPTH, "16"));
        try (KeyspaceTarget target = created(); AsyncKeyValueSession session =
                target.session(0, AsyncKeyValueSession.class)) {
            assertThat(target.queueDepth()).isEqualTo(16);
            RecordedCompletions completions = new RecordedCompletions(16);
            for (int slot = 0; slot < 16; slot++) {
                session.submitPut(slot, 0, NumberedKeys.of(slot), Bytes.direct("value " + slot));
            }
            completions.await(session, 16);
            holdAnswers(true);
            ByteBuffer[] into = new ByteBuffer[16];
            for (int slot = 0; slot < 16; slot++) {
                into[slot] = ByteBuffer.allocateDirect(100);
                session.submitGet(slot, 0, NumberedKeys.of(slot == 7 ? 99 : slot), into[slot]);
            }
            assertThat(session.await(0, 0, completions)).isZero();
            holdAnswers(false);
            completions.await(session, 16);
            for (int slot = 0; slot < 16; slot++) {
                String value = "value " + slot;
                assertThat(completions.sizes[slot]).isEqualTo(slot == 7 ? KeyValueSession.ABSENT : value.length());
                assertThat(completions.ends[slot]).isPositive();
                if (slot != 7) {
                    assertThat(Bytes.text(into[slot].limit(value.length()))).isEqualTo(value);
                }
            }
            requireOverload(session, completions);
        }
    }

    private void requireOverload(AsyncKeyValueSession session, RecordedCompletions completions) throws Exception {
        if (overload(true)) {
            session.submitGet(3, 0, NumberedKeys.of(3), ByteBuffer.allocateDirect(100));
            completions.await(session, 1);
            overload(false);
            assertThat(completions.failures).singleElement().isInstanceOf(OverloadedException.class);
        }
    }

    /** What an asynchronous session tells. */
    private static final class RecordedCompletions implements AsyncKeyValueSession.Completions {
        private final int[] sizes;
        private final long[] ends;
        private final List<Exception> failures = new ArrayList<>();

        RecordedCompletions(int depth) {
            sizes = new int[depth];
            ends = new long[depth];
            Arrays.fill(sizes, Integer.MIN_VALUE);
        }

        void await(AsyncKeyValueSession session, int count) throws Exception {
            for (int done = 0; done < count;) {
                done += session.await(count - done, LONG, this);
            }
        }

        @Override
        public void ended(int slot, long nanoTime) {
            ends[slot] = Math.max(1, nanoTime);
        }

        @Override
        public void done(int slot, int size) {
            sizes[slot] = size;
        }

        @Override
        public void failed(int slot, Exception why) {
            failures.add(why);
        }
    }
}
