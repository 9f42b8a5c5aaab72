package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import org.junit.jupiter.api.Test;

/** Of updates with index entries, and of {@link KeyValueSession#query}. */
public abstract class IndexContract extends TargetContract {

    private static final int POSTCODE = 1;
    private static final int BIRTH = 255;

    /** In {@code index:term} of the entry. */
    private static IndexEntries entries(Iterable<String> of) {
        IndexEntries entries = new IndexEntries();
        for (String entry : of) {
            String[] parts = entry.split(":", 2);
            entries.add(Integer.parseInt(parts[0]), Bytes.direct(parts[1]));
        }
        return entries;
    }

    private static List<String> query(KeyValueSession session, int index, String from, String to) throws Exception {
        List<String> found = new ArrayList<>();
        session.query(0, index, Bytes.direct(from), Bytes.direct(to), true,
                (key, term) -> found.add(Bytes.text(term) + "=" + Bytes.text(key)));
        return found;
    }

    private static void put(KeyValueSession session, String key, String value, String... of) throws Exception {
        session.put(0, Bytes.direct(key), Bytes.direct(value), entries(List.of(of)));
    }

    private KeyspaceTarget indexed() throws Exception {
        KeyspaceTarget target = created();
        target.makeIndex(0);
        target.makeIndex(0);
        return target;
    }

