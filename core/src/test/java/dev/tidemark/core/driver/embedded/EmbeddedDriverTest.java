package dev.tidemark.core.driver.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    // ---- several shards of an engine in which something breaks

    @TempDir
    Path directory;

    /** What is open of the engine. */
    private final Set<String> held = new TreeSet<>();
    /** What cannot be opened, and what complains when it is closed. */
    private final Set<String> broken = new HashSet<>();

    private void refuseBroken(String what) {
        if (broken.contains(what)) {
            throw new IllegalStateException(what);
        }
    }

    private void hold(String what) {
        refuseBroken(what);
        held.add(what);
    }

    private void giveBack(String what) throws DriverException {
        held.remove(what);
        if (broken.contains("end of " + what)) {
            throw new DriverException("end of " + what);
        }
    }

    private final class Target extends EmbeddedTarget<String, Store> {

        Target() {
            super(ParamSet.of().defaults(), new Context(Clock.system(), directory, Secrets.ofThisProcess(), note -> { },
                    () -> false), new DataFiles("broken", "a Broken", "none", Optional.empty(), true),
                    Optional.empty(), 3);
        }

        @Override
        protected Store open(Path folder, boolean create) {
            return new Store(folder.getFileName().toString());
        }
    }

    private final class Store implements SortedStore<String> {

        private final String name;

        Store(String name) {
            this.name = name;
            hold(name);
        }

        @Override
        public Map<TableName, String> tables() {
            return Map.of();
        }

        @Override
        public Path folder() {
            return directory;
        }

        @Override
        public String make(TableName table) {
            return table.toString();
        }

        @Override
        public Access<String> access() {
            return new Side("session of " + name);
        }

        @Override
        public Values effective(Values given) {
            return given;
        }

        @Override
        public Map<String, Double> counters() {
            return Map.of();
        }

        @Override
        public Map<String, Double> gauges() {
            return Map.of();
        }

        @Override
        public void stop() {
            // nothing waits
        }

        @Override
        public void close(boolean keep) throws DriverException {
            giveBack(name);
        }
    }

    private final class Side extends ByteArrayAccess<String> {

        private final String name;

        Side(String name) {
            this.name = name;
            hold(name);
        }

        @Override
        protected byte[] find(String table, byte[] key) {
            return null;
        }

        @Override
        protected SortedStore.Cursor cursor(String table, byte[] from, Depth depth, int most) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SortedStore.Cursor walk(String table, Depth depth) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void store() {
            refuseBroken("commit in " + name);
        }

        @Override
        public void close() throws DriverException {
            giveBack(name);
        }
    }

    @Test
    void shardsThatWereOpenedBeforeOneThatCannotBeAreClosedAndTheFolderIsFree() throws Exception {
        broken.addAll(List.of("shard-03", "end of shard-01"));
        try (Target target = new Target(); Target other = new Target()) {
            assertThatThrownBy(target::create).isInstanceOf(IllegalStateException.class).hasMessage("shard-03");
            assertThat(held).isEmpty();
            broken.clear();
            other.create();
            assertThat(held).hasSize(3);
        }
        assertThat(held).isEmpty();
    }

    @Test
    void aSessionThatCannotBeOpenedOrClosedInAllShardsHoldsNoneOfThem() throws Exception {
        broken.addAll(List.of("session of shard-02", "end of session of shard-01"));
        try (Target target = new Target()) {
            target.create();
            assertThatThrownBy(() -> target.session(0)).isInstanceOf(IllegalStateException.class)
                    .hasMessage("session of shard-02");
            assertThat(held).hasSize(3);
            target.dropCaches(); // which is refused while a session is open
            broken.remove("session of shard-02");
            Session session = target.session(0);
            assertThat(held).hasSize(6);
            assertThatThrownBy(target::dropCaches).hasMessageEndingWith("while 1 sessions use it");
            assertThatThrownBy(session::close).hasMessage("end of session of shard-01");
            assertThat(held).hasSize(3);
            target.dropCaches();
        }
    }

    @Test
    void ofATransactionThatFailsInAllShardsTheFirstFailureIsTold() throws Exception {
        for (int shard = 1; shard <= 3; shard++) {
            broken.add("commit in session of shard-0" + shard);
        }
        try (Target target = new Target()) {
            target.create();
            target.makeKeyspace(0, 1, 1);
            try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
                for (int key = 0; key < 50; key++) {
                    session.put(0, ByteBuffer.allocateDirect(Long.BYTES).putLong(0, key), ByteBuffer.allocateDirect(1));
                }
                assertThatThrownBy(session::commit).hasMessage("commit in session of shard-01");
            }
        }
    }
}
