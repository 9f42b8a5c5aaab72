package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;

/** Tries finding keys by terms. */
record IndexTrial(KeyspaceTarget target, Samples samples) {

    private static final int INDEX = 3;
    private static final int KEYSPACE = KeyValueTrials.ANY;

    void run() throws Exception {
        target.makeIndex(KEYSPACE);
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            put(session, "index-a", "red", "blue");
            put(session, "index-b", "red");
            put(session, "index-c", "green");
            Samples.requireStored(session.commit());
            require(session, "a", "z", "blue=index-a", "green=index-c", "red=index-a", "red=index-b");
            require(session, "green", "green", "green=index-c");
            put(session, "index-a", "green");
            Samples.requireStored(session.commit());
            require(session, "a", "z", "green=index-a", "green=index-c", "red=index-b");
        }
    }

    private void put(KeyValueSession session, String key, String... terms) throws Exception {
        IndexEntries entries = new IndexEntries();
        for (String term : terms) {
            entries.add(INDEX, Samples.direct(term));
        }
        session.put(KEYSPACE, Samples.direct(key), samples.value(1, 100), entries);
    }

    /** Shards answer in whatever order. */
    private void require(KeyValueSession session, String from, String to, String... expected) throws Exception {
        List<String> found = new ArrayList<>();
        session.query(KEYSPACE, INDEX, Samples.direct(from), Samples.direct(to), true,
                (key, term) -> found.add(Samples.text(term) + "=" + Samples.text(key)));
        Collections.sort(found);
        samples.require(found.equals(List.of(expected)), "a query found " + found + " in place of " + List.of(expected));
    }
}