    @Test
    void keysAreFoundByTheirTermsWithBothEndsIncluded() throws Exception {
        try (KeyspaceTarget target = indexed(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            put(session, "ann", "1", "1:LS1", "1:LS12", "255:1980-01-02");
            put(session, "bob", "2", "1:LS1", "255:1975-12-31");
            put(session, "cid", "3", "1:LS2");
            assertThat(query(session, POSTCODE, "A", "Z")).as("before the commit").isEmpty();
            session.commit();
            assertThat(query(session, POSTCODE, "LS1", "LS1"))
                    .containsExactlyInAnyOrder("LS1=ann", "LS1=bob");
            assertThat(query(session, POSTCODE, "LS1", "LS2"))
                    .containsExactlyInAnyOrder("LS1=ann", "LS1=bob", "LS12=ann", "LS2=cid");
            assertThat(query(session, POSTCODE, "LS10", "LS1z")).containsExactly("LS12=ann");
            assertThat(query(session, POSTCODE, "M", "Z")).isEmpty();
            assertThat(query(session, BIRTH, "1970", "1990"))
                    .containsExactlyInAnyOrder("1975-12-31=bob", "1980-01-02=ann");
            assertThat(query(session, 2, "", "Z")).isEmpty();
        }
    }

    @Test
    void termsAreHandedOutOnlyWhenWantedAndTheAskerSaysWhenToStop() throws Exception {
        try (KeyspaceTarget target = indexed(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int i = 0; i < 50; i++) {
                put(session, "key" + i, "v", "1:t" + i);
            }
            session.commit();
            List<String> keys = new ArrayList<>();
            session.query(0, POSTCODE, Bytes.direct("t"), Bytes.direct("tz"), false, (key, term) -> {
                assertThat(term).isNull();
                keys.add(Bytes.text(key));
                return keys.size() < 7;
            });
            assertThat(keys).hasSize(7).doesNotHaveDuplicates();
        }
    }

    @Test
    void newEntriesTakeThePlaceOfAllOldOnes() throws Exception {
        try (KeyspaceTarget target = indexed(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            put(session, "ann", "1", "1:a", "1:b", "255:x");
            session.commit();
            put(session, "ann", "2", "1:b", "1:c");
            session.commit();
            assertThat(query(session, POSTCODE, "a", "z")).containsExactly("b=ann", "c=ann");
            assertThat(query(session, BIRTH, "a", "z")).isEmpty();
            KeyValueContract.put(session, 0, "ann", "3");
            session.commit();
            assertThat(query(session, POSTCODE, "a", "z")).as("a plain put leaves them").hasSize(2);
            put(session, "ann", "4", "1:d");
            put(session, "ann", "5", "1:e");
            session.commit();
            assertThat(query(session, POSTCODE, "a", "z")).as("twice in one transaction").containsExactly("e=ann");
            assertThat(KeyValueContract.get(session, 0, "ann")).isEqualTo("5");
            put(session, "ann", "6");
            session.commit();
            assertThat(query(session, POSTCODE, "a", "z")).isEmpty();
            put(session, "ann", "7", "1:z");
            session.rollback();
            session.commit();
            assertThat(query(session, POSTCODE, "a", "z")).isEmpty();
        }
    }

    @Test
    void deletingAKeyRemovesItsEntries() throws Exception {
        try (KeyspaceTarget target = indexed(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            put(session, "ann", "1", "1:a");
            put(session, "bob", "1", "1:a");
            session.commit();
            session.delete(0, Bytes.direct("ann"));
            session.commit();
            assertThat(query(session, POSTCODE, "a", "a")).containsExactly("a=bob");
            put(session, "ann", "2", "1:b");
            session.commit();
            assertThat(query(session, POSTCODE, "a", "b")).containsExactlyInAnyOrder("a=bob", "b=ann");
        }
    }

    /** Against a model, with keys of any bytes. */
    @Test
    void rangesAreWhatAModelSays() throws Exception {
        Map<String, TreeSet<String>> model = new TreeMap<>();
        Random random = new Random(5);
        try (KeyspaceTarget target = indexed(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int i = 0; i < 600; i++) {
                String key = Bytes.random(random.nextInt(150), 3);
                if (random.nextInt(6) == 0) {
                    model.remove(key);
                    session.delete(0, Bytes.direct(key));
                } else {
                    TreeSet<String> of = new TreeSet<>();
                    for (int e = random.nextInt(5); e > 0; e--) {
                        of.add((1 + random.nextInt(3)) + ":" + term(random));
                    }
                    model.put(key, of);
                    session.put(0, Bytes.direct(key), Bytes.direct("v" + i));
                    session.put(0, Bytes.direct(key), Bytes.direct("v" + i), entries(of));
                }
                if (random.nextInt(4) == 0) {
                    session.commit();
                }
            }
            session.commit();
            for (int i = 0; i < 100; i++) {
                String from = term(random);
                String to = term(random);
                int index = 1 + random.nextInt(3);
                List<String> expected = new ArrayList<>();
                model.forEach((key, of) -> of.stream().filter(e -> e.startsWith(index + ":"))
                        .map(e -> e.substring(2)).filter(t -> t.compareTo(from) >= 0 && t.compareTo(to) <= 0)
                        .forEach(t -> expected.add(t + "=" + key)));
                assertThat(query(session, index, from, to)).containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    private static String term(Random random) {
        StringBuilder term = new StringBuilder();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            term.append((char) ('a' + random.nextInt(4) * 40));
        }
        return term.toString();
    }

    @Test
    void writersOfOneKeyLeaveTheEntriesOfOneOfThem() throws Exception {
        try (KeyspaceTarget target = indexed(); ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> writers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                int worker = w;
                writers.add(() -> {
                    try (KeyValueSession session = target.session(worker, KeyValueSession.class)) {
                        for (int i = 0; i < 150; i++) {
                            for (int key = 0; key < 3; key++) {
                                put(session, "key" + (key + i) % 3, "w" + worker, "1:w" + worker, "2:same");
                            }
                            assertThat(session.commit()).isZero();
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(writers)) {
                done.get();
            }
            try (KeyValueSession session = target.session(9, KeyValueSession.class)) {
                for (int key = 0; key < 3; key++) {
                    String name = "key" + key;
                    String value = KeyValueContract.get(session, 0, name);
                    assertThat(query(session, 1, "a", "z").stream().filter(e -> e.endsWith("=" + name)))
                            .containsExactly(value + "=" + name);
                }
                assertThat(query(session, 2, "a", "z")).hasSize(3);
            }
        }
    }

    @Test
    void aKeyspaceWithoutAnIndexSaysSo() throws Exception {
        try (KeyspaceTarget target = created();
                KeyValueSession session = target.session(0, KeyValueSession.class)) {
            assertOneLine(() -> {
                put(session, "a", "b", "1:c");
                session.commit();
            }, "no index of keyspace 0");
            session.rollback();
            assertOneLine(() -> query(session, 1, "a", "b"), "no index of keyspace 0");
            assertOneLine(() -> target.makeIndex(1), "no keyspace 1");
        }
    }

    @Test
    void indexesOutliveClosing() throws Exception {
        assumeOutlivesClosing();
        try (KeyspaceTarget target = indexed(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            put(session, "ann", "1", "1:a");
            session.commit();
        }
        try (KeyspaceTarget target = open();
                KeyValueSession session = target.session(0, KeyValueSession.class)) {
            target.makeIndex(0);
            assertThat(query(session, 1, "a", "a")).containsExactly("a=ann");
        }
    }

    /** A target that is only in memory leaves the tests of lasting out. */
    protected void assumeOutlivesClosing() {}
}
