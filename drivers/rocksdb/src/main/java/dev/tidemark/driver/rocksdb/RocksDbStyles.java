package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.embedded.EmbeddedStyles;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Values;

/** The styles of RocksDB's API in Java. It reads several keys at once, too, but that stores nothing. */
final class RocksDbStyles {

    private static final String PROTOCOL = "jni";
    private static final String NO_JOURNAL = "without the write-ahead log, whatever the target's settings: lost when "
            + "the process is killed before the memtable is written out";

    private static final ApiStyle PUT_DIRECT = text("put-direct",
            "as put, with key and value in direct buffers that are kept, instead of in arrays");
    private static final ApiStyle BATCH_INDEXED = text("write-batch-indexed",
            "as write-batch, with a batch that can be read before it is written (WriteBatchWithIndex)").batched();

    static final List<ApiStyle> ALL = all();

    private RocksDbStyles() {}

    private static ApiStyle text(String name, String summary) {
        return ApiStyle.of(name, PROTOCOL, Input.TEXT, summary);
    }

    private static List<ApiStyle> all() {
        List<ApiStyle> styles = new ArrayList<>(List.of(EmbeddedStyles.put(PROTOCOL),
                text("write-batch", "as put, with several documents in one write batch").batched(),
                text("write-batch-committed", "as write-batch, with writing the filled batch as a step of its own")
                        .batched().committed().inRoundTrips(0),
                PUT_DIRECT,
                text("put-synced", "as put, " + EmbeddedStyles.SYNCED).states(Durability.DURABLE),
                text("write-batch-synced", "as write-batch, " + EmbeddedStyles.SYNCED).batched()
                        .states(Durability.DURABLE),
                text("put-without-journal", "as put, " + NO_JOURNAL).states(Durability.VOLATILE),
                text("write-batch-without-journal", "as write-batch, " + NO_JOURNAL).batched()
                        .states(Durability.VOLATILE),
                BATCH_INDEXED));
        styles.addAll(EmbeddedStyles.mappedAndNoop(PROTOCOL));
        return List.copyOf(styles);
    }

    /**
     * Without those that the settings make the same as another, and over several shards without batches, which would
     * be several.
     */
    static List<ApiStyle> with(Values values) {
        boolean synced = values.get(RocksDbParams.SYNC);
        boolean journal = values.get(RocksDbParams.JOURNAL);
        return EmbeddedStyles.over(values.get(RocksDbParams.SHARDS), ALL).stream()
                .filter(style -> !(synced && isSynced(style) || !journal && isWithoutJournal(style))).toList();
    }

    static boolean isSynced(ApiStyle style) {
        return style.durability().equals(Optional.of(Durability.DURABLE));
    }

    static boolean isWithoutJournal(ApiStyle style) {
        return style.durability().equals(Optional.of(Durability.VOLATILE));
    }

    static boolean isDirect(ApiStyle style) {
        return style.equals(PUT_DIRECT);
    }

    static boolean isIndexed(ApiStyle style) {
        return style.equals(BATCH_INDEXED);
    }
}
