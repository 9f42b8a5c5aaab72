package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.support.EngineMeasures;
import org.junit.jupiter.api.Test;

/** Of {@link KeyValueSession} and everything that goes with it but indexes. */
public abstract class KeyValueContract extends TargetContract {

    private static final int READINGS = 20;
    private static final int[] SIZES = {1, 45, 2020, 8192, 60_000, 1 << 20};

    /** Null when absent. */
    static String get(KeyValueSession session, int keyspace, String key) throws Exception {
        ByteBuffer into = ByteBuffer.allocateDirect(2 << 20);
        int size = session.get(keyspace, Bytes.direct(key), into);
        return size == KeyValueSession.ABSENT ? null : Bytes.text(into.limit(size));
    }

    static void put(KeyValueSession session, int keyspace, String key, String value) throws Exception {
        session.put(keyspace, Bytes.direct(key), Bytes.direct(value));
    }

    private KeyValueSession session(KeyspaceTarget target) throws DriverException {
        return target.session(0, KeyValueSession.class);
    }

    /** What {@code tidemark doctor} does for users. */
    @Test
    void whatIsOfferedWorksAsTheDoctorTriesIt() throws Exception {
        examined();
    }

    @Test
    void valuesOfAnySizeComeBackFromTheirOwnKeyspace() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            for (int i = 0; i < SIZES.length; i++) {
                put(session, 0, "user" + i, Bytes.random(i, SIZES[i]));
                if (target.commitLimit().bytes() < 4L * SIZES[i]) {
                    assertThat(session.commit()).isZero();
                }
                put(session, 3, "user" + i, Bytes.random(-i - 1, SIZES[i]));
                put(session, 3, Bytes.random(i, 100), "under a key of any bytes");
            }
            assertThat(session.commit()).isZero();
            for (int i = 0; i < SIZES.length; i++) {
                assertThat(get(session, 0, "user" + i)).isEqualTo(Bytes.random(i, SIZES[i]));
                assertThat(get(session, 3, "user" + i)).isEqualTo(Bytes.random(-i - 1, SIZES[i]));
                assertThat(get(session, 3, Bytes.random(i, 100))).isEqualTo("under a key of any bytes");
                assertThat(get(session, 0, "user" + i + "0")).isNull();
            }
            assertThat(target.count(0, Progress.none())).isEqualTo(SIZES.length);
        }
    }

    @Test
    void buffersAreUsedFromTheirPositionAndLeftAsTheyWere() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            ByteBuffer key = Bytes.direct("..key..").limit(5).position(2);
            ByteBuffer value = Bytes.direct("..content..").limit(9).position(2);
            session.put(0, key, value);
            assertThat(key).isEqualTo(Bytes.direct("key"));
            assertThat(value).isEqualTo(Bytes.direct("content"));
            key.put(2, (byte) 'X'); // neither is kept after the call
            value.put(2, (byte) 'X');
            session.commit();
            ByteBuffer into = Bytes.direct("abcdefgh").limit(6).position(1);
            ByteBuffer again = Bytes.direct("..key..").limit(5).position(2);
            assertThat(session.get(0, again, into)).as("size of the whole, though 5 bytes fit").isEqualTo(7);
            assertThat(again).isEqualTo(Bytes.direct("key"));
            assertThat(into).isEqualTo(Bytes.direct("conte"));
            assertThat(Bytes.text(into.clear())).isEqualTo("acontegh");
        }
    }

    @Test
    void transactionsAreSeenOnceCommittedAndNeverBefore() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession writer = session(target);
                KeyValueSession reader = session(target)) {
            put(writer, 0, "a", "old");
            put(writer, 3, "b", "old");
            assertThat(get(reader, 0, "a")).isNull();
            assertThat(get(writer, 0, "a")).as("of its own transaction, too").isNull();
            writer.commit();
            assertThat(get(reader, 0, "a")).isEqualTo("old");
            assertThat(get(reader, 3, "b")).isEqualTo("old");
            put(writer, 0, "a", "new");
            put(writer, 0, "a", "neu");
            writer.commit();
            assertThat(get(reader, 0, "a")).as("the last of two updates").isEqualTo("neu");
            put(writer, 0, "a", "never");
            writer.rollback();
            assertThat(writer.commit()).isZero();
            assertThat(get(reader, 0, "a")).isEqualTo("neu");
        }
    }

    @Test
    void sessionsThatUpdateOneKeyAtOnceAllSucceed() throws Exception {
        try (KeyspaceTarget target = created(); ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> writers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                String value = "of worker " + w;
                writers.add(() -> {
                    try (KeyValueSession session = session(target)) {
                        for (int i = 0; i < 200; i++) {
                            put(session, 0, "one key", value);
                            assertThat(session.commit()).isZero();
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(writers)) {
                done.get();
            }
            try (KeyValueSession session = session(target)) {
                assertThat(get(session, 0, "one key")).matches("of worker [0-3]");
            }
        }
    }

    @Test
    void missingKeyspacesAreReportedInOneLine() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            for (int missing : new int[] {1, 4}) {
                assertOneLine(() -> get(session, missing, "a"), "no keyspace " + missing);
                assertOneLine(() -> {
                    put(session, missing, "a", "b");
                    session.commit();
                }, "no keyspace " + missing);
            }
        }
    }

    @Test
    void deletedKeysAreGone() throws Exception {
        assumeCapable(Capability.DELETE);
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            put(session, 0, "a", "1");
            put(session, 0, "b", "2");
            session.commit();
            session.delete(0, Bytes.direct("a"));
            session.delete(0, Bytes.direct("never there"));
            assertThat(get(session, 0, "a")).as("before the commit").isEqualTo("1");
            assertThat(session.commit()).isZero();
            assertThat(get(session, 0, "a")).isNull();
            assertThat(get(session, 0, "b")).isEqualTo("2");
            session.delete(0, Bytes.direct("b"));
            put(session, 0, "b", "again");
            put(session, 0, "c", "3");
            session.delete(0, Bytes.direct("c"));
            session.commit();
            assertThat(get(session, 0, "b")).as("in the order of the transaction").isEqualTo("again");
            assertThat(get(session, 0, "c")).isNull();
            assertThat(target.count(0, Progress.none())).isEqualTo(1);
        }
    }

    @Test
    void headsTellTheSizeWithoutTheValue() throws Exception {
        assumeCapable(Capability.HEAD);
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            for (int size : SIZES) {
                put(session, 0, "of " + size, Bytes.random(1, size));
            }
            session.commit();
            for (int size : SIZES) {
                assertThat(session.head(0, Bytes.direct("of " + size))).isEqualTo(size);
            }
            assertThat(session.head(0, Bytes.direct("of nothing"))).isEqualTo(KeyValueSession.ABSENT);
        }
    }

    @Test
    void scansGoOnFromAKeyInTheOrderOfBytes() throws Exception {
        assumeCapable(Capability.SCAN);
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            TreeMap<String, String> model = new TreeMap<>(Comparator.comparing(
                    key -> key.getBytes(StandardCharsets.ISO_8859_1), Arrays::compareUnsigned));
            for (int i = 0; i < 300; i++) {
                String key = Bytes.random(i, 1 + i % 5);
                model.put(key, "value " + i);
                put(session, 0, key, "value " + i);
                put(session, 3, key + "other", "of another keyspace");
                if (i % 50 == 49 && target.commitLimit().updates() < 600) {
                    session.commit();
                }
            }
            session.commit();
            for (int i = 0; i < 60; i++) {
                String from = Bytes.random(i * 7, 1 + i % 3);
                int most = 1 + i % 17;
                List<String> expected = model.tailMap(from).entrySet().stream().limit(most)
                        .map(e -> e.getKey() + "=" + e.getValue()).toList();
                List<String> found = new ArrayList<>();
                int rows = session.scan(0, Bytes.direct(from), most,
                        (key, value) -> found.add(Bytes.text(key) + "=" + Bytes.text(value)));
                assertThat(found).isEqualTo(expected);
                assertThat(rows).isEqualTo(expected.size());
            }
            assertThat(session.scan(0, Bytes.direct("\0"), 1000, (key, value) -> { })).isEqualTo(model.size());
        }
    }

    @Test
    void walksVisitEveryKeyOnceAsItWasWhenTheyBegan() throws Exception {
        assumeCapable(Capability.WALK);
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target);
                KeyValueSession other = session(target)) {
            TreeMap<String, String> before = new TreeMap<>();
            for (int i = 0; i < 500; i++) {
                before.put("key" + i, Bytes.random(i, 1 + i % 300));
                put(session, 0, "key" + i, before.get("key" + i));
            }
            session.commit();
            for (Walk.Depth depth : Walk.Depth.values()) {
                for (String key : before.keySet()) {
                    put(session, 0, key, before.get(key));
                }
                session.commit();
                TreeMap<String, String> met = new TreeMap<>();
                try (Walk walk = session.walk(0, depth)) {
                    assertThat(walk.next(3, visiting(met, before, depth))).isEqualTo(3);
                    for (int i = 0; i < 500; i++) {
                        put(other, 0, "key" + i, "changed meanwhile");
                        put(other, 0, "new" + depth + i, "came meanwhile");
                    }
                    other.commit();
                    assertThat(get(session, 0, "key7")).as("the session goes on").isEqualTo("changed meanwhile");
                    for (int chunk = 1; walk.next(chunk, visiting(met, before, depth)) > 0; chunk += 7) {
                        assertThat(met.size()).isLessThanOrEqualTo(2000);
                    }
                    assertThat(walk.next(1, visiting(met, before, depth))).as("at the end").isZero();
                }
                assertThat(met.keySet().stream().filter(before::containsKey)).hasSize(500);
                assertThat(met).doesNotContainKey("new" + depth + "0");
            }
        }
    }

    private static Walk.Visitor visiting(TreeMap<String, String> met, TreeMap<String, String> before,
            Walk.Depth depth) {
        return (key, size, value) -> {
            String name = Bytes.text(key);
            String was = before.get(name);
            assertThat(met.put(name, "")).as("met once").isNull();
            if (was != null) {
                assertThat(size).isEqualTo(depth == Walk.Depth.KEYS ? KeyValueSession.ABSENT : was.length());
                assertThat(value == null ? null : Bytes.text(value))
                        .isEqualTo(depth == Walk.Depth.VALUES ? was : null);
            }
        };
    }

    @Test
    void aWalkCanEndEarlyAndNothingIsThereToWalkOverInAnEmptyKeyspace() throws Exception {
        assumeCapable(Capability.WALK);
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            put(session, 0, "a", "1");
            put(session, 0, "b", "2");
            session.commit();
            Walk walk = session.walk(0, Walk.Depth.KEYS);
            assertThat(walk.next(1, (key, size, value) -> { })).isEqualTo(1);
            walk.close();
            walk.close();
            try (Walk empty = session.walk(3, Walk.Depth.VALUES)) {
                assertThat(empty.next(10, (key, size, value) -> { })).isZero();
            }
            assertOneLine(() -> session.walk(1, Walk.Depth.KEYS), "no keyspace 1");
        }
    }

    @Test
    void whatWasStoredOutlivesClosing() throws Exception {
        assumeOutlivesClosing();
        TreeMap<String, String> model = new TreeMap<>();
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            Random random = new Random(4);
            for (int i = 0; i < 2000; i++) {
                String key = "key" + random.nextInt(700);
                model.put(key, Bytes.random(i, 20 + random.nextInt(200)));
                put(session, 3, key, model.get(key));
                session.commit();
            }
        }
        try (KeyspaceTarget target = open(); KeyValueSession session = session(target)) {
            for (String key : model.keySet()) {
                assertThat(get(session, 3, key)).isEqualTo(model.get(key));
            }
            assertThat(target.count(3, Progress.none())).isEqualTo(model.size());
            assertThat(target.count(0, Progress.none())).isZero();
            target.makeKeyspace(3, 1, 1);
            assertThat(target.count(3, Progress.none())).as("made again").isEqualTo(model.size());
        }
    }

    /** A target that is only in memory leaves the tests of lasting out. */
    protected void assumeOutlivesClosing() {}

    @Test
    void compactingLosesNothing() throws Exception {
        assumeCapable(Capability.COMPACT);
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            for (int round = 0; round < 5; round++) {
                for (int i = 0; i < 500; i++) {
                    put(session, 0, "key" + i, round + Bytes.random(i, 500));
                }
                session.commit();
            }
            target.compact(Progress.none());
            for (int i = 0; i < 500; i++) {
                assertThat(get(session, 0, "key" + i)).isEqualTo("4" + Bytes.random(i, 500));
            }
            put(session, 0, "after", "it");
            session.commit();
            assertThat(get(session, 0, "after")).isEqualTo("it");
        }
    }

    /**
     * Everything is stored, compacted, and written over; half of it is deleted, as an engine that writes in place has
     * nothing to give back of what was written over. What is on disk then is little more than what lives.
     */
    @Test
    void compactingGivesTheSpaceOfDeadDataBack() throws Exception {
        assumeCapable(Capability.COMPACT);
        int keys = 1000;
        int size = 8000;
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            for (int round = 0; round < 2; round++) {
                fill(session, round, keys, size);
                target.compact(Progress.none());
                target.settle(Progress.none());
                assertThat(onDisk(target)).as("after compacting in round " + round)
                        .isBetween(0.95 * keys * size, mostSpace() * keys * size);
            }
            fill(session, 2, keys, size);
            for (int i = 0; i < keys; i += 2) {
                session.delete(0, Bytes.direct("key" + i));
            }
            session.commit();
            target.settle(Progress.none());
            double before = onDisk(target);
            target.compact(Progress.none());
            target.settle(Progress.none());
            double live = keys / 2.0 * size;
            assertThat(before).isGreaterThan(1.6 * live);
            assertThat(onDisk(target)).isBetween(0.95 * live, mostSpace() * live);
            assertThat(get(session, 0, "key999")).isEqualTo(Bytes.random(2999, size));
        }
    }

    /** How many times the live bytes an engine may have on disk when it has compacted them. */
    protected double mostSpace() {
        return 1.3;
    }

    private static void fill(KeyValueSession session, int round, int keys, int size) throws Exception {
        for (int i = 0; i < keys; i++) {
            put(session, 0, "key" + i, Bytes.random(round * keys + i, size));
            if (i % 20 == 19) {
                session.commit();
            }
        }
    }

    /** Once it is told: a server on a busy machine may not answer a reading in time. */
    private static double onDisk(KeyspaceTarget target) {
        List<Double> told = List.of();
        for (int i = 0; i < READINGS && told.isEmpty(); i++) {
            told = target.read().stream().map(node -> node.gauges().get(EngineMeasures.ON_DISK_SIZE.name()))
                    .filter(Objects::nonNull).toList();
        }
        return told.stream().mapToDouble(Double::doubleValue).sum();
    }

    @Test
    void snapshotsHaveASizeReplaceEachOtherAndGoWithTheData() throws Exception {
        assumeCapable(Capability.SNAPSHOT);
        try (KeyspaceTarget target = created(); KeyValueSession session = session(target)) {
            for (int i = 0; i < 200; i++) {
                put(session, 0, "key" + i, Bytes.random(i, 5000));
            }
            session.commit();
            long first = target.snapshot();
            assertThat(first).isBetween(800_000L, 4_000_000L);
            for (int i = 200; i < 600; i++) {
                put(session, 0, "key" + i, Bytes.random(i, 5000));
            }
            session.commit();
            assertThat(target.snapshot()).isGreaterThan(first + 1_500_000L);
            session.close();
            target.drop();
            assertThat(directory).isEmptyDirectory();
            assertThat(notes).isEmpty();
        }
    }
}
