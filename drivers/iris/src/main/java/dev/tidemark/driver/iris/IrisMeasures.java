package dev.tidemark.driver.iris;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.driver.remote.ServerTarget;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What IRIS tells of itself in its namespace {@code %SYS}, with everything that others do there. */
final class IrisMeasures {

    /** Gauge, bytes. */
    static final Measure DATABASE_SIZE = new Measure("database-size", "Database size", "MB", LOWER, 0,
            "Bytes that the database with the globals has been given at the end, what is free in it included.");

    /** Counters, by their properties of {@code SYS.Stats.Global}. */
    static final Map<String, Measure> COUNTERS = counters();

    static final MeasureSet ALL = MeasureSet.of(ServerTarget.RECONNECTS)
            .plus(MeasureSet.of(COUNTERS.values().toArray(Measure[]::new))).plus(MeasureSet.of(DATABASE_SIZE));

    private IrisMeasures() {}

    private static SequencedMap<String, Measure> counters() {
        SequencedMap<String, Measure> all = new LinkedHashMap<>();
        all.put("RefLocal", count("global-references", "Global references", "References to local globals"));
        all.put("RefUpdateLocal", count("global-updates", "Global updates", "Sets and kills of local globals"));
        all.put("LogicalBlocks", count("logical-blocks", "Logical blocks", "Blocks of databases that were asked for"));
        all.put("PhysBlockReads", count("block-reads", "Block reads", "Blocks that were read from the disk"));
        all.put("PhysBlockWrites", count("block-writes", "Block writes", "Blocks that were written to the disk"));
        all.put("JrnEntries", count("journal-entries", "Journal entries", "Records in the journal"));
        all.put("JrnBlocks", count("journal-blocks", "Journal blocks", "Blocks of 64 KB written to the journal"));
        all.put("WIJWrites", count("wij-writes", "WIJ writes", "Writes of the write image journal"));
        return Collections.unmodifiableSequencedMap(all);
    }

    private static Measure count(String name, String title, String what) {
        return new Measure(name, title, "", NEITHER, 0, what + " during the iteration.");
    }
}
