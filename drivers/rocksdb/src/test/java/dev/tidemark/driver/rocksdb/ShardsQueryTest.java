package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.TargetContract;
import org.junit.jupiter.api.Test;

/** Queries over several shards, with more rows than a buffer holds. */
class ShardsQueryTest extends TargetContract {

    private static final int KEYS = 6000;
    private static final KeyValueSession.IndexVisitor NOTHING = (key, term) -> true;

    @Override
    protected Driver driver() {
        return new RocksDbDriver();
    }

    @Override
    protected List<String> settings() {
        return List.of("directory", directory.toString(), "shards", "5");
    }

    private static String key(int i) {
        return "a rather long key, so that a shard's buffer is full several times " + i;
    }

    private KeyspaceTarget filled() throws Exception {
        KeyspaceTarget target = created();
        target.makeIndex(0);
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int i = 0; i < KEYS; i++) {
                IndexEntries entries = new IndexEntries();
                entries.add(1, Bytes.direct("t" + i % 10));
                session.put(0, Bytes.direct(key(i)), Bytes.direct("v"), entries);
                if (i % 500 == 499) {
                    session.commit();
                }
            }
        }
        return target;
    }

    private static List<String> query(KeyValueSession session, String from, String to, int most) throws Exception {
        List<String> found = new ArrayList<>();
        session.query(0, 1, Bytes.direct(from), Bytes.direct(to), true, (key, term) -> {
            found.add(Bytes.text(key) + "/" + Bytes.text(term));
            return found.size() < most;
        });
        return found;
    }

    private static Set<String> expected(int... digits) {
        Set<String> all = new LinkedHashSet<>();
        for (int digit : digits) {
            IntStream.iterate(digit, i -> i < KEYS, i -> i + 10).forEach(i -> all.add(key(i) + "/t" + digit));
        }
        return all;
    }

    @Test
    void everyRowOfEveryShardIsFoundOnceHoweverManyThereAre() throws Exception {
        try (KeyspaceTarget target = filled(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            assertThat(query(session, "t", "u", Integer.MAX_VALUE)).hasSize(KEYS).doesNotHaveDuplicates();
            assertThat(query(session, "t3", "t4", Integer.MAX_VALUE))
                    .containsExactlyInAnyOrderElementsOf(expected(3, 4));
            assertThat(query(session, "u", "v", Integer.MAX_VALUE)).isEmpty();
        }
    }

    /** One that ends early leaves nothing behind that the next would find. */
    @Test
    void aQueryThatIsStoppedOrFailsSpoilsNoLaterOne() throws Exception {
        try (KeyspaceTarget target = filled(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int most = 1; most < 3000; most = most * 3) {
                assertThat(query(session, "t", "u", most)).hasSize(most).doesNotHaveDuplicates();
                assertThat(query(session, "t7", "t7", Integer.MAX_VALUE))
                        .containsExactlyInAnyOrderElementsOf(expected(7));
            }
            assertThatThrownBy(() -> session.query(0, 1, Bytes.direct("t"), Bytes.direct("u"), false, (key, term) -> {
                throw new IllegalStateException("enough");
            })).isInstanceOf(IllegalStateException.class);
            Thread.currentThread().interrupt();
            try {
                session.query(0, 1, Bytes.direct("t"), Bytes.direct("u"), false, NOTHING);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            assertThat(Thread.interrupted()).isTrue();
            assertThat(query(session, "t7", "t7", Integer.MAX_VALUE)).containsExactlyInAnyOrderElementsOf(expected(7));
        }
    }

    @Test
    void aRowLargerThanTheBufferIsFound() throws Exception {
        try (KeyspaceTarget target = filled(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            List<String> keys = IntStream.range(0, 20).mapToObj(i -> Bytes.random(i, 40_000)).toList();
            for (String key : keys) {
                IndexEntries entries = new IndexEntries();
                entries.add(2, Bytes.direct("big"));
                session.put(0, Bytes.direct(key), Bytes.direct("v"), entries);
            }
            session.commit();
            List<String> found = new ArrayList<>();
            session.query(0, 2, Bytes.direct("a"), Bytes.direct("z"), false, (key, term) -> found.add(Bytes.text(key)));
            assertThat(found).containsExactlyInAnyOrderElementsOf(keys);
        }
    }

    @Test
    void manySessionsAskAtOnce() throws Exception {
        try (KeyspaceTarget target = filled(); ExecutorService threads = Executors.newFixedThreadPool(12)) {
            List<Callable<Void>> readers = new ArrayList<>();
            for (int r = 0; r < 12; r++) {
                int digit = r % 10;
                readers.add(() -> {
                    try (KeyValueSession session = target.session(digit, KeyValueSession.class)) {
                        for (int i = 0; i < 40; i++) {
                            assertThat(query(session, "t" + digit, "t" + digit, Integer.MAX_VALUE))
                                    .containsExactlyInAnyOrderElementsOf(expected(digit));
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(readers)) {
                done.get();
            }
        }
    }
}
