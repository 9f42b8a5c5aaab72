package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.result.Measure;

/** Tells from the server's counters, as often as they are read, that checkpoints began and ended. Thread-safe. */
final class CheckpointWatch {

    private Map<String, Double> before = Map.of();

    /** One sentence for each that began or ended since the last look; nothing at the first. */
    synchronized List<String> look(Map<String, Double> counters) {
        List<String> sentences = new ArrayList<>();
        began(counters, PostgresMeasures.CHECKPOINTS_TIMED, "checkpoint_timeout was over", sentences);
        began(counters, PostgresMeasures.CHECKPOINTS_REQUESTED,
                "the write-ahead log had grown to max_wal_size, or somebody asked for it", sentences);
        double wrote = growth(counters, PostgresMeasures.CHECKPOINT_WRITE_TIME);
        double synced = growth(counters, PostgresMeasures.CHECKPOINT_SYNC_TIME);
        if (wrote > 0 || synced > 0) {
            sentences.add(String.format(Locale.ROOT,
                    "The server ended a checkpoint: it wrote for %.1f s and forced files to the disk for %.1f s.",
                    wrote, synced));
        }
        before = Map.copyOf(counters);
        return sentences;
    }

    private void began(Map<String, Double> counters, Measure counter, String why, List<String> sentences) {
        if (growth(counters, counter) > 0) {
            sentences.add("The server began a checkpoint, because " + why + ".");
        }
    }

    /** 0 where it was not, or is not, told. */
    private double growth(Map<String, Double> counters, Measure counter) {
        Double now = counters.get(counter.name());
        Double then = before.get(counter.name());
        return now == null || then == null ? 0 : now - then;
    }
}
