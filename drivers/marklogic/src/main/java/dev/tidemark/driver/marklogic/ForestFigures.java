package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * What the forests of a database tell, summed. Counters begin with the forests, which begin with the database.
 *
 * @param saved      bytes that writing out in-memory stands wrote
 * @param merged     bytes that merges wrote
 * @param journaled  bytes written to journals
 * @param onDisk     bytes of stands on disk, in whole MiB
 * @param inMemory   bytes that stands take in memory, in whole MiB
 * @param standsMade ever, as their numbers tell
 * @param merges     being done
 */
record ForestFigures(double saved, double merged, double journaled, double onDisk, double inMemory, double documents,
        double fragments, double stands, double standsMade, double merges) {

    private static final int FIGURES = 10;
    private static final double MIB = 1 << 20;

    static ForestFigures read(MarkLogicConnection connection) throws Exception {
        return of(connection.eval(Queries.FOREST_FIGURES, Map.of()));
    }

    private static ForestFigures of(List<String> answer) throws IOException {
        if (answer.size() != FIGURES) {
            throw new IOException("the server told " + answer.size() + " figures of its forests instead of " + FIGURES);
        }
        double[] figures = answer.stream().mapToDouble(Double::parseDouble).toArray();
        return new ForestFigures(figures[0], figures[1], figures[2], figures[3] * MIB, figures[4] * MIB, figures[5],
                figures[6], figures[7], figures[8], figures[9]);
    }

    MetricSnapshot snapshot() {
        return new MetricSnapshot("", Map.of(EngineMeasures.FLUSH_WRITE.name(), saved,
                EngineMeasures.COMPACTION_WRITE.name(), merged, EngineMeasures.JOURNAL_WRITE.name(), journaled,
                EngineMeasures.SEGMENTS_WRITTEN.name(), standsMade),
                Map.of(EngineMeasures.ON_DISK_SIZE.name(), onDisk, EngineMeasures.IN_MEMORY_SIZE.name(), inMemory,
                        EngineMeasures.DOCUMENTS.name(), documents, MarkLogicMeasures.FRAGMENTS.name(), fragments,
                        MarkLogicMeasures.STANDS.name(), stands));
    }
}
