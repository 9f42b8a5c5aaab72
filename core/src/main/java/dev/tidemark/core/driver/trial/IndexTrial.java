package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.driver.index.IndexEntries;
import dev.tidemark.core.driver.index.IndexReader;
import dev.tidemark.core.driver.index.IndexTarget;
import dev.tidemark.core.driver.index.IndexWriter;

/** Tries finding keys by terms. */
record IndexTrial(IndexTarget target, Samples samples) {

    private static final int INDEX = 3;
    private static final int KEYSPACE = KeyValueTrials.ANY;

    void run() throws Exception {
        target.makeIndex(KEYSPACE);
        try (IndexWriter writer = Trials.as(IndexWriter.class, target.session(0))) {
            put(writer, "index-a", "red", "blue");
            put(writer, "index-b", "red");
            put(writer, "index-c", "green");
            Samples.requireStored(writer.commit());
            IndexReader reader = Trials.as(IndexReader.class, writer);
            require(reader, "a", "z", "blue=index-a", "green=index-c", "red=index-a", "red=index-b");
            require(reader, "green", "green", "green=index-c");
            put(writer, "index-a", "green");
            Samples.requireStored(writer.commit());
            require(reader, "a", "z", "green=index-a", "green=index-c", "red=index-b");
        }
    }

    private void put(IndexWriter session, String key, String... terms) throws Exception {
        IndexEntries entries = new IndexEntries();
        for (String term : terms) {
            entries.add(INDEX, Samples.direct(term));
        }
        session.put(KEYSPACE, Samples.direct(key), samples.value(1, 100), entries);
    }

    /** Shards answer in whatever order. */
    private void require(IndexReader session, String from, String to, String... expected) throws Exception {
        List<String> found = new ArrayList<>();
        session.query(KEYSPACE, INDEX, Samples.direct(from), Samples.direct(to), true,
                (key, term) -> found.add(Samples.text(term) + "=" + Samples.text(key)));
        Collections.sort(found);
        samples.require(found.equals(List.of(expected)), "a query found " + found + " in place of " + List.of(expected));
    }
}
