package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.embedded.EmbeddedStyles;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Values;
import java.util.List;
import java.util.Optional;

/** The styles of LevelDB's API: a put, or a write batch; each can be forced to the disk by itself. */
final class LevelDbStyles {

    private static final String PROTOCOL = "jni";

    /** A batch is filled without the database. */
    static final List<ApiStyle> ALL = EmbeddedStyles.of(PROTOCOL,
            ApiStyle.of("put-synced", PROTOCOL, Input.TEXT, "as put, " + EmbeddedStyles.SYNCED)
                    .states(Durability.DURABLE),
            ApiStyle.of("batch-synced", PROTOCOL, Input.TEXT, "as batch, " + EmbeddedStyles.SYNCED).batched()
                    .states(Durability.DURABLE)).stream()
            .map(style -> style.commits() ? style.inRoundTrips(0) : style).toList();

    private LevelDbStyles() {}

    /** Whether it forces to the disk what the settings do not. */
    static boolean isSynced(ApiStyle style) {
        return style.durability().equals(Optional.of(Durability.DURABLE));
    }

    /** Where everything is forced to the disk, nothing is so by its style; over several shards there is no batch. */
    static List<ApiStyle> with(Values values) {
        List<ApiStyle> styles = EmbeddedStyles.over(values.get(LevelDbParams.SHARDS), ALL);
        return values.get(LevelDbParams.SYNC) ? styles.stream().filter(style -> !isSynced(style)).toList() : styles;
    }
}
